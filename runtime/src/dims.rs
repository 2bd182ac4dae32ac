//! Named dims at the entry of a function: each is bound by its first use and compared at every other.

use std::fmt::Write;

use crate::error::{Error, ErrorKind, Result, Site};
use crate::shape::Shape;

/// What a parameter's declaration says of one axis.
#[derive(Debug)]
pub enum Dim<'a> {
    /// `_`: anything.
    Any,
    /// The first use of a name: it takes the size.
    Bind(&'a mut usize),
    /// The first use of a name, in the items of a slice: the first item binds it, the others are compared.
    First(&'static str, &'a mut usize),
    /// A number, or a name or expression whose value is known by now, and how it is written.
    Equal(&'static str, usize),
}

/// Compares the shape of an argument with the declaration of its parameter.
#[inline]
pub fn check_dims(site: &Site, param: &'static str, shape: &Shape, dims: &mut [Dim<'_>]) -> Result<()> {
    check_item(site, &|| param.to_owned(), shape, dims, true)
}

/// [`check_dims`] of an item of a slice, of which `first` binds; its name is made where it is wrong.
pub(crate) fn check_item(
    site: &Site,
    name: &dyn Fn() -> String,
    shape: &Shape,
    dims: &mut [Dim<'_>],
    first: bool,
) -> Result<()> {
    if shape.rank() != dims.len() {
        return Err(wrong_rank(site, &name(), shape, dims));
    }
    for (axis, dim) in dims.iter_mut().enumerate() {
        let (text, size) = match dim {
            Dim::Any => continue,
            Dim::Bind(size) => {
                **size = shape[axis];
                continue;
            }
            Dim::First(_, size) if first => {
                **size = shape[axis];
                continue;
            }
            Dim::First(text, size) => (*text, **size),
            Dim::Equal(text, size) => (*text, *size),
        };
        if size != shape[axis] {
            return Err(wrong_dim(site, &name(), shape, axis, text, size));
        }
    }
    Ok(())
}

#[cold]
fn wrong_rank(site: &Site, param: &str, shape: &Shape, dims: &[Dim<'_>]) -> Error {
    let param = called(param);
    let message = format!("{param} has shape {shape}, but is declared with rank {}", dims.len());
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
        let (mut b, mut i) = (0, 0);
        let shape = |d: &[usize]| Shape::new(d).unwrap();
        check_dims(&SITE, "x", &shape(&[32, 784]), &mut [Dim::Bind(&mut b), Dim::Bind(&mut i)]).unwrap();
        assert_eq!((b, i), (32, 784));
        check_dims(&SITE, "y", &shape(&[32, 9]), &mut [Dim::Equal("B", b), Dim::Any]).unwrap();
        let e = check_dims(&SITE, "w", &shape(&[783, 10]), &mut [Dim::Equal("I", i), Dim::Any]).unwrap_err();
        assert_eq!(
            e.to_string(),
            "`loss` at src/model.rs:12: `w` has shape [783, 10], but its dim 0 is `I`, which is 784"
        );
        let e = check_dims(&SITE, "y", &shape(&[32, 2]), &mut [Dim::Any, Dim::Equal("1", 1)]).unwrap_err();
        assert!(e.to_string().ends_with("`y` has shape [32, 2], but its dim 1 is `1`"), "{e}");
        let e = check_dims(&SITE, "y", &shape(&[32]), &mut [Dim::Any, Dim::Any]).unwrap_err();
        assert!(e.to_string().ends_with("`y` has shape [32], but is declared with rank 2"), "{e}");
    }
}
