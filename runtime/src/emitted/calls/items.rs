//! Entries of lists of values of any form, and of their tangents.

use crate::error::{Error, ErrorKind, Result};
use crate::transforms::differentiable::Form;
use crate::transforms::tree::{self, TensorTree};

/// Entry `i` of a list.
#[inline]
pub fn item<C>(list: &[C], i: usize) -> Result<&C> {
    list.get(i).ok_or_else(|| beyond(i, list.len()))
}

fn item_mut<C>(list: &mut [C], i: usize) -> Result<&mut C> {
    let len = list.len();
    list.get_mut(i).ok_or_else(|| beyond(i, len))
}

#[cold]
fn beyond(i: usize, len: usize) -> Error {
    Error::new(ErrorKind::Index, format!("entry {i} of a list of {len}"))
}

/// The tangent of a list; of a constant one it is `()`.
pub trait Items<V> {
    /// Entry `i`.
    fn entry(&self, i: usize) -> Result<&V>;
    /// Adds to entry `i` in place.
    fn put(&mut self, i: usize, value: V) -> Result<()>;
}

impl Items<()> for () {
    fn entry(&self, _: usize) -> Result<&()> {
        Ok(self)
    }
    fn put(&mut self, _: usize, (): ()) -> Result<()> {
        Ok(())
    }
}

impl<C: TensorTree> Items<C> for Vec<C> {
    fn entry(&self, i: usize) -> Result<&C> {
        item(self, i)
    }
    fn put(&mut self, i: usize, value: C) -> Result<()> {
        tree::add(item_mut(self, i)?, &value)
    }
}

impl<C: TensorTree, const N: usize> Items<C> for [C; N] {
    fn entry(&self, i: usize) -> Result<&C> {
        item(self, i)
    }
    fn put(&mut self, i: usize, value: C) -> Result<()> {
        tree::add(item_mut(self, i)?, &value)
    }
}

/// The tangent of a list that something was pushed to; of a constant one it is `()`.
pub trait Pushed<V>: Sized {
    /// Another handle of the last entry.
    fn last(&self) -> Result<V>;
    /// The entries before it.
    fn front(self) -> Self;
}

impl Pushed<()> for () {
    fn last(&self) -> Result<()> {
        Ok(())
    }
    fn front(self) {}
}

impl<C: Clone> Pushed<C> for Vec<C> {
    fn last(&self) -> Result<C> {
        self.as_slice().last().cloned().ok_or_else(|| beyond(0, 0))
    }
    fn front(mut self) -> Self {
        self.pop();
        self
    }
}

/// A list, or its tangent, to which an entry is added; the tangent of a constant one is `()`.
#[diagnostic::on_unimplemented(
    message = "`push` of `{Self}` is not that of a `Vec<{V}>`",
    label = "a differentiable function pushes to a `Vec`, and takes every `push` for one to it"
)]
pub trait Grown<V> {
    /// `value` behind the others.
    fn grow(&mut self, value: V);
}

impl<V> Grown<V> for () {
    fn grow(&mut self, _: V) {}
}

impl<C> Grown<C> for Vec<C> {
    #[inline]
    fn grow(&mut self, value: C) {
        self.push(value);
    }
}

/// See [`Grown`].
#[inline]
pub fn push<L: Grown<V>, V>(list: &mut L, value: V) {
    list.grow(value);
}

/// A list, or its tangent, in which an entry is assigned; the tangent of a constant one is `()`.
#[diagnostic::on_unimplemented(
    message = "entries of `{Self}` are not assigned in a differentiable function",
    label = "they are in a `Vec` and in an array"
)]
pub trait Entries<V> {
    /// `value` in place of entry `i`.
    fn place(&mut self, i: usize, value: V) -> Result<()>;
}

impl<V> Entries<V> for () {
    fn place(&mut self, _: usize, _: V) -> Result<()> {
        Ok(())
    }
}

impl<C> Entries<C> for Vec<C> {
    #[inline]
    fn place(&mut self, i: usize, value: C) -> Result<()> {
        *item_mut(self, i)? = value;
        Ok(())
    }
}

impl<C, const N: usize> Entries<C> for [C; N] {
    #[inline]
    fn place(&mut self, i: usize, value: C) -> Result<()> {
        *item_mut(self, i)? = value;
        Ok(())
    }
}

/// See [`Entries`].
#[inline]
pub fn place<L: Entries<V>, V>(list: &mut L, i: usize, value: V) -> Result<()> {
    list.place(i, value)
}

/// The tangent of a list in which an entry was assigned, of form `F` before.
pub trait Cleared<F>: Sized {
    /// Zeros in entry `i`, as they were there before.
    fn cleared(self, form: &F, i: usize) -> Result<Self>;
}

impl Cleared<()> for () {
    fn cleared(self, (): &(), _: usize) -> Result<()> {
        Ok(())
    }
}

impl<F: Form> Cleared<Vec<F>> for Vec<F::Tangent> {
    fn cleared(mut self, form: &Vec<F>, i: usize) -> Result<Self> {
        *item_mut(&mut self, i)? = item(form, i)?.zeros()?;
        Ok(self)
    }
}

impl<F: Form, const N: usize> Cleared<[F; N]> for [F::Tangent; N] {
    fn cleared(mut self, form: &[F; N], i: usize) -> Result<Self> {
        *item_mut(&mut self, i)? = item(form, i)?.zeros()?;
        Ok(self)
    }
}
