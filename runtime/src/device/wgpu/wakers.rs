//! Wakers of reads. A device tells what has ended while commands are handed over, which happens behind a lock, and whoever is woken
//! may read at once. So a thread calls wakers when it has given its lock back.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard};
use std::task::Waker;

use super::context::locked;
use crate::device::backend;

thread_local! {
    /// What was told to this thread while it holds a lock, if it holds one.
    static LATER: RefCell<Option<Vec<Waker>>> = const { RefCell::new(None) };
}

/// Wakes, as soon as this thread holds no lock.
pub(super) fn wake(waker: Waker) {
    let mut waker = Some(waker);
    // A thread that ends has no list any more, and wakes at once.
    let _ = LATER.try_with(|later| {
        if let Some(later) = &mut *later.borrow_mut() {
            later.extend(waker.take());
        }
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// What is behind a lock, for one thread. A thread holds one such lock at a time.
pub(super) struct Locked<'a, T>(Option<MutexGuard<'a, T>>);

impl<'a, T> Locked<'a, T> {
    pub(super) fn new(mutex: &'a Mutex<T>) -> Self {
        let held = locked(mutex);
        let _ = LATER.try_with(|later| later.replace(Some(Vec::new())));
        Self(Some(held))
    }
}

impl<T> Drop for Locked<'_, T> {
    fn drop(&mut self) {
        self.0 = None;
        let woken = LATER.try_with(RefCell::take).ok().flatten().unwrap_or_default();
        if !woken.is_empty() {
            // Ops of theirs are none of the one that this thread is about.
            backend::aside(|| {
                for waker in woken {
                    // A waker that panics does not keep the others from running, and does not end a thread that unwinds already.
                    let _ = catch_unwind(AssertUnwindSafe(|| waker.wake()));
                }
            });
        }
    }
}

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or_else(|| unreachable!("held until it is dropped"))
    }
}

impl<T> DerefMut for Locked<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_deref_mut().unwrap_or_else(|| unreachable!("held until it is dropped"))
    }
}
