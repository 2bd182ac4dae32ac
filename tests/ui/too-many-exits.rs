use cotangent::prelude::*;

#[differentiable]
fn skippable(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    if n > 0 { if n == 20 { return h; } h = h.sin(); }
    if n > 1 { if n == 21 { return h; } h = h.cos(); }
    if n > 2 { if n == 22 { return h; } h = h.sin(); }
    if n > 3 { if n == 23 { return h; } h = h.cos(); }
    if n > 4 { if n == 24 { return h; } h = h.sin(); }
    if n > 5 { if n == 25 { return h; } h = h.cos(); }
    if n > 6 { if n == 26 { return h; } h = h.sin(); }
    if n > 7 { if n == 27 { return h; } h = h.cos(); }
    if n > 8 { if n == 28 { return h; } h = h.sin(); }
    if n > 9 { if n == 29 { return h; } h = h.cos(); }
    if n > 10 { if n == 30 { return h; } h = h.sin(); }
    h
}

fn main() {}
