//! What `einsum!` finds at run time: contractions of several tensors in the order of least work, and labels of ellipses.

use cotangent_kernels::Float;

use super::contract;
use crate::error::{Result, Site};
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::shape::MAX_RANK;

/// The label of the last axis of an ellipsis; the axis before it has the next. No text of `einsum!` names as many axes.
const FIRST: isize = 64;

/// An operand's shape, and how many axes are named in front of its ellipsis, and in all.
type Seen<'a> = (&'a [usize], usize, usize);

/// The lengths of the axes of an ellipsis, from the last to the first.
fn lengths((shape, before, named): Seen<'_>) -> impl Iterator<Item = usize> + '_ {
    let count = shape.len().saturating_sub(named);
    shape.iter().skip(before).take(count).rev().copied()
}

/// The labels of the ellipsis of operand `at`, in the order of its axes. An axis of one element has none where another operand has
/// that axis: it is repeated along this.
#[must_use]
pub fn ellipsis(operands: &[Seen<'_>], at: usize) -> Vec<isize> {
    let has = |k: usize, axis: usize| lengths(operands[k]).nth(axis);
    let mut labels = Vec::new();
    for (axis, len) in lengths(operands[at]).enumerate() {
        // Of equal ones of one element the first has the axis.
        let other = |k: usize| has(k, axis).is_some_and(|n| n != 1 || k < at);
        if len != 1 || !(0..operands.len()).any(|k| k != at && other(k)) {
            labels.push(FIRST + axis as isize);
        }
    }
    labels.reverse();
    labels
}

/// The axes of an operand that have none of the `labels` of its ellipsis.
#[must_use]
pub fn repeated(operand: Seen<'_>, labels: &[isize]) -> Vec<isize> {
    let (count, before) = (lengths(operand).count(), operand.1);
    let label = |axis: usize| FIRST + (count - 1 - axis) as isize;
    (0..count).filter(|axis| !labels.contains(&label(*axis))).map(|axis| (before + axis) as isize).collect()
}

/// All labels of several ellipses, in the order of axes.
#[must_use]
pub fn ellipses(all: &[&[isize]]) -> Vec<isize> {
    let mut labels = all.concat();
    labels.sort_unstable_by(|a, b| b.cmp(a));
    labels.dedup();
    labels
}

/// The error of an op that `einsum!` called.
pub fn in_einsum<R>(result: Result<R>) -> Result<R> {
    const SITE: Site = Site { function: "", op: "einsum", file: "", line: 0 };
    result.map_err(|e| e.at(&SITE))
}

/// A tensor with a label for each axis.
type Labelled<T> = (Tensor<T>, Sizes);

/// An operand of [`products`].
pub fn labelled<T: Float>(x: &Tensor<T>, labels: impl Into<Sizes>) -> Labelled<T> {
    (x.clone(), labels.into())
}

/// Sums of products over the labels that are not in `out`. Each time those two are contracted whose product takes the fewest
/// multiplications, of those whose product is no tensor of too many axes; of equal ones the first.
pub fn products<T: Float>(mut all: Vec<Labelled<T>>, out: impl Into<Sizes>) -> Result<Tensor<T>> {
    let out = out.into();
    while all.len() > 1 {
        let pairs = (0..all.len()).flat_map(|i| (i + 1..all.len()).map(move |j| (i, j)));
        let cost = |(i, j)| (kept(&all, (i, j), &out).len() > MAX_RANK, work(&all[i], &all[j]));
        let cheapest = pairs
            .map(|pair| (cost(pair), pair))
            .min_by(|((long, work), _), ((other, more), _)| long.cmp(other).then(work.total_cmp(more)));
        let (i, j) = cheapest.map_or((0, 1), |(_, pair)| pair);
        let kept: Sizes = if all.len() == 2 { out.clone() } else { kept(&all, (i, j), &out).into() };
        let ((y, ys), (x, xs)) = (all.remove(j), all.remove(i));
        all.push((contract(&x, &y, &xs, &ys, &kept)?, kept));
    }
    let (made, _) = all.remove(0);
    Ok(made)
}

/// The labels of the product of two that the others or the result have.
fn kept<T: Float>(all: &[Labelled<T>], (i, j): (usize, usize), out: &Sizes) -> Vec<isize> {
    let mut kept: Vec<isize> = Vec::new();
    let others = || all.iter().enumerate().filter(|(k, _)| *k != i && *k != j);
    for &label in all[i].1.get().iter().chain(all[j].1.get()) {
        let is_read = others().any(|(_, (_, labels))| labels.get().contains(&label));
        if !kept.contains(&label) && (is_read || out.get().contains(&label)) {
            kept.push(label);
        }
    }
    kept
}

/// Multiplications of a product of two.
fn work<T: Float>((x, xs): &Labelled<T>, (y, ys): &Labelled<T>) -> f64 {
    let of_x = xs.get().iter().zip(x.shape());
    let of_y = ys.get().iter().zip(y.shape()).filter(|(label, _)| !xs.get().contains(label));
    of_x.chain(of_y).map(|(_, &d)| d as f64).product()
}
