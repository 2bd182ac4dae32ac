//! Ops that emitted code runs one after the other: the first error is kept, and is asked for once behind them.
//!
//! A `?` behind every op is a way out past all that is alive there, which the compiler follows for each of them: a third of
//! the time that it takes to check a long body.

use cotangent_kernels::Element;
use cotangent_kernels::kernel::Kernel;

use crate::device::Device;
use crate::emitted::checks::{self, Results};
use crate::error::{Error, Result};
use crate::launch::{self, Input, Inputs, Nothing, Ops, OutSpec, Outputs, Runs, Write};
use crate::tensor::Tensor;
use crate::tensor::construct;
use crate::tensor::shape::Shape;

/// The state of the ops so far. Behind an op that failed kernels do not run, and later ops are not heard: they work on
/// results that hold nothing.
#[derive(Debug)]
pub struct Sequence {
    error: Option<Error>,
    ops: &'static Ops,
}

impl Sequence {
    /// The state before the first op. The ops of the sequence have their numbers in `ops`.
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

    /// [`Ops::launch`] as one of them.
    #[inline]
    pub fn launch<K, I>(&mut self, kernel: K, at: usize, ins: I) -> <K::Outs as Outputs>::Tensors
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        self.launch_to(kernel, at, ins, &[])
    }

    /// [`Ops::launch_to`] as one of them.
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

    /// [`Ops::launch_or_hand_on`] as one of them.
    #[inline]
    pub fn launch_or_hand_on<K, T, X, const N: usize>(
        &mut self,
        kernel: K,
        at: usize,
        [x]: [X; 1],
        outs: &[OutSpec<'_>],
    ) -> [Tensor<T>; N]
    where
        T: Element,
        X: Input<T>,
        [X; 1]: Inputs<[T; 1]>,
        [T; N]: Outputs<Tensors = [Tensor<T>; N]>,
        K: Kernel<Ins = [T; 1], Outs = [T; N]>,
    {
        if self.error.is_some() || !launch::agrees(&x, outs) {
            return self.launch_to(kernel, at, [x], outs);
        }
        std::array::from_fn(|_| x.tensor().clone())
    }

    /// [`Ops::launch_on`] as one of them.
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

    /// [`Ops::done`] as one of them.
    #[inline]
    pub fn done<R: Results + Nothing>(&mut self, result: Result<R>, at: usize) -> R {
        self.kept(self.ops.done(result, at))
    }

    /// [`Ops::viewed`] as one of them.
    #[inline]
    pub fn viewed<R: Nothing>(&mut self, result: Result<R>, at: usize) -> R {
        self.kept(self.ops.viewed(result, at))
    }

    /// [`Ops::sized`] as one of them.
    #[inline]
    pub fn sized<const N: usize>(&mut self, sizes: [usize; N], at: usize) -> Shape {
        self.kept(self.ops.sized(sizes, at))
    }

    /// [`zeros`](construct::zeros) as one of them.
    #[inline]
    pub fn zeros<T: Element>(&mut self, shape: &Shape, device: Device) -> Tensor<T> {
        self.kept(construct::zeros(shape, device))
    }

    /// The value of a call that takes nothing but numbers. Its error counts as that of an op.
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

/// One op by itself, or one that stands where an error leads out.
impl Ops {
    /// [`launch`](launch::launch) of group `at`, whose outputs are whole. What emitted code says most often it says in the
    /// fewest words: a reference or a list that is empty takes the compiler longer than a number.
    #[inline]
    pub fn launch<K, I>(&'static self, kernel: K, at: usize, ins: I) -> Result<<K::Outs as Outputs>::Tensors>
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        self.launch_to(kernel, at, ins, &[])
    }

    /// [`launch`](launch::launch) of group `at`.
    #[inline]
    pub fn launch_to<K, I>(
        &'static self,
        kernel: K,
        at: usize,
        ins: I,
        outs: &[OutSpec<'_>],
    ) -> Result<<K::Outs as Outputs>::Tensors>
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        self.launch_on(Device::CPU, kernel, at, ins, outs)
    }

    /// [`Self::launch_to`] of a group that sums a tensor to shapes: where they are its own, it is the result.
    #[inline]
    pub fn launch_or_hand_on<K, T, X, const N: usize>(
        &'static self,
        kernel: K,
        at: usize,
        [x]: [X; 1],
        outs: &[OutSpec<'_>],
    ) -> Result<[Tensor<T>; N]>
    where
        T: Element,
        X: Input<T>,
        [X; 1]: Inputs<[T; 1]>,
        [T; N]: Outputs<Tensors = [Tensor<T>; N]>,
        K: Kernel<Ins = [T; 1], Outs = [T; N]>,
    {
        if !launch::agrees(&x, outs) {
            return self.launch_to(kernel, at, [x], outs);
        }
        Ok(std::array::from_fn(|_| x.tensor().clone()))
    }

    /// [`launch_on`](launch::launch_on) of group `at`.
    #[inline]
    #[allow(clippy::needless_pass_by_value)] // See `Sequence::launch_on`.
    pub fn launch_on<K, I>(
        &'static self,
        home: Device,
        kernel: K,
        at: usize,
        ins: I,
        outs: &[OutSpec<'_>],
    ) -> Result<<K::Outs as Outputs>::Tensors>
    where
        K: Kernel<Outs: Outputs>,
        I: Inputs<K::Ins>,
    {
        launch::launch_on(home, &kernel, &self.group(at), ins, outs)
    }

    /// The result of op `at`: its errors name it, and its NaN are looked for where that is asked for.
    #[inline]
    pub fn done<R: Results>(&self, result: Result<R>, at: usize) -> Result<R> {
        checks::done(result, &self.site(at))
    }

    /// [`Self::done`] of what looks at its operand's elements in another order.
    #[inline]
    pub fn viewed<R>(&self, result: Result<R>, at: usize) -> Result<R> {
        checks::placed(result, &self.site(at))
    }

    /// A shape of declared sizes.
    #[inline]
    pub fn sized<const N: usize>(&self, sizes: [usize; N], at: usize) -> Result<Shape> {
        checks::placed(Shape::new(&sizes), &self.site(at))
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

#[cfg(test)]
mod tests;
