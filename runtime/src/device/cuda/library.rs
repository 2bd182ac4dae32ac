//! NVIDIA's libraries, which are opened when somebody first asks for them.
//!
//! cudarc opens a library at the first call and panics where there is none, or where it lacks what is called. So whoever calls asks
//! here first, and is given an error that says what is missing.

#![expect(unsafe_code)]

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::error::Error as _;
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::driver::refused;
use crate::error::Result;

/// Folders of NVIDIA's libraries, for those that the loader does not find.
const FOLDERS: &str = "COTANGENT_CUDA_LIBRARIES";

/// A library that cudarc calls.
pub(super) struct Library {
    /// As files are called, without what all of them have: `nvrtc`.
    pub(super) name: &'static str,
    /// What it comes with.
    pub(super) comes: &'static str,
    /// All that is called of it.
    pub(super) symbols: &'static [&'static str],
    /// What its file has open before it, by its name's beginning.
    pub(super) before: &'static [&'static str],
    /// `is_culib_present` of cudarc.
    pub(super) is_present: unsafe fn() -> bool,
    /// `culib` of cudarc.
    pub(super) open: unsafe fn() -> &'static libloading::Library,
    pub(super) opened: OnceLock<std::result::Result<(), String>>,
}

/// A library of cudarc's module `$sys`: its name, the product that has the library, the called symbols, and a library to open before.
macro_rules! library {
    ($sys:path, $name:literal, $comes:expr, [$($symbol:ident),* $(,)?] $(, before $before:literal)?) => {
        $crate::device::cuda::library::Library {
            name: $name,
            comes: $comes,
            symbols: &[$(stringify!($symbol)),*],
            before: &[$($before)?],
            is_present: { use $sys as sys; sys::is_culib_present },
            open: { use $sys as sys; sys::culib },
            opened: std::sync::OnceLock::new(),
        }
    };
}
pub(super) use library;

/// A library whose functions are declared by hand where they are called: a static of that name, and as above.
macro_rules! declared {
    ($library:ident, $name:literal, $comes:expr, $before:expr, [$($symbol:literal),* $(,)?]) => {
        pub(super) static $library: $crate::device::cuda::library::Library = {
            unsafe fn open() -> &'static libloading::Library {
                static OPEN: std::sync::OnceLock<libloading::Library> = std::sync::OnceLock::new();
                // SAFETY: opens a library by name, whose initialisers are NVIDIA's.
                OPEN.get_or_init(|| match unsafe { $crate::device::cuda::library::by_name($name) } {
                    Some(library) => library,
                    None => unreachable!("whoever opens it has asked whether it is there"),
                })
            }

            unsafe fn is_present() -> bool {
                // SAFETY: opens and closes libraries by name, whose initialisers are NVIDIA's.
                unsafe { $crate::device::cuda::library::by_name($name) }.is_some()
            }

            $crate::device::cuda::library::Library {
                name: $name,
                comes: $comes,
                symbols: &[$($symbol),*],
                before: &$before,
                is_present,
                open,
                opened: std::sync::OnceLock::new(),
            }
        };
    };
}
pub(super) use declared;

/// The files that a library may be. NVIDIA counts NCCL by itself, and cudarc knows the numbers of CUDA alone.
fn names(name: &str) -> Vec<String> {
    let mut all = cudarc::get_lib_name_candidates(name);
    if name == "nccl" && cfg!(unix) {
        // Behind the one without a number.
        all.insert(all.len().min(1), format!("{DLL_PREFIX}{name}{DLL_SUFFIX}.2"));
    }
    all
}

/// Opens a library that the loader finds, or has open.
///
/// # Safety
/// Initialisers of the library run.
pub(super) unsafe fn by_name(name: &str) -> Option<libloading::Library> {
    // SAFETY: as said.
    names(name).into_iter().find_map(|file| unsafe { libloading::Library::new(file) }.ok())
}

/// A function of a library.
pub(super) fn symbol<T: Copy>(library: &Library, name: &str) -> Result<T> {
    // SAFETY: whoever asks names the type that its header has.
    unsafe { library.function(name) }
}

