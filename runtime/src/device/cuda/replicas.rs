//! Sums of what is made of tensors over GPUs, for training where each has a part of the batch.

use cotangent_kernels::DType;

use super::context::{Context, State};
use super::contexts;
use super::driver::refused;
use super::graph::is_for_a_graph;
use super::nccl::{self, Fold, Kind, Part};
use crate::device::texts::elements::stored;
use crate::device::texts::spare::Spare;
use crate::device::{Block, Kind as Of};
use crate::error::{Error, ErrorKind, InOp as _, Result};
use crate::tensor::Tensor;
use crate::transforms::tree::{self, Path, TensorTree};

mod findings;
mod leaves;

use leaves::{Leaf, Leaves, Made, Put, Sums, compared};

/// Makes each of these the sum of all: one value for each GPU, such as the gradients of one function where each GPU has a part of the
/// batch. All have the same bits afterwards. It is an all-reduce, and what `psum` is in JAX.
///
/// NCCL adds them up, all tensors together, on the stream of each GPU, and the host does not wait. A tensor is written in place where nobody
/// else holds its memory and nothing [`captured`](crate::cuda::capture) uses it. Each GPU has one value, and the whole value lives there. A value
/// alone stays as it is, wherever it lives, and asks for no NCCL.
///
/// Shapes, element types and structure have to be the same: if they are not, or if NCCL is missing, that is an error, and nothing has
/// changed. What NCCL refuses later is an error too. Tensors that were to be written in place have no elements then, and reading them
/// says so. What a GPU finds wrong with elements of its own, such as an index out of range, is an error of whoever reads the sum of any.
///
/// A GPU that fails in the middle of a sum takes the other GPUs with it, as they wait for its part in vain. A thread finds out, so that
/// a read of any of them tells. [`Device::cuda`](crate::Device::cuda) opens them again where the driver lets it: after some failures the driver
/// opens no GPU in the process, and then the process has to start anew.
///
/// In what [`capture`](crate::cuda::capture) records a sum of several is an error: NVIDIA advises against graphs of several GPUs that one thread has.
///
/// ```
/// use cotangent::cuda;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn loss(w: &Tensor, #[constant] x: &Tensor) -> Scalar {
///     (x.matmul(w) - 1.0).square().sum()
/// }
///
/// let (Ok(first), Ok(second)) = (Device::cuda(0), Device::cuda(1)) else {
///     eprintln!("skipped: no two CUDA devices");
///     return Ok(());
/// };
/// let (w, x): (Tensor, Tensor) = (Tensor::ones([4, 1])?, Key::new(1).normal([8, 4])?);
/// let part = |device: Device, start: usize| {
///     Ok::<_, Error>(loss::grad(&w.to(device)?, &x.narrow(0, start, 4)?.to(device)?)?)
/// };
/// let mut grads = [part(first, 0)?, part(second, 4)?];
/// cuda::sum_over_gpus(&mut grads)?;
/// assert_eq!(grads[0].w.to_vec()?, grads[1].w.to_vec()?);
/// # Ok::<(), Error>(())
/// ```
pub fn sum_over_gpus<A: TensorTree>(replicas: &mut [A]) -> Result<()> {
    folded(replicas, (Fold::Sum, "cuda::sum_over_gpus"), tree::visit, put_tree)
}

/// [`sum_over_gpus`], divided by how many there are: the gradient of a mean over the batch, of which each GPU has had as large a part.
pub fn mean_over_gpus<A: TensorTree>(replicas: &mut [A]) -> Result<()> {
    folded(replicas, (Fold::Mean, "cuda::mean_over_gpus"), tree::visit, put_tree)
}

/// [`sum_over_gpus`] of a tensor of integers, which has no tangent: how many answers were right, how many tokens there were.
pub fn sum_counts_over_gpus(replicas: &mut [Tensor<i32>]) -> Result<()> {
    let meet = |x: &Tensor<i32>, leaves: &mut Leaves| leaves.meet(&Path::root(), x);
    folded(replicas, (Fold::Sum, "cuda::sum_counts_over_gpus"), meet, |x, put| {
        put.put(x);
        Ok(())
    })
}

fn put_tree<A: TensorTree>(tree: &mut A, put: &mut Put) -> Result<()> {
    tree.walk_mut([], &mut Path::root(), &mut tree::AnyUpdate(put))
}

