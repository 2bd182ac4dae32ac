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

pub(super) static LIBRARY: Library = library!(
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
    pub(super) epilogue: Epilogue,
}

/// What is done with the elements of `D` before they are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Epilogue {
    pub(super) function: Function,
    /// The alignment of a bias, of an element for each row, which is added before. Of a derivative these are the sums of its rows.
    pub(super) bias: Option<u32>,
    /// The alignment of a matrix as `D`: where it is kept what the function is given, or where it lies for a derivative. That of `Relu` has
    /// a matrix of bits.
    pub(super) given: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Function {
    #[default]
    None,
    Relu,
    /// By a tanh.
    Gelu,
    /// The product times the derivative of `Gelu` at what that was given.
    GeluSlope,
    /// The product where a bit says so, 0 elsewhere.
    ReluSlope,
}

impl Function {
    /// Whether it reads what a function was given, and writes sums of rows, rather than the other way round.
    pub(super) fn is_slope(self) -> bool {
        matches!(self, Self::GeluSlope | Self::ReluSlope)
    }
}

/// Bits that columns of a matrix of bits are multiples of.
const BITS: usize = 128;

impl Form {
    /// What a function is given, as a matrix beside `D`: from a column to the next, and from a matrix of a batch to the next. In elements,
    /// or bits.
    pub(super) fn given(&self, function: Function) -> [usize; 2] {
        let Matrix { ld, step, .. } = self.matrices[2];
        if function != Function::ReluSlope {
            return [ld, step];
        }
        let ld = self.rows.next_multiple_of(BITS);
        [ld, ld * self.columns]
    }
}

/// Addresses of a product.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) matrices: [Address; 3],
    pub(super) bias: Option<Address>,
    pub(super) given: Option<Address>,
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

/// Bytes that addresses are multiples of, up to 256: of one, or of several and the steps between them by their bits together.
pub(super) fn alignment(addresses: u64) -> u32 {
    1 << (addresses | 256).trailing_zeros()
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

    /// What cuBLASLt does for products of a form, at addresses of such alignments. `None`: it has no algorithm.
    fn plan(&mut self, driver: &Driver, form: Form, at: At) -> Result<Option<&Plan>> {
        let Self { handle, workspace, plans } = self;
        let plan = match plans.entry(form) {
            std::collections::hash_map::Entry::Occupied(found) => found.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(driver.on_stream(|_| planned(*handle, &form, at, workspace.1))??)
            }
        };
        Ok(plan.as_ref())
    }

    pub(super) fn has(&mut self, driver: &Driver, form: Form, at: At) -> Result<bool> {
        Ok(self.plan(driver, form, at)?.is_some())
    }

    /// Asks for a product, unless cuBLASLt has no algorithm for such. All addresses are of memory of as many elements as the form says,
    /// and there is one of each part of its epilogue.
    pub(super) fn run(&mut self, driver: &Driver, form: Form, at: At) -> Result<bool> {
        let (handle, workspace) = (self.handle, self.workspace);
        let Some(plan) = self.plan(driver, form, at)? else { return Ok(false) };
        let Plan { operation, layouts: [a, b, d], algorithm } = plan;
        operation.at(at)?;
        let scales = if computes_f64(&form) { Scales::F64([1.0, 0.0]) } else { Scales::F32([1.0, 0.0]) };
        let [alpha, beta] = scales.addresses();
        let [x, y, z] = at.matrices.map(|at| at as *mut c_void);
        let asked = driver.on_stream(|stream| {
            // SAFETY: handle and descriptors live as long as `self`; the scales are of the type that the operation names; the memory is
            // live, of the layouts' sizes, and used in the order of this stream alone. So is that of the epilogue: a bias has as many
            // elements as `D` has rows, and what a function is given lies as the form says. `C` is `D`, which is not read as `beta` is 0.
            unsafe {
                result::matmul(
                    handle,
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
fn planned(handle: sys::cublasLtHandle_t, form: &Form, at: At, workspace: usize) -> Result<Option<Plan>> {
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
        operation.set(attribute, &i32::from(matrix.turned))?;
    }
    operation.describe(form)?;
    // Plans are for the alignments of these.
    operation.at(at)?;
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

impl Operation {
    fn set<T>(&self, attribute: sys::cublasLtMatmulDescAttributes_t, value: &T) -> Result<()> {
        let value = (ptr::from_ref(value).cast(), size_of::<T>());
        // SAFETY: the descriptor lives, and the size is that of the value.
        let set = unsafe { result::set_matmul_desc_attribute(self.0, attribute, value.0, value.1) };
        said(set, "cublasLtMatmulDescSetAttribute")
    }

    /// Names the epilogue. A bias and what a function is given have the type of `D`, as where nothing is said of them. Bits have none.
    fn describe(&self, form: &Form) -> Result<()> {
        use sys::cublasLtEpilogue_t as Is;
        use sys::cublasLtMatmulDescAttributes_t as Has;
        let Epilogue { function, bias, given } = form.epilogue;
        let is = match (function, bias.is_some(), given.is_some()) {
            (Function::None, false, _) => return Ok(()),
            (Function::None, true, _) => Is::CUBLASLT_EPILOGUE_BIAS,
            (Function::Relu, false, _) => Is::CUBLASLT_EPILOGUE_RELU,
            (Function::Relu, true, _) => Is::CUBLASLT_EPILOGUE_RELU_BIAS,
            (Function::Gelu, false, false) => Is::CUBLASLT_EPILOGUE_GELU,
            (Function::Gelu, true, false) => Is::CUBLASLT_EPILOGUE_GELU_BIAS,
            (Function::Gelu, false, true) => Is::CUBLASLT_EPILOGUE_GELU_AUX,
            (Function::Gelu, true, true) => Is::CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
            (Function::GeluSlope, false, _) => Is::CUBLASLT_EPILOGUE_DGELU,
            (Function::GeluSlope, true, _) => Is::CUBLASLT_EPILOGUE_DGELU_BGRAD,
            (Function::ReluSlope, false, _) => Is::CUBLASLT_EPILOGUE_DRELU,
            (Function::ReluSlope, true, _) => Is::CUBLASLT_EPILOGUE_DRELU_BGRAD,
        };
        self.set(Has::CUBLASLT_MATMUL_DESC_EPILOGUE, &(is as u32))?;
        if given.is_some() {
            let [ld, step] = form.given(function);
            self.set(Has::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &(ld as i64))?;
            if form.count > 1 {
                self.set(Has::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, &(step as i64))?;
            }
        }
        Ok(())
    }

    /// Names what the epilogue reads and writes.
    fn at(&self, at: At) -> Result<()> {
        use sys::cublasLtMatmulDescAttributes_t as Has;
        for (attribute, at) in [
            (Has::CUBLASLT_MATMUL_DESC_BIAS_POINTER, at.bias),
            (Has::CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, at.given),
        ] {
            at.map_or(Ok(()), |at| self.set(attribute, &(at as *mut c_void)))?;
        }
        Ok(())
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
