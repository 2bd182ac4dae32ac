//! The traits that the macro implements for a differentiable function, so that library code can be generic over it.

mod absent;

use cotangent_kernels::Float;

use crate::emitted::calls::PullOutput;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::hooks::Ready;
use crate::transforms::tree::{self, TensorTree, Visit};

pub use absent::{NoGradient, NoHvp};

/// A function with derivatives: implemented for the type that `#[differentiable]` declares beside the function.
pub trait Function {
    /// The function's name.
    const NAME: &'static str;
    /// The arguments as a tuple, in the order and of the types of the parameters. Cheap to clone: references,
    /// tensors and host values.
    type Args<'a>: Clone;
    /// The active arguments, by the parameters' names: the struct of the gradients, and of tangents.
    type Actives: TensorTree;
    /// The value that the function returns, out of its `Result`.
    type Output: Differentiable;
    /// The form of tangents and cotangents of the output: a tensor or the tangent of a struct, or a tuple of several.
    type Tangent: Cotangent;

    /// The active arguments among all.
    fn actives(args: &Self::Args<'_>) -> Result<Self::Actives>;
    /// Hands the same arguments with the active ones replaced to `then`: what they refer to lives as long as that.
    fn replace<R>(
        args: &Self::Args<'_>,
        actives: &Self::Actives,
        then: impl FnOnce(Self::Args<'_>) -> Result<R>,
    ) -> Result<R>;
    /// The float tensors of an output.
    fn floats(output: &Self::Output) -> Result<Self::Tangent>;

    /// The function itself.
    fn call(args: Self::Args<'_>) -> Result<Self::Output>;
    /// The output, and how cotangents of it are pulled back.
    fn vjp(
        args: Self::Args<'_>,
    ) -> Result<(Self::Output, impl Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>)>;
    /// The output and its tangent along `tangents`.
    fn jvp(args: Self::Args<'_>, tangents: &Self::Actives) -> Result<(Self::Output, Self::Tangent)>;
    /// The gradients for several cotangents, which have an axis in front as these have; of `#[differentiable(jacobian)]`.
    #[doc(hidden)]
    fn pulled(
        _: Self::Args<'_>,
        _cotangents: impl FnOnce() -> Result<Self::Tangent>,
    ) -> Option<Result<Self::Actives>> {
        None
    }
    /// The tangents of the result along all elements of an active input, behind an axis for these.
    #[doc(hidden)]
    fn columns(_: Self::Args<'_>, _which: usize) -> Option<Result<Self::Tangent>> {
        None
    }
}

/// A function whose first result has rank 0: a loss.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no gradient, as it does not return a `Scalar`",
    note = "write `-> Scalar` and end in `.sum()` or `.mean()`"
)]
pub trait Objective: Function {
    /// The value and the gradient of the first result, as one fused program.
    fn value_and_grad(args: Self::Args<'_>) -> Result<(Self::Output, Self::Actives)>;
}

/// The result of [`Objective::value_and_grad`].
pub type Valued<F> = Result<(<F as Function>::Output, <F as Function>::Actives)>;

/// A loss that was declared with `order = 2`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no second derivatives",
    note = "write `#[differentiable(order = 2)]` on `{Self}`, which returns a `Scalar`"
)]
pub trait TwiceDifferentiable: Objective {
    /// The gradient, and the Hessian times `tangents`.
    fn hvp(args: Self::Args<'_>, tangents: &Self::Actives) -> Result<(Self::Actives, Self::Actives)>;
    /// The Hessian times all unit vectors of an active input, behind an axis for these.
    #[doc(hidden)]
    fn products(_: Self::Args<'_>, _which: usize) -> Option<Result<Self::Actives>> {
        None
    }
}

/// The gradient struct of a function.
pub type Grads<F> = <F as Function>::Actives;

/// The reverse half of a function: it owns the residuals.
pub trait Pullback: Clone {
    /// The form of the output's cotangents.
    type Cotangent: Cotangent;
    /// The gradient struct.
    type Grads;
    /// The cotangents of the active inputs from those of the output. Takes `&g` of a function with one float
    /// result, `(&g0, None, ..)` of one with several; `None` is zero.
    fn pull<'a>(self, g: impl Seed<'a, Self::Cotangent>) -> Result<Self::Grads>;
    /// As [`pull`](Self::pull); `hook` is called with every leaf of the gradient, once, in reverse order of use: as soon as
    /// nothing is added to it any more, while what comes before still waits for its cotangents. A leaf that several
    /// statements of a function add to is complete where their sum is. The first error of a hook ends the pass.
    fn pull_hooked<'a>(
        self,
        g: impl Seed<'a, Self::Cotangent>,
        hook: impl FnMut(Ready<'_>) -> Result<()>,
    ) -> Result<Self::Grads>;
    /// Bytes of the tensors that it keeps alive, arguments among them.
    fn residual_bytes(&self) -> usize;
}

/// The pullback that `vjp` of a function gives: it also takes the cotangents of `Output` as callers have them.
pub trait PullbackOf<Output: Differentiable, C: Cotangent, G>:
    Pullback<Cotangent = C, Grads = G> + PullOutput<Output = Output, Slots = G>
{
}

impl<Output, C, G, P> PullbackOf<Output, C, G> for P
where
    Output: Differentiable,
    C: Cotangent,
    P: Pullback<Cotangent = C, Grads = G> + PullOutput<Output = Output, Slots = G>,
{
}

/// The results of a function that move: a [`Single`] one, or a tuple of several, which may be tuples again.
pub trait Cotangent: TensorTree {
    /// References to the results, each of them optional: `Option<&Tensor>`, or a tuple of these.
    type Parts<'a>: Given
    where
        Self: 'a;
    /// References to all of them.
    fn parts(&self) -> Self::Parts<'_>;
    /// No reference to any of them.
    #[doc(hidden)]
    fn none<'a>() -> Self::Parts<'a>
    where
        Self: 'a;
    /// A value in which `zeros` stand for what is not there; the rest has their form.
    #[doc(hidden)]
    fn whole(parts: Self::Parts<'_>, zeros: Self) -> Result<Self>;
    /// How many results with passes of their own.
    #[doc(hidden)]
    const RESULTS: u32 = 1;
    /// Which of these are given, a bit for each.
    #[doc(hidden)]
    fn given(_: &Self::Parts<'_>) -> u8 {
        1
    }
    /// These alone.
    #[doc(hidden)]
    fn only<'a>(parts: Self::Parts<'a>, _given: u8) -> Self::Parts<'a>
    where
        Self: 'a,
    {
        parts
    }
}

/// An optional reference to a cotangent, or a tuple of these.
pub trait Given: Copy {
    /// Whether any part is given and not known to be zero.
    #[doc(hidden)]
    fn is_given(&self) -> bool;
}

impl<C: TensorTree> Given for Option<&C> {
    fn is_given(&self) -> bool {
        self.is_some_and(|g| !is_absent(g))
    }
}

/// The cotangent of one result: a tensor, or the tangent of a struct, a list or an option.
pub trait Single: TensorTree {}

impl<T: Float> Single for Tensor<T> {}
impl<C: TensorTree> Single for Vec<C> {}
impl<C: TensorTree> Single for Option<C> {}
impl<C: TensorTree> Single for Box<C> {}
impl<C: TensorTree, const N: usize> Single for [C; N] {}

/// A value that a user may pass as a cotangent of form `C`.
pub trait Seed<'a, C: Cotangent> {
    /// One optional reference per float result.
    fn parts(self) -> C::Parts<'a>;
}

