//! What lowering refuses: `refused.txt` has texts at the margin, and below each of them what is said of it. A text is a function, or the
//! body of one over `x: &Tensor`, `y: &Tensor<f64>`, `i: &Tensor<i32>`, `xs: &[Tensor]`, `n: usize`.

use std::fmt::Write as _;

use expect_test::expect_file;

use super::lowered;

fn body(text: &str) -> String {
    let params =
        "x: &Tensor<A, B>, #[constant] y: &Tensor<f64>, i: &Tensor<i32>, #[constant] xs: &[Tensor], n: usize";
    lowered(&format!("fn f({params}) -> Tensor {{ {text} }}"))
}

#[test]
fn what_is_said_of_texts() {
    let mut said = String::new();
    for text in include_str!("refused.txt").lines().filter(|line| !line.starts_with("    ")) {
        writeln!(said, "{text}").expect("a string takes all");
        if !text.is_empty() && !text.starts_with("# ") {
            let messages = if text.contains("fn f(") { lowered(text) } else { body(text) };
            for line in messages.lines() {
                writeln!(said, "    {line}").expect("a string takes all");
            }
        }
    }
    expect_file!["refused.txt"].assert_eq(&said);
}

/// Statements that follow are copied into arms, which is not for ever.
#[test]
fn many_exits() {
    for (step, times) in [
        ("if n == 1 { h = h.exp(); } else if n == 2 { h = h.sin(); } else if n == 3 { return h; } ", 12),
        ("if n > 1 { if n == 9 { return h; } h = h.sin(); } ", 11),
        ("let y = if n == 1 { h.exp() } else if n == 2 { h.sin() } else { return h }; h = y;", 12),
    ] {
        let said = body(&format!("let mut h = x; {} h", step.repeat(times)));
        let expected = "too many ways lead on from early exits to here: two arms that go on are two copies of what \
            follows; leave by an `if` without `else`, before them";
        assert_eq!(said, expected, "{step}");
    }
}
