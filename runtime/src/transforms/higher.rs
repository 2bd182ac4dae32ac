//! Whole matrices of derivatives, from the transforms of a function.

use std::any::Any;

use cotangent_kernels::Float;

use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::{Shape, in_front, item};
use crate::transforms::function::{Function, Pullback, TwiceDifferentiable};
use crate::transforms::tree::{self, Path, TensorTree, Visit, Walk};

/// The Jacobian of a function with one float result: for each active input a tensor of shape `result ++ input`.
///
/// Row by row with the pullback, or column by column with tangents, whichever is less work. Of a function that says
/// `#[differentiable(jacobian)]` all rows are one program, and so are all columns.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn model(x: &Tensor<B, I>, w: &Tensor<I, H>) -> Tensor<B, H> {
///     x.matmul(w).tanh()
/// }
///
/// let (x, w) = (tensor![[0.5, -1.0, 2.0]], tensor![[0.75, 1.5], [0.0, 1.0], [-1.0, 0.5]]);
/// let j = jacobian::<model>((&x, &w))?;
/// assert_eq!(j.w.shape(), [1, 2, 3, 2]); // the result's, then the input's
/// # Ok::<(), cotangent::Error>(())
/// ```
#[allow(clippy::needless_pass_by_value)] // Arguments are passed as a call passes them.
pub fn jacobian<F: Function<Tangent: SingleResult>>(args: F::Args<'_>) -> Result<F::Actives> {
    let x = F::actives(&args)?;
    let inputs = tree::leaves(&x)?;
    let columns: usize = inputs.iter().map(|(_, s)| s.numel()).sum();
    let (value, pullback) = F::vjp(args.clone())?;
    let y = F::floats(&value)?;
    let (shape, rows) = (y.shape(), y.shape().numel());
    let at_once = if rows <= columns {
        let rows = F::pulled(args.clone(), || y.units());
        rows.map(|rows| tree::zip(&x, &rows?, &mut Reshaped { lead: shape }))
    } else {
        let all: Option<Result<Vec<_>>> = (0..inputs.len()).map(|k| F::columns(args.clone(), k)).collect();
        all.map(|all| tree::map(&x, &mut Turned { lead: shape, columns: all?.into_iter() }))
    };
    if let Some(whole) = at_once {
        return whole;
    }
    let mut blocks = inputs.iter().map(|(_, s)| room(rows, s.numel())).collect::<Result<Vec<_>>>()?;
    if rows <= columns {
        for row in 0..rows {
            let unit = tree::map(&y, &mut Unit { leaf: 0, element: row, at: 0 })?;
            append(&pullback.clone().pull(&unit)?, &mut blocks)?;
        }
    } else {
        for (leaf, (_, input)) in inputs.iter().enumerate() {
            let mut turned = room(rows, input.numel())?;
            for element in 0..input.numel() {
                let unit = tree::map(&x, &mut Unit { leaf, element, at: 0 })?;
                let (_, column) = F::jvp(args.clone(), &unit)?;
                append(&column, std::slice::from_mut(&mut turned))?;
            }
            let columns = input.numel();
            blocks[leaf].extend((0..rows * columns).map(|i| turned[i % columns * rows + i / columns]));
        }
    }
    tree::map(&x, &mut Assemble { lead: shape, blocks: blocks.into_iter() })
}

/// The gradients for each of several cotangents of a function with one float result: these stand along a first axis, and so do the
/// gradients. Of a function with `#[differentiable(jacobian)]` this is one program, of others a pullback for each.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable(jacobian)]
/// fn model(x: &Tensor<I>, w: &Tensor<I, H>) -> Tensor<H> {
///     x.matmul(w).tanh()
/// }
///
/// let (x, w) = (tensor![0.5, -1.0, 2.0], tensor![[0.75, 1.5], [0.0, 1.0], [-1.0, 0.5]]);
/// let directions = tensor![[1.0, 0.0], [1.0, 1.0], [0.0, 2.0], [1.0, -1.0]];
/// let g = pull_all::<model>((&x, &w), &directions)?;
/// assert_eq!(g.w.shape(), [4, 3, 2]);
/// # Ok::<(), cotangent::Error>(())
/// ```
#[allow(clippy::needless_pass_by_value)] // Arguments are passed as a call passes them.
pub fn pull_all<F: Function<Tangent: SingleResult>>(
    args: F::Args<'_>,
    cotangents: &F::Tangent,
) -> Result<F::Actives> {
    let all = cotangents.shape();
    let (value, pullback) = F::vjp(args.clone())?;
    let of = F::floats(&value)?.shape();
    if all.rank() == 0 || item(&all)? != of {
        let message =
            format!("`{}`: the cotangents have shape {all}, but each has that of the result, {of}", F::NAME);
        return Err(Error::new(ErrorKind::Shape, message));
    }
    if let Some(grads) = F::pulled(args.clone(), || Ok(cotangents.clone())) {
        return grads;
    }
    let (x, count) = (F::actives(&args)?, all[0]);
    let leaves = tree::leaves(&x)?;
    let mut blocks = leaves.iter().map(|(_, s)| room(count, s.numel())).collect::<Result<Vec<_>>>()?;
    for i in 0..count {
        append(&pullback.clone().pull(&tree::map(cotangents, &mut Item(i))?)?, &mut blocks)?;
    }
    tree::map(&x, &mut Assemble { lead: Shape::new(&[count])?, blocks: blocks.into_iter() })
}

