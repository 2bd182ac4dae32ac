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
    fn pulled(x: &Tensor<N>) -> Scalar {
        vector::vjp(x)?.0.sum()
    }

    #[differentiable]
    fn without_tangent(x: &Tensor<N>) -> Scalar {
        vector::jvp(x)?.1.sum()
    }

    #[derive(Clone, Differentiable)]
    pub struct Net {
        w: Tensor,
    }

    #[differentiable]
    fn of_net(net: &Net, x: &Tensor<N>) -> Tensor<N> {
        &net.w * x
    }

    #[differentiable]
    fn along_a_struct(net: &Net, x: &Tensor<N>) -> Scalar {
        of_net::jvp(net, x, net, x)?.1.sum()
    }

    #[differentiable]
    fn loss_of_net(net: &Net, x: &Tensor<N>) -> Scalar {
        (&net.w * x).square().sum()
    }

    #[differentiable]
    fn of_a_struct(net: &Net, x: &Tensor<N>) -> Scalar {
        loss_of_net::grad(net, x)?.net.w.sum()
    }

    #[differentiable(order = 2)]
    fn of_several(xs: &[Tensor<N>]) -> Scalar {
        stack(xs, 0).sum()
    }

    #[differentiable]
    fn of_a_slice(xs: &[Tensor<N>]) -> Scalar {
        of_several::grad(xs)?.xs[0].sum()
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
    fn along_a_loop(x: &Tensor<N>) -> Scalar {
        looped::jvp(x, 3, x)?.1
    }

    #[differentiable]
    fn few(x: &Tensor<N>) -> Scalar {
        looped::grad(x)?.x.sum()
    }

    #[differentiable]
    fn of_a_typo(x: &Tensor<N>) -> Scalar {
        looped::grad(x.sinn(), 3)?.x.sum()
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
