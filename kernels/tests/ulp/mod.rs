//! Every function of `math` over slices, for each instruction set of this machine, and distances in ulp.
#![allow(unsafe_code, dead_code)]

use std::collections::BTreeMap;

#[cfg(target_arch = "x86_64")]
use cotangent_kernels::isa::{Avx2, Avx512, compiled_for};
use cotangent_kernels::isa::{Baseline, Isa, Level};
use cotangent_kernels::math as m;
use cotangent_kernels::real::Real;

macro_rules! functions {
    (unary: $($one:ident)+; binary: $($two:ident)+) => {
        #[inline(always)]
        fn unary<S: Isa, R: Real>(s: S, name: &str, x: &[R], y: &mut [R]) -> bool {
            match name {
                $(stringify!($one) => x.iter().zip(y).for_each(|(&x, y)| *y = m::$one(s, x)),)+
                _ => return false,
            }
            true
        }
        #[inline(always)]
        fn binary<S: Isa, R: Real>(s: S, name: &str, a: &[R], b: &[R], y: &mut [R]) -> bool {
            match name {
                $(stringify!($two) => a.iter().zip(b).zip(y).for_each(|((&a, &b), y)| *y = m::$two(s, a, b)),)+
                _ => return false,
            }
            true
        }
    };
}

functions! {
    unary: exp exp2 expm1 ln log2 log10 log1p sin cos tan sinc asin acos atan sinh cosh tanh asinh acosh atanh erf erfc
        gelu_tanh gelu_tanh_slope lgamma digamma erfinv ndtr log_ndtr ndtr_ratio ndtr_excess entr i0 i0e i1 i1e
        sigmoid softplus log_sigmoid sqrt rsqrt cbrt recip square neg abs relu sign floor ceil round trunc frac nan_to_num;
    binary: pow hypot atan2 rem floor_mod maximum minimum fmax fmin copysign add sub mul div
        logaddexp betaln zeta gammainc gammaincc
}

/// Functions that have an integer of the host too: the table's number, or of two operands the lowest order that they serve.
#[inline(always)]
fn ordered<S: Isa, R: Real>(s: S, name: &str, a: &[R], b: &[R], y: &mut [R]) -> bool {
    let points = a.iter().zip(b).zip(y);
    match name {
        "polygamma" => points.for_each(|((&a, &b), y)| *y = m::polygamma(s, a, b.to_f64() as i32)),
        "gammainc_slope" => points.for_each(|((&a, &b), y)| *y = m::gammainc_slope(s, a, b, 1)),
        "gamma_density" => points.for_each(|((&a, &b), y)| *y = m::gamma_density(s, a, b, 0)),
        _ => return false,
    }
    true
}

/// The instruction sets that this machine has.
pub(crate) fn sets() -> Vec<Level> {
    [Level::Baseline, Level::Avx2, Level::Avx512].into_iter().filter(|&set| set <= Level::best()).collect()
}

#[inline(always)]
fn apply<S: Isa, R: Real>(s: S, name: &str, a: &[R], b: &[R], y: &mut [R]) {
    assert!(
        unary(s, name, a, y) || binary(s, name, a, b, y) || ordered(s, name, a, b, y),
        "no function `{name}`"
    );
}

#[cfg(target_arch = "x86_64")]
compiled_for! { avx2
    fn avx2<R: Real>(name: &str, a: &[R], b: &[R], y: &mut [R]) {
        apply(Avx2, name, a, b, y);
    }
}

#[cfg(target_arch = "x86_64")]
compiled_for! { avx512
    fn avx512<R: Real>(name: &str, a: &[R], b: &[R], y: &mut [R]) {
        apply(Avx512, name, a, b, y);
    }
}

/// `name` over the elements; unary functions ignore `b`.
pub(crate) fn eval<R: Real>(set: Level, name: &str, a: &[R], b: &[R]) -> Vec<R> {
    let mut y = vec![R::ZERO; a.len()];
    match set {
        // SAFETY: `sets` lists what the machine has.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { avx2(name, a, b, &mut y) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { avx512(name, a, b, &mut y) },
        _ => apply(Baseline, name, a, b, &mut y),
    }
    y
}

/// The bound of `name`, in ulp: 2, or what its documentation says.
pub(crate) fn bound(name: &str, set: Level) -> f64 {
    match name {
        "erfc" if matches!(set, Level::Baseline) => 2.5,
        "lgamma" | "digamma" | "erfinv" | "ndtr" | "log_ndtr" | "ndtr_ratio" | "ndtr_excess" | "i0"
        | "i0e" | "i1" | "i1e" | "betaln" => 4.0,
        "entr" => 3.0,
        "neg" | "abs" | "relu" | "sign" | "floor" | "ceil" | "round" | "trunc" | "rem" => 0.0,
        "sqrt" | "recip" | "square" | "add" | "sub" | "mul" | "div" | "frac" => 0.5,
        _ => 2.0,
    }
}

