//! Phases out of brightness. A hologram's field passes through glass plates with random phases, and a camera far away takes the
//! brightness of its Fourier transform. Adam finds the field whose pictures are these.
//!
//!     cargo run --release --example phases --features full

use std::f64::consts::PI;

use cotangent::optim::{Adam, Cosine, Optimizer, Schedule};
use cotangent::prelude::*;

const SIDE: usize = 32;
const PLATES: usize = 8;
const STEPS: u64 = 400;

/// Fields behind the plates, as the camera sees them: magnitudes of frequencies.
#[differentiable]
fn pictures(field: &Complex<f64, N, N>, #[constant] plates: &Complex<f64, P, N, N>) -> Tensor<f64, P, N, N> {
    (field * plates).fft2().abs()
}

#[differentiable]
fn miss(
    field: &Complex<f64, N, N>,
    #[constant] plates: &Complex<f64, P, N, N>,
    #[constant] taken: &Tensor<f64, P, N, N>,
) -> Scalar<f64> {
    ((field * plates).fft2().abs() - taken).square().mean()
}

/// How far two fields are apart, but for a phase that all points have in common: no camera sees that.
#[differentiable]
fn apart(found: &Complex<f64, N, N>, #[constant] want: &Complex<f64, N, N>) -> Scalar<f64> {
    let common = (found * want.conj()).sum();
    let turned = found * common.conj() / common.abs();
    (turned - want).norm() / want.norm()
}

/// A ring that is brighter on one side; its phase winds around the middle.
fn hologram() -> Result<Complex<f64>> {
    let at = |index: &[usize]| {
        let [y, x] = [0, 1].map(|i| (index[i] as f64 + 0.5) / SIDE as f64 - 0.5);
        (x, y, (x * x + y * y).sqrt())
    };
    let bright = |index: &[usize]| {
        let (x, _, r) = at(index);
        (-(r - 0.3).powi(2) / 0.008).exp() * (1.0 + x)
    };
    let angle = |index: &[usize]| {
        let (x, y, r) = at(index);
        2.0 * y.atan2(x) + 9.0 * r
    };
    Complex::polar(&Tensor::from_fn([SIDE, SIDE], bright)?, &Tensor::from_fn([SIDE, SIDE], angle)?)
}

fn main() -> Result<()> {
    let key = Key::new(7);
    let want = hologram()?;
    let angles = key.fold(0).uniform_in::<f64>(-PI, PI, [PLATES, SIDE, SIDE])?;
    let plates = Complex::polar(&angles.ones_like()?, &angles)?;
    let taken = pictures(&want, &plates);

    let mut field = Complex::new(
        &(key.fold(1).normal::<f64>([SIDE, SIDE])? * 0.5),
        &(key.fold(2).normal::<f64>([SIDE, SIDE])? * 0.5),
    )?;
    let mut adam = Optimizer::new(Adam::default());
    let schedule = Cosine { lr: 0.1, end: 1e-4, steps: STEPS };
    for step in 0..=STEPS {
        let (loss, g) = miss::value_and_grad(&field, &plates, &taken)?;
        if step % 100 == 0 {
            let far = apart(&field, &want).item()?;
            println!("step {step:3}   pictures {:.2e}   field {far:.2e}", loss.item()?);
        }
        adam.rule.lr = schedule.at(step);
        adam.step(&mut field, &g.field)?;
    }
    let far = apart(&field, &want).item()?;
    assert!(far < 1e-2, "the field is {far} off");
    draw(&field)
}

/// Brightness as letters, one for four points.
fn draw(field: &Complex<f64>) -> Result<()> {
    let bright = field.abs()?.reshape([1, 1, SIDE, SIDE])?.avg_pool2d([2, 1], [2, 1], 0)?;
    let bright = bright.to_vec()?;
    for row in bright.chunks(SIDE) {
        let letter = |b: &f64| [' ', '.', ':', 'o', 'O', '@'][(b * 5.0).clamp(0.0, 5.0) as usize];
        println!("{}", row.iter().map(letter).collect::<String>());
    }
    Ok(())
}
