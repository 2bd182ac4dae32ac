//! The items of a function of numbers: itself as it was written, and transforms that hand numbers to its twin.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{FnArg, ItemFn, Lifetime, Type};

use super::{Numbers, Param};
use crate::args::Args;
use crate::emit::function::{each_lifetime, grads_name};
use crate::{fallback, names};

pub(super) fn items(
    numbers: &Numbers,
    args: &Args,
    twin: &TokenStream,
    rt: &TokenStream,
    refused: bool,
) -> TokenStream {
    let ItemFn { vis, sig, .. } = &numbers.item;
    let ty = args.name.as_ref().unwrap_or(&sig.ident);
    let printer = Printer { numbers, ty };
    let plain = printer.plain(refused);
    let doc = format!(
        "The transforms of [`{0}`](fn@{0}): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.",
        sig.ident
    );
    let (grads, transforms, function) = (printer.grads(), printer.transforms(), printer.function());
    quote! {
        #plain
        #[doc = #doc]
        #[allow(non_camel_case_types)]
        #vis enum #ty {}
        #[allow(non_snake_case, unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            #twin
            use #rt as __rt;
            #grads
            #transforms
            #function
        };
    }
}

struct Printer<'n> {
    numbers: &'n Numbers,
    ty: &'n Ident,
}

