//! Fields and entries of values of any form, and of their tangents. Structs have accessors of the derive; here are those of
//! tuples and lists, under the same names.

use cotangent_kernels::{Element, Float};

use super::{Part, Received};
use crate::device::Device;
use crate::differentiable::Differentiable;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tree::{self, Path, TensorTree, Update, Visit};

/// Changes entry `I` of a tangent: nothing happens in that of a constant. For tuples beside [`Part`].
pub trait PutEntry<const I: usize, V> {
    /// Adds to it in place.
    fn put_entry(&mut self, value: V) -> Result<()>;
    /// Another one in its place.
    fn set_entry(&mut self, value: V);
}

impl<const I: usize, V> PutEntry<I, V> for () {
    fn put_entry(&mut self, _: V) -> Result<()> {
        Ok(())
    }
    fn set_entry(&mut self, _: V) {}
}

macro_rules! entries {
    ($($Entry:ident $i:literal $take:ident $put:ident $set:ident $form:ident $form_of:ident),* $(,)?) => {$(
        /// The accessors of one position.
        pub trait $Entry: Part<$i> {
            /// Of a tangent.
            fn $take(&self) -> Self::Part {
                self.part()
            }
            /// Of a form.
            fn $form(&self) -> Self::Part {
                self.part()
            }
            /// Of a value.
            fn $form_of(&self) -> <Self::Part as Differentiable>::Form
            where
                Self::Part: Differentiable,
            {
                self.part().form()
            }
            /// Of a tangent.
            fn $put<V>(&mut self, value: V) -> Result<()>
            where
                Self: PutEntry<$i, V>,
            {
                self.put_entry(value)
            }
            /// Of a tangent.
            fn $set<V>(&mut self, value: V)
            where
                Self: PutEntry<$i, V>,
            {
                self.set_entry(value);
            }
        }
        impl<X: Part<$i>> $Entry for X {}
    )*};
}
entries! {
    Entry0 0 __take_0 __put_0 __set_0 __form_0 __form_of_0,
    Entry1 1 __take_1 __put_1 __set_1 __form_1 __form_of_1,
    Entry2 2 __take_2 __put_2 __set_2 __form_2 __form_of_2,
    Entry3 3 __take_3 __put_3 __set_3 __form_3 __form_of_3,
    Entry4 4 __take_4 __put_4 __set_4 __form_4 __form_of_4,
    Entry5 5 __take_5 __put_5 __set_5 __form_5 __form_of_5,
    Entry6 6 __take_6 __put_6 __set_6 __form_6 __form_of_6,
    Entry7 7 __take_7 __put_7 __set_7 __form_7 __form_of_7,
}

/// What is in the tangent of an option.
#[allow(non_snake_case)] // The names of the variant and of the position.
pub trait SomeEntry {
    /// Of what type.
    type Entry;
    /// Another handle.
    fn __take_Some__0(&self) -> Result<Self::Entry>;
    /// Adds to it in place.
    fn __put_Some__0(&mut self, value: Self::Entry) -> Result<()>;
}

impl<C: TensorTree> SomeEntry for Option<C> {
    type Entry = C;
    fn __take_Some__0(&self) -> Result<C> {
        self.clone().ok_or_else(|| Path::root().differ(tree::ABSENT))
    }
    fn __put_Some__0(&mut self, value: C) -> Result<()> {
        tree::add(self.as_mut().ok_or_else(|| Path::root().differ(tree::ABSENT))?, &value)
    }
}

/// A value of which only the compiler knows whether it has a tangent: methods are looked for in [`HasForm`] first, and
/// in [`HasNone`] behind one more reference.
#[derive(Debug)]
pub struct Asked<'x, X: ?Sized>(pub &'x X);

/// Of a value that has a tangent.
pub trait HasForm {
    /// Its form.
    type Form: crate::differentiable::Form;
    /// How zeros look.
    fn __form(&self) -> Self::Form;
    /// A tangent of the value, zeros where it stands in a constant field.
    fn __along<D>(&self, tangent: D) -> Result<<Self::Form as crate::differentiable::Form>::Tangent>
    where
        D: Received<<Self::Form as crate::differentiable::Form>::Tangent>;
}

