//! Convolutions, pooling and columns, as PyTorch has them: odd strides, dilations, groups, paddings of every kind.

use cotangent::prelude::*;
use cotangent_tests::flow::near;
use cotangent_tests::there::at;

use cotangent_tests::known::{sizes, times_waves, wave};

/// Written by `tests/peers/windows.py`.
const REFERENCE: &str = include_str!("../../golden/known/windows.txt");

/// `1,0`, pairs as `1:0,0:2`, `^1` of `ceil`, and `same`.
fn padding(text: &str) -> Padding {
    if text == "same" {
        return Padding::SAME;
    }
    let number = |n: &str| n.parse::<usize>().expect("a number");
    let side = |one: &str| {
        let (before, after) = one.split_once(':').unwrap_or((one, one));
        (number(before), number(after))
    };
    match text.strip_prefix('^') {
        Some(text) => Padding::ceil(sizes(text)),
        None => text.split(',').map(side).collect::<Vec<_>>().into(),
    }
}

/// What an op gives, times `u`.
macro_rules! of_two {
    ($($op:ident($($option:ident: $ty:ty),*))*) => {$(
        #[differentiable]
        fn $op(
            x: &Tensor<f64>,
            w: &Tensor<f64>,
            #[constant] u: &Tensor<f64>,
            stride: Vec<usize>,
            padding: Padding,
            dilation: Vec<usize>
            $(, $option: $ty)*
        ) -> Scalar<f64> {
            (x.$op(w, stride, padding, dilation $(, $option)*) * u).sum()
        }
    )*};
}
of_two! {
    conv1d()
    conv2d()
    conv3d()
    conv1d_grouped(groups: usize)
    conv2d_grouped(groups: usize)
    conv3d_grouped(groups: usize)
    conv_transpose1d(more: Vec<usize>)
    conv_transpose2d(more: Vec<usize>)
    conv_transpose3d(more: Vec<usize>)
    conv_transpose1d_grouped(more: Vec<usize>, groups: usize)
    conv_transpose2d_grouped(more: Vec<usize>, groups: usize)
    conv_transpose3d_grouped(more: Vec<usize>, groups: usize)
}

