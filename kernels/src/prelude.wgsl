// Functions that emitted bodies and the loops around them call. Floats compute in f32; WGSL has neither f64 nor exact bounds
// for most built-in functions, so that those with loose ones are written out, here and in elementary.wgsl. A launch takes of
// these files what its kernel needs: each item begins at the start of a line and names what it needs by `ct_`.

const CT_SUM = 0u;
const CT_PROD = 1u;
const CT_MAX = 2u;
const CT_MIN = 3u;

fn ct_join_f32(op: u32, a: f32, b: f32) -> f32 {
    switch op {
        case CT_SUM: { return a + b; }
        case CT_PROD: { return a * b; }
        case CT_MAX: { return ct_maximum(a, b); }
        default: { return ct_minimum(a, b); }
    }
}

fn ct_join_i32(op: u32, a: i32, b: i32) -> i32 {
    switch op {
        case CT_SUM: { return a + b; }
        case CT_PROD: { return a * b; }
        case CT_MAX: { return max(a, b); }
        default: { return min(a, b); }
    }
}

fn ct_join_bool(op: u32, a: bool, b: bool) -> bool {
    return select(a && b, a || b, op == CT_SUM || op == CT_MAX);
}

var<workgroup> ct_shared: array<u32, 256>;

// Join the values of the lanes of an outer point, which begin at `row`, as a tree of fixed form. Every thread of the workgroup
// takes part.
fn ct_lanes_f32(op: u32, lanes: u32, row: u32, lane: u32, value: f32) -> f32 {
    workgroupBarrier();
    ct_shared[row + lane] = bitcast<u32>(value);
    for (var half = lanes / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if lane < half {
            let a = bitcast<f32>(ct_shared[row + lane]);
            let b = bitcast<f32>(ct_shared[row + lane + half]);
            ct_shared[row + lane] = bitcast<u32>(ct_join_f32(op, a, b));
        }
    }
    workgroupBarrier();
    return bitcast<f32>(ct_shared[row]);
}

fn ct_lanes_i32(op: u32, lanes: u32, row: u32, lane: u32, value: i32) -> i32 {
    workgroupBarrier();
    ct_shared[row + lane] = bitcast<u32>(value);
    for (var half = lanes / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if lane < half {
            let a = bitcast<i32>(ct_shared[row + lane]);
            let b = bitcast<i32>(ct_shared[row + lane + half]);
            ct_shared[row + lane] = bitcast<u32>(ct_join_i32(op, a, b));
        }
    }
    workgroupBarrier();
    return bitcast<i32>(ct_shared[row]);
}

fn ct_lanes_bool(op: u32, lanes: u32, row: u32, lane: u32, value: bool) -> bool {
    return ct_lanes_i32(select(CT_MIN, CT_MAX, op == CT_SUM || op == CT_MAX), lanes, row, lane, i32(value)) != 0;
}

// An expression of constants must be finite; these are not constants.
var<private> ct_inf_bits: u32 = 0x7f800000u;

fn ct_inf() -> f32 {
    return bitcast<f32>(ct_inf_bits);
}

fn ct_nan() -> f32 {
    return bitcast<f32>(ct_inf_bits | 0x400000u);
}

