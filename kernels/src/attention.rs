//! Attention by blocks of queries. The weights of a block are made, used and forgotten, so memory grows with the lengths and not with
//! their product. Reverse makes them again.
//!
//! Keys that a mask closes for all queries of a block are not multiplied. `rows` finds them, and makes weights of scores. `tile` has
//! the products, whose lanes are neighbours in memory. Keys and values are transposed once for that.
//! The order of each sum depends on shapes, the mask and the instruction set, and on no number of threads.

#![allow(unsafe_code)]

mod back;
mod rows;
mod tile;

use std::ops::Range;

use crate::element::{DType, Float};
use crate::gemm::{Direct, raw};
use crate::isa::Isa;
use crate::linalg::vector::{Registers, Vector};
use crate::real::Arith;
use crate::strided::{Shared, View, dense, offsets, product, same, split};
use rows::Rows;

/// Queries of a block.
const BLOCK: usize = 48;
/// Of fewer queries than this, transposing the keys would be most of the work.
const FEW: usize = 8;

/// What attention reads. All have four axes; `mask` and `bias` have those of the scores.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a, T> {
    /// `[B, H, L, E]`.
    pub q: View<'a, T>,
    /// `[B, G, S, E]`: `H / G` heads of queries share a head of keys.
    pub k: View<'a, T>,
    /// `[B, G, S, D]`.
    pub v: View<'a, T>,
    /// `[B, H, L, S]`: the keys that are open to a query.
    pub mask: View<'a, bool>,
    /// `[B, H, L, S]`: what is added to the scores.
    pub bias: View<'a, T>,
    /// The factor of `q kᵀ`.
    pub scale: f64,
}

/// Lengths of the axes.
#[derive(Clone, Copy)]
struct Lengths {
    batch: usize,
    heads: usize,
    groups: usize,
    queries: usize,
    keys: usize,
    wide: usize,
    deep: usize,
}

impl Lengths {
    fn of<T: Float>(x: &Operands<'_, T>) -> Self {
        let (&[batch, heads, queries, wide], &[groups, keys, deep]) = (x.q.shape(), &x.v.shape()[1..]) else {
            panic!("four axes each");
        };
        assert!(x.k.shape() == [batch, groups, keys, wide] && x.v.shape()[0] == batch);
        assert!(x.mask.shape() == [batch, heads, queries, keys] && x.bias.shape() == x.mask.shape());
        assert!(heads == 0 || groups > 0 && heads.is_multiple_of(groups));
        Self { batch, heads, groups, queries, keys, wide, deep }
    }

    fn shared(&self) -> usize {
        self.heads / self.groups
    }

    fn blocks(&self) -> usize {
        self.queries.div_ceil(BLOCK)
    }

    /// What `split` takes for elements.
    fn work(&self) -> usize {
        product(&[self.batch, self.heads, self.queries, self.keys, self.wide.saturating_add(self.deep)]) / 8
    }
}

/// A tensor of four axes in the type that is computed in.
struct Lines<C> {
    first: Shared<C>,
    strides: [isize; 4],
    /// The elements, where they had to be copied.
    _own: Vec<C>,
}

impl<C: Float> Lines<C> {
    /// With `whole`, the last axis is dense.
    fn new<T: Float>(x: View<'_, T>, whole: bool) -> Self {
        let mut strides = [0; 4];
        strides.copy_from_slice(x.strides());
        if T::DTYPE == C::DTYPE && (!whole || strides[3] == 1) {
            return Self { first: Shared(x.ptr().cast::<C>().cast_mut()), strides, _own: Vec::new() };
        }
        // What is repeated stays so.
        let mut dims = [1; 4];
        for (d, n) in dims.iter_mut().enumerate() {
            if strides[d] != 0 || (whole && d == 3) || x.shape()[d] == 0 {
                *n = x.shape()[d];
            }
        }
        // SAFETY: offsets of elements of the view.
        let widened = |at: isize| same::<T::Compute, C>(unsafe { *x.ptr().offset(at) }.widen());
        let mut own: Vec<C> = offsets(&dims, &strides).into_iter().map(widened).collect();
        let steps = dense(&dims);
        for (d, step) in strides.iter_mut().enumerate() {
            if dims[d] > 1 || (whole && d == 3) {
                *step = steps[d];
            }
        }
        Self { first: Shared(own.as_mut_ptr()), strides, _own: own }
    }

