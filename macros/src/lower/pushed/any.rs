//! `Vec`s that structs and the like are pushed to: only rustc knows what they hold.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::error;
use crate::ir::{HostExpr, Made, Op, Pack, Ty, Value};
use crate::lower::inline::item_type;
use crate::lower::state::{Binding, Lowerer, bare, describe};
use crate::signature::is_tensor;

impl Lowerer<'_> {
    /// Whether an item is no tensor, and no tuple or array of them, as far as the text says it.
    pub(super) fn is_of_any_form(&self, item: &Binding, list: Option<&Type>, e: &Expr) -> bool {
        match (item, bare(e)) {
            (Binding::Group(Pack::Tuple, parts), Expr::Tuple(t)) if parts.len() == t.elems.len() => {
                let is_host = |part: &Binding| matches!(part, Binding::Host(_) | Binding::Dim(_));
                let mut parts = parts.iter().zip(&t.elems);
                parts.any(|(part, e)| is_host(part) || self.is_of_any_form(part, None, e))
            }
            (Binding::Other(v), e) => {
                let is_made = matches!(&self.graph.node(*v).op, Op::Make(make) if matches!(make.what, Made::Struct(_) | Made::Call(_)));
                let ty = list.and_then(|ty| item_type(ty, "Vec")).or_else(|| self.type_of(e));
                is_made || ty.is_some_and(|ty| matches!(ty, Type::Path(_)) && !is_tensor(&ty))
            }
            // A list of lists.
            (Binding::Slice(_), _) => true,
            _ => false,
        }
    }

    /// A push to a list of which only rustc knows what it holds.
    pub(super) fn push_any(
        &mut self,
        name: &Ident,
        list: Binding,
        item: Binding,
        c: &syn::ExprMethodCall,
    ) -> Binding {
        let span = c.method.span();
        let list = match list {
            Binding::Host(v) if !self.is_new(v) => return self.error(error::push_to_any(name)),
            Binding::Slice(_) => return self.error(error::pushed(&c.args[0], describe(&item))),
            list => match self.of_any_items(list, c) {
                Some(list) => list,
                None => return Binding::Poison,
            },
        };
        let Some(item) = self.whole(item, &c.args[0]) else { return Binding::Poison };
        let item = if self.graph.node(item).ty == Ty::Host { self.of_any_form(item) } else { item };
        let list = self.pushed(list, item, span);
        if let Some(variable) = self.variable(name) {
            variable.binding = Binding::Other(list);
        }
        Binding::Unit
    }

    /// A `Vec` as a list of which only rustc knows what it holds.
    pub(in crate::lower) fn of_any_items(&mut self, list: Binding, e: &impl ToTokens) -> Option<Value> {
        match list {
            Binding::Host(v) | Binding::Other(v) => Some(self.of_any_form(v)),
            Binding::Group(Pack::Array, items) => {
                let expr = quote!(__rt::Vec::new());
                let none = HostExpr::plain(expr);
                let none = self.host_node(none, vec![], e.span());
                items.into_iter().try_fold(self.of_any_form(none), |list, item| {
                    let item = self.whole(item, e)?;
                    Some(self.pushed(list, item, e.span()))
                })
            }
            _ => None,
        }
    }
}
