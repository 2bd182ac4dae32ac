//! Of the prelude, the items that a text needs: a driver compiles whatever it is given.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use cotangent_kernels::source::{BITS_OF_F64_WGSL, PRELUDE_WGSL};

struct Item {
    name: &'static str,
    text: String,
    needs: Vec<&'static str>,
}

/// The items in order. Each begins at the start of a line, and says its name behind its first word.
fn items() -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| split(PRELUDE_WGSL))
}

/// [`items`] where `f32` is written and f64 is meant.
fn items_of_f64() -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let mut items = split(BITS_OF_F64_WGSL);
        let rest = split(PRELUDE_WGSL);
        let is_new = |item: &Item| items.iter().all(|other| other.name != item.name);
        let rest: Vec<_> = rest.into_iter().filter(is_new).collect();
        items.extend(rest);
        items
    })
}

fn split(text: &'static str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with("//")) {
        let continues = line.starts_with([' ', '}', ')']);
        let names = words(line);
        match items.last_mut() {
            Some(item) if continues => {
                item.text += line;
                item.needs.extend(names);
            }
            _ => {
                let [name, needs @ ..] = &names[..] else { continue };
                items.push(Item { name, text: line.to_owned(), needs: needs.to_vec() });
            }
        }
        if let Some(item) = items.last_mut() {
            item.text.push('\n');
        }
    }
    items
}

/// The names that the prelude gives.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_word(c)).filter(|w| ["ct_", "CT_", "Ct"].iter().any(|p| w.starts_with(p))).collect()
}

/// The items that `text` names, and the items that they name in turn. `is_double`: the floats of the text are f64.
pub(super) fn needed(text: &str, is_double: bool) -> String {
    let items = if is_double { items_of_f64 } else { items };
    let mut open: Vec<&str> = words(text);
    let mut named = BTreeSet::new();
    while let Some(word) = open.pop() {
        if let Some(item) = items().iter().find(|item| item.name == word)
            && named.insert(item.name)
        {
            open.extend(&item.needs);
        }
    }
    items().iter().filter(|item| named.contains(item.name)).map(|item| item.text.as_str()).collect()
}

/// Bytes of a text with functions in place of their calls, as drivers compile it.
pub(super) fn inlined(text: &str) -> usize {
    fn called(names: &[&str]) -> usize {
        let functions = names.iter().filter_map(|name| items().iter().find(|item| item.name == *name));
        functions
            .filter(|item| item.text.starts_with("fn "))
            .map(|item| item.text.len() + called(&item.needs))
            .sum()
    }
    text.len() + called(&words(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gets_what_it_names_and_no_more() {
        assert_eq!(needed("let t0: f32 = x0 * x1;", false), "");
        let tanh = needed("let t0: f32 = ct_tanh(x0);", false);
        for name in ["fn ct_tanh(", "fn ct_expm1(", "fn ct_exp(", "fn ct_copysign(", "fn ct_is_nan("] {
            assert_eq!(tanh.matches(name).count(), 1, "{name} in\n{tanh}");
        }
        assert!(!tanh.contains("fn ct_erf("));
        let [narrow, wide] = [false, true].map(|is_double| needed("ct_exponent(x0)", is_double));
        assert!(
            narrow.contains("alias CtBits = u32;") && narrow.contains("const CT_DIGITS = 23u;"),
            "{narrow}"
        );
        assert!(wide.contains("alias CtBits = u64;") && wide.contains("const CT_DIGITS = 52u;"), "{wide}");
    }

    #[test]
    fn functions_count_once_a_call() {
        let [one, two] = ["ct_tanh(x0)", "ct_tanh(ct_tanh(x0))"].map(inlined);
        assert!(one > 1000 && two == 2 * one - 2 && inlined("x0 + 1.0f") == 9, "{one} {two}");
        // Gradients of losses are short, and what iterates is not.
        let [short, long] = ["ct_erf(x0)", "ct_polygamma(x0, 2i)"].map(inlined);
        assert!(short < 4000 && long > 10_000, "{short} {long}");
    }

    #[test]
    fn every_item_has_a_name_of_its_own_and_names_what_is_there() {
        let names: BTreeSet<_> = items().iter().map(|i| i.name).collect();
        assert_eq!(names.len(), items().len());
        assert!(names.len() > 60, "{names:?}");
        for item in items().iter().chain(items_of_f64()) {
            assert!(names.contains(item.name), "{} is of f64 alone", item.name);
            for name in &item.needs {
                assert!(names.contains(name), "{} names {name}", item.name);
            }
        }
    }
}
