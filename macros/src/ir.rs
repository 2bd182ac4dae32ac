//! The intermediate representation: straight-line SSA over an index arena.
//!
//! Nodes only name earlier nodes and nothing is mutated after it is pushed; passes are pure functions from
//! graph to graph. Forward and derivative graphs are the same type, so every pass serves both.

mod region;
mod taps;

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use proc_macro2::{Span, TokenStream};

use crate::dims::Dim;
use crate::names;
pub(crate) use crate::rules::{List, Map, Opaque, Reduce, View};
pub(crate) use region::{
    Branch, Drive, Head, Loop, Passed, Region, Replay, Rewind, Schedule, Tie, Unwind, joined, prune,
    shapeless,
};
pub(crate) use taps::Times;

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
    /// The tensor `args[0]`, in the shape that it has for certain: where there is an `args[1]`, because that has compared it at run
    /// time. No program has it.
    Declared,
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
    /// Any Rust expression over host values, carried through untouched.
    Host(HostExpr),
}

/// What is run of a callee. Arguments are its own first, leaf by leaf.
#[derive(Clone)]
pub(crate) enum Call {
    /// The value, as part 0.
    Value(Rc<Callee>),
    /// The value and the pullback.
    Vjp(Rc<Callee>),
    /// `args`: the pullback, the cotangent. Gives one part a parameter.
    Pull,
    /// `args`: the arguments, then the tangents of those that have one. Gives the value and its tangent.
    Jvp(Rc<Callee>),
    /// Plain Rust. Gives the value, out of its `Result` if it is one, as part 0.
    Plain(Rc<Callee>),
    /// Plain Rust with rules.
    Ruled(Rc<Ruled>),
    /// There is no forward rule for the function of this name.
    Refused(String),
    /// As `Jvp`, of `Vjp`: gives the value, a pullback that takes a tangent beside a cotangent, and the value's tangent.
    Vjp2(Rc<Callee>),
    /// `args`: such a pullback, a cotangent, its tangent. Gives the parts, and their tangents.
    Pull2,
}

/// A function that is called, and how its arguments are put together from leaves.
#[derive(Clone)]
pub(crate) struct Callee {
    pub path: syn::Path,
    pub how: How,
    pub args: Vec<Leaves>,
    /// A checkpoint runs it again: behind its arguments stand the notes of that and its place there.
    pub noted: bool,
    /// A function may do anything, so a call in the user's text is `InOrder`: in its place, whoever reads its value. What the sweeps call,
    /// and what has run before, is called where its value is needed.
    pub runs: Runs,
}

/// Where the transforms of a callee are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// On the type of its name: `f::vjp`.
    Function,
    /// Beside it: `Mlp::new_vjp`.
    Associated,
    /// As methods of the first argument: `mlp.forward_vjp`. The path is the method's name.
    Method,
}

/// A body that is not read, and the functions that are its rules.
#[derive(Clone)]
pub(crate) struct Ruled {
    pub name: String,
    pub body: Rc<Callee>,
    /// Takes the arguments, the value and its cotangent; gives the cotangents of the active arguments.
    pub vjp: syn::Path,
    /// Takes the arguments, the value and the tangents of the active arguments; gives that of the value.
    pub jvp: Option<syn::Path>,
    /// Which leaves have a cotangent, and what they are called.
    pub active: Vec<Option<String>>,
    /// The rules are differentiable functions themselves.
    pub order_2: bool,
}

/// An argument.
#[derive(Clone)]
pub(crate) enum Leaves {
    /// A value, given as the parameter takes it.
    One,
    Tuple(Vec<Leaves>),
    Array(Vec<Leaves>),
    /// A reference to what was written on the spot.
    Ref(Box<Leaves>),
    /// A tuple or list that has a name, which may be one of references.
    Named(Box<Leaves>),
}

/// How a value of any form is put together.
pub(crate) struct Make {
    pub what: Made,
    /// Where each argument goes: the member as it is written, and the part that it is.
    pub parts: Vec<(syn::Member, Part)>,
    /// There is one more argument, which gives the fields that are not named.
    pub rest: bool,
    /// The arguments that are computed as tensors, and may be numbers where they go.
    pub loose: Vec<usize>,
}

