//! Sums of products over axes that have labels: a product of matrices whose rows, columns and inner dims are several axes each.
//!
//! An operand with a single stride each way goes to the microkernels of `gemm` as it lies. Of others, such as the windows of a
//! convolution, neighbours in memory become the lanes of registers: neighbours in the result (`along`), or in the sum
//! (`dots`). Neither copies windows. Where nothing has neighbours, blocks that fit a cache are packed (`packed`).
//! The order of a sum depends on shapes, strides and the instruction set, and on no number of threads.

#![allow(unsafe_code)]

use crate::element::{DType, Float};
use crate::strided::{View, dense};

mod along;
mod dots;
mod overlap;
mod packed;
mod ways;

pub use overlap::{gathers, overlap};

/// One axis, with its strides in both operands and in the result; 0 where it has none.
#[derive(Clone, Copy, Debug)]
struct Loop {
    len: usize,
    a: isize,
    b: isize,
    c: isize,
}

/// The axes of a contraction that are longer than 1, by what they are in it.
#[derive(Clone, Debug, Default)]
struct Axes {
    /// What both operands and the result have.
    outer: Vec<Loop>,
    /// Axes of `a` and the result.
    rows: Vec<Loop>,
    /// Axes of `b` and the result.
    columns: Vec<Loop>,
    /// Axes that are summed over.
    inner: Vec<Loop>,
}

