use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, flag: bool) -> Tensor {
    if flag { x.exp() } else { x.sin() }
}

fn main() {
    let _ = f::vjp;
}
