//! The intermediate representation: straight-line SSA over an index arena.
//!
//! Nodes only name earlier nodes and nothing is mutated after it is pushed; passes are pure functions from
//! graph to graph. Forward and derivative graphs are the same type, so every pass serves both.

mod active;
mod call;
mod elem;
mod host;
mod pack;
mod part;
mod region;
mod size;
mod taps;
mod types;

use std::fmt;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use proc_macro2::Span;

pub(crate) use crate::rules::{List, Map, Opaque, Reduce, View};
pub(crate) use active::{active, on_the_way};
pub(crate) use call::{Call, Callee, How, Leaves, Ruled};
pub(crate) use elem::{Elem, ElemKind};
pub(crate) use host::{HostExpr, Known, Runs};
pub(crate) use pack::Pack;
pub(crate) use part::{Made, Make, Part, parts_of};
pub(crate) use region::{
    Branch, Drive, Head, Loop, Passed, Region, Replay, Rewind, Schedule, Tie, Unwind, in_front, joined,
    shapeless,
};
pub(crate) use size::{Check, Does, Fact, INTEGERS, Infix, METHODS, NUMBERS, Position, Size};
pub(crate) use taps::Times;
pub(crate) use types::{Atom, KeptAxes, Shape, TensorTy, Ty};

/// A node's result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Value(pub u32);

impl Value {
    pub(crate) fn ix(self) -> usize {
        self.0 as usize
    }
}

/// A program: parameters are the `Input` nodes, in order of their index.
#[derive(Clone, Default)]
pub(crate) struct Graph {
    pub nodes: Vec<Node>,
    pub outputs: Vec<Value>,
}

#[derive(Clone)]
pub(crate) struct Node {
    pub op: Op,
    pub args: Vec<Value>,
    pub ty: Ty,
    /// The user's token that this node comes from; derived nodes inherit it.
    pub span: Span,
    /// A number for the place of that token: spans cannot be compared, and asking one for its line takes long.
    pub spot: u32,
    /// The user's name for the value, for locals and reports.
    pub name: Option<String>,
    /// The op as the user called it, where that is another: the composite it came out of, `chunk`, the op that this
    /// belongs to the derivative of. Errors at run time go by it.
    pub called: Option<&'static str>,
}

