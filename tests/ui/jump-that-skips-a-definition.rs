use cotangent::prelude::*;

#[differentiable]
fn skips(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    for k in 0..n {
        let w = 'found: {
            if k > 3 {
                break;
            }
            break 'found h.sin();
        };
        h = w * x;
    }
    h
}

#[differentiable]
fn leaves(x: &Tensor, n: usize) -> Tensor {
    let y = 'found: {
        if n > 3 {
            return x.exp();
        }
        break 'found x.sin();
    };
    y * 2.0
}

fn main() {
    let _ = (skips::vjp, leaves::vjp);
}
