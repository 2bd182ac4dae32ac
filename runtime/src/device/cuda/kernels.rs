//! Compiled kernels by what their texts depend on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use cotangent_kernels::DType;
use cotangent_kernels::source::{LANES_CUDA, NUMBERS_CUDA, PRELUDE_CUDA, WGSL_CUDA};

use super::compiler::Compiler;
use super::driver::{Driver, Loaded, refused};
use super::translate::translate;
use crate::device::Device;
use crate::device::texts::body::Bindings;
use crate::device::texts::dialect::Dialect;
use crate::device::texts::module;
use crate::device::texts::text::Text;
use crate::error::Result;

/// The kernel of an opaque op in CUDA C++, with so many words before its buffers.
pub(super) fn translated(
    home: Device,
    narrows: bool,
    bindings: &Bindings,
    text: &str,
    words: usize,
) -> Result<String> {
    let has = |dtype| bindings.dtypes().any(|d| d == dtype);
    let (is_double, is_bf16) = (has(DType::F64) && !narrows, has(DType::Bf16));
    // A kernel has one type of floats, and one of 16 bits.
    if is_double && has(DType::F32) {
        return Err(home.lacks(DType::F64));
    }
    if is_bf16 && has(DType::F16) {
        return Err(home.lacks(DType::Bf16));
    }
    let translated = translate(&module(text, words, is_double), is_double).map_err(|why| {
        let float = if is_double { DType::F64 } else { DType::F32 };
        refused(format_args!("a text that is no CUDA where floats are {float}: {why}"))
    })?;
    let real = if is_double { "double" } else { "float" };
    let half = if is_bf16 { "ct_bf16" } else { "ct_f16" };
    let types = format!("typedef {real} ct_real;\ntypedef {half} ct_half;\n");
    Ok([NUMBERS_CUDA, WGSL_CUDA, &types, &translated].concat())
}

/// Texts by their keys, and two of one key if there were.
type Texts = (FxHashMap<Vec<u64>, String>, Option<String>);

/// All that were compiled, of fused groups and of opaque ops.
pub(super) struct Kernels {
    compiler: Compiler,
    fused: Made,
    opaque: Made,
    own: Made,
    /// Kernels of chains that were refused. Others do in their place, and no call tries again.
    refused: Mutex<FxHashSet<Vec<u64>>>,
    /// The texts of all keys, where `COTANGENT_CUDA_KEYS=check` asks for them: two texts of one key are an error then.
    texts: Option<Mutex<Texts>>,
}

/// Kernels by the keys of their texts. Whoever comes first compiles and keeps nobody waiting but those who want the same: they try
/// themselves when that has failed.
#[derive(Default)]
struct Made(Mutex<FxHashMap<Vec<u64>, Own>>);

/// One kernel, once it is compiled.
type Own = Arc<Mutex<Option<Loaded>>>;

impl Made {
    fn get(&self, key: Vec<u64>, make: impl FnOnce() -> Result<Loaded>) -> Result<Loaded> {
        let own = Arc::clone(locked(&self.0).entry(key).or_default());
        let mut own = locked(&own);
        match *own {
            Some(found) => Ok(found),
            None => make().inspect(|made| *own = Some(*made)),
        }
    }
}

/// What a panic has left is whole: each is written at once.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kernels {
    pub(super) fn new(compiler: Compiler) -> Self {
        let (fused, opaque, own, refused) = Default::default();
        let checks = std::env::var("COTANGENT_CUDA_KEYS").is_ok_and(|v| v.trim() == "check");
        Self { compiler, fused, opaque, own, refused, texts: checks.then(Mutex::default) }
    }

    /// Compares a text with those that had its key before, if that was asked for.
    fn check(&self, is_opaque: bool, key: &[u64], text: impl FnOnce() -> String) -> Result<()> {
        let Some(texts) = &self.texts else { return Ok(()) };
        let text = text();
        let (all, clash) = &mut *locked(texts);
        // Fused groups and opaque ops have keys of their own.
        let first = all.entry([&[u64::from(is_opaque)], key].concat()).or_insert_with(|| text.clone());
        if *first != text && clash.is_none() {
            *clash = Some(format!("two texts have one key:\n{first}\nand\n{text}"));
        }
        // For all that comes, as launches apart may do where a kernel is refused.
        clash.as_ref().map_or(Ok(()), |why| Err(refused(why)))
    }

    /// The kernel of a fused group that `write` writes, and what goes before its buffers. Its text says how many threads it has, and
    /// how many bytes they share, where that is not as ever.
    pub(super) fn fused(
        &self,
        driver: &Driver,
        dialect: Dialect,
        shape: Option<(usize, usize)>,
        write: &dyn Fn(&mut Text),
    ) -> Result<(Loaded, Vec<u64>)> {
        let mut text = Text::key(dialect);
        write(&mut text);
        let Text { key, arguments: words, .. } = text;
        let count = words.len().max(1);
        let full = || {
            let mut text = Text::full(dialect);
            write(&mut text);
            [&format!("const int CT_WORDS = {count};\n"), text.finish().as_str()].concat()
        };
        self.check(false, &key, full)?;
        let chain = shape.map(|_| key.clone());
        if chain.as_ref().is_some_and(|key| locked(&self.refused).contains(key)) {
            return Err(refused("a kernel that was refused before"));
        }
        let made = self.fused.get(key, || {
            let made = self.compiler.load(&[PRELUDE_CUDA, LANES_CUDA, &full()].concat(), driver)?;
            shape.map_or(Ok(made), |shape| driver.shaped(made, shape))
        });
        if let (Err(_), Some(key)) = (&made, chain) {
            locked(&self.refused).insert(key);
        }
        Ok((made?, words))
    }

    /// The kernel of a text in CUDA C++ that `write` gives for this key, with so many threads, which share so many bytes.
    pub(super) fn own(
        &self,
        driver: &Driver,
        key: &[u64],
        shape: (usize, usize),
        write: &dyn Fn() -> String,
    ) -> Result<Loaded> {
        self.own.get(key.to_vec(), || {
            let made = self.compiler.load(&[NUMBERS_CUDA, &write()].concat(), driver)?;
            driver.shaped(made, shape)
        })
    }

    /// The kernel of an opaque op that `write` writes as WGSL, and what goes before its buffers.
    pub(super) fn opaque(
        &self,
        (home, driver, narrows): (Device, &Driver, bool),
        bindings: &Bindings,
        write: &dyn Fn(&mut Text),
    ) -> Result<(Loaded, Vec<u64>)> {
        let mut text = Text::key(Dialect::Wgsl);
        write(&mut text);
        let Text { mut key, arguments, .. } = text;
        let has = |dtype| bindings.dtypes().any(|d| d == dtype);
        // Types that the text tells apart from no other.
        let (is_double, is_bf16) = (has(DType::F64) && !narrows, has(DType::Bf16));
        key.extend([u64::from(is_double), u64::from(is_bf16)]);
        // Words, in vectors of four.
        let mut words = arguments;
        let count = words.len();
        words.resize(count.next_multiple_of(4).max(4), 0);
        let words: Vec<u64> = words.chunks_exact(2).map(|pair| pair[0] | pair[1] << 32).collect();
        let full = || {
            let mut text = Text::full(Dialect::Wgsl);
            write(&mut text);
            text.finish()
        };
        self.check(true, &key, full)?;
        let text = || translated(home, narrows, bindings, &full(), count);
        let made = self.opaque.get(key, || self.compiler.load(&text()?, driver))?;
        Ok((made, words))
    }
}
