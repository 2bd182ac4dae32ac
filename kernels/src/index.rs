//! Reading and adding at indices along an axis.
//!
//! One kernel serves gather, `take_along_axis`, `index_select` and embedding, one serves the scatters and `index_add`: they
//! differ in how the index tensor is broadcast. What happens to one element happens in the order of the indices, whatever
//! the number of threads.
#![allow(unsafe_code)]

use std::ops::Range;

use crate::element::{DType, Element, Num};
use crate::isa::Baseline;
use crate::lanes::{Accumulator, Lanes, blocks};
use crate::math::maximum;
use crate::strided::{MAX_RANK, Shared, View, dense, offsets, product, rows};

/// An index that its axis does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The index.
    pub index: i32,
    /// The size of the axis.
    pub size: usize,
    /// Which element of the index tensor, in row-major order, with broadcast axes counted once.
    pub position: usize,
}

/// Whether every index is in `0..size`.
fn check(indices: View<'_, i32>, size: usize) -> Result<(), OutOfRange> {
    if indices.numel() == 0 {
        return Ok(());
    }
    let varies = |d: &usize| indices.strides()[*d] != 0;
    let (shape, strides): (Vec<usize>, Vec<isize>) =
        (0..indices.rank()).filter(varies).map(|d| (indices.shape()[d], indices.strides()[d])).unzip();
    let (lines, last, step) = rows(&shape, &strides);
    for (r, base) in lines.into_iter().enumerate() {
        for j in 0..last {
            // SAFETY: an index of the view; axes of stride 0 stand at 0.
            let index = unsafe { *indices.ptr().offset(base + j as isize * step) };
            if usize::try_from(index).is_ok_and(|i| i < size) {
                continue;
            }
            return Err(OutOfRange { index, size, position: r * last + j });
        }
    }
    Ok(())
}

/// `out[.., j, ..] = x[.., indices[.., j, ..], ..]` along `axis`; `out` is dense and has the shape of `indices`, which
/// on every other axis is at most as long as `x`.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn gather<T: Element>(
    out: &mut [T],
    x: View<'_, T>,
    axis: usize,
    indices: View<'_, i32>,
) -> Result<(), OutOfRange> {
    let shape = indices.shape();
    assert_eq!(out.len(), indices.numel());
    assert!(x.rank() == shape.len() && axis < shape.len());
    assert!((0..shape.len()).all(|d| d == axis || shape[d] <= x.shape()[d]), "{shape:?} {:?}", x.shape());
    check(indices, x.shape()[axis])?;
    if out.is_empty() {
        return Ok(());
    }
    let at = Lanes::new(indices, axis);
    let mut reachable = [0; MAX_RANK];
    reachable[..shape.len()].copy_from_slice(shape);
    reachable[axis] = x.shape()[axis];
    let from = Lanes::new(x.head(&reachable[..shape.len()]), axis);
    let (n, width, step) = (at.n, at.inner.len(), x.strides()[axis]);
    let to = Shared(out.as_mut_ptr());
    let (x, ids) = (Shared(x.ptr().cast_mut()), Shared(indices.ptr().cast_mut()));
    let work = out.len();
    blocks(at.outer.len(), width, work, |outer, inner| {
        for o in outer {
            for j in 0..n {
                // SAFETY: offsets of indices of the two views, of which `check` has seen every index; each block
                // writes its own part of the dense result.
                unsafe {
                    let id = ids.at(0).offset(at.outer[o] + j as isize * at.step);
                    let row = x.at(0).offset(from.outer[o]);
                    let to = to.at((o * n + j) * width);
                    if at.constant && from.consecutive {
                        let row = row.offset(*id as isize * step).add(inner.start);
                        std::ptr::copy_nonoverlapping(row, to.add(inner.start), inner.len());
                    } else {
                        for i in inner.clone() {
                            let index = *id.offset(at.inner[i]) as isize;
                            to.add(i).write(*row.offset(from.inner[i] + index * step));
                        }
                    }
                }
            }
        }
    });
    Ok(())
}

/// What [`scatter_by`] does to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Adds the source.
    Add,
    /// Multiplies by the source.
    Mul,
    /// Takes the larger one; NaN wins.
    Max,
}

/// `out[.., indices[.., j, ..], ..] += src[.., j, ..]` along `axis`, or another [`Fold`]. `out` is dense with shape `shape`; `src`
/// has the shape of `indices`, which on every other axis is at most as long as `out`. Half types are folded in f32.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn scatter_by<T: Num>(
    fold: Fold,
    out: &mut [T],
    shape: &[usize],
    axis: usize,
    indices: View<'_, i32>,
    src: View<'_, T>,
) -> Result<(), OutOfRange> {
    fits(out.len(), shape, axis, indices, src)?;
    match T::DTYPE {
        _ if src.numel() == 0 => {}
        DType::F16 | DType::Bf16 => {
            let mut wide: Vec<f32> = out.iter().map(|&x| f32::load(x)).collect();
            fold_at(fold, &mut wide, shape, axis, indices, src);
            out.iter_mut().zip(&wide).for_each(|(y, x)| *y = x.store());
        }
        DType::F32 => fold_at::<T, f32>(fold, cast_mut(out), shape, axis, indices, src),
        DType::F64 => fold_at::<T, f64>(fold, cast_mut(out), shape, axis, indices, src),
        _ => fold_at::<T, i32>(fold, cast_mut(out), shape, axis, indices, src),
    }
    Ok(())
}

