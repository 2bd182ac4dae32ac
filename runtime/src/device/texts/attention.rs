//! Attention of products of matrices and of kernels that make weights of scores. Of many scores, those of some heads of keys are in
//! memory at a time.

use cotangent_kernels::source::wgsl;

use super::Machine;
use super::contract::Contraction;
use super::scan::by_groups;
use super::spare::{Spare, number, real};
use crate::device::backend::{Call, Place};
use crate::device::opaque::Opaque;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// Labels of axes.
const BATCH: u8 = 0;
const GROUP: u8 = 1;
const SHARED: u8 = 2;
const QUERY: u8 = 3;
const KEY: u8 = 4;
const WIDE: u8 = 5;
const DEEP: u8 = 6;

const OF_KEYS: &[u8] = &[BATCH, GROUP, KEY, WIDE];
const OF_VALUES: &[u8] = &[BATCH, GROUP, KEY, DEEP];

/// The axes of scores.
const SCORES: &[u8] = &[BATCH, GROUP, SHARED, QUERY, KEY];

/// Scores that are in memory together, unless one head of keys has more.
const SCORES_AT_ONCE: usize = 1 << 22;

/// A call, or the part of it that has some heads of keys, with its heads by the heads of keys that they share.
struct Job<'a> {
    context: &'a dyn Machine,
    op: Opaque<'a>,
    q: Place,
    k: Place,
    v: Place,
    /// Mask and bias.
    open: [Place; 2],
    t: Option<Place>,
    scale: [u32; 3],
    /// Heads of keys before it.
    at: usize,
    scores: Vec<usize>,
}

/// Operands `q`, `k`, `v`, `mask`, `bias`; the latter two over the scores.
pub(super) fn attend(context: &dyn Machine, call: &Call<'_>, scale: f64) -> Result<()> {
    let whole = Job::new(context, call, scale)?;
    let of_result = &[BATCH, GROUP, SHARED, QUERY, DEEP][..];
    for job in &whole.parts() {
        let weights = job.weights()?;
        let [batch, groups, shared, queries, deep] =
            [0, 1, 2, 3, 4].map(|i| if i < 4 { job.scores[i] } else { job.v.layout.shape[3] });
        let result = result(&call.outs[0], 0, job.at, &[batch, groups, shared, queries, deep])?;
        job.product((&weights.place, SCORES), (&job.v, OF_VALUES), (result, of_result))?;
    }
    Ok(())
}

/// The same operands and the cotangent of the result; those of `q`, `k` and `v` lie one behind the other.
pub(super) fn cotangents(context: &dyn Machine, call: &Call<'_>, scale: f64) -> Result<()> {
    let whole = Job::new(context, call, scale)?;
    let of_q = &[BATCH, GROUP, SHARED, QUERY, WIDE][..];
    let of_t = &[BATCH, GROUP, SHARED, QUERY, DEEP][..];
    let [of_all_q, of_all_k] = [&whole.q, &whole.k].map(|x| x.layout.shape.numel());
    for job in &whole.parts() {
        let Some(t) = &job.t else { return Ok(()) };
        let weights = job.weights()?;
        let own = Spare::new(context, &job.scores, real(job.q.dtype))?;
        job.product((t, of_t), (&job.v, OF_VALUES), (own.place, SCORES))?;
        job.rows(&job.open[..1], &[weights.place, own.place], wgsl::UNWEIGH)?;
        let to = |first, of: &Place| result(&call.outs[0], first, job.at, &of.layout.shape);
        let (to_q, to_k) = (to(0, &job.q)?, to(of_all_q, &job.k)?);
        let to_v = to(of_all_q + of_all_k, &job.v)?;
        job.product((&own.place, SCORES), (&job.k, OF_KEYS), (to_q, of_q))?;
        job.product((&own.place, SCORES), (&job.q, of_q), (to_k, OF_KEYS))?;
        job.product((&weights.place, SCORES), (t, of_t), (to_v, OF_VALUES))?;
    }
    Ok(())
}

/// A part of a result that begins at `first`, behind so many heads of keys.
fn result(out: &Place, first: usize, heads: usize, dims: &[usize]) -> Result<Place> {
    let layout = Layout::dense(Shape::new(dims)?);
    let offset = first + heads * dims[2..].iter().product::<usize>();
    Ok(Place { layout: Layout { offset, ..layout }, ..*out })
}

