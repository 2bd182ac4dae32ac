//! Random layouts, the kernel under test and the naive loop.

use cotangent_kernels::driver::launch_at;
use cotangent_kernels::isa::{Isa, Level};
use cotangent_kernels::kernel::{Combine, In, Kernel, List, Out};
use cotangent_kernels::{Compute, DType, Element};

/// splitmix64.
pub(crate) struct Rng(pub u64);

impl Rng {
    /// From `COTANGENT_SEED`, else from the clock; printed, so that a failure can be repeated.
    pub(crate) fn new() -> Self {
        let seed = std::env::var("COTANGENT_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or_else(|| {
            std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(1, |d| d.as_nanos() as u64)
        });
        println!("COTANGENT_SEED={seed}");
        Self(seed)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 33) as usize % n
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

const SIZES: [usize; 14] = [1, 1, 2, 3, 4, 5, 7, 16, 17, 31, 33, 64, 255, 257];

/// Up to five axes, `most` points.
pub(crate) fn shape(rng: &mut Rng, most: usize) -> Vec<usize> {
    let rank = rng.below(6);
    let mut shape: Vec<usize> = (0..rank).map(|_| SIZES[rng.below(SIZES.len())]).collect();
    while shape.iter().product::<usize>() > most {
        let axis = rng.below(rank);
        shape[axis] = shape[axis].div_ceil(2);
    }
    shape
}

/// Arithmetic of the test kernel.
pub(crate) trait Calc: Compute + PartialOrd {
    fn add(self, b: Self) -> Self;
    fn mul(self, b: Self) -> Self;
    const ONE: Self;
    const MINUS: Self;
}
macro_rules! calc {
    ($($T:ty, $one:expr, $minus:expr, |$a:ident, $b:ident| $add:expr, $mul:expr;)*) => {$(
        impl Calc for $T {
            #[inline(always)]
            fn add(self, $b: Self) -> Self { let $a = self; $add }
            #[inline(always)]
            fn mul(self, $b: Self) -> Self { let $a = self; $mul }
            const ONE: Self = $one;
            const MINUS: Self = $minus;
        }
    )*};
}
calc! {
    f32, 1.0, -1.0, |a, b| a + b, a * b;
    f64, 1.0, -1.0, |a, b| a + b, a * b;
    i32, 1, -1, |a, b| a.wrapping_add(b), a.wrapping_mul(b);
    bool, true, false, |a, b| a | b, a & b;
}

/// Outputs: `a b + a` stored; `a b`, `a + b`, the sign of `a b`, `a + b` to be reduced; `a` to be picked.
pub(crate) struct Mix<T>(pub std::marker::PhantomData<T>);

pub(crate) const OUTS: usize = 6;

pub(crate) fn values<C: Calc>(a: C, b: C) -> [C; OUTS] {
    let (p, s) = (a.mul(b), a.add(b));
    let sign = if p > C::default() { C::ONE } else { C::MINUS };
    [p.add(a), p, s, sign, s, a]
}

impl<T: Element<Compute: Calc>> Kernel for Mix<T> {
    type Ins = (T, (T, ()));
    type Outs = (T, (T, (T, (T, (T, (T, ()))))));
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (a, (b, ())): <Self::Ins as List>::Tiles<'_>,
        (o0, (o1, (o2, (o3, (o4, (o5, ())))))): <Self::Outs as List>::TilesMut<'_>,
    ) {
        assert!(n.is_multiple_of(cotangent_kernels::kernel::LANES));
        for i in 0..n {
            [o0[i], o1[i], o2[i], o3[i], o4[i], o5[i]] = values(a[i], b[i]);
        }
    }
}

/// A buffer and where the points of an iteration space lie in it.
#[derive(Clone)]
pub(crate) struct Layout<T> {
    pub data: Vec<T>,
    pub origin: isize,
    pub strides: Vec<isize>,
}

