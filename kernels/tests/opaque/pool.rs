use cotangent_kernels::pad::Slide;
use cotangent_kernels::pool::{largest, pick, share};
use cotangent_kernels::{Float, bf16, f16};

use crate::support::{Random, Strided, flat, indices};

/// Whole numbers of a small range, so that windows have ties, and now and then NaN.
fn image<T: Float>(r: &mut Random, shape: &[usize]) -> Strided<T> {
    let mut x = Strided::<T>::new(r, shape, &[]);
    for index in indices(shape) {
        let value = if r.below(40) == 0 { f64::NAN } else { r.below(5) as f64 - 2.0 };
        x.set(&index, T::from_f64(value));
    }
    x
}

fn compare<T: Float>(r: &mut Random, tolerance: f64) {
    for round in 0..200 {
        let rank = 1 + r.below(3);
        let (mut shape, mut counts, mut slides) = (vec![], vec![], vec![]);
        for axis in 0..rank {
            if axis > 0 && r.below(3) == 0 {
                let n = r.below(5);
                shape.push(n);
                counts.push(n);
                continue;
            }
            let slide =
                Slide { axis, size: 1 + r.below(4), stride: 1 + r.below(4), dilation: 1 + r.below(3) };
            // Rows shorter and longer than a register.
            let windows = 1 + r.below(if axis + 1 == rank { 40 } else { 5 });
            shape.push((windows - 1) * slide.stride + slide.reach() + r.below(slide.stride));
            counts.push(windows);
            slides.push(slide);
        }
        if r.below(3) == 0 {
            slides.reverse();
        }
        let x = image::<T>(r, &shape);
        let sizes: Vec<usize> = slides.iter().map(|s| s.size).collect();
        let within = indices(&sizes);
        let place = |at: &[usize], j: &[usize]| {
            let mut from = at.to_vec();
            for (slide, j) in slides.iter().zip(j) {
                from[slide.axis] = at[slide.axis] * slide.stride + j * slide.dilation;
            }
            from
        };
        let mut y = vec![T::from_f64(77.0); counts.iter().product()];
        largest(&mut y, x.view(), &slides);
        let mut of_y = Strided::<T>::new(r, &counts, &[]);
        for (index, &found) in indices(&counts).iter().zip(&y) {
            let elements = within.iter().map(|j| x.at(&place(index, j)).to_f64());
            let want = elements.fold(f64::NEG_INFINITY, |a, b| if a > b || a.is_nan() { a } else { b });
            let found = found.to_f64();
            assert!(found == want || (found.is_nan() && want.is_nan()), "round {round}: {found} {want}");
            of_y.set(index, T::from_f64(found));
        }
        let (t, g) = (Strided::<T>::new(r, &shape, &[]), Strided::<T>::new(r, &counts, &[]));
        let mut picked = vec![T::from_f64(77.0); y.len()];
        pick(&mut picked, x.view(), of_y.view(), t.view(), &slides);
        let mut shares = vec![T::from_f64(77.0); shape.iter().product()];
        share(&mut shares, x.view(), of_y.view(), g.view(), &slides);
        let mut want = vec![0.0; shares.len()];
        for (index, &found) in indices(&counts).iter().zip(&picked) {
            let top = of_y.at(index).to_f64();
            let all = within.iter().map(|j| place(index, j));
            let hits: Vec<Vec<usize>> = all.filter(|at| x.at(at).to_f64() == top).collect();
            let mean = hits.iter().map(|at| t.at(at).to_f64()).sum::<f64>() / hits.len().max(1) as f64;
            let found = found.to_f64();
            assert!((found - mean).abs() <= tolerance, "round {round}: {found} {mean}");
            for at in &hits {
                want[flat(&shape, at)] += g.at(index).to_f64() / hits.len() as f64;
            }
        }
        for (found, want) in shares.iter().zip(want) {
            let found = found.to_f64();
            assert!((found - want).abs() <= tolerance * (1.0 + want.abs()), "round {round}: {found} {want}");
        }
    }
}

#[test]
fn maxima_and_their_places() {
    let mut r = Random::new(5);
    compare::<f64>(&mut r, 3e-15);
    compare::<f32>(&mut r, 2e-6);
    compare::<f16>(&mut r, 2e-3);
    compare::<bf16>(&mut r, 1e-2);
}

/// An axis that is longer than memory holds, of an empty tensor.
#[test]
fn nothing_is_made_of_no_windows() {
    let x = Strided::<f32> { data: vec![], offset: 0, shape: vec![0, 7], strides: vec![7, 1] };
    let slides = [Slide { axis: 1, size: 3, stride: 2, dilation: 1 }];
    largest(&mut [], x.view(), &slides);
}
