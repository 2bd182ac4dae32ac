//! Values for each item of a batch.

use cotangent_kernels::Float;

use crate::error::{Error, ErrorKind, Result, Site};
use crate::tensor::Tensor;
use crate::tensor::shape::in_front;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::tree::{Path, Update, Visit};

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
            let of = n.map_or(String::new(), |n| format!(", which is {n}"));
            let (param, path) = (self.param, path.as_str());
            let message = format!("`{param}.{path}` has shape {shape}, but its dim 0 is `batch`{of}");
            Err(Error::new(ErrorKind::Shape, message).at(self.site))
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

/// The value with its tensors behind an axis of `n`, along which each is the same. They take no memory.
pub fn spread<X: Differentiable>(x: &X, n: usize) -> Result<X> {
    struct Spread(usize);
    impl Update<0, 0> for Spread {
        fn leaf<T: Float>(
            &mut self,
            _: &Path,
            leaf: &mut Tensor<T>,
            _: [&Tensor<T>; 0],
            _: [&mut Tensor<T>; 0],
        ) -> Result<()> {
            *leaf = crate::ops::broadcast_to(leaf, in_front(self.0, &leaf.layout().shape, 0)?)?;
            Ok(())
        }
    }
    let mut spread = x.clone();
    spread.walk_tensors([], [], &mut Path::root(), &mut Spread(n))?;
    Ok(spread)
}
