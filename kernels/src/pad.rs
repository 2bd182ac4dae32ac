//! Tensors whose index on each axis is looked up: padding of every kind, cropping, shifting, and their cotangents.
#![allow(unsafe_code)]

use crate::element::{Element, Num};
use crate::lanes::{Accumulator, is_int};
use crate::strided::{MAX_RANK, Shared, View, product, split};

/// For each index of a result along one axis, the index of the source, or `None` for the fill value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxisMap {
    /// The source as it is.
    Same(usize),
    /// One entry per index of the result.
    Table(Vec<Option<usize>>),
}

impl AxisMap {
    /// Length of the result.
    pub fn len(&self) -> usize {
        match self {
            Self::Same(n) => *n,
            Self::Table(t) => t.len(),
        }
    }

    /// Whether the result is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn get(&self, i: usize) -> Option<usize> {
        match self {
            Self::Same(_) => Some(i),
            Self::Table(t) => t[i],
        }
    }

    /// The map as runs: the first source of each, or `None` for the fill value, and how many. Consecutive sources are one run where
    /// `joins`.
    fn runs(&self, joins: bool) -> Vec<(Option<usize>, usize)> {
        let mut runs: Vec<(Option<usize>, usize)> = Vec::new();
        for source in (0..self.len()).map(|i| self.get(i)) {
            match (runs.last_mut(), source) {
                (Some((None, count)), None) => *count += 1,
                (Some((Some(first), count)), Some(i)) if joins && *first + *count == i => *count += 1,
                _ => runs.push((source, 1)),
            }
        }
        runs
    }

    fn check(&self, n: usize) {
        assert!(match self {
            Self::Same(m) => *m == n,
            Self::Table(t) => t.iter().flatten().all(|&i| i < n),
        });
    }
}

/// How an axis continues beyond its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With the fill value.
    Constant,
    /// Mirrored at the end elements, which are not repeated: `c b | a b c | b a`.
    Reflect,
    /// With the end elements: `a a | a b c | c c`.
    Replicate,
    /// From the other end: `b c | a b c | a b`.
    Circular,
}

impl Mode {
    /// An axis of `n` with `before` elements in front of it and `after` behind it. `None` where the mode would mirror at
    /// least `n` elements, wrap more than `n`, or continue an empty axis.
    pub fn extend(self, n: usize, before: usize, after: usize) -> Option<Extension> {
        let most = before.max(after);
        let is_possible = most == 0
            || match self {
                Self::Constant => true,
                Self::Reflect => most < n,
                Self::Replicate => n > 0,
                Self::Circular => most <= n,
            };
        is_possible.then_some(Extension { mode: self, n, before, after })
    }
}

/// An axis that can be continued as it is to be.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    mode: Mode,
    n: usize,
    before: usize,
    after: usize,
}

impl Extension {
    /// Length of the result; saturates.
    pub const fn len(&self) -> usize {
        self.n.saturating_add(self.before).saturating_add(self.after)
    }

    /// Whether the result is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The map, with an entry per place of the result unless nothing is put anywhere.
    pub fn map(&self) -> AxisMap {
        let &Self { mode, n, before, after } = self;
        if before == 0 && after == 0 {
            return AxisMap::Same(n);
        }
        let source = |i: usize| {
            // Position relative to the first element of the source.
            if i >= before && i - before < n {
                return Some(i - before);
            }
            let under = i < before;
            Some(match mode {
                Mode::Constant => return None,
                Mode::Reflect if under => before - i,
                Mode::Reflect => 2 * (n - 1) - (i - before),
                Mode::Replicate if under => 0,
                Mode::Replicate => n - 1,
                Mode::Circular if under => n - (before - i),
                Mode::Circular => i - before - n,
            })
        };
        AxisMap::Table((0..self.len()).map(source).collect())
    }
}

