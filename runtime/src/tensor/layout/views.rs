//! Layouts from layouts: every view is one of these, and copies write through them.

use cotangent_kernels::pad::Slide;

use super::Layout;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::axes::Axes;
use crate::tensor::shape::{MAX_RANK, Shape, axis_of};

impl Layout {
    /// A layout of other axes over the same storage.
    fn of(dims: &[usize], strides: &[isize], offset: usize) -> Result<Self> {
        let mut out = Self { shape: Shape::new(dims)?, strides: [0; MAX_RANK], offset };
        out.strides[..strides.len()].copy_from_slice(strides);
        Ok(out)
    }

    /// Axis `i` of the result is axis `order[i]`; each axis once.
    pub(crate) fn permute(&self, order: &[usize]) -> Result<Self> {
        let (mut dims, mut strides) = ([0; MAX_RANK], [0; MAX_RANK]);
        for (i, &axis) in order.iter().enumerate() {
            dims[i] = self.shape[axis];
            strides[i] = self.strides[axis];
        }
        Self::of(&dims[..order.len()], &strides[..order.len()], self.offset)
    }

    /// Exchanges two axes.
    pub(crate) fn swap(&self, a: usize, b: usize) -> Result<Self> {
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        order.swap(a, b);
        self.permute(&order[..self.shape.rank()])
    }

    /// Repeats to `to`.
    pub(crate) fn broadcast(&self, to: Shape) -> Result<Self> {
        if !self.shape.broadcasts_to(&to) {
            return Err(Error::new(
                ErrorKind::Shape,
                format!("shape {} does not broadcast to {to}", self.shape),
            ));
        }
        Ok(Self { shape: to, strides: self.strides_in(&to), offset: self.offset })
    }

    /// `len` elements of an axis, `step` apart, from `start` on; within the axis.
    pub(crate) fn pick(&self, axis: usize, start: usize, len: usize, step: usize) -> Result<Self> {
        let mut out = *self;
        out.shape = self.shape.with(axis, len)?;
        if len > 0 {
            out.offset = self.offset.wrapping_add_signed(start as isize * self.strides[axis]);
        }
        out.strides[axis] = if len > 1 { self.strides[axis] * step as isize } else { self.strides[axis] };
        Ok(out)
    }

    /// `len` elements of an axis, from `start` on.
    pub(crate) fn narrow(&self, axis: isize, start: usize, len: usize) -> Result<Self> {
        let axis = axis_of(axis, self.shape.rank())?;
        let d = self.shape[axis];
        if start.checked_add(len).is_none_or(|end| end > d) {
            return Err(Error::new(
                ErrorKind::Index,
                format!("{len} elements from {start} on reach beyond axis {axis}, which has {d}"),
            ));
        }
        self.pick(axis, start, len, 1)
    }

    /// `start..end` by `step`, where negative bounds count from the end and bounds beyond the axis are cut to it.
    pub(crate) fn slice(&self, axis: isize, start: isize, end: isize, step: usize) -> Result<Self> {
        let axis = axis_of(axis, self.shape.rank())?;
        if step == 0 {
            return Err(Error::new(ErrorKind::Value, "the step of a slice must not be 0"));
        }
        let d = self.shape[axis] as isize;
        let cut = |b: isize| if b < 0 { b.saturating_add(d).max(0) } else { b.min(d) };
        let (start, end) = (cut(start) as usize, cut(end) as usize);
        self.pick(axis, start, end.saturating_sub(start).div_ceil(step), step)
    }

