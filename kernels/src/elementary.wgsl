
// Exponentials, logarithms and circular functions. WGSL bounds its own so loosely that small results have few right digits.

// The first 12 bits of x: products of two of them are exact. An implementation may take (a + b) - a for b, so what rounding left is
// had from these alone.
fn ct_leading(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}

// a b, and what rounding left.
fn ct_product(a: f32, b: f32) -> vec2<f32> {
    let p = a * b;
    let u = ct_leading(a);
    let v = ct_leading(b);
    return vec2(p, ((u * v - p) + u * (b - v) + (a - u) * v) + (a - u) * (b - v));
}

// y 2^k, in two steps, each within range.
fn ct_scaled(y: f32, k: i32) -> f32 {
    let half = k / 2;
    return y * bitcast<f32>(u32(half + 127) << 23u) * bitcast<f32>(u32(k - half + 127) << 23u);
}

// exp(r) of -0.35..0.35.
fn ct_exp_near(r: f32) -> f32 {
    let low = 0.041666668 + r * (0.008333334 + r * (0.0013888889 + r * 1.984127e-4));
    return 1.0 + (r + r * r * (0.5 + r * (0.16666667 + r * low)));
}

// exp(x) 2^up.
fn ct_exp_up(x: f32, up: i32) -> f32 {
    let c = clamp(x, -130.0, 130.0);
    let k = round(c * 1.442695041);
    let r = (c - k * 0.693359375) + k * 2.12194440e-4;
    return select(ct_scaled(ct_exp_near(r), i32(k) + up), x, ct_is_nan(x));
}

fn ct_exp(x: f32) -> f32 {
    return ct_exp_up(x, 0);
}

// exp(by x²), where products with `by` are exact, from the leading bits of x and the rest: the square is exact where it matters.
fn ct_exp_square(by: f32, x: f32) -> f32 {
    let h = ct_leading(x);
    return ct_exp(by * h * h) * ct_exp(by * (x - h) * (x + h));
}

// 2^(x + rest), where `rest` is small.
fn ct_exp2_of(x: f32, rest: f32) -> f32 {
    let c = clamp(x, -190.0, 190.0);
    let k = round(c);
    return ct_scaled(ct_exp_near(((c - k) + rest) * 0.69314718), i32(k));
}

fn ct_exp2(x: f32) -> f32 {
    return select(ct_exp2_of(x, 0.0), x, ct_is_nan(x));
}

// x = 2^k m with m in 0.7..1.42: k and m - 1.
fn ct_binary(x: f32) -> vec2<f32> {
    let tiny = x < 1.17549435e-38;
    let bits = bitcast<u32>(select(x, x * 16777216.0, tiny)) + 0x004afb0du;
    let k = f32(i32(bits >> 23u) - 127) - select(0.0, 24.0, tiny);
    let m = bitcast<f32>((bits & 0x007fffffu) + 0x3f3504f3u);
    return vec2(k, m - 1.0);
}

// log(1 + f) = h + l of f in -0.3..0.42, where h has 12 bits.
fn ct_log_near(f: f32) -> vec2<f32> {
    let s = f / (2.0 + f);
    let z = s * s;
    let rest = z * (0.6666667 + z * (0.4 + z * (0.28571430 + z * (0.22222222 + z * 0.19))));
    let half = 0.5 * f * f;
    let h = ct_leading(f - half);
    return vec2(h, ((f - h) - half) + s * (half + rest));
}

// Where a logarithm is no number, an infinity or x itself; else y.
fn ct_log_ends(x: f32, y: f32) -> f32 {
    let known = select(select(y, -ct_inf(), x == 0.0), x, ct_is_nan(x) || x == ct_inf());
    return select(known, ct_nan(), x < 0.0);
}

fn ct_log(x: f32) -> f32 {
    let p = ct_binary(x);
    let l = ct_log_near(p.y);
    return ct_log_ends(x, p.x * 0.693359375 + (l.x + (l.y - p.x * 2.12194440e-4)));
}

