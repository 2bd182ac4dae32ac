// Running sums of floats. Operands: x, y, states.

alias CtState = vec2<f32>;
const CT_RESULT = 1u;

fn ct_start() -> CtState {
    return vec2<f32>(0.0f, 0.0f);
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    let t = ct_two_sum(s.x, ct_load0(x));
    return ct_pair(t.x, s.y + t.y);
}

fn ct_both(a: CtState, b: CtState) -> CtState {
    let t = ct_two_sum(a.x, b.x);
    return ct_pair(t.x, a.y + b.y + t.y);
}

fn ct_put(at: u32, s: CtState) {
    ct_keep1(at, s.x + s.y);
}

fn ct_leave(at: u32, s: CtState) {
    ct_keep2(2u * at, s.x);
    ct_keep2(2u * at + 1u, s.y);
}

fn ct_left(at: u32) -> CtState {
    return vec2<f32>(ct_load2(2u * at), ct_load2(2u * at + 1u));
}
