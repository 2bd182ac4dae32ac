//! Passes over neighbours: a thread takes four of them, by loads and stores of 16 bytes.
//!
//! Nothing is reduced, the last axis has a multiple of four, and along it each operand has its elements side by side or repeats
//! one. The body is a function that the four lanes call.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::super::passes::GROUP;
use super::body::{Bindings, UNBOUND, computed, from_stored, stored, to_stored};
use super::launch::{HEAD, Kernel};
use super::prelude;
use super::text::{Layouts, Text};

/// Bytes of a body, with what it calls, that a driver may compile four times. What computes for longer waits for no memory.
const SHORT: usize = 6000;

/// How an operand gives four neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quad {
    /// As a vector.
    Vector,
    /// As one element for all.
    Once,
}

/// How each operand of a pass does, inputs first; `None` of a pass that goes element by element.
pub(super) fn of(kernel: &Kernel<'_>) -> Option<Vec<Quad>> {
    let pass = kernel.pass;
    let last = *pass.inner.last()?;
    if !pass.reduced.is_empty() || !last.is_multiple_of(4) || Layouts::now() != Layouts::All {
        return None;
    }
    let ins = kernel.launch.ins.len();
    let mut quads = Vec::with_capacity(pass.walks.len());
    for (k, walk) in pass.walks.iter().enumerate() {
        let is_read = kernel.needs.1.get(k);
        let (stride, outer) = walk.inner.split_last()?;
        let aligned = walk.offset.is_multiple_of(4) && outer.iter().all(|stride| stride % 4 == 0);
        quads.push(match stride {
            _ if is_read == Some(&false) => Quad::Once,
            1 if aligned => Quad::Vector,
            0 if k < ins => Quad::Once,
            _ => return None,
        });
    }
    is_short(kernel.source).then_some(quads)
}

/// Whether a driver may compile a body several times.
pub(super) fn is_short(source: &'static str) -> bool {
    static KNOWN: Mutex<Option<HashMap<[usize; 2], bool>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    // As in `stages`.
    let key = [source.as_ptr().addr(), source.len()];
    *known.entry(key).or_insert_with(|| prelude::inlined(source) <= SHORT)
}

impl Kernel<'_> {
    /// A thread for each four points.
    pub(super) fn by_quads(&self, text: &mut Text, quads: &[Quad], bindings: &Bindings, at: &[usize]) {
        text.on(3);
        self.lane(text, at);
        text.line(format_args!("{HEAD}"));
        let (pass, ins) = (self.pass, self.launch.ins.len());
        let count = text.length(pass.inner_points() / 4);
        text.line(format_args!("let point = group * {GROUP}u + thread;\nif point >= {count} {{ return; }}"));
        let mut lens = pass.inner.clone();
        lens.last_mut().into_iter().for_each(|last| *last /= 4);
        let indices = text.indices("i", "point", &lens);
        let mut places = Vec::new();
        for (walk, quad) in pass.walks.iter().zip(quads) {
            // Vectors are counted by themselves.
            let (offset, strides) = match quad {
                Quad::Once => (walk.offset, walk.inner.clone()),
                Quad::Vector => {
                    let mut strides: Vec<isize> = walk.inner.iter().map(|stride| stride / 4).collect();
                    strides.last_mut().into_iter().for_each(|last| *last = 1);
                    (walk.offset / 4, strides)
                }
            };
            let base = text.offset(offset);
            places.push(text.place(base, &strides, &indices));
        }
        for (i, x) in self.launch.ins.iter().enumerate().filter(|(i, _)| at[*i] != UNBOUND) {
            let (b, place) = (at[i], &places[i]);
            if quads[i] == Quad::Vector {
                text.line(format_args!("let x{i} = b{b}[{place}];"));
                continue;
            }
            // Another operand may read the same buffer by vectors.
            text.line(format_args!("let x{i} = {};", from_stored(&bindings.element(b, place), x.dtype)));
        }
        for lane in LANES {
            let given: Vec<String> =
                self.read(at).map(|i| given(i, quads[i], lane, self.launch.ins[i].dtype)).collect();
            text.line(format_args!("let {lane} = lane({});", given.join(", ")));
        }
        for (i, &out) in pass.stored.iter().enumerate() {
            let (dtype, b, place) = (self.launch.outs[out].at.dtype, at[ins + i], &places[ins + i]);
            let lanes = LANES.map(|lane| to_stored(&format!("{lane}.y{i}"), dtype)).join(", ");
            text.line(format_args!("b{b}[{place}] = vec4<{}>({lanes});", stored(dtype)));
        }
        text.line(format_args!("}}"));
    }

    /// `lane`: what is stored at one point, of its inputs.
    fn lane(&self, text: &mut Text, at: &[usize]) {
        text.line(format_args!("struct Lane {{"));
        for (i, &out) in self.pass.stored.iter().enumerate() {
            text.on(out);
            text.line(format_args!("y{i}: {},", computed(self.launch.outs[out].at.dtype)));
        }
        (0..self.launch.ins.len() + self.pass.stored.len()).for_each(|k| _ = text.on(at[k]));
        let inputs: Vec<String> =
            self.read(at).map(|i| format!("x{i}: {}", computed(self.launch.ins[i].dtype))).collect();
        text.line(format_args!("}}\nfn lane({}) -> Lane {{", inputs.join(", ")));
        self.statements(text);
        let outs: Vec<&str> =
            self.pass.stored.iter().map(|&out| self.body.outs.get(out).copied().unwrap_or("0")).collect();
        text.line(format_args!("return Lane({});\n}}", outs.join(", ")));
    }
}

const LANES: [&str; 4] = ["x", "y", "z", "w"];

/// An input of a lane.
fn given(i: usize, quad: Quad, lane: &str, dtype: cotangent_kernels::DType) -> String {
    match quad {
        Quad::Vector => from_stored(&format!("x{i}.{lane}"), dtype),
        Quad::Once => format!("x{i}"),
    }
}
