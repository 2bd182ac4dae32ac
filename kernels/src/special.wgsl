
// Special functions, to about the accuracy of the built-in functions that they call: WGSL has neither these nor f64. Drivers put the
// text of a function wherever it is called, and some take longer than linearly. So a long function is called at one place,
// if need be in a loop over its arguments.

// lgamma(z) less its leading terms, and log(z) - digamma(z), from z = 8.
fn ct_stirling(z: f32) -> f32 {
    let w = 1.0 / (z * z);
    return (0.083333333 - w * (0.0027777778 - w * 7.9365079e-4)) / z;
}

fn ct_log_less_digamma(z: f32) -> f32 {
    let w = 1.0 / (z * z);
    return 0.5 / z + w * (0.083333333 - w * (0.0083333333 - w * 0.003968254));
}

// lgamma(1 + t) of 0..1.
fn ct_lgamma_one_plus(t: f32) -> f32 {
    let u = t - 0.5;
    let low = 0.016808098 + u * (-0.009432412 + u * (0.005325992 + u * (-0.0031377363 + u * (0.0024467446 + u * -0.0014874843))));
    return t * (t - 1.0) * (0.48312896 + u * (-0.1459599 + u * (0.062911056 + u * (-0.031308275 + u * low))));
}

// lgamma of x >= 0.
fn ct_lgamma_up(x: f32) -> f32 {
    let far = x >= 8.0;
    var product = x;
    if !far && x >= 1.0 {
        product = 1.0;
        for (var k = floor(x) - 1.0; k > 0.0; k -= 1.0) {
            product *= x - k;
        }
    }
    let l = ct_log(product);
    let near = ct_lgamma_one_plus(x - floor(x)) + select(l, -l, x < 1.0);
    return select(near, (x - 0.5) * (l - 1.0) + (0.41893853 + ct_stirling(x)), far);
}

// |sin(pi d)| and |cos(pi d)| of -1/2..1/2.
fn ct_half_turn(d: f32) -> vec2<f32> {
    let a = abs(d);
    let near = a <= 0.25;
    let r = 3.14159265 * select(0.5 - a, a, near);
    let s = ct_sin_near(r);
    let c = ct_cos_near(r);
    return select(vec2(c, s), vec2(s, c), near);
}

fn ct_lgamma(x: f32) -> f32 {
    let a = abs(x);
    let up = ct_lgamma_up(a);
    let d = a - round(a);
    let below = select(1.1447299 - ct_log(a) - ct_log(ct_half_turn(d).x) - up, ct_inf(), d == 0.0);
    return select(select(select(up, below, x < 0.0), ct_inf(), a == ct_inf() || a == 0.0), x, ct_is_nan(x));
}

fn ct_digamma_up(x: f32) -> f32 {
    if x >= 8.0 {
        return ct_log(x) - ct_log_less_digamma(x);
    }
    var sum = select(0.0, -1.0 / x, x < 1.0);
    for (var k = floor(x) - 1.0; k > 0.0; k -= 1.0) {
        sum += 1.0 / (x - k);
    }
    let t = select(x - floor(x), x, x < 1.0);
    let u = t - 0.5;
    let low = 0.09511622 + u * (-0.06200707 + u * (0.03936942 + u * (-0.026048882 + u * (0.023909071 + u * -0.015906317))));
    let p = 0.9510559 + u * (-0.42362744 + u * (0.24053845 + u * (-0.14840224 + u * low)));
    return ((t - 0.46163213) - 1.2438150e-8) * p + sum;
}

fn ct_digamma(x: f32) -> f32 {
    let above = x > 0.0;
    let up = ct_digamma_up(select(1.0 - x, x, above));
    let d = x - round(x);
    let turn = ct_half_turn(d);
    let below = select(up - ct_copysign(3.14159265 * turn.y / turn.x, d), ct_nan(), d == 0.0 || !ct_is_finite(x));
    return select(select(select(below, ct_copysign(ct_inf(), -x), x == 0.0), up, above), x, ct_is_nan(x));
}

// Euler and Maclaurin, for x > 0; times `times`, which may be large where the sum is small.
fn ct_zeta_sum(x: f32, e: f32, times: f32) -> f32 {
    var sum = 0.0;
    var scale = 0.0;
    for (var k = 0; k <= 6; k += 1) {
        let power = ct_pow(x + f32(k), select(-e, 1.0 - e, k == 6)) * times;
        scale = power;
        sum += select(power, 0.0, k == 6);
    }
    let z = x + 6.0;
    let w = 1.0 / (z * z);
    let rising = e / z;
    let second = rising * (e + 1.0) * (e + 2.0) * w;
    let third = second * (e + 3.0) * (e + 4.0) * w;
    let tail = 0.5 + rising * 0.083333333 - second * 0.0013888889 + third * 3.3068783e-5;
    return select(sum + scale * (1.0 / (e - 1.0) + tail / z), sum, scale == 0.0);
}

