//! Names of the user that emitted code could take for its own: parameters, locals, constants, types, modules, macros.
#![allow(non_upper_case_globals, non_camel_case_types, non_snake_case, dead_code, unused_macros, clippy::all)]

use cotangent_tests as _;

use cotangent::prelude as ad;
use cotangent::prelude::{Float, Result, differentiable, tensor};

/// Items around the functions, called what the macro calls its locals, and what it names in paths.
mod items {
    use super::*;

    // A constant in scope turns `let x = ..` into a pattern that compares.
    const x0: f32 = 0.0;
    const y0: f32 = 0.0;
    const h0: f32 = 0.0;
    const t0: f32 = 0.0;
    const t1: f32 = 0.0;
    const t2: f32 = 0.0;
    const s: f32 = 0.0;
    const s0: f32 = 0.0;
    const d0: f32 = 0.0;
    const v0: f32 = 0.0;
    const i: f32 = 0.0;
    const n: f32 = 0.0;
    const a: f32 = 0.0;
    const b: f32 = 0.0;
    const g: f32 = 0.0;
    const axes: f32 = 0.0;
    const axis: f32 = 0.0;
    const keep: f32 = 0.0;
    const start: f32 = 0.0;
    const len: f32 = 0.0;
    const shape: f32 = 0.0;
    const value: f32 = 0.0;
    const bytes: f32 = 0.0;
    const args: f32 = 0.0;
    const tangents: f32 = 0.0;
    const actives: f32 = 0.0;
    const output: f32 = 0.0;
    const pullback: f32 = 0.0;
    const cotangent0: f32 = 0.0;
    const residual0: f32 = 0.0;
    const x_dot: f32 = 0.0;
    const N: usize = 99;
    const SITE: f32 = 0.0;
    const INFO: f32 = 0.0;
    static path: f32 = 0.0;
    static walk: f32 = 0.0;
    static trees: f32 = 0.0;
    static t: f32 = 0.0;

    // Types and modules in the way of paths.
    mod rt {
        pub(super) const FACTOR: f32 = 2.0;
    }
    mod core {}
    mod std {}
    mod m {}
    struct Tensor;
    struct Scalar;
    struct Option;
    struct Vec;
    struct Box;
    struct PhantomData;
    struct Isa;
    struct Kernel0;
    struct Value0;
    trait Kernel {}
    trait Clone {}
    trait Copy {}
    fn Ok() {}
    fn Err() {}
    fn Some() {}
    fn drop() {}

    macro_rules! vec {
        ($($any:tt)*) => {
            compile_error!("the user's own `vec`")
        };
    }
    macro_rules! assert {
        ($($any:tt)*) => {
            ()
        };
    }
    macro_rules! line {
        ($($any:tt)*) => {
            compile_error!("the user's own `line`")
        };
    }

    /// Named dims hide constants, as generic parameters do.
    #[differentiable(order = 2)]
    fn loss(x: &ad::Tensor<N, D>, w: &ad::Tensor<D>) -> ad::Scalar {
        let k = rt::FACTOR;
        assert!("this is no assertion");
        let u = x.softmax(1) * w / (N as f32);
        let parts = cotangent::ops::concat(&[&u, x], 1);
        (parts.square().mean_axis(0) * k).logsumexp()
    }

    #[differentiable]
    fn lists(xs: &[ad::Tensor], pair: (&ad::Tensor, &ad::Tensor)) -> ad::Scalar {
        (&xs[0] * pair.0 + &xs[1] * pair.1).sum()
    }

    #[test]
    fn constants_types_modules_and_macros() -> super::Result<()> {
        let x = tensor![[0.5, -1.0, 0.25], [1.0, 0.0, 2.0]];
        let w = tensor![1.0, 2.0, 3.0];
        cotangent::check::gradients::<loss>((&x, &w))?;
        let list = [w.clone(), w.clone()];
        cotangent::check::gradients::<lists>((&list[..], (&w, &w)))?;
        super::Result::Ok(())
    }
}

/// Parameters and locals called what the macro calls its own.
mod locals {
    use super::*;

