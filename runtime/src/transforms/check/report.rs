//! The findings of the checker, as a table.

use std::fmt;

use super::Quotient;
use crate::error::Result;
use crate::tensor::shape::Shape;

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
    /// The derivative by the pullback.
    pub reverse: f64,
    /// The derivative by the tangent; `None` where a callee has a reverse rule alone.
    pub forward: Option<f64>,
    /// The derivative by central differences.
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

/// Further questions about the point.
pub(super) struct Probe<'a> {
    /// A difference of this step.
    pub along: &'a dyn Fn(f64) -> Result<Quotient>,
    /// The change that rounding of the inputs makes.
    pub shaken: &'a dyn Fn() -> Result<f64>,
    /// The average of the pullback on the way of that difference.
    pub between: &'a dyn Fn(f64) -> Result<f64>,
}

impl Row {
    pub(super) fn new(
        (input, shape): (String, Shape),
        reverse: f64,
        forward: Option<f64>,
        size: f64,
        precision: f64,
        probe: &Probe<'_>,
    ) -> Result<Self> {
        let Estimate { step, mut numeric, predicted, error } = estimate(precision, probe.along)?;
        // What a dot product of this size loses in rounding, and what the rule itself may.
        let rounding = 256.0 * precision * size;
        let mut tolerance = error + rounding;
        let difference = (predicted - numeric).abs();
        // NaN agrees with nothing.
        let mut agrees = difference <= tolerance;
        let meets = match forward.map(|forward| (forward - reverse).abs()) {
            Some(apart) if apart > rounding => apart <= rounding + 16.0 * (probe.shaken)()?,
            Some(apart) => !apart.is_nan(),
            None => true,
        };
        let mut kink = false;
        if !agrees && meets && forward.is_some() {
            let first = Nearer { numeric, difference, tolerance, kinks: false };
            let nearer = nearer(step, first, rounding, probe)?;
            (numeric, tolerance) = (nearer.numeric, nearer.tolerance);
            agrees = nearer.difference <= tolerance;
            kink = !agrees && nearer.kinks;
        }
        let small = tolerance <= 0.1 * (size + numeric.abs()) || (numeric == 0.0 && size == 0.0);
        let settled = small && !kink;
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
struct Estimate {
    /// The narrower of the two that it is made of.
    step: f64,
    numeric: f64,
    predicted: f64,
    error: f64,
}

/// A difference of one step beside the gradient.
struct Nearer {
    numeric: f64,
    difference: f64,
    tolerance: f64,
    /// Whether the gradient changes on the way as much as the difference says.
    kinks: bool,
}

/// The same comparison, of steps that are halved for as long as rounding would not hide what was found.
///
/// Both sweeps say the same, so the difference may be what is wrong: within its step lies a kink, or many. A kink is left
/// behind by a shorter step, and the difference goes; that of a wrong derivative stays as it is. A kink that is nearer than
/// any such step shows in the gradient: a difference is the mean of what the pullback says on the way, if that is right.
fn nearer(mut step: f64, first: Nearer, rounding: f64, probe: &Probe<'_>) -> Result<Nearer> {
    let (found, mut best, mut wide) = (first.difference, first, (probe.along)(step)?);
    while best.difference > best.tolerance && step > f64::MIN_POSITIVE {
        step /= 2.0;
        let narrow = (probe.along)(step)?;
        let tolerance = 16.0 * (narrow.noise + wide.noise) + rounding;
        if tolerance.is_nan() || tolerance > 0.5 * found {
            step *= 2.0;
            break;
        }
        let (numeric, predicted) = extrapolated(&wide, &narrow);
        best = Nearer { numeric, difference: (predicted - numeric).abs(), tolerance, kinks: false };
        wide = narrow;
    }
    if best.difference > best.tolerance {
        let left = ((probe.between)(step)? - wide.numeric).abs();
        best.kinks = best.difference < 0.5 * found || left < 0.5 * best.difference;
    }
    Ok(best)
}

/// One step of Richardson's extrapolation, of a quotient and that of half its step. It is the same combination for the prediction,
/// which is linear but for the rounding of inputs.
fn extrapolated(wide: &Quotient, narrow: &Quotient) -> (f64, f64) {
    let of = |wide: f64, narrow: f64| (4.0 * narrow - wide) / 3.0;
    (of(wide.numeric, narrow.numeric), of(wide.predicted, narrow.predicted))
}

/// See [`Estimate`].
///
/// Central differences balance h^2 against eps / h; which h does best depends on the function, so some are tried, and
/// the one is taken that agrees best: with its own halves, and with half of the others. Its halves alone agree now and
/// then by chance, where the second term of the error has the other sign.
fn estimate(precision: f64, along: &dyn Fn(f64) -> Result<Quotient>) -> Result<Estimate> {
    const POWERS: std::ops::RangeInclusive<i32> = -3..=3;
    let mut tried = Vec::new();
    for power in POWERS {
        let step = precision.cbrt() * 4f64.powi(power);
        let (wide, narrow) = (along(step)?, along(step / 2.0)?);
        // Its distance to the narrower quotient bounds the error of both.
        let (numeric, predicted) = extrapolated(&wide, &narrow);
        tried.push((
            step / 2.0,
            numeric,
            predicted,
            (numeric - narrow.numeric).abs(),
            16.0 * (narrow.noise + wide.noise),
        ));
    }
    let mut best = Estimate { step: 0.0, numeric: f64::NAN, predicted: f64::NAN, error: f64::INFINITY };
    for &(step, numeric, predicted, apart, noise) in &tried {
        let mut distances: Vec<f64> = tried.iter().map(|other| (numeric - other.1).abs()).collect();
        distances.sort_by(f64::total_cmp);
        // The first is its own.
        let error = 2.0 * apart.max(distances[tried.len() / 2]) + noise;
        if error < best.error {
            best = Estimate { step, numeric, predicted, error };
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
        let coarse = match self.precision {
            u if u > 0.5f64.powi(11) => "near a kink, or too coarse in bf16: move the input, or use f64",
            u if u > 0.5f64.powi(24) => "near a kink, or too coarse in f16: move the input, or use f64",
            _ => "near a kink, or too coarse in f32: move the input, or use f64",
        };
        let head = ["numeric", "reverse", "forward", "tolerance"];
        writeln!(f, "  {:width$} {:>14} {:>14} {:>14} {:>10}", "input", head[0], head[1], head[2], head[3])?;
        for r in &self.rows {
            let verdict = match r.verdict {
                Verdict::Agrees => "ok",
                Verdict::Reverse => "the pullback is wrong",
                Verdict::Forward => "the tangent is wrong",
                Verdict::NotSmooth if self.precision > f64::EPSILON => coarse,
                Verdict::NotSmooth => "not smooth here, as at a kink: move the input",
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
