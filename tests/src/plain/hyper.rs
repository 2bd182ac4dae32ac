//! Numbers with their derivatives along two directions.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A value, its slopes along two directions, and the slope of the one along the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hyper {
    pub value: f64,
    pub along: [f64; 2],
    pub both: f64,
}

impl From<f64> for Hyper {
    fn from(value: f64) -> Self {
        Self { value, along: [0.0; 2], both: 0.0 }
    }
}

impl Hyper {
    /// A function of this, by its value and its first two derivatives there.
    pub fn through(self, [f, df, ddf]: [f64; 3]) -> Self {
        let [a, b] = self.along;
        Self { value: f, along: [df * a, df * b], both: df * self.both + ddf * a * b }
    }
    pub fn sin(self) -> Self {
        let (sin, cos) = self.value.sin_cos();
        self.through([sin, cos, -sin])
    }
    pub fn cos(self) -> Self {
        let (sin, cos) = self.value.sin_cos();
        self.through([cos, -sin, -cos])
    }
    pub fn exp(self) -> Self {
        self.through([self.value.exp(); 3])
    }
    pub fn ln(self) -> Self {
        let one = 1.0 / self.value;
        self.through([self.value.ln(), one, -one * one])
    }
    pub fn tanh(self) -> Self {
        let t = self.value.tanh();
        let slope = 1.0 - t * t;
        self.through([t, slope, -2.0 * t * slope])
    }
    pub fn atan(self) -> Self {
        let slope = 1.0 / (1.0 + self.value * self.value);
        self.through([self.value.atan(), slope, -2.0 * self.value * slope * slope])
    }
    pub fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.through([root, 0.5 / root, -0.25 / (root * self.value)])
    }
    pub fn powf(self, p: f64) -> Self {
        let x = self.value;
        self.through([x.powf(p), p * x.powf(p - 1.0), p * (p - 1.0) * x.powf(p - 2.0)])
    }
    pub fn abs(self) -> Self {
        let sign = if self.value == 0.0 { 0.0 } else { self.value.signum() };
        self.through([self.value.abs(), sign, 0.0])
    }
    pub fn asinh(self) -> Self {
        let x = self.value;
        let slope = 1.0 / (1.0 + x * x).sqrt();
        self.through([x.asinh(), slope, -x * slope.powi(3)])
    }
    /// A series without differences, for numbers that are not large.
    pub fn erf(self) -> Self {
        let x = self.value;
        let slope = 2.0 / std::f64::consts::PI.sqrt() * (-x * x).exp();
        let (mut sum, mut term) = (0.0, x);
        for n in 1..400 {
            sum += term;
            term *= 2.0 * x * x / f64::from(2 * n + 1);
        }
        self.through([slope * sum, slope, -2.0 * x * slope])
    }
    /// `sin(πx) / (πx)`
    pub fn sinc(self) -> Self {
        let (x, pi) = (self.value, std::f64::consts::PI);
        if x.abs() > 1.0 {
            let (sin, cos) = (pi * x).sin_cos();
            let f = sin / (pi * x);
            let df = (cos - f) / x;
            return self.through([f, df, -pi * pi * f - 2.0 * df / x]);
        }
        let mut all = [0.0; 3];
        let mut factor = 1.0;
        for k in 0..20 {
            let n = 2 * k;
            let power = |less: i32| if n < less { 0.0 } else { x.powi(n - less) };
            all[0] += factor * power(0);
            all[1] += factor * f64::from(n) * power(1);
            all[2] += factor * f64::from(n * (n - 1)) * power(2);
            factor *= -pi * pi / f64::from((n + 2) * (n + 3));
        }
        self.through(all)
    }
    pub fn powi(self, n: i32) -> Self {
        let (x, k) = (self.value, f64::from(n));
        self.through([x.powi(n), k * x.powi(n - 1), k * (k - 1.0) * x.powi(n - 2)])
    }
}

impl Add for Hyper {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let [a, b] = [0, 1].map(|i| self.along[i] + o.along[i]);
        Self { value: self.value + o.value, along: [a, b], both: self.both + o.both }
    }
}

impl Neg for Hyper {
    type Output = Self;
    fn neg(self) -> Self {
        self.through([-self.value, -1.0, 0.0])
    }
}

impl Sub for Hyper {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul for Hyper {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let slope = |i: usize| self.along[i] * o.value + self.value * o.along[i];
        let crossed = self.along[0] * o.along[1] + self.along[1] * o.along[0];
        Self {
            value: self.value * o.value,
            along: [slope(0), slope(1)],
            both: self.both * o.value + crossed + self.value * o.both,
        }
    }
}

impl Div for Hyper {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        self * o.powi(-1)
    }
}
