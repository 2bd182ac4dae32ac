//! Functions of numbers alone, against themselves as plain Rust: difference quotients of the function as it was written.

use cotangent::prelude::*;

/// The transforms of a function of two numbers, with whatever else it takes.
struct Transforms<'f> {
    plain: &'f dyn Fn(f64, f64) -> f64,
    value_and_grad: &'f dyn Fn(f64, f64) -> Result<(f64, [f64; 2])>,
    jvp: &'f dyn Fn(f64, f64, f64, f64) -> Result<(f64, f64)>,
    /// The value, and what is pulled back of a cotangent.
    vjp: &'f dyn Fn(f64, f64, f64) -> Result<(f64, [f64; 2])>,
}

impl Transforms<'_> {
    fn agree(&self, points: &[[f64; 2]]) -> Result<()> {
        for &[x, y] in points {
            let (here, [dx, dy]) = ((self.plain)(x, y), [0.7, -1.3]);
            let (value, grads) = (self.value_and_grad)(x, y)?;
            close(value, here, "value");
            let along = grads[0] * dx + grads[1] * dy;
            close(along, slope(|t| (self.plain)(x + t * dx, y + t * dy)), "gradient");
            let (value, tangent) = (self.jvp)(x, y, dx, dy)?;
            close(value, here, "value beside the tangent");
            close(tangent, along, "tangent");
            let (value, pulled) = (self.vjp)(x, y, 2.5)?;
            close(value, here, "value beside the pullback");
            close(pulled[0], 2.5 * grads[0], "cotangent");
            close(pulled[1], 2.5 * grads[1], "cotangent");
        }
        Ok(())
    }
}

macro_rules! agrees {
    ($f:ident($x:ident, $y:ident $(, $c:expr)*) at $($point:expr),*) => {
        Transforms {
            plain: &|x, y| $f(x, y $(, $c)*),
            value_and_grad: &|x, y| {
                let (value, grads) = $f::value_and_grad(x, y $(, $c)*)?;
                assert_eq!($f::call(x, y $(, $c)*)?, $f(x, y $(, $c)*));
                assert_eq!($f::grad(x, y $(, $c)*)?, grads);
                let report = cotangent::check::gradients::<$f>((x, y $(, $c)*))?;
                assert!(report.to_string().contains(stringify!($x)), "{report}");
                Ok((value, [grads.$x, grads.$y]))
            },
            jvp: &|x, y, dx, dy| $f::jvp(x, y $(, $c)*, dx, dy),
            vjp: &|x, y, g| {
                let (value, pullback) = $f::vjp(x, y $(, $c)*)?;
                assert_eq!(pullback.clone().pull(0.0)?.$x, 0.0);
                let grads = pullback.pull(g)?;
                Ok((value, [grads.$x, grads.$y]))
            },
        }
        .agree(&[$($point),*])
        .unwrap()
    };
}

fn close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-7 * (1.0 + b.abs()), "{what}: {a} is not {b}");
}

/// By differences of the fourth order.
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-3;
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

#[differentiable(order = 2)]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let a = 1.0 - x;
    let b = y - x * x;
    a * a + 100.0 * b * b
}

#[differentiable]
fn methods(x: f64, y: f64) -> f64 {
    let (s, c) = x.sin_cos();
    let r = x.hypot(y).max(0.1).min(10.0) + y.exp_m1() * 0.1 + (1.0 + x * x).ln().sqrt();
    let p = x.abs().powf(1.5) + y.abs().powf(x) + 2.0_f64.powf(y) + x.powi(3) + f64::atan2(y, x);
    s * c
        + r
        + p
        + x.mul_add(y, 1.0)
        + x.signum() * y
        + (x % 0.75)
        + y.rem_euclid(0.6)
        + x.fract()
        + x.to_radians()
        + y.to_degrees()
        + (2.0 + x).abs().log(3.0)
        + (3.0 + y).log(2.0 + x.abs())
        + x.round()
        + y.floor()
        + x.clamp(-0.5, 5.0)
        + y.copysign(x)
        + x.cbrt()
        + f64::max(x, y).tanh()
}

#[differentiable]
fn branches(x: f64, y: f64, #[constant] n: usize) -> f64 {
    let mut sum = 0.0;
    let mut last: f64 = 1.0;
    for i in 0..n {
        let weight = 1.0 / (i as f64 + 1.0);
        if sum > 2.0 * y {
            sum -= x * weight;
        } else if i % 3 == 1 {
            last = sum;
            continue;
        } else {
            sum += (x * y).sin() * weight + last;
        }
        last *= 0.5;
    }
    let scale = if x > y { 2.0 } else { x };
    match n {
        0 => return 3.0,
        1 => x * scale,
        _ if n > 7 => sum,
        _ => {
            if sum.abs() > 0.5 {
                sum * scale + last
            } else {
                last
            }
        }
    }
}

