//! Reading and writing at indices.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::Machine;
use super::checks::Fails;
use super::opaque::{Kernel, Parts, ROUNDS, by_layouts, by_parts};
use super::order::keys;
use super::scan::by_groups;
use super::spare::Spare;
use crate::device::backend::{Call, Place};
use crate::device::opaque::{Index, Put};
use crate::error::Result;
use crate::ops::said;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// Threads that fill a device.
const THREADS: usize = 1 << 16;
/// Parts of a result at most. The threads of each read all indices; far more would not write so much less that it were worth it.
const PARTS: usize = 32;
/// Indices along an axis of which a thread for each place is no bottleneck.
const FEW: usize = 512;
/// Indices of a chunk at least, and chunks.
const CHUNK: [usize; 2] = [32, 4];

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, op: Index<'_>) -> Result<()> {
    let (first, result) = (&call.ins[0].layout.shape, &call.outs[0].layout.shape);
    let one = |text, numbers: &[u32], points, fails| {
        by_layouts(context, call, &Kernel { text, numbers, points, fails })
    };
    match op {
        Index::Gather { axis } => {
            one(wgsl::GATHER, &[axis as u32], call.ins[1].layout.shape.numel(), Some(out_of_range))
        }
        Index::Scatter { axis, put } => scatter(context, call, axis, put),
        Index::OneHot { classes } => {
            let points = first.numel() * classes.max(1);
            one(wgsl::ONE_HOT, &[classes as u32, first.rank() as u32], points, Some(not_a_class as Fails))
        }
        Index::Rows { dims } => {
            let mut numbers = vec![dims.len() as u32];
            numbers.extend(dims.iter().map(|&d| d as u32));
            one(wgsl::ROWS, &numbers, result.numel(), Some(not_a_part as Fails))
        }
        Index::Search { right } => {
            let texts = &[keys(&call.ins[0]), wgsl::SEARCH][..];
            let numbers = &[u32::from(right)][..];
            by_parts(context, call, &Parts { texts, numbers, points: result.numel(), fails: None })
        }
        Index::Histogram { lo, hi } => histogram(context, call, lo, hi),
    }
}

fn scatter(context: &dyn Machine, call: &Call<'_>, axis: usize, put: Put) -> Result<()> {
    let (y, idx) = (call.outs[0], &call.ins[0].layout.shape);
    if matches!(y.dtype, DType::F16 | DType::Bf16) && !matches!(put, Put::Store) {
        // Rounded once, not with each of the sources.
        let wide = Spare::new(context, &y.layout.shape, DType::F32)?;
        copy(context, call, y, wide.place)?;
        scatter(context, &Call { outs: &[wide.place], ..*call }, axis, put)?;
        return copy(context, call, wide.place, y);
    }
    let is_int = usize::from(y.dtype == DType::I32);
    let text = match put {
        Put::Store => wgsl::SCATTER,
        Put::Add => wgsl::SCATTER_ADD,
        Put::Mul => wgsl::SCATTER_MUL,
        Put::Max => wgsl::SCATTER_MAX[is_int],
    };
    if idx.numel() == 0 {
        return Ok(());
    }
    let along = Along::new(axis, idx, y.layout.shape[axis]);
    if matches!(put, Put::Add) && along.chunks > 1 {
        along.add(context, call, wgsl::SCATTER_JOIN[is_int])
    } else {
        Along { chunks: 1, chunk: along.count, ..along }.walk(context, call, text)
    }
}

/// Indices along an axis, in chunks.
#[derive(Clone, Copy)]
struct Along {
    axis: usize,
    /// Of the other axes.
    places: usize,
    /// Elements of the result at a place.
    size: usize,
    /// Indices at a place.
    count: usize,
    chunks: usize,
    /// Indices of a chunk.
    chunk: usize,
}

impl Along {
    /// Chunks with a sum for each element of the result are worth it where there are more indices than elements. They have no more sums than there
    /// are sources.
    fn new(axis: usize, idx: &Shape, size: usize) -> Self {
        let (count, is_wide) = (idx[axis], size > 0 && idx[axis] >= FEW);
        let (places, size) = (idx.numel() / count, size.max(1));
        let chunk = count.div_ceil((THREADS / places).max(1)).max(size).max(CHUNK[0]);
        let chunks = count.div_ceil(chunk);
        let chunks = if is_wide && chunks >= CHUNK[1] { chunks } else { 1 };
        Self { axis, places, size, count, chunks, chunk }
    }

    /// Threads that walk a chunk each, at one place. Where these are few, each has a part of the result's axis: more threads read all indices for
    /// fewer writes of each.
    fn walk(self, context: &dyn Machine, call: &Call<'_>, text: &'static str) -> Result<()> {
        let Self { axis, places, size, chunks, chunk, .. } = self;
        let parts = (THREADS / (places * chunks).max(1)).min(PARTS).clamp(1, size);
        let part = size.div_ceil(parts);
        let points = places * chunks * size.div_ceil(part);
        (0..chunk).step_by(ROUNDS).try_for_each(|start| {
            let end = (start + ROUNDS).min(chunk);
            let numbers = &[axis, part, places, start, end, chunk, places * size].map(|n| n as u32)[..];
            by_layouts(context, call, &Kernel { text, numbers, points, fails: Some(out_of_range) })
        })
    }

