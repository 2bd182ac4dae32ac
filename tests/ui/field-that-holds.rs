//! Fields whose types hold tensors and have no tangent are one error each.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use cotangent::prelude::*;

#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor) -> Tensor;
}

#[derive(Clone, Differentiable)]
struct Shared {
    w: Arc<Tensor>,
    b: Tensor,
}

#[derive(Clone, Differentiable)]
struct Counted(Option<Rc<Tensor>>);

#[derive(Clone, Differentiable)]
struct Guarded {
    w: RefCell<Tensor>,
}

#[derive(Clone, Differentiable)]
struct Named {
    all: BTreeMap<String, Tensor>,
}

#[derive(Differentiable)]
struct Objects {
    layers: Vec<Box<dyn Layer + Send>>,
}

impl Clone for Objects {
    fn clone(&self) -> Self {
        Self { layers: Vec::new() }
    }
}

#[derive(Clone, Differentiable)]
struct Constant {
    w: Tensor,
    seen: Arc<Vec<f32>>,
    #[constant]
    mean: Arc<Tensor>,
}

#[differentiable]
fn loss(shared: &Shared, constant: &Constant, x: &Tensor) -> Scalar {
    (x * &shared.b * &constant.w).sum()
}

fn main() {}
