//! Text that knows its statements and expressions, so that it can be made smaller.

use std::fmt;

/// A piece of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Text(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
    Words(String),
    /// Statements, each on a line of its own.
    Stmts(Vec<Text>),
    /// An expression, and the simplest of its type.
    Expr(Text, &'static str),
}

macro_rules! text {
    ($($part:expr),* $(,)?) => {{
        let mut text = Text::default();
        $(text.push($part);)*
        text
    }};
}
pub(super) use text;

/// A part of a text.
pub(super) trait Part {
    fn push_to(self, text: &mut Text);
}

impl Part for &str {
    fn push_to(self, text: &mut Text) {
        text.0.push(Piece::Words(self.to_owned()));
    }
}

impl Part for String {
    fn push_to(self, text: &mut Text) {
        text.0.push(Piece::Words(self));
    }
}

impl Part for &String {
    fn push_to(self, text: &mut Text) {
        text.0.push(Piece::Words(self.clone()));
    }
}

impl Part for Text {
    fn push_to(self, text: &mut Text) {
        text.0.extend(self.0);
    }
}

impl Part for Vec<Text> {
    fn push_to(self, text: &mut Text) {
        text.0.push(Piece::Stmts(self));
    }
}

impl Text {
    pub(super) fn push(&mut self, part: impl Part) {
        part.push_to(self);
    }
    /// As an expression, which this can stand for.
    pub(super) fn expr(self, simplest: &'static str) -> Self {
        Self(vec![Piece::Expr(self, simplest)])
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.0 {
            match piece {
                Piece::Words(words) => f.write_str(words)?,
                Piece::Stmts(stmts) => {
                    f.write_str("\n")?;
                    for stmt in stmts {
                        writeln!(f, "{stmt}")?;
                    }
                }
                Piece::Expr(text, _) => text.fmt(f)?,
            }
        }
        Ok(())
    }
}

/// Statements with one less, or with a simpler expression in one.
pub(super) fn smaller(stmts: &[Text]) -> Vec<Vec<Text>> {
    let mut found = Vec::new();
    for at in 0..stmts.len() {
        let mut less = stmts.to_vec();
        less.remove(at);
        found.push(less);
    }
    for at in 0..stmts.len() {
        for less in simpler(&stmts[at]) {
            let mut all = stmts.to_vec();
            all[at] = less;
            found.push(all);
        }
    }
    found
}

fn simpler(text: &Text) -> Vec<Text> {
    let mut found = Vec::new();
    for (at, piece) in text.0.iter().enumerate() {
        let mut put = |piece: Piece| {
            let mut all = text.clone();
            all.0[at] = piece;
            found.push(all);
        };
        match piece {
            Piece::Words(_) => {}
            Piece::Stmts(stmts) => smaller(stmts).into_iter().for_each(|less| put(Piece::Stmts(less))),
            Piece::Expr(inner, simplest) => {
                if inner.to_string() != *simplest {
                    put(Piece::Expr(Text(vec![Piece::Words((*simplest).to_owned())]), simplest));
                }
                // An expression of the same type within.
                for part in &inner.0 {
                    if let Piece::Expr(_, other) = part
                        && other == simplest
                    {
                        put(part.clone());
                    }
                }
                simpler(inner).into_iter().for_each(|less| put(Piece::Expr(less, simplest)));
            }
        }
    }
    found
}

/// Lines by the braces around them.
pub(super) fn indented(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0_usize);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let closes = line.chars().take_while(|c| "})".contains(*c)).filter(|c| *c == '}').count();
        out.push_str(&"    ".repeat(depth.saturating_sub(closes)));
        out.push_str(line);
        out.push('\n');
        depth = (depth + line.matches('{').count()).saturating_sub(line.matches('}').count());
    }
    out
}
