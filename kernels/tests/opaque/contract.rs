use std::collections::HashMap;

use cotangent_kernels::contract::{contract, gathers, overlap};
use cotangent_kernels::pad::Slide;
use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, bf16, f16};

use crate::support::{Random, Strided, indices, places, row_major};

/// In an order of their own.
fn shuffled(r: &mut Random, mut labels: Vec<u8>) -> Vec<u8> {
    for i in (1..labels.len()).rev() {
        labels.swap(i, r.below(i + 1));
    }
    labels
}

/// An operand: its labels, and its elements row-major.
type Operand<'a> = (&'a [u8], &'a [f64]);

fn lengths_of(sizes: &HashMap<u8, usize>, labels: &[u8]) -> Vec<usize> {
    labels.iter().map(|l| sizes[l]).collect()
}

/// The strides of a row-major operand along some labels, 0 along those that it lacks.
fn strides_along(sizes: &HashMap<u8, usize>, own: &[u8], labels: &[u8]) -> Vec<isize> {
    let strides = row_major(&lengths_of(sizes, own));
    labels.iter().map(|l| own.iter().position(|o| o == l).map_or(0, |i| strides[i])).collect()
}

/// The sums over all labels that are not in the result, in f64.
fn sums(sizes: &HashMap<u8, usize>, a: Operand<'_>, b: Operand<'_>, lc: &[u8]) -> Vec<f64> {
    let inner: Vec<u8> = a.0.iter().copied().filter(|l| !lc.contains(l)).collect();
    let of =
        |own: &[u8], labels: &[u8]| places(0, &lengths_of(sizes, labels), &strides_along(sizes, own, labels));
    let steps: Vec<_> = of(a.0, &inner).into_iter().zip(of(b.0, &inner)).collect();
    let starts = of(a.0, lc).into_iter().zip(of(b.0, lc));
    starts.map(|(i, j)| steps.iter().map(|(k, l)| a.1[i + k] * b.1[j + l]).sum()).collect()
}

fn wide<T: Float>(elements: Vec<T>) -> Vec<f64> {
    elements.into_iter().map(T::to_f64).collect()
}

fn compare<T: Float>(r: &mut Random, tolerance: f64) {
    for round in 0..150 {
        let count = r.below(6);
        let (mut la, mut lb, mut lc, mut sizes) = (vec![], vec![], vec![], HashMap::new());
        for label in 0..count as u8 {
            let size = match r.below(12) {
                0 => 0,
                1..9 => 1 + r.below(5),
                _ => 1 + r.below(9),
            };
            sizes.insert(label, size);
            let kind = r.below(4);
            if kind != 1 && la.len() < 6 {
                la.push(label);
            }
            if kind != 0 || la.last() != Some(&label) {
                lb.push(label);
            }
            if kind != 3 || !(la.contains(&label) && lb.contains(&label)) {
                lc.push(label);
            }
        }
        let (la, lb, lc) = (shuffled(r, la), shuffled(r, lb), shuffled(r, lc));
        let shape = |labels: &[u8]| labels.iter().map(|l| sizes[l]).collect::<Vec<_>>();
        let (a, b) = (Strided::<T>::new(r, &shape(&la), &[]), Strided::<T>::new(r, &shape(&lb), &[]));
        let of_c = shape(&lc);
        let mut got = vec![T::from_f64(f64::NAN); of_c.iter().product()];
        contract(&mut got, (a.view(), &la), (b.view(), &lb), &lc);
        let terms: usize = la.iter().filter(|l| !lc.contains(l)).map(|l| sizes[l]).product();
        let wants = sums(&sizes, (&la, &wide(a.elements())), (&lb, &wide(b.elements())), &lc);
        for (at, (found, want)) in wide(got).into_iter().zip(wants).enumerate() {
            let bound = tolerance * (1.0 + (terms as f64).sqrt());
            assert!(
                (found - want).abs() <= bound,
                "round {round}: {la:?} {lb:?} -> {lc:?} at {at}: {found} {want}"
            );
        }
    }
}

