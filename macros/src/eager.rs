//! `eager!()`: every op of the table as a function and as a method of `Tensor`, for use outside differentiable
//! functions. Elementwise rows and composites are printed by the same pipeline as user code; the rest of the rows
//! are functions of `cotangent::ops` that get their methods here.

mod complex;
mod composites;
mod examples;
mod spelled;

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

use crate::emit::rust::{Kernels, Scope, body};
use crate::error::Errors;
use crate::fuse::{Program, Step};
use crate::ir::{Elem, Graph, Node, Op, Shape, TensorTy, Ty, Value};
use crate::lower::Lowerer;
use crate::rules::{COMPOSITES, ElemClass, Map, Opaque, ParamKind, Reduce, Row, RowText, View, cotangents};
use crate::simplify::simplify;
use crate::table::RuleCache;

pub(crate) use complex::methods as complex;
pub(crate) use spelled::spelled;

/// Functions for `cotangent::ops`.
pub(crate) fn functions() -> TokenStream {
    let rules = RuleCache::default();
    let maps = Map::ALL.iter().filter(|m| !matches!(m, Map::Cast)).map(|&m| map_function(m, &rules));
    let composites = COMPOSITES.iter().filter(|c| c.wants().is_none());
    let composites = composites.map(|c| composites::function(c, &rules));
    quote!(#(#maps)* #(#composites)*)
}

/// Methods of `Tensor`.
pub(crate) fn methods() -> TokenStream {
    let rules = RuleCache::default();
    let rows = Map::ALL.iter().filter(|m| !matches!(m, Map::Cast)).map(|&m| (Op::Map(m), m.text()));
    let rows = rows.chain(Reduce::ALL.iter().map(|&r| (Op::Reduce(r), r.text())));
    let rows = rows.chain(View::ALL.iter().map(|&r| (Op::View(r), r.text())));
    let rows = rows.chain(Opaque::ALL.iter().map(|&r| (Op::Opaque(r), r.text())));
    let rows = rows.map(|(op, text)| (rules.of(&op), text)).filter(|(row, _)| !row.internal);
    let rows: Vec<_> = rows.map(|(row, text)| row_methods(&row, text)).collect();
    let composites = COMPOSITES.iter().filter(|c| !c.internal && !c.is_complex() && c.wants().is_none());
    let composites = composites.map(|c| composites::methods(c, &rules));
    quote!(#(#rows)* #(#composites)*)
}

/// A parameter of an eager function.
struct Eager {
    name: Ident,
    kind: EagerKind,
}

enum EagerKind {
    /// Element type as a type.
    Tensor(TokenStream),
    List,
    Host(Box<Type>),
}

fn class_type(class: ElemClass) -> TokenStream {
    match class {
        ElemClass::Bool => quote!(bool),
        ElemClass::I32 => quote!(i32),
        _ => quote!(T),
    }
}

/// The widest bound that every generic class of the row admits; `None` where no parameter is generic.
fn row_bound(row: &Row) -> Option<Ident> {
    let classes: Vec<ElemClass> = row
        .params
        .iter()
        .chain(&row.results)
        .filter_map(|p| match p.kind {
            ParamKind::Tensor { elem, .. } => Some(elem),
            ParamKind::List => Some(ElemClass::Any),
            ParamKind::Host(_) => None,
        })
        .filter(|c| !matches!(c, ElemClass::Bool | ElemClass::I32))
        .collect();
    if classes.is_empty() {
        return None;
    }
    Some(if classes.contains(&ElemClass::Float) {
        format_ident!("Float")
    } else if classes.contains(&ElemClass::Num) {
        format_ident!("Num")
    } else if classes.contains(&ElemClass::Ordered) {
        format_ident!("Ordered")
    } else {
        format_ident!("Element")
    })
}

/// The bounds of the element types of all ops that have one.
pub(crate) fn bounds() -> HashMap<String, Ident> {
    let rules = RuleCache::default();
    let rows = Map::ALL.iter().map(|&m| (Op::Map(m), m.text()));
    let rows = rows.chain(Reduce::ALL.iter().map(|&r| (Op::Reduce(r), r.text())));
    let rows = rows.chain(View::ALL.iter().map(|&r| (Op::View(r), r.text())));
    let rows = rows.chain(Opaque::ALL.iter().map(|&r| (Op::Opaque(r), r.text())));
    let rows = rows.map(|(op, text)| (text.name, row_bound(&rules.of(&op))));
    let composites = COMPOSITES.iter().map(|c| (c.name, composites::bound_of(c, &rules)));
    rows.chain(composites).filter_map(|(name, bound)| Some((name.to_owned(), bound?))).collect()
}

fn row_params(row: &Row) -> Vec<Eager> {
    let of = |p: &crate::rules::Param| Eager {
        name: p.name.clone(),
        kind: match &p.kind {
            ParamKind::Tensor { elem, .. } => EagerKind::Tensor(class_type(*elem)),
            ParamKind::List => EagerKind::List,
            ParamKind::Host(ty) => EagerKind::Host(ty.clone()),
        },
    };
    row.params.iter().map(of).collect()
}

fn docs(docs: &[impl ToTokens]) -> TokenStream {
    quote!(#(#[doc = #docs])*)
}

fn input_node(graph: &mut Graph, index: usize, ty: Ty) -> Value {
    let op = Op::Input(index as u32);
    graph.push(Node::new(op, Vec::new(), ty, Span::call_site()))
}

fn inputs(graph: &mut Graph, params: &[Eager]) -> Vec<Value> {
    let ty = |(i, param): (usize, &Eager)| match &param.kind {
        EagerKind::Tensor(elem) => open(elem_of(elem), i),
        _ => Ty::Host,
    };
    params.iter().enumerate().map(|(i, param)| input_node(graph, i, ty((i, param)))).collect()
}

fn open(elem: Elem, id: usize) -> Ty {
    Ty::Tensor(TensorTy { elem, shape: Shape::unknown(1_000_000 + id as u32) })
}

fn elem_of(ty: &TokenStream) -> Elem {
    match ty.to_string().as_str() {
        "bool" => Elem::Bool,
        "i32" => Elem::I32,
        _ => Elem::Param("T".to_string()),
    }
}

/// The program of a graph that `fill` builds from its inputs.
fn program(
    params: &[Eager],
    fill: impl FnOnce(&mut Graph, &[Value], &mut Errors),
) -> Result<Program, TokenStream> {
    let mut graph = Graph::default();
    let inputs = inputs(&mut graph, params);
    let mut errors = Errors::new();
    fill(&mut graph, &inputs, &mut errors);
    errors.propagate()?;
    Ok(Program::new(simplify(graph)))
}

/// The function of such a program.
fn printed(
    name: &str,
    params: &[Eager],
    bound: Option<&Ident>,
    rules: &RuleCache,
    doc: &TokenStream,
    fill: impl FnOnce(&mut Graph, &[Value], &mut Errors),
) -> TokenStream {
    let program = match program(params, fill) {
        Ok(program) => program,
        Err(report) => return report,
    };
    let names: Vec<Ident> = params.iter().map(|p| p.name.clone()).collect();
    let generics: Vec<Ident> = bound.iter().map(|_| format_ident!("T")).collect();
    let bound = bound.cloned().unwrap_or(format_ident!("Element"));
    let kernels = Kernels::default();
    let mut work = program.steps.iter().filter(|step| match step {
        Step::Node(v) => !matches!(program.graph.node(*v).op, Op::Input(_)),
        Step::Group(_) => true,
    });
    let operands = matches!((work.next(), work.next()), (Some(Step::Group(_)), None));
    let cx = Scope {
        title: "value",
        kernels: &kernels,
        generics: &generics,
        bound: &bound,
        inputs: &names,
        owned: &[],
        lists: &[],
        hosts: &[],
        operands,
        dests: None,
        unread: &[],
        lending: crate::emit::rust::Lending::HERE,
        rules,
    };
    let printed = body(&program, &cx);
    let statements = printed.statements;
    let (device, outputs) = (device(params, printed.places), printed.outputs);
    let results = program.graph.outputs.iter().map(|v| crate::emit::rust::elem_type(program.graph.elem(*v)));
    let results: Vec<_> = results.map(|e| quote!(Tensor<#e>)).collect();
    let (result, value) = match (&results[..], &outputs[..]) {
        ([r], [v]) => (r.clone(), v.clone()),
        _ => (quote!((#(#results),*)), quote!((#(#outputs),*))),
    };
    let signature = signature(params);
    let ident = format_ident!("{}", name);
    let conversions = conversions(name, params);
    // An error of the library's own function names the op alone: its place is not the user's.
    let kernels = kernels.module(&quote!(crate::__private), "");
    if operands {
        let (passed, taken): (Vec<_>, Vec<_>) = params
            .iter()
            .zip(&signature)
            .map(|(p, by_reference)| {
                let name = &p.name;
                match &p.kind {
                    EagerKind::Tensor(elem) => {
                        (quote!(__rt::Arg::Ref(#name)), quote!(#name: __rt::Arg<'_, #elem>))
                    }
                    _ => (quote!(#name), by_reference.clone()),
                }
            })
            .unzip();
        return quote! {
            #doc
            #[inline]
            pub fn #ident<#(#generics: __rt::#bound),*>(#(#signature),*) -> Result<#result> {
                Taking::#ident(#(#passed),*)
            }
            impl Taking {
                #[inline]
                pub(crate) fn #ident<#(#generics: __rt::#bound),*>(#(#taken),*) -> Result<#result> {
                    #kernels
                    #conversions
                    #device
                    #statements
                    Ok(#value)
                }
            }
        };
    }
    quote! {
        #doc
        #[inline]
        pub fn #ident<#(#generics: __rt::#bound),*>(#(#signature),*) -> Result<#result> {
            #kernels
            #conversions
            #device
            #statements
            Ok(#value)
        }
    }
}

/// Where what is made of host values lives: with the first tensor.
fn device(params: &[Eager], places: bool) -> TokenStream {
    if !places {
        return TokenStream::new();
    }
    let tensor = params.iter().find(|p| matches!(p.kind, EagerKind::Tensor(_)));
    let found = tensor.map_or(quote!(__rt::Device::CPU), |p| {
        let name = &p.name;
        quote!(__rt::device_of(#name))
    });
    let device = crate::emit::rust::device();
    quote!(let #device = #found;)
}

fn signature(params: &[Eager]) -> Vec<TokenStream> {
    params
        .iter()
        .map(|p| {
            let name = &p.name;
            match &p.kind {
                EagerKind::Tensor(elem) => quote!(#name: &Tensor<#elem>),
                EagerKind::List => quote!(#name: &[&Tensor<T>]),
                EagerKind::Host(ty) => {
                    let ty = host_type(ty);
                    quote!(#name: #ty)
                }
            }
        })
        .collect()
}

/// Lists are taken in any form that converts.
fn host_type(ty: &Type) -> TokenStream {
    match ty.to_token_stream().to_string().as_str() {
        "Axes" => quote!(impl Into<__rt::Axes>),
        "Sizes" | "Shape" => quote!(impl Into<__rt::Sizes>),
        "Widths" => quote!(impl Into<__rt::Widths>),
        "Padding" => quote!(impl Into<__rt::Padding>),
        "Key" => quote!(__rt::Key),
        _ => quote!(#ty),
    }
}

fn conversions(op: &str, params: &[Eager]) -> TokenStream {
    params
        .iter()
        .map(|p| {
            let name = &p.name;
            match &p.kind {
                EagerKind::Host(ty) => match ty.to_token_stream().to_string().as_str() {
                    "Axes" => quote!(let #name: __rt::Axes = #name.into();),
                    "Sizes" => quote!(let #name: __rt::Sizes = #name.into();),
                    "Widths" => quote!(let #name: __rt::Widths = #name.into();),
                    "Padding" => quote!(let #name: __rt::Padding = #name.into();),
                    "Shape" => {
                        quote!(let #name: __rt::Shape = #name.into().shape().map_err(|e| e.in_op(#op))?;)
                    }
                    _ => TokenStream::new(),
                },
                _ => TokenStream::new(),
            }
        })
        .collect()
}

fn map_function(map: Map, rules: &RuleCache) -> TokenStream {
    let op = Op::Map(map);
    let row = rules.of(&op);
    let text = map.text();
    printed(
        text.name,
        &row_params(&row),
        row_bound(&row).as_ref(),
        rules,
        &docs(text.docs),
        |graph, inputs, errors| lower(map, rules, graph, inputs, errors),
    )
}

fn lower(map: Map, rules: &RuleCache, graph: &mut Graph, inputs: &[Value], errors: &mut Errors) {
    let mut lowerer = Lowerer::new(graph, errors, rules, Elem::Param("T".to_string()));
    lowerer.at = Some(Span::call_site());
    let value = lowerer.value(Op::Map(map), inputs.to_vec(), Span::call_site());
    lowerer.finish();
    graph.outputs.extend(value);
}

fn row_methods(row: &Row, text: RowText) -> TokenStream {
    let params = row_params(row);
    let results: Vec<TokenStream> = row
        .results
        .iter()
        .map(|r| if let ParamKind::Tensor { elem, .. } = r.kind { class_type(elem) } else { quote!(T) })
        .collect();
    let function = format_ident!("{}", text.name);
    let mut doc: Vec<String> = text.docs.iter().map(ToString::to_string).collect();
    let rule = cotangents(&text, row);
    if !rule.is_empty() {
        let names: Vec<String> = row.results.iter().map(|r| format!("`{}`", r.name)).collect();
        doc.extend(["", "# Derivative", ""].map(ToOwned::to_owned));
        doc.push(format!("`{rule}`, where `g` is the cotangent of {}.", names[0]));
    }
    doc.extend(conventions(row.note.as_deref().unwrap_or_default()));
    methods_of(text.name, &function, &params, &results, row_bound(row), &doc)
}

/// Of a row or a composite, as its documentation has it.
fn conventions(note: &str) -> Vec<String> {
    let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
    if note.is_empty() {
        return Vec::new();
    }
    ["", "# Conventions", "", &note].map(ToOwned::to_owned).to_vec()
}

/// `x.name(..)` for an op whose first parameter is a tensor; reductions in their three spellings.
fn methods_of(
    name: &str,
    function: &Ident,
    params: &[Eager],
    results: &[TokenStream],
    bound: Option<Ident>,
    doc: &[String],
) -> TokenStream {
    let Some(Eager { kind: EagerKind::Tensor(this), .. }) = params.first() else { return TokenStream::new() };
    let result = match results {
        [one] => quote!(Tensor<#one>),
        many => quote!((#(Tensor<#many>),*)),
    };
    let is_reduction = ["axes", "keep"].iter().all(|n| params.iter().any(|p| p.name == n));
    let spellings: &[(&str, Option<bool>)] = if is_reduction {
        &[("", None), ("_axis", Some(false)), ("_keep", Some(true))]
    } else {
        &[("", None)]
    };
    // A method whose receiver is not generic may still have a generic operand.
    let generic_here = this.to_string() == "T";
    let bound = bound.unwrap_or(format_ident!("Element"));
    let operands = params.iter().filter_map(|p| match &p.kind {
        EagerKind::Tensor(t) => Some(t),
        _ => None,
    });
    let generic = operands.chain(results).any(|t| t.to_string() == "T");
    let own_generics = if !generic_here && generic { quote!(<T: __rt::#bound>) } else { TokenStream::new() };
    let methods = spellings.iter().map(|(suffix, keep)| {
        let method = format_ident!("{}{}", name, suffix);
        let mut signature = Vec::new();
        let mut passed = vec![quote!(self)];
        for p in &params[1..] {
            let name = &p.name;
            if is_reduction && name == "keep" {
                passed.push(if *keep == Some(true) { quote!(true) } else { quote!(false) });
                continue;
            }
            if is_reduction && name == "axes" && keep.is_none() {
                passed.push(quote!(__rt::Axes::ALL));
                continue;
            }
            match &p.kind {
                EagerKind::Tensor(elem) => {
                    signature.push(quote!(#name: impl Operand<#elem>));
                    passed.push(quote!(&#name.operand(self.device())));
                }
                EagerKind::List => {
                    signature.push(quote!(#name: &[&Tensor<T>]));
                    passed.push(quote!(#name));
                }
                EagerKind::Host(ty) => {
                    let ty = host_type(ty);
                    signature.push(quote!(#name: #ty));
                    passed.push(quote!(#name));
                }
            }
        }
        let spelled = keep.map(|_| {
            let name = method.to_string();
            quote!(.map_err(|e| e.spelled(#name)))
        });
        let example = examples::section(&method.to_string());
        let doc = docs(&doc.iter().chain(&example).collect::<Vec<_>>());
        quote! {
            #doc
            #[inline]
            pub fn #method #own_generics (&self, #(#signature),*) -> Result<#result> {
                ops::#function(#(#passed),*) #spelled
            }
        }
    });
    if generic_here {
        quote!(impl<T: __rt::#bound> Tensor<T> { #(#methods)* })
    } else {
        quote!(impl Tensor<#this> { #(#methods)* })
    }
}

#[cfg(test)]
mod tests;
