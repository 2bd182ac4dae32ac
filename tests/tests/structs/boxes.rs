//! Methods of what is in a box: trees of structs and of enums, as deep as the data is.

use cotangent::check;
use cotangent::prelude::*;

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

#[differentiable(order = 2)]
fn field(outer: &Outer, x: &Tensor<f64>) -> Scalar<f64> {
    (outer.inner.forward(x).tanh() + &outer.inner.w).sum()
}

#[differentiable(order = 2)]
fn parameter(inner: &Box<Inner>, x: &Tensor<f64>) -> Scalar<f64> {
    inner.forward(x).tanh().sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Tree {
    w: Tensor<f64>,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[differentiable(order = 2)]
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

#[differentiable(order = 2)]
fn tree(tree: &Tree, x: &Tensor<f64>) -> Scalar<f64> {
    tree.eval(x).sum()
}

#[derive(Clone, Debug, Differentiable)]
enum Expr {
    Leaf(Tensor<f64>),
    Product(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
}

#[differentiable(order = 2)]
impl Expr {
    fn eval(&self, x: &Tensor<f64>) -> Tensor<f64> {
        match self {
            Expr::Leaf(w) => x * w,
            Expr::Product(a, b) => a.eval(x) * b.eval(x),
            Expr::Sin(a) => a.eval(x).sin(),
        }
    }
}

#[differentiable(order = 2)]
fn expression(e: &Expr, x: &Tensor<f64>) -> Scalar<f64> {
    e.eval(x).sum()
}

/// What [`expression`] is of the expression below.
#[differentiable(order = 2)]
fn written_out(a: &Tensor<f64>, b: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    ((x * a) * (x * b).sin()).sum()
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
