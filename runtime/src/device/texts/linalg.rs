//! Linear algebra: factors in memory of the device, of small matrices by one workgroup each, of larger ones by panels of columns and
//! products. Systems go through one triangle after the other.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::Machine;
use super::opaque::{NUMBERS, Parts, by_parts, by_steps};
use super::scan::by_groups;
use super::spare::{Spare, real};
use super::{exponential, factors};
use crate::device::backend::{Call, Place};
use crate::device::opaque::{Linalg, Opaque};
use crate::error::{ErrorKind, Result, of_matrix};
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// The largest order that one workgroup eliminates by itself.
const SMALL: usize = 64;
/// Columns of a panel of a larger matrix; `trailing.wgsl` has room for so many.
const PANEL: usize = 32;
/// The largest order of which adjugates go by minors where an element is not finite.
const BY_MINORS: usize = 8;

/// Which diagonals make a matrix none with a result; the numbers that `regular.wgsl` takes.
#[derive(Clone, Copy)]
pub(super) enum Refused {
    NotPositive,
    Zero,
    Singular,
    /// As [`Self::Singular`], of the system that an exponential solves.
    Beyond,
    /// Of rotations that did not end; `endless.wgsl` says so.
    Endless,
}

/// Pivots, by the numbers that `lu.wgsl` takes.
#[derive(Clone, Copy)]
pub(super) enum Pivots {
    None,
    /// NaN is the largest.
    Visible,
    /// NaN is found only at the diagonal.
    Plain,
}

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, op: Linalg) -> Result<()> {
    let on = On { context, op: call.op };
    let (a, out) = (call.ins[0], call.outs[0]);
    let shape = a.layout.shape;
    let (batch, n) = (&shape[..shape.rank() - 2], shape[shape.rank() - 1]);
    match op {
        Linalg::Cholesky => on.cholesky(&a, &out, n),
        Linalg::Triangular { lower } => {
            on.check(&a, batch, &out, Refused::Zero)?;
            let x = Rounded::new(context, &call.ins[1], &out)?;
            on.by_layouts(&[wgsl::LANES, wgsl::COPY_MATRIX], &call.ins[1], &[x.place])?;
            on.substitute(&a, &x.place, lower, false)?;
            x.done(&on, &out)
        }
        Linalg::Solve => {
            let factors = Factors::new(&on, &a, Pivots::Visible)?;
            on.check(&factors.over(&a), batch, &out, Refused::Singular)?;
            let x = Rounded::new(context, &call.ins[1], &out)?;
            let order = factors.order_over(&a);
            on.by_layouts(&[wgsl::LANES, wgsl::PERMUTED], &call.ins[1], &[x.place, order])?;
            on.substitute(&factors.over(&a), &x.place, true, true)?;
            on.substitute(&factors.over(&a), &x.place, false, false)?;
            x.done(&on, &out)
        }
        Linalg::Inverse => {
            let a = on.dense(&a)?;
            let factors = Factors::new(&on, &a.place, Pivots::Visible)?;
            on.check(&factors.matrices.place, batch, &out, Refused::Singular)?;
            let x = Rounded::new(context, &a.place, &out)?;
            let outs = [x.place, factors.orders.place];
            on.each(&[wgsl::IDENTITY], &[n as u32], (&[a.place], &outs), x.place.layout.shape.numel())?;
            on.substitute(&factors.matrices.place, &x.place, true, true)?;
            on.substitute(&factors.matrices.place, &x.place, false, false)?;
            x.done(&on, &out)
        }
        Linalg::Determinant | Linalg::Logarithm => {
            let a = on.dense(&a)?;
            let factors = Factors::new(&on, &a.place, Pivots::Visible)?;
            let own = [factors.matrices.place, factors.orders.place];
            let outs = [&own, call.outs].concat();
            let text = if call.outs.len() == 1 { wgsl::DETERMINANT } else { wgsl::LOGARITHM };
            on.each(&[wgsl::DOUBLE, text], &[n as u32], (&[a.place], &outs), out.layout.shape.numel())
        }
        Linalg::Adjugate => on.adjugate(&a, &out, n),
        Linalg::Order => {
            let a = on.dense(&a)?;
            let factors = Factors::new(&on, &a.place, Pivots::Plain)?;
            let mut orders = factors.orders.place;
            let rows = shape[shape.rank() - 2];
            orders.layout.shape = Shape::new(&[orders.layout.shape[0], rows])?;
            on.by_layouts(&[wgsl::LANES, wgsl::COPY_MATRIX], &orders, &[out])
        }
        Linalg::Packed => {
            let x = Rounded::new(context, &a, &out)?;
            on.by_layouts(&[wgsl::LANES, wgsl::COPY_MATRIX], &a, &[x.place])?;
            // The texts name an order whether there is one or not.
            let orders = Spare::new(context, &[1], DType::I32)?;
            on.eliminate(&[x.place, orders.place], Pivots::None)?;
            x.done(&on, &out)
        }
        Linalg::Exponential => exponential::run(&on, &a, &out, n),
        Linalg::Orthogonal
        | Linalg::Eigenvectors
        | Linalg::Eigenvalues
        | Linalg::Singular
        | Linalg::Pseudoinverse => factors::run(&on, op, &a, &out),
    }
}

