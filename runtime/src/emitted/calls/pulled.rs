//! The pullbacks of callees, which a caller keeps without their types and pulls, copies and drops on a stack that suffices.

use super::Slots;
use super::stack::{Deep, on_stack};
use crate::error::Result;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::function::Cotangent;
#[cfg(doc)]
use crate::transforms::function::Pullback;
use crate::transforms::hooks::Hooks;
use crate::transforms::pullback::{is_one_pass, sum_of_passes};
use crate::transforms::tree::TensorTree;

/// A pullback that takes a cotangent in the form of the output.
pub trait PullOutput: Clone {
    /// The value that the function returns.
    type Output: Differentiable;
    /// The gradient struct.
    type Slots;
    /// The cotangents of the active inputs.
    fn pull_output(
        self,
        g: <Self::Output as Differentiable>::Tangent,
        hooks: Hooks<'_>,
    ) -> Result<Self::Slots>;
    /// See [`Pullback`].
    fn residual_bytes(&self) -> usize;
}

/// A pullback that gives slots.
pub trait Slotted {
    /// A tuple.
    type Slots;
}

impl<O: Differentiable, G: Slots> Slotted for Boxed<'_, O, G> {
    type Slots = G::Slots;
}

impl<O: Differentiable, G: Slots> Slotted for Boxed2<'_, O, G> {
    type Slots = G::Slots;
}

/// The pullback of a callee. Its type is not part of the caller's, so that functions may call each other and themselves.
pub struct Boxed<'p, O: Differentiable, G>(Deep<dyn Erased<'p, O, G> + 'p>);

trait Erased<'p, O: Differentiable, G> {
    fn pull_output(self: Box<Self>, g: O::Tangent, hooks: Hooks<'_>) -> Result<G>;
    fn residual_bytes(&self) -> usize;
    fn another(&self) -> Box<dyn Erased<'p, O, G> + 'p>;
}

impl<'p, P> Erased<'p, P::Output, P::Slots> for P
where
    P: PullOutput + 'p,
{
    fn pull_output(
        self: Box<Self>,
        g: <P::Output as Differentiable>::Tangent,
        hooks: Hooks<'_>,
    ) -> Result<P::Slots> {
        PullOutput::pull_output(*self, g, hooks)
    }
    fn residual_bytes(&self) -> usize {
        PullOutput::residual_bytes(self)
    }
    fn another(&self) -> Box<dyn Erased<'p, P::Output, P::Slots> + 'p> {
        Box::new(self.clone())
    }
}

impl<O: Differentiable, G> Clone for Boxed<'_, O, G> {
    fn clone(&self) -> Self {
        on_stack(|| Self(Deep::new(self.0.get().another())))
    }
}

impl<O: Differentiable, G> Boxed<'_, O, G> {
    /// Bytes of the tensors that it keeps alive.
    pub fn residual_bytes(&self) -> usize {
        on_stack(|| self.0.get().residual_bytes())
    }
}

/// The result of a callee's `vjp`, with the pullback in a box.
#[inline]
pub fn boxed<'p, P>((y, pullback): (P::Output, P)) -> (P::Output, Boxed<'p, P::Output, P::Slots>)
where
    P: PullOutput + 'p,
{
    (y, Boxed(Deep::new(Box::new(pullback))))
}

/// The cotangents of a callee's arguments.
#[inline]
pub fn pull<O: Differentiable, G: Slots>(
    pullback: Boxed<'_, O, G>,
    g: O::Tangent,
    hooks: Hooks<'_>,
) -> Result<G::Slots> {
    on_stack(|| Ok(pullback.0.into_inner().pull_output(g, hooks)?.slots()))
}

/// A pullback that takes a tangent beside a cotangent.
pub trait Pullback2: Clone {
    /// The value that the function returns.
    type Output: Differentiable;
    /// The gradient struct.
    type Grads;
    /// The cotangents of the active inputs, and the tangents of these.
    fn pull(
        self,
        g: <Self::Output as Differentiable>::Tangent,
        dg: <Self::Output as Differentiable>::Tangent,
    ) -> Result<(Self::Grads, Self::Grads)>;
}

