//! Throughput of one fused kernel, value and gradient of
//! `mean(gelu_tanh(x) * sigmoid(x) + log1p(exp(-abs(x))))`, and of launches of every size.
//!
//! `cargo run --release -p cotangent-kernels --example fused`
#![allow(unsafe_code)]

use std::hint::black_box;
use std::time::Instant;

use cotangent_kernels::copy::{cast, copy, reduce};
use cotangent_kernels::driver::launch;
use cotangent_kernels::isa::{Isa, Level};
use cotangent_kernels::kernel::{Combine, In, Kernel, List, Out};
use cotangent_kernels::{Float, f16, math as m};

/// As the macro prints it, gradient included.
struct Fused {
    h0: f32,
}

impl Kernel for Fused {
    type Ins = (f32, ());
    type Outs = (f32, (f32, ()));
    const COST: usize = 100;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (x0, ()): <Self::Ins as List>::Tiles<'_>,
        (y0, (y1, ())): <Self::Outs as List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        fn body<S: Isa>(s: S, n: usize, h0: f32, x0: &[f32], y0: &mut [f32], y1: &mut [f32]) {
            let (x0, y0, y1) = (&x0[..n], &mut y0[..n], &mut y1[..n]);
            for i in 0..n {
                let x = x0[i];
                let x2 = x * x;
                let t = m::tanh(s, 0.797_884_6 * x * (1.0 + 0.044_715 * x2));
                let g = 0.5 * x * (1.0 + t);
                let q = m::sigmoid(s, x);
                let e = m::exp(s, -m::abs(s, x));
                let dg = 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * 0.797_884_6 * (1.0 + 0.134_145 * x2);
                let dl = -m::sign(s, x) * e / (1.0 + e);
                y0[i] = g * q + m::log1p(s, e);
                y1[i] = h0 * (dg * q + g * q * (1.0 - q) + dl);
            }
        }
        body(s, n, self.h0, x0, y0, y1);
    }
}

/// Three inputs, three outputs, heavy.
struct Three;

impl Kernel for Three {
    type Ins = (f32, (f32, (f32, ())));
    type Outs = (f32, (f32, (f32, ())));
    const COST: usize = 60;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (x0, (x1, (x2, ()))): <Self::Ins as List>::Tiles<'_>,
        (y0, (y1, (y2, ()))): <Self::Outs as List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        #[allow(clippy::too_many_arguments)]
        fn body<S: Isa>(
            s: S,
            n: usize,
            x0: &[f32],
            x1: &[f32],
            x2: &[f32],
            y0: &mut [f32],
            y1: &mut [f32],
            y2: &mut [f32],
        ) {
            let (x0, x1, x2) = (&x0[..n], &x1[..n], &x2[..n]);
            let (y0, y1, y2) = (&mut y0[..n], &mut y1[..n], &mut y2[..n]);
            for i in 0..n {
                let t = m::tanh(s, x0[i] * x1[i]);
                let e = m::exp(s, x2[i]);
                y0[i] = t + e;
                y1[i] = t * x1[i];
                y2[i] = e * x0[i];
            }
        }
        body(s, n, x0, x1, x2, y0, y1, y2);
    }
}

/// `x + y`, as cheap as a kernel can be, for any float type.
struct Add<T>(std::marker::PhantomData<T>);

impl<T: Float<Compute = f32>> Kernel for Add<T> {
    type Ins = (T, (T, ()));
    type Outs = (T, ());
    const COST: usize = 1;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (x0, (x1, ())): <Self::Ins as List>::Tiles<'_>,
        (y0, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        fn body<S: Isa>(_: S, n: usize, x0: &[f32], x1: &[f32], y0: &mut [f32]) {
            let (x0, x1, y0) = (&x0[..n], &x1[..n], &mut y0[..n]);
            for i in 0..n {
                y0[i] = x0[i] + x1[i];
            }
        }
        body(s, n, x0, x1, y0);
    }
}

/// The least of `rounds` runs, in nanoseconds a call.
fn time(calls: usize, mut f: impl FnMut()) -> f64 {
    f();
    let mut best = f64::INFINITY;
    for _ in 0..12 {
        let start = Instant::now();
        for _ in 0..calls {
            f();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / calls as f64);
    }
    best
}

fn read<'a, T>(x: &[T], strides: &'a [isize]) -> In<'a> {
    In { ptr: x.as_ptr().cast(), strides, aliased: false }
}

fn write<'a, T>(y: &mut [T], strides: &'a [isize], combine: Combine) -> Out<'a> {
    Out { ptr: y.as_mut_ptr().cast(), strides, combine, scale: 1.0 }
}

