//! Our linear algebra against faer: `cargo bench -p cotangent-tests --features faer --bench linalg -- [filter]`.
//!
//! Both run in one process, turn by turn; a figure is the median over the turns. faer gets what suits it best: column-major
//! matrices, and its workspace allocated beforehand. Each call copies its input, as both factor in place.

use std::hint::black_box;
use std::time::Instant;

use cotangent_kernels::Float;
use cotangent_kernels::linalg as ours;
use cotangent_kernels::strided::View;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::{cholesky::llt::factor as llt, lu::partial_pivoting as lu, triangular_solve as tri};
use faer::traits::ComplexField;
use faer::{MatMut, MatRef, Par};

const SIZES: [usize; 8] = [4, 8, 16, 32, 64, 128, 256, 512];
const TURNS: usize = 25;
/// Seconds of one turn of one side.
const TURN: f64 = 1e-3;

/// A batch of `count` matrices of order `n`, symmetric and positive definite, and as many right-hand sides with `k` columns.
struct Case<T> {
    n: usize,
    k: usize,
    count: usize,
    a: Vec<T>,
    b: Vec<T>,
}

impl<T: Float> Case<T> {
    fn new(n: usize, k: usize, count: usize) -> Self {
        let mut state = 88172645463325252u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let mut a = vec![T::from_f64(0.0); count * n * n];
        for m in a.chunks_exact_mut(n * n) {
            for i in 0..n {
                for j in 0..=i {
                    let x = random() + if i == j { n as f64 } else { 0.0 };
                    (m[i * n + j], m[j * n + i]) = (T::from_f64(x), T::from_f64(x));
                }
            }
        }
        let b = (0..count * n * k).map(|_| T::from_f64(random())).collect();
        Self { n, k, count, a, b }
    }
}

/// Median seconds of both, taken in turns.
fn compare(mut x: impl FnMut(), mut y: impl FnMut()) -> (f64, f64) {
    let timed = |f: &mut dyn FnMut(), calls: usize| {
        let start = Instant::now();
        (0..calls).for_each(|_| f());
        start.elapsed().as_secs_f64() / calls as f64
    };
    let calls = |f: &mut dyn FnMut()| {
        timed(f, 3);
        (TURN / timed(f, 3)).ceil().max(1.0) as usize
    };
    let (cx, cy) = (calls(&mut x), calls(&mut y));
    let (mut tx, mut ty): (Vec<f64>, Vec<f64>) =
        (0..TURNS).map(|_| (timed(&mut x, cx), timed(&mut y, cy))).unzip();
    tx.sort_by(f64::total_cmp);
    ty.sort_by(f64::total_cmp);
    (tx[TURNS / 2], ty[TURNS / 2])
}

fn factor<'a, T: ComplexField>(
    a: MatMut<'_, T>,
    perm: &'a mut [Vec<usize>; 2],
    par: Par,
    stack: &mut MemBuffer,
) -> faer::perm::PermRef<'a, usize> {
    let [p, q] = perm;
    lu::factor::lu_in_place(a, p, q, par, MemStack::new(stack), Default::default()).1
}

