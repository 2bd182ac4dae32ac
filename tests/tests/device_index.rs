//! Reading and writing at indices on a device that keeps its own memory: sizes beyond one workgroup, several sources of one element,
//! NaN, bad elements.
#![cfg(feature = "wgpu")]

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{Result, f16, ops};
use cotangent_tests::beside::{alone, same};
use cotangent_tests::there::only_keeps;

fn key(i: u64) -> Key {
    Key::new(26).fold(i)
}

fn normal(i: u64, shape: &[usize]) -> Tensor {
    key(i).normal(shape).unwrap()
}

fn below(i: u64, n: i32, shape: &[usize]) -> Tensor<i32> {
    key(i).randint(0, n, shape).unwrap()
}

/// Every way to scatter.
fn all_scatters(device: Device, what: &str, x: &Tensor, axis: isize, idx: &Tensor<i32>, src: &Tensor) {
    let ops: [(&str, fn(&Tensor, isize, &Tensor<i32>, &Tensor) -> Result<Tensor>); 4] = [
        ("scatter", ops::scatter),
        ("scatter_add", ops::scatter_add),
        ("scatter_mul", ops::scatter_mul),
        ("scatter_max", ops::scatter_max),
    ];
    for (name, op) in ops {
        if name == "scatter_add" && idx.dim(axis) >= 512 {
            sums_in_chunks(device, what, x, axis, idx, src);
            continue;
        }
        // Nothing is rounded in another order than on the processor.
        same(device, 0.0, &format!("{name}, {what}"), |at| op(&at.of(x), axis, &at.of(idx), &at.of(src)));
    }
}

/// Sums that may be made of sums of chunks: of integers exactly those of the processor. Of others each is as near to the exact one as sums of
/// at most 32 and a few more roundings are.
fn sums_in_chunks(device: Device, what: &str, x: &Tensor, axis: isize, idx: &Tensor<i32>, src: &Tensor) {
    let whole = |x: &Tensor| x.mul(4.0f32).unwrap().round().unwrap();
    let (ints, of) = (whole(x), whole(src));
    same(device, 0.0, &format!("integers, {what}"), |at| {
        ops::scatter_add(&at.of(&ints), axis, &at.of(idx), &at.of(&of))
    });
    let (ints, of) = (ints.cast::<i32>().unwrap(), of.cast::<i32>().unwrap());
    same(device, 0.0, &format!("i32, {what}"), |at| {
        ops::scatter_add(&at.of(&ints), axis, &at.of(idx), &at.of(&of))
    });
    let [y, again] = [(), ()].map(|()| {
        let [x, src] = [x, src].map(|x| x.to(device).unwrap());
        ops::scatter_add(&x, axis, &idx.to(device).unwrap(), &src).unwrap().to_vec().unwrap()
    });
    if only_keeps() {
        return;
    }
    let bits = |y: &[f32]| y.iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&y), bits(&again), "{what}");
    let [x, src] = [x, src].map(|x| x.cast::<f64>().unwrap());
    let exact = ops::scatter_add(&x, axis, idx, &src).unwrap().to_vec().unwrap();
    let size = ops::scatter_add(&x.abs().unwrap(), axis, idx, &src.abs().unwrap()).unwrap().to_vec().unwrap();
    for ((y, exact), size) in y.iter().zip(exact).zip(size) {
        let error = (f64::from(*y) - exact).abs();
        assert!(error <= 20.0 * f64::from(f32::EPSILON) * size, "{what}: {y}, not {exact}");
    }
}

