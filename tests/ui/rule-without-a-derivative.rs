use cotangent::prelude::*;

#[differentiable(order = 2, vjp = plain)]
fn f(x: &Tensor) -> Result<Tensor> {
    x.exp()
}

fn plain(_x: &Tensor, y: &Tensor, g: &Tensor) -> Result<Tensor> {
    y.mul(g)
}

fn main() {
    let _ = f::vjp;
}
