//! Numbers in place of tensors: what plain Rust makes of the text of a body.

use std::ops::{Add, AddAssign, Mul, MulAssign};

pub use super::{Pair, next, noted};
pub use cotangent::Result;

#[derive(Clone, Debug)]
pub struct Tensor<T>(pub Vec<T>);

impl Tensor<f64> {
    fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self(self.0.iter().map(|x| f(*x)).collect())
    }

    fn with(&self, other: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let at = |v: &Self, i: usize| if v.0.len() == 1 { v.0[0] } else { v.0[i] };
        Self((0..self.0.len().max(other.0.len())).map(|i| f(at(self, i), at(other, i))).collect())
    }

    pub fn sin(&self) -> Self {
        self.map(f64::sin)
    }

    pub fn cos(&self) -> Self {
        self.map(f64::cos)
    }

    pub fn exp(&self) -> Self {
        self.map(f64::exp)
    }

    pub fn sum(&self) -> Self {
        Self(vec![self.0.iter().sum()])
    }

    pub fn item(&self) -> Result<f64> {
        assert_eq!(self.0.len(), 1);
        Ok(self.0[0])
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $Assign:ident $assign:ident;)*) => {$(
        operators! { $Op $op: &Tensor<f64>, &Tensor<f64>; &Tensor<f64>, Tensor<f64>; Tensor<f64>, &Tensor<f64>; Tensor<f64>, Tensor<f64>; }
        impl $Op<f64> for &Tensor<f64> {
            type Output = Tensor<f64>;
            fn $op(self, other: f64) -> Tensor<f64> {
                self.map(|x| x.$op(other))
            }
        }
        impl $Op<f64> for Tensor<f64> {
            type Output = Tensor<f64>;
            fn $op(self, other: f64) -> Tensor<f64> {
                self.map(|x| x.$op(other))
            }
        }
        impl $Assign<&Tensor<f64>> for Tensor<f64> {
            fn $assign(&mut self, other: &Tensor<f64>) {
                *self = self.with(other, |x, y| x.$op(y));
            }
        }
        impl $Assign<Tensor<f64>> for Tensor<f64> {
            fn $assign(&mut self, other: Tensor<f64>) {
                *self = self.with(&other, |x, y| x.$op(y));
            }
        }
    )*};
    ($Op:ident $op:ident: $($Left:ty, $Right:ty;)*) => {$(
        impl $Op<$Right> for $Left {
            type Output = Tensor<f64>;
            fn $op(self, other: $Right) -> Tensor<f64> {
                self.with(std::borrow::Borrow::borrow(&other), |x, y| x.$op(y))
            }
        }
    )*};
}
operators! {
    Add add AddAssign add_assign;
    Mul mul MulAssign mul_assign;
}
