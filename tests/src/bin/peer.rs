//! Our half of `tests/peers/run`: reads `name elements count` lines, prints seconds per call and the value.

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

use cotangent::prelude::*;

#[differentiable]
fn large(x: &Tensor) -> Scalar {
    (x.gelu_tanh() * x.sigmoid() + (-x.abs()).exp().log1p()).mean()
}

#[differentiable]
fn small(x: &Tensor, y: &Tensor) -> Scalar {
    ((x * y).tanh() + x.sin() * y.exp()).sum()
}

fn timed(count: usize, mut call: impl FnMut() -> Result<Tensor>) -> Result<(f64, f32)> {
    let mut last = call()?;
    let start = Instant::now();
    for _ in 0..count {
        last = black_box(call()?);
    }
    Ok((start.elapsed().as_secs_f64() / count as f64, last.item()?))
}

fn main() -> Result<()> {
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::msg(e.to_string()))?;
        let mut words = line.split_whitespace();
        let (name, n, count) = (words.next(), words.next(), words.next());
        let number = |w: Option<&str>| {
            w.and_then(|w| w.parse::<usize>().ok()).ok_or(Error::msg("name elements count"))
        };
        let (n, count) = (number(n)?, number(count)?);
        let x: Tensor = Tensor::linspace(-4.0, 4.0, n)?;
        let y: Tensor = Tensor::linspace(-1.0, 1.0, n)?;
        let (seconds, value) = match name {
            Some("large") => timed(count, || Ok(large::value_and_grad(black_box(&x))?.0))?,
            Some("small") => timed(count, || Ok(small::value_and_grad(black_box(&x), &y)?.0))?,
            _ => return Err(Error::msg("large or small")),
        };
        println!("{seconds:e} {value:e}");
        let _ = std::io::stdout().flush();
    }
    Ok(())
}
