//! Functions that run others on a batch: their derivatives are those of a loop over the items.

use cotangent::prelude::*;

use cotangent_tests::there;

use crate::{close, drawn, item, ones, same, stacked};

#[differentiable]
mod batches {
    use cotangent::prelude::*;

    #[differentiable(vmap(x), order = 2)]
    pub fn loss(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
        x.matmul(w).tanh().square().sum()
    }

    #[differentiable]
    pub fn total(w: &Tensor<f64, I, O>, xs: &Tensor<f64, B, I>) -> Scalar<f64> {
        (loss::vmap(w, xs)? * xs.sum_axis(1)).sum()
    }

    #[differentiable]
    pub fn scaled(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
        loss(w, x) * x.sum()
    }

    /// Of each item, the square of its gradient.
    #[differentiable(vmap(xs))]
    pub fn norms(w: &Tensor<f64, I, O>, xs: &Tensor<f64, B, I>) -> Tensor<f64, B> {
        loss::vmap_grad(w, xs)?.w.square().sum_axis([1, 2])
    }

    #[differentiable]
    pub fn penalty(w: &Tensor<f64, I, O>, xs: &Tensor<f64, B, I>) -> Scalar<f64> {
        let (values, grads) = loss::vmap_value_and_grad(w, xs)?;
        (values + grads.w.square().sum_axis([1, 2])).sum()
    }

    #[differentiable]
    pub fn penalty_of_one(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
        let (value, grads) = loss::value_and_grad(w, x)?;
        value + grads.w.square().sum()
    }

    #[differentiable]
    pub fn pushed(w: &Tensor<f64, I, O>, xs: &Tensor<f64, B, I>, dw: &Tensor<f64, I, O>) -> Tensor<f64, B> {
        let (y, dy) = loss::vmap_jvp(w, xs, dw, &xs.cos())?;
        y * dy
    }

    #[differentiable]
    pub fn curved(
        w: &Tensor<f64, I, O>,
        xs: &Tensor<f64, B, I>,
        dw: &Tensor<f64, I, O>,
    ) -> Tensor<f64, B, I> {
        loss::vmap_hvp(w, xs, dw, &xs.cos())?.1.x
    }

    #[differentiable(vmap(y))]
    pub fn kernel(x: &Tensor<f64, D>, y: &Tensor<f64, D>) -> Scalar<f64> {
        (-(x - y).square().sum()).exp()
    }

    #[differentiable(vmap(x))]
    pub fn row(x: &Tensor<f64, D>, ys: &Tensor<f64, M, D>) -> Tensor<f64, M> {
        kernel::vmap(x, ys)?
    }

    #[differentiable]
    pub fn gram(xs: &Tensor<f64, N, D>, ys: &Tensor<f64, M, D>) -> Tensor<f64, N, M> {
        row::vmap(xs, ys)?
    }

    #[derive(Clone, Differentiable)]
    pub struct Line {
        pub slope: Tensor<f64>,
        pub offset: Tensor<f64>,
        pub power: f64,
    }

    #[differentiable(vmap(line))]
    pub fn at(line: &Line, x: &Tensor<f64>) -> Tensor<f64> {
        (x * &line.slope + &line.offset).sin() * line.power
    }

    #[differentiable]
    pub fn ensemble(lines: &Line, x: &Tensor<f64>) -> Tensor<f64> {
        at::vmap(lines, x)?.mean_axis(0)
    }

    /// Nothing says how many items there are before it runs.
    #[differentiable(vmap(x))]
    pub fn steps(w: &Tensor<f64>, x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        let mut h = x * w;
        for i in 0..n {
            if i % 2 == 0 {
                h = h.sin() + x;
            } else {
                h = w.clone();
            }
        }
        h.broadcast_to(x.shape())
    }

    #[differentiable]
    pub fn all_steps(w: &Tensor<f64>, xs: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let mut y = xs.clone();
        for _ in 0..2 {
            y = steps::vmap(w, &y, n)?;
        }
        y.square().sum()
    }

    /// Values that all items share, on their way into what is another for each.
    #[differentiable(vmap(x))]
    pub fn shared(line: &Line, x: &Tensor<f64>, n: usize) -> (Line, Tensor<f64>) {
        let mut hs = vec![line.slope.sin(), line.offset.cos()];
        for i in 0..n {
            let last = hs[i].clone();
            hs.push(last * x);
        }
        (line.clone(), stack(&hs, 0).sum_axis(0))
    }

    #[differentiable]
    pub fn all_shared(line: &Line, xs: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let (lines, y) = shared::vmap(line, xs, n)?;
        (lines.slope.square() * lines.power + lines.offset * y).sum()
    }

    #[differentiable]
    pub fn one_shared(line: &Line, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let (line, y) = shared(line, x, n);
        (line.slope.square() * line.power + line.offset * y).sum()
    }

    #[differentiable(vmap(x))]
    pub fn noisy(x: &Tensor<f64, N>, key: Key) -> Tensor<f64, N> {
        x * key.normal([N])
    }

