//! Structs and enums

use cotangent::prelude::*;

/// Fields of any depth, in lists and options.
#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
    b: Option<Tensor>,
}

#[derive(Clone, Differentiable)]
struct Net {
    layers: Vec<Dense>,
    scale: f32,
}

#[differentiable]
fn fields(net: &Net, x: &Tensor) -> Tensor {
    let mut h = x * net.scale;
    for layer in &net.layers {
        h = h.matmul(&layer.w);
        if let Some(b) = &layer.b {
            h = h + b;
        }
    }
    h.matmul(&net.layers[0].w)
}

/// Literals, updates, fields that are assigned and pushed to.
#[derive(Clone, Differentiable)]
struct State {
    h: Tensor,
    seen: Vec<Tensor>,
    steps: usize,
}

#[differentiable]
fn made(old: &State, x: &Tensor) -> State {
    let mut s = State { h: &old.h * x, ..old.clone() };
    s.h += x;
    s.seen.push(x.clone());
    s.steps += 1;
    s
}

/// Structs that a loop carries, and lists of them.
#[differentiable]
fn carried(s: &State, xs: &[Tensor]) -> Scalar {
    let mut s = s.clone();
    let mut all = Vec::new();
    for x in xs {
        s = made(&s, x);
        all.push(s.clone());
    }
    all[0].h.sum() + s.h.sum()
}

/// Enums, taken apart by `match`.
#[derive(Clone, Differentiable)]
enum Act {
    Scale(Tensor),
    Power { w: Tensor, n: i32 },
    Tanh,
}

#[differentiable]
fn matched(act: &Act, x: &Tensor) -> Tensor {
    match act {
        Act::Scale(w) => x * w,
        Act::Power { w, n } => (x * w).powi(*n),
        Act::Tanh => x.tanh(),
    }
}

/// Trees in boxes.
#[derive(Clone, Differentiable)]
struct Node {
    w: Tensor,
    next: Option<Box<Node>>,
}

#[differentiable]
fn down(node: &Node, x: &Tensor) -> Tensor {
    let y = x * &node.w;
    match &node.next {
        Some(next) => down(next, &y),
        None => y,
    }
}
