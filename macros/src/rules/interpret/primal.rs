//! What each row computes.

use super::array::{Array, Kind, broadcast, index, volume};
use super::matrix::{each, each2, matrix};
use super::scalar::{binary, ternary, truth, unary};
use super::value::Host;

/// An argument of a primal: an array or a host value.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    Array(Array),
    List(Vec<Array>),
    Host(Host),
}

impl Arg {
    fn array(&self) -> &Array {
        match self {
            Self::Array(a) => a,
            _ => panic!("{self:?} is no tensor"),
        }
    }
    fn host(&self) -> &Host {
        match self {
            Self::Host(h) => h,
            _ => panic!("a tensor where a host value belongs"),
        }
    }
    fn int(&self) -> i64 {
        self.host().int()
    }
    fn size(&self) -> usize {
        self.int() as usize
    }
    fn shape(&self) -> Vec<usize> {
        self.host().ints().iter().map(|i| *i as usize).collect()
    }
}

/// The results of a row.
pub(super) fn primal(name: &str, args: &[Arg]) -> Vec<Array> {
    if let Some(y) = map(name, args) {
        return vec![y];
    }
    let one = |y: Array| vec![y];
    let host = |i: usize| args[i].host();
    if let Some((x, shape, forward)) = adjoint(name, args) {
        return one(scatter(&x, &shape, &forward));
    }
    if let "iota" = name {
        return one(Array::numbered(&[args[0].size()]).of(Kind::Int));
    }
    if let "tri_mask" = name {
        let (shape, k, lower) = (args[0].shape(), args[1].int(), host(2).bool());
        let inside = |at: &[usize]| {
            (at[1] as i64 - at[0] as i64).cmp(&k)
                != if lower { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less }
        };
        return one(Array::build(&shape[shape.len() - 2..], |at| truth(inside(at))).of(Kind::Bool));
    }
    if let Arg::List(xs) = &args[0] {
        return one(join(name, xs, args[1].int()));
    }
    let x = args[0].array();
    match name {
        "sum" | "prod" | "max" | "min" | "any" | "all" | "argmax" | "argmin" => {
            one(reduce(name, x, &host(1).axes(x.shape.len()), host(2).bool()))
        }
        "sum_to" => one(sum_to(x, &args[1].shape())),
        "cumsum" | "cumprod" | "cummax" | "cummin" | "sort" | "topk" | "linear_scan" => scan(name, x, args),
        "gather" => one(gather(x, x.axis(args[1].int()), args[2].array())),
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
        _ => linear_algebra(name, x, args).unwrap_or_else(|| one(view(name, x, args).of(x.kind))),
    }
}

fn map(name: &str, args: &[Arg]) -> Option<Array> {
    let mut arrays = Vec::new();
    for a in args {
        match a {
            Arg::Array(a) => arrays.push(a.clone()),
            Arg::Host(Host::Int(n)) if name == "powi" => arrays.push(Array::scalar(*n as f64)),
            _ => return None,
        }
    }
    let f = |xs: &[f64]| match xs {
        [x] => unary(name, *x),
        [a, b] => binary(name, *a, *b),
        [a, b, c] => ternary(name, *a, *b, *c),
        _ => None,
    };
    f(&vec![0.5; arrays.len()])?;
    let shape = arrays.iter().fold(Vec::new(), |s, a| broadcast(&s, &a.shape));
    let y = Array::build(&shape, |at| {
        let xs: Vec<f64> = arrays.iter().map(|a| a.wide(at)).collect();
        f(&xs).expect("as above")
    });
    let kind = match name {
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "and" | "or" | "not" | "is_nan" | "is_finite" => Kind::Bool,
        "cast" => Kind::Float,
        "select" => arrays[1].kind,
        _ => arrays[0].kind,
    };
    Some(y.of(kind))
}

