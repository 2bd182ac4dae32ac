use cotangent::prelude::*;

#[differentiable]
mod model {
    use super::*;

    pub trait Module {
        fn forward(&self, x: &Tensor) -> Tensor;
    }

    #[derive(Clone, Differentiable)]
    pub struct Scale {
        pub by: Tensor,
    }

    #[differentiable]
    impl Module for Scale {
        fn forward(&self, x: &Tensor) -> Tensor {
            x * &self.by
        }
    }
}

fn main() {}
