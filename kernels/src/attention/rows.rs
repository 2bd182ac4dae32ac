//! Which keys are open to each query, and weights of scores.

use std::ops::Range;

use super::{Block, Compiled, Job};
use crate::isa::Isa;
use crate::math;
use crate::strided::{Shared, View, offsets};

/// All keys that are open to a query lie in `from..to`. If the row is `solid`, every key in this range is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    from: usize,
    to: usize,
    solid: bool,
}

/// The mask, read once.
pub(super) struct Rows {
    found: Vec<Row>,
    /// In `found`, by batch, head and query; 0 along what is repeated.
    steps: [usize; 3],
    /// The mask itself.
    first: Shared<bool>,
    strides: [isize; 4],
}

impl Rows {
    pub(super) fn new(mask: View<'_, bool>) -> Self {
        let (&[batch, heads, queries, keys], &[by_batch, by_head, by_query, step]) =
            (mask.shape(), mask.strides())
        else {
            panic!("four axes");
        };
        let strides = [by_batch, by_head, by_query, step];
        let one = |n, stride: isize| if stride == 0 { 1 } else { n };
        let dims = [one(batch, by_batch), one(heads, by_head), one(queries, by_query)];
        let row = |at: isize| {
            // SAFETY: the first element of a line of the mask.
            let first = unsafe { mask.ptr().offset(at) };
            if step == 1 {
                // SAFETY: a line of `keys` neighbours.
                return Row::of(unsafe { std::slice::from_raw_parts(first, keys) });
            }
            // SAFETY: elements of the line.
            let line: Vec<bool> = (0..keys as isize).map(|j| unsafe { *first.offset(j * step) }).collect();
            Row::of(&line)
        };
        let found: Vec<Row> = offsets(&dims, &strides[..3]).into_iter().map(row).collect();
        let all = [dims[1] * dims[2], dims[2], 1];
        let steps = std::array::from_fn(|d| if strides[d] == 0 { 0 } else { all[d] });
        Self { found, steps, first: Shared(mask.ptr().cast_mut()), strides }
    }

    fn row(&self, b: usize, h: usize, i: usize) -> Row {
        self.found[b * self.steps[0] + h * self.steps[1] + i * self.steps[2]]
    }

    /// The least range with the keys that are open to any of `queries`.
    pub(super) fn open(&self, b: usize, h: usize, queries: Range<usize>) -> (usize, usize) {
        let rows = queries.map(|i| self.row(b, h, i)).filter(|row| row.from < row.to);
        rows.map(|row| (row.from, row.to)).reduce(|x, y| (x.0.min(y.0), x.1.max(y.1))).unwrap_or((0, 0))
    }

    /// Calls `closed` for keys of `row` that are closed.
    #[inline(always)]
    fn holes(&self, [b, h, i]: [usize; 3], row: Row, mut closed: impl FnMut(usize)) {
        if row.solid {
            return;
        }
        let [by_batch, by_head, by_query, step] = self.strides;
        let line = b as isize * by_batch + h as isize * by_head + i as isize * by_query;
        for j in row.from..row.to {
            // SAFETY: an element of the mask.
            if !unsafe { *self.first.at(0).offset(line + j as isize * step) } {
                closed(j);
            }
        }
    }
}

impl Row {
    fn of(line: &[bool]) -> Self {
        /// What is looked through at once, without a branch.
        const PART: usize = 64;
        let any = |part: &[bool]| part.iter().fold(false, |any, x| any | x);
        let far = line.chunks(PART).take_while(|part| !any(part)).map(<[bool]>::len).sum::<usize>();
        let from = far + line[far..].iter().take_while(|x| !**x).count();
        let rest = &line[from..];
        let near = rest.rchunks(PART).take_while(|part| !any(part)).map(<[bool]>::len).sum::<usize>();
        let near = near + rest[..rest.len() - near].iter().rev().take_while(|x| !**x).count();
        let to = line.len() - near;
        Self { from, to, solid: line[from..to].iter().fold(true, |all, x| all & x) }
    }
}

/// The fold of a run, in lanes that are the same on every instruction set.
#[inline(always)]
fn folded<C: Copy>(run: &[C], none: C, f: impl Fn(C, C) -> C) -> C {
    const LANES: usize = 64;
    let mut lanes = [none; LANES];
    let parts = run.chunks_exact(LANES);
    let rest = parts.remainder();
    for part in parts {
        for (lane, x) in lanes.iter_mut().zip(part) {
            *lane = f(*lane, *x);
        }
    }
    for (lane, x) in lanes.iter_mut().zip(rest) {
        *lane = f(*lane, *x);
    }
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        for i in 0..width {
            lanes[i] = f(lanes[i], lanes[i + width]);
        }
    }
    lanes[0]
}

