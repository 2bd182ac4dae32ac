use cotangent::prelude::*;

#[differentiable]
mod batches {
    use cotangent::prelude::*;

    #[differentiable(vmap(x))]
    pub fn loss(w: &Tensor<N>, x: &Tensor<N>) -> Scalar {
        (x * w).sum()
    }

    #[differentiable]
    pub fn plain(x: &Tensor<N>) -> Scalar {
        x.sum()
    }

    #[differentiable(vmap(x, y))]
    pub fn both(x: &Tensor<N>, y: &Tensor<N>) -> Scalar {
        (x * y).sum()
    }

    #[differentiable(vmap(x))]
    pub fn listed(ws: &[Tensor<N>], x: &Tensor<N>) -> Scalar {
        (x * &ws[0]).sum()
    }

    #[differentiable]
    pub fn no_vmap(xs: &Tensor<B, N>) -> Scalar {
        plain::vmap(xs)?.sum()
    }

    #[differentiable]
    pub fn no_axis(w: &Tensor<N>, x: &Scalar) -> Scalar {
        loss::vmap(w, x)?.sum()
    }

    #[differentiable]
    pub fn differ(x: &Tensor<3, N>, y: &Tensor<4, N>) -> Scalar {
        both::vmap(x, y)?.sum()
    }

    #[differentiable]
    pub fn items_differ(w: &Tensor<5>, xs: &Tensor<B, 3>) -> Scalar {
        loss::vmap(w, xs)?.sum()
    }

    #[differentiable]
    pub fn too_few(xs: &Tensor<B, N>) -> Scalar {
        loss::vmap(xs)?.sum()
    }

    #[differentiable]
    pub fn a_call(ws: &[Tensor<N>], xs: &Tensor<B, N>) -> Scalar {
        listed::vmap(ws, xs)?.sum()
    }

    #[differentiable]
    pub fn a_pullback(w: &Tensor<N>, xs: &Tensor<B, N>) -> Scalar {
        loss::vmap_vjp(w, xs)?.sum()
    }
}

mod elsewhere {
    use cotangent::prelude::*;

    #[differentiable(vmap(x))]
    pub fn loss(x: &Tensor<N>) -> Scalar {
        x.sum()
    }

    #[differentiable]
    pub fn total(xs: &Tensor<B, N>) -> Scalar {
        loss::vmap(xs)?.sum()
    }
}

fn main() {}
