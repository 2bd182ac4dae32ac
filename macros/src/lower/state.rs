//! The state of lowering, and what names and expressions mean.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::{Ident, Span};
use rustc_hash::FxHashMap as HashMap;
use syn::Expr;

use super::elem;
use super::module::{Inlinable, Module, Names};
use crate::dims::Dim;
use crate::error::Errors;
use crate::ir::{Elem, Graph, HostExpr, How, Known, Node, Op, Pack, Part, Shape, Size, Ty, Value};
use crate::names::own;
use crate::table::RuleCache;

/// The form of a slice's items: a list for each tensor in one.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Tensor(Value),
    Group(Pack, Vec<Form>),
}

/// The meaning of a name or an expression.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Tensor(Value),
    Host(Value),
    /// Several that are one: `Array` is a `Vec` too.
    Group(Pack, Vec<Binding>),
    /// A list whose length is known at run time only.
    Slice(Form),
    /// A value of a type that rustc alone knows.
    Other(Value),
    /// Outside of this region there is such a value, of which its text names these fields alone: the names on the way
    /// to each.
    Fields(Rc<[(Vec<String>, Value)]>),
    /// Arithmetic over values of any form: numbers or tensors, as it is used.
    Either(Rc<Either>),
    /// A named dim or const generic; its node is made where it is first used.
    Dim(String),
    /// Declared without a value.
    Unset,
    Unit,
    /// Already reported.
    Poison,
}

/// See [`Binding::Either`].
#[derive(Clone)]
pub(crate) struct Either {
    pub(super) expr: Expr,
    /// All in it is copied out of references, or host code.
    pub(super) copied: bool,
    /// It has an integer in it and borrows nothing: it looks like a number.
    pub(super) integer: bool,
    /// The bindings of its names.
    pub(super) names: Vec<(Ident, Binding)>,
}

impl std::fmt::Debug for Either {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Either").field("names", &self.names).finish_non_exhaustive()
    }
}

impl Binding {
    /// A tensor, or something that holds one.
    pub(crate) fn holds_tensor(&self) -> bool {
        match self {
            // What was refused once is not taken for host code later.
            Self::Tensor(_)
            | Self::Slice(_)
            | Self::Other(_)
            | Self::Fields(_)
            | Self::Either(_)
            | Self::Poison => true,
            Self::Group(_, parts) => parts.iter().any(Self::holds_tensor),
            Self::Host(_) | Self::Dim(_) | Self::Unset | Self::Unit => false,
        }
    }

    /// A complex tensor, or a list of tensors with one.
    pub(super) fn holds_complex(&self) -> bool {
        match self {
            Self::Group(Pack::Complex, _) => true,
            Self::Group(Pack::Array, items) => items.iter().any(Self::holds_complex),
            _ => false,
        }
    }

    /// It may be a tensor, but it may be a number as well.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Other(_) | Self::Fields(_) | Self::Either(_))
    }
}

#[derive(Clone)]
pub(super) struct Variable {
    pub(super) binding: Binding,
    pub(super) mutable: bool,
    /// Without references, where its text or that of a marked module says it.
    pub(super) ty: Option<Rc<syn::Type>>,
    /// The tensor type that a `let` of the body gives it, which what is assigned has too.
    pub(super) declared: Option<Rc<syn::Type>>,
    /// It is a reference for certain: what is copied out of it is no tensor.
    pub(super) lent: bool,
    /// The kinds of the fields of a struct that the body makes.
    pub(super) kinds: Kinds,
}

impl Variable {
    pub(super) fn new(binding: Binding, mutable: bool) -> Self {
        Self { binding, mutable, ty: None, declared: None, lent: false, kinds: Kinds::default() }
    }
}

