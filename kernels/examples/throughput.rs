//! Nanoseconds per element of every vector function on one core, for each instruction set of this machine.
//!
//! `cargo run --release -p cotangent-kernels --example throughput [name]`. A function that stopped vectorising
//! stands out by a factor of ten.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::hint::black_box;
use std::time::Instant;

#[cfg(target_arch = "x86_64")]
use cotangent_kernels::isa::{Avx2, Avx512, Level};
use cotangent_kernels::isa::{Baseline, Isa, Near, compiled_for};
use cotangent_kernels::{math as m, real::Real};

const LEN: usize = 1024;

/// Best of several timings, in ns per element.
fn time(mut pass: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..20 {
            pass();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / (20 * LEN) as f64);
    }
    best
}

/// Evenly spaced values of an interval.
fn spread<R: Real>(lo: f64, hi: f64) -> Vec<R> {
    (0..LEN).map(|i| R::from_f64(lo + (hi - lo) * i as f64 / LEN as f64)).collect()
}

macro_rules! call {
    ($s:ident, $x:ident, $y:ident, $name:ident(x)) => {{
        let _ = $y;
        m::$name($s, $x)
    }};
    ($s:ident, $x:ident, $y:ident, $name:ident(x, y)) => {
        m::$name($s, $x, $y)
    };
}

macro_rules! functions {
    ($($name:ident $args:tt in $lo:literal..$hi:literal;)+) => {
        #[inline(always)]
        fn apply<S: Isa, R: Real>(s: S, name: &str, a: &[R], b: &[R], y: &mut [R]) {
            match name {
                $(stringify!($name) => {
                    #[inline(always)]
                    fn body<S: Isa, R: Real>(s: S, a: &[R], b: &[R], out: &mut [R]) {
                        for ((&x, &y), out) in a.iter().zip(b).zip(out) {
                            *out = call!(s, x, y, $name $args);
                        }
                    }
                    body(s, a, b, y);
                })+
                _ => {}
            }
        }

        const NAMES: &[(&str, f64, f64)] = &[$((stringify!($name), $lo, $hi)),+];
    };
}

functions! {
    neg(x) in -9.0..9.0; exp(x) in -20.0..20.0; exp2(x) in -20.0..20.0; expm1(x) in -20.0..20.0;
    sigmoid(x) in -20.0..20.0; softplus(x) in -20.0..20.0; log_sigmoid(x) in -20.0..20.0;
    ln(x) in 0.01..50.0; log2(x) in 0.01..50.0; log10(x) in 0.01..50.0; log1p(x) in -0.9..50.0;
    sin(x) in -90.0..90.0; cos(x) in -90.0..90.0; tan(x) in -90.0..90.0; sinc(x) in -9.0..9.0;
    asin(x) in -1.0..1.0; acos(x) in -1.0..1.0; atan(x) in -9.0..9.0; atan2(x, y) in -9.0..9.0;
    sinh(x) in -9.0..9.0; cosh(x) in -9.0..9.0; tanh(x) in -9.0..9.0;
    asinh(x) in -9.0..9.0; acosh(x) in 1.0..9.0; atanh(x) in -1.0..1.0;
    erf(x) in -4.0..4.0; erfc(x) in -4.0..9.0;
    sqrt(x) in 0.0..9.0; rsqrt(x) in 0.1..9.0; cbrt(x) in -9.0..9.0; hypot(x, y) in -9.0..9.0; pow(x, y) in 0.1..9.0;
    div(x, y) in 0.1..9.0; rem(x, y) in 0.1..99.0; floor_mod(x, y) in 0.1..99.0;
    maximum(x, y) in -9.0..9.0; fmax(x, y) in -9.0..9.0; sign(x) in -9.0..9.0; recip(x) in 0.1..9.0;
    floor(x) in -9.0..9.0; round(x) in -9.0..9.0; trunc(x) in -9.0..9.0; frac(x) in -9.0..9.0;
}

/// Times `$apply` as the driver would run it: what is rare and slow is left out, and must not occur.
macro_rules! timed {
    ($level:ident, $set:expr, $name:ident, $a:ident, $b:ident, $y:ident) => {{
        compiled_for! { $level
            fn pass<R: Real>(name: &str, a: &[R], b: &[R], y: &mut [R]) {
                let left = Cell::new(false);
                apply(Near { isa: $set, left: &left }, name, a, b, y);
                assert!(!left.get(), "an argument of {name} needs the slow way");
            }
        }
        // SAFETY: the caller asked for what the machine has.
        #[allow(unused_unsafe)]
        time(|| unsafe { pass(black_box($name), $a, $b, black_box($y)) })
    }};
}

fn row<R: Real>(name: &str, lo: f64, hi: f64) -> [f64; 3] {
    let (a, mut y) = (spread::<R>(lo, hi), vec![R::ZERO; LEN]);
    let b: Vec<R> = a.iter().rev().copied().collect();
    let (a, b, y) = (&*a, &*b, &mut *y);
    let mut row = [timed!(baseline, Baseline, name, a, b, y), f64::NAN, f64::NAN];
    #[cfg(target_arch = "x86_64")]
    {
        if Level::best() >= Level::Avx2 {
            row[1] = timed!(avx2, Avx2, name, a, b, y);
        }
        if Level::best() >= Level::Avx512 {
            row[2] = timed!(avx512, Avx512, name, a, b, y);
        }
    }
    row
}

fn main() {
    let only = std::env::args().nth(1);
    println!("{:12} {:^26} {:^26}", "ns/element", "f32", "f64");
    println!(
        "{:12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "base", "avx2", "avx512", "base", "avx2", "avx512"
    );
    for &(name, lo, hi) in NAMES {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let (f, d) = (row::<f32>(name, lo, hi), row::<f64>(name, lo, hi));
        println!("{name:12} {:8.2} {:8.2} {:8.2} {:8.2} {:8.2} {:8.2}", f[0], f[1], f[2], d[0], d[1], d[2]);
    }
}
