//! Messages about the body: what is refused, and what to write instead.

use proc_macro2::Span;
use quote::ToTokens;

use super::{at, spot};

/// `word`: `return` or `break`.
pub(crate) fn early_exit(token: impl ToTokens, word: &str) -> syn::Error {
    at(
        token,
        format!("this `{word}` cannot be followed; write `if .. {{ {word} ..; }}` as a statement of its own"),
    )
}

/// Host code that asks a tensor of a batch.
pub(crate) fn asked_of_batch(span: Span) -> syn::Error {
    let what = "this asks a tensor that is another for each item, and `vmap` has no number of it";
    spot(span, format!("{what}; write `select`, or ask outside"))
}

/// What takes no batch.
pub(crate) fn not_batched(span: Span, op: &str) -> syn::Error {
    spot(span, format!("`vmap` does not take `{op}` of a batch yet; call the function for each item"))
}

/// What a call gives of another form than tensors, on its way out of the loop over items.
pub(crate) fn form_of_batch(span: Span) -> syn::Error {
    let what =
        "`vmap` takes tensors alone out of a call that is not inlined, and neither in a branch nor in a loop";
    spot(
        span,
        format!(
            "{what}; take the tensors here, or mark a module around both functions: `#[differentiable] mod ..`"
        ),
    )
}

pub(crate) fn einsum(text: &syn::LitStr, what: &str) -> syn::Error {
    at(text, format!("einsum: {what}"))
}

/// `associative_scan!`
pub(crate) fn scan(token: impl ToTokens, what: &str) -> syn::Error {
    at(token, format!("associative_scan: {what}"))
}

/// An op whose result has as many elements as values say.
pub(crate) fn by_values(method: &syn::Ident) -> syn::Error {
    let what =
        "values alone say how many elements it gives; write `select` or `masked_fill`, or call it outside";
    at(method, format!("`{method}`: {what}"))
}

/// `moved`: where.
pub(crate) fn moved(name: &syn::Ident, moved: Span) -> syn::Error {
    let line = moved.start().line;
    at(name, format!("`{name}` has moved in line {line}; write `&{name}` there, or `{name}.clone()`"))
}

pub(crate) fn closure(token: impl ToTokens) -> syn::Error {
    at(token, "closures over tensors cannot be differentiated; write the expression where it is used")
}

pub(crate) fn closure_changes(token: impl ToTokens, name: &syn::Ident) -> syn::Error {
    at(
        token,
        format!("a closure that changes `{name}` cannot be kept; write what it does where it is called"),
    )
}

pub(crate) fn closure_call(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!("`{name}` is a value, not an op, and cannot be called with tensors; write its body here"),
    )
}

pub(crate) fn iterator(method: &syn::Ident) -> syn::Error {
    at(
        method,
        format!(
            "iterator chains over tensors cannot be differentiated: `{method}`; use `stack`, `concat` or tensor ops"
        ),
    )
}

pub(crate) fn opaque_macro(path: &syn::Path) -> syn::Error {
    let name = path.to_token_stream().to_string();
    at(
        path,
        format!(
            "`{name}!` is opaque and cannot be differentiated; write its expression, or `host! {{ .. }}` without derivative"
        ),
    )
}

/// `let h = dbg!(x * w);`
pub(crate) fn dbg_value(path: &syn::Path) -> syn::Error {
    at(path, "`dbg!` gives no tensor here; write it as a statement of its own behind the `let`, `dbg!(&h);`")
}

/// `x.item() > 0.0`
pub(crate) fn item_result(method: &syn::Ident) -> syn::Error {
    at(method, format!("`{method}` gives a `Result`, and this is host code; write `x.{method}()?`"))
}

/// `let n = x.item(); x * n`
pub(crate) fn item_operand(at: Span) -> syn::Error {
    spot(at, "`item` gives a `Result`, and a number is needed; write `x.item()?`")
}

/// `fn f(x: &Tensor) -> Scalar { todo!() }`
pub(crate) fn never_returns(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "the function never returns, so it has no derivative; write its body, or leave out the attribute until then",
    )
}

