//! A differentiable function → its items: the plain function, the type beside it, and the transforms on it.

mod at_point;
mod called;
mod declared;
mod entry;
mod grads;
mod kept;
mod lifetimes;
mod matrices;
mod method;
mod programs;
mod receiver;
mod taps;
mod traits;
mod transforms;
mod unused;

use std::cell::OnceCell;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use entry::Entry;
pub(crate) use grads::grads_name;
pub(crate) use lifetimes::each_lifetime;
pub(crate) use programs::Programs;
use programs::Tapped;

use super::explain;
use super::rust::{Body, Dests, Kernels, Lending, Scope, body, elem_type};
use crate::args::Place;
use crate::fuse::Program;
use crate::ir::{Elem, Graph, Ty};
use crate::names;
use crate::signature::{Function, Input, Output, ParamKind, ReturnKind};
use crate::spans;
use crate::table::RuleCache;
use crate::transform::{Transforms, active_inputs, float_outputs};

pub(crate) struct Emitter<'a> {
    pub f: &'a Function,
    pub rules: &'a RuleCache,
    /// Path of `cotangent::__private`.
    pub rt: TokenStream,
    /// Type parameters that are element types; others are the business of host code.
    pub generics: Vec<Ident>,
    /// The name of `Input(n)` in every body.
    pub inputs: Vec<Ident>,
    /// Inputs that were taken by value.
    pub owned: Vec<bool>,
    /// Inputs that are lists of structs.
    lists: Vec<bool>,
    pub active: Vec<usize>,
    /// The item in place of the function itself, after an error.
    pub plain: Option<TokenStream>,
    /// It is that of a batch.
    batch: bool,
    /// Something is wrong with the function, which stands alone: there is no word of what it does not read.
    pub refused: bool,
    function: String,
    /// The text of [`explain`], once the items are printed.
    explained: OnceCell<String>,
    /// How the arguments are compared with their declarations, if any are.
    checked: OnceCell<Option<Entry>>,
    bound: Ident,
    kernels: Kernels,
    /// The type of the gradient struct.
    grads: Ident,
}

impl<'a> Emitter<'a> {
    pub(crate) fn new(f: &'a Function, rules: &'a RuleCache, rt: TokenStream) -> Self {
        let elem = |name: &Ident| {
            let is = |e: &Elem| matches!(e, Elem::Param(p) if name == p.as_str());
            f.graph.nodes.iter().any(|node| match &node.ty {
                Ty::Tensor(t) | Ty::List(t) => is(&t.elem),
                Ty::Tuple(ts) => ts.iter().any(|t| is(&t.elem)),
                Ty::Other | Ty::Gathered(_) | Ty::Host => false,
            })
        };
        let generics = f.sig.erased.generics.type_params().map(|t| t.ident.clone()).filter(elem).collect();
        let inputs = f.sig.inputs.iter().enumerate().map(|(n, input)| {
            let param = &f.sig.params[input.param];
            match &input.path[..] {
                [] => param.name.clone(),
                path => names::leaf(n, &param.name, path),
            }
        });
        let by_value = |input: &Input| {
            input.path.is_empty() && input.slice.is_none() && input.tensor.as_ref().is_some_and(|t| !t.by_ref)
        };
        let results = f.sig.returns.leaves().into_iter().filter_map(|kind| match kind {
            ReturnKind::Other(ty, _) => Some((**ty).clone()),
            _ => None,
        });
        Self {
            f,
            rules,
            owned: f.sig.inputs.iter().map(by_value).collect(),
            lists: f.sig.inputs.iter().map(|i| i.other.as_ref().is_some_and(|o| o.slice)).collect(),
            rt,
            generics,
            inputs: inputs.collect(),
            active: active_inputs(f),
            plain: None,
            batch: false,
            refused: false,
            function: f.sig.name.to_string(),
            explained: OnceCell::new(),
            checked: OnceCell::new(),
            bound: format_ident!("Float"),
            kernels: Kernels::of(results),
            grads: grads_name(&f.item),
        }
    }

