//! Algebra, common subexpressions and dead code: one rebuild of the graph, node by node.

// The error of a peephole is the node itself, on its way into the arena.
#![allow(clippy::result_large_err)]

use proc_macro2::Span;
use rustc_hash::FxHashMap as HashMap;

use crate::dims::Dim;
use crate::ir::{
    Does, Elem, Graph, Known, Map, Node, Op, Opaque, Reduce, Shape, Size, TensorTy, Ty, Value, View,
};
use crate::shapes;
use key::{digest, key};
use prune::prune;

mod key;
mod lists;
mod prune;
#[cfg(test)]
mod tests;
mod vectors;

/// Rebuilds `graph` with every peephole applied, shared nodes merged and dead nodes gone.
pub(crate) fn simplify(graph: Graph) -> Graph {
    rebuild(graph, Simplifier::add)
}

/// Rebuilds `graph` with shared nodes merged and dead nodes gone, and nothing else.
pub(crate) fn merge(graph: Graph) -> Graph {
    rebuild(graph, Simplifier::unique)
}

fn rebuild(graph: Graph, add: fn(&mut Simplifier, Node) -> Value) -> Graph {
    let mut simplifier = Simplifier::default();
    let mut new: Vec<Value> = Vec::with_capacity(graph.nodes.len());
    let readers = readers(&graph);
    for (mut node, readers) in graph.nodes.into_iter().zip(readers) {
        let is_contraction = matches!(node.op, Op::Opaque(Opaque::Contract));
        node.args.iter_mut().for_each(|a| *a = new[a.ix()]);
        for region in node.regions_mut() {
            region.graph = rebuild(std::mem::take(&mut region.graph), add);
        }
        let value = add(&mut simplifier, node);
        if is_contraction {
            *simplifier.readers.entry(value).or_default() += readers;
        }
        new.push(value);
    }
    simplifier.graph.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    let mut graph = live(simplifier.graph);
    if graph.nodes.iter().all(|node| node.regions().is_empty() && !matches!(node.op, Op::Call(_))) {
        return graph;
    }
    prune(&mut graph);
    live(graph)
}

/// How often each node is read.
fn readers(graph: &Graph) -> Vec<usize> {
    let mut count = vec![0; graph.nodes.len()];
    for v in graph.nodes.iter().flat_map(|node| &node.args).chain(&graph.outputs) {
        count[v.ix()] += 1;
    }
    count
}

/// Removes what neither an output nor an effect needs. Inputs stay: they are the signature.
pub(crate) fn live(graph: Graph) -> Graph {
    let mut needed = vec![false; graph.nodes.len()];
    for v in &graph.outputs {
        needed[v.ix()] = true;
    }
    for i in (0..graph.nodes.len()).rev() {
        let node = &graph.nodes[i];
        needed[i] |= matches!(node.op, Op::Input(_)) || node.is_ordered();
        if needed[i] {
            for a in &node.args {
                needed[a.ix()] = true;
            }
        }
    }
    graph.filtered(|i, _| needed[i])
}

#[derive(Default)]
struct Simplifier {
    graph: Graph,
    /// Nodes that others may be equal to, by [`digest`].
    seen: HashMap<u64, Vec<Value>>,
    /// How often the graph that is rebuilt reads a contraction, by its place in the new one.
    readers: HashMap<Value, usize>,
}

impl Simplifier {
    fn add(&mut self, node: Node) -> Value {
        match self.peephole(node) {
            Ok(existing) => existing,
            Err(node) => self.unique(node),
        }
    }

    fn unique(&mut self, node: Node) -> Value {
        let Some(digest) = digest(&node) else { return self.graph.push(node) };
        let alike = self.seen.entry(digest).or_default();
        let same = |v: &&Value| key(&node).is_some_and(|of| key(self.graph.node(**v)) == Some(of));
        if let Some(&v) = alike.iter().find(same) {
            let kept = &mut self.graph.nodes[v.ix()];
            if kept.name.is_none() {
                kept.name = node.name;
            }
            return v;
        }
        let v = self.graph.push(node);
        alike.push(v);
        v
    }

