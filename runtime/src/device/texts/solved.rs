//! Linear algebra by a library of the device, in the place of texts: factors and triangular systems. What has no result is found as texts
//! find it, by what the library leaves.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::linalg::{On, flat};
use super::scan::by_groups;
use super::spare::Spare;
use crate::device::backend::Place;
use crate::error::Result;

/// A library of linear algebra. Matrices lie one behind the other. `found` gets the row of the first bad pivot, counted from 1,
/// or 0.
pub(in crate::device) trait Solver {
    /// Whether it is what to take for so many matrices of an order.
    fn takes(&self, work: Work, dtype: DType, many: (usize, usize)) -> bool;
    /// Lower triangles become their factors, row by row.
    fn cholesky(&self, matrices: &Place, found: &Place) -> Result<()>;
    /// LU of matrices column by column, with the rows that each column's row was exchanged with, from 1 on.
    fn lu(&self, matrices: &Place, pivots: &Place, found: &Place) -> Result<()>;
    /// Solves `a x = b` for the rows of `x`, which hold `b`. `a` may repeat along its batch, and is lower or upper, with ones on its diagonal or
    /// not. `false` of elements that lie otherwise than the library has them.
    fn substitute(&self, a: &Place, x: &Place, lower: bool, ones: bool) -> Result<bool>;
}

/// What a library is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::device) enum Work {
    /// Matrices become their factors.
    Factors,
    /// Systems of triangles are solved.
    Triangles,
}

impl<'a> On<'a> {
    /// The library that is to have these matrices.
    fn solver(&self, work: Work, place: &Place) -> Option<&'a dyn Solver> {
        let [count, n, _] = flat(&place.layout.shape);
        self.context.solver().filter(|solver| solver.takes(work, place.dtype, (count, n)))
    }

    /// Factors of lower triangles by a library.
    pub(super) fn cholesky_by_library(&self, x: &Place) -> Result<bool> {
        let Some(solver) = self.solver(Work::Factors, x) else { return Ok(false) };
        let [count, n, _] = flat(&x.layout.shape);
        let found = Spare::new(self.context, &[count], DType::I32)?;
        solver.cholesky(x, &found.place)?;
        let numbers = [count as u32, n as u32];
        self.each(&[wgsl::FACTORED], &numbers, (&[*x], &[*x, found.place]), count)?;
        Ok(true)
    }

    /// LU of matrices by a library, and their orders as texts have them.
    pub(super) fn lu_by_library(&self, [x, orders]: &[Place; 2]) -> Result<bool> {
        let Some(solver) = self.solver(Work::Factors, x) else { return Ok(false) };
        let [count, n, columns] = flat(&x.layout.shape);
        if n != columns {
            return Ok(false);
        }
        let made = Spare::new(self.context, &[count, n, n], x.dtype)?;
        let found = Spare::new(self.context, &[count], DType::I32)?;
        let pivots = Spare::new(self.context, &[count, n], DType::I32)?;
        let mut turned = *x;
        turned.layout.shape = made.place.layout.shape;
        turned.layout.strides[..3].copy_from_slice(&[(n * n) as isize, 1, n as isize]);
        self.by_layouts(&[wgsl::LANES, wgsl::COPY_MATRIX], &turned, &[made.place])?;
        solver.lu(&made.place, &pivots.place, &found.place)?;
        let numbers = [count as u32, n as u32];
        let (ins, outs) = ([*x, pivots.place], [*orders, found.place]);
        by_groups(self.context, &self.call(&ins, &outs), &[wgsl::EXCHANGED], &numbers, count)?;
        self.each(&[wgsl::TURNED], &[n as u32], (&[made.place, found.place], &[*x]), count * n * n)?;
        Ok(true)
    }

    /// Triangular systems by a library.
    pub(super) fn substitute_by_library(
        &self,
        a: &Place,
        x: &Place,
        lower: bool,
        ones: bool,
    ) -> Result<bool> {
        match self.solver(Work::Triangles, x) {
            Some(solver) if x.layout.shape.numel() > 0 => solver.substitute(a, x, lower, ones),
            _ => Ok(false),
        }
    }
}
