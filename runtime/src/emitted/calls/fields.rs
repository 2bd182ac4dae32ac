//! Fields and entries of values of any form, and of their tangents. Structs have accessors of the derive; here are those of
//! tuples, under the same names.

use cotangent_kernels::{Element, Float};

use super::{Handed, Part, Received, received_as_it_is};
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::transforms::differentiable::{Differentiable, Form, Rest, TensorForm};
use crate::transforms::tree::{self, AnyUpdate, AnyVisit, Path, TensorTree, Update, Visit};

/// Changes entry `I` of a tangent: nothing happens in that of a constant. For tuples beside [`Part`].
pub trait PutEntry<const I: usize, V> {
    /// Adds to it in place.
    fn put_entry(&mut self, value: V) -> Result<()>;
    /// Puts another value in its place.
    fn set_entry(&mut self, value: V);
}

impl<const I: usize, V> PutEntry<I, V> for () {
    fn put_entry(&mut self, _: V) -> Result<()> {
        Ok(())
    }
    fn set_entry(&mut self, _: V) {}
}

macro_rules! entries {
    ($($Entry:ident $i:literal $put:ident $set:ident $form:ident $of:ident),* $(,)?) => {$(
        /// The accessors of one position.
        pub trait $Entry: Part<$i> {
            /// The entry of a form.
            fn $form(&self) -> Self::Part {
                self.part()
            }
            /// The entry of a value or a tangent.
            fn $of(&self) -> &Self::Part {
                self.lend()
            }
            /// Adds to the entry of a tangent in place.
            fn $put<V>(&mut self, value: V) -> Result<()>
            where
                Self: PutEntry<$i, V>,
            {
                self.put_entry(value)
            }
            /// Replaces the entry of a tangent.
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
    Entry0 0 __put_0 __set_0 __form_0 __of_0,
    Entry1 1 __put_1 __set_1 __form_1 __of_1,
    Entry2 2 __put_2 __set_2 __form_2 __of_2,
    Entry3 3 __put_3 __set_3 __form_3 __of_3,
    Entry4 4 __put_4 __set_4 __form_4 __of_4,
    Entry5 5 __put_5 __set_5 __form_5 __of_5,
    Entry6 6 __put_6 __set_6 __form_6 __of_6,
    Entry7 7 __put_7 __set_7 __form_7 __of_7,
}

/// The types that fields are asked of: structs and enums by the derive, their tangents and forms, and tensors, which
/// have none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field with a tangent of this name",
    label = "a differentiable function reads it",
    note = "derive `Differentiable` for the type"
)]
pub trait Fields {}
impl<T: Element> Fields for Tensor<T> {}
impl<T> Fields for TensorForm<T> {}
impl<F: Form> Fields for Rest<F> {}

/// The entry in the tangent of an option.
#[allow(non_snake_case)] // The names of the variant and of the position.
pub trait SomeEntry {
    /// The type of the entry.
    type Entry;
    /// The entry itself.
    fn __of_Some__0(&self) -> Result<&Self::Entry>;
    /// Adds to it in place.
    fn __put_Some__0(&mut self, value: Self::Entry) -> Result<()>;
}

impl<C: TensorTree> SomeEntry for Option<C> {
    type Entry = C;
    fn __of_Some__0(&self) -> Result<&C> {
        self.as_ref().ok_or_else(|| Path::root().differ(tree::ABSENT))
    }
    fn __put_Some__0(&mut self, value: C) -> Result<()> {
        tree::add(self.as_mut().ok_or_else(|| Path::root().differ(tree::ABSENT))?, &value)
    }
}

/// A value of which only the compiler knows whether it has a tangent: methods are looked for in [`HasForm`] first, and
/// in [`HasNone`] behind one more reference.
#[derive(Debug)]
pub struct Asked<'x, X: ?Sized>(pub &'x X);

/// The methods of a tangent.
pub trait HasSum {
    /// The sum with another of its form.
    fn __sum(&self, other: &Self::Tangent) -> Result<Self::Tangent>;
    /// The type of the tangent.
    type Tangent;
}

impl<C: TensorTree> HasSum for Asked<'_, C> {
    type Tangent = C;
    fn __sum(&self, other: &C) -> Result<C> {
        let mut total = self.0.clone();
        tree::add(&mut total, other)?;
        Ok(total)
    }
}

impl Asked<'_, ()> {
    /// The sum in a constant field takes anything: a loop or an arm does not know that its value stands in one.
    #[inline]
    pub fn __sum<D>(&self, _: &D) -> Result<()> {
        Ok(())
    }
}

/// The methods of a value that has a tangent.
pub trait HasForm {
    /// Its form.
    type Form: Form;
    /// How zeros look.
    fn __form(&self) -> Self::Form;
    /// Its form, where it is a parameter that is a list.
    fn __forms(&self) -> Self::Form {
        self.__form()
    }
    /// The form without parts that are brought along.
    fn __form_but(&self, _: &[&str]) -> Self::Form {
        self.__form()
    }
    /// The type of the value.
    type Value: ?Sized;
    /// Checks that plain Rust has left the value the tensors that it had: a gradient knows of no others.
    fn __untouched(&self, after: &Self::Value, name: &str) -> Result<()>;
    /// Checks that there are no tensors in the value: plain Rust would keep no derivative of them.
    fn __alone(&self, name: &str) -> Result<()>;
    /// A tangent of the value, zeros where it stands in a constant field.
    fn __along<'t, D>(&self, tangent: &'t D) -> Result<Handed<'t, <Self::Form as Form>::Tangent>>
    where
        D: Received<<Self::Form as Form>::Tangent> + Clone;
}

