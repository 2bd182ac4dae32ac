use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Body {
    at: Tensor,
    trail: Vec<Tensor>,
}

impl Body {
    fn kick(&mut self, by: &Tensor) {
        self.at = &self.at + by;
    }
}

fn show(x: &Tensor) {
    println!("{x}");
}

#[differentiable]
fn kicked(b: &Body, x: &Tensor) -> Tensor {
    let mut b = b.clone();
    b.kick(x);
    b.at.sin()
}

#[differentiable]
fn kicked_one(bodies: &Vec<Body>, x: &Tensor, i: usize) -> Tensor {
    let mut bodies = bodies.clone();
    bodies[i].kick(x);
    bodies[0].at.sin()
}

#[differentiable]
fn shown(x: &Tensor) -> Tensor {
    let y = x.sin();
    show(&y);
    y
}

#[differentiable]
fn taken(b: &Body) -> Tensor {
    let mut b = b.clone();
    let last = b.trail.pop().unwrap();
    last + &b.at
}

#[differentiable]
fn put(b: &Body, x: &Tensor) -> Tensor {
    let mut b = b.clone();
    b.trail.insert(0, x.clone());
    b.trail[0].clone()
}

fn main() {
    let _ = (kicked::vjp, kicked_one::vjp, shown::vjp, taken::vjp, put::vjp);
}
