//! What ops give that did not run.

use cotangent_kernels::Element;

use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::tensor::storage::Storage;

/// The stand-in for the result of an op that failed or did not run. Nobody sees it.
pub trait Nothing {
    #[doc(hidden)]
    fn nothing() -> Self;
}

impl<T: Element> Nothing for Tensor<T> {
    #[cold]
    fn nothing() -> Self {
        Self::dense(Storage::nothing(), Shape::EMPTY)
    }
}

impl<A: Element, B: Element> Nothing for (Tensor<A>, Tensor<B>) {
    #[cold]
    fn nothing() -> Self {
        (Tensor::nothing(), Tensor::nothing())
    }
}

impl<T> Nothing for Vec<T> {
    fn nothing() -> Self {
        Self::new()
    }
}

impl Nothing for Shape {
    fn nothing() -> Self {
        Self::EMPTY
    }
}
