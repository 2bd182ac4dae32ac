use cotangent::prelude::*;

#[differentiable]
fn none<T>(x: &Tensor<T, N>) -> Tensor<T, N> {
    x.tanh()
}

#[differentiable]
fn element<T: Element + Copy>(x: &Tensor<T, N>, #[constant] y: &Tensor<T, N>) -> Tensor<T, N> {
    x * y
}

#[derive(Clone, Differentiable)]
struct Layer<T: Element> {
    weight: Tensor<T>,
}

#[differentiable]
impl<T: Element> Layer<T> {
    fn forward(&self, x: &Tensor<T>) -> Tensor<T> {
        x.matmul(&self.weight).tanh()
    }
}

fn main() -> Result<()> {
    let (x, layer): (Tensor, Layer<f32>) = (Tensor::ones([2])?, Layer { weight: Tensor::ones([2, 2])? });
    none::vjp(&x)?;
    element::call(&x, &x)?;
    layer.forward_vjp(&x)?;
    Ok(())
}
