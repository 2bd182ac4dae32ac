//! Workspace that a thread keeps from one call to the next: asking for it costs more than factoring a matrix of a few rows, and
//! fresh pages more than solving with one of a few hundred.

use std::cell::Cell;
use std::collections::TryReserveError;

use super::dense::Scalar;

/// There is no memory for a workspace.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoMemory;

impl From<TryReserveError> for NoMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// At least `n` elements. Not copied where they are too few: nobody expects old ones.
#[inline]
pub(super) fn renew<T: Clone>(memory: &mut Vec<T>, n: usize, value: T) -> Result<(), NoMemory> {
    if memory.len() < n {
        *memory = Vec::new();
        memory.try_reserve_exact(n)?;
        memory.resize(n, value);
    }
    Ok(())
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Initialised, with arbitrary numbers.
#[derive(Default)]
struct Memory {
    lines: Vec<Line>,
    order: Vec<usize>,
}

thread_local! {
    static KEPT: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
}

/// The memory that a thread keeps at most: 8 MiB, the workspace of an f64 system of order 1000.
const KEEP: usize = (8 << 20) / size_of::<Line>();

/// The workspace of the thread, from the first use on. A job that the thread takes on meanwhile finds none and makes its own.
#[derive(Default)]
pub(super) struct Scratch(Option<Box<Memory>>);

impl Scratch {
    /// Slices of the given lengths, each at the begin of a cache line. The same lengths again give the same slices.
    #[inline]
    pub(super) fn slices<C: Scalar, const N: usize>(
        &mut self,
        lens: [usize; N],
    ) -> Result<[&mut [C]; N], NoMemory> {
        Ok(self.with_order(lens, 0)?.0)
    }

    /// [`slices`](Self::slices), and one for a permutation.
    #[inline]
    pub(super) fn with_order<C: Scalar, const N: usize>(
        &mut self,
        lens: [usize; N],
        order: usize,
    ) -> Result<([&mut [C]; N], &mut [usize]), NoMemory> {
        let memory =
            self.0.get_or_insert_with(|| KEPT.try_with(Cell::take).ok().flatten().unwrap_or_default());
        let lines = |len: usize| len.div_ceil(size_of::<Line>() / size_of::<C>());
        // What is too much for an address is too much for the allocator.
        let need = lens.iter().fold(0, |sum: usize, &len| sum.saturating_add(lines(len)));
        renew(&mut memory.lines, need, Line([0; 64]))?;
        renew(&mut memory.order, order, 0)?;
        let mut slices: [&mut [C]; N] = std::array::from_fn(|_| &mut [][..]);
        let mut rest = &mut memory.lines[..];
        for (slice, len) in slices.iter_mut().zip(lens) {
            let part;
            (part, rest) = rest.split_at_mut(lines(len));
            // SAFETY: the part has room for `len` scalars, is aligned for them, and all patterns of bits are numbers.
            *slice = unsafe { std::slice::from_raw_parts_mut(part.as_mut_ptr().cast::<C>(), len) };
        }
        Ok((slices, &mut memory.order[..order]))
    }
}

impl Drop for Scratch {
    #[inline]
    fn drop(&mut self) {
        if let Some(memory) = self.0.take()
            && memory.lines.len() <= KEEP
        {
            // At the end of a thread there is nothing to keep it in.
            let _ = KEPT.try_with(|kept| kept.set(Some(memory)));
        }
    }
}
