//! Structures of tensors: gradients, tangents, parameters.

mod each;
mod erased;
mod math;
mod norm;
mod operators;
mod own;
mod parts;

use std::fmt::{self, Debug, Write};

use cotangent_kernels::Float;

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;

pub use each::{each, each_if, each_mut, each_mut_if, items, items_mut, pick, pick_mut};
pub(crate) use erased::{AnyUpdate, AnyVisit, AnyWalk};
pub(crate) use math::{AddScaled, Find, Sizes, other_type, same_shape, typed, typed_mut, unknown};
pub use math::{add, add_scaled, bytes, count, dot, leaf, of_form, scale, to};
pub use norm::norm;
#[doc(hidden)]
pub use operators::{plus, times};
pub use own::{TreeForm, held_bytes, visit_below, walk_states};
pub use parts::{Parts, PartsMut};

/// A tensor, or anything made of tensors: the gradient struct of a function, tuples, arrays, `Vec`s and `Option`s of
/// these. `()` stands where an integer or truth value has no derivative.
///
/// A single method serves every traversal that builds a tree, and another method every traversal that changes a tree.
pub trait TensorTree: Clone + Debug {
    /// Calls `walk` on each leaf in order, with the leaves at the same place of all trees, and builds another tree of
    /// the same structure.
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self>;

    /// Calls `update` on each leaf in order, with those of the other trees at the same place.
    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()>;
}

/// The action at a leaf: it makes the leaf of a new tree.
pub trait Walk<const N: usize> {
    /// The leaves at one place, one of each tree; what is returned stands at that place of the new tree.
    fn leaf<T: Float>(&mut self, path: &Path, leaves: [&Tensor<T>; N]) -> Result<Tensor<T>>;
}

/// The action at a leaf that is changed where it stands: a parameter of a model, an entry of a tangent.
pub trait Update<const N: usize, const S: usize> {
    /// `tangents` and `states` are the leaves at the same place of other trees, to read and to change.
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        leaf: &mut Tensor<T>,
        tangents: [&Tensor<T>; N],
        states: [&mut Tensor<T>; S],
    ) -> Result<()>;
}

/// A place in a tree: `layers.2.w`, the name in a file of parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// The root, whose name is empty.
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Walks the children called `name`.
    pub fn field<const N: usize, C: TensorTree, W: Walk<N>>(
        &mut self,
        name: &str,
        children: [&C; N],
        walk: &mut W,
    ) -> Result<C> {
        let len = self.enter(name);
        let child = C::walk(children, self, walk);
        self.leave(len);
        child
    }

    /// Walks the children number `i`.
    pub fn index<const N: usize, C: TensorTree, W: Walk<N>>(
        &mut self,
        i: usize,
        children: [&C; N],
        walk: &mut W,
    ) -> Result<C> {
        let len = self.enter(&i);
        let child = C::walk(children, self, walk);
        self.leave(len);
        child
    }

    /// The child called `name`.
    #[must_use]
    pub fn then(mut self, name: impl fmt::Display) -> Self {
        self.push(name);
        self
    }

    fn push(&mut self, name: impl fmt::Display) {
        let dot = if self.0.is_empty() { "" } else { "." };
        let _ = write!(self.0, "{dot}{name}");
    }

    /// Calls `visit` at the child called `name`.
    pub fn within<R>(&mut self, name: impl fmt::Display, visit: impl FnOnce(&mut Self) -> R) -> R {
        let len = self.enter(&name);
        let result = visit(self);
        self.leave(len);
        result
    }

    /// Goes to the child called `name`; [`Path::leave`] goes back.
    fn enter(&mut self, name: &(impl fmt::Display + ?Sized)) -> usize {
        let len = self.0.len();
        self.push(name);
        len
    }

    fn leave(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// The error where trees are not of one structure.
    #[cold]
    pub fn differ(&self, what: &str) -> Error {
        let place = if self.0.is_empty() { "the root" } else { &self.0 };
        Error::new(ErrorKind::Shape, format!("two trees differ at {place}: {what}"))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<T: Float> TensorTree for Tensor<T> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        walk.leaf(path, trees)
    }

    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        update.leaf(path, self, others, [])
    }
}

impl<A: TensorTree, const M: usize> TensorTree for [A; M] {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        let lists = each(trees, <[A; M]>::as_slice);
        let list = (0..M).map(|i| path.index(i, items(lists, i), walk)).collect::<Result<Vec<_>>>()?;
        list.try_into().map_err(|_| path.differ("the length"))
    }

    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        let others = each(others, <[A; M]>::as_slice);
        for (i, child) in self.iter_mut().enumerate() {
            path.within(i, |path| child.walk_mut(items(others, i), path, update))?;
        }
        Ok(())
    }
}