/// The variants are the distinctions that passes make.
#[derive(Clone)]
pub(crate) enum Op {
    /// Parameter, cotangent or tangent number `n` of the function being emitted.
    Input(u32),
    /// A number of rank 0; its element type is in `ty`.
    Const(f64),
    /// `args[0]` is a host number; as a tensor of rank 0 it costs nothing inside a group.
    Scalar,
    /// Structural zero of the shape in `args[0]`; passes remove it, only one that reaches an output is made.
    Zero,
    /// Elementwise: fuses.
    Map(Map),
    /// Closes a group.
    Reduce(Reduce),
    /// Layout arithmetic, no flops.
    View(View),
    /// One runtime call: a wall for the fuser.
    Opaque(Opaque),
    /// Takes or gives a list whose length is known at run time only.
    List(List),
    /// Result number `n` of an op with several.
    Get(u32),
    /// Another differentiable function.
    Call(Call),
    /// A part of a value of any form, of what a call gives, or of the cotangents of its arguments.
    Part(Part),
    /// A value of any form as the tensor that it is used as; `true`: it may be a number.
    AsTensor(bool),
    /// The tensor `args[0]`, in the shape that it has for certain. If there is an `args[1]`, this check has compared the shape at run
    /// time. Programs have no such op.
    Declared,
    /// The tensor `args[0]` itself: by this node alone, and not by what it is of, a derivative inside of the body is taken.
    Apart,
    /// A derivative of `args[0]` inside of the body, whose ops a pass puts in this place: the gradient of a loss by `args[1]`,
    /// or the tangent along pairs of an [`Op::Apart`] and its tangent. Those of one call have its number, which is larger than
    /// those of calls in the callee's text.
    Inside(Inside, u32),
    /// At the edge of what runs on a batch inside of the body: the value of any item of `args[0]`, or the values that `args[0]` has
    /// in all items, with the axis of the batch. `args[1]`: how many items there are. The number of the call is as above.
    Batch(Edge, u32),
    /// The tangent whose parts are the rest of the arguments, in the form `args[0]`; zeros where none is given.
    Assemble(Vec<Part>),
    /// `args[0]` is a tangent, the rest are added to its parts in place.
    Put(Vec<Part>),
    /// The sum of tangents of any form.
    Sum,
    /// A tuple of values.
    Join,
    /// A value of any form, put together from its parts.
    Make(Rc<Make>),
    /// The tensor `args[0]` itself, whose cotangent is wanted: tap of this number. `args[1]` is its place, as far as there is one.
    Tap(u32),
    /// Where the cotangents of this tap are gathered. Regions take it as an argument, and its cotangent is they.
    Place(u32),
    /// Cotangents of a tap, the last round first: none; those in `args[0]` and the tensor `args[1]`, of shape `args[2]`; those of
    /// both arguments.
    Gather,
    /// One of several regions runs.
    Branch(Rc<Branch>),
    /// The arm that ran, in reverse.
    Unwind(Rc<Unwind>),
    /// A region runs again and again.
    Loop(Rc<Loop>),
    /// Its rounds, in reverse.
    Rewind(Rc<Rewind>),
    /// The shape of a tensor, as a host value of type `Shape`; of a list, `Shapes`. Keeps no data alive.
    ShapeOf,
    /// A host value that is a closed expression over others.
    Size(Rc<Size>),
    /// Any other Rust expression over host values, carried through untouched.
    Host(HostExpr),
}

/// What kind of thing an op is: the one list of all ops that passes ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpClass {
    /// Inputs, numbers and host values: they have no operands to pass a cotangent to.
    Leaf,
    /// An op of the table.
    Row,
    /// A result of one with several.
    Get,
    /// A call, or a value of a type that rustc alone knows.
    Form,
    /// It holds graphs.
    Region,
    /// Of one gradient or tap, as itself: two of them are never one.
    Own,
}

/// See [`Op::Inside`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    Gradient,
    Tangent,
}

/// See [`Op::Batch`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    Item,
    All,
}

impl Node {
    pub(crate) fn new(op: Op, args: Vec<Value>, ty: Ty, span: Span) -> Self {
        static SPOTS: AtomicU32 = AtomicU32::new(0);
        let spot = SPOTS.fetch_add(1, Ordering::Relaxed);
        Self { op, args, ty, span, spot, name: None, called: None }
    }

    /// Another op at the same place, made for it and of its type.
    pub(crate) fn with(&self, op: Op, args: Vec<Value>) -> Self {
        let (span, spot) = (self.span, self.spot);
        Self { op, args, ty: self.ty.clone(), span, spot, name: None, called: self.called }
    }

    /// The op that an error names.
    pub(crate) fn call(&self) -> &'static str {
        self.called.unwrap_or(self.op.name())
    }
}

impl Graph {
    /// The only constructor of nodes.
    pub(crate) fn push(&mut self, node: Node) -> Value {
        debug_assert!(node.args.iter().all(|a| a.ix() < self.nodes.len()), "args precede their use");
        self.nodes.push(node);
        Value(self.nodes.len() as u32 - 1)
    }
    /// Input number `n`, of the type of `like`.
    pub(crate) fn input_like(&mut self, n: usize, like: Value) -> Value {
        let node = self.node(like).with(Op::Input(n as u32), Vec::new());
        self.push(node)
    }

    /// The node of input `n`.
    pub(crate) fn input(&self, n: u32) -> Option<&Node> {
        self.input_value(n).map(|v| self.node(v))
    }

