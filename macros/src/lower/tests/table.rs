//! Every text of the table lowers: rules and composites are written in the language that users write.

use proc_macro2::Span;

use crate::error::Errors;
use crate::ir::{
    Elem, Graph, List, Map, Node, Op, Opaque, Pack, Reduce, Shape, Size, TensorTy, Ty, Value, View,
};
use crate::lower::{Binding, Form, Lowerer};
use crate::rules::{COMPOSITES, Cotangent, ElemClass, ParamKind, Row, Vjp};
use crate::table::RuleCache;

fn push(graph: &mut Graph, op: Op, args: Vec<Value>, ty: Ty) -> Value {
    graph.push(Node::new(op, args, ty, Span::call_site()))
}

fn tensor(graph: &mut Graph, elem: Elem) -> Value {
    let n = graph.nodes.len() as u32;
    let shape = Shape::unknown(crate::dims::fresh());
    push(graph, Op::Input(n), vec![], Ty::Tensor(TensorTy { elem, shape }))
}

fn host(graph: &mut Graph, ty: &str) -> Value {
    if ty == "bool" {
        return push(graph, Op::size(Size::Bool(true)), vec![], Ty::Host);
    }
    let given = push(graph, Op::Input(graph.nodes.len() as u32), vec![], Ty::Host);
    push(graph, Op::size(Size::arg(0, String::leak(ty.to_owned()))), vec![given], Ty::Host)
}

fn elem(class: ElemClass) -> Elem {
    match class {
        ElemClass::Float | ElemClass::Num | ElemClass::Ordered | ElemClass::Any | ElemClass::Target => {
            Elem::F64
        }
        ElemClass::Bool => Elem::Bool,
        ElemClass::I32 => Elem::I32,
    }
}

/// Operands for a row, and the row applied to them.
fn apply(
    graph: &mut Graph,
    op: &Op,
    row: &Row,
    errors: &mut Errors,
    rules: &RuleCache,
) -> (Vec<Vec<Value>>, Binding) {
    let mut args = Vec::new();
    for p in &row.params {
        args.push(match &p.kind {
            ParamKind::Tensor { elem: class, .. } if p.list => vec![list(graph, elem(*class))],
            ParamKind::Tensor { elem: class, .. } => vec![tensor(graph, elem(*class))],
            ParamKind::List => vec![tensor(graph, Elem::F64), tensor(graph, Elem::F64)],
            ParamKind::Host(ty) => vec![host(graph, &quote::ToTokens::to_token_stream(ty).to_string())],
        });
    }
    let flat = args.iter().flatten().copied().collect();
    let mut lowerer = Lowerer::new(graph, errors, rules, Elem::F64);
    let result = lowerer.op(op.clone(), flat, Span::call_site());
    lowerer.finish();
    (args, result)
}

fn list(graph: &mut Graph, elem: Elem) -> Value {
    let v = tensor(graph, elem);
    let ty = graph.node(v).ty.tensor().clone();
    graph.nodes[v.ix()].ty = Ty::List(ty);
    v
}

fn either(graph: &Graph, v: Value) -> Binding {
    if graph.is_list(v) { Binding::Slice(Form::Tensor(v)) } else { Binding::Tensor(v) }
}

fn all_ops() -> Vec<Op> {
    let ops = Map::ALL.iter().map(|r| Op::Map(*r)).chain(Reduce::ALL.iter().map(|r| Op::Reduce(*r)));
    ops.chain(View::ALL.iter().map(|r| Op::View(*r)))
        .chain(Opaque::ALL.iter().map(|r| Op::Opaque(*r)))
        .chain(List::ALL.iter().map(|r| Op::List(*r)))
        .collect()
}

#[test]
fn every_rule_lowers() {
    let rules = RuleCache::default();
    let mut failed = Vec::new();
    for op in all_ops() {
        let row = rules.of(&op);
        let mut errors = Errors::new();
        let mut graph = Graph::default();
        let (args, result) = apply(&mut graph, &op, &row, &mut errors, &rules);
        let results = match &result {
            Binding::Group(Pack::Tuple, parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let floats: Vec<Value> = results
            .iter()
            .filter_map(|r| match r {
                Binding::Tensor(v) if graph.elem(*v).is_float() => Some(tensor(&mut graph, Elem::F64)),
                Binding::Slice(_) => Some(list(&mut graph, Elem::F64)),
                _ => None,
            })
            .collect();
        let tangents: Vec<Value> = row.params.iter().map(|_| tensor(&mut graph, Elem::F64)).collect();
        for forward in [false, true] {
            let mut lowerer = Lowerer::new(&mut graph, &mut errors, &rules, Elem::F64);
            lowerer.at = Some(Span::call_site());
            for ((p, values), tangent) in row.params.iter().zip(&args).zip(&tangents) {
                let binding = match p.kind {
                    ParamKind::Host(_) => Binding::Host(values[0]),
                    ParamKind::Tensor { .. } => either(lowerer.graph, values[0]),
                    ParamKind::List => {
                        Binding::Group(Pack::Array, values.iter().map(|v| Binding::Tensor(*v)).collect())
                    }
                };
                lowerer.bind(&p.name.to_string(), binding);
                lowerer.bind(&format!("d{}", p.name), Binding::Tensor(*tangent));
            }
            for (r, binding) in row.results.iter().zip(&results) {
                lowerer.bind(&r.name.to_string(), binding.clone());
            }
            if let Some(g) = floats.first() {
                let g = either(lowerer.graph, *g);
                lowerer.bind("g", g);
            }
            if forward {
                if let Some(jvp) = &row.jvp {
                    lowerer.stmts(jvp);
                }
            } else if let Vjp::Text { lets, cotangents } = &row.vjp {
                lowerer.stmts(lets);
                for (name, c) in cotangents {
                    let Cotangent::Expr(e) = c else { continue };
                    let given = lowerer.expr(e);
                    if !matches!(
                        given,
                        Binding::Tensor(_) | Binding::Slice(Form::Tensor(_)) | Binding::Poison
                    ) {
                        failed.push(format!("{}: cotangent of {name} is no tensor", op.name()));
                    }
                }
            }
            lowerer.finish();
        }
        failed.extend(errors.messages().iter().map(|m| format!("{}: {m}", op.name())));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_composite_lowers() {
    let rules = RuleCache::default();
    let mut failed = Vec::new();
    for composite in COMPOSITES {
        let item = composite.parse().expect("a law over the table: every composite parses");
        let mut errors = Errors::new();
        let mut graph = Graph::default();
        let mut args = Vec::new();
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(p) = input else { continue };
            let ty = quote::ToTokens::to_token_stream(&p.ty).to_string().replace(' ', "");
            args.push(match ty.as_str() {
                "Tensor" => Binding::Tensor(tensor(&mut graph, Elem::F64)),
                "Tensor<bool>" => Binding::Tensor(tensor(&mut graph, Elem::Bool)),
                "Tensor<i32>" => Binding::Tensor(tensor(&mut graph, Elem::I32)),
                ty => Binding::Host(host(&mut graph, ty)),
            });
        }
        let mut lowerer = Lowerer::new(&mut graph, &mut errors, &rules, Elem::F64);
        let value = lowerer.call_flat(composite.name, args, Span::call_site());
        lowerer.finish();
        if !value.holds_tensor() {
            failed.push(format!("{}: gives {value:?}", composite.name));
        }
        failed.extend(errors.messages().iter().map(|m| format!("{}: {m}", composite.name)));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
