//! What must hold of programs with calls, branches and loops: the derivatives of both orders are those of difference
//! quotients, and all that a program says is what the same program says written out, without calls and control flow.

use cotangent::hooks::Ready;
use cotangent::prelude::*;
use cotangent::tree::{self, Path, TensorTree, Visit, Walk};

use crate::there::{self, Arguments};

/// What rounding leaves of a number made in another order.
const ROUNDING: f64 = 1e-12;
/// Step of the difference quotients, and what they leave of second derivatives.
const STEP: f64 = 1e-4;
const QUOTIENT: f64 = 2e-6;
/// What rounding leaves of the symmetry of second derivatives, for each unit of the terms.
const SYMMETRY: f64 = 1e-11;

struct Numbers(Vec<f64>);

impl Visit for Numbers {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        self.0.extend(x.to_vec()?.iter().map(|v| v.to_f64()));
        Ok(())
    }
}

/// All numbers in a value, in order.
pub fn numbers<A: TensorTree>(a: &A) -> Result<Vec<f64>> {
    let mut numbers = Numbers(Vec::new());
    tree::visit(a, &mut numbers)?;
    Ok(numbers.0)
}

/// Numbers of the same shapes, by position alone: two programs with the same leaves get the same.
struct Along(u64);

impl Walk<1> for Along {
    fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        self.0 += 1;
        Key::new(self.0).normal_like(x)
    }
}

/// Numbers of this shape.
///
/// # Panics
/// Where memory does not hold them.
pub fn normal<const N: usize>(seed: u64, shape: [usize; N]) -> Tensor<f64> {
    Key::new(seed).normal(shape).expect("a small tensor")
}

/// A direction of the shapes of `x`.
pub fn along<A: TensorTree>(x: &A, seed: u64) -> Result<A> {
    tree::map(x, &mut Along(seed << 32))
}

struct Moved(f64);

impl Walk<2> for Moved {
    fn leaf<T: Float>(&mut self, _: &Path, [x, v]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
        Ok(x + v * self.0)
    }
}

/// # Panics
/// Where numbers differ by more than `tolerance` of the largest, or by more than f32 explains where programs run on a device.
pub fn near(what: &str, have: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(have.len(), want.len(), "{what}: {have:?} instead of {want:?}");
    if there::only_keeps() {
        return;
    }
    let tolerance = there::within(tolerance);
    let scale = want.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for (i, (h, w)) in have.iter().zip(want).enumerate() {
        let same = h == w || (h - w).abs() <= tolerance * scale;
        assert!(same, "{what}: number {i} is {h} instead of {w}; {have:?} instead of {want:?}");
    }
}

/// Leaves by name.
#[derive(Default)]
struct Named(Vec<(String, Vec<f64>)>);

impl Visit for Named {
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
        self.0.push((path.to_string(), numbers(x)?));
        Ok(())
    }
}

impl Named {
    fn tell(&mut self, mut leaf: Ready<'_>) -> Result<()> {
        let x = if leaf.dtype() == cotangent::DType::F32 {
            numbers(leaf.grad::<f32>()?)?
        } else {
            numbers(leaf.grad::<f64>()?)?
        };
        self.0.push((leaf.name().to_owned(), x));
        Ok(())
    }
}

/// That hooks are told of every leaf of the gradient once, when it has its last value.
pub fn hooked<F: Function>(args: F::Args<'_>) -> Result<()> {
    there::replaced::<F, ()>(&args, |args| told_of::<F>(args))
}

fn told_of<F: Function>(args: F::Args<'_>) -> Result<()> {
    let (y, pullback) = F::vjp(args)?;
    let seed = along(&F::floats(&y)?, 9)?;
    let plain = pullback.clone().pull(&seed)?;
    let mut told = Named::default();
    let grads = pullback.pull_hooked(&seed, |leaf| told.tell(leaf))?;
    near("the gradient with hooks", &numbers(&grads)?, &numbers(&plain)?, 0.0);
    let mut all = Named::default();
    tree::visit(&grads, &mut all)?;
    each_once(told, all);
    Ok(())
}

/// That hooks were told of `all` leaves, once each.
fn each_once(told: Named, all: Named) {
    let [mut told, mut all] = [told.0, all.0];
    told.sort_by(|a, b| a.0.cmp(&b.0));
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let names =
        |leaves: &[(String, Vec<f64>)]| leaves.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&told), names(&all), "each leaf once");
    for ((name, told), (_, last)) in told.iter().zip(&all) {
        near(&format!("`{name}` when it is told of"), told, last, 0.0);
    }
}

