//! Conversions from and to `ndarray`, both by copy.

use cotangent_kernels::Element;
use ndarray::{ArrayBase, ArrayD, Data, Dimension, IxDyn};

use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;

impl<T: Element> Tensor<T> {
    /// The tensor of an array or a view of one, whatever its strides.
    pub fn from_ndarray<S: Data<Elem = T>, D: Dimension>(array: &ArrayBase<S, D>) -> Result<Self> {
        let shape = crate::tensor::shape::Shape::new(array.shape()).in_op("from_ndarray")?;
        Self::build(Device::CPU, shape, |out| {
            out.iter_mut().zip(array.iter()).for_each(|(o, x)| *o = *x);
            Ok(())
        })
        .in_op("from_ndarray")
    }

    /// The tensor as an array in row-major order.
    pub fn to_ndarray(&self) -> Result<ArrayD<T>> {
        ArrayD::from_shape_vec(IxDyn(self.shape()), self.to_vec()?)
            .map_err(|e| Error::new(ErrorKind::Shape, e.to_string()).in_op("to_ndarray"))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, arr0, arr2};

    use super::*;

    #[test]
    fn both_ways() {
        let a: Array2<f32> = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        let x = Tensor::from_ndarray(&a).unwrap();
        assert_eq!(x.shape(), [2, 3]);
        assert_eq!(Tensor::from_ndarray(&a.t()).unwrap().to_vec().unwrap(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(x.to_ndarray().unwrap(), a.clone().into_dyn());
        let t = crate::ops::t(&x).unwrap();
        assert_eq!(t.to_ndarray().unwrap(), a.t().to_owned().into_dyn());
        assert_eq!(Tensor::from_ndarray(&arr0(7)).unwrap().item().unwrap(), 7);
        let none = Tensor::<f64>::zeros([0, 3]).unwrap();
        assert_eq!(none.to_ndarray().unwrap().shape(), [0, 3]);
        let deep = ArrayD::<f32>::zeros(IxDyn(&[1; 9]));
        assert!(Tensor::from_ndarray(&deep).unwrap_err().to_string().starts_with("from_ndarray: rank 9"));
    }
}
