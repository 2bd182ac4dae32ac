//! How devices walk the space of a launch: passes, by shapes alone, so that bits depend on no device.
//!
//! Outputs that are reduced over the same axes share a pass: its outer points are their elements, its inner points what is
//! reduced. Stored outputs are written in the last pass, since one of them may lie where an input does.

use cotangent_kernels::kernel::Combine;

use super::backend::{Launch, Operand};

/// Threads of a workgroup.
pub(super) const GROUP: usize = 256;
/// Workgroups that keep a device busy.
pub(super) const BUSY: usize = 512;
/// Points that a thread should have before another shares its work.
const WORTH: usize = 16;

/// One pass over the space.
#[derive(Debug, PartialEq)]
pub(super) struct Pass {
    /// Lengths of the axes of outer points.
    pub(super) outer: Vec<usize>,
    /// Lengths of the axes of inner points; of a pass that reduces nothing, all axes.
    pub(super) inner: Vec<usize>,
    /// The inputs, then the outputs of `stored` and of `reduced`.
    pub(super) walks: Vec<Walk>,
    /// Outputs that are written at every point, by number.
    pub(super) stored: Vec<usize>,
    /// Outputs that are reduced, by number.
    pub(super) reduced: Vec<usize>,
    /// How the threads of a workgroup share outer points; a pass that reduces nothing has no use for it.
    pub(super) shared: Shared,
}

/// Where an operand is at a point: `offset + Σ index · stride`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    pub(super) offset: usize,
    pub(super) outer: Vec<isize>,
    pub(super) inner: Vec<isize>,
}

/// A division of inner points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shared {
    /// Threads of an outer point, a power of 2.
    pub(super) lanes: usize,
    /// Whether neighbours among threads are lanes of one outer point.
    pub(super) fast: bool,
    /// Inner points of a chunk, and how many chunks. Several leave parts, which a further launch joins.
    pub(super) chunk: usize,
    pub(super) chunks: usize,
}

impl Pass {
    pub(super) fn outer_points(&self) -> usize {
        self.outer.iter().product()
    }

    pub(super) fn inner_points(&self) -> usize {
        self.inner.iter().product()
    }

    /// The pass in two, of half of its outputs each, those that `is_last` in the second.
    pub(super) fn halves(&self, is_last: impl Fn(usize) -> bool) -> [Self; 2] {
        let outs = self.stored.len() + self.reduced.len();
        let ins = self.walks.len() - outs;
        let number = |at: usize| self.stored.iter().chain(&self.reduced).nth(at).copied().unwrap_or_default();
        let mut order: Vec<usize> = (0..outs).collect();
        order.sort_by_key(|&at| is_last(number(at)));
        let (first, second) = order.split_at(outs / 2);
        [first, second].map(|half| {
            let mut half = half.to_vec();
            // As in `walks`: stored outputs, then reduced ones.
            half.sort_unstable();
            let chosen = half.iter().map(|&at| self.walks[ins + at].clone());
            let walks: Vec<_> = self.walks[..ins].iter().cloned().chain(chosen).collect();
            let (stored, reduced): (Vec<_>, Vec<_>) = half.iter().partition(|at| **at < self.stored.len());
            let (outer, inner, shared) = (self.outer.clone(), self.inner.clone(), self.shared);
            let numbers = |of: Vec<usize>| of.into_iter().map(number).collect();
            let half =
                Self { outer, inner, walks, stored: numbers(stored), reduced: numbers(reduced), shared };
            half.flat()
        })
    }

    /// The pass with its stores alone, over the inner axes first and then the outer axes. If the inner axes are the leading ones, points keep
    /// their order: the caller sees to this. `None` for a pass without stores or without reductions.
    #[cfg(feature = "cuda")]
    pub(super) fn of_stored(&self) -> Option<Self> {
        if self.stored.is_empty() || self.reduced.is_empty() {
            return None;
        }
        let all = |walk: &Walk| Walk {
            offset: walk.offset,
            outer: Vec::new(),
            inner: [&walk.inner[..], &walk.outer].concat(),
        };
        Some(Self {
            outer: Vec::new(),
            inner: [&self.inner[..], &self.outer].concat(),
            walks: self.walks[..self.walks.len() - self.reduced.len()].iter().map(all).collect(),
            stored: (0..self.stored.len()).collect(),
            reduced: Vec::new(),
            shared: self.shared,
        })
    }

    /// With all axes inner ones, if nothing is reduced.
    fn flat(mut self) -> Self {
        if self.reduced.is_empty() {
            self.inner = [std::mem::take(&mut self.outer), self.inner].concat();
            for walk in &mut self.walks {
                walk.inner = [std::mem::take(&mut walk.outer), std::mem::take(&mut walk.inner)].concat();
            }
        }
        self
    }

    /// Workgroups of the launch that joins parts.
    pub(super) fn joining_groups(&self) -> usize {
        self.outer_points().div_ceil(GROUP / self.shared.of_parts().lanes)
    }

    /// Whether inner points have chunks, whose parts a further launch joins.
    pub(super) fn is_parted(&self) -> bool {
        !self.reduced.is_empty() && self.shared.chunks > 1
    }
}

