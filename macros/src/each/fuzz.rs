//! The table for the fuzzer of `cotangent_tests`: every row and composite as a function of the library, in every element type that it
//! takes, with its samples to begin from.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::case::Case;
use super::walk::variant;
use super::{Class, Elem, Kind, Subject};

pub(super) fn items(subjects: &[Subject]) -> TokenStream {
    let bounds = crate::eager::bounds();
    let ops = subjects.iter().flat_map(|subject| all(subject, &bounds));
    quote! {
        /// Every op of the table.
        fn ops() -> Vec<::cotangent_tests::fuzz::Op> {
            vec![#(#ops),*]
        }
    }
}

/// The element types that a bound admits, as variants of `cotangent_tests::fuzz::Typed`; without one there is one function.
fn types(bound: Option<&Ident>) -> Vec<TokenStream> {
    let bound = bound.map(ToString::to_string);
    let count = match bound.as_deref() {
        None => return vec![quote!(F32(run))],
        Some("Float") => 4,
        Some("Num") => 5,
        Some("Ordered") => 6,
        Some(_) => 7,
    };
    let all = ["F64", "F32", "F16", "Bf16", "I32", "U8", "Bool"].into_iter().take(count);
    all.map(|name| format_ident!("{name}")).map(|variant| quote!(#variant(run))).collect()
}

/// An op with all samples, or with each of those that a function of its own is for.
fn all(subject: &Subject, bounds: &HashMap<String, Ident>) -> Vec<TokenStream> {
    let takes = subject.params.iter().any(|(_, kind)| matches!(kind, Kind::Float { .. } | Kind::List));
    // What makes tensors of nothing makes floats.
    let float = format_ident!("Float");
    let bound = bounds.get(subject.name).map(|bound| if takes { bound } else { &float });
    let types = types(bound);
    let mut groups: Vec<Vec<Case<'_>>> = Vec::new();
    for (case, own) in Case::all(subject) {
        match groups.last_mut() {
            Some(group) if !own => group.push(case),
            _ => groups.push(vec![case]),
        }
    }
    let is_free = matches!(subject.class, Some(Class::Map | Class::View));
    let name = subject.name;
    let op = |group: Vec<Case<'_>>| {
        let first = &group[0];
        let read = |name: &Ident| {
            let at = first.hosts.iter().position(|h| h.name == name).expect("an argument of the op");
            let method = format_ident!("{}", variant(&first.hosts[at].word()).to_string().to_lowercase());
            quote!(h[#at].#method())
        };
        let is_generic = bound.is_some() && subject.results[subject.result()] == Elem::Float;
        let elem = if is_generic { quote!(T) } else { quote!(_) };
        // The element type of the one that is cast is what is changed.
        let call = if name == "cast" { quote!(x[0].float().cast::<f64>()?) } else { first.eager(read) };
        let elem = if name == "cast" { quote!(f64) } else { elem };
        let function = if let Some(bound) = bound {
            quote!(fn run<T: ::cotangent::#bound>(x: &[Input<T>], h: &[Host]))
        } else {
            quote!(fn run(x: &[Input<f32>], h: &[Host]))
        };
        let samples = group.iter().map(|case| {
            let drawn = case.inputs.iter().map(|i| &i.drawn);
            let hosts = case.hosts.iter().map(|host| {
                let (kind, value) = (variant(&host.word()), &host.value);
                quote!(Host::#kind(#value))
            });
            quote!((vec![#(#drawn),*], vec![#(#hosts),*]))
        });
        quote! {{
            use ::cotangent_tests::fuzz::{Op, Typed, see};
            use ::cotangent_tests::gradcheck::{Draw, Input};
            use ::cotangent_tests::walk::Host;
            #[allow(unused_variables)]
            #function -> ::cotangent::Result<()> {
                let y: ::cotangent::Tensor<#elem> = #call;
                see(&y)
            }
            #[allow(unused_variables, clippy::ptr_arg)]
            fn samples(draw: &mut Draw) -> Vec<(Vec<Input>, Vec<Host>)> {
                vec![#(#samples),*]
            }
            Op { name: #name, is_free: #is_free, samples, runs: vec![#(Typed::#types),*] }
        }}
    };
    groups.into_iter().map(op).collect()
}
