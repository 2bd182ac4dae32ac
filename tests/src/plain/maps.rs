//! Functions of each element.

use super::{Hyper, Operand, Tensor};

macro_rules! maps {
    ($($name:ident: |$x:ident $(, $p:ident: $ty:ty)*| $f:expr;)*) => {
        impl Tensor {$(
            pub fn $name(&self $(, $p: $ty)*) -> Self {
                self.map(|$x| $f)
            }
        )*}
    };
}

fn one() -> Hyper {
    1.0.into()
}

/// `x` between the bounds and constants elsewhere. On the bounds it is `x` for a closed range.
fn cut(x: Hyper, lo: f64, hi: f64, closed: bool) -> Hyper {
    let value = x.value.clamp(lo, hi);
    let inside = if closed { x.value == value } else { lo < value && value < hi };
    if inside { x } else { value.into() }
}

fn softplus(x: Hyper) -> Hyper {
    (one() + x.exp()).ln()
}

fn sigmoid(x: Hyper) -> Hyper {
    one() / (one() + (-x).exp())
}

fn elu(x: Hyper, alpha: f64) -> Hyper {
    if x.value > 0.0 { x } else { (x.exp() - one()) * alpha.into() }
}

maps! {
    sin: |x| x.sin();
    cos: |x| x.cos();
    tanh: |x| x.tanh();
    atan: |x| x.atan();
    exp: |x| x.exp();
    ln: |x| x.ln();
    sqrt: |x| x.sqrt();
    erf: |x| x.erf();
    sinc: |x| x.sinc();
    square: |x| x * x;
    powi: |x, n: i32| x.powi(n);
    powf: |x, p: f64| x.powf(p);
    sigmoid: |x| sigmoid(x);
    softplus: |x| softplus(x);
    log_sigmoid: |x| -softplus(-x);
    asinh: |x| x.asinh();
    gelu: |x| x * 0.5.into() * (one() + (x * 0.5_f64.sqrt().into()).erf());
    gelu_tanh: |x| x * 0.5.into() * (one() + ((x + x * x * x * 0.044715.into()) * (2.0 / std::f64::consts::PI).sqrt().into()).tanh());
    silu: |x| x * sigmoid(x);
    mish: |x| x * softplus(x).tanh();
    softsign: |x| x / (one() + x.abs());
    tanhshrink: |x| x - x.tanh();
    expm1: |x| x.exp() - one();
    exp2: |x| (x * std::f64::consts::LN_2.into()).exp();
    sinh: |x| (x.exp() - (-x).exp()) * 0.5.into();
    cosh: |x| (x.exp() + (-x).exp()) * 0.5.into();
    neg: |x| -x;
    abs: |x| x.abs();
    relu: |x| if x.value <= 0.0 { 0.0.into() } else { x };
    leaky_relu: |x, slope: f64| if x.value > 0.0 { x } else { x * slope.into() };
    elu: |x, alpha: f64| elu(x, alpha);
    selu: |x| elu(x, 1.673_263_242_354_377_2) * 1.050_700_987_355_480_5.into();
    hardtanh: |x| cut(x, -1.0, 1.0, false);
    hardsigmoid: |x| cut(x * (1.0 / 6.0).into() + 0.5.into(), 0.0, 1.0, false);
    hardswish: |x| if x.value >= 3.0 { x } else { x * cut(x * (1.0 / 6.0).into() + 0.5.into(), 0.0, 1.0, false) };
    relu6: |x| cut(x, 0.0, 6.0, false);
    clamp: |x, lo: f64, hi: f64| cut(x, lo, hi, true);
    softshrink: |x, by: f64| x - cut(x, -by, by, true);
    hardshrink: |x, by: f64| if x.value.abs() <= by { 0.0.into() } else { x };
    floor: |x| x.value.floor().into();
    round: |x| x.value.round_ties_even().into();
    sign: |x| if x.value == 0.0 { 0.0.into() } else { x.value.signum().into() };
    log1p: |x| (x + one()).ln();
    rsqrt: |x| one() / x.sqrt();
    recip: |x| one() / x;
    cbrt: |x| x.powf(1.0 / 3.0);
    log2: |x| x.ln() * (1.0 / std::f64::consts::LN_2).into();
    log10: |x| x.ln() * (1.0 / std::f64::consts::LN_10).into();
    not: |x| (1.0 - x.value).into();
}

macro_rules! pairs {
    ($($name:ident: |$a:ident, $b:ident| $f:expr;)*) => {
        impl Tensor {$(
            pub fn $name(&self, o: impl Operand) -> Self {
                self.zip(&o.tensor(), |$a, $b| $f)
            }
        )*}
        $(pub fn $name(a: impl Operand, b: impl Operand) -> Tensor {
            a.tensor().$name(b)
        })*
    };
}

/// 1 or 0.
fn holds(test: bool) -> Hyper {
    f64::from(u8::from(test)).into()
}

/// The one that is chosen, or half of each.
fn either(a: Hyper, b: Hyper, first: bool) -> Hyper {
    if a.value == b.value {
        (a + b) * 0.5.into()
    } else if first {
        a
    } else {
        b
    }
}

pairs! {
    maximum: |a, b| either(a, b, a.value > b.value);
    minimum: |a, b| either(a, b, a.value < b.value);
    hypot: |a, b| (a * a + b * b).sqrt();
    // Of positive `b`.
    atan2: |a, b| (a / b).atan();
    pow: |a, b| (b * a.ln()).exp();
    gt: |a, b| holds(a.value > b.value);
    ge: |a, b| holds(a.value >= b.value);
    lt: |a, b| holds(a.value < b.value);
    le: |a, b| holds(a.value <= b.value);
    and: |a, b| a * b;
}

pub fn fma(a: impl Operand, b: impl Operand, c: impl Operand) -> Tensor {
    a.tensor() * b.tensor() + c.tensor()
}

pub fn select(test: impl Operand, yes: impl Operand, no: impl Operand) -> Tensor {
    test.tensor().select(yes, no)
}

impl Tensor {
    pub fn lerp(&self, o: impl Operand, t: f64) -> Self {
        *self + (o.tensor() - *self) * t
    }
    pub fn select(&self, yes: impl Operand, no: impl Operand) -> Self {
        // What is not taken has no influence, whatever it is.
        let yes = self.zip(&yes.tensor(), |test, x| if test.value == 0.0 { 0.0.into() } else { x });
        let no = self.zip(&no.tensor(), |test, x| if test.value == 0.0 { x } else { 0.0.into() });
        yes + no
    }
    pub fn masked_fill(&self, test: impl Operand, value: f64) -> Self {
        select(test, value, *self)
    }
}
