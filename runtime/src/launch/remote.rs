//! Launches on devices that keep their own memory.

use cotangent_kernels::driver::Erased;

use super::plan::{Read, Write};
use super::{GroupInfo, nan};
use crate::device::backend::{Launch, Operand, Target};
use crate::device::{Device, registry};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::storage::Buffer;

/// Hands a planned launch to the device.
#[cold]
pub(super) fn run(
    device: Device,
    kernel: Erased<'_>,
    info: &GroupInfo,
    reads: &[Read<'_>],
    writes: &[Write],
    dims: &[usize],
    checks_nan: bool,
) -> Result<()> {
    let backend = registry::of(device)?;
    let lost = || Error::new(ErrorKind::Device, format!("an operand is not on {device}"));
    let mut ins = Vec::with_capacity(reads.len());
    for (read, &dtype) in reads.iter().zip(kernel.ins()) {
        let (block, offset) = (read.block.ok_or_else(lost)?, read.layout.map_or(0, |l| l.offset));
        ins.push(Operand { block, dtype, offset, strides: read.strides });
    }
    let mut outs = Vec::with_capacity(writes.len());
    for write in writes {
        let block = write.buffer.as_ref().and_then(Buffer::block).ok_or_else(lost)?;
        let at = Operand { block, dtype: write.dtype, offset: 0, strides: write.strides };
        outs.push(Target { at, combine: write.combine, scale: write.scale });
    }
    let mut numbers = Vec::new();
    kernel.numbers(&mut numbers);
    let source = kernel.source();
    numbers.iter_mut().zip(source.numbers).for_each(|(number, dtype)| *number = dtype.rounded(*number));
    let launch = Launch { source, numbers: &numbers, dims, ins: &ins, outs: &outs, narrows: info.narrows };
    let site = || info.ops().next().map(|(site, _)| site);
    registry::begun(site, || backend.launch(&launch)).map_err(|e| info.begun_by(e))?;
    if checks_nan { nan::none_there(writes, kernel.outs(), info) } else { Ok(()) }
}
