use super::*;
use crate::tensor;

fn v<T: Element>(x: Result<Tensor<T>>) -> (Vec<usize>, Vec<T>) {
    let x = x.unwrap();
    (x.shape().to_vec(), x.to_vec().unwrap())
}

fn numbers(shape: &[usize]) -> Tensor<i32> {
    Tensor::from_vec((0..shape.iter().product::<usize>() as i32).collect(), shape).unwrap()
}

#[test]
fn order_of_axes() {
    let x = numbers(&[2, 3, 4]);
    let y = permute(&x, [2, 0, -2]).unwrap();
    assert_eq!(y.shape(), [4, 2, 3]);
    for i in 0..2 {
        for j in 0..3 {
            for k in 0..4 {
                assert_eq!(y.get(&[k, i, j]).unwrap(), x.get(&[i, j, k]).unwrap());
            }
        }
    }
    assert_eq!(v(unpermute(&y, [2, 0, 1])), v(Ok(x.clone())));
    assert_eq!(v(swap_axes(&x, 0, -1)).0, [4, 3, 2]);
    assert_eq!(v(mt(&x)).0, [2, 4, 3]);
    assert_eq!(v(t(&numbers(&[2, 3]))), (vec![3, 2], vec![0, 3, 1, 4, 2, 5]));
    assert!(!y.is_contiguous() && unpermute(&y, [2, 0, 1]).unwrap().is_contiguous());
    assert_eq!(v(permute(&Tensor::scalar(1), Axes::NONE)).1, [1]);
}

#[test]
fn shapes() {
    let x = numbers(&[2, 6]);
    assert_eq!(v(reshape(&x, [3, -1])).0, [3, 4]);
    assert_eq!(v(reshape(&t(&x).unwrap(), [12])).1[..3], [0, 6, 1], "a copy where strides cannot say it");
    assert_eq!(v(reshape(&Tensor::scalar(3), [1, 1])).0, [1, 1]);
    assert_eq!(v(reshape(&numbers(&[0, 3]), [3, 0, 2])).0, [3, 0, 2]);
    assert_eq!(v(broadcast_to(&numbers(&[3, 1]), [2, 3, 2])).1, [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2]);
    assert_eq!(v(unsqueeze(&x, -1)).0, [2, 6, 1]);
    assert_eq!(v(unsqueeze(&x, 0)).0, [1, 2, 6]);
    let thin = numbers(&[1, 2, 1]);
    assert_eq!(v(squeeze(&thin, ..)).0, [2]);
    assert_eq!(v(squeeze(&thin, -1)).0, [1, 2]);
    assert_eq!(v(squeeze_if(&thin, 0, false)).0, [1, 2, 1]);
    assert_eq!(v(unsqueeze_if(&x, 1, true)).0, [2, 1, 6]);
    assert_eq!(v(keep_axes(&numbers(&[2, 4]), [2, 3, 4], 1, false)).0, [2, 1, 4]);
    assert_eq!(v(keep_axes(&numbers(&[2, 1, 4]), [2, 3, 4], 1, true)).0, [2, 1, 4]);
    assert_eq!(v(keep_axes(&Tensor::scalar(0), [2, 3], .., false)).0, [1, 1]);
    assert_eq!(v(flatten_axes(&numbers(&[2, 3, 4]), 1, -1)).0, [2, 12]);
    assert_eq!(v(flatten_axes(&Tensor::scalar(0), 0, -1)).0, [1]);
}

#[test]
fn parts_of_axes() {
    let x = numbers(&[2, 5]);
    assert_eq!(v(narrow(&x, 1, 1, 3)), (vec![2, 3], vec![1, 2, 3, 6, 7, 8]));
    assert_eq!(v(narrow(&x, 1, 5, 0)).0, [2, 0]);
    // Against Python's rules, for every bound around the axis.
    for start in -7isize..8 {
        for end in -7isize..8 {
            for step in 1..4 {
                let cut = |b: isize| if b < 0 { (b + 5).max(0) } else { b.min(5) };
                let expected: Vec<i32> = (cut(start) as i32..cut(end) as i32).step_by(step).collect();
                let y = slice(&narrow(&x, 0, 0, 1).unwrap(), 1, start, end, step);
                assert_eq!(v(y).1, expected, "{start}..{end} by {step}");
            }
        }
    }
    assert_eq!(v(slice(&x, 1, 0, isize::MAX, 1)).0, [2, 5]);
    assert_eq!(v(slice(&x, 1, isize::MIN, isize::MIN, usize::MAX)).0, [2, 0]);
    assert_eq!(v(slice(&slice(&x, 1, 1, 5, 2).unwrap(), 1, 1, 2, 1)).1, [3, 8]);
    assert_eq!(v(flip(&x, 1)).1[..5], [4, 3, 2, 1, 0]);
    assert_eq!(v(flip(&x, ..)).1[..3], [9, 8, 7]);
    assert_eq!(v(narrow(&flip(&x, 1).unwrap(), 1, 1, 2)).1, [3, 2, 8, 7]);
    assert_eq!(v(flip(&numbers(&[0, 2]), 0)).0, [0, 2]);
    assert_eq!(v(diagonal(&x, 0)).1, [0, 6]);
    assert_eq!(v(diagonal(&x, 4)).1, [4]);
    assert_eq!(v(diagonal(&x, -1)).1, [5]);
    assert_eq!(v(diagonal(&x, 9)).0, [0]);
    assert_eq!(v(diagonal(&x, isize::MIN)).0, [0]);
    assert_eq!(v(diagonal(&numbers(&[2, 2, 2]), 0)), (vec![2, 2], vec![0, 3, 4, 7]));
    assert_eq!(v(unpad(&x, [(1, 0), (1, 2)])), (vec![1, 2], vec![6, 7]));
}

