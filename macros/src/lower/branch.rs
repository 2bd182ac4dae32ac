//! `if` on host values, over tensors, and what arms make as one value.

use std::rc::Rc;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Stmt};

use super::region::{Lowered, leaves, rebound};
use super::state::{Binding, Form, Lowerer, describe};
use crate::error;
use crate::ir::{Branch, Head, HostExpr, Op, Pack, Part, Passed, Runs, Tie, Ty, Value, joined};

/// Chains of fewer conditions are as they are.
const LONG: usize = 8;

impl Lowerer<'_> {
    pub(super) fn if_expr(&mut self, i: &syn::ExprIf) -> Binding {
        if let Expr::Let(l) = &*i.cond {
            return self.if_let(i, l);
        }
        if let Some(e) = Self::unchained(i) {
            return self.expr(&e);
        }
        if let Some(m) = self.chained(i) {
            return self.match_expr(&m);
        }
        if let Some(cond) = self.blocks_in_turn(&i.cond) {
            return self.if_expr(&syn::ExprIf { cond: Box::new(cond), ..i.clone() });
        }
        if self.uses_tensors(&i.cond) {
            return self.undecided(&i.cond);
        }
        let condition = self.host(&i.cond);
        let text = [i.then_branch.to_token_stream(), else_tokens(i)].into_iter().collect();
        let captured = self.captured(&text);
        let then = self.region(&captured, |this| this.stmts(&i.then_branch.stmts));
        let other = self.region(&captured, |this| match &i.else_branch {
            Some((_, e)) => this.expr(e),
            None => Binding::Unit,
        });
        let mut arms = vec![then, other];
        arms[0].region.diverges = diverges(&i.then_branch.stmts);
        arms[1].region.diverges = i.else_branch.as_ref().is_some_and(|(_, e)| never(e));
        self.joined(Head::If, condition, &captured, arms, i.if_token.span)
    }

    /// A long chain of `else if`s as one `match` on the number of the arm, where all that decides is host code that leaves
    /// variables as they are. Each `else` as a branch within another would be lowered and differentiated at every depth.
    fn chained(&self, i: &syn::ExprIf) -> Option<syn::ExprMatch> {
        let (mut conditions, mut arms) = (vec![&*i.cond], vec![&i.then_branch]);
        let mut last = &i.else_branch;
        while let Some((_, e)) = last
            && let Expr::If(next) = &**e
            && next.attrs.is_empty()
        {
            conditions.push(&*next.cond);
            arms.push(&next.then_branch);
            last = &next.else_branch;
        }
        let alone = |e: &&Expr| !has_let(e) && !self.mentions_or_makes(e) && super::changed::by(e).is_empty();
        if conditions.len() < LONG || !conditions.iter().all(alone) {
            return None;
        }
        let numbers: Vec<_> = (0..conditions.len()).map(Literal::usize_suffixed).collect();
        let past = Literal::usize_suffixed(conditions.len());
        let other = last.as_ref().map_or_else(|| quote!({}), |(_, e)| e.to_token_stream());
        let m = quote_spanned!(i.if_token.span=> match);
        syn::parse2(quote! {
            #m (#(if #conditions { #numbers } else)* { #past }) { #(#numbers => #arms)* _ => #other }
        })
        .ok()
    }

    /// `#[checkpoint]` on an expression: a region of its own, which is computed again for its derivative.
    pub(super) fn checkpointed(&mut self, e: &Expr) -> Binding {
        let mut captured = self.captured(&e.to_token_stream());
        captured.shared = true;
        let arm = self.region(&captured, |this| this.expr(e));
        let span = syn::spanned::Spanned::span(e);
        let nothing = HostExpr::plain(quote!(()));
        let nothing = self.host_node(nothing, vec![], span);
        let outer = std::mem::replace(&mut self.again, true);
        let value = self.joined(Head::Block, nothing, &captured, vec![arm], span);
        self.again = outer;
        value
    }

    /// One value of what the arms make, and the variables that they change.
    pub(super) fn joined(
        &mut self,
        head: Head,
        chosen: Value,
        captured: &super::region::Captured,
        mut arms: Vec<Lowered>,
        span: Span,
    ) -> Binding {
        // What never ends does not run again, and rustc has to see that it never ends.
        let never_ends = arms.iter_mut().filter(|arm| arm.region.diverges);
        for node in never_ends.flat_map(|arm| &mut arm.region.graph.nodes) {
            if let Op::Host(host) = &mut node.op
                && host.runs == Runs::Once
            {
                host.runs = Runs::InOrder;
            }
        }
        let changed: Vec<(usize, syn::Ident)> =
            captured.changed(&arms).map(|(i, name)| (i, name.clone())).collect();
        let lasting: Vec<usize> = (0..arms.len()).filter(|&k| !arms[k].region.diverges).collect();
        let mut results: Vec<Ty> = Vec::new();
        let mut made: Vec<Option<Binding>> = Vec::new();
        let sources = changed.iter().map(|(i, _)| Some(*i)).chain([None]);
        for source in sources {
            let of = |arm: &Lowered| match source {
                Some(i) => arm.after(i),
                None => arm.value.clone(),
            };
            let forms: Vec<Binding> = lasting.iter().map(|&k| of(&arms[k])).collect();
            let ours = source.is_some_and(|i| super::pushed::is_ours(captured.variable(i).0));
            let made_here = self.one_form(forms, ours, &lasting, &mut arms, &mut results, span);
            made.push(made_here);
        }
        let count = results.len();
        // What a block reads of its results is read of them behind it.
        let roots = match (&head, &mut arms[..]) {
            (Head::Block, [arm]) => {
                let results = arm.region.graph.outputs.clone();
                self.within(arm, |this| results.iter().map(|&v| this.root(v)).collect())
            }
            _ => Vec::new(),
        };
        let lasting_results = results;
        let branch = Branch {
            head,
            arms: arms.into_iter().map(|a| a.region).collect(),
            results: count,
            keeps: false,
            tie: Tie::default(),
            again: self.again,
        };
        let args = std::iter::once(chosen).chain(captured.args.iter().copied()).collect();
        let same = branch.passed(&captured.args);
        let node = self.push(Op::Branch(Rc::new(branch)), args, Ty::Other, span);
        let mut parts: Vec<Value> = Vec::new();
        for (i, ty) in lasting_results.into_iter().enumerate() {
            parts.push(match same.get(i) {
                Some(Passed::Arg(v)) => *v,
                Some(Passed::Result(k)) => parts[*k],
                _ => self.push(Op::Part(Part::Of(i as u32)), vec![node], ty, span),
            });
        }
        self.same_roots(&parts, roots);
        let mut parts = parts.into_iter();
        let mut value = Binding::Unit;
        let names = changed.iter().map(|(_, name)| Some(name)).chain([None]);
        for (name, form) in names.zip(made) {
            let binding = form.map_or(Binding::Poison, |form| rebound(&form, &mut parts));
            match name {
                Some(name) => {
                    if let Some(variable) = self.variable(name) {
                        variable.binding = binding;
                    }
                }
                None => value = binding,
            }
        }
        value
    }

    /// Makes the bindings of several arms one: their leaves become outputs of the arms, and types of results.
    fn one_form(
        &mut self,
        mut forms: Vec<Binding>,
        ours: bool,
        lasting: &[usize],
        arms: &mut [Lowered],
        results: &mut Vec<Ty>,
        span: Span,
    ) -> Option<Binding> {
        if forms.iter().any(poisoned) {
            return None;
        }
        if forms.is_empty() {
            return Some(Binding::Unit);
        }
        let unset = |f: &Binding| matches!(f, Binding::Unset);
        if forms.iter().any(unset) && (!ours || forms.iter().all(unset)) {
            // Not assigned in every arm: it has no value behind them.
            return Some(Binding::Unset);
        }
        // An arm of host code alone has the value `()`.
        if forms.iter().any(|f| matches!(f, Binding::Unit))
            && forms.iter().all(|f| matches!(f, Binding::Unit | Binding::Host(_)))
        {
            return Some(Binding::Unit);
        }
        let clear = forms.iter().find(|f| matches!(f, Binding::Tensor(_) | Binding::Host(_))).cloned();
        for (form, &k) in forms.iter_mut().zip(lasting) {
            *form = self.within(&mut arms[k], |this| match (form.clone(), &clear) {
                (Binding::Either(either), Some(Binding::Tensor(_))) => this.as_operator(&either),
                (Binding::Either(either), Some(_)) => Binding::Host(this.as_number(&either)),
                (form, _) => this.decided(form),
            });
        }
        let first = &forms[0];
        let model = forms.iter().skip(1).fold(first.clone(), |model, form| tensors_of(&model, form));
        for (form, &k) in forms.iter_mut().zip(lasting) {
            *form = self.within(&mut arms[k], |this| this.settled(form.clone(), &model));
        }
        let first = forms[0].clone();
        if let Some(other) = forms.iter().find(|f| !alike(&first, f)) {
            self.error(error::arms_differ(super::state::spanned(span), describe(&first), describe(other)));
            return None;
        }
        let all: Vec<Vec<Value>> = forms
            .iter()
            .map(|f| {
                let mut out = Vec::new();
                leaves(f, &mut out);
                out
            })
            .collect();
        for leaf in 0..all[0].len() {
            let mut ty: Option<Ty> = None;
            for (values, &k) in all.iter().zip(lasting) {
                let node_ty = arms[k].region.graph.node(values[leaf]).ty.clone();
                ty = Some(match ty {
                    None => node_ty,
                    Some(before) => {
                        if let (Ty::Tensor(a), Ty::Tensor(b)) | (Ty::List(a), Ty::List(b)) =
                            (&before, &node_ty)
                            && !self.elems.unify(&a.elem, &b.elem)
                        {
                            let (a, b) = (self.elems.resolve(&a.elem), self.elems.resolve(&b.elem));
                            let error = error::elem_clash(span, "branch", ("one arm", &a), ("another", &b));
                            self.error(error);
                            return None;
                        }
                        joined(&self.resolved(before), &self.resolved(node_ty))?
                    }
                });
            }
            results.push(ty?);
            for (values, &k) in all.iter().zip(lasting) {
                arms[k].region.graph.outputs.push(values[leaf]);
            }
        }
        Some(first)
    }

    pub(super) fn resolved(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Tensor(mut t) => {
                t.elem = self.elems.resolve(&t.elem);
                Ty::Tensor(t)
            }
            Ty::List(mut t) => {
                t.elem = self.elems.resolve(&t.elem);
                Ty::List(t)
            }
            ty => ty,
        }
    }

    /// Dims as host values; values of any form as tensors where `model` has one.
    pub(super) fn settled(&mut self, binding: Binding, model: &Binding) -> Binding {
        let each = |this: &mut Self, parts: Vec<Binding>, models: &[Binding]| -> Vec<Binding> {
            parts.into_iter().zip(models).map(|(p, m)| this.settled(p, m)).collect()
        };
        match (binding, model) {
            (Binding::Unset, model) => self.placeholder(model),
            (binding @ (Binding::Host(_) | Binding::Group(Pack::Array, _)), Binding::Slice(form)) => {
                self.as_slice(binding, form)
            }
            (Binding::Dim(name), _) => Binding::Host(self.dim_value(&name, Span::call_site())),
            // Made by plain Rust in one place, and of tensors in another.
            (Binding::Host(v), Binding::Other(_)) => Binding::Other(self.of_any_form(v)),
            (list @ Binding::Group(Pack::Array, _), Binding::Other(_)) => {
                let at = super::state::spanned(Span::call_site());
                self.of_any_items(list, &at).map_or(Binding::Poison, Binding::Other)
            }
            (Binding::Other(v), Binding::Tensor(_)) => Binding::Tensor(self.as_tensor(v, false)),
            (list @ Binding::Other(_), Binding::Slice(Form::Tensor(_))) => self.as_list(list),
            (Binding::Other(v), Binding::Group(pack, models)) => {
                let span = self.graph.node(v).span;
                let parts = self.entries(v, *pack, models.len(), span);
                Binding::Group(*pack, each(self, parts, models))
            }
            (Binding::Group(pack, parts), Binding::Group(of, m)) if pack == *of && parts.len() == m.len() => {
                Binding::Group(pack, each(self, parts, m))
            }
            (Binding::Either(e), Binding::Tensor(_) | Binding::Group(Pack::Tuple, _)) => {
                let tensor = self.as_operator(&e);
                self.settled(tensor, model)
            }
            (Binding::Either(e), Binding::Host(_)) => Binding::Host(self.as_number(&e)),
            (binding, _) => binding,
        }
    }
}