    #[differentiable]
    pub fn all_noisy(xs: &Tensor<f64, B, N>, key: Key) -> Tensor<f64, B, N> {
        noisy::vmap(xs, key)?
    }

    #[differentiable(order = 2)]
    pub fn valley(x: &Tensor<f64, D>) -> Scalar<f64> {
        (x.square().sum() + (x.prod() * 0.3).exp()) + x.sin().sum()
    }

    /// The product of its Hessian with a direction.
    #[differentiable(vmap(d))]
    pub fn along(x: &Tensor<f64, D>, #[constant] d: &Tensor<f64, D>) -> Tensor<f64, D> {
        valley::hvp(x, d)?.1.x
    }

    #[differentiable(vmap(x))]
    pub fn newton(x: &Tensor<f64, D>, #[constant] eye: &Tensor<f64, D, D>) -> Tensor<f64, D> {
        let hessian = along::vmap(x, eye)?;
        x - hessian.solve(&valley::grad(x)?.x)
    }

    #[differentiable]
    pub fn newtons(xs: &Tensor<f64, B, D>, #[constant] eye: &Tensor<f64, D, D>) -> Tensor<f64, B, D> {
        newton::vmap(xs, eye)?
    }
}

use batches::*;

fn added(all: impl Iterator<Item = Tensor<f64>>) -> Tensor<f64> {
    all.reduce(|a, b| a + b).unwrap()
}

#[test]
fn gradient_of_a_batch() {
    let (w, xs) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]));
    let each: Vec<_> = (0..4).map(|i| scaled::grad(&w, &item(&xs, i)).unwrap()).collect();
    let grads = total::grad(&w, &xs).unwrap();
    same(&grads.w, &added(each.iter().map(|g| g.w.clone())));
    close(&grads.xs, &each.iter().map(|g| g.x.clone()).collect::<Vec<_>>());
}

#[test]
fn gradients_of_gradients() {
    let (w, xs) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]));
    let each: Vec<_> = (0..4).map(|i| penalty_of_one::value_and_grad(&w, &item(&xs, i)).unwrap()).collect();
    let (value, grads) = penalty::value_and_grad(&w, &xs).unwrap();
    same(&value, &added(each.iter().map(|(value, _)| value.clone())));
    same(&grads.w, &added(each.iter().map(|(_, g)| g.w.clone())));
    close(&grads.xs, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
    // A batch of batches.
    let all = drawn(3, &[2, 4, 3]);
    let grads = |xs: &Tensor<f64>| norms::vjp(&w, xs).unwrap().1.pull(&ones(&[4])).unwrap();
    let (_, pullback) = norms::vmap_vjp(&w, &all).unwrap();
    let pulled = pullback.pull(&ones(&[2, 4])).unwrap();
    close(&norms::vmap(&w, &all).unwrap(), &[0, 1].map(|i| norms(&w, &item(&all, i))));
    close(&pulled.w, &[0, 1].map(|i| grads(&item(&all, i)).w));
    close(&pulled.xs, &[0, 1].map(|i| grads(&item(&all, i)).xs));
}

#[test]
fn tangents_of_a_batch() {
    let (w, xs, dw) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]), drawn(3, &[3, 2]));
    let one = |i: usize| {
        let (y, dy) = loss::jvp(&w, &item(&xs, i), &dw, &item(&xs, i).cos().unwrap()).unwrap();
        y * dy
    };
    close(&pushed(&w, &xs, &dw), &[0, 1, 2, 3].map(one));
    let one = |i: usize| loss::hvp(&w, &item(&xs, i), &dw, &item(&xs, i).cos().unwrap()).unwrap().1.x;
    close(&curved(&w, &xs, &dw), &[0, 1, 2, 3].map(one));
}

#[test]
fn batch_of_a_batch() {
    let (xs, ys) = (drawn(1, &[3, 2]), drawn(2, &[4, 2]));
    let rows = [0, 1, 2].map(|i| stacked(&[0, 1, 2, 3].map(|j| kernel(&item(&xs, i), &item(&ys, j)))));
    close(&gram(&xs, &ys), &rows);
    close(&row::vmap(&xs, &ys).unwrap(), &rows);
    let u = drawn(3, &[3, 4]);
    let pulled = gram::vjp(&xs, &ys).unwrap().1.pull(&u).unwrap();
    let one = |i: usize, j: usize| {
        kernel::vjp(&item(&xs, i), &item(&ys, j)).unwrap().1.pull(&item(&item(&u, i), j)).unwrap()
    };
    close(&pulled.xs, &[0, 1, 2].map(|i| added((0..4).map(|j| one(i, j).x))));
    close(&pulled.ys, &[0, 1, 2, 3].map(|j| added((0..3).map(|i| one(i, j).y))));
}

