//! A gradient inside of a body needs the callee's text.
use cotangent::prelude::*;

#[differentiable]
fn outside(x: &Tensor) -> Scalar {
    x.square().sum()
}

#[differentiable]
fn elsewhere(x: &Tensor) -> Scalar {
    outside::grad(x)?.x.sum()
}

#[differentiable]
mod model {
    use cotangent::prelude::*;

    #[differentiable]
    fn vector(x: &Tensor<N>) -> Tensor<N> {
        x.sin()
    }

    #[differentiable]
    fn of_a_vector(x: &Tensor<N>) -> Scalar {
        vector::grad(x)?.x.sum()
    }

    #[differentiable]
    fn along(x: &Tensor<N>) -> Scalar {
        vector::jvp(x, x)?.1.sum()
    }

    #[differentiable]
    fn looped(x: &Tensor<N>, n: usize) -> Scalar {
        let mut y = x.clone();
        for _ in 0..n {
            y = y.sin();
        }
        y.sum()
    }

    #[differentiable]
    fn through_a_loop(x: &Tensor<N>) -> Scalar {
        looped::grad(x, 3)?.x.sum()
    }

    #[differentiable]
    fn itself(x: &Tensor<N>) -> Scalar {
        itself::grad(x)?.x.sum()
    }

    #[differentiable]
    fn misspelt(x: &Tensor<N>) -> Scalar {
        looped::grad(x, 3)?.y.sum()
    }
}

fn main() {}
