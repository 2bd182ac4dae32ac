//! Which way a contraction goes, by where its operands have neighbours.

use std::ops::Range;

use super::along::{self, Along};
use super::dots::{self, Dots};
use super::{Axes, Loop, count, packed};
use crate::gemm::Direct;
use crate::linalg::vector::{Registers, lanes};
use crate::strided::{product, split};

/// The types whose contractions are compiled here, with this crate's level of optimisation.
pub(crate) trait Compiled: Direct + Registers {
    /// Lanes of a register in use.
    fn lanes() -> usize;
    /// # Safety
    /// As of [`along::run`].
    unsafe fn along(job: &Along<Self>, tasks: Range<usize>);
    /// # Safety
    /// As of [`dots::run`].
    unsafe fn dots(job: &Dots<Self>, tasks: Range<usize>);
}

macro_rules! compiled {
    ($($T:ident)*) => {$(
        impl Compiled for $T {
            fn lanes() -> usize {
                lanes::<$T>()
            }
            unsafe fn along(job: &Along<$T>, tasks: Range<usize>) {
                // SAFETY: passed on to the caller.
                unsafe { along::run(job, tasks) }
            }
            unsafe fn dots(job: &Dots<$T>, tasks: Range<usize>) {
                // SAFETY: passed on to the caller.
                unsafe { dots::run(job, tasks) }
            }
        }
    )*};
}
compiled!(f32 f64);

impl Axes {
    /// Rows are columns and columns rows.
    fn swapped(self) -> Self {
        let swap = |list: Vec<Loop>| list.into_iter().map(|l| Loop { a: l.b, b: l.a, ..l }).collect();
        Self {
            outer: swap(self.outer),
            rows: swap(self.columns),
            columns: swap(self.rows),
            inner: swap(self.inner),
        }
    }
}

/// Moves the longest axis that `fits` to the end, and tells how long it is.
fn to_the_end(axes: &mut Vec<Loop>, fits: impl Fn(&Loop) -> bool) -> Option<usize> {
    let (at, _) = axes.iter().enumerate().filter(|(_, l)| fits(l)).max_by_key(|(_, l)| l.len)?;
    let axis = axes.remove(at);
    axes.push(axis);
    Some(axis.len)
}

/// # Safety
/// As of [`super::run`].
pub(super) unsafe fn direct<C: Compiled>(axes: &Axes, out: *mut C, a: *const C, b: *const C) {
    let lanes = C::lanes();
    // The part of all lanes that have work: where it is less, a copy in blocks pays, if it serves a whole product.
    let use_of = |len: usize| len as f64 / len.next_multiple_of(lanes) as f64;
    let is_matrix = count(&axes.rows) > 1 && count(&axes.columns) > 1;
    let least = if is_matrix { [0.4, 0.6] } else { [0.0; 2] };
    let work = product(&[&axes.outer, &axes.rows, &axes.columns, &axes.inner].map(|list| count(list))) / 8;
    let candidates = [(axes.clone(), a, b), (axes.clone().swapped(), b, a)].map(|(mut axes, a, b)| {
        let lanes = to_the_end(&mut axes.columns, |l| l.b == 1);
        (lanes.map_or(0.0, use_of), axes, a, b)
    });
    let [first, second] = candidates;
    let (along, of_along, x, y) = if second.0 > first.0 { second } else { first };
    let mut of_dots = axes.clone();
    let dots = to_the_end(&mut of_dots.inner, |l| l.a == 1 && l.b == 1).map_or(0.0, use_of);
    let [along, dots] =
        [(along, least[0]), (dots, least[1])].map(|(used, least)| if used > least { used } else { 0.0 });
    if along.max(dots) == 0.0 || (is_matrix && packed::lies(axes)) {
        // SAFETY: passed on to the caller.
        return unsafe { packed::run::<C, C>(axes, out, a, b) };
    }
    if along >= dots {
        let job = Along::new(&of_along, lanes, [x.cast_mut(), y.cast_mut(), out]);
        // SAFETY: passed on to the caller.
        return split(job.tasks(), work, |tasks| unsafe { C::along(&job, tasks) });
    }
    let (of_dots, x, y) =
        if count(&axes.rows) > count(&axes.columns) { (of_dots.swapped(), b, a) } else { (of_dots, a, b) };
    let job = Dots::new(&of_dots, [x.cast_mut(), y.cast_mut(), out]);
    // SAFETY: passed on to the caller.
    split(job.tasks(), work, |tasks| unsafe { C::dots(&job, tasks) });
}
