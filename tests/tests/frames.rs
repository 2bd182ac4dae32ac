//! What transforms need of the stack: long functions run on any thread, and a statement more is not thousands of bytes more.

use std::cell::Cell;
use std::thread::Builder;

use cotangent::prelude::*;

thread_local! {
    static LOWEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// One, and a note of how deep the stack is.
#[inline(never)]
fn mark() -> f64 {
    let here = 0u8;
    let at = std::hint::black_box(&raw const here) as usize;
    LOWEST.set(LOWEST.get().min(at));
    1.0
}

/// A function of a statement for each number: a product, which no kernel holds, and a kernel behind it.
macro_rules! function {
    ($name:ident: $($k:literal)*) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64, N, N>, w: &Tensor<f64, N, N>, b: &Tensor<f64, N>) -> Scalar<f64> {
            let mut h = x.clone();
            $(h = (h.matmul(w) + b * $k).tanh();)*
            let one = mark();
            (h * one).sum()
        }
    };
}

function!(twenty: 0.00 0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08 0.09 0.10 0.11 0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19);
function!(sixty: 0.00 0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08 0.09 0.10 0.11 0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19
    0.20 0.21 0.22 0.23 0.24 0.25 0.26 0.27 0.28 0.29 0.30 0.31 0.32 0.33 0.34 0.35 0.36 0.37 0.38 0.39
    0.40 0.41 0.42 0.43 0.44 0.45 0.46 0.47 0.48 0.49 0.50 0.51 0.52 0.53 0.54 0.55 0.56 0.57 0.58 0.59);

fn given() -> Result<[Tensor<f64>; 3]> {
    let key = Key::new(7);
    Ok([key.normal([2, 2])?, key.fold(1).normal([2, 2])?, key.fold(2).normal([2])?])
}

fn on_thread<R: Send + 'static>(stack: usize, run: fn() -> Result<R>) -> Result<R> {
    let thread = Builder::new().stack_size(stack).spawn(run).expect("a thread");
    thread.join().expect("nothing panics")
}

/// Two mebibytes are what a thread has whose stack nobody chose.
#[test]
fn long_function_runs_on_any_thread() -> Result<()> {
    on_thread(2 << 20, || {
        let [x, w, b] = given()?;
        let (grads, _) = sixty::hvp(&x, &w, &b, &x, &w, &b)?;
        let (value, pullback) = sixty::vjp(&x, &w, &b)?;
        let pulled = pullback.pull(&Tensor::scalar(1.0))?;
        let (loss, all) = sixty::value_and_grad(&x, &w, &b)?;
        assert_eq!(value.item()?, loss.item()?);
        for grads in [&grads.w, &pulled.w] {
            let pairs = grads.to_vec()?.into_iter().zip(all.w.to_vec()?);
            let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-12, "{apart}");
        }
        sixty::jvp(&x, &w, &b, &x, &w, &b).map(drop)
    })
}

/// How far below this function `hvp` and `value_and_grad` go, on a thread that needs no second stack.
fn depths() -> Result<[usize; 4]> {
    let [x, w, b] = given()?;
    let depth = |run: &dyn Fn() -> Result<()>| {
        let here = 0u8;
        let at = std::hint::black_box(&raw const here) as usize;
        LOWEST.set(usize::MAX);
        run().map(|()| at - LOWEST.get())
    };
    Ok([
        depth(&|| twenty::hvp(&x, &w, &b, &x, &w, &b).map(drop))?,
        depth(&|| sixty::hvp(&x, &w, &b, &x, &w, &b).map(drop))?,
        depth(&|| twenty::value_and_grad(&x, &w, &b).map(drop))?,
        depth(&|| sixty::value_and_grad(&x, &w, &b).map(drop))?,
    ])
}

#[test]
fn statements_take_little_of_the_stack() -> Result<()> {
    let [short, long, short_grad, long_grad] = on_thread(64 << 20, depths)?;
    let (of_hvp, of_grad) = ((long - short) / 40, (long_grad - short_grad) / 40);
    println!("a statement takes {of_hvp} bytes of the frame of `hvp`, {of_grad} of that of `value_and_grad`");
    assert!(short > 0 && short_grad > 0);
    assert!(of_hvp < 16 << 10, "{of_hvp} bytes for each statement of `hvp`");
    assert!(of_grad < 5 << 10, "{of_grad} bytes for each statement of `value_and_grad`");
    Ok(())
}
