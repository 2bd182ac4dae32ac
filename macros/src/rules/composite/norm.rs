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
    /// Batch normalisation in training, over all axes but axis 1, then `weight` and `bias: [C]`. Beside it the mean and the variance
    /// of the batch, `[C]`, for the running statistics of the caller.
    #[note = "the variance is divided by n; running variances of PyTorch add it times n / (n - 1)"]
    #[sample { x: [3, 2, 4], weight: [2], bias: [2], eps: 0.001 }]
    fn batch_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: f64) -> (Tensor, Tensor, Tensor) {
        let c = by_channel(x);
        let m = mean(c, [0, 2], true);
        let d = c - m;
        let v = mean(d * d, [0, 2], true);
        let w = broadcast_to(weight.unsqueeze(-1), c.shape());
        let y = d * (v + eps).rsqrt() * w + broadcast_to(bias.unsqueeze(-1), c.shape());
        (reshape(y, x.shape()), squeeze(m, [0, 2]), squeeze(v, [0, 2]))
    }
    /// Batch normalisation by statistics that are given: `(x - mean) / sqrt(var + eps)` of each channel, axis 1.
    #[sample { x: [3, 2, 4], mean: [2], var: [2], weight: [2], bias: [2], eps: 1.5 }]
    fn batch_norm_inference(x: Tensor, mean: Tensor, var: Tensor, weight: Tensor, bias: Tensor, eps: f64) -> Tensor {
        let scale = (var + eps).rsqrt() * weight;
        let y = (by_channel(x) - mean.unsqueeze(-1)) * scale.unsqueeze(-1) + bias.unsqueeze(-1);
        reshape(y, x.shape())
    }
    /// `[N, C, ..]` as `[N, C, L]`.
    #[internal = true]
    #[sample { x: [3, 2, 2, 2] }]
    fn by_channel(x: Tensor) -> Tensor {
        let n = x.dim(0) * x.dim(1);
        reshape(x, [x.dim(0), x.dim(1), x.numel() / n.max(1)])
    }
    /// Normalisation of each of `groups` groups of channels, axis 1, then `weight` and `bias: [C]`.
    #[note = "channels that the groups do not divide are an error"]
    #[sample { x: [2, 4, 3], groups: 2, weight: [4], bias: [4], eps: 0.001 }]
    fn group_norm(x: Tensor, groups: usize, weight: Tensor, bias: Tensor, eps: f64) -> Tensor {
        let c = by_channel(x);
        let each = x.dim_by(1, groups);
        let weights = weight.dim_of(0, x.dim(1));
        let biases = bias.dim_of(0, x.dim(1));
        let y = standardize(reshape(c, [c.dim(0), groups, each, c.dim(2)]), [-2, -1], eps);
        let w = broadcast_to(reshape(weight, [groups, each, 1]), y.shape());
        reshape(y * w + broadcast_to(reshape(bias, [groups, each, 1]), y.shape()), x.shape())
    }
    /// Normalisation of each channel, axis 1, of each sample, then `weight` and `bias: [C]`.
    #[sample { x: [2, 3, 4], weight: [3], bias: [3], eps: 0.001 }]
    fn instance_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: f64) -> Tensor {
        let y = standardize(by_channel(x), -1, eps);
        let w = broadcast_to(weight.unsqueeze(-1), y.shape());
        reshape(y * w + broadcast_to(bias.unsqueeze(-1), y.shape()), x.shape())
    }
    /// `x` over `(k + alpha / size * s)^beta`, where `s` sums the squares of `size` channels, axis 1, around each.
    #[sample { x: [2, 5, 3], size: 3, alpha: 0.5, beta: 0.75, k: 1.0 }]
    fn local_response_norm(x: Tensor, size: usize, alpha: f64, beta: f64, k: f64) -> Tensor {
        let c = by_channel(x);
        let before = size / 2;
        let p = pad(c * c, [(0, 0), (before, size.saturating_sub(before + 1)), (0, 0)], 0.0);
        let s = sum(windows(p, 1, size, 1, 1), -1, false);
        reshape(c / pow(k + alpha / (size as f64) * s, beta), x.shape())
    }
    /// Weight normalisation: rows of `v`, along its first axis, of the lengths `g`.
    #[note = "as `normalize`: a row of zeros has no direction and stays"]
    #[sample { v: [3, 2, 2], g: [3] }]
    fn weight_norm(v: Tensor, g: Tensor) -> Tensor {
        let rows = reshape(v, [v.dim(0), v.numel() / v.dim(0).max(1)]);
        reshape(normalize(rows, -1) * g.unsqueeze(-1), v.shape())
    }
    /// One step of the power iteration of a matrix from `u: [M]`: unit vectors that near those of its largest singular value.
    #[note = "PyTorch takes them as constants: hand them to `spectral_norm` detached"]
    #[sample { w: [3, 4], u: [3] }]
    fn power_iteration(w: Tensor, u: Tensor) -> (Tensor, Tensor) {
        let right = normalize(matmul(u, w), -1);
        (normalize(matmul(w, right), -1), right)
    }
    /// The matrix `w` over its largest singular value, `leftᵀ w right` by the vectors of `power_iteration`.
    #[sample { w: [3, 4], left: [3], right: [4] }]
    fn spectral_norm(w: Tensor, left: Tensor, right: Tensor) -> Tensor { w / matmul(left, matmul(w, right)) }
    } };
}
pub(super) use norm;
