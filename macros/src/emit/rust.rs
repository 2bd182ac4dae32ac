//! Program → Rust statements: straight-line calls into the runtime, one kernel type per group.

mod args;
mod arms;
mod branch;
pub(crate) mod callees;
mod calls;
mod fields;
mod group;
mod host;
pub(crate) mod kernel;
mod kernels;
mod op;
mod operand;
mod placed;
mod ready;
mod rounds;
mod sequence;
mod size;
mod stages;
mod turned;
mod wanted;

use std::cell::Cell;

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

pub(crate) use branch::bytes as residual_bytes;
pub(crate) use kernels::{Kernels, SOURCES};
use op::changes_list;
use operand::Operand;
pub(crate) use ready::{Dest, Dests, hooks};
use sequence::Sequences;
pub(crate) use stages::{steps, with_room};
use turned::Turned;
use wanted::Wanted;

use crate::fuse::{Program, Step};
use crate::ir::{Call, Elem, Graph, HostExpr, Known, List, Node, Op, OpClass, Part, Runs, Ty, Value};
use crate::lower::never;
use crate::names::{self, own, primitive};
use crate::table::RuleCache;

/// Where a program is printed.
pub(crate) struct Scope<'a> {
    /// The purpose of the program: kernels are named after it.
    pub title: &'a str,
    /// Where its kernels go.
    pub kernels: &'a Kernels,
    /// Float type parameters of the function; every kernel carries them.
    pub generics: &'a [Ident],
    /// Their bound, a trait of the runtime.
    pub bound: &'a Ident,
    /// The names of `Input(n)`. Tensors are references there unless `owned`, host values are themselves.
    pub inputs: &'a [Ident],
    /// Whether tensor `Input(n)` is the body's own, which it may move, drop and overwrite; beyond the end: no.
    pub owned: &'a [bool],
    /// Whether `Input(n)` is a list of values with tangents; beyond the end: no.
    pub lists: &'a [bool],
    /// The knowledge of inputs that are host values; beyond the end: nothing.
    pub hosts: &'a [host::Input],
    /// Tensors come as operands of a launch instead: for bodies of one group and nothing else.
    pub operands: bool,
    /// Where its outputs go, if somebody may be told of them.
    pub dests: Option<Dests<'a>>,
    /// Which of its outputs nobody reads in the first round of the loop that it takes back; beyond the end: none.
    pub unread: &'a [bool],
    /// How the receivers of calls are lent: see `Lends` of the runtime.
    pub lending: Lending<'a>,
    pub rules: &'a RuleCache,
}

/// The part of receivers that the pullbacks of callees hold.
#[derive(Clone, Copy)]
pub(crate) struct Lending<'a> {
    /// The method of what is asked.
    pub method: &'a str,
    /// The input of which something is lent in the body of a trait's method, and the name of that.
    pub own: Option<(usize, &'a Ident)>,
}

impl Lending<'_> {
    /// Nothing leaves the body.
    pub(crate) const HERE: Self = Self { method: "__held", own: None };
}

/// Statements, and one expression per output of the graph.
pub(crate) struct Body {
    pub statements: TokenStream,
    pub outputs: Vec<TokenStream>,
    /// Whether they make tensors of host values, where [`device`] says.
    pub places: bool,
}

/// The name of a function's device in its bodies.
pub(crate) fn device() -> Ident {
    own("device")
}

pub(crate) fn body(program: &Program, cx: &Scope<'_>) -> Body {
    let places = Cell::new(false);
    let found = cx.dests.map(|dests| ready::Found::new(program, dests)).unwrap_or_default();
    let (graph, unread) = (&program.graph, unread(program));
    let wanted = Wanted::new(graph, cx);
    let turned = turned::turned(program, &wanted);
    let last_use = last_uses(program, &turned);
    let (bound, sequences) = (branch::bound(program), Sequences::default());
    let mut printer =
        Printer { program, graph, cx, last_use, unread, places, found, wanted, turned, bound, sequences };
    printer.sequences = Sequences::new(&printer);
    let mut statements = printer.items();
    statements.extend(printer.sequences.declared());
    statements.extend(printer.staged());
    statements.extend(printer.sequences.ended(program.steps.len()));
    let outputs = printer.outputs();
    Body { statements, outputs, places: printer.places.get() }
}

