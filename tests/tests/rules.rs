//! Functions with rules of their own, and what computes again instead of keeping.

use cotangent::check;
use cotangent::prelude::*;
use cotangent_tests::flow::both;

/// `a x² + b + c` over plain slices.
#[differentiable(vjp = parabola_rule, jvp = parabola_forward)]
fn parabola(
    x: &Tensor<f64>,
    ab: (&Tensor<f64>, &Tensor<f64>),
    #[constant] c: &Tensor<f64>,
) -> Result<Tensor<f64>> {
    let (x_s, a, b, c) = (x.to_vec()?, ab.0.to_vec()?, ab.1.to_vec()?, c.to_vec()?);
    let y = (0..x.numel()).map(|i| a[i] * x_s[i] * x_s[i] + b[i] + c[i]).collect();
    Tensor::from_vec(y, x.shape())
}

type Three = (Tensor<f64>, Tensor<f64>, Tensor<f64>);

fn parabola_rule(
    x: &Tensor<f64>,
    ab: (&Tensor<f64>, &Tensor<f64>),
    _c: &Tensor<f64>,
    _y: &Tensor<f64>,
    g: &Tensor<f64>,
) -> Result<Three> {
    Ok((ab.0 * x * g * 2.0, x * x * g, g.clone()))
}

fn parabola_forward(
    x: &Tensor<f64>,
    ab: (&Tensor<f64>, &Tensor<f64>),
    _c: &Tensor<f64>,
    _y: &Tensor<f64>,
    dx: &Tensor<f64>,
    da: &Tensor<f64>,
    db: &Tensor<f64>,
) -> Tensor<f64> {
    ab.0 * x * dx * 2.0 + x * x * da + db
}

/// A root by Newton's method; its gradient is one division, by the implicit function theorem.
#[differentiable(order = 2, vjp = square_root_rule)]
fn square_root(x: &Tensor<f64>) -> Tensor<f64> {
    let mut y = x.clone();
    for _ in 0..80 {
        y = (&y + &(x / &y)) * 0.5;
    }
    y
}

#[differentiable(order = 2)]
fn square_root_rule(#[constant] x: &Tensor<f64>, y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
    assert!(x.dim(0) == y.dim(0));
    g * 0.5 / y
}

#[differentiable(order = 2)]
fn through_roots(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let mut h = x.exp();
    for _ in 0..3 {
        h = square_root(&(h * w + 1.0)) + 0.5;
    }
    h.sum()
}

#[differentiable(order = 2)]
fn written_out(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let mut h = x.exp();
    for _ in 0..3 {
        h = (h * w + 1.0).sqrt() + 0.5;
    }
    h.sum()
}

/// Heights at whole numbers, joined by lines: a lookup in a table.
const HEIGHTS: [f64; 6] = [0.0, 1.0, 0.5, 2.0, 1.5, 3.0];

fn looked_up(x: &Tensor<f64>, of: impl Fn(usize, f64) -> f64) -> Result<Tensor<f64>> {
    let at = |&x: &f64| {
        let i = (x.max(0.0) as usize).min(HEIGHTS.len() - 2);
        of(i, x - i as f64)
    };
    Tensor::from_vec(x.to_vec()?.iter().map(at).collect(), x.shape())
}

#[differentiable(vjp = height_rule, jvp = height_along)]
fn height(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    looked_up(x, |i, t| HEIGHTS[i] * (1.0 - t) + HEIGHTS[i + 1] * t)
}

fn height_rule(x: &Tensor<f64>, _y: &Tensor<f64>, g: &Tensor<f64>) -> Result<Tensor<f64>> {
    looked_up(x, |i, _| HEIGHTS[i + 1] - HEIGHTS[i])?.mul(g)
}

fn height_along(x: &Tensor<f64>, y: &Tensor<f64>, dx: &Tensor<f64>) -> Result<Tensor<f64>> {
    height_rule(x, y, dx)
}

