//! Calls from one differentiable function to another in emitted code. Arguments take the form that the callee asks for,
//! and cotangents are ordered by the position of the parameter. Some values have types that only the compiler knows.

mod applied;
mod boxes;
mod fields;
mod give;
mod items;
mod lends;
mod methods;
mod noted;
mod pulled;
mod shared;
mod stack;
mod still;
mod tangents;
mod used;

use cotangent_kernels::{Element, Float};

use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::bytes_of;
use crate::tensor::shape::Shape;
use crate::transforms::differentiable::{Differentiable, Form};
use crate::transforms::tree::{self, TensorTree};

pub use crate::emitted::checks::failed;
pub use applied::*;
pub use boxes::*;
pub use fields::*;
pub use give::*;
pub use items::*;
pub use lends::*;
pub use methods::*;
pub use noted::*;
pub use pulled::*;
pub use shared::{Shared, shared};
pub use stack::{on_stack, with_room};
pub use still::*;
pub use tangents::*;
pub use used::*;

/// The result of a callee's transform.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `#[differentiable]`, so nothing is known of its derivative",
    label = "a differentiable function calls it",
    note = "mark it `#[differentiable]`; plain Rust may stand in the body of a function with rules: `#[differentiable(vjp = rule)]`",
    note = "where it has no derivative, call it outside and take its value as a `#[constant]` parameter"
)]
pub trait Transformed<T> {
    /// The result, as it is.
    fn transformed(self) -> Result<T>;
}

/// A type whose methods have transforms: where one has none, rustc says what would have to hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `#[differentiable]` method of this name",
    label = "a differentiable function calls it",
    note = "mark the `impl`, or the trait and its `impl`, `#[differentiable]`",
    note = "where it has no derivative, call it outside and take its value as a `#[constant]` parameter"
)]
pub trait Marked {}

#[diagnostic::do_not_recommend]
impl<T: Fields> Marked for T {}

/// The stand-in for the value of a method of `R` that is not there. `M` says more, where expansion knows more.
#[derive(Debug)]
pub struct NoMethod<R: ?Sized, M = ()> {
    never: std::convert::Infallible,
    of: std::marker::PhantomData<(M, R)>,
}

/// The answer of a method that takes as many arguments as a call gives.
#[derive(Clone, Copy, Debug)]
pub struct Accepts;

/// The answer where `R` has no such method: the call goes to stand-ins. Calls of one name with other arguments have others, which
/// `FORM` tells apart.
#[derive(Debug)]
pub enum Lacks<R: ?Sized, const FORM: usize = 0> {
    /// Never made.
    Of(std::convert::Infallible, std::marker::PhantomData<R>),
}

/// Whom a call of a method goes to. rustc tells of a wrong number of arguments in each transform with another number, and knows
/// no type that a bound could refuse. So the number is part of a name.
pub trait Callee<'r, R: ?Sized, const FORM: usize> {
    /// The receiver, or what stands in for it.
    type Of;
    /// See [`Callee`].
    fn callee(self, receiver: &'r R) -> Self::Of;
}

impl<'r, R: ?Sized + 'r, const FORM: usize> Callee<'r, R, FORM> for Accepts {
    type Of = &'r R;
    #[inline]
    fn callee(self, receiver: &'r R) -> &'r R {
        receiver
    }
}

impl<'r, R: ?Sized + 'r, L: ?Sized, const FORM: usize> Callee<'r, R, FORM> for Lacks<L> {
    type Of = Lacks<L, FORM>;
    fn callee(self, _: &'r R) -> Lacks<L, FORM> {
        let Self::Of(never, _) = self;
        match never {}
    }
}

/// See [`Callee`].
#[inline]
pub fn callee<'r, A: Callee<'r, R, 0>, R: ?Sized>(answer: A, receiver: &'r R) -> A::Of {
    answer.callee(receiver)
}

