//! Shapes whose products wrap, and shapes without elements whose other axes are endless. Every public function refuses the first, and
//! is done with the second at once. `tests/run` has them under `AddressSanitizer` without checks of overflow: what is trusted then reads
//! and writes beyond its slices.
#![allow(unsafe_code)]

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use cotangent_kernels::attention::{Operands, attend, cotangents};
use cotangent_kernels::contract::{contract, gathers, order, overlap};
use cotangent_kernels::copy;
use cotangent_kernels::driver::{launch, launch_at, run, update};
use cotangent_kernels::fourier::{dft, hermitian_dft, real_dft};
use cotangent_kernels::gemm::matmul;
use cotangent_kernels::index::{self, gather, one_hot, scatter, scatter_by};
use cotangent_kernels::isa::{Isa, Level};
use cotangent_kernels::kernel::{Combine, In, Kernel, List, Out};
use cotangent_kernels::linalg::{
    adjugate, cholesky, det, eigh, eigvalsh, inverse, logabsdet, lu, lu_order, matrix_exp, minors,
    minors_cotangent, pinv, qr, solve, svd, triangular_solve,
};
use cotangent_kernels::order::{arg, histogram, search, sort};
use cotangent_kernels::pad::{AxisMap, Slide, overlap_add, remap, remap_cotangent};
use cotangent_kernels::pool::{largest, pick, share};
use cotangent_kernels::quantile::normal;
use cotangent_kernels::recurrence::{alignments, band_scan, matrix_scan};
use cotangent_kernels::scan::{self, Extremum, extremum, linear_scan};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Element, f16};

/// Four times this is 0, four times one more 4.
const B: usize = 1 << 62;
/// Twice this is 0.
const A: usize = 1 << 63;
/// More than any memory has.
const LONG: usize = 1 << 40;

/// Elements around each result, which nobody may write.
const AROUND: usize = 16;

/// One element under every index of a shape.
fn repeated<T: Element>(shape: &[usize]) -> View<'_, T> {
    let data: &'static [T] = Vec::leak(vec![T::from_f64(0.0)]);
    View::new(data, 0, shape, &[0; 8][..shape.len()]).expect("a shape that no view has")
}

/// Calls `f` with a result of `n` elements. Nothing around these is written.
fn with<T: Element, R>(n: usize, f: impl FnOnce(&mut [T]) -> R) {
    let mut memory = vec![T::from_f64(1.0); AROUND + n + AROUND];
    f(&mut memory[AROUND..AROUND + n]);
    let around = memory[..AROUND].iter().chain(&memory[AROUND + n..]);
    assert!(around.copied().all(|x| x.to_f64() == 1.0), "something beside the result is written");
}

