//! The iteration space of a launch, and how each operand walks it.
#![allow(unsafe_code)]

use cotangent_kernels::kernel::Combine;
use cotangent_kernels::{DType, Element};

use super::{GroupInfo, OutSpec, Space};
#[cfg(remote)]
use crate::device::Block;
use crate::device::{self, Device};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};
use crate::tensor::storage::{Buffer, Storage};

/// An input without its type.
#[derive(Clone, Copy)]
pub struct Read<'v> {
    pub(super) ptr: *const u8,
    pub(super) layout: Option<&'v Layout>,
    pub(super) strides: [isize; MAX_RANK],
    pub(super) aliased: bool,
    /// The buffer, where an output may take it over.
    donor: Option<&'v Buffer>,
    #[cfg(remote)]
    pub(super) block: Option<Block>,
    dtype: DType,
    device: Device,
}

/// An output without its type.
pub struct Write {
    pub(super) ptr: *mut u8,
    pub(super) strides: [isize; MAX_RANK],
    pub(super) combine: Combine,
    pub(super) scale: f64,
    pub(super) shape: Shape,
    pub(super) dtype: DType,
    /// As many elements as the space, in its order.
    whole: bool,
    pub(super) buffer: Option<Buffer>,
}

impl<'v> Read<'v> {
    pub(super) const NONE: Self = Self {
        ptr: std::ptr::null(),
        layout: None,
        strides: [0; MAX_RANK],
        aliased: false,
        donor: None,
        #[cfg(remote)]
        block: None,
        dtype: DType::Bool,
        device: Device::CPU,
    };

    #[inline(always)]
    pub(super) fn new<T: Element>(tensor: &'v Tensor<T>, owned: bool) -> Self {
        let (storage, layout) = (tensor.storage(), tensor.layout());
        let ptr = storage.ptr().wrapping_add(layout.offset).cast();
        let donor = (owned && tensor.is_whole_and_unique()).then(|| storage.buffer());
        Self {
            ptr,
            layout: Some(layout),
            donor,
            #[cfg(remote)]
            block: storage.buffer().block(),
            dtype: T::DTYPE,
            device: storage.device(),
            ..Self::NONE
        }
    }
}

impl Write {
    pub(super) const NONE: Self = Self {
        ptr: std::ptr::null_mut(),
        strides: [0; MAX_RANK],
        combine: Combine::Store,
        scale: 1.0,
        shape: Shape::SCALAR,
        dtype: DType::Bool,
        whole: false,
        buffer: None,
    };

    /// The memory of the output, once.
    #[inline(always)]
    pub(super) fn storage<T: Element>(&mut self) -> Storage<T> {
        let buffer = self.buffer.take().expect("`make` gives every output a buffer");
        assert!(T::DTYPE == self.dtype, "`make` gives an output a buffer of its type");
        // SAFETY: made for elements of this type, or a donor's, which no output of truth values takes.
        unsafe { Storage::over(buffer, self.shape.numel()) }
    }
}

