//! Early exits as values: `return`, and `break` out of a block with a label. The rest of the body moves into the arms that
//! go on. Out of a loop, the value waits in a variable of our own until the loop has stopped.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Label, Stmt};

use super::attributes;
use super::function::is_path;
use crate::error::{self, Errors};
use crate::signature::{ReturnKind, Signature};

/// The function or block that is left early.
#[derive(Clone, Copy)]
pub(super) enum Target<'t> {
    /// `result`: it returns `Result`, so values are `Ok(..)`. `any_form`: they are structs, or have some in them.
    Function {
        result: bool,
        any_form: bool,
    },
    Block(&'t Ident),
}

/// The body of a function without jumps out of it: the last statement is its value.
pub(super) fn body(errors: &mut Errors, loops: &mut usize, sig: &Signature, block: &Block) -> Block {
    let (spread, refused) = super::spread::body(sig, block);
    if let Some(e) = refused {
        errors.push(error::too_many_exits(e));
        return block.clone();
    }
    let any_form = sig.returns.leaves().iter().any(|kind| matches!(kind, ReturnKind::Other(..)));
    let target = Target::Function { result: sig.returns.result, any_form };
    Block { stmts: without(errors, loops, &spread.stmts, target), ..spread }
}

/// Statements without early exits: the last one is the value of what is left. `loops` is the number of the next loop that is left.
pub(super) fn without(
    errors: &mut Errors,
    loops: &mut usize,
    stmts: &[Stmt],
    target: Target<'_>,
) -> Vec<Stmt> {
    let mut walk = Walk { errors, target, loops, copied: Copied::of(stmts), refused: false };
    let without = walk.stmts(stmts);
    // A text that is too long is not lowered before it is refused.
    if walk.refused { stmts.to_vec() } else { without }
}

struct Walk<'w> {
    errors: &'w mut Errors,
    target: Target<'w>,
    /// The number of the next loop that is left, whose names nothing else in the function has: not what is walked over again,
    /// nor a region that is in another graph.
    loops: &'w mut usize,
    copied: Copied,
    /// There was too much to copy.
    refused: bool,
}

/// Two arms that go on are two copies of what follows, and as many of what follows in these.
pub(super) struct Copied {
    /// Statements and arms so far, less those of the text itself.
    count: isize,
}

impl Copied {
    /// How many more than there are in the text: each of these costs rustc what one of the user's does.
    const MOST: isize = 256;

    pub(super) fn of(text: &[Stmt]) -> Self {
        Self { count: -(count(text) as isize) }
    }

    pub(super) fn add(&mut self, stmts: &[Stmt]) {
        self.count += count(stmts) as isize;
    }

    pub(super) fn is_too_much(&self) -> bool {
        self.count > Self::MOST
    }
}

/// Statements and arms, those within others too.
fn count(stmts: &[Stmt]) -> usize {
    struct Count(usize);
    impl Visit<'_> for Count {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            self.0 += 1;
            syn::visit::visit_stmt(self, stmt);
        }

        fn visit_arm(&mut self, arm: &syn::Arm) {
            self.0 += 1;
            syn::visit::visit_arm(self, arm);
        }
    }
    let mut all = Count(0);
    for stmt in stmts {
        all.visit_stmt(stmt);
    }
    all.0
}

type Then<'t> = &'t dyn Fn(Option<&Expr>) -> Vec<Stmt>;