type Case = (&'static str, fn());

const REFUSED: &[Case] = &[
    ("gather", || with(4, |y: &mut [f32]| gather(y, repeated(&[B + 1, 4]), 1, repeated(&[B + 1, 4])))),
    ("scatter", || {
        with(4, |y: &mut [f32]| scatter(y, &[B + 1, 4], 1, repeated(&[B + 1, 1]), repeated(&[B + 1, 1])));
    }),
    ("scatter_by", || {
        let add = index::Fold::Add;
        with(4, |y: &mut [f32]| {
            scatter_by(add, y, &[B + 1, 4], 1, repeated(&[B + 1, 1]), repeated(&[B + 1, 1]))
        });
    }),
    ("one_hot", || with(4, |y: &mut [f32]| one_hot(y, repeated(&[B + 1]), 4))),
    ("matmul", || with(4, |y: &mut [f32]| matmul(y, repeated(&[B + 1, 1]), repeated(&[1, 4])))),
    ("matmul", || with(4, |y: &mut [f16]| matmul(y, repeated(&[B + 1, 1]), repeated(&[1, 4])))),
    ("matmul", || with(4, |y: &mut [f64]| matmul(y, repeated(&[A + 2, 1]), repeated(&[1, 2])))),
    ("matmul", || with(4, |y: &mut [f32]| matmul(y, repeated(&[B + 1, 2, 1]), repeated(&[B + 1, 1, 2])))),
    ("contract", || {
        with(4, |y: &mut [f32]| contract(y, (repeated(&[B + 1]), &[0]), (repeated(&[4]), &[1]), &[0, 1]));
    }),
    ("overlap", || {
        let slide = Slide { axis: 1, size: 4, stride: 4, dilation: 1 };
        let (a, b) = (repeated(&[B + 1, 1]), repeated(&[4]));
        with(4, |y: &mut [f32]| overlap(y, &[B + 1, 4], (a, &[0, 1]), (b, &[2]), &[0, 1, 2], &[slide]));
    }),
    // A label of both operands.
    ("overlap", || {
        let slide = Slide { axis: 0, size: 1, stride: 1, dilation: 1 };
        let x = repeated(&[2]);
        with(2, |y: &mut [f32]| overlap(y, &[2], (x, &[0]), (x, &[0]), &[0, 1], &[slide]));
    }),
    ("scan", || with(4, |y: &mut [f32]| scan::scan(y, repeated(&[4, B + 1]), 0, scan::Fold::Sum))),
    ("linear_scan", || {
        with(4, |y: &mut [f32]| linear_scan(y, repeated(&[4, B + 1]), repeated(&[4, B + 1]), 0));
    }),
    ("extremum", || {
        with(4, |y: &mut [f32]| {
            with(4, |at: &mut [i32]| extremum(y, at, repeated(&[4, B + 1]), 0, Extremum::Max));
        });
    }),
    ("sort", || with(4, |at: &mut [i32]| sort::<f32>(None, at, repeated(&[B + 1, 4]), 1, 4, false))),
    ("sort", || with(4, |at: &mut [i32]| sort::<f32>(None, at, repeated(&[B + 1, 1, 4]), 0, B + 1, false))),
    ("arg", || with(4, |at: &mut [i32]| arg::<f32>(at, repeated(&[B + 1, 4, 1]), 2, Extremum::Max))),
    ("search", || with(4, |at: &mut [i32]| search::<f32>(at, &[0.0], repeated(&[B + 1, 4]), false))),
    ("histogram", || with(4, |at: &mut [i32]| histogram::<f32>(at, repeated(&[B + 1, 4]), 0.0, 1.0))),
    ("largest", || with(4, |y: &mut [f32]| largest(y, repeated(&[B + 1, 4]), &[ONE]))),
    ("pick", || {
        let x = || repeated(&[B + 1, 4]);
        with(4, |y: &mut [f32]| pick(y, x(), x(), x(), &[ONE]));
    }),
    ("share", || {
        let x = || repeated(&[B + 1, 4]);
        with(4, |y: &mut [f32]| share(y, x(), x(), x(), &[ONE]));
    }),
    ("remap", || {
        let maps = [AxisMap::Same(B + 1), AxisMap::Same(4)];
        with(4, |y: &mut [f32]| remap(y, repeated(&[B + 1, 4]), &maps, 0.0));
    }),
    ("remap", || {
        let maps = [AxisMap::Same(B + 1), AxisMap::Table(vec![Some(0); 4])];
        with(4, |y: &mut [f32]| remap(y, repeated(&[B + 1, 1]), &maps, 0.0));
    }),
    ("remap_cotangent", || {
        let maps = [AxisMap::Same(B + 1), AxisMap::Same(4)];
        with(4, |y: &mut [f32]| remap_cotangent(y, &[B + 1, 4], repeated(&[B + 1, 4]), &maps));
    }),
    ("remap_cotangent", || {
        let maps = [AxisMap::Same(B + 1), AxisMap::Table(vec![Some(0)])];
        with(4, |y: &mut [f32]| remap_cotangent(y, &[B + 1, 4], repeated(&[B + 1, 1]), &maps));
    }),
    ("overlap_add", || {
        with(4, |y: &mut [f32]| overlap_add(y, &[B + 1, 4], repeated(&[B + 1, 4, 1]), &[ONE]));
    }),
    // The second window begins at 0 again.
    ("overlap_add", || {
        let slide = Slide { axis: 0, size: 4, stride: B, dilation: 1 };
        with(4, |y: &mut [f32]| overlap_add(y, &[4], repeated(&[5, 4]), &[slide]));
    }),
    ("dft", || with(4, |y: &mut [f32]| dft(y, [(); 2].map(|()| repeated(&[A + 1, 2])), false))),
    ("dft", || with(4, |y: &mut [f32]| dft(y, [(); 2].map(|()| repeated(&[LONG, 2])), false))),
    ("real_dft", || with(4, |y: &mut [f32]| real_dft(y, repeated(&[B + 1, 2])))),
    ("real_dft", || with(4, |y: &mut [f32]| real_dft(y, repeated(&[B + 1, 1])))),
    ("hermitian_dft", || {
        with(2, |y: &mut [f32]| hermitian_dft(y, [(); 2].map(|()| repeated(&[A + 1, 2])), 2));
    }),
    ("matrix_scan", || with(4, |y: &mut [f32]| matrix_scan(y, repeated(&[B + 1, 1, 1, 1]), 4))),
    ("band_scan", || with(8, |y: &mut [f32]| band_scan(y, &[0.0; 24], 4, B + 1))),
    ("alignments", || {
        with(12, |w: &mut [f32]| with(4, |y: &mut [f32]| alignments(w, y, &[0.0; 4], &[false; 4], B + 1)));
    }),
    ("attend", || with(4, |y: &mut [f32]| attend(y, &heads([1, B + 1, 2, 2])))),
    ("attend", || with(4, |y: &mut [f32]| attend(y, &heads([B + 1, 1, 2, 2])))),
    ("cotangents", || {
        with(14, |y: &mut [f32]| cotangents(y, &heads([1, B + 1, 2, 2]), repeated(&[1, B + 1, 2, 2])));
    }),
    ("cotangents", || {
        // Three of the largest that there may be, and more.
        let n = (1 << 61) - 1;
        with(1, |y: &mut [f32]| cotangents(y, &heads([1, n, 1, 1]), repeated(&[1, n, 1, 1])));
    }),
    ("adjugate", || with(4, |y: &mut [f32]| adjugate(y, repeated(&[A + 1, 2, 2])))),
    ("cholesky", || with(4, |y: &mut [f32]| cholesky(y, repeated(&[A + 1, 2, 2])))),
    ("det", || with(0, |y: &mut [f32]| det(y, repeated(&[1 << 32, 1 << 32, 2, 2])))),
    ("logabsdet", || {
        with(0, |y: &mut [f32]| {
            with(0, |z: &mut [f32]| logabsdet(y, z, repeated(&[1 << 32, 1 << 32, 2, 2])));
        });
    }),
    ("eigh", || with(6, |y: &mut [f32]| eigh(y, repeated(&[A + 1, 2, 2])))),
    ("eigvalsh", || with(2, |y: &mut [f32]| eigvalsh(y, repeated(&[A + 1, 2, 2])))),
    ("inverse", || with(4, |y: &mut [f32]| inverse(y, repeated(&[A + 1, 2, 2])))),
    ("lu", || with(4, |y: &mut [f32]| lu(y, repeated(&[A + 1, 2, 2])))),
    ("lu_order", || with(2, |at: &mut [i32]| lu_order::<f32>(at, repeated(&[A + 1, 2, 2])))),
    ("matrix_exp", || with(4, |y: &mut [f32]| matrix_exp(y, repeated(&[A + 1, 2, 2])))),
    ("minors", || with(4, |y: &mut [f32]| minors(y, repeated(&[A + 1, 2, 2])))),
    ("minors_cotangent", || with(4, |y: &mut [f32]| minors_cotangent(y, repeated(&[A + 1, 2, 2, 1, 1])))),
    ("pinv", || with(4, |y: &mut [f32]| pinv(y, repeated(&[A + 1, 2, 2])))),
    ("qr", || with(8, |y: &mut [f32]| qr(y, repeated(&[A + 1, 2, 2])))),
    ("svd", || with(10, |y: &mut [f32]| svd(y, repeated(&[A + 1, 2, 2])))),
    ("solve", || with(4, |y: &mut [f32]| solve(y, identity(), repeated(&[2, A + 2])))),
    ("triangular_solve", || {
        with(4, |y: &mut [f32]| triangular_solve(y, identity(), repeated(&[2, A + 2]), true));
    }),
];

/// Windows of one element along axis 1.
const ONE: Slide = Slide { axis: 1, size: 1, stride: 1, dilation: 1 };

fn identity() -> View<'static, f32> {
    View::new(&[1.0, 0.0, 0.0, 1.0], 0, &[2, 2], &[2, 1]).expect("a square")
}

