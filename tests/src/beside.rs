//! Ops on a device that keeps its own memory beside the same ops on the processor.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::{Device, Element, Result, Tensor};

use crate::there::only_keeps;

/// The device, CUDA's if that is named, for one test at a time: what a kernel finds wrong is told to whoever reads next.
pub fn alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let gpu = crate::there::named_gpu();
    #[cfg(feature = "wgpu")]
    let gpu = gpu.or_else(crate::wgpu);
    Some((gpu?, alone))
}

/// Where the operands of a call are.
#[derive(Clone, Copy, Debug)]
pub struct At(Device);

impl At {
    /// The operand there.
    ///
    /// # Panics
    /// If it cannot be there.
    pub fn of<T: Element>(self, x: &Tensor<T>) -> Tensor<T> {
        x.to(self.0).unwrap()
    }
}

/// The op on the device gives what it gives on the processor, within `tolerance` of the largest element, or fails as it does there.
///
/// # Panics
/// If it does not.
pub fn same<T: Element>(device: Device, tolerance: f64, what: &str, op: impl Fn(At) -> Result<Tensor<T>>) {
    let read = |at| op(At(at)).and_then(|y| Ok((y.shape().to_vec(), y.to_vec()?)));
    let both = (read(Device::CPU), read(device));
    if only_keeps() {
        return;
    }
    match both {
        (Ok((shape, here)), Ok((other, there))) => {
            assert_eq!(shape, other, "{what}: shapes");
            let finite = here.iter().map(|x| x.to_f64().abs()).filter(|x| x.is_finite());
            let largest = finite.fold(0.0, f64::max);
            for (i, (a, b)) in here.iter().zip(&there).enumerate() {
                let (a, b) = (a.to_f64(), b.to_f64());
                let agree = a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * largest;
                assert!(agree, "{what}, element {i} of {shape:?}: {a} here, {b} there");
            }
        }
        (Err(here), Err(there)) => {
            assert_eq!((here.kind(), here.to_string()), (there.kind(), there.to_string()), "{what}");
        }
        (here, there) => panic!("{what}: {here:?} here, {there:?} there"),
    }
}
