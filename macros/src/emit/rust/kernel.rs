//! One group → one kernel type: straight-line scalar code.
//!
//! The text stands in a module of its own (see [`super::Kernels`]), so its names need no care: all that it
//! sees are the language's types, the runtime as `rt`, and type parameters that are called by their number.

use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::Scope;
use crate::fuse::{Group, Operand};
use crate::ir::{Elem, Graph, Map, Op};
use crate::rules::Row;

/// The one element type of all operands, where they have one: then the loop is the driver's.
pub(super) fn uniform<'a>(group: &'a Group, graph: &'a Graph) -> Option<&'a Elem> {
    let mut elems = group.inputs.iter().map(|&v| graph.elem(v)).chain(group.outputs.iter().map(|o| &o.elem));
    let first = elems.next()?;
    elems.all(|elem| elem == first).then_some(first)
}

/// The struct of host numbers and what makes it a kernel.
pub(super) fn definition(name: &Ident, group: &Group, graph: &Graph, cx: &Scope<'_>) -> TokenStream {
    let bound = cx.bound;
    let uniform = uniform(group, graph);
    let types = Types { generics: cx.generics, indexed: uniform.is_none() };
    let generics: Vec<_> = (0..cx.generics.len()).map(type_parameter).collect();
    let hs: Vec<_> = (0..group.scalars.len()).map(|i| format_ident!("h{}", i)).collect();
    let rows: Vec<_> = group.body.iter().map(|s| cx.rules.of(&Op::Map(s.op))).collect();
    let cost: usize = rows.iter().map(|r| r.cost).sum::<usize>() + 1;
    let cost = Literal::usize_unsuffixed(cost);
    // Hints for speed: other functions that take a sine or a remainder somewhere inside are right without them.
    let turns = calls(&rows, &["sin", "cos", "tan"]).then(|| {
        quote!(
            const TURNS: bool = true;
        )
    });
    let remainders = calls(&rows, &["rem", "floor_mod"]).then(|| {
        quote!(
            const REMAINDERS: bool = true;
        )
    });
    let (declared, given) = match &generics[..] {
        [] => (None, None),
        _ => (Some(quote!(<#(#generics: rt::#bound),*>)), Some(quote!(<#(#generics),*>))),
    };
    let marker = given.as_ref().map(|_| quote!(pub types: rt::PhantomData<(#(#generics,)*)>));
    let (kind, ins, outs, code) = if let Some(elem) = uniform {
        let (elem, stored) = (types.computed(elem), types.of(elem));
        let (n, m) = (group.inputs.len(), group.outputs.len());
        let (n, m) = (Literal::usize_unsuffixed(n), Literal::usize_unsuffixed(m));
        let code = point(group, &rows, types, (&elem, &n, &m));
        (quote!(Point), quote!([#stored; #n]), quote!([#stored; #m]), code)
    } else {
        let ins = group.inputs.iter().map(|&v| types.of(graph.elem(v)));
        let outs = group.outputs.iter().map(|o| types.of(&o.elem));
        let (ins, outs) = (nest(&ins.collect::<Vec<_>>()), nest(&outs.collect::<Vec<_>>()));
        (quote!(Kernel), ins, outs, tile(group, graph, &rows, types, cx.bound))
    };
    quote! {
        pub struct #name #declared { #(pub #hs: f64,)* #marker }
        impl #declared rt::#kind for #name #given {
            type Ins = #ins;
            type Outs = #outs;
            const COST: usize = #cost;
            #turns
            #remainders
            #[inline(always)]
            #code
        }
    }
}
/// The function of one point, of arrays of so many elements.
fn point(
    group: &Group,
    rows: &[Rc<Row>],
    types: Types<'_>,
    (elem, n, m): (&TokenStream, &Literal, &Literal),
) -> TokenStream {
    let xs = (0..group.inputs.len()).map(|i| format_ident!("x{}", i));
    let numbers = group.scalars.iter().enumerate().map(|(i, scalar)| {
        let (h, ty) = (format_ident!("h{}", i), types.computed(&scalar.elem));
        quote!(let #h: #ty = m::num(s, self.#h);)
    });
    let statements = statements(group, rows, types);
    let values = group.outputs.iter().map(|o| operand(o.operand, &o.elem, types));
    quote! {
        fn point<S: rt::Isa>(&self, s: S, [#(#xs),*]: [#elem; #n]) -> [#elem; #m] {
            #(#numbers)*
            #statements
            [#(#values),*]
        }
    }
}

/// The function of a tile. The loop is in a function of its own whose parameters are the slices: that is what tells the
/// vectoriser that they do not overlap.
fn tile(group: &Group, graph: &Graph, rows: &[Rc<Row>], types: Types<'_>, bound: &Ident) -> TokenStream {
    let generics: Vec<_> = (0..types.generics.len()).map(type_parameter).collect();
    let in_types: Vec<_> = group.inputs.iter().map(|&v| types.computed(graph.elem(v))).collect();
    let out_types: Vec<_> = group.outputs.iter().map(|o| types.computed(&o.elem)).collect();
    let xs: Vec<_> = (0..in_types.len()).map(|i| format_ident!("x{}", i)).collect();
    let ys: Vec<_> = (0..out_types.len()).map(|i| format_ident!("y{}", i)).collect();
    let hs: Vec<_> = (0..group.scalars.len()).map(|i| format_ident!("h{}", i)).collect();
    let h_types: Vec<_> = group.scalars.iter().map(|s| types.computed(&s.elem)).collect();
    let (x_pattern, y_pattern) = (nest(&xs), nest(&ys));
    let statements = statements(group, rows, types);
    let stores = group.outputs.iter().zip(&ys).map(|(output, y)| {
        let value = operand(output.operand, &output.elem, types);
        quote!(#y[i] = #value;)
    });
    quote! {
        fn tile<Isa: rt::Isa>(
            &self,
            s: Isa,
            n: usize,
            #x_pattern: <Self::Ins as rt::List>::Tiles<'_>,
            #y_pattern: <Self::Outs as rt::List>::TilesMut<'_>,
        ) {
            #[inline(always)]
            fn body<Isa: rt::Isa, #(#generics: rt::#bound),*>(
                s: Isa,
                n: usize,
                #(#hs: #h_types,)*
                #(#xs: &[#in_types],)*
                #(#ys: &mut [#out_types],)*
            ) {
                #(let #xs = &#xs[..n];)*
                #(let #ys = &mut #ys[..n];)*
                for i in 0..n {
                    #statements
                    #(#stores)*
                }
            }
            body::<Isa, #(#generics),*>(s, n, #(m::num(s, self.#hs),)* #(#xs,)* #(#ys,)*);
        }
    }
}

/// The function's type parameters: in a kernel they are `T0`, `T1`.
#[derive(Clone, Copy)]
struct Types<'a> {
    generics: &'a [Ident],
    /// Whether inputs are slices.
    indexed: bool,
}

impl Types<'_> {
    fn of(self, elem: &Elem) -> TokenStream {
        match elem {
            Elem::F16 => quote!(rt::f16),
            Elem::Bf16 => quote!(rt::bf16),
            Elem::Param(name) => {
                let at = self
                    .generics
                    .iter()
                    .position(|g| g == name)
                    .expect("the function has its type parameters");
                type_parameter(at).to_token_stream()
            }
            elem => Ident::new(&elem.to_string(), Span::call_site()).to_token_stream(),
        }
    }

    /// What elements are computed in.
    fn computed(self, elem: &Elem) -> TokenStream {
        match elem {
            Elem::F16 | Elem::Bf16 => quote!(f32),
            Elem::Param(_) => {
                let ty = self.of(elem);
                quote!(rt::C<#ty>)
            }
            elem => self.of(elem),
        }
    }
}

fn type_parameter(i: usize) -> Ident {
    format_ident!("T{i}")
}

/// `a, b` → `(a, (b, ()))`.
pub(super) fn nest<T: ToTokens>(items: &[T]) -> TokenStream {
    items.iter().rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}

/// The template of an elementwise row.
fn cpu(row: &Row) -> TokenStream {
    let parse = || {
        let [cpu, ..] = row.spell.as_ref().expect("every elementwise row is spelled");
        cpu.parse().expect("a law over the table: templates are tokens")
    };
    row.cpu.get_or_init(parse).clone()
}

/// Whether a template names one of these functions.
fn calls(rows: &[Rc<Row>], names: &[&str]) -> bool {
    let named = |tree: TokenTree| matches!(tree, TokenTree::Ident(i) if names.iter().any(|name| i == name));
    rows.iter().any(|row| cpu(row).into_iter().any(named))
}

fn statements(group: &Group, rows: &[Rc<Row>], types: Types<'_>) -> TokenStream {
    let mut out = TokenStream::new();
    for (i, (stmt, row)) in group.body.iter().zip(rows).enumerate() {
        let mut names = row.params.iter().map(|p| p.name.to_string());
        let operands: Vec<_> = stmt
            .args
            .iter()
            .zip(&stmt.arg_elems)
            .map(|(a, elem)| {
                let typed = |(b, other): (&Operand, &Elem)| !matches!(b, Operand::Const(_)) && other == elem;
                let inferred = stmt.args.iter().zip(&stmt.arg_elems).any(typed);
                let value = match a {
                    Operand::Const(c) if inferred => number(*c),
                    a => operand(*a, elem, types),
                };
                (names.next().expect("lowering counts arguments"), value)
            })
            .collect();
        let value = fill(cpu(row), &operands);
        let local = format_ident!("t{}", i);
        // Only a cast does not say what it gives.
        let ty = (stmt.op == Map::Cast).then(|| types.computed(&stmt.elem)).map(|ty| quote!(: #ty));
        out.extend(quote!(let #local #ty = #value;));
    }
    out
}

fn operand(operand: Operand, elem: &Elem, types: Types<'_>) -> TokenStream {
    match operand {
        Operand::Input(i) => {
            let x = format_ident!("x{}", i);
            if types.indexed { quote!(#x[i]) } else { quote!(#x) }
        }
        Operand::Scalar(i) => {
            let h = format_ident!("h{}", i);
            quote!(#h)
        }
        Operand::Local(i) => {
            let t = format_ident!("t{}", i);
            quote!(#t)
        }
        Operand::Const(c) => {
            let (c, ty) = (Literal::f64_suffixed(c), types.computed(elem));
            quote!(m::num::<_, #ty>(s, #c))
        }
    }
}

/// A number beside an operand of its type.
fn number(c: f64) -> TokenStream {
    let c = Literal::f64_suffixed(c);
    quote!(m::num(s, #c))
}

/// `{x}` → the operand; `name(..)` → `m::name(s, ..)`.
fn fill(template: TokenStream, operands: &[(String, TokenStream)]) -> TokenStream {
    let mut out = TokenStream::new();
    let mut trees = template.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match &tree {
            TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => {
                let name = g.stream().to_string();
                let found = operands.iter().find(|(n, _)| *n == name);
                out.extend(
                    found
                        .map(|(_, tokens)| tokens.clone())
                        .expect("a law over the table: templates name parameters"),
                );
            }
            TokenTree::Ident(ident) => match trees.peek() {
                Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis => {
                    let inner = fill(g.stream(), operands);
                    trees.next();
                    out.extend(quote!(m::#ident(s, #inner)));
                }
                _ => out.extend(quote!(#ident)),
            },
            TokenTree::Group(g) => {
                let inner = fill(g.stream(), operands);
                out.extend([TokenTree::Group(proc_macro2::Group::new(g.delimiter(), inner))]);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => out.extend([tree]),
        }
    }
    out
}