/// An error of what gave another status than 0.
pub(super) fn said(status: c_int, call: &str) -> Result<()> {
    if status == 0 { Ok(()) } else { Err(refused(format_args!("{call}: status {status}"))) }
}

impl Library {
    /// Opens it for good, or says what is missing. It is looked for once.
    pub(super) fn ready(&self) -> Result<()> {
        self.opened.get_or_init(|| self.found()).as_ref().copied().map_err(refused)
    }

    /// The address of a symbol, of one that is ready.
    pub(super) fn at(&self, symbol: &str) -> Option<unsafe extern "C" fn()> {
        self.ready().ok()?;
        // SAFETY: the library is there, and nobody calls it by this type.
        unsafe { (self.open)().get::<unsafe extern "C" fn()>(symbol.as_bytes()) }.ok().map(|found| *found)
    }

    /// A function of it.
    ///
    /// # Safety
    /// `T` is the type of a function of C, as the library's header has it.
    pub(super) unsafe fn function<T: Copy>(&self, name: &str) -> Result<T> {
        self.ready()?;
        // SAFETY: the library is there, and the caller answers for the type.
        let found = unsafe { (self.open)().get::<T>(name.as_bytes()) };
        found.map(|f| *f).map_err(refused)
    }

    fn found(&self) -> std::result::Result<(), String> {
        let Self { name, comes, .. } = self;
        // SAFETY: opens and closes libraries by name, whose initialisers are NVIDIA's.
        let is_present = || unsafe { (self.is_present)() };
        if !is_present() {
            let why = self.search(&folders());
            if !is_present() {
                let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
                return Err(format!(
                    "lib{name} is not found{why}; it comes with {comes}, and `LD_LIBRARY_PATH` or `{FOLDERS}` name its folder where the system does not"
                ));
            }
        }
        // SAFETY: as above, and it is there.
        let library = unsafe { (self.open)() };
        for symbol in self.symbols {
            // SAFETY: nobody calls it by this type.
            if unsafe { library.get::<unsafe extern "C" fn()>(symbol.as_bytes()) }.is_err() {
                return Err(format!(
                    "lib{name} has no `{symbol}`: it is too old; a newer one comes with {comes}"
                ));
            }
        }
        Ok(())
    }

    /// Opens the library's first file in the folders, so that the loader finds it by name. The answer is the reason of a failure.
    fn search(&self, folders: &[PathBuf]) -> Option<String> {
        let open = |path: &Path| {
            // SAFETY: the initialisers are NVIDIA's. It is never closed: what was found by name refers to it.
            unsafe { libloading::Library::new(path) }.map(std::mem::forget)
        };
        for folder in folders {
            let Some(path) =
                names(self.name).into_iter().map(|file| folder.join(file)).find(|path| path.exists())
            else {
                continue;
            };
            for before in self.before {
                let begins = format!("{DLL_PREFIX}{before}{DLL_SUFFIX}");
                let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
                let wanted = all.filter(|file| file.file_name().to_string_lossy().starts_with(&begins));
                // Without it the library says what it lacks.
                wanted.for_each(|file| drop(open(&file.path())));
            }
            let why = |e: libloading::Error| {
                let e = e.source().map_or_else(|| e.to_string(), ToString::to_string);
                format!("{}: {e}", path.display())
            };
            return open(&path).err().map(why);
        }
        None
    }
}

/// Where libraries may be that the loader does not look for: what is named, and a toolkit's folders.
fn folders() -> Vec<PathBuf> {
    let named = env::var_os(FOLDERS).unwrap_or_default();
    let named = env::split_paths(&named).filter(|path| !path.as_os_str().is_empty()).collect::<Vec<_>>();
    let toolkits = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    let toolkits = toolkits.chain(cfg!(unix).then(|| PathBuf::from("/usr/local/cuda")));
    let within = |toolkit: PathBuf| ["lib64", "lib", "bin"].map(|folder| toolkit.join(folder));
    named.into_iter().chain(toolkits.flat_map(within)).collect()
}