/// `x.to_vec()`
pub(crate) fn numbers_of(method: &syn::Ident) -> syn::Error {
    at(
        method,
        format!(
            "`{method}` gives numbers, which have no derivative; write `host! {{ x.{method}()? }}` around it"
        ),
    )
}

pub(crate) fn unknown_op(name: &syn::Ident, near: Option<&str>) -> syn::Error {
    match near {
        Some(near) => at(name, format!("no op is called `{name}`; did you mean `{near}`?")),
        None => at(name, format!("no op is called `{name}`; compose it from the ops in RULES.md")),
    }
}

pub(crate) fn argument_form(token: impl ToTokens, what: &str) -> syn::Error {
    at(
        token,
        format!(
            "{what} cannot be an argument of a call; pass tensors, tuples or arrays of them, or host values"
        ),
    )
}

/// An op that a feature of the library brings.
pub(crate) fn wants_feature(name: &syn::Ident, feature: &str) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` is in the feature `{feature}`; select it in Cargo.toml: features = [\"{feature}\"]"
        ),
    )
}

/// An op of another library under another name.
pub(crate) fn other_spelling(name: impl ToTokens, instead: &str) -> syn::Error {
    let n = path_text(&name);
    at(name, format!("no op is called `{n}`; write `{instead}`"))
}

fn path_text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}

pub(crate) fn arity(span: Span, op: &str, wanted: &str, given: usize) -> syn::Error {
    let s = if given == 1 { "" } else { "s" };
    spot(span, format!("`{op}` is given {given} argument{s}; write `{wanted}`"))
}

pub(crate) fn wants_tensor(token: impl ToTokens, op: &str, param: &str, what: &str) -> syn::Error {
    at(
        token,
        format!("`{op}` takes a tensor as `{param}`, and this is {what}; write `{op}` with a tensor here"),
    )
}

pub(crate) fn wants_host(token: impl ToTokens, op: &str, param: &str, ty: &str, swapped: bool) -> syn::Error {
    let hint =
        if swapped { "swap the arguments" } else { "sizes are `x.dim(i)`, a single element is `x.item()?`" };
    at(token, format!("`{op}` takes a host value `{param}: {ty}`, and this is a tensor; {hint}"))
}

/// `x.conv2d(w, (2, 1), "same", 1)`
pub(crate) fn host_form(token: impl ToTokens, ty: &str, instead: &str) -> syn::Error {
    let needed = match ty {
        "Axes" => "axes are",
        "Sizes" => "sizes are",
        "Shape" => "a shape is",
        "Padding" => "a padding is",
        "isize" | "usize" | "i32" => "an integer is",
        _ => "widths are",
    };
    at(token, format!("{needed} needed here; write {instead}"))
}

/// `f32::max(1.0, x)`
pub(crate) fn host_function(name: impl ToTokens) -> syn::Error {
    let n = path_text(&name);
    let instead = match n.rsplit("::").next() {
        Some("max") => "a tensor op, `a.maximum(&b)`",
        Some("min") => "a tensor op, `a.minimum(&b)`",
        _ => "a tensor op",
    };
    at(name, format!("`{n}` takes host values, and this is a tensor; use {instead}"))
}

/// `Box::new(x)`
pub(crate) fn container(name: impl ToTokens) -> syn::Error {
    let n = path_text(&name);
    at(
        name,
        format!(
            "`{n}` of tensors has no derivative; make a `vec![..]` or a struct that derives `Differentiable`, or call it outside"
        ),
    )
}

pub(crate) fn wants_list(token: impl ToTokens, op: &str) -> syn::Error {
    at(token, format!("`{op}` takes a list of tensors; write `{op}(&[&a, &b], ..)`"))
}

pub(crate) fn wants_value(token: impl ToTokens, what: &str) -> syn::Error {
    at(token, format!("a tensor is needed here, and this is {what}; take one tensor out of it"))
}

pub(crate) fn comparison(op: impl ToTokens, method: &str) -> syn::Error {
    let o = op.to_token_stream().to_string();
    at(op, format!("`{o}` gives one truth value, not one an element; write `a.{method}(&b)`"))
}

pub(crate) fn operator(op: impl ToTokens) -> syn::Error {
    let o = op.to_token_stream().to_string();
    let instead = match o.as_str() {
        "<<" | "<<=" => "multiply by a power of two, `x * 4`",
        ">>" | ">>=" => "divide by a power of two, `x / 4`",
        _ => "write `a.ne(&b)` for truth values, `a.pow(&b)` for powers",
    };
    at(op, format!("`{o}` is not defined on tensors; {instead}"))
}

pub(crate) fn lazy_bool(op: impl ToTokens, method: &str) -> syn::Error {
    let o = op.to_token_stream().to_string();
    at(op, format!("`{o}` needs host values; write `a.{method}(&b)` for truth values of every element"))
}

/// `n[i]`, `(x, y)[i]`
pub(crate) fn index(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "neither a tensor nor a list stands in front of this `[]`; take what it is of apart by a pattern",
    )
}

/// `x[1..3]`
pub(crate) fn range_of_tensor(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "a part of a tensor is no `[]`; write `x.narrow(axis, start, len)` or `x.slice(axis, start, end, step)`",
    )
}

/// `x[&idx]`
pub(crate) fn element_index(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "`[]` takes host values; write `x.index_select(axis, &idx)` or `x.gather(axis, &idx)` for a tensor of indices",
    )
}

/// `tensor![]`, `tensor![x; n]`
pub(crate) fn tensor_literal(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "`tensor!` lists its entries here, `tensor![a, b]`; write `Tensor::full(shape, value)` for equal ones",
    )
}

pub(crate) fn index_range(token: impl ToTokens, len: usize) -> syn::Error {
    at(token, format!("the list holds {len} tensors; use a smaller index"))
}

pub(crate) fn slice_index(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "a list of tensors is indexed by a host value that is not negative; write `xs[0]` or `xs[i]` with `i: usize`",
    )
}

pub(crate) fn size_of_list(method: &syn::Ident) -> syn::Error {
    at(
        method,
        format!(
            "`{method}` is of one tensor, and this is a list of them; write `xs[0].{method}(..)`, or `xs.len()`"
        ),
    )
}

pub(crate) fn struct_out_of_a_loop(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "a struct leaves a loop by `break` where the `let` says its type, `let s: State = loop { .. }`; elsewhere let the loop change a variable",
    )
}

pub(crate) fn slice_range(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "a part of a list is not supported but in the head of a `for`; index its entries, or take the part as a parameter",
    )
}

pub(crate) fn list_method(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` of a list of tensors is not supported; write `xs[0]` or `let [first, .., last] = xs`, both of which are an `Err` where there are too few"
        ),
    )
}

