//! Syntax → graph. Which expressions of a body are accepted is decided in the folder `lower` alone.
//!
//! One [`Lowerer`] serves three texts: the body of a user's function, composites (inlined at their call) and the
//! rows' `vjp` and `jvp` columns, which the differentiator lowers into the graph that it is building. It accepts
//! little and refuses by name; after an error it goes on with [`Binding::Poison`], which is accepted everywhere.

mod assign;
mod attributes;
mod branch;
mod call;
mod callee;
mod changed;
mod checkpoint;
mod complex;
mod drawn;
mod effects;
mod elem;
mod element;
mod exits;
mod expr;
mod fields;
mod flow;
mod function;
pub(crate) mod host;
mod inline;
mod iterate;
mod kinds;
mod list;
mod literal;
mod local;
mod make;
mod matched;
pub(crate) mod module;
mod names;
mod op;
mod opened;
pub(crate) mod operands;
mod pattern;
mod placed;
mod pushed;
mod region;
mod roots;
mod rounds;
mod shadows;
mod shared;
mod slice;
mod spread;
mod state;
mod std_names;
mod stmt;
mod tap;
#[cfg(test)]
mod tests;
mod unbound;

pub(crate) use branch::{is_panic, never};
pub(crate) use callee::is_of_type;
pub(crate) use changed::assigns;
pub(crate) use drawn::is_key;
pub(crate) use function::{function, inlined, is_path, of_module, stub, text};
pub(crate) use names::{closest, knows_op};
pub(crate) use state::{Binding, Form, Lowerer, bare};
pub(crate) use stmt::is_effect;
