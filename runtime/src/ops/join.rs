//! Joining tensors along an axis, and cutting them.

use std::borrow::Borrow;

use cotangent_kernels::Element;

use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{Shape, axis_of};

/// Joins tensors along an axis; their other dims agree. Takes tensors or references to them. Nothing is copied where they lie one behind
/// the other in one memory, as parts of one tensor do along its first axis: the result is a view then.
pub fn concat<T: Element, X: Borrow<Tensor<T>>>(xs: &[X], axis: isize) -> Result<Tensor<T>> {
    joined(&references(xs), |rank| axis_of(axis, rank)).in_op("concat")
}

fn references<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Vec<&Tensor<T>> {
    xs.iter().map(Borrow::borrow).collect()
}

/// Joins tensors of one shape along a new axis, which has number `axis` in the result. Takes tensors or references to
/// them. Nothing is copied where each lies as far behind the one before in one memory, as parts of pairs do.
pub fn stack<T: Element, X: Borrow<Tensor<T>>>(xs: &[X], axis: isize) -> Result<Tensor<T>> {
    let xs = references(xs);
    let stacked = || {
        if let Some((a, b)) =
            xs.first().and_then(|a| xs.iter().find(|b| b.shape() != a.shape()).map(|b| (a, b)))
        {
            let message = format!("shapes {:?} and {:?} differ", a.shape(), b.shape());
            return Err(Error::new(ErrorKind::Shape, message));
        }
        let wide: Vec<_> = xs.iter().map(|x| super::unsqueeze(x, axis)).collect::<Result<_>>()?;
        if let [first, ..] = &wide[..]
            && let Some(step) = step_of(&xs)
        {
            let (axis, mut layout) = (axis_of(axis, first.rank())?, *first.layout());
            layout.shape = layout.shape.with(axis, xs.len())?;
            layout.strides[axis] = step;
            return Ok(first.with_layout(layout));
        }
        joined(&wide.iter().collect::<Vec<_>>(), |rank| axis_of(axis, rank))
    };
    stacked().map_err(|e| Error::new(e.kind(), e.message().to_owned()).in_op("stack"))
}

/// How far tensors of one shape lie behind one another in one memory, if all as far.
fn step_of<T: Element>(xs: &[&Tensor<T>]) -> Option<isize> {
    let [first, second, ..] = xs else { return None };
    let step = second.layout().offset.checked_sub(first.layout().offset).filter(|step| *step > 0)?;
    let are_behind = xs.windows(2).all(|two| {
        let [a, b] = [two[0], two[1]].map(Tensor::layout);
        let is_there = two[0].storage().buffer().data() == two[1].storage().buffer().data();
        is_there && a.strides == b.strides && a.offset + step == b.offset
    });
    let are_here = xs.iter().all(|x| x.device() == first.device()) && first.numel() > 0;
    isize::try_from(step).ok().filter(|_| are_behind && are_here)
}

fn joined<T: Element>(xs: &[&Tensor<T>], axis: impl FnOnce(usize) -> Result<usize>) -> Result<Tensor<T>> {
    let Some(first) = xs.first() else {
        return Err(Error::new(ErrorKind::Shape, "there is nothing to join: the list of tensors is empty"));
    };
    let axis = axis(first.rank())?;
    let mut len = 0usize;
    for x in xs {
        let fits = x.rank() == first.rank()
            && x.shape().iter().zip(first.shape()).enumerate().all(|(i, (a, b))| i == axis || a == b);
        if !fits {
            let message =
                format!("shapes {:?} and {:?} differ in more than axis {axis}", first.shape(), x.shape());
            return Err(Error::new(ErrorKind::Shape, message));
        }
        len = len.saturating_add(x.shape()[axis]);
    }
    let shape = first.layout().shape.with(axis, len)?;
    if xs.len() == 1 {
        return Ok((*first).clone());
    }
    if let Some(there) = adjoining(xs, axis, shape) {
        return Ok(there);
    }
    Tensor::assemble(xs, shape, None, |out, layout| {
        let mut at = 0;
        for x in xs {
            let len = x.shape()[axis];
            out.write(&layout.pick(axis, at, len, 1)?, x.storage(), x.layout())?;
            at += len;
        }
        Ok(())
    })
}

