//! The kernel of a chain, in CUDA C++: its members one after the other, each in a scope of its own.

use cotangent_kernels::DType;

use super::super::body::{Bindings, UNBOUND};
use super::super::dialect::Dialect;
use super::super::launch::{Kernel, declared};
use super::super::text::Text;
use super::Chain;
use super::member::{From, Kind, Made, Member};
use super::slots::{Column, Plan};
use crate::device::Block;
use crate::device::backend::Launch;
use crate::device::passes::GROUP;
use crate::error::{Error, ErrorKind, Result};

/// A chain as one kernel.
pub(in crate::device) struct Rows<'a> {
    pub(super) chain: &'a Chain,
    pub(super) dialect: Dialect,
    pub(super) plan: Plan,
    pub(super) kernels: Vec<Kernel<'a>>,
    /// The binding of each operand of each member, where it is read or written in memory.
    pub(super) at: Vec<Vec<usize>>,
    /// Of the parts of each member's numbers of all rows, and of each sum over rows.
    pub(super) totals: Vec<Option<Block>>,
    pub(super) columns: Vec<Block>,
    bindings: Bindings,
}

/// Memory for parts: how many elements, and their type. Numbers of all rows have words for f64.
pub(in crate::device) type Wanted = (usize, DType);

impl Chain {
    /// What members were asked for, which their kernel is made of.
    pub(in crate::device) fn launches(&self) -> Vec<Launch<'_>> {
        self.members.iter().map(Member::launch).collect()
    }
}

