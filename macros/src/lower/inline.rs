//! Calls of functions and methods of the same module: the callee's text is lowered in place, in scopes of its own, with its
//! parameters bound to the arguments.
//!
//! An ordinary call is always right, so whatever an attempt meets that a callee's own text would not be refused for ends the
//! attempt: the graph is what it was, and the call stays one. Only shapes that differ are the caller's mistake.

mod batched;
mod derivative;
mod fit;
mod generics;
mod sizes;
mod typed;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use rustc_hash::FxHashMap as HashMap;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, Path, Token};

use super::module::{Given, Inlinable, Module, Names};
use super::state::{Binding, Frame, Lowerer, Unit, Variable};
use super::{elem, exits, shared};
use crate::args::Args;
use crate::dims::Dim;
use crate::error;
use crate::ir::{Graph, How, Value};
use crate::signature::Signature;

pub(super) use typed::item_type;

/// The most nodes that callees bring into one function: a function that calls another twice, which calls a third twice,
/// would have as many as it has paths.
const MOST: usize = 512;

/// A call in whose place a callee's text may stand.
struct InPlace<'c> {
    /// The types that a path gives for the callee's parameters.
    said: Given,
    /// The receiver of a method, and where it stands.
    receiver: Option<(Binding, Span)>,
    args: &'c Punctuated<Expr, Token![,]>,
    span: Span,
    /// Its gradient is taken.
    apart: bool,
}

/// The state that an attempt may have changed.
struct Before {
    graph: Graph,
    elems: elem::Elems,
    scopes: Vec<HashMap<String, Variable>>,
    dim_values: HashMap<String, Value>,
    shapes_of: HashMap<Value, Value>,
    items: HashMap<(Value, super::state::Index), Value>,
    as_tensors: HashMap<(Value, bool), Value>,
    fields: HashMap<(Value, String), Value>,
    roots: super::state::Roots,
    taps: Vec<Ident>,
    loop_values: usize,
    errors: usize,
    unit: Option<Box<Unit>>,
}

impl Unit {
    pub(super) fn new(module: &Rc<Module>, args: &Args, item: &ItemFn) -> Self {
        Self {
            module: module.clone(),
            marker: args.name.clone().filter(|_| args.method.is_some()),
            names: Rc::new(Names::of(item)),
            fails: error_type(item),
            frames: Vec::new(),
            mismatches: 0,
            nodes: 0,
            inlined: BTreeMap::new(),
            apart: Vec::new(),
            order: args.order,
        }
    }

    /// How many errors are about shapes, and what was inlined.
    pub(super) fn report(self) -> (usize, Vec<(String, usize)>) {
        (self.mismatches, self.inlined.into_iter().collect())
    }

    /// Whether the callee's text may stand in the caller. The callee is not inlined in itself, and there is room. No name of the text
    /// is hidden in the caller, so the text keeps its meaning.
    fn admits(&self, callee: &Rc<Inlinable>) -> bool {
        let again = self.frames.iter().any(|frame| Rc::ptr_eq(&frame.callee, callee));
        let itself = self.marker.is_some() && callee.sig.args.name == self.marker;
        let fits = self.nodes + callee.nodes <= MOST;
        if again || itself || !fits {
            return false;
        }
        let around = std::iter::once(&*self.names).chain(self.frames.iter().map(|f| &f.callee.names));
        let mut bound: BTreeSet<&String> = around.flat_map(|names| &names.bound).collect();
        // Its own generics are replaced, its own variables bound where it reads them.
        bound.retain(|name| callee.names.free.contains(*name));
        bound.is_empty()
    }
}

