//! The conditions that a lowered function meets before it is differentiated.
//!
//! A value is differentiable with respect to another where a chain of rules with a cotangent leads from one to the
//! other; an integer, a truth value, a `zero` or a `none` on the way ends the chain.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;

use crate::error::{self, Errors};
use crate::ir::{Graph, Node, Op, Ty, Value};
use crate::names;
use crate::rules::{Cotangent, ParamKind, Vjp};
use crate::signature::Function;
use crate::table::RuleCache;

pub(crate) fn all(errors: &mut Errors, rules: &RuleCache, function: &Function) {
    let edges = Edges { graph: &function.graph, rules };
    missing_rules(errors, function, &edges);
    dependence(errors, function, &edges);
}

/// How an argument passes a cotangent on.
enum Edge {
    Open,
    /// The parameter's name and why there is no rule.
    Todo(String, String),
    Closed,
}

struct Edges<'a> {
    graph: &'a Graph,
    rules: &'a RuleCache,
}

impl Edges<'_> {
    /// Argument `i` of `v`.
    fn edge(&self, v: Value, i: usize) -> Edge {
        let node = self.graph.node(v);
        if !is_float(self.graph.node(node.args[i])) || !is_float(node) {
            return Edge::Closed;
        }
        match &node.op {
            Op::Get(n) => self.part(node, *n),
            Op::Map(_) | Op::Reduce(_) | Op::View(_) | Op::Opaque(_) | Op::List(_) => self.rule(node, i),
            Op::Branch(_) if i == 0 => Edge::Closed,
            Op::Call(_) | Op::Branch(_) | Op::Loop(_) | Op::Part(_) | Op::AsTensor(_) | Op::Make(_) => {
                Edge::Open
            }
            Op::Declared if i == 0 => Edge::Open,
            Op::Apart | Op::Inside(..) | Op::Batch(..) => Edge::Open,
            _ => Edge::Closed,
        }
    }

    fn rule(&self, node: &Node, i: usize) -> Edge {
        let row = self.rules.of(&node.op);
        // A list takes the arguments that the others leave.
        let extra = node.args.len() + 1 - row.params.len();
        let mut at = 0;
        let param = row.params.iter().find(|p| {
            at += if matches!(p.kind, ParamKind::List) { extra } else { 1 };
            i < at
        });
        let Some(param) = param else { return Edge::Closed };
        match &row.vjp {
            Vjp::Hatch(_) => Edge::Open,
            Vjp::Text { cotangents, .. } => match cotangents.iter().find(|(name, _)| *name == param.name) {
                Some((_, Cotangent::Expr(_))) => Edge::Open,
                Some((name, Cotangent::Todo(why))) => Edge::Todo(name.to_string(), why.clone()),
                Some((_, Cotangent::Zero | Cotangent::None)) | None => Edge::Closed,
            },
        }
    }

    /// The edge to one of several results. The first has the cotangent `g`; another has one where the rule reads
    /// `g_name`.
    fn part(&self, get: &Node, n: u32) -> Edge {
        if n == 0 {
            return Edge::Open;
        }
        let row = self.rules.of(&self.graph.node(get.args[0]).op);
        let Vjp::Text { lets, cotangents } = &row.vjp else { return Edge::Open };
        let name = format!("g_{}", row.results[n as usize].name);
        let mut words = proc_macro2::TokenStream::new();
        for l in lets {
            quote::ToTokens::to_tokens(l, &mut words);
        }
        for (_, c) in cotangents {
            if let Cotangent::Expr(e) = c {
                quote::ToTokens::to_tokens(e, &mut words);
            }
        }
        if names::mentions(&words, &name) { Edge::Open } else { Edge::Closed }
    }

    /// Everything that `from` are computed from, through the edges that `open` admits.
    fn ancestors(&self, from: &[Value], open: impl Fn(Value, usize) -> bool) -> BTreeSet<Value> {
        let mut seen: BTreeSet<Value> = from.iter().copied().collect();
        let mut todo: Vec<Value> = from.to_vec();
        while let Some(v) = todo.pop() {
            for (i, &arg) in self.graph.node(v).args.iter().enumerate() {
                if open(v, i) && seen.insert(arg) {
                    todo.push(arg);
                }
            }
        }
        seen
    }
}

fn is_float(node: &Node) -> bool {
    match &node.ty {
        Ty::Tensor(t) | Ty::List(t) => t.elem.is_float(),
        Ty::Tuple(ts) => ts.iter().any(|t| t.elem.is_float()),
        Ty::Other | Ty::Gathered(_) => true,
        Ty::Host => false,
    }
}

