//! Every row on a batch against the row on each item.

use std::collections::BTreeSet;

use expect_test::expect;
use proc_macro2::Span;

use super::execute::{Item, execute};
use crate::batch::{self, batched};
use crate::differentiate::{Differentiator, reverse};
use crate::dims::{self, Dim};
use crate::error::Errors;
use crate::fuse;
use crate::ir::{
    Does, Elem, Graph, List, Map, Node, Op, Opaque, Pack, Reduce, Shape, Size, TensorTy, Ty, Value, View,
};
use crate::lower::{Binding, Form, Lowerer};
use crate::rules::{COMPOSITES, ElemClass, Param, ParamKind, sample_fields, variants::VARIANTS};
use crate::simplify::simplify;
use crate::table::RuleCache;
use crate::tests::interpret::array::{Array, Kind};
use crate::tests::interpret::sample;
use crate::tests::interpret::value::Host;

pub(super) const ITEMS: usize = 3;

/// What a parameter is given: a tensor for each item, tensors of a list, or a host value.
#[derive(Clone)]
enum Drawn {
    Array(Vec<Array>),
    List(Vec<Vec<Array>>),
    Host(Host),
}

/// How much expansion knows.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Knows {
    All,
    /// Host values, and no shape.
    Hosts,
    Nothing,
}

fn all_ops() -> Vec<Op> {
    let ops = Map::ALL.iter().map(|r| Op::Map(*r)).chain(Reduce::ALL.iter().map(|r| Op::Reduce(*r)));
    let ops = ops.chain(View::ALL.iter().map(|r| Op::View(*r)));
    let ops = ops.chain(Opaque::ALL.iter().map(|r| Op::Opaque(*r)));
    ops.chain(List::ALL.iter().map(|r| Op::List(*r))).collect()
}

fn shape(of: &Array, knows: Knows) -> Shape {
    match knows {
        Knows::All => Shape::Dims(of.shape.iter().map(|d| Dim::int(*d as i64)).collect()),
        _ => Shape::unknown(dims::fresh()),
    }
}

fn size(h: &Host) -> Size {
    match h {
        Host::Int(i) => Size::int(*i),
        Host::Float(f) => Size::float(*f, None),
        Host::Bool(b) => Size::Bool(*b),
        Host::List(list) if matches!(list.first(), Some(Host::List(_))) => Size::of(
            Does::List,
            list.iter().map(|h| Size::of(Does::Tuple, size(h).parts())).collect::<Vec<_>>(),
        ),
        Host::List(list) => Size::of(Does::List, list.iter().map(size).collect::<Vec<_>>()),
        Host::All => Size::All,
        Host::Rest | Host::Same => panic!("{h:?} is no sample"),
    }
}

/// A parameter.
struct Slot {
    /// The element type of a tensor, or of those of a list.
    elem: Option<Elem>,
    list: bool,
    several: bool,
    /// The type of a host value.
    ty: &'static str,
}

impl Slot {
    fn of_row(param: &Param) -> Self {
        let elem = match &param.kind {
            ParamKind::Tensor { elem: ElemClass::Bool, .. } => Some(Elem::Bool),
            ParamKind::Tensor { elem: ElemClass::I32, .. } => Some(Elem::I32),
            ParamKind::Host(_) => None,
            _ => Some(Elem::F64),
        };
        let ty = match &param.kind {
            ParamKind::Host(ty) => quote::ToTokens::to_token_stream(ty).to_string(),
            _ => String::new(),
        };
        Self { elem, list: param.list, several: matches!(param.kind, ParamKind::List), ty: String::leak(ty) }
    }

