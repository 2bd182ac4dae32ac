//! The data of structs that pullbacks hold, as far as the compiler must know it.
//!
//! Tensors and numbers become a pullback's own. References to other data of the host it holds as they are: a method that
//! hands `&self.strides` on gives a pullback that ends with the struct. Which pullbacks do, no signature says, as a macro
//! sees no callee's body; but what a struct consists of is known by its type. So the reference to a struct lives as long as
//! the pullback only if there is something in the struct that could be held, and a state made of tensors alone may be a
//! local of a loop.
//!
//! Where the type is generic, or `Self` of a trait, that reference is no reference yet, and its function takes both: an
//! ordinary one to find methods by, and [`Lent`] to hand on.

use super::{Asked, Received};
use crate::transforms::differentiable::Differentiable;
use crate::transforms::function::Cotangent;

/// See [`Differentiable::Lends`].
pub trait Lends {
    /// Which one it is.
    const KIND: u8;
    /// The reference to a value that a `vjp` takes: for as long as the call, or for as long as its pullback.
    type Of<'x, 'p, X: ?Sized + 'x + 'p>: Copy;
    /// For as long as the reference lives.
    fn held<X: ?Sized>(x: &X) -> Self::Of<'_, '_, X>;
}

/// A reference of `'x` is what pullbacks of `'p` need. Of a reference that lives as long as they do each type says so
/// (`Differentiable::Lends`), also where it is generic.
pub trait Holds<'x, 'p>: Lends {
    /// The reference that a `vjp` takes.
    fn lent<X: ?Sized + 'x + 'p>(x: &'x X) -> Self::Of<'x, 'p, X>;
}

/// A kind, by a number. A struct can be told it without its fields' types, as these may be private.
#[derive(Debug)]
pub enum Kind<const K: u8> {}

/// The kind of values that consist of tensors, numbers and texts.
pub type Tensors = Kind<0>;
/// The kind of values with any other data in them. Lists and tuples are of this kind whatever they hold: in generic
/// code it must be known. A box lends what is in it.
pub type References = Kind<1>;

impl<'x, 'p> Holds<'x, 'p> for Tensors {
    fn lent<X: ?Sized + 'x + 'p>(x: &'x X) -> &'x X {
        x
    }
}

impl Lends for Tensors {
    const KIND: u8 = 0;
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'x X;
    fn held<X: ?Sized>(x: &X) -> &X {
        x
    }
}

impl<'x: 'p, 'p> Holds<'x, 'p> for References {
    fn lent<X: ?Sized + 'x + 'p>(x: &'x X) -> &'p X {
        x
    }
}

impl Lends for References {
    const KIND: u8 = 1;
    type Of<'x, 'p, X: ?Sized + 'x + 'p> = &'p X;
    fn held<X: ?Sized>(x: &X) -> &X {
        x
    }
}

/// A value of tensors, numbers and texts: pullbacks hold nothing of it but copies of these. Generic code that makes a
/// state itself, as a loop carries, hands it to functions as such a type: `type State: Owned`.
///
/// Every such type is `Owned`: there is nothing to implement.
pub trait Owned: Differentiable<Lends = Tensors, Tangent = <Self as Owned>::Moves> {
    /// Its tangent.
    #[doc(hidden)]
    type Moves: Cotangent + Received<Self::Moves> + Differentiable<Tangent = Self::Moves> + 'static;
}

impl<T: Differentiable<Lends = Tensors, Tangent: 'static>> Owned for T {
    type Moves = T::Tangent;
}

/// The kind of a struct whose fields have these kinds.
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

/// A parameter of type `&X` where `D` is `X`, or what `X` is a list of.
pub type Lent<'x, 'p, D, X> = <<D as Differentiable>::Lends as Lends>::Of<'x, 'p, X>;

/// As a public transform lends it, whose pullback ends with what it was given.
pub fn held<X: Differentiable>(x: &X) -> Lent<'_, '_, X, X> {
    X::Lends::held(x)
}

/// The receiver of a call, beside itself. Of a value that is differentiable; see [`Asked`].
pub trait Lendable<'x> {
    /// Its type.
    type Of: Differentiable;
    /// The receiver for a call whose pullback this function alone holds.
    fn __held(&self) -> Lent<'x, 'x, Self::Of, Self::Of>;
    /// The receiver for a call whose pullback this function's own pullback holds.
    fn __lent<'p>(&self) -> Lent<'x, 'p, Self::Of, Self::Of>
    where
        <Self::Of as Differentiable>::Lends: Holds<'x, 'p>,
        Self::Of: 'p;
}

impl<'x, X: Differentiable> Lendable<'x> for Asked<'x, X> {
    type Of = X;
    fn __held(&self) -> Lent<'x, 'x, X, X> {
        held(self.0)
    }
    fn __lent<'p>(&self) -> Lent<'x, 'p, X, X>
    where
        X::Lends: Holds<'x, 'p>,
        X: 'p,
    {
        X::Lends::lent(self.0)
    }
}

/// The receiver of a call, where it is no value that is differentiable. See [`Lendable`].
pub trait LentPlain<'x> {
    /// Its type.
    type Of: ?Sized;
    /// The receiver itself.
    fn __held(&self) -> &'x Self::Of;
    /// The receiver itself.
    fn __lent(&self) -> &'x Self::Of;
}

impl<'x, X: ?Sized> LentPlain<'x> for &Asked<'x, X> {
    type Of = X;
    fn __held(&self) -> &'x X {
        self.0
    }
    fn __lent(&self) -> &'x X {
        self.0
    }
}
