use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Linear {
    w: Tensor,
}

#[differentiable]
fn g(x: &Tensor, w: &Tensor) -> Tensor {
    x * w
}

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    g(x, x, x)
}

#[differentiable]
fn of_a_struct(l: &Linear, x: &Tensor) -> Tensor {
    g(l, x)
}

#[differentiable]
mod together {
    use super::*;

    #[derive(Clone, Differentiable)]
    pub struct Bias {
        pub b: Tensor,
    }

    #[differentiable]
    impl Bias {
        pub fn forward(&self, x: &Tensor) -> Tensor {
            x + &self.b
        }
    }

    #[differentiable]
    pub fn of_a_method(l: &Bias, x: &Tensor) -> Tensor {
        l.forward(x, x)
    }
}

fn main() {}
