//! Products over pairs of axes, lists of indices, histograms, recurrences of vectors.

use super::array::{Array, Kind, broadcast, index, volume};
use super::primal::Arg;
use super::windows::contract;

pub(super) fn algebra(name: &str, x: &Array, args: &[Arg]) -> Option<Vec<Array>> {
    let axes = |i: usize, rank: usize| args[i].host().axes(rank);
    let other = || args[1].array();
    Some(vec![match name {
        "tensordot" => {
            let [a, b, y] = labels(x.shape.len(), other().shape.len(), &args[2], &args[3]);
            contract(x, other(), [a, b, y])
        }
        "tensordot_left" => {
            let [a, b, y] = labels(args[2].shape().len(), other().shape.len(), &args[3], &args[4]);
            contract(x, other(), [y, b, a])
        }
        "tensordot_right" => {
            let [a, b, y] = labels(x.shape.len(), args[2].shape().len(), &args[3], &args[4]);
            contract(x, other(), [a, y, b])
        }
        "movedim" => {
            let rank = x.shape.len();
            let (from, to) = (axes(1, rank), axes(2, rank));
            let mut others = (0..rank).filter(|axis| !from.contains(axis));
            let moved = |place: usize| to.iter().position(|t| *t == place).map(|i| from[i]);
            let order: Vec<usize> = (0..rank)
                .map(|place| moved(place).unwrap_or_else(|| others.next().expect("an axis")))
                .collect();
            let shape: Vec<usize> = order.iter().map(|axis| x.shape[*axis]).collect();
            Array::build(&shape, |at| {
                let mut from = vec![0; rank];
                order.iter().zip(at).for_each(|(axis, i)| from[*axis] = *i);
                x.at(&from)
            })
            .of(x.kind)
        }
        "gather_nd" => gathered(x, other()),
        "index_put" | "index_put_add" => {
            let places = gathered(&Array::numbered(&x.shape), other());
            let mut y = x.clone();
            for (place, v) in places.data.iter().zip(&args[2].array().data) {
                let to = &mut y.data[*place as usize];
                *to = if name == "index_put" { *v } else { *to + v };
            }
            y
        }
        "histogram" => {
            let (bins, lo, hi) = (args[1].size(), args[2].host().float(), args[3].host().float());
            let edge = |i: usize| lo + (hi - lo) * i as f64 / bins as f64;
            let within = |v: f64, i: usize| edge(i) <= v && (v < edge(i + 1) || i + 1 == bins && v == hi);
            Array::build(&[bins], |at| x.data.iter().filter(|v| within(**v, at[0])).count() as f64)
                .of(Kind::Int)
        }
        "matrix_scan" => {
            let b = args[1].array();
            let batch = |x: &Array| x.shape[..x.shape.len() - 3].to_vec();
            let batch = broadcast(&batch(x), &batch(b));
            let over = |x: &Array| x.widened(&[&batch, &x.shape[x.shape.len() - 3..]].concat());
            let (x, mut y) = (over(x), over(b));
            let [.., steps, n, columns] = y.shape[..] else { panic!("an axis of steps") };
            for i in (0..y.data.len()).filter(|i| i / (n * columns) % steps > 0) {
                let (matrix, row, column) = (i / (n * columns), i / columns % n, i % columns);
                let before = (matrix - 1) * n * columns;
                let term =
                    |k: usize| x.data[matrix * n * n + row * n + k] * y.data[before + k * columns + column];
                y.data[i] += (0..n).map(term).sum::<f64>();
            }
            y
        }
        "band_scan" => {
            let mut y = args[1].array().clone();
            let (row, states, len) = (y.shape[1] * y.shape[2], y.shape[2], y.data.len());
            for at in row..len {
                let terms = (0..3).filter(|j| *j <= at % states);
                y.data[at] += terms.map(|j| x.data[j * len + at] * y.data[at - row - j]).sum::<f64>();
            }
            y
        }
        "ctc_states" => return Some(states(x, other())),
        _ => return None,
    }])
}

/// The labels of `a`, of `b` and of their `tensordot`.
fn labels(a: usize, b: usize, axes: &Arg, with: &Arg) -> [Vec<i64>; 3] {
    let (axes, with) = (axes.host().axes(a), with.host().axes(b));
    let of_b: Vec<i64> = (0..b)
        .map(|axis| with.iter().position(|w| *w == axis).map_or(a + axis, |i| axes[i]) as i64)
        .collect();
    let left = (0..a).filter(|axis| !axes.contains(axis)).map(|axis| axis as i64);
    let left = left.chain(of_b.iter().copied().filter(|label| *label >= a as i64)).collect();
    [(0..a as i64).collect(), of_b, left]
}

fn gathered(x: &Array, idx: &Array) -> Array {
    let (count, lists) = idx.shape.split_last().expect("an axis of indices");
    let shape = [lists, &x.shape[*count..]].concat();
    Array::build(&shape, |at| {
        let list = (0..*count).map(|k| idx.at(&[&at[..lists.len()], &[k]].concat()) as usize);
        x.at(&list.chain(at[lists.len()..].iter().copied()).collect::<Vec<_>>())
    })
    .of(x.kind)
}

/// Paths that end in each state at each step, one by one: their sums, and where they came from.
fn states(lp: &Array, skip: &Array) -> Vec<Array> {
    fn paths(lp: &Array, skip: &Array, at: &[usize]) -> Vec<(f64, usize)> {
        let [step, lane, s] = *at else { panic!("an index of a state") };
        if step == 0 {
            return if s < 2 { vec![(lp.at(at), 0)] } else { vec![] };
        }
        let from = (0..3).filter(|j| *j <= s && (*j < 2 || skip.at(&[lane, s]) != 0.0));
        let before = from.flat_map(|j| {
            paths(lp, skip, &[step - 1, lane, s - j]).into_iter().map(move |(sum, _)| (sum, j))
        });
        before.map(|(sum, j)| (sum + lp.at(at), j)).collect()
    }
    let all: Vec<_> = (0..volume(&lp.shape)).map(|i| paths(lp, skip, &index(&lp.shape, i))).collect();
    let numbers = Array::numbered(&lp.shape);
    let sum = |all: &[(f64, usize)], from: Option<usize>| {
        all.iter().filter(|(_, j)| from.is_none_or(|from| from == *j)).map(|(sum, _)| sum.exp()).sum::<f64>()
    };
    let w = Array::build(&[&[3], &lp.shape[..]].concat(), |at| {
        let all = &all[numbers.at(&at[1..]) as usize];
        if at[1] == 0 || all.is_empty() { 0.0 } else { sum(all, Some(at[0])) / sum(all, None) }
    });
    vec![w, Array::build(&lp.shape, |at| sum(&all[numbers.at(at) as usize], None).ln())]
}