// By bits: an implementation may assume that no float is NaN.
fn ct_is_nan(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn ct_is_finite(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u;
}

fn ct_maximum(a: f32, b: f32) -> f32 {
    return select(select(b, a, a > b), select(b, a, ct_is_nan(a)), ct_is_nan(a) || ct_is_nan(b));
}

fn ct_maximum_i32(a: i32, b: i32) -> i32 {
    return max(a, b);
}

fn ct_minimum(a: f32, b: f32) -> f32 {
    return select(select(b, a, a < b), select(b, a, ct_is_nan(a)), ct_is_nan(a) || ct_is_nan(b));
}

fn ct_minimum_i32(a: i32, b: i32) -> i32 {
    return min(a, b);
}

fn ct_clamp(x: f32, lo: f32, hi: f32) -> f32 {
    let y = select(x, lo, x < lo);
    return select(select(y, hi, y > hi), x, ct_is_nan(x));
}

fn ct_clamp_i32(x: i32, lo: i32, hi: i32) -> i32 {
    return min(max(x, lo), hi);
}

// Not by masks of bits: where Mesa knows the sign of `b`, it makes other bits of them.
fn ct_copysign(a: f32, b: f32) -> f32 {
    return select(abs(a), -abs(a), (bitcast<u32>(b) >> 31u) != 0u);
}

fn ct_floor_mod(a: f32, b: f32) -> f32 {
    let r = a % b;
    return select(r, r + b, r != 0.0 && (r < 0.0) != (b < 0.0));
}

fn ct_hypot(a: f32, b: f32) -> f32 {
    let large = max(abs(a), abs(b));
    let ratio = min(abs(a), abs(b)) / large;
    let y = large * sqrt(1.0 + ratio * ratio);
    let infinite = (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u || (bitcast<u32>(b) & 0x7fffffffu) == 0x7f800000u;
    let known = select(select(y, 0.0, large == 0.0), ct_nan(), ct_is_nan(a) || ct_is_nan(b));
    return select(known, ct_inf(), infinite);
}

// 2^k * p(r) with x = k ln 2 + r; the halves keep 2^k in range.
fn ct_expm1(x: f32) -> f32 {
    let c = clamp(x, -80.0, 20.0);
    let k = round(c * 1.442695041);
    let r = fma(k, 2.12194440e-4, fma(k, -0.693359375, c));
    let tail = 0.5 + r * (0.16666667 + r * (0.041666668 + r * (0.008333334 + r * (0.0013888889 + r * 1.984127e-4))));
    let half = bitcast<f32>(u32(i32(k) + 126) << 23u);
    let y = 2.0 * fma(half, fma(r * r, tail, r), half - 0.5);
    return select(select(y, ct_exp(x), x > 17.0), x, ct_is_nan(x) || abs(x) < 1e-7);
}

// 2 artanh(x / (2 + x)) near 0, else a logarithm that makes up for the rounding of 1 + x.
fn ct_log1p(x: f32) -> f32 {
    let s = x / (2.0 + x);
    let z = s * s;
    let series = 0.33333333 + z * (0.2 + z * (0.14285715 + z * (0.11111111 + z * (0.09090909 + z * 0.07692308))));
    let near = 2.0 * fma(s * z, series, s);
    let u = 1.0 + x;
    let far = ct_log(u) + select((x - (u - 1.0)) / u, 0.0, u == 0.0 || !ct_is_finite(u));
    return select(far, near, abs(x) < 0.41);
}

fn ct_cbrt(x: f32) -> f32 {
    let a = abs(x);
    let y = ct_exp2(ct_log2(a) / 3.0);
    // One Newton step makes up for the loose exponential.
    let z = y - (y * y * y - a) / (3.0 * y * y);
    return select(ct_copysign(z, x), x, a == 0.0 || !ct_is_finite(x));
}

fn ct_powi(x: f32, n: i32) -> f32 {
    var power = 1.0;
    var square = x;
    var m = select(u32(n), 0u - u32(n), n < 0);
    while m != 0u {
        if (m & 1u) != 0u {
            power *= square;
        }
        square *= square;
        m >>= 1u;
    }
    return select(power, 1.0 / power, n < 0);
}

fn ct_sinc(x: f32) -> f32 {
    // sin(pi x) from the distance to the nearest integer, which is exact, so that it is small where it should be.
    let n = round(x);
    let odd = n - 2.0 * floor(0.5 * n);
    let y = (1.0 - 2.0 * odd) * ct_sin(3.14159265 * (x - n)) / (3.14159265 * x);
    return select(select(y, 0.0, abs(x) == ct_inf()), 1.0, x == 0.0);
}

// artan of 0..1.
fn ct_atan_unit(x: f32) -> f32 {
    let z = x * x;
    let low = 0.10640924 + z * (-0.07504273 + z * (0.042691276 + z * (-0.016068479 + z * 0.002849852)));
    return x * (1.0 + z * (-0.33333073 + z * (0.19992619 + z * (-0.1420364 + z * low))));
}

fn ct_atan2(y: f32, x: f32) -> f32 {
    let a = abs(x);
    let b = abs(y);
    let both = a == b;
    let ratio = select(min(a, b) / max(a, b), select(1.0, 0.0, a == 0.0), both);
    let first = ct_atan_unit(ratio);
    let upper = select(first, 1.57079633 - first, b > a);
    let half = select(upper, 3.14159265 - upper, (bitcast<u32>(x) >> 31u) != 0u);
    return select(ct_copysign(half, y), ct_nan(), ct_is_nan(x) || ct_is_nan(y));
}

// arcsin of 0..1/2.
fn ct_asin_half(x: f32) -> f32 {
    let z = x * x;
    let tail = 0.16666790 + z * (0.07494435 + z * (0.045550175 + z * (0.023858216 + z * 0.042635568)));
    return fma(x * z, tail, x);
}

fn ct_asin(x: f32) -> f32 {
    let a = abs(x);
    let far = 1.57079633 - 2.0 * ct_asin_half(sqrt(max(0.5 * (1.0 - a), 0.0)));
    let y = ct_copysign(select(far, ct_asin_half(a), a <= 0.5), x);
    return select(y, ct_nan(), !(a <= 1.0));
}

fn ct_acos(x: f32) -> f32 {
    let a = abs(x);
    let far = 2.0 * ct_asin_half(sqrt(max(0.5 * (1.0 - a), 0.0)));
    let near = 1.57079633 - ct_copysign(ct_asin_half(min(a, 0.5)), x);
    let y = select(select(far, 3.14159265 - far, x < 0.0), near, a <= 0.5);
    return select(y, ct_nan(), !(a <= 1.0));
}

fn ct_sinh(x: f32) -> f32 {
    let a = abs(x);
    let e = ct_expm1(min(a, 20.0));
    let near = 0.5 * (e + e / (e + 1.0));
    return select(ct_copysign(select(near, ct_exp_up(a, -1), a > 17.0), x), x, ct_is_nan(x));
}

fn ct_tanh(x: f32) -> f32 {
    // 1 within rounding from 9.02 on; the built-in function may overflow.
    let e = ct_expm1(2.0 * min(abs(x), 10.0));
    return select(ct_copysign(e / (e + 2.0), x), x, ct_is_nan(x));
}

fn ct_asinh(x: f32) -> f32 {
    let a = abs(x);
    let near = ct_log1p(a + a * a / (1.0 + sqrt(1.0 + a * a)));
    return ct_copysign(select(near, ct_log(a) + 0.69314718, a > 1e4), x);
}

fn ct_acosh(x: f32) -> f32 {
    let t = x - 1.0;
    let near = ct_log1p(t + sqrt(t * (t + 2.0)));
    return select(select(near, ct_log(x) + 0.69314718, x > 1e4), ct_nan(), !(x >= 1.0));
}

fn ct_atanh(x: f32) -> f32 {
    let a = abs(x);
    let y = ct_copysign(0.5 * ct_log1p(2.0 * a / (1.0 - a)), x);
    return select(select(y, ct_copysign(ct_inf(), x), a == 1.0), ct_nan(), !(a <= 1.0));
}

// exp(x²) erfc(x) of 0..10.5, times 1 + 2 x, by (x - 2) / (x + 2).
fn ct_erfcx(x: f32) -> f32 {
    let q = (x - 2.0) / (x + 2.0);
    let low = -0.05420262 + q * (-0.008060888 + q * (0.008625357 + q * (0.0013125711 + q * (-0.0012223418 + q * -3.961073e-4))));
    return (1.2769784 + q * (-0.0927640 + q * (-0.16603157 + q * (0.16405566 + q * low)))) / (1.0 + 2.0 * x);
}

fn ct_erf(x: f32) -> f32 {
    let a = abs(x);
    let z = min(a, 1.0) * min(a, 1.0);
    let series = 1.1283792 + z * (-0.37612626 + z * (0.11283585 + z * (-0.026853812 + z * (0.0051883276 + z * (-8.010193e-4 + z * 7.853858e-5)))));
    let c = min(a, 4.5);
    let far = ct_copysign(1.0 - ct_exp_square(-1.0, c) * ct_erfcx(c), x);
    return select(select(far, x * series, a < 1.0), x, ct_is_nan(x));
}

fn ct_erfc(x: f32) -> f32 {
    let c = min(abs(x), 10.5);
    let tail = ct_exp_square(-1.0, c) * ct_erfcx(c);
    let y = select(tail, 2.0 - tail, x < 0.0);
    return select(select(y, 1.0 - ct_erf(x), abs(x) < 0.5), x, ct_is_nan(x));
}

fn ct_sigmoid(x: f32) -> f32 {
    let e = ct_exp(-abs(x));
    let y = 1.0 / (1.0 + e);
    return select(select(e * y, y, x >= 0.0), x, ct_is_nan(x));
}

fn ct_relu(x: f32) -> f32 {
    return select(x, 0.0, x <= 0.0);
}

// `x` times the sigmoid `s` at `v = u (first + third u²)`, and its derivative `s + u s (1 - s) v'`. `u` is `x` cut to where `s` is 0 or 1.
fn ct_gelu_tanh(x: f32) -> f32 {
    let u = clamp(x, -64.0, 64.0);
    return select(x * ct_sigmoid(u * (1.5957691 + 0.07135482 * (u * u))), x, ct_is_nan(x));
}

fn ct_gelu_tanh_slope(x: f32) -> f32 {
    let u = clamp(x, -64.0, 64.0);
    let v = u * (1.5957691 + 0.07135482 * (u * u));
    let e = ct_exp(-abs(v));
    let y = 1.0 / (1.0 + e);
    let slope = select(e * y, y, v >= 0.0) + u * (e * y * y) * (1.5957691 + 0.21406445 * (u * u));
    return select(slope, x, ct_is_nan(x));
}

fn ct_softplus(x: f32) -> f32 {
    return select(max(x, 0.0) + ct_log1p(ct_exp(-abs(x))), x, ct_is_nan(x));
}

fn ct_log_sigmoid(x: f32) -> f32 {
    return select(min(x, 0.0) - ct_log1p(ct_exp(-abs(x))), x, ct_is_nan(x));
}

fn ct_nan_to_num(x: f32) -> f32 {
    let top = 0x1.fffffep+127f;
    return select(clamp(x, -top, top), 0.0, ct_is_nan(x));
}

// To nearest, ties to even, as the upper half of a word; a NaN keeps a bit that truncation would lose.
fn ct_round_bf16(x: f32) -> u32 {
    let b = bitcast<u32>(x);
    let rounded = b + 0x7fffu + ((b >> 16u) & 1u);
    return select(rounded, b | 0x400000u, ct_is_nan(x)) & 0xffff0000u;
}
