//! Sorting and positions of extrema.

/// An op and its host arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// The first elements along an axis in order, as many as the results have, and where they stood. Operand: `x`.
    Sort { axis: usize, descending: bool },
    /// Where the first maximum or minimum along an axis stands. Operand: `x`.
    Arg { axis: usize, least: bool },
}

impl Order {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sort { descending: false, .. } => "sort",
            Self::Sort { descending: true, .. } => "topk",
            Self::Arg { least: false, .. } => "argmax",
            Self::Arg { least: true, .. } => "argmin",
        }
    }
}
