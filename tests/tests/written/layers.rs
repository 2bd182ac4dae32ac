//! Layers that are generic in their elements and in each other.

use cotangent::prelude::*;

#[differentiable]
trait Layer<T: Float>: Differentiable {
    fn forward(&self, x: &Tensor<T>) -> Tensor<T>;
}

#[derive(Clone, Differentiable)]
struct Dense<T: Float> {
    w: Tensor<T>,
    b: Tensor<T>,
}

#[derive(Clone, Differentiable)]
struct Chain<A, B> {
    first: A,
    second: B,
}

#[differentiable]
impl<T: Float> Layer<T> for Dense<T> {
    fn forward(&self, x: &Tensor<T>) -> Tensor<T> {
        (x.matmul(&self.w) + &self.b).tanh()
    }
}

#[differentiable]
impl<T: Float, A: Layer<T>, B: Layer<T>> Layer<T> for Chain<A, B> {
    fn forward(&self, x: &Tensor<T>) -> Tensor<T> {
        self.second.forward(&self.first.forward(x)?)?
    }
}

#[differentiable]
fn loss<T: Float, L: Layer<T>>(model: &L, #[constant] x: &Tensor<T>, #[constant] y: &Tensor<T>) -> Scalar<T> {
    (model.forward(x)? - y).square().mean()
}

fn dense<T: Float>(key: Key, i: usize, o: usize) -> Result<Dense<T>> {
    Ok(Dense { w: key.normal([i, o])?, b: Tensor::zeros([o])? })
}

#[test]
fn chains_of_layers() -> Result<()> {
    let [a, b, c] = Key::new(1).split();
    let second = Chain { first: dense(b, 4, 4)?, second: dense(c, 4, 1)? };
    let model = Chain { first: dense::<f64>(a, 3, 4)?, second };
    let (x, y) = (a.normal([5, 3])?, b.normal([5, 1])?);
    cotangent::check::gradients::<loss<f64, Chain<Dense<f64>, Chain<Dense<f64>, Dense<f64>>>>>((
        &model, &x, &y,
    ))?;
    let (_, g) = loss::<f64, Chain<_, _>>::value_and_grad(&model, &x, &y)?;
    assert_eq!(g.model.second.first.w.shape(), [4, 4]);
    Ok(())
}
