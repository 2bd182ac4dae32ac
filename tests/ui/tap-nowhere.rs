use cotangent::prelude::*;

#[differentiable]
fn integers(x: &Tensor, #[constant] n: usize) -> Tensor {
    let mut y = x.clone();
    for _ in 0..n {
        #[tap]
        let at = y.argmax_axis(0);
        y = y.index_select(0, at);
    }
    y
}

#[differentiable]
fn in_plain_rust(x: &Tensor, #[constant] n: usize) -> Tensor {
    let twice = {
        #[tap]
        let m = n * 2;
        m
    };
    x * twice
}

#[differentiable]
fn behind_a_panic(x: &Tensor, #[constant] n: usize) -> Tensor {
    if n == 0 {
        return x.exp();
    } else {
        panic!("{n}");
    }
    #[tap]
    let y = x.sin();
    y
}

fn main() {}