/// Few elements of the result, or one, with many sources each: the sources are shared out in chunks.
#[test]
fn many_sources_of_few_elements() {
    let Some((d, _alone)) = alone() else { return };
    for (n, size, columns) in
        [(511, 3, 1), (512, 1, 1), (513, 128, 3), (100_000, 1, 1), (300_000, 255, 1), (40_001, 6, 33)]
    {
        let (x, src) = (normal(1, &[size, columns + 1]), normal(3, &[n, columns]));
        let list = below(2, size as i32, &[n]);
        let rows = list.reshape([n, 1]).unwrap().broadcast_to([n, columns]).unwrap();
        let what = format!("{n} for {size} of {columns}");
        sums_in_chunks(d, &what, &x, 0, &rows, &src);
        let (x, rows, src) = (x.t().unwrap(), rows.t().unwrap(), src.t().unwrap().flip(1).unwrap());
        sums_in_chunks(d, &what, &x, 1, &rows, &src);
        let each = below(4, size as i32, &[columns, n]);
        sums_in_chunks(d, &format!("{what}, each"), &x, 1, &each, &src);
    }
    // What no source names stays, and what is not finite comes through.
    let (x, idx) = (tensor![1.5f32, -2.5, f32::NAN, 7.0, 0.0], below(5, 2, &[5000]).mul(3).unwrap());
    let src = tensor![1.0f32, 2.0].repeat([2500]).unwrap();
    same(d, 0.0, "some", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
    for special in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut all = src.to_vec().unwrap();
        all[1234] = special;
        let src = Tensor::from_vec(all.clone(), [5000]).unwrap();
        same(d, 0.0, "special", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
        all[4321] = f32::INFINITY;
        let src = Tensor::from_vec(all, [5000]).unwrap();
        let one = idx.mul(0).unwrap();
        same(d, 0.0, "specials", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&one), &at.of(&src)));
    }
    // A bad index in any chunk is told by its place.
    for bad in [0, 17, 2600, 4999] {
        let mut all = idx.to_vec().unwrap();
        all[bad] = 5;
        let idx = Tensor::from_vec(all, [5000]).unwrap();
        same(d, 0.0, "bad", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
        let rows = idx.reshape([5000, 1]).unwrap().broadcast_to([5000, 2]).unwrap();
        let (x, src) = (normal(6, &[5, 2]), normal(7, &[5000, 2]));
        same(d, 0.0, "a bad row", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&rows), &at.of(&src)));
    }
    let nothing = normal(1, &[0]);
    same(d, 0.0, "of nothing", |at| ops::scatter_add(&at.of(&nothing), 0, &at.of(&idx), &at.of(&src)));
    let halves: Tensor<f16> = key(6).normal([5000]).unwrap();
    if halves.to(d).is_ok() {
        let (x, halves) = (x.cast::<f16>().unwrap(), halves.mul(4.0).unwrap().round().unwrap());
        same(d, 0.0, "f16", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&idx), &at.of(&halves)));
    }
}

/// Sums of chunks take memory and two more kernels: where few sources are shared out among many elements there are none.
#[test]
fn chunks_are_where_they_pay() {
    let Some((d, _alone)) = alone() else { return };
    for (n, size, columns, dispatches) in
        [(511, 3, 1, 1), (512, 3, 1, 3), (100_000, 100, 4, 3), (3000, 1001, 1, 1), (600, 3, 20_000, 1)]
    {
        let x = Tensor::<f32>::zeros([size, columns]).unwrap().to(d).unwrap();
        let idx = Tensor::<i32>::zeros([n]).unwrap().to(d).unwrap();
        let src = Tensor::<f32>::ones([1, 1]).unwrap().to(d).unwrap().broadcast_to([n, columns]).unwrap();
        let (y, counts) = counted(|| ops::index_add(&x, 0, &idx, &src));
        assert!(y.is_ok());
        // One copies `x`.
        assert_eq!(counts.dispatches, 1 + dispatches, "{n} for {size} of {columns}");
    }
}

