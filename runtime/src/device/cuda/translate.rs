//! Kernels in WGSL as CUDA C++: what is written once for WebGPU runs on CUDA too.
//!
//! naga reads and types a text. The types that it names stay, but for `f32`, which is `ct_real` here: the type that a launch computes
//! in. Buffers and arguments are one value, `ct_given`, which functions that need them get by reference.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, ArraySize, Binding, Block, BuiltIn, Constant, Expression, Function, GlobalVariable, Handle,
    Module, Statement,
};
use naga::{Scalar, ScalarKind, Type, TypeInner};

mod expressions;
mod statements;
#[cfg(test)]
mod tests;

/// Why a text is none that this module translates.
pub(super) type Refusal = String;

/// The kernel `ct_main` of a text whose entry point is `main`. It follows `wgsl.cu`, and the types `ct_real`, `ct_half`. With a `ct_real`
/// of 64 bits, what takes floats of 32 apart is refused.
pub(super) fn translate(text: &str, is_double: bool) -> Result<String, Refusal> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
    let info =
        Validator::new(ValidationFlags::all(), Capabilities::SHADER_FLOAT16 | Capabilities::SHADER_INT64)
            .validate(&module)
            .map_err(|e| e.emit_to_string(text))?;
    let mut writer = Writer { module: &module, info: &info, is_double, out: String::new() };
    writer.all()?;
    Ok(writer.out)
}

struct Writer<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    is_double: bool,
    out: String,
}

/// Functions of WGSL's prelude that CUDA has, or `wgsl.cu`.
const NATIVE: [(&str, &str); 8] = [
    ("ct_copysign", "copysign"),
    ("ct_exp", "exp"),
    ("ct_inf", "ct_inf<ct_real>"),
    ("ct_is_finite", "ct_is_finite"),
    ("ct_is_nan", "ct_is_nan"),
    ("ct_log", "log"),
    ("ct_maximum", "ct_maximum"),
    ("ct_nan", "ct_nan<ct_real>"),
];

/// The same where floats have 64 bits, of functions that take floats of 32 apart.
const NATIVE_OF_DOUBLE: [(&str, &str); 5] = [
    ("ct_bits_of", "ct_bits_of"),
    ("ct_fill", "ct_fill"),
    ("ct_of_bits", "ct_of_bits"),
    ("ct_opaque", "ct_opaque"),
    ("ct_two_product", "ct_two_product"),
];

/// What a function of this name is called, if it is none of the text's.
fn native(name: Option<&str>, is_double: bool) -> Option<&'static str> {
    let of_double = NATIVE_OF_DOUBLE.iter().filter(|_| is_double);
    NATIVE.iter().chain(of_double).find(|(own, _)| Some(*own) == name).map(|(_, native)| *native)
}

/// A function while it is written.
struct Body<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    is_double: bool,
    function: &'a Function,
    of: &'a FunctionInfo,
    out: String,
    /// The labels of loops that something continues, innermost last.
    loops: Vec<Option<usize>>,
    labels: usize,
}

