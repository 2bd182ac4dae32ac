//! What JAX makes of the same programs: `tests/peers/complex.py` has them, over the same numbers.

use cotangent::ops::mel_bank;
use cotangent::prelude::*;
use cotangent_tests::flow::near;
use cotangent_tests::known::{as_in, reference, wave};
use cotangent_tests::there::{self, Arguments};

const REFERENCE: &str = include_str!("../../golden/known/complex.txt");

fn check<'a, F: TwiceDifferentiable>(program: &str, args: F::Args<'a>)
where
    F::Args<'a>: Arguments,
{
    as_in::<F>(REFERENCE, program, args).unwrap();
}

fn z(seed: u32, shape: &[usize]) -> Complex<f64> {
    Complex::new(&wave(seed, shape), &wave(seed + 1, shape)).unwrap()
}

/// Programs of one complex tensor: the loss is of both parts, and of no symmetry.
macro_rules! of_one {
    ($($name:ident $shape:expr, |$z:ident| $y:expr;)*) => {
        mod one {
            use cotangent::prelude::*;
            $(
                #[differentiable(order = 2)]
                pub fn $name($z: &Complex<f64>) -> Scalar<f64> {
                    let y = $y;
                    (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
                }
            )*
        }
        #[test]
        fn of_one_tensor() {
            $(check::<one::$name>(stringify!($name), (&z(1, &$shape),));)*
        }
    };
}
of_one! {
    exp [2, 3], |z| z.exp();
    ln [2, 3], |z| z.ln();
    sqrt [2, 3], |z| z.sqrt();
    powi [2, 3], |z| z.powi(3) + z.powi(-2);
    sin [2, 3], |z| z.sin();
    cos [2, 3], |z| z.cos();
    sinh [2, 3], |z| z.sinh();
    cosh [2, 3], |z| z.cosh();
    tanh [2, 3], |z| z.tanh();
    shapes [2, 3], |z| z.swap_axes(0, 1).reshape([2, 3]).flip(1).cumsum(1).mean_axis(0) + z.sum();
    joined [2, 3], |z| stack(&[concat(&[z, Complex::new(-&z.im, &z.re)], 1), z.pad([(0, 0), (1, 2)], 0.0)], 0);
    inverse [3, 3], |z| (z + 3.0 * eye(3)).inverse();
    fft2 [2, 3, 4], |z| z.fft2();
    ifft2 [2, 3, 4], |z| z.ifft2();
    fftn [2, 3, 4], |z| z.fftn([0, 2]);
    ortho [2, 5], |z| z.fft_ortho(-1) + z.ifft_ortho(1);
}

/// Programs of two.
macro_rules! of_two {
    ($($name:ident $first:expr, $second:expr, |$a:ident, $b:ident| $y:expr;)*) => {
        mod two {
            use cotangent::prelude::*;
            $(
                #[differentiable(order = 2)]
                pub fn $name($a: &Complex<f64>, $b: &Complex<f64>) -> Scalar<f64> {
                    let y = $y;
                    (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
                }
            )*
        }
        #[test]
        fn of_two_tensors() {
            $(check::<two::$name>(stringify!($name), (&z(1, &$first), &z(3, &$second)));)*
        }
    };
}
of_two! {
    products [2, 3], [2, 3], |a, b| a * b + a.conj() * 2.0 - b;
    quotients [2, 3], [2, 3], |a, b| a / b + b.recip();
    pow [2, 3], [2, 3], |a, b| a.pow(b);
    matmul [2, 3], [3, 2], |a, b| a.matmul(b);
    einsum [2, 2, 3], [2, 3, 2], |a, b| einsum!("bij,bjk->bik", a, b);
    solve [3, 3], [3, 2], |a, b| (a + 3.0 * eye(3)).solve(b);
}

/// Other forms of programs.
mod more {
    use cotangent::prelude::*;

    #[differentiable(order = 2)]
    pub fn of_parts(z: &Complex<f64, N, M>) -> Scalar<f64> {
        z.abs().sin().sum() + z.arg().square().sum()
    }

    #[differentiable(order = 2)]
    pub fn polar(r: &Tensor<f64, N, M>, angle: &Tensor<f64, N, M>) -> Scalar<f64> {
        let y = Complex::polar(r, angle);
        (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
    }

    #[differentiable(order = 2)]
    pub fn mixed(z: &Complex<f64, N, M>, x: &Tensor<f64, M, N>) -> Scalar<f64> {
        let y = z.matmul(x) + x[[0, 0]];
        (y.re.sin() + y.im().cos() + y.re() * &y.im).sum()
    }

    #[differentiable(order = 2)]
    pub fn turns(z: &Complex<f64, N, M>) -> Scalar<f64> {
        let (mut y, square) = (z.clone(), z * z);
        let mut all = Vec::new();
        for i in 0..2 {
            y = if i == 0 { &square + 0.5 } else { &y * &y + 0.5 };
            all.push(y.clone());
        }
        let last: Complex<f64, N, M> = &all[1] / 3.0;
        (last.re.sin() + last.im.cos() + &last.re * &last.im).sum()
    }

    #[differentiable(order = 2)]
    pub fn hermitian(z: &Complex<f64, N, 4>) -> Scalar<f64> {
        (z.hfft(6, -1).sin() + 1.0).sum()
    }

    #[differentiable(order = 2)]
    pub fn irfft2(z: &Complex<f64, N, 3>) -> Scalar<f64> {
        (z.irfft2(5).sin() + 1.0).sum()
    }

    macro_rules! of_real {
        ($($name:ident |$x:ident| $y:expr;)*) => {$(
            #[differentiable(order = 2)]
            pub fn $name($x: &Tensor<f64>) -> Scalar<f64> {
                let y = $y;
                (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
            }
        )*};
    }
    of_real! {
        ihfft |x| x.ihfft(-1);
        rfft2 |x| x.rfft2();
        rfft_ortho |x| x.rfft_ortho(-1);
        stft |x| x.stft(hann_window(6, true), 2);
    }

    #[differentiable(order = 2)]
    pub fn shifted(x: &Tensor<f64, N, 5>) -> Scalar<f64> {
        (x.fftshift(1) * fftfreq(5, 0.5) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn stft_within(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
        let y = x.stft_within(w, 3);
        (y.re.sin() + y.im.cos() + &y.re * &y.im).sum()
    }

    #[differentiable(order = 2)]
    pub fn istft(z: &Complex<f64>) -> Scalar<f64> {
        z.istft(hann_window(6, true) + 0.1, 2, 9).sin().sum()
    }

    #[differentiable(order = 2)]
    pub fn log_mel(x: &Tensor<f64>) -> Scalar<f64> {
        let bank = mel_bank(5, 2, 8000.0, 100.0, 3900.0, true, false);
        x.log_mel(hann_window(8, true), 4, bank).sum()
    }

    #[differentiable(order = 2)]
    pub fn mfcc(x: &Tensor<f64>) -> Scalar<f64> {
        let bank = mel_bank(5, 2, 8000.0, 100.0, 3900.0, true, false);
        (x.mfcc(hann_window(8, true), 4, bank, 2) * 0.01).sin().sum()
    }

    #[differentiable(order = 2)]
    pub fn welch(x: &Tensor<f64>) -> Scalar<f64> {
        (x.welch(hann_window(6, true), 3, 10.0) + 1.0).ln().sum()
    }
}

#[test]
fn of_other_forms() {
    check::<more::of_parts>("abs", (&z(1, &[2, 3]),));
    check::<more::polar>("polar", (&wave(1, &[2, 3]), &wave(2, &[2, 3])));
    check::<more::mixed>("mixed", (&z(1, &[2, 3]), &wave(3, &[3, 2])));
    check::<more::turns>("loop", (&z(1, &[2, 3]),));
    check::<more::hermitian>("hfft", (&z(1, &[2, 4]),));
    check::<more::irfft2>("irfft2", (&z(1, &[3, 3]),));
    check::<more::ihfft>("ihfft", (&wave(1, &[2, 6]),));
    check::<more::rfft2>("rfft2", (&wave(1, &[3, 4]),));
    check::<more::rfft_ortho>("rfft_ortho", (&wave(1, &[2, 6]),));
    check::<more::shifted>("shifted", (&wave(1, &[2, 5]),));
}

#[test]
fn of_signals() {
    let signal = wave(1, &[2, 20]);
    check::<more::stft>("stft", (&signal,));
    check::<more::stft_within>("stft_within", (&signal, &wave(3, &[5])));
    check::<more::istft>("istft", (&z(1, &[2, 4, 6]),));
    check::<more::log_mel>("log_mel", (&signal,));
    check::<more::mfcc>("mfcc", (&signal,));
    check::<more::welch>("welch", (&signal,));
}

#[test]
fn banks() {
    for (program, slaney) in [("bank", false), ("bank_slaney", true)] {
        let bank = there::at(mel_bank::<f64>(17, 4, 8000.0, 100.0, 3500.0, !slaney, slaney).unwrap());
        near(program, &bank.to_vec().unwrap(), &reference(REFERENCE, program, "value"), 1e-13);
    }
}