/// As [`callee`], where another call of the body has this name and other arguments.
#[inline]
pub fn callee_of<'r, const FORM: usize, A, R>(answer: A, receiver: &'r R) -> A::Of
where
    A: Callee<'r, R, FORM>,
    R: ?Sized,
{
    answer.callee(receiver)
}

/// Nothing implements this trait: it is the bound of a stand-in for a missing method.
#[diagnostic::on_unimplemented(
    message = "`{R}` has no `#[differentiable]` method of this name and number of arguments",
    label = "a differentiable function calls it",
    note = "mark the `impl`, or the trait and its `impl`, `#[differentiable]`",
    note = "where it has no derivative, call it outside and take its value as a `#[constant]` parameter"
)]
pub trait MethodOf<R: ?Sized> {}

/// No type has it: what a type says that lacks a function which a body calls.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `#[differentiable]` function of this name",
    label = "a differentiable function calls it",
    note = "mark the `impl`, or the trait and its `impl`, `#[differentiable]`",
    note = "where it has no derivative, call it outside and take its value as a `#[constant]` parameter"
)]
pub trait FunctionOf {}

/// The result of a method's transform.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `#[differentiable]`, so nothing is known of its derivative",
    label = "a differentiable function calls it",
    note = "mark it `#[differentiable]`; plain Rust may stand in the body of a function with rules: `#[differentiable(vjp = rule)]`",
    note = "where it has no derivative, call it outside and take its value as a `#[constant]` parameter"
)]
pub trait ByMethod<T> {
    /// The result, as it is.
    fn by_method(self) -> Result<T>;
}

#[diagnostic::do_not_recommend]
impl<T> ByMethod<T> for Result<T> {
    #[inline]
    fn by_method(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T, F: ?Sized> ByMethod<T> for Once<F> {
    fn by_method(self) -> Result<T> {
        self.transformed()
    }
}

impl<T, R: ?Sized, M: MethodOf<R>> ByMethod<T> for NoMethod<R, M> {
    fn by_method(self) -> Result<T> {
        match self.never {}
    }
}

/// See [`ByMethod`].
#[inline]
pub fn of_method<T>(made: impl ByMethod<T>) -> Result<T> {
    made.by_method()
}

#[diagnostic::do_not_recommend]
impl<T> Transformed<T> for Result<T> {
    fn transformed(self) -> Self {
        self
    }
}

/// The stand-in for results that functions of order 1 do not have.
#[derive(Debug)]
pub enum Once<F: ?Sized> {
    /// Never made.
    Of(std::convert::Infallible, std::marker::PhantomData<F>),
}

/// A function with second derivatives. A condition that does not depend on generics would be checked where it stands: `A` is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no second derivatives",
    label = "a function of order 2 calls it",
    note = "write `#[differentiable(order = 2)]` on it too"
)]
pub trait OfOrder2<A> {}

/// A function with parameters that have a derivative; `A` as in [`OfOrder2`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a function of constants, and has no gradient",
    label = "no parameter of it has one",
    note = "remove a `#[constant]`, or take a float tensor"
)]
pub trait OfParameters<A> {}

#[diagnostic::do_not_recommend]
impl<T, F: ?Sized> Transformed<T> for Once<F> {
    fn transformed(self) -> Result<T> {
        match self {
            Self::Of(never, _) => match never {},
        }
    }
}

/// See [`Transformed`].
#[inline]
pub fn of<T>(made: impl Transformed<T>) -> Result<T> {
    made.transformed()
}

/// A gradient struct, one entry for every parameter in order: `()` where it is constant.
pub trait Slots {
    /// The slots, as a tuple.
    type Slots;
    /// The slots of the struct, one by one.
    fn slots(self) -> Self::Slots;
}

/// A part of a slot; of a constant parameter each is `()`.
pub trait Part<const I: usize> {
    /// The type of the part.
    type Part;
    /// The part itself.
    fn lend(&self) -> &Self::Part;
    /// A copy of the handles.
    fn part(&self) -> Self::Part;
}

impl<const I: usize> Part<I> for () {
    type Part = ();
    fn lend(&self) -> &() {
        self
    }
    fn part(&self) {}
}

