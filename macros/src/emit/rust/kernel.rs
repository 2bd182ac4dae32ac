//! One group → one kernel type: straight-line scalar code.
//!
//! The text stands in a module of its own (see [`super::Kernels`]), so its names need no care: all that it
//! sees are the language's types, the runtime as `rt`, and type parameters that are called by their number. Nothing in it
//! has a place in the user's code: so it is written as text, which one call of the compiler's lexer makes tokens of.

use std::fmt::Write as _;
use std::rc::Rc;

use proc_macro2::Ident;

use crate::fuse::{Group, Operand, Stmt};
use crate::ir::{Elem, ElemKind, Graph, Map, Op};
use crate::rules::Row;
use crate::rules::template::{Piece, template};
use crate::table::RuleCache;

mod own;
mod source;

pub(crate) use own::{Own, own};

/// The one element type of all operands, where they have one: then the loop is the driver's.
pub(super) fn uniform<'a>(group: &'a Group, graph: &'a Graph) -> Option<&'a Elem> {
    let mut elems = group.inputs.iter().map(|&v| graph.elem(v)).chain(group.outputs.iter().map(|o| &o.elem));
    let first = elems.next()?;
    elems.all(|elem| elem == first).then_some(first)
}

/// How kernels are declared.
pub(crate) struct Head<'a> {
    pub name: &'a str,
    /// Their type parameters, by the names that elements have.
    pub generics: &'a [Ident],
    /// The bound of these, a trait of the runtime.
    pub bound: &'a str,
    pub rules: &'a RuleCache,
    /// Whether they carry their bodies for devices.
    pub sources: bool,
}

/// The struct of host numbers and what makes it a kernel.
pub(super) fn definition(group: &Group, graph: &Graph, head: &Head<'_>) -> String {
    let uniform = uniform(group, graph);
    let types = Types::new(head, if uniform.is_none() { 0 } else { usize::MAX });
    let rows = rows(group, head.rules);
    let mut fields = texts(0..group.scalars.len(), |_| "pub f64, ".to_owned());
    if !types.generics.is_empty() {
        let _ = write!(fields, "pub {}", types.held());
    }
    let fields = if fields.is_empty() { fields } else { format!("({fields})") };
    let hosts: Vec<_> = (0..group.scalars.len()).map(|i| format!("self.{i}")).collect();
    let (kind, ins, outs, code) = if let Some(elem) = uniform {
        let (elem, stored) = (types.computed(elem), types.of(elem));
        let (n, m) = (group.inputs.len(), group.outputs.len());
        let code = point(group, &rows, &types, &hosts, (&elem, n, m));
        ("Point", format!("[{stored}; {n}]"), format!("[{stored}; {m}]"), code)
    } else {
        let ins = group.inputs.iter().map(|&v| types.of(graph.elem(v)));
        let outs = group.outputs.iter().map(|o| types.of(&o.elem));
        ("Kernel", nest(ins), nest(outs), tile(group, graph, &rows, &types, &hosts))
    };
    let source = source::source(group, graph, head, &types, &hosts);
    let (name, declared, given) = (head.name, types.declared(), types.given());
    let of = format!("{name}{given}");
    let item = implementation(&rows, cost(&rows), &declared, (kind, &of), &[&ins, &outs, &source, &code]);
    format!("pub struct {name}{declared}{fields};\n{item}")
}

fn rows(group: &Group, rules: &RuleCache) -> Vec<Rc<Row>> {
    group.body.iter().map(|s| rules.of(&Op::Map(s.op))).collect()
}

fn cost(rows: &[Rc<Row>]) -> usize {
    rows.iter().map(|r| r.cost).sum::<usize>() + 1
}

/// What makes `of` a kernel: its inputs, its outputs, its source, its function.
fn implementation(
    rows: &[Rc<Row>],
    cost: usize,
    declared: &str,
    (kind, of): (&str, &str),
    parts: &[&str; 4],
) -> String {
    let [ins, outs, source, code] = parts;
    let mut hints = String::new();
    // Hints for speed: other functions that take a sine or a remainder somewhere inside are right without them.
    for (hint, names) in [("TURNS", &["sin", "cos", "tan"][..]), ("REMAINDERS", &["rem", "floor_mod"])] {
        if rows.iter().any(|row| template(row).names.iter().any(|name| names.contains(&&**name))) {
            let _ = write!(hints, "const {hint}: bool = true; ");
        }
    }
    format!(
        "impl{declared} rt::{kind} for {of} {{
            type Ins = {ins};
            type Outs = {outs};
            const COST: usize = {cost};
            {hints}{source}
            #[inline(always)]
            {code}
        }}
        "
    )
}