    /// Reverses axes, given as a set.
    pub(crate) fn flip(&self, set: u32) -> Self {
        let mut out = *self;
        if self.shape.numel() > 0 {
            for (i, &d) in self.shape.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
                out.offset = out.offset.wrapping_add_signed((d as isize - 1) * self.strides[i]);
                out.strides[i] = -self.strides[i];
            }
        }
        out
    }

    /// One element, with an index for each axis.
    pub(crate) fn element(&self, index: &[isize]) -> Result<Self> {
        let at = |(&i, &n): (&isize, &usize)| usize::try_from(i).is_ok_and(|i| i < n);
        if index.len() != self.shape.rank() || !index.iter().zip(self.shape.iter()).all(at) {
            let message = format!("index {index:?} is outside of shape {}", self.shape);
            return Err(Error::new(ErrorKind::Index, message));
        }
        let steps = index.iter().zip(&self.strides).map(|(&i, &s)| i * s);
        Self::of(&[], &[], self.offset.wrapping_add_signed(steps.sum()))
    }

    /// Without `before` and `after` elements of each axis.
    pub(crate) fn unpadded(&self, widths: &[(usize, usize)]) -> Result<Self> {
        let mut out = *self;
        for (axis, (before, after)) in widths.iter().enumerate() {
            let d = self.shape[axis];
            let len = d.checked_sub(*before).and_then(|d| d.checked_sub(*after)).ok_or_else(|| {
                Error::new(
                    ErrorKind::Index,
                    format!("axis {axis} has {d} elements, fewer than {before} + {after}"),
                )
            })?;
            out = out.narrow(axis as isize, *before, len)?;
        }
        Ok(out)
    }

    /// The shape with the number of windows in place of each axis along which they slide.
    pub(crate) fn counts(&self, slides: &[Slide]) -> Result<Shape> {
        let mut counts = self.shape;
        for s in slides {
            let (d, reach) = (self.shape[s.axis], s.reach());
            if reach > d {
                let message =
                    format!("a window that reaches over {reach} elements on axis {}, which has {d}", s.axis);
                return Err(Error::new(ErrorKind::Shape, message));
            }
            counts = counts.with(s.axis, (d - reach) / s.stride + 1)?;
        }
        Ok(counts)
    }

    /// Windows along axes: each counts its windows, and their elements are axes at the end.
    pub(crate) fn windows(&self, slides: &[Slide]) -> Result<Self> {
        let rank = self.shape.rank();
        let (mut dims, mut strides) = ([0; 2 * MAX_RANK], [0; 2 * MAX_RANK]);
        dims[..rank].copy_from_slice(&self.counts(slides)?);
        strides[..rank].copy_from_slice(&self.strides[..rank]);
        for (k, s) in slides.iter().enumerate() {
            let step = self.strides[s.axis];
            strides[s.axis] = if dims[s.axis] > 1 { step * s.stride as isize } else { 0 };
            dims[rank + k] = s.size;
            strides[rank + k] = if s.size > 1 { step * s.dilation as isize } else { 0 };
        }
        let rank = rank + slides.len();
        Self::of(&dims[..rank], &strides[..rank], self.offset)
    }

    /// The diagonal of the last two axes, as the last axis.
    pub(crate) fn diagonal(&self, offset: isize) -> Result<Self> {
        let rank = self.shape.rank();
        if rank < 2 {
            return Err(Error::new(
                ErrorKind::Shape,
                format!("a diagonal needs two axes, but the shape is {}", self.shape),
            ));
        }
        let (m, n) = (self.shape[rank - 2], self.shape[rank - 1]);
        let (down, right) = (offset.min(0).unsigned_abs(), offset.max(0).unsigned_abs());
        let len = m.saturating_sub(down).min(n.saturating_sub(right));
        let (i, j) = (self.strides[rank - 2], self.strides[rank - 1]);
        let mut dims = [0; MAX_RANK];
        dims[..rank].copy_from_slice(&self.shape);
        dims[rank - 2] = len;
        let mut strides = self.strides;
        strides[rank - 2] = i + j;
        let skip = if len == 0 { 0 } else { down as isize * i + right as isize * j };
        Self::of(&dims[..rank - 1], &strides[..rank - 1], self.offset.wrapping_add_signed(skip))
    }

    /// An axis of length 1 that gets number `axis`.
    pub(crate) fn insert(&self, axis: isize) -> Result<Self> {
        let rank = self.shape.rank();
        let axis = axis_of(axis, rank + 1)?;
        let mut dims = [1; MAX_RANK + 1];
        dims[..axis].copy_from_slice(&self.shape[..axis]);
        dims[axis + 1..=rank].copy_from_slice(&self.shape[axis..]);
        let mut out = Self { shape: Shape::new(&dims[..=rank])?, ..*self };
        out.strides.copy_within(axis..rank, axis + 1);
        out.strides[axis] = 0;
        Ok(out)
    }

    /// Drops axes of length 1: those named, or all of that length.
    pub(crate) fn squeeze(&self, axes: &Axes) -> Result<Self> {
        let set = axes.set(self.shape.rank())?;
        let (mut dims, mut strides, mut rank) = ([0; MAX_RANK], [0; MAX_RANK], 0);
        for (i, (&d, &s)) in self.shape.iter().zip(self.strides()).enumerate() {
            if set >> i & 1 == 1 && d == 1 {
                continue;
            }
            if set >> i & 1 == 1 && !axes.names_none() {
                let message = format!("axis {i} of shape {} has length {d}, not 1", self.shape);
                return Err(Error::new(ErrorKind::Shape, message));
            }
            (dims[rank], strides[rank]) = (d, s);
            rank += 1;
        }
        Self::of(&dims[..rank], &strides[..rank], self.offset)
    }
}
