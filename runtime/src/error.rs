//! The one error type: small, and it names the op, the user's function and the line.

use std::borrow::Cow;
use std::fmt;

/// The place of an op in the user's source. Emitted code holds one per op, as a constant: an uncalled transform leaves
/// no data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The user's function; empty in a function of the library's own, whose errors name the op alone.
    pub function: &'static str,
    /// The op as it is called in the rule table; empty for checks at the function's entry.
    pub op: &'static str,
    /// Source file.
    pub file: &'static str,
    /// Line in it.
    pub line: u32,
}

/// The place of a function, which its sites have in common. Emitted code holds one per function, as a constant.
#[derive(Debug)]
pub struct Place {
    /// The user's function; empty in one of the library's own.
    pub function: &'static str,
    /// Source file.
    pub file: &'static str,
    /// Lines with ops; sites name them by number.
    pub lines: &'static [u32],
}

impl Place {
    /// A function, and the lines of a file that its ops are on.
    pub const fn new(function: &'static str, file: &'static str, lines: &'static [u32]) -> Self {
        Self { function, file, lines }
    }

    /// An op of the function, on one of its lines.
    #[inline]
    pub const fn site(&self, op: &'static str, line: usize) -> Site {
        let line = if line < self.lines.len() { self.lines[line] } else { 0 };
        Site { function: self.function, op, file: self.file, line }
    }
}

/// The kind of an error, for callers that react to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Shapes that do not fit together, or a rank that the op does not take.
    Shape,
    /// An axis that the tensor does not have, or that is named twice.
    Axis,
    /// An index, a range or a step outside of what the axis allows.
    Index,
    /// More elements than an address space can hold.
    Overflow,
    /// The allocator has no memory left.
    Memory,
    /// Operands on different devices, or a device that is not there.
    Device,
    /// A host argument without meaning: a probability above 1, a singular matrix.
    Value,
    /// A file that cannot be read or written, or that is not what it should be.
    File,
    /// A result is NaN and [`debug::nan_check`](crate::debug::nan_check) is on.
    Nan,
    /// A derivative that there is no rule for: the tangent of a function that has a reverse rule alone.
    NoRule,
    /// An error that a user made with [`Error::msg`].
    Message,
}

/// An error, which says its cause and its place: "matmul at src/model.rs:12 in `loss`: inner dims differ, 784 and 783".
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    op: Option<&'static str>,
    site: Option<Site>,
    /// Op and site are those of what failed, and whoever hands the error on has others.
    is_placed: bool,
    message: Cow<'static, str>,
}

/// A result whose error is [`Error`] unless said otherwise.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of the user's own.
    pub fn msg(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Message, message)
    }

    /// An error of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner { kind, op: None, site: None, is_placed: false, message: message.into() }))
    }

    /// Names the op, if none is named yet.
    #[must_use]
    pub fn in_op(mut self, op: &'static str) -> Self {
        self.0.op.get_or_insert(op);
        self
    }

    /// Says of which shape the tensor is that memory has no room for. A copy is of the shape that it is made for.
    #[cold]
    pub(crate) fn for_shape(mut self, shape: &crate::tensor::shape::Shape) -> Self {
        if self.0.kind == ErrorKind::Memory {
            let what = self.0.message.split(" of shape ").next().unwrap_or_default();
            self.0.message = format!("{what} of shape {shape}").into();
        }
        self
    }

    /// Names the op as it was spelled, where it is named otherwise.
    #[must_use]
    pub(crate) fn spelled(mut self, op: &'static str) -> Self {
        self.0.op = Some(op);
        self
    }

    /// Attaches the place in the user's source, if there is none yet; of a function of the library's own its name.
    #[must_use]
    pub fn at(mut self, site: &Site) -> Self {
        if self.0.is_placed {
            return self;
        }
        if site.function.is_empty() {
            self.0.op = Some(site.op).filter(|op| !op.is_empty()).or(self.0.op);
            return self;
        }
        self.0.site.get_or_insert(*site);
        self
    }

    /// The error of something that ran late, in the call of something else.
    #[cfg(feature = "cuda")]
    pub(crate) fn placed(mut self) -> Self {
        self.0.is_placed = true;
        self
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The place in the source, if the error came out of a differentiable function.
    pub fn site(&self) -> Option<&Site> {
        self.0.site.as_ref()
    }

    /// The op that failed, if it was one.
    pub fn op(&self) -> Option<&'static str> {
        match self.0.site {
            Some(site) if !site.op.is_empty() => Some(site.op),
            _ => self.0.op,
        }
    }

    /// The sentence alone, without op and place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.site, self.op()) {
            (Some(s), Some(op)) => write!(f, "{op} at {}:{} in `{}`: ", s.file, s.line, s.function)?,
            (Some(s), None) => write!(f, "`{}` at {}:{}: ", s.function, s.file, s.line)?,
            (None, Some(op)) => write!(f, "{op}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.0.message)
    }
}

/// `unwrap` and `main` print errors with `Debug`: the same sentence serves both.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// Names the op on the way out of a function of `ops`.
pub(crate) trait InOp {
    fn in_op(self, op: &'static str) -> Self;
}

impl<T> InOp for Result<T> {
    #[inline]
    fn in_op(self, op: &'static str) -> Self {
        // What is no error is returned as it lies: a tensor is 160 bytes.
        if self.is_ok() { self } else { self.map_err(|e| e.in_op(op)) }
    }
}

/// That matrix number `at` of a batch has no result.
pub(crate) fn of_matrix(batch: &[usize], mut at: usize, what: &str) -> String {
    if batch.is_empty() {
        return format!("the matrix is {what}");
    }
    let mut index = batch.to_vec();
    for i in index.iter_mut().rev() {
        (at, *i) = (at / *i, at % *i);
    }
    format!("the matrix at batch index {index:?} is {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    static SITE: Site = Site { function: "loss", op: "matmul", file: "src/model.rs", line: 12 };
    static ENTRY: Site = Site { function: "loss", op: "", file: "src/model.rs", line: 3 };

    #[test]
    fn says_where_and_keeps_the_first_place() {
        let e = Error::new(ErrorKind::Shape, "inner dims differ, 784 and 783").in_op("matmul");
        assert_eq!(e.to_string(), "matmul: inner dims differ, 784 and 783");
        let e = e.at(&SITE).at(&ENTRY);
        assert_eq!(e.to_string(), "matmul at src/model.rs:12 in `loss`: inner dims differ, 784 and 783");
        assert_eq!(format!("{e:?}"), e.to_string());
        assert_eq!(e.site(), Some(&SITE));
        assert_eq!(Error::msg("no").at(&ENTRY).to_string(), "`loss` at src/model.rs:3: no");
        assert_eq!(Error::msg("no").kind(), ErrorKind::Message);
    }

    #[test]
    fn is_one_pointer() {
        assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
    }
}
