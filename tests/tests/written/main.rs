//! Programs as a new user first writes them: what they need is there, and learns what it should.

use cotangent_tests as _;

mod bodies;
mod bundle;
mod convolution;
mod gpt;
mod half;
mod layers;
mod pinn;
mod process;
mod sampling;
mod vae;
