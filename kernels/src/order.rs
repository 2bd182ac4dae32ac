//! Sorting, the largest elements, and where the extremum stands.
//!
//! A lane is sorted as integer keys that carry their position below: the order of the keys is the order of the
//! values, with NaN above every number, and positions make it stable.
#![allow(unsafe_code)]

use rayon::slice::ParallelSliceMut;

use crate::element::{DType, Element, Num};
use crate::lanes::{Lanes, blocks};
use crate::scan::{Extremum, beats};
use crate::strided::{PARALLEL, Shared, View, product, rows, split};

/// A key and a position in one integer.
trait Packed: Copy + Ord + Send + Sync {
    fn pack(key: u64, at: u32) -> Self;
    fn at(self) -> u32;
}

impl Packed for u64 {
    fn pack(key: u64, at: u32) -> Self {
        key << 32 | u64::from(at)
    }
    fn at(self) -> u32 {
        self as u32
    }
}

impl Packed for u128 {
    fn pack(key: u64, at: u32) -> Self {
        Self::from(key) << 32 | Self::from(at)
    }
    fn at(self) -> u32 {
        self as u32
    }
}

/// An integer that orders as the value does; 32 bits but for f64. Zeros of both signs are equal, NaN is above all.
#[inline(always)]
fn key<T: Element>(x: T, descending: bool) -> u64 {
    let x = x.to_f64();
    if T::DTYPE == DType::F64 {
        let bits = if x.is_nan() { f64::NAN } else { x + 0.0 }.to_bits();
        let key = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
        return if descending { !key } else { key };
    }
    if T::DTYPE == DType::I32 {
        let key = (x as i32 as u32) ^ 1 << 31;
        return u64::from(if descending { !key } else { key });
    }
    let bits = if x.is_nan() { f32::NAN } else { x as f32 + 0.0 }.to_bits();
    let key = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(if descending { !key } else { key })
}

/// The first `k` elements of each lane of `x` along `axis` in ascending or descending order, and where they stood.
/// Equal elements keep their order. NaN counts as larger than every number: it comes last in ascending order, first in
/// descending. The results are dense, with `k` in place of the axis; `values` may be left out.
///
/// # Panics
/// When `k` is above the length of the axis or does not fit the results.
pub fn sort<T: Element>(
    values: Option<&mut [T]>,
    indices: &mut [i32],
    x: View<'_, T>,
    axis: usize,
    k: usize,
    descending: bool,
) {
    if T::DTYPE == DType::F64 {
        sort_as::<T, u128>(values, indices, x, axis, k, descending);
    } else {
        sort_as::<T, u64>(values, indices, x, axis, k, descending);
    }
}

fn sort_as<T: Element, P: Packed>(
    values: Option<&mut [T]>,
    indices: &mut [i32],
    x: View<'_, T>,
    axis: usize,
    k: usize,
    descending: bool,
) {
    let (before, behind) = (&x.shape()[..axis], &x.shape()[axis + 1..]);
    let n = x.shape()[axis];
    assert!(
        k <= n
            && indices.len() == product(&[product(before), k, product(behind)])
            && i32::try_from(n).is_ok()
    );
    assert!(values.as_ref().is_none_or(|v| v.len() == indices.len()));
    if indices.is_empty() {
        return;
    }
    let from = Lanes::new(x, axis);
    let width = from.inner.len();
    let values = values.map(|v| Shared(v.as_mut_ptr()));
    let (x, indices) = (Shared(x.ptr().cast_mut()), Shared(indices.as_mut_ptr()));
    blocks(from.outer.len(), width, from.numel(), |outer, inner| {
        let mut keys: Vec<P> = Vec::with_capacity(n);
        for o in outer {
            for i in inner.clone() {
                // SAFETY: offsets of indices of the view.
                let lane = unsafe { x.at(0).offset(from.outer[o] + from.inner[i]) };
                // SAFETY: as above.
                let get = |j: usize| unsafe { *lane.offset(j as isize * from.step) };
                keys.clear();
                keys.extend((0..n).map(|j| P::pack(key(get(j), descending), j as u32)));
                if k < n {
                    if k > 0 {
                        keys.select_nth_unstable(k - 1);
                    }
                    keys.truncate(k);
                }
                if keys.len() >= PARALLEL {
                    keys.par_sort_unstable();
                } else {
                    keys.sort_unstable();
                }
                for (j, key) in keys.iter().enumerate() {
                    let to = (o * k + j) * width + i;
                    // SAFETY: an element of the dense results, which no other lane writes.
                    unsafe {
                        indices.at(to).write(key.at() as i32);
                        if let Some(values) = values {
                            values.at(to).write(get(key.at() as usize));
                        }
                    }
                }
            }
        }
    });
}

