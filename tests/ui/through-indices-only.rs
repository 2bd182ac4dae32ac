use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, w: &Tensor) -> Tensor {
    x.gather(0, w.argmax_keep(0))
}

fn main() {
    let _ = f::vjp;
}
