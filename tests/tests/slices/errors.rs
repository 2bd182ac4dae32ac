//! What goes wrong at run time, word for word.

use cotangent::ErrorKind;
use cotangent::prelude::*;

use crate::{all, each, vector};

const FILE: &str = file!();

#[differentiable(order = 2)]
fn item(xs: &[Tensor<f64>], i: usize) -> Scalar<f64> {
    let y = xs[i].exp();
    y.sum()
}
const ITEM: u32 = line!() - 3;

#[test]
fn an_index_out_of_range() {
    let xs = [vector(&[1.0]), vector(&[2.0, 3.0])];
    let want = |of: &str| {
        format!("index at {FILE}:{ITEM} in `item`: index 2 is out of range for `xs`, which has {of}")
    };
    let e = item::value_and_grad(&xs, 2).unwrap_err();
    assert_eq!(e.to_string(), want("2 tensors"));
    assert_eq!((e.kind(), e.op()), (ErrorKind::Index, Some("index")));
    assert_eq!(item::vjp(&xs, 2).err().unwrap().to_string(), want("2 tensors"));
    assert_eq!(item::call(&xs, 2).unwrap_err().to_string(), want("2 tensors"));
    assert_eq!(item::jvp(&xs, 2, &xs).unwrap_err().to_string(), want("2 tensors"));
    assert_eq!(item::hvp(&xs, 2, &xs).unwrap_err().to_string(), want("2 tensors"));
    let e = item::call(&xs[..1], usize::MAX).unwrap_err().to_string();
    assert!(e.ends_with("is out of range for `xs`, which has 1 tensor"), "{e}");
    let none: [Tensor<f64>; 0] = [];
    let e = item::grad(&none, 0).unwrap_err().to_string();
    assert!(e.ends_with("index 0 is out of range for `xs`, which has 0 tensors"), "{e}");
}

#[differentiable]
fn taken_apart(xs: &[Tensor<f64>]) -> Result<Scalar<f64>> {
    let [a, b] = xs;
    Ok((a * b).sum())
}
const APART: u32 = line!() - 3;

#[differentiable]
fn ends(xs: &[Tensor<f64>]) -> Scalar<f64> {
    let alias = xs;
    let [a, _, .., b] = alias;
    (a * b).sum()
}
const ENDS: u32 = line!() - 3;

/// Longer slices are refused too: their other tensors have no part in the value.
#[test]
fn patterns_of_another_length() {
    let x = vector(&[1.0, 2.0]);
    let xs = [x.clone(), x.clone(), x.clone()];
    let want = |of: &str| format!("`taken_apart` at {FILE}:{APART}: `xs` has {of}, but the pattern takes 2");
    assert_eq!(taken_apart::grad(&xs).unwrap_err().to_string(), want("3 tensors"));
    assert_eq!(taken_apart(&xs[..1]).unwrap_err().to_string(), want("1 tensor"));
    assert_eq!(taken_apart::vjp(&xs[..0]).err().unwrap().to_string(), want("0 tensors"));
    assert_eq!(each(&taken_apart::grad(&xs[..2]).unwrap().xs).len(), 2);
    assert_eq!(
        ends::call(&xs[..2]).unwrap_err().to_string(),
        format!("`ends` at {FILE}:{ENDS}: `xs` has 2 tensors, but the pattern takes 3 or more")
    );
    assert_eq!(all(&ends::grad(&xs).unwrap().xs[1]), [0.0, 0.0]);
}

#[differentiable]
fn joins(xs: &[Tensor<f64>], along: isize) -> Tensor<f64> {
    let y = concat(xs, along);
    y.exp()
}
const JOINS: u32 = line!() - 3;

#[differentiable]
fn stacks(xs: &[&Tensor<f64>]) -> Tensor<f64> {
    stack(xs, 0).exp()
}
const STACKS: u32 = line!() - 2;

#[test]
fn lists_that_cannot_be_joined() {
    let (a, b) = (vector(&[1.0]), Tensor::scalar(1.0));
    let none: [Tensor<f64>; 0] = [];
    let nothing = "there is nothing to join: the list of tensors is empty";
    let e = joins::vjp(&none, 0).err().unwrap().to_string();
    assert_eq!(e, format!("concat at {FILE}:{JOINS} in `joins`: {nothing}"));
    let e = joins::jvp(&none, 0, &[]).unwrap_err().to_string();
    assert_eq!(e, format!("concat at {FILE}:{JOINS} in `joins`: {nothing}"));
    let e = stacks::call(&[]).unwrap_err().to_string();
    assert_eq!(e, format!("stack at {FILE}:{STACKS} in `stacks`: {nothing}"));
    let e = stacks::call(&[&a, &b]).unwrap_err().to_string();
    assert_eq!(e, format!("stack at {FILE}:{STACKS} in `stacks`: shapes [1] and [] differ"));
    let e = joins::call(&[a.clone(), a.clone()], 1).unwrap_err().to_string();
    assert_eq!(e, format!("concat at {FILE}:{JOINS} in `joins`: axis 1 is out of range for rank 1"));
}