/// Makes weights of the scores of query `i` of a block, up to a factor, which it gives; 0 where none is open. Those of closed keys
/// become 0.
///
/// # Safety
/// The block is one of the job's, and `row` has the scores of its keys.
#[inline(always)]
pub(super) unsafe fn weigh<S: Isa, C: Compiled>(s: S, job: &Job<C>, x: &Block, i: usize, row: &mut [C]) -> C {
    let at = [x.b, x.h, x.first + i];
    let open = job.rows.row(x.b, x.h, x.first + i);
    if open.from >= open.to {
        row.fill(C::ZERO);
        return C::ZERO;
    }
    row[..open.from - x.from].fill(C::ZERO);
    row[open.to - x.from..].fill(C::ZERO);
    let row = &mut row[open.from - x.from..open.to - x.from];
    // SAFETY: a line of the bias, from the first open key on.
    unsafe {
        let (step, bias) =
            (job.bias.strides[3], job.bias.line(at).offset(open.from as isize * job.bias.strides[3]));
        match step {
            0 => row.iter_mut().for_each(|x| *x = *x * job.scale + *bias),
            1 => {
                let bias = std::slice::from_raw_parts(bias, row.len());
                row.iter_mut().zip(bias).for_each(|(x, b)| *x = *x * job.scale + *b);
            }
            _ => {
                let all = row.iter_mut().enumerate();
                all.for_each(|(j, x)| *x = *x * job.scale + *bias.offset(j as isize * step));
            }
        }
    }
    let low = -C::ONE / C::ZERO;
    job.rows.holes(at, open, |j| row[j - open.from] = low);
    let top = folded(row, low, |a, b| if a > b { a } else { b });
    // As `masked_softmax`: scores that are all infinite are not compared.
    let top = if math::is_finite(s, top) { top } else { C::ZERO };
    for x in row.iter_mut() {
        *x = math::exp(s, *x - top);
    }
    let sum = folded(row, C::ZERO, |a, b| a + b);
    if sum == C::ZERO { C::ZERO } else { C::ONE / sum }
}

/// Makes the cotangents of the scores of query `i`, scaled, of the cotangents `g` of the weights `row`, which become those by `factor`.
///
/// # Safety
/// As of [`weigh`], whose weights and factor these are.
#[inline(always)]
pub(super) unsafe fn pull<C: Compiled>(
    job: &Job<C>,
    x: &Block,
    i: usize,
    (row, factor): (&mut [C], C),
    g: &mut [C],
) {
    let at = [x.b, x.h, x.first + i];
    let open = job.rows.row(x.b, x.h, x.first + i);
    let (from, to) = if open.from < open.to { (open.from - x.from, open.to - x.from) } else { (0, 0) };
    g[..from].fill(C::ZERO);
    g[to..].fill(C::ZERO);
    job.rows.holes(at, open, |j| g[j - x.from] = C::ZERO);
    let (row, g) = (&mut row[from..to], &mut g[from..to]);
    let mean = {
        const LANES: usize = 64;
        let mut lanes = [C::ZERO; LANES];
        for (row, g) in row.chunks_mut(LANES).zip(g.chunks(LANES)) {
            for ((lane, p), g) in lanes.iter_mut().zip(row).zip(g) {
                *p = *p * factor;
                *lane = *lane + *p * *g;
            }
        }
        folded(&lanes, C::ZERO, |a, b| a + b)
    };
    for (g, p) in g.iter_mut().zip(row) {
        *g = *p * (*g - mean) * job.scale;
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn rows_are_found() {
        for (text, from, to, solid) in [
            ("", 0, 0, true),
            ("....", 4, 4, true),
            ("xx..", 0, 2, true),
            (".x.x", 1, 4, false),
            ("...x", 3, 4, true),
        ] {
            for pad in [0, 63, 64, 200] {
                let line: Vec<bool> = (0..pad).map(|_| '.').chain(text.chars()).map(|c| c == 'x').collect();
                let found = Row::of(&line);
                assert_eq!(found, Row { from: pad + from, to: pad + to, solid }, "{text} behind {pad}");
                let line: Vec<bool> = text.chars().chain((0..pad).map(|_| '.')).map(|c| c == 'x').collect();
                let found = Row::of(&line);
                if found.from < found.to {
                    assert_eq!(found, Row { from, to, solid }, "{text} before {pad}");
                } else {
                    assert!(!text.contains('x'));
                }
            }
        }
    }
}
