//! The graph of one item → that of a batch of them: what an item decides has one more axis in front.
//!
//! Host values stay those of an item, as its shape is that of the batch without the axis in front. So a row alone changes what
//! it is given of axes and shapes, by what the table says of its parameters.

mod align;
mod apart;
mod attend;
mod forms;
mod function;
mod places;
mod regions;
mod rows;
mod sizes;
mod special;

pub(crate) use function::{function, has_axis};

use std::rc::Rc;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::dims::{self, Dim};
use crate::error::{self, Errors};
use crate::ir::{Edge, Elem, Graph, Node, Op, OpClass, Part, Shape, Size, TensorTy, Ty, Value};
use crate::shapes;
use crate::table::RuleCache;

/// The name of the size of the axis in front.
pub(crate) const SIZE: &str = "__batch";

/// `graph` for a batch, whose inputs of these numbers have its axis; all its outputs have. `None`: that was an error.
pub(crate) fn batched(
    graph: &Graph,
    inputs: &dyn Fn(u32) -> bool,
    rules: &RuleCache,
    errors: &mut Errors,
) -> Option<Graph> {
    let has = |n: u32| match graph.input(n) {
        Some(node) if node.ty == Ty::Host && inputs(n) => Has::Keys(true),
        _ => Has::axis(inputs(n)),
    };
    let mut batch = Batch::new(graph, rules, errors, Dim::name(SIZE));
    batch.run(&has)?;
    if let Some(&v) = graph.outputs.iter().find(|v| batch.has[v.ix()].is_keys()) {
        return batch.refuse(graph.node(v)).map(|_| Graph::default());
    }
    batch.end(&vec![true; graph.outputs.len()]);
    Some(batch.graph)
}

/// `graph` where what runs on a batch by the call of this number does.
pub(crate) fn inside(graph: &Graph, call: u32, rules: &RuleCache, errors: &mut Errors) -> Option<Graph> {
    let mut batch = Batch::new(graph, rules, errors, Dim::unknown());
    batch.call = Some(call);
    batch.run(&|_| Has::Nothing)?;
    batch.end(&vec![false; graph.outputs.len()]);
    Some(batch.graph)
}

struct Batch<'a> {
    item: &'a Graph,
    graph: Graph,
    /// The size of the axis, and its value where that is not known.
    size: Dim,
    count: Option<Value>,
    /// The call whose values these are.
    call: Option<u32>,
    rules: &'a RuleCache,
    errors: &'a mut Errors,
    /// The value for each value of the item.
    new: Vec<Value>,
    has: Vec<Has>,
    /// Of unknown shapes of an item, those of the batch: what had one shape has one.
    shapes: HashMap<Shape, Shape>,
    /// Values of all items that calls give, and the calls that have run.
    asked: HashMap<Value, Value>,
    ran: HashSet<Value>,
}

/// Where a value of the new graph has the axis of the batch.
#[derive(Clone, Default)]
enum Has {
    #[default]
    Nothing,
    Axis,
    /// What is made of keys, another for each item; `true`: a key as it was given.
    Keys(bool),
    /// What a call gives, which runs for each item where a tensor of it is asked for.
    Later,
    /// Of the results of regions, or what each of them keeps, some.
    Each(Rc<Vec<Vec<Has>>>),
}

/// Regions for a batch: the op, what its results and its parts have, and which of the last arguments have the axis.
type Regions = (Op, Vec<Vec<Has>>, Vec<bool>);

impl Has {
    fn axis(is: bool) -> Self {
        if is { Self::Axis } else { Self::Nothing }
    }

    /// Of part `k`, which has so many.
    fn of(&self, k: usize, count: usize) -> Vec<Self> {
        let mut has = match self {
            Self::Each(each) => each.get(k).cloned().unwrap_or_default(),
            _ => Vec::new(),
        };
        has.resize(count, Self::Nothing);
        has
    }

    fn is_keys(&self) -> bool {
        matches!(self, Self::Keys(_))
    }

    fn is_axis(&self) -> bool {
        matches!(self, Self::Axis)
    }
}

/// A value of the new graph.
#[derive(Clone, Copy)]
struct Given {
    value: Value,
    /// Whether it has the axis of the batch.
    is: bool,
}

impl<'a> Batch<'a> {
    fn new(item: &'a Graph, rules: &'a RuleCache, errors: &'a mut Errors, size: Dim) -> Self {
        let (new, has) = (Vec::with_capacity(item.nodes.len()), vec![Has::Nothing; item.nodes.len()]);
        Self {
            item,
            graph: Graph::default(),
            size,
            count: None,
            call: None,
            rules,
            errors,
            new,
            has,
            shapes: HashMap::default(),
            asked: HashMap::default(),
            ran: HashSet::default(),
        }
    }