/// The cube root of the C library, generic over the element type; both rules serve at order 2.
#[differentiable(order = 2, vjp = root_rule, jvp = root_along)]
fn cube_root<T: Float>(x: &Tensor<T>) -> Result<Tensor<T>> {
    Tensor::from_vec(x.to_vec()?.iter().map(|x| T::from_f64(x.to_f64().cbrt())).collect(), x.shape())
}

#[differentiable(order = 2)]
fn root_rule<T: Float>(#[constant] _x: &Tensor<T>, y: &Tensor<T>, g: &Tensor<T>) -> Tensor<T> {
    g / (y.square() * 3.0)
}

#[differentiable(order = 2)]
fn root_along<T: Float>(#[constant] _x: &Tensor<T>, y: &Tensor<T>, dx: &Tensor<T>) -> Tensor<T> {
    dx / (y.square() * 3.0)
}

#[differentiable(order = 2)]
fn of_roots(x: &Tensor<f64>) -> Scalar<f64> {
    (cube_root(&x.exp()) * x).sum()
}

#[differentiable(order = 2)]
fn of_roots_written_out(x: &Tensor<f64>) -> Scalar<f64> {
    ((x / 3.0).exp() * x).sum()
}

#[differentiable(vjp = misshapen)]
fn lonely(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    x.sin()
}

fn misshapen(_x: &Tensor<f64>, _y: &Tensor<f64>, g: &Tensor<f64>) -> Result<Tensor<f64>> {
    g.sum()
}

#[derive(Clone, Differentiable)]
struct Line {
    a: Tensor<f64>,
    b: Tensor<f64>,
}

#[differentiable(vjp = askew)]
fn along(line: &Line) -> Result<Tensor<f64>> {
    line.a.add(&line.b)
}

fn askew(_line: &Line, _y: &Tensor<f64>, g: &Tensor<f64>) -> Result<LineTangent> {
    Ok(LineTangent { a: g.clone(), b: g.sum()? })
}

fn draw(seed: u64, n: usize) -> Tensor<f64> {
    Key::new(seed).normal([n]).unwrap()
}

fn near(a: &Tensor<f64>, b: &Tensor<f64>) {
    for (a, b) in a.to_vec().unwrap().into_iter().zip(b.to_vec().unwrap()) {
        assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} and {b}");
    }
}

#[test]
fn any_rust_has_the_derivative_of_its_rules() {
    let (x, a, b, c) = (draw(1, 4), draw(2, 4), draw(3, 4), draw(4, 4));
    check::gradients::<parabola>((&x, (&a, &b), &c)).unwrap();
    let positive = x.exp().unwrap();
    check::gradients::<square_root>((&positive,)).unwrap();
}

#[test]
fn rules_serve_both_orders() {
    let (x, w) = (draw(5, 4), draw(6, 4).abs().unwrap());
    check::gradients::<through_roots>((&x, &w)).unwrap();
    let (dx, dw) = (draw(7, 4), draw(8, 4));
    let (g, hv) = through_roots::hvp(&x, &w, &dx, &dw).unwrap();
    let (g_plain, hv_plain) = written_out::hvp(&x, &w, &dx, &dw).unwrap();
    near(&g.x, &g_plain.x);
    near(&g.w, &g_plain.w);
    near(&hv.x, &hv_plain.x);
    near(&hv.w, &hv_plain.w);
}

#[test]
fn rules_of_tables_and_of_c() {
    let x = tensor![0.25, 1.5, 3.75, 4.5];
    check::gradients::<height>((&x,)).unwrap();
    let x = draw(11, 5);
    check::gradients::<of_roots>((&x,)).unwrap();
    let dx = draw(12, 5);
    let (g, hv) = of_roots::hvp(&x, &dx).unwrap();
    let (g_plain, hv_plain) = of_roots_written_out::hvp(&x, &dx).unwrap();
    near(&g.x, &g_plain.x);
    near(&hv.x, &hv_plain.x);
    let single: Tensor = tensor![8.0, 27.0];
    let (y, pull) = cube_root::vjp(&single).unwrap();
    assert_eq!(y.to_vec().unwrap(), [2.0, 3.0]);
    assert_eq!(pull.pull(&tensor![12.0, 27.0]).unwrap().x.to_vec().unwrap(), [1.0, 1.0]);
}

