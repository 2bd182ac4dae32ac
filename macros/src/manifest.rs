//! The name under which the user's crate depends on `cotangent`: `ct = { package = "cotangent", .. }`.

mod toml;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use toml::Entry;

const PACKAGE: &str = "cotangent";
/// Where dependencies are declared; the first that has the package gives its name.
const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// `::cotangent::__private`, or what the user calls the crate.
pub(crate) fn runtime_path(krate: Option<&syn::Path>) -> TokenStream {
    if let Some(path) = krate {
        let root = path.leading_colon.is_some()
            || path.segments.first().is_some_and(|s| s.ident == "crate" || s.ident == "$crate");
        let root = (!root).then(|| quote!(::));
        quote!(#root #path::__private)
    } else {
        let name = crate_name();
        quote!(::#name::__private)
    }
}

/// Read from the manifest of the crate that is being compiled; the package's own name where nothing is said.
pub(crate) fn crate_name() -> Ident {
    let renamed = std::env::var_os("CARGO_MANIFEST_DIR").and_then(|dir| {
        let script = std::env::var("CARGO_CRATE_NAME").is_ok_and(|name| name == "build_script_build");
        known(Path::new(&dir), script)
    });
    Ident::new(renamed.as_deref().unwrap_or(PACKAGE), Span::call_site())
}

/// What [`found`] says of a folder, and for what it was asked.
type Known = (PathBuf, bool, Vec<Seen>, Option<String>);

/// A manifest that was looked for, and when it was written.
type Seen = (PathBuf, Option<SystemTime>);

/// [`found`], asked again only where a manifest has changed. To take manifests apart is a seventh of a small expansion.
fn known(folder: &Path, script: bool) -> Option<String> {
    static LAST: Mutex<Option<Known>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, as_script, seen, name)) = &*last
        && of == folder
        && *as_script == script
        && seen.iter().all(|(path, time)| written(path) == *time)
    {
        return name.clone();
    }
    let mut seen = Vec::new();
    let name = found(folder, script, &mut seen);
    *last = Some((folder.to_owned(), script, seen, name.clone()));
    name
}

fn found(folder: &Path, script: bool, seen: &mut Vec<Seen>) -> Option<String> {
    let package = toml::entries(&read(folder, seen)?);
    declared(&package, script, || workspace(folder, &package, seen))
}

fn written(manifest: &Path) -> Option<SystemTime> {
    std::fs::metadata(manifest).and_then(|of| of.modified()).ok()
}

fn read(folder: &Path, seen: &mut Vec<Seen>) -> Option<String> {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).ok();
    let time = written(&path);
    seen.push((path, time));
    text
}

/// The manifest of the workspace: named by the package, or in the nearest folder above that has one.
fn workspace(folder: &Path, package: &[Entry], seen: &mut Vec<Seen>) -> Vec<Entry> {
    let named = package.iter().find(|e| e.at(&["package", "workspace"])).map(|e| folder.join(&e.value));
    let above = || folder.ancestors().map(PathBuf::from);
    let folders: Vec<PathBuf> = named.map_or_else(|| above().collect(), |named| vec![named]);
    folders
        .iter()
        .filter_map(|f| Some(toml::entries(&read(f, seen)?)))
        .find(|entries| entries.iter().any(|e| e.path.first().is_some_and(|k| k == "workspace")))
        .unwrap_or_default()
}

/// The name of the dependency whose package is [`PACKAGE`]; `script`: a build script is being compiled.
fn declared(package: &[Entry], script: bool, workspace: impl FnOnce() -> Vec<Entry>) -> Option<String> {
    let mut inherited: Option<Vec<Entry>> = None;
    let mut workspace = Some(workspace);
    let mut tables = TABLES;
    if script {
        tables.reverse();
    }
    for table in tables {
        for (name, fields) in dependencies(package, table) {
            let field = |key: &str| fields.iter().find(|(k, _)| *k == key).map(|(_, value)| *value);
            let mut of = field("package").map(str::to_owned);
            if of.is_none() && field("workspace") == Some("true") {
                let root = inherited.get_or_insert_with(|| workspace.take().map_or_else(Vec::new, |w| w()));
                let there = root.iter().find(|e| e.at(&["workspace", "dependencies", name, "package"]));
                of = there.map(|e| e.value.clone());
            }
            if of.as_deref().unwrap_or(name) == PACKAGE {
                return Some(name.replace('-', "_"));
            }
        }
    }
    None
}

