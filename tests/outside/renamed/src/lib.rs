//! A user's crate: edition 2024, the dependency renamed, every lint that users deny.
//!
//! A function in a doc test, whose body is the body of a function:
//!
//! ```
//! use ct::prelude::*;
//!
//! #[differentiable]
//! fn half(x: &Tensor<f64, N>) -> Scalar<f64> {
//!     (0.5 * x.square()).sum()
//! }
//! let x: Tensor<f64> = tensor![1.0, 2.0];
//! assert_eq!(half::grad(&x)?.x.to_vec()?, [1.0, 2.0]);
//! # Ok::<(), ct::Error>(())
//! ```
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, rust_2018_idioms, future_incompatible, unused)]
#![deny(unreachable_pub, unused_qualifications, missing_debug_implementations, missing_copy_implementations)]
#![deny(let_underscore_drop, trivial_casts, trivial_numeric_casts, unused_results, unused_lifetimes)]
#![deny(single_use_lifetimes, variant_size_differences, unnameable_types, non_ascii_idents, keyword_idents)]
#![deny(meta_variable_misuse, redundant_imports, redundant_lifetimes, unit_bindings, macro_use_extern_crate)]
#![deny(explicit_outlives_requirements, unused_import_braces, unused_macro_rules)]
#![forbid(unsafe_code)]

use ct::prelude::*;

/// The loss of one layer.
#[differentiable(order = 2)]
pub fn loss(x: &Tensor<B, I>, #[constant] w: &Tensor<I, H>) -> Scalar {
    x.matmul(w).tanh().square().mean()
}

/// Of any type, a dim of the type beside it.
#[differentiable]
pub fn energy<T: Float, const N: usize>(x: &Tensor<T, N>) -> Scalar<T> {
    (x.exp() / (N as f64)).sum()
}

/// A layer of one type, with what only it knows.
#[derive(Clone, Debug, Differentiable)]
pub struct Layer<T: Float> {
    /// Weights.
    pub w: Tensor<T>,
    bias: Option<Bias<T>>,
    /// Of a type without a tangent.
    #[constant]
    pub activation: Activation,
    /// Constant.
    pub rate: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Bias<T: Float>(Tensor<T>, usize);

/// Not differentiable.
#[derive(Clone, Copy, Debug)]
pub enum Activation {
    /// The hyperbolic tangent.
    Tanh,
}

/// One of two.
#[derive(Clone, Debug, Differentiable)]
pub enum Block {
    /// A layer.
    Layer(Layer<f64>),
    /// A factor.
    Scale {
        /// The factor.
        by: Tensor,
        /// Constant.
        times: usize,
    },
}

/// Two layers, and what their parameters are called.
///
/// # Errors
/// None.
pub fn blocks() -> Result<(Vec<Block>, Vec<String>)> {
    let bias = Bias(tensor![0.5], 1);
    let times = bias.1;
    let layer = Layer { w: tensor![1.0, 2.0], bias: Some(bias), activation: Activation::Tanh, rate: 0.5 };
    let blocks = vec![Block::Layer(layer), Block::Scale { by: tensor![2.0], times }];
    let names = blocks.params()?.into_iter().map(|(name, _)| name).collect();
    Ok((blocks, names))
}

/// A module of the same name.
pub mod clash {
    /// Something in it.
    pub const K: f32 = 1.0;
}

/// Beside the module the type has another name.
#[differentiable(name = Clash)]
pub fn clash(x: &Tensor) -> Scalar {
    x.sum()
}

/// Many results, many kinds of parameters.
#[differentiable]
pub fn many<'a, F>(xs: &'a [Tensor], scale: f32, flags: &[bool], f: &'a F) -> Result<(Tensor, Tensor<i32>)>
where
    F: Fn(f32) -> f32,
{
    let factor = if flags[0] { scale } else { 1.0 };
    let y = &xs[0] * &xs[1] * factor;
    let which = y.argmax_axis(0);
    Ok((y * f(factor), which))
}

/// Nothing imported, nothing in the prelude.
pub mod bare {
    #![no_implicit_prelude]

    /// The sum of sines.
    #[::ct::differentiable(order = 2)]
    pub fn waves(x: &::ct::Tensor<N>, k: f32) -> ::ct::Scalar {
        assert!(N > 0, "no waves");
        (x.sin() * k / N as f32).sum()
    }

    /// A list of tensors.
    #[::ct::differentiable]
    pub fn listed(xs: &[::ct::Tensor]) -> ::ct::Scalar {
        (&xs[0] * &xs[1]).sum()
    }
}

macro_rules! norms {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident($x:ident: $ty:ty) = $body:expr;)*) => {
        $(
            $(#[$doc])*
            #[differentiable]
            $vis fn $name($x: $ty) -> Scalar {
                $body
            }
        )*
    };
}
norms! {
    /// The sum of squares.
    pub fn squares(x: &Tensor<N>) = x.square().sum();
    /// The sum of magnitudes, of a private function.
    fn magnitudes(x: &Tensor) = x.abs().sum();
}