/// The step after which each value is dead; outputs live on.
fn last_uses(program: &Program, turned: &Turned) -> HashMap<Value, usize> {
    let mut last = HashMap::default();
    for (at, step) in program.steps.iter().enumerate() {
        match *step {
            Step::Node(v) => last.extend(program.graph.node(v).args.iter().map(|&a| (turned.of(a).0, at))),
            Step::Group(g) => last.extend(program.groups[g].reads().map(|a| (a, at))),
        }
    }
    for v in &program.graph.outputs {
        last.insert(*v, usize::MAX);
    }
    // A number is printed where it is read, from its host value.
    let scalar = |&v: &Value| matches!(program.graph.node(v).op, Op::Scalar);
    let numbers: Vec<(Value, usize)> =
        last.iter().filter(|(v, _)| scalar(v)).map(|(v, &at)| (program.graph.node(*v).args[0], at)).collect();
    for (host, at) in numbers {
        let end = last.entry(host).or_insert(at);
        *end = (*end).max(at);
    }
    last
}

/// Host values that do nothing and that nobody reads.
fn unread(program: &Program) -> HashSet<Value> {
    let graph = &program.graph;
    let mut read: HashSet<Value> = graph.outputs.iter().copied().collect();
    for step in &program.steps {
        match *step {
            Step::Node(v) => read.extend(&graph.node(v).args),
            Step::Group(g) => read.extend(program.groups[g].reads()),
        }
    }
    // A number is printed where it is read.
    let numbers: Vec<Value> =
        read.iter().copied().filter(|&v| matches!(graph.node(v).op, Op::Scalar)).collect();
    read.extend(numbers.iter().flat_map(|&v| &graph.node(v).args));
    let idle = |v: &Value| {
        let node = graph.node(*v);
        node.op.known().is_some() && node.runs() == Runs::Freely && !read.contains(v)
    };
    program.nodes().filter(idle).collect()
}

pub(crate) fn elem_type(elem: &Elem) -> TokenStream {
    match elem {
        Elem::Param(p) => {
            let p = Ident::new(p, Span::call_site());
            quote!(#p)
        }
        Elem::Var(_) => unreachable!("lowering resolves every element type"),
        elem => primitive(&elem.to_string()),
    }
}

struct Printer<'a> {
    program: &'a Program,
    graph: &'a Graph,
    cx: &'a Scope<'a>,
    last_use: HashMap<Value, usize>,
    unread: HashSet<Value>,
    places: Cell<bool>,
    found: ready::Found,
    wanted: Wanted,
    turned: Turned,
    /// Entries of tuples that are bound where those are made.
    bound: HashMap<Value, usize>,
    sequences: Sequences,
}

