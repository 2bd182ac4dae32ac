//! Cotangents of queries, keys and values. A task has some blocks of the queries that share a head of keys.

use std::ops::Range;

use super::{Compiled, Job, Lengths, Lines, over_jobs, room, rows, tile, transposed};
use crate::element::Float;
use crate::isa::Isa;
use crate::linalg::vector::Vector;
use crate::real::Arith;
use crate::strided::{Shared, View, split};

/// Tasks there should be, at least.
const TASKS: usize = 16;

pub(super) struct Back<C> {
    job: Job<C>,
    /// The cotangent of the result.
    t: Lines<C>,
    /// `[B, G, D, S]`.
    values: Vec<C>,
    /// Tasks of a head of keys. Of several, each sums cotangents of keys and values by itself.
    parts: usize,
}

impl<C: Compiled> Back<C> {
    pub(super) fn new<T: Float>(job: Job<C>, t: View<'_, T>) -> Self {
        let (len, t) = (job.len, Lines::new(t, true));
        let values = transposed(&job.v, len, len.deep);
        let parts = TASKS.div_ceil(len.batch * len.groups).min(len.shared() * len.blocks());
        Self { job, t, values, parts }
    }
}

/// The cotangents, by task those of keys and values.
struct Sums<'a, C> {
    back: &'a Back<C>,
    k: Shared<C>,
    v: Shared<C>,
}

pub(super) fn run<C: Compiled>(back: &Back<C>, out: &mut [C]) {
    over_jobs! { run_tasks(Sums<'_, C>) = tasks }
    let Lengths { batch, heads, groups, queries, keys, wide, deep } = back.job.len;
    let (count, parts) = (batch * groups, back.parts);
    let (of_q, rest) = out.split_at_mut(batch * heads * queries * wide);
    let (of_k, of_v) = rest.split_at_mut(count * keys * wide);
    let mut more = if parts == 1 { Vec::new() } else { vec![C::ZERO; parts * (of_k.len() + of_v.len())] };
    let (k, v) = match more.split_at_mut_checked(parts * of_k.len()) {
        Some((k, v)) if parts > 1 => (k, v),
        _ => {
            of_k.fill(C::ZERO);
            of_v.fill(C::ZERO);
            (&mut *of_k, &mut *of_v)
        }
    };
    let sums = Sums { back, k: Shared(k.as_mut_ptr()), v: Shared(v.as_mut_ptr()) };
    let q = Shared(of_q.as_mut_ptr());
    // SAFETY: a task has lines of `q` and sums of its own.
    split(count * parts, back.job.len.work(), |range| unsafe { run_tasks(&sums, q, range) });
    if parts > 1 {
        let (k, v) = more.split_at(parts * of_k.len());
        merge(of_k, k, keys * wide, parts);
        merge(of_v, v, keys * deep, parts);
    }
}

/// The sums of `parts` of each matrix of `n` elements, in order.
fn merge<C: Compiled>(out: &mut [C], parts: &[C], n: usize, count: usize) {
    let to = Shared(out.as_mut_ptr());
    split(out.len() / n.max(1), parts.len(), |range| {
        for i in range {
            // SAFETY: matrix `i` is written here alone.
            let out = unsafe { std::slice::from_raw_parts_mut(to.at(i * n), n) };
            let mut all = parts[i * count * n..][..count * n].chunks_exact(n);
            all.next().into_iter().for_each(|first| out.copy_from_slice(first));
            for part in all {
                out.iter_mut().zip(part).for_each(|(y, x)| *y = *y + *x);
            }
        }
    });
}

/// # Safety
/// As of what `over_jobs` makes.
#[inline(always)]
unsafe fn tasks<V: Vector<Scalar: Compiled>, S: Isa>(
    s: S,
    sums: &Sums<'_, V::Scalar>,
    q: Shared<V::Scalar>,
    range: Range<usize>,
) {
    let Sums { back, .. } = sums;
    let job = &back.job;
    let Lengths { heads, groups, queries, keys, wide, deep, .. } = job.len;
    let (mut weights, mut scores) = (Vec::new(), Vec::new());
    for task in range {
        let (of, part) = (task / back.parts, task % back.parts);
        let (b, g) = (of / groups, of % groups);
        // Later blocks have more open keys where a mask is causal, so the blocks of a part are apart.
        for number in (part..job.len.shared() * job.len.blocks()).step_by(back.parts) {
            let h = g * job.len.shared() + number / job.len.blocks();
            let x = job.block(b, h, number % job.len.blocks());
            let (w, n) = (x.width(), x.count);
            let (weights, scores) = (room(&mut weights, n * w), room(&mut scores, n * w));
            let (p, d) = (weights.as_mut_ptr(), scores.as_mut_ptr());
            // SAFETY: lines of the operands; those of the result and the sums are this task's.
            unsafe {
                let to_q = q.at(((b * heads + h) * queries + x.first) * wide);
                if w == 0 {
                    std::slice::from_raw_parts_mut(to_q, n * wide).fill(V::Scalar::ZERO);
                    continue;
                }
                let step = w as isize;
                let t = (back.t.line([b, h, x.first]), back.t.strides[2]);
                job.scores::<V>(p, &x);
                let values = (back.values.as_ptr().add(of * keys * deep + x.from), keys as isize);
                tile::product::<V>([n, w, deep], (d, step), (t.0, [t.1, 1]), values, false);
                for (i, (row, g)) in weights.chunks_exact_mut(w).zip(scores.chunks_exact_mut(w)).enumerate() {
                    let factor = rows::weigh(s, job, &x, i, row);
                    rows::pull(job, &x, i, (row, factor), g);
                }
                let k = (job.k.line([b, g, x.from]), job.k.strides[2]);
                tile::product::<V>([n, wide, w], (to_q, wide as isize), (d, [step, 1]), k, false);
                let to_k = (sums.k.at((task * keys + x.from) * wide), wide as isize);
                let from_q = (job.q.line([b, h, x.first]), job.q.strides[2]);
                tile::product::<V>([w, wide, n], to_k, (d, [1, step]), from_q, true);
                let to_v = (sums.v.at((task * keys + x.from) * deep), deep as isize);
                tile::product::<V>([w, deep, n], to_v, (p, [1, step]), t, true);
            }
        }
    }
}
