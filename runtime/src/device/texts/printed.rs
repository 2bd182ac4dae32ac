//! The body of a kernel in the language of a device: statements `t0`, `t1` over inputs `x0` and host numbers `h0`.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Source, Statement, Term};

use super::dialect::Dialect;
use super::prelude;

/// A printed body.
#[derive(Debug)]
pub(in crate::device) struct Body {
    pub(in crate::device) source: &'static Source,
    /// The types of host numbers.
    pub(in crate::device) numbers: Vec<&'static str>,
    pub(in crate::device) statements: Vec<String>,
    pub(in crate::device) outs: Vec<String>,
    /// Bytes of all of it, and with what it calls.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code))]
    pub(super) bytes: usize,
    pub(super) inlined: usize,
    /// Whether it computes in f64.
    pub(super) is_wide: bool,
}

impl Body {
    /// Bodies are told apart by their addresses, as each is made once.
    pub(in crate::device) fn of(dialect: Dialect, source: &'static Source) -> &'static Self {
        type Known = FxHashMap<(usize, bool), &'static Body>;
        static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (address(source), dialect == Dialect::Wgsl);
        let print = || &*Box::leak(Box::new(Self::new(dialect, source)));
        known.get_or_insert_with(FxHashMap::default).entry(key).or_insert_with(print)
    }

    pub(super) fn new(dialect: Dialect, source: &'static Source) -> Self {
        let numbers: Vec<_> = source.numbers.iter().map(|dtype| dialect.computed(*dtype)).collect();
        let print = |(i, statement)| dialect.statement(i, statement, source);
        let statements: Vec<String> = source.statements.iter().enumerate().map(print).collect();
        let outs: Vec<String> = source.outs.iter().map(|out| dialect.operand(*out)).collect();
        let text = [numbers.join(" "), statements.join("\n"), outs.join(", ")].join("\n");
        let (bytes, inlined) = (text.len(), prelude::inlined(&text));
        Self { source, numbers, statements, outs, bytes, inlined, is_wide: is_wide(source) }
    }
}

/// By which a source is told from others.
pub(super) fn address(source: &'static Source) -> usize {
    std::ptr::from_ref(source).addr()
}

/// Which statements and which of so many inputs these outputs need.
pub(super) fn needs(source: &Source, outs: &[usize], inputs: usize) -> (Vec<bool>, Vec<bool>) {
    let (mut statements, mut loads) = (vec![false; source.statements.len()], vec![false; inputs]);
    let mut note = |read: Term, statements: &mut [bool]| match read {
        Term::Value(at) => statements[at] = true,
        Term::Input(at) => loads[at] = true,
        Term::Number(_) | Term::Const(..) => {}
    };
    outs.iter().filter_map(|&out| source.outs.get(out)).for_each(|out| note(*out, &mut statements));
    for at in (0..source.statements.len()).rev() {
        if statements[at] {
            source.statements[at].reads.iter().for_each(|read| note(*read, &mut statements));
        }
    }
    (statements, loads)
}

/// Whether a kernel computes in f64.
fn is_wide(source: &Source) -> bool {
    let reads =
        source.statements.iter().flat_map(|s| s.reads).chain(source.outs).map(|term| source.dtype(*term));
    let others = source.statements.iter().map(|s| s.dtype).chain(source.numbers.iter().copied());
    reads.chain(others).any(|dtype| dtype == DType::F64)
}

/// The body as a function in WGSL of its inputs and host numbers, for tests.
#[cfg(all(feature = "wgpu", feature = "test-hooks"))]
pub fn in_wgsl(name: &str, source: &'static Source) -> String {
    let (wgsl, body) = (Dialect::Wgsl, Body::of(Dialect::Wgsl, source));
    let params = |kind: &'static str, all: &'static [DType]| {
        all.iter().enumerate().map(move |(i, dtype)| format!("{kind}{i}: {}", wgsl.computed(*dtype)))
    };
    let params: Vec<String> = params("x", source.ins).chain(params("h", source.numbers)).collect();
    let (lines, out) = (body.statements.join("\n"), wgsl.computed(source.dtype(source.outs[0])));
    format!("fn {name}({}) -> {out} {{\n{lines}\nreturn {};\n}}\n", params.join(", "), body.outs[0])
}

impl Dialect {
    /// The line that computes `t{i}`.
    fn statement(self, i: usize, statement: &Statement, of: &Source) -> String {
        let ty = self.computed(statement.dtype);
        let reads: Vec<_> = statement.reads.iter().map(|read| self.operand(*read)).collect();
        let value = self.value_of(statement, of, &reads);
        match self {
            Self::Wgsl => format!("let t{i}: {ty} = {value};"),
            Self::Cuda { .. } => format!("const {ty} t{i} = {value};"),
        }
    }

