//! A user's function as a whole: inputs, body, return value.

use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;
use syn::{Expr, Stmt};

use super::exits;
use super::state::{Binding, Form, GraphOf, Lowerer, bare, describe, tensor_ty};
use crate::args::Args;
use crate::dims;
use crate::error::{self, Errors};
use crate::ir::{Call, Graph, HostExpr, How, Node, Op, Pack, Runs, Shape, TensorTy, Ty, Value};
use crate::lower::module::Module;
use crate::signature::{Function, OtherParam, Output, ParamKind, ReturnKind, Signature, Taps};
use crate::table::RuleCache;

/// Lowers `item`; `None` where the signature cannot be read. Errors of the body leave a graph that must not be used.
pub(crate) fn function(
    errors: &mut Errors,
    rules: &RuleCache,
    args: &Args,
    item: &syn::ItemFn,
) -> Option<Function> {
    lowered(errors, rules, (args, item), None, GraphOf::Function).0
}

/// [`function`] where it stands for a call: what it calls is looked for where it is lowered again.
pub(crate) fn text(
    errors: &mut Errors,
    rules: &RuleCache,
    args: &Args,
    item: &syn::ItemFn,
) -> Option<Function> {
    lowered(errors, rules, (args, item), None, GraphOf::Text).0
}

/// [`function`] with the texts of its module, all of whose errors are errors.
pub(crate) fn of_module(
    errors: &mut Errors,
    rules: &RuleCache,
    args: &Args,
    item: &syn::ItemFn,
    module: &Rc<Module>,
) -> Option<Function> {
    lowered(errors, rules, (args, item), Some(module), GraphOf::Function).0
}

/// [`function`] in which calls of other functions of its module are inlined. `None` where that gives nothing or is refused
/// for more than shapes; the errors are those that only the callees' texts show. `item` has none of its own.
pub(crate) fn inlined(
    rules: &RuleCache,
    args: &Args,
    item: &syn::ItemFn,
    module: &Rc<Module>,
) -> Result<Option<Function>, Vec<syn::Error>> {
    let mut errors = Errors::new();
    let (function, mismatches) = lowered(&mut errors, rules, (args, item), Some(module), GraphOf::Function);
    let (all, wrong) = (errors.len(), errors.take());
    let _ = errors.propagate();
    match all {
        0 => Ok(function.filter(|f| !f.inlined.is_empty())),
        n if n <= mismatches => Err(wrong),
        _ => Ok(None),
    }
}

/// The function, and how many errors are about shapes that differ, where it is one of a module.
fn lowered(
    errors: &mut Errors,
    rules: &RuleCache,
    (args, item): (&Args, &syn::ItemFn),
    module: Option<&Rc<Module>>,
    graph_of: GraphOf,
) -> (Option<Function>, usize) {
    dims::restart();
    let Some(sig) = Signature::parse(errors, args, item) else { return (None, 0) };
    let mut graph = Graph::default();
    let mut lowerer = Lowerer::new(&mut graph, errors, rules, sig.float.clone());
    lowerer.types = item.sig.generics.type_params().map(|t| t.ident.to_string()).collect();
    lowerer.function = sig.name.to_string();
    lowerer.result = sig.returns.result;
    if sig.args.numbers {
        lowerer.called_on = How::Numbers;
    }
    lowerer.graph_of = graph_of;
    lowerer.unit = module.map(|module| Box::new(super::state::Unit::new(module, args, item)));
    if let Some(method) = &sig.args.method {
        lowerer.plain = method.plain.clone();
        lowerer.open = method.open.clone();
    }
    lowerer.dims = sig.dims.iter().map(|d| (d.name.clone(), None)).collect();
    let inputs = lowerer.inputs(&sig);
    lowerer.name_dims(&sig, &inputs);
    lowerer.params(&sig, &inputs);
    let (named, taps) = super::tap::named(lowerer.errors, &item.block);
    let before = lowerer.errors.len();
    let block = match &sig.args.vjp {
        Some(_) => syn::parse_quote!({}),
        None => exits::body(lowerer.errors, &mut lowerer.loop_values, &sig, &named),
    };
    lowerer.unfollowed = lowerer.errors.len() > before;
    lowerer.shared = super::shared::of(&block);
    let (value, tail) = match &sig.args.vjp {
        Some(rule) => (lowerer.ruled(&sig, rule), None),
        None => lowerer.scoped(|l| l.body(&block)),
    };
    let mut outputs = Vec::new();
    let output = lowerer.returned(&sig, value, tail, &mut outputs);
    let names = std::mem::take(&mut lowerer.taps);
    let (mismatches, inlined) = lowerer.unit.take().map(|unit| unit.report()).unwrap_or_default();
    lowerer.finish();
    graph.outputs = outputs;
    let taps = taps.taps(errors, &mut graph, &names);
    let output = output.unwrap_or(Output::Tensor(0));
    (Some(Function { item: item.clone(), sig, graph, output, taps, inlined }), mismatches)
}

