//! Values of any form that have a tangent: tensors, and what is made of them.

use std::marker::PhantomData;

use cotangent_kernels::{Continuous, DType, Discrete, Element, Float, bf16, f16};

use crate::error::Result;
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::tree::TensorTree;

/// What goes into differentiable functions and comes out of them.
///
/// Integers, truth values and numbers of the host have no derivative: their tangent is `()`.
pub trait Differentiable: Clone {
    /// Tangents and cotangents.
    type Tangent: TensorTree;
    /// What zeros are made of, without the value itself.
    type Form: Form<Tangent = Self::Tangent>;
    /// How zeros of the tangent look.
    fn form(&self) -> Self::Form;
    /// Bytes of the tensors in it.
    fn bytes(&self) -> usize;
}

/// The shapes of a value, which keep no tensor alive.
pub trait Form: Clone {
    /// Tangents of the value.
    type Tangent: TensorTree;
    /// Zeros, which take no memory.
    fn zeros(&self) -> Result<Self::Tangent>;
}

/// What tangents of a tensor are, by its element type.
pub trait Kind<T: Element> {
    /// A tensor of the same type, or nothing.
    type Tangent: TensorTree;
    /// Zeros of a shape.
    fn zeros(shape: Shape) -> Result<Self::Tangent>;
}

impl<T: Float> Kind<T> for Continuous {
    type Tangent = Tensor<T>;
    fn zeros(shape: Shape) -> Result<Tensor<T>> {
        crate::emitted::zeros(shape)
    }
}

impl<T: Element> Kind<T> for Discrete {
    type Tangent = ();
    fn zeros(_: Shape) -> Result<()> {
        Ok(())
    }
}

/// The form of a tensor.
#[derive(Debug)]
pub struct TensorForm<T> {
    shape: Shape,
    element: PhantomData<fn() -> T>,
}

impl<T> Clone for TensorForm<T> {
    fn clone(&self) -> Self {
        Self { shape: self.shape, element: PhantomData }
    }
}

impl<T: Element<Kind: Kind<T>>> Differentiable for Tensor<T> {
    type Tangent = <T::Kind as Kind<T>>::Tangent;
    type Form = TensorForm<T>;
    fn form(&self) -> TensorForm<T> {
        TensorForm { shape: self.layout().shape, element: PhantomData }
    }
    fn bytes(&self) -> usize {
        crate::emitted::bytes_of(self)
    }
}

impl<T: Element<Kind: Kind<T>>> Form for TensorForm<T> {
    type Tangent = <T::Kind as Kind<T>>::Tangent;
    fn zeros(&self) -> Result<Self::Tangent> {
        <T::Kind as Kind<T>>::zeros(self.shape)
    }
}

impl<C: Differentiable> Differentiable for Vec<C> {
    type Tangent = Vec<C::Tangent>;
    type Form = Vec<C::Form>;
    fn form(&self) -> Self::Form {
        self.iter().map(C::form).collect()
    }
    fn bytes(&self) -> usize {
        self.iter().map(C::bytes).sum()
    }
}

impl<F: Form> Form for Vec<F> {
    type Tangent = Vec<F::Tangent>;
    fn zeros(&self) -> Result<Self::Tangent> {
        self.iter().map(F::zeros).collect()
    }
}

impl<C: Differentiable> Differentiable for Option<C> {
    type Tangent = Option<C::Tangent>;
    type Form = Option<C::Form>;
    fn form(&self) -> Self::Form {
        self.as_ref().map(C::form)
    }
    fn bytes(&self) -> usize {
        self.iter().map(C::bytes).sum()
    }
}

impl<F: Form> Form for Option<F> {
    type Tangent = Option<F::Tangent>;
    fn zeros(&self) -> Result<Self::Tangent> {
        self.as_ref().map(F::zeros).transpose()
    }
}

impl<C: Differentiable, const N: usize> Differentiable for [C; N] {
    type Tangent = [C::Tangent; N];
    type Form = [C::Form; N];
    fn form(&self) -> Self::Form {
        self.each_ref().map(C::form)
    }
    fn bytes(&self) -> usize {
        self.iter().map(C::bytes).sum()
    }
}

impl<F: Form, const N: usize> Form for [F; N] {
    type Tangent = [F::Tangent; N];
    fn zeros(&self) -> Result<Self::Tangent> {
        let mut zeros = Vec::with_capacity(N);
        for form in self {
            zeros.push(form.zeros()?);
        }
        Ok(zeros.try_into().unwrap_or_else(|_| unreachable!("one for each of N")))
    }
}

impl<C: Differentiable> Differentiable for Box<C> {
    type Tangent = Box<C::Tangent>;
    type Form = Box<C::Form>;
    fn form(&self) -> Self::Form {
        Box::new(C::form(self))
    }
    fn bytes(&self) -> usize {
        C::bytes(self)
    }
}

impl<F: Form> Form for Box<F> {
    type Tangent = Box<F::Tangent>;
    fn zeros(&self) -> Result<Self::Tangent> {
        F::zeros(self).map(Box::new)
    }
}

macro_rules! constants {
    ($($T:ty)*) => {$(
        impl Differentiable for $T {
            type Tangent = ();
            type Form = ();
            fn form(&self) {}
            fn bytes(&self) -> usize {
                0
            }
        }
    )*};
}
constants!(bool char f32 f64 f16 bf16 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize String &str DType);

macro_rules! tuples {
    ($(($($A:ident $i:tt),*))*) => {$(
        impl<$($A: Differentiable),*> Differentiable for ($($A,)*) {
            type Tangent = ($($A::Tangent,)*);
            type Form = ($($A::Form,)*);
            #[allow(clippy::unused_unit)]
            fn form(&self) -> Self::Form {
                ($(self.$i.form(),)*)
            }
            fn bytes(&self) -> usize {
                0 $(+ self.$i.bytes())*
            }
        }
        impl<$($A: Form),*> Form for ($($A,)*) {
            type Tangent = ($($A::Tangent,)*);
            fn zeros(&self) -> Result<Self::Tangent> {
                Ok(($(self.$i.zeros()?,)*))
            }
        }
    )*};
}
tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
