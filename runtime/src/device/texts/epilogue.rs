//! A product and the launch behind it as one kernel.
//!
//! A product is not recorded when it is asked for, but with whatever is asked for next. If that is a launch that reads each of its
//! elements once, where it lies, the launch's body stands behind the sums of the product. A device whose library multiplies waits in
//! the same way, for the few bodies that the library has.

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
use crate::device::passes::Pass;

/// A product's elements as its result.
pub(in crate::device) fn none(text: &mut Text) {
    text.on(0);
    text.line(format_args!("fn ct_finish(at: u32, sum: f32) {{ ct_keep2(at, sum); }}"));
}

/// What a product that waits reads and writes.
#[derive(Debug)]
pub(in crate::device) struct Operands {
    pub(in crate::device) ins: [Place; 2],
    pub(in crate::device) out: Place,
    /// Blocks of its own that were given back meanwhile.
    freed: Vec<Block>,
}

impl Operands {
    pub(in crate::device) fn of(call: &Call<'_>) -> Self {
        Self { ins: [call.ins[0], call.ins[1]], out: call.outs[0], freed: Vec::new() }
    }

    pub(in crate::device) fn blocks(&self) -> impl Iterator<Item = Block> {
        self.ins.iter().chain([&self.out]).map(|place| place.block)
    }

    pub(in crate::device) fn uses(&self, block: Block) -> bool {
        self.blocks().any(|own| own == block)
    }

    /// A block is given back. Whether it stays until the product has run.
    pub(in crate::device) fn keeps(&mut self, block: Block) -> bool {
        let uses = self.uses(block);
        if uses {
            self.freed.push(block);
        }
        uses
    }

    /// Blocks that stayed stay for another product, if that uses them.
    #[cfg(feature = "cuda")]
    pub(in crate::device) fn hand_over(&mut self, to: &mut Self) {
        let (theirs, own) = std::mem::take(&mut self.freed).into_iter().partition(|block| to.uses(*block));
        self.freed = own;
        to.freed.extend::<Vec<_>>(theirs);
    }

    /// The blocks that stayed.
    pub(in crate::device) fn kept(self) -> Vec<Block> {
        self.freed
    }

    /// Whether an operand of a pass lies as the result does, point for point.
    fn is_point(&self, pass: &Pass, x: &Operand, k: usize) -> bool {
        is_dense(pass, k)
            && pass.walks[k].offset == self.out.layout.offset
            && x.dtype == self.out.dtype
            && x.block == self.out.block
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
        let needed = || launch.ins.iter().enumerate().filter(|(i, _)| kernel.needs.1[*i]);
        let mut reads = needed().filter(|(_, x)| x.block == self.out.block).peekable();
        stores
            && reads.peek().is_some()
            && reads.all(|(i, x)| self.is_point(pass, x, i))
            && pass.stored.iter().enumerate().all(|(i, &out)| {
                let y = &launch.outs[out].at;
                let is_operand = self.ins.iter().any(|x| x.block == y.block);
                !is_operand && (y.block != self.out.block || self.is_point(pass, y, launch.ins.len() + i))
            })
    }
}

/// Whether an operand of a pass that stores lies in the order of its points.
pub(in crate::device) fn is_dense(pass: &Pass, k: usize) -> bool {
    let mut step = 1;
    pass.walks[k].inner.iter().zip(&pass.inner).rev().all(|(stride, len)| {
        let is_next = *stride == step;
        step *= *len as isize;
        is_next
    })
}

/// A product that waits for what is asked for next, as a text. Nothing else is recorded before it.
#[derive(Debug)]
pub(in crate::device) struct Pending {
    product: Contraction,
    plan: Plan,
    pub(in crate::device) operands: Operands,
}

impl Pending {
    pub(super) fn new(product: Contraction, plan: Plan, call: &Call<'_>) -> Self {
        Self { product, plan, operands: Operands::of(call) }
    }

    fn call(&self) -> Call<'_> {
        let Operands { ins, out, .. } = &self.operands;
        Call { op: Opaque::Matmul, ins, outs: std::slice::from_ref(out) }
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

    /// Whether a launch of one pass becomes part of its kernel.
    pub(in crate::device) fn takes(&self, kernel: &Kernel<'_>) -> bool {
        self.operands.takes(kernel) && is_short(kernel.body)
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
        let is_kept = launch.outs.iter().all(|y| y.at.block != self.operands.out.block);
        if text.whether(is_kept) {
            text.line(format_args!("ct_keep2(at, sum);"));
        }
        let offset = text.offset(self.operands.out.layout.offset);
        text.line(format_args!("let point = at - {offset};"));
        let indices = text.indices("i", "point", &pass.inner);
        let mut places = Vec::new();
        for walk in &pass.walks {
            let base = text.offset(walk.offset);
            places.push(text.place(base, &walk.inner, &indices));
        }
        // As it is read from memory.
        let sum = from_stored(&to_stored("sum", self.operands.out.dtype), self.operands.out.dtype);
        for i in kernel.read(at) {
            let x = &launch.ins[i];
            text.on(at[i]);
            if text.whether(x.block == self.operands.out.block) {
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
