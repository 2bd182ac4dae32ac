//! Where the elements of a tensor lie in its storage.

use crate::tensor::shape::{MAX_RANK, Shape};

mod views;

/// Shape, strides and offset, in elements. Views are layouts over shared storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    /// Entries behind the rank are 0.
    pub(crate) strides: [isize; MAX_RANK],
    pub(crate) offset: usize,
}

impl Layout {
    /// Row major, from the start of the storage.
    #[inline]
    pub(crate) fn dense(shape: Shape) -> Self {
        let mut layout = Self { shape, strides: [0; MAX_RANK], offset: 0 };
        layout.set_dense();
        layout
    }

    /// Strides of row-major order, where they were 0.
    #[inline]
    pub(crate) fn set_dense(&mut self) {
        let mut step = 1;
        for (stride, &d) in self.strides.iter_mut().zip(self.shape.dims()).rev() {
            *stride = step;
            step *= d.max(1) as isize;
        }
    }

    /// Strides, one per axis.
    #[inline]
    pub(crate) fn strides(&self) -> &[isize] {
        &self.strides[..self.shape.rank()]
    }

    /// Whether the elements lie in row-major order without gaps.
    #[inline]
    pub(crate) fn is_dense(&self) -> bool {
        let mut step = 1;
        for i in (0..self.shape.rank()).rev() {
            let d = self.shape[i];
            if d == 0 {
                return true;
            }
            if d != 1 && self.strides[i] != step {
                return false;
            }
            step *= d as isize;
        }
        true
    }

    /// Strides of this layout over `space`, which its shape broadcasts to: 0 where it repeats.
    pub(crate) fn strides_in(&self, space: &Shape) -> [isize; MAX_RANK] {
        let mut strides = [0; MAX_RANK];
        let lead = space.rank() - self.shape.rank();
        for (i, &d) in self.shape.iter().enumerate() {
            if d != 1 {
                strides[lead + i] = self.strides[i];
            }
        }
        strides
    }

    /// The lowest and highest element that the layout reaches, if they are numbers of elements; `None` if it is empty.
    pub(crate) fn reach(&self) -> Option<(usize, usize)> {
        let (mut low, mut high) = (self.offset as isize, self.offset as isize);
        for (&d, &s) in self.shape.iter().zip(&self.strides) {
            match d {
                0 => return None,
                _ if s < 0 => low += (d as isize - 1) * s,
                _ => high += (d as isize - 1) * s,
            }
        }
        Some((low as usize, high as usize))
    }

    /// Whether every element that the layout reaches is one of `len`.
    #[inline]
    pub(crate) fn is_within(&self, len: usize) -> bool {
        // What lies before the first element is far behind the last, as an unsigned number.
        self.reach().is_none_or(|(low, high)| low <= high && high < len)
    }

    /// Whether no two indices are one element: true for views of dense layouts that do not repeat. Each axis steps over
    /// all that those of smaller strides reach.
    pub(crate) fn visits_once(&self) -> bool {
        let mut axes = [(0_u128, 0_u128); MAX_RANK];
        for (axis, (&d, s)) in axes.iter_mut().zip(self.shape.iter().zip(self.strides())) {
            if d == 0 {
                return true;
            }
            if d > 1 {
                *axis = (s.unsigned_abs() as u128, d as u128 - 1);
            }
        }
        axes.sort_unstable();
        let mut reach = 0;
        axes.iter().all(|&(stride, steps)| {
            let apart = steps == 0 || stride > reach;
            reach += stride * steps;
            apart
        })
    }

