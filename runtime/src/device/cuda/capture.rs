//! Programs that are recorded once and run again as one.

use std::any::Any;
use std::fmt;

use cotangent_kernels::{DType, Element, Float};

use super::context::Context;
use super::driver::refused;
use super::graph::{Graph, Recording, is_for_a_graph, rehearse};
use super::reading::sized;
use super::{Device, Kind, contexts};
use crate::device::Block;
use crate::error::{Error, ErrorKind, InOp as _, Result};
use crate::tensor::Tensor;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::tree::{Path, Update, Visit};

/// What a program has launched on a GPU, to be launched again as one: a CUDA graph.
///
/// It keeps all memory that the program has used. Tensors that the program has returned have the elements of the last
/// [`replay`](Self::replay), and so have all clones of them: read them, or move them with `to`, before the next.
pub struct Captured<R> {
    graph: Graph,
    result: R,
}

impl<R> Captured<R> {
    /// Runs the program again, behind all that the device was asked for before. It asks for no memory and does not wait: what is wrong
    /// with elements is an error of the next read, as ever.
    pub fn replay(&self) -> Result<()> {
        self.graph.launch().in_op("Captured::replay")
    }

    /// What the program has returned. Before the first [`replay`](Self::replay) its tensors have no elements that mean anything.
    pub fn result(&self) -> &R {
        &self.result
    }

    /// How many kernels and copies a [`replay`](Self::replay) runs.
    pub fn launches(&self) -> usize {
        self.graph.launches()
    }
}

impl<R> fmt::Debug for Captured<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Captured").field("launches", &self.launches()).finish_non_exhaustive()
    }
}

/// Records what this thread asks a GPU for while `f` runs, to [`replay`](Captured::replay) it without the host: no launch is planned
/// again, and no memory is asked for.
///
/// `f` runs twice. The first time is in earnest, so that all kernels are compiled; the second time is recorded and computes nothing.
/// A replay reads tensors of the device that `f` has used from where they are: [`assign`] gives them other elements.
///
/// All else stays as it was when it was recorded: shapes, branches, [`Key`](crate::Key)s, numbers and elements that came from the
/// host. A learning rate is such a number, and so is the count of steps of [`Adam`](crate::optim::Adam). Reading elements in `f` is an error,
/// and so is a capture or a replay. Other threads go on as ever, and what they are asked for in `f` is not recorded.
///
/// ```
/// use cotangent::cuda;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn loss(w: &Tensor, #[constant] x: &Tensor) -> Scalar {
///     (x.matmul(w) - 1.0).square().mean()
/// }
///
/// let Ok(device) = Device::cuda(0) else {
///     eprintln!("skipped: no CUDA device");
///     return Ok(());
/// };
/// let (w, x): (Tensor, Tensor) = (Tensor::ones([4, 1])?.to(device)?, Tensor::ones([8, 4])?.to(device)?);
/// let gradient = cuda::capture(device, || loss::value_and_grad(&w, &x))?;
/// for batch in 1..4 {
///     cuda::assign(&x, &Tensor::full([8, 4], batch as f32)?)?;
///     gradient.replay()?;
///     let (value, _) = gradient.result();
///     let error = 4.0 * batch as f32 - 1.0;
///     assert!((value.item()? - error * error).abs() < 1e-3);
/// }
/// # Ok::<(), Error>(())
/// ```
pub fn capture<R>(device: Device, mut f: impl FnMut() -> Result<R>) -> Result<Captured<R>> {
    let context = recordable(device).in_op("cuda::capture")?;
    rehearsed(context, &mut f)?;
    let recording = Recording::begin(context).in_op("cuda::capture")?;
    let result = f()?;
    let graph = recording.end().in_op("cuda::capture")?;
    Ok(Captured { graph, result })
}