#[test]
fn agrees_with_loops_over_labels() {
    let mut r = Random::new(7);
    compare::<f64>(&mut r, 1e-15);
    compare::<f32>(&mut r, 4e-7);
    compare::<f16>(&mut r, 4e-3);
    compare::<bf16>(&mut r, 3e-2);
}

/// Windows of an image: rows and inner dims overlap in memory, are several axes each, and take more than one block.
#[test]
fn windows_are_read_where_they_lie() {
    let (channels, outputs, side, size) = (40, 3, 19, 3);
    let image: Vec<f32> =
        (0..channels * side * side).map(|i| ((i * 37 % 101) as f32 - 50.0) / 64.0).collect();
    let weight: Vec<f32> =
        (0..outputs * channels * 9).map(|i| ((i * 53 % 97) as f32 - 48.0) / 64.0).collect();
    let (n, s) = (side - size + 1, side as isize);
    let dims = [channels, n, n, size, size];
    let strides = [s * s, s, 1, s, 1];
    let a = View::new(&image, 0, &dims, &strides).unwrap();
    let of_w = [outputs, channels, size, size];
    let step = [channels as isize * 9, 9, 3, 1];
    let b = View::new(&weight, 0, &of_w, &step).unwrap();
    for lc in [[5, 1, 2], [1, 2, 5], [2, 5, 1]] {
        let sizes = HashMap::from([(1, n), (2, n), (5, outputs)]);
        let shape = lc.map(|l: u8| sizes[&l]);
        let mut got = vec![f32::NAN; shape.iter().product()];
        contract(&mut got, (a, &[0, 1, 2, 3, 4]), (b, &[5, 0, 3, 4]), &lc);
        for (at, index) in indices(&shape).iter().enumerate() {
            let find = |label: u8| index[lc.iter().position(|l| *l == label).unwrap()];
            let (o, i, j) = (find(5), find(1), find(2));
            let want: f64 = indices(&[channels, size, size])
                .iter()
                .map(|k| {
                    let x = image[(k[0] * side + i + k[1]) * side + j + k[2]];
                    let w = weight[((o * channels + k[0]) * 3 + k[1]) * 3 + k[2]];
                    f64::from(x) * f64::from(w)
                })
                .sum();
            assert!((f64::from(got[at]) - want).abs() < 1e-4, "{lc:?} at {index:?}: {} {want}", got[at]);
        }
    }
}

/// The same bits on one thread and on several.
#[test]
fn the_order_of_a_sum_depends_on_shapes_alone() {
    let mut r = Random::new(3);
    let (a, b) =
        (Strided::<f32>::new(&mut r, &[4, 30, 9, 40], &[]), Strided::<f32>::new(&mut r, &[9, 50, 40], &[]));
    let run = || {
        let mut out = vec![0.0; 4 * 30 * 50];
        contract(&mut out, (a.view(), &[0, 1, 2, 3]), (b.view(), &[2, 4, 3]), &[0, 4, 1]);
        out
    };
    let pool = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    assert_eq!(pool(1).install(run), pool(3).install(run));
}

fn slide(r: &mut Random, axis: usize) -> Slide {
    Slide { axis, size: 1 + r.below(4), stride: 1 + r.below(3), dilation: 1 + r.below(3) }
}

