//! Sums of products over axes that have labels.

use cotangent_kernels::{Float, contract as kernel};

use super::operand::{shape_error, view};
use super::windows::{added, check, slides};
use crate::device::Opaque;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};
use crate::tensor::shape::{MAX_RANK, Shape};

/// The labels of an operand's axes, or of the result's.
struct Labels {
    all: [u8; MAX_RANK],
    count: usize,
}

impl Labels {
    fn of(what: &str, labels: &Sizes) -> Result<Self> {
        let mut out = Self { all: [0; MAX_RANK], count: 0 };
        for &label in labels.get() {
            let one = u8::try_from(label).map_err(|_| {
                Error::new(ErrorKind::Value, format!("a label is a number from 0 to 255, not {label}"))
            })?;
            if out.get().contains(&one) {
                return Err(Error::new(ErrorKind::Value, format!("label {one} stands twice in {what}")));
            }
            let Some(slot) = out.all.get_mut(out.count) else {
                return Err(Error::new(ErrorKind::Shape, format!("{what} has more than {MAX_RANK} labels")));
            };
            *slot = one;
            out.count += 1;
        }
        Ok(out)
    }

    fn get(&self) -> &[u8] {
        &self.all[..self.count]
    }
}

/// What a contraction of two tensors is: the labels of all three, and the dims of the result.
struct Contraction {
    x: Labels,
    y: Labels,
    out: Labels,
    dims: [usize; MAX_RANK],
}

impl Contraction {
    fn new<T: Float>(x: &Tensor<T>, y: &Tensor<T>, xs: &Sizes, ys: &Sizes, out: &Sizes) -> Result<Self> {
        let (lx, ly) = (Labels::of("`xs`", xs)?, Labels::of("`ys`", ys)?);
        let lo = Labels::of("`out`", out)?;
        for (name, labels, tensor) in [("x", &lx, x), ("y", &ly, y)] {
            if labels.count != tensor.rank() {
                let (have, shape) = (labels.count, tensor.shape());
                return shape_error(format!("`{name}` must have {have} axes, but its shape is {shape:?}"));
            }
        }
        let axis = |labels: &Labels, label: u8| labels.get().iter().position(|&l| l == label);
        let length =
            |label: u8| (axis(&lx, label).map(|i| x.shape()[i]), axis(&ly, label).map(|i| y.shape()[i]));
        for &label in lx.get().iter().chain(ly.get()) {
            match length(label) {
                (Some(n), Some(m)) if n != m => {
                    let (i, j) = (axis(&lx, label).unwrap_or(0), axis(&ly, label).unwrap_or(0));
                    let (xs, ys) = (x.shape(), y.shape());
                    return shape_error(format!(
                        "axis {i} of shape {xs:?} and axis {j} of shape {ys:?} must have one length"
                    ));
                }
                (Some(_), Some(_)) => {}
                _ if lo.get().contains(&label) => {}
                _ => {
                    let message = format!("label {label} is of one operand and not in `out`; sum it before");
                    return Err(Error::new(ErrorKind::Value, message));
                }
            }
        }
        let mut dims = [0; MAX_RANK];
        for (dim, &label) in dims.iter_mut().zip(lo.get()) {
            let (n, m) = length(label);
            *dim = n.or(m).ok_or_else(|| {
                Error::new(ErrorKind::Value, format!("label {label} of `out` is of no operand"))
            })?;
        }
        Ok(Self { x: lx, y: ly, out: lo, dims })
    }

    /// The length of an axis of the result.
    fn len(&self, label: u8) -> usize {
        self.out.get().iter().position(|&l| l == label).map_or(1, |i| self.dims[i])
    }

    fn run<T: Float>(&self, x: &Tensor<T>, y: &Tensor<T>) -> Result<Tensor<T>> {
        let (lx, ly, lo) = (self.x.get(), self.y.get(), self.out.get());
        // As one product writes it; the result is a view of that.
        let order = kernel::order(lx, ly, lo, |label| self.len(label));
        let written: Vec<usize> = order.iter().map(|&label| self.len(label)).collect();
        let op = Opaque::Contract { x: lx, y: ly, out: &order };
        let made = Tensor::run(op, (x, y), Shape::new(&written)?, |to| {
            kernel::contract(to, (view(x)?, lx), (view(y)?, ly), &order);
            Ok(())
        })?;
        if order == lo {
            return Ok(made);
        }
        let at = |label: &u8| order.iter().position(|l| l == label).unwrap_or_default();
        let axes: Vec<usize> = lo.iter().map(at).collect();
        Ok(made.with_layout(made.layout().permute(&axes)?))
    }
}

/// The sum of `x y` over the labels that are not in `out`. `xs` and `ys` label the axes of `x` and `y`; a label in both stands for an axis
/// of both. A label in one list alone has to be in `out`.
pub fn contract<T: Float>(
    x: &Tensor<T>,
    y: &Tensor<T>,
    xs: impl Into<Sizes>,
    ys: impl Into<Sizes>,
    out: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    contracted(x, y, [&xs.into(), &ys.into(), &out.into()]).in_op("contract")
}

