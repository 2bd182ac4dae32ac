//! Threads, rounding, aliasing and special values.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_kernels::copy::reduce;
use cotangent_kernels::driver::{launch, launch_at};
use cotangent_kernels::isa::{Isa, Level};
use cotangent_kernels::kernel::{Combine, In, Kernel, LANES, List, Out};

use crate::support::{Case, Mix, Rng, levels};

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads")
}

/// `exp`-like rounding in every element, so that any change of order shows.
struct Rough;

impl Kernel for Rough {
    type Ins = (f32, (f32, ()));
    type Outs = (f32, (f32, (f32, (f32, ()))));
    const COST: usize = 1000;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (a, (b, ())): <Self::Ins as List>::Tiles<'_>,
        (o0, (o1, (o2, (o3, ())))): <Self::Outs as List>::TilesMut<'_>,
    ) {
        assert!(n.is_multiple_of(LANES));
        for i in 0..n {
            let v = (a[i] * 1.1 + b[i]) / (1.7 + a[i] * a[i]);
            (o0[i], o1[i], o2[i], o3[i]) = (v, v, v * b[i], v - b[i]);
        }
    }
}

fn rough(rng: &mut Rng, rows: usize, columns: usize) -> (Vec<f32>, Vec<f32>) {
    let mut draw = |n: usize| (0..n).map(|_| rng.below(1 << 20) as f32 / 524_288.0 - 1.0).collect::<Vec<_>>();
    (draw(rows * columns), draw(columns))
}

fn run_rough(level: Level, a: &[f32], b: &[f32], rows: usize, columns: usize) -> Vec<Vec<u32>> {
    let wide = columns as isize;
    let mut outs = [vec![0.0_f32; rows * columns], vec![0.0; 1], vec![0.0; columns], vec![0.0; rows]];
    let strides: [[isize; 2]; 4] = [[wide, 1], [0, 0], [0, 1], [1, 0]];
    let combine = [Combine::Store, Combine::Sum, Combine::Sum, Combine::Sum];
    let ins = [
        In { ptr: a.as_ptr().cast(), strides: &[wide, 1], aliased: false },
        In { ptr: b.as_ptr().cast(), strides: &[0, 1], aliased: false },
    ];
    let mut i = 0;
    let ys = outs.each_mut().map(|y| {
        i += 1;
        Out { ptr: y.as_mut_ptr().cast(), strides: &strides[i - 1], combine: combine[i - 1], scale: 1.0 }
    });
    // SAFETY: `rows * columns` elements, or as many as the strides that are not 0 reach.
    unsafe { launch_at(level, &Rough, &[rows, columns], &ins, &ys) };
    outs.iter().map(|y| y.iter().map(|v| v.to_bits()).collect()).collect()
}

#[test]
fn results_do_not_depend_on_threads() {
    let mut rng = Rng::new();
    for (rows, columns) in
        [(1, 65_537), (65_537, 1), (257, 255), (40_000, 3), (3, 40_000), (700, 1000), (5000, 33)]
    {
        let (a, b) = rough(&mut rng, rows, columns);
        let one = pool(1).install(|| run_rough(Level::current(), &a, &b, rows, columns));
        for threads in [2, 3, 8] {
            let many = pool(threads).install(|| run_rough(Level::current(), &a, &b, rows, columns));
            assert!(one == many, "{rows} x {columns} differs on {threads} threads");
        }
    }
}

/// The kernel uses no fused operation and the driver's lanes are the same everywhere, so "within rounding" is equality.
#[test]
fn results_do_not_depend_on_the_instruction_set() {
    let mut rng = Rng::new();
    for (rows, columns) in [(1, 65_537), (257, 255), (33, 31), (40_000, 3), (1, 1)] {
        let (a, b) = rough(&mut rng, rows, columns);
        let base = run_rough(Level::Baseline, &a, &b, rows, columns);
        for level in levels() {
            assert!(
                base == run_rough(level, &a, &b, rows, columns),
                "{rows} x {columns} on {}",
                level.name()
            );
        }
    }
}

#[test]
fn long_sums_stay_exact_to_an_ulp() {
    let mut rng = Rng::new();
    let n = 10_000_000;
    let x: Vec<f32> = (0..n).map(|_| rng.below(1 << 24) as f32 / 16_777_216.0).collect();
    let exact: f64 = x.iter().map(|&v| f64::from(v)).sum();
    // Along one axis, and down the columns of narrow and wide matrices.
    for (rows, columns) in [(1, n), (n, 1), (n / 4, 4), (1000, n / 1000)] {
        let mut y = vec![0.0_f32; columns];
        let wide = isize::from(rows != 1);
        let strides = [0, wide];
        // SAFETY: `rows * columns` elements to as many sums as the second stride reaches.
        unsafe {
            let x = In { ptr: x.as_ptr().cast(), strides: &[columns as isize, 1], aliased: false };
            let y = Out { ptr: y.as_mut_ptr().cast(), strides: &strides, combine: Combine::Sum, scale: 1.0 };
            reduce::<f32>(&[rows, columns], x, y);
        }
        let sums = if rows == 1 { 1 } else { columns };
        for (j, &got) in y[..sums].iter().enumerate() {
            let want =
                if rows == 1 { exact } else { x[j..].iter().step_by(columns).map(|&v| f64::from(v)).sum() };
            let ulp = f64::from(f32::EPSILON) * want;
            assert!((f64::from(got) - want).abs() <= ulp, "{rows} x {columns}: {got} and {want}");
            if sums > 10 && j > 50 {
                break;
            }
        }
    }
}