    /// `Ok`: the value is already there. `Err`: the node to add, possibly rewritten.
    fn peephole(&mut self, mut node: Node) -> Result<Value, Node> {
        match node.op {
            Op::Map(op) => {
                self.drop_broadcasts(&mut node);
                match self.lift_broadcast(&node) {
                    Some(lifted) => self.peephole(lifted),
                    None => self.map(op, node),
                }
            }
            Op::View(op) => self.view(op, node),
            Op::Reduce(Reduce::SumTo) => self.sum_to(node),
            Op::Reduce(_) if self.is_zero(node.args[0]) && node.ty.tensor().elem != Elem::Bool => {
                self.reduce_zero(node)
            }
            Op::Opaque(op) => self.opaque(op, node),
            Op::List(op) => self.list(op, node),
            Op::Declared => self.declared(node),
            Op::ShapeOf if self.graph.is_list(node.args[0]) => self.shapes_of(node),
            Op::ShapeOf if self.graph.node(node.args[0]).ty == Ty::Other => Err(node),
            Op::ShapeOf => match self.declared_shape(&node) {
                Some(host) => Err(host),
                None => self.shape_of(node),
            },
            _ => Err(node),
        }
    }

    fn op(&self, v: Value) -> &Op {
        &self.graph.node(v).op
    }
    fn is_const(&self, v: Value, c: f64) -> bool {
        matches!(self.op(v), Op::Const(x) if *x == c)
    }
    fn is_zero(&self, v: Value) -> bool {
        matches!(self.op(v), Op::Zero)
    }
    fn same_shape(&self, v: Value, ty: &Ty) -> bool {
        *self.graph.shape(v) == ty.tensor().shape
    }

    fn same_rank(&self, v: Value, ty: &Ty) -> bool {
        let rank = self.graph.shape(v).rank();
        rank.is_some() && rank == ty.tensor().shape.rank()
    }

    /// `x * broadcast_to(c, shape)` is `x * c`: elementwise ops broadcast by themselves.
    fn drop_broadcasts(&mut self, node: &mut Node) {
        for i in 0..node.args.len() {
            let Some(inner) = self.unbroadcast(node.args[i]) else { continue };
            let mut args = node.args.clone();
            args[i] = inner;
            if shapes::operands(&self.graph, &args).is_ok_and(|s| s == node.ty.tensor().shape) {
                node.args = args;
            }
        }
    }

    /// `f(broadcast_to(c, shape), x)` with a smaller `x` is `broadcast_to(f(c, x), shape)`: less work, and the
    /// broadcast meets its next reader.
    fn lift_broadcast(&mut self, node: &Node) -> Option<Node> {
        let full = &node.ty.tensor().shape;
        let is_full = |a: Value| self.graph.node(a).ty != Ty::Host && self.graph.shape(a) == full;
        let at = node
            .args
            .iter()
            .position(|&a| matches!(self.op(a), Op::View(View::BroadcastTo)) && is_full(a))?;
        // Beside an operand of the full shape there is no less work.
        if node.args.iter().enumerate().any(|(i, &a)| i != at && is_full(a)) {
            return None;
        }
        let (inner, to) = (self.unbroadcast(node.args[at])?, self.graph.node(node.args[at]).args[1]);
        let mut small = node.clone();
        small.args[at] = inner;
        let shape = shapes::operands(&self.graph, &small.args).ok()?;
        if shape == *full {
            return None;
        }
        small.ty = Ty::Tensor(TensorTy { elem: node.ty.tensor().elem.clone(), shape });
        let made = self.add(small);
        Some(Node { op: Op::View(View::BroadcastTo), args: vec![made, to], ..node.clone() })
    }

    /// The value that a broadcast repeats. Every view of one number is that number, repeated.
    fn unbroadcast(&self, v: Value) -> Option<Value> {
        let Op::View(view) = self.op(v) else { return None };
        let mut inner = self.graph.node(v).args[0];
        let mut number = inner;
        while let Op::View(_) = self.op(number) {
            number = self.graph.node(number).args[0];
        }
        let keeps_elements = !matches!(view, View::Unpad);
        if keeps_elements && *self.graph.shape(number) == Shape::scalar() {
            return Some(number);
        }
        if *view != View::BroadcastTo {
            return None;
        }
        while let Op::View(View::BroadcastTo) = self.op(inner) {
            inner = self.graph.node(inner).args[0];
        }
        Some(inner)
    }

