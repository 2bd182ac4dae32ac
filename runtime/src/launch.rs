//! From a fused group and its tensors to one call of the tile driver.
//!
//! What depends on the kernel's types is thin: collecting operands, allocating results, the call. Planning is not
//! generic, so it is compiled once.
#![allow(unsafe_code)]

use std::any::type_name;

use cotangent_kernels::Element;
use cotangent_kernels::driver;
use cotangent_kernels::kernel::{Combine, In, Kernel, List, MAX_OPERANDS, Out};

use crate::axes::Axes;
use crate::debug;
use crate::device::Device;
use crate::error::{Error, Place, Result, Site};
use crate::shape::Shape;
use crate::tensor::Tensor;

pub(crate) mod fused;
pub(crate) mod nan;
mod plan;
pub(crate) mod update;

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
}

impl GroupInfo {
    /// Of a launch whose caller names the op.
    pub const UNNAMED: Self =
        Self { place: &Place { function: "", file: "", lines: &[] }, ops: "", outs: &[] };

    /// Each op: where it stands, and its operands.
    fn ops(&self) -> impl Iterator<Item = (Site, impl Iterator<Item = usize>)> {
        self.ops.split_whitespace().filter_map(|op| {
            let (name, rest) = op.split_once('@')?;
            let (line, args) = rest.split_once('(')?;
            let args = args.trim_end_matches(')').split(',').filter_map(|a| a.parse().ok());
            Some((self.place.site(name, line.parse().ok()?), args))
        })
    }

    /// `error`, placed at the op that makes output number `out`.
    fn made_by(&self, out: usize, error: Error) -> Error {
        match self.outs.get(out).and_then(|&op| self.ops().nth(usize::from(op))) {
            Some((site, _)) => error.at(&site),
            None => error,
        }
    }
}

/// An input of a launch.
#[derive(Debug)]
pub enum Arg<'a, T: Element> {
    /// Read only.
    Ref(&'a Tensor<T>),
    /// Its last use: the launch may write a result into its buffer.
    Own(Tensor<T>),
    /// What the caller replaces by a result: as `Own`, but still there after an error, unchanged.
    Mut(&'a mut Tensor<T>),
}

impl<T: Element> Arg<'_, T> {
    fn tensor(&self) -> &Tensor<T> {
        match self {
            Self::Ref(t) => t,
            Self::Own(t) => t,
            Self::Mut(t) => t,
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
    /// What happens to the points of the iteration space that fall on one element.
    pub combine: Combine,
    /// Factor of a finished reduction.
    pub scale: f64,
}

impl OutSpec<'_> {
    /// One element per point of the iteration space.
    pub const FULL: OutSpec<'static> = OutSpec { space: Space::Full, combine: Combine::Store, scale: 1.0 };
}

/// Lists of element types as operands of a launch: `()` and `(T, rest)`.
pub trait Operands: List {
    /// The inputs, in the same nesting.
    type Args<'a>;
    /// The outputs, in the same nesting.
    type Tensors;
    #[doc(hidden)]
    fn reads<'v>(args: &'v Self::Args<'_>, nan: bool, into: &mut [Read<'v>]);
    /// The outputs that were planned, which are as many as the list is long.
    #[doc(hidden)]
    fn tensors(writes: &mut [Write]) -> Self::Tensors;
}

impl Operands for () {
    type Args<'a> = ();
    type Tensors = ();
    #[inline(always)]
    fn reads<'v>((): &'v (), _: bool, _: &mut [Read<'v>]) {}
    #[inline(always)]
    fn tensors(_: &mut [Write]) {}
}

impl<T: Element, R: Operands> Operands for (T, R) {
    type Args<'a> = (Arg<'a, T>, R::Args<'a>);
    type Tensors = (Tensor<T>, R::Tensors);

    #[inline(always)]
    fn reads<'v>(args: &'v Self::Args<'_>, nan: bool, into: &mut [Read<'v>]) {
        let tensor = args.0.tensor();
        if let [first, rest @ ..] = into {
            let owned = match args.0 {
                Arg::Ref(_) => false,
                Arg::Own(_) => true,
                // A NaN is found when the result is there, and the target of an error must be as before.
                Arg::Mut(_) => !nan,
            };
            *first = Read::new(tensor, owned);
            R::reads(&args.1, nan, rest);
        }
    }

    #[inline(always)]
    fn tensors(writes: &mut [Write]) -> Self::Tensors {
        let (first, rest) = writes.split_first_mut().expect("`run` plans one output per element of the list");
        (Tensor::dense(first.storage::<T>(), first.shape), R::tensors(rest))
    }
}

