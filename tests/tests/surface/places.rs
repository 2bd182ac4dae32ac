//! Where functions may stand, under which names.

use cotangent::prelude::*;

use crate::{all, vector};

#[test]
fn in_a_function_body() {
    const SCALE: f32 = 3.0;
    fn factor(n: usize) -> f32 {
        n as f32
    }
    /// Sees the items around it.
    #[differentiable(order = 2)]
    fn local(x: &Tensor<N>) -> Scalar {
        (x * x).sum() * SCALE * factor(N)
    }
    let x = vector(&[1.0, 2.0]);
    assert_eq!(all(&local::grad(&x).unwrap().x), [12.0, 24.0]);
    assert_eq!(all(&local::hvp(&x, &x).unwrap().1.x), [12.0, 24.0]);
    {
        #[differentiable]
        fn local(x: &Tensor<N>) -> Scalar {
            x.sum()
        }
        assert_eq!(all(&local::grad(&x).unwrap().x), [1.0, 1.0]);
    }
}

mod shadowing {
    //! Names that a user may have taken already.
    #![allow(dead_code)]

    type Result<T> = std::result::Result<T, String>;
    struct Vec;
    struct Option;
    struct Some;
    struct Ok;
    struct String2;
    mod rt {}
    mod m {}
    mod std2 {}
    trait Clone {}
    trait Float {}
    macro_rules! vec {
        () => {
            1
        };
    }
    const ONE: usize = vec![];

    use cotangent::{Scalar, Tensor};

    #[cotangent::differentiable]
    pub(super) fn clash(x: &Tensor<N>, y: &[Tensor], t0: f32, h1: f32, grads: usize, value: usize) -> Scalar {
        let k0 = x * t0 + h1;
        (k0 * &y[0]).sum() * grads * value * ONE
    }
}

#[test]
fn among_names_that_clash() {
    let x = vector(&[1.0, 2.0]);
    let g = shadowing::clash::grad(&x, std::slice::from_ref(&x), 2.0, 0.5, 1, 1).unwrap();
    assert_eq!(all(&g.x), [2.0, 4.0]);
    assert_eq!(all(&g.y[0]), [2.5, 4.5]);
}

mod loss {
    //! A module of the function's name: the type beside the function takes another.
    use cotangent::prelude::*;

    #[differentiable(name = Loss)]
    pub(super) fn loss(x: &Tensor<N>) -> Scalar {
        (x * x).sum()
    }
}
use loss::{Loss, loss};

#[test]
fn the_type_takes_another_name() {
    let x = vector(&[1.0, 2.0]);
    assert_eq!(all(&Loss::grad(&x).unwrap().x), [2.0, 4.0]);
    assert_eq!(loss(&x).item().unwrap(), 5.0);
    assert_eq!(<Loss as Function>::NAME, "loss");
}

mod visible {
    use cotangent::prelude::*;

    pub(crate) mod inner {
        use cotangent::prelude::*;
        #[differentiable]
        pub(in crate::places) fn narrow(x: &Tensor) -> Scalar {
            x.sum()
        }
        #[differentiable]
        pub(super) fn above(x: &Tensor) -> Scalar {
            x.sum() * 2.0
        }
    }
    #[differentiable]
    pub fn wide(x: &Tensor) -> Scalar {
        x.sum() * 3.0
    }
    pub(super) fn call(x: &Tensor) -> f32 {
        inner::above::grad(x).unwrap().x.to_vec().unwrap()[0]
    }
}

#[test]
fn visibility_is_kept() {
    let x = vector(&[1.0]);
    assert_eq!(all(&visible::inner::narrow::grad(&x).unwrap().x), [1.0]);
    assert_eq!(visible::call(&x), 2.0);
    assert_eq!(all(&visible::wide::grad(&x).unwrap().x), [3.0]);
}

macro_rules! powers {
    ($($name:ident = $n:literal),*) => {$(
        #[doc = concat!("The power ", $n, ".")]
        #[differentiable(crate = $crate::library)]
        fn $name(x: &Tensor<N>) -> Scalar {
            let y = x.powi($n);
            y.sum()
        }
    )*};
}
powers!(cube = 3, fifth = 5);

#[test]
fn from_a_macro() {
    let x = vector(&[2.0]);
    assert_eq!(all(&cube::grad(&x).unwrap().x), [12.0]);
    assert_eq!(all(&fifth::grad(&x).unwrap().x), [80.0]);
}

#[differentiable]
fn r#match(r#type: &Tensor<N>, r#loop: &Tensor<N>) -> Scalar {
    (r#type * r#loop).sum()
}

#[test]
fn raw_names() {
    let x = vector(&[2.0]);
    assert_eq!(all(&r#match::grad(&x, &x).unwrap().r#type), [2.0]);
}

#[inline(never)]
#[must_use]
#[cfg_attr(test, doc = "Attributes stay.")]
#[differentiable]
fn attributed(x: &Tensor<N>) -> Scalar {
    x.sum()
}

#[test]
fn attributes_are_kept() {
    assert_eq!(attributed(&vector(&[2.0])).item().unwrap(), 2.0);
}

#[test]
fn as_function_pointers_and_in_threads() {
    let f: fn(&Tensor) -> Tensor = attributed;
    let x = vector(&[2.0, 3.0]);
    let sums: Vec<f32> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..4).map(|_| scope.spawn(|| f(&x).item().unwrap())).collect();
        handles.into_iter().map(|h| h.join().unwrap()).collect()
    });
    assert_eq!(sums, [5.0; 4]);
    // A pullback may be sent away.
    let (_, pullback) = Loss::vjp(&x).unwrap();
    let g = std::thread::spawn(move || pullback.pull(&Tensor::scalar(1.0)).unwrap()).join().unwrap();
    assert_eq!(all(&g.x), [4.0, 6.0]);
}