pub(crate) struct Lowerer<'g> {
    pub(crate) graph: &'g mut Graph,
    pub(crate) errors: &'g mut Errors,
    pub(crate) rules: &'g RuleCache,
    /// The float type that constants take which nothing else determines.
    pub(crate) float: Elem,
    /// Type parameters that are element types.
    pub(crate) types: Vec<String>,
    /// Nodes and errors are placed here rather than at the text's own tokens: the text is not the user's.
    pub(crate) at: Option<Span>,
    /// The function returns `Result`.
    pub(crate) result: bool,
    /// The first name of the body that nothing binds, and the closest that is bound.
    pub(super) unbound: Option<(Ident, Option<String>)>,
    /// An exit was refused already, so that `return`s still stand here.
    pub(super) unfollowed: bool,
    pub(super) scopes: Vec<HashMap<String, Variable>>,
    pub(super) elems: elem::Elems,
    /// First node that may have an open element type.
    pub(super) start: usize,
    /// Where named dims are read: a parameter's value and axis, or none for const generics.
    pub(super) dims: HashMap<String, Option<(Value, usize)>>,
    pub(super) dim_values: HashMap<String, Value>,
    pub(super) shapes_of: HashMap<Value, Value>,
    /// Items of lists that were read before, by list and index: one node for all uses.
    pub(super) items: HashMap<(Value, Index), Value>,
    /// Values of any form that were used as tensors before.
    pub(super) as_tensors: HashMap<(Value, bool), Value>,
    /// Fields of values of any form that were read before.
    pub(super) fields: HashMap<(Value, String), Value>,
    pub(super) roots: Roots,
    /// Variables whose values host code changes though they are not `mut`.
    pub(super) shared: BTreeSet<String>,
    /// Parameters that are structs.
    pub(super) structs: Vec<String>,
    /// Methods of the receiver that are plain Rust, and those that may or may not be.
    pub(super) plain: Rc<[String]>,
    pub(super) open: Rc<[String]>,
    /// The user's function, for messages at run time.
    pub(crate) function: String,
    /// Where the transforms of the functions are that it calls.
    pub(super) called_on: How,
    /// The region that is being made is a checkpoint.
    pub(super) again: bool,
    /// The names of values whose cotangents are wanted.
    pub(super) taps: Vec<Ident>,
    /// How many regions are around what is being lowered.
    pub(super) depth: usize,
    /// How many loops gave a value or were left early so far.
    pub(super) loop_values: usize,
    /// How many parts of host code and of places had names of our own so far.
    pub(crate) turns: usize,
    /// The user's name for the op that nodes are made for.
    pub(crate) called: Option<&'static str>,
    /// Composites parsed so far, and those being inlined, against recursion in the table.
    pub(super) composites: HashMap<(&'static str, bool), Rc<syn::ItemFn>>,
    pub(super) inlining: Vec<&'static str>,
    pub(crate) origins: Origins,
    /// The module whose functions are inlined at their calls.
    pub(super) unit: Option<Box<Unit>>,
    pub(super) graph_of: GraphOf,
}

/// What the outermost composite was given, for messages about what it makes of that.
#[derive(Default)]
pub(crate) struct Origins {
    /// Its tensors, each by the user's name or by that of the parameter.
    pub(super) given: Vec<(Value, String)>,
    /// The first node that it made.
    pub(super) first: usize,
    /// How many errors there were before it.
    pub(super) errors: usize,
}

impl Origins {
    /// The one argument that `value` is made of, if it is one.
    pub(crate) fn of(&self, graph: &Graph, value: Value) -> Option<&str> {
        let (mut left, mut found, mut seen) = (vec![value], None, BTreeSet::new());
        while let Some(v) = left.pop().filter(|_| !self.given.is_empty()) {
            if !seen.insert(v) {
                continue;
            }
            match self.given.iter().find(|(given, _)| *given == v) {
                Some((_, name)) if found.is_none_or(|other| other == name) => found = Some(name),
                Some(_) => return None,
                None if v.ix() >= self.first && matches!(graph.node(v).ty, Ty::Tensor(_)) => {
                    left.extend(&graph.node(v).args);
                }
                None => {}
            }
        }
        found.map(String::as_str)
    }
}

/// The purpose of a graph.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum GraphOf {
    /// To be emitted.
    Function,
    /// To be known by callers, into which the text is lowered again.
    Text,
}

