//! Names of inner blocks that hide outer ones. Programs are drawn with a name for each variable, so that what a program
//! computes does not depend on which of them are alike: here some get the name of another, wherever that one is not read
//! any more until the block ends.

use std::collections::HashMap;

use super::super::Random;

/// The name of a variable that is to hide another.
pub(crate) fn over(v: usize, hidden: &str) -> String {
    format!("v{v}_over_{hidden}")
}

/// The text of a function, a statement or the head of a block in each line, with names that hide others.
pub(super) fn names(text: &str, random: &mut Random) -> String {
    let mut hiding = Hiding {
        lines: text.lines().map(str::to_owned).collect(),
        open: vec![Vec::new()],
        renamed: HashMap::new(),
        random,
    };
    hiding.run();
    hiding.lines.join("\n") + "\n"
}

/// The kind of line that declares names: a `let`, or the head of a block for what is in it. One line may be both.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Let,
    Head,
}

struct Hiding<'a> {
    lines: Vec<String>,
    /// Names in scope, block by block.
    open: Vec<Vec<String>>,
    renamed: HashMap<String, String>,
    random: &'a mut Random,
}

impl Hiding<'_> {
    fn run(&mut self) {
        // Lets of values whose blocks are still open.
        let mut waiting: Vec<Option<usize>> = Vec::new();
        for at in 0..self.lines.len() {
            let line = self.lines[at].trim().to_owned();
            if line.starts_with('}') {
                self.open.pop();
                let of = waiting.pop().flatten();
                match of {
                    Some(head) if line == "};" => self.declare(head, Of::Let, at + 1),
                    // The next arm of the same value.
                    of if line.ends_with('{') => {
                        self.open.push(Vec::new());
                        waiting.push(of);
                        continue;
                    }
                    _ => {}
                }
            }
            if line.ends_with('{') {
                self.open.push(Vec::new());
                let is_let = line.starts_with("let ");
                waiting.push(is_let.then_some(at));
                if !is_let || line.contains("if let ") {
                    self.declare(at, Of::Head, at + 1);
                }
            } else if line.starts_with("let ") {
                self.declare(at, Of::Let, at + 1);
            }
        }
    }

    /// Declares the names of line `head`, for lines from `from` on.
    fn declare(&mut self, head: usize, of: Of, from: usize) {
        let line = self.lines[head].clone();
        let (pattern, _) = split(&line, of);
        let end = self.end(from);
        // Counters of `while` are made anew by loops beside it.
        let counts = line.trim().starts_with("let mut i");
        let is_param = line.contains("fn ");
        for name in declared(pattern) {
            let new = if counts || is_param || name == "slope" {
                None
            } else {
                self.hidden(&name, head, of, from, end)
            };
            let Some(new) = new else {
                self.put(name);
                continue;
            };
            let (pattern, _) = split(&self.lines[head], of);
            let start = self.lines[head].find(pattern).unwrap_or_default();
            let after = self.lines[head][start + pattern.len()..].to_owned();
            let before = self.lines[head][..start].to_owned();
            self.lines[head] = format!("{before}{}{after}", replaced(pattern, &name, &new));
            for line in &mut self.lines[from..end] {
                *line = replaced(line, &name, &new);
            }
            self.renamed.insert(name, new.clone());
            self.put(new);
        }
    }

    fn put(&mut self, name: String) {
        if let Some(scope) = self.open.last_mut() {
            scope.push(name);
        }
    }

    /// The name that it gets, if it hides one.
    fn hidden(&mut self, name: &str, head: usize, of: Of, from: usize, end: usize) -> Option<String> {
        let (pattern, rest) = split(&self.lines[head], of);
        // A guard sees what its pattern binds; the values of other heads do not.
        let guard = if rest.contains("=>") { rest } else { "" };
        let scope = [pattern, guard].into_iter().chain(self.lines[from..end].iter().map(String::as_str));
        let scope: Vec<&str> = scope.collect();
        let free = |w: &String| w != name && !scope.iter().any(|line| mentions(line, w));
        if let Some((_, hidden)) = name.split_once("_over_") {
            let hidden = self.renamed.get(hidden).cloned().unwrap_or_else(|| hidden.to_owned());
            return (self.open.iter().flatten().any(|w| *w == hidden) && free(&hidden)).then_some(hidden);
        }
        let (inner, outer) = self.open.split_last()?;
        let behind = |w: &&String| self.lines[end..].iter().any(|line| mentions(line, w));
        let read: Vec<String> = outer.iter().flatten().filter(|w| free(w)).filter(behind).cloned().collect();
        let all: Vec<String> = outer.iter().flatten().chain(inner).filter(|w| free(w)).cloned().collect();
        if !read.is_empty() && self.random.chance(0.6) {
            return Some(self.random.pick(&read).clone());
        }
        let any = !all.is_empty() && self.random.chance(0.15);
        any.then(|| self.random.pick(&all).clone())
    }

    /// The line that closes the block in which `from` is.
    fn end(&self, from: usize) -> usize {
        let mut depth = 0;
        for (at, line) in self.lines.iter().enumerate().skip(from) {
            let line = line.trim();
            if line.starts_with('}') {
                if depth == 0 {
                    return at;
                }
                depth -= 1;
            }
            depth += usize::from(line.ends_with('{'));
        }
        self.lines.len()
    }
}

/// The pattern by which a line declares names, and the rest behind it.
fn split(line: &str, of: Of) -> (&str, &str) {
    let line = line.trim();
    let between = |start: &str, ends: &[&str]| {
        let rest = &line[line.find(start)? + start.len()..];
        let end = ends.iter().filter_map(|end| rest.find(end)).min()?;
        Some(rest.split_at(end))
    };
    let found = if line.contains("fn ") {
        between("(", &[") ->"])
    } else if line.starts_with("for ") {
        between("for ", &[" in "])
    } else if of == Of::Let {
        between("let ", &[": ", " = "])
    } else if line.contains("if let ") {
        between("if let ", &[" = "])
    } else if line.ends_with("=> {") {
        between("", &[" if ", " =>"])
    } else {
        None
    };
    found.unwrap_or(("", line))
}

fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(word)?;
        let end = line[start..].find(|c| !word(c)).map_or(line.len(), |n| start + n);
        at = end;
        Some((start, &line[start..end]))
    })
}

fn mentions(line: &str, name: &str) -> bool {
    tokens(line).any(|(_, token)| token == name)
}

fn replaced(line: &str, name: &str, new: &str) -> String {
    let (mut out, mut from) = (String::new(), 0);
    for (start, _) in tokens(line).filter(|(_, token)| *token == name) {
        out.push_str(&line[from..start]);
        out.push_str(new);
        from = start + name.len();
    }
    out + &line[from..]
}

/// The names that a pattern or the parameters of a function bind.
fn declared(pattern: &str) -> Vec<String> {
    let params = pattern.contains(": &") || pattern.contains(": f64");
    let each = tokens(pattern).filter(|(start, token)| {
        let typed = pattern[start + token.len()..].starts_with(':');
        let name = token.starts_with(|c: char| c.is_lowercase()) && !["mut", "self"].contains(token);
        // `by: v1` binds the second, `x: f64` is a parameter.
        name && typed == params
    });
    each.map(|(_, token)| token.to_owned()).collect()
}