/// Newton's steps to the cube root: its condition asks for the number.
#[differentiable]
fn root(x: f64) -> f64 {
    let mut y = x;
    let mut rounds = 0;
    while (y * y * y - x).abs() > 1e-13 && rounds < 100 {
        y -= (y * y * y - x) / (3.0 * y * y);
        rounds += 1;
    }
    y
}

#[differentiable]
fn half(x: f64) -> f64 {
    0.5 * x * x
}

#[differentiable]
fn checked(x: f64, #[constant] limit: f64) -> Result<f64> {
    if x > limit {
        return Ok(half(limit));
    }
    let inner = half(x + limit) + half(2.0) * x;
    Ok(inner.sqrt())
}

#[differentiable]
fn tower(x: f64, y: f64, #[constant] depth: usize) -> f64 {
    if depth == 0 { half(x) * y } else { tower(x.sin() + y, half(y), depth - 1) }
}

/// One name for what moves, for what does not and for integers.
#[differentiable]
fn shadowed(x: f64, y: f64, n: usize) -> f64 {
    let v = x * y;
    let v = v.abs() as usize + n;
    let (s, c) = (v as f64 * 0.1).sin_cos();
    let v = y.sin() + s;
    if let Some(x) = Some(n) {
        if x > 1 {
            return v * c + x as f64 + y;
        }
    }
    let y = if n == 0 { (x, 2.0) } else { (0.5, y) };
    v * y.0 + c * y.1 * x
}

/// A function of the user's with the name of an op.
#[differentiable]
fn square(x: f64) -> f64 {
    0.5 * x * x
}

/// Arrays, tuples, assignments of tuples, loops over what moves and loops that give a value.
#[differentiable]
fn places(x: f64, y: f64, n: usize) -> f64 {
    let mut a = [0.0, 0.0];
    a[0] += x;
    a[n % 2] += y * y;
    let (mut p, mut q) = (0.0, 1.0);
    for _ in 0..n {
        (p, q) = (q, p + x * q);
    }
    let mut s = x * y;
    for v in [x, y * 2.0] {
        s += v * v;
    }
    let mut k = 0;
    let grown = loop {
        s *= 1.1;
        k += 1;
        if s > 3.0 || k > n {
            break s * q;
        }
    };
    if a[0] > a[1] {
        s -= a[1];
    }
    let [left, right] = [x * 0.5, 1.5];
    let (is_large, finite) = (x > 1.0, y.is_finite());
    if is_large && finite {
        s += (left * right).round();
    }
    square(a[0]) * a[1] + square(p) + s + grown + a.len() as f64 / (a.len() + 1) as f64
}

/// The tail is a loop that returns.
#[differentiable]
fn settled(x: f64, y: f64) -> f64 {
    let mut z = x;
    loop {
        let next = 0.5 * (z + y * y / z);
        if (next - z).abs() < 1e-14 {
            return next * x;
        }
        z = next;
    }
}

/// Named lifetimes, slices and numbers of slices.
#[differentiable]
fn fitted<'a>(slope: f64, shift: f64, #[constant] xs: &'a [f64], #[constant] ys: &'a [f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..xs.len() {
        let miss = slope * xs[i] + shift - ys[i];
        sum += square(miss) + square(half(slope) + xs[i]) * half(xs[i]);
    }
    sum / xs.len() as f64
}

#[differentiable]
mod mechanics {
    #[differentiable]
    fn spring(x: f64, #[constant] k: f64) -> f64 {
        0.5 * k * x * x
    }

    #[differentiable(order = 2)]
    pub fn energy(x: f64, v: f64) -> f64 {
        spring(x, 3.0) + spring(v, 2.0) + (x * v).cos()
    }
}
use mechanics::energy;

#[test]
fn transforms_of_numbers() {
    agrees!(rosenbrock(x, y) at [0.3, -0.4], [0.9, 1.0], [-2.0, 3.0]);
    agrees!(methods(x, y) at [0.3, 0.4], [1.7, -0.9], [-1.2, 2.1], [-0.4, -2.2]);
    agrees!(settled(x, y) at [0.3, 0.4], [1.7, 0.2], [1.3, -2.5]);
    agrees!(fitted(slope, shift, &[0.5, 1.0, 2.0], &[1.0, 0.0, 3.0]) at [0.3, 0.4], [1.7, 0.2]);
    for x in [2.0, 30.0, 0.4] {
        let (value, grads) = root::value_and_grad(x).unwrap();
        close(value, x.cbrt(), "root");
        close(grads.x, 1.0 / (3.0 * x.cbrt().powi(2)), "its derivative");
        close(root::jvp(x, 2.0).unwrap().1, 2.0 * grads.x, "its tangent");
    }
    agrees!(energy(x, v) at [0.3, 1.4], [-2.0, 0.6]);
    for n in 0..9 {
        agrees!(branches(x, y, n) at [0.3, 0.4], [1.7, 0.2], [-1.3, -0.5]);
    }
    for n in 0..4 {
        agrees!(places(x, y, n) at [0.3, 0.4], [1.7, 0.2], [-1.3, -2.5]);
        agrees!(shadowed(x, y, n) at [0.3, 0.4], [1.7, 0.2], [-1.3, -2.5]);
        agrees!(tower(x, y, n) at [0.3, 0.4], [1.7, 0.2]);
    }
}

