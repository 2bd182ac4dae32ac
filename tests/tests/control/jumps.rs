//! Early returns out of loops, labels, loops and blocks that give a value, conditions that bind and change variables.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::normal;

#[differentiable(order = 2)]
fn left(x: &Tensor<f64>, w: &Tensor<f64>, n: usize, stop: usize) -> Scalar<f64> {
    let mut h = x * 2.0;
    for i in 0..n {
        h = (&h * w).sin();
        if i == stop {
            let y = &h * w;
            return y.exp().sum();
        }
        for j in 0..i {
            match j * 10 + stop {
                17 => return (h * 3.0 + w).sum(),
                29 => {
                    return w.sum() + h.mean();
                }
                _ => h = h + w,
            }
        }
    }
    (h * x).sum()
}

inline! {
    left_none(x, w) = (x * 2.0 * x).sum() + w.sum() * 0.0;
    left_2_0(x, w) = ((x * 2.0 * w).sin() * w).exp().sum();
    left_2_5(x, w) = ((((x * 2.0 * w).sin() * w).sin() + w) * x).sum();
    left_4_7(x, w) = {
        let h = (((x * 2.0 * w).sin() * w).sin() + w) * w;
        let h = h.sin() + w;
        (h * 3.0 + w).sum()
    };
    left_4_9(x, w) = {
        let h = (((x * 2.0 * w).sin() * w).sin() + w) * w;
        let h = (h.sin() + w + w) * w;
        let h = h.sin() + w + w;
        w.sum() + h.mean()
    };
}

#[test]
fn returns_out_of_loops() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<left, left_none>((&x, &w, 0, 0), (&x, &w))?;
    both::<left, left_2_0>((&x, &w, 2, 0), (&x, &w))?;
    both::<left, left_2_5>((&x, &w, 2, 5), (&x, &w))?;
    both::<left, left_4_7>((&x, &w, 4, 7), (&x, &w))?;
    both::<left, left_4_9>((&x, &w, 4, 9), (&x, &w))
}

fn checked(i: usize, limit: usize) -> Result<usize> {
    if i < limit { Ok(i + 1) } else { Err(Error::msg("beyond the limit")) }
}

/// `?` on host values in rounds, `Ok` and `Err` out of them, tuples, a `loop` that ends in a return alone.
#[differentiable(order = 2)]
fn tuple(x: &Tensor<f64>, w: &Tensor<f64>, n: usize, limit: usize) -> Result<(Scalar<f64>, Tensor<f64>)> {
    let mut h = x.clone();
    let mut i = 0;
    loop {
        let k = checked(i, limit)?;
        h = h.sin() * (k as f64 / 10.0) + w;
        i += 1;
        while i % 3 == 2 {
            i += 1;
            if i > 7 {
                return Ok((h.mean(), w.exp()));
            }
            if i == limit {
                return Err(Error::msg("at the limit"));
            }
        }
        if i >= n {
            return Ok((h.sum(), h));
        }
    }
}

#[differentiable(order = 2)]
fn tuple_summed(x: &Tensor<f64>, w: &Tensor<f64>, n: usize, limit: usize) -> Result<Scalar<f64>> {
    let (a, b) = tuple(x, w, n, limit)?;
    Ok((b.exp() * a).sum())
}

inline! {
    tuple_0(x, w) = {
        let h = x.sin() * 0.1 + w;
        (h.exp() * h.sum()).sum()
    };
    tuple_3(x, w) = {
        let h = (x.sin() * 0.1 + w).sin() * 0.2 + w;
        (h.exp() * h.sum()).sum()
    };
    tuple_9(x, w) = {
        let h = (x.sin() * 0.1 + w).sin() * 0.2 + w;
        let h = (h.sin() * 0.4 + w).sin() * 0.5 + w;
        let h = h.sin() * 0.7 + w;
        let h = h.sin() * 0.8 + w;
        (w.exp().exp() * h.mean()).sum()
    };
}

