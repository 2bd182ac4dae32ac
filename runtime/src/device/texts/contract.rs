//! Sums of products over labels: products of matrices whose rows, columns and inner dims may be several axes.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source, Statement, Term};
use cotangent_kernels::source::wgsl;

use super::Machine;
use super::body::{Bindings, countable};
use super::epilogue::{self, Pending};
use super::opaque::{bound, declare};
use super::spare::{Spare, real};
use super::text::{Layouts, Text};
use crate::device::backend::{Call, Launch, Operand, Place, SAME, Target};
use crate::device::spelled;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::MAX_RANK;

/// The body that multiplies two elements of this type.
macro_rules! product {
    ($dtype:ident) => {{
        static PRODUCT: Source = Source {
            ins: &[DType::$dtype; 2],
            statements: &[Statement {
                op: &spelled::MUL,
                dtype: DType::$dtype,
                reads: &[Term::Input(0), Term::Input(1)],
            }],
            outs: &[Term::Value(0)],
            ..Source::NONE
        };
        &PRODUCT
    }};
}

/// The inner dim of a launch at most: sums of sums round less, and Mesa's software ends a thread's loops after 65,535 rounds.
const PART: usize = 1 << 15;

/// Workgroups that keep a device busy.
const BUSY: usize = 256;
/// Steps that a part of a sum has at least.
const SHORT: usize = 512;
/// Elements of all parts at most: 16 MiB.
const SPARE: usize = 1 << 22;

/// An axis and the stride of each operand and of the result along it.
#[derive(Clone, Copy, Debug)]
pub(in crate::device) struct Axis {
    pub(in crate::device) len: usize,
    pub(in crate::device) strides: [isize; 3],
}

/// The axes by what they are to a product.
#[derive(Clone, Debug, Default)]
pub(in crate::device) struct Contraction {
    pub(in crate::device) batch: Vec<Axis>,
    pub(in crate::device) rows: Vec<Axis>,
    pub(in crate::device) columns: Vec<Axis>,
    pub(in crate::device) depth: Vec<Axis>,
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

    /// As an op of its own: whatever is asked for next may become part of the kernel.
    pub(super) fn begin(self, context: &dyn Machine, call: &Call<'_>) -> Result<()> {
        match context.waits() {
            Some(on) if on.later(&self, call)? => Ok(()),
            _ => self.run(context, call),
        }
    }

    /// The product as a text that waits, if one kernel has whole sums.
    pub(in crate::device) fn waiting(&self, call: &Call<'_>) -> Result<Option<Pending>> {
        let plan = self.planned(call)?.filter(|plan| plan.is_whole);
        Ok(plan.map(|plan| Pending::new(self.clone(), plan, call)))
    }

    pub(super) fn run(&self, context: &dyn Machine, call: &Call<'_>) -> Result<()> {
        if context.product(self, call)? {
            return Ok(());
        }
        self.planned(call)?.map_or(Ok(()), |plan| self.launch(context, call, plan))
    }

    /// Whether a reduction of products has it: few rows or columns fill no tile.
    pub(in crate::device) fn is_sum(&self) -> bool {
        let axes = [&self.batch, &self.rows, &self.columns, &self.depth];
        let [_, rows, columns, depth] = axes.map(|axes| points(axes));
        rows.min(16) * columns.min(16) <= 16
            && depth >= SHORT / 2
            && axes.map(Vec::len).iter().sum::<usize>() <= MAX_RANK
    }

