//! Where a tensor lives.

use std::fmt;

/// A device. A function runs where its inputs live.
///
/// As long as there is one, operands cannot be on different ones, and nothing compares them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Device {
    /// The processor and its memory.
    #[default]
    Cpu,
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu => f.write_str("cpu"),
        }
    }
}
