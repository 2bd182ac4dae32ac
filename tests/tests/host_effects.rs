//! Host code in a body: loops over host values, assertions, `item`, all of it without derivative.

use cotangent::prelude::*;

#[differentiable]
fn weighted(x: &Tensor<B, D>, weights: &[f32], k: usize) -> Result<Scalar> {
    assert_eq!(x.dim(0), B, "the entry check binds `B`");
    let mut total = 0.0;
    for w in weights {
        total += *w;
    }
    let top = x.max().item()?;
    let scale = if k > 1 { total } else { 1.0 };
    Ok((x * scale).sum() * top + D as f32)
}

#[test]
fn host_values_scale_the_gradient() -> Result<()> {
    let x: Tensor = Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
    let (value, g) = weighted::value_and_grad(&x, &[0.5, 1.5], 2)?;
    assert_eq!(value.item()?, 2.0 * 21.0 * 6.0 + 3.0);
    assert_eq!(g.x.to_vec()?, vec![12.0; 6]);
    Ok(())
}
