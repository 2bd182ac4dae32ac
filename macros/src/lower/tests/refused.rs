use expect_test::{Expect, expect};

use super::lowered;

fn check(text: &str, messages: Expect) {
    messages.assert_eq(&lowered(text));
}

#[test]
fn several_at_once() {
    check(
        "fn f(x: &Tensor, y: &Tensor<f64>) -> Tensor { let a = x.tahn(); let b = x * y; if x.dim(0) > 3 { a } else { b } }",
        expect![[r#"
            no op is called `tahn`; did you mean `tanh`?
            mul: `x` is `f32` but `y` is `f64`; cast one of them, `.cast::<f32>()`
            control flow is not supported yet: `if` over tensors; write `select(cond, a, b)`, or decide on host values outside and pass the result"#]],
    );
}