#[test]
fn ensembles_in_bodies() {
    let lines = Line { slope: drawn(1, &[3, 4]), offset: drawn(2, &[3, 1]), power: 1.5 };
    let x = drawn(3, &[4]);
    let of = |i: usize| Line { slope: item(&lines.slope, i), offset: item(&lines.offset, i), power: 1.5 };
    same(&ensemble(&lines, &x), &(added((0..3).map(|i| at(&of(i), &x))) / 3.0));
    let u = drawn(5, &[4]);
    let pulled = ensemble::vjp(&lines, &x).unwrap().1.pull(&u).unwrap();
    let each: Vec<_> = (0..3).map(|i| at::vjp(&of(i), &x).unwrap().1.pull(&(&u / 3.0)).unwrap()).collect();
    same(&pulled.x, &added(each.iter().map(|g| g.x.clone())));
    close(&pulled.lines.slope, &each.iter().map(|g| g.line.slope.clone()).collect::<Vec<_>>());
    close(&pulled.lines.offset, &each.iter().map(|g| g.line.offset.clone()).collect::<Vec<_>>());
}

#[test]
fn rounds_in_and_around() {
    let (w, xs) = (drawn(1, &[3]), drawn(2, &[4, 3]));
    for n in 0..4 {
        let twice = |x: &Tensor<f64>| steps(&w, &steps(&w, x, n), n);
        same(
            &all_steps(&w, &xs, n),
            &added((0..4).map(|i| twice(&item(&xs, i)).square().unwrap().sum().unwrap())),
        );
        let one = |i: usize| {
            let x = item(&xs, i);
            let (y, first) = steps::vjp(&w, &x, n).unwrap();
            let (z, second) = steps::vjp(&w, &y, n).unwrap();
            let back = second.pull(&(z * 2.0)).unwrap();
            let front = first.pull(&back.x).unwrap();
            (back.w + front.w, front.x)
        };
        let grads = all_steps::grad(&w, &xs, n).unwrap();
        same(&grads.w, &added((0..4).map(|i| one(i).0)));
        close(&grads.xs, &[0, 1, 2, 3].map(|i| one(i).1));
    }
}

#[test]
fn values_that_items_share() {
    let line = Line { slope: drawn(1, &[3]), offset: drawn(2, &[3]), power: 0.7 };
    let xs = drawn(3, &[4, 3]);
    for n in 0..3 {
        let each: Vec<_> =
            (0..4).map(|i| one_shared::value_and_grad(&line, &item(&xs, i), n).unwrap()).collect();
        let (value, grads) = all_shared::value_and_grad(&line, &xs, n).unwrap();
        same(&value, &added(each.iter().map(|(value, _)| value.clone())));
        same(&grads.line.slope, &added(each.iter().map(|(_, g)| g.line.slope.clone())));
        same(&grads.line.offset, &added(each.iter().map(|(_, g)| g.line.offset.clone())));
        close(&grads.xs, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
        let (along, dxs) = (LineTangent { slope: drawn(4, &[3]), offset: drawn(5, &[3]) }, drawn(6, &[4, 3]));
        let (_, found) = all_shared::jvp(&line, &xs, n, &along, &dxs).unwrap();
        let one = |i| one_shared::jvp(&line, &item(&xs, i), n, &along, &item(&dxs, i)).unwrap().1;
        same(&found, &added((0..4).map(one)));
    }
}

#[test]
fn keys_of_items() {
    let xs = drawn(1, &[3, 5]);
    let key = Key::new(7);
    let each = [0, 1, 2].map(|i| noisy(&item(&xs, i), key.fold(i as u64)));
    assert_eq!(all_noisy(&xs, key).to_vec().unwrap(), stacked(&each).to_vec().unwrap());
}

#[test]
fn steps_of_newton() {
    let (xs, eye) = (drawn(1, &[5, 3]), there::at(Tensor::<f64>::eye(3).unwrap()));
    let one = |i: usize| {
        let x = item(&xs, i);
        let along = |j: usize| valley::hvp(&x, &item(&eye, j)).unwrap().1.x;
        let hessian = stacked(&[0, 1, 2].map(along));
        &x - hessian.solve(&valley::grad(&x).unwrap().x).unwrap()
    };
    let each: Vec<_> = (0..5).map(one).collect();
    close(&newton::vmap(&xs, &eye).unwrap(), &each);
    close(&newtons(&xs, &eye), &each);
    let u = drawn(4, &[5, 3]);
    let pulled = newtons::vjp(&xs, &eye).unwrap().1.pull(&u).unwrap();
    let of = |i: usize| newton::vjp(&item(&xs, i), &eye).unwrap().1.pull(&item(&u, i)).unwrap().x;
    close(&pulled.xs, &[0, 1, 2, 3, 4].map(of));
}

#[test]
fn sizes_that_differ() {
    let error = all_steps::grad(&drawn(1, &[]), &drawn(1, &[]), 1).unwrap_err().to_string();
    assert!(error.contains("`x` has shape [], but its dim 0 is `batch`"), "{error}");
}
