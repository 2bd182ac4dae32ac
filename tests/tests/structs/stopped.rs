//! `stop_gradient` of values of any form: the same values, constant from there on.

use cotangent::prelude::*;
use cotangent_tests::flow::{along, near, numbers, same};

use crate::models::normal;

#[derive(Clone, Debug, Differentiable)]
struct Wave {
    w: Tensor<f64>,
    k: Tensor<f64>,
    n: usize,
}

#[differentiable(order = 2)]
impl Wave {
    fn go(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x * &self.w).sin() * self.n + &self.k
    }
}

#[differentiable(order = 2)]
fn go(wave: &Wave, x: &Tensor<f64>) -> Tensor<f64> {
    wave.go(x)
}

#[differentiable(order = 2)]
fn structs(s: &Wave, all: &[Wave], x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let t = stop_gradient(s);
    let mut z = (&s.k + &t.w) * t.go(x)? * s.go(&x.sin())?;
    let fixed = stop_gradient(all);
    for i in 0..n {
        z = z * go(&t, x)? * stop_gradient(&all[i]).w * &fixed[0].k;
        if i == 1 {
            let v = stop_gradient(s);
            z = z + x * v.k * t.n;
        }
    }
    Ok((z * stop_gradient(&s.go(x)?)).sum())
}

#[differentiable(order = 2)]
fn tensors(s: &Wave, all: &[Wave], x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let (w, k) = (stop_gradient(&s.w), stop_gradient(&s.k));
    let fixed = (x * &w).sin() * s.n + &k;
    let mut z = (&s.k + &w) * &fixed * s.go(&x.sin())?;
    for i in 0..n {
        z = z * &fixed * stop_gradient(&all[i].w) * stop_gradient(&all[0].k);
        if i == 1 {
            z = z + x * &k * s.n;
        }
    }
    let last = (x * &s.w).sin() * s.n + &s.k;
    Ok((z * last.stop_gradient()).sum())
}

#[test]
fn structs_are_stopped_as_their_tensors_are() -> Result<()> {
    let wave = |seed| Wave { w: normal(seed, [2]), k: normal(seed + 1, [2]), n: 2 };
    let (s, all, x) = (wave(1), [wave(3), wave(5)], normal(8, [2]));
    for n in 0..3 {
        same::<structs, tensors>((&s, &all, &x, n), (&s, &all, &x, n))?;
        let (_, g) = structs::value_and_grad(&s, &all, &x, n)?;
        let (of_s, of_all, of_x) = (along(&g.s, 1)?, along(&g.all, 2)?, along(&g.x, 3)?);
        let have = structs::hvp(&s, &all, &x, n, &of_s, &of_all, &of_x)?;
        let want = tensors::hvp(&s, &all, &x, n, &of_s, &of_all, &of_x)?;
        near("hvp of the struct", &numbers(&have.1.s)?, &numbers(&want.1.s)?, 1e-12);
        near("hvp of the list", &numbers(&have.1.all)?, &numbers(&want.1.all)?, 1e-12);
        near("hvp of the tensor", &numbers(&have.1.x)?, &numbers(&want.1.x)?, 1e-12);
    }
    Ok(())
}
