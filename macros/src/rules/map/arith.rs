//! Arithmetic.

macro_rules! arith {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Sum of two tensors.
    Add = add(a: num, b: num) -> y: num {
        linear;
        vjp { a: g, b: g }
        cpu "{a} + {b}" cuda "{a} + {b}" wgsl "{a} + {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Difference.
    Sub = sub(a: num, b: num) -> y: num {
        linear;
        vjp { a: g, b: -g }
        cpu "{a} - {b}" cuda "{a} - {b}" wgsl "{a} - {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Product.
    Mul = mul(a: num, b: num) -> y: num {
        bilinear;
        vjp { a: g * b, b: g * a }
        cpu "{a} * {b}" cuda "{a} * {b}" wgsl "{a} * {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Quotient. Written with `y` so that `a` need not be kept.
    Div = div(a, b) -> y {
        vjp { a: g / b, b: -g * y / b }
        cpu "{a} / {b}" cuda "{a} / {b}" wgsl "{a} / {b}";
        cost 5;
        safe { b: 1.0 }
        sample { a: -2.0..2.0, b: 0.5..2.0 }
    }
    /// The opposite.
    Neg = neg(x: num) -> y: num {
        linear;
        vjp { x: -g }
        cpu "-{x}" cuda "-{x}" wgsl "-{x}";
        cost 1;
        sample { x: -2.0..2.0 }
    }
    /// Absolute value.
    Abs = abs(x: num) -> y: num {
        vjp { x: g * sign(x) }
        cpu "abs({x})" cuda "abs({x})" wgsl "abs({x})";
        cost 1;
        note "derivative 0 at 0";
        sample { x: off(0.0, -2.0..2.0) }
    }
    /// -1, 0 or 1.
    Sign = sign(x: num) -> y: num {
        vjp { x: zero }
        cpu "sign({x})" cuda "ct_sign({x})" wgsl "sign({x})";
        cost 2;
        note "derivative 0 everywhere; NaN stays";
        sample { x: off(0.0, -2.0..2.0) }
    }
    /// `1 / x`.
    Recip = recip(x) -> y {
        vjp { x: -g * y * y }
        cpu "recip({x})" cuda "1 / {x}" wgsl "1 / {x}";
        cost 5;
        safe { x: 1.0 }
        sample { x: 0.5..2.0 }
    }
    /// `x * x`.
    Square = square(x: num) -> y: num {
        vjp { x: 2.0 * g * x }
        cpu "{x} * {x}" cuda "{x} * {x}" wgsl "{x} * {x}";
        cost 1;
        sample { x: -2.0..2.0 }
    }
    /// `a * b + c`, rounded once where the hardware can.
    MulAdd = mul_add(a, b, c) -> y {
        vjp { a: g * b, b: g * a, c: g }
        cpu "mul_add({a}, {b}, {c})" cuda "fma({a}, {b}, {c})" wgsl "fma({a}, {b}, {c})";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0, c: -2.0..2.0 }
    }
    /// The larger. NaN wins.
    Maximum = maximum(a: num, b: num) -> y: num {
        vjp {
            let tie = select(eq(a, b), 0.5 * g, 0.0);
            a: select(gt(a, b), g, tie), b: select(gt(b, a), g, tie)
        }
        cpu "maximum({a}, {b})" cuda "ct_maximum({a}, {b})" wgsl "ct_maximum({a}, {b})";
        cost 2;
        note "ties: one half each; derivative 0 where an operand is NaN";
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// The smaller. NaN wins.
    Minimum = minimum(a: num, b: num) -> y: num {
        vjp {
            let tie = select(eq(a, b), 0.5 * g, 0.0);
            a: select(lt(a, b), g, tie), b: select(lt(b, a), g, tie)
        }
        cpu "minimum({a}, {b})" cuda "ct_minimum({a}, {b})" wgsl "ct_minimum({a}, {b})";
        cost 2;
        note "ties: one half each; derivative 0 where an operand is NaN";
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// `min(max(x, lo), hi)`; the bounds may be tensors and have derivatives too.
    Clamp = clamp(x: num, lo: num, hi: num) -> y: num {
        vjp {
            x: select(and(ge(x, lo), le(x, hi)), g, 0.0),
            lo: select(and(lt(x, lo), le(lo, hi)), g, 0.0),
            hi: select(or(gt(x, hi), gt(lo, hi)), g, 0.0)
        }
        cpu "clamp({x}, {lo}, {hi})" cuda "ct_clamp({x}, {lo}, {hi})" wgsl "ct_clamp({x}, {lo}, {hi})";
        cost 2;
        note "derivative 1 on the bounds; `hi` where the bounds cross; NaN stays, with derivative 0";
        sample { x: -2.0..2.0, lo: -1.0..-0.5, hi: 0.5..1.0 }
    }
    /// Remainder of the truncated quotient, with the sign of `a`: Rust's `%`.
    Rem = rem(a, b) -> y {
        vjp { a: g, b: -g * round((a - y) / b) }
        cpu "rem({a}, {b})" cuda "fmod({a}, {b})" wgsl "{a} % {b}";
        note "derivative 1 in `a` also where it jumps";
        safe { b: 1.0 }
        sample { a: 3.1..3.9, b: 0.8..1.0 }
    }
    /// Remainder of the floored quotient, with the sign of `b`: Python's `%`.
    FloorMod = floor_mod(a, b) -> y {
        vjp { a: g, b: -g * round((a - y) / b) }
        cpu "floor_mod({a}, {b})" cuda "ct_floor_mod({a}, {b})" wgsl "ct_floor_mod({a}, {b})";
        note "derivative 1 in `a` also where it jumps";
        safe { b: 1.0 }
        sample { a: -3.9..-3.1, b: 0.8..1.0 }
    }
    /// `sqrt(a² + b²)` without overflow on the way.
    Hypot = hypot(a, b) -> y {
        vjp {
            let r = select(eq(y, 0.0), 1.0, y);
            a: g * (a / r), b: g * (b / r)
        }
        cpu "hypot({a}, {b})" cuda "hypot({a}, {b})" wgsl "ct_hypot({a}, {b})";
        note "derivative 0 at the origin";
        sample { a: -2.0..2.0, b: 0.5..2.0 }
    }
    /// The magnitude of `a` with the sign of `b`.
    Copysign = copysign(a, b) -> y {
        vjp { a: g * sign(a) * copysign(1.0, b), b: zero }
        cpu "copysign({a}, {b})" cuda "copysign({a}, {b})" wgsl "ct_copysign({a}, {b})";
        cost 2;
        note "derivative 0 at `a = 0`, and in `b`";
        sample { a: off(0.0, -2.0..2.0), b: off(0.0, -2.0..2.0) }
    }
    } };
}
pub(super) use arith;
