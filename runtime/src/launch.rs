//! From a fused group and its tensors to one call of the tile driver.
//!
//! The address of its table depends on the kernel. The code that depends on the types of its operands is thin. It
//! collects arguments and hands out results, once for kernels of the same types. All else is compiled once.
#![allow(unsafe_code)]

use cotangent_kernels::Element;
use cotangent_kernels::driver::inline::Inline;
use cotangent_kernels::driver::{self, Erased};
use cotangent_kernels::kernel::{Combine, In, Kernel, List, MAX_OPERANDS, Out, Row};

use crate::debug;
use crate::device::Device;
use crate::error::{Error, Place, Result, Site};
use crate::tensor::Tensor;
use crate::tensor::axes::Axes;
use crate::tensor::host_scalar::HostScalar;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

mod inputs;
pub(crate) mod nan;
mod nothing;
mod plan;
#[cfg(remote)]
mod remote;
pub(crate) mod update;

pub use inputs::{Arg, Input, Inputs};
pub(crate) use nothing::Nothing;
pub use plan::{Read, Write};

/// The ops of a fused group: read only to name the one that fails.
#[derive(Debug)]
pub struct GroupInfo {
    /// The function that it is of.
    pub place: &'static Place,
    /// `mul@0(0,1) exp@2(2)`: each op with the number of its line and its operands, where numbers below the number of
    /// inputs are inputs and the rest earlier ops. In order, the reductions that close the group last.
    pub ops: &'static str,
    /// The op that makes an output, by its number, one per output.
    pub outs: &'static [u16],
    /// Whether f32 will do on devices that have no f64: for sums of the library's own.
    pub narrows: bool,
}

/// The ops of a function, as a constant: emitted code names them by number. There are literals alone in it, as a call in a
/// constant is interpreted by the compiler.
#[derive(Debug)]
pub struct Ops {
    /// The function.
    pub place: Place,
    /// Those that are calls: the op, the number of its line.
    pub sites: &'static [(&'static str, usize)],
    /// Those that are kernels: see [`GroupInfo`].
    pub groups: &'static [(&'static str, &'static [u16])],
}

impl Ops {
    /// The place of call `at` in the user's source.
    #[inline]
    #[must_use]
    pub const fn site(&self, at: usize) -> Site {
        let (op, line) = self.sites[at];
        self.place.site(op, line)
    }

    /// The ops and outputs of kernel `at`.
    #[inline]
    #[must_use]
    pub const fn group(&'static self, at: usize) -> GroupInfo {
        let (ops, outs) = self.groups[at];
        GroupInfo { place: &self.place, ops, outs, narrows: false }
    }
}

impl GroupInfo {
    /// The group of a launch whose caller names the op.
    pub const UNNAMED: Self =
        Self { place: &Place { function: "", file: "", lines: &[] }, ops: "", outs: &[], narrows: false };
    /// The same, where f32 will do.
    pub const NARROWED: Self = Self { narrows: true, ..Self::UNNAMED };

    /// Each op: where it stands, and its operands.
    fn ops(&self) -> impl Iterator<Item = (Site, impl Iterator<Item = usize>)> {
        self.ops.split_whitespace().filter_map(|op| {
            let (name, rest) = op.split_once('@')?;
            let (line, args) = rest.split_once('(')?;
            let args = args.trim_end_matches(')').split(',').filter_map(|a| a.parse().ok());
            Some((self.place.site(name, line.parse().ok()?), args))
        })
    }

    /// `error`, placed at the first op.
    fn begun_by(&self, error: Error) -> Error {
        match self.ops().next() {
            Some((site, _)) => error.at(&site),
            None => error,
        }
    }

    /// `error`, placed at the op that makes output number `out`.
    fn made_by(&self, out: usize, error: Error) -> Error {
        match self.outs.get(out).and_then(|&op| self.ops().nth(usize::from(op))) {
            Some((site, _)) => error.at(&site),
            None => error,
        }
    }
}

/// The shape of one output.
#[derive(Clone, Copy, Debug)]
pub enum Space<'a> {
    /// The iteration space: the broadcast of all inputs.
    Full,
    /// The broadcast of some inputs, by number.
    Inputs(u64),
    /// The iteration space reduced over axes.
    Axes {
        /// Which.
        axes: &'a Axes,
        /// Whether they stay with length 1.
        keep: bool,
    },
    /// A shape that broadcasts to the iteration space.
    To(&'a Shape),
}

/// One output of a launch.
#[derive(Clone, Copy, Debug)]
pub struct OutSpec<'a> {
    /// Its shape.
    pub space: Space<'a>,
    /// The way to combine points of the iteration space that fall on one element.
    pub combine: Combine,
    /// Factor of a finished reduction.
    pub scale: f64,
}

impl<'a> OutSpec<'a> {
    /// One element per point of the iteration space.
    pub const FULL: OutSpec<'static> = OutSpec { space: Space::Full, combine: Combine::Store, scale: 1.0 };

