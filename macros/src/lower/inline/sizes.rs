//! The callee's dims: what they are in the caller, and where run time has to compare.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};

use super::{Bound, Leaf};
use crate::dims::Dim;
use crate::error;
use crate::ir::{Does, Shape, Size, Value};
use crate::lower::state::{Binding, Lowerer, hidden};
use crate::names::type_text;
use crate::names::{primitive, rt};
use crate::signature::{DimSpec, Signature, TensorType};

/// An axis of another size than is declared.
struct Differs {
    axis: usize,
    want: Dim,
    have: Dim,
}

impl Lowerer<'_> {
    /// The dims of the signature: of several places where one is read, one whose size expansion knows.
    pub(super) fn dims_of_callee(&mut self, sig: &Signature, tensors: &[Leaf]) -> Vec<Bound> {
        let mut all = Vec::new();
        for dim in &sig.dims {
            let mut found: Option<Bound> = None;
            for leaf in tensors {
                let Some(specs) = &leaf.ty.dims else { continue };
                for (axis, spec) in specs.iter().enumerate() {
                    if spec.bare().is_none_or(|n| *n != dim.name.as_str()) {
                        continue;
                    }
                    let size = match self.graph.shape(leaf.value) {
                        Shape::Dims(dims) if dims.len() == specs.len() => dims[axis].clone(),
                        _ => Dim::unknown(),
                    };
                    if found.as_ref().is_none_or(|f| f.size.is_open() && !size.is_open()) {
                        let (name, at) = (dim.name.clone(), (leaf.value, axis));
                        found = Some(Bound { name, size, at, span: dim.span });
                    }
                }
            }
            all.extend(found);
        }
        all
    }

    /// Their values, under their names.
    pub(super) fn declare_dims(&mut self, dims: &[Bound]) {
        for dim in dims {
            let value = self.size_of(dim);
            self.declare(&Ident::new(&dim.name, dim.span), Binding::Host(value), false);
        }
    }

    /// A dim of the caller as that; another is read where it stands.
    fn size_of(&mut self, dim: &Bound) -> Value {
        if let Some(name) = dim.size.names().into_iter().next().filter(|n| Dim::name(n) == dim.size) {
            return self.dim_value(&name, dim.span);
        }
        if let Some(n) = dim.size.as_int().and_then(|n| usize::try_from(n).ok()) {
            return self.size_node(Size::usize(n), vec![], dim.span);
        }
        let (tensor, axis) = dim.at;
        let shape = self.shape_of(tensor, dim.span);
        // The check of the rank runs in its place, and this may run before.
        let known_rank = matches!(self.graph.shape(tensor), Shape::Dims(dims) if axis < dims.len());
        let does = if known_rank { Does::Axis } else { Does::AxisIfAny };
        let size = Size::of(does, [self.graph.arg(0, shape), Size::int(axis as i64)]);
        self.size_node(size, vec![shape], dim.span)
    }

    /// An argument as the type of its parameter has it.
    pub(super) fn check_argument(&mut self, leaf: &Leaf, dims: &[Bound], callee: &str) -> Value {
        let Some(specs) = &leaf.ty.dims else { return leaf.value };
        let shape = self.graph.shape(leaf.value).clone();
        let wanted = type_text(&leaf.ty.written);
        if let Shape::Dims(have) = &shape
            && have.len() != specs.len()
        {
            let error = error::argument_rank(leaf.span, callee, &leaf.param, &wanted, &shape);
            self.mismatch(error);
            return leaf.value;
        }
        match self.compared(specs, &shape) {
            Err(Differs { axis, want, have }) => {
                // What the names in the type are here, where they are not what they are called.
                let named: Vec<String> = specs[axis]
                    .names()
                    .iter()
                    .filter_map(|name| dims.iter().find(|dim| *name == dim.name.as_str()))
                    .filter(|dim| dim.size.to_string() != dim.name)
                    .map(|dim| format!("`{}` is `{}`", dim.name, dim.size))
                    .collect();
                let named = match &named[..] {
                    [] => String::new(),
                    all => format!(", where {}", all.join(" and ")),
                };
                let error = error::argument_dim(
                    leaf.span,
                    callee,
                    (&leaf.param, &wanted, &named),
                    (axis, &have, &want),
                );
                self.mismatch(error);
                leaf.value
            }
            Ok((refined, open)) => {
                let own = |axis: usize| {
                    dims.iter().any(|dim| dim.at == (leaf.value, axis) && is_bare(&specs[axis], dim))
                };
                let open: Vec<bool> =
                    open.iter().enumerate().map(|(axis, open)| *open && !own(axis)).collect();
                let what = format!("`{}` of `{callee}`", leaf.param);
                self.compare(leaf.value, specs, (refined, &open), &what, leaf.span)
            }
        }
    }

    /// Compares the dims that a callee declares of a value with those that it has here.
    pub(in crate::lower) fn check_in_callee(
        &mut self,
        v: Value,
        ty: &TensorType,
        what: &str,
        span: Span,
    ) -> Value {
        let Some(specs) = &ty.dims else { return v };
        let shape = self.graph.shape(v).clone();
        if let Shape::Dims(have) = &shape
            && have.len() != specs.len()
        {
            let message = format!("{what} is declared with rank {}, but has shape `{shape}`", specs.len());
            self.mismatch(error::shape(span, &message));
            return v;
        }
        match self.compared(specs, &shape) {
            Err(Differs { axis, want, have }) => {
                let message = format!("{what} is declared with `{want}` as axis {axis}, which is `{have}`");
                self.mismatch(error::shape(span, &message));
                v
            }
            Ok((refined, open)) => self.compare(v, specs, (refined, &open), what, span),
        }
    }

    /// The dims to go on with, and which of them run time has to compare; or the first axis that differs, as it should be
    /// and as it is.
    fn compared(&mut self, specs: &[DimSpec], shape: &Shape) -> Result<(Vec<Dim>, Vec<bool>), Differs> {
        let (mut dims, mut open) = (Vec::new(), Vec::new());
        for (axis, spec) in specs.iter().enumerate() {
            let have = match shape {
                Shape::Dims(dims) => Some(dims[axis].clone()),
                Shape::Open(_) => None,
            };
            let want = match spec {
                DimSpec::Any | DimSpec::Rest => None,
                // What cannot be read was refused in the callee itself.
                DimSpec::Expr(e) => self.dim_of(e).ok(),
            };
            let (dim, differs) = match (want, have) {
                (None, have) => (have.unwrap_or_else(Dim::unknown), Some(false)),
                (Some(want), None) => (want, None),
                (Some(want), Some(have)) => match want.same(&have) {
                    Some(false) => return Err(Differs { axis, want, have }),
                    same => (if want.is_open() { have } else { want }, same.map(|same| !same)),
                },
            };
            dims.push(dim);
            open.push(differs.is_none());
        }
        Ok((dims, open))
    }

    /// `v` with the dims to go on with, once run time has compared the axes that are `open`; itself, where nothing is.
    fn compare(
        &mut self,
        v: Value,
        specs: &[DimSpec],
        (dims, open): (Vec<Dim>, &[bool]),
        what: &str,
        span: Span,
    ) -> Value {
        if !open.contains(&true) && matches!(self.graph.shape(v), Shape::Dims(_)) {
            return v;
        }
        let (mut binds, mut args) = (vec![hidden("s", 0)], vec![self.shape_of(v, span)]);
        let (rt, isize, usize) = (rt(), primitive("isize"), primitive("usize"));
        let mut sizes = Vec::new();
        for (spec, open) in specs.iter().zip(open) {
            sizes.push(match spec {
                DimSpec::Expr(e) if *open => {
                    let (text, value) = (e.to_token_stream().to_string(), self.host(e));
                    let name = hidden("d", binds.len());
                    binds.push(name.clone());
                    args.push(value);
                    quote!(#rt::Dim::Equal(#text, (#name as #isize).max(0) as #usize))
                }
                _ => quote!(#rt::Dim::Any),
            });
        }
        let check = self.compared_at_run_time(what, &sizes, binds, args, span);
        self.in_shape(v, Shape::Dims(dims), Some(check), span)
    }
}

fn is_bare(spec: &DimSpec, dim: &Bound) -> bool {
    spec.bare().is_some_and(|name| *name == dim.name.as_str())
}