    pub(crate) fn input_value(&self, n: u32) -> Option<Value> {
        let at = self.nodes.iter().position(|node| matches!(node.op, Op::Input(i) if i == n));
        at.map(|i| Value(i as u32))
    }

    /// The nodes that `keep` admits, which read no others, in their order.
    pub(crate) fn filtered(self, keep: impl Fn(usize, &Node) -> bool) -> Self {
        let mut out = Self::default();
        let mut new = vec![Value(0); self.nodes.len()];
        for (i, mut node) in self.nodes.into_iter().enumerate() {
            if keep(i, &node) {
                node.args.iter_mut().for_each(|a| *a = new[a.ix()]);
                new[i] = out.push(node);
            }
        }
        out.outputs = self.outputs.iter().map(|v| new[v.ix()]).collect();
        out
    }

    /// The graph with declared values replaced by the values themselves.
    pub(crate) fn undeclared(mut self) -> Self {
        let mut of: Vec<Value> = (0..self.nodes.len() as u32).map(Value).collect();
        for i in 0..self.nodes.len() {
            let node = &mut self.nodes[i];
            node.args.iter_mut().for_each(|a| *a = of[a.ix()]);
            if let Op::Declared = node.op {
                of[i] = node.args[0];
            }
        }
        self.outputs.iter_mut().for_each(|v| *v = of[v.ix()]);
        self
    }
    pub(crate) fn node(&self, v: Value) -> &Node {
        &self.nodes[v.ix()]
    }
    /// The element type of a tensor, or of the tensors of a list.
    pub(crate) fn elem(&self, v: Value) -> &Elem {
        match &self.node(v).ty {
            Ty::List(t) => &t.elem,
            Ty::Gathered(elem) => elem,
            ty => &ty.tensor().elem,
        }
    }
    /// Whether `v` is the pullback of a call.
    pub(crate) fn is_pullback(&self, v: Value) -> bool {
        let node = self.node(v);
        matches!(node.op, Op::Part(Part::Of(1)))
            && matches!(self.node(node.args[0]).op, Op::Call(Call::Vjp(_)))
    }
    /// Whether rustc alone knows if `v`, which is used as a tensor, is one or a number: a field or the like, an entry
    /// of a tuple, what a loop or an `if` gives, what a method gives that takes numbers alone, and their tangents.
    pub(crate) fn may_be_number(&self, v: Value) -> bool {
        let node = self.node(v);
        match &node.op {
            Op::Input(_) | Op::Host(_) | Op::Size(_) => true,
            Op::Make(make) => matches!(make.what, Made::Fitted),
            Op::Part(part) => match part {
                Part::Of(_) => {
                    let of = node.args[0];
                    matches!(self.node(of).op, Op::Branch(_) | Op::Loop(_)) || self.is_getter(of)
                }
                // An entry stands in a tangent, perhaps in that of what is constant.
                Part::Field(_) | Part::Item | Part::Bound(_) | Part::Tuple(..) | Part::Entry(_) => true,
                Part::Array(..) => self.may_be_number(node.args[0]),
                other => {
                    matches!(other, Part::FieldTangent(_) | Part::ItemTangent | Part::BoundTangent(_))
                        || matches!(other, Part::Back)
                }
            },
            _ => false,
        }
    }
    /// The field of a value that was made here, as it was given.
    pub(crate) fn made_field(&self, v: Value, field: &str) -> Option<Value> {
        let node = self.node(v);
        let Op::Make(make) = &node.op else { return None };
        // What host code changed has other numbers than before, and rustc alone knows which fields are numbers.
        if let Made::Changed = make.what {
            return None;
        }
        let is_it = |part: &Part| matches!(part, Part::Field(name) if name == field);
        match make.parts.iter().position(|(_, part)| is_it(part)) {
            Some(i) => Some(node.args[i]),
            None if make.rest => node.args.last().and_then(|&rest| self.made_field(rest, field)),
            None => None,
        }
    }
    /// Whether `v` calls a method that takes no tensors, which may be plain Rust.
    pub(crate) fn is_getter(&self, v: Value) -> bool {
        let node = self.node(v);
        let Op::Call(Call::Value(callee) | Call::Vjp(callee) | Call::Jvp(callee) | Call::Vjp2(callee)) =
            &node.op
        else {
            return false;
        };
        callee.how == How::Method
            && node.args[1..callee.leaves()].iter().all(|&a| self.node(a).ty == Ty::Host)
    }
    pub(crate) fn is_list(&self, v: Value) -> bool {
        matches!(self.node(v).ty, Ty::List(_))
    }
    pub(crate) fn shape(&self, v: Value) -> &Shape {
        &self.node(v).ty.tensor().shape
    }
    /// The knowledge of a host value at expansion.
    pub(crate) fn known(&self, v: Value) -> Option<Known> {
        let node = self.node(v);
        match &node.op {
            Op::ShapeOf => self.known_shape(node.args[0]),
            op => op.known(),
        }
    }

