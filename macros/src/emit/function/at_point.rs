//! What the twin of a function of numbers has for it: transforms that take and give numbers.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::{Emitter, Programs};
use crate::emit::rust::elem_type;
use crate::fuse::{OutKind, Program, Step};
use crate::ir::{Op, Pack, Value};
use crate::names;
use crate::signature::{Param, ParamKind, ReturnKind};

impl Emitter<'_> {
    /// Each gives its results as numbers, in their forms. Where one kernel is all of it, that is one call of its function.
    pub(super) fn of_numbers(&self, programs: &Programs) -> TokenStream {
        if !self.f.sig.args.numbers {
            return TokenStream::new();
        }
        let sig = &self.f.sig;
        let (elem, lifetimes) = (elem_type(&sig.float), self.lifetimes());
        let typed = |name: &Ident, param: &Param| {
            let (form, ty) = (Form::of(&param.kind).ty(&elem), &param.ty);
            match param.kind {
                ParamKind::Tensor(_) | ParamKind::Group { pack: Pack::Array, by_ref: false, .. } => {
                    quote!(#name: #form)
                }
                ParamKind::Group { pack: Pack::Array, .. } => quote!(#name: &#form),
                ParamKind::Slice { .. } => quote!(#name: &[#elem]),
                _ => quote!(#name: #ty),
            }
        };
        let given = |name: &Ident, kind: &ParamKind| match kind {
            ParamKind::Tensor(_) | ParamKind::Group { pack: Pack::Array, by_ref: false, .. } => {
                quote!(__rt::AsTensors::tensors(&#name))
            }
            ParamKind::Group { pack: Pack::Array, .. } | ParamKind::Slice { .. } => {
                quote!(&__rt::AsTensors::tensors(#name))
            }
            _ => quote!(#name),
        };
        let params: Vec<TokenStream> = sig.params.iter().map(|p| typed(&p.name, p)).collect();
        let all: Vec<TokenStream> = sig.params.iter().map(|p| given(&p.name, &p.kind)).collect();
        let is_active = |i: &usize| self.active.iter().any(|&input| sig.inputs[input].param == *i);
        let active: Vec<&Param> = (0..sig.params.len()).filter(is_active).map(|i| &sig.params[i]).collect();
        let names: Vec<&Ident> = active.iter().map(|p| &p.name).collect();
        let dots: Vec<Ident> = names.iter().map(|name| names::dot(name)).collect();
        let along: Vec<TokenStream> = active.iter().zip(&dots).map(|(p, dot)| typed(dot, p)).collect();
        let moved = active.iter().zip(&dots).map(|(p, dot)| {
            let given = given(dot, &p.kind);
            if let ParamKind::Slice { .. } | ParamKind::Group { pack: Pack::Array, by_ref: true, .. } = p.kind
            {
                given
            } else {
                quote!(&#given)
            }
        });
        let (moved, moving) = (quote!(#(#moved),*), quote!(#(#params,)* #(#along),*));
        let (params, all) = (quote!(#(#params),*), quote!(#(#all),*));
        let value = Form::of_result(&sig.returns.kind);
        let grads = Form::Tuple(active.iter().map(|p| Form::of(&p.kind)).collect());
        let [a, b] = ["a", "b"].map(names::own);
        let value_of = |of: &Ident| quote!(__rt::OfTensors::numbers(&#of)?);
        let grads_of = |of: &Ident| quote!((#(__rt::OfTensors::numbers(&#of.#names)?,)*));
        let places: Vec<TokenStream> = self.places();
        let one =
            |name: &str, program: &Program, params: &TokenStream, forms: [&Form; 2], made: TokenStream| {
                let at_point = self.at_point(name, program, &places, forms);
                let types = forms.map(|form| form.ty(&elem));
                let of = names::own(format_args!("numbers_{name}"));
                quote! {
                    #[inline]
                    pub fn #of #lifetimes (#params) -> __rt::Result<(#(#types),*)> {
                        #at_point
                        #made
                    }
                }
            };
        let (value_a, grads_a, value_b, grads_b) = (value_of(&a), grads_of(&a), value_of(&b), grads_of(&b));
        let value_and_grad = programs.value_and_grad.as_ref().map(|program| {
            let made = quote! {
                let (#a, #b) = Self::value_and_grad(#all)?;
                __rt::Ok((#value_a, #grads_b))
            };
            one("value_and_grad", program, &params, [&value, &grads], made)
        });
        let made = quote! {
            let (#a, #b) = Self::jvp(#all, #moved)?;
            __rt::Ok((#value_a, #value_b))
        };
        let jvp = one("jvp", &programs.jvp, &moving, [&value, &value], made);
        let hvp = programs.hvp.as_ref().map(|program| {
            let made = quote! {
                let (#a, #b) = Self::hvp(#all, #moved)?;
                __rt::Ok((#grads_a, #grads_b))
            };
            one("hvp", program, &moving, [&grads, &grads], made)
        });
        quote!(#value_and_grad #jvp #hvp)
    }

    /// Where each input is a number: the parameters' and then the tangents'.
    fn places(&self) -> Vec<TokenStream> {
        let sig = &self.f.sig;
        let place = |i: usize, of: fn(&Ident) -> Ident| {
            let input = &sig.inputs[i];
            let (name, path) = (of(&sig.params[input.param].name), input.path.iter());
            let path = path.map(|&i| Literal::usize_unsuffixed(i));
            quote!(#name #([#path])*)
        };
        let inputs = (0..sig.inputs.len()).map(|i| place(i, Ident::clone));
        inputs.chain(self.active.iter().map(|&i| place(i, names::dot))).collect()
    }

    /// The results of a program that is one kernel over numbers. Where launches look for NaN, launches are made.
    fn at_point(
        &self,
        title: &str,
        program: &Program,
        inputs: &[TokenStream],
        forms: [&Form; 2],
    ) -> Option<TokenStream> {
        let graph = &program.graph;
        if self.f.sig.params.iter().any(|p| matches!(p.kind, ParamKind::Slice { .. })) {
            return None;
        }
        let given = |step: &&Step| matches!(step, Step::Node(v) if matches!(graph.node(*v).op, Op::Input(_) | Op::Const(_)));
        if program.steps.iter().filter(|step| !given(step)).count() != 1 {
            return None;
        }
        let [group] = &program.groups[..] else { return None };
        let input = |v: &Value| match graph.node(*v).op {
            Op::Input(n) => Some(&inputs[n as usize]),
            _ => None,
        };
        let given = group.inputs.iter().map(input).collect::<Option<Vec<_>>>()?;
        let float = &self.f.sig.float;
        let elems = group.inputs.iter().map(|&v| graph.elem(v)).chain(group.outputs.iter().map(|o| &o.elem));
        let full = group.outputs.iter().all(|o| matches!(o.kind, OutKind::Full));
        if !full || !group.scalars.is_empty() || elems.into_iter().any(|elem| elem != float) {
            return None;
        }
        let made: Vec<Ident> =
            (0..group.outputs.len()).map(|k| names::own(format_args!("made{k}"))).collect();
        let result = |v: &Value| {
            if let Some(k) = group.outputs.iter().position(|o| o.value == *v) {
                let made = &made[k];
                return Some(quote!(#made));
            }
            match graph.node(*v).op {
                Op::Const(c) if c.is_finite() => {
                    let (c, elem) = (Literal::f64_unsuffixed(c), elem_type(float));
                    Some(quote!(#c as #elem))
                }
                _ => input(v).map(|name| quote!(#name)),
            }
        };
        let mut results = graph.outputs.iter().map(result).collect::<Option<Vec<_>>>()?.into_iter();
        let results = forms.map(|form| form.value(&mut results));
        let kernel = self.kernel_name(title, program);
        Some(quote! {
            if !__rt::checks_nan() {
                let [#(#made),*] = __rt::Point::point(&__kernels::#kernel, __rt::Baseline, [#(#given),*]);
                return __rt::Ok((#(#results),*));
            }
        })
    }
}

/// The form of numbers.
enum Form {
    One,
    Array(usize),
    List,
    Tuple(Vec<Form>),
}

impl Form {
    fn of(kind: &ParamKind) -> Self {
        match kind {
            ParamKind::Group { pack: Pack::Array, parts, .. } => Self::Array(parts.len()),
            ParamKind::Slice { .. } => Self::List,
            _ => Self::One,
        }
    }

    fn of_result(kind: &ReturnKind) -> Self {
        match kind {
            ReturnKind::Group(Pack::Tuple, parts) => Self::Tuple(parts.iter().map(Self::of_result).collect()),
            _ => Self::One,
        }
    }

    fn ty(&self, elem: &TokenStream) -> TokenStream {
        match self {
            Self::One => elem.clone(),
            Self::Array(n) => quote!([#elem; #n]),
            Self::List => quote!(__rt::Vec<#elem>),
            Self::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.ty(elem));
                quote!((#(#parts,)*))
            }
        }
    }

    /// Of the next numbers; those of a list are not known one by one.
    fn value(&self, numbers: &mut dyn Iterator<Item = TokenStream>) -> TokenStream {
        match self {
            Self::One | Self::List => numbers.next().expect("a number for each leaf"),
            Self::Array(n) => {
                let numbers = numbers.take(*n);
                quote!([#(#numbers),*])
            }
            Self::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.value(numbers));
                quote!((#(#parts,)*))
            }
        }
    }
}
