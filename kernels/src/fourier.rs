//! Discrete Fourier transforms along the last axis of points, without a factor. Complex numbers are pairs along a last axis of 2.
//!
//! `rustfft` and `realfft` transform one lane at a time: how many lanes a thread has cannot change a bit. They compute in f64 for f64, and
//! in f32 for all else.
#![allow(unsafe_code)]

mod plan;

use crate::element::{DType, Element, Float};
use crate::strided::{Shared, View, offsets, product, split};
use plan::{Kind, Real};

/// Elements that a thread packs at once, about: they stay in the second cache.
const PACKED: usize = 1 << 14;
/// Lanes that a thread packs at once: elements side by side of a transposed view share lines of the cache.
const TOGETHER: usize = 16;

/// `out[k] = Σ x[j] e^(-2πi jk/n)`, or with `+` if `inverse`. `x` is `[.., n, 2]`, and `out` dense with this shape.
///
/// # Panics
/// When `x` is no tensor of pairs, has no points in a lane, or `out` has another number of elements.
pub fn dft<T: Float>(out: &mut [T], x: View<'_, T>, inverse: bool) {
    let &[.., n, 2] = x.shape() else { panic!("a transform of what is no pairs") };
    lanes(out, x, if inverse { Kind::Inverse } else { Kind::Forward }, n);
}

/// The first `n / 2 + 1` numbers of [`dft`] of `x: [.., n]`, which is real. `out` is dense and `[.., n / 2 + 1, 2]`.
///
/// # Panics
/// When `x` is a scalar, has no points in a lane, or `out` has another number of elements.
pub fn real_dft<T: Float>(out: &mut [T], x: View<'_, T>) {
    let &[.., n] = x.shape() else { panic!("a transform of a scalar") };
    lanes(out, x, Kind::Real, n);
}

/// The inverse [`dft`] of the `n` numbers that begin with those of `y: [.., n / 2 + 1, 2]`, where those at `k` and `n - k` are conjugate.
/// `out` is dense and `[.., n]`. The imaginary parts at 0 and, of an even `n`, at `n / 2` are not read.
///
/// # Panics
/// When `y` is no tensor of so many pairs or `out` has another number of elements.
pub fn hermitian_dft<T: Float>(out: &mut [T], y: View<'_, T>, n: usize) {
    let &[.., half, 2] = y.shape() else { panic!("a transform of what is no pairs") };
    assert_eq!(half, n / 2 + 1);
    lanes(out, y, Kind::Hermitian, n);
}

/// Where the elements of a lane lie.
struct Lane {
    /// Points, and the steps between them.
    points: usize,
    step: isize,
    /// Numbers of a point, and the steps between them.
    parts: usize,
    part: isize,
}

impl Lane {
    fn is_dense(&self) -> bool {
        (self.points == 1 || self.step == self.parts as isize) && (self.parts == 1 || self.part == 1)
    }
}

fn lanes<T: Float>(out: &mut [T], x: View<'_, T>, kind: Kind, n: usize) {
    match T::DTYPE {
        DType::F64 => lanes_in::<T, f64>(out, x, kind, n),
        _ => lanes_in::<T, f32>(out, x, kind, n),
    }
}

/// Transforms lanes of `T` in `R`.
fn lanes_in<T: Float, R: Real>(out: &mut [T], x: View<'_, T>, kind: Kind, n: usize) {
    let rank = x.rank() - if matches!(kind, Kind::Real) { 1 } else { 2 };
    let lane = Lane {
        points: x.shape()[rank],
        step: x.strides()[rank],
        parts: x.shape().get(rank + 1).copied().unwrap_or(1),
        part: x.strides().get(rank + 1).copied().unwrap_or(1),
    };
    let to = kind.results(n);
    assert_eq!(out.len(), product(&x.shape()[..rank]).saturating_mul(to));
    if out.is_empty() {
        return;
    }
    let starts = offsets(&x.shape()[..rank], &x.strides()[..rank]);
    let plan = R::plan(kind, n);
    let from = lane.points * lane.parts;
    let together = (PACKED / from).clamp(1, TOGETHER);
    let is_same = T::DTYPE == R::DTYPE;
    let (x, out) = (Shared(x.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    split(starts.len(), starts.len() * n * work(n), |range| {
        let mut scratch = plan.scratch();
        if is_same && lane.is_dense() && plan.only_reads() {
            for i in range {
                // SAFETY: a lane of a view whose elements are side by side, and lane `i` of the dense result, of this range alone. `T`
                // is `R`.
                let (from, to) = unsafe {
                    let at: *const T = x.at(0).offset(starts[i]);
                    let from = std::slice::from_raw_parts(at.cast::<R>(), from);
                    (from, std::slice::from_raw_parts_mut(out.at(i * to).cast::<R>(), to))
                };
                plan.read(from, to, &mut scratch);
            }
            return;
        }
        let mut packed = vec![R::default(); from * together.min(range.len())];
        let mut result = vec![R::default(); if is_same { 0 } else { to }];
        for first in range.clone().step_by(together) {
            let starts = &starts[first..range.end.min(first + together)];
            // SAFETY: the lanes of a view, and as many lanes of memory.
            unsafe { pack(&mut packed, x, starts, &lane) };
            for (from, i) in packed.chunks_exact_mut(from).take(starts.len()).zip(first..) {
                // SAFETY: lane `i` of the dense result, of this range alone.
                let to = unsafe { std::slice::from_raw_parts_mut(out.at(i * to), to) };
                if is_same {
                    // SAFETY: `T` is `R`.
                    let to = unsafe { std::slice::from_raw_parts_mut(to.as_mut_ptr().cast::<R>(), to.len()) };
                    plan.run(from, to, &mut scratch);
                } else {
                    plan.run(from, &mut result, &mut scratch);
                    for (to, from) in to.iter_mut().zip(&result) {
                        *to = T::from_f64(Element::to_f64(*from));
                    }
                }
            }
        }
    });
}

/// Rough work for a point, in elements of a sum: when threads pay.
fn work(n: usize) -> usize {
    1 + n.ilog2() as usize / 2
}

/// Copies lanes one behind the other.
///
/// # Safety
/// The elements of all lanes that begin at `starts` lie in the allocation of `x`.
unsafe fn pack<T: Float, R: Real>(packed: &mut [R], x: Shared<T>, starts: &[isize], lane: &Lane) {
    let from = lane.points * lane.parts;
    if lane.is_dense() {
        for (to, &start) in packed.chunks_exact_mut(from).zip(starts) {
            // SAFETY: the caller's contract; the elements of a lane are side by side.
            let x = unsafe { std::slice::from_raw_parts(x.at(0).offset(start).cast_const(), from) };
            to.iter_mut().zip(x).for_each(|(to, x)| *to = <R as Element>::from_f64(x.to_f64()));
        }
        return;
    }
    let mut copy = |i: usize, j: usize| {
        for part in 0..lane.parts {
            // SAFETY: the caller's contract.
            let x =
                unsafe { *x.at(0).offset(starts[i] + j as isize * lane.step + part as isize * lane.part) };
            packed[i * from + j * lane.parts + part] = <R as Element>::from_f64(x.to_f64());
        }
    };
    if lane.step.unsigned_abs() <= lane.parts {
        (0..starts.len()).for_each(|i| (0..lane.points).for_each(|j| copy(i, j)));
    } else {
        (0..lane.points).for_each(|j| (0..starts.len()).for_each(|i| copy(i, j)));
    }
}
