//! Small dense arrays of f64; truth values are 0 and 1, integers are whole numbers.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Float,
    Int,
    Bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    pub kind: Kind,
    pub shape: Vec<usize>,
    pub data: Vec<f64>,
}

pub(crate) fn volume(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// Position `i` of a row-major walk over `shape`.
pub(crate) fn index(shape: &[usize], mut i: usize) -> Vec<usize> {
    let mut at = vec![0; shape.len()];
    for (d, a) in shape.iter().zip(&mut at).rev() {
        *a = i % d;
        i /= d;
    }
    at
}

impl Array {
    pub(crate) fn new(shape: &[usize], data: Vec<f64>) -> Self {
        assert_eq!(volume(shape), data.len(), "data of another size than {shape:?}");
        Self { kind: Kind::Float, shape: shape.to_vec(), data }
    }
    pub(crate) fn scalar(x: f64) -> Self {
        Self::new(&[], vec![x])
    }
    pub(crate) fn of(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }
    pub(crate) fn build(shape: &[usize], mut f: impl FnMut(&[usize]) -> f64) -> Self {
        let mut at = vec![0; shape.len()];
        let mut data = Vec::with_capacity(volume(shape));
        for _ in 0..volume(shape) {
            data.push(f(&at));
            // The last axis is the fastest.
            for (a, d) in at.iter_mut().zip(shape).rev() {
                *a += 1;
                if *a < *d {
                    break;
                }
                *a = 0;
            }
        }
        Self::new(shape, data)
    }
    pub(crate) fn filled(shape: &[usize], x: f64) -> Self {
        Self::new(shape, vec![x; volume(shape)])
    }
    /// The elements' numbers, row major.
    pub(crate) fn numbered(shape: &[usize]) -> Self {
        Self::new(shape, (0..volume(shape)).map(|i| i as f64).collect())
    }
    pub(crate) fn offset(&self, at: &[usize]) -> usize {
        assert_eq!(at.len(), self.shape.len(), "index {at:?} into {:?}", self.shape);
        at.iter().zip(&self.shape).fold(0, |o, (a, d)| {
            assert!(a < d, "index {at:?} into {:?}", self.shape);
            o * d + a
        })
    }
    pub(crate) fn at(&self, at: &[usize]) -> f64 {
        self.data[self.offset(at)]
    }
    /// The element that broadcasting puts at `at` of a larger shape.
    pub(crate) fn wide(&self, at: &[usize]) -> f64 {
        let at = &at[at.len() - self.shape.len()..];
        self.data[at.iter().zip(&self.shape).fold(0, |o, (a, d)| {
            assert!(*d == 1 || a < d, "index {at:?} into {:?}", self.shape);
            if *d == 1 { o } else { o * d + a }
        })]
    }
    /// The array as broadcasting makes it, in a larger shape.
    pub(crate) fn widened(&self, shape: &[usize]) -> Self {
        match self.data[..] {
            _ if self.shape == shape => self.clone(),
            [x] => Self::filled(shape, x),
            _ => Self::build(shape, |at| self.wide(at)),
        }
        .of(self.kind)
    }
    pub(crate) fn axis(&self, axis: i64) -> usize {
        let rank = self.shape.len() as i64;
        let a = if axis < 0 { axis + rank } else { axis };
        assert!((0..rank).contains(&a), "axis {axis} of {:?}", self.shape);
        a as usize
    }
    pub(crate) fn dot(&self, other: &Self) -> f64 {
        assert_eq!(self.shape, other.shape);
        self.data.iter().zip(&other.data).map(|(a, b)| a * b).sum()
    }
    /// `self + t * other`.
    pub(crate) fn step(&self, t: f64, other: &Self) -> Self {
        assert_eq!(self.shape, other.shape);
        let data = self.data.iter().zip(&other.data).map(|(a, b)| a + t * b).collect();
        Self { data, ..self.clone() }
    }
    /// Applies `f` to each lane along an axis.
    pub(crate) fn lanes(&self, axis: usize, mut f: impl FnMut(&[f64]) -> Vec<f64>) -> Self {
        let mut shape = self.shape.clone();
        shape[axis] = 1;
        let n = self.shape[axis];
        let lanes: Vec<Vec<f64>> = (0..volume(&shape))
            .map(|i| {
                let mut at = index(&shape, i);
                let lane: Vec<f64> = (0..n)
                    .map(|k| {
                        at[axis] = k;
                        self.at(&at)
                    })
                    .collect();
                f(&lane)
            })
            .collect();
        let flat = Self::numbered(&shape);
        shape[axis] = lanes.first().map_or(0, Vec::len);
        Self::build(&shape, |at| {
            let mut lane = at.to_vec();
            lane[axis] = 0;
            lanes[flat.at(&lane) as usize][at[axis]]
        })
    }
}

pub(crate) fn broadcast(a: &[usize], b: &[usize]) -> Vec<usize> {
    let rank = a.len().max(b.len());
    let dim = |s: &[usize], i: usize| (i + s.len()).checked_sub(rank).map_or(1, |i| s[i]);
    (0..rank)
        .map(|i| match (dim(a, i), dim(b, i)) {
            (1, d) | (d, 1) => d,
            (d, e) => {
                assert_eq!(d, e, "{a:?} and {b:?} do not broadcast");
                d
            }
        })
        .collect()
}