#[test]
fn hessians_of_numbers() {
    for [x, y] in [[0.3, -0.4], [-1.2, 2.0]] {
        let (grads, products) = rosenbrock::hvp(x, y, 0.5, -1.5).unwrap();
        assert_eq!(grads, rosenbrock::grad(x, y).unwrap());
        close(products.x, slope(|t| rosenbrock::grad(x + 0.5 * t, y - 1.5 * t).unwrap().x), "x");
        close(products.y, slope(|t| rosenbrock::grad(x + 0.5 * t, y - 1.5 * t).unwrap().y), "y");
        let (_, products) = energy::hvp(x, y, 0.5, -1.5).unwrap();
        close(products.v, slope(|t| energy::grad(x + 0.5 * t, y - 1.5 * t).unwrap().v), "v");
    }
}

#[test]
fn results_of_numbers() {
    let (value, grads) = checked::value_and_grad(1.5, 2.0).unwrap();
    close(value, checked(1.5, 2.0).unwrap(), "value");
    close(grads.x, slope(|t| checked(1.5 + t, 2.0).unwrap()), "gradient");
    assert_eq!(checked::grad(2.5, 2.0).unwrap().x, 0.0);
}

#[differentiable]
fn single(x: f32, y: f32) -> f32 {
    x.tanh() * y + 0.1
}

#[test]
fn numbers_of_32_bits() {
    let grads = single::grad(0.3, 2.0).unwrap();
    assert!((grads.y - 0.3_f32.tanh()).abs() < 1e-6);
    assert!((grads.x - 2.0 * (1.0 - 0.3_f32.tanh().powi(2))).abs() < 1e-5);
    assert!(single::explain().starts_with("single\n"));
}

/// Rounds are counted in the numbers' own type: ten, where doubles would need eleven.
#[differentiable]
fn sampled(x: f32, y: f32) -> f32 {
    let (mut sum, mut t) = (0.0, 0.0);
    while t < 1.0 {
        sum += x * t + y;
        t += 0.1;
    }
    sum
}

#[test]
fn host_numbers_have_the_type_of_the_others() {
    let (value, grads) = sampled::value_and_grad(0.5, 2.0).unwrap();
    assert!((value - sampled(0.5, 2.0)).abs() < 1e-4, "{value}");
    assert_eq!(grads.y, 10.0);
}

#[differentiable]
fn edges(x: f64, y: f64) -> f64 {
    (x / y).round().clamp(-9.0, 9.0) + x.signum() + y.copysign(x)
}

#[test]
fn values_at_edges() {
    for (x, y) in [
        (1.0, 0.0),
        (-1.0, 0.0),
        (2.5, 1.0),
        (-0.5, 1.0),
        (0.49999999999999994, 1.0),
        (-0.0, 3.0),
        (f64::NAN, 1.0),
    ] {
        let (value, plain) = (edges::value_and_grad(x, y).unwrap().0, edges(x, y));
        assert!(value == plain || value.is_nan() && plain.is_nan(), "{x} {y}: {value} is not {plain}");
    }
    // Folded constants may be infinite.
    #[differentiable]
    fn folded(x: f64) -> f64 {
        x * (1.0 / 0.0)
    }
    assert_eq!(folded::grad(2.0).unwrap().x, f64::INFINITY);
}

#[differentiable(order = 2)]
fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

/// Results of calls taken apart, and numbers of the host among results.
#[differentiable(order = 2)]
fn spiral(x: f64, y: f64, n: usize) -> Result<(f64, f64, f64)> {
    if n == 0 {
        return Ok((x * y, 1.5, y));
    }
    let (r, a) = polar(x, y);
    let again = polar(r * a, y);
    Ok((r * a.sin() + again.0, n as f64, a * again.1))
}

