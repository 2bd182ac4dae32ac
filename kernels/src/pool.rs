//! Maxima of windows, and what belongs to the places of these maxima.
//!
//! The elements of an axis that leave one rest by the stride become neighbours: then element `j` of neighbouring windows is a run, and every
//! loop is over windows. Several places of one maximum share alike, as those of a reduction do.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::element::Float;
#[cfg(target_arch = "x86_64")]
use crate::isa::{Level, compiled_for};
use crate::pad::Slide;
use crate::real::Arith;
use crate::strided::{MAX_RANK, Shared, View, dense, offsets, product, split};

/// Elements of the widest register of floats.
const LANES: usize = 16;

/// What is made of windows.
#[derive(Clone, Copy)]
enum Task {
    /// The largest element of each.
    Largest,
    /// The mean of other elements over the places of those that are as large.
    Pick,
    /// A number for each, shared by these places.
    Share,
}

/// A tensor with the axes of the windowed one, or with one element for each window.
struct Operand<T> {
    first: Shared<T>,
    /// By index of the axes without windows.
    leads: Vec<isize>,
    /// By index of the other axes but the last sliding one.
    rows: Vec<isize>,
    /// Along that one.
    step: isize,
}

impl<T> Operand<T> {
    fn new(first: *const T, shape: &[usize], strides: &[isize], slides: &[Slide]) -> Self {
        let is_lead = |d: &usize| slides.iter().all(|s| s.axis != *d);
        let table = |axes: &[usize]| {
            let (dims, steps): (Vec<_>, Vec<_>) = axes.iter().map(|&d| (shape[d], strides[d])).unzip();
            offsets(&dims, &steps)
        };
        let (last, others) = slides.split_last().expect("an axis of windows");
        Self {
            first: Shared(first.cast_mut()),
            leads: table(&(0..shape.len()).filter(is_lead).collect::<Vec<_>>()),
            rows: table(&others.iter().map(|s| s.axis).collect::<Vec<_>>()),
            step: strides[last.axis],
        }
    }
}

/// Where windows lie in a plane: the elements of all sliding axes, those of the last one by their rest.
struct Windows {
    /// Elements of the last axis, how many rests they have, and the elements of each.
    len: usize,
    rests: usize,
    long: usize,
    /// Windows along the last axis, and where those of a row begin.
    count: usize,
    bases: Vec<usize>,
    /// The elements of a window, from its first.
    taps: Vec<usize>,
}

impl Windows {
    fn new(shape: &[usize], counts: &[usize], slides: &[Slide]) -> Self {
        let (last, others) = slides.split_last().expect("an axis of windows");
        let (len, count) = (shape[last.axis], counts[last.axis]);
        // One window has no neighbour.
        let rests = if count > 1 { last.stride } else { 1 };
        let long = len.div_ceil(rests);
        let dims: Vec<usize> = others.iter().map(|s| shape[s.axis]).collect();
        let steps = dense(&dims);
        let table = |lens: Vec<usize>, by: &dyn Fn(&Slide) -> usize| -> Vec<usize> {
            // A single window may be any number apart from the next.
            let step = |((s, step), len): ((&Slide, isize), &usize)| {
                if *len > 1 { by(s) as isize * step } else { 0 }
            };
            let by: Vec<isize> = others.iter().zip(steps).zip(&lens).map(step).collect();
            offsets(&lens, &by).into_iter().map(|row| row as usize * rests * long).collect()
        };
        let bases = table(others.iter().map(|s| counts[s.axis]).collect(), &|s| s.stride);
        let rows = table(others.iter().map(|s| s.size).collect(), &|s| s.dilation);
        let within = |j: usize| j * last.dilation % rests * long + j * last.dilation / rests;
        let taps = rows.iter().flat_map(|row| (0..last.size).map(move |j| row + within(j))).collect();
        Self { len, rests, long, count, bases, taps }
    }
}

struct Job<T> {
    task: Task,
    windows: Windows,
    x: Operand<T>,
    /// The largest elements; written by [`Task::Largest`].
    y: Operand<T>,
    /// What is picked, or what is shared.
    other: Option<Operand<T>>,
    out: Operand<T>,
}

