//! Strided views that were checked once, so that kernels may index them without checks.

#![allow(unsafe_code)]

use std::marker::PhantomData;

use crate::element::Element;

/// More axes than a tensor has; arrays of this length need no heap.
pub const MAX_RANK: usize = 8;

/// A shared strided view. Every element that its shape can address lies inside the slice it was made from.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, T> {
    ptr: *const T,
    shape: &'a [usize],
    strides: &'a [isize],
    data: PhantomData<&'a [T]>,
}

// SAFETY: a view is a shared borrow of a slice; the pointer is only read through.
unsafe impl<T: Sync> Send for View<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for View<'_, T> {}

impl<'a, T> View<'a, T> {
    /// A view of `data` whose element at index 0 is `data[offset]`. `None` when some index would leave `data`, when
    /// the lengths of `shape` and `strides` differ, or when there are more than [`MAX_RANK`] axes. `None` too when there are
    /// more indices than `isize::MAX`, as strides of 0 can have.
    pub fn new(data: &'a [T], offset: usize, shape: &'a [usize], strides: &'a [isize]) -> Option<Self> {
        if shape.len() != strides.len() || shape.len() > MAX_RANK {
            return None;
        }
        if shape.contains(&0) {
            return Some(Self { ptr: data.as_ptr(), shape, strides, data: PhantomData });
        }
        if product(shape) > isize::MAX as usize {
            return None;
        }
        let (mut low, mut high) = (offset as i128, offset as i128);
        for (&n, &s) in shape.iter().zip(strides) {
            let reach = (n as i128 - 1) * s as i128;
            if reach < 0 { low = low.saturating_add(reach) } else { high = high.saturating_add(reach) }
        }
        if low < 0 || high >= data.len() as i128 {
            return None;
        }
        // SAFETY: `low <= offset <= high < data.len()`, so the origin is inside the slice.
        Some(Self { ptr: unsafe { data.as_ptr().add(offset) }, shape, strides, data: PhantomData })
    }

    /// The elements before `shape` on each axis.
    ///
    /// # Panics
    /// When `shape` is longer than the view on some axis, or has another rank.
    pub(crate) fn head<'b>(&self, shape: &'b [usize]) -> View<'b, T>
    where
        'a: 'b,
    {
        assert!(shape.len() == self.rank() && shape.iter().zip(self.shape).all(|(a, b)| a <= b));
        View { ptr: self.ptr, shape, strides: self.strides, data: PhantomData }
    }

    /// Index `i` of `axis` alone; `shape` is that of the view with 1 there.
    ///
    /// # Panics
    /// When there is no such index or `shape` is another.
    pub(crate) fn only<'b>(&self, axis: usize, i: usize, shape: &'b [usize]) -> View<'b, T>
    where
        'a: 'b,
    {
        assert!(i < self.shape[axis] && self.numel() > 0 && shape.len() == self.rank() && shape[axis] == 1);
        assert!((0..shape.len()).all(|d| d == axis || shape[d] == self.shape[d]));
        // SAFETY: an index of the view, which has elements.
        let ptr = unsafe { self.ptr.offset(i as isize * self.strides[axis]) };
        View { ptr, shape, strides: self.strides, data: PhantomData }
    }

    /// Sizes of the axes.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// Strides of the axes, in elements.
    pub fn strides(&self) -> &'a [isize] {
        self.strides
    }

    /// Number of axes.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements.
    pub fn numel(&self) -> usize {
        product(self.shape)
    }

    /// Address of the element at index 0; dangling when the view is empty.
    pub(crate) fn ptr(&self) -> *const T {
        self.ptr
    }
}

/// A raw pointer that several threads may hold; who dereferences it vouches for disjoint accesses.
pub(crate) struct Shared<T>(pub(crate) *mut T);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Shared<T> {}

// SAFETY: only an address; each dereference states why it does not race.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The address of element `i`. A method, so that closures capture the wrapper and not the bare pointer.
    ///
    /// # Safety
    /// `i` must be within the allocation.
    #[inline(always)]
    pub(crate) unsafe fn at(self, i: usize) -> *mut T {
        // SAFETY: passed on to the caller.
        unsafe { self.0.add(i) }
    }
}

/// Reinterprets a value between two names of one element type.
#[inline(always)]
pub(crate) fn same<A: Element, B: Element>(a: A) -> B {
    assert!(A::DTYPE == B::DTYPE);
    // SAFETY: element types are sealed and one-to-one with `DTYPE`, so `A` and `B` are the same type.
    unsafe { std::mem::transmute_copy(&a) }
}

/// The product of sizes, which saturates: sizes that are the caller's own may wrap to any length, and no slice is `usize::MAX` long.
pub(crate) fn product(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |all: usize, &n| all.saturating_mul(n))
}

/// Row-major strides; those of a shape that has more elements than memory saturate.
pub(crate) fn dense(shape: &[usize]) -> [isize; MAX_RANK] {
    let mut strides = [0; MAX_RANK];
    let mut step = 1_usize;
    for d in (0..shape.len()).rev() {
        strides[d] = step as isize;
        step = step.saturating_mul(shape[d].max(1));
    }
    strides
}

/// Offsets of every index of `shape` under `strides`, in row-major order.
pub(crate) fn offsets(shape: &[usize], strides: &[isize]) -> Vec<isize> {
    if shape.contains(&0) {
        // However long the axes before are.
        return Vec::new();
    }
    let mut out = vec![0];
    for (&n, &s) in shape.iter().zip(strides) {
        out = out.iter().flat_map(|&base| (0..n as isize).map(move |i| base + i * s)).collect();
    }
    out
}

/// [`offsets`] of every index of the axes but the last, whose length and stride are beside them: a table for every element of what is
/// repeated could need more memory than there is.
pub(crate) fn rows(shape: &[usize], strides: &[isize]) -> (Vec<isize>, usize, isize) {
    if shape.contains(&0) {
        return (Vec::new(), 0, 0);
    }
    let lead = shape.len().saturating_sub(1);
    let (n, step) = (shape.last().copied().unwrap_or(1), strides.last().copied().unwrap_or(0));
    (offsets(&shape[..lead], &strides[..lead]), n, step)
}

/// Work below this many elements stays on the calling thread: waking the pool costs tens of microseconds, by
/// `examples/threads.rs` (see BENCHMARKS.md).
pub(crate) const PARALLEL: usize = 1 << 16;

/// Whether [`split`] makes more than one range.
pub(crate) fn splits(jobs: usize, work: usize) -> bool {
    work >= PARALLEL && jobs >= 2 && rayon::current_num_threads() > 1
}

/// Calls `f` on consecutive ranges that cover `0..jobs`; `work` is the number of elements of all jobs together. Which
/// ranges depends on the pool, so `f` must treat jobs independently: then results do not depend on it.
pub(crate) fn split(jobs: usize, work: usize, f: impl Fn(std::ops::Range<usize>) + Sync) {
    if !splits(jobs, work) {
        return f(0..jobs);
    }
    let parts = jobs.min(4 * rayon::current_num_threads()).min(work / (PARALLEL / 4));
    rayon::scope(|scope| {
        for p in 0..parts {
            let f = &f;
            scope.spawn(move |_| f(p * jobs / parts..(p + 1) * jobs / parts));
        }
    });
}
