//! The signature of a function: parameters with their tensors, the return value, dims and generics.
//!
//! Named dims are erased here: `erased` is the signature that reaches rustc. The parts keep what was written.

pub(crate) mod generics;
mod guess;
pub(crate) mod held;
mod types;

use proc_macro2::Span;
use syn::visit_mut::VisitMut;
use syn::{FnArg, Ident, Pat, ReturnType, Type};

use crate::args::Args;
use crate::error::{self, Errors};
use crate::ir::{Elem, Graph, Pack};
use crate::manifest;
use crate::names;

pub(crate) use generics::{bounds, functions, is_function, numbers};
pub(crate) use held::{is_constant, without_tangent};
pub(crate) use types::{
    DimSpec, MANY, Scope, TensorType, elem_named, elem_of, is_complex, is_integer_tensor, is_of_elements,
    is_tensor, mentions_tensor, result_of, strip, tensor_type,
};

/// A function of the user after lowering.
#[derive(Clone)]
pub(crate) struct Function {
    /// As written.
    pub item: syn::ItemFn,
    pub sig: Signature,
    /// `Input(n)` is entry `n` of `sig.inputs`.
    pub graph: Graph,
    /// The form of the return value over `graph.outputs`.
    pub output: Output,
    pub taps: Taps,
    /// The functions that are inlined in it, and how often.
    pub inlined: Vec<(String, usize)>,
}

/// Values whose cotangents are wanted beside those of the parameters.
#[derive(Clone, Default)]
pub(crate) struct Taps {
    pub names: Vec<Ident>,
    /// The function with a node for each: its other graph has none, so that they cost nothing where nobody asks.
    pub graph: Option<Graph>,
}

/// The form of a value: leaves are indices into `Graph::outputs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Tensor(usize),
    Group(Pack, Vec<Output>),
}

#[derive(Clone)]
pub(crate) struct Signature {
    pub name: Ident,
    /// Dims erased, attributes of parameters removed: what the plain function is emitted with.
    pub erased: syn::Signature,
    /// Type parameters that have a tangent by a bound that is not in the text, so `erased` has it; and the generics as written.
    pub assumed: Option<(syn::Generics, Vec<Ident>)>,
    pub params: Vec<Param>,
    /// One for each tensor and each host parameter, in order of the parameters: the `Input` nodes.
    pub inputs: Vec<Input>,
    pub returns: Returns,
    /// In order of first appearance.
    pub dims: Vec<NamedDim>,
    /// The float type that undetermined constants take.
    pub float: Elem,
    pub args: Args,
}

#[derive(Clone)]
pub(crate) struct Param {
    pub name: Ident,
    pub mutable: bool,
    /// The type with its dims erased, as it stands in `erased`.
    pub ty: Type,
    pub kind: ParamKind,
}

#[derive(Clone)]
pub(crate) enum ParamKind {
    Tensor(TensorParam),
    /// `by_ref`: `&(..)`.
    Group {
        pack: Pack,
        parts: Vec<ParamKind>,
        by_ref: bool,
    },
    /// `&[Tensor]`, of which there are as many as there are at run time.
    Slice {
        part: Box<ParamKind>,
    },
    /// A struct, `Vec<Tensor>`, `Option<Layer>`: differentiable, and known to rustc alone.
    Other(OtherParam),
    Host,
}

#[derive(Clone)]
pub(crate) struct OtherParam {
    /// Without its reference, dims erased; of a slice, the type of its items.
    pub ty: Box<Type>,
    pub by_ref: bool,
    /// `&[Layer]`
    pub slice: bool,
    /// Not `#[constant]`.
    pub active: bool,
}

#[derive(Clone)]
pub(crate) struct TensorParam {
    pub ty: TensorType,
    pub by_ref: bool,
    /// A float tensor that is not `#[constant]`.
    pub active: bool,
}

#[derive(Clone)]
pub(crate) struct Input {
    /// Index into `params`.
    pub param: usize,
    /// Fields and indices from the parameter to the tensor; empty for the parameter itself.
    pub path: Vec<usize>,
    /// A list, one tensor of each item of a slice: how much of `path` leads to the slice.
    pub slice: Option<usize>,
    /// `None`: a host value, or one of any form.
    pub tensor: Option<TensorParam>,
    pub other: Option<OtherParam>,
}