    fn map(&mut self, op: Map, mut node: Node) -> Result<Value, Node> {
        if let Some(c) = self.fold(op, &node) {
            node.op = Op::Const(c);
            node.args.clear();
            return Err(node);
        }
        let (a, b) = (node.args[0], *node.args.last().expect("maps have operands"));
        match op {
            Map::Add | Map::Sub if self.is_zero(b) || self.is_const(b, 0.0) => return self.instead(a, node),
            Map::Add if self.is_zero(a) || self.is_const(a, 0.0) => return self.instead(b, node),
            Map::Sub if self.is_zero(a) && self.same_shape(b, &node.ty) => {
                node.op = Op::Map(Map::Neg);
                node.args = vec![b];
                return Err(node);
            }
            Map::Mul | Map::Div if self.is_const(b, 1.0) => return self.instead(a, node),
            Map::Mul if self.is_const(a, 1.0) => return self.instead(b, node),
            Map::Mul | Map::Div if self.is_zero(a) => return self.zero_like(a, b, node),
            Map::Mul if self.is_zero(b) => return self.zero_like(b, a, node),
            Map::Neg if self.is_zero(a) => return Ok(a),
            Map::Neg if matches!(self.op(a), Op::Map(Map::Neg)) => return Ok(self.graph.node(a).args[0]),
            Map::Ln => {
                if let Some(shorter) = self.ln_of_exp(a, &node) {
                    return shorter;
                }
            }
            Map::Cast if self.graph.elem(a) == &node.ty.tensor().elem => return Ok(a),
            Map::Select if self.is_zero(node.args[1]) && self.is_zero(b) => {
                return self.zero_like(b, a, node);
            }
            Map::Select => {
                if let Op::Const(c) = *self.op(a) {
                    let taken = if c == 0.0 { b } else { node.args[1] };
                    // A smaller operand would need the shape of the other, and the other is then still read.
                    if self.same_shape(taken, &node.ty) {
                        return Ok(taken);
                    }
                }
            }
            _ => {}
        }
        for i in 0..node.args.len() {
            if self.is_zero(node.args[i]) {
                let elem = self.graph.elem(node.args[i]).clone();
                node.args[i] = self.constant(0.0, elem, node.span);
            }
        }
        Err(node)
    }

    /// `ln(exp(d))` is `d`, and `ln(exp(d) / s)` is `d - ln(s)`: the logarithm of a softmax without its underflow.
    fn ln_of_exp(&mut self, v: Value, node: &Node) -> Option<Result<Value, Node>> {
        let inner = self.graph.node(v);
        match (&inner.op, &inner.args[..]) {
            (Op::Map(Map::Exp), &[d]) => Some(Ok(d)),
            (Op::Map(Map::Div), &[e, s]) if matches!(self.op(e), Op::Map(Map::Exp)) => {
                let d = self.graph.node(e).args[0];
                let ty = self.graph.node(s).ty.clone();
                let ln_s = self.add(Node { args: vec![s], ty, name: None, ..node.clone() });
                Some(Err(Node { op: Op::Map(Map::Sub), args: vec![d, ln_s], ..node.clone() }))
            }
            _ => None,
        }
    }

    /// The value `v` takes the place of `node`, broadcast if the node was larger.
    fn instead(&mut self, v: Value, mut node: Node) -> Result<Value, Node> {
        if self.same_shape(v, &node.ty) && self.graph.elem(v) == &node.ty.tensor().elem {
            return Ok(v);
        }
        let other = node.args.iter().copied().find(|&a| a != v && self.same_shape(a, &node.ty));
        if let (Some(other), Op::Zero) = (other, other.map_or(&Op::ShapeOf, |o| self.op(o))) {
            let shape = self.graph.node(other).args[0];
            node.op = Op::View(View::BroadcastTo);
            node.args = vec![v, shape];
        }
        Err(node)
    }