#[test]
fn an_input_may_be_overwritten() {
    let mut rng = Rng::new();
    // Larger ones go to threads, whose pool Miri does not accept.
    let most = if cfg!(miri) { 300 } else { usize::MAX };
    let shapes = [(1, 1), (1, 7), (3, 16), (17, 17), (31, 33), (255, 257), (300, 700)];
    for (rows, columns) in shapes.into_iter().filter(|(r, c)| r * c < most) {
        let (a, b) = rough(&mut rng, rows, columns);
        for strides in [[columns as isize, 1], [1, rows as isize]] {
            let read = |ptr: *const f32, strides, aliased| In { ptr: ptr.cast(), strides, aliased };
            let go = |from: *const f32, to: *mut f32, aliased| {
                let mut rest = [vec![0.0_f32; 1], vec![0.0; columns], vec![0.0; rows]];
                let [o1, o2, o3] = rest.each_mut().map(|y| y.as_mut_ptr().cast::<u8>());
                let sum = |ptr, strides| Out { ptr, strides, combine: Combine::Sum, scale: 1.0 };
                let outs = [
                    Out { ptr: to.cast(), strides: &strides, combine: Combine::Store, scale: 1.0 },
                    sum(o1, &[0, 0]),
                    sum(o2, &[0, 1]),
                    sum(o3, &[1, 0]),
                ];
                // SAFETY: as many elements as the strides reach; the alias is declared.
                unsafe {
                    let ins = [read(from, &strides, aliased), read(b.as_ptr(), &[0, 1], false)];
                    launch(&Rough, &[rows, columns], &ins, &outs);
                }
                rest
            };
            let (mut fresh, mut place) = (vec![0.0_f32; a.len()], a.clone());
            let apart = go(a.as_ptr(), fresh.as_mut_ptr(), false);
            let ptr = place.as_mut_ptr();
            let within = go(ptr, ptr, true);
            assert!(fresh == place && apart == within, "{rows} x {columns} by {strides:?}");
        }
    }
}

#[test]
fn one_buffer_may_be_every_input() {
    let mut rng = Rng::new();
    for n in [1, 5, 16, 33, if cfg!(miri) { 300 } else { 2049 }] {
        let mut case = Case::<f32>::new(&mut rng, &[n], true);
        case.ins[1] = case.ins[0].clone();
        let expected = case.expected();
        let mut data: Vec<Vec<f32>> = case.outs.iter().map(|(layout, ..)| layout.data.clone()).collect();
        let outs: Vec<Out<'_>> = (case.outs.iter().zip(&mut data))
            .map(|((layout, combine, scale), data)| Out {
                ptr: data.as_mut_ptr().wrapping_offset(layout.origin).cast(),
                strides: &layout.strides,
                combine: *combine,
                scale: *scale,
            })
            .collect();
        let x = case.ins[0].input(false);
        // SAFETY: layouts hold every point; both inputs are one buffer that nothing writes.
        unsafe { launch(&Mix::<f32>(PhantomData), &[n], &[x, x], &outs) };
        assert!(data == expected, "{n}");
    }
}

fn all<T: cotangent_kernels::Element>(x: &[T], combine: Combine, scale: f64) -> T {
    let mut y = T::default();
    // SAFETY: `x.len()` elements to one.
    unsafe {
        let x_in = In { ptr: x.as_ptr().cast(), strides: &[1], aliased: false };
        reduce::<T>(&[x.len()], x_in, Out { ptr: (&raw mut y).cast(), strides: &[0], combine, scale });
    }
    y
}

#[test]
fn extremes_let_nan_win_and_know_infinities() {
    for n in [1, 3, 9, 33, 70, 3000, 70_000] {
        for at in [0, n / 2, n - 1] {
            let mut x = vec![f32::NEG_INFINITY; n];
            assert_eq!(all(&x, Combine::Max, 1.0), f32::NEG_INFINITY);
            x[at] = -3.0;
            assert_eq!(all(&x, Combine::Max, 1.0), -3.0, "{n} {at}");
            x[at] = f32::NAN;
            assert!(all(&x, Combine::Max, 1.0).is_nan() && all(&x, Combine::Min, 1.0).is_nan(), "{n} {at}");
            assert!(all(&x, Combine::Sum, 1.0).is_nan());
            let mut i = vec![i32::MIN; n];
            i[at] = 7;
            assert_eq!(all(&i, Combine::Max, 1.0), 7);
            assert_eq!(all(&i, Combine::Min, 1.0), if n == 1 { 7 } else { i32::MIN });
        }
    }
}

