//! The kernel of a chain, in CUDA C++: its members one after the other, each in a scope of its own.

use cotangent_kernels::DType;

use super::super::body::{Bindings, UNBOUND};
use super::super::dialect::Dialect;
use super::super::launch::Kernel;
use super::super::text::Text;
use super::slots::{Plan, Value};
use super::{Chain, From, Member};
use crate::device::Block;
use crate::device::backend::Launch;

/// A chain as one kernel.
pub(in crate::device) struct Rows<'a> {
    chain: &'a Chain,
    dialect: Dialect,
    plan: Plan,
    kernels: Vec<Kernel<'a>>,
    /// The binding of each operand of each member, where it is read or written in memory.
    at: Vec<Vec<usize>>,
}

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
    ) -> (Self, Bindings) {
        let plan = Plan::of(chain, dialect, shared);
        let bare = |(member, launch): (&'a Member, &'a Launch<'a>)| {
            Kernel::bare(dialect, launch, (member.text, member.body), member.needs.clone(), &member.pass)
        };
        let kernels = chain.members.iter().zip(launches).map(bare).collect();
        let mut bindings = Bindings::default();
        let mut this = Self { chain, dialect, plan, kernels, at: Vec::new() };
        for (phase, member) in chain.members.iter().enumerate() {
            let mut at = vec![UNBOUND; member.paths.len()];
            for (i, x) in member.read() {
                let is_loaded = match this.plan.of[phase][i] {
                    Some(value) => this.is_loaded(value, phase),
                    None => chain.from(phase, i) == From::Once,
                };
                if is_loaded {
                    at[i] = bindings.bind(x.block, x.dtype, false);
                }
            }
            for (k, out, _) in member.made() {
                let y = &member.outs[out].at;
                let is_read = this.plan.of[phase][k].is_some_and(|value| this.plan.is_in_memory(value));
                if is_read || chain.is_stored(phase, out) {
                    at[k] = bindings.bind(y.block, y.dtype, true);
                }
            }
            this.at.push(at);
        }
        (this, bindings)
    }

    /// Threads of a block, and bytes that they share besides those of the text.
    pub(in crate::device) fn shape(&self) -> (usize, usize) {
        (self.plan.threads, self.bytes())
    }

    /// Rounded up, so that not every length of rows is a kernel of its own.
    fn bytes(&self) -> usize {
        let bytes = self.plan.bytes;
        bytes.next_multiple_of((bytes.next_power_of_two() / 16).max(16))
    }

    pub(in crate::device) fn groups(&self) -> usize {
        self.chain.rows.div_ceil(self.plan.threads / self.plan.lanes)
    }

    /// Whether a phase reads a value from memory.
    fn is_loaded(&self, value: usize, phase: usize) -> bool {
        let value = &self.plan.values[value];
        value.slot.is_none() || value.made.is_none() && value.first == phase
    }

    /// The text, its arguments and what it depends on.
    pub(in crate::device) fn write(&self, text: &mut Text, bindings: &Bindings) {
        let plan = &self.plan;
        // No text of a launch begins so.
        text.on(usize::MAX);
        let [lanes, threads, width, rounds] =
            [plan.lanes, plan.threads, plan.width, plan.rounds].map(|n| text.on(n));
        text.on(self.kernels.len());
        let (is_shared, bytes) = (!plan.in_registers && plan.bytes > 0, text.on(self.bytes()));
        text.whether(plan.in_registers);
        self.declare(text, bindings);
        if text.whether(is_shared) {
            text.line(format_args!("const int CT_BYTES = {bytes};"));
        }
        text.line(format_args!(
            "extern \"C\" __global__ void __launch_bounds__({threads}) ct_main(const __grid_constant__ ct_given given) {{"
        ));
        if is_shared {
            text.line(format_args!("CT_TILES_OF(ct_rows);"));
        }
        let of_block = threads / lanes;
        let (rows, count) = (text.length(self.chain.rows), text.length(self.chain.inner / width));
        text.line(format_args!(
            "const unsigned lanes = {lanes}u, lane = threadIdx.x % lanes, sub = threadIdx.x / lanes;\n\
             const ct_index own = ct_index(blockIdx.x) * {of_block}u + sub, count = {count};\n\
             const bool works = own < {rows}, leads = works && lane == 0u;\n\
             const ct_index row = works ? own : {rows} - 1u, last = works ? count : 0u;"
        ));
        for (number, slot) in plan.slots.iter().enumerate() {
            text.on(slot.dtype as usize);
            let ty = text.spell(|_| self.vector(slot.dtype));
            if plan.in_registers {
                text.line(format_args!("{ty} s{number}[{rounds}];"));
            } else {
                let begins = text.length(slot.begins);
                text.line(format_args!("{ty} *const s{number} = ({ty} *)(ct_rows + {begins}) + sub * count;"));
            }
        }
        for (phase, member) in self.chain.members.iter().enumerate() {
            for (k, out, _) in member.made().filter(|(_, _, is_row)| *is_row) {
                let ty = text.spell(|d| d.computed(member.outs[out].at.dtype).to_owned());
                text.line(format_args!("{ty} r{phase}_{k};"));
            }
        }
        for phase in 0..self.kernels.len() {
            self.phase(text, phase);
        }
        text.line(format_args!("}}"));
    }

    fn declare(&self, text: &mut Text, bindings: &Bindings) {
        let is_wide = self.kernels.iter().any(Kernel::is_wide);
        let index = if text.whether(is_wide) { "unsigned long long" } else { "unsigned" };
        text.line(format_args!(
            "typedef {index} ct_index;\nstruct ct_given {{\nunsigned long long n[CT_WORDS];"
        ));
        for (at, (dtype, (_, written))) in bindings.dtypes().zip(bindings.blocks()).enumerate() {
            let qualifier = if text.whether(written) { "" } else { "const " };
            text.on(dtype as usize);
            let ty = self.dialect.stored(dtype);
            text.line(format_args!("{qualifier}{ty} *__restrict__ b{at};"));
        }
        text.line(format_args!("}};"));
    }

    /// Neighbours in memory.
    fn vector(&self, dtype: DType) -> String {
        format!("ct_near<{}, {}>", self.dialect.stored(dtype), self.plan.width)
    }

    fn phase(&self, text: &mut Text, phase: usize) {
        let (member, kernel) = (&self.chain.members[phase], &self.kernels[phase]);
        kernel.told(text);
        text.line(format_args!("{{"));
        let indices = text.indices("o", "row", &member.pass.outer);
        let place = |text: &mut Text, k: usize| {
            let walk = &member.pass.walks[k];
            let base = text.offset(walk.offset);
            text.place(base, &walk.outer, &indices)
        };
        for (i, x) in member.read() {
            let at = text.on(self.at[phase][i]);
            match self.chain.from(phase, i) {
                From::Row(other, k) => {
                    text.on(other);
                    text.on(k);
                    text.line(format_args!("const auto x{i} = r{other}_{k};"));
                }
                From::Once => {
                    let place = place(text, i);
                    let value = text.spell(|d| d.loaded(&format!("{}[{place}]", d.buffer(at)), x.dtype));
                    text.set(format_args!("x{i}"), &value);
                }
                From::Made(..) | From::Memory => {}
            }
        }
        // Where a row begins.
        for k in 0..member.paths.len() {
            let is_row = k < member.ins.len() && self.plan.of[phase][k].is_none();
            if text.on(self.at[phase][k]) != UNBOUND && !is_row {
                let place = place(text, k);
                text.line(format_args!("const ct_index p{k} = {place};"));
            }
        }
        if text.whether(member.is_wide) {
            self.points(text, phase);
            for (i, target, ty) in kernel.reduced() {
                let lanes = self.plan.lanes;
                let value = text.spell(|d| format!("ct_join_row<{}, {lanes}>(a{i}, sub)", d.fold(target.combine)));
                text.set(format_args!("f{i}"), &value);
                let mut value = text.spell(|_| format!("f{i}"));
                if text.whether(target.scale != 1.0 && ty != "bool") {
                    let factor = text.number(target.scale, self.dialect.factor());
                    value = text.spell(|d| d.scaled(&value, &factor, ty));
                }
                let before = member.ins.len() + member.pass.stored.len();
                self.keep(text, phase, (before + i, member.pass.reduced[i]), &value);
            }
        } else {
            kernel.statements(text);
            for (k, out, _) in member.made() {
                text.on(out);
                self.keep(text, phase, (k, out), kernel.value(out));
            }
        }
        text.line(format_args!("}}"));
    }

    /// A number of a row for all of its threads, and for memory.
    fn keep(&self, text: &mut Text, phase: usize, (k, out): (usize, usize), value: &str) {
        let y = &self.chain.members[phase].outs[out].at;
        let value = text.spell(|d| d.loaded(&d.kept(value, y.dtype), y.dtype));
        text.line(format_args!("r{phase}_{k} = {value};"));
        let at = self.at[phase][k];
        if at == UNBOUND {
            return;
        }
        if text.whether(self.is_read_once(phase, y.block)) {
            // Other threads of the row may not have read what lies there.
            text.line(format_args!("__syncthreads();"));
        }
        let line = text.spell(|d| {
            format!("if (leads) {{ {}[p{k}] = {}; }}", d.buffer(at), d.kept(&format!("r{phase}_{k}"), y.dtype))
        });
        text.line(format_args!("{line}"));
    }

    /// Whether threads of a row read a number of it where a member of this phase writes.
    fn is_read_once(&self, phase: usize, block: Block) -> bool {
        self.chain.members[..=phase].iter().enumerate().any(|(at, member)| {
            member.read().any(|(i, x)| x.block == block && self.chain.from(at, i) == From::Once)
        })
    }

    /// How a text names the vector of a value that a thread has.
    fn named(&self, number: usize) -> String {
        match self.plan.values[number].slot {
            Some(slot) if self.plan.in_registers => format!("s{slot}[round]"),
            _ => format!("e{number}[round]"),
        }
    }

    /// The values that a phase reads, each once, with an input that is it.
    fn read(&self, phase: usize) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> = Vec::new();
        for (i, _) in self.chain.members[phase].read() {
            if let Some(value) = self.plan.of[phase][i]
                && all.iter().all(|(other, _)| *other != value)
            {
                all.push((value, i));
            }
        }
        all
    }

    /// What the threads of a row do at its points.
    fn points(&self, text: &mut Text, phase: usize) {
        let (member, kernel, plan) = (&self.chain.members[phase], &self.kernels[phase], &self.plan);
        let (width, rounds) = (plan.width, plan.rounds);
        for (i, target, ty) in kernel.reduced() {
            text.on(target.combine as usize);
            let line = text.spell(|d| d.started(&format!("a{i}"), target.combine, ty, 1));
            text.line(format_args!("{line}"));
        }
        let all = self.read(phase);
        for &(number, _) in &all {
            let value = &plan.values[number];
            text.on(number);
            text.on(value.dtype as usize);
            text.on(value.slot.map_or(UNBOUND, |slot| slot));
            text.whether(value.is_single);
            if plan.in_registers && value.slot.is_some() {
                continue;
            }
            let ty = text.spell(|d| match value.is_single {
                true => d.stored(value.dtype).to_owned(),
                false => self.vector(value.dtype),
            });
            text.line(format_args!("{ty} e{number}[{rounds}];"));
        }
        if plan.in_registers {
            text.line(format_args!("const ct_index begin = lane;\n{{"));
        } else {
            text.line(format_args!(
                "for (ct_index begin = lane; begin < last; begin += {rounds}u * lanes) {{"
            ));
        }
        let head = format!(
            "#pragma unroll\nfor (int round = 0; round < {rounds}; round++) {{\n\
             const ct_index point = begin + ct_index(round) * lanes;\nif (point < last) {{"
        );
        text.line(format_args!("{head}"));
        let mut lens = member.pass.inner.clone();
        lens.last_mut().into_iter().for_each(|last| *last /= width);
        let indices = text.indices("i", "point", &lens);
        for &(number, i) in &all {
            self.load(text, phase, (number, i), &indices);
        }
        text.line(format_args!("}}\n}}\n{head}"));
        let indices = text.indices("i", "point", &lens);
        let made: Vec<_> = member.made().filter(|(_, _, is_row)| !is_row).collect();
        let values: Vec<&Value> = made.iter().filter_map(|(k, ..)| plan.values.get(plan.of[phase][*k]?)).collect();
        let outs = || made.iter().zip(&values).map(|(&(k, out, _), value)| (k, out, *value));
        for (k, out, value) in outs() {
            text.on(out);
            text.on(self.at[phase][k]);
            text.on(value.slot.map_or(UNBOUND, |slot| slot));
            text.on(value.dtype as usize);
            let ty = text.spell(|_| self.vector(value.dtype));
            text.line(format_args!("{ty} y{out};"));
        }
        text.line(format_args!("#pragma unroll\nfor (int c = 0; c < {width}; c++) {{"));
        for (i, x) in member.read() {
            let Some(number) = plan.of[phase][i] else { continue };
            text.on(number);
            let value = text.spell(|d| {
                let part = if plan.values[number].is_single { "" } else { ".at[c]" };
                d.loaded(&format!("{}{part}", self.named(number)), x.dtype)
            });
            text.set(format_args!("x{i}"), &value);
        }
        kernel.statements(text);
        for (_, out, value) in outs() {
            let value = text.spell(|d| d.kept(kernel.value(out), value.dtype));
            text.line(format_args!("y{out}.at[c] = {value};"));
        }
        kernel.join(text, "", |out| kernel.value(out).to_owned());
        text.line(format_args!("}}"));
        for (k, out, value) in outs() {
            if let Some(slot) = value.slot {
                let at = if plan.in_registers { "round" } else { "point" };
                text.line(format_args!("s{slot}[{at}] = y{out};"));
            }
            if self.at[phase][k] != UNBOUND {
                let to = self.element(text, phase, k, &indices);
                let line = text.spell(|_| match width {
                    1 => format!("{to} = y{out}.at[0];"),
                    _ => format!("*({} *)&{to} = y{out};", self.vector(value.dtype)),
                });
                text.line(format_args!("{line}"));
            }
        }
        text.line(format_args!("}}\n}}\n}}"));
    }

    /// The element of an operand at a point, or the first of neighbours.
    fn element(&self, text: &mut Text, phase: usize, k: usize, indices: &[String]) -> String {
        let walk = &self.chain.members[phase].pass.walks[k];
        let mut strides = walk.inner.clone();
        strides.last_mut().into_iter().for_each(|last| *last *= self.plan.width as isize);
        let base = text.spell(|_| format!("p{k}"));
        let place = text.place(base, &strides, indices);
        text.spell(|d| format!("{}[{place}]", d.buffer(self.at[phase][k])))
    }

    /// Reads a value of a point from where it is.
    fn load(&self, text: &mut Text, phase: usize, (number, i): (usize, usize), indices: &[String]) {
        let (plan, value) = (&self.plan, &self.plan.values[number]);
        let to = self.named(number);
        let slot = value.slot.filter(|_| !plan.in_registers);
        if !text.whether(self.is_loaded(number, phase)) {
            if let Some(slot) = slot {
                text.line(format_args!("{to} = s{slot}[point];"));
            }
            return;
        }
        let from = self.element(text, phase, i, indices);
        let line = text.spell(|_| match (value.is_single, plan.width) {
            (true, _) => format!("{to} = {from};"),
            (_, 1) => format!("{to}.at[0] = {from};"),
            _ => format!("{to} = *(const {} *)&{from};", self.vector(value.dtype)),
        });
        text.line(format_args!("{line}"));
        if let Some(slot) = slot {
            text.line(format_args!("s{slot}[point] = {to};"));
        }
    }
}
