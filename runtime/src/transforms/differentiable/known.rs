//! Types that hang on a constant.

use std::marker::PhantomData;

/// `T` itself. Where rustc cannot compute the constant it says why, once, and nothing of what is made of the type.
pub type Known<T, const K: bool> = <If<T, K> as Itself>::Type;

#[derive(Debug)]
pub struct If<T, const K: bool>(PhantomData<T>);

pub trait Itself {
    type Type;
}

impl<T> Itself for If<T, true> {
    type Type = T;
}