/// Whether a condition binds something.
fn has_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(b) => has_let(&b.left) || has_let(&b.right),
        _ => false,
    }
}

fn else_tokens(i: &syn::ExprIf) -> TokenStream {
    i.else_branch.as_ref().map(|(_, e)| e.to_token_stream()).unwrap_or_default()
}

/// `a`, but that what is a tensor or a tuple in `b` is one.
pub(super) fn tensors_of(a: &Binding, b: &Binding) -> Binding {
    let each = |a: &[Binding], b: &[Binding]| a.iter().zip(b).map(|(a, b)| tensors_of(a, b)).collect();
    match (a, b) {
        // What waits for a value, what only rustc knows, a `Vec` that tensors go into.
        (Binding::Unset, _)
        | (Binding::Other(_) | Binding::Either(_), Binding::Tensor(_) | Binding::Group(Pack::Tuple, _))
        | (Binding::Either(_), Binding::Host(_))
        | (Binding::Host(_) | Binding::Group(Pack::Array, _), Binding::Other(_) | Binding::Slice(_))
        | (Binding::Other(_), Binding::Slice(Form::Tensor(_)) | Binding::Group(Pack::Complex, _)) => {
            b.clone()
        }
        (Binding::Group(pack, a), Binding::Group(of, b)) if pack == of && a.len() == b.len() => {
            Binding::Group(*pack, each(a, b))
        }
        (a, _) => a.clone(),
    }
}

