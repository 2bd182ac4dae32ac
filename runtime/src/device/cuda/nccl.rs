//! NCCL: communicators between GPUs of this process, and sums by them.
//!
//! One thread has all GPUs of a sum, so their calls are a group. A lock lets one group come after the other: two threads whose GPUs
//! overlap would have their kernels in one order here and in another there, and each would wait for the other.

#![expect(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent_kernels::DType;

use super::context::Context;
use super::driver::{Address, Entered, Event, Point as _, refused};
use super::library::declared;
use crate::error::Result;

mod endings;

use endings::give_back;
pub(super) use endings::lost;

const COMES: &str = "`pip install nvidia-nccl-cu13` (`-cu12` beside CUDA 12) or `apt install libnccl2`";

declared!(
    LIBRARY,
    "nccl",
    COMES,
    [],
    [
        "ncclAllReduce",
        "ncclCommAbort",
        "ncclCommInitAll",
        "ncclGetErrorString",
        "ncclGetVersion",
        "ncclGroupEnd",
        "ncclGroupStart",
    ]
);

/// NCCL that has means and bf16.
const OLDEST: (i32, i32) = (2, 10);
/// Calls of a group at most. NCCL 2.10 to 2.13 take 2048.
const MOST: usize = 1024;

type Comm = *mut c_void;
/// Communicators, how many, and the numbers of their GPUs.
type InitAll = unsafe extern "C" fn(*mut Comm, c_int, *const c_int) -> c_int;
type Abort = unsafe extern "C" fn(Comm) -> c_int;
type GroupCall = unsafe extern "C" fn() -> c_int;
type ErrorString = unsafe extern "C" fn(c_int) -> *const c_char;
type LastError = unsafe extern "C" fn(Comm) -> *const c_char;
type Version = unsafe extern "C" fn(*mut c_int) -> c_int;
/// From, to, elements, their type, what is done with them, communicator, stream.
type AllReduce =
    unsafe extern "C" fn(*const c_void, *mut c_void, usize, c_int, c_int, Comm, *mut c_void) -> c_int;

/// What becomes of the elements of all GPUs, as NCCL's header has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Sum = 0,
    Max = 2,
    Mean = 4,
}

/// Elements of one GPU, which lie in row-major order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// `to` is `from`, or memory that overlaps it nowhere.
    pub(super) from: Address,
    pub(super) to: Address,
    pub(super) count: usize,
    pub(super) kind: Kind,
    pub(super) fold: Fold,
}

/// A type of elements, as NCCL's header has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    I32 = 2,
    U32 = 3,
    F16 = 6,
    F32 = 7,
    F64 = 8,
    Bf16 = 9,
}

impl Kind {
    /// The type that elements are stored as. There is none of what has no sums.
    pub(super) fn of(dtype: DType, narrows: bool) -> Option<Self> {
        Some(match dtype {
            DType::F64 if narrows => Self::F32,
            DType::F64 => Self::F64,
            DType::F32 => Self::F32,
            DType::F16 => Self::F16,
            DType::Bf16 => Self::Bf16,
            DType::I32 => Self::I32,
            _ => return None,
        })
    }
}

/// A GPU of a set, and where its stream was behind the last sum.
struct Member {
    context: &'static Context,
    comm: Comm,
    last: Option<Event>,
}

// SAFETY: communicators are bound to no thread, and one thread at a time has them.
unsafe impl Send for Member {}

/// Communicators of GPUs by their numbers, made once for each set of them. A GPU that was opened again is another.
static SETS: Mutex<Vec<Vec<Member>>> = Mutex::new(Vec::new());
static IS_USED: AtomicBool = AtomicBool::new(false);

fn sets() -> MutexGuard<'static, Vec<Vec<Member>>> {
    SETS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A function of NCCL.
///
/// # Safety
/// `T` is its type.
unsafe fn function<T: Copy>(name: &str) -> Result<T> {
    // SAFETY: the caller answers for the type.
    unsafe { LIBRARY.function(name) }
}

/// The version: 2, 27 and 5.
pub(super) fn version() -> Result<(i32, i32, i32)> {
    let mut code = 0;
    // SAFETY: as its header has it, with a place for a number.
    said(
        unsafe { function::<Version>("ncclGetVersion")?(&raw mut code) },
        "ncclGetVersion",
        ptr::null_mut(),
    )?;
    // Up to 2.8 the first number was counted in thousands.
    let first = if code < 10_000 { 1000 } else { 10_000 };
    let version = (code / first, code % first / 100, code % 100);
    if (version.0, version.1) < OLDEST {
        let ((major, minor, patch), (least, more)) = (version, OLDEST);
        return Err(refused(format_args!(
            "NCCL is {major}.{minor}.{patch}, and {least}.{more} or later is needed: a newer one comes with {COMES}"
        )));
    }
    Ok(version)
}

