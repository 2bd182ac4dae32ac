//! Opaque ops as devices that keep their own memory are asked for them: rows and their host arguments.
//!
//! An op that is in none of these families runs on the processor alone. One that a device lacks all the same says so by
//! [`Device::lacks`](super::Device::lacks).

// As in `backend`.
#![cfg_attr(not(remote), allow(dead_code))]

use cotangent_kernels::pad::{Mode, Slide};

mod draw;
mod fourier;
mod index;
mod linalg;
mod order;
mod scan;

pub(crate) use draw::{Draw, Drawn};
pub(crate) use fourier::Fourier;
pub(crate) use index::{Index, Put};
pub(crate) use linalg::Linalg;
pub(crate) use order::Order;
pub(crate) use scan::Scan;

/// An opaque op and its host arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opaque<'a> {
    /// A function that kernels call, at every point: a backend evaluates it for a launch.
    Function(&'static str),
    /// The products of the last two axes of both operands, over the same axes before.
    Matmul,
    /// The sum of products over the labels that `out` lacks. Axes of the operands and of the result have one label each.
    Contract { x: &'a [u8], y: &'a [u8], out: &'a [u8] },
    /// Windows added up where they lie, of products as [`Self::Contract`] has them. `windows` are the dims of these.
    ContractOverlap { x: &'a [u8], y: &'a [u8], out: &'a [u8], windows: &'a [usize], slides: &'a [Slide] },
    /// Reading and writing at indices that are elements, for the op of this name.
    Index(Index<'a>, &'static str),
    /// Each axis begins with so many elements more; `fill` stands where `mode` continues with no element. Fewer than none are more
    /// at the end.
    Extend { mode: Mode, before: &'a [isize], fill: f64 },
    /// The sums of what [`Self::Extend`] copied.
    ExtendCotangent { mode: Mode, before: &'a [isize] },
    /// Windows that slide along axes.
    Windows(Windows, &'a [Slide]),
    /// The products of groups of rows. Operands: `x`, `w`, the sizes of groups.
    GroupedMatmul,
    /// The products of the rows of two matrices, summed over each group. Operands: `x`, `y`, the sizes of groups.
    GroupedOuter,
    /// Matrices without one row and one column.
    Minors,
    /// The sums of what [`Self::Minors`] copied.
    MinorsCotangent,
    /// Scans and recurrences.
    Scan(Scan),
    /// Sorting and positions.
    Order(Order),
    /// Linear algebra.
    Linalg(Linalg),
    /// Discrete Fourier transforms.
    #[cfg_attr(not(feature = "fft"), allow(dead_code))]
    Fourier(Fourier),
    /// Draws of keys, of no operands.
    Draw(Draw),
    /// Attention. Operands: `q`, `k`, `v`, `mask` and `bias` over the scores.
    Attend { scale: f64 },
    /// The cotangents of `q`, `k` and `v`, one behind the other, of the same operands and that of the result.
    AttendCotangents { scale: f64 },
}

/// What is made of windows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Windows {
    /// Windows added up where they lie. Operands: windows, whose elements are axes behind the others.
    Add,
    /// The largest element of each. Operands: `x`.
    Largest,
    /// The mean of `t` over the places whose elements are at least `y`. Operands: `x`, `y`, `t`.
    Pick,
    /// `c` shared by these places. Operands: `x`, `y`, `c`.
    Share,
}

impl Opaque<'_> {
    /// The row.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Matmul => "matmul",
            Self::Contract { .. } => "contract",
            Self::ContractOverlap { .. } => "contract_overlap",
            Self::Function(name) | Self::Index(_, name) => name,
            Self::Extend { .. } => "pad",
            Self::ExtendCotangent { .. } => "pad_cotangent",
            Self::Windows(Windows::Add, _) => "overlap_add",
            Self::Windows(Windows::Largest, _) => "window_max",
            Self::Windows(Windows::Pick, _) => "window_pick",
            Self::Windows(Windows::Share, _) => "window_share",
            Self::GroupedMatmul => "grouped_matmul",
            Self::GroupedOuter => "grouped_outer",
            Self::Minors => "minors",
            Self::MinorsCotangent => "minors_cotangent",
            Self::Scan(op) => op.name(),
            Self::Order(op) => op.name(),
            Self::Linalg(op) => op.name(),
            Self::Fourier(op) => op.name(),
            Self::Draw(draw) => draw.what.name(),
            Self::Attend { .. } => "attend",
            Self::AttendCotangents { .. } => "attend_cotangents",
        }
    }
}
