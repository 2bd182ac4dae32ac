//! Passes over neighbours: a thread takes four of them, by loads and stores of 16 bytes, or eight of 16 bits.
//!
//! The last inner axis has a multiple of as many, and along it each operand has its elements side by side or repeats one. In WGSL the
//! body is a function that the lanes call, in CUDA C++ a loop over them. Sums over rows have their neighbours among outer points: in
//! CUDA C++ a thread has several of these, each with its own sum, in the order that one thread for each has.

use std::borrow::Cow;

use super::super::passes::{GROUP, Walk};
use super::body::{Bindings, from_stored};
use super::dialect::Dialect;
use super::launch::Kernel;
use super::printed::Body;
use super::text::{Layouts, Text};

/// Bytes of a body, with what it calls, that a driver may compile four times. What computes for longer waits for no memory.
const SHORT: usize = 6000;

/// How an operand gives neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quad {
    /// As a vector.
    Vector,
    /// As one element for all.
    Once,
}

impl Quad {
    pub(super) fn is_vector(self) -> bool {
        self == Self::Vector
    }
}

/// How each operand of a pass gives so many neighbours, inputs first.
#[derive(Clone, Debug)]
pub(super) struct Quads {
    pub(super) width: usize,
    /// Whether they are outer points.
    pub(super) are_columns: bool,
    pub(super) of: Vec<Quad>,
}

/// `None` of a pass that goes element by element.
pub(super) fn of(kernel: &Kernel<'_>) -> Option<Quads> {
    if Layouts::now() != Layouts::All || !is_short(kernel.body) {
        return None;
    }
    // Vectors of WGSL have four elements.
    if kernel.dialect == Dialect::Wgsl {
        return by(kernel, 4);
    }
    let by = |width| by(kernel, width).or_else(|| by_columns(kernel, width));
    let eight = kernel.launch.has_halves().then(|| by(8)).flatten();
    eight.or_else(|| by(4))
}

fn by(kernel: &Kernel<'_>, width: usize) -> Option<Quads> {
    let pass = kernel.pass;
    let (last, fits) = (*pass.inner.last()?, |n: usize| n.is_multiple_of(width));
    // Lanes side by side read side by side; chunks are cut between vectors.
    let shared = &pass.shared;
    let folds = !pass.reduced.is_empty();
    if !fits(last) || folds && !(shared.fast && (shared.chunks == 1 || fits(shared.chunk))) {
        return None;
    }
    let ins = kernel.launch.ins.len();
    let mut of = Vec::with_capacity(pass.walks.len());
    for (k, walk) in pass.walks.iter().enumerate() {
        let (stride, others) = walk.inner.split_last()?;
        let mut others = walk.outer.iter().chain(others);
        let aligned = fits(walk.offset) && others.all(|stride| fits(stride.unsigned_abs()));
        of.push(match stride {
            _ if kernel.needs.1.get(k) == Some(&false) || k >= ins + pass.stored.len() => Quad::Once,
            1 if aligned => Quad::Vector,
            0 if k < ins => Quad::Once,
            _ => return None,
        });
    }
    // A pass that only folds what repeats reads nothing as vectors.
    of.iter().any(|quad| quad.is_vector()).then_some(Quads { width, are_columns: false, of })
}

/// The same of outer points, where a workgroup has threads for more of them.
fn by_columns(kernel: &Kernel<'_>, width: usize) -> Option<Quads> {
    let (pass, fits) = (kernel.pass, |n: usize| n.is_multiple_of(width));
    let shared = &pass.shared;
    let last = *pass.outer.last()?;
    let enough = pass.outer_points() / width >= GROUP / shared.lanes;
    if pass.reduced.is_empty() || shared.fast || !fits(last) || !enough {
        return None;
    }
    let (ins, all) = (kernel.launch.ins.len(), kernel.launch.ins.len() + pass.stored.len());
    let mut of = Vec::with_capacity(pass.walks.len());
    for (k, walk) in pass.walks.iter().enumerate() {
        let (stride, others) = walk.outer.split_last()?;
        let mut others = walk.inner.iter().chain(others);
        let aligned = fits(walk.offset) && others.all(|stride| fits(stride.unsigned_abs()));
        of.push(match stride {
            _ if kernel.needs.1.get(k) == Some(&false) => Quad::Once,
            // Sums are stored one by one.
            1 if k >= all => Quad::Once,
            1 if aligned => Quad::Vector,
            0 if k < ins => Quad::Once,
            _ => return None,
        });
    }
    of.iter().any(|quad| quad.is_vector()).then_some(Quads { width, are_columns: true, of })
}

