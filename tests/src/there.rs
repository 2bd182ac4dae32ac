//! Programs on the device that `COTANGENT_DEVICE` names, beside the same programs on the processor.
//!
//! Without such a device nothing moves, and checks are those of the processor. With one their difference quotients, which need the
//! digits of f64, give way to the processor's word.

use cotangent::prelude::*;
use cotangent::tree;
use cotangent::{DType, ErrorKind};

use crate::flow::{along, near, numbers};

/// The device, if it is another than the processor.
///
/// # Panics
/// If there is none of this name.
pub fn named() -> Option<Device> {
    let device = Device::default();
    (device != Device::CPU).then_some(device)
}

/// The GPU, if it is named and CUDA's.
///
/// # Panics
/// If there is none of this name.
pub fn named_gpu() -> Option<Device> {
    named().filter(|device| device.to_string().starts_with("cuda"))
}

/// What two programs for one number may differ by, relative to the largest of a result or 1: the condition of small systems and
/// the length of sums, times the `ε` of the type that they compute in.
pub const fn close(dtype: DType) -> f64 {
    match dtype {
        DType::F64 => 4000.0 * f64::EPSILON,
        DType::F16 => 16.0 / 1024.0,
        DType::Bf16 => 16.0 / 128.0,
        // Integers are compared as numbers of f32 are, and agree in all bits.
        _ => 4000.0 * f32::EPSILON as f64,
    }
}

/// What programs of f64 compute in where they run on a device: CUDA has f64, unless it is told to do without.
pub fn computed() -> DType {
    let has_f64 = named_gpu().is_some() && std::env::var("COTANGENT_CUDA_F64").map_or(true, |v| v != "f32");
    if has_f64 { DType::F64 } else { DType::F32 }
}

/// Whether the stand-in for CUDA only keeps the texts of kernels: no kernel runs, and what it says is nothing. Whoever asks for that
/// runs the same test once more.
pub fn only_keeps() -> bool {
    use std::io::Write as _;

    static SAID: std::sync::Once = std::sync::Once::new();
    let is_asked = std::env::var("COTANGENT_STANDIN_RUN").is_ok_and(|v| v == "no");
    let keeps = is_asked && std::env::var_os("COTANGENT_STANDIN").is_some();
    if keeps {
        // Not `println!`, which a test that passes keeps for itself.
        SAID.call_once(|| {
            drop(writeln!(std::io::stderr(), "nothing is compared: kernels are kept and do not run"))
        });
    }
    keeps
}

/// A check's own tolerance, or that of a device where programs run on one. Bits stay bits.
pub fn within(tolerance: f64) -> f64 {
    let is_wider = tolerance > 0.0 && named().is_some();
    if is_wider { tolerance.max(close(computed())) } else { tolerance }
}

/// Whether a device is named on which f64 is f32.
pub fn narrows() -> bool {
    named().is_some() && computed() == DType::F32
}

/// When an iteration moves no more: `exact`, or a few units in the last place of f32.
pub fn settled(exact: f64) -> f64 {
    if narrows() { 4.0 * f64::from(f32::EPSILON) } else { exact }
}

/// An argument of a function, which moves with the tensors in it. References are to what is never freed: a test is short.
pub trait Argument: Sized {
    /// # Errors
    /// Where it cannot be on the device.
    fn at(&self, device: Device) -> Result<Self>;
}

impl<M: Differentiable> Argument for &M {
    fn at(&self, device: Device) -> Result<Self> {
        Ok(Box::leak(Box::new(self.to_device(&device)?)))
    }
}

impl<M: Differentiable> Argument for &[M] {
    fn at(&self, device: Device) -> Result<Self> {
        let moved: Result<Vec<M>> = self.iter().map(|x| x.to_device(&device)).collect();
        Ok(moved?.leak())
    }
}

macro_rules! values {
    ($($T:ty),*) => {$(
        impl Argument for $T {
            fn at(&self, device: Device) -> Result<Self> {
                self.to_device(&device)
            }
        }
    )*};
}
values!(bool, f32, f64, i32, isize, usize, Key, Tensor<f64>, Tensor<i32>, Complex<f64>);