    /// The value of a statement of these operands.
    pub(super) fn value_of(self, statement: &Statement, of: &Source, reads: &[String]) -> String {
        let Statement { op, dtype, reads: typed } = *statement;
        let template = if self == Self::Wgsl { op.wgsl } else { op.cuda };
        // Sums and products of integers wrap.
        let wraps = self != Self::Wgsl
            && dtype == DType::I32
            && template.contains(['+', '-', '*'])
            && !template.contains('(');
        let mut value = template.replace("{T}", self.computed(dtype));
        for (i, read) in reads.iter().enumerate() {
            let read = if wraps { &format!("unsigned({read})") } else { read };
            value = value.replace(&format!("{{{i}}}"), read);
        }
        if wraps {
            value = format!("int({value})");
        }
        let mut read = typed.first().map_or(dtype, |read| of.dtype(*read)).on_devices();
        // A byte is computed as a word: floats end at the ends of its range, and of a whole number the low bits stay.
        if (op.name, dtype) == ("cast", DType::U8) {
            value = match std::mem::replace(&mut read, DType::I32) {
                DType::I32 => format!("({value} & 255)"),
                _ => format!("ct_clamp({value}, 0, 255)"),
            };
        }
        // Functions of the prelude have one name in CUDA C++, and another for integers in WGSL.
        match value
            .split_once('(')
            .filter(|(name, _)| self == Self::Wgsl && read == DType::I32 && name.starts_with("ct_"))
        {
            Some((name, rest)) => format!("{name}_i32({rest}"),
            None => value,
        }
    }

    pub(super) fn operand(self, operand: Term) -> String {
        match operand {
            Term::Input(i) => format!("x{i}"),
            Term::Number(i) => format!("h{i}"),
            Term::Value(i) => format!("t{i}"),
            Term::Const(value, dtype) => self.constant(value, dtype),
        }
    }

