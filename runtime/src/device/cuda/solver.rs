//! Factors and triangular systems by cuSOLVER and cuBLAS.
//!
//! Both have matrices column by column. A matrix row by row is the transpose of such: a lower triangle is an upper one to them, and
//! a system from the left is one from the right. The dozen functions that are called are declared here: cudarc's modules of both take
//! three times as long to build as all else of cudarc.

#![expect(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::PoisonError;

use cotangent_kernels::DType;

use super::context::Context;
use super::driver::{Address, Driver, refused};
use super::graph;
use super::library::{declared, said, symbol};
use super::precision;
use crate::device::Block;
use crate::device::backend::{Backend as _, Place};
use crate::device::texts::elements::stored;
use crate::device::texts::solved::{Solver, Work};
use crate::error::Result;
use crate::tensor::layout::Layout;

/// The largest order that stays with the library's own kernels, which have a batch in one launch.
const SMALL: usize = 64;

const COMES: &str = "the CUDA toolkit, or with `pip install nvidia-cusolver nvidia-cublas`; `COTANGENT_CUDA_PRODUCTS=own` does without it, by kernels that are slower";

type Handle = *mut c_void;
type Stream = *mut c_void;
type Create = unsafe extern "C" fn(*mut Handle) -> c_int;
type SetStream = unsafe extern "C" fn(Handle, Stream) -> c_int;
type SetWorkspace = unsafe extern "C" fn(Handle, *mut c_void, usize) -> c_int;
/// Triangle, order, matrix, leading dimension, elements of memory.
type PotrfSize = unsafe extern "C" fn(Handle, c_int, c_int, *mut c_void, c_int, *mut c_int) -> c_int;
/// And memory, its elements, what was found.
type Potrf =
    unsafe extern "C" fn(Handle, c_int, c_int, *mut c_void, c_int, *mut c_void, c_int, *mut c_int) -> c_int;
/// Rows, columns, matrix, leading dimension, elements of memory.
type GetrfSize = unsafe extern "C" fn(Handle, c_int, c_int, *mut c_void, c_int, *mut c_int) -> c_int;
/// And memory, exchanges, what was found.
type Getrf = unsafe extern "C" fn(
    Handle,
    c_int,
    c_int,
    *mut c_void,
    c_int,
    *mut c_void,
    *mut c_int,
    *mut c_int,
) -> c_int;
/// Side, triangle, operation, diagonal, rows, columns, factor, matrix, leading dimension, sides, leading dimension.
type Trsm = unsafe extern "C" fn(
    Handle,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    *const c_void,
    *const c_void,
    c_int,
    *mut c_void,
    c_int,
) -> c_int;

/// `CUBLAS_FILL_MODE_LOWER` and `_UPPER`, `CUBLAS_SIDE_RIGHT`, as cuBLAS's header has them. `CUBLAS_OP_N` and `_T`, and
/// `CUBLAS_DIAG_NON_UNIT` and `_UNIT`, are 0 and 1.
const LOWER: c_int = 0;
const UPPER: c_int = 1;
const RIGHT: c_int = 1;

declared!(
    CUSOLVER,
    "cusolver",
    COMES,
    ["nvJitLink", "cublasLt", "cublas", "cusparse"],
    [
        "cusolverDnCreate",
        "cusolverDnSetStream",
        "cusolverDnSpotrf_bufferSize",
        "cusolverDnDpotrf_bufferSize",
        "cusolverDnSpotrf",
        "cusolverDnDpotrf",
        "cusolverDnSgetrf_bufferSize",
        "cusolverDnDgetrf_bufferSize",
        "cusolverDnSgetrf",
        "cusolverDnDgetrf",
    ]
);
declared!(
    CUBLAS,
    "cublas",
    COMES,
    ["cublasLt"],
    ["cublasCreate_v2", "cublasSetStream_v2", "cublasSetWorkspace_v2", "cublasStrsm_v2", "cublasDtrsm_v2"]
);

