//! One program: value, gradient, vjp, jvp and hvp of the fused programs against the text and central differences.

use std::cell::RefCell;

use super::batched::{self, ITEMS};
use super::execute::{Item, execute};
use super::generate::{Program, Random};
use super::reference::Reference;
use crate::args::Args;
use crate::error::Errors;
use crate::fuse;
use crate::ir::Graph;
use crate::table::RuleCache;
use crate::tests::interpret::Machine;
use crate::tests::interpret::array::Array;
use crate::tests::interpret::value::Host;
use crate::transform::{self, Transforms, active_inputs};

pub(super) const DIMS: [(&str, usize); 3] = [("B", 3), ("I", 4), ("H", 5)];

/// The counts of comparisons in a run.
#[derive(Default, Debug)]
pub(super) struct Counts {
    pub values: usize,
    pub compared: usize,
    /// Directions that cross a kink, as two steps of the differences show.
    pub skipped: usize,
    pub hessians: usize,
    pub batches: usize,
    pub groups: usize,
}

struct Case<'a> {
    program: &'a Program,
    rules: RuleCache,
    transforms: Transforms,
    active: Vec<usize>,
    reference: Reference<'a>,
    inputs: Vec<Array>,
    mutate: &'a dyn Fn(&mut fuse::Program),
    counts: RefCell<&'a mut Counts>,
    random: RefCell<Random>,
}

/// `mutate` plants faults in every fused program.
pub(super) fn check(
    program: &Program,
    counts: &mut Counts,
    mutate: &dyn Fn(&mut fuse::Program),
) -> Result<(), String> {
    let item: syn::ItemFn = syn::parse_str(&program.text("f")).map_err(|e| e.to_string())?;
    let mut errors = Errors::new();
    let rules = RuleCache::default();
    let args = Args { order: 2, ..Args::default() };
    let function = crate::lower::function(&mut errors, &rules, &args, &item);
    if let Some(function) = &function {
        crate::check::all(&mut errors, &rules, function);
    }
    let transforms =
        function.as_ref().filter(|_| errors.is_empty()).map(|f| transform::all(f, &rules, &mut errors));
    let messages = errors.messages();
    let (Some(function), Some(transforms), []) = (function, transforms, &messages[..]) else {
        return Err(format!("refused: {}", messages.join("; ")));
    };
    let machine = Machine::new();
    let mut random = Random::new(7);
    let draw = |random: &mut Random, shape: &[usize]| Array::build(shape, |_| random.within(-1.5, 1.5));
    let count = program.inputs.len();
    let inputs = program.vars[..count].iter().map(|v| draw(&mut random, &v.sizes())).collect();
    let case = Case {
        program,
        rules,
        transforms,
        active: active_inputs(&function),
        reference: Reference { item: &item, dims: &DIMS, machine: &machine },
        inputs,
        mutate,
        counts: RefCell::new(counts),
        random: RefCell::new(random),
    };
    case.value()?;
    case.gradient()?;
    case.vjp()?;
    case.jvp()?;
    case.hvp()?;
    case.batch()
}

/// The errors of lowering and the transforms for a function of order 2, or for a block with methods.
pub(super) fn refused(text: &str) -> Vec<String> {
    let (mut errors, rules) = (Errors::new(), RuleCache::default());
    let args = Args { order: 2, float: syn::parse_str("f64").ok(), ..Args::default() };
    if let Ok(block) = syn::parse_str::<syn::ItemImpl>(text) {
        crate::methods::implementation(&mut errors, &args, block, None);
        return errors.messages();
    }
    let mut item: syn::ItemFn = syn::parse_str(text).expect("it parses");
    item.attrs.clear();
    crate::pipeline::made(&mut errors, &rules, &args, &item, None);
    errors.messages()
}

