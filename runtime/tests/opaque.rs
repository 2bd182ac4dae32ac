//! The opaque ops on tensors: what they compute, from views and with broadcasting, and how they refuse.

use cotangent::{Axes, Error, ErrorKind, Tensor, bf16, ops};

fn t(sizes: impl Into<cotangent::Sizes>, data: &[f64]) -> Tensor<f64> {
    Tensor::from_slice(data, sizes).unwrap()
}

fn ints(sizes: impl Into<cotangent::Sizes>, data: &[i32]) -> Tensor<i32> {
    Tensor::from_slice(data, sizes).unwrap()
}

/// Numbers without a pattern that a wrong stride would keep.
fn some(sizes: impl Into<cotangent::Sizes>, seed: u32) -> Tensor<f64> {
    let mut state = seed;
    Tensor::from_fn(sizes, |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 23) - 1.0
    })
    .unwrap()
}

fn assert_close(a: &Tensor<f64>, b: &Tensor<f64>) {
    assert_eq!(a.shape(), b.shape());
    for (x, y) in a.to_vec().unwrap().iter().zip(b.to_vec().unwrap()) {
        assert!((x - y).abs() < 1e-12 * (1.0 + y.abs()), "{a:?} {b:?}");
    }
}

#[track_caller]
fn refuses<T>(result: Result<T, Error>, kind: ErrorKind, message: &str) {
    let e = result.err().expect("an error");
    assert_eq!(e.to_string(), message);
    assert_eq!(e.kind(), kind);
}

#[test]
fn products_of_vectors_matrices_and_batches() {
    let (a, b) = (t([2, 3], &[1., 2., 3., 4., 5., 6.]), t([3, 2], &[1., 0., 0., 1., 1., 1.]));
    let (u, v) = (t([3], &[1., 2., 3.]), t([2], &[1., -1.]));
    assert_close(&ops::matmul(&a, &b).unwrap(), &t([2, 2], &[4., 5., 10., 11.]));
    assert_close(&ops::matmul(&a, &u).unwrap(), &t([2], &[14., 32.]));
    assert_close(&ops::matmul(&v, &a).unwrap(), &t([3], &[-3., -3., -3.]));
    assert_eq!(ops::matmul(&u, &u).unwrap().item().unwrap(), 14.0);
    // Batches broadcast; transposed, flipped and sliced operands are views.
    let (x, y) = (some([4, 1, 5, 3], 1), some([2, 5, 6], 2));
    let flipped = ops::flip(&y, Axes::from(2)).unwrap();
    let z = ops::matmul(&ops::mt(&x).unwrap(), &flipped).unwrap();
    assert_eq!(z.shape(), [4, 2, 3, 6]);
    for i in 0..4 {
        for j in 0..2 {
            for (r, c) in (0..3).flat_map(|r| (0..6).map(move |c| (r, c))) {
                let sum: f64 =
                    (0..5).map(|q| x.get(&[i, 0, q, r]).unwrap() * y.get(&[j, q, 5 - c]).unwrap()).sum();
                assert!((z.get(&[i, j, r, c]).unwrap() - sum).abs() < 1e-14);
            }
        }
    }
    assert_close(&ops::matmul(&x, &some([3], 3)).unwrap(), &{
        let column = ops::reshape(&some([3], 3), [3, 1]).unwrap();
        ops::reshape(&ops::matmul(&x, &column).unwrap(), [4, 1, 5]).unwrap()
    });
    let half = Tensor::<bf16>::from_fn([9, 9], |i| bf16::from_f32(i[0] as f32)).unwrap();
    assert_eq!(ops::matmul(&half, &half).unwrap().get(&[1, 0]).unwrap().to_f32(), 36.0);
}

#[test]
fn empty_products() {
    let zeros = |sizes: [usize; 2]| Tensor::<f64>::zeros(sizes).unwrap();
    assert_close(&ops::matmul(&zeros([2, 0]), &zeros([0, 3])).unwrap(), &zeros([2, 3]));
    assert_eq!(ops::matmul(&zeros([0, 4]), &zeros([4, 3])).unwrap().shape(), [0, 3]);
    let none = Tensor::<f64>::zeros([0]).unwrap();
    assert_eq!(ops::matmul(&none, &none).unwrap().item().unwrap(), 0.0);
}

