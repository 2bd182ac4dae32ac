//! The types of what methods are called on, as far as the texts of the module say them. Nothing else rests on them: a call
//! whose receiver's type is not known stays one.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::{Expr, GenericArgument, Pat, Path, PathArguments, Type};

use crate::lower::drawn::is_key;
use crate::lower::module::{self, Given, Inlinable, Module};
use crate::lower::state::Lowerer;
use crate::names;
use crate::signature::{result_of, strip};

impl Lowerer<'_> {
    /// The type that a variable was declared with.
    pub(in crate::lower) fn type_name(&mut self, name: &Ident, ty: &Type) {
        if let Some(variable) = self.variable(name) {
            variable.ty = Some(Rc::new(core(ty).clone()));
            variable.lent |= matches!(strip(ty), Type::Reference(_));
        }
    }

    /// As [`Self::type_name`], for each name that a pattern binds.
    pub(in crate::lower) fn type_names(&mut self, pat: &Pat, ty: Option<Type>) {
        let Some(ty) = ty else { return };
        match (pat, core(&ty)) {
            (Pat::Ident(p), ty) if p.subpat.is_none() => self.type_name(&p.ident, ty),
            (Pat::Paren(p), ty) => self.type_names(&p.pat, Some(ty.clone())),
            (Pat::Reference(p), ty) => self.type_names(&p.pat, Some(ty.clone())),
            (Pat::Tuple(p), Type::Tuple(t)) if p.elems.len() == t.elems.len() => {
                for (p, ty) in p.elems.iter().zip(&t.elems) {
                    self.type_names(p, Some(ty.clone()));
                }
            }
            (Pat::Slice(p), ty) => p.elems.iter().for_each(|p| self.type_names(p, item_type(ty, "Vec"))),
            (Pat::TupleStruct(p), ty) if p.path.is_ident("Some") => {
                for p in &p.elems {
                    self.type_names(p, item_type(ty, "Option"));
                }
            }
            (Pat::Struct(p), ty) => {
                for f in &p.fields {
                    self.type_names(&f.pat, self.type_of_field(ty, &names::member(&f.member)));
                }
            }
            (Pat::TupleStruct(p), ty) => {
                for (i, p) in p.elems.iter().take_while(|p| !matches!(p, Pat::Rest(_))).enumerate() {
                    self.type_names(p, self.type_of_field(ty, &i.to_string()));
                }
            }
            _ => {}
        }
    }

    pub(in crate::lower) fn type_of_name(&self, name: &Ident) -> Option<Type> {
        self.found(name)?.ty.as_deref().cloned()
    }

    pub(in crate::lower) fn type_of_field(&self, ty: &Type, field: &str) -> Option<Type> {
        let ty = unboxed(ty);
        match ty {
            Type::Tuple(t) => t.elems.get(field.parse::<usize>().ok()?).map(|ty| core(ty).clone()),
            ty => self.module_of(ty)?.field(ty, field).map(|ty| core(&ty).clone()),
        }
    }

    /// The function of the module that a path names, and what is said of its parameters.
    pub(super) fn function_of(&self, path: &Path) -> Option<(&Rc<Inlinable>, Given)> {
        let unit = self.unit.as_ref().filter(|_| path.leading_colon.is_none())?;
        match path.segments.iter().collect::<Vec<_>>()[..] {
            [of, method] if of.ident != "self" => {
                let found = self.method_of(&syn::parse_quote!(#of), &method.ident);
                found.filter(|_| method.arguments.is_none())
            }
            [name] | [_, name] => {
                let callee = unit.module.get(&name.ident)?;
                Some((callee, Self::said(callee, path)?))
            }
            _ => None,
        }
    }

    /// The method of the module that rustc finds for a type.
    pub(super) fn method_of(&self, ty: &Type, name: &Ident) -> Option<(&Rc<Inlinable>, Given)> {
        let ty = unboxed(ty);
        self.module_of(ty)?.method(ty, name)
    }

    /// A parameter of the function hides a type of the module.
    fn module_of(&self, ty: &Type) -> Option<&Module> {
        let hidden = |name: &Ident| self.types.iter().any(|t| name == t);
        let is_param = matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(hidden));
        self.unit.as_ref().filter(|_| !is_param).map(|unit| &*unit.module)
    }

    /// `None` where nothing says it.
    pub(in crate::lower) fn type_of(&self, e: &Expr) -> Option<Type> {
        Some(match e {
            Expr::Paren(p) => self.type_of(&p.expr)?,
            Expr::Group(g) => self.type_of(&g.expr)?,
            Expr::Reference(r) => self.type_of(&r.expr)?,
            Expr::Try(t) => self.type_of(&t.expr)?,
            Expr::Path(p) => self.type_of_name(p.path.get_ident()?)?,
            Expr::Field(f) => self.type_of_field(&self.type_of(&f.base)?, &names::member(&f.member))?,
            Expr::Index(i) if !matches!(*i.index, Expr::Range(_)) => {
                item_type(unboxed(&self.type_of(&i.expr)?), "Vec")?
            }
            Expr::MethodCall(c) if c.args.is_empty() && c.method == "clone" => self.type_of(&c.receiver)?,
            Expr::MethodCall(c) if c.method == "fold" && c.args.len() == 1 => {
                self.type_of(&c.receiver).filter(is_key)?
            }
            Expr::MethodCall(c) if c.method == "split" && c.args.is_empty() => {
                let key = self.type_of(&c.receiver).filter(is_key)?;
                syn::parse_quote!([#key])
            }
            Expr::MethodCall(c) => {
                let (callee, given) = self.method_of(&self.type_of(&c.receiver)?, &c.method)?;
                result(callee, &given)?
            }
            Expr::Call(c) => {
                let Expr::Path(p) = &*c.func else { return None };
                if let [.., of, made] = &p.path.segments.iter().collect::<Vec<_>>()[..]
                    && (of.ident == "Key" && made.ident == "new")
                {
                    return Some(syn::parse_quote!(Key));
                }
                let (callee, given) = self.function_of(&p.path)?;
                result(callee, &given)?
            }
            Expr::Struct(s) if self.unit.as_ref()?.module.is_struct(&s.path) => {
                let path = &s.path;
                syn::parse_quote!(#path)
            }
            _ => return None,
        })
    }
}

/// The type that a call of it gives, without references.
fn result(callee: &Inlinable, given: &Given) -> Option<Type> {
    let syn::ReturnType::Type(_, ty) = &callee.item.sig.output else { return None };
    let ty = core(result_of(ty).unwrap_or(ty));
    let mut whole = given.clone();
    // What the arguments decide.
    for param in callee.item.sig.generics.type_params() {
        whole.entry(param.ident.to_string()).or_insert_with(|| syn::parse_quote!(_));
    }
    module::replaced(ty, &whole)
}

/// The type of the items of a slice, an array, or what is called `of`.
pub(in crate::lower) fn item_type(ty: &Type, of: &str) -> Option<Type> {
    let item = match ty {
        Type::Slice(s) => &*s.elem,
        Type::Array(a) => &*a.elem,
        Type::Path(p) => {
            let last = p.path.segments.last().filter(|s| s.ident == of)?;
            let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
            match args.args.first()? {
                GenericArgument::Type(ty) => ty,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(core(item).clone())
}

/// The type without references.
fn core(ty: &Type) -> &Type {
    match strip(ty) {
        Type::Reference(r) => core(&r.elem),
        ty => ty,
    }
}

/// The type in which fields and methods are looked for.
fn unboxed(ty: &Type) -> &Type {
    if let Type::Path(p) = ty
        && let Some(last) = p.path.segments.last().filter(|s| s.ident == "Box")
        && let PathArguments::AngleBracketed(args) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = args.args.first()
    {
        return unboxed(core(inner));
    }
    ty
}
