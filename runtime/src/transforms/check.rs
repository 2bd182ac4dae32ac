//! A gradient checker for users: derivatives against finite differences, forward against reverse mode.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn loss(x: &Tensor<B, I>, w: &Tensor<I>) -> Scalar {
//!     x.matmul(w).tanh().square().mean()
//! }
//!
//! let (x, w) = (tensor![[0.5, -1.0], [2.0, 0.25]], tensor![0.75, 1.5]);
//! cotangent::check::gradients::<loss>((&x, &w))?;
//! # Ok::<(), cotangent::Error>(())
//! ```

use cotangent_kernels::{DType, Float};

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::random::Key;
use crate::tensor::shape::Shape;
use crate::transforms::function::{Function, Pullback};
use crate::transforms::tree::{self, AnyWalk, Path, TensorTree, Visit, Walk};

mod report;

use report::Probe;
pub use report::{Report, Row, Verdict};

/// How to check.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Random directions per input.
    pub directions: usize,
    /// Seed of the directions; reports print it.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { directions: 2, seed: 0 }
    }
}

/// Checks all derivatives of a function at a point; disagreement is an `Err` whose message is the report.
///
/// For each active input and random directions `v` of it, `u` of the output: the difference quotient of `<u, f>` along
/// `v`, what the pullback says and what the tangent says must agree; where a function has a reverse rule alone, the first two. The tolerance is derived from how well difference
/// quotients of several steps agree among each other, and from the precision of the element types: f64 is checked to
/// many digits, f32 to few. A point where `f` has a kink is reported as such.
pub fn gradients<F: Function>(args: F::Args<'_>) -> Result<Report> {
    let report = gradients_with::<F>(args, &Options::default())?;
    if report.passed() {
        return Ok(report);
    }
    Err(Error::new(ErrorKind::Value, format!("derivatives disagree\n{report}")))
}

/// [`gradients`] with options, and with the report whatever it says.
#[allow(clippy::needless_pass_by_value)] // Arguments are passed as a call passes them.
pub fn gradients_with<F: Function>(args: F::Args<'_>, options: &Options) -> Result<Report> {
    let x = F::actives(&args)?;
    let (value, pullback) = F::vjp(args.clone())?;
    let value = F::floats(&value)?;
    let plain = F::floats(&F::call(args.clone())?)?;
    let precision = precision(&x)?.max(precision(&value)?);
    let mut report = Report { function: F::NAME, seed: options.seed, precision, rows: Vec::new() };
    if total(&value, &plain, apart)? > 64.0 * precision * total(&value, &plain, sizes)? {
        return Err(other_value(F::NAME));
    }
    for (number, (name, shape)) in tree::leaves(&x)?.into_iter().enumerate() {
        for direction in 0..options.directions {
            let [for_v, for_u] =
                Key::new(options.seed).fold((number * options.directions + direction) as u64).split();
            let v = tree::map(&x, &mut Direction { key: for_v, only: Some(number), leaf: 0 })?;
            let u = tree::map(&value, &mut Direction { key: for_u, only: None, leaf: 0 })?;
            let grads = pullback.clone().pull(&u)?;
            same_shapes(&name, tree::leaves(&grads)?, tree::leaves(&x)?)?;
            let reverse = total(&grads, &v, product)?;
            let size = total(&grads, &v, size_of_product)?;
            let (forward, forward_size) = match F::jvp(args.clone(), &v) {
                Ok((_, y_dot)) => {
                    let size = total(&u, &y_dot, size_of_product)?;
                    (Some(total(&u, &y_dot, product)?), size)
                }
                Err(e) if e.kind() == ErrorKind::NoRule => (None, 0.0),
                Err(e) => return Err(e),
            };
            // Where sums cancel on the way, both lose more than their sizes tell; what is lost is what changes with the last bits
            // of the inputs.
            let shaken = || {
                let mut most = 0.0_f64;
                for k in 0..SHAKES {
                    let moved = tree::map(&x, &mut Shake { key: Key::new(k), precision })?;
                    let (grads, y_dot) = F::replace(&args, &moved, |args| {
                        let grads = F::vjp(args.clone())?.1.pull(&u)?;
                        Ok((grads, F::jvp(args, &v)?.1))
                    })?;
                    let moved = [total(&grads, &v, product)?, total(&u, &y_dot, product)?];
                    most =
                        most.max(apart(moved[0], reverse)).max(apart(moved[1], forward.unwrap_or(f64::NAN)));
                }
                Ok(most)
            };
            let along = |step: f64| quotient::<F>(&args, &x, &v, &u, &grads, step, precision);
            let between = |step: f64| {
                let mut sum = 0.0;
                for k in 0..STOPS {
                    let at = step * (f64::from(2 * k + 1) / f64::from(STOPS) - 1.0);
                    let moved = tree::zip(&x, &v, &mut Step(at))?;
                    let grads = F::replace(&args, &moved, |args| F::vjp(args)?.1.pull(&u))?;
                    sum += total(&grads, &v, product)?;
                }
                Ok(sum / f64::from(STOPS))
            };
            let (leaf, size) = ((name.clone(), shape), size.max(forward_size));
            let probe = Probe { along: &along, shaken: &shaken, between: &between };
            let row = Row::new(leaf, reverse, forward, size, precision, &probe)?;

            report.rows.push(row);
        }
    }
    Ok(report)
}

