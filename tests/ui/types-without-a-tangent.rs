use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use cotangent::prelude::*;

#[differentiable]
fn shared(w: &Arc<Tensor>, x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable]
fn guarded(w: &RefCell<Tensor>, x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable]
fn map(w: &HashMap<String, Tensor>, x: &Tensor) -> Tensor {
    x.exp()
}

trait Layer {}

#[differentiable]
fn objects(w: &Vec<Box<dyn Layer>>, x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable]
fn boxed_slice(w: &Box<[Tensor]>, x: &Tensor) -> Tensor {
    x.exp()
}

#[differentiable]
fn shared_result(x: &Tensor) -> Arc<Tensor> {
    x.exp()
}

#[differentiable]
fn map_result(x: &Tensor) -> HashMap<String, Tensor> {
    x.exp()
}

#[differentiable]
fn borrowed_result<'a>(x: &'a Tensor) -> Vec<&'a Tensor> {
    vec![x]
}

#[derive(Clone, Differentiable)]
struct Slices {
    all: Box<[Tensor]>,
}

fn main() {}
