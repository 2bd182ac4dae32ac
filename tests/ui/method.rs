use cotangent::prelude::*;

struct Model;

impl Model {
    #[differentiable]
    fn forward(&self, x: &Tensor) -> Tensor {
        x.exp()
    }
}

fn main() {
    let _ = Model;
}