#[test]
fn products_refuse() {
    let z = |sizes: &[usize]| Tensor::<f32>::zeros(sizes).unwrap();
    refuses(
        ops::matmul(&z(&[4, 784]), &z(&[783, 10])),
        ErrorKind::Shape,
        "matmul: inner dims differ, 784 and 783 (shapes [4, 784] and [783, 10])",
    );
    refuses(
        ops::matmul(&z(&[]), &z(&[2])),
        ErrorKind::Shape,
        "matmul: a scalar has no inner dim (shapes [] and [2]); multiply with `*`",
    );
    refuses(
        ops::matmul(&z(&[2, 3, 4]), &z(&[3, 4, 5])),
        ErrorKind::Shape,
        "matmul: batch dims [2] and [3] do not broadcast",
    );
    let big = ops::broadcast_to(&z(&[1, 1]), [1usize << 31, 1]).unwrap();
    let wide = ops::broadcast_to(&z(&[1, 1]), [1, 1usize << 31]).unwrap();
    assert_eq!(ops::matmul(&big, &wide).err().unwrap().kind(), ErrorKind::Overflow);
}

#[test]
fn reading_and_adding_at_indices() {
    let x = t([2, 3], &[1., 2., 3., 4., 5., 6.]);
    let idx = ints([2, 2], &[2, 0, 1, 1]);
    assert_close(&ops::gather(&x, 1, &idx).unwrap(), &t([2, 2], &[3., 1., 5., 5.]));
    assert_close(&ops::gather(&x, -2, &ints([1, 2], &[1, 0])).unwrap(), &t([1, 2], &[4., 2.]));
    let src = t([2, 2], &[10., 20., 30., 40.]);
    assert_close(&ops::scatter_add(&x, -1, &idx, &src).unwrap(), &t([2, 3], &[21., 2., 13., 4., 75., 6.]));
    assert_close(&x, &t([2, 3], &[1., 2., 3., 4., 5., 6.]));
    let list = ints([3], &[1, 1, 0]);
    let picked = ops::index_select(&x, 0, &list).unwrap();
    assert_close(&picked, &t([3, 3], &[4., 5., 6., 4., 5., 6., 1., 2., 3.]));
    let columns = ops::index_select(&ops::t(&x).unwrap(), 1, &list).unwrap();
    assert_close(&columns, &ops::t(&picked).unwrap());
    assert_close(&ops::index_add(&x, 0, &list, &picked).unwrap(), &t([2, 3], &[2., 4., 6., 12., 15., 18.]));
    let ids = ints([1, 2], &[1, 0]);
    let rows = ops::embedding(&x, &ops::t(&ids).unwrap()).unwrap();
    assert_close(&rows, &t([2, 1, 3], &[4., 5., 6., 1., 2., 3.]));
    assert_eq!(ops::one_hot::<bool>(&ids, 2).unwrap().to_vec().unwrap(), [false, true, true, false]);
    // Nothing to read is fine where nothing is asked for.
    let none = Tensor::<i32>::zeros([0]).unwrap();
    assert_eq!(ops::index_select(&Tensor::<f64>::zeros([0, 3]).unwrap(), 0, &none).unwrap().shape(), [0, 3]);
    assert_close(&ops::index_add(&x, 1, &none, &Tensor::zeros([2, 0]).unwrap()).unwrap(), &x);
}