/// A function of the same signature that returns zeros. It stands for a function with a refused body, so that calls of the
/// function and its transforms still have the right types. The flag: whether the signature is the function's own. `None` where
/// nothing similar has transforms.
pub(crate) fn stub(rules: &RuleCache, args: &Args, item: &syn::ItemFn) -> Option<(Function, bool)> {
    fn zeros(kind: &ReturnKind, graph: &mut Graph, span: proc_macro2::Span) -> Output {
        let mut each = |parts: &[ReturnKind]| parts.iter().map(|p| zeros(p, graph, span)).collect();
        match kind {
            ReturnKind::Group(pack, parts) => Output::Group(*pack, each(parts)),
            ReturnKind::Tensor(t) => {
                let ty = tensor_ty(t.elem.clone(), Shape::scalar());
                let v = graph.push(Node::new(Op::Const(0.0), vec![], ty, span));
                graph.outputs.push(v);
                Output::Tensor(graph.outputs.len() - 1)
            }
            // It has any type, and never runs.
            ReturnKind::Other(..) | ReturnKind::Host(_) => {
                let ty = if let ReturnKind::Host(_) = kind { Ty::Host } else { Ty::Other };
                let v = graph.push(Node::new(Op::Call(Call::Refused(String::new())), vec![], ty, span));
                graph.outputs.push(v);
                Output::Tensor(graph.outputs.len() - 1)
            }
        }
    }
    dims::restart();
    let mut errors = Errors::new();
    let sig = Signature::guess(&mut errors, args, item);
    let mut graph = Graph::default();
    if let Some((sig, _)) = &sig {
        let mut lowerer = Lowerer::new(&mut graph, &mut errors, rules, sig.float.clone());
        lowerer.dims = sig.dims.iter().map(|d| (d.name.clone(), None)).collect();
        lowerer.inputs(sig);
        lowerer.finish();
    }
    // They were reported when the function itself was lowered.
    let _ = errors.propagate();
    let (sig, read) = sig?;
    let output = zeros(&sig.returns.kind, &mut graph, sig.name.span());
    Some((
        Function { item: item.clone(), sig, graph, output, taps: Taps::default(), inlined: Vec::new() },
        read,
    ))
}

