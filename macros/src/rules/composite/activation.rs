//! Activations. Where a branch is not taken its operand is masked, so that an overflow there stays without effect.

macro_rules! activation {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `max(x, 0)`.
    #[note = "derivative 0 at 0"]
    #[sample { x: off(0.0, -2.0..2.0) }]
    fn relu(x: Tensor) -> Tensor { select(x.le(0.0), 0.0, x) }
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
    /// `x Φ(x)` with the tanh approximation of `Φ`, written as a sigmoid, which does not cancel in the lower tail. Beyond
    /// ±64 the sigmoid is 0 or 1 in every type; the clamp keeps `x³` finite there.
    #[sample { x: -3.0..3.0 }]
    fn gelu_tanh(x: Tensor) -> Tensor {
        let u = x.clamp(-64.0, 64.0);
        x * (u * (1.5957691216057308 + 0.07135481627260025 * (u * u))).sigmoid()
    }
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
    } };
}
pub(super) use activation;
