//! Random numbers and random layouts.

use cotangent_kernels::strided::View;
use cotangent_kernels::{DType, Element};

/// A small generator; tests print the seed they began with.
pub(crate) struct Random(u64);

impl Random {
    /// Announces the seed, so that a failure can be repeated.
    pub(crate) fn new(seed: u64) -> Self {
        println!("seed {seed}");
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// In [-1, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn vec<T: Element>(&mut self, n: usize) -> Vec<T> {
        let scale = if T::DTYPE == DType::I32 { 6.0 } else { 1.0 };
        (0..n).map(|_| T::from_f64(self.unit() * scale)).collect()
    }
}

/// A tensor with some random layout: permuted, reversed, with gaps, or broadcast on the given axes.
pub(crate) struct Strided<T> {
    pub(crate) data: Vec<T>,
    pub(crate) offset: usize,
    pub(crate) shape: Vec<usize>,
    pub(crate) strides: Vec<isize>,
}

impl<T: Element> Strided<T> {
    pub(crate) fn new(r: &mut Random, shape: &[usize], broadcast: &[usize]) -> Self {
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).collect();
        for i in (1..rank).rev() {
            if r.below(2) == 0 {
                order.swap(i, r.below(i + 1));
            }
        }
        let mut strides = vec![0isize; rank];
        let (mut step, mut offset) = (1isize, 0isize);
        for &d in order.iter().rev() {
            if broadcast.contains(&d) {
                continue;
            }
            let gap = if r.below(5) == 0 { 2 } else { 1 };
            strides[d] = step * gap;
            if r.below(6) == 0 {
                offset += strides[d] * (shape[d].max(1) as isize - 1);
                strides[d] = -strides[d];
            }
            step *= gap * shape[d].max(1) as isize;
        }
        let before = r.below(3) as isize;
        let data = r.vec((step + before) as usize);
        Self { data, offset: (offset + before) as usize, shape: shape.to_vec(), strides }
    }

    pub(crate) fn view(&self) -> View<'_, T> {
        View::new(&self.data, self.offset, &self.shape, &self.strides).expect("inside the data")
    }

    /// All elements, row-major.
    pub(crate) fn elements(&self) -> Vec<T> {
        places(self.offset, &self.shape, &self.strides).into_iter().map(|at| self.data[at]).collect()
    }

    pub(crate) fn at(&self, index: &[usize]) -> T {
        self.data[self.position(index)]
    }

    pub(crate) fn set(&mut self, index: &[usize], value: T) {
        let at = self.position(index);
        self.data[at] = value;
    }

    fn position(&self, index: &[usize]) -> usize {
        let at: isize = index.iter().zip(&self.strides).map(|(&i, &s)| i as isize * s).sum();
        (self.offset as isize + at) as usize
    }
}

/// All indices of a shape, row-major.
pub(crate) fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &n in shape {
        all = all.into_iter().flat_map(|i| (0..n).map(move |j| [i.as_slice(), &[j]].concat())).collect();
    }
    all
}

/// Where the elements at all indices of a shape are, row-major.
pub(crate) fn places(offset: usize, shape: &[usize], strides: &[isize]) -> Vec<usize> {
    let mut all = vec![offset as isize];
    for (&n, &s) in shape.iter().zip(strides) {
        all = all.into_iter().flat_map(|at| (0..n as isize).map(move |i| at + i * s)).collect();
    }
    all.into_iter().map(|at| at as usize).collect()
}

/// The strides of a row-major tensor.
pub(crate) fn row_major(shape: &[usize]) -> Vec<isize> {
    (0..shape.len()).map(|d| shape[d + 1..].iter().product::<usize>() as isize).collect()
}

/// Row-major position of an index.
pub(crate) fn flat(shape: &[usize], index: &[usize]) -> usize {
    shape.iter().zip(index).fold(0, |at, (&n, &i)| at * n + i)
}
