//! Fourier transforms by cuFFT: what of an operand it reads where it lies, and plans that are kept.
//!
//! The functions that are called are declared here, with results that are numbers: a library that is newer than its header may give others.

#![expect(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{c_int, c_longlong, c_void};
use std::sync::PoisonError;

use cotangent_kernels::DType;

use super::context::Context;
use super::driver::{Address, Driver, refused};
use super::graph;
use super::library::{declared, said, symbol};
use super::precision;
use crate::device::backend::{Call, Place};
use crate::device::opaque::Fourier;
use crate::device::texts::elements::stored;
use crate::device::texts::fourier::packed;
use crate::device::texts::spare::Spare;
use crate::error::Result;
use crate::tensor::layout::Layout;

/// Plans that are kept, beside those that graphs have. NVIDIA says of plans of some lengths that each has memory of its own.
const KEPT: usize = 64;

const COMES: &str = "the CUDA toolkit, or with `pip install nvidia-cufft`; `COTANGENT_CUDA_FOURIER=own` does without it, by kernels of the library's own";

/// That of CUDA 12: of 10.3 others report results that a plan used twice does not write.
const OLDEST: i32 = 11;

declared!(
    CUFFT,
    "cufft",
    COMES,
    ["nvJitLink"],
    [
        "cufftCreate",
        "cufftDestroy",
        "cufftGetVersion",
        "cufftSetAutoAllocation",
        "cufftMakePlanMany64",
        "cufftSetStream",
        "cufftSetWorkArea",
        "cufftExecC2C",
        "cufftExecZ2Z",
        "cufftExecR2C",
        "cufftExecD2Z",
        "cufftExecC2R",
        "cufftExecZ2D",
    ]
);

type Handle = c_int;
type Create = unsafe extern "C" fn(*mut Handle) -> c_int;
type Destroy = unsafe extern "C" fn(Handle) -> c_int;
type SetAutoAllocation = unsafe extern "C" fn(Handle, c_int) -> c_int;
/// Rank, lengths; embedding, step and distance of inputs, and of outputs; type, batch, bytes of memory.
type MakePlanMany = unsafe extern "C" fn(
    Handle,
    c_int,
    *mut c_longlong,
    *mut c_longlong,
    c_longlong,
    c_longlong,
    *mut c_longlong,
    c_longlong,
    c_longlong,
    c_int,
    c_longlong,
    *mut usize,
) -> c_int;
type SetStream = unsafe extern "C" fn(Handle, *mut c_void) -> c_int;
type SetWorkArea = unsafe extern "C" fn(Handle, *mut c_void) -> c_int;
/// Input, output, direction.
type Complex = unsafe extern "C" fn(Handle, *mut c_void, *mut c_void, c_int) -> c_int;
type Half = unsafe extern "C" fn(Handle, *mut c_void, *mut c_void) -> c_int;

/// Types of transforms in f32 and in f64, as cuFFT's header has them.
const COMPLEX: [c_int; 2] = [0x29, 0x69];
const REAL: [c_int; 2] = [0x2a, 0x6a];
const HERMITIAN: [c_int; 2] = [0x2c, 0x6c];
const FORWARD: c_int = -1;
const INVERSE: c_int = 1;

/// What is called, in f32 and in f64.
#[derive(Clone, Copy)]
struct Functions {
    create: Create,
    destroy: Destroy,
    allocates: SetAutoAllocation,
    plan: MakePlanMany,
    stream: SetStream,
    area: SetWorkArea,
    complex: [Complex; 2],
    real: [Half; 2],
    hermitian: [Half; 2],
}

/// All that a plan is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Form {
    kind: c_int,
    /// Numbers of a transform, of which inputs and outputs may have half.
    n: usize,
    batch: usize,
    /// From an input to the next, and from a transform's first to the next one's.
    step: usize,
    distance: usize,
    /// Outputs of a transform, which lie side by side.
    outs: usize,
}

struct Plan {
    handle: Handle,
    /// Memory that it works in.
    bytes: usize,
    /// When it was used last.
    used: u64,
    /// Whether a graph may have what it made.
    is_recorded: bool,
}

/// cuFFT in use on one GPU.
pub(super) struct Plans {
    functions: Functions,
    kept: HashMap<Form, Plan>,
    uses: u64,
}

/// The version: 12, 0 and 0.
pub(super) fn version() -> Result<(i32, i32, i32)> {
    type Version = unsafe extern "C" fn(*mut c_int) -> c_int;
    let mut code = 0;
    // SAFETY: the function's type in its header, and a place for a number.
    said(unsafe { symbol::<Version>(&CUFFT, "cufftGetVersion")?(&raw mut code) }, "cufftGetVersion")?;
    let version = (code / 1000, code % 1000 / 100, code % 100);
    if version.0 < OLDEST {
        let (major, minor, patch) = version;
        return Err(refused(format_args!(
            "cuFFT is {major}.{minor}.{patch}, and {OLDEST} or later is needed: a newer one comes with {COMES}"
        )));
    }
    Ok(version)
}

