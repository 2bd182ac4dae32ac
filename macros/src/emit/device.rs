//! Code that the printers of device code share: the body of a group as lines of scalar code, one per statement.

use crate::fuse::{Group, Operand, Stmt};
use crate::ir::{Elem, Graph, Op};
use crate::rules::RuleCache;

/// A language in which kernels are printed.
pub(crate) trait Language {
    /// Which of a row's three spellings.
    const SPELLING: usize;

    /// The type that an element type computes in.
    fn compute(elem: &Elem) -> String;

    /// A number as an operand.
    fn number(value: f64, elem: &Elem) -> String;

    /// The immutable local `name`.
    fn local(name: &str, ty: &str, value: &str) -> String;

    /// An integer as one whose sums and products wrap, and back.
    fn unsigned(value: String) -> String {
        value
    }
    fn signed(value: String) -> String {
        value
    }

    /// The function that a template calls, by the element type of its operands.
    fn helper(name: &str, elem: &Elem) -> String;
}

/// The statements of a body in order.
pub(crate) fn statements<L: Language>(body: &[Stmt], rules: &RuleCache) -> Vec<String> {
    let line = |(i, stmt): (usize, &Stmt)| {
        let row = rules.of(&Op::Map(stmt.op));
        let template = &row.spell.as_ref().expect("a law over the table: maps are spelled")[L::SPELLING];
        let mut value = template.replace("{T}", &L::compute(&stmt.elem));
        // Sums and products of integers wrap.
        let wraps = stmt.elem == Elem::I32 && template.contains(['+', '-', '*']) && !template.contains('(');
        for ((param, arg), elem) in row.params.iter().zip(&stmt.args).zip(&stmt.arg_elems) {
            let operand = operand::<L>(*arg, elem);
            let operand = if wraps { L::unsigned(operand) } else { operand };
            value = value.replace(&format!("{{{}}}", param.name), &operand);
        }
        if wraps {
            value = L::signed(value);
        }
        let elem = stmt.arg_elems.first().unwrap_or(&stmt.elem);
        if let Some((name, rest)) = value.split_once('(').filter(|(name, _)| name.starts_with("ct_")) {
            value = format!("{}({rest}", L::helper(name, elem));
        }
        L::local(&format!("t{i}"), &L::compute(&stmt.elem), &value)
    };
    body.iter().enumerate().map(line).collect()
}

/// A body with element types in the place of type parameters.
pub(crate) fn typed(group: &Group, of: &dyn Fn(&Elem) -> Elem) -> Vec<Stmt> {
    let typed = |s: &Stmt| Stmt {
        op: s.op,
        args: s.args.clone(),
        elem: of(&s.elem),
        arg_elems: s.arg_elems.iter().map(of).collect(),
        value: s.value,
    };
    group.body.iter().map(typed).collect()
}

pub(crate) fn operand<L: Language>(operand: Operand, elem: &Elem) -> String {
    match operand {
        Operand::Input(i) => format!("x{i}"),
        Operand::Scalar(i) => format!("h{i}"),
        Operand::Local(i) => format!("t{i}"),
        Operand::Const(value) => L::number(value, elem),
    }
}

/// Element types of inputs, scalars, body and outputs.
pub(crate) fn elems<'a>(group: &'a Group, graph: &'a Graph) -> impl Iterator<Item = &'a Elem> {
    (group.inputs.iter().map(|v| graph.elem(*v)))
        .chain(group.scalars.iter().map(|s| &s.elem))
        .chain(group.body.iter().map(|s| &s.elem))
        .chain(group.outputs.iter().map(|o| &o.elem))
}

/// A negative literal in parentheses: templates put signs before operands.
pub(crate) fn literal(text: &str) -> String {
    if text.starts_with('-') { format!("({text})") } else { text.to_owned() }
}