impl<C: Clone, const I: usize> Part<I> for Vec<C> {
    type Part = C;
    fn lend(&self) -> &C {
        &self[I]
    }
    fn part(&self) -> C {
        self[I].clone()
    }
}

impl<C: Clone, const I: usize, const N: usize> Part<I> for [C; N] {
    type Part = C;
    fn lend(&self) -> &C {
        &self[I]
    }
    fn part(&self) -> C {
        self[I].clone()
    }
}

impl<C: TensorTree, const I: usize> PutEntry<I, C> for Vec<C> {
    fn put_entry(&mut self, value: C) -> Result<()> {
        tree::add(&mut self[I], &value)
    }
    fn set_entry(&mut self, value: C) {
        self[I] = value;
    }
}

impl<C: TensorTree, const I: usize, const N: usize> PutEntry<I, C> for [C; N] {
    fn put_entry(&mut self, value: C) -> Result<()> {
        tree::add(&mut self[I], &value)
    }
    fn set_entry(&mut self, value: C) {
        self[I] = value;
    }
}

macro_rules! parts {
    ($(($($A:ident)*) $T:ident $i:tt)*) => {$(
        impl<$($A: Clone),*> Part<$i> for ($($A,)*) {
            type Part = $T;
            fn lend(&self) -> &$T {
                &self.$i
            }
            fn part(&self) -> $T {
                self.$i.clone()
            }
        }

        impl<$($A: TensorTree),*> PutEntry<$i, $T> for ($($A,)*) {
            fn put_entry(&mut self, value: $T) -> Result<()> {
                tree::add(&mut self.$i, &value)
            }
            fn set_entry(&mut self, value: $T) {
                self.$i = value;
            }
        }
    )*};
}
parts! {
    (A) A 0
    (A B) A 0
    (A B) B 1
    (A B C) A 0
    (A B C) B 1
    (A B C) C 2
    (A B C D) A 0
    (A B C D) B 1
    (A B C D) C 2
    (A B C D) D 3
    (A B C D E) A 0
    (A B C D E) B 1
    (A B C D E) C 2
    (A B C D E) D 3
    (A B C D E) E 4
    (A B C D E F) A 0
    (A B C D E F) B 1
    (A B C D E F) C 2
    (A B C D E F) D 3
    (A B C D E F) E 4
    (A B C D E F) F 5
    (A B C D E F G) A 0
    (A B C D E F G) B 1
    (A B C D E F G) C 2
    (A B C D E F G) D 3
    (A B C D E F G) E 4
    (A B C D E F G) F 5
    (A B C D E F G) G 6
    (A B C D E F G H) A 0
    (A B C D E F G H) B 1
    (A B C D E F G H) C 2
    (A B C D E F G H) D 3
    (A B C D E F G H) E 4
    (A B C D E F G H) F 5
    (A B C D E F G H) G 6
    (A B C D E F G H) H 7
}

/// The return type of plain Rust: a value, or a `Result` of one.
pub trait IntoResult<T> {
    /// As a `Result`.
    fn into_result(self) -> Result<T>;
}

impl<T: Differentiable> IntoResult<T> for T {
    fn into_result(self) -> Result<T> {
        Ok(self)
    }
}

impl<T> IntoResult<T> for Result<T> {
    fn into_result(self) -> Self {
        self
    }
}

/// The value that plain Rust returned.
#[inline]
pub fn made<T>(value: impl IntoResult<T>) -> Result<T> {
    value.into_result()
}

/// The tangent of a function that has a reverse rule alone.
pub fn no_forward_rule<T>(function: &str) -> Result<T> {
    let message =
        format!("`{function}` has a reverse rule alone; give it a forward one, `jvp = rule`, or `order = 2`");
    Err(Error::new(ErrorKind::NoRule, message))
}

