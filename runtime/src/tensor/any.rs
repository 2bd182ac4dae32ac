//! Tensors of any element type, and their bytes.

use std::any::Any;
use std::io::{self, Read, Write};

use cotangent_kernels::{DType, Element, bf16, f16};

use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

/// Elements as they lie in a file: little-endian.
trait Bytes: Element {
    fn put(self, to: &mut [u8]);
    fn get(from: &[u8]) -> Option<Self>;
}

macro_rules! tensors {
    ($($D:ident $T:ident $facts:tt)+) => {
        /// A tensor whose element type is known at run time.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyTensor {
            $($D(Tensor<$T>),)+
        }

        impl AnyTensor {
            pub(crate) fn of<T: Element>(x: &Tensor<T>) -> Self {
                match T::DTYPE {
                    $(DType::$D => Self::$D(x.retyped()),)+
                }
            }

            pub(crate) fn dtype(&self) -> DType {
                match self {
                    $(Self::$D(_) => DType::$D,)+
                }
            }

            pub(crate) fn shape(&self) -> Shape {
                match self {
                    $(Self::$D(x) => x.layout().shape,)+
                }
            }

            /// As the type that it is.
            pub(crate) fn typed<T: Element>(&self) -> Option<&Tensor<T>> {
                let x: &dyn Any = match self {
                    $(Self::$D(x) => x,)+
                };
                x.downcast_ref()
            }

            /// Hands out the bytes in row-major order, some at a time.
            pub(crate) fn write(&self, to: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
                match self {
                    $(Self::$D(x) => write(x, to),)+
                }
            }

            /// As [`AnyTensor::write`] hands them out; `seen` gets them in the same parts.
            pub(crate) fn read(
                dtype: DType,
                shape: Shape,
                from: &mut impl Read,
                seen: impl FnMut(&[u8]),
            ) -> Result<Self> {
                Ok(match dtype {
                    $(DType::$D => Self::$D(read(shape, from, seen)?),)+
                })
            }
        }
    };
}
cotangent_kernels::elements!(tensors);

macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl Bytes for $T {
            #[inline(always)]
            fn put(self, to: &mut [u8]) {
                to.copy_from_slice(&self.to_le_bytes());
            }
            #[inline(always)]
            fn get(from: &[u8]) -> Option<Self> {
                from.try_into().ok().map(Self::from_le_bytes)
            }
        }
    )*};
}
numbers!(f32 f64 f16 bf16 i32 u8);

impl Bytes for bool {
    fn put(self, to: &mut [u8]) {
        to[0] = u8::from(self);
    }
    fn get(from: &[u8]) -> Option<Self> {
        match from {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }
}

/// Bytes of one part, a multiple of every size.
const PART: usize = 1 << 16;

fn write<T: Bytes>(x: &Tensor<T>, mut to: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
    let x = x.contiguous()?.to(Device::CPU)?;
    let size = size_of::<T>();
    let mut part = vec![0; PART.min(x.numel() * size)];
    for elements in x.as_slice().unwrap_or_default().chunks(PART / size) {
        let bytes = &mut part[..size_of_val(elements)];
        bytes.chunks_exact_mut(size).zip(elements).for_each(|(b, v)| v.put(b));
        to(bytes)?;
    }
    Ok(())
}

fn read<T: Bytes>(shape: Shape, from: &mut impl Read, mut seen: impl FnMut(&[u8])) -> Result<Tensor<T>> {
    let size = size_of::<T>();
    let mut part = vec![0; PART.min(shape.numel() * size)];
    Tensor::build(Device::CPU, shape, |out| {
        for elements in out.chunks_mut(PART / size) {
            let bytes = &mut part[..size_of_val(elements)];
            from.read_exact(bytes).map_err(|e| io_error(&e))?;
            seen(bytes);
            for (v, b) in elements.iter_mut().zip(bytes.chunks_exact(size)) {
                let Some(value) = T::get(b) else {
                    return Err(Error::new(ErrorKind::File, format!("a byte {} is no {}", b[0], T::DTYPE)));
                };
                *v = value;
            }
        }
        Ok(())
    })
}

#[cold]
pub(crate) fn io_error(e: &io::Error) -> Error {
    Error::new(ErrorKind::File, e.to_string())
}

/// Writes all of it, or says why not.
pub(crate) fn put(to: &mut impl Write, bytes: &[u8]) -> Result<()> {
    to.write_all(bytes).map_err(|e| io_error(&e))
}