/// A `todo` in a rule that a gradient would need, for instance:
///
/// ```text
/// fn f(a: &Tensor) -> Scalar { a.eigh().sum() }
///                                ^^^^
/// ```
fn missing_rules(errors: &mut Errors, function: &Function, edges: &Edges<'_>) {
    let not_closed = |v, i| !matches!(edges.edge(v, i), Edge::Closed);
    let graph = edges.graph;
    let needed = edges.ancestors(&graph.outputs, not_closed);
    let mut varied: BTreeSet<Value> = active(function).map(|(v, ..)| v).collect();
    for (i, node) in graph.nodes.iter().enumerate() {
        let v = Value(i as u32);
        for (i, arg) in node.args.iter().enumerate() {
            if !varied.contains(arg) {
                continue;
            }
            match edges.edge(v, i) {
                Edge::Closed => {}
                Edge::Open => {
                    varied.insert(v);
                }
                Edge::Todo(param, why) => {
                    varied.insert(v);
                    if needed.contains(&v) {
                        errors.push(error::derivative_todo(node.span, node.op.name(), &param, &why));
                    }
                }
            }
        }
    }
}

/// Every active parameter has an influence on the result that a derivative sees:
///
/// ```text
/// fn f(x: &Tensor, b: &Tensor) -> Scalar { x.sum() }
///                  ^
/// ```
fn dependence(errors: &mut Errors, function: &Function, edges: &Edges<'_>) {
    if is_rule(function) {
        return;
    }
    let graph = edges.graph;
    let reached = edges.ancestors(&graph.outputs, |v, i| !matches!(edges.edge(v, i), Edge::Closed));
    let mut said: BTreeMap<&Ident, usize> = BTreeMap::new();
    for (v, name, path) in active(function) {
        if reached.contains(&v) {
            continue;
        }
        // Of a long array the first few say it.
        let said = said.entry(name).or_default();
        *said += 1;
        if *said > 3 {
            continue;
        }
        match end_of_chain(edges, v) {
            Some(what) => errors.push(error::independent_through(name, &path, &what)),
            None => errors.push(error::independent(name, &path)),
        }
    }
}

/// Whether it is written as a rule of another function is, whose arguments it has to take: behind them and the result stands the
/// cotangent `g`, or stand tangents that are called after arguments, `dx` after `x`. What it does not need has zeros.
fn is_rule(function: &Function) -> bool {
    let name = |name: &Ident| name.to_string().trim_start_matches('_').to_owned();
    let names: Vec<String> = function.sig.params.iter().map(|p| name(&p.name)).collect();
    let Some((last, before @ [_, _, ..])) = names.split_last() else { return false };
    last == "g" || last.strip_prefix('d').is_some_and(|of| before.iter().any(|name| name == of))
}

/// The words for the end of the chain of rules from `v` to the result, if `v` has an influence on it at all.
fn end_of_chain(edges: &Edges<'_>, v: Value) -> Option<String> {
    let graph = edges.graph;
    let used = edges.ancestors(&graph.outputs, |_, _| true);
    let mut varied = BTreeSet::from([v]);
    for (i, node) in graph.nodes.iter().enumerate() {
        let at = Value(i as u32);
        let moved: Vec<usize> = (0..node.args.len()).filter(|i| varied.contains(&node.args[*i])).collect();
        for i in moved {
            match edges.edge(at, i) {
                Edge::Closed if used.contains(&at) => {
                    return Some(match &node.op {
                        Op::ShapeOf => "its shape".to_string(),
                        Op::Host(_) | Op::Size(_) | Op::Scalar => "host code".to_string(),
                        Op::Get(_) => format!("`{}`", graph.node(node.args[0]).op.name()),
                        op => format!("`{}`", op.name()),
                    });
                }
                Edge::Closed => {}
                Edge::Open | Edge::Todo(..) => {
                    varied.insert(at);
                }
            }
        }
    }
    None
}

