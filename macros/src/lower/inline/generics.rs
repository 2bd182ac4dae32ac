//! Generic callees: element types are replaced by what the arguments have. What else is generic stays a call.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{GenericArgument, ItemFn, Path, PathArguments};

use crate::error::Errors;
use crate::ir::Elem;
use crate::lower::module::{Given, Inlinable};
use crate::lower::state::{Binding, Form, Lowerer};
use crate::names;
use crate::signature::{self, ParamKind, Signature, elem_of, is_of_elements};

impl Lowerer<'_> {
    /// The types that a path gives for a callee's parameters: `gate::<f32>`. `None`: only rustc knows what is meant.
    pub(super) fn said(callee: &Inlinable, path: &Path) -> Option<Given> {
        let PathArguments::AngleBracketed(args) = &path.segments.last()?.arguments else {
            return Some(Given::new());
        };
        let mut types = callee.item.sig.generics.type_params();
        let mut given = Given::new();
        for arg in &args.args {
            let GenericArgument::Type(ty) = arg else { return None };
            given.insert(types.next()?.ident.to_string(), ty.clone());
        }
        types.next().is_none().then_some(given)
    }

    /// The callee with its type parameters replaced; none where it has none. The outer `None`: it stays a call.
    #[expect(clippy::option_option, reason = "nothing to replace is not the same as nothing to say")]
    pub(super) fn instance(
        &mut self,
        callee: &Rc<Inlinable>,
        said: &Given,
        given: &[Binding],
    ) -> Option<Option<(ItemFn, Signature)>> {
        let generics = &callee.item.sig.generics;
        if generics.const_params().next().is_some() {
            return None;
        }
        let mut elems = Vec::new();
        for name in generics.type_params().map(|t| &t.ident) {
            let elem = match said.get(&name.to_string()) {
                None | Some(syn::Type::Infer(_)) => self.elem_of_arguments(&callee.sig, given, name)?,
                Some(ty) => elem_of(&self.types, ty)?,
            };
            if !stands_for_elements(callee, name) {
                return None;
            }
            elems.push((name, tokens_of(&elem)?));
        }
        if elems.is_empty() {
            return Some(None);
        }
        self.replaced(callee, &elems).map(Some)
    }

    /// The element type of the arguments whose parameters are tensors of `name`.
    fn elem_of_arguments(&self, sig: &Signature, given: &[Binding], name: &Ident) -> Option<Elem> {
        let found = sig.params.iter().zip(given).find_map(|(p, b)| self.elem_within(&p.kind, b, name))?;
        (!matches!(found, Elem::Var(_))).then_some(found)
    }

    fn elem_within(&self, kind: &ParamKind, binding: &Binding, name: &Ident) -> Option<Elem> {
        let is = |elem: &Elem| matches!(elem, Elem::Param(p) if name == p);
        match (kind, binding) {
            (ParamKind::Tensor(t), Binding::Tensor(v)) if is(&t.ty.elem) => Some(self.elem(*v)),
            (ParamKind::Group { parts: kinds, .. }, Binding::Group(_, parts)) => {
                kinds.iter().zip(parts).find_map(|(k, b)| self.elem_within(k, b, name))
            }
            (ParamKind::Slice { part }, Binding::Slice(Form::Tensor(v))) => match &**part {
                ParamKind::Tensor(t) if is(&t.ty.elem) => Some(self.elem(*v)),
                _ => None,
            },
            _ => None,
        }
    }

    fn replaced(&self, callee: &Inlinable, elems: &[(&Ident, TokenStream)]) -> Option<(ItemFn, Signature)> {
        let (attrs, vis, block) = (&callee.item.attrs, &callee.item.vis, &callee.item.block);
        let sig = syn::Signature { generics: syn::Generics::default(), ..callee.item.sig.clone() };
        let text = names::renamed(quote!(#sig #block), &|name| {
            elems.iter().find(|(of, _)| *of == name).map(|(_, elem)| elem.clone())
        });
        let text = quote!(#(#attrs)* #vis #text);
        let mut item: ItemFn = syn::parse2(text).ok()?;
        // Those of the caller are in scope.
        for name in &self.types {
            let name = Ident::new(name, Span::call_site());
            item.sig.generics.params.push(syn::parse_quote!(#name));
        }
        let mut errors = Errors::new();
        let sig = Signature::parse(&mut errors, &callee.sig.args, &item);
        let wrong = errors.forget();
        sig.filter(|_| !wrong).map(|sig| (item, sig))
    }
}

/// Whether a type parameter is named where element types are alone: host code finds its functions by bounds that the
/// caller's type may not have.
fn stands_for_elements(callee: &Inlinable, name: &Ident) -> bool {
    struct Elements<'n> {
        name: &'n Ident,
        found: usize,
    }
    impl Elements<'_> {
        fn first(&mut self, args: &syn::AngleBracketedGenericArguments) {
            let is = |ty: &syn::Type| matches!(ty, syn::Type::Path(p) if p.path.is_ident(self.name));
            if matches!(args.args.first(), Some(GenericArgument::Type(ty)) if is(ty)) {
                self.found += 1;
            }
        }
    }
    impl<'a> Visit<'a> for Elements<'_> {
        fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
            if let (PathArguments::AngleBracketed(args), true) =
                (&segment.arguments, is_of_elements(&segment.ident))
            {
                self.first(args);
            }
            syn::visit::visit_path_segment(self, segment);
        }
        fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
            if let Some(args) = call.turbofish.as_ref().filter(|_| call.method == "cast") {
                self.first(args);
            }
            syn::visit::visit_expr_method_call(self, call);
        }
    }
    let mut elements = Elements { name, found: 0 };
    elements.visit_block(&callee.item.block);
    let in_body = count(callee.item.block.to_token_stream(), name);
    let hosts = callee.sig.params.iter().filter(|p| matches!(p.kind, ParamKind::Host)).map(|p| &p.ty);
    let given = callee.sig.returns.leaves().into_iter().filter_map(|kind| match kind {
        signature::ReturnKind::Host(ty) => Some(&**ty),
        _ => None,
    });
    in_body == elements.found && hosts.chain(given).all(|ty| count(ty.to_token_stream(), name) == 0)
}

fn count(tokens: TokenStream, name: &Ident) -> usize {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => count(group.stream(), name),
        TokenTree::Ident(ident) => usize::from(ident == *name),
        _ => 0,
    });
    each.sum()
}

fn tokens_of(elem: &Elem) -> Option<TokenStream> {
    elem.is_float().then(|| Ident::new(&elem.to_string(), Span::call_site()).to_token_stream())
}
