
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

// In float the device's own has errors of more than 4 ulp.
template <class R> __device__ R ct_lgamma(R x) { return R(lgamma(double(x))); }

// digamma of x > 0. Below 8 by steps from 1..2, where the distance to its zero there is a factor.
__device__ inline double ct_digamma_up(double x) {
    const double near[22] = {
        0.951055876031833, -0.4236274212814605, 0.2405424842407742, -0.14840492305390884, 0.09498872445494122,
        -0.061922133273064534, 0.04076083381242074, -0.02697579675613825, 0.0179072524394512, -0.011908218001568644,
        0.007926944646403797, -0.005279964873257405, 0.003519006401502276, -0.002345267632540769, 0.0015566317474486838,
        -0.0010376374098418604, 0.0007233266279287554, -0.0004821990530566789, 0.0002272331660987376, -0.00015148586836773365,
        0.00025968482126430747, -0.00017312261802727394,
    };
    if (!(x < 8)) return log(x) - ct_log_less_digamma(x);
    const double t = x < 1 ? x : x - floor(x);
    double sum = x < 1 ? -1 / x : 0, ratio = near[21];
    for (double k = floor(x) - 1; k > 0; k--) sum += 1 / (x - k);
    for (int k = 20; k >= 0; k--) ratio = ratio * (t - 0.5) + near[k];
    return ((t - 0.46163214496836225) - 9.549995429965697e-17) * ratio + sum;
}
template <class R> __device__ R ct_digamma(R at) {
    const double x = at;
    if (x == 0) return R(copysign(ct_inf<double>(), -x));
    if (!(x < 0)) return R(ct_digamma_up(x));
    const double d = x - rint(x);
    return d == 0 ? ct_nan<R>() : R(ct_digamma_up(1 - x) - CT_PI * cospi(d) / sinpi(d));
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
    if (x < -1) return 0.79788456080286536 / erfcx(-x * 0.70710678118654752);
    // What rounding the square leaves counts by itself. Beyond 39 the density is 0.
    const double at = x > 39 ? 39 : x, square = at * at, rest = fma(at, at, -square);
    return 0.3989422804014327 * exp(-0.5 * square) * (1 - 0.5 * rest) / normcdf(at);
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
    return isinf(high) || high != high ? high : high + ct_near_log1p(exp(low - high));
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
