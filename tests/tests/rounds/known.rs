//! Programs with known answers: cells over a sequence of any length, iterations, an integrator, a scan.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders, same};

use crate::normal;

#[differentiable(order = 2)]
fn rnn(
    xs: &Tensor<f64, T, B, I>,
    h0: &Tensor<f64, B, H>,
    w: &Tensor<f64, I, H>,
    u: &Tensor<f64, H, H>,
) -> Scalar<f64> {
    let mut h = h0.clone();
    for t in 0..T {
        let x = xs.narrow(0, t as isize, 1).squeeze(0);
        h = (x.matmul(w) + h.matmul(u)).tanh();
    }
    (&h * &h).sum()
}

#[differentiable]
fn rnn_3(xs: &Tensor<f64>, h: &Tensor<f64>, w: &Tensor<f64>, u: &Tensor<f64>) -> Scalar<f64> {
    let h = (xs.narrow(0, 0, 1).squeeze(0).matmul(w) + h.matmul(u)).tanh();
    let h = (xs.narrow(0, 1, 1).squeeze(0).matmul(w) + h.matmul(u)).tanh();
    let h = (xs.narrow(0, 2, 1).squeeze(0).matmul(w) + h.matmul(u)).tanh();
    (&h * &h).sum()
}

#[test]
fn a_recurrent_cell() -> Result<()> {
    let (h, w, u) = (normal(2, [2, 3]), normal(3, [2, 3]), normal(4, [3, 3]));
    let xs = normal(1, [3, 2, 2]);
    both::<rnn, rnn_3>((&xs, &h, &w, &u), (&xs, &h, &w, &u))?;
    for n in [0, 1, 8] {
        orders::<rnn>((&normal(1, [n, 2, 2]), &h, &w, &u))?;
    }
    Ok(())
}

/// The weights of the three gates beside each other.
#[differentiable(order = 2)]
fn gated_step(
    x: &Tensor<f64, B, I>,
    h: &Tensor<f64, B, H>,
    w: &Tensor<f64, I, { 3 * H }>,
    u: &Tensor<f64, H, { 3 * H }>,
) -> Tensor<f64, B, H> {
    let a = x.matmul(w);
    let b = h.matmul(u);
    let [ar, az, an] = a.split([H, H, H], 1);
    let [br, bz, bn] = b.split([H, H, H], 1);
    let (r, z) = ((ar + br).sigmoid(), (az + bz).sigmoid());
    let n = (an + r * bn).tanh();
    (1.0 - &z) * n + z * h
}

#[differentiable(order = 2)]
fn gru(xs: &[Tensor<f64>], h0: &Tensor<f64>, w: &Tensor<f64>, u: &Tensor<f64>) -> Scalar<f64> {
    let mut h = h0.clone();
    for x in xs {
        h = gated_step(x, &h, w, u);
    }
    h.square().sum()
}

#[differentiable]
fn gru_2(xs: &[Tensor<f64>], h0: &Tensor<f64>, w: &Tensor<f64>, u: &Tensor<f64>) -> Scalar<f64> {
    let h = gated_step(&xs[0], h0, w, u);
    gated_step(&xs[1], &h, w, u).square().sum()
}

#[test]
fn a_gated_recurrent_unit() -> Result<()> {
    let (h, w, u) = (normal(2, [2, 3]), normal(3, [2, 9]), normal(4, [3, 9]));
    let xs: Vec<_> = (0..5).map(|i| normal(10 + i, [2, 2])).collect();
    both::<gru, gru_2>((&xs[..2], &h, &w, &u), (&xs[..2], &h, &w, &u))?;
    orders::<gru>((&xs, &h, &w, &u))
}

#[differentiable(order = 2)]
fn lstm(
    xs: &Tensor<f64, N, B, I>,
    w: &Tensor<f64, { I + H }, { 4 * H }>,
    bias: &Tensor<f64, { 4 * H }>,
    h0: &Tensor<f64, B, H>,
) -> (Scalar<f64>, Tensor<f64, B, H>) {
    let (mut h, mut c) = (h0.clone(), Tensor::<f64>::zeros([B, H]));
    for t in 0..N {
        let x = xs.narrow(0, t as isize, 1).reshape([B, I]);
        let gates = concat(&[&x, &h], 1).matmul(w) + bias;
        let [i, f, g, o] = gates.chunk(4, 1);
        c = f.sigmoid() * &c + i.sigmoid() * g.tanh();
        h = o.sigmoid() * c.tanh();
    }
    ((&h * &h).sum() + c.sum(), c)
}

