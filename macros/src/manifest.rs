//! The name under which the user's crate depends on `cotangent`: `ct = { package = "cotangent", .. }`.

use proc_macro2::{Ident, Span};

const PACKAGE: &str = "cotangent";

/// Read from the manifest of the crate that is being compiled; the package's own name where nothing is said.
pub(crate) fn crate_name() -> Ident {
    let renamed = std::env::var_os("CARGO_MANIFEST_DIR")
        .and_then(|dir| std::fs::read_to_string(std::path::Path::new(&dir).join("Cargo.toml")).ok())
        .and_then(|manifest| renamed(&manifest));
    Ident::new(renamed.as_deref().unwrap_or(PACKAGE), Span::call_site())
}

/// The two forms of a renamed dependency: an inline table, and a table of its own.
fn renamed(manifest: &str) -> Option<String> {
    let mut table = None;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let (section, name) = header.rsplit_once('.').unwrap_or(("", header));
            table = section.ends_with("dependencies").then(|| name.trim_matches('"').to_string());
            continue;
        }
        if !line.contains("package") || !line.contains(&format!("\"{PACKAGE}\"")) || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once('=')?;
        let found = if key.trim() == "package" {
            table.clone()
        } else {
            value.trim_start().starts_with('{').then(|| key.trim().trim_matches('"').to_string())
        };
        if let Some(name) = found {
            return Some(name.replace('-', "_"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn both_forms_of_renaming() {
        assert_eq!(
            renamed("[dependencies]\nct = { package = \"cotangent\", path = \"x\" }").as_deref(),
            Some("ct")
        );
        assert_eq!(renamed("[dependencies.my-ad]\npackage = \"cotangent\"").as_deref(), Some("my_ad"));
        assert_eq!(renamed("[package]\nname = \"cotangent\"\n[dependencies]\ncotangent = \"1\""), None);
        assert_eq!(renamed("[dependencies]\n# ct = { package = \"cotangent\" }\nother = \"1\""), None);
    }
}