    /// Chunks are summed up, and sums of chunks added.
    fn add(self, context: &dyn Machine, call: &Call<'_>, join: &'static str) -> Result<()> {
        let Self { axis, places, size, chunks, .. } = self;
        let y = call.outs[0];
        let (all, elements) = (Spare::new(context, &[chunks, places * size], y.dtype)?, places * size);
        let nothing = Kernel { text: wgsl::ZEROS, numbers: &[], points: chunks * elements, fails: None };
        by_layouts(context, &Call { ins: &[all.place], outs: &[all.place], ..*call }, &nothing)?;
        let mut dims = call.ins[0].layout.shape.to_vec();
        dims[axis] = size;
        let first = Place { layout: Layout::dense(Shape::new(&dims)?), ..all.place };
        self.walk(context, &Call { outs: &[first], ..*call }, wgsl::SCATTER_ADD)?;
        let wide = 1 << (THREADS / elements).min(chunks).clamp(1, GROUP).ilog2();
        let numbers = &[wide, chunks].map(|n| n as u32);
        let groups = elements.div_ceil(GROUP / wide);
        by_groups(context, &Call { ins: &[first], ..*call }, &[join], numbers, groups)
    }
}

/// Elements to memory of another type.
fn copy(context: &dyn Machine, call: &Call<'_>, x: Place, y: Place) -> Result<()> {
    let points = y.layout.shape.numel();
    let kernel = Kernel { text: wgsl::COPY, numbers: &[], points, fails: None };
    by_layouts(context, &Call { ins: &[x], outs: &[y], ..*call }, &kernel)
}

/// Shares of the elements are counted, and counts added up.
fn histogram(context: &dyn Machine, call: &Call<'_>, lo: f64, hi: f64) -> Result<()> {
    let (x, parts) = (call.ins[0], call.outs[0].layout.shape[0]);
    let is_int = usize::from(x.dtype == DType::I32);
    let width = (hi - lo) / parts as f64;
    let firsts = (0..parts).map(|i| lo + i as f64 * width);
    let (dtype, bytes): (_, Vec<u8>) = if context.is_double(x.dtype) {
        (DType::F64, firsts.chain([hi]).flat_map(f64::to_ne_bytes).collect())
    } else {
        let ends = firsts.map(|edge| up(edge, is_int == 1)).chain([down(hi, is_int == 1)]);
        ([DType::F32, DType::I32][is_int], ends.flat_map(u32::to_ne_bytes).collect())
    };
    let edges = Spare::new(context, &[parts + 1], dtype)?;
    context.upload(edges.place.block, dtype, &bytes)?;
    let shares = x.layout.shape.numel().div_ceil(4096).clamp(1, 64);
    let counts = Spare::new(context, &[shares, parts], DType::I32)?;
    let numbers = &[shares as u32][..];
    let points = shares * parts.div_ceil(2048) * 256;
    let kernel = Kernel { text: wgsl::HISTOGRAM[is_int], numbers, points, fails: None };
    let ins = &[x, edges.place][..];
    by_layouts(context, &Call { ins, outs: &[counts.place], ..*call }, &kernel)?;
    let kernel = Kernel { text: wgsl::COUNTS, numbers: &[], points: parts, fails: None };
    by_layouts(context, &Call { ins: &[counts.place], ..*call }, &kernel)
}

/// The smallest element that is at least `edge`, as a word.
fn up(edge: f64, is_int: bool) -> u32 {
    if is_int {
        return edge.ceil() as i32 as u32;
    }
    let near = edge as f32;
    (if f64::from(near) < edge { near.next_up() } else { near }).to_bits()
}

/// The largest element that is at most `edge`, as a word.
fn down(edge: f64, is_int: bool) -> u32 {
    if is_int {
        return edge.floor() as i32 as u32;
    }
    let near = edge as f32;
    (if f64::from(near) > edge { near.next_down() } else { near }).to_bits()
}

fn out_of_range([index, size, position]: [u32; 3], numbers: &[u32]) -> String {
    said::out_of_range(numbers[0] as usize, index as i32, size as usize, position as usize)
}

fn not_a_class([index, size, position]: [u32; 3], numbers: &[u32]) -> String {
    said::out_of_range(numbers[1] as usize, index as i32, size as usize, position as usize)
}

fn not_a_part([index, axis, position]: [u32; 3], numbers: &[u32]) -> String {
    let size = numbers[1 + axis as usize];
    said::out_of_range(axis as usize, index as i32, size as usize, position as usize)
}