#[differentiable]
fn lstm_2(
    xs: &Tensor<f64>,
    w: &Tensor<f64>,
    bias: &Tensor<f64>,
    h0: &Tensor<f64>,
) -> (Scalar<f64>, Tensor<f64>) {
    let gates = concat(&[&xs.narrow(0, 0, 1).squeeze(0), h0], 1).matmul(w) + bias;
    let [i, _, g, o] = gates.chunk(4, 1);
    let c = i.sigmoid() * g.tanh();
    let h = o.sigmoid() * c.tanh();
    let gates = concat(&[&xs.narrow(0, 1, 1).squeeze(0), &h], 1).matmul(w) + bias;
    let [i, f, g, o] = gates.chunk(4, 1);
    let c = f.sigmoid() * &c + i.sigmoid() * g.tanh();
    let h = o.sigmoid() * c.tanh();
    ((&h * &h).sum() + c.sum(), c)
}

#[test]
fn a_long_short_term_memory() -> Result<()> {
    let (w, b, h) = (normal(2, [5, 12]), normal(3, [12]), normal(4, [2, 3]));
    let xs = normal(1, [2, 2, 2]);
    both::<lstm, lstm_2>((&xs, &w, &b, &h), (&xs, &w, &b, &h))?;
    orders::<lstm>((&normal(1, [6, 2, 2]), &w, &b, &h))
}

/// Newton's iteration for a square root.
#[differentiable(order = 2)]
fn root(x: &Tensor<f64>, steps: usize) -> Scalar<f64> {
    let mut y = x * 0.5 + 0.5;
    for _ in 0..steps {
        y = (&y + x / &y) * 0.5;
    }
    y.sum()
}

/// As many rounds as it takes: the host looks at the values.
#[differentiable(order = 2)]
fn root_until(x: &Tensor<f64>, tolerance: f64, rounds: &std::cell::Cell<usize>) -> Result<Scalar<f64>> {
    let mut y = x * 0.5 + 0.5;
    rounds.set(0);
    loop {
        let next = (&y + x / &y) * 0.5;
        let change = (&next - &y).abs().max().item()?;
        y = next;
        rounds.set(rounds.get() + 1);
        if change < tolerance {
            break;
        }
    }
    Ok(y.sum())
}

#[test]
fn newton_for_a_square_root() -> Result<()> {
    let x: Tensor<f64> = tensor![0.25, 2.0, 9.0];
    let want = |p: f64, k: f64| [0.25f64, 2.0, 9.0].map(|x| k * x.powf(p)).to_vec();
    for steps in [12, 40] {
        let (value, g) = root::value_and_grad(&x, steps)?;
        near("sqrt", &[value.item()?], &[0.5 + 2f64.sqrt() + 3.0], 1e-14);
        near("its derivative", &g.x.to_vec()?, &want(-0.5, 0.5), 1e-13);
        let ones = Tensor::ones([3])?;
        let (_, h) = root::hvp(&x, steps, &ones)?;
        near("its second derivative", &h.x.to_vec()?, &want(-1.5, -0.25), 1e-13);
    }
    orders::<root>((&x, 3))?;
    let rounds = std::cell::Cell::new(0);
    let (value, g) = root_until::value_and_grad(&x, 1e-12, &rounds)?;
    assert!((4..12).contains(&rounds.get()), "{}", rounds.get());
    near("sqrt", &[value.item()?], &[0.5 + 2f64.sqrt() + 3.0], 1e-14);
    near("its derivative", &g.x.to_vec()?, &want(-0.5, 0.5), 1e-10);
    Ok(())
}

/// The right-hand side of the pendulum.
#[differentiable(order = 2)]
fn pendulum(q: &Tensor<f64>, p: &Tensor<f64>, k: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    (p.clone(), -(q.sin() * k))
}

/// A step of fourth order, again and again.
#[differentiable(order = 2)]
fn runge_kutta(
    q: &Tensor<f64>,
    p: &Tensor<f64>,
    k: &Tensor<f64>,
    steps: usize,
) -> (Tensor<f64>, Tensor<f64>) {
    let dt = 1.0 / steps as f64;
    let (mut q, mut p) = (q.clone(), p.clone());
    for _ in 0..steps {
        let (a, b) = pendulum(&q, &p, k);
        let (c, d) = pendulum(&(&q + &a * (dt / 2.0)), &(&p + &b * (dt / 2.0)), k);
        let (e, f) = pendulum(&(&q + &c * (dt / 2.0)), &(&p + &d * (dt / 2.0)), k);
        let (g, h) = pendulum(&(&q + &e * dt), &(&p + &f * dt), k);
        q = q + (a + (c + e) * 2.0 + g) * (dt / 6.0);
        p = p + (b + (d + f) * 2.0 + h) * (dt / 6.0);
    }
    (q, p)
}

/// ½p² − k cos q, which the flow keeps.
#[differentiable(order = 2)]
fn energy(q: &Tensor<f64>, p: &Tensor<f64>, k: &Tensor<f64>) -> Scalar<f64> {
    (p.square() * 0.5 - q.cos() * k).sum()
}