    fn of_composite(arg: &syn::FnArg) -> Self {
        let syn::FnArg::Typed(arg) = arg else { panic!("composites are functions") };
        let ty = quote::ToTokens::to_token_stream(&arg.ty).to_string().replace(' ', "");
        let elem = match ty.as_str() {
            "Tensor" => Some(Elem::F64),
            "Tensor<bool>" => Some(Elem::Bool),
            "Tensor<i32>" => Some(Elem::I32),
            _ => None,
        };
        Self { elem, list: false, several: false, ty: String::leak(ty) }
    }

    /// A sample for each item.
    fn drawn(&self, tokens: &proc_macro2::TokenStream) -> Drawn {
        let mut arrays: Vec<Vec<Array>> = Vec::new();
        for item in 0..ITEMS {
            let one = match sample::drawn(tokens, self.elem.is_some(), 11 + 5 * item as u64) {
                sample::Drawn::Host(h) => return Drawn::Host(h),
                sample::Drawn::Array(array) => vec![array],
                sample::Drawn::List(list) => list,
            };
            arrays.resize(one.len(), Vec::new());
            arrays.iter_mut().zip(one).for_each(|(items, array)| items.push(array));
        }
        if self.list || self.several { Drawn::List(arrays) } else { Drawn::Array(arrays.remove(0)) }
    }
}

/// An op on its sample, the inputs for each item, and which inputs are tensors.
struct Case {
    graph: Graph,
    inputs: Vec<Vec<Item>>,
    tensors: Vec<usize>,
}

