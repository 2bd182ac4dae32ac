//! Elements that come later, on every device.
#![cfg(feature = "wgpu")]

use std::task::{Context, Poll, Waker};

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{ErrorKind, Key};
use cotangent_tests::beside::alone;

fn normal(seed: u64, shape: &[usize]) -> Tensor {
    Key::new(seed).normal(shape).unwrap()
}

/// Polls all in turn until they have ended.
fn together<T>(futures: Vec<impl Future<Output = T>>) -> Vec<T> {
    let mut futures: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut ended: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    let mut task = Context::from_waker(Waker::noop());
    while ended.iter().any(Option::is_none) {
        for (future, end) in futures.iter_mut().zip(&mut ended).filter(|(_, end)| end.is_none()) {
            if let Poll::Ready(value) = future.as_mut().poll(&mut task) {
                *end = Some(value);
            }
        }
    }
    ended.into_iter().flatten().collect()
}

#[test]
fn elements_come_later_without_standing_still() {
    let Some((device, _alone)) = alone() else { return };
    for home in [Device::CPU, device] {
        let x = normal(5, &[300, 7]).to(home).unwrap();
        let truths = x.gt(0.0).unwrap();
        let ((later, sums), counts) = counted(|| {
            // What is asked for is what it is now, of views too; nothing need live until it comes.
            let later =
                vec![x.to_vec_async(), x.t().unwrap().to_vec_async(), x.exp().unwrap().to_vec_async()];
            let sums = (0..3).map(|_| x.sum().unwrap().item_async()).collect();
            (together(later), together(sums))
        });
        assert_eq!(counts.waits, 0);
        let [plain, turned, grown] = &later.into_iter().map(Result::unwrap).collect::<Vec<_>>()[..] else {
            panic!()
        };
        assert_eq!(plain, &x.to_vec().unwrap());
        assert_eq!(turned, &x.t().unwrap().to_vec().unwrap());
        assert_eq!(grown, &x.exp().unwrap().to_vec().unwrap());
        let sum = x.sum().unwrap().item().unwrap();
        assert!(sums.into_iter().all(|s| s.unwrap() == sum));
        let one = together(vec![truths.to_vec_async()]).remove(0).unwrap();
        assert_eq!(one, truths.to_vec().unwrap());
        let none = Tensor::<f32>::zeros([0, 3]).unwrap().to(home).unwrap();
        assert_eq!(together(vec![none.to_vec_async()]).remove(0).unwrap(), [0.0; 0]);
        let many = together(vec![x.item_async()]).remove(0).unwrap_err();
        assert!(many.to_string().starts_with("item_async: only one element"), "{many}");
    }
}

#[test]
fn devices_are_opened_without_standing_still() {
    let Some((device, _alone)) = alone() else { return };
    assert_eq!(together(vec![Device::wgpu_async(0)]).remove(0).unwrap(), device);
    let none = together(vec![Device::wgpu_async("no such adapter")]).remove(0).unwrap_err();
    assert!(none.to_string().starts_with("Device::wgpu_async: no WebGPU adapter has `no such"), "{none}");
}

/// What a kernel found wrong is told once, by a read that has come to its end.
#[test]
fn late_errors_come_with_late_elements() {
    let Some((device, _alone)) = alone() else { return };
    let x = normal(6, &[4, 3]).to(device).unwrap();
    let bad = tensor![[1], [9]].to(device).unwrap();
    let wrong = || x.gather(0, &bad.broadcast_to([2, 3]).unwrap()).unwrap();
    drop(wrong().to_vec_async());
    let said = together(vec![x.to_vec_async()]).remove(0).unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Index);
    assert_eq!(x.to_vec().unwrap().len(), 12);
    // Asked for before, and so not of it.
    let before = x.to_vec_async();
    let after = wrong().to_vec_async();
    assert!(together(vec![before]).remove(0).is_ok());
    assert_eq!(together(vec![after]).remove(0).unwrap_err().kind(), ErrorKind::Index);
    assert_eq!(x.to_vec().unwrap().len(), 12);
}