#[test]
fn folding_axes() {
    let x = numbers(&[2, 3, 4]);
    let y = fold_axes(&x, [0, 2]).unwrap();
    assert_eq!(y.shape(), [3, 8]);
    assert_eq!(y.get(&[1, 5]).unwrap(), x.get(&[1, 1, 1]).unwrap());
    assert_eq!(v(unfold_axes(&y, [2, 3, 4], [0, 2])), v(Ok(x.clone())));
    assert_eq!(v(fold_axes(&x, ..)).0, [24]);
    assert_eq!(v(fold_axes(&x, Axes::NONE)).0, [2, 3, 4, 1]);
    assert_eq!(v(fold_axes(&Tensor::scalar(7), ..)), (vec![1], vec![7]));
    assert_eq!(v(unfold_axes(&tensor![7], (), ..)).0, [0usize; 0]);
}

#[test]
fn bad_input_is_an_error() {
    let x = numbers(&[2, 3]);
    let text = |r: Result<Tensor<i32>>| r.unwrap_err().to_string();
    assert_eq!(text(reshape(&x, [4, 2])), "reshape: shape [2, 3] has 6 elements, but [4, 2] has 8");
    assert!(text(reshape(&x, [4, -1])).starts_with("reshape: 6 elements do not fill [4, -1]"));
    assert!(text(reshape(&x, [-1, -1])).contains("only one size"));
    assert_eq!(text(permute(&x, [0])), "permute: 1 axes for rank 2; name each axis once");
    assert_eq!(text(permute(&x, [1, 1])), "permute: axis 1 is named twice");
    assert!(text(unpermute(&x, [0, 2])).starts_with("unpermute: axis 2"));
    assert!(text(swap_axes(&x, 0, 2)).starts_with("swap_axes: axis 2"));
    assert!(text(t(&numbers(&[2, 1, 1]))).ends_with("use `mt` for the last two axes"));
    assert!(text(mt(&tensor![1])).starts_with("mt: a transpose needs two axes"));
    assert_eq!(text(broadcast_to(&x, [2, 4])), "broadcast_to: shape [2, 3] does not broadcast to [2, 4]");
    assert!(text(broadcast_to(&tensor![[1]], [1usize << 40, 1 << 40])).contains("more elements"));
    assert_eq!(text(squeeze(&x, 0)), "squeeze: axis 0 of shape [2, 3] has length 2, not 1");
    assert!(text(unsqueeze(&x, 3)).starts_with("unsqueeze: axis 3"));
    assert!(text(unsqueeze(&numbers(&[1; 8]), 0)).contains("rank 9"));
    assert!(text(squeeze_if(&x, 5, true)).contains("axis 5"));
    assert!(text(keep_axes(&x, [2, 3, 4], 1, false)).contains("has shape [2, 4], not [2, 3]"));
    assert!(text(flatten_axes(&x, 1, 0)).contains("axis 1 comes after axis 0"));
    assert!(text(flatten_axes(&x, 0, 2)).contains("axis 2"));
    assert!(text(narrow(&x, 1, 2, 2)).contains("2 elements from 2 on reach beyond axis 1, which has 3"));
    assert!(text(narrow(&x, 1, usize::MAX, 2)).contains("reach beyond"));
    assert!(text(slice(&x, 1, 0, 2, 0)).contains("step"));
    assert!(text(slice(&x, -3, 0, 2, 1)).contains("axis -3"));
    assert!(text(flip(&x, [0, 0])).contains("twice"));
    assert!(text(diagonal(&tensor![1], 0)).contains("two axes"));
    assert!(text(fold_axes(&x, 2)).contains("axis 2"));
    assert!(text(fold_axes(&numbers(&[1; 8]), Axes::NONE)).contains("rank 9"));
    assert!(text(unfold_axes(&x, [2, 4], 0)).contains("shape [2, 4] does not fold to [2, 3]"));
    assert!(text(unpad(&x, [(2, 1), (0, 0)])).contains("axis 0 has 2 elements, fewer than 2 + 1"));
    assert!(text(unpad(&x, [(0, 0)])).contains("one pair per axis"));
}
