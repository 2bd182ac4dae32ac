//! Types that stand in a box in themselves, and functions that call themselves down: each level takes what there is at the
//! level, and nothing is done to what is below it. So what is done to a field grows as the depth does.

use std::cell::Cell;

use cotangent::__private as rt;
use cotangent::prelude::*;

thread_local! {
    static VISITS: Cell<usize> = const { Cell::new(0) };
}

fn visit() {
    VISITS.with(|visits| visits.set(visits.get() + 1));
}

/// What `run` gives, and how often a mark was copied, walked, asked for its form or made.
fn visits<R>(run: impl FnOnce() -> R) -> (R, usize) {
    let before = VISITS.get();
    let made = run();
    (made, VISITS.get() - before)
}

/// A field that counts what is done to it. It holds nothing.
#[derive(Debug)]
struct Mark;

#[derive(Debug)]
struct MarkTangent;

#[derive(Debug)]
struct MarkForm;

macro_rules! counted {
    ($($Mark:ident)*) => {$(
        impl Clone for $Mark {
            fn clone(&self) -> Self {
                visit();
                Self
            }
        }
    )*};
}
counted!(Mark MarkTangent MarkForm);

impl rt::Form for MarkForm {
    type Tangent = MarkTangent;
    type Start = MarkTangent;
    fn zeros(&self) -> Result<MarkTangent> {
        self.start()
    }
    fn start(&self) -> Result<MarkTangent> {
        visit();
        Ok(MarkTangent)
    }
    fn whole(start: MarkTangent) -> Result<MarkTangent> {
        Ok(start)
    }
}

macro_rules! differentiable {
    ($($Mark:ident)*) => {$(
        impl rt::Differentiable for $Mark {
            type Tangent = MarkTangent;
            type Form = MarkForm;
            type Lends = rt::calls::Tensors;
            fn form(&self) -> MarkForm {
                visit();
                MarkForm
            }
            fn tensor_bytes(&self) -> usize {
                visit();
                0
            }
            fn to_device(&self, _: &Device) -> Result<Self> {
                Ok(Self)
            }
            fn visit_tensors<V: rt::Visit>(&self, _: &mut rt::Path, _: &mut V) -> Result<()> {
                visit();
                Ok(())
            }
            fn walk_tensors<const N: usize, const S: usize, U: rt::Update<N, S>>(
                &mut self,
                _: [&MarkTangent; N],
                _: [&mut MarkTangent; S],
                _: &mut rt::Path,
                _: &mut U,
            ) -> Result<()> {
                visit();
                Ok(())
            }
        }
    )*};
}
differentiable!(Mark MarkTangent);

impl rt::TensorTree for MarkTangent {
    fn walk<const N: usize, W: rt::Walk<N>>(_: [&Self; N], _: &mut rt::Path, _: &mut W) -> Result<Self> {
        visit();
        Ok(Self)
    }
    fn walk_mut<const N: usize, U: rt::Update<N, 0>>(
        &mut self,
        _: [&Self; N],
        _: &mut rt::Path,
        _: &mut U,
    ) -> Result<()> {
        visit();
        Ok(())
    }
}

impl rt::Single for MarkTangent {}

impl rt::calls::Received<Self> for MarkTangent {
    fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
        Ok(self)
    }
}

/// The reference: the same in a loop over a list.
#[differentiable(order = 2)]
fn flat(ws: &[Tensor<f64>], x: &Tensor<f64>) -> Scalar<f64> {
    let mut y = x.clone();
    for w in ws {
        y = (y * w).tanh();
    }
    y.sum()
}

#[derive(Clone, Differentiable)]
struct Node {
    mark: Mark,
    w: Tensor<f64>,
    /// How many.
    below: usize,
    next: Option<Box<Node>>,
}

#[differentiable(order = 2)]
impl Node {
    fn eval(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let mut y = (x * &self.w).tanh();
        if let Some(next) = &self.next {
            y = next.eval(&y);
        }
        y
    }
}

