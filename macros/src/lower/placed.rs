//! Parts of variables that are assigned: `s.h = x`, `hs[i] = x`, `states[k].h += x`. The variable stands for another value
//! from then on, which has the rest of the old one.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprBinary, ExprIndex, Member, Stmt, parse_quote};

use super::fields::plain;
use super::literal::at;
use super::operands::indices;
use super::state::{Binding, Form, Lowerer, bare};
use crate::error;
use crate::ir::{Known, List, Made, Make, Op, Pack, Part, Value};
use crate::lower::host::idents;
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

/// Has the indices of a place in variables of our own: it is read and assigned, and they run once, before what changes
/// them.
pub(super) fn named(e: &mut Expr, changed: &[Ident], lets: &mut Vec<Stmt>) {
    for index in indices(e) {
        let stays = match bare(index) {
            Expr::Path(_) => !reads(index, changed),
            e => matches!(e, Expr::Lit(_)),
        };
        if !stays {
            let name = own(format!("entry{}", lets.len()));
            lets.push(parse_quote!(let #name: usize = #index;));
            *index = parse_quote!(#name);
        }
    }
}

/// Whether it names one of those that are changed.
pub(super) fn reads(e: &Expr, changed: &[Ident]) -> bool {
    let mut found = false;
    idents(&e.to_token_stream(), &mut |name| found |= changed.iter().any(|c| names::same(c, name)));
    found
}

/// Finds a host value in a tuple that is changed.
struct Parts<'a, 'g> {
    lowerer: &'a Lowerer<'g>,
    found: Option<(Expr, Value)>,
}

impl Visit<'_> for Parts<'_, '_> {
    fn visit_expr(&mut self, e: &Expr) {
        let changed = match e {
            Expr::Closure(_) => return,
            Expr::Assign(a) => Some(&*a.left),
            Expr::Binary(b) if super::changed::assigns(&b.op) => Some(&*b.left),
            Expr::Reference(r) if r.mutability.is_some() => Some(&*r.expr),
            Expr::MethodCall(c) if !super::changed::is_still(c) => {
                let variable = place(&c.receiver).and_then(|(name, _)| self.lowerer.found(name));
                variable.is_some_and(|v| v.mutable).then_some(&*c.receiver)
            }
            _ => None,
        };
        let found = changed.and_then(|place| self.lowerer.host_in_a_tuple(place));
        self.found = self.found.take().or(found);
        syn::visit::visit_expr(self, e);
    }
}

/// Has a name of ours for a place.
struct In<'n> {
    text: String,
    name: &'n Ident,
}

impl VisitMut for In<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if matches!(e, Expr::Field(_)) && e.to_token_stream().to_string() == self.text {
            let name = self.name;
            *e = parse_quote!(#name);
        } else {
            syn::visit_mut::visit_expr_mut(self, e);
        }
    }
}

