//! Passes in which a thread reads several points before it goes on with the first, in CUDA C++.
//!
//! A compiler cannot put these loads first by itself: what is stored may be what is read next. Here it is not, since no point reads
//! what another one stores. Points of threads are as far apart as without rounds, and sums have the same order.

use super::super::passes::{BUSY, GROUP};
use super::body::UNBOUND;
use super::dialect::Dialect;
use super::launch::Kernel;
use super::quads::copies;
use super::text::{Layouts, Text};

/// Rounds of a thread; 1 where there are no more points or no more copies of the body.
pub(super) fn of(kernel: &Kernel<'_>) -> usize {
    let (pass, launch) = (kernel.pass, kernel.launch);
    if kernel.dialect == Dialect::Wgsl || Layouts::now() != Layouts::All {
        return 1;
    }
    let width = kernel.width().max(kernel.columns());
    // What is read for one point or vector, in registers.
    let is_read = |i: &usize| kernel.needs.1[*i] && !kernel.stays(*i);
    let read = (0..launch.ins.len()).filter(is_read).count().max(1);
    if pass.reduced.is_empty() {
        let few = if launch.has_halves() { 8 } else { 4 };
        let rounds = few.min(copies(kernel.body)).min(32 / read).max(1);
        let is_large = pass.inner_points() >= GROUP * rounds * BUSY;
        return if width == 1 && is_large { rounds } else { 1 };
    }
    let rounds = (copies(kernel.body) / width).min(16 / read).clamp(1, 4);
    let has = pass.shared.chunk / kernel.width() / pass.shared.lanes;
    if has >= rounds { rounds } else { 1 }
}

impl Kernel<'_> {
    /// Whether a thread goes by rounds, be it one: in CUDA C++ vectors do too.
    pub(super) fn in_rounds(&self) -> bool {
        self.rounds > 1 || self.quads.is_some() && self.dialect != Dialect::Wgsl
    }

    /// Whether an input is the same at all inner points of a fold.
    fn stays(&self, i: usize) -> bool {
        !self.pass.reduced.is_empty() && self.pass.walks[i].inner.iter().all(|stride| *stride == 0)
    }

    /// How an input is kept: its type in memory, and whether as a vector.
    fn kept_as(&self, i: usize) -> (String, bool) {
        let ty = self.dialect.stored(self.launch.ins[i].dtype);
        match &self.quads {
            Some(quads) if quads.of[i].is_vector() => (format!("ct_near<{ty}, {}>", quads.width), true),
            _ => (ty.to_owned(), false),
        }
    }

    /// Reads the inputs that stay, in front of the loop. A thread without points reads nothing.
    pub(super) fn before_rounds(&self, text: &mut Text, at: &[usize], bases: &[String]) {
        for i in 0..self.launch.ins.len() {
            text.on(at[i]);
            if at[i] == UNBOUND || !text.whether(self.stays(i)) {
                continue;
            }
            let lines = text.spell(|d| {
                let (ty, is_vector) = self.kept_as(i);
                let element = format!("{}[{}]", d.buffer(at[i]), bases[i]);
                let value = if is_vector { format!("*(const {ty} *)&{element}") } else { element };
                format!("{ty} e{i};\nif (first < last) {{ e{i} = {value}; }}")
            });
            text.line(format_args!("{lines}"));
        }
    }

    /// The points `begin`, `begin + step` and so on below `end`, as many as there are rounds.
    pub(super) fn by_rounds(&self, text: &mut Text, at: &[usize], bases: &[String], [step, end]: [&str; 2]) {
        let rounds = self.rounds;
        let ins = self.launch.ins.len();
        let width = self.quads.as_ref().map_or(1, |quads| quads.width);
        self.read(at).for_each(|i| _ = text.whether(self.is_vector(i)));
        for i in self.read(at).filter(|i| !self.stays(*i)) {
            let ty = text.spell(|_| self.kept_as(i).0);
            text.line(format_args!("{ty} e{i}[{rounds}];"));
        }
        for (k, ..) in self.stored() {
            text.line(format_args!("ct_index q{k}[{rounds}];"));
        }
        let head = text.spell(|_| {
            format!(
                "#pragma unroll\nfor (int round = 0; round < {rounds}; round++) {{\n\
                 const ct_index point = begin + ct_index(round) * {step};\nif (point < {end}) {{"
            )
        });
        text.line(format_args!("{head}"));
        let indices = text.indices("i", "point", &self.lens());
        for (k, (walk, base)) in self.walks.iter().zip(bases).enumerate() {
            let is_read = k < ins && text.on(at[k]) != UNBOUND && !text.whether(self.stays(k));
            let is_stored = (ins..ins + self.pass.stored.len()).contains(&k);
            if !is_read && !is_stored {
                continue;
            }
            let place = text.place(base.clone(), &walk.inner, &indices);
            if is_stored {
                text.line(format_args!("q{k}[round] = {place};"));
                continue;
            }
            let value = text.spell(|d| {
                let (ty, is_vector) = self.kept_as(k);
                let element = format!("{}[{place}]", d.buffer(at[k]));
                if is_vector { format!("*(const {ty} *)&{element}") } else { element }
            });
            text.line(format_args!("e{k}[round] = {value};"));
        }
        text.line(format_args!("}}\n}}\n{head}"));
        let value = |i: usize| if self.stays(i) { format!("e{i}") } else { format!("e{i}[round]") };
        for i in self.read(at).filter(|i| !self.is_vector(*i)) {
            let value = text.spell(|d| d.loaded(&value(i), self.launch.ins[i].dtype));
            text.set(format_args!("x{i}"), &value);
        }
        for (_, out, dtype) in self.stored() {
            text.on(out);
            let ty = text.spell(|d| d.stored(dtype).to_owned());
            text.line(format_args!("ct_near<{ty}, {width}> y{out};"));
        }
        text.line(format_args!("#pragma unroll\nfor (int c = 0; c < {width}; c++) {{"));
        for i in self.read(at).filter(|i| self.is_vector(*i)) {
            let value = text.spell(|d| d.loaded(&format!("{}.at[c]", value(i)), self.launch.ins[i].dtype));
            text.set(format_args!("x{i}"), &value);
        }
        self.statements(text);
        for (_, out, dtype) in self.stored() {
            let value = text.spell(|d| d.kept(self.value(out), dtype));
            text.line(format_args!("y{out}.at[c] = {value};"));
        }
        let part = if self.columns() > 1 { ".at[c]" } else { "" };
        self.join(text, part, |out| self.value(out).to_owned());
        text.line(format_args!("}}"));
        for (k, out, dtype) in self.stored() {
            text.on(at[k]);
            let ty = text.spell(|d| format!("ct_near<{}, {width}>", d.stored(dtype)));
            let to = text.spell(|d| format!("{}[q{k}[round]]", d.buffer(at[k])));
            if width == 1 {
                text.line(format_args!("{to} = y{out}.at[0];"));
            } else {
                text.line(format_args!("*({ty} *)&{to} = y{out};"));
            }
        }
        text.line(format_args!("}}\n}}"));
    }

    fn is_vector(&self, i: usize) -> bool {
        self.quads.as_ref().is_some_and(|quads| quads.of[i].is_vector())
    }
}
