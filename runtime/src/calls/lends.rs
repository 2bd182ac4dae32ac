//! What pullbacks hold of the structs that a function is given, as far as the compiler must know it.
//!
//! Tensors and numbers become a pullback's own. References to other data of the host it holds as they are: a method that
//! hands `&self.strides` on gives a pullback that ends with the struct. Which pullbacks do, no signature says, as a macro
//! sees no callee's body; but what a struct consists of is known by its type. So the reference to a struct lives as long as
//! the pullback only if there is something in the struct that could be held, and a state made of tensors alone may be a
//! local of a loop. Pullbacks hold nothing of what is generic, and nothing of the type that a trait is implemented for.

use crate::differentiable::Differentiable;

/// See [`Differentiable::Lends`].
pub trait Lends {
    /// Which one it is.
    const KIND: u8;
    /// The reference to a value that a `vjp` takes: for as long as the call, or for as long as its pullback.
    type Of<'x, 'p, X: ?Sized + 'x + 'p>;
    /// Of a list of such values.
    type InList: Lends;
    /// Of a value that has this beside `L`.
    type With<L: Lends>: Lends;
}

/// By a number, which a struct can be told without its fields' types, as these may be private.
#[derive(Debug)]
pub enum Kind<const K: u8> {}

/// Of what consists of tensors.
pub type Tensors = Kind<0>;
/// Of numbers and texts, which functions take as they are; of a list of them they take a reference.
pub type Numbers = Kind<1>;
/// Of what has any other data in it.
pub type References = Kind<2>;

impl Lends for Tensors {
    const KIND: u8 = 0;
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'x X;
    type InList = Tensors;
    type With<L: Lends> = L;
}

impl Lends for Numbers {
    const KIND: u8 = 1;
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'x X;
    type InList = References;
    type With<L: Lends> = L;
}

impl Lends for References {
    const KIND: u8 = 2;
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'p X;
    type InList = References;
    type With<L: Lends> = References;
}

/// Of a struct with these fields.
pub const fn kind_of(fields: &[u8]) -> u8 {
    let mut i = 0;
    while i < fields.len() {
        if fields[i] == References::KIND {
            return References::KIND;
        }
        i += 1;
    }
    Tensors::KIND
}

/// Of a type.
pub const fn kind<D: Differentiable>() -> u8 {
    D::Lends::KIND
}

/// A parameter of type `&X` where `D` is `X`, or what `X` is a list of.
pub type Lent<'x, 'p, D, X> = <<D as Differentiable>::Lends as Lends>::Of<'x, 'p, X>;