fn long(n: usize) -> Result<c_longlong> {
    c_longlong::try_from(n).map_err(|_| refused("a transform beyond what cuFFT has"))
}

impl Plans {
    fn open() -> Result<Self> {
        let functions = Functions {
            create: symbol(&CUFFT, "cufftCreate")?,
            destroy: symbol(&CUFFT, "cufftDestroy")?,
            allocates: symbol(&CUFFT, "cufftSetAutoAllocation")?,
            plan: symbol(&CUFFT, "cufftMakePlanMany64")?,
            stream: symbol(&CUFFT, "cufftSetStream")?,
            area: symbol(&CUFFT, "cufftSetWorkArea")?,
            complex: [symbol(&CUFFT, "cufftExecC2C")?, symbol(&CUFFT, "cufftExecZ2Z")?],
            real: [symbol(&CUFFT, "cufftExecR2C")?, symbol(&CUFFT, "cufftExecD2Z")?],
            hermitian: [symbol(&CUFFT, "cufftExecC2R")?, symbol(&CUFFT, "cufftExecZ2D")?],
        };
        version()?;
        Ok(Self { functions, kept: HashMap::new(), uses: 0 })
    }

    /// The plan of a form, made where there is none.
    fn plan(&mut self, context: &Context, form: Form) -> Result<&mut Plan> {
        let driver = context.driver;
        self.uses += 1;
        if !self.kept.contains_key(&form) {
            self.make_room(driver)?;
            let mut plan = driver.on_stream(|_| planned(&self.functions, &form))?;
            if plan.is_err() && !graph::is_here() {
                // Tables of a plan are memory that cuFFT takes by itself, and what is free our allocator may keep.
                context.state().memory.clear(driver);
                driver.settle()?;
                plan = driver.on_stream(|_| planned(&self.functions, &form))?;
            }
            let plan = plan?;
            self.kept.insert(form, plan);
        }
        let plan = self.kept.get_mut(&form).ok_or_else(|| refused("a plan is gone"))?;
        plan.used = self.uses;
        // A rehearsal makes what is recorded then: cuFFT is known to crash where a plan is made in a capture.
        plan.is_recorded |= graph::is_for_a_graph();
        Ok(plan)
    }

    /// Of the plans that no graph has, that which was used the longest ago gives way.
    fn make_room(&mut self, driver: &Driver) -> Result<()> {
        let others = || self.kept.iter().filter(|(_, plan)| !plan.is_recorded);
        if others().count() < KEPT {
            return Ok(());
        }
        let oldest = others().min_by_key(|(_, plan)| plan.used).map(|(form, _)| *form);
        if let Some(plan) = oldest.and_then(|form| self.kept.remove(&form)) {
            // What it was asked for may not have run yet, and NVIDIA does not say that it waits.
            driver.settle()?;
            // SAFETY: the plan was made, and nobody has it any more.
            driver
                .on_stream(|_| said(unsafe { (self.functions.destroy)(plan.handle) }, "cufftDestroy"))??;
        }
        Ok(())
    }
}

fn planned(functions: &Functions, form: &Form) -> Result<Plan> {
    let &Form { kind, n, batch, step, distance, outs } = form;
    let [mut n, batch, step, distance, out] =
        [long(n)?, long(batch)?, long(step)?, long(distance)?, long(outs)?];
    // Of one axis only that they are there is read.
    let (mut inputs, mut outputs) = (n, out);
    let (mut handle, mut bytes) = (0, 0);
    // SAFETY: a place for a plan.
    said(unsafe { (functions.create)(&raw mut handle) }, "cufftCreate")?;
    let made = || {
        // SAFETY: the plan was made.
        said(unsafe { (functions.allocates)(handle, 0) }, "cufftSetAutoAllocation")?;
        // SAFETY: the plan was made; one length of each, and a place for a size.
        let status = unsafe {
            (functions.plan)(
                handle,
                1,
                &raw mut n,
                &raw mut inputs,
                step,
                distance,
                &raw mut outputs,
                1,
                out,
                kind,
                batch,
                &raw mut bytes,
            )
        };
        said(status, "cufftMakePlanMany64")
    };
    let plan = { made }().map(|()| Plan { handle, bytes, used: 0, is_recorded: false });
    plan.inspect_err(|_| {
        // SAFETY: the plan was made, and nobody has it.
        let _ = unsafe { (functions.destroy)(handle) };
    })
}

