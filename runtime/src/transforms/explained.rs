//! Parts of the reports that `explain()` gives.

/// One section of a report.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn loss(x: &Tensor<N>, w: &Tensor<N>) -> Scalar {
///     (x * w).tanh().sum()
/// }
///
/// let pullback = loss::explain().section("pullback").expect("each function has one");
/// assert!(pullback.starts_with("kernel 0 over [N]"));
/// assert_eq!(loss::explain().section("hvp"), None);
/// ```
pub trait Explained {
    /// The lines below a title such as `graph`, `value`, `value_and_grad`, `forward`, `pullback`, `jvp` or `residuals`, without
    /// the margin of the first; `None` where the report has no such title.
    fn section(&self, title: &str) -> Option<&str>;
}

impl Explained for str {
    fn section(&self, title: &str) -> Option<&str> {
        let mut parts = self.split("\n\n");
        let lines = parts.find_map(|part| part.strip_prefix(title)?.strip_prefix('\n'))?;
        Some(lines.trim_end().trim_start_matches(' '))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_end_at_an_empty_line() {
        let report = "f\n\nvalue\n  a\n  b\n\nvalue_and_grad\n  c\n";
        assert_eq!(report.section("value"), Some("a\n  b"));
        assert_eq!(report.section("value_and_grad"), Some("c"));
        assert_eq!(report.section("f"), None);
        assert_eq!(report.section("jvp"), None);
    }
}
