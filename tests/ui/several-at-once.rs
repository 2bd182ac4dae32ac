use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, y: &Tensor<f64>) -> Tensor {
    let h = x.tahn();
    let k = x.narrow(0, 1);
    let m = x + y;
    h + k + m
}

fn main() {
    let x: Tensor = Tensor::scalar(1.0);
    let y: Tensor<f64> = Tensor::scalar(1.0);
    let (value, g) = f::jvp(&x, &y, &x, &y).unwrap();
    println!("{value} {g}");
}
