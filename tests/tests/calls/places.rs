//! Where a called function may stand: other modules, function bodies, other names.

use cotangent::prelude::*;
use cotangent_tests::flow::{alike, both};

use crate::normal;

mod library {
    use cotangent::prelude::*;

    /// Squares.
    #[differentiable(order = 2)]
    pub fn squared(x: &Tensor<f64>) -> Tensor<f64> {
        x * x
    }

    pub mod nested {
        use cotangent::prelude::*;

        #[differentiable(order = 2)]
        pub(crate) fn twice(x: &Tensor<f64>) -> Tensor<f64> {
            super::squared(&super::squared(x)) + self::once(x) + crate::places::local(x)
        }

        #[differentiable(order = 2)]
        fn once(x: &Tensor<f64>) -> Tensor<f64> {
            x.exp()
        }
    }
}

use library::nested as renamed;
use library::squared as power_of_two;

#[differentiable(order = 2)]
fn local(x: &Tensor<f64>) -> Tensor<f64> {
    x.sin()
}

#[differentiable(order = 2)]
fn across(x: &Tensor<f64>) -> Scalar<f64> {
    (power_of_two(x) + library::squared(&local(x)) * renamed::twice(x)).sum()
}

#[differentiable]
fn across_inline(x: &Tensor<f64>) -> Scalar<f64> {
    let s = x.sin();
    (x * x + &s * &s * ((x * x) * (x * x) + x.exp() + &s)).sum()
}

#[test]
fn other_modules() -> Result<()> {
    let x = normal(1, [3]);
    both::<across, across_inline>((&x,), (&x,))
}

#[test]
fn function_bodies() -> Result<()> {
    #[differentiable]
    fn inner(x: &Tensor<f64>, k: f64) -> Tensor<f64> {
        x.cos() * k
    }

    #[differentiable]
    fn outer(x: &Tensor<f64>) -> Scalar<f64> {
        let mut y = inner(x, 2.0);
        for i in 0..3 {
            y = inner(&y, i as f64) + x;
        }
        y.sum()
    }

    #[differentiable]
    fn inline(x: &Tensor<f64>) -> Scalar<f64> {
        let y = x.cos() * 2.0;
        let y = y.cos() * 0.0 + x;
        let y = y.cos() + x;
        (y.cos() * 2.0 + x).sum()
    }
    let x = normal(1, [3]);
    alike::<outer, inline>((&x,), (&x,))
}

/// A local variable of the callee's name is another thing.
#[differentiable]
fn shadowed(x: &Tensor<f64>) -> Scalar<f64> {
    let local = local(x);
    local.sum()
}

#[differentiable]
fn shadowed_inline(x: &Tensor<f64>) -> Scalar<f64> {
    x.sin().sum()
}

#[test]
fn a_variable_named_like_the_function() -> Result<()> {
    let x = normal(1, [3]);
    alike::<shadowed, shadowed_inline>((&x,), (&x,))
}

/// Names of what the rules of the table are written with belong to the user.
mod names {
    use cotangent::prelude::*;

    #[differentiable(order = 2)]
    pub(crate) fn root(x: &Tensor<f64>) -> Tensor<f64> {
        x.sin()
    }

    #[differentiable(order = 2)]
    pub(crate) fn triangle(x: &Tensor<f64>, lower: bool) -> Tensor<f64> {
        if lower { x * 2.0 } else { x.cos() }
    }

    #[differentiable(order = 2)]
    pub(crate) fn parity(x: &Tensor<f64>) -> Tensor<f64> {
        x * 3.0
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Half(Tensor<f64>);

#[differentiable(order = 2)]
impl Half {
    fn half_tril(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x * &self.0
    }
    fn cut_ln(&self) -> Tensor<f64> {
        self.0.exp()
    }
}

use names::{parity, root, triangle};

#[differentiable(order = 2)]
fn internal(half: &Half, x: &Tensor<f64>) -> Scalar<f64> {
    let y = root(x) + triangle(x, true) * triangle(x, false) + parity(x);
    (half.half_tril(&y) + half.cut_ln()).sum()
}

#[differentiable]
fn internal_inline(half: &Half, x: &Tensor<f64>) -> Scalar<f64> {
    let y = x.sin() + x * 2.0 * x.cos() + x * 3.0;
    (y * &half.0 + half.0.exp()).sum()
}

#[test]
fn names_of_internal_ops() -> Result<()> {
    let (half, x) = (Half(normal(2, [3])), normal(1, [3]));
    both::<internal, internal_inline>((&half, &x), (&half, &x))
}
