//! The tile driver: runs a [`Kernel`] over an iteration space of any shape and strides.
//!
//! Every decision depends on shapes, strides and element types alone, never on the number of threads, so a result is
//! the same bit for bit on one core and on sixty. Nothing here is generic over the kernel but its tile function for each
//! instruction set, and what puts these into a table: all else takes an [`Erased`] kernel and works on addresses.
#![allow(unsafe_code)]

mod axes;
mod boxes;
mod dense;
mod flat;
mod fold;
mod half;
#[doc(hidden)]
pub mod inline;
mod ops;
mod pack;
mod plan;
mod task;
mod tile;

use std::cell::Cell;
use std::marker::PhantomData;

use crate::element::DType;
#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Avx512};
use crate::isa::{Baseline, Level, Near, compiled_for};
#[cfg(feature = "sources")]
use crate::kernel::Source;
use crate::kernel::{Combine, In, Kernel, LANES, List, MAX_OPERANDS, Out};
use crate::strided::product;
use inline::Inline;
use pack::Walk;
use plan::Plan;
pub(crate) use task::each;

/// `(kernel, n, inputs, outputs)`: one tile by addresses.
pub(crate) type TileFn = unsafe fn(*const (), usize, *const *const u8, *const *mut u8);

/// A kernel without its type.
pub(crate) struct Entry {
    tile: [TileFn; Level::COUNT],
    ins: &'static [DType],
    outs: &'static [DType],
    cost: usize,
    /// Bytes of one computed element of every operand.
    bytes: usize,
    /// Elements of a tile at most.
    tile_max: usize,
    /// No operand is a half type: a dense launch can hand memory straight to the kernel.
    plain: bool,
    #[cfg(feature = "sources")]
    source: &'static Source,
    #[cfg(feature = "sources")]
    numbers: NumbersFn,
}

/// `(kernel, into)`: appends the host numbers of a kernel.
#[cfg(feature = "sources")]
type NumbersFn = unsafe fn(*const (), &mut Vec<f64>);

/// # Safety
/// `kernel` is the address of a `K`.
#[cfg(feature = "sources")]
unsafe fn numbers<K: Kernel>(kernel: *const (), into: &mut Vec<f64>) {
    // SAFETY: the caller's contract.
    unsafe { (*kernel.cast::<K>()).numbers(into) }
}

/// One launch's kernel, ready to call.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    tile: TileFn,
    kernel: *const (),
}

// SAFETY: the kernel behind the address is `Sync` and outlives the launch.
unsafe impl Send for Call {}
// SAFETY: as above.
unsafe impl Sync for Call {}

macro_rules! tile_fn {
    ($name:ident, $near:ident, $isa:expr, $level:ident) => {
        compiled_for! { $level
            unsafe fn $name<K: Kernel>(
                kernel: *const (), n: usize, ins: *const *const u8, outs: *const *mut u8,
            ) {
                // SAFETY: the driver passes the kernel it was given and addresses of `n` elements each, whole vectors,
                // initialised, those of outputs too, which overlap nothing. Knowing the vectors whole, LLVM writes no
                // remainder loop: a third of the code.
                unsafe {
                    std::hint::assert_unchecked(n > 0 && n.is_multiple_of(LANES));
                    (*kernel.cast::<K>()).tile($isa, n, K::Ins::tiles(ins, n), K::Outs::tiles_mut(outs, n));
                }
            }
        }

        compiled_for! { $level
            /// In two passes, of which the second is rare.
            unsafe fn $near<K: Kernel>(
                kernel: *const (), n: usize, ins: *const *const u8, outs: *const *mut u8,
            ) {
                let left = Cell::new(false);
                // SAFETY: as above. Inputs are still what they were for the second pass.
                unsafe {
                    std::hint::assert_unchecked(n > 0 && n.is_multiple_of(LANES));
                    let near = Near { isa: $isa, left: &left };
                    (*kernel.cast::<K>()).tile(near, n, K::Ins::tiles(ins, n), K::Outs::tiles_mut(outs, n));
                    if left.get() {
                        $name::<K>(kernel, n, ins, outs);
                    }
                }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
tile_fn!(tile_avx2, near_avx2, Avx2, avx2);
#[cfg(target_arch = "x86_64")]
tile_fn!(tile_avx512, near_avx512, Avx512, avx512);
tile_fn!(tile_baseline, near_baseline, Baseline, baseline);

/// A kernel without its type, so that what launches it is compiled once.
#[derive(Clone, Copy)]
pub struct Erased<'k> {
    entry: &'static Entry,
    kernel: *const (),
    of: PhantomData<&'k ()>,
}

impl<'k> Erased<'k> {
    /// `kernel`, with the table of its type.
    #[inline]
    pub const fn new<K: Kernel>(kernel: &'k K) -> Self {
        Self { entry: &const { Table::<K>::ENTRY }, kernel: (&raw const *kernel).cast(), of: PhantomData }
    }

    /// [`Self::new`] for callers that are not optimised: the baseline alone is compiled, which serves every level. Without
    /// optimisation no instruction set is faster than another, and each takes its time to compile.
    #[inline]
    pub const fn baseline<K: Kernel>(kernel: &'k K) -> Self {
        let entry = &const { Table::<K>::entry(Table::<K>::BASELINE) };
        Self { entry, kernel: (&raw const *kernel).cast(), of: PhantomData }
    }

    /// The element type of each input.
    #[inline]
    pub const fn ins(self) -> &'static [DType] {
        self.entry.ins
    }

    /// The element type of each output.
    #[inline]
    pub const fn outs(self) -> &'static [DType] {
        self.entry.outs
    }

    /// What devices run in its place.
    #[cfg(feature = "sources")]
    #[inline]
    pub const fn source(self) -> &'static Source {
        self.entry.source
    }

    /// Appends its host numbers in the order of that source.
    #[cfg(feature = "sources")]
    pub fn numbers(self, into: &mut Vec<f64>) {
        // SAFETY: the entry is that of the type behind the address, which is borrowed for as long as this is there.
        unsafe { (self.entry.numbers)(self.kernel, into) }
    }
}