/// All of them where they are, if they lie one behind the other already. So nothing is copied for
/// cotangents of the parts of a tensor that one kernel made.
fn adjoining<T: Element>(xs: &[&Tensor<T>], axis: usize, shape: Shape) -> Option<Tensor<T>> {
    let mut parts = xs.iter().filter(|x| x.numel() > 0).peekable();
    let first = *parts.peek()?;
    let mut end = first.layout().offset;
    let follows = |x: &&Tensor<T>| {
        let (layout, begin) = (x.layout(), end);
        end += layout.shape.numel();
        let is_there = x.storage().buffer().data() == first.storage().buffer().data();
        is_there && layout.offset == begin && layout.is_dense()
    };
    // Empty ones of another device are an error all the same.
    let are_here = xs.iter().all(|x| x.device() == first.device());
    let is_all = are_here && shape.iter().take(axis).all(|d| *d == 1) && parts.all(follows);
    is_all.then(|| first.with_layout(Layout { offset: first.layout().offset, ..Layout::dense(shape) }))
}

/// `x` cut along an axis into pieces of the given sizes, which must cover the axis.
pub fn split<T: Element>(x: &Tensor<T>, sizes: impl Into<Sizes>, axis: isize) -> Result<Vec<Tensor<T>>> {
    let sizes = sizes.into();
    let parts = || -> Result<Vec<_>> {
        let lens = checked(x, &sizes, axis)?;
        (0..lens.len()).map(|part| piece(x, axis, sizes.start(part) as usize, lens[part])).collect()
    };
    parts().in_op("split")
}

/// Part number `part` of [`split`].
#[doc(hidden)]
pub fn split_part<T: Element>(
    x: &Tensor<T>,
    sizes: impl Into<Sizes>,
    axis: isize,
    part: usize,
) -> Result<Tensor<T>> {
    let sizes = sizes.into();
    let cut = || {
        let lens = checked(x, &sizes, axis)?;
        let len = lens.get(part).ok_or_else(|| no_part(part, lens.len()))?;
        piece(x, axis, sizes.start(part) as usize, *len)
    };
    cut().in_op("split_part")
}

/// The sizes, if they cover the axis.
fn checked<T: Element>(x: &Tensor<T>, sizes: &Sizes, axis: isize) -> Result<Vec<usize>> {
    let d = x.layout().shape.dim(axis)?;
    let lens: Vec<usize> = sizes.get().iter().filter_map(|&s| usize::try_from(s).ok()).collect();
    let sum = lens.iter().fold(0usize, |sum, &s| sum.saturating_add(s));
    if lens.len() == sizes.get().len() && sum == d {
        return Ok(lens);
    }
    let message = format!("sizes {:?} do not cover axis {axis}, which has {d} elements", sizes.get());
    Err(Error::new(ErrorKind::Shape, message))
}

/// `x` cut along an axis into exactly `n` pieces of equal size; the last ones may be smaller or empty.
pub fn chunk<T: Element>(x: &Tensor<T>, n: usize, axis: isize) -> Result<Vec<Tensor<T>>> {
    let pieces = || -> Result<Vec<_>> {
        if n == 0 {
            return no_pieces();
        }
        crate::tensor::lists::of_many(n, |part| chunked(x, n, axis, part))
    };
    pieces().in_op("chunk")
}

/// The tensors along an axis, without it.
pub fn unbind<T: Element>(x: &Tensor<T>, axis: isize) -> Result<Vec<Tensor<T>>> {
    crate::tensor::lists::list_unstack(x, axis).in_op("unbind")
}

/// Vectors over the grid of all: `xs[k][i]` wherever index `k` of the grid is `i`. Takes tensors or references to them.
pub fn meshgrid<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Result<Vec<Tensor<T>>> {
    grid(&references(xs), |k| k).in_op("meshgrid")
}

/// [`meshgrid`] with the axes of images: the first two of the grid change places.
pub fn meshgrid_xy<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Result<Vec<Tensor<T>>> {
    let turned = |k| if k < 2 && xs.len() > 1 { 1 - k } else { k };
    grid(&references(xs), turned).in_op("meshgrid_xy")
}

/// `axis` of the grid is that of vector `k`.
fn grid<T: Element>(xs: &[&Tensor<T>], axis: impl Fn(usize) -> usize) -> Result<Vec<Tensor<T>>> {
    if let Some(x) = xs.iter().find(|x| x.rank() != 1) {
        let message = format!("a grid is made of vectors, but a shape is {:?}", x.shape());
        return Err(Error::new(ErrorKind::Shape, message));
    }
    let mut lens = vec![1; xs.len()];
    xs.iter().enumerate().for_each(|(k, x)| lens[axis(k)] = x.numel());
    let shape = Shape::new(&lens)?;
    let over = |(k, x): (usize, &&Tensor<T>)| {
        let mut along = vec![1; xs.len()];
        along[axis(k)] = x.numel();
        super::broadcast_to(&super::reshape(x, &along[..])?, shape)
    };
    xs.iter().enumerate().map(over).collect()
}

