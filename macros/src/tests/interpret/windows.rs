//! Windows, padding along named axes, and sums over labels.

use std::collections::BTreeMap;

use super::Host;
use super::array::{Array, volume};
use super::primal::{Arg, primal};

/// Number `k` of a list, of which one is that of all.
fn number(arg: &Arg, k: usize) -> usize {
    let all = arg.host().ints();
    (if all.len() == 1 { all[0] } else { all[k] }) as usize
}

/// Rows over axes that a call names.
pub(super) fn windows(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let axes = || args[1].host().axes(x.shape.len());
    Some(match name {
        "windows" => slide(x, &axes(), [&args[2], &args[3], &args[4]]),
        "surround" => {
            let around = around(&args[4], &axes(), &x.shape, [&args[2], &args[3], &args[5]]);
            // Of what is filled in, nothing goes anywhere: a place below 0.
            let value = args.get(6).map_or(-1.0, |value| value.host().float());
            let sums: Vec<usize> = x.shape.iter().zip(&around).map(|(n, (a, b))| n + a + b).collect();
            Array::build(&sums, |at| {
                let from = at.iter().zip(&around).zip(&x.shape);
                let from = from.map(|((i, (before, _)), n)| i.checked_sub(*before).filter(|i| i < n));
                from.collect::<Option<Vec<_>>>().map_or(value, |from| x.at(&from))
            })
        }
        // No row, but what `spread` undoes.
        "patches" => {
            let padded = windows("surround", x, args)?;
            slide(&padded, &axes(), [&args[2], &args[3], &args[5]])
        }
        "window_max" | "window_pick" | "window_share" => largest(name, args),
        "contract_overlap" => {
            let windows = contract(x, args[1].array(), [2, 3, 4].map(|i| args[i].host().ints()));
            primal("overlap_add", &[&[Arg::Array(windows)], &args[5..]].concat()).remove(0)
        }
        "contract" => contract(x, args[1].array(), [2, 3, 4].map(|i| args[i].host().ints())),
        _ => return None,
    })
}

/// The windows of `x`, of these sizes, strides and dilations.
fn slide(x: &Array, axes: &[usize], [size, stride, dilation]: [&Arg; 3]) -> Array {
    let mut shape = x.shape.clone();
    for (k, &axis) in axes.iter().enumerate() {
        let reach = (number(size, k) - 1) * number(dilation, k);
        shape[axis] = (x.shape[axis] - 1 - reach) / number(stride, k) + 1;
        shape.push(number(size, k));
    }
    Array::build(&shape, |at| {
        let (first, within) = at.split_at(x.shape.len());
        let mut from = first.to_vec();
        for (k, &axis) in axes.iter().enumerate() {
            from[axis] = first[axis] * number(stride, k) + within[k] * number(dilation, k);
        }
        x.at(&from)
    })
}

/// The elements before and behind each axis of `shape`. No sample has the padding of `Padding::ceil`.
fn around(
    padding: &Arg,
    axes: &[usize],
    shape: &[usize],
    [size, stride, dilation]: [&Arg; 3],
) -> Vec<(usize, usize)> {
    let mut all = vec![(0, 0); shape.len()];
    for (k, &axis) in axes.iter().enumerate() {
        all[axis] = match padding.host() {
            Host::Same => {
                let (n, stride) = (shape[axis], number(stride, k));
                let reach = (number(size, k) - 1) * number(dilation, k) + 1;
                let more = ((n.div_ceil(stride) - 1) * stride + reach).saturating_sub(n);
                (more / 2, more - more / 2)
            }
            given => sides(given, k),
        };
    }
    all
}

/// Before and behind axis number `k`; one number or pair is that of all axes.
fn sides(given: &Host, k: usize) -> (usize, usize) {
    let one = match given {
        Host::List(all) if all.len() == 1 => &all[0],
        Host::List(all) => &all[k],
        one => one,
    };
    match &one.ints()[..] {
        [both] => (*both as usize, *both as usize),
        [before, after] => (*before as usize, *after as usize),
        _ => panic!("{one:?} is no padding"),
    }
}

