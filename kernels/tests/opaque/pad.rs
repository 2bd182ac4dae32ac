use cotangent_kernels::pad::{AxisMap, Mode, Slide, overlap_add, remap, remap_cotangent};
use cotangent_kernels::{Num, bf16, f16};

use crate::support::{Random, Strided, flat, indices};

fn table(map: AxisMap) -> Vec<Option<usize>> {
    match map {
        AxisMap::Same(n) => (0..n).map(Some).collect(),
        AxisMap::Table(t) => t,
    }
}

#[test]
fn modes() {
    let some = |list: &[usize]| list.iter().map(|&i| Some(i)).collect::<Vec<_>>();
    let map = |mode: Mode, n, before, after| {
        let extension = mode.extend(n, before, after)?;
        let map = extension.map();
        assert_eq!((map.len(), map.is_empty()), (extension.len(), extension.is_empty()));
        Some(table(map))
    };
    assert_eq!(map(Mode::Constant, 2, 1, 2), Some(vec![None, Some(0), Some(1), None, None]));
    assert_eq!(map(Mode::Reflect, 4, 3, 2), Some(some(&[3, 2, 1, 0, 1, 2, 3, 2, 1])));
    assert_eq!(map(Mode::Replicate, 3, 2, 1), Some(some(&[0, 0, 0, 1, 2, 2])));
    assert_eq!(map(Mode::Circular, 3, 2, 3), Some(some(&[1, 2, 0, 1, 2, 0, 1, 2])));
    assert_eq!(map(Mode::Reflect, 3, 3, 0), None);
    assert_eq!(map(Mode::Circular, 3, 0, 4), None);
    assert_eq!(map(Mode::Replicate, 0, 1, 0), None);
    assert_eq!(map(Mode::Reflect, 0, 0, 0), Some(vec![]));
    assert_eq!(map(Mode::Constant, 0, 1, 1), Some(vec![None, None]));
    let endless = Mode::Constant.extend(3, usize::MAX, 1).map(|e| e.len());
    assert_eq!(endless, Some(usize::MAX));
}

fn random_map(r: &mut Random, n: usize) -> AxisMap {
    match r.below(3) {
        0 => AxisMap::Same(n),
        1 => Mode::Circular.extend(n, r.below(n + 1), r.below(n + 1)).unwrap().map(),
        _ => AxisMap::Table((0..r.below(9)).map(|_| (n > 0 && r.below(4) > 0).then(|| r.below(n))).collect()),
    }
}

fn compare<T: Num>(r: &mut Random, tolerance: f64) {
    for round in 0..200 {
        let shape: Vec<usize> = (0..r.below(5)).map(|_| r.below(6)).collect();
        let maps: Vec<AxisMap> = shape.iter().map(|&n| random_map(r, n)).collect();
        let to: Vec<usize> = maps.iter().map(AxisMap::len).collect();
        let x = Strided::<T>::new(r, &shape, &[]);
        let g = Strided::<T>::new(r, &to, &[]);
        let fill = T::from_f64(7.0);
        let mut got = vec![T::from_f64(77.0); to.iter().product()];
        remap(&mut got, x.view(), &maps, fill);
        let mut back = vec![T::from_f64(77.0); shape.iter().product()];
        remap_cotangent(&mut back, &shape, g.view(), &maps);
        let mut want = vec![0.0; back.len()];
        let tables: Vec<_> = maps.into_iter().map(table).collect();
        for (at, index) in indices(&to).iter().enumerate() {
            let source: Option<Vec<usize>> = index.iter().zip(&tables).map(|(&i, t)| t[i]).collect();
            let value = source.as_ref().map_or(fill, |i| x.at(i));
            assert_eq!(got[at], value, "round {round}: {shape:?} at {index:?}");
            if let Some(i) = source {
                want[flat(&shape, &i)] += g.at(index).to_f64();
            }
        }
        for (got, want) in back.iter().zip(want) {
            assert!(
                (got.to_f64() - want).abs() <= tolerance * (1.0 + want.abs()),
                "round {round}: {got} {want} {shape:?}"
            );
        }
    }
}

#[test]
fn agree_with_their_definitions() {
    let mut r = Random::new(8);
    compare::<f32>(&mut r, 1e-6);
    // Up to a hundred terms below 1, in another order than here.
    compare::<f64>(&mut r, 1e-14);
    compare::<i32>(&mut r, 0.0);
}

/// Windows added up one by one.
fn compare_windows<T: Num>(r: &mut Random, tolerance: f64) {
    for round in 0..200 {
        let rank = 1 + r.below(3);
        let (mut shape, mut counts, mut slides) = (vec![], vec![], vec![]);
        for axis in 0..rank {
            if r.below(3) == 0 {
                let n = r.below(5);
                shape.push(n);
                counts.push(n);
                continue;
            }
            let slide =
                Slide { axis, size: 1 + r.below(3), stride: 1 + r.below(3), dilation: 1 + r.below(2) };
            let windows = 1 + r.below(5);
            shape.push((windows - 1) * slide.stride + slide.reach() + r.below(slide.stride));
            counts.push(windows);
            slides.push(slide);
        }
        if r.below(2) == 0 {
            slides.reverse();
        }
        let sizes: Vec<usize> = slides.iter().map(|s| s.size).collect();
        let of_g = [counts.as_slice(), &sizes].concat();
        let g = Strided::<T>::new(r, &of_g, &[]);
        let mut got = vec![T::from_f64(77.0); shape.iter().product()];
        overlap_add(&mut got, &shape, g.view(), &slides);
        let mut want = vec![0.0; got.len()];
        for index in indices(&of_g) {
            let mut at = index[..rank].to_vec();
            for (slide, j) in slides.iter().zip(&index[rank..]) {
                at[slide.axis] = index[slide.axis] * slide.stride + j * slide.dilation;
            }
            let place = at.iter().zip(&shape).fold(0, |place, (i, n)| place * n + i);
            want[place] += g.at(&index).to_f64();
        }
        for (got, want) in got.iter().zip(&want) {
            let got = got.to_f64();
            assert!((got - want).abs() <= tolerance * (1.0 + want.abs()), "round {round}: {got} {want}");
        }
    }
}

#[test]
fn windows_add_up_where_they_lie() {
    let mut r = Random::new(11);
    compare_windows::<f64>(&mut r, 1e-15);
    compare_windows::<f32>(&mut r, 1e-7);
    compare_windows::<f16>(&mut r, 1e-3);
    compare_windows::<bf16>(&mut r, 8e-3);
    compare_windows::<i32>(&mut r, 0.0);
}