/// Part number `part` of [`chunk`].
#[doc(hidden)]
pub fn chunk_part<T: Element>(x: &Tensor<T>, n: usize, axis: isize, part: usize) -> Result<Tensor<T>> {
    chunked(x, n, axis, part).in_op("chunk_part")
}

fn chunked<T: Element>(x: &Tensor<T>, n: usize, axis: isize, part: usize) -> Result<Tensor<T>> {
    let shape = x.layout().shape;
    shape.dim(axis)?;
    if n == 0 {
        return no_pieces();
    }
    if part >= n {
        return Err(no_part(part, n));
    }
    let (start, end) = (shape.chunk_start(axis, n, part), shape.chunk_start(axis, n, part + 1));
    piece(x, axis, start as usize, (end - start) as usize)
}

fn no_pieces<T>() -> Result<T> {
    Err(Error::new(ErrorKind::Value, "a tensor cannot be cut into 0 pieces"))
}

fn no_part(part: usize, parts: usize) -> Error {
    Error::new(ErrorKind::Index, format!("there is no part {part} of {parts}"))
}

fn piece<T: Element>(x: &Tensor<T>, axis: isize, start: usize, len: usize) -> Result<Tensor<T>> {
    Ok(x.with_layout(x.layout().narrow(axis, start, len)?))
}

impl<T: Element> Tensor<T> {
    /// Cut along an axis into pieces of the given sizes, which must cover the axis.
    pub fn split(&self, sizes: impl Into<Sizes>, axis: isize) -> Result<Vec<Self>> {
        split(self, sizes, axis)
    }

    /// Cut along an axis into exactly `n` pieces of equal size; the last ones may be smaller or empty.
    pub fn chunk(&self, n: usize, axis: isize) -> Result<Vec<Self>> {
        chunk(self, n, axis)
    }

