
// Special functions that CUDA lacks. All compute in double, for float too: beside zeros and in reflections digits cancel.

const double CT_PI = 3.14159265358979323846;

// lgamma(z) less its leading terms, from z = 8.
__device__ inline double ct_stirling(double z) {
    const double r = 1 / z, w = r * r;
    const double tail = 1.0 / 1680 - w * (1.0 / 1188 - w * (691.0 / 360360 - w / 156));
    return r * (1.0 / 12 - w * (1.0 / 360 - w * (1.0 / 1260 - w * tail)));
}

// log(z) - digamma(z), from z = 8.
__device__ inline double ct_log_less_digamma(double z) {
    const double r = 1 / z, w = r * r;
    const double tail = 1.0 / 240 - w * (1.0 / 132 - w * (691.0 / 32760 - w / 12));
    return 0.5 * r + w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w * tail)));
}

template <class R> __device__ R ct_digamma(R at) {
    double x = at, sum = 0;
    if (x == 0) return R(copysign(ct_inf<double>(), -x));
    if (x < 0) {
        const double d = x - rint(x);
        if (d == 0) return ct_nan<R>();
        sum = CT_PI * cospi(d) / sinpi(d);
        x = 1 - x;
    }
    for (; x < 8; x += 1) sum += 1 / x;
    return R(log(x) - ct_log_less_digamma(x) - sum);
}

// Euler and Maclaurin, for x > 0.
__device__ inline double ct_zeta_sum(double x, double e) {
    const double bernoulli[10] = {1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160,
        -5.284190138687493e-10, 1.3382536530684679e-11, -3.389680296322583e-13, 8.586062056277845e-15,
        -2.174868698558062e-16};
    double sum = 0;
    for (int k = 0; k < 10; k++) sum += pow(x + k, -e);
    const double r = 1 / (x + 10);
    double tail = 0.5, rising = e * r;
    for (int j = 0; j < 10; j++) {
        tail += bernoulli[j] * rising;
        rising *= (e + 2 * j + 1) * (e + 2 * j + 2) * r * r;
    }
    const double scale = pow(x + 10, 1 - e);
    return scale == 0 ? sum : sum + scale * (1 / (e - 1) + tail * r);
}
__device__ inline double ct_zeta_wide(double x, double e) {
    if (!(e > 1) || x != x) return e == 1 && x == x ? ct_inf<double>() : ct_nan<double>();
    if (x > 0) return ct_zeta_sum(x, e);
    const bool even = floor(0.5 * e) == 0.5 * e;
    const double d = x - rint(x);
    if (d == 0) return x == 0 || even ? ct_inf<double>() : ct_nan<double>();
    if (floor(e) != e || d != d) return ct_nan<double>();
    const double above = d > 0 ? d : 1 + d, below = d > 0 ? 1 - d : -d;
    const double mirrored = ct_zeta_sum(below, e) - ct_zeta_sum(1 - x, e);
    return ct_zeta_sum(above, e) + (even ? mirrored : -mirrored);
}
template <class R> __device__ R ct_zeta(R x, R e) { return R(ct_zeta_wide(x, e)); }
template <class R> __device__ R ct_polygamma(R x, int n) {
    if (n == 0) return ct_digamma(x);
    if (n < 0 || n > 170) return ct_nan<R>();
    double y = 1;
    for (int k = 2; k <= n; k++) y *= k;
    const bool even = n % 2 == 0;
    y *= even && x == 0 ? copysign(ct_inf<double>(), double(x)) : ct_zeta_wide(x, n + 1.0);
    return R(even ? -y : y);
}

template <class R> __device__ R ct_betaln(R x, R y) {
    const double a = x > y ? x : y, b = x > y ? y : x;
    if (!(b >= 0) || x != x || y != y || (b == 0 && a == ct_inf<double>())) return ct_nan<R>();
    if (b == 0) return ct_inf<R>();
    if (a == ct_inf<double>()) return -ct_inf<R>();
    if (a < 8) return R(lgamma(b) - lgamma(a + b) + lgamma(a));
    const double first = (a - 0.5) * log1p(b / a), rest = ct_stirling(a) - ct_stirling(a + b);
    if (b < 8) return R(lgamma(b) + (b - first - b * log(a + b)) + rest);
    return R(0.91893853320467274 - 0.5 * log(b) + (rest + ct_stirling(b)) - (first + b * log1p(a / b)));
}

