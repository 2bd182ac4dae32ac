//! Windows, padding along named axes, and sums over labels.

use std::collections::BTreeMap;

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
        "windows" => {
            let (axes, mut shape) = (axes(), x.shape.clone());
            for (k, &axis) in axes.iter().enumerate() {
                let reach = (number(&args[2], k) - 1) * number(&args[4], k);
                shape[axis] = (x.shape[axis] - 1 - reach) / number(&args[3], k) + 1;
                shape.push(number(&args[2], k));
            }
            Array::build(&shape, |at| {
                let (first, within) = at.split_at(x.shape.len());
                let mut from = first.to_vec();
                for (k, &axis) in axes.iter().enumerate() {
                    from[axis] = first[axis] * number(&args[3], k) + within[k] * number(&args[4], k);
                }
                x.at(&from)
            })
        }
        "pad_each" | "unpad_each" => {
            let (axes, mut shape, mut before) = (axes(), x.shape.clone(), vec![0; x.shape.len()]);
            for (k, &axis) in axes.iter().enumerate() {
                let by = number(&args[2], k);
                before[axis] = if name == "pad_each" { by as i64 } else { -(by as i64) };
                shape[axis] = (shape[axis] as i64 + 2 * before[axis]) as usize;
            }
            Array::build(&shape, |at| {
                let from = at
                    .iter()
                    .zip(&before)
                    .zip(&x.shape)
                    .map(|((i, b), n)| usize::try_from(*i as i64 - b).ok().filter(|i| i < n));
                from.collect::<Option<Vec<_>>>().map_or_else(|| args[3].host().float(), |from| x.at(&from))
            })
        }
        "contract_overlap" => {
            let windows = contract(x, args[1].array(), [2, 3, 4].map(|i| args[i].host().ints()));
            primal("overlap_add", &[&[Arg::Array(windows)], &args[5..]].concat()).remove(0)
        }
        "contract" => contract(x, args[1].array(), [2, 3, 4].map(|i| args[i].host().ints())),
        _ => return None,
    })
}

/// The shape that windows `x` came from, which reach as far as they do and `more` elements further.
pub(super) fn spread(x: &Array, args: &[Arg]) -> Vec<usize> {
    let rank = x.shape.len() - args[1].host().ints().len();
    let mut shape = x.shape[..rank].to_vec();
    for (k, axis) in args[1].host().axes(rank).into_iter().enumerate() {
        let reach = (number(&args[2], k) - 1) * number(&args[4], k) + 1;
        shape[axis] = (x.shape[axis] - 1) * number(&args[3], k) + reach + number(&args[5], k);
    }
    shape
}

fn contract(x: &Array, y: &Array, [xs, ys, out]: [Vec<i64>; 3]) -> Array {
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
