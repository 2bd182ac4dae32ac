//! What programs whose answers others know share: the references, and numbers that the scripts draw too.

use crate::flow::{near, numbers};
use crate::there::{self, Arguments};
use cotangent::prelude::*;
use cotangent::tree::Path;

/// Written by `tests/peers/known.py`, which holds the same programs in JAX over the same numbers.
pub const REFERENCE: &str = include_str!("../golden/known/jax.txt");

pub fn reference(text: &str, program: &str, part: &str) -> Vec<f64> {
    let name = format!("{program} {part} ");
    let line = text.lines().find_map(|l| l.strip_prefix(&name));
    let numbers = line.unwrap_or_else(|| panic!("no line `{name}` among the references")).split(' ');
    numbers.map(|n| n.parse().expect("a number")).collect()
}

/// Value, gradient and the second derivative along the parameters themselves.
pub fn as_in_jax<'a, F: TwiceDifferentiable>(program: &str, args: F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    as_in::<F>(REFERENCE, program, args)
}

/// On the device that is named, if one is.
pub fn as_in<'a, F: TwiceDifferentiable>(text: &str, program: &str, args: F::Args<'a>) -> Result<()>
where
    F::Args<'a>: Arguments,
{
    let args = there::moved(args)?;
    let reference = |part| self::reference(text, program, part);
    let point = F::actives(&args)?;
    let (value, g) = F::value_and_grad(args.clone())?;
    let (_, hv) = F::hvp(args, &point)?;
    near(&format!("{program}: value"), &numbers(&F::floats(&value)?)?, &reference("value"), 1e-12);
    near(&format!("{program}: gradient"), &numbers(&g)?, &reference("gradient"), 1e-11);
    near(&format!("{program}: hvp"), &numbers(&hv)?, &reference("hvp"), 1e-11);
    Ok(())
}

/// The numbers that the script draws too, on the device that is named.
pub fn wave(seed: u32, shape: &[usize]) -> Tensor<f64> {
    let at = |i| 0.7 * (f64::from(seed) + 1.7 * f64::from(i)).sin();
    let count = u32::try_from(shape.iter().product::<usize>()).expect("a small tensor");
    there::at(Tensor::from_vec((0..count).map(at).collect(), shape).expect("as many as the shape says"))
}

/// A shape as the scripts write it: no sizes are those of a scalar.
pub fn sizes(text: &str) -> Vec<usize> {
    text.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().expect("a size")).collect()
}

/// What the scripts print of gradients: each times a wave of its own.
pub fn times_waves(grads: &[Tensor<f64>]) -> Result<Vec<f64>> {
    grads.iter().zip(7..).map(|(g, seed)| (g * wave(seed, g.shape())).sum()?.item()).collect()
}

/// The tensors of a model in order: the parameters of the same program written out.
pub fn leaves<M: Params>(model: &M) -> Vec<Tensor<f64>> {
    let mut leaves = Vec::new();
    let keep = |_: &Path, x: &Tensor<f64>| {
        leaves.push(x.clone());
        Ok(())
    };
    model.each_param(keep).expect("tensors of f64");
    leaves
}
