//! Values of host code in calls that a checkpoint runs again: the first run notes them, another is told.
//!
//! A body with a checkpoint keeps the results of its own host code. That of a function which it calls stands in the function, which
//! does not know who runs it again; so each piece of host code asks, through [`noted`](crate::__noted), whether this is a first run.

mod types;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use cotangent_kernels::Element;

use crate::transforms::differentiable::Differentiable;

type Value = dyn Any + Send + Sync;
/// In the order of the run; `None` where the type is not one of those that are noted.
type Notes = Arc<[Option<Arc<Value>>]>;

/// The notes of all calls in a checkpoint, by place: which call of the text it is, and in which round of each loop.
#[derive(Clone, Default)]
pub struct Again(Arc<Mutex<HashMap<Box<[usize]>, Notes>>>);

impl Again {
    /// Notes of no call.
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs a call: for the first time, or as it ran then.
    pub fn run<R>(&self, place: &[usize], call: impl FnOnce() -> R) -> R {
        let known = self.calls(|calls| calls.get(place).cloned());
        let level = match known {
            Some(notes) => Level::Told { notes, next: 0 },
            None => Level::Notes(Vec::new()),
        };
        let entered = Entered::new(level);
        let result = call();
        if let Level::Notes(made) = entered.leave()
            && made.iter().any(Option::is_some)
        {
            self.calls(|calls| calls.insert(place.into(), made.into()));
        }
        result
    }

    fn calls<R>(&self, f: impl FnOnce(&mut HashMap<Box<[usize]>, Notes>) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Again")
    }
}

/// A call that may run again, or host code that runs now.
enum Level {
    Notes(Vec<Option<Arc<Value>>>),
    Told {
        notes: Notes,
        next: usize,
    },
    /// Host code whose own result stands for the differentiable functions that it calls in turn.
    Host,
}

thread_local! {
    static LEVELS: RefCell<Vec<Level>> = const { RefCell::new(Vec::new()) };
    /// How many there are: all that host code asks where no checkpoint is.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// A level, until it is left.
struct Entered(());

impl Entered {
    fn new(level: Level) -> Self {
        LEVELS.with_borrow_mut(|levels| levels.push(level));
        DEPTH.set(DEPTH.get() + 1);
        Self(())
    }

    fn leave(self) -> Level {
        std::mem::forget(self);
        Self::pop()
    }

    fn pop() -> Level {
        DEPTH.set(DEPTH.get() - 1);
        LEVELS.with_borrow_mut(Vec::pop).expect("what was entered is left once")
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        drop(Self::pop());
    }
}

/// The value that an earlier run noted here, if this is another run.
fn told() -> Option<Arc<Value>> {
    LEVELS.with_borrow_mut(|levels| {
        let last = levels.iter_mut().rev().find(|level| !matches!(level, Level::Notes(_)));
        let Some(Level::Told { notes, next }) = last else { return None };
        *next += 1;
        notes.get(*next - 1)?.clone()
    })
}

/// For every run around this that notes things, as far as one that is told.
fn note(value: Option<&Arc<Value>>) {
    LEVELS.with_borrow_mut(|levels| {
        for level in levels.iter_mut().rev() {
            let Level::Notes(made) = level else { return };
            made.push(value.cloned());
        }
    });
}

/// One piece of host code, of a value of type `T`.
pub struct Note<T> {
    told: Option<Arc<Value>>,
    runs: Cell<Option<Entered>>,
    of: PhantomData<fn() -> T>,
}

impl<T> Note<T> {
    /// Asks whether this is another run.
    #[allow(clippy::new_without_default)] // Emitted code makes them.
    #[inline]
    pub fn new() -> Self {
        if DEPTH.get() == 0 {
            return Self { told: None, runs: Cell::new(None), of: PhantomData };
        }
        let told = told();
        let runs = told.is_none().then(|| Entered::new(Level::Host));
        Self { told, runs: Cell::new(runs), of: PhantomData }
    }

    /// The host code has to run.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.told.is_none()
    }

    /// Says the type.
    #[inline]
    pub fn is_of(&self, _: &T) {}

    fn again(&self) -> T
    where
        T: Clone + 'static,
    {
        let value = self.told.as_ref().and_then(|told| told.downcast_ref::<T>());
        let value = value.expect("what a `#[checkpoint]` runs again takes the way that it took before");
        note(self.told.as_ref());
        value.clone()
    }

    fn ran(&self, value: impl FnOnce() -> Option<Arc<Value>>) {
        if let Some(runs) = self.runs.take() {
            runs.leave();
            note(value().as_ref());
        }
    }
}

