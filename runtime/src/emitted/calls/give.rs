//! Arguments as callees take them.

use std::rc::Rc;
use std::sync::Arc;

/// A value as an argument of type `P`: by reference, or a copy of the handle.
#[diagnostic::on_unimplemented(
    message = "the function that is called here takes `{P}`, and is given `{Self}`",
    label = "an argument of another type"
)]
pub trait Give<'a, P> {
    /// The type of what is made with the argument: the same, but rustc knows that where the argument fits alone.
    type Then<Made>;
    /// The argument.
    fn give(&'a self) -> P;
    /// What was made, as it is.
    fn then<Made>(made: Made) -> Self::Then<Made>;
}

/// What is made with an argument that fits.
macro_rules! fits {
    () => {
        type Then<Made> = Made;
        #[inline]
        fn then<Made>(made: Made) -> Made {
            made
        }
    };
}

#[diagnostic::do_not_recommend]
impl<'a, V: ?Sized> Give<'a, &'a V> for V {
    fits!();
    fn give(&'a self) -> &'a V {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<V: Clone> Give<'_, V> for V {
    fits!();
    fn give(&self) -> V {
        self.clone()
    }
}

// What rustc derefs where an argument stands, and host code has behind a reference as well.
macro_rules! derefs {
    ($([$($generics:tt)*] $Owner:ty => $Of:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, $($generics)*> Give<'a, &'a $Of> for $Owner {
            fits!();
            fn give(&'a self) -> &'a $Of {
                self
            }
        }
        derefs!(behind [$($generics)*] $Owner => $Of);
    )*};
    (behind [$($generics:tt)*] $Owner:ty => $Of:ty) => {
        #[diagnostic::do_not_recommend]
        impl<'x, $($generics)*> Give<'_, &'x $Of> for &'x $Owner {
            fits!();
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

#[diagnostic::do_not_recommend]
impl<'x, V: ?Sized> Give<'_, &'x V> for &&'x V {
    fits!();
    fn give(&self) -> &'x V {
        self
    }
}

/// The argument of a stand-in for a missing function: any value.
#[derive(Debug)]
pub struct Anything(());

#[diagnostic::do_not_recommend]
impl<V: ?Sized> Give<'_, Anything> for V {
    fits!();
    fn give(&self) -> Anything {
        Anything(())
    }
}

/// A tuple or an array that the caller has put together, in any of the forms of a parameter.
#[derive(Debug)]
pub struct Whole<V>(pub V);

#[diagnostic::do_not_recommend]
impl<'a, V> Give<'a, &'a V> for Whole<V> {
    fits!();
    fn give(&'a self) -> &'a V {
        &self.0
    }
}

#[diagnostic::do_not_recommend]
impl<'a, V, P, const N: usize> Give<'a, [P; N]> for Whole<[V; N]>
where
    V: Give<'a, P>,
{
    fits!();
    fn give(&'a self) -> [P; N] {
        self.0.each_ref().map(V::give)
    }
}

#[diagnostic::do_not_recommend]
impl<'a, V, const N: usize> Give<'a, &'a [V]> for Whole<[V; N]> {
    fits!();
    fn give(&'a self) -> &'a [V] {
        &self.0
    }
}

macro_rules! wholes {
    ($(($($A:ident $P:ident $i:tt)*))*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, $($A: Give<'a, $P>, $P),*> Give<'a, ($($P,)*)> for Whole<($($A,)*)> {
            fits!();
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
