//! Types of every form, with values of them.

use cotangent::prelude::*;

/// Of any element type, with an option and a number.
#[derive(Clone, Debug, Differentiable)]
pub struct Linear<T: Float = f32> {
    /// Weights.
    pub w: Tensor<T>,
    /// Bias.
    pub b: Option<Tensor<T>>,
    /// How often it ran.
    pub runs: usize,
}

/// What no derive knows.
#[derive(Clone, Debug)]
pub enum Activation {
    /// The hyperbolic tangent.
    Tanh,
}

/// Between positions.
#[derive(Clone, Debug, Differentiable)]
pub struct Scale<T: Float>(pub Tensor<T>, pub bool, pub Tensor<T>);

/// Nothing.
#[derive(Clone, Debug, Differentiable)]
pub struct Identity;

/// A model of everything.
#[derive(Clone, Debug, Differentiable)]
pub struct Model<T>
where
    T: Float,
{
    /// Nested, in a list.
    pub layers: Vec<Linear<T>>,
    /// An array.
    pub scales: [Scale<T>; 2],
    /// A box, in an option.
    pub head: Option<Box<Linear<T>>>,
    /// A tuple.
    pub pair: (Tensor<f64>, usize, Linear<T>),
    /// Of a type without fields.
    pub identity: Identity,
    private: Tensor<T>,
    /// Constant by its type.
    pub name: String,
    /// Constant by its type.
    pub ids: Tensor<i32>,
    /// Constant by its type.
    pub pointwise: fn(f32) -> f32,
    /// Constant by mark, though it has a tangent.
    #[constant]
    pub mean: Tensor<T>,
    /// Constant by mark, of a type without any.
    #[constant]
    pub activation: Activation,
}

/// A layer or another.
#[derive(Clone, Debug, Differentiable)]
pub enum Layer<T: Float> {
    /// By position.
    Linear(Linear<T>),
    /// By name.
    Conv {
        /// Weights.
        w: Tensor<T>,
        /// Constant.
        stride: usize,
    },
    /// A constant between two tensors.
    Mixed(Tensor<T>, usize, Tensor<T>),
    /// Nothing.
    Relu,
}

/// Of any differentiable types, lists of them included.
#[derive(Clone, Debug, Differentiable)]
pub struct Seq<A, B> {
    /// First.
    pub first: A,
    /// Then these.
    pub rest: Vec<B>,
}

/// Recursive, by its name and by `Self`.
#[derive(Clone, Debug, Differentiable)]
pub struct Tree {
    w: Tensor,
    left: Option<Box<Tree>>,
    right: Vec<Self>,
}

/// A lifetime and a type that no tangent needs, beside a number that it does.
#[derive(Clone, Debug, Differentiable)]
pub struct Named<'a, C: Clone, const N: usize> {
    /// Constant.
    pub name: &'a str,
    /// Of any type.
    #[constant]
    pub config: C,
    /// So many.
    pub w: [Tensor; N],
    /// A keyword.
    pub r#type: Tensor,
}

/// Recursive and generic, with a number of the element type.
#[derive(Clone, Debug, Differentiable)]
pub struct Chain<T: Float> {
    /// Weights.
    pub w: Tensor<T>,
    /// Constant.
    pub rate: T,
    /// The rest.
    pub next: Option<Box<Chain<T>>>,
}

/// No value.
#[derive(Clone, Debug, Differentiable)]
pub enum Never {}

pub fn linear<T: Float>(n: u64) -> Linear<T> {
    let key = Key::new(n);
    let (w, b) = (key.normal([2, 3]).unwrap(), key.fold(1).normal(3).unwrap());
    Linear { w, b: n.is_multiple_of(2).then_some(b), runs: 7 }
}

fn vector<T: Float>(n: u64) -> Tensor<T> {
    Key::new(100 + n).normal(2).unwrap()
}

pub fn model<T: Float>() -> Model<T> {
    Model {
        layers: vec![linear(0), linear(1), linear(2)],
        scales: [Scale(vector(0), true, vector(1)), Scale(vector(2), false, vector(3))],
        head: Some(Box::new(linear(3))),
        pair: (vector(4), 3, linear(4)),
        identity: Identity,
        private: vector(5),
        name: "m".into(),
        ids: tensor![1, 2, 3],
        pointwise: f32::sin,
        mean: vector(6),
        activation: Activation::Tanh,
    }
}

pub fn tree() -> Tree {
    let leaf = |n| Tree { w: vector(n), left: None, right: vec![] };
    Tree {
        w: vector(1),
        left: Some(Box::new(leaf(2))),
        right: vec![leaf(3), Tree { right: vec![leaf(4)], ..leaf(5) }],
    }
}

pub fn layers() -> Vec<Layer<f64>> {
    vec![
        Layer::Linear(linear(2)),
        Layer::Conv { w: vector(1), stride: 2 },
        Layer::Mixed(vector(2), 1, vector(3)),
        Layer::Relu,
    ]
}