/// The shape that windows `x` came from, which reach as far as they do and `more` elements further, without its padding.
pub(super) fn spread(x: &Array, args: &[Arg]) -> Vec<usize> {
    let rank = x.shape.len() - args[1].host().ints().len();
    let mut shape = x.shape[..rank].to_vec();
    for (k, axis) in args[1].host().axes(rank).into_iter().enumerate() {
        let (n, stride) = (x.shape[axis], number(&args[3], k));
        let reach = (number(&args[2], k) - 1) * number(&args[5], k) + 1;
        shape[axis] = match args[4].host() {
            Host::Same => n * stride,
            given => {
                let (before, after) = sides(given, k);
                (n - 1) * stride + reach + number(&args[6], k) - before - after
            }
        };
    }
    shape
}

/// Maxima of windows, and the rows that their places make.
fn largest(name: &str, args: &[Arg]) -> Array {
    let tensors = if name == "window_max" { 1 } else { 3 };
    let of = |x: &Array| {
        windows("windows", x, &[&[Arg::Array(x.clone())], &args[tensors..]].concat()).expect("a row")
    };
    let x = args[usize::from(name == "window_pick")].array();
    let all = of(x);
    let (counts, sizes) = all.shape.split_at(x.shape.len());
    let within: Vec<Vec<usize>> = (0..volume(sizes)).map(|i| super::array::index(sizes, i)).collect();
    let places =
        |x: &Array, at: &[usize]| -> Vec<f64> { within.iter().map(|j| x.at(&[at, j].concat())).collect() };
    if name == "window_max" {
        let larger = |a: f64, b: f64| if a > b || a.is_nan() { a } else { b };
        return Array::build(counts, |at| places(&all, at).into_iter().fold(f64::NEG_INFINITY, larger));
    }
    let y = args[usize::from(name == "window_share")].array();
    let hits = |at: &[usize]| places(&all, at).into_iter().map(|x| x >= y.at(at)).collect::<Vec<_>>();
    let ties = |hits: &[bool]| hits.iter().filter(|hit| **hit).count().max(1) as f64;
    if name == "window_pick" {
        let t = of(args[2].array());
        return Array::build(counts, |at| {
            let hits = hits(at);
            let hit = |(t, hit): (f64, &bool)| if *hit { t } else { 0.0 };
            places(&t, at).into_iter().zip(&hits).map(hit).sum::<f64>() / ties(&hits)
        });
    }
    let (from, c) = (of(&Array::numbered(&x.shape)), args[2].array());
    let mut shares = Array::build(&x.shape, |_| 0.0);
    for at in (0..volume(counts)).map(|i| super::array::index(counts, i)) {
        let hits = hits(&at);
        for (place, _) in places(&from, &at).into_iter().zip(&hits).filter(|(_, hit)| **hit) {
            shares.data[place as usize] += c.at(&at) / ties(&hits);
        }
    }
    shares
}

pub(super) fn contract(x: &Array, y: &Array, [xs, ys, out]: [Vec<i64>; 3]) -> Array {
    let sizes: BTreeMap<i64, usize> =
        xs.iter().copied().zip(x.shape.clone()).chain(ys.iter().copied().zip(y.shape.clone())).collect();
    let inner: Vec<i64> = sizes.keys().copied().filter(|l| !out.contains(l)).collect();
    let dims = |labels: &[i64]| labels.iter().map(|l| sizes[l]).collect::<Vec<_>>();
    Array::build(&dims(&out), |at| {
        let places = Array::numbered(&dims(&inner));
        (0..volume(&places.shape))
            .map(|i| {
                let summed = super::array::index(&places.shape, i);
                let of = |labels: &[i64]| {
                    let all = out.iter().zip(at).chain(inner.iter().zip(&summed));
                    let at: BTreeMap<_, _> = all.collect();
                    labels.iter().map(|l| *at[l]).collect::<Vec<_>>()
                };
                x.at(&of(&xs)) * y.at(&of(&ys))
            })
            .sum()
    })
}