impl Shared {
    /// How threads share the parts of chunks. Those of an outer point lie side by side.
    pub(super) fn of_parts(&self) -> Self {
        let lanes = self.chunks.clamp(1, GROUP).next_power_of_two();
        Self { lanes, fast: true, chunk: self.chunks, chunks: 1 }
    }
}

/// The passes of a launch. What has no elements has none.
pub(super) fn passes(launch: &Launch<'_>) -> Vec<Pass> {
    let dims = launch.dims;
    let is_empty = dims.contains(&0);
    let moves = |axis: usize, x: &Operand| x.strides[axis] != 0;
    let mut sets: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut stored = Vec::new();
    for (number, out) in launch.outs.iter().enumerate() {
        let has_elements = dims.iter().enumerate().all(|(axis, &d)| d != 0 || !moves(axis, &out.at));
        match out.combine {
            _ if !has_elements => {}
            Combine::Store | Combine::Pick => stored.push(number),
            _ => {
                let reduced = (0..dims.len()).filter(|&a| dims[a] != 1 && !moves(a, &out.at));
                let set = reduced.fold(0, |set, axis| set | 1 << axis);
                match sets.iter_mut().find(|(s, _)| *s == set) {
                    Some((_, outs)) => outs.push(number),
                    None => sets.push((set, vec![number])),
                }
            }
        }
    }
    let mut passes = Vec::new();
    // Of a space without points a stored output has elements only along its empty axes, where one point stands for all.
    let whole: Vec<usize> = dims.iter().map(|&d| d.max(1)).collect();
    let last = sets.len().checked_sub(1).filter(|_| !is_empty);
    for (at, (set, reduced)) in sets.into_iter().enumerate() {
        let stored = if Some(at) == last { std::mem::take(&mut stored) } else { Vec::new() };
        passes.push(pass(launch, dims, set, stored, reduced));
    }
    if !stored.is_empty() {
        passes.push(pass(launch, &whole, u32::MAX, stored, Vec::new()));
    }
    passes
}

pub(super) fn pass(
    launch: &Launch<'_>,
    dims: &[usize],
    set: u32,
    stored: Vec<usize>,
    reduced: Vec<usize>,
) -> Pass {
    let outs = stored.iter().chain(&reduced).map(|&k| &launch.outs[k].at);
    let operands: Vec<&Operand> = launch.ins.iter().chain(outs).collect();
    let (outer, outer_strides) = axes(dims, &operands, |axis| set >> axis & 1 == 0);
    let (inner, inner_strides) = axes(dims, &operands, |axis| set >> axis & 1 == 1);
    let of = |strides: &[Vec<isize>], k: usize| strides.iter().map(|s| s[k]).collect();
    let walk = |(k, x): (usize, &&Operand)| Walk {
        offset: x.offset,
        outer: of(&outer_strides, k),
        inner: of(&inner_strides, k),
    };
    let walks = operands.iter().enumerate().map(walk).collect();
    // The last axis is where neighbours in memory are.
    let fast = dims.iter().rposition(|&d| d != 1).is_none_or(|axis| set >> axis & 1 == 1);
    let shared = shared(outer.iter().product(), inner.iter().product(), fast);
    Pass { outer, inner, walks, stored, reduced, shared }
}

/// Axes of a choice, those that all operands walk as one joined: lengths, and of each the stride of each operand.
fn axes(
    dims: &[usize],
    operands: &[&Operand],
    chosen: impl Fn(usize) -> bool,
) -> (Vec<usize>, Vec<Vec<isize>>) {
    let (mut lens, mut strides): (Vec<usize>, Vec<Vec<isize>>) = (Vec::new(), Vec::new());
    let mut before = None;
    for axis in (0..dims.len()).filter(|&axis| dims[axis] != 1) {
        if !chosen(axis) {
            before = None;
            continue;
        }
        let here: Vec<isize> = operands.iter().map(|x| x.strides[axis]).collect();
        let len = dims[axis];
        match (lens.last_mut(), strides.last_mut()) {
            (Some(last), Some(wide))
                if before.is_some() && wide.iter().zip(&here).all(|(w, h)| *w == *h * len as isize) =>
            {
                *last *= len;
                *wide = here;
            }
            _ => {
                lens.push(len);
                strides.push(here);
            }
        }
        before = Some(axis);
    }
    (lens, strides)
}

fn shared(outer: usize, inner: usize, fast: bool) -> Shared {
    let lanes = if fast {
        // Few points need few lanes, where there are outer points for the others.
        let alone = if outer >= BUSY { inner.div_ceil(WORTH) } else { inner };
        alone.clamp(1, GROUP).next_power_of_two()
    } else {
        // Neighbours read neighbours: 32 outer points side by side.
        GROUP / outer.clamp(1, 32).next_power_of_two()
    };
    let groups = outer.div_ceil(GROUP / lanes).max(1);
    // A thread may have eight outer points side by side, which leaves an eighth of the groups.
    let wanted = if fast { 2 * BUSY } else { 4 * BUSY };
    let chunks = (wanted / groups).min(inner / (lanes * WORTH)).max(1);
    let chunk = inner.div_ceil(chunks).next_multiple_of(lanes).max(1);
    Shared { lanes, fast, chunk, chunks: inner.div_ceil(chunk).max(1) }
}

