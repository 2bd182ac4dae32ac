//! Wakers of reads. A device tells what has ended while commands are handed over, which happens behind a lock, and whoever is woken
//! may read at once. So a thread calls wakers when it has given its lock back.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
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
    let now = LATER.with_borrow_mut(|later| match later {
        Some(later) => {
            later.push(waker);
            None
        }
        None => Some(waker),
    });
    if let Some(waker) = now {
        waker.wake();
    }
}

/// What is behind a lock, for one thread. A thread holds one such lock at a time.
pub(super) struct Locked<'a, T>(Option<MutexGuard<'a, T>>);

impl<'a, T> Locked<'a, T> {
    pub(super) fn new(mutex: &'a Mutex<T>) -> Self {
        let held = locked(mutex);
        LATER.set(Some(Vec::new()));
        Self(Some(held))
    }
}

impl<T> Drop for Locked<'_, T> {
    fn drop(&mut self) {
        self.0 = None;
        let woken = LATER.take().unwrap_or_default();
        if !woken.is_empty() {
            // Ops of theirs are none of the one that this thread is about.
            backend::aside(|| woken.into_iter().for_each(Waker::wake));
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
