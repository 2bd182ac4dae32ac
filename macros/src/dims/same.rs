//! Are two dims one number? Polynomials over names are compared as such: two names never match by accident. Where
//! quotients, minima or maxima are in play, equal numbers may have different forms, and an error would refuse correct
//! programs; there the forms are tried on numbers, and agreement on many of them leaves the answer to run time.

use super::{Dim, Factor};

impl Dim {
    /// `None`: expansion cannot tell.
    pub(crate) fn same(&self, other: &Self) -> Option<bool> {
        if self == other {
            return Some(true);
        }
        let difference = self - other;
        match difference.as_int() {
            Some(n) => return Some(n == 0),
            None if difference.is_open() => return None,
            None => {}
        }
        let plain = |d: &Self| d.factors().all(|f| matches!(f, Factor::Name(_)));
        if plain(self) && plain(other) {
            return Some(false);
        }
        let agree = |world: World| {
            let hits = (0..SAMPLES).filter(|i| {
                let (a, b) = (self.eval(world, *i), other.eval(world, *i));
                (a - b).abs() <= 1e-9 * (1.0 + a.abs())
            });
            hits.count() as u64
        };
        let often =
            [World::Any, World::Divisible, World::Exact].into_iter().any(|w| 5 * agree(w) >= 2 * SAMPLES);
        if often { None } else { Some(false) }
    }

    fn eval(&self, world: World, sample: u64) -> f64 {
        let power = |f: &Factor, n: u32| f.eval(world, sample).powi(n as i32);
        let term =
            |t: &super::Term| t.times as f64 * t.power.0.iter().map(|(f, n)| power(f, *n)).product::<f64>();
        self.terms.iter().map(term).sum()
    }
}

const SAMPLES: u64 = 60;

/// Where the names take their numbers from.
#[derive(Clone, Copy, PartialEq)]
enum World {
    Any,
    /// Every small divisor divides every name.
    Divisible,
    /// Every division is exact.
    Exact,
}

impl Factor {
    fn eval(&self, world: World, sample: u64) -> f64 {
        match self {
            Self::Name(name) => {
                // SplitMix64 of name and sample: fixed numbers, so that an expansion is reproducible.
                let seed = name
                    .bytes()
                    .fold(sample, |h, b| h.wrapping_mul(0x100_0000_01B3).wrapping_add(u64::from(b)));
                let z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let n = 1 + (z ^ (z >> 27)) % 97;
                (if world == World::Divisible { n * 5040 } else { n }) as f64
            }
            Self::Quotient(a, b) => {
                let q = a.eval(world, sample) / b.eval(world, sample);
                if world == World::Exact { q } else { q.trunc() }
            }
            Self::Positive(d) => d.eval(world, sample).max(0.0),
            Self::Anon(_) | Self::Join(_) => f64::NAN,
        }
    }
}
