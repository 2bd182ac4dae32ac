//! What a gradient takes at its peak. One test: the allocator's lists belong to the process.

use cotangent::memory::{cached_bytes, release_cached};
use cotangent::prelude::*;

/// Numbers in a state; the caller has blocks for so many.
const SIZE: usize = 1 << 14;
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

/// Blocks of a state that `f` has at once at most: what it leaves in the allocator's lists, which were empty.
fn peak<R>(f: impl FnOnce() -> Result<R>) -> usize {
    release_cached();
    assert_eq!(cached_bytes(), 0);
    drop(f().unwrap());
    cached_bytes() / BLOCK
}

#[test]
fn peaks_fall_as_schedules_promise() {
    let side = 128;
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
}
