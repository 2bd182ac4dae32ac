//! The bodies of groups as WGSL: the texts that kernels carry. Floats compute in f32. Loads, loops and reductions around a body
//! are the runtime's, which knows the types in memory.

use super::device::{Language, elems, literal, operand, statements, typed};
use crate::fuse::{Group, Output};
use crate::ir::{Elem, Graph};
use crate::rules::RuleCache;

/// The language of WebGPU.
pub(crate) struct Wgsl;

/// One line with the types of host numbers, a line for each statement, one with the outputs as operands. `of` gives an element
/// type for type parameters, and others as they are. With f64, which WGSL has not, the text begins with that word: a launch has to say
/// that f32 will do.
pub(crate) fn text(group: &Group, graph: &Graph, rules: &RuleCache, of: &dyn Fn(&Elem) -> Elem) -> String {
    let wide = elems(group, graph).any(|e| *e == Elem::F64).then(|| "f64".to_owned());
    let numbers = group.scalars.iter().map(|s| Wgsl::compute(&of(&s.elem)));
    let numbers: Vec<_> = wide.into_iter().chain(numbers).collect();
    let output = |o: &Output| operand::<Wgsl>(o.operand, &of(&o.elem));
    let outputs: Vec<_> = group.outputs.iter().map(output).collect();
    let mut lines = vec![numbers.join(" ")];
    lines.extend(statements::<Wgsl>(&typed(group, of), rules));
    lines.push(outputs.join(", "));
    lines.join("\n")
}

impl Language for Wgsl {
    const SPELLING: usize = 2;

    fn compute(elem: &Elem) -> String {
        match elem {
            Elem::I32 => "i32",
            Elem::Bool => "bool",
            _ => "f32",
        }
        .to_owned()
    }

    fn number(value: f64, elem: &Elem) -> String {
        let single = value as f32;
        match elem {
            Elem::Bool => (value != 0.0).to_string(),
            // The literal is positive, and this one has no positive counterpart.
            Elem::I32 if value as i32 == i32::MIN => "(-2147483647i - 1i)".to_owned(),
            Elem::I32 => literal(&format!("{}i", value as i32)),
            _ if single.is_nan() => "ct_nan()".to_owned(),
            _ if single == f32::INFINITY => "ct_inf()".to_owned(),
            _ if single == f32::NEG_INFINITY => "(-ct_inf())".to_owned(),
            // Its shortest decimal is larger than it is, which Tint refuses.
            _ if single.abs() == f32::MAX => {
                literal(if single < 0.0 { "-0x1.fffffep+127f" } else { "0x1.fffffep+127f" })
            }
            _ => literal(&format!("{single:?}f")),
        }
    }

    fn local(name: &str, ty: &str, value: &str) -> String {
        format!("let {name}: {ty} = {value};")
    }

    fn helper(name: &str, elem: &Elem) -> String {
        if *elem == Elem::I32 { format!("{name}_i32") } else { name.to_owned() }
    }
}
