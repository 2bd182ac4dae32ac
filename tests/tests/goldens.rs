//! The programs of the goldens: compiled as they are, their derivatives checked by `check::gradients`.

use cotangent::check;
use cotangent::prelude::*;

#[path = "../golden/attention/input.rs"]
mod attention;
#[path = "../golden/broadcast/input.rs"]
mod broadcast;
#[path = "../golden/calls/input.rs"]
mod calls;
#[path = "../golden/cross_entropy/input.rs"]
mod cross_entropy;
#[path = "../golden/elementwise/input.rs"]
mod elementwise;
#[path = "../golden/guarded/input.rs"]
mod guarded;
#[path = "../golden/layer/input.rs"]
mod layer;
#[path = "../golden/mixed/input.rs"]
mod mixed;
#[path = "../golden/module/input.rs"]
mod module;
#[path = "../golden/rounds/input.rs"]
mod rounds;
#[path = "../golden/slices/input.rs"]
mod slices;
#[path = "../golden/solve/input.rs"]
mod solve;

fn normal<T: Float, const N: usize>(seed: u64, shape: [usize; N]) -> Tensor<T> {
    Key::new(seed).normal(shape).expect("a tensor")
}

#[test]
fn elementwise_chain() -> Result<()> {
    check::gradients::<elementwise::elementwise>((&normal(1, [37]),))?;
    Ok(())
}

#[test]
fn layer_with_named_dims() -> Result<()> {
    let (x, w, b, y) = (normal(1, [5, 3]), normal(2, [3, 4]), normal(3, [4]), normal(4, [5, 4]));
    check::gradients::<layer::layer>((&x, &w, &b, &y))?;
    assert!(layer::layer(&x, &w, &b, &y).item()? > 0.0);
    let refused = layer::layer::call(&x, &w, &normal(3, [5]), &y).unwrap_err().to_string();
    assert!(refused.contains('H') && refused.contains('`'), "{refused}");
    Ok(())
}

#[test]
fn shapes_that_are_seen_at_run_time() -> Result<()> {
    let shapes: [[&[usize]; 3]; 4] =
        [[&[3, 4], &[3, 4], &[3, 4]], [&[3, 4], &[4], &[]], [&[4], &[3, 1], &[2, 1, 1]], [&[], &[2], &[2]]];
    for [x, scale, shift] in shapes {
        let of =
            |seed, shape: &[usize]| normal::<f32, 1>(seed, [shape.iter().product()]).reshape(shape.to_vec());
        check::gradients::<broadcast::broadcast>((&of(1, x)?, &of(2, scale)?, &of(3, shift)?))?;
    }
    Ok(())
}

#[test]
fn slices_of_several_lengths() -> Result<()> {
    let xs = [normal(1, [2, 3]), normal(2, [4, 3]), normal(3, [1, 3])];
    check::gradients::<slices::slices>((&xs, 1))?;
    check::gradients::<slices::slices>((&xs[..2], 0))?;
    Ok(())
}

#[test]
fn calls_in_a_loop() -> Result<()> {
    let xs = [normal(1, [3]), normal(2, [3]), normal(3, [3])];
    check::gradients::<calls::calls>((&xs, &normal(4, [3]), &normal(5, [3]), 0.5))?;
    Ok(())
}

#[test]
fn loops_in_loops() -> Result<()> {
    let (x, w) = (normal(1, [4, 3]), normal(2, [3]));
    for n in [0, 1, 4, 9] {
        check::gradients::<rounds::rounds>((&x, &w, n))?;
    }
    assert!(rounds::rounds::vjp(&x, &w, 101).is_err());
    Ok(())
}

#[test]
fn functions_of_a_module() -> Result<()> {
    check::gradients::<module::unit::loss>((&normal(1, [4, 3]), &normal(2, [3]), &normal(3, [4, 3])))?;
    check::gradients::<module::unit::scaled>((&normal(1, [4, 3]), &normal(2, [3])))?;
    Ok(())
}

#[test]
fn cross_entropy_of_indices() -> Result<()> {
    let labels = Tensor::from_vec(vec![2, 0, 1, 2], [4])?;
    check::gradients::<cross_entropy::cross_entropy>((&normal(1, [4, 3]), &labels))?;
    Ok(())
}

#[test]
fn masked_attention() -> Result<()> {
    let (q, k, v) = (normal(1, [2, 3, 4]), normal(2, [2, 5, 4]), normal(3, [2, 5, 6]));
    let mask = Tensor::from_vec((0..15).map(|i| i % 4 != 1).collect(), [3, 5])?;
    check::gradients::<attention::attention>((&q, &k, &v, &mask))?;
    Ok(())
}

/// At 0 and below the branch that is not taken has no value or an infinite derivative.
#[test]
fn guarded_branches() -> Result<()> {
    let x: Tensor = Tensor::from_vec(vec![-2.0, 0.0, 0.5, 3.0], [4])?;
    let y: Tensor = Tensor::from_vec(vec![1.5, -0.5, 2.0, 1.0], [4])?;
    let (value, pullback) = guarded::guarded::vjp(&x, &y)?;
    assert!(value.to_vec()?.iter().all(|v| v.is_finite()), "{value}");
    let g = pullback.pull(&Tensor::ones([4])?)?;
    assert_eq!(g.x.to_vec()?[..2], [0.0, 0.0]);
    assert_eq!(g.y.to_vec()?[..2], [3.0, -1.0]);
    assert!(g.x.to_vec()?.iter().chain(&g.y.to_vec()?).all(|v| v.is_finite()), "{g:?}");
    check::gradients::<guarded::guarded>((&normal::<f32, 1>(5, [9]), &normal(6, [9])))?;
    Ok(())
}

#[test]
fn linear_algebra() -> Result<()> {
    let root: Tensor = normal(1, [3, 3]);
    let a = &root.matmul(&root.mt()?)? + &Tensor::eye(3)?;
    check::gradients::<solve::solve>((&a, &normal(2, [3, 2])))?;
    Ok(())
}

#[test]
fn generic_with_mixed_types() -> Result<()> {
    let (ids, keep) =
        (Tensor::from_vec(vec![1, 0, 2, 2], [4])?, Tensor::from_vec(vec![true, false, true, true], [4])?);
    let table = Tensor::from_vec(vec![0.5f32, -1.0, 0.25], [3])?;
    let (x, w) = (normal::<f64, 1>(1, [4]), normal::<f64, 1>(2, [4]));
    check::gradients::<mixed::mixed<f64>>(((&x, &w), &table, &ids, &keep, 3))?;
    let (_, g) = mixed::mixed::value_and_grad((&x, &w), &table, &ids, &keep, 3)?;
    let (xs, ws, d) = (x.to_vec()?, w.to_vec()?, g.pair.0.to_vec()?);
    for i in 0..4 {
        let want = if i == 1 { 0.0 } else { 3.0 * xs[i].powi(2) * ws[i].powi(3) };
        assert!((d[i] - want).abs() < 1e-12, "{i}: {} {want}", d[i]);
    }
    Ok(())
}
