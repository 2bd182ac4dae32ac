//! What the threads of a row do at its points, in a step of a chain's kernel.

use super::super::body::UNBOUND;
use super::super::text::Text;
use super::kernel::Rows;
use super::member::{From, Kind, Made};
use super::slots::{self, Value, bytes};

/// Words that a thread holds of what it reads from memory, and one of 1024 threads.
const HELD: [usize; 2] = [32, 20];

impl Rows<'_> {
    /// A step, in a scope of its own. Members of one have one loop.
    pub(super) fn step(&self, text: &mut Text, step: usize, members: &[usize]) {
        text.line(format_args!("{{"));
        for &at in members {
            // Names in the text are those of members, and a member may come to an earlier step.
            text.on(at);
            self.begin(text, at, members);
        }
        if text.whether(self.chain.members[members[0]].is_wide) {
            self.points(text, step, members);
        }
        for &at in members {
            self.end(text, at);
        }
        text.line(format_args!("}}"));
    }

    /// What is the same at all points of a row, and where the row begins.
    fn begin(&self, text: &mut Text, at: usize, members: &[usize]) {
        let member = &self.chain.members[at];
        self.kernels[at].told(text);
        let indices = text.indices(&format!("o{at}x"), "row", &member.pass.outer);
        let place = |text: &mut Text, k: usize| {
            let walk = &member.pass.walks[k];
            let base = text.offset(walk.offset);
            text.place(base, &walk.outer, &indices)
        };
        for (i, x) in member.read() {
            let bound = text.on(self.at[at][i]);
            match self.chain.from(at, i) {
                From::Row(other, k) => {
                    text.on(other);
                    text.on(k);
                    // What a member of this step has at each point is there in the loop alone.
                    if !members.contains(&other) {
                        text.line(format_args!("const auto x{at}_{i} = r{other}_{k};"));
                    }
                }
                From::Once => {
                    let place = place(text, i);
                    let value = text.spell(|d| d.loaded(&format!("{}[{place}]", d.buffer(bound)), x.dtype));
                    text.set(format_args!("x{at}_{i}"), &value);
                }
                From::Made(..) | From::Memory => {}
            }
        }
        for k in 0..member.paths.len() {
            let is_row = k < member.ins.len() && self.plan.of[at][k].is_none();
            if text.on(self.at[at][k]) != UNBOUND && !is_row {
                let place = place(text, k);
                text.line(format_args!("const ct_index p{at}_{k} = {place};"));
            }
        }
        for Made { k, out, kind } in member.made() {
            let target = &member.outs[out];
            text.on(out);
            text.on(kind as usize);
            text.on(target.combine as usize);
            // No binding has the type of what is not stored.
            text.on(target.at.dtype as usize);
            let line = text.spell(|d| match (kind, d.computed(target.at.dtype)) {
                (Kind::Pick, ty) if member.is_wide => format!("{ty} g{at}_{k} = {ty}(0);"),
                (Kind::Row | Kind::Total, ty) if member.is_wide => {
                    d.started(&format!("a{at}_{k}"), target.combine, ty, 1)
                }
                _ => String::new(),
            });
            text.line(format_args!("{line}"));
        }
    }

    /// How a text names the vector of a value that a thread has.
    fn named(&self, step: usize, number: usize) -> String {
        let value = &self.plan.values[number];
        match (value.made, value.slot) {
            (Some([at, k]), _) if value.first == step => format!("y{at}_{k}"),
            (_, Some(slot)) if self.plan.in_registers => format!("s{slot}[round]"),
            _ => format!("e{number}[round]"),
        }
    }

    /// The values that a step has from before, each once, with the operand of a member that it is.
    fn read(&self, step: usize, members: &[usize]) -> Vec<(usize, [usize; 2])> {
        let mut all: Vec<(usize, [usize; 2])> = Vec::new();
        for &at in members {
            for (i, _) in self.chain.members[at].read() {
                let Some(number) = self.plan.of[at][i] else { continue };
                let value = &self.plan.values[number];
                let is_own = value.made.is_some() && value.first == step;
                if !is_own && all.iter().all(|(other, _)| *other != number) {
                    all.push((number, [at, i]));
                }
            }
        }
        all
    }

    /// Vectors of each value that a step reads before it goes on with the first: as many as its registers hold.
    fn rounds(&self, all: &[(usize, [usize; 2])]) -> usize {
        if self.plan.in_registers {
            return self.plan.rounds;
        }
        let words = |&(number, _): &(usize, [usize; 2])| {
            let value = &self.plan.values[number];
            let width = if value.is_single { 1 } else { self.plan.width };
            (width * bytes(self.dialect, value.dtype)).div_ceil(4)
        };
        let all: usize = all.iter().map(words).sum();
        let most = if self.plan.threads > 512 { HELD[1] } else { HELD[0] };
        self.plan.rounds.min(most / all.max(1)).max(1)
    }

    /// What the threads of a row do at its points.
    fn points(&self, text: &mut Text, step: usize, members: &[usize]) {
        let plan = &self.plan;
        let all = self.read(step, members);
        let rounds = text.on(self.rounds(&all));
        for &(number, _) in &all {
            let value = &plan.values[number];
            text.on(number);
            text.on(value.dtype as usize);
            text.on(value.slot.unwrap_or(UNBOUND));
            text.whether(value.is_single);
            if plan.in_registers && value.slot.is_some() {
                continue;
            }
            let ty = text.spell(|d| {
                let ty = d.stored(value.dtype);
                if value.is_single { ty.to_owned() } else { self.vector(ty) }
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
        let head = text.spell(|_| {
            format!(
                "#pragma unroll\nfor (int round = 0; round < {rounds}; round++) {{\n\
                 const ct_index point = begin + ct_index(round) * lanes;\nif (point < last) {{"
            )
        });
        if text.whether(!all.is_empty()) {
            text.line(format_args!("{head}"));
            let indices = self.indices(text, members);
            for &(number, [at, i]) in &all {
                let place = members.iter().position(|member| *member == at).unwrap_or_default();
                self.load(text, step, (number, at, i), &indices[place]);
            }
            text.line(format_args!("}}\n}}"));
        }
        text.line(format_args!("{head}"));
        // Not where it is read from memory: a store would wait for the first before the next is asked for.
        for &(number, _) in &all {
            if let Some(slot) = plan.values[number].slot
                && !plan.in_registers
                && self.is_loaded(number, step)
            {
                text.line(format_args!("s{slot}[point] = e{number}[round];"));
            }
        }
        let indices = self.indices(text, members);
        for &at in members {
            for (k, _, value) in self.outs(at) {
                text.on(value.slot.unwrap_or(UNBOUND));
                text.on(value.dtype as usize);
                let ty = text.spell(|d| self.vector(d.stored(value.dtype)));
                text.line(format_args!("{ty} y{at}_{k};"));
            }
        }
        text.line(format_args!("#pragma unroll\nfor (int c = 0; c < {}; c++) {{", plan.width));
        for &at in members {
            self.at_point(text, step, at, members);
        }
        text.line(format_args!("}}"));
        for (&at, indices) in members.iter().zip(&indices) {
            for (k, _, value) in self.outs(at) {
                if let Some(slot) = value.slot {
                    let point = if plan.in_registers { "round" } else { "point" };
                    text.line(format_args!("s{slot}[{point}] = y{at}_{k};"));
                }
                if self.at[at][k] != UNBOUND {
                    let to = self.element(text, at, k, indices);
                    let line = text.spell(|d| match plan.width {
                        1 => format!("{to} = y{at}_{k}.at[0];"),
                        _ => format!("*({} *)&{to} = y{at}_{k};", self.vector(d.stored(value.dtype))),
                    });
                    text.line(format_args!("{line}"));
                }
            }
        }
        text.line(format_args!("}}\n}}\n}}"));
    }

    /// The elements that a member makes, by operand and output.
    fn outs(&self, at: usize) -> impl Iterator<Item = (usize, usize, &Value)> {
        let made = self.chain.members[at].made().filter(|made| made.kind == Kind::Point);
        made.filter_map(move |Made { k, out, .. }| Some((k, out, &self.plan.values[self.plan.of[at][k]?])))
    }

    fn indices(&self, text: &mut Text, members: &[usize]) -> Vec<Vec<String>> {
        let of = |at: &usize| {
            let mut lens = self.chain.members[*at].pass.inner.clone();
            lens.last_mut().into_iter().for_each(|last| *last /= self.plan.width);
            text.indices(&format!("i{at}x"), "point", &lens)
        };
        members.iter().map(of).collect()
    }

    /// A member's body at a point.
    fn at_point(&self, text: &mut Text, step: usize, at: usize, members: &[usize]) {
        let (member, kernel, plan) = (&self.chain.members[at], &self.kernels[at], &self.plan);
        text.line(format_args!("{{"));
        for (i, x) in member.read() {
            let value = match plan.of[at][i] {
                Some(number) => {
                    text.on(number);
                    text.spell(|d| {
                        let part = if plan.values[number].is_single { "" } else { ".at[c]" };
                        d.loaded(&format!("{}{part}", self.named(step, number)), x.dtype)
                    })
                }
                None => match self.chain.from(at, i) {
                    From::Row(other, k) if members.contains(&other) => {
                        text.spell(|d| d.loaded(&d.kept(&format!("g{other}_{k}"), x.dtype), x.dtype))
                    }
                    _ => text.spell(|_| format!("x{at}_{i}")),
                },
            };
            text.set(format_args!("x{i}"), &value);
        }
        kernel.statements(text);
        for Made { k, out, kind } in member.made() {
            let target = &member.outs[out];
            let line = text.spell(|d| {
                let (ty, value) = (d.computed(target.at.dtype), kernel.value(out));
                match kind {
                    Kind::Point => format!("y{at}_{k}.at[c] = {};", d.kept(value, target.at.dtype)),
                    Kind::Pick | Kind::Number => format!("g{at}_{k} = {value};"),
                    Kind::Row | Kind::Total => {
                        let name = format!("a{at}_{k}");
                        format!("{name} = {};", d.joined(target.combine, ty, [&name, value]))
                    }
                    Kind::Column => {
                        let point = if plan.in_registers { "round" } else { "point" };
                        let name = format!("c{at}_{k}[{point}].at[c]");
                        let dtype = slots::part(target.at.dtype);
                        let joined = d.joined(target.combine, ty, [&d.loaded(&name, dtype), value]);
                        format!("{name} = {};", d.kept(&joined, dtype))
                    }
                }
            });
            text.line(format_args!("{line}"));
        }
        text.line(format_args!("}}"));
    }

    /// The element of an operand at a point, or the first of neighbours.
    fn element(&self, text: &mut Text, at: usize, k: usize, indices: &[String]) -> String {
        let walk = &self.chain.members[at].pass.walks[k];
        let mut strides = walk.inner.clone();
        strides.last_mut().into_iter().for_each(|last| *last *= self.plan.width as isize);
        let base = text.spell(|_| format!("p{at}_{k}"));
        let place = text.place(base, &strides, indices);
        text.spell(|d| format!("{}[{place}]", d.buffer(self.at[at][k])))
    }

    /// Reads a value of a point from where it is.
    fn load(&self, text: &mut Text, step: usize, (number, at, i): (usize, usize, usize), indices: &[String]) {
        let (plan, value) = (&self.plan, &self.plan.values[number]);
        let to = text.spell(|_| self.named(step, number));
        let slot = value.slot.filter(|_| !plan.in_registers);
        if !text.whether(self.is_loaded(number, step)) {
            if let Some(slot) = slot {
                text.line(format_args!("{to} = s{slot}[point];"));
            }
            return;
        }
        let from = self.element(text, at, i, indices);
        let line = text.spell(|d| match (value.is_single, plan.width) {
            (true, _) => format!("{to} = {from};"),
            (_, 1) => format!("{to}.at[0] = {from};"),
            _ => format!("{to} = *(const {} *)&{from};", self.vector(d.stored(value.dtype))),
        });
        text.line(format_args!("{line}"));
    }
}