    #[differentiable(order = 2)]
    fn parameters(rt: &ad::Tensor<n, i>, x0: &ad::Tensor<i>, t0: f32, s: usize) -> ad::Scalar {
        let a = rt * x0;
        let b = &a + t0;
        let t1 = b.tanh();
        let shape = t1.shape();
        let len = shape.len();
        let start = 0;
        let axis = len - 1;
        let h0 = t1.narrow(axis, start, i - 1);
        let y0 = cotangent::ops::stack(&[&h0, &h0], axis as isize);
        let y1 = cotangent::ops::concat(&[&h0, &h0], axis as isize);
        (y0.mean() + y1.sum()) * (n + s) as f32
    }

    #[differentiable]
    fn of_the_trait(
        args: &ad::Tensor,
        tangents: &ad::Tensor,
        actives: &ad::Tensor,
        #[constant] output: &ad::Tensor,
        path: &ad::Tensor,
        walk: &ad::Tensor,
        trees: &ad::Tensor,
        types: &ad::Tensor,
    ) -> ad::Scalar {
        (args * tangents * actives * output + path * walk * trees * types).sum()
    }

    #[differentiable]
    fn tangent_names(x: &ad::Tensor, x_dot: &ad::Tensor, x_dot_dot: &ad::Tensor) -> ad::Scalar {
        (x * x_dot * x_dot_dot).sum()
    }

    #[differentiable]
    fn leaves(
        pair: (&ad::Tensor, &ad::Tensor),
        pair_0: &ad::Tensor,
        pair_1: &ad::Tensor,
        pair_0_dot: f32,
    ) -> ad::Scalar {
        (pair.0 * pair_1 + pair.1 * pair_0 * pair_0_dot).sum()
    }

    #[differentiable]
    fn of_the_pullback(
        value: &ad::Tensor,
        bytes: &ad::Tensor,
        pullback: &ad::Tensor,
        cotangent: &ad::Tensor,
        residual0: &ad::Tensor,
        cotangent0: &ad::Tensor,
        shape_of_result0: &ad::Tensor,
    ) -> (ad::Tensor, ad::Tensor) {
        let residual1 = (value * bytes).exp();
        let residual2 = (pullback * cotangent).exp();
        (&residual1 * &residual2 * residual0, residual2 * cotangent0 * shape_of_result0)
    }

    #[test]
    fn parameters_and_locals() -> Result<()> {
        let (x, w) = (tensor![[0.5, -1.0, 0.25], [1.0, 0.0, 2.0]], tensor![1.0, 2.0, 3.0]);
        cotangent::check::gradients::<parameters>((&x, &w, 0.5, 1))?;
        cotangent::check::gradients::<of_the_trait>((&w, &w, &w, &w, &w, &w, &w, &w))?;
        cotangent::check::gradients::<tangent_names>((&w, &w, &w))?;
        cotangent::check::gradients::<leaves>(((&w, &w), &w, &w, 0.5))?;
        let v = tensor![0.1, 0.2, -0.3];
        cotangent::check::gradients::<of_the_pullback>((&v, &v, &v, &v, &v, &v, &v))?;
        Ok(())
    }
}

/// Functions called what emitted code names.
mod functions {
    use super::*;

    macro_rules! each {
        ($($name:ident)*) => {
            $(mod $name {
                use crate::ad;
                #[super::differentiable(order = 2)]
                pub(super) fn $name(x: &ad::Tensor<f64, N>) -> ad::Scalar<f64> {
                    (x.sin() * (N as f64)).mean()
                }
            })*

            #[test]
            fn functions_of_any_name() -> ad::Result<()> {
                let x = tensor![0.5, -1.5];
                $(cotangent::check::gradients::<$name::$name>((&x,))?;)*
                Ok(())
            }
        };
    }
    each! {
        rt core std m call grad vjp value hvp jvp explain x N Ok Err Some Tensor Scalar Result Vec Option Kernel
        Value0 ValueGrads Float drop clone vec line r#type r#fn r#match größe é 数 _private __ a_ main
    }

    /// A type of this name would hide the language's, so it has another.
    #[differentiable(name = F32)]
    fn f32(x: &ad::Tensor) -> ad::Scalar {
        x.mean()
    }

    #[differentiable(name = Usize)]
    fn usize(x: &ad::Tensor<N>) -> ad::Scalar {
        x.sum() / N as f32
    }

    #[test]
    fn functions_called_like_primitives() -> ad::Result<()> {
        let x = tensor![0.5, -1.5];
        assert_eq!(F32::grad(&x)?.x.to_vec()?, Usize::grad(&x)?.x.to_vec()?);
        assert_eq!(f32(&x).item()?, usize(&x).item()?);
        Ok(())
    }
}

