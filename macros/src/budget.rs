//! `budget = "8*B*H"`: the build fails when the residuals of the pullback grow beyond it.

use crate::dims::Dim;
use crate::error::{self, Errors};
use crate::ir::{Shape, Ty};
use crate::residuals::is_argument;
use crate::signature::Function;
use crate::transform::Transforms;

/// Compares what the forward makes and hands to the pullback with the budget. Arguments that are kept are the
/// caller's memory and do not count.
pub(crate) fn check(errors: &mut Errors, f: &Function, t: &Transforms) {
    let Some(text) = &f.sig.args.budget else { return };
    let known = |name: &proc_macro2::Ident| Some(Dim::name(&name.to_string()));
    let budget = match text.parse::<syn::Expr>().and_then(|e| Dim::parse(&e, &mut { known })) {
        Ok(budget) => budget,
        Err(e) => return errors.push(syn::Error::new(text.span(), e.to_string())),
    };
    let mut bytes = Dim::int(0);
    for &v in &t.vjp.residuals {
        let node = t.vjp.forward.node(v);
        let (Ty::Tensor(ty), false) = (&node.ty, is_argument(&t.vjp.forward, v)) else { continue };
        let Shape::Dims(dims) = &ty.shape else {
            return errors.push(error::budget_unknown(text, node.op.name()));
        };
        bytes = &bytes + &(&Dim::int(ty.elem.bytes()) * &Dim::product(dims));
    }
    if !(&budget - &bytes).is_natural() && budget != bytes {
        errors.push(error::budget_exceeded(text, &bytes));
    }
}
