//! What a function is told of the method that it stands for.

use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::{Generics, Signature, Visibility};

/// Where a function is a method.
pub(crate) struct Method {
    pub place: Place,
    pub vis: Visibility,
    /// Generics of the method alone: the function has those of the block too.
    pub generics: Generics,
    /// As it was written, but for a `mut` of a receiver, which is the body's own.
    pub sig: Signature,
    /// Methods of the block that are plain Rust.
    pub plain: Rc<[String]>,
    /// Those that may give tensors all the same, which is not known.
    pub open: Rc<[String]>,
}

impl Method {
    /// Whether its transforms stand in a trait or an implementation of one, which share what signatures say.
    pub(crate) fn in_trait(&self) -> bool {
        !matches!(self.place, Place::Type(_))
    }
}

/// Where the transforms of a method stand.
pub(crate) enum Place {
    /// In an `impl` of the type: `impl<..> Mlp<..> where ..`, without its items.
    Type(TokenStream),
    /// In the trait that declares the method.
    Trait {
        /// It has a body.
        default: bool,
    },
    /// In the implementation of that trait.
    Implementation,
}
