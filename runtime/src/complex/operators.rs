//! Operators on complex tensors outside of differentiable functions: with others, with real tensors and with numbers. As those of
//! tensors they panic where shapes do not broadcast.

use std::ops::{Add, Div, Mul, Neg, Sub};

use cotangent_kernels::Float;

use crate::complex::Complex;
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;
use crate::tensor::operators::Operand;

#[track_caller]
fn expect<T: Float>(result: Result<Complex<T>>) -> Complex<T> {
    match result {
        Ok(z) => z,
        Err(e) => panic!("{e}"),
    }
}

pub(super) fn product<T: Float>(a: &Complex<T>, b: &Complex<T>) -> Result<Complex<T>> {
    let of = ops::mul::<T>;
    Ok(Complex {
        re: ops::sub(&of(&a.re, &b.re)?, &of(&a.im, &b.im)?)?,
        im: ops::add(&of(&a.re, &b.im)?, &of(&a.im, &b.re)?)?,
    })
}

fn sum<T: Float>(a: &Complex<T>, b: &Complex<T>) -> Result<Complex<T>> {
    Ok(Complex { re: ops::add(&a.re, &b.re)?, im: ops::add(&a.im, &b.im)? })
}

fn difference<T: Float>(a: &Complex<T>, b: &Complex<T>) -> Result<Complex<T>> {
    Ok(Complex { re: ops::sub(&a.re, &b.re)?, im: ops::sub(&a.im, &b.im)? })
}

fn quotient<T: Float>(a: &Complex<T>, b: &Complex<T>) -> Result<Complex<T>> {
    let (re, im) = ops::complex_div(&a.re, &a.im, &b.re, &b.im)?;
    Ok(Complex { re, im })
}

/// Something beside a complex tensor.
pub trait ComplexOperand<T: Float> {
    #[doc(hidden)]
    fn complex(self, beside: &Complex<T>) -> Complex<T>;
}

impl<T: Float> ComplexOperand<T> for Complex<T> {
    fn complex(self, _: &Complex<T>) -> Complex<T> {
        self
    }
}

impl<T: Float> ComplexOperand<T> for &Complex<T> {
    fn complex(self, _: &Complex<T>) -> Complex<T> {
        self.clone()
    }
}

macro_rules! reals {
    ($($X:ty),*) => {$(
        impl<T: Float> ComplexOperand<T> for $X {
            #[track_caller]
            fn complex(self, beside: &Complex<T>) -> Complex<T> {
                expect(Complex::from_real(&self.operand(beside.device())))
            }
        }
    )*};
}
reals!(Tensor<T>, &Tensor<T>, f32, f64, i32, i64, isize, usize);

macro_rules! operators {
    ($($Op:ident::$method:ident => $function:ident;)*) => {$(
        impl<T: Float, R: ComplexOperand<T>> $Op<R> for Complex<T> {
            type Output = Complex<T>;
            #[track_caller]
            fn $method(self, other: R) -> Complex<T> {
                expect($function(&self, &other.complex(&self)))
            }
        }
        impl<T: Float, R: ComplexOperand<T>> $Op<R> for &Complex<T> {
            type Output = Complex<T>;
            #[track_caller]
            fn $method(self, other: R) -> Complex<T> {
                expect($function(self, &other.complex(self)))
            }
        }
    )*};
}
operators! {
    Add::add => sum;
    Sub::sub => difference;
    Mul::mul => product;
    Div::div => quotient;
}

impl<T: Float> Neg for Complex<T> {
    type Output = Self;
    fn neg(self) -> Self {
        -&self
    }
}

impl<T: Float> Neg for &Complex<T> {
    type Output = Complex<T>;
    fn neg(self) -> Complex<T> {
        Complex { re: -&self.re, im: -&self.im }
    }
}
