//! What emitted code does where one differentiable function calls another: arguments in the form that the callee takes,
//! cotangents by the position of the parameter, values whose type only the compiler knows.

mod fields;
mod methods;

use cotangent_kernels::Float;

use crate::device::Device;
use crate::differentiable::{Differentiable, Form};
use crate::error::{Error, ErrorKind, Result};
use crate::function::{Cotangent, Pullback};
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::tree::{self, TensorTree};

pub use fields::*;
pub use methods::*;

/// A value as an argument of type `P`: by reference, or a copy of the handle.
pub trait Give<'a, P> {
    /// The argument.
    fn give(&'a self) -> P;
}

impl<'a, V: ?Sized> Give<'a, &'a V> for V {
    fn give(&'a self) -> &'a V {
        self
    }
}

impl<V: Clone> Give<'_, V> for V {
    fn give(&self) -> V {
        self.clone()
    }
}

impl<'a, V> Give<'a, &'a [V]> for Vec<V> {
    fn give(&'a self) -> &'a [V] {
        self
    }
}

impl<'a, V, const N: usize> Give<'a, &'a [V]> for [V; N] {
    fn give(&'a self) -> &'a [V] {
        self
    }
}

impl<'a> Give<'a, &'a str> for String {
    fn give(&'a self) -> &'a str {
        self
    }
}

/// A tuple or an array that the caller has put together, in any of the forms of a parameter.
#[derive(Debug)]
pub struct Whole<V>(pub V);

impl<'a, V> Give<'a, &'a V> for Whole<V> {
    fn give(&'a self) -> &'a V {
        &self.0
    }
}

impl<'a, V, P, const N: usize> Give<'a, [P; N]> for Whole<[V; N]>
where
    V: Give<'a, P>,
{
    fn give(&'a self) -> [P; N] {
        self.0.each_ref().map(V::give)
    }
}

impl<'a, V, const N: usize> Give<'a, &'a [V]> for Whole<[V; N]> {
    fn give(&'a self) -> &'a [V] {
        &self.0
    }
}

macro_rules! wholes {
    ($(($($A:ident $P:ident $i:tt)*))*) => {$(
        impl<'a, $($A: Give<'a, $P>, $P),*> Give<'a, ($($P,)*)> for Whole<($($A,)*)> {
            fn give(&'a self) -> ($($P,)*) {
                ($(self.0.$i.give(),)*)
            }
        }
    )*};
}
wholes! {
    (A P 0)
    (A P 0 B Q 1)
    (A P 0 B Q 1 C R 2)
    (A P 0 B Q 1 C R 2 D S 3)
    (A P 0 B Q 1 C R 2 D S 3 E T 4)
    (A P 0 B Q 1 C R 2 D S 3 E T 4 F U 5)
    (A P 0 B Q 1 C R 2 D S 3 E T 4 F U 5 G V 6)
    (A P 0 B Q 1 C R 2 D S 3 E T 4 F U 5 G V 6 H W 7)
}

/// `value` as the callee's parameter takes it.
#[inline]
pub fn give<'a, V: Give<'a, P> + ?Sized, P>(value: &'a V) -> P {
    value.give()
}

/// A gradient struct, one entry for every parameter in order: `()` where it is constant.
pub trait Slots {
    /// A tuple.
    type Slots;
    /// Taken apart.
    fn slots(self) -> Self::Slots;
}

/// A pullback that takes a cotangent in the form of the output.
pub trait PullOutput: Clone {
    /// What the function returns.
    type Output: Differentiable;
    /// The gradient struct.
    type Slots;
    /// The cotangents of the active inputs.
    fn pull_output(self, g: <Self::Output as Differentiable>::Tangent) -> Result<Self::Slots>;
}

/// The pullback of a callee. Its type is not part of the caller's, so that functions may call each other and themselves.
pub struct Boxed<'p, O: Differentiable, G>(Box<dyn Erased<'p, O, G> + 'p>);

trait Erased<'p, O: Differentiable, G> {
    fn pull_output(self: Box<Self>, g: O::Tangent) -> Result<G>;
    fn residual_bytes(&self) -> usize;
    fn another(&self) -> Box<dyn Erased<'p, O, G> + 'p>;
}