#[test]
fn several_numbers_come_out() -> Result<()> {
    let (x, y) = (0.3, 0.4);
    let (value, [dr, da]) = (polar(x, y), [0.7, -1.3]);
    let (both, along) = polar::jvp(x, y, 1.0, 2.0)?;
    assert_eq!(both, polar::call(x, y)?);
    close(both.0, value.0, "radius");
    close(along.0, slope(|t| polar(x + t, y + 2.0 * t).0), "its tangent");
    close(along.1, slope(|t| polar(x + t, y + 2.0 * t).1), "tangent of the angle");
    let (_, pullback) = polar::vjp(x, y)?;
    let g = pullback.pull((dr, da))?;
    close(g.x, slope(|t| dr * polar(x + t, y).0 + da * polar(x + t, y).1), "x");
    close(g.y, slope(|t| dr * polar(x, y + t).0 + da * polar(x, y + t).1), "y");
    // As of tensors, the gradient is that of the first result.
    let (all, grads) = polar::value_and_grad(x, y)?;
    assert_eq!(all, both);
    close(grads.y, slope(|t| polar(x, y + t).0), "gradient");
    let (_, h) = polar::hvp(x, y, 0.5, -1.0)?;
    close(h.x, slope(|t| polar::grad(x + 0.5 * t, y - t).unwrap().x), "Hessian");
    for n in 0..3 {
        cotangent::check::gradients::<spiral>((x, y, n))?;
        let g = spiral::vjp(x, y, n)?.1.pull((0.0, 3.0, 1.0))?;
        close(g.y, slope(|t| spiral(x, y + t, n).unwrap().2), "third result");
        let (_, h) = spiral::hvp(x, y, n, 1.0, 0.0)?;
        close(h.y, slope(|t| spiral::grad(x + t, y, n).unwrap().y), "Hessian");
    }
    Ok(())
}

#[differentiable(order = 2)]
fn bilinear(p: [f64; 2], q: &[f64; 2], s: f64) -> f64 {
    let [a, b] = p;
    (a * a * b + q[0] * s).sin() + q[1].powi(3) * p[0]
}

#[differentiable(order = 2)]
fn horner(p: &[f64], x: f64, #[constant] weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in p.iter() {
        sum = sum * x + c;
    }
    for &c in p {
        sum += c * c * weights[0];
    }
    for c in p {
        sum += *c * x;
    }
    for i in 0..p.len() {
        sum += p[i] * p[i] * p[0] * weights.iter().sum::<f64>();
    }
    sum + bilinear([x, p[1]], &[p[0], x], x) * p.len() as f64
}

#[test]
fn arrays_and_slices_have_gradients_of_their_form() -> Result<()> {
    let (p, q, s) = ([0.3, 0.4], [0.5, 0.6], 0.7);
    let at = |t: f64| (([0.3 + t, 0.4 - 2.0 * t], [0.5, 0.6 + t]), 0.7 + 0.5 * t);
    let (value, g) = bilinear::value_and_grad(p, &q, s)?;
    close(value, bilinear(p, &q, s), "value");
    let of = |t| {
        let ((p, q), s) = at(t);
        bilinear(p, &q, s)
    };
    let along = g.p[0] - 2.0 * g.p[1] + g.q[1] + 0.5 * g.s;
    close(along, slope(of), "gradient");
    close(bilinear::jvp(p, &q, s, [1.0, -2.0], &[0.0, 1.0], 0.5)?.1, along, "tangent");
    let (of_grad, h) = bilinear::hvp(p, &q, s, [1.0, -2.0], &[0.0, 1.0], 0.5)?;
    assert_eq!(of_grad, g);
    let grad = |t| {
        let ((p, q), s) = at(t);
        bilinear::grad(p, &q, s).unwrap()
    };
    for i in 0..2 {
        close(h.p[i], slope(|t| grad(t).p[i]), "Hessian of the array");
        close(h.q[i], slope(|t| grad(t).q[i]), "Hessian of the other");
    }
    cotangent::check::gradients::<bilinear>((p, &q, s))?;

    let (p, x, w) = (vec![0.3, -0.4, 0.2], 0.7, [0.1, 0.3]);
    let moved = |t: f64| vec![0.3 + t, -0.4, 0.2 - t];
    let (value, pullback) = horner::vjp(&p, x, &w)?;
    close(value, horner(&p, x, &w), "value of a slice");
    let g = pullback.pull(1.0)?;
    close(g.p[0] - g.p[2], slope(|t| horner(&moved(t), x, &w)), "gradient of a slice");
    close(g.x, slope(|t| horner(&p, x + t, &w)), "gradient beside it");
    close(horner::jvp(&p, x, &w, &[1.0, 0.0, -1.0], 0.0)?.1, g.p[0] - g.p[2], "tangent of a slice");
    let (_, h) = horner::hvp(&p, x, &w, &[1.0, 0.0, -1.0], 0.0)?;
    for i in 0..3 {
        close(h.p[i], slope(|t| horner::grad(&moved(t), x, &w).unwrap().p[i]), "Hessian of a slice");
    }
    let report = cotangent::check::gradients::<horner>((&p, x, &w))?;
    assert!(report.to_string().contains("p.2"), "{report}");
    Ok(())
}
