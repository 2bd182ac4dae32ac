//! Launches that are one kernel, planned once. A launch has a form: all of it but its blocks and host numbers. What the device is asked
//! for is known by the form, with places for these.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::super::passes::passes;
use super::Machine;
use super::body::Bindings;
use super::launch::Kernel;
use super::printed::address;
use super::text::{Layouts, Text};
use crate::device::backend::Launch;
use crate::device::{Block, Device};
use crate::error::Result;

/// Plans at most. Whoever has more forms has new ones all the time.
const MOST: usize = 4096;

/// A launch but for its blocks and host numbers, on a device.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Form(Device, Vec<u64>);

/// What the device is asked for.
pub(super) struct Plan {
    bindings: Bindings,
    /// The number of an operand of each binding, of inputs and then outputs.
    operands: Vec<usize>,
    groups: usize,
    key: Vec<u64>,
    arguments: Vec<u64>,
    /// Host numbers among the arguments: where, which, and the types that they compute in.
    numbers: Vec<(usize, usize, &'static str)>,
}

static PLANS: Mutex<Option<FxHashMap<Form, Arc<Plan>>>> = Mutex::new(None);

impl Form {
    pub(super) fn of(device: Device, launch: &Launch<'_>) -> Self {
        let rank = launch.dims.len();
        let mut form = Vec::with_capacity(8 + rank + (4 + rank) * (launch.ins.len() + launch.outs.len()));
        form.extend([address(launch.source), rank, launch.ins.len(), launch.outs.len()].map(|n| n as u64));
        form.extend([u64::from(launch.narrows), Layouts::now() as u64]);
        form.extend(launch.dims.iter().map(|&len| len as u64));
        for x in launch.operands() {
            // One block, or several.
            let first = launch.operands().position(|other| other.block == x.block).unwrap_or_default();
            form.extend([first as u64, x.dtype as u64, x.offset as u64]);
            form.extend(x.strides[..rank].iter().map(|&stride| stride as u64));
        }
        form.extend(launch.outs.iter().flat_map(|y| [y.combine as u64, y.scale.to_bits()]));
        Self(device, form)
    }

    /// Runs a launch of this form, if its plan is known.
    pub(super) fn run(&self, on: &dyn Machine, launch: &Launch<'_>) -> Option<Result<()>> {
        let plan = {
            let plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(plans.as_ref()?.get(self)?)
        };
        Some(plan.run(on, launch))
    }

    /// Keeps the plan of launches of this form.
    pub(super) fn keep(self, plan: Plan) {
        let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
        let plans = plans.get_or_insert_default();
        if plans.len() >= MOST {
            plans.clear();
        }
        plans.insert(self, Arc::new(plan));
    }
}

impl Plan {
    /// Of a launch that is one kernel.
    pub(super) fn of(kernel: &Kernel<'_>) -> Self {
        let (bindings, at) = kernel.bindings();
        let mut text = Text::key(kernel.dialect);
        kernel.write(&mut text, &bindings, &at);
        let Text { key, arguments, numbers, .. } = text;
        let block = |(block, _)| kernel.launch.operands().position(|x| x.block == block).unwrap_or_default();
        let operands = bindings.blocks().map(block).collect();
        Self { bindings, operands, groups: kernel.groups(), key, arguments, numbers }
    }

    fn run(&self, on: &dyn Machine, launch: &Launch<'_>) -> Result<()> {
        if self.groups == 0 {
            return Ok(());
        }
        let blocks: Vec<Block> = launch.operands().map(|x| x.block).collect();
        let bindings = self.bindings.of(self.operands.iter().map(|&k| blocks[k]));
        on.run_group(&bindings, self.groups, &|text| {
            // The lines are wanted once.
            if text.is_full() {
                return anew(launch, text, &bindings);
            }
            self.tell(launch, text);
            debug_assert!(is_as_anew(launch, text, &bindings), "launches of one form differ: {launch:?}");
        })
    }

    fn tell(&self, launch: &Launch<'_>, text: &mut Text) {
        text.key.extend_from_slice(&self.key);
        text.arguments.extend_from_slice(&self.arguments);
        for &(at, number, ty) in &self.numbers {
            text.arguments[at] = text.dialect.number(launch.number(number), ty);
        }
    }
}

/// The one kernel of a launch, as it is written without a plan.
fn anew(launch: &Launch<'_>, text: &mut Text, bindings: &Bindings) {
    for pass in &passes(launch) {
        let kernel = Kernel::new(text.dialect, launch, pass);
        kernel.write(text, bindings, &kernel.bindings().1);
    }
}

fn is_as_anew(launch: &Launch<'_>, text: &Text, bindings: &Bindings) -> bool {
    let mut other = Text::key(text.dialect);
    anew(launch, &mut other, bindings);
    (&other.key, &other.arguments) == (&text.key, &text.arguments)
}

#[cfg(test)]
mod tests {
    use cotangent_kernels::DType;
    use cotangent_kernels::kernel::{Combine, Source};

    use super::*;
    use crate::device::backend::{Operand, Target};
    use crate::tensor::shape::MAX_RANK;

    static ONE: Source = Source { numbers: &[DType::F32], ..Source::NONE };
    static OTHER: Source = Source { numbers: &[DType::F64], ..Source::NONE };

    #[test]
    fn all_but_blocks_and_numbers_is_of_the_form() {
        let block = |n| Block::new(n).expect("no block has the number 0");
        let at = |n| {
            let mut strides = [0; MAX_RANK];
            strides[..2].copy_from_slice(&[3, 1]);
            Operand { block: block(n), dtype: DType::F32, offset: 0, strides }
        };
        let out = |n| Target { at: at(n), combine: Combine::Store, scale: 1.0 };
        let form = |change: &dyn Fn(&mut Launch<'_>, &mut [Operand; 2], &mut Target)| {
            let (mut ins, mut y) = ([at(1), at(2)], out(3));
            let mut launch =
                Launch { source: &ONE, numbers: &[0.5], dims: &[2, 3], ins: &[], outs: &[], narrows: false };
            change(&mut launch, &mut ins, &mut y);
            Form::of(Device::CPU, &Launch { ins: &ins, outs: &[y], ..launch })
        };
        let first = form(&|_, _, _| ());
        let same = form(&|launch, ins, y| {
            launch.numbers = &[2.0];
            (ins[0].block, ins[1].block, y.at.block) = (block(7), block(5), block(9));
        });
        assert_eq!(first, same);
        let others = [
            form(&|launch, _, _| launch.source = &OTHER),
            form(&|launch, _, _| launch.narrows = true),
            form(&|launch, _, _| launch.dims = &[2, 4]),
            form(&|launch, _, _| launch.dims = &[2, 3, 1]),
            form(&|_, ins, _| ins[1].block = ins[0].block),
            form(&|_, ins, y| y.at.block = ins[1].block),
            form(&|_, ins, _| ins[0].dtype = DType::F16),
            form(&|_, ins, _| ins[1].offset = 1),
            form(&|_, ins, _| ins[1].strides[0] = 0),
            form(&|_, _, y| y.at.strides[0] = 0),
            form(&|_, _, y| y.combine = Combine::Sum),
            form(&|_, _, y| y.scale = 2.0),
        ];
        for (i, form) in others.iter().enumerate() {
            assert!(*form != first && !others[..i].contains(form), "change {i}");
        }
    }
}
