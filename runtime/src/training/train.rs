//! What programs show their training with: a bar of steps, and losses as a picture.
//!
//! ```
//! use cotangent::optim::{Adam, Optimizer};
//! use cotangent::prelude::*;
//! use cotangent::train::{Curve, Progress, plot};
//!
//! #[differentiable]
//! fn loss(w: &Tensor<I>, #[constant] x: &Tensor<B, I>, #[constant] y: &Tensor<B>) -> Scalar {
//!     (x.matmul(w) - y).square().mean()
//! }
//!
//! let x: Tensor = Key::new(1).normal([64, 2])?;
//! let y = x.matmul(&tensor![2.0, -1.0])?;
//! let (mut w, mut adam) = (tensor![0.0, 0.0], Optimizer::new(Adam { lr: 0.1, ..Adam::default() }));
//! let (mut progress, mut curve) = (Progress::new("training", 0, 100), Curve::new("of the batch", []));
//! for step in 0..100 {
//!     let (value, g) = loss::value_and_grad(&w, &x, &y)?;
//!     adam.step(&mut w, &g.w)?;
//!     curve.push(step, value.item()?);
//!     progress.done(step, value.item()?);
//! }
//!
//! let path = std::env::temp_dir().join(format!("cotangent-train-{}.svg", std::process::id()));
//! plot(&path, "Loss over steps", &[curve])?;
//! assert!(std::fs::read_to_string(&path).unwrap().contains("of the batch"));
//! # std::fs::remove_file(&path).unwrap();
//! # Ok::<(), cotangent::Error>(())
//! ```

mod plot;
mod progress;
mod text;

pub use plot::{plot, svg};
pub use progress::Progress;

/// Losses over steps, under a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// What the legend calls it.
    pub name: String,
    /// Steps and losses. Pictures leave out losses that have no logarithm.
    pub points: Vec<(u64, f64)>,
}

impl Curve {
    /// A curve of points, or of none yet.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (u64, f32)>) -> Self {
        let points = points.into_iter().map(|(step, loss)| (step, f64::from(loss)));
        Self { name: name.into(), points: points.collect() }
    }

    /// A step more.
    pub fn push(&mut self, step: u64, loss: impl Into<f64>) {
        self.points.push((step, loss.into()));
    }

    /// The points that have a logarithm.
    fn shown(&self) -> impl Iterator<Item = (f64, f64)> {
        let has_logarithm = |&&(_, loss): &&(u64, f64)| loss > 0.0 && loss.is_finite();
        self.points.iter().filter(has_logarithm).map(|&(step, loss)| (step as f64, loss))
    }
}
