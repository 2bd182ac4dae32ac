//! Discrete Fourier transforms with their derivatives up to the second, as NumPy has them; and a layer that convolves by them.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, quotients};
use cotangent_tests::there::{self, Arguments};

use cotangent_tests::known::{reference, wave};

/// Written by `tests/peers/fourier.py`.
const REFERENCE: &str = include_str!("../../golden/known/fourier.txt");

#[differentiable(order = 2)]
fn forward(re: &Tensor<f64>, im: &Tensor<f64>, axis: isize) -> Scalar<f64> {
    let y = Complex::new(re, im).fft(axis);
    (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
}

#[differentiable(order = 2)]
fn inverse(re: &Tensor<f64>, im: &Tensor<f64>, axis: isize) -> Scalar<f64> {
    let y = Complex::new(re, im).ifft(axis);
    (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
}

#[differentiable(order = 2)]
fn of_real(x: &Tensor<f64>, axis: isize) -> Scalar<f64> {
    let y = x.rfft(axis);
    (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
}

#[differentiable(order = 2)]
fn to_real(re: &Tensor<f64>, im: &Tensor<f64>, n: usize, axis: isize) -> Scalar<f64> {
    Complex::new(re, im).irfft(n, axis).sin().sum()
}

/// Of many numbers some, as the script prints them.
fn thin(numbers: Vec<f64>) -> Vec<f64> {
    let by = numbers.len() / 60 + 1;
    numbers.into_iter().step_by(by).collect()
}

/// Value, gradient and the second derivative along the operands themselves.
fn derivatives<'a, F: TwiceDifferentiable>(args: F::Args<'a>) -> Result<[Vec<f64>; 3]>
where
    F::Args<'a>: Arguments,
{
    let args = there::moved(args)?;
    let point = F::actives(&args)?;
    let (value, g) = F::value_and_grad(args.clone())?;
    let (_, hv) = F::hvp(args, &point)?;
    Ok([numbers(&F::floats(&value)?)?, numbers(&g)?, numbers(&hv)?])
}

fn as_in_numpy<'a, F: TwiceDifferentiable>(case: &str, args: F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    let all = derivatives::<F>(args)?;
    for (part, have) in ["value", "gradient", "hvp"].into_iter().zip(all) {
        near(&format!("{case}: {part}"), &thin(have), &reference(REFERENCE, case, part), 1e-12);
    }
    Ok(())
}

/// One, two, odd and even lengths, primes, and along either axis.
const CASES: [(usize, isize); 10] =
    [(1, -1), (2, -1), (3, 0), (5, -1), (6, 0), (7, -1), (30, 0), (59, -1), (64, 0), (1000, -1)];

#[test]
fn as_in_numpys_transforms() -> Result<()> {
    for (n, axis) in CASES {
        let shape = |n: usize| if axis == 0 { [n, 3] } else { [3, n] };
        let (re, im) = (wave(1, &shape(n)), wave(2, &shape(n)));
        as_in_numpy::<forward>(&format!("fft {n} {axis}"), (&re, &im, axis))?;
        as_in_numpy::<inverse>(&format!("ifft {n} {axis}"), (&re, &im, axis))?;
        as_in_numpy::<of_real>(&format!("rfft {n} {axis}"), (&re, axis))?;
        let (re, im) = (wave(1, &shape(n / 2 + 1)), wave(2, &shape(n / 2 + 1)));
        as_in_numpy::<to_real>(&format!("irfft {n} {axis}"), (&re, &im, n, axis))?;
    }
    Ok(())
}

/// A layer that multiplies frequencies: the circular convolution of each channel with a kernel as long as the sequence.
#[differentiable(order = 2)]
fn by_frequencies(x: &Tensor<f64, B, C, L>, k: &Tensor<f64, C, L>) -> Tensor<f64, B, C, L> {
    (x.rfft(-1) * k.rfft(-1)).irfft(x.dim(-1), -1)
}

#[differentiable(order = 2)]
fn layer(
    x: &Tensor<f64, B, C, L>,
    k: &Tensor<f64, C, L>,
    #[constant] u: &Tensor<f64, B, C, L>,
) -> Scalar<f64> {
    (by_frequencies(x, k).tanh() * u).sum()
}

/// The same by windows of the sequence behind itself.
#[differentiable(order = 2)]
fn written_out(
    x: &Tensor<f64, B, C, L>,
    k: &Tensor<f64, C, L>,
    #[constant] u: &Tensor<f64, B, C, L>,
) -> Scalar<f64> {
    let n = x.dim(-1);
    let around = x.pad_circular([(0, 0), (0, 0), (n - 1, 0)]);
    let y = (around.windows(-1, n, 1, 1) * k.flip(-1).unsqueeze(1)).sum_axis(-1);
    (y.tanh() * u).sum()
}

#[test]
fn products_of_frequencies_are_convolutions() -> Result<()> {
    for n in [1, 2, 7, 12] {
        let (x, k, u) = (wave(1, &[2, 3, n]), wave(2, &[3, n]), wave(3, &[2, 3, n]));
        let (have, want) = (derivatives::<layer>((&x, &k, &u))?, derivatives::<written_out>((&x, &k, &u))?);
        for (have, want) in have.iter().zip(&want) {
            near(&format!("a layer of {n}"), have, want, 1e-13);
        }
        quotients::<layer>((&x, &k, &u))?;
    }
    Ok(())
}
