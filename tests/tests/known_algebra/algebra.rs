//! Tensor algebra, indices, alignments, delta rules and recurrent layers, with their derivatives up to the second, as PyTorch has them
//! or as they are written out there.

use cotangent::nn::{gru, lstm};
use cotangent::ops;
use cotangent::prelude::*;
use cotangent_tests::flow::{near, quotients};
use cotangent_tests::there;

use cotangent_tests::known::{as_in, reference, wave};

/// Written by `tests/peers/algebra.py`.
const REFERENCE: &str = include_str!("../../golden/known/algebra.txt");

/// A program of each name: operands by their shapes.
macro_rules! programs {
    ($($name:ident($($x:ident $shape:expr),+ $(; $($c:ident: $C:ty = $from:expr),+)?) $body:block)+) => {$(
        #[test]
        fn $name() -> Result<()> {
            #[differentiable(order = 2)]
            fn loss($($x: &Tensor<f64>,)+ $($(#[constant] $c: &$C),+)?) -> Scalar<f64> $body
            let mut seed = 0;
            $(
                seed += 1;
                let $x = wave(seed, &$shape);
            )+
            $($(let $c = $from;)+)?
            as_in::<loss>(REFERENCE, stringify!($name), ($(&$x,)+ $($(&$c),+)?))
        }
    )+};
}

/// Index pairs, of which the first and the third are the same.
fn at() -> Tensor<i32> {
    tensor![[0, 1], [2, 3], [0, 1], [1, 0]]
}

programs! {
    dots(a [2, 3, 4], b [4, 5, 2]) { a.tensordot(b, [0, 2], [2, 0]).tanh().sum() }
    crossed(a [3, 2], b [3, 2]) { a.cross(b, 0).tanh().sum() }
    moved(x [2, 3, 4], w [4, 2, 3]) { (x.movedim([0, -1], [1, 0]) * w).tanh().sum() }
    picked(x [3, 4, 2]; at: Tensor<i32> = at()) { x.gather_nd(at).powi(3).sum() }
    put(x [3, 4, 2], src [4, 2]; at: Tensor<i32> = at()) { x.index_put(at, src).powi(3).sum() }
    put_add(x [3, 4, 2], src [4, 2]; at: Tensor<i32> = at()) { x.index_put_add(at, src).powi(3).sum() }
    align(
        logits [6, 3, 4];
        targets: Tensor<i32> = tensor![[1, 2, 2], [3, 1, -7], [2, 99, 0]],
        frames: Tensor<i32> = tensor![6, 5, 4],
        lengths: Tensor<i32> = tensor![3, 2, 0]
    ) {
        logits.log_softmax(-1).ctc(targets, frames, lengths, 0, f64::INFINITY)
    }
    rule(q [2, 7, 2, 3], k [2, 7, 2, 3], v [2, 7, 2, 2], decay [2, 7, 2], beta [2, 7, 2]) {
        q.gated_delta_rule(k, v, decay, beta, 3).tanh().sum()
    }
    rule_from(
        q [2, 7, 2, 3], k [2, 7, 2, 3], v [2, 7, 2, 2], decay [2, 7, 2], beta [2, 7, 2], s [2, 2, 3, 2];
        by: Tensor<f64> = wave(9, &[2, 2, 3, 2])
    ) {
        let (y, s) = q.gated_delta_rule_from(k, v, decay, beta, s, 3);
        y.tanh().sum() + (s * by).sin().sum()
    }
    scan_from(
        x [2, 5, 3], dt [2, 5, 3], a [3, 2], b [2, 5, 2], c [2, 5, 2], d [3], h [2, 3, 2];
        by: Tensor<f64> = wave(9, &[2, 3, 2])
    ) {
        let (y, h) = x.selective_scan_from(dt, a, b, c, d, h);
        y.tanh().sum() + (h * by).sin().sum()
    }
    chunked_from(
        x [2, 5, 2, 3], dt [2, 5, 2], a [2], b [2, 5, 2], c [2, 5, 2], h [2, 2, 2, 3];
        by: Tensor<f64> = wave(9, &[2, 2, 2, 3])
    ) {
        let (y, h) = x.selective_scan_chunked_from(dt, a, b, c, h, 2);
        y.tanh().sum() + (h * by).sin().sum()
    }
    long(xs [2, 4, 3], h [2, 2], c [2, 2], w [8, 3], u [8, 2], bias [8]; by: Tensor<f64> = wave(9, &[2, 4, 2])) {
        let (ys, h, c) = lstm(xs, h, c, w, u, bias)?;
        (ys * by).sum() + h.tanh().sum() + c.tanh().sum()
    }
    gated(
        xs [2, 4, 3], h [2, 2], w [6, 3], u [6, 2], of_x [6], of_h [6];
        by: Tensor<f64> = wave(9, &[2, 4, 2])
    ) {
        let (ys, h) = gru(xs, h, w, u, of_x, of_h)?;
        (ys * by).sum() + h.tanh().sum()
    }
    turned(
        xs [2, 4, 3], h [2, 2], w [6, 3], u [6, 2], of_x [6], of_h [6];
        by: Tensor<f64> = wave(9, &[2, 4, 2])
    ) {
        let (ys, _) = gru(&xs.flip(1), h, w, u, of_x, of_h)?;
        (ys.flip(1) * by).sum()
    }
    prefixes(x [5, 2, 2]) { associative_scan!(|a, b| a.matmul(b), x, 0).tanh().sum() }
    recurrence(a [2, 7], b [2, 7]) {
        let (_, h) = associative_scan!(|(a1, b1), (a2, b2)| (a1 * &a2, a2 * b1 + b2), (a, b), -1);
        h.tanh().sum()
    }
    batched(a [2, 3, 2, 4], b [2, 3, 4, 3]) { einsum!("...ij,...jk->...ik", a, b).tanh().sum() }
    traced(a [2, 3, 2], b [3, 4]) { einsum!("i...i,...k->k...", a, b).tanh().sum() }
    repeated(a [2, 1, 3, 2, 4], b [4, 1, 4, 3]) { einsum!("...ij,...jk->...ik", a, b).tanh().sum() }
    repeated_of_three(a [2, 1, 3], b [4, 1, 2, 2], c [2, 4, 1]) {
        einsum!("i...,...ij,j...->...i", a, b, c).tanh().sum()
    }
    in_order(a [2, 3], b [3, 4], c [4]) { einsum!("ij,jk,k->i", a, b, c).tanh().sum() }
    gridded(x [2], y [3], z [2]; by: Tensor<f64> = wave(9, &[3, 2, 2])) {
        let [a, b, c] = meshgrid(&[x, y, z]);
        let grids = meshgrid_xy([x, y, z]);
        (a * b.exp() + c).sin().sum() + (&grids[0] * &grids[1].exp() * &grids[2] * by).sum()
    }
}

/// A step of a recurrence `h' = a h + b`, by name.
#[differentiable(order = 2)]
fn step(
    a1: &Tensor<f64>,
    b1: &Tensor<f64>,
    a2: &Tensor<f64>,
    b2: &Tensor<f64>,
) -> (Tensor<f64>, Tensor<f64>) {
    (a1 * a2, a2 * b1 + b2)
}

#[differentiable(order = 2)]
fn named(a: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    let (_, h) = associative_scan!(step, (a, b), 1);
    h.tanh().sum()
}

/// What is scanned may hold what the function around it differentiates by.
#[differentiable(order = 2)]
fn captured(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    associative_scan!(|a, b| (a + b + a * b * w), x, 0).sin().sum()
}

#[test]
fn scans_by_name_of_any_length() -> Result<()> {
    as_in::<named>(REFERENCE, "recurrence", (&wave(1, &[2, 7]), &wave(2, &[2, 7])))?;
    for n in [0, 1, 2, 8, 9] {
        let (x, w) = (wave(1, &[n, 2]), wave(2, &[2]));
        quotients::<captured>((&x, &w))?;
        let mut sum = 0.0;
        let mut state = vec![0.0; 2];
        let (xs, ws) = (x.to_vec()?, w.to_vec()?);
        for k in 0..n {
            for (i, s) in state.iter_mut().enumerate() {
                let b = xs[2 * k + i];
                *s = if k == 0 { b } else { *s + b + *s * b * ws[i] };
                sum += s.sin();
            }
        }
        near("the scan", &[captured::call(&x, &w)?.item()?], &[sum], 1e-12);
    }
    Ok(())
}

/// The number of parts that are not there, and elements on edges.
#[test]
fn histograms_have_the_edges_of_numpy() -> Result<()> {
    let counts: Vec<f64> =
        wave(1, &[3, 7]).histogram(5, -0.5, 0.7)?.to_vec()?.into_iter().map(f64::from).collect();
    near("counts", &counts, &reference(REFERENCE, "histogram", "counts"), 0.0);
    let x: Tensor<f64> = tensor![0.0, 0.1, 0.2, 0.30000000000000004, 0.3, 1.0, 1.1, -0.1, f64::NAN];
    // The third edge is the double above 0.3, which f32 has not.
    let x = if there::narrows() { x } else { there::at(x) };
    assert_eq!(x.histogram(10, 0.0, 1.0)?, tensor![1, 1, 2, 1, 0, 0, 0, 0, 0, 1]);
    for (bins, lo, hi) in [(0, 0.0, 1.0), (3, 1.0, 1.0), (3, f64::NAN, 1.0), (3, 0.0, f64::INFINITY)] {
        assert!(x.histogram(bins, lo, hi).is_err(), "{bins} {lo} {hi}");
    }
    Ok(())
}

#[differentiable]
fn rows(x: &Tensor<f64, L, D>, picked: usize) -> Tensor<f64, D> {
    let all = x.unbind(0);
    let mut sum = &all[picked] * all.len();
    for row in &all {
        sum = sum * 0.5 + row.exp();
    }
    let [a, b] = x.narrow(1, 0, 2).unbind(1);
    sum + (a * b).sum()
}

#[differentiable]
fn rows_loss(x: &Tensor<f64, L, D>) -> Scalar<f64> {
    rows(x, 1).sin().sum()
}

#[test]
fn tensors_along_an_axis() -> Result<()> {
    let x = wave(1, &[3, 4]);
    quotients::<rows_loss>((&x,))?;
    let all = x.unbind(-2)?;
    assert_eq!(all.len(), 3);
    near("a row", &all[2].to_vec()?, &x.to_vec()?[8..], 0.0);
    assert!(x.unbind(2).is_err());
    Ok(())
}

/// What has other lengths or takes more memory than there is.
#[test]
fn refused_when_they_run() -> Result<()> {
    #[differentiable]
    fn both(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
        let (a, b) = associative_scan!(|(a, b), (c, d)| (a * c, b + d), (x, y), 0);
        a.sum() + b.sum()
    }
    both::call(&wave(1, &[3]), &wave(2, &[3]))?;
    for len in [1, 2, 4] {
        let error = both::call(&wave(1, &[3]), &wave(2, &[len])).map(drop).unwrap_err().to_string();
        assert!(error.contains("split"), "{error}");
    }
    let x = wave(1, &[2]);
    let lists = there::at(Tensor::<i32>::zeros([1_usize << 58, 0])?);
    assert!(x.gather_nd(&lists).is_err());
    assert!(x.index_put(&lists, &x).is_err());
    Ok(())
}

/// Chunk by chunk, each from the state that the one before left, is the whole.
#[test]
fn scans_go_on_from_their_states() -> Result<()> {
    let part = |x: &Tensor<f64>, from: usize, len: usize| x.narrow(1, from, len);
    let four = |seed, width| wave(seed, &[2, 7, 2, width]);
    let (q, k, v) = (four(1, 3), four(2, 3), four(3, 2));
    let (decay, beta) = (wave(4, &[2, 7, 2]), wave(5, &[2, 7, 2]));
    let (x, dt, b, c) = (four(6, 3), wave(7, &[2, 7, 2]), wave(8, &[2, 7, 3]), wave(9, &[2, 7, 3]));
    let (a, each) = (wave(3, &[2]), wave(4, &[2, 3]));
    let zeros = |shape: &[usize]| Tensor::zeros(shape).map(there::at);
    let (mut s, mut h, mut g) = (zeros(&[2, 2, 3, 2])?, zeros(&[2, 2, 3, 3])?, zeros(&[2, 2, 3])?);
    let (mut ys, mut zs, mut us) = (Vec::new(), Vec::new(), Vec::new());
    let flat = |x: &Tensor<f64>| x.narrow(3, 0, 1)?.squeeze(3);
    // A chunk of no steps, of one, of fewer than `chunk` and of more.
    for (from, len) in [(0, 0), (0, 1), (1, 2), (3, 4)] {
        let [q, k, v, x] = [&q, &k, &v, &x].map(|x| part(x, from, len));
        let [decay, beta, dt, b, c] = [&decay, &beta, &dt, &b, &c].map(|x| part(x, from, len));
        let (b, c, dt, x) = (b?, c?, dt?, x?);
        let (y, next) = q?.gated_delta_rule_from(&k?, &v?, &decay?, &beta?, &s, 3)?;
        (s, ys) = (next, [ys, vec![y]].concat());
        let (y, next) = x.selective_scan_chunked_from(&dt, &a, &b, &c, &h, 3)?;
        (h, zs) = (next, [zs, vec![y]].concat());
        let (y, next) = flat(&x)?.selective_scan_from(&dt, &each, &b, &c, &a, &g)?;
        (g, us) = (next, [us, vec![y]].concat());
    }
    let all = q.gated_delta_rule(&k, &v, &decay, &beta, 3)?;
    near("delta rule", &ops::concat(&ys, 1)?.to_vec()?, &all.to_vec()?, 1e-13);
    let all = x.selective_scan_chunked(&dt, &a, &b, &c, 3)?;
    near("in chunks", &ops::concat(&zs, 1)?.to_vec()?, &all.to_vec()?, 1e-13);
    let all = flat(&x)?.selective_scan(&dt, &each, &b, &c, &a)?;
    near("selective scan", &ops::concat(&us, 1)?.to_vec()?, &all.to_vec()?, 1e-13);
    Ok(())
}

#[test]
fn grids_and_masks() -> Result<()> {
    let [x, y]: [Tensor; 2] = [tensor![1.0, 2.0], tensor![3.0, 4.0, 5.0]].map(there::at);
    assert_eq!(
        ops::meshgrid(&[&x, &y])?,
        [tensor![[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]], tensor![[3.0, 4.0, 5.0], [3.0, 4.0, 5.0]]]
    );
    assert_eq!(
        ops::meshgrid_xy(&[&x, &y])?,
        [tensor![[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], tensor![[3.0, 3.0], [4.0, 4.0], [5.0, 5.0]]]
    );
    let mask = there::at(tensor![[true], [false]]);
    assert_eq!(y.masked_select(&mask)?, y);
    assert_eq!(y.masked_select(&there::at(tensor![false]))?.shape(), [0]);
    assert!(y.masked_select(&there::at(tensor![true, false])).is_err());
    Ok(())
}

/// Labels that no path has: the value as asked for, and no gradient from there.
#[test]
fn labels_without_a_path() -> Result<()> {
    #[differentiable(order = 2)]
    fn loss(
        logits: &Tensor<f64>,
        targets: &Tensor<i32>,
        frames: &Tensor<i32>,
        lengths: &Tensor<i32>,
        no_path: f64,
    ) -> Scalar<f64> {
        logits.log_softmax(-1).ctc_each(targets, frames, lengths, 0, no_path).sum()
    }
    // Two equal labels need a blank between them.
    let (logits, targets) = (wave(1, &[3, 2, 3]), there::at(tensor![[1, 1], [1, 2]]));
    let [frames, lengths] = [tensor![2, 3], tensor![2, 2]].map(there::at);
    let (value, g) = loss::value_and_grad(&logits, &targets, &frames, &lengths, f64::INFINITY)?;
    assert_eq!(value.item()?, f64::INFINITY);
    let g = g.logits.to_vec()?;
    assert!(g.iter().enumerate().all(|(i, g)| if i / 3 % 2 == 0 { *g == 0.0 } else { *g != 0.0 }), "{g:?}");
    quotients::<loss>((&logits, &targets, &frames, &lengths, 0.0))?;
    // A probability of 0 closes a path, and the others stay right.
    let lp = there::at(tensor![[[0.5, 0.5, 0.0]], [[0.25, 0.5, 0.25]]]).ln()?;
    let one = |label: i32| {
        let [frames, length] = [tensor![2], tensor![1]].map(there::at);
        lp.ctc_each(&there::at(tensor![[label]]), &frames, &length, 0, f64::INFINITY)
    };
    near("label 1", &one(1)?.to_vec()?, &[-f64::ln(0.5 * 0.5 + 0.5 * 0.25 + 0.5 * 0.5)], 1e-15);
    near("label 2", &one(2)?.to_vec()?, &[-f64::ln(0.5 * 0.25)], 1e-15);
    // The processor reads these before it says anything. A device says what is wrong to whoever reads next (`device_errors`).
    let here = lp.to(Device::CPU)?;
    for (frames, length) in [(0, 1), (4, 1), (2, 2)] {
        assert!(here.ctc_each(&tensor![[1]], &tensor![frames], &tensor![length], 0, 0.0).is_err());
    }
    Ok(())
}

/// Long sequences of small probabilities: sums that no float holds.
#[test]
fn alignments_of_many_steps() -> Result<()> {
    let lp: Tensor<f32> = there::at(Tensor::full([400, 1, 4], -20.0)?);
    let targets = there::at(Tensor::<i32>::from_fn([1, 50], |i| 1 + i[1] as i32 % 3)?);
    let [frames, lengths] = [tensor![400], tensor![50]].map(there::at);
    let loss = lp.ctc_each(&targets, &frames, &lengths, 0, f64::INFINITY)?.item()?;
    // Paths of 400 steps with 50 different labels in order: C(400 + 50, 100) of them.
    let ways: f64 = (1..=100).map(|i| (f64::from(350 + i) / f64::from(i)).ln()).sum();
    let off = (f64::from(loss) - (8000.0 - ways)).abs();
    assert!(off < 1e-2, "{loss} {ways}");
    Ok(())
}

/// As many steps in a chunk as there are change nothing but the order of sums.
#[test]
fn chunks_of_any_length() -> Result<()> {
    let four = |seed, width| wave(seed, &[1, 6, 2, width]);
    let (q, k, v) = (four(1, 3), four(2, 3), four(3, 2));
    let (decay, beta) = (wave(4, &[1, 6, 2]), wave(5, &[1, 6, 2]));
    let all = |chunk| q.gated_delta_rule(&k, &v, &decay, &beta, chunk)?.to_vec();
    for chunk in [2, 4, 6, 9] {
        near("chunks", &all(chunk)?, &all(1)?, 1e-13);
    }
    assert!(all(0).is_err());
    Ok(())
}
