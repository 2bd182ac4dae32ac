//! Where threads begin to pay: kernels of rising size in a pool of one thread and in a pool of all, one after the other.
//!
//! `cargo run --release -p cotangent-kernels --example threads`; the thresholds are `PARALLEL` in `driver/task.rs` and
//! `strided.rs`, and `GRAIN` in `gemm.rs`. Set them to 1 to see what happens below.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::time::Instant;

use cotangent_kernels::Float;
use cotangent_kernels::driver::launch;
use cotangent_kernels::gemm::matmul;
use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::{Combine, In, Kernel, List, Out};
use cotangent_kernels::math as m;
use cotangent_kernels::order::sort;
use cotangent_kernels::scan::{Fold, scan};
use cotangent_kernels::strided::View;
use rayon::ThreadPoolBuilder;

macro_rules! kernel {
    ($name:ident $cost:literal $s:ident $x:ident => $body:expr) => {
        struct $name;

        impl Kernel for $name {
            type Ins = (f32, ());
            type Outs = (f32, ());
            const COST: usize = $cost;
            #[inline(always)]
            fn tile<S: Isa>(
                &self,
                s: S,
                n: usize,
                (x0, ()): <Self::Ins as List>::Tiles<'_>,
                (y0, ()): <Self::Outs as List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<S: Isa>($s: S, n: usize, x0: &[f32], y0: &mut [f32]) {
                    let (x0, y0) = (&x0[..n], &mut y0[..n]);
                    for i in 0..n {
                        let $x = x0[i];
                        y0[i] = $body;
                    }
                }
                body(s, n, x0, y0);
            }
        }
    };
}
kernel!(Light 1 _s x => x + 1.5);
kernel!(Heavy 62 s x => m::tanh(s, x) * m::sigmoid(s, x) + m::sin(s, x));

/// Medians of 41 runs on one thread and of 41 that a thread outside of the pool asks for, which take turns, in
/// microseconds.
fn both(mut f: impl FnMut() + Send) -> [f64; 2] {
    const RUNS: usize = 41;
    let alone = ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let mut times = [Vec::with_capacity(RUNS), Vec::with_capacity(RUNS)];
    let mut timed = || {
        f();
        let start = Instant::now();
        f();
        start.elapsed().as_nanos() as f64 / 1e3
    };
    for _ in 0..RUNS {
        times[0].push(alone.install(&mut timed));
        times[1].push(timed());
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[RUNS / 2]
    })
}

/// A line of the table: the time of one thread, the time of all threads, and their ratio.
fn line(work: usize, [one, all]: [f64; 2]) {
    println!("  work {work:>9}: {one:>8.1} us alone, {all:>8.1} us together, {:.2}", one / all);
}

fn fused<K: Kernel<Ins = (f32, ()), Outs = (f32, ())> + Sync>(name: &str, kernel: &K) {
    println!("{name}, cost {}", K::COST);
    for log in 14..=22 {
        let n = (1 << log) / (K::COST + 2);
        let (x, mut y) = (vec![0.5_f32; n], vec![0.0_f32; n]);
        let times = both(|| {
            let read = In { ptr: x.as_ptr().cast(), strides: &[1], aliased: false };
            let write =
                Out { ptr: y.as_mut_ptr().cast(), strides: &[1], combine: Combine::Store, scale: 1.0 };
            // SAFETY: both have `n` elements.
            unsafe { launch(kernel, &[n], &[read], &[write]) };
            black_box(&mut y);
        });
        line(1 << log, times);
    }
}

fn lanes(name: &str, f: impl Fn(&mut [i32], View<'_, i32>) + Sync) {
    println!("{name}, rows of 64");
    for log in 10..=20 {
        let n = 1_usize << log;
        let x: Vec<i32> = (0..n as i32).map(|i| i.wrapping_mul(0x9e37) % 1013).collect();
        let (mut y, shape, strides) = (vec![0; n], [n / 64, 64], [64, 1]);
        let times = both(|| {
            f(&mut y, View::new(&x, 0, &shape, &strides).expect("inside"));
            black_box(&mut y);
        });
        line(n, times);
    }
}

/// Products of one size and several forms, and of rising size. The unit of work is a multiplication times the bytes of an element.
fn products<T: Float>() {
    println!("products of {}", T::DTYPE);
    let forms = [[256, 64, 64], [64, 256, 64], [64, 64, 256], [1024, 32, 32], [32, 32, 1024], [4096, 16, 16]];
    let cubes = [64, 96, 112, 128, 144, 160, 192, 256].map(|n| [n; 3]);
    for [m, n, k] in forms.into_iter().chain(cubes) {
        let (a, b) = (vec![T::from_f64(0.5); m * k], vec![T::from_f64(0.25); k * n]);
        let (mut y, sizes) = (vec![T::from_f64(0.0); m * n], [[m, k], [k, n]]);
        let steps = sizes.map(|[_, columns]| [columns as isize, 1]);
        let times = both(|| {
            let of = |x, i: usize| View::new(x, 0, &sizes[i], &steps[i]).expect("inside");
            matmul(&mut y, of(&a, 0), of(&b, 1));
            black_box(&mut y);
        });
        print!("  {m:>4} x {n:>4} x {k:>4}");
        line(m * n * k * size_of::<T>(), times);
    }
}

fn main() {
    println!("{} threads", rayon::current_num_threads());
    fused("x + 1.5", &Light);
    fused("tanh(x) * sigmoid(x) + sin(x)", &Heavy);
    lanes("cumulative sums", |y, x| scan(y, x, 1, Fold::Sum));
    lanes("sorts", |y, x| sort(None, y, x, 1, 64, false));
    products::<f32>();
    products::<f64>();
}
