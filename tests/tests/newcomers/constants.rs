//! Functions of constants: tables and embeddings that bodies call.

use cotangent::prelude::*;

use crate::close;

/// Sines and cosines of times.
#[differentiable]
fn time_embedding(times: &Tensor<i32, B>, width: usize) -> Tensor {
    let half = width / 2;
    let rates = (iota(half).cast::<f32>() * (-(1000.0f32.ln()) / half as f32)).exp();
    let angles = times.cast::<f32>().unsqueeze(-1) * rates;
    concat([angles.sin(), angles.cos()], -1)
}

/// It takes no tensor.
#[differentiable]
fn kernel(by: f32) -> Tensor {
    Tensor::ones([3]) * by
}

/// It takes nothing at all.
#[differentiable]
fn one() -> Scalar {
    Tensor::scalar(1.0)
}

/// A tensor that its text declares constant.
#[differentiable]
fn whitened(#[constant] x: &Tensor<N>) -> Tensor {
    x - x.mean()
}

#[differentiable(order = 2)]
fn loss(w: &Tensor<D>, #[constant] times: &Tensor<i32, B>, #[constant] x: &Tensor<N>) -> Scalar {
    let table = time_embedding(times, D)?;
    // The type says that it gives a tensor: it takes none.
    let kernel: Tensor = kernel(0.5)?;
    (table * w).square().sum() + (kernel * whitened(x)?).sum() * w.sum()
}

#[differentiable(order = 2)]
fn by_hand(w: &Tensor<D>, #[constant] table: &Tensor<B, D>, #[constant] k: &Tensor) -> Scalar {
    (table * w).square().sum() + k * w.sum()
}

#[test]
fn a_function_of_constants_is_called() -> Result<()> {
    let times = Tensor::from_vec(vec![0, 3, 7], [3])?;
    let (w, x) = (Key::new(1).normal([4])?, Key::new(2).normal([3])?);
    let table = time_embedding(&times, 4);
    assert_eq!(table.shape(), [3, 4]);
    assert_eq!(table.narrow(0, 0, 1)?.to_vec()?, [0.0, 0.0, 1.0, 1.0]);
    let k = (kernel(0.5) * whitened(&x) * one()).sum()?;
    let (value, g) = by_hand::value_and_grad(&w, &table, &k)?;
    let (found, g_found) = loss::value_and_grad(&w, &times, &x)?;
    close(&found, &value, 1e-6)?;
    close(&g_found.w, &g.w, 1e-6)?;
    let (_, pullback) = loss::vjp(&w, &times, &x)?;
    close(&pullback.pull(&Tensor::scalar(1.0))?.w, &g.w, 1e-6)?;
    let ((_, along), (_, wanted)) = (loss::jvp(&w, &times, &x, &w)?, by_hand::jvp(&w, &table, &k, &w)?);
    close(&along, &wanted, 1e-6)?;
    let ((_, hv), (_, wanted)) = (loss::hvp(&w, &times, &x, &w)?, by_hand::hvp(&w, &table, &k, &w)?);
    close(&hv.w, &wanted.w, 1e-6)?;
    Ok(())
}

/// Constants of host data, in a loop and in arms.
#[differentiable(order = 2)]
fn weighted(x: &Tensor<f64, 4>, data: Vec<f64>, n: usize) -> Result<Scalar<f64>> {
    let t = Tensor::arange(0.0, 4.0, 1.0)?;
    let mix = Tensor::linspace(0.5, 1.5, n + 1)?;
    let order = Tensor::from_vec(vec![3, 1, 2, 0], [4])?;
    let even = Tensor::arange(0, n as i32 + 1, 1)?.cast::<f64>();
    let mut sum = (x.powi(3) * t * mix * Tensor::from_vec(data, [4])?).gather(0, &order).dot(&even);
    for i in 0..n {
        if i > 0 {
            let mask = Tensor::from_vec(vec![true, false], [2])?;
            sum += (x.reshape([2, 2]) * mask.cast::<f64>()).square().sum();
        }
        sum += (Tensor::<f64>::from_slice(&[i as f64; 4], [4])? * x).sin().sum();
    }
    Ok(sum)
}

/// The same line outside.
fn plainly(x: &Tensor<f64>, data: Vec<f64>, n: usize) -> Result<Tensor<f64>> {
    let t = Tensor::arange(0.0, 4.0, 1.0)?;
    let mix = Tensor::linspace(0.5, 1.5, n + 1)?;
    let order = Tensor::from_vec(vec![3, 1, 2, 0], [4])?;
    let even = Tensor::arange(0, n as i32 + 1, 1)?.cast::<f64>()?;
    let cubes = (x.powi(3)? * t * mix * Tensor::from_vec(data, [4])?).gather(0, &order)?;
    let mut sum = cubes.dot(&even)?;
    for i in 0..n {
        if i > 0 {
            let mask = Tensor::from_vec(vec![true, false], [2])?;
            sum = sum + (x.reshape([2, 2])? * mask.cast::<f64>()?).square()?.sum()?;
        }
        sum = sum + (Tensor::<f64>::from_slice(&[i as f64; 4], [4])? * x).sin()?.sum()?;
    }
    Ok(sum)
}

/// Kept by nobody: a checkpoint makes it again.
#[differentiable]
fn again(x: &Tensor<2>) -> Scalar {
    #[checkpoint]
    let h = (x * Tensor::from_vec(vec![1.0, 2.0], [2])).sin();
    (h.exp() * x).sum()
}

#[differentiable]
fn misfit(x: &Tensor<N>, n: usize) -> Tensor {
    x * Tensor::from_vec(vec![1.0, 2.0], [n])
}

#[test]
fn constants_are_made_of_host_data() -> Result<()> {
    let (x, data) = (Key::new(3).normal::<f64>([4])?, vec![1.0, 2.0, -1.0, 0.5]);
    let n = 3;
    cotangent::check::gradients::<weighted>((&x, data.clone(), n))?;
    let (value, g) = weighted::value_and_grad(&x, data.clone(), n)?;
    let found = plainly(&x, data.clone(), n)?.item()? - value.item()?;
    assert!(found.abs() < 1e-12, "{found}");
    let (_, pullback) = weighted::vjp(&x, data.clone(), n)?;
    assert_eq!(pullback.pull(&Tensor::scalar(1.0))?.x, g.x);
    let (_, h) = weighted::hvp(&x, data.clone(), n, &x)?;
    let at = |t: f64| weighted::grad(&(&x * (1.0 + t)), data.clone(), n).map(|g| g.x);
    let slope = (at(1e-5)? - at(-1e-5)?) / 2e-5;
    assert!((slope - h.x).abs()?.max()?.item()? < 1e-6);
    cotangent::check::gradients::<again>((&tensor![0.3, -0.7],))?;
    let e = misfit::call(&tensor![1.0, 2.0], 3).unwrap_err();
    assert_eq!((e.op(), e.site().map(|s| s.function)), (Some("from_vec"), Some("misfit")));
    Ok(())
}
