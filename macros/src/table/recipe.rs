//! The nodes that the text of a rule becomes, as they are kept: see `differentiate/recipe.rs`.

use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;

use crate::ir::{Elem, Op, Shape, Ty};

/// The facts that decide the nodes.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub op: &'static str,
    /// The types of the operands, the result and the cotangent.
    pub types: Vec<(Elem, Shape)>,
    /// The parameters whose columns are read, and the type of each.
    pub columns: Vec<(String, Elem)>,
    pub float: Elem,
}

/// Nodes for the columns of a row; `None`: what the text makes depends on more than types.
pub(crate) type Recipes = HashMap<Key, Option<Rc<Recipe>>>;

pub(crate) struct Recipe {
    pub nodes: Vec<(Op, Vec<Place>, Ty)>,
    /// The result of each column.
    pub results: Vec<Place>,
}

#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// An operand, the result or the cotangent.
    Given(usize),
    Made(usize),
}
