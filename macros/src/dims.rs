//! Dims: integer polynomials over named dims, in a normal form, so that equal polynomials are equal values.
//!
//! Beside names a polynomial may hold anonymous dims (`_`: unknown, each its own), quotients (Rust's `/`), minima,
//! maxima, and the broadcast of dims of which one is anonymous. What cannot be compared at expansion is left to the
//! check at run time: [`Dim::same`] has three answers.

mod arith;
mod parse;
mod same;
mod tokens;

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// A dim; a value of 0 terms is 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Dim {
    /// Descending by monomial, no coefficient 0. Shared, as shapes are cloned all over.
    terms: Rc<[Term]>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Term {
    power: Monomial,
    times: i64,
}

/// A product of powers, ascending by factor, no exponent 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Monomial(Vec<(Factor, u32)>);

/// A factor of a polynomial's terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Factor {
    Name(Rc<str>),
    /// Unknown, and perhaps 1.
    Anon(u32),
    /// Rust's `/` where the division is not exact as polynomials.
    Quotient(Dim, Dim),
    /// The maximum of it and 0, its leading coefficient positive: minima and maxima are written with this alone, so
    /// that equal ones have equal forms.
    Positive(Dim),
    /// The broadcast of these, at least one of them open.
    Join(BTreeSet<Dim>),
}

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

/// A number that no other unknown of this function has.
pub(crate) fn fresh() -> u32 {
    NEXT.with(|next| next.replace(next.get() + 1))
}

/// Starts numbering again, so that the expansion of a function does not depend on the functions before.
pub(crate) fn restart() {
    NEXT.with(|next| next.set(0));
}

/// An axis counted from the front, if there is one.
pub(crate) fn from_front(axis: i64, rank: usize) -> Option<usize> {
    let axis = if axis < 0 { axis + rank as i64 } else { axis };
    usize::try_from(axis).ok().filter(|axis| *axis < rank)
}

impl Dim {
    pub(crate) fn int(n: i64) -> Self {
        Self::of_terms([(Monomial::default(), i128::from(n))])
    }

    pub(crate) fn name(name: &str) -> Self {
        Self::of_factor(Factor::Name(name.into()))
    }

    pub(crate) fn anon(id: u32) -> Self {
        Self::of_factor(Factor::Anon(id))
    }

    /// An anonymous dim of its own.
    pub(crate) fn unknown() -> Self {
        Self::anon(fresh())
    }

    pub(crate) fn as_int(&self) -> Option<i64> {
        match &*self.terms {
            [] => Some(0),
            [t] if t.power.0.is_empty() => Some(t.times),
            _ => None,
        }
    }

    /// The literal 1, the only dim that broadcasts for certain.
    pub(crate) fn is_one(&self) -> bool {
        self.as_int() == Some(1)
    }

    /// `_` and nothing else.
    pub(crate) fn is_anonymous(&self) -> bool {
        matches!(self.as_factor(), Some(Factor::Anon(_)))
    }

    /// Holds an anonymous dim: its value is unknown and may be 1.
    pub(crate) fn is_open(&self) -> bool {
        self.factors().any(|f| match f {
            Factor::Name(_) => false,
            Factor::Anon(_) | Factor::Join(_) => true,
            Factor::Quotient(a, b) => a.is_open() || b.is_open(),
            Factor::Positive(d) => d.is_open(),
        })
    }

    /// The named dims that the value depends on.
    pub(crate) fn names(&self) -> BTreeSet<Rc<str>> {
        let mut names = BTreeSet::new();
        for f in self.factors() {
            match f {
                Factor::Name(n) => names.extend([n.clone()]),
                Factor::Anon(_) => {}
                Factor::Quotient(a, b) => {
                    names.extend(a.names());
                    names.extend(b.names());
                }
                Factor::Positive(d) => names.extend(d.names()),
                Factor::Join(dims) => names.extend(dims.iter().flat_map(Self::names)),
            }
        }
        names
    }

    /// The dim of two axes broadcast together, where at least one of them is open.
    pub(crate) fn join(&self, other: &Self) -> Self {
        let mut dims = BTreeSet::new();
        for d in [self, other] {
            match d.as_factor() {
                Some(Factor::Join(inner)) => dims.extend(inner.iter().cloned()),
                _ if d.is_one() => {}
                _ => dims.extend([d.clone()]),
            }
        }
        // A number other than 1 is the result whatever the others are.
        if let Some(n) = dims.iter().find(|d| d.as_int().is_some()) {
            return n.clone();
        }
        match dims.len() {
            0 => Self::int(1),
            1 => dims.into_iter().next().unwrap_or_else(|| Self::int(1)),
            _ => Self::of_factor(Factor::Join(dims)),
        }
    }

    fn factors(&self) -> impl Iterator<Item = &Factor> {
        self.terms.iter().flat_map(|t| t.power.0.iter().map(|(f, _)| f))
    }

    /// The factor, where the dim is one factor and nothing else.
    fn as_factor(&self) -> Option<&Factor> {
        match &*self.terms {
            [Term { power: Monomial(p), times: 1 }] => match p.as_slice() {
                [(f, 1)] => Some(f),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_factor(factor: Factor) -> Self {
        Self { terms: [Term { power: Monomial(vec![(factor, 1)]), times: 1 }].into() }
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Most are a name.
        match &self.terms[..] {
            [] => return f.write_str("0"),
            [Term { power: Monomial(power), times: 1 }] => {
                if let [(Factor::Name(name), 1)] = &power[..] {
                    return f.write_str(name);
                }
            }
            _ => {}
        }
        let alone = self.terms.len() == 1;
        for (i, term) in self.terms.iter().enumerate() {
            match (i, term.times < 0) {
                (0, true) => f.write_str("-")?,
                (0, false) => {}
                (_, true) => f.write_str(" - ")?,
                (_, false) => f.write_str(" + ")?,
            }
            let times = term.times.unsigned_abs();
            let factors: Vec<_> =
                term.power.0.iter().flat_map(|(x, n)| std::iter::repeat_n(x, *n as usize)).collect();
            let mut parts = Vec::new();
            if times != 1 || factors.is_empty() {
                parts.push(times.to_string());
            }
            let single = parts.is_empty() && factors.len() == 1;
            parts.extend(factors.iter().map(|x| match x {
                Factor::Quotient(..) if !single => format!("({x})"),
                Factor::Join(_) if !(single && alone) => format!("({x})"),
                _ => x.to_string(),
            }));
            f.write_str(&parts.join("*"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// An operand of `/`: a sum or a product is put in parentheses.
        fn operand(d: &Dim) -> String {
            let text = d.to_string();
            if text.contains([' ', '*', '|']) { format!("({text})") } else { text }
        }
        match self {
            Self::Name(n) => f.write_str(n),
            Self::Anon(_) => f.write_str("_"),
            Self::Quotient(a, b) => write!(f, "{} / {}", operand(a), operand(b)),
            Self::Positive(d) => write!(f, "max({d}, 0)"),
            Self::Join(dims) => {
                let parts: Vec<_> = dims.iter().map(operand).collect();
                f.write_str(&parts.join("|"))
            }
        }
    }
}
