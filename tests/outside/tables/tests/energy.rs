//! Another crate of the same package.

use by_target::prelude::*;

#[differentiable]
fn twice(x: &Tensor<N>) -> Scalar {
    2.0 * x.square().sum()
}

#[test]
fn gradients() -> Result<()> {
    let x = tensor![1.0, -3.0];
    assert_eq!(tables::energy::grad(&x)?.x.to_vec()?, [2.0, -6.0]);
    assert_eq!(twice::grad(&x)?.x.to_vec()?, [4.0, -12.0]);
    Ok(())
}
