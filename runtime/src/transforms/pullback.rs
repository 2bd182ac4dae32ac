//! Reverse halves from the code that runs them.
//!
//! The reverse half of a function with several results can pull back all of their cotangents, and each alone. It runs
//! only for cotangents that are given: an absent one is no zero that is multiplied by something, which may be infinite.

use crate::emitted::calls::PullOutput;
use crate::error::Result;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::function::{Cotangent, Pullback, Seed};
use crate::transforms::hooks::{self, Hooks, Ready};
use crate::transforms::tree::{self, TensorTree};

/// Whether one pass serves these results: there are passes for all of them, and for each alone. With none given all are zeros.
pub(crate) fn is_one_pass<C: Cotangent>(given: u8) -> bool {
    given.count_ones() <= 1 || given.count_ones() == C::RESULTS
}

/// One pass for each result that is given.
pub(crate) fn sum_of_passes<G: TensorTree>(given: u8, mut pass: impl FnMut(u8) -> Result<G>) -> Result<G> {
    let first = lowest(given);
    let mut sum = pass(first)?;
    let mut rest = given ^ first;
    while rest != 0 {
        let one = lowest(rest);
        tree::add(&mut sum, &pass(one)?)?;
        rest ^= one;
    }
    Ok(sum)
}

/// The lowest bit that is set; none of none.
const fn lowest(bits: u8) -> u8 {
    bits & bits.wrapping_neg()
}

/// A pullback of a function that returns an `O`, from the code that runs it; `flat` takes the tensors out of a
/// cotangent in the form of the output.
pub fn pullback<O, C, G, F>(
    flat: fn(<O as Differentiable>::Tangent) -> C,
    bytes: usize,
    run: F,
) -> FromFn<O, C, G, F>
where
    O: Differentiable,
    C: Cotangent,
    F: for<'a, 'h> FnOnce(C::Parts<'a>, Hooks<'h>) -> Result<G> + Clone,
{
    FromFn { bytes, flat, run, form: std::marker::PhantomData }
}

/// The reverse half of a function with one result, this one, all of which moves: cotangents have its form.
pub fn pullback_of<O, G, F>(_: &O, bytes: usize, run: F) -> FromFn<O, O::Tangent, G, F>
where
    O: Differentiable<Tangent: Cotangent>,
    F: for<'a, 'h> FnOnce(<O::Tangent as Cotangent>::Parts<'a>, Hooks<'h>) -> Result<G> + Clone,
{
    pullback(|whole| whole, bytes, run)
}

/// See [`pullback`].
#[derive(Debug)]
pub struct FromFn<O: Differentiable, C, G, F> {
    bytes: usize,
    flat: fn(O::Tangent) -> C,
    run: F,
    form: std::marker::PhantomData<fn(C) -> G>,
}

impl<O: Differentiable, C, G, F: Clone> Clone for FromFn<O, C, G, F> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes, flat: self.flat, run: self.run.clone(), form: std::marker::PhantomData }
    }
}

impl<O, C, G, F> FromFn<O, C, G, F>
where
    O: Differentiable,
    C: Cotangent,
    G: TensorTree,
    F: for<'a, 'h> FnOnce(C::Parts<'a>, Hooks<'h>) -> Result<G> + Clone,
{
    /// Runs the passes that `g` needs. Hooks are told of a sum of passes when all of it is there.
    fn run(self, g: C::Parts<'_>, mut hooks: Hooks<'_>) -> Result<G> {
        let given = C::given(&g);
        // With one result there is nothing to sum: the rest, and the walk over `G` in it, is not compiled.
        if const { C::RESULTS <= 1 } {
            return (self.run)(C::only(g, given), hooks);
        }
        if is_one_pass::<C>(given) {
            return (self.run)(C::only(g, given), hooks);
        }
        let sum = sum_of_passes(given, |one| (self.run.clone())(C::only(g, one), Hooks::none()))?;
        hooks.all(sum)
    }
}

impl<O, C, G, F> Pullback for FromFn<O, C, G, F>
where
    O: Differentiable,
    C: Cotangent + 'static,
    G: TensorTree,
    F: for<'a, 'h> FnOnce(C::Parts<'a>, Hooks<'h>) -> Result<G> + Clone,
{
    type Cotangent = C;
    type Grads = G;
    fn pull<'a>(self, g: impl Seed<'a, C>) -> Result<G> {
        self.run(g.parts(), Hooks::none())
    }
    fn pull_hooked<'a>(self, g: impl Seed<'a, C>, hook: impl FnMut(Ready<'_>) -> Result<()>) -> Result<G> {
        hooks::asked(hook, |hooks| self.run(g.parts(), hooks))
    }
    fn residual_bytes(&self) -> usize {
        self.bytes
    }
}

impl<O, C, G, F> PullOutput for FromFn<O, C, G, F>
where
    O: Differentiable,
    C: Cotangent + 'static,
    G: TensorTree,
    F: for<'a, 'h> FnOnce(C::Parts<'a>, Hooks<'h>) -> Result<G> + Clone,
{
    type Output = O;
    type Slots = G;
    fn pull_output(self, g: O::Tangent, hooks: Hooks<'_>) -> Result<G> {
        let g = (self.flat)(g);
        self.run(g.parts(), hooks)
    }
    fn residual_bytes(&self) -> usize {
        self.bytes
    }
}