/// [`capture`] of a step from one state to the next. Every [`replay`](Captured::replay) makes a step: the floats of the state that `f`
/// returns replace the floats of the state that it was given. The result of the whole is the state after the last step, and what `f`
/// returns beside the state.
///
/// The state is moved to memory of its own. Integers and truth values in it stay.
///
/// ```
/// use cotangent::cuda;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn loss(w: &Tensor, #[constant] x: &Tensor) -> Scalar {
///     (x.matmul(w) - 1.0).square().mean()
/// }
///
/// let Ok(device) = Device::cuda(0) else {
///     eprintln!("skipped: no CUDA device");
///     return Ok(());
/// };
/// let x: Tensor = Key::new(1).normal([64, 4])?.to(device)?;
/// let w: Tensor = Tensor::zeros([4, 1])?.to(device)?;
/// let step = cuda::capture_step(w, |w| {
///     let (value, g) = loss::value_and_grad(w, &x)?;
///     Ok((w.sub(&g.w.mul(0.1)?)?, value))
/// })?;
/// let mut values = Vec::new();
/// for _ in 0..100 {
///     step.replay()?;
///     let (_, value) = step.result();
///     values.push(value.item()?);
/// }
/// assert!(values[99] < values[0]);
/// # Ok::<(), Error>(())
/// ```
pub fn capture_step<S: Differentiable, R>(
    state: S,
    mut f: impl FnMut(&S) -> Result<(S, R)>,
) -> Result<Captured<(S, R)>> {
    let op = "cuda::capture_step";
    let device = crate::emitted::calls::device_in_list(std::slice::from_ref(&state));
    let context = recordable(device).in_op(op)?;
    let mut state = state;
    state.walk_tensors([], [], &mut Path::root(), &mut Own(device)).in_op(op)?;
    let mut old = Leaves { device, of_state: Vec::new(), found: Vec::new() };
    state.visit_tensors(&mut Path::root(), &mut old).in_op(op)?;
    rehearsed(context, || f(&state))?;
    let recording = Recording::begin(context).in_op(op)?;
    let (next, result) = f(&state)?;
    let of_state = old.found.iter().map(|leaf| leaf.block).collect();
    let mut new = Leaves { device, of_state, found: Vec::new() };
    next.visit_tensors(&mut Path::root(), &mut new).in_op(op)?;
    put_back(context, &old.found, &new.found).in_op(op)?;
    drop((next, new));
    let graph = recording.end().in_op(op)?;
    Ok(Captured { graph, result: (state, result) })
}

/// Runs `f` as it will be recorded: no work waits before `f`, and work that waits behind runs while the results of `f` are there. So the
/// kernels of the recording are compiled.
fn rehearsed<R>(context: &'static Context, f: impl FnMut() -> Result<R>) -> Result<()> {
    context.flush(&mut context.state())?;
    let first = rehearse(f)?;
    context.flush(&mut context.state())?;
    drop(first);
    Ok(())
}

/// Writes the elements of `from` where those of `to` are, on a GPU: for whatever a [`capture`] reads. Everybody who has the memory of
/// `to` sees them, its clones and views included. `from` may live anywhere.
///
/// `to` has to lie in row-major order. It cannot be one of the zeros that all have in common: `Tensor::zeros` makes others.
pub fn assign<T: Element>(to: &Tensor<T>, from: &Tensor<T>) -> Result<()> {
    assigned(to, from).in_op("cuda::assign")
}

/// Memory of a GPU, in bytes, as [`memory`] tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryUse {
    /// Of tensors, of what is captured and of the library itself.
    pub used: usize,
    /// Of nobody, and kept for the next.
    pub kept: usize,
}

/// How much memory of a GPU this library has.
pub fn memory(device: Device) -> Result<MemoryUse> {
    let context = context(device).in_op("cuda::memory")?;
    let (bytes, kept) = context.state().memory.size();
    Ok(MemoryUse { used: bytes - kept, kept })
}

/// Gives the memory that is kept for the next tensors back to the GPU. It waits for all that the GPU was asked for.
pub fn release_memory(device: Device) -> Result<()> {
    let context = context(device).in_op("cuda::release_memory")?;
    let mut state = context.state();
    context.flush(&mut state).in_op("cuda::release_memory")?;
    state.memory.clear(context.driver);
    drop(state);
    context.driver.settle().in_op("cuda::release_memory")
}

