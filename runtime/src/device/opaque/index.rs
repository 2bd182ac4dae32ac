//! Reading and writing at indices.

/// An op and its host arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Index<'a> {
    /// `y[.., j, ..] = x[.., idx[.., j, ..], ..]` along an axis, of the shape of `idx`. Operands: `x`, `idx`.
    Gather { axis: usize },
    /// `src[.., j, ..]` put to `y[.., idx[.., j, ..], ..]` in the order of `j`. Operands: `idx`, `src`; the result holds elements before.
    Scatter { axis: usize, put: Put },
    /// 1 at the index and 0 elsewhere, along a last axis of this length. Operands: `ids`.
    OneHot { classes: usize },
    /// Lists of indices along the last axis of `idx`, by the row-major number of what they name in `dims`. Operands: `idx`.
    Rows { dims: &'a [usize] },
    /// How many elements of a vector come before each of `x`. Operands: the vector, `x`.
    Search { right: bool },
    /// How many elements are in equal parts, one for each of the result. Operands: `x`.
    Histogram { lo: f64, hi: f64 },
}

/// What an element and a source become.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Put {
    /// The source.
    Store,
    Add,
    Mul,
    /// The larger one; NaN wins.
    Max,
}