fn ct_log2(x: f32) -> f32 {
    let p = ct_binary(x);
    let l = ct_log_near(p.y);
    // 1 / ln 2 in two parts, of which the first has 12 bits.
    return ct_log_ends(x, ((l.x + l.y) * -1.7605285e-4 + l.y * 1.44287109) + l.x * 1.44287109 + p.x);
}

fn ct_log10(x: f32) -> f32 {
    let p = ct_binary(x);
    let l = ct_log_near(p.y);
    let low = p.x * 7.9034152e-7 + (l.x + l.y) * -3.1689971e-5 + l.y * 0.43432617;
    return ct_log_ends(x, low + l.x * 0.43432617 + p.x * 0.30102921);
}

// log2(a) of a > 0 in two parts: to 2^-36 of the whole.
fn ct_log2_wide(a: f32) -> vec2<f32> {
    let p = ct_binary(a);
    // s = f / (2 + f), and what the quotient left.
    let b = ct_leading(2.0 + p.y);
    let b_left = p.y - (b - 2.0);
    let s = p.y / (2.0 + p.y);
    let back = ct_product(s, b);
    let s_left = (((p.y - back.x) - back.y) - s * b_left) / b;
    // artanh(s) / s = 1 + z / 3 + z² / 5 + ..
    let z = ct_product(s, s);
    let z_left = z.y + 2.0 * s * s_left;
    let tail = z.x * z.x * (0.2 + z.x * (0.14285715 + z.x * (0.11111111 + z.x * (0.09090909 + z.x * 0.08))));
    let third = ct_product(z.x, 0.33333334);
    let u_left = (third.y - z.x * 9.9341e-9) + z_left * 0.33333334 + tail;
    let su = ct_product(s, third.x);
    let high = ct_leading(s + su.x);
    let low = ((s - high) + su.x) + (su.y + s_left * (1.0 + third.x) + s * u_left);
    // 2 / ln 2 = 2.88539 in two parts.
    let whole = ct_product(high, 2.8853900);
    let rest = whole.y + low * 2.8853900 + high * 3.8519e-8;
    let sum = ct_leading(p.x + whole.x);
    return vec2(sum, ((p.x - sum) + whole.x) + rest);
}

fn ct_pow(a: f32, b: f32) -> f32 {
    let whole = floor(b) == b;
    let odd = whole && abs(b) < 16777216.0 && (i32(b) & 1) != 0;
    let l = ct_log2_wide(clamp(abs(a), 1e-45, 3.4028234e+38));
    let by = clamp(b, -1e15, 1e15);
    let p = ct_product(l.x, by);
    let rest = p.y + l.y * by;
    let size = ct_exp2_of(p.x, select(rest, 0.0, abs(p.x) > 200.0));
    let at_zero = select(0.0, ct_inf(), b < 0.0);
    let at_infinity = select(ct_inf(), 0.0, b < 0.0);
    let y = select(select(size, at_zero, a == 0.0), at_infinity, abs(a) == ct_inf());
    let signed = select(y, -y, odd && (bitcast<u32>(a) >> 31u) != 0u);
    let is_nan = ct_is_nan(a) || ct_is_nan(b) || (a < 0.0 && !whole && ct_is_finite(a) && ct_is_finite(b));
    let known = select(signed, ct_nan(), is_nan);
    return select(known, 1.0, b == 0.0 || a == 1.0 || (a == -1.0 && abs(b) == ct_inf()));
}

// The upper word of a b.
fn ct_mul_high(a: u32, b: u32) -> u32 {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}

// Four words from word number `at` of 0..4 on: of one of zeros, then the binary digits of 2 / pi from 2^-1 on. No array that is indexed:
// drivers would write it to memory in every call.
fn ct_two_over_pi(at: u32) -> vec4<u32> {
    let two = (at & 2u) != 0u;
    let low = select(vec4(0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u), vec4(0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u), two);
    let far = vec4(0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu);
    let from_four = select(low, far, at >= 4u);
    let next = select(select(0xf534ddc0u, 0x3c439041u, two), 0u, at >= 4u);
    return select(from_four, vec4(from_four.yzw, next), (at & 1u) != 0u);
}

