//! Functions of numbers alone: their twins of tensors, and pullbacks that take and give numbers.

use crate::error::Result;
use crate::tensor::Tensor;
use crate::transforms::function::Pullback;

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

/// Numbers of a function, alone or in arrays, lists and tuples, and the tensors of rank 0 that stand for them.
pub trait AsTensors {
    /// The same form of tensors.
    type Tensors;
    /// A tensor for each number.
    fn tensors(&self) -> Self::Tensors;
}

/// Such numbers as they come out of tensors.
pub trait OfTensors: AsTensors + Sized {
    /// The number of each tensor.
    fn numbers(tensors: &Self::Tensors) -> Result<Self>;
}

macro_rules! floats {
    ($($T:ty)*) => {$(
        impl AsTensors for $T {
            type Tensors = Tensor<$T>;
            #[inline]
            fn tensors(&self) -> Tensor<$T> {
                Tensor::from(*self)
            }
        }

        impl OfTensors for $T {
            #[inline]
            fn numbers(tensor: &Tensor<$T>) -> Result<Self> {
                tensor.item()
            }
        }
    )*};
}
floats!(f32 f64);

impl<N: AsTensors> AsTensors for [N] {
    type Tensors = Vec<N::Tensors>;
    fn tensors(&self) -> Self::Tensors {
        self.iter().map(N::tensors).collect()
    }
}

impl<N: AsTensors> AsTensors for Vec<N> {
    type Tensors = Vec<N::Tensors>;
    fn tensors(&self) -> Self::Tensors {
        (**self).tensors()
    }
}

impl<N: OfTensors> OfTensors for Vec<N> {
    fn numbers(tensors: &Self::Tensors) -> Result<Self> {
        tensors.iter().map(N::numbers).collect()
    }
}

impl<N: AsTensors, const K: usize> AsTensors for [N; K] {
    type Tensors = [N::Tensors; K];
    fn tensors(&self) -> Self::Tensors {
        self.each_ref().map(N::tensors)
    }
}

impl<N: OfTensors, const K: usize> OfTensors for [N; K] {
    fn numbers(tensors: &Self::Tensors) -> Result<Self> {
        let all: Vec<N> = tensors.iter().map(N::numbers).collect::<Result<_>>()?;
        Ok(all.try_into().unwrap_or_else(|_| unreachable!("a number for each tensor")))
    }
}

macro_rules! tuples {
    ($(($($N:ident $i:tt)*))*) => {$(
        impl<$($N: AsTensors),*> AsTensors for ($($N,)*) {
            type Tensors = ($($N::Tensors,)*);
            fn tensors(&self) -> Self::Tensors {
                ($(self.$i.tensors(),)*)
            }
        }

        impl<$($N: OfTensors),*> OfTensors for ($($N,)*) {
            fn numbers(tensors: &Self::Tensors) -> Result<Self> {
                Ok(($($N::numbers(&tensors.$i)?,)*))
            }
        }
    )*};
}
tuples! {
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
}

/// The pullback of a function of numbers, whose result has the form `N`.
#[derive(Clone, Debug)]
pub struct NumberPullback<P, N, G> {
    of_tensors: P,
    pull: fn(P, N) -> Result<G>,
}

impl<P: Pullback, N, G> NumberPullback<P, N, G> {
    /// Around the twin's; `pull` hands it tensors and takes the numbers out of its gradients.
    #[doc(hidden)]
    pub const fn new(of_tensors: P, pull: fn(P, N) -> Result<G>) -> Self {
        Self { of_tensors, pull }
    }

    /// The cotangents of the active parameters from that of the result.
    pub fn pull(self, g: N) -> Result<G> {
        (self.pull)(self.of_tensors, g)
    }

    /// Bytes that it keeps alive.
    pub fn residual_bytes(&self) -> usize {
        self.of_tensors.residual_bytes()
    }
}