/// Sums what `meet` finds in each replica, and has `put` put the sums there.
fn folded<A>(
    replicas: &mut [A],
    (fold, op): (Fold, &'static str),
    meet: impl Fn(&A, &mut Leaves) -> Result<()>,
    put: impl Fn(&mut A, &mut Put) -> Result<()>,
) -> Result<()> {
    if replicas.len() < 2 {
        return Ok(());
    }
    let mut all: Vec<Leaves> = replicas.iter().map(|_| Leaves::default()).collect();
    for (leaves, replica) in all.iter_mut().zip(&*replicas) {
        meet(replica, leaves).in_op(op)?;
    }
    let made = summed(&mut all, fold, op).in_op(op)?;
    for (replica, made) in replicas.iter_mut().zip(made) {
        put(replica, &mut Put(made.into_iter()))?;
    }
    Ok(())
}

/// The GPU of a replica.
fn home(leaves: &Leaves) -> Result<Option<&'static Context>> {
    let Some(Leaf { device, path, .. }) = leaves.0.first() else { return Ok(None) };
    if let Some(other) = leaves.0.iter().find(|leaf| leaf.device != *device) {
        let (a, b) = (other.device, other.path.as_str());
        return Err(Error::new(
            ErrorKind::Device,
            format!("one value is on {device} (`{path}`) and on {a} (`{b}`); each value lives on one GPU"),
        ));
    }
    let context = if device.kind == Of::Cuda { contexts().get(&device.number).copied() } else { None };
    let context = context.ok_or_else(|| {
        refused(format_args!("a value is on {device}, and sums are of GPUs by `Device::cuda`"))
    })?;
    if context.driver.lost().is_some() { Err(context.gone()) } else { Ok(Some(context)) }
}

fn nothing(all: &[Leaves]) -> Vec<Sums> {
    all.iter().map(|leaves| leaves.0.iter().map(|_| None).collect()).collect()
}

/// Asks for the sums, and gives the tensors that are not where the leaves are, for each replica.
fn summed(all: &mut [Leaves], fold: Fold, op: &'static str) -> Result<Vec<Sums>> {
    compared(all)?;
    let homes = all.iter().map(home).collect::<Result<Vec<_>>>()?;
    let homes: Vec<&'static Context> = homes.into_iter().flatten().collect();
    for (i, a) in homes.iter().enumerate() {
        if homes[..i].iter().any(|b| b.home == a.home) {
            let message = format!("two values are on {}; a GPU has one", a.home);
            return Err(Error::new(ErrorKind::Device, message));
        }
    }
    if is_for_a_graph() {
        return Err(refused(
            "a sum over GPUs in what `cuda::capture` records; ask for it between replays of what each GPU captures",
        ));
    }
    if homes.len() < 2 {
        return Ok(nothing(all));
    }
    nccl::version()?;
    for (leaves, context) in all.iter_mut().zip(&homes) {
        let state = context.state();
        for leaf in &mut leaves.0 {
            // What a graph names it reads or writes again.
            leaf.is_own &= leaf.block.is_some_and(|block| !state.memory.is_pinned(block));
        }
    }
    let all = &*all;
    // Zeros of all are their sum, and elements that are not there are.
    let counts = |k: usize| all[0].0[k].shape.numel() > 0 && all.iter().any(|leaves| !leaves.0[k].is_zero);
    let is_wanted: Vec<bool> = (0..all[0].0.len()).map(counts).collect();
    let wanted: Vec<usize> = (0..is_wanted.len()).filter(|&k| is_wanted[k]).collect();
    if wanted.is_empty() {
        return Ok(nothing(all));
    }
    let mut made: Vec<Vec<Option<Made>>> = Vec::new();
    for leaves in all {
        let one = |(k, leaf): (usize, &Leaf)| {
            let is_made = is_wanted[k] && !leaf.is_own;
            is_made.then(|| (leaf.make)(leaf.device, leaf.shape)).transpose()
        };
        made.push(leaves.0.iter().enumerate().map(one).collect::<Result<_>>()?);
    }
    // In the order of their numbers, which that of communicators is.
    let mut order: Vec<usize> = (0..homes.len()).collect();
    order.sort_by_key(|&i| homes[i].home.number());
    let members: Vec<&'static Context> = order.iter().map(|&i| homes[i]).collect();
    let replicas: Vec<Replica<'_>> = order
        .iter()
        .map(|&i| Replica { context: homes[i], leaves: &all[i], made: &made[i], wanted: &wanted })
        .collect();
    asked(&members, &replicas, fold, op)?;
    let tensor = |made: Option<Made>| made.map(|made| made.tensor);
    Ok(made.into_iter().map(|made| made.into_iter().map(tensor).collect()).collect())
}

