//! What a gradient takes at its peak. One test: the allocator's lists belong to the process.

use cotangent::memory::{cached_bytes, release_cached};
use cotangent::prelude::*;

/// Numbers in a state; the caller has blocks for so many.
const SIZE: usize = 1 << 12;
const BLOCK: usize = SIZE * 4;

/// Three residuals a round beside the state: each feeds a product.
macro_rules! scans {
    ($($name:ident [$($attr:tt)*])*) => {$(
        #[differentiable(order = 2)]
        fn $name(x: &Tensor, w: &Tensor, n: usize) -> Scalar {
            let mut h = x * 0.5;
            $($attr)*
            for i in 0..n {
                let a = h.matmul(w).tanh();
                let b = a.matmul(w).sigmoid();
                h = b.matmul(w) * (i as f64 * 0.001 + 0.5) + x;
            }
            h.square().sum()
        }
    )*};
}
scans! {
    kept []
    again [#[checkpoint]]
    root [#[checkpoint(sqrt)]]
    ten_slots [#[checkpoint(slots = 10)]]
    three_slots [#[checkpoint(slots = 3)]]
    every_10 [#[checkpoint(every = 10)]]
}

/// Three blocks of twenty rounds, with a residual in each round.
macro_rules! blocks {
    ($($name:ident $(#[$attr:ident])? ;)*) => {$(
        #[differentiable]
        fn $name(x: &Tensor, w: &Tensor) -> Scalar {
            let a = $(#[$attr])? rounds(x, w);
            $(#[$attr])?
            let b = rounds(&a, w);
            let c = $(#[$attr])? {
                let mut h = b;
                for _ in 0..20 {
                    h = h.matmul(w).tanh();
                }
                h
            };
            c.sum()
        }
    )*};
}
blocks! {
    blocks_kept;
    blocks_again #[checkpoint];
}

#[differentiable]
fn rounds(x: &Tensor, w: &Tensor) -> Tensor {
    let mut h = x.clone();
    for _ in 0..20 {
        h = h.matmul(w).tanh();
    }
    h
}

/// One residual a level.
#[differentiable]
fn fall(x: &Tensor, n: usize) -> Tensor {
    if n == 0 { x.square() } else { fall(&x.tanh(), n - 1) }
}

#[differentiable]
fn fallen(x: &Tensor, n: usize) -> Scalar {
    fall(x, n).sum()
}

/// Blocks of a state that `f` has at once at most: what it leaves in the allocator's lists, which were empty.
fn peak<R>(f: impl FnOnce() -> Result<R>) -> usize {
    release_cached();
    assert_eq!(cached_bytes(), 0);
    drop(f().unwrap());
    cached_bytes() / BLOCK
}

#[test]
fn peaks_fall_as_schedules_promise() {
    let side = 64;
    let x = Key::new(1).normal::<f32>([side, side]).unwrap();
    let w = Key::new(2).normal::<f32>([side, side]).unwrap().mul(0.05).unwrap();
    assert_eq!(x.numel(), SIZE);
    let n = 100;
    // Warm: lists and workspaces of the first run.
    kept::grad(&x, &w, 2).unwrap();
    let of_kept = peak(|| kept::grad(&x, &w, n));
    let of_again = peak(|| again::grad(&x, &w, n));
    let of_root = peak(|| root::grad(&x, &w, n));
    let of_ten = peak(|| ten_slots::grad(&x, &w, n));
    let of_three = peak(|| three_slots::grad(&x, &w, n));
    let of_every = peak(|| every_10::grad(&x, &w, n));
    println!("{of_kept} {of_again} {of_root} {of_every} {of_ten} {of_three}");
    // What one round of the pullback needs beside, whatever is kept.
    let beside = 16;
    assert!(of_kept >= 3 * n, "{of_kept}");
    assert!((n..n + beside).contains(&of_again), "{of_again}");
    // Ten states and the residuals of ten rounds.
    assert!((10..10 + 4 * 10 + beside).contains(&of_root), "{of_root}");
    assert_eq!(of_every, of_root);
    assert!((10..10 + beside).contains(&of_ten), "{of_ten}");
    assert!((3..3 + beside).contains(&of_three), "{of_three}");
    assert_eq!(of_ten - of_three, 7);
    // With tangents everything is there twice.
    let hvp_kept = peak(|| kept::hvp(&x, &w, n, &x, &w));
    let hvp_ten = peak(|| ten_slots::hvp(&x, &w, n, &x, &w));
    let hvp_three = peak(|| three_slots::hvp(&x, &w, n, &x, &w));
    println!("{hvp_kept} {hvp_ten} {hvp_three}");
    assert!(hvp_kept >= 6 * n, "{hvp_kept}");
    assert!(hvp_ten <= 2 * (10 + beside), "{hvp_ten}");
    assert_eq!(hvp_ten - hvp_three, 14);
    // What the blocks begin with, and the residuals of one of them.
    let blocks_kept = peak(|| blocks_kept::grad(&x, &w));
    let blocks_again = peak(|| blocks_again::grad(&x, &w));
    println!("{blocks_kept} {blocks_again}");
    assert!((60..60 + beside).contains(&blocks_kept), "{blocks_kept}");
    assert!((20..23 + beside).contains(&blocks_again), "{blocks_again}");
    // A recursion keeps what a loop would keep, and nothing of it stays.
    let of_recursion = peak(|| fallen::grad(&x, n));
    println!("{of_recursion}");
    assert!((n..n + beside).contains(&of_recursion), "{of_recursion}");
    let small = x.narrow(0, 0, 1).unwrap();
    fallen::grad(&small, 10_000).unwrap();
    let before = cached_bytes();
    fallen::grad(&small, 10_000).unwrap();
    assert_eq!(cached_bytes(), before);
}
