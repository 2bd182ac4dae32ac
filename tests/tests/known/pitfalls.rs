//! What other systems have got wrong: each by numbers that a hand can check.

use cotangent::prelude::*;
use cotangent_tests::flow::near;
use cotangent_tests::there;

use cotangent_tests::known::wave;

fn image(numbers: [[f64; 4]; 4]) -> Tensor<f64> {
    there::at(Tensor::from_vec(numbers.concat(), [1, 1, 4, 4]).expect("sixteen numbers"))
}

const NUMBERED: [[f64; 4]; 4] =
    [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0]];

#[differentiable]
fn means(x: &Tensor<f64>) -> Scalar<f64> {
    x.avg_pool2d(2, 2, 1).sum()
}

#[differentiable]
fn means_within(x: &Tensor<f64>) -> Scalar<f64> {
    x.avg_pool2d_within(2, 2, 1).sum()
}

/// Padding counts in one mean and not in the other, and so in the gradients.
#[test]
fn means_of_padded_windows() -> Result<()> {
    let x = image(NUMBERED);
    // Of the corner one element is there.
    near("with padding", &x.avg_pool2d(2, 2, 1)?.to_vec()?[..3], &[0.0, 0.75, 0.75], 0.0);
    near("without", &x.avg_pool2d_within(2, 2, 1)?.to_vec()?[..3], &[0.0, 1.5, 3.0], 0.0);
    near("gradient with padding", &means::grad(&x)?.x.to_vec()?[..6], &[0.25; 6], 0.0);
    let want = [1.0, 0.5, 0.5, 1.0, 0.5, 0.25];
    near("gradient without", &means_within::grad(&x)?.x.to_vec()?[..6], &want, 0.0);
    Ok(())
}

#[differentiable]
fn largest(x: &Tensor<f64>) -> Scalar<f64> {
    x.max_pool2d(2, 2, 0).sum()
}

/// The whole cotangent goes to the largest element, and not a part for each of the window.
#[test]
fn largest_elements_take_all() -> Result<()> {
    let g = largest::grad(&image(NUMBERED))?.x.to_vec()?;
    let at = |i: usize| f64::from(u8::from([5, 7, 13, 15].contains(&i)));
    near("gradient", &g, &(0..16).map(at).collect::<Vec<_>>(), 0.0);
    Ok(())
}

#[differentiable]
fn enlarged(x: &Tensor<f64>) -> Scalar<f64> {
    (x.resize_nearest(2, 8).resize_nearest(3, 8) * 2.0).sum() + (3.0 * x).sum()
}

/// Copies of an element add up, and add to its other uses.
#[test]
fn copies_add_up() -> Result<()> {
    near("gradient", &enlarged::grad(&image(NUMBERED))?.x.to_vec()?, &[11.0; 16], 0.0);
    Ok(())
}

/// The same numbers on the processor.
fn here(x: &Tensor<f64>) -> Tensor<f64> {
    x.to(Device::CPU).expect("small tensors")
}

#[differentiable]
fn attended(
    q: &Tensor<f64>,
    k: &Tensor<f64>,
    v: &Tensor<f64>,
    bias: &Tensor<f64>,
    scale: f64,
    cap: f64,
) -> Scalar<f64> {
    let open = causal_mask(q.dim(2), k.dim(2));
    let y = q.attention_capped(k, v, open, bias, scale, cap);
    (&y * &y).sum()
}

/// Scale and cap act in reverse as they do forward, and a bias has a gradient. Quotients need the digits of f64, which the processor
/// has.
#[test]
fn scale_and_cap_in_reverse() -> Result<()> {
    let heads = |seed| wave(seed, &[1, 2, 3, 2]);
    let (q, k, v, bias) = (heads(1), heads(2), heads(3), wave(4, &[2, 3, 3]));
    for (scale, cap) in [(0.3, 0.5), (2.0, 0.5), (2.0, 5.0)] {
        let g = attended::grad(&q, &k, &v, &bias, scale, cap)?;
        let [q, k, v, bias] = [&q, &k, &v, &bias].map(here);
        let f = |q: &Tensor<f64>, bias: &Tensor<f64>| attended::call(q, &k, &v, bias, scale, cap)?.item();
        let h = 1e-5;
        for (what, g, step) in [("q", &g.q, true), ("bias", &g.bias, false)] {
            let (g, d) = (here(g), here(&wave(9, g.shape())));
            let moved = |t: f64| {
                let by = &d * t;
                if step { f(&(&q + by), &bias) } else { f(&q, &(&bias + by)) }
            };
            let slope = (moved(h)? - moved(-h)?) / (2.0 * h);
            near(what, &[(&g * &d).sum()?.item()?], &[slope], 1e-8);
        }
    }
    Ok(())
}

