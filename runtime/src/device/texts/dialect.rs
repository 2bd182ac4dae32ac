//! The languages of fused groups: WGSL, and CUDA C++ as NVRTC compiles it. Texts of opaque ops are WGSL, which a device may translate.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::Combine;

use super::body;
use crate::device::passes::Shared;

/// A language. Loops and indices are those of one walk over a launch; this is how they are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code))]
pub(in crate::device) enum Dialect {
    Wgsl,
    /// Arguments have 64 bits, and f64 is a type: `narrows` stores it as f32 all the same.
    Cuda {
        narrows: bool,
    },
}

impl Dialect {
    /// What begins a line that names a value.
    pub(super) fn set(self) -> &'static str {
        if self == Self::Wgsl { "let" } else { "const auto" }
    }

    /// What begins one that names an index or a length that changes.
    pub(super) fn vary(self) -> &'static str {
        if self == Self::Wgsl { "var" } else { "ct_index" }
    }

    /// Argument number `at`.
    pub(super) fn given(self, at: usize) -> String {
        match self {
            Self::Wgsl => format!("ct_args[{}u].{}", at / 4, ["x", "y", "z", "w"][at % 4]),
            Self::Cuda { .. } => format!("given.n[{at}]"),
        }
    }

    /// A length as an argument.
    pub(super) fn length(self, length: usize) -> u64 {
        match self {
            Self::Wgsl => u64::from(length as u32),
            Self::Cuda { .. } => length as u64,
        }
    }

    /// An argument as an index.
    pub(super) fn index(self, given: String) -> String {
        if self == Self::Wgsl { given } else { format!("ct_index({given})") }
    }

    /// A host number as an argument.
    pub(super) fn number(self, number: f64, ty: &str) -> u64 {
        match self {
            Self::Wgsl => u64::from(body::word(number, ty)),
            Self::Cuda { .. } => number.to_bits(),
        }
    }

    /// An argument as the number that it is.
    pub(super) fn value(self, given: &str, ty: &str) -> String {
        match self {
            Self::Wgsl => body::from_word(given, ty),
            Self::Cuda { .. } => format!("{ty}(__longlong_as_double((long long){given}))"),
        }
    }

    /// The type that elements compute in.
    pub(super) fn computed(self, dtype: DType) -> &'static str {
        match (self, dtype) {
            (Self::Wgsl, _) => body::computed(dtype),
            (_, DType::F64) => "double",
            _ => match body::computed(dtype) {
                "f32" => "float",
                "i32" => "int",
                same => same,
            },
        }
    }

    /// The type in memory. Truth values are words.
    pub(super) fn stored(self, dtype: DType) -> &'static str {
        match (self, dtype) {
            (Self::Wgsl, _) => body::stored(dtype),
            (Self::Cuda { narrows: true }, DType::F64) => "float",
            (_, DType::F16) => "ct_f16",
            (_, DType::Bf16) => "ct_bf16",
            (_, DType::Bool) => "unsigned",
            _ => self.computed(dtype),
        }
    }

    /// The elements of a binding.
    pub(super) fn buffer(self, binding: usize) -> String {
        if self == Self::Wgsl { format!("b{binding}") } else { format!("given.b{binding}") }
    }

    /// The value of an element.
    pub(super) fn loaded(self, element: &str, dtype: DType) -> String {
        match (self, dtype) {
            (Self::Wgsl, _) => body::from_stored(element, dtype),
            (_, DType::Bool) => format!("{element} != 0"),
            _ => format!("{}({element})", self.computed(dtype)),
        }
    }

    /// A value as the element that it is in memory.
    pub(super) fn kept(self, value: &str, dtype: DType) -> String {
        match self {
            Self::Wgsl => body::to_stored(value, dtype),
            Self::Cuda { .. } => format!("{}({value})", self.stored(dtype)),
        }
    }

    pub(super) fn fold(self, combine: Combine) -> &'static str {
        let names = match combine {
            Combine::Prod => ["CT_PROD", "ct_prod"],
            Combine::Max => ["CT_MAX", "ct_max"],
            Combine::Min => ["CT_MIN", "ct_min"],
            Combine::Sum | Combine::Store | Combine::Pick => ["CT_SUM", "ct_sum"],
        };
        names[usize::from(self != Self::Wgsl)]
    }

    /// The lines that name what a fold of nothing is, as a variable; of so many neighbours as an array.
    pub(super) fn started(self, name: &str, combine: Combine, ty: &str, columns: usize) -> String {
        let fold = self.fold(combine);
        match self {
            Self::Wgsl => format!("var {name}: {ty} = {};", body::start(combine, ty)),
            Self::Cuda { .. } if columns > 1 => format!(
                "ct_near<{ty}, {columns}> {name};\nfor (int c = 0; c < {columns}; c++) {name}.at[c] = {fold}::start<{ty}>();"
            ),
            Self::Cuda { .. } => format!("{ty} {name} = {fold}::start<{ty}>();"),
        }
    }

    /// Two values as one.
    pub(super) fn joined(self, combine: Combine, ty: &str, [a, b]: [&str; 2]) -> String {
        let fold = self.fold(combine);
        match self {
            Self::Wgsl => format!("ct_join_{ty}({fold}, {a}, {b})"),
            Self::Cuda { .. } => format!("{fold}::join({a}, ({ty}){b})"),
        }
    }

    /// The values of all lanes as one.
    pub(super) fn of_lanes(self, combine: Combine, ty: &str, shared: &Shared, name: &str) -> String {
        let fold = self.fold(combine);
        match self {
            Self::Wgsl => format!("ct_lanes_{ty}({fold}, lanes, sub * lanes, lane, {name})"),
            Self::Cuda { .. } => {
                let how = if shared.fast { "ct_join_near" } else { "ct_join_far" };
                format!("{how}<{fold}, {}>({name}, lane, sub)", shared.lanes)
            }
        }
    }

    /// Words of a part of a fold.
    pub(in crate::device) fn part_words(self) -> usize {
        if self == Self::Wgsl { 1 } else { 2 }
    }

    /// A value as what is kept of it, and back.
    pub(super) fn to_part(self, value: &str, ty: &str) -> String {
        if self == Self::Wgsl { body::to_word(value, ty) } else { format!("double({value})") }
    }

    pub(super) fn part_value(self, part: &str, ty: &str) -> String {
        if self == Self::Wgsl { body::from_word(part, ty) } else { format!("{ty}({part})") }
    }

    /// A value times a factor, which is a number of [`factor`](Self::factor).
    pub(super) fn scaled(self, value: &str, factor: &str, ty: &str) -> String {
        let wide = self.factor();
        match ty {
            "i32" | "int" => format!("{ty}({wide}({value}) * {factor})"),
            _ => format!("{value} * {ty}({factor})"),
        }
    }

    /// The type of factors.
    pub(super) fn factor(self) -> &'static str {
        if self == Self::Wgsl { "f32" } else { "double" }
    }
}
