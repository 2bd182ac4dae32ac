//! Forms of parameters.

use cotangent::prelude::*;

use crate::{all, shaped, vector};

#[differentiable]
fn value_and_reference(x: Tensor<N>, y: &Tensor<N>) -> Scalar {
    (x * y).sum()
}

#[test]
fn tensors_by_value_and_by_reference() {
    let (x, y) = (vector(&[1.0, 2.0]), vector(&[3.0, 5.0]));
    assert_eq!(value_and_reference(x.clone(), &y).item().unwrap(), 13.0);
    let (value, g) = value_and_reference::value_and_grad(x.clone(), &y).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.x), all(&g.y)), (13.0, vec![3.0, 5.0], vec![1.0, 2.0]));
    let (_, dot) = value_and_reference::jvp(x, &y, &vector(&[1.0, 0.0]), &vector(&[0.0, 1.0])).unwrap();
    assert_eq!(dot.item().unwrap(), 5.0);
}

#[differentiable]
fn scaled(x: &Tensor, by: &Scalar, offset: Scalar) -> Scalar {
    (x * by + offset).sum()
}

#[test]
fn scalars_are_tensors_of_rank_zero() {
    let g = scaled::grad(&vector(&[1.0, 2.0, 3.0]), &Tensor::scalar(2.0), Tensor::scalar(7.0)).unwrap();
    assert_eq!(all(&g.x), [2.0; 3]);
    assert_eq!((g.by.shape().len(), g.by.item().unwrap(), g.offset.item().unwrap()), (0, 6.0, 3.0));
}

#[differentiable]
fn hosts(
    x: &Tensor<N>,
    power: i32,
    scale: f64,
    shift: f32,
    twice: bool,
    name: &str,
    weights: &[f32],
) -> Scalar {
    println!("{name} of {N}");
    let factor = if twice { 2.0 } else { 1.0 };
    (x.powi(power) * scale + shift).sum() * factor * weights[0] * weights.len()
}

#[test]
fn host_values_are_constant() {
    let x = vector(&[1.0, 2.0]);
    let (value, g) = hosts::value_and_grad(&x, 2, 0.5, 1.0, true, "hosts", &[3.0, 9.0]).unwrap();
    assert_eq!(value.item().unwrap(), (0.5 + 1.0 + 2.0 + 1.0) * 12.0);
    assert_eq!(all(&g.x), [12.0, 24.0]);
}

#[differentiable]
fn with_constants(
    #[constant] data: &Tensor<B, D>,
    w: &Tensor<D>,
    #[constant] mask: &Tensor<bool, B>,
    #[constant] ids: &Tensor<i32, B>,
    labels: &Tensor<i32, B>,
) -> Scalar {
    let picked = w.index_select(0, ids);
    let row = data.matmul(w) + picked + labels.cast();
    select(mask, row, 0.0).sum()
}

#[test]
fn constants_have_no_gradient() {
    let data = shaped(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3]);
    let mask = Tensor::from_vec(vec![true, false], [2]).unwrap();
    let ids = Tensor::from_vec(vec![2, 0], [2]).unwrap();
    let g = with_constants::grad(&data, &vector(&[1.0, 1.0, 1.0]), &mask, &ids, &ids).unwrap();
    assert_eq!(all(&g.w), [1.0, 2.0, 4.0]);
    let g: Grads<with_constants> = g;
    assert_eq!(g.w.shape(), [3]);
}

#[differentiable]
fn groups(
    pair: (&Tensor<N>, Tensor<N>),
    list: [&Tensor<N>; 2],
    owned: &[Tensor<N>; 2],
    slice: &[Tensor],
) -> Scalar {
    let (a, b) = pair;
    let [c, d] = list;
    let far = &owned[0] * 2.0 + &owned[1];
    (a * b + c * d * 3.0 + far + &slice[1] * slice[0]).sum()
}

#[test]
fn tuples_arrays_and_slices_of_tensors() {
    let (x, y) = (vector(&[1.0, 2.0]), vector(&[3.0, 5.0]));
    let owned = [x.clone(), y.clone()];
    let slice = vec![y.clone(), x.clone()];
    let (value, g) = groups::value_and_grad((&x, y.clone()), [&x, &y], &owned, &slice).unwrap();
    assert_eq!(value.item().unwrap(), 13.0 + 39.0 + 6.0 + 8.0 + 13.0);
    assert_eq!((all(&g.pair.0), all(&g.pair.1)), (vec![3.0, 5.0], vec![1.0, 2.0]));
    assert_eq!((all(&g.list[0]), all(&g.list[1])), (vec![9.0, 15.0], vec![3.0, 6.0]));
    assert_eq!((all(&g.owned[0]), all(&g.owned[1])), (vec![2.0; 2], vec![1.0; 2]));
    assert_eq!((g.slice.len(), all(&g.slice[0]), all(&g.slice[1])), (2, vec![1.0, 2.0], vec![3.0, 5.0]));
    let e = groups::grad((&x, y.clone()), [&x, &y], &owned, &slice[..1]).unwrap_err();
    assert!(
        e.to_string().ends_with("in `groups`: index 1 is out of range for `slice`, which has 1 tensor"),
        "{e}"
    );
}

