//! Functions of numbers alone: their twins of tensors, and pullbacks that take and give numbers.

use cotangent_kernels::Float;

use crate::error::Result;
use crate::function::Pullback;
use crate::tensor::Tensor;

/// A differentiable function of numbers, `fn f(x: f64) -> f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `#[differentiable]` function of numbers, so nothing is known of its derivative",
    label = "a differentiable function of numbers calls it",
    note = "mark it `#[differentiable]`, with numbers of one type as its parameters and result: `fn f(x: f64, y: f64) -> f64`"
)]
pub trait Numbers {
    /// The same function of tensors of rank 0.
    type Tensors;
}

/// The pullback of a function of numbers.
#[derive(Clone, Debug)]
pub struct NumberPullback<P: Pullback, G> {
    of_tensors: P,
    numbers: fn(P::Grads) -> Result<G>,
}

impl<T: Float, P: Pullback<Cotangent = Tensor<T>>, G> NumberPullback<P, G> {
    /// Around the twin's; `numbers` takes the numbers out of its gradients.
    #[doc(hidden)]
    pub const fn new(of_tensors: P, numbers: fn(P::Grads) -> Result<G>) -> Self {
        Self { of_tensors, numbers }
    }

    /// The cotangents of the active parameters from that of the result.
    pub fn pull(self, g: T) -> Result<G> {
        (self.numbers)(self.of_tensors.pull(&Tensor::from(g))?)
    }

    /// Bytes that it keeps alive.
    pub fn residual_bytes(&self) -> usize {
        self.of_tensors.residual_bytes()
    }
}
