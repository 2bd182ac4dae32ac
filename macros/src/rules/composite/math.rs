//! Small functions, and helpers of rules.

macro_rules! math {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `x` to the power of a host number.
    #[note = "as `pow`"]
    #[sample { x: 0.5..2.0, p: 2.5 }]
    fn powf(x: Tensor, p: f64) -> Tensor { pow(x, p) }
    /// `a * b + c`: `mul_add`.
    #[sample { a: -2.0..2.0, b: -2.0..2.0, c: -2.0..2.0 }]
    fn fma(a: Tensor, b: Tensor, c: Tensor) -> Tensor { mul_add(a, b, c) }
    /// From `a` at `t = 0` to `b` at `t = 1`, exact at both ends.
    #[sample { a: -2.0..2.0, b: -2.0..2.0, t: 0.6..0.9 }]
    fn lerp(a: Tensor, b: Tensor, t: Tensor) -> Tensor {
        let d = b - a;
        select(t.lt(0.5), a + t * d, b - (1.0 - t) * d)
    }
    /// `stop_gradient`, as PyTorch calls it.
    #[sample { x: -2.0..2.0 }]
    fn detach(x: Tensor) -> Tensor { stop_gradient(x) }
    /// `max(x, lo)`.
    #[note = "derivative 1 on the bound; NaN stays"]
    #[sample { x: 0.1..2.0, lo: 0.0 }]
    fn clamp_min(x: Tensor, lo: f64) -> Tensor { select(x.lt(lo), lo, x) }
    /// `min(x, hi)`.
    #[note = "derivative 1 on the bound; NaN stays"]
    #[sample { x: 0.1..2.0, hi: 3.0 }]
    fn clamp_max(x: Tensor, hi: f64) -> Tensor { select(x.gt(hi), hi, x) }
    /// Square root of `x`, 0 at and below 0.
    #[note = "derivative 0 at and below 0"]
    #[sample { x: 0.5..2.0 }]
    fn safe_sqrt(x: Tensor) -> Tensor {
        let up = x.gt(0.0);
        select(up, select(up, x, 1.0).sqrt(), 0.0)
    }
    /// `x ln(y)`, 0 where `x` is 0.
    #[note = "at `x = 0` both derivatives are 0"]
    #[sample { x: 0.5..2.0, y: 0.5..2.0 }]
    fn xlogy(x: Tensor, y: Tensor) -> Tensor {
        let zero = x.eq(0.0);
        select(zero, 0.0, x * select(zero, 1.0, y).ln())
    }
    /// NaN becomes `nan`, infinities `posinf` and `neginf`.
    #[note = "derivative 0 where `x` is not finite"]
    #[sample { x: -2.0..2.0, nan: 0.0, posinf: 10.0, neginf: -10.0 }]
    fn nan_to_num_with(x: Tensor, nan: f64, posinf: f64, neginf: f64) -> Tensor {
        select(x.is_nan(), nan, select(x.is_finite(), x, select(x.gt(0.0), posinf, neginf)))
    }
    /// The derivative of `sinc`: its series near 0, where the closed form cancels.
    #[internal = true]
    #[note = "0 at 0; accurate there at higher orders too"]
    #[sample { x: -2.0..2.0 }]
    fn sinc_slope(x: Tensor) -> Tensor {
        let near = x.abs().lt(0.5);
        let z = select(near, x, 0.0);
        let w = select(near, 1.0, x);
        let t = z * z;
        let p = -7.365893777097e-11 + t * 1.32179013891623e-12;
        let p = -1.3148481279991983e-7 + t * (3.433076949964284e-9 + t * p);
        let p = -9.766223126318928e-5 + t * (4.049947846619241e-6 + t * p);
        let p = -0.023460810354558225 + t * (0.001781145516372851 + t * p);
        let p = -1.144510944732505 + t * (0.20918278254123832 + t * p);
        let p = -3.289868133696453 + t * (3.246969701133414 + t * p);
        select(near, z * p, ((3.141592653589793 * w).cos() - w.sinc()) / w)
    }
    /// The inner product of two vectors.
    #[sample { a: [4], b: [4] }]
    fn dot(a: Tensor, b: Tensor) -> Tensor { matmul(a, b) }
    /// All products of two vectors, batched over leading dims.
    #[sample { a: [3], b: [4] }]
    fn outer(a: Tensor, b: Tensor) -> Tensor { a.unsqueeze(-1) * b.unsqueeze(-2) }
    /// Sign and `ln |·|` of the determinant.
    #[note = "the sign has derivative 0"]
    #[sample { a: well(3) }]
    fn slogdet(a: Tensor) -> (Tensor, Tensor) {
        let (l, s) = logabsdet(a);
        (s, l)
    }
    /// The lower triangle with half the diagonal: what the rule of `cholesky` projects on.
    #[internal = true]
    #[sample { x: [3, 3] }]
    fn half_tril(x: Tensor) -> Tensor { 0.5 * (x.tril(0) + x.tril(-1)) }
    /// The lower or the upper triangle.
    #[internal = true]
    #[sample { x: [3, 3], lower: false }]
    fn triangle(x: Tensor, lower: bool) -> Tensor { select(tri_mask(x.shape(), 0, lower), x, 0.0) }
    /// The `n x n` matrix of signs `(-1)^(i + j)`.
    #[internal = true]
    #[sample { n: 3 }]
    fn parity(n: usize) -> Tensor {
        let s = 1.0 - 2.0 * rem(iota(n).cast(), 2.0);
        s.unsqueeze(-1) * s
    }
    } };
}
pub(super) use math;
