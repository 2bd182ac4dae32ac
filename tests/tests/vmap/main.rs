//! Transforms of a batch against the function on each item.

mod calls;
mod inside;
mod matrices;
mod references;

use cotangent::prelude::*;
use cotangent_tests::there;

/// Item `i`.
fn item<T: cotangent::Element>(xs: &Tensor<T>, i: usize) -> Tensor<T> {
    xs.narrow(0, i, 1).unwrap().squeeze(0).unwrap()
}

fn stacked(items: &[Tensor<f64>]) -> Tensor<f64> {
    Tensor::stack(items, 0).unwrap()
}

fn close(found: &Tensor<f64>, want: &[Tensor<f64>]) {
    let want = stacked(want);
    assert_eq!(found.shape(), want.shape());
    let within = there::within(1e-12);
    for (a, b) in found.to_vec().unwrap().iter().zip(want.to_vec().unwrap()) {
        assert!((a - b).abs() <= within * (1.0 + b.abs()), "{a} of the batch, {b} of the item");
    }
}

fn same(found: &Tensor<f64>, want: &Tensor<f64>) {
    close(&found.unsqueeze(0).unwrap(), std::slice::from_ref(want));
}

fn drawn(seed: u64, shape: &[usize]) -> Tensor<f64> {
    let n = shape.iter().product::<usize>();
    let at = |i: usize| ((seed * 7919 + i as u64 * 104_729) % 1009) as f64 / 504.5 - 1.0;
    there::at(Tensor::from_vec((0..n).map(at).collect(), shape).unwrap())
}

fn ones(shape: &[usize]) -> Tensor<f64> {
    there::at(Tensor::ones(shape).unwrap())
}

#[differentiable(vmap(x, y), order = 2)]
fn mlp(
    w: &Tensor<f64, I, H>,
    b: &Tensor<f64, H>,
    v: &Tensor<f64, H, O>,
    #[constant] x: &Tensor<f64, I>,
    #[constant] y: &Tensor<f64, O>,
) -> Scalar<f64> {
    let h = (x.matmul(w) + b).tanh();
    (h.matmul(v) - y).square().mean()
}

#[test]
fn gradients_of_each_item() {
    let (w, b, v) = (drawn(1, &[5, 7]), drawn(2, &[7]), drawn(3, &[7, 2]));
    let (xs, ys) = (drawn(4, &[4, 5]), drawn(5, &[4, 2]));
    let each: Vec<_> =
        (0..4).map(|i| mlp::value_and_grad(&w, &b, &v, &item(&xs, i), &item(&ys, i)).unwrap()).collect();
    let (values, grads) = mlp::vmap_value_and_grad(&w, &b, &v, &xs, &ys).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
    close(&grads.b, &each.iter().map(|(_, g)| g.b.clone()).collect::<Vec<_>>());
    close(&grads.v, &each.iter().map(|(_, g)| g.v.clone()).collect::<Vec<_>>());
    let (dw, db, dv) = (drawn(6, &[5, 7]), drawn(7, &[7]), drawn(8, &[7, 2]));
    let one = |i: usize| mlp::hvp(&w, &b, &v, &item(&xs, i), &item(&ys, i), &dw, &db, &dv).unwrap().1;
    let products = mlp::vmap_hvp(&w, &b, &v, &xs, &ys, &dw, &db, &dv).unwrap().1;
    close(&products.w, &[0, 1, 2, 3].map(|i| one(i).w));
    close(&products.b, &[0, 1, 2, 3].map(|i| one(i).b));
    close(&products.v, &[0, 1, 2, 3].map(|i| one(i).v));
    let values = mlp::vmap(&w, &b, &v, &xs, &ys).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    let (_, pullback) = mlp::vmap_vjp(&w, &b, &v, &xs, &ys).unwrap();
    let pulled = pullback.pull(&there::at(Tensor::from_vec(vec![1.0, 2.0, -1.0, 0.5], 4).unwrap())).unwrap();
    close(&pulled.w, &each.iter().zip([1.0, 2.0, -1.0, 0.5]).map(|((_, g), s)| &g.w * s).collect::<Vec<_>>());
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    b: Tensor<f64>,
    slope: f64,
}

#[derive(Clone, Differentiable)]
struct Model {
    first: Layer,
    last: Layer,
    /// Nothing reads it.
    spare: Tensor<f64>,
}

