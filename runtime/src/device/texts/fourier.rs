//! Discrete Fourier transforms: in a workgroup as a whole where they are short, else in passes over memory. A length with a large prime
//! factor is a convolution, of a length without one.

use cotangent_kernels::source::wgsl;

use super::Machine;
use super::body::countable;
use super::opaque::{Parts, by_parts};
use super::scan::by_groups;
use super::spare::{Spare, real};
use crate::device::backend::{Call, Place};
use crate::device::opaque::{Fourier, Opaque};
use crate::error::Result;

/// Numbers that a workgroup has room for.
const TILE: usize = 1024;
/// Numbers of a transform that is a pass among others. A workgroup has several then, which are neighbours in memory.
const PASS: usize = 256;
/// The largest prime that sums serve. They take as many products for each result.
const PRIME: usize = 31;

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, op: Fourier) -> Result<()> {
    if call.outs[0].layout.shape.numel() == 0 || context.fourier(call, op)? {
        return Ok(());
    }
    let (x, y) = (call.ins[0], call.outs[0]);
    let is_real = matches!(op, Fourier::Real);
    let (lead, n) = op.extent(&x.layout, &y.layout);
    let rows = x.layout.shape[..lead].iter().product();
    let is_halved = n % 2 == 0 && !matches!(op, Fourier::Complex { .. });
    let points = if is_halved { n / 2 } else { n };
    let inverse = match op {
        Fourier::Complex { inverse } => inverse,
        Fourier::Real => false,
        Fourier::Hermitian => true,
    };
    let read: &[&'static str] = match op {
        Fourier::Complex { .. } => &[wgsl::FOURIER_COMPLEX],
        Fourier::Real if is_halved => &[wgsl::FOURIER_TWO],
        Fourier::Real => &[wgsl::FOURIER_REAL],
        Fourier::Hermitian if is_halved => &[wgsl::FOURIER_HERMITIAN, wgsl::FOURIER_FOLDED],
        Fourier::Hermitian => &[wgsl::FOURIER_HERMITIAN, wgsl::FOURIER_MIRRORED],
    };
    let on = On { context, op: call.op, rows, lead, points, n, inverse, is_real };
    if is_real && is_halved {
        return on.real(x, y, read);
    }
    let (write, kept) = match op {
        Fourier::Real => (wgsl::FOURIER_PAIRS, n / 2 + 1),
        Fourier::Hermitian if !is_halved => (wgsl::FOURIER_PARTS, points),
        _ => (wgsl::FOURIER_PAIRS, points),
    };
    on.transform(x, y, read, (write, kept))
}

/// An operand in order, for a library. Of a half of `n` numbers that are symmetric, what is its own conjugate has no imaginary part.
#[cfg(feature = "cuda")]
pub(in crate::device) fn packed<'a>(
    context: &'a dyn Machine,
    call: &Call<'_>,
    half_of: Option<usize>,
) -> Result<Spare<'a>> {
    let x = call.ins[0];
    let shape = &x.layout.shape;
    let made = Spare::new(context, shape, x.dtype)?;
    let mut numbers = [0; 12];
    let (texts, ins, points): (&[&'static str], &[Place], usize) = match half_of {
        Some(n) => {
            [numbers[8], numbers[11]] = [shape.rank() as u32 - 2, n as u32];
            (&[wgsl::LANES, wgsl::FOURIER_HERMITIAN, wgsl::FOURIER_PACKED], &[x; 2], shape.numel() / 2)
        }
        None => (&[wgsl::COPY], &[x], shape.numel()),
    };
    let outs = [made.place];
    let own = Call { op: call.op, ins, outs: &outs };
    by_parts(context, &own, &Parts { texts, numbers: &numbers, points, fails: None })?;
    Ok(made)
}

/// Transforms, and where they run.
struct On<'a> {
    context: &'a dyn Machine,
    op: Opaque<'a>,
    rows: usize,
    /// Axes before the points of the operand.
    lead: usize,
    /// Numbers that are transformed.
    points: usize,
    /// Numbers that the op is asked for, of which two may be one that is transformed.
    n: usize,
    inverse: bool,
    is_real: bool,
}

/// All passes of a transform of one length.
struct Whole<'a> {
    rows: usize,
    points: usize,
    inverse: bool,
    ins: [Place; 2],
    read: &'a [&'static str],
    write: &'a [&'static str],
    out: Place,
    /// Results that are kept of a row.
    kept: usize,
    /// Whether the first of these is real.
    begins_real: bool,
}

