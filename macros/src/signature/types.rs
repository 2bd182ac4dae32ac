//! Types as the DSL reads them: `Tensor<f64, B, {2 * K}>`, `Scalar`, tuples, arrays and slices of these.

use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{Expr, GenericArgument, PathArguments, Type};

use super::{
    OtherParam, ParamKind, ReturnKind, TensorParam, functions, is_constant, is_function, numbers,
    without_tangent,
};
use crate::error::{self, Errors, Stands};
use crate::ir::{Elem, Pack};
use crate::manifest;

/// The most tensors that an array may have, and the most pieces of one: each is a value of its own.
pub(crate) const MANY: usize = 1024;

/// Names of the function's generics.
pub(crate) struct Scope {
    pub types: Vec<String>,
    pub constants: Vec<String>,
    /// Type parameters that are element types, and those that are closures and functions.
    numbers: Vec<String>,
    functions: Vec<String>,
}

impl Scope {
    pub(crate) fn new(generics: &syn::Generics) -> Self {
        Self {
            types: generics.type_params().map(|t| t.ident.to_string()).collect(),
            constants: generics.const_params().map(|c| c.ident.to_string()).collect(),
            numbers: numbers(generics),
            functions: functions(generics),
        }
    }
}

impl Scope {
    /// The type parameter that is an element type, where there is one alone.
    pub(super) fn number(&self) -> Option<&str> {
        match &self.numbers[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// Types of the library that hold no tensor.
const OURS: &[&str] = &["Key", "DType", "Device", "Shape", "Axes", "Sizes", "Widths", "Padding"];

impl Scope {
    /// A type of the language or the standard library that holds no tensor, or a closure.
    fn is_host(&self, ty: &Type) -> bool {
        if let Type::TraitObject(t) = ty {
            return is_function(t.bounds.iter());
        }
        let named = |names: &[String]| matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| names.contains(&i.to_string())));
        is_ours(ty) || named(&self.functions) || is_constant(ty, &self.numbers)
    }
}

/// Where there may be none too: `Option<Key>`.
fn is_ours(ty: &Type) -> bool {
    let Some(last) = last_segment(ty) else { return false };
    match &last.arguments {
        PathArguments::None => OURS.iter().any(|ours| last.ident == ours),
        PathArguments::AngleBracketed(args) if last.ident == "Option" => {
            matches!(args.args.first(), Some(GenericArgument::Type(inner)) if is_ours(inner))
        }
        _ => false,
    }
}

#[derive(Clone)]
pub(crate) struct TensorType {
    pub elem: Elem,
    /// `None`: nothing is said about the shape.
    pub dims: Option<Vec<DimSpec>>,
    pub written: Box<Type>,
    /// An element type was written.
    pub explicit: bool,
}

#[derive(Clone)]
pub(crate) enum DimSpec {
    /// `_`
    Any,
    /// All further axes, as many as there are: of a batch of what has no declared shape.
    Rest,
    /// Over named dims and integers.
    Expr(Box<Expr>),
}

impl DimSpec {
    /// A name alone.
    pub(crate) fn bare(&self) -> Option<&Ident> {
        match self {
            Self::Expr(e) => match &**e {
                Expr::Path(p) => p.path.get_ident(),
                _ => None,
            },
            Self::Any | Self::Rest => None,
        }
    }

    pub(crate) fn names(&self) -> Vec<Ident> {
        struct Names(Vec<Ident>);
        impl<'a> Visit<'a> for Names {
            fn visit_expr_path(&mut self, p: &'a syn::ExprPath) {
                self.0.extend(p.path.get_ident().cloned());
            }
        }
        let mut names = Names(Vec::new());
        if let Self::Expr(e) = self {
            names.visit_expr(e);
        }
        names.0
    }
}

pub(crate) fn strip(ty: &Type) -> &Type {
    match ty {
        Type::Paren(p) => strip(&p.elem),
        Type::Group(g) => strip(&g.elem),
        ty => ty,
    }
}

fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match strip(ty) {
        Type::Path(p) if p.qself.is_none() => p.path.segments.last(),
        _ => None,
    }
}

/// `Tensor<..>` or `Scalar<..>`, under any path.
pub(crate) fn is_tensor(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|s| s.ident == "Tensor" || s.ident == "Scalar")
}

/// `Complex<..>` alone or of this library: other crates have types of this name.
pub(crate) fn is_complex(ty: &Type) -> bool {
    let Type::Path(p) = strip(ty) else { return false };
    let ours = p.path.segments.len() == 1 || p.path.segments[0].ident == manifest::crate_name();
    ours && last_segment(ty).is_some_and(|s| s.ident == "Complex")
}

