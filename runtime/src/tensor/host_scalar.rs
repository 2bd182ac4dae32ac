//! Numbers of the host.

use cotangent_kernels::{bf16, f16};

/// Host scalars that mix with tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tensor nor a number",
    label = "it stands beside tensors",
    note = "a tensor is made of numbers by `Tensor::from_slice(&v, [n])`; make it outside and take it as a parameter `&Tensor`"
)]
pub trait HostScalar {
    /// As the number that a kernel is given.
    fn to_f64(&self) -> f64;
}

macro_rules! host_scalars {
    ($($T:ty)*) => {$(
        impl HostScalar for $T {
            #[inline]
            fn to_f64(&self) -> f64 {
                *self as f64
            }
        }
    )*};
}
host_scalars!(f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl HostScalar for f16 {
    #[inline]
    fn to_f64(&self) -> f64 {
        Self::to_f64(*self)
    }
}

impl HostScalar for bf16 {
    #[inline]
    fn to_f64(&self) -> f64 {
        Self::to_f64(*self)
    }
}

impl HostScalar for bool {
    #[inline]
    fn to_f64(&self) -> f64 {
        f64::from(u8::from(*self))
    }
}

impl<H: HostScalar + ?Sized> HostScalar for &H {
    #[inline]
    fn to_f64(&self) -> f64 {
        (**self).to_f64()
    }
}
