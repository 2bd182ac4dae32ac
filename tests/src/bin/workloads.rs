//! Our half of `tests/peers/run-torch workloads`: what fills a GPU. A line has a name, a type and a count, and asks for value and
//! gradients on the device that `COTANGENT_DEVICE` names. `COTANGENT_WORKLOADS=tiny` has sizes for a processor.

use std::hint::black_box;
use std::time::Instant;

use cotangent::prelude::*;
use cotangent::{Float, bf16};
use cotangent_tests::peer::{number, serve};
use cotangent_tests::workloads::{block, cross_entropy, elementwise, layer_norm, mlp, scan, small};

/// The numbers that the script draws too, times a factor.
fn wave<T: Float>(device: Device, seed: f32, shape: &[usize], factor: f32) -> Result<Tensor<T>> {
    let count = shape.iter().product::<usize>();
    let all = (0..count).map(|i| factor * (seed + 0.37 * (i % 10_007) as f32).sin()).collect();
    Tensor::<f32>::from_vec(all, shape)?.cast::<T>()?.to(device)
}

/// Lengths of everything.
struct Sizes {
    elements: usize,
    rows: usize,
    classes: usize,
    width: usize,
    batch: usize,
    length: usize,
    heads: usize,
    steps: usize,
}

const TINY: Sizes =
    Sizes { elements: 1 << 12, rows: 16, classes: 40, width: 128, batch: 2, length: 24, heads: 2, steps: 20 };
const FULL: Sizes = Sizes {
    elements: 1 << 27,
    rows: 8192,
    classes: 32_768,
    width: 4096,
    batch: 8,
    length: 2048,
    heads: 64,
    steps: 1000,
};

struct Case<'a>(Box<dyn Fn() -> Result<Tensor> + 'a>);

impl Case<'_> {
    /// Seconds a call, and the value. Only the last is waited for.
    fn timed(&self, count: usize) -> Result<(f64, f64)> {
        let start = Instant::now();
        let mut last = None;
        for _ in 0..count {
            last = Some((self.0)()?);
        }
        let last = last.ok_or_else(|| Error::msg("a count of 0"))?;
        let value = f64::from(last.reshape([-1])?.narrow(0, 0, 1)?.to_vec()?[0]);
        Ok((start.elapsed().as_secs_f64() / count as f64, value))
    }
}

/// The operands of the workload of this name, which are made once.
fn case(device: Device, size: &Sizes, name: &str, dtype: &str) -> Result<Case<'static>> {
    match dtype {
        "bf16" => of_type::<bf16>(device, size, name),
        _ => of_type::<f32>(device, size, name),
    }
}