#[test]
fn scatters_keep_the_order_of_their_sources() {
    let Some((d, _alone)) = alone() else { return };
    all_scatters(d, "a vector", &normal(1, &[7]), 0, &below(2, 7, &[40]), &normal(3, &[40]));
    all_scatters(d, "long", &normal(1, &[3000]), 0, &below(2, 3000, &[20_000]), &normal(3, &[20_000]));
    // More indices than one launch takes.
    all_scatters(d, "longer", &normal(1, &[70]), 0, &below(2, 70, &[90_000]), &normal(3, &[90_000]));
    all_scatters(d, "few places", &normal(1, &[3]), 0, &below(2, 3, &[20_000]), &normal(3, &[20_000]));
    for axis in [0, 1, 2] {
        let x = normal(4, &[5, 6, 7]);
        // Shorter than `x` on the other axes.
        let mut dims = [4, 5, 6];
        dims[axis] = 11;
        let (idx, src) = (below(5, 5, &dims), normal(6, &dims));
        all_scatters(d, "an axis", &x, axis as isize, &idx, &src);
        let (x, idx) = (x.permute([2, 1, 0]).unwrap(), idx.permute([2, 1, 0]).unwrap());
        let src = src.permute([2, 1, 0]).unwrap().flip([0, 2]).unwrap();
        all_scatters(d, "strided", &x, 2 - axis as isize, &idx, &src);
    }
    let rows = below(7, 300, &[500, 1]).broadcast_to([500, 33]).unwrap();
    all_scatters(d, "rows", &normal(8, &[300, 40]), 0, &rows, &normal(9, &[500, 33]));
    all_scatters(d, "none", &normal(1, &[3, 4]), 0, &below(2, 3, &[0, 4]), &normal(3, &[0, 4]));
    all_scatters(d, "empty", &normal(1, &[3, 0]), 0, &below(2, 3, &[5, 0]), &normal(3, &[5, 0]));
}

