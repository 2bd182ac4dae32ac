//! Shapes, as far as expansion knows them: what an op gives, how operands broadcast, whether a declaration holds.
//!
//! Gradual: what is unknown stays unknown and is checked at run time; what is known to disagree is an error here. Two
//! different names never match, and only a literal `1` or a missing leading axis broadcasts. An anonymous dim may be 1
//! at run time, so that nothing is concluded from it.

// One signature for all shape functions, also for those that cannot fail.
#![allow(clippy::unnecessary_wraps)]

mod attention;
mod broadcast;
mod call;
mod contract;
mod declared;
mod factors;
mod fourier;
mod index;
mod join;
mod linalg;
mod make;
mod matmul;
mod pattern;
mod range;
mod reduce;
mod view;
mod windows;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use broadcast::broadcast;
pub(crate) use broadcast::{Relation, operands, relation};
#[cfg(test)]
pub(crate) use call::Is;
pub(crate) use call::{Arg, Call};
pub(crate) use declared::check_declared;

use crate::ir::{Op, Shape};
use crate::rules::{Class, ParamKind, Row};

/// Infers the results of a call from the row's signature and `shape` column.
pub(crate) type ShapeFn = fn(&Call<'_>) -> Result<Vec<Shape>, String>;

/// The shapes of the results, one per result of the row; the error is one sentence.
/// `called` is the op that the user called, of which this may be a part.
pub(crate) fn infer(
    op: &Op,
    called: Option<&'static str>,
    row: &Row,
    args: &[Arg<'_>],
) -> Result<Vec<Shape>, String> {
    let class = match op {
        Op::Map(_) => Class::Map,
        Op::Reduce(_) => Class::Reduce,
        Op::View(_) => Class::View,
        Op::List(_) => Class::List,
        _ => Class::Opaque,
    };
    of_row(op.name(), called, class, row, args)
}

fn of_row(
    name: &'static str,
    called: Option<&'static str>,
    class: Class,
    row: &Row,
    args: &[Arg<'_>],
) -> Result<Vec<Shape>, String> {
    let mut call = Call::new(name, row, args)?;
    call.title = called.unwrap_or(name);
    match (function_of(name, row), class) {
        (Some(named), _) => named(&call),
        (None, Class::Reduce) => reduce::reduce(&call),
        (None, Class::Map) => broadcast::map(&call),
        (None, _) if has_dims(row) => pattern::pattern(&call),
        // A law over the table: a row says its shape in one of these ways.
        (None, _) => Ok(call.unknown()),
    }
}

/// The function of the `shape` column. Without the column, the function with the row's name, if there is one.
fn function_of(name: &str, row: &Row) -> Option<ShapeFn> {
    row.shape.as_ref().map_or_else(|| by_name(name), |column| by_name(&column.to_string()))
}

/// The shape function of this name.
pub(crate) fn by_name(name: &str) -> Option<ShapeFn> {
    FUNCTIONS.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
}

const FUNCTIONS: &[(&str, ShapeFn)] = &[
    ("reduce", reduce::reduce),
    ("same", reduce::same),
    ("matmul", matmul::matmul),
    ("attend", attention::attend),
    ("attend_cotangents", attention::attend_cotangents),
    ("contract", contract::contract),
    ("tensordot", contract::tensordot),
    ("broadcast_to", view::broadcast_to),
    ("given", view::given),
    ("sum_to", view::given),
    ("keep_axes", view::keep_axes),
    ("reshape", view::reshape),
    ("flatten", view::flatten),
    ("swap_axes", view::swap_axes),
    ("permute", view::permute),
    ("movedim", view::movedim),
    ("unpermute", view::unpermute),
    ("unsqueeze", view::unsqueeze),
    ("squeeze", view::squeeze),
    ("squeeze_if", view::squeeze_if),
    ("unsqueeze_if", view::unsqueeze_if),
    ("fold_axes", view::fold_axes),
    ("windows", windows::windows),
    ("window_max", windows::window_max),
    ("spread", windows::spread),
    ("surround", windows::surround),
    ("narrow", range::narrow),
    ("slice", range::slice),
    ("split_part", range::split_part),
    ("chunk_part", range::chunk_part),
    ("repeat_interleave", range::repeat_interleave),
    ("tile", range::tile),
    ("pad", range::pad),
    ("unpad", range::unpad),
    ("concat", join::concat),
    ("stack", join::stack),
    ("list_item", join::list_item),
    ("list_push", join::list_push),
    ("list_concat", join::list_concat),
    ("list_stack", join::list_stack),
    ("element", index::element),
    ("gather", index::gather),
    ("pick", index::pick),
    ("index_select", index::index_select),
    ("embedding", index::embedding),
    ("scatter_add", index::scatter_add),
    ("index_add", index::index_add),
    ("topk", index::topk),
    ("searched", index::searched),
    ("gather_nd", index::gather_nd),
    ("index_put", index::index_put),
    ("one_hot", make::one_hot),
    ("iota", make::iota),
    ("tri_mask", make::tri_mask),
    ("mel_bank", make::mel_bank),
    ("rope_table", make::rope_table),
    ("ctc_states", make::ctc_states),
    ("diag", linalg::diag),
    ("diagonal", linalg::diagonal),
    ("diag_embed", linalg::diag_embed),
    ("minors", linalg::minors),
    ("minors_cotangent", linalg::drop_two),
    ("solve", linalg::solve),
    ("eigh_packed", factors::eigh_packed),
    ("qr_packed", factors::qr_packed),
    ("svd_packed", factors::svd_packed),
    ("dft", fourier::dft),
    ("real_dft", fourier::real_dft),
    ("hermitian_dft", fourier::hermitian_dft),
];

/// The results' dims are in the signature.
fn has_dims(row: &Row) -> bool {
    row.results.iter().all(|r| matches!(&r.kind, ParamKind::Tensor { dims: Some(_), .. }))
}
