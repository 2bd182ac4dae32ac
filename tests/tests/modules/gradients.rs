//! Gradients that bodies take themselves, against difference quotients, formulas by hand and the same steps from outside.

use cotangent::prelude::*;

use super::normal;

#[differentiable]
mod model {
    use cotangent::prelude::*;

    #[derive(Clone, Differentiable)]
    pub struct Net {
        pub w1: Tensor<f64>,
        pub b1: Tensor<f64>,
        pub w2: Tensor<f64>,
    }

    #[differentiable]
    pub fn u(net: &Net, x: &Tensor<f64, N, 1>) -> Tensor<f64, N, 1> {
        (x.matmul(&net.w1) + &net.b1).tanh().matmul(&net.w2)
    }

    #[differentiable]
    fn sum_of_u(net: &Net, x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        u(net, x).sum()
    }

    #[differentiable]
    pub fn slope(net: &Net, x: &Tensor<f64, N, 1>) -> Tensor<f64, N, 1> {
        sum_of_u::grad(net, x)?.x
    }

    #[differentiable]
    fn sum_of_slope(net: &Net, x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        slope(net, x).sum()
    }

    #[differentiable]
    pub fn curvature(net: &Net, x: &Tensor<f64, N, 1>) -> Tensor<f64, N, 1> {
        sum_of_slope::grad(net, x)?.x
    }

    /// Of a physics-informed network: how far `u'' + u` is from 0.
    #[differentiable(order = 2)]
    pub fn residual(net: &Net, #[constant] x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        (curvature(net, x) + u(net, x)).square().mean()
    }

    /// Neighbours on a line, and a wall that none of them passes.
    #[differentiable]
    pub fn energy(x: &Tensor<f64, N>, stiff: &Scalar<f64>) -> Scalar<f64> {
        let r = x.narrow(0, 1, N - 1) - x.narrow(0, 0, N - 1);
        (r.square() * stiff * 0.5).sum() + x.maximum(0.1).recip().sum()
    }

    /// An energy model: forces are compared, and the energy too.
    #[differentiable(order = 2)]
    pub fn matched(x: &Tensor<f64, N>, stiff: &Scalar<f64>, #[constant] f: &Tensor<f64, N>) -> Scalar<f64> {
        let (e, g) = energy::value_and_grad(x, stiff)?;
        (g.x + f).square().sum() + e * g.stiff
    }

    /// Steps down an energy, which are differentiated.
    #[differentiable]
    pub fn relaxed(x: &Tensor<f64, N>, stiff: &Scalar<f64>, steps: usize, again: bool) -> Tensor<f64, N> {
        let mut x = x.clone();
        if again {
            #[checkpoint]
            for _ in 0..steps {
                x = &x - energy::grad(&x, stiff)?.x * 0.05;
            }
        } else {
            for i in 0..steps {
                let g = energy::grad(&x, stiff)?;
                x = if i % 2 == 0 { &x - g.x * 0.05 } else { &x - energy::grad(&x, stiff)?.x * 0.05 };
            }
        }
        x
    }

    /// Only the argument itself counts: what it is made of stands still.
    #[differentiable]
    pub fn apart(x: &Tensor<f64, N>) -> Tensor<f64, N> {
        let y = x.sin();
        square::grad(&y, x)?.a + square::grad(x, x)?.b
    }

    #[differentiable]
    fn square(a: &Tensor<f64, N>, b: &Tensor<f64, N>) -> Scalar<f64> {
        (a * a * b).sum()
    }
}

fn net() -> (model::Net, Tensor<f64>) {
    let net = model::Net { w1: normal(1, [1, 5]), b1: normal(2, [5]), w2: normal(3, [5, 1]) };
    (net, tensor![[0.1], [0.4], [-0.9]])
}

fn close(a: &Tensor<f64>, b: &Tensor<f64>, within: f64) {
    let far = (a - b).abs().unwrap().max().unwrap().item().unwrap();
    assert!(far < within, "{a} and {b} differ by {far}");
}

#[test]
fn derivatives_by_an_input_are_those_of_quotients() {
    let (net, x) = net();
    let h = 1e-5;
    let by = |f: fn(&model::Net, &Tensor<f64>) -> Tensor<f64>| {
        (f(&net, &(&x + h)) - f(&net, &(&x - h))) / (2.0 * h)
    };
    close(&model::slope(&net, &x), &by(model::u), 1e-9);
    close(&model::curvature(&net, &x), &by(model::slope), 1e-9);
}

#[test]
fn they_are_differentiated_again() {
    let (net, x) = net();
    cotangent::check::gradients::<model::slope>((&net, &x)).unwrap();
    cotangent::check::gradients::<model::curvature>((&net, &x)).unwrap();
    cotangent::check::gradients::<model::residual>((&net, &x)).unwrap();
    let args = (&tensor![0.7, 0.9, 1.2, 0.8], &Tensor::scalar(1.5), &tensor![1.0, 0.0, 0.5, 0.0]);
    cotangent::check::gradients::<model::matched>(args).unwrap();
    // At order 2 the energy is differentiated three times.
    let h = hessian::<model::matched>(args).unwrap();
    let (step, near) = (1e-5, |d: f64| tensor![0.7, 0.9 + d, 1.2, 0.8]);
    let g = |d| model::matched::grad(&near(d), args.1, args.2).unwrap().x;
    let row = h.row("x").unwrap().x.narrow(0, 1, 1).unwrap().squeeze(0).unwrap();
    close(&row, &((g(step) - g(-step)) / (2.0 * step)), 1e-6);
}

#[test]
fn only_the_argument_counts() {
    let x = tensor![0.3, -1.2];
    let (s, by_hand) = (x.sin().unwrap(), |s: &Tensor<f64>| s * 2.0 * &x + &x * &x);
    assert_eq!(model::apart(&x), by_hand(&s));
    cotangent::check::gradients::<model::apart>((&x,)).unwrap();
}

#[test]
fn steps_in_a_loop_are_those_from_outside() {
    let (start, stiff) = (tensor![0.3, 0.5, 0.9, 0.4], Tensor::scalar(1.5));
    let mut x = start.clone();
    for _ in 0..6 {
        let g = model::energy::grad(&x, &stiff).unwrap();
        x -= g.x * 0.05;
    }
    for again in [false, true] {
        assert_eq!(model::relaxed(&start, &stiff, 6, again), x);
        cotangent::check::gradients::<model::relaxed>((&start, &stiff, 6, again)).unwrap();
    }
}