    fn known_shape(&self, tensor: Value) -> Option<Known> {
        match &self.node(tensor).ty {
            Ty::Tensor(TensorTy { shape: Shape::Dims(dims), .. }) => {
                Some(Known::List(dims.iter().cloned().map(Known::Int).collect()))
            }
            _ => None,
        }
    }

    /// The shape of a tensor as argument `n` of a size.
    pub(crate) fn shape_as_arg(&self, n: usize, tensor: Value) -> Size {
        Size::Arg(n, Fact { known: self.known_shape(tensor), ty: Some("Shape") })
    }

    /// `v` as argument `n` of a size.
    pub(crate) fn arg(&self, n: usize, v: Value) -> Size {
        Size::Arg(n, Fact { known: self.known(v), ty: self.host_type(v) })
    }

    /// The type of a host value, where expansion knows it.
    pub(crate) fn host_type(&self, v: Value) -> Option<&'static str> {
        let node = self.node(v);
        match &node.op {
            Op::ShapeOf => match self.node(node.args[0]).ty {
                Ty::List(_) => Some("Shapes"),
                Ty::Tensor(_) => Some("Shape"),
                _ => None,
            },
            op => op.host_type(),
        }
    }
}

impl Op {
    pub(crate) fn size(size: Size) -> Self {
        Self::Size(Rc::new(size))
    }

    /// The knowledge of a host value at expansion.
    pub(crate) fn known(&self) -> Option<Known> {
        match self {
            Self::Host(host) => host.known.clone(),
            Self::Size(size) => size.known(),
            _ => None,
        }
    }