impl Input {
    /// Whether it has a gradient.
    pub(crate) fn is_active(&self) -> bool {
        self.tensor.as_ref().is_some_and(|t| t.active) || self.other.as_ref().is_some_and(|o| o.active)
    }

    /// Whether it stands behind a reference of its own.
    pub(crate) fn by_ref(&self) -> bool {
        self.tensor.as_ref().is_some_and(|t| t.by_ref) || self.other.as_ref().is_some_and(|o| o.by_ref)
    }
}

#[derive(Clone)]
pub(crate) struct Returns {
    pub kind: ReturnKind,
    /// `Result<..>` of it.
    pub result: bool,
}

impl Returns {
    /// The tensors and other values, in order.
    pub(crate) fn leaves(&self) -> Vec<&ReturnKind> {
        fn walk<'k>(kind: &'k ReturnKind, out: &mut Vec<&'k ReturnKind>) {
            match kind {
                ReturnKind::Group(_, parts) => {
                    for part in parts {
                        walk(part, out);
                    }
                }
                leaf => out.push(leaf),
            }
        }
        let mut out = Vec::new();
        walk(&self.kind, &mut out);
        out
    }
}

#[derive(Clone)]
pub(crate) enum ReturnKind {
    Tensor(TensorType),
    Group(Pack, Vec<ReturnKind>),
    /// A struct, `Vec<Tensor>`, `Option<State>`: of a type that rustc alone knows, dims erased. Of a complex tensor its parts are
    /// declared.
    Other(Box<Type>, Option<Box<TensorType>>),
    /// A host value, which has no cotangent.
    Host(Box<Type>),
}

impl ReturnKind {
    /// Whether nothing in it has a cotangent.
    pub(crate) fn is_host(&self) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Group(_, parts) => parts.iter().all(Self::is_host),
            _ => false,
        }
    }
}

#[derive(Clone)]
pub(crate) struct NamedDim {
    pub name: String,
    pub span: Span,
    /// A const generic: known to rustc, not read from a shape.
    pub constant: bool,
}

impl Signature {
    /// How an input is called in messages and reports: `w`, `pair.0`, `xs[2]`, `slice[..].0`.
    pub(crate) fn path(&self, input: &Input) -> String {
        let param = &self.params[input.param];
        let mut text = param.name.to_string();
        let mut kind = &param.kind;
        for &i in &input.path {
            if let ParamKind::Slice { part } = kind {
                text.push_str("[..]");
                kind = part;
            }
            match kind {
                ParamKind::Group { pack, parts, .. } => {
                    text += &pack.part(i, 0).to_string();
                    kind = &parts[i];
                }
                ParamKind::Tensor(_) | ParamKind::Host | ParamKind::Other(_) | ParamKind::Slice { .. } => {}
            }
        }
        text
    }

    /// `None` where a parameter or the return type could not be read; each reason is in `errors`.
    pub(crate) fn parse(errors: &mut Errors, args: &Args, item: &syn::ItemFn) -> Option<Self> {
        let (sig, read) = Self::guess(errors, args, item)?;
        read.then_some(sig)
    }

