//! Parameters

use cotangent::prelude::*;

/// Tensors with named dims, numbers and sums of names as dims, dims without a name, and no dims at all.
#[differentiable]
fn dims(a: &Tensor<B, N>, b: &Tensor<3, _>, c: &Tensor<{ N + 1 }>, d: &Tensor) -> Scalar {
    a.sum() + b.sum() + c.sum() + d.sum()
}

/// Tensors by value; element types other than f32, and a generic one.
#[differentiable]
fn elements<T: Float>(
    x: Tensor<T, N>,
    n: &Tensor<i32, N>,
    mask: &Tensor<bool, N>,
    b: &Tensor<u8, N>,
) -> Scalar<T> {
    (mask.or(b.ge(128)).select(x, 0.0) * n.cast::<T>()).sum()
}

/// Tuples, arrays and slices of tensors.
#[differentiable]
fn several(
    pair: &(Tensor, Tensor),
    array: [&Tensor; 2],
    slice: &[Tensor],
    rows: &[(Tensor, Tensor)],
) -> Scalar {
    let [first, second] = array;
    (&pair.0 * &pair.1 + first * second + &rows[0].0 * &rows[0].1 * &slice[0]).sum()
}

/// Host values: numbers, texts, options, slices, keys, functions of the standard library's types.
#[differentiable]
fn hosts(x: &Tensor<N>, n: usize, scale: Option<f32>, by: &[f64], name: &str, key: Key) -> Scalar {
    assert!(key != Key::new(0), "{name}");
    (x * scale.unwrap_or(1.0)).sum() * n + by[0]
}

/// Parameters without a gradient: marked, of any type.
struct Config {
    width: usize,
}

#[differentiable]
fn constant(x: &Tensor<N>, #[constant] y: &Tensor<N>, #[constant] config: &Config) -> Scalar {
    (x * y).sum() / config.width
}

/// Structs that derive `Differentiable`, lists and options of them, in boxes too.
#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
}

#[differentiable]
fn models(
    one: &Layer,
    many: &Vec<Layer>,
    some: &[Layer],
    maybe: &Option<Layer>,
    boxed: &Box<Layer>,
) -> Scalar {
    let mut y = &one.w + &boxed.w + &many[0].w + &some[0].w;
    if let Some(layer) = maybe {
        y = y * &layer.w;
    }
    y.sum()
}

/// Constant generics, and types that are generic over an element type.
#[derive(Clone, Differentiable)]
struct Bias<T: Float> {
    b: Tensor<T>,
}

#[differentiable]
fn generic<T: Float, const N: usize>(bias: &Bias<T>, x: &Tensor<T, N>) -> Scalar<T> {
    (x + &bias.b).sum() / N
}