#[differentiable]
fn declared(
    xs: &[Tensor<f64, B, 2>],
    y: &Tensor<f64, D>,
    zs: &[(Tensor<f64, D>, &Tensor<f64, { B + 1 }>)],
) -> Scalar<f64> {
    (concat(xs, 0).sum() + xs[0].sum()) * y.sum() * B + (&zs[0].0 * y).sum() + zs[0].1.sum()
}
const DECLARED: u32 = line!() - 7;

/// Every tensor of a slice is compared, not the first alone; what a slice alone names is read from its first.
#[test]
fn declared_dims_of_every_item() {
    let of = |n: usize| Tensor::<f64>::ones([n, 2]).unwrap();
    let (two, three) = (vector(&[1.0, 2.0]), vector(&[1.0, 2.0, 3.0]));
    let zs = [(three.clone(), &two)];
    let xs = [of(1), of(1)];
    assert_eq!(declared::grad(&xs, &three, &zs).unwrap().xs.len(), 2);
    let place = format!("`declared` at {FILE}:{DECLARED}: ");
    let said = |xs: &[Tensor<f64>], zs: &[(Tensor<f64>, &Tensor<f64>)]| {
        declared::call(xs, &three, zs).unwrap_err().to_string()
    };
    let wrong = [of(1), of(1), of(4)];
    assert_eq!(
        said(&wrong, &zs),
        format!("{place}`xs[2]` has shape [4, 2], but its dim 0 is `B`, which is 1")
    );
    let rank = [of(1), two.clone()];
    assert_eq!(said(&rank, &zs), format!("{place}`xs[1]` has shape [2], but is declared with rank 2"));
    let second = [(three.clone(), &two), (two.clone(), &two)];
    assert_eq!(
        said(&xs, &second),
        format!("{place}`zs[1].0` has shape [2], but its dim 0 is `D`, which is 3")
    );
    let sum = [(three.clone(), &two), (three.clone(), &three)];
    assert_eq!(
        said(&xs, &sum),
        format!("{place}`zs[1].1` has shape [3], but its dim 0 is `B + 1`, which is 2")
    );
    assert_eq!(said(&[], &zs), format!("{place}`xs` is empty, so that nothing says what its dim `B` is"));
    // `D` is read from `y`, so that `zs` may be empty as far as the declaration goes.
    let e = declared::call(&xs, &three, &[]).unwrap_err().to_string();
    assert!(e.contains("index 0 is out of range for `zs`, which has 0 tensors"), "{e}");
}

#[test]
fn tangents_of_another_form() {
    let xs = [vector(&[1.0]), vector(&[2.0, 3.0])];
    let e = item::jvp(&xs, 0, &xs[..1]).unwrap_err().to_string();
    assert_eq!(e, "`item`: the tangent of `xs` has 1 tensor, but `xs` has 2 tensors");
    let e = item::hvp(&xs, 0, &[]).unwrap_err().to_string();
    assert_eq!(e, "`item`: the tangent of `xs` has 0 tensors, but `xs` has 2 tensors");
    let swapped = [xs[1].clone(), xs[0].clone()];
    let e = item::jvp(&xs, 0, &swapped).unwrap_err().to_string();
    assert_eq!(e, "`item`: the tangent of `xs[0]` has shape [2], but `xs[0]` has [1]");
}

/// The check of the slice stands behind an assertion that waits for the product.
#[differentiable]
fn late(
    xs: &[Tensor<f64>],
    x: &Tensor<f64, B, I>,
    w: &Tensor<f64, I, H>,
    v: &Tensor<f64, I, H>,
) -> Result<Scalar<f64>> {
    let a = x.matmul(w).sum();
    assert!(a.item()? > 0.0);
    let [.., last] = xs;
    let b = x.matmul(v).sum();
    Ok(a + b + last.sum())
}

#[test]
fn a_pattern_checks_before_it_counts_from_the_end() {
    let m = Tensor::<f64>::ones([2, 2]).unwrap();
    let error = late::call(&[], &m, &m, &m).unwrap_err().to_string();
    assert!(error.ends_with("`xs` has 0 tensors, but the pattern takes 1 or more"), "{error}");
    assert_eq!(late::call(&[m.clone(), m.clone()], &m, &m, &m).unwrap().item().unwrap(), 20.0);
}
