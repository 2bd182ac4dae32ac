use cotangent::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Train,
    Test,
}

#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
}

#[differentiable]
trait Layer {
    fn forward(&self, x: &Tensor, mode: Mode) -> Tensor;
}

#[differentiable]
impl Layer for Dense {
    fn forward(&self, x: &Tensor, mode: Mode) -> Tensor {
        if mode == Mode::Train { x * &self.w * 2.0 } else { x * &self.w }
    }
}

fn main() {}
