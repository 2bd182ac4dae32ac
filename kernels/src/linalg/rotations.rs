//! Sweeps of plane rotations of neighbouring rows. Many are kept and done at once, on a few columns of all rows at a time: those
//! stay in the cache, and a row that two rotations turn stays in registers between them.

use crate::strided::{Shared, split};

use super::batch::product;
use super::vector::{Registers, Vector, in_registers};

/// Sweeps that are kept at most.
const SWEEPS: usize = 64;
/// Rows of angles that are kept at most.
const ROOM: usize = 24;
/// Columns of a job.
const COLUMNS: usize = 64;

/// Rotations of row `first` with the next one, of that with the one behind it, and so on. Their angles end at `end`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sweep {
    first: usize,
    /// Whether rows are counted upwards.
    up: bool,
    end: usize,
}

/// Elements of the workspace for `n` rows.
pub(super) fn workspace(n: usize) -> usize {
    product(&[2 * ROOM, n])
}

/// Rotations of the first `n` elements of `n` rows at a distance of `step`.
pub(super) struct Rotations<'a, C> {
    pub(super) rows: &'a mut [C],
    pub(super) step: usize,
    pub(super) n: usize,
    alone: bool,
    angles: &'a mut [C],
    sweeps: [Sweep; SWEEPS],
    kept: usize,
    used: usize,
}

impl<'a, C: Registers> Rotations<'a, C> {
    /// Of one matrix `alone`, threads share the columns.
    pub(super) fn new(
        (rows, step): (&'a mut [C], usize),
        n: usize,
        angles: &'a mut [C],
        alone: bool,
    ) -> Self {
        Self { rows, step, n, alone, angles, sweeps: [Sweep::default(); SWEEPS], kept: 0, used: 0 }
    }

    /// A sweep begins at row `first`.
    pub(super) fn begin(&mut self, first: usize, up: bool) {
        if self.kept == SWEEPS || self.used + 2 * self.n > self.angles.len() {
            self.finish();
        }
        self.sweeps[self.kept] = Sweep { first, up, end: self.used };
        self.kept += 1;
    }

    /// The row that the sweep has come to, `x`, and the next one, `z`, become `c x + s z` and `c z - s x`.
    #[inline(always)]
    pub(super) fn turn(&mut self, c: C, s: C) {
        self.angles[self.used] = c;
        self.angles[self.used + 1] = s;
        self.used += 2;
        self.sweeps[self.kept - 1].end = self.used;
    }

    /// Does what is kept.
    pub(super) fn finish(&mut self) {
        let (n, step) = (self.n, self.step);
        let (sweeps, angles) = (&self.sweeps[..self.kept], &self.angles[..self.used]);
        let mut from = 0;
        for s in sweeps {
            let count = (s.end - from) / 2;
            assert!(if s.up { s.first + count < n } else { s.first < n && count <= s.first });
            from = s.end;
        }
        assert!(n == 0 || (n <= step && (n - 1) * step + n <= self.rows.len()));
        let rows = Shared(self.rows.as_mut_ptr());
        let work = if self.alone { angles.len() / 2 * n } else { 0 };
        split(n.div_ceil(COLUMNS), work, |jobs| {
            let columns = jobs.start * COLUMNS..n.min(jobs.end * COLUMNS);
            // SAFETY: the sweeps keep to `n` rows of `n` elements; each job has columns of its own.
            unsafe { sweep(rows.at(0), step, columns.start, columns.end, sweeps, angles.as_ptr()) };
        });
        (self.kept, self.used) = (0, 0);
    }
}

in_registers! {
    /// # Safety
    /// Rows of the sweeps have elements `from .. to`, and angles end where the last sweep says.
    sweep(rows: *mut C, step: usize, from: usize, to: usize, sweeps: &[Sweep], angles: *const C) = columns
}

/// # Safety
/// As [`sweep`].
#[inline(always)]
unsafe fn columns<V: Vector, const R: usize>(
    rows: *mut V::Scalar,
    step: usize,
    from: usize,
    to: usize,
    sweeps: &[Sweep],
    angles: *const V::Scalar,
) {
    let mut c = from;
    // SAFETY: the caller's promises.
    unsafe {
        while c + 4 * V::LANES <= to {
            band::<V, 4>(rows.add(c), step, sweeps, angles);
            c += 4 * V::LANES;
        }
        while c + V::LANES <= to {
            band::<V, 1>(rows.add(c), step, sweeps, angles);
            c += V::LANES;
        }
        if c < to {
            let head = V::head(to - c);
            let (load, store) = (|x| V::load_head(x, head), |x: V, to| x.store_head(to, head));
            turned::<V, 1>(rows.add(c), step, sweeps, angles, load, store);
        }
    }
}

/// # Safety
/// As [`sweep`], for `N` registers.
#[inline(always)]
unsafe fn band<V: Vector, const N: usize>(
    rows: *mut V::Scalar,
    step: usize,
    sweeps: &[Sweep],
    angles: *const V::Scalar,
) {
    // SAFETY: the caller's promises.
    unsafe { turned::<V, N>(rows, step, sweeps, angles, |x| V::load(x), |x, to| x.store(to)) };
}

/// # Safety
/// As [`sweep`], for `N` registers that `load` and `store` may touch.
#[inline(always)]
unsafe fn turned<V: Vector, const N: usize>(
    rows: *mut V::Scalar,
    step: usize,
    sweeps: &[Sweep],
    angles: *const V::Scalar,
    load: impl Fn(*const V::Scalar) -> V,
    store: impl Fn(V, *mut V::Scalar),
) {
    let mut at = 0;
    for s in sweeps {
        let step = if s.up { step as isize } else { -(step as isize) };
        // SAFETY: rows of the sweep, and its angles.
        unsafe {
            let mut row = rows.offset(s.first as isize * step.abs());
            let mut held: [V; N] = std::array::from_fn(|i| load(row.add(i * V::LANES)));
            while at < s.end {
                let (c, s) = (V::splat(*angles.add(at)), V::splat(*angles.add(at + 1)));
                let next = row.offset(step);
                for (i, held) in held.iter_mut().enumerate() {
                    let z = load(next.add(i * V::LANES));
                    store(held.times(c).plus(z, s), row.add(i * V::LANES));
                    *held = z.times(c).minus(*held, s);
                }
                row = next;
                at += 2;
            }
            for (i, &held) in held.iter().enumerate() {
                store(held, row.add(i * V::LANES));
            }
        }
    }
}
