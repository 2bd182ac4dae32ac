//! The examples on the pages of methods. A test of `cotangent-tests` (`refusals`) writes the file: it runs what `each::example`
//! makes of the table. An op that the file does not have yet has no example.

const FILE: &str = include_str!("examples.txt");

/// The lines of a method's page that show an example.
pub(super) fn section(method: &str) -> Vec<String> {
    let Some(code) = code(method) else { return Vec::new() };
    let before = ["", "# Examples", "", "```", "# use cotangent::prelude::*;"];
    let after = ["# Ok::<(), cotangent::Error>(())", "```"];
    before.into_iter().chain(code.lines()).chain(after).map(ToOwned::to_owned).collect()
}

/// What the file has behind the name.
fn code(method: &str) -> Option<&'static str> {
    let found = FILE.split("## ").find_map(|part| part.strip_prefix(method)?.strip_prefix('\n'));
    found.map(str::trim_end)
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_op_without_an_example_has_no_section() {
        assert!(super::section("tanh").iter().any(|line| line.contains("x.tanh()?")));
        assert!(super::section("tan").iter().any(|line| line.contains("x.tan()?")));
        assert!(super::section("no_such_op").is_empty());
    }
}