/// The function of one point, of arrays of so many elements.
fn point(
    group: &Group,
    rows: &[Rc<Row>],
    types: &Types,
    hosts: &[String],
    (elem, n, m): (&str, usize, usize),
) -> String {
    let mut code = String::new();
    for (i, (scalar, host)) in group.scalars.iter().zip(hosts).enumerate() {
        let _ = write!(code, "let h{i}: {} = m::num(s, {host}); ", types.computed(&scalar.elem));
    }
    statements(&mut code, group, rows, types);
    let values: Vec<_> = group.outputs.iter().map(|o| operand(o.operand, &o.elem, types)).collect();
    let _ = write!(code, "[{}]", values.join(", "));
    let (s, xs) = (set(&code), format!("[{}]", texts(0..n, |i| format!("x{i}, "))));
    // Many are a line of their own.
    let (xs, taken) = if n > 4 { ("x", format!("let {xs} = x; ")) } else { (&*xs, String::new()) };
    format!("fn point<S: rt::Isa>(&self, {s}: S, {xs}: [{elem}; {n}]) -> [{elem}; {m}] {{ {taken}{code} }}")
}

/// The name of the instruction set in the code.
fn set(code: &str) -> &'static str {
    if code.contains("(s, ") { "s" } else { "_" }
}

/// The function of a tile. The loop is in a function of its own whose parameters are the slices: that is what tells the
/// vectoriser that they do not overlap. Inputs before the first slice are what outputs hold.
fn tile(group: &Group, graph: &Graph, rows: &[Rc<Row>], types: &Types, hosts: &[String]) -> String {
    let (first, n, m) = (types.slices, group.inputs.len(), group.outputs.len());
    let mut params = String::new();
    for (i, scalar) in group.scalars.iter().enumerate() {
        let _ = write!(params, "h{i}: {}, ", types.computed(&scalar.elem));
    }
    for (i, &v) in group.inputs.iter().enumerate().skip(first) {
        let _ = write!(params, "x{i}: &[{}], ", types.computed(graph.elem(v)));
    }
    for (i, output) in group.outputs.iter().enumerate() {
        let _ = write!(params, "y{i}: &mut [{}], ", types.computed(&output.elem));
    }
    let mut code = String::new();
    for i in first..n {
        let _ = write!(code, "let x{i} = &x{i}[..n]; ");
    }
    for i in 0..m {
        let _ = write!(code, "let y{i} = &mut y{i}[..n]; ");
    }
    code.push_str("for i in 0..n { ");
    for i in 0..first {
        let _ = write!(code, "let x{i} = y{i}[i]; ");
    }
    statements(&mut code, group, rows, types);
    for (i, output) in group.outputs.iter().enumerate() {
        let _ = write!(code, "y{i}[i] = {}; ", operand(output.operand, &output.elem, types));
    }
    code.push('}');
    let declared = texts(types.names(), |t| format!(", {t}: rt::{}", types.bound));
    let given = texts(types.names(), |t| format!(", {t}"));
    let hs = texts(hosts, |host| format!("m::num(s, {host}), "));
    let set = set(&code);
    format!(
        "fn tile<Isa: rt::Isa>(
            &self,
            s: Isa,
            n: usize,
            {x_pattern}: <Self::Ins as rt::List>::Tiles<'_>,
            {y_pattern}: <Self::Outs as rt::List>::TilesMut<'_>,
        ) {{
            #[inline(always)]
            fn body<Isa: rt::Isa{declared}>({set}: Isa, n: usize, {params}) {{ {code} }}
            body::<Isa{given}>(s, n, {hs}{xs}{ys});
        }}",
        x_pattern = nest((first..n).map(|i| format!("x{i}"))),
        y_pattern = nest((0..m).map(|i| format!("y{i}"))),
        xs = texts(first..n, |i| format!("x{i}, ")),
        ys = texts(0..m, |i| format!("y{i}, ")),
    )
}

/// One text behind the other.
fn texts<T>(items: impl IntoIterator<Item = T>, text: impl Fn(T) -> String) -> String {
    items.into_iter().map(text).collect::<Vec<_>>().concat()
}

