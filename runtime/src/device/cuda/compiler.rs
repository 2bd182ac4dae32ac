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
}

/// What every text is compiled with. Products and sums stay apart where a text has them apart: errors that a text computes would be
/// others else.
const OPTIONS: [&str; 2] = ["--std=c++17", "--fmad=false"];

/// Its library opens another when it compiles, by a name without a folder.
static LIBRARY: Library = library!(
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
        nvrtcGetProgramLog,
        nvrtcGetProgramLogSize,
        nvrtcVersion,
    ],
    before "nvrtc-builtins"
);

impl Compiler {
    pub(super) fn new((major, minor): (i32, i32)) -> Result<Self> {
        LIBRARY.ready()?;
        let (mut first, mut second) = (0, 0);
        // SAFETY: two places for two numbers.
        let asked = unsafe { sys::nvrtcVersion(&raw mut first, &raw mut second) };
        asked.result().map_err(|e| refused(format_args!("nvrtcVersion: {e:?}")))?;
        Ok(Self { architecture: format!("sm_{major}{minor}"), version: (first, second), folder: folder() })
    }

    /// The kernel `ct_main` of a text. What was kept and does not load is made again.
    pub(super) fn load(&self, text: &str, driver: &Driver) -> Result<Loaded> {
        let kept = self.folder.as_ref().map(|folder| folder.join(self.name(text)));
        let loaded = |image: Vec<u8>| driver.load(&image, "ct_main").ok();
        if let Some(kernel) = kept.as_ref().and_then(found).and_then(loaded) {
            return Ok(kernel);
        }
        let image = self.made(text)?;
        if let Some(path) = kept {
            // A cache that cannot be written is none.
            let _ = keep(&path, &image);
        }
        driver.load(&image, "ct_main")
    }

    /// A name that no other text has, nor this one for another card or by another compiler.
    fn name(&self, text: &str) -> String {
        let hash = |salt: u8| {
            let mut hash = DefaultHasher::new();
            (salt, text, OPTIONS, &self.architecture, self.version).hash(&mut hash);
            hash.finish()
        };
        format!("{:016x}{:016x}.cubin", hash(0), hash(1))
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

fn image(program: sys::nvrtcProgram) -> Result<Vec<u8>> {
    let mut len = 0;
    // SAFETY: the program is compiled, and a place for its length.
    let asked = unsafe { sys::nvrtcGetCUBINSize(program, &raw mut len) };
    asked.result().map_err(|e| refused(format_args!("nvrtcGetCUBINSize: {e:?}")))?;
    let mut image = vec![0u8; len];
    // SAFETY: as many bytes as the compiler said.
    let asked = unsafe { sys::nvrtcGetCUBIN(program, image.as_mut_ptr().cast()) };
    asked.result().map_err(|e| refused(format_args!("nvrtcGetCUBIN: {e:?}")))?;
    Ok(image)
}

/// `COTANGENT_CUDA_CACHE`, or a folder of the user. None where that is empty.
fn folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
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
