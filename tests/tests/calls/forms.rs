//! What goes into a called function and comes out of it.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders, same};

use crate::normal;

#[differentiable(order = 2)]
fn layer(x: &Tensor<f64, B, I>, w: &Tensor<f64, I, H>, b: &Tensor<f64, H>) -> Tensor<f64, B, H> {
    (x.matmul(w) + b).tanh()
}

#[differentiable(order = 2)]
fn two_layers(
    x: &Tensor<f64>,
    w: &Tensor<f64>,
    b: &Tensor<f64>,
    v: &Tensor<f64>,
    c: &Tensor<f64>,
) -> Scalar<f64> {
    let h = layer(x, w, b);
    let y = layer(&h, v, c);
    (&y * &y).mean() + h.sum() * 0.1
}

#[differentiable]
fn two_layers_inline(
    x: &Tensor<f64>,
    w: &Tensor<f64>,
    b: &Tensor<f64>,
    v: &Tensor<f64>,
    c: &Tensor<f64>,
) -> Scalar<f64> {
    let h = (x.matmul(w) + b).tanh();
    let y = (h.matmul(v) + c).tanh();
    (&y * &y).mean() + h.sum() * 0.1
}

#[test]
fn a_layer_twice() -> Result<()> {
    let (x, w, b, v, c) =
        (normal(1, [3, 2]), normal(2, [2, 4]), normal(3, [4]), normal(4, [4, 2]), normal(5, [2]));
    both::<two_layers, two_layers_inline>((&x, &w, &b, &v, &c), (&x, &w, &b, &v, &c))
}

/// The shapes of a callee are checked where the call is.
#[test]
fn a_shape_that_the_callee_refuses() {
    let (x, w, b, v, c) =
        (normal(1, [3, 2]), normal(2, [2, 4]), normal(3, [5]), normal(4, [4, 2]), normal(5, [2]));
    let why = two_layers::vjp(&x, &w, &b, &v, &c).err().unwrap().to_string();
    assert!(why.contains('H') && why.contains("layer"), "{why}");
    assert_eq!(why, two_layers::call(&x, &w, &b, &v, &c).unwrap_err().to_string());
    assert_eq!(why, two_layers::value_and_grad(&x, &w, &b, &v, &c).err().unwrap().to_string());
}

#[differentiable(order = 2)]
fn pair(a: &Tensor<f64>, b: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    (a * b, a.sin() + b)
}

#[differentiable(order = 2)]
fn of_pairs(p: (&Tensor<f64>, &Tensor<f64>), k: f64) -> (Tensor<f64>, (Tensor<f64>, Tensor<f64>)) {
    let (a, b) = p;
    (a.exp() * k, (a * b, b.cos()))
}

#[differentiable(order = 2)]
fn of_array(xs: [Tensor<f64>; 3]) -> [Tensor<f64>; 2] {
    let [a, b, c] = xs;
    [&a * &b, c.exp() * a]
}

#[differentiable(order = 2)]
fn tuples(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let (p, q) = pair(x, y);
    let (r, (s, t)) = of_pairs((&p, &q), 0.5);
    let [u, v] = of_array([r, s, t]);
    let whole = pair(&u, &v);
    (whole.0 * &q + whole.1).sum()
}

#[differentiable]
fn tuples_inline(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let (p, q) = (x * y, x.sin() + y);
    let (r, s, t) = (p.exp() * 0.5, &p * &q, q.cos());
    let (u, v) = (&r * &s, t.exp() * r);
    let (m, n) = (&u * &v, u.sin() + v);
    (m * &q + n).sum()
}

#[test]
fn tuples_and_arrays() -> Result<()> {
    let (x, y) = (normal(1, [3]), normal(2, [3]));
    both::<tuples, tuples_inline>((&x, &y), (&x, &y))
}

/// A tuple handed on whole, a result of which a part is never read, a result that nothing reads, one read twice.
#[differentiable(order = 2)]
fn parts(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let _ = pair(y, y);
    let unused = pair(x, y);
    let (p, _) = pair(x, y);
    let (_, q) = pair(&p, x);
    let both = pair(&q, &p);
    let again = both.1.exp();
    (again * &both.1 + &both.1).sum() + p.mean() + unused.0.sum() * 0.0
}

#[differentiable]
fn parts_inline(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let p = x * y;
    let q = p.sin() + x;
    let r = q.sin() + &p;
    (r.exp() * &r + &r).sum() + p.mean()
}