#[test]
fn results_and_tuples_out_of_loops() -> Result<()> {
    let (x, w) = (normal(1, [3]) * 0.3, normal(2, [3]) * 0.1);
    both::<tuple_summed, tuple_0>((&x, &w, 0, 50), (&x, &w))?;
    both::<tuple_summed, tuple_3>((&x, &w, 3, 50), (&x, &w))?;
    both::<tuple_summed, tuple_9>((&x, &w, 9, 50), (&x, &w))?;
    for (limit, text) in [(1, "beyond the limit"), (3, "at the limit")] {
        let said = [
            tuple(&x, &w, 9, limit).err(),
            tuple::vjp(&x, &w, 9, limit).err(),
            tuple::jvp(&x, &w, 9, limit, &x, &x).err(),
            tuple_summed::value_and_grad(&x, &w, 9, limit).err(),
            tuple_summed::hvp(&x, &w, 9, limit, &x, &x).err(),
        ];
        said.into_iter().for_each(|why| assert!(why.expect("an error").to_string().contains(text)));
    }
    Ok(())
}

/// Jumps to loops and blocks further out.
#[differentiable(order = 2)]
fn labelled(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    let mut seen = 0;
    'rows: for i in 0..n {
        h = h + w;
        'cols: for j in 0..n {
            seen += 1;
            if j > i {
                continue 'rows;
            }
            let mut k = 0;
            while k < 3 {
                k += 1;
                h = (&h * w).sin();
                if k == 2 && i == 1 {
                    continue 'cols;
                }
                if i + j + k > 4 {
                    h = h * 2.0;
                    break 'rows;
                }
            }
            h = h * 0.5;
        }
        h = h.exp();
    }
    let k = 'found: {
        if n == 0 {
            break 'found &h * 3.0;
        }
        let y = (&h * w).cos();
        if n == 1 {
            break 'found y;
        }
        y + x
    };
    'skipped: {
        if seen > 3 {
            h = h + x;
            break 'skipped;
        }
        for i in 0..n + 1 {
            h = h * 1.5;
            if i == 1 {
                break 'skipped;
            }
        }
        h = h + w;
    }
    (h * k).sum()
}

inline! {
    labelled_0(x, w) = ((x * 1.5 + w) * x * 3.0).sum();
    labelled_1(x, w) = {
        // Round 0, column 0: three steps.
        let h = x + w;
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = ((h * w).sin() * 0.5).exp();
        let k = (&h * w).cos();
        (h * 1.5 * 1.5 * k).sum()
    };
    labelled_2(x, w) = {
        // Round 0: column 0, then on. Round 1: two steps a column.
        let h = x + w;
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = (h * w).sin() * 0.5 + w;
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = ((h * w).sin()).exp();
        let k = (&h * w).cos() + x;
        ((h + x) * k).sum()
    };
    labelled_3(x, w) = {
        let h = x + w;
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = (h * w).sin() * 0.5 + w;
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = (h * w).sin() + w;
        let h = (h * w).sin();
        let h = (h * w).sin();
        let h = (h * w).sin() * 2.0;
        let k = (&h * w).cos() + x;
        ((h + x) * k).sum()
    };
}

#[test]
fn labels() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<labelled, labelled_0>((&x, &w, 0), (&x, &w))?;
    both::<labelled, labelled_1>((&x, &w, 1), (&x, &w))?;
    both::<labelled, labelled_2>((&x, &w, 2), (&x, &w))?;
    both::<labelled, labelled_3>((&x, &w, 3), (&x, &w))
}