/// Plans a launch: the dims of the iteration space and how many they are, strides of each operand to match, and
/// memory for each output, where the inputs live; where there are none, `home`. Says where that is too.
pub(super) fn make(
    home: Device,
    reads: &mut [Read<'_>],
    writes: &mut [Write],
    specs: &[OutSpec<'_>],
    dtypes: &[DType],
    info: &GroupInfo,
) -> Result<(Device, [usize; MAX_RANK], usize)> {
    let device = reads.first().map_or(home, |r| r.device);
    if reads.iter().any(|r| r.device != device) {
        return Err(parted(reads, info));
    }
    let space = match common(reads) {
        Some(space) => *space,
        None => space(reads, u64::MAX).map_err(|e| blame(reads, info, e))?,
    };
    let numel = space.numel();
    // One axis will do where single elements are splat and everything else walks the space as it lies.
    let mut flat = reads
        .iter()
        .filter_map(|r| r.layout)
        .all(|l| l.shape.rank() == 0 || (l.shape == space && l.is_dense()));
    for (out, (write, spec)) in writes.iter_mut().zip(specs).enumerate() {
        (write.combine, write.scale) = (spec.combine, spec.scale);
        if matches!(spec.space, Space::Full) && spec.scale == 1.0 {
            write.shape = space;
            write.combine = Combine::Store;
            write.whole = true;
        } else {
            flat &= place(write, spec, &space, reads).map_err(|e| info.made_by(out, e))?;
        }
    }
    // A kernel of many operands may run in parts there, and the last still reads what the first would write over.
    let gives = !device.is_remote() || reads.len() + writes.len() <= 8;
    for (out, (write, dtype)) in writes.iter_mut().zip(dtypes).enumerate() {
        let buffer = match gives.then(|| donor(write, *dtype, numel, reads)).flatten() {
            Some(buffer) => buffer,
            None => Buffer::for_elements(write.shape.numel(), *dtype, device)
                .map_err(|e| info.made_by(out, e.for_shape(&write.shape)))?,
        };
        write.ptr = buffer.data();
        write.dtype = *dtype;
        write.buffer = Some(buffer);
    }
    let mut dims = [1; MAX_RANK];
    if flat {
        dims[0] = numel;
        for read in reads {
            read.strides[0] = isize::from(read.layout.is_some_and(|l| l.shape.rank() != 0));
        }
        for write in writes {
            write.strides[0] = isize::from(write.whole);
        }
        return Ok((device, dims, 1));
    }
    for read in reads {
        let Some(layout) = read.layout else { continue };
        read.strides = if layout.shape == space { layout.strides } else { layout.strides_in(&space) };
        if numel == 0 {
            // To the driver a stride of 0 on an empty axis says that there is an element all the same.
            let lead = space.rank() - layout.shape.rank();
            let axes = read.strides[lead..].iter_mut().zip(layout.shape.iter());
            axes.filter(|(_, d)| **d == 0).for_each(|(stride, _)| *stride = 1);
        }
    }
    let dense = Layout::dense(space).strides;
    for write in writes.iter_mut().filter(|w| w.whole && w.shape == space) {
        write.strides = dense;
    }
    dims[..space.rank()].copy_from_slice(&space);
    Ok((device, dims, space.rank()))
}

/// Shape and strides of an output. Tells whether it also fits a space of one axis, where strides are made anew.
fn place(write: &mut Write, spec: &OutSpec<'_>, space: &Shape, reads: &[Read<'_>]) -> Result<bool> {
    let dense = |shape: &Shape| Layout::dense(*shape).strides_in(space);
    (write.shape, write.strides) = match spec.space {
        Space::Full => (*space, dense(space)),
        Space::Inputs(mask) => {
            let shape = self::space(reads, mask)?;
            (shape, dense(&shape))
        }
        Space::To(shape) if shape.broadcasts_to(space) => (*shape, dense(shape)),
        Space::To(shape) => {
            return Err(Error::new(ErrorKind::Shape, format!("shape {space} cannot be summed to {shape}")));
        }
        Space::Axes { axes, keep } => {
            let kept = space.reduce(axes, true)?;
            (if keep { kept } else { space.reduce(axes, false)? }, dense(&kept))
        }
    };
    // Folding single elements is storing them.
    if write.shape.numel() == space.numel() && spec.scale == 1.0 {
        write.combine = Combine::Store;
        write.whole = true;
    } else if write.combine == Combine::Store {
        // Threads would race for its elements.
        let message = format!("what is stored has shape {space} and no factor: not shape {}", write.shape);
        return Err(Error::new(ErrorKind::Shape, message));
    }
    // A total reduction has stride 0 on any axes; one of no points still has to see that its axes are empty.
    Ok(write.whole || (write.shape.numel() == 1 && space.numel() != 0))
}

/// A buffer of a dying input that the output may be written into, element for element. The numbers in the buffer may be of another type,
/// so the output cannot be truth values. Of several buffers on a device the youngest is taken. It may be of a waiting product, and a
/// launch becomes part of a product only by writing in the product's place.
#[inline]
fn donor(write: &Write, dtype: DType, numel: usize, reads: &mut [Read<'_>]) -> Option<Buffer> {
    if !write.whole || dtype == DType::Bool {
        return None;
    }
    let fits = |r: &&mut Read<'_>| {
        // Memory of other devices has a type.
        let of_size = if r.device.is_remote() { r.dtype == dtype } else { r.dtype.size() == dtype.size() };
        r.donor.is_some() && of_size && r.layout.is_some_and(|l| l.shape.numel() == numel)
    };
    let mut fitting = reads.iter_mut().filter(fits);
    let read = fitting.next()?;
    #[cfg(remote)]
    let read = fitting.fold(read, |one, other| if other.block > one.block { other } else { one });
    read.aliased = true;
    read.donor.take().cloned()
}

/// The shape of all inputs, but for scalars: what most launches have, found without a copy.
#[inline]
fn common<'v>(reads: &[Read<'v>]) -> Option<&'v Shape> {
    let mut shapes = reads.iter().filter_map(|r| r.layout).map(|l| &l.shape).filter(|s| s.rank() != 0);
    let first = shapes.next()?;
    shapes.all(|s| s == first).then_some(first)
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
fn blame(reads: &[Read<'_>], info: &GroupInfo, fallback: Error) -> Error {
    let shapes = reads.iter().filter_map(|r| r.layout).map(|l| Some(l.shape)).collect();
    first_failure(info, shapes, Shape::broadcast, fallback)
}

/// Names the first op of the group whose operands live on different devices, and two of these.
#[cold]
fn parted(reads: &[Read<'_>], info: &GroupInfo) -> Error {
    let same = |a: &Device, b: &Device| if a == b { Ok(*a) } else { Err(device::apart(*a, *b)) };
    let other = reads.iter().find(|r| r.device != reads[0].device).map_or(reads[0].device, |r| r.device);
    let fallback = device::apart(reads[0].device, other);
    first_failure(info, reads.iter().map(|r| Some(r.device)).collect(), same, fallback)
}

/// Walks the ops of a group over what is known of each input, `None` for numbers, and what `join` makes of it.
fn first_failure<K: Copy>(
    info: &GroupInfo,
    mut known: Vec<Option<K>>,
    join: impl Fn(&K, &K) -> Result<K>,
    fallback: Error,
) -> Error {
    for (site, args) in info.ops() {
        let mut operands = args.filter_map(|a| known.get(a).copied().flatten());
        match operands.next().map(|first| operands.try_fold(first, |all, one| join(&all, &one))).transpose() {
            Ok(result) => known.push(result),
            Err(e) => return e.at(&site),
        }
    }
    info.begun_by(fallback)
}
