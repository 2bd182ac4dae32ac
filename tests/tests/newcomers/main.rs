//! Programs as a user writes them on the first day, each in one file of its own, and the forms that they met.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod arities;
mod constants;
mod diffusion;
mod gpt;
mod graph_attention;
mod hmc;
mod levenberg;
mod maml;
mod neural_ode;
mod own_rule;
mod unet;
#[cfg(feature = "wgpu")]
mod webgpu;

use cotangent::{Float, Result, Tensor};
use cotangent_tests::flow::near;

fn close<T: Float>(have: &Tensor<T>, want: &Tensor<T>, tolerance: f64) -> Result<()> {
    let [have, want] = [have, want].map(|x| x.cast::<f64>().and_then(|x| x.to_vec()));
    near("tensors", &have?, &want?, tolerance);
    Ok(())
}
