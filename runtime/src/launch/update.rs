//! Kernels that change their outputs where they stand: what an output holds is an operand without a copy.
#![allow(unsafe_code)]

use std::marker::PhantomData;

use cotangent_kernels::kernel::{Combine, In, Kernel, List, Out};
use cotangent_kernels::{DType, Element, driver};

use crate::debug;
use crate::device::Device;
use crate::tensor::Tensor;

/// A kernel in the form that changes its outputs: `kernels!` writes one for each that has it.
pub(crate) struct InPlace<'k, K>(pub(crate) &'k K);

/// A buffer that is read.
pub(crate) struct Look<'a> {
    ptr: *const u8,
    dtype: DType,
    count: usize,
    device: Device,
    tensor: PhantomData<&'a ()>,
}

/// A buffer that is changed: it is whole, and nobody else has it.
pub(crate) struct Change<'a> {
    ptr: *mut u8,
    dtype: DType,
    count: usize,
    device: Device,
    tensor: PhantomData<&'a mut ()>,
}

/// Half types have to be converted, which is what a launch is for; so is naming NaN.
fn suits(dtype: DType) -> bool {
    !matches!(dtype, DType::F16 | DType::Bf16) && !debug::checks_nan()
}

impl<'a> Look<'a> {
    pub(crate) fn at<T: Element>(x: &'a Tensor<T>) -> Option<Self> {
        let elements = x.as_slice().filter(|_| suits(T::DTYPE))?;
        let (ptr, count) = (elements.as_ptr().cast(), elements.len());
        Some(Self { ptr, dtype: T::DTYPE, count, device: x.device(), tensor: PhantomData })
    }
}

impl<'a> Change<'a> {
    pub(crate) fn to<T: Element>(x: &'a mut Tensor<T>) -> Option<Self> {
        let device = x.device();
        let elements = x.as_mut_slice().filter(|_| suits(T::DTYPE))?;
        let (ptr, count) = (elements.as_mut_ptr().cast(), elements.len());
        Some(Self { ptr, dtype: T::DTYPE, count, device, tensor: PhantomData })
    }
}

/// Runs a kernel over elements of as many tensors. Says no where they are not of one size and on one device, of which a
/// launch knows more.
///
/// # Panics
/// If operands are not of the kernel's types.
pub(crate) fn update<K: Kernel, const I: usize, const O: usize>(
    kernel: &K,
    looks: [Look<'_>; I],
    changes: [Change<'_>; O],
) -> bool {
    let Some(&Change { count, device, .. }) = changes.first() else { return false };
    let looks_fit = looks.iter().all(|l| l.count == count && l.device == device);
    if !looks_fit || !changes.iter().all(|c| c.count == count && c.device == device) {
        return false;
    }
    let reads = looks.iter().map(|l| l.dtype).eq(K::Ins::DTYPES[..K::Ins::LEN].iter().copied());
    let writes = changes.iter().map(|c| c.dtype).eq(K::Outs::DTYPES[..K::Outs::LEN].iter().copied());
    assert!(reads && writes, "operands are of the kernel's types");
    let ins = looks.map(|l| In { ptr: l.ptr, strides: &[], aliased: false });
    let outs = changes.map(|c| Out { ptr: c.ptr, strides: &[], combine: Combine::Store, scale: 1.0 });
    // SAFETY: `count` elements of each operand, of the kernel's types, as just seen; tensors hold initialised elements, and
    // are borrowed until the end. What is changed is borrowed exclusively, and of storage that no other tensor has.
    unsafe { driver::update(kernel, count, &ins, &outs) }
    true
}

#[cfg(test)]
mod tests {
    use cotangent_kernels::Float;
    use cotangent_macros::kernels;

    use crate::device::Device;
    use crate::error::ErrorKind;
    use crate::tensor;
    use crate::tensor::Tensor;
    use crate::tensor::random::Key;

    kernels! {
        fn Turn<T: Float>(x: &mut T, y: &mut T::Compute, g: &T, by: f64) {
            (x * by - y * g, y * by + x * g)
        }
    }

    /// In place and by a launch: the same bits, in the last vector and on threads.
    fn as_a_launch<T: Float>() {
        let turn = Turn::<T> { by: 0.75, of: std::marker::PhantomData };
        // Under Miri what has a last tile of its own, and no more.
        let sizes: &[usize] =
            if cfg!(miri) { &[0, 1, 17, 600] } else { &[0, 1, 15, 16, 17, 1000, 16_384, 300_001] };
        for (seed, &n) in sizes.iter().enumerate() {
            let key = Key::new(seed as u64);
            let mut x: Tensor<T> = key.normal::<T>(n).unwrap().copied().unwrap();
            let mut y: Tensor<T::Compute> = key.fold(1).normal::<T>(n).unwrap().cast().unwrap();
            let g = key.fold(2).normal(n).unwrap();
            let (mut a, mut b) = (x.clone(), y.clone());
            turn.run(&mut a, &mut b, &g).unwrap();
            let (a, b) = (a.to_vec().unwrap(), b.to_vec().unwrap());
            let place = x.as_slice().unwrap().as_ptr();
            turn.run(&mut x, &mut y, &g).unwrap();
            assert_eq!(x.as_slice().unwrap().as_ptr(), place);
            assert_eq!((x.to_vec().unwrap(), y.to_vec().unwrap()), (a, b), "{n} of {}", T::DTYPE);
        }
    }

    /// Kernels of this crate carry their bodies where a device may run them.
    #[cfg(feature = "wgpu")]
    #[test]
    fn kernels_have_their_texts() {
        let turn = Turn::<f32> { by: 0.75, of: std::marker::PhantomData };
        let erased = cotangent_kernels::driver::Erased::new(&turn);
        let source = erased.source();
        assert_eq!((source.numbers, source.statements[0].op.name), (&[crate::DType::F32][..], "mul"));
        assert_eq!(source.outs.len(), 2);
        let mut numbers = Vec::new();
        erased.numbers(&mut numbers);
        assert_eq!(numbers, [0.75]);
    }

    /// A tensor that a launch refuses is left as it was.
    #[test]
    fn devices_and_sizes_are_a_launchs_to_refuse() {
        let turn = Turn::<f32> { by: 1.0, of: std::marker::PhantomData };
        let (mut x, mut y, g) = (tensor![1.0, 2.0], tensor![3.0, 4.0], tensor![5.0, 6.0]);
        let e = turn.run(&mut x, &mut y, &g.to(Device::cpu(1)).unwrap()).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Device);
        let e = turn.run(&mut x, &mut y, &tensor![1.0, 2.0, 3.0]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Shape);
        assert_eq!((x.to_vec().unwrap(), y.to_vec().unwrap()), (vec![1.0, 2.0], vec![3.0, 4.0]));
    }

    #[test]
    fn is_what_a_launch_is() {
        as_a_launch::<f32>();
        as_a_launch::<f64>();
        as_a_launch::<cotangent_kernels::f16>();
    }
}
