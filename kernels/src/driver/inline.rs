//! A short list on the stack: no heap on the way of a small launch, and no time spent to clear what is not used.

use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// At most `N` values.
pub struct Inline<T: Copy, const N: usize> {
    len: usize,
    slots: [MaybeUninit<T>; N],
}

impl<T: Copy, const N: usize> Inline<T, N> {
    /// None yet.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { len: 0, slots: [const { MaybeUninit::uninit() }; N] }
    }

    /// One more.
    ///
    /// # Panics
    /// Where there are `N` already.
    #[inline(always)]
    pub fn push(&mut self, value: T) {
        self.slots[self.len] = MaybeUninit::new(value);
        self.len += 1;
    }
}

impl<T: Copy, const N: usize> Default for Inline<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy, const N: usize> Deref for Inline<T, N> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `push` initialised the first `len` slots.
        unsafe { std::slice::from_raw_parts(self.slots.as_ptr().cast(), self.len) }
    }
}

impl<T: Copy, const N: usize> DerefMut for Inline<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`.
        unsafe { std::slice::from_raw_parts_mut(self.slots.as_mut_ptr().cast(), self.len) }
    }
}
