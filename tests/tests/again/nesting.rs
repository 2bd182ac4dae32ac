//! Loops in loops, each with checkpoints of its own.

use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal, orders};

macro_rules! nested {
    ($n:ident $i:ident: $($name:ident [$($outer:tt)*] [$($inner:tt)*])*) => {$(
        #[differentiable(order = 2)]
        fn $name(xs: &[Tensor<f64>], w: &Tensor<f64>, $n: usize) -> Scalar<f64> {
            let mut h = w.clone();
            let mut total = w * 0.0;
            $($outer)*
            for ($i, x) in xs.iter().enumerate() {
                let mut scale = 1.0;
                $($inner)*
                for j in 0..$n + $i {
                    h = (&h * x * scale + w).tanh();
                    scale *= 0.9;
                    if j == 4 {
                        break;
                    }
                }
                let mut k = 0;
                $($inner)*
                while k < $i {
                    k += 1;
                    total = total + &h * w * k;
                }
                total = total.sin();
            }
            (total + h).sum()
        }
    )*};
}
nested! { n i:
    kept [] []
    outer_again [#[checkpoint]] []
    outer_every [#[checkpoint(every = 2)]] []
    outer_slots [#[checkpoint(slots = 2)]] []
    inner_every [] [#[checkpoint(every = 3)]]
    inner_slots [] [#[checkpoint(slots = 2)]]
    both_again [#[checkpoint]] [#[checkpoint]]
    every_slots [#[checkpoint(every = 2)]] [#[checkpoint(slots = 2)]]
    slots_root [#[checkpoint(slots = 2)]] [#[checkpoint(sqrt)]]
    slots_slots [#[checkpoint(slots = n + 1)]] [#[checkpoint(slots = i + 1)]]
}

#[test]
fn loops_in_loops() -> Result<()> {
    let xs = [1, 2, 3, 4, 5].map(|i| normal(i, [2]));
    let w = normal(9, [2]);
    for n in [0, 1, 4] {
        let args = (&xs[..], &w, n);
        let want = everything::<kept>(args)?;
        assert_eq!(everything::<outer_again>(args)?, want);
        assert_eq!(everything::<outer_every>(args)?, want);
        assert_eq!(everything::<outer_slots>(args)?, want);
        assert_eq!(everything::<inner_every>(args)?, want);
        assert_eq!(everything::<inner_slots>(args)?, want);
        assert_eq!(everything::<both_again>(args)?, want);
        assert_eq!(everything::<every_slots>(args)?, want);
        assert_eq!(everything::<slots_root>(args)?, want);
        assert_eq!(everything::<slots_slots>(args)?, want);
    }
    orders::<slots_slots>((&xs, &w, 2))?;
    orders::<kept>((&xs, &w, 2))
}

/// What an inner loop keeps is not kept from round to round of an outer one.
#[test]
fn inner_loops_run_again_too() -> Result<()> {
    let xs: Vec<Tensor<f64>> = (0..20).map(|i| normal(i, [50])).collect();
    let w = normal(99, [50]);
    let one = 50 * 8;
    let list = xs.len() * one;
    let all = kept::vjp(&xs, &w, 5)?.1.residual_bytes();
    let again = outer_again::vjp(&xs, &w, 5)?.1.residual_bytes();
    let every = outer_every::vjp(&xs, &w, 5)?.1.residual_bytes();
    let slots = outer_slots::vjp(&xs, &w, 5)?.1.residual_bytes();
    assert!(all >= list + 20 * 5 * one, "{all}");
    // Two tensors are carried; the list and `w` are the caller's.
    assert_eq!(again, list + (1 + 20 * 2) * one);
    assert_eq!(every, list + (1 + 10 * 2) * one);
    assert_eq!(slots, list + (1 + 3 * 2) * one);
    Ok(())
}
