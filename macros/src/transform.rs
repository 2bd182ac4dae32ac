//! Function → the graphs of its transforms. Everything here is graph to graph; printing comes later.

use crate::batch;
use crate::declared::settled;
use crate::differentiate::{Differentiator, Of, reverse, seeded};
use crate::error::Errors;
use crate::inside::resolved;
use crate::ir::{Drive, Elem, Graph, Node, Op, Shape, TensorTy, Times, Ty, Value, View};
use crate::mask::mask_branches;
use crate::matrices::{self, Graphs, Matrices};
use crate::noted::noted;
use crate::residuals::{self, Pair};
use crate::signature::Function;
use crate::simplify::{merge, simplify};
use crate::table::RuleCache;
use crate::unread::checked;

/// The graphs of everything that is emitted.
pub(crate) struct Transforms {
    pub primal: Graph,
    /// Forward and reverse with incoming cotangents, before the cut.
    pub joint: Graph,
    pub vjp: Pair,
    /// The pullback of each of several float results where it alone has a cotangent, from the same residuals.
    pub alone: Vec<Graph>,
    /// `None`: the result is declared with a rank other than 0. Outputs: the results, then the gradients.
    pub value_and_grad: Option<Graph>,
    /// Outputs: the results, then the tangents of the float ones.
    pub jvp: Graph,
    /// Outputs: gradients, then Hessian-vector products. At order 2 only.
    pub hvp: Option<Graph>,
    /// The tangents of `vjp`: at order 2, for callers.
    pub vjp_tangents: Option<PairTangents>,
    /// Where there are taps.
    pub taps: Option<Tapped>,
    /// Where they are asked for.
    pub matrices: Option<Matrices>,
    /// Those of the function of a batch, where one is asked for.
    pub batched: Option<Box<(Function, Transforms)>>,
}

/// The transforms that give the cotangents of tapped values too: behind the gradients.
pub(crate) struct Tapped {
    pub value_and_grad: Option<Graph>,
    pub vjp: Pair,
    pub alone: Vec<Graph>,
    /// The element type of each tap, and how often it runs.
    pub taps: Vec<(Elem, Times)>,
}

/// The halves of a pair with their tangents.
pub(crate) struct PairTangents {
    /// Outputs: the primal's, the residuals, the tangents of the float results, those of the `moving` residuals.
    pub forward: Graph,
    /// Inputs: those of the pullback, then the tangents of the `moving` residuals and of the cotangents. Outputs: the
    /// gradients, then their tangents.
    pub pullback: Graph,
    /// The pullback of each of several results alone, with its tangents.
    pub alone: Vec<Graph>,
    /// Residuals that have a tangent, by number.
    pub moving: Vec<usize>,
}

/// Indices of the active inputs.
pub(crate) fn active_inputs(f: &Function) -> Vec<usize> {
    let active = |i: &usize| f.sig.inputs[*i].is_active();
    (0..f.sig.inputs.len()).filter(active).collect()
}

/// Indices of the outputs that have a cotangent.
pub(crate) fn float_outputs(graph: &Graph) -> Vec<usize> {
    (0..graph.outputs.len()).filter(|&i| graph.node(graph.outputs[i]).ty.is_float()).collect()
}

