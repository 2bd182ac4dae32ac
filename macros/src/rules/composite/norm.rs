//! Softmax and normalisation.

macro_rules! norm {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `eˣ / sum(eˣ)` along an axis, the maximum taken out first.
    #[note = "NaN where all of an axis is -inf"]
    #[sample { x: [3, 4], axis: 1 }]
    fn softmax(x: Tensor, axis: isize) -> Tensor {
        let e = (x - max(stop_gradient(x), axis, true)).exp();
        e / sum(e, axis, true)
    }
    /// `ln(softmax(x))` along an axis, which is -inf nowhere.
    #[note = "NaN where all of an axis is -inf"]
    #[sample { x: [3, 4], axis: 1 }]
    fn log_softmax(x: Tensor, axis: isize) -> Tensor {
        let d = x - max(stop_gradient(x), axis, true);
        d - sum(d.exp(), axis, true).ln()
    }
    /// `softmax(-x)`.
    #[sample { x: [3, 4], axis: 1 }]
    fn softmin(x: Tensor, axis: isize) -> Tensor { softmax(-x, axis) }
    /// Mean 0 and variance 1 over `axes`: `(x - mean) / sqrt(var + eps)`.
    #[sample { x: [3, 4], axes: 1, eps: 0.00001 }]
    fn standardize(x: Tensor, axes: Axes, eps: f64) -> Tensor {
        let d = x - mean(x, axes, true);
        d * (mean(d * d, axes, true) + eps).rsqrt()
    }
    /// Layer normalisation over the last axis: mean 0, variance 1, then `weight` and `bias`.
    #[note = "eps = 1e-5"]
    #[sample { x: [3, 4], weight: [4], bias: [4] }]
    fn layer_norm(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor { standardize(x, -1, 0.00001) * weight + bias }
    /// `layer_norm` with its `eps`.
    #[sample { x: [3, 4], weight: [4], bias: [4], eps: 0.001 }]
    fn layer_norm_with(x: Tensor, weight: Tensor, bias: Tensor, eps: f64) -> Tensor { standardize(x, -1, eps) * weight + bias }
    /// Root mean square normalisation over the last axis, then `weight`.
    #[note = "eps = 1e-6"]
    #[sample { x: [3, 4], weight: [4] }]
    fn rms_norm(x: Tensor, weight: Tensor) -> Tensor { rms_norm_with(x, weight, 0.000001) }
    /// `rms_norm` with its `eps`.
    #[sample { x: [3, 4], weight: [4], eps: 0.001 }]
    fn rms_norm_with(x: Tensor, weight: Tensor, eps: f64) -> Tensor { x * (mean(x * x, -1, true) + eps).rsqrt() * weight }
    /// `x / max(norm(x), 1e-12)` along axes.
    #[note = "0 stays 0, with derivative 1e12: that of the division"]
    #[sample { x: [3, 4], axes: 1 }]
    fn normalize(x: Tensor, axes: Axes) -> Tensor { x / maximum(norm(x, axes, true), 0.000000000001) }
    } };
}
pub(super) use norm;
