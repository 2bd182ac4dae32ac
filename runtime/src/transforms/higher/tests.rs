use super::*;
use crate::tensor;
use crate::transforms::check::tests::{Loss, Powers};

#[test]
fn jacobians_in_both_directions() {
    let (x, w) = (tensor![0.5, -1.25, 2.0], tensor![1.5, -0.5, 0.25]);
    let j = jacobian::<Powers<f64>>((&x, &w, 2)).unwrap();
    assert_eq!(j.x.shape(), [3, 3]);
    let (xs, ws) = (x.to_vec().unwrap(), w.to_vec().unwrap());
    for i in 0..3 {
        for k in 0..3 {
            let by_x = if i == k { 2.0 * ws[i] * xs[i] + ws[0] * xs[i].signum() } else { 0.0 };
            let by_w = if i == k { xs[i] * xs[i] } else { 0.0 } + if k == 0 { xs[i].abs() } else { 0.0 };
            assert_eq!(j.x.get(&[i, k]).unwrap(), by_x);
            assert_eq!(j.w.get(&[i, k]).unwrap(), by_w);
        }
    }
}

#[test]
fn hessians_by_blocks() {
    let (x, w) = (tensor![0.5, -1.25], tensor![1.5, -0.5]);
    let h = hessian::<Loss>((&x, &w, 3)).unwrap();
    assert_eq!(h.row("x").unwrap().x.to_vec().unwrap(), [6.0 * 1.5 * 0.5, 0.0, 0.0, 6.0 * 0.5 * 1.25]);
    assert_eq!(h.row("w").unwrap().x.to_vec().unwrap(), [3.0 * 0.25, 0.0, 0.0, 3.0 * 1.5625]);
    assert_eq!(h.row("w").unwrap().w.to_vec().unwrap(), [0.0; 4]);
    let m = h.matrix().unwrap();
    assert_eq!(m.shape(), [4, 4]);
    assert_eq!(m.to_vec().unwrap(), crate::ops::t(&m).unwrap().to_vec().unwrap(), "symmetric");
    assert_eq!(m.get(&[1, 3]).unwrap(), 3.0 * 1.5625);
    let e = h.row("b").unwrap_err().to_string();
    assert_eq!(e, "no active input is called `b`; there are `x`, `w`");
    assert_eq!(h.rows().count(), 2);
}
