//! The operands around the body of a kernel, as WGSL.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::Combine;

use super::text::Text;
use crate::device::Block;
use crate::device::backend::Launch;
use crate::device::passes::Pass;
use crate::error::{Error, ErrorKind, Result};

/// What a launch binds: each buffer once, written if any operand of it is.
#[derive(Debug, Default)]
pub(in crate::device) struct Bindings {
    all: Vec<Binding>,
}

#[derive(Debug)]
struct Binding {
    block: Block,
    dtype: DType,
    written: bool,
    by: By,
}

/// How a kernel has the elements of a binding.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    One,
    /// As vectors of four.
    Quads,
    /// One thread at a time, whichever comes.
    Turns,
}

/// The binding of an input that a pass does not read.
pub(in crate::device) const UNBOUND: usize = usize::MAX;

impl Bindings {
    /// The number of a block's binding.
    pub(in crate::device) fn bind(&mut self, block: Block, dtype: DType, written: bool) -> usize {
        if let Some(at) = self.all.iter().position(|b| b.block == block) {
            self.all[at].written |= written;
            return at;
        }
        self.all.push(Binding { block, dtype, written, by: By::One });
        self.all.len() - 1
    }

    /// Adds what a pass reads, then what it writes: the binding of each operand, or [`UNBOUND`].
    pub(in crate::device) fn operands(
        &mut self,
        launch: &Launch<'_>,
        pass: &Pass,
        needed: &[bool],
    ) -> Vec<usize> {
        let outs = pass.stored.iter().chain(&pass.reduced).map(|&k| (&launch.outs[k].at, true));
        let all = launch.ins.iter().map(|x| (x, false)).chain(outs).enumerate();
        all.map(|(k, (x, written))| match needed.get(k) {
            Some(false) => UNBOUND,
            _ => self.bind(x.block, x.dtype, written),
        })
        .collect()
    }

    /// The elements of a binding are vectors of four.
    pub(in crate::device) fn by_quads(&mut self, at: usize) {
        if let Some(binding) = self.all.get_mut(at) {
            binding.by = By::Quads;
        }
    }

    /// The elements of a binding are what threads of all groups write.
    pub(in crate::device) fn by_turns(&mut self, at: usize) {
        if let Some(binding) = self.all.get_mut(at) {
            binding.by = By::Turns;
        }
    }

    pub(in crate::device) fn is_by_quads(&self, at: usize) -> bool {
        self.all.get(at).is_some_and(|binding| binding.by == By::Quads)
    }

    /// The same bindings of other blocks.
    pub(super) fn of(&self, blocks: impl Iterator<Item = Block>) -> Self {
        Self { all: self.all.iter().zip(blocks).map(|(of, block)| Binding { block, ..*of }).collect() }
    }

    /// The binding of a block of words that kernels write.
    pub(in crate::device) fn bind_words(&mut self, block: Block) -> usize {
        self.bind(block, DType::Bool, true)
    }

    /// An element of a binding, as it lies in memory.
    pub(in crate::device) fn element(&self, binding: usize, place: &str) -> String {
        if self.is_by_quads(binding) {
            format!("b{binding}[({place}) / 4u][({place}) % 4u]")
        } else {
            format!("b{binding}[{place}]")
        }
    }

    pub(in crate::device) fn blocks(&self) -> impl Iterator<Item = (Block, bool)> {
        self.all.iter().map(|binding| (binding.block, binding.written))
    }

    pub(in crate::device) fn dtypes(&self) -> impl Iterator<Item = DType> {
        self.all.iter().map(|binding| binding.dtype)
    }

    pub(in crate::device) fn len(&self) -> usize {
        self.all.len()
    }

    /// The declarations: arguments, as many as there are at the end, and buffers.
    pub(in crate::device) fn declare(&self, text: &mut Text) {
        for (at, &Binding { dtype, written, by, .. }) in self.all.iter().enumerate() {
            let access = if text.whether(written) { "read_write" } else { "read" };
            let ty = stored(dtype);
            text.on(dtype as usize);
            text.on(by as usize);
            let [before, after] = match by {
                By::One => ["", ""],
                By::Quads => ["vec4<", ">"],
                By::Turns => ["atomic<", ">"],
            };
            text.line(format_args!(
                "@group(1) @binding({at}) var<storage, {access}> b{at}: array<{before}{ty}{after}>;"
            ));
        }
    }
}

/// The type in memory.
pub(in crate::device) fn stored(dtype: DType) -> &'static str {
    match dtype {
        // WebGPU has no bf16. Whoever has it reads this name as that.
        DType::F16 | DType::Bf16 => "f16",
        DType::Bool => "u32",
        _ => computed(dtype),
    }
}

/// The type that elements compute in.
pub(in crate::device) fn computed(dtype: DType) -> &'static str {
    match dtype.on_devices() {
        DType::I32 => "i32",
        DType::Bool => "bool",
        _ => "f32",
    }
}

/// An element in memory as the value that it computes as.
pub(in crate::device) fn from_stored(element: &str, dtype: DType) -> String {
    match dtype {
        DType::Bool => format!("({element} != 0u)"),
        DType::F16 | DType::Bf16 => format!("f32({element})"),
        _ => element.to_owned(),
    }
}

/// The statement that keeps a value.
pub(in crate::device) fn kept(binding: usize, at: &str, value: &str, dtype: DType) -> String {
    format!("b{binding}[{at}] = {};", to_stored(value, dtype))
}

/// A value as the element that it is in memory.
pub(in crate::device) fn to_stored(value: &str, dtype: DType) -> String {
    match dtype {
        DType::Bool => format!("u32({value})"),
        DType::F16 | DType::Bf16 => format!("f16({value})"),
        _ => value.to_owned(),
    }
}

/// A word as a value of a type that is computed in.
pub(in crate::device) fn from_word(word: &str, ty: &str) -> String {
    match ty {
        "bool" => format!("({word} != 0u)"),
        ty => format!("bitcast<{ty}>({word})"),
    }
}

/// The word of a value.
pub(in crate::device) fn to_word(value: &str, ty: &str) -> String {
    if ty == "bool" { format!("u32({value})") } else { format!("bitcast<u32>({value})") }
}

/// A host number, as a word of the type that it computes in.
pub(in crate::device) fn word(number: f64, ty: &str) -> u32 {
    match ty {
        "i32" => (number as i32) as u32,
        "bool" => u32::from(number != 0.0),
        _ => (number as f32).to_bits(),
    }
}

/// What a fold of nothing is.
pub(in crate::device) fn start(combine: Combine, ty: &str) -> &'static str {
    match (combine, ty) {
        (Combine::Prod | Combine::Min, "bool") => "true",
        (_, "bool") => "false",
        (Combine::Prod, "i32") => "1i",
        (Combine::Prod, _) => "1.0f",
        (Combine::Max, "i32") => "(-2147483647i - 1i)",
        (Combine::Max, _) => "(-ct_inf())",
        (Combine::Min, "i32") => "2147483647i",
        (Combine::Min, _) => "ct_inf()",
        (_, "i32") => "0i",
        _ => "0.0f",
    }
}

/// More operands than a kernel may bind.
#[cold]
pub(in crate::device) fn too_many(operands: usize, most: usize) -> Error {
    let message = format!("a kernel of {operands} buffers, but this adapter binds {most} at once");
    Error::new(ErrorKind::Device, message)
}

/// A length that indices of the device do not count.
pub(in crate::device) fn countable(points: usize) -> Result<()> {
    if u32::try_from(points).is_ok() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Overflow, format!("{points} points are more than a kernel counts")))
}
