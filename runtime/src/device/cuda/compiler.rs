//! CUDA C++ to machine code: NVRTC for the card's own architecture, and a folder of what it has compiled.

#![expect(unsafe_code)]

use std::ffi::{CStr, CString};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::PathBuf;

use cudarc::nvrtc::{result, sys};

use super::driver::{Driver, Loaded, refused};
use super::library::{Library, library};
use crate::error::Result;

/// NVRTC, as far as it is here, and where its results are kept.
pub(super) struct Compiler {
    /// `sm_90`.
    architecture: String,
    /// 13 and 0.
    version: (i32, i32),
    folder: Option<PathBuf>,
    /// What came along with a program: `COTANGENT_CUDA_KERNELS`. It is read alone.
    brought: Option<PathBuf>,
}

/// What every text is compiled with. Products and sums stay apart where a text has them apart: errors that a text computes would be
/// others else.
const OPTIONS: [&str; 2] = ["--std=c++17", "--fmad=false"];

/// NVRTC that is told of kernels with more than 4096 bytes of values.
const OLDEST: (i32, i32) = (12, 1);

/// Its library opens another when it compiles, by a name without a folder.
pub(super) static LIBRARY: Library = library!(
    cudarc::nvrtc::sys,
    "nvrtc",
    "the CUDA toolkit or `pip install nvidia-cuda-nvrtc`",
    [
        nvrtcCompileProgram,
        nvrtcCreateProgram,
        nvrtcDestroyProgram,
        nvrtcGetCUBIN,
        nvrtcGetCUBINSize,
        nvrtcGetErrorString,
        nvrtcGetNumSupportedArchs,
        nvrtcGetProgramLog,
        nvrtcGetProgramLogSize,
        nvrtcGetSupportedArchs,
        nvrtcVersion,
    ],
    before "nvrtc-builtins"
);

/// The CUDA that NVRTC is of.
pub(super) fn version() -> Result<(i32, i32)> {
    LIBRARY.ready()?;
    let (mut first, mut second) = (0, 0);
    // SAFETY: two places for two numbers.
    let asked = unsafe { sys::nvrtcVersion(&raw mut first, &raw mut second) };
    said(asked, "nvrtcVersion")?;
    Ok((first, second))
}

impl Compiler {
    pub(super) fn new(driver: &Driver) -> Result<Self> {
        let (version, (major, minor)) = (version()?, OLDEST);
        let (first, second) = version;
        if version < OLDEST {
            return Err(refused(format_args!(
                "NVRTC is of CUDA {first}.{second}, and {major}.{minor} or later is needed: `pip install -U nvidia-cuda-nvrtc`"
            )));
        }
        // A driver takes what compilers of its own first number make, whatever the second.
        let (knows, minor) = driver.version;
        if first > knows {
            return Err(refused(format_args!(
                "NVRTC is of CUDA {first}.{second}, whose kernels the driver does not take: it is of CUDA {knows}.{minor}; `pip install 'nvidia-cuda-nvrtc<{}'`, or a later driver",
                knows + 1
            )));
        }
        let (major, minor) = architecture(driver.capability, version)?;
        Ok(Self {
            architecture: format!("sm_{major}{minor}"),
            version,
            folder: folder(),
            brought: named("COTANGENT_CUDA_KERNELS"),
        })
    }

    /// The kernel `ct_main` of a text. What was kept and does not load is made again.
    pub(super) fn load(&self, text: &str, driver: &Driver) -> Result<Loaded> {
        let name = self.name(text);
        let (major, minor) = self.version;
        let kept = self.folder.as_ref().map(|folder| folder.join(format!("{name}-{major}.{minor}.cubin")));
        // Of any compiler: what a driver is too old for it refuses.
        let brought = self.brought.as_ref().map(|folder| folder.join(format!("{name}.cubin")));
        for path in kept.iter().chain(&brought) {
            if let Some(kernel) = found(path).and_then(|image| driver.load(&image, "ct_main").ok()) {
                return Ok(kernel);
            }
        }
        let image = self.made(text)?;
        if let Some(path) = kept {
            // A cache that cannot be written is none.
            let _ = keep(&path, &image);
        }
        driver.load(&image, "ct_main")
    }

    /// A name that no other text has, nor this one for another card.
    fn name(&self, text: &str) -> String {
        let hash = |salt: u8| {
            let mut hash = DefaultHasher::new();
            (salt, text, OPTIONS, &self.architecture).hash(&mut hash);
            hash.finish()
        };
        format!("{:016x}{:016x}", hash(0), hash(1))
    }

