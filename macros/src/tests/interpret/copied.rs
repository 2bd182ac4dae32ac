//! The rows that copy elements.

use super::array::{Array, volume};
use super::primal::Arg;
use super::value::Host;
use super::windows::windows;

/// The panic of the interpreter at a row that it has no definition of.
pub(super) struct Unknown(pub String);

/// Rows that copy elements: views and copying layout ops.
pub(super) fn copied(name: &str, x: &Array, args: &[Arg]) -> Array {
    (reshaping(name, x, args).or_else(|| along_an_axis(name, x, args)).or_else(|| diagonals(name, x, args)))
        .or_else(|| padding(name, x, args))
        .or_else(|| windows(name, x, args))
        .unwrap_or_else(|| std::panic::panic_any(Unknown(name.to_owned())))
}

fn reshaped(x: &Array, shape: &[usize]) -> Array {
    Array::new(shape, x.data.clone())
}

fn permuted(x: &Array, order: &[usize]) -> Array {
    let shape: Vec<usize> = order.iter().map(|a| x.shape[*a]).collect();
    Array::build(&shape, |at| {
        let mut from = vec![0; order.len()];
        for (a, i) in order.iter().zip(at) {
            from[*a] = *i;
        }
        x.at(&from)
    })
}

fn unpermuted(x: &Array, order: &[usize]) -> Array {
    let mut inverse = vec![0; order.len()];
    for (i, a) in order.iter().enumerate() {
        inverse[*a] = i;
    }
    permuted(x, &inverse)
}

fn without(x: &Array, axes: &[usize]) -> Array {
    let kept = x.shape.iter().enumerate().filter(|(i, _)| !axes.contains(i));
    reshaped(x, &kept.map(|(_, d)| *d).collect::<Vec<_>>())
}

fn reshaping(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let rank = x.shape.len();
    let host = |i: usize| args[i].host();
    let swapped = |a: usize, b: usize| {
        let mut order: Vec<usize> = (0..rank).collect();
        order.swap(a, b);
        permuted(x, &order)
    };
    Some(match name {
        "reshape" => {
            let sizes = host(1).ints();
            let known: i64 = sizes.iter().filter(|s| **s >= 0).product();
            let size = |s: &i64| if *s < 0 { x.data.len() / known.max(1) as usize } else { *s as usize };
            reshaped(x, &sizes.iter().map(size).collect::<Vec<_>>())
        }
        "permute" => permuted(x, &host(1).axes(rank)),
        "unpermute" => unpermuted(x, &host(1).axes(rank)),
        "swap_axes" => swapped(x.axis(args[1].int()), x.axis(args[2].int())),
        "t" => swapped(0, 1),
        "mt" => swapped(rank - 2, rank - 1),
        "broadcast_to" => Array::build(&args[1].shape(), |at| x.wide(at)),
        "squeeze" => match host(1) {
            Host::All => reshaped(x, &x.shape.iter().copied().filter(|d| *d != 1).collect::<Vec<_>>()),
            axes => without(x, &axes.axes(rank)),
        },
        "squeeze_if" if host(2).bool() => without(x, &[x.axis(args[1].int())]),
        "unsqueeze_if" if !host(2).bool() => x.clone(),
        "unsqueeze" | "unsqueeze_if" => {
            let axis = args[1].int();
            let mut shape = x.shape.clone();
            shape.insert((if axis < 0 { axis + rank as i64 + 1 } else { axis }) as usize, 1);
            reshaped(x, &shape)
        }
        "squeeze_if" | "numbered" => x.clone(),
        "keep_axes" if host(3).bool() => x.clone(),
        "keep_axes" => {
            let mut shape = args[1].shape();
            for a in host(2).axes(shape.len()) {
                shape[a] = 1;
            }
            reshaped(x, &shape)
        }
        "flatten_axes" if rank == 0 => reshaped(x, &[1]),
        "flatten_axes" => {
            let (start, end) = (x.axis(args[1].int()), x.axis(args[2].int()));
            let merged = [volume(&x.shape[start..=end])];
            reshaped(x, &[&x.shape[..start], &merged, &x.shape[end + 1..]].concat())
        }
        "fold_axes" | "unfold_axes" => {
            let full = if name == "fold_axes" { x.shape.clone() } else { args[1].shape() };
            let axes = host(args.len() - 1).axes(full.len());
            let order: Vec<usize> =
                (0..full.len()).filter(|a| !axes.contains(a)).chain(axes.iter().copied()).collect();
            let kept = full.len() - axes.len();
            if name == "fold_axes" {
                let y = permuted(x, &order);
                let shape = [&y.shape[..kept], &[volume(&y.shape[kept..])]].concat();
                return Some(Array::new(&shape, y.data));
            }
            let shape: Vec<usize> = order.iter().map(|a| full[*a]).collect();
            unpermuted(&reshaped(x, &shape), &order)
        }
        _ => return None,
    })
}

fn along_an_axis(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let rank = x.shape.len();
    let host = |i: usize| args[i].host();
    let along = |axis: usize, len: usize, f: &dyn Fn(usize) -> usize| {
        let mut shape = x.shape.clone();
        shape[axis] = len;
        Array::build(&shape, |at| {
            let mut from = at.to_vec();
            from[axis] = f(at[axis]);
            x.at(&from)
        })
    };
    Some(match name {
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
        _ => return None,
    })
}

fn diagonals(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let rank = x.shape.len();
    Some(match name {
        "element" => Array::build(&[], |_| x.at(&args[1].shape())),
        "diag" if rank == 2 => return diagonals("diagonal", x, args),
        "diagonal" | "main_diagonal" => {
            let k = if name == "diagonal" { args[1].int() } else { 0 };
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
        _ => return None,
    })
}

fn padding(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let host = |i: usize| args[i].host();
    Some(match name {
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
        _ => return None,
    })
}
