// Numbers as sums of two floats, and as such a sum times a power of 2. The processor accumulates in f64.

fn ct_pair(high: f32, low: f32) -> vec2<f32> {
    return vec2<f32>(high, select(0.0f, low, ct_is_finite(high)));
}

// The same number, of which a compiler knows nothing: one that takes floats for real numbers finds that errors of rounding are 0.
fn ct_opaque(x: f32) -> f32 {
    return ct_of_bits(ct_bits_of(x) | CtBits(ct_arg(15u)));
}

fn ct_two_sum(a: f32, b: f32) -> vec2<f32> {
    let s = ct_opaque(a + b);
    let t = ct_opaque(s - a);
    return ct_pair(s, (a - ct_opaque(s - t)) + (b - t));
}

// By halves of 12 bits, whose products are exact: WGSL's `fma` may round twice. The version for f64 has an `fma` that rounds once.
fn ct_two_product(a: f32, b: f32) -> vec2<f32> {
    let p = ct_opaque(a * b);
    let high = vec2<f32>(bitcast<f32>(bitcast<u32>(a) & 0xfffff000u), bitcast<f32>(bitcast<u32>(b) & 0xfffff000u));
    let low = vec2<f32>(a, b) - high;
    let e = ct_opaque(high.x * high.y - p) + high.x * low.y;
    return ct_pair(p, (e + low.x * high.y) + low.x * low.y);
}

struct CtScaled {
    m: vec2<f32>,
    e: i32,
}

// The same number with a first part from 1 to 2, if that is finite and not 0.
fn ct_normal(x: CtScaled) -> CtScaled {
    var m = x.m;
    var e = x.e;
    if ct_exponent(m.x) == 0 {
        m *= ct_power(64);
        e -= 64;
    }
    let k = ct_exponent(m.x);
    if k == 0 || k == 2 * CT_BIAS + 1 {
        return CtScaled(m, 0);
    }
    let shift = min(k - CT_BIAS, CT_BIAS - 1);
    return CtScaled(m * ct_power(-shift), clamp(e + shift, -1000000000, 1000000000));
}

// In three steps, each of them a number.
fn ct_times_power(x: f32, e: i32) -> f32 {
    let most = 2 * (CT_BIAS + i32(CT_DIGITS));
    let all = clamp(e, -most, most);
    let a = all / 3;
    let b = (all - a) / 2;
    return x * ct_power(a) * ct_power(b) * ct_power(all - a - b);
}

fn ct_times(a: CtScaled, b: CtScaled) -> CtScaled {
    let p = ct_two_product(a.m.x, b.m.x);
    let low = fma(a.m.x, b.m.y, fma(a.m.y, b.m.x, p.y));
    return ct_normal(CtScaled(ct_pair(p.x, low), a.e + b.e));
}

fn ct_as_scaled(x: f32) -> CtScaled {
    return ct_normal(CtScaled(vec2<f32>(x, 0.0f), 0));
}

fn ct_value(x: CtScaled) -> f32 {
    return ct_times_power(x.m.x + x.m.y, x.e);
}
