//! Tensors made of several.

use std::borrow::Borrow;

use super::Tensor;

/// # Panics
/// Where the shapes differ.
pub fn concat<T: Borrow<Tensor>>(xs: &[T], axis: isize) -> Tensor {
    let first = xs[0].borrow();
    let (axis, [outer, ..]) = first.around(axis);
    let size = xs.iter().map(|x| x.borrow().shape()[axis]).sum();
    let mut shape = first.shape().to_vec();
    shape[axis] = size;
    let mut data = Vec::new();
    for o in 0..outer {
        for x in xs {
            let numbers = x.borrow().numbers();
            let row = numbers.len() / outer;
            data.extend_from_slice(&numbers[o * row..(o + 1) * row]);
        }
    }
    Tensor::new(shape, data)
}

/// # Panics
/// Where the shapes differ.
pub fn stack<T: Borrow<Tensor>>(xs: &[T], axis: isize) -> Tensor {
    let rows: Vec<Tensor> = xs.iter().map(|x| x.borrow().unsqueeze(axis)).collect();
    concat(&rows, axis)
}