#[test]
fn slips_of_rules_are_errors() {
    let x = draw(9, 3);
    let (_, pull) = lonely::vjp(&x).unwrap();
    let said = pull.pull(&x).err().map(|e| e.to_string());
    let expected = "`lonely`: its rule gives `x` a cotangent of shape [], but `x` has shape [3]";
    assert_eq!(said.as_deref(), Some(expected));
    let (_, pull) = along::vjp(&Line { a: x.clone(), b: x.clone() }).unwrap();
    let said = pull.pull(&x).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(said.starts_with("`along`: its rule gives `line` a cotangent of another form: "), "{said}");
    assert!(said.contains("two trees differ at b: shapes [] and [3]"), "{said}");
    let said = lonely::jvp(&x, &x).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(said.starts_with("`lonely` has a reverse rule alone"), "{said}");
}

#[differentiable(vjp = double_rule)]
fn doubled(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    Tensor::from_vec(x.to_vec()?.iter().map(|x| 2.0 * x).collect(), x.shape())
}

fn double_rule(_x: &Tensor<f64>, _y: &Tensor<f64>, g: &Tensor<f64>) -> Result<Tensor<f64>> {
    g.mul(2.0)
}

#[differentiable(vjp = wrong_rule)]
fn wrongly(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    doubled::call(x)
}

fn wrong_rule(_x: &Tensor<f64>, _y: &Tensor<f64>, g: &Tensor<f64>) -> Result<Tensor<f64>> {
    g.mul(2.5)
}

#[differentiable]
fn through_one(x: &Tensor<f64>) -> Scalar<f64> {
    doubled(&x.sin()).sum()
}

/// A rule's author checks it before there is a forward one.
#[test]
fn a_reverse_rule_alone_is_checked() -> Result<()> {
    let x = draw(9, 3);
    for report in
        [cotangent::check::gradients::<doubled>((&x,))?, cotangent::check::gradients::<through_one>((&x,))?]
    {
        assert!(report.rows.iter().all(|row| row.forward.is_none()), "{report}");
        assert!(report.to_string().contains("no rule"), "{report}");
    }
    let said = cotangent::check::gradients::<wrongly>((&x,)).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(said.contains("the pullback is wrong"), "{said}");
    Ok(())
}

#[differentiable(order = 2)]
fn layer(x: &Tensor<f64>, w: &Tensor<f64>) -> Tensor<f64> {
    x.matmul(w).tanh().exp().sin()
}

