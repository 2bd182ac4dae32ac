//! Small programs in which the order of everything matters: blocks that change variables stand in operands, arguments,
//! indices and conditions, host functions give another number at each call, and jumps leave from the middle of an
//! expression. Only rustc knows what they compute, from the same text over other numbers (`tests/src/plain.rs`), so
//! nothing here is evaluated: what is drawn is well typed and borrows as Rust allows.

mod hosts;
mod statements;
mod tensors;
mod text;

use super::Random;
use text::{Text, text};

#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    pub number: usize,
    /// It declares a `Result`.
    fallible: bool,
    body: Vec<Text>,
}

/// The functions, and the struct with methods, that all programs call.
pub(crate) const HELPERS: &str = r"
#[derive(Clone, Debug, Differentiable)]
pub struct State { pub h: Tensor<f64>, pub b: Tensor<f64>, pub k: f64, pub j: usize }
#[differentiable(order = 2, float = f64)]
impl State {
    pub fn step(&self, x: &Tensor<f64>, k: f64) -> Tensor<f64> {
        (&self.h * self.k + x * k).sin() * drawn()
    }
    #[differentiable]
    pub fn next(&self, k: f64) -> State {
        State { h: (&self.h * k + drawn()).cos(), b: self.b.sin() * self.k, k: drawn(), j: self.j }
    }
    pub fn bump(&mut self, k: f64) {
        self.k = self.k * 0.5 + told(k);
    }
}
#[differentiable(order = 2)]
pub fn cell(h: &Tensor<f64>, k: f64) -> Tensor<f64> {
    noted(k);
    (h * k + drawn()).sin()
}
#[differentiable(order = 2)]
pub fn pair(h: &Tensor<f64>, k: f64) -> (Tensor<f64>, Tensor<f64>) {
    let a = h.sin() * drawn();
    (a, h.cos() * told(k))
}
#[differentiable(order = 2)]
pub fn with_count(h: &Tensor<f64>, k: f64) -> Result<(Tensor<f64>, usize)> {
    let i = picked(3);
    Ok((h.cos() * k, i + h.dim(0)))
}
#[differentiable(order = 2)]
pub fn risky(h: &Tensor<f64>, k: f64) -> Result<Tensor<f64>> {
    let c = checked(k)?;
    Ok(h.tanh() * c)
}
";

impl Ordered {
    pub(crate) fn numbered(seed: u64, number: usize) -> Self {
        let mut random = Random::new(seed.wrapping_mul(0x6000_0009).wrapping_add(number as u64));
        let fallible = random.chance(0.85);
        // What few statements do to each other more of them may hide.
        let left = *random.pick(&[1, 4, 4]);
        let mut place = Place {
            random: &mut random,
            scope: Vec::new(),
            made: 0,
            left,
            loops: 0,
            closed: Vec::new(),
            away: Vec::new(),
            lent: Vec::new(),
            changed: Vec::new(),
            labels: Vec::new(),
            fallible,
            hosts: 0,
            stays: false,
        };
        let body = place.program();
        Self { number, fallible, body }
    }

    /// Whether its second derivatives are asked for, which take a third of the time to compile.
    pub(crate) fn is_twice(&self) -> bool {
        self.number.is_multiple_of(3)
    }

    /// The function, as the compiler gets it.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{}\n", signature(self.is_twice(), self.fallible));
        for stmt in &self.body {
            out.push_str(&stmt.to_string());
            out.push('\n');
        }
        out.push_str("}\n");
        text::indented(&out)
    }

    /// Programs with a statement less, or with an expression that is its simplest form. Not all of them are valid.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let smaller = |body| Self { body, ..self.clone() };
        text::smaller(&self.body).into_iter().map(smaller).collect()
    }
}

/// The attribute and the signature of all programs.
pub(crate) fn signature(twice: bool, fallible: bool) -> String {
    let order = if twice { "(order = 2)" } else { "" };
    let result = "(Scalar<f64>, f64)";
    let result = if fallible { format!("Result<{result}>") } else { result.to_owned() };
    format!(
        "#[differentiable{order}]\npub fn f(x: &Tensor<f64, N>, w: &Tensor<f64>, xs: &[Tensor<f64>], st: &State, n: usize, s: f64) -> {result} {{"
    )
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    Tensor,
    Scalar,
    Number,
    Count,
    List,
    Numbers,
    State,
    Held,
}

#[derive(Clone, Debug)]
struct Local {
    name: String,
    of: Of,
    mutable: bool,
}

/// Where something is drawn. Operands are drawn from right to left: what the right one changes the left one may not borrow.
struct Place<'r> {
    random: &'r mut Random,
    scope: Vec<Local>,
    made: usize,
    /// How many statements may still be drawn.
    left: usize,
    loops: usize,
    /// Names that may be read and not changed.
    closed: Vec<String>,
    /// Names that may not be mentioned.
    away: Vec<String>,
    /// Names that change before what is drawn here is used: no references to them.
    lent: Vec<String>,
    /// Every name that something changes, in the order of drawing.
    changed: Vec<String>,
    /// Of the blocks around it.
    labels: Vec<String>,
    fallible: bool,
    /// Within host expressions, where blocks change host values alone: of a block that changes tensors too the language
    /// knows no number.
    hosts: usize,
    /// Within a block that nothing leaves early.
    stays: bool,
}

