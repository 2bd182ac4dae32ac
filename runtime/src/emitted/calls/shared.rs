//! One value for all the copies that host code works on.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A host value that is changed through a shared reference: a copy is another handle of it.
pub struct Shared<T>(Arc<T>);

/// See [`Shared`].
pub fn shared<T>(value: T) -> Shared<T> {
    Shared(Arc::new(value))
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
