//! Expressions.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, UnOp};

use super::call::{Given, Written};
use super::state::{Binding, Lowerer, bare};
use super::std_names::{CONTAINERS, ITERATORS, SAME};
use super::{complex, names};
use crate::error;
use crate::ir::{How, Pack};
use crate::signature::is_of_elements;

impl Lowerer<'_> {
    /// The binding of `e`. An expression that mentions no tensor is host code, whatever it is.
    pub(crate) fn expr(&mut self, e: &Expr) -> Binding {
        if let Some(attrs) = super::attributes::of(e)
            && !attrs.is_empty()
            && self.mentions_or_makes(e)
        {
            return self.attributed(e, attrs);
        }
        match e {
            Expr::Paren(p) => return self.expr(&p.expr),
            Expr::Group(g) => return self.expr(&g.expr),
            Expr::Path(p) => {
                if let Some(name) = p.path.get_ident()
                    && let Some(binding) = self.get(name)
                {
                    return match binding.clone() {
                        binding if super::pushed::is_ours(name) => self.released(binding),
                        Binding::Unset => self.error(error::not_bound(name)),
                        binding => binding,
                    };
                }
            }
            _ => {}
        }
        if !self.mentions_or_makes(e) {
            return match e {
                // Its type is that of no value, so that an arm of a match may end with it.
                Expr::Try(t) if super::branch::is_err(&t.expr) => {
                    let never = syn::parse_quote!(match { let __never: ::core::convert::Infallible = #e; __never } {});
                    Binding::Host(self.host(&never))
                }
                e => Binding::Host(self.host(e)),
            };
        }
        match self.blocks_in_turn(e) {
            Some(rest) => self.expr(&rest),
            None => self.open_expr(e).unwrap_or_else(|| self.tensor_expr(e)),
        }
    }

    pub(super) fn tensor_expr(&mut self, e: &Expr) -> Binding {
        match e {
            Expr::Reference(r) => match &r.mutability {
                Some(word) => self.error(error::mutable_borrow(word)),
                None => self.expr(self.behind(&r.expr)),
            },
            Expr::Unary(u) => self.unary(u),
            Expr::Binary(b) => self.binary(b),
            Expr::MethodCall(c) => self.method(c),
            Expr::Call(c) => self.function_call(c),
            Expr::Macro(m) => self.macro_value(&m.mac),
            Expr::Tuple(t) => Binding::Group(Pack::Tuple, t.elems.iter().map(|e| self.expr(e)).collect()),
            Expr::Array(a) => Binding::Group(Pack::Array, a.elems.iter().map(|e| self.expr(e)).collect()),
            Expr::Repeat(r) => self.repeat(r),
            Expr::Block(b) => {
                let Some(label) = &b.label else { return self.scoped(|s| s.stmts(&b.block.stmts)) };
                let target = super::exits::Target::Block(&label.name.ident);
                let stmts = super::exits::without(self.errors, &mut self.loop_values, &b.block.stmts, target);
                self.scoped(|s| s.stmts(&stmts))
            }
            Expr::Field(f) => self.field(f),
            Expr::Index(i) => self.index(i),
            Expr::Try(t) => self.expr(&t.expr),
            Expr::Cast(c) => self.error(error::cast_word(c.as_token, &c.ty)),
            Expr::Closure(c) => self.error(error::closure(c.inputs_begin)),
            Expr::If(i) => self.if_expr(i),
            Expr::Match(m) => self.match_expr(m),
            Expr::ForLoop(l) => self.for_expr(l),
            Expr::While(l) => self.while_expr(l),
            Expr::Loop(l) => self.loop_expr(l),
            Expr::Return(_) if self.unfollowed => Binding::Poison,
            Expr::Return(r) => self.error(error::early_exit(r.return_token, "return")),
            Expr::Break(b) => self.error(error::early_exit(b.break_token, "break")),
            Expr::Async(a) => self.error(error::await_expr(a.async_token)),
            Expr::Await(a) => self.error(error::await_expr(a.await_token)),
            Expr::Unsafe(u) => self.error(error::unsafe_block(u.unsafe_token)),
            Expr::Struct(s) => self.struct_literal(s),
            Expr::Assign(a) => self.error(error::assign_value(a.eq_token)),
            other => self.error(error::unsupported(other)),
        }
    }

    /// The place behind a `*`, for an expression that is borrowed, or of which a method or a field is asked for. A
    /// place of any form is looked at by reference however many references and boxes are around it.
    pub(super) fn behind<'e>(&self, e: &'e Expr) -> &'e Expr {
        match e {
            Expr::Paren(p) => self.behind(&p.expr),
            Expr::Group(g) => self.behind(&g.expr),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) && self.is_open(&u.expr) => self.behind(&u.expr),
            e => e,
        }
    }

    fn unary(&mut self, u: &syn::ExprUnary) -> Binding {
        let (name, span) = match &u.op {
            UnOp::Neg(op) => ("neg", op.span()),
            UnOp::Not(op) => ("not", op.span()),
            op => {
                return match self.expr(&u.expr) {
                    Binding::Tensor(_) => self.error(error::deref(op)),
                    // What a pattern binds is looked at, and only a number can be copied out.
                    Binding::Other(_) if matches!(bare(&u.expr), Expr::Path(_)) => {
                        Binding::Host(self.host(&Expr::Unary(u.clone())))
                    }
                    other => other,
                };
            }
        };
        let operand = self.expr(&u.expr);
        self.operator(name, vec![(operand, &u.expr)], span)
    }

    fn binary(&mut self, b: &syn::ExprBinary) -> Binding {
        let (name, span) = match &b.op {
            BinOp::Lt(op) => return self.error(error::comparison(op, "lt")),
            BinOp::Le(op) => return self.error(error::comparison(op, "le")),
            BinOp::Gt(op) => return self.error(error::comparison(op, "gt")),
            BinOp::Ge(op) => return self.error(error::comparison(op, "ge")),
            BinOp::Eq(op) => return self.error(error::comparison(op, "eq")),
            BinOp::Ne(op) => return self.error(error::comparison(op, "ne")),
            BinOp::And(op) => return self.error(error::lazy_bool(op, "and")),
            BinOp::Or(op) => return self.error(error::lazy_bool(op, "or")),
            op => match arithmetic(op) {
                Some((name, false)) => (name, op.span()),
                Some((_, true)) => return self.error(error::assign_value(op)),
                None => return self.error(error::operator(op)),
            },
        };
        let (left, right) = (self.side(&b.left), self.side(&b.right));
        self.operator(name, vec![(left, &b.left), (right, &b.right)], span)
    }

    /// An operator of the language as its row.
    pub(super) fn operator(&mut self, row: &str, operands: Vec<(Binding, &Expr)>, span: Span) -> Binding {
        // A field beside a tensor may be a number.
        let lenient = operands.iter().any(|(b, _)| matches!(b, Binding::Tensor(_)));
        let complex = operands.iter().any(|(b, _)| b.holds_complex());
        let values: Vec<_> = operands
            .into_iter()
            .map(|(b, e)| {
                let value = match b {
                    b if b.holds_complex() => return Some(Given::Said(b, e)),
                    Binding::Other(_) if complex => {
                        self.error(error::real_or_complex(e));
                        return None;
                    }
                    Binding::Other(v) => self.as_tensor(v, lenient),
                    b => self.operand(b, e.span())?,
                };
                Some(Given::Said(Binding::Tensor(value), e))
            })
            .collect();
        match values.into_iter().collect::<Option<Vec<_>>>() {
            Some(values) => self.call_given(row, values, span),
            None => Binding::Poison,
        }
    }

    fn method(&mut self, c: &syn::ExprMethodCall) -> Binding {
        let name = c.method.to_string();
        if let Some(done) = self.push_item(c) {
            return done;
        }
        if let Some(draw) = self.draw(c) {
            return self.drawn(c, draw);
        }
        if (c.method == "unwrap" || c.method == "expect")
            && let Some(entry) = self.entry_of_list(&c.receiver)
        {
            return self.expr(&entry.item());
        }
        let users = self.is_users_method(c);
        let mut receiver = self.expr(if users { self.behind(&c.receiver) } else { &c.receiver });
        if let (Binding::Host(v), true) = (&receiver, users)
            && self.is_made_by_hand(*v, c)
        {
            receiver = Binding::Other(self.of_any_form(*v));
        }
        if let (Binding::Other(v), true) = (&receiver, users) {
            if self.takes_out(c) {
                return self.error(error::taken_out(&c.method));
            }
            return self.inlined_method(*v, c).unwrap_or_else(|| self.call_method(*v, c));
        }
        if let (Binding::Other(v), "stop_gradient") = (&receiver, &*name)
            && c.args.is_empty()
        {
            return self.stopped(*v, c.method.span());
        }
        if let (Binding::Other(v), true) = (&receiver, complex::is_own(&name)) {
            receiver = self.as_complex(*v, c.receiver.span());
        }
        let same = c.args.is_empty() && SAME.contains(&&*name);
        let receiver = if same { receiver } else { self.tensor_of(receiver) };
        match (&receiver, name.as_str()) {
            (Binding::Poison, _) => {
                // The arguments may hold slips of their own.
                c.args
                    .iter()
                    .filter(|a| self.mentions_or_makes(a))
                    .cloned()
                    .collect::<Vec<_>>()
                    .iter()
                    .for_each(|a| {
                        self.expr(a);
                    });
                return Binding::Poison;
            }
            _ if same => return receiver,
            (Binding::Tensor(_), "to_vec") => return self.error(error::numbers_of(&c.method)),
            (_, "to_owned" | "to_vec" | "contiguous") if c.args.is_empty() => return receiver,
            // Slices have `windows` too and iterators `fold`, tensors the ops.
            (Binding::Tensor(_), "windows" | "fold") => {}
            (_, n) if ITERATORS.contains(&n) => return self.error(error::iterator(&c.method)),
            (
                Binding::Slice(_) | Binding::Group(Pack::Array, _),
                "first" | "last" | "get" | "split_first" | "split_last" | "split_at",
            ) => {
                return self.error(error::list_method(&c.method));
            }
            (
                Binding::Slice(_) | Binding::Group(Pack::Array, _) | Binding::Host(_),
                "pop" | "insert" | "remove" | "swap" | "truncate" | "clear" | "extend" | "append" | "drain"
                | "swap_remove" | "reverse" | "retain" | "extend_from_slice",
            ) => {
                return self.error(error::list_change(&c.method));
            }
            (Binding::Tensor(_), "unwrap" | "expect") => return self.error(error::unwrap(&c.method)),
            (_, "max" | "min") if c.args.len() == 1 && self.mentions(&c.args[0]).is_some() => {
                let instead = if name == "max" { "maximum" } else { "minimum" };
                return self.error(error::reduction_of_two(&c.method, instead));
            }
            (Binding::Group(Pack::Complex, parts), "cast") => {
                let cast = parts.iter().map(|part| match part {
                    Binding::Tensor(x) => self.cast(*x, c),
                    other => other.clone(),
                });
                return Binding::Group(Pack::Complex, cast.collect());
            }
            (Binding::Tensor(x), "cast") => return self.cast(*x, c),
            (Binding::Tensor(x), "split" | "chunk") => return self.split(*x, c, None),
            (Binding::Tensor(x), "unbind") => return self.unbind(*x, c, None),
            (Binding::Tensor(_), "masked_select") => {
                return self.error(error::by_values(&c.method));
            }
            _ => {}
        }
        if let Some(one) = complex::of_axes(&name) {
            return self.along_axes(c, receiver, one);
        }
        let given = std::iter::once(Given::Said(receiver, &c.receiver));
        let given = given.chain(c.args.iter().map(Given::Expr)).collect();
        let written = Written { name: &c.method, method: true, target: None, flat: false };
        if let Some(binding) = self.call(&written, given) {
            return binding;
        }
        let error = match names::foreign(&name) {
            Some(here) => error::other_spelling(&c.method, here),
            None => error::unknown_op(&c.method, names::closest(&name).as_deref()),
        };
        self.error(error)
    }

    fn function_call(&mut self, c: &syn::ExprCall) -> Binding {
        let path = match bare(&c.func) {
            Expr::Path(p) if p.qself.is_none() => &p.path,
            Expr::Closure(f) => return self.error(error::closure(f.inputs_begin)),
            other => return self.error(error::unsupported(other)),
        };
        let Some(last) = path.segments.last() else { return Binding::Poison };
        let name = last.ident.to_string();
        let outer = path.segments.iter().rev().nth(1);
        if let (Some(local), None) = (path.get_ident().and_then(|i| self.get(i)), outer)
            && !matches!(local, Binding::Unit)
        {
            return self.error(error::closure_call(&last.ident));
        }
        match (outer.map(|s| s.ident.to_string()).as_deref(), name.as_str()) {
            (None, "Ok") => return self.error(error::needless_ok(&last.ident)),
            (None, "Err" | "Box" | "Arc" | "Rc") => return self.error(error::unsupported(c)),
            (Some("Complex"), "new" | "of") if c.args.len() == 2 => return self.new_complex(c, name == "of"),
            (Some("Tensor" | "Scalar"), _) => {
                if let Some(binding) = self.make(path, c) {
                    return binding;
                }
            }
            (None, "drop") => return Binding::Unit,
            (_, name) if self.at.is_none() && name.starts_with(char::is_uppercase) => {
                return self.constructor(path, &c.args);
            }
            (Some(of), _) if CONTAINERS.contains(&of) => return self.error(error::container(path)),
            _ => {}
        }
        // `Tensor::matmul(&a, &b)`, `ops::matmul(&a, &b)`, `matmul(&a, &b)`.
        let named = |s: &syn::PathSegment| s.ident == "ops" || is_of_elements(&s.ident);
        // In a function of numbers a name alone is Rust's: a function of the user's.
        let own = outer.map_or(self.at.is_some() || self.called_on != How::Numbers, named);
        if own && let Some(&known) = names::OF_LISTS.iter().find(|known| last.ident == **known) {
            return self.meshgrid(known, &last.ident, &c.args);
        }
        if own {
            let (flat, target) = (outer.is_some_and(|s| s.ident == "ops"), self.turbofish(&last.arguments));
            let written = Written { name: &last.ident, method: false, target, flat };
            let found = self.op_at(outer.map(|s| &s.ident), &name);
            let given = c.args.iter().map(Given::Expr).collect();
            if let Some(binding) = found.and_then(|found| self.call_op(found, &written, given)) {
                return binding;
            }
        }
        if is_host_path(path) {
            return self.error(error::host_function(path));
        }
        let tensors = outer.is_some_and(named);
        let foreign = if outer.is_some() { names::foreign } else { names::foreign_function };
        match (own.then(|| foreign(&name)).flatten(), own.then(|| names::closest(&name)).flatten()) {
            (Some(here), _) => self.error(error::other_spelling(path, here)),
            (None, near) if tensors || self.at.is_some() => {
                self.error(error::unknown_op(&last.ident, near.as_deref()))
            }
            _ => {
                let derived = self.derivative(path, &c.args).or_else(|| self.inlined(path, &c.args));
                derived.unwrap_or_else(|| self.call_function(path, &c.args))
            }
        }
    }

    fn field(&mut self, f: &syn::ExprField) -> Binding {
        let base = self.expr(self.behind(&f.base));
        let base = self.taken_apart(base);
        match (&base, &f.member) {
            (Binding::Group(Pack::Tuple, parts), syn::Member::Unnamed(i)) => {
                match parts.get(i.index as usize) {
                    Some(part) => part.clone(),
                    None => self.error(error::index_range(i, parts.len())),
                }
            }
            (Binding::Group(Pack::Complex, parts), member) if Pack::Complex.field(member).is_some() => {
                Pack::Complex.field(member).map_or(Binding::Poison, |i| parts[i].clone())
            }
            (Binding::Poison, _) => Binding::Poison,
            (base @ (Binding::Other(_) | Binding::Fields(_)), member) => {
                let field = self.field_of(base, member);
                self.as_number_of_call(field)
            }
            (Binding::Group(Pack::Complex, _), member) => self.error(error::complex_field(member)),
            _ => self.error(error::field(&f.member)),
        }
    }

    fn index(&mut self, i: &syn::ExprIndex) -> Binding {
        if let Some(index) = self.blocks_in_turn(&i.index) {
            return self.index(&syn::ExprIndex { index: Box::new(index), ..i.clone() });
        }
        match self.expr(&i.expr) {
            Binding::Group(Pack::Array, parts) => self.list_index(parts, i),
            list => self.index_of(list, i),
        }
    }

    fn index_of(&mut self, list: Binding, i: &syn::ExprIndex) -> Binding {
        match list {
            Binding::Poison => Binding::Poison,
            Binding::Slice(form) => self.slice_index(&form, i),
            Binding::Tensor(v) => self.element(v, i),
            Binding::Other(v) => match &*i.index {
                Expr::Range(r) if r.start.is_none() && r.end.is_none() => Binding::Other(v),
                Expr::Range(r) => self.error(error::slice_range(r)),
                index => self.item_of(v, index),
            },
            _ => self.error(error::index(&i.index)),
        }
    }

    /// The entry of an array. Each is a value of its own, except where only the program knows which one is meant.
    fn list_index(&mut self, parts: Vec<Binding>, i: &syn::ExprIndex) -> Binding {
        let at = match &*i.index {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(n) => n.base10_parse::<usize>().ok(),
                _ => None,
            },
            e if !self.uses_tensors(e) => match self.known_of(e) {
                Some(crate::ir::Known::Int(d)) => d.as_int().and_then(|n| usize::try_from(n).ok()),
                _ => None,
            },
            _ => None,
        };
        match at {
            None if self.uses_tensors(&i.index) => self.error(error::slice_index(&i.index)),
            None if matches!(&*i.index, Expr::Range(r) if r.start.is_none() && r.end.is_none()) => {
                Binding::Group(Pack::Array, parts)
            }
            None => match self.at_run_time(parts, &i.expr) {
                Some(list) => self.index_of(list, i),
                None => Binding::Poison,
            },
            Some(n) => match parts.get(n) {
                Some(part) => part.clone(),
                None => self.error(error::index_range(&i.index, parts.len())),
            },
        }
    }

    pub(super) fn refuse_attributes(&mut self, attrs: &[syn::Attribute]) {
        for attr in attrs {
            let path = attr.path();
            if path.is_ident("checkpoint") {
                self.error(error::checkpoint_place(attr));
            } else if !["allow", "expect", "doc", "warn"].iter().any(|w| path.is_ident(w)) {
                self.error(error::attribute_in_body(attr));
            }
        }
    }

    /// An integer literal or what is known to be one.
    pub(super) fn literal_count(&mut self, e: &Expr) -> Option<usize> {
        match self.known_of(e)? {
            crate::ir::Known::Int(d) => d.as_int().and_then(|n| usize::try_from(n).ok()),
            _ => None,
        }
    }

    pub(super) fn name_node(&mut self, binding: &Binding, name: &Ident) {
        if let Binding::Tensor(v) | Binding::Other(v) = binding
            && self.at.is_none()
        {
            let node = &mut self.graph.nodes[v.ix()];
            if node.name.is_none() {
                node.name = Some(name.to_string());
            }
        }
    }
}