struct Table<K>(PhantomData<K>);

impl<K: Kernel> Table<K> {
    #[cfg(target_arch = "x86_64")]
    const TILES: [TileFn; Level::COUNT] = if Self::TWO_PASSES {
        [near_baseline::<K>, near_avx2::<K>, near_avx512::<K>]
    } else {
        [tile_baseline::<K>, tile_avx2::<K>, tile_avx512::<K>]
    };
    #[cfg(not(target_arch = "x86_64"))]
    const TILES: [TileFn; Level::COUNT] = Self::BASELINE;
    const BASELINE: [TileFn; Level::COUNT] =
        [if Self::TWO_PASSES { near_baseline::<K> } else { tile_baseline::<K> }; Level::COUNT];

    /// The angles of f32 are reduced without a branch as it is.
    const TWO_PASSES: bool = K::REMAINDERS
        || K::TURNS && (any_f64(&K::Ins::DTYPES, K::Ins::LEN) || any_f64(&K::Outs::DTYPES, K::Outs::LEN));

    const ENTRY: Entry = Self::entry(Self::TILES);

    const fn entry(tile: [TileFn; Level::COUNT]) -> Entry {
        assert!(
            K::Ins::LEN + K::Outs::LEN <= MAX_OPERANDS,
            "a kernel has too many operands; split the group"
        );
        let bytes = bytes(&K::Ins::DTYPES, K::Ins::LEN) + bytes(&K::Outs::DTYPES, K::Outs::LEN);
        Entry {
            tile,
            ins: listed(&K::Ins::DTYPES, K::Ins::LEN),
            outs: listed(&K::Outs::DTYPES, K::Outs::LEN),
            cost: K::COST,
            bytes,
            tile_max: plan::tile_for(bytes),
            plain: plain(&K::Ins::DTYPES, K::Ins::LEN) && plain(&K::Outs::DTYPES, K::Outs::LEN),
            #[cfg(feature = "sources")]
            source: K::SOURCE,
            #[cfg(feature = "sources")]
            numbers: numbers::<K>,
        }
    }
}