/// Where kernels of an op run.
pub(super) struct On<'a> {
    pub(super) context: &'a dyn Machine,
    op: Opaque<'a>,
}

impl<'a> On<'a> {
    pub(super) fn call<'b>(&'b self, ins: &'b [Place], outs: &'b [Place]) -> Call<'b> {
        Call { op: self.op, ins, outs }
    }

    /// A thread for each of so many points.
    pub(super) fn each(
        &self,
        texts: &[&'static str],
        numbers: &[u32],
        (ins, outs): (&[Place], &[Place]),
        points: usize,
    ) -> Result<()> {
        let parts = Parts { texts, numbers, points, fails: None };
        by_parts(self.context, &self.call(ins, outs), &parts)
    }

    /// A thread for each element of the first result, of a kernel that is told the rank.
    pub(super) fn by_layouts(&self, texts: &[&'static str], x: &Place, outs: &[Place]) -> Result<()> {
        self.each(texts, &[x.layout.shape.rank() as u32], (&[*x], outs), outs[0].layout.shape.numel())
    }

    /// The matrices of a view that repeats none, one behind the other.
    pub(super) fn dense(&self, a: &Place) -> Result<Spare<'a>> {
        let copy = Spare::new(self.context, &flat(&a.layout.shape), real(a.dtype))?;
        self.by_layouts(&[wgsl::LANES, wgsl::COPY_MATRIX], a, &[copy.place])?;
        Ok(copy)
    }

    /// The first matrix that has no result, when somebody reads.
    pub(super) fn check(&self, a: &Place, batch: &[usize], out: &Place, refused: Refused) -> Result<()> {
        let (shape, rank) = (a.layout.shape, a.layout.shape.rank());
        let count: usize = batch.iter().product();
        let text = if let Refused::Endless = refused { wgsl::ENDLESS } else { wgsl::REGULAR };
        if count == 0 || shape.numel() == 0 {
            return Ok(());
        }
        let mut numbers = vec![count as u32, shape[rank - 1] as u32, refused as u32, rank as u32];
        numbers.push(batch.len() as u32);
        numbers.extend(batch.iter().map(|&n| n as u32));
        // The matrices of a launch come last.
        numbers.resize(NUMBERS, 0);
        let fails = Some((ErrorKind::Value, message as _));
        by_steps(count.div_ceil(GROUP), shape[rank - 1], |from, to| {
            numbers[NUMBERS - 2..].copy_from_slice(&[(from * GROUP) as u32, count.min(to * GROUP) as u32]);
            let parts = Parts { texts: &[wgsl::LANES, text], numbers: &numbers, points: GROUP, fails };
            by_parts(self.context, &self.call(&[*a], &[*out]), &parts)
        })
    }

    fn cholesky(&self, a: &Place, out: &Place, n: usize) -> Result<()> {
        let x = Rounded::new(self.context, a, out)?;
        self.by_layouts(&[wgsl::LANES, wgsl::SYMMETRIC_PART], a, &[x.place])?;
        let count = flat(&a.layout.shape)[0];
        let batch = &a.layout.shape[..a.layout.shape.rank() - 2];
        let panel = if n <= SMALL { SMALL } else { PANEL };
        let panels = if self.cholesky_by_library(&x.place)? { 0 } else { n };
        for from in (0..panels).step_by(panel) {
            let to = n.min(from + panel);
            let numbers = [count, from, to, n, n, 1].map(|n| n as u32);
            by_groups(self.context, &self.call(&[*a], &[x.place]), &[wgsl::CHOLESKY], &numbers, count)?;
            self.trail(&[x.place], [count, from, to, n, n], true)?;
        }
        let matrices = Place { layout: Layout::dense(a.layout.shape), ..x.place };
        self.check(&matrices, batch, out, Refused::NotPositive)?;
        x.done(self, out)
    }

    /// Subtracts what a panel makes of all that is behind it.
    fn trail(
        &self,
        outs: &[Place],
        [count, from, to, rows, columns]: [usize; 5],
        mirrored: bool,
    ) -> Result<()> {
        let groups = count * (rows - to).div_ceil(16) * (columns - to).div_ceil(16);
        let numbers = [count, from, to, rows, columns, usize::from(mirrored)].map(|n| n as u32);
        by_groups(self.context, &self.call(&outs[..1], outs), &[wgsl::TRAILING], &numbers, groups)
    }

    /// LU of matrices that lie one behind the other, with their orders behind them if there are pivots.
    fn eliminate(&self, outs: &[Place; 2], pivots: Pivots) -> Result<()> {
        let [count, rows, columns] = flat(&outs[0].layout.shape);
        // The order that a library chooses among equals is its own, and is shown nowhere.
        if let Pivots::Visible = pivots
            && self.lu_by_library(outs)?
        {
            return Ok(());
        }
        let steps = rows.min(columns);
        let panel = if rows.max(columns) <= SMALL && columns <= rows { SMALL } else { PANEL };
        // Without columns too the rows have an order.
        for from in (0..steps.max(1)).step_by(panel) {
            let to = steps.min(from + panel);
            let numbers = [count, from, to, rows, columns, pivots as usize].map(|n| n as u32);
            let call = self.call(&outs[..1], outs);
            by_groups(self.context, &call, &[wgsl::LU], &numbers, count)?;
            let points = count * (columns - to);
            by_parts(
                self.context,
                &call,
                &Parts { texts: &[wgsl::LU_ROWS], numbers: &numbers, points, fails: None },
            )?;
            self.trail(outs, [count, from, to, rows, columns], false)?;
        }
        Ok(())
    }

    /// Solves triangular systems for sides that lie one behind the other.
    pub(super) fn substitute(&self, a: &Place, x: &Place, lower: bool, ones: bool) -> Result<()> {
        if self.substitute_by_library(a, x, lower, ones)? {
            return Ok(());
        }
        let [count, n, columns] = flat(&x.layout.shape);
        let wide = columns.clamp(1, 16);
        let rank = a.layout.shape.rank();
        let head = [count, rank, wide, usize::from(lower), usize::from(ones), columns];
        let call = self.call(std::slice::from_ref(a), std::slice::from_ref(x));
        by_steps(n, 3 + (n * wide).div_ceil(GROUP), |from, to| {
            let numbers = [&head[..], &[from, to]].concat();
            let numbers: Vec<_> = numbers.iter().map(|&n| n as u32).collect();
            let texts = [wgsl::LANES, wgsl::SUBSTITUTE];
            by_groups(self.context, &call, &texts, &numbers, count * columns.div_ceil(wide))
        })
    }

    fn adjugate(&self, a: &Place, out: &Place, n: usize) -> Result<()> {
        let [count, ..] = flat(&a.layout.shape);
        if n > 2 {
            let matrices = self.dense(a)?;
            let orders = Spare::new(self.context, &[count, 2 * n + 1], DType::I32)?;
            let triangles = Spare::new(self.context, &[count, n, n], real(a.dtype))?;
            let outs = [matrices.place, orders.place, triangles.place, *out];
            let call = self.call(std::slice::from_ref(a), &outs);
            let lines = n.div_ceil(GROUP);
            // Phases, their steps, and what a step takes.
            let phases = [(n, 32 + n * n / 64), (n, lines * (n + 1)), (n - 1, lines * (n + 1)), (n, lines)];
            for (phase, (steps, rounds)) in phases.into_iter().enumerate() {
                by_steps(steps, rounds, |from, to| {
                    let numbers = [n, count, phase, from, to].map(|n| n as u32);
                    by_groups(self.context, &call, &[wgsl::ADJUGATE], &numbers, count)
                })?;
            }
        }
        if n > BY_MINORS {
            return Ok(());
        }
        let numbers = [n as u32, a.layout.shape.rank() as u32];
        let points = out.layout.shape.numel();
        self.each(&[wgsl::LANES, wgsl::ADJUGATE_MINORS], &numbers, (&[*a], &[*out]), points)
    }
}

