use cotangent::prelude::*;

#[differentiable]
fn one_too_few(z: &Complex<B, 4>) -> Tensor<B, 8> {
    z.irfft(8, -1)
}

#[differentiable]
fn as_many(x: &Tensor<B, N>) -> Tensor<B, N> {
    x.rfft(-1).abs2()
}

#[differentiable]
fn one_more(x: &Tensor<B, N>) -> Tensor<B, N> {
    x.rfft(-1).irfft(x.dim(1) + 2, -1)
}

#[differentiable]
fn parts(re: &Tensor<B, N>, im: &Tensor<B, M>) -> Tensor<B, N> {
    Complex::new(re, im).fft(-1).re
}

#[differentiable]
fn no_axis(z: &Complex<B, N>) -> Complex<B, N> {
    z.ifft(2)
}

#[differentiable]
fn empty(x: &Tensor<B, 0>) -> Tensor<B, 1> {
    x.rfft(1).re
}

fn main() {}
