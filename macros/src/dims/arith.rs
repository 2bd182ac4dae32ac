//! Arithmetic on normal forms.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::{Add, Mul, Sub};

use super::{Dim, Factor, Monomial, Term};

/// By degree, then by exponents of the factors in their order: a monomial order, so that the leading term of a
/// product is the product of the leading terms, which long division rests on.
impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        let degree = |m: &Self| m.0.iter().map(|(_, n)| u64::from(*n)).sum::<u64>();
        degree(self).cmp(&degree(other)).then_with(|| {
            for ((f, n), (g, m)) in self.0.iter().zip(&other.0) {
                // The one with more of the earlier factor leads.
                let order = g.cmp(f).then_with(|| n.cmp(m));
                if order != Ordering::Equal {
                    return order;
                }
            }
            self.0.len().cmp(&other.0.len())
        })
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Monomial {
    fn times(&self, other: &Self) -> Self {
        let mut powers: BTreeMap<&Factor, u32> = BTreeMap::new();
        for (f, n) in self.0.iter().chain(&other.0) {
            let power = powers.entry(f).or_default();
            *power = power.saturating_add(*n);
        }
        Self(powers.into_iter().map(|(f, n)| (f.clone(), n)).collect())
    }

    fn over(&self, other: &Self) -> Option<Self> {
        let mut powers: BTreeMap<&Factor, u32> = self.0.iter().map(|(f, n)| (f, *n)).collect();
        for (f, n) in &other.0 {
            let power = powers.get_mut(f)?;
            *power = power.checked_sub(*n)?;
        }
        Some(Self(powers.into_iter().filter(|(_, n)| *n > 0).map(|(f, n)| (f.clone(), n)).collect()))
    }

    fn common(&self, other: &Self) -> Self {
        let theirs: BTreeMap<&Factor, u32> = other.0.iter().map(|(f, n)| (f, *n)).collect();
        let both = |(f, n): &(Factor, u32)| theirs.get(f).map(|m| (f.clone(), *n.min(m)));
        Self(self.0.iter().filter_map(both).collect())
    }
}

impl Dim {
    /// Collects terms. A coefficient beyond `i64` makes the dim unknown: no tensor has such a size.
    pub(super) fn of_terms(terms: impl IntoIterator<Item = (Monomial, i128)>) -> Self {
        let mut sum: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (power, times) in terms {
            let total = sum.entry(power).or_default();
            *total = total.saturating_add(times);
        }
        let term =
            |(power, times): (Monomial, i128)| i64::try_from(times).ok().map(|times| Term { power, times });
        match sum.into_iter().rev().filter(|(_, times)| *times != 0).map(term).collect() {
            Some(terms) => Self { terms },
            None => Self::unknown(),
        }
    }

    fn wide(&self) -> impl Iterator<Item = (Monomial, i128)> {
        self.terms.iter().map(|t| (t.power.clone(), i128::from(t.times)))
    }

