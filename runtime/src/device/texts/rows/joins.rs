//! Launches behind the kernel of a chain, which make numbers of all rows out of parts.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Source, Term};

use super::super::launch::Kernel;
use super::kernel::Rows;
use super::member::{Kind, Made};
use crate::device::Block;
use crate::device::backend::{Launch, Operand, Target};
use crate::device::passes::{self, Pass};
use crate::tensor::shape::MAX_RANK;

/// Bodies that hand on as many elements as a member has sums over rows.
static SAME: [Source; 4] = {
    const ALL: &[Term] = &[Term::Input(0), Term::Input(1), Term::Input(2), Term::Input(3)];
    const fn of(outs: usize) -> Source {
        Source { ins: &[DType::F32; 4], outs: ALL.split_at(outs).0, ..Source::NONE }
    }
    [of(1), of(2), of(3), of(4)]
};

/// A launch that joins parts of sums over rows.
pub(in crate::device) struct Columns {
    source: &'static Source,
    dims: Vec<usize>,
    ins: Vec<Operand>,
    outs: Vec<Target>,
    narrows: bool,
}

impl Columns {
    pub(in crate::device) fn launch(&self) -> Launch<'_> {
        let Self { source, dims, ins, outs, narrows } = self;
        Launch { source, numbers: &[], dims, ins, outs, narrows: *narrows }
    }

    /// Its pass. There are few parts.
    pub(in crate::device) fn pass(launch: &Launch<'_>) -> Option<Pass> {
        let mut pass = passes::passes(launch).pop()?;
        (pass.shared.chunk, pass.shared.chunks) = (pass.inner_points(), 1);
        Some(pass)
    }
}

impl Rows<'_> {
    /// The passes of numbers of all rows, with the members that have them and where their parts are.
    pub(in crate::device) fn totals(&self) -> Vec<(usize, Pass, Block)> {
        let mut all = Vec::new();
        for (phase, parts) in self.totals.iter().enumerate() {
            let (Some(parts), launch) = (*parts, self.kernels[phase].launch) else { continue };
            let made = self.chain.members[phase].made().filter(|made| made.kind == Kind::Total);
            let set = (0..launch.dims.len()).fold(0, |set, axis| set | 1 << axis);
            let outs = made.map(|made| made.out).collect();
            let mut pass = passes::pass(launch, launch.dims, set, Vec::new(), outs);
            (pass.shared.chunk, pass.shared.chunks) = (1, self.chain.rows);
            all.push((phase, pass, parts));
        }
        all
    }

    /// The kernel that joins parts of such a pass.
    pub(in crate::device) fn total<'b>(&'b self, phase: usize, pass: &'b Pass, parts: Block) -> Kernel<'b> {
        let (member, launch) = (&self.chain.members[phase], self.kernels[phase].launch);
        let needs = (Vec::new(), vec![false; member.ins.len()]);
        let mut kernel = Kernel::bare(self.dialect, launch, member.body, needs, pass);
        kernel.parts = Some(parts);
        kernel
    }

    /// What joins parts of sums over rows, for each member that has some.
    pub(in crate::device) fn column_joins(&self) -> Vec<Columns> {
        let many = self.plan.groups * (self.plan.threads / self.plan.lanes);
        let mut all = Vec::new();
        for (phase, member) in self.chain.members.iter().enumerate() {
            let (mut ins, mut outs) = (Vec::new(), Vec::new());
            let dims: Vec<usize> = [&[many], &member.dims[member.first..]].concat();
            let mut step = self.chain.inner as isize;
            let mut dense = [0; MAX_RANK];
            for (stride, len) in dense.iter_mut().zip([&[1], &dims[1..]].concat()) {
                step /= len as isize;
                *stride = step;
            }
            dense[0] = self.chain.inner as isize;
            for (column, &block) in self.plan.columns.iter().zip(&self.columns) {
                if column.phase != phase {
                    continue;
                }
                let Made { out, .. } = column.made;
                ins.push(Operand { block, dtype: column.dtype, offset: 0, strides: dense });
                let mut target = member.outs[out];
                target.at.strides = [0; MAX_RANK];
                let own = &member.outs[out].at.strides[member.first..member.dims.len()];
                target.at.strides[1..=own.len()].copy_from_slice(own);
                outs.push(target);
            }
            if let Some(source) = ins.len().checked_sub(1).and_then(|last| SAME.get(last)) {
                all.push(Columns { source, dims, ins, outs, narrows: member.narrows });
            }
        }
        all
    }
}
