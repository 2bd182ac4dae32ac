//! Named dims at the entry of a function: each is bound by its first use and compared at every other.

use std::fmt::Write;

use cotangent_kernels::Element;

use crate::error::{Error, ErrorKind, Result, Site};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

/// The declaration of one axis of a parameter. Names have numbers among the sizes that are bound.
#[derive(Clone, Copy, Debug)]
pub enum Dim {
    /// `_`: anything.
    Any,
    /// The last of a declaration: all further axes, whatever they are.
    Rest,
    /// The first use of a name: it takes the size.
    Bind(usize),
    /// The first use of a name, in the items of a slice: the first item binds it, the others are compared.
    First(&'static str, usize),
    /// Another use of a name.
    Same(&'static str, usize),
    /// A number, or an expression whose value is known by now, and how it is written.
    Equal(&'static str, usize),
}

/// A tensor of any element type.
pub trait Shaped {
    /// Its shape.
    fn shape(&self) -> &Shape;
}

impl<T: Element> Shaped for Tensor<T> {
    fn shape(&self) -> &Shape {
        &self.layout().shape
    }
}

/// Compares the shapes of arguments with the declarations of their parameters, and binds the sizes of names. `sizes`: those
/// that are known before.
#[inline]
pub fn bound_dims<const N: usize>(
    site: &Site,
    mut sizes: [usize; N],
    params: &[(&'static str, &dyn Shaped, &[Dim])],
) -> Result<[usize; N]> {
    bind_dims(site, &mut sizes, params)?;
    Ok(sizes)
}

fn bind_dims(site: &Site, sizes: &mut [usize], params: &[(&'static str, &dyn Shaped, &[Dim])]) -> Result<()> {
    params.iter().try_for_each(|(name, x, dims)| {
        check_item(site, &|| (*name).to_owned(), x.shape(), (dims, sizes), true)
    })
}

/// Compares a shape with what is declared of it, where no name is bound.
#[inline]
pub fn check_dims(site: &Site, param: &'static str, shape: &Shape, dims: &[Dim]) -> Result<()> {
    check_item(site, &|| param.to_owned(), shape, (dims, &mut []), true)
}

/// [`bind_dims`] of an item of a slice, of which `first` binds; its name is made where it is wrong.
pub(crate) fn check_item(
    site: &Site,
    name: &dyn Fn() -> String,
    shape: &Shape,
    (dims, sizes): (&[Dim], &mut [usize]),
    first: bool,
) -> Result<()> {
    let (dims, fits) = match dims {
        [dims @ .., Dim::Rest] => (dims, dims.len() <= shape.rank()),
        dims => (dims, dims.len() == shape.rank()),
    };
    if !fits {
        return Err(wrong_rank(site, &name(), shape, dims.len()));
    }
    for (axis, dim) in dims.iter().enumerate() {
        let (text, size) = match *dim {
            Dim::Any | Dim::Rest => continue,
            Dim::Bind(at) => {
                sizes[at] = shape[axis];
                continue;
            }
            Dim::First(_, at) if first => {
                sizes[at] = shape[axis];
                continue;
            }
            Dim::First(text, at) | Dim::Same(text, at) => (text, sizes[at]),
            Dim::Equal(text, size) => (text, size),
        };
        if size != shape[axis] {
            return Err(wrong_dim(site, &name(), shape, axis, text, size));
        }
    }
    Ok(())
}

#[cold]
fn wrong_rank(site: &Site, param: &str, shape: &Shape, rank: usize) -> Error {
    let message = format!("{} has shape {shape}, but is declared with rank {rank}", called(param));
    Error::new(ErrorKind::Shape, message).at(site)
}

#[cold]
fn wrong_dim(site: &Site, param: &str, shape: &Shape, axis: usize, text: &str, size: usize) -> Error {
    let mut message = format!("{} has shape {shape}, but its dim {axis} is `{text}`", called(param));
    if text.parse() != Ok(size) {
        let _ = write!(message, ", which is {size}");
    }
    Error::new(ErrorKind::Shape, message).at(site)
}

/// A name in quotes, a description as it is.
fn called(what: &str) -> String {
    if what.contains(' ') { what.to_owned() } else { format!("`{what}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SITE: Site = Site { function: "loss", op: "", file: "src/model.rs", line: 12 };

    #[test]
    fn binds_then_compares() {
        let mut sizes = [0; 2];
        let shape = |d: &[usize]| Shape::new(d).unwrap();
        let mut bind = |name, of: &[usize], dims: &[Dim]| {
            let x = Tensor::<f32>::zeros(of.to_vec()).unwrap();
            bind_dims(&SITE, &mut sizes, &[(name, &x, dims)]).map(|()| sizes)
        };
        assert_eq!(bind("x", &[32, 784], &[Dim::Bind(0), Dim::Bind(1)]).unwrap(), [32, 784]);
        bind("y", &[32, 9], &[Dim::Same("B", 0), Dim::Any]).unwrap();
        let e = bind("w", &[783, 10], &[Dim::Same("I", 1), Dim::Any]).unwrap_err();
        assert_eq!(
            e.to_string(),
            "`loss` at src/model.rs:12: `w` has shape [783, 10], but its dim 0 is `I`, which is 784"
        );
        let e = check_dims(&SITE, "y", &shape(&[32, 2]), &[Dim::Any, Dim::Equal("1", 1)]).unwrap_err();
        assert!(e.to_string().ends_with("`y` has shape [32, 2], but its dim 1 is `1`"), "{e}");
        let e = bind("z", &[5, 6], &[Dim::Bind(0), Dim::Same("B", 0)]).unwrap_err();
        assert!(e.to_string().ends_with("`z` has shape [5, 6], but its dim 1 is `B`, which is 5"), "{e}");
        let e = check_dims(&SITE, "y", &shape(&[32]), &[Dim::Any, Dim::Any]).unwrap_err();
        assert!(e.to_string().ends_with("`y` has shape [32], but is declared with rank 2"), "{e}");
    }
}