/// Both libraries in use on one GPU, and memory that they work in.
pub(super) struct Handles {
    solver: Handle,
    blas: Handle,
    /// The stream that both have, and how they get another; then cuBLAS gets its memory anew.
    on: Stream,
    set: ([SetStream; 2], SetWorkspace),
    workspace: (Address, usize),
    work: Option<(Block, usize)>,
    /// In f32 and in f64.
    potrf: [(PotrfSize, Potrf); 2],
    getrf: [(GetrfSize, Getrf); 2],
    trsm: [Trsm; 2],
}

// SAFETY: handles of both libraries are bound to no thread, and one thread at a time has them.
unsafe impl Send for Handles {}

impl Handles {
    fn open(driver: &Driver, workspace: (Address, usize)) -> Result<Self> {
        let potrf = [
            (symbol(&CUSOLVER, "cusolverDnSpotrf_bufferSize")?, symbol(&CUSOLVER, "cusolverDnSpotrf")?),
            (symbol(&CUSOLVER, "cusolverDnDpotrf_bufferSize")?, symbol(&CUSOLVER, "cusolverDnDpotrf")?),
        ];
        let getrf = [
            (symbol(&CUSOLVER, "cusolverDnSgetrf_bufferSize")?, symbol(&CUSOLVER, "cusolverDnSgetrf")?),
            (symbol(&CUSOLVER, "cusolverDnDgetrf_bufferSize")?, symbol(&CUSOLVER, "cusolverDnDgetrf")?),
        ];
        let trsm = [symbol(&CUBLAS, "cublasStrsm_v2")?, symbol(&CUBLAS, "cublasDtrsm_v2")?];
        let create: [Create; 2] =
            [symbol(&CUSOLVER, "cusolverDnCreate")?, symbol(&CUBLAS, "cublasCreate_v2")?];
        let stream: [SetStream; 2] =
            [symbol(&CUSOLVER, "cusolverDnSetStream")?, symbol(&CUBLAS, "cublasSetStream_v2")?];
        let set: SetWorkspace = symbol(&CUBLAS, "cublasSetWorkspace_v2")?;
        let mut made: [Handle; 2] = [ptr::null_mut(); 2];
        driver.on_stream(|_| {
            for (i, what) in ["cuSOLVER", "cuBLAS"].into_iter().enumerate() {
                // SAFETY: a place for a handle.
                said(unsafe { create[i](&raw mut made[i]) }, what)?;
            }
            Ok(())
        })??;
        let ([solver, blas], set, on) = (made, (stream, set), ptr::null_mut());
        Ok(Self { solver, blas, on, set, workspace, work: None, potrf, getrf, trsm })
    }

    /// Lets both go behind what was asked of a stream.
    fn follow(&mut self, driver: &Driver, on: cudarc::driver::sys::CUstream) -> Result<()> {
        driver.on_stream(|_| {
            let on: Stream = on.cast();
            if on == self.on {
                return Ok(());
            }
            let ([of_solver, of_blas], memory) = self.set;
            // SAFETY: the handles live, and the stream is that of their context.
            said(unsafe { of_solver(self.solver, on) }, "cusolverDnSetStream")?;
            // SAFETY: as above.
            said(unsafe { of_blas(self.blas, on) }, "cublasSetStream")?;
            // SAFETY: the memory is that of the device, as long as its context.
            let set = unsafe { memory(self.blas, self.workspace.0 as *mut c_void, self.workspace.1) };
            said(set, "cublasSetWorkspace")?;
            self.on = on;
            Ok(())
        })?
    }

    /// Memory of so many bytes, that of the call before where it is enough.
    fn work(&mut self, context: &Context, bytes: usize) -> Result<Address> {
        if self.work.is_none_or(|(_, size)| size < bytes) {
            if let Some((block, _)) = self.work.take() {
                context.free(block);
            }
            self.work = Some((context.block(bytes)?, bytes));
        }
        let (block, _) = self.work.ok_or_else(|| context.gone())?;
        Ok(context.bound(&mut context.state(), [(block, true)].into_iter(), None)?[0])
    }
}

