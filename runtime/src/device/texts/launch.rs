//! Fused groups: the loops around a body, by what its operands look like in a pass.

use std::borrow::Cow;

use cotangent_kernels::DType;

use super::super::passes::{GROUP, Pass, Shared, Walk};
use super::body::{Bindings, UNBOUND};
use super::dialect::Dialect;
use super::printed::{Body, address, needs};
use super::quads::{self, Quads};
use super::rounds;
use super::text::Text;
use super::tiles::{self, Tiles};
use crate::device::Block;
use crate::device::backend::{Launch, Target};

const HEAD: &str = "@compute @workgroup_size(256)\nfn main(@builtin(workgroup_id) block: vec3<u32>, \
    @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {\nlet group = block.x + \
    block.y * blocks.x;";

/// A pass as a kernel.
pub(in crate::device) struct Kernel<'a> {
    pub(in crate::device) dialect: Dialect,
    pub(in crate::device) body: &'static Body,
    /// Statements and inputs that the pass needs.
    pub(in crate::device) needs: (Vec<bool>, Vec<bool>),
    pub(in crate::device) launch: &'a Launch<'a>,
    pub(in crate::device) pass: &'a Pass,
    /// Those of the pass, in steps of a thread.
    pub(super) walks: Cow<'a, [Walk]>,
    /// How the operands give neighbours, where a thread has several.
    pub(super) quads: Option<Quads>,
    /// Which operands go by squares.
    pub(super) tiles: Option<Tiles>,
    /// Points, or vectors of them, that a thread reads before it goes on with the first.
    pub(super) rounds: usize,
    /// Where parts are kept, if inner points have several chunks.
    pub(in crate::device) parts: Option<Block>,
}

impl<'a> Kernel<'a> {
    pub(in crate::device) fn new(dialect: Dialect, launch: &'a Launch<'a>, pass: &'a Pass) -> Self {
        let body = Body::of(dialect, launch.source);
        let outs: Vec<usize> = pass.stored.iter().chain(&pass.reduced).copied().collect();
        let needs = needs(launch.source, &outs, launch.ins.len());
        let mut this = Self::bare(dialect, launch, body, needs, pass);
        this.quads = quads::of(&this);
        this.walks = this.steps();
        this.tiles = if this.quads.is_none() { tiles::of(&this) } else { None };
        this.rounds = rounds::of(&this);
        this
    }

    /// A kernel that goes element by element.
    pub(in crate::device) fn bare(
        dialect: Dialect,
        launch: &'a Launch<'a>,
        body: &'static Body,
        needs: (Vec<bool>, Vec<bool>),
        pass: &'a Pass,
    ) -> Self {
        let (quads, tiles, parts, walks) = (None, None, None, Cow::Borrowed(&pass.walks[..]));
        Self { dialect, body, needs, launch, pass, walks, quads, tiles, rounds: 1, parts }
    }

    /// Neighbours along inner points that a thread has.
    pub(super) fn width(&self) -> usize {
        self.quads.as_ref().filter(|quads| !quads.are_columns).map_or(1, |quads| quads.width)
    }

    /// Outer points side by side that a thread has.
    pub(super) fn columns(&self) -> usize {
        self.quads.as_ref().filter(|quads| quads.are_columns).map_or(1, |quads| quads.width)
    }

    /// Workgroups of the pass.
    pub(in crate::device) fn groups(&self) -> usize {
        let (pass, shared) = (self.pass, &self.pass.shared);
        if let Some(tiles) = &self.tiles {
            self.square_groups(tiles)
        } else if pass.reduced.is_empty() {
            (pass.inner_points() / self.width()).div_ceil(GROUP * self.rounds)
        } else {
            (pass.outer_points() / self.columns()).div_ceil(GROUP / shared.lanes) * shared.chunks
        }
    }

    /// Whether the pass reads a block.
    pub(super) fn reads(&self, block: Block) -> bool {
        self.launch.ins.iter().zip(&self.needs.1).any(|(x, needed)| *needed && x.block == block)
    }