/// All arguments of a function.
pub trait Arguments: Sized {
    /// # Errors
    /// Where one cannot be on the device.
    fn at(&self, device: Device) -> Result<Self>;
}

macro_rules! tuples {
    ($($($A:ident)+;)*) => {$(
        impl<$($A: Argument),+> Arguments for ($($A,)+) {
            fn at(&self, device: Device) -> Result<Self> {
                #[allow(non_snake_case)]
                let ($($A,)+) = self;
                Ok(($($A.at(device)?,)+))
            }
        }
    )*};
}
tuples! { A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; }

/// The arguments on the device, or as they are.
///
/// # Errors
/// Where one cannot be there.
pub fn moved<A: Arguments>(args: A) -> Result<A> {
    match named() {
        Some(device) => args.at(device),
        None => Ok(args),
    }
}

/// The tensor on the device, or as it is.
///
/// # Panics
/// Where it cannot be there.
pub fn at<T: Element>(x: Tensor<T>) -> Tensor<T> {
    x.to(Device::default()).expect("the device holds small tensors")
}

/// What transforms say: numbers by name.
type Said = Vec<(&'static str, Vec<f64>)>;
type Says<F> = for<'a> fn(<F as Function>::Args<'a>, &mut Said) -> Result<()>;

fn of_function<F: Function>(args: F::Args<'_>, said: &mut Said) -> Result<()> {
    let x = F::actives(&args)?;
    said.push(("the value", numbers(&F::floats(&F::call(args.clone())?)?)?));
    let (value, pullback) = F::vjp(args.clone())?;
    let value = F::floats(&value)?;
    said.push(("the vjp's value", numbers(&value)?));
    said.push(("the gradient", numbers(&pullback.pull(&along(&value, 7)?)?)?));
    match F::jvp(args, &along(&x, 5)?) {
        Ok((value, tangent)) => {
            said.push(("the jvp's value", numbers(&F::floats(&value)?)?));
            said.push(("the tangent", numbers(&tangent)?));
        }
        Err(e) if e.kind() == ErrorKind::NoRule => {}
        Err(e) => return Err(e),
    }
    Ok(())
}

fn of_objective<F: Objective>(args: F::Args<'_>, said: &mut Said) -> Result<()> {
    of_function::<F>(args.clone(), said)?;
    let (value, g) = F::value_and_grad(args)?;
    said.push(("value_and_grad's value", numbers(&F::floats(&value)?)?));
    said.push(("value_and_grad's gradient", numbers(&g)?));
    Ok(())
}

fn of_both_orders<F: TwiceDifferentiable>(args: F::Args<'_>, said: &mut Said) -> Result<()> {
    of_objective::<F>(args.clone(), said)?;
    let (g, hv) = F::hvp(args.clone(), &along(&F::actives(&args)?, 3)?)?;
    said.push(("the gradient beside hvp", numbers(&g)?));
    said.push(("hvp", numbers(&hv)?));
    Ok(())
}

fn compare(name: &str, there: &Said, here: &Said) {
    assert_eq!(there.len(), here.len(), "`{name}`: a device has a rule that the processor has not");
    for ((what, there), (_, here)) in there.iter().zip(here) {
        near(&format!("`{name}` on a device: {what}"), there, here, close(computed()));
    }
}

/// What `F` says with its active tensors on the device and on the processor. Its other tensors stay where they are.
fn by_actives<F: Function>(device: Device, args: &F::Args<'_>, says: Says<F>) -> Result<()> {
    // Rounded, as the device has them.
    let there = tree::to(&F::actives(args)?, device)?;
    let here = tree::to(&there, Device::CPU)?;
    let said = |x: &F::Actives| {
        F::replace(args, x, |args| {
            let mut said = Said::new();
            says(args, &mut said).map(|()| said)
        })
    };
    compare(F::NAME, &said(&there)?, &said(&here)?);
    Ok(())
}

/// What `F` says with all its tensors on the device and on the processor.
fn by_all<'a, F: Function>(device: Device, args: &F::Args<'a>, says: Says<F>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    let there = args.at(device)?;
    let here = there.at(Device::CPU)?;
    let (mut of_there, mut of_here) = (Said::new(), Said::new());
    says(there, &mut of_there)?;
    says(here, &mut of_here)?;
    compare(F::NAME, &of_there, &of_here);
    Ok(())
}