impl Lowerer<'_> {
    /// `left = right` of a part of a variable.
    pub(super) fn assign_part(&mut self, left: &Expr, right: Binding) {
        let left = &self.indices_in_turn(left);
        let of_host =
            place(left).and_then(|(name, _)| self.get(name)).is_some_and(|b| matches!(b, Binding::Host(_)));
        if let (true, Expr::Index(_), Binding::Host(_) | Binding::Dim(_)) = (of_host, bare(left), &right) {
            let value = own("value");
            self.declare(&value, right, false);
            return self.host_stmt(&parse_quote!(#left = #value;));
        }
        self.put_part(left, |_, _| right);
    }

    /// `left op= right`, as `left op right`. Rust finds the place of an operator of the user's own first, and that of a
    /// number behind what is on the right.
    pub(super) fn change_part(&mut self, mut value: ExprBinary) {
        let changed = if self.at.is_none() { super::changed::by(&value.right) } else { Vec::new() };
        let mut lets = Vec::new();
        let is_list = self.is_in_a_list(&value.left);
        let number = place(&value.left)
            .and_then(|(name, _)| self.get(name))
            .is_some_and(|b| matches!(b, Binding::Host(_)));
        if !number {
            let mut left = value.left.clone();
            let meets = indices(&mut left).into_iter().find(|i| reads(i, &changed) || self.acts(i));
            if let (Some(index), false, true) = (meets, is_list, self.acts(&value.right)) {
                self.error(error::place_or_value(index));
                return;
            }
            named(&mut value.left, &changed, &mut lets);
            for stmt in &lets {
                self.stmt(stmt);
            }
        }
        // Whether a part of any form is a number, names and literals beside it say.
        let host = !plain(&value.right) && self.at.is_none() && !self.mentions_or_makes(&value.right);
        if host || !changed.is_empty() || number && self.acts(&value.right) {
            let right = self.expr(&value.right);
            let is_host = matches!(right, Binding::Host(_) | Binding::Dim(_));
            let right = self.turn(right, false);
            value.right = parse_quote!(#right);
            if number && is_host {
                let op = super::assign::assigning(&value.op);
                let left = Box::new(self.indices_in_turn(&value.left));
                let whole = Expr::Binary(ExprBinary { op, left, ..value });
                return self.host_stmt(&Stmt::Expr(whole, Some(syn::token::Semi::default())));
            }
        }
        if number {
            named(&mut value.left, &[], &mut lets);
            for stmt in &lets {
                self.stmt(stmt);
            }
        }
        let left = value.left.clone();
        self.put_part(&left, |this, _| this.expr(&Expr::Binary(value)));
    }

    /// A place with names of ours for its indices, as far as blocks in them ask tensors that they compute.
    fn indices_in_turn(&mut self, left: &Expr) -> Expr {
        let mut left = left.clone();
        let indices = indices(&mut left);
        if let Some(last) = indices.iter().rposition(|i| self.asks_in_blocks(i)) {
            for index in indices.into_iter().take(last + 1) {
                let value = self.expr(index);
                let name = self.turn(value, false);
                *index = parse_quote!(#name);
            }
        }
        left
    }

    /// An index that a jump on the right was in the way of, where the place is not known to be in a list of tensors.
    pub(super) fn undecided_index(&self, left: &Expr) -> Option<Expr> {
        let mut place = left.clone();
        let ours = |e: &&mut Expr| matches!(&**e, Expr::Path(p) if p.path.get_ident().is_some_and(|i| i.to_string().starts_with(super::spread::ENTRY)));
        let index = indices(&mut place).into_iter().find(ours)?.clone();
        (!self.is_in_a_list(left)).then_some(index)
    }

    /// Whether a place is a tensor in a list of tensors for certain.
    fn is_in_a_list(&self, left: &Expr) -> bool {
        let Some((name, steps)) = place(left) else { return false };
        let mut binding = self.get(name);
        for step in &steps {
            binding = match (binding, step) {
                (Some(Binding::Group(Pack::Tuple, parts)), Step::Member(Member::Unnamed(i))) => {
                    parts.get(i.index as usize)
                }
                // The items of a list are of one type.
                (Some(Binding::Group(Pack::Array, items)), Step::Entry(_)) => {
                    items.iter().find(|item| matches!(item, Binding::Tensor(_))).or(items.first())
                }
                (Some(Binding::Slice(_)), _) => return true,
                _ => None,
            };
        }
        matches!(binding, Some(Binding::Tensor(_)))
    }

    /// A host value in a tuple that `e` changes, as a variable of ours: the place, the variable, and `e` with it.
    pub(crate) fn part_changed_by(&mut self, e: &Expr) -> Option<(Expr, Ident, Expr)> {
        if self.at.is_some() {
            return None;
        }
        let mut parts = Parts { lowerer: self, found: None };
        parts.visit_expr(e);
        let (place, value) = parts.found?;
        let name = self.turn(Binding::Host(value), true);
        let mut e = e.clone();
        In { text: place.to_token_stream().to_string(), name: &name }.visit_expr_mut(&mut e);
        Some((place, name, e))
    }

    /// Puts the variable back where it came from.
    pub(crate) fn put_back(&mut self, place: &Expr, name: &Ident) {
        if let Some(value) = self.get(name).cloned() {
            self.put_part(place, |_, _| value);
        }
    }

    fn host_in_a_tuple(&self, e: &Expr) -> Option<(Expr, Value)> {
        match e {
            Expr::Field(f) => match (self.binding_at(&f.base), self.binding_at(e)) {
                (Some(Binding::Group(Pack::Tuple, _)), Some(Binding::Host(v))) => Some((e.clone(), *v)),
                _ => self.host_in_a_tuple(&f.base),
            },
            Expr::Index(ExprIndex { expr, .. })
            | Expr::Paren(syn::ExprParen { expr, .. })
            | Expr::Group(syn::ExprGroup { expr, .. }) => self.host_in_a_tuple(expr),
            _ => None,
        }
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
            (Binding::Group(Pack::Tuple, mut parts), Step::Member(Member::Unnamed(i))) => {
                let part = parts.get_mut(i.index as usize)?;
                *part = self.with_part(part.clone(), rest, new, left)?;
                Some(Binding::Group(Pack::Tuple, parts))
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
            (Binding::Group(Pack::Array, mut items), Step::Entry(i)) => {
                let known = match self.known_of(&i.index) {
                    Some(Known::Int(d)) => d.as_int().and_then(|n| usize::try_from(n).ok()),
                    _ => None,
                };
                if let Some(item) = known.and_then(|n| items.get_mut(n)) {
                    *item = self.with_part(item.clone(), rest, new, left)?;
                    return Some(Binding::Group(Pack::Array, items));
                }
                let list = if items.iter().any(|item| matches!(item, Binding::Other(_))) {
                    self.of_any_items(Binding::Group(Pack::Array, items), left).map(Binding::Other)
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
