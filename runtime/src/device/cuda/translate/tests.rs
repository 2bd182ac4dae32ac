//! Every kernel of an opaque op becomes CUDA C++, for each type that it computes in. So a form that the translation does not know is found
//! without a GPU and without a compiler.

use std::fs;
use std::num::NonZeroU64;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use cotangent_kernels::DType;
use cotangent_kernels::pad::{Mode, Slide};

use super::super::kernels::translated;
use crate::device::backend::{Arriving, Backend, Call, Launch, Place};
use crate::device::opaque::{Draw, Drawn, Fourier, Index, Linalg, Opaque, Order, Put, Scan, Windows};
use crate::device::texts::body::Bindings;
use crate::device::texts::dialect::Dialect;
use crate::device::texts::text::Text;
use crate::device::texts::{Checked, Machine, opaque};
use crate::device::{Block, Device};
use crate::error::{Result, Site};
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// A machine that has no memory, and translates what it is to run.
#[derive(Default)]
struct Recorder {
    blocks: AtomicU64,
    texts: Mutex<Vec<String>>,
}

impl Backend for Recorder {
    fn alloc(&self, _: usize, _: DType) -> Result<Block> {
        let number = 2 + self.blocks.fetch_add(1, Ordering::Relaxed);
        Ok(NonZeroU64::new(number).unwrap_or(Block::MIN))
    }
    fn free(&self, _: Block) {}
    fn holds(&self, _: Block) -> bool {
        true
    }
    fn upload(&self, _: Block, _: DType, _: &[u8]) -> Result<()> {
        Ok(())
    }
    fn download(&self, _: Block, _: DType, _: usize, _: usize) -> Result<Box<dyn Arriving + '_>> {
        unreachable!("nobody reads")
    }
    fn launch(&self, _: &Launch<'_>) -> Result<()> {
        Ok(())
    }
    fn call(&self, call: &Call<'_>) -> Result<()> {
        opaque::run(self, call)
    }
    fn called_at(&self, _: u64, _: &Site) {}
}

impl Machine for Recorder {
    fn home(&self) -> Device {
        Device::CPU
    }
    fn most(&self) -> usize {
        usize::MAX
    }
    fn takes(&self, _: DType, _: bool) -> Result<()> {
        Ok(())
    }
    fn is_double(&self, dtype: DType) -> bool {
        dtype == DType::F64
    }
    fn status(&self) -> Block {
        Block::MIN
    }
    fn run(&self, bindings: &Bindings, _: usize, write: &dyn Fn(&mut Text)) -> Result<()> {
        let mut text = Text::full(Dialect::Wgsl);
        write(&mut text);
        let (words, text) = (text.arguments.len(), text.finish());
        let mut texts = self.texts.lock().unwrap();
        if !texts.contains(&text) {
            translated(self.home(), false, bindings, &text, words)?;
            texts.push(text);
        }
        Ok(())
    }
    fn run_checked(
        &self,
        _: Checked<'_>,
        bindings: &Bindings,
        groups: usize,
        write: &dyn Fn(&mut Text, u32),
    ) -> Result<()> {
        self.run(bindings, groups, &|text| write(text, 1))
    }
}

