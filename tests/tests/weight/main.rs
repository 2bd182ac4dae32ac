//! What the sources weigh: sizes that only fall without a word. `weight.txt` has a line for each figure. A figure above its line fails;
//! with `UPDATE_EXPECT=1` lines fall to their figures. A commit that raises a line says why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

mod circles;
mod prose;

use circles::{Uses, files};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Lines that are neither blank nor a comment.
fn code_lines(folder: &Path) -> BTreeMap<String, usize> {
    let mut all = Vec::new();
    files(folder, &mut all);
    let mut lines = BTreeMap::new();
    for file in all.iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        let room = circles::module(folder, file).first().cloned().unwrap_or_else(|| "lib".to_owned());
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        *lines.entry(room).or_default() += read(file).lines().filter(is_code).count();
    }
    lines
}

/// Lines of the code that a golden's function expands to.
fn emitted(golden: &str) -> usize {
    read(&root().join("tests/golden").join(golden).join("expanded.rs")).lines().count()
}

fn figures() -> BTreeMap<String, usize> {
    let mut figures = BTreeMap::new();
    for name in ["macros", "runtime", "kernels"] {
        let src = root().join(name).join("src");
        let rooms = code_lines(&src);
        figures.insert(format!("{name}: lines of code"), rooms.values().sum());
        if name != "kernels" {
            figures.insert(format!("{name}: largest circle of files"), Uses::of(&src).largest_circle().len());
            // Smaller ones come and go.
            let rooms = rooms.into_iter().filter(|(_, lines)| *lines >= 500);
            figures.extend(rooms.map(|(room, lines)| (format!("{name}/{room}: lines of code"), lines)));
        }
    }
    for golden in ["layer", "rounds"] {
        figures.insert(format!("golden {golden}: lines emitted"), emitted(golden));
    }
    for document in ["README.md", "LANGUAGE.md", "ARCHITECTURE.md"] {
        figures.insert(format!("{document}: bytes"), read(&root().join(document)).len());
    }
    figures
}

/// What is wrong with figures beside their lines.
fn compared(figures: &BTreeMap<String, usize>, lines: &BTreeMap<String, usize>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (what, &figure) in figures {
        match lines.get(what) {
            None => wrong.push(format!("{what} is {figure}, and has no line")),
            Some(&line) if figure > line => {
                wrong.push(format!("{what} is {figure}, above its line of {line}"))
            }
            Some(_) => {}
        }
    }
    wrong.extend(
        lines
            .keys()
            .filter(|what| !figures.contains_key(*what))
            .map(|what| format!("there is no figure {what}")),
    );
    wrong
}

fn parsed(text: &str) -> BTreeMap<String, usize> {
    let lines = text.lines().map(|line| {
        let (figure, what) = line.trim_start().split_once("  ").expect("a figure and what it is");
        (what.to_owned(), figure.parse().expect("a number"))
    });
    lines.collect()
}

#[test]
fn nothing_is_heavier() {
    let (path, figures) = (root().join("tests/weight.txt"), figures());
    let mut lines = parsed(&read(&path));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        lines.retain(|what, _| figures.contains_key(what));
        for (what, &figure) in &figures {
            let line = lines.entry(what.clone()).or_insert(figure);
            *line = figure.min(*line);
        }
        let mut text = String::new();
        for (what, line) in &lines {
            writeln!(text, "{line:>7}  {what}").expect("a string takes all");
        }
        std::fs::write(&path, text).expect("a file");
    }
    for (what, figure) in &figures {
        println!("{figure:>7}  {what}");
    }
    let wrong = compared(&figures, &lines);
    assert!(
        wrong.is_empty(),
        "{}\nmake it lighter, or raise the line in tests/weight.txt and say why in the commit",
        wrong.join("\n")
    );
}

#[test]
fn what_is_heavier_fails() {
    let figures = parsed("5  a\n7  b");
    assert!(compared(&figures, &parsed("5  a\n8  b")).is_empty());
    assert_eq!(compared(&figures, &parsed("4  a\n7  b")), ["a is 5, above its line of 4"]);
    assert_eq!(compared(&figures, &parsed("5  a\n7  b\n1  c")), ["there is no figure c"]);
    assert_eq!(compared(&figures, &parsed("5  a")), ["b is 7, and has no line"]);
}

/// Modules that tests alone have stand nowhere.
#[test]
fn the_layers_of_the_macro_hold() {
    let map = read(&root().join("ARCHITECTURE.md"));
    let layers =
        map.split("```layers\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the layers");
    let mut uses = Uses::of(&root().join("macros/src"));
    uses.0.retain(|module, _| !module.iter().any(|name| name == "each" || name == "tests"));
    assert_eq!(uses.against(layers), [""; 0], "a module uses one that stands above it");
    let reversed = layers.lines().rev().collect::<Vec<_>>().join("\n");
    assert!(uses.against(&reversed).len() > 100, "what stands above is found");
}

#[test]
fn prose_names_its_things() {
    let mut all = Vec::new();
    for name in ["macros", "runtime", "kernels", "tests", "examples", ".ci"] {
        files(&root().join(name), &mut all);
    }
    let top = std::fs::read_dir(root()).expect("the root").map(|entry| entry.expect("an entry").path());
    all.extend(top.filter(|path| path.is_file()));
    all.retain(|file| {
        !file.strip_prefix(root()).is_ok_and(|below| below.iter().any(|part| part == "target"))
    });
    let texts = all.iter().filter_map(|file| Some((file, std::fs::read_to_string(file).ok()?)));
    let heavy: Vec<String> = texts
        .flat_map(|(file, text)| prose::heavy(file.strip_prefix(root()).expect("a file below"), &text))
        .collect();
    assert!(heavy.is_empty(), "five words or more in a line that stand for another:\n{}", heavy.join("\n"));
}
