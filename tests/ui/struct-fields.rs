use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
    b: Option<Tensor>,
    heads: usize,
}

#[derive(Clone, Differentiable)]
struct Pair(Layer, Option<Layer>);

#[differentiable]
fn both_ways(p: &Pair, x: &Tensor) -> Tensor {
    if let Some(Layer { w, .. }) = &p.1 { x * w } else { x * &p.0.w }
}

#[differentiable]
fn scaled(x: &Tensor, by: usize) -> Tensor {
    x * by
}

#[differentiable]
fn number_or_tensor(l: &Layer, x: &Tensor) -> Tensor {
    let n = l.heads * 2;
    scaled(&(x * &l.w), n)?
}

#[differentiable]
fn unused(l: &Layer, x: &Tensor) -> Tensor {
    x.reshape([l.heads, -1])
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.w).tahn()
    }
    fn consumed(self, x: &Tensor) -> Tensor {
        x.matmul(&self.w)
    }
    fn generic(&self, x: &Tensor) -> Tensor {
        self.forward::<f32>(x)?
    }
}

fn main() {}
