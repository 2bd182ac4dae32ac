//! Attention by kernels that walk along keys in tiles and keep no weights: the result, and the cotangents of queries, keys and values.
//!
//! Reverse is given no statistics of rows, so a first kernel makes them: two numbers that make weights of scores, and the mean of the
//! weights' cotangents. Then rows of queries are summed over keys, and rows of keys over queries. Nothing is added atomically, so
//! results are the same each time. Where rows of queries are few and keys many, blocks of threads share the keys of a row, and another
//! kernel joins what they have.

use cotangent_kernels::DType;
use cotangent_kernels::source::ATTENTION_CUDA;

use super::context::Context;
use super::precision::{self, Precision};
use crate::device::backend::{Call, Place};
use crate::device::opaque::Opaque;
use crate::device::texts::body::Bindings;
use crate::device::texts::elements::stored;
use crate::device::texts::spare::{Spare, real};
use crate::error::Result;

mod tile;

use tile::{Sizes, Task, Tile, parts};

/// Elements of a head at most: queries and results are held by threads.
const WIDEST: usize = 256;
/// Neighbours of a square of the mask that is summed up.
const SIDE: usize = 64;
/// Warps of a block where each has a task of its own.
const WARPS: usize = 4;

/// Of kernels whose warps have no tiles.
const ALONE: Tile = Tile { blocks: 1, warps: WARPS, columns: 16, stages: 1, bytes: 16 };

/// A call, and how many of what it has.
struct Job<'a> {
    context: &'a Context,
    q: Place,
    k: Place,
    v: Place,
    mask: Place,
    bias: Place,
    /// Of the result, in reverse.
    t: Option<Place>,
    out: Place,
    scale: f64,
    batch: usize,
    heads: usize,
    groups: usize,
    queries: usize,
    keys: usize,
    sizes: Sizes,
    /// What is known of squares of the mask, where it differs within a head.
    flags: Option<Flags<'a>>,
}

struct Flags<'a> {
    made: Spare<'a>,
    /// Of the four axes of scores, 1 where the mask repeats.
    squares: [usize; 4],
    lens: [usize; 4],
}

/// Runs a call that is attention of heads that are not too wide.
pub(super) fn run(context: &Context, call: &Call<'_>) -> Result<bool> {
    let (Opaque::Attend { scale } | Opaque::AttendCotangents { scale }) = call.op else { return Ok(false) };
    let Some(job) = Job::new(context, call, scale)? else { return Ok(false) };
    let Some(tiles) =
        job.tasks().iter().map(|task| Some((*task, job.tile(*task)?))).collect::<Option<Vec<_>>>()
    else {
        return Ok(false);
    };
    job.sum_up()?;
    let said = job.t.map(|_| Spare::new(context, &[3 * job.rows()], real(job.q.dtype))).transpose()?;
    tiles.iter().try_for_each(|(task, tile)| job.launch(*task, tile, said.as_ref()))?;
    Ok(true)
}

impl<'a> Job<'a> {
    /// None for what these kernels do not do.
    fn new(context: &'a Context, call: &Call<'_>, scale: f64) -> Result<Option<Self>> {
        let [q, k, v, mask, bias] = [0, 1, 2, 3, 4].map(|i| call.ins[i]);
        let t = call.ins.get(5).copied();
        let (&[batch, heads, queries, wide], &[groups, keys, deep]) =
            (&q.layout.shape[..], &v.layout.shape[1..])
        else {
            return Ok(None);
        };
        let fits = |n: usize| (1..=WIDEST).contains(&n);
        // Kernels count to the end of the last tile, and of 32 that are looked at together.
        let counts = |n: usize| i32::try_from(n.saturating_add(1 << 16)).is_ok();
        let is_old = context.driver.capability.0 < 8;
        if is_old
            || heads == 0
            || !fits(wide)
            || !fits(deep)
            || ![queries, keys, batch * heads].into_iter().all(counts)
        {
            return Ok(None);
        }
        let rounds = q.dtype == DType::F32 && precision::precision() == Precision::Tf32;
        let bytes = stored(q.dtype, context.narrows);
        let sizes = Sizes { dtype: q.dtype, bytes, wide, deep, rounds };
        let strides = mask.layout.strides();
        let flags = if strides[2] != 0 || strides[3] != 0 {
            let lens = [0, 1, 2, 3].map(|d| if strides[d] == 0 { 1 } else { mask.layout.shape[d] });
            let squares = [lens[0], lens[1], lens[2].div_ceil(SIDE), lens[3].div_ceil(SIDE)];
            Some(Flags { made: Spare::new(context, &squares, DType::I32)?, squares, lens })
        } else {
            None
        };
        let out = call.outs[0];
        Ok(Some(Self {
            context,
            q,
            k,
            v,
            mask,
            bias,
            t,
            out,
            scale,
            batch,
            heads,
            groups,
            queries,
            keys,
            sizes,
            flags,
        }))
    }

