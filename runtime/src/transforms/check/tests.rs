use std::marker::PhantomData;

use super::*;
use crate::tensor;
use crate::transforms::function::{Objective, Seed, TwiceDifferentiable};
use crate::transforms::hooks::Ready;

/// The fault of a derivative: a factor in each direction.
pub(crate) trait Fault {
    const REVERSE: f64 = 1.0;
    const FORWARD: f64 = 1.0;
}
pub(crate) struct Right;
impl Fault for Right {}
pub(crate) struct WrongReverse;
impl Fault for WrongReverse {
    const REVERSE: f64 = 1.01;
}
pub(crate) struct WrongForward;
impl Fault for WrongForward {
    const FORWARD: f64 = -1.0;
}

/// `f(x, w, n)_i = w_i x_i^n + w_0 |x_i|` by hand: what the macro writes for a function, over host numbers.
pub(crate) struct Powers<T, X = Right>(PhantomData<(T, X)>);

#[derive(Clone, Debug)]
pub(crate) struct Actives<T: Float> {
    pub(crate) x: Tensor<T>,
    pub(crate) w: Tensor<T>,
}

impl<T: Float> TensorTree for Actives<T> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        Ok(Self {
            x: path.field("x", trees.map(|t| &t.x), walk)?,
            w: path.field("w", trees.map(|t| &t.w), walk)?,
        })
    }

    fn walk_mut<const N: usize, U: tree::Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        path.within("x", |path| self.x.walk_mut(others.map(|t| &t.x), path, update))?;
        path.within("w", |path| self.w.walk_mut(others.map(|t| &t.w), path, update))
    }
}

fn host<T: Float>(x: &Tensor<T>) -> Vec<f64> {
    x.to_vec().unwrap().iter().map(|v| v.to_f64()).collect()
}

fn tensor<T: Float>(data: impl IntoIterator<Item = f64>, like: &Tensor<T>) -> Result<Tensor<T>> {
    Tensor::from_vec(data.into_iter().map(T::from_f64).collect(), like.shape())
}

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

#[derive(Clone)]
pub(crate) struct Pull<T: Float, X> {
    x: Tensor<T>,
    w: Tensor<T>,
    n: i32,
    fault: PhantomData<fn() -> X>,
}

impl<T: Float, X> Pullback for Pull<T, X>
where
    X: Fault + Clone,
{
    type Cotangent = Tensor<T>;
    type Grads = Actives<T>;
    fn residual_bytes(&self) -> usize {
        size_of::<T>() * (self.x.numel() + self.w.numel())
    }
    fn pull<'a>(self, g: impl Seed<'a, Tensor<T>>) -> Result<Actives<T>> {
        let Some(g) = g.parts() else { return tree::zeros_like(&Actives { x: self.x, w: self.w }) };
        let (x, w, g) = (host(&self.x), host(&self.w), host(g));
        let n = self.n;
        let each = |i: usize| g[i] * (w[i] * f64::from(n) * x[i].powi(n - 1) + w[0] * sign(x[i]));
        let mut w_bar: Vec<f64> = (0..x.len()).map(|i| g[i] * x[i].powi(n)).collect();
        if !w_bar.is_empty() {
            w_bar[0] += (0..x.len()).map(|i| g[i] * x[i].abs()).sum::<f64>();
        }
        Ok(Actives {
            x: tensor((0..x.len()).map(|i| X::REVERSE * each(i)), &self.x)?,
            w: tensor(w_bar, &self.w)?,
        })
    }
    fn pull_hooked<'a>(
        self,
        g: impl Seed<'a, Tensor<T>>,
        hook: impl FnMut(Ready<'_>) -> Result<()>,
    ) -> Result<Actives<T>> {
        crate::transforms::hooks::all(self.pull(g)?, hook)
    }
}

impl Clone for Right {
    fn clone(&self) -> Self {
        Self
    }
}
impl Clone for WrongReverse {
    fn clone(&self) -> Self {
        Self
    }
}
impl Clone for WrongForward {
    fn clone(&self) -> Self {
        Self
    }
}