/// Runs a fused group over its inputs and gives its outputs. Nothing is written on error.
#[inline]
pub fn launch<K>(
    kernel: &K,
    info: &'static GroupInfo,
    ins: <K::Ins as Operands>::Args<'_>,
    outs: &[OutSpec<'_>],
) -> Result<<K::Outs as Operands>::Tensors>
where
    K: Kernel<Ins: Operands, Outs: Operands>,
{
    launch_on(Device::CPU, kernel, info, ins, outs)
}

/// [`launch`] of a group that may have no inputs, which then runs on `home`.
#[inline]
#[allow(clippy::needless_pass_by_value)] // Owned operands die here, and their buffers with them.
pub fn launch_on<K>(
    home: Device,
    kernel: &K,
    info: &'static GroupInfo,
    ins: <K::Ins as Operands>::Args<'_>,
    outs: &[OutSpec<'_>],
) -> Result<<K::Outs as Operands>::Tensors>
where
    K: Kernel<Ins: Operands, Outs: Operands>,
{
    if const { K::Ins::LEN <= 6 && K::Outs::LEN <= 6 } {
        run::<K, 6>(home, kernel, info, &ins, outs)
    } else {
        run::<K, MAX_OPERANDS>(home, kernel, info, &ins, outs)
    }
}

fn run<K, const N: usize>(
    home: Device,
    kernel: &K,
    info: &'static GroupInfo,
    ins: &<K::Ins as Operands>::Args<'_>,
    outs: &[OutSpec<'_>],
) -> Result<<K::Outs as Operands>::Tensors>
where
    K: Kernel<Ins: Operands, Outs: Operands>,
{
    assert!(outs.len() == K::Outs::LEN, "{}: one description per output", type_name::<K>());
    let (mut reads, mut writes) = ([Read::NONE; N], [const { Write::NONE }; N]);
    let checks_nan = debug::checks_nan();
    K::Ins::reads(ins, checks_nan, &mut reads[..K::Ins::LEN]);
    let (shape, rank) = plan::make(
        home,
        &mut reads[..K::Ins::LEN],
        &mut writes[..K::Outs::LEN],
        outs,
        &K::Outs::DTYPES,
        info,
    )?;
    // Before the launch, which may overwrite operands.
    let nan = checks_nan.then(|| nan::any(&reads[..K::Ins::LEN], &K::Ins::DTYPES));
    let tensors = K::Outs::tensors(&mut writes[..K::Outs::LEN]);
    let read = |r: &Read<'_>| In { ptr: r.ptr, strides: &[], aliased: r.aliased };
    let write = |w: &Write| Out { ptr: w.ptr, strides: &[], combine: w.combine, scale: w.scale };
    let (mut ins, mut outs) = ([read(&Read::NONE); N], [write(&Write::NONE); N]);
    for (i, r) in reads[..K::Ins::LEN].iter().enumerate() {
        ins[i] = In { strides: &r.strides[..rank], ..read(r) };
    }
    for (i, w) in writes[..K::Outs::LEN].iter().enumerate() {
        outs[i] = Out { strides: &w.strides[..rank], ..write(w) };
    }
    // SAFETY: every input's layout lies in its storage (`Tensor::from_parts`) and its strides over the space are the
    // layout's, or 0 where it repeats; every output is storage of this launch alone, allocated for the shape that
    // its strides walk, or the buffer of an input that is marked `aliased` and walks it in the same order; `tensors`
    // and the arguments outlive the call.
    unsafe { driver::launch(kernel, &shape[..rank], &ins[..K::Ins::LEN], &outs[..K::Outs::LEN]) };
    if let Some(given) = nan {
        nan::none(&writes[..K::Outs::LEN], &K::Outs::DTYPES, given, info)?;
    }
    Ok(tensors)
}

#[cfg(test)]
mod tests;
