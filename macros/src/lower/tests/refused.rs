// The hashes are what `expect_test` writes.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};

use super::lowered;

fn check(text: &str, messages: &Expect) {
    messages.assert_eq(&lowered(text));
}

/// Bodies over `x: &Tensor`, `y: &Tensor<f64>`, `i: &Tensor<i32>`, `xs: &[Tensor]`, `n: usize`.
fn body(text: &str, messages: &Expect) {
    let params =
        "x: &Tensor<A, B>, #[constant] y: &Tensor<f64>, i: &Tensor<i32>, #[constant] xs: &[Tensor], n: usize";
    check(&format!("fn f({params}) -> Tensor {{ {text} }}"), messages);
}

#[test]
fn several_at_once() {
    body(
        "let a = x.tahn(); let b = x * y; if x.dim(0) > 3 { a } else { b }",
        &expect![[r#"
            no op is called `tahn`; did you mean `tanh`?
            mul: `x` is `f32` but `y` is `f64`; cast one of them, `.cast::<f32>()`"#]],
    );
}

#[test]
fn an_error_is_said_once() {
    body(
        "let mut rows = Vec::new(); for b in 0..A { let row = x.narrow(0, b, 1); rows.push(row.zeroes()); } concat(&rows, 0)",
        &expect!["no op is called `zeroes`; did you mean `zeros`?"],
    );
    body(
        "let z; for k in 0..n { if k == 2 { z = x.exp(); break; } } z",
        &expect!["`z` has no value yet; give it one in its `let`"],
    );
}

#[test]
fn what_gives_no_tensor() {
    body(
        "let h = dbg!(x * 2.0); h",
        &expect![
            "`dbg!` gives no tensor here; write it as a statement of its own behind the `let`, `dbg!(&h);`"
        ],
    );
    body(
        "let v: Vec<f32> = x.to_vec()?; x * v[0]",
        &expect!["`to_vec` gives numbers, which have no derivative; write `host! { x.to_vec()? }` around it"],
    );
    body(
        "if x.sum().item() > 0.0 { x.exp() } else { x.sin() }",
        &expect!["`item` gives a `Result`, and this is host code; write `x.item()?`"],
    );
    body(
        "todo!()",
        &expect![
            "the function never returns, so it has no derivative; write its body, or leave out the attribute until then"
        ],
    );
}

#[test]
fn functions_of_other_languages() {
    check(
        "unsafe extern \"C\" fn f(x: &Tensor, mut rest: ...) -> Tensor { x.exp() }",
        &expect![[r#"
            `unsafe` functions cannot be differentiated; remove it, bodies are tensor ops alone
            `extern "C"` functions cannot be differentiated; write a plain `fn` and wrap it
            variadic functions cannot be differentiated; take an array of tensors"#]],
    );
    check(
        "fn f(x: &Tensor, ...) -> Tensor { x.exp() }",
        &expect!["variadic functions cannot be differentiated; take an array of tensors"],
    );
}

#[test]
fn names() {
    body("x.tahn()", &expect!["no op is called `tahn`; did you mean `tanh`?"]);
    body(
        "sofmax(x, 0)",
        &expect![[r#"
            %0 = input 0: f32[A, B]   # x
            %1 = input 1: f64?0   # y
            %2 = input 2: i32?1   # i
            %3 = input 3: list of f32?2   # xs
            %4 = input 4: host   # n
            %5 = size { 0 }: host
            %6 = call sofmax(%0, %5): _
            %7 = part .0(%6): _
            %8 = as_tensor(%7): f32?3
            return %8
        "#]],
    );
    body("x.log()", &expect!["no op is called `log`; write `ln`"]);
    body("x.frobnicate()", &expect!["no op is called `frobnicate`; compose it from the ops in RULES.md"]);
    body(
        "helper(x)",
        &expect![[r#"
        %0 = input 0: f32[A, B]   # x
        %1 = input 1: f64?0   # y
        %2 = input 2: i32?1   # i
        %3 = input 3: list of f32?2   # xs
        %4 = input 4: host   # n
        %5 = call helper(%0): _
        %6 = part .0(%5): _
        %7 = as_tensor(%6): f32?3
        return %7
    "#]],
    );
    body(
        "nn::layer(x)",
        &expect![[r#"
            %0 = input 0: f32[A, B]   # x
            %1 = input 1: f64?0   # y
            %2 = input 2: i32?1   # i
            %3 = input 3: list of f32?2   # xs
            %4 = input 4: host   # n
            %5 = call nn::layer(%0): _
            %6 = part .0(%5): _
            %7 = as_tensor(%6): f32?3
            return %7
        "#]],
    );
    body(
        "let g = n + 1; g(x)",
        &expect!["`g` is a value, not an op, and cannot be called with tensors; write its body here"],
    );
    body(
        "Tensor::from_vec(vec![x.mean()], [1]) * x",
        &expect![
            "`Tensor::from_vec` takes host values; put tensors together with `stack`, `concat` or `tensor![a, b]`"
        ],
    );
}

#[test]
fn arguments() {
    body("x.narrow(0, 1)", &expect!["`narrow` is given 2 arguments; write `x.narrow(axis, start, len)`"]);
    body(
        "x.sum(1)",
        &expect![
            "`sum` is over all axes; write `sum_axis(axes)` to drop some, `sum_keep(axes)` to keep them"
        ],
    );
    // A method outside of bodies takes none either.
    body(
        "x.mean(-1, true)",
        &expect![
            "`mean` is over all axes; write `mean_axis(axes)` to drop some, `mean_keep(axes)` to keep them"
        ],
    );
    body("x.sum_axis()", &expect!["`sum_axis` is given 0 arguments; write `x.sum_axis(axes)`"]);
    body(
        "x.softmax(x)",
        &expect![
            "`softmax` takes a host value `axis: isize`, and this is a tensor; sizes are `x.dim(i)`, a single element is `x.item()?`"
        ],
    );
    body(
        "softmax(0, x)",
        &expect!["`softmax` takes a host value `axis: isize`, and this is a tensor; swap the arguments"],
    );
    body(
        "x.matmul(2.0)",
        &expect![
            "`matmul` takes a tensor as `b`, and this is a host value; write `matmul` with a tensor here"
        ],
    );
    body("concat(x, 0)", &expect!["`concat` takes a list of tensors; write `concat(&[&a, &b], ..)`"]);
    body(
        "concat(&[x, xs], 0)",
        &expect!["a tensor is needed here, and this is a slice of tensors; take one tensor out of it"],
    );
    body(
        "xs.exp()",
        &expect![
            "`exp` takes a tensor as `x`, and this is a slice of tensors; write `exp` with a tensor here"
        ],
    );
    body(
        "concat(xs, x)",
        &expect![
            "`concat` takes a host value `axis: isize`, and this is a tensor; sizes are `x.dim(i)`, a single element is `x.item()?`"
        ],
    );
    body(
        "x.cast::<u16>()",
        &expect![
            "no element type of this name; use f32, f64, f16, bf16, i32, bool, u8 or a type parameter `T: Float`"
        ],
    );
}

#[test]
fn types() {
    body("x + y", &expect!["add: `x` is `f32` but `y` is `f64`; cast one of them, `.cast::<f32>()`"]);
    body(
        "x.exp() + i",
        &expect!["add: `x.exp()` is `f32` but `i` is `i32`; cast one of them, `.cast::<f32>()`"],
    );
    body("i.exp()", &expect!["exp: `i` is `i32` and must be a float; cast it, `.cast::<f32>()`"]);
    body("x.select(x, x)", &expect!["select: `x` is `f32` and must be `bool`; compare, `x.gt(0.0)`"]);
    body("x.gather(0, x)", &expect!["gather: `x` is `f32` and must be `i32`; cast, `.cast::<i32>()`"]);
    body(
        "x.gt(0.0)",
        &expect!["declared as `f32` but the value is `bool`; change the type or cast with `.cast::<f32>()`"],
    );
    body(
        "let h: Tensor<f64> = x.exp(); x",
        &expect!["declared as `f64` but the value is `f32`; change the type or cast with `.cast::<f64>()`"],
    );
    body(
        "let h: Tensor<B, A> = x.exp(); x",
        &expect![
            "`h` is declared `[B, A]` but the expression has shape `[A, B]`: axis 0 is `A`, not `B`; change the type or the expression"
        ],
    );
    body(
        "let (a, b): (Tensor, usize) = (x.exp(), x.exp()); a",
        &expect!["declared as `usize` but the value is a tensor; change one of them"],
    );
    body("(x.exp(), x)", &expect!["declared as a tensor but the value is a tuple of 2; change one of them"]);
    body(
        "n as f32",
        &expect![
            "the result is a host value, which has no derivative; return a tensor, `Tensor::scalar(..)` for a number"
        ],
    );
    body(
        "x.matmul(x)",
        &expect!["matmul: `x` has inner dim `B` but `x` has `A`; transpose `x` or change its type"],
    );
    body(
        "let mut h = x.exp(); h = y.exp(); x + h",
        &expect![[r#"
        assignment: `h` is `f32` but the new value is `f64`; cast one of them, `.cast::<f32>()`
        add: `x` is `f32` but `h` is `f64`; cast one of them, `.cast::<f32>()`"#]],
    );
    body(
        "let mut h = x.exp(); h = 2.0; x + h",
        &expect!["`h` is a tensor and cannot become a host value; bind it anew with `let h = ..`"],
    );
}

#[test]
fn control_flow() {
    body(
        "if x { x.exp() } else { x.sin() }",
        &expect![
            "what decides is a host value, and this is a tensor; `x.item()? > 0.0` for one number, `select` for each element"
        ],
    );
    body(
        "match x { _ => x.sin() }",
        &expect![
            "what decides is a host value, and this is a tensor; `x.item()? > 0.0` for one number, `select` for each element"
        ],
    );
    body(
        "while x.item()? > 0.0 { x.exp(); } x.exp()",
        &expect![
            "`?` on host values needs a function that returns `Result`; write `-> Result<..>` and `Ok(..)`"
        ],
    );
    body(
        "if n > 2 { x.exp() } else { 1.0 }",
        &expect!["the arms have different values: a tensor and a host value"],
    );
    body(
        "let mut h = x; if n > 2 { h = i; } x.exp()",
        &expect![[r#"
        assignment: `h` is `f32` but the new value is `i32`; cast one of them, `.cast::<f32>()`
        branch: one arm is `i32` but another is `f32`; cast one of them, `.cast::<i32>()`"#]],
    );
    body(
        "for row in x { row.exp(); } x.exp()",
        &expect![
            "a `for` loop goes over host values or a list of tensors; take parts of a tensor by index, `x.narrow(0, i, 1)`"
        ],
    );
    body(
        "let mut h = x; for k in 0..n { if n > 1 { break 3; } h = x.exp(); } h",
        &expect!["only `loop` gives a value; assign it to a variable before the `break`"],
    );
    body(
        "let mut h = x; for k in 0..n { let w = 'a: { if k > 1 { break; } break 'a x.exp() }; h = w; } h",
        &expect![
            "this jump skips a definition; write `if .. { break; }` as a statement of its own, before it"
        ],
    );
    body(
        "let h = 'a: { if n > 1 { return x; } break 'a x.exp(); }; h",
        &expect![
            "the value of this exit cannot be followed; leave in a statement of its own, `if .. { return y; }`"
        ],
    );
    body(
        "let mut h = x; while let Some(k) = xs.pop() { h = k; } h",
        &expect![
            "a list of tensors only grows, by `push`, and has no `pop`; go over it with `for x in &xs` or `for x in xs.iter().rev()`"
        ],
    );
    body(
        "for (a, b) in xs.iter().map(|x| x) { a.exp(); } x.exp()",
        &expect![
            "iterator chains over tensors cannot be differentiated: `map`; use `stack`, `concat` or tensor ops"
        ],
    );
    body(
        "let mut h = x; for k in 0..n { h = (h, h); } x.exp()",
        &expect![
            "`h` is a tensor when a round begins and a tuple when it ends; keep the two apart, one variable each"
        ],
    );
    body(
        "let Some(h) = x.sum() else { return x }; h",
        &expect![
            "what decides is a host value, and this is a tensor; `x.item()? > 0.0` for one number, `select` for each element"
        ],
    );
}

/// Statements that follow are copied into arms, which is not for ever.
#[test]
fn many_exits() {
    let step = "if n == 1 { h = h.exp(); } else if n == 2 { h = h.sin(); } else if n == 3 { return h; } ";
    let text = format!("let mut h = x; {} h", step.repeat(12));
    body(
        &text,
        &expect![
            "too many ways lead on from early exits to here: two arms that go on are two copies of what follows; leave by an `if` without `else`, before them"
        ],
    );
    let step = "if n > 1 { if n == 9 { return h; } h = h.sin(); } ";
    let text = format!("let mut h = x; {} h", step.repeat(11));
    body(
        &text,
        &expect![
            "too many ways lead on from early exits to here: two arms that go on are two copies of what follows; leave by an `if` without `else`, before them"
        ],
    );
    let step = "let y = if n == 1 { h.exp() } else if n == 2 { h.sin() } else { return h }; h = y;";
    let text = format!("let mut h = x; {} h", step.repeat(12));
    body(
        &text,
        &expect![
            "too many ways lead on from early exits to here: two arms that go on are two copies of what follows; leave by an `if` without `else`, before them"
        ],
    );
}

#[test]
fn constructs() {
    body(
        "let f = |a| a + x; x.exp()",
        &expect!["closures over tensors cannot be differentiated; write the expression where it is used"],
    );
    body(
        "let mut k = 1.0; let mut next = || { k += 1.0; k }; x * next() * k",
        &expect!["a closure that changes `k` cannot be kept; write what it does where it is called"],
    );
    body(
        "xs.iter().map(|a| a.exp()).sum()",
        &expect![
            "iterator chains over tensors cannot be differentiated: `iter`; use `stack`, `concat` or tensor ops"
        ],
    );
    body(
        "my_macro!(x)",
        &expect![
            "`my_macro!` is opaque and cannot be differentiated; write its expression, or `host! { .. }` without derivative"
        ],
    );
    body("x < 0.0", &expect!["`<` gives one truth value, not one an element; write `a.lt(&b)`"]);
    body(
        "x.gt(0.0) && x.lt(1.0)",
        &expect!["`&&` needs host values; write `a.and(&b)` for truth values of every element"],
    );
}

#[test]
fn slices() {
    body(
        "xs[1..].len()",
        &expect![
            "a part of a list is not supported but in the head of a `for`; index its entries, or take the part as a parameter"
        ],
    );
    body(
        "concat(&xs[..n], 0)",
        &expect![
            "a part of a list is not supported but in the head of a `for`; index its entries, or take the part as a parameter"
        ],
    );
    body(
        "xs[i]",
        &expect![
            "a list of tensors is indexed by a host value that is not negative; write `xs[0]` or `xs[i]` with `i: usize`"
        ],
    );
    body(
        "xs[-1]",
        &expect![
            "a list of tensors is indexed by a host value that is not negative; write `xs[0]` or `xs[i]` with `i: usize`"
        ],
    );
    body(
        "xs.first().unwrap()",
        &expect![
            "`first` of a list of tensors is not supported; write `xs[0]` or `let [first, .., last] = xs`, both of which are an `Err` where there are too few"
        ],
    );
    body(
        "xs.get(n)?",
        &expect![
            "`get` of a list of tensors is not supported; write `xs[0]` or `let [first, .., last] = xs`, both of which are an `Err` where there are too few"
        ],
    );
    body(
        "xs.dim(0)",
        &expect!["`dim` is of one tensor, and this is a list of them; write `xs[0].dim(..)`, or `xs.len()`"],
    );
    body(
        "xs + 1.0",
        &expect!["a tensor is needed here, and this is a slice of tensors; take one tensor out of it"],
    );
    body(
        "let (a, b) = xs; a",
        &expect!["declared as a tuple but the value is a slice of tensors; change one of them"],
    );
    body(
        "let y: Tensor<A> = xs; y",
        &expect!["declared as `Tensor<A>` but the value is a slice of tensors; change one of them"],
    );
    body(
        "let [a, all @ ..] = xs; a",
        &expect!["tensors are bound by a name, a tuple or an array of names; write `let (a, b) = ..`"],
    );
    body(
        "list_item(xs, 0)",
        &expect!["the result does not depend on `x`; mark it `#[constant]` or remove it"],
    );
    body(
        "println!(\"{xs:?}\"); x",
        &expect![[r#"
            %0 = input 0: f32[A, B]   # x
            %1 = input 1: f64?0   # y
            %2 = input 2: i32?1   # i
            %3 = input 3: list of f32?2   # xs
            %4 = input 4: host   # n
            %5 = host { { println !("{xs:?}"); } }(%3): host
            return %0
        "#]],
    );
}

#[test]
fn elements() {
    body(
        "x[1..3]",
        &expect![
            "a part of a tensor is no `[]`; write `x.narrow(axis, start, len)` or `x.slice(axis, start, end, step)`"
        ],
    );
    body(
        "x[&x]",
        &expect![
            "`[]` takes host values; write `x.index_select(axis, &idx)` or `x.gather(axis, &idx)` for a tensor of indices"
        ],
    );
    body(
        "(x, i)[0]",
        &expect![
            "neither a tensor nor a list stands in front of this `[]`; take what it is of apart by a pattern"
        ],
    );
    body(
        "tensor![x; 3]",
        &expect![
            "`tensor!` lists its entries here, `tensor![a, b]`; write `Tensor::full(shape, value)` for equal ones"
        ],
    );
}

#[test]
fn statements_and_places() {
    body(
        "let list = [x, x]; list[i]",
        &expect![
            "a list of tensors is indexed by a host value that is not negative; write `xs[0]` or `xs[i]` with `i: usize`"
        ],
    );
    body("*x + 1.0", &expect!["tensors are not dereferenced; remove the `*`"]);
    body("x << 1", &expect!["`<<` is not defined on tensors; multiply by a power of two, `x * 4`"]);
    body("x as f32", &expect!["`as` converts host values; write `.cast::<f32>()` for a tensor"]);
    body(
        "x.data",
        &expect!["tensors have no fields; write `x.dim(i)` for a size, `pair.0` for a part of a tuple"],
    );
    body(
        "x.exp().unwrap()",
        &expect!["ops give tensors directly in a differentiable function; remove `.unwrap(..)`"],
    );
    body(
        "unsafe { x.exp() }",
        &expect!["`unsafe` cannot be differentiated; compute the value outside and pass it as `#[constant]`"],
    );
    body(
        "x.exp().await",
        &expect!["`.await` cannot be differentiated; await before the call and pass the value"],
    );
    body(
        "add_to(&mut x)",
        &expect!["tensors cannot be borrowed mutably; assign the new value, `x = x + dx`"],
    );
    body("h = x.exp(); x + 1.0", &expect!["no variable is called `h`; bind it with `let h = ..`"]);
    body(
        "let h = x.exp(); h = h * 2.0; h",
        &expect!["`h` is assigned twice but is not `mut`; write `let mut h`"],
    );
    body("let h; h + x", &expect!["`h` has no value yet; give it one in its `let`"]);
    body(
        "x.0 += 1.0; x.exp()",
        &expect![
            "only variables, fields of structs, entries of tuples and items of lists are assigned; bind a new value with `let`"
        ],
    );
    body(
        "fn inner() {} x.exp()",
        &expect!["items inside a differentiable function are not supported; move this outside"],
    );
    body(
        "let [a, b, c] = x.split([1, 2], 0); a",
        &expect!["the pattern names 3 values but there are 2; name each of them, or `_`"],
    );
    body(
        "let (a, b, c) = (x.exp(), x); a",
        &expect!["the pattern names 3 values but there are 2; name each of them, or `_`"],
    );
    body(
        "let v = x.chunk(n, 0); x.exp()",
        &expect!["the number of pieces must be known here; write `let [a, b] = ..`"],
    );
    body("#[cfg(test)] let h = x.exp(); x.exp()", &expect!["attributes are not supported here; remove it"]);
    body(
        "let h: Tensor = make(n); h + x",
        &expect![[r#"
            %0 = input 0: f32[A, B]   # x
            %1 = input 1: f64?0   # y
            %2 = input 2: i32?1   # i
            %3 = input 3: list of f32?2   # xs
            %4 = input 4: host   # n
            %5 = call make(%4): _
            %6 = part .0(%5): _
            %7 = as_tensor(%6): f32?3   # h
            %8 = add(%7, %0): f32?3*[A, B]
            return %8
        "#]],
    );
    body("n.max(x)", &expect!["`max` is over the axes of one tensor; write `a.maximum(&b)` for two"]);
    body(
        "x.exp();",
        &expect!["the body of `f` ends without a value; write the result as its last expression"],
    );
    body(
        "Ok(x.exp())",
        &expect!["the function does not return a `Result`; write the value alone, or `-> Result<..>`"],
    );
    body(
        "x * n.checked_sub(1)?",
        &expect![
            "`?` on host values needs a function that returns `Result`; write `-> Result<..>` and `Ok(..)`"
        ],
    );
    body(
        "let s = x.item()?; x * s",
        &expect![
            "`?` on host values needs a function that returns `Result`; write `-> Result<..>` and `Ok(..)`"
        ],
    );
}

#[test]
fn dependence() {
    check(
        "fn f(x: &Tensor, b: &Tensor) -> Scalar { x.sum() }",
        &expect!["the result does not depend on `b`; mark it `#[constant]` or remove it"],
    );
    check(
        "fn f(x: &Tensor) -> Scalar { x.floor().sum() }",
        &expect![
            "the result depends on `x` only through `floor`, which has no derivative; mark it `#[constant]`"
        ],
    );
    check(
        "fn f(x: &Tensor, w: &Tensor) -> Tensor { x.gather(0, w.argmax_keep(0)) }",
        &expect![
            "the result depends on `w` only through `argmax`, which has no derivative; mark it `#[constant]`"
        ],
    );
    check(
        "fn f(p: (&Tensor, &Tensor)) -> Scalar { p.0.sum() }",
        &expect!["the result does not depend on `p.1`; mark it `#[constant]` or remove it"],
    );
    check(
        "fn f(x: &Tensor) -> Tensor { Tensor::ones([x.dim(0)]) }",
        &expect![
            "the result depends on `x` only through its shape, which has no derivative; mark it `#[constant]`"
        ],
    );
    check(
        "fn f(x: &Tensor) -> Result<Tensor> { let s = x.item()?; Ok(Tensor::scalar(s)) }",
        &expect![
            "the result depends on `x` only through host code, which has no derivative; mark it `#[constant]`"
        ],
    );
}

#[test]
fn signatures() {
    check(
        "async fn f(x: &Tensor) -> Tensor { x.exp() }",
        &expect!["`async` functions cannot be differentiated; remove it and await outside"],
    );
    check(
        "unsafe fn f(x: &Tensor) -> Tensor { x.exp() }",
        &expect!["`unsafe` functions cannot be differentiated; remove it, bodies are tensor ops alone"],
    );
    check(
        "fn f(x: &mut Tensor, (a, b): (Tensor, Tensor)) -> Tensor { x.exp() }",
        &expect![[r#"
        tensors cannot be changed through `&mut`; take `&Tensor` and return the new value
        a parameter needs a name; name it here and take it apart with `let` in the body"#]],
    );
    check(
        "fn f(&self, x: &Tensor) -> Tensor { x.exp() }",
        &expect![
            "a differentiable method takes `&self` or `self`, in an `impl` that is marked `#[differentiable]`; what it changes it gives back"
        ],
    );
    check(
        "fn f(x: impl AsRef<Tensor>) -> Tensor { x.exp() }",
        &expect![
            "`impl Trait` parameters are not supported; name the type in a generic parameter, `fn f<T: Trait>`"
        ],
    );
    check(
        "fn f(x: Vec<Tensor>, y: HashMap<u8, Tensor>) -> Tensor { x.exp() }",
        &expect![
            "`HashMap` has no tangent, as its keys are known at run time alone; write a struct with a field for each, a `Vec` with the names beside it, or mark it `#[constant]`"
        ],
    );
    check(
        "fn f(x: &[&[Tensor]]) -> Tensor { x.exp() }",
        &expect!["a slice inside a slice is not supported; take the inner ones as parameters, or as arrays"],
    );
    check(
        "fn f(x: (&Tensor, usize), n: [Tensor; N]) -> Tensor { x.exp() }",
        &expect![[r#"
        a tuple, array or slice parameter holds tensors alone or no tensor; pass the rest on its own
        the length of an array of tensors must be a literal here; write it out, or take a slice"#]],
    );
    check(
        "fn f(x: &Tensor) { x.exp(); }",
        &expect!["`f` returns nothing; return a tensor, `-> Scalar` for a loss"],
    );
    check(
        "fn f(x: &Tensor) -> f32 { x.exp() }",
        &expect![
            "`f32` is the result of functions of numbers alone, `fn f(x: f32) -> f32`; write `Scalar<f32>`"
        ],
    );
    check(
        "fn f(x: &Tensor) -> (Tensor<i32>, Tensor) { x.argmax() }",
        &expect![
            "the first result is the one that is differentiated and must be a float tensor; reorder the tuple"
        ],
    );
    check(
        "fn f(x: &Tensor<B, f64>, y: &Scalar<f32, 3>, z: &Tensor<Vec<B>>) -> Tensor { x.exp() }",
        &expect![[r#"
        the element type is the first argument; write `Tensor<f64, ..>`
        `Scalar` has rank 0 and takes at most an element type; write `Tensor<..>` for a tensor with dims
        a dim of a tensor type is a name, a number, `{ an expression of names }` or `_`"#]],
    );
    check(
        "fn f(x: &Tensor<{ 2 * K }>) -> Tensor { x.exp() }",
        &expect!["dim `K` is no axis of a parameter by itself; use it alone once, or pass it as a `usize`"],
    );
    check(
        "fn f(x: &Tensor<D>, D: usize) -> Tensor { x.exp() }",
        &expect!["`D` names a dim and a parameter; rename one of them"],
    );
    check(
        "fn f(x: &Tensor<A, B>) -> Tensor<B, A> { x.exp() }",
        &expect![
            "the result is declared `[B, A]` but the expression has shape `[A, B]`: axis 0 is `A`, not `B`; change the type or the expression"
        ],
    );
    check(
        "fn f(x: &Tensor<A, B>) -> Result<Tensor> { let h = x.exp(); h }",
        &expect!["the function returns a `Result`; write `Ok(..)` around its value"],
    );
}

#[test]
fn what_changes_or_jumps_where_it_decides() {
    body(
        "let mut k = 1.0; let h = match n { m if { k += 1.0; m > 1 } => x.sin(), _ => x.cos() }; h * k",
        &expect!["a guard only decides; change `k` in a statement before the `match`"],
    );
    body(
        "let mut h = x.clone(); let mut i = 0; 'a: loop { while { if i > n { break 'a; } i < 2 } { h = h.sin(); i += 1; } h = h.cos(); } h",
        &expect![
            "this jump stands where a loop begins; write `loop { if .. { break; } .. }`, with the jump in a statement of its own"
        ],
    );
    body(
        "match { let t = x.sin(); n } { 0 => x.sin(), _ => x.cos() }",
        &expect![
            "what decides is a host value, and this is a tensor; `x.item()? > 0.0` for one number, `select` for each element"
        ],
    );
}
