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
    /// `Q`, and below it `Rᵀ`. Operand: `a`.
    Orthogonal,
    /// The eigenvalues of the symmetric part, and below them the eigenvectors. Operand: `a`.
    Eigenvectors,
    /// The eigenvalues of the symmetric part. Operand: `a`.
    Eigenvalues,
    /// The singular values, below them `U`, and below that `V`. Operand: `a`.
    Singular,
    /// The pseudo-inverse. Operand: `a`.
    Pseudoinverse,
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
            Self::Orthogonal => "qr_packed",
            Self::Eigenvectors => "eigh_packed",
            Self::Eigenvalues => "eigvalsh",
            Self::Singular => "svd_packed",
            Self::Pseudoinverse => "pinv",
        }
    }
}
