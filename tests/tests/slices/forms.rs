//! Slices of references, of tuples and of arrays, of integers and truth values, beside other parameters, generic.

use cotangent::check;
use cotangent::prelude::*;

use crate::{all, each, vector};

#[differentiable(order = 2)]
fn references(xs: &[&Tensor<f64>], i: usize) -> Scalar<f64> {
    (concat(xs, 0).sin() * 2.0).sum() + (xs[i] * xs[i] * xs[i]).sum()
}

/// The gradient has one tensor for each of the slice, whatever it holds.
#[test]
fn of_references() {
    let (a, b) = (vector(&[0.5, -1.0]), vector(&[2.0]));
    let (_, g) = references::value_and_grad(&[&a, &b, &a], 1).unwrap();
    let by_a = vec![2.0 * 0.5f64.cos(), 2.0 * 1.0f64.cos()];
    let want = [(vec![2], by_a.clone()), (vec![1], vec![2.0 * 2.0f64.cos() + 12.0]), (vec![2], by_a)];
    let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14);
    let got = each(&g.xs);
    assert!(got.len() == 3 && got.iter().zip(&want).all(|(a, b)| a.0 == b.0 && near(&a.1, &b.1)), "{got:?}");
    check::gradients::<references>((&[&a, &b, &a], 1)).unwrap();
    let h = hessian::<references>((&[&a, &b], 1)).unwrap();
    let block = h.row("xs.1").unwrap();
    assert!((all(&block.xs[1])[0] - (12.0 - 2.0 * 2.0f64.sin())).abs() < 1e-12);
    assert_eq!(all(&block.xs[0]), [0.0, 0.0]);
    let direction = vec![vector(&[0.0, 0.0]), vector(&[1.0])];
    let (_, hv) = references::hvp(&[&a, &b], 1, &direction).unwrap();
    assert!((all(&hv.xs[1])[0] - (12.0 - 2.0 * 2.0f64.sin())).abs() < 1e-12);
}

#[differentiable]
fn pairs(pairs: &[(Tensor<f64>, &Tensor<f64>)], #[constant] scales: &[Tensor<f64>]) -> Scalar<f64> {
    let (a, b) = &pairs[0];
    let last = &pairs[pairs.len() - 1];
    let [scale, ..] = scales;
    (a * b * scale).sum() + last.1.exp().sum()
}

#[test]
fn of_tuples() {
    let (a, b, c) = (vector(&[1.0, 2.0]), vector(&[3.0, 5.0]), vector(&[0.0]));
    let list = [(a.clone(), &b), (b.clone(), &a), (a.clone(), &c)];
    let scales = [vector(&[10.0, 100.0])];
    let (value, g) = pairs::value_and_grad(&list, &scales).unwrap();
    assert_eq!(value.item().unwrap(), 30.0 + 1000.0 + 1.0);
    let first: Vec<_> = g.pairs.iter().map(|(x, _)| all(x)).collect();
    let second: Vec<_> = g.pairs.iter().map(|(_, x)| all(x)).collect();
    assert_eq!(first, [vec![30.0, 500.0], vec![0.0, 0.0], vec![0.0, 0.0]]);
    assert_eq!(second, [vec![10.0, 200.0], vec![0.0, 0.0], vec![1.0]]);
    let (_, y_dot) = pairs::jvp(&list, &scales, &g.pairs).unwrap();
    let squares = 900.0 + 250_000.0 + 100.0 + 40_000.0 + 1.0;
    assert_eq!(y_dot.item().unwrap(), squares);
    check::gradients::<pairs>((&list, &scales)).unwrap();
}

#[differentiable]
fn arrays(rows: &[[Tensor<f64>; 2]], both: (&[Tensor<f64>], &Tensor<f64>)) -> Scalar<f64> {
    let [a, b] = &rows[rows.len() - 1];
    let (xs, y) = both;
    (a * b).sum() * y.sum() + (stack(xs, 0) * y).sum()
}

#[test]
fn of_arrays_and_inside_of_tuples() {
    let (a, b, y) = (vector(&[1.0, 2.0]), vector(&[3.0, 5.0]), vector(&[7.0, 1.0]));
    let rows = [[b.clone(), a.clone()], [a.clone(), b.clone()]];
    let xs = [a.clone(), b.clone()];
    let (value, g) = arrays::value_and_grad(&rows, (&xs, &y)).unwrap();
    assert_eq!(value.item().unwrap(), 13.0 * 8.0 + 7.0 + 2.0 + 21.0 + 5.0);
    assert_eq!(all(&g.rows[1][0]), [24.0, 40.0]);
    assert_eq!((g.rows.len(), all(&g.rows[0][0])), (2, vec![0.0, 0.0]));
    assert_eq!(each(&g.both.0), [(vec![2], vec![7.0, 1.0]), (vec![2], vec![7.0, 1.0])]);
    assert_eq!(all(&g.both.1), [13.0 + 4.0, 13.0 + 7.0]);
    check::gradients::<arrays>((&rows, (&xs, &y))).unwrap();
    // The pullback owns what it needs.
    let pullback = {
        let (rows, xs) = (rows.clone(), xs.clone());
        arrays::vjp(&rows, (&xs, &y)).unwrap().1
    };
    assert!(pullback.residual_bytes() > 0);
    let pulled = pullback.pull(&Tensor::scalar(1.0)).unwrap();
    assert_eq!(all(&pulled.rows[1][0]), [24.0, 40.0]);
}