/// Operands of attention with as many keys as queries.
fn heads<'a>([b, h, l, e]: [usize; 4]) -> Operands<'a, f32> {
    let shape = |dims: [usize; 4]| -> &'static [usize] { Vec::leak(dims.to_vec()) };
    let (x, s) = (shape([b, h, l, e]), shape([b, h, l, l]));
    Operands {
        q: repeated(x),
        k: repeated(x),
        v: repeated(x),
        mask: repeated(s),
        bias: repeated(s),
        scale: 1.0,
    }
}

/// Nothing to compute, or nothing that depends on the length of the other axes.
const DONE: &[Case] = &[
    ("gather", || {
        gather::<f32>(&mut [], repeated(&[LONG, 0, LONG >> 20]), 1, repeated(&[LONG, 0, LONG >> 20]))
            .unwrap();
    }),
    ("scatter", || {
        scatter::<f32>(&mut [], &[LONG, 0], 1, repeated(&[LONG, 0]), repeated(&[LONG, 0])).unwrap();
    }),
    ("scatter_by", || {
        scatter_by::<f32>(
            index::Fold::Mul,
            &mut [],
            &[LONG, 0],
            1,
            repeated(&[LONG, 0]),
            repeated(&[LONG, 0]),
        )
        .unwrap();
    }),
    ("one_hot", || one_hot::<f32>(&mut [], repeated(&[LONG, 0]), 3).unwrap()),
    ("sort", || sort::<f32>(None, &mut [], repeated(&[1, 0, 1 << 31]), 1, 0, false)),
    ("sort", || sort::<f64>(None, &mut [], repeated(&[LONG, 0]), 1, 0, false)),
    ("sort", || sort::<f64>(None, &mut [], repeated(&[LONG, 5]), 1, 0, true)),
    ("arg", || arg::<f32>(&mut [], repeated(&[LONG, 0, 3]), 2, Extremum::Min)),
    ("search", || search::<f32>(&mut [], &[], repeated(&[LONG, 0]), true)),
    ("histogram", || histogram::<f32>(&mut [0; 2], repeated(&[LONG, 0]), 0.0, 1.0)),
    ("matmul", || matmul::<f32>(&mut [], repeated(&[LONG, 0, 3]), repeated(&[LONG, 3, 2]))),
    ("contract", || contract::<f32>(&mut [], (repeated(&[LONG]), &[0]), (repeated(&[0]), &[1]), &[0, 1])),
    ("scan", || scan::scan::<f32>(&mut [], repeated(&[LONG, 0]), 1, scan::Fold::Prod)),
    ("linear_scan", || linear_scan::<f32>(&mut [], repeated(&[LONG, 0]), repeated(&[LONG, 0]), 1)),
    ("extremum", || extremum::<f32>(&mut [], &mut [], repeated(&[LONG, 0]), 1, Extremum::Max)),
    ("largest", || largest::<f32>(&mut [], repeated(&[0, LONG]), &[ONE])),
    ("pick", || {
        pick::<f32>(&mut [], repeated(&[0, LONG]), repeated(&[0, LONG]), repeated(&[0, LONG]), &[ONE]);
    }),
    ("share", || {
        share::<f32>(&mut [], repeated(&[0, LONG]), repeated(&[0, LONG]), repeated(&[0, LONG]), &[ONE]);
    }),
    ("largest", || largest::<f32>(&mut [], repeated(&[0, LONG, 4]), &[ONE, Slide { axis: 2, ..ONE }])),
    ("remap", || remap::<f32>(&mut [], repeated(&[LONG, 0]), &[AxisMap::Same(LONG), AxisMap::Same(0)], 0.0)),
    ("remap_cotangent", || {
        let maps = [AxisMap::Same(LONG), AxisMap::Same(0)];
        remap_cotangent::<f32>(&mut [], &[LONG, 0], repeated(&[LONG, 0]), &maps);
    }),
    ("overlap_add", || overlap_add::<f32>(&mut [], &[LONG, 0], repeated(&[LONG, 0, 1]), &[ONE])),
    ("dft", || dft::<f64>(&mut [], [(); 2].map(|()| repeated(&[LONG, 0])), true)),
    ("real_dft", || real_dft::<f64>(&mut [], repeated(&[LONG, 0, 2]))),
    ("hermitian_dft", || hermitian_dft::<f64>(&mut [], [(); 2].map(|()| repeated(&[LONG, 0, 2])), 2)),
    ("matrix_scan", || matrix_scan::<f64>(&mut [], repeated(&[LONG, 2, 0, 0]), 3)),
    ("band_scan", || band_scan::<f64>(&mut [], &[], LONG, LONG)),
    ("alignments", || alignments::<f64>(&mut [], &mut [], &[], &[], LONG)),
    ("attend", || attend(&mut [], &heads([LONG, 1, 0, 2]))),
    ("cotangents", || cotangents(&mut [], &heads([LONG, 1, 0, 2]), repeated(&[LONG, 1, 0, 2]))),
    ("solve", || solve::<f32>(&mut [], repeated(&[LONG, 2, 2]), repeated(&[LONG, 2, 0])).unwrap()),
    ("triangular_solve", || {
        triangular_solve::<f32>(&mut [], repeated(&[LONG, 2, 2]), repeated(&[LONG, 2, 0]), true).unwrap();
    }),
    ("lu", || lu::<f64>(&mut [], repeated(&[LONG, 3, 0])).unwrap()),
    ("lu_order", || lu_order::<f64>(&mut [], repeated(&[LONG, 0, 3])).unwrap()),
    ("qr", || qr::<f64>(&mut [], repeated(&[LONG, 3, 0])).unwrap()),
    ("svd", || svd::<f64>(&mut [], repeated(&[LONG, 3, 0])).unwrap()),
    ("pinv", || pinv::<f64>(&mut [], repeated(&[LONG, 3, 0])).unwrap()),
    ("cholesky", || cholesky::<f64>(&mut [], repeated(&[LONG, 0, 0])).unwrap()),
    ("eigh", || eigh::<f64>(&mut [], repeated(&[LONG, 0, 0])).unwrap()),
    ("minors", || minors::<f64>(&mut [], repeated(&[LONG, 1, 1]))),
    // Lists of labels and axes, and no elements.
    ("order", || assert_eq!(order(&[0], &[1], &[0, 1], |_| usize::MAX), [0, 1])),
    ("gathers", || {
        let slide = Slide { axis: 0, size: usize::MAX, stride: usize::MAX, dilation: usize::MAX };
        assert!(!gathers((&[0], &[1], &[0, 1]), &[LONG], &[slide], |_| usize::MAX));
    }),
    ("normal", || assert!(normal(u32::MAX).is_finite())),
    // Those that are not safe: their contract is that the number of points fits, and there are none.
    ("launch", || unsafe { launch(&Same, ENDLESS, &[input()], &[output()]) }),
    ("launch_at", || unsafe { launch_at(Level::Baseline, &Same, ENDLESS, &[input()], &[output()]) }),
    ("run", || unsafe {
        run(cotangent_kernels::driver::Erased::new(&Same), ENDLESS, &[input()], &[output()]);
    }),
    ("update", || unsafe { update(&Same, 0, &[input()], &[output()]) }),
    ("reduce", || unsafe { copy::reduce::<f32>(ENDLESS, input(), output()) }),
    ("cast", || unsafe { copy::cast::<f32, f64>(ENDLESS, input(), output()) }),
    ("fill", || unsafe { copy::fill(ENDLESS, 1.0_f32, output()) }),
    ("copy", || unsafe { copy::copy::<f32>(ENDLESS, input(), output()) }),
];

