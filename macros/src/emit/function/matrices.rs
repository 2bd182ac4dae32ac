//! Many cotangents pulled back, columns of a Jacobian and rows of a Hessian, all at once: what the traits ask for.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Emitter, Programs};
use crate::emit::rust::Body;
use crate::fuse::Program;
use crate::names;

/// Functions and their titles in reports.
const FUNCTIONS: [(&str, &str); 3] =
    [("pulled", "jacobian"), ("columns", "tangents"), ("products", "hessian")];

impl Emitter<'_> {
    /// The functions. The last argument is the cotangents, or says which input varies.
    pub(super) fn matrices(&self, programs: &Programs) -> TokenStream {
        let all = programs.matrices.iter().flatten().zip(FUNCTIONS).filter(|(all, _)| !all.is_empty());
        all.map(|(all, (name, title))| self.matrix(all, name, title)).collect()
    }

    fn matrix(&self, programs: &[Program], name: &str, title: &str) -> TokenStream {
        let (lifetimes, params, comma, entry) = (self.lifetimes(), self.params(), self.comma(), self.entry());
        let (last, last_type) = self.last_of(name);
        let (gradients, name) = (name != "columns", format_ident!("__{name}"));
        let ty = if gradients { self.grads_type() } else { self.tangent_type() };
        let inputs: Vec<Ident> = self.inputs.iter().cloned().chain([last.clone()]).collect();
        let mut bodies = programs.iter().enumerate().map(|(k, program)| {
            let title = if programs.len() == 1 { title.to_owned() } else { format!("{title}_{k}") };
            let Body { statements, outputs, places } = self.body(&title, program, &inputs, &self.owned);
            let device = self.device(places);
            let value = if gradients { self.grads_value(&outputs) } else { outputs[0].clone() };
            quote!(#device #statements __rt::Ok(#value))
        });
        let first = bodies.next();
        let more = bodies.enumerate().map(|(k, body)| {
            let k = Literal::usize_unsuffixed(k + 1);
            quote!(if #last == #k { #body } else)
        });
        quote! {
            fn #name #lifetimes (#params #comma #last: #last_type) -> __rt::Result<#ty> {
                #entry
                #(#more)* { #first }
            }
        }
    }

    fn last_of(&self, name: &str) -> (Ident, TokenStream) {
        let ty = match name {
            "pulled" => {
                let tangent = self.tangent_type();
                quote!(&#tangent)
            }
            _ => names::primitive("usize"),
        };
        (names::own("last"), ty)
    }

    /// What the traits of a function and of one of order 2 say of these.
    pub(super) fn matrix_methods(&self, programs: &Programs) -> (TokenStream, TokenStream) {
        let names: Vec<&Ident> = self.f.sig.params.iter().map(|p| &p.name).collect();
        let mut methods = programs.matrices.iter().flatten().zip(FUNCTIONS).map(|(all, (name, _))| {
            let ((last, mut last_type), inherent) = (self.last_of(name), format_ident!("__{name}"));
            let mut called = quote!(Self::#inherent(#(#names,)* #last));
            if name == "pulled" {
                last_type = quote!(impl ::core::ops::FnOnce() -> __rt::Result<Self::Tangent>);
                called = quote!(#last().and_then(|#last| Self::#inherent(#(#names,)* &#last)));
            }
            let ty = if name == "columns" { quote!(Self::Tangent) } else { quote!(Self::Actives) };
            let name = format_ident!("{name}");
            (!all.is_empty()).then(|| {
                quote! {
                    #[inline]
                    fn #name(
                        (#(#names,)*): Self::Args<'_>,
                        #last: #last_type,
                    ) -> ::core::option::Option<__rt::Result<#ty>> {
                        __rt::Some(#called)
                    }
                }
            })
        });
        let of_all = methods.by_ref().take(2).flatten().collect();
        (of_all, methods.flatten().collect())
    }
}
