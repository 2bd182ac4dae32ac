//! Two adapters in one process: tensors and kernels of the two never meet. If there is a single adapter, the run says so, or fails
//! if VK_DRIVER_FILES names several drivers.

use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;
use cotangent::{__private, ErrorKind, ops};
use cotangent_tests::wgpu;

use super::{apart, loss, normal};

/// The two, for one test at a time.
fn two() -> Option<([Device; 2], MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let first = wgpu()?;
    match Device::wgpu(1) {
        Ok(second) => Some(([first, second], alone)),
        Err(why) => {
            let drivers = std::env::var("VK_DRIVER_FILES").unwrap_or_default();
            assert!(!drivers.contains(':'), "VK_DRIVER_FILES names several drivers: {why}");
            let _ = writeln!(std::io::stderr(), "skipped: no second WebGPU adapter ({why})");
            None
        }
    }
}

#[test]
fn tensors_go_from_one_to_the_other() {
    let Some(([a, b], _alone)) = two() else { return };
    assert_eq!((a.to_string(), b.to_string()), ("wgpu:0".into(), "wgpu:1".into()));
    let all = Device::adapters();
    assert_eq!(Device::wgpu(&*all[1].name).unwrap(), b, "names tell them apart");
    let x = normal(1, &[4, 6]);
    let there = x.to(a).unwrap();
    for view in [
        there.clone(),
        there.t().unwrap(),
        there.flip(0).unwrap().narrow(1, 1, 3).unwrap(),
        there.narrow(0, 1, 1).unwrap().broadcast_to([5, 6]).unwrap(),
        there.narrow(0, 0, 0).unwrap(),
    ] {
        let other = view.to(b).unwrap();
        assert_eq!((view.device(), other.device(), other.shape()), (a, b, view.shape()));
        assert_eq!(other.to_vec().unwrap(), view.to_vec().unwrap());
        assert_eq!(other.to(a).unwrap().to_vec().unwrap(), view.to_vec().unwrap());
    }
    let (here, mask) = (tensor![1, -2, 3], tensor![true, false, true]);
    assert_eq!(here.to(a).and_then(|x| x.to(b)).unwrap(), here);
    assert_eq!(mask.to(b).and_then(|x| x.to(a)).unwrap(), mask);
}

#[test]
fn operands_of_both_are_an_error() {
    let Some(([a, b], _alone)) = two() else { return };
    let x = normal(1, &[3, 3]);
    let (here, there) = (x.to(a).unwrap(), x.to(b).unwrap());
    let y = Tensor::<f32>::zeros([3]).unwrap();
    let said = [
        here.add(&there).map(drop),
        here.matmul(&there).map(drop),
        ops::concat(&[&here, &there], 0).map(drop),
        loss::call(&here, &there, &y.to(a).unwrap(), &here).map(drop),
        loss::value_and_grad(&here, &here, &y.to(b).unwrap(), &here).map(drop),
    ];
    for said in said {
        let said = said.unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Device, "{said}");
        assert!(said.to_string().contains("operands on different devices, wgpu:"), "{said}");
    }
    assert_eq!(here.add(&here).unwrap().to_vec().unwrap(), there.add(&there).unwrap().to_vec().unwrap());
}

#[test]
fn both_work_at_once() {
    let Some(([a, b], _alone)) = two() else { return };
    let (x, y) = (normal(1, &[64, 20]), normal(2, &[64, 6]));
    let train = |device: Device| {
        let [x, y] = [&x, &y].map(|x| x.to(device).unwrap());
        let zeros = Tensor::<f32>::zeros([6]).unwrap();
        let mut params = (normal(3, &[20, 6]).to(device).unwrap(), zeros.to(device).unwrap());
        let mut optimizer = Optimizer::new(AdamW { lr: 0.05, ..AdamW::default() });
        for _ in 0..20 {
            let (_, g) = loss::value_and_grad(&x, &params.0, &params.1, &y).unwrap();
            optimizer.step(&mut params, &(g.w, g.b)).unwrap();
        }
        params
    };
    let here = train(Device::CPU);
    std::thread::scope(|s| {
        let all: Vec<_> = [a, b, b, a].map(|device| s.spawn(move || (device, train(device)))).into();
        for one in all {
            let (device, (w, b)) = one.join().unwrap();
            assert_eq!((w.device(), b.device()), (device, device));
            assert!(apart(&w, &here.0) < 1e-3 && apart(&b, &here.1) < 1e-3, "{device}");
        }
    });
    // Nor does one thread mix them up that turns from one to the other.
    for n in 1..30 {
        let x = normal(n, &[n as usize, 3]);
        let [p, q] = [a, b].map(|device| x.to(device).and_then(|x| x.tanh()?.matmul(&x.t()?)).unwrap());
        assert!(apart(&p, &q) < 1e-5, "{n} rows");
    }
}

#[test]
fn what_one_finds_or_loses_is_no_matter_of_the_other() {
    let Some(([a, b], _alone)) = two() else { return };
    let table = normal(1, &[5, 4]);
    let taken = |device: Device, ids: &Tensor<i32>| table.to(device)?.index_select(0, &ids.to(device)?);
    let bad = taken(b, &tensor![1, 9]).unwrap();
    let good = taken(a, &tensor![1, 4]).unwrap();
    assert_eq!(good.to_vec().unwrap().len(), 8);
    let said = bad.to_vec().unwrap_err();
    assert!(said.kind() == ErrorKind::Index && said.to_string().contains("size 5"), "{said}");
    __private::lose(b);
    let said = bad.to_vec().unwrap_err();
    assert!(said.to_string().contains("wgpu:1 was lost"), "{said}");
    assert_eq!(good.exp().and_then(|y| y.to_vec()).unwrap().len(), 8);
    let again = Device::wgpu(1).unwrap();
    assert_eq!(
        taken(again, &tensor![0]).and_then(|y| y.to_vec()).unwrap(),
        table.narrow(0, 0, 1).unwrap().to_vec().unwrap()
    );
}
