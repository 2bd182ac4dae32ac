//! Workspace that a thread keeps from one call to the next: asking for it costs more than factoring a matrix of a few rows, and
//! fresh pages more than solving with one of a few hundred.

use std::cell::Cell;

use super::dense::Scalar;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Memory that is initialised, with arbitrary numbers.
#[derive(Default)]
pub(super) struct Scratch {
    lines: Vec<Line>,
    order: Vec<usize>,
}

thread_local! {
    static KEPT: Cell<Scratch> = const { Cell::new(Scratch { lines: Vec::new(), order: Vec::new() }) };
}

/// What a thread keeps at most: 8 MiB, the workspace of an f64 system of order 1000.
const KEEP: usize = (8 << 20) / size_of::<Line>();

impl Scratch {
    /// Runs `f` with the workspace of the thread. A job that the thread takes on while it waits within `f` finds none and makes
    /// its own.
    pub(super) fn with<R>(f: impl FnOnce(&mut Self) -> R) -> R {
        let mut scratch = KEPT.take();
        let result = f(&mut scratch);
        if scratch.lines.len() <= KEEP {
            KEPT.set(scratch);
        }
        result
    }

    /// Slices of the given lengths, each at the begin of a cache line. The same lengths again give the same slices.
    pub(super) fn slices<C: Scalar, const N: usize>(&mut self, lens: [usize; N]) -> [&mut [C]; N] {
        self.with_order(lens, 0).0
    }

    /// [`slices`](Self::slices), and one for a permutation.
    pub(super) fn with_order<C: Scalar, const N: usize>(
        &mut self,
        lens: [usize; N],
        order: usize,
    ) -> ([&mut [C]; N], &mut [usize]) {
        let lines = |len: usize| (len * size_of::<C>()).div_ceil(size_of::<Line>());
        let need: usize = lens.iter().map(|&len| lines(len)).sum();
        if self.lines.len() < need {
            // Not copied: nobody expects old numbers.
            self.lines = vec![Line([0; 64]); need];
        }
        let mut rest = &mut self.lines[..];
        let slices = lens.map(|len| {
            let part;
            (part, rest) = std::mem::take(&mut rest).split_at_mut(lines(len));
            // SAFETY: the part has room for `len` scalars, is aligned for them, and all patterns of bits are numbers.
            unsafe { std::slice::from_raw_parts_mut(part.as_mut_ptr().cast::<C>(), len) }
        });
        if self.order.len() < order {
            self.order.resize(order, 0);
        }
        (slices, &mut self.order[..order])
    }
}