impl<T: Element> Layout<T> {
    /// Axes in `still` get stride 0; the others any order, gaps and directions.
    pub(crate) fn new(rng: &mut Rng, shape: &[usize], still: &[bool], tidy: bool) -> Self {
        let mut order: Vec<usize> = (0..shape.len()).rev().collect();
        if !tidy {
            for i in 1..order.len() {
                order.swap(i, rng.below(i + 1));
            }
        }
        let (mut strides, mut origin) = (vec![0; shape.len()], 0);
        let mut extent = if tidy || rng.chance(60) { 1 } else { 1 + rng.below(3) };
        for axis in order {
            if still[axis] {
                continue;
            }
            let n = shape[axis].max(1);
            strides[axis] = extent as isize;
            if !tidy && rng.chance(25) {
                origin += extent as isize * (n as isize - 1);
                strides[axis] = -strides[axis];
            }
            extent *= n + if !tidy && rng.chance(20) { rng.below(3) } else { 0 };
        }
        let data = (0..=extent).map(|_| T::from_f64(rng.below(5) as f64 - 2.0)).collect();
        Self { data, origin, strides }
    }

    pub(crate) fn at(&self, index: &[usize]) -> usize {
        let offset: isize = index.iter().zip(&self.strides).map(|(&i, &s)| i as isize * s).sum();
        (self.origin + offset) as usize
    }

    pub(crate) fn input(&self, aliased: bool) -> In<'_> {
        In { ptr: self.data.as_ptr().wrapping_offset(self.origin).cast(), strides: &self.strides, aliased }
    }
}

/// Calls `visit` for every index of `shape`.
pub(crate) fn points(shape: &[usize], mut visit: impl FnMut(&[usize])) {
    let mut index = vec![0; shape.len()];
    for mut i in 0..shape.iter().product() {
        for axis in (0..shape.len()).rev() {
            index[axis] = i % shape[axis];
            i /= shape[axis];
        }
        visit(&index);
    }
}

fn start<T: Element>(combine: Combine) -> f64 {
    match combine {
        Combine::Max if T::DTYPE == DType::Bool => 0.0,
        Combine::Prod => 1.0,
        Combine::Max => f64::NEG_INFINITY,
        Combine::Min => f64::INFINITY,
        _ => 0.0,
    }
}

/// One launch of [`Mix`] and what it must give.
pub(crate) struct Case<T> {
    pub shape: Vec<usize>,
    pub ins: Vec<Layout<T>>,
    pub outs: Vec<(Layout<T>, Combine, f64)>,
}

impl<T: Element<Compute: Calc>> Case<T> {
    pub(crate) fn new(rng: &mut Rng, shape: &[usize], tidy: bool) -> Self {
        let rank = shape.len();
        let mut still = |percent: usize| -> Vec<bool> { (0..rank).map(|_| rng.chance(percent)).collect() };
        let (a, b) = (still(25), still(25));
        let none = vec![false; rank];
        let reduced = [still(50), still(50), still(50), still(50)];
        let ins = vec![Layout::new(rng, shape, &a, tidy), Layout::new(rng, shape, &b, tidy)];
        let factor = if matches!(T::DTYPE.size(), 1) || T::DTYPE.name() == "i32" { 1.0 } else { 0.5 };
        let scale = if rng.chance(50) { factor } else { 1.0 };
        let sums = [(Combine::Sum, scale), (Combine::Max, 1.0), (Combine::Prod, 1.0), (Combine::Min, 1.0)];
        let mut outs = vec![(Layout::new(rng, shape, &none, tidy), Combine::Store, 1.0)];
        for (still, (combine, scale)) in reduced.iter().zip(sums) {
            outs.push((Layout::new(rng, shape, still, tidy), combine, scale));
        }
        outs.push((Layout::new(rng, shape, &a, tidy), Combine::Pick, 1.0));
        Self { shape: shape.to_vec(), ins, outs }
    }