/// Values of loops: tensors, numbers, tuples of both; out of an inner loop.
#[differentiable(order = 2)]
fn given(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut k = 0;
    let mut h = x.clone();
    let y = loop {
        if k == n {
            break x.exp();
        }
        h = (h * w).sin();
        k += 1;
        if k == 3 {
            break &h + w;
        }
    };
    let (z, rounds) = 'outer: loop {
        for i in 0..n {
            if i == 2 {
                break 'outer (&y * x, i + 1);
            }
        }
        break (h.clone(), n);
    };
    let left = loop {
        k += 2;
        h = h + w;
        if k > 5 {
            break k * 2;
        }
    };
    (y + z * rounds as f64 + h * left as f64).sum()
}

inline! {
    given_0(x, w) = (x.exp() + (x + w + w + w) * 12.0).sum();
    given_2(x, w) = {
        let h = ((x * w).sin() * w).sin();
        (x.exp() + &h * 2.0 + (&h + w + w) * 12.0).sum()
    };
    given_5(x, w) = {
        let h = (((x * w).sin() * w).sin() * w).sin();
        let y = &h + w;
        (&y + &y * x * 3.0 + (&h + w + w) * 14.0).sum()
    };
}

#[test]
fn loops_with_a_value() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<given, given_0>((&x, &w, 0), (&x, &w))?;
    both::<given, given_2>((&x, &w, 2), (&x, &w))?;
    both::<given, given_5>((&x, &w, 5), (&x, &w))
}

/// Conditions that take from an iterator or a stack, in every place of one.
#[differentiable(order = 2)]
fn taking(x: &Tensor<f64>, w: &Tensor<f64>, ks: &[f64], n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    let mut it = ks.iter();
    while let Some(k) = it.next() {
        h = (&h * w).sin() * *k;
        if *k > 2.5 {
            break;
        }
    }
    let mut left: Vec<usize> = (0..n).collect();
    'all: while let Some(k) = left.pop() {
        h = h + w * k;
        while left.pop().is_some() {
            h = h * 0.5;
            continue 'all;
        }
    }
    if let Some(k) = it.next() {
        h = h * *k;
    }
    match it.next() {
        Some(k) if *k > 0.0 => h = h.cos() * *k,
        Some(_) => {}
        None => h = h * 3.0,
    }
    h.sum()
}

inline! {
    taking_none(x, w) = (x * 3.0).sum() + w.sum() * 0.0;
    taking_2(x, w) = {
        let h = ((x * w).sin() * 0.5 * w).sin() * 2.0;
        // Of 4: 3 is taken, then 2 away; 1, then 0 away.
        let h = ((h + w * 3.0) * 0.5 + w) * 0.5;
        (h * 3.0).sum()
    };
    taking_5(x, w) = {
        let h = ((x * w).sin() * 0.5 * w).sin() * 3.0;
        let h = h + w * 0.0;
        ((h * 1.5).cos() * 2.5).sum()
    };
}

#[test]
fn conditions_that_take() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<taking, taking_none>((&x, &w, &[], 0), (&x, &w))?;
    both::<taking, taking_2>((&x, &w, &[0.5, 2.0], 4), (&x, &w))?;
    both::<taking, taking_5>((&x, &w, &[0.5, 3.0, 1.5, 2.5], 1), (&x, &w))?;
    orders::<taking>((&x, &w, &[0.5, 3.0, 1.5, -2.5], 7))
}

/// Checkpoints of loops that are left early.
#[differentiable(order = 2)]
fn again(x: &Tensor<f64>, w: &Tensor<f64>, n: usize, stop: usize) -> Scalar<f64> {
    let mut h = x.clone();
    #[checkpoint(every = 2)]
    for i in 0..n {
        h = (&h * w).sin();
        if i == stop {
            return h.exp().sum();
        }
    }
    (h * x).sum()
}

inline! {
    again_3_1(x, w) = ((x * w).sin() * w).sin().exp().sum();
    again_3_9(x, w) = ((((x * w).sin() * w).sin() * w).sin() * x).sum();
}

#[test]
fn checkpoints_that_are_left() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<again, again_3_1>((&x, &w, 3, 1), (&x, &w))?;
    both::<again, again_3_9>((&x, &w, 3, 9), (&x, &w))
}