    fn run(&mut self, inputs: &dyn Fn(u32) -> Has) -> Option<()> {
        for v in (0..self.item.nodes.len() as u32).map(Value) {
            let made = self.visit(v, inputs)?;
            self.new.push(made);
        }
        for &v in &self.item.outputs {
            if let Has::Later = self.has[v.ix()] {
                let node = self.item.node(v);
                let asked = if node.ty == Ty::Host { None } else { self.asked(v) };
                self.new[v.ix()] = asked.or_else(|| {
                    self.errors.push(error::form_of_batch(node.span));
                    None
                })?;
            }
        }
        Some(())
    }

    /// The outputs, of which these have the axis.
    fn end(&mut self, axis: &[bool]) {
        for (&v, &axis) in self.item.outputs.iter().zip(axis) {
            let given = self.given(v);
            let output = if axis { self.spread(given, self.item.node(v)) } else { given.value };
            self.graph.outputs.push(output);
        }
    }

    fn given(&self, v: Value) -> Given {
        Given { value: self.new[v.ix()], is: self.has[v.ix()].is_axis() }
    }

    fn visit(&mut self, v: Value, inputs: &dyn Fn(u32) -> Has) -> Option<Value> {
        let node = self.item.node(v);
        let args: Vec<Given> = node.args.iter().map(|&a| self.given(a)).collect();
        if let Op::Input(n) = node.op {
            self.has[v.ix()] = inputs(n);
            let ty = match self.has[v.ix()] {
                Has::Keys(false) => return self.refuse(node),
                Has::Axis => self.of_batch(&node.ty),
                _ => node.ty.clone(),
            };
            return Some(self.graph.push(Node { ty, ..node.clone() }));
        }
        if let Op::Batch(edge, call) = node.op
            && self.call == Some(call)
        {
            return Some(self.edge(v, node, edge));
        }
        let has_any = || node.args.iter().any(|a| !matches!(self.has[a.ix()], Has::Nothing));
        let waits = node.args.iter().any(|a| matches!(self.has[a.ix()], Has::Later));
        if waits && !node.regions().is_empty() {
            self.errors.push(error::form_of_batch(node.span));
            return None;
        }
        if waits || matches!(node.op, Op::Call(_)) && has_any() {
            return self.later(v, node).or_else(|| self.refuse(node));
        }
        if !node.regions().is_empty() && has_any() {
            let before = self.errors.len();
            let made = self.of_regions(v, node);
            return made.or_else(|| if self.errors.len() > before { None } else { self.refuse(node) });
        }
        if node.args.iter().any(|a| self.has[a.ix()].is_keys()) {
            return self.of_keys(v, node, &args).or_else(|| self.refuse(node));
        }
        if let (Op::Part(Part::Of(i)), Has::Each(each)) =
            (&node.op, node.args.first().map_or(&Has::Nothing, |a| &self.has[a.ix()]))
        {
            self.has[v.ix()] = each[0].get(*i as usize).cloned().unwrap_or_default();
            let ty = if self.has[v.ix()].is_axis() { self.of_batch(&node.ty) } else { node.ty.clone() };
            return Some(self.graph.push(Node { ty, args: vec![args[0].value], ..node.clone() }));
        }
        if let Op::Part(Part::Kept) = node.op {
            self.has[v.ix()] = self.kept_of(node.args[0]);
        }
        if !args.iter().any(|a| a.is) {
            let args = args.iter().map(|a| a.value).collect();
            return Some(self.graph.push(Node { args, ..node.clone() }));
        }
        self.has[v.ix()] = Has::axis(node.ty != Ty::Host);
        let made = match (&node.op, &node.ty) {
            (Op::ShapeOf, _) if !self.is_form(node) => self.item_shape(args[0].value, node),
            (Op::Declared, ty) => {
                let ty = self.of_batch(ty);
                let args = args.iter().map(|a| a.value).collect();
                self.graph.push(Node { args, ty, ..node.clone() })
            }
            (Op::Get(i), _) if matches!(self.graph.node(args[0].value).op, Op::Join) => {
                self.graph.node(args[0].value).args[*i as usize]
            }
            (Op::Get(i), _) => {
                let Ty::Tuple(types) = &self.graph.node(args[0].value).ty else {
                    unreachable!("a result is read of an op with several")
                };
                let ty = Ty::Tensor(types[*i as usize].clone());
                self.graph.push(Node { ty, args: vec![args[0].value], ..node.clone() })
            }
            // It is there for what stands before it to run.
            (Op::Host(host), _) if host.is_read() => {
                let args = args.iter().map(|a| a.value).collect();
                self.graph.push(Node { args, ..node.clone() })
            }
            (op, _) if op.class() == OpClass::Form || matches!(op, Op::Zero) || self.is_form(node) => {
                match self.of_any_form(v, node, &args) {
                    Some(made) => made,
                    None => return self.refuse(node),
                }
            }
            (op, _) if op.class() == OpClass::Row => match self.row(node, &args) {
                Some(made) => self.named(made, node),
                None => return self.later(v, node).or_else(|| self.refuse(node)),
            },
            _ => return self.refuse(node),
        };
        Some(self.known(made, node))
    }

