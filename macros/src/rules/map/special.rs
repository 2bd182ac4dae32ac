//! Special functions of mathematics. Those of f32 compute in f64, in which beside zeros the digits are left.

macro_rules! special {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `ln |Γ(x)|`.
    Lgamma = lgamma(x) -> y {
        vjp { x: g * digamma(x) }
        cpu "lgamma({x})" cuda "ct_lgamma({x})" wgsl "ct_lgamma({x})";
        note "inf at 0 and the integers below; derivative there as `digamma`";
        safe { x: 1.0 }
        sample { x: 0.5..4.0 }
    }
    /// The derivative of `lgamma`.
    Digamma = digamma(x) -> y {
        vjp { x: g * polygamma(x, 1) }
        cpu "digamma({x})" cuda "ct_digamma({x})" wgsl "ct_digamma({x})";
        note "at 0: -inf (at -0: inf); at the integers below: NaN";
        safe { x: 1.0 }
        sample { x: 0.5..4.0 }
    }
    /// The derivative of order `n` of `digamma`, for `n` of 0..=170.
    Polygamma = polygamma(x, #n: i32) -> y {
        vjp { x: g * polygamma(x, n.saturating_sub(-1)) }
        cpu "polygamma({x}, {n})" cuda "ct_polygamma({x}, {n})" wgsl "ct_polygamma({x}, {n})";
        note "at 0 and the integers below: inf for odd `n`, NaN for even (at 0: -inf, at -0: inf); NaN for `n` below 0 and above 170, \
              on devices in f32 above 33";
        safe { x: 1.0 }
        sample { x: 0.5..4.0, n: 1 }
    }
    /// `Σ (x + k)^-s` over k = 0, 1, ..: the zeta function of Hurwitz, that of Riemann at `x = 1`. `s` is a number of the host, so that
    /// nothing asks for a derivative by it.
    Zeta = zeta(x, #s: f64) -> y {
        vjp { x: -g * s * zeta(x, s + 1.0) }
        cpu "zeta({x}, {s})" cuda "ct_zeta({x}, {s})" wgsl "ct_zeta({x}, {s})";
        note "no derivative by `s`, as JAX; inf at `s = 1`, NaN below; at `x = 0`: inf, at the integers below inf for even `s`, else NaN; \
              below 0 NaN for fractions `s`";
        safe { x: 1.0 }
        sample { x: 0.5..4.0, s: 2.5 }
    }
    /// `ln B(a, b) = lgamma(a) + lgamma(b) - lgamma(a + b)`, of operands above 0, without cancellation of large ones.
    Betaln = betaln(a, b) -> y {
        vjp {
            let both = digamma(a + b);
            a: g * (digamma(a) - both), b: g * (digamma(b) - both)
        }
        cpu "betaln({a}, {b})" cuda "ct_betaln({a}, {b})" wgsl "ct_betaln({a}, {b})";
        note "at 0: inf, derivative -inf; below 0: NaN; the derivative is accurate to the rounding of `digamma`";
        safe { a: 1.0, b: 1.0 }
        sample { a: 0.5..3.0, b: 0.5..3.0 }
    }
    /// The inverse of `erf`.
    Erfinv = erfinv(x) -> y {
        vjp { x: g * 0.886226925452758 * exp(y * y) }
        cpu "erfinv({x})" cuda "erfinv({x})" wgsl "ct_erfinv({x})";
        note "at -1 and 1 infinite, derivative inf; beyond: NaN";
        safe { x: 0.0 }
        sample { x: -0.9..0.9 }
    }
    /// `Φ(x)`, the distribution function of the normal distribution.
    Ndtr = ndtr(x) -> y {
        vjp { x: g * 0.3989422804014327 * exp(-0.5 * x * x) }
        cpu "ndtr({x})" cuda "normcdf({x})" wgsl "ct_ndtr({x})";
        sample { x: -3.0..3.0 }
    }
    /// `ln Φ(x)`; a row because `Φ` underflows.
    LogNdtr = log_ndtr(x) -> y {
        vjp { x: g * ndtr_ratio(x) }
        cpu "log_ndtr({x})" cuda "ct_log_ndtr({x})" wgsl "ct_log_ndtr({x})";
        safe { x: 0.0 }
        sample { x: -3.0..3.0 }
    }
    /// `φ(x) / Φ(x)`, the derivative of `log_ndtr`.
    NdtrRatio = ndtr_ratio(x) -> y {
        internal;
        vjp { x: -g * y * ndtr_excess(x) }
        cpu "ndtr_ratio({x})" cuda "ct_ndtr_ratio({x})" wgsl "ct_ndtr_ratio({x})";
        note "`-x` in the limit of -inf";
        safe { x: 0.0 }
        sample { x: -3.0..3.0 }
    }
    /// `x + φ(x) / Φ(x)`; a row because the sum cancels below 0.
    NdtrExcess = ndtr_excess(x) -> y {
        internal;
        vjp { x: g * (1.0 - ndtr_ratio(x) * y) }
        cpu "ndtr_excess({x})" cuda "ct_ndtr_excess({x})" wgsl "ct_ndtr_excess({x})";
        note "0 in the limit of -inf";
        safe { x: 0.0 }
        sample { x: -3.0..3.0 }
    }
    /// `-x ln(x)`, 0 at 0.
    Entr = entr(x) -> y {
        vjp { x: -g * (ln(x) + 1.0) }
        cpu "entr({x})" cuda "ct_entr({x})" wgsl "ct_entr({x})";
        note "at 0: derivative inf; below 0: -inf, derivative NaN";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// `ln(eᵃ + eᵇ)` without overflow.
    Logaddexp = logaddexp(a, b) -> y {
        vjp {
            let d = select(and(eq(a, b), not(is_finite(a))), 0.0, a - b);
            a: g * sigmoid(d), b: g * sigmoid(-d)
        }
        cpu "logaddexp({a}, {b})" cuda "ct_logaddexp({a}, {b})" wgsl "ct_logaddexp({a}, {b})";
        note "derivatives one half each at equal operands, infinite ones too";
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// The modified Bessel function of order 0.
    I0 = i0(x) -> y {
        vjp { x: g * i1(x) }
        cpu "i0({x})" cuda "cyl_bessel_i0({x})" wgsl "ct_i0({x})";
        safe { x: 0.0 }
        sample { x: -3.0..3.0 }
    }
    /// `e^-|x| i0(x)`.
    I0e = i0e(x) -> y {
        vjp { x: g * (i1e(x) - sign(x) * y) }
        cpu "i0e({x})" cuda "ct_i0e({x})" wgsl "ct_i0e({x})";
        note "derivative 0 at 0";
        sample { x: off(0.0, -3.0..3.0) }
    }
    /// The modified Bessel function of order 1.
    I1 = i1(x) -> y {
        vjp { x: g * (i0(x) - i1_slope(x)) }
        cpu "i1({x})" cuda "cyl_bessel_i1({x})" wgsl "ct_i1({x})";
        safe { x: 0.0 }
        sample { x: -3.0..3.0 }
    }
    /// `e^-|x| i1(x)`.
    I1e = i1e(x) -> y {
        vjp { x: g * (i0e(x) - sign(x) * y - i1e_slope(x)) }
        cpu "i1e({x})" cuda "ct_i1e({x})" wgsl "ct_i1e({x})";
        note "smooth at 0 but for the second derivative, 0 there";
        sample { x: off(0.0, -3.0..3.0) }
    }
    /// `P(a, x)`, the lower incomplete gamma function by `Γ(a)`, of operands above 0.
    Gammainc = gammainc(a, x) -> y {
        vjp { a: g * gammainc_slope(a, x, 1), x: g * gamma_density(a, x, 0) }
        cpu "gammainc({a}, {x})" cuda "ct_gammainc({a}, {x})" wgsl "ct_gammainc({a}, {x})";
        note "derivatives by `a` up to order 16, beyond NaN; at `x = 0`: 0, derivatives by `x` are limits; at `a = 0`: 1, derivative by `a` NaN; both 0, or one below: NaN";
        safe { a: 1.0, x: 1.0 }
        sample { a: 0.5..3.0, x: 0.5..3.0 }
    }
    /// `1 - P(a, x)`, accurate where it is small.
    Gammaincc = gammaincc(a, x) -> y {
        vjp { a: -g * gammainc_slope(a, x, 1), x: -g * gamma_density(a, x, 0) }
        cpu "gammaincc({a}, {x})" cuda "ct_gammaincc({a}, {x})" wgsl "ct_gammaincc({a}, {x})";
        note "as `gammainc`, with 1 and 0 at the ends";
        safe { a: 1.0, x: 1.0 }
        sample { a: 0.5..3.0, x: 0.5..3.0 }
    }
    /// The derivative of order `n` of `gammainc` by `a`, for `n` of 0..=16.
    GammaincSlope = gammainc_slope(a, x, #n: i32) -> y {
        internal;
        vjp { a: g * gammainc_slope(a, x, n.saturating_sub(-1)), x: g * gamma_density(a, x, n) }
        cpu "gammainc_slope({a}, {x}, {n})" cuda "ct_gammainc_slope({a}, {x}, {n})" wgsl "ct_gammainc_slope({a}, {x}, {n})";
        note "0 at `x = 0`; NaN at `a = 0`, and for other `n`";
        safe { a: 1.0, x: 1.0 }
        sample { a: 0.5..3.0, x: 0.5..3.0, n: 1 }
    }
    /// `x^(a-1) e^-x / Γ(a)`, the derivative of `gammainc` by `x`, and the derivative of order `n` of that by `a`, for `n` of 0..=16.
    GammaDensity = gamma_density(a, x, #n: i32) -> y {
        internal;
        vjp {
            let down = gamma_density(a, x, n.saturating_sub((n != 0) as i32));
            a: g * gamma_density(a, x, n.saturating_sub(-1)),
            x: g * select(
                x.eq(0.0),
                gamma_limit(a - 1.0, x, n) - gamma_limit(a, x, n),
                y * ((a - 1.0 - x) / x) + (n as f64) * down / x
            )
        }
        cpu "gamma_density({a}, {x}, {n})" cuda "ct_gamma_density({a}, {x}, {n})" wgsl "ct_gamma_density({a}, {x}, {n})";
        note "NaN for other `n`";
        safe { a: 1.0, x: 1.0 }
        sample { a: 0.5..3.0, x: 0.5..3.0, n: 1 }
    }
    /// `gamma_density` in the limit of `x = 0`, for every `a`, and its derivatives there. 0 for another `x`.
    GammaLimit = gamma_limit(a, x, #n: i32) -> y {
        internal;
        vjp { a: g * gamma_limit(a, x, n.saturating_sub(-1)), x: g * (gamma_limit(a - 1.0, x, n) - y) }
        cpu "gamma_limit({a}, {x}, {n})" cuda "ct_gamma_limit({a}, {x}, {n})" wgsl "ct_gamma_limit({a}, {x}, {n})";
        note "0, 1 or infinite; NaN for other `n`";
        safe { a: 8.0, x: 1.0 }
        sample { a: 0.5..3.0, x: 0.5..3.0, n: 1 }
    }
    } };
}
pub(super) use special;
