//! What JAX makes of the same programs: `tests/peers/batched.py` has them by `jax.vmap`, over the same numbers.

use cotangent::prelude::*;
use cotangent_tests::flow::near;
use cotangent_tests::known::{reference, wave};
use cotangent_tests::there;

const REFERENCE: &str = include_str!("../../golden/known/batched.txt");

/// Compares what a program gives, part by part.
fn check(program: &str, parts: &[&Tensor<f64>]) {
    for (i, part) in parts.iter().enumerate() {
        let what = format!("{program}: part {i}");
        near(&what, &part.to_vec().unwrap(), &reference(REFERENCE, program, &i.to_string()), 1e-11);
    }
    let more = format!("\n{program} {} ", parts.len());
    assert!(!REFERENCE.contains(&more), "{program} has another part among the references");
}

#[differentiable]
mod programs {
    use cotangent::prelude::*;

    #[differentiable(vmap(x, y), order = 2)]
    pub fn mlp(
        w: &Tensor<f64, I, H>,
        b: &Tensor<f64, H>,
        v: &Tensor<f64, H, O>,
        #[constant] x: &Tensor<f64, I>,
        #[constant] y: &Tensor<f64, O>,
    ) -> Scalar<f64> {
        ((x.matmul(w) + b).tanh().matmul(v) - y).square().mean()
    }

    #[differentiable]
    pub fn clipped(
        w: &Tensor<f64, I, H>,
        b: &Tensor<f64, H>,
        v: &Tensor<f64, H, O>,
        #[constant] xs: &Tensor<f64, B, I>,
        #[constant] ys: &Tensor<f64, B, O>,
    ) -> (Tensor<f64, I, H>, Tensor<f64, H>, Tensor<f64, H, O>) {
        let g = mlp::vmap_grad(w, b, v, xs, ys)?;
        let squares =
            g.w.square().sum_axis([1, 2]) + g.b.square().sum_axis(1) + g.v.square().sum_axis([1, 2]);
        let factors = (0.3 / squares.sqrt()).minimum(1.0);
        (
            einsum!("b,bio->io", &factors, &g.w),
            einsum!("b,bi->i", &factors, &g.b),
            einsum!("b,bio->io", &factors, &g.v),
        )
    }

    #[differentiable]
    pub fn fisher(
        w: &Tensor<f64, I, H>,
        b: &Tensor<f64, H>,
        v: &Tensor<f64, H, O>,
        #[constant] xs: &Tensor<f64, B, I>,
        #[constant] ys: &Tensor<f64, B, O>,
    ) -> Tensor<f64, _, _> {
        let g = mlp::vmap_grad(w, b, v, xs, ys)?;
        let flat = concat(&[&g.b, &g.v.reshape([B, H * O])], 1);
        flat.t().matmul(&flat) / B
    }

    #[differentiable(vmap(x, y))]
    pub fn conv_net(
        k: &Tensor<f64, C, 1, S, S>,
        c: &Tensor<f64, C>,
        v: &Tensor<f64, _, K>,
        x: &Tensor<f64, 1, N, N>,
        y: &Tensor<i32>,
    ) -> Scalar<f64> {
        let h = x.unsqueeze(0).conv2d(k, 1, 0, 1) + c.reshape([C, 1, 1]);
        let logits = h.gelu().max_pool2d(2, 2, 0).reshape([1, -1]).matmul(v);
        logits.cross_entropy(&y.unsqueeze(0))
    }

    #[differentiable(vmap(xs))]
    pub fn lstm(
        w: &Tensor<f64, I, G>,
        u: &Tensor<f64, H, G>,
        b: &Tensor<f64, G>,
        read: &Tensor<f64, H>,
        xs: &Tensor<f64, T, I>,
    ) -> Scalar<f64> {
        let mut h = read * 0.0;
        let mut c = read * 0.0;
        for t in 0..T {
            let gates = xs.narrow(0, t, 1).squeeze(0).matmul(w) + h.matmul(u) + b;
            c = gates.narrow(0, H, H).sigmoid() * c
                + gates.narrow(0, 0, H).sigmoid() * gates.narrow(0, 2 * H, H).tanh();
            h = gates.narrow(0, 3 * H, H).sigmoid() * c.tanh();
        }
        h.matmul(read).square()
    }

    #[differentiable(vmap(x))]
    pub fn field(w: &Tensor<f64, D, D>, x: &Tensor<f64, D>) -> Tensor<f64, D> {
        w.matmul(x).sin() * x.flip(0) + (x.prod() * 0.3).exp()
    }

