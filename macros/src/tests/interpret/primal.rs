//! The arrays that a row gives for its arguments.

use super::algebra::algebra;
use super::array::{Array, Kind, index, volume};
use super::attention::attention;
use super::copied::copied;
use super::elementwise::elementwise;
use super::factors::factors;
use super::fourier::fourier;
use super::indexed::{indexed, mel_bank, places, rope_table};
use super::lists::lists;
use super::matrix::linear_algebra;
use super::sample::Random;
use super::scalar::truth;
use super::value::Host;
use super::windows::spread;

/// An argument of a primal: an array or a host value.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Array(Array),
    List(Vec<Array>),
    Host(Host),
}

impl Arg {
    pub(crate) fn array(&self) -> &Array {
        match self {
            Self::Array(a) => a,
            _ => panic!("{self:?} is no tensor"),
        }
    }
    pub(crate) fn host(&self) -> &Host {
        match self {
            Self::Host(h) => h,
            _ => panic!("a tensor where a host value belongs"),
        }
    }
    pub(crate) fn int(&self) -> i64 {
        self.host().int()
    }
    pub(crate) fn size(&self) -> usize {
        self.int() as usize
    }
    pub(crate) fn shape(&self) -> Vec<usize> {
        self.host().ints().iter().map(|i| *i as usize).collect()
    }
}

/// The results of a row.
pub(crate) fn primal(name: &str, args: &[Arg]) -> Vec<Array> {
    if let Some(y) = elementwise(name, args) {
        return vec![y];
    }
    let one = |y: Array| vec![y];
    let host = |i: usize| args[i].host();
    if let Some((x, shape, forward)) = cotangent(name, args) {
        return one(scatter(&x, &shape, &forward));
    }
    if let "iota" = name {
        return one(Array::numbered(&[args[0].size()]).of(Kind::Int));
    }
    match name {
        "mel_bank" => return one(mel_bank(args)),
        "rope_table" => return one(rope_table(args)),
        "place_before" | "place_within" => return one(places(name, args)),
        _ => {}
    }
    if let Some(y) = drawn(name, args) {
        return one(y);
    }
    if let "tri_mask" = name {
        let (shape, k, lower) = (args[0].shape(), args[1].int(), host(2).bool());
        let inside = |at: &[usize]| {
            (at[1] as i64 - at[0] as i64).cmp(&k)
                != if lower { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less }
        };
        return one(Array::build(&shape[shape.len() - 2..], |at| truth(inside(at))).of(Kind::Bool));
    }
    if let Some(results) = lists(name, args) {
        return results;
    }
    if let Arg::List(xs) = &args[0] {
        return one(join(name, xs, args[1].int()));
    }
    if let Some(y) = attention(name, args) {
        return one(y);
    }
    let x = args[0].array();
    if let Some(y) = indexed(name, x, args) {
        return one(y);
    }
    if let Some(results) = algebra(name, x, args) {
        return results;
    }
    match name {
        "sum" | "prod" | "max" | "min" | "any" | "all" | "argmax" | "argmin" => {
            one(reduce(name, x, &host(1).axes(x.shape.len()), host(2).bool()))
        }
        "sum_to" => one(sum_to(x, &args[1].shape())),
        "cumsum" | "cumprod" | "cummax" | "cummin" | "sort" | "topk" | "linear_scan" => scan(name, x, args),
        "gather" => one(gather(x, x.axis(args[1].int()), args[2].array())),
        "pick" => one(gather(x, x.axis(-1), args[1].array())),
        "scatter_add" => {
            let (axis, idx, src) = (x.axis(args[1].int()), args[2].array(), args[3].array());
            let places = gather(&Array::numbered(&x.shape), axis, idx);
            one(x.step(1.0, &scatter(src, &x.shape, &places)))
        }
        "index_select" => one(index_select(x, x.axis(args[1].int()), args[2].array())),
        "index_add" => {
            let places = index_select(&Array::numbered(&x.shape), x.axis(args[1].int()), args[2].array());
            one(x.step(1.0, &scatter(args[3].array(), &x.shape, &places)))
        }
        "embedding" => {
            let ids = args[1].array();
            let shape = [&ids.shape[..], &x.shape[1..]].concat();
            one(Array::build(&shape, |at| x.at(&[ids.at(&at[..at.len() - 1]) as usize, at[at.len() - 1]])))
        }
        "one_hot" => {
            let shape = [&x.shape[..], &[args[1].size()]].concat();
            one(Array::build(&shape, |at| truth(x.at(&at[..at.len() - 1]) == at[at.len() - 1] as f64)))
        }
        _ => (factors(name, x, args).or_else(|| fourier(name, x, args)).map(one))
            .or_else(|| linear_algebra(name, x, args))
            .unwrap_or_else(|| one(copied(name, x, args).of(x.kind))),
    }
}

