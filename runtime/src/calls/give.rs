//! Arguments as callees take them.

use std::rc::Rc;
use std::sync::Arc;

/// A value as an argument of type `P`: by reference, or a copy of the handle.
#[diagnostic::on_unimplemented(
    message = "the function that is called here takes `{P}`, and is given `{Self}`",
    label = "an argument of another type"
)]
pub trait Give<'a, P> {
    /// The argument.
    fn give(&'a self) -> P;
}

impl<'a, V: ?Sized> Give<'a, &'a V> for V {
    fn give(&'a self) -> &'a V {
        self
    }
}

impl<V: Clone> Give<'_, V> for V {
    fn give(&self) -> V {
        self.clone()
    }
}

// What rustc derefs where an argument stands, and host code has behind a reference as well.
macro_rules! derefs {
    ($([$($generics:tt)*] $Owner:ty => $Of:ty),* $(,)?) => {$(
        impl<'a, $($generics)*> Give<'a, &'a $Of> for $Owner {
            fn give(&'a self) -> &'a $Of {
                self
            }
        }
        derefs!(behind [$($generics)*] $Owner => $Of);
    )*};
    (behind [$($generics:tt)*] $Owner:ty => $Of:ty) => {
        impl<'x, $($generics)*> Give<'_, &'x $Of> for &'x $Owner {
            fn give(&self) -> &'x $Of {
                *self
            }
        }
    };
}
derefs! {
    [V: ?Sized] Box<V> => V,
    [V: ?Sized] Rc<V> => V,
    [V: ?Sized] Arc<V> => V,
    [V] Vec<V> => [V],
    [V, const N: usize] [V; N] => [V],
    [] String => str,
}

impl<'x, V: ?Sized> Give<'_, &'x V> for &&'x V {
    fn give(&self) -> &'x V {
        self
    }
}

/// A tuple or an array that the caller has put together, in any of the forms of a parameter.
#[derive(Debug)]
pub struct Whole<V>(pub V);

impl<'a, V> Give<'a, &'a V> for Whole<V> {
    fn give(&'a self) -> &'a V {
        &self.0
    }
}

impl<'a, V, P, const N: usize> Give<'a, [P; N]> for Whole<[V; N]>
where
    V: Give<'a, P>,
{
    fn give(&'a self) -> [P; N] {
        self.0.each_ref().map(V::give)
    }
}

impl<'a, V, const N: usize> Give<'a, &'a [V]> for Whole<[V; N]> {
    fn give(&'a self) -> &'a [V] {
        &self.0
    }
}

macro_rules! wholes {
    ($(($($A:ident $P:ident $i:tt)*))*) => {$(
        impl<'a, $($A: Give<'a, $P>, $P),*> Give<'a, ($($P,)*)> for Whole<($($A,)*)> {
            fn give(&'a self) -> ($($P,)*) {
                ($(self.0.$i.give(),)*)
            }
        }
    )*};
}
wholes! {
    (A P 0)
    (A P 0 B Q 1)
    (A P 0 B Q 1 C R 2)
    (A P 0 B Q 1 C R 2 D S 3)
    (A P 0 B Q 1 C R 2 D S 3 E T 4)
    (A P 0 B Q 1 C R 2 D S 3 E T 4 F U 5)
    (A P 0 B Q 1 C R 2 D S 3 E T 4 F U 5 G V 6)
    (A P 0 B Q 1 C R 2 D S 3 E T 4 F U 5 G V 6 H W 7)
}

/// `value` as the callee's parameter takes it.
#[inline]
pub fn give<'a, V: Give<'a, P> + ?Sized, P>(value: &'a V) -> P {
    value.give()
}
