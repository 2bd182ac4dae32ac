//! Items of lists, what is assigned, fields of structs.

use cotangent::prelude::*;
use cotangent_tests::flow::normal;

use crate::{fits, plain, refused, twice};

#[derive(Clone, Debug, Differentiable)]
pub struct Held {
    pub w: Tensor<f64>,
    pub k: f64,
}

twice! {
    #[differentiable(order = 2)]
    pub fn item(x: &Tensor<f64, N>, ws: &[Tensor<f64>]) -> Scalar<f64> {
        let w: Tensor<f64, N> = ws[0].clone(); // item
        (w.exp().softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn items(x: &Tensor<f64, N>, ws: &[Tensor<f64>]) -> Scalar<f64> {
        let mut y = Tensor::<f64>::scalar(0.0);
        for w in ws {
            let w: &Tensor<f64, N> = w; // items
            y += (w.exp().softmax(0) * x).sum();
        }
        y
    }

    #[differentiable(order = 2)]
    pub fn list(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let ds: Vec<Tensor<f64, N>> = vec![x.sin(), w.exp()]; // list
        (ds[1].softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn copied(x: &Tensor<f64, N>, ws: &[Tensor<f64>]) -> Scalar<f64> {
        let ds: Vec<Tensor<f64, N>> = ws.to_vec(); // copied
        (ds[0].exp().softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn array(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let [d, _]: [Tensor<f64, N>; 2] = [w.exp(), x.sin()]; // array
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn tuple(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let (d, _): (Tensor<f64, N>, f64) = (w.exp(), 2.0); // tuple
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn assigned(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let mut d: Tensor<f64, N> = x.clone();
        let y = d.sum() * 0.0;
        d = w.exp(); // assigned
        (d.softmax(0) * x).sum() + y
    }

    #[differentiable(order = 2)]
    pub fn added(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let mut d: Tensor<f64, N> = x * 0.0;
        d += w.exp(); // added
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn later(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let d: Tensor<f64, N>;
        d = w.exp(); // later
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn in_an_arm(x: &Tensor<f64, N>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let mut d: Tensor<f64, N> = x.clone();
        if n > 0 {
            d = w.exp(); // in_an_arm
        }
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn in_a_loop(x: &Tensor<f64, N>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let mut d: Tensor<f64, N> = x * 0.5;
        #[checkpoint]
        for _ in 0..n {
            d = w.exp(); // in_a_loop
        }
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn of_a_pattern(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let mut d: Tensor<f64, N> = x.clone();
        let y = d.sum() * 0.0;
        let k;
        (d, k) = (w.exp(), 1.0); // of_a_pattern
        (d.softmax(0) * x).sum() * k + y
    }

    #[differentiable(order = 2)]
    pub fn field(x: &Tensor<f64, N>, held: &Held) -> Scalar<f64> {
        let w: Tensor<f64, N> = held.w.clone(); // field
        (w.exp().softmax(0) * x).sum() * held.k
    }

    #[differentiable(order = 2)]
    pub fn taken_apart(x: &Tensor<f64, N>, held: &Held) -> Scalar<f64> {
        let Held { w, k } = held;
        let w: &Tensor<f64, N> = w; // taken_apart
        (w.exp().softmax(0) * x).sum() * *k
    }

    #[differentiable(order = 2)]
    pub fn set_field(x: &Tensor<f64, N>, held: &Held) -> Scalar<f64> {
        let mut own = held.clone();
        own.w = held.w.exp();
        let w: Tensor<f64, N> = own.w; // set_field
        (w.softmax(0) * x).sum() * own.k
    }
}

const ONE: &str = "has shape [1], but its dim 0 is `N`, which is 3";

#[test]
fn items_of_lists() -> Result<()> {
    let (x, w, one) = (normal(1, [3]), normal(2, [3]), normal(3, [1]));
    let ws = [w.clone()];
    fits!(item(&x, &ws), plain(&x, &w));
    fits!(items(&x, &ws), plain(&x, &w));
    fits!(copied(&x, &ws), plain(&x, &w));
    fits!(list(&x, &w), plain(&x, &w));
    fits!(array(&x, &w), plain(&x, &w));
    fits!(tuple(&x, &w), plain(&x, &w));
    let other = [one.clone()];
    refused!(item(&x, &other), format!("`w` {ONE}"));
    refused!(items(&x, &[w.clone(), one.clone()]), format!("`w` {ONE}"));
    refused!(copied(&x, &[w.clone(), one.clone()]), format!("`ds[1]` {ONE}"));
    refused!(list(&x, &one), format!("`ds` {ONE}"));
    refused!(array(&x, &one), format!("[d, _] {ONE}"));
    refused!(tuple(&x, &one), format!("(d, _) {ONE}"));
    Ok(())
}

#[test]
fn assignments() -> Result<()> {
    let (x, w, one) = (normal(1, [3]), normal(2, [3]), normal(3, [1]));
    let said = format!("`d` {ONE}");
    fits!(assigned(&x, &w), plain(&x, &w));
    fits!(added(&x, &w), plain(&x, &w));
    fits!(later(&x, &w), plain(&x, &w));
    fits!(of_a_pattern(&x, &w), plain(&x, &w));
    fits!(in_an_arm(&x, &w, 1), plain(&x, &w));
    fits!(in_a_loop(&x, &w, 2), plain(&x, &w));
    refused!(assigned(&x, &one), said);
    refused!(later(&x, &one), said);
    refused!(of_a_pattern(&x, &one), said);
    refused!(in_an_arm(&x, &one, 1), said);
    refused!(in_a_loop(&x, &one, 2), said);
    // What broadcasts is larger.
    refused!(added(&one, &w), "`d` has shape [3], but its dim 0 is `N`, which is 1");
    // The type of what never comes is not compared.
    assert!(apart::in_an_arm::hvp(&x, &one, 0, &x, &one).is_ok());
    assert!(joined::in_a_loop::hvp(&x, &one, 0, &x, &one).is_ok());
    Ok(())
}

#[test]
fn fields_of_structs() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    let held = Held { w: w.clone(), k: 1.0 };
    let other = Held { w: normal(3, [1]), k: 1.0 };
    fits!(field(&x, &held), plain(&x, &w));
    fits!(taken_apart(&x, &held), plain(&x, &w));
    fits!(set_field(&x, &held), plain(&x, &w));
    let said = format!("`w` {ONE}");
    refused!(field(&x, &other), said);
    refused!(taken_apart(&x, &other), said);
    refused!(set_field(&x, &other), said);
    Ok(())
}