/// The base is filled, copied or walked, and stays as it is.
#[test]
fn additions_to_a_base_of_any_layout() {
    let (rows, columns, n) = (70, 90, 300);
    let idx = ints([n], &(0..n as i32).map(|i| i * i % rows as i32).collect::<Vec<_>>());
    let src = some([n, columns], 3);
    let whole = some([columns, rows], 4);
    let one = |x: f64| ops::broadcast_to(&Tensor::scalar(x), [rows, columns]).unwrap();
    let row = ops::broadcast_to(&some([columns], 5), [rows, columns]).unwrap();
    for base in [
        one(0.0),
        one(-1.5),
        row,
        ops::t(&whole).unwrap(),
        ops::flip(&ops::t(&whole).unwrap(), [0, 1]).unwrap(),
    ] {
        let before = base.to_vec().unwrap();
        let mut want = before.clone();
        for (i, at) in idx.to_vec().unwrap().into_iter().enumerate() {
            for c in 0..columns {
                want[at as usize * columns + c] += src.get(&[i, c]).unwrap();
            }
        }
        let list = ops::broadcast_to(&ops::unsqueeze(&idx, 1).unwrap(), [n, columns]).unwrap();
        // In the order of the source: the same bits.
        assert_eq!(ops::index_add(&base, 0, &idx, &src).unwrap().to_vec().unwrap(), want);
        assert_eq!(ops::scatter_add(&base, 0, &list, &src).unwrap().to_vec().unwrap(), want);
        assert_eq!(base.to_vec().unwrap(), before);
    }
}

#[test]
fn indices_refuse() {
    let x = t([2, 3], &[0.; 6]);
    let idx = ints([2, 2], &[2, 0, 1, 3]);
    refuses(
        ops::gather(&x, 1, &idx),
        ErrorKind::Index,
        "gather: index 3 (number 3 of the indices) is out of range for axis 1 of size 3",
    );
    refuses(
        ops::scatter_add(&x, 1, &idx, &t([2, 2], &[0.; 4])),
        ErrorKind::Index,
        "scatter_add: index 3 (number 3 of the indices) is out of range for axis 1 of size 3",
    );
    refuses(
        ops::embedding(&x, &ints([1], &[-1])),
        ErrorKind::Index,
        "embedding: index -1 (number 0 of the indices) is out of range for axis 0 of size 2",
    );
    refuses(
        ops::one_hot::<f32>(&ints([1], &[5]), 5),
        ErrorKind::Index,
        "one_hot: index 5 (number 0 of the indices) is out of range for axis 1 of size 5",
    );
    refuses(ops::gather(&x, 2, &idx), ErrorKind::Axis, "gather: axis 2 is out of range for rank 2");
    refuses(
        ops::gather(&x, 1, &ints([3, 1], &[0; 3])),
        ErrorKind::Shape,
        "gather: the indices have shape [3, 1], which needs the rank of [2, 3] and no larger dim except on axis 1",
    );
    refuses(
        ops::scatter_add(&x, 1, &ints([2, 1], &[0; 2]), &t([2], &[0.; 2])),
        ErrorKind::Shape,
        "scatter_add: src has shape [2] but the indices have [2, 1]; they must agree",
    );
    refuses(
        ops::index_select(&x, 0, &idx),
        ErrorKind::Shape,
        "index_select: the indices must be a vector, but have shape [2, 2]",
    );
    refuses(
        ops::index_add(&x, 0, &ints([1], &[0]), &x),
        ErrorKind::Shape,
        "index_add: src has shape [2, 3] but must be [1, 3]: that of x with one slice for each index",
    );
    refuses(
        ops::embedding(&t([2], &[0.; 2]), &idx),
        ErrorKind::Shape,
        "embedding: the table must be a matrix, but has shape [2]",
    );
    assert_eq!(
        ops::gather(&Tensor::scalar(1.0), 0, &Tensor::scalar(0)).err().unwrap().kind(),
        ErrorKind::Axis
    );
}