/// The same of one tensor; `rest` is what a line says beyond size, stride and padding.
macro_rules! of_one {
    ($($name:ident($x:ident, $size:ident, $stride:ident, $padding:ident, $rest:ident) $body:expr;)*) => {
        $(
            #[differentiable]
            fn $name(
                $x: &Tensor<f64>,
                #[constant] u: &Tensor<f64>,
                $size: Vec<usize>,
                $stride: Vec<usize>,
                $padding: Padding,
                $rest: &[Vec<usize>],
            ) -> Scalar<f64> {
                let y = $body;
                (y * u).sum()
            }
        )*
        fn of_one(
            name: &str,
            x: &Tensor<f64>,
            u: &Tensor<f64>,
            (size, stride): (Vec<usize>, Vec<usize>),
            padding: Padding,
            rest: [Vec<usize>; 2],
        ) -> Result<(Scalar<f64>, Tensor<f64>)> {
            let (value, g) = match name {
                $(stringify!($name) => {
                    let (value, g) = $name::value_and_grad(x, u, size, stride, padding, &rest)?;
                    (value, g.x)
                })*
                _ => panic!("no op is called {name}"),
            };
            Ok((value, g))
        }
    };
}
of_one! {
    max_pool1d(x, size, stride, padding, _rest) x.max_pool1d(size, stride, padding);
    max_pool2d(x, size, stride, padding, _rest) x.max_pool2d(size, stride, padding);
    max_pool3d(x, size, stride, padding, _rest) x.max_pool3d(size, stride, padding);
    avg_pool1d(x, size, stride, padding, _rest) x.avg_pool1d(size, stride, padding);
    avg_pool2d(x, size, stride, padding, _rest) x.avg_pool2d(size, stride, padding);
    avg_pool3d(x, size, stride, padding, _rest) x.avg_pool3d(size, stride, padding);
    avg_pool1d_within(x, size, stride, padding, _rest) x.avg_pool1d_within(size, stride, padding);
    avg_pool2d_within(x, size, stride, padding, _rest) x.avg_pool2d_within(size, stride, padding);
    avg_pool3d_within(x, size, stride, padding, _rest) x.avg_pool3d_within(size, stride, padding);
    lp_pool1d(x, size, stride, padding, _rest) x.lp_pool1d(3.0, size, stride, padding);
    lp_pool2d(x, size, stride, padding, _rest) x.lp_pool2d(3.0, size, stride, padding);
    lp_pool3d(x, size, stride, padding, _rest) x.lp_pool3d(3.0, size, stride, padding);
    max_pool1d_with_indices(x, size, stride, padding, _rest) {
        let (y, at) = x.max_pool1d_with_indices(size, stride, padding);
        y + at.cast::<f64>() * 0.01
    };
    max_pool2d_with_indices(x, size, stride, padding, _rest) {
        let (y, at) = x.max_pool2d_with_indices(size, stride, padding);
        y + at.cast::<f64>() * 0.01
    };
    max_pool3d_with_indices(x, size, stride, padding, _rest) {
        let (y, at) = x.max_pool3d_with_indices(size, stride, padding);
        y + at.cast::<f64>() * 0.01
    };
    max_pool1d_dilated(x, size, stride, padding, rest) x.max_pool1d_dilated(size, stride, padding, &rest[0]);
    max_pool1d_dilated_with_indices(x, size, stride, padding, rest) {
        let (y, at) = x.max_pool1d_dilated_with_indices(size, stride, padding, &rest[0]);
        y + at.cast::<f64>() * 0.01
    };
    max_pool2d_dilated(x, size, stride, padding, rest) x.max_pool2d_dilated(size, stride, padding, &rest[0]);
    max_pool2d_dilated_with_indices(x, size, stride, padding, rest) {
        let (y, at) = x.max_pool2d_dilated_with_indices(size, stride, padding, &rest[0]);
        y + at.cast::<f64>() * 0.01
    };
    max_pool3d_dilated(x, size, stride, padding, rest) x.max_pool3d_dilated(size, stride, padding, &rest[0]);
    max_pool3d_dilated_with_indices(x, size, stride, padding, rest) {
        let (y, at) = x.max_pool3d_dilated_with_indices(size, stride, padding, &rest[0]);
        y + at.cast::<f64>() * 0.01
    };
    max_unpool1d(x, size, stride, padding, _rest) {
        let (y, at) = x.max_pool1d_with_indices(size, stride, padding);
        (&y * &y).max_unpool1d(at, x.dim(2))
    };
    max_unpool2d(x, size, stride, padding, _rest) {
        let (y, at) = x.max_pool2d_with_indices(size, stride, padding);
        (&y * &y).max_unpool2d(at, x.dim(2), x.dim(3))
    };
    max_unpool3d(x, size, stride, padding, _rest) {
        let (y, at) = x.max_pool3d_with_indices(size, stride, padding);
        (&y * &y).max_unpool3d(at, x.dim(2), x.dim(3), x.dim(4))
    };
    unfold(x, size, stride, padding, rest) x.unfold(size, stride, padding, &rest[0]);
    fold(x, size, stride, padding, rest) x.fold(rest[1][0], rest[1][1], size, stride, padding, &rest[0]);
}