/// What stands at this place of the first axis.
struct Item(usize);

impl Walk<1> for Item {
    fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        x.narrow(0, self.0, 1)?.squeeze(0)
    }
}

/// Memory for so many numbers.
fn room(rows: usize, columns: usize) -> Result<Vec<f64>> {
    let mut numbers = Vec::new();
    if rows.checked_mul(columns).is_some_and(|n| numbers.try_reserve_exact(n).is_ok()) {
        return Ok(numbers);
    }
    let message = format!("out of memory: {rows} by {columns} derivatives do not fit");
    Err(Error::new(ErrorKind::Memory, message))
}

/// The result of a function that has one: a tensor, not a tuple.
pub trait SingleResult: TensorTree {
    /// Its shape.
    fn shape(&self) -> Shape;
    /// Each element of it, as ones beside zeros, one behind the other.
    #[doc(hidden)]
    fn units(&self) -> Result<Self>;
    /// Columns of a matrix, which stand behind one another, side by side.
    #[doc(hidden)]
    fn turned<T: Float>(&self) -> Result<Tensor<T>>;
}

impl<T: Float> SingleResult for Tensor<T> {
    fn shape(&self) -> Shape {
        self.layout().shape
    }
    fn units(&self) -> Result<Self> {
        let shape = self.layout().shape;
        Self::eye(shape.numel())?.reshape(in_front(shape.numel(), &shape, 0)?)?.to(self.device())
    }
    fn turned<U: Float>(&self) -> Result<Tensor<U>> {
        let count = self.layout().shape.first().copied().unwrap_or(1);
        let turned = self.reshape([count, self.numel() / count.max(1)])?.t()?;
        if let Some(same) = (&turned as &dyn Any).downcast_ref() {
            return Tensor::clone(same).contiguous();
        }
        let numbers = turned.to_vec()?.into_iter().map(|v| U::from_f64(v.to_f64())).collect();
        Tensor::from_vec(numbers, turned.shape())?.to(self.device())
    }
}

/// The leaf of the second tree, whose axis in front stands for the axes of `lead`.
struct Reshaped {
    lead: Shape,
}

impl Walk<2> for Reshaped {
    fn leaf<T: Float>(&mut self, path: &Path, [x, rows]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
        rows.reshape(behind(self.lead, x, path)?)
    }
}

/// The columns by a leaf, the axes of the result in front.
struct Turned<C> {
    lead: Shape,
    columns: std::vec::IntoIter<C>,
}

impl<C: SingleResult> Walk<1> for Turned<C> {
    fn leaf<T: Float>(&mut self, path: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        let columns = self.columns.next().ok_or_else(|| Error::msg("an input has no columns"))?;
        columns.turned()?.reshape(behind(self.lead, x, path)?)
    }
}

/// The shape of a derivative with respect to `x`.
fn behind<T: Float>(lead: Shape, x: &Tensor<T>, path: &Path) -> Result<Shape> {
    Shape::new(&[lead.dims(), x.shape()].concat()).map_err(|e| {
        Error::new(e.kind(), format!("the derivative with respect to `{path}`: {}", e.message()))
    })
}

/// The Hessian of a loss, block by block.
#[derive(Clone, Debug)]
pub struct Hessian<A> {
    rows: Vec<Row<A>>,
}

/// The blocks of one active input.
#[derive(Clone, Debug)]
struct Row<A> {
    name: String,
    height: usize,
    blocks: A,
}

