//! Where cotangents go in the gradient, and from which statement on nothing is added to them.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use rustc_hash::FxHashMap as HashMap;

use super::Printer;
use crate::fuse::{Program, Step};
use crate::ir::{Call, Graph, List, Op, OpClass, Part, Rewind, Ty, Value, parts_of};
use crate::names::{self, own};

/// A part of the gradient that a cotangent is, all of it.
#[derive(Clone)]
pub(crate) struct Dest {
    param: usize,
    /// The parameter.
    name: String,
    path: Vec<At>,
    /// Every round of the loop around it has one.
    open: bool,
    /// Hooks know which leaves are below: see [`Found::forms`].
    covered: bool,
}

#[derive(Clone)]
enum At {
    Field(String),
    Item(Ident),
}

impl Dest {
    /// Entry `path` of parameter number `param`.
    pub(crate) fn new(param: usize, name: &Ident, path: &[usize]) -> Self {
        let path = path.iter().map(|i| At::Field(i.to_string())).collect();
        Self { param, name: names::unmarked(name), path, open: false, covered: false }
    }

    /// The number of the parameter.
    pub(super) fn param(&self) -> usize {
        self.param
    }

    fn then(&self, at: At) -> Self {
        let mut path = self.path.clone();
        path.push(at);
        Self { path, ..self.clone() }
    }

