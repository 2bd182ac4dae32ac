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

    /// Both by tangents.
    #[differentiable]
    pub fn slope_along(net: &Net, x: &Tensor<f64, N, 1>, dx: &Tensor<f64>) -> Tensor<f64, N, 1> {
        let net = (&net.w1, &net.b1, &net.w2);
        flat::jvp(net.0, net.1, net.2, x, dx)?.1
    }

    #[differentiable]
    fn flat(
        #[constant] w1: &Tensor<f64>,
        #[constant] b1: &Tensor<f64>,
        #[constant] w2: &Tensor<f64>,
        x: &Tensor<f64, N, 1>,
    ) -> Tensor<f64, N, 1> {
        (x.matmul(w1) + b1).tanh().matmul(w2)
    }

    #[differentiable]
    fn product(a: &Tensor<f64, N>, k: usize, b: &Tensor<f64, N>) -> Tensor<f64, N> {
        a.powi(k as i32) * b.sin()
    }

    /// `J dx`, with tangents that depend on what it is differentiated by.
    #[differentiable(order = 2)]
    pub fn pushed(a: &Tensor<f64, N>, b: &Tensor<f64, N>) -> Scalar<f64> {
        let (y, dy) = product::jvp(a, 2, b, &a.cos(), a * b)?;
        (y * dy).sum()
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

    /// A branch that decides and is not differentiated.
    #[differentiable]
    fn chosen(x: &Tensor<f64, N>, flag: bool) -> Tensor<f64, N> {
        let y = x.sin();
        let s = if flag { y.cos() } else { y.exp() };
        select(s.gt(1.0), &y * &y, y)
    }

    #[differentiable]
    pub fn beside_a_branch(x: &Tensor<f64, N>, dx: &Tensor<f64, N>, flag: bool) -> Tensor<f64, N> {
        chosen::jvp(x, flag, dx)?.1
    }

    /// The loss of a loss, whose gradient is read.
    #[differentiable]
    fn told(x: &Tensor<f64, N>) -> Result<Scalar<f64>> {
        let (l, g) = square::value_and_grad(x, x)?;
        println!("{}", g.a.sum().item()?);
        Ok(l)
    }

    #[differentiable]
    pub fn of_told(x: &Tensor<f64, N>) -> Result<Tensor<f64, N>> {
        Ok(told::grad(x)?.x)
    }

    #[differentiable]
    fn roots(x: &Tensor<f64, N>) -> Scalar<f64> {
        x.sqrt().sum()
    }

    /// What is not taken is infinite.
    #[differentiable]
    pub fn guarded(x: &Tensor<f64, N>) -> Scalar<f64> {
        select(x.gt(0.0), roots::grad(x)?.x, 0.0).sum()
    }

    #[differentiable]
    fn generic<T: Float>(x: &Tensor<T, N>) -> Tensor<T, N> {
        x.sin()
    }

    #[differentiable]
    pub fn of_generic(x: &Tensor<f64, N>, dx: &Tensor<f64, N>) -> Tensor<f64, N> {
        generic::jvp(x, dx)?.1
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

/// `d(a² sin b) = 2 a sin(b) da + a² cos(b) db`.
#[test]
fn tangents_inside_of_bodies() {
    let (a, b) = (tensor![0.3, -1.2], tensor![0.7, 0.4]);
    let (sin, cos) = (b.sin().unwrap(), b.cos().unwrap());
    let dy = &a * 2.0 * &sin * a.cos().unwrap() + &a * &a * &cos * (&a * &b);
    let by_hand = (&a * &a * &sin * dy).sum().unwrap();
    close(&model::pushed(&a, &b), &by_hand, 1e-14);
    cotangent::check::gradients::<model::pushed>((&a, &b)).unwrap();
    hessian::<model::pushed>((&a, &b)).unwrap();
    let (net, x) = net();
    let along = model::slope_along(&net, &x, &x.ones_like().unwrap());
    close(&along, &model::slope(&net, &x), 1e-14);
    let message = model::slope_along::call(&net, &x, &tensor![1.0]).unwrap_err().to_string();
    assert!(message.ends_with(": the tangent of `x` has shape [1], but `x` has [3, 1]"), "{message}");
}

#[test]
fn only_the_argument_counts() {
    let x = tensor![0.3, -1.2];
    let (s, by_hand) = (x.sin().unwrap(), |s: &Tensor<f64>| s * 2.0 * &x + &x * &x);
    assert_eq!(model::apart(&x), by_hand(&s));
    cotangent::check::gradients::<model::apart>((&x,)).unwrap();
}

#[test]
fn branches_effects_guards_and_generics() {
    let (x, dx) = (tensor![0.3, -1.2], tensor![1.0, 0.5]);
    // The cosine of a sine is never above 1; the power of e is where the sine is above 0.
    let along = x.cos().unwrap() * &dx;
    let squared = along.clone() * x.sin().unwrap() * 2.0;
    let by_hand = tensor![squared.get(&[0]).unwrap(), along.get(&[1]).unwrap()];
    close(&model::beside_a_branch(&x, &dx, true), &along, 1e-15);
    close(&model::beside_a_branch(&x, &dx, false), &by_hand, 1e-15);
    for flag in [false, true] {
        cotangent::check::gradients::<model::beside_a_branch>((&x, &dx, flag)).unwrap();
    }
    close(&model::of_told(&x).unwrap(), &(x.square().unwrap() * 3.0), 1e-15);
    cotangent::check::gradients::<model::of_told>((&x,)).unwrap();
    let g = model::guarded::grad(&tensor![4.0, 0.0]).unwrap().x;
    assert_eq!(g, tensor![-0.25 * 0.125, 0.0]);
    close(&model::of_generic(&x, &dx), &(x.cos().unwrap() * &dx), 1e-15);
    cotangent::check::gradients::<model::of_generic>((&x, &dx)).unwrap();
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

/// Gradients that are called: of structs, through loops, branches and rules, where the function has order 2.
#[differentiable(float = f64)]
mod called {
    use super::model::Net;
    use cotangent::prelude::*;

    #[derive(Clone, Differentiable)]
    pub struct Layers {
        pub all: Vec<Tensor<f64>>,
        pub scale: Option<Tensor<f64>>,
        pub slope: f64,
    }

    #[differentiable(order = 2)]
    pub fn deep(layers: &Layers, #[constant] x: &Tensor<f64, N>, flip: bool) -> Scalar<f64> {
        let mut h = x.clone();
        for w in &layers.all {
            h = (w * h).sin() * layers.slope;
        }
        if flip {
            h = h.cos();
        }
        match &layers.scale {
            Some(s) => (h * s).sum(),
            None => h.square().sum(),
        }
    }

    #[differentiable]
    pub fn of_layers(layers: &Layers, #[constant] x: &Tensor<f64, N>, flip: bool) -> Scalar<f64> {
        let (value, g) = deep::value_and_grad(layers, x, flip)?;
        let mut total = value;
        for (g, w) in g.layers.all.iter().zip(&layers.all) {
            total = total + (g * w.exp()).sum();
        }
        total
    }

    /// By two arguments, of which one is made here.
    #[differentiable(order = 2)]
    pub fn two(net: &Net, scale: f32, x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        let mut y = x.matmul(&net.w1);
        for _ in 0..2 {
            y = (y * f64::from(scale)).tanh() + &net.b1;
        }
        y.matmul(&net.w2).sum()
    }

    #[differentiable]
    pub fn stepped(net: &Net, x: &Tensor<f64, N, 1>) -> Scalar<f64> {
        let mut fast = net.clone();
        for k in 0..2 {
            let g = two::grad(&fast, 0.5, &x.sin())?;
            let w1 = if k == 0 { &fast.w1 - &g.net.w1 * 0.1 } else { fast.w1.clone() };
            fast = Net { w1, b1: &fast.b1 - &g.net.b1 * 0.1, w2: &fast.w2 + g.x.mean() };
        }
        two(&fast, 0.5, x)
    }

    #[differentiable(order = 2, vjp = cubes_rule)]
    pub fn cubes(x: &Tensor<f64, N>) -> Scalar<f64> {
        Tensor::scalar(x.to_vec().unwrap().iter().map(|x| x * x * x).sum())
    }

    #[differentiable(order = 2)]
    fn cubes_rule(x: &Tensor<f64, N>, #[constant] _y: &Scalar<f64>, g: &Scalar<f64>) -> Tensor<f64, N> {
        x.square() * g * 3.0
    }

    #[differentiable]
    pub fn of_a_rule(x: &Tensor<f64, N>) -> Scalar<f64> {
        (cubes::grad(&x.sin())?.x * x).sum()
    }

    #[differentiable]
    fn quartic(x: &Tensor<f64, N>, y: &Tensor<f64, N>) -> Scalar<f64> {
        (x.sin() * y.square() * x).sum()
    }

    /// Tangents that depend on what they are along.
    #[differentiable(order = 2)]
    pub fn curved(x: &Tensor<f64, N>, y: &Tensor<f64, N>) -> Scalar<f64> {
        let (g, h) = quartic::hvp(x, &x.cos(), y, x)?;
        (g.x * h.y).sum() + (h.x * y).sum()
    }

    #[differentiable]
    pub fn product(x: &Tensor<f64, N>, y: &Tensor<f64, N>) -> Tensor<f64, N> {
        quartic::hvp(x, y, y, x)?.1.x
    }
}

#[test]
fn gradients_that_are_called_are_differentiated() {
    let x = normal(4, [3]);
    for (scale, flip) in [(None, false), (Some(normal(5, [3])), true), (Some(normal(6, [3])), false)] {
        let layers = called::Layers { all: vec![normal(7, [3]), normal(8, [3])], scale, slope: 0.8 };
        cotangent::check::gradients::<called::of_layers>((&layers, &x, flip)).unwrap();
        // The value is what the same steps give from outside.
        let (value, g) = called::deep::value_and_grad(&layers, &x, flip).unwrap();
        let each = g.layers.all.iter().zip(&layers.all).map(|(g, w)| (g * w.exp().unwrap()).sum().unwrap());
        close(&called::of_layers(&layers, &x, flip), &each.fold(value, |all, one| all + one), 1e-12);
    }
    let (net, x) = net();
    cotangent::check::gradients::<called::stepped>((&net, &x)).unwrap();
    cotangent::check::gradients::<called::of_a_rule>((&tensor![0.3, -0.8],)).unwrap();
}

#[test]
fn products_with_hessians_are_differentiated() {
    let (x, y) = (normal(9, [4]), normal(10, [4]));
    cotangent::check::gradients::<called::curved>((&x, &y)).unwrap();
    let h = hessian::<called::curved>((&x, &y)).unwrap();
    let quotients = |v: &Tensor<f64>| called::curved::grad(v, &y).unwrap().x;
    let step = 1e-5;
    let (more, less) = (quotients(&(&x + &y * step)), quotients(&(&x - &y * step)));
    close(&h.row("x").unwrap().x.matmul(&y).unwrap(), &((more - less) / (2.0 * step)), 1e-7);
}
