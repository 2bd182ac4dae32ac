//! Jacobians and Hessians of functions over structs, with loops, methods and early returns: by rows and by columns, against the
//! same over tensors, and against the products that they stand for.

use cotangent::prelude::*;
use cotangent_tests::flow::{along, near, numbers};

use crate::models::{Linear, linear, normal};

#[derive(Clone, Debug, Differentiable)]
struct Chain {
    links: Vec<Linear>,
    last: Option<Tensor<f64>>,
    gain: f64,
}

#[differentiable(order = 2, float = f64)]
impl Chain {
    fn round(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let mut h = x.clone();
        for link in &self.links {
            h = (h.matmul(&link.w) + &link.b).tanh() * self.gain;
        }
        if let Some(last) = &self.last { h * last } else { h }
    }
}

#[differentiable(order = 2)]
fn forward(chain: &Chain, x: &Tensor<f64>, n: usize) -> Tensor<f64> {
    let mut h = x.clone();
    let mut seen = Vec::new();
    for t in 0..n {
        h = chain.round(&h)?;
        if t == 4 {
            return h.unsqueeze(0).sin();
        }
        seen.push(h.clone());
    }
    stack(&seen, 0)
}

#[differentiable(order = 2)]
fn loss(chain: &Chain, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    forward(chain, x, n)?.square().sum()
}

#[differentiable(order = 2)]
fn forward_2(
    w: &Tensor<f64>,
    b: &Tensor<f64>,
    v: &Tensor<f64>,
    c: &Tensor<f64>,
    last: &Tensor<f64>,
    x: &Tensor<f64>,
) -> Tensor<f64> {
    let one = (((x.matmul(w) + b).tanh() * 0.5).matmul(v) + c).tanh() * 0.5 * last;
    let two = (((one.matmul(w) + b).tanh() * 0.5).matmul(v) + c).tanh() * 0.5 * last;
    stack([&one, &two], 0)
}

#[differentiable(order = 2)]
fn loss_2(
    w: &Tensor<f64>,
    b: &Tensor<f64>,
    v: &Tensor<f64>,
    c: &Tensor<f64>,
    last: &Tensor<f64>,
    x: &Tensor<f64>,
) -> Scalar<f64> {
    forward_2(w, b, v, c, last, x)?.square().sum()
}

fn chain(last: bool) -> Chain {
    Chain { links: vec![linear(1, 2, 3), linear(3, 3, 2)], last: last.then(|| normal(5, [2])), gain: 0.5 }
}

#[test]
fn are_those_of_the_same_over_tensors() -> Result<()> {
    let chain = chain(true);
    let (first, second) = (&chain.links[0], &chain.links[1]);
    let last = chain.last.as_ref().expect("it has one");
    // Of 8 numbers by 23, and of 120 by 79: along the results, and along the inputs.
    for rows in [2, 30] {
        let x = normal(7, [rows, 2]);
        let j = jacobian::<forward>((&chain, &x, 2))?;
        let want = jacobian::<forward_2>((&first.w, &first.b, &second.w, &second.b, last, &x))?;
        assert_eq!(j.chain.links[1].w.shape(), [2, rows, 2, 3, 2]);
        near("jacobian", &numbers(&j)?, &numbers(&want)?, 1e-13);
    }
    let x = normal(7, [2]);
    let h = hessian::<loss>((&chain, &x, 2))?;
    let want = hessian::<loss_2>((&first.w, &first.b, &second.w, &second.b, last, &x))?;
    let names: Vec<&str> = h.rows().map(|(name, _)| name).collect();
    let links = ["links.0.w", "links.0.b", "links.1.w", "links.1.b", "last"].map(|n| format!("chain.{n}"));
    assert_eq!(names, links.iter().map(String::as_str).chain(["x"]).collect::<Vec<_>>());
    assert_eq!(h.row("chain.links.0.w")?.chain.links[1].b.shape(), [2, 3, 2]);
    near("hessian", &numbers(&h.matrix()?)?, &numbers(&want.matrix()?)?, 1e-13);
    Ok(())
}

/// However many rounds there are, and where the value is returned early.
#[test]
fn products_are_those_of_the_transforms() -> Result<()> {
    for (last, n) in [(true, 1), (false, 3), (true, 7)] {
        let (chain, x) = (chain(last), normal(7, [2]));
        let v = along(&loss::grad(&chain, &x, n)?, 3)?;
        let (_, along_v) = forward::jvp(&chain, &x, n, &v.chain, &v.x)?;
        let j = jacobian::<forward>((&chain, &x, n))?;
        let (y, v_all) = (numbers(&along_v)?, numbers(&v)?);
        let mut product = vec![0.0; y.len()];
        let mut at = 0;
        for block in blocks(&j)? {
            let width = block.len() / y.len();
            for (row, sum) in block.chunks(width).zip(&mut product) {
                *sum += dot(row, &v_all[at..at + width]);
            }
            at += width;
        }
        near("jacobian", &product, &y, 1e-13);

        let (_, hv) = loss::hvp(&chain, &x, n, &v.chain, &v.x)?;
        let m = numbers(&hessian::<loss>((&chain, &x, n))?.matrix()?)?;
        let product: Vec<f64> = m.chunks(v_all.len()).map(|row| dot(row, &v_all)).collect();
        near("hessian", &product, &numbers(&hv)?, 1e-12);
        let turned: Vec<f64> =
            (0..m.len()).map(|i| m[i % v_all.len() * v_all.len() + i / v_all.len()]).collect();
        near("symmetry", &turned, &m, 1e-12);
        assert!(m.iter().any(|v| v.abs() > 1e-3));
    }
    Ok(())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The numbers of each tensor.
fn blocks<A: cotangent::tree::TensorTree>(a: &A) -> Result<Vec<Vec<f64>>> {
    struct Blocks(Vec<Vec<f64>>);
    impl cotangent::tree::Visit for Blocks {
        fn leaf<T: Float>(&mut self, _: &cotangent::tree::Path, x: &Tensor<T>) -> Result<()> {
            self.0.push(x.to_vec()?.iter().map(|v| v.to_f64()).collect());
            Ok(())
        }
    }
    let mut blocks = Blocks(Vec::new());
    cotangent::tree::visit(a, &mut blocks)?;
    Ok(blocks.0)
}