/// For the cotangent of a copying op: its operand, the shape of the result and where each element of the operand goes.
fn cotangent(name: &str, args: &[Arg]) -> Option<(Array, Vec<usize>, Array)> {
    let forward = match name {
        "minors_cotangent" => "minors",
        "overlap_add" => "windows",
        "spread" => "patches",
        _ => name.strip_suffix("_cotangent").filter(|f| *f != "minors")?,
    };
    let x = args[0].array().clone();
    if name == "spread" {
        let shape = spread(&x, args);
        let call = [&[Arg::Array(Array::numbered(&shape))], &args[1..6]].concat();
        return Some((x, shape, primal(forward, &call).remove(0)));
    }
    let shape = if forward == "minors" { x.shape[..x.shape.len() - 2].to_vec() } else { args[1].shape() };
    let mut call = vec![Arg::Array(Array::numbered(&shape))];
    call.extend(args[1..].iter().skip(usize::from(forward != "minors")).cloned());
    let mut places = primal(forward, &call).remove(0);
    // Of what `diag` fills in, nothing goes anywhere.
    if forward == "diag" {
        let ones = vec![Arg::Array(Array::build(&shape, |_| 1.0)), args[2].clone()];
        let copied = primal("diag", &ones).remove(0);
        places.data.iter_mut().zip(&copied.data).filter(|(_, c)| **c == 0.0).for_each(|(p, _)| *p = -1.0);
    }
    Some((x, shape, places))
}

/// The array that a key draws, from another generator than the library's: no law depends on the bits.
fn drawn(name: &str, args: &[Arg]) -> Option<Array> {
    let op = name.strip_prefix("key_")?;
    let mut random = Random(args[0].int() as u64);
    Some(match op {
        "uniform" => random.array(&args[3].shape(), args[1].host().float(), args[2].host().float()),
        "normal" => random.array(&args[1].shape(), -2.0, 2.0),
        "bernoulli" => {
            let p = args[1].host().float();
            Array::build(&args[2].shape(), |_| truth(random.unit() < p)).of(Kind::Bool)
        }
        "randint" => {
            let (low, high) = (args[1].int() as f64, args[2].int() as f64);
            Array::build(&args[3].shape(), |_| (low + (high - low) * random.unit()).floor()).of(Kind::Int)
        }
        "permutation" => {
            let (n, first) = (args[1].size(), (random.unit() * 1000.0) as usize);
            Array::build(&[n], |i| ((i[0] + first) % n) as f64).of(Kind::Int)
        }
        _ => return None,
    })
}

/// Adds each element of `x` to the place that `places` numbers; below 0 to none.
fn scatter(x: &Array, shape: &[usize], places: &Array) -> Array {
    assert_eq!(x.shape, places.shape, "the operand of a cotangent has the shape of the result of its op");
    let mut y = Array::build(shape, |_| 0.0);
    for (x, place) in x.data.iter().zip(&places.data).filter(|(_, p)| **p >= 0.0) {
        y.data[*place as usize] += x;
    }
    y
}

pub(super) fn join(name: &str, xs: &[Array], axis: i64) -> Array {
    let axis = if axis < 0 { axis + (xs[0].shape.len() + usize::from(name == "stack")) as i64 } else { axis }
        as usize;
    if name == "stack" {
        let mut shape = xs[0].shape.clone();
        shape.insert(axis, xs.len());
        return Array::build(&shape, |at| {
            let mut own = at.to_vec();
            xs[own.remove(axis)].at(&own)
        });
    }
    let mut shape = xs[0].shape.clone();
    shape[axis] = xs.iter().map(|x| x.shape[axis]).sum();
    Array::build(&shape, |at| {
        let mut own = at.to_vec();
        let x = xs.iter().find(|x| {
            let inside = own[axis] < x.shape[axis];
            own[axis] -= if inside { 0 } else { x.shape[axis] };
            inside
        });
        x.expect("inside one").at(&own)
    })
}

