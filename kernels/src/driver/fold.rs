//! Combining values: inside a tile in the compute type, across tiles in an accumulator of twice the width.

use crate::element::Compute;
use crate::kernel::Combine;

/// A compute type as the driver reduces it. Sums of f32 are pairwise inside a tile and f64 across tiles.
pub(crate) trait Fold: Compute {
    /// Eight bytes.
    type Acc: Copy;
    /// Whether there is more than [`Combine::Store`] and [`Combine::Pick`]: loops for the others are compiled.
    const COMBINES: bool = true;
    const ZERO: Self;
    const ONE: Self;
    const LOWEST: Self;
    const HIGHEST: Self;
    fn raise(self) -> Self::Acc;
    /// The value of a finished accumulator times `scale`.
    fn lower(acc: Self::Acc, scale: f64) -> Self;
    fn sum(a: Self, b: Self) -> Self;
    fn prod(a: Self, b: Self) -> Self;
    fn max(a: Self, b: Self) -> Self;
    fn min(a: Self, b: Self) -> Self;
    fn acc_sum(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn acc_prod(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn acc_max(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    fn acc_min(a: Self::Acc, b: Self::Acc) -> Self::Acc;

    /// The value of an empty reduction.
    #[inline(always)]
    fn initial(combine: Combine) -> Self {
        match combine {
            Combine::Prod => Self::ONE,
            Combine::Max => Self::LOWEST,
            Combine::Min => Self::HIGHEST,
            Combine::Sum | Combine::Store | Combine::Pick => Self::ZERO,
        }
    }
}

macro_rules! fold {
    ($T:ty, $A:ty, $(combines $combines:literal,)? zero $zero:expr, one $one:expr, lowest $lowest:expr, highest $highest:expr,
     raise |$x:ident| $raise:expr, lower |$acc:ident, $scale:ident| $lower:expr,
     |$a:ident, $b:ident| sum $sum:expr, prod $prod:expr, max $max:expr, min $min:expr,
     acc sum $asum:expr, prod $aprod:expr) => {
        impl Fold for $T {
            type Acc = $A;
            $(const COMBINES: bool = $combines;)?
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const LOWEST: Self = $lowest;
            const HIGHEST: Self = $highest;
            #[inline(always)]
            fn raise(self) -> $A {
                let $x = self;
                $raise
            }
            #[inline(always)]
            fn lower($acc: $A, $scale: f64) -> Self {
                $lower
            }
            #[inline(always)]
            fn sum($a: Self, $b: Self) -> Self {
                $sum
            }
            #[inline(always)]
            fn prod($a: Self, $b: Self) -> Self {
                $prod
            }
            #[inline(always)]
            fn max($a: Self, $b: Self) -> Self {
                $max
            }
            #[inline(always)]
            fn min($a: Self, $b: Self) -> Self {
                $min
            }
            #[inline(always)]
            fn acc_sum($a: $A, $b: $A) -> $A {
                $asum
            }
            #[inline(always)]
            fn acc_prod($a: $A, $b: $A) -> $A {
                $aprod
            }
            #[inline(always)]
            #[allow(clippy::eq_op, reason = "true for NaN alone")]
            fn acc_max($a: $A, $b: $A) -> $A {
                if $a > $b || $a != $a { $a } else { $b }
            }
            #[inline(always)]
            #[allow(clippy::eq_op, reason = "true for NaN alone")]
            fn acc_min($a: $A, $b: $A) -> $A {
                if $a < $b || $a != $a { $a } else { $b }
            }
        }
    };
}
macro_rules! fold_float {
    ($T:ident) => {
        fold!($T, f64, zero 0.0, one 1.0, lowest $T::NEG_INFINITY, highest $T::INFINITY,
              raise |x| x as f64, lower |acc, scale| (acc * scale) as $T,
              |a, b| sum a + b, prod a * b,
              max if a > b || a.is_nan() { a } else { b }, min if a < b || a.is_nan() { a } else { b },
              acc sum a + b, prod a * b);
    };
}
fold_float!(f32);
fold_float!(f64);
macro_rules! fold_int {
    ($T:ident $(combines $combines:literal)?) => {
        // Wrapping arithmetic modulo 2^64 agrees with that modulo 2^32 in the low half, and so with any of fewer bits.
        fold!($T, i64, $(combines $combines,)? zero 0, one 1, lowest $T::MIN, highest $T::MAX,
              raise |x| i64::from(x),
              lower |acc, scale| if scale == 1.0 { acc as $T } else { ((acc as $T) as f64 * scale) as $T },
              |a, b| sum a.wrapping_add(b), prod a.wrapping_mul(b),
              max if a > b { a } else { b }, min if a < b { a } else { b },
              acc sum a.wrapping_add(b), prod a.wrapping_mul(b));
    };
}
fold_int!(i32);
fold_int!(u8 combines false);
fold!(bool, i64, zero false, one true, lowest false, highest true,
      raise |x| i64::from(x), lower |acc, _scale| acc != 0,
      |a, b| sum a | b, prod a & b, max a | b, min a & b,
      acc sum a | b, prod a & b);

/// One way to combine, as a type, so that loops are specialised on it.
trait Rule {
    fn tile<C: Fold>(a: C, b: C) -> C;
    fn acc<C: Fold>(a: C::Acc, b: C::Acc) -> C::Acc;
}

macro_rules! rule {
    ($($name:ident $tile:ident $acc:ident;)*) => {$(
        struct $name;
        impl Rule for $name {
            #[inline(always)]
            fn tile<C: Fold>(a: C, b: C) -> C {
                C::$tile(a, b)
            }
            #[inline(always)]
            fn acc<C: Fold>(a: C::Acc, b: C::Acc) -> C::Acc {
                C::$acc(a, b)
            }
        }
    )*};
}
rule! { Sum sum acc_sum; Prod prod acc_prod; Max max acc_max; Min min acc_min; }

macro_rules! by_rule {
    ($combine:expr, $C:ident $rule:ident => $body:expr, else $other:expr) => {
        match $combine {
            _ if !$C::COMBINES => $other,
            Combine::Sum => {
                type $rule = Sum;
                $body
            }
            Combine::Prod => {
                type $rule = Prod;
                $body
            }
            Combine::Max => {
                type $rule = Max;
                $body
            }
            Combine::Min => {
                type $rule = Min;
                $body
            }
            Combine::Store | Combine::Pick => $other,
        }
    };
}

/// Folds the middle axis of `[outer, rows, inner]` in place and compacts to `[outer, inner]`.
#[inline(always)]
pub(super) fn fold<C: Fold>(tile: &mut [C], outer: usize, rows: usize, inner: usize, combine: Combine) {
    by_rule!(combine, C R => {
        for o in 0..outer {
            let block = &mut tile[o * rows * inner..][..rows * inner];
            if inner == 1 {
                let value = line::<C, R>(block);
                tile[o] = value;
            } else {
                halve::<C, R>(block, rows, inner);
                tile.copy_within(o * rows * inner..o * rows * inner + inner, o * inner);
            }
        }
    }, else {
        for o in 0..outer {
            tile.copy_within(o * rows * inner..o * rows * inner + inner, o * inner);
        }
    });
}

/// Pairwise over the rows: the upper half joins the lower until one is left. Full vectors whatever `inner` is.
#[inline(always)]
fn halve<C: Fold, R: Rule>(block: &mut [C], mut rows: usize, inner: usize) {
    while rows > 1 {
        let keep = rows - rows / 2;
        let (lower, upper) = block[..rows * inner].split_at_mut(keep * inner);
        for (a, b) in lower.iter_mut().zip(upper.iter()) {
            *a = R::tile(*a, *b);
        }
        rows = keep;
    }
}

/// One contiguous run. The lanes are the same on every instruction set, so the result is too.
#[inline(always)]
fn line<C: Fold, R: Rule>(run: &[C]) -> C {
    match run.len() {
        64.. => lanes::<C, R, 64>(run),
        8.. => lanes::<C, R, 8>(run),
        _ => run[1..].iter().fold(run[0], |a, &b| R::tile(a, b)),
    }
}

#[inline(always)]
fn lanes<C: Fold, R: Rule, const WIDTH: usize>(run: &[C]) -> C {
    let mut lanes = [C::ZERO; WIDTH];
    lanes.copy_from_slice(&run[..WIDTH]);
    let blocks = run[WIDTH..].chunks_exact(WIDTH);
    let rest = blocks.remainder();
    for block in blocks {
        for (lane, &x) in lanes.iter_mut().zip(block) {
            *lane = R::tile(*lane, x);
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        *lane = R::tile(*lane, x);
    }
    let mut width = WIDTH;
    while width > 1 {
        width /= 2;
        let (lower, upper) = lanes.split_at_mut(width);
        for (a, b) in lower.iter_mut().zip(upper.iter()) {
            *a = R::tile(*a, *b);
        }
    }
    lanes[0]
}

/// Adds one tile to its accumulators.
#[inline(always)]
pub(super) fn accumulate<C: Fold>(acc: &mut [C::Acc], tile: &[C], combine: Combine) {
    by_rule!(combine, C R => for (a, &x) in acc.iter_mut().zip(tile) {
        *a = R::acc::<C>(*a, x.raise());
    }, else {});
}

/// Adds the accumulators of one part to those of another.
#[inline(always)]
pub(super) fn merge<C: Fold>(acc: &mut [C::Acc], other: &[C::Acc], combine: Combine) {
    by_rule!(combine, C R => for (a, &x) in acc.iter_mut().zip(other) {
        *a = R::acc::<C>(*a, x);
    }, else {});
}