/// The derivatives of order 1, and those of order 2 against difference quotients of the gradient; on a device against the
/// processor.
pub fn orders<F: TwiceDifferentiable>(args: F::Args<'_>) -> Result<()> {
    if let Some(device) = there::named() {
        there::both_orders::<F>(device, &args)?;
        return hooked::<F>(args);
    }
    cotangent::check::gradients::<F>(args.clone())?;
    hooked::<F>(args.clone())?;
    let x = F::actives(&args)?;
    let mut sides = Vec::new();
    for seed in 1..3 {
        let v = along(&x, seed)?;
        let (grads, products) = F::hvp(args.clone(), &v)?;
        let plain = F::value_and_grad(args.clone())?.1;
        near("the gradient beside hvp", &numbers(&grads)?, &numbers(&plain)?, ROUNDING);
        let at = |step: f64| {
            let moved = tree::zip(&x, &v, &mut Moved(step))?;
            numbers(&F::replace(&args, &moved, |args| F::value_and_grad(args))?.1)
        };
        let products = numbers(&products)?;
        near("hvp", &products, &slopes(&at)?, QUOTIENT);
        sides.push((numbers(&v)?, products));
    }
    symmetric(&sides[0], &sides[1]);
    Ok(())
}

/// Derivatives of order 1 against difference quotients of the processor; on a device against the processor's own.
pub fn quotients<'a, F: Function>(args: F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    match there::named() {
        Some(device) => there::with_all::<F>(device, &args),
        None => cotangent::check::gradients::<F>(args).map(drop),
    }
}

/// [`orders`] of a program some of whose tensors are constant: on a device they are there too.
pub fn orders_with<'a, F: TwiceDifferentiable>(args: F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    match there::named() {
        Some(device) => there::with_constants::<F>(device, &args),
        None => orders::<F>(args),
    }
}

/// ⟨u, H v⟩ = ⟨v, H u⟩, which says more digits than a quotient does.
fn symmetric((u, of_u): &(Vec<f64>, Vec<f64>), (v, of_v): &(Vec<f64>, Vec<f64>)) {
    let dot = |a: &[f64], b: &[f64]| -> [f64; 2] {
        let terms = a.iter().zip(b).map(|(a, b)| a * b);
        [terms.clone().sum(), terms.map(f64::abs).sum()]
    };
    let ([one, size], [other, as_large]) = (dot(u, of_v), dot(v, of_u));
    let most = SYMMETRY * size.max(as_large).max(1.0);
    assert!(
        (one - other).abs() <= most,
        "hvp is not symmetric: {one} and {other}, apart by more than {most}"
    );
}

/// Difference quotients of fourth order in the step.
fn slopes(at: &dyn Fn(f64) -> Result<Vec<f64>>) -> Result<Vec<f64>> {
    let (near_by, far) = ([at(STEP)?, at(-STEP)?], [at(2.0 * STEP)?, at(-2.0 * STEP)?]);
    let slope = |i: usize| {
        let [a, b] = [&near_by, &far].map(|[p, m]| p[i] - m[i]);
        (8.0 * a - b) / (12.0 * STEP)
    };
    Ok((0..near_by[0].len()).map(slope).collect())
}

/// Two programs that must say the same, at order 1. On a device the first must say what it says on the processor.
pub fn same<F: Function, G: Function>(f: F::Args<'_>, g: G::Args<'_>) -> Result<()> {
    if let Some(device) = there::named() {
        return there::function::<F>(device, &f);
    }
    let (x, y) = (F::actives(&f)?, G::actives(&g)?);
    let (a, b) = (F::floats(&F::call(f.clone())?)?, G::floats(&G::call(g.clone())?)?);
    near("the value", &numbers(&a)?, &numbers(&b)?, ROUNDING);
    let (a, pull_f) = F::vjp(f.clone())?;
    let (b, pull_g) = G::vjp(g.clone())?;
    let (a, b) = (F::floats(&a)?, G::floats(&b)?);
    near("the vjp's value", &numbers(&a)?, &numbers(&b)?, ROUNDING);
    let (of_f, of_g) = (pull_f.pull(&along(&a, 7)?)?, pull_g.pull(&along(&b, 7)?)?);
    near("the gradient", &numbers(&of_f)?, &numbers(&of_g)?, ROUNDING);
    let (_, a) = F::jvp(f, &along(&x, 5)?)?;
    let (_, b) = G::jvp(g, &along(&y, 5)?)?;
    near("the tangent", &numbers(&a)?, &numbers(&b)?, ROUNDING);
    Ok(())
}