/// Ops with the dims of their operands and results. Places are of the type that is asked for, or of one that is named.
type Case<'a> = (Opaque<'a>, &'a [Dims<'a>], &'a [Dims<'a>]);
type Dims<'a> = (&'a [usize], Option<DType>);
/// Of matrices, with the dims of operands and results.
type Factors<'a> = (Linalg, &'a [&'static [usize]], &'a [&'static [usize]]);

const INT: Option<DType> = Some(DType::I32);
const TRUTH: Option<DType> = Some(DType::Bool);
const SLIDES: &[Slide] = &[Slide { axis: 1, size: 3, stride: 2, dilation: 1 }];
const MODES: [Mode; 4] = [Mode::Constant, Mode::Reflect, Mode::Replicate, Mode::Circular];

/// Of all types but truth values.
fn of_numbers() -> Vec<Case<'static>> {
    const X: Dims<'_> = (&[3, 5000], None);
    const AT: Dims<'_> = (&[3, 5000], INT);
    let mut all: Vec<Case<'_>> = vec![
        (
            Opaque::Index(Index::Search { right: true }, "searchsorted"),
            &[(&[40], None), (&[7], None)],
            &[(&[7], INT)],
        ),
        (Opaque::Index(Index::Histogram { lo: 0.0, hi: 1.0 }, "histogram"), &[(&[70], None)], &[(&[5], INT)]),
        (Opaque::Windows(Windows::Add, SLIDES), &[(&[2, 4, 3], None)], &[(&[2, 9], None)]),
        (Opaque::Minors, &[(&[2, 3, 3], None)], &[(&[2, 3, 3, 2, 2], None)]),
        (Opaque::Scan(Scan::Sum { axis: 1 }), &[X], &[X]),
        (Opaque::Scan(Scan::Product { axis: 1 }), &[X], &[X]),
        (Opaque::Scan(Scan::Extremum { axis: 1, least: true }), &[X], &[X, AT]),
        // By lanes as a whole.
        (Opaque::Scan(Scan::Sum { axis: 0 }), &[X], &[X]),
        (Opaque::Scan(Scan::Product { axis: 0 }), &[X], &[X]),
        (Opaque::Scan(Scan::Extremum { axis: 0, least: true }), &[X], &[X, AT]),
        (Opaque::Order(Order::Sort { axis: 1, descending: true }), &[X], &[X, AT]),
        (Opaque::Order(Order::Arg { axis: 1, least: true }), &[X], &[(&[3], INT)]),
    ];
    for put in [Put::Store, Put::Add, Put::Mul, Put::Max] {
        all.push((
            Opaque::Index(Index::Scatter { axis: 1, put }, "scatter"),
            &[(&[3, 5], INT), (&[3, 5], None)],
            &[(&[3, 4], None)],
        ));
    }
    // In chunks.
    let add = Opaque::Index(Index::Scatter { axis: 0, put: Put::Add }, "scatter");
    all.push((add, &[(&[900, 2], INT), (&[900, 2], None)], &[(&[4, 3], None)]));
    for mode in MODES {
        all.push((Opaque::ExtendCotangent { mode, before: &[1, 0] }, &[(&[5, 7], None)], &[(&[3, 7], None)]));
    }
    all
}

/// Of all types.
fn of_all() -> Vec<Case<'static>> {
    let gather = Opaque::Index(Index::Gather { axis: 1 }, "gather");
    let mut all: Vec<Case<'_>> = vec![(gather, &[(&[3, 4], None), (&[3, 5], INT)], &[(&[3, 5], None)])];
    for mode in MODES {
        all.push((
            Opaque::Extend { mode, before: &[1, 0], fill: 1.0 },
            &[(&[3, 7], None)],
            &[(&[5, 7], None)],
        ));
    }
    all
}

