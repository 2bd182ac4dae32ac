//! Which memory sums are written to, and when there is nothing to sum.

use cotangent::cuda;
use cotangent::prelude::*;

use crate::pair;

/// What others hold stays as it is, zeros of both take no memory, and what is alone is written where it is.
#[test]
fn memory_is_written_where_nobody_else_holds_it() {
    let Some((devices, _alone)) = pair() else { return };
    let own = |i: usize| Tensor::<f32>::full([3000], i as f32 + 1.0).unwrap().to(devices[i]).unwrap();
    let mut sums = [own(0), own(1)];
    cuda::sum_over_gpus(&mut sums).unwrap();
    let used = || devices.map(|device| cuda::memory(device).unwrap());
    let before = used();
    cuda::sum_over_gpus(&mut sums).unwrap();
    assert_eq!(used(), before);
    let kept = sums.clone();
    let zeros = |i: usize| sums[i].zeros_like().unwrap();
    let mut trees = [(sums[0].clone(), zeros(0), zeros(0)), (sums[1].clone(), zeros(1), own(1))];
    cuda::sum_over_gpus(&mut trees).unwrap();
    for (tree, kept) in trees.iter().zip(&kept) {
        assert_eq!((tree.0.get(&[7]).unwrap(), kept.get(&[7]).unwrap()), (12.0, 6.0));
        assert_eq!((tree.1.get(&[2999]).unwrap(), tree.2.get(&[2999]).unwrap()), (0.0, 2.0));
    }
}

#[differentiable]
fn either(a: &Tensor<N>, b: &Tensor<N>, #[constant] is_first: bool) -> Scalar {
    if is_first { (a * a).sum() } else { (b * b * b).sum() }
}

/// What one GPU has a gradient of, and another has none of; and what neither has.
#[test]
fn zeros_of_some_are_made_where_their_sum_is() {
    let Some((devices, _alone)) = pair() else { return };
    let grads = |which: [bool; 2]| {
        [0, 1].map(|i| {
            let there = |x: f32| Tensor::<f32>::full([3000], x).unwrap().to(devices[i]).unwrap();
            let g = either::grad(&there(2.0), &there(3.0), which[i]).unwrap();
            (g.a, g.b)
        })
    };
    let used = || devices.map(|device| cuda::memory(device).unwrap().used);
    let mut mixed = grads([true, false]);
    cuda::sum_over_gpus(&mut mixed).unwrap();
    for (a, b) in &mixed {
        assert_eq!((a.get(&[2999]).unwrap(), b.get(&[2999]).unwrap()), (4.0, 27.0));
    }
    drop(mixed);
    let mut same = grads([true, true]);
    // What waits has run.
    for (a, _) in &same {
        a.get(&[7]).unwrap();
    }
    let before = used();
    cuda::mean_over_gpus(&mut same).unwrap();
    assert_eq!(used(), before, "zeros of all take no memory");
    assert_eq!(same.map(|(a, b)| (a.get(&[7]).unwrap(), b.get(&[7]).unwrap())), [(4.0, 0.0); 2]);
}

/// One program serves any number of devices.
#[test]
fn one_value_alone_stays_as_it_is() {
    let mut here = [Tensor::<f32>::full([2], 3.0).unwrap()];
    cuda::sum_over_gpus(&mut here).unwrap();
    cuda::sum_over_gpus::<Tensor>(&mut []).unwrap();
    cuda::sum_counts_over_gpus(&mut [tensor![4]]).unwrap();
    assert_eq!(here[0].to_vec().unwrap(), [3.0; 2]);
    let Some((devices, _alone)) = pair() else { return };
    let x = here[0].to(devices[0]).unwrap();
    let graph = cuda::capture(devices[0], || {
        let mut one = [x.exp()?];
        cuda::mean_over_gpus(&mut one)?;
        Ok(one)
    });
    let graph = graph.unwrap();
    graph.replay().unwrap();
    assert!((graph.result()[0].get(&[1]).unwrap() - 20.0855).abs() < 1e-3);
}

/// A graph goes on with what it reads, although nobody else holds it.
#[test]
fn what_a_graph_reads_stays_as_it_is() {
    let Some((devices, _alone)) = pair() else { return };
    let own = |i: usize| Tensor::<f32>::full([300], i as f32 + 1.0).unwrap().to(devices[i]).unwrap();
    let mut sums = [own(0), own(1)];
    let graph = cuda::capture(devices[0], || sums[0].mul(10.0)).unwrap();
    cuda::sum_over_gpus(&mut sums).unwrap();
    graph.replay().unwrap();
    assert_eq!(graph.result().get(&[7]).unwrap(), 10.0);
    assert_eq!(sums.map(|x| x.get(&[7]).unwrap()), [3.0; 2]);
}

/// NCCL takes so many calls at once.
#[test]
fn sums_of_more_tensors_than_a_group_has() {
    let Some((devices, _alone)) = pair() else { return };
    let many = |i: usize| -> Vec<Tensor> {
        (0..1100).map(|k| Tensor::full([1], (k * (i + 1)) as f32).unwrap().to(devices[i]).unwrap()).collect()
    };
    let mut sums = [many(0), many(1)];
    cuda::sum_over_gpus(&mut sums).unwrap();
    for k in [0, 1, 511, 512, 1023, 1024, 1099] {
        assert_eq!([0, 1].map(|i| sums[i][k].get(&[0]).unwrap()), [3.0 * k as f32; 2]);
    }
}
