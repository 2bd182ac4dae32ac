use cotangent::prelude::*;

#[differentiable]
fn channels(x: &Tensor<B, C, H, W>, w: &Tensor<O, D, 3, 3>) -> Tensor<B, O, _, _> {
    x.conv2d(w, 1, 1, 1)
}

#[differentiable]
fn too_small(x: &Tensor<B, 3, 4, 4>, w: &Tensor<8, 3, 7, 7>) -> Tensor<B, 8, _, _> {
    x.conv2d(w, 1, 1, 1)
}

#[differentiable]
fn three_strides(x: &Tensor<B, 3, 32, 32>, w: &Tensor<8, 3, 5, 5>) -> Tensor<B, 8, _, _> {
    x.conv2d(w, [1, 2, 1], 0, 1)
}

#[differentiable]
fn result(x: &Tensor<B, 3, 32, 32>, w: &Tensor<8, 3, 5, 5>) -> Tensor<B, 8, 32, 32> {
    x.conv2d(w, 1, 1, 1)
}

#[differentiable]
fn pooled(x: &Tensor<B, 3, 32, 32>) -> Tensor<B, 3, 15, 15> {
    x.max_pool2d(2, 2, 0)
}

#[differentiable]
fn flat(x: &Tensor<C, H, W>, w: &Tensor<8, 3, 5, 5>) -> Tensor<_, _, _, _> {
    x.conv2d(w, 1, 0, 1)
}

#[differentiable]
fn dilated(x: &Tensor<B, 3, 4, 4>) -> Tensor<B, 3, _, _> {
    x.max_pool2d_dilated(3, 1, 0, 2)
}

#[differentiable]
fn lists(x: &Tensor<B, 3, 8, 8>) -> Tensor<B, 3, _, _> {
    let (y, _) = (x * 2.0).max_pool2d_with_indices([2, 2, 2], 1, 0);
    y
}

#[differentiable]
fn other_weights(x: &Tensor<B, C, H, W>, w: &Tensor<O, D, 3, 3>) -> Tensor<B, O, _, _> {
    x.conv2d(w * 2.0, 1, 1, 1)
}

fn main() {}