/// The dependencies of one kind with their fields, those for some targets alone included; `x = "1"` has none.
fn dependencies<'a>(package: &'a [Entry], table: &str) -> Vec<(&'a str, Vec<(&'a str, &'a str)>)> {
    let mut found: Vec<(&str, Vec<(&str, &str)>)> = Vec::new();
    for entry in package {
        let path: Vec<&str> = entry.path.iter().map(String::as_str).collect();
        let (name, rest) = match &path[..] {
            ["target", _, kind, name, rest @ ..] | [kind, name, rest @ ..]
                if kind.replace('_', "-") == table =>
            {
                (*name, rest)
            }
            _ => continue,
        };
        let at = found.iter().position(|(n, _)| *n == name).unwrap_or_else(|| {
            found.push((name, Vec::new()));
            found.len() - 1
        });
        if let [key] = rest {
            found[at].1.push((key, &entry.value));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(package: &str, workspace: &str) -> Option<String> {
        declared(&toml::entries(package), false, || toml::entries(workspace))
    }

    fn alone(package: &str) -> Option<String> {
        name(package, "")
    }

    #[test]
    fn every_form_of_renaming() {
        for manifest in [
            "[dependencies]\nct = { package = \"cotangent\", path = \"x\" }",
            "[dependencies]\nct = { path = \"x\", features = [\"a\", \"b\"], package = 'cotangent' } # renamed",
            "[dependencies]\nct.package = \"cotangent\"\nct.path = \"x\"",
            "[dependencies.ct]\nversion = \"1\"\npackage = \"cotangent\"",
            "[ dependencies . \"ct\" ]\npackage = \"cotangent\"",
            "dependencies.ct = { package = \"cotangent\" }",
            "dependencies = { ct = { package = \"cotangent\" } }",
            "[dev-dependencies]\nct = { package = \"cotangent\" }",
            "[build-dependencies]\nct = { package = \"cotangent\" }",
            "[target.'cfg(unix)'.dependencies]\nct = { package = \"cotangent\" }",
            "[target.\"cfg(not(target_os = \\\"none\\\"))\".dev-dependencies.ct]\npackage = \"cotangent\"",
            "[target.x86_64-unknown-linux-gnu.dependencies]\nct = { package = \"cotangent\" }",
        ] {
            assert_eq!(alone(manifest).as_deref(), Some("ct"), "{manifest}");
        }
        assert_eq!(alone("[dependencies.my-ad]\npackage = \"cotangent\"").as_deref(), Some("my_ad"));
    }

    #[test]
    fn a_name_that_a_workspace_gives() {
        let root = "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\nother = \"1\"\n\
                    ct = { package = \"cotangent\", path = \"x\" }\ncotangent = { path = \"y\" }";
        for manifest in [
            "[dependencies]\nother.workspace = true\nct.workspace = true",
            "[dependencies]\nct = { workspace = true, features = [\"ndarray\"] }",
            "[dependencies.ct]\nworkspace = true",
            "[target.'cfg(unix)'.dev-dependencies]\nct.workspace = true",
        ] {
            assert_eq!(name(manifest, root).as_deref(), Some("ct"), "{manifest}");
        }
        assert_eq!(name("[dependencies]\ncotangent.workspace = true", root).as_deref(), Some("cotangent"));
        assert_eq!(name("[dependencies]\nother.workspace = true", root), None);
        let table = "[workspace.dependencies.ct]\npackage = \"cotangent\"";
        assert_eq!(name("[dependencies]\nct.workspace = true", table).as_deref(), Some("ct"));
    }

    #[test]
    fn what_only_looks_like_it() {
        for manifest in [
            "[package]\nname = \"cotangent\"\n[dependencies]\nserde = \"1\"",
            "[dependencies]\n# ct = { package = \"cotangent\" }\nother = \"1\"",
            "[package]\ndescription = \"\"\"\n[dependencies]\nct = { package = 'cotangent' }\n\"\"\"",
            "[package.metadata.tool.dependencies]\nct = { package = \"cotangent\" }",
            "[dependencies]\nct = { package = \"cotangent-macros\" }",
        ] {
            assert_eq!(alone(manifest), None, "{manifest}");
        }
        let both = "[dev-dependencies]\nct = { package = \"cotangent\" }\n[dependencies]\ncotangent = \"1\"";
        assert_eq!(alone(both).as_deref(), Some("cotangent"));
    }

    /// In a build script its own table comes first.
    #[test]
    fn a_build_script() {
        let both =
            "[dependencies]\ncotangent = \"1\"\n[build-dependencies]\nct = { package = \"cotangent\" }";
        assert_eq!(declared(&toml::entries(both), true, Vec::new).as_deref(), Some("ct"));
        assert_eq!(alone(both).as_deref(), Some("cotangent"));
    }

    /// The name is kept from one expansion to the next, but not beyond a change of a manifest, or of one that appears.
    #[test]
    fn a_manifest_that_changes() {
        let root = std::env::temp_dir().join(format!("cotangent-manifest-{}", std::process::id()));
        let folder = root.join("member");
        std::fs::create_dir_all(&folder).expect("a folder");
        let name = || known(&folder, false);
        let mut second = 0;
        let mut put = |folder: &Path, text: &str| {
            let path = folder.join("Cargo.toml");
            std::fs::write(&path, text).expect("a file");
            second += 1;
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(second);
            let file = std::fs::File::options().write(true).open(path).expect("the file");
            file.set_modified(time).expect("a time");
        };
        assert_eq!(name(), None);
        put(&folder, "[dependencies]\nct = { package = \"cotangent\" }");
        assert_eq!((name().as_deref(), name().as_deref()), (Some("ct"), Some("ct")));
        put(&folder, "[dependencies]\nad.workspace = true");
        assert_eq!(name(), None);
        put(&root, "[workspace]\n[workspace.dependencies]\nad = { package = \"cotangent\" }");
        assert_eq!(name().as_deref(), Some("ad"));
        assert_eq!(known(&root, false), None);
        std::fs::remove_dir_all(&root).expect("the folder");
    }
}