/// All of it, with a function inside of a function.
///
/// # Errors
///
/// None, for these numbers.
pub fn run() -> Result<Vec<f32>> {
    #[differentiable]
    fn local(x: &Tensor) -> Result<Scalar> {
        Ok(x.sin().sum())
    }
    let x = tensor![[1.0, 2.0]];
    let w = tensor![[0.5], [0.25]];
    let v = tensor![[1.0, 0.0]];
    let mut all = loss::grad(&x, &w)?.x.to_vec()?;
    all.extend(loss::hvp(&x, &w, &v)?.1.x.to_vec()?);
    all.extend(energy::<f32, 2>::grad(&tensor![1.0, 2.0])?.x.to_vec()?);
    all.extend(local::grad(&x)?.x.to_vec()?);
    all.extend(Clash::grad(&x)?.x.to_vec()?);
    all.push(local(&x)?.item()? + clash(&x).item()? + clash::K);
    let xs = [x.clone(), x.clone()];
    let (value, pullback) = many::vjp(&xs, 2.0, &[true], &|s| s + 1.0)?;
    all.extend(pullback.pull(&value.0)?.xs[0].to_vec()?);
    all.extend(bare::waves::grad(&tensor![0.0, 1.0], 2.0)?.x.to_vec()?);
    all.extend(bare::listed::grad(&xs)?.xs[1].to_vec()?);
    all.extend(squares::grad(&tensor![3.0])?.x.to_vec()?);
    all.extend(magnitudes::grad(&tensor![-3.0])?.x.to_vec()?);
    Ok(all)
}

/// The cell of another crate over a sequence.
#[differentiable(order = 2)]
pub fn sequence(xs: &[Tensor], h: &Tensor, w: &Tensor, keep: f32) -> Scalar {
    let mut state = (h.clone(), h.exp());
    for x in xs {
        let (h, c) = state;
        state = library::cell(x, (&h, &c), w, keep);
    }
    let (h, c) = state;
    if keep > 0.0 { (h * c).sum() } else { h.sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_another_crate_is_called() -> Result<()> {
        let (x, h, w) = (tensor![0.5, -1.0], tensor![1.0, 0.25], tensor![0.75, 2.0]);
        for n in [0, 1, 3] {
            let xs = vec![x.clone(); n];
            assert!(ct::check::gradients::<sequence>((&xs, &h, &w, 0.5))?.passed());
            let (g, _) = sequence::hvp(&xs, &h, &w, 0.5, &xs, &h, &w)?;
            assert_eq!(g.w.to_vec()?, sequence::grad(&xs, &h, &w, 0.5)?.w.to_vec()?);
        }
        Ok(())
    }

    #[test]
    fn numbers() -> Result<()> {
        let all = run()?;
        let wanted =
            [(4, 1f32.exp() / 2.0), (6, 1f32.cos()), (8, 1.0), (all.len() - 2, 6.0), (all.len() - 1, -1.0)];
        for (at, number) in wanted {
            assert!((all[at] - number).abs() < 1e-6, "{at}: {number} of {all:?}");
        }
        let (blocks, names) = blocks()?;
        assert_eq!(names, ["0.0.w", "0.0.bias.0", "1.by"]);
        let zero: Vec<BlockTangent> = blocks.zero_tangent()?;
        assert!(matches!(&zero[0], BlockTangent::Layer(LayerTangent { bias: Some(_), .. })));
        Ok(())
    }

    #[test]
    fn a_library_takes_the_functions() -> Result<()> {
        let (x, w) = (tensor![[1.0, 2.0]], tensor![[0.5], [0.25]]);
        let before = loss(&x, &w).item()?;
        assert!(library::minimum::<loss>((&x, &w), 0.5, 20)? < before / 2.0);
        let along = loss::grad(&x, &w)?;
        assert!(library::newton::<loss>((&x, &w), &along)?.is_finite());
        let seed = Tensor::scalar(1.0);
        let [forward, reverse] = library::both_ways::<energy<f32, 2>>(
            (&w.flatten()?,),
            &energy::<f32, 2>::grad(&w.flatten()?)?,
            &seed,
        )?;
        assert!((forward - reverse).abs() < 1e-4);
        assert_eq!(<loss as Function>::NAME, "loss");
        Ok(())
    }

    #[test]
    fn what_was_made_of_it_is_told() {
        assert!(loss::explain().contains("tanh"));
    }
}
