//! Between memory of any strides and tiles of the compute type.

use crate::element::Element;
use crate::kernel::MAX_AXES;

/// The points of one tile as one operand sees them: merged axes, innermost first.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    pub rank: usize,
    pub size: [usize; MAX_AXES],
    pub stride: [isize; MAX_AXES],
}

impl Walk {
    /// A single point, to be widened by [`Walk::axis`].
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { rank: 0, size: [1; MAX_AXES], stride: [1; MAX_AXES] }
    }

    /// One run of `n` elements.
    #[inline(always)]
    pub(crate) const fn dense(n: usize) -> Self {
        let mut walk = Self::new();
        walk.rank = 1;
        walk.size[0] = n;
        walk
    }

    /// Adds the next outer axis.
    #[inline(always)]
    pub(crate) fn axis(&mut self, size: usize, stride: isize) {
        if size == 1 {
            return;
        }
        if self.rank > 0 {
            let last = self.rank - 1;
            if self.stride[last] * self.size[last] as isize == stride {
                self.size[last] *= size;
                return;
            }
        }
        self.size[self.rank] = size;
        self.stride[self.rank] = stride;
        self.rank += 1;
    }

    /// How many points.
    #[inline(always)]
    pub(crate) fn points(&self) -> usize {
        self.size[..self.rank].iter().product()
    }

    /// Calls `visit(offset)` for every point.
    pub(crate) fn points_do(&self, mut visit: impl FnMut(isize)) {
        self.runs(|offset, n, stride| (0..n as isize).for_each(|i| visit(offset + i * stride)));
    }

    /// Calls `run(offset, n, stride)` for every innermost run.
    #[inline(always)]
    fn runs(&self, mut run: impl FnMut(isize, usize, isize)) {
        let (n, stride) = (self.size[0], self.stride[0]);
        if self.rank <= 1 {
            return run(0, n, stride);
        }
        let mut index = [0_usize; MAX_AXES];
        let mut offset = 0;
        loop {
            run(offset, n, stride);
            let mut axis = 1;
            loop {
                index[axis] += 1;
                offset += self.stride[axis];
                if index[axis] < self.size[axis] {
                    break;
                }
                offset -= self.stride[axis] * self.size[axis] as isize;
                index[axis] = 0;
                axis += 1;
                if axis == self.rank {
                    return;
                }
            }
        }
    }
}

/// Reads the points of `walk` into a tile.
///
/// # Safety
/// Every point of `walk` from `src` is a readable `T`; `dst` has room for all of them and overlaps none.
#[inline(always)]
pub(super) unsafe fn pack<T: Element>(dst: *mut T::Compute, src: *const T, walk: &Walk) {
    let mut at = dst;
    // SAFETY: `runs` yields each point once, in order, so `at` stays inside the tile.
    walk.runs(|offset, n, stride| unsafe {
        let from = src.offset(offset);
        match stride {
            1 => {
                for i in 0..n {
                    *at.add(i) = (*from.add(i)).widen();
                }
            }
            0 => {
                let value = (*from).widen();
                for i in 0..n {
                    *at.add(i) = value;
                }
            }
            _ => {
                for i in 0..n {
                    *at.add(i) = (*from.offset(i as isize * stride)).widen();
                }
            }
        }
        at = at.add(n);
    });
}

/// Writes a tile to the points of `walk`.
///
/// # Safety
/// Every point of `walk` from `dst` is a writable `T`, none twice; `src` holds all of them and overlaps none.
#[inline(always)]
pub(super) unsafe fn unpack<T: Element>(dst: *mut T, src: *const T::Compute, walk: &Walk) {
    let mut at = src;
    // SAFETY: `runs` yields each point once, in order, so `at` stays inside the tile.
    walk.runs(|offset, n, stride| unsafe {
        let to = dst.offset(offset);
        if stride == 1 {
            for i in 0..n {
                *to.add(i) = T::narrow(*at.add(i));
            }
        } else {
            for i in 0..n {
                *to.offset(i as isize * stride) = T::narrow(*at.add(i));
            }
        }
        at = at.add(n);
    });
}
