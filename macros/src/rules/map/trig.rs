//! Circular and hyperbolic functions.

macro_rules! trig {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Sine.
    Sin = sin(x) -> y {
        vjp { x: g * cos(x) }
        cpu "sin({x})" cuda "sin({x})" wgsl "ct_sin({x})";
        sample { x: -3.0..3.0 }
    }
    /// Cosine.
    Cos = cos(x) -> y {
        vjp { x: -g * sin(x) }
        cpu "cos({x})" cuda "cos({x})" wgsl "ct_cos({x})";
        sample { x: -3.0..3.0 }
    }
    /// Tangent.
    Tan = tan(x) -> y {
        vjp { x: g * (1.0 + y * y) }
        cpu "tan({x})" cuda "tan({x})" wgsl "ct_tan({x})";
        safe { x: 0.0 }
        sample { x: -1.2..1.2 }
    }
    /// `sin(πx) / (πx)`, 1 at 0.
    Sinc = sinc(x) -> y {
        vjp { x: g * sinc_slope(x) }
        cpu "sinc({x})" cuda "ct_sinc({x})" wgsl "ct_sinc({x})";
        note "smooth at 0";
        sample { x: -2.0..2.0 }
    }
    /// Inverse sine.
    Asin = asin(x) -> y {
        vjp { x: g / sqrt((1.0 - x) * (1.0 + x)) }
        cpu "asin({x})" cuda "asin({x})" wgsl "ct_asin({x})";
        note "derivative inf at -1 and 1; beyond: NaN";
        safe { x: 0.0 }
        sample { x: -0.9..0.9 }
    }
    /// Inverse cosine.
    Acos = acos(x) -> y {
        vjp { x: -g / sqrt((1.0 - x) * (1.0 + x)) }
        cpu "acos({x})" cuda "acos({x})" wgsl "ct_acos({x})";
        note "derivative -inf at -1 and 1; beyond: NaN";
        safe { x: 0.0 }
        sample { x: -0.9..0.9 }
    }
    /// Inverse tangent.
    Atan = atan(x) -> y {
        vjp { x: g / (1.0 + x * x) }
        cpu "atan({x})" cuda "atan({x})" wgsl "ct_atan({x})";
        sample { x: -3.0..3.0 }
    }
    /// Angle of the point `(b, a)`, in -π..=π.
    Atan2 = atan2(a, b) -> y {
        vjp {
            let h = hypot(a, b);
            let r = select(eq(h, 0.0), 1.0, h);
            a: g * (b / r / r), b: -g * (a / r / r)
        }
        cpu "atan2({a}, {b})" cuda "atan2({a}, {b})" wgsl "ct_atan2({a}, {b})";
        note "derivatives 0 at the origin";
        sample { a: -2.0..2.0, b: 0.5..2.0 }
    }
    /// Hyperbolic sine.
    Sinh = sinh(x) -> y {
        vjp { x: g * cosh(x) }
        cpu "sinh({x})" cuda "sinh({x})" wgsl "ct_sinh({x})";
        safe { x: 0.0 }
        sample { x: -2.0..2.0 }
    }
    /// Hyperbolic cosine.
    Cosh = cosh(x) -> y {
        vjp { x: g * sinh(x) }
        cpu "cosh({x})" cuda "cosh({x})" wgsl "ct_cosh({x})";
        safe { x: 0.0 }
        sample { x: -2.0..2.0 }
    }
    /// Hyperbolic tangent. The rule reads the result, so `y` is the only residual.
    Tanh = tanh(x) -> y {
        vjp { x: g * (1.0 - y * y) }
        cpu "tanh({x})" cuda "tanh({x})" wgsl "ct_tanh({x})";
        sample { x: -3.0..3.0 }
    }
    /// Inverse hyperbolic sine.
    Asinh = asinh(x) -> y {
        vjp { x: g / hypot(x, 1.0) }
        cpu "asinh({x})" cuda "asinh({x})" wgsl "ct_asinh({x})";
        sample { x: -3.0..3.0 }
    }
    /// Inverse hyperbolic cosine.
    Acosh = acosh(x) -> y {
        vjp { x: g / (sqrt(x - 1.0) * sqrt(x + 1.0)) }
        cpu "acosh({x})" cuda "acosh({x})" wgsl "ct_acosh({x})";
        note "derivative inf at 1; below: NaN";
        safe { x: 2.0 }
        sample { x: 1.5..3.0 }
    }
    /// Inverse hyperbolic tangent.
    Atanh = atanh(x) -> y {
        vjp { x: g / ((1.0 - x) * (1.0 + x)) }
        cpu "atanh({x})" cuda "atanh({x})" wgsl "ct_atanh({x})";
        note "at -1 and 1 infinite, derivative inf; beyond: NaN";
        safe { x: 0.0 }
        sample { x: -0.9..0.9 }
    }
    } };
}
pub(super) use trig;
