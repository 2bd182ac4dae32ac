//! Signatures of rows that the table does not have yet.

use crate::rules::{Class, RowText};

const ROWS: &[(&str, &str)] = &[
    ("reshape", "(x: any, #shape: Sizes) -> y: any {}"),
    ("flatten", "(x: any, #start: isize, #end: isize) -> y: any {}"),
    ("swap_axes", "(x: any, #a: isize, #b: isize) -> y: any {}"),
    ("permute", "(x: any, #axes: Axes) -> y: any {}"),
    ("unpermute", "(x: any, #axes: Axes) -> y: any {}"),
    ("t", "(x: any [M, N]) -> y: any [N, M] {}"),
    ("mt", "(x: any [.., M, N]) -> y: any [.., N, M] {}"),
    ("squeeze", "(x: any, #axis: isize) -> y: any {}"),
    ("unsqueeze", "(x: any, #axis: isize) -> y: any {}"),
    ("sum_to", "(x: num, #shape: Shape) -> y: num {}"),
    ("keep_axes", "(x: any, #shape: Shape, #axes: Axes, #keep: bool) -> y: any {}"),
    ("narrow", "(x: any, #axis: isize, #start: usize, #len: usize) -> y: any {}"),
    ("slice", "(x: any, #axis: isize, #start: isize, #end: isize, #step: usize) -> y: any {}"),
    ("flip", "(x: any, #axis: isize) -> y: any { shape same; }"),
    ("tile", "(x: any, #reps: Sizes) -> y: any {}"),
    ("repeat_interleave", "(x: any, #n: usize, #axis: isize) -> y: any {}"),
    ("pad", "(x: any, #widths: Widths, #value: f64) -> y: any {}"),
    ("unpad", "(x: any, #widths: Widths) -> y: any {}"),
    ("diag", "(x: any, #offset: isize) -> y: any {}"),
    ("diagonal", "(x: any, #offset: isize) -> y: any {}"),
    ("trace", "(x: num) -> y: num {}"),
    ("concat", "(xs: .., #axis: isize) -> y {}"),
    ("stack", "(xs: .., #axis: isize) -> y {}"),
    ("dot", "(a: [N], b: [N]) -> y: [] {}"),
    ("outer", "(a: [M], b: [N]) -> y: [M, N] {}"),
    ("cholesky", "(a: [.., N, N]) -> y: [.., N, N] {}"),
    ("slogdet", "(a: [.., N, N]) -> (sign: [..], y: [..]) {}"),
    ("solve", "(a, b) -> x {}"),
    ("gather", "(x: any, #axis: isize, idx: i32) -> y: any {}"),
    ("take_along_axis", "(x: any, idx: i32, #axis: isize) -> y: any {}"),
    ("index_select", "(x: any, #axis: isize, idx: i32) -> y: any {}"),
    ("embedding", "(table, ids: i32) -> y {}"),
    ("scatter_add", "(x, #axis: isize, idx: i32, src) -> y {}"),
    ("index_add", "(x, #axis: isize, idx: i32, src) -> y {}"),
    ("masked_fill", "(x, mask: bool, #v: f64) -> y {}"),
    ("one_hot", "(idx: i32, #n: usize) -> y: target {}"),
    ("sort", "(x, #axis: isize) -> (values, indices: i32) { shape same; }"),
    ("topk", "(x, #k: usize, #axis: isize) -> (values, indices: i32) {}"),
    ("full", "(#shape: Sizes, #value: f64) -> y: target {}"),
    ("eye", "(#n: usize) -> y: target {}"),
];

pub(super) fn row(name: &str) -> Option<RowText> {
    let &(name, text) = ROWS.iter().find(|(n, _)| *n == name)?;
    Some(RowText { class: Class::View, name, docs: &[], text })
}