    /// Inputs, then outputs, by binding.
    pub(in crate::device) fn bindings(&self) -> (Bindings, Vec<usize>) {
        let mut bindings = Bindings::default();
        let at = self.bind(&mut bindings);
        if self.dialect == Dialect::Wgsl {
            let quads = self.quads.iter().flat_map(|quads| &quads.of);
            at.iter()
                .zip(quads)
                .filter(|(_, quad)| quad.is_vector())
                .for_each(|(at, _)| bindings.by_quads(*at));
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

    /// The outputs that the pass stores, by the place of their bindings. `reduced` has the outputs that it reduces.
    pub(super) fn stored(&self) -> impl Iterator<Item = (usize, usize, DType)> {
        let ins = self.launch.ins.len();
        let stored = self.pass.stored.iter().enumerate();
        stored.map(move |(i, &out)| (ins + i, out, self.launch.outs[out].at.dtype))
    }

    pub(super) fn reduced(&self) -> impl Iterator<Item = (usize, &Target, &'static str)> {
        let reduced = self.pass.reduced.iter().enumerate();
        reduced.map(|(i, &out)| {
            let target = &self.launch.outs[out];
            (i, target, self.dialect.computed(target.at.dtype))
        })
    }

    /// What the body gives for an output.
    pub(super) fn value(&self, out: usize) -> &str {
        self.body.outs.get(out).map_or("0", String::as_str)
    }

    /// The text depends on the body.
    pub(super) fn told(&self, text: &mut Text) {
        text.on(address(self.body.source));
    }

    /// The pass over the space.
    pub(in crate::device) fn write(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        self.told(text);
        self.declare(text, bindings);
        if text.on(self.width()) > 1 && self.dialect == Dialect::Wgsl {
            self.function(text, at);
        }
        text.on(self.columns());
        text.on(self.rounds);
        text.on(self.tiles.as_ref().map_or(0, Tiles::number));
        self.open(text);
        if self.pass.reduced.is_empty() {
            self.points(text, bindings, at);
        } else {
            self.folds(text, bindings, at);
        }
        text.line(format_args!("}}"));
    }

    /// Buffers and arguments.
    fn declare(&self, text: &mut Text, bindings: &Bindings) {
        if self.dialect == Dialect::Wgsl {
            return bindings.declare(text);
        }
        declared(text, bindings, self.is_wide(), |block| self.parts == Some(block));
    }

    /// The head of the kernel. There `group` and `thread` have names.
    fn open(&self, text: &mut Text) {
        if self.dialect == Dialect::Wgsl {
            return text.line(format_args!("{HEAD}"));
        }
        text.line(format_args!(
            "extern \"C\" __global__ void __launch_bounds__({GROUP}) ct_main(const __grid_constant__ ct_given given) {{\n\
             const unsigned thread = threadIdx.x;\nconst ct_index group = blockIdx.x;"
        ));
    }

    /// Whether places need more than 32 bits.
    pub(super) fn is_wide(&self) -> bool {
        let pass = self.pass;
        let far = |lens: &[usize], strides: &[isize]| {
            lens.iter()
                .zip(strides)
                .map(|(l, s)| l.saturating_mul(s.unsigned_abs()))
                .fold(0, usize::saturating_add)
        };
        let reach = |w: &Walk| {
            w.offset.saturating_add(far(&pass.outer, &w.outer)).saturating_add(far(&pass.inner, &w.inner))
        };
        let points = pass.outer_points().saturating_mul(pass.inner_points());
        let most = pass.walks.iter().map(reach).chain([points]).max().unwrap_or_default();
        most > (u32::MAX / 2) as usize
    }

    /// Lengths of inner axes in steps of a thread.
    pub(super) fn lens(&self) -> Vec<usize> {
        let mut lens = self.pass.inner.clone();
        lens.last_mut().into_iter().for_each(|last| *last /= self.width());
        lens
    }

    /// A thread for each point, or for each few neighbours.
    fn points(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        if let Some(tiles) = &self.tiles {
            return self.by_squares(text, tiles, at);
        }
        text.on(0);
        let count = text.length(self.pass.inner_points() / self.width());
        let set = self.dialect.set();
        if self.in_rounds() {
            let tile = GROUP * self.rounds;
            text.line(format_args!("const ct_index begin = group * {tile}u + thread;"));
            let bases: Vec<_> = self.walks.iter().map(|walk| text.offset(walk.offset)).collect();
            let step = text.spell(|_| format!("{GROUP}u"));
            return self.by_rounds(text, at, &bases, [&step, &count]);
        }
        text.line(format_args!(
            "{set} point = group * {GROUP}u + thread;\nif (point >= {count}) {{ return; }}"
        ));
        let indices = text.indices("i", "point", &self.lens());
        let mut places = Vec::new();
        for walk in self.walks.iter() {
            let base = text.offset(walk.offset);
            places.push(text.place(base, &walk.inner, &indices));
        }
        self.visit(text, bindings, at, &places);
    }

    /// What a thread does at its point, or at its neighbours.
    fn visit(&self, text: &mut Text, bindings: &Bindings, at: &[usize], places: &[String]) {
        if let Some(quads) = &self.quads {
            return self.by_lanes(text, quads, bindings, (at, places));
        }
        self.load(text, at, places);
        self.statements(text);
        self.store(text, at, places);
        self.join(text, "", |out| self.value(out).to_owned());
    }

    /// Reads inputs, which the body calls `x{i}`.
    fn load(&self, text: &mut Text, at: &[usize], places: &[String]) {
        for i in 0..self.launch.ins.len() {
            if text.on(at[i]) == UNBOUND {
                continue;
            }
            let dtype = self.launch.ins[i].dtype;
            let value = text.spell(|d| d.loaded(&format!("{}[{}]", d.buffer(at[i]), places[i]), dtype));
            text.set(format_args!("x{i}"), &value);
        }
    }

    /// Host numbers and statements.
    pub(super) fn statements(&self, text: &mut Text) {
        let body = self.body;
        for (i, ty) in body.numbers.iter().enumerate() {
            let number = text.host(i, self.launch.number(i), ty);
            text.set(format_args!("h{i}"), &number);
        }
        for (statement, _) in body.statements.iter().zip(&self.needs.0).filter(|(_, needed)| **needed) {
            text.line(format_args!("{statement}"));
        }
    }

    pub(super) fn store(&self, text: &mut Text, at: &[usize], places: &[String]) {
        for (k, out, dtype) in self.stored() {
            text.on(out);
            text.on(at[k]);
            let line = text.spell(|d| {
                format!("{}[{}] = {};", d.buffer(at[k]), places[k], d.kept(self.value(out), dtype))
            });
            text.line(format_args!("{line}"));
        }
    }

    /// Joins what the body gives for each reduced output into `a{i}`, of which `part` is meant.
    pub(super) fn join(&self, text: &mut Text, part: &str, value: impl Fn(usize) -> String) {
        for (i, target, ty) in self.reduced() {
            let value = || value(self.pass.reduced[i]);
            let joined = text.spell(|d| d.joined(target.combine, ty, [&format!("a{i}{part}"), &value()]));
            text.line(format_args!("a{i}{part} = {joined};"));
        }
    }

    /// Threads that share outer points.
    fn folds(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        let (pass, width, columns) = (self.pass, self.width(), self.columns());
        text.on(1);
        self.shares(text, &pass.shared, columns);
        let inner = text.length(pass.inner_points() / width);
        let chunk = text.length(pass.shared.chunk / width);
        text.vary("last", &inner);
        let end = text.spell(|_| format!("(chunk + 1u) * {chunk}"));
        text.set(format_args!("end"), &end);
        text.line(format_args!("if (end < last) {{ last = end; }}\nif (!works) {{ last = 0u; }}"));
        let first = text.spell(|_| format!("chunk * {chunk} + lane"));
        text.set(format_args!("first"), &first);
        let bases = self.bases(text, &self.walks, columns);
        self.starts(text, at, columns);
        if self.in_rounds() {
            self.before_rounds(text, at, &bases);
            let rounds = self.rounds;
            text.line(format_args!(
                "for (ct_index begin = first; begin < last; begin += {rounds}u * lanes) {{"
            ));
            self.by_rounds(text, at, &bases, ["lanes", "last"]);
        } else {
            let vary = self.dialect.vary();
            text.line(format_args!("for ({vary} point = first; point < last; point += lanes) {{"));
            let indices = text.indices("i", "point", &self.lens());
            let mut places = Vec::new();
            for (walk, base) in self.walks.iter().zip(&bases) {
                places.push(text.place(base.clone(), &walk.inner, &indices));
            }
            self.visit(text, bindings, at, &places);
        }
        text.line(format_args!("}}"));
        if text.whether(self.parts.is_some()) {
            let parts = self.dialect.buffer(bindings.len() - 1);
            let (points, chunks) = (text.length(pass.outer_points()), text.length(pass.shared.chunks));
            for (i, target, ty) in self.reduced() {
                joined(text, (i, target, ty), &pass.shared, columns);
                let part = text.spell(|d| d.to_part(&format!("f{i}"), ty));
                let outer = if columns > 1 { format!("outer * {columns}u + c") } else { "outer".to_owned() };
                text.line(format_args!(
                    "if (leads) {{ {parts}[({i}u * {points} + {outer}) * {chunks} + chunk] = {part}; }}"
                ));
                joined_end(text, columns);
            }
        } else {
            self.finish(text, at, &bases, &pass.shared, columns);
        }
    }

    /// A second launch, of some lanes for each outer point, that joins the parts of chunks.
    pub(in crate::device) fn write_join(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        let (pass, shared) = (self.pass, self.pass.shared.of_parts());
        text.on(2);
        self.declare(text, bindings);
        self.open(text);
        self.shares(text, &shared, 1);
        let parts = self.dialect.buffer(bindings.len() - 1);
        let (points, chunks) = (text.length(pass.outer_points()), text.length(pass.shared.chunks));
        let bases = self.bases(text, &pass.walks, 1);
        self.starts(text, at, 1);
        text.vary("many", &chunks);
        text.line(format_args!("if (!works) {{ many = 0u; }}"));
        let vary = self.dialect.vary();
        text.line(format_args!(
            "for ({vary} c = {}; c < many; c += lanes) {{",
            self.dialect.index("lane".into())
        ));
        for (i, target, ty) in self.reduced() {
            let joined = text.spell(|d| {
                let part = d.part_value(&format!("{parts}[({i}u * {points} + outer) * {chunks} + c]"), ty);
                d.joined(target.combine, ty, [&format!("a{i}"), &part])
            });
            text.line(format_args!("a{i} = {joined};"));
        }
        text.line(format_args!("}}"));
        self.finish(text, at, &bases, &shared, 1);
        text.line(format_args!("}}"));
    }

    /// Which outer point a thread works at, or which so many of them side by side, and which of their lanes it is.
    fn shares(&self, text: &mut Text, shared: &Shared, columns: usize) {
        let chunks = shared.chunks;
        let outer = text.length(self.pass.outer_points() / columns);
        match self.dialect {
            Dialect::Wgsl => {
                let lanes = text.length(shared.lanes);
                text.line(format_args!("let lanes = {lanes};"));
            }
            // Threads of a warp give each other values by constant distances.
            Dialect::Cuda { .. } => {
                let lanes = text.on(shared.lanes);
                text.line(format_args!("const unsigned lanes = {lanes};"));
            }
        }
        let set = self.dialect.set();
        text.line(format_args!("{set} rows = {GROUP}u / lanes;"));
        let by = if text.whether(shared.fast) { ["%", "/", "lanes"] } else { ["/", "%", "rows"] };
        text.line(format_args!(
            "{set} lane = thread {0} {2};\n{set} sub = thread {1} {2};",
            by[0], by[1], by[2]
        ));
        if text.whether(chunks > 1) {
            let chunks = text.length(chunks);
            text.line(format_args!(
                "{set} chunk = group % {chunks};\n{set} outer = group / {chunks} * rows + sub;"
            ));
        } else {
            text.line(format_args!("{set} chunk = 0u;\n{set} outer = group * rows + sub;"));
        }
        text.line(format_args!("{set} works = outer < {outer};\n{set} leads = works && lane == 0u;"));
    }

    /// Where the operands are at the outer point.
    fn bases(&self, text: &mut Text, walks: &[Walk], columns: usize) -> Vec<String> {
        let mut lens = self.pass.outer.clone();
        lens.last_mut().into_iter().for_each(|last| *last /= columns);
        let indices = text.indices("o", "outer", &lens);
        let mut bases = Vec::new();
        for (k, walk) in walks.iter().enumerate() {
            let base = text.offset(walk.offset);
            let place = text.place(base, &walk.outer, &indices);
            let place = text.spell(|d| d.index(place));
            text.set(format_args!("p{k}"), &place);
            bases.push(text.spell(|_| format!("p{k}")));
        }
        bases
    }

    fn starts(&self, text: &mut Text, at: &[usize], columns: usize) {
        let before = self.launch.ins.len() + self.pass.stored.len();
        for (i, target, ty) in self.reduced() {
            text.on(self.pass.reduced[i]);
            text.on(target.combine as usize);
            text.on(at[before + i]);
            let line = text.spell(|d| d.started(&format!("a{i}"), target.combine, ty, columns));
            text.line(format_args!("{line}"));
        }
    }

    fn finish(&self, text: &mut Text, at: &[usize], bases: &[String], shared: &Shared, columns: usize) {
        let before = self.launch.ins.len() + self.pass.stored.len();
        for (i, target, ty) in self.reduced() {
            joined(text, (i, target, ty), shared, columns);
            let mut value = text.spell(|_| format!("f{i}"));
            if text.whether(target.scale != 1.0 && ty != "bool") {
                let factor = text.number(target.scale, self.dialect.factor());
                value = text.spell(|d| d.scaled(&value, &factor, ty));
            }
            let kept = text.spell(|d| {
                let value = d.kept(&value, target.at.dtype);
                let column = if columns > 1 { " + c" } else { "" };
                format!("{}[{}{column}] = {value};", d.buffer(at[before + i]), bases[before + i])
            });
            text.line(format_args!("if (leads) {{ {kept} }}"));
            joined_end(text, columns);
        }
    }
}

/// Buffers and arguments of CUDA C++; parts are of f64.
pub(super) fn declared(
    text: &mut Text,
    bindings: &Bindings,
    is_wide: bool,
    is_parts: impl Fn(Block) -> bool,
) {
    let index = if text.whether(is_wide) { "unsigned long long" } else { "unsigned" };
    text.line(format_args!("typedef {index} ct_index;\nstruct ct_given {{\nunsigned long long n[CT_WORDS];"));
    for (at, (dtype, (block, written))) in bindings.dtypes().zip(bindings.blocks()).enumerate() {
        let qualifier = if text.whether(written) { "" } else { "const " };
        text.on(dtype as usize);
        let ty = if text.whether(is_parts(block)) { "double" } else { text.dialect.stored(dtype) };
        text.line(format_args!("{qualifier}{ty} *__restrict__ b{at};"));
    }
    text.line(format_args!("}};"));
}

/// The value of all lanes, `f{i}`: of several outer points in a loop over them, which [`joined_end`] ends.
fn joined(text: &mut Text, (i, target, ty): (usize, &Target, &str), shared: &Shared, columns: usize) {
    let part = if columns > 1 { ".at[c]" } else { "" };
    let value = text.spell(|d| d.of_lanes(target.combine, ty, shared, &format!("a{i}{part}")));
    if columns > 1 {
        text.line(format_args!("#pragma unroll\nfor (int c = 0; c < {columns}; c++) {{"));
    }
    text.set(format_args!("f{i}"), &value);
}

fn joined_end(text: &mut Text, columns: usize) {
    if columns > 1 {
        text.line(format_args!("}}"));
    }
}