impl Make {
    pub(crate) fn new(what: Made, parts: Vec<(syn::Member, Part)>, rest: bool) -> Self {
        Self { what, parts, rest, loose: Vec::new() }
    }
}

/// What is put together.
#[derive(Clone)]
pub(crate) enum Made {
    /// `State { h, c }`
    Struct(syn::Path),
    /// `Wrap(x)`, `Act::Scale(w)`, `Some(x)`
    Call(syn::Path),
    Tuple,
    /// An array or a `Vec`, as its place takes it.
    List,
    /// An array, whoever reads it.
    Array,
    /// The rest with other fields: `s.h = x`.
    Copy,
    /// The rest with one item more, which is the other argument.
    Pushed,
    /// The list that is the last argument with the first one in place of entry `args[1]`.
    Placed,
    /// What is computed as a tensor, as what the other argument is: a tensor or a number.
    Fitted,
    /// What host code has left of the last argument, as the first one: its tensors are the same.
    Changed,
    /// The one argument, a host value or a list, which may have a tangent after all.
    Same,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    /// Entry `.0` of a tuple of so many; of none: of as many as there are.
    Tuple(u32, usize),
    /// Entry `[0]` of an array of so many.
    Array(u32, usize),
    /// The field of this name, or of this position in a tuple struct or a tuple.
    Field(String),
    /// Of a tangent.
    FieldTangent(String),
    /// The form of the field, of the value or its form.
    FieldForm(String),
    /// The form of field after field of `args[0]`, without parts of these names.
    FormBut(Vec<String>, Vec<String>),
    /// What slot `Slot` of the pullback `args[0]` asks for of the form of field after field of `args[1]`.
    SlotForm(Vec<u32>, Vec<String>),
    /// What a pattern binds of `args[0]`, which is `args[1]` to host code: the variant and its field, as accessors have it.
    Bound(String),
    /// Of a tangent.
    BoundTangent(String),
    /// Entry `args[1]` of a list.
    Item,
    /// Of a tangent.
    ItemTangent,
    /// The last entry of a list, or of its tangent.
    Last,
    /// A list's tangent without that.
    Front,
    /// A list's tangent with zeros in entry `args[2]`, of the form that it has in the form `args[1]`.
    Cleared,
    /// The cotangent `args[0]` of the tensor that a value was used as, as one of the value, which may be a number: of the
    /// form `args[1]`.
    Back,
    /// Of the results of a call or of regions, by number.
    Of(u32),
    /// What a region keeps for its reverse.
    Kept,
    /// Of what a pullback gives: the parameter, then the way down to the leaf.
    Slot(Vec<u32>),
    /// The tangent of that.
    SlotTangent(Vec<u32>),
    /// A cotangent that a rule of this function made for this parameter: its shape is compared with `args[1]`.
    Made(String, String),
    /// An entry of the tangent of a tuple or a list.
    Entry(u32),
    /// A tangent with zeros in this field, of the form that it has in the form `args[1]`.
    Without(String),
    /// A part of a cotangent as the cotangent of what the part was made of: zeros in the form `args[1]` where it is constant.
    Received,
}

/// `expr` with `binds[i]` standing for argument `i`.
#[derive(Clone)]
pub(crate) struct HostExpr {
    pub expr: TokenStream,
    pub binds: Vec<proc_macro2::Ident>,
    /// Known at expansion, where it is.
    pub known: Option<Known>,
    /// The type that expansion itself gave it: a conversion, a literal with a suffix.
    pub ty: Option<&'static str>,
    pub runs: Runs,
}

/// When host code runs, seen from the rest of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Runs {
    /// It does nothing but give its value: where that is needed, if it is.
    Freely,
    /// It gives the same value each time, or panics: after what stands before it, and once or more.
    InOrder,
    /// It may do anything (`assert!`, `f(n)?`): once, after what stands before it, before what stands behind it.
    Once,
}

/// What is known at expansion of a host value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Known {
    /// An integer, possibly symbolic in the named dims.
    Int(Dim),
    Float(f64),
    Bool(bool),
    List(Vec<Known>),
    /// Every axis: `Axes::All`.
    All,
}

