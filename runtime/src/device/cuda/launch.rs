//! Fused groups: the loops around a body in CUDA C++, by what its operands look like in a pass.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::Combine;

use super::super::passes::{GROUP, Pass};
use super::code::Code;
use crate::device::Block;
use crate::device::backend::Launch;
use crate::device::texts::body::{Bindings, Body, UNBOUND};

/// Neighbours that a thread takes where memory is in order.
const FOUR: usize = 4;

/// A pass as a kernel.
pub(super) struct Kernel<'a> {
    body: Body<'a>,
    /// Statements and inputs that the pass needs.
    needs: (Vec<bool>, Vec<bool>),
    launch: &'a Launch<'a>,
    source: &'static str,
    pass: &'a Pass,
    /// Whether f64 is stored as f32.
    narrows: bool,
    /// Where parts are kept, if inner points have several chunks.
    pub(super) parts: Option<Block>,
}

/// How each operand of a pass gives four neighbours, if they all do: as one load, or as one element for all.
#[derive(Clone, Copy, PartialEq)]
enum Fours {
    Together,
    Once,
}

impl<'a> Kernel<'a> {
    pub(super) fn new(launch: &'a Launch<'a>, source: &'static str, pass: &'a Pass, narrows: bool) -> Self {
        let body = Body::new(source);
        let outs: Vec<usize> = pass.stored.iter().chain(&pass.reduced).copied().collect();
        let needs = body.needs(&outs, launch.ins.len());
        Self { body, needs, launch, source, pass, narrows, parts: None }
    }

    /// Inputs, then outputs, by binding.
    pub(super) fn bindings(&self) -> (Bindings, Vec<usize>) {
        let mut bindings = Bindings::default();
        let at = bindings.operands(self.launch, self.pass, &self.needs.1);
        if let Some(parts) = self.parts {
            bindings.bind(parts, DType::F64, true);
        }
        (bindings, at)
    }

