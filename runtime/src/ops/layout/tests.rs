use super::super::{roll, shift};
use super::*;
use crate::tensor;

fn v<T: Element>(x: Result<Tensor<T>>) -> (Vec<usize>, Vec<T>) {
    let x = x.unwrap();
    (x.shape().to_vec(), x.to_vec().unwrap())
}

fn numbers(shape: &[usize]) -> Tensor<i32> {
    Tensor::from_vec((1..=shape.iter().product::<usize>() as i32).collect(), shape).unwrap()
}

/// `<op(x), y> = <x, cotangent(y)>`, in integers.
fn cotangent(
    x: &Tensor<i32>,
    op: impl Fn(&Tensor<i32>) -> Result<Tensor<i32>>,
    back: impl Fn(&Tensor<i32>) -> Result<Tensor<i32>>,
) {
    let dot = |a: &Tensor<i32>, b: &Tensor<i32>| -> i64 {
        assert_eq!(a.shape(), b.shape());
        let pairs = a.to_vec().unwrap().into_iter().zip(b.to_vec().unwrap());
        pairs.map(|(a, b)| i64::from(a) * i64::from(b)).sum()
    };
    let y = op(x).unwrap();
    let weights =
        Tensor::from_vec((0..y.numel() as i32).map(|i| i * i % 17 - 5).collect(), y.shape()).unwrap();
    assert_eq!(dot(&y, &weights), dot(x, &back(&weights).unwrap()), "{:?} to {:?}", x.shape(), y.shape());
}

#[test]
fn rolling_and_shifting() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(v(roll(&x, 1, 1)).1, [3, 1, 2, 6, 4, 5]);
    assert_eq!(v(roll(&x, -1, -1)).1, [2, 3, 1, 5, 6, 4]);
    assert_eq!(v(roll(&x, 7, 0)).1, [4, 5, 6, 1, 2, 3]);
    assert_eq!(v(roll(&x, isize::MIN, 0)).1, v(Ok(x.clone())).1);
    assert_eq!(v(roll(&Tensor::<f32>::zeros([0, 2]).unwrap(), 1, 0)).0, [0, 2]);
    assert_eq!(v(shift(&x, 1, 1, 9.0)).1, [9, 1, 2, 9, 4, 5]);
    assert_eq!(v(shift(&x, -2, 1, 0.0)).1, [3, 0, 0, 6, 0, 0]);
    assert_eq!(v(shift(&x, 5, 1, 7.0)).1, [7; 6]);
    assert_eq!(v(shift(&x, isize::MIN, 1, 7.0)).1, [7; 6]);
    cotangent(&x, |x| roll(x, 2, 1), |g| roll(g, -2, 1));
    cotangent(&x, |x| shift(x, 2, 1, 0.0), |g| shift(g, -2, 1, 0.0));
}

#[test]
fn repetition() {
    let x = tensor![[1, 2], [3, 4]];
    assert_eq!(v(tile(&x, [2])), (vec![2, 4], vec![1, 2, 1, 2, 3, 4, 3, 4]));
    assert_eq!(v(tile(&x, [2, 1])), (vec![4, 2], vec![1, 2, 3, 4, 1, 2, 3, 4]));
    assert_eq!(v(tile(&x, [2, 1, 2])).0, [2, 2, 4]);
    assert_eq!(v(tile(&Tensor::scalar(5), [3])), (vec![3], vec![5, 5, 5]));
    assert_eq!(v(tile(&Tensor::scalar(5), ())), (vec![], vec![5]));
    assert_eq!(v(tile(&x, [0, 2])), (vec![0, 4], vec![]));
    assert_eq!(v(tile(&numbers(&[2; 8]), [1, 2, 1, 1, 2, 1, 1, 3])).0, [2, 4, 2, 2, 4, 2, 2, 6]);
    assert_eq!(v(repeat_interleave(&x, 2, 1)), (vec![2, 4], vec![1, 1, 2, 2, 3, 3, 4, 4]));
    assert_eq!(v(repeat_interleave(&x, 2, -2)), (vec![4, 2], vec![1, 2, 1, 2, 3, 4, 3, 4]));
    assert_eq!(v(repeat_interleave(&x, 0, 0)).0, [0, 2]);
    assert_eq!(v(repeat_interleave(&Tensor::<i32>::zeros([0, 2]).unwrap(), 3, 0)).0, [0, 2]);
    for shape in [&[2, 3][..], &[3], &[2, 1, 3], &[1, 1]] {
        let x = numbers(shape);
        let s = x.layout().shape;
        for reps in [vec![2], vec![1, 3], vec![2, 1, 2], vec![3, 1, 2, 2], vec![0]] {
            cotangent(&x, |x| tile(x, &reps), |g| tile_cotangent(g, s, &reps));
        }
        for n in 0..4 {
            cotangent(&x, |x| repeat_interleave(x, n, -1), |g| repeat_interleave_cotangent(g, s, n, -1));
            cotangent(&x, |x| repeat_interleave(x, n, 0), |g| repeat_interleave_cotangent(g, s, n, 0));
        }
    }
}

