//! Methods of types of the module, where it says what they are called on.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::{inlined, kernels, normal, twice};

twice! { $ order
    #[derive(Clone, Differentiable)]
    pub struct Dense<T: Float> {
        pub w: Tensor<T>,
        pub b: Option<Tensor<T>>,
    }

    #[differentiable($($order)*)]
    impl<T: Float> Dense<T> {
        pub fn forward(&self, x: &Tensor<T, B, I>) -> Tensor<T> {
            let y = x.matmul(&self.w);
            match &self.b {
                Some(b) => y + b,
                None => y,
            }
        }

        fn blend(a: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
            a * 0.25 + b
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Mlp {
        pub layers: Vec<Dense<f64>>,
        pub gate: Option<Dense<f64>>,
        pub last: Box<Dense<f64>>,
        pub slope: f64,
    }

    #[differentiable($($order)*)]
    impl Mlp {
        fn depth(&self) -> usize {
            self.layers.len()
        }

        fn bent(&self, h: &Tensor<f64>) -> Tensor<f64> {
            h.maximum(h * self.slope)
        }

        pub fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
            let mut h = x.clone();
            for (i, layer) in self.layers.iter().enumerate() {
                let y = layer.forward(&h)?;
                h = if i + 1 < self.depth() { self.bent(&y)? } else { y };
            }
            if let Some(gate) = &self.gate {
                h = gate.forward(&h)?.sigmoid() * h;
            }
            let y = self.last.forward(&h)?;
            Dense::<f64>::blend(&y, &h)?
        }
    }

    #[differentiable($($order)*)]
    pub fn loss(m: &Mlp, x: &Tensor<f64>) -> Scalar<f64> {
        let y = m.forward(x)?;
        y.square().mean()
    }

    /// The name of the receiver, and one of the method's, in the caller.
    #[differentiable($($order)*)]
    pub fn hidden(m: &Dense<f64>, this: &Tensor<f64>) -> Scalar<f64> {
        let y = this * 2.0;
        (m.forward(this)? * y).sum()
    }

    #[derive(Clone, Differentiable)]
    pub struct State {
        pub h: Tensor<f64>,
        pub steps: usize,
    }

    #[derive(Clone, Differentiable)]
    pub struct Cell {
        pub w: Tensor<f64>,
    }

    #[differentiable($($order)*)]
    impl State {
        fn size(&self) -> Scalar<f64> {
            self.h.square().sum() * self.steps
        }
    }

    #[differentiable($($order)*)]
    impl Cell {
        fn step(&self, s: &State, x: &Tensor<f64>) -> State {
            if s.steps == 2 {
                return State { h: s.h.clone(), steps: s.steps + 1 };
            }
            State { h: (&s.h * &self.w + x).tanh(), steps: s.steps + 1 }
        }

        pub fn run(&self, xs: &[Tensor<f64>], h: &Tensor<f64>) -> Scalar<f64> {
            let mut s = State { h: h.clone(), steps: 0 };
            for x in xs {
                s = self.step(&s, x)?;
            }
            let t = self.step(&s, h)?;
            s.size()? + t.size()?
        }
    }

    #[differentiable($($order)*)]
    pub fn rounds(cell: &Cell, xs: &[Tensor<f64>], h: &Tensor<f64>) -> Scalar<f64> {
        cell.run(xs, h)?
    }

    #[derive(Clone, Differentiable)]
    #[cotangent(lends = false)]
    pub struct Tree {
        pub w: Tensor<f64>,
        pub below: Vec<Tree>,
    }

    #[differentiable($($order)*)]
    impl Tree {
        pub fn total(&self, x: &Tensor<f64>) -> Tensor<f64> {
            let mut y = (x * &self.w).sin();
            for t in &self.below {
                y = y + t.total(x)?;
            }
            y
        }
    }

    #[differentiable($($order)*)]
    pub fn folded(t: &Tree, x: &Tensor<f64>) -> Scalar<f64> {
        t.total(x)?.sum()
    }

    #[derive(Clone, Differentiable)]
    pub struct Pair<T: Float> {
        pub a: Tensor<T>,
    }

    #[differentiable]
    impl Pair<f32> {
        pub fn by(&self, x: &Tensor<f32>) -> Tensor<f32> {
            x - &self.a
        }
    }

    #[differentiable($($order)*)]
    impl Pair<f64> {
        pub fn by(&self, x: &Tensor<f64>) -> Tensor<f64> {
            x * &self.a
        }
    }

    #[differentiable($($order)*)]
    pub fn told_apart(p: &Pair<f64>, x: &Tensor<f64>) -> Scalar<f64> {
        p.by(x)?.exp().sum()
    }

    #[differentiable($($order)*)]
    pub trait Layer {
        fn pass(&self, x: &Tensor<f64>) -> Tensor<f64>;

        fn twice(&self, x: &Tensor<f64>) -> Tensor<f64> {
            halved(&self.pass(x)?)
        }
    }

    #[differentiable($($order)*)]
    fn halved(x: &Tensor<f64>) -> Tensor<f64> {
        x.cos() * 0.5
    }

    #[differentiable($($order)*)]
    impl Layer for Cell {
        fn pass(&self, x: &Tensor<f64>) -> Tensor<f64> {
            halved(x) * &self.w
        }
    }

    #[differentiable($($order)*)]
    pub fn of_trait(c: &Cell, x: &Tensor<f64>) -> Scalar<f64> {
        c.twice(x)?.sum()
    }
}

macro_rules! mlp {
    ($place:ident) => {{
        let dense = |seed, b| $place::Dense { w: normal(seed, [3, 3]), b };
        $place::Mlp {
            layers: vec![dense(1, None), dense(2, Some(normal(3, [3])))],
            gate: Some(dense(4, None)),
            last: Box::new(dense(5, Some(normal(6, [3])))),
            slope: 0.1,
        }
    }};
}

#[test]
fn structs_of_structs() -> Result<()> {
    let x = normal(7, [2, 3]);
    both::<joined::loss, apart::loss>((&mlp!(joined), &x), (&mlp!(apart), &x))?;
    let report = joined::loss::explain();
    let wanted = "`Dense::blend`, `Dense::forward` 3 times, `Mlp::bent`, `Mlp::forward`";
    assert_eq!(inlined(report), wanted, "{report}");
    assert!(!report.contains("call "), "{report}");
    // A method is one of the module as well.
    let own = joined::Mlp::forward_explain();
    assert_eq!(inlined(own), wanted.strip_suffix(", `Mlp::forward`").unwrap_or_default());
    assert_eq!(inlined(apart::loss::explain()), "");
    Ok(())
}

#[test]
fn names_of_receivers() -> Result<()> {
    let x = normal(7, [2, 3]);
    let dense = |_| (normal(1, [3, 3]), Some(normal(2, [3])));
    let ((w, b), (v, c)) = (dense(0), dense(0));
    both::<joined::hidden, apart::hidden>((&joined::Dense { w, b }, &x), (&apart::Dense { w: v, b: c }, &x))?;
    assert_eq!(inlined(joined::hidden::explain()), "`Dense::forward`");
    Ok(())
}

#[test]
fn states_that_loops_carry() -> Result<()> {
    for n in [0, 1, 4] {
        let xs: Vec<Tensor<f64>> = (0..n).map(|i| normal(10 + i, [3])).collect();
        let (a, b) = (joined::Cell { w: normal(1, [3]) }, apart::Cell { w: normal(1, [3]) });
        let h = normal(2, [3]);
        both::<joined::rounds, apart::rounds>((&a, &xs, &h), (&b, &xs, &h))?;
    }
    let report = joined::rounds::explain();
    assert_eq!(inlined(report), "`Cell::run`, `Cell::step` 2 times, `State::size` 2 times", "{report}");
    assert!(!report.contains("call "), "{report}");
    Ok(())
}

#[test]
fn methods_that_call_themselves() -> Result<()> {
    macro_rules! tree {
        ($place:ident) => {{
            let leaf = |seed| $place::Tree { w: normal(seed, [3]), below: vec![] };
            let inner = $place::Tree { w: normal(3, [3]), below: vec![leaf(1), leaf(2)] };
            $place::Tree { w: normal(4, [3]), below: vec![inner, leaf(5)] }
        }};
    }
    let x = normal(7, [3]);
    both::<joined::folded, apart::folded>((&tree!(joined), &x), (&tree!(apart), &x))?;
    assert_eq!(inlined(joined::Tree::total_explain()), "");
    assert!(joined::Tree::total_explain().contains("call `total`"), "{}", joined::Tree::total_explain());
    Ok(())
}

#[test]
fn blocks_for_one_element_type() -> Result<()> {
    let x = normal(7, [3]);
    let (a, b) = (joined::Pair { a: normal(1, [3]) }, apart::Pair { a: normal(1, [3]) });
    both::<joined::told_apart, apart::told_apart>((&a, &x), (&b, &x))?;
    assert_eq!(inlined(joined::told_apart::explain()), "`Pair::by`");
    assert_eq!(kernels(joined::told_apart::explain(), "value"), 1);
    Ok(())
}

/// Whose method of a trait runs is for rustc to say: an inherent one of the same name may stand elsewhere.
#[test]
fn traits() -> Result<()> {
    let x = normal(7, [3]);
    let (a, b) = (joined::Cell { w: normal(1, [3]) }, apart::Cell { w: normal(1, [3]) });
    both::<joined::of_trait, apart::of_trait>((&a, &x), (&b, &x))?;
    assert_eq!(inlined(joined::of_trait::explain()), "");
    Ok(())
}
