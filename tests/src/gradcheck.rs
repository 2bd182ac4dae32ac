//! What must hold of the emitted derivatives of an op. `cotangent::__private::for_each_op!` prints a [`Subject`] for
//! every row and composite of the table; [`Subject::pass`] checks it at its sample and at everything that
//! [`vary`](self::Change) makes of that: other layouts, broadcast operands, empty tensors, one element, rank 0.

mod draw;
mod input;
mod there;
mod tolerance;

use cotangent::{Device, Result, Tensor};

pub use self::draw::Draw;
pub use self::input::{Change, Input};
use self::tolerance::{EXACT, SLOPE, STENCIL, STEP, agree, dot};

type Floats = Vec<Tensor<f64>>;

/// An op through emitted code. The tensors are in the order of the parameters; gradients and tangents are those of the
/// float ones. `plain` is the op, `weighted` the sum of its elements times weights.
pub struct Subject<'a> {
    /// The row or composite.
    pub name: &'a str,
    /// Its sample, for messages.
    pub case: &'a str,
    /// The library's function.
    pub eager: &'a dyn Fn(&[Input]) -> Result<Tensor<f64>>,
    /// `plain::call`
    pub call: &'a dyn Fn(&[Input]) -> Result<Tensor<f64>>,
    /// `plain::vjp`, pulled for several cotangents.
    #[allow(clippy::type_complexity)] // A type for it would be named once.
    pub vjp: &'a dyn Fn(&[Input], &[&Tensor<f64>]) -> Result<(Tensor<f64>, Vec<Floats>)>,
    /// `plain::jvp`
    pub jvp: &'a dyn Fn(&[Input], &[Tensor<f64>]) -> Result<(Tensor<f64>, Tensor<f64>)>,
    /// `weighted::value_and_grad`
    pub value_and_grad: &'a dyn Fn(&[Input], &Tensor<f64>) -> Result<(f64, Floats)>,
    /// `weighted::hvp`
    pub hvp: &'a dyn Fn(&[Input], &Tensor<f64>, &[Tensor<f64>]) -> Result<(Floats, Floats)>,
}

/// Everything that the transforms say at one point.
struct Said {
    y: Tensor<f64>,
    y_dot: Tensor<f64>,
    value: f64,
    grads: Floats,
    products: Floats,
}

