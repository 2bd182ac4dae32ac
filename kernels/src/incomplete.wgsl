
// The incomplete gamma functions and their derivatives by a up to order 16.

fn ct_binomial(n: i32, k: i32) -> f32 {
    var c = 1.0;
    for (var i = 0; i < k; i += 1) {
        c *= f32(n - i) / f32(i + 1);
    }
    return c;
}

// Of f' = first f the derivatives by a over f; those of `first` are those of -digamma(b).
fn ct_bell(first: f32, b: f32, n: i32) -> array<f32, 17> {
    var kappa: array<f32, 17>;
    var parts: array<f32, 17>;
    for (var j = 1; j <= n; j += 1) {
        kappa[j] = first;
        if j > 1 {
            kappa[j] = -ct_polygamma(b, j - 1);
        }
    }
    parts[0] = 1.0;
    for (var m = 0; m < n; m += 1) {
        for (var k = 0; k <= m; k += 1) {
            parts[m + 1] += ct_binomial(m, k) * kappa[k + 1] * parts[m - k];
        }
    }
    return parts;
}

// The polynomial in v plus a number by which the density's derivative of order n by a differs from it. Below 2 the factor
// a of a/gamma(1 + a) by itself: the derivatives of gamma(a) are large and would cancel. The last place has the number.
fn ct_order(a: f32, n: i32) -> array<f32, 18> {
    let b = select(a, 1.0 + a, a < 2.0);
    var rest = ct_bell(0.0, b, n);
    var parts: array<f32, 18>;
    for (var k = 0; k <= n; k += 1) {
        parts[k] = ct_binomial(n, k) * rest[n - k];
        if a < 2.0 && k < n {
            parts[k] += f32(n) / a * ct_binomial(n - 1, k) * rest[n - 1 - k];
        }
    }
    parts[17] = ct_log(a) - ct_digamma_up(b);
    if a >= 8.0 {
        parts[17] = ct_log_less_digamma(a);
    }
    return parts;
}

fn ct_order_at(order: array<f32, 18>, n: i32, v: f32) -> f32 {
    var parts = order;
    var y = 0.0;
    for (var k = n; k >= 0; k -= 1) {
        y = y * (v + parts[17]) + parts[k];
    }
    return y;
}

// What integrals over v = log(t / a) of the density of a gamma variable have in common.
struct CtHump {
    a: f32,
    end: f32,
    height: f32,
    centre: f32,
}

// exp(v) - 1 - v.
fn ct_gap(v: f32) -> f32 {
    let series = v * v * (0.5 + v * (0.16666667 + v * (0.041666667 + v * (0.0083333333 + v * (0.0013888889 + v * 1.984127e-4)))));
    return select(ct_expm1(v) - v, series, abs(v) < 0.5);
}

fn ct_hump(a: f32, x: f32) -> CtHump {
    let near = (x - a) / a;
    let end = select(ct_log(x) - ct_log(a), ct_log1p(near), abs(near) < 0.5);
    if a < 8.0 {
        return CtHump(a, end, a * ct_log(a) - a - ct_lgamma_up(a), ct_log(a) - ct_digamma_up(a));
    }
    return CtHump(a, end, 0.5 * ct_log(a) - 0.91893853 - ct_stirling(a), ct_log_less_digamma(a));
}

fn ct_weight(hump: CtHump, v: f32) -> f32 {
    return ct_exp(hump.height - hump.a * ct_gap(v));
}

// The doubly exponential formula.
fn ct_between(hump: CtHump, low: f32, high: f32, n: i32) -> f32 {
    let order = ct_order(hump.a, n);
    let half = 0.5 * (high - low);
    if !(half > 0.0) {
        return 0.0;
    }
    var sum = 0.0;
    for (var k = -24; k <= 24; k += 1) {
        let e = ct_exp(0.11 * f32(k));
        let q = ct_exp(-1.57079633 * abs(e - 1.0 / e));
        // The distance from the nearer end, as 2 q / (1 + q) of the half.
        let away = half * 2.0 * q / (1.0 + q);
        let v = select(high - away, low + away, k < 0);
        let factor = ct_order_at(order, n, v);
        sum += ct_weight(hump, v) * factor * (e + 1.0 / e) * q / ((1.0 + q) * (1.0 + q));
    }
    return half * 3.14159265 * 0.11 * sum;
}

// How far below and above v the density counts.
fn ct_below(hump: CtHump, v: f32) -> f32 {
    let t = 20.0 / hump.a;
    let e = ct_exp(v);
    var l = select(t + 1.0, sqrt(3.0 * t), 3.0 * t <= 1.0);
    if e < 1.0 {
        l = min(l, t / (1.0 - e));
    }
    return l;
}

fn ct_above(hump: CtHump, v: f32) -> f32 {
    let t = 20.0 / hump.a;
    let e = ct_exp(v);
    var l = sqrt(2.0 * t);
    if e > 1.0 {
        l = min(l, t / (e - 1.0));
    }
    for (var k = 0; k < 6; k += 1) {
        l = min(l, ct_log1p((t + l) / e));
    }
    return l;
}

fn ct_series_log(a: f32, x: f32) -> f32 {
    if a < 1.0 {
        return a * ct_log(x) - ct_lgamma_one_plus(a);
    }
    return a * ct_log(x) - ct_lgamma_up(1.0 + a);
}

