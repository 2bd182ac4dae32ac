use cotangent::prelude::*;

struct Pair<'a> {
    a: &'a Tensor,
}

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    Pair { a: x }.a
}

fn main() {
    let _ = f::vjp;
}
