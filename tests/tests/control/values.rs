//! Jumps out of values, `let .. else`, and names of inner blocks that hide others: what stands behind a jump moves into arms.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::normal;

/// The names of arms hide `h`, `k` and a parameter; each is read again behind.
#[differentiable(order = 2)]
fn hidden(x: &Tensor<f64>, w: &Tensor<f64>, #[constant] o: Option<f64>, n: usize) -> Scalar<f64> {
    let h = x * 2.0;
    let k = 3.0;
    let mut y = x.sin();
    if n > 0 {
        let h = &h * w;
        if n == 9 {
            let y = &h * k;
            return y.sum();
        }
        let x = h.exp();
        y = &y + &x;
        assert!(n < 9, "{n} {k} {h:?} {{h}}");
        if n > 5 {
            let h = &x * 2.0;
            assert!(h.dim(0) == 1, "{{{}}} {h:?}", n);
        }
    } else if n == 0 {
        let w = y.cos();
        y = &y * &w;
    }
    let z = match o {
        Some(k) if k > 10.0 => return (y * k).sum(),
        Some(k) => &h * k,
        None => h.tanh(),
    };
    (y * k + z * &h + w * x).sum()
}

inline! {
    hidden_0(x, w) = {
        let h = x * 2.0;
        let y = x.sin() * x.sin().cos();
        (y * 3.0 + h.tanh() * &h + w * x).sum()
    };
    hidden_1(x, w) = {
        let h = x * 2.0;
        let y = x.sin() + (&h * w).exp();
        (y * 3.0 + &h * 5.0 * &h + w * x).sum()
    };
    hidden_9(x, w) = (x * 2.0 * w * 3.0).sum();
    hidden_11(x, w) = ((x.sin() + (x * 2.0 * w).exp()) * 11.0).sum();
}

#[test]
fn what_is_hidden_is_seen_behind() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<hidden, hidden_0>((&x, &w, None, 0), (&x, &w))?;
    both::<hidden, hidden_1>((&x, &w, Some(5.0), 1), (&x, &w))?;
    both::<hidden, hidden_9>((&x, &w, None, 9), (&x, &w))?;
    both::<hidden, hidden_11>((&x, &w, Some(11.0), 1), (&x, &w))
}

/// Operands leave, in the order in which they are computed.
#[differentiable(order = 2)]
fn operands(x: &Tensor<f64>, w: &Tensor<f64>, #[constant] o: Option<f64>) -> Scalar<f64> {
    let y = x.sin()
        + w * match o {
            Some(v) => v,
            None => return (x * w).sum(),
        };
    let mut z = &y * x;
    z = if o == Some(1.0) { return z.exp().sum() } else { z * 2.0 };
    z += &y
        * (match o {
            Some(v) if v > 4.0 => return z.sum(),
            Some(v) => v,
            None => 0.0,
        });
    let pair = (&z * 2.0, if o == Some(2.0) { return (&z * &y).sum() } else { w.cos() });
    (pair.0 * pair.1).sum()
}

inline! {
    operands_none(x, w) = (x * w).sum();
    operands_1(x, w) = ((x.sin() + w) * x).exp().sum();
    operands_5(x, w) = ((x.sin() + w * 5.0) * x * 2.0).sum();
    operands_2(x, w) = {
        let y = x.sin() + w * 2.0;
        ((&y * x * 2.0 + &y * 2.0) * &y).sum()
    };
    operands_3(x, w) = {
        let y = x.sin() + w * 3.0;
        ((&y * x * 2.0 + &y * 3.0) * 2.0 * w.cos()).sum()
    };
}

#[test]
fn out_of_operands() -> Result<()> {
    let (x, w) = (normal(3, [4]), normal(4, [4]));
    both::<operands, operands_none>((&x, &w, None), (&x, &w))?;
    both::<operands, operands_1>((&x, &w, Some(1.0)), (&x, &w))?;
    both::<operands, operands_2>((&x, &w, Some(2.0)), (&x, &w))?;
    both::<operands, operands_3>((&x, &w, Some(3.0)), (&x, &w))?;
    both::<operands, operands_5>((&x, &w, Some(5.0)), (&x, &w))
}

/// The same in what a function gives.
#[differentiable(order = 2)]
fn given(x: &Tensor<f64>, w: &Tensor<f64>, #[constant] o: Option<f64>) -> Result<Scalar<f64>> {
    if o < Some(1.0) {
        return Ok((x * match o {
            Some(v) => v,
            None => return Ok(w.sin().sum()),
        })
        .sum());
    }
    Ok((w * if o == Some(2.0) { return Ok((x * w).sum()) } else { 3.0 }).sum())
}

inline! {
    given_none(x, w) = (w.sin() + x * 0.0).sum();
    given_half(x, w) = (x * 0.5 + w * 0.0).sum();
    given_2(x, w) = (x * w).sum();
    given_4(x, w) = (w * 3.0 + x * 0.0).sum();
}

#[test]
fn out_of_what_is_given() -> Result<()> {
    let (x, w) = (normal(8, [3]), normal(9, [3]));
    both::<given, given_none>((&x, &w, None), (&x, &w))?;
    both::<given, given_half>((&x, &w, Some(0.5)), (&x, &w))?;
    both::<given, given_2>((&x, &w, Some(2.0)), (&x, &w))?;
    both::<given, given_4>((&x, &w, Some(4.0)), (&x, &w))
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    bias: Option<Tensor<f64>>,
}