fn contracted<T: Float>(x: &Tensor<T>, y: &Tensor<T>, [xs, ys, out]: [&Sizes; 3]) -> Result<Tensor<T>> {
    Contraction::new(x, y, xs, ys, out)?.run(x, y)
}

/// [`overlap_add`](super::windows::overlap_add) of [`contract`], without its windows where these are far more than the result.
#[doc(hidden)]
#[expect(clippy::too_many_arguments, reason = "those of two ops")]
pub fn contract_overlap<T: Float>(
    x: &Tensor<T>,
    y: &Tensor<T>,
    xs: impl Into<Sizes>,
    ys: impl Into<Sizes>,
    out: impl Into<Sizes>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let sums = Contraction::new(x, y, &xs.into(), &ys.into(), &out.into())?;
        let shape = shape.into().shape()?;
        let (all, count) =
            slides(shape.rank(), &axes.into(), &size.into(), &stride.into(), &dilation.into())?;
        let all = &all[..count];
        let windows = Shape::new(&sums.dims[..sums.out.count])?;
        check(&windows, shape, all)?;
        let labels = (sums.x.get(), sums.y.get(), sums.out.get());
        if !kernel::gathers(labels, &shape, all, |label| sums.len(label)) {
            return added(&sums.run(x, y)?, shape, all);
        }
        let (of_x, of_y, out) = labels;
        let op = Opaque::ContractOverlap { x: of_x, y: of_y, out, windows: &windows, slides: all };
        Tensor::run(op, (x, y), shape, |to| {
            kernel::overlap(to, &shape, (view(x)?, labels.0), (view(y)?, labels.1), labels.2, all);
            Ok(())
        })
    };
    made().in_op("contract_overlap")
}

/// The labels of `a`, of `b` and of their `tensordot`.
fn pairs(a: usize, b: usize, axes: &Axes, with: &Axes) -> Result<[Sizes; 3]> {
    let ((axes, count), (with, other)) = (axes.list(a)?, with.list(b)?);
    if count != other {
        let message = format!("{count} axes of a with {other} of b; name as many of each");
        return Err(Error::new(ErrorKind::Axis, message));
    }
    let (axes, with) = (&axes[..count], &with[..count]);
    let of_a: Vec<usize> = (0..a).collect();
    let pair = |axis: &usize| with.iter().position(|w| w == axis).map(|i| axes[i]);
    let of_b: Vec<usize> = (0..b).map(|axis| pair(&axis).unwrap_or(a + axis)).collect();
    let left =
        of_a.iter().filter(|axis| !axes.contains(axis)).chain(of_b.iter().filter(|label| **label >= a));
    let left: Vec<usize> = left.copied().collect();
    Ok([of_a.into(), of_b.into(), left.into()])
}

/// Sums of products over axes `axes` of `a` and axes `with` of `b`, pair by pair; then the other axes of `a`, then those of `b`.
pub fn tensordot<T: Float>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    axes: impl Into<Axes>,
    with: impl Into<Axes>,
) -> Result<Tensor<T>> {
    let run = || {
        let [of_a, of_b, left] = pairs(a.rank(), b.rank(), &axes.into(), &with.into())?;
        contracted(a, b, [&of_a, &of_b, &left])
    };
    run().in_op("tensordot")
}

/// The cotangent of [`tensordot`] by `a`, of shape `shape`.
#[doc(hidden)]
pub fn tensordot_left<T: Float>(
    y: &Tensor<T>,
    b: &Tensor<T>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
    with: impl Into<Axes>,
) -> Result<Tensor<T>> {
    let run = || {
        let shape = shape.into().shape()?;
        let [of_a, of_b, left] = pairs(shape.rank(), b.rank(), &axes.into(), &with.into())?;
        of_shape(contracted(y, b, [&left, &of_b, &of_a])?, shape)
    };
    run().in_op("tensordot_left")
}

/// The cotangent of [`tensordot`] by `b`, of shape `shape`.
#[doc(hidden)]
pub fn tensordot_right<T: Float>(
    a: &Tensor<T>,
    y: &Tensor<T>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
    with: impl Into<Axes>,
) -> Result<Tensor<T>> {
    let run = || {
        let shape = shape.into().shape()?;
        let [of_a, of_b, left] = pairs(a.rank(), shape.rank(), &axes.into(), &with.into())?;
        of_shape(contracted(a, y, [&of_a, &left, &of_b])?, shape)
    };
    run().in_op("tensordot_right")
}

fn of_shape<T: Float>(made: Tensor<T>, shape: Shape) -> Result<Tensor<T>> {
    if made.layout().shape == shape {
        return Ok(made);
    }
    shape_error(format!("the products have shape {:?}, not {shape}", made.shape()))
}
