use cotangent::prelude::*;

#[differentiable]
fn helper(x: &Tensor) -> Tensor {
    x.exp()
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
    s: f64,
    n: usize,
    parts: Option<(Tensor, Tensor, Tensor)>,
}

#[differentiable]
fn an_error(x: &Tensor) -> Tensor {
    let y = Err(x);
    x.exp()
}

#[differentiable]
fn a_range(x: &Tensor) -> Tensor {
    let r = x..x;
    x.exp()
}

#[differentiable]
fn no_target(x: &Tensor) -> Tensor {
    x.cast::<3>()
}

#[differentiable]
fn xor(x: &Tensor<i32>, y: &Tensor) -> Tensor {
    (x ^ x).cast::<f32>() * y
}

#[differentiable]
fn a_tuple_added(x: &Tensor) -> Tensor {
    x + (x, x)
}

#[differentiable]
fn a_slice_of_tuples_handed_on(xs: &[(Tensor, Tensor)]) -> Tensor {
    helper(xs)
}

#[differentiable]
fn a_number_or_a_tensor(l: &Layer) -> Tensor {
    helper(l.w * l.s)
}

#[differentiable]
fn a_pattern_from_behind(l: &Layer, x: &Tensor) -> Tensor {
    match &l.parts {
        Some((a, .., b)) => x * a * b,
        None => x.exp(),
    }
}

#[differentiable]
fn a_tuple_in_host_code(x: &Tensor, n: usize) -> Tensor {
    let pair = (x.exp(), x.sin());
    assert!(pair == pair, "{n}");
    pair.0 * pair.1
}

#[differentiable]
fn a_box(x: &Tensor) -> Box<Tensor> {
    Box::new(x.exp())
}

#[differentiable]
fn moved_out(x: &Tensor) -> Tensor {
    std::mem::take(x)
}

#[differentiable]
fn a_method_of_lists(x: &Tensor) -> Tensor {
    [x, x].concat()
}

#[differentiable]
fn a_field_of_a_number(x: &Tensor, n: usize) -> Layer {
    let mut l = Layer { w: x.exp(), s: 1.0, n, parts: None };
    l.n.k = 4;
    l
}

fn main() {}
