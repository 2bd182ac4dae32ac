//! Messages about the attribute and the signature.

use proc_macro2::{Ident, Span};
use quote::ToTokens;

use super::{at, spot};

pub(crate) fn unknown_option(option: &syn::Path, options: &str) -> syn::Error {
    let name = option.to_token_stream().to_string();
    at(option, format!("no option is called `{name}`; the options are {options}"))
}

pub(crate) fn option_twice(option: &syn::Path) -> syn::Error {
    let name = option.to_token_stream().to_string();
    at(option, format!("`{name}` is given twice; keep one"))
}

pub(crate) fn option_value(meta: impl ToTokens, key: &str) -> syn::Error {
    at(meta, format!("`{key}` takes a value; write `{key} = ..`"))
}

pub(crate) fn vmap_value(meta: impl ToTokens) -> syn::Error {
    at(meta, "`vmap` names the parameters that have the axis of the batch: `vmap(x, y)`")
}

/// `vmap` on what has none.
pub(crate) fn vmap_stands(name: &Ident) -> syn::Error {
    at(name, "`vmap` stands on functions of tensors and on methods of types; write one that calls this")
}

/// `jacobian` of what gives several results.
pub(crate) fn jacobian_of(word: impl ToTokens) -> syn::Error {
    at(
        word,
        "`jacobian` is of a function whose result is one tensor; write a function that gives a part of it",
    )
}

/// `vmap(z)`, where `z` is no parameter, or none that can have an axis.
pub(crate) fn vmap_of(name: &Ident, there: bool) -> syn::Error {
    let why = if there {
        "is no tensor or tuple of tensors: all items share it"
    } else {
        "is no parameter of this function"
    };
    at(name, format!("`vmap({name})`: `{name}` {why}"))
}

/// `vmap(key)`: keys have no size.
pub(crate) fn vmap_of_keys(name: &Ident) -> syn::Error {
    at(name, "nothing says how many items there are; name a tensor in `vmap` too")
}

pub(crate) fn marked_twice(attr: &syn::Attribute) -> syn::Error {
    at(attr, "`#[differentiable]` stands here twice; keep one, with the options of both")
}

pub(crate) fn crate_value(value: impl ToTokens) -> syn::Error {
    at(value, "`crate` takes a path; write `crate = ::my_reexport` or `crate = crate::path`")
}

/// The type beside a function is an item, and items hide the language's types from the whole module.
pub(crate) fn hides_primitive(name: &Ident) -> syn::Error {
    let other = name.to_string().to_uppercase();
    at(
        name,
        format!("a type `{name}` beside the function would hide the type `{name}`; write `name = {other}`"),
    )
}

pub(crate) fn reserved(name: &Ident) -> syn::Error {
    at(
        name,
        format!("names that begin with two underscores are the macro's own; call `{name}` something else"),
    )
}

/// Hygiene keeps them apart, but the gradient has a field for each.
pub(crate) fn same_parameters(name: &Ident) -> syn::Error {
    at(name, format!("two parameters are called `{name}`, one of them by a macro; rename one"))
}

pub(crate) fn same_dims(name: &Ident) -> syn::Error {
    at(name, format!("two dims are called `{name}`, one of them by a macro; rename one"))
}

pub(crate) fn order_value(value: impl ToTokens) -> syn::Error {
    at(value, "the order of differentiation is `1` or `2`; write `order = 2` for Hessian-vector products")
}

pub(crate) fn name_value(value: impl ToTokens) -> syn::Error {
    at(value, "`name` takes an identifier; write `name = my_type`")
}

pub(crate) fn budget_value(value: impl ToTokens) -> syn::Error {
    at(value, "`budget` takes a number of bytes in the named dims, as a string; write `budget = \"8*B*H\"`")
}

pub(crate) fn not_a_function(span: Span) -> syn::Error {
    spot(
        span,
        "only functions and methods can be differentiated; put `#[differentiable]` on a `fn`, an `impl`, a `trait` \
         or a `mod`",
    )
}

pub(crate) fn refused_word(word: impl ToTokens, instead: &str) -> syn::Error {
    let w = word.to_token_stream().to_string();
    at(word, format!("`{w}` functions cannot be differentiated; {instead}"))
}

