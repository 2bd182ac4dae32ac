use cotangent::prelude::*;

#[differentiable]
mod model {
    use super::*;

    #[differentiable]
    pub trait Layer {
        fn forward(&self, x: &Tensor, n: usize) -> Tensor;
        fn cost(&self, #[constant] x: &Tensor) -> Scalar {
            x.sum()
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Scale {
        pub by: Tensor,
    }

    #[derive(Clone, Differentiable)]
    pub struct Shift {
        pub by: Tensor,
    }

    #[derive(Clone, Differentiable)]
    pub struct Bend {
        pub by: Tensor,
    }

    #[derive(Clone, Differentiable)]
    pub struct Fold {
        pub by: Tensor,
    }

    #[derive(Clone, Differentiable)]
    pub struct Turn {
        pub by: Tensor,
    }

    #[derive(Clone, Differentiable)]
    pub struct Stay {
        pub by: Tensor,
    }

    #[differentiable]
    impl Layer for Scale {
        fn forward(&self, x: &Tensor) -> Tensor {
            x * &self.by
        }
    }

    #[differentiable]
    impl Layer for Shift {
        fn forward(&self, x: &Tensor, n: f64) -> Tensor {
            x + &self.by * n
        }
    }

    #[differentiable]
    impl Layer for Bend {
        fn forward(&self, x: &Tensor<f64>, n: usize) -> Tensor {
            x.cast::<f32>() * &self.by
        }
    }

    #[differentiable]
    impl Layer for Fold {
        fn forwards(&self, x: &Tensor, n: usize) -> Tensor {
            x * &self.by
        }
    }

    #[differentiable]
    impl Layer for Turn {
        fn forward(&self, x: &Tensor, n: usize) -> (Tensor, Tensor) {
            (x * &self.by, x.sin())
        }

        fn cost(&self, x: &Tensor) -> Scalar {
            (x * &self.by).sum()
        }
    }

    #[differentiable]
    impl Layer for Stay {}

    #[differentiable]
    pub fn all(scale: &Scale, shift: &Shift, x: &Tensor) -> Tensor {
        scale.forward(x, 1) + shift.forward(x, 2)
    }
}

fn main() {}
