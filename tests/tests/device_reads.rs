//! Elements that come later, on every device.
#![cfg(feature = "wgpu")]

use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{ErrorKind, Key};
use cotangent_tests::beside::alone;

#[differentiable]
fn picked(table: &Tensor<V, H>, #[constant] ids: &Tensor<i32, B>) -> Tensor<B, H> {
    table.index_select(0, ids)
}

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
    // CUDA's are opened at once.
    let Some((device, _alone)) = alone().filter(|(device, _)| device.to_string().starts_with("wgpu")) else {
        return;
    };
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

/// Every read that was begun behind the kernel is told, whoever is first. From then on what was made of its result is no result.
#[test]
fn no_read_of_what_went_wrong_succeeds() {
    let Some((device, _alone)) = alone() else { return };
    let x = normal(7, &[4, 3]).to(device).unwrap();
    let bad = tensor![[1], [9]].to(device).unwrap().broadcast_to([2, 3]).unwrap();
    let wrong = x.gather(0, &bad).unwrap();
    let (of_it, beside) = (wrong.exp().unwrap(), x.exp().unwrap());
    let reads = vec![x.to_vec_async(), of_it.to_vec_async(), beside.to_vec_async(), wrong.to_vec_async()];
    for said in together(reads) {
        assert!(said.unwrap_err().to_string().contains("index 9"));
    }
    let later = of_it.add(&of_it).unwrap();
    for _ in 0..2 {
        for spoiled in [&wrong, &of_it, &later] {
            assert_eq!(spoiled.to_vec().unwrap_err().kind(), ErrorKind::Index);
            let read = together(vec![spoiled.to_vec_async()]).remove(0);
            assert!(read.unwrap_err().to_string().contains("index 9"));
        }
        assert_eq!((x.to_vec().unwrap().len(), beside.to_vec().unwrap().len()), (12, 12));
    }
    // Another one meanwhile is itself, and the same elements may be right again.
    let bad = tensor![[1], [-8]].to(device).unwrap().broadcast_to([2, 3]).unwrap();
    let other = beside.gather(0, &bad).unwrap();
    assert!(x.to_vec().unwrap_err().to_string().contains("index -8"));
    assert!(other.to_vec().unwrap_err().to_string().contains("index -8"));
    assert!(later.to_vec().unwrap_err().to_string().contains("index 9"));
    let good = tensor![[1], [3]].to(device).unwrap().broadcast_to([2, 3]).unwrap();
    assert_eq!(x.gather(0, &good).unwrap().exp().unwrap().to_vec().unwrap().len(), 6);
}

/// Checks that nobody reads for make nobody wait, however many, and the first that finds something is the one that is told.
#[test]
fn checks_do_not_wait() {
    let Some((device, _alone)) = alone() else { return };
    let table = normal(8, &[5, 4]).to(device).unwrap();
    let [good, bad, worse] = [[0, 4], [0, 6], [7, -9]]
        .map(|ids: [i32; 2]| Tensor::from_vec(ids.to_vec(), [2]).and_then(|ids| ids.to(device)).unwrap());
    let (line, counts) = counted(|| {
        let many = || (0..1000).for_each(|_| drop(picked::call(&table, &good).unwrap()));
        many();
        drop(picked::call(&table, &bad).unwrap());
        many();
        drop(table.index_select(0, &worse).unwrap());
        line!() - 3
    });
    assert_eq!((counts.waits, counts.dispatches >= 2002), (0, true));
    let said = table.to_vec().unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Index);
    let text = said.to_string();
    assert!(
        text.contains("index_select at tests/tests/device_reads.rs:") && text.contains("index 6"),
        "{text}"
    );
    assert!(text.contains("in `picked`"), "{text} of the call on line {line}");
    assert_eq!(picked::call(&table, &good).unwrap().to_vec().unwrap().len(), 8);
}

/// Polls where it is woken, on whatever thread wakes.
struct Eager<T> {
    future: Mutex<Option<Pin<Box<dyn Future<Output = T> + Send>>>>,
    ended: Sender<T>,
}

impl<T: Send + 'static> Wake for Eager<T> {
    fn wake(self: Arc<Self>) {
        // Woken while it is polled, it is polled by somebody who goes on.
        let Ok(mut future) = self.future.try_lock() else { return };
        let waker = Arc::clone(&self).into();
        let came = future.as_mut().map(|future| future.as_mut().poll(&mut Context::from_waker(&waker)));
        if let Some(Poll::Ready(value)) = came {
            *future = None;
            self.ended.send(value).unwrap();
        }
    }
}

/// A device tells of ended work while it is given new work. Whoever is woken may read at once, and so asks the device once
/// more.
#[test]
fn wakers_may_poll() {
    let Some((device, _alone)) = alone() else { return };
    let (ended, ends) = channel();
    std::thread::spawn(move || {
        let x = normal(9, &[300, 300]).to(device).unwrap();
        let ids = tensor![0, 299].to(device).unwrap();
        let (sent, came) = channel();
        for _ in 0..20 {
            // The read looks at a check.
            let y = x.matmul(&x).unwrap().index_select(0, &ids).unwrap();
            let future: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(y.to_vec_async());
            Arc::new(Eager { future: Mutex::new(Some(future)), ended: sent.clone() }).wake();
            let small = x.narrow(0, 0, 1).unwrap();
            let value = loop {
                (0..300).for_each(|_| drop(small.exp().unwrap()));
                if let Ok(value) = came.try_recv() {
                    break value;
                }
            };
            assert_eq!(value.unwrap().len(), 600);
        }
        ended.send(()).unwrap();
    });
    ends.recv_timeout(Duration::from_secs(120)).expect("nobody stands still behind a lock of its own");
}
