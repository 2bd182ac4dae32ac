//! Kernels of a call: what runs is what `explain()` says, and no more than it was. W1 to W6 are the workloads by which fusion is
//! judged.

use cotangent::debug::counted;

use cotangent::prelude::*;

/// W1: small work, elementwise.
#[differentiable]
fn small(x: &Tensor, y: &Tensor) -> Scalar {
    ((x * y).tanh() + x.sin() * y.exp()).sum()
}

/// W2: one pass over much.
#[differentiable]
fn large(x: &Tensor) -> Scalar {
    (x.gelu_tanh() * x.sigmoid() + (-x.abs()).exp().log1p()).mean()
}

/// W3: a norm, a linear map and cross entropy.
#[differentiable]
fn classifier(
    #[constant] x: &Tensor<B, D>,
    gain: &Tensor<D>,
    shift: &Tensor<D>,
    w: &Tensor<D, C>,
    classes: &Tensor<i32, B>,
) -> Scalar {
    x.layer_norm(gain, shift).matmul(w).cross_entropy(classes)
}

/// W4: a perceptron.
#[differentiable]
fn perceptron(
    #[constant] x: &Tensor<B, I>,
    #[constant] y: &Tensor<B, O>,
    w1: &Tensor<I, H>,
    b1: &Tensor<H>,
    w2: &Tensor<H, O>,
    b2: &Tensor<O>,
) -> Scalar {
    let e = (x.matmul(w1) + b1).gelu().matmul(w2) + b2 - y;
    (&e * &e).mean()
}

#[derive(Clone, Differentiable)]
struct Block {
    gains: [Tensor; 2],
    shifts: [Tensor; 2],
    qkv: Tensor,
    out: Tensor,
    up: Tensor,
    down: Tensor,
}

/// W5: a block of a transformer.
#[differentiable]
fn block(b: &Block, x: &Tensor<B, L, D>) -> Tensor {
    let h = x.layer_norm(&b.gains[0], &b.shifts[0]);
    let all = h.matmul(&b.qkv).reshape([B, L, 3, 2, D / 2]).permute([2, 0, 3, 1, 4]);
    let [q, k, v] = all.chunk(3, 0);
    let mixed = q.causal_attention(k, v).squeeze(0).swap_axes(1, 2).reshape([B, L, D]);
    let x = x + mixed.matmul(&b.out);
    let h = x.layer_norm(&b.gains[1], &b.shifts[1]).matmul(&b.up).gelu();
    x + h.matmul(&b.down)
}

#[differentiable]
fn block_loss(b: &Block, #[constant] x: &Tensor<B, L, D>) -> Scalar {
    let y = block(b, x)?;
    (&y * &y).mean()
}

/// W6: a scan of small steps.
#[differentiable]
fn scan(#[constant] x0: &Tensor<64>, w: &Tensor<64, 64>, steps: usize) -> Scalar {
    let mut x = x0.clone();
    for _ in 0..steps {
        x = &x + w.matmul(&x).tanh() * 0.01;
    }
    x.sum()
}

fn normal(seed: u64, shape: &[usize]) -> Tensor {
    Key::new(seed).normal(shape).unwrap()
}

fn a_block(seed: u64, width: usize) -> Block {
    let table = |i: u64, cols| normal(8 * seed + i, &[width, cols]) * 0.1;
    Block {
        gains: [0; 2].map(|_| Tensor::ones([width]).unwrap()),
        shifts: [0; 2].map(|_| Tensor::zeros([width]).unwrap()),
        qkv: table(0, 3 * width),
        out: table(1, width),
        up: table(2, 4 * width),
        down: normal(8 * seed + 3, &[4 * width, width]) * 0.1,
    }
}

/// A table of tokens, blocks, and the table again.
#[derive(Clone, Differentiable)]
struct Model {
    tokens: Tensor,
    blocks: Vec<Block>,
}

#[differentiable]
fn model_loss(m: &Model, ids: &Tensor<i32, B, L>, next: &Tensor<i32, B, L>) -> Scalar {
    let mut h = m.tokens.embedding(ids);
    for b in &m.blocks {
        h = block(b, &h)?;
    }
    h.matmul(m.tokens.t()).cross_entropy(next)
}

