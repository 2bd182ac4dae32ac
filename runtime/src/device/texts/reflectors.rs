//! Reflectors that make matrices triangular, in blocks of 32: a workgroup a matrix makes those of a block, and products apply them.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::contract::Contraction;
use super::linalg::{On, flat};
use super::opaque::{ROUNDS, by_steps};
use super::scan::by_groups;
use super::spare::{Spare, real};
use crate::device::backend::Place;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};

/// Reflectors of a block; `reflect.wgsl` has room for so many.
const BLOCK: usize = 32;

/// Rows of a matrix at most that one workgroup makes triangular by itself.
const TALL: usize = 1 << 14;
/// Rows that a workgroup takes of one with more.
const PART: usize = 1 << 12;

/// Of matrices whose columns lie along memory: `count` of `n` columns of `m` rows, at least as many.
pub(super) struct Reflectors<'a> {
    count: usize,
    m: usize,
    n: usize,
    /// The columns: what the reflectors made of them, above the diagonal.
    pub(super) columns: Spare<'a>,
    /// What stands on the diagonal.
    pub(super) diagonal: Spare<'a>,
    /// Reflectors as rows, behind zeros.
    vectors: Spare<'a>,
    /// The triangles of blocks, one below the other.
    triangles: Spare<'a>,
}

impl<'a> Reflectors<'a> {
    /// Makes the matrices triangular.
    pub(super) fn new(on: &On<'a>, columns: Spare<'a>) -> Result<Self> {
        let [count, n, m] = flat(&columns.place.layout.shape);
        let spare = |dims: &[usize]| Spare::new(on.context, dims, columns.place.dtype);
        let (diagonal, vectors) = (spare(&[count, n])?, spare(&[count, n, m])?);
        let triangles = spare(&[count, n, BLOCK])?;
        let this = Self { count, m, n, columns, diagonal, vectors, triangles };
        let outs = [this.columns.place, this.vectors.place, this.triangles.place, this.diagonal.place];
        // What one column takes.
        let rounds = m / 4 + 4 * m.div_ceil(256) + 64;
        for from in (0..n).step_by(BLOCK) {
            let to = n.min(from + BLOCK);
            if m > TALL {
                this.tall(on, &outs, (from, to))?;
            } else {
                by_steps(to - from, rounds, |begin, end| {
                    let numbers = [count, m, n, from, to, from + begin, from + end].map(|n| n as u32);
                    let call = on.call(&outs[..1], &outs);
                    by_groups(on.context, &call, &[wgsl::REFLECTORS], &numbers, count)
                })?;
            }
            if to < n {
                this.apply(on, &this.columns, to, (from, to), true)?;
            }
        }
        Ok(this)
    }

    /// A block of columns that workgroups share, one after the other.
    fn tall(&self, on: &On<'_>, outs: &[Place; 4], (from, to): (usize, usize)) -> Result<()> {
        let Self { count, m, n, .. } = *self;
        // A thread adds up what parts found, so there are not too many.
        let rows = PART.max(m.div_ceil(ROUNDS));
        let parts = m.div_ceil(rows);
        let found = Spare::new(on.context, &[count, parts, 36], self.columns.place.dtype)?;
        let outs = [&outs[..], &[found.place]].concat();
        let call = on.call(&outs[..1], &outs);
        for (column, phase) in (from..to).flat_map(|column| (0..4).map(move |phase| (column, phase))) {
            let numbers = [count, m, n, from, to, column, phase, parts, rows].map(|n| n as u32);
            by_groups(on.context, &call, &[wgsl::REFLECTORS_TALL], &numbers, count * parts)?;
        }
        Ok(())
    }

    /// Rows, as long as columns are, become `Q x`. If they are `unit` vectors, reflectors leave those alone that stand before them.
    pub(super) fn turn(&self, on: &On<'_>, rows: &Spare<'_>, unit: bool) -> Result<()> {
        for from in (0..self.n).step_by(BLOCK).rev() {
            let to = self.n.min(from + BLOCK);
            self.apply(on, rows, if unit { from } else { 0 }, (from, to), false)?;
        }
        Ok(())
    }

