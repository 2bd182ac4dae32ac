//! Discrete Fourier transforms along the last axis of points, without a factor. What is transformed has its real and its imaginary parts in
//! views of their own; results are pairs along a last axis of 2. Parts that lie side by side are read where they lie.
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

/// `out[k] = Σ x[j] e^(-2πi jk/n)`, or with `+` if `inverse`. The parts of `x` are `[.., n]`, and `out` is dense and `[.., n, 2]`.
///
/// # Panics
/// When the parts differ in shape or are scalars, there are no points in a lane, or `out` has another number of elements.
pub fn dft<T: Float>(out: &mut [T], x: [View<'_, T>; 2], inverse: bool) {
    let &[.., n] = x[0].shape() else { panic!("a transform of a scalar") };
    lanes(out, &x, if inverse { Kind::Inverse } else { Kind::Forward }, n);
}

/// The first `n / 2 + 1` numbers of [`dft`] of `x: [.., n]`, which is real. `out` is dense and `[.., n / 2 + 1, 2]`.
///
/// # Panics
/// When `x` is a scalar, has no points in a lane, or `out` has another number of elements.
pub fn real_dft<T: Float>(out: &mut [T], x: View<'_, T>) {
    let &[.., n] = x.shape() else { panic!("a transform of a scalar") };
    lanes(out, &[x], Kind::Real, n);
}

/// The inverse [`dft`] of the `n` numbers that begin with those of `y`, where those at `k` and `n - k` are conjugate. The parts of `y` are
/// `[.., n / 2 + 1]`, and `out` is dense and `[.., n]`. The imaginary parts at 0 and, of an even `n`, at `n / 2` are not read.
///
/// # Panics
/// When the parts differ in shape or are not so many numbers, or `out` has another number of elements.
pub fn hermitian_dft<T: Float>(out: &mut [T], y: [View<'_, T>; 2], n: usize) {
    let &[.., half] = y[0].shape() else { panic!("a transform of a scalar") };
    assert_eq!(half, n / 2 + 1);
    lanes(out, &y, Kind::Hermitian, n);
}

/// Where the elements of lanes lie, for each part of their numbers.
struct Lanes<T> {
    points: usize,
    parts: Vec<Part<T>>,
}

struct Part<T> {
    x: Shared<T>,
    /// From a point to the next.
    step: isize,
    /// The first points of all lanes.
    starts: Vec<isize>,
}

impl<T> Lanes<T> {
    /// Whether the elements of a lane are side by side, those of a pair too.
    fn are_dense(&self) -> bool {
        let (all, first) = (self.parts.len(), &self.parts[0]);
        (self.points == 1 || self.parts.iter().all(|part| part.step == all as isize))
            && self.parts.iter().enumerate().all(|(i, part)| {
                std::ptr::eq(part.x.0, first.x.0.wrapping_add(i)) && part.starts == first.starts
            })
    }
}

fn lanes<T: Float>(out: &mut [T], x: &[View<'_, T>], kind: Kind, n: usize) {
    match T::DTYPE {
        DType::F64 => lanes_in::<T, f64>(out, x, kind, n),
        _ => lanes_in::<T, f32>(out, x, kind, n),
    }
}

/// Transforms lanes of `T` in `R`.
fn lanes_in<T: Float, R: Real>(out: &mut [T], x: &[View<'_, T>], kind: Kind, n: usize) {
    let (shape, rank) = (x[0].shape(), x[0].rank() - 1);
    assert!(x.iter().all(|part| part.shape() == shape));
    let (to, count) = (kind.results(n), product(&shape[..rank]));
    assert_eq!(out.len(), count.saturating_mul(to));
    if out.is_empty() {
        return;
    }
    let part = |x: &View<'_, T>| Part {
        x: Shared(x.ptr().cast_mut()),
        step: x.strides()[rank],
        starts: offsets(&shape[..rank], &x.strides()[..rank]),
    };
    let lanes = Lanes { points: shape[rank], parts: x.iter().map(part).collect() };
    let plan = R::plan(kind, n);
    let from = lanes.points * lanes.parts.len();
    let together = (PACKED / from).clamp(1, TOGETHER);
    let is_same = T::DTYPE == R::DTYPE;
    let read = is_same && lanes.are_dense() && plan.only_reads();
    let out = Shared(out.as_mut_ptr());
    split(count, count * n * work(n), |range| {
        let mut scratch = plan.scratch();
        if read {
            for i in range {
                // SAFETY: a lane of views whose elements are side by side, and lane `i` of the dense result, of this range alone. `T`
                // is `R`.
                let (from, to) = unsafe {
                    let Part { x, starts, .. } = &lanes.parts[0];
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
            let these = first..range.end.min(first + together);
            pack(&mut packed, &lanes, these.clone());
            for (from, i) in packed.chunks_exact_mut(from).zip(these) {
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
fn pack<T: Float, R: Real>(packed: &mut [R], lanes: &Lanes<T>, these: std::ops::Range<usize>) {
    let (points, parts) = (lanes.points, lanes.parts.len());
    let all = &mut packed[..points * parts * these.len()];
    for (k, Part { x, step, starts }) in lanes.parts.iter().enumerate() {
        // SAFETY: point `j` of a lane of a view.
        let read = |start: isize, j: usize| unsafe { *x.at(0).offset(start + j as isize * step) };
        let starts = &starts[these.clone()];
        if step.unsigned_abs() <= parts {
            for (lane, &start) in all.chunks_exact_mut(points * parts).zip(starts) {
                for (j, point) in lane.chunks_exact_mut(parts).enumerate() {
                    point[k] = <R as Element>::from_f64(read(start, j).to_f64());
                }
            }
            continue;
        }
        for j in 0..points {
            for (lane, &start) in all.chunks_exact_mut(points * parts).zip(starts) {
                lane[j * parts + k] = <R as Element>::from_f64(read(start, j).to_f64());
            }
        }
    }
}
