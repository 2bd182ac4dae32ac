//! Factors of matrices and functions of them, as PyTorch has them, up to second derivatives; and where values are equal.

use cotangent::prelude::*;
use cotangent_tests::flow::near;
use cotangent_tests::there::{at, narrows};

use cotangent_tests::known::{sizes, times_waves, wave};

/// Written by `tests/peers/factors.py`, which holds the same programs.
const REFERENCE: &str = include_str!("../../golden/known/factors.txt");

/// Programs of one matrix, each of two results, which are weighed.
macro_rules! of_one {
    ($($name:ident($a:ident $(, $n:ident: $ty:ty)?) $body:block)*) => {$(
        #[differentiable(order = 2)]
        fn $name(
            $a: &Tensor<f64>,
            #[constant] u: &Tensor<f64>,
            #[constant] t: &Tensor<f64>,
            $($n: $ty)?
        ) -> Scalar<f64> {
            let (y, z) = $body;
            (y * u).sum() + (z * t).sum()
        }
    )*};
}
of_one! {
    eigh(a) {
        let (w, v) = a.eigh();
        let s = (&v * (&w).sin().unsqueeze(-2)).matmul(v.mt());
        (w, s)
    }
    eigenvectors(a) {
        let (w, v) = a.eigh();
        let s = (&v * w.exp().unsqueeze(-2)).matmul(v.mt());
        (&v * &v, s)
    }
    eigvalsh(a) {
        let w = a.eigvalsh();
        let s = (&w).sin();
        (w, s)
    }
    svd(a) {
        let (u, s, vt) = a.svd();
        let m = (u * (&s).sin().unsqueeze(-2)).matmul(vt);
        (s, m)
    }
    singular_vectors(a) {
        let (u, _, vt) = a.svd();
        (&u * &u, &vt * &vt)
    }
    qr(a) { a.qr() }
    lu(a) {
        let (p, l, u) = a.lu();
        (p.matmul(l), u)
    }
    pinv(a) {
        let y = a.pinv();
        let s = &y * &y;
        (y, s)
    }
    matrix_exp(a) {
        let y = a.matrix_exp();
        let s = &y * &y;
        (y, s)
    }
    logdet(a) {
        let y = a.logdet();
        let s = &y * &y;
        (y, s)
    }
    matrix_power(a, n: isize) {
        let y = a.matrix_power(n);
        let s = &y * &y;
        (y, s)
    }
}

#[differentiable(order = 2)]
fn lstsq(
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    #[constant] u: &Tensor<f64>,
    #[constant] t: &Tensor<f64>,
) -> Scalar<f64> {
    let y = a.lstsq(b);
    (&y * u).sum() + (&y * &y * t).sum()
}

#[differentiable(order = 2)]
fn cholesky_solve(
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    #[constant] u: &Tensor<f64>,
    #[constant] t: &Tensor<f64>,
) -> Scalar<f64> {
    let y = a.cholesky_solve(b);
    (&y * u).sum() + (&y * &y * t).sum()
}

/// With 1.5, 3, .. on its diagonal, which keeps eigenvalues and singular values apart.
fn apart(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    let [.., m, n] = *x.shape() else { panic!("a matrix") };
    let diagonal = |at: usize| if at / n == at % n { 1.5 * (at / n + 1) as f64 } else { 0.0 };
    Ok(x + at(Tensor::from_vec((0..m * n).map(diagonal).collect(), [m, n])?))
}

/// The value, the gradients times their waves, the Hessian along waves times waves.
fn numbers(name: &str, xs: &[Tensor<f64>], n: isize, [u, t]: &[Tensor<f64>; 2]) -> Result<Vec<f64>> {
    let along: Vec<Tensor<f64>> = xs.iter().zip(31..).map(|(x, seed)| wave(seed, x.shape())).collect();
    let (value, grads, seconds) = match (xs, along.as_slice()) {
        ([x], [d]) => {
            macro_rules! run {
                ($op:ident $(, $n:expr)?) => {{
                    let (value, g) = $op::value_and_grad(x, u, t $(, $n)?)?;
                    (value, vec![g.a], vec![$op::hvp(x, u, t $(, $n)?, d)?.1.a])
                }};
            }
            match name {
                "eigh" => run!(eigh),
                "eigenvectors" => run!(eigenvectors),
                "eigvalsh" => run!(eigvalsh),
                "svd" => run!(svd),
                "singular_vectors" => run!(singular_vectors),
                "qr" => run!(qr),
                "lu" => run!(lu),
                "pinv" => run!(pinv),
                "matrix_exp" => run!(matrix_exp),
                "logdet" => run!(logdet),
                "matrix_power" => run!(matrix_power, n),
                _ => panic!("no program is called {name}"),
            }
        }
        ([x, b], [d, e]) => {
            macro_rules! run {
                ($op:ident) => {{
                    let (value, g) = $op::value_and_grad(x, b, u, t)?;
                    let (_, h) = $op::hvp(x, b, u, t, d, e)?;
                    (value, vec![g.a, g.b], vec![h.a, h.b])
                }};
            }
            match name {
                "lstsq" => run!(lstsq),
                "cholesky_solve" => run!(cholesky_solve),
                _ => panic!("no program is called {name}"),
            }
        }
        _ => panic!("one operand or two"),
    };
    Ok([vec![value.item()?], times_waves(&grads)?, times_waves(&seconds)?].concat())
}