    /// A number as an operand: a negative one in parentheses, as templates put signs before operands.
    fn constant(self, value: f64, dtype: DType) -> String {
        let value = dtype.rounded(value);
        let signed = |text: String| if text.starts_with('-') { format!("({text})") } else { text };
        let ty = self.computed(dtype);
        let named = |name: &str| {
            if self == Self::Wgsl { format!("ct_{name}()") } else { format!("ct_{name}<{ty}>()") }
        };
        // The nearest f32 of the f64, as on the processor: a decimal that is read as float could round elsewhere.
        let is_double = self != Self::Wgsl && dtype == DType::F64;
        let float = if is_double { value } else { f64::from(value as f32) };
        match (dtype.on_devices(), self) {
            (DType::Bool, _) => (value != 0.0).to_string(),
            // The literal is positive, and this one has no positive counterpart.
            (DType::I32, Self::Wgsl) if value as i32 == i32::MIN => "(-2147483647i - 1i)".to_owned(),
            (DType::I32, Self::Wgsl) => signed(format!("{}i", value as i32)),
            (DType::I32, _) if value as i32 == i32::MIN => named("least"),
            (DType::I32, _) => signed(format!("{}", value as i32)),
            _ if float.is_nan() => named("nan"),
            _ if float == f64::INFINITY => named("inf"),
            _ if float == f64::NEG_INFINITY => format!("(-{})", named("inf")),
            // Its shortest decimal is larger than it is, which Tint refuses.
            (_, Self::Wgsl) if float.abs() == f64::from(f32::MAX) => {
                signed(if float < 0.0 { "-0x1.fffffep+127f" } else { "0x1.fffffep+127f" }.to_owned())
            }
            _ if is_double => signed(format!("{value:?}")),
            _ => signed(format!("{:?}f", value as f32)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use DType::{Bool, F16, F32, F64, I32, U8};
    use Term::{Const, Input, Number, Value};

    use super::*;
    use crate::device::spelled;

    const CUDA: Dialect = Dialect::Cuda { narrows: false };

    /// A source by hand, of inputs of f32.
    pub(in super::super) fn source(
        numbers: &[DType],
        statements: &[(&'static cotangent_kernels::kernel::Spelling, DType, &[Term])],
        outs: &[Term],
    ) -> &'static Source {
        let statement =
            |&(op, dtype, reads): &(_, _, &[Term])| Statement { op, dtype, reads: reads.to_vec().leak() };
        let statements: Vec<_> = statements.iter().map(statement).collect();
        let (numbers, outs) = (numbers.to_vec().leak(), outs.to_vec().leak());
        Box::leak(Box::new(Source { ins: &[F32; 9], numbers, statements: statements.leak(), outs }))
    }

    #[test]
    fn outputs_need_what_they_are_made_of() {
        let source = source(
            &[F32, I32],
            &[
                (&spelled::MUL, F32, &[Input(0), Number(0)]),
                (&spelled::TANH, F32, &[Input(1)]),
                (&spelled::ADD, F32, &[Value(0), Input(2)]),
            ],
            &[Value(2), Value(1), Input(2)],
        );
        let body = Body::new(Dialect::Wgsl, source);
        assert_eq!(needs(source, &[0], 3), (vec![true, false, true], vec![true, false, true]));
        assert_eq!(needs(source, &[1], 3), (vec![false, true, false], vec![false, true, false]));
        assert_eq!(needs(source, &[2], 3), (vec![false; 3], vec![false, false, true]));
        let lines = ["let t0: f32 = x0 * h0;", "let t1: f32 = ct_tanh(x1);", "let t2: f32 = t0 + x2;"];
        assert_eq!(body.statements, lines);
        assert_eq!(
            (&body.numbers[..], &body.outs[..]),
            (&["f32", "i32"][..], &["t2", "t1", "x2"].map(String::from)[..])
        );
        let lines = ["const float t0 = x0 * h0;", "const float t1 = tanhf(x1);", "const float t2 = t0 + x2;"];
        assert_eq!(Body::new(CUDA, source).statements.len(), lines.len());
        assert!(!is_wide(source) && std::ptr::eq(Body::of(CUDA, source), Body::of(CUDA, source)));
    }

    #[test]
    fn types_choose_what_is_printed() {
        let print = |op, dtype, of: DType| {
            let of_type = Source { ins: vec![of].leak(), ..Source::NONE };
            let reads: &'static [_] = vec![Input(0), Const(-2.0, of)].leak();
            [Dialect::Wgsl, CUDA]
                .map(|dialect| dialect.statement(3, &Statement { op, dtype, reads }, &of_type))
        };
        let same = |op, dtype| print(op, dtype, dtype);
        assert_eq!(
            same(&spelled::ADD, F16),
            ["let t3: f32 = x0 + (-2.0f);", "const float t3 = x0 + (-2.0f);"]
        );
        assert_eq!(
            same(&spelled::ADD, F64),
            ["let t3: f32 = x0 + (-2.0f);", "const double t3 = x0 + (-2.0);"]
        );
        let integers = ["let t3: i32 = x0 + (-2i);", "const int t3 = int(unsigned(x0) + unsigned((-2)));"];
        assert_eq!(same(&spelled::ADD, I32), integers);
        assert_eq!(same(&spelled::MAXIMUM, I32)[0], "let t3: i32 = ct_maximum_i32(x0, (-2i));");
        assert_eq!(print(&spelled::CAST, Bool, F32)[0], "let t3: bool = bool(x0);");
        let bytes = [
            "let t3: i32 = ct_clamp_i32(i32(x0), 0, 255);",
            "const int t3 = ct_clamp(ct_as<int>(x0), 0, 255);",
        ];
        assert_eq!(print(&spelled::CAST, U8, F32), bytes);
        assert_eq!(print(&spelled::CAST, U8, I32)[0], "let t3: i32 = (i32(x0) & 255);");
    }

    #[test]
    fn numbers_are_spelled_exactly() {
        let all: Vec<_> = [0.1, -2.0, 1e300, 1e-3, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
            .iter()
            .map(|&v| {
                format!(
                    "{} {} {}",
                    CUDA.constant(v, F32),
                    CUDA.constant(v, F64),
                    Dialect::Wgsl.constant(v, F64)
                )
            })
            .collect();
        let spelled = [
            "0.1f 0.1 0.1f",
            "(-2.0f) (-2.0) (-2.0f)",
            "ct_inf<float>() 1e300 ct_inf()",
            "0.001f 0.001 0.001f",
            "ct_inf<float>() ct_inf<double>() ct_inf()",
            "(-ct_inf<float>()) (-ct_inf<double>()) (-ct_inf())",
            "ct_nan<float>() ct_nan<double>() ct_nan()",
        ];
        assert_eq!(all, spelled);
        assert_eq!(Dialect::Wgsl.constant(f64::from(f32::MIN), F32), "(-0x1.fffffep+127f)");
        let least = f64::from(i32::MIN);
        assert_eq!(
            [Dialect::Wgsl, CUDA].map(|d| d.constant(least, I32)),
            ["(-2147483647i - 1i)", "ct_least<int>()"]
        );
        assert_eq!([CUDA.constant(1.0, Bool), CUDA.constant(300.0, U8)], ["true", "255"]);
    }
}
