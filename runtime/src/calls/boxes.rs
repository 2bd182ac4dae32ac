//! Tangents of receivers: a method is found in what a box holds, and takes the tangent of that.

use std::cell::RefCell;

/// A tangent of which only the compiler knows whether it is in a box: as with [`Asked`](super::Asked), methods are looked for
/// in [`InBox`] first.
#[derive(Debug)]
pub struct Tangent<T>(RefCell<Option<T>>);

impl<T> Tangent<T> {
    /// To be taken once.
    pub const fn of(tangent: T) -> Self {
        Self(RefCell::new(Some(tangent)))
    }

    fn take(&self) -> T {
        self.0.borrow_mut().take().expect("taken once, by emitted code")
    }
}

/// Of what is in a box.
pub trait InBox {
    /// What is in it.
    type Of;
    /// Without the box.
    fn __unboxed(&self) -> Self::Of;
}

impl<T> InBox for Tangent<Box<T>> {
    type Of = T;
    fn __unboxed(&self) -> T {
        *self.take()
    }
}

/// Of any other.
pub trait NoBox {
    /// Itself.
    type Of;
    /// As it is.
    fn __unboxed(&self) -> Self::Of;
}

impl<T> NoBox for &Tangent<T> {
    type Of = T;
    fn __unboxed(&self) -> T {
        self.take()
    }
}
