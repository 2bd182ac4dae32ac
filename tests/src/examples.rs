//! The examples on the pages of methods. `cotangent::__private::for_each_op!(examples)` prints an [`Example`] for each method;
//! [`text`] runs them and writes them down with what came out.

use std::fmt::Write;

use cotangent::{Element, Result, Tensor};

/// A method at small inputs.
pub struct Example {
    /// The name of the method.
    pub method: &'static str,
    /// Statements that make the inputs.
    pub lets: &'static str,
    /// An expression.
    pub call: &'static str,
    /// Both of them.
    pub run: fn() -> Result<Vec<Outcome>>,
}

/// A tensor that came out.
pub struct Outcome {
    /// The shape.
    shape: Vec<usize>,
    /// Rust for each element, if this is all of it.
    exact: Option<Vec<String>>,
    /// The printed tensor, rounded.
    rounded: String,
}

impl Outcome {
    /// Of what a method gives: a tensor or two.
    pub fn of(result: &impl Results) -> Vec<Self> {
        result.outcomes()
    }

    fn new<T: Element>(x: &Tensor<T>) -> Self {
        let data = x.to_vec().expect("a tensor of the CPU can be read");
        let exact = data.into_iter().map(|v| {
            let text = format!("{v:?}");
            let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
            // Other words are NaN, infinite, or have an exponent.
            let is_exact = ["true", "false"].contains(&&*text)
                || digits <= DIGITS && !text.contains(char::is_alphabetic);
            is_exact.then_some(text)
        });
        Self { shape: x.shape().to_vec(), exact: exact.collect(), rounded: format!("{x:.DIGITS$}") }
    }

    /// The line that says what `call` gives.
    fn line(&self, call: &str) -> String {
        let count: usize = self.shape.iter().product();
        match &self.exact {
            _ if count > SHOWN => format!("assert_eq!({call}.shape(), {:?});", self.shape),
            Some(exact) if self.shape.is_empty() => {
                format!("assert_eq!({call}, Tensor::scalar({}));", exact[0])
            }
            Some(exact) => format!("assert_eq!({call}, tensor!{});", nested(&self.shape, exact)),
            None => format!("assert_eq!(format!(\"{{:.{DIGITS}}}\", {call}), {:?});", self.rounded),
        }
    }
}

/// Digits behind the point.
const DIGITS: usize = 4;
/// Elements that a page has room for.
const SHOWN: usize = 24;

fn nested(shape: &[usize], elements: &[String]) -> String {
    let Some((&n, inner)) = shape.split_first() else { return elements[0].clone() };
    let size: usize = inner.iter().product();
    let rows: Vec<_> = (0..n).map(|i| nested(inner, &elements[i * size..])).collect();
    format!("[{}]", rows.join(", "))
}

/// What a method gives.
pub trait Results {
    /// Each tensor of it.
    fn outcomes(&self) -> Vec<Outcome>;
}

impl<T: Element> Results for Tensor<T> {
    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::new(self)]
    }
}

impl<A: Element, B: Element> Results for (Tensor<A>, Tensor<B>) {
    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::new(&self.0), Outcome::new(&self.1)]
    }
}

impl<A: Element, B: Element, C: Element> Results for (Tensor<A>, Tensor<B>, Tensor<C>) {
    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::new(&self.0), Outcome::new(&self.1), Outcome::new(&self.2)]
    }
}

/// The file: each method's name behind `##`, and its example.
///
/// # Panics
/// Where an example fails.
pub fn text(examples: &[Example]) -> String {
    let mut out = String::new();
    for example in examples {
        let outcomes = (example.run)().unwrap_or_else(|e| panic!("the example of `{}`: {e}", example.method));
        let _ = write!(out, "## {}\n{}", example.method, example.lets);
        let place = |i: usize| {
            if outcomes.len() == 1 { example.call.to_owned() } else { format!("{}.{i}", example.call) }
        };
        for (i, outcome) in outcomes.iter().enumerate() {
            let _ = writeln!(out, "{}", outcome.line(&place(i)));
        }
    }
    out
}
