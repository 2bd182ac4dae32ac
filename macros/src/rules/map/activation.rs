//! Special functions. Each has a row of its own because the textbook formula overflows or cancels.

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
    } };
}
pub(super) use activation;