    /// The signature as far as it can be read, something like it for the rest, and whether all of it was read. `None`
    /// for what can have no transforms.
    pub(crate) fn guess(errors: &mut Errors, args: &Args, item: &syn::ItemFn) -> Option<(Self, bool)> {
        let before = errors.len();
        let sig = &item.sig;
        if let Some(word) = &sig.asyncness {
            errors.push(error::refused_word(word, "remove it and await outside"));
        }
        if let syn::Safety::Unsafe(word) = &sig.safety {
            errors.push(error::refused_word(word, "remove it, bodies are tensor ops alone"));
        }
        if let Some(word) = &sig.constness {
            errors.push(error::refused_word(word, "tensors exist at run time only, remove it"));
        }
        if let Some(abi) = &sig.abi {
            errors.push(error::refused_word(abi, "write a plain `fn` and wrap it"));
        }
        if let Some(variadic) = &sig.variadic {
            errors.push(error::variadic(variadic));
        }
        reserved(errors, args, sig);
        let scope = Scope::new(&sig.generics);
        let mut params: Vec<Param> = Vec::new();
        let mut erased = sig.clone();
        erase(&scope, &mut erased);
        for (i, (arg, erased)) in sig.inputs.iter().zip(&erased.inputs).enumerate() {
            match (arg, erased) {
                (FnArg::Typed(p), FnArg::Typed(erased)) => {
                    let read = param(errors, &scope, p).map(|p| Param { ty: (*erased.ty).clone(), ..p });
                    params.push(read.unwrap_or_else(|| guess::param(&scope, p, &erased.ty, i)));
                }
                (FnArg::Receiver(r), _) | (_, FnArg::Receiver(r)) => errors.push(error::receiver(r)),
            }
        }
        let returns = returns(errors, &scope, sig).unwrap_or_else(|| guess::returns(&scope, sig));
        let read = errors.len() == before;
        let clashes = generic_names(&sig.generics).any(|n| names::is_reserved(n) && !is_self(args, n));
        if clashes || sig.receiver().is_some() || params.iter().any(|p| matches!(p.ty, Type::ImplTrait(_))) {
            return None;
        }
        guess::distinct(&mut params);
        // What is guessed has no mistakes of its own.
        let mut of_guesses = Errors::new();
        let errors = if read { errors } else { &mut of_guesses };
        let inputs = inputs(&params);
        let dims = named_dims(errors, &scope, &params, &returns);
        let of_constants = !inputs.iter().any(Input::is_active);
        // A rule, or a method's block, was written for a derivative.
        if of_constants && (args.vjp.is_some() || args.method.is_some()) {
            errors.push(error::no_active(&sig.ident));
            // Transforms of nothing cannot be written.
            if inputs.is_empty() {
                return None;
            }
        }
        let mut floats: Vec<&Elem> = inputs
            .iter()
            .filter_map(|i| i.tensor.as_ref())
            .map(|t| &t.ty.elem)
            .filter(|e| e.is_float())
            .collect();
        floats.dedup();
        let said = args.float.as_ref().and_then(|name| {
            let elem = elem_named(&scope.types, &name.to_string()).filter(Elem::is_float);
            if elem.is_none() {
                errors.push(error::float_value(name));
            }
            elem
        });
        let float = match (&floats[..], returns.leaves().first()) {
            _ if said.is_some() => said.unwrap_or(Elem::F32),
            ([one], _) => (*one).clone(),
            ([], Some(ReturnKind::Tensor(t))) if t.elem.is_float() => t.elem.clone(),
            ([], _) if scope.number().is_some() => Elem::Param(scope.number().unwrap_or_default().to_owned()),
            _ => Elem::F32,
        };
        let _ = of_guesses.propagate();
        let (name, mut args) = (sig.ident.clone(), args.clone());
        if of_constants {
            // Callers of either order call it.
            args.order = 2;
        }
        let silent = if args.method.is_some() { Vec::new() } else { of_layers(&erased.generics, &params) };
        let written = (!silent.is_empty()).then(|| erased.generics.clone());
        for name in &silent {
            let rt = manifest::runtime_path(args.krate.as_ref());
            let bound = syn::parse_quote!(#name: #rt::Differentiable);
            erased.generics.make_where_clause().predicates.push(bound);
        }
        let assumed = written.map(|written| (written, silent));
        Some((Self { name, erased, assumed, params, inputs, returns, dims, float, args }, read))
    }

    /// Nothing that it takes has a derivative: callers take its value for a constant.
    pub(crate) fn is_of_constants(&self) -> bool {
        !self.inputs.iter().any(Input::is_active)
    }
}

fn param(errors: &mut Errors, scope: &Scope, p: &syn::PatType) -> Option<Param> {
    let mut constant = false;
    for attr in &p.attrs {
        if attr.path().is_ident("constant") {
            constant = true;
            if attr.meta.require_path_only().is_err() {
                errors.push(error::constant_takes_nothing(attr));
            }
        }
    }
    let Pat::Ident(syn::PatIdent { by_ref: None, mutability, ident, subpat: None, .. }) = &*p.pat else {
        errors.push(error::parameter_pattern(&p.pat));
        return None;
    };
    let kind = types::param_kind(errors, scope, &p.ty, !constant)?;
    Some(Param { name: ident.clone(), mutable: mutability.is_some(), ty: (*p.ty).clone(), kind })
}

/// Names that are the macro's own, and parameters that only a macro's hygiene keeps apart.
fn reserved(errors: &mut Errors, args: &Args, sig: &syn::Signature) {
    let generics = generic_names(&sig.generics).filter(|n| !is_self(args, n));
    let params: Vec<&Ident> = sig.inputs.iter().filter_map(name_of).collect();
    let own = args.name.iter().filter(|_| args.method.is_none() && !args.numbers);
    let names = std::iter::once(&sig.ident).chain(own).chain(generics).chain(params.iter().copied());
    for name in names.filter(|n| names::is_reserved(n)) {
        errors.push(error::reserved(name));
    }
    for (i, name) in params.iter().enumerate() {
        if params[..i].iter().any(|p| p == name && !names::same(p, name)) {
            errors.push(error::same_parameters(name));
        }
    }
}

/// Whether it is the parameter that `Self` of a trait becomes.
fn is_self(args: &Args, name: &Ident) -> bool {
    args.method.is_some() && name == names::SELF
}

fn generic_names(generics: &syn::Generics) -> impl Iterator<Item = &Ident> {
    generics.params.iter().map(|p| match p {
        syn::GenericParam::Type(t) => &t.ident,
        syn::GenericParam::Const(c) => &c.ident,
        syn::GenericParam::Lifetime(l) => &l.lifetime.ident,
    })
}

fn name_of(arg: &FnArg) -> Option<&Ident> {
    match arg {
        FnArg::Typed(p) => match &*p.pat {
            Pat::Ident(p) => Some(&p.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

fn inputs(params: &[Param]) -> Vec<Input> {
    fn walk(
        kind: &ParamKind,
        param: usize,
        path: &mut Vec<usize>,
        slice: Option<usize>,
        out: &mut Vec<Input>,
    ) {
        match kind {
            ParamKind::Tensor(t) => {
                out.push(Input { param, path: path.clone(), slice, tensor: Some(t.clone()), other: None });
            }
            ParamKind::Other(o) => {
                out.push(Input { param, path: path.clone(), slice, tensor: None, other: Some(o.clone()) });
            }
            ParamKind::Host => {
                out.push(Input { param, path: path.clone(), slice, tensor: None, other: None });
            }
            ParamKind::Group { parts, .. } => {
                for (i, part) in parts.iter().enumerate() {
                    path.push(i);
                    walk(part, param, path, slice, out);
                    path.pop();
                }
            }
            ParamKind::Slice { part } => walk(part, param, path, Some(path.len()), out),
        }
    }
    let mut out = Vec::new();
    for (i, p) in params.iter().enumerate() {
        walk(&p.kind, i, &mut Vec::new(), None, &mut out);
    }
    out
}

fn returns(errors: &mut Errors, scope: &Scope, sig: &syn::Signature) -> Option<Returns> {
    let ReturnType::Type(_, ty) = &sig.output else {
        errors.push(error::no_return(&sig.ident));
        return None;
    };
    if types::is_foreign_result(ty) {
        errors.push(error::foreign_result(ty));
        return None;
    }
    let inner = result_of(ty);
    let kind = types::return_kind(errors, scope, inner.unwrap_or(ty))?;
    let returns = Returns { kind, result: inner.is_some() };
    let moves = match &returns.leaves()[..] {
        [ReturnKind::Tensor(t), ..] => t.elem.is_float(),
        [ReturnKind::Host(ty)] => {
            errors.push(error::unsupported_return(ty));
            return None;
        }
        [ReturnKind::Host(_), ..] => false,
        _ => true,
    };
    if !moves {
        errors.push(error::integer_return(inner.unwrap_or(ty), returns.leaves().len() > 1));
        return None;
    }
    Some(returns)
}

/// Every named dim of the signature; those that only occur inside expressions cannot be read from a shape.
fn named_dims(errors: &mut Errors, scope: &Scope, params: &[Param], returns: &Returns) -> Vec<NamedDim> {
    fn tensors<'a>(kind: &'a ParamKind, out: &mut Vec<&'a TensorType>) {
        match kind {
            ParamKind::Tensor(t) => out.push(&t.ty),
            ParamKind::Host | ParamKind::Other(_) => {}
            ParamKind::Group { parts, .. } => {
                for p in parts {
                    tensors(p, out);
                }
            }
            ParamKind::Slice { part } => tensors(part, out),
        }
    }
    let mut read = Vec::new();
    for p in params {
        tensors(&p.kind, &mut read);
    }
    let mut all = read.clone();
    all.extend(returns.leaves().into_iter().filter_map(|kind| match kind {
        ReturnKind::Tensor(t) => Some(t),
        ReturnKind::Other(_, parts) => parts.as_deref(),
        _ => None,
    }));
    let mut dims: Vec<NamedDim> = Vec::new();
    for spec in all.iter().filter_map(|t| t.dims.as_ref()).flatten() {
        for name in spec.names() {
            let text = name.to_string();
            if let Some(other) = dims.iter().find(|d| d.name == text) {
                if names::context(other.span) != names::context(name.span()) && !other.constant {
                    errors.push(error::same_dims(&name));
                }
            } else {
                let constant = scope.constants.contains(&text);
                if names::is_reserved(&name) && !constant {
                    errors.push(error::reserved(&name));
                }
                dims.push(NamedDim { name: text, span: name.span(), constant });
            }
        }
    }
    let is_axis = |dim: &NamedDim| {
        let bare = |spec: &DimSpec| spec.bare().is_some_and(|n| n == dim.name.as_str());
        read.iter().filter_map(|t| t.dims.as_ref()).flatten().any(bare)
    };
    for dim in dims.iter().filter(|d| !d.constant) {
        if !is_axis(dim) {
            let others: Vec<_> =
                dims.iter().filter(|d| d.constant || is_axis(d)).map(|d| d.name.clone()).collect();
            if others.is_empty() && read.iter().all(|t| t.dims.is_none()) {
                errors.push(error::dims_of_nothing(dim.span));
                break;
            }
            errors.push(error::dim_unreadable(&dim.name, dim.span, &others));
        }
        if let Some(p) = params.iter().find(|p| p.name == dim.name) {
            errors.push(error::dim_and_value(&p.name));
        }
    }
    dims
}

/// Removes dims from every tensor type and `#[constant]` from every parameter.
pub(crate) fn erase(scope: &Scope, sig: &mut syn::Signature) {
    Erase(&scope.types).visit_signature_mut(sig);
}

/// A type without dims. `types`: the parameters that are element types.
pub(crate) fn erased(types: &[String], ty: &Type) -> Type {
    let mut ty = ty.clone();
    Erase(types).visit_type_mut(&mut ty);
    ty
}

struct Erase<'a>(&'a [String]);

impl VisitMut for Erase<'_> {
    fn visit_type_path_mut(&mut self, ty: &mut syn::TypePath) {
        syn::visit_mut::visit_type_path_mut(self, ty);
        types::erase(self.0, ty);
    }
    fn visit_pat_type_mut(&mut self, p: &mut syn::PatType) {
        p.attrs.retain(|a| !a.path().is_ident("constant"));
        syn::visit_mut::visit_pat_type_mut(self, p);
    }
}

/// Type parameters of which a parameter is, `&L` or `&[L]`, and whose own bounds do not say that they have a tangent: a trait of the
/// user's may.
fn of_layers(generics: &syn::Generics, params: &[Param]) -> Vec<Ident> {
    let is = |name: &Ident| {
        params.iter().any(|p| match &p.kind {
            ParamKind::Other(other) if other.active => {
                matches!(&*other.ty, Type::Path(ty) if ty.qself.is_none() && ty.path.is_ident(name))
            }
            _ => false,
        })
    };
    let silent = |name: &&Ident| !bounds(generics, &name.to_string()).iter().any(|b| b == "Differentiable");
    generics.type_params().map(|p| &p.ident).filter(|name| is(name)).filter(silent).cloned().collect()
}