/// A convolution's windows: channels, filters, and one sliding axis or two.
fn compare_convolutions<T: Float>(r: &mut Random, tolerance: f64) {
    let mut gathered = 0;
    for round in 0..120 {
        let axes = 1 + r.below(2);
        let (n, channels, filters) = (1 + r.below(3), 1 + r.below(9), 1 + r.below(15));
        let slides: Vec<Slide> = (0..axes).map(|k| slide(r, 2 + k)).collect();
        // Rows that are shorter than a register, as long, and longer.
        let counts: Vec<usize> = (0..axes).map(|k| 1 + r.below(if k + 1 == axes { 40 } else { 4 })).collect();
        let long = |k: usize| (counts[k] - 1) * slides[k].stride + slides[k].reach();
        let shape: Vec<usize> =
            [n, channels].into_iter().chain((0..axes).map(|k| long(k) + r.below(slides[k].stride))).collect();
        let image = Strided::<T>::new(r, &shape, &[]);
        let windows: Vec<usize> = [&[n, channels], &counts[..]].concat();
        let sizes: Vec<usize> = slides.iter().map(|s| s.size).collect();
        let labels: Vec<u8> = (0..2 * axes as u8 + 2).collect();
        let (along, within) = labels[2..].split_at(axes);
        let depthwise = r.below(3) == 0;
        // Depthwise, there is one filter for each channel.
        let (of_w, lw) =
            if depthwise { (vec![channels], vec![1]) } else { (vec![filters, channels], vec![9, 1]) };
        let weight = Strided::<T>::new(r, &[&of_w[..], &sizes].concat(), &[]);
        let lw = [&lw[..], within].concat();
        let (of_g, lg) =
            if depthwise { (vec![n, channels], vec![0, 1]) } else { (vec![n, filters], vec![0, 9]) };
        let cotangent = Strided::<T>::new(r, &[&of_g[..], &counts].concat(), &[]);
        let lg = [&lg[..], along].concat();
        let dims = [&windows[..], &sizes].concat();
        let strides: Vec<isize> = (0..2 + 2 * axes)
            .map(|i| match i.checked_sub(2) {
                None => image.strides[i],
                Some(k) if k < axes => image.strides[i] * slides[k].stride as isize,
                Some(k) => image.strides[i - axes] * slides[k - axes].dilation as isize,
            })
            .collect();
        let view = View::new(&image.data, image.offset, &dims, &strides).unwrap();
        let lengths: HashMap<u8, usize> =
            labels.iter().copied().zip(dims.iter().copied()).chain([(9, filters)]).collect();
        let check = |lc: &[u8], a: (View<'_, T>, Operand<'_>), b: (View<'_, T>, Operand<'_>)| {
            let mut got = vec![T::from_f64(f64::NAN); lengths_of(&lengths, lc).iter().product()];
            contract(&mut got, (a.0, a.1.0), (b.0, b.1.0), lc);
            let terms: usize = a.1.0.iter().filter(|l| !lc.contains(l)).map(|l| lengths[l]).product();
            let bound = tolerance * (1.0 + (terms as f64).sqrt());
            for (at, (found, want)) in wide(got).into_iter().zip(sums(&lengths, a.1, b.1, lc)).enumerate() {
                assert!((found - want).abs() <= bound, "round {round}: {lc:?} at {at}: {found} {want}");
            }
        };
        let from = places(image.offset, &dims, &strides);
        let of_image = wide(from.into_iter().map(|at| image.data[at]).collect());
        let (of_weight, of_cotangent) = (wide(weight.elements()), wide(cotangent.elements()));
        let (image, weight, cotangent) = (
            (view, (&labels[..], &of_image[..])),
            (weight.view(), (&lw[..], &of_weight[..])),
            (cotangent.view(), (&lg[..], &of_cotangent[..])),
        );
        // The result, its weights' cotangent from both sides, and the sum of its windows.
        check(&lg, image, weight);
        check(&lg, weight, image);
        check(&lw, cotangent, image);
        check(&lw, image, cotangent);
        let is_gathered = gathers((&lg, &lw, &labels), &shape, &slides, |l| lengths[&l]);
        gathered += usize::from(is_gathered);
        if is_gathered {
            let mut got = vec![T::from_f64(f64::NAN); shape.iter().product()];
            let (x, y) = ((cotangent.0, &lg[..]), (weight.0, &lw[..]));
            let (x, y) = if r.below(2) == 0 { (x, y) } else { (y, x) };
            overlap(&mut got, &shape, x, y, &labels, &slides);
            let mut want = vec![0.0; got.len()];
            let mut terms = vec![0usize; got.len()];
            // Where a window's element is in the image, and the operands' elements without their filters.
            let step = row_major(&shape);
            let slid = (0..axes).map(|k| step[2 + k] * slides[k].stride as isize);
            let inside = (0..axes).map(|k| step[2 + k] * slides[k].dilation as isize);
            let steps: Vec<isize> = step[..2].iter().copied().chain(slid).chain(inside).collect();
            let of = |own: &[u8]| places(0, &dims, &strides_along(&lengths, own, &labels));
            let filter = |own: &[u8]| strides_along(&lengths, own, &[9])[0] as usize;
            for (at, (i, j)) in places(0, &dims, &steps).into_iter().zip(of(&lg).into_iter().zip(of(&lw))) {
                for f in 0..if depthwise { 1 } else { filters } {
                    want[at] += of_cotangent[i + f * filter(&lg)] * of_weight[j + f * filter(&lw)];
                    terms[at] += 1;
                }
            }
            for ((got, want), terms) in got.iter().zip(want).zip(terms) {
                let bound = tolerance * (1.0 + (terms as f64).sqrt());
                assert!((got.to_f64() - want).abs() <= bound, "round {round}: {slides:?}: {got:?} {want}");
            }
        }
    }
    assert!(gathered > 40, "{gathered} rounds of 120 without windows");
}