impl<'p, P> Erased<'p, P::Output, P::Slots> for P
where
    P: PullOutput + Pullback + 'p,
{
    fn pull_output(self: Box<Self>, g: <P::Output as Differentiable>::Tangent) -> Result<P::Slots> {
        PullOutput::pull_output(*self, g)
    }
    fn residual_bytes(&self) -> usize {
        Pullback::residual_bytes(self)
    }
    fn another(&self) -> Box<dyn Erased<'p, P::Output, P::Slots> + 'p> {
        Box::new(self.clone())
    }
}

impl<O: Differentiable, G> Clone for Boxed<'_, O, G> {
    fn clone(&self) -> Self {
        Self(self.0.another())
    }
}

impl<O: Differentiable, G> Boxed<'_, O, G> {
    /// Bytes of the tensors that it keeps alive.
    pub fn residual_bytes(&self) -> usize {
        self.0.residual_bytes()
    }
}

/// What a callee's `vjp` gives.
#[inline]
pub fn boxed<'p, P>((y, pullback): (P::Output, P)) -> (P::Output, Boxed<'p, P::Output, P::Slots>)
where
    P: PullOutput + Pullback + 'p,
{
    (y, Boxed(Box::new(pullback)))
}

/// The cotangents of a callee's arguments.
#[inline]
pub fn pull<O: Differentiable, G: Slots>(pullback: Boxed<'_, O, G>, g: O::Tangent) -> Result<G::Slots> {
    Ok(pullback.0.pull_output(g)?.slots())
}

/// A pullback that takes a tangent beside a cotangent.
pub trait Pullback2: Clone {
    /// What the function returns.
    type Output: Differentiable;
    /// The gradient struct.
    type Grads;
    /// The cotangents of the active inputs, and the tangents of these.
    fn pull(
        self,
        g: <Self::Output as Differentiable>::Tangent,
        dg: <Self::Output as Differentiable>::Tangent,
    ) -> Result<(Self::Grads, Self::Grads)>;
}

/// See [`Pullback2`]; `flat` takes the tensors out of a cotangent.
pub fn pullback_2<O, C, G, F>(flat: fn(O::Tangent) -> C, run: F) -> FromFn2<O, C, F>
where
    O: Differentiable,
    C: Cotangent,
    F: for<'a> FnOnce(C::Parts<'a>, C::Parts<'a>) -> Result<(G, G)> + Clone,
{
    FromFn2 { flat, run }
}

/// See [`pullback_2`].
#[derive(Debug)]
pub struct FromFn2<O: Differentiable, C, F> {
    flat: fn(O::Tangent) -> C,
    run: F,
}

impl<O: Differentiable, C, F: Clone> Clone for FromFn2<O, C, F> {
    fn clone(&self) -> Self {
        Self { flat: self.flat, run: self.run.clone() }
    }
}

impl<O, C, G, F> Pullback2 for FromFn2<O, C, F>
where
    O: Differentiable,
    C: Cotangent,
    F: for<'a> FnOnce(C::Parts<'a>, C::Parts<'a>) -> Result<(G, G)> + Clone,
{
    type Output = O;
    type Grads = G;
    fn pull(self, g: O::Tangent, dg: O::Tangent) -> Result<(G, G)> {
        let (g, dg) = ((self.flat)(g), (self.flat)(dg));
        (self.run)(g.parts(), dg.parts())
    }
}

/// As [`Boxed`], of a [`Pullback2`].
pub struct Boxed2<'p, O: Differentiable, G>(Box<dyn Erased2<'p, O, G> + 'p>);

trait Erased2<'p, O: Differentiable, G> {
    fn pull(self: Box<Self>, g: O::Tangent, dg: O::Tangent) -> Result<(G, G)>;
    fn another(&self) -> Box<dyn Erased2<'p, O, G> + 'p>;
}

impl<'p, P: Pullback2 + 'p> Erased2<'p, P::Output, P::Grads> for P {
    fn pull(
        self: Box<Self>,
        g: <P::Output as Differentiable>::Tangent,
        dg: <P::Output as Differentiable>::Tangent,
    ) -> Result<(P::Grads, P::Grads)> {
        Pullback2::pull(*self, g, dg)
    }
    fn another(&self) -> Box<dyn Erased2<'p, P::Output, P::Grads> + 'p> {
        Box::new(self.clone())
    }
}

impl<O: Differentiable, G> Clone for Boxed2<'_, O, G> {
    fn clone(&self) -> Self {
        Self(self.0.another())
    }
}

