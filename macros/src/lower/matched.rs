//! `match` and `if let` on what may hold tensors: options, enums, fields of structs.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, Member, Pat};

use super::{Binding, Lowerer};
use crate::error;
use crate::ir::{HostExpr, Op, Part, Runs, Ty, Value};
use crate::names::own;

impl Lowerer<'_> {
    /// The value that is matched, where only rustc knows what it is.
    pub(super) fn open_scrutinee(&mut self, e: &Expr) -> Option<Value> {
        if self.at.is_some() || self.mentions(e).is_none() {
            return None;
        }
        let place = match super::bare(e) {
            Expr::MethodCall(c) if c.args.is_empty() && (c.method == "as_ref" || c.method == "clone") => {
                super::bare(&c.receiver)
            }
            e => e,
        };
        match place {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) if self.is_open(place) => {
                match self.expr(place) {
                    Binding::Other(v) => Some(v),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Binds what a pattern takes out of the scrutinee: the fields of one variant.
    pub(super) fn bind_parts(&mut self, pat: &Pat) {
        let mut found = Vec::new();
        if Self::parts_of_variant(pat, &mut found) {
            for (name, part) in found {
                self.bind_part(&name, part);
            }
            return;
        }
        self.error(error::nested_pattern(pat));
        let mut names = Vec::new();
        super::pattern::idents(pat, &mut names);
        for (name, _) in names {
            self.declare(&name, Binding::Poison, false);
        }
    }

    fn bind_part(&mut self, name: &Ident, part: Option<String>) {
        let Some(Binding::Other(of)) = self.get(&own("scrutinee")).cloned() else { return };
        let Some(part) = part else {
            return self.declare(name, Binding::Other(of), false);
        };
        let expr = name.to_token_stream();
        let host = HostExpr { expr, binds: vec![], known: None, ty: None, runs: Runs::Freely };
        let host = self.host_node(host, vec![], name.span());
        let v = self.push(Op::Part(Part::Bound(part)), vec![of, host], Ty::Other, name.span());
        self.graph.nodes[v.ix()].name = Some(name.to_string());
        self.declare(name, Binding::Other(v), false);
    }

    /// The names that a pattern binds, each with the variant and the field that it is, or none for the whole. `false`:
    /// it looks deeper than that.
    fn parts_of_variant(pat: &Pat, found: &mut Vec<(Ident, Option<String>)>) -> bool {
        let mut each = |variant: &syn::Path, field: &dyn std::fmt::Display, pat: &Pat| -> bool {
            let variant = variant.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            match name_of(pat) {
                Some(name) => {
                    found.push((name.clone(), Some(format!("{variant}__{field}"))));
                    true
                }
                None => binds_nothing(pat),
            }
        };
        match pat {
            Pat::Paren(p) => Self::parts_of_variant(&p.pat, found),
            Pat::Reference(p) => Self::parts_of_variant(&p.pat, found),
            Pat::TupleStruct(p) => {
                let plain = !p.elems.iter().any(|e| matches!(e, Pat::Rest(_)));
                let all = p.elems.iter().enumerate();
                plain && all.fold(true, |ok, (i, e)| each(&p.path, &i, e) && ok)
            }
            Pat::Struct(p) => p.fields.iter().all(|f| match &f.member {
                Member::Named(name) => {
                    let text = name.to_string();
                    each(&p.path, &text.trim_start_matches("r#"), &f.pat)
                }
                Member::Unnamed(i) => each(&p.path, &i.index, &f.pat),
            }),
            Pat::Ident(p) if p.subpat.is_none() && is_variable(&p.ident) => {
                found.push((p.ident.clone(), None));
                true
            }
            pat => binds_nothing(pat),
        }
    }
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Paren(p) => name_of(&p.pat),
        Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() && is_variable(&p.ident) => Some(&p.ident),
        _ => None,
    }
}

/// Constants and variants begin with a capital letter.
fn is_variable(name: &Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

fn binds_nothing(pat: &Pat) -> bool {
    let mut names = Vec::new();
    super::pattern::idents(pat, &mut names);
    names.iter().all(|(name, _)| !is_variable(name))
}
