//! Sums of products over labels: products of matrices whose rows, columns and inner dims may be several axes.

use cotangent_kernels::source::wgsl;

use super::body::{Bindings, countable};
use super::context::Context;
use super::opaque::{bound, declare};
use super::text::Text;
use crate::device::backend::{Call, Place};
use crate::error::Result;
use crate::layout::Layout;
use crate::shape::MAX_RANK;

/// The inner dim of a launch at most: sums of sums round less, and Mesa's software ends a thread's loops after 65,535 rounds.
const PART: usize = 1 << 15;

/// An axis and the stride of each operand and of the result along it.
#[derive(Clone, Copy, Debug)]
struct Axis {
    len: usize,
    strides: [isize; 3],
}

/// The axes by what they are to a product.
#[derive(Debug, Default)]
pub(super) struct Contraction {
    batch: Vec<Axis>,
    rows: Vec<Axis>,
    columns: Vec<Axis>,
    depth: Vec<Axis>,
}

impl Contraction {
    /// Of the last two axes of two batches.
    pub(super) fn of_matrices(call: &Call<'_>) -> Self {
        let rank = call.ins[0].layout.shape.rank();
        let (m, k, n) = (MAX_RANK as u8, MAX_RANK as u8 + 1, MAX_RANK as u8 + 2);
        let of = |last: [u8; 2]| {
            let batch = (0..rank - 2).map(|i| i as u8);
            batch.chain(last).collect::<Vec<_>>()
        };
        Self::new(call, [&of([m, k]), &of([k, n]), &of([m, n])])
    }

    pub(super) fn new(call: &Call<'_>, labels: [&[u8]; 3]) -> Self {
        let [x, y, _] = labels;
        let mut this = Self::default();
        let ins = [&call.ins[0].layout, &call.ins[1].layout];
        let at = |which: usize, label: u8| labels[which].iter().position(|&l| l == label);
        let len = |label: u8| {
            let of = |which: usize| at(which, label).map(|axis| ins[which].shape[axis]);
            of(0).or_else(|| of(1)).unwrap_or(1)
        };
        // The result is dense, whatever axes of length 1 it lacks.
        let mut out = vec![0; labels[2].len()];
        let mut step = 1;
        for (stride, &label) in out.iter_mut().zip(labels[2]).rev() {
            *stride = step;
            step *= len(label) as isize;
        }
        let mut seen: Vec<u8> = Vec::new();
        for &label in labels[2].iter().chain(x).chain(y) {
            if seen.contains(&label) {
                continue;
            }
            seen.push(label);
            let stride = |which: usize| at(which, label).map_or(0, |axis| ins[which].strides[axis]);
            let strides = [stride(0), stride(1), at(2, label).map_or(0, |axis| out[axis])];
            let axis = Axis { len: len(label), strides };
            match [0, 1, 2].map(|which| at(which, label).is_some()) {
                [true, true, true] => this.batch.push(axis),
                [true, false, _] => this.rows.push(axis),
                [false, ..] => this.columns.push(axis),
                [true, true, false] => this.depth.push(axis),
            }
        }
        for axes in [&mut this.batch, &mut this.rows, &mut this.columns, &mut this.depth] {
            joined(axes);
        }
        this
    }

    pub(super) fn run(&self, context: &Context, call: &Call<'_>) -> Result<()> {
        let [batches, rows, columns, depth] =
            [&self.batch, &self.rows, &self.columns, &self.depth].map(|axes| points(axes));
        for count in [batches * rows.max(1) * columns.max(1), depth] {
            countable(count)?;
        }
        // What a workgroup of large tiles would not fill, small ones share.
        let large = rows >= 48 && columns >= 48;
        let side = if large { 4 } else { 1 };
        let groups = batches * rows.div_ceil(16 * side) * columns.div_ceil(16 * side);
        if groups == 0 {
            return Ok(());
        }
        let (bindings, at) = bound(call);
        // A sum over nothing is written too.
        (0..depth.max(1)).step_by(PART).try_for_each(|begin| {
            let part = (begin, depth.min(begin + PART));
            let write = |text: &mut Text| self.write(text, call, &bindings, (&at, side), part);
            context.run(&bindings, groups, write)
        })
    }

    /// The kernel over a part of the inner dim.
    fn write(
        &self,
        text: &mut Text,
        call: &Call<'_>,
        bindings: &Bindings,
        (at, side): (&[usize], usize),
        (begin, end): (usize, usize),
    ) {
        text.on(wgsl::CONTRACT.as_ptr().addr());
        text.on(side);
        let adds = text.whether(begin > 0);
        text.line(format_args!("const CT_SIDE = {side}u;\nconst CT_ADDS = {adds};"));
        for (k, place) in call.ins.iter().enumerate() {
            let along = text.whether(self.depth.last().is_some_and(|a| a.strides[k].abs() == 1));
            text.line(format_args!("const CT_ALONG{k} = {along};"));
            base(text, k, place, &self.batch);
        }
        let lengths = [
            ("batches", points(&self.batch)),
            ("rows", points(&self.rows)),
            ("columns", points(&self.columns)),
            ("begin", begin),
            ("depth", end),
        ];
        for (name, length) in lengths {
            let length = text.length(length);
            text.line(format_args!("fn ct_{name}() -> u32 {{ return {length}; }}"));
        }
        base(text, 2, &call.outs[0], &self.batch);
        for (name, k, axes) in [
            ("row", 0, &self.rows),
            ("row", 2, &self.rows),
            ("column", 1, &self.columns),
            ("column", 2, &self.columns),
            ("step", 0, &self.depth),
            ("step", 1, &self.depth),
        ] {
            place(text, name, k, "0u".to_owned(), axes);
        }
        declare(text, call, bindings, at);
        text.line(format_args!("{}", wgsl::CONTRACT));
    }
}

fn points(axes: &[Axis]) -> usize {
    axes.iter().map(|a| a.len).product()
}

/// Where a batch begins.
fn base(text: &mut Text, k: usize, of: &Place, batch: &[Axis]) {
    let Layout { offset, .. } = of.layout;
    let offset = text.offset(offset);
    place(text, "base", k, offset, batch);
}

/// `ct_{name}{k}`: the place of an index over some axes.
fn place(text: &mut Text, name: &str, k: usize, base: String, axes: &[Axis]) {
    text.line(format_args!("fn ct_{name}{k}(i: u32) -> u32 {{"));
    let lens: Vec<usize> = axes.iter().map(|a| a.len).collect();
    let strides: Vec<isize> = axes.iter().map(|a| a.strides[k]).collect();
    let indices = text.indices("i", "i", &lens);
    let place = text.place(base, &strides, &indices);
    text.line(format_args!("return {place};\n}}"));
}

/// Axes that all walk as one become one.
fn joined(axes: &mut Vec<Axis>) {
    axes.retain(|a| a.len != 1);
    let mut at = 1;
    while at < axes.len() {
        let (outer, inner) = (axes[at - 1], axes[at]);
        if (0..3).all(|k| outer.strides[k] == inner.strides[k] * inner.len as isize) {
            axes[at - 1] = Axis { len: outer.len * inner.len, ..inner };
            axes.remove(at);
        } else {
            at += 1;
        }
    }
}
