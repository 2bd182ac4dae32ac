// Running products of floats. Operands: x, y, states, exponents of these.

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
    ct_keep2(2u * at, s.m.x);
    ct_keep2(2u * at + 1u, s.m.y);
    ct_keep3(at, s.e);
}

fn ct_left(at: u32) -> CtState {
    return CtScaled(vec2<f32>(ct_load2(2u * at), ct_load2(2u * at + 1u)), ct_load3(at));
}