impl Case<'_> {
    fn run(&self, graph: &Graph, inputs: &[Item]) -> Vec<Item> {
        let mut fused = fuse::Program::new(graph.clone());
        (self.mutate)(&mut fused);
        self.counts.borrow_mut().groups += fused.groups.len();
        execute(&fused, &self.rules, &DIMS, inputs)
    }

    /// The parameters in the order of the graph: tensors, then the host number.
    fn items(&self, inputs: &[Array]) -> Vec<Item> {
        let tensors = inputs.iter().cloned().map(Item::Array);
        tensors.chain([Item::Host(Host::Float(self.program.scale))]).collect()
    }

    fn directions(&self) -> Vec<Array> {
        self.active.iter().map(|&i| self.draw(&self.inputs[i].shape)).collect()
    }

    fn draw(&self, shape: &[usize]) -> Array {
        let mut random = self.random.borrow_mut();
        Array::build(shape, |_| random.within(-1.0, 1.0))
    }

    /// The values that the text computes.
    fn text(&self, inputs: &[Array]) -> Vec<Array> {
        self.reference.run(inputs, self.program.scale)
    }

    fn moved(&self, t: f64, along: &[Array]) -> Vec<Array> {
        let mut inputs = self.inputs.clone();
        for (&i, v) in self.active.iter().zip(along) {
            inputs[i] = inputs[i].step(t, v);
        }
        inputs
    }

    /// The derivative of `f` along a direction, by two steps; `None` where they disagree: there is a kink.
    fn differences(&self, along: &[Array], f: &dyn Fn(&[Array]) -> Vec<f64>) -> Vec<Option<f64>> {
        let central = |h: f64| {
            let at = |t: f64| f(&self.moved(t, along));
            let (p, m, p2, m2) = (at(h), at(-h), at(2.0 * h), at(-2.0 * h));
            (0..p.len()).map(|i| (8.0 * (p[i] - m[i]) - (p2[i] - m2[i])) / (12.0 * h)).collect::<Vec<f64>>()
        };
        let (wide, narrow) = (central(1e-3), central(1.7e-4));
        let agree =
            |(a, b): (&f64, &f64)| ((a - b).abs() <= 1e-6 * (1.0 + a.abs().max(b.abs()))).then_some(*b);
        wide.iter().zip(&narrow).map(agree).collect()
    }

    fn close(&self, what: &str, got: f64, differences: Option<f64>) -> Result<(), String> {
        let Some(want) = differences else {
            self.counts.borrow_mut().skipped += 1;
            // Even at a kink nothing may be NaN.
            return if got.is_finite() { Ok(()) } else { Err(format!("{what} is {got}")) };
        };
        self.counts.borrow_mut().compared += 1;
        let error = (got - want).abs();
        // `!(<=)`: NaN fails.
        #[allow(clippy::neg_cmp_op_on_partial_ord)]
        if !(error <= 2e-5 * (1.0 + want.abs())) {
            return Err(format!("{what} is {got}, by differences {want}"));
        }
        Ok(())
    }

    fn same(&self, what: &str, got: &Item, want: &Array) -> Result<(), String> {
        self.counts.borrow_mut().values += 1;
        let got = got.array();
        if got.shape != want.shape {
            return Err(format!("{what} has shape {:?}, by the text {:?}", got.shape, want.shape));
        }
        for (a, b) in got.data.iter().zip(&want.data) {
            let error = (a - b).abs();
            #[allow(clippy::neg_cmp_op_on_partial_ord)]
            if !(error <= 1e-9 * (1.0 + b.abs())) {
                return Err(format!("{what} is {a}, by the text {b}"));
            }
        }
        Ok(())
    }

    fn value(&self) -> Result<(), String> {
        let want = self.text(&self.inputs);
        let got = self.run(&self.transforms.primal, &self.items(&self.inputs));
        for (i, (got, want)) in got.iter().zip(&want).enumerate() {
            if want.data.iter().any(|v| !v.is_finite()) {
                return Err(format!("the generator left the domain of an op: result {i}"));
            }
            self.same(&format!("value: result {i}"), got, want)?;
        }
        Ok(())
    }

    fn gradient(&self) -> Result<(), String> {
        let Some(graph) = self.transforms.value_and_grad.as_ref().filter(|_| self.program.has_loss()) else {
            return Ok(());
        };
        let got = self.run(graph, &self.items(&self.inputs));
        let want = self.text(&self.inputs);
        for (i, want) in want.iter().enumerate() {
            self.same(&format!("value_and_grad: result {i}"), &got[i], want)?;
        }
        let loss = |x: &[Array]| self.text(x)[0].data.clone();
        self.gradients("value_and_grad", &got[want.len()..], &loss)
    }

    /// Each gradient alone against differences along a random direction.
    fn gradients(&self, what: &str, got: &[Item], f: &dyn Fn(&[Array]) -> Vec<f64>) -> Result<(), String> {
        for (k, v) in self.directions().into_iter().enumerate() {
            let gradient = got[k].array();
            let input = self.active[k];
            if gradient.shape != self.inputs[input].shape {
                return Err(format!("{what}: the gradient of x{input} has shape {:?}", gradient.shape));
            }
            let mut along: Vec<Array> =
                self.active.iter().map(|&i| Array::build(&self.inputs[i].shape, |_| 0.0)).collect();
            let slope = gradient.dot(&v);
            along[k] = v;
            self.close(&format!("{what}: slope along x{input}"), slope, self.differences(&along, f)[0])?;
        }
        Ok(())
    }

    fn vjp(&self) -> Result<(), String> {
        let pair = &self.transforms.vjp;
        let want = self.text(&self.inputs);
        let forward = self.run(&pair.forward, &self.items(&self.inputs));
        for (i, want) in want.iter().enumerate() {
            self.same(&format!("vjp: result {i}"), &forward[i], want)?;
        }
        let cotangents: Vec<Array> = want.iter().map(|y| self.draw(&y.shape)).collect();
        let mut inputs = forward[want.len()..].to_vec();
        inputs.extend(cotangents.iter().cloned().map(Item::Array));
        let gradients = self.run(&pair.pullback, &inputs);
        let weighted =
            |x: &[Array]| vec![self.text(x).iter().zip(&cotangents).map(|(y, u)| y.dot(u)).sum::<f64>()];
        self.gradients("vjp", &gradients, &weighted)?;
        let residuals = forward[want.len()..].to_vec();
        for (k, alone) in self.transforms.alone.iter().enumerate() {
            // Of an absent cotangent there is a shape at most.
            let others = |with: f64| {
                let each = cotangents.iter().enumerate();
                let given =
                    each.map(|(i, u)| if i == k { u.clone() } else { Array::build(&u.shape, |_| with) });
                [residuals.clone(), given.map(Item::Array).collect()].concat()
            };
            let got = self.run(alone, &others(f64::NAN));
            let zeros = self.run(&pair.pullback, &others(0.0));
            for (j, (got, want)) in got.iter().zip(&zeros).enumerate() {
                self.same(&format!("vjp of result {k} alone: gradient {j}"), got, want.array())?;
            }
        }
        Ok(())
    }

    fn jvp(&self) -> Result<(), String> {
        let along = self.directions();
        let mut inputs = self.items(&self.inputs);
        inputs.extend(along.iter().cloned().map(Item::Array));
        let got = self.run(&self.transforms.jvp, &inputs);
        let want = self.text(&self.inputs);
        for (i, want) in want.iter().enumerate() {
            self.same(&format!("jvp: result {i}"), &got[i], want)?;
        }
        let flat = |x: &[Array]| self.text(x).into_iter().flat_map(|y| y.data).collect::<Vec<f64>>();
        let tangents: Vec<&Array> = got[want.len()..].iter().map(Item::array).collect();
        self.elements("jvp", &tangents, &want, &self.differences(&along, &flat))
    }

    fn hvp(&self) -> Result<(), String> {
        let (Some(hvp), Some(gradient)) = (&self.transforms.hvp, &self.transforms.value_and_grad) else {
            return Ok(());
        };
        if !self.program.has_loss() {
            return Ok(());
        }
        self.counts.borrow_mut().hessians += 1;
        let along = self.directions();
        let mut inputs = self.items(&self.inputs);
        inputs.extend(along.iter().cloned().map(Item::Array));
        let got = self.run(hvp, &inputs);
        let results = self.transforms.primal.outputs.len();
        // The gradient was compared with differences of the text before.
        let gradient = fuse::Program::new(gradient.clone());
        let at = |x: &[Array]| execute(&gradient, &self.rules, &DIMS, &self.items(x)).split_off(results);
        let here: Vec<Array> = at(&self.inputs).iter().map(|g| g.array().clone()).collect();
        for (k, want) in here.iter().enumerate() {
            self.same(&format!("hvp: gradient {k}"), &got[k], want)?;
        }
        let flat = |x: &[Array]| at(x).iter().flat_map(|g| g.array().data.clone()).collect::<Vec<f64>>();
        let products: Vec<&Array> = got[here.len()..].iter().map(Item::array).collect();
        self.elements("hvp", &products, &here, &self.differences(&along, &flat))
    }

    /// Each transform of a batch of some of the inputs.
    fn batch(&self) -> Result<(), String> {
        let t = &self.transforms;
        let graphs =
            [Some(&t.primal), Some(&t.joint), t.value_and_grad.as_ref(), Some(&t.jvp), t.hvp.as_ref()];
        let results = self.text(&self.inputs);
        for (graph, name) in graphs.into_iter().zip(["value", "joint", "value_and_grad", "jvp", "hvp"]) {
            let Some(graph) = graph else { continue };
            let behind: Vec<&Array> = match name {
                "joint" => results.iter().collect(),
                "jvp" | "hvp" => self.active.iter().map(|&i| &self.inputs[i]).collect(),
                _ => Vec::new(),
            };
            let of_items = |like: &Array| (0..ITEMS).map(|_| Item::Array(self.draw(&like.shape))).collect();
            let mut inputs: Vec<Vec<Item>> = self.inputs.iter().map(of_items).collect();
            inputs.push(vec![Item::Host(Host::Float(self.program.scale)); ITEMS]);
            inputs.extend(behind.into_iter().map(of_items));
            let set = self.random.borrow_mut().below(1 << inputs.len()) | 1;
            let is = |n: usize| n != self.inputs.len() && set >> n & 1 == 1;
            batched::compare(graph, &inputs, &is, &DIMS, &self.rules)
                .map_err(|message| format!("batch {set:b} of {name}: {message}"))?;
            self.counts.borrow_mut().batches += 1;
        }
        Ok(())
    }

    fn elements(
        &self,
        what: &str,
        got: &[&Array],
        like: &[Array],
        want: &[Option<f64>],
    ) -> Result<(), String> {
        let mut want = want.iter();
        for (k, (got, like)) in got.iter().zip(like).enumerate() {
            if got.shape != like.shape {
                return Err(format!("{what}: entry {k} has shape {:?}, not {:?}", got.shape, like.shape));
            }
            for (i, v) in got.data.iter().enumerate() {
                let want = *want.next().expect("one difference for each element");
                self.close(&format!("{what}: entry {k}, element {i}"), *v, want)?;
            }
        }
        Ok(())
    }
}