/// An order or a leading dimension.
fn short(n: usize) -> Result<c_int> {
    c_int::try_from(n).map_err(|_| refused("a matrix beyond what cuSOLVER has"))
}

/// Number `i` of those at a place.
fn number(at: Address, i: usize) -> *mut c_int {
    (at + (i * size_of::<c_int>()) as u64) as *mut c_int
}

impl Context {
    pub(super) fn at(&self, block: Block) -> Result<Address> {
        Ok(self.state().memory.get(block).ok_or_else(|| self.gone())?.at)
    }

    /// The addresses of first elements, of which some are written.
    pub(super) fn places<const N: usize>(&self, places: [(&Place, bool); N]) -> Result<[Address; N]> {
        let blocks = places.map(|(place, is_written)| (place.block, is_written));
        let mut at = self.bound(&mut self.state(), blocks.into_iter(), None)?;
        for (at, (place, _)) in at.iter_mut().zip(places) {
            *at += (place.layout.offset * stored(place.dtype, self.narrows)) as u64;
        }
        Ok(std::array::from_fn(|i| at[i]))
    }

    /// The size of elements, and where their type is among f32 and f64.
    fn sized(&self, place: &Place) -> (usize, usize) {
        let size = stored(place.dtype, self.narrows);
        (size, usize::from(size == 8))
    }

    /// Asks for the factors of matrices that lie one behind the other, in memory as large as `measure` says. `factor` is given the number of
    /// a matrix, the matrix, its order, and the memory with its elements: all of them live memory of the device, of as many elements, used
    /// in the order of the stream alone. The handles live.
    fn each(
        &self,
        (handles, call): (&mut Handles, &str),
        matrices: &Place,
        measure: impl FnOnce(*mut c_void, c_int, *mut c_int) -> c_int,
        factor: impl Fn(usize, *mut c_void, c_int, *mut c_void, c_int) -> c_int,
    ) -> Result<()> {
        let shape = &matrices.layout.shape;
        let n = shape[shape.rank() - 1];
        let (order, size) = (short(n)?, self.sized(matrices).0);
        let [at] = self.places([(matrices, true)])?;
        let mut len = 0;
        self.driver.on_stream(|_| said(measure(at as *mut c_void, order, &raw mut len), call))??;
        let work = handles.work(self, len.max(1) as usize * size)?;
        (0..shape.numel() / (n * n)).try_for_each(|i| {
            let matrix = (at + (i * n * n * size) as u64) as *mut c_void;
            self.driver.on_stream(|_| said(factor(i, matrix, order, work as *mut c_void, len), call))?
        })
    }

    fn with<T>(&self, call: impl FnOnce(&mut Handles) -> Result<T>) -> Result<T> {
        let mut handles = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let handles = match &mut *handles {
            Some(open) => open,
            none => {
                let bytes = super::blas::workspace(self.driver);
                let block = self.block(bytes)?;
                let opened = self.at(block).and_then(|at| Handles::open(self.driver, (at, bytes)));
                none.insert(opened.inspect_err(|_| self.free(block))?)
            }
        };
        handles.follow(self.driver, self.driver.stream())?;
        let made = call(handles);
        // A stream that is recorded is gone soon.
        handles.follow(self.driver, self.driver.main_stream())?;
        self.counts(&mut self.state());
        self.driver.ran()?;
        made
    }
}

impl Solver for Context {
    fn takes(&self, work: Work, dtype: DType, (count, n): (usize, usize)) -> bool {
        // NVIDIA says of cuBLAS that it can be recorded, and of cuSOLVER nothing. A call has one matrix: of many small ones each would be
        // a launch by itself.
        let is_refused = work == Work::Factors && graph::is_for_a_graph();
        !precision::is_own()
            && !is_refused
            && matches!(dtype, DType::F32 | DType::F64)
            && n > SMALL
            && count > 0
            && count <= n / 16
    }

