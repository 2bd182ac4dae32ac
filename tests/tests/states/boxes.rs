//! What is in a box: its methods, and functions that take a reference to it. Trees of structs and of enums, as deep as the
//! data is.

use cotangent::check;
use cotangent::prelude::*;
use cotangent_tests::flow;

#[derive(Clone, Debug, Differentiable)]
struct Inner {
    w: Tensor<f64>,
}

#[differentiable(order = 2)]
impl Inner {
    fn forward(&self, x: &Tensor<f64>) -> Tensor<f64> {
        x * &self.w
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Outer {
    inner: Box<Inner>,
}

#[differentiable]
fn field(outer: &Outer, x: &Tensor<f64>) -> Scalar<f64> {
    (outer.inner.forward(x).tanh() + &outer.inner.w).sum()
}

#[differentiable]
fn parameter(inner: &Box<Inner>, x: &Tensor<f64>) -> Scalar<f64> {
    inner.forward(x).tanh().sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Tree {
    w: Tensor<f64>,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[differentiable]
impl Tree {
    fn eval(&self, x: &Tensor<f64>) -> Tensor<f64> {
        let mut y = (x * &self.w).tanh();
        if let Some(left) = &self.left {
            y = left.eval(&y);
        }
        if let Some(right) = &self.right {
            y += right.eval(x);
        }
        y
    }
}

#[differentiable]
fn tree(tree: &Tree, x: &Tensor<f64>) -> Scalar<f64> {
    tree.eval(x).sum()
}

#[derive(Clone, Debug, Differentiable)]
enum Expr {
    Leaf(Tensor<f64>),
    Product(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
}

#[differentiable]
impl Expr {
    fn eval(&self, x: &Tensor<f64>) -> Tensor<f64> {
        match self {
            Expr::Leaf(w) => x * w,
            Expr::Product(a, b) => a.eval(x) * b.eval(x),
            Expr::Sin(a) => a.eval(x).sin(),
        }
    }
}

#[differentiable]
fn expression(e: &Expr, x: &Tensor<f64>) -> Scalar<f64> {
    e.eval(x).sum()
}

/// What [`expression`] is of the expression below.
#[differentiable]
fn written_out(a: &Tensor<f64>, b: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    ((x * a) * (x * b).sin()).sum()
}

#[derive(Clone, Debug, Differentiable)]
enum Node {
    Leaf(Tensor<f64>),
    Two { left: Box<Node>, right: Box<Node> },
    Many(Option<Box<Node>>, Vec<Box<Node>>),
}

/// Each spelling that rustc takes.
#[differentiable(order = 2)]
fn walk(w: &Tensor<f64>, node: &Node) -> Result<Tensor<f64>> {
    match node {
        Node::Leaf(x) => Ok((x * w).tanh()),
        Node::Two { left, right } => {
            let l = walk(w, left)?;
            let r = walk(w, &**right)?;
            Ok((l * r).sin())
        }
        Node::Many(one, more) => {
            let mut y = w.sin();
            if let Some(one) = one {
                y += walk(w, one.as_ref())?;
            }
            for node in more {
                y *= walk(w, node)?;
            }
            if let Some(one) = one.as_deref() {
                y += walk(w, one)? * 0.5;
            }
            Ok(y)
        }
    }
}

#[differentiable(order = 2)]
fn walked(w: &Tensor<f64>, node: &Node) -> Result<Scalar<f64>> {
    Ok(walk(w, node)?.sum())
}

#[differentiable(order = 2)]
fn scaled(inner: &Inner, x: &Tensor<f64>) -> Tensor<f64> {
    (&inner.w * x).sin()
}

#[differentiable(order = 2)]
impl Outer {
    fn borrowed(&self, x: &Tensor<f64>) -> Result<Scalar<f64>> {
        let field = scaled(&self.inner, x)?;
        let place = scaled(&*self.inner, &field)?;
        let lent = scaled(self.inner.as_ref(), &place)? + (*self.inner).w.sum();
        let method = (*self.inner).forward(&lent)? + self.inner.as_ref().forward(x)?;
        Ok((method * (&*self.inner).forward(x)?).sum())
    }
}

#[differentiable(order = 2)]
fn borrowed(outer: &Outer, x: &Tensor<f64>) -> Result<Scalar<f64>> {
    Ok(outer.borrowed(x)?)
}

#[test]
fn functions_take_what_is_in_boxes() -> Result<()> {
    let w = Tensor::from_vec(vec![0.7, 0.2], [2])?;
    let leaf = |a, b| Ok::<_, cotangent::Error>(Box::new(Node::Leaf(Tensor::from_vec(vec![a, b], [2])?)));
    let two = |left, right| Box::new(Node::Two { left, right });
    let node = two(two(leaf(0.3, 0.5)?, leaf(-0.4, 1.1)?), leaf(0.9, -0.2)?);
    flow::orders::<walked>((&w, &node))?;
    let many = Node::Many(Some(node.clone()), vec![leaf(0.3, 0.4)?, node]);
    flow::orders::<walked>((&w, &many))?;
    let outer = Outer { inner: Box::new(Inner { w: w.clone() }) };
    flow::orders::<borrowed>((&outer, &w))
}

#[test]
fn methods_are_found_in_boxes() -> Result<()> {
    let (w, x) = (Tensor::from_vec(vec![0.3, 0.7], [2])?, Tensor::from_vec(vec![0.5, -0.7], [2])?);
    let inner = Box::new(Inner { w: w.clone() });
    check::gradients::<parameter>((&inner, &x))?;
    check::gradients::<field>((&Outer { inner }, &x))?;
    let leaf = || Some(Box::new(Tree { w: w.clone(), left: None, right: None }));
    let right = Some(Box::new(Tree { w: x.clone(), left: None, right: leaf() }));
    check::gradients::<tree>((&Tree { w: w.clone(), left: leaf(), right }, &x))?;
    Ok(())
}

#[test]
fn expressions_are_trees() -> Result<()> {
    let (a, b) = (Tensor::from_vec(vec![0.3, 0.7], [2])?, Tensor::from_vec(vec![0.5, -0.7], [2])?);
    let leaf = |w: &Tensor<f64>| Box::new(Expr::Leaf(w.clone()));
    let e = Expr::Product(leaf(&a), Box::new(Expr::Sin(leaf(&b))));
    check::gradients::<expression>((&e, &a))?;
    let grads = expression::grad(&e, &a)?;
    let same = written_out::grad(&a, &b, &a)?;
    let ExprTangent::Product(first, second) = grads.e else { panic!("another variant") };
    let (ExprTangent::Leaf(of_a), ExprTangent::Sin(second)) = (*first, *second) else { panic!("others") };
    let ExprTangent::Leaf(of_b) = *second else { panic!("another") };
    assert_eq!(of_a.to_vec()?, same.a.to_vec()?);
    assert_eq!(of_b.to_vec()?, same.b.to_vec()?);
    assert_eq!(grads.x.to_vec()?, same.x.to_vec()?);
    Ok(())
}
