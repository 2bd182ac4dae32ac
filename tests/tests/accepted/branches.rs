//! Branches

use cotangent::prelude::*;

/// `if`, `else if` and `match` on host values, with guards and bindings.
enum Act {
    Tanh,
    Leaky(f32),
    Power { by: i32 },
}

#[differentiable]
fn activation(x: &Tensor<N>, #[constant] act: &Act, n: usize) -> Tensor<N> {
    let y = match act {
        Act::Tanh => x.tanh(),
        Act::Leaky(slope) if *slope > 0.5 => x * *slope,
        Act::Leaky(slope) => x.maximum(x * *slope),
        Act::Power { by: by @ 1..=3 } => x.powi(*by),
        Act::Power { .. } => x.clone(),
    };
    if n == 0 {
        y
    } else if n == 1 {
        y.exp()
    } else {
        y * 0.5
    }
}

/// `if let`, with conditions behind it, and `let .. else`.
#[differentiable]
fn options(x: &Tensor<N>, scale: Option<f32>, shift: Option<f32>) -> Scalar {
    let Some(shift) = shift else { return x.sum() };
    let mut y = x + shift;
    if let Some(k) = scale
        && k > 2.0
    {
        y = y * k;
    }
    y.sum()
}

/// Early `return`, also out of a value.
#[differentiable]
fn early(x: &Tensor<N>, bias: &Option<Tensor>, n: usize) -> Tensor<N> {
    if n == 0 {
        return x.exp();
    }
    let b = match bias {
        Some(b) => b,
        None => return x.clone(),
    };
    x + b
}

/// Variables that arms assign, and blocks with a label.
#[differentiable]
fn assigned(x: &Tensor<N>, n: usize) -> Scalar {
    let y;
    if n > 2 {
        y = x.exp();
    } else {
        y = x.sin();
    }
    let z = 'found: {
        if n > 5 {
            break 'found &y * 2.0;
        }
        y.cos()
    };
    z.sum()
}

/// Conditions that read one element.
#[differentiable]
fn decided(x: &Tensor<N>) -> Result<Scalar> {
    if x.sum().item()? > 0.0 { Ok(x.sum()) } else { Ok(x.exp().sum()) }
}