impl Case {
    /// `None`: it does not take what is given.
    fn new(
        slots: &[Slot],
        drawn: &[Drawn],
        knows: Knows,
        rules: &RuleCache,
        call: &dyn Fn(&mut Lowerer<'_>, Vec<Binding>) -> Binding,
    ) -> Option<Self> {
        let (mut graph, mut errors) = (Graph::default(), Errors::new());
        let (mut args, mut inputs, mut tensors) = (Vec::new(), Vec::new(), Vec::new());
        let push = |graph: &mut Graph, op, args, ty| graph.push(Node::new(op, args, ty, Span::call_site()));
        for (slot, given) in slots.iter().zip(drawn) {
            let mut input = |graph: &mut Graph, ty: Ty, items: Vec<Item>| {
                if ty != Ty::Host {
                    tensors.push(inputs.len());
                }
                inputs.push(items);
                push(graph, Op::Input(inputs.len() as u32 - 1), vec![], ty)
            };
            let mut tensor = |graph: &mut Graph, items: &[Array]| {
                let elem = slot.elem.clone().unwrap_or(Elem::F64);
                let elem = match items[0].kind {
                    Kind::Float => elem,
                    Kind::Bool => Elem::Bool,
                    Kind::Int => Elem::I32,
                };
                let ty = TensorTy { elem, shape: shape(&items[0], knows) };
                input(graph, Ty::Tensor(ty), items.iter().cloned().map(Item::Array).collect())
            };
            args.push(match given {
                Drawn::Array(items) => Binding::Tensor(tensor(&mut graph, items)),
                Drawn::List(lists) if slot.list => {
                    let ty = TensorTy { elem: Elem::F64, shape: Shape::unknown(dims::fresh()) };
                    let item = |i: usize| Item::List(lists.iter().map(|items| items[i].clone()).collect());
                    Binding::Slice(Form::Tensor(input(
                        &mut graph,
                        Ty::List(ty),
                        (0..ITEMS).map(item).collect(),
                    )))
                }
                Drawn::List(lists) => Binding::Group(
                    Pack::Array,
                    lists.iter().map(|items| Binding::Tensor(tensor(&mut graph, items))).collect(),
                ),
                Drawn::Host(_) if slot.elem.is_some() => return None,
                Drawn::Host(Host::Same) => return None,
                // No literal writes the shapes of a list.
                Drawn::Host(h)
                    if slot.ty == "Shapes" || knows == Knows::Nothing && !matches!(h, Host::Bool(_)) =>
                {
                    let given = input(&mut graph, Ty::Host, vec![Item::Host(h.clone()); ITEMS]);
                    Binding::Host(push(&mut graph, Op::size(Size::arg(0, slot.ty)), vec![given], Ty::Host))
                }
                Drawn::Host(h) => {
                    let op = Op::size(if slot.ty == "bool" { size(h) } else { size(h).to(slot.ty) });
                    Binding::Host(push(&mut graph, op, vec![], Ty::Host))
                }
            });
        }
        let mut lowerer = Lowerer::new(&mut graph, &mut errors, rules, Elem::F64);
        let result = call(&mut lowerer, args);
        lowerer.finish();
        graph.outputs = match result {
            Binding::Tensor(v) | Binding::Slice(Form::Tensor(v)) => vec![v],
            Binding::Group(Pack::Tuple, parts) => parts.iter().map(value).collect(),
            _ => return None,
        };
        errors.messages().is_empty().then_some(Self { graph, inputs, tensors })
    }

    /// With the cotangents of its float inputs behind its results, for cotangents of these.
    fn reversed(mut self, rules: &RuleCache) -> Option<Self> {
        let results = self.run(rules);
        let (mut errors, first) = (Errors::new(), self.inputs.len());
        let mut d = Differentiator {
            graph: self.graph,
            rules,
            errors: &mut errors,
            float: Elem::F64,
            called: None,
            whole_forms: false,
        };
        let mut seeds = Vec::new();
        let outputs = d.graph.outputs.clone();
        for (k, v) in outputs.into_iter().enumerate() {
            if !d.graph.node(v).ty.is_float() {
                continue;
            }
            seeds.push((v, d.graph.input_like(first + seeds.len(), v)));
            let of = |item: usize| match &results[k] {
                Item::Array(like) => Item::Array(Array::build(&like.shape, |at| {
                    (at.iter().sum::<usize>() + item) as f64 * 0.3 - 0.5
                })),
                other => panic!("{other:?} has no cotangent here"),
            };
            self.tensors.push(self.inputs.len());
            self.inputs.push((0..ITEMS).map(of).collect());
        }
        let is_float = |i: &usize| {
            matches!(d.graph.nodes[*i].op, Op::Input(n) if (n as usize) < first)
                && d.graph.nodes[*i].ty.is_float()
        };
        let wrt: Vec<Value> = (0..d.graph.nodes.len()).filter(is_float).map(|i| Value(i as u32)).collect();
        for (&v, found) in wrt.iter().zip(reverse(&mut d, &seeds, &wrt)) {
            let gradient = found.unwrap_or_else(|| d.zero_of(v));
            d.graph.outputs.push(gradient);
        }
        self.graph = d.graph;
        errors.messages().is_empty().then_some(self)
    }

    fn run(&self, rules: &RuleCache) -> Vec<Item> {
        let first: Vec<Item> = self.inputs.iter().map(|items| items[0].clone()).collect();
        execute(&fuse::Program::new(simplify(self.graph.clone())), rules, &[], &first)
    }

    /// The batch of those tensors whose bit is set.
    fn compare(&self, set: usize, rules: &RuleCache) -> Result<bool, String> {
        let is = |n: usize| self.tensors.iter().position(|t| *t == n).is_some_and(|k| set >> k & 1 == 1);
        compare(&self.graph, &self.inputs, &is, &[], rules)
    }
}

/// The graph of a batch against the graph on each item, of which these inputs have one of their own; whether it has a loop.
pub(super) fn compare(
    graph: &Graph,
    inputs: &[Vec<Item>],
    is: &dyn Fn(usize) -> bool,
    dims: &[(&str, usize)],
    rules: &RuleCache,
) -> Result<bool, String> {
    let mut errors = Errors::new();
    let all = batched(graph, &|n| is(n as usize), rules, &mut errors);
    let Some(all) = all.filter(|_| errors.is_empty()) else { return Err(errors.messages().join("; ")) };
    let dims = [dims, &[(batch::SIZE, ITEMS), ("batch", ITEMS)]].concat();
    let run = |graph: &Graph, inputs: &[Item]| {
        execute(&fuse::Program::new(simplify(graph.clone())), rules, &dims, inputs)
    };
    let one_of = |n: usize, i: usize| inputs[n][if is(n) { i } else { 0 }].clone();
    let items: Vec<Vec<Item>> = (0..ITEMS)
        .map(|i| run(graph, &(0..inputs.len()).map(|n| one_of(n, i)).collect::<Vec<_>>()))
        .collect();
    let of_batch = |n: usize| if is(n) { stacked(&inputs[n]) } else { inputs[n][0].clone() };
    let found = run(&all, &(0..inputs.len()).map(of_batch).collect::<Vec<_>>());
    for (k, found) in found.iter().enumerate() {
        let want = stacked(&items.iter().map(|outputs| outputs[k].clone()).collect::<Vec<_>>());
        if differ(found, &want) {
            return Err(format!("result {k}: {found:?} of the batch, {want:?} item by item\n{all}"));
        }
    }
    Ok(all.nodes.iter().any(|node| matches!(node.op, Op::Loop(_))))
}

fn value(binding: &Binding) -> Value {
    match binding {
        Binding::Tensor(v) => *v,
        other => panic!("{other:?} is no tensor"),
    }
}

/// The items behind one more axis.
fn stacked(items: &[Item]) -> Item {
    let arrays = |of: &dyn Fn(&Item) -> Array| {
        let arrays: Vec<Array> = items.iter().map(of).collect();
        let data: Vec<f64> = arrays.iter().flat_map(|array| array.data.clone()).collect();
        Array { shape: [&[items.len()], &arrays[0].shape[..]].concat(), data, ..arrays[0].clone() }
    };
    match &items[0] {
        Item::List(list) => {
            let of = |k: usize| move |item: &Item| item.list()[k].clone();
            Item::List((0..list.len()).map(|k| arrays(&of(k))).collect())
        }
        _ => Item::Array(arrays(&|item| item.array().clone())),
    }
}

fn differ(found: &Item, want: &Item) -> bool {
    let arrays = |item: &Item| match item {
        Item::List(list) => list.clone(),
        item => vec![item.array().clone()],
    };
    let close =
        |(a, b): (&f64, &f64)| a == b || (a - b).abs() <= 1e-9 * (1.0 + b.abs()) || a.is_nan() && b.is_nan();
    let same = |(a, b): (&Array, &Array)| a.shape == b.shape && a.data.iter().zip(&b.data).all(close);
    let (found, want) = (arrays(found), arrays(want));
    found.len() != want.len() || !found.iter().zip(&want).all(same)
}

/// A panic is a failure.
fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Err(text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
    })
}

