//! The kernel of a chain, in CUDA C++: its members one after the other, each in a scope of its own.

use cotangent_kernels::DType;

use super::super::body::{Bindings, UNBOUND};
use super::super::dialect::Dialect;
use super::super::launch::Kernel;
use super::super::text::Text;
use super::slots::{self, Column, Plan, Value};
use super::{Chain, From, Kind, Made, Member};
use crate::device::Block;
use crate::device::backend::Launch;
use crate::error::Result;

/// A chain as one kernel.
pub(in crate::device) struct Rows<'a> {
    pub(super) chain: &'a Chain,
    pub(super) dialect: Dialect,
    pub(super) plan: Plan,
    pub(super) kernels: Vec<Kernel<'a>>,
    /// The binding of each operand of each member, where it is read or written in memory.
    at: Vec<Vec<usize>>,
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
        let bare = |(member, launch): (&'a Member, &'a Launch<'a>)| {
            Kernel::bare(dialect, launch, (member.text, member.body), member.needs.clone(), &member.pass)
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
                    Some(value) => this.is_loaded(value, phase),
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
    fn bound(&self, block: Block) -> usize {
        self.bindings.blocks().position(|(other, _)| other == block).unwrap_or(UNBOUND)
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
        self.plan.groups
    }

    /// Whether a phase reads a value from memory.
    fn is_loaded(&self, value: usize, phase: usize) -> bool {
        let value = &self.plan.values[value];
        value.slot.is_none() || value.made.is_none() && value.first == phase
    }

    /// The text, its arguments and what it depends on.
    pub(in crate::device) fn write(&self, text: &mut Text) {
        let plan = &self.plan;
        // No text of a launch begins so.
        text.on(usize::MAX);
        let [lanes, threads, width, _] =
            [plan.lanes, plan.threads, plan.width, plan.rounds].map(|n| text.on(n));
        text.on(self.kernels.len());
        let (is_shared, bytes) = (!plan.in_registers && plan.bytes > 0, text.on(self.bytes()));
        text.whether(plan.in_registers);
        self.declare(text);
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
        for phase in 0..self.kernels.len() {
            self.phase(text, phase);
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
        match self.plan.in_registers {
            true => (format!("#pragma unroll\nfor (int round = 0; round < {rounds}; round++) {{\n{head}"), "round"),
            false => ("for (ct_index point = lane; point < count; point += lanes) {\n{".to_owned(), "point"),
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
        text.line(format_args!("{head}\nfor (int c = 0; c < {width}; c++) {name}[{at}].at[c] = {start};\n}}\n}}"));
    }

    /// A sum over rows behind the last, as a part of each workgroup's rows that go together.
    fn ends(&self, text: &mut Text, column: &Column, block: Block) {
        let ((head, at), width) = (self.over(), self.plan.width);
        let bound = text.on(self.bound(block));
        let of_block = self.plan.threads / self.plan.lanes;
        let line = text.spell(|d| {
            let name = format!("c{}_{}[{at}]", column.phase, column.made.k);
            let place = format!("{}[((blockIdx.x * {of_block}u + sub) * count + point) * {width}u]", d.buffer(bound));
            match width {
                1 => format!("{place} = {name}.at[0];"),
                _ => format!("*({} *)&{place} = {name};", self.vector(d.stored(column.dtype))),
            }
        });
        text.line(format_args!("{head}\n{line}\n}}\n}}"));
    }

    fn declare(&self, text: &mut Text) {
        let bindings = &self.bindings;
        let is_wide = self.kernels.iter().any(Kernel::is_wide);
        let index = if text.whether(is_wide) { "unsigned long long" } else { "unsigned" };
        text.line(format_args!(
            "typedef {index} ct_index;\nstruct ct_given {{\nunsigned long long n[CT_WORDS];"
        ));
        for (at, (dtype, (block, written))) in bindings.dtypes().zip(bindings.blocks()).enumerate() {
            let qualifier = if text.whether(written) { "" } else { "const " };
            text.on(dtype as usize);
            let is_total = text.whether(self.totals.contains(&Some(block)));
            let ty = if is_total { "double" } else { self.dialect.stored(dtype) };
            text.line(format_args!("{qualifier}{ty} *__restrict__ b{at};"));
        }
        text.line(format_args!("}};"));
    }

    /// Neighbours in memory.
    fn vector(&self, ty: &str) -> String {
        format!("ct_near<{ty}, {}>", self.plan.width)
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
        } else {
            kernel.statements(text);
        }
        let lanes = self.plan.lanes;
        for made @ Made { k, out, kind } in member.made() {
            text.on(out);
            text.on(kind as usize);
            let target = &member.outs[out];
            let ty = self.dialect.computed(target.at.dtype);
            match kind {
                Kind::Point | Kind::Column => continue,
                // What a narrow member makes is the same in all threads.
                _ if !member.is_wide => {
                    let value = kernel.value(out);
                    text.line(format_args!("const {ty} f{k} = {value};"));
                }
                Kind::Pick | Kind::Number => text.line(format_args!("const auto f{k} = ct_share_row<{lanes}>(g{k}, lane, sub);")),
                Kind::Row | Kind::Total => {
                    let fold = self.dialect.fold(target.combine);
                    text.line(format_args!("const auto f{k} = ct_join_row<{fold}, {lanes}>(a{k}, sub);"));
                }
            }
            match self.totals[phase] {
                Some(parts) if kind == Kind::Total => self.part(text, phase, made, parts),
                _ => {
                    let mut value = text.spell(|_| format!("f{k}"));
                    if text.whether(kind == Kind::Row && target.scale != 1.0 && ty != "bool") {
                        let factor = text.number(target.scale, self.dialect.factor());
                        value = text.spell(|d| d.scaled(&value, &factor, ty));
                    }
                    self.keep(text, phase, made, &value);
                }
            }
        }
        text.line(format_args!("}}"));
    }

    /// A number of a row as a part of one of all rows.
    fn part(&self, text: &mut Text, phase: usize, Made { k, .. }: Made, parts: Block) {
        let member = &self.chain.members[phase];
        let number = member.made().filter(|made| made.kind == Kind::Total && made.k < k).count();
        let (bound, rows) = (text.on(self.bound(parts)), text.length(self.chain.rows));
        let part = text.spell(|d| format!("{}[{number}u * {rows} + row] = double(f{k});", d.buffer(bound)));
        text.line(format_args!("if (leads) {{ {part} }}"));
    }

    /// A number of a row for all of its threads, and for memory.
    fn keep(&self, text: &mut Text, phase: usize, Made { k, out, kind }: Made, value: &str) {
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
            let leads = if kind == Kind::Number { "leads && own == 0u" } else { "leads" };
            format!("if ({leads}) {{ {}[p{k}] = {}; }}", d.buffer(at), d.kept(&format!("r{phase}_{k}"), y.dtype))
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
        for Made { k, out, kind } in member.made() {
            let target = &member.outs[out];
            text.on(target.combine as usize);
            let line = text.spell(|d| match (kind, d.computed(target.at.dtype)) {
                (Kind::Pick, ty) => format!("{ty} g{k} = {ty}(0);"),
                (Kind::Row | Kind::Total, ty) => d.started(&format!("a{k}"), target.combine, ty, 1),
                _ => String::new(),
            });
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
                false => self.vector(self.dialect.stored(value.dtype)),
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
        let made: Vec<_> = member.made().filter(|made| made.kind == Kind::Point).collect();
        let values: Vec<&Value> =
            made.iter().filter_map(|made| plan.values.get(plan.of[phase][made.k]?)).collect();
        let outs = || made.iter().zip(&values).map(|(made, value)| (made.k, made.out, *value));
        for (k, out, value) in outs() {
            text.on(out);
            text.on(self.at[phase][k]);
            text.on(value.slot.map_or(UNBOUND, |slot| slot));
            text.on(value.dtype as usize);
            let ty = text.spell(|_| self.vector(self.dialect.stored(value.dtype)));
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
        for Made { k, out, kind } in member.made().filter(|made| made.kind != Kind::Point) {
            let target = &member.outs[out];
            let line = text.spell(|d| {
                let ty = d.computed(target.at.dtype);
                let name = match (kind, plan.in_registers) {
                    (Kind::Pick, _) => return format!("g{k} = {};", kernel.value(out)),
                    (Kind::Column, true) => format!("c{phase}_{k}[round].at[c]"),
                    (Kind::Column, false) => format!("c{phase}_{k}[point].at[c]"),
                    _ => format!("a{k}"),
                };
                let dtype = if kind == Kind::Column { slots::part(target.at.dtype) } else { target.at.dtype };
                let old = if kind == Kind::Column { d.loaded(&name, dtype) } else { name.clone() };
                let joined = d.joined(target.combine, ty, [&old, kernel.value(out)]);
                format!("{name} = {};", if kind == Kind::Column { d.kept(&joined, dtype) } else { joined })
            });
            text.line(format_args!("{line}"));
        }
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
                    _ => format!("*({} *)&{to} = y{out};", self.vector(self.dialect.stored(value.dtype))),
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
            _ => format!("{to} = *(const {} *)&{from};", self.vector(self.dialect.stored(value.dtype))),
        });
        text.line(format_args!("{line}"));
        if let Some(slot) = slot {
            text.line(format_args!("s{slot}[point] = {to};"));
        }
    }
}