#[test]
fn results_read_in_part() -> Result<()> {
    let (x, y) = (normal(1, [2, 2]), normal(2, [2, 2]));
    both::<parts, parts_inline>((&x, &y), (&x, &y))
}

#[differentiable(order = 2)]
fn scaled<T: Float>(x: &Tensor<T>, k: f64) -> Tensor<T> {
    x.exp() * k
}

#[differentiable(order = 2)]
fn power<const P: i32>(x: &Tensor<f64>) -> Tensor<f64> {
    x.powi(P)
}

#[differentiable(order = 2)]
fn generic<T: Float>(x: &Tensor<T>, y: &Tensor<f64>) -> Scalar<T> {
    let a = scaled(x, 2.0);
    let b = scaled::<T>(&a.sin(), 0.25);
    let c: Tensor<f64> = power::<3>(y) + scaled::<f64>(y, 1.0);
    (b * a).sum() + c.sum().cast::<T>()
}

#[differentiable]
fn generic_inline<T: Float>(x: &Tensor<T>, y: &Tensor<f64>) -> Scalar<T> {
    let a = x.exp() * 2.0;
    let b = a.sin().exp() * 0.25;
    let c = y.powi(3) + y.exp();
    (b * a).sum() + c.sum().cast::<T>()
}

#[test]
fn type_and_constant_parameters() -> Result<()> {
    let (x, y) = (normal(1, [4]), normal(2, [3]));
    both::<generic<f64>, generic_inline<f64>>((&x, &y), (&x, &y))
}

#[differentiable(order = 2)]
fn constants(
    x: &Tensor<f64>,
    #[constant] mask: &Tensor<f64>,
    ids: &Tensor<i32>,
    keep: &Tensor<bool>,
    n: usize,
    name: &str,
    ks: &[f64],
) -> Tensor<f64> {
    let picked = x.index_select(0, ids);
    assert_eq!(name, "one");
    let k = ks[n];
    select(keep, picked * mask * k, mask)
}

#[differentiable(order = 2)]
fn with_constants(
    x: &Tensor<f64>,
    m: &Tensor<f64>,
    ids: &Tensor<i32>,
    keep: &Tensor<bool>,
    ks: &[f64],
) -> Scalar<f64> {
    let h = m.exp();
    let y = constants(x, &h, ids, keep, 1, "one", ks);
    let z = constants(&y, m, ids, keep, 1 - 1, "one", ks);
    (y * z).sum() + h.sum()
}

#[differentiable(order = 2)]
fn with_constants_inline(
    x: &Tensor<f64>,
    m: &Tensor<f64>,
    ids: &Tensor<i32>,
    keep: &Tensor<bool>,
) -> Scalar<f64> {
    let h = m.exp();
    let (fixed, m) = (stop_gradient(&h), stop_gradient(m));
    let y = select(keep, x.index_select(0, ids) * &fixed * 2.0, &fixed);
    let z = select(keep, y.index_select(0, ids) * &m * 0.5, &m);
    (y * z).sum() + h.sum()
}

#[test]
fn constant_parameters() -> Result<()> {
    let (x, m) = (normal(1, [3]), normal(2, [3]));
    let ids = Tensor::from_vec(vec![2, 0, 2], [3])?;
    let keep = Tensor::from_vec(vec![true, false, true], [3])?;
    // What stops a gradient is no constant to a difference quotient.
    same::<with_constants, with_constants_inline>((&x, &m, &ids, &keep, &[0.5, 2.0]), (&x, &m, &ids, &keep))?;
    let v = [normal(3, [3]), normal(4, [3])];
    let (a, b) = (
        with_constants::hvp(&x, &m, &ids, &keep, &[0.5, 2.0], &v[0], &v[1])?.1,
        with_constants_inline::hvp(&x, &m, &ids, &keep, &v[0], &v[1])?.1,
    );
    assert_eq!((a.x.to_vec()?, a.m.to_vec()?), (b.x.to_vec()?, b.m.to_vec()?));
    Ok(())
}

#[differentiable(order = 2)]
fn total(xs: &[Tensor<f64>], k: f64) -> Tensor<f64> {
    (concat(xs, 0) * k).sin()
}

#[differentiable(order = 2)]
fn firsts(ps: &[(&Tensor<f64>, &Tensor<f64>)]) -> Tensor<f64> {
    ps[0].0 * ps[1].1 + ps[1].0
}