impl Writer<'_> {
    fn all(&mut self) -> Result<(), Refusal> {
        self.structs()?;
        for (handle, constant) in self.module.constants.iter() {
            self.constant(handle, constant)?;
        }
        self.globals()?;
        let [entry] = &self.module.entry_points[..] else { return Err("a text with one entry point".into()) };
        let mut called = BTreeSet::new();
        self.calls(&entry.function.body, &mut called);
        for (handle, function) in self.module.functions.iter().filter(|(handle, _)| called.contains(handle)) {
            let of = &self.info[handle];
            let text = self.function(function, of, &function_name(self.module, handle, self.is_double))?;
            self.out += &text;
        }
        let text = self.entry(&entry.function, self.info.get_entry_point(0), entry.workgroup_size)?;
        self.out += &text;
        Ok(())
    }

    /// The functions that a block calls, and those that these call.
    fn calls(&self, block: &Block, called: &mut BTreeSet<Handle<Function>>) {
        for statement in block {
            match statement {
                Statement::Call { function, .. } => {
                    let of = &self.module.functions[*function];
                    if native(of.name.as_deref(), self.is_double).is_none() && called.insert(*function) {
                        self.calls(&of.body, called);
                    }
                }
                Statement::Block(block) => self.calls(block, called),
                Statement::If { accept, reject, .. } => {
                    for block in [accept, reject] {
                        self.calls(block, called);
                    }
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.calls(&case.body, called);
                    }
                }
                Statement::Loop { body, continuing, .. } => {
                    for block in [body, continuing] {
                        self.calls(block, called);
                    }
                }
                _ => {}
            }
        }
    }

    fn structs(&mut self) -> Result<(), Refusal> {
        for (handle, ty) in self.module.types.iter() {
            let TypeInner::Struct { members, .. } = &ty.inner else { continue };
            let mut text = format!("struct {} {{\n", type_name(self.module, handle)?);
            for (i, member) in members.iter().enumerate() {
                let _ = writeln!(text, "    {} m{i};", type_name(self.module, member.ty)?);
            }
            self.out += &text;
            self.out += "};\n";
        }
        Ok(())
    }

    fn constant(&mut self, handle: Handle<Constant>, constant: &Constant) -> Result<(), Refusal> {
        let ty = type_name(self.module, constant.ty)?;
        let value = expressions::global(self.module, constant.init)?;
        // A list is memory, which a constant expression is not.
        let how = match self.module.types[constant.ty].inner {
            TypeInner::Array { .. } => "__constant__ const",
            _ => "static constexpr",
        };
        let _ = writeln!(self.out, "{how} {ty} {} = {value};", constant_name(self.module, handle));
        Ok(())
    }

    /// What the launch gives, memory of a block, and variables that nothing changes.
    fn globals(&mut self) -> Result<(), Refusal> {
        let mut given = Vec::new();
        for (handle, global) in self.module.global_variables.iter() {
            let name = global_name(self.module, handle);
            match global.space {
                AddressSpace::Uniform => {
                    given.push((global.binding, format!("{} {name}", type_name(self.module, global.ty)?)));
                }
                AddressSpace::Storage { .. } => {
                    let ty = element(self.module, global)?;
                    given.push((global.binding, format!("{ty} *__restrict__ {name}")));
                }
                AddressSpace::WorkGroup => {
                    let ty = type_name(self.module, global.ty)?;
                    let _ = writeln!(self.out, "__shared__ {ty} {name};");
                }
                AddressSpace::Private => {
                    let (ty, Some(init)) = (type_name(self.module, global.ty)?, global.init) else {
                        return Err(format!("{name} begins as nothing"));
                    };
                    let init = expressions::global(self.module, init)?;
                    let _ = writeln!(self.out, "static constexpr {ty} {name} = {init};");
                }
                _ => return Err(format!("{name} is in no memory that kernels have")),
            }
        }
        // naga has them in the order in which functions name them, and launches in that of bindings.
        given.sort();
        self.out += "struct ct_given {\n";
        for (_, member) in given {
            let _ = writeln!(self.out, "    {member};");
        }
        self.out += "};\n";
        Ok(())
    }

    fn function(&self, function: &Function, of: &FunctionInfo, name: &str) -> Result<String, Refusal> {
        let result = match &function.result {
            Some(result) => type_name(self.module, result.ty)?,
            None => "void".to_owned(),
        };
        let mut parameters = Vec::new();
        if needs_given(self.module, of) {
            parameters.push("const ct_given &given".to_owned());
        }
        for (i, argument) in function.arguments.iter().enumerate() {
            parameters.push(format!(
                "{} {}",
                type_name(self.module, argument.ty)?,
                argument_name(function, i)
            ));
        }
        let body = self.body(function, of)?;
        Ok(format!("__device__ static {result} {name}({}) {{\n{body}}}\n", parameters.join(", ")))
    }

    fn entry(&self, function: &Function, of: &FunctionInfo, size: [u32; 3]) -> Result<String, Refusal> {
        let threads = size.iter().product::<u32>();
        let mut text = format!(
            "extern \"C\" __global__ void __launch_bounds__({threads}) ct_main(const __grid_constant__ ct_given given) {{\n"
        );
        for (i, argument) in function.arguments.iter().enumerate() {
            let ty = type_name(self.module, argument.ty)?;
            let value = match argument.binding {
                Some(Binding::BuiltIn(BuiltIn::WorkGroupId)) => "{{blockIdx.x, blockIdx.y, blockIdx.z}}",
                Some(Binding::BuiltIn(BuiltIn::NumWorkGroups)) => "{{gridDim.x, gridDim.y, gridDim.z}}",
                Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex)) => "threadIdx.x",
                _ => return Err(format!("argument {i} of `main` is nothing that a launch has")),
            };
            let value = if value.starts_with('{') { format!("{ty}{value}") } else { value.to_owned() };
            let _ = writeln!(text, "    const {ty} {} = {value};", argument_name(function, i));
        }
        text += &self.body(function, of)?;
        text += "}\n";
        Ok(text)
    }

    fn body(&self, function: &Function, of: &FunctionInfo) -> Result<String, Refusal> {
        let mut body = Body {
            module: self.module,
            info: self.info,
            is_double: self.is_double,
            function,
            of,
            out: String::new(),
            loops: Vec::new(),
            labels: 0,
        };
        body.locals()?;
        body.block(&function.body)?;
        Ok(body.out)
    }
}

