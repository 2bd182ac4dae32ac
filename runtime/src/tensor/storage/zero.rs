//! The blocks of structural zeros: one for each type on each device, which is never given back. So there is always another
//! handle of it, and nobody may write to it.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use cotangent_kernels::DType;

use super::Buffer;
use crate::device::{Device, registry};
use crate::error::Result;

type Blocks = Vec<(DType, Device, Buffer)>;

static ALL: Mutex<Blocks> = Mutex::new(Vec::new());

thread_local! {
    /// Those that this thread has asked for.
    static MINE: RefCell<Blocks> = const { RefCell::new(Vec::new()) };
}

fn find(blocks: &Blocks, dtype: DType, device: Device) -> Option<Buffer> {
    // Those of a device that was lost are no more.
    let is_there = |buffer: &Buffer| {
        buffer.block().is_none_or(|block| registry::of(device).is_ok_and(|backend| backend.holds(block)))
    };
    let found = |(t, d, buffer): &&(DType, Device, Buffer)| (*t, *d) == (dtype, device) && is_there(buffer);
    blocks.iter().find(found).map(|(.., block)| block.clone())
}

/// The block of this type on this device.
#[inline]
pub(super) fn shared(dtype: DType, device: Device) -> Result<Buffer> {
    // A thread that ends has none any more.
    let mine = MINE.try_with(|mine| find(&mine.borrow(), dtype, device));
    mine.ok().flatten().map_or_else(|| first(dtype, device), Ok)
}

#[cold]
fn first(dtype: DType, device: Device) -> Result<Buffer> {
    let all = || ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let found = find(&all(), dtype, device);
    let block = if let Some(block) = found {
        block
    } else {
        // Behind no lock: a device may wake whoever waits for it, who may want a zero.
        let made = Buffer::zero(dtype, device)?;
        let mut all = all();
        if let Some(block) = find(&all, dtype, device) {
            // Somebody else was faster. None of these is ever given back.
            std::mem::forget(made);
            block
        } else {
            all.push((dtype, device, made.clone()));
            made
        }
    };
    let _ = MINE.try_with(|mine| mine.borrow_mut().push((dtype, device, block.clone())));
    Ok(block)
}