    /// Element 0 of line `i`.
    ///
    /// # Safety
    /// There is such a line.
    #[inline(always)]
    unsafe fn line(&self, [b, h, i]: [usize; 3]) -> *const C {
        let at = b as isize * self.strides[0] + h as isize * self.strides[1] + i as isize * self.strides[2];
        // SAFETY: the caller's promise.
        unsafe { self.first.at(0).offset(at) }
    }
}

/// The operands of a call.
struct Job<C> {
    len: Lengths,
    q: Lines<C>,
    k: Lines<C>,
    v: Lines<C>,
    /// `[B, G, E, S]`; empty for a few queries.
    keys: Vec<C>,
    rows: Rows,
    bias: Lines<C>,
    scale: C,
}

/// One block of queries: of which batch, head and head of keys, which queries, and the keys that are open to any.
#[derive(Clone, Copy)]
struct Block {
    b: usize,
    h: usize,
    g: usize,
    first: usize,
    count: usize,
    from: usize,
    to: usize,
}

impl Block {
    fn width(&self) -> usize {
        self.to - self.from
    }
}

impl<C: Compiled> Job<C> {
    fn new<T: Float>(x: &Operands<'_, T>, len: Lengths) -> Self {
        let k = Lines::<C>::new(x.k, true);
        let keys = if len.queries < FEW { Vec::new() } else { transposed(&k, len, len.wide) };
        Self {
            len,
            q: Lines::new(x.q, true),
            k,
            v: Lines::new(x.v, true),
            keys,
            rows: Rows::new(x.mask),
            bias: Lines::new(x.bias, false),
            scale: C::from_f64(x.scale),
        }
    }

    fn block(&self, b: usize, h: usize, number: usize) -> Block {
        let first = number * BLOCK;
        let count = BLOCK.min(self.len.queries - first);
        let (from, to) = self.rows.open(b, h, first..first + count);
        Block { b, h, g: h / self.len.shared(), first, count, from, to }
    }

    /// `q kᵀ` of a block, in lines of its width.
    ///
    /// # Safety
    /// `to` has room for them.
    #[inline(always)]
    unsafe fn scores<V: Vector<Scalar = C>>(&self, to: *mut C, x: &Block) {
        let (Lengths { keys, wide, groups, .. }, w) = (self.len, x.width());
        // SAFETY: lines of the operands, and as many elements of each as it has.
        unsafe {
            let a = (self.q.line([x.b, x.h, x.first]), [self.q.strides[2], 1]);
            if !self.keys.is_empty() {
                let at = (x.b * groups + x.g) * keys * wide + x.from;
                let b = (self.keys.as_ptr().add(at), keys as isize);
                tile::product::<V>([x.count, w, wide], (to, w as isize), a, b, false);
            } else if wide > 0 {
                let b = (self.k.line([x.b, x.g, x.from]), [1, self.k.strides[2]]);
                raw([x.count, w, wide], (to, [w as isize, 1]), a, b, false, gemm_common::Parallelism::None);
            } else {
                std::slice::from_raw_parts_mut(to, x.count * w).fill(C::ZERO);
            }
        }
    }
}

