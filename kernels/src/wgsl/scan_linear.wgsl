// `y = a y + b`, step by step. Operands: a, b, y, states, exponents of these.

struct CtState {
    // What a state before is multiplied by.
    factor: CtScaled,
    y: vec2<f32>,
}
const CT_RESULT = 2u;

fn ct_start() -> CtState {
    return CtState(CtScaled(vec2<f32>(1.0f, 0.0f), 0), vec2<f32>(0.0f, 0.0f));
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    let b = ct_load1(other);
    // The first coefficient meets nothing: even if it is infinite.
    if j == 0u {
        return CtState(s.factor, vec2<f32>(b, 0.0f));
    }
    let a = ct_load0(x);
    let p = ct_two_product(a, s.y.x);
    let t = ct_two_sum(p.x, b);
    return CtState(ct_times(s.factor, ct_as_scaled(a)), ct_pair(t.x, fma(a, s.y.y, p.y) + t.y));
}

fn ct_both(s: CtState, own: CtState) -> CtState {
    // A product of many coefficients may be infinite where no product of them and a state is.
    if s.y.x == 0.0f {
        return own;
    }
    let p = ct_times(own.factor, ct_normal(CtScaled(s.y, 0)));
    let t = ct_two_sum(ct_times_power(p.m.x, p.e), own.y.x);
    return CtState(own.factor, ct_pair(t.x, ct_times_power(p.m.y, p.e) + own.y.y + t.y));
}

fn ct_put(at: u32, s: CtState) {
    ct_keep2(at, s.y.x + s.y.y);
}

fn ct_leave(at: u32, s: CtState) {
    ct_keep3(4u * at, s.y.x);
    ct_keep3(4u * at + 1u, s.y.y);
    ct_keep3(4u * at + 2u, s.factor.m.x);
    ct_keep3(4u * at + 3u, s.factor.m.y);
    ct_keep4(at, s.factor.e);
}

fn ct_left(at: u32) -> CtState {
    let y = vec2<f32>(ct_load3(4u * at), ct_load3(4u * at + 1u));
    let m = vec2<f32>(ct_load3(4u * at + 2u), ct_load3(4u * at + 3u));
    return CtState(CtScaled(m, ct_load4(at)), y);
}
