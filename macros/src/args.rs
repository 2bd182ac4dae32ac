//! The attribute's arguments: `#[differentiable(order = 2, vjp = rule, jvp = rule, name = ident, budget = "..", float = f64, vmap(x, y), jacobian, crate = path)]`.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Meta, MetaNameValue, Token};

use crate::error::{self, Errors};

mod method;

pub(crate) use method::{Method, Place};

const OPTIONS: &str =
    "`order`, `vjp`, `jvp`, `name`, `budget`, `float`, `vmap`, `jacobian`, `inherent` and `crate`";

#[derive(Clone)]
pub(crate) struct Args {
    /// How often the function can be differentiated: 1, or 2 for `hvp`.
    pub order: u32,
    /// The function that is the reverse rule, where the body has none of its own.
    pub vjp: Option<syn::Path>,
    /// The forward rule.
    pub jvp: Option<syn::Path>,
    /// The type beside the function, where it must not have the function's name.
    pub name: Option<syn::Ident>,
    /// Upper bound of the residuals' bytes, an expression in the named dims.
    pub budget: Option<syn::LitStr>,
    /// The float type of what nothing else says: of fields, where the signature names no tensor.
    pub float: Option<syn::Ident>,
    /// Where the runtime crate is, for users who rename it.
    pub krate: Option<syn::Path>,
    /// The transforms of a trait's methods are methods of the type: the trait knows nothing of them.
    pub inherent: Option<syn::Path>,
    /// The parameters that have the axis of the batch in `vmap`.
    pub vmap: Vec<syn::Ident>,
    /// Its Jacobian and its Hessian are made at once.
    pub jacobian: Option<syn::Path>,
    /// It is a method.
    pub method: Option<Rc<Method>>,
    /// It is the twin of a function of numbers.
    pub numbers: bool,
    /// Bodies of its module take its gradient.
    pub derived: bool,
}

impl Default for Args {
    fn default() -> Self {
        Self {
            order: 1,
            vjp: None,
            jvp: None,
            name: None,
            budget: None,
            float: None,
            krate: None,
            inherent: None,
            vmap: Vec::new(),
            jacobian: None,
            method: None,
            numbers: false,
            derived: false,
        }
    }
}

impl Args {
    /// These, with what is said around them.
    pub(crate) fn over(self, outer: &Self) -> Self {
        Self {
            order: self.order.max(outer.order),
            krate: self.krate.or_else(|| outer.krate.clone()),
            float: self.float.or_else(|| outer.float.clone()),
            ..self
        }
    }

    pub(crate) fn parse(errors: &mut Errors, tokens: TokenStream) -> Self {
        let mut args = Self::default();
        let metas = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(metas) => metas,
            Err(e) => {
                errors.push(e);
                return args;
            }
        };
        let mut seen = Vec::new();
        for meta in metas {
            let path = meta.path();
            let key = path.to_token_stream().to_string();
            if seen.contains(&key) {
                errors.push(error::option_twice(path));
                continue;
            }
            match &meta {
                Meta::List(list) if key == "vmap" => {
                    let names = |input: ParseStream<'_>| {
                        Punctuated::<_, Token![,]>::parse_terminated_with(input, syn::Ident::parse_any)
                    };
                    match list.parse_args_with(names) {
                        Ok(names) if !names.is_empty() => args.vmap = names.into_iter().collect(),
                        _ => errors.push(error::vmap_value(list)),
                    }
                }
                meta if key == "vmap" => errors.push(error::vmap_value(meta)),
                Meta::NameValue(MetaNameValue { path, value, .. }) => args.set(errors, &key, path, value),
                Meta::Path(path) if key == "inherent" => args.inherent = Some(path.clone()),
                Meta::Path(path) if key == "jacobian" => args.jacobian = Some(path.clone()),
                meta if ["order", "vjp", "jvp", "name", "budget", "float", "crate"].contains(&&*key) => {
                    errors.push(error::option_value(meta, &key));
                }
                meta => errors.push(error::unknown_option(meta.path(), OPTIONS)),
            }
            seen.push(key);
        }
        if let (None, Some(jvp)) = (&args.vjp, &args.jvp) {
            errors.push(error::lone_jvp(jvp));
        }
        args
    }

    /// Where there is no `vmap`.
    pub(crate) fn without_vmap(&self, errors: &mut Errors) {
        if let Some(name) = self.vmap.first() {
            errors.push(error::vmap_stands(name));
        }
    }

    fn set(&mut self, errors: &mut Errors, key: &str, path: &syn::Path, value: &Expr) {
        match key {
            "order" => match value {
                Expr::Lit(ExprLit { lit: Lit::Int(n), .. }) if matches!(n.base10_digits(), "1" | "2") => {
                    self.order = if n.base10_digits() == "2" { 2 } else { 1 };
                }
                _ => errors.push(error::order_value(value)),
            },
            "name" => match value {
                Expr::Path(p) if p.path.get_ident().is_some() => self.name = p.path.get_ident().cloned(),
                _ => errors.push(error::name_value(value)),
            },
            "budget" => match value {
                Expr::Lit(ExprLit { lit: Lit::Str(s), .. }) => self.budget = Some(s.clone()),
                _ => errors.push(error::budget_value(value)),
            },
            "float" => match value {
                Expr::Path(p) if p.path.get_ident().is_some() => self.float = p.path.get_ident().cloned(),
                _ => errors.push(error::float_value(value)),
            },
            "crate" => match value {
                Expr::Path(p) if !is_relative(&p.path) => self.krate = Some(p.path.clone()),
                _ => errors.push(error::crate_value(value)),
            },
            "vjp" | "jvp" => match value {
                Expr::Path(p) if p.qself.is_none() => {
                    let rule = if key == "vjp" { &mut self.vjp } else { &mut self.jvp };
                    *rule = Some(p.path.clone());
                }
                _ => errors.push(error::rule_value(value, key)),
            },
            _ => errors.push(error::unknown_option(path, OPTIONS)),
        }
    }
}

/// Emitted code uses the path from more than one module.
fn is_relative(path: &syn::Path) -> bool {
    path.segments.first().is_some_and(|s| s.ident == "self" || s.ident == "super")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(tokens: TokenStream) -> Vec<String> {
        let mut errors = Errors::new();
        Args::parse(&mut errors, tokens);
        errors.messages()
    }

    #[test]
    fn options_are_read() {
        let mut errors = Errors::new();
        let args = Args::parse(
            &mut errors,
            quote::quote!(order = 2, name = loss_, budget = "8*B", crate = ::my::ct),
        );
        assert!(errors.is_empty());
        assert_eq!(args.order, 2);
        assert_eq!(args.name.map(|n| n.to_string()).as_deref(), Some("loss_"));
        assert_eq!(args.budget.map(|b| b.value()).as_deref(), Some("8*B"));
        assert!(args.krate.is_some());
    }

    #[test]
    fn slips_are_reported_together() {
        let found = messages(quote::quote!(order = 3, name = "x", ordr = 2, order = 1, vjp = 3, budget));
        assert_eq!(found.len(), 6, "{found:#?}");
        assert!(found[0].starts_with("the order of differentiation is `1` or `2`"));
        assert!(found[3].contains("given twice"));
    }
}