impl<X: Differentiable> HasForm for Asked<'_, X> {
    type Form = X::Form;
    fn __form(&self) -> X::Form {
        self.0.form()
    }
    fn __along<D: Received<X::Tangent>>(&self, tangent: D) -> Result<X::Tangent> {
        tangent.received(|| crate::differentiable::Form::zeros(&self.0.form()))
    }
}

impl<X: Differentiable> HasForm for Asked<'_, [X]> {
    type Form = Vec<X::Form>;
    fn __form(&self) -> Vec<X::Form> {
        self.0.iter().map(X::form).collect()
    }
    fn __along<D: Received<Vec<X::Tangent>>>(&self, tangent: D) -> Result<Vec<X::Tangent>> {
        tangent.received(|| crate::differentiable::Form::zeros(&self.__form()))
    }
}

/// Of a value that has none: it is constant.
pub trait HasNone {
    /// Nothing.
    fn __form(&self) {}
    /// Whatever stands for it.
    fn __along<D>(&self, tangent: D) -> Result<D> {
        Ok(tangent)
    }
}

impl<X: ?Sized> HasNone for &Asked<'_, X> {}

/// A value that a body makes: were it without a tangent, what stands in it would silently have none.
#[inline]
pub fn moving<M: Differentiable>(value: M) -> M {
    value
}

/// A number that nothing tells from a tensor but its own text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number",
    label = "taken for a number: there is an integer in it, or it is copied out of a reference",
    note = "a tensor is borrowed, `&self.h * 2`, or has its type in a `let`: `let h: Tensor = self.h * 2;`"
)]
pub trait Plain {}

macro_rules! plain {
    ($($N:ty)*) => {$(impl Plain for $N {})*};
}
plain!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool);

/// See [`Plain`].
#[inline]
pub fn plain<N: Plain>(number: N) -> N {
    number
}

/// Entry `i` of a list.
#[inline]
pub fn item<C>(list: &[C], i: usize) -> Result<&C> {
    list.get(i).ok_or_else(|| beyond(i, list.len()))
}

#[cold]
fn beyond(i: usize, len: usize) -> Error {
    Error::new(ErrorKind::Index, format!("entry {i} of a list of {len}"))
}

/// The tangent of a list; of a constant one it is `()`.
pub trait Items<V> {
    /// Another handle of entry `i`.
    fn take(&self, i: usize) -> Result<V>;
    /// Adds to entry `i` in place.
    fn put(&mut self, i: usize, value: V) -> Result<()>;
}

impl Items<()> for () {
    fn take(&self, _: usize) -> Result<()> {
        Ok(())
    }
    fn put(&mut self, _: usize, (): ()) -> Result<()> {
        Ok(())
    }
}

impl<C: TensorTree> Items<C> for Vec<C> {
    fn take(&self, i: usize) -> Result<C> {
        item(self, i).cloned()
    }
    fn put(&mut self, i: usize, value: C) -> Result<()> {
        let len = self.len();
        tree::add(self.get_mut(i).ok_or_else(|| beyond(i, len))?, &value)
    }
}

impl<C: TensorTree, const N: usize> Items<C> for [C; N] {
    fn take(&self, i: usize) -> Result<C> {
        item(self, i).cloned()
    }
    fn put(&mut self, i: usize, value: C) -> Result<()> {
        tree::add(self.get_mut(i).ok_or_else(|| beyond(i, N))?, &value)
    }
}

/// The tangent of a list that something was pushed to; of a constant one it is `()`.
pub trait Pushed<V>: Sized {
    /// Another handle of the last entry.
    fn last(&self) -> Result<V>;
    /// The entries before it.
    fn front(self) -> Self;
}

impl Pushed<()> for () {
    fn last(&self) -> Result<()> {
        Ok(())
    }
    fn front(self) {}
}

