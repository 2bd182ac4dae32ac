//! The `#[differentiable]` macro. Below this file nothing names `proc_macro`.

use proc_macro::TokenStream;

mod args;
mod associative;
mod attribute;
mod batch;
mod bounds;
mod budget;
mod check;
mod declared;
mod derive;
mod differentiate;
mod dims;
mod each;
mod eager;
mod einsum;
mod emit;
mod error;
mod fallback;
mod fuse;
mod inside;
mod ir;
mod kernel;
mod known;
mod lower;
mod manifest;
mod mask;
mod matrices;
mod methods;
mod modules;
mod moves;
mod names;
mod noted;
mod numbers;
mod pipeline;
mod residuals;
mod rules;
mod shapes;
mod signature;
mod simplify;
mod spans;
mod table;
#[cfg(test)]
mod tests;
mod transform;
mod unread;

/// Gives a function over tensors its derivatives: `f::vjp`, `f::value_and_grad`, `f::grad`, `f::jvp`, `f::explain`.
///
/// | stands on | gives |
/// |---|---|
/// | a `fn` | a type of the function's name, with the transforms as associated functions |
/// | an `impl` | transforms beside each method that takes or gives tensors: `layer.forward_vjp(..)`; the receiver's gradient is `this` |
/// | a `trait` | the transforms for all implementations, which are marked too, with the same `order` |
/// | a `mod` | one unit of the marked functions in it: calls of each other are inlined, and no result changes |
///
/// | argument | says |
/// |---|---|
/// | `order = 2` | `f::hvp` as well |
/// | `vjp = rule` | the function `rule` is the reverse rule; the body is plain Rust |
/// | `jvp = along` | the forward rule beside it |
/// | `name = Loss` | the type beside the function has this name |
/// | `budget = "4*B*H"` | the compiler refuses a pullback that keeps more bytes beside the arguments |
/// | `float = f64` | the element type of fields, where the signature names no tensor |
/// | `vmap(x, y)` | `f::vmap` and its like for a batch: these parameters have its axis in front, the others are shared |
/// | `jacobian` | `jacobian::<f>` and `hessian::<f>` are one program for all rows or columns, not one call for each |
/// | `inherent` | on the implementation of a trait that is not marked: the transforms are methods of the type |
/// | `crate = ::path` | where the library is |
///
/// Inside: `#[constant]` on a parameter or a method, `#[checkpoint]` on statements and loops, `#[tap]` on a `let`, and
/// `host! { .. }` for host code that names tensors. The [guide](../cotangent/guide/attributes/index.html) has a tested
/// example of each.
///
/// ```ignore
/// #[differentiable(order = 2)]
/// fn loss(w: &Tensor<I, O>, #[constant] x: &Tensor<B, I>) -> Scalar {
///     x.matmul(w).tanh().square().mean()
/// }
///
/// let (value, g) = loss::value_and_grad(&w, &x)?;
/// ```
#[proc_macro_attribute]
pub fn differentiable(args: TokenStream, item: TokenStream) -> TokenStream {
    attribute::differentiable(args.into(), &item.into()).into()
}

/// Gives a struct or an enum of tensors a tangent: `MTangent` beside `M`, with the same public fields.
///
/// A field is a tensor, another type with a tangent, or a `Vec`, `Option`, array, `Box` or tuple of such. Numbers, texts,
/// tensors of integers and what else is known by its name to hold no float tensor are constant, and so is a field
/// marked `#[constant]`, of whatever type it is: the tangent struct does not have it, or has `()` in its place where
/// fields have no names. A type parameter without a bound on element types has to be differentiable itself.
///
/// ```ignore
/// #[derive(Clone, Differentiable)]
/// struct Linear<T: Float> {
///     w: Tensor<T>,
///     b: Option<Tensor<T>>,
///     stride: usize,
///     #[constant]
///     activation: Activation,
/// }
/// ```
///
/// `#[cotangent(tangent = Name)]` gives the tangent another name, `#[cotangent(crate = path)]` says where the library is.
/// `#[cotangent(lends = false)]` says that no pullback needs a reference to host data in it: where types hold each other, one of
/// them must say it, or `true`, as neither can ask the other. The [guide](../cotangent/guide/attributes/index.html) has a
/// tested example.
#[proc_macro_derive(Differentiable, attributes(constant, cotangent))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    derive::differentiable(item.into()).into()
}

