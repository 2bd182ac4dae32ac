//! The functions of numbers that templates call: by the standard library or the textbook where they are here, so that
//! the kernels are judged by something else; otherwise by the kernels' own, which have tests of their own.

use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, PI};

/// The function of this name.
pub(super) fn function(name: &str, args: &[f64]) -> f64 {
    let own = match *args {
        [x] => unary(name, x),
        [a, b] => binary(name, a, b),
        [a, b, c] => ternary(name, a, b, c),
        _ => None,
    };
    own.or_else(|| cotangent_kernels::math::by_name(name, args))
        .or_else(|| of_order(name, args))
        .unwrap_or_else(|| panic!("`{name}` of {} numbers is not in `kernels/src/math.rs`", args.len()))
}

/// The kernels' functions that have an integer of the host.
fn of_order(name: &str, args: &[f64]) -> Option<f64> {
    let s = cotangent_kernels::isa::Baseline;
    match (name, args) {
        ("polygamma", &[x, n]) => Some(cotangent_kernels::math::polygamma(s, x, n as i32)),
        ("gammainc_slope", &[a, x, n]) => Some(cotangent_kernels::math::gammainc_slope(s, a, x, n as i32)),
        ("gamma_density", &[a, x, n]) => Some(cotangent_kernels::math::gamma_density(s, a, x, n as i32)),
        ("gamma_limit", &[a, x, n]) => Some(cotangent_kernels::math::gamma_limit(s, a, x, n as i32)),
        _ => None,
    }
}

fn unary(name: &str, x: f64) -> Option<f64> {
    Some(match name {
        "neg" => -x,
        "abs" => x.abs(),
        "sign" if x == 0.0 || x.is_nan() => x,
        "sign" => x.signum(),
        "recip" => 1.0 / x,
        "square" => x * x,
        "exp" => x.exp(),
        "exp2" => (x * LN_2).exp(),
        "expm1" => x.exp_m1(),
        "ln" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "sqrt" => x.sqrt(),
        "rsqrt" => 1.0 / x.sqrt(),
        "cbrt" => x.cbrt(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "sinc" if x == 0.0 => 1.0,
        "sinc" => (PI * x).sin() / (PI * x),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "erf" => 1.0 - erfc(x),
        "erfc" => erfc(x),
        "sigmoid" => 1.0 / (1.0 + (-x).exp()),
        "relu" if x.is_nan() => x,
        "relu" => x.max(0.0),
        "gelu_tanh" => 0.5 * x * (1.0 + gelu_inner(x).0.tanh()),
        "gelu_tanh_slope" => {
            let (inner, slope) = gelu_inner(x);
            let t = inner.tanh();
            0.5 * (1.0 + t + x * (1.0 - t * t) * slope)
        }
        "softplus" => x.max(0.0) + (-x.abs()).exp().ln_1p(),
        "log_sigmoid" => x.min(0.0) - (-x.abs()).exp().ln_1p(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round_ties_even(),
        "trunc" => x.trunc(),
        "frac" => x.fract(),
        "nan_to_num" if x.is_nan() => 0.0,
        "nan_to_num" => x.clamp(f64::MIN, f64::MAX),
        "not" => truth(x == 0.0),
        "is_nan" => truth(x.is_nan()),
        "is_finite" => truth(x.is_finite()),
        "cast" => x,
        _ => return None,
    })
}

fn binary(name: &str, a: f64, b: f64) -> Option<f64> {
    let nan = a.is_nan() || b.is_nan();
    Some(match name {
        "add" => a + b,
        "sub" => a - b,
        "mul" | "and" => a * b,
        "div" => a / b,
        "rem" => a % b,
        "floor_mod" => a - b * (a / b).floor(),
        "pow" => a.powf(b),
        "powi" => a.powi(b as i32),
        "maximum" | "minimum" if nan => f64::NAN,
        "maximum" | "or" => a.max(b),
        "minimum" => a.min(b),
        "hypot" => a.hypot(b),
        "atan2" => a.atan2(b),
        "copysign" => a.copysign(b),
        "eq" => truth(a == b),
        "ne" => truth(a != b),
        "lt" => truth(a < b),
        "le" => truth(a <= b),
        "gt" => truth(a > b),
        "ge" => truth(a >= b),
        _ => return None,
    })
}

fn ternary(name: &str, a: f64, b: f64, c: f64) -> Option<f64> {
    Some(match name {
        "mul_add" => a.mul_add(b, c),
        "clamp" if a.is_nan() => a,
        "clamp" => a.max(b).min(c),
        "select" if a != 0.0 => b,
        "select" => c,
        _ => return None,
    })
}

pub(super) fn truth(b: bool) -> f64 {
    f64::from(u8::from(b))
}

/// What the tanh of `gelu_tanh` is of, cut to where that is -1 or 1, and its derivative.
fn gelu_inner(x: f64) -> (f64, f64) {
    let (scale, u) = ((2.0 / PI).sqrt(), x.clamp(-64.0, 64.0));
    (scale * (u + 0.044715 * u * u * u), scale * (1.0 + 3.0 * 0.044715 * u * u))
}

/// The series of `erf` near 0, a continued fraction beyond.
fn erfc(x: f64) -> f64 {
    if x < -2.0 {
        return 2.0 - erfc(-x);
    }
    if x > 2.0 {
        let tail = (1..200).rev().fold(x, |t, k| x + 0.5 * f64::from(k) / t);
        return 0.5 * FRAC_2_SQRT_PI * (-x * x).exp() / tail;
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..80 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    1.0 - FRAC_2_SQRT_PI * sum
}