/// The index along `axis` of the first largest or smallest element; NaN wins. `out` is dense without the axis.
///
/// # Panics
/// When the axis is empty, or `out` does not fit.
pub fn arg<T: Num>(out: &mut [i32], x: View<'_, T>, axis: usize, which: Extremum) {
    let n = x.shape()[axis];
    assert!(n > 0 && i32::try_from(n).is_ok() && out.len() == x.numel() / n);
    if out.is_empty() {
        return;
    }
    let from = Lanes::new(x, axis);
    let width = from.inner.len();
    let (x, out) = (Shared(x.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    blocks(from.outer.len(), width, from.numel(), |outer, inner| {
        for o in outer {
            for i in inner.clone() {
                // SAFETY: offsets of indices of the view; each lane writes its own element.
                unsafe {
                    let lane = x.at(0).offset(from.outer[o] + from.inner[i]);
                    let (mut best, mut at) = (*lane, 0);
                    for j in 1..n {
                        let next = *lane.offset(j as isize * from.step);
                        if beats(next, best, which) {
                            (best, at) = (next, j as i32);
                        }
                    }
                    out.at(o * width + i).write(at);
                }
            }
        }
    });
}

/// How many elements of `sorted`, which ascends in the order of [`sort`], come before each of `x`; equal ones too if `right`.
///
/// # Panics
/// When `out` has not the length of `x`, or `sorted` more than `i32::MAX` elements.
pub fn search<T: Element>(out: &mut [i32], sorted: &[T], x: View<'_, T>, right: bool) {
    assert!(out.len() == x.numel() && i32::try_from(sorted.len()).is_ok());
    let (lines, n, step) = rows(x.shape(), x.strides());
    let (out, from) = (Shared(out.as_mut_ptr()), Shared(x.ptr().cast_mut()));
    split(x.numel(), x.numel() * (sorted.len() + 2).ilog2() as usize, |range| {
        for i in range {
            // SAFETY: an index of the view, and one of `out` that no other range has.
            unsafe {
                let at = lines[i / n] + (i % n) as isize * step;
                let wanted = key(*from.at(0).offset(at), false);
                let before = |&s: &T| {
                    let k = key(s, false);
                    k < wanted || (right && k == wanted)
                };
                out.at(i).write(sorted.partition_point(before) as i32);
            }
        }
    });
}

/// How many elements of `x` are in each of `out.len()` equal parts of `lo..hi`. Part `i` begins with its edge
/// `lo + i (hi - lo) / parts`, formed in f64, and ends before the next; the last one has `hi` too.
///
/// # Panics
/// When there are no parts, or `x` has more than `i32::MAX` elements.
pub fn histogram<T: Element>(out: &mut [i32], x: View<'_, T>, lo: f64, hi: f64) {
    assert!(!out.is_empty() && i32::try_from(x.numel()).is_ok());
    out.fill(0);
    let parts = out.len();
    let width = (hi - lo) / parts as f64;
    let edge = |i: usize| if i == parts { hi } else { lo + i as f64 * width };
    let (lines, n, step) = rows(x.shape(), x.strides());
    for at in lines.into_iter().flat_map(|line| (0..n as isize).map(move |j| line + j * step)) {
        // SAFETY: an index of the view.
        let value = unsafe { *x.ptr().offset(at) }.to_f64();
        if !(lo..=hi).contains(&value) {
            continue;
        }
        // A guess, which rounding may have put beside the part.
        let mut part = (((value - lo) / width) as usize).min(parts - 1);
        while part > 0 && value < edge(part) {
            part -= 1;
        }
        while part + 1 < parts && value >= edge(part + 1) {
            part += 1;
        }
        out[part] += 1;
    }
}
