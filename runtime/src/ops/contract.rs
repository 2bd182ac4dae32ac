//! Sums of products over axes that have labels.

use cotangent_kernels::{Float, contract as kernel};

use super::operand::{shape_error, view};
use crate::axes::Sizes;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::shape::{MAX_RANK, Shape};
use crate::tensor::Tensor;

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

/// The sum of `x y` over the labels that are not in `out`. `xs` and `ys` label the axes of `x` and `y`; a label that both have stands for
/// one axis of both. What only one of them has is in `out`.
pub fn contract<T: Float>(
    x: &Tensor<T>,
    y: &Tensor<T>,
    xs: impl Into<Sizes>,
    ys: impl Into<Sizes>,
    out: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    labelled(x, y, [&xs.into(), &ys.into(), &out.into()])
}

/// [`contract`], compiled once for labels of all types.
fn labelled<T: Float>(x: &Tensor<T>, y: &Tensor<T>, [xs, ys, out]: [&Sizes; 3]) -> Result<Tensor<T>> {
    let made = || {
        let (lx, ly) = (Labels::of("`xs`", xs)?, Labels::of("`ys`", ys)?);
        let lo = Labels::of("`out`", out)?;
        for (name, labels, tensor) in [("x", &lx, x), ("y", &ly, y)] {
            if labels.count != tensor.rank() {
                let message =
                    format!("{} labels for `{name}`, whose shape is {:?}", labels.count, tensor.shape());
                return shape_error(message);
            }
        }
        let length = |label: u8| {
            let of = |labels: &Labels, tensor: &Tensor<T>| {
                labels.get().iter().position(|&l| l == label).map(|i| tensor.shape()[i])
            };
            (of(&lx, x), of(&ly, y))
        };
        for &label in lx.get().iter().chain(ly.get()) {
            match length(label) {
                (Some(n), Some(m)) if n != m => {
                    let message = format!(
                        "label {label} is an axis of {n} and one of {m} (shapes {:?} and {:?})",
                        x.shape(),
                        y.shape()
                    );
                    return shape_error(message);
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
        let place = |label: u8| lo.get().iter().position(|&l| l == label).unwrap_or_default();
        // As one product writes it; the result is a view of that.
        let order = kernel::order(lx.get(), ly.get(), lo.get(), |label| dims[place(label)]);
        let written: Vec<usize> = order.iter().map(|&label| dims[place(label)]).collect();
        let made = Tensor::build((x, y), Shape::new(&written)?, |to| {
            kernel::contract(to, (view(x)?, lx.get()), (view(y)?, ly.get()), &order);
            Ok(())
        })?;
        if order == lo.get() {
            return Ok(made);
        }
        let at = |label: &u8| order.iter().position(|l| l == label).unwrap_or_default();
        let axes: Vec<usize> = lo.get().iter().map(at).collect();
        Ok(made.with_layout(made.layout().permute(&axes)?))
    };
    made().in_op("contract")
}