#[differentiable]
fn borrowed(
    array: &[&Tensor<f64>; 2],
    mixed: &(Tensor<f64>, Tensor<i32>),
    nested: (&[&Tensor<f64>; 1], &[(Tensor<f64>, Tensor<i32>)]),
) -> Scalar<f64> {
    let (x, ids) = mixed;
    let ([y], list) = nested;
    let picked = list[1].0.index_select(0, &list[0].1);
    (array[0] * array[1]).sum() + x.index_select(0, ids).sum() + (y * picked).sum()
}

/// `Function` is implemented for every form of arguments, those that mix tensors with and without gradient too.
#[test]
fn library_code_sees_them_all() {
    let (a, b) = (vector(&[1.0, 2.0]), vector(&[3.0, 5.0]));
    let ids = Tensor::from_vec(vec![1, 1], [2]).unwrap();
    let list = [(a.clone(), ids.clone()), (b.clone(), ids.clone())];
    let args = (&[&a, &b], &(a.clone(), ids.clone()), (&[&b], &list[..]));
    check::gradients::<borrowed>(args).unwrap();
    let j = jacobian::<borrowed>(args).unwrap();
    assert_eq!((all(&j.array[0]), all(&j.mixed.0)), (vec![3.0, 5.0], vec![0.0, 2.0]));
    assert_eq!(all(&j.nested.1[1].0), [0.0, 8.0]);
    assert_eq!(all(&j.nested.1[0].0), [0.0, 0.0]);
}

#[differentiable]
fn without_derivative(
    table: &Tensor<f64, V, D>,
    ids: &[Tensor<i32>],
    masks: &[Tensor<bool>],
    #[constant] offsets: &[&Tensor<f64>],
) -> Scalar<f64> {
    let rows = table.embedding(concat(ids, 0));
    let on = stack(masks, 0).select(1.0, 0.0);
    (&rows * concat(offsets, -1)).sum() * on.sum() * ids.len() + rows.sum()
}

#[test]
fn of_integers_and_truth_values() {
    let table = Tensor::from_vec(vec![1.0, 2.0, 3.0], [3, 1]).unwrap();
    let ids = [2, 0].map(|i| Tensor::from_vec(vec![i], [1]).unwrap());
    let masks = [true, false].map(|m| Tensor::from_vec(vec![m, true], [2]).unwrap());
    let one = Tensor::from_vec(vec![2.0, 2.0], [2, 1]).unwrap();
    let g = without_derivative::grad(&table, &ids, &masks, &[&one]).unwrap();
    assert_eq!(all(&g.table), [13.0, 0.0, 13.0]);
    let joined: Tensor<i32> = cotangent::ops::concat(&ids, 0).unwrap();
    assert_eq!(all(&joined), [2, 0]);
    let piled: Tensor<bool> = cotangent::ops::stack(&[&masks[0], &masks[1]], 0).unwrap();
    assert_eq!(piled.shape(), [2, 2]);
}

#[differentiable]
fn of_any_float<T: Float>(xs: &[Tensor<T, N>], w: &Tensor<T, N>) -> Scalar<T> {
    assert!(!xs.is_empty() && xs.len() > 1, "{} tensors of {N}", xs.len());
    let y = stack(xs, 0).matmul(w);
    (&y * &y).mean() * N
}

fn generic<T: Float>() {
    let of = |data: [f64; 2]| Tensor::<T>::from_vec(data.map(T::from_f64).to_vec(), [2]).unwrap();
    let (value, g) =
        of_any_float::value_and_grad(&[of([1.0, 2.0]), of([0.5, -1.0])], &of([2.0, 1.0])).unwrap();
    assert_eq!(value.item().unwrap().to_f64(), 16.0);
    let xs: Vec<Vec<f64>> = g.xs.iter().map(|x| all(x).into_iter().map(Element::to_f64).collect()).collect();
    assert_eq!(xs, [[16.0, 8.0], [0.0, 0.0]]);
    assert_eq!(g.w.shape(), [2]);
}

#[test]
fn of_every_float() {
    generic::<f32>();
    generic::<f64>();
    generic::<f16>();
    generic::<bf16>();
}

#[differentiable]
fn fixed(xs: [&Tensor<f64>; 2], ys: &[Tensor<f64>; 3]) -> Scalar<f64> {
    let n = if ys.is_empty() || xs.is_empty() { 0 } else { xs.len() + ys.len() };
    (concat(&xs, 0).exp() * n).sum() + stack(ys, 0).sum()
}

#[test]
fn arrays_know_their_length() {
    let (a, b) = (vector(&[0.0]), vector(&[0.0, 0.0]));
    let (value, g) = fixed::value_and_grad([&a, &b], &[a.clone(), a.clone(), a.clone()]).unwrap();
    assert_eq!((value.item().unwrap(), all(&g.xs[1])), (15.0, vec![5.0, 5.0]));
    assert_eq!(all(&g.ys[2]), [1.0]);
}

#[test]
fn the_report_shows_lists() {
    let text = references::explain();
    assert!(text.contains("%0 = input 0: list of f64?0   # xs"), "{text}");
    assert!(text.contains("list_concat(xs, "), "{text}");
    assert!(text.contains("list_split("), "{text}");
    assert!(text.contains("(an argument: kept, not copied)"), "{text}");
}

#[differentiable]
fn printed(xs: &[&Tensor<f64>]) -> Scalar<f64> {
    let ys = xs;
    println!("{} tensors: {ys:?} {:?} {:?}", xs.len(), xs, xs[0]);
    assert!(xs.len() < 3, "too many: {xs:?}");
    ys[0].sum()
}

#[test]
fn lists_are_printed() {
    let a = vector(&[1.0]);
    assert_eq!(each(&printed::grad(&[&a, &a]).unwrap().xs), [(vec![1], vec![1.0]), (vec![1], vec![0.0])]);
}
