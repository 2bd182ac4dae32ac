//! A contraction whose result are windows, added up where they lie, without the windows.
//!
//! An element of the sum at `h` takes from window `w` its element `j` where `w stride + j dilation = h`. Elements whose `h` leave
//! the same rest by the stride, a phase, take the same `j`, backwards from neighbouring `w`. So a phase is a contraction of windows of the
//! operand that counts windows, with zeros around it, by the other operand backwards.

use super::{Axes, Loop, run};
use crate::element::Float;
use crate::pad::{AxisMap, Slide, remap};
use crate::strided::{MAX_RANK, View, dense, product};

/// Strides that are cut into phases; more would leave little to a phase.
const MOST: usize = 8;

/// The elements of one axis that are `rest` behind a multiple of the stride.
#[derive(Clone, Copy, Debug)]
struct Phase {
    rest: usize,
    /// How many.
    len: usize,
    /// Of windows, the elements that reach them: the first, the distance to the next, how many.
    first: usize,
    every: usize,
    taps: usize,
    /// Windows between the readers of two of these.
    apart: usize,
    /// The window of the last of these for the first element; windows before 0 are zeros.
    from: isize,
}

/// The phases of an axis of `n` elements; none if they are too many.
fn phases(n: usize, slide: &Slide) -> Vec<Phase> {
    let Slide { size, stride, dilation, .. } = *slide;
    if stride > MOST {
        return Vec::new();
    }
    let common = gcd(stride, dilation);
    let (every, apart) = (stride / common, dilation / common);
    let phase = |rest: usize| {
        // The elements of a window repeat their rests after `every`.
        let first = (0..every.min(size)).find(|j| j * dilation % stride == rest);
        let taps = first.map_or(0, |first| (size - first).div_ceil(every));
        let first = first.unwrap_or(0);
        let window = (rest as isize - (first * dilation) as isize) / stride as isize;
        let from = window - (taps.max(1) - 1) as isize * apart as isize;
        Phase { rest, len: (n - rest).div_ceil(stride), first, every, taps, apart, from }
    };
    (0..stride.min(n)).map(phase).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether [`overlap`] takes the windows: each axis is counted by the same operand and has its windows' elements in the other, and
/// zeros around do not double the work. `len` is that of a label of `lc`.
pub fn gathers(
    (la, lb, lc): (&[u8], &[u8], &[u8]),
    shape: &[usize],
    slides: &[Slide],
    len: impl Fn(u8) -> usize,
) -> bool {
    let is = |label: u8, x: &[u8], y: &[u8]| x.contains(&label) && !y.contains(&label);
    let apart =
        |x, y| slides.iter().enumerate().all(|(k, s)| is(lc[s.axis], x, y) && is(lc[shape.len() + k], y, x));
    if !(apart(la, lb) || apart(lb, la)) {
        return false;
    }
    let (mut direct, mut whole) = (1.0, 1.0);
    for slide in slides {
        let all = phases(shape[slide.axis], slide);
        if all.is_empty() {
            return false;
        }
        direct *= all.iter().map(|p| p.len as f64 * p.taps as f64).sum::<f64>();
        whole *= len(lc[slide.axis]) as f64 * slide.size as f64;
    }
    direct <= 2.0 * whole
}

/// `overlap_add` of a contraction: the axes of `lc` are those of the result, of which the sliding ones count windows, and for each of
/// `slides` one more. `out` is dense with the shape `shape`.
///
/// # Panics
/// As [`super::contract`] and [`crate::pad::overlap_add`], and where this does not [`gathers`].
pub fn overlap<T: Float>(
    out: &mut [T],
    shape: &[usize],
    (a, la): (View<'_, T>, &[u8]),
    (b, lb): (View<'_, T>, &[u8]),
    lc: &[u8],
    slides: &[Slide],
) {
    if slides.first().is_some_and(|s| lb.contains(&lc[s.axis]) && !la.contains(&lc[s.axis])) {
        // The first operand counts the windows.
        return overlap(out, shape, (b, lb), (a, la), lc, slides);
    }
    let rank = shape.len();
    let all = super::loops((a, la), (b, lb), lc);
    let axis = |label: u8| all.iter().find(|(l, _)| *l == label).expect("a label of an operand").1;
    assert!(rank + slides.len() == lc.len() && out.len() == product(shape));
    for (d, &n) in shape.iter().enumerate() {
        assert!(slides.iter().any(|s| s.axis == d) || axis(lc[d]).len == n);
    }
    for (k, slide) in slides.iter().enumerate() {
        let windows = axis(lc[slide.axis]).len;
        assert!(axis(lc[rank + k]).len == slide.size && slides[..k].iter().all(|s| s.axis != slide.axis));
        assert!(windows > 0 && slide.last(windows) <= shape[slide.axis]);
    }
    assert!(gathers((la, lb, lc), shape, slides, |label| axis(label).len));
    if out.is_empty() {
        return;
    }
    let phases: Vec<Vec<Phase>> = slides.iter().map(|s| phases(shape[s.axis], s)).collect();
    let is_bare = phases.iter().flatten().any(|p| p.taps == 0);
    let is_empty = all.iter().any(|(_, l)| l.len == 0);
    if is_bare || is_empty {
        out.fill(T::from_f64(0.0));
    }
    if is_empty {
        return;
    }
    let mut maps: Vec<AxisMap> = a.shape().iter().map(|&n| AxisMap::Same(n)).collect();
    let mut before = vec![0; slides.len()];
    for (k, slide) in slides.iter().enumerate() {
        let d = la.iter().position(|l| *l == lc[slide.axis]).expect("a label of the first operand");
        let n = a.shape()[d] as isize;
        let read = phases[k].iter().filter(|p| p.taps > 0);
        let ends = read.map(|p| (p.from, p.from + ((p.taps - 1) * p.apart + p.len) as isize));
        let (first, end) = ends.fold((0, n), |(first, end), (from, to)| (first.min(from), end.max(to)));
        maps[d] = AxisMap::Table(
            (first..end).map(|i| usize::try_from(i).ok().filter(|&i| (i as isize) < n)).collect(),
        );
        before[k] = -first;
    }
    let dims: Vec<usize> = maps.iter().map(AxisMap::len).collect();
    let steps = dense(&dims);
    let mut padded = vec![T::from_f64(0.0); dims.iter().product()];
    remap(&mut padded, a, &maps, T::from_f64(0.0));
    let strides = dense(shape);
    let mut at = [0; MAX_RANK];
    'phases: loop {
        let of: Vec<Phase> = phases.iter().zip(at).map(|(phases, i)| phases[i]).collect();
        if of.iter().all(|p| p.taps > 0 && p.len > 0) {
            let [mut from_a, mut from_b, mut to] = [0, 0, 0];
            let mut axes = Vec::new();
            for (label, axis) in &all {
                let step = la.iter().position(|l| l == label).map_or(0, |d| steps[d]);
                let place = lc.iter().position(|l| l == label);
                let slide =
                    place.and_then(|i| (0..slides.len()).find(|&k| slides[k].axis == i || rank + k == i));
                let has = [la.contains(label), lb.contains(label), place.is_some()];
                let Some(k) = slide else {
                    let c = place.map_or(0, |i| strides[i]);
                    axes.push((Loop { a: step, c, ..*axis }, has));
                    continue;
                };
                let (phase, slide) = (of[k], slides[k]);
                if place == Some(slide.axis) {
                    from_a += (phase.from + before[k]) * step;
                    to += phase.rest as isize * strides[slide.axis];
                    let c = slide.stride as isize * strides[slide.axis];
                    axes.push((Loop { len: phase.len, a: step, b: 0, c }, has));
                } else {
                    let d =
                        la.iter().position(|l| *l == lc[slide.axis]).expect("a label of the first operand");
                    let last = phase.first + (phase.taps - 1) * phase.every;
                    from_b += last as isize * axis.b;
                    let (a, b) = (phase.apart as isize * steps[d], -(phase.every as isize * axis.b));
                    axes.push((Loop { len: phase.taps, a, b, c: 0 }, [true, true, false]));
                }
            }
            let axes = Axes::new(axes.into_iter());
            // SAFETY: the windows of a phase end within the zeros around `a`, whose bounds are the least and the largest of all
            // phases; its taps are elements of `b`; phases are disjoint elements of the result.
            unsafe {
                run(
                    &axes,
                    out.as_mut_ptr().offset(to),
                    padded.as_ptr().offset(from_a),
                    b.ptr().offset(from_b),
                );
            }
        }
        for k in 0..slides.len() {
            at[k] += 1;
            if at[k] < phases[k].len() {
                continue 'phases;
            }
            at[k] = 0;
        }
        break;
    }
}