/// Whether a driver may compile a body several times.
pub(super) fn is_short(body: &Body) -> bool {
    body.inlined <= SHORT
}

/// How often a body may stand in a kernel that has it four times in any case.
pub(super) fn copies(body: &Body) -> usize {
    match body.inlined {
        0..=1500 => 16,
        1501..=SHORT => 8,
        _ => 1,
    }
}

impl<'a> Kernel<'a> {
    /// Walks whose last inner or outer axis is one of vectors. WGSL counts vectors by themselves, CUDA C++ their first elements.
    pub(super) fn steps(&self) -> Cow<'a, [Walk]> {
        let Some(quads) = &self.quads else { return Cow::Borrowed(&self.pass.walks) };
        let width = quads.width as isize;
        let mut walks = self.pass.walks.clone();
        for (walk, quad) in walks.iter_mut().zip(&quads.of) {
            if quads.are_columns {
                walk.outer.last_mut().into_iter().for_each(|last| *last *= width);
            } else if quad.is_vector() {
                let last = if self.dialect == Dialect::Wgsl {
                    walk.offset /= quads.width;
                    walk.outer.iter_mut().chain(&mut walk.inner).for_each(|stride| *stride /= width);
                    1
                } else {
                    width
                };
                walk.inner.last_mut().into_iter().for_each(|stride| *stride = last);
            }
        }
        Cow::Owned(walks)
    }

    /// What a thread does at its neighbours, in WGSL.
    pub(super) fn by_lanes(
        &self,
        text: &mut Text,
        quads: &Quads,
        bindings: &Bindings,
        (at, places): (&[usize], &[String]),
    ) {
        for i in self.read(at) {
            let (b, place, dtype) = (at[i], &places[i], self.launch.ins[i].dtype);
            if quads.of[i].is_vector() {
                text.line(format_args!("let x{i} = b{b}[{place}];"));
                continue;
            }
            // Another operand may read the same buffer by vectors.
            let value = text.spell(|_| from_stored(&bindings.element(b, place), dtype));
            text.line(format_args!("let x{i} = {value};"));
        }
        for lane in LANES {
            let given = |i: usize| match quads.of[i] {
                Quad::Vector => from_stored(&format!("x{i}.{lane}"), self.launch.ins[i].dtype),
                Quad::Once => format!("x{i}"),
            };
            let given = text.spell(|_| self.read(at).map(given).collect::<Vec<_>>().join(", "));
            text.line(format_args!("let {lane} = ct_body({given});"));
        }
        for (k, out, dtype) in self.stored() {
            let vector = text.spell(|d| {
                let lanes = LANES.map(|lane| d.kept(&format!("{lane}.y{out}"), dtype));
                format!("vec4<{}>({})", d.stored(dtype), lanes.join(", "))
            });
            text.line(format_args!("b{}[{}] = {vector};", at[k], places[k]));
        }
        for lane in LANES {
            self.join(text, "", |out| format!("{lane}.y{out}"));
        }
    }

    /// `ct_body`: what the outputs are at one point, of its inputs.
    pub(super) fn function(&self, text: &mut Text, at: &[usize]) {
        let outs = || self.pass.stored.iter().chain(&self.pass.reduced);
        text.line(format_args!("struct CtOuts {{"));
        for &out in outs() {
            text.on(out);
            text.line(format_args!("y{out}: {},", self.dialect.computed(self.launch.outs[out].at.dtype)));
        }
        (0..self.launch.ins.len() + self.pass.stored.len()).for_each(|k| _ = text.on(at[k]));
        let inputs = text.spell(|d| {
            let input = |i: usize| format!("x{i}: {}", d.computed(self.launch.ins[i].dtype));
            self.read(at).map(input).collect::<Vec<_>>().join(", ")
        });
        text.line(format_args!("}}\nfn ct_body({inputs}) -> CtOuts {{"));
        self.statements(text);
        let values = text.spell(|_| outs().map(|&out| self.value(out)).collect::<Vec<_>>().join(", "));
        text.line(format_args!("return CtOuts({values});\n}}"));
    }
}

const LANES: [&str; 4] = ["x", "y", "z", "w"];