#[test]
fn embeddings() {
    let x = tensor![1, 2];
    assert_eq!(v(diag(&x, 0)), (vec![2, 2], vec![1, 0, 0, 2]));
    assert_eq!(v(diag(&x, -1)), (vec![3, 3], vec![0, 0, 0, 1, 0, 0, 0, 2, 0]));
    assert_eq!(v(diag(&numbers(&[2, 3]), 1)), (vec![2], vec![2, 6]));
    assert_eq!(v(diag_embed(&numbers(&[2, 1]), 1)), (vec![2, 2, 2], vec![0, 1, 0, 0, 0, 2, 0, 0]));
    assert_eq!(v(slice_cotangent(&x, [5], 0, 1, -1, 2)).1, [0, 1, 0, 2, 0]);
    for (shape, offset) in [([3, 4], 0), ([3, 4], 2), ([3, 4], -2), ([3, 4], 9), ([4, 3], -1), ([0, 2], 0)] {
        let x = numbers(&shape);
        let s = x.layout().shape;
        cotangent(&x, |x| super::super::diagonal(x, offset), |g| diagonal_cotangent(g, s, offset));
        cotangent(&x, |x| diag(x, offset), |g| diag_cotangent(g, s, offset));
        cotangent(&x, |x| diag_embed(x, offset), |g| super::super::diagonal(g, offset));
        let cut = |x: &Tensor<i32>| super::super::slice(x, 1, offset, isize::MAX, 2);
        cotangent(&x, cut, |g| slice_cotangent(g, s, 1, offset, isize::MAX, 2));
    }
    let line = numbers(&[3]);
    cotangent(&line, |x| diag(x, -2), |g| diag_cotangent(g, [3], -2));
}

#[test]
fn masks() {
    assert_eq!(v(iota(4)), (vec![4], vec![0, 1, 2, 3]));
    assert_eq!(v(iota(0)).0, [0]);
    for offset in [-5, -1, 0, 1, 5, isize::MAX, isize::MIN] {
        let (low, high) =
            (tri_mask([7, 3, 4], offset, true).unwrap(), tri_mask([3, 4], offset, false).unwrap());
        assert_eq!(low.shape(), [3, 4]);
        for i in 0..3 {
            for j in 0..4 {
                let d = (j as isize - i as isize).cmp(&offset);
                assert_eq!(low.get(&[i, j]).unwrap(), d.is_le(), "{i} {j} {offset}");
                assert_eq!(high.get(&[i, j]).unwrap(), d.is_ge(), "{i} {j} {offset}");
            }
        }
    }
    assert_eq!(v(tri_mask([3, 0], 0, true)).0, [3, 0]);
}

#[test]
fn bad_input_is_an_error() {
    let x = tensor![[1, 2], [3, 4]];
    let text = |r: Result<Tensor<i32>>| r.unwrap_err().to_string();
    assert_eq!(text(roll(&x, 1, 2)), "roll: axis 2 is out of range for rank 2");
    assert_eq!(text(shift(&x, 1, -3, 0.0)), "shift: axis -3 is out of range for rank 2");
    assert_eq!(text(tile(&x, [2, -1])), "tile: a size must not be negative, but [2, -1] holds -1");
    assert!(text(tile(&x, [1; 9])).starts_with("tile: 9 sizes"));
    assert!(text(tile(&x, [1usize << 40, 1 << 40])).contains("more elements than memory can hold"));
    assert!(text(repeat_interleave(&x, usize::MAX, 0)).starts_with("repeat_interleave: "));
    assert!(text(repeat_interleave(&x, 2, 2)).contains("axis 2"));
    assert!(text(tile_cotangent(&x, [2, 2], [2])).contains("shape [2, 4] was expected, not [2, 2]"));
    assert!(text(repeat_interleave_cotangent(&x, [2, 2], 3, 0)).contains("shape [6, 2] was expected"));
    assert!(text(slice_cotangent(&x, [2, 5], 1, 0, 3, 1)).contains("shape [2, 3] was expected"));
    assert!(text(slice_cotangent(&x, [2, 5], 1, 0, 3, 0)).contains("step"));
    assert!(
        text(diagonal_cotangent(&x, [2], 0)).starts_with("diagonal_cotangent: a diagonal needs two axes")
    );
    assert!(text(diag_embed(&Tensor::scalar(1), 0)).starts_with("diag_embed: "));
    assert!(text(diag_embed(&x, isize::MIN)).contains("more elements"));
    assert!(text(diag(&Tensor::zeros([1, 1, 1]).unwrap(), 0)).starts_with("diag: a vector or a matrix"));
    assert!(text(diag_cotangent(&x, [3], 0)).contains("another diagonal"));
    assert!(text(iota(1 << 40)).contains("do not fit i32"));
    assert!(
        tri_mask([3], 0, true).unwrap_err().to_string().starts_with("tri_mask: a triangle needs two axes")
    );
}
