//! Ops that emitted code runs one after the other: the first error is kept, and is asked for once behind them.
//!
//! A `?` behind every op is a way out past all that is alive there, which the compiler follows for each of them: a third of
//! the time that it takes to check a long body.

use cotangent_kernels::Element;
use cotangent_kernels::kernel::Kernel;

use crate::device::Device;
use crate::emitted::{self, Results};
use crate::error::{Error, Result};
use crate::launch::{self, Inputs, Ops, OutSpec, Outputs, Runs, Write};
use crate::shape::Shape;
use crate::storage::Storage;
use crate::tensor::Tensor;

/// What became of the ops so far. Behind one that failed kernels do not run, and whatever an op says is not heard: they work on
/// results that hold nothing.
#[derive(Debug)]
pub struct Sequence {
    error: Option<Error>,
    ops: &'static Ops,
}

impl Sequence {
    /// Before the first. Its ops have their numbers in `ops`.
    #[inline]
    #[must_use]
    pub const fn new(ops: &'static Ops) -> Self {
        Self { error: None, ops }
    }

    /// The first error, if one failed.
    #[inline]
    pub fn check(&mut self) -> Result<()> {
        match self.error.take() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// [`launch`](launch::launch) of group `at`, as one of them. Its outputs are whole. What emitted code says most often
    /// it says in the fewest words: a reference or a list that is empty takes the compiler longer than a number.
    #[inline]
    pub fn launch<K, I>(&mut self, kernel: K, at: usize, ins: I) -> <K::Outs as Outputs>::Tensors
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        self.launch_to(kernel, at, ins, &[])
    }

    /// [`launch`](launch::launch) of group `at`, as one of them.
    #[inline]
    pub fn launch_to<K, I>(
        &mut self,
        kernel: K,
        at: usize,
        ins: I,
        outs: &[OutSpec<'_>],
    ) -> <K::Outs as Outputs>::Tensors
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        self.launch_on(Device::CPU, kernel, at, ins, outs)
    }

    /// [`launch_on`](launch::launch_on) of group `at`, as one of them.
    #[inline]
    #[allow(clippy::needless_pass_by_value)] // Kernels are numbers, if anything: emitted code borrows nothing.
    pub fn launch_on<K, I>(
        &mut self,
        home: Device,
        kernel: K,
        at: usize,
        ins: I,
        outs: &[OutSpec<'_>],
    ) -> <K::Outs as Outputs>::Tensors
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        if self.error.is_none() {
            let info = self.ops.group(at);
            return launch::launch_for(self, home, &kernel, &info, ins, outs);
        }
        K::Outs::nothing()
    }

    /// [`done`](emitted::done) of op `at`, as one of them.
    #[inline]
    pub fn done<R: Results + Nothing>(&mut self, result: Result<R>, at: usize) -> R {
        self.kept(emitted::done(result, &self.ops.site(at)))
    }

    /// [`viewed`](emitted::viewed) of op `at`, as one of them.
    #[inline]
    pub fn viewed<R: Nothing>(&mut self, result: Result<R>, at: usize) -> R {
        self.kept(emitted::viewed(result, &self.ops.site(at)))
    }

    /// What is asked of nothing but numbers, as one of them.
    #[inline]
    pub fn kept<R: Nothing>(&mut self, result: Result<R>) -> R {
        match result {
            Ok(made) => made,
            Err(error) => {
                self.error.get_or_insert(error);
                R::nothing()
            }
        }
    }
}

impl<O: Outputs> Runs<O> for &mut Sequence {
    type Made = O::Tensors;
    #[inline(always)]
    fn made(self, ran: Result<()>, writes: &mut [Write]) -> O::Tensors {
        match ran {
            Ok(()) => O::tensors(writes),
            Err(error) => {
                self.error = Some(error);
                O::nothing()
            }
        }
    }
}

/// What stands for the result of an op that failed or did not run. Nobody sees it.
pub trait Nothing {
    #[doc(hidden)]
    fn nothing() -> Self;
}

impl<T: Element> Nothing for Tensor<T> {
    #[cold]
    fn nothing() -> Self {
        Self::dense(Storage::nothing(), Shape::EMPTY)
    }
}

impl<A: Element, B: Element> Nothing for (Tensor<A>, Tensor<B>) {
    #[cold]
    fn nothing() -> Self {
        (Tensor::nothing(), Tensor::nothing())
    }
}

impl<T> Nothing for Vec<T> {
    fn nothing() -> Self {
        Self::new()
    }
}

impl Nothing for Shape {
    fn nothing() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests;