    pub(crate) fn product<'a>(dims: impl IntoIterator<Item = &'a Self>) -> Self {
        dims.into_iter().fold(Self::int(1), |all, d| &all * d)
    }

    /// Rust's `/`: truncated where it is not exact.
    pub(crate) fn div(&self, by: &Self) -> Self {
        if by.terms.is_empty() {
            return Self::unknown();
        }
        if let (Some(a), Some(b)) = (self.as_int(), by.as_int()) {
            return a.checked_div(b).map_or_else(Self::unknown, Self::int);
        }
        if let Some(exact) = self.exact_div(by) {
            return exact;
        }
        let (whole, rest) = self.split_multiples(by);
        let (rest, by) = cancel(&rest, by);
        if let (Some(a), Some(b)) = (rest.as_int(), by.as_int()) {
            return a.checked_div(b).map_or_else(Self::unknown, |q| &whole + &Self::int(q));
        }
        let quotient = match rest.as_factor() {
            // (a / b) / c = a / (b c) under truncation.
            Some(Factor::Quotient(a, b)) => Factor::Quotient(a.clone(), b * &by),
            _ => Factor::Quotient(rest, by),
        };
        &whole + &Self::of_factor(quotient)
    }

    /// Rust's `div_ceil`.
    pub(crate) fn div_ceil(&self, by: &Self) -> Self {
        match (self.as_int(), by.as_int()) {
            (None, _) | (_, None) => self.exact_div(by),
            _ => None,
        }
        .unwrap_or_else(|| (&(self + by) - &Self::int(1)).div(by))
    }

    pub(crate) fn minimum(&self, other: &Self) -> Self {
        self - &(self - other).positive()
    }

    pub(crate) fn maximum(&self, other: &Self) -> Self {
        other + &(self - other).positive()
    }

    /// The maximum of it and 0.
    pub(crate) fn positive(&self) -> Self {
        if self.is_natural() {
            return self.clone();
        }
        let opposite = &Self::int(0) - self;
        if opposite.is_natural() {
            return Self::int(0);
        }
        match self.terms.first() {
            // max(-d, 0) = max(d, 0) - d.
            Some(lead) if lead.times < 0 => &Self::of_factor(Factor::Positive(opposite)) + self,
            _ => Self::of_factor(Factor::Positive(self.clone())),
        }
    }

    /// The quotient, if the polynomial division leaves nothing.
    fn exact_div(&self, by: &Self) -> Option<Self> {
        let lead = by.terms.first()?;
        let mut rest = self.clone();
        let mut quotient = Self::int(0);
        while let Some(top) = rest.terms.first() {
            let times = (top.times % lead.times == 0).then(|| i128::from(top.times / lead.times))?;
            let step = Self::of_terms([(top.power.over(&lead.power)?, times)]);
            quotient = &quotient + &step;
            rest = &rest - &(&step * by);
            if quotient.terms.len() > 64 {
                return None;
            }
        }
        Some(quotient)
    }

    /// `self = whole * by + rest`, as far as whole terms go and no sign is in doubt (else truncation would not
    /// distribute).
    fn split_multiples(&self, by: &Self) -> (Self, Self) {
        let [divisor] = &*by.terms else { return (Self::int(0), self.clone()) };
        if !self.is_natural() || divisor.times < 0 {
            return (Self::int(0), self.clone());
        }
        let mut whole = Vec::new();
        let mut rest = Vec::new();
        for t in self.terms.iter() {
            match t.power.over(&divisor.power) {
                Some(power) => {
                    whole.push((power, i128::from(t.times / divisor.times)));
                    rest.push((t.power.clone(), i128::from(t.times % divisor.times)));
                }
                None => rest.push((t.power.clone(), i128::from(t.times))),
            }
        }
        (Self::of_terms(whole), Self::of_terms(rest))
    }

    /// Negative whatever the names are.
    pub(crate) fn is_negative(&self) -> bool {
        (&Self::int(-1) - self).is_natural()
    }

    /// Surely not negative.
    pub(crate) fn is_natural(&self) -> bool {
        let natural = |f: &Factor| match f {
            Factor::Name(_) | Factor::Anon(_) | Factor::Join(_) | Factor::Positive(_) => true,
            Factor::Quotient(a, b) => a.is_natural() && b.is_natural(),
        };
        self.terms.iter().all(|t| t.times > 0) && self.factors().all(natural)
    }
}

/// Divides both by what all their terms share.
fn cancel(a: &Dim, b: &Dim) -> (Dim, Dim) {
    let all = || a.terms.iter().chain(b.terms.iter());
    let content = all().fold(0_u64, |g, t| gcd(g, t.times.unsigned_abs()));
    let mut powers = all().map(|t| &t.power);
    let first = powers.next().cloned().unwrap_or_default();
    let shared = powers.fold(first, |s, p| s.common(p));
    let divide = |d: &Dim| {
        let term =
            |t: &Term| t.power.over(&shared).map(|p| (p, i128::from(t.times) / i128::from(content.max(1))));
        Dim::of_terms(d.terms.iter().filter_map(term))
    };
    (divide(a), divide(b))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Add for &Dim {
    type Output = Dim;
    fn add(self, other: Self) -> Dim {
        Dim::of_terms(self.wide().chain(other.wide()))
    }
}

impl Sub for &Dim {
    type Output = Dim;
    fn sub(self, other: Self) -> Dim {
        Dim::of_terms(self.wide().chain(other.wide().map(|(p, n)| (p, -n))))
    }
}

impl Mul for &Dim {
    type Output = Dim;
    fn mul(self, other: Self) -> Dim {
        let row = |(p, n): (Monomial, i128)| {
            other.terms.iter().map(move |t| (p.times(&t.power), n.saturating_mul(i128::from(t.times))))
        };
        Dim::of_terms(self.wide().flat_map(row))
    }
}
