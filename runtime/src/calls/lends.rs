//! What pullbacks hold of the structs that a function is given, as far as the compiler must know it.
//!
//! Tensors and numbers become a pullback's own. References to other data of the host it holds as they are: a method that
//! hands `&self.strides` on gives a pullback that ends with the struct. Which pullbacks do, no signature says, as a macro
//! sees no callee's body; but what a struct consists of is known by its type. So the reference to a struct lives as long as
//! the pullback only if there is something in the struct that could be held, and a state made of tensors alone may be a
//! local of a loop.

/// See [`Differentiable::Lends`](crate::Differentiable::Lends).
pub trait Lends {
    /// The reference to a value that a `vjp` takes: for as long as the call, or for as long as its pullback.
    type Of<'x, 'p, X: ?Sized + 'x + 'p>;
    /// Of a list of such values.
    type InList: Lends;
    /// Of a value that has this beside `L`.
    type With<L: Lends>: Lends;
}

/// Of what consists of tensors.
#[derive(Debug)]
pub enum Tensors {}

impl Lends for Tensors {
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'x X;
    type InList = Tensors;
    type With<L: Lends> = L;
}

/// Of what is copied, so long as it is one: a slice of them is a reference to hold.
#[derive(Debug)]
pub enum Numbers {}

impl Lends for Numbers {
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'x X;
    type InList = References;
    type With<L: Lends> = L;
}

/// Of what has any other data in it.
#[derive(Debug)]
pub enum References {}

impl Lends for References {
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'p X;
    type InList = References;
    type With<L: Lends> = References;
}

/// A parameter of type `&X` where `D` is `X`, or what `X` is a list of.
pub type Lent<'x, 'p, D, X> = <<D as crate::Differentiable>::Lends as Lends>::Of<'x, 'p, X>;