    fn zero_like(&mut self, zero: Value, other: Value, mut node: Node) -> Result<Value, Node> {
        let like = if self.same_shape(zero, &node.ty) {
            self.graph.node(zero).args[0]
        } else {
            self.shape_value(other, node.span)
        };
        let like = if self.same_shape(zero, &node.ty) || self.same_shape(other, &node.ty) {
            like
        } else {
            let zero_shape = self.graph.node(zero).args[0];
            self.broadcast_shapes(zero_shape, like, &node)
        };
        node.op = Op::Zero;
        node.args = vec![like];
        Err(node)
    }

    fn reduce_zero(&mut self, mut node: Node) -> Result<Value, Node> {
        if !matches!(node.op, Op::Reduce(Reduce::Sum)) {
            return Err(node);
        }
        let kept = self.unique(node.clone());
        let shape = self.shape_value(kept, node.span);
        node.op = Op::Zero;
        node.args = vec![shape];
        Err(node)
    }

    fn view(&mut self, op: View, mut node: Node) -> Result<Value, Node> {
        let x = node.args[0];
        let inner = self.graph.node(x).clone();
        if let Some(made) = self.part_of_joined(op, &node, &inner).or_else(|| self.same_elements(op, &node)) {
            return Ok(made);
        }
        match op {
            View::BroadcastTo | View::Reshape
                if matches!(node.ty.tensor().shape, Shape::Dims(_)) && self.same_shape(x, &node.ty) =>
            {
                return Ok(x);
            }
            View::BroadcastTo if self.same_shape(x, &node.ty) => return Ok(x),
            View::BroadcastTo if matches!(inner.op, Op::View(View::BroadcastTo)) => {
                node.args[0] = inner.args[0];
            }
            View::Reshape if matches!(inner.op, Op::View(View::Reshape)) => node.args[0] = inner.args[0],
            View::SqueezeIf | View::UnsqueezeIf if self.same_rank(x, &node.ty) => return Ok(x),
            View::SqueezeIf => {
                if let Some(product) = self.of_vector(&node, &inner) {
                    return self.peephole(product);
                }
            }
            View::Mt | View::T if inner.op_is(&node.op) => return Ok(inner.args[0]),
            View::Mt | View::T => {
                if let Some(raised) = self.transposed_vector(x, &node) {
                    return Err(raised);
                }
            }
            View::SwapAxes if inner.op_is(&node.op) && inner.args[1..] == node.args[1..] => {
                return Ok(inner.args[0]);
            }
            _ => {}
        }
        if self.is_zero(x) {
            let kept = self.unique(node.clone());
            let shape = self.shape_value(kept, node.span);
            node.op = Op::Zero;
            node.args = vec![shape];
        }
        Err(node)
    }

    /// One of as many equal parts as were joined.
    fn part_of_joined(&self, op: View, node: &Node, inner: &Node) -> Option<Value> {
        let (View::ChunkPart, Op::Opaque(Opaque::Concat)) = (op, &inner.op) else { return None };
        let (axis, parts) = inner.args.split_last()?;
        let size = |v| match self.graph.known(v)? {
            Known::Int(n) => n.as_int().and_then(|n| usize::try_from(n).ok()),
            _ => None,
        };
        let [count, part] = [node.args[1], node.args[3]].map(size);
        let alike = parts.iter().all(|p| self.graph.shape(*p) == self.graph.shape(parts[0]));
        let is_whole = *axis == node.args[2] && count == Some(parts.len()) && alike;
        is_whole.then(|| parts.get(part?).copied())?
    }

    /// What is given the shape again that it had.
    fn same_elements(&self, op: View, node: &Node) -> Option<Value> {
        if op == View::SwapAxes && node.args[1] == node.args[2] {
            return Some(node.args[0]);
        }
        let is_reshape =
            |op: View| matches!(op, View::Reshape | View::Squeeze | View::Unsqueeze | View::FlattenAxes);
        let Shape::Dims(_) = node.ty.tensor().shape else { return None };
        let (mut op, mut x) = (op, node.args[0]);
        while is_reshape(op) {
            if self.same_shape(x, &node.ty) {
                return Some(x);
            }
            let Op::View(next) = self.op(x) else { return None };
            (op, x) = (*next, self.graph.node(x).args[0]);
        }
        None
    }