impl Walk<'_> {
    fn stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        if self.refused {
            return Vec::new();
        }
        for (i, stmt) in stmts.iter().enumerate() {
            if !self.target.left_by(|exits| exits.visit_stmt(stmt)) {
                continue;
            }
            self.copied.add(&stmts[..i]);
            let (before, rest) = (&stmts[..i], &stmts[i + 1..]);
            let value = match stmt {
                Stmt::Expr(e @ (Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)), _) => {
                    let after = self.behind_loop(e, rest);
                    return before.iter().cloned().chain(after).collect();
                }
                // What is last has the value of what is left: its exits are its own.
                Stmt::Expr(e, _) if rest.is_empty() => {
                    let attrs = attributes::of(e).unwrap_or_default();
                    let value = self.leaving(&attributes::without(e), &|value| {
                        value.map(|value| Stmt::Expr(value.clone(), None)).into_iter().collect()
                    });
                    value.map(|value| syn::parse_quote!(#(#attrs)* #value))
                }
                Stmt::Expr(e, _) => self.leaving(e, &|value| match value {
                    // The value of a statement with a semicolon is none.
                    Some(value) => {
                        std::iter::once(Stmt::Expr(value.clone(), Some(syn::token::Semi::default())))
                            .chain(rest.iter().cloned())
                            .collect()
                    }
                    None => rest.to_vec(),
                }),
                // Lowering says what is wrong with it.
                Stmt::Local(l) if l.init.as_ref().is_some_and(|i| i.diverge.is_some()) => {
                    return stmts.to_vec();
                }
                stmt => {
                    self.errors.push(error::return_in_value(stmt));
                    return stmts.to_vec();
                }
            };
            let Some(value) = value else { return stmts.to_vec() };
            return before.iter().cloned().chain([Stmt::Expr(value, None)]).collect();
        }
        self.copied.add(stmts);
        stmts.to_vec()
    }

    /// A loop that is left for more than what follows it, and that.
    fn behind_loop(&mut self, e: &Expr, rest: &[Stmt]) -> Vec<Stmt> {
        // A struct has no zero that could stand for it before.
        let any_form = matches!(self.target, Target::Function { any_form: true, .. });
        let waits = if any_form { "__given" } else { "__value" };
        let (value, left) =
            (format_ident!("{waits}_{}", *self.loops), format_ident!("__left_{}", *self.loops));
        let fresh: Label = {
            let name = syn::Lifetime::new(&format!("'__left_{}", self.loops), proc_macro2::Span::call_site());
            syn::parse_quote!(#name:)
        };
        *self.loops += 1;
        let mut e = e.clone();
        let label = match &mut e {
            Expr::ForLoop(syn::ExprForLoop { label, .. })
            | Expr::While(syn::ExprWhile { label, .. })
            | Expr::Loop(syn::ExprLoop { label, .. }) => label.get_or_insert(fresh).clone(),
            _ => fresh,
        };
        let mut leave = Leave {
            errors: self.errors,
            target: self.target,
            value: &value,
            left: &left,
            label: &label,
            valued: false,
            any_form,
        };
        if let Some(body) = super::flow::body_of(&mut e) {
            leave.visit_block_mut(body);
        }
        let valued = leave.valued;
        let rest = self.stmts(rest);
        let rest = match (&rest[..], valued) {
            // It is left in no other way.
            ([], true) if matches!(e, Expr::Loop(_)) => quote!(::core::unreachable!()),
            ([], true) => {
                self.errors.push(error::loop_without_value(&e));
                quote!(::core::unreachable!())
            }
            (rest, _) => quote!(#(#rest)*),
        };
        let (declared, given) = waiting(&value, any_form);
        let declared = valued.then_some(declared);
        let given = match self.target {
            Target::Function { result: true, .. } => quote!(Ok(#given)),
            _ if valued => given,
            _ => quote!(),
        };
        let block: Block = syn::parse_quote!({
            #declared
            let mut #left = false;
            #e
            if #left { #given } else { #rest }
        });
        block.stmts
    }

    /// `e`, some of whose arms leave, as the value of what is left: `then` is what follows where an arm goes on, given its
    /// value if it has one. `None` after an error.
    fn leaving(&mut self, e: &Expr, then: Then<'_>) -> Option<Expr> {
        if self.copied.is_too_much() && !self.refused {
            self.errors.push(error::too_many_exits(e));
            self.refused = true;
        }
        if self.refused {
            return None;
        }
        if let Some(attr) = attributes::of(e).and_then(<[_]>::first)
            && self.target.left_by(|exits| exits.visit_expr(e))
        {
            self.errors.push(error::attribute_of_left(attr));
            return None;
        }
        match e {
            Expr::Paren(p) => self.leaving(&p.expr, then),
            Expr::Return(_) | Expr::Break(_) if self.target.exit(e).is_some() => {
                let value = self.target.exit(e).and_then(|exit| exit.value);
                match (value, self.target) {
                    (Some(value), _) => Some(value.clone()),
                    (None, Target::Block(_)) => Some(syn::parse_quote!({})),
                    (None, Target::Function { .. }) => {
                        self.errors.push(error::return_in_value(e));
                        None
                    }
                }
            }
            Expr::Block(b) if b.label.is_none() => self.arm(&b.block.stmts, then),
            // Its own exits first.
            Expr::Block(b) => {
                let label = b.label.as_ref().map(|label| &label.name.ident)?;
                let stmts = without(self.errors, self.loops, &b.block.stmts, Target::Block(label));
                self.arm(&stmts, then)
            }
            Expr::If(i) => {
                let (word, cond) = (i.if_token, &i.cond);
                let taken = self.arm(&i.then_branch.stmts, then)?;
                let other = match &i.else_branch {
                    Some((_, e)) => self.leaving(e, then)?,
                    None => self.arm(&[], then)?,
                };
                Some(syn::parse_quote!(#word #cond { #taken } else { #other }))
            }
            Expr::Match(m) => {
                let (word, scrutinee) = (m.match_token, &m.expr);
                let mut arms = Vec::new();
                for a in &m.arms {
                    let (attrs, pat, value) = (&a.attrs, &a.pat, self.leaving(&a.body, then)?);
                    arms.push(quote!(#(#attrs)* #pat => { #value }));
                }
                Some(syn::parse_quote!(#word #scrutinee { #(#arms)* }))
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.arm(&[Stmt::Expr(e.clone(), Some(syn::token::Semi::default()))], then)
            }
            e if self.target.left_by(|exits| exits.visit_expr(e)) => {
                self.errors.push(error::return_in_value(e));
                None
            }
            e => self.arm(&[Stmt::Expr(e.clone(), None)], then),
        }
    }

    /// An arm with all that follows it, as a block.
    fn arm(&mut self, stmts: &[Stmt], then: Then<'_>) -> Option<Expr> {
        let (stmts, value) = match stmts.split_last() {
            Some((Stmt::Expr(e, _), before)) if self.target.exit(e).is_some() => {
                let value = self.target.exit(e).and_then(|exit| exit.value);
                if let (None, Target::Function { .. }) = (value, self.target) {
                    self.errors.push(error::return_in_value(e));
                    return None;
                }
                let value = value.map(|value| Stmt::Expr(value.clone(), None));
                let all: Vec<Stmt> = before.iter().cloned().chain(value).collect();
                let all = self.stmts(&all);
                return Some(syn::parse_quote!({ #(#all)* }));
            }
            Some((Stmt::Expr(value, None), before)) if !ends(value) => (before, Some(value)),
            _ => (stmts, None),
        };
        // What an arm that never goes on is followed by is never reached.
        let follows = match stmts.last() {
            Some(Stmt::Expr(e, _)) if ends(e) => Vec::new(),
            Some(Stmt::Macro(m)) if super::branch::is_panic(&m.mac) => Vec::new(),
            _ => then(value),
        };
        let all: Vec<Stmt> = stmts.iter().cloned().chain(follows).collect();
        let all = self.stmts(&all);
        Some(syn::parse_quote!({ #(#all)* }))
    }
}

/// An error or a panic.
pub(super) fn ends(e: &Expr) -> bool {
    match e {
        Expr::Return(r) => r.expr.as_deref().is_some_and(super::branch::is_err),
        Expr::Macro(m) => super::branch::is_panic(&m.mac),
        Expr::Try(t) => super::branch::is_err(&t.expr),
        _ => false,
    }
}

impl Target<'_> {
    /// The value of an exit, if `e` is one; `return Err(..)` is host code. One with attributes is refused where it is lowered.
    fn exit<'e>(&self, e: &'e Expr) -> Option<Exit<'e>> {
        match (self, e) {
            (Self::Function { .. }, Expr::Return(r)) if r.attrs.is_empty() => {
                let value = r.expr.as_deref();
                (!value.is_some_and(super::branch::is_err)).then_some(Exit { value })
            }
            (Self::Block(label), Expr::Break(b)) if b.attrs.is_empty() => {
                let ours = b.label.as_ref().is_some_and(|l| l.ident == **label);
                ours.then_some(Exit { value: b.expr.as_deref() })
            }
            _ => None,
        }
    }

    /// Whether what is looked at holds an exit.
    fn left_by(self, look: impl FnOnce(&mut Exits<'_>)) -> bool {
        let mut exits = Exits { target: self, found: false };
        look(&mut exits);
        exits.found
    }
}

/// A `return` or a `break`.
struct Exit<'e> {
    value: Option<&'e Expr>,
}

struct Exits<'t> {
    target: Target<'t>,
    found: bool,
}

impl Visit<'_> for Exits<'_> {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            e if self.target.exit(e).is_some() => self.found = true,
            Expr::Closure(_) | Expr::Async(_) => {}
            e => syn::visit::visit_expr(self, e),
        }
    }
}

/// Exits out of a loop.
struct Leave<'l> {
    errors: &'l mut Errors,
    target: Target<'l>,
    value: &'l Ident,
    left: &'l Ident,
    label: &'l Label,
    /// Some exit has a value.
    valued: bool,
    any_form: bool,
}

impl VisitMut for Leave<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let Some(Exit { value: given }) = self.target.exit(e) else {
            if !matches!(e, Expr::Closure(_) | Expr::Async(_)) {
                syn::visit_mut::visit_expr_mut(self, e);
            }
            return;
        };
        let given = match (given, self.target) {
            (Some(value), Target::Function { result: true, .. }) => Some(without_ok(self.errors, value)),
            (Some(value), _) => Some(value.clone()),
            (None, Target::Function { .. }) => {
                self.errors.push(error::return_in_value(&*e));
                None
            }
            (None, Target::Block(_)) => None,
        };
        self.valued |= given.is_some();
        let (name, left, label) = (self.value, self.left, &self.label.name);
        let given = given.map(|value| put(name, self.any_form, &value));
        *e = syn::parse_quote!({ #given #left = true; break #label; });
    }
}

/// The variable of our own in which a value waits until a loop has stopped, and what is in it then.
pub(super) fn waiting(name: &Ident, any_form: bool) -> (TokenStream, TokenStream) {
    if !any_form {
        return (quote!(let mut #name;), quote!(#name));
    }
    let taken = quote!(match #name {
        ::core::option::Option::Some(__given) => __given,
        ::core::option::Option::None => ::core::unreachable!(),
    });
    (quote!(let mut #name = ::core::option::Option::None;), taken)
}

/// Puts a value into it.
pub(super) fn put(name: &Ident, any_form: bool, value: &Expr) -> TokenStream {
    if any_form { quote!(#name = ::core::option::Option::Some(#value);) } else { quote!(#name = #value;) }
}

/// The value of a function that returns `Result`, without its `Ok`, arm by arm; `Err(..)` leaves the function.
pub(super) fn without_ok(errors: &mut Errors, e: &Expr) -> Expr {
    let mut inside = |block: &Block| -> Block {
        let mut block = block.clone();
        if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
            *e = without_ok(errors, e);
        }
        block
    };
    match e {
        Expr::Paren(p) => without_ok(errors, &p.expr),
        Expr::Block(b) if b.label.is_none() => {
            Expr::Block(syn::ExprBlock { block: inside(&b.block), ..b.clone() })
        }
        Expr::If(i) => {
            let (attrs, cond, then) = (&i.attrs, &i.cond, inside(&i.then_branch));
            let other = i.else_branch.as_ref().map(|(_, e)| {
                let e = without_ok(errors, e);
                if let Expr::If(_) | Expr::Block(_) = e { quote!(else #e) } else { quote!(else { #e }) }
            });
            syn::parse_quote!(#(#attrs)* if #cond #then #other)
        }
        Expr::Match(m) => {
            let (attrs, scrutinee) = (&m.attrs, &m.expr);
            let arms = m.arms.iter().map(|a| {
                let (attrs, pat, body) = (&a.attrs, &a.pat, without_ok(errors, &a.body));
                quote!(#(#attrs)* #pat => { #body })
            });
            let arms: Vec<_> = arms.collect();
            syn::parse_quote!(#(#attrs)* match #scrutinee { #(#arms)* })
        }
        Expr::Call(c) if c.args.len() == 1 && is_path(&c.func, "Ok") => c.args[0].clone(),
        Expr::Call(c) if is_path(&c.func, "Err") => syn::parse_quote!(return #c),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) | Expr::Macro(_) | Expr::Return(_) => e.clone(),
        e => {
            errors.push(error::missing_ok(e));
            e.clone()
        }
    }
}
