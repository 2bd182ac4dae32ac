use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, flag: bool) -> Tensor {
    let (a, b) = if flag { (x.exp(), x.sin()) } else { x.cos() };
    a * b
}

fn main() {
    let _ = f::vjp;
}
