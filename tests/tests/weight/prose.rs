//! Lines of comments and documents in which too many words stand for a thing that is not named.

use std::path::Path;

const STAND_FOR_ANOTHER: [&str; 11] =
    ["what", "it", "that", "which", "there", "whose", "those", "these", "one", "other", "such"];

/// The prose in a line of a file: of a document all, of code what stands behind the sign of a comment.
fn prose<'l>(file: &Path, line: &'l str) -> Option<&'l str> {
    match file.extension().and_then(|e| e.to_str()).unwrap_or_default() {
        "md" => Some(line),
        "rs" | "cu" | "wgsl" | "cpp" | "h" | "mjs" => line.split_once("//").map(|(_, said)| said),
        "toml" | "py" | "" => line.trim_start().strip_prefix('#').filter(|said| !said.starts_with('!')),
        _ => None,
    }
}

/// How many such words a sentence, or a cell of a table, has. Code in it does not count.
fn count(text: &str) -> usize {
    let said: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = said.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| STAND_FOR_ANOTHER.contains(&&word.to_lowercase()[..])).count()
}

/// The lines of a file with five or more.
pub(crate) fn heavy(file: &Path, text: &str) -> Vec<String> {
    let lines = text.lines().enumerate().filter_map(|(i, line)| Some((i + 1, prose(file, line)?)));
    let heavy = lines.filter(|(_, said)| {
        let cells = if said.starts_with('|') { said.split(" | ").collect() } else { vec![*said] };
        cells.into_iter().any(|cell| count(cell) >= 5)
    });
    heavy.map(|(number, said)| format!("{}:{number}:{said}", file.display())).collect()
}

#[test]
fn a_line_of_five_is_found() {
    let (code, document) = (Path::new("a.rs"), Path::new("a.md"));
    let line = "What it is that one sees there.";
    assert_eq!(heavy(document, line), ["a.md:1:What it is that one sees there."]);
    assert_eq!(heavy(code, &format!("let x = 1;\nf(); // {line}")).len(), 1);
    assert!(heavy(code, line).is_empty(), "code has other words");
    assert!(heavy(document, "What it is `that one` sees there.").is_empty());
    assert!(heavy(document, "| what it is | that one sees there |").is_empty());
}
