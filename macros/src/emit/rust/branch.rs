//! Regions of which one runs.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::operand::Operand;
use super::{Body, Dests, Printer, Scope, body, host};
use crate::fuse::{Program, Step, region_title};
use crate::ir::{Branch, Graph, Head, Node, Op, Part, Ty, Unwind, Value};
use crate::names::own;

/// As many values may be a tuple that knows its bytes: see `Held` of the runtime.
const HELD: usize = 8;

impl Printer<'_> {
    /// The statements and outputs of region `index` of `v`, whose inputs are called `inputs`.
    pub(super) fn region(
        &self,
        v: Value,
        index: usize,
        program: &Program,
        inputs: &[Ident],
        (owned, hosts): (&[bool], &[host::Input]),
        [fresh, counters]: [&[bool]; 2],
    ) -> Body {
        let title = region_title(self.cx.title, v, index);
        let outputs = self.dests_of(v, index);
        let inner = |dests: Dests<'_>| Dests { outputs: &outputs, depth: dests.depth + 1, fresh, counters };
        let dests = self.cx.dests.map(inner);
        // The last inputs are the last arguments, as they are.
        let args = &self.graph.node(v).args;
        let own = self.cx.lending.own.and_then(|(n, name)| {
            let at = args
                .iter()
                .rposition(|&a| matches!(self.graph.node(a).op, Op::Input(i) if i as usize == n))?;
            Some(((inputs.len() + at).checked_sub(args.len())?, name))
        });
        let lending = super::Lending { own, ..self.cx.lending };
        let unread = &self.unread(v, index);
        let scope = Scope {
            lists: &[],
            title: &title,
            inputs,
            owned,
            hosts,
            operands: false,
            dests,
            unread,
            lending,
            ..*self.cx
        };
        let body = body(program, &scope);
        self.places.set(self.places.get() || body.places);
        body
    }

    /// Arguments as the inputs of a region, by reference where it does not take them over. They are bound all at once, with
    /// whatever else the region is given: its names are those of the region around it.
    pub(super) fn given(&self, args: &[Value], moved: &[Value]) -> Given {
        let mut given = Given::default();
        for &v in args {
            let owned = moved.contains(&v);
            let lent = !owned && self.graph.node(v).ty == Ty::Host;
            let value = match (owned, lent) {
                (true, _) => Operand::Local(self.local(v)),
                (_, true) => self.host_ref(v),
                _ => self.by_ref(v),
            };
            given.values.extend(quote!(#value,));
            given.owned.push(owned);
            given.hosts.push(host::Input { lent, steady: self.input(v).steady });
        }
        given
    }

    pub(super) fn branch(
        &self,
        at: usize,
        v: Value,
        node: &Node,
        branch: &Branch,
        local: &Ident,
    ) -> TokenStream {
        let names = inputs(node.args.len() - 1);
        let moved = self.moved(at, node);
        let Given { values: given, owned, hosts } = self.given(&node.args[1..], &moved);
        let programs = &self.program.regions[&v];
        let bodies: Vec<Body> = branch
            .arms
            .iter()
            .zip(programs)
            .enumerate()
            .map(|(index, (arm, program))| {
                let of_arm = |h: &host::Input| host::Input { steady: h.steady && !arm.diverges, ..*h };
                let hosts: Vec<_> = hosts.iter().map(of_arm).collect();
                self.region(v, index, program, &names, (&owned, &hosts), [&[]; 2])
            })
            .collect();
        // What branches within these keep is declared by now.
        let packing = branch.keeps.then(|| self.cx.kernels.packing(self.program, v));
        let mut lasting = 0;
        let arms: Vec<TokenStream> = branch
            .arms
            .iter()
            .zip(programs)
            .zip(bodies)
            .map(|((arm, program), Body { statements, outputs, .. })| {
                if arm.diverges {
                    return statements;
                }
                let (results, kept) = outputs.split_at(branch.results);
                let values = &program.graph.outputs[branch.results..];
                let packed =
                    packing.iter().map(|packing| packing.value(lasting, &program.graph, values, kept));
                let packed: Vec<_> = packed.collect();
                lasting += 1;
                quote!(#statements (#(#results,)* #(#packed,)*))
            })
            .collect();
        let (decides, mut chosen) = (node.args[0], own("chosen"));
        let moves = self.graph.node(decides).ty == Ty::Host && !node.args[1..].contains(&decides);
        let decider = if moves { self.taken(at, decides) } else { self.lent(decides) };
        // Patterns that are missing are said of what is matched.
        chosen.set_span(chosen.span().located_at(node.span));
        let bound = quote!(let (#chosen, #(#names,)*) = (#decider, #given););
        let made = self.parts_of(v, local, Some(branch.results + usize::from(branch.keeps)));
        match &branch.head {
            Head::Block => {
                let only = &arms[0];
                quote!(let #made = { #bound { #only } };)
            }
            Head::If => {
                let (then, other) = (&arms[0], &arms[1]);
                quote!(let #made = { #bound if #chosen { #then } else { #other } };)
            }
            Head::Match(patterns) => {
                quote!(let #made = { #bound match #chosen { #(#patterns => { #arms })* } };)
            }
        }
    }

    /// The pattern bound to the tuple that node `v` makes: a name for each entry that is read, or one for all. It may
    /// be longer than `count`.
    pub(super) fn parts_of(&self, v: Value, local: &Ident, count: Option<usize>) -> TokenStream {
        let parts = || self.bound.iter().filter(|(part, _)| self.graph.node(**part).args[0] == v);
        let Some(read) = parts().map(|(_, &at)| at + 1).max() else { return quote!(#local) };
        let mut names = vec![quote!(_); count.unwrap_or(read)];
        parts().for_each(|(&part, &at)| names[at] = self.local(part).into_token_stream());
        let rest = count.is_none().then(|| quote!(..));
        quote!((#(#names,)* #rest))
    }

    /// Whether the entries of the tuple that `v` is have names, and it has none.
    pub(super) fn is_bound_apart(&self, v: Value) -> bool {
        self.bound.keys().any(|part| self.graph.node(*part).args[0] == v)
    }

    pub(super) fn unwind(
        &self,
        at: usize,
        v: Value,
        node: &Node,
        unwind: &Unwind,
        local: &Ident,
    ) -> TokenStream {
        let given = inputs(node.args.len() - 1);
        let moved = self.moved(at, node);
        let (kept, of_args) = (self.taken(at, node.args[0]), self.given(&node.args[1..], &moved));
        let values = &of_args.values;
        let all = own("kept");
        let bound = quote!(let (#all, #(#given,)*) = (#kept, #values););
        let (programs, packing) = (&self.program.regions[&v], self.cx.kernels.packed(unwind));
        let arms = programs.iter().zip(&unwind.kept).enumerate().map(|(index, (program, &kept))| {
            let names: Vec<Ident> = (0..kept).map(|k| own(format_args!("kept{k}"))).collect();
            let inputs: Vec<Ident> = names.iter().chain(&given).cloned().collect();
            let (owned, hosts) = of_args.behind(kept);
            let Body { statements, outputs, .. } =
                self.region(v, index, program, &inputs, (&owned, &hosts), [&[]; 2]);
            let pattern = packing.pattern(index, &names);
            quote!(#pattern => { #statements (#(#outputs,)*) })
        });
        let made = self.parts_of(v, local, Some(programs[0].graph.outputs.len()));
        quote!(let #made = { #bound match #all { #(#arms)* } };)
    }
}

/// The entry of the tuple that a node of regions or host code makes, if `node` is one, with that tuple.
fn entry(graph: &Graph, node: &Node) -> Option<(Value, usize)> {
    let of = *node.args.first()?;
    let at = match (&node.op, &graph.node(of).op) {
        (Op::Part(Part::Of(i)), Op::Branch(_) | Op::Loop(_) | Op::Unwind(_) | Op::Rewind(_)) => *i as usize,
        (Op::Part(Part::Kept), Op::Branch(branch)) => branch.results,
        (Op::Part(Part::Kept), Op::Loop(held)) => held.carried,
        (Op::Host(host), Op::Host(_)) => host::field(host)? as usize,
        _ => return None,
    };
    Some((of, at))
}

/// The entries that are bound where they are made, by a pattern: all that are read of a tuple, each once.
pub(super) fn bound(program: &Program) -> HashMap<Value, usize> {
    let graph = &program.graph;
    let mut found: HashMap<Value, usize> = HashMap::default();
    let mut whole: HashSet<Value> = graph.outputs.iter().copied().collect();
    let mut seen = HashSet::default();
    for step in &program.steps {
        let v = match *step {
            Step::Node(v) => v,
            Step::Group(g) => {
                whole.extend(program.groups[g].reads());
                continue;
            }
        };
        match entry(graph, graph.node(v)) {
            Some((of, at)) => {
                if !seen.insert((of, at)) {
                    whole.insert(of);
                }
                found.insert(v, at);
            }
            None => whole.extend(&graph.node(v).args),
        }
    }
    found.retain(|&v, _| !whole.contains(&graph.node(v).args[0]));
    found
}

/// The arguments that a region is given.
#[derive(Default)]
pub(super) struct Given {
    pub values: TokenStream,
    /// Whether the region may move a value, for each of them.
    pub owned: Vec<bool>,
    pub hosts: Vec<host::Input>,
}

impl Given {
    /// The knowledge of the inputs, behind `count` that are the region's own.
    pub(super) fn behind(&self, count: usize) -> (Vec<bool>, Vec<host::Input>) {
        let owned = std::iter::repeat_n(true, count).chain(self.owned.iter().copied());
        // What it runs again may have moved what comes in.
        let hosts = self.hosts.iter().map(|h| host::Input { steady: false, ..*h });
        let hosts = std::iter::repeat_n(host::Input::default(), count).chain(hosts);
        (owned.collect(), hosts.collect())
    }
}

/// The bytes of the tensors that a residual holds, if it holds some.
pub(crate) fn bytes(graph: &Graph, v: Value, place: &TokenStream) -> Option<TokenStream> {
    let node = graph.node(v);
    let kept = matches!(node.op, Op::Part(Part::Kept));
    Some(match node.ty {
        Ty::Tensor(_) => quote!(__rt::bytes_of(&#place)),
        Ty::List(_) => quote!(__rt::lists::bytes_of(&#place)),
        Ty::Other => quote!(__rt::Differentiable::tensor_bytes(&#place)),
        _ if graph.is_pullback(v) => quote!(#place.residual_bytes()),
        _ if kept => quote!(__rt::calls::Held::bytes(&#place)),
        Ty::Tuple(_) | Ty::Gathered(_) | Ty::Host => return None,
    })
}

/// Names of the inputs of a region.
pub(super) fn inputs(count: usize) -> Vec<Ident> {
    (0..count).map(|k| own(format_args!("input{k}"))).collect()
}

/// The residuals of a region: the outputs from number `from` on, with the bytes of their tensors.
pub(super) fn kept(program: &Program, from: usize, kept: &[TokenStream]) -> TokenStream {
    weighed(&program.graph, &program.graph.outputs[from..], kept)
}

/// Values of `graph`, with the bytes of their tensors.
pub(super) fn weighed(graph: &Graph, values: &[Value], kept: &[TokenStream]) -> TokenStream {
    let all = own("all");
    if values.is_empty() {
        return quote!(__rt::Kept::NOTHING);
    }
    // These know their bytes; of a host value the type is open.
    let held = |&v: &Value| {
        let node = graph.node(v);
        matches!(node.ty, Ty::Tensor(_) | Ty::List(_)) || matches!(node.op, Op::Part(Part::Kept))
    };
    if values.len() <= HELD && values.iter().all(held) {
        return quote!(__rt::Kept::of((#(#kept,)*)));
    }
    match all_bytes(graph, values, &all) {
        None => quote!(__rt::Kept { bytes: 0, values: (#(#kept,)*) }),
        Some(bytes) => {
            quote!({ let #all = (#(#kept,)*); __rt::Kept { bytes: #bytes, values: #all } })
        }
    }
}

/// The bytes of the tensors in the tuple `all` of `values`, if there are some.
pub(super) fn all_bytes(graph: &Graph, values: &[Value], all: &Ident) -> Option<TokenStream> {
    let each = values.iter().enumerate().filter_map(|(k, &v)| {
        let k = Literal::usize_unsuffixed(k);
        bytes(graph, v, &quote!(#all.#k))
    });
    each.reduce(|sum, bytes| quote!(#sum + #bytes))
}
