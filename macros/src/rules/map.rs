//! Elementwise ops.

use super::rules;

rules! { Map:
    /// Sum of two tensors.
    Add = add(a: num, b: num) -> y: num {
        vjp { a: g, b: g }
        cpu "add({a}, {b})" cuda "{a} + {b}" wgsl "{a} + {b}";
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Product.
    Mul = mul(a: num, b: num) -> y: num {
        vjp { a: g * b, b: g * a }
        cpu "mul({a}, {b})" cuda "{a} * {b}" wgsl "{a} * {b}";
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Hyperbolic tangent. The rule reads the result, so `y` is the only residual.
    Tanh = tanh(x) -> y {
        vjp { x: g * (1.0 - y * y) }
        cpu "tanh({x})" cuda "tanh({x})" wgsl "tanh({x})";
        sample { x: -3.0..3.0 }
    }
}