/// The name of a type that is said with an element type and dims.
pub(crate) fn is_of_elements(name: &Ident) -> bool {
    ["Tensor", "Scalar", "Complex"].iter().any(|ours| name == ours)
}

/// The element type that a name stands for.
pub(crate) fn elem_named(scope: &[String], name: &str) -> Option<Elem> {
    let param = || scope.iter().any(|t| t == name).then(|| Elem::Param(name.to_owned()));
    Elem::named(name).or_else(param)
}

pub(crate) fn elem_of(scope: &[String], ty: &Type) -> Option<Elem> {
    let segment = last_segment(ty)?;
    matches!(segment.arguments, PathArguments::None).then(|| elem_named(scope, &segment.ident.to_string()))?
}

/// A tensor, real or complex, as element type and dims; `None` for other types and, with its error, for bad ones.
pub(crate) fn tensor_type(errors: &mut Errors, types: &[String], ty: &Type) -> Option<TensorType> {
    if !is_tensor(ty) && !is_complex(ty) {
        return None;
    }
    let segment = last_segment(ty)?;
    let scalar = segment.ident == "Scalar";
    let mut out = TensorType {
        elem: Elem::F32,
        dims: scalar.then(Vec::new),
        written: Box::new(strip(ty).clone()),
        explicit: false,
    };
    let PathArguments::AngleBracketed(args) = &segment.arguments else { return Some(out) };
    for (i, arg) in args.args.iter().enumerate() {
        if i == 0
            && let GenericArgument::Type(t) = arg
            && let Some(elem) = elem_of(types, t)
        {
            out.elem = elem;
            out.explicit = true;
            continue;
        }
        if scalar {
            errors.push(error::element_and_dims(arg));
            return None;
        }
        let spec = match arg {
            GenericArgument::Type(Type::Infer(_)) => DimSpec::Any,
            GenericArgument::Type(Type::Path(p)) if p.qself.is_none() && p.path.get_ident().is_some() => {
                let name = p.path.get_ident()?;
                if elem_named(&[], &name.to_string()).is_some() {
                    errors.push(error::element_first(name));
                    return None;
                }
                DimSpec::Expr(Box::new(Expr::Path(syn::ExprPath {
                    attrs: vec![],
                    qself: None,
                    path: p.path.clone(),
                })))
            }
            GenericArgument::Const(Expr::Block(b)) if b.block.stmts.len() == 1 => match &b.block.stmts[0] {
                syn::Stmt::Expr(e, None) => DimSpec::Expr(Box::new(e.clone())),
                other => {
                    errors.push(error::bad_dim(other));
                    return None;
                }
            },
            GenericArgument::Const(e @ Expr::Lit(_)) => DimSpec::Expr(Box::new(e.clone())),
            other => {
                errors.push(error::bad_dim(other));
                return None;
            }
        };
        out.dims.get_or_insert_default().push(spec);
    }
    if out.dims.as_ref().is_some_and(|d| d.len() > 8) {
        errors.push(error::rank_limit(ty));
        return None;
    }
    if is_complex(ty) && !out.elem.is_float() {
        errors.push(error::complex_of(ty, &out.elem));
        return None;
    }
    Some(out)
}

/// Whether a type is a reference, and the type behind it; `None` with its error for `&mut`.
fn behind<'t>(errors: &mut Errors, ty: &'t Type) -> Option<(bool, &'t Type)> {
    let Type::Reference(r) = strip(ty) else { return Some((false, strip(ty))) };
    if let Some(word) = &r.mutability {
        errors.push(if mentions_tensor(&r.elem) {
            error::mutable_tensor(word)
        } else {
            error::mutable_parameter(word, &r.elem)
        });
        return None;
    }
    Some((true, strip(&r.elem)))
}

