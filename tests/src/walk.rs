//! A walk through bad input. `cotangent::__private::for_each_op!` prints a [`Walk`] for every row and composite of the
//! table; [`Walk::pass`] changes the sample in every way that `bad` knows: wrong ranks, dims that disagree, axes of length
//! 0, indices, axes and sizes out of range, counts that overflow. Nothing may panic. What comes out is either the same value
//! from the library's function and from every transform of an emitted one, or an error of each that names the op. Then
//! `devices` puts the operands of the sample on other devices.

mod bad;
mod devices;
mod host;

use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::{Error, ErrorKind, Result, Tensor};

pub use self::devices::one;
pub use self::host::Host;
use crate::gradcheck::Input;

type Of<'a, R> = &'a dyn Fn(&[Input], &[Host]) -> Result<R>;
type Along<'a, R> = &'a dyn Fn(&[Input], &[Host], &[Tensor<f64>]) -> Result<R>;

/// An op, its tensors and its host arguments in the order of the parameters.
pub struct Walk<'a> {
    /// The row or composite.
    pub name: &'a str,
    /// Its sample, for messages.
    pub case: &'a str,
    /// Whether it is a row: then there is something that it refuses.
    pub is_row: bool,
    /// Whether it is elementwise.
    pub is_map: bool,
    /// Where the emitted function stands.
    pub file: &'a str,
    /// Which inputs it is differentiated by; none if by a factor of its own.
    pub active: &'a [usize],
    /// The library's function.
    pub eager: Of<'a, Tensor<f64>>,
    /// `plain::call`
    pub call: Of<'a, Tensor<f64>>,
    /// `plain::vjp`, pulled for [`ones`].
    pub vjp: Of<'a, (Tensor<f64>, Vec<Tensor<f64>>)>,
    /// `plain::jvp`
    pub jvp: Along<'a, (Tensor<f64>, Tensor<f64>)>,
}

/// Input that an op accepts and its derivative does not: the op, what the derivative says, why that is right.
const DERIVATIVE_REFUSES: &[(&str, &str, &str)] = &[
    ("logabsdet", " is singular", "the logarithm is -inf there, and has no gradient"),
    ("slogdet", " is singular", "the logarithm is -inf there, and has no gradient"),
    ("logdet", " is singular", "the logarithm is -inf there, and has no gradient"),
    ("lu", " is singular", "the columns are dependent, and nothing tells how `L` moves"),
    ("lu_packed", " is singular", "the columns are dependent, and nothing tells how `L` moves"),
    ("qr", " is singular", "the first columns are dependent, and no neighbour of `Q` is nearest"),
    ("qr_packed", " is singular", "the columns are dependent, and no neighbour of `Q` is nearest"),
    ("prod", "is above the largest, 8", "the others of no axes are folded into one more axis"),
    ("adjugate", "is above the largest, 8", "its minors have two axes more than the matrix"),
];

/// The most elements that are compared one by one. A view that repeats an element may have any number of elements.
const READ: usize = 1 << 20;

/// What went wrong with the walk, as a sentence.
type Wrong<T = ()> = std::result::Result<T, String>;

