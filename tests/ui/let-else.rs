use cotangent::prelude::*;

#[differentiable]
fn of_tensors(x: &Tensor<A, B>) -> Tensor {
    let [a] = x.split([3], 0) else { panic!() };
    a
}

#[differentiable]
fn tapped(x: &Tensor, #[constant] scale: Option<f32>) -> Tensor {
    #[tap(h)]
    let Some(scale) = scale else { return x.exp() };
    x * scale
}

fn main() {
    let _ = (of_tensors::vjp, tapped::vjp);
}