fn said(status: c_int, call: &str, comm: Comm) -> Result<()> {
    if status == 0 {
        return Ok(());
    }
    let text = |text: *const c_char| {
        // SAFETY: a text of NCCL's that stays, or none.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    };
    // SAFETY: as its header has it, of any number.
    let means = unsafe { function::<ErrorString>("ncclGetErrorString") }.ok();
    // SAFETY: as above.
    let means = means.and_then(|of| text(unsafe { of(status) })).unwrap_or_default();
    // NCCL 2.13 and later say more.
    // SAFETY: as its header has it, of a communicator or none.
    let more = unsafe { function::<LastError>("ncclGetLastError") }.ok();
    // SAFETY: as above.
    let more = more.and_then(|of| text(unsafe { of(comm) })).filter(|more| !more.is_empty());
    let more = more.map(|more| format!(" ({more})")).unwrap_or_default();
    Err(refused(format_args!("{call}: {means}, status {status}{more}")))
}

fn is_of(set: &[Member], members: &[&'static Context]) -> bool {
    set.len() == members.len() && set.iter().zip(members).all(|(a, b)| ptr::eq(a.context, *b))
}

/// Communicators between these GPUs, whose contexts this thread has entered, or what NCCL has said.
fn made(members: &[&'static Context]) -> Result<std::result::Result<Vec<Member>, c_int>> {
    // NCCL's kernels read and write the memory of their peers, and that of a pool its own GPU alone sees at first.
    for (a, b) in members.iter().flat_map(|a| members.iter().map(move |b| (a, b))) {
        if !ptr::eq(*a, *b) {
            a.driver.show_to(b.driver)?;
        }
    }
    let numbers: Vec<c_int> = members.iter().map(|member| member.home.number() as c_int).collect();
    let mut comms = vec![ptr::null_mut(); members.len()];
    IS_USED.store(true, Ordering::SeqCst);
    // SAFETY: places for as many communicators as there are numbers, which differ.
    let status = unsafe {
        function::<InitAll>("ncclCommInitAll")?(comms.as_mut_ptr(), numbers.len() as c_int, numbers.as_ptr())
    };
    if status != 0 {
        return Ok(Err(status));
    }
    let member = |(&context, comm)| Member { context, comm, last: None };
    Ok(Ok(members.iter().zip(comms).map(member).collect()))
}

/// Sums that are about to be asked for. Until then nothing has changed.
pub(super) struct Group {
    sets: MutexGuard<'static, Vec<Vec<Member>>>,
    at: usize,
    /// None of them is given back meanwhile, and one of them is current.
    _entered: Vec<Entered<'static>>,
    start: GroupCall,
    end: GroupCall,
    reduce: AllReduce,
}

/// Begins sums over GPUs. `members` are in the order of their numbers, and this thread has the state of none.
pub(super) fn begin(members: &[&'static Context]) -> Result<Group> {
    let group = begun(members)?;
    let status = match group {
        Ok(group) => return Ok(group),
        Err(status) => status,
    };
    // NCCL may lack memory that is kept for later. Nobody has the lock meanwhile: the loss of a GPU then ends the work that `settle` waits for.
    if matches!(status, 1 | 2) {
        for member in members {
            member.state().memory.clear(member.driver);
            member.driver.settle()?;
        }
        if let Ok(group) = begun(members)? {
            return Ok(group);
        }
    }
    said(status, "ncclCommInitAll", ptr::null_mut())?;
    Err(refused("ncclCommInitAll"))
}

fn begun(members: &[&'static Context]) -> Result<std::result::Result<Group, c_int>> {
    // SAFETY: as its header has them.
    let (start, end, reduce) =
        unsafe { (function("ncclGroupStart")?, function("ncclGroupEnd")?, function("ncclAllReduce")?) };
    let mut sets = sets();
    let entered = members.iter().map(|member| member.driver.enter()).collect::<Result<Vec<_>>>()?;
    let at = if let Some(at) = sets.iter().position(|set| is_of(set, members)) {
        at
    } else {
        match made(members)? {
            Ok(set) => sets.push(set),
            Err(status) => return Ok(Err(status)),
        }
        sets.len() - 1
    };
    starts(start)?;
    Ok(Ok(Group { sets, at, _entered: entered, start, end, reduce }))
}

fn starts(start: GroupCall) -> Result<()> {
    // SAFETY: no arguments.
    said(unsafe { start() }, "ncclGroupStart", ptr::null_mut())
}

impl Group {
    /// Asks for sums of parts, of which `parts` has as many for each GPU, behind all that their streams were asked for. Whoever asks has
    /// live memory of as many elements there, which is used in the order of each stream alone. After an error nobody knows what was
    /// written.
    pub(super) fn reduce(mut self, parts: &[Vec<Part>]) -> Result<()> {
        if let Err(e) = self.asked(parts) {
            let set = self.sets.swap_remove(self.at);
            // A GPU that is lost meanwhile is told of by who has the lock.
            drop(self);
            give_back(set);
            return Err(e);
        }
        for member in &mut self.sets[self.at] {
            let driver = member.context.driver;
            let _here = driver.enter()?;
            match &member.last {
                Some(last) => driver.record(last.event())?,
                None => member.last = Some(driver.event()?),
            }
        }
        // Of the lock nobody waits with.
        let members: Vec<_> = self.sets[self.at].iter().map(|member| member.context).collect();
        drop(self);
        for member in &members {
            member.watch()?;
        }
        members.iter().try_for_each(|member| member.driver.ran())
    }

    fn asked(&self, parts: &[Vec<Part>]) -> Result<()> {
        let set = &self.sets[self.at];
        let (count, each) = (parts.first().map_or(0, Vec::len), (MOST / set.len()).max(1));
        for first in (0..count.max(1)).step_by(each) {
            if first > 0 {
                starts(self.start)?;
            }
            let mut asked = Ok(());
            for (member, parts) in set.iter().zip(parts) {
                for part in parts.iter().skip(first).take(each) {
                    let Part { from, to, count, kind, fold } = *part;
                    let stream = member.context.driver.main_stream().cast();
                    let (from, to) = (from as *const c_void, to as *mut c_void);
                    // SAFETY: whoever asks answers for the memory; communicator and stream are those of its GPU.
                    let status = unsafe {
                        (self.reduce)(from, to, count, kind as c_int, fold as c_int, member.comm, stream)
                    };
                    asked = asked.and_then(|()| said(status, "ncclAllReduce", member.comm));
                }
            }
            // SAFETY: behind its start, on this thread.
            let ended = unsafe { (self.end)() };
            asked.and(said(ended, "ncclGroupEnd", set[0].comm))?;
        }
        Ok(())
    }
}
