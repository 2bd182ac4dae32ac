//! Functions that call themselves, as deep as memory lasts: what one call of a differentiable function needs of the stack
//! is found before the call.

/// Bytes of the stack that are left when a callee begins. With the workspace's tests unoptimised, the largest frame of
/// a transform takes 1.2 MiB (an LSTM written out seven times, at order 2). A launch below it takes 0.4 MiB.
const LEAST: usize = if cfg!(debug_assertions) { 2 << 20 } else { 512 << 10 };
/// Bytes of the stack that a launch and its callees take.
const LAUNCH: usize = if cfg!(debug_assertions) { 512 << 10 } else { 128 << 10 };
/// Bytes that are added at a time; the system maps their pages as they are used.
#[cfg(not(any(miri, target_family = "wasm")))]
const MORE: usize = 16 << 20;

/// Runs `call` on a stack with room for it.
#[inline]
pub fn on_stack<R>(call: impl FnOnce() -> R) -> R {
    on_stack_of(LEAST, call)
}

#[cfg(any(miri, target_family = "wasm"))]
#[inline]
fn on_stack_of<R>(_: usize, call: impl FnOnce() -> R) -> R {
    call()
}

#[cfg(not(any(miri, target_family = "wasm")))]
#[inline]
fn on_stack_of<R>(least: usize, call: impl FnOnce() -> R) -> R {
    if has_room(least) {
        return call();
    }
    let (mut call, mut made) = (Some(call), None);
    grow(least, &mut || {
        if let Some(call) = call.take() {
            made = Some(call());
        }
    });
    made.expect("called once")
}

/// As `stacker::maybe_grow` finds it, which would be compiled anew for each `call`.
#[cfg(not(any(miri, target_family = "wasm")))]
fn has_room(least: usize) -> bool {
    stacker::remaining_stack().is_some_and(|left| left >= least)
}

#[cfg(not(any(miri, target_family = "wasm")))]
#[cold]
fn grow(least: usize, call: &mut dyn FnMut()) {
    stacker::grow(MORE.max(2 * least), call);
}

/// Bytes that a step of a program adds to the frames of a transform at most. The transform's own frame holds what
/// others read of the step. The frame of its stage holds all that the step needs for the moment, and one stage runs at
/// a time. Unoptimised, `hvp` of sixty products and activations takes 1 KiB a step.
const STEP: usize = if cfg!(debug_assertions) { 2 << 10 } else { 1 << 10 };

/// Runs the body of a transform on a stack with room for that many steps. Outside of all calls too, a program may be
/// longer than a thread's stack is.
#[inline]
pub fn with_room<R>(steps: usize, body: impl FnOnce() -> R) -> R {
    on_stack_of(LAUNCH + steps * STEP, body)
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