pub(crate) fn all(f: &Function, rules: &RuleCache, errors: &mut Errors) -> Transforms {
    let whole = checked(&f.graph);
    // What is differentiated in reverse may run again.
    let reversed = noted(&whole).map(|graph| prepared(graph, f, rules, errors));
    let primal = prepared(whole, f, rules, errors);
    let mut build = Build { f, rules, primal: primal.clone(), errors };
    build.primal = reversed.clone().unwrap_or(build.primal);
    let joint = simplify(build.joint());
    let (vjp, alone) = build.cut(&joint);
    let scalar = !f.sig.is_of_constants()
        && match &primal.node(primal.outputs[0]).ty {
            Ty::Tensor(TensorTy { shape: Shape::Dims(d), .. }) => d.is_empty(),
            ty => matches!(ty, Ty::Tensor(_)),
        };
    let value_and_grad = scalar.then(|| simplify(build.value_and_grad()));
    build.primal = primal.clone();
    let jvp = simplify(build.jvp());
    build.primal = reversed.unwrap_or(build.primal);
    let hvp = (scalar && f.sig.args.order >= 2).then(|| simplify(build.hvp()));
    let vjp_tangents = (f.sig.args.order >= 2).then(|| build.pair_tangents(&vjp, &alone));
    let taps = f.taps.graph.as_ref().map(|graph| {
        let placed = checked(&graph.placed());
        build.primal = prepared(noted(&placed).unwrap_or(placed), f, rules, build.errors);
        let joint = simplify(untapped(build.joint()));
        let (vjp, alone) = build.cut(&joint);
        Tapped {
            value_and_grad: scalar.then(|| simplify(untapped(build.value_and_grad()))),
            vjp,
            alone,
            taps: graph.taps().into_values().collect(),
        }
    });
    let matrices = match &f.sig.args.jacobian {
        Some(word) if errors.is_empty() => {
            let graphs = Graphs { primal: &primal, joint: &joint, jvp: &jvp, hvp: hvp.as_ref() };
            matrices::of(f, word, (&active_inputs(f), graphs), rules, errors)
        }
        _ => None,
    };
    let mut all = Transforms {
        primal,
        joint,
        vjp,
        alone,
        value_and_grad,
        jvp,
        hvp,
        vjp_tangents,
        taps,
        matrices,
        batched: None,
    };
    if !f.sig.args.vmap.is_empty() && errors.is_empty() {
        all.batched = batch::function(f, errors).and_then(|of| {
            let batched = batched(f, &all, rules, errors)?;
            Some(Box::new((of, batched)))
        });
    }
    all
}

/// The transforms for a batch.
fn batched(f: &Function, t: &Transforms, rules: &RuleCache, errors: &mut Errors) -> Option<Transforms> {
    let (n, active) = (f.sig.inputs.len(), active_inputs(f));
    let has = |input: usize| batch::has_axis(f, input);
    // What stands behind the inputs are cotangents, which all results have, or tangents.
    let cotangents = |i: u32| (i as usize).checked_sub(n).map_or_else(|| has(i as usize), |_| true);
    let tangents = |i: u32| has((i as usize).checked_sub(n).map_or(i as usize, |k| active[k]));
    let mut of =
        |graph: &Graph, is: &dyn Fn(u32) -> bool| batch::batched(graph, is, rules, errors).map(simplify);
    let (primal, joint) = (of(&t.primal, &cotangents)?, of(&t.joint, &cotangents)?);
    let value_and_grad = match &t.value_and_grad {
        Some(graph) => Some(of(graph, &cotangents)?),
        None => None,
    };
    let jvp = of(&t.jvp, &tangents)?;
    let hvp = match &t.hvp {
        Some(graph) => Some(of(graph, &tangents)?),
        None => None,
    };
    let (vjp, alone) = Build { f, rules, primal: primal.clone(), errors }.cut(&joint);
    let (vjp_tangents, taps, matrices) = (None, None, None);
    Some(Transforms {
        primal,
        joint,
        vjp,
        alone,
        value_and_grad,
        jvp,
        hvp,
        vjp_tangents,
        taps,
        matrices,
        batched: None,
    })
}

/// The graph that is differentiated.
fn prepared(graph: Graph, f: &Function, rules: &RuleCache, errors: &mut Errors) -> Graph {
    let masked = mask_branches(merge(settled(graph)), rules);
    if !takes_derivatives(&masked) {
        return simplify(masked);
    }
    // Their ops stand behind branches of the text.
    let whole = resolved(masked, rules, errors, &f.sig.float);
    simplify(mask_branches(merge(whole), rules))
}

fn takes_derivatives(graph: &Graph) -> bool {
    graph.nodes.iter().any(|node| {
        let head = match &node.op {
            Op::Inside(..) | Op::Apart | Op::Batch(..) => return true,
            Op::Loop(held) => match &held.drive {
                Drive::While(head) => Some(head),
                _ => None,
            },
            _ => None,
        };
        node.regions().iter().chain(head).any(|region| takes_derivatives(&region.graph))
    })
}

