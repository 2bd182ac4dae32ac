use cotangent::prelude::*;

#[differentiable]
fn no_order(z: &Complex<f64, N>) -> Scalar<f64> {
    z.max()
}

#[differentiable]
fn no_softmax(z: &Complex<f64, N>) -> Scalar<f64> {
    z.softmax(0).re.sum()
}

#[differentiable]
fn integers(z: &Complex<i32, N>) -> Scalar {
    z.re.sum()
}

#[differentiable]
fn other_lengths(z: &Complex<f64, N>, w: &Complex<f64, M>) -> Scalar<f64> {
    (z * w).abs2().sum()
}

#[differentiable]
fn no_real_result(z: &Complex<f64, N>) -> Scalar<f64> {
    z.sum()
}

#[differentiable]
fn no_complex_result(z: &Complex<f64, N>) -> Complex<f64, N> {
    z.abs()
}

#[differentiable]
fn other_result(z: &Complex<f64, N>) -> Complex<f64, N> {
    z.unsqueeze(0)
}

#[differentiable]
fn no_tuple(z: &Complex<f64, N>) -> Scalar<f64> {
    let (re, im) = z;
    re.sum() + im.sum()
}

#[differentiable]
fn no_field(z: &Complex<f64, N>) -> Scalar<f64> {
    z.real.sum()
}

#[differentiable]
fn power(z: &Complex<f64, N>, n: i32) -> Scalar<f64> {
    z.powi(n).abs2().sum()
}

#[derive(Clone, Differentiable)]
struct Field {
    z: Complex<f64>,
}

#[differentiable]
fn of_a_field(z: &Complex<f64, N>, field: &Field) -> Scalar<f64> {
    (z * &field.z).abs2().sum()
}

#[differentiable]
fn axes(z: &Complex<f64, N, M>, all: [isize; 2]) -> Scalar<f64> {
    z.fftn(all).abs2().sum()
}

#[differentiable]
fn long_window(x: &Tensor<f64, 4>) -> Scalar<f64> {
    x.stft_within(hann_window(6, true), 2).abs2().sum()
}

#[differentiable]
fn no_hop(x: &Tensor<f64, 12>) -> Scalar<f64> {
    x.stft(hann_window(6, true), 0).abs2().sum()
}

#[differentiable]
fn short_signal(x: &Tensor<f64, 3>) -> Scalar<f64> {
    x.stft(hann_window(8, true), 2).abs2().sum()
}

fn main() {
    let z = Complex::<f64>::polar(&tensor![1.0, 2.0], &tensor![0.5, 0.1]).unwrap();
    let _ = doubled::grad(&z);
}

#[differentiable]
fn doubled(z: &Complex<f64, N>) -> Complex<f64, N> {
    z * 2.0
}