pub(crate) fn list_change(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "a list of tensors only grows, by `push`, and has no `{name}`; go over it with `for x in &xs` or `for x in xs.iter().rev()`"
        ),
    )
}

pub(crate) fn change_of_a_value(method: &syn::Ident, place: impl ToTokens, of_std: bool) -> syn::Error {
    let message = if of_std {
        format!(
            "tensors go into a `Vec` by `push` and by assignment; `{method}` is for what has no derivative"
        )
    } else {
        let place = crate::names::plain(&place).replace(" [", "[").replace(" . ", ".");
        format!(
            "what `{method}` changes is not followed; let it give the new value, `{place} = {place}.{method}(..)`"
        )
    };
    at(method, message)
}

pub(crate) fn taken_out(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "what `{name}` takes out of a value that may hold tensors is not followed; read it, `hs[i].clone()`, and assign what is left"
        ),
    )
}

pub(crate) fn deref(token: impl ToTokens) -> syn::Error {
    at(token, "tensors are not dereferenced; remove the `*`")
}

pub(crate) fn mutable_borrow(token: impl ToTokens) -> syn::Error {
    at(token, "tensors cannot be borrowed mutably; assign the new value, `x = x + dx`")
}

pub(crate) fn not_mutable(name: &syn::Ident) -> syn::Error {
    at(name, format!("`{name}` is assigned twice but is not `mut`; write `let mut {name}`"))
}

pub(crate) fn assign_target(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "only variables, fields of structs, entries of tuples and items of lists are assigned; bind a new value with `let`",
    )
}