/// The Hessian of a loss that was declared with `order = 2`, by one Hessian-vector product per input
/// element, or by one program per input where the function says `#[differentiable(order = 2, jacobian)]` and its active inputs are
/// tensors.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable(order = 2)]
/// fn loss(x: &Tensor<I>, w: &Tensor<I>) -> Scalar {
///     (x * w).exp().sum()
/// }
///
/// let (x, w) = (tensor![0.5, -1.0], tensor![0.75, 1.5]);
/// let h = hessian::<loss>((&x, &w))?;
/// assert_eq!(h.row("w")?.x.shape(), [2, 2]); // shape: w ++ x
/// # Ok::<(), cotangent::Error>(())
/// ```
#[allow(clippy::needless_pass_by_value)] // Arguments are passed as a call passes them.
pub fn hessian<F: TwiceDifferentiable>(args: F::Args<'_>) -> Result<Hessian<F::Actives>> {
    let x = F::actives(&args)?;
    let inputs = tree::leaves(&x)?;
    let mut rows = Vec::new();
    for (leaf, (name, input)) in inputs.iter().enumerate() {
        let height = input.numel();
        if let Some(products) = F::products(args.clone(), leaf) {
            let blocks = tree::zip(&x, &products?, &mut Reshaped { lead: *input })?;
            rows.push(Row { name: name.clone(), height, blocks });
            continue;
        }
        let mut blocks = inputs.iter().map(|(_, s)| room(height, s.numel())).collect::<Result<Vec<_>>>()?;
        for element in 0..height {
            let unit = tree::map(&x, &mut Unit { leaf, element, at: 0 })?;
            append(&F::hvp(args.clone(), &unit)?.1, &mut blocks)?;
        }
        let blocks = tree::map(&x, &mut Assemble { lead: *input, blocks: blocks.into_iter() })?;
        rows.push(Row { name: name.clone(), height, blocks });
    }
    Ok(Hessian { rows })
}

impl<A: TensorTree> Hessian<A> {
    /// The row of blocks of one active input: `h.row("w")?.x` has shape `w ++ x`.
    pub fn row(&self, input: &str) -> Result<&A> {
        self.rows.iter().find(|row| row.name == input).map(|row| &row.blocks).ok_or_else(|| {
            let names: Vec<_> = self.rows.iter().map(|row| format!("`{}`", row.name)).collect();
            let message = format!("no active input is called `{input}`; there are {}", names.join(", "));
            Error::new(ErrorKind::Value, message)
        })
    }

    /// Names of the active inputs and their rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &A)> {
        self.rows.iter().map(|row| (row.name.as_str(), &row.blocks))
    }

    /// All blocks as one symmetric matrix over the elements of all active inputs, in order.
    pub fn matrix(&self) -> Result<Tensor<f64>> {
        let side = self.rows.iter().map(|row| row.height).sum::<usize>();
        let mut data = room(side, side)?;
        let mut home = Home(None);
        for row in &self.rows {
            tree::visit(&row.blocks, &mut home)?;
            let mut blocks = Numbers(Vec::new());
            tree::visit(&row.blocks, &mut blocks)?;
            for i in 0..row.height {
                for block in &blocks.0 {
                    let width = block.len() / row.height;
                    data.extend_from_slice(&block[i * width..(i + 1) * width]);
                }
            }
        }
        Tensor::from_vec(data, [side, side])?.to(home.0.unwrap_or(Device::CPU))
    }
}

/// Zeros but for one element of one leaf.
struct Unit {
    leaf: usize,
    element: usize,
    at: usize,
}

impl Walk<1> for Unit {
    fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        let mut unit = Tensor::zeros(x.shape())?;
        if self.at == self.leaf
            && let Some(element) = unit.as_mut_slice().and_then(|all| all.get_mut(self.element))
        {
            *element = T::from_f64(1.0);
        }
        self.at += 1;
        unit.to(x.device())
    }
}

/// The device of the first leaf.
struct Home(Option<Device>);

impl Visit for Home {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        self.0.get_or_insert(x.device());
        Ok(())
    }
}

/// The elements of each leaf; f64 holds those of every type.
struct Numbers(Vec<Vec<f64>>);

impl Visit for Numbers {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        self.0.push(x.to_vec()?.iter().map(|v| v.to_f64()).collect());
        Ok(())
    }
}

fn append<A: TensorTree>(tree: &A, to: &mut [Vec<f64>]) -> Result<()> {
    let mut numbers = Numbers(Vec::new());
    tree::visit(tree, &mut numbers)?;
    to.iter_mut().zip(numbers.0).for_each(|(to, new)| to.extend(new));
    Ok(())
}

/// A tree whose leaves have shape `lead ++ leaf`, from their elements.
struct Assemble {
    lead: Shape,
    blocks: std::vec::IntoIter<Vec<f64>>,
}

impl Walk<1> for Assemble {
    fn leaf<T: Float>(&mut self, path: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        let block = self.blocks.next().unwrap_or_default();
        let shape = behind(self.lead, x, path)?;
        Tensor::from_vec(block.into_iter().map(T::from_f64).collect(), shape)?.to(x.device())
    }
}

#[cfg(test)]
mod tests;
