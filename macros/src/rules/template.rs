//! The texts of elementwise rows for the processor.

use std::fmt::Write as _;

use super::Row;

/// The text of an elementwise row, taken apart: `{x}` is an operand, `name(..)` becomes `m::name(s, ..)`.
#[derive(Clone)]
pub(crate) struct Template {
    pub(crate) pieces: Vec<Piece>,
    /// The functions that it calls.
    pub(crate) names: Vec<String>,
    /// A function that computes the same of any element type, for a text that is an operator between operands. Integers
    /// wrap, and generic elements have no operators.
    pub(crate) call: Option<&'static str>,
}

#[derive(Clone)]
pub(crate) enum Piece {
    Text(String),
    Operand(usize),
}

impl Template {
    fn new(row: &Row) -> Self {
        let [cpu, ..] = row.spell.as_ref().expect("every elementwise row is spelled");
        let params: Vec<String> = row.params.iter().map(|p| p.name.to_string()).collect();
        let mut this = Self { pieces: Vec::new(), names: Vec::new(), call: None };
        let mut pieces = cpu.split('{');
        this.text(pieces.next().unwrap_or_default());
        for piece in pieces {
            let operand = piece.split_once('}').and_then(|(hole, text)| {
                let at = params.iter().position(|p| p == hole)?;
                Some((at, text))
            });
            let (at, text) = operand.expect("a law over the table: templates name parameters");
            this.pieces.push(Piece::Operand(at));
            this.text(text);
        }
        this.call = this.operator();
        this
    }

    fn text(&mut self, text: &str) {
        let mut out = String::new();
        let mut parts = text.split('(');
        let mut part = parts.next().unwrap_or_default();
        for next in parts {
            let name = part.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
            let (before, name) = part.split_at(name);
            out.push_str(before);
            if name.is_empty() {
                out.push('(');
            } else {
                let _ = write!(out, "m::{name}(s, ");
                self.names.push(name.to_owned());
            }
            part = next;
        }
        out.push_str(part);
        if !out.is_empty() {
            self.pieces.push(Piece::Text(out));
        }
    }

    fn operator(&self) -> Option<&'static str> {
        match &self.pieces[..] {
            [Piece::Text(sign), Piece::Operand(_)] if sign == "-" => Some("neg"),
            [Piece::Operand(_), Piece::Text(sign), Piece::Operand(_)] => match sign.trim() {
                "+" => Some("add"),
                "-" => Some("sub"),
                "*" => Some("mul"),
                "/" => Some("div"),
                _ => None,
            },
            _ => None,
        }
    }
}

pub(crate) fn template(row: &Row) -> &Template {
    row.cpu.get_or_init(|| Template::new(row))
}
