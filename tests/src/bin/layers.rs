//! Our half of `tests/peers/run-torch layers`: a line has a name and a count, and asks for value and gradient.

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_tests::peer::{number, serve, timed};

#[differentiable]
fn conv2d(x: &Tensor, w: &Tensor) -> Scalar {
    x.conv2d(w, 1, 1, 1).square().sum()
}

#[differentiable]
fn depthwise(x: &Tensor, w: &Tensor) -> Scalar {
    x.conv2d_grouped(w, 1, 1, 1, 32).square().sum()
}

#[differentiable]
fn max_pool2d(x: &Tensor) -> Scalar {
    x.max_pool2d(3, 2, 1).square().sum()
}

#[differentiable]
fn avg_pool2d(x: &Tensor) -> Scalar {
    x.avg_pool2d(2, 2, 0).square().sum()
}

#[differentiable]
fn batch_norm(x: &Tensor, weight: &Tensor, bias: &Tensor) -> Scalar {
    let (y, _mean, _var) = x.batch_norm(weight, bias, 1e-5);
    y.square().sum()
}

#[differentiable]
fn group_norm(x: &Tensor, weight: &Tensor, bias: &Tensor) -> Scalar {
    x.group_norm(8, weight, bias, 1e-5).square().sum()
}

#[differentiable]
fn attention(q: &Tensor, k: &Tensor, v: &Tensor) -> Scalar {
    q.attention(k, v, causal_mask(q.dim(2), k.dim(2)), 0.0, 0.125).square().sum()
}

#[differentiable]
fn mamba(x: &Tensor, dt: &Tensor, a: &Tensor, b: &Tensor, c: &Tensor) -> Scalar {
    x.selective_scan_chunked(dt, a, b, c, 64).square().sum()
}

#[differentiable]
fn fft(re: &Tensor<B, N>, im: &Tensor<B, N>) -> Scalar {
    Complex::new(re, im).fft(-1).abs2().sum()
}

#[differentiable]
fn fft_columns(re: &Tensor<B, N>, im: &Tensor<B, N>) -> Scalar {
    Complex::new(re, im).fft(0).abs2().sum()
}

#[differentiable]
fn rfft(x: &Tensor<B, N>) -> Scalar {
    x.rfft(-1).abs2().sum()
}

#[differentiable]
fn rfft_long(x: &Tensor<N>) -> Scalar {
    x.rfft(-1).abs2().sum()
}

/// A product of frequencies.
#[differentiable]
fn spectral(x: &Tensor<B, N>, re: &Tensor<{ N / 2 + 1 }>, im: &Tensor<{ N / 2 + 1 }>) -> Scalar {
    (x.rfft(-1) * Complex::new(re, im)).irfft(x.dim(1), -1).square().sum()
}

#[differentiable]
fn fft2(z: &Complex<B, N, M>) -> Scalar {
    z.fft2().abs2().sum()
}

#[differentiable]
fn stft(x: &Tensor<B, L>) -> Scalar {
    x.stft(hann_window(512, true), 128).abs2().sum()
}

#[differentiable]
fn waves(z: &Complex<B, N>, w: &Complex<B, N>) -> Scalar {
    (z * w + z.exp() / w).abs2().sum()
}

#[differentiable]
fn complex_matmul(z: &Complex<N, M>, w: &Complex<M, K>) -> Scalar {
    z.matmul(w).abs2().sum()
}

/// The numbers that the script draws too.
fn wave(seed: f32, shape: &[usize]) -> Result<Tensor> {
    let count = shape.iter().product::<usize>();
    Tensor::from_vec((0..count).map(|i| (seed + 0.37 * (i % 10_007) as f32).sin()).collect(), shape)
}

fn main() -> Result<()> {
    let image = wave(1.0, &[8, 32, 56, 56])?;
    let [filters, thin] = [wave(2.0, &[64, 32, 3, 3])?, wave(3.0, &[32, 1, 3, 3])?];
    let [weight, bias] = [wave(4.0, &[32])?, wave(5.0, &[32])?];
    let heads = |seed| wave(seed, &[2, 8, 256, 64]);
    let [q, k, v] = [heads(6.0)?, heads(7.0)?, heads(8.0)?];
    let [x, b, c] = [wave(9.0, &[2, 512, 8, 32])?, wave(10.0, &[2, 512, 16])?, wave(11.0, &[2, 512, 16])?];
    let [dt, a] = [wave(12.0, &[2, 512, 8])?.abs()?, wave(13.0, &[8])?.abs()? * -1.0];
    let [re, im] = [wave(14.0, &[256, 1024])?, wave(15.0, &[256, 1024])?];
    let (real, long) = (wave(16.0, &[64, 4096])?, wave(16.0, &[1 << 20])?);
    let [gains, shifts] = [wave(17.0, &[2049])?, wave(18.0, &[2049])?];
    let pair = |seed, shape: &[usize]| Complex::new(&wave(seed, shape)?, &wave(seed + 1.0, shape)?);
    let (planes, signal) = (pair(14.0, &[4, 256, 256])?, wave(19.0, &[8, 16_000])?);
    let [z, w] = [pair(14.0, &[256, 1024])?, pair(20.0, &[256, 1024])? + 2.0];
    let [left, right] = [pair(22.0, &[256, 256])?, pair(24.0, &[256, 256])?];
    serve(|words| {
        let &[name, count] = words else { return Err(Error::msg("name and count")) };
        let count = number(count)?;
        macro_rules! run {
            ($f:ident, $($x:expr),*) => {
                timed(count, || {
                    let (value, g) = $f::value_and_grad($(&$x),*)?;
                    black_box(g);
                    Ok(f64::from(value.item()?))
                })
            };
        }
        match name {
            "conv2d" => run!(conv2d, image, filters),
            "depthwise" => run!(depthwise, image, thin),
            "max_pool2d" => run!(max_pool2d, image),
            "avg_pool2d" => run!(avg_pool2d, image),
            "batch_norm" => run!(batch_norm, image, weight, bias),
            "group_norm" => run!(group_norm, image, weight, bias),
            "attention" => run!(attention, q, k, v),
            "mamba" => run!(mamba, x, dt, a, b, c),
            "fft" => run!(fft, re, im),
            "fft_columns" => run!(fft_columns, re, im),
            "rfft" => run!(rfft, real),
            "rfft_long" => run!(rfft_long, long),
            "spectral" => run!(spectral, real, gains, shifts),
            "fft2" => run!(fft2, planes),
            "stft" => run!(stft, signal),
            "waves" => run!(waves, z, w),
            "complex_matmul" => run!(complex_matmul, left, right),
            _ => Err(Error::msg(format!("no layer is called {name}"))),
        }
    })
}
