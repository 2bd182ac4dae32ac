//! Texts of the table, as documents show them.

use super::{Composite, Row, RowText, Vjp};

/// The `vjp` column as it is written, on one line.
pub(crate) fn cotangents(text: &RowText, row: &Row) -> String {
    match &row.vjp {
        Vjp::Hatch(name) => format!("fn {name}"),
        Vjp::Text { .. } => {
            let column = text.text.find("vjp").expect("a law over the table: rows have a vjp");
            braces(text.text, column + text.text[column..].find('{').expect("a column has braces"))
        }
    }
}

/// The body of a composite, on one line.
pub(crate) fn definition(c: &Composite) -> String {
    braces(c.text, c.text.find('{').expect("a function has a body"))
}

/// The text between the brace at `open` and its partner.
fn braces(text: &str, open: usize) -> String {
    let mut depth = 0;
    let end = text[open..].char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0
    });
    let inner = &text[open + 1..open + end.expect("balanced").0];
    tidy(inner).trim_end_matches(',').to_owned()
}

/// On one line, spaced as one writes: `stringify!` sets signs and colons apart.
fn tidy(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        let signs = |out: &str| {
            out.strip_suffix('-').is_some_and(|o| {
                o.trim_end().is_empty()
                    || o.trim_end().ends_with(['(', ',', ':', '=', ';', '*', '/', '+', '{'])
            })
        };
        let glue = out.is_empty() || out.ends_with("::") || signs(&out) || matches!(word, ":" | "::");
        out.push_str(if glue { "" } else { " " });
        out.push_str(word);
    }
    out
}
