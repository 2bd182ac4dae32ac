use cotangent::prelude::*;

#[differentiable]
fn arm(x: &Tensor, n: usize) -> Tensor {
    match n {
        #[cfg(windows)]
        0 => return x.exp(),
        _ => {}
    }
    x.sin()
}

#[differentiable]
fn value(x: &Tensor, n: usize) -> Tensor {
    let y = #[checkpoint]
    {
        if n == 0 {
            return x.exp();
        }
        x.sin()
    };
    y + x
}

#[differentiable]
fn alone(x: &Tensor, n: usize) -> Tensor {
    for _ in 0..n {
        #[cfg(windows)]
        return x.exp();
    }
    x.sin()
}

fn main() {
    let _ = (arm::vjp, value::vjp, alone::vjp);
}