fn active(function: &Function) -> impl Iterator<Item = (Value, &Ident, String)> {
    let sig = &function.sig;
    function.graph.nodes.iter().enumerate().filter_map(move |(i, node)| {
        let Op::Input(n) = node.op else { return None };
        let input = sig.inputs.get(n as usize)?;
        // A receiver cannot be marked as constant.
        let is_receiver =
            input.param == 0 && sig.args.method.as_ref().is_some_and(|m| m.sig.receiver().is_some());
        let active = input.is_active() && !is_receiver;
        active.then(|| (Value(i as u32), &sig.params[input.param].name, sig.path(input)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use crate::differentiate::{Differentiator, forward, reverse};
    use crate::ir::{Elem, Map};

    /// The table, but that two derivatives are missing.
    fn without() -> RuleCache {
        let rules = RuleCache::default();
        let missing = |op: Map| {
            let mut row = (*rules.of(&Op::Map(op))).clone();
            let Vjp::Text { cotangents, .. } = &mut row.vjp else { panic!("elementwise rows have no hatch") };
            cotangents[0].1 = Cotangent::Todo("the series is not written".to_owned());
            rules.put(op.name(), row);
        };
        [Map::Tanh, Map::Sin].into_iter().for_each(missing);
        rules
    }

    fn lowered(text: &str, rules: &RuleCache, errors: &mut Errors) -> Function {
        let item: syn::ItemFn = syn::parse_str(text).expect("the test's text is a function");
        let function = crate::lower::function(errors, rules, &Args::default(), &item);
        function.expect("the test's text has a signature")
    }

    const SENTENCE: &str =
        "the derivative of `tanh` with respect to `x` is not implemented: the series is not written";

    #[test]
    fn a_missing_derivative_is_an_error_where_a_gradient_needs_it() {
        let rules = without();
        let said = |text: &str| {
            let mut errors = Errors::new();
            let function = lowered(text, &rules, &mut errors);
            all(&mut errors, &rules, &function);
            errors.messages()
        };
        assert_eq!(said("fn f(x: &Tensor) -> Tensor { x.tanh() * 2.0 }"), [SENTENCE]);
        let both = said("fn f(x: &Tensor) -> Tensor { x.tanh().sin() }");
        assert_eq!((both.len(), &*both[0]), (2, SENTENCE));
        // Only where something active flows through it to the result.
        assert!(said("fn f(x: &Tensor) -> Tensor { let unused = x.tanh(); x * 2.0 }").is_empty());
        assert!(said("fn f(x: &Tensor, #[constant] c: &Tensor) -> Tensor { x * c.tanh() }").is_empty());
        assert!(said("fn f(x: &Tensor) -> Tensor { x * stop_gradient(x).tanh() }").is_empty());
    }

    /// The function that it is the rule of says what it takes.
    #[test]
    fn a_rule_need_not_use_what_it_is_given() {
        let rules = RuleCache::default();
        let said = |text: &str| {
            let mut errors = Errors::new();
            let function = lowered(text, &rules, &mut errors);
            all(&mut errors, &rules, &function);
            errors.messages().len()
        };
        for (takes, errors) in [
            ("x: &Tensor, y: &Tensor, g: &Tensor", 0),
            ("_x: &Tensor, w: &Tensor, _y: &Tensor, g: &Tensor", 0),
            ("x: &Tensor, y: &Tensor, dx: &Tensor", 0),
            ("_x: &Tensor, _y: &Tensor, dx: &Tensor", 0),
            ("x: &Tensor, g: &Tensor", 1),
            ("g: &Tensor, x: &Tensor, y: &Tensor", 2),
            ("x: &Tensor, y: &Tensor, dz: &Tensor", 2),
        ] {
            let last = takes.rsplit(", ").next().and_then(|last| last.split(':').next()).expect("a name");
            assert_eq!(said(&format!("fn f({takes}) -> Tensor {{ {last} * 2.0 }}")), errors, "{takes}");
            let compared = format!("fn f({takes}) -> Tensor {{ select(x.gt(0.0), {last} * 2.0, {last}) }}");
            if takes.starts_with("x: ") {
                assert_eq!(said(&compared), errors, "{takes}");
            }
        }
    }

    /// The sweeps refuse too: a rule may use an op that no user's text has.
    #[test]
    fn the_sweeps_say_the_same() {
        let rules = without();
        let mut errors = Errors::new();
        let function = lowered("fn f(x: &Tensor) -> Tensor { x.tanh() }", &rules, &mut errors);
        let (x, y) = (Value(0), function.graph.outputs[0]);
        let mut said = |sweep: &dyn Fn(&mut Differentiator<'_>) -> Vec<Option<Value>>| {
            let (graph, float) = (function.graph.clone(), Elem::F32);
            let (called, whole_forms) = (None, false);
            let mut d =
                Differentiator { graph, rules: &rules, errors: &mut errors, float, called, whole_forms };
            assert_eq!(sweep(&mut d), [None]);
            errors.messages()
        };
        // Any value of the shape of the result serves as its cotangent.
        assert_eq!(said(&|d| reverse(d, &[(y, x)], &[x])), [SENTENCE]);
        assert_eq!(said(&|d| forward(d, &[(x, x)], &[y])), [SENTENCE]);
    }
}
