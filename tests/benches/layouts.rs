//! What it is worth that kernels of a device know their layouts: `cargo bench -p cotangent-tests --features wgpu --bench layouts`.
//!
//! `COTANGENT_DEVICE` names the adapter. Each case runs by turns as it is, without vectors of four neighbours, with all strides as
//! arguments, and with the four axes of one text for all layouts. A figure is a ratio of medians. Words behind `--` choose cases.

use std::time::Instant;

use cotangent::debug::{Layouts, tell_apart};
use cotangent::ops;
use cotangent::prelude::*;

const TURNS: usize = 31;
/// Seconds of one turn of one side.
const TURN: f64 = 0.02;

const SIDES: [Layouts; 4] = [Layouts::All, Layouts::Elements, Layouts::Strides, Layouts::FourAxes];

#[differentiable]
fn fused(x: &Tensor, y: &Tensor, b: &Tensor) -> Tensor {
    ((x + b) * y).tanh() + x
}

type Case<'a> = (&'static str, f64, Box<dyn Fn() -> Result<Tensor> + 'a>);

/// Seconds of a run, where so many are handed over together.
fn time(run: &dyn Fn() -> Result<Tensor>, count: usize) -> f64 {
    let start = Instant::now();
    let last = (0..count).map(|_| run().unwrap()).last().unwrap();
    // One element: whatever was asked for before has ended when it arrives.
    last.reshape([-1]).unwrap().narrow(0, 0, 1).unwrap().to_vec().unwrap();
    start.elapsed().as_secs_f64() / count as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measured((name, elements, run): &Case<'_>) {
    let mut times = SIDES.map(|_| Vec::new());
    let counts = SIDES.map(|side| {
        tell_apart(side);
        // The first compiles.
        time(run, 1);
        (TURN / time(run, 1)).clamp(1.0, 100.0) as usize
    });
    for _ in 0..TURNS {
        for (side, times) in SIDES.into_iter().zip(&mut times) {
            tell_apart(side);
            times.push(time(run, counts[0]));
        }
    }
    let [all, rest @ ..] = times.map(median);
    let ratios: Vec<String> = rest.iter().map(|t| format!("{:.2}", t / all)).collect();
    println!("| {name} | {:.3} | {:.2} | {} |", all * 1e3, elements / all * 1e-9, ratios.join(" | "));
}

fn main() -> Result<()> {
    let device = Device::default();
    let Some(adapter) =
        Device::adapters().into_iter().find(|a| device.to_string() == format!("wgpu:{}", a.number))
    else {
        println!("skipped: COTANGENT_DEVICE names no WebGPU adapter");
        return Ok(());
    };
    println!("{adapter}{}\n", if adapter.is_software { ", software" } else { "" });
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let normal = |seed, dims: &[usize]| Key::new(seed).normal(dims)?.to(device);
    let n = 1024;
    let (x, y) = (normal(1, &[n, n])?, normal(2, &[n, n])?);
    let (row, column) = (normal(3, &[n])?, normal(4, &[n, 1])?);
    let (xt, yt) = (x.t()?, y.t()?);
    let every = normal(5, &[n, 2 * n])?.reshape([n, n, 2])?;
    let every = every.narrow(2, 0, 1)?.squeeze(2)?;
    let bytes = |count: usize| (4 * count * n * n) as f64;
    let flops = |m: usize, k: usize, n: usize| (2 * m * k * n) as f64;
    let (a, b) = (normal(6, &[256, 256])?, normal(7, &[256, 256])?);
    let (tall, thin) = (normal(8, &[4096, 64])?, normal(9, &[64, 16])?);
    let (batch, other) = (normal(10, &[16, 64, 64])?, normal(11, &[16, 64, 64])?);
    let (long, sums) = (normal(12, &[20_000, 64])?, normal(13, &[20_000, 64])?);
    let vectors = [14, 15].map(|seed| normal(seed, &[1_000_000]));
    let [v, w] = vectors;
    let (v, w) = (v?, w?);
    println!("| | ms | GB/s or GFLOP/s | no quads | strides | four axes |\n|---|---|---|---|---|---|");
    let cases: Vec<Case<'_>> = vec![
        ("x + y", bytes(3), Box::new(|| x.add(&y))),
        ("x + a row", bytes(2), Box::new(|| x.add(&row))),
        ("x + a column", bytes(2), Box::new(|| x.add(&column))),
        ("tanh((x + row) y) + x", bytes(3), Box::new(|| Ok(fused(&x, &y, &row)))),
        ("x + y, both transposed, and copied", bytes(3), Box::new(|| ops::add(&xt, &yt))),
        ("x + y, one transposed", bytes(3), Box::new(|| x.add(&yt))),
        ("x + y, every second element", bytes(3), Box::new(|| x.add(&every))),
        ("sum over both axes", bytes(1), Box::new(|| x.sum())),
        ("sum over the last", bytes(1), Box::new(|| x.sum_axis(1))),
        ("sum over the first", bytes(1), Box::new(|| x.sum_axis(0))),
        ("sum over the last, transposed", bytes(1), Box::new(|| xt.sum_axis(1))),
        ("product, 256 by 256 by 256", flops(256, 256, 256), Box::new(|| a.matmul(&b))),
        ("both operands transposed", flops(256, 256, 256), Box::new(|| a.t()?.matmul(&b.t()?))),
        ("4096 by 64 by 16", flops(4096, 64, 16), Box::new(|| tall.matmul(&thin))),
        ("16 of 64 by 64 by 64", 16.0 * flops(64, 64, 64), Box::new(|| batch.matmul(&other))),
        ("64 by 20,000 by 64, transposed", flops(64, 20_000, 64), Box::new(|| long.t()?.matmul(&sums))),
        (
            "dot product of 1,000,000",
            flops(1, 1_000_000, 1),
            Box::new(|| ops::contract(&v, &w, [0], [0], [0_usize; 0])),
        ),
    ];
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|word| name.contains(word));
    cases.iter().filter(|case| is_chosen(case.0)).for_each(measured);
    tell_apart(Layouts::All);
    Ok(())
}
