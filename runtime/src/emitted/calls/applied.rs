//! Calls, with each argument as the callee takes it.
//!
//! An argument of another type is one error, and so is a wrong number of them: the result of the call has its type
//! from [`Give`], so rustc says nothing of what the result is used for.

use super::give::Give;
use super::stack::on_stack;

/// An argument and its tangent.
#[derive(Debug)]
pub struct Pair<P, D>(pub P, pub D);

/// How the callee takes arguments. One function calls both ways, so that rustc tells of an argument once for all transforms.
pub trait How {
    /// An argument of the callee.
    type Arg<P, D>;
    /// See [`Arg`](Self::Arg).
    fn arg<P, D>(value: P, tangent: D) -> Self::Arg<P, D>;
}

/// Values alone.
#[derive(Debug)]
pub struct Alone;

impl How for Alone {
    type Arg<P, D> = P;
    #[inline]
    fn arg<P, D>(value: P, _: D) -> P {
        value
    }
}

/// Each value with its tangent.
#[derive(Debug)]
pub struct Moving;

impl How for Moving {
    type Arg<P, D> = Pair<P, D>;
    #[inline]
    fn arg<P, D>(value: P, tangent: D) -> Pair<P, D> {
        Pair(value, tangent)
    }
}

macro_rules! result {
    ($R:ty;) => { $R };
    ($R:ty; $a:lifetime $V:ident $P:ident, $($rest:tt)*) => {
        <$V as Give<$a, $P>>::Then<result!($R; $($rest)*)>
    };
}

macro_rules! made {
    ($made:expr;) => { $made };
    ($made:expr; $V:ident, $($rest:ident,)*) => { $V::then(made!($made; $($rest,)*)) };
}

macro_rules! applied {
    ($applied:ident $($a:lifetime $V:ident $P:ident $D:ident $v:ident,)*) => {
        /// Calls `f` on a stack with room for it.
        #[inline]
        #[allow(clippy::too_many_arguments)] // As many as the callee takes.
        pub fn $applied<$($a,)* How: self::How, F, $($V, $P, $D,)* R>(
            _: How,
            f: F,
            $($v: Pair<&$a $V, $D>),*
        ) -> result!(R; $($a $V $P,)*)
        where
            F: FnOnce($(How::Arg<$P, <$V as Give<$a, $P>>::Then<$D>>),*) -> R,
            $($V: Give<$a, $P> + ?Sized,)*
        {
            made!(on_stack(|| f($(How::arg($v.0.give(), $V::then($v.1))),*)); $($V,)*)
        }
    };
}
applied! { applied_0 }
applied! { applied_1 'a A P Da a, }
applied! { applied_2 'a A P Da a, 'b B Q Db b, }
applied! { applied_3 'a A P Da a, 'b B Q Db b, 'c C S Dc c, }
applied! { applied_4 'a A P Da a, 'b B Q Db b, 'c C S Dc c, 'd D T Dd d, }
applied! { applied_5 'a A P Da a, 'b B Q Db b, 'c C S Dc c, 'd D T Dd d, 'e E U De e, }
applied! { applied_6 'a A P Da a, 'b B Q Db b, 'c C S Dc c, 'd D T Dd d, 'e E U De e, 'g G V Dg g, }
applied! { applied_7 'a A P Da a, 'b B Q Db b, 'c C S Dc c, 'd D T Dd d, 'e E U De e, 'g G V Dg g, 'h H W Dh h, }
applied! { applied_8 'a A P Da a, 'b B Q Db b, 'c C S Dc c, 'd D T Dd d, 'e E U De e, 'g G V Dg g, 'h H W Dh h, 'i I X Di i, }
