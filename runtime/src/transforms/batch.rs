//! Values for each item of a batch.

use std::any::Any;

use cotangent_kernels::Float;

use crate::error::{Error, ErrorKind, Result, Site};
use crate::tensor::Tensor;
use crate::tensor::shape::{Shape, in_front, item};
use crate::transforms::differentiable::Differentiable;
use crate::transforms::tree::{self, Path, TensorTree, Update, Visit, Walk};

/// How many items tensors of these shapes have for the parameter `param`, which is `n` where something else says it.
pub fn items_in(site: &Site, param: &str, shapes: &[Shape], mut n: Option<usize>) -> Result<Option<usize>> {
    for shape in shapes {
        let found = shape.first().copied();
        if found.is_none() || n.is_some_and(|n| found != Some(n)) {
            return Err(no_items(site, param, shape, n));
        }
        n = found;
    }
    Ok(n)
}

fn no_items(site: &Site, of: &str, shape: &Shape, n: Option<usize>) -> Error {
    let n = n.map_or(String::new(), |n| format!(", which is {n}"));
    Error::new(ErrorKind::Shape, format!("`{of}` has shape {shape}, but its dim 0 is `batch`{n}")).at(site)
}

/// How many items the tensors of the parameter `param` have, which is `n` where something else says it.
pub fn items_of<X: Differentiable>(site: &Site, param: &str, x: &X, n: Option<usize>) -> Result<usize> {
    struct Items<'a> {
        site: &'a Site,
        param: &'a str,
        n: Option<usize>,
    }
    impl Visit for Items<'_> {
        fn leaf<T: Float>(&mut self, path: &Path, leaf: &Tensor<T>) -> Result<()> {
            let shape = &leaf.layout().shape;
            let found = shape.first().copied();
            let n = self.n.or(found);
            if found.is_some() && found == n {
                self.n = n;
                return Ok(());
            }
            Err(no_items(self.site, &format!("{}.{}", self.param, path.as_str()), shape, n))
        }
    }
    let mut items = Items { site, param, n };
    x.visit_tensors(&mut Path::root(), &mut items)?;
    items.n.ok_or_else(|| {
        Error::new(
            ErrorKind::Shape,
            format!("`{param}` has no tensor, so nothing says how many items there are"),
        )
        .at(site)
    })
}

/// [`items_of`] of a value, however it is borrowed.
pub trait HasItems: Differentiable {
    /// How many items it has.
    fn __items(&self, site: &Site, param: &str, n: Option<usize>) -> Result<Option<usize>> {
        items_of(site, param, self, n).map(Some)
    }
}

impl<X: Differentiable> HasItems for X {}

/// A change of each tensor of a value.
#[derive(Clone, Copy)]
enum Change {
    Spread(usize),
    Item(usize),
}

impl Update<0, 0> for Change {
    fn leaf<T: Float>(
        &mut self,
        _: &Path,
        leaf: &mut Tensor<T>,
        _: [&Tensor<T>; 0],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        *leaf = match *self {
            Self::Spread(n) => crate::ops::broadcast_to(leaf, in_front(n, &leaf.layout().shape, 0)?)?,
            Self::Item(i) => leaf.narrow(0, i, 1)?.squeeze(0)?,
        };
        Ok(())
    }
}

fn changed<X: Differentiable>(x: &X, mut change: Change) -> Result<X> {
    let mut changed = x.clone();
    changed.walk_tensors([], [], &mut Path::root(), &mut change)?;
    Ok(changed)
}

/// The value with its tensors behind an axis of `n`, along which each is the same. They take no memory.
pub fn spread<X: Differentiable>(x: &X, n: usize) -> Result<X> {
    changed(x, Change::Spread(n))
}

/// Item `i` of a value.
pub fn item_at<X: Differentiable>(x: &X, i: usize) -> Result<X> {
    changed(x, Change::Item(i))
}

/// The value whose items these are: its numbers are those of the first.
pub fn stacked<X: Differentiable>(items: Vec<X>) -> Result<X> {
    struct Leaves(Vec<Box<dyn Any>>);
    impl Visit for Leaves {
        fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
            self.0.push(Box::new(x.clone()));
            Ok(())
        }
    }
    struct Stacked(Vec<std::vec::IntoIter<Box<dyn Any>>>);
    impl Update<0, 0> for Stacked {
        fn leaf<T: Float>(
            &mut self,
            path: &Path,
            leaf: &mut Tensor<T>,
            _: [&Tensor<T>; 0],
            _: [&mut Tensor<T>; 0],
        ) -> Result<()> {
            let each = self.0.iter_mut().map(|leaves| leaves.next()?.downcast().ok().map(|x| *x));
            let each: Option<Vec<Tensor<T>>> = each.collect();
            let each = each.ok_or_else(|| Error::msg(format!("`{}` is not in every item", path.as_str())))?;
            *leaf = crate::ops::stack(&each, 0)?;
            Ok(())
        }
    }
    let mut leaves = Vec::with_capacity(items.len());
    for item in &items {
        let mut of = Leaves(Vec::new());
        item.visit_tensors(&mut Path::root(), &mut of)?;
        leaves.push(of.0.into_iter());
    }
    let mut items = items.into_iter();
    let mut whole = items.next().ok_or_else(|| Error::msg("a batch without items has nothing to call"))?;
    whole.walk_tensors([], [], &mut Path::root(), &mut Stacked(leaves))?;
    Ok(whole)
}

/// The cotangent of [`spread`]: tensors summed over this axis.
pub fn summed<D: TensorTree>(g: &D) -> Result<D> {
    struct Summed;
    impl Walk<1> for Summed {
        fn leaf<T: Float>(&mut self, _: &Path, [g]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            crate::ops::sum_to(g, item(&g.layout().shape)?)
        }
    }
    tree::map(g, &mut Summed)
}
