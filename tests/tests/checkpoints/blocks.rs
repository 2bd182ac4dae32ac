//! Blocks that run again.

use cotangent::check;
use cotangent::prelude::*;

use crate::{everything, normal};

/// Ops with several results, of which some are read.
macro_rules! several {
    ($name:ident $(#[$attr:ident])?) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let h = x.sin();
            let a = $(#[$attr])? {
                let (a, at) = h.sort(0);
                a.sin() * x.gather(0, &at)
            };
            let mut b = h.clone();
            for _ in 0..n {
                $(#[$attr])?
                let c = {
                    let (sorted, _) = (&b * x).sort(0);
                    sorted.cos()
                };
                b = c * &h;
            }
            (a * b).sum()
        }
    };
}
several!(several_kept);
several!(several_again #[checkpoint]);

#[test]
fn ops_with_several_results_run_again() -> Result<()> {
    let x = normal(1, [5]);
    for n in [0, 3] {
        assert_eq!(everything::<several_again>((&x, n))?, everything::<several_kept>((&x, n))?);
        check::gradients::<several_again>((&x, n))?;
    }
    Ok(())
}