fn calls(n: usize) -> usize {
    (200_000 / n).clamp(1, 20_000)
}

fn main() {
    println!("{} threads {}", Level::current().name(), rayon::current_num_threads());
    for n in [4, 16, 100, 1000, 16_384, 65_536, 1 << 20, 4 << 20] {
        let x: Vec<f32> = (0..n).map(|i| (i % 977) as f32 / 100.0 - 5.0).collect();
        let (mut y, mut sum) = (vec![0.0_f32; n], [0.0_f32]);
        let (mut p, mut q) = (x.clone(), x.clone());
        // SAFETY: every operand below has `n` elements, or one where all strides are 0.
        unsafe {
            let fused = time(calls(n), || {
                let scale = 1.0 / n as f64;
                let total = Out { scale, ..write(&mut sum, &[0], Combine::Sum) };
                let kernel = Fused { h0: scale as f32 };
                launch(&kernel, &[n], &[read(&x, &[1])], &[total, write(&mut y, &[1], Combine::Store)]);
                black_box(&mut y);
            });
            let three = time(calls(n), || {
                let outs = [&mut y, &mut p, &mut q].map(|y| write(y, &[1], Combine::Store));
                launch(&Three, &[n], &[(); 3].map(|()| read(&x, &[1])), &outs);
            });
            let add = |a: &[isize], b: &[isize], y: &mut [f32]| {
                let kernel = Add::<f32>(std::marker::PhantomData);
                launch(&kernel, &[n], &[read(&x, a), read(&x, b)], &[write(y, &[1], Combine::Store)]);
            };
            let dense = time(calls(n), || add(&[1], &[1], &mut y));
            let scalar = time(calls(n), || add(&[1], &[0], &mut y));
            let total = time(calls(n), || {
                reduce::<f32>(&[n], read(&x, &[1]), write(&mut sum, &[0], Combine::Sum));
            });
            println!(
                "{n:>8}: fused {fused:>10.0} ns  three {three:>10.0}  add {dense:>9.0}  add scalar {scalar:>9.0}  sum {total:>9.0}"
            );
        }
    }
    let (rows, columns) = (4096, 1024);
    let n = rows * columns;
    let x: Vec<f32> = (0..n).map(|i| (i % 977) as f32 / 100.0 - 5.0).collect();
    let mut y = vec![0.0_f32; n];
    let h: Vec<f16> = x.iter().map(|&x| f16::from_f32(x)).collect();
    let mut k = vec![f16::ZERO; n];
    let shape = [rows, columns];
    let wide = columns as isize;
    // SAFETY: operands have `rows * columns` elements, or fewer where a stride is 0.
    unsafe {
        let ms = |name: &str, ns: f64| println!("{name:<32} {:>7.2} ms", ns / 1e6);
        let kernel = Add::<f32>(std::marker::PhantomData);
        let mut add = |name, a: &[isize], b: &[isize]| {
            let t = time(1, || {
                launch(
                    &kernel,
                    &shape,
                    &[read(&x, a), read(&x, b)],
                    &[write(&mut y, &[wide, 1], Combine::Store)],
                );
            });
            ms(name, t);
        };
        add("x + x", &[wide, 1], &[wide, 1]);
        add("x + row", &[wide, 1], &[0, 1]);
        add("x + column", &[wide, 1], &[1, 0]);
        add("x + transposed", &[wide, 1], &[1, rows as isize]);
        let kernel = Add::<f16>(std::marker::PhantomData);
        let half = time(1, || {
            let strides = [wide, 1];
            let ins = [read(&h, &strides), read(&h, &strides)];
            launch(&kernel, &shape, &ins, &[write(&mut k, &[wide, 1], Combine::Store)]);
        });
        ms("x + x in f16", half);
        for (name, strides) in [("sum of all", [0, 0]), ("sum of rows", [1, 0]), ("sum of columns", [0, 1])] {
            let t = time(1, || {
                reduce::<f32>(&shape, read(&x, &[wide, 1]), write(&mut y, &strides, Combine::Sum));
            });
            ms(name, t);
        }
        let t =
            time(1, || copy::<f32>(&shape, read(&x, &[wide, 1]), write(&mut y, &[wide, 1], Combine::Store)));
        ms("copy", t);
        let t = time(1, || {
            copy::<f32>(&shape, read(&x, &[1, rows as isize]), write(&mut y, &[wide, 1], Combine::Store));
        });
        ms("copy transposed", t);
        let t = time(1, || {
            cast::<f32, f16>(&shape, read(&x, &[wide, 1]), write(&mut k, &[wide, 1], Combine::Store));
        });
        ms("cast to f16", t);
    }
}