impl Printer<'_> {
    fn step(&self, at: usize, out: &mut TokenStream) {
        out.extend(self.sequences.ended(at));
        match self.program.steps[at] {
            Step::Node(v) if !self.is_printed(v) => {}
            Step::Node(v) if self.bound.contains_key(&v) => {}
            Step::Node(v) => out.extend(self.node(at, v)),
            Step::Group(g) => out.extend(self.group(at, g)),
        }
        out.extend(self.made(at).filter_map(|v| self.told(at, v)));
    }

    /// Whether the node has a statement.
    fn is_printed(&self, v: Value) -> bool {
        let read = !matches!(self.graph.node(v).op, Op::Input(_) | Op::Const(_) | Op::Scalar);
        read && !self.unread.contains(&v) && !self.turned.of(v).1 && self.constant(v).is_none()
    }

    /// A host value that expansion knows and that is as short as a name: it stands where it is read.
    fn constant(&self, v: Value) -> Option<TokenStream> {
        let node = self.graph.node(v);
        match node.op.known().filter(|_| node.runs() == Runs::Freely)? {
            Known::Bool(known) => Some(quote!(#known)),
            Known::All => Some(quote!(__rt::Axes::ALL)),
            Known::Int(_) | Known::Float(_) | Known::List(_) | Known::Same => None,
        }
    }

    /// Where what is made of host values alone is to live.
    fn device(&self) -> Ident {
        self.places.set(true);
        device()
    }

    fn local(&self, v: Value) -> Ident {
        let node = self.graph.node(v);
        match (&node.op, &node.name) {
            (Op::Input(n), _) => self.cx.inputs[*n as usize].clone(),
            (_, Some(name)) => names::local(name, v.0),
            (_, None) => own(format_args!("t{}", v.0)),
        }
    }

    /// Whether it is a tensor, or holds some, that this body may move and drop.
    fn is_owned_tensor(&self, v: Value) -> bool {
        let tensors =
            matches!(self.graph.node(v).ty, Ty::Tensor(_) | Ty::List(_) | Ty::Gathered(_) | Ty::Other);
        tensors && self.is_owned(v)
    }

    fn is_owned(&self, v: Value) -> bool {
        match self.graph.node(v).op {
            Op::Input(n) => self.cx.owned.get(n as usize).copied().unwrap_or(false),
            // Its parts are moved out, one by one.
            Op::Const(_) | Op::Scalar | Op::Call(_) => false,
            ref op if op.class() == OpClass::Region => false,
            Op::Part(Part::Bound(_)) => !self.is_lent(v),
            Op::Part(ref part) if part.is_lent() => !self.is_lent(v),
            _ => true,
        }
    }

    /// Whether the local is a reference into an argument.
    fn is_lent(&self, v: Value) -> bool {
        self.is_lent_node(self.graph.node(v))
    }

    fn is_lent_node(&self, node: &Node) -> bool {
        if let Op::Part(Part::Bound(_)) = node.op {
            return true;
        }
        let Op::Part(part) = &node.op else { return false };
        if !part.is_lent() {
            return false;
        }
        let of = node.args[0];
        self.is_lent(of) || matches!(self.graph.node(of).op, Op::Input(_)) && !self.is_owned(of)
    }

    /// A tensor operand by reference.
    fn by_ref(&self, v: Value) -> Operand {
        let node = self.graph.node(v);
        match node.op {
            Op::Input(_) if !self.is_owned_tensor(v) => Operand::Local(self.local(v)),
            Op::Part(_) if self.is_lent(v) => Operand::Local(self.local(v)),
            Op::Const(_) | Op::Scalar => {
                let made = self.number(v);
                quote!(&#made).into()
            }
            _ => Operand::Of(self.local(v)),
        }
    }

    /// A rank-0 number as a tensor of its own.
    fn number(&self, v: Value) -> TokenStream {
        let node = self.graph.node(v);
        let elem = elem_type(self.graph.elem(v));
        let value = if let Op::Const(c) = node.op {
            let c = Literal::f64_suffixed(c);
            quote!(#c)
        } else {
            self.host_number(node.args[0], node.span)
        };
        let device = self.device();
        quote!(__rt::scalar::<#elem>(#value, #device))
    }

    /// The place of a node, by reference.
    fn site(&self, node: &Node) -> TokenStream {
        // The user's own host code has no op but those of the runtime that it calls, which name themselves.
        let op =
            if let Op::Host(_) | Op::Size(_) = node.op { node.called.unwrap_or("") } else { node.call() };
        self.cx.kernels.site(op, node.span)
    }

    fn node(&self, at: usize, v: Value) -> TokenStream {
        let node = self.graph.node(v);
        let local = self.local(v);
        let made = match &node.op {
            Op::Input(_) | Op::Const(_) | Op::Scalar => unreachable!("these have no statement"),
            Op::Map(_) | Op::Reduce(_) => unreachable!("groups hold these"),
            Op::Host(host) => self.host_code(at, v, node, host),
            Op::Size(size) => self.size(at, v, node, size),
            Op::ShapeOf if self.graph.is_list(node.args[0]) => {
                let (x, elem) = (self.by_ref(node.args[0]), elem_type(self.graph.elem(node.args[0])));
                quote!(let #local = __rt::lists::shapes_of::<#elem, _>(#x);)
            }
            Op::ShapeOf if self.graph.node(node.args[0]).ty == Ty::Other => {
                let (of, x) = (node.args[0], self.by_ref(node.args[0]));
                let is_list = matches!(self.graph.node(of).op, Op::Input(i) if self.cx.lists.get(i as usize) == Some(&true));
                let asked = if is_list { quote!(__forms) } else { quote!(__form) };
                quote!(let #local = (&__rt::calls::Asked(#x)).#asked();)
            }
            Op::ShapeOf => {
                let x = self.by_ref(node.args[0]);
                quote!(let #local = __rt::shape_of(#x);)
            }
            Op::Zero if node.ty == Ty::Other => {
                let form = self.host_ref(node.args[0]);
                quote!(let #local = __rt::Form::zeros(#form)?;)
            }
            Op::Zero => {
                let (elem, shape) = (elem_type(self.graph.elem(v)), self.host_ref(node.args[0]));
                let device = self.device();
                let made = if self.graph.is_list(v) {
                    let shapes = self.by_value(node.args[0]);
                    self.sequences.kept(at, &quote!(__rt::lists::zeros::<#elem>(#shapes, #device)))
                } else {
                    self.sequences.zeros(at, &elem, &quote!(#shape, #device))
                };
                quote!(let #local = #made;)
            }
            Op::Get(n) => {
                let (tuple, index) = (self.local(node.args[0]), Literal::u32_unsuffixed(*n));
                quote!(let #local = #tuple.#index;)
            }
            Op::Call(call) => self.called(at, v, node, call, &local),
            Op::Part(part) => self.part(at, node, part, &local),
            Op::AsTensor(lenient) => self.as_tensor(at, node, *lenient, &local),
            Op::Assemble(parts) => self.assemble(at, node, parts, &local),
            Op::Put(parts) => self.put(at, node, parts, &local),
            Op::Sum => self.sum(node, &local),
            Op::Join => self.join(node, &local),
            Op::Make(make) => self.make(at, node, make, &local),
            // It is never read but by what hands it on.
            Op::Place(_) => quote!(let #local = ();),
            Op::Gather => self.gather(at, node, &local),
            Op::Tap(_) | Op::Declared | Op::Apart | Op::Inside(..) | Op::Batch(..) => {
                unreachable!("these are taken out of every program")
            }
            Op::Branch(branch) => self.branch(at, v, node, branch, &local),
            Op::Unwind(unwind) => self.unwind(at, v, node, unwind, &local),
            Op::Loop(held) => self.rounds(at, v, node, held, &local),
            Op::Rewind(rewind) => self.rewind(at, v, node, rewind, &local),
            Op::View(_) | Op::Opaque(_) | Op::List(_) => {
                let row = self.cx.rules.of(&node.op);
                self.call(at, v, &row, node, &local)
            }
        };
        // These move what nobody reads later.
        if matches!(
            node.op,
            Op::AsTensor(_)
                | Op::Assemble(_)
                | Op::Put(_)
                | Op::Gather
                | Op::Make(_)
                | Op::Part(Part::Front | Part::Cleared)
                | Op::Call(Call::Pull | Call::Pull2)
                | Op::Rewind(_)
                | Op::List(List::Push | List::Set | List::Cleared)
        ) {
            return made;
        }
        let moved = self.moved(at, node);
        let args = node.args.iter().map(|&v| self.turned.of(v).0);
        let args: Vec<Value> = args.filter(|v| !moved.contains(v)).collect();
        let dead = self.dead(at, &args);
        match &dead[..] {
            [] => made,
            [one] => quote!(#made __rt::drop(#one);),
            several => quote!(#made __rt::drop((#(#several),*));),
        }
    }

    /// The operand that host code works on: a copy, or the place of a list or of a value of any form.
    fn lent(&self, v: Value) -> TokenStream {
        if matches!(self.graph.node(v).ty, Ty::Other | Ty::List(_)) {
            self.by_ref(v).into_token_stream()
        } else {
            self.by_value(v)
        }
    }

    /// A host value, or a tensor that an effect prints.
    fn by_value(&self, v: Value) -> TokenStream {
        if let Some(constant) = self.constant(v) {
            return constant;
        }
        let x = match self.graph.node(v).ty {
            Ty::Host => self.host_ref(v),
            Ty::List(_) => {
                let list = self.by_ref(v);
                return quote!(__rt::lists::owned(#list));
            }
            _ => self.by_ref(v),
        };
        if self.is_argument(v) { quote!(__rt::owned(#x)) } else { quote!(__rt::clone(#x)) }
    }

    /// Whether it is a value of any form behind a reference, which may be one to a slice.
    fn is_argument(&self, v: Value) -> bool {
        let node = self.graph.node(v);
        matches!(node.op, Op::Input(_)) && node.ty == Ty::Other && !self.is_owned(v)
    }

    /// The lists and host values among the arguments that the node takes over: nobody reads them later. So what grows in every
    /// round is never copied.
    fn moved(&self, at: usize, node: &Node) -> Vec<Value> {
        let lists = match &node.op {
            Op::Branch(_) | Op::Unwind(_) => &node.args[1..],
            Op::Loop(held) => &node.args[held.lead()..held.lead() + held.carried],
            op if changes_list(op, 0) => &node.args[..1],
            _ => return Vec::new(),
        };
        let once = |v: Value| node.args.iter().filter(|&&a| a == v).count() == 1;
        let dies = |v: Value| self.last_use.get(&v) == Some(&at) && self.is_owned_tensor(v);
        let moves = |v: Value| self.graph.is_list(v) && once(v) && dies(v) || self.gives_up(at, node, v);
        lists.iter().copied().filter(|&v| moves(v)).collect()
    }

    /// Buffers go back to the allocator as soon as nobody reads them.
    fn dead(&self, at: usize, used: &[Value]) -> Vec<Ident> {
        let mut seen = Vec::new();
        for &v in used {
            let dies = self.last_use.get(&v) == Some(&at) && self.is_owned_tensor(v);
            if dies && !seen.contains(&v) && !self.is_held(v) {
                seen.push(v);
            }
        }
        seen.iter().map(|&v| self.local(v)).collect()
    }

    /// Whether the pullback of a callee may hold what it was given of a struct.
    fn is_held(&self, v: Value) -> bool {
        let holds =
            |node: &Node| matches!(node.op, Op::Call(Call::Vjp(_) | Call::Vjp2(_))) && node.args.contains(&v);
        self.graph.node(v).ty == Ty::Other && self.graph.nodes.iter().any(holds)
    }

    fn outputs(&self) -> Vec<TokenStream> {
        let outputs = &self.graph.outputs;
        let taken = |i: usize, v: Value| outputs[i + 1..].contains(&v);
        outputs
            .iter()
            .enumerate()
            .map(|(i, &v)| {
                let node = self.graph.node(v);
                let local = self.local(v);
                match node.op {
                    Op::Host(_) | Op::Size(_) if self.constant(v).is_some() => self.by_value(v),
                    Op::Const(_) | Op::Scalar => self.number(v),
                    Op::Input(_) if self.graph.is_list(v) && !self.is_owned_tensor(v) => {
                        quote!(__rt::lists::owned(#local))
                    }
                    Op::Input(_) if node.ty == Ty::Host && (taken(i, v) || !self.hands_on(v)) => {
                        self.by_value(v)
                    }
                    Op::Input(_) if node.ty == Ty::Host => quote!(#local),
                    Op::Input(_) if self.is_argument(v) => quote!(__rt::owned(#local)),
                    Op::Input(_) if !self.is_owned_tensor(v) => quote!(__rt::clone(#local)),
                    Op::Part(_) if self.is_lent(v) => quote!(__rt::clone(#local)),
                    _ if taken(i, v) => quote!(__rt::clone(&#local)),
                    _ => quote!(#local),
                }
            })
            .collect()
    }
}

/// Host code that runs once, also where a checkpoint runs the function again. What it lends cannot be noted, and what never ends
/// does not run again.
fn once(runs: Runs, code: &TokenStream) -> TokenStream {
    let lends = matches!(code.clone().into_iter().next(), Some(TokenTree::Punct(p)) if p.as_char() == '&');
    if runs != Runs::Once || lends || syn::parse2(code.clone()).is_ok_and(|e| never(&e)) {
        return code.clone();
    }
    quote!(__rt::noted!(#code))
}

/// Our tokens at the place of a user's token, where rustc then reports their errors. Names stay the names that they are.
fn placed(tokens: TokenStream, at: Span) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    // An expression is where its ends are, if these are of one context.
    let end = tokens.last().map_or_else(Span::call_site, TokenTree::span);
    let one = |mut token: TokenTree| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), placed(group.stream(), at));
            inner.set_span(group.span().located_at(at));
            TokenTree::Group(inner)
        }
        TokenTree::Punct(ref mark) if mark.as_char() == '&' => {
            token.set_span(end.located_at(at));
            token
        }
        _ => {
            token.set_span(token.span().located_at(at));
            token
        }
    };
    tokens.into_iter().map(one).collect()
}

/// Host code that names its place, with the place.
fn at_site(code: TokenStream, site: &TokenStream) -> TokenStream {
    let name = HostExpr::site();
    let each = code.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == name => site.clone(),
        TokenTree::Group(group) => {
            let mut placed = Group::new(group.delimiter(), at_site(group.stream(), site));
            placed.set_span(group.span());
            TokenTree::Group(placed).into()
        }
        token => token.into(),
    });
    each.collect()
}