    /// Added up over axes, then scaled.
    #[inline(always)]
    pub fn sum(axes: &'a Axes, keep: bool, scale: impl HostScalar) -> Self {
        Self { space: Space::Axes { axes, keep }, combine: Combine::Sum, scale: scale.to_f64() }
    }

    /// Multiplied over axes, then scaled.
    #[inline(always)]
    pub fn prod(axes: &'a Axes, keep: bool, scale: impl HostScalar) -> Self {
        Self { combine: Combine::Prod, ..Self::sum(axes, keep, scale) }
    }

    /// The largest over axes, then scaled.
    #[inline(always)]
    pub fn max(axes: &'a Axes, keep: bool, scale: impl HostScalar) -> Self {
        Self { combine: Combine::Max, ..Self::sum(axes, keep, scale) }
    }

    /// The smallest over axes, then scaled.
    #[inline(always)]
    pub fn min(axes: &'a Axes, keep: bool, scale: impl HostScalar) -> Self {
        Self { combine: Combine::Min, ..Self::sum(axes, keep, scale) }
    }

    /// Summed to a shape that broadcasts to the iteration space, then scaled.
    #[inline(always)]
    pub fn sum_to(shape: &'a Shape, scale: impl HostScalar) -> Self {
        Self { space: Space::To(shape), combine: Combine::Sum, scale: scale.to_f64() }
    }

    /// One element per point of what some inputs broadcast to.
    #[inline(always)]
    pub const fn of_inputs(inputs: u64) -> Self {
        Self { space: Space::Inputs(inputs), combine: Combine::Pick, scale: 1.0 }
    }
}

/// Lists of element types as outputs of a launch: `[T; N]`, or `()` and `(T, rest)`.
pub trait Outputs: List {
    /// The outputs, in the same nesting.
    type Tensors;
    /// The outputs that were planned, which are as many as the list is long.
    #[doc(hidden)]
    fn tensors(writes: &mut [Write]) -> Self::Tensors;
    /// The outputs of a launch that does not run.
    #[doc(hidden)]
    fn nothing() -> Self::Tensors;
}

impl Outputs for () {
    type Tensors = ();
    #[inline(always)]
    fn tensors(_: &mut [Write]) {}
    fn nothing() {}
}

impl<T: Element, R: Outputs> Outputs for (T, R) {
    type Tensors = (Tensor<T>, R::Tensors);

    #[inline(always)]
    fn tensors(writes: &mut [Write]) -> Self::Tensors {
        let (first, rest) = writes.split_first_mut().expect("`run` plans one output per element of the list");
        (Tensor::dense(first.storage::<T>(), first.shape), R::tensors(rest))
    }

    fn nothing() -> Self::Tensors {
        (Tensor::nothing(), R::nothing())
    }
}

impl<T: Element, const N: usize> Outputs for [T; N]
where
    Self: Row<Array<Tensor<T>> = [Tensor<T>; N]>,
{
    type Tensors = [Tensor<T>; N];

    #[inline(always)]
    fn tensors(writes: &mut [Write]) -> Self::Tensors {
        assert!(writes.len() == N, "`run` plans one output per element of the list");
        Self::array(
            #[inline(always)]
            |i| Tensor::dense(writes[i].storage::<T>(), writes[i].shape),
        )
    }

    #[cold]
    fn nothing() -> Self::Tensors {
        Self::array(|_| Tensor::nothing())
    }
}