impl<'a> On<'a> {
    fn call<'c>(&self, ins: &'c [Place], outs: &'c [Place]) -> Call<'c>
    where
        'a: 'c,
    {
        Call { op: self.op, ins, outs }
    }

    fn spare(&self, of: &Place, rows: usize, points: usize) -> Result<Spare<'a>> {
        // More than operands have, and counted in 32 bits too.
        countable(rows.saturating_mul(points).saturating_mul(2))?;
        Spare::new(self.context, &[rows, points, 2], real(of.dtype))
    }

    /// Results that are pairs or real parts, of which so many are kept.
    fn transform(
        &self,
        x: Place,
        out: Place,
        read: &[&'static str],
        (write, kept): (&'static str, usize),
    ) -> Result<()> {
        let &Self { rows, points, inverse, .. } = self;
        if passes(points).is_none() {
            return self.by_chirps(x, out, read, (write, kept));
        }
        self.whole(&Whole {
            rows,
            points,
            inverse,
            ins: [x; 2],
            read: &[read, &[wgsl::FOURIER_PLAIN]].concat(),
            write: &[write, wgsl::FOURIER_PUT],
            out,
            kept,
            begins_real: self.is_real && kept < points,
        })
    }

    /// Transforms of an even number of real numbers: pairs of these are transformed, and the results taken apart.
    fn real(&self, x: Place, out: Place, read: &[&'static str]) -> Result<()> {
        let &Self { rows, points, inverse, .. } = self;
        if points <= TILE && passes(points).is_some() {
            return self.whole(&Whole {
                rows,
                points,
                inverse,
                ins: [x; 2],
                read: &[read, &[wgsl::FOURIER_PLAIN]].concat(),
                write: &[wgsl::FOURIER_HALVES, wgsl::FOURIER_PUT_HALVES],
                out,
                kept: 0,
                begins_real: false,
            });
        }
        let made = self.spare(&x, rows, points)?;
        self.transform(x, made.place, read, (wgsl::FOURIER_PAIRS, points))?;
        let texts = [wgsl::DOUBLE, wgsl::FOURIER_ROOTS, wgsl::FOURIER_HALVES, wgsl::FOURIER_HALVE];
        let numbers = &self.numbers(&[])[..];
        let points = rows * (points + 1);
        let (ins, outs) = ([made.place; 2], [out]);
        let parts = Parts { texts: &texts, numbers, points, fails: None };
        by_parts(self.context, &self.call(&ins, &outs), &parts)
    }

    /// Words 8 to 14 of all kernels, behind those of a pass.
    fn numbers(&self, pass: &[usize]) -> [u32; 14] {
        let mut all = [0; 14];
        all.iter_mut().zip(pass).for_each(|(word, n)| *word = *n as u32);
        let &Self { points, n, .. } = self;
        all[10..12].copy_from_slice(&[points, n].map(|n| n as u32));
        all[12] = u32::from(self.inverse);
        all
    }

    fn whole(&self, whole: &Whole<'_>) -> Result<()> {
        let &Whole { rows, points, ins, out, .. } = whole;
        let Some(passes) = passes(points) else { unreachable!("whoever asks has asked for passes") };
        let between: [&[&'static str]; 2] =
            [&[wgsl::FOURIER_COMPLEX, wgsl::FOURIER_PLAIN], &[wgsl::FOURIER_PAIRS, wgsl::FOURIER_PUT]];
        let (mut read, mut from, mut lead, mut before) = (whole.read, ins, self.lead, 1);
        let mut left: [Option<Spare<'_>>; 2] = [None, None];
        for (i, radices) in passes.iter().enumerate() {
            let is_last = i + 1 == passes.len();
            let to = if is_last {
                out
            } else {
                let left = &mut left[i % 2];
                match left {
                    Some(spare) => spare.place,
                    none => none.insert(self.spare(&out, rows, points)?).place,
                }
            };
            let own: usize = radices.iter().product();
            let (wide, lines) = (TILE / own, rows * (points / own));
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(radices).for_each(|(byte, radix)| *byte = *radix as u8);
            let steps = [0, 4]
                .map(|at| bytes[at..at + 4].iter().rev().fold(0, |word, b| word << 8 | usize::from(*b)));
            let kept = if is_last { whole.kept } else { points };
            let [first, second] = steps;
            let pass =
                [points, own, before, wide, lines, first, second, usize::from(whole.inverse), lead, kept];
            let mut numbers = self.numbers(&pass);
            numbers[13] = u32::from(is_last && whole.begins_real);
            let write = if is_last { whole.write } else { between[1] };
            let texts =
                [&[wgsl::LANES, wgsl::DOUBLE, wgsl::FOURIER_ROOTS], read, write, &[wgsl::FOURIER]].concat();
            by_groups(self.context, &self.call(&from, &[to]), &texts, &numbers, lines.div_ceil(wide))?;
            (read, from, lead, before) = (between[0], [to; 2], 1, before * own);
        }
        Ok(())
    }

    /// A transform of any length as a convolution with a chirp, by transforms of another (Bluestein).
    fn by_chirps(
        &self,
        x: Place,
        out: Place,
        read: &[&'static str],
        (write, kept): (&'static str, usize),
    ) -> Result<()> {
        let &Self { rows, points, .. } = self;
        let wide = roomy(2 * points - 1);
        let filter = self.spare(&x, 1, wide)?;
        let pairs: &[&'static str] = &[wgsl::FOURIER_PAIRS, wgsl::FOURIER_PUT];
        let forward = Whole {
            rows: 1,
            points: wide,
            inverse: false,
            ins: [x; 2],
            read: &[wgsl::FOURIER_CHIRP, wgsl::FOURIER_FILTER],
            write: pairs,
            out: filter.place,
            kept: wide,
            begins_real: false,
        };
        self.whole(&forward)?;
        let made = self.spare(&x, rows, wide)?;
        let chirped = [read, &[wgsl::FOURIER_CHIRP, wgsl::FOURIER_CHIRPED]].concat();
        self.whole(&Whole { rows, read: &chirped, out: made.place, ..forward })?;
        self.whole(&Whole {
            rows,
            points: wide,
            inverse: true,
            ins: [made.place, filter.place],
            read: &[wgsl::FOURIER_FILTERED],
            write: &[write, wgsl::FOURIER_CHIRP, wgsl::FOURIER_PUT_CHIRPED],
            out,
            kept,
            begins_real: self.is_real && kept < points,
        })
    }
}

/// The steps of each pass of a transform, unless a prime factor is too large.
fn passes(points: usize) -> Option<Vec<Vec<usize>>> {
    let (mut rest, mut primes) = (points, Vec::new());
    for prime in 2..=PRIME {
        while rest % prime == 0 {
            rest /= prime;
            primes.push(prime);
        }
    }
    if rest > 1 {
        return None;
    }
    primes.reverse();
    let all = if points <= TILE { vec![primes] } else { (2..).find_map(|count| shared(&primes, count))? };
    Some(all.into_iter().map(by_fours).collect())
}

/// Factors in so many passes, each of which is short.
fn shared(primes: &[usize], count: usize) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![(1, Vec::new()); count];
    for &prime in primes {
        let (length, least) = all.iter_mut().min_by_key(|(length, _)| *length)?;
        *length *= prime;
        least.push(prime);
    }
    all.iter().all(|(length, _)| *length <= PASS).then(|| all.into_iter().map(|(_, pass)| pass).collect())
}

/// Two steps over 2 as one over 4.
fn by_fours(mut pass: Vec<usize>) -> Vec<usize> {
    let twos = pass.iter().filter(|radix| **radix == 2).count();
    pass.retain(|radix| *radix != 2);
    pass.extend(std::iter::repeat_n(4, twos / 2));
    pass.extend(std::iter::repeat_n(2, twos % 2));
    pass
}

/// The least length from `least` on that has steps over 2 and few others.
fn roomy(least: usize) -> usize {
    let all = [1, 3, 5, 9, 15].into_iter().map(|odd| odd * least.div_ceil(odd).next_power_of_two());
    all.min().unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_short_and_make_the_length() {
        for points in (1..5000).chain([65_536, 1 << 20, 1 << 29, 3usize.pow(15), 29_791]) {
            let Some(all) = passes(points) else { continue };
            let lengths: Vec<usize> = all.iter().map(|pass| pass.iter().product()).collect();
            assert_eq!(lengths.iter().product::<usize>(), points);
            assert!(
                lengths.len() == 1 || lengths.iter().all(|length| *length <= PASS),
                "{points}: {lengths:?}"
            );
            assert!(all.iter().all(|pass| pass.len() <= 8), "{points}: {all:?}");
        }
        assert_eq!(passes(1), Some(vec![vec![]]));
        assert_eq!(passes(2048), Some(vec![vec![4, 4, 4], vec![4, 4, 2]]));
        assert_eq!(passes(37), None);
    }

    #[test]
    fn convolutions_have_room_and_passes() {
        for points in 32..5000 {
            let wide = roomy(2 * points - 1);
            assert!(wide >= 2 * points - 1 && wide < 5 * points / 2 + 8, "{points}: {wide}");
            assert!(passes(wide).is_some());
        }
    }
}