/// One difference quotient, the slope that the gradient predicts for the same points, and the rounding error to expect.
pub(crate) struct Quotient {
    pub(crate) numeric: f64,
    pub(crate) predicted: f64,
    pub(crate) noise: f64,
}

fn quotient<F: Function>(
    args: &F::Args<'_>,
    x: &F::Actives,
    v: &F::Actives,
    u: &F::Tangent,
    grads: &F::Actives,
    step: f64,
    precision: f64,
) -> Result<Quotient> {
    let at = |step: f64| {
        let moved = tree::zip(x, v, &mut Step(step))?;
        let y = F::floats(&F::replace(args, &moved, |args| F::call(args))?)?;
        Ok::<_, Error>((moved, y))
    };
    let ((x1, y1), (x0, y0)) = (at(step)?, at(-step)?);
    // The points that were really reached: inputs round, and their difference does not.
    let [predicted, _] = three(grads, &x1, &x0)?;
    let [numeric, noise] = three(u, &y1, &y0)?;
    Ok(Quotient {
        numeric: numeric / (2.0 * step),
        predicted: predicted / (2.0 * step),
        noise: precision * noise / step,
    })
}

/// The number of points at which the pullback is asked on the way of a difference.
const STOPS: u32 = 16;

/// How often inputs are shaken.
const SHAKES: u64 = 3;

/// The inputs, changed in their last bits.
struct Shake {
    key: Key,
    precision: f64,
}

impl Walk<1> for Shake {
    fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        self.key = self.key.fold(1);
        let signs = self.key.normal::<f64>(x.shape().to_vec())?.to_vec()?;
        let shaken = x.to_vec()?.into_iter().zip(signs).map(|(x, sign)| {
            // Two units in the last place, away from zero or towards it.
            T::from_f64(x.to_f64() * (1.0 + 4.0 * self.precision * sign.signum()))
        });
        Tensor::from_vec(shaken.collect(), x.shape())?.to(x.device())
    }
}

/// `x + step * v`.
struct Step(f64);

impl Walk<2> for Step {
    fn leaf<T: Float>(&mut self, _: &Path, [x, v]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
        let moved = x
            .to_vec()?
            .into_iter()
            .zip(v.to_vec()?)
            .map(|(x, v)| T::from_f64(x.to_f64() + self.0 * v.to_f64()));
        Tensor::from_vec(moved.collect(), x.shape())?.to(x.device())
    }
}

/// Normal numbers in the shape of one leaf, or of all.
struct Direction {
    key: Key,
    only: Option<usize>,
    leaf: usize,
}