    /// `None` of a result without elements.
    fn planned(&self, call: &Call<'_>) -> Result<Option<Plan>> {
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
            return Ok(None);
        }
        let elements = batches * rows * columns;
        let part = part(groups, elements, depth);
        let steps = Steps { begin: 0, end: depth, part, apart: elements };
        let is_sum = self.is_sum();
        let is_whole = part == depth && depth <= PART && !is_sum;
        Ok(Some(Plan { is_large: large, quads: self.quads(call, large), groups, steps, is_sum, is_whole }))
    }

    fn launch(&self, context: &dyn Machine, call: &Call<'_>, plan: Plan) -> Result<()> {
        let Steps { end: depth, part, .. } = plan.steps;
        if plan.is_sum {
            return self.by_sum(context, call);
        }
        if part < depth {
            return self.by_parts(context, call, plan);
        }
        // A sum over nothing is written too.
        (0..depth.max(1)).step_by(PART).try_for_each(|begin| {
            let end = depth.min(begin + PART);
            let steps = Steps { begin, end, part: end - begin, ..plan.steps };
            self.record(context, call, Plan { steps, ..plan })
        })
    }

    /// The sum as a reduction of products.
    fn by_sum(&self, context: &dyn Machine, call: &Call<'_>) -> Result<()> {
        // What the larger operand has side by side is last.
        let is_tall = points(&self.rows) >= points(&self.columns);
        let (many, few) = if is_tall { (&self.rows, &self.columns) } else { (&self.columns, &self.rows) };
        let k = usize::from(!is_tall);
        let along = self.depth.last().is_some_and(|axis| axis.strides[k].abs() == 1);
        let order =
            if along { [&self.batch, many, few, &self.depth] } else { [&self.depth, &self.batch, few, many] };
        let axes: Vec<Axis> = order.into_iter().flatten().copied().collect();
        let dims: Vec<usize> = axes.iter().map(|axis| axis.len).collect();
        let operand = |place: &Place, k: usize| {
            let mut strides = [0; MAX_RANK];
            strides.iter_mut().zip(&axes).for_each(|(stride, axis)| *stride = axis.strides[k]);
            Operand { block: place.block, dtype: place.dtype, offset: place.layout.offset, strides }
        };
        context.launch(&Launch {
            source: if call.outs[0].dtype == DType::F64 { product!(F64) } else { product!(F32) },
            numbers: &[],
            dims: &dims,
            ins: &[operand(&call.ins[0], 0), operand(&call.ins[1], 1)],
            outs: &[Target { at: operand(&call.outs[0], 2), combine: Combine::Sum, scale: 1.0 }],
            narrows: true,
        })
    }

    /// Parts of the sum as results side by side, and their sum.
    fn by_parts(&self, context: &dyn Machine, call: &Call<'_>, plan: Plan) -> Result<()> {
        let Steps { end: depth, part, apart: elements, .. } = plan.steps;
        let parts = depth.div_ceil(part);
        let made = Spare::new(context, &[parts, elements], real(call.outs[0].dtype))?;
        let groups = plan.groups * parts;
        self.record(context, &Call { outs: &[made.place], ..*call }, Plan { groups, ..plan })?;
        let out = &call.outs[0];
        let operand = |place: &Place, along: isize| {
            let mut strides = [0; MAX_RANK];
            strides[..2].copy_from_slice(&[along, 1]);
            Operand { block: place.block, dtype: place.dtype, offset: place.layout.offset, strides }
        };
        let sum = Target { at: operand(out, 0), combine: Combine::Sum, scale: 1.0 };
        context.launch(&Launch {
            source: &SAME,
            numbers: &[],
            dims: &[parts, elements],
            ins: &[operand(&made.place, elements as isize)],
            outs: &[sum],
            narrows: true,
        })
    }

    fn record(&self, context: &dyn Machine, call: &Call<'_>, plan: Plan) -> Result<()> {
        let (mut bindings, at) = bound(call);
        plan.bind(&mut bindings, &at);
        context.run(&bindings, plan.groups, &|text| {
            self.write(text, call, (&bindings, &at), plan, epilogue::none);
        })
    }

    /// Which operands are loaded by four neighbours, as vectors. Both or none, where they are of one buffer.
    fn quads(&self, call: &Call<'_>, is_large: bool) -> [bool; 2] {
        let quads = [0, 1].map(|k| {
            let neighbours = [&self.depth, [&self.rows, &self.columns][k]].map(|axes| axes.last());
            let last = neighbours.into_iter().flatten().find(|axis| axis.strides[k].abs() == 1);
            let others = || {
                let all = [&self.batch, &self.rows, &self.columns, &self.depth];
                all.into_iter().flatten().filter(|axis| last.is_none_or(|last| !std::ptr::eq(*axis, last)))
            };
            is_large
                && Layouts::now() == Layouts::All
                && last.is_some_and(|axis| axis.strides[k] == 1 && axis.len.is_multiple_of(4))
                && call.ins[k].layout.offset.is_multiple_of(4)
                && others().all(|axis| axis.strides[k] % 4 == 0)
        });
        if call.ins[0].block == call.ins[1].block { [quads[0] && quads[1]; 2] } else { quads }
    }

    /// The kernel of a plan. `finish` writes what becomes of an element.
    pub(super) fn write(
        &self,
        text: &mut Text,
        call: &Call<'_>,
        (bindings, at): (&Bindings, &[usize]),
        plan: Plan,
        finish: impl FnOnce(&mut Text),
    ) {
        text.on(wgsl::CONTRACT.as_ptr().addr());
        let tiles = wgsl::CONTRACT_TILES[usize::from(text.whether(plan.is_large))];
        let adds = text.whether(plan.steps.begin > 0);
        text.line(format_args!("const CT_ADDS = {adds};"));
        for (k, place) in call.ins.iter().enumerate() {
            let along = self.depth.last().is_some_and(|a| a.strides[k].abs() == 1);
            let along = text.whether(along && text.layouts < Layouts::Strides);
            let quads = plan.quads[k];
            text.line(format_args!("const CT_ALONG{k} = {along};\nconst CT_QUADS{k} = {quads};"));
            // Keyed by the bindings.
            let value =
                if quads { format!("vec4<f32>(b{}[at / 4u])", at[k]) } else { "vec4<f32>()".to_owned() };
            text.line(format_args!("fn ct_quad{k}(at: u32) -> vec4<f32> {{ return {value}; }}"));
            base(text, k, place, &self.batch);
        }
        let Steps { begin, end, part, apart } = plan.steps;
        let lengths = [
            ("batches", points(&self.batch)),
            ("rows", points(&self.rows)),
            ("columns", points(&self.columns)),
            ("begin", begin),
            ("depth", end),
            ("part", part),
            ("parts", (end - begin).div_ceil(part.max(1)).max(1)),
            ("apart", apart),
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
        finish(text);
        text.line(format_args!("{tiles}\n{}", wgsl::CONTRACT));
    }
}