#[test]
fn scatters_of_other_types() {
    let Some((d, _alone)) = alone() else { return };
    let (idx, src, x) = (below(1, 9, &[50]), below(2, 1000, &[50]), below(3, 1000, &[9]));
    let (x, src) = (x.sub(500).unwrap(), src.sub(500).unwrap());
    same(d, 0.0, "i32 +", |at| ops::scatter_add(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
    same(d, 0.0, "i32 *", |at| ops::scatter_mul(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
    same(d, 0.0, "i32 max", |at| ops::scatter_max(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
    let (yes, no) = (key(4).bernoulli(0.5, [50]).unwrap(), key(5).bernoulli(0.5, [9]).unwrap());
    same(d, 0.0, "bool", |at| ops::scatter(&at.of(&no), 0, &at.of(&idx), &at.of(&yes)));
    same(d, 0.0, "bool", |at| ops::gather(&at.of(&no), 0, &at.of(&idx)));
    let wide = Tensor::<f16>::zeros([9]).unwrap();
    if wide.to(d).is_ok() {
        let src: Tensor<f16> = key(6).normal([50]).unwrap();
        same(d, 0.0, "f16 +", |at| ops::scatter_add(&at.of(&wide), 0, &at.of(&idx), &at.of(&src)));
        same(d, 0.0, "f16 put", |at| ops::scatter(&at.of(&wide), 0, &at.of(&idx), &at.of(&src)));
    }
    let x = tensor![1.0f32, f32::NAN, -0.0, f32::INFINITY];
    let (idx, src) =
        (tensor![0, 1, 2, 3, 0, 0, 3], tensor![f32::NAN, 2.0, 0.0, 1.0, 3.0, -1.0, f32::NEG_INFINITY]);
    all_scatters(d, "NaN", &x, 0, &idx, &src);
}

#[test]
fn adds_and_reads_by_lists() {
    let Some((d, _alone)) = alone() else { return };
    let (x, idx) = (normal(1, &[30, 20]), below(2, 20, &[45]));
    let src = normal(3, &[30, 45]);
    same(d, 0.0, "index_add", |at| ops::index_add(&at.of(&x), 1, &at.of(&idx), &at.of(&src)));
    let strided = idx.flip(0).unwrap();
    same(d, 0.0, "index_add", |at| ops::index_add(&at.of(&x), 1, &at.of(&strided), &at.of(&src)));
    same(d, 0.0, "index_select", |at| ops::index_select(&at.of(&x.t().unwrap()), 0, &at.of(&strided)));
    same(d, 0.0, "embedding", |at| ops::embedding(&at.of(&x), &at.of(&below(4, 30, &[4, 5]).t().unwrap())));
    same(d, 0.0, "one_hot", |at| ops::one_hot::<f32>(&at.of(&below(5, 7, &[20, 30]).t().unwrap()), 7));
    same(d, 0.0, "one_hot", |at| ops::one_hot::<bool>(&at.of(&below(5, 7, &[9])), 7));
    same(d, 0.0, "one_hot", |at| ops::one_hot::<i32>(&at.of(&below(5, 7, &[0])), 7));
    same(d, 0.0, "one_hot", |at| ops::one_hot::<f32>(&at.of(&below(5, 7, &[0])), 0));
}

#[test]
fn parts_by_lists_of_indices() {
    let Some((d, _alone)) = alone() else { return };
    let (x, idx) = (normal(1, &[4, 5, 3, 2]), below(2, 4, &[6, 7, 2]));
    for (what, idx) in [("dense", idx.clone()), ("strided", idx.permute([1, 0, 2]).unwrap())] {
        same(d, 0.0, what, |at| ops::gather_nd(&at.of(&x), &at.of(&idx)));
        same(d, 0.0, what, |at| ops::gather_nd(&at.of(&x.permute([1, 0, 3, 2]).unwrap()), &at.of(&idx)));
        let [m, n, _] = *idx.shape() else { unreachable!() };
        let src = normal(3, &[m, n, 3, 2]);
        same(d, 0.0, what, |at| ops::index_put(&at.of(&x), &at.of(&idx), &at.of(&src)));
        same(d, 0.0, what, |at| ops::index_put_add(&at.of(&x), &at.of(&idx), &at.of(&src)));
    }
    let whole = below(2, 2, &[3, 4]);
    same(d, 0.0, "elements", |at| ops::gather_nd(&at.of(&x), &at.of(&whole)));
    let none = below(2, 2, &[3, 0]);
    same(d, 0.0, "no indices", |at| ops::gather_nd(&at.of(&x), &at.of(&none)));
    let zeros = Tensor::<f32>::zeros([1]).unwrap().broadcast_to([4, 5]).unwrap();
    // In chunks, which of integers have the same sums.
    let (idx, src) = (below(4, 4, &[900, 1]), normal(5, &[900, 5]).mul(4.0f32).unwrap().round().unwrap());
    same(d, 0.0, "zeros", |at| ops::index_put_add(&at.of(&zeros), &at.of(&idx), &at.of(&src)));
}

#[test]
fn bad_indices_are_told_when_elements_are_read() {
    let Some((d, _alone)) = alone() else { return };
    let (x, src) = (normal(1, &[4, 3]), normal(2, &[3, 3]));
    for bad in [-1, 4, i32::MIN, i32::MAX] {
        let idx = tensor![[0, 1, 2], [3, bad, 0], [1, 1, 1]];
        all_scatters(d, "bad", &x, 0, &idx, &src);
        same(d, 0.0, "gather", |at| ops::gather(&at.of(&x), 0, &at.of(&idx)));
        let list = tensor![0, bad, 1];
        same(d, 0.0, "index_select", |at| ops::index_select(&at.of(&x), 0, &at.of(&list)));
        same(d, 0.0, "index_add", |at| ops::index_add(&at.of(&x), 0, &at.of(&list), &at.of(&src)));
        same(d, 0.0, "embedding", |at| ops::embedding(&at.of(&x), &at.of(&list)));
        same(d, 0.0, "one_hot", |at| ops::one_hot::<f32>(&at.of(&list), 4));
        let lists = tensor![[0, 0], [1, 2], [bad, 1]];
        same(d, 0.0, "gather_nd", |at| ops::gather_nd(&at.of(&x), &at.of(&lists)));
        let put = tensor![1.0f32, 2.0, 3.0];
        same(d, 0.0, "index_put", |at| ops::index_put(&at.of(&x), &at.of(&lists), &at.of(&put)));
        same(d, 0.0, "index_put_add", |at| ops::index_put_add(&at.of(&x), &at.of(&lists), &at.of(&put)));
    }
    let nothing = normal(1, &[0, 3]);
    same(d, 0.0, "of nothing", |at| ops::gather(&at.of(&nothing), 0, &at.of(&tensor![[0]])));
    same(d, 0.0, "of nothing", |at| ops::gather_nd(&at.of(&nothing), &at.of(&tensor![[0]])));
    same(d, 0.0, "of nothing", |at| {
        ops::scatter(&at.of(&nothing), 0, &at.of(&tensor![[1]]), &at.of(&normal(2, &[1, 1])))
    });
    same(d, 0.0, "no classes", |at| ops::one_hot::<f32>(&at.of(&tensor![3]), 0));
    // What was wrong before leaves nothing behind.
    same(d, 0.0, "after", |at| ops::gather(&at.of(&x), 0, &at.of(&tensor![[0, 1, 2]])));
}

#[test]
fn places_in_a_sorted_vector() {
    let Some((d, _alone)) = alone() else { return };
    let sorted = ops::concat(
        &[
            &tensor![f32::NEG_INFINITY, -2.0, -2.0, -0.0, 0.0, 1e-20],
            &tensor![3.0, 3.0, 5.0, f32::INFINITY, f32::NAN],
        ],
        0,
    )
    .unwrap();
    let other = tensor![[-2.5, -2.0, 0.0], [-0.0, 3.0, 4.0], [f32::NAN, f32::INFINITY, f32::NEG_INFINITY]];
    for right in [false, true] {
        same(d, 0.0, "floats", |at| ops::searchsorted(&at.of(&sorted), &at.of(&other.t().unwrap()), right));
        same(d, 0.0, "nothing", |at| {
            ops::searchsorted(&at.of(&sorted.narrow(0, 0, 0).unwrap()), &at.of(&other), right)
        });
        let (ints, x) =
            (tensor![7, 3, 3, -4, i32::MIN].flip(0).unwrap(), below(1, 10, &[700]).sub(5).unwrap());
        same(d, 0.0, "integers", |at| ops::searchsorted(&at.of(&ints), &at.of(&x), right));
    }
}

#[test]
fn histograms_have_the_edges_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    let x = normal(1, &[300, 71]);
    for (bins, lo, hi) in [(1, -1.0, 1.0), (10, -3.0, 3.0), (7, 0.1, 0.7), (5000, -2.0, 2.0)] {
        same(d, 0.0, "normal", |at| ops::histogram(&at.of(&x), bins, lo, hi));
        same(d, 0.0, "strided", |at| {
            ops::histogram(&at.of(&x.t().unwrap().narrow(0, 3, 8).unwrap()), bins, lo, hi)
        });
    }
    // Elements on the edges and beside them.
    let edges: Vec<f32> =
        (0..=30).map(|i| 0.1 * i as f32).flat_map(|e| [e.next_down(), e, e.next_up()]).collect();
    let mut special = edges;
    special.extend([f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0]);
    let n = special.len();
    let x = Tensor::from_vec(special, [n]).unwrap();
    same(d, 0.0, "edges", |at| ops::histogram(&at.of(&x), 30, 0.0, 3.0));
    same(d, 0.0, "edges", |at| ops::histogram(&at.of(&x), 10, 0.0, f64::from(3.0f32 * 0.1)));
    let ints = below(2, 100, &[999]);
    same(d, 0.0, "integers", |at| ops::histogram(&at.of(&ints), 7, 2.5, 90.0));
    same(d, 0.0, "nothing", |at| ops::histogram(&at.of(&ints.narrow(0, 0, 0).unwrap()), 7, 2.5, 90.0));
}