impl Lowerer<'_> {
    fn inputs(&mut self, sig: &Signature) -> Vec<Value> {
        let mut values = Vec::new();
        for (i, input) in sig.inputs.iter().enumerate() {
            let param = &sig.params[input.param];
            let ty = match &input.tensor {
                Some(t) => {
                    let shape = self.shape_of_type(&t.ty);
                    let shape = shape.unwrap_or_else(|| Shape::unknown(dims::fresh()));
                    let elem = t.ty.elem.clone();
                    match input.slice {
                        Some(_) => Ty::List(TensorTy { elem, shape }),
                        None => tensor_ty(elem, shape),
                    }
                }
                None if input.other.is_some() => Ty::Other,
                None => Ty::Host,
            };
            let name = Some(sig.path(input));
            let span = param.name.span();
            values.push(self.graph.push(Node { name, ..Node::new(Op::Input(i as u32), vec![], ty, span) }));
        }
        values
    }

    /// Where each named dim is read: the first axis that it is alone on.
    fn name_dims(&mut self, sig: &Signature, inputs: &[Value]) {
        let mut places: HashMap<&str, (Value, usize)> = HashMap::default();
        // Of a slice there may be no item to read it from; the entry of the body binds the name all the same.
        for (input, value) in sig.inputs.iter().zip(inputs).filter(|(i, _)| i.slice.is_none()) {
            let Some(specs) = input.tensor.as_ref().and_then(|t| t.ty.dims.as_ref()) else { continue };
            for (axis, spec) in specs.iter().enumerate() {
                let Some(dim) = spec.bare().and_then(|n| sig.dims.iter().find(|d| *n == d.name.as_str()))
                else {
                    continue;
                };
                places.entry(&dim.name).or_insert((*value, axis));
            }
        }
        for dim in &sig.dims {
            let place = if dim.constant { None } else { places.get(dim.name.as_str()).copied() };
            self.declare_dim(&proc_macro2::Ident::new(&dim.name, dim.span), place);
        }
    }

    fn params(&mut self, sig: &Signature, inputs: &[Value]) {
        fn bind(kind: &ParamKind, values: &mut impl Iterator<Item = Value>) -> Binding {
            let mut next = || values.next().expect("one input a leaf");
            match kind {
                ParamKind::Tensor(_) => Binding::Tensor(next()),
                ParamKind::Host => Binding::Host(next()),
                ParamKind::Other(_) => Binding::Other(next()),
                ParamKind::Group { pack, parts, .. } => {
                    Binding::Group(*pack, parts.iter().map(|p| bind(p, values)).collect())
                }
                ParamKind::Slice { part } => Binding::Slice(form(part, values)),
            }
        }
        fn form(kind: &ParamKind, values: &mut impl Iterator<Item = Value>) -> Form {
            let mut each = |parts: &[ParamKind]| parts.iter().map(|p| form(p, values)).collect();
            match kind {
                ParamKind::Group { pack, parts, .. } => Form::Group(*pack, each(parts)),
                ParamKind::Tensor(_) | ParamKind::Host | ParamKind::Other(_) | ParamKind::Slice { .. } => {
                    Form::Tensor(values.next().expect("one input a leaf"))
                }
            }
        }
        let mut values = inputs.iter().copied();
        for param in &sig.params {
            if let ParamKind::Other(OtherParam { slice: false, .. }) = param.kind {
                self.structs.push(self.key(&param.name));
            }
            let binding = bind(&param.kind, &mut values);
            let binding = self.of_one_shape(binding, param.name.span());
            self.declare(&param.name, binding, param.mutable);
            self.type_name(&param.name, &param.ty);
        }
        // Transforms look at a receiver by reference, whatever the method does.
        if sig.args.method.as_ref().is_some_and(|method| crate::bounds::consumes(&method.sig))
            && let Some(this) = sig.params.first().and_then(|param| self.variable(&param.name))
        {
            this.lent = false;
        }
    }

    /// The value of the body, and the expression that gives it.
    pub(super) fn body<'a>(&mut self, block: &'a syn::Block) -> (Binding, Option<&'a Expr>) {
        let Some((last, before)) = block.stmts.split_last() else { return (Binding::Unit, None) };
        for s in before {
            self.stmt(s);
        }
        let tail = match last {
            Stmt::Expr(Expr::Return(r), _) => r.expr.as_deref(),
            Stmt::Expr(e, None) => Some(e),
            Stmt::Macro(m) if m.semi_token.is_none() => {
                return (self.stmts(std::slice::from_ref(last)), None);
            }
            other => {
                self.stmt(other);
                None
            }
        };
        let Some(tail) = tail else { return (Binding::Unit, None) };
        (self.tail(tail), Some(tail))
    }

    /// The last expression: `Ok(..)` is taken off.
    fn tail(&mut self, e: &Expr) -> Binding {
        match e {
            Expr::Paren(p) => self.tail(&p.expr),
            Expr::Group(g) => self.tail(&g.expr),
            Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => self.scoped(|s| s.body(&b.block).0),
            Expr::Call(c) if is_path(&c.func, "Ok") && c.args.len() == 1 => {
                if !self.result {
                    let error = error::needless_ok(&c.func);
                    self.error(error);
                }
                self.expr(&c.args[0])
            }
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) if self.result => {
                let e = exits::without_ok(self.errors, e);
                self.expr(&e)
            }
            e if self.result => match bare(e) {
                // Outside of the macro these give a `Result`.
                Expr::MethodCall(_) | Expr::Call(_) => self.expr(e),
                _ => {
                    let value = self.expr(e);
                    if matches!(value, Binding::Poison) { value } else { self.error(error::missing_ok(e)) }
                }
            },
            e => self.expr(e),
        }
    }

    fn returned(
        &mut self,
        sig: &Signature,
        value: Binding,
        tail: Option<&Expr>,
        outputs: &mut Vec<Value>,
    ) -> Option<Output> {
        if let Binding::Unit = value {
            self.error(error::no_value(&sig.name));
            return None;
        }
        let at = match tail {
            Some(e) => quote::ToTokens::to_token_stream(e),
            None => super::state::spanned(sig.name.span()),
        };
        if let (Binding::Host(_), Some(true)) = (&value, tail.map(super::branch::never)) {
            self.error(error::never_returns(at));
            return None;
        }
        self.output(&sig.returns.kind, value, &at, outputs)
    }

    /// Items of a host array.
    fn items(&mut self, array: Value, n: usize) -> Vec<Binding> {
        let (h, span) = (crate::names::own("h0"), self.graph.node(array).span);
        let mut item = |i: usize| {
            let expr = quote::quote!(__rt::clone(&#h[#i]));
            let host = HostExpr { expr, binds: vec![h.clone()], known: None, ty: None, runs: Runs::Freely };
            Binding::Host(self.host_node(host, vec![array], span))
        };
        (0..n).map(&mut item).collect()
    }

    fn output(
        &mut self,
        kind: &ReturnKind,
        value: Binding,
        at: &proc_macro2::TokenStream,
        outputs: &mut Vec<Value>,
    ) -> Option<Output> {
        let value =
            if let ReturnKind::Group(Pack::Tuple, _) = kind { self.taken_apart(value) } else { value };
        match (kind, value) {
            (_, Binding::Poison) => None,
            (ReturnKind::Other(_, Some(parts)), Binding::Group(Pack::Complex, of)) => {
                let value = self.check_parts(of, parts, "the result", &parts.written);
                outputs.push(self.whole(value, at)?);
                Some(Output::Tensor(outputs.len() - 1))
            }
            (ReturnKind::Other(_, Some(_)), other) if !matches!(other, Binding::Other(_)) => {
                self.error(error::declared_form(at, "complex numbers", describe(&other)));
                None
            }
            (ReturnKind::Other(ty, _), value) => {
                // `vec![a, b]`, of which nothing but the signature says what it becomes.
                let list =
                    if let Binding::Group(Pack::Array, _) = value { self.list_of_type(ty) } else { None };
                let value = match list {
                    Some(form) => self.as_slice(value, &form),
                    None => value,
                };
                let v = self.whole(value, at)?;
                outputs.push(self.of_any_form(v));
                Some(Output::Tensor(outputs.len() - 1))
            }
            (ReturnKind::Host(_), Binding::Host(v)) => {
                outputs.push(v);
                Some(Output::Tensor(outputs.len() - 1))
            }
            (ReturnKind::Host(_), Binding::Dim(name)) => {
                outputs.push(self.dim_value(&name, proc_macro2::Span::call_site()));
                Some(Output::Tensor(outputs.len() - 1))
            }
            (ReturnKind::Host(_), Binding::Either(either)) => {
                outputs.push(self.as_number(&either));
                Some(Output::Tensor(outputs.len() - 1))
            }
            // A number in a struct, or out of a call.
            (ReturnKind::Host(_), Binding::Other(v)) => {
                let (h, span) = (crate::names::own("h0"), self.graph.node(v).span);
                let expr = quote::quote!(__rt::clone(#h));
                let host = HostExpr { expr, binds: vec![h], known: None, ty: None, runs: Runs::Freely };
                outputs.push(self.host_node(host, vec![v], span));
                Some(Output::Tensor(outputs.len() - 1))
            }
            (ReturnKind::Tensor(_), Binding::Either(either)) => {
                let tensor = self.as_operator(&either);
                self.output(kind, tensor, at, outputs)
            }
            (ReturnKind::Tensor(_), Binding::Other(v)) => {
                let tensor = Binding::Tensor(self.as_tensor(v, false));
                self.output(kind, tensor, at, outputs)
            }
            (ReturnKind::Group(pack, kinds), Binding::Other(v)) => {
                let span = self.graph.node(v).span;
                let parts = self.entries(v, *pack, kinds.len(), span);
                self.output(kind, Binding::Group(*pack, parts), at, outputs)
            }
            (ReturnKind::Tensor(ty), Binding::Tensor(v)) => {
                outputs.push(self.check_type(v, ty, "the result", &ty.written));
                Some(Output::Tensor(outputs.len() - 1))
            }
            (ReturnKind::Tensor(_), Binding::Host(_) | Binding::Dim(_)) => {
                // What an error has left is no tensor.
                if self.errors.is_empty() {
                    self.host_error(error::host_result(at));
                }
                None
            }
            (ReturnKind::Group(Pack::Tuple, kinds), Binding::Host(v)) if kind.is_host() => {
                let span = self.graph.node(v).span;
                let parts = (0..kinds.len()).map(|i| Binding::Host(self.part(v, i, span))).collect();
                self.output(kind, Binding::Group(Pack::Tuple, parts), at, outputs)
            }
            (ReturnKind::Group(Pack::Array, kinds), Binding::Host(v)) if kind.is_host() => {
                let parts = self.items(v, kinds.len());
                self.output(kind, Binding::Group(Pack::Array, parts), at, outputs)
            }
            (ReturnKind::Group(pack, kinds), Binding::Group(of, parts))
                if *pack == of && kinds.len() == parts.len() =>
            {
                let parts = kinds.iter().zip(parts).map(|(k, p)| self.output(k, p, at, outputs));
                Some(Output::Group(of, parts.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?))
            }
            (kind, other) => {
                let wanted = match kind {
                    ReturnKind::Tensor(_) => "a tensor".to_string(),
                    ReturnKind::Group(pack, parts) => pack.text(parts.len()),
                    ReturnKind::Host(ty) => format!("`{}`", crate::names::type_text(ty)),
                    ReturnKind::Other(..) => unreachable!("it takes anything"),
                };
                let found = match &other {
                    Binding::Group(Pack::Array, parts) => format!("a list of {}", parts.len()),
                    Binding::Group(pack, parts) => pack.text(parts.len()),
                    other => describe(other).to_string(),
                };
                self.error(error::declared_form(at, &wanted, &found));
                None
            }
        }
    }
}

pub(crate) fn is_path(e: &Expr, name: &str) -> bool {
    matches!(e, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == name))
}