    /// The type of host code, where expansion knows it.
    pub(crate) fn host_type(&self) -> Option<&'static str> {
        match self {
            Self::Host(host) => host.ty,
            Self::Size(size) => size.ty(),
            _ => None,
        }
    }

    /// Host code for a reader.
    pub(crate) fn host_text(&self) -> Option<String> {
        match self {
            Self::Host(host) => Some(host.text()),
            Self::Size(size) => Some(size.text()),
            _ => None,
        }
    }

    pub(crate) fn class(&self) -> OpClass {
        match self {
            Self::Input(_)
            | Self::Const(_)
            | Self::Scalar
            | Self::Zero
            | Self::ShapeOf
            | Self::Size(_)
            | Self::Host(_) => OpClass::Leaf,
            Self::Map(_) | Self::Reduce(_) | Self::View(_) | Self::Opaque(_) | Self::List(_) => OpClass::Row,
            Self::Get(_) => OpClass::Get,
            Self::Call(_)
            | Self::Part(_)
            | Self::AsTensor(_)
            | Self::Declared
            | Self::Assemble(_)
            | Self::Put(_)
            | Self::Sum
            | Self::Join
            | Self::Make(_)
            | Self::Tap(_) => OpClass::Form,
            Self::Branch(_) | Self::Unwind(_) | Self::Loop(_) | Self::Rewind(_) => OpClass::Region,
            Self::Apart | Self::Inside(..) | Self::Batch(..) | Self::Place(_) | Self::Gather => OpClass::Own,
        }
    }

    /// The word that stands for the op in IR text and messages: the row's name where there is one.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Input(_) => "input",
            Self::Const(_) => "const",
            Self::Scalar => "scalar",
            Self::Zero => "zero",
            Self::Map(r) => r.name(),
            Self::Reduce(r) => r.name(),
            Self::View(r) => r.name(),
            Self::Opaque(r) => r.name(),
            Self::List(r) => r.name(),
            Self::Get(_) => "get",
            Self::Call(Call::Value(_)) => "call",
            Self::Call(Call::Vjp(_)) => "vjp",
            Self::Call(Call::Pull) => "pull",
            Self::Call(Call::Jvp(_)) => "jvp",
            Self::Call(Call::Plain(_)) => "plain",
            Self::Call(Call::Ruled(_)) => "ruled",
            Self::Call(Call::Refused(_)) => "refused",
            Self::Call(Call::Vjp2(_)) => "vjp of order 2",
            Self::Call(Call::Pull2) => "pull of order 2",
            Self::Part(_) => "part",
            Self::AsTensor(_) => "as_tensor",
            Self::Declared => "declared",
            Self::Apart => "apart",
            Self::Inside(Inside::Gradient, _) => "gradient",
            Self::Inside(Inside::Tangent, _) => "tangent",
            Self::Batch(Edge::Item, _) => "item of a batch",
            Self::Batch(Edge::All, _) => "all of a batch",
            Self::Assemble(_) => "assemble",
            Self::Put(_) => "put",
            Self::Sum => "sum_of_tangents",
            Self::Join => "join",
            Self::Make(_) => "make",
            Self::Tap(_) => "tap",
            Self::Place(_) => "place",
            Self::Gather => "gather",
            Self::Branch(_) => "branch",
            Self::Unwind(_) => "unwind",
            Self::Loop(_) => "loop",
            Self::Rewind(_) => "rewind",
            Self::ShapeOf => "shape",
            Self::Size(_) => "size",
            Self::Host(_) => "host",
        }
    }
}

/// One node a line: the golden format and the debugging tool.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, node) in self.nodes.iter().enumerate() {
            write!(f, "%{i} = ")?;
            match &node.op {
                Op::Input(n) => write!(f, "input {n}")?,
                Op::Const(c) => write!(f, "const {c:?}")?,
                Op::Get(n) => write!(f, "get {n}")?,
                Op::Call(Call::Value(c) | Call::Vjp(c) | Call::Jvp(c) | Call::Vjp2(c) | Call::Plain(c)) => {
                    write!(f, "{} {}", node.op.name(), c.text())?;
                }
                Op::Call(Call::Ruled(r)) => write!(f, "body of {}", r.name)?,
                Op::Part(p) => write!(f, "part {p}")?,
                op => match op.host_text() {
                    Some(text) => write!(f, "{} {{ {text} }}", op.name())?,
                    None => f.write_str(op.name())?,
                },
            }
            if !node.args.is_empty() {
                let args: Vec<_> = node.args.iter().map(|a| format!("%{}", a.0)).collect();
                write!(f, "({})", args.join(", "))?;
            }
            write!(f, ": {}", node.ty)?;
            if let Some(name) = &node.name {
                write!(f, "   # {name}")?;
            }
            writeln!(f)?;
            for region in node.regions() {
                writeln!(f, "  {{")?;
                for line in region.graph.to_string().lines() {
                    writeln!(f, "    {line}")?;
                }
                writeln!(f, "  }}")?;
            }
        }
        let outs: Vec<_> = self.outputs.iter().map(|v| format!("%{}", v.0)).collect();
        writeln!(f, "return {}", outs.join(", "))
    }
}
