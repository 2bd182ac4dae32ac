//! Runs a fused program as the printers would: steps in order, each group point by point over its iteration space.

use rustc_hash::FxHashMap as HashMap;

use super::host;
use crate::fuse::{Group, Operand, OutKind, Output, Program, ScaleBy, Step};
use crate::ir::{Loop, Op, OpClass, Part, Reduce, Shape, Ty, Value};
use crate::rules::ParamKind;
use crate::table::RuleCache;
use crate::tests::interpret::array::{Array, Kind, broadcast, index, volume};
use crate::tests::interpret::primal::{Arg, primal};
use crate::tests::interpret::value::Host;

/// A value of the graph at run time.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Array(Array),
    Host(Host),
    Several(Vec<Array>),
    List(Vec<Array>),
    /// The results of a loop.
    Each(Vec<Item>),
}

impl Item {
    pub(super) fn array(&self) -> &Array {
        match self {
            Self::Array(a) => a,
            _ => panic!("{self:?} is no tensor"),
        }
    }
    pub(super) fn list(&self) -> &[Array] {
        match self {
            Self::List(list) => list,
            _ => panic!("{self:?} is no list"),
        }
    }
    pub(super) fn host(&self) -> &Host {
        match self {
            Self::Host(h) => h,
            _ => panic!("{self:?} is no host value"),
        }
    }
}

/// The outputs of the graph for these inputs.
pub(super) fn execute(
    program: &Program,
    rules: &RuleCache,
    dims: &[(&str, usize)],
    inputs: &[Item],
) -> Vec<Item> {
    let mut run = Run { program, rules, dims, items: HashMap::default() };
    for (i, node) in program.graph.nodes.iter().enumerate() {
        // A forward graph names the cotangents too; it does not read them.
        if let Op::Input(n) = &node.op
            && let Some(item) = inputs.get(*n as usize)
        {
            run.put(Value(i as u32), item.clone());
        }
    }
    for step in &program.steps {
        match *step {
            Step::Node(v) => run.node(v),
            Step::Group(g) => run.group(&program.groups[g]),
        }
    }
    program.graph.outputs.iter().map(|&v| run.get(v)).collect()
}

struct Run<'a> {
    program: &'a Program,
    rules: &'a RuleCache,
    dims: &'a [(&'a str, usize)],
    items: HashMap<Value, Item>,
}

