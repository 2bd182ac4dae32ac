use cotangent::prelude::*;

#[differentiable]
mod model {
    use super::*;

    #[derive(Clone, Copy)]
    pub enum Kind {
        Plain,
        Bent,
    }

    #[differentiable]
    pub trait Layer {
        fn forward(&self, x: &Tensor, kind: Kind) -> Tensor;
    }

    #[derive(Clone, Differentiable)]
    pub struct Scale {
        pub by: Tensor,
    }

    #[differentiable]
    impl Layer for Scale {
        fn forward(&self, x: &Tensor, kind: Kind) -> Tensor {
            match kind {
                Kind::Plain => x * &self.by,
                Kind::Bent => (x * &self.by).tanh(),
            }
        }
    }
}

fn main() {}
