//! Hostile calls of every eager op in every element type: empty axes, endless ones, views of any layout, numbers that are none, host
//! arguments out of any range. `cotangent::__private::for_each_op!(fuzz)` prints an [`Op`] for every row and composite; [`more`] has
//! what is no row. A call gives a result or an error. One that panics, ends the process or does not end itself is a finding.
//!
//! Call `i` of a seed is the same whatever came before it: `COTANGENT_SEED=7 COTANGENT_FUZZ=1234 cargo test --test fuzz` makes that call
//! alone. `COTANGENT_FUZZ=0..200000` makes more of them than usual.

mod draw;
mod lists;
mod process;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::{Element, Result, Tensor, bf16, f16};

pub use self::lists::more;
pub use self::process::findings;
use crate::gradcheck::{Draw, Input};
use crate::walk::Host;
use draw::{Random, Shapes};

/// An op at inputs and host arguments.
pub type Run<T> = fn(&[Input<T>], &[Host]) -> Result<()>;

/// An op in one element type.
#[derive(Clone, Copy)]
pub enum Typed {
    /// In f64.
    F64(Run<f64>),
    /// In f32, or in none of its own.
    F32(Run<f32>),
    /// In f16.
    F16(Run<f16>),
    /// In bf16.
    Bf16(Run<bf16>),
    /// In i32.
    I32(Run<i32>),
    /// In u8.
    U8(Run<u8>),
    /// In bool.
    Bool(Run<bool>),
}

/// What calls begin from: inputs and host arguments that an op accepts.
pub type Sample = (Vec<Input>, Vec<Host>);

/// An op to call.
pub struct Op {
    /// The row or composite.
    pub name: &'static str,
    /// Whether endless views of one element are no endless work: each element of the result costs one of each operand.
    pub is_free: bool,
    /// Its samples.
    pub samples: fn(&mut Draw) -> Vec<Sample>,
    /// In each type that it takes.
    pub runs: Vec<Typed>,
}

/// Reads a result, if it is not long.
pub fn see<T: Element>(y: &Tensor<T>) -> Result<()> {
    if y.numel() <= 1 << 12 { y.to_vec().map(drop) } else { Ok(()) }
}

thread_local! {
    /// Where this thread has panicked.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes call number `index` of a seed, and says whether it gives a result. `told` gets what is called before it is; what panics comes
/// back as a sentence.
fn call(ops: &[Op], (seed, index): (u64, u64), told: impl FnOnce(&str)) -> std::result::Result<bool, String> {
    let mut r = Random::new(seed, index);
    let op = &ops[r.below(ops.len())];
    let mut samples = (op.samples)(&mut Draw::new(op.name));
    let (inputs, mut hosts) = samples.swap_remove(r.below(samples.len()));
    for host in &mut hosts {
        draw::host(&mut r, host);
    }
    let shapes = Shapes::new(&mut r, &inputs);
    macro_rules! run {
        ($run:expr) => {{
            let made: Vec<_> = inputs
                .iter()
                .zip(shapes)
                .map(|(x, shape)| draw::input(&mut r, x, shape, op.is_free))
                .collect();
            let sentence = draw::text(op.name, &made, &hosts);
            told(&sentence);
            let done = catch_unwind(AssertUnwindSafe(|| $run(&made, &hosts)));
            done.map(|result| result.is_ok()).map_err(|said| {
                let text = said.downcast_ref::<String>().map(String::as_str);
                let said = text.or(said.downcast_ref::<&str>().copied()).unwrap_or("no text");
                let place = PLACE.with_borrow(String::clone);
                format!("{sentence} panics at {place}: {said}")
            })
        }};
    }
    match op.runs[r.below(op.runs.len())] {
        Typed::F64(run) => run!(run),
        Typed::F32(run) => run!(run),
        Typed::F16(run) => run!(run),
        Typed::Bf16(run) => run!(run),
        Typed::I32(run) => run!(run),
        Typed::U8(run) => run!(run),
        Typed::Bool(run) => run!(run),
    }
}