/// The entries that count.
const fn listed(dtypes: &'static [DType; MAX_OPERANDS], len: usize) -> &'static [DType] {
    dtypes.split_at(len).0
}

/// Bytes of one computed element of each.
const fn bytes(dtypes: &[DType; MAX_OPERANDS], len: usize) -> usize {
    let (mut i, mut sum) = (0, 0);
    while i < len {
        sum += if half::is_half(dtypes[i]) { 4 } else { dtypes[i].size() };
        i += 1;
    }
    sum
}

const fn plain(dtypes: &[DType; MAX_OPERANDS], len: usize) -> bool {
    let mut i = 0;
    while i < len {
        if half::is_half(dtypes[i]) {
            return false;
        }
        i += 1;
    }
    true
}

const fn any_f64(dtypes: &[DType; MAX_OPERANDS], len: usize) -> bool {
    let mut i = 0;
    while i < len {
        if matches!(dtypes[i], DType::F64) {
            return true;
        }
        i += 1;
    }
    false
}

/// Runs `kernel` once for every point of `shape`, with operands in list order.
///
/// # Safety
/// As [`run`].
///
/// # Panics
/// As [`run`].
#[inline]
pub unsafe fn launch<K: Kernel>(kernel: &K, shape: &[usize], ins: &[In<'_>], outs: &[Out<'_>]) {
    // SAFETY: the caller's contract.
    unsafe { run(Erased::new(kernel), shape, ins, outs) }
}

/// [`launch`] of a kernel without its type.
///
/// # Safety
/// `ins` and `outs` are as many as the kernel's lists say, of those element types; each has `shape.len()` strides, and
/// every point it reaches is aligned, initialised, and valid to read or to write. That an output is initialised too is
/// what lets a kernel be safe code: it may be given the memory itself, and need not write it. The number of points fits
/// `isize`. Where there are none, an operand has no element if its stride on an axis of size 0 is not 0, and else those
/// of the space in which such axes have size 1.
/// Outputs overlap neither each other nor an input that is not marked `aliased`; one that is overlaps a single output,
/// with the same strides, which stores. With [`Combine::Store`] no two points share an address.
///
/// # Panics
/// If `shape` has more than [`crate::kernel::MAX_AXES`] axes, or operands do not fit the kernel.
pub unsafe fn run(kernel: Erased<'_>, shape: &[usize], ins: &[In<'_>], outs: &[Out<'_>]) {
    // SAFETY: the caller's contract; `current` is a level that the machine has.
    unsafe { run_at(Level::current(), kernel, shape, ins, outs) }
}

/// Runs `kernel` over `count` elements that each operand has in one piece, where outputs are changed: the kernel finds in
/// them what was there, and need not have it copied as an input would be that is written. No half types.
///
/// # Safety
/// `ins` and `outs` are as many as the kernel's lists say, of those element types; each is `count` aligned and initialised
/// elements, valid to read, and outputs to write. Outputs overlap nothing. Strides do not count.
///
/// # Panics
/// If operands do not fit the kernel, or are of half types.
#[inline]
pub unsafe fn update<K: Kernel>(kernel: &K, count: usize, ins: &[In<'_>], outs: &[Out<'_>]) {
    assert!(ins.len() == K::Ins::LEN && outs.len() == K::Outs::LEN, "operands do not fit the kernel");
    let (entry, level) = (&const { Table::<K>::ENTRY }, Level::current());
    assert!(entry.plain, "half types are not changed in place");
    if count > 0 {
        let call = Call { tile: entry.tile[level as usize], kernel: (&raw const *kernel).cast() };
        // SAFETY: the caller's contract; the entry belongs to this kernel, and the machine has the level.
        unsafe { dense::run(entry, level, call, count, ins, outs, true) }
    }
}

/// [`launch`] with a given instruction set, for tests and measurements; a level that the machine lacks becomes the best
/// one it has.
///
/// # Safety
/// As [`launch`].
///
/// # Panics
/// As [`launch`].
#[inline]
pub unsafe fn launch_at<K: Kernel>(
    level: Level,
    kernel: &K,
    shape: &[usize],
    ins: &[In<'_>],
    outs: &[Out<'_>],
) {
    // SAFETY: the caller's contract; the machine has the level.
    unsafe { run_at(level.min(Level::best()), Erased::new(kernel), shape, ins, outs) }
}

/// # Safety
/// As [`run`]; the machine has `level`: the functions that the table and [`ops::of`] hold for it are compiled for what
/// [`Level::best`] looks for.
unsafe fn run_at(level: Level, kernel: Erased<'_>, shape: &[usize], ins: &[In<'_>], outs: &[Out<'_>]) {
    let Erased { entry, kernel, .. } = kernel;
    assert!(ins.len() == entry.ins.len() && outs.len() == entry.outs.len(), "operands do not fit the kernel");
    // SAFETY: the caller's contract; the table is that of the type behind the address.
    unsafe { over(entry, level, kernel, shape, ins, outs) }
}

/// # Safety
/// As [`run_at`]; `entry` is that of the type behind `kernel`.
unsafe fn over(
    entry: &'static Entry,
    level: Level,
    kernel: *const (),
    shape: &[usize],
    ins: &[In<'_>],
    outs: &[Out<'_>],
) {
    let call = Call { tile: entry.tile[level as usize], kernel };
    let count = product(shape);
    // SAFETY: the caller's contract, passed on.
    unsafe {
        if count == 0 {
            empty(entry, level, kernel, shape, ins, outs);
        } else if entry.plain && dense::fits(shape, ins, outs) {
            dense::run(entry, level, call, count, ins, outs, false);
        } else if count > flat::MOST || !flat::run(entry, level, call, shape, count, ins, outs) {
            planned(entry, level, call, shape, count, ins, outs);
        }
    }
}

/// Apart, because a plan is larger than the stack frames of the quick ways.
///
/// # Safety
/// As [`over`], with `count` points, not 0.
#[inline(never)]
unsafe fn planned(
    entry: &'static Entry,
    level: Level,
    call: Call,
    shape: &[usize],
    count: usize,
    ins: &[In<'_>],
    outs: &[Out<'_>],
) {
    let mut plan = Plan::new(call, entry.cost);
    plan.fill(entry, level, shape, ins, outs);
    // SAFETY: the caller's contract.
    unsafe { plan.run(count) }
}

/// No points at all: reductions get their initial value, and an output that is broadcast along the empty axes, so that
/// it has elements all the same, is computed from the inputs that have elements too.
///
/// # Safety
/// As [`over`].
unsafe fn empty(
    entry: &'static Entry,
    level: Level,
    kernel: *const (),
    shape: &[usize],
    ins: &[In<'_>],
    outs: &[Out<'_>],
) {
    static NOTHING: [u64; 1] = [0];
    const STILL: [isize; crate::kernel::MAX_AXES] = [0; crate::kernel::MAX_AXES];
    let is_empty = |strides: &[isize]| shape.iter().zip(strides).any(|(&n, &s)| n == 0 && s != 0);
    let mut sink = [0_u64; MAX_OPERANDS];
    let mut some_in: Inline<In<'_>, MAX_OPERANDS> = Inline::new();
    let mut some_out: Inline<Out<'_>, MAX_OPERANDS> = Inline::new();
    let mut wanted = false;
    for (i, out) in outs.iter().enumerate() {
        let keep = out.combine == Combine::Pick && !is_empty(out.strides);
        wanted |= keep;
        if keep {
            some_out.push(*out);
        } else {
            let ptr = (&raw mut sink[i]).cast();
            some_out.push(Out { ptr, strides: &STILL[..shape.len()], combine: Combine::Pick, scale: 1.0 });
        }
        if matches!(out.combine, Combine::Store | Combine::Pick) || is_empty(out.strides) {
            continue;
        }
        let ops = ops::of(level, entry.outs[i]);
        let mut walk = Walk::new();
        for (&n, &stride) in shape.iter().zip(out.strides).rev() {
            if stride != 0 {
                walk.axis(n, stride);
            }
        }
        let (mut acc, mut value) = (0, 0_u64);
        // SAFETY: one accumulator and one element; the walk covers the output's points. A step of 0 elements along the
        // source is not what `unpack` does, so the value is written point by point.
        unsafe {
            (ops.initial)(&raw mut acc, 1, out.combine);
            (ops.lower)((&raw mut value).cast(), &raw const acc, 1, out.scale);
            walk.points_do(|offset| {
                (ops.unpack)(
                    out.ptr.offset(offset * ops.stored as isize),
                    (&raw const value).cast(),
                    &Walk::dense(1),
                );
            });
        }
    }
    if wanted {
        let mut sizes = [1; crate::kernel::MAX_AXES];
        for (size, &n) in sizes.iter_mut().zip(shape) {
            *size = n.max(1);
        }
        for x in ins {
            let gone = In { ptr: NOTHING.as_ptr().cast(), strides: &STILL[..shape.len()], aliased: false };
            some_in.push(if is_empty(x.strides) { gone } else { *x });
        }
        // SAFETY: every operand that remains has the points of the space in which empty axes have one.
        unsafe { over(entry, level, kernel, &sizes[..shape.len()], &some_in, &some_out) }
    }
}
