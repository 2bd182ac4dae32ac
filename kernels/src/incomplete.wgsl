
// The incomplete gamma functions and their derivatives by a up to order 16, as one function: drivers put the text of a function
// wherever it is called.

fn ct_binomial(n: i32, k: i32) -> f32 {
    var c = 1.0;
    for (var i = 0; i < k; i += 1) {
        c *= f32(n - i) / f32(i + 1);
    }
    return c;
}

// Of f' = first f the derivatives by a over f; those of `first` are those of -digamma(b).
fn ct_bell(first: f32, b: f32, n: i32, parts: ptr<function, array<f32, 17>>) {
    var kappa: array<f32, 17>;
    kappa[1] = first;
    for (var j = 2; j <= n; j += 1) {
        kappa[j] = -ct_polygamma_up(b, j - 1);
    }
    (*parts)[0] = 1.0;
    for (var m = 0; m < n; m += 1) {
        var sum = 0.0;
        var c = 1.0;
        for (var k = 0; k <= m; k += 1) {
            sum += c * kappa[k + 1] * (*parts)[m - k];
            c *= f32(m - k) / f32(k + 1);
        }
        (*parts)[m + 1] = sum;
    }
}

// The polynomial in v plus a number by which the density's derivative of order n by a differs from it, of what `ct_bell` gives. Below
// 2 the factor a of a/gamma(1 + a) by itself: the derivatives of gamma(a) are large and would cancel.
fn ct_order(a: f32, n: i32, rest: ptr<function, array<f32, 17>>, parts: ptr<function, array<f32, 17>>) {
    for (var k = 0; k <= n; k += 1) {
        var part = ct_binomial(n, k) * (*rest)[n - k];
        if a < 2.0 && k < n {
            part += f32(n) / a * ct_binomial(n - 1, k) * (*rest)[n - 1 - k];
        }
        (*parts)[k] = part;
    }
}

fn ct_order_at(n: i32, v: f32, parts: ptr<function, array<f32, 17>>) -> f32 {
    var y = 0.0;
    for (var k = n; k >= 0; k -= 1) {
        y = y * v + (*parts)[k];
    }
    return y;
}

// exp(v) - 1 - v.
fn ct_gap(v: f32) -> f32 {
    let series = v * v * (0.5 + v * (0.16666667 + v * (0.041666667 + v * (0.0083333333 + v * (0.0013888889 + v * 1.984127e-4)))));
    return select(ct_expm1(v) - v, series, abs(v) < 0.5);
}

// How far below and above v the density counts.
fn ct_below(a: f32, v: f32) -> f32 {
    let t = 20.0 / a;
    let e = ct_exp(v);
    let l = select(t + 1.0, sqrt(3.0 * t), 3.0 * t <= 1.0);
    return select(l, min(l, t / (1.0 - e)), e < 1.0);
}

