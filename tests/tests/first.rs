//! Whole functions: values and gradients against a second way to get them.

use cotangent::prelude::*;

#[differentiable]
fn loss(x: &Tensor<B, I>, y: &Tensor<B, 1>, w1: &Tensor<I, H>, b1: &Tensor<H>, w2: &Tensor<H, 1>) -> Scalar {
    let h = (x.matmul(w1) + b1).tanh();
    let e = h.matmul(w2) - y;
    (&e * &e).mean()
}

#[test]
fn perceptron() {
    let x: Tensor = Tensor::from_vec(vec![0.1, -0.2, 0.3, 0.4, 0.5, -0.6], [3, 2]).unwrap();
    let y: Tensor = Tensor::from_vec(vec![0.5, -0.5, 1.0], [3, 1]).unwrap();
    let w1: Tensor = Tensor::from_vec(vec![0.3, -0.1, 0.2, 0.7, 0.4, -0.5, 0.6, 0.1], [2, 4]).unwrap();
    let b1: Tensor = Tensor::from_vec(vec![0.1, 0.2, -0.3, 0.4], [4]).unwrap();
    let w2: Tensor = Tensor::from_vec(vec![0.5, -0.4, 0.3, 0.2], [4, 1]).unwrap();
    let value = loss(&x, &y, &w1, &b1, &w2).item().unwrap();
    let (same, g) = loss::value_and_grad(&x, &y, &w1, &b1, &w2).unwrap();
    assert!((value - same.item().unwrap()).abs() < 1e-6);
    let h = 1e-2;
    let mut moved = b1.to_vec().unwrap();
    moved[1] += h;
    let up = loss(&x, &y, &w1, &Tensor::from_vec(moved.clone(), [4]).unwrap(), &w2).item().unwrap();
    moved[1] -= 2.0 * h;
    let down = loss(&x, &y, &w1, &Tensor::from_vec(moved, [4]).unwrap(), &w2).item().unwrap();
    let numeric = (up - down) / (2.0 * h);
    assert!((numeric - g.b1.to_vec().unwrap()[1]).abs() < 1e-3, "{numeric} {:?}", g.b1);
}

#[differentiable(order = 2)]
fn rosenbrock(x: &Tensor<f64, 2>) -> Scalar<f64> {
    let a = 1.0 - x[0];
    let b = x[1] - x[0].square();
    a.square() + 100.0 * b.square()
}

#[differentiable]
fn turned(angle: &Scalar<f64>, x: &Tensor<f64, 2>) -> Tensor<f64, 2> {
    let (c, s) = (angle.cos(), angle.sin());
    tensor![[c.clone(), -&s], [s, c]].matmul(x) + tensor![0.5, -0.5]
}

#[differentiable]
fn picked(x: &Tensor, i: usize, j: usize) -> Scalar {
    x[[i, j]] * x[[j, 0]]
}

/// `100 (y - x²)² + (1 - x)²` at (1.5, 2): the gradient and Hessian by hand.
#[test]
fn elements_of_a_vector() {
    let x = tensor![1.5, 2.0];
    let (value, g) = rosenbrock::value_and_grad(&x).unwrap();
    assert_eq!((value.item().unwrap(), g.x), (6.5, tensor![151.0, -50.0]));
    let h = hessian::<rosenbrock>((&x,)).unwrap();
    assert_eq!(h.row("x").unwrap().x, tensor![[1902.0, -600.0], [-600.0, 200.0]]);
    cotangent::check::gradients::<rosenbrock>((&x,)).unwrap();
    cotangent::check::gradients::<turned>((&Tensor::scalar(0.3), &x)).unwrap();
    let y = turned(&Tensor::scalar(std::f64::consts::FRAC_PI_2), &x);
    assert!(cotangent::tree::norm(&(y - tensor![-1.5, 1.0])).unwrap() < 1e-15);
}

#[test]
fn elements_of_a_matrix() {
    let x: Tensor = tensor![[1.0, 2.0], [3.0, 4.0]];
    let (value, g) = picked::value_and_grad(&x, 0, 1).unwrap();
    assert_eq!((value.item().unwrap(), g.x), (6.0, tensor![[0.0, 3.0], [2.0, 0.0]]));
    let message = |x: &Tensor, j| picked::grad(x, 0, j).unwrap_err().to_string();
    assert!(message(&x, 2).starts_with("element at tests/tests/first.rs:"), "{}", message(&x, 2));
    assert!(message(&x, 2).ends_with("in `picked`: index [0, 2] is outside of shape [2, 2]"));
    assert!(message(&tensor![[[1.0]]], 0).ends_with("index [0, 0] is outside of shape [1, 1, 1]"));
}

#[differentiable(order = 2)]
fn noisy(x: &Tensor<f64, N>, key: Key) -> Scalar<f64> {
    let [a, b] = key.split();
    let scaled = x * a.normal(x.shape()) + b.uniform_in(-1.0, 1.0, [N]);
    scaled.masked_fill(b.fold(3).bernoulli_like(0.5, x), 0.0).square().sum()
}