    pub(crate) fn items(&self, t: &Transforms, programs: &Programs) -> TokenStream {
        let method = self.f.sig.args.method.as_ref();
        let plain =
            if method.is_some() { None } else { Some(self.plain.clone().unwrap_or_else(|| self.plain())) };
        let (marker, grads) = (self.marker_type(), self.grads_struct());
        let (ty, vis, rt) = (self.type_name(), &self.f.item.vis, &self.rt);
        let (impl_generics, type_generics, where_clause) = self.type_generics();
        let (dims, call) = (self.dims(), self.call(&programs.primal));
        let body = self.ruled_body();
        let value_and_grad = programs.value_and_grad.as_ref().map(|p| self.value_and_grad(p, None));
        let halves = (&programs.forward, &programs.pullback, &programs.alone[..]);
        let vjp = self.vjp(&t.primal, &t.vjp, halves, None);
        let taps = t.taps.as_ref().zip(programs.tapped.as_ref());
        let taps = taps.map(|(taps, programs)| self.tapped(&t.primal, taps, programs));
        let (taps, tapped) = taps.unzip();
        let jvp = self.jvp(&programs.jvp);
        let (slots, called_jvp) = (self.slots_impl(), self.called_jvp());
        let order_2 = match &t.vjp_tangents {
            Some(halves) => self.order_2_vjp(t, halves),
            None => self.only_once(),
        };
        let hvp = programs.hvp.as_ref().map(|p| self.hvp(p));
        let in_bodies = hvp.as_ref().filter(|_| self.f.sig.args.derived).map(|_| self.gradient_in_bodies());
        let explain = self.explained.get_or_init(|| explain::text(self.f, t, programs));
        let (function, without) = if self.f.sig.is_of_constants() {
            (TokenStream::new(), self.without_gradients())
        } else {
            (self.function_impl(programs), TokenStream::new())
        };
        let matrices = self.matrices(programs);
        let of_numbers = self.of_numbers(programs);
        let methods = method.map(|m| match &m.place {
            Place::Type(header) => self.methods(m, header, t, programs),
            Place::Trait { .. } => self.named_impl(),
            Place::Implementation => TokenStream::new(),
        });
        let batched = t.batched.as_ref().map(|batched| self.batched(batched));
        // Last: what the bodies name is collected while they are printed.
        let kernels = self.kernels.module(rt, &self.function);
        let accessors = self.kernels.accessors();
        let assumed = self.assumed();
        let items = quote! {
            use #rt::{self as __rt, unnamed::*};
            #kernels
            #accessors
            #assumed
            #body
            #grads
            #slots
            #taps
            impl #impl_generics #ty #type_generics #where_clause {
                #dims
                #call
                #value_and_grad
                #without
                #vjp
                #jvp
                #called_jvp
                #order_2
                #hvp
                #in_bodies
                #tapped
                #matrices
                #of_numbers
                /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
                #[inline]
                #vis const fn explain() -> &'static __rt::str { #explain }
            }
            #function
            #methods
            #batched
        };
        let items = match self.kernels.stand_ins(rt) {
            Some(stand_ins) => quote!(#stand_ins const _: () = { #items };),
            None => items,
        };
        let trivial = self.other_results().next().map(|_| quote!(trivial_bounds,));
        quote! {
            #plain
            #marker
            #[allow(non_snake_case, unused, unused_qualifications, #trivial clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            const _: () = { #items };
        }
    }

