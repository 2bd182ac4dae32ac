use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    #[cfg(test)]
    let h = x.sin();
    x.exp()
}

#[differentiable]
fn statements(x: &Tensor<A, B>, n: usize) -> Tensor {
    let mut h = x.exp();
    #[cfg(any())]
    h = h * 2.0;
    #[cfg(any())]
    h *= 2.0;
    #[cfg(any())]
    assert!(h.dim(0) == n);
    #[cfg(any())]
    const K: usize = 2;
    let y = (#[cfg(any())] h.sin(), h.cos());
    match n {
        #[cfg(any())]
        0 => y.0 + y.1,
        _ => #[cfg(any())]
        {
            y.0 - y.1
        },
    }
}

fn main() {
    let _ = f::vjp;
}