#[differentiable]
fn written(
    x: &Tensor<f64>,
    src: &Tensor<f64>,
    #[constant] at: &Tensor<i32>,
    #[constant] u: &Tensor<f64>,
) -> Scalar<f64> {
    (x.scatter(0, at, src) * u).sum()
}

#[differentiable]
fn added(
    x: &Tensor<f64>,
    src: &Tensor<f64>,
    #[constant] at: &Tensor<i32>,
    #[constant] u: &Tensor<f64>,
) -> Scalar<f64> {
    (x.scatter_add(0, at, src) * u).sum()
}

#[differentiable]
fn multiplied(
    x: &Tensor<f64>,
    src: &Tensor<f64>,
    #[constant] at: &Tensor<i32>,
    #[constant] u: &Tensor<f64>,
) -> Scalar<f64> {
    (x.scatter_mul(0, at, src) * u).sum()
}

#[differentiable]
fn raised(
    x: &Tensor<f64>,
    src: &Tensor<f64>,
    #[constant] at: &Tensor<i32>,
    #[constant] u: &Tensor<f64>,
) -> Scalar<f64> {
    (x.scatter_max(0, at, src) * u).sum()
}

/// Of several sources for one element the last stays, sums and products take all, ties share.
#[test]
fn one_element_written_twice() -> Result<()> {
    let [x, u]: [Tensor<f64>; 2] = [tensor![1.0, 2.0, 3.0], tensor![10.0, 20.0, 30.0]].map(there::at);
    let at = there::at(tensor![1, 1, 2, 1]);
    let src: Tensor<f64> = there::at(tensor![5.0, 7.0, 3.0, 7.0]);
    macro_rules! both {
        ($f:ident, $src:expr) => {{
            let g = $f::grad(&x, $src, &at, &u)?;
            [g.x.to_vec()?, g.src.to_vec()?].concat()
        }};
    }
    near("scatter", &x.scatter(0, &at, &src)?.to_vec()?, &[1.0, 7.0, 3.0], 0.0);
    near("scatter: gradients", &both!(written, &src), &[10.0, 0.0, 0.0, 0.0, 0.0, 30.0, 20.0], 0.0);
    near("scatter_add", &x.scatter_add(0, &at, &src)?.to_vec()?, &[1.0, 21.0, 6.0], 0.0);
    near("scatter_add: gradients", &both!(added, &src), &[10.0, 20.0, 30.0, 20.0, 20.0, 30.0, 20.0], 0.0);
    near("scatter_max", &x.scatter_max(0, &at, &src)?.to_vec()?, &[1.0, 7.0, 3.0], 0.0);
    near("scatter_max: gradients", &both!(raised, &src), &[10.0, 0.0, 15.0, 0.0, 10.0, 15.0, 10.0], 0.0);
    let zeros: Tensor<f64> = there::at(tensor![0.0, 7.0, 4.0, 0.0]);
    near("scatter_mul", &x.scatter_mul(0, &at, &zeros)?.to_vec()?, &[1.0, 0.0, 12.0], 0.0);
    near("two zeros", &both!(multiplied, &zeros), &[10.0, 0.0, 120.0, 0.0, 0.0, 90.0, 0.0], 0.0);
    let zero: Tensor<f64> = there::at(tensor![0.0, 7.0, 4.0, 5.0]);
    near("one zero", &both!(multiplied, &zero), &[10.0, 0.0, 120.0, 1400.0, 0.0, 90.0, 0.0], 0.0);
    Ok(())
}

#[differentiable]
fn closed(q: &Tensor<f64>, k: &Tensor<f64>, v: &Tensor<f64>, #[constant] mask: &Tensor<bool>) -> Scalar<f64> {
    q.attention(k, v, mask, 0.0, 0.7).sum()
}

/// A query that no key is open to gives 0 and moves nothing.
#[test]
fn all_keys_closed() -> Result<()> {
    let heads = |seed| wave(seed, &[1, 1, 2, 2]);
    let mask = there::at(tensor![[false, false], [true, false]]);
    let (q, k, v) = (heads(1), heads(2), heads(3));
    let bias = there::at(Tensor::scalar(0.0));
    near("value", &q.attention(&k, &v, &mask, &bias, 0.7)?.to_vec()?[..2], &[0.0, 0.0], 0.0);
    let g = closed::grad(&q, &k, &v, &mask)?;
    near("q", &g.q.to_vec()?, &[0.0; 4], 1e-15);
    near("v", &g.v.to_vec()?, &[1.0, 1.0, 0.0, 0.0], 1e-15);
    Ok(())
}

