//! Sentences that the processor and devices say alike.

/// An index that its axis does not have.
#[cold]
pub(crate) fn out_of_range(axis: usize, index: i32, size: usize, position: usize) -> String {
    format!("index {index} (number {position} of the indices) is out of range for axis {axis} of size {size}")
}

#[cold]
pub(crate) fn negative(size: i32) -> String {
    format!("a group cannot have {size} rows")
}

#[cold]
pub(crate) fn incomplete(end: usize, rows: usize) -> String {
    format!("groups of {end} rows, but there are {rows}; the sizes must add up")
}