fn reduce(name: &str, x: &Array, axes: &[usize], keep: bool) -> Array {
    let full: Vec<usize> =
        x.shape.iter().enumerate().map(|(i, d)| if axes.contains(&i) { 1 } else { *d }).collect();
    let mut groups = vec![Vec::new(); volume(&full)];
    let numbers = Array::numbered(&full);
    for (i, v) in x.data.iter().enumerate() {
        groups[numbers.wide(&index(&x.shape, i)) as usize].push(*v);
    }
    let fold = |g: &Vec<f64>| match name {
        "sum" => g.iter().sum(),
        "prod" => g.iter().product(),
        "any" => truth(g.iter().any(|v| *v != 0.0)),
        "all" => truth(g.iter().all(|v| *v != 0.0)),
        _ => {
            let sign = if name.ends_with("max") { 1.0 } else { -1.0 };
            let (at, best) = g.iter().enumerate().fold((0, f64::NEG_INFINITY), |(k, b), (i, v)| {
                let wins = sign * v > b || (v.is_nan() && !b.is_nan());
                if wins { (i, sign * v) } else { (k, b) }
            });
            if name.starts_with("arg") { at as f64 } else { sign * best }
        }
    };
    let dims = full.iter().enumerate().filter(|(i, _)| keep || !axes.contains(i)).map(|(_, d)| *d);
    let kind = if name.starts_with("arg") { Kind::Int } else { x.kind };
    Array::new(&dims.collect::<Vec<_>>(), groups.iter().map(fold).collect()).of(kind)
}

pub(super) fn sum_to(x: &Array, shape: &[usize]) -> Array {
    let numbers = Array::numbered(shape);
    let mut y = Array::build(shape, |_| 0.0);
    for (i, v) in x.data.iter().enumerate() {
        y.data[numbers.wide(&index(&x.shape, i)) as usize] += v;
    }
    y
}

fn scan(name: &str, x: &Array, args: &[Arg]) -> Vec<Array> {
    let axis = x.axis(args[args.len() - 1].int());
    let running = |f: fn(f64, f64) -> f64| {
        x.lanes(axis, |lane| {
            let step = |acc: &mut Option<f64>, v: &f64| {
                *acc = Some(acc.map_or(*v, |a| f(a, *v)));
                *acc
            };
            lane.iter().scan(None, step).collect()
        })
    };
    let picked = |order: &dyn Fn(&[f64]) -> Vec<f64>| {
        let indices = x.lanes(axis, |lane| order(lane));
        vec![gather(x, axis, &indices).of(x.kind), indices.of(Kind::Int)]
    };
    let sorted = |lane: &[f64], sign: f64| {
        let mut order: Vec<usize> = (0..lane.len()).collect();
        order.sort_by(|a, b| (sign * lane[*a]).total_cmp(&(sign * lane[*b])));
        order.into_iter().map(|i| i as f64).collect::<Vec<_>>()
    };
    match name {
        "cumsum" => vec![running(|a, v| a + v)],
        "cumprod" => vec![running(|a, v| a * v)],
        "linear_scan" => {
            let (b, n) = (args[1].array(), x.shape[axis]);
            let mut y = b.clone();
            for i in 0..y.data.len() {
                let at = index(&y.shape, i);
                if at[axis] > 0 {
                    let stride: usize = y.shape[axis + 1..].iter().product();
                    y.data[i] = x.data[i] * y.data[i - stride] + b.data[i];
                }
                assert!(at[axis] < n);
            }
            vec![y]
        }
        "sort" => picked(&|lane| sorted(lane, 1.0)),
        "topk" => picked(&|lane| sorted(lane, -1.0)[..args[1].size()].to_vec()),
        _ => picked(&|lane| {
            let better = |a: f64, b: f64| if name == "cummax" { a >= b } else { a <= b };
            let mut best = 0;
            let at = |i: usize, best: &mut usize| {
                *best = if better(lane[i], lane[*best]) { i } else { *best };
                *best as f64
            };
            (0..lane.len()).map(|i| at(i, &mut best)).collect()
        }),
    }
}

fn gather(x: &Array, axis: usize, idx: &Array) -> Array {
    Array::build(&idx.shape, |at| {
        let mut from = at.to_vec();
        from[axis] = idx.at(at) as usize;
        x.at(&from)
    })
}

fn index_select(x: &Array, axis: usize, idx: &Array) -> Array {
    let mut shape = x.shape.clone();
    shape[axis] = idx.shape[0];
    Array::build(&shape, |at| {
        let mut from = at.to_vec();
        from[axis] = idx.at(&[at[axis]]) as usize;
        x.at(&from)
    })
}
