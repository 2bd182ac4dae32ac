//! Between memory of any strides and tiles of the compute type.

use std::mem::MaybeUninit;

use super::half;
use super::plan::TILE_MAX;
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
        self.planes(|offset, [n, m], [near, far]| {
            for j in 0..m as isize {
                (0..n as isize).for_each(|i| visit(offset + j * far + i * near));
            }
        });
    }

    /// Calls `plane(offset, sizes, strides)` for every plane of the two inner axes.
    #[inline(always)]
    fn planes(&self, mut plane: impl FnMut(isize, [usize; 2], [isize; 2])) {
        let sizes = [self.size[0], self.size[1]];
        let strides = [self.stride[0], self.stride[1]];
        if self.rank <= 2 {
            return plane(0, sizes, strides);
        }
        let mut index = [0_usize; MAX_AXES];
        let mut offset = 0;
        loop {
            plane(offset, sizes, strides);
            let mut axis = 2;
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
/// Every point of `walk` from `src` is readable; `dst` has room for all of them and overlaps none.
#[inline(always)]
pub(super) unsafe fn gather<U: Copy>(dst: *mut U, src: *const U, walk: &Walk) {
    let mut at = dst;
    // SAFETY: `planes` yields each point once, in order, so `at` stays inside the tile.
    walk.planes(|offset, [n, m], [near, far]| unsafe {
        let src = src.offset(offset);
        if across(near, far, m) {
            // Along the source, whose lines are then read whole; the strided side is the tile, in the cache.
            for i in 0..n {
                let from = src.offset(i as isize * near);
                for j in 0..m {
                    *at.add(j * n + i) = *from.offset(j as isize * far);
                }
            }
        } else {
            for j in 0..m {
                let (at, from) = (at.add(j * n), src.offset(j as isize * far));
                match near {
                    1 => at.copy_from_nonoverlapping(from, n),
                    0 => {
                        let value = *from;
                        (0..n).for_each(|i| *at.add(i) = value);
                    }
                    _ => (0..n).for_each(|i| *at.add(i) = *from.offset(i as isize * near)),
                }
            }
        }
        at = at.add(n * m);
    });
}

/// Writes a tile to the points of `walk`.
///
/// # Safety
/// Every point of `walk` from `dst` is writable, none twice; `src` holds all of them and overlaps none.
#[inline(always)]
pub(super) unsafe fn scatter<U: Copy>(dst: *mut U, src: *const U, walk: &Walk) {
    let mut at = src;
    // SAFETY: `planes` yields each point once, in order, so `at` stays inside the tile.
    walk.planes(|offset, [n, m], [near, far]| unsafe {
        let dst = dst.offset(offset);
        if across(near, far, m) {
            for i in 0..n {
                let to = dst.offset(i as isize * near);
                for j in 0..m {
                    *to.offset(j as isize * far) = *at.add(j * n + i);
                }
            }
        } else {
            for j in 0..m {
                let (at, to) = (at.add(j * n), dst.offset(j as isize * far));
                if near == 1 {
                    to.copy_from_nonoverlapping(at, n);
                } else {
                    (0..n).for_each(|i| *to.offset(i as isize * near) = *at.add(i));
                }
            }
        }
        at = at.add(n * m);
    });
}

#[inline(always)]
fn across(near: isize, far: isize, m: usize) -> bool {
    m > 1 && far != 0 && far.abs() < near.abs()
}

/// [`gather`] into the compute type.
///
/// # Safety
/// As [`gather`], at most [`TILE_MAX`] points.
#[inline(always)]
pub(super) unsafe fn pack<T: Element, const LEVEL: u8>(dst: *mut u8, src: *const u8, walk: &Walk) {
    // SAFETY: a stored type other than a half is its own compute type; the caller's contract.
    unsafe {
        if !half::is_half(T::DTYPE) {
            return gather::<T::Compute>(dst.cast(), src.cast(), walk);
        }
        if walk.rank <= 1 && walk.stride[0] == 1 {
            return half::widen::<LEVEL>(T::DTYPE, dst.cast(), src.cast(), walk.size[0]);
        }
        let mut near = [MaybeUninit::<u16>::uninit(); TILE_MAX];
        gather::<u16>(near.as_mut_ptr().cast(), src.cast(), walk);
        half::widen::<LEVEL>(T::DTYPE, dst.cast(), near.as_ptr().cast(), walk.points());
    }
}

/// [`scatter`] from the compute type.
///
/// # Safety
/// As [`scatter`], at most [`TILE_MAX`] points.
#[inline(always)]
pub(super) unsafe fn unpack<T: Element, const LEVEL: u8>(dst: *mut u8, src: *const u8, walk: &Walk) {
    // SAFETY: as in `pack`.
    unsafe {
        if !half::is_half(T::DTYPE) {
            return scatter::<T::Compute>(dst.cast(), src.cast(), walk);
        }
        if walk.rank <= 1 && walk.stride[0] == 1 {
            return half::narrow::<LEVEL>(T::DTYPE, dst.cast(), src.cast(), walk.size[0]);
        }
        let mut near = [MaybeUninit::<u16>::uninit(); TILE_MAX];
        half::narrow::<LEVEL>(T::DTYPE, near.as_mut_ptr().cast(), src.cast(), walk.points());
        scatter::<u16>(dst.cast(), near.as_ptr().cast(), walk);
    }
}
