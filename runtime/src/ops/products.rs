//! Contractions of several tensors, in the order of least work.

use cotangent_kernels::Float;

use super::contract;
use crate::axes::Sizes;
use crate::error::Result;
use crate::shape::MAX_RANK;
use crate::tensor::Tensor;

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