    /// The columns of `Q`.
    pub(super) fn orthogonal<'b>(&self, on: &On<'b>) -> Result<Spare<'b>> {
        let rows = Spare::new(on.context, &[self.count, self.n, self.m], self.columns.place.dtype)?;
        unit(on, &rows)?;
        self.turn(on, &rows, true)?;
        Ok(rows)
    }

    /// Applies a block, or its transpose if `backwards`, to rows from number `first` on.
    fn apply(
        &self,
        on: &On<'_>,
        rows: &Spare<'_>,
        first: usize,
        (from, to): (usize, usize),
        backwards: bool,
    ) -> Result<()> {
        let Self { count, m, n, .. } = *self;
        let [_, all, _] = flat(&rows.place.layout.shape);
        let (width, below) = (to - from, all - first);
        let x = part(&rows.place, first * m + from, [count, below, m - from], [all * m, m, 1])?;
        let v = part(&self.vectors.place, from * m + from, [count, m - from, width], [n * m, 1, m])?;
        let steps = if backwards { [BLOCK, 1] } else { [1, BLOCK] };
        let t = part(
            &self.triangles.place,
            from * BLOCK,
            [count, width, width],
            [n * BLOCK, steps[0], steps[1]],
        )?;
        let dots = product(on, &x, &v)?;
        let turned = product(on, &dots.place, &t)?;
        let groups = count * below.div_ceil(16) * (m - from).div_ceil(16);
        let numbers = [count, all, first, m, from, to, n].map(|n| n as u32);
        let (ins, outs) = ([turned.place, self.vectors.place], [rows.place]);
        by_groups(on.context, &on.call(&ins, &outs), &[wgsl::REFLECT], &numbers, groups)
    }
}

/// Matrices whose rows are unit vectors.
pub(super) fn unit(on: &On<'_>, rows: &Spare<'_>) -> Result<()> {
    let [_, n, m] = flat(&rows.place.layout.shape);
    let points = rows.place.layout.shape.numel();
    on.each(&[wgsl::UNIT_ROWS], &[n as u32, m as u32], (&[rows.place], &[rows.place]), points)
}

/// A product of batches of matrices.
pub(super) fn product<'a>(on: &On<'a>, x: &Place, y: &Place) -> Result<Spare<'a>> {
    let ([count, rows, _], [_, _, columns]) = (flat(&x.layout.shape), flat(&y.layout.shape));
    let out = Spare::new(on.context, &[count, rows, columns], x.dtype)?;
    let (ins, outs) = ([*x, *y], [out.place]);
    let call = on.call(&ins, &outs);
    Contraction::of_matrices(&call).run(on.context, &call)?;
    Ok(out)
}

/// Elements of a block at strides.
pub(super) fn part(of: &Place, offset: usize, dims: [usize; 3], steps: [usize; 3]) -> Result<Place> {
    let mut strides = [0; MAX_RANK];
    strides.iter_mut().zip(steps).for_each(|(stride, step)| *stride = step as isize);
    Ok(Place { layout: Layout { shape: Shape::new(&dims)?, strides, offset }, ..*of })
}

/// Matrices scaled by powers of 2, with zeros behind them, and the inverses of these powers; NaN where an element is not finite.
pub(super) struct Scaled<'a> {
    pub(super) matrices: Spare<'a>,
    pub(super) inverses: Spare<'a>,
}

impl<'a> Scaled<'a> {
    pub(super) fn new(on: &On<'a>, a: &Place, [rows, columns]: [usize; 2], symmetric: bool) -> Result<Self> {
        let [count, height, width] = flat(&a.layout.shape);
        let parts = (height * width / 8192).clamp(1, 64);
        let largest = Spare::new(on.context, &[count, parts], DType::I32)?;
        let head = [a.layout.shape.rank(), usize::from(symmetric)];
        let numbers = [&head[..], &[count, parts]].concat();
        let numbers: Vec<_> = numbers.iter().map(|&n| n as u32).collect();
        let texts = [wgsl::LANES, wgsl::ELEMENTS, wgsl::LARGEST];
        let (ins, outs) = ([*a], [largest.place]);
        by_groups(on.context, &on.call(&ins, &outs), &texts, &numbers, count * parts)?;
        let matrices = Spare::new(on.context, &[count, rows, columns], real(a.dtype))?;
        let inverses = Spare::new(on.context, &[count], real(a.dtype))?;
        let numbers = [head[0], head[1], parts, rows, columns].map(|n| n as u32);
        let texts = [wgsl::LANES, wgsl::ELEMENTS, wgsl::SCALED];
        let points = count * rows * columns;
        on.each(&texts, &numbers, (&[*a, largest.place], &[matrices.place, inverses.place]), points)?;
        Ok(Self { matrices, inverses })
    }
}
