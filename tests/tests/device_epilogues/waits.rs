//! What comes between a product and the launch that reads it.

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{bf16, cuda};

use super::{alone, asked, linear, normal, perceptron};

/// What comes between a product and its bias, in this thread and in others.
#[test]
fn whatever_comes_next_ends_the_wait() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[64, 40]), there(2, &[40, 48]), there(3, &[48]));
    let read = |y: &Tensor<bf16>| y.to_vec().unwrap();
    let product = read(&x.matmul(&w).unwrap());
    let want = read(&linear(&x, &w, &b));
    // Memory that is taken again has other elements.
    let spoil = || drop([9, 10, 11].map(|i| there(i, &[64, 48])));
    spoil();
    let h = x.matmul(&w).unwrap();
    let other = b.add(&b).unwrap();
    let y = h.add(&b).unwrap();
    assert_eq!((read(&h), read(&other)[5]), (product.clone(), read(&b.mul(2.0).unwrap())[5]));
    drop((h, y));
    spoil();
    // Its operands are given back, and their memory is taken.
    let y = {
        let (x, w) = (x.mul(1.0).unwrap(), w.mul(1.0).unwrap());
        let h = x.matmul(&w).unwrap();
        drop((x, w));
        drop([there(8, &[64, 40]), there(9, &[40, 48])]);
        h + &b
    };
    let near = |a: &[bf16], b: &[bf16]| a.iter().zip(b).all(|(a, b)| (a.to_f32() - b.to_f32()).abs() < 0.1);
    assert!(near(&read(&y), &want));
    drop(x.matmul(&w).unwrap());
    spoil();
    // An operand is written before it is used.
    let own = Tensor::<bf16>::zeros([64, 40]).unwrap().to(d).unwrap();
    cuda::assign(&own, &x).unwrap();
    let h = own.matmul(&w).unwrap();
    cuda::assign(&own, &Tensor::ones([64, 40]).unwrap()).unwrap();
    assert_eq!(read(&h), product);
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..25 {
                    assert!(near(&read(&linear(&x, &w, &b)), &want));
                    assert_eq!(read(&x.matmul(&w).unwrap()), product);
                }
            });
        }
    });
}

/// A product that is asked for in a recording is of that, and no other is.
#[test]
fn recordings_have_their_own_products() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[24, 40]), there(2, &[40, 48]), there(3, &[48]));
    let (v, c) = (there(4, &[48, 16]), there(5, &[16]));
    let want = perceptron(&x, &w, &b, &v, &c).to_vec().unwrap();
    // One waits in front of the recording, and one at its end.
    let before = x.matmul(&w).unwrap();
    let captured = cuda::capture(d, || {
        let y = perceptron::call(&x, &w, &b, &v, &c)?;
        Ok((y, x.matmul(&w)?))
    });
    let captured = captured.unwrap();
    assert_eq!(captured.launches(), 3);
    let product = before.to_vec().unwrap();
    for _ in 0..3 {
        captured.replay().unwrap();
        let (y, h) = captured.result();
        assert_eq!((y.to_vec().unwrap(), h.to_vec().unwrap()), (want.clone(), product.clone()));
    }
    // Other elements of an operand.
    cuda::assign(&x, &normal(7, &[24, 40])).unwrap();
    let next = perceptron(&x, &w, &b, &v, &c).to_vec().unwrap();
    let waits = x.matmul(&w).unwrap();
    captured.replay().unwrap();
    assert_eq!(captured.result().0.to_vec().unwrap(), next);
    assert_ne!(next, want);
    drop(waits);
    // One that is given up takes its product with it.
    let failed = cuda::capture(d, || {
        let h = x.matmul(&w)?;
        if h.to_vec().is_ok() { Ok(h) } else { Err(Error::msg("given up")) }
    });
    assert!(failed.is_err());
    assert_eq!(perceptron(&x, &w, &b, &v, &c).to_vec().unwrap(), next);
    // Another thread goes on meanwhile.
    let beside = cuda::capture(d, || {
        let h = x.matmul(&w)?;
        std::thread::scope(|s| {
            let other = s.spawn(|| x.matmul(&w)?.to_vec());
            other.join().unwrap()
        })?;
        Ok(h + &b)
    });
    let beside = beside.unwrap();
    assert_eq!(beside.launches(), 1);
    beside.replay().unwrap();
    assert_eq!(beside.result().to_vec().unwrap(), linear(&x, &w, &b).to_vec().unwrap());
}

