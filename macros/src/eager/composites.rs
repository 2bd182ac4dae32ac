//! Composites as functions and methods: parameters and results by their texts, the bound by the ops that they are made of.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, Pat, Type};

use super::{Eager, EagerKind, conventions, docs, inputs, methods_of, printed};
use crate::error::Errors;
use crate::ir::{Elem, Graph, Node, Op, Ty, Value};
use crate::lower::{Binding, Lowerer};
use crate::rules::{Composite, ElemClass, ParamKind, definition};
use crate::signature::is_tensor;
use crate::table::RuleCache;

pub(super) fn item_of(composite: &Composite) -> syn::ItemFn {
    composite.parse().expect("a law over the table: composites parse")
}

pub(super) fn params_of(item: &syn::ItemFn) -> Vec<Eager> {
    let of = |arg: &FnArg| {
        let FnArg::Typed(p) = arg else { unreachable!("composites have no receiver") };
        let Pat::Ident(name) = &*p.pat else { unreachable!("composites name their parameters") };
        let ty = match &*p.ty {
            Type::Reference(r) => &*r.elem,
            ty => ty,
        };
        let kind = if is_tensor(ty) {
            let text = ty.to_token_stream().to_string();
            EagerKind::Tensor(if text.contains("i32") {
                quote!(i32)
            } else if text.contains("bool") {
                quote!(bool)
            } else {
                quote!(T)
            })
        } else {
            EagerKind::Host(Box::new(ty.clone()))
        };
        Eager { name: name.ident.clone(), kind }
    };
    item.sig.inputs.iter().map(of).collect()
}

/// The bound of a composite's element type. What moves elements alone is there for all types.
pub(super) fn bound_of(composite: &'static Composite, rules: &RuleCache) -> Option<Ident> {
    let item = item_of(composite);
    let params = params_of(&item);
    let generic = params.iter().any(|p| matches!(&p.kind, EagerKind::Tensor(t) if t.to_string() == "T"))
        || results_of(&item).iter().any(|r| r.to_string() == "T");
    if !generic {
        return None;
    }
    let (mut graph, mut errors) = (Graph::default(), Errors::new());
    let inputs = inputs(&mut graph, &params);
    lower(composite, &params, rules, &mut graph, &inputs, &mut errors);
    // Mistakes are told where the function is printed.
    let moves = errors.propagate().is_ok() && graph.nodes.iter().all(|node| moves(&graph, node, rules));
    Some(if moves { format_ident!("Element") } else { format_ident!("Float") })
}

/// Whether a node makes no number of the composite's element type.
fn moves(graph: &Graph, node: &Node, rules: &RuleCache) -> bool {
    let generic = |ty: &Ty| matches!(ty, Ty::Tensor(t) | Ty::List(t) if matches!(t.elem, Elem::Param(_)));
    let numbers = match &node.op {
        Op::Const(_) | Op::Scalar => true,
        Op::Map(_) | Op::Reduce(_) | Op::View(_) | Op::Opaque(_) => {
            let row = rules.of(&node.op);
            row.params.iter().chain(&row.results).any(|p| match p.kind {
                ParamKind::Tensor { elem, .. } => {
                    matches!(elem, ElemClass::Float | ElemClass::Num | ElemClass::Target)
                }
                _ => false,
            })
        }
        _ => false,
    };
    !numbers || !(generic(&node.ty) || node.args.iter().any(|a| generic(&graph.node(*a).ty)))
}

pub(super) fn lower(
    composite: &'static Composite,
    params: &[Eager],
    rules: &RuleCache,
    graph: &mut Graph,
    inputs: &[Value],
    errors: &mut Errors,
) {
    let mut lowerer = Lowerer::new(graph, errors, rules, Elem::Param("T".to_string()));
    lowerer.at = Some(Span::call_site());
    lowerer.called = Some(composite.name);
    for (param, &v) in params.iter().zip(inputs) {
        let binding = match param.kind {
            EagerKind::Tensor(_) => Binding::Tensor(v),
            _ => Binding::Host(v),
        };
        lowerer.bind(&param.name.to_string(), binding);
    }
    let value = lowerer.stmts(&item_of(composite).block.stmts);
    lowerer.finish();
    collect(value, &mut graph.outputs);
}

pub(super) fn function(composite: &'static Composite, rules: &RuleCache) -> TokenStream {
    let params = params_of(&item_of(composite));
    let bound = bound_of(composite, rules);
    let mut doc = docs(composite.docs);
    if composite.internal || composite.is_complex() {
        doc.extend(quote!(#[doc(hidden)]));
    }
    printed(composite.name, &params, bound.as_ref(), rules, &doc, |graph, inputs, errors| {
        lower(composite, &params, rules, graph, inputs, errors);
    })
}

fn collect(binding: Binding, out: &mut Vec<Value>) {
    match binding {
        Binding::Tensor(v) => out.push(v),
        Binding::Group(_, parts) => parts.into_iter().for_each(|p| collect(p, out)),
        _ => {}
    }
}

fn results_of(item: &syn::ItemFn) -> Vec<TokenStream> {
    match &item.sig.output {
        syn::ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(t) => t.elems.iter().map(result_elem).collect(),
            ty => vec![result_elem(ty)],
        },
        syn::ReturnType::Default => unreachable!("composites return something"),
    }
}

pub(super) fn methods(composite: &'static Composite, rules: &RuleCache) -> TokenStream {
    let item = item_of(composite);
    let (params, results) = (params_of(&item), results_of(&item));
    let function = format_ident!("{}", composite.name);
    let bound = bound_of(composite, rules);
    let mut doc: Vec<String> = composite.docs.iter().map(ToString::to_string).collect();
    doc.extend(["", "# Definition", ""].map(ToOwned::to_owned));
    doc.push(format!("`{}`, which is differentiated like a function of yours.", definition(composite)));
    doc.extend(conventions(composite.note));
    methods_of(composite.name, &function, &params, &results, bound, &doc)
}

fn result_elem(ty: &Type) -> TokenStream {
    let text = ty.to_token_stream().to_string();
    if text.contains("i32") {
        quote!(i32)
    } else if text.contains("bool") {
        quote!(bool)
    } else {
        quote!(T)
    }
}
