// The hashes are what `expect_test` writes.
#![allow(clippy::needless_raw_string_hashes)]

use expect_test::{Expect, expect};

use super::lowered;

fn check(text: &str, graph: &Expect) {
    graph.assert_eq(&lowered(text));
}

#[test]
fn operators_and_methods() {
    check(
        "fn f(x: &Tensor<B, I>, w: &Tensor<I, H>, b: &Tensor<H>) -> Scalar { let h = (x.matmul(w) + b).tanh(); (&h * &h).sum() }",
        &expect![[r#"
            %0 = input 0: f32[B, I]   # x
            %1 = input 1: f32[I, H]   # w
            %2 = input 2: f32[H]   # b
            %3 = matmul(%0, %1): f32[B, H]
            %4 = add(%3, %2): f32[B, H]
            %5 = tanh(%4): f32[B, H]   # h
            %6 = mul(%5, %5): f32[B, H]
            %7 = size { Axes::ALL }: host
            %8 = size { false }: host
            %9 = sum(%6, %7, %8): f32[]
            return %9
        "#]],
    );
}

#[test]
fn numbers_mix_with_tensors() {
    check(
        "fn f(x: Tensor<f64>, n: usize, a: f32) -> Tensor<f64> { let c = 2.0; x * c + n as f64 * x.dim(0) as f64 + a + 3 * &x }",
        &expect![[r#"
            %0 = input 0: f64?0   # x
            %1 = input 1: host   # n
            %2 = input 2: host   # a
            %3 = size { 2.0 }: host
            %4 = const 2.0: f64[]
            %5 = mul(%0, %4): f64?0
            %6 = shape(%0): host
            %7 = size { h0 as f64 * placed(dim(& h1, 0), site)? as f64 }(%1, %6): host
            %8 = scalar(%7): f64[]
            %9 = add(%5, %8): f64?0
            %10 = scalar(%2): f64[]
            %11 = add(%9, %10): f64?0
            %12 = size { 3 }: host
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
        &expect![[r#"
            %0 = input 0: f32[B, D]   # x
            %1 = shape(%0): host
            %2 = size { h0 [1] }(%1): host
            %3 = size { 1.0 / (h0 as f32).sqrt() }(%2): host
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
        &expect![[r#"
            %0 = input 0: f32?0   # x
            %1 = tanh(%0): f32?0   # h
            %2 = add(%1, %0): f32?0   # h
            %3 = size { 2.0 }: host
            %4 = const 2.0: f32[]
            %5 = mul(%2, %4): f32?0   # h
            %6 = size { 3 }: host
            %7 = host { { let mut n = n; n += 1; n } }(%6): host
            %8 = scalar(%7): f32[]
            %9 = mul(%5, %8): f32?0
            return %9
        "#]],
    );
}

#[test]
fn slices_are_lists() {
    check(
        "fn f(xs: &[Tensor], i: usize) -> Tensor { let y = &xs[i] * &xs[i] + &xs[0]; concat(xs, 0) + y * xs.len() }",
        &expect![[r#"
            %0 = input 0: list of f32?0   # xs
            %1 = input 1: host   # i
            %2 = size { natural(h0) }(%1): host
            %3 = list_item(%0, %2): f32?1
            %4 = size { natural(h0) }(%1): host
            %5 = mul(%3, %3): f32?1
            %6 = size { 0 }: host
            %7 = size { 0usize }: host
            %8 = list_item(%0, %7): f32?2
            %9 = add(%5, %8): f32?1*?2   # y
            %10 = size { 0 }: host
            %11 = size { 0isize }: host
            %12 = list_concat(%0, %11): f32?3
            %13 = host { l0.len() }(%0): host
            %14 = scalar(%13): f32[]
            %15 = mul(%9, %14): f32?1*?2
            %16 = add(%12, %15): f32?1*?2*?3
            return %16
        "#]],
    );
    check(
        "fn f(ps: &[(Tensor<N>, &Tensor<i32, N>)]) -> Tensor { let [(a, _), .., last] = ps; a.index_select(0, last.1) }",
        &expect![[r#"
            %0 = input 0: list of f32[N]   # ps[..].0
            %1 = input 1: list of i32[N]   # ps[..].1
            %2 = shape(%0): host
            %3 = host { { const SITE : Site = Site { function : "f", op : "", file :::core::file !(), line :::core::line !() }; lists::check_len(& SITE, "ps", s0.len(), 2usize, true)?; } }(%2): host
            %4 = size { 0 }: host
            %5 = size { 0usize }: host
            %6 = list_item(%0, %5): f32[N]   # a
            %7 = list_item(%1, %5): i32[N]
            %8 = size { h0.len() - 1usize }(%2): host
            %9 = list_item(%0, %8): f32[N]
            %10 = list_item(%1, %8): i32[N]
            %11 = size { 0 }: host
            %12 = size { 0isize }: host
            %13 = index_select(%6, %12, %10): f32[N]
            return %13
        "#]],
    );
    check(
        "fn f(xs: &[Tensor<_, D>]) -> Tensor { assert!(!xs.is_empty()); let ys: &[Tensor<_, D>] = &xs; stack(&ys[..], -1) }",
        &expect![[r#"
            %0 = input 0: list of f32[_, D]   # xs
            %1 = host { { assert !(! l0.is_empty()); } }(%0): host
            %2 = size { - 1 }: host
            %3 = size { - 1isize }: host
            %4 = list_stack(%0, %3): f32[_, D, _]
            return %4
        "#]],
    );
}

#[test]
fn effects_stay_in_order() {
    check(
        "fn f(x: &Tensor, n: usize) -> Result<Tensor> { assert_eq!(x.dim(0), n); println!(\"{x} {n}\"); let y = x.tanh(); Ok(y) }",
        &expect![[r#"
            %0 = input 0: f32?0   # x
            %1 = input 1: host   # n
            %2 = shape(%0): host
            %3 = host { { assert_eq !(placed(dim(& s0, 0), site)?, n); } }(%2, %1): host
            %4 = host { { println !("{x} {n}"); } }(%0, %1): host
            %5 = tanh(%0): f32?0   # y
            return %5
        "#]],
    );
}

#[test]
fn reductions_have_three_spellings() {
    check(
        "fn f(x: &Tensor<B, D>) -> Scalar { let m = x.mean_keep(-1); (x - m).sum_axis([0, 1]) + x.logsumexp() }",
        &expect![[r#"
            %0 = input 0: f32[B, D]   # x
            %1 = size { - 1 }: host
            %2 = size { Axes::from(h0) }(%1): host
            %3 = size { true }: host
            %4 = sum(%0, %2, %3): f32[B, 1]
            %5 = shape(%0): host
            %6 = size { 1.0 / h0.count(& h1) as f64 }(%5, %2): host
            %7 = scalar(%6): f32[]
            %8 = mul(%4, %7): f32[B, 1]   # m
            %9 = sub(%0, %8): f32[B, D]
            %10 = size { [0, 1] }: host
            %11 = size { Axes::from(h0) }(%10): host
            %12 = size { false }: host
            %13 = sum(%9, %11, %12): f32[]
            %14 = size { Axes::ALL }: host
            %15 = size { false }: host
            %16 = stop_gradient(%0): f32[B, D]
            %17 = max(%16, %14, %15): f32[]
            %18 = is_finite(%17): bool[]
            %19 = size { 0.0 }: host
            %20 = const 0.0: f32[]
            %21 = select(%18, %17, %20): f32[]
            %22 = keep_axes(%21, %5, %14, %15): f32[1, 1]
            %23 = sub(%0, %22): f32[B, D]
            %24 = exp(%23): f32[B, D]
            %25 = sum(%24, %14, %15): f32[]
            %26 = ln(%25): f32[]
            %27 = add(%26, %21): f32[]
            %28 = add(%13, %27): f32[]
            return %28
        "#]],
    );
}

#[test]
fn lists_and_tuples() {
    check(
        "fn f(xs: [&Tensor<B, D>; 2], p: &(Tensor, Tensor)) -> (Tensor, Tensor) {
            let [a, b] = xs; let c = concat(&[a, b, &xs[0]], 1);
            let [u, _] = c.split([D, 2 * D], 1); let (s, i) = u.sort(-1);
            (s + &p.0, p.1.exp()) }",
        &expect![[r#"
            %0 = input 0: f32[B, D]   # xs[0]
            %1 = input 1: f32[B, D]   # xs[1]
            %2 = input 2: f32?0   # p.0
            %3 = input 3: f32?1   # p.1
            %4 = size { 1 }: host
            %5 = size { 1isize }: host
            %6 = concat(%0, %1, %0, %5): f32[B, 3*D]   # c
            %7 = shape(%0): host
            %8 = size { h0 [1] }(%7): host
            %9 = size { [size(h0), size(2 * h0)] }(%8): host
            %10 = size { Sizes::from(h0) }(%9): host
            %11 = size { 1 }: host
            %12 = size { 1isize }: host
            %13 = size { 0 }: host
            %14 = size { 0usize }: host
            %15 = split_part(%6, %10, %12, %14): f32[B, D]   # u
            %16 = size { 1 }: host
            %17 = size { 1usize }: host
            %18 = split_part(%6, %10, %12, %17): f32[B, 2*D]
            %19 = size { - 1 }: host
            %20 = size { - 1isize }: host
            %21 = sort(%15, %20): (f32[B, D], i32[B, D])
            %22 = get 0(%21): f32[B, D]   # s
            %23 = get 1(%21): i32[B, D]   # i
            %24 = add(%22, %2): f32?0*[B, D]
            %25 = exp(%3): f32?1
            return %24, %25
        "#]],
    );
}

#[test]
fn tensors_made_in_a_body() {
    check(
        "fn f<T: Float>(x: &Tensor<T, B, D>) -> Tensor<T> {
            let z = Tensor::<T>::zeros([B, D]).reshape([B, -1]); let e: Tensor<T> = Tensor::eye(D); let m = x.gt(0.0).cast::<T>();
            x.matmul(&e) + z * m + Tensor::scalar(1.5) + Tensor::full(x.shape(), 2.0) }",
        &expect![[r#"
            %0 = input 0: T[B, D]   # x
            %1 = const 0.0: T[]
            %2 = shape(%0): host
            %3 = size { h0 [0] }(%2): host
            %4 = size { h0 [1] }(%2): host
            %5 = size { [size(h0), size(h1)] }(%3, %4): host
            %6 = size { placed(Sizes::from(h0).shape(), site)? }(%5): host
            %7 = broadcast_to(%1, %6): T[B, D]
            %8 = size { [size(h0), - 1isize] }(%3): host
            %9 = size { Sizes::from(h0) }(%8): host
            %10 = reshape(%7, %9): T[B, D]   # z
            %11 = iota(%4): i32[D]
            %12 = size { - 1 }: host
            %13 = size { - 1isize }: host
            %14 = unsqueeze(%11, %13): i32[D, 1]
            %15 = eq(%14, %11): bool[D, D]
            %16 = size { 1.0 }: host
            %17 = const 1.0: T[]
            %18 = size { 0.0 }: host
            %19 = const 0.0: T[]
            %20 = select(%15, %17, %19): T[D, D]   # e
            %21 = size { 0.0 }: host
            %22 = const 0.0: T[]
            %23 = gt(%0, %22): bool[B, D]
            %24 = cast(%23): T[B, D]   # m
            %25 = matmul(%0, %20): T[B, D]
            %26 = mul(%10, %24): T[B, D]
            %27 = add(%25, %26): T[B, D]
            %28 = size { 1.5 }: host
            %29 = const 1.5: T[]
            %30 = add(%27, %29): T[B, D]
            %31 = size { 2.0 }: host
            %32 = const 2.0: T[]
            %33 = broadcast_to(%32, %2): T[B, D]
            %34 = add(%30, %33): T[B, D]
            return %34
        "#]],
    );
}

#[test]
fn host_code_is_carried_through() {
    check(
        "fn f(x: &Tensor<B, D>, opts: &[f32], k: usize) -> Result<Tensor> {
            let (lo, hi) = (opts[0], opts.iter().copied().fold(1.0, f32::max));
            let mut acc = 0.0;
            for (j, o) in opts.iter().enumerate() { acc += o * j as f32 + D as f32; }
            let scale = if k > B { acc } else { match k { 0 => lo, _ => hi } };
            if k == 3 { return Err(Error::msg(\"three\")); }
            const EPS: f64 = 1e-5;
            let first = x.narrow(0, 0, 1).sum().item()?;
            let noise = host!{ draw(first, k) };
            Ok(x * scale + EPS + noise + (x.dim(-1) as f32).sqrt()) }",
        &expect![[r#"
            %0 = input 0: f32[B, D]   # x
            %1 = input 1: host   # opts
            %2 = input 2: host   # k
            %3 = host { (opts [0], opts.iter().copied().fold(1.0, f32::max)) }(%1): host
            %4 = host { { let(lo, hi) = v0; lo } }(%3): host
            %5 = host { { let(lo, hi) = v0; hi } }(%3): host
            %6 = size { 0.0 }: host
            %7 = shape(%0): host
            %8 = size { h0 [1] }(%7): host
            %9 = host { { let mut acc = acc; for(j, o) in opts.iter().enumerate() { acc += o * j as f32 + d0 as f32; }; acc } }(%1, %6, %8): host
            %10 = size { h0 [0] }(%7): host
            %11 = host { if k > d0 { acc } else { match k { 0 => lo, _ => hi } } }(%2, %10, %9, %4, %5): host
            %12 = host { { if k == 3 { return Err(Error::msg("three")); }; } }(%2): host
            %13 = size { 0.00001f64 }: host
            %14 = size { 0 }: host
            %15 = size { 0isize }: host
            %16 = size { 0 }: host
            %17 = size { 0usize }: host
            %18 = size { 1 }: host
            %19 = size { 1usize }: host
            %20 = narrow(%0, %15, %17, %19): f32[1, D]
            %21 = size { Axes::ALL }: host
            %22 = size { false }: host
            %23 = sum(%20, %21, %22): f32[]
            %24 = host { placed(t0.item(), site)? }(%23): host
            %25 = host { { draw(first, k) } }(%24, %2): host
            %26 = scalar(%11): f32[]
            %27 = mul(%0, %26): f32[B, D]
            %28 = const 1e-5: f32[]
            %29 = add(%27, %28): f32[B, D]
            %30 = scalar(%25): f32[]
            %31 = add(%29, %30): f32[B, D]
            %32 = size { (h0 [1] as f32).sqrt() }(%7): host
            %33 = scalar(%32): f32[]
            %34 = add(%31, %33): f32[B, D]
            return %34
        "#]],
    );
}

#[test]
fn checks_of_declared_types() {
    check(
        "fn f(x: &Tensor, w: &Tensor<B, D>) -> Tensor<B, 2> { let h: Tensor<B, D> = x + 0.0; (h * w).narrow(1, 0, 2) }",
        &expect![[r#"
            %0 = input 0: f32?0   # x
            %1 = input 1: f32[B, D]   # w
            %2 = size { 0.0 }: host
            %3 = const 0.0: f32[]
            %4 = add(%0, %3): f32?0
            %5 = shape(%4): host
            %6 = shape(%1): host
            %7 = size { h0 [0] }(%6): host
            %8 = size { h0 [1] }(%6): host
            %9 = host { { const SITE : Site = Site { function : "f", op : "", file :::core::file !(), line :::core::line !() }; check_dims(& SITE, "h", & s0, & [Dim::Equal("B", ((d0 as isize)).max(0) as usize), Dim::Equal("D", ((d1 as isize)).max(0) as usize)])?; } }(%5, %7, %8): host
            %10 = declared(%4, %9): f32[B, D]   # h
            %11 = mul(%10, %1): f32[B, D]
            %12 = size { 1 }: host
            %13 = size { 1isize }: host
            %14 = size { 0 }: host
            %15 = size { 0usize }: host
            %16 = size { 2 }: host
            %17 = size { 2usize }: host
            %18 = narrow(%11, %13, %15, %17): f32[B, 2]
            return %18
        "#]],
    );
}

#[test]
fn constants_and_conditions_from_the_host() {
    check(
        "fn f<const N: usize>(x: &Tensor<N, D>, on: bool, c: &Tensor<bool>) -> Tensor<N, D> {
            let double = |v: f64| v * D as f64; let k = double(2.0);
            let y = select(on, x * k, 0.0); c.select(&y, N as f32) }",
        &expect![[r#"
            %0 = input 0: f32[N, D]   # x
            %1 = input 1: host   # on
            %2 = input 2: bool?0   # c
            %3 = shape(%0): host
            %4 = size { h0 [1] }(%3): host
            %5 = host { move | v : f64 | v * d0 as f64 }(%4): host
            %6 = host { double(2.0) }(%5): host
            %7 = scalar(%1): bool[]
            %8 = scalar(%6): f32[]
            %9 = mul(%0, %8): f32[N, D]
            %10 = size { 0.0 }: host
            %11 = const 0.0: f32[]
            %12 = select(%7, %9, %11): f32[N, D]   # y
            %13 = size { N }: host
            %14 = size { h0 as f32 }(%13): host
            %15 = scalar(%14): f32[]
            %16 = select(%2, %12, %15): f32?0*[N, D]
            %17 = shape(%16): host
            %18 = host { { const SITE : Site = Site { function : "f", op : "", file :::core::file !(), line :::core::line !() }; check_dims(& SITE, "the result", & s0, & [Dim::Equal("N", ((d1 as isize)).max(0) as usize), Dim::Equal("D", ((d0 as isize)).max(0) as usize)])?; } }(%17, %4, %13): host
            %19 = declared(%16, %18): f32[N, D]
            return %19
        "#]],
    );
}

/// A field is a number even if its first value is a variable that has changed before. A variable that the field changes takes the
/// field for a number too.
#[test]
fn numbers_of_structs_and_variables_change_each_other() {
    check(
        "fn f(x: &Tensor<B>, n: usize) -> Scalar { let mut dt = 0.5; dt += 0.25;
            let mut st = State { h: x.clone(), t: dt }; dt += st.t; st.t += n as f64 * dt; (st.h * st.t).sum() * dt }",
        &expect![[r#"
            %0 = input 0: f32[B]   # x
            %1 = input 1: host   # n
            %2 = size { 0.5 }: host
            %3 = host { { let mut dt = dt; dt += 0.25; dt } }(%2): host
            %4 = make(%0, %3): _   # st
            %5 = host { dt + (* o0).t }(%3, %4): host
            %6 = host { (* o0).t + n as f64 * dt }(%4, %1, %5): host
            %7 = make(%6, %4): _   # st
            %8 = host { (* o0).t }(%7): host
            %9 = scalar(%8): f32[]
            %10 = mul(%0, %9): f32[B]
            %11 = size { Axes::ALL }: host
            %12 = size { false }: host
            %13 = sum(%10, %11, %12): f32[]
            %14 = scalar(%5): f32[]
            %15 = mul(%13, %14): f32[]
            return %15
        "#]],
    );
}

/// A hundred ops are lowered in a few milliseconds, so that the whole expansion stays under 30.
#[test]
fn a_hundred_ops_are_quick() {
    let steps = "let h = (&h * 2.0 + x).tanh(); let h = h.softmax(-1) - h.mean_keep(0); ".repeat(15);
    let text = format!("fn f(x: &Tensor<B, D>) -> Scalar {{ let h = x.exp(); {steps} h.sum() }}");
    let start = std::time::Instant::now();
    let graph = lowered(&text);
    let took = start.elapsed();
    assert!(graph.contains("return"), "{graph}");
    println!("{} nodes in {took:?}", graph.lines().count());
    assert!(took < std::time::Duration::from_secs(1), "{took:?}");
}

/// They were asked for their blocks for ever.
#[test]
fn blocks_of_tensors_in_numbers() {
    for text in [
        "if { let t = x.sin(); n } < 3 { x.exp() } else { x.cos() }",
        "if { let t = x.sum_axis(0); t.rank() } > 0 { x.exp() } else { x.cos() }",
        "let mut i = 0; while { let t = x.sin(); i } < n { i += 1; } x * i as f32",
        "let m = match { let t = x.sin(); n } + 1 { 0 => 1.0, _ => 2.0 }; x * m",
        "let flag = { let t = x.sin(); n } > 1; if flag { x.exp() } else { x.cos() }",
        "x * ({ let t = x.sin(); 3.0 } * 2.0)",
    ] {
        let graph = lowered(&format!("fn f(x: &Tensor<A>, n: usize) -> Tensor {{ {text} }}"));
        assert!(graph.starts_with("%0 = input"), "{text}: {graph}");
    }
}
