use cotangent::prelude::*;

#[differentiable(budget = "8*B")]
fn f(x: &Tensor, w: &Tensor) -> Tensor {
    x.matmul(w).tanh()
}

fn main() {
    let _ = f::vjp;
}
