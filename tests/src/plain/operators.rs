//! Operators of tensors and numbers, owned and borrowed.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::{Hyper, Operand, Tensor};

macro_rules! operators {
    ($($op:ident $name:ident $assign:ident $assign_name:ident),*) => {$(
        operators!(@ $op $name [Tensor, &Tensor, &&Tensor] [Tensor, &Tensor, &&Tensor]);
        operators!(@number $op $name $assign $assign_name f64 &f64 usize i32);
        impl $assign<Tensor> for Tensor {
            fn $assign_name(&mut self, o: Tensor) {
                *self = (*self).$name(o);
            }
        }
        impl $assign<&Tensor> for Tensor {
            fn $assign_name(&mut self, o: &Tensor) {
                *self = (*self).$name(o);
            }
        }
    )*};
    (@ $op:ident $name:ident [$($a:ty),*] $others:tt) => {$(
        operators!(@each $op $name $a, $others);
    )*};
    (@each $op:ident $name:ident $a:ty, [$($b:ty),*]) => {$(
        impl $op<$b> for $a {
            type Output = Tensor;
            fn $name(self, o: $b) -> Tensor {
                self.tensor().zip(&o.tensor(), Hyper::$name)
            }
        }
    )*};
    (@number $op:ident $name:ident $assign:ident $assign_name:ident $($number:ty)*) => {$(
        operators!(@both $op $name $number, Tensor);
        operators!(@both $op $name $number, &Tensor);
        operators!(@both $op $name $number, &&Tensor);
        impl $assign<$number> for Tensor {
            fn $assign_name(&mut self, o: $number) {
                *self = (*self).$name(o);
            }
        }
    )*};
    (@both $op:ident $name:ident $number:ty, $tensor:ty) => {
        impl $op<$number> for $tensor {
            type Output = Tensor;
            fn $name(self, o: $number) -> Tensor {
                self.tensor().zip(&o.tensor(), Hyper::$name)
            }
        }
        impl $op<$tensor> for $number {
            type Output = Tensor;
            fn $name(self, o: $tensor) -> Tensor {
                self.tensor().zip(&o.tensor(), Hyper::$name)
            }
        }
    };
}
operators!(Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign, Div div DivAssign div_assign);

impl Neg for Tensor {
    type Output = Self;
    fn neg(self) -> Self {
        self.map(Hyper::neg)
    }
}

impl Neg for &Tensor {
    type Output = Tensor;
    fn neg(self) -> Tensor {
        self.map(Hyper::neg)
    }
}