impl Place<'_> {
    fn program(&mut self) -> Vec<Text> {
        for (name, of) in
            [("x", Of::Tensor), ("xs", Of::List), ("st", Of::State), ("n", Of::Count), ("s", Of::Number)]
        {
            self.scope.push(Local { name: name.to_owned(), of, mutable: false });
        }
        let mut body = Vec::new();
        for of in [Of::Tensor, Of::Number, Of::Count, Of::Number, Of::Tensor] {
            body.push(self.declared(of, self.left.min(1)));
        }
        let of = *self.random.pick(&[Of::List, Of::Numbers, Of::State, Of::Held]);
        body.push(self.declared(of, 1));
        while self.left > 0 {
            body.push(self.statement(2));
        }
        // The loss is of everything that is in scope.
        let mut loss = String::from("w.matmul(x).mean()");
        // Factors of their own would hide those that a kernel shares.
        let fold = *self.random.pick(&["mean()", "sum()"]);
        let mut number = String::from("0.0");
        for local in &self.scope {
            let name = &local.name;
            match local.of {
                Of::Tensor => loss += &format!(" + {name}.{fold}"),
                Of::Scalar => loss += &format!(" + {name}"),
                Of::List => loss += &format!(" + {name}[{name}.len() - 1].mean()"),
                Of::State => {
                    let factor = *self.random.pick(&["", " * &{}.b"]);
                    let factor = factor.replace("{}", name);
                    loss += &format!(" + (&{name}.h{factor}).{fold} * {name}.k + {name}.b.sin()");
                    // What else it is used for says that it is a number.
                    if self.random.chance(0.5) {
                        number += &format!(" + {name}.k");
                    }
                }
                Of::Number => number += &format!(" + {name}"),
                Of::Count => number += &format!(" + {name} as f64"),
                Of::Numbers => number += &format!(" + {name}.len() as f64"),
                Of::Held => {}
            }
        }
        let (ok, end) = if self.fallible { ("Ok((", "))") } else { ("(", ")") };
        body.push(text!["let loss = ", loss, ";"]);
        body.push(text!["let number: f64 = ", number, ";"]);
        body.push(text![ok, "loss, number", end]);
        body
    }

    fn named(&mut self, of: Of) -> String {
        self.made += 1;
        let letter = match of {
            Of::Tensor => "h",
            Of::Scalar => "z",
            Of::Number => "k",
            Of::Count => "i",
            Of::List => "hs",
            Of::Numbers => "ks",
            Of::State => "st",
            Of::Held => "last",
        };
        format!("{letter}{}", self.made)
    }

    /// A new name, or one that hides another.
    fn fresh_or_hiding(&mut self, of: Of) -> String {
        let names = self.changeable(of);
        match self.one_of(&names) {
            Some(name) if self.scope.len() > 9 && self.random.chance(0.5) => name,
            _ => self.named(of),
        }
    }

    /// What a name hides was of its kind, and is there no more.
    fn declare(&mut self, name: &str, of: Of, mutable: bool) {
        if self.scope.iter().all(|l| l.name != name) {
            self.scope.push(Local { name: name.to_owned(), of, mutable });
        }
    }

    /// Names of this kind that may be read.
    fn readable(&self, of: Of) -> Vec<String> {
        let fit = |l: &&Local| l.of == of && !self.away.contains(&l.name);
        self.scope.iter().filter(fit).map(|l| l.name.clone()).collect()
    }

    fn changeable(&self, of: Of) -> Vec<String> {
        let fit = |l: &&Local| {
            l.of == of && l.mutable && !self.away.contains(&l.name) && !self.closed.contains(&l.name)
        };
        self.scope.iter().filter(fit).map(|l| l.name.clone()).collect()
    }

    /// Rather a late one.
    fn one_of(&mut self, names: &[String]) -> Option<String> {
        let at = names.len().checked_sub(1 + self.random.below(names.len().clamp(1, 4)))?;
        Some(names[at].clone())
    }
    fn read(&mut self, of: Of) -> Option<String> {
        let names = self.readable(of);
        self.one_of(&names)
    }
    fn change(&mut self, of: Of) -> Option<String> {
        let names = self.changeable(of);
        let name = self.one_of(&names)?;
        self.changed.push(name.clone());
        Some(name)
    }

    /// Runs `draw` in a scope of its own.
    fn inside<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.scope.len();
        let drawn = draw(self);
        self.scope.truncate(length);
        drawn
    }

    /// Draws the right side, then the left. The left borrows nothing that the right changes.
    fn behind<A, B>(
        &mut self,
        right: impl FnOnce(&mut Self) -> A,
        left: impl FnOnce(&mut Self) -> B,
    ) -> (B, A) {
        let (from, lent) = (self.changed.len(), self.lent.len());
        let right = right(self);
        self.lent.extend_from_slice(&self.changed[from..]);
        let left = left(self);
        self.lent.truncate(lent);
        (left, right)
    }

    /// Something that may read these names and not change them.
    fn with_closed<T>(&mut self, name: &str, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.closed.push(name.to_owned());
        let drawn = draw(self);
        self.closed.pop();
        drawn
    }
    fn host<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.hosts += 1;
        let drawn = draw(self);
        self.hosts -= 1;
        drawn
    }
    fn with_away<T>(&mut self, name: &str, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.away.push(name.to_owned());
        let drawn = draw(self);
        self.away.pop();
        drawn
    }
}