impl<C: Clone> Pushed<C> for Vec<C> {
    fn last(&self) -> Result<C> {
        self.as_slice().last().cloned().ok_or_else(|| beyond(0, 0))
    }
    fn front(mut self) -> Self {
        self.pop();
        self
    }
}

/// The cotangent of what a value was used as, as one of the value.
pub trait Back<G>: crate::differentiable::Form {
    /// Itself, or nothing where the value is a number.
    fn back(&self, g: G) -> Self::Tangent;
}

impl<T: Float> Back<Tensor<T>> for crate::differentiable::TensorForm<T>
where
    Self: crate::differentiable::Form<Tangent = Tensor<T>>,
{
    fn back(&self, g: Tensor<T>) -> Tensor<T> {
        g
    }
}

impl<F, G> Back<Vec<G>> for Vec<F>
where
    Self: crate::differentiable::Form<Tangent = Vec<G>>,
{
    fn back(&self, g: Vec<G>) -> Vec<G> {
        g
    }
}

impl<F, G, const N: usize> Back<Vec<G>> for [F; N]
where
    Self: crate::differentiable::Form<Tangent = [G; N]>,
{
    fn back(&self, g: Vec<G>) -> [G; N] {
        g.try_into().unwrap_or_else(|_| unreachable!("one cotangent for each tensor"))
    }
}

impl<G> Back<G> for () {
    fn back(&self, _: G) {}
}

/// What is used as a tensor: one, or a number that is none of the integers, whose arithmetic is another. The tangent of a
/// number is nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor of `{T}`",
    label = "used as a tensor here",
    note = "a number that host code computes with has its type in a `let`: `let n: usize = self.heads * 2;`",
    note = "structs say nothing of their element type; where theirs is not `f32`, write `#[differentiable(float = f64)]`"
)]
pub trait Real<T: Element> {
    /// As a tensor: a number on this device.
    fn real(self, device: Device) -> Result<Tensor<T>>;
}

impl<T: Element> Real<T> for Tensor<T> {
    fn real(self, _: Device) -> Result<Self> {
        Ok(self)
    }
}

impl<T: Float> Real<T> for f32 {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.operand(device)
    }
}

impl<T: Float> Real<T> for f64 {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.operand(device)
    }
}

impl<T: Float> Real<T> for () {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.operand(device)
    }
}

/// See [`Real`].
#[inline]
pub fn real<T: Element>(value: impl Real<T>, device: Device) -> Result<Tensor<T>> {
    value.real(device)
}

/// What is used as a list of tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of tensors of `{T}`",
    label = "used as a list of tensors here"
)]
pub trait ListOf<T: Element> {
    /// As a list.
    fn tensors(self) -> Vec<Tensor<T>>;
}

impl<T: Element> ListOf<T> for Vec<Tensor<T>> {
    fn tensors(self) -> Self {
        self
    }
}

impl<T: Element, const N: usize> ListOf<T> for [Tensor<T>; N] {
    fn tensors(self) -> Vec<Tensor<T>> {
        self.into()
    }
}

/// See [`ListOf`].
#[inline]
pub fn tensors<T: Element>(list: impl ListOf<T>) -> Vec<Tensor<T>> {
    list.tensors()
}

/// What stands beside a tensor in an elementwise op: a tensor, or a number.
#[diagnostic::on_unimplemented(message = "`{Self}` is neither a tensor of `{T}` nor a number")]
pub trait Operand<T: Element> {
    /// As a tensor: a number on this device.
    fn operand(self, device: Device) -> Result<Tensor<T>>;
}

impl<T: Element> Operand<T> for Tensor<T> {
    fn operand(self, _: Device) -> Result<Self> {
        Ok(self)
    }
}

macro_rules! numbers {
    ($($N:ty),*) => {$(
        impl<T: Float> Operand<T> for $N {
            fn operand(self, device: Device) -> Result<Tensor<T>> {
                Ok(crate::emitted::scalar(self as f64, device))
            }
        }
    )*};
}
numbers!(f32, f64, i32, i64, isize, u32, u64, usize);

