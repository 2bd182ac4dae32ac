//! Control flow: nodes that hold graphs.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::{Graph, HostExpr, Node, Op, Runs, Shape, TensorTy, Ty, Value};
use crate::dims::Dim;
use crate::names;

/// Code that runs under some condition, or again and again. `Input(k)` is argument `k` of the node that holds it.
#[derive(Clone, Default)]
pub(crate) struct Region {
    pub graph: Graph,
    /// It never ends: `panic!`, `return Err(..)`.
    pub diverges: bool,
}

/// One of several regions runs. `args[0]` decides, the rest are the inputs of every arm.
///
/// An arm's outputs are the results, read as `Part::Of`, then what it keeps for the reverse sweep, all of that as
/// `Part::Kept`.
#[derive(Clone)]
pub(crate) struct Branch {
    pub head: Head,
    pub arms: Vec<Region>,
    /// How many of an arm's outputs are results.
    pub results: usize,
    /// Whether arms keep residuals.
    pub keeps: bool,
    /// The tie to the node that takes the branch back.
    pub tie: Tie,
    /// `#[checkpoint]`: what can be computed again is not kept.
    pub again: bool,
}

/// A branch and its `Unwind` have one tie, copies of them too.
#[derive(Clone, Default)]
pub(crate) struct Tie(Rc<()>);

impl Tie {
    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The origin of a block's result, seen from outside.
pub(crate) enum Passed {
    New,
    /// This argument.
    Arg(Value),
    /// An earlier result.
    Result(usize),
}

/// How an arm is chosen.
#[derive(Clone)]
pub(crate) enum Head {
    /// There is one arm.
    Block,
    /// `args[0]` is a truth value; the first arm is for `true`.
    If,
    /// `args[0]` is matched; one pattern with its guard an arm.
    Match(Vec<TokenStream>),
}

/// The arm that ran, in reverse. `args[0]` has the values that the arm kept, the rest are cotangents. Inputs of an arm: its kept values
/// one by one, then the cotangents.
#[derive(Clone)]
pub(crate) struct Unwind {
    pub arms: Vec<Region>,
    /// How many values each arm kept.
    pub kept: Vec<usize>,
    /// The tie of the branch.
    pub tie: Tie,
}

/// A region runs again and again. Arguments: what it is driven by, the carried values, the invariants; inputs
/// of the body are the carried values and the invariants.
///
/// Outputs of the body: the carried values for the next round, whether to stop (`exits`), then what it keeps for the
/// reverse sweep. Results, read as `Part::Of`, are the carried values at the end; `Part::Kept` is what all rounds kept.
#[derive(Clone)]
pub(crate) struct Loop {
    pub drive: Drive,
    pub body: Region,
    pub carried: usize,
    pub exits: bool,
    pub keeps: bool,
    /// `#[checkpoint]`: what a round can compute again is not kept.
    pub again: bool,
    /// Not every round keeps its state either.
    pub schedule: Option<Schedule>,
}

/// Which rounds keep the state that they begin with. What it counts is the first argument of the loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schedule {
    Every,
    Sqrt,
    Slots,
}

/// The test for another round.
#[derive(Clone)]
pub(crate) enum Drive {
    /// `for pattern in items`, where `binds[i]` stands for argument `i` of those that drive it.
    For { pattern: TokenStream, items: TokenStream, binds: Vec<Ident>, runs: Runs },
    /// A truth value from the same inputs.
    While(Region),
    /// The body alone.
    Loop,
}

/// The rounds of a loop in reverse. `args[0]` is what they kept, then come the carried values and the invariants. Inputs of
/// the first region: what the round kept, one by one, the carried values, the invariants.
#[derive(Clone)]
pub(crate) struct Rewind {
    /// The round in reverse; where it runs again before: that, and that with what its reverse reads.
    pub regions: Vec<Region>,
    pub kept: usize,
    pub carried: usize,
    /// Whether a value that a round kept is a number that no other round has, for each of them.
    pub counters: Vec<bool>,
    pub replay: Option<Replay>,
}

/// Inputs of a round that runs again: the state that it begins with, its notes, the invariants. Outputs: the next state, then
/// what the reverse reads.
#[derive(Clone, Copy)]
pub(crate) struct Replay {
    pub state: usize,
    /// The notes for a second run: values of code that may do more than compute, and those that patterns bind.
    pub notes: usize,
}