fn ct_zeta_times(x: f32, e: f32, times: f32) -> f32 {
    let even = floor(0.5 * e) == 0.5 * e;
    let d = x - round(x);
    // Below 0 the terms from the first above 0 on, and those before them: these are the terms of a sum that ends.
    let above = select(select(1.0 + d, d, d > 0.0), x, x > 0.0);
    let below = select(-d, 1.0 - d, d > 0.0);
    var sum = 0.0;
    var mirrored = 0.0;
    for (var part = select(2, 0, x > 0.0); part >= 0; part -= 1) {
        let terms = ct_zeta_sum(select(select(1.0 - x, below, part == 1), above, part == 0), e, times);
        sum = terms;
        mirrored = select(select(-terms, terms + mirrored, part == 1), mirrored, part == 0);
    }
    let all_of = sum + select(-mirrored, mirrored, even);
    let undefined = x <= 0.0 && (floor(e) != e || !ct_is_finite(x));
    let at_pole = select(ct_nan(), ct_inf(), x == 0.0 || even);
    let y = select(select(all_of, ct_nan(), undefined), at_pole, x <= 0.0 && d == 0.0);
    return select(select(y, ct_nan(), !(e > 1.0)), select(ct_inf(), ct_nan(), ct_is_nan(x)), e == 1.0 || ct_is_nan(x));
}

fn ct_zeta(x: f32, e: f32) -> f32 {
    return ct_zeta_times(x, e, 1.0);
}

// (-1)^(n+1) n!, which f32 has up to 33!.
fn ct_signed_factorial(n: i32) -> f32 {
    var factorial = select(-1.0, 1.0, (n & 1) == 1);
    for (var k = 2; k <= n; k += 1) {
        factorial *= f32(k);
    }
    return factorial;
}

fn ct_polygamma(x: f32, n: i32) -> f32 {
    if n == 0 {
        return ct_digamma(x);
    }
    let order = clamp(n, 1, 33);
    let y = ct_zeta_times(x, f32(order) + 1.0, ct_signed_factorial(order));
    let at_zero = select(y, ct_copysign(ct_inf(), -x), (n & 1) == 0 && x == 0.0);
    return select(at_zero, ct_nan(), n != order);
}

// Of x > 0 and n in 1..=33.
fn ct_polygamma_up(x: f32, n: i32) -> f32 {
    return ct_zeta_sum(x, f32(n) + 1.0, ct_signed_factorial(n));
}

fn ct_betaln(x: f32, y: f32) -> f32 {
    let a = max(x, y);
    let b = min(x, y);
    let far = a >= 8.0;
    // lgamma(b) - lgamma(a + b) + lgamma(a), or the first of them.
    var near = 0.0;
    for (var part = 0; part < select(3, 1, far); part += 1) {
        let up = ct_lgamma_up(select(select(a, a + b, part == 1), b, part == 0));
        near += select(up, -up, part == 1);
    }
    let first = (a - 0.5) * ct_log1p(b / a);
    let rest = ct_stirling(a) - ct_stirling(a + b);
    let one = near + (b - first - b * ct_log(a + b)) + rest;
    let both = 0.91893853 - 0.5 * ct_log(b) + (rest + ct_stirling(b)) - (first + b * ct_log1p(a / b));
    let inside = select(near, select(both, one, b < 8.0), far);
    let at_ends = select(select(inside, -ct_inf(), !ct_is_finite(a)), ct_inf(), b == 0.0);
    let undefined = ct_is_nan(x) || ct_is_nan(y) || b < 0.0 || (b == 0.0 && !ct_is_finite(a));
    return select(at_ends, ct_nan(), undefined);
}

fn ct_erfinv(x: f32) -> f32 {
    let a = abs(x);
    let inside = select(0.5, a, a < 1.0);
    let w = -ct_log((1.0 - inside) * (1.0 + inside));
    let u = w - 2.5;
    let near_low = 2.1831299e-4 + u * (-4.3803467e-6 + u * (-3.4547795e-6 + u * (3.4222471e-7 + u * 2.2605978e-8)));
    let near = 1.5014093 + u * (0.24664077 + u * (-0.0041773464 + u * (-0.0012537589 + u * near_low)));
    let v = sqrt(w) - 3.1930340;
    let far_low = 0.0030069523 + v * (-0.0021845477 + v * (0.0011533286 + v * (-1.4548773e-4 + v * -1.0893132e-4)));
    let far = 3.0266383 + v * (1.004606 + v * (0.006064728 + v * (-0.0043401793 + v * far_low)));
    let y = select(x * far, x * near, w < 5.0);
    return select(select(y, ct_copysign(ct_inf(), x), a == 1.0), ct_nan(), !(a <= 1.0));
}

fn ct_ndtr(x: f32) -> f32 {
    let c = min(abs(x), 14.8);
    let tail = 0.5 * ct_exp_square(-0.5, c) * ct_erfcx(0.70710678 * c);
    let far = select(tail, 1.0 - tail, x > 0.0);
    return select(far, 0.5 * ct_erfc(-0.70710678 * x), !(abs(x) > 0.7));
}

// sqrt(2 pi) |x| exp(x² / 2) ndtr(x) is 1 less this, from -14 down.
fn ct_mills_tail(x: f32) -> f32 {
    let t = 1.0 / (x * x);
    return t * (1.0 - t * (3.0 - t * 15.0));
}

