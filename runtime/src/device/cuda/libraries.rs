//! Which of NVIDIA's libraries are there.

#![expect(unsafe_code)]

use std::ffi::c_int;
use std::fmt;

use super::library::Library;
use super::{blas, compiler, driver, fourier, nccl, solver};
use crate::error::Result;

/// A library of NVIDIA's, as [`libraries`] finds it.
#[derive(Debug)]
#[non_exhaustive]
pub struct LibraryFound {
    /// As NVIDIA calls it: `cuBLASLt`.
    pub name: &'static str,
    /// Its version, or what is missing and what it comes with.
    pub version: Result<String>,
}

/// `NCCL 2.27.5`, or `NCCL: libnccl is not found; it comes with ..`.
impl fmt::Display for LibraryFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Ok(version) => write!(f, "{} {version}", self.name),
            Err(e) => write!(f, "{}: {}", self.name, e.message()),
        }
    }
}

/// What finds a version.
type Asks = fn() -> Result<String>;

/// NVIDIA's libraries that this one opens, with their versions: the driver, NVRTC, cuBLASLt, cuBLAS, cuSOLVER, cuFFT and NCCL. They are
/// looked for now, and no GPU is opened. An absence is the error that whoever needs the library is told.
///
/// Only the driver and NVRTC have to be there. These lines belong in what is reported of CUDA:
///
/// ```
/// for library in cotangent::cuda::libraries() {
///     println!("{library}"); // driver CUDA 13.0
/// }
/// ```
pub fn libraries() -> Vec<LibraryFound> {
    let all: [(_, Asks); 7] = [
        ("driver", || driver::version().map(|(major, minor)| format!("CUDA {major}.{minor}"))),
        ("NVRTC", || compiler::version().map(|(major, minor)| format!("{major}.{minor}"))),
        ("cuBLASLt", || properties(&blas::LIBRARY, "cublasLtGetProperty")),
        ("cuBLAS", || properties(&solver::CUBLAS, "cublasGetProperty")),
        ("cuSOLVER", || properties(&solver::CUSOLVER, "cusolverGetProperty")),
        ("cuFFT", || fourier::version().map(|(major, minor, patch)| format!("{major}.{minor}.{patch}"))),
        ("NCCL", || nccl::version().map(|(major, minor, patch)| format!("{major}.{minor}.{patch}"))),
    ];
    all.into_iter().map(|(name, version)| LibraryFound { name, version: version() }).collect()
}

/// The version of a library that tells its properties by number: major, minor and patch.
fn properties(library: &Library, name: &str) -> Result<String> {
    type Property = unsafe extern "C" fn(c_int, *mut c_int) -> c_int;
    library.ready()?;
    // SAFETY: the functions of this kind have one type.
    let Ok(property) = (unsafe { library.function::<Property>(name) }) else {
        return Ok("of a version that it does not tell".to_owned());
    };
    let [major, minor, patch] = [0, 1, 2].map(|which| {
        let mut value = 0;
        // SAFETY: a place for a number.
        unsafe { property(which, &raw mut value) };
        value
    });
    Ok(format!("{major}.{minor}.{patch}"))
}