/// The views of these functions, which move nothing.
const VIEWS: [&str; 12] = [
    "broadcast_to",
    "chunk_part",
    "keep_axes",
    "mt",
    "permute",
    "reshape",
    "squeeze",
    "squeeze_if",
    "swap_axes",
    "unpermute",
    "unsqueeze",
    "unsqueeze_if",
];

/// What `explain()` says that a program runs: kernels, those that do nothing where shapes agree, and ops between kernels. A loop has
/// so many rounds.
fn promised(report: &str, program: &str, rounds: u64) -> [u64; 3] {
    let mut sum = [0; 3];
    let mut add = |parts: [u64; 3], times| (0..3).for_each(|i| sum[i] += times * parts[i]);
    let mut callee = "";
    // The indents of the regions that a line is in.
    let mut inside: Vec<usize> = Vec::new();
    for line in report.section(program).expect(program).lines() {
        let text = line.trim_start();
        // The first has lost its margin.
        let indent = if line.len() == text.len() { 2 } else { line.len() - text.len() };
        inside.retain(|&region| region < indent);
        let times = rounds.pow(u32::try_from(inside.len()).unwrap());
        if text.starts_with("a round") {
            inside.push(indent);
        } else if text.starts_with("kernel ") {
            add([1, u64::from(text.ends_with("nothing where shapes agree")), 0], times);
        } else if let Some((_, named)) = text.split_once(" = vjp `") {
            callee = named.split_once('`').unwrap().0;
        }
        let called = match text.split_once(" = ").map_or("", |(_, op)| op.split('(').next().unwrap()) {
            vjp if vjp.starts_with("vjp ") => Some("forward"),
            "pull" => Some("pullback"),
            "loop" | "rewind" | "" => None,
            view if VIEWS.contains(&view) => None,
            _ => {
                add([0, 0, 1], times);
                None
            }
        };
        if let Some(program) = called {
            let report = if callee == "block" { block::explain() } else { panic!("a call of `{callee}`") };
            add(promised(report, program, rounds), times);
        }
    }
    sum
}

/// Counts of a value and gradient, which are those of the report. The shapes of so many sums agree.
fn of(report: &str, rounds: u64, agree: u64, run: impl FnOnce() -> Result<()>) -> [u64; 3] {
    let (ran, counts) = counted(run);
    ran.unwrap();
    let [kernels, idle, ops] = promised(report, "value_and_grad", rounds);
    assert_eq!((counts.kernels + agree, counts.ops), (kernels, ops), "{counts:?}\n{report}");
    assert!(agree <= idle, "{report}");
    assert_eq!(counts.waits, 0, "a gradient waits for no device");
    [counts.kernels, counts.ops, counts.dispatches]
}

/// Kernels, ops between them and, on a device of its own, what is handed to it, of W1 to W6.
fn all(home: Device) -> [[u64; 3]; 6] {
    let normal = |seed, shape: &[usize]| normal(seed, shape).to(home).unwrap();
    let (x, y) = (normal(1, &[4]), normal(2, &[4]));
    let w1 = of(small::explain(), 1, 0, || small::value_and_grad(&x, &y).map(drop));
    let w2 = of(large::explain(), 1, 0, || large::value_and_grad(&x).map(drop));
    let (x, w, c) = (normal(1, &[4, 8]), normal(2, &[8, 3]), tensor![0, 1, 2, 1].to(home).unwrap());
    let (g, s) = (normal(3, &[8]), normal(4, &[8]));
    let w3 = of(classifier::explain(), 1, 0, || classifier::value_and_grad(&x, &g, &s, &w, &c).map(drop));
    let (y, b, w2_, b2) = (normal(5, &[4, 2]), normal(6, &[3]), normal(7, &[3, 2]), normal(8, &[2]));
    let w4 =
        of(perceptron::explain(), 1, 0, || perceptron::value_and_grad(&x, &y, &w, &b, &w2_, &b2).map(drop));
    let (b, x) = (a_block(1, 8).params_to(home).unwrap(), normal(1, &[2, 5, 8]));
    // On a device the mask of `causal_attention`, an op, is made by a kernel.
    let made = u64::from(home != Device::CPU);
    let [kernels, ops, given] =
        of(block_loss::explain(), 1, 5 - made, || block_loss::value_and_grad(&b, &x).map(drop));
    let w5 = [kernels - made, ops, given];
    let (x, w) = (normal(1, &[64]), normal(2, &[64, 64]));
    let w6 = of(scan::explain(), 10, 0, || scan::value_and_grad(&x, &w, 10).map(drop));
    [w1, w2, w3, w4, w5, w6]
}