#[derive(Clone, PartialEq)]
pub(crate) enum Ty {
    Tensor(TensorTy),
    /// The results of an op with several; read by `Get`.
    Tuple(Vec<TensorTy>),
    /// Tensors, as many as there are at run time. The shape says what all of them share; one that is unknown may
    /// be another for each.
    List(TensorTy),
    /// A type that rustc alone knows, which has a tangent.
    Other,
    /// The cotangents of a tap, or the place for them.
    Gathered(Elem),
    Host,
}

#[derive(Clone, PartialEq)]
pub(crate) struct TensorTy {
    pub elem: Elem,
    pub shape: Shape,
}

/// Element type: concrete, or a type parameter of the function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Elem {
    F32,
    F64,
    F16,
    Bf16,
    I32,
    Bool,
    /// A generic parameter `T: Float`.
    Param(String),
    /// Not yet known; resolved before lowering ends.
    Var(u32),
}

/// What expansion knows of a shape.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Shape {
    /// Rank known; each dim a polynomial over named (or anonymous) dims.
    Dims(Vec<Dim>),
    /// The broadcast of these together; equal sets are equal shapes.
    Open(BTreeSet<Atom>),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Atom {
    /// Some shape that expansion knows nothing of.
    Unknown(u32),
    Dims(Vec<Dim>),
}

impl Shape {
    pub(crate) fn scalar() -> Self {
        Self::Dims(Vec::new())
    }
    pub(crate) fn unknown(id: u32) -> Self {
        Self::Open(BTreeSet::from([Atom::Unknown(id)]))
    }
    pub(crate) fn rank(&self) -> Option<usize> {
        match self {
            Self::Dims(d) => Some(d.len()),
            Self::Open(_) => None,
        }
    }
}

impl Ty {
    pub(crate) fn tensor(&self) -> &TensorTy {
        match self {
            Self::Tensor(t) => t,
            _ => unreachable!("lowering gives tensor operands to tensor ops"),
        }
    }
}

impl Node {
    pub(crate) fn new(op: Op, args: Vec<Value>, ty: Ty, span: Span) -> Self {
        Self { op, args, ty, span, name: None, called: None }
    }

    /// Another op at the same place, made for it and of its type.
    pub(crate) fn with(&self, op: Op, args: Vec<Value>) -> Self {
        Self { op, args, ty: self.ty.clone(), span: self.span, name: None, called: self.called }
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
    /// The nodes that `keep` admits, which read no others, in their order.
    pub(crate) fn filtered(&self, keep: impl Fn(usize, &Node) -> bool) -> Self {
        let mut out = Self::default();
        let mut new = vec![Value(0); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, node)| keep(*i, node)) {
            let args = node.args.iter().map(|a| new[a.ix()]).collect();
            new[i] = out.push(Node { args, ..node.clone() });
        }
        out.outputs = self.outputs.iter().map(|v| new[v.ix()]).collect();
        out
    }
    /// The same in which what is declared of values is the values.
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
            Op::Input(_) => true,
            Op::Make(make) => matches!(make.what, Made::Fitted),
            Op::Part(part) => match part {
                Part::Of(_) => {
                    let of = node.args[0];
                    matches!(self.node(of).op, Op::Branch(_) | Op::Loop(_)) || self.is_getter(of)
                }
                Part::Field(_) | Part::Item | Part::Bound(_) | Part::Tuple(..) => true,
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
    /// What expansion knows of a host value.
    pub(crate) fn known(&self, v: Value) -> Option<&Known> {
        match &self.node(v).op {
            Op::Host(h) => h.known.as_ref(),
            _ => None,
        }
    }
}

impl Op {
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
            Self::Host(_) => "host",
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
            Self::F16 => f.write_str("f16"),
            Self::Bf16 => f.write_str("bf16"),
            Self::I32 => f.write_str("i32"),
            Self::Bool => f.write_str("bool"),
            Self::Param(p) => f.write_str(p),
            Self::Var(_) => f.write_str("_"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "?{id}"),
            Self::Dims(d) => write!(f, "{}", Shape::Dims(d.clone())),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn join<T: fmt::Display>(items: impl Iterator<Item = T>, sep: &str) -> String {
            items.map(|i| i.to_string()).collect::<Vec<_>>().join(sep)
        }
        match self {
            Self::Dims(d) => write!(f, "[{}]", join(d.iter(), ", ")),
            Self::Open(a) => f.write_str(&join(a.iter(), "*")),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tensor(t) => write!(f, "{}{}", t.elem, t.shape),
            Self::Tuple(ts) => {
                let parts: Vec<_> = ts.iter().map(|t| format!("{}{}", t.elem, t.shape)).collect();
                write!(f, "({})", parts.join(", "))
            }
            Self::List(t) => write!(f, "list of {}{}", t.elem, t.shape),
            Self::Other => f.write_str("_"),
            Self::Gathered(elem) => write!(f, "gathered {elem}"),
            Self::Host => f.write_str("host"),
        }
    }
}

