//! Scans along an axis and recurrences of vectors.

/// An op and its host arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scan {
    /// Running sums. Operand: `x`.
    Sum { axis: usize },
    /// Running products. Operand: `x`.
    Product { axis: usize },
    /// `y[k] = a[k] y[k-1] + b[k]`. Operands: `a`, `b`, of one shape.
    Linear { axis: usize },
    /// Running maxima or minima and the latest index of each. Operand: `x`.
    Extremum { axis: usize, least: bool },
    /// `y[k] = A[k] y[k-1] + b[k]` for matrices. Operands: `a`, `b`, over one batch.
    Matrices,
    /// The same for matrices of three diagonals. Operands: `w`, `b`.
    Bands,
    /// Parts and logarithms of the paths of `ctc`. Operands: `lp`, `skip`.
    Alignments,
}

impl Scan {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sum { .. } => "cumsum",
            Self::Product { .. } => "cumprod",
            Self::Linear { .. } => "linear_scan",
            Self::Extremum { least: false, .. } => "cummax",
            Self::Extremum { least: true, .. } => "cummin",
            Self::Matrices => "matrix_scan",
            Self::Bands => "band_scan",
            Self::Alignments => "ctc_states",
        }
    }
}