impl<C: TensorTree> TensorTree for Vec<C> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        let len = trees.first().map_or(0, |t| t.len());
        same_length(len, trees, path)?;
        let trees = each(trees, Vec::as_slice);
        (0..len).map(|i| path.index(i, items(trees, i), walk)).collect()
    }

    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        same_length(self.len(), others, path)?;
        let others = each(others, Vec::as_slice);
        for (i, child) in self.iter_mut().enumerate() {
            path.within(i, |path| child.walk_mut(items(others, i), path, update))?;
        }
        Ok(())
    }
}

impl<C: TensorTree> TensorTree for Option<C> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        match each_if(trees, Option::as_ref) {
            Some(all) => C::walk(all, path, walk).map(Some),
            None if trees.iter().all(|t| t.is_none()) => Ok(None),
            None => Err(path.differ(ABSENT)),
        }
    }

    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        match (self, each_if(others, Option::as_ref)) {
            (Some(child), Some(others)) => child.walk_mut(others, path, update),
            (None, _) if others.iter().all(|t| t.is_none()) => Ok(()),
            _ => Err(path.differ(ABSENT)),
        }
    }
}

impl<C: TensorTree> TensorTree for Box<C> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        C::walk(each(trees, Box::as_ref), path, walk).map(Self::new)
    }

    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        C::walk_mut(self, each(others, Box::as_ref), path, update)
    }
}

macro_rules! tuples {
    ($(($($A:ident $i:tt),*))*) => {$(
        impl<$($A: TensorTree),*> TensorTree for ($($A,)*) {
            #[allow(unused_variables, clippy::unused_unit)]
            fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
                Ok(($(path.field(stringify!($i), each(trees, |t| &t.$i), walk)?,)*))
            }

            #[allow(unused_variables)]
            fn walk_mut<const N: usize, U: Update<N, 0>>(
                &mut self,
                others: [&Self; N],
                path: &mut Path,
                update: &mut U,
            ) -> Result<()> {
                $(path.within($i, |path| self.$i.walk_mut(each(others, |t| &t.$i), path, update))?;)*
                Ok(())
            }
        }
    )*};
}
tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

pub(crate) const ABSENT: &str = "one has an entry where another has `None`";

pub(crate) fn same_length<C, const N: usize>(len: usize, lists: [&Vec<C>; N], path: &Path) -> Result<()> {
    match lists.iter().find(|t| t.len() != len) {
        Some(other) => Err(path.differ(&format!("{len} entries and {}", other.len()))),
        None => Ok(()),
    }
}

/// Visits every leaf of a tree with its name.
pub fn visit<A: TensorTree>(tree: &A, visitor: &mut impl Visit) -> Result<()> {
    visit_below(tree, &mut Path::root(), visitor)
}

/// The action at a leaf that is only read.
pub trait Visit {
    /// Called for each leaf in order.
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()>;
}

/// A tree from a tree.
pub fn map<A: TensorTree>(tree: &A, walk: &mut impl Walk<1>) -> Result<A> {
    A::walk([tree], &mut Path::root(), &mut AnyWalk(walk))
}

/// A tree from two of one structure.
pub fn zip<A: TensorTree>(a: &A, b: &A, walk: &mut impl Walk<2>) -> Result<A> {
    A::walk([a, b], &mut Path::root(), &mut AnyWalk(walk))
}

/// Zeros in the shapes of a tree: a tangent that does not move, a gradient before the first is added.
pub fn zeros_like<A: TensorTree>(tree: &A) -> Result<A> {
    struct Zeros;
    impl Walk<1> for Zeros {
        fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            x.zeros_like()
        }
    }
    map(tree, &mut Zeros)
}

/// Names and shapes of the leaves, in order.
pub fn leaves<A: TensorTree>(tree: &A) -> Result<Vec<(String, crate::tensor::shape::Shape)>> {
    leaves_below(tree, &mut Path::root())
}

/// As [`leaves`], of a tree that is itself at `path`.
pub(crate) fn leaves_below<A: TensorTree>(
    tree: &A,
    path: &mut Path,
) -> Result<Vec<(String, crate::tensor::shape::Shape)>> {
    struct Names(Vec<(String, crate::tensor::shape::Shape)>);
    impl Visit for Names {
        fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
            self.0.push((path.as_str().to_owned(), x.layout().shape));
            Ok(())
        }
    }
    let mut names = Names(Vec::new());
    visit_below(tree, path, &mut names)?;
    Ok(names.0)
}

#[cfg(test)]
mod tests;
