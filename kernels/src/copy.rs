//! Copies between any strides, conversions between element types, fills, and reductions of what is there already.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use crate::driver::{self, each};
use crate::element::Element;
use crate::isa::Isa;
use crate::kernel::{In, Kernel, List, MAX_AXES, Out};
use crate::strided::product;

/// Side of the blocks in which a transposing copy goes. Measured: runs of 64 take half the time of runs of 32, because
/// each line of a large matrix begins a page.
const SIDE: usize = 64;
/// Elements of one task, about.
const CHUNK: usize = 32 << 10;
/// Work per byte, in the unit of [`Kernel::COST`].
const COST: usize = 2;

struct Cast<A, B>(PhantomData<(A, B)>);

impl<A: Element, B: Element> Kernel for Cast<A, B> {
    type Ins = (A, ());
    type Outs = (B, ());
    const COST: usize = 1;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (x, ()): <Self::Ins as List>::Tiles<'_>,
        (y, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        // f64 holds every value of every compute type; between equal types the detour folds away.
        for (y, x) in y[..n].iter_mut().zip(&x[..n]) {
            *y = <B::Compute as Element>::from_f64(x.to_f64());
        }
    }
}

/// Reduces `x` over the axes on which `y` stands still, as `y.combine` says.
///
/// # Safety
/// As [`driver::launch`] for a kernel from one `T` to one `T`.
pub unsafe fn reduce<T: Element>(shape: &[usize], x: In<'_>, y: Out<'_>) {
    // SAFETY: the caller's contract.
    unsafe { driver::launch(&Cast::<T, T>(PhantomData), shape, &[x], &[y]) }
}

/// Converts `x` to `y`, as `as` does; to `bool` it is `x != 0`, from `bool` it is 0 or 1.
///
/// # Safety
/// As [`driver::launch`] for a kernel from one `A` to one `B`.
pub unsafe fn cast<A: Element, B: Element>(shape: &[usize], x: In<'_>, y: Out<'_>) {
    // SAFETY: the caller's contract.
    unsafe { driver::launch(&Cast::<A, B>(PhantomData), shape, &[x], &[y]) }
}

/// Writes `value` to every point of `y`.
///
/// # Safety
/// Every point of `y` is an initialised, writable `T`, none twice.
pub unsafe fn fill<T: Element>(shape: &[usize], value: T, y: Out<'_>) {
    let strides = [0; MAX_AXES];
    let x = In { ptr: (&raw const value).cast(), strides: &strides[..shape.len()], aliased: false };
    // SAFETY: the value outlives the copy.
    unsafe { copy::<T>(shape, x, y) }
}

/// Copies `x` to `y`, bit for bit.
///
/// # Safety
/// Every point of `x` is an initialised `T`, every point of `y` too and writable, none twice; they do not overlap.
///
/// # Panics
/// If `shape` has more than [`MAX_AXES`] axes.
pub unsafe fn copy<T: Element>(shape: &[usize], x: In<'_>, y: Out<'_>) {
    assert!(shape.len() <= MAX_AXES, "a copy has too many axes");
    let count = product(shape);
    if count == 0 {
        return;
    }
    // SAFETY: units of the element's size and alignment at most; the caller's contract.
    unsafe {
        match size_of::<T>() {
            1 => Copy::<u8>::new(shape, &x, &y).run(count),
            2 => Copy::<u16>::new(shape, &x, &y).run(count),
            4 => Copy::<u32>::new(shape, &x, &y).run(count),
            _ => Copy::<u64>::new(shape, &x, &y).run(count),
        }
    }
}

#[derive(Clone, Copy)]
struct Axis {
    n: usize,
    to: isize,
    from: isize,
}

/// A copy with its axes in order: `axes[0]` is the run of the destination, `axes[1]` the one along which the source is
/// nearest where that is another, the rest are outer loops.
struct Copy<U> {
    to: *mut U,
    from: *const U,
    axes: [Axis; MAX_AXES],
    rank: usize,
}

// SAFETY: tasks write disjoint points and only read the source.
unsafe impl<U> Sync for Copy<U> {}

impl<U: std::marker::Copy> Copy<U> {
    /// The other side of a block: the buffer takes half of the L1 cache.
    const WIDE: usize = if size_of::<U>() == 8 { SIDE / 2 } else { SIDE };

    fn new(shape: &[usize], x: &In<'_>, y: &Out<'_>) -> Self {
        let one = Axis { n: 1, to: 0, from: 0 };
        let mut copy = Self { to: y.ptr.cast(), from: x.ptr.cast(), axes: [one; MAX_AXES], rank: 0 };
        for ((&n, &to), &from) in shape.iter().zip(y.strides).zip(x.strides) {
            if n == 1 {
                continue;
            }
            let mut axis = Axis { n, to, from };
            if to < 0 {
                let last = n as isize - 1;
                copy.to = copy.to.wrapping_offset(last * to);
                copy.from = copy.from.wrapping_offset(last * from);
                axis = Axis { n, to: -to, from: -from };
            }
            copy.axes[copy.rank] = axis;
            copy.rank += 1;
        }
        copy.axes[..copy.rank].sort_by_key(|a| a.to);
        copy.merge();
        let nearest =
            (1..copy.rank).filter(|&i| copy.axes[i].from != 0).min_by_key(|&i| copy.axes[i].from.abs());
        if let Some(i) = nearest.filter(|&i| copy.axes[i].from.abs() < copy.axes[0].from.abs()) {
            copy.axes[1..=i].rotate_right(1);
        }
        copy.rank = copy.rank.max(2);
        copy
    }