/// How a product is launched, by shapes and layouts alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    is_large: bool,
    quads: [bool; 2],
    pub(super) groups: usize,
    steps: Steps,
    /// Whether products are added by a reduction, without tiles.
    is_sum: bool,
    /// Whether one kernel has whole sums.
    is_whole: bool,
}

impl Plan {
    /// Says which operands are read as vectors.
    pub(super) fn bind(&self, bindings: &mut Bindings, at: &[usize]) {
        at.iter().zip(self.quads).filter(|(_, quads)| *quads).for_each(|(at, _)| bindings.by_quads(*at));
    }
}

/// Steps of the sum that a launch takes.
#[derive(Clone, Copy, Debug)]
struct Steps {
    begin: usize,
    end: usize,
    /// Those of a part, and how far its result lies behind that of the part before.
    part: usize,
    apart: usize,
}

/// Steps of a part of the sum. Few workgroups, each with a long sum, are more of them with parts of it: by shapes alone, so that
/// bits depend on no device.
fn part(groups: usize, elements: usize, depth: usize) -> usize {
    let parts = (BUSY / groups).max(depth.div_ceil(PART)).min(depth / SHORT);
    if parts < 2 || parts * elements > SPARE {
        return depth;
    }
    depth.div_ceil(parts).next_multiple_of(16)
}

pub(in crate::device) fn points(axes: &[Axis]) -> usize {
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
pub(in crate::device) fn joined(axes: &mut Vec<Axis>) {
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
