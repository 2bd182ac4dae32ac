//! What goes into a function that is inlined and comes out of it.

use cotangent::prelude::*;
use cotangent_tests::flow::{alike, both, same};

use crate::{inlined, kernels, normal, twice};

mod chains {
    use super::*;

    twice! { $ order
        #[differentiable($($order)*)]
        pub fn gate(x: &Tensor<f64>, k: f64) -> Tensor<f64> {
            x * (x * k).sigmoid()
        }

        #[differentiable($($order)*)]
        pub fn chain(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
            let k = 0.5;
            let h = gate(&(x * y), 2.0 * k);
            gate(&h, k).sum()
        }

        #[differentiable($($order)*)]
        pub fn layer(x: &Tensor<f64, B, I>, w: &Tensor<f64, I, H>, b: &Tensor<f64, H>) -> Tensor<f64, B, H> {
            (x.matmul(w) + b).tanh()
        }

        #[differentiable($($order)*)]
        pub fn two_layers(
            x: &Tensor<f64>,
            w: &Tensor<f64>,
            b: &Tensor<f64>,
            v: &Tensor<f64>,
            c: &Tensor<f64>,
        ) -> Scalar<f64> {
            let h = self::layer(x, w, b);
            let y = layer(&h, v, c);
            (&y * &y).mean() + h.sum() * 0.1
        }

        #[differentiable]
        pub fn scaled<T: Float>(x: &Tensor<T, N>, k: f64) -> Tensor<T, N> {
            let one = Tensor::<T>::ones([N]);
            (x.exp() + one.cast::<T>()) * k
        }

        #[differentiable]
        pub fn generic<T: Float>(x: &Tensor<T>, y: &Tensor<T>) -> Scalar<T> {
            let a = scaled(x, 2.0);
            let b = scaled::<T>(&a.sin(), 0.25);
            (b * a).sum() + scaled::<_>(y, 1.0).sum()
        }
    }

    #[test]
    fn elementwise() -> Result<()> {
        let (x, y) = (normal(1, [3, 4]), normal(2, [4]));
        both::<joined::chain, apart::chain>((&x, &y), (&x, &y))?;
        assert_eq!(inlined(joined::chain::explain()), "`gate` 2 times");
        assert_eq!(inlined(apart::chain::explain()), "");
        assert_eq!(kernels(joined::chain::explain(), "value"), 1);
        assert!(!joined::chain::explain().contains("call"), "{}", joined::chain::explain());
        Ok(())
    }

    #[test]
    fn products() -> Result<()> {
        let (x, w, b, v, c) =
            (normal(1, [3, 2]), normal(2, [2, 4]), normal(3, [4]), normal(4, [4, 2]), normal(5, [2]));
        both::<joined::two_layers, apart::two_layers>((&x, &w, &b, &v, &c), (&x, &w, &b, &v, &c))?;
        assert_eq!(inlined(joined::two_layers::explain()), "`layer` 2 times");
        Ok(())
    }

    /// The check at run time that a call would make, where the caller says nothing of shapes.
    #[test]
    fn a_shape_that_the_callee_refuses() {
        let (x, w, b, v, c) =
            (normal(1, [3, 2]), normal(2, [2, 4]), normal(3, [5]), normal(4, [4, 2]), normal(5, [2]));
        let why = joined::two_layers::vjp(&x, &w, &b, &v, &c).err().unwrap().to_string();
        assert!(why.contains("`b` of `layer` has shape [5]") && why.contains("`H`, which is 4"), "{why}");
        assert_eq!(why, joined::two_layers::call(&x, &w, &b, &v, &c).unwrap_err().to_string());
        let (b, v) = (normal(3, [4]), normal(4, [4]));
        let why = joined::two_layers::call(&x, &w, &b, &v, &c).unwrap_err().to_string();
        assert!(why.contains("`w` of `layer` has shape [4], but is declared with rank 2"), "{why}");
    }

    #[test]
    fn generics() -> Result<()> {
        let (x, y) = (normal(1, [4]), normal(2, [3]));
        alike::<joined::generic<f64>, apart::generic<f64>>((&x, &y), (&x, &y))?;
        assert_eq!(inlined(joined::generic::<f64>::explain()), "`scaled` 3 times");
        let (x, y) = (x.cast::<f32>()?, y.cast::<f32>()?);
        let (a, b) = (joined::generic(&x, &y).item()?, apart::generic(&x, &y).item()?);
        assert!((a - b).abs() <= 1e-6 * b.abs(), "{a} {b}");
        Ok(())
    }
}

mod results {
    use super::*;

