//! Functions that call themselves, as deep as memory lasts: what one call of a differentiable function needs of the stack
//! is found before the call.

/// What is left of the stack when a callee begins. Of the workspace's tests unoptimised, the largest frame of a transform
/// takes 1.2 MiB (an LSTM written out seven times, at order 2), and below it a launch 0.4 MiB.
const LEAST: usize = if cfg!(debug_assertions) { 2 << 20 } else { 512 << 10 };
/// What is added at a time; the system maps its pages as they are used.
const MORE: usize = 16 << 20;

/// What `call` gives, on a stack with room for it.
#[inline]
pub fn on_stack<R>(call: impl FnOnce() -> R) -> R {
    #[cfg(any(miri, target_family = "wasm"))]
    return call();
    #[cfg(not(any(miri, target_family = "wasm")))]
    stacker::maybe_grow(LEAST, MORE, call)
}

/// A box whose contents hold such boxes in turn, to any depth.
pub(super) struct Deep<T: ?Sized>(Option<Box<T>>);

impl<T: ?Sized> Deep<T> {
    pub(super) fn new(value: Box<T>) -> Self {
        Self(Some(value))
    }

    pub(super) fn get(&self) -> &T {
        self.0.as_deref().expect("taken by those alone who own it")
    }

    pub(super) fn into_inner(mut self) -> Box<T> {
        self.0.take().expect("taken once")
    }
}

impl<T: ?Sized> Drop for Deep<T> {
    fn drop(&mut self) {
        if let Some(value) = self.0.take() {
            on_stack(|| drop(value));
        }
    }
}