impl<'a> Job<'a> {
    fn new(context: &'a dyn Machine, call: &Call<'a>, scale: f64) -> Result<Self> {
        let [q, k, v, mask, bias] = [0, 1, 2, 3, 4].map(|i| call.ins[i]);
        let groups = k.layout.shape[1];
        let q = grouped(&q, groups)?;
        let t = call.ins.get(5).map(|t| grouped(t, groups)).transpose()?;
        let scores = [&q.layout.shape[..4], &[k.layout.shape[2]]].concat();
        let scale = number(scale);
        Ok(Self { context, op: call.op, q, k, v, open: [mask, bias], t, scale, at: 0, scores })
    }

    /// As many heads of keys at once as have so many scores.
    fn parts(&self) -> Vec<Self> {
        let [batch, groups, shared] = [0, 1, 2].map(|i| self.scores[i]);
        let fit = |scores: usize| SCORES_AT_ONCE.checked_div(scores).unwrap_or(usize::MAX).max(1);
        let each: usize = self.scores[2..].iter().product();
        let (heads, batches) = (fit(each).min(groups).max(1), fit(each * groups));
        let batches = if heads < groups { 1 } else { batches.min(batch).max(1) };
        let mut parts = Vec::new();
        let starts =
            (0..batch).step_by(batches).flat_map(|b| (0..groups).step_by(heads).map(move |g| (b, g)));
        for (b, g) in starts {
            let (of_batch, of_groups) = (batches.min(batch - b), heads.min(groups - g));
            // The first two axes from an index on.
            let part = |x: &Place, start: [usize; 2], dims: [usize; 2]| {
                let mut x = *x;
                for axis in 0..2 {
                    let step = start[axis] as isize * x.layout.strides[axis];
                    x.layout.offset = x.layout.offset.wrapping_add_signed(step);
                    x.layout.shape = x.layout.shape.with(axis, dims[axis]).unwrap_or(x.layout.shape);
                }
                x
            };
            let of = |x: &Place| part(x, [b, g], [of_batch, of_groups]);
            let open = self.open.each_ref().map(|x| part(x, [b, g * shared], [of_batch, of_groups * shared]));
            let mut scores = self.scores.clone();
            (scores[0], scores[1]) = (of_batch, of_groups);
            let t = self.t.as_ref().map(of);
            parts.push(Self {
                q: of(&self.q),
                k: of(&self.k),
                v: of(&self.v),
                open,
                t,
                scores,
                at: b * groups + g,
                ..*self
            });
        }
        parts
    }

    fn product(&self, x: (&Place, &[u8]), y: (&Place, &[u8]), out: (Place, &[u8])) -> Result<()> {
        let call = Call { op: self.op, ins: &[*x.0, *y.0], outs: &[out.0] };
        Contraction::new(&call, [x.1, y.1, out.1]).run(self.context, &call)
    }

    /// A workgroup for each query.
    fn rows(&self, ins: &[Place], outs: &[Place], text: &'static str) -> Result<()> {
        let rows: usize = self.scores[..4].iter().product();
        let call = Call { op: self.op, ins, outs };
        let numbers = [&self.scale[..], &[rows as u32]].concat();
        by_groups(self.context, &call, &[wgsl::LANES, text], &numbers, rows)
    }

    fn weights(&self) -> Result<Spare<'a>> {
        let weights = Spare::new(self.context, &self.scores, real(self.q.dtype))?;
        self.product(
            (&self.q, &[BATCH, GROUP, SHARED, QUERY, WIDE]),
            (&self.k, OF_KEYS),
            (weights.place, SCORES),
        )?;
        self.rows(&self.open, &[weights.place], wgsl::WEIGH)?;
        Ok(weights)
    }
}

/// `[B, H, L, _]` as `[B, G, H / G, L, _]`.
fn grouped(x: &Place, groups: usize) -> Result<Place> {
    let Layout { shape, strides, offset } = x.layout;
    let shared = shape[1].checked_div(groups).unwrap_or(0);
    let shape = Shape::new(&[shape[0], groups, shared, shape[2], shape[3]])?;
    let mut layout = Layout { shape, strides, offset };
    layout.strides[1] = strides[1] * shared as isize;
    layout.strides[2..5].copy_from_slice(&strides[1..4]);
    Ok(Place { layout, ..*x })
}
