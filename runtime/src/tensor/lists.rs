//! Lists of tensors whose length is known at run time only: what emitted code does with slices and their cotangents.
//!
//! A list that is read is any slice of tensors or of references to them; one that is made owns its tensors. Zeros in it
//! take no memory, and to add to one is to put there.

// Emitted code passes host values as such, whatever their type.
#![allow(clippy::needless_pass_by_value)]

use std::borrow::Borrow;
use std::ops::{Bound, Deref, Range, RangeBounds};
use std::sync::Arc;

use cotangent_kernels::{Element, Num};

use crate::device::Device;
use crate::error::{Error, ErrorKind, Result, Site};
use crate::ops;
use crate::tensor::Tensor;
use crate::tensor::construct::is_zero;
use crate::tensor::dims::Dim;
use crate::tensor::shape::{EachShape, Shape, in_front, item};

pub use crate::ops::{concat as list_concat, stack as list_stack};

/// The shapes of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes(Arc<[Shape]>);

impl Deref for Shapes {
    type Target = [Shape];
    fn deref(&self) -> &[Shape] {
        &self.0
    }
}

impl EachShape for Shapes {
    fn each(&self, f: impl Fn(&Shape) -> Result<Shape>) -> Result<Self> {
        self.iter().map(f).collect::<Result<_>>().map(Self)
    }
}

/// The list for each item of a batch: its tensors behind an axis of `n`, along which they are the same.
pub fn spread<T: Element, X: Borrow<Tensor<T>>>(xs: &[X], n: usize) -> Result<Vec<Tensor<T>>> {
    let of = |x: &Tensor<T>| ops::broadcast_to(x, in_front(n, &x.layout().shape, 0)?);
    xs.iter().map(|x| of(x.borrow())).collect()
}

/// Item `i` of each tensor.
pub fn item_at<T: Element, X: Borrow<Tensor<T>>>(xs: &[X], i: usize) -> Result<Vec<Tensor<T>>> {
    xs.iter().map(Borrow::borrow).map(|x| x.narrow(0, i, 1)?.squeeze(0)).collect()
}

/// The cotangent of [`spread`]: each tensor summed over this axis.
pub fn summed<T: Num, X: Borrow<Tensor<T>>>(xs: &[X]) -> Result<Vec<Tensor<T>>> {
    xs.iter().map(Borrow::borrow).map(|x| ops::sum_to(x, item(&x.layout().shape)?)).collect()
}

/// The shapes of no tensors.
pub fn no_shapes() -> Shapes {
    Shapes(Arc::new([]))
}

/// The shapes of a list, which keep no tensor alive.
pub fn shapes_of<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Shapes {
    Shapes(xs.iter().map(|x| x.borrow().layout().shape).collect())
}

/// The list itself: its tensors are shared.
pub fn owned<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Vec<Tensor<T>> {
    xs.iter().map(|x| x.borrow().clone()).collect()
}

/// Bytes that keeping the list keeps alive.
pub fn bytes_of<T: Element>(xs: &[Tensor<T>]) -> usize {
    xs.iter().map(crate::tensor::bytes_of).sum()
}

/// The device of the first tensor, on which a function runs that takes no other.
pub fn device_of<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Device {
    xs.first().map_or(Device::CPU, |x| x.borrow().device())
}

/// Zeros of these shapes.
pub fn zeros<T: Element>(shapes: Shapes, device: Device) -> Result<Vec<Tensor<T>>> {
    let zero = crate::tensor::construct::zeros::<T>(&Shape::SCALAR, device)?;
    shapes.iter().map(|shape| ops::broadcast_to(&zero, *shape)).collect()
}

/// The shape of item `i`.
pub fn item_shape(shapes: &Shapes, i: usize) -> Result<Shape> {
    shapes.get(i).copied().ok_or_else(|| out_of_range(i, shapes.len(), ""))
}

/// Item `i` of a list; `name` is what a user calls it, if it is theirs.
#[inline]
pub fn list_item<T: Element, X: Borrow<Tensor<T>>>(xs: &[X], i: usize, name: &str) -> Result<Tensor<T>> {
    match xs.get(i) {
        Some(x) => Ok(x.borrow().clone()),
        None => Err(out_of_range(i, xs.len(), name)),
    }
}

#[cold]
fn out_of_range(i: usize, len: usize, name: &str) -> Error {
    let list = if name.is_empty() { "the list".to_owned() } else { format!("`{name}`") };
    let message = format!("index {i} is out of range for {list}, which has {}", tensors(len));
    Error::new(ErrorKind::Index, message).in_op("index")
}

