use cotangent::prelude::*;

fn helper(x: &Tensor) -> Tensor {
    x.clone()
}

fn several<T: Float>(x: &Tensor<T>, n: usize) -> Result<(Tensor<T>, usize)> {
    Ok((x.clone(), n))
}

mod far {
    pub fn away(xs: &[cotangent::Tensor]) -> cotangent::Tensor {
        xs[0].clone()
    }
}

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    helper(x)
}

#[differentiable(order = 2)]
fn in_a_loop(x: &Tensor, xs: &[Tensor]) -> Tensor {
    let mut h = x.clone();
    for _ in 0..3 {
        let (y, n) = several::<f32>(&h, 2)?;
        h = y * n + far::away(xs);
    }
    h
}

#[differentiable]
fn not_there(x: &Tensor) -> Tensor {
    nowhere(x)
}

fn main() {
    let _ = f::vjp;
}