fn message([at, ..]: [u32; 3], numbers: &[u32]) -> String {
    let what = match numbers[2] {
        0 => "not positive definite",
        1 => "singular: its diagonal holds a zero",
        3 => "beyond what its exponential is computed by",
        4 => "not reduced within the bound of iterations",
        _ => "singular",
    };
    let batch: Vec<usize> = numbers[5..].iter().take(numbers[4] as usize).map(|&n| n as usize).collect();
    of_matrix(&batch, at as usize, what)
}

/// Matrices as one axis of them, their rows and columns.
pub(super) fn flat(shape: &Shape) -> [usize; 3] {
    let lead = shape.rank() - 2;
    [shape[..lead].iter().product(), shape[lead], shape[lead + 1]]
}

/// A result in f32: itself, or memory that is rounded into it.
struct Rounded<'a> {
    place: Place,
    spare: Option<Spare<'a>>,
}

impl<'a> Rounded<'a> {
    /// Of as many matrices as `of` has, in the shape of these.
    fn new(context: &'a dyn Machine, of: &Place, out: &Place) -> Result<Self> {
        let layout = Layout::dense(of.layout.shape);
        let spare = match out.dtype {
            DType::F32 | DType::F64 => None,
            _ => Some(Spare::new(context, &flat(&layout.shape), DType::F32)?),
        };
        let place = spare.as_ref().map_or(*out, |spare| spare.place);
        Ok(Self { place: Place { layout, ..place }, spare })
    }