fn ct_above(a: f32, v: f32) -> f32 {
    let t = 20.0 / a;
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

// What there is nothing to integrate for, with the result.
fn ct_gamma_ends(a: f32, x: f32) -> bool {
    return !(a > 0.0 && x > 0.0) || a == ct_inf() || x == ct_inf();
}

fn ct_gamma_end(a: f32, x: f32, at_zero: f32, at_infinity: f32) -> f32 {
    let undefined = !(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0) || (a == ct_inf() && x == ct_inf());
    return select(select(at_infinity, at_zero, x == 0.0 || a == ct_inf()), ct_nan(), undefined);
}

// The lower one and its derivatives, the upper one, and the density and its derivatives.
const CT_LOWER = 0u;
const CT_UPPER = 1u;
const CT_DENSITY = 2u;

fn ct_incomplete(kind: u32, a: f32, x: f32, n: i32) -> f32 {
    let density = kind == CT_DENSITY;
    let odd = (n & 1) == 1;
    if n < 0 || n > 16 {
        return ct_nan();
    }
    if ct_gamma_ends(a, x) {
        var at_zero = select(0.0, 1.0, kind == CT_UPPER);
        var at_infinity = select(select(ct_nan(), 0.0, a > 0.0), select(1.0, 0.0, kind == CT_UPPER), n == 0);
        if density {
            let far = select(ct_inf(), -ct_inf(), odd);
            at_zero = select(select(far, 1.0, a == 1.0 && n == 0), 0.0, a > 1.0);
            at_infinity = select(ct_nan(), 0.0, a > 0.0 || n == 0);
        }
        return ct_gamma_end(a, x, at_zero, at_infinity);
    }
    // For small a and x a power series of factors x^a / gamma(1 + a) and 1 + a sum. Neither is large where a is small.
    let series = a < 2.0 && x < 1.5;
    let b = select(a, 1.0 + a, a < 2.0);
    let log_a = ct_log(a);
    let log_x = ct_log(x);
    let psi = ct_digamma_up(b);
    var rest: array<f32, 17>;
    ct_bell(select(0.0, log_x - psi, series), b, n, &rest);
    if series {
        let up = ct_lgamma_one_plus(select(a - 1.0, a, a < 1.0)) + select(log_a, 0.0, a < 1.0);
        let scale = a * log_x - up;
        if density {
            let before = f32(n) * rest[max(n - 1, 0)];
            return ct_exp(scale - x) * (a * rest[n] + before) / x;
        }
        var sums: array<f32, 17>;
        var first = 0.0;
        var term = 1.0;
        for (var k = 1.0; k < 14.0; k += 1.0) {
            term *= -x / k;
            first += term / (a + k);
            var fall = -term * k / (a + k);
            for (var j = 1; j <= n; j += 1) {
                fall *= -f32(j) / (a + k);
                sums[j] += fall;
            }
        }
        first *= a;
        sums[0] = 1.0 + first;
        var all_of = 0.0;
        for (var j = 0; j <= n; j += 1) {
            all_of += ct_binomial(n, j) * rest[n - j] * sums[j];
        }
        let e = ct_exp(scale);
        return select(e * all_of, -ct_expm1(scale) - e * first, kind == CT_UPPER);
    }
    // Integrals over v = log(t / a) of the density of a gamma variable.
    var parts: array<f32, 17>;
    ct_order(a, n, &rest, &parts);
    let near = (x - a) / a;
    let end = select(log_x - log_a, ct_log1p(near), abs(near) < 0.5);
    let far = a >= 8.0;
    let centre = select(log_a - psi, ct_log_less_digamma(a), far);
    let height = select(a * log_a - a - ct_lgamma_up(a), 0.5 * log_a - 0.91893853 - ct_stirling(a), far);
    // The density's logarithm has its mean, by a itself, where v is -mean.
    let mean = centre + select(0.0, 1.0 / a, a < 2.0);
    let upper = end + mean > 0.0;
    let peak = select(min(end, 0.0), max(end, 0.0), upper);
    let below = ct_below(a, select(peak, 0.0, upper));
    let above = ct_above(a, select(0.0, peak, upper));
    let low = select(peak - below, max(end, -below), upper);
    let high = select(min(end, above), peak + above, upper);
    let half = 0.5 * (high - low);
    if density || half > 0.0 {
        // The doubly exponential formula. A density is one of its points.
        var sum = 0.0;
        for (var k = select(-24, 24, density); k <= 24; k += 1) {
            let e = ct_exp(0.11 * f32(k));
            let q = ct_exp(-1.57079633 * abs(e - 1.0 / e));
            // The distance from the nearer end, as 2 q / (1 + q) of the half.
            let away = half * 2.0 * q / (1.0 + q);
            let v = select(select(high - away, low + away, k < 0), end, density);
            let weight = ct_exp(height - a * ct_gap(v)) * ct_order_at(n, v + centre, &parts);
            if density {
                return weight / x;
            }
            sum += weight * (e + 1.0 / e) * q / ((1.0 + q) * (1.0 + q));
        }
        let integral = half * 3.14159265 * 0.11 * sum;
        // The whole is 1 for every a.
        let whole = select(0.0, 1.0, n == 0);
        return select(whole - integral, integral, upper == (kind == CT_UPPER));
    }
    return select(0.0, 1.0, n == 0 && upper != (kind == CT_UPPER));
}

fn ct_gammainc(a: f32, x: f32) -> f32 {
    return ct_incomplete(CT_LOWER, a, x, 0);
}

fn ct_gammaincc(a: f32, x: f32) -> f32 {
    return ct_incomplete(CT_UPPER, a, x, 0);
}

fn ct_gammainc_slope(a: f32, x: f32, n: i32) -> f32 {
    return ct_incomplete(CT_LOWER, a, x, n);
}

fn ct_gamma_density(a: f32, x: f32, n: i32) -> f32 {
    return ct_incomplete(CT_DENSITY, a, x, n);
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
