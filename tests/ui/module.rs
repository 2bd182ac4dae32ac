use cotangent::prelude::*;

#[differentiable]
mod wrong {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn layer(x: &Tensor<B, I>, w: &Tensor<I, O>) -> Tensor<B, O> {
        x.matmul(w).tanh()
    }

    #[differentiable]
    pub fn product(x: &Tensor, w: &Tensor) -> Tensor {
        x.matmul(w)
    }

    #[differentiable]
    pub fn nested(x: &Tensor, w: &Tensor) -> Tensor {
        product(x, w) * 2.0
    }

    #[differentiable]
    pub fn either(x: &Tensor, w: &Tensor, transposed: bool) -> Tensor {
        if transposed { x.matmul(&w.t()) } else { x.matmul(w) }
    }

    /// Inner dims, of the argument and of what the call gives; a rank.
    #[differentiable]
    pub fn dims(x: &Tensor<N, D>, w: &Tensor<H, K>, v: &Tensor<D, K>, b: &Tensor<D>) -> Scalar {
        let h = layer(x, w);
        let y = layer(x, v).matmul(w);
        (h + y).sum() + layer(x, b).sum()
    }

    /// Inside of the callees, with these arguments alone.
    #[differentiable]
    pub fn inside(x: &Tensor<N, D>, w: &Tensor<H, D>) -> Scalar {
        nested(x, w).sum()
    }

    /// The other arm may be the one that runs.
    #[differentiable]
    pub fn fine(x: &Tensor<N, D>, w: &Tensor<H, D>) -> Scalar {
        either(x, w, true).sum()
    }

    /// Once, where it is.
    #[differentiable]
    pub fn slip(x: &Tensor) -> Tensor {
        x.tahn()
    }

    #[differentiable]
    pub fn of_slip(x: &Tensor) -> Scalar {
        slip(&slip(x)).sum()
    }

    #[derive(Clone, Differentiable)]
    pub struct Norm {
        scale: Tensor,
    }

    #[differentiable]
    impl Norm {
        pub fn apply(&self, x: &Tensor<B, D>, mean: &Tensor<D>) -> Tensor<B, D> {
            (x - mean) * &self.scale
        }
    }

    /// What a method of the module takes.
    #[differentiable]
    pub fn method(n: &Norm, x: &Tensor<N, D>, mean: &Tensor<N>) -> Scalar {
        n.apply(x, mean).sum()
    }

    #[differentiable]
    pub fn of_slip_again(x: &Tensor) -> Scalar {
        slip(x).mean()
    }
}

#[differentiable]
mod unmarked {
    pub fn f() {}
}

#[differentiable(name = other, order = 2)]
mod named {
    #[differentiable]
    pub fn f(x: &cotangent::Tensor) -> cotangent::Tensor {
        x * 2.0
    }
}

fn main() {
    let _ = (wrong::fine::explain(), named::f::explain());
}