#[differentiable]
fn first_five(x: &Tensor<f64, N>) -> Tensor<f64, _> {
    x.narrow(0, 0, x.dim(0).min(5))
}

#[differentiable]
fn upper(x: &Tensor<f64, N, K>) -> Tensor<f64, K, K> {
    let (_q, r) = x.qr();
    r
}

/// Which of two dims is less their names do not say.
#[test]
fn lesser_dims() -> Result<()> {
    assert_eq!(first_five(&wave(1, &[3])).shape(), [3]);
    assert_eq!(first_five(&wave(1, &[7])).shape(), [5]);
    assert_eq!(upper(&wave(1, &[4, 2])).shape(), [2, 2]);
    Ok(())
}

/// Groups are of whole channels.
#[test]
fn groups_that_do_not_divide() {
    let one = there::at(Tensor::<f64>::ones([3]).expect("three numbers"));
    assert!(wave(1, &[2, 3, 4]).group_norm(2, &one, &one, 1e-5).is_err());
    assert!(wave(1, &[2, 3, 4]).group_norm(0, &one, &one, 1e-5).is_err());
}

#[test]
fn a_window_longer_than_the_keys() -> Result<()> {
    for window in [5, 100, usize::MAX] {
        assert_eq!(cotangent::ops::window_mask(3, 5, window)?, cotangent::ops::causal_mask(3, 5)?);
    }
    Ok(())
}

/// What is not finite stays in its part, and long axes do not wrap.
#[test]
fn parts_of_an_axis() -> Result<()> {
    let x: Tensor<f64> = there::at(tensor![f64::INFINITY, 1.0, 1.0, 1.0]);
    assert_eq!(x.adaptive_avg_pool(0, 2)?, tensor![f64::INFINITY, 1.0]);
    let long: Tensor<f64> = there::at(Tensor::arange(0.0, 65536.0, 1.0)?);
    let most = long.adaptive_max_pool(0, 32768)?;
    assert_eq!(most.narrow(0, 32766, 2)?, tensor![65533.0, 65535.0]);
    Ok(())
}

/// Padding is never the place of a largest element.
#[test]
fn places_of_what_is_smallest() -> Result<()> {
    let x = there::at(Tensor::<f64>::full([1, 1, 2, 2], f64::NEG_INFINITY)?);
    let (_, at) = x.max_pool2d_with_indices(2, 1, 1)?;
    assert_eq!(at.to_vec()?, [0, 0, 1, 0, 0, 1, 2, 2, 3]);
    Ok(())
}

/// One row alone is the middle of an image, and not its edge.
#[test]
fn a_grid_of_one_row() -> Result<()> {
    let theta: Tensor<f64> = there::at(tensor![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]);
    let grid = theta.affine_grid(1, 3, true)?;
    assert_eq!(grid.to_vec()?, [-1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    Ok(())
}

/// PyTorch's `label_smoothing` spreads a part over the classes, whatever the targets add up to.
#[test]
fn smoothing_is_even() -> Result<()> {
    #[differentiable]
    fn loss(logits: &Tensor<f64>, p: &Tensor<f64>) -> Scalar<f64> {
        cross_entropy_soft_with(logits, p, 0.3)
    }
    let logits = [0.2, -0.3, 0.5];
    // They add up to 0.8.
    let p = [0.5, 0.2, 0.1];
    let all = logits.map(f64::exp).iter().sum::<f64>();
    let targets = p.map(|p| 0.7 * p + 0.1);
    let want: f64 = logits.iter().zip(targets).map(|(x, t)| t * (all.ln() - x)).sum();
    let of_logits: Vec<f64> =
        logits.iter().zip(targets).map(|(x, t)| targets.iter().sum::<f64>() * x.exp() / all - t).collect();
    let of_p: Vec<f64> = logits.iter().map(|x| 0.7 * (all.ln() - x)).collect();
    let [x, y] = [logits, p].map(|x| there::at(Tensor::from_vec(x.to_vec(), [1, 3]).expect("three numbers")));
    let (value, g) = loss::value_and_grad(&x, &y)?;
    near("loss", &[value.item()?], &[want], 1e-14);
    near("by logits", &g.logits.to_vec()?, &of_logits, 1e-14);
    near("by targets", &g.p.to_vec()?, &of_p, 1e-14);
    Ok(())
}