/// A function of numbers: `f32::max`, `std::cmp::max`.
pub(super) fn is_host_path(path: &syn::Path) -> bool {
    const HOST: &[&str] =
        &["std", "core", "f32", "f64", "i32", "i64", "isize", "u8", "u32", "u64", "usize", "bool"];
    path.segments.len() > 1 && path.segments.first().is_some_and(|s| HOST.iter().any(|h| s.ident == h))
}

/// The row of an operator, and whether it assigns.
pub(super) fn arithmetic(op: &BinOp) -> Option<(&'static str, bool)> {
    Some(match op {
        BinOp::Add(_) => ("add", false),
        BinOp::Sub(_) => ("sub", false),
        BinOp::Mul(_) => ("mul", false),
        BinOp::Div(_) => ("div", false),
        BinOp::Rem(_) => ("rem", false),
        BinOp::BitAnd(_) => ("and", false),
        BinOp::BitOr(_) => ("or", false),
        BinOp::AddAssign(_) => ("add", true),
        BinOp::SubAssign(_) => ("sub", true),
        BinOp::MulAssign(_) => ("mul", true),
        BinOp::DivAssign(_) => ("div", true),
        BinOp::RemAssign(_) => ("rem", true),
        BinOp::BitAndAssign(_) => ("and", true),
        BinOp::BitOrAssign(_) => ("or", true),
        _ => return None,
    })
}
