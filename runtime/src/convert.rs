//! Between tensors and the host's own containers.

use cotangent_kernels::Element;

use crate::axes::Sizes;
use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::layout::Layout;
use crate::tensor::Tensor;

impl<T: Element> Tensor<T> {
    /// The tensor of these elements, row major. One size may be -1: what is left.
    #[allow(clippy::needless_pass_by_value)] // A device or a later storage may keep the vector.
    pub fn from_vec(data: Vec<T>, sizes: impl Into<Sizes>) -> Result<Self> {
        from_elements("from_vec", &data, &sizes.into())
    }

    /// The tensor of these elements, row major. One size may be -1: what is left.
    pub fn from_slice(data: &[T], sizes: impl Into<Sizes>) -> Result<Self> {
        from_elements("from_slice", data, &sizes.into())
    }

    /// The elements in row-major order.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        if let Some(all) = self.as_slice() {
            return Ok(all.to_vec());
        }
        Ok(self.contiguous()?.as_slice().unwrap_or_default().to_vec())
    }

    /// The only element of a tensor that has one, whatever its rank.
    pub fn item(&self) -> Result<T> {
        if self.numel() == 1 {
            return Ok(self.storage().as_slice()[self.layout().offset]);
        }
        Err(Error::new(
            ErrorKind::Shape,
            format!("only one element can be read, but the shape is {}", self.layout().shape),
        )
        .in_op("item"))
    }

    /// The element at an index.
    pub fn get(&self, index: &[usize]) -> Result<T> {
        let shape = self.layout().shape;
        if index.len() != shape.rank() || index.iter().zip(shape.iter()).any(|(i, d)| i >= d) {
            return Err(Error::new(ErrorKind::Index, format!("index {index:?} is outside of shape {shape}"))
                .in_op("get"));
        }
        Ok(self.storage().as_slice()[position(self.layout(), index)])
    }

    /// The same elements in row-major order without gaps: itself if they lie so, else a copy.
    pub fn contiguous(&self) -> Result<Self> {
        if self.is_contiguous() {
            return Ok(self.clone());
        }
        self.copied().in_op("contiguous")
    }

    /// The same elements in row-major order, in memory of their own.
    pub(crate) fn copied(&self) -> Result<Self> {
        Self::assemble(self, self.layout().shape, None, |out, layout| {
            out.write(layout, self.storage(), self.layout());
            Ok(())
        })
    }
}

fn position(layout: &Layout, index: &[usize]) -> usize {
    let steps = index.iter().zip(&layout.strides).map(|(&i, &s)| i as isize * s);
    layout.offset.wrapping_add_signed(steps.sum())
}

fn from_elements<T: Element>(op: &'static str, data: &[T], sizes: &Sizes) -> Result<Tensor<T>> {
    let shape = sizes.infer(data.len()).in_op(op)?;
    if shape.numel() != data.len() {
        let message =
            format!("{} elements do not fill shape {shape}, which has {}", data.len(), shape.numel());
        return Err(Error::new(ErrorKind::Shape, message).in_op(op));
    }
    Tensor::build(Device::CPU, shape, |out| {
        out.copy_from_slice(data);
        Ok(())
    })
    .in_op(op)
}

/// A vector is a tensor of rank 1.
impl<T: Element> TryFrom<Vec<T>> for Tensor<T> {
    type Error = Error;
    fn try_from(data: Vec<T>) -> Result<Self> {
        Self::from_slice(&data, data.len())
    }
}

impl<T: Element> From<T> for Tensor<T> {
    fn from(value: T) -> Self {
        Self::scalar(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn there_and_back() {
        let x = Tensor::from_vec((0..24).collect(), [2, 3, -1]).unwrap();
        assert_eq!(x.shape(), [2, 3, 4]);
        assert_eq!(x.get(&[1, 2, 3]).unwrap(), 23);
        assert_eq!(x.to_vec().unwrap(), (0..24).collect::<Vec<_>>());
        let t = x.with_layout(Layout {
            shape: Shape::new(&[4, 3, 2]).unwrap(),
            strides: [1, 4, 12, 0, 0, 0, 0, 0],
            offset: 0,
        });
        assert_eq!(t.to_vec().unwrap()[..6], [0, 12, 4, 16, 8, 20]);
        let c = t.contiguous().unwrap();
        assert!(c.is_contiguous() && !t.is_contiguous());
        assert_eq!(c.as_slice().unwrap(), t.to_vec().unwrap());
        let back = x.with_layout(Layout {
            shape: Shape::new(&[3]).unwrap(),
            strides: [-8, 0, 0, 0, 0, 0, 0, 0],
            offset: 23,
        });
        assert_eq!(back.to_vec().unwrap(), [23, 15, 7]);
        assert_eq!(Tensor::try_from(vec![1.0f32, 2.0]).unwrap().shape(), [2]);
        assert_eq!(Tensor::from(3).item().unwrap(), 3);
    }

    #[test]
    fn bad_input_is_an_error() {
        let e = Tensor::from_vec(vec![1, 2, 3], [2, 2]).unwrap_err();
        assert_eq!(e.to_string(), "from_vec: 3 elements do not fill shape [2, 2], which has 4");
        assert!(Tensor::from_vec(vec![1, 2, 3], [2, -1]).is_err());
        let x = Tensor::from_vec(vec![1, 2], 2).unwrap();
        assert_eq!(x.item().unwrap_err().kind(), ErrorKind::Shape);
        assert_eq!(x.get(&[2]).unwrap_err().kind(), ErrorKind::Index);
        assert_eq!(x.get(&[0, 0]).unwrap_err().kind(), ErrorKind::Index);
        assert_eq!(Tensor::<f32>::from_vec(vec![], 0).unwrap().to_vec().unwrap(), [0.0; 0]);
        assert!(Tensor::<f32>::from_vec(vec![], 0).unwrap().item().is_err());
    }

    #[test]
    fn writing_needs_the_only_handle() {
        let mut x = Tensor::from_vec(vec![1, 2, 3], 3).unwrap();
        let y = x.clone();
        assert!(x.as_mut_slice().is_none());
        drop(y);
        x.as_mut_slice().unwrap()[1] = 7;
        assert_eq!(x.to_vec().unwrap(), [1, 7, 3]);
    }
}
