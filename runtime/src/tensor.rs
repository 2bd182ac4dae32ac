//! The tensor: shared storage under a layout.

#[cfg(feature = "safetensors")]
pub(crate) mod any;
pub(crate) mod axes;
pub(crate) mod cast;
pub(crate) mod construct;
pub(crate) mod convert;
pub(crate) mod dims;
pub(crate) mod host_scalar;
pub(crate) mod layout;
pub(crate) mod lists;
#[cfg(feature = "ndarray")]
mod ndarray;
pub(crate) mod operators;
pub(crate) mod padding;
mod print;
pub(crate) mod random;
pub(crate) mod shape;
pub(crate) mod sources;
pub(crate) mod storage;

use std::borrow::Borrow;
use std::marker::PhantomData;

use cotangent_kernels::{DType, Element};

use crate::device::{Device, Opaque, backend, registry};
use crate::error::{InOp, Result};
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};
use crate::tensor::sources::{Sources, Under};
use crate::tensor::storage::Storage;

/// An array of any rank up to [`MAX_RANK`](crate::MAX_RANK). Cloning and views share the elements; nothing that is
/// shared is ever written.
///
/// Inside `#[differentiable]` functions the type may carry dims: `Tensor<B, 3>`, `Tensor<f64, {2 * K}>`. The macro
/// reads and erases them.
#[derive(Clone)]
pub struct Tensor<T: Element = f32> {
    storage: Storage<T>,
    layout: Layout,
    element: PhantomData<T>,
}

/// A tensor of rank 0.
pub type Scalar<T = f32> = Tensor<T>;

#[allow(clippy::needless_pass_by_value)] // Sources are references, and tuples of them.
impl<T: Element> Tensor<T> {
    /// The only constructor: every element that the layout reaches lies in the storage.
    #[inline]
    pub(crate) fn from_parts(storage: Storage<T>, layout: Layout) -> Self {
        assert!(layout.is_within(storage.len()), "a layout stays within its storage");
        Self { storage, layout, element: PhantomData }
    }

    /// Row major, over storage of as many elements.
    #[inline(always)]
    pub(crate) fn dense(storage: Storage<T>, shape: Shape) -> Self {
        assert!(storage.len() == shape.numel(), "a dense layout covers its storage");
        // Strides are written where they stay: a layout that is moved right after is read faster than its words arrive.
        let layout = Layout { shape, strides: [0; MAX_RANK], offset: 0 };
        let mut tensor = Self { storage, layout, element: PhantomData };
        tensor.layout.set_dense();
        tensor
    }

    /// A dense tensor that nobody else sees, where its sources live, holding arbitrary values.
    #[inline]
    pub(crate) fn alloc(of: impl Sources, shape: Shape) -> Result<Self> {
        Ok(Self::dense(Self::room(shape, of.device()?)?, shape))
    }

    /// A dense tensor whose elements `fill` writes, in row-major order. They hold arbitrary values before. `fill` runs on
    /// the processor: what it makes of numbers is brought to the device, and tensors of a device it cannot read.
    #[inline]
    pub(crate) fn build(
        of: impl Sources,
        shape: Shape,
        fill: impl FnOnce(&mut [T]) -> Result<()>,
    ) -> Result<Self> {
        let device = of.device()?;
        if device.is_remote() {
            return Self::sent(device, shape, fill);
        }
        let mut out = Self::alloc(device, shape);
        if let Ok(tensor) = &mut out
            && let Err(error) = fill(tensor.as_mut_slice().unwrap_or_default())
        {
            return Err(error);
        }
        out
    }

    /// The result of an opaque op: `fill` writes it on the processor, a device of its own runs `op` over the sources.
    #[inline]
    pub(crate) fn run(
        op: Opaque<'_>,
        of: impl Sources,
        shape: Shape,
        fill: impl FnOnce(&mut [T]) -> Result<()>,
    ) -> Result<Self> {
        let device = of.device()?;
        if device.is_remote() {
            let out = Self::alloc(device, shape)?;
            called(op, &of, device, &&out)?;
            return Ok(out);
        }
        Self::build(device, shape, fill)
    }

