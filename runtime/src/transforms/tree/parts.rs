//! Structs of trees as pairs of their fields: walks of one are those of all whose fields have the same types, and what is
//! emitted says each field once, with one `?` for all of them.

use super::{Path, TensorTree, Update, Walk, each, pick};
use crate::error::Result;

/// The fields of a struct, in order: `(&a, (&b, ()))`.
pub trait Parts: Copy {
    /// These fields, made anew.
    type Made;

    /// As [`TensorTree::walk`], of fields of these names.
    fn walk<const N: usize, W: Walk<N>>(
        names: &[&str],
        parts: [Self; N],
        path: &mut Path,
        walk: &mut W,
    ) -> Result<Self::Made>;
}

/// The fields of a struct, to change: `(&mut a, (&mut b, ()))`. `P` are those of the trees beside it.
pub trait PartsMut<P> {
    /// As [`TensorTree::walk_mut`], of fields of these names.
    fn walk_mut<const N: usize, U: Update<N, 0>>(
        self,
        names: &[&str],
        others: [P; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()>;
}

impl Parts for () {
    type Made = ();

    fn walk<const N: usize, W: Walk<N>>(_: &[&str], _: [Self; N], _: &mut Path, _: &mut W) -> Result<()> {
        Ok(())
    }
}

impl PartsMut<()> for () {
    fn walk_mut<const N: usize, U: Update<N, 0>>(
        self,
        _: &[&str],
        _: [(); N],
        _: &mut Path,
        _: &mut U,
    ) -> Result<()> {
        Ok(())
    }
}

impl<C: TensorTree, R: Parts> Parts for (&C, R) {
    type Made = (C, R::Made);

    fn walk<const N: usize, W: Walk<N>>(
        names: &[&str],
        parts: [Self; N],
        path: &mut Path,
        walk: &mut W,
    ) -> Result<Self::Made> {
        let first = path.field(names[0], pick(parts, |p| p.0), walk)?;
        Ok((first, R::walk(&names[1..], pick(parts, |p| p.1), path, walk)?))
    }
}

impl<C: TensorTree, Q: Copy, R: PartsMut<Q>> PartsMut<(&C, Q)> for (&mut C, R) {
    fn walk_mut<const N: usize, U: Update<N, 0>>(
        self,
        names: &[&str],
        others: [(&C, Q); N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        let (first, rest) = self;
        path.within(names[0], |path| first.walk_mut(pick(others, |p| p.0), path, update))?;
        rest.walk_mut(&names[1..], pick(others, |p| p.1), path, update)
    }
}

impl Path {
    /// Walks the parts of trees that `of` finds, which have these names.
    pub fn parts<'t, const N: usize, A: ?Sized, P: Parts, W: Walk<N>>(
        &mut self,
        names: &[&str],
        trees: [&'t A; N],
        of: fn(&'t A) -> P,
        walk: &mut W,
    ) -> Result<P::Made> {
        P::walk(names, each(trees, of), self, walk)
    }

    /// Changes `parts`, which have these names; `of` finds those of the other trees.
    pub fn change<'t, const N: usize, A: ?Sized, P: Copy, M: PartsMut<P>, U: Update<N, 0>>(
        &mut self,
        names: &[&str],
        parts: M,
        others: [&'t A; N],
        of: fn(&'t A) -> P,
        update: &mut U,
    ) -> Result<()> {
        parts.walk_mut(names, each(others, of), self, update)
    }
}