    fn made(&self, text: &str) -> Result<Vec<u8>> {
        let source = CString::new(text).map_err(refused)?;
        let program = result::create_program(&source, Some(c"kernel.cu"))
            .map_err(|e| refused(format_args!("nvrtcCreateProgram: {e:?}")))?;
        let architecture = format!("--gpu-architecture={}", self.architecture);
        let options: Vec<&str> = OPTIONS.into_iter().chain([&*architecture]).collect();
        // SAFETY: the program was made above, and is destroyed below.
        let compiled = unsafe { result::compile_program(program, &options) };
        let image = match compiled {
            Ok(()) => image(program),
            Err(why) => {
                // SAFETY: the program lives, and its log ends with a zero.
                let log = unsafe { result::get_program_log(program) }.unwrap_or_default();
                let log: Vec<u8> = log.iter().map(|c| *c as u8).collect();
                let log = CStr::from_bytes_until_nul(&log).map(CStr::to_string_lossy).unwrap_or_default();
                Err(refused(format_args!("NVRTC refuses a kernel: {why:?}: {log}")))
            }
        };
        // SAFETY: made above, and nobody has it any more.
        let _ = unsafe { result::destroy_program(program) };
        image
    }
}

fn said(result: sys::nvrtcResult, call: &str) -> Result<()> {
    result.result().map_err(|e| refused(format_args!("{call}: {e:?}")))
}

/// The last architecture that the compiler knows and the card runs: its own, or an older one of its first number.
fn architecture((major, minor): (i32, i32), (first, second): (i32, i32)) -> Result<(i32, i32)> {
    let mut count = 0;
    // SAFETY: a place for a number.
    said(unsafe { sys::nvrtcGetNumSupportedArchs(&raw mut count) }, "nvrtcGetNumSupportedArchs")?;
    let mut all = vec![0; count.max(0) as usize];
    // SAFETY: as many places as it says.
    said(unsafe { sys::nvrtcGetSupportedArchs(all.as_mut_ptr()) }, "nvrtcGetSupportedArchs")?;
    let known = all.iter().map(|arch| (arch / 10, arch % 10)).filter(|a| a.0 == major && a.1 <= minor);
    known.max().ok_or_else(|| {
        let which = if all.iter().all(|arch| arch / 10 > major) { "an older" } else { "a later" };
        refused(format_args!(
            "NVRTC of CUDA {first}.{second} makes no kernels for compute capability {major}.{minor}: {which} `nvidia-cuda-nvrtc` does"
        ))
    })
}

fn image(program: sys::nvrtcProgram) -> Result<Vec<u8>> {
    let mut len = 0;
    // SAFETY: the program is compiled, and a place for its length.
    said(unsafe { sys::nvrtcGetCUBINSize(program, &raw mut len) }, "nvrtcGetCUBINSize")?;
    let mut image = vec![0u8; len];
    // SAFETY: as many bytes as the compiler said.
    said(unsafe { sys::nvrtcGetCUBIN(program, image.as_mut_ptr().cast()) }, "nvrtcGetCUBIN")?;
    Ok(image)
}

fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// `COTANGENT_CUDA_CACHE`, or a folder of the user. None where that is empty.
fn folder() -> Option<PathBuf> {
    if std::env::var_os("COTANGENT_CUDA_CACHE").is_some() {
        return named("COTANGENT_CUDA_CACHE");
    }
    let base = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")));
    base.map(|base| base.join("cotangent").join("cuda"))
}

const HEAD: &[u8; 8] = b"cotangnt";

/// What was kept under a path, if it is whole: its length and a sum of its bytes go before it.
fn found(path: &PathBuf) -> Option<Vec<u8>> {
    let all = std::fs::read(path).ok()?;
    let (head, image) = all.split_at_checked(24)?;
    (head == header(image)).then(|| image.to_vec())
}

fn header(image: &[u8]) -> Vec<u8> {
    let mut hash = DefaultHasher::new();
    image.hash(&mut hash);
    [HEAD.as_slice(), &(image.len() as u64).to_le_bytes(), &hash.finish().to_le_bytes()].concat()
}

/// Keeps an image. Others see all of it or nothing.
fn keep(path: &PathBuf, image: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let part = path.with_extension(format!("{}-{:?}", std::process::id(), std::thread::current().id()));
    let written = std::fs::File::create(&part).and_then(|mut file| {
        file.write_all(&header(image))?;
        file.write_all(image)
    });
    written.and_then(|()| std::fs::rename(&part, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&part);
    })
}
