//! Fused groups: the loops around a body, by what its operands look like in a pass.

use super::super::passes::{GROUP, Pass};
use super::body::{Bindings, Body, UNBOUND, computed, fold, from_word, kept, loaded, start, to_word, word};
use super::quads::{self, Quad};
use super::text::Text;
use crate::device::Block;
use crate::device::backend::Launch;

pub(super) const HEAD: &str = "@compute @workgroup_size(256)\nfn main(@builtin(workgroup_id) block: vec3<u32>, \
    @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {\nlet group = block.x + \
    block.y * blocks.x;";

/// A pass as a kernel.
pub(in crate::device) struct Kernel<'a> {
    pub(super) body: Body<'a>,
    /// Statements and inputs that the pass needs.
    pub(super) needs: (Vec<bool>, Vec<bool>),
    pub(super) launch: &'a Launch<'a>,
    pub(super) source: &'static str,
    pub(super) pass: &'a Pass,
    /// How the operands give four neighbours, where a thread has these.
    quads: Option<Vec<Quad>>,
    /// Where parts are kept, if inner points have several chunks.
    pub(super) parts: Option<Block>,
}

impl<'a> Kernel<'a> {
    pub(super) fn new(launch: &'a Launch<'a>, source: &'static str, pass: &'a Pass) -> Self {
        let body = Body::new(source);
        let outs: Vec<usize> = pass.stored.iter().chain(&pass.reduced).copied().collect();
        let needs = body.needs(&outs, launch.ins.len());
        let mut this = Self { body, needs, launch, source, pass, quads: None, parts: None };
        this.quads = quads::of(&this);
        this
    }

    /// Workgroups of the pass.
    pub(super) fn groups(&self) -> usize {
        if self.quads.is_some() { (self.pass.inner_points() / 4).div_ceil(GROUP) } else { self.pass.groups() }
    }

    /// Whether the pass reads a block.
    pub(super) fn reads(&self, block: Block) -> bool {
        self.launch.ins.iter().zip(&self.needs.1).any(|(x, needed)| *needed && x.block == block)
    }

    /// Inputs, then outputs, by binding.
    pub(super) fn bindings(&self) -> (Bindings, Vec<usize>) {
        let mut bindings = Bindings::default();
        let at = self.bind(&mut bindings);
        for (at, _) in at.iter().zip(self.quads.iter().flatten()).filter(|(_, quad)| **quad == Quad::Vector) {
            bindings.by_quads(*at);
        }
        if let Some(parts) = self.parts {
            bindings.bind_words(parts);
        }
        (bindings, at)
    }

    /// Adds inputs and outputs.
    pub(super) fn bind(&self, bindings: &mut Bindings) -> Vec<usize> {
        bindings.operands(self.launch, self.pass, &self.needs.1)
    }

