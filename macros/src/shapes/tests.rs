//! Inference by text: `shape("matmul", "x [B, I], w [I, H]")`.

mod indexing;
mod laws;
mod products;
mod relations;
mod samples;
mod views;

use super::*;
use crate::dims::{Dim, fresh, restart};
use crate::ir::Known;
use crate::rules::{Map, Opaque, Reduce, RowText, View};

/// An argument: `x [B, H]`, `[B, _]`, `x ?` (a tensor of unknown rank), `= 1`, `= [0, D / 2]`, `= true`, `= all`, `= ?`,
/// `= shape [B, H]`.
struct Given {
    name: Option<String>,
    is: GivenIs,
}

enum GivenIs {
    Tensor(Shape),
    Host(Option<Known>),
    ShapeOf(Shape),
}

fn dim(expr: &syn::Expr) -> Dim {
    Dim::parse(expr, &mut |i| Some(Dim::name(&i.to_string()))).expect("a dim")
}

/// `[B, _]`, or `?`.
fn shape_text(text: &str) -> Shape {
    if text == "?" {
        return Shape::unknown(fresh());
    }
    let list: syn::ExprArray = syn::parse_str(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
    Shape::Dims(list.elems.iter().map(dim).collect())
}

fn known(text: &str) -> Option<Known> {
    fn of(expr: &syn::Expr) -> Known {
        match expr {
            syn::Expr::Array(a) => Known::List(a.elems.iter().map(of).collect()),
            syn::Expr::Tuple(t) => Known::List(t.elems.iter().map(of).collect()),
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(b), .. }) => Known::Bool(b.value),
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(x), .. }) => {
                Known::Float(x.base10_parse().expect("a float"))
            }
            _ => Known::Int(dim(expr)),
        }
    }
    match text {
        "?" => None,
        "all" => Some(Known::All),
        "SAME" => Some(Known::Same),
        _ => Some(of(&syn::parse_str(text).unwrap_or_else(|e| panic!("`{text}`: {e}")))),
    }
}

fn given(text: &str) -> Given {
    if let Some(host) = text.strip_prefix('=').map(str::trim) {
        let is = match host.strip_prefix("shape ") {
            Some(shape) => GivenIs::ShapeOf(shape_text(shape)),
            None => GivenIs::Host(known(host)),
        };
        return Given { name: None, is };
    }
    let at = text.find(['[', '?']).expect("a tensor has a shape");
    let name = Some(text[..at].trim()).filter(|n| !n.is_empty()).map(str::to_owned);
    Given { name, is: GivenIs::Tensor(shape_text(&text[at..])) }
}

/// The parts of a text between commas outside brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

fn row(name: &str) -> RowText {
    let table = (Map::from_name(name).map(Map::text))
        .or_else(|| Reduce::from_name(name).map(Reduce::text))
        .or_else(|| View::from_name(name).map(View::text))
        .or_else(|| Opaque::from_name(name).map(Opaque::text));
    table.unwrap_or_else(|| panic!("no row is called `{name}`"))
}

fn infer_text(name: &str, args: &str) -> Result<Vec<Shape>, String> {
    restart();
    let given: Vec<_> = split(args).into_iter().map(given).collect();
    let text = row(name);
    infer_given(&text, &text.parse().expect("rows parse"), &given)
}

fn infer_given(text: &RowText, row: &Row, given: &[Given]) -> Result<Vec<Shape>, String> {
    fn arg(g: &Given) -> Arg<'_> {
        let Given { name, is } = g;
        let is = match is {
            GivenIs::Tensor(s) => Is::Tensor(s),
            GivenIs::Host(k) => Is::Host(k.clone()),
            GivenIs::ShapeOf(s) => Is::ShapeOf(s),
        };
        Arg { name: name.as_deref(), text: None, is, made: false }
    }
    let args: Vec<_> = given.iter().map(arg).collect();
    of_row(text.name, None, text.class, row, &args)
}

/// The result's shape, or the error.
fn shape(name: &str, args: &str) -> String {
    match infer_text(name, args) {
        Ok(shapes) => shapes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Err(e) => e,
    }
}

/// Each line `name: args => result`.
#[track_caller]
fn check(table: &str) {
    let mut wrong = Vec::new();
    for line in table.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (call, want) = line.split_once(" => ").unwrap_or_else(|| panic!("no `=>` in `{line}`"));
        let (name, args) = call.split_once(':').unwrap_or_else(|| panic!("no `:` in `{call}`"));
        let got = shape(name.trim(), args);
        if got != want.trim() {
            wrong.push(format!("{call} => {got}"));
        }
    }
    assert!(wrong.is_empty(), "differs:\n{}", wrong.join("\n"));
}
