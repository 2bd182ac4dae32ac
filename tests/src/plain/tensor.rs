//! The tensor and its methods, which never fail: what a shape does not fit is a panic.

use super::Hyper;

/// Numbers row by row. Bodies lend what rustc would move, so a tensor is `Copy`; what it holds stays until the test ends.
#[derive(Clone, Copy, Debug)]
pub struct Tensor {
    shape: &'static [usize],
    data: &'static [Hyper],
}

/// What shapes are written as.
pub trait Sizes {
    fn sizes(self) -> Vec<usize>;
}

impl<const R: usize> Sizes for [usize; R] {
    fn sizes(self) -> Vec<usize> {
        self.to_vec()
    }
}

impl Sizes for Vec<usize> {
    fn sizes(self) -> Vec<usize> {
        self
    }
}

impl Sizes for &[usize] {
    fn sizes(self) -> Vec<usize> {
        self.to_vec()
    }
}

/// The place of each element of `to` in a tensor of the shape `from` that is repeated along it.
fn repeated(from: &[usize], to: &[usize]) -> Vec<usize> {
    let missing = to.len() - from.len();
    let place = |at: usize| {
        let (mut rest, mut place, mut step) = (at, 0, 1);
        for (axis, &size) in to.iter().enumerate().rev() {
            let (index, next) = (rest % size, rest / size);
            rest = next;
            if axis >= missing {
                let own = from[axis - missing];
                assert!(own == size || own == 1, "{from:?} beside {to:?}");
                place += if own == 1 { 0 } else { index * step };
                step *= own;
            }
        }
        place
    };
    (0..to.iter().product()).map(place).collect()
}

impl Tensor {
    /// # Panics
    /// Where the numbers are not as many as the shape has.
    pub fn new(shape: impl Sizes, data: Vec<Hyper>) -> Self {
        let shape = shape.sizes();
        assert_eq!(shape.iter().product::<usize>(), data.len(), "{shape:?}");
        Self { shape: shape.leak(), data: data.leak() }
    }
    pub fn full(shape: impl Sizes, value: f64) -> Self {
        let shape = shape.sizes();
        let data = vec![value.into(); shape.iter().product()];
        Self::new(shape, data)
    }
    pub fn zeros(shape: impl Sizes) -> Self {
        Self::full(shape, 0.0)
    }
    pub fn ones(shape: impl Sizes) -> Self {
        Self::full(shape, 1.0)
    }
    pub fn scalar(value: f64) -> Self {
        Self::full([], value)
    }
    pub fn zeros_like(&self) -> Self {
        Self::zeros(self.shape)
    }
    pub fn ones_like(&self) -> Self {
        Self::ones(self.shape)
    }
    pub fn shape(&self) -> &[usize] {
        self.shape
    }
    pub fn rank(&self) -> usize {
        self.shape().len()
    }
    pub fn dim(&self, axis: usize) -> usize {
        self.shape[axis]
    }
    pub fn numbers(&self) -> &[Hyper] {
        self.data
    }

    /// The number of a tensor that has one.
    ///
    /// # Panics
    /// Where it has another number of them.
    pub fn item(&self) -> f64 {
        assert_eq!(self.data.len(), 1, "`item` of {:?}", self.shape);
        self.data[0].value
    }
    pub fn stop_gradient(&self) -> Self {
        self.map(|x| x.value.into())
    }

    pub fn map(&self, f: impl Fn(Hyper) -> Hyper) -> Self {
        Self::new(self.shape, self.data.iter().map(|x| f(*x)).collect())
    }
    /// A function of both, repeated to one shape.
    pub fn zip(&self, o: &Self, f: impl Fn(Hyper, Hyper) -> Hyper) -> Self {
        let rank = self.shape.len().max(o.shape.len());
        let size = |shape: &[usize], axis: usize| {
            (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis])
        };
        let both = |axis| match [self.shape, o.shape].map(|shape| size(shape, axis)) {
            [1, size] | [size, _] => size,
        };
        let shape: Vec<usize> = (0..rank).map(both).collect();
        let (a, b) = (repeated(self.shape, &shape), repeated(o.shape, &shape));
        let data = a.iter().zip(&b).map(|(a, b)| f(self.data[*a], o.data[*b])).collect();
        Self::new(shape, data)
    }

    /// The numbers that `f` gives for each index.
    pub(super) fn build(shape: impl Sizes, mut f: impl FnMut(&[usize]) -> Hyper) -> Self {
        let shape = shape.sizes();
        let mut data = Vec::new();
        let mut index = vec![0; shape.len()];
        for _ in 0..shape.iter().product() {
            data.push(f(&index));
            for axis in (0..shape.len()).rev() {
                index[axis] += 1;
                if index[axis] < shape[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
        Self::new(shape, data)
    }
    pub(super) fn at(&self, index: &[usize]) -> Hyper {
        self.data[index.iter().zip(self.shape).fold(0, |place, (i, size)| place * size + i)]
    }
    /// Negative axes count from the end.
    pub(super) fn axis(&self, axis: isize) -> usize {
        if axis < 0 { self.shape.len().wrapping_add_signed(axis) } else { axis as usize }
    }
}