/// Of floats.
fn of_floats() -> Vec<Case<'static>> {
    const ROW: Dims<'_> = (&[2, 9], None);
    const SLID: Dims<'_> = (&[2, 4], None);
    const Q: Dims<'_> = (&[1, 2, 3, 5], None);
    const K: Dims<'_> = (&[1, 2, 4, 5], None);
    const SCORES: &[usize] = &[1, 2, 3, 4];
    let mut all: Vec<Case<'_>> = vec![
        (Opaque::Matmul, &[(&[70, 40], None), (&[40, 90], None)], &[(&[70, 90], None)]),
        (Opaque::Matmul, &[(&[1, 4000], None), (&[4000, 2], None)], &[(&[1, 2], None)]),
        (Opaque::Windows(Windows::Largest, SLIDES), &[ROW], &[SLID]),
        (Opaque::Windows(Windows::Pick, SLIDES), &[ROW, SLID, ROW], &[SLID]),
        (Opaque::Windows(Windows::Share, SLIDES), &[ROW, SLID, SLID], &[ROW]),
        (Opaque::GroupedMatmul, &[(&[20, 3], None), (&[2, 3, 5], None), (&[2], INT)], &[(&[20, 5], None)]),
        (Opaque::GroupedOuter, &[(&[20, 3], None), (&[20, 5], None), (&[2], INT)], &[(&[2, 3, 5], None)]),
        (Opaque::MinorsCotangent, &[(&[2, 3, 3, 2, 2], None)], &[(&[2, 3, 3], None)]),
        (Opaque::Scan(Scan::Linear { axis: 0 }), &[(&[5000], None), (&[5000], None)], &[(&[5000], None)]),
        (Opaque::Scan(Scan::Linear { axis: 0 }), &[(&[50], None), (&[50], None)], &[(&[50], None)]),
        (Opaque::Scan(Scan::Matrices), &[(&[5, 3, 3], None), (&[5, 3, 2], None)], &[(&[5, 3, 2], None)]),
        (Opaque::Scan(Scan::Bands), &[(&[3, 4, 2, 5], None), (&[4, 2, 5], None)], &[(&[4, 2, 5], None)]),
        (
            Opaque::Scan(Scan::Alignments),
            &[(&[4, 2, 5], None), (&[2, 5], TRUTH)],
            &[(&[3, 4, 2, 5], None), (&[4, 2, 5], None)],
        ),
        (
            Opaque::Attend { scale: 0.5 },
            &[Q, K, K, (SCORES, TRUTH), (SCORES, None)],
            &[(&[1, 2, 3, 5], None)],
        ),
        (
            Opaque::AttendCotangents { scale: 0.5 },
            &[Q, K, K, (SCORES, TRUTH), (SCORES, None), Q],
            &[(&[110], None)],
        ),
    ];
    // Whole, in passes, and by chirps.
    let complex = |inverse| Opaque::Fourier(Fourier::Complex { inverse });
    for inverse in [false, true] {
        all.push((complex(inverse), &[(&[3, 60, 2], None)], &[(&[3, 60, 2], None)]));
        all.push((complex(inverse), &[(&[2048, 2], None)], &[(&[2048, 2], None)]));
        all.push((complex(inverse), &[(&[37, 2], None)], &[(&[37, 2], None)]));
    }
    let (real, hermitian) = (Opaque::Fourier(Fourier::Real), Opaque::Fourier(Fourier::Hermitian));
    let halves: [(&'static [usize], &'static [usize]); 6] = [
        (&[3, 8], &[3, 5, 2]),
        (&[3, 9], &[3, 5, 2]),
        (&[4096], &[2049, 2]),
        (&[74], &[38, 2]),
        (&[37], &[19, 2]),
        (&[6561], &[3281, 2]),
    ];
    for (whole, half) in halves {
        let [whole, half]: [&'static [Dims<'static>]; 2] =
            [whole, half].map(|dims| -> &'static [Dims<'static>] { vec![(dims, None)].leak() });
        all.push((real, whole, half));
        all.push((hermitian, half, whole));
    }
    // Of one workgroup, and of several.
    let sizes: [&[&[usize]]; 2] = [
        &[&[2, 5, 5], &[2, 5, 4], &[2], &[2, 10, 5], &[2, 6, 5], &[2, 1, 5], &[2, 11, 5], &[2, 5]],
        &[&[70, 70], &[70, 4], &[], &[140, 70], &[71, 70], &[1, 70], &[141, 70], &[70]],
    ];
    for dims in sizes {
        let [a, b, one, packed, with_values, values, singular, order] =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|i| dims[i]);
        let ops: [Factors<'_>; 16] = [
            (Linalg::Cholesky, &[a], &[a]),
            (Linalg::Triangular { lower: true }, &[a, b], &[b]),
            (Linalg::Solve, &[a, b], &[b]),
            (Linalg::Inverse, &[a], &[a]),
            (Linalg::Determinant, &[a], &[one]),
            (Linalg::Logarithm, &[a], &[one, one]),
            (Linalg::Adjugate, &[a], &[a]),
            (Linalg::Order, &[a], &[order]),
            (Linalg::Packed, &[a], &[a]),
            (Linalg::Exponential, &[a], &[a]),
            (Linalg::Orthogonal, &[a], &[packed]),
            (Linalg::Orthogonal, &[&[20_000, 2]], &[&[20_002, 2]]),
            (Linalg::Eigenvectors, &[a], &[with_values]),
            (Linalg::Eigenvalues, &[a], &[values]),
            (Linalg::Singular, &[a], &[singular]),
            (Linalg::Pseudoinverse, &[a], &[a]),
        ];
        for (op, ins, outs) in ops {
            let dtype = if let Linalg::Order = op { INT } else { None };
            let of = |all: &[&'static [usize]], dtype| -> &'static [Dims<'static>] {
                all.iter().map(|dims| (*dims, dtype)).collect::<Vec<_>>().leak()
            };
            all.push((Opaque::Linalg(op), of(ins, None), of(outs, dtype)));
        }
    }
    all
}