pub(crate) fn place_or_value(index: impl ToTokens) -> syn::Error {
    at(
        index,
        "what is on the right changes this index, and which of the two comes first is decided by the type; give the index a name in a `let` before",
    )
}

pub(crate) fn assigned_element(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "elements of tensors are not assigned one by one; make the tensor with `stack`, `concat` or `select`, or keep a `Vec` of tensors and assign its items",
    )
}

pub(crate) fn not_bound(name: &syn::Ident) -> syn::Error {
    at(name, format!("`{name}` has no value yet; give it one in its `let`"))
}

pub(crate) fn let_else(token: impl ToTokens) -> syn::Error {
    at(token, "`let .. else` takes no attribute here; bind what it checks with a `let` of its own, before it")
}

pub(crate) fn let_without_value(token: impl ToTokens) -> syn::Error {
    at(token, "a `let` needs its value here; write `let x = ..`")
}

pub(crate) fn pattern(token: impl ToTokens) -> syn::Error {
    at(token, "tensors are bound by a name, a tuple or an array of names; write `let (a, b) = ..`")
}

pub(crate) fn pattern_count(token: impl ToTokens, wanted: usize, given: usize) -> syn::Error {
    at(token, format!("the pattern names {wanted} values but there are {given}; name each of them, or `_`"))
}

pub(crate) fn split_count(token: impl ToTokens) -> syn::Error {
    at(token, "the number of pieces must be known here; write `let [a, b] = ..`")
}

pub(crate) fn item_in_body(token: impl ToTokens) -> syn::Error {
    at(token, "items inside a differentiable function are not supported; move this outside")
}

pub(crate) fn unwrap(method: &syn::Ident) -> syn::Error {
    at(method, format!("ops give tensors directly in a differentiable function; remove `.{method}(..)`"))
}

pub(crate) fn needs_result(token: impl ToTokens, what: &str) -> syn::Error {
    at(token, format!("{what} needs a function that returns `Result`; write `-> Result<..>` and `Ok(..)`"))
}

pub(crate) fn missing_ok(token: impl ToTokens) -> syn::Error {
    at(token, "the function returns a `Result`; write `Ok(..)` around its value")
}

pub(crate) fn needless_ok(token: impl ToTokens) -> syn::Error {
    at(token, "the function does not return a `Result`; write the value alone, or `-> Result<..>`")
}

pub(crate) fn no_value(name: &syn::Ident) -> syn::Error {
    at(name, format!("the body of `{name}` ends without a value; write the result as its last expression"))
}

pub(crate) fn host_result(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "the result is a host value, which has no derivative; return a tensor, `Tensor::scalar(..)` for a number",
    )
}

pub(crate) fn attribute_in_body(token: impl ToTokens) -> syn::Error {
    at(token, "attributes are not supported here; remove it")
}

pub(crate) fn checkpoint(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "checkpoints are `#[checkpoint]`, and on loops also `#[checkpoint(every = k)]`, `#[checkpoint(sqrt)]` or `#[checkpoint(slots = s)]`",
    )
}

pub(crate) fn checkpoint_number(name: &proc_macro2::Ident) -> syn::Error {
    at(name, format!("`{name}` takes a number: `#[checkpoint({name} = 8)]`"))
}

pub(crate) fn checkpoint_count(number: impl ToTokens) -> syn::Error {
    at(number, "the number of a schedule is an integer of 1 or more")
}

pub(crate) fn checkpoint_tensor(number: impl ToTokens) -> syn::Error {
    at(number, "the number of a schedule is a host value, and this is a tensor")
}

pub(crate) fn checkpoint_twice(attr: impl ToTokens) -> syn::Error {
    at(attr, "this is a checkpoint already; remove one of them")
}

pub(crate) fn checkpoint_schedule(attr: impl ToTokens) -> syn::Error {
    at(attr, "a schedule chooses among the rounds of a loop; write `#[checkpoint]` here")
}

pub(crate) fn checkpoint_place(attr: impl ToTokens) -> syn::Error {
    at(attr, "`#[checkpoint]` stands on a `let`, an assignment, a block, a branch, a call or a loop")
}