    fn cholesky(&self, matrices: &Place, found: &Place) -> Result<()> {
        let k = self.sized(matrices).1;
        let [said_at] = self.places([(found, true)])?;
        self.with(|handles| {
            let (solver, (measure, factor)) = (handles.solver, handles.potrf[k]);
            self.each(
                (handles, "cusolverDnpotrf"),
                matrices,
                // SAFETY: as `each` says, and the matrix is not read.
                |x, n, len| unsafe { measure(solver, UPPER, n, x, n, len) },
                // SAFETY: as `each` says, and there is a number for each matrix.
                |i, x, n, work, len| unsafe { factor(solver, UPPER, n, x, n, work, len, number(said_at, i)) },
            )
        })
    }

    fn lu(&self, matrices: &Place, pivots: &Place, found: &Place) -> Result<()> {
        let k = self.sized(matrices).1;
        let [rows_at, said_at] = self.places([(pivots, true), (found, true)])?;
        self.with(|handles| {
            let (solver, (measure, factor)) = (handles.solver, handles.getrf[k]);
            self.each(
                (handles, "cusolverDngetrf"),
                matrices,
                // SAFETY: as `each` says, and the matrix is not read.
                |x, n, len| unsafe { measure(solver, n, n, x, n, len) },
                // SAFETY: as `each` says; there is a number for each matrix, and one for each of its rows.
                |i, x, n, work, _| unsafe {
                    factor(solver, n, n, x, n, work, number(rows_at, i * n as usize), number(said_at, i))
                },
            )
        })
    }

    fn substitute(&self, a: &Place, x: &Place, lower: bool, ones: bool) -> Result<bool> {
        let rank = a.layout.shape.rank();
        let (n, columns) = (a.layout.shape[rank - 1], x.layout.shape[x.layout.shape.rank() - 1]);
        let Layout { strides, .. } = a.layout;
        // By rows, or by columns: then its transpose is what lies there.
        let (lead, turned) = match [strides[rank - 2], strides[rank - 1]] {
            [lead, 1] => (lead, false),
            [1, lead] => (lead, true),
            _ => return Ok(false),
        };
        if a.dtype != x.dtype || lead < n as isize || c_int::try_from(lead).is_err() || columns == 0 {
            return Ok(false);
        }
        let (order, lead, wide) = (short(n)?, lead as c_int, short(columns)?);
        // Row by row a lower triangle is the upper one of the transpose.
        let triangle = if lower == turned { LOWER } else { UPPER };
        let ([from, to], (size, k)) = (self.places([(a, false), (x, true)])?, self.sized(a));
        let (single, double) = (1.0f32, 1.0f64);
        let one: *const c_void = if k == 0 { (&raw const single).cast() } else { (&raw const double).cast() };
        let batch = &a.layout.shape[..rank - 2];
        self.with(|handles| {
            let (blas, solve) = (handles.blas, handles.trsm[k]);
            (0..batch.iter().product()).try_for_each(|i: usize| {
                let (mut matrix, mut rest) = (from, i);
                for (axis, len) in batch.iter().enumerate().rev() {
                    let step = (rest % len) as isize * strides[axis] * size as isize;
                    matrix = matrix.wrapping_add_signed(step as i64);
                    rest /= len;
                }
                let side = to + (i * n * columns * size) as u64;
                self.driver.on_stream(|_| {
                    // SAFETY: the handle lives; the factor is of the type that the function has; matrix and sides are live memory of the
                    // device, of as many elements, used in the order of the stream alone.
                    let asked = unsafe {
                        solve(
                            blas,
                            RIGHT,
                            triangle,
                            c_int::from(turned),
                            c_int::from(ones),
                            wide,
                            order,
                            one,
                            matrix as *const c_void,
                            lead,
                            side as *mut c_void,
                            wide,
                        )
                    };
                    said(asked, "cublastrsm")
                })?
            })
        })?;
        Ok(true)
    }
}
