use cotangent::prelude::*;

#[derive(Clone)]
struct Linear {
    w: Tensor,
    b: Tensor,
}

#[derive(Clone, Differentiable)]
struct Mlp {
    first: Linear,
    rest: Vec<Linear>,
}

#[differentiable]
fn loss(m: &Mlp, #[constant] x: &Tensor<B, I>) -> Scalar {
    let mut h = (x.matmul(&m.first.w) + &m.first.b).relu();
    for layer in &m.rest {
        h = h.matmul(&layer.w) + &layer.b;
    }
    (&h * &h).mean()
}

fn main() {
    let first = Linear { w: Tensor::ones([2, 3]).unwrap(), b: Tensor::zeros([3]).unwrap() };
    let mut model = Mlp { first, rest: Vec::new() };
    let g = loss::grad(&model, &Tensor::ones([4, 2]).unwrap()).unwrap();
    println!("{:?}", g.m.first.w);
    cotangent::optim::Optimizer::new(cotangent::optim::Adam::default()).step(&mut model, &g.m).unwrap();
}
