//! Trees as values of their own, whose tangents are trees like them.

use std::any::Any;

use cotangent_kernels::Float;

use super::{AnyUpdate, AnyVisit, AnyWalk, Path, TensorTree, Update, Visit, Walk, visit, zeros_like};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::transforms::differentiable::{Form, starts_as_zeros};

/// The form of a tree: zeros in its shapes, or why there are none.
#[derive(Clone, Debug)]
pub struct TreeForm<A>(std::result::Result<A, (ErrorKind, String)>);

impl<A: TensorTree> TreeForm<A> {
    /// Keeps no tensor of `tree` alive.
    pub fn of(tree: &A) -> Self {
        Self(zeros_like(tree).map_err(|e| (e.kind(), e.to_string())))
    }
}

impl<A: TensorTree> Form for TreeForm<A> {
    type Tangent = A;
    starts_as_zeros!();
    fn zeros(&self) -> Result<A> {
        self.0.clone().map_err(|(kind, message)| Error::new(kind, message))
    }
}

/// Bytes of the tensors in it, as they are held.
pub fn held_bytes<A: TensorTree>(tree: &A) -> usize {
    struct Bytes(usize);
    impl Visit for Bytes {
        fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
            self.0 += crate::tensor::bytes_of(x);
            Ok(())
        }
    }
    let mut bytes = Bytes(0);
    // Nothing in it fails.
    let _ = visit(tree, &mut bytes);
    bytes.0
}

/// [`visit`], of a tree that stands at `path`.
pub fn visit_below<A: TensorTree>(tree: &A, path: &mut Path, visitor: &mut impl Visit) -> Result<()> {
    struct Each<'v>(AnyVisit<'v>);
    impl Walk<1> for Each<'_> {
        fn leaf<T: Float>(&mut self, path: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            self.0.leaf(path, x)?;
            Ok(x.clone())
        }
    }
    A::walk([tree], path, &mut AnyWalk(&mut Each(AnyVisit(visitor)))).map(drop)
}

/// Changes the leaves of `tree`, each with those of the others at its place. The states are changed as a whole, when all
/// went well.
pub fn walk_states<A: TensorTree, const N: usize, const S: usize, U: Update<N, S>>(
    tree: &mut A,
    tangents: [&A; N],
    states: [&mut A; S],
    path: &mut Path,
    update: &mut U,
) -> Result<()> {
    let mut leaves: [Vec<Box<dyn Any>>; S] = [const { Vec::new() }; S];
    for (state, leaves) in states.iter().zip(&mut leaves) {
        visit(&**state, &mut Collect(leaves))?;
    }
    let mut at = 0;
    let mut beside = Beside { update, leaves: &mut leaves, at: &mut at };
    tree.walk_mut(tangents, path, &mut AnyUpdate(&mut beside))?;
    for (state, leaves) in states.into_iter().zip(leaves) {
        state.walk_mut([], &mut Path::root(), &mut AnyUpdate(&mut Restore(leaves.into_iter())))?;
    }
    Ok(())
}

struct Collect<'l>(&'l mut Vec<Box<dyn Any>>);

impl Visit for Collect<'_> {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        self.0.push(Box::new(x.clone()));
        Ok(())
    }
}

struct Beside<'u, U, const S: usize> {
    update: &'u mut U,
    leaves: &'u mut [Vec<Box<dyn Any>>; S],
    at: &'u mut usize,
}

impl<U: Update<N, S>, const N: usize, const S: usize> Update<N, 0> for Beside<'_, U, S> {
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        leaf: &mut Tensor<T>,
        tangents: [&Tensor<T>; N],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        let at = *self.at;
        *self.at += 1;
        let mut own = Vec::with_capacity(S);
        for leaves in self.leaves.iter_mut() {
            let x = leaves.get_mut(at).and_then(|x| x.downcast_mut::<Tensor<T>>());
            own.push(x.ok_or_else(|| path.differ("the tensors"))?);
        }
        let states = own.try_into().map_err(|_| path.differ("the tensors"))?;
        self.update.leaf(path, leaf, tangents, states)
    }
}

struct Restore(std::vec::IntoIter<Box<dyn Any>>);

impl Update<0, 0> for Restore {
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        leaf: &mut Tensor<T>,
        _: [&Tensor<T>; 0],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        let new = self.0.next().and_then(|x| x.downcast::<Tensor<T>>().ok());
        *leaf = *new.ok_or_else(|| path.differ("the tensors"))?;
        Ok(())
    }
}
