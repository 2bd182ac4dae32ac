//! Attention as models write it, out of the ops of the language: capped scores, few heads of keys for many of queries.

use cotangent::ops::{alibi, causal_mask, window_mask};
use cotangent::prelude::*;
use cotangent::{ErrorKind, check};
use cotangent_tests::flow::normal;

const BATCH: usize = 2;
const LEN: usize = 3;
const KEYS: usize = 4;
const WIDTH: usize = 5;
/// Heads of keys and values, and heads of queries for each.
const GROUPS: usize = 2;
const EACH: usize = 3;

fn all(x: &Tensor<f64>) -> Vec<f64> {
    x.to_vec().unwrap()
}

/// Scores between `-cap` and `cap`, with a scale of their own; queries see the keys before them alone.
#[differentiable(order = 2)]
fn soft_capped(
    q: &Tensor<f64, B, L, D>,
    k: &Tensor<f64, B, S, D>,
    v: &Tensor<f64, B, S, E>,
    #[constant] open: &Tensor<bool, L, S>,
    scale: f64,
    cap: f64,
) -> Tensor<f64, B, L, E> {
    let scores = q.matmul(k.mt()) * scale;
    let capped = (scores / cap).tanh() * cap;
    masked_softmax(capped, open).matmul(v)
}

#[differentiable]
fn scaled(
    q: &Tensor<f64, B, L, D>,
    k: &Tensor<f64, B, S, D>,
    v: &Tensor<f64, B, S, E>,
    scale: f64,
) -> Tensor<f64, B, L, E> {
    scaled_dot_product_attention_with(q, k, v, scale)
}

#[test]
fn capped_scores() {
    let (q, k) = (normal(1, [BATCH, LEN, WIDTH]), normal(2, [BATCH, KEYS, WIDTH]));
    let v = normal(3, [BATCH, KEYS, 2]);
    // The first query sees one key, the last all.
    let open =
        Tensor::from_vec((0..LEN * KEYS).map(|i| i % KEYS <= i / KEYS + 1).collect(), [LEN, KEYS]).unwrap();
    for (scale, cap) in [(0.31, 0.5), (2.0, 3.0)] {
        check::gradients::<soft_capped>((&q, &k, &v, &open, scale, cap)).unwrap();
    }
    // A cap far above the scores is none, whatever the scale.
    let every = Tensor::full([LEN, KEYS], true).unwrap();
    let (y, pull) = soft_capped::vjp(&q, &k, &v, &every, 0.31, 1e6).unwrap();
    let (z, uncapped) = scaled::vjp(&q, &k, &v, 0.31).unwrap();
    let g = normal(4, [BATCH, LEN, 2]);
    let (a, b) = (pull.pull(&g).unwrap(), uncapped.pull(&g).unwrap());
    for (a, b) in [(y, z), (a.q, b.q), (a.k, b.k), (a.v, b.v)] {
        assert!(all(&a).iter().zip(all(&b)).all(|(a, b)| (a - b).abs() < 1e-9), "{a} {b}");
    }
    // And a small one closes in on the mean of the values.
    let flat = soft_capped::call(&q, &k, &v, &every, 0.31, 1e-9).unwrap();
    let mean = v.mean_keep(1).unwrap().broadcast_to([BATCH, LEN, 2]).unwrap();
    assert!(all(&flat).iter().zip(all(&mean)).all(|(a, b)| (a - b).abs() < 1e-8));
}

/// `[B, G * H, L, D]` queries against `[B, G, S, D]` keys: the heads of a group share what they attend to.
#[differentiable]
fn grouped(
    q: &Tensor<f64, B, HEADS, L, D>,
    k: &Tensor<f64, B, G, S, D>,
    v: &Tensor<f64, B, G, S, E>,
) -> Tensor<f64, B, HEADS, L, E> {
    let q = q.reshape([B, G, HEADS / G, L, D]);
    let shared = scaled_dot_product_attention(q, k.unsqueeze(2), v.unsqueeze(2));
    shared.reshape([B, HEADS, L, E])
}

/// The same with the keys and values copied for each head.
#[differentiable]
fn copied(
    q: &Tensor<f64, B, HEADS, L, D>,
    k: &Tensor<f64, B, G, S, D>,
    v: &Tensor<f64, B, G, S, E>,
) -> Tensor<f64, B, HEADS, L, E> {
    let each = HEADS / G;
    scaled_dot_product_attention(q, k.repeat_interleave(each, 1), v.repeat_interleave(each, 1))
}

