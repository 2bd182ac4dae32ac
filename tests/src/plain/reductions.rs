//! What is made of the elements along axes.

use super::{Hyper, Tensor};

/// One axis or several.
pub trait Axes {
    fn of(self, x: &Tensor) -> Vec<usize>;
}

impl Axes for isize {
    fn of(self, x: &Tensor) -> Vec<usize> {
        vec![x.axis(self)]
    }
}

impl<const N: usize> Axes for [isize; N] {
    fn of(self, x: &Tensor) -> Vec<usize> {
        self.map(|axis| x.axis(axis)).into()
    }
}

fn sum(x: &[Hyper]) -> Hyper {
    x.iter().fold(0.0.into(), |a, b| a + *b)
}

fn mean(x: &[Hyper]) -> Hyper {
    sum(x) * (1.0 / x.len() as f64).into()
}

fn prod(x: &[Hyper]) -> Hyper {
    x.iter().fold(1.0.into(), |a, b| a * *b)
}

/// All that are as large have equal shares.
fn extreme(x: &[Hyper], sign: f64) -> Hyper {
    let most = x.iter().map(|x| sign * x.value).fold(f64::NEG_INFINITY, f64::max);
    let hits: Vec<Hyper> = x.iter().copied().filter(|x| sign * x.value == most).collect();
    mean(&hits)
}

fn logsumexp(x: &[Hyper]) -> Hyper {
    let most: Hyper = extreme(x, 1.0).value.into();
    let powers: Vec<Hyper> = x.iter().map(|x| (*x - most).exp()).collect();
    sum(&powers).ln() + most
}

fn var(x: &[Hyper]) -> Hyper {
    let middle = mean(x);
    let squares: Vec<Hyper> = x.iter().map(|x| (*x - middle) * (*x - middle)).collect();
    mean(&squares)
}

macro_rules! reductions {
    ($($name:ident $axis:ident $keep:ident: $f:expr;)*) => {
        impl Tensor {$(
            pub fn $name(&self) -> Self {
                Self::new([], vec![$f(self.numbers())])
            }
            pub fn $axis(&self, axes: impl Axes) -> Self {
                let axes = axes.of(self);
                let kept = self.reduced(&axes, $f);
                let shape = self.shape().iter().enumerate().filter(|(axis, _)| !axes.contains(axis));
                kept.reshape(shape.map(|(_, size)| *size).collect::<Vec<_>>())
            }
            pub fn $keep(&self, axes: impl Axes) -> Self {
                self.reduced(&axes.of(self), $f)
            }
        )*}
    };
}
reductions! {
    sum sum_axis sum_keep: sum;
    mean mean_axis mean_keep: mean;
    max max_axis max_keep: |x: &[Hyper]| extreme(x, 1.0);
    min min_axis min_keep: |x: &[Hyper]| extreme(x, -1.0);
    prod prod_axis prod_keep: prod;
    logsumexp logsumexp_axis logsumexp_keep: logsumexp;
    var var_axis var_keep: var;
}

impl Tensor {
    fn reduced(&self, axes: &[usize], f: impl Fn(&[Hyper]) -> Hyper) -> Self {
        let size = |(axis, size): (usize, &usize)| if axes.contains(&axis) { 1 } else { *size };
        let shape: Vec<usize> = self.shape().iter().enumerate().map(size).collect();
        let counts: Vec<usize> = axes.iter().map(|axis| self.shape()[*axis]).collect();
        Self::build(shape, |index| {
            let mut index = index.to_vec();
            let along = Self::build(&counts[..], |inner| {
                axes.iter().zip(inner).for_each(|(axis, i)| index[*axis] = *i);
                self.at(&index)
            });
            f(along.numbers())
        })
    }
    pub fn softmax(&self, axis: isize) -> Self {
        self.log_softmax(axis).exp()
    }
    pub fn log_softmax(&self, axis: isize) -> Self {
        *self - self.logsumexp_keep(axis)
    }

    /// Each of the rows along an axis as another of its size.
    fn rows(&self, axis: isize, f: impl Fn(&[Hyper]) -> Vec<Hyper>) -> Self {
        let axis = self.axis(axis);
        Self::build(self.shape(), |index| {
            let mut from = index.to_vec();
            let row = (0..self.shape()[axis]).map(|i| {
                from[axis] = i;
                self.at(&from)
            });
            f(&row.collect::<Vec<_>>())[index[axis]]
        })
    }
    pub fn cumsum(&self, axis: isize) -> Self {
        self.rows(axis, |row| (1..=row.len()).map(|n| sum(&row[..n])).collect())
    }
    pub fn cumprod(&self, axis: isize) -> Self {
        self.rows(axis, |row| (1..=row.len()).map(|n| prod(&row[..n])).collect())
    }
    /// The values alone: nobody asks for the places.
    pub fn sort(&self, axis: isize) -> (Self, ()) {
        let sorted = self.rows(axis, |row| {
            let mut row = row.to_vec();
            row.sort_by(|a, b| a.value.total_cmp(&b.value));
            row
        });
        (sorted, ())
    }
}