fn context(device: Device) -> Result<&'static Context> {
    let context = match device.kind {
        Kind::Cuda => contexts().get(&device.number).copied(),
        _ => None,
    };
    context.ok_or_else(|| refused(format_args!("{device} is no GPU of CUDA's")))
}

/// The context of a device that this thread may record now.
fn recordable(device: Device) -> Result<&'static Context> {
    if is_for_a_graph() {
        return Err(refused("a capture inside of a capture"));
    }
    context(device)
}

fn assigned<T: Element>(to: &Tensor<T>, from: &Tensor<T>) -> Result<()> {
    let context = context(to.device())?;
    let (a, b) = (to.layout().shape, from.layout().shape);
    if a != b {
        return Err(Error::new(ErrorKind::Shape, format!("shapes differ, {a} and {b}")));
    }
    if !to.is_contiguous() || to.storage().is_zero() {
        let why = "elements are written where a tensor lies in row-major order, in memory of its own";
        return Err(Error::new(ErrorKind::Value, why));
    }
    let place = to.storage().buffer().block();
    let from = from.to(to.device())?;
    // What is read is not written meanwhile.
    let from = if from.storage().buffer().block() == place { from.copied()? } else { from.contiguous()? };
    let (Some(there), Some(here)) = (leaf(to), leaf(&from)) else { return Err(context.gone()) };
    there.copy_from(&here, context)
}

/// A tensor in row-major order, and what keeps it alive.
struct Leaf {
    block: Block,
    dtype: DType,
    offset: usize,
    count: usize,
    is_whole: bool,
    _kept: Option<Box<dyn Any>>,
}

fn leaf<T: Element>(x: &Tensor<T>) -> Option<Leaf> {
    let block = x.storage().buffer().block()?;
    let (offset, count) = (x.layout().offset, x.numel());
    let is_whole = count == x.storage().len();
    Some(Leaf { block, dtype: T::DTYPE, offset, count, is_whole, _kept: None })
}

impl Leaf {
    fn copy_from(&self, from: &Self, context: &Context) -> Result<()> {
        if self.count == 0 || (self.block, self.offset) == (from.block, from.offset) {
            return Ok(());
        }
        let size = sized(context, self.dtype);
        let place = |leaf: &Self| (leaf.block, leaf.offset * size);
        context.copy(place(from), place(self), self.count * size, self.is_whole)
    }
}

/// Moves what it meets to memory of its own.
struct Own(Device);

impl Update<0, 0> for Own {
    fn leaf<T: Float>(
        &mut self,
        _: &Path,
        leaf: &mut Tensor<T>,
        _: [&Tensor<T>; 0],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        *leaf = leaf.to(self.0)?.copied()?;
        Ok(())
    }
}

/// Collects leaves in row-major order. A leaf in memory of the state is copied, unless the leaf lies unchanged at its own place there.
struct Leaves {
    device: Device,
    of_state: Vec<Block>,
    found: Vec<Leaf>,
}

impl Visit for Leaves {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        let mut x = x.to(self.device)?.contiguous()?;
        let block = x.storage().buffer().block();
        let own = self.of_state.get(self.found.len()).copied();
        if block != own && block.is_some_and(|block| self.of_state.contains(&block)) {
            x = x.copied()?;
        }
        let met = leaf(&x).ok_or_else(|| refused("a tensor is not on the device"))?;
        self.found.push(Leaf { _kept: Some(Box::new(x)), ..met });
        Ok(())
    }
}

/// Lets the next state take the place of the last.
fn put_back(context: &Context, old: &[Leaf], new: &[Leaf]) -> Result<()> {
    if old.len() != new.len() || old.iter().zip(new).any(|(a, b)| a.count != b.count) {
        return Err(Error::new(ErrorKind::Shape, "the next state has other shapes than the last"));
    }
    old.iter().zip(new).try_for_each(|(old, new)| old.copy_from(new, context))
}
