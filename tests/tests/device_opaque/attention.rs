//! Attention.

use cotangent::ops;
use cotangent::prelude::*;

use crate::support::{compare, device, normal};

#[test]
fn attention_and_its_cotangents() {
    let Some((d, _alone)) = device() else { return };
    // Batch, heads of queries and of keys, queries, keys, and widths.
    for [b, h, g, l, s, e, w] in [
        [1, 1, 1, 1, 1, 1, 1],
        [2, 4, 2, 5, 7, 3, 6],
        [1, 2, 2, 70, 300, 20, 33],
        [2, 6, 1, 9, 9, 4, 4],
        [1, 1, 1, 3, 0, 4, 4],
        [1, 1, 1, 0, 3, 4, 4],
        [0, 2, 1, 3, 3, 4, 4],
        // More scores than are in memory together: by batches, and by heads.
        [5, 2, 1, 700, 1000, 3, 4],
        [2, 2, 2, 1500, 1500, 3, 4],
    ] {
        let what = format!("{b} {h} {g} {l} {s} {e} {w}");
        let (q, k, v) = (normal(1, &[b, h, l, e]), normal(2, &[b, g, s, e]), normal(3, &[b, g, s, w]));
        let t = normal(4, &[b, h, l, w]);
        let open = Tensor::scalar(true);
        // Some queries have no open key.
        let causal = normal(5, &[l, s]).gt(0.3f32).unwrap();
        let (none, bias) = (Tensor::scalar(0.0f32), normal(6, &[h, 1, s]));
        let low = Tensor::full([s], f32::NEG_INFINITY).unwrap();
        let operands = [(&causal, &bias), (&open, &none), (&causal, &none), (&open, &low)];
        // Large ones take their time on a device that is software.
        let count = if l * s > 100_000 { 1 } else { operands.len() };
        for (mask, bias) in operands.into_iter().take(count) {
            let to = |x: &Tensor| x.to(d).unwrap();
            let there = mask.to(d).unwrap();
            let got = ops::attend(&to(&q), &to(&k), &to(&v), &there, &to(bias), 0.7).unwrap();
            let want = ops::attend(&q, &k, &v, mask, bias, 0.7).unwrap();
            compare(&format!("attend {what}"), &got, &want, 3.0);
            let got =
                ops::attend_cotangents(&to(&q), &to(&k), &to(&v), &there, &to(bias), &to(&t), 0.7).unwrap();
            let want = ops::attend_cotangents(&q, &k, &v, mask, bias, &t, 0.7).unwrap();
            compare(&format!("cotangents {what}"), &got, &want, 5.0);
        }
    }
    let (q, k) = (normal(1, &[2, 5, 3, 4]), normal(2, &[2, 6, 3, 4]));
    let turned = |x: &Tensor| x.permute([0, 2, 1, 3]).unwrap();
    let (open, none) = (Tensor::scalar(true), Tensor::scalar(0.0f32));
    let (qd, kd) = (turned(&q.to(d).unwrap()), turned(&k.to(d).unwrap()));
    let got = ops::attend(&qd, &kd, &kd, &open.to(d).unwrap(), &none.to(d).unwrap(), 0.5).unwrap();
    let want = ops::attend(&turned(&q), &turned(&k), &turned(&k), &open, &none, 0.5).unwrap();
    compare("views", &got, &want, 3.0);
}
