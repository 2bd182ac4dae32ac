//! The tensor: shared storage under a layout.

use std::borrow::Borrow;
use std::marker::PhantomData;

use cotangent_kernels::{DType, Element};

use crate::device::{Device, Sources};
use crate::error::{InOp, Result};
use crate::layout::Layout;
use crate::shape::{MAX_RANK, Shape};
use crate::storage::Storage;

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
        Ok(Self::dense(Storage::new(shape.numel(), of.device()?)?, shape))
    }

    /// A dense tensor whose elements `fill` writes, in row-major order. They hold arbitrary values before.
    #[inline]
    pub(crate) fn build(
        of: impl Sources,
        shape: Shape,
        fill: impl FnOnce(&mut [T]) -> Result<()>,
    ) -> Result<Self> {
        let mut out = Self::alloc(of, shape);
        if let Ok(tensor) = &mut out
            && let Err(error) = fill(tensor.as_mut_slice().unwrap_or_default())
        {
            return Err(error);
        }
        out
    }

    /// A dense tensor put together by copies: `fill` gets the storage, filled with `blank` where some elements are
    /// never written, and the layout of the whole.
    pub(crate) fn assemble(
        of: impl Sources,
        shape: Shape,
        blank: Option<T>,
        fill: impl FnOnce(&mut Storage<T>, &Layout) -> Result<()>,
    ) -> Result<Self> {
        let mut storage = Storage::new(shape.numel(), of.device()?)?;
        if let (Some(value), Some(all)) = (blank, storage.as_mut_slice()) {
            all.fill(value);
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
                let range = &self.storage.as_slice()[low..=high];
                let run = Self::build(device, Shape::new(&[range.len()])?, |out| {
                    out.copy_from_slice(range);
                    Ok(())
                })?;
                Ok(run.with_layout(Layout { offset: self.layout.offset - low, ..self.layout }))
            }
            _ => Self::assemble(device, shape, None, |out, layout| {
                out.write(layout, &self.storage, &self.layout);
                Ok(())
            }),
        }
    }

    /// Whether the elements lie in row-major order without gaps.
    pub fn is_contiguous(&self) -> bool {
        self.layout.is_dense()
    }

    /// The elements in row-major order, if they lie so.
    pub fn as_slice(&self) -> Option<&[T]> {
        let start = self.layout.offset.min(self.storage.len());
        self.is_contiguous().then(|| &self.storage.as_slice()[start..start + self.numel()])
    }

    /// The elements, to write, if they lie in row-major order and nobody else sees them.
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
