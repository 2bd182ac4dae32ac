//! Sums of products over axes that have labels: a product of matrices whose rows, columns and inner dims are several axes each.
//!
//! An operand whose rows and inner dims are one stride each goes to the microkernels as it lies. Any other, such as the windows of a
//! convolution, is packed block by block into a buffer that fits a cache, and never as a whole. The order of a sum
//! depends on shapes and strides, and on no number of threads.

#![allow(unsafe_code)]

use gemm_common::Parallelism;

use crate::element::{DType, Element, Float};
use crate::gemm::{Direct, raw};
use crate::strided::{Shared, View, dense, same, split};

/// One axis, with its strides in both operands and in the result; 0 where it has none.
#[derive(Clone, Copy, Debug)]
struct Loop {
    len: usize,
    a: isize,
    b: isize,
    c: isize,
}

/// The axes of a contraction, by what they are in it.
#[derive(Debug, Default)]
struct Plan {
    /// Outer loops: what both operands and the result have, and rows and columns that are no part of one product.
    outer: Vec<Loop>,
    /// Rows, of `a` and the result, as one stride of the result.
    rows: Vec<Loop>,
    /// Columns, of `b` and the result.
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
    let axes = loops((a, la), (b, lb), lc);
    let numel = axes.iter().filter(|(label, _)| lc.contains(label)).map(|(_, l)| l.len).product::<usize>();
    assert_eq!(out.len(), numel);
    if out.is_empty() {
        return;
    }
    if axes.iter().any(|(_, l)| l.len == 0) {
        return out.fill(T::from_f64(0.0));
    }
    let plan = Plan::new(&axes, la, lb, lc);
    // SAFETY: strides and lengths are those of the views and of the dense result.
    unsafe {
        match T::DTYPE {
            DType::F64 => run::<T, f64>(&plan, out.as_mut_ptr(), a.ptr(), b.ptr()),
            _ => run::<T, f32>(&plan, out.as_mut_ptr(), a.ptr(), b.ptr()),
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

impl Plan {
    fn new(axes: &[(u8, Loop)], la: &[u8], lb: &[u8], lc: &[u8]) -> Self {
        let mut plan = Self::default();
        for (label, axis) in axes.iter().filter(|(_, axis)| axis.len > 1) {
            let kind = match (la.contains(label), lb.contains(label), lc.contains(label)) {
                (true, true, true) => &mut plan.outer,
                (true, false, _) => &mut plan.rows,
                (false, ..) => &mut plan.columns,
                _ => &mut plan.inner,
            };
            kind.push(*axis);
        }
        plan.inner.sort_by_key(|l| std::cmp::Reverse((l.a.abs(), l.b.abs())));
        plan.inner = merged(&plan.inner, |o, i| o.a == i.a * i.len as isize && o.b == i.b * i.len as isize);
        for lists in [&mut plan.rows, &mut plan.columns] {
            lists.sort_by_key(|l| std::cmp::Reverse(l.c));
            let (one, rest) = chain(lists);
            plan.outer.extend(rest);
            *lists = one;
        }
        plan.rows = merged(&plan.rows, |o, i| o.a == i.a * i.len as isize);
        plan.columns = merged(&plan.columns, |o, i| o.b == i.b * i.len as isize);
        plan.outer.sort_by_key(|l| std::cmp::Reverse(l.c));
        plan
    }
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

/// The neighbours that are one stride of the result, of those the most elements; and the others.
fn chain(axes: &[Loop]) -> (Vec<Loop>, Vec<Loop>) {
    let (mut best, mut most, mut from) = (0..0, 0, 0);
    for to in 1..=axes.len() {
        let joins = to < axes.len() && axes[to - 1].c == axes[to].c * axes[to].len as isize;
        if !joins {
            let count = axes[from..to].iter().map(|l| l.len).product::<usize>();
            if count > most {
                (best, most) = (from..to, count);
            }
            from = to;
        }
    }
    let others = axes[..best.start].iter().chain(&axes[best.end..]).copied().collect();
    (axes[best].to_vec(), others)
}

/// An operand's offsets along two groups of axes.
struct Operand {
    /// Offsets, where an axis is not one stride.
    rows: Vec<isize>,
    inner: Vec<isize>,
    /// The strides of both, if each is one.
    strides: Option<[isize; 2]>,
    /// Elements of a run of either: which to copy along.
    runs: [usize; 2],
}

impl Operand {
    fn new(rows: &[Loop], inner: &[Loop], of: impl Fn(&Loop) -> isize, typed: bool) -> Self {
        let offsets = |axes: &[Loop]| {
            let (lens, strides): (Vec<_>, Vec<_>) = axes.iter().map(|l| (l.len, of(l))).unzip();
            crate::strided::offsets(&lens, &strides)
        };
        let one = |axes: &[Loop]| match axes {
            [] => Some(0),
            [axis] => Some(of(axis)),
            _ => None,
        };
        let run = |axes: &[Loop]| axes.last().filter(|l| of(l) == 1).map_or(1, |l| l.len);
        let strides = one(rows).zip(one(inner)).filter(|_| typed).map(|(r, i)| [r, i]);
        let table = |axes: &[Loop]| if strides.is_some() { Vec::new() } else { offsets(axes) };
        Self { rows: table(rows), inner: table(inner), strides, runs: [run(rows), run(inner)] }
    }

    /// A block and its strides: as it lies, or copied to `to`.
    ///
    /// # Safety
    /// As of [`Self::pack`]; where there are strides, `T` is `C`.
    unsafe fn block<T: Float, C: Element>(
        &self,
        from: *const T,
        to: *mut C,
        rows: std::ops::Range<usize>,
        inner: std::ops::Range<usize>,
    ) -> (*const C, [isize; 2]) {
        // SAFETY: the caller's promises; the first of the block is one of its elements.
        unsafe {
            if let Some(strides) = self.strides {
                let first = rows.start as isize * strides[0] + inner.start as isize * strides[1];
                return (from.cast::<C>().offset(first), strides);
            }
            let strides = self.pack(from, to, rows, inner);
            (to, strides)
        }
    }

    /// Copies a block to `to` and tells its strides.
    ///
    /// # Safety
    /// The offsets lead to elements behind `from`; `to` has room for the block.
    unsafe fn pack<T: Float, C: Element>(
        &self,
        from: *const T,
        to: *mut C,
        rows: std::ops::Range<usize>,
        inner: std::ops::Range<usize>,
    ) -> [isize; 2] {
        let (rows, inner) = (&self.rows[rows], &self.inner[inner]);
        let along_rows = self.runs[0] >= self.runs[1];
        let (outer, along, run) =
            if along_rows { (inner, rows, self.runs[0]) } else { (rows, inner, self.runs[1]) };
        for (i, &base) in outer.iter().enumerate() {
            let mut j = 0;
            while j < along.len() {
                // The rest of a run, which may have begun before the block.
                let mut n = 1;
                while n < run && j + n < along.len() && along[j + n] == along[j] + n as isize {
                    n += 1;
                }
                // SAFETY: the caller's promises; the elements of a run are neighbours.
                unsafe {
                    let (from, to) = (from.offset(base + along[j]), to.add(i * along.len() + j));
                    if T::DTYPE == C::DTYPE {
                        std::ptr::copy_nonoverlapping(from.cast::<C>(), to, n);
                    } else {
                        for k in 0..n {
                            to.add(k).write(same((*from.add(k)).widen()));
                        }
                    }
                }
                j += n;
            }
        }
        let step = along.len() as isize;
        if along_rows { [1, step] } else { [step, 1] }
    }
}

/// Inner elements of a block, and rows and columns of one that is packed: 256 and 128 KiB of f32.
const INNER: usize = 256;
const ROWS: usize = 256;
const COLUMNS: usize = 128;

/// # Safety
/// The plan's strides describe memory behind the pointers; nothing is empty. `C` is the type that `T` computes in.
unsafe fn run<T: Float, C: Direct>(plan: &Plan, out: *mut T, a: *const T, b: *const T) {
    let typed = T::DTYPE == C::DTYPE;
    let left = Operand::new(&plan.rows, &plan.inner, |l| l.a, typed);
    let right = Operand::new(&plan.columns, &plan.inner, |l| l.b, typed);
    let count = |axes: &[Loop]| axes.iter().map(|l| l.len).product::<usize>();
    let (m, n, k) = (count(&plan.rows), count(&plan.columns), count(&plan.inner));
    let lens: Vec<usize> = plan.outer.iter().map(|l| l.len).collect();
    let starts = [|l: &Loop| l.a, |l: &Loop| l.b, |l: &Loop| l.c]
        .map(|of| crate::strided::offsets(&lens, &plan.outer.iter().map(of).collect::<Vec<_>>()));
    let stride = |axes: &[Loop]| axes.last().map_or(1, |l| l.c);
    let sc = [stride(&plan.rows), stride(&plan.columns)];
    // What lies as it is read is left whole.
    let inner = if left.strides.is_some() && right.strides.is_some() { k } else { k.min(INNER) };
    let rows = m.min(if left.strides.is_some() { 4 * ROWS } else { ROWS });
    let columns = if right.strides.is_some() { n } else { n.min(COLUMNS) };
    let (down, across) = (m.div_ceil(rows), n.div_ceil(columns));
    let blocks = down * across;
    let (a, b, out) = (Shared(a.cast_mut()), Shared(b.cast_mut()), Shared(out));
    let tasks = starts[0].len() * blocks;
    // A multiplication is about an eighth of the cost that `split` assumes for an element.
    split(tasks, starts[0].len() * m * n * k / 8, |range| {
        let zero = C::from_f64(0.0);
        let room = |whole: bool, size: usize| if whole { Vec::new() } else { vec![zero; size] };
        let mut packed_a = room(left.strides.is_some(), rows * inner);
        let mut packed_b = room(right.strides.is_some(), columns * inner);
        let mut wide = room(typed, rows * columns);
        for task in range {
            let (at, block) = (task / blocks, task % blocks);
            let (first, left_of) = (block / across * rows, block % across * columns);
            let (height, width) = (rows.min(m - first), columns.min(n - left_of));
            // SAFETY: offsets of indices of the views; each task writes its rows of its part of the result, and reads what it
            // has written there.
            unsafe {
                let a = a.at(0).offset(starts[0][at]).cast_const();
                let b = b.at(0).offset(starts[1][at]).cast_const();
                let corner = first as isize * sc[0] + left_of as isize * sc[1];
                let c = out.at(0).offset(starts[2][at] + corner);
                let (to, sto) =
                    if typed { (c.cast::<C>(), sc) } else { (wide.as_mut_ptr(), [width as isize, 1]) };
                for from in (0..k).step_by(inner) {
                    let depth = inner.min(k - from);
                    let inner = from..from + depth;
                    let (pa, sa) = left.block(a, packed_a.as_mut_ptr(), first..first + height, inner.clone());
                    let (pb, sb) = right.block(b, packed_b.as_mut_ptr(), left_of..left_of + width, inner);
                    raw(
                        [height, width, depth],
                        (to, sto),
                        (pa, sa),
                        (pb, [sb[1], sb[0]]),
                        from > 0,
                        Parallelism::None,
                    );
                }
                if !typed {
                    for i in 0..height {
                        for j in 0..width {
                            let value = T::narrow(same(wide[i * width + j]));
                            c.offset(i as isize * sc[0] + j as isize * sc[1]).write(value);
                        }
                    }
                }
            }
        }
    });
}
