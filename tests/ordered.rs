//! Writes the random programs of `tests/oracle.rs`, each twice in a file of its own: for the attribute, and stripped.

use std::fmt::Write;
use std::path::Path;

use crate::generate::{Flow, HELPERS, Ordered};
use crate::{flowed, number, strip};

/// The seed and the programs of a run that asks for no others: such as the language accepts, found by `tests/oracle`.
const ALWAYS: (u64, &[usize]) = (2024, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16]);

/// Programs with control flow of the same run.
const FLOWS: [usize; 2] = [1001, 1002];

/// Bodies that were wrong or refused once, of functions with the parameters of all others.
const FOUND: &str = include_str!("found.rs");

/// Bodies of functions of `x` and `n`.
const TURNS: &str = include_str!("turns.rs");

pub(crate) fn write(folder: &Path) -> std::io::Result<()> {
    let asked = std::env::var_os("COTANGENT_ORACLE").is_some();
    let seed = if asked { crate::generate::seed() } else { ALWAYS.0 };
    let without: Vec<usize> = list("COTANGENT_ORACLE_WITHOUT");
    let (first, count) = (number("COTANGENT_ORACLE_FROM", 0), number("COTANGENT_ORACLE", 0));
    let flows = std::env::var_os("COTANGENT_ORACLE_FLOWS").is_some();
    let drawn = |n: usize| if flows { flow(seed, n) } else { ordered(n, &Ordered::numbered(seed, n)) };
    let programs: Vec<(usize, String)> = match shrinking(seed) {
        Some(smaller) => smaller.into_iter().map(|(n, program)| ordered(n, &program)).collect(),
        None if asked => (first..first + count).map(drawn).collect(),
        None => {
            let always = ALWAYS.1.iter().map(|&n| ordered(n, &Ordered::numbered(seed, n)));
            always.chain(found()).chain(turns()).chain(FLOWS.map(|n| flow(seed, n))).collect()
        }
    };
    let folder = folder.join("oracle");
    std::fs::create_dir_all(&folder)?;
    let mut out = format!("/// What the programs were drawn with.\npub const SEED: u64 = {seed};\n");
    let ours = format!("use cotangent::prelude::*;\nuse cotangent_tests::plain::host::*;\n{HELPERS}");
    let plain = strip::stripped(HELPERS);
    let plain = format!(
        "use cotangent_tests::plain::*;\nuse cotangent_tests::plain::host::*;\n{plain}
impl Asked for State {{ type Of = Self; fn asked(self) -> Result<Self> {{ Ok(self) }} }}"
    );
    let _ = write!(
        out,
        "#[allow(warnings, clippy::all, clippy::pedantic)]\nmod ours {{\n{ours}\n}}
#[allow(warnings, clippy::all, clippy::pedantic)]\nmod plain {{\n{plain}\n}}\n{CASES}\n{}",
        flowed::shared()
    );
    let mut cases = String::new();
    for (number, file) in programs.iter().filter(|(n, _)| !without.contains(n)) {
        std::fs::write(folder.join(format!("p{number}.rs")), file)?;
        let _ = writeln!(
            out,
            "#[allow(warnings, clippy::all, clippy::pedantic)]\nmod p{number} {{ include!(concat!(env!(\"OUT_DIR\"), \"/oracle/p{number}.rs\")); }}"
        );
        let _ = write!(cases, "p{number}::cases(), ");
    }
    let _ = writeln!(out, "fn cases() -> Vec<Case> {{ vec![{cases}].into_iter().flatten().collect() }}");
    std::fs::write(folder.with_extension("rs"), out)
}

