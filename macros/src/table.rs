//! The rows of the table by the ops of a graph.

pub(crate) mod recipe;

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;

use crate::ir::Op;
use crate::rules::Row;
use recipe::Recipes;

/// Rows parsed for one expansion. Never kept longer: tokens of a past expansion have no spans.
#[derive(Default)]
pub(crate) struct RuleCache {
    rows: RefCell<HashMap<&'static str, Rc<Row>>>,
    recipes: RefCell<Recipes>,
}

impl RuleCache {
    /// The row of a table op.
    pub(crate) fn of(&self, op: &Op) -> Rc<Row> {
        let text = match op {
            Op::Map(r) => r.text(),
            Op::Reduce(r) => r.text(),
            Op::View(r) => r.text(),
            Op::Opaque(r) => r.text(),
            Op::List(r) => r.text(),
            _ => unreachable!("only table ops have rows"),
        };
        let parse = || Rc::new(text.parse().expect("a law over the table: every row parses"));
        self.rows.borrow_mut().entry(text.name).or_insert_with(parse).clone()
    }

    /// The recipes of rows that were read before.
    pub(crate) fn recipes(&self) -> RefMut<'_, Recipes> {
        self.recipes.borrow_mut()
    }

    /// Another row in the place of the table's.
    #[cfg(test)]
    pub(crate) fn put(&self, name: &'static str, row: Row) {
        self.rows.borrow_mut().insert(name, Rc::new(row));
        self.recipes.borrow_mut().clear();
    }
}