/// In rounds: a round that is skipped, a loop that stops, and a loop inside that skips or stops rounds of the outer loop.
#[differentiable(order = 2)]
fn rounds(layers: &[Layer], x: &Tensor<f64>, #[constant] last: Option<usize>) -> Scalar<f64> {
    let mut h = x.clone();
    'layers: for (i, layer) in layers.iter().enumerate() {
        let y = &layer.w * &h;
        let Some(bias) = &layer.bias else { continue };
        let scale = match last {
            Some(last) if last < i => break,
            Some(_) => 2.0,
            None => 1.0,
        };
        h = y * scale + bias;
        for k in 0..3 {
            let Some(last) = last else { continue 'layers };
            let times = if last == 7 { break 'layers } else { k as f64 };
            h = h.sin() * times;
        }
    }
    h.sum()
}

#[differentiable]
fn rounds_inline(layers: &[Layer], x: &Tensor<f64>, #[constant] last: Option<usize>) -> Scalar<f64> {
    let mut h = x.clone();
    let mut on = true;
    for (i, layer) in layers.iter().enumerate() {
        let there = i % 2 == 0;
        let reached = last.is_none_or(|last| last >= i);
        if on && there && reached {
            let scale = if last.is_some() { 2.0 } else { 1.0 };
            let y = &layer.w * &h * scale;
            if let Some(bias) = &layer.bias {
                h = y + bias;
            }
            if last == Some(7) {
                on = false;
            } else if last.is_some() {
                h = h.sin() * 0.0;
                h = h.sin() * 1.0;
                h = h.sin() * 2.0;
            }
        } else if there {
            on = false;
        }
    }
    h.sum()
}

#[test]
fn out_of_rounds() -> Result<()> {
    let layer = |i: u64| Layer { w: normal(i, [3]), bias: (i % 2 == 0).then(|| normal(i + 9, [3])) };
    let (layers, x) = ((0..5).map(layer).collect::<Vec<_>>(), normal(5, [3]));
    for last in [None, Some(0), Some(2), Some(3), Some(7)] {
        both::<rounds, rounds_inline>((&layers, &x, last), (&layers, &x, last))?;
        both::<rounds, rounds_inline>((&[], &x, last), (&[], &x, last))?;
    }
    Ok(())
}

/// A loop that gives a value and is left for more than that, by `return` and by a `break` of the loop around it.
#[differentiable(order = 2)]
fn loops(x: &Tensor<f64>, w: &Tensor<f64>, n: usize, m: usize) -> Scalar<f64> {
    let mut h = x * 1.0;
    'outer: for t in 0..n {
        let mut k = 0;
        let (y, count) = loop {
            h = &h * 0.5 + w;
            k += 1;
            if k > m {
                return h.sin().sum();
            }
            for j in 0..4 {
                if j + t > 4 {
                    break 'outer;
                }
                if j > 2 {
                    break;
                }
            }
            if k == 2 {
                break (h.cos(), k);
            }
        };
        h = y * count as f64;
    }
    h.sum()
}

inline! {
    loops_0(x, w) = (x * 1.0 + w * 0.0).sum();
    loops_early(x, w) = {
        let h = x * 1.0 * 0.5 + w;
        (&h * 0.5 + w).sin().sum()
    };
    loops_2(x, w) = {
        let h = x * 1.0 * 0.5 + w;
        let h = (&h * 0.5 + w).cos() * 2.0;
        let h = &h * 0.5 + w;
        ((&h * 0.5 + w).cos() * 2.0 * 0.5 + w).sum()
    };
}

#[test]
fn out_of_loops_with_values() -> Result<()> {
    let (x, w) = (normal(6, [3]), normal(7, [3]));
    both::<loops, loops_0>((&x, &w, 0, 9), (&x, &w))?;
    both::<loops, loops_early>((&x, &w, 3, 1), (&x, &w))?;
    both::<loops, loops_2>((&x, &w, 9, 9), (&x, &w))
}

/// `let .. else` that fails as plain Rust does.
#[differentiable]
fn needed(layer: &Layer, x: &Tensor<f64>, #[constant] o: Option<(usize, f64)>) -> Result<Scalar<f64>> {
    let Some((n, scale)): Option<(usize, f64)> = o else { return Err(Error::msg("no scale")) };
    let Some(bias) = &layer.bias else { panic!("layer {n} has no bias") };
    let Layer { w, .. } = layer;
    Ok((w * x * scale + bias).sum())
}

#[test]
fn fails_as_written() -> Result<()> {
    let layer = Layer { w: normal(1, [2]), bias: Some(normal(2, [2])) };
    let x = normal(3, [2]);
    let (_, g) = needed::value_and_grad(&layer, &x, Some((0, 2.0)))?;
    assert_eq!(g.x.to_vec()?, layer.w.mul(2.0)?.to_vec()?);
    assert_eq!(needed::vjp(&layer, &x, None).err().map(|e| e.to_string()).as_deref(), Some("no scale"));
    let bare = Layer { bias: None, ..layer };
    let ended = std::panic::catch_unwind(|| needed::call(&bare, &x, Some((3, 2.0))).is_ok());
    let said = ended.unwrap_err();
    assert_eq!(said.downcast_ref::<String>().map(String::as_str), Some("layer 3 has no bias"));
    Ok(())
}
