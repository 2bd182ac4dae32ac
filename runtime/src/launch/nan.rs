//! Looks through what a launch read and wrote for NaN.

use cotangent_kernels::{DType, Element, Float, bf16, f16};

use super::GroupInfo;
use super::plan::{Read, Write};
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
#[cfg(remote)]
use crate::tensor::storage::Storage;

/// Whether an input has a NaN: what a kernel makes of it is then no news.
#[cold]
pub(super) fn any(reads: &[Read<'_>], dtypes: &[DType]) -> bool {
    // SAFETY: an input's layout lies in its storage, which its tensor holds during the launch.
    reads
        .iter()
        .zip(dtypes)
        .any(|(r, dtype)| r.layout.is_some_and(|l| unsafe { first(r.ptr, l, *dtype) }.is_some()))
}

/// An error for the first output that has a NaN.
#[cold]
pub(super) fn none(writes: &[Write], dtypes: &[DType], given: bool, info: &GroupInfo) -> Result<()> {
    for (out, (write, dtype)) in writes.iter().zip(dtypes).enumerate() {
        let dense = Layout::dense(write.shape);
        // SAFETY: the output is dense, was written in full by the launch, and its tensor is still held.
        if let Some(at) = unsafe { first(write.ptr, &dense, *dtype) } {
            return Err(found(out, &at, write, given, info));
        }
    }
    Ok(())
}

/// [`none`], of outputs on a device that keeps its own memory: they are read back.
#[cfg(remote)]
#[cold]
pub(super) fn none_there(writes: &[Write], dtypes: &[DType], info: &GroupInfo) -> Result<()> {
    fn index<T: Float>(write: &Write) -> Result<Option<Vec<usize>>> {
        let Some(buffer) = write.buffer.clone() else { return Ok(None) };
        // SAFETY: the buffer was made for elements of this type.
        let storage = unsafe { Storage::<T>::over(buffer, write.shape.numel()) };
        of(&Tensor::dense(storage, write.shape))
    }
    for (out, (write, dtype)) in writes.iter().zip(dtypes).enumerate() {
        let at = match dtype {
            DType::F16 => index::<f16>(write),
            DType::Bf16 => index::<bf16>(write),
            DType::F32 => index::<f32>(write),
            DType::F64 => index::<f64>(write),
            _ => Ok(None),
        };
        if let Some(at) = at? {
            return Err(found(out, &at, write, false, info));
        }
    }
    Ok(())
}

fn found(out: usize, at: &[usize], write: &Write, given: bool, info: &GroupInfo) -> Error {
    let mut message = format!("NaN at {at:?} of a result of shape {}", write.shape);
    if given {
        message.push_str(", as in the operands");
    }
    if info.ops().nth(1).is_some() {
        message.push_str("; the kernel computes ");
        message.push_str(&lines(info));
    }
    info.made_by(out, Error::new(ErrorKind::Nan, message))
}

/// The index of the first NaN of a tensor. One on a device is read back, which may tell of an error.
#[cold]
pub(crate) fn of<T: Element>(x: &Tensor<T>) -> Result<Option<Vec<usize>>> {
    if x.storage().is_remote() {
        return of(&x.to(Device::CPU)?);
    }
    let (storage, layout) = (x.storage(), x.layout());
    // SAFETY: a tensor's layout lies in its storage.
    Ok(unsafe { first(storage.ptr().wrapping_add(layout.offset).cast(), layout, T::DTYPE) })
}

/// `ln (line 12), mul (line 13)`, each once.
fn lines(info: &GroupInfo) -> String {
    let mut named: Vec<String> = Vec::new();
    for (site, _) in info.ops() {
        let name = format!("{} (line {})", site.op, site.line);
        if !named.contains(&name) {
            named.push(name);
        }
    }
    named.join(", ")
}

/// The index of the first NaN.
///
/// # Safety
/// Every element of the layout, from `ptr` on and without its offset, is an initialised `dtype`.
unsafe fn first(ptr: *const u8, layout: &Layout, dtype: DType) -> Option<Vec<usize>> {
    // SAFETY: as the caller promises.
    unsafe {
        match dtype {
            DType::F16 => first_of::<f16>(ptr.cast(), layout),
            DType::Bf16 => first_of::<bf16>(ptr.cast(), layout),
            DType::F32 => first_of::<f32>(ptr.cast(), layout),
            DType::F64 => first_of::<f64>(ptr.cast(), layout),
            _ => None,
        }
    }
}

unsafe fn first_of<T: Float>(ptr: *const T, layout: &Layout) -> Option<Vec<usize>> {
    let shape = &layout.shape;
    let mut at = vec![0; shape.rank()];
    for _ in 0..shape.numel() {
        let offset: isize = at.iter().zip(&layout.strides).map(|(i, s)| *i as isize * s).sum();
        // SAFETY: `at` is an index of the layout.
        if unsafe { *ptr.offset(offset) }.to_f64().is_nan() {
            return Some(at);
        }
        for (i, dim) in at.iter_mut().zip(shape.iter()).rev() {
            *i += 1;
            if *i < *dim {
                break;
            }
            *i = 0;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    #[test]
    fn a_nan_is_found_in_every_layout() {
        let x: Tensor<f64> = tensor![[0.0, 1.0, 2.0], [3.0, f64::NAN, 5.0]];
        assert_eq!(of(&x).unwrap(), Some(vec![1, 1]));
        assert_eq!(of(&x.flip([0, 1]).unwrap().t().unwrap()).unwrap(), Some(vec![1, 0]));
        assert_eq!(of(&x.narrow(1, 2, 1).unwrap()).unwrap(), None);
        assert_eq!(
            of(&x.narrow(0, 1, 1).unwrap().broadcast_to([2, 4, 3]).unwrap()).unwrap(),
            Some(vec![0, 0, 1])
        );
        assert_eq!(of(&Tensor::scalar(f16::NAN)).unwrap(), Some(vec![]));
        assert_eq!(of(&Tensor::<bf16>::zeros([3, 0]).unwrap()).unwrap(), None);
    }
}