const ENDLESS: &[usize] = &[B, 8, 0];
const STRIDES: &[isize] = &[8, 1, 1];

fn input() -> In<'static> {
    In { ptr: std::ptr::dangling(), strides: STRIDES, aliased: false }
}

fn output() -> Out<'static> {
    Out { ptr: std::ptr::dangling_mut(), strides: STRIDES, combine: Combine::Store, scale: 1.0 }
}

struct Same;

impl Kernel for Same {
    type Ins = (f32, ());
    type Outs = (f32, ());
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (x, ()): <Self::Ins as List>::Tiles<'_>,
        (y, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        y[..n].copy_from_slice(&x[..n]);
    }
}

#[test]
fn products_that_wrap_are_refused() {
    let wrong: Vec<String> = (REFUSED.iter().enumerate())
        .filter_map(|(i, (name, call))| match catch_unwind(AssertUnwindSafe(call)) {
            Ok(()) => Some(format!("`{name}`, case {i}, is done")),
            Err(said) => {
                let said = said.downcast_ref::<&str>().copied().unwrap_or_default();
                said.contains("beside the result").then(|| format!("`{name}`, case {i}: {said}"))
            }
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn endless_shapes_without_elements_are_done_at_once() {
    for (_, call) in DONE {
        call();
    }
}

#[test]
fn views_have_countable_indices() {
    for shape in [[A, 2], [B, 4], [B + 1, 4], [A + 1, 1], [usize::MAX, usize::MAX]] {
        assert!(View::new(&[1.0_f32], 0, &shape, &[0, 0]).is_none(), "{shape:?}");
    }
    assert_eq!(
        View::new(&[1.0_f32], 0, &[isize::MAX as usize, 1], &[0, 0]).unwrap().numel(),
        isize::MAX as usize
    );
}

/// A public function that is added stands in one of the tables.
#[test]
fn every_public_function_is_here() {
    fn read(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // Functions of numbers.
                if !path.ends_with("math") {
                    read(&path, found);
                }
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines = text
                    .lines()
                    .filter_map(|line| line.strip_prefix("pub unsafe fn ").or(line.strip_prefix("pub fn ")));
                let name = |line: &str| line.split(['<', '(']).next().unwrap().to_owned();
                found.extend(lines.map(name));
            }
        }
    }
    let mut found = BTreeSet::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let here: BTreeSet<_> = REFUSED.iter().chain(DONE).map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(found, here);
}
