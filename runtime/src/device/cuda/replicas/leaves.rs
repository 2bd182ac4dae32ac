//! The leaves of values that are to be summed, and whether they belong together.

use std::any::Any;

use cotangent_kernels::{DType, Element, Float};

use crate::device::{Block, Device, Kind};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::construct::{is_zero, zeros};
use crate::tensor::shape::Shape;
use crate::transforms::tree::{Path, Update, Visit};

/// A leaf of one replica.
pub(super) struct Leaf {
    pub(super) path: String,
    pub(super) dtype: DType,
    pub(super) shape: Shape,
    pub(super) device: Device,
    pub(super) is_zero: bool,
    /// Elements in row-major order, and where they begin.
    pub(super) block: Option<Block>,
    pub(super) offset: usize,
    /// A copy, if they do not lie so.
    _copy: Option<Box<dyn Any>>,
    /// Whether they become their sum where they are.
    pub(super) is_own: bool,
    /// Makes the tensor of the sum else, with zeros if the leaf has them.
    pub(super) make: fn(Device, Shape) -> Result<Made>,
}

/// A tensor for a sum, and its memory.
pub(super) struct Made {
    pub(super) tensor: Box<dyn Any>,
    pub(super) block: Option<Block>,
}

impl Made {
    fn of<T: Element>(tensor: Tensor<T>) -> Self {
        Self { block: tensor.storage().buffer().block(), tensor: Box::new(tensor) }
    }
}

/// The leaves of one replica.
#[derive(Default)]
pub(super) struct Leaves(pub(super) Vec<Leaf>);

impl Leaves {
    pub(super) fn meet<T: Element>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
        let (device, shape) = (x.device(), x.layout().shape);
        let is_zero = is_zero(x);
        // What is refused later is not copied before, and zeros may be those of all.
        let from = if device.kind == Kind::Cuda && !is_zero { x.contiguous()? } else { x.clone() };
        let block = from.storage().buffer().block();
        let offset = from.layout().offset;
        // A further handle is what makes memory of a tensor that of several.
        let is_same = block == x.storage().buffer().block();
        let copy = (!is_same).then_some(from);
        self.0.push(Leaf {
            path: path.as_str().to_owned(),
            dtype: T::DTYPE,
            shape,
            device,
            is_zero,
            block,
            offset: if is_zero { 0 } else { offset },
            is_own: is_same && !is_zero && x.is_whole_and_unique(),
            _copy: copy.map(|copy| -> Box<dyn Any> { Box::new(copy) }),
            make: if is_zero {
                |device, shape| Ok(Made::of(zeros::<T>(&shape, device)?.contiguous()?))
            } else {
                |device, shape| Ok(Made::of(Tensor::<T>::alloc(device, shape)?))
            },
        });
        Ok(())
    }
}

impl Visit for Leaves {
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
        self.meet(path, x)
    }
}

/// Puts the sums where the leaves were, if they are not there already.
pub(super) struct Put(pub(super) std::vec::IntoIter<Option<Box<dyn Any>>>);

/// The sums of a replica that are not where its leaves are, for each leaf.
pub(super) type Sums = Vec<Option<Box<dyn Any>>>;

impl Put {
    pub(super) fn put<T: Element>(&mut self, x: &mut Tensor<T>) {
        if let Some(made) = self.0.next().flatten().and_then(|made| made.downcast().ok()) {
            *x = *made;
        }
    }
}

impl Update<0, 0> for Put {
    fn leaf<T: Float>(
        &mut self,
        _: &Path,
        leaf: &mut Tensor<T>,
        _: [&Tensor<T>; 0],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        self.put(leaf);
        Ok(())
    }
}

/// What is wrong with two replicas.
#[cold]
fn differ(a: &Leaf, b: &Leaf, what: impl std::fmt::Display) -> Error {
    let place = if a.path.is_empty() { "the root" } else { &a.path };
    let message = format!("the values of {} and {} differ at {place}: {what}", a.device, b.device);
    Error::new(ErrorKind::Shape, message)
}

/// Whether replicas belong together.
pub(super) fn compared(all: &[Leaves]) -> Result<()> {
    let Some(first) = all.first() else { return Ok(()) };
    for other in &all[1..] {
        if let (Some(a), Some(b)) = (first.0.first(), other.0.first())
            && first.0.len() != other.0.len()
        {
            let what = format!("{} tensors and {}", first.0.len(), other.0.len());
            return Err(differ(a, b, what));
        }
        for (a, b) in first.0.iter().zip(&other.0) {
            if a.path != b.path {
                return Err(differ(a, b, format_args!("there is {} where the other has none", a.path)));
            }
            if a.dtype != b.dtype {
                return Err(differ(a, b, format_args!("elements of type {} and {}", a.dtype, b.dtype)));
            }
            if a.shape != b.shape {
                return Err(differ(a, b, format_args!("shapes {} and {}", a.shape, b.shape)));
            }
        }
    }
    if let Some(leaf) = all.iter().flat_map(|leaves| &leaves.0).next()
        && all.iter().any(|leaves| leaves.0.is_empty())
    {
        let message = format!("the value of {} has tensors, and another has none", leaf.device);
        return Err(Error::new(ErrorKind::Shape, message));
    }
    Ok(())
}
