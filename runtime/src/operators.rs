//! Operators on tensors outside differentiable functions.
//!
//! `&a + &b`, `a * 2.0`, `1.0 - &a`, `-a`, `!mask`, `a += &b`: tensors by value or reference, host numbers on either
//! side. They give a tensor, not a `Result`, because chains of `?` would make them useless; operands that do not
//! broadcast are a panic with the message that the function of the same name returns as an `Err`.

use std::ops::{
    Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign,
};

use cotangent_kernels::{Element, Float, Num};

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

/// `impl Op<R> for L` for every pair of forms. What comes by value may be written in place.
macro_rules! pairs {
    ($generics:tt $Op:ident::$method:ident => $op:ident, $T:ty) => {
        pairs! { @ $generics $Op::$method => $op, $T, Tensor<$T>, Own, Tensor<$T>, Own }
        pairs! { @ $generics $Op::$method => $op, $T, Tensor<$T>, Own, &Tensor<$T>, Ref }
        pairs! { @ $generics $Op::$method => $op, $T, &Tensor<$T>, Ref, Tensor<$T>, Own }
        pairs! { @ $generics $Op::$method => $op, $T, &Tensor<$T>, Ref, &Tensor<$T>, Ref }
    };
    (@ [$($generics:tt)*] $Op:ident::$method:ident => $op:ident, $T:ty, $L:ty, $l:ident, $R:ty, $r:ident) => {
        impl<$($generics)*> $Op<$R> for $L {
            type Output = Tensor<$T>;
            #[track_caller]
            fn $method(self, other: $R) -> Tensor<$T> {
                expect(Taking::$op(Arg::$l(self), Arg::$r(other)))
            }
        }
    };
}

/// Host numbers of a type on either side, as tensors of rank 0.
macro_rules! hosts {
    ($Bound:ident: $($H:ty)*; $Op:ident::$method:ident) => {$(
        hosts! { @ $Bound, $H, $Op::$method, Tensor<T>, Own; $Bound, $H, $Op::$method, &Tensor<T>, Ref }
    )*};
    (@ $($Bound:ident, $H:ty, $Op:ident::$method:ident, $X:ty, $x:ident);*) => {$(
        impl<T: $Bound> $Op<$H> for $X {
            type Output = Tensor<T>;
            #[track_caller]
            fn $method(self, other: $H) -> Tensor<T> {
                let other = number(other as f64, self.device());
                expect(Taking::$method(Arg::$x(self), Arg::Own(other)))
            }
        }
        impl<T: $Bound> $Op<$X> for $H {
            type Output = Tensor<T>;
            #[track_caller]
            fn $method(self, other: $X) -> Tensor<T> {
                let this = number(self as f64, other.device());
                expect(Taking::$method(Arg::Own(this), Arg::$x(other)))
            }
        }
    )*};
}

fn number<T: Element>(value: f64, device: Device) -> Tensor<T> {
    crate::emitted::scalar(value, device)
}

/// `a += b` for every `b` that `a + b` takes; in place where `a` has its buffer for itself.
macro_rules! assign {
    ($Bound:ident, $Op:ident::$method:ident => $op:ident; $($R:ty: $other:ident, $on:ident => $operand:expr),*) => {$(
        impl<T: $Bound> $Op<$R> for Tensor<T> {
            #[track_caller]
            fn $method(&mut self, $other: $R) {
                let $on = self.device();
                *self = expect(Taking::$op(Arg::Mut(self), $operand));
            }
        }
    )*};
}

macro_rules! arithmetic {
    ($($Bound:ident: $Op:ident::$method:ident, $Assign:ident::$assign:ident;)*) => {$(
        pairs! { [T: $Bound] $Op::$method => $method, T }
        hosts! { Float: f32 f64; $Op::$method }
        hosts! { $Bound: i32 i64 usize; $Op::$method }
        assign! { $Bound, $Assign::$assign => $method;
            Tensor<T>: b, _on => Arg::Own(b), &Tensor<T>: b, _on => Arg::Ref(b),
            i32: b, on => Arg::Own(number(b.into(), on)), i64: b, on => Arg::Own(number(b as f64, on)),
            usize: b, on => Arg::Own(number(b as f64, on))
        }
        assign! { Float, $Assign::$assign => $method;
            f32: b, on => Arg::Own(number(b.into(), on)), f64: b, on => Arg::Own(number(b, on))
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
pairs! { [] BitAnd::bitand => and, bool }
pairs! { [] BitOr::bitor => or, bool }

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
    use cotangent_kernels::f16;

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