/// See [`Pullback2`]; `flat` takes the tensors out of a cotangent.
pub fn pullback_2<O, C, G, F>(flat: fn(O::Tangent) -> C, run: F) -> FromFn2<O, C, F>
where
    O: Differentiable,
    C: Cotangent,
    F: for<'a> FnOnce(C::Parts<'a>, C::Parts<'a>) -> Result<(G, G)> + Clone,
{
    FromFn2 { flat, run }
}

/// See [`pullback_2`].
#[derive(Debug)]
pub struct FromFn2<O: Differentiable, C, F> {
    flat: fn(O::Tangent) -> C,
    run: F,
}

impl<O: Differentiable, C, F: Clone> Clone for FromFn2<O, C, F> {
    fn clone(&self) -> Self {
        Self { flat: self.flat, run: self.run.clone() }
    }
}

impl<O, C, G, F> Pullback2 for FromFn2<O, C, F>
where
    O: Differentiable,
    C: Cotangent,
    G: TensorTree,
    F: for<'a> FnOnce(C::Parts<'a>, C::Parts<'a>) -> Result<(G, G)> + Clone,
{
    type Output = O;
    type Grads = G;
    fn pull(self, g: O::Tangent, dg: O::Tangent) -> Result<(G, G)> {
        let (g, dg) = ((self.flat)(g), (self.flat)(dg));
        let given = C::given(&g.parts()) | C::given(&dg.parts());
        let pass = |run: F, of| run(C::only(g.parts(), of), C::only(dg.parts(), of));
        // As in `pullback::FromFn`.
        if const { C::RESULTS <= 1 } {
            return pass(self.run, given);
        }
        if is_one_pass::<C>(given) {
            return pass(self.run, given);
        }
        sum_of_passes(given, |one| pass(self.run.clone(), one))
    }
}

/// As [`Boxed`], of a [`Pullback2`].
pub struct Boxed2<'p, O: Differentiable, G>(Deep<dyn Erased2<'p, O, G> + 'p>);

trait Erased2<'p, O: Differentiable, G> {
    fn pull(self: Box<Self>, g: O::Tangent, dg: O::Tangent) -> Result<(G, G)>;
    fn another(&self) -> Box<dyn Erased2<'p, O, G> + 'p>;
}

impl<'p, P: Pullback2 + 'p> Erased2<'p, P::Output, P::Grads> for P {
    fn pull(
        self: Box<Self>,
        g: <P::Output as Differentiable>::Tangent,
        dg: <P::Output as Differentiable>::Tangent,
    ) -> Result<(P::Grads, P::Grads)> {
        Pullback2::pull(*self, g, dg)
    }
    fn another(&self) -> Box<dyn Erased2<'p, P::Output, P::Grads> + 'p> {
        Box::new(self.clone())
    }
}

impl<O: Differentiable, G> Clone for Boxed2<'_, O, G> {
    fn clone(&self) -> Self {
        on_stack(|| Self(Deep::new(self.0.get().another())))
    }
}

/// The result of a callee's `order_2_vjp`, with the pullback in a box.
#[inline]
#[allow(clippy::type_complexity)] // Three results, one of which is the form of another.
pub fn boxed_2<'p, P: Pullback2 + 'p>(
    (y, pullback, dy): (P::Output, P, <P::Output as Differentiable>::Tangent),
) -> (P::Output, Boxed2<'p, P::Output, P::Grads>, <P::Output as Differentiable>::Tangent) {
    (y, Boxed2(Deep::new(Box::new(pullback))), dy)
}

/// As [`pull`], with tangents.
#[inline]
pub fn pull_2<O: Differentiable, G: Slots>(
    pullback: Boxed2<'_, O, G>,
    g: O::Tangent,
    dg: O::Tangent,
) -> Result<(G::Slots, G::Slots)> {
    let (grads, tangents) = on_stack(|| pullback.0.into_inner().pull(g, dg))?;
    Ok((grads.slots(), tangents.slots()))
}
