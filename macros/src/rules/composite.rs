//! Ops that are functions of other ops: inlined by the front end and differentiated like user code.

// Notes and samples are read by RULES.md and the tests alone.
#![cfg_attr(not(test), allow(dead_code))]

mod activation;
mod alignment;
mod attention;
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

use activation::activation;
use alignment::alignment;
use attention::attention;
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
    pub(crate) fn parse(&self) -> syn::Result<syn::ItemFn> {
        syn::parse_str(self.text)
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
        syn::parse::Parser::parse_str(super::parse::fields, self.sample)
    }
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

activation! { attention conv factors image layout loss math mixture norm pool reduction sequence special alignment fourier composites }
