//! The walk through bad input: every row and composite, whether it has a derivative or not, with host arguments that the
//! walk may replace. What is not differentiable is multiplied by one active number, so that it stands in a differentiable
//! function too.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::case::{Case, Input};
use super::{Class, Elem, Kind, Subject};

pub(super) fn tests(subjects: &[Subject]) -> TokenStream {
    let tests = subjects.iter().filter(|subject| !subject.of_parts).map(test);
    quote!(#(#tests)*)
}

fn test(subject: &Subject) -> TokenStream {
    let (mut modules, mut cases) = (Vec::new(), Vec::new());
    for (case, own) in Case::all(subject) {
        if own {
            modules.push(function(&case));
        }
        cases.push(walk(&case));
    }
    let (test, name) = (format_ident!("{}", subject.name), subject.name);
    quote! {
        #(#modules)*
        #[test]
        fn #test() {
            let mut draw = ::cotangent_tests::gradcheck::Draw::new(#name);
            #(#cases)*
        }
    }
}

/// Whether the op itself has something to differentiate here.
fn is_open(subject: &Subject) -> bool {
    subject.has_derivative()
        && subject.results[subject.result()] == Elem::Float
        && subject.params.iter().any(|(_, kind)| matches!(kind, Kind::Float { open: true } | Kind::List))
}

fn is_active(subject: &Subject, input: &Input) -> bool {
    is_open(subject) && matches!(input.kind, Kind::Float { open: true })
}

/// The cast that makes numbers of a result that holds none.
fn cast(subject: &Subject) -> Option<TokenStream> {
    (subject.results[subject.result()] != Elem::Float).then(|| quote!(.cast::<f64>()))
}

fn function(case: &Case<'_>) -> TokenStream {
    let subject = case.subject;
    let (bind, result) = case.bound(&quote!(f64));
    let float = |input: &Input| matches!(input.kind, Kind::Float { .. });
    let params = case.parameters(&quote!(f64), |input| float(input) && !is_active(subject, input));
    let cast = cast(subject);
    let (seed, value) = if is_open(subject) {
        (None, quote!(#result))
    } else {
        (Some(quote!(seed: &Scalar<f64>)), quote!(#result #cast * seed))
    };
    let (module, doc) = (&case.module, format!("`{}` in a differentiable function.", subject.name));
    let imports = if seed.is_some() { quote!({ Scalar, Tensor }) } else { quote!(Tensor) };
    quote! {
        #[doc = #doc]
        mod #module {
            #[::cotangent::differentiable]
            pub(super) fn plain(#params #seed) -> Tensor<f64> { #bind #value }
            use ::cotangent::#imports;
        }
    }
}

fn walk(case: &Case<'_>) -> TokenStream {
    let subject = case.subject;
    let (module, name, text) = (&case.module, subject.name, &case.text);
    let drawn = case.inputs.iter().map(|i| &i.drawn);
    let hosts = case.hosts.iter().map(|host| {
        let (kind, value) = (variant(&host.word()), &host.value);
        quote!(::cotangent_tests::walk::Host::#kind(#value))
    });
    let read_host = |i: usize| {
        let method = format_ident!("{}", variant(&case.hosts[i].word()).to_string().to_lowercase());
        quote!(h[#i].#method())
    };
    let is_seeded = !is_open(subject);
    let seed = is_seeded.then(|| quote!(&::cotangent_tests::walk::one(x),));
    let tensors = (0..case.inputs.len()).map(|i| case.read(i));
    let read_hosts = (0..case.hosts.len()).map(read_host);
    let args = quote!(#(#tensors,)* #(#read_hosts,)* #seed);
    let active: Vec<usize> =
        (0..case.inputs.len()).filter(|&i| is_active(subject, &case.inputs[i])).collect();
    let names: Vec<_> = active.iter().map(|&i| &case.inputs[i].name).collect();
    let grads = if is_seeded { quote!(vec![g.seed]) } else { quote!(vec![#(g.#names),*]) };
    let count = if is_seeded { 1 } else { active.len() };
    let tangents = (0..count).map(|i| quote!(&d[#i]));
    let at = |name: &proc_macro2::Ident| case.hosts.iter().position(|h| h.name == name).map(read_host);
    let eager = case.eager(|name| at(name).expect("an argument of the op"));
    let question = (subject.results[subject.result()] != Elem::Float).then(|| quote!(?));
    let cast = cast(subject);
    let eager = quote!(#eager #cast #question);
    let (is_row, is_map) = (subject.class.is_some(), subject.class == Some(Class::Map));
    quote! {
        {
            let inputs = vec![#(#drawn),*];
            let hosts = vec![#(#hosts),*];
            ::cotangent_tests::walk::Walk {
                name: #name,
                case: #text,
                is_row: #is_row,
                is_map: #is_map,
                file: file!(),
                active: &[#(#active),*],
                eager: &|x, h| Ok(#eager),
                call: &|x, h| #module::plain::call(#args),
                vjp: &|x, h| {
                    let (y, pullback) = #module::plain::vjp(#args)?;
                    let Some(ones) = ::cotangent_tests::walk::ones(&y) else { return Ok((y, Vec::new())) };
                    let g = ::cotangent::Pullback::pull(pullback, &ones)?;
                    Ok((y, #grads))
                },
                jvp: &|x, h, d| #module::plain::jvp(#args #(#tangents),*),
            }
            .pass(&inputs, &hosts);
        }
    }
}

/// The variant of `cotangent_tests::walk::Host` that holds host arguments of a type.
pub(super) fn variant(word: &str) -> proc_macro2::Ident {
    let name = match word {
        "isize" => "Axis",
        "usize" => "Size",
        "f64" => "Number",
        "i32" => "Int",
        "bool" => "Flag",
        other => other,
    };
    format_ident!("{name}")
}