fn of_type<T: Float>(device: Device, size: &Sizes, name: &str) -> Result<Case<'static>> {
    let f32s = |seed, shape: &[usize], factor| wave::<f32>(device, seed, shape, factor);
    let some = |seed, shape: &[usize], factor| wave::<T>(device, seed, shape, factor);
    let Sizes { rows, width, .. } = *size;
    let small_factor = 1.0 / (width as f32).sqrt();
    macro_rules! gradients {
        ($f:ident, $($x:expr),*) => {
            Case(Box::new(move || {
                let (value, g) = $f::value_and_grad($($x),*)?;
                black_box(g);
                value.cast::<f32>()
            }))
        };
    }
    Ok(match name {
        "small" => {
            let (x, y) = (f32s(1.0, &[64], 1.0)?, f32s(2.0, &[64], 1.0)?);
            gradients!(small, &x, &y)
        }
        "copy" => {
            let x = f32s(1.0, &[size.elements], 1.0)?;
            Case(Box::new(move || x.add(0.0)))
        }
        "elementwise" => {
            let x = f32s(1.0, &[size.elements], 4.0)?;
            Case(Box::new(move || Ok(elementwise(&x))))
        }
        "cross_entropy" => {
            let x = f32s(1.0, &[rows, size.classes], 4.0)?;
            let at = (0..rows).map(|i| (i * 7919 % size.classes) as i32).collect();
            let at = Tensor::from_vec(at, [rows])?.to(device)?;
            gradients!(cross_entropy, &x, &at)
        }
        "layer_norm" => {
            let (x, a, b) = (
                f32s(1.0, &[rows, 2 * width], 1.0)?,
                f32s(2.0, &[2 * width], 1.0)?,
                f32s(3.0, &[2 * width], 1.0)?,
            );
            gradients!(layer_norm, &x, &a, &b)
        }
        "mlp" => {
            let x = some(1.0, &[rows, width], 1.0)?;
            let [a, b, c] = [
                some(2.0, &[width, width], small_factor)?,
                some(3.0, &[width, width], small_factor)?,
                some(4.0, &[width, width], small_factor)?,
            ];
            let [p, q] = [some(5.0, &[width], 0.1)?, some(6.0, &[width], 0.1)?];
            gradients!(mlp, &x, &a, &b, &c, &p, &q)
        }
        "block" => {
            let x = some(1.0, &[size.batch, size.length, width], 1.0)?;
            let qkv = some(2.0, &[width, 3 * width], small_factor)?;
            let out = some(3.0, &[width, width], small_factor)?;
            let up = some(4.0, &[width, 4 * width], small_factor)?;
            let down = some(5.0, &[4 * width, width], small_factor)?;
            let [gain, shift] = [some(6.0, &[width], 1.0)?, some(7.0, &[width], 0.1)?];
            let heads = size.heads;
            gradients!(block, &x, &qkv, &out, &up, &down, &gain, &shift, heads)
        }
        "scan" => {
            let (w, x) = (f32s(1.0, &[64, 64], 0.1)?, f32s(2.0, &[64], 1.0)?);
            let steps = size.steps;
            #[cfg(feature = "cuda")]
            if device.to_string().starts_with("cuda") {
                // A thousand steps as one launch.
                let captured = cotangent::cuda::capture(device, || scan::value_and_grad(&w, &x, steps))?;
                return Ok(Case(Box::new(move || {
                    captured.replay()?;
                    captured.result().0.reshape([1])
                })));
            }
            gradients!(scan, &w, &x, steps)
        }
        _ => return Err(Error::msg(format!("no workload is called {name}"))),
    })
}

/// Gives back the memory that a case leaves, as the other libraries may want it. The peak of the case goes to the log.
#[cfg_attr(not(feature = "cuda"), allow(clippy::unnecessary_wraps))]
fn released(device: Device, before: &str) -> Result<()> {
    #[cfg(feature = "cuda")]
    if device.to_string().starts_with("cuda") {
        let memory = cotangent::cuda::memory(device)?;
        eprintln!("{before}: {} MiB at most", (memory.used + memory.kept) >> 20);
        return cotangent::cuda::release_memory(device);
    }
    let _ = (device, before);
    Ok(())
}

/// A scan is in full precision, as in the script.
fn precise(name: &str) {
    #[cfg(feature = "cuda")]
    {
        use std::sync::OnceLock;

        use cotangent::cuda::{Precision, precision, set_precision};
        static CHOSEN: OnceLock<Precision> = OnceLock::new();
        let chosen = *CHOSEN.get_or_init(precision);
        set_precision(if name == "scan" { Precision::Full } else { chosen });
    }
    let _ = name;
}

fn main() -> Result<()> {
    let device = Device::default();
    let is_tiny = std::env::var("COTANGENT_WORKLOADS").is_ok_and(|size| size == "tiny");
    let size = if is_tiny { TINY } else { FULL };
    // One at a time: operands of the last are given back.
    let mut last: Option<(String, Case<'static>)> = None;
    serve(|words| {
        let &[name, dtype, count] = words else { return Err(Error::msg("name, type and count")) };
        let key = format!("{name} {dtype}");
        if last.as_ref().is_none_or(|(known, _)| *known != key) {
            if let Some((before, case)) = last.take() {
                drop(case);
                released(device, &before)?;
            }
            precise(name);
            last = Some((key, case(device, &size, name, dtype)?));
        }
        let case = last.as_ref().ok_or_else(|| Error::msg("no case"))?;
        case.1.timed(number(count)?)
    })
}