/// An error was told of it, or of a part.
fn poisoned(binding: &Binding) -> bool {
    match binding {
        Binding::Group(_, parts) => parts.iter().any(poisoned),
        binding => matches!(binding, Binding::Poison),
    }
}

/// Whether two bindings have one form.
pub(super) fn alike(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Group(pack, a), Binding::Group(of, b)) => {
            pack == of && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        // Their texts differ, and a result has one.
        (Binding::Either(a), Binding::Either(b)) => Rc::ptr_eq(a, b),
        (Binding::Slice(a), Binding::Slice(b)) => a.is_like(b),
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// Whether a block ends in what never ends.
fn diverges(stmts: &[Stmt]) -> bool {
    match stmts.last() {
        Some(Stmt::Expr(e, _)) => never(e),
        Some(Stmt::Macro(m)) => is_panic(&m.mac),
        _ => false,
    }
}

pub(crate) fn never(e: &Expr) -> bool {
    match e {
        Expr::Block(b) => diverges(&b.block.stmts),
        Expr::Paren(p) => never(&p.expr),
        Expr::Macro(m) => is_panic(&m.mac),
        Expr::Return(_) => true,
        Expr::Try(t) => is_err(&t.expr),
        _ => false,
    }
}

/// `Err(..)`
pub(super) fn is_err(e: &Expr) -> bool {
    matches!(e, Expr::Call(c) if matches!(&*c.func, Expr::Path(p) if p.path.is_ident("Err")))
}

pub(crate) fn is_panic(mac: &syn::Macro) -> bool {
    const PANICS: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];
    mac.path.segments.last().is_some_and(|s| PANICS.iter().any(|p| s.ident == p))
}
