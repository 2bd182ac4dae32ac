//! Kernels that read more than an adapter binds: what comes first is stored, and the rest reads that.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use cotangent_kernels::DType;

use super::body::Body;

/// A kernel in two. The rest reads all inputs, and behind them the outputs of the first.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) first: &'static str,
    /// The types of its outputs.
    pub(super) stored: Vec<DType>,
    pub(super) rest: &'static str,
}

/// The cut of a kernel of which one output reads more than `most` inputs; `None` for others, and where no cut makes them fewer.
pub(super) fn cut(source: &'static str, inputs: usize, most: usize) -> Option<Cut> {
    type Known = HashMap<(usize, usize), Option<Cut>>;
    // Texts are told apart by their addresses: each is made once.
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    if inputs <= most {
        return None;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    known.entry((source.as_ptr().addr(), most)).or_insert_with(|| made(source, inputs, most)).clone()
}

fn made(source: &'static str, inputs: usize, most: usize) -> Option<Cut> {
    let body = Body::new(source);
    let count = |needs: &[bool]| needs.iter().filter(|needed| **needed).count();
    let wide = (0..body.outs.len()).any(|out| count(&body.needs(&[out], inputs).1) > most);
    if !wide {
        return None;
    }
    let end = body.statements.len();
    let value = |at: usize| body.statements[at].split_once('=').map_or("", |(_, value)| value);
    let head = source.split_once('\n').map_or("", |(head, _)| head);
    (1..end).rev().find_map(|at| {
        let behind: Vec<&str> = (at..end).map(value).chain(body.outs.iter().copied()).collect();
        let names = |kind: char, below: usize| -> BTreeSet<usize> {
            let words = behind.iter().flat_map(|text| words(text)).filter_map(|w| number(w, kind));
            words.filter(|n| *n < below).collect()
        };
        let (live, read) = (names('t', at), names('x', inputs));
        let outs: Vec<String> = live.iter().map(|n| format!("t{n}")).collect();
        let lines = body.statements[..at].join("\n");
        let first = format!("{head}\n{lines}\n{}", outs.join(", "));
        let parts = Body::new(&first);
        let fits = (0..outs.len()).all(|out| count(&parts.needs(&[out], inputs).1) <= most);
        if live.is_empty() || !fits || live.len() + read.len() >= inputs {
            return None;
        }
        let stored = live.iter().map(|&n| stored(body.statements[n])).collect();
        // Statements keep their places; what is stored is an input.
        let renamed = |text: &str| {
            replaced(text, |word| {
                let at = live.iter().position(|n| number(word, 't') == Some(*n))?;
                Some(format!("x{}", inputs + at))
            })
        };
        let rest = (at..end).map(|i| {
            let (name, value) = body.statements[i].split_once('=').unwrap_or((body.statements[i], ""));
            format!("{name}={}", renamed(value))
        });
        let rest: Vec<String> = body.statements[..at].iter().map(ToString::to_string).chain(rest).collect();
        let outs: Vec<String> = body.outs.iter().map(|out| renamed(out)).collect();
        let rest = format!("{head}\n{}\n{}", rest.join("\n"), outs.join(", "));
        Some(Cut { first: first.leak(), stored, rest: rest.leak() })
    })
}

/// The type that a statement's value is stored in.
fn stored(statement: &str) -> DType {
    match statement.split_once(": ").and_then(|(_, rest)| rest.split_once(' ')).map(|(ty, _)| ty) {
        Some("i32") => DType::I32,
        Some("bool") => DType::Bool,
        _ => DType::F32,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The number of `x3`, if the word is of this kind.
fn number(word: &str, kind: char) -> Option<usize> {
    word.strip_prefix(kind)?.parse().ok()
}

/// The text with some words replaced.
fn replaced(text: &str, by: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        out.push_str(&rest[..start]);
        let word = &rest[start..];
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        out.push_str(&by(&word[..end]).unwrap_or_else(|| word[..end].to_owned()));
        rest = &word[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "f32\nlet t0: f32 = x0 * h0;\nlet t1: f32 = t0 + x1;\nlet t2: bool = x2 < x3;\nlet t3: f32 = select(t1, x0, t2);\n\
                        let t4: f32 = t3 + x4;\nt4";

    #[test]
    fn what_is_read_early_is_stored() {
        assert!(cut(TEXT, 5, 5).is_none());
        let cut = cut(TEXT, 5, 4).unwrap();
        assert_eq!(cut.stored, [DType::F32]);
        assert!(cut.first.ends_with("let t3: f32 = select(t1, x0, t2);\nt3"), "{}", cut.first);
        assert!(cut.rest.ends_with("let t4: f32 = x5 + x4;\nt4"), "{}", cut.rest);
        let body = Body::new(cut.rest);
        assert_eq!(body.needs(&[0], 6).1, [false, false, false, false, true, true]);
    }

    #[test]
    fn types_of_what_is_stored_are_those_of_its_values() {
        let types = ["let t0: i32 = x0;", "let t1: bool = x0 < x1;", "let t2: f32 = x0;"].map(stored);
        assert_eq!(types, [DType::I32, DType::Bool, DType::F32]);
        assert_eq!(
            replaced("t1 + t10 * ct_t1(t1)", |w| (w == "t1").then(|| "x9".into())),
            "x9 + t10 * ct_t1(x9)"
        );
    }

    #[test]
    fn a_text_that_no_cut_makes_narrower_stays() {
        assert!(cut("\nlet t0: f32 = ct_clamp(x0, x1, x2);\nt0", 3, 2).is_none());
    }
}
