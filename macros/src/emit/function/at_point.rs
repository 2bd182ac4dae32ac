//! What the twin of a function of numbers has for it: transforms that take and give numbers.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::{Emitter, Programs};
use crate::emit::rust::elem_type;
use crate::fuse::{OutKind, Program, Step};
use crate::ir::{Op, Value};
use crate::names;
use crate::signature::ParamKind;

impl Emitter<'_> {
    /// Each gives the numbers of its results in order. Where one kernel is all of it, that is one call of its function.
    pub(super) fn of_numbers(&self, programs: &Programs) -> TokenStream {
        if !self.f.sig.args.numbers {
            return TokenStream::new();
        }
        let params = &self.f.sig.params;
        let (elem, lifetimes) = (elem_type(&self.f.sig.float), self.lifetimes());
        let number = |kind: &ParamKind| matches!(kind, ParamKind::Tensor(_));
        let typed = params.iter().map(|p| {
            let (name, ty) = (&p.name, &p.ty);
            if number(&p.kind) { quote!(#name: #elem) } else { quote!(#name: #ty) }
        });
        let typed = quote!(#(#typed),*);
        let given = params.iter().map(|p| {
            let name = &p.name;
            if number(&p.kind) { quote!(__rt::Tensor::from(#name)) } else { quote!(#name) }
        });
        let given = quote!(#(#given),*);
        let active: Vec<&Ident> =
            self.active.iter().map(|&i| &params[self.f.sig.inputs[i].param].name).collect();
        let dots: Vec<Ident> = active.iter().map(|name| names::dot(name)).collect();
        let (dots_typed, n) = (quote!(#(#dots: #elem),*), active.len());
        let moved = quote!(#(&__rt::Tensor::from(#dots)),*);
        let inputs: Vec<Ident> = self.inputs.iter().chain(&dots).cloned().collect();
        let grads = |of: &TokenStream| quote!(#(#of.#active.item()?),*);
        let [a, b] = ["a", "b"].map(names::own);
        let (of_a, of_b) = (grads(&quote!(#a)), grads(&quote!(#b)));
        let one = |name: &str,
                   program: &Program,
                   what: TokenStream,
                   count: usize,
                   params: TokenStream,
                   made: TokenStream| {
            let at_point = self.at_point(name, program, &inputs);
            let count = Literal::usize_unsuffixed(count);
            let of = names::own(format_args!("numbers_{name}"));
            quote! {
                #[inline]
                pub fn #of #lifetimes (#params) -> __rt::Result<[#elem; #count]> {
                    #at_point
                    let (#a, #b) = #what?;
                    __rt::Ok([#made])
                }
            }
        };
        let value_and_grad = programs.value_and_grad.as_ref().map(|program| {
            let call = quote!(Self::value_and_grad(#given));
            one("value_and_grad", program, call, n + 1, typed.clone(), quote!(#a.item()?, #of_b))
        });
        let moving = quote!(#typed, #dots_typed);
        let jvp = one(
            "jvp",
            &programs.jvp,
            quote!(Self::jvp(#given, #moved)),
            2,
            moving.clone(),
            quote!(#a.item()?, #b.item()?),
        );
        let hvp = programs.hvp.as_ref().map(|program| {
            let call = quote!(Self::hvp(#given, #moved));
            one("hvp", program, call, 2 * n, moving, quote!(#of_a, #of_b))
        });
        quote!(#value_and_grad #jvp #hvp)
    }

    /// The results of a program that is one kernel over numbers. Where launches look for NaN, launches are made.
    fn at_point(&self, title: &str, program: &Program, inputs: &[Ident]) -> Option<TokenStream> {
        let graph = &program.graph;
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
        let results = graph.outputs.iter().map(result).collect::<Option<Vec<_>>>()?;
        let kernel = self.kernel_name(title, program);
        Some(quote! {
            if !__rt::checks_nan() {
                let [#(#made),*] = __rt::Point::point(&__kernels::#kernel, __rt::Baseline, [#(#given),*]);
                return __rt::Ok([#(#results),*]);
            }
        })
    }
}
