//! Which kernels there are, and that there is an order for them.

use quote::quote;

use super::{OutKind, Program, ScaleBy, Step};
use crate::args::Args;
use crate::error::Errors;
use crate::ir::{Graph, Op, Opaque};
use crate::pipeline::made;
use crate::table::RuleCache;
use crate::transform::Transforms;

fn transforms(text: &str) -> Transforms {
    let item = syn::parse_str(text).expect("the test's text is a function");
    let (mut errors, args) = (Errors::new(), Args::parse(&mut Errors::new(), quote!(order = 2)));
    let made = made(&mut errors, &RuleCache::default(), &args, &item, None);
    let Some((_, transforms)) = made else { panic!("{:?}", errors.messages()) };
    transforms
}

fn graphs(t: &Transforms) -> Vec<Graph> {
    let mut all: Vec<Graph> =
        [&t.primal, &t.joint, &t.vjp.forward, &t.vjp.pullback, &t.jvp].map(Graph::clone).into();
    all.extend(t.value_and_grad.iter().chain(&t.hvp).cloned());
    all.extend(t.vjp_tangents.iter().flat_map(|t| [t.forward.clone(), t.pullback.clone()]));
    all
}

/// How many sums of a program, apart from what its regions hold, are scaled by a number of the host's, and how many by a literal.
fn scaled(program: &Program) -> (usize, usize) {
    let outputs = program.groups.iter().flat_map(|g| &g.outputs);
    let scales = outputs.flat_map(|o| match &o.kind {
        OutKind::Axes { scale, .. } | OutKind::To { scale, .. } => scale.clone(),
        OutKind::Full | OutKind::Partial(_) => Vec::new(),
    });
    let (hosts, literals): (Vec<_>, Vec<_>) = scales.partition(|s| matches!(s, ScaleBy::Host(_)));
    (hosts.len(), literals.len())
}

/// A body over `x`, of which each transform has an order. Its own program.
fn ordered(body: &str) -> Program {
    let text = format!(
        "fn f(x: &Tensor<f64>, #[constant] w: &Tensor<f64>, scales: &[f64], n: usize) -> Result<Scalar<f64>> {{ {body} }}"
    );
    let t = transforms(&text);
    for graph in graphs(&t) {
        let steps = Program::new(graph.clone()).steps.len();
        let alone = Program::unfused(&graph).expect("kernels of one op have an order");
        assert!(alone.1.len() >= steps, "{body}");
    }
    Program::new(t.primal)
}

#[test]
fn a_mean_is_one_pass() {
    assert_eq!(scaled(&ordered("Ok(x.mean())")), (1, 0));
    assert_eq!(scaled(&ordered("Ok(x.sum() * 0.5 * scales[n])")), (1, 1));
    // Known as soon as the kernel that it is in may run.
    assert_eq!(scaled(&ordered("let k = w.sum().item()?; Ok((x * k).sum() * k)")), (1, 0));
}

/// A number may wait for a value that itself waits for the kernel of the sum.
#[test]
fn a_number_of_later_does_not_scale_a_kernel_of_before() {
    // Of a kernel, by host code, by host code behind other host code.
    assert_eq!(scaled(&ordered("let k = w.sum().item()?; Ok(x.sum() * k)")), (0, 0));
    assert_eq!(
        scaled(&ordered("let k = x.square().sum().item()?; let m = k * 2.0; Ok(x.sum() * m)")),
        (0, 0)
    );
    assert_eq!(scaled(&ordered("assert!(w.sum().item()? > 0.0); Ok(x.sum() * scales[n])")), (0, 0));
    // Behind a loop, a branch, a call.
    let after =
        "let mut h = w.clone(); for i in 0..n { h = h.cos() * scales[i]; } Ok(h.sum() + x.sum() * scales[n])";
    assert_eq!(scaled(&ordered(after)), (0, 0));
    let same =
        "let mut h = x.clone(); for i in 0..n { h = h.cos() * scales[i]; } Ok(h.sum() + x.sum() * scales[n])";
    assert_eq!(scaled(&ordered(same)), (0, 0));
    let arm = "let h = if n > 1 { x.cos() * scales[n] } else { x.sin() }; Ok(h.sum() + x.sum() * scales[n])";
    assert_eq!(scaled(&ordered(arm)), (0, 0));
    let own = "let y = x.sin(); let mut h = y.clone(); for i in 0..n { h = h * scales[i]; } Ok(h.sum() + y.sum() * scales[n] * 2.0)";
    assert_eq!(scaled(&ordered(own)), (0, 0));
    // A literal knows nothing of all that.
    let literal = "let mut h = x.clone(); for i in 0..n { h = h.cos() * scales[i]; } Ok(h.sum() + x.sum() * 2.0 * scales[n])";
    assert_eq!(scaled(&ordered(literal)), (0, 1));
}