#[test]
fn as_in_pytorch() -> Result<()> {
    let mut count = 0;
    for line in REFERENCE.lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, shapes, option, results, want] = fields[..] else { panic!("five fields: {line}") };
        let mut xs: Vec<Tensor<f64>> =
            shapes.split(' ').zip([1, 11]).map(|(shape, seed)| wave(seed, &sizes(shape))).collect();
        xs[0] = apart(&xs[0])?;
        let weights: Vec<Tensor<f64>> =
            results.split(' ').zip([5, 6]).map(|(shape, seed)| wave(seed, &sizes(shape))).collect();
        let weights = weights.try_into().expect("two results");
        let want: Vec<f64> = want.split(' ').map(|n| n.parse().expect("a number")).collect();
        count += 1;
        near(line, &numbers(name, &xs, option.parse().expect("a number"), &weights)?, &want, 1e-9);
    }
    assert_eq!(count, 96, "lines of golden/known/factors.txt");
    Ok(())
}

/// Functions that do not depend on the choice of vectors, where there is one: the sum of squares of all elements, in two ways.
#[differentiable(order = 2)]
fn by_eigenvalues(a: &Tensor<f64>) -> Scalar<f64> {
    let w = a.eigvalsh();
    (&w * &w).sum()
}

#[differentiable(order = 2)]
fn by_eigenvectors(a: &Tensor<f64>) -> Scalar<f64> {
    let (w, v) = a.eigh();
    (&v * (&w * &w).unsqueeze(-2)).matmul(v.mt()).trace()
}

#[differentiable(order = 2)]
fn by_singular_values(a: &Tensor<f64>) -> Scalar<f64> {
    let (_, s, _) = a.svd();
    (&s * &s).sum()
}

#[differentiable(order = 2)]
fn by_singular_vectors(a: &Tensor<f64>) -> Scalar<f64> {
    let (u, s, vt) = a.svd();
    let y = (u * s.unsqueeze(-2)).matmul(vt);
    (&y * &y).sum()
}