// 1 - sqrt(2 pi) |x| exp(x² / 2) ndtr(x), far below 0.
__device__ inline double ct_mills_tail(double x) {
    const double t = 1 / (x * x);
    return t * (1 - t * (3 - t * (15 - t * (105 - t * (945 - t * 10395)))));
}
__device__ inline double ct_ndtr_ratio_wide(double x) {
    return x < -1 ? 0.79788456080286536 / erfcx(-x * 0.70710678118654752)
                  : 0.3989422804014327 * exp(-0.5 * x * x) / normcdf(x);
}
template <class R> __device__ R ct_ndtr_ratio(R x) { return R(ct_ndtr_ratio_wide(x)); }
template <class R> __device__ R ct_ndtr_excess(R at) {
    const double x = at, t = ct_mills_tail(x);
    if (x == -ct_inf<double>()) return 0;
    return R(x < -38 ? -x * (t / (1 - t)) : x + ct_ndtr_ratio_wide(x));
}
template <class R> __device__ R ct_log_ndtr(R at) {
    const double x = at;
    return R(x < -1 ? log(0.5 * erfcx(-x * 0.70710678118654752)) - 0.5 * x * x : log1p(-normcdf(-x)));
}
template <class R> __device__ R ct_entr(R x) {
    return x > 0 ? -x * log(x) : x == 0 ? R(0) : x < 0 ? -ct_inf<R>() : x;
}
template <class R> __device__ R ct_logaddexp(R a, R b) {
    const R high = ct_maximum(a, b), low = ct_minimum(a, b);
    return isinf(high) || high != high ? high : high + log1p(exp(low - high));
}

// exp(-a) times the Bessel function of the order whose square is mu / 4.
__device__ inline double ct_bessel_scaled(double a, double mu, double near) {
    if (a < 100) return near * exp(-a);
    double sum = 1, term = 1;
    for (int k = 1; k <= 12; k++) {
        term *= ((2 * k - 1) * (2 * k - 1) - mu) / (8 * a * k);
        sum += term;
    }
    return sum * rsqrt(2 * CT_PI * a);
}
template <class R> __device__ R ct_i0e(R x) {
    const double a = abs(double(x));
    return R(ct_bessel_scaled(a, 0, cyl_bessel_i0(a < 100 ? a : 0)));
}
template <class R> __device__ R ct_i1e(R x) {
    const double a = abs(double(x));
    return R(copysign(ct_bessel_scaled(a, 4, cyl_bessel_i1(a < 100 ? a : 0)), double(x)));
}

// What integrals over v = log(t / a) of the density of a gamma variable have in common.
struct ct_hump {
    double a, end, height, centre;