impl<T: Float> Operand<T> for () {
    fn operand(self, device: Device) -> Result<Tensor<T>> {
        Ok(crate::emitted::scalar(0.0, device))
    }
}

/// See [`Operand`].
#[inline]
pub fn operand<T: Element>(value: impl Operand<T>, device: Device) -> Result<Tensor<T>> {
    value.operand(device)
}

/// An array that a callee takes as a slice.
impl<C, const N: usize> Received<[C; N]> for Vec<C> {
    fn received(self, _: impl FnOnce() -> Result<[C; N]>) -> Result<[C; N]> {
        let found = self.len();
        self.try_into()
            .map_err(|_| Error::new(ErrorKind::Shape, format!("{found} cotangents of an array of {N}")))
    }
}

impl<C, const N: usize> Received<Self> for [C; N] {
    fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
        Ok(self)
    }
}

impl<C, const N: usize> Received<Vec<C>> for [C; N] {
    fn received(self, _: impl FnOnce() -> Result<Vec<C>>) -> Result<Vec<C>> {
        Ok(self.into())
    }
}

impl<C> Received<Self> for Option<C> {
    fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
        Ok(self)
    }
}

impl<C> Received<Self> for Box<C> {
    fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
        Ok(self)
    }
}

macro_rules! received {
    ($(($($A:ident)+))*) => {$(
        impl<$($A),+> Received<Self> for ($($A,)+) {
            fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
                Ok(self)
            }
        }
    )*};
}
received!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

/// Where the first tensor of a value lives.
pub fn device_in<M: Differentiable>(value: &M) -> Device {
    device_in_list(std::slice::from_ref(value))
}

/// Where the first tensor of a list of values lives.
pub fn device_in_list<M: Differentiable>(values: &[M]) -> Device {
    struct First(Option<Device>);
    impl Visit for First {
        fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
            self.0.get_or_insert(x.device());
            Ok(())
        }
    }
    let mut first = First(None);
    // It only looks.
    for value in values {
        let _ = value.visit_tensors(&mut Path::root(), &mut first);
    }
    first.0.unwrap_or(Device::CPU)
}

/// The tensors of a value, in the form of its tangents.
pub fn tensors_of<M: Differentiable>(value: &M) -> Result<M::Tangent> {
    struct Copy;
    impl Update<0, 1> for Copy {
        fn leaf<T: Float>(
            &mut self,
            _: &Path,
            x: &mut Tensor<T>,
            _: [&Tensor<T>; 0],
            [state]: [&mut Tensor<T>; 1],
        ) -> Result<()> {
            state.clone_from(x);
            Ok(())
        }
    }
    let mut tensors = crate::differentiable::Form::zeros(&value.form())?;
    value.clone().walk_tensors([], [&mut tensors], &mut Path::root(), &mut Copy)?;
    Ok(tensors)
}

/// As [`tensors_of`], of each value.
pub fn tensors_of_list<M: Differentiable>(values: &[M]) -> Result<Vec<M::Tangent>> {
    values.iter().map(tensors_of).collect()
}

/// As [`with_tensors`], of each value.
pub fn list_with_tensors<M: Differentiable>(values: &[M], tensors: &[M::Tangent]) -> Result<Vec<M>> {
    values.iter().zip(tensors).map(|(value, tensors)| with_tensors(value, tensors)).collect()
}

/// The value with other tensors.
pub fn with_tensors<M: Differentiable>(value: &M, tensors: &M::Tangent) -> Result<M> {
    struct Copy;
    impl Update<1, 0> for Copy {
        fn leaf<T: Float>(
            &mut self,
            _: &Path,
            x: &mut Tensor<T>,
            [new]: [&Tensor<T>; 1],
            _: [&mut Tensor<T>; 0],
        ) -> Result<()> {
            x.clone_from(new);
            Ok(())
        }
    }
    let mut value = value.clone();
    value.walk_tensors([tensors], [], &mut Path::root(), &mut Copy)?;
    Ok(value)
}