/// For the adjoint of a copying op: its operand, the shape of the result and where each element of the operand goes.
fn adjoint(name: &str, args: &[Arg]) -> Option<(Array, Vec<usize>, Array)> {
    let forward = match name {
        "minors_adjoint" => "minors",
        _ => name.strip_suffix("_adjoint").filter(|f| *f != "minors")?,
    };
    let x = args[0].array().clone();
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

/// Adds each element of `x` to the place that `places` numbers; below 0 to none.
fn scatter(x: &Array, shape: &[usize], places: &Array) -> Array {
    assert_eq!(x.shape, places.shape, "the operand of an adjoint has the shape of the result of its op");
    let mut y = Array::build(shape, |_| 0.0);
    for (x, place) in x.data.iter().zip(&places.data).filter(|(_, p)| **p >= 0.0) {
        y.data[*place as usize] += x;
    }
    y
}

fn join(name: &str, xs: &[Array], axis: i64) -> Array {
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

fn sum_to(x: &Array, shape: &[usize]) -> Array {
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

fn linear_algebra(name: &str, x: &Array, args: &[Arg]) -> Option<Vec<Array>> {
    let n = x.shape.last().copied().unwrap_or(0);
    let square = [n, n];
    Some(match name {
        "matmul" => {
            let b = args[1].array();
            let (row, column) = (x.shape.len() == 1, b.shape.len() == 1);
            let a2 = if row { Array::new(&[1, n], x.data.clone()) } else { x.clone() };
            let b2 = if column { Array::new(&[b.shape[0], 1], b.data.clone()) } else { b.clone() };
            let tail = [a2.shape[a2.shape.len() - 2], b2.shape[b2.shape.len() - 1]];
            let mut y = each2(&a2, &b2, &tail, |a, b| a.times(b).data);
            if column {
                y.shape.pop();
            }
            if row {
                let at = y.shape.len() - if column { 1 } else { 2 };
                y.shape.remove(at);
            }
            vec![y]
        }
        "solve" | "triangular_solve" => {
            let b = args[1].array();
            let vector = b.shape.len() == 1;
            let b2 = if vector { Array::new(&[n, 1], b.data.clone()) } else { b.clone() };
            let tail = [n, b2.shape[b2.shape.len() - 1]];
            let lower = args.get(2).map(|l| l.host().bool());
            let mut y = each2(x, &b2, &tail, |a, b| {
                lower.map_or_else(|| a.inverse(), |l| a.triangle(l).inverse()).times(b).data
            });
            if vector {
                y.shape.pop();
            }
            vec![y]
        }
        "cholesky" => vec![each(x, &square, |a| a.cholesky().data)],
        "inverse" => vec![each(x, &square, |a| a.inverse().data)],
        "adjugate" => vec![each(x, &square, |a| a.adjugate().data)],
        "det" => vec![each(x, &[], |a| vec![a.det()])],
        "logabsdet" => {
            vec![each(x, &[], |a| vec![a.det().abs().ln()]), each(x, &[], |a| vec![a.det().signum()])]
        }
        "minors" => {
            let shape = [&x.shape[..], &[n - 1, n - 1]].concat();
            let b = x.shape.len() - 2;
            vec![Array::build(&shape, |at| {
                matrix(x, &at[..b]).minor(at[b], at[b + 1]).at(at[b + 2], at[b + 3])
            })]
        }
        _ => return None,
    })
}

/// Ops that copy: `f(index of the result)` is an index of the operand.
fn view(name: &str, x: &Array, args: &[Arg]) -> Array {
    let rank = x.shape.len();
    let host = |i: usize| args[i].host();
    let reshaped = |shape: &[usize]| Array::new(shape, x.data.clone());
    let permuted = |order: &[usize]| {
        let shape: Vec<usize> = order.iter().map(|a| x.shape[*a]).collect();
        Array::build(&shape, |at| {
            let mut from = vec![0; rank];
            order.iter().zip(at).for_each(|(a, i)| from[*a] = *i);
            x.at(&from)
        })
    };
    let swapped = |a: usize, b: usize| {
        let mut order: Vec<usize> = (0..rank).collect();
        order.swap(a, b);
        permuted(&order)
    };
    let along = |axis: usize, len: usize, f: &dyn Fn(usize) -> usize| {
        let mut shape = x.shape.clone();
        shape[axis] = len;
        Array::build(&shape, |at| {
            let mut from = at.to_vec();
            from[axis] = f(at[axis]);
            x.at(&from)
        })
    };
    let inverse = |order: &[usize]| {
        let mut inv = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, a)| inv[*a] = i);
        inv
    };
    let without = |axes: &[usize]| {
        let kept = x.shape.iter().enumerate().filter(|(i, _)| !axes.contains(i));
        kept.map(|(_, d)| *d).collect::<Vec<_>>()
    };
    match name {
        "reshape" => {
            let sizes = host(1).ints();
            let known: i64 = sizes.iter().filter(|s| **s >= 0).product();
            let size = |s: &i64| if *s < 0 { x.data.len() / known.max(1) as usize } else { *s as usize };
            reshaped(&sizes.iter().map(size).collect::<Vec<_>>())
        }
        "permute" => permuted(&host(1).axes(rank)),
        "unpermute" => permuted(&inverse(&host(1).axes(rank))),
        "swap_axes" => swapped(x.axis(args[1].int()), x.axis(args[2].int())),
        "t" => swapped(0, 1),
        "mt" => swapped(rank - 2, rank - 1),
        "broadcast_to" => Array::build(&args[1].shape(), |at| x.wide(at)),
        "squeeze" => match host(1) {
            Host::All => reshaped(&x.shape.iter().copied().filter(|d| *d != 1).collect::<Vec<_>>()),
            axes => reshaped(&without(&axes.axes(rank))),
        },
        "squeeze_if" if host(2).bool() => reshaped(&without(&[x.axis(args[1].int())])),
        "unsqueeze_if" if !host(2).bool() => x.clone(),
        "unsqueeze" | "unsqueeze_if" => {
            let axis = args[1].int();
            let mut shape = x.shape.clone();
            shape.insert((if axis < 0 { axis + rank as i64 + 1 } else { axis }) as usize, 1);
            reshaped(&shape)
        }
        "squeeze_if" => x.clone(),
        "keep_axes" if host(3).bool() => x.clone(),
        "keep_axes" => {
            let mut shape = args[1].shape();
            host(2).axes(shape.len()).into_iter().for_each(|a| shape[a] = 1);
            reshaped(&shape)
        }
        "drop_axes" if host(2).bool() => x.clone(),
        "drop_axes" => reshaped(&without(&host(1).axes(rank))),
        "flatten_axes" if rank == 0 => reshaped(&[1]),
        "flatten_axes" => {
            let (start, end) = (x.axis(args[1].int()), x.axis(args[2].int()));
            let merged = [volume(&x.shape[start..=end])];
            reshaped(&[&x.shape[..start], &merged, &x.shape[end + 1..]].concat())
        }
        "narrow" => along(x.axis(args[1].int()), args[3].size(), &|i| i + args[2].size()),
        "slice" => {
            let axis = x.axis(args[1].int());
            let n = x.shape[axis] as i64;
            let bound = |b: i64| if b < 0 { (b + n).max(0) } else { b.min(n) } as usize;
            let (start, end, step) = (bound(args[2].int()), bound(args[3].int()), args[4].size());
            along(axis, end.saturating_sub(start).div_ceil(step), &|i| start + i * step)
        }
        "flip" => {
            let axes = host(1).axes(rank);
            Array::build(&x.shape, |at| {
                let from: Vec<_> = (0..rank)
                    .map(|i| if axes.contains(&i) { x.shape[i] - 1 - at[i] } else { at[i] })
                    .collect();
                x.at(&from)
            })
        }
        "split_part" => {
            let sizes = host(1).ints();
            let part = args[3].size();
            let start: i64 = sizes[..part].iter().sum();
            along(x.axis(args[2].int()), sizes[part] as usize, &|i| start as usize + i)
        }
        "chunk_part" => {
            let axis = x.axis(args[2].int());
            let (n, len) = (args[1].size(), x.shape[axis]);
            let start = |p: usize| (p * len.div_ceil(n)).min(len);
            let from = start(args[3].size());
            along(axis, start(args[3].size() + 1) - from, &|i| from + i)
        }
        "roll" | "shift" => {
            let axis = x.axis(args[2].int());
            let (n, by) = (x.shape[axis] as i64, args[1].int());
            let moved = |at: &[usize]| at[axis] as i64 - by;
            Array::build(&x.shape, |at| {
                let mut from = at.to_vec();
                from[axis] = moved(at).rem_euclid(n) as usize;
                if name == "roll" || (0..n).contains(&moved(at)) { x.at(&from) } else { host(3).float() }
            })
        }
        "repeat_interleave" => {
            let (n, axis) = (args[1].size(), x.axis(args[2].int()));
            along(axis, x.shape[axis] * n, &|i| i / n)
        }
        "tile" => {
            let reps = args[1].shape();
            let r = rank.max(reps.len());
            let at = |s: &[usize], i: usize| (i + s.len()).checked_sub(r).map_or(1, |i| s[i]);
            let shape: Vec<usize> = (0..r).map(|i| at(&x.shape, i) * at(&reps, i)).collect();
            Array::build(&shape, |to| {
                let from: Vec<_> = to[r - rank..].iter().zip(&x.shape).map(|(i, d)| i % d).collect();
                x.at(&from)
            })
        }
        "fold_axes" | "unfold_axes" => {
            let full = if name == "fold_axes" { x.shape.clone() } else { args[1].shape() };
            let axes = host(args.len() - 1).axes(full.len());
            let order: Vec<usize> =
                (0..full.len()).filter(|a| !axes.contains(a)).chain(axes.iter().copied()).collect();
            let kept = full.len() - axes.len();
            if name == "fold_axes" {
                let y = permuted(&order);
                let shape = [&y.shape[..kept], &[volume(&y.shape[kept..])]].concat();
                return Array::new(&shape, y.data);
            }
            let shape: Vec<usize> = order.iter().map(|a| full[*a]).collect();
            view("unpermute", &reshaped(&shape), &[args[0].clone(), Arg::Host(Host::list(&order))])
        }
        "diag" if rank == 2 => view("diagonal", x, args),
        "diagonal" => {
            let k = args[1].int();
            let (up, down) = (k.max(0) as usize, (-k).max(0) as usize);
            let len = x.shape[rank - 2].saturating_sub(down).min(x.shape[rank - 1].saturating_sub(up));
            Array::build(&[&x.shape[..rank - 2], &[len]].concat(), |at| {
                let (batch, i) = (&at[..rank - 2], at[rank - 2]);
                x.at(&[batch, &[i + down, i + up]].concat())
            })
        }
        "diag_embed" | "diag" => {
            let k = args[1].int();
            let n = x.shape[rank - 1] + k.unsigned_abs() as usize;
            Array::build(&[&x.shape[..rank - 1], &[n, n]].concat(), |at| {
                let (i, j) = (at[rank - 1], at[rank]);
                let on = j as i64 - i as i64 == k;
                if on { x.at(&[&at[..rank - 1], &[i.min(j)]].concat()) } else { 0.0 }
            })
        }
        "unpad" => {
            let widths = host(1).pairs();
            let shape: Vec<usize> = x.shape.iter().zip(&widths).map(|(d, (b, a))| d - b - a).collect();
            Array::build(&shape, |at| {
                x.at(&at.iter().zip(&widths).map(|(i, (b, _))| i + b).collect::<Vec<_>>())
            })
        }
        "pad" | "pad_reflect" | "pad_replicate" | "pad_circular" => {
            let widths = host(1).pairs();
            let shape: Vec<usize> = x.shape.iter().zip(&widths).map(|(d, (b, a))| d + b + a).collect();
            Array::build(&shape, |at| {
                let from = at.iter().zip(&widths).zip(&x.shape).map(|((i, (b, _)), d)| {
                    let (i, n) = (*i as i64 - *b as i64, *d as i64);
                    match name {
                        "pad" => (0..n).contains(&i).then_some(i as usize),
                        "pad_replicate" => Some(i.clamp(0, n - 1) as usize),
                        "pad_circular" => Some(i.rem_euclid(n) as usize),
                        _ if i < 0 => Some(-i as usize),
                        _ => Some(if i >= n { 2 * (n - 1) - i } else { i } as usize),
                    }
                });
                from.collect::<Option<Vec<_>>>().map_or_else(|| host(2).float(), |from| x.at(&from))
            })
        }
        other => panic!("the interpreter does not know the row `{other}`"),
    }
}