#[differentiable(order = 2)]
fn of_node(node: &Node, x: &Tensor<f64>) -> Scalar<f64> {
    node.eval(x).sum()
}

#[derive(Clone, Differentiable)]
enum List {
    Nil,
    Cons { mark: Mark, w: Tensor<f64>, next: Box<List> },
}

#[differentiable(order = 2)]
fn walk(list: &List, x: &Tensor<f64>) -> Tensor<f64> {
    match list {
        List::Nil => x.clone(),
        List::Cons { w, next, .. } => walk(next, &(x * w).tanh()),
    }
}

#[differentiable(order = 2)]
fn of_list(list: &List, x: &Tensor<f64>) -> Scalar<f64> {
    walk(list, x).sum()
}

/// The second half is zeros, which are made at once.
#[differentiable(order = 2)]
fn climb_half(node: &Node, x: &Tensor<f64>, levels: usize) -> Tensor<f64> {
    let y = (x * &node.w).tanh();
    if levels == 1 {
        return y;
    }
    let Some(next) = &node.next else { return y };
    climb_half(next, &y, levels - 1)
}

#[differentiable(order = 2)]
fn of_half(node: &Node, x: &Tensor<f64>) -> Scalar<f64> {
    let levels: usize = (node.below + 1) / 2;
    climb_half(node, x, levels).sum()
}

#[differentiable(order = 2)]
fn flat_half(ws: &[Tensor<f64>], x: &Tensor<f64>) -> Scalar<f64> {
    let mut y = x.clone();
    for i in 0..ws.len() / 2 {
        y = (y * &ws[i]).tanh();
    }
    y.sum()
}

/// Two children, in a struct of their own.
#[derive(Clone, Differentiable)]
#[cotangent(lends = false)]
struct Tree {
    mark: Mark,
    w: Tensor<f64>,
    below: Below,
}

