//! The programs that the transforms of a function run.

use crate::fuse::Program;
use crate::ir::Graph;
use crate::transform::Transforms;

/// The programs behind the items: what explain, the goldens and the device printers show.
pub(crate) struct Programs {
    pub primal: Program,
    pub forward: Program,
    pub pullback: Program,
    /// The pullback of each of several float results alone.
    pub alone: Vec<Program>,
    pub value_and_grad: Option<Program>,
    pub jvp: Program,
    pub hvp: Option<Program>,
    /// What is pulled, columns and products: see [`crate::matrices::Matrices`].
    pub matrices: Option<[Vec<Program>; 3]>,
    pub tapped: Option<Tapped>,
}

/// The programs of a function with taps.
pub(crate) struct Tapped {
    pub value_and_grad: Option<Program>,
    pub forward: Program,
    pub pullback: Program,
    pub alone: Vec<Program>,
}

impl Programs {
    pub(crate) fn new(t: &Transforms) -> Self {
        let all = |graphs: &[Graph]| graphs.iter().cloned().map(Program::new).collect();
        Self {
            primal: Program::new(t.primal.clone()),
            forward: Program::new(t.vjp.forward.clone()),
            pullback: Program::new(t.vjp.pullback.clone()),
            alone: all(&t.alone),
            value_and_grad: t.value_and_grad.clone().map(Program::new),
            jvp: Program::new(t.jvp.clone()),
            hvp: t.hvp.clone().map(Program::new),
            matrices: t
                .matrices
                .as_ref()
                .map(|m| [all(std::slice::from_ref(&m.pulled)), all(&m.columns), all(&m.products)]),
            tapped: t.taps.as_ref().map(|taps| Tapped {
                value_and_grad: taps.value_and_grad.clone().map(Program::new),
                forward: Program::new(taps.vjp.forward.clone()),
                pullback: Program::new(taps.vjp.pullback.clone()),
                alone: all(&taps.alone),
            }),
        }
    }

    /// With the names under which kernels, reports and goldens show them.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&'static str, &Program)> {
        [
            ("value", Some(&self.primal)),
            ("value_and_grad", self.value_and_grad.as_ref()),
            ("forward", Some(&self.forward)),
            ("pullback", Some(&self.pullback)),
            ("jvp", Some(&self.jvp)),
            ("hvp", self.hvp.as_ref()),
        ]
        .into_iter()
        .filter_map(|(name, program)| Some((name, program?)))
    }
}
