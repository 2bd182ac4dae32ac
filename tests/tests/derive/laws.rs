//! Tangents as vectors.

use cotangent::ErrorKind;
use cotangent::prelude::*;
use cotangent::tree::{self, TensorTree};

use super::models::*;

/// Random numbers in the form of a tree.
fn random<A: TensorTree>(like: &A, seed: u64) -> A {
    struct Draw(Key, u64);
    impl tree::Walk<1> for Draw {
        fn leaf<T: Float>(&mut self, _: &tree::Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            self.1 += 1;
            self.0.fold(self.1).normal(x.shape())
        }
    }
    tree::map(like, &mut Draw(Key::new(seed), 0)).unwrap()
}

fn numbers<A: TensorTree>(tree: &A) -> Vec<f64> {
    struct All(Vec<f64>);
    impl tree::Visit for All {
        fn leaf<T: Float>(&mut self, _: &tree::Path, x: &Tensor<T>) -> Result<()> {
            self.0.extend(x.to_vec()?.iter().map(|v| v.to_f64()));
            Ok(())
        }
    }
    let mut all = All(Vec::new());
    tree::visit(tree, &mut all).unwrap();
    all.0
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{a} and {b}");
}

/// Of f64, so that the laws hold to rounding; sums and multiples by 2 exactly.
fn laws<A: TensorTree>(zero: &A, seed: u64) {
    let (x, y) = (random(zero, seed), random(zero, seed + 1));
    let (xs, ys) = (numbers(&x), numbers(&y));
    assert!(xs.iter().any(|v| *v != 0.0), "seed {seed}");
    assert!(numbers(zero).iter().all(|v| *v == 0.0));
    let mut sum = zero.clone();
    tree::add(&mut sum, &x).unwrap();
    assert_eq!(numbers(&sum), xs, "0 + x, seed {seed}");
    tree::add(&mut sum, zero).unwrap();
    assert_eq!(numbers(&sum), xs, "x + 0, seed {seed}");
    tree::add(&mut sum, &y).unwrap();
    assert_eq!(numbers(&sum), xs.iter().zip(&ys).map(|(a, b)| a + b).collect::<Vec<_>>(), "seed {seed}");
    assert_eq!(numbers(&x), xs, "what was added is untouched, seed {seed}");
    let mut twice = x.clone();
    tree::scale(&mut twice, -2.0).unwrap();
    assert_eq!(numbers(&twice), xs.iter().map(|a| -2.0 * a).collect::<Vec<_>>(), "seed {seed}");
    assert_eq!(numbers(&x), xs, "another handle is untouched, seed {seed}");
    assert_eq!(tree::dot(&x, &y).unwrap(), tree::dot(&y, &x).unwrap(), "seed {seed}");
    near(tree::dot(&x, &y).unwrap(), xs.iter().zip(&ys).map(|(a, b)| a * b).sum());
    near(tree::dot(&sum, &x).unwrap(), tree::dot(&x, &x).unwrap() + tree::dot(&y, &x).unwrap());
    near(tree::norm(&x).unwrap(), xs.iter().map(|v| v * v).sum::<f64>().sqrt());
    assert_eq!(tree::dot(zero, &x).unwrap(), 0.0);
    assert_eq!((tree::count(&x).unwrap(), tree::bytes(&x).unwrap()), (xs.len(), 8 * xs.len()));
    let there = tree::to(&x, Device::cpu(1)).unwrap();
    assert_eq!(numbers(&there), xs);
    let said = tree::add(&mut x.clone(), &there).unwrap_err();
    assert!(
        said.kind() == ErrorKind::Device && said.to_string().contains("devices cpu:0 and cpu:1"),
        "{said}"
    );
    assert_eq!(numbers(&tree::zeros_like(&x).unwrap()), vec![0.0; xs.len()]);
}

#[test]
fn of_a_vector_space() {
    laws(&model::<f64>().zero_tangent().unwrap(), 1);
    laws(&layers().zero_tangent().unwrap(), 3);
    laws(&(linear::<f64>(2), tensor![1.0f64], [tensor![2.0f64]]).zero_tangent().unwrap(), 5);
}

/// Half types are multiplied as f32.
#[test]
fn the_norm_of_halves() {
    let x = Linear { w: Tensor::full([4], f16::from_f32(300.0)).unwrap(), b: None, runs: 0 };
    let mut g = x.zero_tangent().unwrap();
    g.w = x.w.clone();
    assert_eq!(tree::norm(&g).unwrap(), 600.0);
}

/// Zeros of a form hold no memory, a sum with them copies nothing, and what is unique is changed where it stands.
#[test]
fn in_place() {
    let at = |x: &Tensor<f64>| x.as_slice().unwrap().as_ptr();
    let layer = linear::<f64>(2);
    let mut sum = layer.zero_tangent().unwrap();
    let x = random(&sum, 7);
    tree::add(&mut sum, &x).unwrap();
    assert_eq!(at(&sum.w), at(&x.w));
    tree::add(&mut sum, &layer.zero_tangent().unwrap()).unwrap();
    assert_eq!(at(&sum.w), at(&x.w));
    let y = random(&sum, 8);
    drop(x);
    let place = at(&sum.w);
    tree::add(&mut sum, &y).unwrap();
    tree::scale(&mut sum, 0.5).unwrap();
    assert_eq!(at(&sum.w), place);
}

#[test]
fn trees_of_two_structures() {
    let zeros: Vec<_> = layers().iter().map(|l| l.zero_tangent().unwrap()).collect();
    let e = tree::add(&mut zeros[0].clone(), &zeros[1]).unwrap_err();
    assert_eq!(e.to_string(), "two trees differ at the root: the variants");
    let e = tree::dot(&zeros[0], &zeros[3]).unwrap_err();
    assert!(e.to_string().contains("the variants"), "{e}");
    let mut b = zeros.clone();
    let LayerTangent::Linear(l) = &mut b[0] else { panic!("a linear layer") };
    l.b = None;
    let e = tree::add(&mut b, &zeros).unwrap_err();
    assert_eq!(e.to_string(), "two trees differ at 0.0.b: one has an entry where another has `None`");
    l_w(&mut b, tensor![1.0]);
    let e = tree::dot(&b, &zeros).unwrap_err();
    assert_eq!(e.to_string(), "two trees differ at 0.0.w: shapes [1] and [2, 3]");
    b.pop();
    let e = tree::add(&mut b, &zeros).unwrap_err();
    assert!(e.to_string().contains("3 entries and 4"), "{e}");
}

fn l_w(layers: &mut [LayerTangent<f64>], w: Tensor<f64>) {
    let LayerTangent::Linear(l) = &mut layers[0] else { panic!("a linear layer") };
    l.w = w;
}
