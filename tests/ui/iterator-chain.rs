use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[Tensor]) -> Tensor {
    xs.iter().map(|x| x.exp()).sum()
}

fn main() {
    let _ = f::vjp;
}
