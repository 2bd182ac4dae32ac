use cotangent::prelude::*;

#[differentiable]
fn same(x: &Tensor<B, 3, 31, 32>, w: &Tensor<8, 3, 5, 5>) -> Tensor<B, 8, 31, 32> {
    x.conv2d(w, 2, Padding::SAME, 1)
}

#[differentiable]
fn three(x: &Tensor<B, 3, 32, 32>, w: &Tensor<8, 3, 5, 5>) -> Tensor<B, 8, _, _> {
    x.conv2d(w, 1, [(1, 1), (2, 2), (0, 0)], 1)
}

#[differentiable]
fn below_zero(x: &Tensor<B, 3, 32>) -> Tensor<B, 3, _> {
    x.max_pool1d(2, 2, -1)
}

#[differentiable]
fn one_side(x: &Tensor<B, 3, 32>, w: &Tensor<8, 3, 5>) -> Tensor<B, 8, 32> {
    x.conv1d(w, 1, [(4, 1)], 1)
}

#[differentiable]
fn more_than_same(x: &Tensor<B, 3, 32>, w: &Tensor<3, 8, 5>) -> Tensor<B, 8, _> {
    x.conv_transpose1d(w, 2, Padding::SAME, 1, 1)
}

#[differentiable]
fn groups(x: &Tensor<B, 6, 8, 8, 8>, w: &Tensor<8, 3, 3, 3, 3>) -> Tensor<B, 8, _, _, _> {
    x.conv3d_grouped(w, 1, 1, 1, 4)
}

#[differentiable]
fn channels(x: &Tensor<B, C, H, W>, bias: &Tensor<W>) -> Tensor<B, C, H, W> {
    x.add_bias(bias)
}

#[differentiable]
fn more_than_half(x: &Tensor<B, C, 32, 32>) -> Tensor<B, C, _, _> {
    x.max_pool2d(2, 2, 2)
}

#[differentiable]
fn three_coordinates(x: &Tensor<B, C, 32, 32>, grid: &Tensor<B, 8, 8, 3>) -> Tensor<B, C, 8, 8> {
    x.grid_sample(grid, true)
}

fn main() {}