#[test]
fn grouped_queries() {
    let q = normal(5, [BATCH, GROUPS * EACH, LEN, WIDTH]);
    let (k, v) = (normal(6, [BATCH, GROUPS, KEYS, WIDTH]), normal(7, [BATCH, GROUPS, KEYS, 2]));
    check::gradients::<grouped>((&q, &k, &v)).unwrap();
    let (y, shared) = grouped::vjp(&q, &k, &v).unwrap();
    let (z, apart) = copied::vjp(&q, &k, &v).unwrap();
    let g = normal(8, [BATCH, GROUPS * EACH, LEN, 2]);
    let (a, b) = (shared.pull(&g).unwrap(), apart.pull(&g).unwrap());
    for (a, b) in [(y, z), (a.q, b.q), (a.k, b.k), (a.v, b.v)] {
        assert_eq!(a.shape(), b.shape());
        assert!(all(&a).iter().zip(all(&b)).all(|(a, b)| (a - b).abs() < 1e-12), "{a} {b}");
    }
    // A number of heads that the groups do not divide is no shape.
    let e = grouped::call(
        &normal(5, [1, 5, LEN, WIDTH]),
        &normal(6, [1, 2, KEYS, WIDTH]),
        &normal(7, [1, 2, KEYS, 2]),
    );
    let e = e.unwrap_err();
    assert_eq!((e.kind(), e.op()), (ErrorKind::Shape, Some("reshape")), "{e}");
}

/// In blocks that keep no weights, whatever the options.
#[differentiable(order = 2)]
fn blocks(
    q: &Tensor<f64>,
    k: &Tensor<f64>,
    v: &Tensor<f64>,
    #[constant] open: &Tensor<bool>,
    bias: &Tensor<f64>,
) -> Scalar<f64> {
    q.attention(k, v, open, bias, 0.4).square().sum()
}

/// The same with all weights at once.
#[differentiable(order = 2)]
fn whole(
    q: &Tensor<f64>,
    k: &Tensor<f64>,
    v: &Tensor<f64>,
    #[constant] open: &Tensor<bool>,
    bias: &Tensor<f64>,
) -> Scalar<f64> {
    let scores = (q * 0.4).grouped_scores(k) + bias;
    scores.masked_softmax(open).grouped_values(v).square().sum()
}

#[test]
fn attention_in_blocks() {
    let near = |a: &Tensor<f64>, b: &Tensor<f64>, what: &str| {
        assert_eq!(a.shape(), b.shape(), "{what}");
        let pairs = all(a).into_iter().zip(all(b));
        pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-10 * (1.0 + b.abs()), "{what}: {a} {b}"));
    };
    // Several blocks of queries, heads that share keys, fewer queries than keys.
    let (l, s) = (70, 90);
    let q = normal(11, [2, 4, l, 5]);
    let (k, v) = (normal(12, [2, 2, s, 5]), normal(13, [2, 2, s, 3]));
    let none = Tensor::full([1, 1], true).unwrap();
    let padding =
        Tensor::from_vec((0..2 * s).map(|i| i % s < 80 - 30 * (i / s)).collect(), [2, 1, 1, s]).unwrap();
    let holes = Tensor::from_vec((0..l * s).map(|i| i * i % 7 < 3).collect(), [l, s]).unwrap();
    for (what, open, bias) in [
        ("no mask", none, Tensor::scalar(0.0)),
        ("causal", causal_mask(l, s).unwrap(), normal(14, [4, l, s])),
        ("window", window_mask(l, s, 9).unwrap(), normal(15, [1, l, 1])),
        ("padding", padding, normal(16, [2, 1, 1, s])),
        ("holes", holes, alibi(&normal(17, [4]), l, s).unwrap()),
    ] {
        let (y, g) = blocks::value_and_grad(&q, &k, &v, &open, &bias).unwrap();
        let (z, h) = whole::value_and_grad(&q, &k, &v, &open, &bias).unwrap();
        near(&y, &z, what);
        for (a, b) in [(&g.q, &h.q), (&g.k, &h.k), (&g.v, &h.v), (&g.bias, &h.bias)] {
            near(a, b, what);
        }
        let [dq, dk, dv, db] = [&q, &k, &v, &bias].map(|x| (x * 3.0).cos().unwrap());
        let (g, a) = blocks::hvp(&q, &k, &v, &open, &bias, &dq, &dk, &dv, &db).unwrap();
        let (h, b) = whole::hvp(&q, &k, &v, &open, &bias, &dq, &dk, &dv, &db).unwrap();
        for (a, b) in [(g.q, h.q), (a.q, b.q), (a.k, b.k), (a.v, b.v), (a.bias, b.bias)] {
            near(&a, &b, what);
        }
    }
}