#[test]
fn integer_sums_wrap_and_bools_or_and_and() {
    assert_eq!(all(&[i32::MAX, 1], Combine::Sum, 1.0), i32::MIN);
    let many = vec![i32::MAX; 70_001];
    assert_eq!(all(&many, Combine::Sum, 1.0), many.iter().fold(0_i32, |a, &b| a.wrapping_add(b)));
    assert_eq!(all(&many, Combine::Prod, 1.0), many.iter().fold(1_i32, |a, &b| a.wrapping_mul(b)));
    let mut flags = vec![false; 70_001];
    assert!(!all(&flags, Combine::Sum, 1.0));
    flags[69_999] = true;
    assert!(all(&flags, Combine::Sum, 1.0) && !all(&flags, Combine::Prod, 1.0));
    flags.fill(true);
    assert!(all(&flags, Combine::Prod, 1.0));
}

#[test]
fn a_mean_of_half_floats_is_rounded_once() {
    use cotangent_kernels::f16;
    let x = vec![f16::from_f32(1000.0); 70_000];
    assert_eq!(all(&x, Combine::Sum, 1.0 / 70_000.0), f16::from_f32(1000.0));
    assert_eq!(all::<f32>(&[], Combine::Prod, 1.0), 1.0);
    assert!(all::<f32>(&[], Combine::Sum, f64::INFINITY).is_nan(), "the mean of nothing");
}

/// Sine of f64, some of whose arguments are beyond the reach of the quick reduction.
struct Turning;

impl Kernel for Turning {
    type Ins = (f64, ());
    type Outs = (f64, ());
    const TURNS: bool = true;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (x, ()): <Self::Ins as List>::Tiles<'_>,
        (y, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        for i in 0..n {
            y[i] = cotangent_kernels::math::sin(s, x[i]);
        }
    }
}

#[test]
fn arguments_of_any_size_among_small_ones() {
    for level in levels() {
        for n in [1, 5, 16, 100, 5000] {
            let mut x: Vec<f64> = (0..n).map(|i| i as f64 * 0.01 - 7.0).collect();
            x[n / 2] = 6381956970095103.0 * 2.0_f64.powi(797);
            x[n - 1] = -1e22;
            let mut y = x.clone();
            let launch = |x: In<'_>, y: &mut [f64]| {
                let out =
                    Out { ptr: y.as_mut_ptr().cast(), strides: &[1], combine: Combine::Store, scale: 1.0 };
                // SAFETY: `n` elements each; the input is the output's memory only where it is marked so.
                unsafe { launch_at(level, &Turning, &[n], &[x], &[out]) };
            };
            launch(In { ptr: x.as_ptr().cast(), strides: &[1], aliased: false }, &mut y);
            for (x, y) in x.iter().zip(&y) {
                assert!((y - x.sin()).abs() <= 4e-16, "sin {x:e} at {level:?}: {y:e}, not {:e}", x.sin());
            }
            let ptr = x.as_mut_ptr();
            launch(In { ptr: ptr.cast_const().cast(), strides: &[1], aliased: true }, &mut x);
            assert_eq!(x, y, "in place, both passes read the arguments");
        }
    }
}

/// Remainders, some of which are beyond the reach of one division.
struct Remainders<T>(PhantomData<T>);

impl<T: Float> Kernel for Remainders<T> {
    type Ins = (T, (T, ()));
    type Outs = (T, ());
    const REMAINDERS: bool = true;
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (x, (y, ())): <Self::Ins as List>::Tiles<'_>,
        (z, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        for i in 0..n {
            z[i] = cotangent_kernels::math::rem(s, x[i], y[i]);
        }
    }
}

#[test]
fn quotients_of_any_size_among_small_ones() {
    fn check<T: Float>(level: Level, n: usize, large: [f64; 2]) {
        let mut x: Vec<T> = (0..n).map(|i| T::from_f64(i as f64 * 0.1 - 7.0)).collect();
        let y: Vec<T> = (0..n).map(|i| T::from_f64(0.3 + i as f64 * 0.01)).collect();
        (x[n / 2], x[n - 1]) = (T::from_f64(large[0]), T::from_f64(large[1]));
        let mut z = x.clone();
        let ins = [&x, &y].map(|x| In { ptr: x.as_ptr().cast(), strides: &[1], aliased: false });
        let out = Out { ptr: z.as_mut_ptr().cast(), strides: &[1], combine: Combine::Store, scale: 1.0 };
        // SAFETY: `n` elements each.
        unsafe { launch_at(level, &Remainders::<T>(PhantomData), &[n], &ins, &[out]) };
        for ((x, y), z) in x.iter().zip(&y).zip(&z) {
            assert_eq!(z.to_f64(), x.to_f64() % y.to_f64(), "{x:?} % {y:?} at {level:?}");
        }
    }
    for level in levels() {
        for n in [1, 5, 16, 100, 5000] {
            check::<f32>(level, n, [3e38, -1e20]);
            check::<f64>(level, n, [1e300, -1e22]);
        }
    }
}