    /// What memory must be afterwards, gaps included.
    pub(crate) fn expected(&self) -> Vec<Vec<T>> {
        let mut all: Vec<Vec<f64>> = Vec::new();
        let mut hit: Vec<Vec<bool>> = Vec::new();
        for (layout, combine, _) in &self.outs {
            all.push(vec![start::<T>(*combine); layout.data.len()]);
            hit.push(vec![false; layout.data.len()]);
            // Elements that exist although nothing is folded into them.
            let kept: Vec<usize> =
                self.shape.iter().zip(&layout.strides).map(|(&n, &s)| if s == 0 { 1 } else { n }).collect();
            points(&kept, |index| hit.last_mut().unwrap()[layout.at(index)] = *combine != Combine::Pick);
        }
        points(&self.shape, |index| {
            let a = self.ins[0].data[self.ins[0].at(index)].widen();
            let b = self.ins[1].data[self.ins[1].at(index)].widen();
            for (i, v) in values(a, b).into_iter().enumerate() {
                let (layout, combine, _) = &self.outs[i];
                let at = layout.at(index);
                let (slot, v) = (&mut all[i][at], v.to_f64());
                *slot = match combine {
                    Combine::Store | Combine::Pick => v,
                    Combine::Sum => *slot + v,
                    Combine::Prod => *slot * v,
                    Combine::Max => slot.max(v),
                    Combine::Min => slot.min(v),
                };
                hit[i][at] = true;
            }
        });
        let picked = &self.outs[OUTS - 1].0;
        if self.shape.contains(&0) && self.shape.iter().zip(&picked.strides).all(|(&n, &s)| n > 0 || s == 0) {
            // Broadcast along the empty axes, the output has elements, and they do not depend on those axes.
            let shape: Vec<usize> = self.shape.iter().map(|&n| n.max(1)).collect();
            points(&shape, |index| {
                let at = picked.at(index);
                all[OUTS - 1][at] = self.ins[0].data[self.ins[0].at(index)].to_f64();
                hit[OUTS - 1][at] = true;
            });
        }
        let finish = |i: usize, j: usize| {
            let v = all[i][j] * self.outs[i].2;
            if hit[i][j] { T::narrow(T::Compute::from_f64(v)) } else { self.outs[i].0.data[j] }
        };
        (0..OUTS).map(|i| (0..all[i].len()).map(|j| finish(i, j)).collect()).collect()
    }

    pub(crate) fn run(&self, level: Level) -> Vec<Vec<T>> {
        let mut data: Vec<Vec<T>> = self.outs.iter().map(|(layout, ..)| layout.data.clone()).collect();
        let ins: Vec<In<'_>> = self.ins.iter().map(|x| x.input(false)).collect();
        let outs: Vec<Out<'_>> = self
            .outs
            .iter()
            .zip(&mut data)
            .map(|((layout, combine, scale), data)| Out {
                ptr: data.as_mut_ptr().wrapping_offset(layout.origin).cast(),
                strides: &layout.strides,
                combine: *combine,
                scale: *scale,
            })
            .collect();
        // SAFETY: layouts hold every point of the shape; outputs are separate vectors.
        unsafe { launch_at(level, &Mix::<T>(std::marker::PhantomData), &self.shape, &ins, &outs) };
        data
    }

    pub(crate) fn check(&self, note: &str) {
        let expected = self.expected();
        for level in levels() {
            for (i, (got, want)) in self.run(level).iter().zip(&expected).enumerate() {
                let (layout, combine, scale) = &self.outs[i];
                assert!(
                    got == want,
                    "{note} {} {} shape {:?} output {i} {combine:?} strides {:?} scale {scale} inputs {:?}: {:?}",
                    T::DTYPE,
                    level.name(),
                    self.shape,
                    layout.strides,
                    self.ins.iter().map(|x| &x.strides).collect::<Vec<_>>(),
                    got.iter().zip(want).enumerate().find(|(_, (g, w))| g != w),
                );
            }
        }
    }
}

/// Those the machine has.
pub(crate) fn levels() -> impl Iterator<Item = Level> {
    [Level::Baseline, Level::Avx2, Level::Avx512].into_iter().filter(|&l| l <= Level::best())
}

macro_rules! each_type {
    ($T:ident => $body:expr) => {{
        {
            type $T = f32;
            $body
        }
        {
            type $T = f64;
            $body
        }
        {
            type $T = f16;
            $body
        }
        {
            type $T = bf16;
            $body
        }
        {
            type $T = i32;
            $body
        }
        {
            type $T = bool;
            $body
        }
    }};
}
pub(crate) use each_type;