/// The value, and the gradients times their waves.
fn products(name: &str, xs: &[Tensor<f64>], options: &[&str], u: &Tensor<f64>) -> Result<Vec<f64>> {
    let option = |k: usize| options.get(k).map(|text| sizes(text)).unwrap_or_default();
    let (value, grads) = match *xs {
        [ref x, ref w] => {
            macro_rules! run {
                ($op:ident $(, $option:expr)*) => {{
                    let (value, g) = $op::value_and_grad(x, w, u, option(0), padding(options[1]), option(2) $(, $option)*)?;
                    (value, vec![g.x, g.w])
                }};
            }
            match (name, option(3)[0]) {
                // With one group the two are one.
                ("conv1d", 1) => run!(conv1d),
                ("conv2d", 1) => run!(conv2d),
                ("conv3d", 1) => run!(conv3d),
                ("conv1d", groups) => run!(conv1d_grouped, groups),
                ("conv2d", groups) => run!(conv2d_grouped, groups),
                ("conv3d", groups) => run!(conv3d_grouped, groups),
                ("conv_transpose1d", 1) => run!(conv_transpose1d, option(4)),
                ("conv_transpose2d", 1) => run!(conv_transpose2d, option(4)),
                ("conv_transpose3d", 1) => run!(conv_transpose3d, option(4)),
                ("conv_transpose1d", groups) => run!(conv_transpose1d_grouped, option(4), groups),
                ("conv_transpose2d", groups) => run!(conv_transpose2d_grouped, option(4), groups),
                ("conv_transpose3d", groups) => run!(conv_transpose3d_grouped, option(4), groups),
                _ => panic!("no op is called {name}"),
            }
        }
        [ref x] => {
            let around = padding(options[2]);
            let (value, g) = of_one(name, x, u, (option(0), option(1)), around, [option(3), option(4)])?;
            (value, vec![g])
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
        let options: Vec<&str> = options.split(' ').collect();
        let want: Vec<f64> = numbers.split(' ').map(|n| n.parse().expect("a number")).collect();
        near(line, &products(name, &xs, &options, &wave(5, &sizes(shape)))?, &want, 1e-11);
        count += 1;
    }
    assert_eq!(count, 1192, "lines of golden/known/windows.txt");
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

#[differentiable]
fn last_channels(
    x: &Tensor<f64, N, H, W, C>,
    w: &Tensor<f64, O, C, K, K>,
    bias: &Tensor<f64, O>,
) -> Scalar<f64> {
    let y = x.permute([0, 3, 1, 2]).conv2d(w, 1, Padding::SAME, 1).add_bias(bias).gelu();
    let z = y.max_pool2d(2, 2, Padding::ceil(0)).conv2d_grouped(w.narrow(1, 0, 1), 1, 1, 1, y.dim(1));
    z.permute([0, 2, 3, 1]).sin().sum()
}

#[differentiable]
fn first_channels(
    x: &Tensor<f64, N, C, H, W>,
    w: &Tensor<f64, O, C, K, K>,
    bias: &Tensor<f64, O>,
) -> Scalar<f64> {
    let y = x.conv2d(w, 1, Padding::SAME, 1).add_bias(bias).gelu();
    let z = y.max_pool2d(2, 2, Padding::ceil(0)).conv2d_grouped(w.narrow(1, 0, 1), 1, 1, 1, y.dim(1));
    z.sin().sum()
}

/// The strides of the input alone say where its channels are.
#[test]
fn channels_last() -> Result<()> {
    let (x, w, bias) = (wave(1, &[2, 5, 7, 3]), wave(2, &[4, 3, 3, 3]), wave(3, &[4]));
    let (value, last) = last_channels::value_and_grad(&x, &w, &bias)?;
    let nchw = x.permute([0, 3, 1, 2])?.contiguous()?;
    let (want, first) = first_channels::value_and_grad(&nchw, &w, &bias)?;
    near("value", &[value.item()?], &[want.item()?], 1e-13);
    near("x", &last.x.permute([0, 3, 1, 2])?.to_vec()?, &first.x.to_vec()?, 1e-13);
    near("w", &last.w.to_vec()?, &first.w.to_vec()?, 1e-13);
    near("bias", &last.bias.to_vec()?, &first.bias.to_vec()?, 1e-13);
    // Without padding the windows are those of the caller's memory.
    assert!(!x.permute([0, 3, 1, 2])?.windows([2, 3], 3, 1, 1)?.is_contiguous());
    let plain = |x: &Tensor<f64>| x.conv2d(&w, [1, 2], 0, 1)?.to_vec();
    near("no padding", &plain(&x.permute([0, 3, 1, 2])?)?, &plain(&nchw)?, 1e-13);
    Ok(())
}

#[differentiable]
fn layer(x: &Tensor<N, C, H, W>, w: &Tensor<O, C, 3, 3>, bias: &Tensor<O>) -> Tensor<N, O, _, _> {
    x.conv2d(w, 1, 1, 1).add_bias(bias).relu()
}

#[test]
fn a_bias_is_part_of_the_kernel_behind_it() {
    let value = layer::explain().section("value").expect("each function has one");
    assert_eq!(value.matches("kernel ").count(), 1, "{value}");
    assert!(!value.contains("reshape(%"), "{value}");
}

#[differentiable]
fn half(x: &Tensor<f64, N, C, L>, w: &Tensor<f64, C, C, K>) -> Tensor<f64, N, C, { L.div_ceil(2) }> {
    let ours = Padding::SAME;
    x.conv1d(w, 2, ours, 1)
}

#[differentiable]
fn twice(x: &Tensor<f64, N, C, L>, w: &Tensor<f64, C, C, K>) -> Tensor<f64, N, C, { 2 * L }> {
    x.conv_transpose1d(w, 2, Padding::SAME, 1, 0)
}

#[differentiable]
fn longer(x: &Tensor<f64, N, C, L>, w: &Tensor<f64, C, C, 3>) -> Tensor<f64, N, C, { L + 1 }> {
    x.conv1d(w, 1, [(2, 1)], 1)
}

/// Lengths that expansion knows.
#[test]
fn declared_lengths() -> Result<()> {
    for len in 1..6 {
        let (x, w) = (wave(1, &[1, 2, len]), wave(2, &[2, 2, 3]));
        assert_eq!(half(&x, &w).shape(), [1, 2, len.div_ceil(2)]);
        assert_eq!(twice(&x, &w).shape(), [1, 2, 2 * len]);
        assert_eq!(longer(&x, &w).shape(), [1, 2, len + 1]);
    }
    let error = wave(1, &[1, 2, 4]).conv_transpose1d(&wave(2, &[2, 2, 3]), 2, Padding::ceil(0), 1, 0);
    assert!(error.unwrap_err().to_string().contains("has no transpose"));
    Ok(())
}

/// Places are numbers in i32: an image with more of them is an error, which takes no memory.
#[test]
fn more_places_than_i32_counts() -> Result<()> {
    #[differentiable]
    fn best(x: &Tensor) -> Tensor {
        x.max_pool2d_with_indices(2, 2, 0).0
    }
    let one: Tensor = at(Tensor::zeros([1, 1, 1, 1])?);
    let side = 1 << 16;
    let x = one.broadcast_to([1, 1, side, side])?;
    let long = "the last 2 axes of shape [1, 1, 65536, 65536] have 4294967296 places, more than i32 counts";
    let told = |result: Result<()>, op: &str, what: &str| {
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with(op) && error.ends_with(what), "{error}");
    };
    told(x.max_pool2d_with_indices(2, 2, 0).map(drop), "max_pool2d_with_indices: ", long);
    told(x.max_pool2d_dilated_with_indices(2, 2, 0, 2).map(drop), "max_pool2d_dilated_with_indices: ", long);
    told(best::call(&x).map(drop), "max_pool2d_with_indices at ", long);
    let grid = at(Tensor::zeros([1, 1, 1, 2])?);
    told(x.grid_sample(&grid, true).map(drop), "grid_sample: ", long);
    told(x.grid_nearest_border(&grid, true).map(drop), "grid_nearest_border: ", long);
    let places = at(Tensor::<i32>::zeros([1, 1, 1, 1])?);
    let long = "the last axis of shape [1, 1, 4294967296] have 4294967296 places, more than i32 counts";
    told(one.max_unpool2d(&places, side, side).map(drop), "max_unpool2d: ", &long.replace("have", "has"));
    let volume = one.unsqueeze(0)?.broadcast_to([1, 1, 1 << 11, 1 << 11, 1 << 11])?;
    let long =
        "the last 3 axes of shape [1, 1, 2048, 2048, 2048] have 8589934592 places, more than i32 counts";
    told(volume.max_pool3d_with_indices(2, 2, 0).map(drop), "max_pool3d_with_indices: ", long);
    let grid = at(Tensor::zeros([1, 1, 1, 1, 3])?);
    told(volume.grid_sample3d(&grid, true).map(drop), "grid_sample3d: ", long);
    Ok(())
}

/// Padding of more than half of a window is an error, as in PyTorch: some windows would be nothing else.
#[test]
fn padding_of_more_than_half_a_window() -> Result<()> {
    #[differentiable]
    fn pooled(x: &Tensor, padding: usize) -> Tensor {
        x.max_pool2d(2, 2, padding)
    }
    type Pool = fn(&Tensor, Padding) -> Result<Tensor>;
    let pools: [(&[usize], [Pool; 5]); 3] = [
        (
            &[1, 1, 4],
            [
                |x, p| x.max_pool1d(3, 1, p),
                |x, p| x.avg_pool1d(3, 1, p),
                |x, p| x.avg_pool1d_within(3, 1, p),
                |x, p| x.lp_pool1d(2.0, 3, 1, p),
                |x, p| Ok(x.max_pool1d_with_indices(3, 1, p)?.0),
            ],
        ),
        (
            &[1, 1, 4, 4],
            [
                |x, p| x.max_pool2d(3, 1, p),
                |x, p| x.avg_pool2d(3, 1, p),
                |x, p| x.avg_pool2d_within(3, 1, p),
                |x, p| x.lp_pool2d(2.0, 3, 1, p),
                |x, p| Ok(x.max_pool2d_with_indices(3, 1, p)?.0),
            ],
        ),
        (
            &[1, 1, 4, 4, 4],
            [
                |x, p| x.max_pool3d(3, 1, p),
                |x, p| x.avg_pool3d(3, 1, p),
                |x, p| x.avg_pool3d_within(3, 1, p),
                |x, p| x.lp_pool3d(2.0, 3, 1, p),
                |x, p| Ok(x.max_pool3d_with_indices(3, 1, p)?.0),
            ],
        ),
    ];
    let told = |error: cotangent::Error, reach: usize| {
        let end = format!(
            "`padding` must be at most half of a window, which reaches over {reach} elements, but is 2"
        );
        assert!(error.to_string().ends_with(&end), "{error}");
    };
    for (shape, pools) in pools {
        let x: Tensor = at(Tensor::ones(shape)?);
        for pool in pools {
            let y = pool(&x, 1.into())?;
            assert!(y.to_vec()?.iter().all(|y| y.is_finite()), "{y}");
            assert_eq!(pool(&x, Padding::SAME)?.shape(), shape);
            told(pool(&x, 2.into()).unwrap_err(), 3);
            told(pool(&x, [(2, 0)].into()).unwrap_err(), 3);
            told(pool(&x, Padding::ceil([(0, 2)])).unwrap_err(), 3);
        }
    }
    let x = at(Tensor::ones([1, 1, 2, 2])?);
    told(pooled::call(&x, 2).unwrap_err(), 2);
    // Elements of a window that are apart reach further.
    assert_eq!(x.max_pool2d_dilated(2, 1, 2, 3)?.shape(), [1, 1, 3, 3]);
    // Columns are no pool.
    assert_eq!(x.unfold(2, 2, 2, 1)?.shape(), [1, 4, 9]);
    Ok(())
}
