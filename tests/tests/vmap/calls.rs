//! Functions that call others whose text is not there.

use cotangent::prelude::*;

use crate::{close, drawn, item, ones, same};

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor<f64>,
    b: Tensor<f64>,
    slope: f64,
}

#[differentiable(order = 2)]
impl Layer {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        (x.matmul(&self.w) + &self.b).tanh() * self.slope
    }
}

fn layer(lead: &[usize]) -> Layer {
    let of = |seed, shape: &[usize]| drawn(seed, &[lead, shape].concat());
    Layer { w: of(1, &[3, 2]), b: of(2, &[2]), slope: 0.7 }
}

#[differentiable(order = 2)]
fn inner(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Tensor<f64, O> {
    x.matmul(w).sin()
}

#[differentiable(vmap(x), order = 2)]
fn outer(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
    let h = inner(w, &(x * 2.0));
    (h.square() + inner(w, x)).sum()
}

#[differentiable]
fn several(x: &Tensor<f64>, n: usize) -> (Tensor<f64>, (Scalar<f64>, Tensor<f64>)) {
    (x.sin() * n, (x.sum(), x.cos()))
}

#[differentiable(vmap(x))]
fn of_several(w: &Tensor<f64>, x: &Tensor<f64>) -> (Scalar<f64>, Tensor<f64>) {
    let (a, (b, c)) = several(&(x * w), 2);
    ((a * b).sum(), c + x)
}

#[differentiable(vmap(x), order = 2)]
fn of_method(layer: &Layer, x: &Tensor<f64, I>) -> Scalar<f64> {
    (layer.forward(x) * x.sum()).square().sum()
}

#[differentiable(vmap(layer))]
fn of_many(layer: &Layer, x: &Tensor<f64, I>) -> Scalar<f64> {
    (layer.forward(x) * x.sum() + &layer.b).square().sum()
}

#[differentiable]
fn noisy(x: &Tensor<f64, N>, key: Key) -> Tensor<f64, N> {
    x * key.normal([N])
}

#[differentiable(vmap(x))]
fn of_keys(x: &Tensor<f64, N>, key: Key) -> Tensor<f64, N> {
    noisy(x, key.fold(1)) + noisy(&x.sin(), key.fold(2))
}

#[differentiable(vjp = pulled)]
fn ruled(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    x.exp()
}

fn pulled(_: &Tensor<f64>, y: &Tensor<f64>, g: &Tensor<f64>) -> Result<Tensor<f64>> {
    Ok(y * g * 3.0)
}

#[differentiable(vmap(x))]
fn of_rule(x: &Tensor<f64>) -> Scalar<f64> {
    ruled(x)?.sin().sum()
}

#[differentiable]
mod bodies {
    use super::inner;
    use cotangent::prelude::*;

    #[differentiable(vmap(x))]
    pub fn each(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
        inner(w, &(x * 0.5)).square().sum()
    }

    #[differentiable]
    pub fn total(w: &Tensor<f64, I, O>, xs: &Tensor<f64, B, I>) -> Scalar<f64> {
        each::vmap(w, xs)?.square().sum()
    }

    #[differentiable]
    pub fn of_one(w: &Tensor<f64, I, O>, x: &Tensor<f64, I>) -> Scalar<f64> {
        each(w, x).square()
    }
}

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor<f64>,
    c: Tensor<f64>,
}

#[differentiable]
fn step(state: &State, x: &Tensor<f64>) -> State {
    let c = (&state.c + x).tanh();
    State { h: &state.h * &c, c }
}

#[differentiable(vmap(x))]
fn of_states(h: &Tensor<f64>, x: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    let state = State { h: h.clone(), c: x * 0.5 };
    let state = step(&state, x);
    let state = step(&state, &(x * &state.h));
    (state.h.clone(), state.c.clone())
}

#[test]
fn calls_run_for_each_item() {
    let (w, xs) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]));
    let each: Vec<_> = (0..4).map(|i| outer::value_and_grad(&w, &item(&xs, i)).unwrap()).collect();
    let (values, grads) = outer::vmap_value_and_grad(&w, &xs).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.w, &each.iter().map(|(_, g)| g.w.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
    let (dw, dx) = (drawn(3, &[3, 2]), drawn(4, &[4, 3]));
    let (_, tangents) = outer::vmap_jvp(&w, &xs, &dw, &dx).unwrap();
    close(&tangents, &[0, 1, 2, 3].map(|i| outer::jvp(&w, &item(&xs, i), &dw, &item(&dx, i)).unwrap().1));
    let (_, products) = outer::vmap_hvp(&w, &xs, &dw, &dx).unwrap();
    let of = |i: usize| outer::hvp(&w, &item(&xs, i), &dw, &item(&dx, i)).unwrap().1;
    close(&products.w, &[0, 1, 2, 3].map(|i| of(i).w));
    close(&products.x, &[0, 1, 2, 3].map(|i| of(i).x));
    assert!(outer::explain().ends_with("vmap\n  item by item: `inner`\n"), "{}", outer::explain());
}

