//! Operators on tensors outside differentiable functions.
//!
//! `&a + &b`, `a * 2.0`, `1.0 - &a`, `-a`, `!mask`, `a += &b`: tensors by value or reference, host numbers on either
//! side. They give a tensor, not a `Result`, because chains of `?` would make them useless; operands that do not
//! broadcast are a panic with the message that the function of the same name returns as an `Err`.

use std::ops::{
    Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign,
};

use cotangent_kernels::{Element, Float, Num, bf16, f16};

use crate::device::Device;
use crate::error::Result;
use crate::launch::Arg;
use crate::ops::Taking;
use crate::tensor::Tensor;

#[track_caller]
fn expect<T: Element>(result: Result<Tensor<T>>) -> Tensor<T> {
    match result {
        Ok(tensor) => tensor,
        Err(e) => panic!("{e}"),
    }
}

/// An operand beside a tensor of `T`, at an operator or in a method: such a tensor by value or reference, or a number.
///
/// An operator has one implementation for all of them, so the type of what it gives is known before that of a literal is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operand beside a tensor of `{T}`",
    label = "neither a tensor of `{T}` nor a number that such a tensor takes",
    note = "tensors of floats take `f32`, `f64` and integers, tensors of integers take integers, those of bytes take `u8`, masks take `bool`"
)]
pub trait Operand<T: Element>: Sized {
    #[doc(hidden)]
    fn with<Y>(self, device: Device, then: impl FnOnce(Arg<'_, T>) -> Y) -> Y;
    #[doc(hidden)]
    fn operand(self, device: Device) -> Tensor<T> {
        self.with(device, |operand| match operand {
            Arg::Ref(x) => x.clone(),
            Arg::Own(x) => x,
            Arg::Mut(x) => x.clone(),
        })
    }
}

impl<T: Element> Operand<T> for Tensor<T> {
    fn with<Y>(self, _: Device, then: impl FnOnce(Arg<'_, T>) -> Y) -> Y {
        then(Arg::Own(self))
    }
}

impl<T: Element> Operand<T> for &Tensor<T> {
    fn with<Y>(self, _: Device, then: impl FnOnce(Arg<'_, T>) -> Y) -> Y {
        then(Arg::Ref(self))
    }
}

macro_rules! numbers {
    ($Bound:ident: $($H:ty)*) => {$(
        impl<T: $Bound> Operand<T> for $H {
            fn with<Y>(self, device: Device, then: impl FnOnce(Arg<'_, T>) -> Y) -> Y {
                then(Arg::Own(number(self as f64, device)))
            }
        }
    )*};
}
numbers!(Float: f32 f64);
numbers!(Num: i32 i64 isize usize);

macro_rules! elements {
    ($($T:ty)*) => {$(
        impl Operand<Self> for $T {
            fn with<Y>(self, device: Device, then: impl FnOnce(Arg<'_, Self>) -> Y) -> Y {
                then(Arg::Own(number(self.into(), device)))
            }
        }
    )*};
}
elements!(bool u8);

fn number<T: Element>(value: f64, device: Device) -> Tensor<T> {
    crate::tensor::construct::scalar(value, device)
}

/// A tensor on the left. What comes by value may be written in place.
macro_rules! left {
    (@ [$($generics:tt)*] $T:ty, $Op:ident::$method:ident => $op:ident, $X:ty, $x:ident) => {
        impl<$($generics)* R: Operand<$T>> $Op<R> for $X {
            type Output = Tensor<$T>;
            #[track_caller]
            fn $method(self, other: R) -> Tensor<$T> {
                let device = self.device();
                expect(other.with(device, |other| Taking::$op(Arg::$x(self), other)))
            }
        }
    };
    ($generics:tt $T:ty, $Op:ident::$method:ident => $op:ident) => {
        left! { @ $generics $T, $Op::$method => $op, Tensor<$T>, Own }
        left! { @ $generics $T, $Op::$method => $op, &Tensor<$T>, Ref }
    };
}

/// A number on the left. Of the tensors with `$T` one type of numbers alone is there, which a literal then has.
macro_rules! right {
    (@ [$($generics:tt)*] $H:ty, $T:ty, $Op:ident::$method:ident, $X:ty, $x:ident) => {
        impl<$($generics)*> $Op<$X> for $H {
            type Output = Tensor<$T>;
            #[track_caller]
            fn $method(self, other: $X) -> Tensor<$T> {
                let this = number(self as f64, other.device());
                expect(Taking::$method(Arg::Own(this), Arg::$x(other)))
            }
        }
    };
    ($generics:tt $H:ty, $T:ty, $Op:ident::$method:ident) => {
        right! { @ $generics $H, $T, $Op::$method, Tensor<$T>, Own }
        right! { @ $generics $H, $T, $Op::$method, &Tensor<$T>, Ref }
    };
}

macro_rules! arithmetic {
    ($($Bound:ident: $Op:ident::$method:ident, $Assign:ident::$assign:ident;)*) => {$(
        left! { [T: $Bound,] T, $Op::$method => $method }
        right! { [] f32, f32, $Op::$method }
        right! { [] f64, f64, $Op::$method }
        right! { [] f32, f16, $Op::$method }
        right! { [] f32, bf16, $Op::$method }
        right! { [T: $Bound] i32, T, $Op::$method }
        right! { [T: $Bound] i64, T, $Op::$method }
        right! { [T: $Bound] usize, T, $Op::$method }
        /// Writes in place where the tensor has its buffer for itself.
        impl<T: $Bound, R: Operand<T>> $Assign<R> for Tensor<T> {
            #[track_caller]
            fn $assign(&mut self, other: R) {
                let device = self.device();
                *self = expect(other.with(device, |other| Taking::$method(Arg::Mut(self), other)));
            }
        }
    )*};
}

arithmetic! {
    Num: Add::add, AddAssign::add_assign;
    Num: Sub::sub, SubAssign::sub_assign;
    Num: Mul::mul, MulAssign::mul_assign;
    Float: Div::div, DivAssign::div_assign;
    Float: Rem::rem, RemAssign::rem_assign;
}
left! { [] bool, BitAnd::bitand => and }
left! { [] bool, BitOr::bitor => or }

macro_rules! unary {
    ([$($generics:tt)*] $Op:ident::$method:ident, $T:ty) => {
        impl<$($generics)*> $Op for Tensor<$T> {
            type Output = Self;
            #[track_caller]
            fn $method(self) -> Self {
                expect(Taking::$method(Arg::Own(self)))
            }
        }
        impl<$($generics)*> $Op for &Tensor<$T> {
            type Output = Tensor<$T>;
            #[track_caller]
            fn $method(self) -> Tensor<$T> {
                expect(Taking::$method(Arg::Ref(self)))
            }
        }
    };
}
unary! { [T: Num] Neg::neg, T }
unary! { [] Not::not, bool }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    fn v<T: Element>(x: &Tensor<T>) -> Vec<T> {
        x.to_vec().unwrap()
    }

    #[test]
    fn tensors_and_host_numbers_in_any_form() {
        let (a, b): (Tensor, Tensor) = (tensor![1.0, 2.0], tensor![10.0, 20.0]);
        assert_eq!(v(&(&a + &b)), [11.0, 22.0]);
        assert_eq!(v(&(a.clone() * b.clone())), [10.0, 40.0]);
        assert_eq!(v(&(&b - a.clone())), [9.0, 18.0]);
        assert_eq!(v(&(b.clone() / &a)), [10.0, 10.0]);
        assert_eq!(v(&(&b % 7.0)), [3.0f32, 6.0]);
        assert_eq!(v(&(1.0 - &a)), [0.0f32, -1.0]);
        assert_eq!(v(&(2 * a.clone() + 0.5f32)), [2.5f32, 4.5]);
        assert_eq!(v(&(&a / 4usize)), [0.25f32, 0.5]);
        assert_eq!(v(&-&a), [-1.0, -2.0]);
        assert_eq!(v(&(&tensor![[1.0], [2.0]] + &tensor![10.0, 20.0])), [11.0, 21.0, 12.0, 22.0]);
        assert_eq!(v(&(tensor![1, 2] * 3 - &tensor![1, 1])), [2, 5]);
        assert_eq!(v(&(tensor![f16::from_f32(1.5)] * 2.0)), [f16::from_f32(3.0)]);
        assert_eq!(v(&(tensor![true, true] & &!tensor![true, false])), [false, true]);
        assert_eq!(v(&(&tensor![true, false] | tensor![false, false])), [true, false]);
    }

    #[test]
    fn literals_have_the_type_that_the_tensor_decides() {
        let x: Tensor<f64> = tensor![0.5];
        let sin = |x: f64| x.sin();
        assert_eq!(v(&(&x * 2.0).sin().unwrap()), [sin(1.0)]);
        assert_eq!(v(&(2.0 * &x).sin().unwrap()), [sin(1.0)]);
        assert_eq!(v(&(1.0 - x.clone() * 0.5).abs().unwrap()), [0.75]);
        assert_eq!(v(&(0.1 / &tensor![f16::from_f32(0.5)]).abs().unwrap()), [f16::from_f32(0.2)]);
        let noise = |n: usize| Tensor::ones([n]);
        assert_eq!(v(&(x + noise(1).unwrap() * 0.1)), [0.6]);
    }

    #[test]
    fn assignment() {
        let mut a: Tensor = tensor![1.0, 2.0];
        let shared = a.clone();
        a += &shared;
        a *= 3.0;
        a -= tensor![1.0, 1.0];
        a /= 2;
        assert_eq!((v(&a), v(&shared)), (vec![2.5, 5.5], vec![1.0, 2.0]));
    }

    #[test]
    fn what_nobody_else_holds_is_written_in_place() {
        let at = |x: &Tensor| x.as_slice().unwrap().as_ptr();
        let mut a: Tensor = tensor![1.0, 2.0];
        let buffer = at(&a);
        a += tensor![1.0, 1.0];
        a *= 2.0;
        let a = 1.0 - (-a) / &tensor![2.0, 3.0];
        assert_eq!((at(&a), v(&a)), (buffer, vec![3.0, 3.0]));
        let mut b = a.clone();
        b -= 1.0;
        assert_eq!((at(&a), v(&a), v(&b)), (buffer, vec![3.0, 3.0], vec![2.0, 2.0]));
        assert_ne!(at(&b), buffer);
        // A larger result has memory of its own.
        b += tensor![[1.0], [2.0]];
        assert_eq!((b.shape(), v(&b)), (&[2, 2][..], vec![3.0, 3.0, 4.0, 4.0]));
    }

    #[test]
    fn a_failed_assignment_leaves_its_target() {
        let mut a: Tensor = tensor![1.0, 2.0];
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| a += tensor![1.0, 2.0, 3.0]));
        assert!(failed.is_err());
        assert_eq!(v(&a), [1.0, 2.0]);
    }

    #[test]
    #[should_panic(expected = "shapes [2] and [3] do not broadcast")]
    fn a_bad_shape_panics_with_the_message() {
        let _ = tensor![1, 2] + tensor![1, 2, 3];
    }
}