impl<C: Single> Cotangent for C {
    type Parts<'a>
        = Option<&'a Self>
    where
        Self: 'a;
    fn parts(&self) -> Option<&Self> {
        Some(self)
    }
    fn none<'a>() -> Option<&'a Self>
    where
        Self: 'a,
    {
        None
    }
    fn whole(parts: Option<&Self>, zeros: Self) -> Result<Self> {
        parts.map_or_else(|| Ok(zeros.clone()), |g| tree::of_form(g, &zeros))
    }
}

impl<'a, C: Cotangent> Seed<'a, C> for &'a C {
    fn parts(self) -> C::Parts<'a> {
        C::parts(self)
    }
}

impl<'a, C: Single> Seed<'a, C> for Option<&'a C> {
    fn parts(self) -> Self {
        self
    }
}

macro_rules! tuples {
    ($(($($A:ident $P:ident $i:tt),*))*) => {$(
        #[allow(unused, clippy::unused_unit)]
        impl<$($A: Cotangent),*> Cotangent for ($($A,)*) {
            type Parts<'a> = ($($A::Parts<'a>,)*) where $($A: 'a),*;
            fn parts(&self) -> Self::Parts<'_> {
                ($(self.$i.parts(),)*)
            }
            fn none<'a>() -> Self::Parts<'a>
            where
                Self: 'a,
            {
                ($($A::none(),)*)
            }
            fn whole(parts: Self::Parts<'_>, zeros: Self) -> Result<Self> {
                Ok(($($A::whole(parts.$i, zeros.$i)?,)*))
            }
            const RESULTS: u32 = <[u32]>::len(&[$($i),*]) as u32;
            fn given(parts: &Self::Parts<'_>) -> u8 {
                0 $(| u8::from(parts.$i.is_given()) << $i)*
            }
            fn only<'a>(parts: Self::Parts<'a>, given: u8) -> Self::Parts<'a>
            where
                Self: 'a,
            {
                ($(if given >> $i & 1 == 1 { parts.$i } else { $A::none() },)*)
            }
        }
        #[allow(unused)]
        impl<$($A: Given),*> Given for ($($A,)*) {
            fn is_given(&self) -> bool {
                false $(|| self.$i.is_given())*
            }
        }
        #[allow(unused, clippy::unused_unit)]
        impl<'a, $($A: Cotangent + 'a, $P: Seed<'a, $A>),*> Seed<'a, ($($A,)*)> for ($($P,)*) {
            fn parts(self) -> ($($A::Parts<'a>,)*) {
                ($(self.$i.parts(),)*)
            }
        }
    )*};
}
tuples! {
    ()
    (A P 0)
    (A P 0, B Q 1)
    (A P 0, B Q 1, C R 2)
    (A P 0, B Q 1, C R 2, D S 3)
    (A P 0, B Q 1, C R 2, D S 3, E T 4)
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5)
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6)
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6, H W 7)
}