/// Where the language's own types are hidden, only the user's tokens can name them.
mod primitives {
    use super::{Result, ad, differentiable, tensor};

    mod hidden {
        pub(super) type Index = usize;
        pub(super) const HALF: f32 = 0.5;
    }
    struct f32;
    struct f64;
    struct i32;
    struct bool;
    struct usize;
    struct isize;
    struct str;

    #[differentiable]
    fn nothing_is_a_primitive(x: &ad::Tensor<N, D>, #[constant] k: hidden::Index) -> ad::Scalar {
        let y: ad::Tensor<N, D> = x.softmax(-1).max_axis(1).unsqueeze(1) * hidden::HALF + x;
        y.narrow(1, 0, k).var_axis(0).mean()
    }

    #[test]
    fn types_of_the_language_hidden() -> Result<()> {
        let x = tensor![[0.5, -1.0, 0.25], [1.0, 0.0, 2.0]];
        cotangent::check::gradients::<nothing_is_a_primitive>((&x, 2))?;
        Ok(())
    }
}

/// Generic parameters called what emitted code calls its own.
mod generics {
    use super::*;

    #[differentiable(order = 2)]
    fn one<Isa: Float, const W: usize>(x: &ad::Tensor<Isa, W>) -> ad::Scalar<Isa> {
        (x.exp() / W as f64).sum()
    }

    #[differentiable]
    fn two<N: Float>(x: &ad::Tensor<N>) -> ad::Scalar<N> {
        x.exp().sum()
    }

    #[differentiable]
    fn three<'args, W: Float>(x: &'args ad::Tensor<W, D>, n: &'args [f32]) -> ad::Scalar<W> {
        (x.exp() * n[0]).sum() + D as f64
    }

    #[test]
    fn generics_of_any_name() -> Result<()> {
        let x = tensor![0.5, -1.5];
        cotangent::check::gradients::<one<f64, 2>>((&x,))?;
        cotangent::check::gradients::<two<f64>>((&x,))?;
        assert_eq!(three::grad(&x, &[2.0])?.x.to_vec()?.len(), 2);
        Ok(())
    }
}

/// A name of the gradient struct that the function itself uses for something else.
mod grads {
    use super::*;

    struct StepGrads {
        factor: f32,
    }

    #[differentiable]
    fn step(x: &ad::Tensor, #[constant] with: &StepGrads) -> ad::Scalar {
        x.sum() * with.factor
    }

    #[test]
    fn the_user_keeps_the_name() -> Result<()> {
        let g = step::grad(&tensor![1.0, 2.0], &StepGrads { factor: 3.0 })?;
        assert_eq!(g.x.to_vec()?, [3.0, 3.0]);
        Ok(())
    }
}

/// Functions made by the user's macros: their tokens come from two places.
mod expansions {
    use super::*;

    macro_rules! losses {
        ($($name:ident($x:ident: $dim:ident) = $body:expr, $ty:ty;)*) => {
            $(
                #[differentiable(order = 2)]
                fn $name($x: &ad::Tensor<$dim>, y: &ad::Tensor<$dim>, z: $ty) -> ad::Scalar {
                    let x = $body * z;
                    let n = $dim as f32;
                    (x * y).sum() / n
                }
            )*
        };
    }
    losses! {
        wave(x: N) = x.sin(), f32;
        power(t0: n) = t0 * t0, f64;
    }

    #[test]
    fn functions_of_a_macro() -> Result<()> {
        let x = tensor![0.5, -1.5];
        cotangent::check::gradients::<wave>((&x, &x, 2.0))?;
        cotangent::check::gradients::<power>((&x, &x, 2.0))?;
        Ok(())
    }
}

/// Names in the form of the macro's own, as far as a user can give them.
mod forms {
    use super::*;

    const N: usize = 99;

    #[differentiable(order = 2)]
    fn dims(
        x: &ad::Tensor<SITE, t5>,
        y: &ad::Tensor<t5, h0>,
        z: &ad::Tensor<h0, d0>,
        w: &ad::Tensor<site, x_dot>,
    ) -> ad::Scalar {
        let x_dot_5 = x.matmul(y).matmul(z).tanh();
        let k = (SITE * t5 + h0 * d0 + site * x_dot) as f32;
        x_dot_5.reshape([SITE * d0]).sum() * k + w.reshape([x_dot, site]).exp().sum()
    }

