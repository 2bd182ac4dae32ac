//! Complex tensors, which are two real ones: what `complex_exp` says of `exp`, and what they alone have.

macro_rules! complex {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The conjugate.
    #[sample { z: [2, 3] }]
    fn conj(z: Complex) -> Complex { Complex::new(z.re, -z.im) }
    /// The real part.
    #[sample { z: [2, 3] }]
    fn re(z: Complex) -> Tensor { z.re }
    /// The imaginary part.
    #[sample { z: [2, 3] }]
    fn im(z: Complex) -> Tensor { z.im }
    /// The angle, in -π..=π.
    #[note = "derivative 0 at the origin"]
    #[sample { z: [2, 3] }]
    fn arg(z: Complex) -> Tensor { atan2(z.im, z.re) }
    /// The square of the magnitude.
    #[sample { z: [2, 3] }]
    fn abs2(z: Complex) -> Tensor { z.re * z.re + z.im * z.im }
    /// The complex tensor of magnitude `r` and angle `angle`.
    #[sample { r: 0.5..2.0, angle: -3.0..3.0 }]
    fn polar(r: Tensor, angle: Tensor) -> Complex { Complex::new(r * cos(angle), r * sin(angle)) }
    /// The magnitude.
    #[internal = true]
    #[note = "derivative 0 at the origin"]
    #[sample { z: [2, 3] }]
    fn complex_abs(z: Complex) -> Tensor { hypot(z.re, z.im) }
    /// The magnitude is scaled to 1, so squares do not overflow.
    #[internal = true]
    #[note = "NaN at the origin"]
    #[sample { z: 0.5..2.0 }]
    fn complex_recip(z: Complex) -> Complex { complex_div(1.0, z) }
    /// The divisor is scaled to a magnitude near 1, so its square does not overflow.
    #[internal = true]
    #[note = "NaN where the divisor is 0"]
    #[sample { a: [2, 3], b: 0.5..2.0 }]
    fn complex_div(a: Complex, b: Complex) -> Complex {
        let scale = recip(maximum(abs(stop_gradient(b.re)), abs(stop_gradient(b.im))));
        let b = b * scale;
        (a * conj(b)) * (scale / abs2(b))
    }
    /// Both parts by a real divisor.
    #[internal = true]
    #[sample { a: [2, 3], b: 0.5..2.0 }]
    fn complex_div_real(a: Complex, b: Tensor) -> Complex { Complex::new(a.re / b, a.im / b) }
    /// `z * z`.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_square(z: Complex) -> Complex { z * z }
    /// `a * b + c`.
    #[internal = true]
    #[sample { a: [2, 3], b: [2, 3], c: [2, 3] }]
    fn complex_mul_add(a: Complex, b: Complex, c: Complex) -> Complex { a * b + c }
    /// `eᶻ`.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_exp(z: Complex) -> Complex { polar(exp(z.re), z.im) }
    /// The principal logarithm: the angle is in -π..=π.
    #[internal = true]
    #[note = "at the origin: -inf, derivative not finite"]
    #[sample { z: [2, 3] }]
    fn complex_ln(z: Complex) -> Complex { Complex::new(ln(complex_abs(z)), arg(z)) }
    /// The root with a real part of 0 or more.
    #[internal = true]
    #[note = "0 at the origin, with derivative 0"]
    #[sample { z: [2, 3] }]
    fn complex_sqrt(z: Complex) -> Complex {
        let origin = and(eq(z.re, 0.0), eq(z.im, 0.0));
        let s = sqrt(select(origin, 1.0, 0.5 * (hypot(z.re, z.im) + abs(z.re))));
        let other = 0.5 * z.im / s;
        let left = lt(z.re, 0.0);
        let re = select(left, abs(other), s);
        let im = select(left, copysign(s, z.im), other);
        Complex::new(select(origin, 0.0, re), select(origin, 0.0, im))
    }
    /// `e^(b ln a)`.
    #[internal = true]
    #[note = "not at the origin"]
    #[sample { a: [2, 3], b: [2, 3] }]
    fn complex_pow(a: Complex, b: Complex) -> Complex { complex_exp(b * complex_ln(a)) }
    /// `(eⁱᶻ - e⁻ⁱᶻ) / 2i`.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_sin(z: Complex) -> Complex { Complex::new(sin(z.re) * cosh(z.im), cos(z.re) * sinh(z.im)) }
    /// `(eⁱᶻ + e⁻ⁱᶻ) / 2`.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_cos(z: Complex) -> Complex { Complex::new(cos(z.re) * cosh(z.im), -(sin(z.re) * sinh(z.im))) }
    /// `(eᶻ - e⁻ᶻ) / 2`.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_sinh(z: Complex) -> Complex { Complex::new(sinh(z.re) * cos(z.im), cosh(z.re) * sin(z.im)) }
    /// `(eᶻ + e⁻ᶻ) / 2`.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_cosh(z: Complex) -> Complex { Complex::new(cosh(z.re) * cos(z.im), sinh(z.re) * sin(z.im)) }
    /// `sinh(z) / cosh(z)`, without overflow on the way.
    #[internal = true]
    #[sample { z: [2, 3] }]
    fn complex_tanh(z: Complex) -> Complex {
        let (t, angle) = (tanh(z.re), 2.0 * z.im);
        let one = 1.0 - t * t;
        let d = 1.0 + t * t + one * cos(angle);
        Complex::new(2.0 * t / d, one * sin(angle) / d)
    }
    /// The square root of the sum of squares of magnitudes.
    #[internal = true]
    #[note = "as `norm`"]
    #[sample { z: [2, 3], axes: 1, keep: false }]
    fn complex_norm(z: Complex, axes: Axes, keep: bool) -> Tensor { root(sum(abs2(z), axes, keep)) }
    /// The adjoint of the last two axes: transposed and conjugated.
    #[sample { z: [2, 3] }]
    fn adjoint(z: Complex) -> Complex { conj(mt(z)) }
    /// By the real system of twice as many unknowns.
    #[internal = true]
    #[note = "as `solve`"]
    #[sample { a: apart([3, 3]), b: [3, 2] }]
    fn complex_solve(a: Complex, b: Complex) -> Complex {
        let n = a.dim(-1);
        let x = solve(real_blocks(a), concat(&[b.re, b.im], -2));
        Complex::of(narrow(x, -2, 0, n), narrow(x, -2, n, n))
    }
    /// By the real matrix of twice as many rows.
    #[internal = true]
    #[note = "as `inverse`"]
    #[sample { a: apart([3, 3]) }]
    fn complex_inverse(a: Complex) -> Complex {
        let n = a.dim(-1);
        let y = narrow(inverse(real_blocks(a)), -1, 0, n);
        Complex::of(narrow(y, -2, 0, n), narrow(y, -2, n, n))
    }
    /// `[[re, -im], [im, re]]`, which multiplies real parts above imaginary ones as `a` does.
    #[internal = true]
    #[sample { a: [3, 3] }]
    fn real_blocks(a: Complex) -> Tensor {
        concat(&[concat(&[a.re, -a.im], -1), concat(&[a.im, a.re], -1)], -2)
    }
    /// Padded with `value`, which is real.
    #[internal = true]
    #[sample { z: [2, 3], widths: [(1, 2), (0, 1)], value: 0.5 }]
    fn complex_pad(z: Complex, widths: Widths, value: f64) -> Complex {
        Complex::new(pad(z.re, widths, value), pad(z.im, widths, 0.0))
    }
    } };
}
pub(super) use complex;