impl Run<'_> {
    /// Every value is made once and has the shape that inference promised.
    fn put(&mut self, v: Value, item: Item) {
        let node = self.program.graph.node(v);
        if let (Ty::Tensor(ty), Item::Array(array)) = (&node.ty, &item)
            && let Shape::Dims(dims) = &ty.shape
        {
            let promised: Vec<Option<usize>> = dims.iter().map(|d| host::size(d, self.dims)).collect();
            let kept = promised.len() == array.shape.len()
                && promised.iter().zip(&array.shape).all(|(p, d)| p.is_none_or(|p| p == *d));
            assert!(kept, "%{} = {}: declared {}, got {:?}", v.0, node.op.name(), ty.shape, array.shape);
        }
        let before = self.items.insert(v, item);
        assert!(before.is_none() || matches!(node.op, Op::Input(_)), "%{} is made twice", v.0);
    }

    fn get(&self, v: Value) -> Item {
        let node = self.program.graph.node(v);
        match &node.op {
            Op::Const(c) => Item::Array(Array::scalar(*c)),
            Op::Scalar => Item::Array(Array::scalar(self.get(node.args[0]).host().float())),
            _ => self
                .items
                .get(&v)
                .unwrap_or_else(|| panic!("%{} = {} is read before it is made", v.0, node.op.name()))
                .clone(),
        }
    }

    fn node(&mut self, v: Value) {
        let node = self.program.graph.node(v);
        let args: Vec<Item> = node.args.iter().map(|&a| self.get(a)).collect();
        let item = match &node.op {
            Op::Input(_) => return,
            // Checks and prints leave nothing.
            Op::Host(h) if host::leaves_nothing(&h.expr) => Item::Host(Host::All),
            Op::Host(h) => {
                let binds =
                    h.binds.iter().map(ToString::to_string).zip(args.iter().map(|a| a.host().clone()));
                Item::Host(host::eval(&h.expr, binds.collect(), self.dims))
            }
            Op::Size(size) => {
                let name = |n: usize| quote::format_ident!("__h{n}");
                let binds = args.iter().enumerate().map(|(n, a)| (name(n).to_string(), a.host().clone()));
                let tokens = size.tokens(&|n, _| proc_macro2::TokenTree::from(name(n)).into());
                Item::Host(host::eval(&tokens, binds.collect(), self.dims))
            }
            Op::ShapeOf => Item::Host(Host::list(&args[0].array().shape)),
            Op::Zero if matches!(node.ty, Ty::List(_)) => {
                assert!(args[0].host().ints().is_empty(), "lists begin empty");
                Item::List(Vec::new())
            }
            Op::Part(Part::Spread) => {
                let n = args[1].host().int() as usize;
                let of = |x: &Array| x.widened(&[&[n], &x.shape[..]].concat());
                Item::List(args[0].list().iter().map(of).collect())
            }
            Op::Loop(held) => Item::Each(self.rounds(held, &args)),
            Op::Part(Part::Of(k)) => match &args[0] {
                Item::Each(results) => results[*k as usize].clone(),
                other => panic!("{other:?} has no results"),
            },
            Op::Zero => {
                let shape: Vec<usize> = args[0].host().ints().iter().map(|d| *d as usize).collect();
                Item::Array(Array::filled(&shape, 0.0))
            }
            Op::Get(n) => match &args[0] {
                Item::Several(parts) => Item::Array(parts[*n as usize].clone()),
                other => panic!("{other:?} has one result"),
            },
            Op::View(_) | Op::Opaque(_) | Op::List(_) => {
                let row = self.rules.of(&node.op);
                let extra = args.len() + 1 - row.params.len();
                let mut rest = args.into_iter();
                let mut next = || rest.next().expect("as many arguments as parameters");
                let operands: Vec<Arg> = row
                    .params
                    .iter()
                    .map(|p| match p.kind {
                        ParamKind::Tensor { .. } => match next() {
                            Item::List(list) => Arg::List(list),
                            item => Arg::Array(item.array().clone()),
                        },
                        ParamKind::Host(_) => Arg::Host(next().host().clone()),
                        ParamKind::List => Arg::List((0..extra).map(|_| next().array().clone()).collect()),
                    })
                    .collect();
                let mut results = primal(node.op.name(), &operands);
                match &node.ty {
                    Ty::Tuple(_) => Item::Several(results),
                    Ty::List(_) => Item::List(results),
                    _ => Item::Array(results.remove(0)),
                }
            }
            op if matches!(op.class(), OpClass::Form | OpClass::Region | OpClass::Own)
                && !matches!(op, Op::Declared) =>
            {
                unreachable!("random programs call nothing")
            }
            _ => {
                panic!("%{} = {} is no step of its own", v.0, node.op.name())
            }
        };
        self.put(v, item);
    }

    /// A loop over numbers from 0 on.
    fn rounds(&self, held: &Loop, args: &[Item]) -> Vec<Item> {
        let body = Program::new(held.body.graph.clone());
        let (mut state, fixed) = (args[held.lead()..].to_vec(), held.lead() + held.carried);
        state.truncate(held.carried);
        for item in 0..args[0].host().int() as usize {
            let dims = [self.dims, &[("item", item)]].concat();
            let inputs = [&state, &args[fixed..]].concat();
            state = execute(&body, self.rules, &dims, &inputs);
        }
        state
    }

    fn group(&mut self, group: &Group) {
        let inputs: Vec<Array> = group.inputs.iter().map(|&v| self.get(v).array().clone()).collect();
        let space = inputs.iter().fold(Vec::new(), |s, x| broadcast(&s, &x.shape));
        let scalars: Vec<f64> = group.scalars.iter().map(|s| self.get(s.host).host().float()).collect();
        let wide: Vec<Array> = inputs.iter().map(|x| x.widened(&space)).collect();
        let number = |x: f64| Array::filled(&space, x);
        let mut locals: Vec<Array> = Vec::new();
        let operand = |o: &Operand, locals: &[Array]| match *o {
            Operand::Input(i) => wide[i].clone(),
            Operand::Scalar(i) => number(scalars[i]),
            Operand::Const(c) => number(c),
            Operand::Local(i) => locals[i].clone(),
        };
        for stmt in &group.body {
            let args: Vec<Arg> = stmt.args.iter().map(|a| Arg::Array(operand(a, &locals))).collect();
            let mut y = primal(stmt.op.name(), &args).remove(0);
            y.kind = match stmt.elem {
                crate::ir::Elem::Bool => Kind::Bool,
                crate::ir::Elem::I32 => Kind::Int,
                _ => Kind::Float,
            };
            locals.push(y);
        }
        // As a launch does.
        let own = |o: &Output| matches!(&o.kind, OutKind::To { shape, .. } if self.shape(*shape) == inputs[0].shape);
        if group.may_hand_on() && group.outputs.iter().all(own) {
            for output in &group.outputs {
                self.put(output.value, Item::Array(inputs[0].clone()));
            }
            return;
        }
        for output in &group.outputs {
            let whole = operand(&output.operand, &locals);
            let y = match &output.kind {
                OutKind::Full => whole,
                OutKind::Partial(mask) => {
                    let read = inputs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                    pick(&whole, &read.fold(Vec::new(), |s, (_, x)| broadcast(&s, &x.shape)))
                }
                OutKind::Axes { op, axes, keep, scale } => {
                    let hosts = [*axes, *keep].map(|v| Arg::Host(self.get(v).host().clone()));
                    let name = Op::Reduce(*op).name();
                    debug_assert_ne!(*op, Reduce::SumTo);
                    let args = [&[Arg::Array(whole)], &hosts[..]].concat();
                    self.scaled(&primal(name, &args).remove(0), scale)
                }
                OutKind::To { shape, scale } => {
                    let args = [Arg::Array(whole), Arg::Host(self.get(*shape).host().clone())];
                    self.scaled(&primal("sum_to", &args).remove(0), scale)
                }
            };
            self.put(output.value, Item::Array(y));
        }
    }

    fn shape(&self, v: Value) -> Vec<usize> {
        self.get(v).host().ints().iter().map(|d| *d as usize).collect()
    }

    fn scaled(&self, x: &Array, scale: &[ScaleBy]) -> Array {
        let factor = |s: &ScaleBy| match *s {
            ScaleBy::Const(c) => c,
            ScaleBy::Host(v) => self.get(v).host().float(),
        };
        let by: f64 = scale.iter().map(factor).product();
        if scale.is_empty() {
            x.clone()
        } else {
            Array { data: x.data.iter().map(|v| v * by).collect(), ..x.clone() }
        }
    }
}

/// Any of the points that fall on one element. They must agree, or the group computes in too large a space.
fn pick(whole: &Array, shape: &[usize]) -> Array {
    let numbers = Array::numbered(shape);
    let mut y = Array::build(shape, |_| f64::NAN).of(whole.kind);
    let mut seen = vec![false; volume(shape)];
    for (i, v) in whole.data.iter().enumerate() {
        let at = numbers.wide(&index(&whole.shape, i)) as usize;
        assert!(
            !seen[at] || y.data[at].to_bits() == v.to_bits(),
            "a partial output differs along a broadcast axis"
        );
        (y.data[at], seen[at]) = (*v, true);
    }
    y
}
