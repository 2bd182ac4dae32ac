//! Weights in f32, which are computed with in bf16.

use cotangent::optim::{AdamW, Optimizer};
use cotangent::{CastTo, prelude::*};

#[derive(Clone, Differentiable)]
struct Mlp<T: Float = f32> {
    w: Tensor<T>,
    b: Tensor<T>,
    v: Tensor<T>,
}

#[differentiable]
fn loss<T: Float>(m: &Mlp<T>, #[constant] x: &Tensor<T, B, D>, #[constant] y: &Tensor<T, B>) -> Scalar<T> {
    let h = (x.matmul(&m.w) + &m.b).gelu();
    (h.matmul(&m.v) - y).square().mean()
}

#[test]
fn learns_in_half_precision() -> Result<()> {
    let [a, b, c] = Key::new(1).split();
    let x: Tensor = a.normal([64, 4])?;
    let y = (x.narrow(1, 0, 1)? * x.narrow(1, 1, 1)?).squeeze(1)?;
    let mut m: Mlp = Mlp { w: b.normal([4, 16])?, b: Tensor::zeros([16])?, v: c.normal([16])? * 0.1 };
    let (xh, yh) = (x.cast::<bf16>()?, y.cast::<bf16>()?);
    let mut adam = Optimizer::new(AdamW { lr: 1e-2, ..AdamW::default() });
    let before = loss(&m, &x, &y).item()?;
    for _ in 0..100 {
        let half: Mlp<bf16> = m.cast_to()?;
        let g = loss::grad(&half, &xh, &yh)?;
        adam.step(&mut m, &g.m.cast_to()?)?;
    }
    assert!(loss(&m, &x, &y).item()? < 0.2 * before);
    Ok(())
}
