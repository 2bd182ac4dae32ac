//! The same elements elsewhere, and products.

use super::{Operand, Sizes, Tensor};

impl Tensor {
    /// One size may be -1.
    pub fn reshape<S: IntoSizes>(&self, shape: S) -> Self {
        Self::new(shape.sizes_of(self.numbers().len()), self.numbers().to_vec())
    }
    pub fn flatten(&self) -> Self {
        self.reshape(vec![self.numbers().len()])
    }
    pub fn unsqueeze(&self, axis: isize) -> Self {
        let mut shape = self.shape().to_vec();
        let axis = if axis < 0 { (shape.len() + 1).wrapping_add_signed(axis) } else { axis as usize };
        shape.insert(axis, 1);
        self.reshape(shape)
    }
    pub fn squeeze(&self, axis: isize) -> Self {
        let mut shape = self.shape().to_vec();
        assert_eq!(shape.remove(self.axis(axis)), 1, "`squeeze` of {:?}", self.shape());
        self.reshape(shape)
    }

    /// Along an axis of this size now, element `i` is the one at `from(i)`.
    fn along(&self, axis: isize, size: usize, from: impl Fn(usize) -> usize) -> Self {
        let axis = self.axis(axis);
        let mut shape = self.shape().to_vec();
        shape[axis] = size;
        Self::build(shape, |index| {
            let mut index = index.to_vec();
            index[axis] = from(index[axis]);
            self.at(&index)
        })
    }
    pub fn narrow(&self, axis: isize, start: usize, length: usize) -> Self {
        assert!(start + length <= self.dim(self.axis(axis)), "{length} from {start} of {:?}", self.shape());
        self.along(axis, length, |i| start + i)
    }
    pub fn slice(&self, axis: isize, start: usize, end: usize, step: usize) -> Self {
        self.along(axis, (end - start).div_ceil(step), |i| start + i * step)
    }
    pub fn flip(&self, axis: isize) -> Self {
        let size = self.dim(self.axis(axis));
        self.along(axis, size, |i| size - 1 - i)
    }
    pub fn roll(&self, by: usize, axis: isize) -> Self {
        let size = self.dim(self.axis(axis));
        self.along(axis, size, |i| (i + size - by % size) % size)
    }
    pub fn repeat_interleave(&self, times: usize, axis: isize) -> Self {
        self.along(axis, self.dim(self.axis(axis)) * times, |i| i / times)
    }
    pub fn split<const N: usize>(&self, sizes: [usize; N], axis: isize) -> [Self; N] {
        let mut start = 0;
        sizes.map(|size| {
            start += size;
            self.narrow(axis, start - size, size)
        })
    }

    pub fn permute<const N: usize>(&self, axes: [usize; N]) -> Self {
        Self::build(axes.map(|axis| self.dim(axis)), |index| {
            let mut from = [0; N];
            axes.iter().zip(index).for_each(|(axis, i)| from[*axis] = *i);
            self.at(&from)
        })
    }
    pub fn transpose(&self, a: usize, b: usize) -> Self {
        let mut shape = self.shape().to_vec();
        shape.swap(a, b);
        Self::build(shape, |index| {
            let mut from = index.to_vec();
            from.swap(a, b);
            self.at(&from)
        })
    }
    /// The last two axes.
    pub fn mt(&self) -> Self {
        let rank = self.shape().len();
        self.transpose(rank - 2, rank - 1)
    }
    pub fn t(&self) -> Self {
        assert_eq!(self.shape().len(), 2, "`t` of {:?}", self.shape());
        self.mt()
    }
    pub fn broadcast_to(&self, shape: impl Sizes) -> Self {
        self.zip(&Self::zeros(shape), |x, _| x)
    }
    pub fn pad<const N: usize>(&self, widths: [(usize, usize); N], with: f64) -> Self {
        let shape: Vec<usize> = self.shape().iter().zip(widths).map(|(size, (a, b))| size + a + b).collect();
        Self::build(shape, |index| {
            let from = index.iter().zip(widths).map(|(i, (before, _))| i.wrapping_sub(before));
            let from: Vec<usize> = from.collect();
            let inside = from.iter().zip(self.shape()).all(|(i, size)| i < size);
            if inside { self.at(&from) } else { with.into() }
        })
    }
    fn where_(&self, kept: impl Fn(isize) -> bool) -> Self {
        Self::build(self.shape(), |index| {
            let [row, column] = [2, 1].map(|behind| index[index.len() - behind] as isize);
            if kept(column - row) { self.at(index) } else { 0.0.into() }
        })
    }
    pub fn tril(&self, above: isize) -> Self {
        self.where_(|off| off <= above)
    }
    pub fn triu(&self, above: isize) -> Self {
        self.where_(|off| off >= above)
    }
    /// Of square matrices, in the middle.
    pub fn diagonal(&self, _: isize) -> Self {
        let shape = &self.shape()[..self.shape().len() - 1];
        Self::build(shape, |index| self.at(&[index, &index[index.len() - 1..]].concat()))
    }
    pub fn diag_embed(&self, _: isize) -> Self {
        let size = self.dim(0);
        Self::build([size, size], |i| if i[0] == i[1] { self.at(&i[..1]) } else { 0.0.into() })
    }

    /// # Panics
    /// Where sizes do not fit.
    pub fn matmul(&self, o: impl Operand) -> Self {
        let o = o.tensor();
        let [vector, other] = [self, &o].map(|x| x.shape().len() == 1);
        let a = if vector { self.unsqueeze(0) } else { *self };
        let b = if other { o.unsqueeze(1) } else { o };
        assert_eq!(a.shape()[a.shape().len() - 1], b.shape()[b.shape().len() - 2], "{a:?} by {b:?}");
        // `[.., rows, 1, inner]` times `[.., 1, columns, inner]`.
        let products = a.unsqueeze(-2) * b.mt().unsqueeze(-3);
        let mut y = products.sum_axis(-1);
        if other {
            y = y.squeeze(-1);
        }
        if vector { y.squeeze(if other { -1 } else { -2 }) } else { y }
    }
    pub fn dot(&self, o: impl Operand) -> Self {
        (*self * o.tensor()).sum()
    }
    pub fn outer(&self, o: impl Operand) -> Self {
        self.unsqueeze(1) * o.tensor()
    }
}

pub fn matmul(a: impl Operand, b: impl Operand) -> Tensor {
    a.tensor().matmul(b)
}

pub fn outer(a: impl Operand, b: impl Operand) -> Tensor {
    a.tensor().outer(b)
}

/// Shapes for so many elements, where one size may be left open.
pub trait IntoSizes {
    fn sizes_of(self, elements: usize) -> Vec<usize>;
}

impl<S: Sizes> IntoSizes for S {
    fn sizes_of(self, _: usize) -> Vec<usize> {
        self.sizes()
    }
}

impl<const N: usize> IntoSizes for [i32; N] {
    fn sizes_of(self, elements: usize) -> Vec<usize> {
        let known: i32 = self.iter().filter(|size| **size >= 0).product();
        self.map(|size| if size < 0 { elements / known as usize } else { size as usize }).into()
    }
}
