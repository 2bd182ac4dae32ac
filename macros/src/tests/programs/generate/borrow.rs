//! Operands that are read again are borrowed, as in any Rust: a moved tensor is gone.

use std::collections::HashMap;

/// The text of functions, in which operands of arithmetic are behind `&` where their variables are read later, or in another
/// block than the one that declares them: it may run again.
pub(super) fn borrowed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Where each name was declared: the depth of its block.
    let mut declared = HashMap::new();
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(first) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(is_of_a_name).len();
        if word == 0 {
            match first {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (name, after) = rest.split_at(word);
        let binds = out.ends_with("let ") || out.ends_with("let mut ");
        if is_tensor(name) {
            if binds {
                declared.insert(name.to_owned(), depth);
            }
            let outer = declared.get(name).is_none_or(|&at| at < depth);
            if is_operand(&out, after) && (outer || is_read(name, after)) {
                out.push('&');
            }
        }
        out.push_str(name);
        rest = after;
    }
    out
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `v12`, `x0`, `p1`, and these over another.
fn is_tensor(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(['v', 'x', 'p']) else { return false };
    let number = rest.split_once("_over_").map_or(rest, |(number, _)| number);
    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a name between `before` and `after` is all of an operand.
fn is_operand(before: &str, after: &str) -> bool {
    let begins = before.ends_with([' ', '(', '-']);
    let is_left = [" + ", " - ", " * ", " / "].iter().any(|op| after.starts_with(op));
    let ends = after.starts_with([' ', ')', ';', ',', '\n']);
    let is_right = ["+ ", "- ", "* ", "/ ", "+= ", "-= ", "*= ", "/= ", " -", "(-"]
        .iter()
        .any(|op| before.ends_with(op));
    begins && (is_left || is_right && ends)
}

fn is_read(name: &str, text: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_of_a_name) && !after.starts_with(is_of_a_name)
    })
}