fn ct_ndtr_ratio(x: f32) -> f32 {
    if x < -14.0 {
        return -x / (1.0 - ct_mills_tail(x));
    }
    if x < -1.0 {
        return 0.79788456 / ct_erfcx(-0.70710678 * x);
    }
    return 0.39894228 * ct_exp_square(-0.5, min(x, 20.0)) / ct_ndtr(x);
}

fn ct_ndtr_excess(x: f32) -> f32 {
    let t = ct_mills_tail(min(x, -14.0));
    return select(x + ct_ndtr_ratio(x), select(-x * (t / (1.0 - t)), 0.0, x == -ct_inf()), x < -14.0);
}

fn ct_log_ndtr(x: f32) -> f32 {
    if x < -14.0 {
        return -0.5 * x * x - ct_log(-x) - 0.91893853 + ct_log1p(-ct_mills_tail(x));
    }
    if x < -1.0 {
        return ct_log(0.5 * ct_erfcx(-0.70710678 * x)) - 0.5 * x * x;
    }
    return ct_log1p(-ct_ndtr(-x));
}

fn ct_entr(x: f32) -> f32 {
    let y = select(-x * ct_log(x), 0.0, x == 0.0);
    return select(select(y, -ct_inf(), x < 0.0), x, ct_is_nan(x));
}

fn ct_logaddexp(a: f32, b: f32) -> f32 {
    let high = max(a, b);
    let y = select(high, high + ct_log1p(ct_exp(min(a, b) - high)), ct_is_finite(high));
    return select(y, ct_nan(), ct_is_nan(a) || ct_is_nan(b));
}

// Bessel functions up to 8 by their series in x² / 4, and beyond with exp(x) / sqrt(2 pi x) taken out.
fn ct_i0_near(z: f32) -> f32 {
    let high = 7.5940584e-12 + z * (7.5940584e-14 + z * (6.2760814e-16 + z * (4.3583898e-18 + z * (2.5789289e-20 + z * 1.31578e-22))));
    let mid = 6.9444444e-5 + z * (1.9290123e-6 + z * (3.9367599e-8 + z * (6.1511873e-10 + z * high)));
    return 1.0 + z * (1.0 + z * (0.25 + z * (0.027777778 + z * (0.0017361111 + z * mid))));
}

fn ct_i1_near(z: f32) -> f32 {
    let high = 3.7970292e-13 + z * (3.4518447e-15 + z * (2.6150339e-17 + z * (1.6763038e-19 + z * (9.2104603e-22 + z * 4.3859335e-24))));
    let mid = 5.787037e-06 + z * (1.377866e-07 + z * (2.4604749e-09 + z * (3.4173263e-11 + z * high)));
    return 0.5 + z * (0.25 + z * (0.041666667 + z * (0.0034722222 + z * (0.00017361111 + z * mid))));
}

fn ct_i0_far(a: f32) -> f32 {
    let r = 1.0 / a;
    let tail = 0.07467479 + r * (0.06827113 + r * (0.93457925 + r * (-5.313482 + r * 22.632452)));
    return 0.39894228 * (1.0 + r * (0.12500013 + r * (0.07028986 + r * tail))) * inverseSqrt(a);
}

fn ct_i1_far(a: f32) -> f32 {
    let r = 1.0 / a;
    let tail = -0.104175545 + r * (-0.094246075 + r * (-1.0794559 + r * (5.9636273 + r * -25.472103)));
    return 0.39894228 * (1.0 + r * (-0.37500015 + r * (-0.11716157 + r * tail))) * inverseSqrt(a);
}

// exp(a) times a small number, which overflows later than exp(a).
fn ct_grown(a: f32, small: f32) -> f32 {
    let half = ct_exp(0.5 * min(a, 170.0));
    return select(half * (half * small), ct_inf(), a >= 170.0);
}

fn ct_i0(x: f32) -> f32 {
    let a = abs(x);
    let y = select(ct_grown(a, ct_i0_far(max(a, 8.0))), ct_i0_near(0.25 * a * a), a < 8.0);
    return select(y, x, ct_is_nan(x));
}

fn ct_i0e(x: f32) -> f32 {
    let a = abs(x);
    let y = select(ct_i0_far(max(a, 8.0)), ct_i0_near(0.25 * min(a, 8.0) * min(a, 8.0)) * ct_exp(-a), a < 8.0);
    return select(y, x, ct_is_nan(x));
}

fn ct_i1(x: f32) -> f32 {
    let a = abs(x);
    let y = select(ct_grown(a, ct_i1_far(max(a, 8.0))), a * ct_i1_near(0.25 * a * a), a < 8.0);
    return select(ct_copysign(y, x), x, ct_is_nan(x));
}

fn ct_i1e(x: f32) -> f32 {
    let a = min(abs(x), 8.0);
    let y = select(ct_i1_far(max(abs(x), 8.0)), a * ct_i1_near(0.25 * a * a) * ct_exp(-a), abs(x) < 8.0);
    return select(ct_copysign(y, x), x, ct_is_nan(x));
}
