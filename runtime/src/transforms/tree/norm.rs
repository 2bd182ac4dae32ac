//! The Euclidean norm, of elements of any size.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_kernels::kernel::Combine;
use cotangent_macros::kernels;

use super::math::dot;
use super::{Path, TensorTree, Visit, visit};
use crate::error::Result;
use crate::launch::{Arg, GroupInfo, OutSpec, Space, launch};
use crate::tensor::Tensor;
use crate::tensor::construct::scalar;
use crate::tensor::shape::Shape;

/// Below this a sum of squares may have lost digits of elements whose squares are subnormal.
const LEAST: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// The square root of the sum of the squares of all elements. Squares that f64 cannot hold do no harm: then the elements are
/// scaled before, as LAPACK's `nrm2` does (Blue, "A portable Fortran program to find the Euclidean norm of a vector", 1978).
pub fn norm<A: TensorTree>(a: &A) -> Result<f64> {
    let sum = dot(a, a)?;
    if sum.is_nan() || (LEAST..f64::INFINITY).contains(&sum) {
        return Ok(sum.sqrt());
    }
    let mut largest = Largest(0.0);
    visit(a, &mut largest)?;
    let Largest(largest) = largest;
    if largest == 0.0 || largest.is_infinite() {
        return Ok(largest);
    }
    let by = power_below(largest.recip());
    let mut squares = Scaled { by, sum: 0.0 };
    visit(a, &mut squares)?;
    Ok(squares.sum.sqrt() / by)
}

/// The power of two that rounds no product with what is as large as its inverse.
fn power_below(x: f64) -> f64 {
    let exponent = f64::from_bits(x.to_bits() & f64::INFINITY.to_bits());
    exponent.clamp(f64::MIN_POSITIVE, f64::MIN_POSITIVE.recip())
}

struct Largest(f64);

impl Visit for Largest {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        let most = summary(Combine::Max);
        let (y, ()) =
            launch(&Magnitudes::<T> { of: PhantomData }, &GroupInfo::NARROWED, (Arg::Ref(x), ()), &[most])?;
        // That of no elements is -inf.
        self.0 = self.0.max(y.item()?);
        Ok(())
    }
}

struct Scaled {
    by: f64,
    sum: f64,
}

impl Visit for Scaled {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        // An operand, not a number of the kernel: those are of the compute type, which may not reach so far.
        let ins = (Arg::Ref(x), (Arg::Own(scalar(self.by, x.device())), ()));
        let sum = summary(Combine::Sum);
        let (y, ()) = launch(&Squares::<T> { of: PhantomData }, &GroupInfo::NARROWED, ins, &[sum])?;
        self.sum += y.item()?;
        Ok(())
    }
}

fn summary(combine: Combine) -> OutSpec<'static> {
    OutSpec { space: Space::To(&Shape::SCALAR), combine, scale: 1.0 }
}

// The results are f64, which WGSL has not: no device runs these.
kernels! {
    fn Magnitudes<T: Float>(x: &T) -> f64 {
        x.cast::<f64>().abs()
    }

    fn Squares<T: Float>(x: &T, by: &f64) -> f64 {
        (x.cast::<f64>() * by).square()
    }
}
