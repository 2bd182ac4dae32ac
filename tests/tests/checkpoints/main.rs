//! Checkpoints of loops: which rounds run again changes no bit of any result.

mod blocks;
mod counts;
mod drawn;
mod entries;
mod nesting;
mod ode;
mod parts;
mod programs;
mod results;
mod states;

use cotangent::prelude::*;
use cotangent_tests::flow::{along, normal, numbers};

fn bits<A: cotangent::tree::TensorTree>(a: &A) -> Result<Vec<u64>> {
    Ok(numbers(a)?.into_iter().map(f64::to_bits).collect())
}

/// All that a program says, at both orders, in bits.
fn everything<F: TwiceDifferentiable>(args: F::Args<'_>) -> Result<Vec<Vec<u64>>> {
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

/// One program under names of its own, with an attribute on its loop each. `$k`: the parameter that attributes name.
macro_rules! with_each {
    ($write:ident $k:ident: $($name:ident [$(#[$($attr:tt)*])?])*) => {$(
        $write! { $name $k [$(#[$($attr)*])?] }
    )*};
}
pub(crate) use with_each;
