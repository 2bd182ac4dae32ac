//! The tensor and its methods, which never fail: what a shape does not fit is a panic.

use super::Hyper;

/// Numbers row by row.
#[derive(Clone, Debug)]
pub struct Tensor {
    shape: Vec<usize>,
    data: Vec<Hyper>,
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
        Self { shape, data }
    }
    pub fn full(shape: impl Sizes, value: f64) -> Self {
        let shape = shape.sizes();
        let data = vec![value.into(); shape.iter().product()];
        Self { shape, data }
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
        Self::zeros(&self.shape[..])
    }
    pub fn ones_like(&self) -> Self {
        Self::ones(&self.shape[..])
    }
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }
    pub fn dim(&self, axis: usize) -> usize {
        self.shape[axis]
    }
    pub fn numbers(&self) -> &[Hyper] {
        &self.data
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
        Self { shape: self.shape.clone(), data: self.data.iter().map(|x| f(*x)).collect() }
    }
    /// A function of both, repeated to one shape.
    pub fn zip(&self, o: &Self, f: impl Fn(Hyper, Hyper) -> Hyper) -> Self {
        let rank = self.shape.len().max(o.shape.len());
        let size = |shape: &[usize], axis: usize| {
            (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis])
        };
        let both = |axis| match [&self.shape, &o.shape].map(|shape| size(shape, axis)) {
            [1, size] | [size, _] => size,
        };
        let shape: Vec<usize> = (0..rank).map(both).collect();
        let (a, b) = (repeated(&self.shape, &shape), repeated(&o.shape, &shape));
        let data = a.iter().zip(&b).map(|(a, b)| f(self.data[*a], o.data[*b])).collect();
        Self { shape, data }
    }

    pub fn sin(&self) -> Self {
        self.map(Hyper::sin)
    }
    pub fn cos(&self) -> Self {
        self.map(Hyper::cos)
    }
    pub fn tanh(&self) -> Self {
        self.map(Hyper::tanh)
    }
    pub fn atan(&self) -> Self {
        self.map(Hyper::atan)
    }
    pub fn exp(&self) -> Self {
        self.map(Hyper::exp)
    }
    pub fn ln(&self) -> Self {
        self.map(Hyper::ln)
    }
    pub fn sqrt(&self) -> Self {
        self.map(Hyper::sqrt)
    }
    pub fn square(&self) -> Self {
        self.map(|x| x * x)
    }
    pub fn powi(&self, n: i32) -> Self {
        self.map(|x| x.powi(n))
    }
    pub fn sigmoid(&self) -> Self {
        self.map(|x| Hyper::from(1.0) / (Hyper::from(1.0) + (-x).exp()))
    }
    pub fn softplus(&self) -> Self {
        self.map(|x| (Hyper::from(1.0) + x.exp()).ln())
    }

    fn total(numbers: impl Iterator<Item = Hyper>) -> Hyper {
        numbers.fold(0.0.into(), |a, b| a + b)
    }
    pub fn sum(&self) -> Self {
        Self::new([], vec![Self::total(self.data.iter().copied())])
    }
    pub fn mean(&self) -> Self {
        self.sum() * (1.0 / self.data.len() as f64)
    }
    /// Sizes in front of an axis, of it and behind it. Negative ones count from the end.
    pub(super) fn around(&self, axis: isize) -> (usize, [usize; 3]) {
        let axis = if axis < 0 { self.shape.len().wrapping_add_signed(axis) } else { axis as usize };
        let product = |sizes: &[usize]| sizes.iter().product();
        (axis, [product(&self.shape[..axis]), self.shape[axis], product(&self.shape[axis + 1..])])
    }
    pub fn sum_axis(&self, axis: isize) -> Self {
        let (axis, [outer, size, inner]) = self.around(axis);
        let sum = |o: usize, i: usize| Self::total((0..size).map(|k| self.data[(o * size + k) * inner + i]));
        let data = (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))).map(|(o, i)| sum(o, i));
        let mut shape = self.shape.clone();
        shape.remove(axis);
        Self { shape, data: data.collect() }
    }
    pub fn mean_axis(&self, axis: isize) -> Self {
        let size = self.around(axis).1[1];
        self.sum_axis(axis) * (1.0 / size as f64)
    }
    pub fn softmax(&self, axis: isize) -> Self {
        let powers = self.exp();
        let at = self.around(axis).0;
        &powers / powers.sum_axis(axis).unsqueeze(at as isize)
    }

    pub fn reshape(&self, shape: impl Sizes) -> Self {
        Self::new(shape, self.data.clone())
    }
    pub fn unsqueeze(&self, axis: isize) -> Self {
        let rank = self.shape.len() + 1;
        let axis = if axis < 0 { rank.wrapping_add_signed(axis) } else { axis as usize };
        let mut shape = self.shape.clone();
        shape.insert(axis, 1);
        Self { shape, data: self.data.clone() }
    }
    pub fn squeeze(&self, axis: isize) -> Self {
        let (axis, _) = self.around(axis);
        let mut shape = self.shape.clone();
        assert_eq!(shape.remove(axis), 1, "`squeeze` of {:?}", self.shape);
        Self { shape, data: self.data.clone() }
    }
    pub fn narrow(&self, axis: isize, start: usize, length: usize) -> Self {
        let (axis, [outer, size, inner]) = self.around(axis);
        assert!(start + length <= size, "{length} from {start} of {:?}", self.shape);
        let rows = (0..outer).flat_map(|o| (start..start + length).map(move |k| (o * size + k) * inner));
        let data = rows.flat_map(|row| self.data[row..row + inner].iter().copied()).collect();
        let mut shape = self.shape.clone();
        shape[axis] = length;
        Self { shape, data }
    }
    /// # Panics
    /// Where it is no matrix.
    pub fn t(&self) -> Self {
        let &[rows, columns] = &self.shape[..] else { panic!("`t` of {:?}", self.shape) };
        let data = (0..columns).flat_map(|c| (0..rows).map(move |r| self.data[r * columns + c])).collect();
        Self { shape: vec![columns, rows], data }
    }
    /// Of matrices and vectors.
    ///
    /// # Panics
    /// Where their sizes do not fit.
    pub fn matmul(&self, o: &Self) -> Self {
        let [a, b] = [self, o].map(|x| x.shape.len());
        assert!((1..=2).contains(&a) && (1..=2).contains(&b), "{:?} by {:?}", self.shape, o.shape);
        let inner = self.shape[a - 1];
        assert_eq!(inner, o.shape[0], "{:?} by {:?}", self.shape, o.shape);
        let (rows, columns) = (self.data.len() / inner, o.data.len() / inner);
        let at = |r: usize, c: usize| {
            Self::total((0..inner).map(|k| self.data[r * inner + k] * o.data[k * columns + c]))
        };
        let data = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).map(|(r, c)| at(r, c)).collect();
        let shape = self.shape[..a - 1].iter().chain(&o.shape[1..]).copied().collect();
        Self { shape, data }
    }
    pub fn dot(&self, o: &Self) -> Self {
        (self * o).sum()
    }
}