#[test]
fn order() {
    let x = t([2, 3], &[3., 1., f64::NAN, 2., 2., -1.]);
    let (values, at) = ops::sort(&x, 1).unwrap();
    assert_eq!(at.to_vec().unwrap(), [1, 0, 2, 2, 0, 1]);
    assert_eq!(values.to_vec().unwrap()[3..], [-1., 2., 2.]);
    let (values, at) = ops::topk(&ops::t(&x).unwrap(), 2, 0).unwrap();
    assert_eq!((values.shape(), at.to_vec().unwrap()), (&[2, 2][..], vec![2, 0, 0, 1]));
    assert!(values.get(&[0, 0]).unwrap().is_nan());
    let y = some([3, 4, 5], 9);
    let best = |list: &[f64]| list.iter().enumerate().fold(0, |b, (i, x)| if *x > list[b] { i } else { b });
    let all = ops::argmax(&y, Axes::ALL, false).unwrap();
    assert_eq!(all.item().unwrap(), best(&y.to_vec().unwrap()) as i32);
    let two = ops::argmax(&y, [2, 0], true).unwrap();
    assert_eq!(two.shape(), [1, 4, 1]);
    for j in 0..4 {
        let lane: Vec<f64> = (0..15).map(|i| y.get(&[i / 5, j, i % 5]).unwrap()).collect();
        assert_eq!(two.get(&[0, j, 0]).unwrap(), best(&lane) as i32);
    }
    let one = ops::argmin(&y, 1, false).unwrap();
    assert_eq!(one.shape(), [3, 5]);
    assert_eq!(ops::argmin(&Tensor::scalar(4.0), Axes::ALL, false).unwrap().item().unwrap(), 0);
    assert_eq!(ops::argmax(&y, Axes::NONE, false).unwrap().shape(), [3, 4, 5]);
    let empty = Tensor::<f32>::zeros([2, 0]).unwrap();
    assert_eq!(ops::sort(&empty, 1).unwrap().0.shape(), [2, 0]);
    assert_eq!(ops::argmax(&empty, 0, false).unwrap().shape(), [0]);
    refuses(
        ops::argmax(&empty, 1, false),
        ErrorKind::Shape,
        "argmax: no elements to choose from: the shape is [2, 0]",
    );
    refuses(
        ops::topk(&x, 4, -1),
        ErrorKind::Index,
        "topk: cannot take the 4 largest of the 3 elements of axis 1",
    );
    refuses(ops::sort(&x, -3), ErrorKind::Axis, "sort: axis -3 is out of range for rank 2");
}

#[test]
fn scans() {
    let x = t([2, 3], &[1., 2., 3., -4., 5., 0.]);
    assert_close(&ops::cumsum(&x, 1).unwrap(), &t([2, 3], &[1., 3., 6., -4., 1., 1.]));
    assert_close(&ops::cumprod(&x, 0).unwrap(), &t([2, 3], &[1., 2., 3., -4., 10., 0.]));
    // Reversed: a scan of a flipped view.
    let back = ops::flip(&ops::cumsum(&ops::flip(&x, 1).unwrap(), 1).unwrap(), 1).unwrap();
    assert_close(&back, &t([2, 3], &[6., 5., 3., 1., 5., 0.]));
    let (values, at) = ops::cummax(&t([4], &[2., 1., 2., 3.]), 0).unwrap();
    assert_close(&values, &t([4], &[2., 2., 2., 3.]));
    assert_eq!(at.to_vec().unwrap(), [0, 0, 2, 3]);
    assert_eq!(ops::cummin(&x, -1).unwrap().1.to_vec().unwrap(), [0, 0, 0, 0, 0, 0]);
    let y = ops::linear_scan(&t([3], &[9., 2., 0.5]), &t([3], &[1., 1., 1.]), 0).unwrap();
    assert_close(&y, &t([3], &[1., 3., 2.5]));
    assert_eq!(ops::cumsum(&Tensor::<i32>::zeros([0, 2]).unwrap(), 0).unwrap().shape(), [0, 2]);
    refuses(
        ops::cumsum(&Tensor::scalar(1.0), 0),
        ErrorKind::Axis,
        "cumsum: axis 0 is out of range for rank 0",
    );
    refuses(
        ops::linear_scan(&x, &t([3], &[0.; 3]), 0),
        ErrorKind::Shape,
        "linear_scan: shapes [2, 3] and [3] differ",
    );
}

