//! Norms, attention, losses, cells, scans and scatters, as PyTorch has them or as they are written out there.

use cotangent::prelude::*;
use cotangent_tests::flow::near;
use cotangent_tests::there::at;

use cotangent_tests::known::{sizes, times_waves, wave};

/// Written by `tests/peers/models.py`.
const REFERENCE: &str = include_str!("../../golden/known/models.txt");

/// What a line of the reference says beside its name and its products.
struct Given {
    xs: Vec<Tensor<f64>>,
    masks: Vec<Tensor<bool>>,
    indices: Vec<Tensor<i32>>,
    numbers: Vec<f64>,
    /// What the result is multiplied with.
    u: Tensor<f64>,
}

impl Given {
    fn of(shapes: &str, constants: &str, numbers: &str, result: &str) -> Result<Self> {
        let mut given = Self {
            xs: (0..).zip(words(shapes)).map(|(k, shape)| wave(1 + 10 * k, &sizes(shape))).collect(),
            masks: Vec::new(),
            indices: Vec::new(),
            numbers: words(numbers).map(|n| n.parse().expect("a number")).collect(),
            u: wave(5, &sizes(result)),
        };
        for constant in words(constants) {
            let shape = sizes(&constant[1..]);
            let count = i32::try_from(shape.iter().product::<usize>()).expect("a small tensor");
            if constant.starts_with('b') {
                let bits = (0..count).map(|i| (i * i + i / 3) % 3 != 0).collect();
                given.masks.push(at(Tensor::from_vec(bits, &shape)?));
            } else {
                let ints = (0..count).map(|i| (7 * i + i / 4) % 3).collect();
                given.indices.push(at(Tensor::from_vec(ints, &shape)?));
            }
        }
        Ok(given)
    }
}

fn words(field: &str) -> impl Iterator<Item = &str> {
    field.split(' ').filter(|w| !w.is_empty())
}

