//! Names in format strings.

use std::ops::Range;

use proc_macro2::{Ident, Span};

/// The names that the text of a string literal captures as a format string, and where: `{n}`, `{n:?}`, `{x:w$.p$}`.
pub(super) fn captured(text: &str, span: Span) -> impl Iterator<Item = (Range<usize>, Ident)> {
    places(text).into_iter().filter_map(move |at| {
        let mut name = syn::parse_str::<Ident>(&text[at.clone()]).ok()?;
        name.set_span(span);
        Some((at, name))
    })
}

fn places(text: &str) -> Vec<Range<usize>> {
    let raw = text.starts_with('r');
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at + c.len_utf8()..];
        at += match c {
            '\\' if !raw && rest.starts_with("u{") => 1 + rest.find('}').unwrap_or(0),
            '\\' if !raw => 1 + rest.chars().next().map_or(0, char::len_utf8),
            '{' if rest.starts_with('{') => 2,
            '{' => {
                let inner = &rest[..rest.find('}').unwrap_or(rest.len())];
                found.extend(of_argument(inner, at + 1));
                1 + inner.len()
            }
            c => c.len_utf8(),
        };
    }
    found
}

/// The name of an argument, and those of its width and precision.
fn of_argument(inner: &str, start: usize) -> Vec<Range<usize>> {
    let (name, spec) = inner.split_once(':').unwrap_or((inner, ""));
    let trimmed = name.trim();
    let first = start + name.len() - name.trim_start().len();
    let mut found = Vec::new();
    found.push(first..first + trimmed.len());
    let spec_start = start + inner.len() - spec.len();
    for (dollar, _) in spec.match_indices('$') {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let before = &spec[..dollar];
        let len: usize = before.chars().rev().take_while(|c| word(*c)).map(char::len_utf8).sum();
        found.push(spec_start + dollar - len..spec_start + dollar);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_format_strings() {
        let names = |text: &str| {
            captured(text, Span::call_site()).map(|(_, name)| name.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(r#""{N} and {D:?}, {0} {} {{no}} {{{yes}}}""#), "N D yes");
        assert_eq!(names(r#""{x:>width$.digits$} {é} {:w$} {x:.2}""#), "x width digits é w x");
        assert_eq!(names(r#""\u{A} \\{N} \"{D}\"""#), "N D");
        assert_eq!(names(r##"r#"\u{A} {N}"#"##), "A N");
        assert_eq!(names(r#""{unclosed"#), "unclosed");
    }
}
