//! Methods of traits: their gradients by position, which is all that a declaration and an implementation have in common.

use cotangent_kernels::Float;

use super::{PullOutput, Pullback2, Slots};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::MAX_RANK;
use crate::transforms::differentiable::{Differentiable, Form};
use crate::transforms::function::{Pullback, Seed};
use crate::transforms::hooks::{Hooks, Ready};

/// Gradients as a tuple, one entry for every parameter in order.
#[derive(Clone, Debug)]
pub struct ByPosition<S>(pub S);

impl<S> Slots for ByPosition<S> {
    type Slots = S;
    fn slots(self) -> S {
        self.0
    }
}

/// A gradient struct that can be put together again.
pub trait Named: Slots {
    /// From one entry for every parameter.
    fn named(slots: Self::Slots) -> Self;
}

/// A method that a trait declares.
pub trait Declared {
    /// Its gradients by the names of the parameters.
    type Grads: Named;
}

/// A pullback whose gradients are put into another form.
#[derive(Debug)]
pub struct Reformed<P, G> {
    of: P,
    reform: G,
}

impl<P: Clone, G: Clone> Clone for Reformed<P, G> {
    fn clone(&self) -> Self {
        Self { of: self.of.clone(), reform: self.reform.clone() }
    }
}

impl<P, A, B, G> Pullback for Reformed<P, G>
where
    P: Pullback<Grads = A>,
    G: FnOnce(A) -> B + Clone,
{
    type Cotangent = P::Cotangent;
    type Grads = B;
    fn pull<'a>(self, g: impl Seed<'a, P::Cotangent>) -> Result<B> {
        Ok((self.reform)(self.of.pull(g)?))
    }
    fn pull_hooked<'a>(
        self,
        g: impl Seed<'a, P::Cotangent>,
        hook: impl FnMut(Ready<'_>) -> Result<()>,
    ) -> Result<B> {
        Ok((self.reform)(self.of.pull_hooked(g, hook)?))
    }
    fn residual_bytes(&self) -> usize {
        self.of.residual_bytes()
    }
}

impl<P, A, B, G> PullOutput for Reformed<P, G>
where
    P: PullOutput<Slots = A>,
    G: FnOnce(A) -> B + Clone,
{
    type Output = P::Output;
    type Slots = B;
    fn pull_output(self, g: <P::Output as Differentiable>::Tangent, hooks: Hooks<'_>) -> Result<B> {
        Ok((self.reform)(self.of.pull_output(g, hooks)?))
    }
    fn residual_bytes(&self) -> usize {
        self.of.residual_bytes()
    }
}

impl<P, A, B, G> Pullback2 for Reformed<P, G>
where
    P: Pullback2<Grads = A>,
    G: Fn(A) -> B + Clone,
{
    type Output = P::Output;
    type Grads = B;
    fn pull(
        self,
        g: <P::Output as Differentiable>::Tangent,
        dg: <P::Output as Differentiable>::Tangent,
    ) -> Result<(B, B)> {
        let (grads, tangents) = self.of.pull(g, dg)?;
        Ok(((self.reform)(grads), (self.reform)(tangents)))
    }
}

type Positioned<P, G> = Reformed<P, fn(G) -> ByPosition<<G as Slots>::Slots>>;

fn positioned<G: Slots>(grads: G) -> ByPosition<G::Slots> {
    ByPosition(grads.slots())
}

/// The result of a method's `vjp`, with the gradients by position.
#[inline]
pub fn by_position<Y, P, G>((y, pullback): (Y, P)) -> (Y, Positioned<P, G>)
where
    P: Pullback<Grads = G>,
    G: Slots,
{
    (y, Reformed { of: pullback, reform: positioned })
}

/// As [`by_position`], of a [`Pullback2`].
#[inline]
pub fn by_position_2<Y, P, G, D>((y, pullback, dot): (Y, P, D)) -> (Y, Positioned<P, G>, D)
where
    P: Pullback2<Grads = G>,
    G: Slots,
{
    (y, Reformed { of: pullback, reform: positioned }, dot)
}

type Renamed<P, G> = Reformed<P, fn(ByPosition<<G as Slots>::Slots>) -> G>;

/// The result that an implementation gave, with the gradients by name.
#[inline]
pub fn by_name<Y, P, G: Named>((y, pullback): (Y, P)) -> (Y, Renamed<P, G>)
where
    P: Pullback<Grads = ByPosition<G::Slots>>,
{
    (y, Reformed { of: pullback, reform: |ByPosition(slots)| G::named(slots) })
}

/// The cotangent of a loss, if it is one.
pub fn seed_of<T: Float>(loss: &Tensor<T>, function: &str) -> Result<Tensor<T>> {
    crate::emitted::checks::check_loss(loss, 1, function)?;
    // One element, whatever its rank is.
    let layout = Layout { shape: loss.layout().shape, strides: [0; MAX_RANK], offset: 0 };
    Ok(crate::tensor::construct::scalar::<T>(1.0, loss.device()).with_layout(layout))
}

/// The gradients of a loss and their tangents: of the cotangents, `seed` is not zero.
pub fn products<P, G, S>(
    pullback: P,
    form: &<P::Output as Differentiable>::Form,
    seed: impl FnOnce(&mut <P::Output as Differentiable>::Tangent),
) -> Result<(G, G)>
where
    P: Pullback2<Grads = ByPosition<S>>,
    G: Named<Slots = S>,
{
    let (mut g, dg) = (form.zeros()?, form.zeros()?);
    seed(&mut g);
    let (ByPosition(grads), ByPosition(tangents)) = pullback.pull(g, dg)?;
    Ok((G::named(grads), G::named(tangents)))
}
