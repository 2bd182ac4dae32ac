//! Draws of keys.

/// What is drawn, by which key. The words of both are those of the processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    pub(crate) key: [u32; 2],
    pub(crate) what: Drawn,
}

/// Numbers that are made of words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drawn {
    /// `low + length u` of `u` in `0..1` with so many bits, and `low` beyond `last`.
    Uniform { bits: u32, low: f32, length: f32, last: f32 },
    /// Standard normal numbers.
    Normal,
    /// Whether a word is below.
    Bernoulli { below: u64 },
    /// So many integers from `low` on.
    Integers { low: i32, count: u32 },
}

impl Drawn {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Uniform { .. } => "uniform",
            Self::Normal => "normal",
            Self::Bernoulli { .. } => "bernoulli",
            Self::Integers { .. } => "randint",
        }
    }
}