    fn done(self, on: &On<'_>, out: &Place) -> Result<()> {
        let Some(_) = &self.spare else { return Ok(()) };
        on.by_layouts(&[wgsl::LANES, wgsl::COPY_MATRIX], &self.place, &[*out])
    }
}

/// LU of matrices, each once where a batch repeats it.
pub(super) struct Factors<'a> {
    pub(super) matrices: Spare<'a>,
    pub(super) orders: Spare<'a>,
    /// The batch without what it repeats.
    batch: Vec<usize>,
}

impl<'a> Factors<'a> {
    pub(super) fn new(on: &On<'a>, a: &Place, pivots: Pivots) -> Result<Self> {
        let mut own = *a;
        let rank = a.layout.shape.rank();
        let mut dims = a.layout.shape.to_vec();
        for (axis, dim) in dims[..rank - 2].iter_mut().enumerate() {
            if a.layout.strides[axis] == 0 && *dim > 1 {
                *dim = 1;
            }
        }
        own.layout.shape = Shape::new(&dims)?;
        let matrices = on.dense(&own)?;
        let [count, rows, _] = flat(&own.layout.shape);
        let orders = Spare::new(on.context, &[count, rows + 1], DType::I32)?;
        on.eliminate(&[matrices.place, orders.place], pivots)?;
        dims.truncate(rank - 2);
        Ok(Self { matrices, orders, batch: dims })
    }

    /// The factors over the batch of `a`.
    fn over(&self, a: &Place) -> Place {
        let mut place = Place { layout: a.layout, ..self.matrices.place };
        let rank = a.layout.shape.rank();
        let n = a.layout.shape[rank - 1];
        place.layout.offset = 0;
        (place.layout.strides[rank - 2], place.layout.strides[rank - 1]) = (n as isize, 1);
        self.strides(&mut place.layout, n * n);
        place
    }

    /// The orders of rows over the batch of `a`, as matrices of which only the batch counts.
    fn order_over(&self, a: &Place) -> Place {
        let mut place = Place { layout: a.layout, ..self.orders.place };
        let rank = a.layout.shape.rank();
        place.layout.offset = 0;
        self.strides(&mut place.layout, a.layout.shape[rank - 1] + 1);
        place
    }

    fn strides(&self, layout: &mut Layout, size: usize) {
        let mut step = size;
        for (axis, &dim) in self.batch.iter().enumerate().rev() {
            layout.strides[axis] = if dim == layout.shape[axis] { step as isize } else { 0 };
            step *= dim;
        }
    }
}