/// The largest element of each window of `x`; NaN wins. `out` is dense, and has one element for each window.
///
/// # Panics
/// When a window reaches beyond its axis, an axis slides twice, or the shapes do not fit each other.
pub fn largest<T: Float>(out: &mut [T], x: View<'_, T>, slides: &[Slide]) {
    let counts = counts(x.shape(), slides);
    let counts = &counts[..x.rank()];
    assert_eq!(out.len(), product(counts));
    if out.is_empty() {
        return;
    }
    let of = |first: *const T| Operand::new(first, counts, &dense(counts), slides);
    run(Task::Largest, x, slides, (counts, None), (of(out.as_ptr()), of(out.as_mut_ptr())));
}

/// The mean of `t`, which has the shape of `x`, over the places in each window whose elements are at least `y`: those of the largest
/// element, if `y` is that.
///
/// # Panics
/// As [`largest`].
pub fn pick<T: Float>(out: &mut [T], x: View<'_, T>, y: View<'_, T>, t: View<'_, T>, slides: &[Slide]) {
    let counts = counts(x.shape(), slides);
    let counts = &counts[..x.rank()];
    assert!(y.shape() == counts && t.shape() == x.shape() && out.len() == y.numel());
    if out.is_empty() {
        return;
    }
    let of_y = Operand::new(y.ptr(), counts, y.strides(), slides);
    let to = Operand::new(out.as_mut_ptr(), counts, &dense(counts), slides);
    run(Task::Pick, x, slides, (counts, Some(t)), (of_y, to));
}

/// `g` of each window, shared by the places in it whose elements are at least `y`, and added up in the shape of `x`: the cotangent of
/// [`largest`]. The order of each sum depends on the windows alone.
///
/// # Panics
/// As [`largest`].
pub fn share<T: Float>(out: &mut [T], x: View<'_, T>, y: View<'_, T>, g: View<'_, T>, slides: &[Slide]) {
    let counts = counts(x.shape(), slides);
    let counts = &counts[..x.rank()];
    assert!(y.shape() == counts && g.shape() == counts && out.len() == x.numel());
    if out.is_empty() {
        return;
    }
    let of_y = Operand::new(y.ptr(), counts, y.strides(), slides);
    let to = Operand::new(out.as_mut_ptr(), x.shape(), &dense(x.shape()), slides);
    run(Task::Share, x, slides, (counts, Some(g)), (of_y, to));
}

/// Windows by axis.
fn counts(shape: &[usize], slides: &[Slide]) -> [usize; MAX_RANK] {
    let mut counts = [0; MAX_RANK];
    counts[..shape.len()].copy_from_slice(shape);
    for (k, slide) in slides.iter().enumerate() {
        assert!(slides[..k].iter().all(|s| s.axis != slide.axis) && slide.reach() <= shape[slide.axis]);
        counts[slide.axis] = (shape[slide.axis] - slide.reach()) / slide.stride + 1;
    }
    counts
}