#[test]
fn convolutions_of_any_stride_and_dilation() {
    let mut r = Random::new(11);
    compare_convolutions::<f64>(&mut r, 2e-15);
    compare_convolutions::<f32>(&mut r, 6e-7);
    compare_convolutions::<f16>(&mut r, 6e-3);
    compare_convolutions::<bf16>(&mut r, 5e-2);
}

/// The same bits on one thread and on several, where windows are read as they lie.
#[test]
fn the_order_of_a_convolution_depends_on_shapes_alone() {
    let mut r = Random::new(9);
    let (n, channels, filters, long) = (2, 8, 13, 40);
    let image: Vec<f32> = r.vec(n * channels * (long + 2) * (long + 2));
    let (weight, cotangent): (Vec<f32>, Vec<f32>) =
        (r.vec(filters * channels * 9), r.vec(n * filters * long * long));
    let s = long as isize + 2;
    let dims = [n, channels, long, long, 3, 3];
    let strides = [channels as isize * s * s, s * s, s, 1, s, 1];
    let windows = View::new(&image, 0, &dims, &strides).unwrap();
    let (of_w, steps_w) = ([filters, channels, 3, 3], [channels as isize * 9, 9, 3, 1]);
    let w = View::new(&weight, 0, &of_w, &steps_w).unwrap();
    let (of_g, l) = ([n, filters, long, long], long as isize);
    let steps = [filters as isize * l * l, l * l, l, 1];
    let g = View::new(&cotangent, 0, &of_g, &steps).unwrap();
    let (lx, lw, lg): (&[u8], &[u8], &[u8]) = (&[0, 1, 2, 3, 4, 5], &[9, 1, 4, 5], &[0, 9, 2, 3]);
    let slides = [2, 3].map(|axis| Slide { axis, size: 3, stride: 1, dilation: 1 });
    let run = || {
        let (mut y, mut dw, mut dx) = (cotangent.clone(), weight.clone(), image.clone());
        contract(&mut y, (windows, lx), (w, lw), lg);
        contract(&mut dw, (g, lg), (windows, lx), lw);
        overlap(&mut dx, &[n, channels, long + 2, long + 2], (g, lg), (w, lw), lx, &slides);
        (y, dw, dx)
    };
    let pool = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    assert_eq!(pool(1).install(run), pool(3).install(run));
}
