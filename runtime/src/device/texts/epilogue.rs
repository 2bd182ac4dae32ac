//! A product and the launch behind it as one kernel.
//!
//! A product is not recorded when it is asked for, but with whatever is asked for next. If that is a launch that reads each of its
//! elements once, where it lies, the launch's body stands behind the sums of the product.

use cotangent_kernels::kernel::Combine;

use super::body::{Bindings, from_stored, to_stored};
use super::contract::{Contraction, Plan};
use super::launch::Kernel;
use super::opaque::bound;
use super::quads::is_short;
use super::text::Text;
use crate::device::Block;
use crate::device::backend::{Call, Operand, Place};
use crate::device::opaque::Opaque;

/// A product's elements as its result.
pub(in crate::device) fn none(text: &mut Text) {
    text.on(0);
    text.line(format_args!("fn ct_finish(at: u32, sum: f32) {{ ct_keep2(at, sum); }}"));
}

/// A product that waits for what is asked for next. Nothing else is recorded before it.
#[derive(Debug)]
pub(in crate::device) struct Pending {
    product: Contraction,
    plan: Plan,
    ins: [Place; 2],
    out: Place,
    /// Blocks of its own that were given back meanwhile.
    pub(in crate::device) freed: Vec<Block>,
}

impl Pending {
    pub(super) fn new(product: Contraction, plan: Plan, call: &Call<'_>) -> Self {
        Self { product, plan, ins: [call.ins[0], call.ins[1]], out: call.outs[0], freed: Vec::new() }
    }

    fn call(&self) -> Call<'_> {
        Call { op: Opaque::Matmul, ins: &self.ins, outs: std::slice::from_ref(&self.out) }
    }

    /// What it reads and writes.
    pub(in crate::device) fn blocks(&self) -> impl Iterator<Item = Block> {
        self.ins.iter().chain([&self.out]).map(|place| place.block)
    }

    pub(in crate::device) fn result(&self) -> Block {
        self.out.block
    }

    pub(in crate::device) fn uses(&self, block: Block) -> bool {
        self.blocks().any(|own| own == block)
    }

    pub(in crate::device) fn groups(&self) -> usize {
        self.plan.groups
    }

    /// What it binds, alone.
    pub(in crate::device) fn bindings(&self) -> (Bindings, Vec<usize>) {
        let (mut bindings, at) = bound(&self.call());
        self.plan.bind(&mut bindings, &at);
        (bindings, at)
    }

    /// The kernel of the product alone.
    pub(in crate::device) fn write(&self, text: &mut Text, bindings: &Bindings, at: &[usize]) {
        self.product.write(text, &self.call(), (bindings, at), self.plan, none);
    }

    /// Whether a launch of one pass may stand behind the sums: it stores all that it has, at as many points as the product has
    /// elements, reads the product nowhere but at its own point, and writes to nothing that other threads read.
    pub(in crate::device) fn takes(&self, kernel: &Kernel<'_>) -> bool {
        let (launch, pass) = (kernel.launch, kernel.pass);
        let elements = self.out.layout.shape.numel();
        let stores = pass.reduced.is_empty()
            && pass.stored.len() == launch.outs.len()
            && launch.outs.iter().all(|y| matches!(y.combine, Combine::Store))
            && pass.inner_points() == elements
            && pass.walks.len() == launch.ins.len() + launch.outs.len();
        let is_point = |x: &Operand, k: usize| {
            let walk = &pass.walks[k];
            let mut step = 1;
            let dense = walk.inner.iter().zip(&pass.inner).rev().all(|(stride, len)| {
                let is_next = *stride == step;
                step *= *len as isize;
                is_next
            });
            dense && walk.offset == self.out.layout.offset && x.dtype == self.out.dtype
        };
        let needed = || launch.ins.iter().enumerate().filter(|(i, _)| kernel.needs.1[*i]);
        let mut reads = needed().filter(|(_, x)| x.block == self.out.block).peekable();
        stores
            && reads.peek().is_some()
            && reads.all(|(i, x)| is_point(x, i))
            && pass.stored.iter().enumerate().all(|(i, &out)| {
                let y = &launch.outs[out].at;
                let is_operand = self.ins.iter().any(|x| x.block == y.block);
                !is_operand && (y.block != self.out.block || is_point(y, launch.ins.len() + i))
            })
            && is_short(kernel.source)
    }

    /// What both bind: the product's operands and result, then what the launch has.
    pub(in crate::device) fn bindings_with(&self, kernel: &Kernel<'_>) -> (Bindings, Vec<usize>, Vec<usize>) {
        let (mut bindings, at) = self.bindings();
        let others = kernel.bind(&mut bindings);
        (bindings, at, others)
    }

    /// The kernel of both. Whoever reads the product later finds it, unless the launch writes where it lies.
    pub(in crate::device) fn write_with(
        &self,
        text: &mut Text,
        kernel: &Kernel<'_>,
        bindings: &Bindings,
        (at, others): (&[usize], &[usize]),
    ) {
        self.product.write(text, &self.call(), (bindings, at), self.plan, |text| {
            text.on(1);
            self.finish(text, kernel, bindings, others);
        });
    }

    fn finish(&self, text: &mut Text, kernel: &Kernel<'_>, bindings: &Bindings, at: &[usize]) {
        let (launch, pass) = (kernel.launch, kernel.pass);
        kernel.told(text);
        text.line(format_args!("fn ct_finish(at: u32, sum: f32) {{"));
        let is_kept = launch.outs.iter().all(|y| y.at.block != self.out.block);
        if text.whether(is_kept) {
            text.line(format_args!("ct_keep2(at, sum);"));
        }
        let offset = text.offset(self.out.layout.offset);
        text.line(format_args!("let point = at - {offset};"));
        let indices = text.indices("i", "point", &pass.inner);
        let mut places = Vec::new();
        for walk in &pass.walks {
            let base = text.offset(walk.offset);
            places.push(text.place(base, &walk.inner, &indices));
        }
        // As it is read from memory.
        let sum = from_stored(&to_stored("sum", self.out.dtype), self.out.dtype);
        for i in kernel.read(at) {
            let x = &launch.ins[i];
            text.on(at[i]);
            if text.whether(x.block == self.out.block) {
                text.line(format_args!("let x{i} = {sum};"));
            } else {
                let value = from_stored(&bindings.element(at[i], &places[i]), x.dtype);
                text.line(format_args!("let x{i} = {value};"));
            }
        }
        kernel.statements(text);
        kernel.store(text, at, &places);
        text.line(format_args!("}}"));
    }
}
