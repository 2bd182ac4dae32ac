//! Activations. Where a branch is not taken its operand is masked, so that an overflow there stays without effect.

macro_rules! activation {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `x` above 0, `slope * x` elsewhere.
    #[note = "derivative `slope` at 0"]
    #[sample { x: off(0.0, -2.0..2.0), slope: 0.1 }]
    fn leaky_relu(x: Tensor, slope: f64) -> Tensor { select(x.gt(0.0), x, slope * x) }
    /// `x` above 0, `alpha * (eˣ - 1)` elsewhere.
    #[note = "derivative `alpha` at 0"]
    #[sample { x: off(0.0, -2.0..2.0), alpha: 1.5 }]
    fn elu(x: Tensor, alpha: f64) -> Tensor {
        let up = x.gt(0.0);
        select(up, x, alpha * select(up, 0.0, x).expm1())
    }
    /// `x` above 0, `alpha * (e^(x / alpha) - 1)` elsewhere.
    #[note = "derivative 1 at 0"]
    #[sample { x: off(0.0, -2.0..2.0), alpha: 1.5 }]
    fn celu(x: Tensor, alpha: f64) -> Tensor {
        let up = x.gt(0.0);
        select(up, x, alpha * (select(up, 0.0, x) * (1.0 / alpha)).expm1())
    }
    /// `elu` with the two constants that keep mean 0 and variance 1.
    #[note = "derivative of the lower branch at 0"]
    #[sample { x: off(0.0, -2.0..2.0) }]
    fn selu(x: Tensor) -> Tensor {
        let up = x.gt(0.0);
        1.0507009873554805 * select(up, x, 1.6732632423543772 * select(up, 0.0, x).expm1())
    }
    /// `x Φ(x)`, exactly: through `erfc`, which does not cancel in the lower tail.
    #[sample { x: -3.0..3.0 }]
    fn gelu(x: Tensor) -> Tensor { 0.5 * x * (-0.7071067811865476 * x).erfc() }
    /// `x sigmoid(x)`.
    #[sample { x: -3.0..3.0 }]
    fn silu(x: Tensor) -> Tensor { x * x.sigmoid() }
    /// `silu`.
    #[sample { x: -3.0..3.0 }]
    fn swish(x: Tensor) -> Tensor { x * x.sigmoid() }
    /// `x tanh(softplus(x))`.
    #[sample { x: -3.0..3.0 }]
    fn mish(x: Tensor) -> Tensor { x * x.softplus().tanh() }
    /// `x / 6 + 1/2`, cut to 0..=1.
    #[note = "derivative 0 at -3 and 3"]
    #[sample { x: -2.5..2.5 }]
    fn hardsigmoid(x: Tensor) -> Tensor {
        select(x.le(-3.0), 0.0, select(x.ge(3.0), 1.0, x * 0.16666666666666666 + 0.5))
    }
    /// `x hardsigmoid(x)`.
    #[note = "derivative 0 at -3 and 1 at 3"]
    #[sample { x: -2.5..2.5 }]
    fn hardswish(x: Tensor) -> Tensor {
        select(x.le(-3.0), 0.0, select(x.ge(3.0), x, x * (x * 0.16666666666666666 + 0.5)))
    }
    /// `x` cut to -1..=1.
    #[note = "derivative 0 on the bounds, as PyTorch; `clamp` has 1"]
    #[sample { x: -0.9..0.9 }]
    fn hardtanh(x: Tensor) -> Tensor { select(x.le(-1.0), -1.0, select(x.ge(1.0), 1.0, x)) }
    /// `x` cut to `lo..=hi`.
    #[note = "derivative 0 on the bounds, as PyTorch; `clamp` has 1"]
    #[sample { x: -0.9..0.9, lo: -1.0, hi: 1.0 }]
    fn hardtanh_with(x: Tensor, lo: f64, hi: f64) -> Tensor { select(x.le(lo), lo, select(x.ge(hi), hi, x)) }
    /// `x` cut to 0..=6.
    #[note = "derivative 0 at 0 and 6"]
    #[sample { x: 0.1..5.9 }]
    fn relu6(x: Tensor) -> Tensor { select(x.le(0.0), 0.0, select(x.ge(6.0), 6.0, x)) }
    /// `x / (1 + |x|)`.
    #[note = "derivative 1 at 0"]
    #[sample { x: off(0.0, -2.0..2.0) }]
    fn softsign(x: Tensor) -> Tensor { x / (1.0 + x.abs()) }
    /// 0 where `|x| <= lambda`, else `x`.
    #[note = "derivative 0 at the bounds"]
    #[sample { x: 0.6..2.0, lambda: 0.5 }]
    fn hardshrink(x: Tensor, lambda: f64) -> Tensor { select(x.abs().le(lambda), 0.0, x) }
    /// `x` moved towards 0 by `lambda`, not beyond.
    #[note = "derivative 0 at the bounds"]
    #[sample { x: 0.6..2.0, lambda: 0.5 }]
    fn softshrink(x: Tensor, lambda: f64) -> Tensor { x - x.clamp(-lambda, lambda) }
    /// `x - tanh(x)`.
    #[sample { x: -3.0..3.0 }]
    fn tanhshrink(x: Tensor) -> Tensor { x - x.tanh() }
    /// `x` above `least`, `value` elsewhere.
    #[note = "derivative 0 at `least`"]
    #[sample { x: 0.6..2.0, least: 0.5, value: -1.0 }]
    fn threshold(x: Tensor, least: f64, value: f64) -> Tensor { select(x.gt(least), x, value) }
    /// `x` above 0, `weight * x` elsewhere. `weight` broadcasts as in any product: one for each channel has shape `[C, 1, 1]` where
    /// axes follow.
    #[note = "derivative `weight` at 0"]
    #[sample { x: off(0.0, -2.0..2.0), weight: 0.1..0.5 }]
    fn prelu(x: Tensor, weight: Tensor) -> Tensor { select(x.gt(0.0), x, weight * x) }
    /// `x` above 0, elsewhere times a slope drawn from `low..high` for each element. The same `key` draws the same slopes.
    #[note = "derivative the slope at 0; a `low` that is not below `high` is an error"]
    #[sample { x: 0.5..2.0, low: 0.125, high: 0.375, key: 7 }]
    fn rrelu(x: Tensor, low: f64, high: f64, key: Key) -> Tensor {
        select(x.gt(0.0), x, x * key_uniform(key, low, high, x.shape()))
    }
    /// `rrelu` with the mean slope for all: how it is evaluated.
    #[note = "derivative the slope at 0"]
    #[sample { x: off(0.0, -2.0..2.0), low: 0.125, high: 0.375 }]
    fn rrelu_mean(x: Tensor, low: f64, high: f64) -> Tensor { select(x.gt(0.0), x, (0.5 * (low + high)) * x) }
    /// The first half along `axis` times the sigmoid of the second.
    #[note = "an odd length is an error"]
    #[sample { x: [2, 6], axis: -1 }]
    fn glu(x: Tensor, axis: isize) -> Tensor {
        let half = x.dim_by(axis, 2);
        split_part(x, [half, half], axis, 0) * split_part(x, [half, half], axis, 1).sigmoid()
    }
    /// `silu` of the first half along `axis` times the second.
    #[note = "an odd length is an error"]
    #[sample { x: [2, 6], axis: -1 }]
    fn swiglu(x: Tensor, axis: isize) -> Tensor {
        let half = x.dim_by(axis, 2);
        split_part(x, [half, half], axis, 0).silu() * split_part(x, [half, half], axis, 1)
    }
    /// `x + sin²(alpha x) / alpha`, through `sinc`, which is smooth at `alpha = 0`.
    #[note = "`x` at `alpha = 0`, smooth there"]
    #[sample { x: -3.0..3.0, alpha: 0.5..2.0 }]
    fn snake(x: Tensor, alpha: Tensor) -> Tensor {
        let s = (0.3183098861837907 * (alpha * x)).sinc();
        x + alpha * (x * s) * (x * s)
    }
    } };
}
pub(super) use activation;
