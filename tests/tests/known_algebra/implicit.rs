//! Functions that an equation defines: found by any Rust, differentiated by one linear solve.

use std::cell::Cell;

use cotangent::prelude::*;
use cotangent_tests::flow::{along, near, numbers, orders};
use cotangent_tests::there;

use cotangent_tests::known::{as_in_jax, wave};

const N: usize = 3;

thread_local! {
    static SOLVES: Cell<usize> = const { Cell::new(0) };
}

/// The `x` of `x + tanh(W x) / 2 = b`, by Newton's method until it moves no more.
#[differentiable(order = 2, vjp = balance_rule)]
fn balance(w: &Tensor<f64, N, N>, b: &Tensor<f64, N>) -> Result<Tensor<f64, N>> {
    SOLVES.set(SOLVES.get() + 1);
    let identity = Tensor::<f64>::eye(b.dim(0))?.to(b.device())?;
    let mut x = b.clone();
    for _ in 0..50 {
        let t = w.matmul(&x)?.tanh()?;
        let slope = t.square()?.neg()?.add(1.0)?.mul(0.5)?;
        let jacobian = identity.add(slope.unsqueeze(1)?.mul(w)?)?;
        let step = jacobian.solve(x.add(t.mul(0.5)?)?.sub(b)?)?;
        x = x.sub(&step)?;
        if step.abs()?.max()?.item()? < there::settled(1e-15) {
            return Ok(x);
        }
    }
    Err(Error::msg("Newton's method does not settle"))
}

/// `F(x, w, b) = 0` gives `dx = -F_x⁻¹ (F_w dw + F_b db)`; transposed, one solve.
#[differentiable(order = 2)]
fn balance_rule(
    w: &Tensor<f64, N, N>,
    #[constant] b: &Tensor<f64, N>,
    x: &Tensor<f64, N>,
    g: &Tensor<f64, N>,
) -> (Tensor<f64, N, N>, Tensor<f64, N>) {
    assert!(b.dim(0) == N);
    let slope = (1.0 - w.matmul(x).tanh().square()) * 0.5;
    let jacobian = eye(N) + slope.unsqueeze(1) * w;
    let u = jacobian.t().solve(g);
    (-outer(slope * &u, x), u)
}

#[differentiable(order = 2)]
fn newton(w: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    balance(w, &b.sin()).exp().sum()
}

/// The derivative of the iteration itself, from round to round.
#[differentiable(order = 2)]
fn newton_unrolled(w: &Tensor<f64, N, N>, b: &Tensor<f64, N>, rounds: usize) -> Scalar<f64> {
    let b = b.sin();
    let mut x = b.clone();
    for _ in 0..rounds {
        let t = w.matmul(&x).tanh();
        let jacobian = eye(N) + (1.0 - t.square()).unsqueeze(1) * w * 0.5;
        x = &x - jacobian.solve(&x + t * 0.5 - &b);
    }
    x.exp().sum()
}

/// Both orders of two programs, one of which only comes near the other.
fn alike<F, G>(f: F::Args<'_>, g: G::Args<'_>, within: f64) -> Result<()>
where
    F: TwiceDifferentiable,
    G: TwiceDifferentiable,
{
    let (v, u) = (along(&F::actives(&f)?, 3)?, along(&G::actives(&g)?, 3)?);
    let (a, of_a) = F::value_and_grad(f.clone())?;
    let (b, of_b) = G::value_and_grad(g.clone())?;
    near("the value", &numbers(&F::floats(&a)?)?, &numbers(&G::floats(&b)?)?, within);
    near("the gradient", &numbers(&of_a)?, &numbers(&of_b)?, within);
    near("hvp", &numbers(&F::hvp(f, &v)?.1)?, &numbers(&G::hvp(g, &u)?.1)?, within);
    Ok(())
}

#[test]
fn newton_with_an_implicit_gradient() -> Result<()> {
    let (w, b) = (wave(1, &[N, N]), wave(2, &[N]));
    orders::<newton>((&w, &b))?;
    alike::<newton, newton_unrolled>((&w, &b), (&w, &b, 12), 1e-11)?;
    as_in_jax::<newton>("newton", (&w, &b))?;
    // The iteration runs once, whatever is asked of it.
    SOLVES.set(0);
    newton::value_and_grad(&w, &b)?;
    assert_eq!(SOLVES.replace(0), 1);
    newton::hvp(&w, &b, &w, &b)?;
    assert_eq!(SOLVES.get(), 1);
    Ok(())
}

/// What never settles is an error of every transform.
#[test]
fn iterations_that_fail() -> Result<()> {
    let (w, b) = (wave(1, &[N, N]), there::at(tensor![0.25, f64::NAN, 1.0]));
    for said in [newton::value_and_grad(&w, &b).err(), newton::hvp(&w, &b, &w, &b).err()] {
        let said = said.map(|e| e.to_string()).unwrap_or_default();
        assert!(said.contains("does not settle") || said.contains("singular"), "{said}");
    }
    Ok(())
}

/// The state in which a layer `z = tanh(W z + x)` stays.
#[differentiable(order = 2, vjp = equilibrium_rule)]
fn equilibrium(w: &Tensor<f64, N, N>, x: &Tensor<f64, B, N>) -> Result<Tensor<f64, B, N>> {
    let mut z = x.zeros_like()?;
    loop {
        let next = z.matmul(w)?.add(x)?.tanh()?;
        let moved = next.sub(&z)?.abs()?.max()?.item()?;
        z = next;
        if moved < there::settled(1e-15) {
            return Ok(z);
        }
    }
}

/// A solve for each row: `u = g + W diag(1 - z²) u`.
#[differentiable(order = 2)]
fn equilibrium_rule(
    w: &Tensor<f64, N, N>,
    #[constant] x: &Tensor<f64, B, N>,
    z: &Tensor<f64, B, N>,
    g: &Tensor<f64, B, N>,
) -> (Tensor<f64, N, N>, Tensor<f64, B, N>) {
    assert!(x.dim(0) == B);
    let slope = 1.0 - z.square();
    let system = eye(N) - w * slope.unsqueeze(1);
    let u = slope * system.solve(g.unsqueeze(2)).squeeze(2);
    (z.t().matmul(&u), u)
}

#[differentiable(order = 2)]
fn settled(w: &Tensor<f64, N, N>, x: &Tensor<f64, B, N>, read: &Tensor<f64, N>) -> Scalar<f64> {
    let z = equilibrium(&(w * 0.4), x);
    (z.matmul(read).square() + 1.0).ln().sum()
}

#[differentiable(order = 2)]
fn settled_unrolled(
    w: &Tensor<f64, N, N>,
    x: &Tensor<f64, B, N>,
    read: &Tensor<f64, N>,
    rounds: usize,
) -> Scalar<f64> {
    let w = w * 0.4;
    let mut z = Tensor::<f64>::zeros([B, N]);
    #[checkpoint(sqrt)]
    for _ in 0..rounds {
        z = (z.matmul(&w) + x).tanh();
    }
    (z.matmul(read).square() + 1.0).ln().sum()
}

#[test]
fn a_fixed_point_with_an_implicit_gradient() -> Result<()> {
    let (w, x, read) = (wave(1, &[N, N]), wave(2, &[2, N]), wave(3, &[N]));
    orders::<settled>((&w, &x, &read))?;
    alike::<settled, settled_unrolled>((&w, &x, &read), (&w, &x, &read, 200), 1e-11)?;
    as_in_jax::<settled>("settled", (&w, &x, &read))
}
