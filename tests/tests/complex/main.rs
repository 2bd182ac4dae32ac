//! Complex tensors in bodies and outside.

mod forms;
mod references;

use cotangent::prelude::*;
use cotangent_tests::flow::quotients;

#[differentiable]
fn energy(z: &Complex<f64, N>, w: &Complex<f64, N>) -> Scalar<f64> {
    (z * w + z.exp() / w.conj()).abs2().sum()
}

#[differentiable]
fn through(z: &Complex<f64, N>) -> Complex<f64, N> {
    z * z + 1.0
}

#[differentiable]
fn mixed(x: &Tensor<f64, N>, z: &Complex<f64, N>) -> Scalar<f64> {
    let mut y = z * x;
    for _ in 0..3 {
        y = (&y * &y + x).sqrt();
    }
    let parts = if x.dim(0) > 2 { y.powi(3) } else { y.conj() };
    parts.re.sum() + parts.im().square().mean()
}

fn sample() -> (Complex<f64>, Complex<f64>) {
    let z = Complex::new(&tensor![0.3f64, -0.7, 1.1], &tensor![0.2f64, 0.5, -0.4]).unwrap();
    let w = Complex::new(&tensor![1.3f64, 0.7, -1.1], &tensor![0.9f64, -0.5, 0.6]).unwrap();
    (z, w)
}

#[test]
fn gradients() {
    let (z, w) = sample();
    quotients::<energy>((&z, &w)).unwrap();
    quotients::<through>((&z,)).unwrap();
    let x = tensor![0.3f64, 0.9, 1.2];
    quotients::<mixed>((&x, &z)).unwrap();
    let said = energy::explain().to_string();
    assert_eq!(said.matches("kernel 1").count(), 0, "all of it is one kernel:\n{said}");
}