/// What [`both`] says of order 1, for programs whose second order other programs show.
pub fn alike<F: Objective, G: Objective>(f: F::Args<'_>, g: G::Args<'_>) -> Result<()> {
    if let Some(device) = there::named() {
        there::objective::<F>(device, &f)?;
        return hooked::<F>(f);
    }
    same::<F, G>(f.clone(), g.clone())?;
    losses::<F, G>(f.clone(), g)?;
    cotangent::check::gradients::<F>(f.clone())?;
    hooked::<F>(f)
}

fn losses<F: Objective, G: Objective>(f: F::Args<'_>, g: G::Args<'_>) -> Result<()> {
    let (a, of_a) = F::value_and_grad(f)?;
    let (b, of_b) = G::value_and_grad(g)?;
    near("value_and_grad's value", &numbers(&F::floats(&a)?)?, &numbers(&G::floats(&b)?)?, ROUNDING);
    near("value_and_grad's gradient", &numbers(&of_a)?, &numbers(&of_b)?, ROUNDING);
    Ok(())
}

/// [`orders`] of the first, and that the second, the same written out, says the same. The gradients are equal, so that the
/// second derivatives need no other program: they are those of the gradient, and symmetric.
pub fn both<F: TwiceDifferentiable, G: Objective>(f: F::Args<'_>, g: G::Args<'_>) -> Result<()> {
    if there::named().is_some() {
        return orders::<F>(f);
    }
    same::<F, G>(f.clone(), g.clone())?;
    losses::<F, G>(f.clone(), g)?;
    orders::<F>(f)
}

/// The bits of [`numbers`].
pub fn bits<A: TensorTree>(a: &A) -> Result<Vec<u64>> {
    Ok(numbers(a)?.into_iter().map(f64::to_bits).collect())
}

/// All that a program says, at both orders, in bits.
///
/// # Panics
/// Where a pullback and its clone disagree.
pub fn everything<F: TwiceDifferentiable>(args: F::Args<'_>) -> Result<Vec<Vec<u64>>> {
    there::replaced::<F, _>(&args, |args| all_bits::<F>(args))
}

fn all_bits<F: TwiceDifferentiable>(args: F::Args<'_>) -> Result<Vec<Vec<u64>>> {
    let x = F::actives(&args)?;
    let y = F::floats(&F::call(args.clone())?)?;
    let (value, pullback) = F::vjp(args.clone())?;
    let value = F::floats(&value)?;
    let again = pullback.clone();
    let grads = pullback.pull(&along(&value, 7)?)?;
    let (loss, of_loss) = F::value_and_grad(args.clone())?;
    let (_, tangents) = F::jvp(args.clone(), &along(&x, 5)?)?;
    let (g, hv) = F::hvp(args, &along(&x, 3)?)?;
    let second = again.pull(&along(&value, 7)?)?;
    assert_eq!(bits(&grads)?, bits(&second)?, "a pullback that was cloned");
    Ok(vec![
        bits(&y)?,
        bits(&value)?,
        bits(&grads)?,
        bits(&F::floats(&loss)?)?,
        bits(&of_loss)?,
        bits(&tangents)?,
        bits(&g)?,
        bits(&hv)?,
    ])
}

/// That two programs have the same bits. Blocks with checkpoints are fused otherwise than blocks without; a device rounds a product
/// and a sum of one kernel once, if its driver likes, and there the bits are those of f32 up to the last.
pub fn same_bits(have: Vec<Vec<u64>>, want: Vec<Vec<u64>>) {
    if there::named().is_none() {
        assert_eq!(have, want);
    }
    let numbers = |all: &[Vec<u64>]| all.concat().into_iter().map(f64::from_bits).collect::<Vec<_>>();
    near("with other checkpoints", &numbers(&have), &numbers(&want), f64::from(f32::EPSILON));
}

/// One program under names of its own, with an attribute on its loop each. `$k`: the parameter that attributes name.
#[macro_export]
macro_rules! with_each {
    ($write:ident $k:ident: $($name:ident [$(#[$($attr:tt)*])?])*) => {$(
        $write! { $name $k [$(#[$($attr)*])?] }
    )*};
}