impl Call {
    /// When it runs, seen from the rest of the program.
    pub(crate) fn runs(&self) -> Runs {
        match self {
            Self::Value(c) | Self::Vjp(c) | Self::Jvp(c) | Self::Vjp2(c) | Self::Plain(c) => c.runs,
            Self::Ruled(r) => r.body.runs,
            Self::Pull | Self::Pull2 | Self::Refused(_) => Runs::Freely,
        }
    }

    /// The same call, where it has run before.
    fn ran(&self) -> Self {
        let ran = |c: &Rc<Callee>| Rc::new(Callee { runs: Runs::Freely, ..(**c).clone() });
        match self {
            Self::Value(c) => Self::Value(ran(c)),
            Self::Vjp(c) => Self::Vjp(ran(c)),
            Self::Jvp(c) => Self::Jvp(ran(c)),
            Self::Vjp2(c) => Self::Vjp2(ran(c)),
            Self::Plain(c) => Self::Plain(ran(c)),
            Self::Ruled(r) => Self::Ruled(Rc::new(Ruled { body: ran(&r.body), ..(**r).clone() })),
            Self::Pull | Self::Pull2 | Self::Refused(_) => self.clone(),
        }
    }
}

impl Callee {
    /// How many values its arguments are.
    pub(crate) fn leaves(&self) -> usize {
        self.args.iter().map(Leaves::count).sum()
    }

    /// Which of the arguments of its node are the notes and the place, if a checkpoint runs it again.
    pub(crate) fn told(&self) -> std::ops::Range<usize> {
        let leaves = self.leaves();
        leaves..leaves + if self.noted { 2 } else { 0 }
    }

    /// As the user wrote it.
    pub(crate) fn text(&self) -> String {
        let path = names::plain(&self.path).replace(' ', "");
        if self.how == How::Method { format!(".{path}") } else { path }
    }
}

impl Part {
    /// How many arguments it takes where a tangent is put together.
    pub(crate) fn width(&self) -> usize {
        if let Self::Item = self { 2 } else { 1 }
    }
}

/// The parts of a tangent with their arguments: the value first.
pub(crate) fn parts_of<'a>(
    parts: &'a [Part],
    mut args: &'a [Value],
) -> impl Iterator<Item = (&'a Part, &'a [Value])> {
    parts.iter().map(move |part| {
        let (own, rest) = args.split_at(part.width());
        args = rest;
        (part, own)
    })
}

impl Leaves {
    /// How many values it takes.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::One => 1,
            Self::Tuple(parts) | Self::Array(parts) => parts.iter().map(Self::count).sum(),
            Self::Ref(inner) | Self::Named(inner) => inner.count(),
        }
    }

    /// The way to each leaf, below `path`.
    pub(crate) fn paths(&self, path: &mut Vec<u32>, out: &mut Vec<Vec<u32>>) {
        match self {
            Self::One => out.push(path.clone()),
            Self::Ref(inner) | Self::Named(inner) => inner.paths(path, out),
            Self::Tuple(parts) | Self::Array(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    path.push(i as u32);
                    part.paths(path, out);
                    path.pop();
                }
            }
        }
    }
}

impl Part {
    /// What accessors call it, where it has a name.
    pub(crate) fn accessed(&self) -> Option<&str> {
        match self {
            Self::Field(name) | Self::Bound(name) => Some(name),
            _ => None,
        }
    }