/// The places of taps, by their numbers.
fn places(graph: &Graph) -> Vec<Value> {
    let is_place = |i: &u32| matches!(graph.nodes[*i as usize].op, Op::Place(_));
    let mut found: Vec<Value> = (0..graph.nodes.len() as u32).filter(is_place).map(Value).collect();
    found.sort_by_key(|v| match graph.node(*v).op {
        Op::Place(tap) => tap,
        _ => unreachable!("places alone were taken"),
    });
    found
}

fn untapped(mut graph: Graph) -> Graph {
    graph.untap();
    graph
}

struct Build<'a> {
    f: &'a Function,
    rules: &'a RuleCache,
    primal: Graph,
    errors: &'a mut Errors,
}

impl Build<'_> {
    fn differentiator(&mut self, graph: Graph) -> Differentiator<'_> {
        Differentiator {
            graph,
            rules: self.rules,
            errors: self.errors,
            float: self.f.sig.float.clone(),
            called: None,
            whole_forms: float_outputs(&self.primal).len() > 1,
        }
    }

    fn input(graph: &Graph, index: usize) -> Value {
        graph.input_value(index as u32).expect("lowering makes a node for every input, and inputs stay")
    }

    /// Results, then gradients; cotangents of the float results are further inputs.
    fn joint(&mut self) -> Graph {
        let (n, active) = (self.f.sig.inputs.len(), active_inputs(self.f));
        let mut d = self.differentiator(self.primal.clone());
        let mut seeds = Vec::new();
        for (k, output) in float_outputs(&d.graph).into_iter().enumerate() {
            let result = d.graph.outputs[output];
            seeds.push((result, d.graph.input_like(n + k, result)));
        }
        gradients(&mut d, &seeds, &active);
        d.graph
    }

    /// Both halves of the joint graph. Where there are several float results, one cut serves the pullbacks of each alone too.
    fn cut(&mut self, joint: &Graph) -> (Pair, Vec<Graph>) {
        let (n, results) = (self.f.sig.inputs.len() as u32, self.primal.outputs.len());
        let floats = match float_outputs(&self.primal).len() {
            1 => 0,
            several => several as u32,
        };
        let gradients = joint.outputs[results..].to_vec();
        // Those of tapped values come behind.
        let wrt: Vec<Value> = active_inputs(self.f).into_iter().map(|i| Self::input(joint, i)).collect();
        let mut d = self.differentiator(joint.clone());
        for k in 0..floats {
            let of = |i: u32| match i.checked_sub(n) {
                None => Of::Primal,
                Some(given) if given == k => Of::Given,
                Some(_) => Of::Absent,
            };
            let new = d.without(of);
            for (j, &g) in gradients.iter().enumerate() {
                let zero_like = wrt.get(j).copied().unwrap_or(g);
                let gradient = new[g.ix()].unwrap_or_else(|| d.zero_of(zero_like));
                d.graph.outputs.push(gradient);
            }
        }
        let all = if floats == 0 { d.graph } else { simplify(d.graph) };
        let mut pair = residuals::split(&all, n, results, 0, false);
        let one = gradients.len();
        let of = |k: usize| pair.pullback_of(k * one..(k + 1) * one);
        let alone = (1..=floats as usize).map(of).collect();
        if floats > 0 {
            pair.pullback = of(0);
        }
        (pair, alone)
    }

    fn value_and_grad(&mut self) -> Graph {
        let active = active_inputs(self.f);
        let mut d = self.differentiator(self.primal.clone());
        let loss = d.graph.outputs[0];
        let seed = d.one_like(loss);
        gradients(&mut d, &[(loss, seed)], &active);
        d.graph
    }

    fn jvp(&mut self) -> Graph {
        let (n, active) = (self.f.sig.inputs.len(), active_inputs(self.f));
        let mut d = self.differentiator(self.primal.clone());
        let of: Vec<Value> = float_outputs(&d.graph).into_iter().map(|i| d.graph.outputs[i]).collect();
        let tangents = push_tangents(&mut d, n, &active, &of);
        d.graph.outputs.extend(tangents);
        d.sort();
        d.graph
    }

    fn hvp(&mut self) -> Graph {
        let (n, active) = (self.f.sig.inputs.len(), active_inputs(self.f));
        let mut graph = simplify(self.value_and_grad());
        graph.outputs.drain(..self.primal.outputs.len());
        // What the value alone needs may fail too.
        let graph = simplify(checked(&graph));
        let mut d = self.differentiator(graph);
        let of = d.graph.outputs.clone();
        let tangents = push_tangents(&mut d, n, &active, &of);
        d.graph.outputs.extend(tangents);
        d.sort();
        d.graph
    }

    fn pair_tangents(&mut self, pair: &Pair, alone: &[Graph]) -> PairTangents {
        let (n, active) = (self.f.sig.inputs.len(), active_inputs(self.f));
        let results = self.primal.outputs.len();
        let outputs = &pair.forward.outputs[results..];
        let moving: Vec<usize> =
            (0..pair.residuals.len()).filter(|&k| pair.forward.node(outputs[k]).ty.is_float()).collect();
        // It names the cotangents without reading them, and their numbers are those of the tangents here.
        let forward =
            pair.forward.clone().filtered(|_, node| !matches!(node.op, Op::Input(i) if i as usize >= n));
        let kept = |k: usize| forward.outputs[results + k];
        let mut d = self.differentiator(forward.clone());
        let floats = float_outputs(&d.graph).into_iter().filter(|&i| i < results);
        let of: Vec<Value> =
            floats.map(|i| d.graph.outputs[i]).chain(moving.iter().map(|&k| kept(k))).collect();
        let tangents = push_tangents(&mut d, n, &active, &of);
        d.graph.outputs.extend(tangents);
        d.sort();
        let forward = simplify(d.graph);
        let (residuals, cotangents) = (pair.residuals.len(), float_outputs(&self.primal).len());
        let moved: Vec<usize> = moving.iter().copied().chain(residuals..residuals + cotangents).collect();
        let mut with_tangents = |pullback: &Graph| {
            let mut d = self.differentiator(pullback.clone());
            let gradients = d.graph.outputs.clone();
            let tangents = push_tangents(&mut d, residuals + cotangents, &moved, &gradients);
            d.graph.outputs.extend(tangents);
            d.sort();
            simplify(d.graph)
        };
        let pullback = with_tangents(&pair.pullback);
        PairTangents { forward, pullback, alone: alone.iter().map(with_tangents).collect(), moving }
    }
}

