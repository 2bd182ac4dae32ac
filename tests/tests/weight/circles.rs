//! Which files of a crate use each other, by the paths in their tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module's path from the root of its crate.
type Module = Vec<String>;

/// The modules that are files, and for each the others that it names: children and parents too, code of tests apart.
#[derive(Debug, Default)]
pub(crate) struct Uses(pub(crate) BTreeMap<Module, BTreeSet<Module>>);

pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
    found.sort();
}

/// The module of a file of `src`.
pub(crate) fn module(src: &Path, file: &Path) -> Module {
    let below = file.strip_prefix(src).expect("a file below").with_extension("");
    let mut module: Module = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| name == "lib" || name == "mod") {
        module.pop();
    }
    module
}

impl Uses {
    pub(crate) fn of(src: &Path) -> Self {
        let mut all = Vec::new();
        files(src, &mut all);
        all.retain(|file| file.extension().is_some_and(|e| e == "rs"));
        let texts: Vec<(Module, TokenStream)> = all
            .iter()
            .map(|file| {
                let text = std::fs::read_to_string(file).expect("a text");
                let tokens = text.parse().unwrap_or_else(|e| panic!("{}: {e}", file.display()));
                (module(src, file), tokens)
            })
            .collect();
        let mut uses = Self(texts.iter().map(|(module, _)| (module.clone(), BTreeSet::new())).collect());
        for (file, tokens) in texts {
            uses.read(&file, &file, tokens);
        }
        uses
    }

    /// Reads code of `file` that stands in module `here`: the file's own, or one inside of the file.
    fn read(&mut self, file: &Module, here: &Module, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut i = 0;
        while i < tokens.len() {
            match &tokens[i] {
                TokenTree::Punct(p) if p.as_char() == '#' && is_of_tests(tokens.get(i + 1)) => {
                    i += 2;
                    while i < tokens.len() && !ends_item(&tokens[i]) {
                        i += 1;
                    }
                }
                TokenTree::Ident(word) if is_path(&tokens, i) => {
                    let word = word.to_string();
                    let child = [&here[..], std::slice::from_ref(&word)].concat();
                    let start = match &word[..] {
                        "crate" => Some(Vec::new()),
                        "self" => Some(here.clone()),
                        "super" => Some(here[..here.len().saturating_sub(1)].to_vec()),
                        _ => self.0.contains_key(&child).then_some(child),
                    };
                    if let Some(start) = start {
                        self.path(file, start, &tokens[i + 1..]);
                    }
                }
                // `pub(in crate::lower)` uses nothing.
                TokenTree::Group(_)
                    if i > 0 && matches!(&tokens[i - 1], TokenTree::Ident(word) if word == "pub") => {}
                TokenTree::Group(group) => {
                    let inside = match (
                        i.checked_sub(2).map(|at| &tokens[at]),
                        i.checked_sub(1).map(|at| &tokens[at]),
                    ) {
                        (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(name)))
                            if word == "mod" && group.delimiter() == Delimiter::Brace =>
                        {
                            [&here[..], &[name.to_string()]].concat()
                        }
                        _ => here.clone(),
                    };
                    self.read(file, &inside, group.stream());
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// What stands behind `at` in a path, up to its end.
    fn path(&mut self, file: &Module, mut at: Module, rest: &[TokenTree]) {
        let mut rest = rest;
        while let [TokenTree::Punct(a), TokenTree::Punct(_), next, behind @ ..] = rest {
            if a.as_char() != ':' {
                break;
            }
            match next {
                TokenTree::Ident(word) if word == "super" => drop(at.pop()),
                TokenTree::Ident(word) => at.push(word.to_string()),
                TokenTree::Group(list) => {
                    let list: Vec<TokenTree> = list.stream().into_iter().collect();
                    for entry in list.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ',')) {
                        if let [TokenTree::Ident(word), behind @ ..] = entry {
                            let mut at = at.clone();
                            if word != "self" {
                                at.push(word.to_string());
                            }
                            self.path(file, at, behind);
                        }
                    }
                    return;
                }
                _ => break,
            }
            rest = behind;
        }
        while !self.0.contains_key(&at) {
            at.pop();
        }
        if at != *file {
            self.0.get_mut(file).expect("a file").insert(at);
        }
    }

    /// The largest set of files each of which uses every other, by way of others or not.
    pub(crate) fn largest_circle(&self) -> Vec<&Module> {
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.keys().map(|from| (from, self.reached(from))).collect();
        let circle = |of: &Module| {
            let mutual = reached[of].iter().filter(|to| reached[**to].contains(of));
            mutual.copied().collect::<Vec<_>>()
        };
        self.0.keys().map(circle).max_by_key(Vec::len).unwrap_or_default()
    }

    /// The uses of a top module by one that stands below it, or that has no line.
    pub(crate) fn against(&self, layers: &str) -> Vec<String> {
        let line = |name: &str| layers.lines().position(|line| line.split(' ').any(|word| word == name));
        let uses = self.0.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to)));
        let named = uses.filter_map(|(from, to)| Some((from, to, from.first()?, to.first()?)));
        let wrong =
            named.filter(|(.., a, b)| a != b && line(a).is_none_or(|at| line(b).is_none_or(|b| b < at)));
        wrong.map(|(from, to, ..)| format!("{} uses {}", from.join("/"), to.join("/"))).collect()
    }

    fn reached<'u>(&'u self, from: &Module) -> BTreeSet<&'u Module> {
        let mut found = BTreeSet::new();
        let mut left: Vec<&Module> = self.0[from].iter().collect();
        while let Some(module) = left.pop() {
            if found.insert(module) {
                left.extend(&self.0[module]);
            }
        }
        found
    }
}

fn is_of_tests(attribute: Option<&TokenTree>) -> bool {
    matches!(attribute, Some(TokenTree::Group(g)) if g.stream().to_string().replace(' ', "") == "cfg(test)")
}

fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(p) => p.as_char() == ';',
        TokenTree::Group(g) => g.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// Whether a path begins there that has more than one word.
fn is_path(tokens: &[TokenTree], i: usize) -> bool {
    let colon = |at: Option<&TokenTree>| matches!(at, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    let double = |at: usize| colon(tokens.get(at)) && colon(tokens.get(at + 1));
    double(i + 1) && !(i >= 2 && double(i - 2))
}