#[derive(Clone, Differentiable)]
struct Below {
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[differentiable(order = 2)]
fn climb(tree: &Tree, x: &Tensor<f64>) -> Tensor<f64> {
    let mut y = (x * &tree.w).tanh();
    if let Some(left) = &tree.below.left {
        y = climb(left, &y);
    }
    if let Some(right) = &tree.below.right {
        y = climb(right, &y);
    }
    y
}

#[differentiable(order = 2)]
fn of_tree(tree: &Tree, x: &Tensor<f64>) -> Scalar<f64> {
    climb(tree, x).sum()
}

/// Two types in each other, two functions that call each other.
#[derive(Clone, Differentiable)]
#[cotangent(lends = false)]
struct Link {
    mark: Mark,
    w: Tensor<f64>,
    rest: Chain,
}

#[derive(Clone, Differentiable)]
enum Chain {
    End,
    More(Box<Link>),
}

#[differentiable(order = 2)]
fn link(this: &Link, x: &Tensor<f64>) -> Tensor<f64> {
    chain(&this.rest, &(x * &this.w).tanh())
}

#[differentiable(order = 2)]
fn chain(this: &Chain, x: &Tensor<f64>) -> Tensor<f64> {
    match this {
        Chain::End => x.clone(),
        Chain::More(next) => link(next, x),
    }
}

#[differentiable(order = 2)]
fn of_chain(this: &Chain, x: &Tensor<f64>) -> Scalar<f64> {
    chain(this, x).sum()
}

fn weights(n: usize) -> Vec<Tensor<f64>> {
    (0..n).map(|i| tensor![0.9 + 0.01 * (i % 7) as f64, 1.1 - 0.02 * (i % 5) as f64]).collect()
}

fn node(ws: &[Tensor<f64>]) -> Node {
    let (first, rest) = ws.split_first().expect("a node has a weight");
    let next = (!rest.is_empty()).then(|| Box::new(node(rest)));
    Node { mark: Mark, w: first.clone(), below: rest.len(), next }
}

fn list(ws: &[Tensor<f64>]) -> List {
    ws.iter().rev().fold(List::Nil, |next, w| List::Cons { mark: Mark, w: w.clone(), next: Box::new(next) })
}

/// Deep to the right, with a leaf to the left.
fn tree(ws: &[Tensor<f64>]) -> Tree {
    let (first, rest) = ws.split_first().expect("a node has a weight");
    let left = rest.len().min(1);
    let below = |ws: &[Tensor<f64>]| (!ws.is_empty()).then(|| Box::new(tree(ws)));
    Tree {
        mark: Mark,
        w: first.clone(),
        below: Below { left: below(&rest[..left]), right: below(&rest[left..]) },
    }
}

fn chained(ws: &[Tensor<f64>]) -> Chain {
    ws.iter().rev().fold(Chain::End, |rest, w| Chain::More(Box::new(Link { mark: Mark, w: w.clone(), rest })))
}

/// The weights of a tangent, in order.
fn weights_of<A: rt::TensorTree>(tangent: &A) -> Vec<Vec<f64>> {
    struct All(Vec<Vec<f64>>);
    impl rt::Walk<1> for All {
        fn leaf<T: Float>(&mut self, _: &rt::Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            self.0.push(x.to_vec()?.into_iter().map(|x| x.to_f64()).collect());
            Ok(x.clone())
        }
    }
    let mut all = All(Vec::new());
    rt::tree::map(tangent, &mut all).unwrap();
    all.0
}

macro_rules! tests {
    ($($name:ident: $f:ident as $flat:ident of $make:ident by $field:ident;)*) => {$(
        #[test]
        fn $name() {
            let counts = [32, 64].map(|n| {
                let ws = weights(n);
                let (deep, x, dx) = ($make(&ws), tensor![0.3, 0.7], tensor![1.0, -1.0]);
                let (value, wanted) = $flat::value_and_grad(&ws, &x).unwrap();
                let ((found, g), by_grad) = visits(|| $f::value_and_grad(&deep, &x).unwrap());
                assert_eq!(found.item().unwrap(), value.item().unwrap());
                assert_eq!(weights_of(&g.$field), weights_of(&wanted.ws));
                assert_eq!(g.x.to_vec().unwrap(), wanted.x.to_vec().unwrap());
                let (pulled, by_pull) = visits(|| {
                    let (_, pullback) = $f::vjp(&deep, &x).unwrap();
                    pullback.pull(&Tensor::scalar(1.0)).unwrap()
                });
                assert_eq!(weights_of(&pulled.$field), weights_of(&wanted.ws));
                let ((_, along), by_jvp) = visits(|| $f::jvp(&deep, &x, &g.$field, &dx).unwrap());
                let (_, wanted_along) = $flat::jvp(&ws, &x, &wanted.ws, &dx).unwrap();
                assert_eq!(along.item().unwrap(), wanted_along.item().unwrap());
                let ((_, h), by_hvp) = visits(|| $f::hvp(&deep, &x, &g.$field, &dx).unwrap());
                let (_, wanted_h) = $flat::hvp(&ws, &x, &wanted.ws, &dx).unwrap();
                assert_eq!(weights_of(&h.$field), weights_of(&wanted_h.ws));
                [by_grad, by_pull, by_jvp, by_hvp]
            });
            for (half, all) in counts[0].iter().zip(counts[1]) {
                assert!(all <= 2 * half + 8, "{counts:?}: value and gradient, pullback, tangent, product with the Hessian");
            }
        }
    )*};
}
tests! {
    an_option_in_a_struct: of_node as flat of node by node;
    a_box_in_a_variant: of_list as flat of list by list;
    two_children_in_a_field: of_tree as flat of tree by tree;
    types_in_each_other: of_chain as flat of chained by this;
    a_list_that_is_left_half_way: of_half as flat_half of node by node;
}