fn measure<T: Float + ComplexField>(op: &str, c: &Case<T>, par: Par) -> (f64, f64) {
    let (n, k, count) = (c.n, c.k, c.count);
    let strides = |rows: usize, columns: usize| [(rows * columns) as isize, columns as isize, 1];
    let (sa, sb) = (strides(n, n), strides(n, k));
    let (shape_a, shape_b) = ([count, n, n], [count, n, k]);
    let a = View::new(&c.a, 0, &shape_a, &sa).unwrap();
    let b = View::new(&c.b, 0, &shape_b, &sb).unwrap();
    let mut out = vec![T::from_f64(0.0); count * n * if op == "cholesky" || op == "inverse" { n } else { k }];
    let mut theirs = out.clone();
    let mut work = vec![T::from_f64(0.0); n * n];
    let mut perm = [vec![0; n], vec![0; n]];
    let mut stack = MemBuffer::new(
        lu::factor::lu_in_place_scratch::<usize, T>(n, n, par, Default::default())
            .or(lu::solve::solve_in_place_scratch::<usize, T>(n, k, par))
            .or(lu::inverse::inverse_scratch::<usize, T>(n, par))
            .or(llt::cholesky_in_place_scratch::<T>(n, par, Default::default())),
    );
    let mut each = |f: &mut dyn FnMut(&[T], &[T], &mut [T])| {
        let size = theirs.len() / count;
        for (i, out) in theirs.chunks_exact_mut(size).enumerate() {
            f(&c.a[i * n * n..][..n * n], &c.b[i * n * k..][..n * k], out);
        }
    };
    fn square<T>(x: &mut [T], n: usize) -> MatMut<'_, T> {
        MatMut::from_column_major_slice_mut(x, n, n)
    }
    match op {
        "cholesky" => compare(
            || ours::cholesky(&mut out, black_box(a)).unwrap(),
            || {
                each(&mut |a, _, out| {
                    out.copy_from_slice(black_box(a));
                    let stack = MemStack::new(&mut stack);
                    llt::cholesky_in_place(
                        square(out, n),
                        Default::default(),
                        par,
                        stack,
                        Default::default(),
                    )
                    .unwrap();
                });
            },
        ),
        "triangular" => compare(
            || ours::triangular_solve(&mut out, black_box(a), b, true).unwrap(),
            || {
                each(&mut |a, b, out| {
                    out.copy_from_slice(black_box(b));
                    let out = MatMut::from_column_major_slice_mut(out, n, k);
                    tri::solve_lower_triangular_in_place(MatRef::from_column_major_slice(a, n, n), out, par);
                });
            },
        ),
        "solve" => compare(
            || ours::solve(&mut out, black_box(a), b).unwrap(),
            || {
                each(&mut |a, b, out| {
                    work.copy_from_slice(black_box(a));
                    out.copy_from_slice(b);
                    let p = factor(square(&mut work, n), &mut perm, par, &mut stack);
                    let (f, out) = (
                        MatRef::from_column_major_slice(&work, n, n),
                        MatMut::from_column_major_slice_mut(out, n, k),
                    );
                    lu::solve::solve_in_place(f, f, p, out, par, MemStack::new(&mut stack));
                });
            },
        ),
        _ => compare(
            || ours::inverse(&mut out, black_box(a)).unwrap(),
            || {
                each(&mut |a, _, out| {
                    work.copy_from_slice(black_box(a));
                    let p = factor(square(&mut work, n), &mut perm, par, &mut stack);
                    let f = MatRef::from_column_major_slice(&work, n, n);
                    lu::inverse::inverse(square(out, n), f, f, p, par, MemStack::new(&mut stack));
                });
            },
        ),
    }
}

fn row<T: Float + ComplexField>(name: &str, op: &str, n: usize, k: usize, count: usize) {
    let case = Case::<T>::new(n, k, count);
    let mut line = format!(
        "| {name} | {} | {} |",
        T::DTYPE,
        if count > 1 { format!("{count} x {n}") } else { n.to_string() }
    );
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let par = if threads == 1 { Par::Seq } else { Par::rayon(threads) };
        let (x, y) = pool.install(|| measure(op, &case, par));
        line += &format!(" {:.2} | {:.2} | {:.2} |", x * 1e6, y * 1e6, y / x);
    }
    println!("{line}");
}

fn main() {
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    println!("| op | type | n | ours, us | faer, us | faer / ours | ours, 2 threads | faer | faer / ours |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, op) in [
        ("cholesky", "cholesky"),
        ("triangular, 1 column", "triangular"),
        ("triangular, n columns", "triangular"),
        ("solve, 1 column", "solve"),
        ("solve, n columns", "solve"),
        ("inverse", "inverse"),
    ] {
        if !name.contains(&filter) {
            continue;
        }
        let cases = SIZES.map(|n| (n, 1)).into_iter().chain([(8, 256)]);
        for (n, count) in cases {
            let k = if name.ends_with("n columns") { n } else { 1 };
            row::<f32>(name, op, n, k, count);
            row::<f64>(name, op, n, k, count);
        }
    }
}
