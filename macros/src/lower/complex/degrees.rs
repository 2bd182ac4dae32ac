//! The degree of a composite in each of its operands: where that is 1 at most, its text holds for complex tensors too.

use std::collections::HashMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::FnArg;

use crate::dims;
use crate::error::Errors;
use crate::ir::{Elem, Graph, Node, Op, OpClass, Shape, TensorTy, Ty, Value};
use crate::lower::region::leaves;
use crate::lower::state::{Binding, Lowerer};
use crate::rules::Composite;
use crate::signature::is_tensor;
use crate::table::RuleCache;

/// Of each operand its degree.
type Degrees = Vec<usize>;

/// Whether no operand is multiplied with itself, or goes into what is no product of sums.
pub(super) fn is_multilinear(composite: &'static Composite, rules: &RuleCache) -> bool {
    let Ok(item) = composite.parse() else { return false };
    let (mut graph, mut errors) = (Graph::default(), Errors::new());
    let mut of: HashMap<Value, Degrees> = HashMap::new();
    let mut inputs = Vec::new();
    for (i, input) in item.sig.inputs.iter().enumerate() {
        let FnArg::Typed(p) = input else { return false };
        let text = p.ty.to_token_stream().to_string();
        let ty = if is_tensor(&p.ty) {
            let elem = ["i32", "bool"].iter().find(|elem| text.contains(**elem));
            let elem = elem.and_then(|elem| Elem::named(elem)).unwrap_or(Elem::F32);
            Ty::Tensor(TensorTy { elem, shape: Shape::unknown(dims::fresh()) })
        } else if text.contains('[') {
            return false;
        } else {
            Ty::Host
        };
        let v = graph.push(Node::new(Op::Input(i as u32), vec![], ty, Span::call_site()));
        inputs.push((p.pat.to_token_stream().to_string(), v));
    }
    for (i, (_, v)) in inputs.iter().enumerate() {
        let mut degrees = vec![0; inputs.len()];
        degrees[i] = usize::from(graph.node(*v).ty.is_float());
        of.insert(*v, degrees);
    }
    let mut lowerer = Lowerer::new(&mut graph, &mut errors, rules, Elem::F32);
    lowerer.at = Some(Span::call_site());
    for (name, v) in &inputs {
        let host = lowerer.graph.node(*v).ty == Ty::Host;
        lowerer.bind(name, if host { Binding::Host(*v) } else { Binding::Tensor(*v) });
    }
    let value = lowerer.stmts(&item.block.stmts);
    lowerer.finish();
    let mut results = Vec::new();
    leaves(&value, &mut results);
    if errors.propagate().is_err() {
        return false;
    }
    for v in (inputs.len()..graph.nodes.len()).map(|i| Value(i as u32)) {
        let Some(degrees) = degrees(graph.node(v), &of, rules, inputs.len()) else { return false };
        of.insert(v, degrees);
    }
    results.iter().all(|v| of[v].iter().all(|d| *d <= 1))
}

/// `None`: not a polynomial, as far as is known.
fn degrees(node: &Node, of: &HashMap<Value, Degrees>, rules: &RuleCache, n: usize) -> Option<Degrees> {
    let args = || node.args.iter().map(|arg| &of[arg]);
    let constant = vec![0; n];
    let folded = |how: fn(usize, usize) -> usize| {
        args().fold(constant.clone(), |all, arg| all.iter().zip(arg).map(|(a, b)| how(*a, *b)).collect())
    };
    if node.ty == Ty::Host || args().all(|arg| arg.iter().all(|d| *d == 0)) {
        return Some(constant);
    }
    match &node.op {
        Op::Get(_) => Some(folded(usize::max)),
        op if op.class() == OpClass::Row => {
            let row = rules.of(op);
            (row.linear || row.bilinear).then(|| folded(if row.linear { usize::max } else { |a, b| a + b }))
        }
        _ => None,
    }
}
