// `y = a y + b` as functions of the `y` before, one behind the other. A function is `factor y + term`. Both have exponents of their own, so that no part of
// a lane leaves their range. Operands: a, b, y, states, exponents of these.

struct CtState {
    factor: CtScaled,
    term: CtScaled,
    // Results behind an infinite coefficient, for a positive and for a negative sum before it: infinite or NaN. Without such a coefficient, 0.
    up: f32,
    down: f32,
}
const CT_RESULT = 2u;

fn ct_start() -> CtState {
    return CtState(CtScaled(vec2<f32>(1.0f, 0.0f), 0), CtScaled(vec2<f32>(0.0f, 0.0f), 0), 0.0f, 0.0f);
}

fn ct_is_zero(x: f32) -> bool {
    return ct_magnitude(x) == CtBits();
}

fn ct_sum(a: CtScaled, b: CtScaled) -> CtScaled {
    // The exponent of 0 says nothing.
    if ct_is_zero(a.m.x) {
        return b;
    }
    if ct_is_zero(b.m.x) {
        return a;
    }
    let e = max(a.e, b.e);
    let x = a.m * ct_power(max(a.e - e, 1 - CT_BIAS));
    let y = b.m * ct_power(max(b.e - e, 1 - CT_BIAS));
    let t = ct_two_sum(x.x, y.x);
    let low = x.y + y.y + t.y;
    // Of what is left where the first parts cancel, the first part is not 0.
    let high = ct_opaque(t.x + low);
    return ct_normal(CtScaled(ct_pair(high, low - ct_opaque(high - t.x)), e));
}

// What a function makes of what is infinite or NaN.
fn ct_of_infinite(s: CtState, y: f32) -> f32 {
    let sum = s.factor.m.x * y + s.term.m.x;
    if ct_is_zero(s.up) || ct_is_nan(sum) {
        return sum;
    }
    return select(s.down, s.up, sum > 0.0f);
}

fn ct_both(s: CtState, own: CtState) -> CtState {
    if !ct_is_zero(s.up) {
        return CtState(s.factor, s.term, ct_of_infinite(own, s.up), ct_of_infinite(own, s.down));
    }
    return CtState(ct_times(own.factor, s.factor), ct_sum(ct_times(own.factor, s.term), own.term), own.up, own.down);
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    let b = ct_load1(other);
    var own = ct_start();
    // The first coefficient meets nothing: even if it is infinite.
    let a = select(ct_load0(x), 0.0f, j == 0u);
    if ct_is_finite(a) || ct_is_nan(a) {
        own.factor = ct_as_scaled(a);
        own.term = ct_as_scaled(b);
    } else {
        own.up = a + b;
        own.down = b - a;
    }
    return ct_both(s, own);
}

// Of a function that begins with the lane, the value.
fn ct_put(at: u32, s: CtState) {
    var y = ct_value(s.term);
    if !ct_is_zero(s.up) {
        let sign = s.term.m.x;
        y = select(select(s.down, s.up, sign > 0.0f), ct_nan(), ct_is_zero(sign) || ct_is_nan(sign));
    }
    ct_keep2(at, y);
}

fn ct_leave(at: u32, s: CtState) {
    ct_keep3(6u * at, s.factor.m.x);
    ct_keep3(6u * at + 1u, s.factor.m.y);
    ct_keep3(6u * at + 2u, s.term.m.x);
    ct_keep3(6u * at + 3u, s.term.m.y);
    ct_keep3(6u * at + 4u, s.up);
    ct_keep3(6u * at + 5u, s.down);
    ct_keep4(2u * at, s.factor.e);
    ct_keep4(2u * at + 1u, s.term.e);
}

fn ct_left(at: u32) -> CtState {
    let factor = CtScaled(vec2<f32>(ct_load3(6u * at), ct_load3(6u * at + 1u)), ct_load4(2u * at));
    let term = CtScaled(vec2<f32>(ct_load3(6u * at + 2u), ct_load3(6u * at + 3u)), ct_load4(2u * at + 1u));
    return CtState(factor, term, ct_load3(6u * at + 4u), ct_load3(6u * at + 5u));
}