    /// [`run`](Self::run) of an op with two results of one shape.
    pub(crate) fn run_pair<B: Element>(
        op: Opaque<'_>,
        of: impl Sources,
        shape: Shape,
        fill: impl FnOnce(&mut [T], &mut [B]) -> Result<()>,
    ) -> Result<(Self, Tensor<B>)> {
        Self::run_two(op, of, [shape; 2], fill)
    }

    /// [`run`](Self::run) of an op with two results.
    pub(crate) fn run_two<B: Element>(
        op: Opaque<'_>,
        of: impl Sources,
        [shape, other]: [Shape; 2],
        fill: impl FnOnce(&mut [T], &mut [B]) -> Result<()>,
    ) -> Result<(Self, Tensor<B>)> {
        let device = of.device()?;
        if device.is_remote() {
            let outs = (Self::alloc(device, shape)?, Tensor::alloc(device, other)?);
            called(op, &of, device, &(&outs.0, &outs.1))?;
            return Ok(outs);
        }
        let mut second = Tensor::<B>::alloc(device, other)?;
        let first =
            Self::build(device, shape, |first| fill(first, second.as_mut_slice().unwrap_or_default()))?;
        Ok((first, second))
    }

    /// The result of an opaque op that begins as a copy of `x`: `change` works on it on the processor, a device of its own runs `op`
    /// over the other sources. The op knows the result by the shape `seen`.
    pub(crate) fn changed(
        op: Opaque<'_>,
        (x, seen): (&Self, Shape),
        of: impl Sources,
        change: impl FnOnce(&mut [T]) -> Result<()>,
    ) -> Result<Self> {
        let device = (x.device(), of.device()?).device()?;
        let mut out = x.copied()?;
        if device.is_remote() {
            called(op, &of, device, &Under(&out, &Layout::dense(seen)))?;
        } else {
            change(out.as_mut_slice().unwrap_or_default())?;
        }
        Ok(out)
    }

    /// [`run`](Self::run) of an op whose result begins with the elements of `x` on the processor: `add` changes them.
    pub(crate) fn run_over(
        op: Opaque<'_>,
        of: impl Sources,
        x: &Self,
        add: impl FnOnce(&mut [T]) -> Result<()>,
    ) -> Result<Self> {
        let device = of.device()?;
        if device.is_remote() {
            return Self::run(op, of, x.layout.shape, |_| Ok(()));
        }
        // In rules these are zeros that take no memory: a copy of them fills.
        let mut out = x.copied()?;
        add(out.as_mut_slice().unwrap_or_default())?;
        Ok(out)
    }

    fn room(shape: Shape, device: Device) -> Result<Storage<T>> {
        Storage::new(shape.numel(), device).map_err(|e| e.for_shape(&shape))
    }

    /// [`build`](Self::build) for a device that keeps its own memory.
    #[cold]
    fn sent(device: Device, shape: Shape, fill: impl FnOnce(&mut [T]) -> Result<()>) -> Result<Self> {
        let made = Self::build(Device::CPU, shape, fill)?;
        let mut storage = Self::room(shape, device)?;
        storage.put(made.storage.host()?)?;
        Ok(Self::dense(storage, shape))
    }

    /// A dense tensor put together by copies: `fill` gets the storage, filled with `blank` where some elements are
    /// never written, and the layout of the whole.
    pub(crate) fn assemble(
        of: impl Sources,
        shape: Shape,
        blank: Option<T>,
        fill: impl FnOnce(&mut Storage<T>, &Layout) -> Result<()>,
    ) -> Result<Self> {
        let mut storage = Self::room(shape, of.device()?)?;
        if let Some(value) = blank {
            storage.fill(value)?;
        }
        let layout = Layout::dense(shape);
        fill(&mut storage, &layout)?;
        Ok(Self::from_parts(storage, layout))
    }

    /// A tensor over this storage under another layout.
    #[inline]
    pub(crate) fn with_layout(&self, layout: Layout) -> Self {
        Self::from_parts(self.storage.clone(), layout)
    }

    /// This tensor by its own element type, where generic code knows that by another name.
    pub(crate) fn retyped<B: Element>(&self) -> Tensor<B> {
        Tensor::from_parts(self.storage.retyped(), self.layout)
    }

