//! A curve as text.

use std::fmt::Write;

use super::Curve;

impl Curve {
    /// Stars on a logarithmic axis, one in each column: the last loss of a slice of the steps. Empty where no loss has a
    /// logarithm.
    ///
    /// ```
    /// use cotangent::train::Curve;
    ///
    /// let curve = Curve::new("loss", [(0, 4.0), (1, 2.0), (2, 1.0), (3, 1.0)]);
    /// assert_eq!(curve.chart(4, 3), "  4.00000 |*\n  2.00000 | *\n  1.00000 |  **\n");
    /// ```
    pub fn chart(&self, width: usize, height: usize) -> String {
        let points: Vec<f64> = self.shown().map(|(_, loss)| loss.ln()).collect();
        let (Some(last), true) = (points.len().checked_sub(1), width > 1 && height > 1) else {
            return String::new();
        };
        let columns: Vec<f64> = (0..width).map(|c| points[c * last / (width - 1)]).collect();
        let (low, high) = columns.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
        let rows = (height - 1) as f64;
        let row_of = |v: f64| ((high - v) / (high - low).max(1e-9) * rows).round() as usize;
        let mut text = String::new();
        for row in 0..height {
            let label = (high - (high - low) * row as f64 / rows).exp();
            let line: String = columns.iter().map(|&v| if row_of(v) == row { '*' } else { ' ' }).collect();
            let _ = writeln!(text, "{label:9.5} |{}", line.trim_end());
        }
        text
    }
}
