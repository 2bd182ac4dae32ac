// Running products of floats. Operands: x, y, states.

alias CtState = CtScaled;
const CT_RESULT = 1u;

fn ct_start() -> CtState {
    return CtScaled(vec2<f32>(1.0f, 0.0f), 0);
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    return ct_times(s, ct_as_scaled(ct_load0(x)));
}

fn ct_both(a: CtState, b: CtState) -> CtState {
    return ct_times(a, b);
}

fn ct_put(at: u32, s: CtState) {
    ct_keep1(at, ct_value(s));
}

fn ct_leave(at: u32, s: CtState) {
    ct_keep2(3u * at, bitcast<i32>(s.m.x));
    ct_keep2(3u * at + 1u, bitcast<i32>(s.m.y));
    ct_keep2(3u * at + 2u, s.e);
}

fn ct_left(at: u32) -> CtState {
    let m = vec2<f32>(bitcast<f32>(ct_load2(3u * at)), bitcast<f32>(ct_load2(3u * at + 1u)));
    return CtScaled(m, ct_load2(3u * at + 2u));
}