// x = n pi / 2 + r: r in -pi/4..pi/4, and n modulo 4. Digits of 2 / pi by which the mantissa makes multiples of 4 are left out
// (Payne and Hanek).
fn ct_quarters(x: f32) -> vec2<f32> {
    let bits = bitcast<u32>(x) & 0x7fffffffu;
    if bits < 0x3f490fdbu {
        return vec2(x, 0.0);
    }
    let mantissa = (bits & 0x007fffffu) | 0x00800000u;
    let start = (bits >> 23u) - 120u;
    let shift = start % 32u;
    let words = ct_two_over_pi(start / 32u);
    let next = words.yzw >> vec3(32u - max(shift, 1u));
    let parts = select((words.xyz << vec3(shift)) | next, words.xyz, shift == 0u);
    // Four times the fraction of the product is n and what is left, in -1/2..1/2, as two words.
    let low = ct_mul_high(parts[2], mantissa);
    let middle = parts[1] * mantissa + low;
    let high = parts[0] * mantissa + ct_mul_high(parts[1], mantissa) + select(0u, 1u, middle < low);
    let n = (high >> 30u) + ((high >> 29u) & 1u);
    let top = (high << 2u) | (middle >> 30u);
    let below = middle << 2u;
    let negative = (top >> 31u) != 0u;
    let size = select(top, ~top, negative);
    let lead = countLeadingZeros(size);
    let rest = select(below, ~below, negative) >> (32u - clamp(lead, 1u, 31u));
    let joined = select((size << min(lead, 31u)) | rest, size, lead == 0u);
    let r = ct_scaled(f32(joined), -32 - i32(lead)) * 1.57079633;
    let flips = negative != ((bitcast<u32>(x) >> 31u) != 0u);
    return vec2(select(r, -r, flips), f32(select(n, 4u - n, (bitcast<u32>(x) >> 31u) != 0u) & 3u));
}

fn ct_sin_near(r: f32) -> f32 {
    let z = r * r;
    return r + r * z * (-0.16666667 + z * (0.008333329 + z * (-1.9839335e-4 + z * 2.7180e-6)));
}

fn ct_cos_near(r: f32) -> f32 {
    let z = r * r;
    return (1.0 - 0.5 * z) + z * z * (0.041666646 + z * (-0.0013887316 + z * 2.4433157e-5));
}

fn ct_sin(x: f32) -> f32 {
    let q = ct_quarters(x);
    let y = select(ct_sin_near(q.x), ct_cos_near(q.x), q.y == 1.0 || q.y == 3.0);
    return select(select(select(y, -y, q.y >= 2.0), x, x == 0.0), ct_nan(), !ct_is_finite(x));
}

fn ct_cos(x: f32) -> f32 {
    let q = ct_quarters(x);
    let y = select(ct_cos_near(q.x), ct_sin_near(q.x), q.y == 1.0 || q.y == 3.0);
    return select(select(y, -y, q.y == 1.0 || q.y == 2.0), ct_nan(), !ct_is_finite(x));
}

fn ct_tan(x: f32) -> f32 {
    let q = ct_quarters(x);
    let odd = q.y == 1.0 || q.y == 3.0;
    let s = ct_sin_near(q.x);
    let c = ct_cos_near(q.x);
    return select(select(select(s / c, -c / s, odd), x, x == 0.0), ct_nan(), !ct_is_finite(x));
}

fn ct_atan(x: f32) -> f32 {
    return ct_atan2(x, 1.0);
}

fn ct_cosh(x: f32) -> f32 {
    let half = ct_exp_up(abs(x), -1);
    return half + 0.25 / half;
}