pub(crate) fn checkpoint_of_host(attr: impl ToTokens) -> syn::Error {
    at(attr, "no tensors are computed here, so there is nothing to compute again; remove it")
}

pub(crate) fn await_expr(token: impl ToTokens) -> syn::Error {
    at(token, "`.await` cannot be differentiated; await before the call and pass the value")
}

pub(crate) fn unsafe_block(token: impl ToTokens) -> syn::Error {
    at(token, "`unsafe` cannot be differentiated; compute the value outside and pass it as `#[constant]`")
}

pub(crate) fn tap_name(attr: impl ToTokens) -> syn::Error {
    at(attr, "`#[tap]` takes the name of the field that gets the cotangent, `#[tap(hidden)]`, or nothing")
}

pub(crate) fn tap_twice(token: impl ToTokens) -> syn::Error {
    at(token, "there is a tap of this name already, and one tap a `let`")
}

pub(crate) fn tap_of_pattern(pat: impl ToTokens) -> syn::Error {
    at(pat, "a tap is of one tensor; bind it to a name of its own")
}

pub(crate) fn tap_of_no_tensor(attr: impl ToTokens) -> syn::Error {
    at(attr, "a tap is of a tensor, and this is none")
}

pub(crate) fn tap_of_no_floats(attr: impl ToTokens) -> syn::Error {
    at(attr, "a tap is of a tensor of floats; integers and truth values have no cotangent")
}

pub(crate) fn tap_nowhere(attr: impl ToTokens) -> syn::Error {
    at(attr, "nothing gets to this tap: it stands in plain Rust, or behind what never goes on")
}

pub(crate) fn tap_without_value(attr: impl ToTokens) -> syn::Error {
    at(attr, "a tap is of the value that its `let` gives, and this gives none")
}

pub(crate) fn open_method(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` gives a type that may hold tensors; mark the method `#[differentiable]`, or `#[constant]` if it has no derivative"
        ),
    )
}

/// `b.as_ref().unwrap()` of an `Option<Tensor>`
pub(crate) fn option_method(method: &syn::Ident) -> syn::Error {
    at(
        method,
        format!(
            "`{method}` of an option that holds tensors is not followed; write `match b {{ Some(b) => .., None => .. }}`, or \
             `if let Some(b) = b {{ .. }}`"
        ),
    )
}

pub(crate) fn field(token: impl ToTokens) -> syn::Error {
    at(token, "tensors have no fields; write `x.dim(i)` for a size, `pair.0` for a part of a tuple")
}

pub(crate) fn nested_pattern(pat: impl ToTokens) -> syn::Error {
    at(pat, "this pattern looks too deep; bind the fields of one variant, and take them apart in the arm")
}

pub(crate) fn number_or_tensor(token: impl ToTokens) -> syn::Error {
    at(token, "this may be a number or a tensor; say which: `let n: usize = ..`, `let x: Tensor = ..`")
}

pub(crate) fn method_generics(token: impl ToTokens) -> syn::Error {
    at(token, "generics of a method are inferred in a differentiable function; remove them")
}

pub(crate) fn unsupported(token: impl ToTokens) -> syn::Error {
    at(token, "this expression cannot be differentiated; use operators, methods and functions of tensors")
}

pub(crate) fn tensor_from_host(token: impl ToTokens) -> syn::Error {
    at(token, "a tensor made by other code cannot enter here; pass it as a `#[constant]` parameter")
}

pub(crate) fn tensor_as_host(token: impl ToTokens) -> syn::Error {
    at(token, "a tensor is not a host value; read a single element with `x.item()?`, sizes with `x.dim(i)`")
}

pub(crate) fn constructor(name: impl ToTokens) -> syn::Error {
    let n = path_text(&name);
    at(
        name,
        format!("`{n}` takes host values; put tensors together with `stack`, `concat` or `tensor![a, b]`"),
    )
}

pub(crate) fn cast_word(token: impl ToTokens, ty: &syn::Type) -> syn::Error {
    let t = ty.to_token_stream().to_string();
    at(token, format!("`as` converts host values; write `.cast::<{t}>()` for a tensor"))
}

