//! Products of matrices by cuBLASLt: its handle, its memory, and what it plans for each form of a product.

#![expect(unsafe_code)]

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;

use cotangent_kernels::DType;
use cudarc::cublaslt::{result, sys};

use super::driver::{Address, Driver, refused};
use super::library::{Library, library};
use crate::error::Result;

static LIBRARY: Library = library!(
    cudarc::cublaslt::sys,
    "cublasLt",
    "the CUDA toolkit, or with `pip install nvidia-cublas`; `COTANGENT_CUDA_PRODUCTS=own` does without it, by kernels that are slower",
    [
        cublasLtCreate,
        cublasLtMatmul,
        cublasLtMatmulAlgoGetHeuristic,
        cublasLtMatmulDescCreate,
        cublasLtMatmulDescDestroy,
        cublasLtMatmulDescSetAttribute,
        cublasLtMatmulPreferenceCreate,
        cublasLtMatmulPreferenceDestroy,
        cublasLtMatmulPreferenceSetAttribute,
        cublasLtMatrixLayoutCreate,
        cublasLtMatrixLayoutDestroy,
        cublasLtMatrixLayoutSetAttribute,
    ]
);

/// cuBLASLt in use on one GPU.
pub(super) struct Blas {
    handle: sys::cublasLtHandle_t,
    /// Memory that all products share, as the stream has one after the other.
    workspace: (Address, usize),
    /// `None` of what it does not take.
    plans: HashMap<Form, Option<Plan>>,
}

// SAFETY: handles and descriptors of cuBLASLt are bound to no thread, and one thread at a time has them.
unsafe impl Send for Blas {}

/// `D = A B`, column by column: all that cuBLASLt is told but addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Form {
    /// Of `A` and `B`, and of `D`.
    pub(super) dtypes: [DType; 2],
    /// Whether products of f32 are computed in TF32.
    pub(super) rounds: bool,
    /// Rows of `D`, columns of `D`, and the length of sums.
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) depth: usize,
    /// Those of a batch.
    pub(super) count: usize,
    /// `A`, `B` and `D`.
    pub(super) matrices: [Matrix; 3],
}

/// A matrix in memory, column by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Matrix {
    /// From a column to the next.
    pub(super) ld: usize,
    /// Whether it is the transpose that lies there.
    pub(super) turned: bool,
    /// From a matrix of a batch to the next.
    pub(super) step: usize,
    /// Bytes that all its addresses are multiples of, up to 256.
    pub(super) alignment: u32,
}

struct Plan {
    operation: Operation,
    layouts: [Layout; 3],
    algorithm: sys::cublasLtMatmulAlgo_t,
}

/// A descriptor of a product.
struct Operation(sys::cublasLtMatmulDesc_t);

/// A descriptor of a matrix.
struct Layout(sys::cublasLtMatrixLayout_t);

/// A descriptor of what algorithms may do.
struct Wanted(sys::cublasLtMatmulPreference_t);

fn said<T>(result: std::result::Result<T, result::CublasError>, call: &str) -> Result<T> {
    result.map_err(|e| refused(format_args!("{call}: {e}")))
}

/// Bytes of memory that products have: as many as NVIDIA names for Hopper, and for older cards as many as `PyTorch` takes.
pub(super) fn workspace(driver: &Driver) -> usize {
    if driver.capability.0 >= 9 { 32 << 20 } else { 8 << 20 }
}

impl Blas {
    /// Opens it with memory of its own.
    pub(super) fn open(driver: &Driver, workspace: (Address, usize)) -> Result<Self> {
        LIBRARY.ready()?;
        let handle = said(driver.on_stream(|_| result::create_handle())?, "cublasLtCreate")?;
        Ok(Self { handle, workspace, plans: HashMap::new() })
    }

    /// Asks for a product, unless cuBLASLt has no algorithm for such. All addresses are of memory of as many elements as the form says.
    pub(super) fn run(&mut self, driver: &Driver, form: Form, at: [Address; 3]) -> Result<bool> {
        let Self { handle, workspace, plans } = self;
        let plan = match plans.entry(form) {
            std::collections::hash_map::Entry::Occupied(found) => found.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(driver.on_stream(|_| planned(*handle, &form, workspace.1))??)
            }
        };
        let Some(Plan { operation, layouts: [a, b, d], algorithm }) = plan else { return Ok(false) };
        let scales = if computes_f64(&form) { Scales::F64([1.0, 0.0]) } else { Scales::F32([1.0, 0.0]) };
        let [alpha, beta] = scales.addresses();
        let [x, y, z] = at.map(|at| at as *mut c_void);
        let asked = driver.on_stream(|stream| {
            // SAFETY: handle and descriptors live as long as `self`; the scales are of the type that the operation names; the memory is
            // live, of the layouts' sizes, and used in the order of this stream alone. `C` is `D`, which is not read as `beta` is 0.
            unsafe {
                result::matmul(
                    *handle,
                    operation.0,
                    alpha,
                    beta,
                    x,
                    a.0,
                    y,
                    b.0,
                    z,
                    d.0,
                    z,
                    d.0,
                    algorithm,
                    workspace.0 as *mut c_void,
                    workspace.1,
                    stream.cast(),
                )
            }
        })?;
        said(asked, "cublasLtMatmul")?;
        Ok(true)
    }
}

/// Factors of the product and of what was there before.
enum Scales {
    F32([f32; 2]),
    F64([f64; 2]),
}

impl Scales {
    fn addresses(&self) -> [*const c_void; 2] {
        match self {
            Self::F32(both) => both.each_ref().map(|x| ptr::from_ref(x).cast()),
            Self::F64(both) => both.each_ref().map(|x| ptr::from_ref(x).cast()),
        }
    }
}

