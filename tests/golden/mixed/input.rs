//! Generic in the float type, other element types beside it, a tuple in, a tuple out, second order.
use cotangent::prelude::*;

#[differentiable(order = 2)]
pub fn mixed<T: Float>(
    pair: (&Tensor<T, N>, &Tensor<T, N>),
    table: &Tensor<f32, V>,
    ids: &Tensor<i32, N>,
    keep: &Tensor<bool, N>,
    power: i32,
) -> (Scalar<T>, Tensor<bool, N>) {
    let (x, w) = pair;
    let t = table.index_select(0, ids).cast::<T>();
    let y = select(keep, (x * w).powi(power) + t.exp(), 0.0);
    (y.sum(), y.gt(1.0))
}