/// `out[.., indices[.., j, ..], ..] = src[.., j, ..]` along `axis`, as in [`scatter_by`]; the last of several stays.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn scatter<T: Element>(
    out: &mut [T],
    shape: &[usize],
    axis: usize,
    indices: View<'_, i32>,
    src: View<'_, T>,
) -> Result<(), OutOfRange> {
    fits(out.len(), shape, axis, indices, src)?;
    if src.numel() > 0 {
        put_at(out, shape, axis, indices, src, |y: &mut T, x: T| *y = x);
    }
    Ok(())
}

fn fits<T: Element>(
    out: usize,
    shape: &[usize],
    axis: usize,
    indices: View<'_, i32>,
    src: View<'_, T>,
) -> Result<(), OutOfRange> {
    assert_eq!(out, product(shape));
    assert!(shape.len() == indices.rank() && axis < shape.len() && src.shape() == indices.shape());
    assert!((0..shape.len()).all(|d| d == axis || indices.shape()[d] <= shape[d]));
    check(indices, shape[axis])
}

/// A slice under the other name of its element type.
fn cast_mut<T: Element, A: Element>(x: &mut [T]) -> &mut [A] {
    assert!(T::DTYPE == A::DTYPE);
    // SAFETY: element types are one-to-one with `DTYPE`.
    unsafe { std::slice::from_raw_parts_mut(x.as_mut_ptr().cast(), x.len()) }
}

fn fold_at<T: Num, A: Accumulator>(
    fold: Fold,
    out: &mut [A],
    shape: &[usize],
    axis: usize,
    indices: View<'_, i32>,
    src: View<'_, T>,
) {
    match fold {
        Fold::Add => put_at(out, shape, axis, indices, src, |y: &mut A, x: T| *y = y.plus(A::load(x))),
        Fold::Mul => put_at(out, shape, axis, indices, src, |y: &mut A, x: T| *y = y.times(A::load(x))),
        Fold::Max => {
            put_at(out, shape, axis, indices, src, |y: &mut A, x: T| *y = maximum(Baseline, *y, A::load(x)));
        }
    }
}

fn put_at<T: Copy, A>(
    out: &mut [A],
    shape: &[usize],
    axis: usize,
    indices: View<'_, i32>,
    src: View<'_, T>,
    put: impl Fn(&mut A, T) + Sync,
) {
    let strides = dense(shape);
    let strides = &strides[..shape.len()];
    let (at, from) = (Lanes::new(indices, axis), Lanes::new(src, axis));
    let to_outer = offsets(&indices.shape()[..axis], &strides[..axis]);
    let to_inner = offsets(&indices.shape()[axis + 1..], &strides[axis + 1..]);
    let whole = to_inner.iter().enumerate().all(|(i, &p)| p == i as isize);
    let step = strides[axis];
    let to = Shared(out.as_mut_ptr());
    let (src, ids) = (Shared(src.ptr().cast_mut()), Shared(indices.ptr().cast_mut()));
    let rows = at.constant && from.consecutive && whole;
    let run = |outer: Range<usize>, inner: Range<usize>| {
        for o in outer {
            for j in 0..at.n {
                // SAFETY: offsets of indices of the views and of `out`, of which `check` has seen every index; lanes of
                // different blocks are different elements of `out`.
                unsafe {
                    let id = ids.at(0).offset(at.outer[o] + j as isize * at.step);
                    let src = src.at(0).offset(from.outer[o] + j as isize * from.step);
                    let to = to.at(0).offset(to_outer[o]);
                    if rows {
                        let to = to.offset(*id as isize * step).add(inner.start);
                        let to = std::slice::from_raw_parts_mut(to, inner.len());
                        let src = std::slice::from_raw_parts(src.add(inner.start), inner.len());
                        to.iter_mut().zip(src).for_each(|(y, &x)| put(y, x));
                    } else {
                        for i in inner.clone() {
                            let index = *id.offset(at.inner[i]) as isize;
                            put(&mut *to.offset(to_inner[i] + index * step), *src.offset(from.inner[i]));
                        }
                    }
                }
            }
        }
    };
    blocks(at.outer.len(), at.inner.len(), at.numel(), run);
}

/// `out[i, c] = 1` where `c` is index `i`, else 0; `out` is dense with `classes` as its last axis.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn one_hot<T: Element>(out: &mut [T], indices: View<'_, i32>, classes: usize) -> Result<(), OutOfRange> {
    assert_eq!(out.len(), product(&[indices.numel(), classes]));
    check(indices, classes)?;
    out.fill(T::from_f64(0.0));
    for (i, at) in offsets(indices.shape(), indices.strides()).into_iter().enumerate() {
        // SAFETY: an index of the view.
        let class = unsafe { *indices.ptr().offset(at) };
        out[i * classes + class as usize] = T::from_f64(1.0);
    }
    Ok(())
}
