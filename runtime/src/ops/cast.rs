//! Conversion of element types.

use std::marker::PhantomData;

use cotangent_kernels::Element;
use cotangent_macros::kernels;

use crate::error::{InOp, Result};
use crate::launch::{Arg, GroupInfo, OutSpec, launch};
use crate::tensor::Tensor;

kernels! {
    #[cost(8)]
    fn Cast<A: Element, B: Element>(x: &A) -> B {
        x.cast::<B>()
    }
}

/// Each element as another type, as Rust's `as` does: floats round or, to integers and bytes, truncate and saturate; of an
/// `i32` a byte keeps the low 8 bits; to bool it is `x != 0`, from bool 0 or 1.
pub fn cast<A: Element, B: Element>(x: &Tensor<A>) -> Result<Tensor<B>> {
    if A::DTYPE == B::DTYPE {
        // The same type under another name: a view.
        return Ok(x.retyped());
    }
    let (y, ()) =
        launch(&Cast::<A, B> { of: PhantomData }, &GroupInfo::UNNAMED, (Arg::Ref(x), ()), &[OutSpec::FULL])
            .in_op("cast")?;
    Ok(y)
}

impl<T: Element> Tensor<T> {
    /// Each element as another type, as Rust's `as` does: floats round or, to integers and bytes, truncate and saturate; of an
    /// `i32` a byte keeps the low 8 bits; to bool it is `x != 0`, from bool 0 or 1.
    pub fn cast<B: Element>(&self) -> Result<Tensor<B>> {
        cast(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;
    use cotangent_kernels::{bf16, f16};

    #[test]
    fn between_all_types() {
        let x: Tensor = tensor![0.0, 1.0, -2.75, 1e10, f32::NAN];
        assert_eq!(x.cast::<i32>().unwrap().to_vec().unwrap(), [0, 1, -2, i32::MAX, 0]);
        assert_eq!(x.cast::<bool>().unwrap().to_vec().unwrap(), [false, true, true, true, true]);
        assert_eq!(x.cast::<f64>().unwrap().to_vec().unwrap()[2], -2.75);
        assert_eq!(x.cast::<f16>().unwrap().to_vec().unwrap()[3], f16::INFINITY);
        let b = tensor![true, false];
        assert_eq!(b.cast::<f32>().unwrap().to_vec().unwrap(), [1.0, 0.0]);
        assert_eq!(b.cast::<i32>().unwrap().to_vec().unwrap(), [1, 0]);
        let d = tensor![0.1f64, 1.0 + 1e-12];
        assert_eq!(d.cast::<f32>().unwrap().to_vec().unwrap(), [0.1f32, 1.0]);
        assert_eq!(d.cast::<bf16>().unwrap().to_vec().unwrap()[0], bf16::from_f64(0.1));
        assert_eq!(tensor![7, -1].cast::<f16>().unwrap().to_vec().unwrap()[0].to_f32(), 7.0);
        let bytes: Tensor = tensor![0.9, -3.0, 254.99, 256.0, 1e10, f32::NAN];
        assert_eq!(bytes.cast::<u8>().unwrap().to_vec().unwrap(), [0, 0, 254, 255, 255, 0]);
        assert_eq!(
            bytes.cast::<f64>().unwrap().cast::<u8>().unwrap().to_vec().unwrap(),
            [0, 0, 254, 255, 255, 0]
        );
        assert_eq!(tensor![-1, 256, 300].cast::<u8>().unwrap().to_vec().unwrap(), [255, 0, 44]);
        let b8 = tensor![0u8, 1, 200];
        assert_eq!(b8.cast::<f16>().unwrap().to_vec().unwrap()[2].to_f32(), 200.0);
        assert_eq!(b8.cast::<i32>().unwrap().to_vec().unwrap(), [0, 1, 200]);
        assert_eq!(b8.cast::<bool>().unwrap().to_vec().unwrap(), [false, true, true]);
        assert_eq!(b.cast::<u8>().unwrap().to_vec().unwrap(), [1, 0]);
        let t = crate::ops::t(&tensor![[1, 2], [3, 4]]).unwrap();
        assert_eq!(t.cast::<f64>().unwrap().to_vec().unwrap(), [1.0, 3.0, 2.0, 4.0]);
        assert_eq!(t.cast::<i32>().unwrap().to_vec().unwrap(), [1, 3, 2, 4]);
        assert_eq!(Tensor::<f32>::zeros([0, 2]).unwrap().cast::<i32>().unwrap().shape(), [0, 2]);
    }
}