impl HostExpr {
    /// A variable that a pattern around it binds.
    pub(crate) fn bound(name: &Ident) -> Self {
        Self::plain(quote!(__rt::clone(&#name)))
    }

    /// Host code with no arguments, of which nothing is known.
    pub(crate) fn plain(expr: TokenStream) -> Self {
        Self { expr, binds: vec![], known: None, ty: None, runs: Runs::Freely }
    }

    /// The variable, of such a one.
    fn binding(&self) -> Option<Ident> {
        let Some(TokenTree::Group(given)) = self.expr.clone().into_iter().last() else { return None };
        let Some(TokenTree::Ident(name)) = given.stream().into_iter().last() else { return None };
        (self.binds.is_empty() && self.expr.to_string() == Self::bound(&name).expr.to_string())
            .then_some(name)
    }
}

impl Drive {
    /// Whether it goes over the items of a batch: no code of a user's is in it.
    pub(crate) fn is_of_items(&self) -> bool {
        matches!(self, Self::For { runs: Runs::Freely, .. })
    }

    /// Whether host code reads what is a different number in every round: the index of a list that is gone over, or the
    /// variable of a range.
    pub(crate) fn counts(&self, host: &HostExpr) -> bool {
        let Self::For { pattern, items, .. } = self else { return false };
        let Some(name) = host.binding() else { return false };
        let text = name.to_string();
        if text.starts_with(names::OWN) {
            return names::mentions(pattern, &text);
        }
        let of_range = || match syn::parse2::<syn::Expr>(items.clone()) {
            Ok(syn::Expr::Paren(e)) => matches!(*e.expr, syn::Expr::Range(_)),
            Ok(e) => matches!(e, syn::Expr::Range(_)),
            Err(_) => false,
        };
        syn::parse2::<Ident>(pattern.clone()).is_ok_and(|p| p == name) && of_range()
    }
}

impl Loop {
    /// How many arguments come before those that are inputs.
    pub(crate) fn lead(&self) -> usize {
        self.counts() + if let Drive::For { binds, .. } = &self.drive { binds.len() } else { 0 }
    }

    /// Whether the schedule has a number.
    pub(crate) fn counts(&self) -> usize {
        usize::from(matches!(self.schedule, Some(Schedule::Every | Schedule::Slots)))
    }
}

impl Branch {
    /// More arms than these are many: what they keep has a form of its own.
    pub(crate) const FEW: usize = 4;

    /// The origin of each result of a block, of which `args` are the arguments behind the first.
    pub(crate) fn passed(&self, args: &[Value]) -> Vec<Passed> {
        let (Head::Block, [arm]) = (&self.head, &self.arms[..]) else { return Vec::new() };
        let results = &arm.graph.outputs[..self.results.min(arm.graph.outputs.len())];
        let each = results.iter().enumerate().map(|(i, v)| {
            let node = arm.graph.node(*v);
            match (&node.ty, &node.op) {
                (Ty::Host, _) => Passed::New,
                (_, Op::Input(n)) => Passed::Arg(args[*n as usize]),
                _ => match results[..i].iter().position(|w| w == v) {
                    Some(k) => Passed::Result(k),
                    None => Passed::New,
                },
            }
        });
        each.collect()
    }
}

impl Region {
    /// The input nodes, by number.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (u32, Value)> + '_ {
        self.graph.nodes.iter().enumerate().filter_map(|(i, node)| match node.op {
            Op::Input(n) => Some((n, Value(i as u32))),
            _ => None,
        })
    }

    pub(crate) fn input(&self, n: usize) -> Option<Value> {
        self.inputs().find(|(k, _)| *k as usize == n).map(|(_, v)| v)
    }

    /// Whether anything reads input `n`.
    pub(crate) fn reads(&self, n: usize) -> bool {
        let read = |v: Value| {
            self.graph.outputs.contains(&v) || self.graph.nodes.iter().any(|node| node.args.contains(&v))
        };
        self.input(n).is_some_and(read)
    }

    /// Removes the inputs from number `n` on, which nothing reads.
    pub(crate) fn keep_inputs(&mut self, n: usize) {
        self.graph = std::mem::take(&mut self.graph)
            .filtered(|_, node| !matches!(node.op, Op::Input(k) if k as usize >= n));
    }

    /// Its calls have run before.
    fn calls_ran(&mut self) {
        for node in &mut self.graph.nodes {
            if let Op::Call(call) = &node.op {
                node.op = Op::Call(call.ran());
            }
            node.regions_mut().iter_mut().for_each(Self::calls_ran);
        }
    }

    /// Every `Input(n)` as `Input(f(n))`.
    pub(crate) fn renumber(&mut self, f: impl Fn(u32) -> u32) {
        for node in &mut self.graph.nodes {
            if let Op::Input(n) = &mut node.op {
                *n = f(*n);
            }
        }
    }
}

impl Node {
    /// When it runs, seen from the rest of its graph.
    pub(crate) fn runs(&self) -> Runs {
        let of_region = |r: &Region| {
            let of_nodes = || r.graph.nodes.iter().map(Self::runs).max().unwrap_or(Runs::Freely);
            if r.diverges { Runs::Once } else { of_nodes() }
        };
        match &self.op {
            Op::Host(h) => h.runs,
            Op::Size(size) => size.runs(),
            Op::Call(call) => call.runs(),
            // Nobody may read its value.
            Op::Tap(_) => Runs::InOrder,
            // What a user's is driven by may do anything, and it may never end.
            Op::Loop(held) if !held.drive.is_of_items() => Runs::Once,
            // What runs again there has run before.
            Op::Unwind(_) | Op::Rewind(_) => Runs::Freely,
            _ => self.regions().iter().map(of_region).max().unwrap_or(Runs::Freely),
        }
    }

    /// Whether it can be computed twice. Arms that never end did not run, where there is a second time.
    pub(crate) fn repeats(&self) -> bool {
        let of_region = |r: &Region| r.diverges || r.graph.nodes.iter().all(Self::repeats);
        let driven = match &self.op {
            Op::Host(h) => h.runs != Runs::Once,
            Op::Loop(held) => match &held.drive {
                Drive::For { runs, .. } => *runs != Runs::Once,
                Drive::While(head) => of_region(head),
                Drive::Loop => true,
            },
            _ => true,
        };
        driven && self.regions().iter().all(of_region)
    }

    /// The op where it runs again: host code and calls ran in the forward, which stopped if they failed, so nothing runs but what is read.
    pub(crate) fn ran(&self) -> Op {
        match &self.op {
            Op::Host(h) => Op::Host(HostExpr { runs: Runs::Freely, ..h.clone() }),
            Op::Size(size) => Op::size(size.ran()),
            Op::Call(call) => Op::Call(call.ran()),
            op if self.regions().is_empty() => op.clone(),
            _ => {
                let mut again = self.clone();
                for region in again.regions_mut() {
                    region.calls_ran();
                }
                again.op
            }
        }
    }

    /// Whether it has its place among host code.
    pub(crate) fn is_ordered(&self) -> bool {
        self.runs() != Runs::Freely
    }

    /// The regions that it holds.
    pub(crate) fn regions(&self) -> &[Region] {
        match &self.op {
            Op::Branch(b) => &b.arms,
            Op::Unwind(u) => &u.arms,
            Op::Loop(l) => std::slice::from_ref(&l.body),
            Op::Rewind(r) => &r.regions,
            _ => &[],
        }
    }

    /// The condition that a `while` computes in front of each round.
    pub(crate) fn condition_mut(&mut self) -> Option<&mut Region> {
        match &mut self.op {
            Op::Loop(l) => match &mut Rc::make_mut(l).drive {
                Drive::While(head) => Some(head),
                _ => None,
            },
            _ => None,
        }
    }

    /// As [`Self::regions`], to change.
    pub(crate) fn regions_mut(&mut self) -> &mut [Region] {
        match &mut self.op {
            Op::Branch(b) => &mut Rc::make_mut(b).arms,
            Op::Unwind(u) => &mut Rc::make_mut(u).arms,
            Op::Loop(l) => std::slice::from_mut(&mut Rc::make_mut(l).body),
            Op::Rewind(r) => &mut Rc::make_mut(r).regions,
            _ => &mut [],
        }
    }
}

/// The type of a value that two regions make, if it can be one.
pub(crate) fn joined(a: &Ty, b: &Ty) -> Option<Ty> {
    match (a, b) {
        (a, b) if a == b => Some(a.clone()),
        (Ty::Tensor(a), Ty::Tensor(b)) => {
            let shape = match (&a.shape, &b.shape) {
                // Their rank and the dims that agree stay known.
                (Shape::Dims(a), Shape::Dims(b)) if a.len() == b.len() => {
                    let each = |(a, b): (&Dim, &Dim)| if a == b { a.clone() } else { Dim::unknown() };
                    Shape::Dims(a.iter().zip(b).map(each).collect())
                }
                _ => Shape::unknown(crate::dims::fresh()),
            };
            Some(Ty::Tensor(TensorTy { elem: a.elem.clone(), shape }))
        }
        (Ty::List(_), Ty::List(_)) => Some(shapeless(a)),
        _ => None,
    }
}

/// The type of some value, of which no shape is known.
pub(crate) fn shapeless(ty: &Ty) -> Ty {
    let unknown =
        |t: &TensorTy| TensorTy { elem: t.elem.clone(), shape: Shape::unknown(crate::dims::fresh()) };
    match ty {
        Ty::Tensor(t) => Ty::Tensor(unknown(t)),
        Ty::List(t) => Ty::List(unknown(t)),
        ty => ty.clone(),
    }
}

/// The type of some value behind one more axis.
pub(crate) fn in_front(ty: &Ty, size: &Dim) -> Ty {
    match ty {
        Ty::Tensor(TensorTy { elem, shape: Shape::Dims(dims) }) => {
            let dims = std::iter::once(size).chain(dims).cloned().collect();
            Ty::Tensor(TensorTy { elem: elem.clone(), shape: Shape::Dims(dims) })
        }
        ty => shapeless(ty),
    }
}
