//! Ops that are functions of other ops: inlined by the front end and differentiated like user code.

// Notes and samples are read by RULES.md and the tests alone.
#![cfg_attr(not(test), allow(dead_code))]

mod activation;
mod alignment;
mod attention;
mod complex;
mod conv;
mod factors;
mod fourier;
mod image;
mod layout;
mod loss;
mod math;
mod mixture;
mod norm;
mod pool;
mod reduction;
mod sequence;
mod special;
mod spectra;

use crate::names;

use activation::activation;
use alignment::alignment;
use attention::attention;
use complex::complex;
use conv::conv;
use factors::factors;
use fourier::fourier;
use image::image;
use layout::layout;
use loss::loss;
use math::math;
use mixture::mixture;
use norm::norm;
use pool::pool;
use reduction::reduction;
use sequence::sequence;
use special::special;
use spectra::spectra;

/// A function of the language, as text: `fn silu(x: Tensor) -> Tensor { x * x.sigmoid() }`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Composite {
    pub name: &'static str,
    pub docs: &'static [&'static str],
    /// For rules and other composites, not for users.
    pub internal: bool,
    /// The feature of the library that it is part of, and whether that is selected.
    pub feature: Option<(&'static str, bool)>,
    /// Conventions; empty where there is nothing to say.
    pub note: &'static str,
    /// How tests draw the arguments: `x: -3.0..3.0, alpha: 1.5`, as in a row's `sample`.
    pub sample: &'static str,
    /// The whole function.
    pub text: &'static str,
}

impl Composite {
    /// Over real tensors: a complex one is two parameters or results.
    pub(crate) fn parse(&self) -> syn::Result<syn::ItemFn> {
        let mut item = self.written()?;
        if !self.is_complex() {
            return Ok(item);
        }
        let (mut params, mut lets) = (syn::punctuated::Punctuated::new(), Vec::new());
        for (arg, name) in item.sig.inputs.iter().zip(Self::params(&item)) {
            if !is_complex(arg) {
                params.push(arg.clone());
                continue;
            }
            let [re, im] = Self::parts(&name);
            let name = names::user(&name);
            params.push(syn::parse_quote!(#re: Tensor));
            params.push(syn::parse_quote!(#im: Tensor));
            lets.push(quote::quote!(let #name = Complex::new(#re, #im);));
        }
        item.sig.inputs = params;
        let syn::ReturnType::Type(_, result) = &item.sig.output else { return Ok(item) };
        let types: Vec<_> = match &**result {
            syn::Type::Tuple(t) => t.elems.iter().collect(),
            one => vec![one],
        };
        let names: Vec<_> = (0..types.len()).map(|i| quote::format_ident!("y{i}")).collect();
        let parts = |(ty, name): (&&syn::Type, &syn::Ident)| {
            if is_complex(ty) { quote::quote!(#name.re, #name.im) } else { quote::quote!(#name) }
        };
        let values = types.iter().zip(&names).map(parts);
        let block = &item.block;
        item.block = syn::parse_quote!({ #(#lets)* let (#(#names),*) = #block; (#(#values),*) });
        let flat = types.iter().flat_map(|ty| {
            if is_complex(ty) { vec![quote::quote!(Tensor); 2] } else { vec![quote::quote!(#ty)] }
        });
        item.sig.output = syn::parse_quote!(-> (#(#flat),*));
        Ok(item)
    }
    /// As it is written.
    pub(crate) fn written(&self) -> syn::Result<syn::ItemFn> {
        syn::parse_str(self.text)
    }
    /// Whether it takes or gives complex tensors.
    pub(crate) fn is_complex(&self) -> bool {
        self.text.split_once('{').is_some_and(|(signature, _)| signature.contains("Complex"))
    }
    /// Whether its first parameter is complex.
    pub(crate) fn is_of_complex(&self) -> bool {
        let first = self.text.split_once('(').and_then(|(_, rest)| rest.split([',', ')']).next());
        first.is_some_and(|first| first.contains("Complex"))
    }
    /// The parameters that stand for a complex one.
    pub(crate) fn parts(name: &str) -> [syn::Ident; 2] {
        ["re", "im"].map(|part| quote::format_ident!("{name}_{part}"))
    }
    /// The feature that it is missing for.
    pub(crate) fn wants(&self) -> Option<&'static str> {
        self.feature.filter(|(_, selected)| !selected && !cfg!(test)).map(|(feature, _)| feature)
    }
    /// The names of the parameters.
    pub(crate) fn params(item: &syn::ItemFn) -> Vec<String> {
        let name = |arg: &syn::FnArg| match arg {
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(p) => p.ident.to_string(),
                _ => unreachable!("a law over the table: parameters of composites are names"),
            },
            syn::FnArg::Receiver(_) => unreachable!("a law over the table: composites are functions"),
        };
        item.sig.inputs.iter().map(name).collect()
    }
    /// The sample column, by parameter.
    pub(crate) fn samples(&self) -> syn::Result<Vec<(syn::Ident, proc_macro2::TokenStream)>> {
        let item = self.written()?;
        let sample = syn::parse::Parser::parse_str(super::parse::fields, self.sample)?;
        let each = item.sig.inputs.iter().zip(sample).flat_map(|(arg, (name, drawn))| {
            let names = if is_complex(arg) { Self::parts(&name.to_string()).into() } else { vec![name] };
            names.into_iter().map(move |name| (name, drawn.clone()))
        });
        Ok(each.collect())
    }
}

fn is_complex(part: &impl quote::ToTokens) -> bool {
    names::mentions(&part.to_token_stream(), "Complex")
}

macro_rules! composites {
    ($($(#[doc = $doc:literal])+ $(#[internal = $internal:literal])? $(#[feature = $feature:literal])? $(#[note = $note:literal])? #[sample $sample:tt] fn $name:ident $params:tt -> $result:ty $body:block)+) => {
        pub(crate) const COMPOSITES: &[Composite] = &[$(Composite {
            name: stringify!($name),
            docs: &[$($doc),+],
            internal: false $(|| $internal)?,
            feature: [$(($feature, cfg!(feature = $feature)),)?].first().copied(),
            note: concat!($($note)?),
            sample: stringify!($sample),
            text: stringify!(fn $name $params -> $result $body),
        }),+];
    };
}

activation! { attention complex conv factors image layout loss math mixture norm pool reduction sequence special spectra alignment fourier composites }