impl<'g> Lowerer<'g> {
    pub(crate) fn new(
        graph: &'g mut Graph,
        errors: &'g mut Errors,
        rules: &'g RuleCache,
        float: Elem,
    ) -> Self {
        let start = graph.nodes.len();
        Self {
            graph,
            errors,
            rules,
            float,
            types: Vec::new(),
            at: None,
            result: false,
            unbound: None,
            unfollowed: false,
            scopes: vec![HashMap::default()],
            elems: elem::Elems::default(),
            start,
            dims: HashMap::default(),
            dim_values: HashMap::default(),
            shapes_of: HashMap::default(),
            items: HashMap::default(),
            as_tensors: HashMap::default(),
            fields: HashMap::default(),
            roots: Roots::default(),
            shared: BTreeSet::new(),
            structs: Vec::new(),
            plain: Rc::new([]),
            open: Rc::new([]),
            function: String::new(),
            called_on: How::Function,
            again: false,
            taps: Vec::new(),
            depth: 0,
            loop_values: 0,
            turns: 0,
            called: None,
            composites: HashMap::default(),
            inlining: Vec::new(),
            origins: Origins::default(),
            unit: None,
            graph_of: GraphOf::Function,
        }
    }

    /// A new variable of this scope, in the text of a rule; shadows an older one.
    pub(crate) fn bind(&mut self, name: &str, binding: Binding) {
        self.insert(name.to_string(), Variable::new(binding, false));
    }

    pub(crate) fn declare(&mut self, name: &Ident, binding: Binding, mutable: bool) {
        self.insert(self.key(name), Variable::new(binding, mutable));
    }

