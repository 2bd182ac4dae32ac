//! Arguments as the callee's parameters, and what its body gives as what the call gives.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Expr, Token, Type};

use super::Leaf;
use crate::ir::{HostExpr, Known, Pack, Runs, Value};
use crate::lower::state::{Binding, Form, Lowerer, hidden};
use crate::names::is_primitive;
use crate::signature::{Param, ParamKind, ReturnKind};

impl Lowerer<'_> {
    /// The arguments as the caller's text gives them; host values have the types of their parameters.
    pub(super) fn arguments(
        &mut self,
        params: &[Param],
        args: &Punctuated<Expr, Token![,]>,
    ) -> Option<Vec<Binding>> {
        let mut given = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            given.push(match param.kind {
                ParamKind::Host => Binding::Host(self.host_argument(arg, &param.ty)?),
                _ => self.expr(arg),
            });
        }
        (!given.iter().any(|b| matches!(b, Binding::Poison))).then_some(given)
    }

    /// A number, or a variable as it is: what else is borrowed may not live as long as the callee's text.
    fn host_argument(&mut self, arg: &Expr, ty: &Type) -> Option<Value> {
        let number = is_primitive(ty);
        let variable =
            matches!(arg, Expr::Path(p) if matches!(self.get(p.path.get_ident()?), Some(Binding::Host(_))));
        if self.uses_tensors(arg) || !(number || variable && stands_alone(ty)) {
            return None;
        }
        Some(self.host_typed(arg, Some(ty)))
    }

    /// An argument in the form of its parameter; `None` where only rustc knows whether it fits.
    pub(super) fn fitted(
        &mut self,
        kind: &ParamKind,
        binding: Binding,
        param: &str,
        span: Span,
        out: &mut Vec<Leaf>,
    ) -> Option<Binding> {
        let mut each = |this: &mut Self, pack: Pack, kinds: &[ParamKind], parts: Vec<Binding>| {
            let parts = kinds
                .iter()
                .zip(parts)
                .enumerate()
                .map(|(i, (k, b))| this.fitted(k, b, &format!("{param}{}", pack.part(i, 0)), span, out));
            parts.collect::<Vec<_>>().into_iter().collect::<Option<Vec<_>>>()
        };
        Some(match (kind, binding) {
            (ParamKind::Host, host @ Binding::Host(_)) => host,
            (ParamKind::Tensor(t), binding @ (Binding::Tensor(_) | Binding::Other(_))) => {
                let Binding::Tensor(value) = self.tensor_of(binding) else { return None };
                out.push(Leaf { ty: t.ty.clone(), value, param: param.to_owned(), active: t.active, span });
                Binding::Tensor(value)
            }
            (ParamKind::Other(o), other @ Binding::Other(_)) if o.active => other,
            (ParamKind::Group { pack, parts: kinds, .. }, Binding::Group(of, parts))
                if *pack == of && kinds.len() == parts.len() =>
            {
                Binding::Group(of, each(self, of, kinds, parts)?)
            }
            (ParamKind::Slice { part }, Binding::Slice(form)) if self.is_slice_of(part, &form) => {
                Binding::Slice(form)
            }
            _ => return None,
        })
    }

    /// Whether a slice needs no check: nothing is said of the shapes of its items.
    fn is_slice_of(&mut self, kind: &ParamKind, form: &Form) -> bool {
        match (kind, form) {
            (ParamKind::Tensor(t), Form::Tensor(v)) => {
                t.active && t.ty.dims.is_none() && self.expect_elem(*v, &t.ty.elem).is_ok()
            }
            (ParamKind::Group { pack, parts, .. }, Form::Group(of, forms)) => {
                pack == of
                    && parts.len() == forms.len()
                    && parts.iter().zip(forms).all(|(k, f)| self.is_slice_of(k, f))
            }
            _ => false,
        }
    }

    /// The argument without its cotangent, where the callee's signature says `#[constant]`.
    pub(super) fn without_gradient(&mut self, kind: &ParamKind, binding: Binding, span: Span) -> Binding {
        let each = |this: &mut Self, kinds: &[ParamKind], parts: Vec<Binding>| {
            kinds.iter().zip(parts).map(|(k, b)| this.without_gradient(k, b, span)).collect()
        };
        match (kind, binding) {
            (ParamKind::Tensor(t), tensor @ Binding::Tensor(_)) if !t.active && t.ty.elem.is_float() => {
                self.call_bound("stop_gradient", vec![tensor], span)
            }
            (ParamKind::Group { pack, parts: kinds, .. }, Binding::Group(of, parts)) if *pack == of => {
                Binding::Group(of, each(self, kinds, parts))
            }
            (_, binding) => binding,
        }
    }

    /// The value of the body, as its type is declared.
    pub(super) fn result_in_place(
        &mut self,
        kind: &ReturnKind,
        value: Binding,
        at: &TokenStream,
    ) -> Option<Binding> {
        let each = |this: &mut Self, kinds: &[ReturnKind], parts: Vec<Binding>| {
            let parts = kinds.iter().zip(parts).map(|(k, b)| this.result_in_place(k, b, at));
            parts.collect::<Vec<_>>().into_iter().collect::<Option<Vec<_>>>()
        };
        let value =
            if let ReturnKind::Group(Pack::Tuple, _) = kind { self.taken_apart(value) } else { value };
        Some(match (kind, value) {
            (_, Binding::Poison) => Binding::Poison,
            (ReturnKind::Tensor(ty), value) => {
                let Binding::Tensor(v) = self.tensor_of(value) else { return None };
                Binding::Tensor(self.check_type(v, ty, "the result", &ty.written))
            }
            (ReturnKind::Group(pack, kinds), Binding::Other(v)) => {
                let span = self.graph.node(v).span;
                let parts = self.entries(v, *pack, kinds.len(), span);
                Binding::Group(*pack, each(self, kinds, parts)?)
            }
            (ReturnKind::Group(pack, kinds), Binding::Group(of, parts))
                if *pack == of && kinds.len() == parts.len() =>
            {
                Binding::Group(of, each(self, kinds, parts)?)
            }
            (ReturnKind::Host(ty), Binding::Host(v)) if stands_alone(ty) => {
                Binding::Host(self.of_type(v, ty))
            }
            (ReturnKind::Other(_, Some(parts)), Binding::Group(Pack::Complex, of)) => {
                self.check_parts(of, parts, "the result", &parts.written)
            }
            (ReturnKind::Other(..), value) => {
                let v = self.whole(value, at)?;
                Binding::Other(self.of_any_form(v))
            }
            _ => return None,
        })
    }

    /// A host value with its type said, as a return type says it.
    fn of_type(&mut self, value: Value, ty: &Type) -> Value {
        let (h, v) = (hidden("h", 0), hidden("v", 0));
        let known = self.graph.known(value).filter(|known| !matches!(known, Known::Float(_)));
        let expr = quote!({ let #v: #ty = #h; #v });
        let span = self.graph.node(value).span;
        self.host_node(
            HostExpr { expr, binds: vec![h], known, ty: None, runs: Runs::Freely },
            vec![value],
            span,
        )
    }
}

/// The binding from [`Lowerer::fitted`], with other values for its tensors.
pub(super) fn declared(
    kind: &ParamKind,
    binding: Binding,
    values: &mut std::vec::IntoIter<Value>,
) -> Binding {
    let mut each = |kinds: &[ParamKind], parts: Vec<Binding>| {
        kinds.iter().zip(parts).map(|(k, b)| declared(k, b, values)).collect()
    };
    match (kind, binding) {
        (ParamKind::Tensor(_), Binding::Tensor(v)) => Binding::Tensor(values.next().unwrap_or(v)),
        (ParamKind::Group { pack, parts: kinds, .. }, Binding::Group(of, parts)) if *pack == of => {
            Binding::Group(of, each(kinds, parts))
        }
        (_, binding) => binding,
    }
}

/// Whether a type means the same in another function of the module: it names no lifetime. Of generics see `generics`.
fn stands_alone(ty: &Type) -> bool {
    struct Alone(bool);
    impl<'a> Visit<'a> for Alone {
        fn visit_lifetime(&mut self, _: &'a syn::Lifetime) {
            self.0 = false;
        }
        fn visit_type_impl_trait(&mut self, _: &'a syn::TypeImplTrait) {
            self.0 = false;
        }
    }
    let mut alone = Alone(true);
    alone.visit_type(ty);
    alone.0
}