/// The last two axes of `[B, G, S, n]` exchanged.
fn transposed<C: Float>(x: &Lines<C>, len: Lengths, n: usize) -> Vec<C> {
    /// Lines of both sides that are in the nearest cache together.
    const SIDE: usize = 16;
    let (keys, count) = (len.keys, len.batch * len.groups);
    let mut all = vec![C::from_f64(0.0); count * keys * n];
    let to = Shared(all.as_mut_ptr());
    split(count, count * keys * n, |range| {
        let mut near = [[C::from_f64(0.0); SIDE]; SIDE];
        for i in range {
            for first in (0..keys).step_by(SIDE) {
                let lines = SIDE.min(keys - first);
                for at in (0..n).step_by(SIDE) {
                    let wide = SIDE.min(n - at);
                    // SAFETY: elements of both; matrix `i` is written here alone.
                    unsafe {
                        for (j, near) in near.iter_mut().enumerate().take(lines) {
                            let from = x.line([i / len.groups, i % len.groups, first + j]).add(at);
                            near.as_mut_ptr().copy_from_nonoverlapping(from, wide);
                        }
                        (0..wide).for_each(|e| {
                            let line: [C; SIDE] = std::array::from_fn(|j| near[j][e]);
                            let to = to.at((i * n + at + e) * keys + first);
                            to.copy_from_nonoverlapping(line.as_ptr(), lines);
                        });
                    }
                }
            }
        }
    });
    all
}

/// The types whose blocks are compiled here, with this crate's level of optimisation.
trait Compiled: Direct + Registers {
    /// `out`, `[B, H, L, D]`.
    fn attend(job: &Job<Self>, out: &mut [Self]);
    /// `out`, the cotangents of `q`, `k` and `v`, one behind the other.
    fn back(job: &back::Back<Self>, out: &mut [Self]);
}

macro_rules! compiled {
    ($($T:ident)*) => {$(
        impl Compiled for $T {
            fn attend(job: &Job<$T>, out: &mut [$T]) {
                forward(job, out);
            }
            fn back(job: &back::Back<$T>, out: &mut [$T]) {
                back::run(job, out);
            }
        }
    )*};
}
compiled! { f32 f64 }

/// Compiles a loop over jobs for each instruction set, with its registers and its token, and chooses at run time.
macro_rules! over_jobs {
    ($name:ident($job:ty) = $body:ident) => {
        /// # Safety
        /// `out` has room for what the jobs write, and no two threads have one job.
        unsafe fn $name<C: Compiled>(job: &$job, out: Shared<C>, range: Range<usize>) {
            #[cfg(target_arch = "x86_64")]
            {
                use crate::isa::{Avx2, Avx512, Level, compiled_for};
                compiled_for! { avx2
                    unsafe fn middle<C: Compiled>(job: &$job, out: Shared<C>, range: Range<usize>) {
                        // SAFETY: passed on to the caller.
                        unsafe { $body::<C::Middle, _>(Avx2, job, out, range) }
                    }
                }
                compiled_for! { avx512
                    unsafe fn wide<C: Compiled>(job: &$job, out: Shared<C>, range: Range<usize>) {
                        // SAFETY: passed on to the caller.
                        unsafe { $body::<C::Wide, _>(Avx512, job, out, range) }
                    }
                }
                match Level::current() {
                    // SAFETY: the machine was found to have it; the rest is passed on to the caller.
                    Level::Avx512 => return unsafe { wide(job, out, range) },
                    // SAFETY: as above.
                    Level::Avx2 => return unsafe { middle(job, out, range) },
                    Level::Baseline => {}
                }
            }
            // SAFETY: passed on to the caller.
            unsafe { $body::<C::Narrow, _>(crate::isa::Baseline, job, out, range) }
        }
    };
}
use over_jobs;

/// `softmax(scale q kᵀ + bias) v` over the keys that are open; a query without such a key gives 0. `out` is dense.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn attend<T: Float>(out: &mut [T], x: &Operands<'_, T>) {
    let len = Lengths::of(x);
    assert_eq!(out.len(), product(&[len.batch, len.heads, len.queries, len.deep]));
    if out.is_empty() || len.keys == 0 {
        return out.fill(T::from_f64(0.0));
    }
    match T::DTYPE {
        DType::F64 => computed::<T, f64>(out, |out| f64::attend(&Job::new(x, len), out)),
        _ => computed::<T, f32>(out, |out| f32::attend(&Job::new(x, len), out)),
    }
}

