//! Fields and entries of values whose type rustc alone knows.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use rustc_hash::FxHashMap as HashMap;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Member, UnOp};

use super::state::{Binding, Either, Lowerer};
use crate::error;
use crate::ir::{HostExpr, Made, Op, Pack, Part, Runs, Ty, Value};
use crate::names::THIS;
use crate::names::{same, unmarked};
use crate::signature::is_tensor;

/// Methods of the standard library that give numbers and truth values.
const HOST: &[&str] = &[
    "len",
    "is_empty",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "contains",
    "starts_with",
    "ends_with",
    "to_string",
    "as_str",
    "unwrap_or",
    "unwrap_or_default",
    "is_some_and",
    "is_none_or",
];

impl Lowerer<'_> {
    /// `base.member`, of a value of any form.
    pub(crate) fn field_of(&mut self, base: &Binding, member: &Member) -> Binding {
        let text = crate::names::member(member);
        match base {
            Binding::Other(v) => {
                let v = self.field_value(*v, &text, member.span());
                self.of_value(v)
            }
            Binding::Fields(fields) => {
                let below: Rc<[(Vec<String>, Value)]> = fields
                    .iter()
                    .filter(|(path, _)| path.first() == Some(&text))
                    .map(|(path, v)| (path[1..].to_vec(), *v))
                    .collect();
                match below.iter().find(|(path, _)| path.is_empty()) {
                    Some((_, v)) => self.of_value(*v),
                    None if below.is_empty() => {
                        let mut there: Vec<&str> = fields.iter().map(|(path, _)| path[0].as_str()).collect();
                        there.dedup();
                        self.error(error::no_field(member, &there))
                    }
                    None => self.parts_of_complex(&below).unwrap_or(Binding::Fields(below)),
                }
            }
            // Of what has none a field can only be assigned, and that is refused as a whole.
            _ => Binding::Poison,
        }
    }

    /// What has the tensors `re` and `im`, and nothing else that is named.
    fn parts_of_complex(&self, fields: &[(Vec<String>, Value)]) -> Option<Binding> {
        let part = |name: &str| {
            let of = fields.iter().find(|(path, _)| matches!(&path[..], [one] if one == name))?;
            matches!(self.graph.node(of.1).ty, Ty::Tensor(_)).then_some(Binding::Tensor(of.1))
        };
        (fields.len() == 2).then(|| Some(Binding::Group(Pack::Complex, vec![part("re")?, part("im")?])))?
    }

    fn of_value(&self, v: Value) -> Binding {
        match self.graph.node(v).ty {
            Ty::Tensor(_) => Binding::Tensor(v),
            Ty::Host => Binding::Host(v),
            _ => Binding::Other(v),
        }
    }

    /// One node for all uses of a field; what was made here was given.
    pub(super) fn field_value(&mut self, v: Value, field: &str, span: Span) -> Value {
        if let Some(found) = self.graph.made_field(v, field) {
            return found;
        }
        if let Some(&found) = self.fields.get(&(v, field.to_owned())) {
            return found;
        }
        let name = self.graph.node(v).name.as_ref().map(|name| format!("{name}.{field}"));
        let made = self.push(Op::Part(Part::Field(field.to_owned())), vec![v], Ty::Other, span);
        self.graph.nodes[made.ix()].name = name;
        self.fields.insert((v, field.to_owned()), made);
        made
    }

    /// The fields at these paths, and nothing else of the value.
    pub(super) fn fields_of(&mut self, v: Value, paths: Vec<Vec<String>>, span: Span) -> Binding {
        let each = paths.into_iter().map(|path| {
            let value = path.iter().fold(v, |v, field| self.field_value(v, field, span));
            (path, value)
        });
        Binding::Fields(each.collect())
    }

    /// `base[index]`, of a value of any form.
    pub(super) fn item_of(&mut self, v: Value, index: &Expr) -> Binding {
        self.item_at(v, index).map_or(Binding::Poison, |(item, _)| Binding::Other(item))
    }

    /// As [`Self::item_of`], with the index of the item.
    pub(super) fn item_at(&mut self, v: Value, index: &Expr) -> Option<(Value, Value)> {
        if self.uses_tensors(index) {
            self.error(error::slice_index(index));
            return None;
        }
        let at = self.host(index);
        let name = self.graph.node(v).name.as_ref().map(|name| format!("{name}[..]"));
        let item = self.push(Op::Part(Part::Item), vec![v, at], Ty::Other, index.span());
        self.graph.nodes[item.ix()].name = name;
        Some((item, at))
    }

    /// The binding of an expression over values of any form, with no known tensor in it. It is a host value, or a value
    /// as its use decides. `None`: the expression is of another kind.
    pub(super) fn open_expr(&mut self, e: &Expr) -> Option<Binding> {
        if self.at.is_some() || self.uses_tensors(e) {
            return None;
        }
        match e {
            Expr::Cast(_) | Expr::Range(_) => Some(Binding::Host(self.host(e))),
            Expr::Binary(b) => match &b.op {
                BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
                | BinOp::Eq(_)
                | BinOp::Ne(_)
                | BinOp::And(_)
                | BinOp::Or(_) => Some(Binding::Host(self.host(e))),
                _ => self.either(e),
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_) | UnOp::Not(_)) => self.either(e),
            Expr::MethodCall(c) if HOST.iter().any(|name| c.method == name) => {
                Some(Binding::Host(self.host(e)))
            }
            // Of a key; that of an iterator takes two.
            Expr::MethodCall(c) if c.method == "fold" && c.args.len() == 1 => {
                Some(Binding::Host(self.host(e)))
            }
            Expr::MethodCall(c) if self.is_plain_method(c) => Some(Binding::Host(self.host(e))),
            Expr::Macro(m) if m.mac.path.is_ident("format") => Some(Binding::Host(self.host(e))),
            _ => None,
        }
    }

    /// A method of the receiver that is plain Rust, as the block says.
    fn is_plain_method(&self, c: &syn::ExprMethodCall) -> bool {
        is_of_receiver(c) && self.plain.iter().any(|name| c.method == name)
    }

    /// A method of the receiver that may or may not have a derivative.
    pub(super) fn is_open_method(&self, c: &syn::ExprMethodCall) -> bool {
        is_of_receiver(c) && self.open.iter().any(|name| c.method == name)
    }

    /// A method of the user's type: one that is no op, or any of a struct.
    pub(super) fn is_users_method(&self, c: &syn::ExprMethodCall) -> bool {
        const PLAIN: &[&str] =
            &["to_owned", "to_vec", "contiguous", "cast", "split", "chunk", "unbind", "item"];
        let name = c.method.to_string();
        if self.at.is_some() || PLAIN.contains(&&*name) || super::std_names::SAME.contains(&&*name) {
            return false;
        }
        let known = self.op_named(&name).is_some()
            || super::std_names::SIZES.contains(&&*name)
            || super::names::elsewhere(&name).is_some();
        self.is_struct(&c.receiver) || !known && !super::std_names::ITERATORS.contains(&&*name)
    }

    /// Whether a host value is one of the user's own types, of whose method something with a derivative may come.
    pub(super) fn is_made_by_hand(&self, v: Value, c: &syn::ExprMethodCall) -> bool {
        let op = &self.graph.node(v).op;
        let number = op.known().is_some() || op.host_type().is_some();
        let name = c.method.to_string();
        let slip = super::names::closest(&name).is_some() || super::names::elsewhere(&name).is_some();
        self.is_struct(&c.receiver) || !number && !slip && c.args.iter().any(|a| self.mentions_or_makes(a))
    }

    /// Whether `e` is of a type of the user's for certain.
    fn is_struct(&self, e: &Expr) -> bool {
        let name = match super::state::bare(e) {
            Expr::Path(p) => p.path.get_ident(),
            _ => None,
        };
        let has_fields = |v: Value| match &self.graph.node(v).op {
            Op::Make(make) => matches!(make.what, Made::Struct(_)),
            _ => self.fields.keys().any(|(of, field)| *of == v && field.parse::<usize>().is_err()),
        };
        name.is_some_and(|name| {
            self.structs.contains(&self.key(name))
                || matches!(self.get(name), Some(Binding::Other(v)) if has_fields(*v))
        }) || self.type_of(e).is_some_and(|ty| match &ty {
            syn::Type::Path(p) => {
                let last = p.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
                !is_tensor(&ty) && !super::std_names::CONTAINERS.contains(&&*last) && !self.is_number(&ty)
            }
            _ => false,
        })
    }

    /// Arithmetic over names, fields, entries and numbers.
    fn either(&mut self, e: &Expr) -> Option<Binding> {
        if !plain(e) {
            return None;
        }
        if !self.is_open(e) {
            return Some(Binding::Host(self.host(e)));
        }
        if self.has_tensor(e) {
            return None;
        }
        let names = self.names_in(&e.to_token_stream());
        let names = names.into_iter().filter_map(|n| Some((n.clone(), self.get(&n)?.clone()))).collect();
        let copied = self.copies(e) == Some(true);
        let integer = self.has_integer(e) == Some(true);
        Some(Binding::Either(Rc::new(Either { expr: e.clone(), copied, integer, names })))
    }

    /// Whether arithmetic is over what is copied out of references and over host values; `None`: something else is in it,
    /// which may be a tensor.
    fn copies(&self, e: &Expr) -> Option<bool> {
        match e {
            Expr::Paren(p) => self.copies(&p.expr),
            Expr::Group(g) => self.copies(&g.expr),
            Expr::Unary(u) => self.copies(&u.expr),
            Expr::Binary(b) => Some(self.copies(&b.left)? | self.copies(&b.right)?),
            Expr::Field(_) | Expr::Index(_) if self.is_host(e) => Some(true),
            Expr::Field(_) | Expr::Index(_) => self.is_lent(e).then_some(true),
            Expr::Lit(_) | Expr::Cast(_) | Expr::MethodCall(_) => Some(false),
            Expr::Path(_) => (!self.is_open(e)).then_some(false),
            _ => None,
        }
    }

    /// Whether a place is behind a reference for certain.
    pub(super) fn is_lent(&self, e: &Expr) -> bool {
        match e {
            Expr::Path(p) => p.path.get_ident().and_then(|name| self.found(name)).is_some_and(|v| v.lent),
            Expr::Paren(p) => self.is_lent(&p.expr),
            Expr::Field(f) => self.is_lent(&f.base),
            Expr::Index(i) => self.is_lent(&i.expr),
            _ => false,
        }
    }

    /// Whether a `let` of this type is host code.
    pub(crate) fn is_number(&self, ty: &syn::Type) -> bool {
        !matches!(ty, syn::Type::Infer(_))
            && crate::signature::is_constant(ty, &self.types)
            && !crate::signature::mentions_tensor(ty)
    }

    /// Whether a part of `e` may be a tensor.
    pub(super) fn is_open(&self, e: &Expr) -> bool {
        match e {
            Expr::Path(p) => p.path.get_ident().and_then(|i| self.get(i)).is_some_and(Binding::is_open),
            Expr::Paren(p) => self.is_open(&p.expr),
            Expr::Group(g) => self.is_open(&g.expr),
            Expr::Field(f) => !self.is_host(e) && self.is_open(&f.base),
            Expr::Index(i) => self.is_open(&i.expr),
            Expr::Reference(r) => self.is_open(&r.expr),
            Expr::Unary(u) => self.is_open(&u.expr),
            Expr::Binary(b) => self.is_open(&b.left) || self.is_open(&b.right),
            _ => false,
        }
    }

    /// Runs `f` with the names of `either` as they were.
    fn with_names<R>(&mut self, either: &Either, f: impl FnOnce(&mut Self) -> R) -> R {
        let mut scope = HashMap::default();
        for (name, binding) in &either.names {
            scope.insert(self.key(name), super::state::Variable::new(binding.clone(), false));
        }
        self.scopes.push(scope);
        let r = f(self);
        self.scopes.pop();
        r
    }

    /// It is used as a tensor.
    pub(super) fn as_operator(&mut self, either: &Rc<Either>) -> Binding {
        self.with_names(either, |this| this.tensor_expr(&either.expr))
    }

    /// Arithmetic over values of any form, where neither its place nor what stands beside it says what it is: numbers, if
    /// it has an integer in it and borrows nothing. rustc refuses the other.
    pub(super) fn decided(&mut self, binding: Binding) -> Binding {
        match binding {
            Binding::Either(either) if either.integer => Binding::Host(self.number(&either)),
            Binding::Either(either) => self.as_operator(&either),
            Binding::Group(pack, parts) => {
                Binding::Group(pack, parts.into_iter().map(|p| self.decided(p)).collect())
            }
            binding => binding,
        }
    }

    /// It looks like a number, of which rustc makes sure.
    pub(super) fn number(&mut self, either: &Rc<Either>) -> Value {
        let (v, h) = (self.as_number(either), crate::names::own("h0"));
        let expr = quote::quote!(__rt::calls::plain(#h));
        let host = HostExpr { expr, binds: vec![h], known: None, ty: None, runs: Runs::InOrder };
        self.host_node(host, vec![v], either.expr.span())
    }

    /// It is used as a number.
    pub(crate) fn as_number(&mut self, either: &Rc<Either>) -> Value {
        self.with_names(either, |this| this.host(&either.expr))
    }
}

/// Names, fields, entries and numbers, and arithmetic over them.
pub(super) fn plain(e: &Expr) -> bool {
    match e {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(p) => plain(&p.expr),
        Expr::Group(g) => plain(&g.expr),
        Expr::Field(f) => plain(&f.base),
        Expr::Reference(r) => r.mutability.is_none() && plain(&r.expr),
        Expr::Unary(u) => plain(&u.expr),
        Expr::Binary(b) => plain(&b.left) && plain(&b.right),
        Expr::Cast(c) => plain(&c.expr),
        Expr::Index(i) => plain(&i.expr) && plain(&i.index),
        Expr::MethodCall(c) => HOST.iter().any(|name| c.method == name) && plain(&c.receiver),
        _ => false,
    }
}

fn is_of_receiver(c: &syn::ExprMethodCall) -> bool {
    matches!(super::state::bare(&c.receiver), Expr::Path(p) if p.path.is_ident(THIS))
}

/// The fields of `name` that `text` names, as paths; `None` where it names the whole value.
pub(super) fn named(text: &TokenStream, name: &Ident) -> Option<Vec<Vec<String>>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    collect(text, name, &mut found).then_some(())?;
    found.sort();
    found.dedup();
    // What is named as a whole holds the rest.
    let shorter: Vec<Vec<String>> = found.clone();
    found.retain(|path| !shorter.iter().any(|s| s.len() < path.len() && path.starts_with(s)));
    Some(found)
}

