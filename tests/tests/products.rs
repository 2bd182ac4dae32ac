//! Products with vectors, whose derivatives are made of columns and rows.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

macro_rules! products {
    ($($name:ident $plain:ident: $w:ty, $x:ty, $y:ty;)*) => {$(
        #[differentiable(order = 2)]
        fn $name(w: &$w, x: &$x, y: &$y) -> Scalar<f64> {
            let h = w.matmul(x).tanh();
            (y.matmul(&h).sin() * x.matmul(y).exp().sum()).sum()
        }

        /// The same of shapes that are known at run time only.
        #[differentiable(order = 2)]
        fn $plain(w: &Tensor<f64>, x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
            let h = w.matmul(x).tanh();
            (y.matmul(&h).sin() * x.matmul(y).exp().sum()).sum()
        }
    )*};
}
products! {
    of_vectors of_vectors_plain: Tensor<f64, N, N>, Tensor<f64, N>, Tensor<f64, N>;
    of_columns of_columns_plain: Tensor<f64, N, N>, Tensor<f64, N, 1>, Tensor<f64, 1, N>;
    of_one of_one_plain: Tensor<f64, 1, 1>, Tensor<f64, 1, 1>, Tensor<f64, 1, 1>;
    of_batches of_batches_plain: Tensor<f64, B, N, N>, Tensor<f64, B, N, 1>, Tensor<f64, B, 1, N>;
}

/// A column by a row is a product for each element, in one kernel with what adds it up.
#[differentiable]
fn accumulated(#[constant] x: &Tensor<N>, w: &Tensor<M, N>) -> Scalar {
    let a = w.matmul(x).tanh();
    w.matmul(&(x * 0.5)).matmul(&a)
}

#[test]
fn vectors_columns_and_rows() -> Result<()> {
    let normal = |seed: u64, shape: &[usize]| Key::new(seed).normal::<f64>(shape.to_vec());
    let (w, x, y) = (normal(1, &[3, 3])?, normal(2, &[3])?, normal(3, &[3])?);
    both::<of_vectors, of_vectors_plain>((&w, &x, &y), (&w, &x, &y))?;
    orders::<of_vectors>((&w, &x, &y))?;
    let (x, y) = (normal(2, &[3, 1])?, normal(3, &[1, 3])?);
    both::<of_columns, of_columns_plain>((&w, &x, &y), (&w, &x, &y))?;
    let one = normal(4, &[1, 1])?;
    both::<of_one, of_one_plain>((&one, &one, &one), (&one, &one, &one))?;
    let (w, x, y) = (normal(5, &[2, 3, 3])?, normal(6, &[2, 3, 1])?, normal(7, &[2, 1, 3])?);
    both::<of_batches, of_batches_plain>((&w, &x, &y), (&w, &x, &y))?;
    Ok(())
}

#[test]
fn a_gradient_by_a_matrix_is_no_product_of_matrices() {
    let text = accumulated::explain();
    let made = text.lines().filter(|l| l.contains("= matmul") && l.contains(": f32[M, N]")).count();
    assert!(made == 0 && text.contains("f32[M, N]"), "{text}");
}