#[differentiable(order = 2)]
fn slices(xs: &[Tensor<f64>], ps: &[(&Tensor<f64>, &Tensor<f64>)], y: &Tensor<f64>) -> Scalar<f64> {
    let all = total(xs, 2.0);
    let some = total(&[y * 2.0, xs[1].exp(), y.clone()], 1.0);
    let two = firsts(&[(y, &xs[0]), (&xs[1], y)]);
    (all.sum() * some).sum() + (firsts(&[ps[0], (ps[1].0, ps[1].1)]) * two).sum()
}

#[differentiable]
fn slices_inline(xs: &[Tensor<f64>], ps: &[(&Tensor<f64>, &Tensor<f64>)], y: &Tensor<f64>) -> Scalar<f64> {
    let all = (concat(xs, 0) * 2.0).sin();
    let some = concat(&[&(y * 2.0), &xs[1].exp(), y], 0).sin();
    let two = y * y + &xs[1];
    (all.sum() * some).sum() + ((ps[0].0 * ps[1].1 + ps[1].0) * two).sum()
}

#[test]
fn lists_handed_on() -> Result<()> {
    let xs = [normal(1, [2]), normal(2, [2]), normal(3, [3])];
    let (a, b, c, y) = (normal(4, [2]), normal(5, [2]), normal(6, [2]), normal(7, [2]));
    let ps = [(&a, &b), (&c, &a)];
    both::<slices, slices_inline>((&xs, &ps, &y), (&xs, &ps, &y))
}

#[differentiable(order = 2)]
fn sorted(x: &Tensor<f64>, axis: isize) -> (Tensor<f64>, Tensor<i32>) {
    let (values, ids) = x.sort(axis);
    (values.exp(), ids)
}

#[differentiable(order = 2)]
fn only_integers(x: &Tensor<f64>, ids: &Tensor<i32>) -> Tensor<f64> {
    x.take_along_axis(ids, 0) * 2.0
}

#[differentiable(order = 2)]
fn with_integers(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let (v, ids) = sorted(x, 0);
    let (_, more) = sorted(y, 0);
    (v * only_integers(y, &ids) * only_integers(x, &more)).sum()
}

#[differentiable]
fn with_integers_inline(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let (v, ids) = x.sort(0);
    let (_, more) = y.sort(0);
    (v.exp() * y.take_along_axis(ids, 0) * 2.0 * x.take_along_axis(more, 0) * 2.0).sum()
}

#[test]
fn integer_results() -> Result<()> {
    let (x, y) = (normal(1, [4]), normal(2, [4]));
    both::<with_integers, with_integers_inline>((&x, &y), (&x, &y))
}

#[differentiable(order = 2)]
fn owned(x: Tensor<f64>, y: Tensor<f64>) -> Tensor<f64> {
    x.exp() * y
}

#[differentiable(order = 2)]
fn by_value(x: &Tensor<f64>, y: Tensor<f64>) -> Scalar<f64> {
    let h = owned(x.clone(), y.clone());
    let k = owned(h.clone(), x * 2.0);
    (owned(k, h) + y).sum()
}

#[differentiable]
fn by_value_inline(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let h = x.exp() * y;
    let k = h.exp() * (x * 2.0);
    (k.exp() * h + y).sum()
}

#[test]
fn parameters_by_value() -> Result<()> {
    let (x, y): (Tensor<f64>, Tensor<f64>) = (normal(1, [3]) * 0.3, normal(2, [3]) * 0.3);
    both::<by_value, by_value_inline>((&x, y.clone()), (&x, &y))
}

#[differentiable(order = 2)]
fn product(a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
    a * b.exp()
}

#[differentiable(order = 2)]
fn aliased(x: &Tensor<f64>) -> Scalar<f64> {
    let y = product(x, x);
    let z = pair(&y, &y);
    let w = total(&[y.clone(), y, z.0], 1.0);
    w.sum()
}

#[differentiable]
fn aliased_inline(x: &Tensor<f64>) -> Scalar<f64> {
    let y = x * x.exp();
    concat(&[&y, &y, &(&y * &y)], 0).sin().sum()
}

#[test]
fn one_value_for_two_parameters() -> Result<()> {
    let x: Tensor<f64> = normal(1, [3]) * 0.3;
    both::<aliased, aliased_inline>((&x,), (&x,))
}

/// An argument that has no derivative, in a parameter that has one; dims and sizes as arguments.
#[differentiable(order = 2)]
fn without(x: &Tensor<f64, N>, c: &Tensor<i32, N>) -> Scalar<f64> {
    let k = Tensor::<f64>::full([N], 0.5);
    let y = product(&c.cast::<f64>(), x);
    let z = product(&y, &k);
    let w = scaled(&z, N as f64);
    let u = scaled(&Tensor::<f64>::ones([2]), x.dim(0) as f64);
    w.sum() * u.sum()
}