impl Lowerer<'_> {
    /// A call of a function of the module, as the callee's text; `None` where it stays a call.
    pub(super) fn inlined(&mut self, path: &Path, args: &Punctuated<Expr, Token![,]>) -> Option<Binding> {
        let (callee, said) = self.function_of(path)?;
        let callee = callee.clone();
        self.attempt(&callee, InPlace { said, receiver: None, args, span: path.span(), apart: false })
    }

    /// As [`Self::inlined`], for a method on a receiver whose type the module says.
    pub(super) fn inlined_method(&mut self, receiver: Value, c: &syn::ExprMethodCall) -> Option<Binding> {
        self.unit.as_ref().filter(|_| c.turbofish.is_none())?;
        let (callee, said) = self.method_of(&self.type_of(&c.receiver)?, &c.method)?;
        let callee = callee.clone();
        callee.sig.args.method.as_ref().filter(|method| method.sig.receiver().is_some())?;
        let receiver = Some((Binding::Other(receiver), c.receiver.span()));
        self.attempt(&callee, InPlace { said, receiver, args: &c.args, span: c.method.span(), apart: false })
    }

    fn attempt(&mut self, callee: &Rc<Inlinable>, call: InPlace<'_>) -> Option<Binding> {
        self.unit.as_ref().filter(|unit| unit.admits(callee))?;
        // Functions of tensors give tensors, where those of numbers take numbers.
        if callee.sig.args.numbers != (self.called_on == How::Numbers) {
            return None;
        }
        let own = usize::from(call.receiver.is_some());
        if callee.sig.params.len() != call.args.len() + own {
            return Some(self.miscounted(callee, own, &call));
        }
        let before = self.before();
        let (errors, mismatches) = (before.errors, self.mismatches());
        let (value, doubtful) = self.in_place(callee, call).unzip();
        let wrong = self.errors.len() - errors;
        let shapes = self.mismatches() - mismatches;
        match value {
            Some(Binding::Poison) if wrong == 0 => {}
            Some(value) if wrong == 0 => {
                if let Some(unit) = &mut self.unit {
                    *unit.inlined.entry(callee.title()).or_default() += 1;
                }
                return Some(value);
            }
            // All of it is said of the arguments, or of shapes that they bring.
            Some(_) if shapes >= wrong && doubtful == Some(false) => return Some(Binding::Poison),
            _ => {}
        }
        self.restore(before);
        None
    }

    /// A call with more or fewer arguments than parameters; `own`: how many a receiver is.
    fn miscounted(&mut self, callee: &Rc<Inlinable>, own: usize, call: &InPlace<'_>) -> Binding {
        let params = callee.sig.params[own.min(callee.sig.params.len())..].iter();
        let usage = params.map(|p| p.name.to_string()).collect::<Vec<_>>().join(", ");
        let name = callee.title();
        let name = name.rsplit("::").next().unwrap_or(&name);
        let usage = format!("{}{name}({usage})", if own == 0 { "" } else { "." });
        self.errors.push(error::arity(call.span, name, &usage, call.args.len()));
        if let Some(unit) = &mut self.unit {
            unit.mismatches += 1;
        }
        Binding::Poison
    }

    /// The value of the call, and whether what differs may be in what never runs.
    fn in_place(&mut self, callee: &Rc<Inlinable>, call: InPlace<'_>) -> Option<(Binding, bool)> {
        let InPlace { said, receiver, args, span, apart } = call;
        let errors = self.errors.len();
        let (mut given, mut spans): (Vec<_>, Vec<_>) = receiver.into_iter().unzip();
        given.extend(self.arguments(&callee.sig.params[given.len()..], args)?);
        spans.extend(args.iter().map(Spanned::span));
        if self.errors.len() > errors {
            return None;
        }
        let instance = self.instance(callee, &said, &given)?;
        let (item, sig) = instance.as_ref().map_or((&callee.item, &callee.sig), |(item, sig)| (item, sig));
        if sig.float != self.float {
            return None;
        }
        let (mut tensors, mut bindings) = (Vec::new(), Vec::new());
        for ((param, binding), span) in sig.params.iter().zip(given).zip(spans) {
            let name = param.name.to_string();
            bindings.push(self.fitted(&param.kind, binding, &name, span, &mut tensors)?);
        }
        for tensor in &tensors {
            self.expect_elem(tensor.value, &tensor.ty.elem).ok()?;
        }
        let dims = self.dims_of_callee(sig, &tensors);
        let depth = self.depth;
        let unit = self.unit.as_mut()?;
        unit.nodes += callee.nodes;
        let outer = unit.frames.last().is_none_or(|frame| frame.leaves);
        let leaves = outer && unit.fails.is_some() && unit.fails == error_type(&callee.item);
        let sizes = dims.iter().map(|dim| (dim.name.clone(), dim.size.clone())).collect();
        unit.frames.push(Frame { callee: callee.clone(), dims: sizes, depth, doubtful: false, leaves });
        let scopes = std::mem::replace(&mut self.scopes, vec![HashMap::default()]);
        let (plain, open) = match &callee.sig.args.method {
            Some(method) => (method.plain.clone(), method.open.clone()),
            None => (Rc::from([]), Rc::from([])),
        };
        let outer = (
            std::mem::take(&mut self.structs),
            std::mem::replace(&mut self.plain, plain),
            std::mem::replace(&mut self.open, open),
            std::mem::replace(&mut self.result, sig.returns.result),
        );
        self.declare_dims(&dims);
        let declared: Vec<Value> =
            tensors.iter().map(|tensor| self.check_argument(tensor, &dims, &callee.title())).collect();
        let declared = if apart { self.told_apart(&sig.params, &tensors, &declared) } else { declared };
        let mut declared = declared.into_iter();
        let params = sig.params.iter().zip(bindings);
        let bindings = params.map(|(p, b)| fit::declared(&p.kind, b, &mut declared)).collect();
        let fits = self.errors.len() == errors;
        let value = if fits { self.body_in_place(item, sig, bindings) } else { Some(Binding::Poison) };
        (self.structs, self.plain, self.open, self.result) = outer;
        self.scopes = scopes;
        let doubtful = self.unit.as_mut().and_then(|unit| unit.frames.pop()).is_some_and(|f| f.doubtful);
        if fits {
            // They are said of the call: the callee's text is right.
            let name = callee.title();
            for error in self.errors.after(errors) {
                self.errors.push(error::inside(span, &name, &error.to_string()));
            }
        }
        Some((value?, doubtful))
    }

    fn body_in_place(&mut self, item: &ItemFn, sig: &Signature, args: Vec<Binding>) -> Option<Binding> {
        for (param, binding) in sig.params.iter().zip(args) {
            if let Binding::Other(_) = binding {
                self.structs.push(self.key(&param.name));
            }
            let binding = self.without_gradient(&param.kind, binding, param.name.span());
            self.declare(&param.name, binding, param.mutable);
            self.type_name(&param.name, &param.ty);
        }
        let block = exits::body(self.errors, &mut self.loop_values, sig, &item.block);
        let outer = std::mem::replace(&mut self.shared, shared::of(&block));
        let (value, tail) = self.scoped(|l| l.body(&block));
        self.shared = outer;
        let at = tail.map_or_else(|| sig.name.to_token_stream(), ToTokens::to_token_stream);
        self.result_in_place(&sig.returns.kind, value, &at)
    }

    /// An error about shapes that differ.
    pub(crate) fn mismatch(&mut self, error: syn::Error) -> Binding {
        let (before, depth) = (self.errors.len(), self.depth);
        let poison = self.error(error);
        if let Some(unit) = &mut self.unit {
            unit.mismatches += self.errors.len() - before;
            for frame in unit.frames.iter_mut().filter(|frame| depth > frame.depth) {
                frame.doubtful = true;
            }
        }
        poison
    }

    fn mismatches(&self) -> usize {
        self.unit.as_ref().map_or(0, |unit| unit.mismatches)
    }

    fn frame(&self) -> Option<&Frame> {
        self.unit.as_ref()?.frames.last()
    }

    /// Whether the text that is being lowered is a callee's.
    pub(super) fn in_callee(&self) -> bool {
        self.frame().is_some()
    }

    /// The caller's dim for a dim of the callee.
    pub(super) fn callee_dim(&self, name: &str) -> Option<Dim> {
        self.frame()?.dims.get(name).cloned()
    }

    /// A name that rustc does not see as a variable of the callee.
    pub(crate) fn is_callee_dim(&self, name: &Ident) -> bool {
        self.frame().is_some_and(|frame| frame.dims.contains_key(&name.to_string()))
    }

    /// Whether an error of host code may leave the function.
    pub(crate) fn may_fail(&self) -> bool {
        self.result && !self.cannot_leave()
    }

    /// It is a callee's, of another error type than the caller's.
    pub(crate) fn cannot_leave(&self) -> bool {
        self.frame().is_some_and(|frame| !frame.leaves)
    }

    fn before(&self) -> Before {
        Before {
            graph: self.graph.clone(),
            elems: self.elems.clone(),
            scopes: self.scopes.clone(),
            dim_values: self.dim_values.clone(),
            shapes_of: self.shapes_of.clone(),
            items: self.items.clone(),
            as_tensors: self.as_tensors.clone(),
            fields: self.fields.clone(),
            roots: self.roots.clone(),
            taps: self.taps.clone(),
            loop_values: self.loop_values,
            errors: self.errors.len(),
            unit: self.unit.clone(),
        }
    }

    fn restore(&mut self, before: Before) {
        *self.graph = before.graph;
        self.elems = before.elems;
        self.scopes = before.scopes;
        self.dim_values = before.dim_values;
        self.shapes_of = before.shapes_of;
        self.items = before.items;
        self.as_tensors = before.as_tensors;
        self.fields = before.fields;
        self.roots = before.roots;
        self.taps = before.taps;
        self.loop_values = before.loop_values;
        self.errors.truncate(before.errors);
        // What was spent stays spent: attempts that come to nothing are bounded too.
        let nodes = self.unit.as_ref().map_or(0, |unit| unit.nodes);
        self.unit = before.unit;
        if let Some(unit) = &mut self.unit {
            unit.nodes = nodes;
        }
    }
}

/// The error type of a `Result` as it is written, nothing where it is left out.
fn error_type(item: &ItemFn) -> Option<String> {
    let syn::ReturnType::Type(_, ty) = &item.sig.output else { return None };
    crate::signature::result_of(ty)?;
    let syn::Type::Path(path) = crate::signature::strip(ty) else { return None };
    let syn::PathArguments::AngleBracketed(args) = &path.path.segments.last()?.arguments else { return None };
    Some(args.args.iter().nth(1).map(|e| e.to_token_stream().to_string()).unwrap_or_default())
}

/// A tensor among the arguments.
struct Leaf {
    ty: crate::signature::TensorType,
    value: Value,
    /// The parameter that it belongs to.
    param: String,
    /// It is not `#[constant]`.
    active: bool,
    span: Span,
}

/// A dim of the callee.
struct Bound {
    name: String,
    size: Dim,
    /// Where it is read.
    at: (Value, usize),
    span: Span,
}