/// The cotangents of `q`, `k` and `v`, dense and one behind the other, for the cotangent `t` of [`attend`], `[B, H, L, D]`.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn cotangents<T: Float>(out: &mut [T], x: &Operands<'_, T>, t: View<'_, T>) {
    let len = Lengths::of(x);
    assert!(t.shape() == [len.batch, len.heads, len.queries, len.deep]);
    assert_eq!(out.len(), x.q.numel().saturating_add(x.k.numel()).saturating_add(x.v.numel()));
    if out.is_empty() || x.mask.numel() == 0 {
        return out.fill(T::from_f64(0.0));
    }
    match T::DTYPE {
        DType::F64 => computed::<T, f64>(out, |out| f64::back(&back::Back::new(Job::new(x, len), t), out)),
        _ => computed::<T, f32>(out, |out| f32::back(&back::Back::new(Job::new(x, len), t), out)),
    }
}

/// `fill` of `out` in the type that it is computed in.
fn computed<T: Float, C: Float>(out: &mut [T], fill: impl FnOnce(&mut [C])) {
    if T::DTYPE == C::DTYPE {
        // SAFETY: one type under two names.
        return fill(unsafe { std::slice::from_raw_parts_mut(out.as_mut_ptr().cast(), out.len()) });
    }
    let mut wide = vec![C::from_f64(0.0); out.len()];
    fill(&mut wide);
    for (to, x) in out.iter_mut().zip(wide) {
        *to = T::narrow(same(x));
    }
}

fn forward<C: Compiled>(job: &Job<C>, out: &mut [C]) {
    over_jobs! { run(Job<C>) = blocks }
    let to = Shared(out.as_mut_ptr());
    // SAFETY: a job for each block, which is a part of `out` of its own.
    split(job.len.batch * job.len.heads * job.len.blocks(), job.len.work(), |range| unsafe {
        run(job, to, range);
    });
}

/// The first `n` elements, whatever they are.
fn room<C: Float>(all: &mut Vec<C>, n: usize) -> &mut [C] {
    all.resize(n.max(all.len()), C::from_f64(0.0));
    &mut all[..n]
}

/// # Safety
/// As of what `over_jobs` makes.
#[inline(always)]
unsafe fn blocks<V: Vector<Scalar: Compiled>, S: Isa>(
    s: S,
    job: &Job<V::Scalar>,
    out: Shared<V::Scalar>,
    range: Range<usize>,
) {
    let Lengths { heads, queries, deep, .. } = job.len;
    let mut weights = Vec::new();
    for number in range {
        let (head, block) = (number / job.len.blocks(), number % job.len.blocks());
        let x = job.block(head / heads, head % heads, block);
        let w = x.width();
        let weights = room(&mut weights, x.count * w);
        // SAFETY: lines of the operands and of the result.
        unsafe {
            let to = out.at((head * queries + x.first) * deep);
            if w == 0 {
                std::slice::from_raw_parts_mut(to, x.count * deep).fill(V::Scalar::ZERO);
                continue;
            }
            job.scores::<V>(weights.as_mut_ptr(), &x);
            for (i, row) in weights.chunks_exact_mut(w).enumerate() {
                let factor = rows::weigh(s, job, &x, i, row);
                // Before the product, which is no larger than its values then.
                for p in row {
                    *p = *p * factor;
                }
            }
            let v = (job.v.line([x.b, x.g, x.from]), job.v.strides[2]);
            let a = (weights.as_ptr(), [w as isize, 1]);
            tile::product::<V>([x.count, deep, w], (to, deep as isize), a, v, false);
        }
    }
}