#[test]
fn attention_of_other_shapes() {
    let (q, k, v) = (normal(1, [1, 4, 3, 2]), normal(2, [1, 3, 5, 2]), normal(3, [1, 3, 5, 2]));
    let (open, bias) = (Tensor::full([3, 5], true).unwrap(), Tensor::scalar(0.0));
    let e = blocks::call(&q, &k, &v, &open, &bias).unwrap_err();
    assert_eq!((e.kind(), e.op()), (ErrorKind::Shape, Some("attention")), "{e}");
    assert!(e.to_string().contains("4 heads of queries cannot share 3 heads of keys"), "{e}");
    let wide = Tensor::full([2, 1, 3, 5], true).unwrap();
    let e = blocks::call(&normal(1, [1, 3, 3, 2]), &k, &v, &wide, &bias).unwrap_err();
    assert!(e.to_string().contains("`mask` has shape"), "{e}");
    let e = blocks::call(&normal(1, [1, 3, 3, 4]), &k, &v, &open, &bias).unwrap_err();
    assert!(e.to_string().contains("[B, G, S, E]"), "{e}");
    // Of no keys the result is 0, of no queries there is none.
    let (k, v) = (normal(2, [1, 2, 0, 2]), normal(3, [1, 2, 0, 2]));
    let (y, g) = blocks::value_and_grad(&q, &k, &v, &Tensor::full([3, 0], true).unwrap(), &bias).unwrap();
    assert_eq!((y.item().unwrap(), all(&g.q)), (0.0, vec![0.0; 24]));
    let (k, v) = (normal(2, [1, 2, 5, 2]), normal(3, [1, 2, 5, 2]));
    let g =
        blocks::grad(&normal(1, [1, 4, 0, 2]), &k, &v, &Tensor::full([0, 5], true).unwrap(), &bias).unwrap();
    assert_eq!(all(&g.k), vec![0.0; 20]);
}

/// A query whose scores are all -inf, by its bias, gives 0, with derivatives 0 of any order, whichever op is asked.
#[test]
fn a_bias_closes_all_keys() {
    #[differentiable(order = 2)]
    fn biased(q: &Tensor<f64>, k: &Tensor<f64>, v: &Tensor<f64>, bias: &Tensor<f64>) -> Scalar<f64> {
        q.biased_attention(k, v, bias).square().sum()
    }
    #[differentiable(order = 2)]
    fn general(
        q: &Tensor<f64>,
        k: &Tensor<f64>,
        v: &Tensor<f64>,
        bias: &Tensor<f64>,
        #[constant] open: &Tensor<bool>,
    ) -> Scalar<f64> {
        q.attention(k, v, open, bias, 1.0 / (q.dim(-1) as f64).sqrt()).square().sum()
    }
    let heads = [BATCH, GROUPS];
    let of = |seed, rest: [usize; 2]| normal(seed, [heads[0], heads[1], rest[0], rest[1]]);
    let (q, k, v) = (of(1, [LEN, WIDTH]), of(2, [KEYS, WIDTH]), of(3, [KEYS, 2]));
    let low = |i: usize| if i / KEYS == 1 || i == 0 { f64::NEG_INFINITY } else { 0.1 * i as f64 };
    let bias = Tensor::from_vec((0..LEN * KEYS).map(low).collect(), [LEN, KEYS]).unwrap();
    let open = Tensor::full([1], true).unwrap();
    let y = q.biased_attention(&k, &v, &bias).unwrap();
    assert!(all(&y.narrow(2, 1, 1).unwrap()).iter().all(|y| *y == 0.0), "{y}");
    let d = [of(4, [LEN, WIDTH]), of(5, [KEYS, WIDTH]), of(6, [KEYS, 2]), normal(7, [LEN, KEYS])];
    let near = |what: &str, x: &Tensor<f64>, y: &Tensor<f64>| {
        let is_near = |(x, y): (f64, f64)| (x - y).abs() <= 1e-12 * (1.0 + y.abs());
        assert!(all(x).into_iter().zip(all(y)).all(is_near), "{what}: {x} {y}");
    };
    let (g, e) = (biased::grad(&q, &k, &v, &bias).unwrap(), general::grad(&q, &k, &v, &bias, &open).unwrap());
    for (what, x, y) in [("q", &g.q, &e.q), ("k", &g.k, &e.k), ("v", &g.v, &e.v), ("bias", &g.bias, &e.bias)]
    {
        near(what, x, y);
    }
    assert!(
        all(&g.q.narrow(2, 1, 1).unwrap())
            .iter()
            .chain(&all(&g.bias.narrow(0, 1, 1).unwrap()))
            .all(|g| *g == 0.0)
    );
    let (_, h) = biased::hvp(&q, &k, &v, &bias, &d[0], &d[1], &d[2], &d[3]).unwrap();
    let (_, w) = general::hvp(&q, &k, &v, &bias, &open, &d[0], &d[1], &d[2], &d[3]).unwrap();
    for (what, x, y) in [("q", &h.q, &w.q), ("k", &h.k, &w.k), ("v", &h.v, &w.v), ("bias", &h.bias, &w.bias)]
    {
        near(&format!("second derivative by {what}"), x, y);
    }
}
