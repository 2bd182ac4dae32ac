//! The driver's operations on operands, as tables of function pointers by element type and instruction set. They are
//! compiled once here, so that a kernel in a user's crate is its loop and nothing else.

use super::fold::{self, Fold};
use super::half;
use super::pack::{self, Walk};
use crate::element::{DType, Element};
use crate::isa::Level;
use crate::kernel::Combine;
use crate::{bf16, f16};

/// One accumulator; what it holds is `Fold::Acc` of the operand's compute type.
pub(crate) type Acc = u64;

/// The operations on operands of one element type. Tiles are addresses of compute-type elements.
pub(crate) struct Ops {
    /// Bytes of a stored element.
    pub stored: usize,
    /// Bytes of a computed one.
    pub computed: usize,
    /// Whether the stored type is the compute type.
    pub plain: bool,
    /// Memory to tile: `(tile, memory, walk)`, at most `TILE_MAX` points.
    pub pack: unsafe fn(*mut u8, *const u8, &Walk),
    /// Tile to memory: `(memory, tile, walk)`.
    pub unpack: unsafe fn(*mut u8, *const u8, &Walk),
    /// Repeats the last of the `n` elements up to `padded`: `(tile, n, padded)`.
    pub pad: unsafe fn(*mut u8, usize, usize),
    /// Folds the middle of `[outer, rows, inner]`: `(tile, outer, rows, inner, how)`.
    pub fold: unsafe fn(*mut u8, usize, usize, usize, Combine),
    /// Multiplies the first `n` elements: `(tile, n, factor)`.
    pub scale: unsafe fn(*mut u8, usize, f64),
    /// Sets accumulators to the initial value: `(accumulators, n, how)`.
    pub initial: unsafe fn(*mut Acc, usize, Combine),
    /// Adds a tile: `(accumulators, tile, n, how)`.
    pub accumulate: unsafe fn(*mut Acc, *const u8, usize, Combine),
    /// Adds accumulators: `(accumulators, others, n, how)`.
    pub merge: unsafe fn(*mut Acc, *const Acc, usize, Combine),
    /// Finished accumulators to a tile: `(tile, accumulators, n, factor)`.
    pub lower: unsafe fn(*mut u8, *const Acc, usize, f64),
}

macro_rules! each {
    ($($D:ident $T:ident $facts:tt)*) => {
        [$(ops::<$T>()),*]
    };
}