/// Whether a function reads or writes what the launch gives.
fn needs_given(module: &Module, of: &FunctionInfo) -> bool {
    let is_given = |global: &GlobalVariable| {
        matches!(global.space, AddressSpace::Storage { .. } | AddressSpace::Uniform)
    };
    module.global_variables.iter().any(|(handle, global)| is_given(global) && !of[handle].is_empty())
}

fn function_name(module: &Module, handle: Handle<Function>, is_double: bool) -> String {
    let name = module.functions[handle].name.as_deref();
    native(name, is_double)
        .map_or_else(|| format!("f{}_{}", handle.index(), name.unwrap_or_default()), str::to_owned)
}

fn constant_name(module: &Module, handle: Handle<Constant>) -> String {
    format!("c{}_{}", handle.index(), module.constants[handle].name.as_deref().unwrap_or_default())
}

fn global_name(module: &Module, handle: Handle<GlobalVariable>) -> String {
    format!("g{}_{}", handle.index(), module.global_variables[handle].name.as_deref().unwrap_or_default())
}

fn argument_name(function: &Function, i: usize) -> String {
    format!("a{i}_{}", function.arguments[i].name.as_deref().unwrap_or_default())
}

/// The type of a buffer's elements.
fn element(module: &Module, global: &GlobalVariable) -> Result<String, Refusal> {
    match module.types[global.ty].inner {
        TypeInner::Array { base, size: ArraySize::Dynamic, .. } => type_name(module, base),
        _ => Err("a buffer is a list".into()),
    }
}

fn scalar_name(scalar: Scalar) -> Result<&'static str, Refusal> {
    Ok(match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 4) => "ct_real",
        (ScalarKind::Float, 2) => "ct_half",
        (ScalarKind::Sint, 4) => "int",
        (ScalarKind::Uint, 4) => "ct_word",
        (ScalarKind::Uint, 8) => "ct_size",
        (ScalarKind::Bool, _) => "bool",
        _ => return Err(format!("no type for {scalar:?}")),
    })
}

fn inner_name(module: &Module, inner: &TypeInner) -> Result<String, Refusal> {
    Ok(match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => scalar_name(scalar)?.to_owned(),
        TypeInner::Vector { size, scalar } => format!("ct_vec<{}, {}>", scalar_name(scalar)?, size as u8),
        TypeInner::Matrix { columns, rows, scalar } => {
            let column = format!("ct_vec<{}, {}>", scalar_name(scalar)?, rows as u8);
            format!("ct_array<{column}, {}>", columns as u8)
        }
        TypeInner::Array { base, size: ArraySize::Constant(size), .. } => {
            format!("ct_array<{}, {size}>", type_name(module, base)?)
        }
        TypeInner::Pointer { base, .. } => format!("{} *", type_name(module, base)?),
        TypeInner::ValuePointer { size: None, scalar, .. } => format!("{} *", scalar_name(scalar)?),
        _ => return Err(format!("no type for {inner:?}")),
    })
}

fn type_name(module: &Module, handle: Handle<Type>) -> Result<String, Refusal> {
    let ty = &module.types[handle];
    match ty.inner {
        TypeInner::Struct { .. } => {
            Ok(format!("s{}_{}", handle.index(), ty.name.as_deref().unwrap_or_default()))
        }
        _ => inner_name(module, &ty.inner),
    }
}

/// A literal that is exact in `ct_real`, of whichever width: the shortest decimal of an f32 is what was written.
fn literal(value: naga::Literal) -> Result<String, Refusal> {
    use naga::Literal as L;
    Ok(match value {
        L::F32(x) => format!("ct_real({x:?})"),
        L::F16(x) => format!("ct_half({:?}f)", f32::from(x)),
        L::U32(x) => format!("ct_word({x}u)"),
        L::U64(x) => format!("ct_size({x}ull)"),
        L::I32(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        L::I32(x) => format!("({x})"),
        L::Bool(x) => x.to_string(),
        _ => return Err(format!("no literal for {value:?}")),
    })
}

impl Body<'_> {
    fn expression(&self, handle: Handle<Expression>) -> &Expression {
        &self.function.expressions[handle]
    }
}
