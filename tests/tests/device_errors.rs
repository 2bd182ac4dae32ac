//! What a device says late: whoever reads next is told. So these tests are a program of their own, and run one after the other.
#![cfg(feature = "wgpu")]

use cotangent::prelude::*;
use cotangent::{__private, ErrorKind, debug};
use cotangent_tests::beside::alone;

#[differentiable]
fn picked(table: &Tensor<V, H>, #[constant] ids: &Tensor<i32, B>) -> Tensor<B, H> {
    let rows = table.index_select(0, ids);
    rows.exp()
}

#[test]
fn a_lost_device_is_an_error_until_it_is_opened_again() {
    let Some((device, _alone)) = alone() else { return };
    let x = tensor![1.0f32, 2.0, 3.0].to(device).unwrap();
    let y = x.exp().unwrap();
    let zeros = |device| __private::zeros::<f32>(&__private::shape_of(&x), device);
    assert_eq!(zeros(device).unwrap().to_vec().unwrap(), [0.0; 3]);
    __private::lose(device);
    for said in [y.to_vec().map(drop), x.exp().map(drop), tensor![1.0f32].to(device).map(drop)] {
        let said = said.unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Device, "{said}");
        assert!(said.to_string().contains("wgpu:0 was lost"), "{said}");
    }
    let again = Device::wgpu(0).unwrap();
    let z = tensor![1.0f32, 2.0].to(again).unwrap();
    assert_eq!(z.add(&z).unwrap().to_vec().unwrap(), [2.0, 4.0]);
    let said = x.exp().and_then(|y| y.to_vec()).unwrap_err();
    assert!(
        said.kind() == ErrorKind::Device && said.to_string().contains("a device that was lost"),
        "{said}"
    );
    assert_eq!(zeros(again).unwrap().to_vec().unwrap(), [0.0; 3], "those of the lost device are no more");
    drop((x, y));
    assert_eq!(z.to_vec().unwrap(), [1.0, 2.0]);
}

/// What depends on elements is an error of the next read, which names the function, the line and the op.
#[test]
fn indices_that_are_not_there_are_an_error_of_the_next_read() {
    let Some((device, _alone)) = alone() else { return };
    let table: Tensor = Key::new(1).normal([5, 4]).and_then(|x: Tensor| x.to(device)).unwrap();
    let bad = picked::call(&table, &tensor![1, 5, -7].to(device).unwrap()).unwrap();
    let said = bad.to_vec().unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Index);
    let text = said.to_string();
    assert!(
        text.contains("index_select at tests/tests/device_errors.rs:")
            && text.contains("in `picked`")
            && text.contains("out of range for axis 0 of size 5"),
        "{text}"
    );
    let good = picked::call(&table, &tensor![1, 4, 0].to(device).unwrap()).unwrap();
    assert_eq!(good.to_vec().unwrap().len(), 12, "the error is told once, and the device goes on");
}

/// A look for NaN reads, and what it is told there is not lost.
#[test]
fn a_look_for_nan_tells_what_it_finds_on_its_way() {
    let Some((device, _alone)) = alone() else { return };
    let table: Tensor = Key::new(1).normal([5, 4]).and_then(|x: Tensor| x.to(device)).unwrap();
    let ids = tensor![1, 5, -7].to(device).unwrap();
    debug::nan_check(true);
    let said = picked::call(&table, &ids);
    let nan = tensor![[1.0f32, f32::NAN]].to(device).and_then(|x| picked::call(&x, &tensor![0].to(device)?));
    debug::nan_check(false);
    assert_eq!(said.unwrap_err().kind(), ErrorKind::Index);
    assert_eq!(nan.unwrap_err().kind(), ErrorKind::Nan);
}
