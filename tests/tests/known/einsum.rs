//! `einsum!` in bodies and outside of them, against sums over all indices.

use std::collections::BTreeMap;

use cotangent::prelude::*;
use cotangent_tests::flow::{near, quotients};
use cotangent_tests::there::at;

use cotangent_tests::known::wave;

/// The sum over all axes that the result has not, with a letter for each axis.
fn by_loops(text: &str, xs: &[&Tensor<f64>]) -> Vec<f64> {
    let (ins, out) = text.split_once("->").expect("an arrow");
    let ins: Vec<Vec<char>> = ins.split(',').map(|term| term.trim().chars().collect()).collect();
    let out: Vec<char> = out.trim().chars().collect();
    let sizes: BTreeMap<char, usize> =
        ins.iter().zip(xs).flat_map(|(term, x)| term.iter().copied().zip(x.shape().to_vec())).collect();
    let count = |names: &[char]| names.iter().map(|name| sizes[name]).product::<usize>();
    let place = |names: &[char], at: &BTreeMap<char, usize>| {
        names.iter().fold(0, |place, name| place * sizes[name] + at[name])
    };
    let data: Vec<Vec<f64>> = xs.iter().map(|x| x.to_vec().expect("numbers")).collect();
    let mut sums = vec![0.0; count(&out)];
    let names: Vec<char> = sizes.keys().copied().collect();
    for mut i in 0..count(&names) {
        let mut at = BTreeMap::new();
        for name in &names {
            at.insert(*name, i % sizes[name]);
            i /= sizes[name];
        }
        sums[place(&out, &at)] += ins.iter().zip(&data).map(|(term, x)| x[place(term, &at)]).product::<f64>();
    }
    sums
}

macro_rules! cases {
    ($($name:ident $text:literal ($($x:ident $shape:expr),+);)*) => {$(
        #[test]
        fn $name() -> Result<()> {
            #[differentiable(order = 2)]
            fn f($($x: &Tensor<f64>),+) -> Tensor<f64> {
                einsum!($text, $($x),+)
            }
            #[differentiable(order = 2)]
            fn loss($($x: &Tensor<f64>),+) -> Scalar<f64> {
                einsum!($text, $($x),+).sin().sum()
            }
            let mut seed = 0;
            $(
                seed += 1;
                let $x = wave(seed, &$shape);
            )+
            let want = by_loops($text, &[$(&$x),+]);
            near("outside", &einsum!($text, $(&$x),+)?.to_vec()?, &want, 1e-13);
            near("inside", &f::call($(&$x),+)?.to_vec()?, &want, 1e-13);
            quotients::<loss>(($(&$x,)+))
        }
    )*};
}
cases! {
    a_product "ij,jk->ik" (a [3, 4], b [4, 2]);
    a_product_turned "ij, jk -> ki" (a [3, 4], b [4, 2]);
    attention "bhid,bhjd->bhij" (q [2, 2, 3, 4], k [2, 2, 5, 4]);
    an_outer_product "i,j->ij" (a [3], b [2]);
    a_dot "i,i->" (a [5], b [5]);
    elementwise "ij,ij->ij" (a [2, 3], b [2, 3]);
    a_transpose "ijk->kij" (a [2, 3, 4]);
    as_it_is "ij->ij" (a [2, 3]);
    a_sum "ijk->j" (a [2, 3, 4]);
    everything "ij->" (a [2, 3]);
    a_trace "ii->" (a [3, 3]);
    a_diagonal "iji->ij" (a [3, 2, 3]);
    two_diagonals "ijij->ji" (a [3, 2, 3, 2]);
    three_alike "iii->i" (a [3, 3, 3]);
    three_operands "ij,jk,kl->il" (a [2, 3], b [3, 4], c [4, 2]);
    bilinear "bi,oij,bj->bo" (x [2, 3], w [4, 3, 2], y [2, 2]);
    from_the_right "ij,jk,k->i" (a [2, 3], b [3, 4], c [4]);
    the_ends_first "i,jk,ki->j" (a [3], b [2, 4], c [4, 3]);
    four_of_them "abc,ad,be,cf->def" (x [2, 3, 2], a [2, 4], b [3, 2], c [2, 3]);
    summed_before "ij,kl->i" (a [2, 3], b [4, 2]);
    without_axes ",i->i" (a [], b [3]);
    a_pair_of_more_labels_than_axes "abcd,abcdefgz,efgij->zij" (a [2, 2, 2, 2], b [2, 2, 2, 2, 2, 2, 2, 8], c [2, 2, 2, 2, 2]);
    a_diagonal_in_a_product "iij,jk->ik" (a [3, 3, 2], b [2, 4]);
}

#[test]
fn axes_have_names() -> Result<()> {
    #[differentiable]
    fn scores(q: &Tensor<f64, B, H, I, D>, k: &Tensor<f64, B, H, J, D>) -> Tensor<f64, B, H, I, J> {
        einsum!("batch head i dim, batch head j dim -> batch head i j", q, k)
    }
    let (q, k) = (wave(1, &[2, 2, 3, 4]), wave(2, &[2, 2, 5, 4]));
    near("names", &scores(&q, &k).to_vec()?, &q.matmul(&k.mt()?)?.to_vec()?, 1e-13);
    Ok(())
}

