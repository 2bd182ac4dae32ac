use cotangent::prelude::*;

#[differentiable]
fn returns(x: &Tensor, n: usize) -> Tensor {
    let mut k = 0;
    let y = loop {
        k += 1;
        if k > n {
            return x.exp();
        }
        if k > 9 {
            break x.sin();
        }
    };
    y * 2.0
}

#[differentiable]
fn value_of_a_for(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    for k in 0..n {
        if k > 3 {
            break h;
        }
        h = h.sin();
    }
    h
}

#[differentiable]
fn stops_another(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    'rows: for k in 0..n {
        let y = loop {
            h = h.sin();
            if k > 3 {
                break 'rows;
            }
            break &h * x;
        };
        h = y;
    }
    h
}

fn main() {}