impl Walk<'_> {
    /// # Panics
    /// At the first thing that is wrong: the message says with which input.
    pub fn pass(&self, inputs: &[Input], hosts: &[Host]) {
        match self.at(inputs, hosts) {
            Ok(true) => {}
            Ok(false) => panic!("`{}` refuses its own sample {{ {} }}", self.name, self.case),
            Err(why) => panic!("`{}` at {{ {} }}: {why}", self.name, self.case),
        }
        if let Err(why) = self.on_devices(inputs, hosts) {
            panic!("`{}` at {{ {} }} {why}", self.name, self.case);
        }
        let mut refused = 0;
        let mut met = 0;
        for (inputs, hosts) in bad::all(inputs, hosts, self.is_map) {
            let said = self.at(&inputs, &hosts).unwrap_or_else(|why| {
                let shapes: Vec<_> = inputs.iter().map(Input::shape).collect();
                panic!("`{}` at {{ {} }} with shapes {shapes:?} and {hosts:?}: {why}", self.name, self.case)
            });
            met += 1;
            refused += usize::from(!said);
        }
        assert!(met > 0 || inputs.is_empty() && hosts.is_empty(), "`{}` was given nothing bad", self.name);
        // Only elementwise ops of one operand have nothing to refuse.
        let is_total = inputs.len() == 1 && hosts.iter().all(Host::is_number);
        assert!(refused > 0 || is_total || !self.is_row, "`{}` refuses nothing", self.name);
    }

    /// Whether the input is accepted.
    fn at(&self, inputs: &[Input], hosts: &[Host]) -> Wrong<bool> {
        let before: Vec<_> = inputs.iter().map(Input::bits).collect();
        let accepted = self.all(inputs, hosts);
        let is_same = inputs.iter().zip(&before).all(|(x, bits)| x.bits() == *bits);
        if is_same { accepted } else { Err("an operand is changed".to_owned()) }
    }

    fn all(&self, inputs: &[Input], hosts: &[Host]) -> Wrong<bool> {
        let tangents: Vec<Tensor<f64>> = self.tangents(inputs);
        let eager = quiet("the library's function", || (self.eager)(inputs, hosts))?;
        let call = quiet("call", || (self.call)(inputs, hosts))?;
        let vjp = quiet("vjp", || (self.vjp)(inputs, hosts))?;
        let jvp = quiet("jvp", || (self.jvp)(inputs, hosts, &tangents))?;
        let eager = match eager {
            Ok(eager) => eager,
            Err(refusal) => {
                self.names_the_op(&refusal)?;
                if let Some(site) = refusal.site() {
                    return Err(format!("the library's function is placed at {}: {refusal}", site.file));
                }
                for (transform, error) in [("call", call.err()), ("vjp", vjp.err()), ("jvp", jvp.err())] {
                    let Some(error) = error else { return Err(format!("{transform} accepts: {refusal}")) };
                    self.names_the_place(&error).map_err(|why| format!("{transform}: {why}"))?;
                    if error.message() != refusal.message() {
                        return Err(format!("{transform} says: {error}; the library's function: {refusal}"));
                    }
                }
                return Ok(false);
            }
        };
        let of = |transform: &str, error: &Error| format!("{transform} refuses what others accept: {error}");
        same("call", &call.map_err(|e| of("call", &e))?, &eager)?;
        let late = |transform: &str, error: Error| {
            let is_meant =
                |(op, says, _): &&(&str, &str, &str)| *op == self.name && error.message().contains(says);
            DERIVATIVE_REFUSES.iter().find(is_meant).ok_or_else(|| of(transform, &error))?;
            self.names_the_place(&error)
        };
        let (y, grads) = match vjp {
            Ok(both) => both,
            Err(e) => {
                late("vjp", e)?;
                return match jvp {
                    Ok((y, _)) => same("jvp", &y, &eager).map(|()| true),
                    Err(e) => late("jvp", e).map(|()| true),
                };
            }
        };
        same("vjp", &y, &eager)?;
        let (y, y_dot) = jvp.map_err(|e| of("jvp", &e))?;
        same("jvp", &y, &eager)?;
        for (g, x) in grads.iter().zip(&tangents) {
            if g.shape() != x.shape() {
                return Err(format!("a gradient of shape {:?} for {:?}", g.shape(), x.shape()));
            }
        }
        if y_dot.shape() != y.shape() {
            return Err(format!("a tangent of shape {:?} for {:?}", y_dot.shape(), y.shape()));
        }
        Ok(true)
    }

    fn tangents(&self, inputs: &[Input]) -> Vec<Tensor<f64>> {
        if self.active.is_empty() {
            return vec![one(inputs)];
        }
        self.active.iter().map(|&i| ones_like(inputs[i].float())).collect()
    }

    fn names_the_op(&self, error: &Error) -> Wrong {
        let op = error.op().ok_or_else(|| format!("no op is named: {error}"))?;
        if op != self.name {
            return Err(format!("the op is called {op}: {error}"));
        }
        if error.message().is_empty() || error.kind() == ErrorKind::Message {
            return Err(format!("not an error of the library: {:?}, {error}", error.kind()));
        }
        Ok(())
    }

    fn names_the_place(&self, error: &Error) -> Wrong {
        self.names_the_op(error)?;
        let site = error.site().ok_or_else(|| format!("no place is named: {error}"))?;
        let place = format!("{} at {}:{} in `plain`: ", error.op().unwrap_or_default(), self.file, site.line);
        if error.to_string().starts_with(&place) {
            Ok(())
        } else {
            Err(format!("no place is named: {error}"))
        }
    }
}

/// The cotangent that is pulled; `None` where there are more elements than anybody sums.
pub fn ones(y: &Tensor<f64>) -> Option<Tensor<f64>> {
    (y.numel() <= READ).then(|| ones_like(y))
}

/// Ones that take no memory.
fn ones_like(x: &Tensor<f64>) -> Tensor<f64> {
    let ones = Tensor::scalar(1.0).to(x.device()).and_then(|one| one.broadcast_to(x.shape()));
    ones.expect("the shape of a tensor")
}

fn quiet<R>(what: &str, run: impl FnOnce() -> R) -> Wrong<R> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        format!("{what} panics: {}", text.unwrap_or("no text"))
    })
}

/// The same shape and, up to rounding, the same elements; NaN equals NaN.
fn same(transform: &str, x: &Tensor<f64>, y: &Tensor<f64>) -> Wrong {
    if x.shape() != y.shape() {
        return Err(format!("{transform} has shape {:?}, the library's function {:?}", x.shape(), y.shape()));
    }
    // Far more than memory holds is one element that is repeated: the first.
    let first = |x: &Tensor<f64>| (0..x.rank() as isize).try_fold(x.clone(), |x, axis| x.narrow(axis, 0, 1));
    if x.numel() > READ {
        return same(transform, &first(x).map_err(|e| e.to_string())?, &first(y).map_err(|e| e.to_string())?);
    }
    let (a, b) =
        (x.to_vec().map_err(|e| format!("{transform}: {e}"))?, y.to_vec().map_err(|e| e.to_string())?);
    let near =
        |a: f64, b: f64| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-9 * (a.abs() + b.abs());
    match a.iter().zip(&b).find(|(a, b)| !near(**a, **b)) {
        Some((a, b)) => Err(format!("{transform} gives {a}, the library's function {b}")),
        None => Ok(()),
    }
}