/// A program of each line: operands, constants and numbers, and what they give.
macro_rules! programs {
    ($($name:ident($($x:ident)+ $(| $c:ident: $C:ty = $from:ident)? $(; $($n:ident: $N:ty),+)?) $body:block)+) => {
        $(
            #[differentiable]
            fn $name(
                $($x: &Tensor<f64>,)+
                #[constant] u: &Tensor<f64>
                $(, #[constant] $c: &$C)?
                $($(, $n: $N)+)?
            ) -> Scalar<f64> {
                let y = $body;
                (y * u).sum()
            }
        )+

        /// The value, and the gradients times their waves.
        fn products(name: &str, given: &Given) -> Result<Vec<f64>> {
            match name {
                $(stringify!($name) => {
                    let mut xs = given.xs.iter();
                    $(let $x = xs.next().expect("as many operands as the program has");)+
                    $(let $c = &given.$from[0];)?
                    $(let mut numbers = given.numbers.iter(); $(let $n = *numbers.next().expect("a number") as $N;)+)?
                    let (value, g) = $name::value_and_grad($($x,)+ &given.u $(, $c)? $($(, $n)+)?)?;
                    Ok([vec![value.item()?], times_waves(&[$(g.$x),+])?].concat())
                })+
                _ => panic!("no program is called {name}"),
            }
        }
    };
}

programs! {
    batch_norm(x weight bias; eps: f64) {
        let (y, mean, var) = x.batch_norm(weight, bias, eps);
        y
    }
    statistics(x) {
        let one = full([x.dim(1)], 1.0);
        let (y, mean, var) = x.batch_norm(&one, &one, 0.1);
        mean + 2.0 * var
    }
    inference(x mean var weight bias; eps: f64) {
        x.batch_norm_inference(mean, var * var + 0.5, weight, bias, eps)
    }
    group_norm(x weight bias; groups: usize, eps: f64) { x.group_norm(groups, weight, bias, eps) }
    instance_norm(x weight bias; eps: f64) { x.instance_norm(weight, bias, eps) }
    layer_norm(x weight bias; eps: f64) { x.layer_norm_with(weight, bias, eps) }
    rms_norm(x weight; eps: f64) { x.rms_norm_with(weight, eps) }
    local_norm(x; size: usize, alpha: f64, beta: f64, k: f64) { x.local_response_norm(size, alpha, beta, k) }
    weight_norm(v g) { v.weight_norm(g) }

    attention(q k v bias | mask: Tensor<bool> = masks; scale: f64) { q.attention(k, v, mask, bias, scale) }
    capped(q k v bias | mask: Tensor<bool> = masks; scale: f64, cap: f64) {
        q.attention_capped(k, v, mask, bias, scale, cap)
    }
    causal(q k v; scale: f64) { q.attention(k, v, causal_mask(q.dim(2), k.dim(2)), 0.0, scale) }
    sliding(q k v; scale: f64, window: usize) {
        q.attention(k, v, window_mask(q.dim(2), k.dim(2), window), 0.0, scale)
    }
    biased(q k v slopes; scale: f64) {
        let bias = slopes.alibi(q.dim(2), k.dim(2));
        let open = zeros([1, 1]).eq(0.0);
        q.attention(k, v, open, bias, scale)
    }

    gaussian(x target var) { x.gaussian_nll(target, var * var + 0.3, 0.000001) }
    poisson(x target) { x.poisson_nll(target) }
    hinges(x target) { x.hinge(target) }
    soft_margin(x target) { x.soft_margin(target) }
    ranking(a b target; margin: f64) { a.margin_ranking(b, target, margin) }
    cosine(a b | same: Tensor<bool> = masks; margin: f64) { a.cosine_embedding(b, same, margin) }
    triplet(a p n; margin: f64) { a.triplet(p, n, margin) }
    contrastive(a b same; margin: f64) { a.contrastive(b, same, margin) }
    images(x | targets: Tensor<i32> = indices) { x.log_softmax(1).nll_axis(targets, 1) }
    crossed(x | targets: Tensor<i32> = indices) { x.cross_entropy_axis(targets, 1) }
    focal(x target; alpha: f64, gamma: f64) { x.focal(target, alpha, gamma) }
    paired(a b; temperature: f64) { a.info_nce(b, temperature) }

    lstm(x h c w u_h bias) {
        let (h, c) = x.lstm_cell(h, c, w, u_h, bias);
        h + 2.0 * c
    }
    gru(x h w u_h of_x of_h) { x.gru_cell(h, w, u_h, of_x, of_h) }
    mamba(x dt a b c d) { x.selective_scan(dt, a, b, c, d) }
    chunked(x dt a b c; chunk: usize) { x.selective_scan_chunked(dt, a, b, c, chunk) }
    turned(x; base: f64, scale: f64, start: usize) { x.rope(base, scale, start) }
    interleaved(x; base: f64, scale: f64, start: usize) { x.rope_interleaved(base, scale, start) }

    put(x src | at: Tensor<i32> = indices) { x.scatter(1, at, src) }
    multiplied(x src | at: Tensor<i32> = indices) { x.scatter_mul(1, at, src) }
    largest(x src | at: Tensor<i32> = indices) { x.scatter_max(1, at, src) }
    smallest(x src | at: Tensor<i32> = indices) { x.scatter_min(1, at, src) }
    grouped(x w | chosen: Tensor<i32> = indices) { x.grouped_matmul(w, chosen.bincount(w.dim(0))) }
    mixed(x w shares | chosen: Tensor<i32> = indices) { x.mixture(w, shares, chosen) }
    low_rank(x w a b; scale: f64) { x.lora(w, a, b, scale) }
    shuffled(x; r: usize) { x.pixel_shuffle(r) }
    unshuffled(x; r: usize) { x.pixel_unshuffle(r) }
    kron(a b) { a.kron(b) }
    updated(x src; start: usize) { x.update_slice(src, 1, start) }

    nearest(x; n: usize) { x.resize_nearest(-1, n) }
    linear(x; n: usize, align: f64) { x.resize_linear(-1, n, align > 0.0) }
    bilinear(x; h: usize, w: usize, align: f64) { x.resize_linear(2, h, align > 0.0).resize_linear(3, w, align > 0.0) }
    bicubic(x; h: usize, w: usize, align: f64) { x.resize_cubic(2, h, align > 0.0).resize_cubic(3, w, align > 0.0) }
    sampled(x grid; align: f64) { x.grid_sample(1.6 * grid, align > 0.0) }
    moved(x theta; align: f64) { x.grid_sample(theta.affine_grid(3, 4, align > 0.0), align > 0.0) }
    adaptive_avg(x; h: usize, w: usize) { x.adaptive_avg_pool(2, h).adaptive_avg_pool(3, w) }
    adaptive_max(x; h: usize, w: usize) { x.adaptive_max_pool(2, h).adaptive_max_pool(3, w) }
    lp(x; p: f64, size: usize, stride: usize) { x.lp_pool2d(p, size, stride, 0) }
    unpooled(x; size: usize) {
        let (y, at) = x.max_pool2d_with_indices(size, size, 0);
        y.max_unpool2d(at, x.dim(2), x.dim(3))
    }
}

#[test]
fn as_in_pytorch() -> Result<()> {
    let mut count = 0;
    for line in REFERENCE.lines() {
        let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [name, shapes, constants, numbers, shape, want] = fields[..] else {
            panic!("six fields: {line}")
        };
        let want: Vec<f64> = words(want).map(|n| n.parse().expect("a number")).collect();
        near(line, &products(name, &Given::of(shapes, constants, numbers, shape)?)?, &want, 1e-11);
        count += 1;
    }
    assert_eq!(count, 179, "lines of golden/known/models.txt");
    Ok(())
}