impl<X: Differentiable> HasForm for Asked<'_, X> {
    type Form = X::Form;
    type Value = X;
    fn __form(&self) -> X::Form {
        self.0.form()
    }
    fn __form_but(&self, brought: &[&str]) -> X::Form {
        self.0.form_but(brought)
    }
    fn __untouched(&self, after: &X, name: &str) -> Result<()> {
        untouched(&[self.0], &[after], name)
    }
    fn __alone(&self, name: &str) -> Result<()> {
        alone(&[self.0], name)
    }
    fn __along<'t, D>(&self, tangent: &'t D) -> Result<Handed<'t, X::Tangent>>
    where
        D: Received<X::Tangent> + Clone,
    {
        tangent.lent(|| self.0.form().zeros())
    }
}

impl<X: Differentiable> HasForm for Asked<'_, [X]> {
    type Form = Vec<X::Form>;
    type Value = [X];
    fn __form(&self) -> Vec<X::Form> {
        self.0.iter().map(X::form).collect()
    }
    fn __untouched(&self, after: &[X], name: &str) -> Result<()> {
        untouched(&self.0.iter().collect::<Vec<_>>(), &after.iter().collect::<Vec<_>>(), name)
    }
    fn __alone(&self, name: &str) -> Result<()> {
        alone(&self.0.iter().collect::<Vec<_>>(), name)
    }
    fn __along<'t, D>(&self, tangent: &'t D) -> Result<Handed<'t, Vec<X::Tangent>>>
    where
        D: Received<Vec<X::Tangent>> + Clone,
    {
        tangent.lent(|| self.__form().zeros())
    }
}

/// The methods of a value that has no tangent: it is constant.
pub trait HasNone {
    /// The form, which is nothing.
    fn __form(&self) {}
    /// The form of a list, for rustc: it has said that the items have no tangent.
    fn __forms(&self) -> Vec<()> {
        Vec::new()
    }
    /// The form, which is nothing.
    fn __form_but(&self, _: &[&str]) {}
    /// Checks nothing: the value has no tangent.
    fn __untouched<A: ?Sized>(&self, _: &A, _: &str) -> Result<()> {
        Ok(())
    }
    /// Checks nothing: the value has no tangent.
    fn __alone(&self, _: &str) -> Result<()> {
        Ok(())
    }
    /// The tangent, whatever stands for it.
    fn __along<'t, D>(&self, tangent: &'t D) -> Result<Handed<'t, D>> {
        Ok(Handed::By(tangent))
    }
}

impl<X: ?Sized> HasNone for &Asked<'_, X> {}

impl<X: Differentiable> Asked<'_, &X> {
    /// Checks that a lent value holds no tensors of floats.
    pub fn __alone(&self, name: &str) -> Result<()> {
        alone(&[*self.0], name)
    }
}

/// Checks that the values hold no tensors of floats.
fn alone<X: Differentiable>(values: &[&X], name: &str) -> Result<()> {
    struct None<'n>(&'n str);
    impl Visit for None<'_> {
        fn leaf<T: Float>(&mut self, _: &Path, _: &Tensor<T>) -> Result<()> {
            let name = self.0;
            let message = format!(
                "`{name}` holds tensors that plain Rust gave, so that its gradient is not known; take it by what \
                 `#[differentiable]` follows: a field, an index, a call in a `let`"
            );
            Err(Error::new(ErrorKind::NoRule, message))
        }
    }
    values.iter().try_for_each(|value| value.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut None(name))))
}

/// Whether the tensors of two values are the same ones.
fn untouched<X: Differentiable>(before: &[&X], after: &[&X], name: &str) -> Result<()> {
    struct Seen(Vec<(String, usize, Layout)>);
    impl Visit for Seen {
        fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
            self.0.push((path.to_string(), x.storage().ptr() as usize, *x.layout()));
            Ok(())
        }
    }
    let all = |values: &[&X]| -> Result<_> {
        let mut seen = Seen(Vec::new());
        for value in values {
            value.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut seen))?;
        }
        Ok(seen.0)
    };
    if all(before)? == all(after)? {
        return Ok(());
    }
    let message = format!(
        "a method that is plain Rust changed the tensors of `{name}`, so that its gradient is not known; assign them"
    );
    Err(Error::new(ErrorKind::NoRule, message))
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

/// An array that a callee takes as a slice.
impl<C, const N: usize> Received<[C; N]> for Vec<C> {
    fn received(self, _: impl FnOnce() -> Result<[C; N]>) -> Result<[C; N]> {
        let found = self.len();
        self.try_into()
            .map_err(|_| Error::new(ErrorKind::Shape, format!("{found} cotangents of an array of {N}")))
    }
}

impl<C, const N: usize> Received<Self> for [C; N] {
    received_as_it_is!();
}

impl<C, const N: usize> Received<Vec<C>> for [C; N] {
    fn received(self, _: impl FnOnce() -> Result<Vec<C>>) -> Result<Vec<C>> {
        Ok(self.into())
    }
}

impl<C> Received<Self> for Option<C> {
    received_as_it_is!();
}

impl<C> Received<Self> for Box<C> {
    received_as_it_is!();
}

macro_rules! received {
    ($(($($A:ident)+))*) => {$(
        impl<$($A),+> Received<Self> for ($($A,)+) {
            received_as_it_is!();
        }
    )*};
}
received!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

/// The device of the first tensor in a list of values.
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
        let _ = value.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut first));
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
    let mut tensors = value.form().zeros()?;
    value.clone().walk_tensors([], [&mut tensors], &mut Path::root(), &mut AnyUpdate(&mut Copy))?;
    Ok(tensors)
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
    value.walk_tensors([tensors], [], &mut Path::root(), &mut AnyUpdate(&mut Copy))?;
    Ok(value)
}
