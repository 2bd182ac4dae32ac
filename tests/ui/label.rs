use cotangent::prelude::*;

#[differentiable]
fn inner_stops_outer(x: &Tensor, n: usize) -> Scalar {
    let mut h = x.clone();
    'rows: for i in 0..n {
        for j in 0..n {
            if i * j > 6 {
                break 'rows;
            }
            h = h.sin();
        }
    }
    h.sum()
}

#[differentiable]
fn value_of_a_loop(x: &Tensor, n: usize) -> Scalar {
    let mut k = 0;
    let y = loop {
        k += 1;
        if k > n {
            break x.exp();
        }
    };
    y.sum()
}

fn main() {}