    twice! { $ order
        #[differentiable]
        pub fn pair(a: &Tensor<f64>, b: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
            (a * b, a.sin() + b)
        }

        #[differentiable]
        pub fn of_pairs(p: (&Tensor<f64>, &Tensor<f64>), k: f64) -> (Tensor<f64>, (Tensor<f64>, Tensor<f64>)) {
            let (a, b) = p;
            (a.exp() * k, (a * b, b.cos()))
        }

        #[differentiable]
        pub fn of_array(xs: [Tensor<f64>; 3]) -> [Tensor<f64>; 2] {
            let [a, b, c] = xs;
            [&a * &b, c.exp() * a]
        }

        #[differentiable]
        pub fn counted(x: &Tensor<f64>, n: usize) -> (Tensor<f64>, usize) {
            (x * n, n * x.rank())
        }

        #[differentiable]
        pub fn tuples(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
            let (p, q) = pair(x, y);
            let (r, (s, t)) = of_pairs((&p, &q), 0.5);
            let [u, v] = of_array([r, s, t]);
            let whole = pair(&u, &v);
            let _ = pair(y, y);
            let both = counted(&whole.1, 3);
            let n: usize = both.1;
            (whole.0 * &q + both.0 * n).sum()
        }

        #[derive(Clone, Differentiable)]
        pub struct Layer {
            pub w: Tensor<f64>,
            pub b: Tensor<f64>,
        }

        #[derive(Clone, Differentiable)]
        pub struct State {
            pub h: Tensor<f64>,
            pub c: Tensor<f64>,
        }

        #[differentiable($($order)* float = f64)]
        pub fn step(layer: &Layer, s: &State) -> State {
            let h = (&layer.w * &s.h + &layer.b).tanh();
            State { c: &s.c + &h, h }
        }

        #[differentiable($($order)* float = f64)]
        pub fn run(layers: &Vec<Layer>, x: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let mut s = State { h: x.clone(), c: x.sin() };
            for layer in layers {
                for _ in 0..n {
                    s = step(layer, &s);
                }
            }
            (&s.h * &s.c).sum()
        }

        #[differentiable]
        pub fn total(xs: &[&Tensor<f64>], k: f64) -> Tensor<f64> {
            let mut sum = &xs[0] * k;
            for x in xs {
                sum = sum.sin() + x;
            }
            sum
        }

        #[differentiable]
        pub fn lists(xs: &[&Tensor<f64>]) -> Scalar<f64> {
            (total(xs, 0.5) * total(xs, 2.0)).sum()
        }

        #[differentiable]
        pub fn masked(x: &Tensor<f64>, #[constant] mask: &Tensor<f64>, keep: &Tensor<bool>) -> Tensor<f64> {
            select(keep, x * mask * mask, mask)
        }

        #[differentiable]
        pub fn constants(x: &Tensor<f64>, m: &Tensor<f64>, keep: &Tensor<bool>) -> Scalar<f64> {
            let h = m.exp();
            let y = masked(x, &h, keep);
            (masked(&y, m, keep) * y).sum() + h.sum()
        }

        /// All that `m` is for is constant in what is called: without the module that is no mistake either.
        #[differentiable]
        pub fn only_constant(x: &Tensor<f64>, m: &Tensor<f64>, keep: &Tensor<bool>) -> Scalar<f64> {
            masked(x, m, keep).sum()
        }
    }

    #[test]
    fn tuples_and_arrays() -> Result<()> {
        let (x, y) = (normal(1, [3]), normal(2, [3]));
        alike::<joined::tuples, apart::tuples>((&x, &y), (&x, &y))?;
        let all = "`counted`, `of_array`, `of_pairs`, `pair` 3 times";
        assert_eq!(inlined(joined::tuples::explain()), all);
        Ok(())
    }

    #[test]
    fn structs() -> Result<()> {
        let (x, w, b) = (normal(1, [3]), normal(2, [3]), normal(3, [3]));
        let one = |i: usize| (&w * (1.0 + i as f64), &b - i as f64);
        let layers = |i: usize| one(i);
        let a: Vec<_> = (0..2).map(layers).map(|(w, b)| joined::Layer { w, b }).collect();
        let b: Vec<_> = (0..2).map(layers).map(|(w, b)| apart::Layer { w, b }).collect();
        both::<joined::run, apart::run>((&a, &x, 3), (&b, &x, 3))?;
        assert_eq!(inlined(joined::run::explain()), "`step`");
        Ok(())
    }

    #[test]
    fn slices() -> Result<()> {
        let xs = [normal(1, [3]), normal(2, [3]), normal(3, [3])];
        let xs: Vec<_> = xs.iter().collect();
        alike::<joined::lists, apart::lists>((&xs,), (&xs,))?;
        assert_eq!(inlined(joined::lists::explain()), "`total` 2 times");
        Ok(())
    }

    #[test]
    fn constant_parameters() -> Result<()> {
        let (x, m) = (normal(1, [2, 3]), normal(2, [2, 3]));
        let keep = x.gt(0.0)?;
        // They have no difference quotients: what is constant moves with them.
        same::<joined::constants, apart::constants>((&x, &m, &keep), (&x, &m, &keep))?;
        assert_eq!(inlined(joined::constants::explain()), "`masked` 2 times");
        same::<joined::only_constant, apart::only_constant>((&x, &m, &keep), (&x, &m, &keep))?;
        let (_, grads) = joined::only_constant::value_and_grad(&x, &m, &keep)?;
        assert_eq!(grads.m.to_vec()?, [0.0; 6]);
        assert_eq!(inlined(joined::only_constant::explain()), "`masked`");
        Ok(())
    }
}