    fn merge(&mut self) {
        if self.rank == 0 {
            return;
        }
        let mut last = 0;
        for i in 1..self.rank {
            let (low, high) = (self.axes[last], self.axes[i]);
            let n = low.n as isize;
            if high.to == low.to * n && high.from == low.from * n {
                self.axes[last].n *= high.n;
            } else {
                last += 1;
                self.axes[last] = high;
            }
        }
        self.axes[last + 1..self.rank].fill(Axis { n: 1, to: 0, from: 0 });
        self.rank = last + 1;
    }

    /// # Safety
    /// As [`copy`].
    unsafe fn run(&self, count: usize) {
        let [inner, next, ..] = self.axes;
        let outer: usize = self.axes[2..self.rank].iter().map(|a| a.n).product();
        // A unit is a strip of the two inner axes: whole runs, or one piece of a single long run.
        let wide = inner.n.min(CHUNK);
        let high = if wide < inner.n { 1 } else { (CHUNK / wide).next_multiple_of(SIDE).min(next.n) };
        let (strips, pieces) = (next.n.div_ceil(high), inner.n.div_ceil(wide));
        each(outer * strips * pieces, count * size_of::<U>() * COST, |unit| {
            let (piece, rest) = (unit % pieces, unit / pieces);
            let (strip, mut rest) = (rest % strips, rest / strips);
            let (i, j) = (piece * wide, strip * high);
            let mut to = i as isize * inner.to + j as isize * next.to;
            let mut from = i as isize * inner.from + j as isize * next.from;
            for axis in &self.axes[2..self.rank] {
                to += (rest % axis.n) as isize * axis.to;
                from += (rest % axis.n) as isize * axis.from;
                rest /= axis.n;
            }
            let (wide, high) = (wide.min(inner.n - i), high.min(next.n - j));
            // SAFETY: the strip lies inside the iteration space.
            unsafe { self.strip(self.to.wrapping_offset(to), self.from.wrapping_offset(from), wide, high) };
        });
    }

    /// # Safety
    /// The strip's points are valid.
    unsafe fn strip(&self, to: *mut U, from: *const U, wide: usize, high: usize) {
        let [inner, next, ..] = self.axes;
        // SAFETY: every offset is one of the strip's points.
        unsafe {
            if inner.to == 1 && inner.from == 1 {
                for j in 0..high as isize {
                    from.offset(j * next.from).copy_to_nonoverlapping(to.offset(j * next.to), wide);
                }
            } else if inner.to == 1 && inner.from == 0 {
                for j in 0..high as isize {
                    std::slice::from_raw_parts_mut(to.offset(j * next.to), wide)
                        .fill(*from.offset(j * next.from));
                }
            } else if high > 1 && next.from.abs() < inner.from.abs() {
                for (j, i) in blocks(high, SIDE).flat_map(|j| blocks(wide, Self::WIDE).map(move |i| (j, i))) {
                    self.block(
                        to.offset(i as isize * inner.to + j as isize * next.to),
                        from.offset(i as isize * inner.from + j as isize * next.from),
                        Self::WIDE.min(wide - i),
                        SIDE.min(high - j),
                    );
                }
            } else {
                for j in 0..high as isize {
                    for i in 0..wide as isize {
                        *to.offset(i * inner.to + j * next.to) = *from.offset(i * inner.from + j * next.from);
                    }
                }
            }
        }
    }

    /// One block of a transposing copy, by way of a buffer: both sides are walked along their lines, and lines of the
    /// destination that lie a power of two apart cannot evict each other before they are full.
    ///
    /// # Safety
    /// The block's points are valid, `wide` at most `WIDE` and `high` at most [`SIDE`].
    #[inline(always)]
    unsafe fn block(&self, to: *mut U, from: *const U, wide: usize, high: usize) {
        let [inner, next, ..] = self.axes;
        let mut buffer = [MaybeUninit::<U>::uninit(); SIDE * SIDE];
        // SAFETY: every offset is one of the block's points; the buffer is written where it is read.
        unsafe {
            for i in 0..wide {
                let from = from.offset(i as isize * inner.from);
                for j in 0..high {
                    buffer[j * Self::WIDE + i].write(*from.offset(j as isize * next.from));
                }
            }
            for (j, row) in buffer.chunks_exact(Self::WIDE).take(high).enumerate() {
                let to = to.offset(j as isize * next.to);
                if inner.to == 1 {
                    to.copy_from_nonoverlapping(row.as_ptr().cast(), wide);
                } else {
                    for (i, x) in row[..wide].iter().enumerate() {
                        *to.offset(i as isize * inner.to) = x.assume_init();
                    }
                }
            }
        }
    }
}

fn blocks(n: usize, side: usize) -> impl Iterator<Item = usize> {
    (0..n).step_by(side)
}
