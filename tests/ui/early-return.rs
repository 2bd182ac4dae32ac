use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    if n > 2 {
        return x.exp();
    }
    x.sin()
}

fn main() {
    let _ = f::vjp;
}
