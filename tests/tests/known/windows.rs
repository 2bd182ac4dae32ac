//! Convolutions and pooling, as PyTorch has them: odd strides, dilations, paddings, groups.

use cotangent::prelude::*;
use cotangent_tests::flow::near;

use crate::{sizes, times_waves, wave};

/// Written by `tests/peers/windows.py`.
const REFERENCE: &str = include_str!("../../golden/known/windows.txt");

/// What an op gives, times `u`.
macro_rules! of_two {
    ($($op:ident($($option:ident: $ty:ty),*))*) => {$(
        #[differentiable]
        fn $op(x: &Tensor<f64>, w: &Tensor<f64>, #[constant] u: &Tensor<f64>, $($option: $ty),*) -> Scalar<f64> {
            (x.$op(w, $($option),*) * u).sum()
        }
    )*};
}
of_two! {
    conv1d(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>)
    conv2d(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>)
    conv3d(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>)
    conv1d_grouped(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>, groups: usize)
    conv2d_grouped(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>, groups: usize)
    conv_transpose1d(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>, more: Vec<usize>)
    conv_transpose2d(stride: Vec<usize>, padding: Vec<usize>, dilation: Vec<usize>, more: Vec<usize>)
}

macro_rules! of_one {
    ($($op:ident)*) => {$(
        #[differentiable]
        fn $op(
            x: &Tensor<f64>,
            #[constant] u: &Tensor<f64>,
            size: Vec<usize>,
            stride: Vec<usize>,
            padding: Vec<usize>,
        ) -> Scalar<f64> {
            (x.$op(size, stride, padding) * u).sum()
        }
    )*};
}
of_one! { max_pool1d max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d avg_pool2d_within }

/// The value, and the gradients times their waves.
fn products(name: &str, xs: &[Tensor<f64>], options: &[Vec<usize>], u: &Tensor<f64>) -> Result<Vec<f64>> {
    let option = |k: usize| options[k].clone();
    let (value, grads) = match *xs {
        [ref x, ref w] => {
            macro_rules! run {
                ($op:ident, $($option:expr),*) => {{
                    let (value, g) = $op::value_and_grad(x, w, u, $($option),*)?;
                    (value, vec![g.x, g.w])
                }};
            }
            match (name, option(3)[0]) {
                // With one group the two are one.
                ("conv1d", 1) => run!(conv1d, option(0), option(1), option(2)),
                ("conv2d", 1) => run!(conv2d, option(0), option(1), option(2)),
                ("conv3d", 1) => run!(conv3d, option(0), option(1), option(2)),
                ("conv1d", groups) => run!(conv1d_grouped, option(0), option(1), option(2), groups),
                ("conv2d", groups) => run!(conv2d_grouped, option(0), option(1), option(2), groups),
                ("conv_transpose1d", _) => run!(conv_transpose1d, option(0), option(1), option(2), option(3)),
                ("conv_transpose2d", _) => run!(conv_transpose2d, option(0), option(1), option(2), option(3)),
                _ => panic!("no op is called {name}"),
            }
        }
        [ref x] => {
            macro_rules! run {
                ($op:ident) => {{
                    let (value, g) = $op::value_and_grad(x, u, option(0), option(1), option(2))?;
                    (value, vec![g.x])
                }};
            }
            match name {
                "max_pool1d" => run!(max_pool1d),
                "max_pool2d" => run!(max_pool2d),
                "max_pool3d" => run!(max_pool3d),
                "avg_pool1d" => run!(avg_pool1d),
                "avg_pool2d" => run!(avg_pool2d),
                "avg_pool3d" => run!(avg_pool3d),
                "avg_pool2d_within" => run!(avg_pool2d_within),
                _ => panic!("no op is called {name}"),
            }
        }
        _ => panic!("one operand or two"),
    };
    Ok([vec![value.item()?], times_waves(&grads)?].concat())
}

#[test]
fn as_in_pytorch() -> Result<()> {
    let mut count = 0;
    for line in REFERENCE.lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, shapes, options, shape, numbers] = fields[..] else { panic!("five fields: {line}") };
        let seeds = [1, 11];
        let xs: Vec<Tensor<f64>> =
            shapes.split(' ').zip(seeds).map(|(shape, seed)| wave(seed, &sizes(shape))).collect();
        let options: Vec<Vec<usize>> = options.split(' ').map(sizes).collect();
        let want: Vec<f64> = numbers.split(' ').map(|n| n.parse().expect("a number")).collect();
        near(line, &products(name, &xs, &options, &wave(5, &sizes(shape)))?, &want, 1e-11);
        count += 1;
    }
    assert_eq!(count, 330, "lines of golden/known/windows.txt");
    Ok(())
}

/// One group of `conv2d_grouped` is `conv2d`, and as many groups as channels are a convolution for each.
#[test]
fn groups() -> Result<()> {
    let (x, w) = (wave(1, &[2, 3, 5, 4]), wave(2, &[6, 3, 3, 2]));
    let whole = x.conv2d(&w, 2, 1, 1)?;
    near("one group", &x.conv2d_grouped(&w, 2, 1, 1, 1)?.to_vec()?, &whole.to_vec()?, 1e-13);
    let each = wave(3, &[3, 1, 3, 2]);
    let apart = x.conv2d_grouped(&each, 2, 1, 1, 3)?;
    for c in 0..3 {
        let one = x.narrow(1, c, 1)?.conv2d(&each.narrow(0, c, 1)?, 2, 1, 1)?;
        near("a channel", &apart.narrow(1, c, 1)?.to_vec()?, &one.to_vec()?, 1e-13);
    }
    Ok(())
}