/// Symmetric ones with equal eigenvalues, and all singular values equal or 0.
fn degenerate() -> Vec<Tensor<f64>> {
    let third = 1.0 / 3.0;
    let all: [Tensor<f64>; 5] = [
        tensor![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        tensor![[0.0, 0.0], [0.0, 0.0]],
        tensor![[2.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 2.0]],
        // A reflection: eigenvalues 1, 1 and -1 up to rounding.
        tensor![
            [third, -2.0 * third, -2.0 * third],
            [-2.0 * third, third, -2.0 * third],
            [-2.0 * third, -2.0 * third, third]
        ],
        tensor![[1.0, 1.0], [1.0, 1.0]],
    ];
    all.map(at).into()
}

#[test]
fn equal_values_give_right_gradients_and_no_nan() -> Result<()> {
    for a in degenerate() {
        let twice: Vec<f64> = a.to_vec()?.iter().map(|x| 2.0 * x).collect();
        let along = wave(3, a.shape());
        macro_rules! check {
            ($($op:ident)*) => {$(
                let name = concat!(stringify!($op), " at ");
                let what = format!("{name}{a:?}");
                near(&what, &$op::grad(&a)?.a.to_vec()?, &twice, 1e-12);
                let (_, h) = $op::hvp(&a, &along)?;
                assert!(h.a.to_vec()?.iter().all(|x| x.is_finite()), "{what}: {h:?}");
                let (_, y) = $op::jvp(&a, &along)?;
                let slope: f64 = twice.iter().zip(along.to_vec()?).map(|(g, d)| g * d).sum();
                near(&what, &[y.item()?], &[slope], 1e-12);
            )*};
        }
        check! { by_eigenvalues by_eigenvectors by_singular_values }
        let (_, g) = by_singular_vectors::value_and_grad(&a)?;
        assert!(g.a.to_vec()?.iter().all(|x| x.is_finite()), "{g:?}");
        let (_, h) = by_singular_vectors::hvp(&a, &along)?;
        assert!(h.a.to_vec()?.iter().all(|x| x.is_finite()), "{h:?}");
    }
    Ok(())
}

#[differentiable(order = 2)]
fn square_of_the_trace(a: &Tensor<f64>) -> Scalar<f64> {
    a.eigvalsh().sum().square()
}

#[differentiable(order = 2)]
fn nuclear_norm(a: &Tensor<f64>) -> Scalar<f64> {
    let (_, s, _) = a.svd();
    s.sum()
}

#[differentiable]
fn sine_of_a_matrix(a: &Tensor<f64>, #[constant] u: &Tensor<f64>) -> Scalar<f64> {
    let (w, v) = a.eigh();
    ((&v * w.sin().unsqueeze(-2)).matmul(v.mt()) * u).sum()
}

/// `U M Vᵀ`, where `M` has the element `f(i, j, p[i, j], p[j, i])` for `P = Uᵀ D V`.
fn in_basis([u, d, v]: [&Tensor<f64>; 3], f: impl Fn(usize, usize, f64, f64) -> f64) -> Result<Tensor<f64>> {
    let p = u.mt()?.matmul(d)?.matmul(v)?;
    let (n, p) = (p.dim(-1), p.to_vec()?);
    let m = (0..n * n).map(|at| f(at / n, at % n, p[at], p[at % n * n + at / n])).collect();
    u.matmul(at(Tensor::from_vec(m, [n, n])?))?.matmul(v.mt()?)
}

/// What decision 108 says of equal eigenvalues: a function of them has the second derivative of its diagonal alone among equal ones.
/// Where `∂ᵢᵢf` and `∂ᵢⱼf` are the same nothing is missing. `V f(Λ) Vᵀ` lacks as much at the first order.
#[test]
fn what_derivatives_lack_at_equal_eigenvalues() -> Result<()> {
    for a in degenerate() {
        let along = wave(3, a.shape());
        let d = (&along + along.mt()?) * 0.5;
        let (w, v) = a.eigh()?;
        let w: Vec<f64> = w.to_vec()?;
        let equal = |i: usize, j: usize| i != j && (w[i] - w[j]).abs() < 1e-9;
        let what = format!("{a:?}");
        let have = in_basis([&v, &d, &v], |i, j, p, _| if equal(i, j) { 0.0 } else { 2.0 * p })?.to_vec()?;
        near(&what, &by_eigenvalues::hvp(&a, &along)?.1.a.to_vec()?, &have, 1e-12);
        let trace: f64 = (0..w.len()).map(|i| d.to_vec().map(|d| d[i * (w.len() + 1)])).sum::<Result<_>>()?;
        let right: Vec<f64> = (0..w.len() * w.len())
            .map(|at| if at % (w.len() + 1) == 0 { 2.0 * trace } else { 0.0 })
            .collect();
        near(&what, &square_of_the_trace::hvp(&a, &along)?.1.a.to_vec()?, &right, 1e-12);
        let slope = |i: usize, j: usize| match (i == j, equal(i, j)) {
            (true, _) => w[i].cos(),
            (_, true) => 0.0,
            _ => (w[i].sin() - w[j].sin()) / (w[i] - w[j]),
        };
        let have = in_basis([&v, &d, &v], |i, j, p, _| slope(i, j) * p)?.to_vec()?;
        near(&what, &sine_of_a_matrix::grad(&a, &along)?.a.to_vec()?, &have, 1e-12);
    }
    Ok(())
}

/// The same of singular values. Of their sum nothing is missing.
#[test]
fn what_derivatives_lack_at_equal_singular_values() -> Result<()> {
    let (c, s) = (0.6, 0.8);
    let orthogonal: Tensor<f64> = tensor![[c, -s], [s, c]];
    for a in [
        orthogonal,
        tensor![[0.0, 2.0, 0.0], [0.0, 0.0, -2.0], [1.0, 0.0, 0.0]],
        tensor![[c, s, 0.0], [0.0, 0.0, 3.0], [-s, c, 0.0]],
    ] {
        let a = at(a);
        let along = wave(4, a.shape());
        let (u, w, vt) = a.svd()?;
        let (v, w): (_, Vec<f64>) = (vt.mt()?, w.to_vec()?);
        let equal = |i: usize, j: usize| i != j && (w[i] - w[j]).abs() < 1e-9;
        let what = format!("{a:?}");
        let right = in_basis([&u, &along, &v], |i, j, p, q| (p - q) / (w[i] + w[j]))?.to_vec()?;
        near(&what, &nuclear_norm::hvp(&a, &along)?.1.a.to_vec()?, &right, 1e-12);
        let have = |i: usize, j: usize, p: f64, q: f64| if equal(i, j) { p - q } else { 2.0 * p };
        let have = in_basis([&u, &along, &v], have)?.to_vec()?;
        near(&what, &by_singular_values::hvp(&a, &along)?.1.a.to_vec()?, &have, 1e-12);
    }
    Ok(())
}

/// Functions without vectors have all derivatives there.
#[test]
fn functions_of_matrices_lack_nothing_at_equal_values() -> Result<()> {
    #[differentiable(order = 2)]
    fn powers(a: &Tensor<f64>) -> Scalar<f64> {
        a.matrix_power(2).trace()
    }
    for a in degenerate() {
        let along = wave(3, a.shape());
        let right = (along.mt()? * 2.0).to_vec()?;
        near(&format!("{a:?}"), &powers::hvp(&a, &along)?.1.a.to_vec()?, &right, 1e-12);
    }
    Ok(())
}

/// The nearest orthogonal matrix, which depends on no choice of vectors either: here right to the first order even where all singular
/// values are equal.
#[differentiable(order = 2)]
fn polar(a: &Tensor<f64>, #[constant] u: &Tensor<f64>) -> Scalar<f64> {
    let (left, _, right) = a.svd();
    (left.matmul(right) * u).sum()
}

#[test]
fn the_polar_factor_at_an_orthogonal_matrix() -> Result<()> {
    let (c, s) = (0.6, 0.8);
    let (a, u): (Tensor<f64>, _) = (at(tensor![[c, -s], [s, c]]), wave(2, &[2, 2]));
    let g = polar::grad(&a, &u)?.a;
    // What of `u` is `a` times a skew matrix: that is half of `u - a uᵀ a`.
    let want = &u - a.matmul(&u.mt()?)?.matmul(&a)?;
    near("the gradient", &g.to_vec()?, &(want * 0.5).to_vec()?, 1e-13);
    Ok(())
}

#[test]
fn exponentials_of_skew_matrices_are_orthogonal() -> Result<()> {
    for (n, size) in [(2, 1.0), (5, 0.01), (6, 30.0), (9, 1000.0)] {
        let x = wave(4, &[3, n, n]);
        let a = (&x - x.mt()?) * size;
        let q = a.matrix_exp()?;
        let one = q.matmul(&q.mt()?)?;
        let want: Vec<f64> = (0..3 * n * n).map(|at| f64::from(at % (n * n) % (n + 1) == 0)).collect();
        let unit = if narrows() { 4.5 * f64::from(f32::EPSILON) } else { 1e-15 };
        near(&format!("{n} rows of size {size}"), &one.to_vec()?, &want, unit * (100.0 + 10.0 * size));
    }
    Ok(())
}

/// A tangent far larger than the matrix costs no digits.
#[test]
fn exponentials_along_large_tangents() -> Result<()> {
    let a = wave(4, &[4, 4]);
    let (u, t) = (wave(5, &[4, 4]), a.zeros_like()?);
    let g = matrix_exp::grad(&a, &u, &t)?.a;
    let large = matrix_exp::grad(&a, &(&u * 1e12), &t)?.a;
    near("scaled", &(large * 1e-12).to_vec()?, &g.to_vec()?, 1e-13);
    Ok(())
}

#[test]
fn signs_and_orders() -> Result<()> {
    let a: Tensor<f64> = at(tensor![[2.0, 2.0], [2.0, -1.0]]);
    let (w, v) = a.eigh()?;
    near("values", &w.to_vec()?, &[-2.0, 3.0], 1e-14);
    let root = 5f64.sqrt();
    near("vectors", &v.to_vec()?, &[-1.0 / root, 2.0 / root, 2.0 / root, 1.0 / root], 1e-14);
    let b: Tensor<f64> = at(tensor![[0.0, 2.0], [4.0, 6.0]]);
    let (p, l, u) = b.lu()?;
    assert_eq!(
        (p.to_vec()?, l.to_vec()?, u.to_vec()?),
        (vec![0.0, 1.0, 1.0, 0.0], vec![1.0, 0.0, 0.0, 1.0], vec![4.0, 6.0, 0.0, 2.0])
    );
    let one = |x: f64| Tensor::from_vec(vec![x], [1, 1]).map(at);
    assert!(one(-1.0)?.logdet()?.item()?.is_nan());
    assert_eq!(one(0.0)?.logdet()?.item()?, f64::NEG_INFINITY);
    Ok(())
}
