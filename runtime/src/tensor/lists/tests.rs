use super::*;
use crate::tensor;

static SITE: Site = Site { function: "f", op: "", file: "src/model.rs", line: 7 };

fn list() -> Vec<Tensor> {
    vec![tensor![1.0, 2.0], tensor![[3.0]], Tensor::scalar(4.0)]
}

fn v(xs: &[Tensor]) -> Vec<(Vec<usize>, Vec<f32>)> {
    xs.iter().map(|x| (x.shape().to_vec(), x.to_vec().unwrap())).collect()
}

#[test]
fn items_and_their_cotangent() {
    let xs = list();
    let refs: Vec<&Tensor> = xs.iter().collect();
    assert_eq!(list_item(&refs, 1, "xs").unwrap().shape(), [1, 1]);
    let shapes = shapes_of(&refs);
    assert_eq!((shapes.len(), shapes[0].dims()), (3, &[2][..]));
    let zeros = zeros::<f32>(shapes.clone(), Device::CPU).unwrap();
    assert_eq!(v(&zeros), [(vec![2], vec![0.0; 2]), (vec![1, 1], vec![0.0]), (vec![], vec![0.0])]);
    let put = list_put(&tensor![5.0f32, 6.0], shapes.clone(), 0).unwrap();
    assert_eq!(v(&put), [(vec![2], vec![5.0, 6.0]), (vec![1, 1], vec![0.0]), (vec![], vec![0.0])]);
    let twice = list_add_to(put.clone(), &tensor![0.5f32, 0.25], 0).unwrap();
    assert_eq!(v(&twice)[0].1, [5.5, 6.25]);
    let other = list_add_to(twice.clone(), &Tensor::scalar(9.0), 2).unwrap();
    assert_eq!(v(&list_add(&other, &xs).unwrap())[2].1, [13.0]);
    assert_eq!(v(&list_add(&zeros, &other).unwrap()), v(&other));
    assert_eq!(item_shape(&shapes, 1).unwrap().dims(), [1, 1]);
    assert_eq!(bytes_of(&xs), 16);
}

/// A zero is left out of a sum only where it is a zero of that shape.
#[test]
fn sums_keep_their_values() {
    let a = vec![tensor![1.0f32, 2.0]];
    let repeated = vec![ops::broadcast_to(&Tensor::scalar(3.0f32), [2]).unwrap()];
    assert_eq!(v(&list_add(&a, &repeated).unwrap())[0].1, [4.0, 5.0]);
    let zero = vec![Tensor::scalar(0.0f32)];
    assert_eq!(v(&list_add(&zero, &zero).unwrap()), [(vec![], vec![0.0])]);
    let integers = vec![tensor![1, 2]];
    assert_eq!(list_add(&integers, &integers).unwrap()[0].to_vec().unwrap(), [2, 4]);
}

#[test]
fn pieces_and_their_cotangents() {
    let x = tensor![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let rows = list_unstack(&x, 0).unwrap();
    assert_eq!(v(&rows), [(vec![3], vec![1.0, 2.0, 3.0]), (vec![3], vec![4.0, 5.0, 6.0])]);
    assert_eq!(list_stack(&rows, 0).unwrap().to_vec().unwrap(), x.to_vec().unwrap());
    let parts = [tensor![[0.0f32, 0.0], [0.0, 0.0]], tensor![[0.0f32], [0.0]]];
    let pieces = list_split(&x, shapes_of(&parts), -1).unwrap();
    assert_eq!(v(&pieces), [(vec![2, 2], vec![1.0, 2.0, 4.0, 5.0]), (vec![2, 1], vec![3.0, 6.0])]);
    assert_eq!(list_concat(&pieces, 1).unwrap().to_vec().unwrap(), x.to_vec().unwrap());
}

#[test]
fn what_does_not_fit_is_an_error() {
    let xs = list();
    let text = |e: Error| e.to_string();
    assert_eq!(
        text(list_item(&xs, 3, "xs").unwrap_err()),
        "index: index 3 is out of range for `xs`, which has 3 tensors"
    );
    assert_eq!(
        text(list_put(&xs[0], shapes_of(&xs[..1]), 1).unwrap_err()),
        "index: index 1 is out of range for the list, which has 1 tensor"
    );
    assert!(list_add_to(xs.clone(), &xs[0], 3).is_err() && item_shape(&shapes_of(&xs), 3).is_err());
    assert_eq!(text(list_add(&xs, &xs[1..]).unwrap_err()), "lists of 3 tensors and 2 tensors have no sum");
    assert!(list_split(&xs[0], shapes_of(&xs[..1]), 1).is_err() && list_unstack(&xs[2], 0).is_err());
    check_len(&SITE, "xs", 2, 2, false).unwrap();
    check_len(&SITE, "xs", 3, 2, true).unwrap();
    assert_eq!(
        text(check_len(&SITE, "xs", 3, 2, false).unwrap_err()),
        "`f` at src/model.rs:7: `xs` has 3 tensors, but the pattern takes 2"
    );
    assert_eq!(
        text(check_len(&SITE, "xs", 1, 2, true).unwrap_err()),
        "`f` at src/model.rs:7: `xs` has 1 tensor, but the pattern takes 2 or more"
    );
    check_tangent(&xs, &xs, "f", "xs").unwrap();
    assert_eq!(
        text(check_tangent(&xs, &xs[..1], "f", "xs").unwrap_err()),
        "`f`: the tangent of `xs` has 1 tensor, but `xs` has 3 tensors"
    );
    let swapped = [xs[1].clone(), xs[0].clone(), xs[2].clone()];
    assert_eq!(
        text(check_tangent(&xs, &swapped, "f", "pairs[..].0").unwrap_err()),
        "`f`: the tangent of `pairs[0].0` has shape [1, 1], but `pairs[0].0` has [2]"
    );
}

#[test]
fn dims_of_every_item() {
    let xs = [tensor![[1.0f32, 2.0]], tensor![[3.0f32, 4.0], [5.0, 6.0]]];
    let mut d = [0];
    bind_dims(&SITE, &mut d, "xs", &xs, &[Dim::Any, Dim::First("D", 0)]).unwrap();
    assert_eq!(d, [2]);
    let mut n = [0];
    let e = bind_dims(&SITE, &mut n, "xs", &xs, &[Dim::First("N", 0), Dim::Any]).unwrap_err();
    assert_eq!(
        e.to_string(),
        "`f` at src/model.rs:7: `xs[1]` has shape [2, 2], but its dim 0 is `N`, which is 1"
    );
    let none: [Tensor; 0] = [];
    check_dims(&SITE, "xs", &none, &[Dim::Equal("N", 3), Dim::Any]).unwrap();
    let e = bind_dims(&SITE, &mut n, "xs", &none, &[Dim::First("N", 0)]).unwrap_err();
    assert_eq!(
        e.to_string(),
        "`f` at src/model.rs:7: `xs` is empty, so that nothing says what its dim `N` is"
    );
}