/// Of one type each.
fn of_one() -> Vec<Case<'static>> {
    let index = |op| Opaque::Index(op, "one_hot");
    let draw = |what| Opaque::Draw(Draw { key: [1, 2], what });
    let uniform = Drawn::Uniform { bits: 24, low: 0.0, length: 1.0, last: 1.0 };
    vec![
        (index(Index::OneHot { classes: 4 }), &[(&[5], INT)], &[(&[5, 4], None)]),
        (index(Index::Rows { dims: &[3, 4] }), &[(&[5, 2], INT)], &[(&[5], INT)]),
        (draw(uniform), &[], &[(&[70], None)]),
        (draw(Drawn::Normal), &[], &[(&[70], None)]),
        (draw(Drawn::Bernoulli { below: 7 }), &[], &[(&[70], TRUTH)]),
        (draw(Drawn::Integers { low: 0, count: 9 }), &[], &[(&[70], INT)]),
    ]
}

#[test]
fn every_kernel_of_an_opaque_op_is_cuda() {
    let recorder = Recorder::default();
    let place = |(dims, named): (&[usize], Option<DType>), dtype: DType| {
        let layout = Layout::dense(Shape::new(dims).unwrap());
        Place { block: recorder.alloc(0, dtype).unwrap(), dtype: named.unwrap_or(dtype), layout }
    };
    let run = |cases: &[Case<'_>], dtype: DType| {
        for &(op, ins, outs) in cases {
            let (ins, outs): (Vec<_>, Vec<_>) = (
                ins.iter().map(|x| place(*x, dtype)).collect(),
                outs.iter().map(|y| place(*y, dtype)).collect(),
            );
            let done = opaque::run(&recorder, &Call { op, ins: &ins, outs: &outs });
            assert!(done.is_ok(), "{op:?} of {dtype}: {}", done.unwrap_err());
        }
    };
    for dtype in [DType::F32, DType::F64, DType::F16, DType::Bf16] {
        run(&of_numbers(), dtype);
        run(&of_floats(), dtype);
        run(&of_all(), dtype);
    }
    run(&of_numbers(), DType::I32);
    for dtype in [DType::I32, DType::Bool] {
        run(&of_all(), dtype);
    }
    run(&of_one(), DType::F32);
    // None is left out.
    let texts = recorder.texts.into_inner().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels/src/wgsl");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        // What a solver leaves, and what a library reads, is no machine's that has none.
        let of_library = ["exchanged", "factored", "turned", "fourier_packed"]
            .iter()
            .any(|name| path.ends_with(format!("{name}.wgsl")));
        let text = fs::read_to_string(&path).unwrap();
        let is_there = texts.iter().any(|whole| whole.contains(text.trim()));
        assert!(is_there || of_library, "no case has {}", path.display());
    }
}