impl<T: Float, X: Fault + Clone> Function for Powers<T, X> {
    const NAME: &'static str = "powers";
    type Args<'a> = (&'a Tensor<T>, &'a Tensor<T>, i32);
    type Actives = Actives<T>;
    type Output = Tensor<T>;
    type Tangent = Tensor<T>;

    fn actives(&(x, w, _): &Self::Args<'_>) -> Result<Actives<T>> {
        Ok(Actives { x: x.clone(), w: w.clone() })
    }
    fn replace<R>(
        &(_, _, n): &Self::Args<'_>,
        actives: &Actives<T>,
        then: impl FnOnce(Self::Args<'_>) -> Result<R>,
    ) -> Result<R> {
        then((&actives.x, &actives.w, n))
    }
    fn floats(output: &Tensor<T>) -> Result<Tensor<T>> {
        Ok(output.clone())
    }
    fn call((x, w, n): Self::Args<'_>) -> Result<Tensor<T>> {
        let (xs, ws) = (host(x), host(w));
        tensor((0..xs.len()).map(|i| ws[i] * xs[i].powi(n) + ws[0] * xs[i].abs()), x)
    }
    fn vjp(
        args: Self::Args<'_>,
    ) -> Result<(Tensor<T>, impl Pullback<Cotangent = Tensor<T>, Grads = Actives<T>>)> {
        let (x, w, n) = (args.0.clone(), args.1.clone(), args.2);
        Ok((Self::call(args)?, Pull::<T, X> { x, w, n, fault: PhantomData }))
    }
    fn jvp(args: Self::Args<'_>, v: &Actives<T>) -> Result<(Tensor<T>, Tensor<T>)> {
        let (x, w, n) = (host(args.0), host(args.1), args.2);
        let (dx, dw) = (host(&v.x), host(&v.w));
        let y_dot = (0..x.len()).map(|i| {
            let by_x = dx[i] * (w[i] * f64::from(n) * x[i].powi(n - 1) + w[0] * sign(x[i]));
            X::FORWARD * (by_x + dw[i] * x[i].powi(n) + dw[0] * x[i].abs())
        });
        let y_dot = tensor(y_dot, args.0)?;
        Ok((Self::call(args)?, y_dot))
    }
}

/// `sum_i w_i x_i^n` by hand, with its second derivatives.
pub(crate) struct Loss;

impl Function for Loss {
    const NAME: &'static str = "loss";
    type Args<'a> = (&'a Tensor<f64>, &'a Tensor<f64>, i32);
    type Actives = Actives<f64>;
    type Output = Tensor<f64>;
    type Tangent = Tensor<f64>;