/// From a number of a transform to the next, and from its first to that of the next one, in elements, of axes of a batch in front of that
/// of numbers. `None` of what cuFFT is not known to read: what repeats, overlaps or goes backwards.
fn steps(layout: &Layout, axis: usize) -> Option<[usize; 2]> {
    let (dims, strides) = (&layout.shape[..axis], &layout.strides[..axis]);
    let n = layout.shape[axis];
    let step = usize::try_from(layout.strides[axis]).ok()?;
    let mut batch: Option<(usize, usize)> = None;
    for (&len, &stride) in dims.iter().zip(strides).rev().filter(|(len, _)| **len != 1) {
        let stride = usize::try_from(stride).ok()?;
        batch = Some(match batch {
            None => (len, stride),
            Some((count, distance)) if stride == count * distance => (count * len, distance),
            Some(_) => return None,
        });
    }
    let (count, distance) = batch.unwrap_or((1, n * step));
    let is_apart = distance >= n * step || step >= count * distance;
    (step > 0 && distance > 0 && is_apart).then_some([step, distance])
}

/// Runs a transform, or says that texts have to.
pub(super) fn run(context: &Context, call: &Call<'_>, op: Fourier) -> Result<bool> {
    let (x, out) = (&call.ins[0], &call.outs[0]);
    let is_real = matches!(op, Fourier::Real);
    let (axis, n) = op.extent(&x.layout, &out.layout);
    if precision::transforms_are_own() || !matches!(x.dtype, DType::F32 | DType::F64) || n == 1 {
        return Ok(false);
    }
    // Half of the numbers of a real transform, or all of a complex one.
    let half = n / 2 + 1;
    let batch = x.layout.shape[..axis].iter().product();
    let size = stored(x.dtype, context.narrows);
    let k = usize::from(size == 8);
    // A library that is not there is an error of this call, before anything runs.
    CUFFT.ready()?;
    let is_hermitian = matches!(op, Fourier::Hermitian);
    // NVIDIA's transform may write to its input.
    let read = if is_hermitian { None } else { found(context, x, axis, is_real)? };
    let copied;
    let (from, [step, distance], is_copied) = if let Some(steps) = read {
        (*x, steps, false)
    } else {
        copied = packed(context, call, is_hermitian.then_some(n))?;
        (copied.place, [1, if is_hermitian { half } else { n }], true)
    };
    let (kind, outs) = match op {
        Fourier::Complex { .. } => (COMPLEX, n),
        Fourier::Real => (REAL, half),
        Fourier::Hermitian => (HERMITIAN, n),
    };
    let form = Form { kind: kind[k], n, batch, step, distance, outs };
    let mut plans = context.fourier.lock().unwrap_or_else(PoisonError::into_inner);
    let plans = match &mut *plans {
        Some(open) => open,
        none => none.insert(Plans::open()?),
    };
    let functions = plans.functions;
    let &mut Plan { handle, bytes, .. } = plans.plan(context, form)?;
    // Memory of this call alone: a graph keeps what its own transforms have.
    let work = Spare::new(context, &[bytes.div_ceil(size_of::<i32>()).max(1)], DType::I32)?;
    let places = [(&from, is_copied), (out, true), (&work.place, true)];
    let [from, to, area] = context.places(places)?;
    let [from, to, area] = [from, to, area].map(|at: Address| at as *mut c_void);
    context.driver.on_stream(|stream| {
        // SAFETY: the plan lives, and the stream is that of its context.
        said(unsafe { (functions.stream)(handle, stream.cast()) }, "cufftSetStream")?;
        // SAFETY: memory of the device, of as many bytes as the plan wants, used in the order of the stream alone.
        said(unsafe { (functions.area)(handle, area) }, "cufftSetWorkArea")?;
        // SAFETY: the plan lives and is of this type; both are live memory of the device, of as many elements as it says, aligned as pairs of
        // these, and used in the order of the stream alone. An operand of the call is read, and no more.
        let status = unsafe {
            match op {
                Fourier::Complex { inverse } => {
                    (functions.complex[k])(handle, from, to, if inverse { INVERSE } else { FORWARD })
                }
                Fourier::Real => (functions.real[k])(handle, from, to),
                Fourier::Hermitian => (functions.hermitian[k])(handle, from, to),
            }
        };
        said(status, "cufftExec")?;
        if !graph::is_here() {
            return Ok(());
        }
        // The stream of a recording ends with it.
        // SAFETY: as above.
        said(unsafe { (functions.stream)(handle, context.driver.main_stream().cast()) }, "cufftSetStream")
    })??;
    context.counts(&mut context.state());
    context.driver.ran()?;
    Ok(true)
}

/// How cuFFT reads an operand where it lies, in elements of its type, if it does. Inputs are to be aligned as pairs are, real ones too.
fn found(context: &Context, x: &Place, axis: usize, is_real: bool) -> Result<Option<[usize; 2]>> {
    let Some(all) = steps(&x.layout, axis) else { return Ok(None) };
    let size = stored(x.dtype, context.narrows);
    let at = context.at(x.block)? + (x.layout.offset * size) as u64;
    if !at.is_multiple_of((2 * size) as u64) {
        return Ok(None);
    }
    if is_real {
        return Ok(Some(all));
    }
    let is_pairs = x.layout.strides[axis + 1] == 1;
    let is_whole = all.iter().all(|step| step % 2 == 0);
    Ok((is_pairs && is_whole).then_some(all.map(|step| step / 2)))
}
