//! The function of a batch: what its parameters are declared with.

use syn::parse_quote;

use super::SIZE;
use crate::error::{self, Errors};
use crate::lower::is_key;
use crate::names;
use crate::signature::{DimSpec, Function, NamedDim, ParamKind};

/// Whether an input of a function has the axis of the batch, or is a key, which is another for each item.
pub(crate) fn has_axis(f: &Function, input: usize) -> bool {
    let param = &f.sig.params[f.sig.inputs[input].param];
    f.sig.args.vmap.iter().any(|name| is(name, &param.name)) || is_key(&param.ty)
}

/// Whether `vmap(name)` means this parameter.
fn is(name: &syn::Ident, param: &syn::Ident) -> bool {
    name == param || name == "self" && param == names::THIS
}

/// The function that `vmap` is. `None`: what is named there takes no batch.
pub(crate) fn function(f: &Function, errors: &mut Errors) -> Option<Function> {
    let before = errors.len();
    for name in &f.sig.args.vmap {
        let param = f.sig.params.iter().find(|p| is(name, &p.name));
        if !param.is_some_and(|p| takes_batch(&p.kind) || is_key(&p.ty)) {
            errors.push(error::vmap_of(name, param.is_some()));
        }
    }
    let has_size = |input: usize| has_axis(f, input) && !is_key(&f.sig.params[f.sig.inputs[input].param].ty);
    if errors.len() == before && !(0..f.sig.inputs.len()).any(has_size) {
        errors.push(error::vmap_of_keys(&f.sig.args.vmap[0]));
    }
    if errors.len() > before {
        return None;
    }
    let size = syn::Ident::new(SIZE, f.sig.name.span());
    let mut of = f.clone();
    of.sig.dims.push(NamedDim { name: SIZE.to_owned(), span: size.span(), constant: false });
    for i in (0..f.sig.inputs.len()).filter(|i| has_axis(f, *i)) {
        let Some(tensor) = &mut of.sig.inputs[i].tensor else { continue };
        let lead = DimSpec::Expr(Box::new(parse_quote!(#size)));
        let rest = tensor.ty.dims.take().unwrap_or_else(|| vec![DimSpec::Rest]);
        tensor.ty.dims = Some(std::iter::once(lead).chain(rest).collect());
    }
    Some(of)
}

fn takes_batch(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Tensor(_) => true,
        ParamKind::Group { parts, .. } => parts.iter().all(takes_batch),
        ParamKind::Slice { part } => takes_batch(part),
        ParamKind::Other(other) => !other.slice,
        ParamKind::Host => false,
    }
}
