//! What the text of a body says about values of which rustc alone knows the types: whether they are tensors or numbers, or structs
//! whose methods have the names of ops.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

fn pair() -> Tensor<f64> {
    tensor![0.3, -0.8]
}

fn sums(of: impl Fn(f64) -> f64) -> [f64; 1] {
    [[0.3, -0.8].map(of).iter().sum()]
}

#[differentiable(order = 2)]
fn step(y: &Tensor<f64>, t: f64) -> (Tensor<f64>, f64) {
    (y + y.sin() * (0.1 * t), t + 0.1)
}

/// Numbers in the tuples that calls give, in new names, in old ones and in loops.
#[differentiable(order = 2)]
fn timed(y: &Tensor<f64>, t: f64, n: usize) -> Scalar<f64> {
    let (y, s) = step(y, t);
    let (mut y, s) = step(&y, s);
    let mut t = t;
    t *= s;
    (y, t) = step(&y, t);
    for _ in 0..n {
        (y, t) = step(&y, t);
        t *= s;
        t += 0.1;
        y *= s;
        t = t * t + s;
    }
    y.sum() * t
}

#[test]
fn entries_of_tuples_are_tensors_or_numbers() -> Result<()> {
    let next = |(y, t): (f64, f64)| (y + y.sin() * (0.1 * t), t + 0.1);
    for n in [0, 1, 3] {
        let by_hand = |y: f64| {
            let (y, s) = next(next((y, 0.7)));
            let (mut y, mut t) = next((y, 0.7 * s));
            for _ in 0..n {
                (y, t) = next((y, t));
                y *= s;
                t = (t * s + 0.1).powi(2) + s;
            }
            y * t
        };
        near("timed", &numbers(&timed::call(&pair(), 0.7, n)?)?, &sums(by_hand), 1e-12);
        orders::<timed>((&pair(), 0.7, n))?;
    }
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Beam {
    x: Tensor<f64>,
    a: f64,
    len: usize,
    other: Option<Tensor<f64>>,
    #[constant]
    mask: Option<Tensor<f64>>,
    #[constant]
    weight: Tensor<f64>,
}

#[differentiable(float = f64, order = 2)]
impl Beam {
    /// Of the receiver's own type: builders have derivatives without a word.
    fn scaled(self, by: f64) -> Self {
        Self { x: self.x * by, a: self.a * by, ..self }
    }

    fn longer(&self, by: usize) -> Beam {
        Beam { len: self.len + by, x: self.x.sin(), ..self.clone() }
    }

    fn total(&self) -> Tensor<f64> {
        self.x.sum() * self.a * self.len as f64
    }
}

fn beam(x: &Tensor<f64>) -> Result<Beam> {
    Ok(Beam {
        x: x.sin()?,
        a: 0.4,
        len: 2,
        other: Some(x.clone()),
        mask: Some(tensor![0.5, 2.0]),
        weight: tensor![1.5, 0.7],
    })
}

/// A number beside a literal, integers beside integers of the function, of lists and of loops.
#[differentiable(float = f64, order = 2)]
fn counted(b: &Beam, k: usize, on: bool) -> Scalar<f64> {
    let mut b = b.clone();
    let r = if on { b.a } else { 1.0 };
    let q = match k {
        0 => 0.5 * b.a,
        _ => b.a,
    };
    let list = vec![b.x.clone(), b.x.cos()];
    let count = list.len();
    b.len += k;
    b.len += list.len();
    b.len *= count;
    for i in 0..k {
        b.len += i;
        if let Some(o) = &b.other {
            b.x = &b.x + o * (i + 1) as f64;
        }
    }
    let b = Beam { len: b.len + k, x: &b.x * r + &list[1] * q, ..b };
    b.longer(k).scaled(2.0).scaled(0.3).total()
}

#[test]
fn numbers_in_structs_are_what_stands_beside_them() -> Result<()> {
    for (k, on) in [(0, true), (1, false), (3, true)] {
        let by_hand = |x: f64| {
            let (mut s, mut len) = (x.sin(), (2 + k + 2) * 2);
            for i in 0..k {
                len += i;
                s += x * (i + 1) as f64;
            }
            len += k;
            s = s * if on { 0.4 } else { 1.0 } + x.sin().cos() * if k == 0 { 0.2 } else { 0.4 };
            s.sin() * 0.6 * (0.4 * 0.6) * (len + k) as f64
        };
        let b = beam(&pair())?;
        near("counted", &numbers(&counted::call(&b, k, on)?)?, &sums(by_hand), 1e-12);
        orders::<counted>((&b, k, on))?;
    }
    Ok(())
}

/// Constant fields that loops and arms read, which do not know that they are.
#[differentiable(float = f64, order = 2)]
fn masked(b: &Beam, n: usize) -> Scalar<f64> {
    let mut h = b.x.clone();
    for i in 0..n {
        if let Some(m) = &b.mask {
            h = h.sin() * m;
        }
        if i % 2 == 0 {
            for _ in 0..i {
                h = h * &b.weight;
            }
        } else {
            h += &b.weight;
        }
    }
    h.sum()
}

#[test]
fn constant_fields_are_read_in_loops() -> Result<()> {
    for n in [0, 1, 4] {
        let mut want = 0.0;
        for (x, m, w) in [(0.3_f64, 0.5, 1.5), (-0.8, 2.0, 0.7)] {
            let mut h = x.sin();
            for i in 0..n {
                h = h.sin() * m;
                h = if i % 2 == 0 { h * f64::powi(w, i) } else { h + w };
            }
            want += h;
        }
        let (b, n) = (beam(&pair())?, n as usize);
        near("masked", &numbers(&masked::call(&b, n)?)?, &[want], 1e-12);
        orders::<masked>((&b, n))?;
    }
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: Tensor<f64>,
    y: Tensor<f64>,
}

/// Of which nothing is known here.
struct Config {
    scale: f64,
}

#[differentiable(float = f64, order = 2)]
impl Point {
    /// Of tensors and numbers alone, so it has a derivative.
    fn made(x: &Tensor<f64>, k: f64) -> Self {
        Self { x: x.sin() * k, y: x.exp() }
    }

    /// Plain Rust.
    fn at(config: &Config) -> Point {
        Point { x: Tensor::scalar(config.scale), y: Tensor::scalar(0.0) }
    }

    fn sub(&self, other: &Point) -> Point {
        Point { x: &self.x - &other.x, y: &self.y - &other.y }
    }

    fn dot(&self, other: &Point) -> Tensor<f64> {
        &self.x * &other.x + &self.y * &other.y
    }

    fn norm(&self) -> Tensor<f64> {
        self.dot(self).sqrt()
    }
}

/// Methods called like ops: of parameters, of what has its type, of what is made here and of what has fields.
#[differentiable(float = f64, order = 2)]
fn apart(a: &Point, b: &Point) -> Scalar<f64> {
    let d: Point = a.sub(b);
    let e = Point { x: &d.x * 2.0, y: d.y.exp() };
    let f = e.sub(a);
    let g = f.x.sin() * &f.y;
    (d.norm() + e.norm() * d.dot(&e) + f.norm() * g).sum()
}

#[test]
fn methods_have_the_names_of_ops() -> Result<()> {
    let x = pair();
    let by_hand = |x: f64| {
        let (a, b) = ((x, x.cos()), (x.sin() - 1.0, x.exp()));
        let norm = |v: (f64, f64)| (v.0 * v.0 + v.1 * v.1).sqrt();
        let d = (a.0 - b.0, a.1 - b.1);
        let e = (2.0 * d.0, d.1.exp());
        let f = (e.0 - a.0, e.1 - a.1);
        norm(d) + norm(e) * (d.0 * e.0 + d.1 * e.1) + norm(f) * f.0.sin() * f.1
    };
    let (a, b) = (Point { x: x.clone(), y: x.cos()? }, Point { x: x.sin()?.sub(1.0)?, y: x.exp()? });
    near("apart", &numbers(&apart::call(&a, &b)?)?, &sums(by_hand), 1e-12);
    orders::<apart>((&a, &b))
}

#[differentiable(order = 2)]
fn made_here(x: &Tensor<f64>) -> Scalar<f64> {
    let p: Point = Point::made(x, 0.5);
    let q: Point = p.sub(&Point::made(&p.y, 2.0));
    q.norm().sum()
}

#[test]
fn constructors_of_tensors_have_derivatives() -> Result<()> {
    let by_hand = |x: f64| {
        let made = |x: f64, k: f64| (x.sin() * k, x.exp());
        let p = made(x, 0.5);
        let q = made(p.1, 2.0);
        ((p.0 - q.0).powi(2) + (p.1 - q.1).powi(2)).sqrt()
    };
    near("made_here", &numbers(&made_here::call(&pair())?)?, &sums(by_hand), 1e-12);
    orders::<made_here>((&pair(),))?;
    assert_eq!(Point::at(&Config { scale: 1.5 }).x.item()?, 1.5);
    Ok(())
}

#[differentiable(order = 2)]
fn halves(x: &Tensor<f64>) -> [Tensor<f64>; 2] {
    [x * 2.0, x.sin()]
}

#[differentiable(order = 2)]
fn maybe(x: &Tensor<f64>, on: bool) -> Option<Tensor<f64>> {
    if on { Some(x.cos()) } else { None }
}

fn index_of(all: &[f64], one: f64) -> Option<usize> {
    all.iter().position(|&x| x == one)
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    rows: Vec<Tensor<f64>>,
    keys: Vec<f64>,
}

/// Options that functions give of entries and fields are matched where they are given.
#[differentiable(order = 2)]
fn looked_up(t: &Table, x: &Tensor<f64>, key: f64, on: bool) -> Scalar<f64> {
    let [a, b] = halves(x);
    let Some(z) = maybe(&b, on) else {
        return (a * &t.rows[0]).sum();
    };
    let more = match maybe(&t.rows[1], !on) {
        Some(row) => row * 2.0,
        None => a.exp(),
    };
    let at: Option<usize> = index_of(&t.keys, key);
    if let Some(i) = at {
        return (a * z * &t.rows[i] + more).sum();
    }
    if let Some(row) = maybe(&t.rows[0], on) {
        return (row * z).sum();
    }
    (z * more).sum()
}

#[test]
fn options_of_parts_are_matched_where_they_are_given() -> Result<()> {
    let x = pair();
    let t = Table { rows: vec![x.exp()?, x.cos()?], keys: vec![1.0, 2.0] };
    for (key, on) in [(2.0, true), (7.0, true), (1.0, false)] {
        let by_hand = |x: f64| match (key, on) {
            (_, false) => 2.0 * x * x.exp(),
            (7.0, _) => x.exp().cos() * x.sin().cos(),
            _ => 2.0 * x * x.sin().cos() * x.cos() + (2.0 * x).exp(),
        };
        near("looked_up", &numbers(&looked_up::call(&t, &x, key, on)?)?, &sums(by_hand), 1e-12);
        orders::<looked_up>((&t, &x, key, on))?;
    }
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Last {
    row: Tensor<f64>,
}

#[differentiable(float = f64)]
fn by_plain_rust(t: &Table) -> Last {
    match t.rows.iter().next_back() {
        Some(row) => Last { row: row.clone() },
        None => Last { row: t.rows[0].clone() },
    }
}

#[test]
fn plain_rust_gives_no_tensors_to_a_match() -> Result<()> {
    let t = Table { rows: vec![pair()], keys: vec![] };
    let Err(error) = by_plain_rust::call(&t) else { panic!("the gradient would be zero in silence") };
    let text = error.to_string();
    assert!(text.contains("by_plain_rust") && text.contains("`row` holds tensors"), "{text}");
    Ok(())
}
