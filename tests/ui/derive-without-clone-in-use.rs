use cotangent::prelude::*;

#[derive(Differentiable)]
struct Linear {
    w: Tensor,
    b: Tensor,
}

#[differentiable]
fn loss(m: &Linear, #[constant] x: &Tensor<B, I>) -> Scalar {
    let h = x.matmul(&m.w) + &m.b;
    (&h * &h).mean()
}

fn main() {
    let model = Linear { w: Tensor::ones([2, 3]).unwrap(), b: Tensor::zeros([3]).unwrap() };
    let g = loss::grad(&model, &Tensor::ones([4, 2]).unwrap()).unwrap();
    println!("{:?}", g.m.w);
}
