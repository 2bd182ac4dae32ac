//! Small things that emitted code calls: all of them checks and conversions, none of them arithmetic.

use cotangent_kernels::Element;

use crate::debug;
use crate::device::{Device, registry};
use crate::error::{Error, ErrorKind, InOp, Result, Site};
use crate::launch::nan;
use crate::tensor::Tensor;
use crate::tensor::host_scalar::HostScalar;
use crate::tensor::shape::Shape;

/// `Clone::clone`, in fewer tokens.
#[inline(always)]
pub fn clone<T: Clone>(value: &T) -> T {
    value.clone()
}

/// A copy of an argument; of a slice, a list.
#[inline]
pub fn owned<T: ToOwned + ?Sized>(value: &T) -> T::Owned {
    value.to_owned()
}

/// A host number as a kernel is given it.
#[inline]
pub fn number<H: HostScalar>(h: &H) -> f64 {
    h.to_f64()
}

/// An axis or a size, of any integer type. One that is too large stays too large: -1 means something.
#[inline]
pub fn size(n: impl Integer) -> isize {
    n.integer()
}

/// A number of things, of any integer type. One that is none is too large.
#[inline]
pub fn natural(n: impl Integer) -> usize {
    n.natural()
}

/// [`size`] in 32 bits.
#[inline]
pub fn int32(n: impl Integer) -> i32 {
    n.integer().clamp(i32::MIN as isize, i32::MAX as isize) as i32
}

/// An integer, as axes and sizes are.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no integer, as axes, sizes and exponents are",
    label = "an integer stands here"
)]
pub trait Integer {
    /// The integer itself, or the largest there is.
    fn integer(self) -> isize;
    /// The integer itself, or the largest there is for one that is negative or larger.
    fn natural(self) -> usize;
}

#[diagnostic::do_not_recommend]
impl<N: TryInto<isize> + TryInto<usize>> Integer for N {
    #[inline]
    fn integer(self) -> isize {
        self.try_into().unwrap_or(isize::MAX)
    }
    #[inline]
    fn natural(self) -> usize {
        self.try_into().unwrap_or(usize::MAX)
    }
}

/// The device on which a function runs that takes `x`: the constants of a body live with its first tensor.
#[inline]
pub fn device_of<T: Element>(x: &Tensor<T>) -> Device {
    x.device()
}

/// Moves a tensor made of host values alone to where the function runs.
#[inline]
pub fn on<T: Element>(made: Result<Tensor<T>>, device: Device) -> Result<Tensor<T>> {
    made.and_then(|x| x.to(device))
}

/// The result, or the end of a function that promised a tensor.
#[track_caller]
#[inline]
pub fn or_panic<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => end(&error),
    }
}

#[cold]
#[track_caller]
fn end(error: &Error) -> ! {
    panic!("{error}")
}

/// As [`placed`]; a NaN that should be looked for is an error.
#[inline]
pub(crate) fn done<R: Results>(result: Result<R>, site: &Site) -> Result<R> {
    registry::placed(site);
    let checks_nan = debug::ran(|counts| &mut counts.ops);
    let result = if checks_nan { result.and_then(no_nan) } else { result };
    placed(result, site)
}

/// A tensor or several, as ops return them.
pub trait Results {
    /// The index of the first NaN, and the shape of the result that it is in.
    fn nan(&self) -> Result<Option<(Vec<usize>, Shape)>>;
}

impl<T: Element> Results for Tensor<T> {
    fn nan(&self) -> Result<Option<(Vec<usize>, Shape)>> {
        Ok(nan::of(self)?.map(|at| (at, shape_of(self))))
    }
}

impl<A: Element, B: Element> Results for (Tensor<A>, Tensor<B>) {
    fn nan(&self) -> Result<Option<(Vec<usize>, Shape)>> {
        let first = self.0.nan()?;
        if first.is_some() { Ok(first) } else { self.1.nan() }
    }
}

impl<T: Element> Results for Vec<Tensor<T>> {
    fn nan(&self) -> Result<Option<(Vec<usize>, Shape)>> {
        self.iter().find_map(|x| x.nan().transpose()).transpose()
    }
}

#[cold]
fn no_nan<R: Results>(results: R) -> Result<R> {
    match results.nan()? {
        None => Ok(results),
        Some((at, shape)) => {
            Err(Error::new(ErrorKind::Nan, format!("NaN at {at:?} of a result of shape {shape}")))
        }
    }
}

/// The first error of checks that only ask.
#[inline]
pub fn all<const N: usize>(checks: [Result<()>; N]) -> Result<()> {
    checks.into_iter().collect()
}

/// The error of a stage that did not come to its end.
#[cold]
pub fn failed<S, R>(stage: Result<S>) -> Result<R> {
    match stage {
        Err(error) => Err(error),
        Ok(_) => unreachable!("a stage that came to its end did not fail"),
    }
}