/// The bound in f64 where it is not that of f32.
pub(crate) fn bound_f64(name: &str, a: f64, b: f64, want: f64, set: Level) -> f64 {
    match name {
        "gelu_tanh" | "gelu_tanh_slope" => 3.0 + 2.0 * (-gate(a).0).max(0.0),
        "zeta" => b + 6.0,
        "polygamma" => b + 8.0,
        "i0" | "i0e" | "i1" | "i1e" => 6.0,
        // The exponent has the rounding of what it is made of.
        "gammainc" | "gammaincc" | "gamma_density" | "gammainc_slope" => 50.0 + 4.0 * want.abs().ln().abs(),
        _ => bound(name, set),
    }
}

/// The bound in f32 of a function whose points lie in the narrow table.
pub(crate) fn bound_narrow(name: &str, a: f64, want: f64, set: Level) -> f64 {
    if name.starts_with("gelu") {
        let unit = spacing_f32(want.abs().max(terms(name, a, 0.0))) / spacing_f32(want);
        return bound_f64(name, a, 0.0, want, set) * unit;
    }
    bound(name, set)
}

/// What the sigmoid of `gelu_tanh` is of, and its derivative.
fn gate(x: f64) -> (f64, f64) {
    let scale = 2.0 * (2.0 / std::f64::consts::PI).sqrt();
    (scale * (x + 0.044715 * x * x * x), scale * (1.0 + 3.0 * 0.044715 * x * x))
}

/// The size of what a function adds up where its result may cancel: distances are in units of the larger of it and the result.
pub(crate) fn terms(name: &str, a: f64, b: f64) -> f64 {
    let one = |name: &str, x: f64| eval(Level::Baseline, name, &[x], &[x])[0];
    match name {
        "lgamma" if a < 0.0 => one("lgamma", -a).abs(),
        "digamma" if a < 0.0 => {
            (std::f64::consts::PI / (std::f64::consts::PI * (a - a.round())).tan()).abs().max(1.0)
        }
        "betaln" => 8.0,
        "logaddexp" => a.abs().max(b.abs()),
        "ndtr_excess" => a.abs(),
        "gelu_tanh_slope" => {
            let ((v, slope), sigmoid) = (gate(a), |v| one("sigmoid", v));
            sigmoid(v).max((a * slope * sigmoid(v) * sigmoid(-v)).abs())
        }
        "polygamma" if a < 0.0 => {
            (1..=b as i32).map(f64::from).product::<f64>() * (a - a.round()).abs().powf(-b - 1.0)
        }
        _ => 0.0,
    }
}

/// Spacing of the f32 at the magnitude of `v`.
pub(crate) fn spacing_f32(v: f64) -> f64 {
    let exponent = ((v.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    2.0_f64.powi(exponent.clamp(-126, 127) - 23)
}

/// Spacing of the f64 at the magnitude of `v`.
pub(crate) fn spacing_f64(v: f64) -> f64 {
    let exponent = ((v.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    if exponent > -900 {
        return 2.0_f64.powi(exponent - 52);
    }
    // 2^-1074 cannot be had from `powi`, which divides by 2^1074.
    2.0_f64.powi(exponent.max(-1022) + 60) * 2.0_f64.powi(-60 - 52)
}

/// A small generator of random bits; the seed is printed with each failure.
pub(crate) struct Bits(pub(crate) u64);

impl Bits {
    pub(crate) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A point of a function.
pub(crate) struct Point {
    pub(crate) a: f64,
    pub(crate) b: f64,
    /// The correctly rounded result, and what rounding left in ulp.
    pub(crate) want: f64,
    pub(crate) rest: f64,
}

/// Points by the function's name, from a table beside this file or that of the environment variable `variable`. A line is
/// `name a [b] rounded rest`: bits in hexadecimal, the rest in ulp of the rounded value.
pub(crate) fn table(file: &str, variable: &str) -> BTreeMap<String, Vec<Point>> {
    let path = std::env::var(variable)
        .unwrap_or_else(|_| format!("{}/tests/ulp/{file}", env!("CARGO_MANIFEST_DIR")));
    let text = std::fs::read_to_string(path).expect("the reference table lies beside this test");
    let mut table = BTreeMap::<String, Vec<Point>>::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let bits =
            |i: usize| f64::from_bits(u64::from_str_radix(words[i], 16).expect("a hexadecimal number"));
        let last = words.len() - 1;
        let point = Point {
            a: bits(1),
            b: if last == 4 { bits(2) } else { 0.0 },
            want: bits(last - 1),
            rest: words[last].parse().expect("a decimal number"),
        };
        table.entry(words[0].to_string()).or_default().push(point);
    }
    table
}
