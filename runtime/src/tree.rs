//! Structures of tensors: gradients, tangents, parameters.

use std::fmt::{self, Write};

use cotangent_kernels::Float;

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;

/// A tensor, or anything made of tensors: the gradient struct of a function, tuples, arrays, `Vec`s and `Option`s of
/// these. `()` stands where an integer or truth value has no derivative.
///
/// One method serves every traversal: it walks `N` trees of one structure together and builds another of it.
pub trait TensorTree: Clone {
    /// Calls `walk` on each leaf in order, with the leaves at the same place of all trees.
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self>;
}

/// What happens at a leaf.
pub trait Walk<const N: usize> {
    /// The leaves at one place, one of each tree; what is returned stands at that place of the new tree.
    fn leaf<T: Float>(&mut self, path: &Path, leaves: [&Tensor<T>; N]) -> Result<Tensor<T>>;
}

/// Where in a tree: `layers[2].w`.
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
        let len = self.0.len();
        if len > 0 {
            self.0.push('.');
        }
        self.0.push_str(name);
        let child = C::walk(children, self, walk);
        self.0.truncate(len);
        child
    }

    /// Walks the children number `i`.
    pub fn index<const N: usize, C: TensorTree, W: Walk<N>>(
        &mut self,
        i: usize,
        children: [&C; N],
        walk: &mut W,
    ) -> Result<C> {
        let len = self.0.len();
        let _ = write!(self.0, "[{i}]");
        let child = C::walk(children, self, walk);
        self.0.truncate(len);
        child
    }

    fn differ(&self, what: &str) -> Error {
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
}

impl<A: TensorTree, const M: usize> TensorTree for [A; M] {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        let list = (0..M).map(|i| path.index(i, trees.map(|t| &t[i]), walk)).collect::<Result<Vec<_>>>()?;
        list.try_into().map_err(|_| path.differ("the length"))
    }
}

impl<C: TensorTree> TensorTree for Vec<C> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        let len = trees.first().map_or(0, |t| t.len());
        if let Some(other) = trees.iter().find(|t| t.len() != len) {
            return Err(path.differ(&format!("{len} entries and {}", other.len())));
        }
        (0..len).map(|i| path.index(i, trees.map(|t| &t[i]), walk)).collect()
    }
}

impl<C: TensorTree> TensorTree for Option<C> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        let present: Vec<&C> = trees.iter().filter_map(|t| t.as_ref()).collect();
        match <[&C; N]>::try_from(present) {
            Ok(all) => C::walk(all, path, walk).map(Some),
            Err(none) if none.is_empty() => Ok(None),
            Err(_) => Err(path.differ("one has an entry where another has `None`")),
        }
    }
}

impl<C: TensorTree> TensorTree for Box<C> {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        C::walk(trees.map(|t| &**t), path, walk).map(Self::new)
    }
}

macro_rules! tuples {
    ($(($($A:ident $i:tt),*))*) => {$(
        impl<$($A: TensorTree),*> TensorTree for ($($A,)*) {
            #[allow(unused_variables, clippy::unused_unit)]
            fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
                Ok(($(path.field(stringify!($i), trees.map(|t| &t.$i), walk)?,)*))
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

/// Visits every leaf of a tree with its name.
pub fn visit<A: TensorTree>(tree: &A, visitor: &mut impl Visit) -> Result<()> {
    struct Each<'v, V>(&'v mut V);
    impl<V: Visit> Walk<1> for Each<'_, V> {
        fn leaf<T: Float>(&mut self, path: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            self.0.leaf(path, x)?;
            Ok(x.clone())
        }
    }
    A::walk([tree], &mut Path::root(), &mut Each(visitor)).map(drop)
}

/// What happens at a leaf that is only read.
pub trait Visit {
    /// Called for each leaf in order.
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()>;
}

/// A tree from a tree.
pub fn map<A: TensorTree>(tree: &A, walk: &mut impl Walk<1>) -> Result<A> {
    A::walk([tree], &mut Path::root(), walk)
}

/// A tree from two of one structure.
pub fn zip<A: TensorTree>(a: &A, b: &A, walk: &mut impl Walk<2>) -> Result<A> {
    A::walk([a, b], &mut Path::root(), walk)
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
pub fn leaves<A: TensorTree>(tree: &A) -> Result<Vec<(String, crate::Shape)>> {
    struct Names(Vec<(String, crate::Shape)>);
    impl Visit for Names {
        fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
            self.0.push((path.as_str().to_owned(), x.layout().shape));
            Ok(())
        }
    }
    let mut names = Names(Vec::new());
    visit(tree, &mut names)?;
    Ok(names.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    #[derive(Clone)]
    struct Grads {
        w: Tensor,
        layers: Vec<(Tensor<f64>, Option<Tensor>)>,
    }

    impl TensorTree for Grads {
        fn walk<const N: usize, W: Walk<N>>(
            trees: [&Self; N],
            path: &mut Path,
            walk: &mut W,
        ) -> Result<Self> {
            Ok(Self {
                w: path.field("w", trees.map(|t| &t.w), walk)?,
                layers: path.field("layers", trees.map(|t| &t.layers), walk)?,
            })
        }
    }

    fn sample() -> Grads {
        Grads {
            w: tensor![1.0, 2.0],
            layers: vec![(tensor![[3.0]], None), (tensor![4.0, 5.0, 6.0], Some(Tensor::scalar(7.0)))],
        }
    }

    #[test]
    fn names_and_shapes() {
        let names: Vec<_> = leaves(&sample()).unwrap().iter().map(|(n, s)| format!("{n} {s}")).collect();
        assert_eq!(names, ["w [2]", "layers[0].0 [1, 1]", "layers[1].0 [3]", "layers[1].1 []"]);
        assert_eq!(leaves(&tensor![1.0f32]).unwrap()[0].0, "");
        let zeros = zeros_like(&sample()).unwrap();
        assert_eq!(zeros.layers[1].0.to_vec().unwrap(), [0.0; 3]);
        assert!(zeros.layers[0].1.is_none());
        assert_eq!(leaves(&()).unwrap(), []);
    }

    #[test]
    fn zipping_needs_one_structure() {
        struct First;
        impl Walk<2> for First {
            fn leaf<T: Float>(&mut self, _: &Path, [a, _]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
                Ok(a.clone())
            }
        }
        let a = sample();
        assert_eq!(zip(&a, &sample(), &mut First).unwrap().w.to_vec().unwrap(), [1.0, 2.0]);
        let mut b = sample();
        b.layers.pop();
        let e = zip(&a, &b, &mut First).err().unwrap();
        assert_eq!(e.to_string(), "two trees differ at layers: 2 entries and 1");
        let mut b = sample();
        b.layers[0].1 = Some(Tensor::scalar(0.0));
        let e = zip(&a, &b, &mut First).err().unwrap();
        assert!(e.to_string().contains("layers[0].1"), "{e}");
    }
}