    /// The tensors along an axis, without it. In a body, `let [a, b] = x.unbind(0)` or a list of as many as there are.
    pub fn unbind(&self, axis: isize) -> Result<Vec<Self>> {
        unbind(self, axis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    fn v<T: Element>(x: &Tensor<T>) -> (Vec<usize>, Vec<T>) {
        (x.shape().to_vec(), x.to_vec().unwrap())
    }

    #[test]
    fn joins() {
        let (a, b) = (tensor![[1, 2], [3, 4]], tensor![[5], [6]]);
        assert_eq!(v(&concat(&[&a, &b], 1).unwrap()), (vec![2, 3], vec![1, 2, 5, 3, 4, 6]));
        assert_eq!(v(&concat(&[&a, &a], -2).unwrap()), (vec![4, 2], vec![1, 2, 3, 4, 1, 2, 3, 4]));
        let t = super::super::t(&a).unwrap();
        assert_eq!(v(&concat(&[&t, &t, &b], 1).unwrap()).1, [1, 3, 1, 3, 5, 2, 4, 2, 4, 6]);
        assert_eq!(v(&stack(&[&a, &t], 0).unwrap()), (vec![2, 2, 2], vec![1, 2, 3, 4, 1, 3, 2, 4]));
        assert_eq!(v(&stack(&[&a, &t], -1).unwrap()).1, [1, 1, 2, 3, 3, 2, 4, 4]);
        assert_eq!(v(&stack(&[&Tensor::scalar(1), &Tensor::scalar(2)], 0).unwrap()), (vec![2], vec![1, 2]));
        let none = Tensor::<i32>::zeros([2, 0]).unwrap();
        assert_eq!(v(&concat(&[&none, &a, &none], 1).unwrap()), v(&a));
    }

    #[test]
    fn cuts() {
        let x = tensor![[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]];
        let parts = split(&x, [2, 0, 3], 1).unwrap();
        assert_eq!(v(&parts[0]), (vec![2, 2], vec![0, 1, 5, 6]));
        assert_eq!(v(&parts[1]), (vec![2, 0], vec![]));
        assert_eq!(v(&parts[2]), v(&split_part(&x, [2, 0, 3], -1, 2).unwrap()));
        let parts = chunk(&x, 3, 1).unwrap();
        assert_eq!(parts.iter().map(|p| p.shape()[1]).collect::<Vec<_>>(), [2, 2, 1]);
        assert_eq!(chunk(&x, 4, 0).unwrap().len(), 4, "as many pieces as asked for, some of them empty");
        assert_eq!(v(&concat(&parts.iter().collect::<Vec<_>>(), 1).unwrap()), v(&x));
    }

    #[test]
    fn what_lies_behind_each_other_is_not_copied() {
        let x = tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]];
        let at = |x: &Tensor<i32>| x.as_slice().unwrap().as_ptr();
        let rows = split(&x, [1, 0, 2, 1], 0).unwrap();
        let all = concat(&rows, 0).unwrap();
        assert_eq!((v(&all), at(&all)), (v(&x), at(&x)));
        let [a, _, b, c] = &rows[..] else { panic!("four parts") };
        let last = concat(&[b, c], 0).unwrap();
        assert_eq!((v(&last).1, at(&last)), (vec![3, 4, 5, 6, 7, 8, 9, 10, 11], at(b)));
        // Others are: in another order, of another tensor, along an axis within, or turned.
        assert_eq!(v(&concat(&[c, a], 0).unwrap()).1, [9, 10, 11, 0, 1, 2]);
        assert_eq!(v(&concat(&[a, c], 0).unwrap()).1, [0, 1, 2, 9, 10, 11]);
        let other = tensor![[-1, -2, -3], [-4, -5, -6]];
        let behind = split(&other, [1, 1], 0).unwrap();
        assert_eq!(v(&concat(&[a, &behind[1]], 0).unwrap()).1, [0, 1, 2, -4, -5, -6]);
        assert_eq!(v(&concat(&split(&x, [1, 2], 1).unwrap(), 1).unwrap()), v(&x));
        let turned = chunk(&super::super::t(&x).unwrap(), 3, 0).unwrap();
        assert_eq!(v(&concat(&turned, 0).unwrap()).1, [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
    }

    #[test]
    fn grids() {
        let (a, b, c) = (tensor![1, 2], tensor![3, 4, 5], tensor![6]);
        let all = meshgrid(&[&a, &b, &c]).unwrap();
        assert_eq!(v(&all[0]), (vec![2, 3, 1], vec![1, 1, 1, 2, 2, 2]));
        assert_eq!(v(&all[1]), (vec![2, 3, 1], vec![3, 4, 5, 3, 4, 5]));
        assert_eq!(v(&all[2]), (vec![2, 3, 1], vec![6; 6]));
        let all = meshgrid_xy(&[&a, &b, &c]).unwrap();
        assert_eq!(v(&all[0]), (vec![3, 2, 1], vec![1, 2, 1, 2, 1, 2]));
        assert_eq!(v(&all[1]), (vec![3, 2, 1], vec![3, 3, 4, 4, 5, 5]));
        assert_eq!(v(&meshgrid_xy(&[&a]).unwrap()[0]), v(&a));
        assert!(meshgrid::<i32, Tensor<i32>>(&[]).unwrap().is_empty());
        let error = meshgrid(&[&a, &tensor![[1]]]).unwrap_err().to_string();
        assert_eq!(error, "meshgrid: a grid is made of vectors, but a shape is [1, 1]");
        assert!(meshgrid(&[&a; 9]).is_err());
    }

    #[test]
    fn bad_input_is_an_error() {
        let (a, b) = (tensor![[1, 2], [3, 4]], tensor![[5, 6, 7]]);
        let text = |r: Result<Tensor<i32>>| r.unwrap_err().to_string();
        assert_eq!(text(concat(&[&a, &b], 0)), "concat: shapes [2, 2] and [1, 3] differ in more than axis 0");
        assert_eq!(text(concat(&[&a, &a], 2)), "concat: axis 2 is out of range for rank 2");
        assert!(text(concat::<i32, Tensor<i32>>(&[], 0)).contains("nothing to join"));
        assert!(text(concat(&[&Tensor::scalar(1)], 0)).contains("axis 0 is out of range for rank 0"));
        assert_eq!(text(stack(&[&a, &b], 0)), "stack: shapes [2, 2] and [1, 3] differ");
        assert_eq!(text(stack(&[&a], 3)), "stack: axis 3 is out of range for rank 3");
        assert!(text(stack(&[&Tensor::zeros([1; 8]).unwrap()], 0)).starts_with("stack: rank 9"));
        assert!(
            split(&a, [1, 2], 0)
                .unwrap_err()
                .to_string()
                .contains("sizes [1, 2] do not cover axis 0, which has 2")
        );
        assert!(split(&a, [3, -1], 0).is_err());
        assert!(split(&a, [2], 5).is_err());
        assert!(text(split_part(&a, [1, 1], 0, 2)).contains("no part 2 of 2"));
        assert!(chunk(&a, 0, 0).is_err());
        assert!(text(chunk_part(&a, 2, 0, 2)).contains("no part"));
        assert!(text(chunk_part(&a, 2, 7, 0)).starts_with("chunk_part: axis 7"));
    }
}