impl Subject<'_> {
    /// # Panics
    /// Where the derivatives are wrong: the message says which and where.
    pub fn pass(&self, inputs: Vec<Input>) {
        let device = Device::default();
        let checked = if device == Device::CPU { self.check(inputs) } else { self.there(device, &inputs) };
        if let Err(why) = checked {
            panic!("`{}` at {{ {} }}: {why}", self.name, self.case);
        }
    }

    /// The first thing that is wrong, as a sentence.
    pub fn check(&self, inputs: Vec<Input>) -> std::result::Result<(), String> {
        let said = self.point(&inputs)?.ok_or("the sample is not accepted")?;
        for change in Change::layouts() {
            self.same(&said, &inputs, change).map_err(|why| format!("{change:?}: {why}"))?;
        }
        for change in Change::others(&inputs) {
            if let Some(changed) = change.all(&inputs) {
                self.point(&changed).map_err(|why| {
                    let shapes: Vec<_> = changed.iter().map(Input::shape).collect();
                    format!("{change:?}, shapes {shapes:?}: {why}")
                })?;
            }
        }
        Ok(())
    }

    /// All checks at one point; `None` where the library's function refuses it and the emitted code does too.
    fn point(&self, inputs: &[Input]) -> std::result::Result<Option<Said>, String> {
        let mut draw = Draw::new(self.name);
        let v: Floats = floats(inputs).map(|x| draw.uniform_like(x)).collect();
        let eager = match (self.eager)(inputs) {
            Ok(y) => y,
            Err(why) => return self.refused(inputs, &v, &why.to_string()).map(|()| None),
        };
        let u = draw.uniform_like(&eager);
        let said = self
            .said(inputs, &u, &v)
            .map_err(|e| format!("the library's function accepts what this refuses: {e}"))?;
        agree("the value", &said.y, &eager, EXACT, 0.0)?;
        let pulled = self.pulled(inputs, &u, &said)?;
        let finite = |x: &Tensor<f64>| values(x).iter().all(|x| x.is_finite());
        if !finite(&said.y) {
            return Ok(Some(said));
        }
        let terms: f64 = values(&u).iter().zip(values(&said.y)).map(|(u, y)| (u * y).abs()).sum();
        tolerance::near("value_and_grad's value", said.value, dot(&u, &said.y), EXACT * (1.0 + terms))?;
        // ⟨u, J v⟩ = ⟨Jᵀ u, v⟩
        let forward = dot(&u, &said.y_dot);
        let reverse: f64 = pulled.iter().zip(&v).map(|(g, v)| dot(g, v)).sum();
        let size: f64 = pulled.iter().zip(&v).map(|(g, v)| tolerance::dot_of_sizes(g, v)).sum();
        let size = size.max(tolerance::dot_of_sizes(&u, &said.y_dot));
        tolerance::near("⟨u, Jv⟩ and ⟨Jᵀu, v⟩", forward, reverse, EXACT * (1.0 + size))?;
        self.slopes(inputs, &u, &said, terms)?;
        self.curvature(inputs, &u, &v, &said)?;
        Ok(Some(said))
    }

    fn said(&self, inputs: &[Input], u: &Tensor<f64>, v: &[Tensor<f64>]) -> Result<Said> {
        let y = (self.call)(inputs)?;
        let (_, y_dot) = (self.jvp)(inputs, v)?;
        let (value, grads) = (self.value_and_grad)(inputs, u)?;
        let (_, products) = (self.hvp)(inputs, u, v)?;
        Ok(Said { y, y_dot, value, grads, products })
    }

    /// What the library's function refuses, every transform refuses; none panics.
    fn refused(&self, inputs: &[Input], v: &[Tensor<f64>], why: &str) -> std::result::Result<(), String> {
        let w = Tensor::scalar(1.0);
        let accepted = [
            ("call", (self.call)(inputs).is_ok()),
            ("vjp", (self.vjp)(inputs, &[]).is_ok()),
            ("jvp", (self.jvp)(inputs, v).is_ok()),
            ("value_and_grad", (self.value_and_grad)(inputs, &w).is_ok()),
            ("hvp", (self.hvp)(inputs, &w, v).is_ok()),
        ];
        match accepted.iter().find(|(_, ok)| *ok) {
            Some((transform, _)) => {
                Err(format!("{transform} accepts what the library's function refuses: {why}"))
            }
            None => Ok(()),
        }
    }

    /// The pullback: shapes, linearity, and agreement with the joint program.
    fn pulled(&self, inputs: &[Input], u: &Tensor<f64>, said: &Said) -> std::result::Result<Floats, String> {
        let twice = u.mul(2.0).map_err(text)?;
        let none = u.zeros_like().map_err(text)?;
        let (y, mut pulls) = (self.vjp)(inputs, &[u, &twice, &none]).map_err(text)?;
        agree("the vjp's value", &y, &said.y, EXACT, 0.0)?;
        let (zero, double, once) = (pulls.pop(), pulls.pop(), pulls.pop());
        let (zero, double, once) =
            (zero.unwrap_or_default(), double.unwrap_or_default(), once.unwrap_or_default());
        for (i, x) in floats(inputs).enumerate() {
            let what = |what: &str| format!("{what} of float tensor {i}");
            for g in [&once[i], &double[i], &zero[i], &said.grads[i], &said.products[i]] {
                if g.shape() != x.shape() {
                    return Err(what(&format!(
                        "shape {:?} instead of {:?}: cotangent",
                        g.shape(),
                        x.shape()
                    )));
                }
            }
            if values(&said.y).iter().any(|y| !y.is_finite()) {
                continue;
            }
            agree(&what("pull(2 u)"), &double[i], &once[i].mul(2.0).map_err(text)?, 0.0, 0.0)?;
            agree(&what("pull(0)"), &zero[i], &x.zeros_like().map_err(text)?, 0.0, 0.0)?;
            agree(&what("value_and_grad and pull"), &said.grads[i], &once[i], EXACT, 1.0)?;
        }
        Ok(once)
    }

    /// Difference quotients of the weighted sum along every coordinate.
    fn slopes(
        &self,
        inputs: &[Input],
        u: &Tensor<f64>,
        said: &Said,
        terms: f64,
    ) -> std::result::Result<(), String> {
        for (i, g) in said.grads.iter().enumerate() {
            for (k, exact) in values(g).into_iter().enumerate() {
                let at = |step: f64| -> std::result::Result<f64, String> {
                    let moved = moved(inputs, |j, x| {
                        if i == j {
                            x[k] += step;
                        }
                    });
                    Ok(dot(u, &(self.call)(&moved).map_err(text)?))
                };
                let mut numeric = 0.0;
                for (steps, weight) in STENCIL {
                    numeric += weight / STEP * at(steps * STEP)?;
                }
                let bound = SLOPE * (1.0 + terms + exact.abs());
                tolerance::near(
                    &format!("derivative {k} of float tensor {i} and its difference quotient"),
                    exact,
                    numeric,
                    bound,
                )?;
            }
        }
        Ok(())
    }

    /// Difference quotients of the gradient along `v`.
    fn curvature(
        &self,
        inputs: &[Input],
        u: &Tensor<f64>,
        v: &[Tensor<f64>],
        said: &Said,
    ) -> std::result::Result<(), String> {
        let directions: Vec<Vec<f64>> = v.iter().map(values).collect();
        let at = |step: f64| {
            let moved =
                moved(inputs, |j, x| x.iter_mut().zip(&directions[j]).for_each(|(x, v)| *x += step * v));
            (self.value_and_grad)(&moved, u).map_err(text)
        };
        let mut numeric: Vec<Vec<f64>> = said.grads.iter().map(|g| vec![0.0; g.numel()]).collect();
        for (steps, weight) in STENCIL {
            let (_, grads) = at(steps * STEP)?;
            for (sum, g) in numeric.iter_mut().zip(&grads) {
                sum.iter_mut().zip(values(g)).for_each(|(sum, g)| *sum += weight / STEP * g);
            }
        }
        for (i, exact) in said.products.iter().enumerate() {
            let size = values(&said.grads[i]).iter().map(|g| g.abs()).fold(1.0, f64::max);
            for (k, (exact, numeric)) in values(exact).into_iter().zip(&numeric[i]).enumerate() {
                let what = format!("second derivative {k} of float tensor {i} and its difference quotient");
                tolerance::near(&what, exact, *numeric, SLOPE * (size + exact.abs()))?;
            }
        }
        Ok(())
    }

    /// The same elements in another layout: everything as before.
    fn same(&self, said: &Said, inputs: &[Input], change: Change) -> std::result::Result<(), String> {
        let mut draw = Draw::new(self.name);
        let other = |x: Tensor<f64>| change.of(&x).map_err(text)?.ok_or_else(|| "no such layout".to_owned());
        let v: Vec<_> =
            floats(inputs).map(|x| other(draw.uniform_like(x))).collect::<std::result::Result<_, _>>()?;
        let u = other(draw.uniform_like(&said.y))?;
        let changed = change.all(inputs).ok_or("no such layout")?;
        let now = self.said(&changed, &u, &v).map_err(text)?;
        agree("the value", &now.y, &said.y, EXACT, 0.0)?;
        if values(&said.y).iter().any(|y| !y.is_finite()) {
            return Ok(());
        }
        agree("the tangent", &now.y_dot, &said.y_dot, EXACT, 1.0)?;
        let (_, pulls) = (self.vjp)(&changed, &[&u]).map_err(text)?;
        for (i, pulled) in pulls.into_iter().flatten().enumerate() {
            agree("the cotangent", &pulled, &said.grads[i], EXACT, 1.0)?;
            agree("the gradient", &now.grads[i], &said.grads[i], EXACT, 1.0)?;
            agree("the second derivative", &now.products[i], &said.products[i], EXACT, 1.0)?;
        }
        Ok(())
    }
}

fn floats(inputs: &[Input]) -> impl Iterator<Item = &Tensor<f64>> {
    inputs.iter().filter_map(|x| if let Input::Float(x) = x { Some(x) } else { None })
}

/// The elements of each float tensor, changed.
fn moved(inputs: &[Input], mut change: impl FnMut(usize, &mut [f64])) -> Vec<Input> {
    let mut number = 0;
    inputs
        .iter()
        .map(|input| match input {
            Input::Float(x) => {
                let mut data = values(x);
                change(number, &mut data);
                number += 1;
                Input::Float(Tensor::from_vec(data, x.shape()).expect("as many elements as before"))
            }
            other => other.clone(),
        })
        .collect()
}

fn values(x: &Tensor<f64>) -> Vec<f64> {
    x.to_vec().expect("a tensor of the CPU can be read")
}

#[allow(clippy::needless_pass_by_value)] // For `map_err`.
fn text(error: cotangent::Error) -> String {
    error.to_string()
}