pub(crate) fn variadic(tokens: impl ToTokens) -> syn::Error {
    at(tokens, "variadic functions cannot be differentiated; take an array of tensors")
}

pub(crate) fn receiver(tokens: impl ToTokens) -> syn::Error {
    at(
        tokens,
        "a differentiable method takes `&self` or `self`, in an `impl` that is marked `#[differentiable]`; what it changes it gives back",
    )
}

pub(crate) fn inherent_without_trait(tokens: impl ToTokens) -> syn::Error {
    at(tokens, "`inherent` is for the implementation of a trait that is not marked `#[differentiable]`")
}

pub(crate) fn self_type(tokens: impl ToTokens) -> syn::Error {
    at(tokens, "differentiable methods are those of a type with a name")
}

pub(crate) fn name_of_many(tokens: impl ToTokens) -> syn::Error {
    at(
        tokens,
        "`name` is that of one function; write `#[differentiable(name = ..)]` on a method of the block",
    )
}

pub(crate) fn parameter_pattern(pattern: impl ToTokens) -> syn::Error {
    at(pattern, "a parameter needs a name; name it here and take it apart with `let` in the body")
}

pub(crate) fn mutable_tensor(ty: impl ToTokens) -> syn::Error {
    at(ty, "tensors cannot be changed through `&mut`; take `&Tensor` and return the new value")
}

pub(crate) fn mutable_parameter(word: impl ToTokens, ty: &syn::Type) -> syn::Error {
    let ty = crate::names::type_text(ty);
    at(
        word,
        format!(
            "arguments are run with more than once, so none is changed; take `&{ty}` and return what is new"
        ),
    )
}

pub(crate) fn borrowed_inside(ty: impl ToTokens) -> syn::Error {
    at(
        ty,
        "a reference to a tensor has no tangent inside of another type; take the type of tensors, `&Option<Tensor>`",
    )
}

pub(crate) fn impl_parameter(ty: impl ToTokens) -> syn::Error {
    at(
        ty,
        "`impl Trait` parameters are not supported; name the type in a generic parameter, `fn f<T: Trait>`",
    )
}

pub(crate) fn tensor_inside(ty: impl ToTokens) -> syn::Error {
    at(
        ty,
        "tensors inside this type are not supported; pass them as parameters, or in a tuple, an array or a slice",
    )
}

pub(crate) fn parameter_form(ty: impl ToTokens) -> syn::Error {
    at(
        ty,
        "this is no form of a parameter; take `&Vec<..>` or a struct that derives `Differentiable`, or mark it `#[constant]`",
    )
}

pub(crate) fn trait_object(ty: impl ToTokens) -> syn::Error {
    at(
        ty,
        "a trait object has no tangent; take `&L` where `L: Trait + Differentiable`, or mark it `#[constant]`",
    )
}

pub(crate) fn slice_of_slices(ty: impl ToTokens) -> syn::Error {
    at(ty, "a slice inside a slice is not supported; take the inner ones as parameters, or as arrays")
}

pub(crate) fn slice_of_hosts_and_tensors(ty: impl ToTokens) -> syn::Error {
    at(ty, "a tuple, array or slice parameter holds tensors alone or no tensor; pass the rest on its own")
}

pub(crate) fn array_length(len: impl ToTokens) -> syn::Error {
    at(len, "the length of an array of tensors must be a literal here; write it out, or take a slice")
}

pub(crate) fn array_too_long(len: impl ToTokens, most: usize) -> syn::Error {
    at(len, format!("an array of tensors has at most {most}; take a slice"))
}

pub(crate) fn element_first(name: &Ident) -> syn::Error {
    at(name, format!("the element type is the first argument; write `Tensor<{name}, ..>`"))
}

pub(crate) fn bad_dim(ty: impl ToTokens) -> syn::Error {
    at(ty, "a dim of a tensor type is a name, a number, `{ an expression of names }` or `_`")
}

pub(crate) fn element_and_dims(ty: impl ToTokens) -> syn::Error {
    at(ty, "`Scalar` has rank 0 and takes at most an element type; write `Tensor<..>` for a tensor with dims")
}