#[differentiable(order = 2)]
fn energy_later(q: &Tensor<f64>, p: &Tensor<f64>, k: &Tensor<f64>, steps: usize) -> Scalar<f64> {
    let (q, p) = runge_kutta(q, p, k, steps);
    energy(&q, &p, k)
}

#[test]
fn an_integrator_of_fourth_order() -> Result<()> {
    let (q, p, k) = (normal(1, [2]), normal(2, [2]), normal(3, [2]).square()? + 0.5);
    orders::<energy_later>((&q, &p, &k, 3))?;
    // The gradient of the energy at the end is that at the start, but for the error of the steps.
    let before = energy::value_and_grad(&q, &p, &k)?;
    let errors: Vec<f64> = [20, 40]
        .into_iter()
        .map(|steps| {
            let after = energy_later::value_and_grad(&q, &p, &k, steps)?;
            let (a, b) = (numbers(&after.1)?, numbers(&before.1)?);
            Ok(a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
        })
        .collect::<Result<_>>()?;
    assert!(errors[0] < 1e-5, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!((3.5..5.5).contains(&order), "order {order}, errors {errors:?}");
    Ok(())
}

/// h ← a h + b x, with a and b of the step's own input.
#[differentiable(order = 2)]
fn scan(
    xs: &Tensor<f64, N, D>,
    a: &Tensor<f64, D, S>,
    b: &Tensor<f64, D, S>,
    c: &Tensor<f64, S>,
    rate: &Tensor<f64, D>,
) -> Scalar<f64> {
    let mut h = Tensor::<f64>::zeros([D, S]);
    let mut total = Tensor::<f64>::zeros([D]);
    for t in 0..N {
        let x = xs.narrow(0, t as isize, 1).squeeze(0);
        let dt = (&x * rate).softplus();
        let decay = (-(a.exp() * dt.unsqueeze(1))).exp();
        h = decay * &h + b * (dt * x).unsqueeze(1);
        total = total + (&h * c).sum_axis(1);
    }
    total.tanh().sum()
}

#[differentiable]
fn scan_2(
    xs: &Tensor<f64>,
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    c: &Tensor<f64>,
    rate: &Tensor<f64>,
) -> Scalar<f64> {
    let (x, y) = (xs.narrow(0, 0, 1).squeeze(0), xs.narrow(0, 1, 1).squeeze(0));
    let (s, t) = ((&x * rate).softplus(), (&y * rate).softplus());
    let h = b * (s * x).unsqueeze(1);
    let g = (-(a.exp() * t.unsqueeze(1))).exp() * &h + b * (t * y).unsqueeze(1);
    ((h * c).sum_axis(1) + (g * c).sum_axis(1)).tanh().sum()
}

#[test]
fn a_selective_scan() -> Result<()> {
    let (a, b, c, r) = (normal(2, [3, 2]), normal(3, [3, 2]), normal(4, [2]), normal(5, [3]));
    let xs = normal(1, [2, 3]);
    both::<scan, scan_2>((&xs, &a, &b, &c, &r), (&xs, &a, &b, &c, &r))?;
    orders::<scan>((&normal(1, [7, 3]), &a, &b, &c, &r))
}

#[differentiable]
fn long(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for _ in 0..n {
        h = &h * w;
    }
    h.sum()
}

#[differentiable]
fn long_in_one(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    (x * w.powf(n as f64)).sum()
}

/// Many rounds neither leak nor overflow the stack of a test's thread: 2 MiB have room
/// for 131,072 frames of 16 bytes, and there are none smaller.
#[test]
fn rounds_beyond_any_stack() -> Result<()> {
    let n = 140_000;
    let (x, w): (Tensor<f64>, Tensor<f64>) = (tensor![1.0, -2.0], tensor![1.0, 1.0 - 1e-6]);
    let run = || -> Result<()> {
        let (value, g) = long::value_and_grad(&x, &w, n)?;
        let (want, expected) = long_in_one::value_and_grad(&x, &w, n)?;
        near("the value", &[value.item()?], &[want.item()?], 1e-9);
        near("the gradient", &numbers(&g)?, &numbers(&expected)?, 1e-9);
        let (y, pullback) = long::vjp(&x, &w, n)?;
        near(
            "the gradient",
            &numbers(&pullback.pull(&y)?)?,
            &numbers(&long::grad(&x, &w, n)?)?.iter().map(|g| g * y.item().unwrap()).collect::<Vec<_>>(),
            1e-9,
        );
        long::jvp(&x, &w, n, &x, &w)?;
        Ok(())
    };
    run()?;
    let before = cotangent::memory::cached_bytes();
    run()?;
    assert_eq!(cotangent::memory::cached_bytes(), before, "what the first run left is what the second used");
    same::<long, long_in_one>((&x, &w, 3), (&x, &w, 3))
}