/// The indices of a part of a list.
pub fn part(len: usize, part: impl RangeBounds<usize>) -> Result<Range<usize>> {
    let start = match part.start_bound() {
        Bound::Included(&i) => i,
        Bound::Excluded(&i) => i.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match part.end_bound() {
        Bound::Included(&i) => i.saturating_add(1),
        Bound::Excluded(&i) => i,
        Bound::Unbounded => len,
    };
    if start <= end && end <= len {
        return Ok(start..end);
    }
    let message = format!("a list of {len} has no part {start}..{end}");
    Err(Error::new(ErrorKind::Index, message).in_op("index"))
}

fn tensors(n: usize) -> String {
    if n == 1 { "1 tensor".to_owned() } else { format!("{n} tensors") }
}

/// Zeros of these shapes, but `x` in place `i`.
pub fn list_put<T: Element>(x: &Tensor<T>, shapes: Shapes, i: usize) -> Result<Vec<Tensor<T>>> {
    let len = shapes.len();
    let mut list = zeros(shapes, x.device())?;
    *list.get_mut(i).ok_or_else(|| out_of_range(i, len, ""))? = x.clone();
    Ok(list)
}

/// `xs` with `x` added to item `i`.
pub fn list_add_to<T: Num>(mut xs: Vec<Tensor<T>>, x: &Tensor<T>, i: usize) -> Result<Vec<Tensor<T>>> {
    let len = xs.len();
    let item = xs.get_mut(i).ok_or_else(|| out_of_range(i, len, ""))?;
    *item = sum(item, x)?;
    Ok(xs)
}

/// `xs` with `x` behind its items.
#[inline]
pub fn list_push<T: Element>(mut xs: Vec<Tensor<T>>, x: Tensor<T>) -> Result<Vec<Tensor<T>>> {
    xs.push(x);
    Ok(xs)
}

/// `xs` with `x` in place of item `i`; `name` is as for [`list_item`].
#[inline]
pub fn list_set<T: Element>(
    mut xs: Vec<Tensor<T>>,
    x: Tensor<T>,
    i: usize,
    name: &str,
) -> Result<Vec<Tensor<T>>> {
    let len = xs.len();
    *xs.get_mut(i).ok_or_else(|| out_of_range(i, len, name))? = x;
    Ok(xs)
}

/// `xs` with zeros of the shape that these have there in place of item `i`.
pub fn list_cleared<T: Element>(mut xs: Vec<Tensor<T>>, shapes: Shapes, i: usize) -> Result<Vec<Tensor<T>>> {
    let (shape, len) = (item_shape(&shapes, i)?, xs.len());
    let item = xs.get_mut(i).ok_or_else(|| out_of_range(i, len, ""))?;
    let zero = crate::tensor::construct::zeros::<T>(&Shape::SCALAR, item.device())?;
    *item = ops::broadcast_to(&zero, shape)?;
    Ok(xs)
}

/// The cotangents of a tap, those of `more` behind the others.
#[inline]
pub fn gathered<T: Element>(mut xs: Vec<Tensor<T>>, more: Vec<Tensor<T>>) -> Vec<Tensor<T>> {
    xs.extend(more);
    xs
}

/// The cotangent of a tap that ran once.
pub fn of_one<T: Element>(xs: Vec<Tensor<T>>) -> Result<Tensor<T>> {
    of_one_or_none(xs).ok_or_else(|| out_of_range(0, 0, ""))
}

/// The cotangent of a tap that may have run once.
pub fn of_one_or_none<T: Element>(mut xs: Vec<Tensor<T>>) -> Option<Tensor<T>> {
    debug_assert!(xs.len() < 2, "it has run {} times", xs.len());
    xs.pop()
}

/// The cotangents of a tap, gathered from the last round to the first.
pub fn of_rounds<T: Element>(mut xs: Vec<Tensor<T>>) -> Vec<Tensor<T>> {
    xs.reverse();
    xs
}

/// `xs` without its last item.
#[inline]
pub fn list_pop<T: Element>(mut xs: Vec<Tensor<T>>) -> Result<Vec<Tensor<T>>> {
    match xs.pop() {
        Some(_) => Ok(xs),
        None => Err(out_of_range(0, 0, "")),
    }
}

/// The last item of a list.
#[inline]
pub fn list_last<T: Element, X: Borrow<Tensor<T>>>(xs: &[X]) -> Result<Tensor<T>> {
    xs.last().map(|x| x.borrow().clone()).ok_or_else(|| out_of_range(0, 0, ""))
}

/// `xs`, and behind it zeros of the last of these shapes.
pub fn list_grown<T: Element, X: Borrow<Tensor<T>>>(xs: &[X], shapes: Shapes) -> Result<Vec<Tensor<T>>> {
    let mut list = owned(xs);
    let shape = item_shape(&shapes, xs.len())?;
    let zero = crate::tensor::construct::zeros::<T>(&Shape::SCALAR, device_of(xs))?;
    list.push(ops::broadcast_to(&zero, shape)?);
    Ok(list)
}

/// Zeros of these shapes, but `x` in the last place.
pub fn list_ended<T: Element>(x: &Tensor<T>, shapes: Shapes) -> Result<Vec<Tensor<T>>> {
    let last = shapes.len().wrapping_sub(1);
    list_put(x, shapes, last)
}

/// The sums of two lists of one length.
pub fn list_add<T: Num, X: Borrow<Tensor<T>>, Y: Borrow<Tensor<T>>>(
    a: &[X],
    b: &[Y],
) -> Result<Vec<Tensor<T>>> {
    if a.len() != b.len() {
        let message = format!("lists of {} and {} have no sum", tensors(a.len()), tensors(b.len()));
        return Err(Error::new(ErrorKind::Shape, message));
    }
    a.iter().zip(b).map(|(a, b)| sum(a.borrow(), b.borrow())).collect()
}

/// The sum, without the side that is zero and has no memory of its own.
fn sum<T: Num>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    let same = a.shape() == b.shape() && a.device() == b.device();
    match (same, is_zero(a), is_zero(b)) {
        (true, _, true) => Ok(a.clone()),
        (true, true, _) => Ok(b.clone()),
        _ => ops::add(a, b),
    }
}

