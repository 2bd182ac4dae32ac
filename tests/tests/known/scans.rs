//! Recurrences of sequence models as loops: Mamba's selective scan, and the gated delta rule.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders};

use cotangent_tests::known::{as_in_jax, leaves, wave};

const CHANNELS: usize = 3;
const STATES: usize = 2;

/// `h' = exp(dt A) h + dt B x`, `y = C h + D x`, where `dt`, `B` and `C` are chosen by the input.
#[derive(Clone, Debug, Differentiable)]
struct Mamba {
    a_log: Tensor<f64>,
    rate: Tensor<f64>,
    rate_bias: Tensor<f64>,
    into_state: Tensor<f64>,
    out_of_state: Tensor<f64>,
    skip: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Mamba {
    #[differentiable(name = MambaLoss)]
    fn loss(&self, xs: &Tensor<f64, L, D>) -> Scalar<f64> {
        let rates = (xs.matmul(&self.rate) + &self.rate_bias).softplus();
        let (bs, cs) = (xs.matmul(&self.into_state), xs.matmul(&self.out_of_state));
        let a = -self.a_log.exp();
        let mut h = Tensor::<f64>::zeros([D, self.a_log.dim(1)]);
        let mut total = Scalar::<f64>::zeros([]);
        for t in 0..L {
            let t = t as isize;
            let (x, dt) = (xs.narrow(0, t, 1).squeeze(0), rates.narrow(0, t, 1).squeeze(0));
            let (b, c) = (bs.narrow(0, t, 1), cs.narrow(0, t, 1).squeeze(0));
            h = (dt.unsqueeze(1) * &a).exp() * h + (dt * &x).unsqueeze(1) * b;
            let y = h.matmul(c) + &self.skip * x;
            total += y.tanh().sum();
        }
        total
    }
}

/// With tensors only, and no loop.
macro_rules! scans {
    ($($name:ident: $($t:literal)*;)*) => {$(
        #[differentiable(order = 2)]
        fn $name(p: &[Tensor<f64>], xs: &Tensor<f64>) -> Scalar<f64> {
            let a = -p[0].exp();
            let h = &p[0] * 0.0;
            let total = Scalar::<f64>::zeros([]);
            $(
                let x = xs.narrow(0, $t, 1).squeeze(0);
                let dt = (x.matmul(&p[1]) + &p[2]).softplus();
                let h = h * (dt.unsqueeze(1) * &a).exp() + outer(dt * &x, x.matmul(&p[3]));
                let total = total + (h.matmul(x.matmul(&p[4])) + &p[5] * x).tanh().sum();
            )*
            total
        }
    )*};
}
scans! {
    scan_1: 0;
    scan_3: 0 1 2;
}

fn mamba() -> Mamba {
    Mamba {
        a_log: wave(1, &[CHANNELS, STATES]),
        rate: wave(2, &[CHANNELS, CHANNELS]),
        rate_bias: wave(3, &[CHANNELS]),
        into_state: wave(4, &[CHANNELS, STATES]),
        out_of_state: wave(5, &[CHANNELS, STATES]),
        skip: wave(6, &[CHANNELS]),
    }
}

#[test]
fn a_selective_scan() -> Result<()> {
    let (m, p) = (mamba(), leaves(&mamba()));
    let (one, three, seven) = (wave(7, &[1, CHANNELS]), wave(7, &[3, CHANNELS]), wave(7, &[7, CHANNELS]));
    both::<MambaLoss, scan_1>((&m, &one), (&p, &one))?;
    both::<MambaLoss, scan_3>((&m, &three), (&p, &three))?;
    orders::<MambaLoss>((&m, &seven))?;
    as_in_jax::<MambaLoss>("mamba", (&m, &seven))
}

/// `S' = a S (I - b k kᵀ) + b v kᵀ`, read by `S' q`; a row of `gates` gives `a` and `b`.
#[differentiable(order = 2)]
fn delta(
    q: &Tensor<f64, L, K>,
    k: &Tensor<f64, L, K>,
    v: &Tensor<f64, L, V>,
    gates: &Tensor<f64, L, 2>,
) -> Scalar<f64> {
    let mut s = Tensor::<f64>::zeros([V, K]);
    let mut total = Scalar::<f64>::zeros([]);
    for t in 0..L {
        let t = t as isize;
        let [a, b] = gates.narrow(0, t, 1).sigmoid().chunk(2, 1);
        let key = k.narrow(0, t, 1);
        let key: Tensor<f64, 1, K> = &key / key.square().sum().sqrt();
        let forget = eye(K) - &b * key.t().matmul(&key);
        s = a * s.matmul(forget) + b * v.narrow(0, t, 1).t().matmul(key);
        let o = s.matmul(q.narrow(0, t, 1).t());
        total = total + (o * 2.0).tanh().sum();
    }
    total
}

/// A step as kernels make it: what the state says of the key is replaced by a part of the value.
macro_rules! deltas {
    ($($name:ident: $($t:literal)*;)*) => {$(
        #[differentiable(order = 2)]
        fn $name(
            q: &Tensor<f64>,
            k: &Tensor<f64>,
            v: &Tensor<f64, L, V>,
            gates: &Tensor<f64>,
        ) -> Scalar<f64> {
            let s = Tensor::<f64>::zeros([V, k.dim(1)]);
            let total = Scalar::<f64>::zeros([]);
            $(
                let (a, b) = (gates.narrow(0, $t, 1).narrow(1, 0, 1), gates.narrow(0, $t, 1).narrow(1, 1, 1));
                let key = k.narrow(0, $t, 1).squeeze(0);
                let key = &key * key.dot(&key).rsqrt();
                let s = a.sigmoid() * s;
                let old = s.matmul(&key) / a.sigmoid();
                let new = v.narrow(0, $t, 1).squeeze(0) - old * a.sigmoid().squeeze(0);
                let s = s + b.sigmoid() * outer(new, key);
                let total = total + (s.matmul(q.narrow(0, $t, 1).squeeze(0)) * 2.0).tanh().sum();
            )*
            total
        }
    )*};
}
deltas! {
    delta_1: 0;
    delta_3: 0 1 2;
}

#[test]
fn a_gated_delta_rule() -> Result<()> {
    let all = |n| (wave(1, &[n, 3]), wave(2, &[n, 3]), wave(3, &[n, 2]), wave(4, &[n, 2]));
    let (q, k, v, g) = all(1);
    both::<delta, delta_1>((&q, &k, &v, &g), (&q, &k, &v, &g))?;
    let (q, k, v, g) = all(3);
    both::<delta, delta_3>((&q, &k, &v, &g), (&q, &k, &v, &g))?;
    let (q, k, v, g) = all(7);
    orders::<delta>((&q, &k, &v, &g))?;
    as_in_jax::<delta>("delta", (&q, &k, &v, &g))
}

/// No step, no dependence: the zero of every shape.
#[test]
fn scans_of_no_length() -> Result<()> {
    let m = mamba();
    let (value, g) = m.loss_value_and_grad(&wave(7, &[0, CHANNELS]))?;
    let gradient = numbers(&g)?;
    near("the value", &numbers(&value)?, &[0.0], 0.0);
    assert!(gradient.len() == 6 + 9 + 3 + 6 + 6 + 3 && gradient.iter().all(|&g| g == 0.0), "{gradient:?}");
    orders::<MambaLoss>((&m, &wave(7, &[0, CHANNELS])))?;
    let (q, v) = (wave(1, &[0, 3]), wave(2, &[0, 2]));
    orders::<delta>((&q, &q, &v, &v))
}
