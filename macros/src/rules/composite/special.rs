//! Special functions that others make up, and helpers of the rules of Bessel functions.

macro_rules! special {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `ln(x / (1 - x))`, the inverse of `sigmoid`; exact where it is small.
    #[note = "at 0: -inf, at 1: inf, derivative inf; beyond: NaN"]
    #[sample { x: 0.1..0.9 }]
    fn logit(x: Tensor) -> Tensor {
        let mid = and(x.gt(0.25), x.lt(0.75));
        select(mid, 2.0 * (2.0 * x - 1.0).atanh(), x.ln() - (-x).log1p())
    }
    /// `x ln(1 + y)`, 0 where `x` is 0.
    #[note = "at `x = 0` both derivatives are 0"]
    #[sample { x: 0.5..2.0, y: -0.5..2.0 }]
    fn xlog1py(x: Tensor, y: Tensor) -> Tensor {
        let zero = x.eq(0.0);
        select(zero, 0.0, x * select(zero, 0.0, y).log1p())
    }
    /// `i1(x) / x`, 1/2 at 0: its series near 0, where the quotient's derivatives cancel.
    #[internal = true]
    #[note = "smooth at 0, accurate there at higher orders too"]
    #[sample { x: -3.0..3.0 }]
    fn i1_slope(x: Tensor) -> Tensor {
        let near = x.abs().lt(1.0);
        let w = select(near, 1.0, x);
        select(near, i1_series(select(near, x, 0.0)), w.i1() / w)
    }
    /// `i1e(x) / x`, 1/2 at 0.
    #[internal = true]
    #[note = "derivative 0 at 0"]
    #[sample { x: off(0.0, -3.0..3.0) }]
    fn i1e_slope(x: Tensor) -> Tensor {
        let near = x.abs().lt(1.0);
        let (z, w) = (select(near, x, 0.0), select(near, 1.0, x));
        select(near, (-z.abs()).exp() * i1_series(z), w.i1e() / w)
    }
    /// The series of `i1(x) / x`, for `|x|` up to 1.
    #[internal = true]
    #[sample { x: -1.0..1.0 }]
    fn i1_series(x: Tensor) -> Tensor {
        let t = x * x;
        let p = 5.214426105738801e-16 + t * (1.4484516960385557e-18 + t * 3.2919356728148996e-21);
        let p = 3.363930569334215e-11 + t * (1.5017547184527747e-13 + t * p);
        let p = 6.781684027777778e-7 + t * (5.651403356481481e-9 + t * p);
        let p = 0.0026041666666666665 + t * (5.425347222222222e-5 + t * p);
        0.5 + t * (0.0625 + t * p)
    }
    } };
}
pub(super) use special;
