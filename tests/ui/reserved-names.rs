use cotangent::prelude::*;

#[differentiable]
fn __site(__x: &Tensor<__n>, y: &Tensor<__n, M>) -> Scalar {
    (__x * y).sum()
}

#[differentiable]
fn generic<'__args, __R: Float, const __N: usize>(x: &'__args Tensor<__R, __N>) -> Scalar<__R> {
    x.sum()
}

/// Hygiene keeps these apart, but not the fields of the gradient, nor dims.
macro_rules! twice {
    ($x:ident, $n:ident) => {
        #[differentiable]
        fn parameters($x: &Tensor, x: &Tensor) -> Scalar {
            ($x * x).sum()
        }

        #[differentiable]
        fn dims($x: &Tensor<$n>, y: &Tensor<N>) -> Scalar {
            ($x * y).sum()
        }
    };
}
twice!(x, N);

fn main() {
    let x = Tensor::ones([2]).unwrap();
    let _ = __site::grad(&x, &x);
    let _ = dims::grad(&x, &x);
}