/// The text for the attribute, stripped, and its case, in a file of their own: errors name it, and the line says which of the
/// two it is.
fn program(number: usize, text: &str, twice: bool) -> (usize, String) {
    let (stripped, twice) = (strip::stripped(text), if twice { "twice" } else { "" });
    let file = format!(
        "mod plain {{ use crate::plain::*; use cotangent_tests::plain::*; use cotangent_tests::plain::host::*; {stripped} }}
mod ours {{ use crate::ours::*; use cotangent::prelude::*; use cotangent_tests::plain::host::*;
{text}}}
crate::case!({number}, r#\"{text}\"#, [{twice}]);
"
    );
    (number, file)
}

fn ordered(number: usize, drawn: &Ordered) -> (usize, String) {
    program(number, &drawn.text(), drawn.is_twice())
}

fn flow(seed: u64, number: usize) -> (usize, String) {
    (number, flowed::file(&Flow::numbered(seed, number), number % 3 == 0))
}

/// Those of [`FOUND`], numbered behind all that are drawn.
fn found() -> impl Iterator<Item = (usize, String)> {
    let text = |body| format!("{}{body}", crate::generate::signature(true, true));
    functions(FOUND)
        .into_iter()
        .enumerate()
        .map(move |(i, (_, body))| program(1_000_000 + i, &text(body), true))
}

/// Those of [`TURNS`], of which a program calls several.
fn turns() -> impl Iterator<Item = (usize, String)> {
    const TOGETHER: usize = 5;
    let all = functions(TURNS);
    let groups: Vec<String> = all.chunks(TOGETHER).map(calling).collect();
    groups.into_iter().enumerate().map(|(i, text)| program(2_000_000 + i, &text, true))
}

/// The sum of these functions, each for two numbers of rounds.
fn calling(functions: &[(&str, &str)]) -> String {
    let (mut text, mut sum) = (String::new(), String::new());
    for (name, body) in functions {
        let _ = write!(
            text,
            "#[differentiable(order = 2)]\npub fn {name}(x: &Tensor<f64, N>, n: usize) -> Result<Scalar<f64>> {{{body}"
        );
        let _ = writeln!(sum, "    y = y + {name}(x, n)? + {name}(x, n - 1)?;");
    }
    let signature = crate::generate::signature(true, true);
    format!(
        "{text}{signature}\n    let mut y = w.sum() + xs[0].sum() + st.h.sum();\n{sum}    Ok((y, s))\n}}\n"
    )
}

/// The names of functions, and what follows the brace of each.
fn functions(text: &str) -> Vec<(&str, &str)> {
    let each = text.split("\nfn ").skip(1);
    each.map(|f| (f.split_once('(').expect("a name").0, f.split_once('{').expect("a body").1)).collect()
}

/// What differs in each program: its parameters from slices of tensors, and each transform on them.
const CASES: &str = r#"
#[allow(unused_macros)]
macro_rules! case {
    ($number:literal, $text:literal, [$($twice:ident)?]) => {
        use cotangent_tests::oracle::{Case, Given, Numbers};
        type T = cotangent::Tensor<f64>;
        fn flat(g: &cotangent::Grads<ours::f>) -> cotangent::Result<Numbers> {
            let mut all = g.x.to_vec()?;
            all.extend(g.w.to_vec()?);
            for x in &g.xs {
                all.extend(x.to_vec()?);
            }
            all.extend(g.st.h.to_vec()?);
            all.extend(g.st.b.to_vec()?);
            Ok(all)
        }
        fn state(x: &[T]) -> crate::ours::State {
            crate::ours::State { h: x[5].clone(), b: x[6].clone(), k: 0.8, j: 3 }
        }
        pub fn cases() -> Vec<Case> {
            vec![Case {
                number: $number,
                text: $text,
                shapes: &cotangent_tests::oracle::SHAPES,
                hosts: &cotangent_tests::oracle::HOSTS,
                call: |x, _, (n, s)| {
                    let (y, k) = ours::f::call(&x[0], &x[1], &x[2..5], &state(x), n, s)?;
                    Ok((y.item()?, k, vec![]))
                },
                direct: |x, _, (n, s)| {
                    let (y, k) = crate::Direct::direct(ours::f(&x[0], &x[1], &x[2..5], &state(x), n, s))?;
                    Ok((y.item()?, k, vec![]))
                },
                vjp: |x, _, (n, s)| {
                    use cotangent::prelude::*;
                    let st = state(x);
                    let ((y, k), pullback) = ours::f::vjp(&x[0], &x[1], &x[2..5], &st, n, s)?;
                    let g = pullback.pull(&cotangent_tests::there::at(cotangent::Tensor::scalar(1.0)))?;
                    Ok((y.item()?, k, vec![flat(&g)?]))
                },
                value_and_grad: |x, _, (n, s)| {
                    let st = state(x);
                    let ((y, k), g) = ours::f::value_and_grad(&x[0], &x[1], &x[2..5], &st, n, s)?;
                    Ok((y.item()?, k, vec![flat(&g)?]))
                },
                jvp: |x, v, (n, s)| {
                    let (st, dst) = (state(x), crate::ours::StateTangent { h: v[5].clone(), b: v[6].clone() });
                    let ((y, k), d) =
                        ours::f::jvp(&x[0], &x[1], &x[2..5], &st, n, s, &v[0], &v[1], &v[2..5], &dst)?;
                    Ok((y.item()?, k, vec![vec![d.item()?]]))
                },
                hvp: {
                    #[allow(unused_mut, unused_assignments)]
                    let mut hvp: Option<cotangent_tests::oracle::Way> = None;
                    $(hvp = crate::$twice!(state);)?
                    hvp
                },
                plain: |x, (n, s)| {
                    let st = crate::plain::State { h: x[5].clone(), b: x[6].clone(), k: 0.8, j: 3 };
                    crate::Direct::direct(plain::f(&x[0], &x[1], &x[2..5], &st, n, s))
                },
            }]
        }
    };
}
#[allow(unused_imports)]
pub(crate) use case;
#[allow(unused_macros)]
macro_rules! twice {
    ($state:ident) => {
        Some(|x, v, (n, s)| {
            let (st, dst) = ($state(x), crate::ours::StateTangent { h: v[5].clone(), b: v[6].clone() });
            let (g, h) = ours::f::hvp(&x[0], &x[1], &x[2..5], &st, n, s, &v[0], &v[1], &v[2..5], &dst)?;
            Ok((0.0, 0.0, vec![flat(&g)?, flat(&h)?]))
        })
    };
}
#[allow(unused_imports)]
pub(crate) use twice;
/// What a function gives that declares a `Result`, or none.
#[allow(dead_code)]
trait Direct<T> {
    fn direct(self) -> cotangent::Result<T>;
}
impl<T> Direct<T> for cotangent::Result<T> {
    fn direct(self) -> cotangent::Result<T> {
        self
    }
}
impl<A, B> Direct<(A, B)> for (A, B) {
    fn direct(self) -> cotangent::Result<(A, B)> {
        Ok(self)
    }
}
"#;

fn list(variable: &str) -> Vec<usize> {
    let text = std::env::var(variable).unwrap_or_default();
    text.split(',').filter_map(|n| n.trim().parse().ok()).collect()
}

/// The programs that are one step smaller than one: `number,step,step`, where each step is the place in this list.
fn shrinking(seed: u64) -> Option<Vec<(usize, Ordered)>> {
    /// How many a step tries, each of which is compiled.
    const TRIED: usize = 32;
    let steps = list("COTANGENT_ORACLE_SHRINK");
    let (&number, steps) = steps.split_first()?;
    let start = Ordered::numbered(seed, number);
    let program = steps.iter().fold(start, |program, &step| program.smaller().swap_remove(step));
    let smaller = program.smaller().into_iter().enumerate().filter(|(_, p)| is_whole(&p.text()));
    let mut smaller: Vec<(usize, Ordered)> = smaller.collect();
    let stride = smaller.len().div_ceil(TRIED).max(1);
    // All that lack a statement of the function itself come first, and there are few.
    smaller = smaller
        .into_iter()
        .enumerate()
        .filter(|(at, _)| at % stride == 0 || *at < TRIED / 2)
        .map(|p| p.1)
        .collect();
    Some(smaller)
}

/// Whether each numbered name is declared.
fn is_whole(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let numbered = |word: &str| {
        word.starts_with(char::is_alphabetic) && word.ends_with(|c: char| c.is_ascii_digit()) && word != "f64"
    };
    let declared = |name: &str| {
        words.windows(3).any(|w| {
            (w[1] == name && (w[0] == "mut" || w[0] == "for" && w[2] == "in"))
                || (w[0] == "mut" && w[2] == name)
        })
    };
    words.iter().all(|word| !numbered(word) || declared(word))
}