#[test]
fn padding() {
    let x = t([2, 3], &[1., 2., 3., 4., 5., 6.]);
    assert_close(
        &ops::pad(&x, [(1, 0), (0, 1)], 7.0).unwrap(),
        &t([3, 4], &[7., 7., 7., 7., 1., 2., 3., 7., 4., 5., 6., 7.]),
    );
    let y = ops::pad_reflect(&x, [(0, 1), (2, 0)]).unwrap();
    assert_close(&y, &t([3, 5], &[3., 2., 1., 2., 3., 6., 5., 4., 5., 6., 3., 2., 1., 2., 3.]));
    let y = ops::pad_replicate(&ops::t(&x).unwrap(), [(0, 0), (1, 2)]).unwrap();
    assert_close(&y, &t([3, 5], &[1., 1., 4., 4., 4., 2., 2., 5., 5., 5., 3., 3., 6., 6., 6.]));
    let y = ops::pad_circular(&x, [(0, 0), (3, 1)]).unwrap();
    assert_close(&y, &t([2, 7], &[1., 2., 3., 1., 2., 3., 1., 4., 5., 6., 4., 5., 6., 4.]));
    let two = [(1, 0), (2, 1)];
    for (there, back) in [
        (ops::pad_reflect(&x, two), ops::pad_reflect_cotangent(&some([3, 6], 5), [2, 3], two)),
        (ops::pad_replicate(&x, two), ops::pad_replicate_cotangent(&some([3, 6], 5), [2, 3], two)),
        (ops::pad_circular(&x, two), ops::pad_circular_cotangent(&some([3, 6], 5), [2, 3], two)),
    ] {
        let inner = |a: Tensor<f64>, b: Tensor<f64>| -> f64 {
            a.to_vec().unwrap().iter().zip(b.to_vec().unwrap()).map(|(x, y)| x * y).sum()
        };
        let (left, right) = (inner(there.unwrap(), some([3, 6], 5)), inner(x.clone(), back.unwrap()));
        assert!((left - right).abs() < 1e-12, "{left} {right}");
    }
    assert_close(&ops::roll(&x, -1, 1).unwrap(), &t([2, 3], &[2., 3., 1., 5., 6., 4.]));
    assert_close(&ops::roll(&x, isize::MIN, 0).unwrap(), &x);
    assert_close(&ops::shift(&x, 1, 1, 9.0).unwrap(), &t([2, 3], &[9., 1., 2., 9., 4., 5.]));
    assert_close(&ops::shift(&x, -2, 1, 0.0).unwrap(), &t([2, 3], &[3., 0., 0., 6., 0., 0.]));
    assert_close(&ops::shift(&x, isize::MIN, 1, 1.0).unwrap(), &Tensor::ones([2, 3]).unwrap());
    refuses(
        ops::pad(&x, [(1, 1)], 0.0),
        ErrorKind::Shape,
        "pad: 1 pairs of widths for rank 2: give one pair per axis",
    );
    refuses(
        ops::pad_reflect(&x, [(0, 0), (0, 3)]),
        ErrorKind::Shape,
        "pad_reflect: axis 1 of size 3 cannot be extended by 3: a mirror image of the axis has one element less than the axis",
    );
    refuses(
        ops::pad_replicate(&Tensor::<f32>::zeros([0]).unwrap(), [(0, 1)]),
        ErrorKind::Shape,
        "pad_replicate: axis 0 of size 0 cannot be extended by 1: it has no edge to repeat",
    );
    refuses(
        ops::pad_circular_cotangent(&x, [2, 3], two),
        ErrorKind::Shape,
        "pad_circular_cotangent: x has shape [2, 3] but must have [3, 6]",
    );
    let e = ops::pad(&x, [(usize::MAX, usize::MAX), (0, 0)], 0.0).err().unwrap();
    assert_eq!(e.kind(), ErrorKind::Overflow);
    // Neither where memory does not hold the result, nor where there is no result to hold, is a table made of an axis.
    let far = [(0, 0), (1 << 55, 0)];
    assert_eq!(ops::pad(&x, far, 0.0).err().unwrap().kind(), ErrorKind::Memory);
    assert_eq!(ops::pad_replicate(&x, far).err().unwrap().kind(), ErrorKind::Memory);
    let none = Tensor::<f32>::zeros([0, 3]).unwrap();
    assert_eq!(ops::pad(&none, far, 0.0).unwrap().shape(), [0, (1 << 55) + 3]);
    assert_eq!(
        ops::pad_replicate_cotangent(&none, [0usize, 1 << 55], [(0, 0), (0, 1)]).err().unwrap().kind(),
        ErrorKind::Shape
    );
}

