//! `debug::nan_check` names the line that makes the first NaN. In a process of its own: the switch is for all threads.

use cotangent::{Error, ErrorKind, debug, prelude::*};

#[differentiable]
fn fused(x: &Tensor<N>) -> Scalar {
    let h = x * 2.0;
    let l = h.ln();
    (l + 1.0).sum()
}

#[differentiable]
fn product(x: &Tensor<N, N>, w: &Tensor<N, N>) -> Tensor<N, N> {
    x.exp().matmul(w)
}

#[differentiable]
fn masked(x: &Tensor<N>) -> Tensor<N> {
    select(x.gt(0.0), x.ln(), 0.0)
}

fn told(error: &Error) -> (ErrorKind, &str, u32, String) {
    let site = error.site().expect("it has a place");
    (error.kind(), site.op, site.line, error.message().to_owned())
}

#[differentiable]
fn of_numbers(x: f64) -> f64 {
    x.ln() * 2.0
}

#[test]
fn a_nan_is_named_where_it_is_made() {
    let bad = Tensor::from_vec(vec![1.0_f32, -1.0, 2.0], [3]).unwrap();
    assert!(fused(&bad).item().unwrap().is_nan(), "off unless it is asked for");
    debug::nan_check(true);
    let message = "NaN at [] of a result of shape []; the kernel computes mul (line 7), ln (line 8), add (line 9), sum (line 9)";
    let error = fused::call(&bad).unwrap_err();
    assert_eq!(told(&error), (ErrorKind::Nan, "sum", 9, message.to_owned()));
    // In the other transforms as well.
    assert_eq!(fused::value_and_grad(&bad).unwrap_err().kind(), ErrorKind::Nan);
    assert_eq!(fused::vjp(&bad).err().map(|e| e.kind()), Some(ErrorKind::Nan));

    // Between kernels: inf - inf in a product.
    let x = Tensor::from_vec(vec![1000.0_f32, 1000.0, 0.0, 0.0], [2, 2]).unwrap();
    let w = Tensor::from_vec(vec![1.0_f32, 0.0, -1.0, 1.0], [2, 2]).unwrap();
    let error = product::call(&x, &w).unwrap_err();
    let message = "NaN at [0, 0] of a result of shape [2, 2]";
    assert_eq!(told(&error), (ErrorKind::Nan, "matmul", 14, message.to_owned()));

    // What is not taken is no NaN, forward or reverse.
    let (_, pullback) = masked::vjp(&bad).unwrap();
    assert_eq!(pullback.pull(&Tensor::ones([3]).unwrap()).unwrap().x.to_vec().unwrap(), [1.0, 0.0, 0.5]);

    // A NaN that the caller brings is named as such, and the target of an assignment stays.
    let mut a = Tensor::from_vec(vec![0.0_f32, f32::NAN], [2]).unwrap();
    let error = a.exp().unwrap_err();
    assert_eq!(error.to_string(), "exp: NaN at [1] of a result of shape [2], as in the operands");
    let mut b = Tensor::from_vec(vec![0.0_f32, 1.0], [2]).unwrap();
    let failed =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| b /= &Tensor::<f32>::zeros([2]).unwrap()));
    assert!(failed.is_err());
    assert_eq!(b.to_vec().unwrap(), [0.0, 1.0]);

    // A function of numbers is one kernel's point where nobody looks, and a launch here.
    let error = of_numbers::grad(-1.0).unwrap_err();
    assert_eq!((error.kind(), error.site().map(|s| s.op)), (ErrorKind::Nan, Some("mul")));
    debug::nan_check(false);
    assert!(of_numbers::value_and_grad(-1.0).unwrap().0.is_nan());
    a += 1.0;
    assert_eq!(a.to_vec().unwrap()[0], 1.0);
}