#[test]
fn what_runs_is_what_explain_says() {
    let counts = all(Device::CPU);
    assert_eq!(counts, [[1, 0, 0], [1, 0, 0], [10, 5, 0], [3, 5, 0], [49, 20, 0], [41, 20, 0]]);
}

#[differentiable]
fn rectified(x: &Tensor<B, I>, w: &Tensor<I, H>, b: &Tensor<H>, v: &Tensor<H, O>) -> Tensor<B, O> {
    (x.matmul(w) + b).relu().matmul(v)
}

#[differentiable]
fn unknown(x: &Tensor, w: &Tensor, b: &Tensor, v: &Tensor) -> Tensor {
    (x.matmul(w) + b).relu().matmul(v)
}

#[differentiable]
fn smooth(x: &Tensor<B, I>, w: &Tensor<I, H>, b: &Tensor<H>, v: &Tensor<H, O>) -> Tensor<B, O> {
    (x.matmul(w) + b).gelu_tanh().matmul(v)
}

/// The rule of `relu` reads its result, which the next product keeps. That of `gelu_tanh` reads its operand.
#[test]
fn activations_keep_no_masks_and_no_parts() {
    for report in [rectified::explain(), unknown::explain(), smooth::explain()] {
        let kept = report.section("residuals").unwrap();
        assert!(!kept.contains("bool"), "{report}");
        let own = kept.lines().filter(|line| line.contains("bytes") && !line.contains("an argument"));
        assert_eq!(own.count(), 1, "{report}");
    }
    let kernels = |report: &str, section: &str| report.section(section).unwrap().matches("kernel ").count();
    assert_eq!(["forward", "pullback"].map(|part| kernels(rectified::explain(), part)), [1, 1]);
    assert_eq!(["forward", "pullback"].map(|part| kernels(smooth::explain(), part)), [1, 2]);
}

#[cfg(feature = "wgpu")]
mod there {
    use cotangent::optim::{AdamW, Optimizer};
    use cotangent_tests::beside::alone;

    use super::*;

    #[test]
    fn a_device_runs_as_many() {
        let Some((device, _alone)) = alone() else { return };
        let (here, there) = (all(Device::CPU), all(device));
        assert_eq!(here.map(|[k, o, _]| [k, o]), there.map(|[k, o, _]| [k, o]));
        // Fewer than kernels, ops and passes together: a kernel that reads a product point by point stands in the product's.
        assert_eq!(there.map(|[_, _, dispatches]| dispatches), [1, 1, 14, 8, 72, 41]);
    }

    #[test]
    fn twelve_blocks_and_a_step_of_adamw_wait_for_nothing() {
        let Some((device, _alone)) = alone() else { return };
        let blocks = (0..12).map(|i| a_block(i, 8)).collect();
        let model = Model { tokens: normal(99, &[7, 8]), blocks };
        let ids = tensor![[0, 1, 2, 3, 4], [6, 5, 4, 3, 2]];
        let losses = |home: Device| {
            let mut model = model.params_to(home).unwrap();
            let ids = ids.to(home).unwrap();
            let mut optimizer = Optimizer::new(AdamW { lr: 0.01, ..AdamW::default() });
            let (losses, counts) = counted(|| {
                let mut step = || {
                    let (loss, grads) = model_loss::value_and_grad(&model, &ids, &ids)?;
                    optimizer.step(&mut model, &grads.m)?;
                    Ok(loss)
                };
                (0..3).map(|_| step()).collect::<Result<Vec<_>>>().unwrap()
            });
            assert_eq!(counts.waits, 0, "{counts:?}");
            assert!((counts.dispatches > 0) == (home == device), "{counts:?}");
            let (losses, counts) = counted(|| losses.iter().map(|l| l.item().unwrap()).collect::<Vec<_>>());
            assert_eq!(counts.waits, if home == device { 3 } else { 0 });
            losses
        };
        let (here, there) = (losses(Device::CPU), losses(device));
        assert!(
            here.iter().zip(&there).all(|(a, b)| (a - b).abs() < 1e-5 * here[0]),
            "{here:?} and {there:?}"
        );
        assert!(here[2] < here[0]);
    }
}