/// A program on the device, beside itself on the processor. Without a device there is nothing to say.
///
/// # Errors
/// Where one of the two fails.
pub fn function<F: Function>(device: Device, args: &F::Args<'_>) -> Result<()> {
    by_actives::<F>(device, args, of_function::<F>)
}

/// As [`function`], with a gradient.
///
/// # Errors
/// Where one of the two fails.
pub fn objective<F: Objective>(device: Device, args: &F::Args<'_>) -> Result<()> {
    by_actives::<F>(device, args, of_objective::<F>)
}

/// As [`objective`], with second derivatives.
///
/// # Errors
/// Where one of the two fails.
pub fn both_orders<F: TwiceDifferentiable>(device: Device, args: &F::Args<'_>) -> Result<()> {
    by_actives::<F>(device, args, of_both_orders::<F>)
}

/// As [`both_orders`], of a function some of whose tensors are constant: they move too.
///
/// # Errors
/// Where one of the two fails.
pub fn with_constants<'a, F: TwiceDifferentiable>(device: Device, args: &F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    by_all::<F>(device, args, of_both_orders::<F>)
}

/// As [`function`], where all tensors move.
///
/// # Errors
/// Where one of the two fails.
pub fn with_all<'a, F: Function>(device: Device, args: &F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    by_all::<F>(device, args, of_function::<F>)
}

/// What `then` says of the program with its active tensors on the device, or as it is.
///
/// # Errors
/// Those of `then`.
pub fn replaced<F: Function, R>(
    args: &F::Args<'_>,
    then: impl FnOnce(F::Args<'_>) -> Result<R>,
) -> Result<R> {
    match named() {
        Some(device) => F::replace(args, &tree::to(&F::actives(args)?, device)?, then),
        None => then(args.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice `x`, and another number on another device.
    macro_rules! twice {
        ($name:ident: $there:expr) => {
            #[differentiable(vjp = twice_rule)]
            fn $name(x: &Tensor<f64>) -> Result<Tensor<f64>> {
                x.mul(if x.device() == Device::CPU { 2.0 } else { $there })
            }
        };
    }
    twice! { right: 2.0 }
    twice! { wrong: 2.01 }

    #[differentiable]
    fn twice_rule(#[constant] x: &Tensor<f64>, #[constant] y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
        assert!(x.dim(0) == y.dim(0));
        g * 2.0
    }

    fn passes<F>(x: &Tensor<f64>) -> bool
    where
        F: for<'a> Function<Args<'a> = (&'a Tensor<f64>,)>,
    {
        std::panic::catch_unwind(|| function::<F>(Device::cpu(1), &(x,)).unwrap()).is_ok()
    }

    #[test]
    fn sees_what_a_device_says_otherwise() {
        let x = Tensor::from_vec(vec![0.5, -1.5], [2]).unwrap();
        assert_eq!((passes::<right>(&x), passes::<wrong>(&x)), (true, false));
    }

    #[differentiable(order = 2)]
    fn weighed(x: &Tensor<f64>, #[constant] u: &Tensor<f64>, #[constant] keep: &Tensor<bool>) -> Scalar<f64> {
        (x.exp() * u).masked_fill(keep, 0.0).sum()
    }

    #[test]
    fn constants_move_with_the_rest() {
        let (x, u) = (Tensor::from_vec(vec![0.5, -1.5], [2]).unwrap(), Tensor::scalar(2.0));
        let keep = Tensor::from_vec(vec![true, false], [2]).unwrap();
        let args = (&x, &u, &keep);
        assert!(both_orders::<weighed>(Device::cpu(1), &args).is_err());
        with_constants::<weighed>(Device::cpu(1), &args).unwrap();
    }

    #[test]
    fn tolerances_are_those_of_types() {
        assert!(close(DType::F64) < 1e-12 && close(DType::F32) < 1e-3 && close(DType::F16) < 0.02);
        // Bits are bits, and the processor alone keeps a check's own.
        assert_eq!(within(0.0), 0.0);
        assert!(named().is_some() || within(1e-12) == 1e-12);
    }
}
