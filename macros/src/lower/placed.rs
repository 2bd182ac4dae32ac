//! Parts of variables that are assigned: `s.h = x`, `hs[i] = x`, `states[k].h += x`. The variable stands for another value
//! from then on, which has the rest of the old one.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprBinary, ExprIndex, Member, Stmt, parse_quote};

use super::literal::at;
use super::{Binding, Form, Lowerer, bare};
use crate::error;
use crate::ir::{Known, List, Made, Make, Op, Part, Value};
use crate::names::{self, own};

/// One step down to a part.
pub(super) enum Step<'e> {
    Member(&'e Member),
    Entry(&'e ExprIndex),
}

/// The variable of a place, and the way down from there.
pub(super) fn place(e: &Expr) -> Option<(&Ident, Vec<Step<'_>>)> {
    let (mut steps, mut base) = (Vec::new(), bare(e));
    loop {
        match base {
            Expr::Field(f) => {
                steps.push(Step::Member(&f.member));
                base = bare(&f.base);
            }
            Expr::Index(i) => {
                steps.push(Step::Entry(i));
                base = bare(&i.expr);
            }
            Expr::Path(p) => {
                steps.reverse();
                return p.path.get_ident().map(|name| (name, steps));
            }
            _ => return None,
        }
    }
}

/// Has the indices of a place in variables of our own: it is read and assigned, and they run once.
fn named(e: &mut Expr, lets: &mut Vec<Stmt>) {
    match e {
        Expr::Field(f) => named(&mut f.base, lets),
        Expr::Paren(p) => named(&mut p.expr, lets),
        Expr::Index(i) => {
            named(&mut i.expr, lets);
            if !matches!(bare(&i.index), Expr::Path(_) | Expr::Lit(_)) {
                let (name, index) = (own(format!("entry{}", lets.len())), &i.index);
                lets.push(parse_quote!(let #name: usize = #index;));
                i.index = parse_quote!(#name);
            }
        }
        _ => {}
    }
}

impl Lowerer<'_> {
    /// `left = right` of a part of a variable.
    pub(super) fn assign_part(&mut self, left: &Expr, right: Binding) {
        let of_host =
            place(left).and_then(|(name, _)| self.get(name)).is_some_and(|b| matches!(b, Binding::Host(_)));
        if let (true, Expr::Index(_), Binding::Host(_) | Binding::Dim(_)) = (of_host, bare(left), &right) {
            let value = own("value");
            self.declare(&value, right, false);
            return self.host_stmt(&parse_quote!(#left = #value;));
        }
        self.put_part(left, |_, _| right);
    }

    /// `left op= right`, as `left op right`.
    pub(super) fn change_part(&mut self, mut value: ExprBinary) {
        let mut lets = Vec::new();
        named(&mut value.left, &mut lets);
        for stmt in &lets {
            self.stmt(stmt);
        }
        let left = value.left.clone();
        self.put_part(&left, |this, _| this.expr(&Expr::Binary(value)));
    }

    /// The variable of `left` with a new part.
    pub(super) fn put_part(&mut self, left: &Expr, new: impl FnOnce(&mut Self, Binding) -> Binding) {
        let found = place(left).and_then(|(name, steps)| {
            let old = self.get(name)?.clone();
            let value = self.with_part(old.clone(), &steps, new, left)?;
            self.set(name, &old, value, left.span());
            Some(())
        });
        if found.is_none() {
            self.error(error::assign_target(left));
        }
    }

    /// `old` with another value at the end of the way through `steps`. `None`: there is no such place.
    fn with_part(
        &mut self,
        old: Binding,
        steps: &[Step<'_>],
        new: impl FnOnce(&mut Self, Binding) -> Binding,
        left: &Expr,
    ) -> Option<Binding> {
        let [step, rest @ ..] = steps else { return Some(new(self, old)) };
        match (old, step) {
            (Binding::Poison, _) => Some(Binding::Poison),
            (Binding::Tuple(mut parts), Step::Member(Member::Unnamed(i))) => {
                let part = parts.get_mut(i.index as usize)?;
                *part = self.with_part(part.clone(), rest, new, left)?;
                Some(Binding::Tuple(parts))
            }
            (Binding::Host(v) | Binding::Other(v), Step::Member(member)) => {
                let whole = self.of_any_form(v);
                let part = self.field_of(&Binding::Other(whole), member);
                let right = self.with_part(part, rest, new, left)?;
                let Some((right, loose)) = self.loosely(right, left) else { return Some(Binding::Poison) };
                let parts = vec![((*member).clone(), Part::Field(names::member(member)))];
                let loose = loose.then_some(0).into_iter().collect();
                let make = Make { loose, ..Make::new(Made::Copy, parts, true) };
                Some(Binding::Other(self.make_value(make, vec![right, whole], left.span())))
            }
            (Binding::List(mut items), Step::Entry(i)) => {
                let known = match self.known_of(&i.index) {
                    Some(Known::Int(d)) => d.as_int().and_then(|n| usize::try_from(n).ok()),
                    _ => None,
                };
                if let Some(item) = known.and_then(|n| items.get_mut(n)) {
                    *item = self.with_part(item.clone(), rest, new, left)?;
                    return Some(Binding::List(items));
                }
                let list = if items.iter().any(|item| matches!(item, Binding::Other(_))) {
                    self.of_any_items(Binding::List(items), left).map(Binding::Other)
                } else {
                    self.at_run_time(items, left)
                };
                match list {
                    Some(list) => self.with_part(list, steps, new, left),
                    None => Some(Binding::Poison),
                }
            }
            (Binding::Slice(form), Step::Entry(i)) => {
                let Some((key, index)) = self.slice_key(i) else { return Some(Binding::Poison) };
                let item = self.slice_item(&form, key, index, i.bracket_token.span.join());
                let item = self.with_part(item, rest, new, left)?;
                let item = self.item_for(item, Some(&form), left);
                let put = item.and_then(|item| self.with_item_at(&form, item, index, left.span()));
                Some(put.map_or(Binding::Poison, Binding::Slice))
            }
            (Binding::Host(v) | Binding::Other(v), Step::Entry(i)) => {
                let whole = self.of_any_form(v);
                let (item, index) = self.item_at(whole, &i.index)?;
                let right = self.with_part(Binding::Other(item), rest, new, left)?;
                let Some((right, loose)) = self.loosely(right, left) else { return Some(Binding::Poison) };
                let loose = loose.then_some(0).into_iter().collect();
                let make = Make { loose, ..Make::new(Made::Placed, vec![(at(0), Part::Item)], true) };
                Some(Binding::Other(self.make_value(make, vec![right, index, whole], left.span())))
            }
            (Binding::Tensor(_), Step::Entry(_)) => Some(self.error(error::assigned_element(left))),
            _ => None,
        }
    }

    /// Lists with another item in place `i`.
    fn with_item_at(&mut self, form: &Form, item: Binding, i: Value, span: Span) -> Option<Form> {
        self.with_each(form, item, span, &mut |this, list, item| {
            let same = matches!(this.graph.node(item).op, Op::List(List::Item))
                && this.graph.node(item).args == [list, i];
            if same {
                return Binding::Slice(Form::Tensor(list));
            }
            this.calling("index", |this| this.op(Op::List(List::Set), vec![list, item, i], span))
        })
    }
}
