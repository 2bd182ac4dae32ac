//! Host effects, and what tensors are asked for among them, come in the order of Rust: each body runs as plain Rust over numbers
//! too, and the values, in every transform, and the number of host calls are the same.

mod blocks;
mod places;
mod plain;
mod questions;

use std::cell::Cell;

thread_local! {
    /// How many calls of host functions there were.
    pub static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Another number at each call.
pub fn noted(k: f64) -> f64 {
    CALLS.set(CALLS.get() + 1);
    k + CALLS.get() as f64
}

pub fn next(k: &mut f64) -> f64 {
    *k += 1.0;
    *k
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub k: f64,
    pub j: usize,
}

/// The same text as a differentiable function and as plain Rust, and a test that compares them.
macro_rules! both {
    (|$x:ident, $n:ident| $($name:ident { $($body:tt)* })*) => {
        #[allow(unused_assignments, unused_mut, unused_parens, unused_variables)]
        mod ours {
            #[allow(unused_imports)]
            use crate::{Pair, next, noted};
            use cotangent::prelude::*;
            $(
                #[differentiable(order = 2)]
                pub fn $name($x: &Tensor<f64, N>, $n: usize) -> Result<Scalar<f64>> { $($body)* }
            )*
        }
        #[allow(unused_assignments, unused_mut, unused_parens, unused_variables)]
        mod numbers {
            #[allow(unused_imports)]
            use crate::plain::*;
            $(pub fn $name($x: &Tensor<f64>, $n: usize) -> Result<Tensor<f64>> { $($body)* })*
        }
        #[test]
        fn as_rust_does() -> cotangent::Result<()> {
            use crate::CALLS;
            use cotangent::prelude::*;
            $(for n in 0..4 {
                let x = tensor![0.5, -1.25, 2.0];
                let ones = tensor![1.0, 1.0, 1.0];
                let want = numbers::$name(&crate::plain::Tensor(x.to_vec()?), n)?.item()?;
                let calls = CALLS.replace(0);
                let of = |what: &str, got: f64| {
                    let name = stringify!($name);
                    assert!((want - got).abs() < 1e-12 * (1.0 + want.abs()), "{what} of {name}({n}): {got} for {want}");
                    assert_eq!(CALLS.replace(0), calls, "host calls in {what} of {name}({n})");
                };
                of("call", ours::$name(&x, n)?.item()?);
                of("value_and_grad", ours::$name::value_and_grad(&x, n)?.0.item()?);
                of("vjp", ours::$name::vjp(&x, n)?.0.item()?);
                of("jvp", ours::$name::jvp(&x, n, &ones)?.0.item()?);
                // Numbers out of tensors have no derivative, so differences of values are no reference.
                ours::$name::hvp(&x, n, &ones)?;
                assert_eq!(CALLS.replace(0), calls, "host calls in hvp of {}({n})", stringify!($name));
                let along = ours::$name::jvp(&x, n, &ones)?.1.item()?;
                let back = ours::$name::value_and_grad(&x, n)?.1.x.sum()?.item()?;
                if calls == 0 {
                    assert!((along - back).abs() < 1e-12 * (1.0 + along.abs()), "{along} for {back}");
                }
                CALLS.set(0);
            })*
            Ok(())
        }
    };
}
pub(crate) use both;
