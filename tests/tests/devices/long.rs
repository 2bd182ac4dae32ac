//! Functions that kernels of their own evaluate, in kernels of all forms.

use cotangent::prelude::*;
use cotangent::{debug, ops};
use cotangent_tests::wgpu;

#[differentiable]
fn ratio(a: &Tensor, x: &Tensor) -> Tensor {
    (gammainc(&(a * 2.0), x) * gammaincc(x, a)).sum_axis(0) / gammainc(x, &(a + 1.0)).max_axis(0)
}

fn uniform(seed: u64, dims: &[usize]) -> Tensor {
    Key::new(seed).uniform_in(0.2, 9.0, dims).unwrap()
}

fn near(what: &str, got: &Tensor, want: &Tensor) {
    assert_eq!(got.shape(), want.shape(), "{what}");
    for (a, b) in got.to_vec().unwrap().iter().zip(&want.to_vec().unwrap()) {
        assert!((a - b).abs() <= 3e-5 * (1.0 + b.abs()), "{what}: {a}, not {b}");
    }
}

#[test]
fn long_functions_of_all_layouts() {
    let Some(d) = wgpu() else { return };
    let x = uniform(1, &[31, 14]);
    let views: [(&str, Tensor); 5] = [
        ("a row", uniform(2, &[1, 14])),
        ("a column", uniform(3, &[31, 1])),
        ("turned", uniform(4, &[14, 31]).t().unwrap()),
        ("a slice", uniform(5, &[31, 42]).slice(1, 1, 42, 3).unwrap()),
        ("one", uniform(6, &[])),
    ];
    for (what, a) in &views {
        let (b, y) = (a.to(d).unwrap(), x.to(d).unwrap());
        near(what, &ops::gammainc(&b, &y).unwrap(), &ops::gammainc(a, &x).unwrap());
        near(what, &ops::gammaincc(&y, &b).unwrap(), &ops::gammaincc(&x, a).unwrap());
    }
    // Without points, and a fold over none.
    let none = Tensor::<f32>::zeros([0, 3]).unwrap();
    let y = ops::gammainc(&none.to(d).unwrap(), &none.to(d).unwrap()).unwrap();
    assert_eq!(y.shape(), [0, 3]);
    // A function of both operands as one buffer.
    let same = x.to(d).unwrap();
    near("itself", &ops::gammainc(&same, &same).unwrap(), &ops::gammainc(&x, &x).unwrap());
}

#[test]
fn long_functions_inside_of_kernels() {
    let Some(d) = wgpu() else { return };
    let (a, x) = (uniform(1, &[17]), uniform(2, &[9, 17]));
    let (y, pulled) = ratio::vjp(&a, &x).unwrap();
    let ((z, other), counts) = debug::counted(|| ratio::vjp(&a.to(d).unwrap(), &x.to(d).unwrap()).unwrap());
    assert_eq!(counts.waits, 0);
    near("the value", &z, &y);
    let v = uniform(3, &[17]);
    let (g, h) = (pulled.pull(&v).unwrap(), other.pull(&v.to(d).unwrap()).unwrap());
    near("by a", &h.a, &g.a);
    near("by x", &h.x, &g.x);
}