impl Walk<1> for Direction {
    fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        let leaf = self.leaf;
        self.leaf += 1;
        match self.only {
            Some(only) if only != leaf => x.zeros_like(),
            _ => self.key.fold(leaf as u64).normal_like(x),
        }
    }
}

/// A sum over pairs of elements, per leaf.
fn inner<A: TensorTree>(a: &A, b: &A, term: fn(f64, f64) -> f64) -> Result<Vec<f64>> {
    struct Inner(fn(f64, f64) -> f64, Vec<f64>);
    impl Walk<2> for Inner {
        fn leaf<T: Float>(&mut self, _: &Path, [a, b]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
            let pairs = a.to_vec()?.into_iter().zip(b.to_vec()?);
            self.1.push(pairs.map(|(a, b)| (self.0)(a.to_f64(), b.to_f64())).sum());
            Ok(a.clone())
        }
    }
    let mut walk = Inner(term, Vec::new());
    tree::zip(a, b, &mut walk)?;
    Ok(walk.1)
}

/// [`inner`] over all leaves.
fn total<A: TensorTree>(a: &A, b: &A, term: fn(f64, f64) -> f64) -> Result<f64> {
    Ok(sum(&inner(a, b, term)?))
}

fn sum(terms: &[f64]) -> f64 {
    terms.iter().sum()
}

fn product(a: f64, b: f64) -> f64 {
    a * b
}

fn size_of_product(a: f64, b: f64) -> f64 {
    (a * b).abs()
}

fn apart(a: f64, b: f64) -> f64 {
    (a - b).abs()
}

fn sizes(a: f64, b: f64) -> f64 {
    a.abs() + b.abs()
}

/// Sums over triples of elements: `x * (y - z)`, and `|x y| + |x z|`.
fn three<A: TensorTree>(a: &A, b: &A, c: &A) -> Result<[f64; 2]> {
    struct Three([f64; 2]);
    impl Walk<3> for Three {
        fn leaf<T: Float>(&mut self, _: &Path, [a, b, c]: [&Tensor<T>; 3]) -> Result<Tensor<T>> {
            for ((x, y), z) in a.to_vec()?.into_iter().zip(b.to_vec()?).zip(c.to_vec()?) {
                let (x, y, z) = (x.to_f64(), y.to_f64(), z.to_f64());
                self.0[0] += x * (y - z);
                self.0[1] += (x * y).abs() + (x * z).abs();
            }
            Ok(a.clone())
        }
    }
    let mut walk = Three([0.0; 2]);
    A::walk([a, b, c], &mut Path::root(), &mut AnyWalk(&mut walk))?;
    Ok(walk.0)
}

#[cold]
fn other_value(name: &str) -> Error {
    Error::new(ErrorKind::Value, format!("`{name}` and its vjp return different values"))
}

/// Checks that gradients have the shapes of the inputs.
fn same_shapes(name: &str, have: Vec<(String, Shape)>, want: Vec<(String, Shape)>) -> Result<()> {
    let pairs = have.into_iter().zip(want).map(|(have, want)| (have.1, want.1));
    for (have, want) in pairs {
        if have != want {
            let message = format!("the gradient of `{name}` has shape {have}, but the input has {want}");
            return Err(Error::new(ErrorKind::Shape, message));
        }
    }
    Ok(())
}

/// The unit roundoff of the coarsest type among the leaves.
fn precision<A: TensorTree>(a: &A) -> Result<f64> {
    struct Coarsest(f64);
    impl Visit for Coarsest {
        fn leaf<T: Float>(&mut self, _: &Path, _: &Tensor<T>) -> Result<()> {
            let bits = match T::DTYPE {
                DType::F64 => 53,
                DType::F16 => 11,
                DType::Bf16 => 8,
                _ => 24,
            };
            self.0 = self.0.max(0.5f64.powi(bits));
            Ok(())
        }
    }
    let mut coarsest = Coarsest(0.0);
    tree::visit(a, &mut coarsest)?;
    Ok(coarsest.0)
}

#[cfg(test)]
pub(crate) mod tests;
