use cotangent_kernels::order::{arg, histogram, search, sort};
use cotangent_kernels::scan::Extremum;
use cotangent_kernels::strided::View;
use cotangent_kernels::{Num, bf16};

use crate::support::{Random, Strided, flat, indices};

/// Few distinct values, so that ties abound, both zeros, infinities and NaN.
fn values<T: Num>(r: &mut Random, shape: &[usize]) -> Strided<T> {
    let mut x = Strided::<T>::new(r, shape, &[]);
    for v in &mut x.data {
        *v = T::from_f64(match r.below(8) {
            0 => f64::NAN,
            1 => -0.0,
            2 => 0.0,
            3 => f64::INFINITY,
            4 => f64::NEG_INFINITY,
            _ => (r.unit() * 4.0).round(),
        });
    }
    x
}

fn compare<T: Num>(r: &mut Random) {
    for round in 0..120 {
        let shape: Vec<usize> = (0..=r.below(3)).map(|_| r.below(12)).collect();
        let axis = r.below(shape.len());
        let (n, x) = (shape[axis], values::<T>(r, &shape));
        let k = if r.below(2) == 0 { n } else { r.below(n + 1) };
        let descending = r.below(2) == 0;
        let mut out_shape = shape.clone();
        out_shape[axis] = k;
        let count = out_shape.iter().product();
        let (mut got, mut at) = (vec![T::from_f64(9.0); count], vec![-1; count]);
        sort(Some(&mut got), &mut at, x.view(), axis, k, descending);
        let mut lanes = shape.clone();
        lanes[axis] = 1;
        for lane in indices(&lanes) {
            let on = |j: usize| {
                let mut i = lane.clone();
                i[axis] = j;
                i
            };
            let get = |j: usize| x.at(&on(j)).to_f64();
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by(|&a, &b| {
                let (a, b) = if descending { (get(b), get(a)) } else { (get(a), get(b)) };
                a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
            });
            for (j, &from) in order[..k].iter().enumerate() {
                let to = flat(&out_shape, &on(j));
                assert_eq!(at[to], from as i32, "round {round}: {shape:?} axis {axis} {descending}");
                assert_eq!(got[to].to_f64().to_bits(), x.at(&on(from)).to_f64().to_bits());
            }
        }
        if n == 0 {
            continue;
        }
        for which in [Extremum::Max, Extremum::Min] {
            let mut at = vec![-1; lanes.iter().product()];
            arg(&mut at, x.view(), axis, which);
            for (at, lane) in at.iter().zip(indices(&lanes)) {
                let lane: Vec<f64> = (0..n)
                    .map(|j| {
                        let mut i = lane.clone();
                        i[axis] = j;
                        x.at(&i).to_f64()
                    })
                    .collect();
                let fold = |a: f64, &b: &f64| if which == Extremum::Max { a.max(b) } else { a.min(b) };
                let best = lane.iter().fold(lane[0], fold);
                let first = lane
                    .iter()
                    .position(|x| x.is_nan())
                    .or_else(|| lane.iter().position(|&x| x == best))
                    .unwrap();
                assert_eq!(*at, first as i32, "{lane:?} {which:?}");
            }
        }
    }
}

#[test]
fn agree_with_a_stable_sort() {
    let mut r = Random::new(6);
    compare::<f32>(&mut r);
    compare::<f64>(&mut r);
    compare::<bf16>(&mut r);
    compare::<i32>(&mut r);
}

#[test]
fn extremes_of_the_types() {
    let x = [3, i32::MIN, 0, i32::MAX, -1];
    let (mut values, mut at) = ([0; 5], [0; 5]);
    sort(Some(&mut values), &mut at, View::new(&x, 0, &[5], &[1]).unwrap(), 0, 5, false);
    assert_eq!(values, [i32::MIN, -1, 0, 3, i32::MAX]);
    let x = [1e-310, -1e-310, f64::MIN, 5e-324, 0.0];
    let (mut values, mut at) = ([0.0; 5], [0; 5]);
    sort(Some(&mut values), &mut at, View::new(&x, 0, &[5], &[1]).unwrap(), 0, 5, true);
    assert_eq!(values, [1e-310, 5e-324, 0.0, -1e-310, f64::MIN]);
    let x = [true, false, true];
    let mut at = [0; 3];
    sort(None, &mut at, View::new(&x, 0, &[3], &[1]).unwrap(), 0, 3, false);
    assert_eq!(at, [1, 0, 2]);
}

#[test]
fn a_long_lane_is_sorted_in_parallel() {
    let mut r = Random::new(7);
    let x: Vec<f32> = r.vec(200_000);
    let (mut values, mut at) = (vec![0.0; x.len()], vec![0; x.len()]);
    sort(Some(&mut values), &mut at, View::new(&x, 0, &[x.len()], &[1]).unwrap(), 0, x.len(), false);
    assert!(values.is_sorted());
    assert!(values.iter().zip(&at).all(|(v, &i)| *v == x[i as usize]));
}

/// Against counting; NaN comes last and is found there.
#[test]
fn places_in_a_sorted_list() {
    let sorted = [f32::NEG_INFINITY, -1.0, 0.0, 0.0, 2.5, 2.5, 2.5, f32::INFINITY, f32::NAN];
    let wanted = [-1.0, -0.0, 0.5, 2.5, f32::INFINITY, f32::NAN, f32::NEG_INFINITY, 9.0];
    // Every other element of a longer list.
    let apart: Vec<f32> = wanted.iter().flat_map(|&x| [x, 7.0]).collect();
    let x = View::new(&apart, 0, &[2, 4], &[8, 2]).unwrap();
    for (right, want) in [(false, [1, 2, 4, 4, 7, 8, 0, 7]), (true, [2, 4, 4, 7, 8, 9, 1, 7])] {
        let mut out = [0; 8];
        search(&mut out, &sorted, x, right);
        assert_eq!(out, want, "right: {right}");
    }
    let mut out = [5];
    search(&mut out, &[], View::new(&[1.0f32], 0, &[1], &[1]).unwrap(), true);
    assert_eq!(out, [0]);
}

/// Against a comparison of each element with each edge.
#[test]
fn counts_between_edges() {
    let mut r = Random::new(8);
    for round in 0..100 {
        let (lo, parts) = (r.unit(), 1 + r.below(12));
        let hi = lo + 0.1 + r.unit().abs();
        let width = (hi - lo) / parts as f64;
        let edges: Vec<f64> = (0..parts).map(|i| lo + i as f64 * width).chain([hi]).collect();
        let mut x = Strided::<f64>::new(&mut r, &[3, 7], &[]);
        for v in &mut x.data {
            *v = match r.below(6) {
                0 => f64::NAN,
                1 => lo - 0.5,
                // On an edge, or beside it.
                2 => edges[r.below(parts + 1)],
                3 => edges[r.below(parts + 1)].next_up(),
                4 => edges[r.below(parts + 1)].next_down(),
                _ => 2.0 * r.unit(),
            };
        }
        let mut want = vec![0; parts];
        for index in indices(&[3, 7]) {
            let v = x.at(&index);
            let within = |i: &usize| edges[*i] <= v && (v < edges[i + 1] || *i + 1 == parts && v == hi);
            if let Some(part) = (0..parts).find(within) {
                want[part] += 1;
            }
        }
        let mut got = vec![7; parts];
        histogram(&mut got, x.view(), lo, hi);
        assert_eq!(got, want, "round {round}");
    }
}