    __device__ static double gap(double v) {
        return abs(v) < 0.03 ? v * v * (0.5 + v * (1.0 / 6 + v * (1.0 / 24 + v * (1.0 / 120 + v * (1.0 / 720 + v / 5040)))))
                             : expm1(v) - v;
    }
    __device__ ct_hump(double a, double x) : a(a) {
        const double near = (x - a) / a;
        end = abs(near) < 0.5 ? log1p(near) : log(x) - log(a);
        height = a < 8 ? a * log(a) - a - lgamma(a) : 0.5 * log(a) - 0.91893853320467274 - ct_stirling(a);
        centre = a < 8 ? log(a) - ct_digamma(a) : ct_log_less_digamma(a);
    }
    __device__ double weight(double v, int n) const {
        double w = exp(height - a * gap(v));
        for (int k = 0; k < n; k++) w *= v + centre;
        return w;
    }
    // The doubly exponential formula.
    __device__ double between(double low, double high, int n) const {
        const double mid = 0.5 * (low + high), half = 0.5 * (high - low);
        if (!(half > 0)) return 0;
        double sum = 0;
        for (int k = -45; k <= 45; k++) {
            const double t = 0.07 * k, c = cosh(0.5 * CT_PI * sinh(t));
            sum += weight(mid + half * tanh(0.5 * CT_PI * sinh(t)), n) * cosh(t) / (c * c);
        }
        return half * 0.5 * CT_PI * 0.07 * sum;
    }
    // How far below and above v the density counts.
    __device__ double below(double v) const {
        const double t = 42 / a, e = exp(v);
        double l = fmin(3 * t <= 1 ? sqrt(3 * t) : t + 1, e < 1 ? t / (1 - e) : ct_inf<double>());
        for (int k = 0; k < 4; k++) l -= (l + e * expm1(-l) - t) / (1 - e * exp(-l));
        return l;
    }
    __device__ double above(double v) const {
        const double t = 42 / a, e = exp(v);
        double l = fmin(sqrt(2 * t), e > 1 ? t / (e - 1) : ct_inf<double>());
        for (int k = 0; k < 6; k++) l = fmin(l, log1p((t + l) / e));
        return l;
    }
    __device__ bool high() const { return end + centre > 0; }
    __device__ double upper(int n) const {
        const double peak = fmax(end, 0.0);
        return between(fmax(end, -below(0)), peak + above(peak), n);
    }
    __device__ double lower(int n) const;
};
__device__ inline double ct_series_log(double a, double x) { return a * log(x) - lgamma(1 + a); }
__device__ inline double ct_series_rest(double a, double x) {
    double sum = 0, term = 1;
    for (int k = 1; k < 24; k++) {
        term *= -x / k;
        sum += term / (a + k);
    }
    return a * sum;
}
__device__ inline double ct_series_moment(double a, double x, int n) {
    const double end = log(x) - ct_digamma(1 + a), centred = end + 1 / a;
    double sum = 0, term = 1;
    for (int k = 0; k < 24; k++) {
        if (k > 0) term *= -x / k;
        double moment = 1 / (a + k), power = 1;
        for (int m = 1; m <= n; m++) {
            power *= centred;
            moment = m == 1 && k == 0 ? end / a : (power - m * moment) / (a + k);
        }
        sum += term * moment;
    }
    return a * exp(ct_series_log(a, x)) * sum;
}
__device__ inline double ct_hump::lower(int n) const {
    if (a >= 2) {
        const double peak = fmin(end, 0.0);
        return between(peak - below(peak), fmin(end, above(0)), n);
    }
    const double from = log(1.5 / a), peak = fmax(from, 0.0);
    return ct_series_moment(a, 1.5, n) + between(from, fmin(end, peak + above(peak)), n);
}
// Whether there is nothing to integrate, with the result.
__device__ inline bool ct_gamma_ends(double a, double x, double at_zero, double at_infinity, double &y) {
    const double inf = ct_inf<double>();
    const bool undefined = !(a >= 0 && x >= 0) || (a == 0 && x == 0) || (a == inf && x == inf);
    y = undefined ? ct_nan<double>() : x == 0 || a == inf ? at_zero : at_infinity;
    return undefined || x == 0 || a == inf || x == inf || a == 0;
}
template <class R> __device__ R ct_gammainc(R s, R t) {
    const double a = s, x = t;
    double y;
    if (ct_gamma_ends(a, x, 0, 1, y)) return R(y);
    if (a < 2 && x < 1.5) return R(exp(ct_series_log(a, x)) * (1 + ct_series_rest(a, x)));
    const ct_hump hump(a, x);
    return R(hump.high() ? 1 - hump.upper(0) : hump.lower(0));
}
template <class R> __device__ R ct_gammaincc(R s, R t) {
    const double a = s, x = t;
    double y;
    if (ct_gamma_ends(a, x, 1, 0, y)) return R(y);
    const double scale = ct_series_log(a, x);
    if (a < 2 && x < 1.5) return R(-expm1(scale) - exp(scale) * ct_series_rest(a, x));
    const ct_hump hump(a, x);
    return R(hump.high() ? hump.upper(0) : 1 - hump.lower(0));
}
template <class R> __device__ R ct_gamma_density(R s, R t) {
    const double a = s, x = t;
    double y;
    if (ct_gamma_ends(a, x, a > 1 ? 0 : a == 1 ? 1 : ct_inf<double>(), 0, y)) return R(y);
    if (a < 2 && x < 1.5) return R(exp(ct_series_log(a, x) - x) * (a / x));
    const ct_hump hump(a, x);
    return R(hump.weight(hump.end, 0) / x);
}
template <class R> __device__ R ct_gamma_moment(R s, R t, int n) {
    const double a = s, x = t;
    double y;
    if (n <= 0) return n == 0 ? ct_gammainc(s, t) : ct_nan<R>();
    const bool ends = ct_gamma_ends(a, x, 0, n == 1 && a > 0 ? 0 : ct_nan<double>(), y);
    if (ends && n > 1 && a > 0 && x == ct_inf<double>() && a < x) return R(ct_hump(a, 1e3 * (a + 1)).lower(n));
    if (ends) return R(y);
    if (a < 2 && x < 1.5) return R(ct_series_moment(a, x, n));
    const ct_hump hump(a, x);
    return R(n == 1 && hump.high() ? -hump.upper(1) : hump.lower(n));
}
