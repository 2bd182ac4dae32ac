//! Linear algebra, batched over the leading axes.

/// An op and its host arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Linalg {
    /// `L` of `L Lᵀ`. Operand: `a`.
    Cholesky,
    /// `A X = B` of a triangle. Operands: `a`, `b`, over one batch.
    Triangular { lower: bool },
    /// `A X = B`. Operands: `a`, `b`, over one batch.
    Solve,
    /// `A⁻¹`. Operand: `a`.
    Inverse,
    /// Determinants. Operand: `a`.
    Determinant,
    /// Logarithms of magnitudes of determinants, and their signs. Operand: `a`.
    Logarithm,
    /// `adj(A)`. Operand: `a`.
    Adjugate,
    /// The order of rows of partial pivoting. Operand: `a`.
    Order,
    /// `L` and `U` in one matrix, without an exchange. Operand: `a`.
    Packed,
    /// `e^A`. Operand: `a`.
    Exponential,
}

impl Linalg {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cholesky => "cholesky",
            Self::Triangular { .. } => "triangular_solve",
            Self::Solve => "solve",
            Self::Inverse => "inverse",
            Self::Determinant => "det",
            Self::Logarithm => "logabsdet",
            Self::Adjugate => "adjugate",
            Self::Order => "lu_order",
            Self::Packed => "lu_packed",
            Self::Exponential => "matrix_exp",
        }
    }
}