#[test]
fn linear_algebra() {
    let a = t([2, 2, 2], &[2., 1., 1., 3., 0., 1., 1., 0.]);
    let b = some([2, 3], 4);
    let x = ops::solve(&a, &b).unwrap();
    assert_eq!(x.shape(), [2, 2, 3]);
    assert_close(&ops::matmul(&a, &x).unwrap(), &ops::broadcast_to(&b, [2, 2, 3]).unwrap());
    let v = ops::solve(&a, &t([2], &[1., 2.])).unwrap();
    assert_close(&v, &t([2, 2], &[0.2, 0.6, 2., 1.]));
    let one = ops::broadcast_to(&Tensor::eye(2).unwrap(), [2, 2, 2]).unwrap();
    let other = ops::mt(&ops::inverse(&ops::mt(&a).unwrap()).unwrap()).unwrap();
    assert_close(&other, &ops::inverse(&a).unwrap());
    assert_close(&ops::matmul(&ops::inverse(&a).unwrap(), &a).unwrap(), &one);
    assert_close(&ops::det(&a).unwrap(), &t([2], &[5., -1.]));
    let (log, sign) = ops::logabsdet(&a).unwrap();
    assert_close(&log, &t([2], &[5f64.ln(), 0.]));
    assert_close(&sign, &t([2], &[1., -1.]));
    let l = ops::cholesky(&t([2, 2], &[4., 1., 3., 5.])).unwrap();
    assert_close(&l, &t([2, 2], &[2., 0., 1., 2.]));
    assert_close(&ops::triangular_solve(&l, &t([2, 1], &[2., 5.]), true).unwrap(), &t([2, 1], &[1., 2.]));
    assert_close(
        &ops::triangular_solve(&ops::t(&l).unwrap(), &t([2, 1], &[4., 4.]), false).unwrap(),
        &t([2, 1], &[1., 2.]),
    );
    assert_close(&ops::adjugate(&t([2, 2], &[1., 2., 2., 4.])).unwrap(), &t([2, 2], &[4., -2., -2., 1.]));
    assert_eq!(ops::minors(&some([3, 3], 6)).unwrap().shape(), [3, 3, 2, 2]);
    assert_eq!(ops::minors_cotangent(&some([3, 3, 2, 2], 6)).unwrap().shape(), [3, 3]);
    // Nothing is regular.
    let none = Tensor::<f64>::zeros([0, 0]).unwrap();
    assert_eq!(ops::det(&none).unwrap().item().unwrap(), 1.0);
    assert_eq!(ops::inverse(&none).unwrap().shape(), [0, 0]);
    assert_eq!(
        ops::solve(&Tensor::<f32>::zeros([0, 2, 2]).unwrap(), &Tensor::zeros([2, 3]).unwrap())
            .unwrap()
            .shape(),
        [0, 2, 3]
    );
}