/// A cotangent that a rule made, if it has the shape of the argument.
#[inline]
pub fn fitting<T: Float>(made: Tensor<T>, shape: &Shape, function: &str, param: &str) -> Result<Tensor<T>> {
    let found = made.layout().shape;
    if found == *shape {
        return Ok(made);
    }
    let message = format!(
        "`{function}`: its rule gives `{param}` a cotangent of shape {found}, but `{param}` has shape {shape}"
    );
    Err(Error::new(ErrorKind::Shape, message))
}

/// As [`fitting`], of a slice.
pub fn list_fitting<T: Float>(
    made: Vec<Tensor<T>>,
    shapes: &crate::tensor::lists::Shapes,
    function: &str,
    param: &str,
) -> Result<Vec<Tensor<T>>> {
    if made.len() != shapes.len() {
        let (got, want) = (made.len(), shapes.len());
        let message = format!(
            "`{function}`: its rule gives `{param}` {got} cotangents, but `{param}` has {want} tensors"
        );
        return Err(Error::new(ErrorKind::Shape, message));
    }
    made.into_iter().zip(shapes.iter()).map(|(m, shape)| fitting(m, shape, function, param)).collect()
}

/// As [`fitting`], of any form.
pub fn tree_fitting<F: Form>(made: &F::Tangent, form: &F, function: &str, param: &str) -> Result<F::Tangent> {
    tree::of_form(made, &form.zeros()?).map_err(|error| {
        let message = format!("`{function}`: its rule gives `{param}` a cotangent of another form: {error}");
        Error::new(ErrorKind::Shape, message)
    })
}

/// The content of a slot, as the cotangent of the argument.
#[diagnostic::on_unimplemented(
    message = "a gradient of `{C}` is asked of a function that takes `{Self}`",
    label = "an argument of another type",
    note = "a tensor of another element type is cast: `x.cast::<f32>()`"
)]
pub trait Received<C> {
    /// The value itself, or zeros where the callee's parameter is constant.
    fn received(self, zeros: impl FnOnce() -> Result<C>) -> Result<C>;
    /// As [`received`](Self::received), but lent where the value is there as it is.
    fn lent(&self, zeros: impl FnOnce() -> Result<C>) -> Result<Handed<'_, C>>
    where
        Self: Clone,
    {
        self.clone().received(zeros).map(Handed::Own)
    }
}

/// A value that is lent, or that was made in place of a lent one.
#[derive(Debug)]
pub enum Handed<'t, T> {
    /// A reference to it.
    By(&'t T),
    /// The value itself.
    Own(T),
}

impl<T> std::ops::Deref for Handed<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        match self {
            Self::By(value) => value,
            Self::Own(value) => value,
        }
    }
}

impl<T: Clone> Handed<'_, T> {
    /// The value itself, or a copy.
    #[inline]
    pub fn owned(self) -> T {
        match self {
            Self::By(value) => value.clone(),
            Self::Own(value) => value,
        }
    }
}

/// The methods of [`Received`] for a type that is a cotangent already.
macro_rules! received_as_it_is {
    () => {
        fn lent(&self, _: impl FnOnce() -> Result<Self>) -> Result<Handed<'_, Self>> {
            Ok(Handed::By(self))
        }
        fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
            Ok(self)
        }
    };
}
pub(crate) use received_as_it_is;

impl<T: Float> Received<Self> for Tensor<T> {
    received_as_it_is!();
}

impl<C> Received<Self> for Vec<C> {
    received_as_it_is!();
}

impl<C> Received<C> for () {
    fn received(self, zeros: impl FnOnce() -> Result<C>) -> Result<C> {
        zeros()
    }
}

/// The cotangent of a tensor argument.
#[inline]
pub fn slot<T: Float>(slot: impl Received<Tensor<T>>, shape: Shape, device: Device) -> Result<Tensor<T>> {
    slot.received(|| crate::tensor::construct::zeros(&shape, device))
}

/// The cotangents of a list.
#[inline]
pub fn list_slot<T: Float>(
    slot: impl Received<Vec<Tensor<T>>>,
    shapes: crate::tensor::lists::Shapes,
    device: Device,
) -> Result<Vec<Tensor<T>>> {
    slot.received(|| crate::tensor::lists::zeros(shapes, device))
}

