//! The f32 functions over their whole range, against f64, and special functions against values computed with 220 bits.

mod ulp;

use cotangent_kernels::isa::Level;
use ulp::{Bits, bound, bound_narrow, eval, sets, spacing_f32, table};

/// Every `stride`-th bit pattern; `COTANGENT_ULP_STRIDE=1` is exhaustive.
fn sample() -> Vec<f32> {
    let stride =
        std::env::var("COTANGENT_ULP_STRIDE").ok().and_then(|v| v.parse().ok()).unwrap_or(4099_usize);
    (0..=u32::MAX).step_by(stride).map(f32::from_bits).collect()
}

fn distance(got: f32, want: f64) -> f64 {
    if want.is_nan() || got.is_nan() {
        return if want.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    // Beyond the largest f32 infinity is the nearest.
    let top = f64::from(f32::MAX) + spacing_f32(f64::from(f32::MAX)) / 2.0;
    if got.is_infinite() {
        let far = want.abs() >= top || (want.abs() - top).abs() / spacing_f32(f64::from(f32::MAX)) < 2.0;
        return if far && want.is_sign_negative() == got.is_sign_negative() { 0.0 } else { f64::INFINITY };
    }
    let want = want.clamp(-top, top);
    (f64::from(got) - want).abs() / spacing_f32(want)
}

fn check(name: &str, a: &[f32], b: &[f32], reference: impl Fn(f64, f64) -> f64) {
    let want: Vec<f64> = a.iter().zip(b).map(|(&a, &b)| reference(f64::from(a), f64::from(b))).collect();
    let mut failures = vec![];
    for set in sets() {
        let got = eval(set, name, a, b);
        let mut worst = (0.0, 0);
        for i in 0..a.len() {
            let d = distance(got[i], want[i]);
            if d > worst.0 {
                worst = (d, i);
            }
        }
        let (d, i) = worst;
        println!("{name:12} {set:?} {d:.3} ulp at {:e} {:e}", a[i], b[i]);
        if d > bound(name, set) {
            failures.push(format!(
                "{name} on {set:?}: {d} ulp at {:e}, {:e}: {:e}, not {:e}",
                a[i], b[i], got[i], want[i]
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn unary(name: &str, reference: impl Fn(f64) -> f64) {
    let x = sample();
    check(name, &x, &x, |x, _| reference(x));
}

/// Pairs of all magnitudes, of close magnitudes, and of ordinary numbers.
fn binary(name: &str, reference: impl Fn(f64, f64) -> f64) {
    let seed = 11;
    println!("seed {seed}");
    let mut bits = Bits(seed);
    let (mut a, mut b) = (vec![], vec![]);
    for _ in 0..300_000 {
        let (x, y) = (f32::from_bits(bits.draw() as u32), f32::from_bits(bits.draw() as u32));
        let (u, v) = (bits.draw() as i32 as f32 / 2e8, bits.draw() as i32 as f32 / 2e8);
        a.extend([x, x, u]);
        b.extend([y, x * u, v]);
    }
    check(name, &a, &b, reference);
}

fn one(set: Level, name: &str, x: f64) -> f64 {
    eval(set, name, &[x], &[x])[0]
}

macro_rules! unary {
    ($($name:ident: $reference:expr;)+) => {
        $(#[test] fn $name() { unary(stringify!($name), $reference); })+
    };
}

macro_rules! binary {
    ($($name:ident: $reference:expr;)+) => {
        $(#[test] fn $name() { binary(stringify!($name), $reference); })+
    };
}

unary! {
    exp: f64::exp; exp2: f64::exp2; expm1: f64::exp_m1; ln: f64::ln; log2: f64::log2; log10: f64::log10;
    log1p: f64::ln_1p; sin: f64::sin; cos: f64::cos; tan: f64::tan; asin: f64::asin; acos: f64::acos; atan: f64::atan;
    sinh: f64::sinh; cosh: f64::cosh; tanh: f64::tanh; asinh: f64::asinh; acosh: f64::acosh; atanh: f64::atanh;
    sqrt: f64::sqrt; rsqrt: |x| 1.0 / x.sqrt(); cbrt: f64::cbrt; recip: |x| 1.0 / x; square: |x| x * x;
    neg: |x| -x; abs: f64::abs; relu: |x| if x <= 0.0 { 0.0 } else { x }; floor: f64::floor; ceil: f64::ceil; round: f64::round_ties_even; trunc: f64::trunc;
    frac: |x| x - x.trunc();
    sign: |x| if x == 0.0 { x } else { x.signum() };
    sigmoid: |x| 1.0 / (1.0 + (-x).exp());
    softplus: |x| x.max(0.0) + (-x.abs()).exp().ln_1p() + 0.0 * x.abs().min(1.0);
    log_sigmoid: |x| x.min(0.0) - (-x.abs()).exp().ln_1p() + 0.0 * x.abs().min(1.0);
    sinc: |x| {
        let r = x - x.round();
        let y = if x == 0.0 { 1.0 } else { (std::f64::consts::PI * r).sin() / (std::f64::consts::PI * x) };
        if x.is_infinite() { 0.0 } else { y * if x.round() % 2.0 == 0.0 { 1.0 } else { -1.0 } }
    };
    erf: |x| one(Level::Baseline, "erf", x);
    erfc: |x| one(Level::Baseline, "erfc", x);
    lgamma: |x| one(Level::Baseline, "lgamma", x);
    digamma: |x| one(Level::Baseline, "digamma", x);
    erfinv: |x| one(Level::Baseline, "erfinv", x);
    ndtr: |x| one(Level::Baseline, "ndtr", x);
    log_ndtr: |x| one(Level::Baseline, "log_ndtr", x);
    i0: |x| one(Level::Baseline, "i0", x);
    i0e: |x| one(Level::Baseline, "i0e", x);
    i1: |x| one(Level::Baseline, "i1", x);
    i1e: |x| one(Level::Baseline, "i1e", x);
    entr: |x| if x == 0.0 { 0.0 } else if x < 0.0 { f64::NEG_INFINITY } else { -x * x.ln() };
}

binary! {
    pow: f64::powf; hypot: f64::hypot; atan2: f64::atan2; rem: |a, b| a % b; floor_mod: |a, b| {
        let r = a % b;
        if r == 0.0 || (r < 0.0) == (b < 0.0) { r } else { r + b }
    };
    betaln: |a, b| eval(Level::Baseline, "betaln", &[a], &[b])[0];
    add: |a, b| a + b; sub: |a, b| a - b; mul: |a, b| a * b; div: |a, b| a / b;
}

/// `ulp/make.py narrow` makes tables of any size, which `COTANGENT_ULP_NARROW` names. Some points lie where terms cancel.
#[test]
fn special_functions_are_within_their_bounds() {
    let mut failures = vec![];
    for (name, points) in &table("narrow.txt", "COTANGENT_ULP_NARROW") {
        let a: Vec<f32> = points.iter().map(|p| p.a as f32).collect();
        let b: Vec<f32> = points.iter().map(|p| p.b as f32).collect();
        for set in sets() {
            let got = eval(set, name, &a, &b);
            let mut worst = (0.0, 0);
            for (i, p) in points.iter().enumerate() {
                let d = distance(got[i], p.want);
                if d > worst.0 {
                    worst = (d, i);
                }
                if d > bound_narrow(name, p.a, p.want, set) {
                    let (a, b, want) = (a[i], b[i], p.want);
                    failures.push(format!(
                        "{name} on {set:?}: {d} ulp at {a:e} {b:e}: {:e}, not {want:e}",
                        got[i]
                    ));
                }
            }
            println!("{name:14} {set:?} {:.3} ulp at {:e} {:e}", worst.0, a[worst.1], b[worst.1]);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
