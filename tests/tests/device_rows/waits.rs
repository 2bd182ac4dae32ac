//! What comes between the launches of a chain.

use cotangent::cuda;
use cotangent::debug::counted;
use cotangent::prelude::*;

use super::{alone, is_apart, layer_loss, normal, weights};

fn summed(x: &Tensor) -> Result<(Tensor, Tensor)> {
    let s = x.sum_keep(1)?;
    let y = x.sub(&s)?;
    Ok((s, y))
}

/// What comes between the launches of a chain, in this thread and in others.
#[test]
fn whatever_needs_its_memory_comes_behind() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<f32>(i, shape).to(d).unwrap();
    let x = there(1, &[40, 64]);
    let read = |y: &Tensor| y.to_vec().unwrap();
    let (sums, rest) = summed(&x).map(|(s, y)| (read(&s), read(&y))).unwrap();
    // Memory that is taken again has other elements.
    let spoil = || drop([9, 10, 11].map(|i| (there(i, &[40, 64]), there(i, &[40, 1]))));
    let s = x.sum_keep(1).unwrap();
    assert_eq!(read(&s), sums);
    // What is given back meanwhile stays.
    let y = {
        let own = x.mul(1.0).unwrap();
        let (s, y) = summed(&own).unwrap();
        drop((own, s));
        spoil();
        y
    };
    spoil();
    assert_eq!(read(&y), rest);
    // Of what is given back and made by two nobody reads the first.
    let y = {
        let s = x.sum_keep(1).unwrap();
        let y = x.sub(&s).unwrap();
        drop(s);
        y * 2.0
    };
    spoil();
    assert_eq!(read(&y), rest.iter().map(|y| y * 2.0).collect::<Vec<_>>());
    // Operands are overwritten before the chain has run.
    let own = Tensor::<f32>::zeros([40, 64]).unwrap().to(d).unwrap();
    cuda::assign(&own, &x).unwrap();
    let s = own.sum_keep(1).unwrap();
    cuda::assign(&own, &Tensor::ones([40, 64]).unwrap()).unwrap();
    assert_eq!(read(&s), sums);
    cuda::assign(&own, &x).unwrap();
    let (s, y) = summed(&own).unwrap();
    cuda::assign(&own, &there(5, &[40, 64])).unwrap();
    assert_eq!((read(&s), read(&y)), (sums.clone(), rest.clone()));
    // What it makes is overwritten, copied, and read by an op and by a product.
    let s = x.sum_keep(1).unwrap();
    let copy = Tensor::<f32>::zeros([40, 1]).unwrap().to(d).unwrap();
    cuda::assign(&copy, &s).unwrap();
    cuda::assign(&s, &Tensor::ones([40, 1]).unwrap()).unwrap();
    assert_eq!((read(&copy), read(&s)), (sums.clone(), vec![1.0; 40]));
    let (s, y) = summed(&x).unwrap();
    let (order, product) =
        (s.reshape([40]).unwrap().argsort(0).unwrap(), y.matmul(&there(6, &[64, 3])).unwrap());
    let want = (
        Tensor::from_vec(sums.clone(), [40]).unwrap().argsort(0).unwrap(),
        Tensor::from_vec(rest.clone(), [40, 64]).unwrap(),
    );
    assert_eq!(order.to_vec().unwrap(), want.0.to_vec().unwrap());
    let want = want.1.matmul(&normal(6, &[64, 3])).unwrap().to_vec().unwrap();
    assert!(read(&product).iter().zip(&want).all(|(a, b)| (a - b).abs() < 1e-3));
    // What has nothing to do with it goes ahead, and it goes on.
    let ((s, y, other), counts) = counted(|| {
        let s = x.sum_keep(1).unwrap();
        let other = there(7, &[8]).exp().unwrap();
        let y = x.sub(&s).unwrap();
        (s, y, other)
    });
    assert_eq!(counts.dispatches, if is_apart() { 3 } else { 2 });
    assert_eq!((read(&s), read(&y), read(&other).len()), (sums.clone(), rest.clone(), 8));
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..25 {
                    let (s, y) = summed(&x).unwrap();
                    assert_eq!((read(&y), read(&s)), (rest.clone(), sums.clone()));
                }
            });
        }
    });
}

/// A recording has its own chain.
#[test]
fn recordings_have_their_own_chains() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<f32>(i, shape).to(d).unwrap();
    let (x, gain, shift) = (there(1, &[24, 40]), there(2, &[40]), there(3, &[40]));
    let waits = x.sum_keep(1).unwrap();
    let step = || -> Result<_> {
        let (value, g) = layer_loss::value_and_grad(&x, &gain, &shift)?;
        Ok((value, g.x, g.gain, g.shift, weights::call(&x)?))
    };
    let all = |(value, x, gain, shift, y): &(Scalar, Tensor, Tensor, Tensor, Tensor)| {
        [x, gain, shift, y]
            .map(|y| y.to_vec().unwrap())
            .concat()
            .into_iter()
            .chain([value.item().unwrap()])
            .collect::<Vec<_>>()
    };
    let captured = cuda::capture(d, step).unwrap();
    if !is_apart() {
        assert_eq!(captured.launches(), 3);
    }
    assert_eq!(waits.to_vec().unwrap(), x.sum_keep(1).unwrap().to_vec().unwrap());
    for i in 5..8 {
        cuda::assign(&x, &normal(i, &[24, 40])).unwrap();
        captured.replay().unwrap();
        assert_eq!(all(captured.result()), all(&step().unwrap()));
    }
    // One that is given up takes its chain with it.
    let failed = cuda::capture(d, || {
        let s = x.sum_keep(1)?;
        if s.to_vec().is_ok() { Ok(s) } else { Err(Error::msg("given up")) }
    });
    assert!(failed.is_err());
    assert_eq!(all(captured.result()), all(&step().unwrap()));
}