fn run<T: Float>(
    task: Task,
    x: View<'_, T>,
    slides: &[Slide],
    (counts, other): (&[usize], Option<View<'_, T>>),
    (y, out): (Operand<T>, Operand<T>),
) {
    let windows = Windows::new(x.shape(), counts, slides);
    let of = |v: View<'_, T>| Operand::new(v.ptr(), v.shape(), v.strides(), slides);
    let (planes, work) = (out.leads.len(), counts.iter().product::<usize>() * windows.taps.len());
    let job = Job { task, windows, x: of(x), y, other: other.map(of), out };
    split(planes, work, |range| {
        #[cfg(target_arch = "x86_64")]
        {
            compiled_for! { avx2
                unsafe fn middle<T: Float>(job: &Job<T>, range: Range<usize>) {
                    // SAFETY: passed on to the caller.
                    unsafe { run_planes(job, range) }
                }
            }
            compiled_for! { avx512
                unsafe fn wide<T: Float>(job: &Job<T>, range: Range<usize>) {
                    // SAFETY: passed on to the caller.
                    unsafe { run_planes(job, range) }
                }
            }
            match Level::current() {
                // SAFETY: the machine was found to have it; the tables are those of views, which the callers have compared.
                Level::Avx512 => return unsafe { wide(&job, range) },
                // SAFETY: as above.
                Level::Avx2 => return unsafe { middle(&job, range) },
                Level::Baseline => {}
            }
        }
        // SAFETY: as above.
        unsafe { run_planes(&job, range) }
    });
}

/// # Safety
/// The tables lead to elements of the operands, which have the windows' shapes.
#[inline(always)]
unsafe fn run_planes<T: Float>(job: &Job<T>, range: Range<usize>) {
    let zero = <T::Compute as Arith>::ZERO;
    let w = &job.windows;
    // Rows of windows are whole registers. Windows that are none read what lies behind the plane, and are not stored.
    let wide = w.count.next_multiple_of(LANES);
    let mut plane = vec![zero; job.x.rows.len() * w.rests * w.long + LANES];
    let mut others = vec![zero; if let Task::Largest = job.task { 0 } else { plane.len() }];
    let [mut top, mut sums, mut ties] = [(); 3].map(|()| vec![zero; wide]);
    // They have no place either, as nothing is at least NaN.
    let none = T::from_f64(f64::NAN).widen();
    for lead in range {
        // SAFETY: the caller's promise.
        unsafe {
            load(&mut plane, &job.x, lead, w);
            match (job.task, &job.other) {
                (Task::Pick, Some(t)) => load(&mut others, t, lead, w),
                _ => others.fill(zero),
            }
            for (row, &base) in w.bases.iter().enumerate() {
                let plane = &plane[base..];
                if let Task::Largest = job.task {
                    top.fill(T::from_f64(f64::NEG_INFINITY).widen());
                    for &tap in &w.taps {
                        for (top, &x) in top.iter_mut().zip(&plane[tap..]) {
                            *top = if *top > x || top.is_nan() { *top } else { x };
                        }
                    }
                    store_row(&top[..w.count], &job.out, (lead, row));
                    continue;
                }
                load_row(&mut top[..w.count], &job.y, (lead, row));
                top[w.count..].fill(none);
                ties.fill(zero);
                for &tap in &w.taps {
                    for ((ties, top), x) in ties.iter_mut().zip(&top).zip(&plane[tap..]) {
                        *ties = ties.plus(if x >= top { <T::Compute as Arith>::ONE } else { zero });
                    }
                }
                // A window of NaN has no place.
                for n in &mut ties {
                    *n = if *n > zero { *n } else { <T::Compute as Arith>::ONE };
                }
                let others = &mut others[base..];
                if let Task::Pick = job.task {
                    sums.fill(zero);
                    for &tap in &w.taps {
                        for ((sum, t), (top, x)) in
                            sums.iter_mut().zip(&others[tap..]).zip(top.iter().zip(&plane[tap..]))
                        {
                            *sum = sum.plus(if x >= top { *t } else { zero });
                        }
                    }
                    sums.iter_mut().zip(&ties).for_each(|(sum, n)| *sum = *sum / *n);
                    store_row(&sums[..w.count], &job.out, (lead, row));
                    continue;
                }
                let Some(g) = &job.other else { continue };
                load_row(&mut sums[..w.count], g, (lead, row));
                sums.iter_mut().zip(&ties).for_each(|(g, n)| *g = *g / *n);
                for &tap in &w.taps {
                    for ((d, g), (top, x)) in
                        others[tap..].iter_mut().zip(&sums).zip(top.iter().zip(&plane[tap..]))
                    {
                        *d = d.plus(if x >= top { *g } else { zero });
                    }
                }
            }
            if let Task::Share = job.task {
                store(&mut others, &job.out, lead, w);
            }
        }
    }
}

/// The rests of a row in `plane`.
#[inline(always)]
fn rests<'p, C>(plane: &'p mut [C], row: usize, w: &Windows) -> &'p mut [C] {
    &mut plane[row * w.rests * w.long..][..w.rests * w.long]
}