/// Products that wait beside each other: what a launch reads of either, and what a third does to them.
#[test]
fn two_products_wait() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, v, b) = (there(1, &[64, 40]), there(2, &[40, 48]), there(3, &[40, 48]), there(4, &[48]));
    let read = |y: &Tensor<bf16>| y.to_vec().unwrap();
    let (first, second) = (read(&x.matmul(&w).unwrap()), read(&x.matmul(&v).unwrap()));
    let wanted = [read(&linear(&x, &w, &b)), read(&linear(&x, &v, &b))];
    let spoil = || drop([9, 10, 11].map(|i| there(i, &[64, 48])));
    for of in [0, 1] {
        spoil();
        let both = [x.matmul(&w).unwrap(), x.matmul(&v).unwrap()];
        let [p, q] = both;
        let (taken, other) = if of == 0 { (p, q) } else { (q, p) };
        let (y, counts) = counted(|| taken + &b);
        assert_eq!(counts.dispatches, u64::from(asked() == "none"));
        assert_eq!((read(&y), read(&other)), (wanted[of].clone(), [&second, &first][of].clone()));
    }
    // A launch that reads both, a product of a product, and a third.
    let sum = read(&x.matmul(&w).unwrap().add(&x.matmul(&v).unwrap()).unwrap());
    let near = |a: bf16, b: bf16, c: bf16| (a.to_f32() + b.to_f32() - c.to_f32()).abs() < 0.1;
    assert!((0..sum.len()).all(|i| near(first[i], second[i], sum[i])));
    let (h, turned) = (x.matmul(&w).unwrap(), there(5, &[48, 16]));
    let deep = h.matmul(&turned).unwrap();
    let third = x.matmul(&v).unwrap();
    let last = read(&deep);
    assert_eq!((read(&h), read(&third)), (first.clone(), second));
    // One that another reads is there before it is written over.
    let h = x.matmul(&w).unwrap();
    let again = h.matmul(&turned).unwrap();
    let y = h + &b;
    assert_eq!(read(&again), last);
    let (y, want) = (read(&y), &wanted[0]);
    assert!((0..y.len()).all(|i| (y[i].to_f32() - want[i].to_f32()).abs() < 0.1));
    // What both read is given back meanwhile, and a launch takes the later along.
    let own = x.mul(1.0).unwrap();
    let (p, q) = (own.matmul(&w).unwrap(), own.matmul(&v).unwrap());
    drop(own);
    assert_eq!(read(&(q + &b)), wanted[1]);
    assert_eq!(read(&p), first);
    let held = Tensor::from_vec(first, [64, 48]).unwrap().to(d).unwrap();
    assert_eq!(last, read(&held.matmul(&turned).unwrap()));
}

#[differentiable]
fn loss(w: &Tensor<bf16>, b: &Tensor<bf16>, #[constant] x: &Tensor<bf16>) -> Scalar<bf16> {
    (x.matmul(w) + b).gelu_tanh().square().mean()
}

/// A step that is replayed is the step as it runs.
#[test]
fn a_captured_step_has_epilogues() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[32, 24]), there(2, &[24, 16]), there(3, &[16]));
    let step = |(w, b): &(Tensor<bf16>, Tensor<bf16>)| -> Result<_> {
        let (value, back) = loss::vjp(w, b, &x)?;
        let g = back.pull(&Tensor::ones(value.shape())?.to(d)?)?;
        Ok(((w.sub(&g.w.mul(0.1)?)?, b.sub(&g.b.mul(0.1)?)?), value))
    };
    let captured = cuda::capture_step((w.clone(), b.clone()), step).unwrap();
    let mut plain = (w, b);
    for _ in 0..5 {
        let (next, value) = step(&plain).unwrap();
        plain = next;
        captured.replay().unwrap();
        assert_eq!(captured.result().1.item().unwrap(), value.item().unwrap());
    }
    assert_eq!(captured.result().0.0.to_vec().unwrap(), plain.0.to_vec().unwrap());
    assert_eq!(captured.result().0.1.to_vec().unwrap(), plain.1.to_vec().unwrap());
}