/// Words of Rust are names, and variables may be called as ops are. Operands may fail otherwise than tensors do.
#[test]
fn names_of_the_user() -> std::result::Result<(), Box<dyn std::error::Error>> {
    #[differentiable]
    fn f(x: &Tensor<f64, N, M>, y: &Tensor<f64, M>) -> Scalar<f64> {
        let sum = x.sum();
        let permute = &sum * 2.0;
        sum + permute + einsum!("in type, type -> ", x, y)
    }
    fn loaded(text: &str) -> std::result::Result<Tensor<f64>, std::num::ParseFloatError> {
        Ok(at(Tensor::full([2], text.parse()?).expect("a small tensor")))
    }
    let x = wave(1, &[2, 2]);
    let product = einsum!("ij,j->", &x, loaded("1.5")?)?.item()?;
    let want = 3.0 * x.sum()?.item()? + product;
    near("names", &[f(&x, &loaded("1.5")?).item()?], &[want], 1e-13);
    Ok(())
}

#[test]
fn other_lengths_are_an_error() {
    let error = einsum!("ii->", &wave(1, &[2, 3])).unwrap_err().to_string();
    assert_eq!(error, "einsum: a square matrix has a main diagonal, but the shape is [2, 3]");

    let (a, b) = (wave(1, &[2, 3]), wave(2, &[4, 2]));
    let error = einsum!("ij,jk->ik", &a, &b).unwrap_err().to_string();
    assert_eq!(error, "einsum: axis 1 of shape [2, 3] and axis 0 of shape [4, 2] must have one length");
}

/// From left to right the first product would have 2^40 elements.
#[test]
fn several_operands_in_the_order_of_least_work() -> Result<()> {
    let (x, y) = (at(Tensor::full([1 << 20], 0.5_f32)?), at(Tensor::full([1 << 20], 0.25_f32)?));
    let z = at(Tensor::full([1 << 20, 1], 2.0_f32)?);
    let value = einsum!("i,j,jk->ik", &x, &y, &z)?;
    assert_eq!((value.shape(), value.max()?.item()?), (&[1 << 20, 1][..], 262_144.0));
    Ok(())
}

/// The same in a body, where the order is that of the fewest axes.
#[test]
fn several_operands_by_the_numbers_of_axes() -> Result<()> {
    #[differentiable]
    fn chained(x: &Tensor<N>, y: &Tensor<M>, z: &Tensor<M, K>) -> Tensor<N, K> {
        einsum!("i,j,jk->ik", x, y, z)
    }
    #[differentiable]
    fn loss(x: &Tensor<N>, y: &Tensor<M>, z: &Tensor<M, K>) -> Scalar {
        chained(x, y, z).sum()
    }
    let (x, y) = (at(Tensor::full([1 << 20], 0.5_f32)?), at(Tensor::full([1 << 20], 0.25_f32)?));
    let z = at(Tensor::full([1 << 20, 1], 2.0_f32)?);
    assert_eq!(chained::call(&x, &y, &z)?.max()?.item()?, 262_144.0);
    let g = loss::grad(&x, &y, &z)?;
    assert_eq!((g.x.max()?.item()?, g.z.shape()), (524_288.0, &[1 << 20, 1][..]));
    Ok(())
}

/// Axes of an ellipsis of one element are repeated, as in NumPy, and axes with names are not.
#[test]
fn axes_of_one_element() -> Result<()> {
    #[differentiable(order = 2)]
    fn loss(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
        einsum!("...i,...i->...", a, b).sin().sum()
    }
    for (a, b) in [
        (&[1, 3][..], &[4, 3][..]),
        (&[4, 3], &[1, 3]),
        (&[1, 1, 3], &[1, 3]),
        (&[3], &[2, 1, 3]),
        (&[2, 1, 3], &[1, 4, 3]),
        (&[1, 3], &[0, 3]),
    ] {
        let (a, b) = (wave(1, a), wave(2, b));
        let want = (&a * &b).sum_axis(-1)?;
        let value = einsum!("...i,...i->...", &a, &b)?;
        assert_eq!(value.shape(), want.shape());
        near("repeated", &value.to_vec()?, &want.to_vec()?, 1e-14);
        quotients::<loss>((&a, &b))?;
    }
    let (a, b) = (wave(1, &[2, 3]), wave(2, &[4, 3]));
    let error = einsum!("...i,...i->...", &a, &b).unwrap_err().to_string();
    assert_eq!(error, "einsum: axis 0 of shape [2, 3] and axis 0 of shape [4, 3] must have one length");
    let error = loss::call(&a, &b).map(drop).unwrap_err().to_string();
    assert!(error.starts_with("einsum at") && error.ends_with("must have one length"), "{error}");
    assert!(einsum!("bi,bi->b", &wave(1, &[1, 3]), &b).is_err());
    Ok(())
}