    #[differentiable]
    fn of_types<rt: Float, m: Float>(x: &ad::Tensor<rt, N>, y: &ad::Tensor<m, N>) -> ad::Scalar<rt> {
        (x.exp() * y.sin().cast::<rt>()).sum()
    }

    #[differentiable(order = 2)]
    fn of_kernels<Value0: Float, T0: Float, Isa: Float>(
        types: &ad::Tensor<Value0>,
        leaf_0: &ad::Tensor<T0>,
        let_1: &ad::Tensor<Isa>,
    ) -> ad::Scalar<T0> {
        (types.cast::<T0>().exp() * leaf_0 * let_1.cast::<T0>()).sum()
    }

    #[differentiable]
    fn of_leaves(
        a: (&ad::Tensor, (&ad::Tensor, &ad::Tensor)),
        a_1: (&ad::Tensor, &ad::Tensor),
        a_dot: f32,
    ) -> ad::Scalar {
        let a_1_1 = a.1.1 * a_1.0;
        (a.0 * a.1.0 * a_1_1 * a_1.1 * a_dot).sum()
    }

    /// The constant of the dim's name is another; braces that are none, and escapes, stay.
    #[differentiable]
    fn in_text<const W: usize>(
        x: &ad::Tensor<N, W>,
        width: usize,
        out: &std::cell::RefCell<String>,
    ) -> ad::Scalar {
        *out.borrow_mut() = format!("{N} {N:?} {{N}} {0:>N$} {W:>width$}\u{41}{{{W}}}{1}", 7, "{W}");
        assert!(N < 3, "{N} \"rows\"");
        x.sum()
    }

    #[test]
    fn names_in_the_form_of_ours() -> Result<()> {
        let tensor = |r: usize, c: usize| {
            let data = (0..r * c).map(|i| (i as f32 * 0.7).sin()).collect();
            ad::Tensor::<f32>::from_vec(data, [r, c])
        };
        cotangent::check::gradients::<dims>((
            &tensor(2, 3)?,
            &tensor(3, 2)?,
            &tensor(2, 4)?,
            &tensor(2, 2)?,
        ))?;
        let x = tensor![0.5, -1.5];
        let y: ad::Tensor<f64> = tensor![0.25, 2.0];
        cotangent::check::gradients::<of_types<f32, f64>>((&x, &y))?;
        cotangent::check::gradients::<of_kernels<f32, f64, f32>>((&x, &y, &x))?;
        cotangent::check::gradients::<of_leaves>(((&x, (&x, &x)), (&x, &x), 0.5))?;
        let out = std::cell::RefCell::new(String::new());
        in_text::<3>::call(&tensor(2, 3)?, 4, &out)?;
        assert_eq!(out.take(), "2 2 {N}  7    3A{3}{W}");
        let panic = std::panic::catch_unwind(|| in_text::<1>::call(&tensor(3, 1)?, 4, &Default::default()));
        assert_eq!(panic.unwrap_err().downcast_ref::<String>().map(|s| &**s), Some("3 \"rows\""));
        Ok(())
    }
}

/// Two names that only the hygiene of a macro keeps apart.
mod hygiene {
    use super::*;

    macro_rules! with_its_own {
        ($name:ident($x:ident, $k:ident, $dim:ident) = $body:expr, $text:literal) => {
            #[differentiable(order = 2)]
            fn $name($x: &ad::Tensor<$dim>, $k: f32, out: &std::cell::RefCell<String>) -> ad::Scalar {
                let x = $x * 3.0;
                let k = 5.0;
                let mut total = k + 0.0;
                total += $k;
                *out.borrow_mut() += &format!($text);
                *out.borrow_mut() += &format!(" {k}");
                ($body * total + &x * k).sum()
            }
        };
    }
    with_its_own! { mixed(x, k, N) = x * x * k * N as f32, "{k} {N}" }

    #[test]
    fn names_of_a_macro_and_of_its_caller() -> Result<()> {
        let x = tensor![0.5, -1.5];
        let out = std::cell::RefCell::new(String::new());
        let (value, g) = mixed::value_and_grad(&x, 2.0, &out)?;
        // x² · 2 · 2 · (5 + 2) + 3x · 5
        assert_eq!(value.item()?, 28.0 * 2.5 - 15.0);
        assert_eq!(g.x.to_vec()?, [28.0 + 15.0, -84.0 + 15.0]);
        assert_eq!(out.take(), "2 2 5");
        Ok(())
    }
}