    /// Where a check comes before the value, it stays there.
    fn declared(&mut self, mut node: Node) -> Result<Value, Node> {
        let x = node.args[0];
        let inner = self.graph.node(x).clone();
        match inner.op {
            Op::Zero => Err(Node { ty: node.ty, ..inner }),
            _ if node.args.len() > 1 => Err(node),
            _ if self.same_shape(x, &node.ty) => Ok(x),
            Op::Declared => {
                node.args = inner.args;
                self.declared(node)
            }
            // What reads it reads what is repeated.
            Op::View(View::BroadcastTo) => self.peephole(Node { ty: node.ty, ..inner }),
            _ => Err(node),
        }
    }

    fn sum_to(&mut self, mut node: Node) -> Result<Value, Node> {
        let x = node.args[0];
        if self.same_shape(x, &node.ty) {
            return Ok(x);
        }
        if self.is_zero(x) {
            node.op = Op::Zero;
            node.args = vec![node.args[1]];
        } else if matches!(self.op(x), Op::Reduce(Reduce::SumTo)) {
            node.args[0] = self.graph.node(x).args[0];
        }
        Err(node)
    }

    /// Products with a structural zero are zero, whatever the other operand.
    fn opaque(&mut self, op: Opaque, mut node: Node) -> Result<Value, Node> {
        let bilinear = matches!(op, Opaque::MatMul);
        let tensors: Vec<Value> =
            node.args.iter().copied().filter(|&a| matches!(self.graph.node(a).ty, Ty::Tensor(_))).collect();
        let vanishes = bilinear && tensors.iter().any(|&a| self.is_zero(a));
        if vanishes && matches!(node.ty, Ty::Tensor(_)) {
            let kept = self.unique(node.clone());
            let shape = self.shape_value(kept, node.span);
            node.op = Op::Zero;
            node.args = vec![shape];
        } else if bilinear && self.is_outer(&node) {
            node.op = Op::Map(Map::Mul);
        } else if bilinear && let Some(product) = self.by_a_transpose(&node) {
            return Err(product);
        } else if op == Opaque::OverlapAdd {
            self.gather_windows(&mut node);
        }
        Err(node)
    }

    /// Windows that a contraction makes for `overlap_add` alone are added up as they are made.
    fn gather_windows(&self, node: &mut Node) {
        let windows = node.args[0];
        let inner = self.graph.node(windows);
        if matches!(inner.op, Op::Opaque(Opaque::Contract)) && self.readers.get(&windows) == Some(&1) {
            node.op = Op::Opaque(Opaque::ContractOverlap);
            node.args.splice(0..1, inner.args.iter().copied());
        }
    }

    /// A column by a row: one product for each element, which fuses with what adds it up.
    fn is_outer(&self, product: &Node) -> bool {
        let one = |v: Value, behind: usize| match self.graph.shape(v) {
            Shape::Dims(dims) => dims.len() > 1 && dims[dims.len() - behind].is_one(),
            Shape::Open(_) => false,
        };
        one(product.args[0], 1) && one(product.args[1], 2)
    }

    /// A shape that is all numbers and declared names needs no tensor: emitted bodies begin by binding the names.
    fn declared_shape(&self, node: &Node) -> Option<Node> {
        let Shape::Dims(dims) = self.graph.shape(node.args[0]) else { return None };
        // Of others the sizes are no function of names.
        if dims.iter().any(Dim::is_open) {
            return None;
        }
        let sizes: Vec<Size> = dims.iter().map(|dim| Size::Int(dim.clone(), None)).collect();
        let op = Op::size(Size::of(Does::Shape, sizes));
        Some(Node { op, args: Vec::new(), ..node.clone() })
    }

