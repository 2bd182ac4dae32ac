
// The incomplete gamma functions and their derivatives by a up to order 16, in double.

const int CT_MOST = 16;

__device__ inline double ct_binomial(int n, int k) {
    double c = 1;
    for (int i = 0; i < k; i++) c *= double(n - i) / (i + 1);
    return c;
}
// Of f' = first f the derivatives by a over f; those of `first` are those of -digamma(b).
__device__ inline void ct_bell(double first, double b, int n, double *of) {
    double kappa[CT_MOST + 1];
    for (int j = 1; j <= n; j++) kappa[j] = j == 1 ? first : -ct_polygamma(b, j - 1);
    of[0] = 1;
    for (int m = 0; m < n; m++) {
        of[m + 1] = 0;
        for (int k = 0; k <= m; k++) of[m + 1] += ct_binomial(m, k) * kappa[k + 1] * of[m - k];
    }
}
// The polynomial in v plus a number by which the density's derivative of order n by a differs from it. Below 2 the factor
// a of a/gamma(1 + a) by itself: the derivatives of gamma(a) are large and would cancel.
struct ct_order {
    double of[CT_MOST + 1], centre;
    int n;

    __device__ ct_order(double a, int n) : n(n) {
        const double b = a < 2 ? 1 + a : a;
        double rest[CT_MOST + 1];
        ct_bell(0, b, n, rest);
        for (int k = 0; k <= n; k++) {
            of[k] = ct_binomial(n, k) * rest[n - k];
            if (a < 2 && k < n) of[k] += n / a * ct_binomial(n - 1, k) * rest[n - 1 - k];
        }
        centre = a < 8 ? log(a) - ct_digamma(b) : ct_log_less_digamma(a);
    }
    __device__ double at(double v) const {
        double y = 0;
        for (int k = n; k >= 0; k--) y = y * (v + centre) + of[k];
        return y;
    }
};
// What integrals over v = log(t / a) of the density of a gamma variable have in common.
struct ct_hump {
    double a, end, height, centre;

    __device__ static double gap(double v) {
        return abs(v) < 0.03 ? v * v * (0.5 + v * (1.0 / 6 + v * (1.0 / 24 + v * (1.0 / 120 + v * (1.0 / 720 + v / 5040)))))
                             : expm1(v) - v;
    }
    __device__ ct_hump(double a, double x) : a(a) {
        const double near = (x - a) / a;
        // The quotient may leave the range of double; the difference loses digits.
        end = abs(near) < 0.5 ? log1p(near) : log(x / a);
        if (!isfinite(end)) end = log(x) - log(a);
        height = a < 8 ? a * log(a) - a - lgamma(a) : 0.5 * log(a) - 0.91893853320467274 - ct_stirling(a);
        centre = a < 8 ? log(a) - ct_digamma(a) : ct_log_less_digamma(a);
    }
    __device__ double weight(double v) const { return exp(height - a * gap(v)); }
    // The doubly exponential formula.
    __device__ double between(double low, double high, const ct_order &order) const {
        const double mid = 0.5 * (low + high), half = 0.5 * (high - low);
        if (!(half > 0)) return 0;
        double sum = 0;
        for (int k = -45; k <= 45; k++) {
            const double t = 0.07 * k, c = cosh(0.5 * CT_PI * sinh(t));
            const double v = mid + half * tanh(0.5 * CT_PI * sinh(t));
            sum += weight(v) * order.at(v) * cosh(t) / (c * c);
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
    __device__ double upper(const ct_order &order) const {
        const double peak = fmax(end, 0.0);
        return between(fmax(end, -below(0)), peak + above(peak), order);
    }
    __device__ double lower(const ct_order &order) const {
        const double peak = fmin(end, 0.0);
        return between(peak - below(peak), fmin(end, above(0)), order);
    }
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
__device__ inline double ct_series_slope(double a, double x, int n) {
    double power[CT_MOST + 1], sums[CT_MOST + 1] = {1 + ct_series_rest(a, x)}, term = 1, all = 0;
    ct_bell(log(x) - ct_digamma(1 + a), 1 + a, n, power);
    for (int k = 1; k < 24; k++) {
        term *= -x / k;
        double fall = -term * k / (a + k);
        for (int j = 1; j <= n; j++) sums[j] += fall *= -j / (a + k);
    }
    for (int j = 0; j <= n; j++) all += ct_binomial(n, j) * power[n - j] * sums[j];
    return exp(ct_series_log(a, x)) * all;
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
    return R(hump.high() ? 1 - hump.upper(ct_order(a, 0)) : hump.lower(ct_order(a, 0)));
}
template <class R> __device__ R ct_gammaincc(R s, R t) {
    const double a = s, x = t;
    double y;
    if (ct_gamma_ends(a, x, 1, 0, y)) return R(y);
    const double scale = ct_series_log(a, x);
    if (a < 2 && x < 1.5) return R(-expm1(scale) - exp(scale) * ct_series_rest(a, x));
    const ct_hump hump(a, x);
    return R(hump.high() ? hump.upper(ct_order(a, 0)) : 1 - hump.lower(ct_order(a, 0)));
}
template <class R> __device__ R ct_gammainc_slope(R s, R t, int n) {
    const double a = s, x = t;
    double y;
    if (n < 0 || n > CT_MOST) return ct_nan<R>();
    if (n == 0) return ct_gammainc(s, t);
    if (ct_gamma_ends(a, x, 0, a > 0 ? 0 : ct_nan<double>(), y)) return R(y);
    if (a < 2 && x < 1.5) return R(ct_series_slope(a, x, n));
    const ct_hump hump(a, x);
    const ct_order order(a, n);
    return R(hump.high() ? -hump.upper(order) : hump.lower(order));
}
template <class R> __device__ R ct_gamma_density(R s, R t, int n) {
    const double a = s, x = t;
    double y;
    if (n < 0 || n > CT_MOST) return ct_nan<R>();
    const double at_zero = a > 1 ? 0 : a == 1 && n == 0 ? 1 : n % 2 ? -ct_inf<double>() : ct_inf<double>();
    if (ct_gamma_ends(a, x, at_zero, a > 0 || n == 0 ? 0 : ct_nan<double>(), y)) return R(y);
    if (a < 2 && x < 1.5) {
        double power[CT_MOST + 1];
        ct_bell(log(x) - ct_digamma(1 + a), 1 + a, n, power);
        return R(exp(ct_series_log(a, x) - x) * (a * power[n] + (n > 0 ? n * power[n - 1] : 0)) / x);
    }
    const ct_hump hump(a, x);
    return R(hump.weight(hump.end) / x * ct_order(a, n).at(hump.end));
}
// The density in the limit of x = 0.
template <class R> __device__ R ct_gamma_limit(R s, R x, int n) {
    const double a = s, below = floor(a);
    if (x != x || (x == 0 && (a != a || n < 0 || n > CT_MOST))) return ct_nan<R>();
    if (x != 0 || a > 1) return 0;
    if (a == 1 && n == 0) return 1;
    if (a == 1) return n % 2 ? -ct_inf<R>() : ct_inf<R>();
    const bool odd = below * 0.5 != floor(below * 0.5);
    if (below == a && n == 0) return 0;
    return odd != ((n % 2 != 0) != (below == a)) ? -ct_inf<R>() : ct_inf<R>();
}