/// Whether sums of `x` to these shapes are `x` itself, and lie as they would.
pub(crate) fn agrees<T: Element>(x: &impl Input<T>, outs: &[OutSpec<'_>]) -> bool {
    let Layout { shape, .. } = *x.tensor().layout();
    x.tensor().is_contiguous()
        && outs.iter().all(|out| matches!(out.space, Space::To(to) if *to == shape) && out.scale == 1.0)
}

/// Runs a fused group over its inputs and gives its outputs, which are [`OutSpec::FULL`] where none is described. Nothing is
/// written on error.
#[inline]
pub fn launch<K, I>(
    kernel: &K,
    info: &GroupInfo,
    ins: I,
    outs: &[OutSpec<'_>],
) -> Result<<K::Outs as Outputs>::Tensors>
where
    K: Kernel<Outs: Outputs>,
    I: Inputs<K::Ins>,
{
    launch_on(Device::CPU, kernel, info, ins, outs)
}

/// [`launch`] of a group that may have no inputs, which then runs on `home`.
#[inline]
pub fn launch_on<K, I>(
    home: Device,
    kernel: &K,
    info: &GroupInfo,
    ins: I,
    outs: &[OutSpec<'_>],
) -> Result<<K::Outs as Outputs>::Tensors>
where
    K: Kernel<Outs: Outputs>,
    I: Inputs<K::Ins>,
{
    launch_for(Alone, home, kernel, info, ins, outs)
}

/// Who runs a group, and what is made of its outputs.
pub(crate) trait Runs<O: Outputs> {
    type Made;
    /// Built where the caller wants it: tensors are large, and moving them shows in a small launch.
    fn made(self, ran: Result<()>, writes: &mut [Write]) -> Self::Made;
}

struct Alone;

impl<O: Outputs> Runs<O> for Alone {
    type Made = Result<O::Tensors>;
    #[inline(always)]
    fn made(self, ran: Result<()>, writes: &mut [Write]) -> Self::Made {
        ran?;
        Ok(O::tensors(writes))
    }
}

/// [`launch_on`] for one who makes of it what it needs.
#[inline]
#[allow(clippy::needless_pass_by_value)] // Owned operands die here, and their buffers with them.
pub(crate) fn launch_for<K, I, R>(
    runner: R,
    home: Device,
    kernel: &K,
    info: &GroupInfo,
    ins: I,
    outs: &[OutSpec<'_>],
) -> R::Made
where
    K: Kernel<Outs: Outputs>,
    I: Inputs<K::Ins>,
    R: Runs<K::Outs>,
{
    let kernel = if cfg!(unoptimised) { Erased::baseline(kernel) } else { Erased::new(kernel) };
    // What is set up and dropped again is a good part of a small launch.
    if const { most::<K>() <= 3 } {
        typed::<K::Ins, K::Outs, R, 3>(runner, home, kernel, info, &ins, outs)
    } else if const { most::<K>() <= 6 } {
        typed::<K::Ins, K::Outs, R, 6>(runner, home, kernel, info, &ins, outs)
    } else if const { most::<K>() <= 16 } {
        typed::<K::Ins, K::Outs, R, 16>(runner, home, kernel, info, &ins, outs)
    } else {
        typed::<K::Ins, K::Outs, R, MAX_OPERANDS>(runner, home, kernel, info, &ins, outs)
    }
}

/// Inputs or outputs, whichever are more.
const fn most<K: Kernel>() -> usize {
    if K::Ins::LEN > K::Outs::LEN { K::Ins::LEN } else { K::Outs::LEN }
}

/// The same for all kernels over operands of these types, whatever becomes of them.
fn typed<I: List, O: Outputs, R: Runs<O>, const N: usize>(
    runner: R,
    home: Device,
    kernel: Erased<'_>,
    info: &GroupInfo,
    ins: &dyn Inputs<I>,
    outs: &[OutSpec<'_>],
) -> R::Made {
    let (mut reads, mut writes) = ([Read::NONE; N], [const { Write::NONE }; N]);
    let (reads, writes) = (&mut reads[..I::LEN], &mut writes[..O::LEN]);
    let checks_nan = debug::ran(|counts| &mut counts.kernels);
    ins.reads(checks_nan, reads);
    let ran = run(home, kernel, info, reads, writes, outs, checks_nan);
    runner.made(ran, writes)
}

/// Gives every output its memory and runs the kernel, to which `reads` and `writes` have to fit: see [`typed`].
fn run(
    home: Device,
    kernel: Erased<'_>,
    info: &GroupInfo,
    reads: &mut [Read<'_>],
    writes: &mut [Write],
    specs: &[OutSpec<'_>],
    checks_nan: bool,
) -> Result<()> {
    let specs = if specs.is_empty() { &[OutSpec::FULL; MAX_OPERANDS][..writes.len()] } else { specs };
    assert!(specs.len() == writes.len(), "one description per output");
    let (device, shape, rank) = plan::make(home, reads, writes, specs, kernel.outs(), info)?;
    #[cfg(remote)]
    if device.is_remote() {
        return remote::run(device, kernel, info, reads, writes, &shape[..rank], checks_nan);
    }
    debug_assert!(!device.is_remote());
    // Before the launch, which may overwrite operands.
    let nan = checks_nan.then(|| nan::any(reads, kernel.ins()));
    let (mut ins, mut outs) = (Inline::<In<'_>, MAX_OPERANDS>::new(), Inline::<Out<'_>, MAX_OPERANDS>::new());
    for r in &*reads {
        ins.push(In { ptr: r.ptr, strides: &r.strides[..rank], aliased: r.aliased });
    }
    for w in &*writes {
        outs.push(Out { ptr: w.ptr, strides: &w.strides[..rank], combine: w.combine, scale: w.scale });
    }
    // SAFETY: operands have the kernel's types, which `typed` takes them by, and the driver counts them. Every input's
    // layout lies in its storage (`Tensor::from_parts`) and its strides over the space are the layout's, or 0 where it
    // repeats; every output is a buffer of this launch alone, allocated for the shape that its strides walk, or that of
    // an input that is marked `aliased` and walks it in the same order; `writes` and the arguments outlive the call.
    unsafe { driver::run(kernel, &shape[..rank], &ins, &outs) };
    match nan {
        Some(given) => nan::none(writes, kernel.outs(), given, info),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