impl<'a> Rows<'a> {
    /// The kernel, where the threads of a block share so many bytes, and what it binds.
    pub(in crate::device) fn of(
        chain: &'a Chain,
        launches: &'a [Launch<'a>],
        dialect: Dialect,
        shared: usize,
        mut alloc: impl FnMut(Wanted) -> Result<Block>,
    ) -> Result<Self> {
        let plan = Plan::of(chain, dialect, shared);
        if !plan.fits {
            let message = format!("the rows of a kernel want {} bytes of shared memory", plan.bytes);
            return Err(Error::new(ErrorKind::Device, message));
        }
        let bare = |(member, launch): (&'a Member, &'a Launch<'a>)| {
            Kernel::bare(dialect, launch, member.body, member.needs.clone(), &member.pass)
        };
        let kernels = chain.members.iter().zip(launches).map(bare).collect();
        let (mut bindings, at, mut columns) = (Bindings::default(), Vec::new(), Vec::new());
        for column in &plan.columns {
            let elements = plan.groups * (plan.threads / plan.lanes) * chain.inner;
            columns.push(alloc((elements, column.dtype))?);
        }
        let mut totals = Vec::new();
        for member in &chain.members {
            let many = member.made().filter(|made| made.kind == Kind::Total).count();
            let words = many * chain.rows * dialect.part_words();
            totals.push((many > 0).then(|| alloc((words, DType::I32))).transpose()?);
        }
        let mut this =
            Self { chain, dialect, plan, kernels, at, totals, columns, bindings: Bindings::default() };
        for (phase, member) in chain.members.iter().enumerate() {
            let mut at = vec![UNBOUND; member.paths.len()];
            for (i, x) in member.read() {
                let is_loaded = match this.plan.of[phase][i] {
                    Some(value) => this.is_loaded(value, this.plan.step_of(phase)),
                    None => chain.from(phase, i) == From::Once,
                };
                if is_loaded {
                    at[i] = bindings.bind(x.block, x.dtype, false);
                }
            }
            for Made { k, out, .. } in member.made().filter(|made| !made.kind.is_late()) {
                let y = &member.outs[out].at;
                let is_read = this.plan.of[phase][k].is_some_and(|value| this.plan.is_in_memory(value));
                if is_read || chain.is_stored(phase, out) {
                    at[k] = bindings.bind(y.block, y.dtype, true);
                }
            }
            this.at.push(at);
        }
        this.totals.iter().flatten().for_each(|block| _ = bindings.bind_words(*block));
        for (column, block) in this.plan.columns.iter().zip(&this.columns) {
            bindings.bind(*block, column.dtype, true);
        }
        this.bindings = bindings;
        Ok(this)
    }

    pub(in crate::device) fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// The binding of a block of parts.
    pub(super) fn bound(&self, block: Block) -> usize {
        self.bindings.blocks().position(|(other, _)| other == block).unwrap_or(UNBOUND)
    }

    /// Threads of a block, and bytes that they share besides those of the text.
    pub(in crate::device) fn shape(&self) -> (usize, usize) {
        (self.plan.threads, self.plan.bytes)
    }

    /// Workgroups. None where nobody has what it makes.
    pub(in crate::device) fn groups(&self) -> usize {
        if self.bindings.blocks().any(|(_, is_written)| is_written) { self.plan.groups } else { 0 }
    }

    /// Whether a step reads a value from memory.
    pub(super) fn is_loaded(&self, value: usize, step: usize) -> bool {
        let value = &self.plan.values[value];
        let is_first = value.first == step;
        if value.made.is_some() {
            value.slot.is_none() && !is_first
        } else {
            value.slot.is_none() || is_first
        }
    }

    /// The text, its arguments and what it depends on.
    pub(in crate::device) fn write(&self, text: &mut Text) {
        let plan = &self.plan;
        // No text of a launch begins so.
        text.on(usize::MAX);
        let [lanes, threads, width, _] =
            [plan.lanes, plan.threads, plan.width, plan.rounds].map(|n| text.on(n));
        let counts = [self.kernels.len(), self.bindings.len(), plan.slots.len(), plan.columns.len()];
        for count in counts {
            text.on(count);
        }
        self.chain.members.iter().for_each(|member| _ = text.on(member.paths.len()));
        let (is_shared, bytes) = (!plan.in_registers && plan.bytes > 0, text.on(plan.bytes));
        text.whether(plan.in_registers);
        let is_wide = self.kernels.iter().any(Kernel::is_wide);
        declared(text, &self.bindings, is_wide, |block| self.totals.contains(&Some(block)));
        if text.whether(is_shared) {
            text.line(format_args!("const int CT_BYTES = {bytes};"));
        }
        // Two blocks of few threads hide what one waits for.
        let blocks = (2 * GROUP / threads).max(1);
        text.line(format_args!(
            "extern \"C\" __global__ void __launch_bounds__({threads}, {blocks}) ct_main(const __grid_constant__ ct_given given) {{"
        ));
        if is_shared {
            text.line(format_args!("CT_TILES_OF(ct_rows);"));
        }
        let of_block = threads / lanes;
        let (rows, count) = (text.length(self.chain.rows), text.length(self.chain.inner / width));
        text.line(format_args!(
            "const unsigned lanes = {lanes}u, lane = threadIdx.x % lanes, sub = threadIdx.x / lanes;\n\
             const ct_index count = {count};"
        ));
        let walks = text.whether(!plan.columns.is_empty());
        plan.columns.iter().for_each(|column| self.begins(text, column));
        if walks {
            let walks = text.length(plan.walks);
            text.line(format_args!("for (ct_index walk = 0u; walk < {walks}; walk++) {{"));
        }
        let block = if walks { "walk * gridDim.x + blockIdx.x" } else { "blockIdx.x" };
        text.line(format_args!(
            "const ct_index own = ct_index({block}) * {of_block}u + sub;\n\
             const bool works = own < {rows}, leads = works && lane == 0u;\n\
             const ct_index row = works ? own : {rows} - 1u, last = works ? count : 0u;"
        ));
        for (number, slot) in plan.slots.iter().enumerate() {
            text.on(slot.dtype as usize);
            let ty = text.spell(|d| self.vector(d.stored(slot.dtype)));
            self.array(text, &ty, &format!("s{number}"), slot.begins);
        }
        for (phase, member) in self.chain.members.iter().enumerate() {
            for Made { k, out, .. } in member.made().filter(|made| made.kind.is_kept()) {
                let ty = text.spell(|d| d.computed(member.outs[out].at.dtype).to_owned());
                text.line(format_args!("{ty} r{phase}_{k};"));
            }
        }
        for (number, step) in plan.steps.iter().enumerate() {
            text.on(step.len());
            self.step(text, number, step);
        }
        if walks {
            text.line(format_args!("}}"));
        }
        for (column, block) in plan.columns.iter().zip(&self.columns) {
            self.ends(text, column, *block);
        }
        text.line(format_args!("}}"));
    }

    /// Vectors of a thread's points: registers, or memory that the block shares.
    fn array(&self, text: &mut Text, ty: &str, name: &str, begins: usize) {
        if self.plan.in_registers {
            let rounds = self.plan.rounds;
            text.line(format_args!("{ty} {name}[{rounds}];"));
        } else {
            let begins = text.length(begins);
            text.line(format_args!("{ty} *const {name} = ({ty} *)(ct_rows + {begins}) + sub * count;"));
        }
    }

    /// How a text begins to go over all vectors of a thread, and names the one that it is at.
    fn over(&self) -> (String, &'static str) {
        let rounds = self.plan.rounds;
        let head = "const ct_index point = lane + ct_index(round) * lanes;\nif (point < count) {";
        if self.plan.in_registers {
            (format!("#pragma unroll\nfor (int round = 0; round < {rounds}; round++) {{\n{head}"), "round")
        } else {
            ("for (ct_index point = lane; point < count; point += lanes) {\n{".to_owned(), "point")
        }
    }

    /// A sum over rows before the first.
    fn begins(&self, text: &mut Text, column: &Column) {
        let target = &self.chain.members[column.phase].outs[column.made.out];
        text.on(column.phase);
        text.on(column.made.k);
        text.on(column.dtype as usize);
        text.on(target.combine as usize);
        let ty = self.dialect.stored(column.dtype);
        let (vector, name) = (self.vector(ty), format!("c{}_{}", column.phase, column.made.k));
        self.array(text, &vector, &name, column.begins);
        let ((head, at), width) = (self.over(), self.plan.width);
        let start = text.spell(|d| {
            let computed = d.computed(target.at.dtype);
            d.kept(&format!("{}::start<{computed}>()", d.fold(target.combine)), column.dtype)
        });
        text.line(format_args!(
            "{head}\nfor (int c = 0; c < {width}; c++) {name}[{at}].at[c] = {start};\n}}\n}}"
        ));
    }

    /// A sum over rows behind the last, as a part of each workgroup's rows that go together.
    fn ends(&self, text: &mut Text, column: &Column, block: Block) {
        let ((head, at), width) = (self.over(), self.plan.width);
        let bound = text.on(self.bound(block));
        let of_block = self.plan.threads / self.plan.lanes;
        let line = text.spell(|d| {
            let name = format!("c{}_{}[{at}]", column.phase, column.made.k);
            let place =
                format!("{}[((blockIdx.x * {of_block}u + sub) * count + point) * {width}u]", d.buffer(bound));
            match width {
                1 => format!("{place} = {name}.at[0];"),
                _ => format!("*({} *)&{place} = {name};", self.vector(d.stored(column.dtype))),
            }
        });
        text.line(format_args!("{head}\n{line}\n}}\n}}"));
    }

    /// Neighbours in memory.
    pub(super) fn vector(&self, ty: &str) -> String {
        format!("ct_near<{ty}, {}>", self.plan.width)
    }
}
