//! `spelled!()`: the elementwise rows in the languages of devices, which kernels that are printed name.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::ir::{Elem, ElemKind, Op};
use crate::rules::{ElemClass, Map, Param, ParamKind};
use crate::table::RuleCache;

/// A table of spellings, and each of them with every type that it may have as a kernel of its own.
pub(crate) fn spelled() -> TokenStream {
    let rules = RuleCache::default();
    let (mut items, mut kernels) = (TokenStream::new(), TokenStream::new());
    for &map in Map::ALL {
        let (row, name) = (rules.of(&Op::Map(map)), map.name());
        let [_, cuda, wgsl] = row.spell.as_ref().expect("a law over the table: maps are spelled");
        let numbered = |template: &String| {
            let named = row.params.iter().enumerate();
            named.fold(template.clone(), |t, (i, p)| {
                t.replace(&format!("{{{}}}", p.name), &format!("{{{i}}}"))
            })
        };
        let (cuda, wgsl) = (numbered(cuda), numbered(wgsl));
        let (docs, item) = (format!("`{name}`."), format_ident!("{}", name.to_uppercase()));
        items.extend(quote! {
            #[doc = #docs]
            pub static #item: Spelling = Spelling { name: #name, cuda: #cuda, wgsl: #wgsl };
        });
        for elem in worlds(row.params.iter().chain(&row.results)) {
            let result = class(&row.results[0]);
            let targets =
                if result == Some(ElemClass::Target) { kinds(|_| true) } else { vec![elem.clone()] };
            for target in targets {
                kernels.extend(kernel(&item, &row.params, &elem, &of(result, &target)));
            }
        }
    }
    quote! {
        #items
        /// Each with every type that it may have.
        pub static ALL: &[Source] = &[#kernels];
    }
}

fn class(param: &Param) -> Option<ElemClass> {
    match &param.kind {
        ParamKind::Tensor { elem, .. } => Some(*elem),
        _ => None,
    }
}

/// The types that the generic ones of a row may be.
fn worlds<'p>(params: impl Iterator<Item = &'p Param>) -> Vec<Elem> {
    let classes: Vec<_> = params.filter_map(class).collect();
    let has = |all: &[ElemClass]| all.iter().any(|class| classes.contains(class));
    kinds(|kind| match kind {
        ElemKind::Float => true,
        ElemKind::Int => has(&[ElemClass::Num, ElemClass::Ordered, ElemClass::Any]),
        ElemKind::Order => has(&[ElemClass::Ordered, ElemClass::Any]),
        ElemKind::Truth => has(&[ElemClass::Any]),
    })
}

/// The types of these kinds that devices have words of.
fn kinds(admits: impl Fn(ElemKind) -> bool) -> Vec<Elem> {
    let is_word = |elem: &&Elem| !elem.is_half() && **elem != Elem::F64;
    let admitted = |elem: &&Elem| elem.stored().is_some_and(|row| admits(row.kind));
    Elem::ALL.iter().filter(is_word).filter(admitted).cloned().collect()
}

fn of(class: Option<ElemClass>, own: &Elem) -> Elem {
    match class {
        Some(ElemClass::Bool) => Elem::Bool,
        Some(ElemClass::I32) => Elem::I32,
        _ => own.clone(),
    }
}

/// A kernel of one statement. Operands that are no tensors are host numbers.
fn kernel(op: &proc_macro2::Ident, params: &[Param], own: &Elem, result: &Elem) -> TokenStream {
    let dtype = |elem: &Elem| {
        let name = format_ident!("{elem:?}");
        quote!(DType::#name)
    };
    let (mut ins, mut numbers, mut reads) = (Vec::new(), Vec::new(), TokenStream::new());
    for param in params {
        let elem = match &param.kind {
            ParamKind::Host(ty) if ty.to_token_stream().to_string() == "f64" => Elem::F32,
            ParamKind::Host(_) => Elem::I32,
            _ => of(class(param), own),
        };
        let (term, all) = match class(param) {
            Some(_) => (quote!(Input), &mut ins),
            None => (quote!(Number), &mut numbers),
        };
        let at = Literal::usize_unsuffixed(all.len());
        all.push(dtype(&elem));
        reads.extend(quote!(Term::#term(#at),));
    }
    let result = dtype(result);
    quote! {
        Source {
            ins: &[#(#ins),*],
            numbers: &[#(#numbers),*],
            statements: &[Statement { op: &#op, dtype: #result, reads: &[#reads] }],
            outs: &[Term::Value(0)],
        },
    }
}
