//! Recurrent cells, their parameters in structs, over sequences of any length.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders};

use cotangent_tests::known::{as_in_jax, leaves, wave};

const IN: usize = 2;
const WIDTH: usize = 3;

/// What a gate adds up.
#[derive(Clone, Debug, Differentiable)]
struct Gate {
    w: Tensor<f64>,
    u: Tensor<f64>,
    b: Tensor<f64>,
}

fn gate(seed: u32) -> Gate {
    Gate { w: wave(seed, &[IN, WIDTH]), u: wave(seed + 1, &[WIDTH, WIDTH]), b: wave(seed + 2, &[WIDTH]) }
}

#[differentiable(order = 2)]
impl Gate {
    fn forward(&self, x: &Tensor<f64, B, I>, h: &Tensor<f64, B, H>) -> Tensor<f64> {
        x.matmul(&self.w) + h.matmul(&self.u) + &self.b
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Rnn {
    cell: Gate,
    read: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Rnn {
    #[differentiable(name = RnnLoss)]
    fn loss(&self, xs: &[Tensor<f64>], h0: &Tensor<f64>) -> Scalar<f64> {
        let mut h = h0.clone();
        for x in xs {
            h = self.cell.forward(x, &h).tanh();
        }
        h.matmul(&self.read).square().sum()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Lstm {
    input: Gate,
    forget: Gate,
    cell: Gate,
    output: Gate,
    read: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Lstm {
    fn step(&self, x: &Tensor<f64>, h: &Tensor<f64>, c: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
        let keep = self.forget.forward(x, h).sigmoid();
        let c = keep * c + self.input.forward(x, h).sigmoid() * self.cell.forward(x, h).tanh();
        (self.output.forward(x, h).sigmoid() * c.tanh(), c)
    }

    #[differentiable(name = LstmLoss)]
    fn loss(&self, xs: &[Tensor<f64>], h0: &Tensor<f64>) -> Scalar<f64> {
        let (mut h, mut c) = (h0.clone(), h0 * 0.5);
        for x in xs {
            (h, c) = self.step(x, &h, &c);
        }
        h.matmul(&self.read).square().sum() + c.mean()
    }
}

/// As it was first written: the reset gate before the product.
#[derive(Clone, Debug, Differentiable)]
struct Gru {
    gates: Vec<Gate>,
    fresh: Gate,
    read: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Gru {
    #[differentiable(name = GruLoss)]
    fn loss(&self, xs: &[Tensor<f64>], h0: &Tensor<f64>) -> Scalar<f64> {
        let mut h = h0.clone();
        for t in 0..xs.len() {
            let reset = self.gates[0].forward(&xs[t], &h).sigmoid();
            let update = self.gates[1].forward(&xs[t], &h).sigmoid();
            let n = self.fresh.forward(&xs[t], &(reset * &h)).tanh();
            h = (1.0 - &update) * n + update * h;
        }
        h.matmul(&self.read).square().sum()
    }
}

/// The same over the tensors of the model, without structs, calls and loops.
macro_rules! written_out {
    ($($rnn:ident $lstm:ident $gru:ident: $($t:literal)*;)*) => {$(
        #[differentiable(order = 2)]
        fn $rnn(p: &[Tensor<f64>], xs: &[Tensor<f64>], h0: &Tensor<f64>) -> Scalar<f64> {
            let h = h0.clone();
            $(let h = (xs[$t].matmul(&p[0]) + h.matmul(&p[1]) + &p[2]).tanh();)*
            h.matmul(&p[3]).square().sum()
        }

        #[differentiable(order = 2)]
        fn $lstm(p: &[Tensor<f64>], xs: &[Tensor<f64>], h0: &Tensor<f64>) -> Scalar<f64> {
            let (h, c) = (h0.clone(), h0 * 0.5);
            $(
                let i = (xs[$t].matmul(&p[0]) + h.matmul(&p[1]) + &p[2]).sigmoid();
                let f = (xs[$t].matmul(&p[3]) + h.matmul(&p[4]) + &p[5]).sigmoid();
                let g = (xs[$t].matmul(&p[6]) + h.matmul(&p[7]) + &p[8]).tanh();
                let o = (xs[$t].matmul(&p[9]) + h.matmul(&p[10]) + &p[11]).sigmoid();
                let c = f * c + i * g;
                let h = o * c.tanh();
            )*
            h.matmul(&p[12]).square().sum() + c.mean()
        }

        #[differentiable(order = 2)]
        fn $gru(p: &[Tensor<f64>], xs: &[Tensor<f64>], h0: &Tensor<f64>) -> Scalar<f64> {
            let h = h0.clone();
            $(
                let r = (xs[$t].matmul(&p[0]) + h.matmul(&p[1]) + &p[2]).sigmoid();
                let z = (xs[$t].matmul(&p[3]) + h.matmul(&p[4]) + &p[5]).sigmoid();
                let n = (xs[$t].matmul(&p[6]) + (r * &h).matmul(&p[7]) + &p[8]).tanh();
                let h = &n + z * (h - &n);
            )*
            h.matmul(&p[9]).square().sum()
        }
    )*};
}
written_out! {
    rnn_1 lstm_1 gru_1: 0;
    rnn_2 lstm_2 gru_2: 0 1;
}

fn inputs(n: u32) -> (Vec<Tensor<f64>>, Tensor<f64>) {
    ((0..n).map(|t| wave(100 + t, &[2, IN])).collect(), wave(99, &[2, WIDTH]))
}

fn rnn() -> Rnn {
    Rnn { cell: gate(1), read: wave(50, &[WIDTH, 2]) }
}

fn lstm() -> Lstm {
    let [input, forget, cell, output] = [1, 4, 7, 10].map(gate);
    Lstm { input, forget, cell, output, read: wave(50, &[WIDTH, 2]) }
}

fn gru() -> Gru {
    Gru { gates: [1, 4].map(gate).to_vec(), fresh: gate(7), read: wave(50, &[WIDTH, 2]) }
}

#[test]
fn a_recurrent_cell() -> Result<()> {
    let (m, p) = (rnn(), leaves(&rnn()));
    let (xs, h) = inputs(7);
    both::<RnnLoss, rnn_1>((&m, &xs[..1], &h), (&p, &xs[..1], &h))?;
    both::<RnnLoss, rnn_2>((&m, &xs[..2], &h), (&p, &xs[..2], &h))?;
    orders::<RnnLoss>((&m, &xs, &h))?;
    as_in_jax::<RnnLoss>("rnn", (&m, &xs, &h))
}

#[test]
fn a_long_short_term_memory() {
    // Written out, with all of its gates, it is one long function, and unoptimised code gives each value a place on the stack.
    let test = std::thread::Builder::new().stack_size(64 << 20).spawn(long_short_term_memory);
    test.expect("a thread").join().expect("no panic").expect("no error");
}

fn long_short_term_memory() -> Result<()> {
    let (m, p) = (lstm(), leaves(&lstm()));
    let (xs, h) = inputs(7);
    both::<LstmLoss, lstm_1>((&m, &xs[..1], &h), (&p, &xs[..1], &h))?;
    both::<LstmLoss, lstm_2>((&m, &xs[..2], &h), (&p, &xs[..2], &h))?;
    orders::<LstmLoss>((&m, &xs, &h))?;
    as_in_jax::<LstmLoss>("lstm", (&m, &xs, &h))
}

#[test]
fn a_gated_recurrent_unit() -> Result<()> {
    let (m, p) = (gru(), leaves(&gru()));
    let (xs, h) = inputs(7);
    both::<GruLoss, gru_1>((&m, &xs[..1], &h), (&p, &xs[..1], &h))?;
    both::<GruLoss, gru_2>((&m, &xs[..2], &h), (&p, &xs[..2], &h))?;
    orders::<GruLoss>((&m, &xs, &h))?;
    as_in_jax::<GruLoss>("gru", (&m, &xs, &h))
}

/// The read-out of the state that no step has changed.
#[differentiable]
fn at_rest(read: &Tensor<f64>, h0: &Tensor<f64>) -> Scalar<f64> {
    h0.matmul(read).square().sum()
}

/// Without a step, cells have a gradient, and it is zero.
#[test]
fn sequences_of_no_length() -> Result<()> {
    let (xs, h) = inputs(0);
    let (rnn, lstm, gru) = (rnn(), lstm(), gru());
    orders::<RnnLoss>((&rnn, &xs, &h))?;
    orders::<LstmLoss>((&lstm, &xs, &h))?;
    orders::<GruLoss>((&gru, &xs, &h))?;
    let (value, g) = gru.loss_value_and_grad(&xs, &h)?;
    let (want, w) = at_rest::value_and_grad(&gru.read, &h)?;
    near("the value", &numbers(&value)?, &numbers(&want)?, 0.0);
    near("read and state", &numbers(&(g.this.read, g.h0))?, &numbers(&w)?, 1e-15);
    let cells = numbers(&(g.this.gates, g.this.fresh))?;
    assert!(cells.len() == 3 * 18 && cells.iter().all(|&v| v == 0.0), "{cells:?}");
    assert!(g.xs.is_empty());
    Ok(())
}