    /// The inputs that the pass reads.
    pub(super) fn read<'b>(&self, at: &'b [usize]) -> impl Iterator<Item = usize> + use<'b> {
        (0..self.launch.ins.len()).filter(|&i| at[i] != UNBOUND)
    }

    /// The text depends on the body.
    pub(super) fn told(&self, text: &mut Text) {
        text.on(self.source.as_ptr().addr());
        text.on(self.source.len());
    }

    /// The pass over the space.
    pub(super) fn write(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        self.told(text);
        bindings.declare(text);
        if let Some(quads) = &self.quads {
            return self.by_quads(text, quads, bindings, at);
        }
        text.line(format_args!("{HEAD}"));
        if self.pass.reduced.is_empty() {
            self.points(text, at);
        } else {
            self.folds(text, bindings, at);
        }
        text.line(format_args!("}}"));
    }

    /// A thread for each point.
    fn points(&self, text: &mut Text, at: &[usize]) {
        let pass = self.pass;
        text.on(0);
        let count = text.length(pass.inner_points());
        text.line(format_args!("let point = group * {GROUP}u + thread;\nif point >= {count} {{ return; }}"));
        let indices = text.indices("i", "point", &pass.inner);
        let mut places = Vec::new();
        for walk in &pass.walks {
            let base = text.offset(walk.offset);
            places.push(text.place(base, &walk.inner, &indices));
        }
        self.body(text, at, &places);
        self.store(text, at, &places);
    }

    /// Loads, host numbers and statements.
    fn body(&self, text: &mut Text, at: &[usize], places: &[String]) {
        for (i, x) in self.launch.ins.iter().enumerate() {
            if text.on(at[i]) == UNBOUND {
                continue;
            }
            let value = loaded(at[i], &places[i], x.dtype);
            text.line(format_args!("let x{i} = {value};"));
        }
        self.statements(text);
    }

    /// Host numbers and statements.
    pub(super) fn statements(&self, text: &mut Text) {
        let body = &self.body;
        for (i, ty) in body.numbers.iter().enumerate() {
            let number = self.launch.numbers.get(i).copied().unwrap_or_default();
            let argument = text.argument(word(number, ty));
            text.line(format_args!("let h{i} = {};", from_word(&argument, ty)));
        }
        for (statement, _) in body.statements.iter().zip(&self.needs.0).filter(|(_, needed)| **needed) {
            text.line(format_args!("{statement}"));
        }
    }

    pub(super) fn store(&self, text: &mut Text, at: &[usize], places: &[String]) {
        let ins = self.launch.ins.len();
        for (i, &out) in self.pass.stored.iter().enumerate() {
            text.on(out);
            text.on(at[ins + i]);
            let value = self.body.outs.get(out).copied().unwrap_or("0");
            let line = kept(at[ins + i], &places[ins + i], value, self.launch.outs[out].at.dtype);
            text.line(format_args!("{line}"));
        }
    }

    /// Threads that share outer points.
    fn folds(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        let (pass, body) = (self.pass, &self.body);
        text.on(1);
        self.shares(text, pass.shared.chunks);
        let inner = text.length(pass.inner_points());
        let chunk = text.length(pass.shared.chunk);
        text.line(format_args!(
            "var last = min((chunk + 1u) * {chunk}, {inner});\nif !works {{ last = 0u; }}\nlet first = chunk * {chunk} + lane;"
        ));
        let bases = self.bases(text);
        self.starts(text, at);
        text.line(format_args!("for (var point = first; point < last; point += lanes) {{"));
        let indices = text.indices("i", "point", &pass.inner);
        let mut places = Vec::new();
        for (k, walk) in pass.walks.iter().enumerate() {
            places.push(text.place(bases[k].clone(), &walk.inner, &indices));
        }
        self.body(text, at, &places);
        self.store(text, at, &places);
        for (i, &out) in pass.reduced.iter().enumerate() {
            let target = &self.launch.outs[out];
            let (ty, op) = (computed(target.at.dtype), fold(target.combine));
            let value = body.outs.get(out).copied().unwrap_or("0");
            text.line(format_args!("a{i} = ct_join_{ty}({op}, a{i}, {value});"));
        }
        text.line(format_args!("}}"));
        if text.whether(self.parts.is_some()) {
            let parts = bindings.len() - 1;
            let (points, chunks) = (text.length(pass.outer_points()), text.length(pass.shared.chunks));
            for i in 0..pass.reduced.len() {
                let ty = self.joined(text, i);
                let word = to_word(&format!("f{i}"), ty);
                text.line(format_args!(
                    "if leads {{ b{parts}[({i}u * {points} + outer) * {chunks} + chunk] = {word}; }}"
                ));
            }
        } else {
            self.finish(text, at, &bases);
        }
    }

    /// A second launch, of one workgroup's lanes for each outer point, that joins the parts of chunks.
    pub(super) fn join(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        let (pass, parts) = (self.pass, bindings.len() - 1);
        text.on(2);
        bindings.declare(text);
        text.line(format_args!("{HEAD}"));
        self.shares(text, 1);
        let (points, chunks) = (text.length(pass.outer_points()), text.length(pass.shared.chunks));
        let bases = self.bases(text);
        self.starts(text, at);
        text.line(format_args!("let many = select(0u, {chunks}, works);"));
        text.line(format_args!("for (var c = lane; c < many; c += lanes) {{"));
        for (i, &out) in pass.reduced.iter().enumerate() {
            let target = &self.launch.outs[out];
            let (ty, op) = (computed(target.at.dtype), fold(target.combine));
            let part = from_word(&format!("b{parts}[({i}u * {points} + outer) * {chunks} + c]"), ty);
            text.line(format_args!("a{i} = ct_join_{ty}({op}, a{i}, {part});"));
        }
        text.line(format_args!("}}"));
        self.finish(text, at, &bases);
        text.line(format_args!("}}"));
    }

    /// Which outer point a thread works at, and which of its lanes it is.
    fn shares(&self, text: &mut Text, chunks: usize) {
        let pass = self.pass;
        let (outer, lanes) = (text.length(pass.outer_points()), text.length(pass.shared.lanes));
        text.line(format_args!("let lanes = {lanes};\nlet rows = {GROUP}u / lanes;"));
        if text.whether(pass.shared.fast) {
            text.line(format_args!("let lane = thread % lanes;\nlet sub = thread / lanes;"));
        } else {
            text.line(format_args!("let lane = thread / rows;\nlet sub = thread % rows;"));
        }
        if text.whether(chunks > 1) {
            let chunks = text.length(chunks);
            text.line(format_args!(
                "let chunk = group % {chunks};\nlet outer = group / {chunks} * rows + sub;"
            ));
        } else {
            text.line(format_args!("let chunk = 0u;\nlet outer = group * rows + sub;"));
        }
        text.line(format_args!("let works = outer < {outer};\nlet leads = works && lane == 0u;"));
    }

    /// Where the operands are at the outer point.
    fn bases(&self, text: &mut Text) -> Vec<String> {
        let indices = text.indices("o", "outer", &self.pass.outer);
        let mut bases = Vec::new();
        for (k, walk) in self.pass.walks.iter().enumerate() {
            let base = text.offset(walk.offset);
            let place = text.place(base, &walk.outer, &indices);
            text.line(format_args!("let p{k} = {place};"));
            bases.push(format!("p{k}"));
        }
        bases
    }

    fn starts(&self, text: &mut Text, at: &[usize]) {
        let before = self.launch.ins.len() + self.pass.stored.len();
        for (i, &out) in self.pass.reduced.iter().enumerate() {
            let target = &self.launch.outs[out];
            text.on(out);
            text.on(target.combine as usize);
            text.on(at[before + i]);
            let ty = computed(target.at.dtype);
            text.line(format_args!("var a{i}: {ty} = {};", start(target.combine, ty)));
        }
    }

    /// The value of all lanes, `f{i}`.
    fn joined(&self, text: &mut Text, i: usize) -> &'static str {
        let target = &self.launch.outs[self.pass.reduced[i]];
        let (ty, op) = (computed(target.at.dtype), fold(target.combine));
        text.line(format_args!("let f{i} = ct_lanes_{ty}({op}, lanes, sub * lanes, lane, a{i});"));
        ty
    }

    fn finish(&self, text: &mut Text, at: &[usize], bases: &[String]) {
        let before = self.launch.ins.len() + self.pass.stored.len();
        for (i, &out) in self.pass.reduced.iter().enumerate() {
            let target = &self.launch.outs[out];
            let ty = self.joined(text, i);
            let mut value = format!("f{i}");
            if text.whether(target.scale != 1.0 && ty != "bool") {
                let factor = text.argument(word(target.scale, "f32"));
                value = match ty {
                    "i32" => format!("i32(f32({value}) * bitcast<f32>({factor}))"),
                    _ => format!("{value} * bitcast<f32>({factor})"),
                };
            }
            let line = kept(at[before + i], &bases[before + i], &value, target.at.dtype);
            text.line(format_args!("if leads {{ {line} }}"));
        }
    }
}