#[test]
fn linear_algebra_refuses() {
    let singular = t([2, 2], &[1., 2., 2., 4.]);
    let good = Tensor::<f64>::eye(2).unwrap();
    let batch =
        ops::reshape(&ops::stack(&[&good, &good, &singular, &singular], 0).unwrap(), [2, 2, 2, 2]).unwrap();
    refuses(ops::inverse(&singular), ErrorKind::Value, "inverse: the matrix is singular");
    refuses(ops::inverse(&batch), ErrorKind::Value, "inverse: the matrix at batch index [1, 0] is singular");
    refuses(
        ops::solve(&batch, &good),
        ErrorKind::Value,
        "solve: the matrix at batch index [1, 0] is singular",
    );
    refuses(
        ops::cholesky(&t([2, 2], &[1., 2., 2., 1.])),
        ErrorKind::Value,
        "cholesky: the matrix is not positive definite",
    );
    refuses(
        ops::triangular_solve(&t([2, 2], &[1., 0., 2., 0.]), &good, true),
        ErrorKind::Value,
        "triangular_solve: the matrix is singular: its diagonal holds a zero",
    );
    assert_eq!(ops::det(&singular).unwrap().item().unwrap(), 0.0);
    refuses(ops::det(&t([2, 3], &[0.; 6])), ErrorKind::Shape, "det: a must be square, but has shape [2, 3]");
    refuses(
        ops::inverse(&t([2], &[0.; 2])),
        ErrorKind::Shape,
        "inverse: a must be a matrix or a batch of them, but has rank 1",
    );
    refuses(
        ops::solve(&good, &t([3], &[0.; 3])),
        ErrorKind::Shape,
        "solve: a has 2 rows but b has 3 (shapes [2, 2] and [3])",
    );
    refuses(
        ops::triangular_solve(&good, &t([2], &[0.; 2]), true),
        ErrorKind::Shape,
        "triangular_solve: b must be a matrix or a batch of them, but has rank 1",
    );
    refuses(
        ops::minors_cotangent(&t([2, 2, 1], &[0.; 4])),
        ErrorKind::Shape,
        "minors_cotangent: minors have shape [.., N, N, N - 1, N - 1], but this is [2, 2, 1]",
    );
}

#[test]
fn what_is_not_finite_is_found_in_the_result() {
    // Smaller and larger than a panel, and none of them as long as one.
    for n in [1, 3, 5, 17, 40] {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for count in [1, n * n] {
                let mut data = some([n, n], 7).to_vec().unwrap();
                data.iter_mut().rev().take(count).for_each(|x| *x = value);
                let (a, b) = (t([n, n], &data), some([n, 2], 8));
                let finite = |x: &Tensor<f64>| x.to_vec().unwrap().iter().all(|x| x.is_finite());
                let d = ops::det(&a).unwrap();
                assert!(!finite(&d), "det of order {n} with {count} of {value}: {d}");
                // NaN, or a matrix that counts as singular; the solution of an infinite one may be finite.
                for x in [ops::solve(&a, &b), ops::inverse(&a)].into_iter().flatten() {
                    assert!(!value.is_nan() || !finite(&x), "order {n} with {count} of {value}: {x}");
                }
                let _ = (ops::cholesky(&a), ops::logabsdet(&a), ops::adjugate(&a));
            }
        }
    }
}

#[test]
fn a_zero_pivot_counts_more_than_an_infinite_product() {
    for diagonal in [[1e200, 1e200, 0.0], [1e200, 0.0, 1e200], [0.0, 1e200, 1e200]] {
        let a = Tensor::from_vec(diagonal.to_vec(), [3]).unwrap().diag(0).unwrap();
        assert_eq!(a.det().unwrap().item().unwrap(), 0.0, "{diagonal:?}");
    }
}

#[test]
fn a_matrix_larger_than_memory_is_an_error() {
    let a = Tensor::<f64>::scalar(1.0).broadcast_to([1 << 20, 1 << 20]).unwrap();
    let error = a.det().unwrap_err().to_string();
    assert_eq!(error, "det: out of memory: no workspace for a matrix of 1048576 rows");
    let b = Tensor::<f64>::ones([1 << 20]).unwrap();
    let memory = |op: &str| format!("{op}: out of memory: no workspace for a matrix of 1048576 rows");
    refuses(ops::solve(&a, &b), ErrorKind::Memory, &memory("solve"));
    let b = Tensor::<f64>::ones([1 << 20, 1]).unwrap();
    refuses(ops::triangular_solve(&a, &b, true), ErrorKind::Memory, &memory("triangular_solve"));
}

#[test]
fn empty_matrices_cost_nothing_however_many() {
    let a = Tensor::<f64>::zeros([1_usize << 40, 0, 0]).unwrap();
    assert_eq!(ops::inverse(&a).unwrap().shape(), a.shape());
    assert_eq!(ops::cholesky(&a).unwrap().shape(), a.shape());
    assert_eq!(ops::solve(&a, &a).unwrap().shape(), a.shape());
    let few = Tensor::<f64>::zeros([3, 0, 0]).unwrap();
    assert_eq!(few.det().unwrap().to_vec().unwrap(), [1.0; 3]);
}