macro_rules! programs {
    ($($name:ident $(#[$attr:ident])? ;)*) => {$(
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let mut h = x * 1.5;
            $(#[$attr])?
            for i in 0..n {
                let a = layer(&h, w);
                let t = a.matmul(w).sigmoid();
                h = a + (&t * &t.exp()).tanh() * (i as f64);
            }
            h.sum()
        }
    )*};
}
programs! {
    kept;
    again #[checkpoint];
}

#[differentiable(order = 2)]
fn in_parts(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x * 1.5;
    for i in 0..n {
        #[checkpoint]
        let a = layer(&h, w);
        let b = #[checkpoint]
        {
            let t = a.matmul(w).sigmoid();
            &t * &t.exp()
        };
        h = a + b.tanh() * (i as f64);
    }
    h.sum()
}

/// Wherever something is computed: statements, branches, methods, calls with `?`.
macro_rules! in_places {
    ($($name:ident $(#[$attr:ident])? ;)*) => {$(
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let mut h = x * 1.5;
            for i in 0..n {
                $(#[$attr])?
                h = layer(&h, w).tanh() + &h;
                $(#[$attr])?
                h += layer(&h, w).sin();
                let t = $(#[$attr])? if i % 2 == 0 { h.matmul(w).sigmoid().exp() } else { layer(&h, w).exp() };
                let u = $(#[$attr])? t.tanh().exp().matmul(w);
                h = u + $(#[$attr])? layer(&t, w)?;
            }
            h.sum()
        }
    )*};
}
in_places! {
    all_kept;
    all_again #[checkpoint];
}

#[test]
fn checkpoints_stand_wherever_something_is_computed() {
    let draw = |seed| Key::new(seed).normal::<f64>([20, 20]).unwrap();
    let (x, w) = (draw(1), &draw(2) * 0.1);
    check::gradients::<all_again>((&x, &w, 2)).unwrap();
    let (dx, dw) = (draw(3), draw(4));
    let (g, hv) = all_again::hvp(&x, &w, 4, &dx, &dw).unwrap();
    let (g_kept, hv_kept) = all_kept::hvp(&x, &w, 4, &dx, &dw).unwrap();
    for (a, b) in [(&g.x, &g_kept.x), (&g.w, &g_kept.w), (&hv.x, &hv_kept.x), (&hv.w, &hv_kept.w)] {
        assert_eq!(a.to_vec().unwrap(), b.to_vec().unwrap());
    }
    let (kept, again) = (
        all_kept::vjp(&x, &w, 4).unwrap().1.residual_bytes(),
        all_again::vjp(&x, &w, 4).unwrap().1.residual_bytes(),
    );
    // In each of four rounds what each of five checkpoints begins with and `w`, in place of what happens in it.
    assert_eq!(again, 4 * 5 * 2 * 20 * 20 * 8);
    assert!(3 * again < 2 * kept, "{again} and {kept}");
}

#[test]
fn checkpoints_give_the_same_bits_and_keep_less() {
    let draw = |seed| Key::new(seed).normal::<f64>([20, 20]).unwrap();
    let (x, w) = (draw(1), &draw(2) * 0.1);
    check::gradients::<again>((&x, &w, 3)).unwrap();
    check::gradients::<in_parts>((&x, &w, 3)).unwrap();
    let (dx, dw) = (draw(3), draw(4));
    let all = kept::hvp(&x, &w, 6, &dx, &dw).unwrap();
    for (g, hv) in [
        again::hvp(&x, &w, 6, &dx, &dw).map(|(g, hv)| ((g.x, g.w), (hv.x, hv.w))).unwrap(),
        in_parts::hvp(&x, &w, 6, &dx, &dw).map(|(g, hv)| ((g.x, g.w), (hv.x, hv.w))).unwrap(),
    ] {
        assert_eq!(g.0.to_vec().unwrap(), all.0.x.to_vec().unwrap());
        assert_eq!(g.1.to_vec().unwrap(), all.0.w.to_vec().unwrap());
        assert_eq!(hv.0.to_vec().unwrap(), all.1.x.to_vec().unwrap());
        assert_eq!(hv.1.to_vec().unwrap(), all.1.w.to_vec().unwrap());
    }
    let matrix = 20 * 20 * 8;
    let bytes = |n| {
        let kept = kept::vjp(&x, &w, n).unwrap().1.residual_bytes();
        let again = again::vjp(&x, &w, n).unwrap().1.residual_bytes();
        (kept, again, in_parts::vjp(&x, &w, n).unwrap().1.residual_bytes())
    };
    let ((kept_10, again_10, parts_10), (kept_11, again_11, _)) = (bytes(10), bytes(11));
    // Of each round only the state that it begins with.
    assert_eq!(again_11 - again_10, matrix);
    assert!(kept_11 - kept_10 >= 3 * matrix, "{}", kept_11 - kept_10);
    assert!(parts_10 < kept_10, "{parts_10} and {kept_10}");
}

#[differentiable(order = 2)]
fn power(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
    if n == 0 {
        return x.sin();
    }
    let rest = power(x, n - 1);
    if n.is_multiple_of(2) { rest * x } else { odd(&rest, x, n) }
}

#[differentiable(order = 2)]
fn odd(y: &Tensor<f64>, x: &Tensor<f64>, n: usize) -> Tensor<f64> {
    if n > 3 { power(x, n - 2) + y.exp() } else { y * 0.5 }
}

#[differentiable(order = 2)]
fn deep(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
    if n == 0 { x.square() } else { deep(&(x * 1.0001), n - 1) }
}

#[differentiable(order = 2)]
fn bent(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    deep(x, n).sum()
}

#[test]
fn functions_call_themselves_and_each_other() {
    let x = draw(7, 3);
    for n in [0, 1, 2, 5, 6] {
        check::gradients::<power>((&x, n)).unwrap();
    }
}

/// Ten thousand calls on the stack of a thread that has room for some tens of them.
#[test]
fn recursion_is_as_deep_as_memory_lasts() {
    const DEPTH: usize = 10_000;
    let work = || {
        let (x, one) = (draw(7, 3), Tensor::full([3], 1.0).unwrap());
        let factor = 1.0001f64.powi(2 * DEPTH as i32);
        let is = |found: &Tensor<f64>, expected: &Tensor<f64>| {
            for (a, b) in found.to_vec().unwrap().into_iter().zip(expected.to_vec().unwrap()) {
                assert!((a / (factor * b) - 1.0).abs() < 1e-10, "{a} and {b}");
            }
        };
        let (square, slope) = (x.square().unwrap(), &x * 2.0);
        is(&deep(&x, DEPTH), &square);
        let (y, pull) = deep::vjp(&x, DEPTH).unwrap();
        is(&y, &square);
        assert!(pull.residual_bytes() > 0);
        // Copies and what is dropped unused are as deep.
        drop(pull.clone());
        is(&pull.pull(&one).unwrap().x, &slope);
        is(&deep::jvp(&x, DEPTH, &one).unwrap().1, &slope);
        let (g, hv) = bent::hvp(&x, DEPTH, &one).unwrap();
        is(&g.x, &slope);
        is(&hv.x, &(one * 2.0));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
}

/// A root whose rule is a method beside it.
#[derive(Clone, Debug, Differentiable)]
struct Root<T: Float> {
    scale: Tensor<T>,
}

#[differentiable(order = 2)]
impl<T: Float> Root<T> {
    #[differentiable(vjp = Self::back)]
    fn of(&self, x: &Tensor<T>) -> Tensor<T> {
        let root = |v: T| T::from_f64(v.to_f64().sqrt());
        let values = self.scale.mul(x).unwrap().to_vec().unwrap().into_iter().map(root).collect();
        Tensor::from_vec(values, x.shape()).unwrap()
    }

    fn back(&self, x: &Tensor<T>, y: &Tensor<T>, g: &Tensor<T>) -> (RootTangent<T>, Tensor<T>) {
        let g = g / (y * 2.0);
        (RootTangent { scale: &g * x }, &g * &self.scale)
    }

    /// Without a receiver.
    #[differentiable(vjp = Root::<T>::cubed_back, jvp = Self::cubed_along)]
    fn cubed(x: &Tensor<T>) -> Result<Tensor<T>> {
        x.mul(x)?.mul(x)
    }

    fn cubed_back(x: &Tensor<T>, #[constant] _y: &Tensor<T>, g: &Tensor<T>) -> Tensor<T> {
        g * x.square() * 3.0
    }

    fn cubed_along(x: &Tensor<T>, #[constant] _y: &Tensor<T>, dx: &Tensor<T>) -> Tensor<T> {
        dx * x.square() * 3.0
    }

    fn loss(&self, x: &Tensor<T>) -> Scalar<T> {
        let y = self.of(&x.exp())?;
        (Self::cubed(&y)? * self.of(&y.square())? * x).sum()
    }
}

#[differentiable]
fn root_written_out(scale: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    let y = (x.exp() * scale).sqrt();
    (y.square() * &y * (y.square() * scale).sqrt() * x).sum()
}

#[differentiable(order = 2)]
fn root_loss(root: &Root<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    root.loss(x)
}

#[test]
fn rules_are_methods() -> Result<()> {
    let (x, scale) = (tensor![0.3_f64, -0.7, 1.1], tensor![1.5_f64, 0.8, 2.0]);
    let root = Root { scale: scale.clone() };
    both::<root_loss, root_written_out>((&root, &x), (&scale, &x))
}