    /// A column of its Jacobian.
    #[differentiable(vmap(dx))]
    pub fn column(w: &Tensor<f64, D, D>, x: &Tensor<f64, D>, dx: &Tensor<f64, D>) -> Tensor<f64, D> {
        field::jvp(w, x, &(w * 0.0), dx)?.1
    }

    #[differentiable(vmap(x))]
    pub fn jacobian_of_field(
        w: &Tensor<f64, D, D>,
        x: &Tensor<f64, D>,
        #[constant] eye: &Tensor<f64, D, D>,
    ) -> Tensor<f64, D, D> {
        column::vmap(w, x, eye)?.t()
    }

    #[differentiable(order = 2)]
    pub fn valley(x: &Tensor<f64, D>) -> Scalar<f64> {
        x.square().sum() + (x.prod() * 0.3).exp() + x.sin().sum()
    }

    #[differentiable(vmap(d))]
    pub fn along(x: &Tensor<f64, D>, #[constant] d: &Tensor<f64, D>) -> Tensor<f64, D> {
        valley::hvp(x, d)?.1.x
    }

    #[differentiable(vmap(x))]
    pub fn hessian_of_valley(x: &Tensor<f64, D>, #[constant] eye: &Tensor<f64, D, D>) -> Tensor<f64, D, D> {
        along::vmap(x, eye)?
    }

    #[differentiable(vmap(x))]
    pub fn newton(x: &Tensor<f64, D>, #[constant] eye: &Tensor<f64, D, D>) -> Tensor<f64, D> {
        x - hessian_of_valley(x, eye).solve(&valley::grad(x)?.x)
    }

    #[differentiable]
    pub fn through_newton(xs: &Tensor<f64, B, D>, #[constant] eye: &Tensor<f64, D, D>) -> Scalar<f64> {
        newton::vmap(xs, eye)?.square().sum()
    }

    #[derive(Clone, Differentiable)]
    pub struct Model {
        pub w: Tensor<f64>,
        pub b: Tensor<f64>,
        pub v: Tensor<f64>,
    }

    #[differentiable(vmap(model))]
    pub fn member(model: &Model, x: &Tensor<f64, I>) -> Scalar<f64> {
        (x.matmul(&model.w) + &model.b).tanh().matmul(&model.v)
    }

    #[differentiable(vmap(model))]
    pub fn member_loss(model: &Model, x: &Tensor<f64, I>, #[constant] y: f64) -> Scalar<f64> {
        (member(model, x) - y).square()
    }

    #[differentiable(vmap(x))]
    pub fn members(models: &Model, x: &Tensor<f64, I>) -> Tensor<f64, _> {
        member::vmap(models, x)?
    }

    #[differentiable]
    pub fn spread_of_ensemble(models: &Model, xs: &Tensor<f64, B, I>) -> Scalar<f64> {
        members::vmap(models, xs)?.var_axis(1).sum()
    }

    #[differentiable(vmap(y))]
    pub fn kernel(x: &Tensor<f64, D>, y: &Tensor<f64, D>, scale: &Scalar<f64>) -> Scalar<f64> {
        (-(x - y).square().sum() * scale).exp()
    }

    #[differentiable(vmap(x))]
    pub fn row(x: &Tensor<f64, D>, ys: &Tensor<f64, N, D>, scale: &Scalar<f64>) -> Tensor<f64, N> {
        kernel::vmap(x, ys, scale)?
    }

    #[differentiable]
    pub fn evidence(
        points: &Tensor<f64, N, D>,
        y: &Tensor<f64, N>,
        scale: &Scalar<f64>,
        #[constant] eye: &Tensor<f64, N, N>,
    ) -> Scalar<f64> {
        let gram = row::vmap(points, points, scale)? + eye * 0.1;
        y.matmul(&gram.solve(y)) * 0.5 + gram.logdet() * 0.5
    }

    #[differentiable(vmap(x), order = 2)]
    pub fn critic(w: &Tensor<f64, I, H>, v: &Tensor<f64, H>, x: &Tensor<f64, I>) -> Scalar<f64> {
        x.matmul(w).tanh().matmul(v)
    }

    #[differentiable]
    pub fn penalty(w: &Tensor<f64, I, H>, v: &Tensor<f64, H>, xs: &Tensor<f64, B, I>) -> Scalar<f64> {
        let slopes = critic::vmap_grad(w, v, xs)?.x;
        (slopes.square().sum_axis(1).sqrt() - 1.0).square().mean()
    }

    /// The second derivative in one direction.
    #[differentiable(vmap(d))]
    pub fn bend(
        w: &Tensor<f64, I, H>,
        v: &Tensor<f64, H>,
        x: &Tensor<f64, I>,
        #[constant] d: &Tensor<f64, I>,
    ) -> Scalar<f64> {
        (critic::hvp(w, v, x, &(w * 0.0), &(v * 0.0), d)?.1.x * d).sum()
    }