macro_rules! tables {
    ($module:ident, $level:literal) => {
        #[allow(clippy::too_many_arguments)]
        mod $module {
            use crate::isa::compiled_for;

            use super::{Acc, Combine, DType, Element, Fold, Ops, Walk, bf16, f16, fold, half, pack};
            use std::slice::{from_raw_parts, from_raw_parts_mut};

            compiled_for! { $module
                unsafe fn packs<T: Element>(dst: *mut u8, src: *const u8, walk: &Walk) {
                    // SAFETY: as the table's contract says, in the types of this entry.
                    unsafe { pack::pack::<T, $level>(dst, src, walk) }
                }
            }

            compiled_for! { $module
                unsafe fn unpacks<T: Element>(dst: *mut u8, src: *const u8, walk: &Walk) {
                    // SAFETY: as above.
                    unsafe { pack::unpack::<T, $level>(dst, src, walk) }
                }
            }

            compiled_for! { $module
                unsafe fn pads<C: Fold>(tile: *mut u8, n: usize, padded: usize) {
                    let tile = tile.cast::<C>();
                    // SAFETY: the tile has room for `padded` elements and holds `n > 0`.
                    unsafe {
                        let last = *tile.add(n - 1);
                        for i in n..padded {
                            *tile.add(i) = last;
                        }
                    }
                }
            }

            compiled_for! { $module
                unsafe fn folds<C: Fold>(tile: *mut u8, outer: usize, rows: usize, inner: usize, combine: Combine) {
                    // SAFETY: the tile holds `outer * rows * inner` elements.
                    let tile = unsafe { from_raw_parts_mut(tile.cast::<C>(), outer * rows * inner) };
                    fold::fold(tile, outer, rows, inner, combine);
                }
            }

            compiled_for! { $module
                unsafe fn scales<C: Fold>(tile: *mut u8, n: usize, factor: f64) {
                    // SAFETY: the tile holds `n` elements.
                    for x in unsafe { from_raw_parts_mut(tile.cast::<C>(), n) } {
                        *x = C::lower(x.raise(), factor);
                    }
                }
            }

            compiled_for! { $module
                unsafe fn initials<C: Fold>(acc: *mut Acc, n: usize, combine: Combine) {
                    let value = C::initial(combine).raise();
                    for i in 0..n {
                        // SAFETY: `acc` has room for `n` accumulators of eight bytes.
                        unsafe { acc.cast::<C::Acc>().add(i).write(value) };
                    }
                }
            }

            compiled_for! { $module
                unsafe fn accumulates<C: Fold>(acc: *mut Acc, tile: *const u8, n: usize, combine: Combine) {
                    // SAFETY: both hold `n`; accumulators and tiles are different memory.
                    let (acc, tile) =
                        unsafe { (from_raw_parts_mut(acc.cast(), n), from_raw_parts(tile.cast::<C>(), n)) };
                    fold::accumulate(acc, tile, combine);
                }
            }

            compiled_for! { $module
                unsafe fn merges<C: Fold>(acc: *mut Acc, other: *const Acc, n: usize, combine: Combine) {
                    // SAFETY: both hold `n` and are different memory.
                    let (acc, other) = unsafe { (from_raw_parts_mut(acc.cast(), n), from_raw_parts(other.cast(), n)) };
                    fold::merge::<C>(acc, other, combine);
                }
            }

            compiled_for! { $module
                unsafe fn lowers<C: Fold>(tile: *mut u8, acc: *const Acc, n: usize, scale: f64) {
                    for i in 0..n {
                        // SAFETY: both hold `n`.
                        unsafe { *tile.cast::<C>().add(i) = C::lower(*acc.cast::<C::Acc>().add(i), scale) };
                    }
                }
            }

            type Moves = unsafe fn(*mut u8, *const u8, &Walk);

            const fn ops<T: Element<Compute: Fold>>() -> Ops {
                let plain = !half::is_half(T::DTYPE);
                // What is moved as it is goes by its size.
                let (pack, unpack): (Moves, Moves) = match size_of::<T>() {
                    1 if plain => (packs::<u8>, unpacks::<u8>),
                    4 if plain => (packs::<i32>, unpacks::<i32>),
                    _ => (packs::<T>, unpacks::<T>),
                };
                Ops {
                    stored: size_of::<T>(),
                    computed: size_of::<T::Compute>(),
                    plain,
                    pack,
                    unpack,
                    pad: pads::<T::Compute>,
                    fold: folds::<T::Compute>,
                    scale: scales::<T::Compute>,
                    initial: initials::<T::Compute>,
                    accumulate: accumulates::<T::Compute>,
                    merge: merges::<T::Compute>,
                    lower: lowers::<T::Compute>,
                }
            }

            pub(super) static TABLE: [Ops; DType::ALL.len()] = crate::elements!(each);
        }
    };
}

tables!(baseline, 0);
#[cfg(target_arch = "x86_64")]
tables!(avx2, 1);
#[cfg(target_arch = "x86_64")]
tables!(avx512, 2);

/// The operations of one element type. Those of a level above the machine's must not be called.
#[inline(always)]
pub(crate) fn of(level: Level, dtype: DType) -> &'static Ops {
    let table = match level {
        Level::Baseline => &baseline::TABLE,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => &avx2::TABLE,
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => &avx512::TABLE,
        #[cfg(not(target_arch = "x86_64"))]
        _ => &baseline::TABLE,
    };
    &table[dtype as usize]
}