/// What a callee's `order_2_vjp` gives.
#[inline]
#[allow(clippy::type_complexity)] // Three results, one of which is the form of another.
pub fn boxed_2<'p, P: Pullback2 + 'p>(
    (y, pullback, dy): (P::Output, P, <P::Output as Differentiable>::Tangent),
) -> (P::Output, Boxed2<'p, P::Output, P::Grads>, <P::Output as Differentiable>::Tangent) {
    (y, Boxed2(Box::new(pullback)), dy)
}

/// As [`pull`], with tangents.
#[inline]
pub fn pull_2<O: Differentiable, G: Slots>(
    pullback: Boxed2<'_, O, G>,
    g: O::Tangent,
    dg: O::Tangent,
) -> Result<(G::Slots, G::Slots)> {
    let (grads, tangents) = pullback.0.pull(g, dg)?;
    Ok((grads.slots(), tangents.slots()))
}

/// A part of a slot; of a constant parameter each is `()`.
pub trait Part<const I: usize> {
    /// Of what type.
    type Part;
    /// A copy of the handles.
    fn part(&self) -> Self::Part;
}

impl<const I: usize> Part<I> for () {
    type Part = ();
    fn part(&self) {}
}

impl<C: Clone, const I: usize> Part<I> for Vec<C> {
    type Part = C;
    fn part(&self) -> C {
        self[I].clone()
    }
}

impl<C: Clone, const I: usize, const N: usize> Part<I> for [C; N] {
    type Part = C;
    fn part(&self) -> C {
        self[I].clone()
    }
}

macro_rules! parts {
    ($(($($A:ident)*) $T:ident $i:tt)*) => {$(
        impl<$($A: Clone),*> Part<$i> for ($($A,)*) {
            type Part = $T;
            fn part(&self) -> $T {
                self.$i.clone()
            }
        }

        impl<$($A: TensorTree),*> PutEntry<$i, $T> for ($($A,)*) {
            fn put_entry(&mut self, value: $T) -> Result<()> {
                tree::add(&mut self.$i, &value)
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

/// What plain Rust returns: a value, or a `Result` of one.
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
    Err(Error::new(ErrorKind::Value, message))
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
    shapes: &crate::lists::Shapes,
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

/// What a slot holds, as the cotangent that the argument has.
pub trait Received<C> {
    /// Itself, or zeros where the callee's parameter is constant.
    fn received(self, zeros: impl FnOnce() -> Result<C>) -> Result<C>;
}

impl<T: Float> Received<Self> for Tensor<T> {
    fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
        Ok(self)
    }
}

impl<C> Received<Self> for Vec<C> {
    fn received(self, _: impl FnOnce() -> Result<Self>) -> Result<Self> {
        Ok(self)
    }
}

impl<C> Received<C> for () {
    fn received(self, zeros: impl FnOnce() -> Result<C>) -> Result<C> {
        zeros()
    }
}

/// The cotangent of a tensor argument.
#[inline]
pub fn slot<T: Float>(slot: impl Received<Tensor<T>>, shape: Shape, device: Device) -> Result<Tensor<T>> {
    slot.received(|| crate::emitted::zeros(shape, device))
}

/// The cotangents of a list.
#[inline]
pub fn list_slot<T: Float>(
    slot: impl Received<Vec<Tensor<T>>>,
    shapes: crate::lists::Shapes,
    device: Device,
) -> Result<Vec<Tensor<T>>> {
    slot.received(|| crate::lists::zeros(shapes, device))
}

/// The cotangent of an argument of any form.
#[inline]
pub fn form_slot<F: Form>(slot: impl Received<F::Tangent>, form: &F) -> Result<F::Tangent> {
    slot.received(|| form.zeros())
}

/// The sum of two tangents of one form.
pub fn sum<C: TensorTree>(a: &C, b: &C) -> Result<C> {
    let mut total = a.clone();
    tree::add(&mut total, b)?;
    Ok(total)
}

/// What one of several arms kept.
#[derive(Clone, Debug)]
pub enum Arm<A, B> {
    /// This one.
    This(A),
    /// One of those behind it.
    Later(B),
}

/// What a region kept for its reverse.
#[derive(Clone, Debug)]
pub struct Kept<K> {
    /// The residuals.
    pub values: K,
    /// Bytes of the tensors among them.
    pub bytes: usize,
}

/// What regions kept, however many they are.
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
            Self::This(a) => a.bytes(),
            Self::Later(b) => b.bytes(),
        }
    }
}

impl<H: Held> Held for Vec<H> {
    fn bytes(&self) -> usize {
        self.iter().map(H::bytes).sum()
    }
}