impl Printer<'_> {
    /// Rust's own: the body is code of numbers.
    fn plain(&self, refused: bool) -> TokenStream {
        let mut item = self.numbers.item.clone();
        if refused {
            return fallback::function(&item.attrs, &item.vis, &item.sig);
        }
        for arg in &mut item.sig.inputs {
            if let FnArg::Typed(p) = arg {
                p.attrs.retain(|attr| !attr.path().is_ident("constant"));
            }
        }
        // Many programs call the transforms alone.
        quote!(#[allow(dead_code)] #item)
    }

    fn grads_name(&self) -> Ident {
        grads_name(&self.numbers.item)
    }

    fn actives(&self) -> impl Iterator<Item = &Param> {
        self.numbers.params.iter().filter(|p| p.active)
    }

    fn active(&self) -> Vec<&Ident> {
        self.actives().map(|p| &p.name).collect()
    }

    /// The gradients as numbers, made of the twin's.
    fn grads(&self) -> TokenStream {
        let (name, active) = (self.grads_name(), self.active());
        let types: Vec<Type> = self.actives().map(|p| owned(&p.ty)).collect();
        let lists = types.iter().any(|ty| matches!(ty, Type::Path(_)) && super::float_of(ty).is_none());
        let copy = (!lists).then(|| quote!(::core::marker::Copy,));
        let function = self.numbers.item.sig.ident.to_string();
        let doc =
            format!("Gradients of [`{function}`](fn@{function}), of the form of each active parameter.");
        let docs = active.iter().map(|x| format!("Gradient with respect to `{x}`."));
        let twin = &self.numbers.twin;
        quote! {
            #[doc = #doc]
            #[derive(::core::clone::Clone, #copy ::core::fmt::Debug, ::core::cmp::PartialEq)]
            pub struct #name {
                #(#[doc = #docs] pub #active: #types,)*
            }
            impl #name {
                fn __of(__grads: <#twin as __rt::Function>::Actives) -> __rt::Result<Self> {
                    __rt::Ok(Self { #(#active: __rt::OfTensors::numbers(&__grads.#active)?,)* })
                }
            }
        }
    }

    fn params(&self) -> TokenStream {
        let params = self.numbers.params.iter().map(|Param { name, ty, .. }| quote!(#name: #ty));
        quote!(#(#params),*)
    }

    fn names(&self) -> Vec<&Ident> {
        self.numbers.params.iter().map(|p| &p.name).collect()
    }

    /// The twin's arguments; `place`: what stands for a parameter.
    fn args(&self, place: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let args = self.numbers.params.iter().map(|p| {
            let value = place(&p.name);
            match p.ty {
                _ if !p.number => value,
                Type::Reference(_) => quote!(&__rt::AsTensors::tensors(#value)),
                _ => quote!(__rt::AsTensors::tensors(&#value)),
            }
        });
        quote!(#(#args,)*)
    }

    fn transforms(&self) -> TokenStream {
        let Numbers { item: ItemFn { vis, sig, .. }, output, twin, order, result, .. } = self.numbers;
        let (ty, function, grads, params, names) =
            (self.ty, sig.ident.to_string(), self.grads_name(), self.params(), self.names());
        let (args, active) = (self.args(|name| quote!(#name)), self.active());
        let dots: Vec<Ident> = active.iter().map(|x| names::dot(x)).collect();
        let along: Vec<_> =
            self.actives().zip(&dots).map(|(Param { ty, .. }, dot)| quote!(#dot: #ty)).collect();
        let doc = |text: &str| text.replace('@', &format!("[`{function}`](fn@{function})"));
        let [of_call, of_both, of_grad] = [
            "@ as a `Result`, whatever its signature.",
            "The value of @ and its gradient, as one program.",
            "The gradient of @.",
        ]
        .map(doc);
        let [of_vjp, of_jvp, of_hvp] = [
            "The value of @ and a pullback: the cotangent of the result in, cotangents of the active parameters out.",
            "The value of @ and its derivative along the tangents.",
            "The gradient of @ and the product of its Hessian with a vector.",
        ]
        .map(doc);
        let name = &sig.ident;
        let lifetimes = &sig.generics.params;
        let lifetimes = quote!(<#lifetimes>);
        let called = if *result { quote!(#name(#(#names),*)) } else { quote!(__rt::Ok(#name(#(#names),*))) };
        // The pullback may hold all that is lent, in one lifetime.
        let item = &self.numbers.item;
        let held = self.numbers.params.iter().map(|Param { name, ty, .. }| {
            let ty = with_lifetime(ty, item);
            quote!(#name: #ty)
        });
        let hvp = (*order >= 2).then(|| {
            quote! {
                #[doc = #of_hvp]
                #vis fn hvp #lifetimes (#params, #(#along),*) -> __rt::Result<(#grads, #grads)> {
                    let ((#(#active,)*), (#(#dots,)*)) = #twin::__numbers_hvp(#(#names,)* #(#dots),*)?;
                    __rt::Ok((#grads { #(#active),* }, #grads { #(#active: #dots),* }))
                }
            }
        });
        quote! {
            impl #ty {
                #[doc = #of_call]
                #vis fn call #lifetimes (#params) -> __rt::Result<#output> { #called }
                #[doc = #of_both]
                #vis fn value_and_grad #lifetimes (#params) -> __rt::Result<(#output, #grads)> {
                    let (__value, (#(#active,)*)) = #twin::__numbers_value_and_grad(#(#names),*)?;
                    __rt::Ok((__value, #grads { #(#active),* }))
                }
                #[doc = #of_grad]
                #vis fn grad #lifetimes (#params) -> __rt::Result<#grads> { __rt::Ok(Self::value_and_grad(#(#names),*)?.1) }
                #[doc = #of_vjp]
                #vis fn vjp<'__a>(#(#held),*) -> __rt::Result<(
                    #output,
                    __rt::NumberPullback<
                        impl __rt::Pullback<
                            Cotangent = <#twin as __rt::Function>::Tangent,
                            Grads = <#twin as __rt::Function>::Actives,
                        >,
                        #output,
                        #grads,
                    >,
                )> {
                    let (__value, __pullback) = #twin::vjp(#args)?;
                    let __pullback = __rt::NumberPullback::new(__pullback, |__pullback, __g: #output| {
                        #grads::__of(__rt::Pullback::pull(__pullback, &__rt::AsTensors::tensors(&__g))?)
                    });
                    __rt::Ok((__rt::OfTensors::numbers(&__value)?, __pullback))
                }
                #[doc = #of_jvp]
                #vis fn jvp #lifetimes (#params, #(#along),*) -> __rt::Result<(#output, #output)> {
                    #twin::__numbers_jvp(#(#names,)* #(#dots),*)
                }
                #hvp
                /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
                #[inline]
                #vis const fn explain() -> &'static __rt::str { #twin::explain() }
            }
            impl __rt::Numbers for #ty { type Tensors = #twin; }
        }
    }

    /// `impl Function`, whose gradients are the twin's.
    fn function(&self) -> TokenStream {
        let Numbers { item, output, twin, order, params, .. } = self.numbers;
        let (ty, name, names) = (self.ty, item.sig.ident.to_string(), self.names());
        let types = params.iter().map(|p| with_lifetime(&p.ty, item));
        let args = self.args(|name| quote!(#name));
        let lent = self.args(|name| quote!(__rt::clone(#name)));
        let replaced = params.iter().map(|Param { name, active, ty, .. }| {
            let own = owned(ty);
            let value = quote!(<#own as __rt::OfTensors>::numbers(&__actives.#name)?);
            match ty {
                _ if !active => quote!(__rt::clone(#name)),
                Type::Reference(_) => quote!(&#value),
                _ => value,
            }
        });
        let hvp = (*order >= 2).then(|| {
            quote! {
                impl __rt::TwiceDifferentiable for #ty {
                    fn hvp(
                        (#(#names,)*): Self::Args<'_>,
                        __tangents: &Self::Actives,
                    ) -> __rt::Result<(Self::Actives, Self::Actives)> {
                        <#twin as __rt::TwiceDifferentiable>::hvp((#args), __tangents)
                    }
                }
            }
        });
        quote! {
            impl __rt::Function for #ty {
                const NAME: &'static __rt::str = #name;
                type Args<'__a> = (#(#types,)*);
                type Actives = <#twin as __rt::Function>::Actives;
                type Output = #output;
                type Tangent = <#twin as __rt::Function>::Tangent;
                fn actives((#(#names,)*): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
                    <#twin as __rt::Function>::actives(&(#lent))
                }
                fn replace<__R>(
                    (#(#names,)*): &Self::Args<'_>,
                    __actives: &Self::Actives,
                    __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
                ) -> __rt::Result<__R> {
                    __then((#(#replaced,)*))
                }
                fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
                    __rt::Ok(__rt::AsTensors::tensors(__output))
                }
                fn call((#(#names,)*): Self::Args<'_>) -> __rt::Result<Self::Output> {
                    Self::call(#(#names),*)
                }
                fn vjp((#(#names,)*): Self::Args<'_>) -> __rt::Result<(
                    Self::Output,
                    impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
                )> {
                    let (__value, __pullback) = #twin::vjp(#args)?;
                    __rt::Ok((__rt::OfTensors::numbers(&__value)?, __pullback))
                }
                fn jvp(
                    (#(#names,)*): Self::Args<'_>,
                    __tangents: &Self::Actives,
                ) -> __rt::Result<(Self::Output, Self::Tangent)> {
                    let (__value, __dot) = <#twin as __rt::Function>::jvp((#args), __tangents)?;
                    __rt::Ok((__rt::OfTensors::numbers(&__value)?, __dot))
                }
            }
            impl __rt::Objective for #ty {
                fn value_and_grad((#(#names,)*): Self::Args<'_>) -> __rt::Valued<Self> {
                    let (__value, __grads) = <#twin as __rt::Objective>::value_and_grad((#args))?;
                    __rt::Ok((__rt::OfTensors::numbers(&__value)?, __grads))
                }
            }
            #hvp
        }
    }
}

/// The type without its reference; of a slice, that of a list.
fn owned(ty: &Type) -> Type {
    match ty {
        Type::Reference(r) => owned(&r.elem),
        Type::Slice(s) => {
            let item = &s.elem;
            syn::parse_quote!(__rt::Vec<#item>)
        }
        ty => ty.clone(),
    }
}

/// Every reference lives as long as the arguments.
fn with_lifetime(ty: &Type, item: &ItemFn) -> Type {
    let declared: Vec<Lifetime> = item.sig.generics.lifetimes().map(|l| l.lifetime.clone()).collect();
    let mut ty = ty.clone();
    each_lifetime(&mut ty, &declared, &mut |l| *l = Lifetime::new("'__a", l.span()));
    ty
}
