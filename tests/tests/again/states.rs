//! Structs of tensors that plain methods change, with numbers that are drawn, in functions that a checkpoint runs again: they are
//! what they were the first time.

use std::cell::Cell;

use cotangent::prelude::*;

thread_local! {
    static DRAWS: Cell<usize> = const { Cell::new(0) };
}

fn draw() -> f64 {
    DRAWS.set(DRAWS.get() + 1);
    1.0 + (DRAWS.get() as f64 * 0.7).sin() / 2.0
}

/// As many numbers as it has, and a type that is no `Noted` by itself.
#[derive(Clone, Debug, Differentiable)]
struct Scaled<T: Float> {
    w: Tensor<T>,
    by: f64,
}

impl<T: Float> Scaled<T> {
    fn grow(&mut self, by: f64) {
        self.by *= by;
    }
    /// Draws by itself.
    fn drift(&mut self) {
        self.by += draw();
    }
}

#[derive(Clone, Debug, Differentiable)]
enum Act<T: Float> {
    Scaled(Scaled<T>),
    Shifted { w: Tensor<T>, by: f64 },
}

impl<T: Float> Act<T> {
    fn grow(&mut self, by: f64) {
        match self {
            Self::Scaled(s) => s.by *= by,
            Self::Shifted { by: old, .. } => *old += by,
        }
    }
}

/// Its `Noted` is its own.
#[derive(Clone, Debug, Differentiable)]
struct Own {
    w: Tensor<f64>,
    by: f64,
}
impl cotangent::host::Noted for Own {}

impl Own {
    fn grow(&mut self, by: f64) {
        self.by *= by;
    }
}

#[differentiable(order = 2)]
impl<T: Float> Scaled<T> {
    fn through(mut self, x: &Tensor<T>) -> Tensor<T> {
        self.grow(draw());
        let y = (x * &self.w * self.by).sin();
        self.drift();
        y + x * self.by
    }
}

#[differentiable(order = 2)]
fn of_many(
    many: &[Scaled<f64>],
    one: &Option<Scaled<f64>>,
    act: &Act<f64>,
    own: &Own,
    x: &Tensor<f64>,
) -> Tensor<f64> {
    let mut first = many[0].clone();
    first.grow(draw());
    let mut act = act.clone();
    act.grow(draw());
    let mut own = own.clone();
    own.grow(draw());
    let mut h = x * &first.w * first.by + &own.w * own.by;
    h = match &act {
        Act::Scaled(s) => h.sin() * &s.w * s.by,
        Act::Shifted { w, by } => (h * w).cos() * *by,
    };
    if let Some(one) = one {
        let mut one = one.clone();
        one.drift();
        h = h * &one.w * one.by;
    }
    h
}

macro_rules! programs {
    ($($name:ident [$($attr:tt)*])*) => {$(
        #[differentiable(order = 2)]
        fn $name(s: &Scaled<f64>, many: &[Scaled<f64>], act: &Act<f64>, own: &Own, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
            DRAWS.set(0);
            let one = Some(s.clone());
            let mut h = x.clone();
            $($attr)*
            for _ in 0..n {
                h = s.clone().through(&h) + of_many(many, &one, act, own, &h).tanh();
            }
            h.sum()
        }
    )*};
}
programs! {
    kept []
    again [#[checkpoint]]
    every [#[checkpoint(every = 2)]]
    slots [#[checkpoint(slots = 2)]]
}

fn bits(all: &[&Tensor<f64>]) -> Result<Vec<u64>> {
    let all = all.iter().map(|t| t.to_vec()).collect::<Result<Vec<_>>>()?;
    Ok(all.concat().into_iter().map(f64::to_bits).collect())
}

macro_rules! everything {
    ($f:ident) => {{
        let (x, w): (Tensor<f64>, Tensor<f64>) = (tensor![0.3, -0.8], tensor![0.7, 1.2]);
        let s = Scaled { w: w.clone(), by: 0.9 };
        let many = [s.clone(), Scaled { w: x.clone(), by: 1.1 }];
        let own = Own { w: w.cos()?, by: 0.4 };
        let mut all = Vec::new();
        for act in [Act::Scaled(s.clone()), Act::Shifted { w: w.sin()?, by: 0.2 }] {
            let args = (&s, &many, &act, &own, &x);
            let (value, g) = $f::value_and_grad(args.0, args.1, args.2, args.3, args.4, 3)?;
            let drawn = DRAWS.get();
            let (same, pullback) = $f::vjp(args.0, args.1, args.2, args.3, args.4, 3)?;
            let pulled = pullback.pull(&same.ones_like()?)?;
            assert_eq!(DRAWS.get(), drawn, "nothing is drawn again");
            all.extend(bits(&[
                &value,
                &g.x,
                &g.s.w,
                &g.many[0].w,
                &g.own.w,
                &same,
                &pulled.x,
                &pulled.own.w,
            ])?);
            let (g, hv) =
                $f::hvp(args.0, args.1, args.2, args.3, args.4, 3, &g.s, &g.many, &g.act, &g.own, &g.x)?;
            all.extend(bits(&[&g.x, &hv.x, &hv.s.w, &hv.many[0].w, &hv.own.w])?);
            // By differences.
            let (at, eps) = ([x.clone(), w.clone()], 1e-6);
            let value =
                |x: &Tensor<f64>| -> Result<f64> { $f::call(args.0, args.1, args.2, args.3, x, 3)?.item() };
            let d: Tensor<f64> = tensor![eps, 0.0];
            let slope = (value(&at[0].add(&d)?)? - value(&at[0].sub(&d)?)?) / (2.0 * eps);
            let found = pulled.x.to_vec()?[0];
            assert!((slope - found).abs() < 1e-6 * (1.0 + slope.abs()), "{found} for {slope}");
        }
        all
    }};
}

#[test]
fn a_struct_that_plain_rust_changes_is_what_it_was() -> Result<()> {
    let want = everything!(kept);
    assert_eq!(everything!(again), want);
    assert_eq!(everything!(every), want);
    assert_eq!(everything!(slots), want);
    Ok(())
}