    /// The layout of these elements under another shape of as many elements, if strides can say it.
    pub(crate) fn reshape(&self, to: Shape) -> Option<Self> {
        debug_assert_eq!(self.shape.numel(), to.numel());
        let mut out = Self { offset: self.offset, ..Self::dense(to) };
        // Strides of nothing say nothing, and the runs below need a product to reach.
        if self.is_dense() || to.numel() == 0 {
            return Some(out);
        }
        // Axes of length 1 carry no order. What remains is walked from both ends in runs of equal product; a run
        // of old axes must be one arithmetic progression.
        let old: Vec<(usize, isize)> =
            self.shape.iter().zip(self.strides()).filter(|(d, _)| **d != 1).map(|(d, s)| (*d, *s)).collect();
        let (mut i, mut j) = (old.len(), to.rank());
        while i > 0 {
            let (mut have, step) = old[i - 1];
            let mut next = step * have as isize;
            i -= 1;
            let mut want = 1;
            while want != have {
                if want < have {
                    j -= 1;
                    out.strides[j] = step * want as isize;
                    want *= to[j];
                } else {
                    i -= 1;
                    if old[i].1 != next {
                        return None;
                    }
                    have *= old[i].0;
                    next *= old[i].0 as isize;
                }
            }
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(dims: &[usize]) -> Shape {
        Shape::new(dims).unwrap()
    }

    #[test]
    fn dense_and_reach() {
        let l = Layout::dense(shape(&[2, 3]));
        assert_eq!(l.strides(), [3, 1]);
        assert!(l.is_dense());
        assert_eq!(l.reach(), Some((0, 5)));
        let t = Layout { shape: shape(&[3, 2]), strides: [1, 3, 0, 0, 0, 0, 0, 0], offset: 0 };
        assert!(!t.is_dense());
        assert_eq!(t.reach(), Some((0, 5)));
        let flipped = Layout { shape: shape(&[3]), strides: [-1, 0, 0, 0, 0, 0, 0, 0], offset: 2 };
        assert_eq!(flipped.reach(), Some((0, 2)));
        assert_eq!(Layout::dense(shape(&[0, 3])).reach(), None);
        assert_eq!(Layout::dense(shape(&[3])).strides_in(&shape(&[2, 3]))[..2], [0, 1]);
        assert!(l.is_within(6) && flipped.is_within(3) && Layout::dense(shape(&[0, 3])).is_within(0));
        assert!(!l.is_within(5) && !Layout { offset: 1, ..flipped }.is_within(3), "beyond an end");
    }

    #[test]
    fn what_visits_no_element_twice() {
        let layout = |dims: &[usize], strides: [isize; 3]| {
            let mut l = Layout::dense(shape(dims));
            l.strides[..3].copy_from_slice(&strides);
            l
        };
        for once in [[12, 4, 1], [1, 2, 6], [-12, 4, -1], [1, 32, 8], [14, 5, 1]] {
            assert!(layout(&[2, 3, 4], once).visits_once(), "{once:?}");
        }
        for twice in [[12, 3, 1], [0, 4, 1], [12, 4, 0], [11, 4, 1], [4, 4, 1], [-8, 4, 1]] {
            assert!(!layout(&[2, 3, 4], twice).visits_once(), "{twice:?}");
        }
        assert!(layout(&[1, 3, 1], [0, 1, 0]).visits_once());
        assert!(layout(&[2, 3, 0], [0, 0, 0]).visits_once());
        assert!(Layout::dense(Shape::SCALAR).visits_once());
    }

    #[test]
    fn reshape_without_copy() {
        // Every other row of a 4 x 6: rows merge with nothing, columns split.
        let l = Layout { shape: shape(&[2, 6]), strides: [12, 1, 0, 0, 0, 0, 0, 0], offset: 3 };
        let r = l.reshape(shape(&[2, 1, 2, 3])).unwrap();
        assert_eq!(r.strides()[0], 12);
        assert_eq!(r.strides()[2..], [3, 1]);
        assert_eq!(r.offset, 3);
        assert!(l.reshape(shape(&[12])).is_none());
        // A transposed matrix splits along its axes only.
        let t = Layout { shape: shape(&[4, 6]), strides: [1, 4, 0, 0, 0, 0, 0, 0], offset: 0 };
        assert_eq!(t.reshape(shape(&[2, 2, 6])).unwrap().strides(), [2, 1, 4]);
        assert!(t.reshape(shape(&[6, 4])).is_none());
        // Broadcast axes of stride 0 merge with each other.
        let b = Layout { shape: shape(&[2, 3]), strides: [0; 8], offset: 0 };
        assert_eq!(b.reshape(shape(&[6])).unwrap().strides(), [0]);
        // Nothing, however it is strided, takes any shape of nothing.
        let none = Layout { shape: shape(&[0, 3]), strides: [0; 8], offset: 0 };
        for to in [&[0][..], &[3, 0], &[0, 2, 3], &[2, 0, 5]] {
            assert_eq!(none.reshape(shape(to)).unwrap().shape, shape(to));
        }
    }

    #[test]
    fn reshape_agrees_with_indices() {
        // Walks every layout of a small family and compares element order before and after.
        let positions = |l: &Layout| {
            let mut out = vec![l.offset as isize];
            for (&d, &s) in l.shape.iter().zip(&l.strides) {
                out = out.iter().flat_map(|&p| (0..d as isize).map(move |i| p + i * s)).collect();
            }
            out
        };
        for (a, b, c) in [(12, 4, 1), (1, 2, 6), (6, 1, 2), (0, 1, 0), (4, 1, 24), (24, 4, 1), (-12, 4, 1)] {
            let l = Layout { shape: shape(&[2, 3, 4]), strides: [a, b, c, 0, 0, 0, 0, 0], offset: 12 };
            let order = positions(&l);
            for to in
                [[24, 1, 1], [6, 4, 1], [2, 12, 1], [2, 3, 4], [4, 6, 1], [1, 8, 3], [2, 6, 2], [3, 2, 4]]
            {
                // The only strides that could do are those between an element and its neighbours.
                let mut by_hand = Layout { offset: 12, ..Layout::dense(shape(&to)) };
                for axis in 0..3 {
                    let neighbour: usize = to[axis + 1..].iter().product();
                    by_hand.strides[axis] = order.get(neighbour).map_or(0, |p| p - order[0]);
                }
                let possible = positions(&by_hand) == order;
                let found = l.reshape(shape(&to));
                assert_eq!(found.is_some(), possible, "{l:?} to {to:?}");
                assert!(found.is_none_or(|r| positions(&r) == order), "{l:?} to {to:?}");
            }
        }
    }
}