    pub(super) fn insert(&mut self, key: String, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(key, variable);
        }
    }

    /// Texts of the table have no names but those of their own; in a user's, macros may have put others.
    pub(crate) fn key(&self, name: &Ident) -> String {
        if self.at.is_some() { name.to_string() } else { crate::names::key(name) }
    }

    pub(crate) fn get(&self, name: &Ident) -> Option<&Binding> {
        self.found(name).map(|v| &v.binding)
    }

    pub(super) fn found(&self, name: &Ident) -> Option<&Variable> {
        let key = self.key(name);
        self.scopes.iter().rev().find_map(|s| s.get(&key))
    }

    pub(super) fn variable(&mut self, name: &Ident) -> Option<&mut Variable> {
        let key = self.key(name);
        self.scopes.iter_mut().rev().find_map(|s| s.get_mut(&key))
    }

    /// Runs `f`, whose nodes are made for a call of `name`; what an outer call is made of stays with that.
    pub(super) fn calling<R>(&mut self, name: &'static str, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.called;
        self.called = outer.or(Some(name));
        let r = f(self);
        self.called = outer;
        r
    }

    /// Runs `f` with names of its own.
    pub(super) fn scoped<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(HashMap::default());
        let r = f(self);
        self.scopes.pop();
        r
    }

    /// Named dims: where each is read, `None` for a const generic.
    pub(crate) fn declare_dim(&mut self, name: &Ident, at: Option<(Value, usize)>) {
        let text = name.to_string();
        self.dims.insert(text.clone(), at);
        self.declare(name, Binding::Dim(text), false);
    }

    pub(super) fn place(&self, span: Span) -> Span {
        self.at.unwrap_or(span)
    }

    pub(crate) fn error(&mut self, error: syn::Error) -> Binding {
        // What a composite makes of a wrong argument is wrong too.
        if !self.inlining.is_empty() && self.errors.len() > self.origins.errors {
            return Binding::Poison;
        }
        self.errors.push(match self.at {
            None => error,
            Some(span) => syn::Error::new(span, error.to_string()),
        });
        Binding::Poison
    }

    pub(super) fn push(&mut self, op: Op, args: Vec<Value>, ty: Ty, span: Span) -> Value {
        let span = self.place(span);
        self.graph.push(Node { called: self.called, ..Node::new(op, args, ty, span) })
    }

    pub(crate) fn constant(&mut self, value: f64, span: Span) -> Value {
        let elem = self.elems.number(value);
        self.push(Op::Const(value), vec![], tensor_ty(elem, Shape::scalar()), span)
    }

    pub(crate) fn host_node(&mut self, host: HostExpr, args: Vec<Value>, span: Span) -> Value {
        self.push(Op::Host(host), args, Ty::Host, span)
    }

    pub(crate) fn size_node(&mut self, size: Size, args: Vec<Value>, span: Span) -> Value {
        self.push(Op::size(size), args, Ty::Host, span)
    }

    /// The shape of `tensor` as a host value, one node for all uses.
    pub(crate) fn shape_of(&mut self, tensor: Value, span: Span) -> Value {
        if let Some(v) = self.shapes_of.get(&tensor) {
            return *v;
        }
        let v = self.push(Op::ShapeOf, vec![tensor], Ty::Host, span);
        self.shapes_of.insert(tensor, v);
        v
    }

    /// A named dim or const generic as a host value, read from its first parameter.
    pub(crate) fn dim_value(&mut self, name: &str, span: Span) -> Value {
        if let Some(v) = self.dim_values.get(name) {
            return *v;
        }
        let v = match self.dims.get(name).copied().flatten() {
            Some((tensor, axis)) => {
                let shape = self.shape_of(tensor, span);
                let size = self.graph.arg(0, shape).axis(Size::int(axis as i64));
                self.size_node(size, vec![shape], span)
            }
            None => self.size_node(Size::dim(name), vec![], span),
        };
        self.dim_values.insert(name.to_string(), v);
        v
    }

    /// A value as a tensor operand: host numbers become tensors of rank 0. `None` after an error.
    pub(super) fn operand(&mut self, binding: Binding, span: Span) -> Option<Value> {
        match binding {
            Binding::Tensor(v) => Some(v),
            Binding::Other(v) => Some(self.as_tensor(v, false)),
            Binding::Either(either) => {
                let binding = self.as_operator(&either);
                self.operand(binding, span)
            }
            Binding::Dim(name) => {
                let v = self.dim_value(&name, span);
                Some(self.scalar(v, span))
            }
            Binding::Host(v) if self.is_result_of_item(v) => {
                let at = self.graph.node(v).span;
                self.error(crate::error::item_operand(at));
                None
            }
            Binding::Host(v) => Some(self.scalar(v, span)),
            Binding::Poison => None,
            other => {
                let error = crate::error::wants_value(spanned(span), describe(&other));
                self.error(error);
                None
            }
        }
    }

    /// `x.item()` without `?`
    pub(super) fn is_result_of_item(&self, v: Value) -> bool {
        self.at.is_none() && matches!(&self.graph.node(v).op, Op::Host(host) if host.is_item())
    }

    /// A host number as a tensor of rank 0; a literal is a constant.
    pub(super) fn scalar(&mut self, host: Value, span: Span) -> Value {
        let literal = match self.graph.known(host) {
            // There are no literals of others.
            Some(Known::Float(f)) if f.is_finite() => Some(f),
            Some(Known::Int(d)) => d.as_int().map(|n| n as f64),
            Some(Known::Bool(b)) => {
                let v = self.constant(f64::from(u8::from(b)), span);
                self.graph.nodes[v.ix()].ty = tensor_ty(Elem::Bool, Shape::scalar());
                return v;
            }
            _ => None,
        };
        if let Some(value) = literal {
            return self.constant(value, span);
        }
        let elem = self.elems.fresh(elem::Class::Any);
        self.push(Op::Scalar, vec![host], tensor_ty(elem, Shape::scalar()), span)
    }

    /// Gives every node its element type. Nothing may be lowered afterwards.
    pub(crate) fn finish(self) {
        let Self { graph, errors, elems, start, float, .. } = self;
        settle(&mut graph.nodes[start..], errors, &elems, &float);
    }
}

pub(super) fn settle(nodes: &mut [Node], errors: &mut Errors, elems: &elem::Elems, float: &Elem) {
    for node in nodes {
        for region in node.regions_mut() {
            settle(&mut region.graph.nodes, errors, elems, float);
        }
        if let Some(condition) = node.condition_mut() {
            settle(&mut condition.graph.nodes, errors, elems, float);
        }
        match &mut node.ty {
            Ty::Tensor(t) | Ty::List(t) => t.elem = elems.settle(&t.elem, float),
            Ty::Tuple(ts) => ts.iter_mut().for_each(|t| t.elem = elems.settle(&t.elem, float)),
            Ty::Other | Ty::Gathered(_) | Ty::Host => {}
        }
        if let (Op::Const(c), Ty::Tensor(t)) = (&node.op, &node.ty)
            && !t.elem.holds(*c)
        {
            let text = format!("`{c:?}`");
            let error = crate::error::elem_class(
                spanned(node.span),
                "constant",
                &text,
                &Elem::F64,
                &format!("an element of `{}`", t.elem),
                "cast the tensor",
            );
            errors.push(error);
        }
    }
}

