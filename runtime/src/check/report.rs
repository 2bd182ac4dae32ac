//! What the checker found, as a table.

use std::fmt;

use super::Quotient;
use crate::error::Result;
use crate::shape::Shape;

/// The comparisons of one check.
#[derive(Clone, Debug)]
pub struct Report {
    /// The function.
    pub function: &'static str,
    /// Seed of the directions.
    pub seed: u64,
    /// Unit roundoff of the coarsest element type.
    pub precision: f64,
    /// One per input and direction.
    pub rows: Vec<Row>,
}

/// One directional derivative, three ways.
#[derive(Clone, Debug)]
pub struct Row {
    /// The input.
    pub input: String,
    /// Its shape.
    pub shape: Shape,
    /// By the pullback.
    pub reverse: f64,
    /// By the tangent; `None` where a callee has a reverse rule alone.
    pub forward: Option<f64>,
    /// By central differences.
    pub numeric: f64,
    /// How far `reverse` may be from `numeric`.
    pub tolerance: f64,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that there are agree.
    Agrees,
    /// The pullback disagrees with central differences.
    Reverse,
    /// The tangent disagrees with the pullback, which is right.
    Forward,
    /// Central differences of different steps disagree: there is a kink or a pole nearby, or the type is too coarse.
    NotSmooth,
}

impl Report {
    /// Whether every comparison agrees.
    pub fn passed(&self) -> bool {
        self.rows.iter().all(|r| r.verdict == Verdict::Agrees)
    }
}

impl Row {
    pub(super) fn new(
        (input, shape): (String, Shape),
        reverse: f64,
        forward: Option<f64>,
        size: f64,
        precision: f64,
        along: &dyn Fn(f64) -> Result<Quotient>,
        shaken: &dyn Fn() -> Result<f64>,
    ) -> Result<Self> {
        let (numeric, predicted, error) = estimate(precision, along)?;
        // What a dot product of this size loses in rounding, and what the rule itself may.
        let rounding = 256.0 * precision * size;
        let tolerance = error + rounding;
        let difference = (predicted - numeric).abs();
        // NaN agrees with nothing.
        let agrees = difference <= tolerance;
        let meets = match forward.map(|forward| (forward - reverse).abs()) {
            Some(apart) if apart > rounding => apart <= rounding + 16.0 * shaken()?,
            Some(apart) => !apart.is_nan(),
            None => true,
        };
        let settled = tolerance <= 0.1 * (size + numeric.abs()) || (numeric == 0.0 && size == 0.0);
        let verdict = match (agrees, settled, meets) {
            (true, true, true) => Verdict::Agrees,
            (_, false, _) if reverse.is_finite() => Verdict::NotSmooth,
            (true, _, false) => Verdict::Forward,
            _ => Verdict::Reverse,
        };
        Ok(Self { input, shape, reverse, forward, numeric, tolerance, verdict })
    }
}

/// The slope, what the gradient predicts for it, and how far off they may be.
///
/// Central differences balance h^2 against eps / h; which h does best depends on the function, so some are tried, and
/// the one is taken that agrees best: with its own halves, and with half of the others. Its halves alone agree now and
/// then by chance, where the second term of the error has the other sign.
fn estimate(precision: f64, along: &dyn Fn(f64) -> Result<Quotient>) -> Result<(f64, f64, f64)> {
    const POWERS: std::ops::RangeInclusive<i32> = -3..=3;
    let mut tried = Vec::new();
    for power in POWERS {
        let step = precision.cbrt() * 4f64.powi(power);
        let (wide, narrow) = (along(step)?, along(step / 2.0)?);
        // One step of Richardson's extrapolation; its distance to the narrower quotient bounds the error of both.
        // It is the same combination for the prediction, which is linear but for the rounding of inputs.
        let numeric = (4.0 * narrow.numeric - wide.numeric) / 3.0;
        let predicted = (4.0 * narrow.predicted - wide.predicted) / 3.0;
        tried.push((
            numeric,
            predicted,
            (numeric - narrow.numeric).abs(),
            16.0 * (narrow.noise + wide.noise),
        ));
    }
    let mut best = (f64::NAN, f64::NAN, f64::INFINITY);
    for &(numeric, predicted, apart, noise) in &tried {
        let mut distances: Vec<f64> = tried.iter().map(|other| (numeric - other.0).abs()).collect();
        distances.sort_by(f64::total_cmp);
        // The first is its own.
        let error = 2.0 * apart.max(distances[tried.len() / 2]) + noise;
        if error < best.2 {
            best = (numeric, predicted, error);
        }
    }
    Ok(best)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "derivatives of `{}` (directions from seed {}):", self.function, self.seed)?;
        let title = |r: &Row| {
            if r.input.is_empty() { r.shape.to_string() } else { format!("{} {}", r.input, r.shape) }
        };
        let width = self.rows.iter().map(|r| title(r).len()).max().unwrap_or(0).max(5);
        let head = ["numeric", "reverse", "forward", "tolerance"];
        writeln!(f, "  {:width$} {:>14} {:>14} {:>14} {:>10}", "input", head[0], head[1], head[2], head[3])?;
        for r in &self.rows {
            let verdict = match r.verdict {
                Verdict::Agrees => "ok",
                Verdict::Reverse => "the pullback is wrong",
                Verdict::Forward => "the tangent is wrong",
                Verdict::NotSmooth => "not smooth here: move the input, or use f64",
            };
            let (name, numeric, reverse) = (title(r), r.numeric, r.reverse);
            let forward = r.forward.map_or("no rule".to_owned(), |forward| format!("{forward:.6e}"));
            let tolerance = r.tolerance;
            writeln!(
                f,
                "  {name:width$} {numeric:>14.6e} {reverse:>14.6e} {forward:>14} {tolerance:>10.1e}  {verdict}"
            )?;
        }
        Ok(())
    }
}