/// Sums of products by the names of axes: `einsum!("b h i d, b h j d -> b h i j", q, k)`.
///
/// The text has the axes of each operand, and behind `->` those of the result. With a space inside of an operand names are words, and
/// without one each letter is a name: `"bhid,bhjd->bhij"`. An axis that is not in the result is summed. A name that stands twice in an
/// operand is its diagonal. An ellipsis, `"... i j, ... j k -> ... i k"`, stands for as many axes as there are; those of two operands meet
/// at the end. Such an axis of one element is repeated, as operators do, and its shape is compared at run time.
///
/// Three operands and more are multiplied in the order of least work: in a body by the numbers of axes, as lengths are not known
/// there, and elsewhere by their lengths.
///
/// In the body of a differentiable function it is a tensor, whose axes are compared at compile time where they are known. Elsewhere
/// it is a `Result`:
///
/// ```ignore
/// use cotangent::prelude::*;
///
/// # fn main() -> Result<()> {
/// let (a, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![[1.0, 0.0], [1.0, 1.0]]);
/// assert_eq!(einsum!("ij, jk -> ik", &a, &b)?, a.matmul(&b)?);
/// assert_eq!(einsum!("row row -> ", &a)?.item()?, 5.0);
/// # Ok(())
/// # }
/// ```
#[proc_macro]
pub fn einsum(input: TokenStream) -> TokenStream {
    match syn::parse::<einsum::Einsum>(input) {
        Ok(parsed) => {
            let name = manifest::crate_name();
            parsed.eager(&quote::quote!(::#name)).into()
        }
        Err(error) => error.into_compile_error().into(),
    }
}

/// What an associative function makes of each prefix along an axis: `associative_scan!(combine, x, axis)`.
///
/// Place `k` of the result is `combine(.. combine(x[0], x[1]) .., x[k])`, in `log2` of the length rounds, each of which combines all
/// places at once. So `combine` sees what it would see of one place with further places along `axis`. It is the name of a differentiable
/// function, or is written out. Several tensors are a tuple:
///
/// ```ignore
/// use cotangent::prelude::*;
///
/// /// `h[k] = a[k] h[k - 1] + b[k]`
/// #[differentiable]
/// fn recurrence(a: &Tensor<L, D>, b: &Tensor<L, D>) -> Tensor<L, D> {
///     let (_, h) = associative_scan!(|(a1, b1), (a2, b2)| (a1 * &a2, a2 * b1 + b2), (a, b), 0);
///     h
/// }
/// ```
///
/// A named function takes the tensors before, then those behind: `combine(a1, b1, a2, b2)`. It stands in bodies of differentiable
/// functions alone, and has their derivatives of every order.
#[proc_macro]
pub fn associative_scan(_: TokenStream) -> TokenStream {
    associative::outside().into()
}

/// Every elementwise op and composite of the table as a function; for `cotangent::ops`.
#[doc(hidden)]
#[proc_macro]
pub fn eager_functions(_: TokenStream) -> TokenStream {
    eager::functions().into()
}

/// Every op of the table as a method of `Tensor`; for `cotangent`.
#[doc(hidden)]
#[proc_macro]
pub fn eager_methods(_: TokenStream) -> TokenStream {
    eager::methods().into()
}

/// Ops as methods of `Complex`; for `cotangent`.
#[doc(hidden)]
#[proc_macro]
pub fn eager_complex(_: TokenStream) -> TokenStream {
    eager::complex().into()
}

/// How devices spell elementwise ops; for `cotangent`.
#[doc(hidden)]
#[proc_macro]
pub fn spelled(_: TokenStream) -> TokenStream {
    eager::spelled().into()
}

/// Kernels of the library's own, as functions of one point; for `cotangent`.
#[doc(hidden)]
#[proc_macro]
pub fn kernels(input: TokenStream) -> TokenStream {
    kernel::kernels(input.into()).into()
}

/// Tests of every op of one part of the table; for `cotangent-tests`.
#[doc(hidden)]
#[proc_macro]
pub fn for_each_op(part: TokenStream) -> TokenStream {
    each::for_each_op(&part.into()).into()
}