    /// The type in memory. Truth values are words.
    fn stored(&self, dtype: DType) -> &'static str {
        match dtype {
            DType::F64 if !self.narrows => "double",
            DType::F32 | DType::F64 => "float",
            DType::F16 => "ct_f16",
            DType::Bf16 => "ct_bf16",
            DType::I32 => "int",
            DType::Bool => "unsigned",
        }
    }

    /// Blocks of threads of the pass.
    pub(super) fn groups(&self) -> usize {
        match self.fours() {
            Some(_) => (self.pass.inner_points() / FOUR).div_ceil(GROUP),
            None => self.pass.groups(),
        }
    }

    /// The pass over the space.
    pub(super) fn write(&self, code: &mut Code, bindings: &Bindings, at: &[usize]) {
        code.on(self.source.as_ptr().addr());
        code.on(self.source.len());
        self.begin(code, bindings, at);
        if !self.pass.reduced.is_empty() {
            self.folds(code, bindings, at);
        } else if let Some(fours) = self.fours() {
            self.by_fours(code, &fours, at);
        } else {
            self.points(code, at);
        }
        code.line(format_args!("}}"));
    }

    /// Types of indices, and the head of the kernel.
    fn begin(&self, code: &mut Code, bindings: &Bindings, at: &[usize]) {
        for count in [at.len(), self.pass.stored.len(), self.pass.reduced.len(), bindings.len()] {
            code.on(count);
        }
        for at in at {
            code.on(*at);
        }
        let index = if code.whether(self.is_wide()) { "unsigned long long" } else { "unsigned" };
        code.line(format_args!(
            "typedef {index} ct_index;\nstruct ct_given {{\nunsigned long long n[CT_WORDS];"
        ));
        for (i, (dtype, (block, written))) in bindings.dtypes().zip(bindings.blocks()).enumerate() {
            let qualifier = if code.whether(written) { "" } else { "const " };
            code.on(dtype as usize);
            let ty = if self.parts == Some(block) { "double" } else { self.stored(dtype) };
            code.line(format_args!("{qualifier}{ty} *__restrict__ b{i};"));
        }
        code.line(format_args!(
            "}};\nextern \"C\" __global__ void __launch_bounds__({GROUP}) ct_main(const __grid_constant__ ct_given given) {{\n\
             const ct_index thread = threadIdx.x;\nconst ct_index group = blockIdx.x;"
        ));
    }

    /// Whether places need more than 32 bits.
    fn is_wide(&self) -> bool {
        let pass = self.pass;
        let far = |lens: &[usize], strides: &[isize]| {
            lens.iter()
                .zip(strides)
                .map(|(l, s)| l.saturating_mul(s.unsigned_abs()))
                .fold(0, usize::saturating_add)
        };
        let reach = |w: &super::super::passes::Walk| {
            w.offset.saturating_add(far(&pass.outer, &w.outer)).saturating_add(far(&pass.inner, &w.inner))
        };
        let points = pass.outer_points().saturating_mul(pass.inner_points());
        let most = pass.walks.iter().map(reach).chain([points]).max().unwrap_or_default();
        most > (u32::MAX / 2) as usize
    }

    /// How four neighbours go together, if they do.
    fn fours(&self) -> Option<Vec<Fours>> {
        let pass = self.pass;
        let last = *pass.inner.last()?;
        if !pass.reduced.is_empty() || !last.is_multiple_of(FOUR) {
            return None;
        }
        let ins = self.launch.ins.len();
        let of = |(k, walk): (usize, &super::super::passes::Walk)| {
            if self.needs.1.get(k) == Some(&false) {
                return Some(Fours::Once);
            }
            let (stride, outer) = walk.inner.split_last()?;
            let aligned = walk.offset.is_multiple_of(FOUR) && outer.iter().all(|s| s % FOUR as isize == 0);
            match stride {
                1 if aligned => Some(Fours::Together),
                0 if k < ins => Some(Fours::Once),
                _ => None,
            }
        };
        pass.walks.iter().enumerate().map(of).collect()
    }

    /// A thread for each point.
    fn points(&self, code: &mut Code, at: &[usize]) {
        let pass = self.pass;
        code.on(0);
        let count = code.length(pass.inner_points());
        code.line(format_args!(
            "const ct_index point = group * {GROUP} + thread;\nif (point >= {count}) return;"
        ));
        let indices = code.indices("i", "point", &pass.inner);
        let places = self.places(code, &indices, |walk| walk.inner.clone());
        self.numbers(code);
        self.loads(code, at, |i| Some(format!("given.b{}[{}]", at[i], places[i])));
        self.statements(code);
        self.stores(code, at, |_, to| format!("given.b{}[{}]", at[to], places[to]));
    }

    fn places(
        &self,
        code: &mut Code,
        indices: &[String],
        strides: impl Fn(&super::super::passes::Walk) -> Vec<isize>,
    ) -> Vec<String> {
        let place = |walk: &super::super::passes::Walk| {
            let base = code.offset(walk.offset);
            code.place(&base, &strides(walk), indices)
        };
        self.pass.walks.iter().map(place).collect()
    }

    /// A thread for each four neighbours.
    fn by_fours(&self, code: &mut Code, fours: &[Fours], at: &[usize]) {
        let (pass, ins) = (self.pass, self.launch.ins.len());
        code.on(3);
        for four in fours {
            code.whether(*four == Fours::Together);
        }
        let count = code.length(pass.inner_points() / FOUR);
        code.line(format_args!(
            "const ct_index point = group * {GROUP} + thread;\nif (point >= {count}) return;"
        ));
        let mut lens = pass.inner.clone();
        lens.last_mut().into_iter().for_each(|last| *last /= FOUR);
        let indices = code.indices("i", "point", &lens);
        let places = self.places(code, &indices, |walk| {
            let mut strides = walk.inner.clone();
            strides.last_mut().into_iter().for_each(|last| *last *= FOUR as isize);
            strides
        });
        self.numbers(code);
        let whole = |dtype| format!("ct_four<{}>", self.stored(dtype));
        for (i, x) in self.launch.ins.iter().enumerate().filter(|(i, _)| at[*i] != UNBOUND) {
            let from = format!("given.b{}[{}]", at[i], places[i]);
            match fours[i] {
                Fours::Together => {
                    let ty = whole(x.dtype);
                    code.line(format_args!("const {ty} v{i} = *(const {ty} *)&{from};"));
                }
                Fours::Once => {
                    code.line(format_args!("const {} x{i} = {};", computed(x.dtype), loaded(&from, x.dtype)));
                }
            }
        }
        for (i, &out) in pass.stored.iter().enumerate() {
            code.line(format_args!("{} y{i};", whole(self.launch.outs[out].at.dtype)));
        }
        code.line(format_args!("#pragma unroll\nfor (int lane = 0; lane < {FOUR}; lane++) {{"));
        self.loads(code, at, |i| (fours[i] == Fours::Together).then(|| format!("v{i}.at[lane]")));
        self.statements(code);
        self.stores(code, at, |i, _| format!("y{i}.at[lane]"));
        code.line(format_args!("}}"));
        for (i, &out) in pass.stored.iter().enumerate() {
            let (ty, to) = (whole(self.launch.outs[out].at.dtype), ins + i);
            code.line(format_args!("*({ty} *)&given.b{}[{}] = y{i};", at[to], places[to]));
        }
    }

    /// Host numbers.
    fn numbers(&self, code: &mut Code) {
        for (i, ty) in self.body.numbers.iter().enumerate() {
            let number = code.number(self.launch.numbers.get(i).copied().unwrap_or_default());
            code.line(format_args!("const {ty} h{i} = ({ty}){number};"));
        }
    }

    /// Elements that are read, those that have a place.
    fn loads(&self, code: &mut Code, at: &[usize], from: impl Fn(usize) -> Option<String>) {
        for (i, x) in self.launch.ins.iter().enumerate().filter(|(i, _)| at[*i] != UNBOUND) {
            if let Some(from) = from(i) {
                code.line(format_args!("const {} x{i} = {};", computed(x.dtype), loaded(&from, x.dtype)));
            }
        }
    }

    fn statements(&self, code: &mut Code) {
        for (statement, _) in self.body.statements.iter().zip(&self.needs.0).filter(|(_, needed)| **needed) {
            code.line(format_args!("{statement}"));
        }
    }

    fn value(&self, out: usize) -> &str {
        self.body.outs.get(out).copied().unwrap_or("0")
    }

    fn stores(&self, code: &mut Code, at: &[usize], to: impl Fn(usize, usize) -> String) {
        let ins = self.launch.ins.len();
        for (i, &out) in self.pass.stored.iter().enumerate() {
            code.on(out);
            code.on(at[ins + i]);
            let (place, dtype) = (to(i, ins + i), self.launch.outs[out].at.dtype);
            code.line(format_args!("{place} = {}({});", self.stored(dtype), self.value(out)));
        }
    }

    /// Threads that share outer points.
    fn folds(&self, code: &mut Code, bindings: &Bindings, at: &[usize]) {
        let pass = self.pass;
        code.on(1);
        self.shares(code, pass.shared.chunks);
        let (inner, chunk) = (code.length(pass.inner_points()), code.length(pass.shared.chunk));
        code.line(format_args!(
            "const ct_index end = (chunk + 1) * {chunk};\nconst ct_index last = !works ? 0 : end < {inner} ? end : {inner};"
        ));
        let bases = self.bases(code);
        self.numbers(code);
        self.starts(code);
        code.line(format_args!(
            "for (ct_index point = chunk * {chunk} + lane; point < last; point += lanes) {{"
        ));
        let indices = code.indices("i", "point", &pass.inner);
        let place =
            |(walk, base): (&super::super::passes::Walk, &String)| code.place(base, &walk.inner, &indices);
        let places: Vec<String> = pass.walks.iter().zip(&bases).map(place).collect();
        self.loads(code, at, |i| Some(format!("given.b{}[{}]", at[i], places[i])));
        self.statements(code);
        self.stores(code, at, |_, to| format!("given.b{}[{}]", at[to], places[to]));
        for (i, &out) in pass.reduced.iter().enumerate() {
            let (ty, fold) = self.fold(out);
            code.line(format_args!("a{i} = {fold}::join(a{i}, ({ty}){});", self.value(out)));
        }
        code.line(format_args!("}}"));
        if code.whether(self.parts.is_some()) {
            let parts = bindings.len() - 1;
            let (points, chunks) = (code.length(pass.outer_points()), code.length(pass.shared.chunks));
            for i in 0..pass.reduced.len() {
                self.joined(code, i);
                code.line(format_args!(
                    "if (leads) given.b{parts}[({i} * {points} + outer) * {chunks} + chunk] = double(f{i});"
                ));
            }
        } else {
            self.finish(code, at, &bases);
        }
    }

    /// A second launch, that joins the parts of chunks.
    pub(super) fn join(&self, code: &mut Code, bindings: &Bindings, at: &[usize]) {
        let (pass, parts) = (self.pass, bindings.len() - 1);
        code.on(2);
        code.on(self.source.as_ptr().addr());
        self.begin(code, bindings, at);
        self.shares(code, 1);
        let (points, chunks) = (code.length(pass.outer_points()), code.length(pass.shared.chunks));
        let bases = self.bases(code);
        self.starts(code);
        code.line(format_args!("const ct_index many = works ? {chunks} : 0;"));
        code.line(format_args!("for (ct_index c = lane; c < many; c += lanes) {{"));
        for (i, &out) in pass.reduced.iter().enumerate() {
            let (ty, fold) = self.fold(out);
            let part = format!("given.b{parts}[({i} * {points} + outer) * {chunks} + c]");
            code.line(format_args!("a{i} = {fold}::join(a{i}, ({ty}){part});"));
        }
        code.line(format_args!("}}"));
        self.finish(code, at, &bases);
        code.line(format_args!("}}"));
    }

    /// Which outer point a thread works at, and which of its lanes it is.
    fn shares(&self, code: &mut Code, chunks: usize) {
        let pass = self.pass;
        let (outer, lanes) = (code.length(pass.outer_points()), code.on(pass.shared.lanes));
        let rows = GROUP / lanes;
        code.line(format_args!("const unsigned lanes = {lanes};"));
        if code.whether(pass.shared.fast) {
            code.line(format_args!("const unsigned lane = thread % {lanes}, sub = thread / {lanes};"));
        } else {
            code.line(format_args!("const unsigned lane = thread / {rows}, sub = thread % {rows};"));
        }
        if code.whether(chunks > 1) {
            let chunks = code.length(chunks);
            code.line(format_args!(
                "const ct_index chunk = group % {chunks}, outer = group / {chunks} * {rows} + sub;"
            ));
        } else {
            code.line(format_args!("const ct_index chunk = 0, outer = group * {rows} + sub;"));
        }
        code.line(format_args!("const bool works = outer < {outer}, leads = works && lane == 0;"));
    }

    /// Where the operands are at the outer point.
    fn bases(&self, code: &mut Code) -> Vec<String> {
        let indices = code.indices("o", "outer", &self.pass.outer);
        let mut bases = Vec::new();
        for (k, walk) in self.pass.walks.iter().enumerate() {
            let base = code.offset(walk.offset);
            let place = code.place(&base, &walk.outer, &indices);
            code.line(format_args!("const ct_index p{k} = {place};"));
            bases.push(format!("p{k}"));
        }
        bases
    }

    /// The type that an output computes in, and how it is folded.
    fn fold(&self, out: usize) -> (&'static str, &'static str) {
        let target = &self.launch.outs[out];
        let fold = match target.combine {
            Combine::Prod => "ct_prod",
            Combine::Max => "ct_max",
            Combine::Min => "ct_min",
            Combine::Sum | Combine::Store | Combine::Pick => "ct_sum",
        };
        (computed(target.at.dtype), fold)
    }

    fn starts(&self, code: &mut Code) {
        for (i, &out) in self.pass.reduced.iter().enumerate() {
            code.on(out);
            code.on(self.launch.outs[out].combine as usize);
            let (ty, fold) = self.fold(out);
            code.line(format_args!("{ty} a{i} = {fold}::start<{ty}>();"));
        }
    }

    /// The value of all lanes, `f{i}`.
    fn joined(&self, code: &mut Code, i: usize) {
        let ((ty, fold), shared) = (self.fold(self.pass.reduced[i]), &self.pass.shared);
        let how = if shared.fast { "ct_join_near" } else { "ct_join_far" };
        code.line(format_args!("const {ty} f{i} = {how}<{fold}, {}>(a{i}, lane, sub);", shared.lanes));
    }

    fn finish(&self, code: &mut Code, at: &[usize], bases: &[String]) {
        let before = self.launch.ins.len() + self.pass.stored.len();
        for (i, &out) in self.pass.reduced.iter().enumerate() {
            let (target, ty) = (&self.launch.outs[out], self.fold(out).0);
            self.joined(code, i);
            let mut value = format!("f{i}");
            if code.whether(target.scale != 1.0 && ty != "bool") {
                let factor = code.number(target.scale);
                value = match ty {
                    "int" => format!("int(double({value}) * {factor})"),
                    _ => format!("{value} * {ty}({factor})"),
                };
            }
            let to = format!("given.b{}[{}]", at[before + i], bases[before + i]);
            code.line(format_args!("if (leads) {to} = {}({value});", self.stored(target.at.dtype)));
        }
    }
}

/// The type that elements compute in.
fn computed(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "double",
        DType::F32 | DType::F16 | DType::Bf16 => "float",
        DType::I32 => "int",
        DType::Bool => "bool",
    }
}

/// The value of an element.
fn loaded(place: &str, dtype: DType) -> String {
    match dtype {
        DType::Bool => format!("{place} != 0"),
        _ => format!("{}({place})", computed(dtype)),
    }
}