fn ct_series_rest(a: f32, x: f32) -> f32 {
    var sum = 0.0;
    var term = 1.0;
    for (var k = 1.0; k < 14.0; k += 1.0) {
        term *= -x / k;
        sum += term / (a + k);
    }
    return a * sum;
}

fn ct_series_slope(a: f32, x: f32, n: i32) -> f32 {
    var power = ct_bell(ct_log(x) - ct_digamma_up(1.0 + a), 1.0 + a, n);
    var sums: array<f32, 17>;
    sums[0] = 1.0 + ct_series_rest(a, x);
    var term = 1.0;
    for (var k = 1.0; k < 14.0; k += 1.0) {
        term *= -x / k;
        var fall = -term * k / (a + k);
        for (var j = 1; j <= n; j += 1) {
            fall *= -f32(j) / (a + k);
            sums[j] += fall;
        }
    }
    var all_of = 0.0;
    for (var j = 0; j <= n; j += 1) {
        all_of += ct_binomial(n, j) * power[n - j] * sums[j];
    }
    return ct_exp(ct_series_log(a, x)) * all_of;
}

fn ct_lower(hump: CtHump, n: i32) -> f32 {
    let peak = min(hump.end, 0.0);
    return ct_between(hump, peak - ct_below(hump, peak), min(hump.end, ct_above(hump, 0.0)), n);
}

fn ct_upper(hump: CtHump, n: i32) -> f32 {
    let peak = max(hump.end, 0.0);
    return ct_between(hump, max(hump.end, -ct_below(hump, 0.0)), peak + ct_above(hump, peak), n);
}

// What there is nothing to integrate for, with the result.
fn ct_gamma_ends(a: f32, x: f32) -> bool {
    return !(a > 0.0 && x > 0.0) || a == ct_inf() || x == ct_inf();
}

fn ct_gamma_end(a: f32, x: f32, at_zero: f32, at_infinity: f32) -> f32 {
    let undefined = !(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0) || (a == ct_inf() && x == ct_inf());
    return select(select(at_infinity, at_zero, x == 0.0 || a == ct_inf()), ct_nan(), undefined);
}

fn ct_gammainc(a: f32, x: f32) -> f32 {
    if ct_gamma_ends(a, x) {
        return ct_gamma_end(a, x, 0.0, 1.0);
    }
    if a < 2.0 && x < 1.5 {
        return ct_exp(ct_series_log(a, x)) * (1.0 + ct_series_rest(a, x));
    }
    let hump = ct_hump(a, x);
    if hump.end + hump.centre > 0.0 {
        return 1.0 - ct_upper(hump, 0);
    }
    return ct_lower(hump, 0);
}

fn ct_gammaincc(a: f32, x: f32) -> f32 {
    if ct_gamma_ends(a, x) {
        return ct_gamma_end(a, x, 1.0, 0.0);
    }
    if a < 2.0 && x < 1.5 {
        let scale = ct_series_log(a, x);
        return -ct_expm1(scale) - ct_exp(scale) * ct_series_rest(a, x);
    }
    let hump = ct_hump(a, x);
    if hump.end + hump.centre > 0.0 {
        return ct_upper(hump, 0);
    }
    return 1.0 - ct_lower(hump, 0);
}

fn ct_gammainc_slope(a: f32, x: f32, n: i32) -> f32 {
    if n < 0 || n > 16 {
        return ct_nan();
    }
    if n == 0 {
        return ct_gammainc(a, x);
    }
    if ct_gamma_ends(a, x) {
        return ct_gamma_end(a, x, 0.0, select(ct_nan(), 0.0, a > 0.0));
    }
    if a < 2.0 && x < 1.5 {
        return ct_series_slope(a, x, n);
    }
    let hump = ct_hump(a, x);
    if hump.end + hump.centre > 0.0 {
        return -ct_upper(hump, n);
    }
    return ct_lower(hump, n);
}

fn ct_gamma_density(a: f32, x: f32, n: i32) -> f32 {
    if n < 0 || n > 16 {
        return ct_nan();
    }
    if ct_gamma_ends(a, x) {
        let far = select(ct_inf(), -ct_inf(), (n & 1) == 1);
        let at_zero = select(select(far, 1.0, a == 1.0 && n == 0), 0.0, a > 1.0);
        return ct_gamma_end(a, x, at_zero, select(ct_nan(), 0.0, a > 0.0 || n == 0));
    }
    if a < 2.0 && x < 1.5 {
        var power = ct_bell(ct_log(x) - ct_digamma_up(1.0 + a), 1.0 + a, n);
        let before = f32(n) * power[max(n - 1, 0)];
        return ct_exp(ct_series_log(a, x) - x) * (a * power[n] + before) / x;
    }
    let hump = ct_hump(a, x);
    return ct_weight(hump, hump.end) / x * ct_order_at(ct_order(a, n), n, hump.end);
}

// The density in the limit of x = 0.
fn ct_gamma_limit(a: f32, x: f32, n: i32) -> f32 {
    if x != x || (x == 0.0 && (a != a || n < 0 || n > 16)) {
        return ct_nan();
    }
    if x != 0.0 || a > 1.0 {
        return 0.0;
    }
    let uneven = (n & 1) == 1;
    if a == 1.0 {
        return select(select(ct_inf(), -ct_inf(), uneven), 1.0, n == 0);
    }
    let below = floor(a);
    let odd = below * 0.5 != floor(below * 0.5);
    if below == a && n == 0 {
        return 0.0;
    }
    return select(ct_inf(), -ct_inf(), odd != (uneven != (below == a)));
}
