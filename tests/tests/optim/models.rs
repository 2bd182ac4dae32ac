//! A model of any element type, its elements as numbers, and gradients for it.

use cotangent::prelude::*;
use cotangent::tree::{self, Path, TensorTree, Visit, Walk};

#[derive(Clone, Debug, Differentiable)]
pub struct Layer<T: Float> {
    pub w: Tensor<T>,
    pub b: Option<Tensor<T>>,
    pub runs: usize,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Model<T: Float> {
    pub layers: Vec<Layer<T>>,
    pub pair: (Tensor<T>, [Tensor<T>; 2]),
    pub ids: Tensor<i32>,
    #[constant]
    pub mean: Tensor<T>,
}

pub fn model<T: Float>(seed: u64) -> Model<T> {
    let key = Key::new(seed);
    let normal = |i, shape: &[usize]| key.fold(i).normal(shape).unwrap();
    let layer = |i, b| Layer { w: normal(i, &[3, 5]), b, runs: 3 };
    Model {
        layers: vec![layer(0, Some(normal(1, &[5]))), layer(2, None)],
        pair: (normal(3, &[]), [normal(4, &[17]), normal(5, &[2, 1, 4])]),
        ids: tensor![1, 2],
        mean: normal(6, &[2]),
    }
}

/// Every element, in order.
pub fn elements<M: cotangent::Differentiable>(model: &M) -> Vec<f64> {
    let mut all = All(Vec::new());
    model.visit_tensors(&mut Path::root(), &mut all).unwrap();
    all.0
}

struct All(Vec<f64>);

impl Visit for All {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        self.0.extend(x.to_vec()?.iter().map(|v| v.to_f64()));
        Ok(())
    }
}

/// A tree of the form of `like` with these elements, in order.
pub fn filled<A: TensorTree>(like: &A, elements: &[f64]) -> A {
    struct Fill<'e>(std::slice::Iter<'e, f64>);
    impl Walk<1> for Fill<'_> {
        fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            Tensor::from_fn(x.shape(), |_| T::from_f64(*self.0.next().unwrap()))
        }
    }
    let mut fill = Fill(elements.iter());
    let tree = tree::map(like, &mut fill).unwrap();
    assert_eq!(fill.0.next(), None, "one number for each element");
    tree
}

/// What a type keeps of a number.
pub fn rounded<T: Float>(v: f64) -> f64 {
    T::from_f64(v).to_f64()
}

/// The gradient of step `t`: large and small, of both signs, some 0.
pub fn gradient<T: Float>(seed: u64, t: u64, count: usize) -> Vec<f64> {
    let key = Key::new(seed).fold(t);
    let (g, size) = (key.normal::<f64>(count).unwrap(), key.fold(1).uniform::<f64>(count).unwrap());
    let pairs = g.to_vec().unwrap().into_iter().zip(size.to_vec().unwrap());
    pairs.map(|(g, u)| if u < 0.05 { 0.0 } else { rounded::<T>(g * 10f64.powf(2.0 * u - 1.5)) }).collect()
}