    /// Whether it stands in what it is a part of, as it is.
    pub(crate) fn is_lent(&self) -> bool {
        matches!(
            self,
            Self::Field(_) | Self::Item | Self::FieldTangent(_) | Self::BoundTangent(_) | Self::ItemTangent
        )
    }

    /// The same part of the tangent.
    pub(crate) fn of_tangent(&self) -> Self {
        match self {
            Self::Field(name) => Self::FieldTangent(name.clone()),
            Self::Bound(name) => Self::BoundTangent(name.clone()),
            Self::Item => Self::ItemTangent,
            part => part.clone(),
        }
    }

    /// Whether the other arguments say which one, or of what form, of a tangent too.
    pub(crate) fn has_place(&self) -> bool {
        matches!(
            self,
            Self::Item
                | Self::ItemTangent
                | Self::Made(..)
                | Self::Back
                | Self::Received
                | Self::Without(_)
                | Self::Cleared
        )
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tuple(i, _) | Self::Of(i) | Self::Entry(i) => write!(f, ".{i}"),
            Self::Array(i, _) => write!(f, "[{i}]"),
            Self::Field(name) | Self::FieldTangent(name) | Self::FieldForm(name) => write!(f, ".{name}"),
            Self::Bound(name) | Self::BoundTangent(name) => write!(f, ".{}", name.replace("__", ".")),
            Self::FormBut(fields, but) => {
                fields.iter().try_for_each(|name| write!(f, ".{name}"))?;
                write!(f, " but {}", but.join(", ").replace("__", "."))
            }
            Self::SlotForm(path, _) => path.iter().try_for_each(|i| write!(f, ".{i}")),
            Self::Item | Self::ItemTangent => f.write_str("[..]"),
            Self::Last => f.write_str("last"),
            Self::Front => f.write_str("all but last"),
            Self::Cleared => f.write_str("all but [..]"),
            Self::Kept => f.write_str("kept"),
            Self::Without(name) => write!(f, "all but {name}"),
            Self::Received => f.write_str("received"),
            Self::Back => f.write_str("of what it may be"),
            Self::Made(_, param) => write!(f, "for {param}"),
            Self::Slot(path) | Self::SlotTangent(path) => path.iter().try_for_each(|i| write!(f, ".{i}")),
        }
    }
}

impl HostExpr {
    /// It gives what it is given: under another name, or as an index.
    pub(crate) fn is_copy(&self) -> bool {
        let [name] = &self.binds[..] else { return false };
        let text = self.expr.to_string();
        let Some(rest) = text.strip_prefix(&name.to_string()) else { return false };
        let index = names::primitive("usize").to_string();
        rest.is_empty() || rest.strip_prefix(" as ").is_some_and(|ty| ty == "usize" || ty == index)
    }
    /// What `result` is `Ok` of; its error is placed where the node stands.
    pub(crate) fn placed(result: &TokenStream) -> TokenStream {
        let site = Self::site();
        quote::quote!(__rt::placed(#result, #site)?)
    }

    /// The place of the node, in its own text.
    pub(crate) fn site() -> proc_macro2::Ident {
        names::own("site")
    }

    /// Whether the text names its place.
    pub(crate) fn is_placed(text: &TokenStream) -> bool {
        let site = Self::site();
        text.clone().into_iter().any(|token| match token {
            proc_macro2::TokenTree::Group(group) => Self::is_placed(&group.stream()),
            proc_macro2::TokenTree::Ident(ident) => ident == site,
            _ => false,
        })
    }

    /// The expression for a reader: tokens print with a space at either side of each.
    pub(crate) fn text(&self) -> String {
        let closer = [" :: ", " . ", " (", "( ", " )", " ,", " ?", " ;"];
        let text = closer.iter().fold(names::plain(&self.expr), |text, at| text.replace(at, at.trim()));
        let apart = [",(", "=(", "+(", "-(", "*(", "/("];
        apart.iter().fold(text, |text, at| text.replace(at, &at.replace('(', " (")))
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
                Op::Host(h) => write!(f, "host {{ {} }}", h.text())?,
                op => f.write_str(op.name())?,
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
