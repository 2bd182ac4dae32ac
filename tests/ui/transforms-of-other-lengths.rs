use cotangent::prelude::*;

#[differentiable]
fn one_too_few(re: &Tensor<B, 4>, im: &Tensor<B, 4>) -> Tensor<B, 8> {
    re.irfft(im, 8, -1)
}

#[differentiable]
fn as_many(x: &Tensor<B, N>) -> Tensor<B, N> {
    let (re, im) = x.rfft(-1);
    re * re + im * im
}

#[differentiable]
fn one_more(x: &Tensor<B, N>) -> Tensor<B, N> {
    let (re, im) = x.rfft(-1);
    re.irfft(im, x.dim(1) + 2, -1)
}

#[differentiable]
fn parts(re: &Tensor<B, N>, im: &Tensor<B, M>) -> Tensor<B, N> {
    let (y, _) = re.fft(im, -1);
    y
}

#[differentiable]
fn no_axis(re: &Tensor<B, N>, im: &Tensor<B, N>) -> Tensor<B, N> {
    let (y, _) = re.ifft(im, 2);
    y
}

#[differentiable]
fn empty(x: &Tensor<B, 0>) -> Tensor<B, 1> {
    let (re, _) = x.rfft(1);
    re
}

fn main() {}