    /// `made`, with what is known of its items, for what has their shape.
    fn known(&mut self, made: Value, node: &Node) -> Value {
        if let (Ty::Tensor(of), Ty::Tensor(all)) = (&node.ty, &self.graph.node(made).ty) {
            match (of.shape.rank(), all.shape.rank()) {
                // What an item is known to have may not follow from what the batch is made of.
                (Some(_), None) => self.graph.nodes[made.ix()].ty = Ty::Tensor(self.tensor(of)),
                (None, _) => {
                    self.shapes.entry(of.shape.clone()).or_insert_with(|| all.shape.clone());
                }
                _ => {}
            }
        }
        made
    }

    /// An item of a batch as the batch, and the values of all items.
    fn edge(&mut self, v: Value, node: &Node, edge: Edge) -> Value {
        let [of, count] = [node.args[0], node.args[1]].map(|v| self.given(v));
        if edge == Edge::Item {
            self.has[v.ix()] = if node.ty == Ty::Host { Has::Keys(true) } else { Has::Axis };
            if let (Ty::Tensor(item), Ty::Tensor(all)) = (&node.ty, &self.graph.node(of.value).ty) {
                match &all.shape {
                    Shape::Dims(dims) => self.size = dims[0].clone(),
                    all @ Shape::Open(_) => drop(self.shapes.insert(item.shape.clone(), all.clone())),
                }
            }
            self.count = Some(count.value).filter(|_| self.size.is_open());
            return of.value;
        }
        let all = self.spread(of, node);
        let (Ty::Tensor(said), Ty::Tensor(made)) = (&node.ty, &self.graph.node(all).ty) else { return all };
        if said.shape.rank().is_some() && made.shape.rank().is_none() {
            self.graph.nodes[all.ix()].ty = node.ty.clone();
        }
        self.named(all, node)
    }

    /// How many items there are, as a size that reads `args`.
    fn count(&self, args: &mut Vec<Value>) -> Size {
        match self.count {
            Some(count) => {
                args.push(count);
                self.graph.arg(args.len() - 1, count)
            }
            None => Size::Int(self.size.clone(), self.size.as_int().map(|_| "usize")),
        }
    }

    fn refuse(&mut self, node: &Node) -> Option<Value> {
        self.errors.push(match &node.op {
            Op::Host(_) | Op::Size(_) => error::asked_of_batch(node.span),
            _ => error::not_batched(node.span, node.call()),
        });
        None
    }

    fn of_batch(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Tensor(of) => Ty::Tensor(self.tensor(of)),
            Ty::List(of) => Ty::List(self.tensor(of)),
            ty => ty.clone(),
        }
    }

    /// The type of what has this one in an item.
    fn tensor(&mut self, TensorTy { elem, shape }: &TensorTy) -> TensorTy {
        let shape = match shape {
            Shape::Dims(dims) => Shape::Dims(std::iter::once(&self.size).chain(dims).cloned().collect()),
            open @ Shape::Open(_) => {
                self.shapes.entry(open.clone()).or_insert_with(|| Shape::unknown(dims::fresh())).clone()
            }
        };
        TensorTy { elem: elem.clone(), shape }
    }

    /// A row at the place of `node`: shapes follow from its arguments, its results have these element types.
    fn push(&mut self, op: Op, args: Vec<Value>, elems: &[Elem], node: &Node) -> Value {
        let row = self.rules.of(&op);
        let list: Vec<_> = args.iter().map(|&v| shapes::Arg::of(&self.graph, v)).collect();
        let shapes = shapes::infer(&op, node.called, &row, &list).unwrap_or_else(|message| {
            self.errors.push(error::shape(node.span, &message));
            row.results.iter().map(|_| Shape::unknown(dims::fresh())).collect()
        });
        let each = elems.iter().cloned().zip(shapes).map(|(elem, shape)| TensorTy { elem, shape });
        let mut types: Vec<TensorTy> = each.collect();
        let ty = match types.len() {
            1 if row.results[0].list => Ty::List(types.remove(0)),
            1 => Ty::Tensor(types.remove(0)),
            _ => Ty::Tuple(types),
        };
        self.graph.push(Node { ty, ..node.with(op, args) })
    }

    /// The same of one tensor, which keeps its element type.
    fn view(&mut self, op: Op, args: Vec<Value>, node: &Node) -> Value {
        let elem = self.graph.elem(args[0]).clone();
        self.push(op, args, &[elem], node)
    }

    /// `made` under the name of what it was made for.
    fn named(&mut self, made: Value, of: &Node) -> Value {
        let node = &mut self.graph.nodes[made.ix()];
        if node.name.is_none() {
            node.name.clone_from(&of.name);
        }
        made
    }
}