#[differentiable]
fn shuffled(x: &Tensor<f64, N>, key: &Key) -> Tensor<f64> {
    let picked = x.index_select(0, key.permutation(N)) + x.index_select(0, key.randint(0, 2, [N]));
    let noise: Tensor<f64> = Key::new(4).uniform([N]);
    picked * noise
}

/// Draws are those of the same key outside of bodies.
#[test]
fn keys_draw_constants() {
    let (x, key) = (tensor![1.5, 2.0, 3.0, -4.0], Key::new(3));
    let [a, b] = key.split();
    let kept = (!&b.fold(3).bernoulli(0.5, [4]).unwrap()).cast::<f64>().unwrap();
    let by_hand = (&x * a.normal([4]).unwrap() + b.uniform_in(-1.0, 1.0, [4]).unwrap()) * &kept;
    assert_eq!(noisy(&x, key), by_hand.square().unwrap().sum().unwrap());
    let g = noisy::grad(&x, key).unwrap();
    assert_eq!(g.x, &by_hand * 2.0 * a.normal([4]).unwrap());
    cotangent::check::gradients::<noisy>((&x, key)).unwrap();
    hessian::<noisy>((&x, key)).unwrap();
    cotangent::check::gradients::<shuffled>((&x, &key)).unwrap();
    let there = Device::cpu(1);
    assert_eq!(noisy::grad(&x.to(there).unwrap(), key).unwrap().x.device(), there);
}

#[differentiable]
fn rounds(x: &Tensor<f64, N>, w: &Tensor<f64, N>, keys: &[Key], keep: bool) -> Scalar<f64> {
    let mut h = x.clone();
    if keep {
        for key in keys {
            h = h.dropout(0.3, *key) * w + key.fold(1).normal_like(&h);
        }
    } else {
        #[checkpoint]
        for key in keys {
            h = h.dropout(0.3, *key) * w + key.fold(1).normal_like(&h);
        }
    }
    h.square().mean()
}

#[test]
fn checkpoints_draw_the_same_bits_again() {
    let (x, w) = (tensor![1.5, 2.0, 3.0, -4.0], tensor![0.5, 2.0, 1.0, 0.1]);
    let keys: [Key; 3] = Key::new(7).split();
    let kept = rounds::value_and_grad(&x, &w, &keys, true).unwrap();
    let again = rounds::value_and_grad(&x, &w, &keys, false).unwrap();
    assert_eq!((kept.0, kept.1.w, kept.1.x), (again.0, again.1.w, again.1.x));
}

#[differentiable]
fn dropped(x: &Tensor<N>, p: f64, key: Option<Key>) -> Tensor<N> {
    match key {
        Some(key) => x.dropout(p, key),
        None => x.clone(),
    }
}

#[test]
fn dropout_keeps_the_mean() {
    let x: Tensor = Tensor::ones([100_000]).unwrap();
    let y = dropped(&x, 0.25, Some(Key::new(1)));
    let kept = y.iter().unwrap().filter(|&v| v != 0.0).count() as f64 / 1e5;
    assert!((kept - 0.75).abs() < 5.0 * (0.75f64 * 0.25 / 1e5).sqrt(), "{kept}");
    assert!(y.iter().unwrap().all(|v| v == 0.0 || (v - 4.0 / 3.0).abs() < 1e-6));
    // What is dropped has no gradient, what is kept that of its scale.
    let (_, pullback) = dropped::vjp(&x, 0.25, Some(Key::new(1))).unwrap();
    assert_eq!(pullback.pull(&x).unwrap().x, y);
    assert_eq!(dropped(&x, 0.25, None), x);
    assert_eq!(dropped::call(&x, 1.0, Some(Key::new(1))).unwrap(), x.zeros_like().unwrap());
    let message = dropped::call(&x, 1.5, Some(Key::new(1))).unwrap_err().to_string();
    assert!(message.ends_with("in `dropped`: 1.5 is no probability"), "{message}");
}

/// A shape that does not fit is blamed on the call, of a function and of a method.
#[test]
fn panics_stand_at_the_call() {
    #[derive(Clone, Differentiable)]
    struct Scale {
        by: Tensor,
    }

    #[differentiable]
    impl Scale {
        fn forward(&self, x: &Tensor) -> Tensor {
            x * &self.by
        }
    }

    fn line_of(f: impl Fn()) -> Option<u32> {
        static LINE: std::sync::Mutex<Option<u32>> = std::sync::Mutex::new(None);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(|info| {
            let here = info.location().filter(|at| at.file() == file!());
            *LINE.lock().unwrap() = here.map(|at| at.line());
        }));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).is_err());
        std::panic::set_hook(before);
        LINE.lock().unwrap().take()
    }

    let x: Tensor = Tensor::zeros([2]).unwrap();
    let scale = Scale { by: Tensor::zeros([3]).unwrap() };
    let called = line_of(|| drop(scale.forward(&x)));
    assert_eq!(called, Some(line!() - 1));
    let called = line_of(|| drop(loss(&x, &x, &x, &x, &x)));
    assert_eq!(called, Some(line!() - 1));
}
