//! The iteration space of a launch, and how each operand walks it.

use cotangent_kernels::kernel::Combine;
use cotangent_kernels::{DType, Element};

use super::{GroupInfo, OutSpec, Space};
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Layout;
use crate::shape::{MAX_RANK, Shape};
use crate::storage::{Buffer, Storage};

/// An input without its type.
#[derive(Clone, Copy)]
pub struct Read<'v> {
    pub(super) ptr: *const u8,
    pub(super) layout: Option<&'v Layout>,
    pub(super) strides: [isize; MAX_RANK],
    pub(super) aliased: bool,
    /// The buffer, where an output may take it over.
    donor: Option<&'v Buffer>,
    size: usize,
}

/// An output without its type.
#[derive(Clone, Copy)]
pub(crate) struct Write {
    pub(super) ptr: *mut u8,
    pub(super) strides: [isize; MAX_RANK],
    pub(super) combine: Combine,
    pub(super) scale: f64,
    /// As many elements as the space, in its order.
    whole: bool,
}

impl<'v> Read<'v> {
    pub(super) const NONE: Self = Self {
        ptr: std::ptr::null(),
        layout: None,
        strides: [0; MAX_RANK],
        aliased: false,
        donor: None,
        size: 0,
    };

    #[inline]
    pub(super) fn new<T: Element>(storage: &'v Storage<T>, layout: &'v Layout, owned: bool) -> Self {
        let ptr = storage.ptr().wrapping_add(layout.offset).cast();
        // Every element of the buffer is one of the tensor's, in order, and nobody else reads it.
        let all = owned
            && layout.offset == 0
            && layout.shape.numel() == storage.len()
            && layout.is_dense()
            && storage.buffer().is_unique();
        let donor = all.then(|| storage.buffer());
        Self { ptr, layout: Some(layout), donor, size: size_of::<T>(), ..Self::NONE }
    }
}

impl Write {
    pub(super) const NONE: Self = Self {
        ptr: std::ptr::null_mut(),
        strides: [0; MAX_RANK],
        combine: Combine::Store,
        scale: 1.0,
        whole: false,
    };
}

/// The plan of one launch, made in order: space, then outputs one by one.
pub struct Plan<'v, 'p> {
    reads: &'p mut [Read<'v>],
    writes: &'p mut [Write],
    written: usize,
    space: Shape,
    /// Nothing broadcasts, is strided or reduced so far: one axis will do.
    flat: bool,
}

impl<'v, 'p> Plan<'v, 'p> {
    pub(super) fn new(
        reads: &'p mut [Read<'v>],
        writes: &'p mut [Write],
        info: &'static GroupInfo,
    ) -> Result<Self> {
        let space = match space(reads, u64::MAX) {
            Ok(space) => space,
            Err(e) => return Err(blame(reads, info, e)),
        };
        let mut flat = true;
        for read in reads.iter_mut() {
            let Some(layout) = read.layout else { continue };
            // A single element is splat; everything else must walk the space as it lies.
            flat &= layout.shape.rank() == 0 || (layout.shape == space && layout.is_dense());
            read.strides = if layout.shape == space { layout.strides } else { layout.strides_in(&space) };
        }
        Ok(Self { reads, writes, written: 0, space, flat })
    }

    pub(crate) fn write(&mut self, spec: &OutSpec<'_>) -> Result<(Write, Shape)> {
        let mut write = Write { combine: spec.combine, scale: spec.scale, ..Write::NONE };
        let shape = match spec.space {
            Space::Full => self.space,
            Space::Inputs(mask) => space(self.reads, mask)?,
            Space::To(shape) if shape.broadcasts_to(&self.space) => *shape,
            Space::To(shape) => {
                let message = format!("shape {} cannot be summed to {shape}", self.space);
                return Err(Error::new(ErrorKind::Shape, message));
            }
            Space::Axes { axes, keep } => {
                let kept = self.space.reduce(axes, true)?;
                write.strides = Layout::dense(kept).strides_in(&self.space);
                if keep { kept } else { self.space.reduce(axes, false)? }
            }
        };
        if !matches!(spec.space, Space::Axes { .. }) {
            let dense = Layout::dense(shape);
            write.strides = if shape == self.space { dense.strides } else { dense.strides_in(&self.space) };
        }
        // Folding single elements is storing them.
        if shape.numel() == self.space.numel() && spec.scale == 1.0 {
            write.combine = Combine::Store;
            write.whole = true;
        } else {
            self.flat = false;
        }
        Ok((write, shape))
    }

    /// A buffer of a dying input that the output may be written into, element for element.
    pub(super) fn donor<T: Element>(&mut self, write: &Write) -> Option<Buffer> {
        if !write.whole || T::DTYPE == DType::Bool {
            return None;
        }
        let numel = self.space.numel();
        let fits = |r: &&mut Read<'_>| {
            r.size == size_of::<T>()
                && r.donor.is_some()
                && r.layout.is_some_and(|l| l.shape.numel() == numel)
        };
        let read = self.reads.iter_mut().find(fits)?;
        read.aliased = true;
        read.donor.take().cloned()
    }

    pub(super) fn push(&mut self, write: Write) {
        self.writes[self.written] = write;
        self.written += 1;
    }

    /// The dims of the iteration space and how many they are; operands' strides match them.
    pub(super) fn finish(self) -> ([usize; MAX_RANK], usize) {
        let mut dims = [1; MAX_RANK];
        if !self.flat {
            dims[..self.space.rank()].copy_from_slice(&self.space);
            return (dims, self.space.rank());
        }
        dims[0] = self.space.numel();
        for read in self.reads {
            read.strides[0] = isize::from(read.layout.is_some_and(|l| l.shape.rank() != 0));
        }
        for write in self.writes {
            write.strides[0] = 1;
        }
        (dims, 1)
    }
}

/// The broadcast of the inputs in `mask`.
fn space(reads: &[Read<'_>], mask: u64) -> Result<Shape> {
    let mut layouts =
        reads.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).filter_map(|(_, r)| r.layout);
    let Some(first) = layouts.next() else { return Ok(Shape::SCALAR) };
    layouts.try_fold(first.shape, |space, l| space.broadcast(&l.shape))
}

/// Names the first op of the group whose operands do not broadcast.
#[cold]
fn blame(reads: &[Read<'_>], info: &'static GroupInfo, fallback: Error) -> Error {
    let mut shapes: Vec<Shape> = reads.iter().filter_map(|r| r.layout).map(|l| l.shape).collect();
    for op in info.ops {
        let mut operands = op.args.iter().filter_map(|&a| shapes.get(usize::from(a)).copied());
        let first = operands.next().unwrap_or(Shape::SCALAR);
        match operands.try_fold(first, |space, s| space.broadcast(&s)) {
            Ok(shape) => shapes.push(shape),
            Err(e) => return e.at(&op.site),
        }
    }
    match info.ops.first() {
        Some(op) => fallback.at(&op.site),
        None => fallback,
    }
}