    fn actives(args: &Self::Args<'_>) -> Result<Actives<f64>> {
        Powers::<f64>::actives(args)
    }
    fn replace<R>(
        args: &Self::Args<'_>,
        actives: &Actives<f64>,
        then: impl FnOnce(Self::Args<'_>) -> Result<R>,
    ) -> Result<R> {
        Powers::<f64>::replace(args, actives, then)
    }
    fn floats(output: &Tensor<f64>) -> Result<Tensor<f64>> {
        Ok(output.clone())
    }
    fn call((x, w, n): Self::Args<'_>) -> Result<Tensor<f64>> {
        Ok(Tensor::scalar(host(x).iter().zip(host(w)).map(|(x, w)| w * x.powi(n)).sum()))
    }
    fn vjp(
        _: Self::Args<'_>,
    ) -> Result<(Tensor<f64>, impl Pullback<Cotangent = Tensor<f64>, Grads = Actives<f64>>)> {
        Err::<(Tensor<f64>, Pull<f64, Right>), _>(Error::msg("not used"))
    }
    fn jvp(_: Self::Args<'_>, _: &Actives<f64>) -> Result<(Tensor<f64>, Tensor<f64>)> {
        Err(Error::msg("not used"))
    }
}

impl Objective for Loss {
    fn value_and_grad(_: Self::Args<'_>) -> Result<(Tensor<f64>, Actives<f64>)> {
        Err(Error::msg("not used"))
    }
}

impl TwiceDifferentiable for Loss {
    fn hvp((x, w, n): Self::Args<'_>, v: &Actives<f64>) -> Result<(Actives<f64>, Actives<f64>)> {
        let (xs, ws, dx, dw) = (host(x), host(w), host(&v.x), host(&v.w));
        let m = f64::from(n);
        let all = 0..xs.len();
        let grad = Actives {
            x: tensor(all.clone().map(|i| ws[i] * m * xs[i].powi(n - 1)), x)?,
            w: tensor(all.clone().map(|i| xs[i].powi(n)), w)?,
        };
        let of_x =
            |i: usize| dw[i] * m * xs[i].powi(n - 1) + ws[i] * dx[i] * m * (m - 1.0) * xs[i].powi(n - 2);
        let hv = Actives {
            x: tensor(all.clone().map(of_x), x)?,
            w: tensor(all.map(|i| dx[i] * m * xs[i].powi(n - 1)), w)?,
        };
        Ok((grad, hv))
    }
}

#[test]
fn right_derivatives_pass() {
    let (x, w) = (tensor![0.5, -1.25, 2.0], tensor![1.5, -0.5, 0.25]);
    let report = gradients::<Powers<f64>>((&x, &w, 3)).unwrap();
    assert_eq!(report.rows.len(), 4);
    let tight = |r: &Row| r.tolerance < 1e-8 * (1.0 + r.numeric.abs());
    assert!(report.rows.iter().all(tight), "{report}");
    let (x, w): (Tensor, Tensor) = (tensor![0.5, -1.25, 2.0], tensor![1.5, -0.5, 0.25]);
    let report = gradients::<Powers<f32>>((&x, &w, 3)).unwrap();
    assert!(report.rows.iter().all(|r| r.tolerance < 0.02 * (1.0 + r.numeric.abs())), "{report}");
    let none: Tensor = Tensor::zeros([0]).unwrap();
    gradients::<Powers<f32>>((&none, &none, 3)).unwrap();
}

/// Slopes of smooth functions of one number at many points: how many are called wrong, when they are right and when they are
/// off by a millionth.
#[test]
fn chance_has_no_say() -> Result<()> {
    let u = f64::EPSILON / 2.0;
    let called_wrong = |fault: f64| -> Result<usize> {
        let mut wrong = 0;
        for (i, numbers) in Key::new(1).normal::<f64>([3 * 4000])?.to_vec()?.chunks(3).enumerate() {
            let [x, b, w] = [numbers[0], numbers[1], numbers[2].abs() + 0.1];
            let f = |x: f64| if i % 2 == 0 { (-((x - b) / w).powi(2)).exp() } else { (x / w).tanh() };
            let slope = match i % 2 {
                0 => -2.0 * (x - b) / (w * w) * f(x),
                _ => (x / w).cosh().powi(-2) / w,
            };
            let along = |step: f64| {
                let (y1, y0) = (f(x + step), f(x - step));
                let predicted = fault * slope * ((x + step) - (x - step)) / (2.0 * step);
                let noise = u * (y1.abs() + y0.abs()) / step;
                Ok(Quotient { numeric: (y1 - y0) / (2.0 * step), predicted, noise })
            };
            let shape = Shape::new(&[])?;
            let (s, size) = (fault * slope, slope.abs());
            // On the way it is off by as much.
            let between = |step: f64| Ok(fault * (f(x + step) - f(x - step)) / (2.0 * step));
            let probe = Probe { along: &along, shaken: &|| Ok(0.0), between: &between };
            let row = Row::new((String::new(), shape), s, Some(s), size, u, &probe)?;
            wrong += usize::from(row.verdict == Verdict::Reverse);
        }
        Ok(wrong)
    };
    let (right, faulty) = (called_wrong(1.0)?, called_wrong(1.0 + 1e-6)?);
    // With the halves alone it is one in forty. What is left is far out, where rounding is amplified.
    assert!(right <= 4, "{right} of 4000");
    assert!(faulty > 3600, "{faulty} of 4000");
    Ok(())
}

#[test]
fn wrong_derivatives_do_not() {
    let (x, w) = (tensor![0.5, -1.25, 2.0], tensor![1.5, -0.5, 0.25]);
    let e = gradients::<Powers<f64, WrongReverse>>((&x, &w, 3)).unwrap_err().to_string();
    assert!(e.contains("the pullback is wrong") && e.contains("x [3]"), "{e}");
    let report = gradients_with::<Powers<f64, WrongReverse>>((&x, &w, 3), &Options::default()).unwrap();
    let verdicts: Vec<_> = report.rows.iter().map(|r| (r.input.as_str(), r.verdict)).collect();
    assert_eq!(verdicts[0], ("x", Verdict::Reverse), "{report}");
    assert_eq!(verdicts[2], ("w", Verdict::Agrees), "{report}");
    let e = gradients::<Powers<f64, WrongForward>>((&x, &w, 3)).unwrap_err().to_string();
    assert!(e.contains("the tangent is wrong"), "{e}");
    let (x, w): (Tensor, Tensor) = (tensor![0.5, -1.25, 2.0], tensor![1.5, -0.5, 0.25]);
    assert!(gradients::<Powers<f32, WrongForward>>((&x, &w, 3)).is_err());
}

#[test]
fn kinks_are_called_by_their_name() {
    let (x, w) = (tensor![0.0, 0.0], tensor![1.0, 1.0]);
    let e = gradients::<Powers<f64>>((&x, &w, 3)).unwrap_err().to_string();
    assert!(e.contains("not smooth here"), "{e}");
}

/// A slope of a function with a kink at `at`, as f32 sees it: whether both sweeps are called wrong, which are `fault` times what
/// they should be.
fn beside_a_kink(at: f64, fault: f64) -> Result<Verdict> {
    let u = f64::from(f32::EPSILON) / 2.0;
    let f = |x: f64| (0.5 * x).sin() + (x - at).max(0.0);
    let slope = fault * 0.5;
    let along = |step: f64| {
        let (y1, y0) = (f(step), f(-step));
        let numeric = (y1 - y0) / (2.0 * step);
        Ok(Quotient { numeric, predicted: slope, noise: u * (y1.abs() + y0.abs() + 1.0) / step })
    };
    let between = |step: f64| Ok(fault * (f(step) - f(-step)) / (2.0 * step));
    let probe = Probe { along: &along, shaken: &|| Ok(0.0), between: &between };
    let name = (String::new(), Shape::new(&[])?);
    Ok(Row::new(name, slope, Some(slope), 0.5, u, &probe)?.verdict)
}

#[test]
fn kinks_within_a_step_are_no_fault() -> Result<()> {
    for at in [1e-2, 2e-2, 5e-2, 0.1] {
        assert_eq!(beside_a_kink(at, 1.0)?, Verdict::Agrees, "{at}");
    }
    // Nearer than rounding lets one look.
    assert_eq!(beside_a_kink(1e-7, 1.0)?, Verdict::NotSmooth);
    // Where both sweeps are wrong alike, no step helps.
    for at in [1e-2, 0.1, 10.0] {
        assert_eq!(beside_a_kink(at, 1.05)?, Verdict::Reverse, "{at}");
    }
    Ok(())
}

/// Digits that both directions lose by cancelling are no fault of the tangent.
#[test]
fn lost_digits_are_no_fault() -> Result<()> {
    let u = f64::EPSILON / 2.0;
    let verdict = |forward: f64, shaken: f64| -> Result<Verdict> {
        let along = |_: f64| Ok(Quotient { numeric: 1.0, predicted: 1.0, noise: 0.0 });
        let shape = Shape::new(&[])?;
        let probe = Probe { along: &along, shaken: &|| Ok(shaken), between: &|_| Ok(1.0) };
        Ok(Row::new((String::new(), shape), 1.0, Some(forward), 1.0, u, &probe)?.verdict)
    };
    assert_eq!(verdict(1.0 + 1e-10, 1e-11)?, Verdict::Agrees);
    assert_eq!(verdict(1.0 + 1e-10, 1e-14)?, Verdict::Forward);
    assert_eq!(verdict(f64::NAN, 1e-11)?, Verdict::Forward);
    Ok(())
}
