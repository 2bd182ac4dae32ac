//! Kernels that read more than an adapter binds: a value of theirs is stored, and the rest reads that.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Source, Statement, Term};

use super::printed::address;

/// A kernel in two. The first stores a value, which the rest reads behind all inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) first: &'static Source,
    /// The type of the value.
    pub(super) stored: DType,
    pub(super) rest: &'static Source,
}

/// The cut of a kernel of which one output reads more than `most` inputs; `None` for others. The rest may want another.
pub(super) fn cut(source: &'static Source, inputs: usize, most: usize) -> Option<Cut> {
    type Known = HashMap<[usize; 3], Option<Cut>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    if inputs <= most {
        return None;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    let key = [address(source), inputs, most];
    *known.entry(key).or_insert_with(|| made(source, inputs, most))
}

fn made(source: &'static Source, inputs: usize, most: usize) -> Option<Cut> {
    let at = Reads::new(source).chosen(most)?;
    let stored = match source.statements[at].dtype {
        DType::F64 => DType::F32,
        dtype => dtype.on_devices(),
    };
    Some(Cut { first: first(source, at + 1, Term::Value(at)), stored, rest: reading(source, at, inputs) })
}

/// The kernel of the first `count` statements that gives this.
pub(super) fn first(source: &'static Source, count: usize, out: Term) -> &'static Source {
    let statements = &source.statements[..count];
    Box::leak(Box::new(Source { statements, outs: vec![out].leak(), ..*source }))
}

/// The kernel that reads the value of statement `at` behind all inputs.
pub(super) fn reading(source: &Source, at: usize, inputs: usize) -> &'static Source {
    let renamed = |reads: &[Term]| -> &'static [Term] {
        let read = |read: &Term| if *read == Term::Value(at) { Term::Input(inputs) } else { *read };
        reads.iter().map(read).collect::<Vec<_>>().leak()
    };
    let dtype = source.statements[at].dtype;
    let ins = source.ins.iter().copied().chain([dtype]).collect::<Vec<_>>().leak();
    // Statements keep their places. That of the value stays, and nothing reads it.
    let rest = source.statements.iter().map(|s| Statement { reads: renamed(s.reads), ..*s });
    let statements = rest.collect::<Vec<_>>().leak();
    Box::leak(Box::new(Source { ins, statements, outs: renamed(source.outs), ..*source }))
}

/// What a source's values are made of.
struct Reads {
    /// Of each statement, the statements and the inputs that it names.
    statements: Vec<(Vec<usize>, BTreeSet<usize>)>,
    outs: Vec<(Vec<usize>, BTreeSet<usize>)>,
}

impl Reads {
    fn new(source: &Source) -> Self {
        let named = |reads: &[Term]| {
            let (mut values, mut inputs) = (Vec::new(), BTreeSet::new());
            for read in reads {
                match *read {
                    Term::Value(at) => values.push(at),
                    Term::Input(at) => drop(inputs.insert(at)),
                    Term::Number(_) | Term::Const(..) => {}
                }
            }
            (values, inputs)
        };
        Self {
            statements: source.statements.iter().map(|s| named(s.reads)).collect(),
            outs: source.outs.iter().map(|out| named(std::slice::from_ref(out))).collect(),
        }
    }

    /// How many inputs a value reads where that of statement `stored` is one, and which statements are between.
    fn of(&self, (named, inputs): &(Vec<usize>, BTreeSet<usize>), stored: usize) -> (usize, BTreeSet<usize>) {
        let (mut open, mut inputs, mut seen) = (named.clone(), inputs.clone(), BTreeSet::new());
        let mut reads_stored = false;
        while let Some(at) = open.pop() {
            if at == stored {
                reads_stored = true;
            } else if seen.insert(at)
                && let Some((named, read)) = self.statements.get(at)
            {
                open.extend(named);
                inputs.extend(read);
            }
        }
        (inputs.len() + usize::from(reads_stored), seen)
    }

    /// The statement whose value is stored, if an output reads more than `most` inputs: one that itself reads no more, after which
    /// outputs read the fewest. Of several it is the last, so that each cut comes nearer to the outputs.
    fn chosen(&self, most: usize) -> Option<usize> {
        let none = usize::MAX;
        let wide: Vec<_> = self.outs.iter().filter(|out| self.of(out, none).0 > most).collect();
        let between: BTreeSet<usize> = wide.iter().flat_map(|out| self.of(out, none).1).collect();
        let fits = between.into_iter().filter(|&at| self.of(&self.statements[at], none).0 <= most);
        let left = |at: usize| wide.iter().map(|out| self.of(out, at).0).sum::<usize>();
        fits.min_by_key(|&at| (left(at), std::cmp::Reverse(at)))
    }
}

#[cfg(test)]
mod tests {
    use DType::{Bool, F32};
    use Term::{Input, Number, Value};

    use super::super::printed::{needs, tests::source};
    use super::*;
    use crate::device::spelled;

    #[test]
    fn what_is_read_early_is_stored() {
        let all = source(
            &[F32],
            &[
                (&spelled::MUL, F32, &[Input(0), Number(0)]),
                (&spelled::ADD, F32, &[Value(0), Input(1)]),
                (&spelled::LT, Bool, &[Input(2), Input(3)]),
                (&spelled::SELECT, F32, &[Value(2), Input(0), Value(1)]),
                (&spelled::ADD, F32, &[Value(3), Input(4)]),
            ],
            &[Value(4)],
        );
        assert!(cut(all, 5, 5).is_none());
        let cut = cut(all, 5, 4).unwrap();
        assert_eq!((cut.stored, cut.first.statements.len(), cut.first.outs), (F32, 4, &[Value(3)][..]));
        assert_eq!(cut.rest.statements[4].reads, [Input(5), Input(4)]);
        assert_eq!(needs(cut.rest, &[0], 6).1, [false, false, false, false, true, true]);
    }

    /// All outputs read at most as many inputs in the end, also where every value reads what others do.
    #[test]
    fn cuts_come_to_an_end() {
        // Sums of the products of all pairs of eight inputs.
        let pairs: Vec<_> = (0..8).flat_map(|i| (i + 1..8).map(move |j| [Input(i), Input(j)])).collect();
        let sums: Vec<_> = (1..pairs.len())
            .map(|k| [Value(if k == 1 { 0 } else { pairs.len() + k - 2 }), Value(k)])
            .collect();
        let products = pairs.iter().map(|pair| (&spelled::MUL, F32, &pair[..]));
        let all: Vec<_> = products.chain(sums.iter().map(|sum| (&spelled::ADD, F32, &sum[..]))).collect();
        let whole = source(&[], &all, &[Value(all.len() - 1), Value(1)]);
        for most in 3..8 {
            let (mut rest, mut inputs, mut stages) = (whole, 8, 1);
            while let Some(cut) = cut(rest, inputs, most) {
                let first = needs(cut.first, &[0], inputs).1;
                assert!(first.iter().filter(|read| **read).count() <= most, "{:?}", cut.first);
                (rest, inputs, stages) = (cut.rest, inputs + 1, stages + 1);
            }
            let last = needs(rest, &[0], inputs).1;
            assert!(last.iter().filter(|read| **read).count() <= most, "{rest:?}");
            assert!((2..=40).contains(&stages), "{stages} stages of {most} inputs");
        }
    }

    #[test]
    fn a_source_that_no_cut_makes_narrower_stays() {
        let clamp = source(&[], &[(&spelled::CLAMP, F32, &[Input(0), Input(1), Input(2)])], &[Value(0)]);
        assert!(cut(clamp, 3, 2).is_none());
    }
}
