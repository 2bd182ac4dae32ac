//! RULES.md, from the table.

use std::fmt::Write;

use cotangent_kernels::source::wgsl;

use super::uses::residuals;
use crate::rules::{
    COMPOSITES, Class, Composite, Param, ParamKind, Row, RowText, cotangents, definition, texts,
};

const HEAD: &str = "\
# Rules

Every op, generated from the table in `macros/src/rules` (`UPDATE_EXPECT=1 cargo test -p cotangent-macros rules_md`
writes this file; a test fails when it is stale).

`g` is the cotangent of the result (of the first, where there are several; the others have derivative 0). *Reads* is
what a rule reads of its operands and results: what is kept or recomputed for it. Un-broadcasting is left out: it happens
by itself. `zero`: the derivative vanishes almost everywhere; `none`: integers and truth values have none.

Element types: *float* is f16, bf16, f32 or f64; *num* is float or i32; *ord* is num or u8; *any* is ord or bool; *asked* is the
type that the context asks for. f16 and bf16 are computed in f32. u8 has no arithmetic: what computes with bytes casts them.
Composites are of floats, and in bodies of what their ops take. Outside of bodies those that only move elements take any type.

Of a reduction named `sum`, `sum()` takes all axes, `sum_axis(axes)` drops the axes and `sum_keep(axes)` keeps them with length 1.
`split(sizes, axis)` and `chunk(n, axis)` are lists of `split_part` and `chunk_part`, `unbind(axis)` is one of `list_unstack`.
`meshgrid(&[x, y, z])` and `meshgrid_xy` are lists too: each vector over the grid of all, by `reshape` and `broadcast_to`.

A slice parameter `xs` is a list: `xs[i]` is `list_item`, `concat(xs, axis)` and `stack(xs, axis)` of it are `list_concat` and
`list_stack`.
";

/// The whole file.
fn rules_md() -> String {
    let mut out = HEAD.to_owned();
    let sections = [
        (Class::Map, "Elementwise"),
        (Class::Reduce, "Reductions"),
        (Class::View, "Views"),
        (Class::Opaque, "Layout, indexing, order, scans, linear algebra"),
    ];
    for (class, title) in sections {
        let _ = writeln!(out, "\n## {title}\n\n{ROW_COLUMNS}");
        for (text, row) in rows().filter(|(text, row)| text.class == class && !row.internal) {
            let _ = writeln!(out, "{}", row_line(&text, &row));
        }
    }
    let _ = writeln!(
        out,
        "\n## Composites\n\nFunctions of the ops above, inlined and differentiated like user code.\n\n{COMPOSITE_COLUMNS}"
    );
    for c in COMPOSITES.iter().filter(|c| !c.internal) {
        let _ = writeln!(out, "{}", composite_line(c));
    }
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        out,
        "\n## On WebGPU\n\nEvery op and its derivatives run there. Rows that are no kernel of their own there but several of \
         others: {}.",
        list(wgsl::COMPOSED)
    );
    let _ = writeln!(
        out,
        "\n## For rules\n\nWhat rules and composites are made of: no methods of `Tensor`, but differentiable like the \
         others.\n\n{ROW_COLUMNS}"
    );
    for (text, row) in rows().filter(|(_, row)| row.internal) {
        let _ = writeln!(out, "{}", row_line(&text, &row));
    }
    let _ = writeln!(out, "\n{COMPOSITE_COLUMNS}");
    for c in COMPOSITES.iter().filter(|c| c.internal) {
        let _ = writeln!(out, "{}", composite_line(c));
    }
    out
}

const ROW_COLUMNS: &str =
    "| op | meaning | cotangents | reads | types | conventions |\n|---|---|---|---|---|---|";
const COMPOSITE_COLUMNS: &str = "| op | meaning | definition | conventions |\n|---|---|---|---|";

fn rows() -> impl Iterator<Item = (RowText, Row)> {
    texts().map(|text| (text, text.parse().expect("a law over the table: rows parse")))
}

fn row_line(text: &RowText, row: &Row) -> String {
    line(&[
        code(&call(text.name, row)),
        doc(text.docs),
        code(&cotangents(text, row)),
        reads(row),
        types(row),
        note(row.note.as_deref()),
    ])
}

fn composite_line(c: &Composite) -> String {
    let item = c.written().expect("a law over the table: composites parse");
    let name = format!("{}({})", c.name, Composite::params(&item).join(", "));
    let body = definition(c);
    line(&[code(&name), doc(c.docs), code(&body), note((!c.note.is_empty()).then_some(c.note))])
}

fn line(cells: &[String]) -> String {
    let cells: Vec<_> = cells.iter().map(|c| c.replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}

fn call(name: &str, row: &Row) -> String {
    let params: Vec<String> = row.params.iter().map(|p| p.name.to_string()).collect();
    let results: Vec<String> = row.results.iter().map(|p| p.name.to_string()).collect();
    let results = if results.len() == 1 { results.join("") } else { format!("({})", results.join(", ")) };
    format!("{name}({}) -> {results}", params.join(", "))
}

fn doc(docs: &[&str]) -> String {
    docs.iter().map(|d| d.trim()).collect::<Vec<_>>().join(" ")
}

fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

fn note(note: Option<&str>) -> String {
    note.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn reads(row: &Row) -> String {
    residuals(row).iter().map(|r| format!("`{r}`")).collect::<Vec<_>>().join(" ")
}

fn types(row: &Row) -> String {
    let of = |params: &[Param]| {
        let class = |p: &Param| match &p.kind {
            ParamKind::Tensor { elem, .. } if p.list => Some(format!("list {}", elem.name())),
            ParamKind::Tensor { elem, .. } => Some(elem.name().to_owned()),
            ParamKind::List => Some("any ..".to_owned()),
            ParamKind::Host(_) => None,
        };
        params.iter().filter_map(class).collect::<Vec<_>>().join(", ")
    };
    format!("{} → {}", of(&row.params), of(&row.results)).trim_start().to_owned()
}

#[test]
fn rules_md_is_up_to_date() {
    expect_test::expect_file!["../../../RULES.md"].assert_eq(&rules_md());
}