/// Host values that are noted where `#[checkpoint]` runs a function again, so that the code which made them runs once. For a type
/// of yours that reports an outcome, and holds no state, say `impl Noted for Mode {}`. A type that derives
/// [`Differentiable`] is noted without an implementation, alone and in lists, options, boxes and tuples.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[derive(Clone, Copy)]
/// enum Mode {
///     Plain,
///     Wavy,
/// }
/// impl cotangent::host::Noted for Mode {}
///
/// /// Another one each time.
/// fn next() -> Mode {
///     thread_local!(static COUNT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });
///     COUNT.set(COUNT.get() + 1);
///     if COUNT.get() % 2 == 0 { Mode::Plain } else { Mode::Wavy }
/// }
///
/// #[differentiable]
/// fn layer(x: &Tensor) -> Tensor {
///     let mode: Mode = next();
///     match mode {
///         Mode::Plain => x * 2.0,
///         Mode::Wavy => x.sin(),
///     }
/// }
///
/// #[differentiable]
/// fn net(x: &Tensor) -> Scalar {
///     #[checkpoint]
///     let y = layer(x);
///     y.sum()
/// }
///
/// let (_, g) = net::value_and_grad(&tensor![0.0])?;
/// assert_eq!(g.x.to_vec()?, [1.0]); // wavy, and so is what runs again
/// # Ok::<(), cotangent::Error>(())
/// ```
pub trait Noted: Clone + Send + Sync + 'static {}

/// A [`Noted`] type, or the type of a value that never is there. The second is no [`Noted`], as its type has no name.
/// With an implementation for the type's stand-in no other crate could have one.
#[diagnostic::on_unimplemented(
    message = "what `{Self}` is, is known only behind this host code",
    label = "host code whose type is inferred from its use",
    note = "say the type where it is made: `let x: {Self} = ..;`"
)]
pub trait Known: Clone + Send + Sync + 'static {}

impl<T: Noted> Known for T {}

/// [`Note`] of a value that is noted.
pub trait Notable<T> {
    /// Notes the value, after the host code has run.
    fn __keep(&self, value: &T);
    /// The value that the host code gave then.
    fn __told(&self) -> T;
}

impl<T: Known> Notable<T> for &&&Note<T> {
    #[inline]
    fn __keep(&self, value: &T) {
        self.ran(|| Some(Arc::new(value.clone())));
    }

    fn __told(&self) -> T {
        self.again()
    }
}

/// Types without lifetimes: those that derive [`Differentiable`], and what they are made of. They are noted although they do not say that
/// they are [`Noted`], and may say so: an implementation of that by the derive would meet the user's own.
pub trait Unborrowed {}

/// [`Note`] of a value made of tensors, which is what its method left of it, with numbers that may be drawn.
pub trait NotableState<T> {
    /// Notes the value, after the host code has run.
    fn __keep(&self, value: &T);
    /// The value that the host code gave then.
    fn __told(&self) -> T;
}

impl<T: Unborrowed + Differentiable + Send + Sync + 'static> NotableState<T> for &&Note<T> {
    #[inline]
    fn __keep(&self, value: &T) {
        self.ran(|| Some(Arc::new(value.clone())));
    }

    fn __told(&self) -> T {
        self.again()
    }
}

/// [`Note`] of an element whose type is a parameter: no bound of a user's function says that it is [`Noted`].
pub trait NotableElement<T> {
    /// Notes the value, after the host code has run.
    fn __keep(&self, value: &T);
    /// The value that the host code gave then.
    fn __told(&self) -> T;
}

impl<T: Element> NotableElement<T> for &Note<T> {
    #[inline]
    fn __keep(&self, value: &T) {
        self.ran(|| Some(Arc::new(*value)));
    }

    fn __told(&self) -> T {
        self.again()
    }
}

/// [`Note`] of any other: it is made again.
pub trait Unnoted<T> {
    /// Notes that the host code has run, without its value.
    fn __keep(&self, value: &T);
    /// There is nothing that it was told.
    fn __told(&self) -> T;
}

impl<T> Unnoted<T> for Note<T> {
    #[inline]
    fn __keep(&self, _: &T) {
        self.ran(|| None);
    }

    fn __told(&self) -> T {
        panic!("what a `#[checkpoint]` runs again takes the way that it took before");
    }
}
