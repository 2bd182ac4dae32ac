// Running sums of floats. Operands: x, y, states.

struct CtState {
    sum: vec2<f32>,
    // The sum times 2^-32. It serves where that left the range of its type on its way, as a part of a lane may that begins anywhere.
    far: vec2<f32>,
}
const CT_RESULT = 1u;

fn ct_start() -> CtState {
    return CtState(vec2<f32>(0.0f, 0.0f), vec2<f32>(0.0f, 0.0f));
}

fn ct_plus(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let t = ct_two_sum(a.x, b.x);
    return ct_pair(t.x, a.y + b.y + t.y);
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    let value = ct_load0(x);
    return CtState(ct_plus(s.sum, vec2<f32>(value, 0.0f)), ct_plus(s.far, vec2<f32>(value * ct_power(-32), 0.0f)));
}

fn ct_both(a: CtState, b: CtState) -> CtState {
    return CtState(ct_plus(a.sum, b.sum), ct_plus(a.far, b.far));
}

fn ct_put(at: u32, s: CtState) {
    ct_keep1(at, select((s.far.x + s.far.y) * ct_power(32), s.sum.x + s.sum.y, ct_is_finite(s.sum.x)));
}

fn ct_leave(at: u32, s: CtState) {
    ct_keep2(4u * at, s.sum.x);
    ct_keep2(4u * at + 1u, s.sum.y);
    ct_keep2(4u * at + 2u, s.far.x);
    ct_keep2(4u * at + 3u, s.far.y);
}

fn ct_left(at: u32) -> CtState {
    let sum = vec2<f32>(ct_load2(4u * at), ct_load2(4u * at + 1u));
    return CtState(sum, vec2<f32>(ct_load2(4u * at + 2u), ct_load2(4u * at + 3u)));
}
