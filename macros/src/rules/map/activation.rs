//! Activations, and functions whose textbook formula overflows or cancels.

macro_rules! activation {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Error function.
    Erf = erf(x) -> y {
        vjp { x: g * 1.1283791670955126 * exp(-x * x) }
        cpu "erf({x})" cuda "erf({x})" wgsl "ct_erf({x})";
        sample { x: -2.0..2.0 }
    }
    /// `1 - erf(x)`, exact where `erf` is nearly 1.
    Erfc = erfc(x) -> y {
        vjp { x: -g * 1.1283791670955126 * exp(-x * x) }
        cpu "erfc({x})" cuda "erfc({x})" wgsl "ct_erfc({x})";
        sample { x: -2.0..2.0 }
    }
    /// `1 / (1 + e⁻ˣ)`; a row because `e⁻ˣ` overflows.
    Sigmoid = sigmoid(x) -> y {
        vjp { x: g * y * (1.0 - y) }
        cpu "sigmoid({x})" cuda "ct_sigmoid({x})" wgsl "ct_sigmoid({x})";
        sample { x: -3.0..3.0 }
    }
    /// `ln(1 + eˣ)`; a row because `eˣ` overflows.
    Softplus = softplus(x) -> y {
        vjp { x: g * sigmoid(x) }
        cpu "softplus({x})" cuda "ct_softplus({x})" wgsl "ct_softplus({x})";
        sample { x: -3.0..3.0 }
    }
    /// `ln(sigmoid(x))`; a row because `sigmoid` underflows.
    LogSigmoid = log_sigmoid(x) -> y {
        vjp { x: g * sigmoid(-x) }
        cpu "log_sigmoid({x})" cuda "ct_log_sigmoid({x})" wgsl "ct_log_sigmoid({x})";
        sample { x: -3.0..3.0 }
    }
    /// `max(x, 0)`; a row because its rule reads the result, which whatever comes next keeps in any case.
    Relu = relu(x) -> y {
        vjp { x: select(le(y, 0.0), 0.0, g) }
        cpu "relu({x})" cuda "ct_relu({x})" wgsl "ct_relu({x})";
        cost 1;
        note "derivative 0 at 0; NaN stays";
        sample { x: off(0.0, -2.0..2.0) }
    }
    /// `x Φ(x)` with the tanh approximation of `Φ`, written as a sigmoid, which does not cancel in the lower tail; a row because libraries
    /// have it and its derivative as such.
    GeluTanh = gelu_tanh(x) -> y {
        vjp { x: g * gelu_tanh_slope(x) }
        cpu "gelu_tanh({x})" cuda "ct_gelu_tanh({x})" wgsl "ct_gelu_tanh({x})";
        sample { x: -3.0..3.0 }
    }
    /// The derivative of `gelu_tanh`: `s + u (s (1 - s)) v'` of the sigmoid `s` at `v = u (α + β u²)`, `u` being `x` cut to ±64. Beyond,
    /// `s (1 - s)` is 0 in every type.
    GeluTanhSlope = gelu_tanh_slope(x) -> y {
        internal;
        vjp {
            let u = clamp(x, -64.0, 64.0);
            let s = sigmoid(u * (1.5957691216057308 + 0.07135481627260025 * (u * u)));
            let v = 1.5957691216057308 + 0.21406444881780073 * (u * u);
            x: g * (s * (1.0 - s)) * (2.0 * v + 0.42812889763560147 * (u * u) + u * (1.0 - 2.0 * s) * (v * v))
        }
        cpu "gelu_tanh_slope({x})" cuda "ct_gelu_tanh_slope({x})" wgsl "ct_gelu_tanh_slope({x})";
        sample { x: -3.0..3.0 }
    }
    } };
}
pub(super) use activation;