    #[differentiable(vmap(x))]
    pub fn laplace(
        w: &Tensor<f64, I, H>,
        v: &Tensor<f64, H>,
        x: &Tensor<f64, I>,
        #[constant] eye: &Tensor<f64, I, I>,
    ) -> Scalar<f64> {
        bend::vmap(w, v, x, eye)?.sum() + critic(w, v, x)
    }

    #[differentiable]
    pub fn residual(
        w: &Tensor<f64, I, H>,
        v: &Tensor<f64, H>,
        xs: &Tensor<f64, B, I>,
        #[constant] eye: &Tensor<f64, I, I>,
    ) -> Scalar<f64> {
        laplace::vmap(w, v, xs, eye)?.square().mean()
    }

    #[differentiable(vmap(x))]
    pub fn implicit(a: &Tensor<f64, N, N>, x: &Tensor<f64, N>) -> Scalar<f64> {
        (a.matmul(&a.t()) + x.exp().diag(0)).solve(&x.cos()).sum()
    }

    #[differentiable(vmap(x))]
    pub fn head(
        q: &Tensor<f64, I, H>,
        k: &Tensor<f64, I, H>,
        v: &Tensor<f64, I, H>,
        x: &Tensor<f64, T, I>,
    ) -> Scalar<f64> {
        let scores = x.matmul(q).matmul(&x.matmul(k).t()) / 2.0f64.sqrt();
        scores.softmax(-1).matmul(&x.matmul(v)).sin().sum()
    }

    #[differentiable(vmap(x))]
    pub fn euler(w: &Tensor<f64, D, D>, x: &Tensor<f64, D>) -> Scalar<f64> {
        let mut x = x.clone();
        for t in 0..6 {
            let step = if t % 2 == 0 { w.matmul(&x).tanh() } else { -(&x * &x) };
            x = x + step * 0.1;
        }
        x.square().sum()
    }

    #[differentiable(vmap(x))]
    pub fn normed(g: &Tensor<f64, D>, b: &Tensor<f64, D>, x: &Tensor<f64, D>) -> Scalar<f64> {
        x.layer_norm(g, b).cos().sum()
    }

    #[differentiable(vmap(x))]
    pub fn density(a: &Tensor<f64, D, D>, mean: &Tensor<f64, D>, x: &Tensor<f64, D>) -> Scalar<f64> {
        let low = (a.matmul(&a.t()) + eye(D)).cholesky();
        let z = low.triangular_solve(&(x - mean).unsqueeze(-1), true);
        z.square().sum() * -0.5 - low.diagonal(0).ln().sum()
    }

    #[differentiable]
    pub fn task(w: &Tensor<f64, I>, x: &Tensor<f64, N, I>, y: &Tensor<f64, N>) -> Scalar<f64> {
        (x.matmul(w).tanh() - y).square().mean()
    }

    #[differentiable(vmap(x, y))]
    pub fn tuned(w: &Tensor<f64, I>, x: &Tensor<f64, N, I>, y: &Tensor<f64, N>) -> Scalar<f64> {
        let better = w - task::grad(w, x, y)?.w * 0.5;
        task(&better, x, y)
    }

    #[differentiable]
    pub fn tasks(w: &Tensor<f64, I>, xs: &Tensor<f64, B, N, I>, ys: &Tensor<f64, B, N>) -> Scalar<f64> {
        tuned::vmap(w, xs, ys)?.mean()
    }
}

use programs::*;

fn three() -> [Tensor<f64>; 3] {
    [wave(1, &[3, 4]), wave(2, &[4]), wave(3, &[4, 2])]
}

fn eye(n: usize) -> Tensor<f64> {
    there::at(Tensor::eye(n).unwrap())
}

#[test]
fn gradients_of_each_sample() {
    let [w, b, v] = three();
    let (xs, ys) = (wave(4, &[3, 3]), wave(5, &[3, 2]));
    let (values, g) = mlp::vmap_value_and_grad(&w, &b, &v, &xs, &ys).unwrap();
    check("mlp", &[&values, &g.w, &g.b, &g.v]);
    let (w_sum, b_sum, v_sum) = clipped(&w, &b, &v, &xs, &ys);
    check("clipped", &[&w_sum, &b_sum, &v_sum]);
    check("fisher", &[&fisher(&w, &b, &v, &xs, &ys)]);
    let [dw, db, dv] = [&w, &b, &v].map(|x| x.sin().unwrap());
    let products = mlp::vmap_hvp(&w, &b, &v, &xs, &ys, &dw, &db, &dv).unwrap().1;
    check("products", &[&products.w, &products.b, &products.v]);
}