    /// Whether its elements are all of a buffer, in order, that nobody else reads: a launch may write a result there.
    #[inline(always)]
    pub(crate) fn is_whole_and_unique(&self) -> bool {
        self.layout.offset == 0
            && self.layout.shape.numel() == self.storage.len()
            && self.layout.is_dense()
            && self.storage.buffer().is_unique()
    }

    #[inline]
    pub(crate) fn storage(&self) -> &Storage<T> {
        &self.storage
    }

    #[inline]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The sizes of the axes.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape.dims()
    }

    /// The size of one axis, counted from the end if negative.
    ///
    /// # Panics
    /// If there is no such axis: `dim` is what host expressions are made of, as `len` is of a slice.
    #[track_caller]
    pub fn dim(&self, axis: isize) -> usize {
        match self.layout.shape.dim(axis) {
            Ok(d) => d,
            Err(e) => panic!("dim: {e}"),
        }
    }

    /// Number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.layout.shape.rank()
    }

    /// Number of elements.
    #[inline]
    pub fn numel(&self) -> usize {
        self.layout.shape.numel()
    }

    /// The element type as a value.
    pub fn dtype(&self) -> DType {
        T::DTYPE
    }

    /// The device that the tensor lives on.
    #[inline]
    pub fn device(&self) -> Device {
        self.storage.device()
    }

    /// The tensor on another device: a copy, or itself if it is there. Elements that a view repeats are repeated there too.
    pub fn to(&self, device: impl Borrow<Device>) -> Result<Self> {
        let device = *device.borrow();
        if device == self.device() {
            return Ok(self.clone());
        }
        self.moved(device).in_op("to")
    }

    fn moved(&self, device: Device) -> Result<Self> {
        let (shape, numel) = (self.layout.shape, self.numel());
        match self.layout.reach() {
            Some((low, high)) if high - low < numel => {
                let mut storage = Storage::new(high - low + 1, device)?;
                match self.storage.as_slice() {
                    Some(all) => storage.put(&all[low..=high])?,
                    None => storage.put(&self.storage.read(low, high - low + 1)?)?,
                }
                Ok(Self::from_parts(storage, Layout { offset: self.layout.offset - low, ..self.layout }))
            }
            None => Self::alloc(device, shape),
            // Of two devices the one that has the elements leaves out what the view skips.
            _ if self.storage.is_remote() => self.copied()?.to(device),
            _ if device.is_remote() => self.to(Device::CPU)?.copied()?.moved(device),
            _ => Self::assemble(device, shape, None, |out, layout| {
                out.write(layout, &self.storage, &self.layout)
            }),
        }
    }

    /// Whether the elements lie in row-major order without gaps.
    pub fn is_contiguous(&self) -> bool {
        self.layout.is_dense()
    }

    /// The elements in row-major order, if they lie so in memory of the processor.
    pub fn as_slice(&self) -> Option<&[T]> {
        let start = self.layout.offset.min(self.storage.len());
        if !self.is_contiguous() {
            return None;
        }
        Some(&self.storage.as_slice()?[start..start + self.numel()])
    }

    /// The elements of a tensor that lies in row-major order, for what runs on the processor alone.
    pub(crate) fn host(&self) -> Result<&[T]> {
        self.as_slice().ok_or_else(|| self.device().lacks(T::DTYPE))
    }

    /// The elements, to write, if they lie in row-major order in memory of the processor and nobody else sees them.
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        let (start, len) = (self.layout.offset, self.numel());
        if !self.is_contiguous() {
            return None;
        }
        let all = self.storage.as_mut_slice()?;
        let start = start.min(all.len());
        Some(&mut all[start..start + len])
    }
}

/// An op on a device that keeps its own memory.
#[cold]
fn called(op: Opaque<'_>, of: &dyn Sources, device: Device, results: &dyn Sources) -> Result<()> {
    let (mut ins, mut outs) = (Vec::new(), Vec::new());
    of.places(&mut ins);
    results.places(&mut outs);
    backend::begins();
    registry::of(device)?.call(&backend::Call { op, ins: &ins, outs: &outs })
}

/// Bytes that keeping `x` keeps alive.
#[inline]
pub fn bytes_of<T: Element>(x: &Tensor<T>) -> usize {
    x.numel() * T::DTYPE.size()
}