/// Whether all of it comes from [`zeros`](crate::tensor::construct::zeros): nothing was ever added there, and that is known without looking at a number.
fn is_absent<A: TensorTree>(tree: &A) -> bool {
    struct Present;
    impl Visit for Present {
        fn leaf<T: Float>(&mut self, path: &tree::Path, x: &Tensor<T>) -> Result<()> {
            if x.storage().is_zero() { Ok(()) } else { Err(path.differ("nothing is absent here")) }
        }
    }
    tree::visit(tree, &mut Present).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    fn which<'a, C: Cotangent>(g: impl Seed<'a, C>) -> C::Parts<'a> {
        g.parts()
    }

    #[test]
    fn seeds_are_written_as_a_user_would() {
        let (a, b): (Tensor, Tensor<f64>) = (tensor![1.0], tensor![2.0, 3.0]);
        assert_eq!(which::<Tensor>(&a).unwrap().shape(), [1]);
        assert!(which::<Tensor>(None).is_none());
        let (x, y) = which::<(Tensor, Tensor<f64>)>((&a, None));
        assert!(x.is_some() && y.is_none());
        let (x, y) = which::<(Tensor, Tensor<f64>)>((None, &b));
        assert!(x.is_none() && y.is_some());
        let pair = (a, b);
        let (x, y) = which(&pair);
        assert!(x.is_some() && y.is_some());
    }
}
