//! Forms without parts that are brought along. Zeros of a field in which there is all the rest of a list, which the field's
//! cotangent is added to, would be made at each entry of the list: as often as the square of its length.

use super::{Differentiable, Form, Leaves};
use crate::error::Result;
use crate::transforms::tree::{self, ABSENT, Path};

/// One place of a tangent.
#[derive(Debug)]
pub enum Rest<F: Form> {
    /// Zeros, as nothing was put there yet.
    Zeros(F),
    /// Nothing yet: it is brought along.
    Brought,
    /// The tangent that was put there.
    Is(F::Tangent),
}

// Derived, it would have bounds that a type in a box in itself meets in a circle.
impl<F: Form> Clone for Rest<F> {
    fn clone(&self) -> Self {
        match self {
            Self::Zeros(form) => Self::Zeros(form.clone()),
            Self::Brought => Self::Brought,
            Self::Is(tangent) => Self::Is(tangent.clone()),
        }
    }
}

/// The form of `x`, unless it is brought along under one of its names.
#[inline]
pub fn rest<X: Differentiable>(x: &X, names: &[&str], brought: &[&str]) -> Rest<X::Form> {
    if brought.iter().any(|name| names.contains(name)) { Rest::Brought } else { Rest::Zeros(x.form()) }
}

/// The form of `x` with all its parts.
#[inline]
pub fn whole_form<X: Differentiable>(x: &X) -> X::Form {
    x.form_but(&[])
}

impl<F: Form> Rest<F> {
    /// The form itself, of a value of which nothing is left out.
    pub fn form(&self) -> F {
        match self {
            Self::Zeros(form) => form.clone(),
            _ => unreachable!("parts are left out where nobody asks for their form"),
        }
    }

    /// Adds to what is there.
    pub fn put(&mut self, value: F::Tangent) -> Result<()> {
        let sum = match std::mem::replace(self, Self::Brought) {
            Self::Brought => value,
            Self::Zeros(form) if form.fits(&value) => value,
            Self::Zeros(form) => added(form.zeros()?, &value)?,
            Self::Is(before) => added(before, &value)?,
        };
        *self = Self::Is(sum);
        Ok(())
    }

    /// Zeros of the form.
    pub fn zeros(&self) -> Result<F::Tangent> {
        match self {
            Self::Zeros(form) => form.zeros(),
            _ => unreachable!("parts are left out where nobody asks for their zeros"),
        }
    }

    /// The tangent at this place, as zeros if nothing was put there.
    pub fn whole(self) -> Result<F::Tangent> {
        match self {
            Self::Zeros(form) => form.zeros(),
            Self::Is(tangent) => Ok(tangent),
            Self::Brought => unreachable!("what is left out is put"),
        }
    }

    /// The leaves of the field `name`.
    pub fn leaves(&self, name: &str, path: &mut Path, leaves: &mut Leaves) -> Result<()> {
        path.within(name, |path| self.leaves_at(path, leaves))
    }

    fn leaves_at(&self, path: &mut Path, leaves: &mut Leaves) -> Result<()> {
        if let Self::Zeros(form) = self {
            return form.leaves(path, leaves);
        }
        leaves.open.push(path.as_str().to_owned());
        Ok(())
    }
}

fn added<A: tree::TensorTree>(mut sum: A, more: &A) -> Result<A> {
    tree::add(&mut sum, more)?;
    Ok(sum)
}

/// The form of an option.
#[derive(Debug)]
pub struct OptionForm<F: Form>(pub(super) Option<Rest<F>>);

impl<F: Form> Clone for OptionForm<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<F: Form> OptionForm<F> {
    /// Adds to what is in it.
    #[allow(non_snake_case)] // The names of the variant and of the position.
    pub fn __put_Some__0(&mut self, value: F::Tangent) -> Result<()> {
        self.0.as_mut().ok_or_else(|| Path::root().differ(ABSENT))?.put(value)
    }
}

impl<F: Form> Form for OptionForm<F> {
    type Tangent = Option<F::Tangent>;
    type Start = Self;
    fn zeros(&self) -> Result<Self::Tangent> {
        self.0.as_ref().map(Rest::zeros).transpose()
    }
    fn start(&self) -> Result<Self> {
        Ok(self.clone())
    }
    fn whole(start: Self) -> Result<Self::Tangent> {
        start.0.map(Rest::whole).transpose()
    }
    fn leaves(&self, path: &mut Path, leaves: &mut Leaves) -> Result<()> {
        self.0.iter().try_for_each(|rest| rest.leaves_at(path, leaves))
    }
}