/// `x` cut along an axis into pieces of these shapes.
pub fn list_split<T: Element>(x: &Tensor<T>, shapes: Shapes, axis: isize) -> Result<Vec<Tensor<T>>> {
    let mut start = 0;
    let piece = |shape: &Shape| {
        let len = shape.dim(axis)?;
        let piece = ops::narrow(x, axis, start, len)?;
        start += len;
        Ok(piece)
    };
    shapes.iter().map(piece).collect()
}

/// The tensors along an axis, without it.
pub fn list_unstack<T: Element>(x: &Tensor<T>, axis: isize) -> Result<Vec<Tensor<T>>> {
    of_many(x.layout().shape.dim(axis)?, |i| ops::squeeze(&ops::narrow(x, axis, i, 1)?, axis))
}

/// So many tensors, as views of nothing can be.
pub(crate) fn of_many<T: Element>(
    len: usize,
    item: impl FnMut(usize) -> Result<Tensor<T>>,
) -> Result<Vec<Tensor<T>>> {
    let mut list = Vec::new();
    if list.try_reserve_exact(len).is_err() {
        let message = format!("out of memory: a list of {} does not fit", tensors(len));
        return Err(Error::new(ErrorKind::Memory, message));
    }
    for item in (0..len).map(item) {
        list.push(item?);
    }
    Ok(list)
}

/// A pattern took a slice apart: as many items as names, or at least as many.
#[inline]
pub fn check_len(site: &Site, name: &str, len: usize, names: usize, or_more: bool) -> Result<()> {
    if len == names || or_more && len > names {
        return Ok(());
    }
    let more = if or_more { " or more" } else { "" };
    let message = format!("`{name}` has {}, but the pattern takes {names}{more}", tensors(len));
    Err(Error::new(ErrorKind::Shape, message).at(site))
}

/// Every item against the declaration of the slice; the first binds what nothing else bound.
pub fn bind_dims<T: Element, X: Borrow<Tensor<T>>>(
    site: &Site,
    sizes: &mut [usize],
    path: &'static str,
    xs: &[X],
    dims: &[Dim],
) -> Result<()> {
    if xs.is_empty()
        && let Some(Dim::First(name, _)) = dims.iter().find(|d| matches!(d, Dim::First(..)))
    {
        let message = format!("`{path}` is empty, so that nothing says what its dim `{name}` is");
        return Err(Error::new(ErrorKind::Shape, message).at(site));
    }
    for (i, x) in xs.iter().enumerate() {
        let shape = x.borrow().layout().shape;
        crate::tensor::dims::check_item(site, &|| item_name(path, i), &shape, (dims, sizes), i == 0)?;
    }
    Ok(())
}

/// [`bind_dims`] where no name is bound.
pub fn check_dims<T: Element, X: Borrow<Tensor<T>>>(
    site: &Site,
    path: &'static str,
    xs: &[X],
    dims: &[Dim],
) -> Result<()> {
    bind_dims(site, &mut [], path, xs, dims)
}

/// `xs` → `xs[2]`, `pairs[..].0` → `pairs[2].0`.
fn item_name(path: &str, i: usize) -> String {
    match path.split_once("[..]") {
        Some((slice, field)) => format!("{slice}[{i}]{field}"),
        None => format!("{path}[{i}]"),
    }
}

/// The tangent of a slice is a slice of tensors of the same shapes.
pub fn check_tangent<T: Element, X: Borrow<Tensor<T>>, D: Borrow<Tensor<T>>>(
    xs: &[X],
    tangent: &[D],
    function: &str,
    name: &str,
) -> Result<()> {
    if xs.len() != tangent.len() {
        let (has, got) = (tensors(xs.len()), tensors(tangent.len()));
        let message = format!("`{function}`: the tangent of `{name}` has {got}, but `{name}` has {has}");
        return Err(Error::new(ErrorKind::Shape, message));
    }
    for (i, (x, d)) in xs.iter().zip(tangent).enumerate() {
        let (x, d) = (x.borrow(), d.borrow());
        if x.shape() != d.shape() || x.device() != d.device() {
            return crate::emitted::checks::check_tangent(x, d, function, &item_name(name, i));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