#[differentiable]
fn without_inline(x: &Tensor<f64, N>, c: &Tensor<i32, N>) -> Scalar<f64> {
    let k = Tensor::<f64>::full([N], 0.5);
    let y = c.cast::<f64>() * x.exp();
    let w = (y * k.exp()).exp() * N;
    w.sum() * (Tensor::<f64>::ones([2]).exp() * N).sum()
}

#[test]
fn arguments_without_a_derivative() -> Result<()> {
    let (x, c) = (normal(1, [3]), Tensor::from_vec(vec![1, -1, 0], [3])?);
    both::<without, without_inline>((&x, &c), (&x, &c))
}

/// `Result` on either side, and a callee that fails.
#[differentiable(order = 2)]
fn checked(x: &Tensor<f64>, limit: f64) -> Result<Tensor<f64>> {
    if limit < 0.0 {
        return Err(Error::msg("a limit below zero"));
    }
    Ok(x.tanh() * limit)
}

#[differentiable(order = 2)]
fn plain(x: &Tensor<f64>, limit: f64) -> Scalar<f64> {
    checked(x, limit).sum()
}

#[differentiable(order = 2)]
fn tried(x: &Tensor<f64>, limit: f64) -> Result<Scalar<f64>> {
    let y = checked(x, limit)?;
    Ok(checked(&y, 1.0)?.sum())
}

#[test]
fn results_that_fail() -> Result<()> {
    let x = normal(1, [3]);
    orders::<plain>((&x, 2.0))?;
    orders::<tried>((&x, 2.0))?;
    for why in [
        plain::call(&x, -1.0).err(),
        plain::vjp(&x, -1.0).err(),
        plain::jvp(&x, -1.0, &x).err(),
        plain::hvp(&x, -1.0, &x).err(),
        tried(&x, -1.0).err(),
        tried::value_and_grad(&x, -1.0).err(),
    ] {
        let why = why.unwrap().to_string();
        assert!(why.contains("a limit below zero"), "{why}");
    }
    Ok(())
}

/// Linear callees, of results smaller and larger than what they take: what moves is no cotangent.
#[differentiable(order = 2)]
fn added_up(x: &Tensor<f64, B, D>) -> Scalar<f64> {
    x.sum()
}

#[differentiable(order = 2)]
fn repeated(x: &Tensor<f64, D>, k: f64) -> Tensor<f64, 2, D> {
    (x * k).broadcast_to([2, D])
}

#[differentiable(order = 2)]
fn through_shapes(x: &Tensor<f64, B, D>, y: &Tensor<f64, D>) -> Scalar<f64> {
    let s = added_up(&(x * y));
    let t = added_up(&(repeated(y, 2.0) * y));
    (&s * &s + s * t).sin()
}

#[differentiable]
fn through_shapes_inline(x: &Tensor<f64, B, D>, y: &Tensor<f64, D>) -> Scalar<f64> {
    let (s, t) = ((x * y).sum(), (y * y * 4.0).sum());
    (&s * &s + s * t).sin()
}

#[test]
fn shapes_of_what_moves() -> Result<()> {
    let (x, y) = (normal(1, [3, 2]), normal(2, [2]));
    both::<through_shapes, through_shapes_inline>((&x, &y), (&x, &y))
}

/// The cotangent of several results, some absent.
#[differentiable(order = 2)]
fn several(x: &Tensor<f64>, y: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    let (a, b) = pair(x, y);
    (a.exp(), pair(&b, x).0)
}

#[differentiable(order = 2)]
fn several_inline(x: &Tensor<f64>, y: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    ((x * y).exp(), (x.sin() + y) * x)
}

#[test]
fn cotangents_of_several_results() -> Result<()> {
    let (x, y, g) = (normal(1, [3]), normal(2, [3]), normal(3, [3]));
    same::<several, several_inline>((&x, &y), (&x, &y))?;
    let a = several::vjp(&x, &y)?.1.pull((&g, None))?;
    let b = several_inline::vjp(&x, &y)?.1.pull((&g, None))?;
    assert_eq!((a.x.to_vec()?, a.y.to_vec()?), (b.x.to_vec()?, b.y.to_vec()?));
    let a = several::vjp(&x, &y)?.1.pull((None, &g))?;
    let b = several_inline::vjp(&x, &y)?.1.pull((None, &g))?;
    assert_eq!((a.x.to_vec()?, a.y.to_vec()?), (b.x.to_vec()?, b.y.to_vec()?));
    Ok(())
}
