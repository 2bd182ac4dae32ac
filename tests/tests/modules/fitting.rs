//! Traits and blocks of a module that look as if a tangent or a method lacked, and lack none.

use cotangent::prelude::*;

#[differentiable]
mod model {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Mode {
        Train,
        Test,
    }

    #[differentiable]
    pub trait Layer {
        fn forward(&self, x: &Tensor, n: usize) -> Tensor;
        fn describe(&self, mode: Mode) -> String;
        fn rate(&self, #[constant] n: usize, labels: &Tensor<i32>) -> Tensor;
    }

    /// A bound of `Self` is a supertrait.
    #[differentiable]
    pub trait Moving
    where
        Self: Differentiable,
    {
        fn moved(&self, x: &Tensor) -> Tensor;
    }

    #[derive(Clone, Differentiable)]
    pub struct Scale {
        pub by: Tensor,
    }

    #[differentiable]
    impl Layer for Scale {
        fn forward(&self, x: &Tensor<B>, n: usize) -> Tensor<B> {
            x * &self.by * n
        }
        fn describe(&self, mode: Mode) -> String {
            format!("{mode:?}")
        }
        fn rate(&self, n: usize, #[constant] labels: &Tensor<i32>) -> Tensor {
            &self.by * n + labels.cast::<f32>()
        }
    }

    #[differentiable]
    impl Moving for Scale {
        fn moved(&self, x: &Tensor) -> Tensor {
            x + &self.by
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Stack<L> {
        pub first: L,
        pub rest: Vec<L>,
    }

    /// Plain Rust alone.
    #[differentiable]
    impl<L: Layer> Stack<L> {
        pub fn depth(&self) -> usize {
            1 + self.rest.len()
        }
    }

    #[differentiable]
    impl<L: Moving> Stack<L> {
        pub fn both(&self, x: &Tensor) -> Tensor {
            self.first.moved(&self.rest[0].moved(x))
        }
    }

    #[differentiable]
    pub fn loss(stack: &Stack<Scale>, x: &Tensor, labels: &Tensor<i32>) -> Scalar {
        (stack.both(x) * stack.first.rate(2, labels)).sum()
    }
}

use model::{Layer, Mode, Scale, Stack, loss};

#[test]
fn they_are_accepted() -> Result<()> {
    let scale = |by: f32| Ok::<_, Error>(Scale { by: Tensor::full([2], by)? });
    let stack = Stack { first: scale(1.0)?, rest: vec![scale(3.0)?] };
    assert_eq!((stack.depth(), stack.first.describe(Mode::Test)), (2, "Test".to_owned()));
    let x = tensor![1.0, 2.0];
    assert_eq!(stack.first.forward(&x, 2), tensor![2.0, 4.0]);
    // (x + a + b) (2 a + labels): by a it is 2 (x + a + b) + 2 a + labels.
    let g = loss::grad(&stack, &x, &tensor![1, 2])?.stack;
    assert_eq!(g.first.by, tensor![13.0, 16.0]);
    assert_eq!(g.rest[0].by, tensor![3.0, 4.0]);
    let _ = Mode::Train;
    Ok(())
}