#[differentiable(vmap(x, y))]
fn of_struct(model: &Model, #[constant] x: &Tensor<f64>, #[constant] y: &Tensor<f64>) -> Scalar<f64> {
    let h = (x.matmul(&model.first.w) + &model.first.b).tanh() * model.first.slope;
    (h.matmul(&model.last.w) + &model.last.b - y).square().mean()
}

#[differentiable(vmap(model))]
fn ensemble(model: &Model, #[constant] x: &Tensor<f64>) -> Tensor<f64> {
    let h = (x.matmul(&model.first.w) + &model.first.b).tanh() * model.first.slope;
    h.matmul(&model.last.w) + &model.last.b
}

fn layer(seed: u64, lead: &[usize], i: usize, o: usize) -> Layer {
    let shape = |rest: &[usize]| [lead, rest].concat();
    Layer { w: drawn(seed, &shape(&[i, o])), b: drawn(seed + 1, &shape(&[o])), slope: 0.75 }
}

fn model(lead: &[usize]) -> Model {
    let spare = drawn(40, &[lead, &[3]].concat());
    Model { first: layer(1, lead, 5, 7), last: layer(3, lead, 7, 2), spare }
}

#[test]
fn gradients_of_each_item_of_a_shared_struct() {
    let (xs, ys) = (drawn(4, &[4, 5]), drawn(5, &[4, 2]));
    let model = model(&[]);
    let each: Vec<_> =
        (0..4).map(|i| of_struct::value_and_grad(&model, &item(&xs, i), &item(&ys, i)).unwrap()).collect();
    let (values, grads) = of_struct::vmap_value_and_grad(&model, &xs, &ys).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    let of = |part: &dyn Fn(&ModelTangent) -> Tensor<f64>| {
        close(&part(&grads.model), &each.iter().map(|(_, g)| part(&g.model)).collect::<Vec<_>>());
    };
    of(&|m| m.first.w.clone());
    of(&|m| m.first.b.clone());
    of(&|m| m.last.w.clone());
    of(&|m| m.last.b.clone());
    of(&|m| m.spare.clone());
}

#[test]
fn models_of_an_ensemble() {
    let models = model(&[3]);
    let x = drawn(4, &[6, 5]);
    let one = |i: usize| {
        let layer = |l: &Layer| Layer { w: item(&l.w, i), b: item(&l.b, i), slope: l.slope };
        Model { first: layer(&models.first), last: layer(&models.last), spare: item(&models.spare, i) }
    };
    let values = ensemble::vmap(&models, &x).unwrap();
    close(&values, &(0..3).map(|i| ensemble(&one(i), &x)).collect::<Vec<_>>());
    let (_, pullback) = ensemble::vmap_vjp(&models, &x).unwrap();
    let u = drawn(9, &[3, 6, 2]);
    let grads = pullback.pull(&u).unwrap();
    let each: Vec<_> = (0..3)
        .map(|i| {
            let (_, pullback) = ensemble::vjp(&one(i), &x).unwrap();
            pullback.pull(&item(&u, i)).unwrap().model
        })
        .collect();
    close(&grads.model.first.w, &each.iter().map(|g| g.first.w.clone()).collect::<Vec<_>>());
    close(&grads.model.last.b, &each.iter().map(|g| g.last.b.clone()).collect::<Vec<_>>());
    close(&grads.model.spare, &each.iter().map(|g| g.spare.clone()).collect::<Vec<_>>());
    // What it is compared with.
    let wrong = Model { spare: drawn(40, &[2, 3]), ..models.clone() };
    let error = ensemble::vmap(&wrong, &x).unwrap_err().to_string();
    assert!(
        error.contains("`model.spare` has shape [2, 3], but its dim 0 is `batch`, which is 3"),
        "{error}"
    );
}

#[differentiable(vmap(x), order = 2)]
fn rounds(
    w: &Tensor<f64, N, N>,
    x: &Tensor<f64, N>,
    #[constant] n: usize,
    #[constant] twice: bool,
) -> Scalar<f64> {
    let mut h = x.clone();
    let mut total = x.sum() * 0.0;
    for i in 0..n {
        for _ in 0..i {
            h = (h.matmul(w) * 0.5).tanh();
        }
        if twice && i > 0 {
            total = total + (&h * x).sum();
        } else {
            h = h + w.sum_axis(0);
        }
    }
    let mut k = 0;
    while k < n {
        total = total + h.square().mean();
        k += 2;
    }
    let scale = match n {
        0 => x.sum(),
        1 => w.sum(),
        _ => (x * &h).sum(),
    };
    total * scale
}