/// A replica, and the leaves of it that are summed.
struct Replica<'a> {
    context: &'static Context,
    leaves: &'a Leaves,
    made: &'a [Option<Made>],
    wanted: &'a [usize],
}

impl Replica<'_> {
    /// Where elements are, and where their sums go.
    fn blocks(&self) -> Result<Vec<(Block, Block)>> {
        let blocks = self.wanted.iter().map(|&k| {
            let (leaf, made) = (&self.leaves.0[k], &self.made[k]);
            let made = made.as_ref().map(|made| made.block);
            // Zeros that others add to are made where the sum is.
            let from = if leaf.is_zero { made? } else { leaf.block };
            Some((from?, made.unwrap_or(leaf.block)?))
        });
        blocks.collect::<Option<Vec<_>>>().ok_or_else(|| self.context.gone())
    }

    /// What was found wrong with an operand is an error.
    fn unspoiled(&self, state: &State) -> Result<()> {
        for (from, _) in self.blocks()? {
            let depends = state.memory.get(from).map_or(0, |held| held.depends);
            if let Some(error) = state.checks.spoiled(depends) {
                return Err(error);
            }
        }
        Ok(())
    }

    /// What is summed, behind all that waits. What was found wrong with an operand before is an error.
    fn parts(&self, state: &mut State, fold: Fold) -> Result<Vec<Part>> {
        let Self { context, leaves, wanted, .. } = *self;
        context.flush(state)?;
        self.unspoiled(state)?;
        let blocks = self.blocks()?;
        let each = blocks.iter().flat_map(|&(from, to)| [(from, from == to), (to, true)]);
        let at = context.bound(state, each, None)?;
        let part = |(&k, at): (&usize, &[u64])| {
            let leaf = &leaves.0[k];
            let kind = Kind::of(leaf.dtype, context.narrows)
                .ok_or_else(|| refused(format_args!("sums of {} are none", leaf.dtype)))?;
            let start = (leaf.offset * stored(leaf.dtype, context.narrows)) as u64;
            let to = if leaf.is_own { at[0] + start } else { at[1] };
            Ok(Part { from: at[0] + start, to, count: leaf.shape.numel(), kind, fold })
        };
        wanted.iter().zip(at.chunks_exact(2)).map(part).collect()
    }

    /// What nobody knows the elements of has none.
    fn forget(&self) {
        let mut state = self.context.state();
        for (_, to) in self.blocks().unwrap_or_default() {
            state.memory.free(to, self.context.driver);
        }
    }
}

/// Asks for the sums of all replicas, which are in the order of their GPUs.
fn asked(members: &[&'static Context], replicas: &[Replica<'_>], fold: Fold, op: &'static str) -> Result<()> {
    let mut parts = Vec::with_capacity(replicas.len());
    let mut is_checked = false;
    for replica in replicas {
        let mut state = replica.context.state();
        parts.push(replica.parts(&mut state, fold)?);
        is_checked |= state.checks.last().is_some();
    }
    // Whoever reads a sum hears of what was wrong with the operands of others.
    let mut said = Vec::new();
    if is_checked {
        for (member, parts) in members.iter().zip(&mut parts) {
            let spare = Spare::new(*member, &[1], DType::I32)?;
            let mut state = member.state();
            let to = member.bound(&mut state, [(spare.place.block, true)].into_iter(), None)?[0];
            let from = member.status_at(&state)?;
            parts.push(Part { from, to, count: 1, kind: Kind::U32, fold: Fold::Max });
            said.push(spare);
            member.hears()?;
        }
    }
    // What is refused from here on is refused before anything has changed.
    let group = nccl::begin(members)?;
    // Replicas are borrowed, and what is given back later comes behind this on the stream of its GPU.
    let ran = group.reduce(&parts).and_then(|()| told(members, replicas, &said, op));
    if ran.is_err() {
        replicas.iter().for_each(Replica::forget);
    }
    ran
}

/// Sums were asked for: whom others have to hear of, and what operands were found to be meanwhile.
fn told(
    members: &[&'static Context],
    replicas: &[Replica<'_>],
    said: &[Spare<'_>],
    op: &'static str,
) -> Result<()> {
    for replica in replicas {
        // A thread that has read since has cleared the word that was part of the sum.
        replica.unspoiled(&replica.context.state())?;
    }
    for (replica, spare) in replicas.iter().zip(said) {
        let written: Vec<Block> = replica.blocks()?.into_iter().map(|(_, to)| to).collect();
        replica.context.heard((spare.place.block, members), &written, op)?;
    }
    for member in members {
        member.counts(&mut member.state());
    }
    Ok(())
}