    /// The transforms for a batch, as more functions of the type.
    fn batched(&self, (f, t): &(Function, Transforms)) -> TokenStream {
        let mut of = Emitter::new(f, self.rules, self.rt.clone());
        (of.batch, of.function) = (true, format!("{}::vmap", self.function));
        let programs = Programs::new(t);
        let value_and_grad = programs.value_and_grad.as_ref().map(|p| of.value_and_grad(p, None));
        let halves = (&programs.forward, &programs.pullback, &programs.alone[..]);
        let parts = [
            of.dims(),
            of.call(&programs.primal),
            of.vjp(&t.primal, &t.vjp, halves, None),
            of.jvp(&programs.jvp),
        ];
        let hvp = programs.hvp.as_ref().map(|p| of.hvp(p));
        let methods = self.f.sig.args.method.as_ref().and_then(|m| match &m.place {
            Place::Type(header) => {
                let items = of.at_the_result(of.method_transforms(m, &programs));
                Some(quote!(#header { #items }))
            }
            Place::Trait { .. } | Place::Implementation => None,
        });
        let (kernels, accessors) = (of.kernels.module(&self.rt, &of.function), of.kernels.accessors());
        let (ty, (impl_generics, type_generics, where_clause)) = (self.type_name(), self.type_generics());
        quote! {
            const _: () = {
                #kernels
                #accessors
                impl #impl_generics #ty #type_generics #where_clause { #(#parts)* #value_and_grad #hvp }
                #methods
            };
        }
    }

    /// The name of the function for a transform.
    fn transform(&self, what: &str) -> Ident {
        match (what, self.batch) {
            ("dims", false) => format_ident!("__dims"),
            ("dims", true) => format_ident!("__dims_of_batch"),
            ("call", true) => format_ident!("vmap"),
            (what, true) => format_ident!("vmap_{what}"),
            (what, false) => format_ident!("{what}"),
        }
    }

    /// One mention of each tangent that all other items assume: where there is none, this alone is an error.
    fn assumed(&self) -> Option<TokenStream> {
        let (written, names) = self.f.sig.assumed.as_ref()?;
        let (generics, _, predicates) = written.split_for_impl();
        let params = self.f.sig.params.iter().filter_map(|p| match &p.kind {
            ParamKind::Other(other) => Some(&*other.ty)
                .filter(|ty| names.iter().any(|name| ty.to_token_stream().to_string() == *name.to_string())),
            _ => None,
        });
        let of = params.map(|ty| spans::of_type(ty, "form", &names::rt().into_token_stream()));
        Some(quote!(fn __assumed #generics() #predicates { #(let _ = #of;)* }))
    }

    fn type_name(&self) -> Ident {
        self.f.sig.args.name.clone().unwrap_or_else(|| self.f.sig.name.clone())
    }

    /// Generics of the type beside the function: types and constants, no lifetimes.
    fn type_generics(&self) -> (TokenStream, TokenStream, TokenStream) {
        let mut generics = self.f.sig.erased.generics.clone();
        generics.params =
            generics.params.into_iter().filter(|p| !matches!(p, syn::GenericParam::Lifetime(_))).collect();
        let (i, t, w) = generics.split_for_impl();
        (quote!(#i), quote!(#t), quote!(#w))
    }

    /// Lifetimes stay with each function.
    fn lifetimes(&self) -> TokenStream {
        let lifetimes: Vec<_> = self.f.sig.erased.generics.lifetimes().collect();
        if lifetimes.is_empty() { TokenStream::new() } else { quote!(<#(#lifetimes),*>) }
    }

    fn marker_type(&self) -> TokenStream {
        let (ty, vis) = (self.type_name(), &self.f.item.vis);
        let doc = format!(
            "The transforms of [`{0}`](fn@{0}): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.",
            self.function
        );
        let generics = &self.f.sig.erased.generics;
        let params: Vec<_> =
            generics.params.iter().filter(|p| !matches!(p, syn::GenericParam::Lifetime(_))).collect();
        if params.is_empty() {
            return quote! {
                #[doc = #doc]
                #[allow(non_camel_case_types)]
                #vis enum #ty {}
            };
        }
        let (rt, types) = (&self.rt, generics.type_params().map(|t| &t.ident));
        let bare = params.iter().map(|p| match p {
            syn::GenericParam::Type(t) => {
                let (name, bounds) = (&t.ident, &t.bounds);
                quote!(#name: #bounds)
            }
            syn::GenericParam::Const(c) => {
                let (name, ty) = (&c.ident, &c.ty);
                quote!(const #name: #ty)
            }
            syn::GenericParam::Lifetime(_) => unreachable!("filtered above"),
        });
        let where_clause = &generics.where_clause;
        quote! {
            #[doc = #doc]
            #[allow(non_camel_case_types)]
            #vis struct #ty<#(#bare),*> #where_clause { types: #rt::PhantomData<(#(#types,)*)> }
        }
    }

    /// The kernel of a program's only group.
    fn kernel_name(&self, title: &str, program: &Program) -> Ident {
        let cx = self.scope(title, &[], &[], None, Lending::HERE);
        self.kernels.name(&program.groups[0], &program.graph, 0, &cx).0
    }

    fn body(&self, title: &str, program: &Program, inputs: &[Ident], owned: &[bool]) -> Body {
        self.hooked_body(title, program, inputs, owned, None, Lending::HERE)
    }

    fn hooked_body(
        &self,
        title: &str,
        program: &Program,
        inputs: &[Ident],
        owned: &[bool],
        dests: Option<Dests<'_>>,
        lending: Lending<'_>,
    ) -> Body {
        body(program, &self.scope(title, inputs, owned, dests, lending))
    }

    fn scope<'s>(
        &'s self,
        title: &'s str,
        inputs: &'s [Ident],
        owned: &'s [bool],
        dests: Option<Dests<'s>>,
        lending: Lending<'s>,
    ) -> Scope<'s> {
        Scope {
            title,
            kernels: &self.kernels,
            generics: &self.generics,
            bound: &self.bound,
            inputs,
            owned,
            lists: &self.lists,
            hosts: &[],
            operands: false,
            dests,
            unread: &[],
            lending,
            rules: self.rules,
        }
    }

    /// Parameters as declared, without `mut`.
    fn params(&self) -> TokenStream {
        let params = self.f.sig.params.iter().map(|p| {
            let (name, ty) = (&p.name, &p.ty);
            quote!(#name: #ty)
        });
        quote!(#(#params),*)
    }

    /// As many commas as stand between the parameters and what follows them.
    fn comma(&self) -> Option<syn::Token![,]> {
        (!self.f.sig.params.is_empty()).then(Default::default)
    }

    /// The type of the function's value, without `Result`.
    fn output_type(&self) -> TokenStream {
        fn of(kind: &ReturnKind) -> TokenStream {
            match kind {
                ReturnKind::Tensor(t) => {
                    let elem = elem_type(&t.elem);
                    quote!(__rt::Tensor<#elem>)
                }
                ReturnKind::Group(pack, parts) => pack.of_types(parts.iter().map(of)),
                ReturnKind::Other(ty, _) | ReturnKind::Host(ty) => spans::of_macro(ty),
            }
        }
        of(&self.f.sig.returns.kind)
    }

    fn output_value(&self, outputs: &[TokenStream]) -> TokenStream {
        fn of(form: &Output, outputs: &[TokenStream]) -> TokenStream {
            match form {
                Output::Tensor(i) => outputs[*i].clone(),
                Output::Group(pack, parts) => pack.made(parts.iter().map(|p| of(p, outputs))),
            }
        }
        of(&self.f.output, outputs)
    }

    /// The method of a block, with what stands beside it there.
    pub(crate) fn method(&self) -> TokenStream {
        let Some(method) = &self.f.sig.args.method else { return TokenStream::new() };
        let (plain, mut more) = (self.plain_method(method), self.trait_items(method));
        more = match method.place {
            // What does not fit the trait is told of at the method.
            Place::Implementation => spans::settled(more, method.sig.ident.span()),
            Place::Trait { .. } => self.at_a_type(more),
            Place::Type(_) => more,
        };
        declared::among_items(quote!(#plain #more), &self.rt)
    }

    /// The function as the user calls it.
    fn plain(&self) -> TokenStream {
        let (attrs, vis, rt) = (&self.f.item.attrs, &self.f.item.vis, &self.rt);
        let mut sig = self.f.sig.erased.clone();
        for arg in &mut sig.inputs {
            if let syn::FnArg::Typed(p) = arg
                && let syn::Pat::Ident(p) = &mut *p.pat
            {
                p.mutability = None;
            }
        }
        let (ty, (_, type_generics, _)) = (self.type_name(), self.type_generics());
        let names = self.f.sig.params.iter().map(|p| &p.name);
        let run = quote!(<#ty #type_generics>::call(#(#names),*));
        let end = if self.f.sig.returns.result { quote!(#run) } else { quote!(#rt::or_panic(#run)) };
        let (blames, unused) = (self.blames_its_caller(), self.unused());
        // Many programs call the transforms alone.
        quote! {
            #(#attrs)*
            #blames
            #[allow(dead_code)]
            #vis #sig {
                #unused
                #end
            }
        }
    }

    /// A function that promised a tensor panics where it was called: with arguments that do not fit, as a rule.
    fn blames_its_caller(&self) -> Option<TokenStream> {
        let says_so = self.f.item.attrs.iter().any(|a| a.path().is_ident("track_caller"));
        (!self.f.sig.returns.result && !says_so).then(|| quote!(#[track_caller]))
    }

    /// Results that carry tangents and cotangents.
    fn float_results(&self, graph: &Graph) -> Vec<usize> {
        float_outputs(graph).into_iter().filter(|&i| i < self.f.graph.outputs.len()).collect()
    }

    /// The float results: a tensor, or a tuple of several.
    fn tangent_type(&self) -> TokenStream {
        let leaves = self.f.sig.returns.leaves();
        let types = leaves.into_iter().filter_map(|kind| match kind {
            ReturnKind::Tensor(t) if t.elem.is_float() => {
                let elem = elem_type(&t.elem);
                Some(quote!(__rt::Tensor<#elem>))
            }
            ReturnKind::Other(ty, _) => Some(spans::of_type(ty, "Tangent", &names::rt().into_token_stream())),
            _ => None,
        });
        one_or_tuple(&types.collect::<Vec<_>>())
    }

    /// The float results of `output`, cloned.
    fn floats(&self, graph: &Graph) -> TokenStream {
        let kinds = self.f.sig.returns.leaves();
        let places = self.float_results(graph).into_iter().map(|i| {
            let place = entry::output_place(&self.f.output, i, quote!(__output))
                .expect("every result is in the form");
            if let ReturnKind::Other(ty, _) = kinds[i] {
                return spans::walked(ty, "tensors", &quote!(&#place));
            }
            quote!(__rt::clone(&#place))
        });
        one_or_tuple(&places.collect::<Vec<_>>())
    }
}

fn one_or_tuple(items: &[TokenStream]) -> TokenStream {
    match items {
        [one] => one.clone(),
        many => quote!((#(#many),*)),
    }
}