    fn tasks(&self) -> &'static [Task] {
        match self.t {
            None => &[Task::Result],
            // Sums for both are more than threads hold.
            Some(_) if self.sizes.width() > 128 => &[Task::Says, Task::Queries, Task::Keys, Task::Values],
            Some(_) => &[Task::Says, Task::Queries, Task::KeysAndValues],
        }
    }

    /// Queries of all heads.
    fn rows(&self) -> usize {
        self.batch * self.heads * self.queries
    }

    /// The tile of a kernel, if the GPU has memory for one.
    fn tile(&self, task: Task) -> Option<Tile> {
        let rows = if task.is_by_keys() { self.keys } else { self.queries };
        self.sizes.tile(task, rows, self.context.driver.shared)
    }

    /// Whether lines of an operand are copied by 16 bytes.
    fn is_near(&self, x: &Place) -> bool {
        let (each, layout) = (16 / self.sizes.bytes, &x.layout);
        let steps =
            (0..3).all(|d| layout.shape[d] <= 1 || layout.strides[d].unsigned_abs().is_multiple_of(each));
        let is_dense = layout.strides[3] == 1 || layout.shape[3] == 1 && each == 1;
        is_dense && steps && layout.offset.is_multiple_of(each) && layout.shape[3].is_multiple_of(each)
    }

    /// What all kernels are given: lengths, and the operands as offset and strides.
    fn words(&self, rows: usize, [to, to_values]: [usize; 2], [parts, each]: [usize; 2]) -> Vec<u64> {
        let Sizes { wide, deep, .. } = self.sizes;
        let shared = self.heads / self.groups.max(1);
        let lens = [self.heads, shared, self.queries, self.keys, wide, deep, rows];
        let mut words: Vec<u64> = lens.map(|n| n as u64).to_vec();
        words.push(self.scale.to_bits());
        words.extend([to, to_values, self.rows(), parts, each].map(|n| n as u64));
        let t = self.t.as_ref().unwrap_or(&self.q);
        for x in [&self.q, &self.k, &self.v, t, &self.mask, &self.bias] {
            words.push(x.layout.offset as u64);
            words.extend(x.layout.strides[..4].iter().map(|s| *s as u64));
        }
        words.push(0);
        for d in 0..4 {
            let step = self.flags.as_ref().map_or(0, |flags| match flags.lens[d] {
                1 => 0,
                _ => flags.squares[d + 1..].iter().product(),
            });
            words.push(step as u64);
        }
        words
    }

    /// What is known of squares of the mask.
    fn sum_up(&self) -> Result<()> {
        let Some(Flags { squares, lens, .. }) = &self.flags else { return Ok(()) };
        let count: usize = squares.iter().product();
        let mut words = self.words(0, [0, 0], [1, 0]);
        for (word, n) in
            words[1..].iter_mut().zip([count, squares[1], squares[2], squares[3], lens[2], lens[3]])
        {
            *word = n as u64;
        }
        self.given(Task::Squares, &ALONE, [None, None], words, count.div_ceil(WARPS))
    }

    fn launch(&self, task: Task, tile: &Tile, said: Option<&Spare<'_>>) -> Result<()> {
        let heads = if task.is_by_keys() { self.groups } else { self.heads };
        let rows = if task.is_by_keys() { self.keys } else { self.queries };
        let tiles = rows.div_ceil(tile.rows());
        let [of_q, of_k] = [&self.q, &self.k].map(|x| x.layout.shape.numel());
        let (to, behind) = (self.out.layout.offset, if task.is_by_keys() { of_q } else { 0 });
        let to = [to + behind, to + of_q + of_k];
        let groups = tiles * heads * self.batch;
        let Some((joined, parts, each)) = self.split(task) else {
            return self.given(task, tile, [said, None], self.words(tiles, to, [1, 0]), groups);
        };
        let wide = match task {
            Task::Result => self.sizes.deep,
            Task::Says => 1,
            _ => self.sizes.wide,
        };
        let made = Spare::new(self.context, &[parts, self.rows(), wide + 2], real(self.q.dtype))?;
        let words = self.words(tiles, to, [parts, each / tile.columns]);
        self.given(task, tile, [said, Some(&made)], words.clone(), groups * parts)?;
        self.given(joined, &ALONE, [said, Some(&made)], words, self.rows().div_ceil(WARPS))
    }

    /// What joins parts of the keys, how many there are, and keys of each.
    fn split(&self, task: Task) -> Option<(Task, usize, usize)> {
        let joined = task.joined()?;
        // Those of a card with any memory.
        let rows = self.sizes.tile(task, self.queries, usize::MAX)?.rows();
        let (parts, each) = parts(self.queries.div_ceil(rows) * self.heads * self.batch, self.keys)?;
        Some((joined, parts, each))
    }

    /// Launches a kernel, with what is known of rows, and of parts of the keys.
    fn given(
        &self,
        task: Task,
        tile: &Tile,
        [said, made]: [Option<&Spare<'_>>; 2],
        words: Vec<u64>,
        groups: usize,
    ) -> Result<()> {
        if groups == 0 {
            return Ok(());
        }
        let mut bindings = Bindings::default();
        let t = self.t.as_ref().unwrap_or(&self.q);
        let read = [&self.q, &self.k, &self.v, &self.mask, &self.bias, t].map(|x| (x, false));
        let flags = self.flags.as_ref().map_or(&self.mask, |flags| &flags.made.place);
        let [rows, parts] = [said, made].map(|spare| spare.map_or(&self.q, |spare| &spare.place));
        let is_part = made.is_some() && task.joined().is_some();
        let others = [
            (&self.out, !is_part && !matches!(task, Task::Says | Task::JoinedSays | Task::Squares)),
            (flags, matches!(task, Task::Squares)),
            (rows, !is_part && matches!(task, Task::Says | Task::JoinedSays)),
            (parts, is_part),
        ];
        let at: Vec<usize> = read
            .into_iter()
            .chain(others)
            .map(|(x, written)| bindings.bind(x.block, x.dtype, written))
            .collect();
        let near = [&self.q, &self.k, &self.v, t].map(|x| self.is_near(x));
        let near = near.iter().rev().fold(0, |bits, near| 2 * bits + usize::from(*near));
        let strides = self.bias.layout.strides();
        let numbers = [
            ("CT_E", self.sizes.wide.next_multiple_of(16)),
            ("CT_D", self.sizes.deep.next_multiple_of(16)),
            ("CT_BLOCKS", tile.blocks),
            ("CT_WARPS", tile.warps),
            ("CT_COLS", tile.columns),
            ("CT_STAGES", tile.stages),
            ("CT_MASKED", usize::from(self.flags.is_some())),
            ("CT_BIASED", usize::from(strides[2] != 0 || strides[3] != 0)),
            ("CT_NEAR", near),
            ("CT_ROUNDS", usize::from(self.sizes.rounds)),
            ("CT_SPLIT", usize::from(is_part)),
            ("CT_BYTES", tile.bytes),
            ("CT_WORDS", words.len()),
            ("CT_BUFFERS", bindings.len()),
        ];
        let names = ["Q", "K", "V", "MASK", "BIAS", "T", "OUT", "FLAGS", "ROWS_SAID", "OF_PARTS"];
        let kind = self.sizes.kind(self.context.narrows);
        // Where memory has room for two blocks of threads, they may have all registers: the compiler spills some for a third else.
        let least = match tile.together(self.context.driver.shared) {
            room @ 1..=2 => format!(", {room}"),
            _ => String::new(),
        };
        let mut key = vec![task as u64, kind as u64];
        key.extend(numbers.iter().map(|(_, n)| *n as u64).chain(at.iter().map(|n| *n as u64)));
        let text = || {
            let (element, computed) = match kind {
                DType::F16 => ("ct_f16", "float"),
                DType::Bf16 => ("ct_bf16", "float"),
                DType::F64 => ("double", "double"),
                _ => ("float", "float"),
            };
            let places = names.iter().zip(&at).map(|(name, at)| format!("const int CT_{name} = {at};\n"));
            let numbers = numbers.iter().map(|(name, n)| format!("const int {name} = {n};\n"));
            let constants: String = numbers.chain(places).collect();
            format!(
                "typedef {element} ct_element;\ntypedef {computed} ct_real;\n{constants}{ATTENTION_CUDA}\
                 extern \"C\" __global__ void __launch_bounds__({}{}) ct_main(const __grid_constant__ ct_given given) {{\n    \
                 CT_TILES_OF(tiles);\n    {};\n}}\n",
                tile.threads(),
                least,
                task.call(),
            )
        };
        let shape = (tile.threads(), tile.bytes);
        let kernel = self.context.kernels.own(self.context.driver, &key, shape, &text)?;
        self.context.record(&mut self.context.state(), (kernel, words), &bindings, groups, None)
    }
}