fn collect(text: &TokenStream, name: &Ident, found: &mut Vec<Vec<String>>) -> bool {
    let tokens: Vec<TokenTree> = text.clone().into_iter().collect();
    let is_dot = |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == '.');
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(g) if !collect(&g.stream(), name, found) => return false,
            // A format string may name it.
            TokenTree::Literal(l) if l.to_string().contains(&format!("{{{name}")) => return false,
            // `x.name` is a field of its own, `0..name` is none.
            TokenTree::Ident(ident)
                if same(ident, name)
                    && (!is_dot(at.checked_sub(1).map(|i| &tokens[i]))
                        || is_dot(at.checked_sub(2).map(|i| &tokens[i]))) =>
            {
                let mut path = Vec::new();
                while is_dot(tokens.get(at + 1)) {
                    let Some(field) = tokens.get(at + 2).and_then(field_name) else { break };
                    // A method.
                    let called = matches!(tokens.get(at + 3), Some(TokenTree::Group(g)) if g.delimiter() == proc_macro2::Delimiter::Parenthesis)
                        || matches!(tokens.get(at + 3), Some(TokenTree::Punct(p)) if p.as_char() == ':');
                    if called {
                        break;
                    }
                    path.push(field);
                    at += 2;
                }
                if path.is_empty() {
                    return false;
                }
                found.push(path);
            }
            _ => {}
        }
        at += 1;
    }
    true
}

fn field_name(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(i) => Some(unmarked(i)),
        TokenTree::Literal(l) => {
            let text = l.to_string();
            text.bytes().all(|b| b.is_ascii_digit()).then_some(text)
        }
        _ => None,
    }
}