/// Appends the gradients of the active inputs to the outputs, then what the places of taps have gathered.
fn gradients(d: &mut Differentiator<'_>, seeds: &[(Value, Value)], active: &[usize]) {
    let inputs = active.iter().map(|&i| Build::input(&d.graph, i));
    let wrt: Vec<Value> = inputs.chain(places(&d.graph)).collect();
    for (&v, gradient) in wrt.iter().zip(reverse(d, seeds, &wrt)) {
        let gradient = gradient.unwrap_or_else(|| d.zero_of(v));
        d.graph.outputs.push(gradient);
    }
}

/// Tangents of inputs as inputs `n` and on, and the forward sweep.
fn push_tangents(d: &mut Differentiator<'_>, n: usize, inputs: &[usize], of: &[Value]) -> Vec<Value> {
    let seeds = inputs.iter().enumerate().map(|(k, &i)| (Build::input(&d.graph, i), n + k)).collect();
    seeded(d, seeds, of)
}

impl Differentiator<'_> {
    /// Ones in the shape of `v`: the cotangent of a loss.
    pub(crate) fn one_like(&mut self, v: Value) -> Value {
        let node = self.graph.node(v).clone();
        let ty = Ty::Tensor(TensorTy { elem: node.ty.tensor().elem.clone(), shape: Shape::scalar() });
        let one = self.graph.push(Node::new(Op::Const(1.0), Vec::new(), ty, node.span));
        if node.ty.tensor().shape == Shape::scalar() {
            return one;
        }
        let shape = self.graph.push(Node::new(Op::ShapeOf, vec![v], Ty::Host, node.span));
        let op = Op::View(View::BroadcastTo);
        self.graph.push(Node::new(op, vec![one, shape], node.ty, node.span))
    }

    pub(crate) fn zero_of(&mut self, v: Value) -> Value {
        let span = self.graph.node(v).span;
        self.zero_like(v, span)
    }
}