#[cfg(test)]
mod tests {
    use cotangent_kernels::DType;
    use cotangent_kernels::kernel::Source;

    use super::*;
    use crate::device::Block;
    use crate::device::backend::Target;
    use crate::tensor::shape::MAX_RANK;

    fn at(strides: &[isize]) -> Operand {
        let mut all = [0; MAX_RANK];
        all[..strides.len()].copy_from_slice(strides);
        Operand { block: Block::MIN, dtype: DType::F32, offset: 0, strides: all }
    }

    fn of(dims: &[usize], ins: &[&[isize]], outs: &[(&[isize], Combine)]) -> Vec<Pass> {
        let ins: Vec<_> = ins.iter().map(|s| at(s)).collect();
        let outs: Vec<_> =
            outs.iter().map(|&(s, combine)| Target { at: at(s), combine, scale: 1.0 }).collect();
        passes(&Launch { source: &Source::NONE, numbers: &[], dims, ins: &ins, outs: &outs, narrows: false })
    }

    #[test]
    fn axes_that_all_walk_alike_are_one() {
        let one = of(&[4, 1, 6], &[&[6, 6, 1]], &[(&[6, 6, 1], Combine::Store)]);
        assert_eq!((one.len(), &one[0].inner[..], &one[0].walks[0].inner[..]), (1, &[24][..], &[1][..]));
        let two = of(&[4, 6], &[&[0, 1]], &[(&[6, 1], Combine::Store)]);
        assert_eq!((&two[0].inner[..], &two[0].walks[0].inner[..]), (&[4, 6][..], &[0, 1][..]));
    }

    #[test]
    fn reductions_over_the_same_axes_share_a_pass_and_the_last_stores() {
        let outs: [(&[isize], _); 4] = [
            (&[0, 0], Combine::Sum),
            (&[0, 1], Combine::Sum),
            (&[6, 1], Combine::Store),
            (&[0, 1], Combine::Max),
        ];
        let passes = of(&[5, 6], &[&[6, 1]], &outs);
        let found: Vec<_> = passes.iter().map(|p| (&p.reduced[..], &p.stored[..])).collect();
        assert_eq!(found, [(&[0][..], &[][..]), (&[1, 3], &[2])]);
        assert_eq!((&passes[0].outer[..], &passes[0].inner[..]), (&[][..], &[30][..]));
        assert_eq!((&passes[1].outer[..], &passes[1].inner[..]), (&[6][..], &[5][..]));
        assert!(passes[0].shared.fast && !passes[1].shared.fast);
    }

    #[test]
    fn axes_of_both_kinds_between_each_other_are_not_joined() {
        let passes = of(&[2, 3, 4], &[&[12, 4, 1]], &[(&[0, 1, 0], Combine::Sum)]);
        assert_eq!((&passes[0].outer[..], &passes[0].inner[..]), (&[3][..], &[2, 4][..]));
    }

    #[test]
    fn all_inner_points_are_in_one_chunk() {
        for (outer, inner) in [(1, 1), (1, 10_000_000), (7, 100), (5000, 3), (3, 0), (100_000, 4096)] {
            for fast in [false, true] {
                let s = shared(outer, inner, fast);
                assert!(s.lanes.is_power_of_two() && s.lanes <= GROUP, "{s:?}");
                assert!(
                    s.chunk * s.chunks >= inner && s.chunk * (s.chunks - 1) < inner.max(1),
                    "{s:?} of {inner}"
                );
            }
        }
    }

    #[test]
    fn halves_have_all_outputs_and_those_in_place_at_the_end() {
        let outs: [(&[isize], _); 3] =
            [(&[6, 1], Combine::Store), (&[6, 1], Combine::Store), (&[0, 1], Combine::Sum)];
        let passes = of(&[5, 6], &[&[6, 1]], &outs);
        let [first, second] = passes[0].halves(|out| out == 0);
        assert_eq!((&first.stored[..], &first.reduced[..], first.walks.len()), (&[1][..], &[][..], 2));
        assert_eq!(
            (first.inner_points(), first.outer_points(), &first.walks[1].inner[..]),
            (30, 1, &[1, 6][..])
        );
        assert_eq!((&second.stored[..], &second.reduced[..], second.walks.len()), (&[0][..], &[2][..], 3));
        assert_eq!(second.walks[2], passes[0].walks[3]);
    }

    #[test]
    fn a_space_without_points_reduces_and_picks() {
        let outs: [(&[isize], _); 3] =
            [(&[1, 0], Combine::Sum), (&[1, 1], Combine::Store), (&[1, 0], Combine::Pick)];
        let passes = of(&[3, 0], &[&[1, 0], &[1, 1]], &outs);
        let found: Vec<_> =
            passes.iter().map(|p| (&p.reduced[..], &p.stored[..], p.inner_points())).collect();
        assert_eq!(found, [(&[0][..], &[][..], 0), (&[], &[2], 3)]);
    }
}