/// The kind of a parameter by its type; errors are pushed where `None`.
pub(super) fn param_kind(errors: &mut Errors, scope: &Scope, ty: &Type, active: bool) -> Option<ParamKind> {
    let (by_ref, inner) = behind(errors, ty)?;
    if is_tensor(inner) || is_complex(inner) {
        let ty = tensor_type(errors, &scope.types, inner)?;
        let active = active && ty.elem.is_float();
        if is_complex(inner) {
            let part = ParamKind::Tensor(TensorParam { ty, by_ref: false, active });
            return Some(ParamKind::Group { pack: Pack::Complex, parts: vec![part; 2], by_ref });
        }
        return Some(ParamKind::Tensor(TensorParam { ty, by_ref, active }));
    }
    if let Type::ImplTrait(_) = inner {
        errors.push(error::impl_parameter(inner));
        return None;
    }
    let tensors = mentions_tensor(inner);
    if !tensors && (!active || scope.is_host(inner)) {
        return Some(ParamKind::Host);
    }
    let without = without_tangent(inner, Stands::Parameter);
    if let (Some(error), true, Type::Path(_)) = (without, active, inner) {
        errors.push(error);
        return None;
    }
    let other_of = |ty: &Type, slice: bool| {
        let ty = Box::new(super::erased(&scope.types, ty));
        Some(ParamKind::Other(OtherParam { ty, by_ref, slice, active }))
    };
    let other = || other_of(inner, false);
    if !tensors {
        return match inner {
            Type::Slice(s) if by_ref && matches!(strip(&s.elem), Type::Path(_) | Type::Tuple(_)) => {
                other_of(&s.elem, true)
            }
            Type::Slice(_) => {
                errors.push(error::parameter_form(inner));
                None
            }
            Type::TraitObject(_) => {
                errors.push(error::trait_object(inner));
                None
            }
            _ => other(),
        };
    }
    let mut all = |parts: Vec<&Type>| -> Option<Vec<ParamKind>> {
        let kinds: Vec<_> = parts.iter().map(|t| param_kind(errors, scope, t, active)).collect();
        let kinds: Vec<_> = kinds.into_iter().collect::<Option<_>>()?;
        if kinds.iter().any(|k| matches!(k, ParamKind::Host)) {
            errors.push(error::slice_of_hosts_and_tensors(inner));
            return None;
        }
        Some(kinds)
    };
    match inner {
        Type::Tuple(t) => {
            Some(ParamKind::Group { pack: Pack::Tuple, parts: all(t.elems.iter().collect())?, by_ref })
        }
        Type::Array(a) => {
            let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(n), .. }) = &a.len else {
                errors.push(error::array_length(&a.len));
                return None;
            };
            let Some(n) = n.base10_parse().ok().filter(|n| *n <= MANY) else {
                errors.push(error::array_too_long(&a.len, MANY));
                return None;
            };
            let part = all(vec![&a.elem])?.remove(0);
            Some(ParamKind::Group { pack: Pack::Array, parts: vec![part; n], by_ref })
        }
        Type::Slice(s) if by_ref => {
            let part = all(vec![&s.elem])?.remove(0);
            if has_slice(&part) {
                errors.push(error::slice_of_slices(&s.elem));
                return None;
            }
            if has_other(&part) {
                return other_of(&s.elem, true);
            }
            Some(ParamKind::Slice { part: Box::new(part) })
        }
        Type::Path(_) => match borrowed_tensor(inner).filter(|_| active) {
            Some(borrowed) => {
                errors.push(error::borrowed_inside(borrowed));
                None
            }
            None => other(),
        },
        _ => {
            errors.push(error::tensor_inside(inner));
            None
        }
    }
}

/// The first `&Tensor` inside.
fn borrowed_tensor(ty: &Type) -> Option<&syn::TypeReference> {
    struct Find<'a>(Option<&'a syn::TypeReference>);
    impl<'a> Visit<'a> for Find<'a> {
        fn visit_type_reference(&mut self, r: &'a syn::TypeReference) {
            if is_tensor(strip(&r.elem)) {
                self.0.get_or_insert(r);
            }
            syn::visit::visit_type_reference(self, r);
        }
    }
    let mut find = Find(None);
    find.visit_type(ty);
    find.0
}

fn has_slice(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Slice { .. } => true,
        ParamKind::Group { parts, .. } => parts.iter().any(has_slice),
        ParamKind::Other(o) => o.slice,
        ParamKind::Tensor(_) | ParamKind::Host => false,
    }
}

fn has_other(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Other(_) => true,
        ParamKind::Group { parts, .. } => parts.iter().any(has_other),
        ParamKind::Slice { part } => has_other(part),
        ParamKind::Tensor(_) | ParamKind::Host => false,
    }
}

/// A tensor type somewhere inside.
pub(crate) fn mentions_tensor(ty: &Type) -> bool {
    struct Find(bool);
    impl<'a> Visit<'a> for Find {
        fn visit_type(&mut self, ty: &'a Type) {
            self.0 |= is_tensor(ty) || is_complex(ty);
            syn::visit::visit_type(self, ty);
        }
    }
    let mut find = Find(false);
    find.visit_type(ty);
    find.0
}

/// `Result<T>` or `Result<T, E>`, under any path.
pub(crate) fn result_of(ty: &Type) -> Option<&Type> {
    let segment = last_segment(ty).filter(|s| s.ident == "Result")?;
    match &segment.arguments {
        PathArguments::AngleBracketed(args) => match args.args.first()? {
            GenericArgument::Type(t) => Some(t),
            _ => None,
        },
        _ => None,
    }
}

