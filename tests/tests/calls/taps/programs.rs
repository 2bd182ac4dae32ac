//! Taps in loops over structs, lists and calls, with hooks and second derivatives around.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

use super::normal;
use super::rounds::zeros;

#[derive(Clone, Differentiable)]
struct Block<T: Float> {
    w: Tensor<T>,
}

#[differentiable]
impl<T: Float> Block<T> {
    fn step(&self, x: &Tensor<T>) -> Tensor<T> {
        #[tap]
        let own = x * &self.w;
        own.tanh()
    }
}

#[derive(Clone, Differentiable)]
struct Net<T: Float> {
    blocks: Vec<Block<T>>,
}

#[differentiable]
impl<T: Float> Net<T> {
    fn loss(&self, x: &Tensor<T>, skip: Option<usize>) -> Scalar<T> {
        let mut y = x.clone();
        for (i, block) in self.blocks.iter().enumerate() {
            if skip == Some(i) {
                continue;
            }
            #[tap(hidden)]
            let h = block.step(&y);
            y = h + x;
        }
        y.square().sum()
    }
}

/// The same from the values behind round `from` on.
#[differentiable]
fn from(y: &Tensor<f64>, x: &Tensor<f64>, blocks: &[Block<f64>], at: usize) -> Scalar<f64> {
    let mut y = y + x;
    for block in &blocks[at..] {
        y = (&y * &block.w).tanh() + x;
    }
    y.square().sum()
}

#[test]
fn methods_and_the_rest_of_the_program() -> Result<()> {
    let x = normal(1, [3])?;
    let blocks = (0..4).map(|k| Ok(Block { w: normal(k + 2, [3])? })).collect::<Result<Vec<_>>>()?;
    let net = Net { blocks: blocks.clone() };
    let (_, grads, taps) = net.loss_value_and_grad_taps(&x, None)?;
    assert_eq!(taps.hidden.len(), 4);
    let mut y = x.clone();
    for (i, block) in blocks.iter().enumerate() {
        let h = (&y * &block.w).tanh()?;
        let wanted = from::grad(&h, &x, &blocks, i + 1)?;
        near("hidden", &numbers(&taps.hidden[i])?, &numbers(&wanted.y)?, 1e-13);
        y = &h + &x;
    }
    near("this", &numbers(&grads.this)?, &numbers(&net.loss_grad(&x, None)?.this)?, 1e-13);
    let (_, pullback) = net.loss_vjp_taps(&x, Some(1))?;
    let (_, skipped) = pullback.pull(&Tensor::scalar(1.0))?;
    assert_eq!(skipped.hidden.len(), 3);
    let plain = net.loss_grad(&x, Some(1))?;
    near("what is skipped", &numbers(&plain.this.blocks[1])?, &[0.0; 3], 0.0);
    Ok(())
}

/// Hooks are told of the gradient and of nothing else.
#[test]
fn hooks_are_told_of_gradients() -> Result<()> {
    let x = normal(1, [3])?;
    let net = Net { blocks: vec![Block { w: normal(2, [3])? }, Block { w: normal(3, [3])? }] };
    let (_, pullback) = net.loss_vjp_taps(&x, None)?;
    let mut told = Vec::new();
    let (_, taps) = pullback.clone().pull_hooked(&Tensor::scalar(1.0), |leaf| {
        told.push(leaf.name().to_owned());
        Ok(())
    })?;
    told.sort();
    assert_eq!(told, ["this.blocks.0.w", "this.blocks.1.w", "x"]);
    let (_, wanted) = pullback.pull(&Tensor::scalar(1.0))?;
    assert_eq!(numbers(&taps)?, numbers(&wanted)?);
    Ok(())
}

/// Derivatives of both orders are those of the function without taps, and a callee's taps are its own.
#[differentiable(order = 2)]
fn tapped_cell(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Tensor<f64> {
    let mut y = x.clone();
    for k in 0..n {
        #[tap]
        let h = (&y * w).sin();
        y = if k > 0 {
            #[tap]
            let a = h * x;
            a
        } else {
            h
        };
    }
    y
}

#[differentiable(order = 2)]
fn of_cells(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut y = x.clone();
    for _ in 0..2 {
        #[tap(h)]
        let next = tapped_cell(&y, w, n);
        y = next.square();
    }
    y.sum()
}

#[test]
fn other_transforms_do_not_see_taps() -> Result<()> {
    let (x, w) = (normal(1, [3])?, normal(2, [3])?);
    cotangent::check::gradients::<of_cells>((&x, &w, 3))?;
    let (_, grads, taps) = of_cells::value_and_grad_taps(&x, &w, 3)?;
    near("x", &numbers(&grads)?, &numbers(&of_cells::grad(&x, &w, 3)?)?, 1e-13);
    assert_eq!(taps.h.len(), 2);
    let last = tapped_cell(&tapped_cell(&x, &w, 3).square()?, &w, 3);
    near("h", &numbers(&taps.h[1])?, &numbers(&(last * 2.0))?, 1e-13);
    let (y, pullback) = tapped_cell::vjp_taps(&x, &w, 3)?;
    assert_eq!(numbers(&y)?, numbers(&tapped_cell(&x, &w, 3))?);
    let (_, taps) = pullback.pull(&y)?;
    assert_eq!((taps.h.len(), taps.a.len()), (3, 2));
    assert_eq!(numbers(&taps.a[1])?, numbers(&y)?);
    Ok(())
}

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor<f64>,
    k: usize,
}

#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor<f64>, n: usize) -> Tensor<f64>;
}

#[differentiable]
impl Layer for Block<f64> {
    fn forward(&self, x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        let mut s = State { h: x.clone(), k: 0 };
        while s.k < n {
            #[tap]
            let h = &s.h * &self.w;
            s = State { h: h.sin(), k: s.k + 1 };
        }
        s.h
    }
}

/// What rounds carry is a struct; the method is one of a trait, which has no taps, called by who has some.
#[differentiable]
fn of_states(b: &Block<f64>, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut s = State { h: x.clone(), k: 0 };
    let mut all = Vec::new();
    loop {
        if s.k == n {
            break;
        }
        #[tap]
        let h = b.forward(&s.h, 1) * x;
        all.push(h.clone());
        s = State { h, k: s.k + 1 };
    }
    #[tap]
    let sum = if all.is_empty() { x.square() } else { stack(&all, 0).sum_axis(0) };
    (sum * &s.h).sum()
}

#[differentiable]
fn of_tensors(b: &Block<f64>, x: &Tensor<f64>, hs: &[Tensor<f64>]) -> Scalar<f64> {
    let mut y = x.clone();
    let mut sum = x * 0.0;
    for d in hs {
        y = (&y * &b.w).sin() * x + d;
        sum = sum + &y;
    }
    (sum * y).sum()
}

#[test]
fn structs_and_lists_that_rounds_carry() -> Result<()> {
    let (b, x) = (Block { w: normal(1, [3])? }, normal(2, [3])?);
    for n in [1, 4] {
        let wanted = of_tensors::grad(&b, &x, &zeros(n)?)?;
        let (_, grads, taps) = of_states::value_and_grad_taps(&b, &x, n)?;
        near("h", &numbers(&taps.h)?, &numbers(&wanted.hs)?, 1e-13);
        near("w", &numbers(&grads.b)?, &numbers(&wanted.b)?, 1e-13);
    }
    let (_, _, taps) = of_states::value_and_grad_taps(&b, &x, 0)?;
    assert!(taps.h.is_empty());
    assert_eq!(numbers(&taps.sum)?, numbers(&x)?);
    Ok(())
}