    /// Arguments that say where.
    fn place(&self) -> TokenStream {
        let Self { param, name, path, .. } = self;
        let steps = path.iter().map(|at| match at {
            At::Field(name) => quote!(.then(#name)),
            At::Item(at) => quote!(.then(#at)),
        });
        let whole = own("path");
        quote!(#param, #name, |#whole| #whole #(#steps)*)
    }

    /// `value`, of which the hook is told.
    pub(crate) fn ready(&self, value: &TokenStream) -> TokenStream {
        let hooks = hooks();
        if self.path.is_empty() {
            let Self { param, name, .. } = self;
            return quote!(#hooks.whole(#param, #name, #value)?);
        }
        let place = self.place();
        quote!(#hooks.ready(#place, #value)?)
    }
}

/// The hooks of a pullback.
pub(crate) fn hooks() -> Ident {
    own("hooks")
}

/// The destinations of a body's outputs, where the body has hooks.
#[derive(Clone, Copy)]
pub(crate) struct Dests<'a> {
    pub outputs: &'a [Option<Dest>],
    /// Regions around it.
    pub depth: usize,
    /// Inputs that are zero before the first round, and those that count the rounds.
    pub fresh: &'a [bool],
    pub counters: &'a [bool],
}

/// The destinations of a body's values.
#[derive(Default)]
pub(super) struct Found {
    of: HashMap<Value, Dest>,
    /// Destinations by position of the parameters of a callee.
    calls: HashMap<Value, Vec<(u32, Dest)>>,
    /// Destinations of nodes that hold regions, by number of the result.
    regions: HashMap<Value, Vec<Option<Dest>>>,
    /// Numbers of items, under names that no region within hides.
    items: Vec<(Ident, Value)>,
    /// Destinations of values put together here. A field may have no tangent: rustc alone knows that what goes there is
    /// dropped.
    forms: Vec<(Dest, Value)>,
    /// The last step that takes time.
    last: usize,
}

impl Found {
    pub(super) fn new(program: &Program, dests: Dests<'_>) -> Self {
        let graph = &program.graph;
        let mut uses: HashMap<Value, usize> = HashMap::default();
        for &v in graph.nodes.iter().flat_map(|node| &node.args).chain(&graph.outputs) {
            *uses.entry(v).or_default() += 1;
        }
        let takes_time = |step: &Step| match *step {
            Step::Group(_) => true,
            Step::Node(v) => {
                let op = &graph.node(v).op;
                matches!(op, Op::Call(_) | Op::Opaque(_)) || op.class() == OpClass::Region
            }
        };
        let last = match dests.depth {
            0 => program.steps.iter().rposition(takes_time).unwrap_or(0),
            // The rest of what is around it.
            _ => usize::MAX,
        };
        let mut walk = Walk { graph, uses, dests, found: Self { last, ..Self::default() } };
        for (&v, dest) in graph.outputs.iter().zip(dests.outputs) {
            if let Some(dest) = dest {
                walk.set(v, dest.clone());
            }
        }
        for i in (0..graph.nodes.len()).rev() {
            walk.node(Value(i as u32));
        }
        walk.found
    }
}

struct Walk<'a> {
    graph: &'a Graph,
    uses: HashMap<Value, usize>,
    dests: Dests<'a>,
    found: Found,
}

impl Walk<'_> {
    /// Notes a destination. A value with another use is not all that is added there, and gets none.
    fn set(&mut self, v: Value, dest: Dest) {
        if self.uses.get(&v) == Some(&1) {
            self.found.of.insert(v, dest);
        }
    }

    fn node(&mut self, v: Value) {
        let Some(dest) = self.found.of.get(&v).cloned() else { return };
        let node = self.graph.node(v);
        match &node.op {
            Op::Assemble(parts) => {
                let form = node.args[0];
                let covered = dest.covered || matches!(self.graph.node(form).op, Op::Input(_)) && !dest.open;
                if covered && !dest.covered {
                    self.found.forms.push((dest.clone(), form));
                }
                self.parts(parts, &node.args[1..], &Dest { covered, ..dest });
            }
            Op::Put(parts) if self.is_fresh(node.args[0]) => self.parts(parts, &node.args[1..], &dest),
            Op::List(List::AddTo) if self.is_fresh(node.args[0]) => {
                self.item(node.args[1], node.args[2], &dest);
            }
            Op::AsTensor(_) => self.set(node.args[0], dest),
            Op::Part(Part::Slot(path)) => {
                let call = node.args[0];
                if let (&[param], Op::Call(Call::Pull)) = (&path[..], &self.graph.node(call).op)
                    && self.once(v, |part| matches!(part, Part::Slot(p) if p[0] == param))
                {
                    self.found.calls.entry(call).or_default().push((param, dest));
                }
            }
            Op::Part(Part::Of(k)) => {
                let of = node.args[0];
                if let Op::Unwind(_) | Op::Rewind(_) = self.graph.node(of).op
                    && self.once(v, |part| matches!(part, Part::Of(other) if other == k))
                {
                    let results = self.found.regions.entry(of).or_default();
                    let k = *k as usize;
                    if results.len() <= k {
                        results.resize(k + 1, None);
                    }
                    results[k] = Some(dest);
                }
            }
            _ => {}
        }
    }

    /// Whether `v` alone takes this part of its argument.
    fn once(&self, v: Value, same: impl Fn(&Part) -> bool) -> bool {
        let of = self.graph.node(v).args[0];
        let takes =
            |node: &&crate::ir::Node| matches!(&node.op, Op::Part(p) if same(p)) && node.args[0] == of;
        self.graph.nodes.iter().filter(takes).count() == 1
    }

    fn parts(&mut self, parts: &[Part], args: &[Value], dest: &Dest) {
        let items = parts.iter().filter(|part| matches!(part, Part::Item)).count();
        let field = |part: &Part| match part {
            Part::Field(name) => Some(name.clone()),
            Part::Of(i) | Part::Tuple(i, _) | Part::Array(i, _) => Some(i.to_string()),
            _ => None,
        };
        // One entry may be read by its number and by a pattern.
        let once =
            |name: &String| parts.iter().filter(|&part| field(part).as_ref() == Some(name)).count() == 1;
        for (part, args) in parts_of(parts, args) {
            match part {
                part if let Some(name) = field(part).filter(|name| dest.covered && once(name)) => {
                    // What is brought along the form may not know: it is said where that is put together.
                    let covered = self.graph.node(args[0]).ty != Ty::Other;
                    self.set(args[0], Dest { covered, ..dest.then(At::Field(name)) });
                }
                Part::Item if items == 1 => self.item(args[0], args[1], dest),
                _ => {}
            }
        }
    }

    fn item(&mut self, value: Value, at: Value, dest: &Dest) {
        let Op::Input(n) = self.graph.node(at).op else { return };
        let name = own(format_args!("item{}_{}", self.dests.depth, at.0));
        let counts = self.dests.counters.get(n as usize).copied().unwrap_or(false);
        let dest = Dest { open: dest.open && !counts, ..dest.then(At::Item(name.clone())) };
        if !self.found.items.iter().any(|(_, v)| *v == at) {
            self.found.items.push((name, at));
        }
        self.set(value, dest);
    }

    /// Whether it is zero.
    fn is_fresh(&self, v: Value) -> bool {
        match self.graph.node(v).op {
            Op::Zero => true,
            Op::Input(n) => self.dests.fresh.get(n as usize).copied().unwrap_or(false),
            _ => false,
        }
    }
}

impl Printer<'_> {
    /// In front of the first statement.
    pub(super) fn items(&self) -> TokenStream {
        let items = self.found.items.iter().map(|(name, v)| {
            let value = self.by_value(*v);
            quote!(let #name = #value;)
        });
        let forms = self.found.forms.iter().map(|(dest, form)| {
            let (hooks, place, form) = (hooks(), dest.place(), self.host_ref(*form));
            quote!(#hooks.expect(#place, #form)?;)
        });
        quote!(#(#items)* #(#forms)*)
    }

    /// Behind step `at`, which made `v`.
    pub(super) fn told(&self, at: usize, v: Value) -> Option<TokenStream> {
        let dest = self.found.of.get(&v).filter(|dest| !dest.open && at < self.found.last)?;
        if matches!(self.graph.node(v).op, Op::Input(_) | Op::Const(_) | Op::Scalar | Op::Zero) {
            return None;
        }
        let local = self.local(v);
        let told = dest.ready(&local.to_token_stream());
        Some(quote!(let #local = #told;))
    }

    /// The hooks that a callee's pullback is given.
    pub(super) fn hooks_of(&self, call: Value) -> TokenStream {
        let Some(dests) = self.found.calls.get(&call) else { return quote!(__rt::Hooks::none()) };
        let (hooks, all) = (hooks(), own("all"));
        let count = dests.iter().map(|(param, _)| param + 1).max().unwrap_or(0);
        let places = (0..count).map(|k| match dests.iter().find(|(param, _)| *param == k) {
            Some((_, dest)) if !dest.open => {
                let place = dest.place();
                quote!(#all.at(#place))
            }
            _ => quote!(__rt::None),
        });
        quote!(#hooks.within(|#all| __rt::Vec::from([#(#places),*])))
    }

    /// Where the outputs of region `index` of `v` go.
    pub(super) fn dests_of(&self, v: Value, index: usize) -> Vec<Option<Dest>> {
        let results = self.found.regions.get(&v);
        let open = match self.graph.node(v).op {
            Op::Unwind(_) => false,
            Op::Rewind(_) if index == 0 => true,
            _ => return Vec::new(),
        };
        let of = |dest: &Dest| Dest { open: dest.open || open, ..dest.clone() };
        results.into_iter().flatten().map(|dest| dest.as_ref().map(of)).collect()
    }

    /// Whether an input of a round in reverse is zero at first, for each input.
    pub(super) fn fresh(&self, rewind: &Rewind, args: &[Value]) -> Vec<bool> {
        let mut fresh = vec![false; rewind.kept];
        let begun = args[1..=rewind.carried].iter();
        fresh.extend(begun.map(|&v| matches!(self.graph.node(v).op, Op::Zero)));
        fresh
    }
}