/// # Safety
/// As of [`run_planes`].
#[inline(always)]
unsafe fn load<T: Float>(plane: &mut [T::Compute], from: &Operand<T>, lead: usize, w: &Windows) {
    for (row, &at) in from.rows.iter().enumerate() {
        let runs = rests(plane, row, w);
        // SAFETY: the first element of a row of the operand.
        let first = unsafe { from.first.at(0).offset(from.leads[lead] + at).cast_const() };
        if from.step == 1 && w.rests <= 2 {
            // SAFETY: the row, whose elements are neighbours.
            let line = unsafe { std::slice::from_raw_parts(first, w.len) };
            if w.rests == 1 {
                runs.iter_mut().zip(line).for_each(|(x, from)| *x = from.widen());
                continue;
            }
            let (even, odd) = runs.split_at_mut(w.long);
            for ((x, y), pair) in even.iter_mut().zip(odd).zip(line.chunks_exact(2)) {
                (*x, *y) = (pair[0].widen(), pair[1].widen());
            }
            if let [last] = line.chunks_exact(2).remainder() {
                even[w.long - 1] = last.widen();
            }
            continue;
        }
        for (rest, run) in runs.chunks_exact_mut(w.long).enumerate() {
            for (i, x) in run[..(w.len - rest).div_ceil(w.rests)].iter_mut().enumerate() {
                let i = (rest + i * w.rests) as isize;
                // SAFETY: an element of the operand.
                *x = unsafe { *first.offset(i * from.step) }.widen();
            }
        }
    }
}

/// # Safety
/// As of [`run_planes`].
#[inline(always)]
unsafe fn store<T: Float>(plane: &mut [T::Compute], to: &Operand<T>, lead: usize, w: &Windows) {
    for (row, &at) in to.rows.iter().enumerate() {
        let runs = rests(plane, row, w);
        // SAFETY: the first element of a row of the result.
        let first = unsafe { to.first.at(0).offset(to.leads[lead] + at) };
        if to.step == 1 && w.rests <= 2 {
            // SAFETY: the row, whose elements are neighbours, and which this plane alone writes.
            let line = unsafe { std::slice::from_raw_parts_mut(first, w.len) };
            if w.rests == 1 {
                line.iter_mut().zip(runs).for_each(|(to, x)| *to = T::narrow(*x));
                continue;
            }
            let (even, odd) = runs.split_at_mut(w.long);
            if w.len % 2 == 1 {
                line[w.len - 1] = T::narrow(even[w.long - 1]);
            }
            for ((x, y), pair) in even.iter().zip(odd).zip(line.chunks_exact_mut(2)) {
                (pair[0], pair[1]) = (T::narrow(*x), T::narrow(*y));
            }
            continue;
        }
        for (rest, run) in runs.chunks_exact(w.long).enumerate() {
            for (i, &x) in run[..(w.len - rest).div_ceil(w.rests)].iter().enumerate() {
                let i = (rest + i * w.rests) as isize;
                // SAFETY: an element of the result, which this plane alone writes.
                unsafe { first.offset(i * to.step).write(T::narrow(x)) };
            }
        }
    }
}

/// # Safety
/// As of [`run_planes`].
#[inline(always)]
unsafe fn load_row<T: Float>(row: &mut [T::Compute], from: &Operand<T>, (lead, at): (usize, usize)) {
    // SAFETY: the first element of a row of the operand.
    let first = unsafe { from.first.at(0).offset(from.leads[lead] + from.rows[at]).cast_const() };
    if from.step == 1 {
        // SAFETY: the row, whose elements are neighbours.
        let line = unsafe { std::slice::from_raw_parts(first, row.len()) };
        return row.iter_mut().zip(line).for_each(|(x, from)| *x = from.widen());
    }
    for (i, x) in row.iter_mut().enumerate() {
        // SAFETY: an element of the operand.
        *x = unsafe { *first.offset(i as isize * from.step) }.widen();
    }
}

/// # Safety
/// As of [`run_planes`].
#[inline(always)]
unsafe fn store_row<T: Float>(row: &[T::Compute], to: &Operand<T>, (lead, at): (usize, usize)) {
    for (i, &x) in row.iter().enumerate() {
        // SAFETY: an element of the result, which this plane alone writes.
        unsafe {
            to.first.at(0).offset(to.leads[lead] + to.rows[at] + i as isize * to.step).write(T::narrow(x));
        }
    }
}
