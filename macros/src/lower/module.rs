//! The knowledge that functions of a marked module have of each other: their texts, those of methods, and the fields of
//! structs.

mod text;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{ItemFn, ItemStruct, Type};

use crate::names;
use crate::signature::Signature;
use text::Called;
use types::arguments;

pub(crate) use text::{Calls, Names};
pub(crate) use types::{Given, replaced};

/// The functions of a module whose calls may be inlined.
pub(crate) struct Module {
    pub functions: BTreeMap<String, Rc<Inlinable>>,
    /// Methods by name alone: each type, or one with other arguments, may have one.
    pub methods: BTreeMap<String, Vec<Rc<Inlinable>>>,
    pub structs: BTreeMap<String, ItemStruct>,
    /// The signatures of all marked functions, inlinable or not, as far as they can be read.
    pub marked: BTreeMap<String, Option<Rc<Signature>>>,
}

/// A function whose text may stand in place of a call.
pub(crate) struct Inlinable {
    pub item: ItemFn,
    pub sig: Signature,
    /// The type that it is a method of.
    pub of: Option<Type>,
    /// Nodes of its own graph.
    pub nodes: usize,
    pub names: Names,
}

impl Module {
    pub(crate) fn get(&self, name: &Ident) -> Option<&Rc<Inlinable>> {
        self.functions.get(&names::unmarked(name))
    }

    /// The signature of a differentiable function of the module, inlinable or not.
    pub(crate) fn signature(&self, name: &Ident) -> Option<Rc<Signature>> {
        self.marked.get(&names::unmarked(name)).cloned().flatten()
    }

    /// Whether `item` calls any of them.
    pub(crate) fn is_called_by(&self, item: &ItemFn) -> bool {
        let called = Called::of(item);
        called.functions.iter().any(|name| self.functions.contains_key(name))
            || called.functions.iter().chain(&called.methods).any(|name| self.methods.contains_key(name))
    }

    /// Whether a text takes a derivative of a function of the module: `u::grad(x)?`.
    pub(crate) fn is_derived_by(&self, item: &ItemFn) -> bool {
        let mut derived = Derived::default();
        derived.visit_block(&item.block);
        derived.0.iter().any(|name| self.marked.contains_key(name))
    }

    /// The method `name` of a type, and what its block's parameters are there.
    pub(crate) fn method(&self, ty: &Type, name: &Ident) -> Option<(&Rc<Inlinable>, Given)> {
        let all = self.methods.get(&names::unmarked(name))?;
        let mut fits = all.iter().filter_map(|method| {
            let generics = &method.item.sig.generics;
            Some((method, arguments(generics, method.of.as_ref()?, ty)?))
        });
        let one = fits.next();
        one.filter(|_| fits.next().is_none())
    }

    /// The type of a field of a struct of the module.
    pub(crate) fn field(&self, ty: &Type, member: &str) -> Option<Type> {
        let Type::Path(path) = ty else { return None };
        let of = self.structs.get(&names::unmarked(&path.path.segments.last()?.ident))?;
        let (ident, (_, own, _)) = (&of.ident, of.generics.split_for_impl());
        let whole: Type = syn::parse_quote!(#ident #own);
        let given = arguments(&of.generics, &whole, ty)?;
        let named =
            |(i, f): (usize, &syn::Field)| f.ident.as_ref().map_or(i.to_string(), names::unmarked) == member;
        let field = of.fields.iter().enumerate().find(|(i, f)| named((*i, f)))?.1;
        replaced(&field.ty, &given)
    }

    /// Whether a path names a struct of the module.
    pub(crate) fn is_struct(&self, path: &syn::Path) -> bool {
        path.leading_colon.is_none()
            && path.segments.len() == 1
            && self.structs.contains_key(&names::unmarked(&path.segments[0].ident))
    }
}

/// The names of functions whose transforms a text names: `u::grad(x)?`.
#[derive(Default)]
pub(crate) struct Derived(pub BTreeSet<String>);

impl<'a> Visit<'a> for Derived {
    fn visit_path(&mut self, path: &'a syn::Path) {
        let mut names = path.segments.iter().rev().map(|s| names::unmarked(&s.ident));
        if let (Some(what), Some(of)) = (names.next(), names.next())
            && names::TRANSFORMS.contains(&&*what)
        {
            self.0.insert(of);
        }
        syn::visit::visit_path(self, path);
    }
}

impl Inlinable {
    /// `layer`, `Mlp::forward`
    pub(crate) fn title(&self) -> String {
        let of = match &self.of {
            Some(Type::Path(path)) => path.path.segments.last().map(|s| format!("{}::", s.ident)),
            _ => None,
        };
        of.unwrap_or_default() + &self.sig.name.to_string()
    }
}
