//! Gradients cut to a size.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_macros::kernels;

use super::options::positive;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::transforms::tree::{self, AnyUpdate, Path, TensorTree, Update, Visit};

/// Scales a gradient so that its norm, over all leaves together, is at most `most`, and gives the norm that it had
/// (Pascanu, Mikolov and Bengio, "On the difficulty of training recurrent neural networks", 2013;
/// `torch.nn.utils.clip_grad_norm_`, whose 1e-6 beside the norm it shares). In place where nobody else holds a leaf.
///
/// A norm that is not finite is an error that names the first leaf with such an element, and changes nothing.
///
/// ```
/// use cotangent::{optim, tensor, tree};
///
/// let mut gradient = (tensor![3.0f64, 0.0], tensor![[4.0f64]]);
/// assert_eq!(optim::clip_norm(&mut gradient, 1.0)?, 5.0);
/// assert!((tree::norm(&gradient)? - 1.0).abs() < 1e-6);
/// # Ok::<(), cotangent::Error>(())
/// ```
pub fn clip_norm<G: TensorTree>(gradient: &mut G, most: f64) -> Result<f64> {
    positive("most", most).in_op("clip_norm")?;
    let norm = tree::norm(gradient).in_op("clip_norm")?;
    if !norm.is_finite() {
        let mut find = NotFinite;
        tree::visit(gradient, &mut find).in_op("clip_norm")?;
        let message = format!("the norm is {norm}, though every element is finite");
        return Err(Error::new(ErrorKind::Value, message).in_op("clip_norm"));
    }
    let by = most / (norm + 1e-6);
    if by < 1.0 {
        tree::scale(gradient, by).in_op("clip_norm")?;
    }
    Ok(norm)
}

struct NotFinite;

impl Visit for NotFinite {
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
        let bad = x.iter()?.find(|v| !v.to_f64().is_finite());
        bad.map_or(Ok(()), |v| {
            let message = format!("the norm is not finite: the gradient has an element {v}");
            Err(Error::new(ErrorKind::Value, message).of_parameter(path))
        })
    }
}

kernels! {
    fn Clamp<T: Float>(g: &mut T, low: f64, high: f64) {
        g.clamp(low, high)
    }
}

/// Cuts every element of a gradient to `-most..=most`; NaN stays (`torch.nn.utils.clip_grad_value_`). In place where
/// nobody else holds a leaf.
pub fn clip_value<G: TensorTree>(gradient: &mut G, most: f64) -> Result<()> {
    struct Clip(f64);
    impl Update<0, 0> for Clip {
        fn leaf<T: Float>(
            &mut self,
            _: &Path,
            g: &mut Tensor<T>,
            _: [&Tensor<T>; 0],
            _: [&mut Tensor<T>; 0],
        ) -> Result<()> {
            Clamp::<T> { low: -self.0, high: self.0, of: PhantomData }.run(g)
        }
    }
    positive("most", most).in_op("clip_value")?;
    gradient.walk_mut([], &mut Path::root(), &mut AnyUpdate(&mut Clip(most))).in_op("clip_value")
}