#[differentiable]
fn nested(parts: (&Tensor, (&Tensor, [Tensor; 2]))) -> Scalar {
    let (a, (b, [c, d])) = parts;
    (a * b + c * d).sum()
}

#[test]
fn groups_nest() {
    let x = |v: f32| vector(&[v]);
    let g = nested::grad((&x(2.0), (&x(3.0), [x(5.0), x(7.0)]))).unwrap();
    let (a, (b, [c, d])) = g.parts;
    assert_eq!([all(&a), all(&b), all(&c), all(&d)], [[3.0], [2.0], [7.0], [5.0]]);
}

#[differentiable(order = 2)]
fn energy<T: Float>(x: &Tensor<T, N>, y: &Tensor<T, N>) -> Scalar<T> {
    (x * x * y).sum() * 0.5 + y.sum()
}

fn energy_in<T: Float>(tolerance: f64) {
    let of = |data: [f64; 2]| Tensor::<T>::from_vec(data.map(T::from_f64).to_vec(), [2]).unwrap();
    let (x, y) = (of([0.5, -2.0]), of([3.0, 1.5]));
    let (value, g) = energy::<T>::value_and_grad(&x, &y).unwrap();
    let near = |a: &Tensor<T>, b: &[f64]| {
        let a = a.to_vec().unwrap();
        assert!(a.iter().zip(b).all(|(a, b)| (a.to_f64() - b).abs() <= tolerance), "{a:?} {b:?}");
    };
    near(&value, &[0.375 + 3.0 + 4.5]);
    near(&g.x, &[1.5, -3.0]);
    near(&g.y, &[1.125, 3.0]);
    near(&energy(&x, &y), &[7.875]);
    let (_, hv) = energy::hvp(&x, &y, &of([1.0, 0.0]), &of([0.0, 1.0])).unwrap();
    near(&hv.x, &[3.0, -2.0]);
    near(&hv.y, &[0.5, 0.0]);
}

#[test]
fn generic_over_the_float_types() {
    energy_in::<f32>(0.0);
    energy_in::<f64>(0.0);
    energy_in::<f16>(0.0);
    energy_in::<bf16>(0.0);
}

#[differentiable]
fn poly<const K: usize>(coefficients: &Tensor<K>, #[constant] powers: &Tensor<K>) -> Scalar {
    coefficients.dot(powers) * (K as f64)
}

#[test]
fn const_generics_are_dims() {
    let powers = vector(&[1.0, 2.0, 4.0]);
    let (value, g) = poly::<3>::value_and_grad(&vector(&[1.0, 2.0, 3.0]), &powers).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.coefficients)), (51.0, vec![3.0, 6.0, 12.0]));
    let e = poly::<4>::grad(&vector(&[1.0, 2.0, 3.0]), &powers).unwrap_err();
    assert!(e.to_string().ends_with("`coefficients` has shape [3], but its dim 0 is `K`, which is 4"), "{e}");
}

#[differentiable]
fn borrowed<'a, 'b: 'a, T>(x: &'a Tensor<T, N>, names: &'b [&'a str], w: &'b Tensor<T, N>) -> Scalar<T>
where
    T: Float,
{
    let n = names.len();
    (x * w).sum() * n
}

#[test]
fn lifetimes_and_where_clauses() {
    let (x, w) = (vector(&[1.0, 2.0]), vector(&[3.0, 4.0]));
    let g = borrowed::grad(&x, &["a", "b"], &w).unwrap();
    assert_eq!((all(&g.x), all(&g.w)), (vec![6.0, 8.0], vec![2.0, 4.0]));
    assert_eq!(borrowed(&x, &["a"], &w).item().unwrap(), 11.0);
}

#[differentiable]
fn shadowed(mut x: Tensor, mut scale: f32) -> Scalar {
    scale *= 2.0;
    x = x * scale;
    x += 1.0;
    x.sum()
}

#[test]
fn mutable_parameters() {
    let (value, g) = shadowed::value_and_grad(vector(&[1.0, 2.0]), 3.0).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.x)), (20.0, vec![6.0, 6.0]));
}

#[differentiable]
fn doubled(x: &Tensor<K>, y: &Tensor<{ 2 * K }>, z: &Tensor<{ K + 1 }, _>) -> Scalar {
    assert_eq!(x.numel() * 2, y.dim(0));
    x.sum() + y.sum() * (K as f32) + z.sum()
}

#[test]
fn dims_are_expressions() {
    let z = shaped(&[0.0; 6], [3, 2]);
    let g = doubled::grad(&vector(&[1.0, 2.0]), &vector(&[1.0; 4]), &z).unwrap();
    assert_eq!(all(&g.y), [2.0; 4]);
    let e = doubled::grad(&vector(&[1.0, 2.0]), &vector(&[1.0; 3]), &z).unwrap_err();
    assert!(e.to_string().ends_with("`y` has shape [3], but its dim 0 is `2 * K`, which is 4"), "{e}");
}
