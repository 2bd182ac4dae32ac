//! Every kernel of what is written for the tests and as an example has a text in WGSL.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Item};

use super::kept;
use crate::emit::rust::kernel::while_printing;
use crate::{attribute, modules};

/// The marked items of a file: what their attributes say, and what stands below these.
#[derive(Default)]
struct Marked(Vec<(TokenStream, TokenStream)>);

impl<'ast> Visit<'ast> for Marked {
    fn visit_item(&mut self, item: &'ast Item) {
        let mut below = item.clone();
        let attrs = match &mut below {
            Item::Fn(f) => &mut f.attrs,
            Item::Impl(block) => &mut block.attrs,
            Item::Trait(t) => &mut t.attrs,
            Item::Mod(m) => &mut m.attrs,
            _ => return,
        };
        match attrs.iter().position(modules::is_marker) {
            Some(at) => {
                let args = said(&attrs.remove(at));
                self.0.push((args, below.to_token_stream()));
            }
            None => visit::visit_item(self, item),
        }
    }
}

fn said(attr: &Attribute) -> TokenStream {
    match &attr.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The texts of a file's kernels, those that are equal once.
fn texts(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).expect("a text");
    let Ok(file) = syn::parse_file(&text) else { return BTreeSet::new() };
    let mut marked = Marked::default();
    marked.visit_file(&file);
    let texts = while_printing(|| {
        for (args, item) in marked.0 {
            attribute::differentiable(args, &item);
        }
    });
    // Names aside: the types and what is computed.
    let unnamed = |text: String| text.split_once(": ").map(|(_, rest)| format!("// kernel: {rest}"));
    texts.into_iter().filter_map(unnamed).collect()
}

/// What printing them takes is worth it where naga reads them.
#[test]
#[ignore = "the suite `wgsl` of tests/run runs it"]
fn every_program_of_the_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for folder in ["tests/tests", "tests/src", "examples"] {
        files(&root.join(folder), &mut paths);
    }
    paths.sort();
    let mut count = 0;
    for path in &paths {
        let texts = Vec::from_iter(texts(path)).concat();
        let name = path.strip_prefix(&root).expect("a file below");
        count += kept(&name.to_string_lossy(), &texts);
    }
    assert!(count > 2000, "{count} kernels of {} files", paths.len());
}