pub(crate) fn assign_value(token: impl ToTokens) -> syn::Error {
    at(token, "an assignment has no value; make it a statement of its own")
}

pub(crate) fn assign_form(name: &syn::Ident, was: &str, is: &str) -> syn::Error {
    at(name, format!("`{name}` is {was} and cannot become {is}; bind it anew with `let {name} = ..`"))
}

pub(crate) fn number_grows(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` is a number and cannot become a tensor; begin with `let mut {name} = Tensor::scalar(0.0);`"
        ),
    )
}

/// `others`: its further arguments, each with a comma.
pub(crate) fn reduces_all(name: &syn::Ident, others: &str) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` is over all axes; write `{name}_axis({others}axes)` to drop some, `{name}_keep({others}axes)` to keep them"
        ),
    )
}

pub(crate) fn reduction_of_two(name: &syn::Ident, instead: &str) -> syn::Error {
    at(name, format!("`{name}` is over the axes of one tensor; write `a.{instead}(&b)` for two"))
}

pub(crate) fn no_variable(name: &syn::Ident, near: Option<&str>) -> syn::Error {
    match near {
        Some(near) => at(name, format!("no variable is called `{name}`; did you mean `{near}`?")),
        None => at(name, format!("no variable is called `{name}`; bind it with `let {name} = ..`")),
    }
}

pub(crate) fn tensor_condition(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "what decides is a host value, and this is a tensor; `x.item()? > 0.0` for one number, `select` for each element",
    )
}

pub(crate) fn changing_guard(guard: impl ToTokens, name: &syn::Ident) -> syn::Error {
    at(guard, format!("a guard only decides; change `{name}` in a statement before the `match`"))
}

pub(crate) fn arms_differ(token: impl ToTokens, one: &str, other: &str) -> syn::Error {
    at(token, format!("the arms have different values: {one} and {other}"))
}

pub(crate) fn jump_in_value(token: impl ToTokens) -> syn::Error {
    at(token, "this jump skips a definition; write `if .. { break; }` as a statement of its own, before it")
}

pub(crate) fn jump_in_head(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "this jump stands where a loop begins; write `loop { if .. { break; } .. }`, with the jump in a statement of its own",
    )
}

pub(crate) fn break_value(token: impl ToTokens) -> syn::Error {
    at(token, "only `loop` gives a value; assign it to a variable before the `break`")
}

pub(crate) fn not_iterable(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "a `for` loop goes over host values or a list of tensors; take parts of a tensor by index, `x.narrow(0, i, 1)`",
    )
}

pub(crate) fn round_changes_form(
    token: impl ToTokens,
    name: &syn::Ident,
    before: &str,
    after: &str,
) -> syn::Error {
    at(
        token,
        format!(
            "`{name}` is {before} when a round begins and {after} when it ends; keep the two apart, one variable each"
        ),
    )
}

pub(crate) fn return_in_value(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "the value of this exit cannot be followed; leave in a statement of its own, `if .. { return y; }`",
    )
}

pub(crate) fn attribute_of_left(attr: impl ToTokens) -> syn::Error {
    at(attr, "what has an attribute is not left early; let it have a value, and leave behind it")
}

pub(crate) fn loop_without_value(e: &syn::Expr) -> syn::Error {
    let message = "this loop may end without `return`; write the value for that behind it";
    match e {
        syn::Expr::ForLoop(l) => at(l.for_token, message),
        syn::Expr::While(l) => at(l.while_token, message),
        e => at(e, message),
    }
}

pub(crate) fn too_many_exits(token: impl ToTokens) -> syn::Error {
    at(
        token,
        "too many ways lead on from early exits to here: two arms that go on are two copies of what follows; leave by an `if` without `else`, before them",
    )
}

pub(crate) fn push_to_any(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "tensors are pushed to a `Vec` that this function makes; write `let mut {name} = Vec::new();` before"
        ),
    )
}

pub(crate) fn pushed(token: impl ToTokens, found: &str) -> syn::Error {
    at(
        token,
        format!("{found} among the tensors of a list; put tensors in it, or tuples of tensors, of one form"),
    )
}
