//! Tensors made of several.

use super::{Operand, Tensor};

/// # Panics
/// Where the shapes differ.
pub fn concat<T: Operand>(xs: &[T], axis: isize) -> Tensor {
    let all: Vec<Tensor> = xs.iter().map(Operand::tensor).collect();
    let axis = all[0].axis(axis);
    let mut shape = all[0].shape().to_vec();
    shape[axis] = all.iter().map(|x| x.dim(axis)).sum();
    Tensor::build(shape, |index| {
        let mut index = index.to_vec();
        let mut all = all.iter();
        let mut x = all.next().expect("one at least");
        while index[axis] >= x.dim(axis) {
            index[axis] -= x.dim(axis);
            x = all.next().expect("as many as the sizes say");
        }
        x.at(&index)
    })
}

/// # Panics
/// Where the shapes differ.
pub fn stack<T: Operand>(xs: &[T], axis: isize) -> Tensor {
    let rows: Vec<Tensor> = xs.iter().map(|x| x.tensor().unsqueeze(axis)).collect();
    concat(&rows, axis)
}