/// Crates whose `Result` and errors are not ours.
const FOREIGN: &[&str] = &["std", "core", "alloc", "io", "fmt", "anyhow", "eyre", "color_eyre"];

/// Whether the text says that it is a `Result` of another error type. A name of the user's may be one of ours.
pub(super) fn is_foreign_result(ty: &Type) -> bool {
    let foreign = |ty: &Type| {
        let Type::Path(p) = strip(ty) else { return None };
        let (first, last) = (p.path.segments.first()?, p.path.segments.last()?);
        let outside = p.path.segments.len() > 1 && FOREIGN.iter().any(|name| first.ident == name);
        Some(outside || last.ident == "String" || last.ident == "Box")
    };
    let Some(segment) = last_segment(ty).filter(|s| s.ident == "Result") else { return false };
    let PathArguments::AngleBracketed(args) = &segment.arguments else { return false };
    match args.args.iter().nth(1) {
        Some(GenericArgument::Type(error)) => foreign(error).unwrap_or(true),
        Some(_) => false,
        None => foreign(ty).unwrap_or(false),
    }
}

/// Whether it is one tensor whose elements have no derivative, `Tensor<i32>`, or a `Result` of it.
pub(crate) fn is_integer_tensor(ty: &Type) -> bool {
    let Some(segment) =
        last_segment(result_of(ty).unwrap_or(ty)).filter(|s| s.ident == "Tensor" || s.ident == "Scalar")
    else {
        return false;
    };
    let PathArguments::AngleBracketed(args) = &segment.arguments else { return false };
    matches!(args.args.first(), Some(GenericArgument::Type(t)) if elem_of(&[], t).is_some_and(|e| !e.is_float()))
}

pub(super) fn return_kind(errors: &mut Errors, scope: &Scope, ty: &Type) -> Option<ReturnKind> {
    let inner = strip(ty);
    if is_tensor(inner) {
        return tensor_type(errors, &scope.types, inner).map(ReturnKind::Tensor);
    }
    if is_complex(inner) {
        let parts = tensor_type(errors, &scope.types, inner)?;
        let ty = Box::new(super::erased(&scope.types, inner));
        return Some(ReturnKind::Other(ty, Some(Box::new(parts))));
    }
    let refused = |errors: &mut Errors| {
        errors.push(error::unsupported_return(ty));
        None
    };
    match inner {
        Type::Tuple(t) if !t.elems.is_empty() => {
            let parts: Vec<_> = t.elems.iter().map(|t| return_kind(errors, scope, t)).collect();
            Some(ReturnKind::Group(Pack::Tuple, parts.into_iter().collect::<Option<_>>()?))
        }
        Type::Array(a) => match &a.len {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(n), .. }) => {
                let Some(n) = n.base10_parse().ok().filter(|n| (1..=MANY).contains(n)) else {
                    return refused(errors);
                };
                Some(ReturnKind::Group(Pack::Array, vec![return_kind(errors, scope, &a.elem)?; n]))
            }
            _ if scope.is_host(inner) => Some(ReturnKind::Host(Box::new(inner.clone()))),
            _ => refused(errors),
        },
        Type::Reference(_) => refused(errors),
        _ if !mentions_tensor(inner) && scope.is_host(inner) => {
            Some(ReturnKind::Host(Box::new(inner.clone())))
        }
        Type::Path(_) => {
            let borrowed = borrowed_tensor(inner).map(error::borrowed_inside);
            match borrowed.or_else(|| without_tangent(inner, Stands::Result)) {
                Some(error) => {
                    errors.push(error);
                    None
                }
                None => Some(ReturnKind::Other(Box::new(super::erased(&scope.types, inner)), None)),
            }
        }
        _ => refused(errors),
    }
}

/// `Tensor<f64, B, D>` → `Tensor<f64>`, `Tensor<B>` → `Tensor`.
pub(super) fn erase(types: &[String], ty: &mut syn::TypePath) {
    let Some(segment) = ty.path.segments.last_mut() else { return };
    if !is_of_elements(&segment.ident) {
        return;
    }
    let PathArguments::AngleBracketed(args) = &mut segment.arguments else { return };
    let elem = match args.args.first() {
        // Complex numbers of others are an error that was told.
        Some(GenericArgument::Type(t))
            if elem_of(types, t).is_some_and(|e| e.is_float() || segment.ident != "Complex") =>
        {
            Some(t.clone())
        }
        _ => None,
    };
    match elem {
        Some(t) => args.args = std::iter::once(GenericArgument::Type(t)).collect(),
        None => segment.arguments = PathArguments::None,
    }
}
