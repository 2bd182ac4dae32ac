//! Devices whose kernels are texts in WGSL: launches and opaque ops as texts over buffers, written once. A device compiles them as it
//! can, and has memory of its own.

use cotangent_kernels::DType;

use super::backend::{Backend, Call, Launch};
use super::opaque::Fourier;
use super::passes::Pass;
use super::{Block, Device};
use crate::error::{ErrorKind, Result};

mod apart;
mod attention;
pub(super) mod body;
pub(super) mod checks;
pub(super) mod contract;
pub(super) mod dialect;
mod draw;
pub(super) mod elements;
pub(super) mod epilogue;
mod exponential;
mod factors;
pub(super) mod fourier;
pub(super) mod fused;
mod grouped;
mod index;
mod jacobi;
pub(super) mod launch;
mod linalg;
pub(super) mod opaque;
mod order;
mod pad;
mod plans;
mod prelude;
pub(crate) mod printed;
mod quads;
mod reflectors;
mod rounds;
#[cfg(feature = "cuda")]
pub(super) mod rows;
mod scan;
pub(super) mod solved;
pub(super) mod spare;
mod stages;
pub(super) mod text;
mod tiles;
mod windows;

use body::Bindings;
use checks::Fails;
use contract::Contraction;
use dialect::Dialect;
use launch::Kernel;
use solved::Solver;
use text::Text;

/// A device that runs texts.
pub(super) trait Machine: Backend {
    fn home(&self) -> Device;
    /// Buffers that a kernel binds at most.
    fn most(&self) -> usize;
    /// Whether there are elements of a type, f64 where f32 will do.
    fn takes(&self, dtype: DType, narrows: bool) -> Result<()>;
    /// Whether kernels compute elements of a type in f64. One that has no f64 stores it as f32.
    fn is_double(&self, _: DType) -> bool {
        false
    }
    /// The block where kernels say what they find.
    fn status(&self) -> Block;
    /// The language of fused groups.
    fn dialect(&self) -> Dialect {
        Dialect::Wgsl
    }
    /// [`run`](Self::run) of a kernel in that language.
    fn run_group(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        self.run(bindings, groups, write)
    }
    /// Runs the kernel that `write` writes, over so many workgroups.
    fn run(&self, bindings: &Bindings, groups: usize, write: &dyn Fn(&mut Text)) -> Result<()>;
    /// [`run`](Self::run) of a kernel that may find something wrong, and says so by the number that it is given.
    fn run_checked(
        &self,
        check: Checked<'_>,
        bindings: &Bindings,
        groups: usize,
        write: &dyn Fn(&mut Text, u32),
    ) -> Result<()>;
    /// Runs a product by a library of the device. `false` says that texts have to.
    fn product(&self, _: &Contraction, _: &Call<'_>) -> Result<bool> {
        Ok(false)
    }
    /// A library of linear algebra, if the device has one.
    fn solver(&self) -> Option<&dyn Solver> {
        None
    }
    /// Runs a Fourier transform by a library of the device. `false` says that texts have to.
    fn fourier(&self, _: &Call<'_>, _: Fourier) -> Result<bool> {
        Ok(false)
    }
    /// Where products wait for what is asked for next, if they do.
    fn waits(&self) -> Option<&dyn Waits> {
        None
    }
}

/// A machine on which a product waits.
pub(super) trait Waits {
    /// Whether nothing waits for what this thread asks for.
    fn is_idle(&self) -> bool;
    /// Keeps a product that whatever is asked for next may become part of. `false` says that it does not wait.
    fn later(&self, product: &Contraction, call: &Call<'_>) -> Result<bool>;
    /// Runs a launch of one pass as part of the product that waits, if it can be.
    fn joined(&self, kernel: &Kernel<'_>) -> bool;
    /// Keeps a launch of these passes for later launches over the same rows to join, or lets it join one. `false`: the launch does not wait.
    fn rows(&self, _: &Launch<'_>, _: &[Pass]) -> Result<bool> {
        Ok(false)
    }
}

/// What a kernel may find wrong.
pub(super) struct Checked<'a> {
    pub(super) op: &'static str,
    pub(super) fails: (ErrorKind, Fails),
    pub(super) numbers: &'a [u32],
}

/// The whole text of a kernel with so many words of arguments, of floats that are f64 or not.
pub(super) fn module(text: &str, arguments: usize, is_double: bool) -> String {
    // A number may have these digits too.
    let mut words = text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
    let enable = if words.any(|word| word == "f16") { "enable f16;\n" } else { "" };
    let (vectors, prelude) = (arguments.div_ceil(4).max(1), prelude::needed(text, is_double));
    format!(
        "{enable}{prelude}@group(0) @binding(0) var<uniform> ct_args: array<vec4<u32>, {vectors}>;\n{text}"
    )
}