pub(super) fn tensor_ty(elem: Elem, shape: Shape) -> Ty {
    Ty::Tensor(crate::ir::TensorTy { elem, shape })
}

/// A token of nothing at `span`, to place an error.
pub(super) fn spanned(span: Span) -> proc_macro2::TokenStream {
    let mut group = proc_macro2::Group::new(proc_macro2::Delimiter::None, proc_macro2::TokenStream::new());
    group.set_span(span);
    [proc_macro2::TokenTree::Group(group)].into_iter().collect()
}

/// A value in words, for messages.
pub(super) fn describe(binding: &Binding) -> &'static str {
    match binding {
        Binding::Tensor(_) => "a tensor",
        Binding::Host(_) | Binding::Dim(_) => "a host value",
        Binding::Group(Pack::Tuple, _) => "a tuple",
        Binding::Group(Pack::Array, _) => "a list of tensors",
        Binding::Group(Pack::Complex, _) => "a complex tensor",
        Binding::Slice(_) => "a slice of tensors",
        Binding::Other(_) | Binding::Fields(_) => "a struct, or what a call returned",
        Binding::Either(_) => "numbers or tensors",
        Binding::Unset => "a variable without a value",
        Binding::Unit => "no value",
        Binding::Poison => "an error",
    }
}

/// `e` without parentheses and `&`.
pub(crate) fn bare(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => bare(&p.expr),
        Expr::Group(g) => bare(&g.expr),
        Expr::Reference(r) => bare(&r.expr),
        e => e,
    }
}

/// A name that no user's name can meet.
pub(crate) fn hidden(stem: &str, n: usize) -> Ident {
    own(format_args!("{stem}{n}"))
}

/// An index as far as expansion can tell two apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Index {
    Number(i64),
    Host(Value),
}

/// A value wherever it goes, as a number.
pub(super) type Root = u32;

#[derive(Clone, Default)]
pub(super) struct Roots {
    /// The number of the region that is being lowered.
    pub(super) region: u32,
    pub(super) count: u32,
    pub(super) of: HashMap<(u32, Value), Root>,
    pub(super) parts: HashMap<(Root, Part), Root>,
    pub(super) items: HashMap<(Root, Read), Root>,
    pub(super) types: HashMap<(Root, Read), Ty>,
}

/// A view of a value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Read {
    Tensor,
    List,
    Number(i64),
    Item(Root),
}

impl Roots {
    /// A number that no other root or region has.
    pub(super) fn fresh(&mut self) -> u32 {
        self.count += 1;
        self.count
    }
}

/// The kinds of fields, by the names on the way to each.
#[derive(Clone, Default)]
pub(super) struct Kinds(pub(super) Rc<[(Vec<String>, Kind)]>);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tensor,
    Host,
    /// A host value that is one for certain.
    Integer,
}

/// A function of a module, as far as its calls are concerned.
#[derive(Clone)]
pub(super) struct Unit {
    pub(super) module: Rc<Module>,
    /// The function's own, if it is a method: the type beside it has a name of ours.
    pub(super) marker: Option<Ident>,
    /// The names that the function itself brings into scope.
    pub(super) names: Rc<Names>,
    /// The error type of its `Result`, if it has one.
    pub(super) fails: Option<String>,
    /// The callees whose text is being lowered, outermost first.
    pub(super) frames: Vec<Frame>,
    /// How many errors are about shapes.
    pub(super) mismatches: usize,
    pub(super) nodes: usize,
    pub(super) inlined: BTreeMap<String, usize>,
    /// The active tensors of a call that a gradient is taken of, by their parameters.
    pub(super) apart: Vec<(String, Value)>,
    /// The order of the function itself.
    pub(super) order: u32,
}

#[derive(Clone)]
pub(super) struct Frame {
    pub(super) callee: Rc<Inlinable>,
    /// The dims of the caller for the callee's named dims.
    pub(super) dims: HashMap<String, Dim>,
    /// The regions around the call.
    pub(super) depth: usize,
    /// Some shapes differ in an arm or a round, which may never run.
    pub(super) doubtful: bool,
    /// An error of its host code may leave the caller.
    pub(super) leaves: bool,
}
