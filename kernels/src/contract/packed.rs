//! A contraction as products of matrices by the microkernels of `gemm`. An operand that is not one stride each way is packed in blocks.

use gemm_common::Parallelism;

use super::{Axes, Loop, count, merged, offsets};
use crate::element::{Element, Float};
use crate::gemm::{Direct, raw};
use crate::strided::{Shared, same, split};

/// The axes of products: rows and columns are one stride of the result each, other axes are outer loops.
#[derive(Debug)]
struct Plan {
    outer: Vec<Loop>,
    rows: Vec<Loop>,
    columns: Vec<Loop>,
    inner: Vec<Loop>,
}

impl Plan {
    fn new(axes: &Axes) -> Self {
        let Axes { mut outer, rows, columns, inner } = axes.clone();
        let [rows, columns] = [rows, columns].map(|list| {
            let (one, rest) = chain(&list);
            outer.extend(rest);
            one
        });
        outer.sort_by_key(|l| std::cmp::Reverse(l.c));
        Self {
            outer,
            rows: merged(&rows, |o, i| o.a == i.a * i.len as isize),
            columns: merged(&columns, |o, i| o.b == i.b * i.len as isize),
            inner: merged(&inner, |o, i| o.a == i.a * i.len as isize && o.b == i.b * i.len as isize),
        }
    }
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
        let one = |axes: &[Loop]| match axes {
            [] => Some(0),
            [axis] => Some(of(axis)),
            _ => None,
        };
        let run = |axes: &[Loop]| axes.last().filter(|l| of(l) == 1).map_or(1, |l| l.len);
        let strides = one(rows).zip(one(inner)).filter(|_| typed).map(|(r, i)| [r, i]);
        let table = |axes: &[Loop]| if strides.is_some() { Vec::new() } else { offsets(axes, &of) };
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
/// As [`super::run`]; `C` is the type that `T` computes in.
pub(super) unsafe fn run<T: Float, C: Direct>(axes: &Axes, out: *mut T, a: *const T, b: *const T) {
    let plan = Plan::new(axes);
    let typed = T::DTYPE == C::DTYPE;
    let left = Operand::new(&plan.rows, &plan.inner, |l| l.a, typed);
    let right = Operand::new(&plan.columns, &plan.inner, |l| l.b, typed);
    let (m, n, k) = (count(&plan.rows), count(&plan.columns), count(&plan.inner));
    let starts = [|l: &Loop| l.a, |l: &Loop| l.b, |l: &Loop| l.c].map(|of| offsets(&plan.outer, of));
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

/// Whether both operands lie as `gemm` reads them.
pub(super) fn lies(axes: &Axes) -> bool {
    let Plan { rows, columns, inner, .. } = Plan::new(axes);
    [&rows, &columns, &inner].iter().all(|list| list.len() <= 1)
}