/// `a, b` → `(a, (b, ()))`.
fn nest(items: impl DoubleEndedIterator<Item = String>) -> String {
    items.rev().fold("()".to_owned(), |rest, item| format!("({item}, {rest})"))
}

/// The function's type parameters: in a kernel they are `T0`, `T1`.
struct Types {
    generics: Vec<String>,
    bound: String,
    /// The first input that is a slice.
    slices: usize,
}

impl Types {
    fn new(head: &Head<'_>, slices: usize) -> Self {
        let generics = head.generics.iter().map(ToString::to_string).collect();
        Self { generics, bound: head.bound.to_owned(), slices }
    }

    fn names(&self) -> Vec<String> {
        (0..self.generics.len()).map(|i| format!("T{i}")).collect()
    }

    fn given(&self) -> String {
        if self.generics.is_empty() { String::new() } else { format!("<{}>", self.names().join(", ")) }
    }

    fn declared(&self) -> String {
        let each: Vec<_> = self.names().iter().map(|t| format!("{t}: rt::{}", self.bound)).collect();
        if each.is_empty() { String::new() } else { format!("<{}>", each.join(", ")) }
    }

    /// What a type with these parameters holds for them.
    fn held(&self) -> String {
        format!("rt::PhantomData<({},)>", self.names().join(", "))
    }

    fn of(&self, elem: &Elem) -> String {
        match elem {
            elem if elem.is_half() => format!("rt::{elem}"),
            Elem::Param(name) => {
                let at = self.generics.iter().position(|g| g == name);
                format!("T{}", at.expect("the function has its type parameters"))
            }
            elem => elem.to_string(),
        }
    }

    /// The type that elements are computed in.
    fn computed(&self, elem: &Elem) -> String {
        elem.stored().map_or_else(|| format!("rt::C<{}>", self.of(elem)), |row| row.computed.to_owned())
    }
}

fn statements(out: &mut String, group: &Group, rows: &[Rc<Row>], types: &Types) {
    for (i, (stmt, row)) in group.body.iter().zip(rows).enumerate() {
        let _ = write!(out, "let t{i}");
        // Only a cast does not say what it gives.
        if stmt.op == Map::Cast {
            let _ = write!(out, ": {}", types.computed(&stmt.elem));
        }
        out.push_str(" = ");
        let template = template(row);
        match template.call {
            Some(call) if float(&stmt.elem).is_none() => {
                let _ = write!(out, "m::{call}(s, ");
                for piece in &template.pieces {
                    if let Piece::Operand(at) = *piece {
                        argument(out, stmt, at, types);
                        out.push_str(", ");
                    }
                }
                out.push(')');
            }
            _ => {
                for piece in &template.pieces {
                    match piece {
                        Piece::Text(text) => out.push_str(text),
                        Piece::Operand(at) => argument(out, stmt, *at, types),
                    }
                }
            }
        }
        out.push_str("; ");
    }
}

fn argument(out: &mut String, stmt: &Stmt, at: usize, types: &Types) {
    let elem = &stmt.arg_elems[at];
    let typed = |(b, other): (&Operand, &Elem)| !matches!(b, Operand::Const(_)) && other == elem;
    match stmt.args[at] {
        // A number beside an operand of its type.
        Operand::Const(c) if float(elem).is_none() && stmt.args.iter().zip(&stmt.arg_elems).any(typed) => {
            let _ = write!(out, "m::num(s, {c}f64)");
        }
        arg => out.push_str(&operand(arg, elem, types)),
    }
}

fn operand(operand: Operand, elem: &Elem, types: &Types) -> String {
    match operand {
        Operand::Input(i) if i >= types.slices => format!("x{i}[i]"),
        Operand::Input(i) => format!("x{i}"),
        Operand::Scalar(i) => format!("h{i}"),
        Operand::Local(i) => format!("t{i}"),
        Operand::Const(c) => match float(elem) {
            // Rounded once, as `num` does: `0.1f32` read by itself may be another number.
            Some("f32") if (c as f32).is_finite() => format!("{}f32", c as f32),
            Some("f64") => format!("{c}f64"),
            _ => format!("m::num::<_, {}>(s, {c}f64)", types.computed(elem)),
        },
    }
}

/// The type for elements known to be floats: one with operators and numbers of its own.
fn float(elem: &Elem) -> Option<&'static str> {
    elem.stored().filter(|row| row.kind == ElemKind::Float).map(|row| row.computed)
}
