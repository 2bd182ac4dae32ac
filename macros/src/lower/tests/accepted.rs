use expect_test::{Expect, expect};

use super::lowered;

fn check(text: &str, graph: Expect) {
    graph.assert_eq(&lowered(text));
}

#[test]
fn operators_and_methods() {
    check(
        "fn f(x: &Tensor<B, I>, w: &Tensor<I, H>, b: &Tensor<H>) -> Scalar { let h = (x.matmul(w) + b).tanh(); (&h * &h).sum() }",
        expect![[r#"
            %0 = input 0: f32[B, I]   # x
            %1 = input 1: f32[I, H]   # w
            %2 = input 2: f32[H]   # b
            %3 = matmul(%0, %1): f32[B, H]
            %4 = add(%3, %2): f32[B, H]
            %5 = tanh(%4): f32[B, H]   # h
            %6 = mul(%5, %5): f32[B, H]
            %7 = host { rt :: Axes :: ALL }: host
            %8 = host { false }: host
            %9 = sum(%6, %7, %8): f32[]
            return %9
        "#]],
    );
}

#[test]
fn numbers_mix_with_tensors() {
    check(
        "fn f(x: Tensor<f64>, n: usize, a: f32) -> Tensor<f64> { let c = 2.0; x * c + n as f64 * x.dim(0) as f64 + a + 3 * &x }",
        expect![[r#"
            %0 = input 0: f64?0   # x
            %1 = input 1: host   # n
            %2 = input 2: host   # a
            %3 = host { 2.0 }: host
            %4 = const 2.0: f64[]
            %5 = mul(%0, %4): f64?0
            %6 = shape(%0): host
            %7 = host { n as f64 * s0 . dim (0) ? as f64 }(%1, %6): host
            %8 = scalar(%7): f64[]
            %9 = add(%5, %8): f64?0
            %10 = scalar(%2): f64[]
            %11 = add(%9, %10): f64?0
            %12 = host { 3 }: host
            %13 = const 3.0: f64[]
            %14 = mul(%13, %0): f64?0
            %15 = add(%11, %14): f64?0
            return %15
        "#]],
    );
}

#[test]
fn named_dims_are_values() {
    check(
        "fn f(x: &Tensor<B, D>) -> Tensor<B, D> { let scale = 1.0 / (D as f32).sqrt(); x * scale }",
        expect![[r#"
            %0 = input 0: f32[B, D]   # x
            %1 = shape(%0): host
            %2 = host { s0 [1] }(%1): host
            %3 = host { 1.0 / (d0 as f32) . sqrt () }(%2): host
            %4 = scalar(%3): f32[]
            %5 = mul(%0, %4): f32[B, D]
            return %5
        "#]],
    );
}

#[test]
fn assignment_makes_new_values() {
    check(
        "fn f(x: &Tensor) -> Tensor { let mut h = x.clone(); h = h.tanh(); h += x; h *= 2.0; let mut n = 3; n += 1; h * n }",
        expect![[r#"
            %0 = input 0: f32?0   # x
            %1 = tanh(%0): f32?0   # h
            %2 = add(%1, %0): f32?0   # h
            %3 = host { 2.0 }: host
            %4 = const 2.0: f32[]
            %5 = mul(%2, %4): f32?0   # h
            %6 = host { 3 }: host
            %7 = host { { let mut n = n ; n += 1 ; n } }(%6): host
            %8 = scalar(%7): f32[]
            %9 = mul(%5, %8): f32?0
            return %9
        "#]],
    );
}

#[test]
fn effects_stay_in_order() {
    check(
        "fn f(x: &Tensor, n: usize) -> Result<Tensor> { assert_eq!(x.dim(0), n); println!(\"{x} {n}\"); let y = x.tanh(); Ok(y) }",
        expect![[r#"
            %0 = input 0: f32?0   # x
            %1 = input 1: host   # n
            %2 = shape(%0): host
            %3 = host { { assert_eq ! (s0 . dim (0) ? , n) ; } }(%2, %1): host
            %4 = host { { println ! ("{x} {n}") ; } }(%0, %1): host
            %5 = tanh(%0): f32?0   # y
            return %5
        "#]],
    );
}
