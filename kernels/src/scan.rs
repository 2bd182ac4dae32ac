//! Running sums, products, extrema and linear recurrences along an axis.
#![allow(unsafe_code)]

use crate::element::{Element, Num};
use crate::lanes::{Accumulator, Lanes, blocks, is_int};
use crate::real::Arith;
use crate::strided::{Shared, View};

/// The operation that a scan folds with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Sums.
    Sum,
    /// Products.
    Prod,
}

/// Which of two values a scan keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extremum {
    /// The larger.
    Max,
    /// The smaller.
    Min,
}

/// Lanes carried at once: their state stays in registers or the first cache.
const CARRY: usize = 64;

/// Running sums or products of `x` along `axis`. `out` is dense with the shape of `x`. Floats are accumulated in f64.
///
/// # Panics
/// When `out` has another number of elements than `x`.
pub fn scan<T: Num>(out: &mut [T], x: View<'_, T>, axis: usize, fold: Fold) {
    match (fold, is_int::<T>()) {
        (Fold::Sum, false) => run::<T, f64>(out, x, axis, f64::ZERO, Arith::plus),
        (Fold::Sum, true) => run::<T, i32>(out, x, axis, i32::ZERO, Arith::plus),
        (Fold::Prod, false) => run::<T, f64>(out, x, axis, f64::ONE, Arith::times),
        (Fold::Prod, true) => run::<T, i32>(out, x, axis, i32::ONE, Arith::times),
    }
}

fn run<T: Element, A: Accumulator>(
    out: &mut [T],
    x: View<'_, T>,
    axis: usize,
    first: A,
    f: impl Fn(A, A) -> A + Sync,
) {
    assert_eq!(out.len(), x.numel());
    if out.is_empty() {
        return;
    }
    let from = Lanes::new(x, axis);
    let (n, width) = (from.n, from.inner.len());
    let (x, out) = (Shared(x.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    blocks(from.outer.len(), width, from.numel(), |outer, inner| {
        for o in outer {
            if width == 1 {
                // A register carries the state; through memory each step would wait for the last one's store.
                let mut carry = first;
                for j in 0..n {
                    // SAFETY: as below, with the only lane of this outer index.
                    unsafe {
                        carry = f(carry, A::load(*x.at(0).offset(from.outer[o] + j as isize * from.step)));
                        out.at(o * n + j).write(carry.store());
                    }
                }
                continue;
            }
            for start in inner.clone().step_by(CARRY) {
                let lanes = start..inner.end.min(start + CARRY);
                let mut carry = [first; CARRY];
                for j in 0..n {
                    // SAFETY: offsets of indices of the view and of the dense result of the same shape; blocks are
                    // disjoint lanes.
                    unsafe {
                        let row = x.at(0).offset(from.outer[o] + j as isize * from.step);
                        let to = out.at((o * n + j) * width);
                        for (acc, i) in carry.iter_mut().zip(lanes.clone()) {
                            *acc = f(*acc, A::load(*row.offset(from.inner[i])));
                            to.add(i).write(acc.store());
                        }
                    }
                }
            }
        }
    });
}

/// `y_j = a_j y_(j-1) + b_j` along `axis`, beginning with `y_0 = b_0`. All three have one shape; `out` is dense. Floats are
/// accumulated in f64.
///
/// # Panics
/// When the shapes differ.
pub fn linear_scan<T: Num>(out: &mut [T], a: View<'_, T>, b: View<'_, T>, axis: usize) {
    assert!(a.shape() == b.shape() && out.len() == a.numel());
    if out.is_empty() {
        return;
    }
    if is_int::<T>() {
        recur::<T, i32>(out, a, b, axis);
    } else {
        recur::<T, f64>(out, a, b, axis);
    }
}

fn recur<T: Element, A: Accumulator>(out: &mut [T], a: View<'_, T>, b: View<'_, T>, axis: usize) {
    let (la, lb) = (Lanes::new(a, axis), Lanes::new(b, axis));
    let (n, width) = (la.n, la.inner.len());
    let (a, b, out) = (Shared(a.ptr().cast_mut()), Shared(b.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    blocks(la.outer.len(), width, la.numel(), |outer, inner| {
        for o in outer {
            for start in inner.clone().step_by(CARRY) {
                let lanes = start..inner.end.min(start + CARRY);
                let mut carry = [A::ZERO; CARRY];
                for j in 0..n {
                    // SAFETY: as in `run`, for two views of one shape.
                    unsafe {
                        let a = a.at(0).offset(la.outer[o] + j as isize * la.step);
                        let b = b.at(0).offset(lb.outer[o] + j as isize * lb.step);
                        let to = out.at((o * n + j) * width);
                        for (y, i) in carry.iter_mut().zip(lanes.clone()) {
                            let (a, b) = (A::load(*a.offset(la.inner[i])), A::load(*b.offset(lb.inner[i])));
                            // The first coefficient meets nothing: even if it is infinite.
                            *y = if j == 0 { b } else { a.times(*y).plus(b) };
                            to.add(i).write(y.store());
                        }
                    }
                }
            }
        }
    });
}

/// Running maxima or minima of `x` along `axis` and the latest index at which each was met. NaN wins from where it stands.
/// Both results are dense with the shape of `x`.
///
/// # Panics
/// When a result has another number of elements than `x`.
pub fn extremum<T: Num>(values: &mut [T], indices: &mut [i32], x: View<'_, T>, axis: usize, which: Extremum) {
    assert!(values.len() == x.numel() && indices.len() == x.numel());
    if values.is_empty() {
        return;
    }
    let from = Lanes::new(x, axis);
    let (n, width) = (from.n, from.inner.len());
    let (x, values, indices) =
        (Shared(x.ptr().cast_mut()), Shared(values.as_mut_ptr()), Shared(indices.as_mut_ptr()));
    blocks(from.outer.len(), width, from.numel(), |outer, inner| {
        for o in outer {
            for i in inner.clone() {
                // SAFETY: as in `run`; the axis is not empty, because the tensor is not.
                unsafe {
                    let lane = x.at(0).offset(from.outer[o] + from.inner[i]);
                    let (mut best, mut at) = (*lane, 0);
                    for j in 0..n {
                        let next = *lane.offset(j as isize * from.step);
                        if !beats(best, next, which) {
                            (best, at) = (next, j as i32);
                        }
                        values.at((o * n + j) * width + i).write(best);
                        indices.at((o * n + j) * width + i).write(at);
                    }
                }
            }
        }
    });
}

/// Whether `next` replaces `best`; NaN beats every number and nothing beats NaN.
#[inline(always)]
pub(crate) fn beats<T: Num>(next: T, best: T, which: Extremum) -> bool {
    let (next, best) = (next.widen(), best.widen());
    let further = match which {
        Extremum::Max => next > best,
        Extremum::Min => next < best,
    };
    further || (next.is_nan() && !best.is_nan())
}
