//! Draws of keys: a thread for each block of words.

use cotangent_kernels::source::wgsl;

use super::Machine;
use super::opaque::{Parts, by_parts};
use crate::device::backend::Call;
use crate::device::opaque::{Draw, Drawn};
use crate::error::Result;

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, Draw { key, what }: Draw) -> Result<()> {
    let elements = call.outs[0].layout.shape.numel();
    let pairs = elements.div_ceil(2);
    let (texts, blocks, rest): (&[&str], _, _) = match what {
        Drawn::Uniform { bits, low, length, last } => {
            let unit = 1.0 / (1u64 << bits) as f32;
            let numbers = [unit, low, length, last].map(f32::to_bits);
            let mut rest = vec![32 - bits];
            rest.extend(numbers);
            (&[wgsl::DRAW, wgsl::DRAW_PAIR, wgsl::DRAW_UNIFORM], pairs, rest)
        }
        Drawn::Normal => {
            (&[wgsl::DRAW, wgsl::DRAW_PAIR, wgsl::DRAW_NORMAL, wgsl::QUANTILE], pairs, Vec::new())
        }
        Drawn::Bernoulli { below } => {
            let texts = &[wgsl::DRAW, wgsl::DRAW_PAIR, wgsl::DRAW_BERNOULLI];
            (texts, pairs, vec![below as u32, u32::from(below >> 32 != 0)])
        }
        Drawn::Integers { low, count } => {
            (&[wgsl::DRAW, wgsl::DRAW_INTEGERS], elements, vec![low as u32, count])
        }
    };
    let mut numbers = vec![key[0], key[1], blocks as u32];
    numbers.extend(rest);
    by_parts(context, call, &Parts { texts, numbers: &numbers, points: blocks, fails: None })
}