#[test]
fn gradients_of_networks() {
    let labels = there::at(Tensor::from_vec(vec![2, 0, 1], 3).unwrap());
    let (k, c, v) = (wave(1, &[2, 1, 3, 3]), wave(2, &[2]), wave(3, &[8, 3]));
    let (values, g) = conv_net::vmap_value_and_grad(&k, &c, &v, &wave(4, &[3, 1, 6, 6]), &labels).unwrap();
    check("conv", &[&values, &g.k, &g.c, &g.v, &g.x]);
    let (w, u, b) = (wave(1, &[2, 12]), wave(2, &[3, 12]), wave(3, &[12]));
    let (values, g) = lstm::vmap_value_and_grad(&w, &u, &b, &wave(4, &[3]), &wave(5, &[3, 4, 2])).unwrap();
    check("lstm", &[&values, &g.w, &g.u, &g.b, &g.read, &g.xs]);
    let [q, k, v] = [1, 2, 3].map(|seed| wave(seed, &[3, 2]));
    let g = head::vmap_grad(&q, &k, &v, &wave(4, &[3, 4, 3])).unwrap();
    check("attention", &[&g.q, &g.k, &g.v, &g.x]);
    let g = normed::vmap_grad(&wave(1, &[4]), &wave(2, &[4]), &wave(3, &[3, 4])).unwrap();
    check("layer_norm", &[&g.g, &g.b, &g.x]);
    let (values, g) = euler::vmap_value_and_grad(&wave(1, &[3, 3]), &wave(2, &[4, 3])).unwrap();
    check("euler", &[&values, &g.w, &g.x]);
}

#[test]
fn jacobians_and_hessians() {
    let (w, xs, eye) = (wave(1, &[3, 3]), wave(2, &[4, 3]), eye(3));
    check("jacobian", &[&jacobian_of_field(&w, &wave(2, &[3]), &eye)]);
    check("jacobians", &[&jacobian_of_field::vmap(&w, &xs, &eye).unwrap()]);
    check("hessians", &[&hessian_of_valley::vmap(&xs, &eye).unwrap()]);
    check("newton", &[&newton::vmap(&xs, &eye).unwrap()]);
    check("through_newton", &[&through_newton::grad(&xs, &eye).unwrap().xs]);
    let (y, dy) = field::vmap_jvp(&w, &xs, &wave(3, &[3, 3]), &wave(4, &[4, 3])).unwrap();
    check("tangents", &[&y, &dy]);
}

#[test]
fn ensembles_of_models() {
    let models = Model { w: wave(1, &[4, 3, 5]), b: wave(2, &[4, 5]), v: wave(3, &[4, 5]) };
    let (x, xs) = (wave(4, &[3]), wave(4, &[6, 3]));
    check("ensemble", &[&member::vmap(&models, &x).unwrap()]);
    let g = member_loss::vmap_grad(&models, &x, 0.3).unwrap().model;
    check("ensemble_grads", &[&g.w, &g.b, &g.v]);
    check("ensemble_batch", &[&members::vmap(&models, &xs).unwrap().t().unwrap().contiguous().unwrap()]);
    let g = spread_of_ensemble::grad(&models, &xs).unwrap().models;
    check("spread_of_ensemble", &[&g.w, &g.b, &g.v]);
}

#[test]
fn losses_of_batches() {
    let scale = there::at(Tensor::scalar(0.8));
    let (value, g) = evidence::value_and_grad(&wave(1, &[4, 2]), &wave(2, &[4]), &scale, &eye(4)).unwrap();
    check("evidence", &[&value, &g.points, &g.y, &g.scale]);
    let (w, v, xs) = (wave(1, &[3, 4]), wave(2, &[4]), wave(3, &[5, 3]));
    let (value, g) = penalty::value_and_grad(&w, &v, &xs).unwrap();
    check("penalty", &[&value, &g.w, &g.v, &g.xs]);
    let (value, g) = residual::value_and_grad(&w, &v, &xs, &eye(3)).unwrap();
    check("laplacian", &[&value, &g.w, &g.v, &g.xs]);
    let (value, g) = tasks::value_and_grad(&wave(1, &[3]), &wave(2, &[4, 5, 3]), &wave(3, &[4, 5])).unwrap();
    check("tasks", &[&value, &g.w]);
    let g = implicit::vmap_grad(&wave(1, &[3, 3]), &wave(2, &[4, 3])).unwrap();
    check("solve", &[&g.a, &g.x]);
    let (values, g) =
        density::vmap_value_and_grad(&wave(1, &[3, 3]), &wave(2, &[3]), &wave(3, &[4, 3])).unwrap();
    check("density", &[&values, &g.a, &g.mean, &g.x]);
}
