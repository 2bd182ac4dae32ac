use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    #[cfg(test)]
    let h = x.sin();
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