pub(crate) fn rank_limit(ty: impl ToTokens) -> syn::Error {
    at(ty, "tensors have at most 8 axes; flatten some of them")
}

pub(crate) fn constant_takes_nothing(attr: impl ToTokens) -> syn::Error {
    at(attr, "`#[constant]` takes no arguments; write it alone")
}

pub(crate) fn no_return(name: &Ident) -> syn::Error {
    at(name, format!("`{name}` returns nothing; return a tensor, `-> Scalar` for a loss"))
}

pub(crate) fn unsupported_return(ty: impl ToTokens) -> syn::Error {
    let text = ty.to_token_stream().to_string();
    if text == "f32" || text == "f64" {
        let message = format!(
            "`{text}` is the result of functions of numbers alone, `fn f(x: {text}) -> {text}`; write `Scalar<{text}>`"
        );
        return at(ty, message);
    }
    at(
        ty,
        "a differentiable function returns a tensor, a struct of tensors, a tuple or `Result` of these, by value; change the type",
    )
}

pub(crate) fn foreign_result(ty: impl ToTokens) -> syn::Error {
    at(
        ty,
        "a differentiable function fails with `cotangent::Error`; return `cotangent::Result`, and turn other errors into it with `Error::msg`",
    )
}

pub(crate) fn float_value(value: impl ToTokens) -> syn::Error {
    at(value, "`float` is an element type: `f32`, `f64`, `f16`, `bf16` or a type parameter")
}

/// `others`: there are results behind the first.
pub(crate) fn integer_return(ty: impl ToTokens, others: bool) -> syn::Error {
    let message = if others {
        "the first result is the one that is differentiated and must be a float tensor; reorder the tuple"
    } else {
        "the result is what is differentiated and must be a float tensor; cast it"
    };
    at(ty, message)
}

pub(crate) fn no_active(name: &Ident) -> syn::Error {
    at(name, format!("`{name}` has no active parameter; remove a `#[constant]` or take a float tensor"))
}

/// `readable`: dims that are axes of parameters.
pub(crate) fn dim_unreadable(name: &str, span: Span, readable: &[String]) -> syn::Error {
    let others = one_of(readable).map(|dims| format!(", or write {dims}")).unwrap_or_default();
    spot(
        span,
        format!(
            "dim `{name}` is no axis of a parameter by itself; use it alone once, or pass it as a `usize`{others}"
        ),
    )
}

/// `fn f(x: &Tensor, w: &Tensor) -> Tensor<B, O>`
pub(crate) fn dims_of_nothing(span: Span) -> syn::Error {
    spot(
        span,
        "no parameter has dims, so these names are of no axis; write `_` for an axis that nothing is said of, `Tensor<_, _>`",
    )
}

pub(crate) fn no_dim(name: &Ident, known: &[String]) -> syn::Error {
    let known = one_of(known).map(|dims| format!("; write {dims}")).unwrap_or_default();
    at(name, format!("`{name}` is no dim of this function{known}"))
}

/// `B`, `I` or `H`
fn one_of(names: &[String]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let (last, front) = quoted.split_last()?;
    Some(if front.is_empty() { last.clone() } else { format!("{} or {last}", front.join(", ")) })
}

pub(crate) fn dim_and_value(name: &Ident) -> syn::Error {
    at(name, format!("`{name}` names a dim and a parameter; rename one of them"))
}

pub(crate) fn budget_exceeded(budget: &syn::LitStr, bytes: impl std::fmt::Display) -> syn::Error {
    at(
        budget,
        format!("the residuals take `{bytes}` bytes; `explain()` lists them, raise the budget or keep less"),
    )
}

pub(crate) fn budget_unknown(budget: &syn::LitStr, op: &str) -> syn::Error {
    at(
        budget,
        format!(
            "the size of a residual, the result of `{op}`, is not known; declare the dims of the parameters"
        ),
    )
}

pub(crate) fn rule_value(token: impl ToTokens, key: &str) -> syn::Error {
    at(token, format!("`{key}` names a function, `{key} = rule`"))
}

pub(crate) fn lone_jvp(token: impl ToTokens) -> syn::Error {
    at(token, "a forward rule alone is not enough; write the reverse rule too, `vjp = rule`")
}
