//! A step length that satisfies the strong Wolfe conditions (Nocedal and Wright, "Numerical optimization", 2006,
//! algorithms 3.5 and 3.6, with cubic interpolation).

use crate::error::Result;

/// A point of a function along a line.
pub(super) struct Point<G> {
    pub(super) t: f64,
    pub(super) value: f64,
    pub(super) slope: f64,
    /// The gradient, of which the slope is the part along the line.
    pub(super) gradient: G,
}

/// The conditions that a step has to meet.
#[derive(Clone, Copy)]
pub(super) struct Conditions {
    /// How much of the decrease that the slope promises.
    pub(super) decrease: f64,
    /// How much of the slope may be left.
    pub(super) curvature: f64,
    /// Evaluations at most.
    pub(super) evaluations: usize,
}

/// Looks for a step from `start`, at `t` = 0 with a negative slope, first at `t`. Gives the best point that was seen to
/// decrease if evaluations run out: `start` itself, if there was none.
pub(super) fn search<G: Clone>(
    start: &Point<G>,
    mut t: f64,
    conditions: Conditions,
    mut at: impl FnMut(f64) -> Result<Point<G>>,
) -> Result<Point<G>> {
    let Conditions { decrease, curvature, evaluations } = conditions;
    let falls = |p: &Point<G>| p.value <= start.value + decrease * p.t * start.slope;
    let is_flat = |p: &Point<G>| p.slope.abs() <= -curvature * start.slope;
    // Near a minimum values differ by rounding alone, and only slopes tell the sides.
    let rises = |p: &Point<G>, low: &Point<G>| p.value > low.value + 4.0 * f64::EPSILON * low.value.abs();
    let mut left = evaluations;
    let mut low = start.clone();
    // Outwards, until an interval holds a good step.
    let mut high = loop {
        if left == 0 {
            return Ok(low);
        }
        left -= 1;
        let p = at(t)?;
        // What is not finite does not fall either.
        if !falls(&p) || (low.t > 0.0 && rises(&p, &low)) {
            break p;
        }
        if is_flat(&p) {
            return Ok(p);
        }
        if p.slope >= 0.0 {
            break std::mem::replace(&mut low, p);
        }
        let (near, far) = (p.t + 0.01 * (p.t - low.t), 10.0 * p.t);
        t = minimum(&low, &p).map_or(far, |t| t.clamp(near, far));
        low = p;
    };
    // Inwards; `low` is the best so far, and the slope there points to `high`.
    while left > 0 && (high.t - low.t).abs() > f64::EPSILON * low.t.abs() {
        left -= 1;
        let (from, to) = (low.t.min(high.t), low.t.max(high.t));
        let margin = 0.1 * (to - from);
        let middle = f64::midpoint(from, to);
        t = minimum(&low, &high).map_or(middle, |t| t.clamp(from + margin, to - margin));
        let p = at(t)?;
        if !falls(&p) || rises(&p, &low) {
            high = p;
            continue;
        }
        if is_flat(&p) {
            return Ok(p);
        }
        if p.slope * (high.t - low.t) >= 0.0 {
            high = low;
        }
        low = p;
    }
    Ok(low)
}

/// The place where the cubic through two values and slopes is least, if there is one.
fn minimum<G>(a: &Point<G>, b: &Point<G>) -> Option<f64> {
    let (width, rise) = (b.t - a.t, b.value - a.value);
    let first = a.slope + b.slope - 3.0 * rise / width;
    let second = (first * first - a.slope * b.slope).sqrt().copysign(width);
    let t = b.t - width * (b.slope + second - first) / (b.slope - a.slope + 2.0 * second);
    t.is_finite().then_some(t)
}

impl<G: Clone> Clone for Point<G> {
    fn clone(&self) -> Self {
        Self { gradient: self.gradient.clone(), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Conditions = Conditions { decrease: 1e-4, curvature: 0.1, evaluations: 30 };

    /// Searches from 0, and says after how many evaluations.
    fn run(f: impl Fn(f64) -> (f64, f64), first: f64) -> (Point<()>, usize) {
        let mut count = 0;
        let point = |t| {
            let (value, slope) = f(t);
            Point { t, value, slope, gradient: () }
        };
        let found = search(&point(0.0), first, STRICT, |t| {
            count += 1;
            Ok(point(t))
        });
        (found.unwrap(), count)
    }

    /// The three functions that Moré and Thuente test line searches with ("Line search algorithms with guaranteed
    /// sufficient decrease", 1994, section 5), from first steps of 1e-3 to 1e3.
    #[test]
    fn strong_wolfe_from_any_first_step() {
        let convex: fn(f64) -> (f64, f64) = |t| (-t / (t * t + 2.0), (t * t - 2.0) / (t * t + 2.0).powi(2));
        let steep: fn(f64) -> (f64, f64) = |t| {
            let u = t + 0.004;
            (u.powi(5) - 2.0 * u.powi(4), 5.0 * u.powi(4) - 8.0 * u.powi(3))
        };
        let wavy: fn(f64) -> (f64, f64) = |t| {
            let w = 19.5 * std::f64::consts::PI;
            let (base, slope) = match t {
                t if t <= 0.99 => (1.0 - t, -1.0),
                t if t >= 1.01 => (t - 1.0, 1.0),
                t => ((t - 1.0).powi(2) / 0.02 + 0.005, (t - 1.0) / 0.01),
            };
            (base + 1.98 / (39.0 * std::f64::consts::PI) * (w * t).sin(), slope + 0.99 * (w * t).cos())
        };
        for (name, f) in [("convex", convex), ("steep", steep), ("wavy", wavy)] {
            let (v0, s0) = f(0.0);
            assert!(s0 < 0.0, "{name}");
            for first in [1e-3, 1e-1, 1.0, 10.0, 1e3] {
                let (p, count) = run(f, first);
                assert!(p.value <= v0 + 1e-4 * p.t * s0, "{name} from {first}: no decrease at {}", p.t);
                assert!(p.slope.abs() <= -0.1 * s0, "{name} from {first}: slope {} at {}", p.slope, p.t);
                assert!(count <= 20, "{name} from {first}: {count} evaluations");
            }
        }
    }

    /// Beyond 1 the function is not defined.
    #[test]
    fn comes_back_from_where_nothing_is_finite() {
        let barrier = |t: f64| (-(1.0 - t).ln() - 3.0 * t, 1.0 / (1.0 - t) - 3.0);
        let (p, _) = run(barrier, 50.0);
        assert!(p.value < 0.0 && p.slope.abs() < 0.2, "{} at {}", p.value, p.t);
    }

    /// A function that only falls: the evaluations end it, at the lowest point.
    #[test]
    fn ends() {
        let (p, count) = run(|t| (-t, -1.0), 1.0);
        assert_eq!(count, 30);
        assert!(p.t > 1e20);
        let (p, _) = run(|t| (if t == 0.0 { 0.0 } else { f64::NAN }, -1.0), 1.0);
        assert_eq!(p.t, 0.0);
    }
}