/// Values keep an order beside code that has its place. They sink, are computed in a larger space, or are a number
/// inside a kernel.
#[test]
fn what_moves_to_a_later_kernel_keeps_an_order() {
    for body in [
        "let a = x.sin(); let k = x.cos().sum().item()?; Ok((a * k).sum() + (x * scales[n]).sum())",
        "let a = x.sin() * w; let k = a.sum().item()?; let b = a.cos() * k; Ok((b + x).sum() * scales[n] * k)",
        "let s = x.sum(); let t = s * 2.0 + 1.0; let k = scales[n]; let y = w * &t; Ok((y * k).sum() * k + t * k)",
        "let s = x.sum() * scales[n]; let h = (w * &s).sum() * scales[n + 1]; Ok(h * s)",
        "let mut s = x.sum(); while s.item()? < scales[n] { s = s * 2.0 * scales[0]; } Ok((x * s).sum() * scales[1])",
    ] {
        ordered(body);
    }
}

/// Each op is a kernel of its own, and nothing is folded.
#[test]
fn the_plan_without_fusion_is_whole() {
    let graph =
        transforms("fn f(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> { ((x * w).sin() + x).mean() }")
            .primal;
    let (groups, steps) = Program::unfused(&graph).expect("there is an order");
    let fused = graph.nodes.iter().filter(|n| matches!(n.op, Op::Map(_) | Op::Reduce(_))).count();
    assert_eq!(groups.len(), fused);
    assert_eq!(steps.iter().filter(|s| matches!(s, Step::Group(_))).count(), fused);
    assert!(groups.iter().all(|g| g.outputs.len() == 1 && g.body.len() <= 1));
}

/// How many tensors of the full shape each kernel reads and stores.
fn traffic(body: &str) -> Vec<(usize, usize)> {
    let t = transforms(&format!(
        "fn f(x: &Tensor<N, K>, #[constant] w: &Tensor<N, K>, k: f32) -> Tensor<N, K> {{ {body} }}"
    ));
    let program = Program::new(t.primal);
    let full = |v: &crate::ir::Value| program.graph.shape(*v).to_string() == "[N, K]";
    let count = |group: &super::Group| {
        let stored = group.outputs.iter().filter(|o| matches!(o.kind, OutKind::Full));
        (group.inputs.iter().filter(|v| full(v)).count(), stored.count())
    };
    program.groups.iter().map(count).collect()
}

#[test]
fn what_costs_no_more_than_to_read_it_is_computed_again() {
    // `d` is made of `x` where it is read.
    assert_eq!(traffic("let d = &x - x.mean_keep(1); &d * (&d * &d).sum_keep(1)"), [(1, 0), (1, 0), (1, 1)]);
    // And so is what is made of it.
    let twice = "let d = (&x - x.mean_keep(1)) * k; &d * (&d * &d).sum_keep(1)";
    assert_eq!(traffic(twice), [(1, 0), (1, 0), (1, 1)]);
    // Two tensors in place of one are more to read, unless the second is read anyway.
    let two = "let d = x * w; &d * (&d * &d).sum_keep(1)";
    assert_eq!(traffic(two), [(2, 1), (1, 1)]);
    let both = "let d = x * w; &d * (&d * &d).sum_keep(1) + w";
    assert_eq!(traffic(both), [(2, 0), (2, 1)]);
    // What is dear stays.
    assert_eq!(traffic("let d = x.exp(); &d * (&d * &d).sum_keep(1)"), [(1, 1), (1, 1)]);
}

#[test]
fn the_gradient_of_what_a_batch_shares_is_one_product() {
    let body = |body: &str| {
        let text = format!(
            "fn f(x: &Tensor<f64, B, L, D>, #[constant] y: &Tensor<f64, B, L, E>, w: &Tensor<f64, D, E>) -> Result<Scalar<f64>> {{ {body} }}"
        );
        let program = Program::new(transforms(&text).value_and_grad.expect("of a number"));
        let count = |op| {
            program.nodes().filter(|v| matches!(program.graph.node(*v).op, Op::Opaque(o) if o == op)).count()
        };
        [Opaque::MatMul, Opaque::MatMulTo].map(count)
    };
    assert_eq!(body("Ok((x.matmul(w) * y).sum())"), [2, 1]);
    // Products that are read one by one are there.
    assert_eq!(body("let p = x.mt().matmul(y); Ok((x.matmul(w) * y).sum() + p.square().sum())")[1], 0);
}