    /// Shapes are found as far up as possible, so that asking for one keeps no tensor alive and forces none.
    fn shape_of(&mut self, node: Node) -> Result<Value, Node> {
        let x = self.graph.node(node.args[0]).clone();
        match x.op {
            Op::Zero => Ok(x.args[0]),
            Op::Declared => Ok(self.shape_value(x.args[0], node.span)),
            Op::Reduce(Reduce::SumTo) | Op::View(View::BroadcastTo)
                if matches!(self.op(x.args[1]), Op::ShapeOf) =>
            {
                Ok(x.args[1])
            }
            Op::Map(_) => {
                let operands: Vec<Value> =
                    x.args.iter().copied().filter(|a| self.graph.node(*a).ty != Ty::Host).collect();
                let same = operands.iter().copied().find(|&a| self.same_shape(a, &x.ty));
                if let Some(a) = same {
                    return Ok(self.shape_value(a, node.span));
                }
                let mut shape = self.shape_value(operands[0], node.span);
                for &a in &operands[1..] {
                    let next = self.shape_value(a, node.span);
                    shape = self.broadcast_shapes(shape, next, &x);
                }
                Ok(shape)
            }
            _ => Err(node),
        }
    }

    fn shape_value(&mut self, v: Value, span: Span) -> Value {
        self.add(Node::new(Op::ShapeOf, vec![v], Ty::Host, span))
    }

    /// The shape that the operands of `of` have together.
    fn broadcast_shapes(&mut self, a: Value, b: Value, of: &Node) -> Value {
        let shapes = [self.graph.arg(0, a), self.graph.arg(1, b)];
        let op = Op::size(Size::of(Does::Broadcast, shapes));
        self.unique(Node {
            called: Some(of.call()),
            spot: of.spot,
            ..Node::new(op, vec![a, b], Ty::Host, of.span)
        })
    }

    fn constant(&mut self, c: f64, elem: Elem, span: Span) -> Value {
        let ty = Ty::Tensor(TensorTy { elem, shape: Shape::scalar() });
        self.add(Node::new(Op::Const(c), Vec::new(), ty, span))
    }

    /// Arithmetic, comparison and logic of literals.
    fn fold(&self, op: Map, node: &Node) -> Option<f64> {
        let value = |v: Value| if let Op::Const(c) = self.op(v) { Some(*c) } else { None };
        if node.ty.tensor().elem == Elem::Bool {
            let a = value(node.args[0])?;
            let b = node.args.get(1).map_or(Some(a), |&b| value(b))?;
            return truth(op, a, b, self.graph.elem(node.args[0])).map(|t| f64::from(u8::from(t)));
        }
        if !node.ty.is_float() {
            return None;
        }
        let a = value(node.args[0])?;
        match op {
            Map::Neg => Some(-a),
            Map::Cast => Some(a),
            _ => {
                let b = value(*node.args.get(1)?)?;
                let folded = match op {
                    Map::Add => a + b,
                    Map::Sub => a - b,
                    Map::Mul => a * b,
                    Map::Div => a / b,
                    _ => return None,
                };
                // There are no literals of others.
                folded.is_finite().then_some(folded)
            }
        }
    }
}

/// A comparison, or logic of truth values; `None` where it depends on the precision that literals are rounded to.
fn truth(op: Map, a: f64, b: f64, elem: &Elem) -> Option<bool> {
    let compare = |a: f64, b: f64| {
        Some(match op {
            Map::Eq => a == b,
            Map::Ne => a != b,
            Map::Lt => a < b,
            Map::Le => a <= b,
            Map::Gt => a > b,
            Map::Ge => a >= b,
            Map::And => a != 0.0 && b != 0.0,
            Map::Or => a != 0.0 || b != 0.0,
            Map::Not => a == 0.0,
            _ => return None,
        })
    };
    let wide = compare(a, b)?;
    let narrow = compare(f64::from(a as f32), f64::from(b as f32))?;
    (wide == narrow || matches!(elem, Elem::F64 | Elem::I32)).then_some(wide)
}

impl Node {
    fn op_is(&self, op: &Op) -> bool {
        match (&self.op, op) {
            (Op::View(a), Op::View(b)) => a == b,
            _ => false,
        }
    }
}