/// The cotangent of an argument of any form.
#[inline]
pub fn form_slot<Z: Zeros>(slot: impl Received<Z::Tangent>, form: &Z) -> Result<Z::Tangent> {
    slot.received(|| form.made())
}

/// The tangent that `start` has become.
#[inline]
pub fn whole_of<F: Form>(_: &F, start: F::Start) -> Result<F::Tangent> {
    F::whole(start)
}

/// A source of zeros for a slot: a form, or what there is of one.
pub trait Zeros {
    /// The type of the zeros.
    type Tangent;
    /// Zeros.
    fn made(&self) -> Result<Self::Tangent>;
}

impl<F: Form> Zeros for F {
    type Tangent = F::Tangent;
    fn made(&self) -> Result<F::Tangent> {
        self.zeros()
    }
}

/// The form of an argument, where its slot needs one. Without that a function that calls itself down a list would look
/// at all the rest of the list at each entry.
#[derive(Clone, Debug)]
pub struct SlotForm<F>(Option<F>);

impl<F: Form> Zeros for SlotForm<F> {
    type Tangent = F::Tangent;
    fn made(&self) -> Result<F::Tangent> {
        self.0.as_ref().map_or_else(|| unreachable!("a slot of a constant parameter is empty"), F::zeros)
    }
}

/// See [`SlotForm`]. `slot` is never called: its type tells which of the pullback's slots is meant. The slot of a constant parameter is `()`,
/// of no size. Any other slot of no size is received as it is, and asks for no form.
#[inline]
pub fn slot_form<B: Slotted, S, F>(_: &B, _slot: fn(B::Slots) -> S, form: impl FnOnce() -> F) -> SlotForm<F> {
    SlotForm((size_of::<S>() == 0).then(form))
}

/// The residuals of one of several arms. Two arms take one `Arm`, and more take a tree of them.
#[derive(Clone, Debug)]
pub enum Arm<A, B> {
    /// One of the first half.
    First(A),
    /// One of the others.
    Rest(B),
}

/// The residuals of a region for its reverse.
#[derive(Clone, Debug)]
pub struct Kept<K> {
    /// The residuals.
    pub values: K,
    /// Bytes of the tensors among them.
    pub bytes: usize,
}

impl Kept<()> {
    /// The residuals of a region that kept nothing.
    pub const NOTHING: Self = Self { values: (), bytes: 0 };
}

impl<K: Held> Kept<K> {
    /// Values that know their bytes.
    #[inline]
    pub fn of(values: K) -> Self {
        Self { bytes: values.bytes(), values }
    }
}

/// The residuals of regions, however many regions there are.
pub trait Held {
    /// Bytes of the tensors in it.
    fn bytes(&self) -> usize;
}

impl<K> Held for Kept<K> {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<A: Held, B: Held> Held for Arm<A, B> {
    fn bytes(&self) -> usize {
        match self {
            Self::First(a) => a.bytes(),
            Self::Rest(b) => b.bytes(),
        }
    }
}

impl<T: Element> Held for Tensor<T> {
    fn bytes(&self) -> usize {
        bytes_of(self)
    }
}

macro_rules! held_together {
    ($($($H:ident $h:ident),+;)+) => {$(
        impl<$($H: Held),+> Held for ($($H,)+) {
            fn bytes(&self) -> usize {
                let ($($h,)+) = self;
                0 $(+ $h.bytes())+
            }
        }
    )+};
}
held_together! {
    A a;
    A a, B b;
    A a, B b, C c;
    A a, B b, C c, D d;
    A a, B b, C c, D d, E e;
    A a, B b, C c, D d, E e, F f;
    A a, B b, C c, D d, E e, F f, G g;
    A a, B b, C c, D d, E e, F f, G g, H h;
}

impl<H: Held> Held for Vec<H> {
    fn bytes(&self) -> usize {
        self.iter().map(H::bytes).sum()
    }
}