#[test]
fn results_of_several() {
    let (w, xs, u) = (drawn(1, &[3]), drawn(2, &[4, 3]), drawn(3, &[4, 3]));
    let ((value, y), pullback) = of_several::vmap_vjp(&w, &xs).unwrap();
    let each: Vec<_> = (0..4).map(|i| of_several::vjp(&w, &item(&xs, i)).unwrap()).collect();
    close(&value, &each.iter().map(|((value, _), _)| value.clone()).collect::<Vec<_>>());
    close(&y, &each.iter().map(|((_, y), _)| y.clone()).collect::<Vec<_>>());
    let pulled = pullback.pull((&ones(&[4]), &u)).unwrap();
    let one = |i: usize| each[i].1.clone().pull((&ones(&[]), &item(&u, i))).unwrap();
    close(&pulled.w, &[0, 1, 2, 3].map(|i| one(i).w));
    close(&pulled.x, &[0, 1, 2, 3].map(|i| one(i).x));
}

#[test]
fn methods_of_structs() {
    let (one, xs) = (layer(&[]), drawn(3, &[4, 3]));
    let each: Vec<_> = (0..4).map(|i| of_method::value_and_grad(&one, &item(&xs, i)).unwrap()).collect();
    let (values, grads) = of_method::vmap_value_and_grad(&one, &xs).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.layer.w, &each.iter().map(|(_, g)| g.layer.w.clone()).collect::<Vec<_>>());
    close(&grads.layer.b, &each.iter().map(|(_, g)| g.layer.b.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
    let (many, x) = (layer(&[5]), drawn(3, &[3]));
    let of = |i: usize| Layer { w: item(&many.w, i), b: item(&many.b, i), slope: many.slope };
    let each: Vec<_> = (0..5).map(|i| of_many::value_and_grad(&of(i), &x).unwrap()).collect();
    let (values, grads) = of_many::vmap_value_and_grad(&many, &x).unwrap();
    close(&values, &each.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>());
    close(&grads.layer.w, &each.iter().map(|(_, g)| g.layer.w.clone()).collect::<Vec<_>>());
    close(&grads.layer.b, &each.iter().map(|(_, g)| g.layer.b.clone()).collect::<Vec<_>>());
    close(&grads.x, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
}

#[test]
fn keys_rules_and_states() {
    let xs = drawn(1, &[4, 3]);
    let key = Key::new(5);
    let each = [0, 1, 2, 3].map(|i| of_keys(&item(&xs, i), key.fold(i as u64)));
    close(&of_keys::vmap(&xs, key).unwrap(), &each);
    close(
        &of_rule::vmap_grad(&xs).unwrap().x,
        &[0, 1, 2, 3].map(|i| of_rule::grad(&item(&xs, i)).unwrap().x),
    );
    let h = drawn(2, &[3]);
    let ((a, b), pullback) = of_states::vmap_vjp(&h, &xs).unwrap();
    let each: Vec<_> = (0..4).map(|i| of_states::vjp(&h, &item(&xs, i)).unwrap()).collect();
    close(&a, &each.iter().map(|((a, _), _)| a.clone()).collect::<Vec<_>>());
    close(&b, &each.iter().map(|((_, b), _)| b.clone()).collect::<Vec<_>>());
    let (u, v) = (drawn(8, &[4, 3]), drawn(9, &[4, 3]));
    let pulled = pullback.pull((&u, &v)).unwrap();
    let one = |i: usize| each[i].1.clone().pull((&item(&u, i), &item(&v, i))).unwrap();
    close(&pulled.h, &[0, 1, 2, 3].map(|i| one(i).h));
    close(&pulled.x, &[0, 1, 2, 3].map(|i| one(i).x));
}

#[test]
fn calls_in_bodies() {
    let (w, xs) = (drawn(1, &[3, 2]), drawn(2, &[4, 3]));
    let each: Vec<_> = (0..4).map(|i| bodies::of_one::value_and_grad(&w, &item(&xs, i)).unwrap()).collect();
    let grads = bodies::total::grad(&w, &xs).unwrap();
    let sum = each.iter().map(|(_, g)| g.w.clone()).reduce(|a, b| a + b).unwrap();
    same(&grads.w, &sum);
    close(&grads.xs, &each.iter().map(|(_, g)| g.x.clone()).collect::<Vec<_>>());
}
