//! The arguments that a `sample` column describes.

use proc_macro2::TokenStream;
use syn::{Expr, Ident, UnOp};

use super::array::{Array, Kind, volume};
use super::matrix::Matrix;
use super::{Host, Machine, Value};

/// Multiply-with-carry; the seed is in every message.
pub(super) struct Random(pub u64);

impl Random {
    /// In 0..1.
    pub(super) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as f64 + 0.5) / (1u64 << 31) as f64
    }
    pub(super) fn array(&mut self, shape: &[usize], lo: f64, hi: f64) -> Array {
        Array::build(shape, |_| lo + (hi - lo) * self.unit())
    }
}

impl Machine {
    /// Values for the named parameters, in order.
    pub(super) fn sample(&mut self, sample: &[(Ident, TokenStream)], random: &mut Random) -> Vec<Value> {
        let drawn: Vec<_> = sample.iter().map(|(_, tokens)| draw(tokens, random)).collect();
        drawn.into_iter().map(|d| self.load(d)).collect()
    }

    fn load(&mut self, drawn: Drawn) -> Value {
        match drawn {
            Drawn::Array(a) => Value::Tensor(self.tensor(a)),
            Drawn::List(l) => Value::Many(l.into_iter().map(|a| Value::Tensor(self.tensor(a))).collect()),
            Drawn::Host(h) => Value::Host(h),
        }
    }
}

pub(crate) enum Drawn {
    Array(Array),
    List(Vec<Array>),
    Host(Host),
}

/// What a sample describes, for a parameter of this kind.
pub(crate) fn drawn(tokens: &TokenStream, is_tensor: bool, seed: u64) -> Drawn {
    let random = &mut Random(seed);
    match draw(tokens, random) {
        Drawn::Host(h) if is_tensor => match as_tensor(&Value::Host(h.clone()), random) {
            Some(array) => Drawn::Array(array),
            None => Drawn::Array(Array::scalar(h.float())),
        },
        drawn => drawn,
    }
}

fn draw(tokens: &TokenStream, random: &mut Random) -> Drawn {
    let expr: Expr = syn::parse2(tokens.clone()).expect("a sample is an expression");
    let range = |e: &Expr| match e {
        Expr::Range(r) => {
            let bound = |b: &Option<Box<Expr>>| host(b.as_ref().expect("both bounds")).float();
            (bound(&r.start), bound(&r.end))
        }
        _ => panic!("a range"),
    };
    let shape = |e: &Expr| host(e).ints().iter().map(|d| *d as usize).collect::<Vec<_>>();
    match &expr {
        Expr::Range(_) => {
            let (lo, hi) = range(&expr);
            Drawn::Array(random.array(&[2, 3], lo, hi))
        }
        Expr::Call(c) => {
            let Expr::Path(p) = &*c.func else { panic!("the name of a distribution") };
            let name = p.path.require_ident().expect("the name of a distribution").to_string();
            let n = || host(&c.args[0]).int() as usize;
            Drawn::Array(match name.as_str() {
                "off" => {
                    let (at, (lo, hi)) = (host(&c.args[0]).float(), range(&c.args[1]));
                    Array::build(&[2, 3], |_| {
                        loop {
                            let x = lo + (hi - lo) * random.unit();
                            if (x - at).abs() > 0.25 {
                                break x;
                            }
                        }
                    })
                }
                "ints" => {
                    let (lo, hi) = range(&c.args[0]);
                    Array::build(&shape(&c.args[1]), |_| (lo + (hi - lo) * random.unit()).floor())
                        .of(Kind::Int)
                }
                "counts" => {
                    let counts = shape(&c.args[0]);
                    Array::build(&[counts.len()], |at| counts[at[0]] as f64).of(Kind::Int)
                }
                "bits" => Array::build(&shape(&c.args[0]), |_| (random.unit() * 2.0).floor()).of(Kind::Bool),
                "distinct" => distinct(&shape(&c.args[0]), random),
                "list" => {
                    return Drawn::List(c.args.iter().map(|s| random.array(&shape(s), -1.0, 1.0)).collect());
                }
                "spd" => {
                    let b = square(n(), random);
                    let t = Matrix::build(n(), n(), |i, j| b.at(j, i));
                    let s = b.times(&t);
                    Array::build(&[n(), n()], |at| {
                        s.at(at[0], at[1]) + if at[0] == at[1] { n() as f64 } else { 0.0 }
                    })
                }
                "apart" => {
                    let noise = random.array(&shape(&c.args[0]), -0.5, 0.5);
                    Array::build(&noise.shape, |at| {
                        let [.., i, j] = *at else { panic!("a matrix") };
                        noise.at(at) + if i == j { 1.5 * (i + 1) as f64 } else { 0.0 }
                    })
                }
                "well" | "lower" => {
                    let b = square(n(), random);
                    let b = if name == "lower" { b.triangle(true) } else { b };
                    Array::build(&[n(), n()], |at| {
                        b.at(at[0], at[1]) + if at[0] == at[1] { n() as f64 } else { 0.0 }
                    })
                }
                _ => panic!("no distribution is called `{name}`"),
            })
        }
        other => Drawn::Host(host(other)),
    }
}

/// A tensor where the parameter is one.
pub(super) fn as_tensor(value: &Value, random: &mut Random) -> Option<Array> {
    match value {
        Value::Host(h @ Host::List(_)) => {
            let shape: Vec<usize> = h.ints().iter().map(|d| *d as usize).collect();
            Some(random.array(&shape, -1.0, 1.0))
        }
        _ => None,
    }
}

fn square(n: usize, random: &mut Random) -> Matrix {
    let a = random.array(&[n, n], -1.0, 1.0);
    Matrix { rows: n, cols: n, data: a.data }
}

/// Well-separated values in random order.
fn distinct(shape: &[usize], random: &mut Random) -> Array {
    let n = volume(shape);
    let mut order: Vec<usize> = (0..n).collect();
    (1..n).rev().for_each(|i| order.swap(i, (random.unit() * (i + 1) as f64) as usize));
    let numbers = Array::numbered(shape);
    Array::build(shape, |at| 0.37 * (order[numbers.at(at) as usize] as f64 - 0.5 * n as f64))
}

fn host(expr: &Expr) -> Host {
    match expr {
        Expr::Lit(l) => match &l.lit {
            syn::Lit::Int(i) => Host::Int(i.base10_parse().expect("an integer")),
            syn::Lit::Float(f) => Host::Float(f.base10_parse().expect("a float")),
            syn::Lit::Bool(b) => Host::Bool(b.value),
            _ => panic!("a number or a truth value"),
        },
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => match host(&u.expr) {
            Host::Int(i) => Host::Int(-i),
            h => Host::Float(-h.float()),
        },
        Expr::Paren(p) => host(&p.expr),
        Expr::Tuple(t) => Host::List(t.elems.iter().map(host).collect()),
        Expr::Array(a) => Host::List(a.elems.iter().map(host).collect()),
        Expr::Path(p) if p.path.is_ident("SAME") => Host::Same,
        _ => panic!("a host value"),
    }
}