/// All that is compared, and the names of what runs item by item.
struct Found {
    compared: usize,
    failed: Vec<String>,
    one_by_one: BTreeSet<&'static str>,
}

impl Found {
    /// Batches of some of the tensors, by what is known; `true`: with cotangents, whose rules are compared too.
    fn of(
        &mut self,
        name: &'static str,
        slots: &[Slot],
        sample: &[(syn::Ident, proc_macro2::TokenStream)],
        how: &[(Knows, bool)],
        rules: &RuleCache,
        call: &dyn Fn(&mut Lowerer<'_>, Vec<Binding>) -> Binding,
    ) {
        let drawn: Vec<Drawn> =
            slots.iter().zip(sample).map(|(slot, (_, tokens))| slot.drawn(tokens)).collect();
        for &(knows, reverse) in how {
            let Some(case) = Case::new(slots, &drawn, knows, rules, call) else { continue };
            // Rules of lists are rows of lists.
            let lists = case.graph.nodes.iter().any(|node| matches!(node.ty, Ty::List(_)));
            if reverse && lists {
                continue;
            }
            let case = match guarded(|| Ok(if reverse { case.reversed(rules) } else { Some(case) })) {
                Ok(Some(case)) => case,
                Ok(None) => continue,
                Err(message) => {
                    self.failed.push(format!("{name} {knows:?}: {message}"));
                    continue;
                }
            };
            let all = (1usize << case.tensors.len()) - 1;
            // Rules are compared for the first tensor and for all.
            let sets = if reverse {
                [1, all].into_iter().collect()
            } else {
                (1..=all.min(15)).collect::<BTreeSet<_>>()
            };
            for set in sets {
                match guarded(|| case.compare(set, rules)) {
                    Ok(by_loop) => {
                        self.compared += 1;
                        if by_loop {
                            self.one_by_one.insert(name);
                        }
                    }
                    Err(message) => {
                        self.failed.push(format!("{name} {set:b} {knows:?} {reverse}: {message}"));
                    }
                }
            }
        }
    }

    fn end(self) -> String {
        let Self { compared, failed, one_by_one } = self;
        assert!(failed.is_empty(), "{} failures, {compared} compared\n{}", failed.len(), failed.join("\n"));
        println!("{compared} compared");
        one_by_one.into_iter().collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn rows_take_batches() {
    let rules = RuleCache::default();
    let mut found = Found { compared: 0, failed: Vec::new(), one_by_one: BTreeSet::new() };
    for op in all_ops() {
        let row = rules.of(&op);
        if row.params.iter().all(|p| matches!(p.kind, ParamKind::Host(_))) {
            continue;
        }
        let slots: Vec<Slot> = row.params.iter().map(Slot::of_row).collect();
        let more = VARIANTS.iter().filter(|(name, _)| *name == op.name()).map(|(_, text)| {
            syn::parse::Parser::parse_str(sample_fields, text).expect("a variant is a sample")
        });
        let call = |lowerer: &mut Lowerer<'_>, args: Vec<Binding>| {
            let flat = args.iter().flat_map(|arg| match arg {
                Binding::Group(Pack::Array, list) => list.iter().map(value).collect(),
                Binding::Host(v) | Binding::Slice(Form::Tensor(v)) => vec![*v],
                other => vec![value(other)],
            });
            lowerer.op(op.clone(), flat.collect(), Span::call_site())
        };
        for sample in std::iter::once(row.sample.clone()).chain(more) {
            let knows = [Knows::All, Knows::Hosts, Knows::Nothing].into_iter();
            let how: Vec<_> = knows.flat_map(|knows| [(knows, false), (knows, true)]).collect();
            found.of(op.name(), &slots, &sample, &how, &rules, &call);
        }
    }
    // A row joins or leaves this list by its own text; `UPDATE_EXPECT=1` writes it.
    expect!["band_scan contract contract_overlap ctc_states diag diag_cotangent element element_cotangent embedding gather_nd grouped_matmul grouped_outer histogram index_add index_put index_put_add index_select searchsorted tensordot tensordot_left tensordot_right tile tile_cotangent"].assert_eq(&found.end());
}

#[test]
fn composites_take_batches() {
    let rules = RuleCache::default();
    let mut found = Found { compared: 0, failed: Vec::new(), one_by_one: BTreeSet::new() };
    for composite in COMPOSITES {
        let item = composite.parse().expect("a law over the table: every composite parses");
        let slots: Vec<Slot> = item.sig.inputs.iter().map(Slot::of_composite).collect();
        let sample = composite.samples().expect("a law over the table: samples parse");
        let call =
            |lowerer: &mut Lowerer<'_>, args| lowerer.call_flat(composite.name, args, Span::call_site());
        found.of(
            composite.name,
            &slots,
            &sample,
            &[(Knows::All, true), (Knows::Nothing, true)],
            &rules,
            &call,
        );
    }
    expect!["ctc ctc_each mixture neighbour repeat"].assert_eq(&found.end());
}
