//! Kernels that read more than an adapter binds: a value of theirs is stored, and the rest reads that.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use cotangent_kernels::DType;

use super::body::Body;

/// A kernel in two. The first stores a value, which the rest reads behind all inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) first: &'static str,
    /// The type of the value.
    pub(super) stored: DType,
    pub(super) rest: &'static str,
}

/// The cut of a kernel of which one output reads more than `most` inputs; `None` for others. The rest may want another.
pub(super) fn cut(source: &'static str, inputs: usize, most: usize) -> Option<Cut> {
    type Known = HashMap<[usize; 4], Option<Cut>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    if inputs <= most {
        return None;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    // Texts are told apart by their addresses: each is made once.
    let key = [source.as_ptr().addr(), source.len(), inputs, most];
    *known.entry(key).or_insert_with(|| made(source, inputs, most))
}

fn made(source: &'static str, inputs: usize, most: usize) -> Option<Cut> {
    let body = Body::new(source);
    let reads = Reads::new(&body);
    let at = reads.chosen(most)?;
    let head = source.split_once('\n').map_or("", |(head, _)| head);
    let lines = body.statements[..=at].join("\n");
    let first = format!("{head}\n{lines}\nt{at}");
    let rest = reading(&body, head, at, inputs);
    Some(Cut { first: first.leak(), stored: stored(body.statements[at]), rest })
}

/// The kernel that reads the value of statement `at` behind all inputs.
pub(super) fn reading(body: &Body<'_>, head: &str, at: usize, inputs: usize) -> &'static str {
    // Statements keep their places. That of the value stays, and nothing reads it.
    let renamed =
        |text: &str| replaced(text, |word| (number(word, 't') == Some(at)).then(|| format!("x{inputs}")));
    let rest = body.statements.iter().enumerate().map(|(i, statement)| {
        let (name, value) = statement.split_once('=').unwrap_or((statement, ""));
        if i <= at { (*statement).to_owned() } else { format!("{name}={}", renamed(value)) }
    });
    let rest: Vec<String> = rest.collect();
    let outs: Vec<String> = body.outs.iter().map(|out| renamed(out)).collect();
    format!("{head}\n{}\n{}", rest.join("\n"), outs.join(", ")).leak()
}

/// What a text's values are made of.
struct Reads {
    /// Of each statement, the statements and the inputs that it names.
    statements: Vec<(Vec<usize>, BTreeSet<usize>)>,
    outs: Vec<(Vec<usize>, BTreeSet<usize>)>,
}

impl Reads {
    fn new(body: &Body<'_>) -> Self {
        let names = |text: &str| {
            let of = |kind| words(text).filter_map(move |w| number(w, kind));
            (of('t').collect(), of('x').collect())
        };
        let value = |statement: &&str| names(statement.split_once('=').map_or("", |(_, value)| value));
        Self {
            statements: body.statements.iter().map(value).collect(),
            outs: body.outs.iter().map(|out| names(out)).collect(),
        }
    }

    /// How many inputs a value reads where that of statement `stored` is one, and which statements are between.
    fn of(&self, (named, inputs): &(Vec<usize>, BTreeSet<usize>), stored: usize) -> (usize, BTreeSet<usize>) {
        let (mut open, mut inputs, mut seen) = (named.clone(), inputs.clone(), BTreeSet::new());
        let mut reads_stored = false;
        while let Some(at) = open.pop() {
            if at == stored {
                reads_stored = true;
            } else if seen.insert(at)
                && let Some((named, read)) = self.statements.get(at)
            {
                open.extend(named);
                inputs.extend(read);
            }
        }
        (inputs.len() + usize::from(reads_stored), seen)
    }

    /// The statement whose value is stored, if an output reads more than `most` inputs: one that itself reads no more, after which
    /// outputs read the fewest. Of several it is the last, so that each cut comes nearer to the outputs.
    fn chosen(&self, most: usize) -> Option<usize> {
        let none = usize::MAX;
        let wide: Vec<_> = self.outs.iter().filter(|out| self.of(out, none).0 > most).collect();
        let between: BTreeSet<usize> = wide.iter().flat_map(|out| self.of(out, none).1).collect();
        let fits = between.into_iter().filter(|&at| self.of(&self.statements[at], none).0 <= most);
        let left = |at: usize| wide.iter().map(|out| self.of(out, at).0).sum::<usize>();
        fits.min_by_key(|&at| (left(at), std::cmp::Reverse(at)))
    }
}

/// The type that a statement's value is stored in.
fn stored(statement: &str) -> DType {
    match statement.split_once(": ").and_then(|(_, rest)| rest.split_once(' ')).map(|(ty, _)| ty) {
        Some("i32") => DType::I32,
        Some("bool") => DType::Bool,
        _ => DType::F32,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The number of `x3`, if the word is of this kind.
pub(super) fn number(word: &str, kind: char) -> Option<usize> {
    word.strip_prefix(kind)?.parse().ok()
}

/// The text with some words replaced.
fn replaced(text: &str, by: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        out.push_str(&rest[..start]);
        let word = &rest[start..];
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        out.push_str(&by(&word[..end]).unwrap_or_else(|| word[..end].to_owned()));
        rest = &word[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "f32\nlet t0: f32 = x0 * h0;\nlet t1: f32 = t0 + x1;\nlet t2: bool = x2 < x3;\nlet t3: f32 = select(t1, x0, t2);\n\
                        let t4: f32 = t3 + x4;\nt4";

    #[test]
    fn what_is_read_early_is_stored() {
        assert!(cut(TEXT, 5, 5).is_none());
        let cut = cut(TEXT, 5, 4).unwrap();
        assert_eq!(cut.stored, DType::F32);
        assert!(cut.first.ends_with("let t3: f32 = select(t1, x0, t2);\nt3"), "{}", cut.first);
        assert!(cut.rest.ends_with("let t4: f32 = x5 + x4;\nt4"), "{}", cut.rest);
        let body = Body::new(cut.rest);
        assert_eq!(body.needs(&[0], 6).1, [false, false, false, false, true, true]);
    }

    #[test]
    fn types_of_what_is_stored_are_those_of_its_values() {
        let types = ["let t0: i32 = x0;", "let t1: bool = x0 < x1;", "let t2: f32 = x0;"].map(stored);
        assert_eq!(types, [DType::I32, DType::Bool, DType::F32]);
        assert_eq!(
            replaced("t1 + t10 * ct_t1(t1)", |w| (w == "t1").then(|| "x9".into())),
            "x9 + t10 * ct_t1(x9)"
        );
    }

    /// All outputs read at most as many inputs in the end, also where every value reads what others do.
    #[test]
    fn cuts_come_to_an_end() {
        // Sums of the products of all pairs of eight inputs.
        let pairs: Vec<_> = (0..8).flat_map(|i| (i + 1..8).map(move |j| (i, j))).collect();
        let mut lines: Vec<String> =
            pairs.iter().enumerate().map(|(k, (i, j))| format!("let t{k}: f32 = x{i} * x{j};")).collect();
        let mut sum = "t0".to_owned();
        for k in 1..pairs.len() {
            let at = lines.len();
            lines.push(format!("let t{at}: f32 = {sum} + t{k};"));
            sum = format!("t{at}");
        }
        let text = format!("f32\n{}\n{sum}, t1", lines.join("\n"));
        for most in 3..8 {
            let (mut source, mut inputs): (&'static str, usize) = (text.clone().leak(), 8);
            let mut stages = 1;
            while let Some(cut) = cut(source, inputs, most) {
                let first = Body::new(cut.first).needs(&[0], inputs).1;
                assert!(first.iter().filter(|read| **read).count() <= most, "{}", cut.first);
                (source, inputs, stages) = (cut.rest, inputs + 1, stages + 1);
            }
            let last = Body::new(source).needs(&[0], inputs).1;
            assert!(last.iter().filter(|read| **read).count() <= most, "{source}");
            assert!((2..=40).contains(&stages), "{stages} stages of {most} inputs");
        }
    }

    #[test]
    fn a_text_that_no_cut_makes_narrower_stays() {
        assert!(cut("\nlet t0: f32 = ct_clamp(x0, x1, x2);\nt0", 3, 2).is_none());
    }
}
