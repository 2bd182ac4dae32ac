//! Exponentials, logarithms, roots and powers.

macro_rules! exp {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `eˣ`.
    Exp = exp(x) -> y {
        vjp { x: g * y }
        cpu "exp({x})" cuda "exp({x})" wgsl "ct_exp({x})";
        safe { x: 0.0 }
        sample { x: -2.0..2.0 }
    }
    /// `2ˣ`.
    Exp2 = exp2(x) -> y {
        vjp { x: g * y * 0.6931471805599453 }
        cpu "exp2({x})" cuda "exp2({x})" wgsl "ct_exp2({x})";
        safe { x: 0.0 }
        sample { x: -2.0..2.0 }
    }
    /// `eˣ - 1`, exact near 0.
    Expm1 = expm1(x) -> y {
        vjp { x: g * (y + 1.0) }
        cpu "expm1({x})" cuda "expm1({x})" wgsl "ct_expm1({x})";
        safe { x: 0.0 }
        sample { x: -2.0..2.0 }
    }
    /// Natural logarithm.
    Ln = ln(x) -> y {
        vjp { x: g / x }
        cpu "ln({x})" cuda "log({x})" wgsl "ct_log({x})";
        note "at 0: -inf, derivative inf; below 0: NaN";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// Logarithm to base 2.
    Log2 = log2(x) -> y {
        vjp { x: g * 1.4426950408889634 / x }
        cpu "log2({x})" cuda "log2({x})" wgsl "ct_log2({x})";
        note "at 0: -inf, derivative inf; below 0: NaN";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// Logarithm to base 10.
    Log10 = log10(x) -> y {
        vjp { x: g * 0.4342944819032518 / x }
        cpu "log10({x})" cuda "log10({x})" wgsl "ct_log10({x})";
        note "at 0: -inf, derivative inf; below 0: NaN";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// `ln(1 + x)`, exact near 0.
    Log1p = log1p(x) -> y {
        vjp { x: g / (1.0 + x) }
        cpu "log1p({x})" cuda "log1p({x})" wgsl "ct_log1p({x})";
        note "at -1: -inf, derivative inf; below -1: NaN";
        safe { x: 0.0 }
        sample { x: -0.5..2.0 }
    }
    /// Square root.
    Sqrt = sqrt(x) -> y {
        vjp { x: 0.5 * g / y }
        cpu "sqrt({x})" cuda "sqrt({x})" wgsl "sqrt({x})";
        cost 5;
        note "derivative inf at 0 (`safe_sqrt`: 0); below 0: NaN";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// `1 / sqrt(x)`.
    Rsqrt = rsqrt(x) -> y {
        vjp { x: -0.5 * g * y * y * y }
        cpu "rsqrt({x})" cuda "rsqrt({x})" wgsl "inverseSqrt({x})";
        cost 5;
        note "at 0: inf, derivative -inf; below 0: NaN";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// Cube root, of negative numbers too.
    Cbrt = cbrt(x) -> y {
        vjp { x: g / (3.0 * y * y) }
        cpu "cbrt({x})" cuda "cbrt({x})" wgsl "ct_cbrt({x})";
        note "derivative inf at 0";
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// `xⁿ` for an integer `n` of the host.
    Powi = powi(x, #n: i32) -> y {
        vjp { x: g * (n as f64) * powi(x, n.saturating_sub((n != 0) as i32)) }
        cpu "powi({x}, {n})" cuda "ct_powi({x}, {n})" wgsl "ct_powi({x}, {n})";
        note "x⁰ is 1 with derivative 0, at 0 too";
        safe { x: 1.0 }
        sample { x: off(0.0, -2.0..2.0), n: 3 }
    }
    /// `aᵇ`.
    Pow = pow(a, b) -> y {
        vjp {
            let origin = and(eq(a, 0.0), eq(b, 0.0));
            let floor = and(eq(a, 0.0), ge(b, 0.0));
            a: g * b * pow(a, select(origin, 1.0, b) - 1.0),
            b: g * y * ln(select(floor, 1.0, a))
        }
        cpu "pow({a}, {b})" cuda "pow({a}, {b})" wgsl "ct_pow({a}, {b})";
        note "a⁰ is 1 with derivative 0, at 0 too; at base 0 the derivative by an exponent >= 0 is 0; a negative base is \
              right for integer exponents, and the derivative by the exponent NaN";
        safe { a: 1.0 }
        sample { a: 0.5..2.0, b: -2.0..2.0 }
    }
    } };
}
pub(super) use exp;