#[test]
fn loops_and_branches_that_the_host_decides() {
    let (w, xs) = (drawn(1, &[4, 4]), drawn(2, &[3, 4]));
    for (n, twice) in [(0, true), (1, false), (3, true), (4, false)] {
        let each: Vec<_> =
            (0..3).map(|i| rounds::value_and_grad(&w, &item(&xs, i), n, twice).unwrap()).collect();
        let (values, grads) = rounds::vmap_value_and_grad(&w, &xs, n, twice).unwrap();
        close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
        close(&grads.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
        close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
        let (dw, dx) = (drawn(5, &[4, 4]), drawn(6, &[3, 4]));
        let (_, dots) = rounds::vmap_jvp(&w, &xs, n, twice, &dw, &dx).unwrap();
        let jvp = |i: usize| rounds::jvp(&w, &item(&xs, i), n, twice, &dw, &item(&dx, i)).unwrap().1;
        close(&dots, &(0..3).map(jvp).collect::<Vec<_>>());
        let (_, pullback) = rounds::vmap_vjp(&w, &xs, n, twice).unwrap();
        let pulled = pullback.pull(&ones(&[3])).unwrap();
        close(&pulled.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
    }
}

#[differentiable(vmap(x, more))]
fn listed(
    w: &Tensor<f64, N, N>,
    x: &Tensor<f64, N>,
    more: &[Tensor<f64>],
    #[constant] n: usize,
) -> Scalar<f64> {
    let mut h = x.clone();
    let mut hs = vec![w.sum_axis(0)];
    let mut weights = Vec::new();
    for i in 0..n {
        h = h.matmul(w).tanh();
        hs.push(&h * 0.5);
        weights.push(w.sum() * i);
    }
    hs[0] = hs[1].sin();
    let mut total = (stack(&hs, -1) * stack(&hs, 1)).sum() + concat(&hs, 0).mean() + stack(&weights, 0).sum();
    for m in more {
        total = total + (m * &hs[n]).sum();
    }
    total
}

#[test]
fn lists_of_each_item() {
    let (w, xs) = (drawn(1, &[4, 4]), drawn(2, &[3, 4]));
    let more = [drawn(3, &[3, 4]), drawn(4, &[3, 2, 4])];
    let each: Vec<_> = (0..3)
        .map(|i| {
            let more: Vec<_> = more.iter().map(|m| item(m, i)).collect();
            listed::value_and_grad(&w, &item(&xs, i), &more, 3).unwrap()
        })
        .collect();
    let (values, grads) = listed::vmap_value_and_grad(&w, &xs, &more, 3).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
    for k in 0..2 {
        close(&grads.more[k], &each.iter().map(|(_, g)| g.more[k].clone()).collect::<Vec<_>>());
    }
}

#[differentiable(vmap(x, at))]
fn apart(table: &Tensor<f64, V, D>, x: &Tensor<f64, N>, #[constant] at: &Tensor<i32, K>) -> Scalar<f64> {
    let picked = x.index_select(0, at);
    let rows = table.embedding(at);
    (rows * picked.unsqueeze(1)).tanh().sum() + x[1] * x[0] + x.tile([2]).square().sum()
}

#[test]
fn what_takes_no_batch_runs_item_by_item() {
    let (table, xs) = (drawn(1, &[5, 2]), drawn(2, &[3, 4]));
    let at: Tensor<i32> = there::at(Tensor::from_vec(vec![0, 3, 1, 1, 2, 0], [3, 2]).unwrap());
    let each: Vec<_> =
        (0..3).map(|i| apart::value_and_grad(&table, &item(&xs, i), &item(&at, i)).unwrap()).collect();
    let (values, grads) = apart::vmap_value_and_grad(&table, &xs, &at).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.table, &each.iter().map(|(_, g)| g.table.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
}

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor<f64>,
    c: Tensor<f64>,
}

#[differentiable(vmap(x, key))]
fn lstm(
    w: &Tensor<f64, I, 16>,
    u: &Tensor<f64, 4, 16>,
    x: &Tensor<f64, T, I>,
    #[constant] key: Key,
) -> Scalar<f64> {
    let mut state = State { h: x.sum_axis(1).sum() * u.sum_axis(1), c: u.mean_axis(1) };
    let keep = key.fold(7).bernoulli(0.6, [4]).cast::<f64>();
    for t in 0..x.dim(0) {
        let [i, f, g, o] = (x.narrow(0, t, 1).squeeze(0).matmul(w) + state.h.matmul(u)).chunk(4, 0);
        let c = f.sigmoid() * &state.c + i.sigmoid() * g.tanh();
        let noise = key.fold(1).normal([4]) * 0.1;
        state = State { h: o.sigmoid() * c.tanh() + noise, c };
    }
    (state.h * keep + state.c).sum()
}

#[test]
fn structs_of_bodies_and_keys() {
    let (w, u, xs) = (drawn(1, &[3, 16]), drawn(2, &[4, 16]), drawn(3, &[5, 2, 3]));
    let key = Key::new(3);
    let each: Vec<_> =
        (0..5).map(|i| lstm::value_and_grad(&w, &u, &item(&xs, i), key.fold(i as u64)).unwrap()).collect();
    let (values, grads) = lstm::vmap_value_and_grad(&w, &u, &xs, key).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
    close(&grads.u, &each.iter().map(|(_, g)| g.u.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
}

#[differentiable(vmap(x))]
fn remembered(w: &Tensor<f64, N, N>, x: &Tensor<f64, N>, #[constant] n: usize) -> Scalar<f64> {
    let mut h = w.sum_axis(0);
    #[checkpoint(sqrt)]
    for i in 0..n {
        h = (h.matmul(w) + x * i).tanh();
        if i == 2 {
            h = &h * x;
        }
    }
    #[checkpoint]
    let y = { (&h * x).sin() };
    #[checkpoint]
    for _ in 0..n {
        h = (&h + &y).sin();
    }
    h.sum()
}

#[test]
fn checkpoints_of_batches() {
    let (w, xs) = (drawn(1, &[4, 4]), drawn(2, &[3, 4]));
    for n in [0, 1, 5] {
        let each: Vec<_> =
            (0..3).map(|i| remembered::value_and_grad(&w, &item(&xs, i), n).unwrap()).collect();
        let (values, pullback) = remembered::vmap_vjp(&w, &xs, n).unwrap();
        close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
        let pulled = pullback.pull(&ones(&[3])).unwrap();
        close(&pulled.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
        close(&pulled.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
    }
}

#[differentiable(vmap(x))]
fn generic<T: Float>(w: &Tensor<T, N>, x: &Tensor<T, N>) -> Result<(Scalar<T>, Tensor<T, N>)> {
    let y = (w * x).exp();
    Ok((y.sum(), y))
}

#[test]
fn generics_and_results_of_several() {
    let (w, xs) = (drawn(1, &[4]), drawn(2, &[3, 4]));
    let each: Vec<_> = (0..3).map(|i| generic(&w, &item(&xs, i)).unwrap()).collect();
    let (sums, all) = generic::<f64>::vmap(&w, &xs).unwrap();
    close(&sums, &each.iter().map(|(sum, _)| sum.clone()).collect::<Vec<_>>());
    close(&all, &each.iter().map(|(_, y)| y.clone()).collect::<Vec<_>>());
    let (_, pullback) = generic::<f64>::vmap_vjp(&w, &xs).unwrap();
    let pulled = pullback.pull((None, &ones(&[3, 4]))).unwrap();
    close(&pulled.x, &each.iter().map(|(_, y)| y * &w).collect::<Vec<_>>());
}

#[differentiable]
impl Layer {
    #[differentiable(vmap(x))]
    fn loss(&self, #[constant] x: &Tensor<f64>) -> Scalar<f64> {
        (x.matmul(&self.w) + &self.b).tanh().square().sum() * self.slope
    }

    #[differentiable(vmap(self))]
    fn apply(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x.matmul(&self.w) + &self.b).tanh()
    }
}

#[test]
fn methods_of_batches() {
    let (one, xs) = (layer(1, &[], 5, 7), drawn(3, &[4, 5]));
    let grads = one.loss_vmap_grad(&xs).unwrap().this;
    let each: Vec<_> = (0..4).map(|i| one.loss_value_and_grad(&item(&xs, i)).unwrap()).collect();
    close(&grads.w, &each.iter().map(|(_, g)| g.this.w.clone()).collect::<Vec<_>>());
    close(&one.loss_vmap(&xs).unwrap(), &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    let (many, x) = (layer(1, &[3], 5, 7), drawn(3, &[5]));
    let of = |i: usize| Layer { w: item(&many.w, i), b: item(&many.b, i), slope: many.slope };
    close(&many.apply_vmap(&x).unwrap(), &(0..3).map(|i| of(i).apply(&x)).collect::<Vec<_>>());
    let (_, pullback) = many.apply_vmap_vjp(&x).unwrap();
    let u = drawn(7, &[3, 7]);
    let pulled = pullback.pull(&u).unwrap();
    let one = |i: usize| of(i).apply_vjp(&x).unwrap().1.pull(&item(&u, i)).unwrap();
    close(&pulled.x, &(0..3).map(|i| one(i).x).collect::<Vec<_>>());
    close(&pulled.this.w, &(0..3).map(|i| one(i).this.w).collect::<Vec<_>>());
}

#[differentiable(vmap(q, k, bias))]
fn attended(
    q: &Tensor<f64, 1, H, L, E>,
    k: &Tensor<f64, 1, G, S, E>,
    v: &Tensor<f64, 1, G, S, D>,
    bias: &Tensor<f64>,
) -> Scalar<f64> {
    q.attention(k, v, causal_mask(L, S), bias, 0.7).sin().sum()
}

#[test]
fn attention_of_items() {
    let (q, k, v) = (drawn(1, &[3, 1, 4, 3, 2]), drawn(2, &[3, 1, 2, 5, 2]), drawn(3, &[1, 2, 5, 3]));
    for bias in [drawn(4, &[3, 5]), drawn(4, &[3, 4, 1, 5]), drawn(4, &[3, 1, 1, 3, 5]), drawn(4, &[3])] {
        let one = |i: usize| attended::grad(&item(&q, i), &item(&k, i), &v, &item(&bias, i)).unwrap();
        let grads = attended::vmap_grad(&q, &k, &v, &bias).unwrap();
        close(&grads.q, &[0, 1, 2].map(|i| one(i).q));
        close(&grads.k, &[0, 1, 2].map(|i| one(i).k));
        close(&grads.v, &[0, 1, 2].map(|i| one(i).v));
        close(&grads.bias, &[0, 1, 2].map(|i| one(i).bias));
    }
    assert!(attended::explain().ends_with("vmap\n  item by item: none\n"), "{}", attended::explain());
}

#[differentiable(vmap(ids, order))]
fn worded(table: &Tensor<f64>, ids: &Tensor<i32, T>, order: &Tensor<i32>) -> Scalar<f64> {
    let words = table.embedding(ids).index_select(0, order);
    (words.cumsum(0) * table.index_select(1, &order.clamp(0, 1)).mean()).sin().sum()
}

#[test]
fn words_of_items() {
    let at = |shape: &[usize], most: i32| {
        let n = shape.iter().product::<usize>() as i32;
        there::at(Tensor::from_vec((0..n).map(|i| i * 5 % most).collect(), shape).unwrap())
    };
    let (table, ids, order) = (drawn(1, &[4, 2]), at(&[3, 5], 4), at(&[3, 6], 5));
    let grads = worded::vmap_grad(&table, &ids, &order).unwrap();
    close(
        &grads.table,
        &[0, 1, 2].map(|i| worded::grad(&table, &item(&ids, i), &item(&order, i)).unwrap().table),
    );
    assert!(worded::explain().ends_with("vmap\n  item by item: none\n"), "{}", worded::explain());
}

#[differentiable]
mod inlined {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn layer(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Tensor<f64, O> {
        x.matmul(w).tanh()
    }

    #[differentiable(vmap(x))]
    pub fn two(w: &Tensor<f64, N, N>, x: &Tensor<f64, N>) -> Scalar<f64> {
        layer(w, &layer(w, x)).sum()
    }
}

#[test]
fn calls_that_are_inlined() {
    let (w, xs) = (drawn(1, &[4, 4]), drawn(2, &[3, 4]));
    let each: Vec<_> = (0..3).map(|i| inlined::two::grad(&w, &item(&xs, i)).unwrap()).collect();
    let grads = inlined::two::vmap_grad(&w, &xs).unwrap();
    close(&grads.w, &each.iter().map(|g| g.w.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|g| g.x.clone()).collect::<Vec<_>>());
}
