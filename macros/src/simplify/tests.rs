//! The ops that folding leaves of a function.

use super::simplify;
use crate::args::Args;
use crate::error::Errors;
use crate::lower;
use crate::table::RuleCache;

/// The ops that are left of `body` over `x: &Tensor<N>` and `y: &Tensor`, inputs and constants apart.
fn ops(body: &str) -> Vec<&'static str> {
    let text = format!("fn f<T: Float>(x: &Tensor<T, N>, y: &Tensor<T>) -> Tensor<T> {{ {body} }}");
    let item: syn::ItemFn = syn::parse_str(&text).expect("the test's text is a function");
    let mut errors = Errors::new();
    let function = lower::function(&mut errors, &RuleCache::default(), &Args::default(), &item);
    assert_eq!(errors.messages(), <[String; 0]>::default(), "{body}");
    let graph = simplify(function.expect("no errors").graph);
    let names = graph.nodes.iter().map(|n| n.op.name());
    names.filter(|n| !matches!(*n, "input" | "const" | "host" | "size")).collect()
}

#[test]
fn a_select_by_literals_is_the_branch_that_is_taken() {
    assert_eq!(ops("select(Tensor::scalar(1.0).lt(2.0), x.exp(), x.sin())"), ["exp"]);
    assert_eq!(ops("select(Tensor::scalar(1.0).ge(2.0), x.exp(), x.sin())"), ["sin"]);
    let both = "let (a, b) = (Tensor::scalar(1.0).eq(1.0), Tensor::scalar(1.0).ne(1.0));";
    assert_eq!(ops(&format!("{both} select(a.and(b), x.exp(), x.sin())")), ["sin"]);
    assert_eq!(ops(&format!("{both} select(a.or(b), x.exp(), x.sin())")), ["exp"]);
    assert_eq!(ops(&format!("{both} select(b.not(), x.exp(), x.sin())")), ["exp"]);
}

/// Below f64 these are one number, so that the type decides, and it is not known here.
#[test]
fn what_rounding_decides_is_not_folded() {
    assert_eq!(ops("select(Tensor::scalar(1.0).lt(1.00000000001), x.exp(), x.sin())").len(), 4);
}

/// The other branch may be the larger one: its shape is read.
#[test]
fn a_branch_of_unknown_shape_stays() {
    assert_eq!(ops("select(Tensor::scalar(1.0).lt(2.0), x.exp(), y.sin())"), ["exp", "sin", "select"]);
}

#[test]
fn the_logarithm_of_a_softmax_divides_nothing() {
    assert_eq!(ops("x.exp().ln()"), <[&str; 0]>::default());
    assert_eq!(ops("softmax(x, 0).ln()"), ops("log_softmax(x, 0)"));
    assert_eq!(ops("(x.exp() / y.exp()).ln()"), ["sub"]);
    assert_eq!(ops("(x.sin() / y.exp()).ln()"), ["sin", "exp", "div", "ln"]);
}

/// The ops of the gradient of a function, inputs, constants and host code apart.
fn gradient_ops(text: &str) -> Vec<&'static str> {
    let item: syn::ItemFn = syn::parse_str(text).expect("the test's text is a function");
    let mut errors = Errors::new();
    let made = crate::pipeline::made(&mut errors, &RuleCache::default(), &Args::default(), &item, None);
    assert_eq!(errors.messages(), <[String; 0]>::default(), "{text}");
    let graph = made.and_then(|(_, transforms)| transforms.value_and_grad).expect("a loss has one");
    let names = graph.nodes.iter().map(|n| n.op.name());
    names.filter(|n| !matches!(*n, "input" | "const" | "host" | "size" | "scalar")).collect()
}

/// Products of vectors are no products of matrices in reverse, where ranks are known.
#[test]
fn vectors_stay_vectors() {
    let form = "fn f(x: &Tensor<N>, #[constant] p: &Tensor<N, N>) -> Scalar { x.matmul(p).dot(x) }";
    assert_eq!(gradient_ops(form), ["matmul", "matmul", "matmul", "add"]);
    let layer = "fn f(w: &Tensor<M, N>, x: &Tensor<N>) -> Scalar { w.matmul(x).sum() }";
    let sum = ["sum", "keep_axes", "broadcast_to"];
    let outer = ["unsqueeze_if", "unsqueeze_if", "mul"];
    assert_eq!(gradient_ops(layer), [&["matmul"], &sum[..], &outer[..], &["matmul"]].concat());
    let left = "fn f(w: &Tensor<M, N>, x: &Tensor<M>) -> Scalar { x.matmul(w).tanh().sum() }";
    let reverse = ["sum", "mul", "sub", "unsqueeze_if", "matmul", "unsqueeze_if", "mul"];
    assert_eq!(gradient_ops(left), [&["matmul", "tanh"], &reverse[..]].concat());
}
