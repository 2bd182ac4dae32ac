use cotangent::prelude::*;

#[differentiable]
fn decided_by_the_type(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut i = 0;
    let mut v = vec![1.0, 2.0];
    v[i] += {
        i += 1;
        if n == 1 {
            return x.sum();
        }
        0.5
    };
    (x * v[0]).sum() * v[1]
}

fn main() {}
