//! Our half of comparisons with other libraries: programs that a script of `tests/peers` asks for timings, line by line.

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

use cotangent::prelude::*;

/// Answers each line of the standard input, taken apart into words, with seconds a call and a value.
pub fn serve(mut answer: impl FnMut(&[&str]) -> Result<(f64, f64)>) -> Result<()> {
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::msg(e.to_string()))?;
        let (seconds, value) = answer(&line.split_whitespace().collect::<Vec<_>>())?;
        println!("{seconds:e} {value:e}");
        let _ = std::io::stdout().flush();
    }
    Ok(())
}

/// A number of a line.
pub fn number(word: &str) -> Result<usize> {
    word.parse().map_err(|_| Error::msg(format!("`{word}` is no number")))
}

/// Seconds a call, and the last value.
pub fn timed(count: usize, mut call: impl FnMut() -> Result<f64>) -> Result<(f64, f64)> {
    let (start, mut value) = (Instant::now(), 0.0);
    for _ in 0..count {
        value = black_box(call()?);
    }
    Ok((start.elapsed().as_secs_f64() / count as f64, value))
}