/// A tangent must have the shape of its argument, and live with it.
#[inline]
pub fn check_tangent<T: Element>(
    x: &Tensor<T>,
    tangent: &Tensor<T>,
    function: &str,
    param: &str,
) -> Result<()> {
    if x.shape() == tangent.shape() && x.device() == tangent.device() {
        return Ok(());
    }
    Err(no_tangent(x, tangent, function, param))
}

/// The shape of a tangent that a body gives.
pub fn check_tangent_shape(site: &Site, param: &str, of: &Shape, got: &Shape) -> Result<()> {
    if of == got {
        return Ok(());
    }
    let message = format!("the tangent of `{param}` has shape {got}, but `{param}` has {of}");
    Err(Error::new(ErrorKind::Shape, message).at(site))
}

#[cold]
fn no_tangent<T: Element>(x: &Tensor<T>, tangent: &Tensor<T>, function: &str, param: &str) -> Error {
    let begin = format!("`{function}`: the tangent of `{param}`");
    let (of, got) = (shape_of(x), shape_of(tangent));
    if of != got {
        return Error::new(ErrorKind::Shape, format!("{begin} has shape {got}, but `{param}` has {of}"));
    }
    let (of, got) = (x.device(), tangent.device());
    Error::new(ErrorKind::Device, format!("{begin} is on device {got}, but `{param}` is on {of}"))
}

/// Only one number can be a loss, of each of so many items.
#[inline]
pub fn check_loss<T: Element>(loss: &Tensor<T>, items: usize, function: &str) -> Result<()> {
    if loss.numel() == items {
        return Ok(());
    }
    let message = format!(
        "`{function}` returns shape {}, and only a result of one element has a gradient; use `vjp`",
        shape_of(loss)
    );
    Err(Error::new(ErrorKind::Shape, message))
}

/// The `p` of a p-norm.
#[inline]
pub fn norm_order(p: f64) -> Result<f64> {
    if p > 0.0 && p.is_finite() {
        return Ok(p);
    }
    let message = format!("a p-norm has a finite p above 0, not {p}; that for p = inf is `x.abs().max()`");
    Err(Error::new(ErrorKind::Value, message))
}

/// The result of an op or of a host expression, or the error with its place in the user's source.
#[inline]
pub fn placed<T>(result: Result<T>, site: &Site) -> Result<T> {
    result.map_err(|e| e.at(site))
}

/// The size of an axis.
#[inline]
pub fn dim(shape: &Shape, axis: isize) -> Result<usize> {
    shape.dim(axis).in_op("dim")
}

/// How many elements of an axis of `name` each of `n` parts has.
pub fn dim_by(shape: &Shape, name: &str, axis: isize, n: usize) -> Result<usize> {
    let d = checked_dim(shape, name, axis)?;
    let of = |each: usize| each * n == d;
    d.checked_div(n).filter(|each| of(*each)).ok_or_else(|| {
        Error::new(
            ErrorKind::Shape,
            format!("axis {axis} of `{name}` has {d} elements, which {n} does not divide"),
        )
    })
}

/// The size of an axis of `name`, which is `n`.
pub fn dim_of(shape: &Shape, name: &str, axis: isize, n: usize) -> Result<usize> {
    match checked_dim(shape, name, axis)? {
        d if d == n => Ok(n),
        d => Err(Error::new(
            ErrorKind::Shape,
            format!("axis {axis} of `{name}` has {d} elements, and must have {n}"),
        )),
    }
}

/// The size of an axis of `name`, which is not empty.
pub fn dim_some(shape: &Shape, name: &str, axis: isize) -> Result<usize> {
    match checked_dim(shape, name, axis)? {
        0 => Err(Error::new(ErrorKind::Shape, format!("axis {axis} of `{name}` has no elements"))),
        d => Ok(d),
    }
}

/// The number of axes of `name`, which is `n`.
pub fn rank_of(shape: &Shape, name: &str, n: usize) -> Result<usize> {
    if shape.rank() == n {
        return Ok(n);
    }
    Err(Error::new(ErrorKind::Shape, format!("`{name}` must have {n} axes, but its shape is {shape}")))
}

fn checked_dim(shape: &Shape, name: &str, axis: isize) -> Result<usize> {
    let none = |_| Error::new(ErrorKind::Axis, format!("`{name}` has no axis {axis}: its shape is {shape}"));
    shape.dim(axis).map_err(none)
}

/// The shape of the broadcast of two.
#[inline]
pub fn broadcast_shapes(a: &Shape, b: &Shape) -> Result<Shape> {
    a.broadcast(b)
}

/// The shape of a tensor as a host value.
#[inline]
pub fn shape_of<T: Element>(x: &Tensor<T>) -> Shape {
    x.layout().shape
}
