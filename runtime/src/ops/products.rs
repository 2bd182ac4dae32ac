//! Contractions of several tensors, in the order of least work.

use cotangent_kernels::Float;

use super::contract;
use crate::axes::Sizes;
use crate::error::Result;
use crate::tensor::Tensor;

/// A tensor with a label for each axis.
type Labelled<T> = (Tensor<T>, Sizes);

/// An operand of [`products`].
pub fn labelled<T: Float>(x: &Tensor<T>, labels: impl Into<Sizes>) -> Labelled<T> {
    (x.clone(), labels.into())
}

/// Sums of products over the labels that are not in `out`. Each time those two are contracted whose product takes the fewest
/// multiplications; of equal ones the first.
pub fn products<T: Float>(mut all: Vec<Labelled<T>>, out: impl Into<Sizes>) -> Result<Tensor<T>> {
    let out = out.into();
    while all.len() > 1 {
        let pairs = (0..all.len()).flat_map(|i| (i + 1..all.len()).map(move |j| (i, j)));
        let cheapest =
            pairs.min_by(|&(i, j), &(k, l)| work(&all[i], &all[j]).total_cmp(&work(&all[k], &all[l])));
        let (i, j) = cheapest.unwrap_or((0, 1));
        let ((y, ys), (x, xs)) = (all.remove(j), all.remove(i));
        let mut kept: Vec<isize> = Vec::new();
        for &label in xs.get().iter().chain(ys.get()) {
            if !kept.contains(&label) && all.iter().any(|(_, labels)| labels.get().contains(&label)) {
                kept.push(label);
            }
        }
        let in_out =
            |label: &&isize| !kept.contains(label) && (xs.get().contains(label) || ys.get().contains(label));
        let more: Vec<isize> = out.get().iter().filter(in_out).copied().collect();
        kept.extend(more);
        let kept = if all.is_empty() { out.clone() } else { kept.into() };
        all.push((contract(&x, &y, &xs, &ys, &kept)?, kept));
    }
    let (made, _) = all.remove(0);
    Ok(made)
}

/// Multiplications of a product of two.
fn work<T: Float>((x, xs): &Labelled<T>, (y, ys): &Labelled<T>) -> f64 {
    let of_x = xs.get().iter().zip(x.shape());
    let of_y = ys.get().iter().zip(y.shape()).filter(|(label, _)| !xs.get().contains(label));
    of_x.chain(of_y).map(|(_, &d)| d as f64).product()
}