/// `out[c] = sum of a[..] b[..]` over the labels that are not in `lc`. Each label stands for one axis length; `out` is dense in
/// the order of `lc`.
///
/// # Panics
/// When a label is twice in a list, stands for two lengths, or is in one operand alone and not in `lc`.
pub fn contract<T: Float>(
    out: &mut [T],
    (a, la): (View<'_, T>, &[u8]),
    (b, lb): (View<'_, T>, &[u8]),
    lc: &[u8],
) {
    let all = loops((a, la), (b, lb), lc);
    let kept = all.iter().filter(|(label, _)| lc.contains(label));
    assert_eq!(out.len(), kept.fold(1, |all: usize, (_, l)| all.saturating_mul(l.len)));
    if out.is_empty() {
        return;
    }
    if all.iter().any(|(_, l)| l.len == 0) {
        return out.fill(T::from_f64(0.0));
    }
    let has = |label| [la, lb, lc].map(|labels| labels.contains(label));
    let axes = Axes::new(all.iter().map(|(label, axis)| (*axis, has(label))));
    // SAFETY: strides and lengths are those of the views and of the dense result.
    unsafe { run(&axes, out.as_mut_ptr(), a.ptr(), b.ptr()) };
}

/// # Safety
/// The strides describe memory behind the pointers, and no two elements of the result are one; nothing is empty.
unsafe fn run<T: Float>(axes: &Axes, out: *mut T, a: *const T, b: *const T) {
    // SAFETY: passed on to the caller; each cast is between equal types.
    unsafe {
        match T::DTYPE {
            DType::F64 => ways::direct::<f64>(axes, out.cast(), a.cast(), b.cast()),
            DType::F32 => ways::direct::<f32>(axes, out.cast(), a.cast(), b.cast()),
            _ => packed::run::<T, f32>(axes, out, a, b),
        }
    }
}

/// The labels of a result in the order in which one product writes it: those of both operands, of `b` alone, of `a` alone. `lc` itself
/// where the axes of either operand alone are neighbours in it. `len` is that of a label.
pub fn order(la: &[u8], lb: &[u8], lc: &[u8], len: impl Fn(u8) -> usize) -> Vec<u8> {
    let long: Vec<u8> = lc.iter().copied().filter(|&l| len(l) > 1).collect();
    let of = |a: bool, b: bool| move |l: &u8| la.contains(l) == a && lb.contains(l) == b;
    let is_split = |alone: &dyn Fn(&u8) -> bool| {
        let first = long.iter().position(alone);
        let last = long.iter().rposition(alone);
        first.zip(last).is_some_and(|(first, last)| !long[first..=last].iter().all(alone))
    };
    if !(is_split(&of(true, false)) && is_split(&of(false, true))) {
        return lc.to_vec();
    }
    let part = |a, b| lc.iter().copied().filter(of(a, b));
    part(true, true).chain(part(false, true)).chain(part(true, false)).collect()
}

/// Every label with its axis.
fn loops<T>((a, la): (View<'_, T>, &[u8]), (b, lb): (View<'_, T>, &[u8]), lc: &[u8]) -> Vec<(u8, Loop)> {
    assert!(la.len() == a.rank() && lb.len() == b.rank());
    let once = |labels: &[u8]| (1..labels.len()).all(|i| !labels[..i].contains(&labels[i]));
    assert!(once(la) && once(lb) && once(lc), "a label stands once in a list");
    let mut all: Vec<(u8, Loop)> = Vec::new();
    for (labels, x, of_a) in [(la, a, true), (lb, b, false)] {
        for (i, &label) in labels.iter().enumerate() {
            let (len, stride) = (x.shape()[i], x.strides()[i]);
            let at = all.iter().position(|(l, _)| *l == label).unwrap_or_else(|| {
                all.push((label, Loop { len, a: 0, b: 0, c: 0 }));
                all.len() - 1
            });
            let axis = &mut all[at].1;
            assert_eq!(axis.len, len, "a label stands for one length");
            *if of_a { &mut axis.a } else { &mut axis.b } = stride;
        }
    }
    let length = |label: &u8| all.iter().find(|(l, _)| l == label).expect("a label of an operand").1.len;
    let shape: Vec<usize> = lc.iter().map(length).collect();
    let strides = dense(&shape);
    for (label, axis) in &mut all {
        match lc.iter().position(|l| l == label) {
            Some(i) => axis.c = strides[i],
            None => {
                assert!(la.contains(label) && lb.contains(label), "a label of one operand is in the result");
            }
        }
    }
    all
}

impl Axes {
    /// Each axis, with whether `a`, `b` and the result have it; in the order of the result, or else of the operands. Neighbours
    /// of one stride become one axis.
    fn new(all: impl Iterator<Item = (Loop, [bool; 3])>) -> Self {
        let mut axes = Self::default();
        for (axis, has) in all.filter(|(axis, _)| axis.len > 1) {
            let kind = match has {
                [true, true, true] => &mut axes.outer,
                [true, true, false] => &mut axes.inner,
                [true, false, _] => &mut axes.rows,
                [false, ..] => &mut axes.columns,
            };
            kind.push(axis);
        }
        axes.sort();
        axes
    }

    fn sort(&mut self) {
        self.inner.sort_by_key(|l| std::cmp::Reverse((l.a.abs(), l.b.abs())));
        for list in [&mut self.outer, &mut self.rows, &mut self.columns] {
            list.sort_by_key(|l| std::cmp::Reverse(l.c));
        }
        for list in [&mut self.outer, &mut self.rows, &mut self.columns, &mut self.inner] {
            *list = merged(list, |o, i| {
                [(o.a, i.a), (o.b, i.b), (o.c, i.c)].iter().all(|(o, j)| *o == j * i.len as isize)
            });
        }
    }
}

/// Elements over some axes.
fn count(axes: &[Loop]) -> usize {
    axes.iter().map(|l| l.len).product()
}

/// Offsets of every index of `axes`, the last one the fastest.
fn offsets(axes: &[Loop], of: impl Fn(&Loop) -> isize) -> Vec<isize> {
    let (lens, strides): (Vec<_>, Vec<_>) = axes.iter().map(|l| (l.len, of(l))).unzip();
    crate::strided::offsets(&lens, &strides)
}

/// Neighbours that `fit` as one axis.
fn merged(axes: &[Loop], fit: impl Fn(&Loop, &Loop) -> bool) -> Vec<Loop> {
    let mut out: Vec<Loop> = Vec::new();
    for &axis in axes {
        match out.last_mut() {
            Some(outer) if fit(outer, &axis) => *outer = Loop { len: outer.len * axis.len, ..axis },
            _ => out.push(axis),
        }
    }
    out
}
/// `[of(0), of(1), ..]`, by a plain loop: `std::array::from_fn` is a fifth of all that these kernels are before LLVM has read them.
#[inline(always)]
fn filled<T: Copy, const N: usize>(first: T, of: impl Fn(usize) -> T) -> [T; N] {
    let mut all = [first; N];
    for (i, x) in all.iter_mut().enumerate() {
        *x = of(i);
    }
    all
}