/// `out[i, j, ..] = x[maps[0][i], maps[1][j], ..]`, `fill` where a map has no source. `out` is dense.
///
/// # Panics
/// When a map names an index that its axis does not have, or `out` does not fit.
pub fn remap<T: Element>(out: &mut [T], x: View<'_, T>, maps: &[AxisMap], fill: T) {
    assert_eq!(maps.len(), x.rank());
    maps.iter().zip(x.shape()).for_each(|(m, &n)| m.check(n));
    assert_eq!(out.len(), maps.iter().fold(1, |all: usize, map| all.saturating_mul(map.len())));
    if out.is_empty() {
        return;
    }
    // Trailing axes that stay as they are and lie densely are one run.
    let mut run = 1;
    let mut rank = x.rank();
    while rank > 0 && matches!(maps[rank - 1], AxisMap::Same(_)) && x.strides()[rank - 1] == run as isize {
        run *= x.shape()[rank - 1];
        rank -= 1;
    }
    let (maps, strides) = (&maps[..rank], &x.strides()[..rank]);
    let lens: Vec<usize> = maps.iter().map(AxisMap::len).collect();
    let last = rank.checked_sub(1).map_or(1, |d| lens[d]);
    let parts =
        maps.last().map_or_else(|| vec![(Some(0), 1)], |map| map.runs(strides[rank - 1] == run as isize));
    let step = rank.checked_sub(1).map_or(0, |d| strides[d]);
    let rows = out.len() / (last * run);
    let work = out.len();
    let (x, out) = (Shared(x.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    split(rows, work, |range| {
        for row in range {
            let base = offset(row, &lens[..rank.saturating_sub(1)], maps, strides);
            let mut to = row * last * run;
            for &(source, count) in &parts {
                let source = base.zip(source).map(|(base, i)| base + i as isize * step);
                // SAFETY: `check` has seen every source index; elements of a run are neighbours in both; rows write disjoint
                // parts of the dense result.
                unsafe {
                    let to = out.at(to);
                    match source {
                        Some(at) => std::ptr::copy_nonoverlapping(x.at(0).offset(at), to, count * run),
                        None => std::slice::from_raw_parts_mut(to, count * run).fill(fill),
                    }
                }
                to += count * run;
            }
        }
    });
}

/// The offset in the source of flat index `row` over the axes `lens`, through the maps.
fn offset(mut row: usize, lens: &[usize], maps: &[AxisMap], strides: &[isize]) -> Option<isize> {
    let mut at = 0;
    for d in (0..lens.len()).rev() {
        at += maps[d].get(row % lens[d])? as isize * strides[d];
        row /= lens[d];
    }
    Some(at)
}

/// The cotangent of [`remap`]: `out[s] = sum of g over the indices whose source is s`. `out` is dense with the shape
/// `shape`; the order of
/// each sum depends on the maps alone; floats are summed in f64.
///
/// # Panics
/// When a map names an index that its axis does not have, or `out` does not fit.
pub fn remap_cotangent<T: Num>(out: &mut [T], shape: &[usize], g: View<'_, T>, maps: &[AxisMap]) {
    assert!(maps.len() == shape.len() && shape.len() <= MAX_RANK);
    assert!(g.shape().iter().copied().eq(maps.iter().map(AxisMap::len)));
    maps.iter().zip(shape).for_each(|(m, &n)| m.check(n));
    assert_eq!(out.len(), product(shape));
    if out.is_empty() {
        // However long its other axes are.
        return;
    }
    // For each axis and source index, the offsets in `g` of the indices that read it, ascending.
    let readers: Vec<Vec<Vec<isize>>> = maps
        .iter()
        .zip(shape)
        .zip(g.strides())
        .map(|((map, &n), &stride)| {
            let mut lists = vec![Vec::new(); n];
            for i in 0..map.len() {
                if let Some(source) = map.get(i) {
                    lists[source].push(i as isize * stride);
                }
            }
            lists
        })
        .collect();
    let same = |d: usize| matches!(maps[d], AxisMap::Same(_));
    summed(out, shape, g, &readers, same);
}

/// Windows that slide along an axis: window `w` begins at `w * stride`, and its elements are `dilation` apart.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// Which axis.
    pub axis: usize,
    /// Elements of a window, at least one.
    pub size: usize,
    /// Between the first elements of two windows.
    pub stride: usize,
    /// Between the elements of a window.
    pub dilation: usize,
}

impl Slide {
    /// Elements from the first of a window to its last; saturates.
    #[must_use]
    pub const fn reach(&self) -> usize {
        self.size.saturating_sub(1).saturating_mul(self.dilation).saturating_add(1)
    }

    /// Elements that so many windows, at least one, reach together; saturates.
    pub(crate) fn last(&self, windows: usize) -> usize {
        (windows - 1).saturating_mul(self.stride).saturating_add(self.reach())
    }
}

/// Windows added up where they lie. The axes of `g` are those of the result, of which the sliding ones count windows, and for each
/// of `slides` one more for the elements of its windows. `out` is dense with the shape `shape`; the order of each sum
/// depends on the windows alone; floats are summed in f64.
///
/// # Panics
/// When a window reaches beyond its axis, an axis slides twice, or `out` does not fit.
pub fn overlap_add<T: Num>(out: &mut [T], shape: &[usize], g: View<'_, T>, slides: &[Slide]) {
    let rank = shape.len();
    assert!(rank + slides.len() == g.rank() && out.len() == product(shape));
    if out.is_empty() {
        // However long its other axes are.
        return;
    }
    let mut readers: Vec<Vec<Vec<isize>>> =
        (0..rank).map(|d| (0..shape[d]).map(|i| vec![i as isize * g.strides()[d]]).collect()).collect();
    for (k, slide) in slides.iter().enumerate() {
        let (d, windows) = (slide.axis, g.shape()[slide.axis]);
        let (along, within) = (g.strides()[d], g.strides()[rank + k]);
        assert!(g.shape()[rank + k] == slide.size && slides[..k].iter().all(|s| s.axis != d));
        assert!(windows == 0 || slide.last(windows) <= shape[d]);
        let mut lists = vec![Vec::new(); shape[d]];
        for w in 0..windows {
            for j in 0..slide.size {
                lists[w * slide.stride + j * slide.dilation].push(w as isize * along + j as isize * within);
            }
        }
        readers[d] = lists;
    }
    let slides_on = |d: usize| slides.iter().any(|s| s.axis == d);
    for d in (0..rank).filter(|&d| !slides_on(d)) {
        assert_eq!(shape[d], g.shape()[d]);
    }
    match slides.iter().position(|s| s.axis + 1 == rank) {
        Some(k) => {
            let steps = [g.strides()[rank - 1], g.strides()[rank + k]];
            let row = Row { windows: g.shape()[rank - 1], slide: slides[k], steps };
            if is_int::<T>() {
                rows::<T, i32>(out, shape, g, &readers, row);
            } else {
                rows::<T, f64>(out, shape, g, &readers, row);
            }
        }
        None => summed(out, shape, g, &readers, |d| !slides_on(d)),
    }
}

/// The windows of a row of the result: those along its last axis.
#[derive(Clone, Copy)]
struct Row {
    windows: usize,
    slide: Slide,
    /// In `g`, between windows and between the elements of one.
    steps: [isize; 2],
}

/// Adds up one row at a time, all windows for one of their elements at once: these are neighbours in the row.
fn rows<T: Num, A: Accumulator>(
    out: &mut [T],
    shape: &[usize],
    g: View<'_, T>,
    readers: &[Vec<Vec<isize>>],
    row: Row,
) {
    let (lead, last) = (shape.len() - 1, shape[shape.len() - 1]);
    let Row { windows, slide, steps: [along, within] } = row;
    let (count, work) = (out.len() / last, out.len() * slide.size);
    let (from, to) = (Shared(g.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    split(count, work, |range| {
        let (mut base, mut scratch, mut sums) = (Vec::new(), Vec::new(), vec![A::ZERO; last]);
        for at in range {
            base.clear();
            base.push(0);
            let mut rest = at;
            for d in (0..lead).rev() {
                cross(&mut base, &mut scratch, &readers[d][rest % shape[d]]);
                rest /= shape[d];
            }
            sums.fill(A::ZERO);
            for &b in &base {
                for j in 0..slide.size {
                    let sums = &mut sums[j * slide.dilation..];
                    let first = b + j as isize * within;
                    if slide.stride == 1 && along == 1 {
                        // SAFETY: neighbours in the view, one for each window.
                        let values = unsafe { std::slice::from_raw_parts(from.at(0).offset(first), windows) };
                        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum = sum.plus(A::load(*value)));
                        continue;
                    }
                    for (w, sum) in sums.iter_mut().step_by(slide.stride).take(windows).enumerate() {
                        // SAFETY: an offset of an index of the view.
                        let value = unsafe { *from.at(0).offset(first + w as isize * along) };
                        *sum = sum.plus(A::load(value));
                    }
                }
            }
            for (i, sum) in sums.iter().enumerate() {
                // SAFETY: rows are disjoint parts of the dense result.
                unsafe { to.at(at * last + i).write(sum.store()) };
            }
        }
    });
}

/// Each element of the result is the sum of what reads it: of all offsets in `g` that are one for each axis. `same`: whether
/// index `i` of an axis has the reader `i` alone.
fn summed<T: Num>(
    out: &mut [T],
    shape: &[usize],
    g: View<'_, T>,
    readers: &[Vec<Vec<isize>>],
    same: impl Fn(usize) -> bool,
) {
    // Trailing axes that stay as they are and lie densely in `g` are one run; the axis before it is `last`.
    let mut run = 1;
    let mut rank = shape.len();
    while rank > 0 && same(rank - 1) && g.strides()[rank - 1] == run as isize {
        run *= shape[rank - 1];
        rank -= 1;
    }
    if is_int::<T>() {
        fold::<T, i32>(out, shape, g, readers, (rank, run));
    } else {
        fold::<T, f64>(out, shape, g, readers, (rank, run));
    }
}

fn fold<T: Num, A: Accumulator>(
    out: &mut [T],
    shape: &[usize],
    g: View<'_, T>,
    readers: &[Vec<Vec<isize>>],
    (rank, run): (usize, usize),
) {
    let lead = rank.saturating_sub(1);
    let last = rank.checked_sub(1).map_or(1, |d| shape[d]);
    if out.is_empty() {
        return;
    }
    let rows = out.len() / (last * run);
    let (work, from, to) = (out.len(), Shared(g.ptr().cast_mut()), Shared(out.as_mut_ptr()));
    split(rows, work, |range| {
        let (mut base, mut sources) = (Vec::new(), Vec::new());
        for row in range {
            base.clear();
            base.push(0);
            let mut rest = row;
            for d in (0..lead).rev() {
                cross(&mut base, &mut sources, &readers[d][rest % shape[d]]);
                rest /= shape[d];
            }
            for j in 0..last {
                sources.clear();
                match readers.get(lead).filter(|_| rank > 0) {
                    None => sources.extend_from_slice(&base),
                    Some(lists) => {
                        sources.extend(base.iter().flat_map(|b| lists[j].iter().map(move |r| b + r)));
                    }
                }
                for i in 0..run {
                    // SAFETY: offsets of indices of the view; each element of the result is written once.
                    unsafe {
                        let get = |&s: &isize| A::load(*from.at(0).offset(s + i as isize));
                        let sum = sources.iter().fold(A::ZERO, |sum, s| sum.plus(get(s)));
                        to.at((row * last + j) * run + i).write(sum.store());
                    }
                }
            }
        }
    });
}

/// Replaces `base` by all sums of one of its elements and one of `list`.
fn cross(base: &mut Vec<isize>, scratch: &mut Vec<isize>, list: &[isize]) {
    if let [one] = list {
        for b in base.iter_mut() {
            *b += one;
        }
        return;
    }
    scratch.clear();
    scratch.extend(base.iter().flat_map(|b| list.iter().map(move |r| b + r)));
    std::mem::swap(base, scratch);
}