fn computes_f64(form: &Form) -> bool {
    form.dtypes[0] == DType::F64
}

fn stored(dtype: DType) -> Result<sys::cudaDataType> {
    Ok(match dtype {
        DType::F32 => sys::cudaDataType::CUDA_R_32F,
        DType::F64 => sys::cudaDataType::CUDA_R_64F,
        DType::F16 => sys::cudaDataType::CUDA_R_16F,
        DType::Bf16 => sys::cudaDataType::CUDA_R_16BF,
        _ => return Err(refused(format_args!("no product of {dtype}"))),
    })
}

/// What cuBLASLt does for a form.
fn planned(handle: sys::cublasLtHandle_t, form: &Form, workspace: usize) -> Result<Option<Plan>> {
    use sys::cublasLtMatmulPreferenceAttributes_t as Wants;
    let &Form { rows, columns, depth, count, matrices: [a, b, d], dtypes: [ins, out], .. } = form;
    let compute = match ins {
        DType::F64 => sys::cublasComputeType_t::CUBLAS_COMPUTE_64F,
        DType::F32 if form.rounds => sys::cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_TF32,
        _ => sys::cublasComputeType_t::CUBLAS_COMPUTE_32F,
    };
    let scale = if computes_f64(form) { DType::F64 } else { DType::F32 };
    let operation =
        Operation(said(result::create_matmul_desc(compute, stored(scale)?), "cublasLtMatmulDescCreate")?);
    for (matrix, attribute) in [
        (a, sys::cublasLtMatmulDescAttributes_t::CUBLASLT_MATMUL_DESC_TRANSA),
        (b, sys::cublasLtMatmulDescAttributes_t::CUBLASLT_MATMUL_DESC_TRANSB),
    ] {
        // `CUBLAS_OP_N` and `CUBLAS_OP_T`, as cuBLAS's own header has them.
        let op = i32::from(matrix.turned);
        // SAFETY: the descriptor lives, and the value is of the type that the attribute has.
        let set = unsafe {
            result::set_matmul_desc_attribute(
                operation.0,
                attribute,
                ptr::from_ref(&op).cast(),
                size_of_val(&op),
            )
        };
        said(set, "cublasLtMatmulDescSetAttribute")?;
    }
    let layouts = [
        Layout::new(ins, [rows, depth], a, count)?,
        Layout::new(ins, [depth, columns], b, count)?,
        Layout::new(out, [rows, columns], d, count)?,
    ];
    let wanted = Wanted(said(result::create_matmul_pref(), "cublasLtMatmulPreferenceCreate")?);
    wanted.set(Wants::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace)?;
    // Parts of sums are added in one order and in the type that is computed in, so that the same call gives the same bits.
    let sums = sys::cublasLtReductionScheme_t::CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE as u32;
    wanted.set(Wants::CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &sums)?;
    for (attribute, matrix) in [
        (Wants::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, a),
        (Wants::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, b),
        (Wants::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, d),
        (Wants::CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, d),
    ] {
        wanted.set(attribute, &matrix.alignment)?;
    }
    let [x, y, z] = layouts.each_ref().map(|layout| layout.0);
    // SAFETY: all of them live.
    match unsafe { result::get_matmul_algo_heuristic(handle, operation.0, x, y, z, z, wanted.0) } {
        Ok(found) => Ok(Some(Plan { operation, layouts, algorithm: found.algo })),
        Err(e) if e.0 == sys::cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED => Ok(None),
        Err(e) => said(Err(e), "cublasLtMatmulAlgoGetHeuristic"),
    }
}

impl Layout {
    /// Of a matrix of so many rows and columns, or of its transpose where that is what lies there.
    fn new(dtype: DType, [rows, columns]: [usize; 2], matrix: Matrix, count: usize) -> Result<Self> {
        use sys::cublasLtMatrixLayoutAttribute_t as Has;
        let [rows, columns] = if matrix.turned { [columns, rows] } else { [rows, columns] };
        let made =
            result::create_matrix_layout(stored(dtype)?, rows as u64, columns as u64, matrix.ld as i64);
        let made = Self(said(made, "cublasLtMatrixLayoutCreate")?);
        if count > 1 {
            let count = i32::try_from(count).map_err(refused)?;
            made.set(Has::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count)?;
            made.set(Has::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &(matrix.step as i64))?;
        }
        Ok(made)
    }

    fn set<T>(&self, attribute: sys::cublasLtMatrixLayoutAttribute_t, value: &T) -> Result<()> {
        let value = (ptr::from_ref(value).cast(), size_of::<T>());
        // SAFETY: the descriptor lives, and the size is that of the value.
        let set = unsafe { result::set_matrix_layout_attribute(self.0, attribute, value.0, value.1) };
        said(set, "cublasLtMatrixLayoutSetAttribute")
    }
}

impl Wanted {
    fn set<T>(&self, attribute: sys::cublasLtMatmulPreferenceAttributes_t, value: &T) -> Result<()> {
        let value = (ptr::from_ref(value).cast(), size_of::<T>());
        // SAFETY: the descriptor lives, and the size is that of the value.
        let set = unsafe { result::set_matmul_pref_attribute(self.0, attribute, value.0, value.1) };
        said(set, "cublasLtMatmulPreferenceSetAttribute")
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        // SAFETY: made once, and nobody has it any more.
        let _ = unsafe { result::destroy_matmul_desc(self.0) };
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        // SAFETY: made once, and nobody has it any more.
        let _ = unsafe { result::destroy_matrix_layout(self.0) };
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        // SAFETY: made once, and nobody has it any more.
        let _ = unsafe { result::destroy_matmul_pref(self.0) };
    }
}
