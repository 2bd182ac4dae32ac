//! A name for each variable: what moves and what does not may have one name in turn.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use quote::format_ident;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Block, ExprClosure, ExprForLoop, ExprIf, ExprLet, ExprWhile, FieldValue, Local, Macro, Pat, PatIdent,
};

use crate::lower::host;
use crate::names;

/// Renames every variable whose name was there before.
pub(super) fn rename(params: impl Iterator<Item = Ident>, block: &mut Block) {
    let mut all = Names { scopes: vec![BTreeMap::new()], taken: BTreeSet::new() };
    params.for_each(|name| {
        all.bind(&name);
    });
    all.visit_block_mut(block);
}

struct Names {
    /// The names in scope, and what they are now.
    scopes: Vec<BTreeMap<String, Ident>>,
    taken: BTreeSet<String>,
}

impl Names {
    /// The name of a new variable.
    fn bind(&mut self, name: &Ident) -> Ident {
        let text = name.to_string();
        let mut own = name.clone();
        let mut count = 2;
        while !self.taken.insert(own.to_string()) {
            own = format_ident!("{}_{count}", text.trim_start_matches("r#"), span = name.span());
            count += 1;
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(names::key(name), own.clone());
        }
        own
    }

    fn found(&self, name: &Ident) -> Option<&Ident> {
        let key = names::key(name);
        self.scopes.iter().rev().find_map(|scope| scope.get(&key))
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(BTreeMap::new());
        visit(self);
        self.scopes.pop();
    }
}

impl VisitMut for Names {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scoped(|names| visit_mut::visit_block_mut(names, block));
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            self.visit_local_init_mut(init);
        }
        self.visit_pat_mut(&mut local.pat);
    }

    /// Where patterns bind, and nothing else has them.
    fn visit_pat_ident_mut(&mut self, pat: &mut PatIdent) {
        if let Some((_, sub)) = &mut pat.subpat {
            self.visit_pat_mut(sub);
        }
        // `None`, `LIMIT`
        if !pat.ident.to_string().starts_with(char::is_uppercase) {
            pat.ident = self.bind(&pat.ident.clone());
        }
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if let Some(own) = path.path.get_ident().and_then(|name| self.found(name)) {
            let own = Ident::new(&own.to_string(), own.span().located_at(span(&path.path)));
            path.path = own.into();
        }
    }

    fn visit_expr_if_mut(&mut self, e: &mut ExprIf) {
        self.scoped(|names| {
            names.visit_expr_mut(&mut e.cond);
            names.visit_block_mut(&mut e.then_branch);
        });
        if let Some((_, other)) = &mut e.else_branch {
            self.visit_expr_mut(other);
        }
    }

    fn visit_expr_while_mut(&mut self, e: &mut ExprWhile) {
        self.scoped(|names| {
            names.visit_expr_mut(&mut e.cond);
            names.visit_block_mut(&mut e.body);
        });
    }

    fn visit_expr_let_mut(&mut self, e: &mut ExprLet) {
        self.visit_expr_mut(&mut e.expr);
        self.visit_pat_mut(&mut e.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, e: &mut ExprForLoop) {
        self.visit_expr_mut(&mut e.expr);
        self.scoped(|names| {
            names.visit_pat_mut(&mut e.pat);
            names.visit_block_mut(&mut e.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.scoped(|names| {
            if let Pat::Guard(guarded) = &mut arm.pat {
                names.visit_pat_mut(&mut guarded.pat);
                names.visit_expr_mut(&mut guarded.guard);
            } else {
                names.visit_pat_mut(&mut arm.pat);
            }
            names.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, e: &mut ExprClosure) {
        self.scoped(|names| {
            e.inputs.iter_mut().for_each(|pat| names.visit_pat_mut(pat));
            names.visit_expr_mut(&mut e.body);
        });
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        // `S { x }` names the field as well.
        if field.colon_token.is_none() {
            field.colon_token = Some(syn::token::Colon::default());
        }
        self.visit_expr_mut(&mut field.expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        host::rename_in_macro(self, mac, |names, name| {
            names.found(name).map(|own| Ident::new(&own.to_string(), name.span()))
        });
    }

    // An item sees no variables.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
}

fn span(path: &syn::Path) -> proc_macro2::Span {
    path.segments.last().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span())
}
