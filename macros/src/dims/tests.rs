use expect_test::expect;

use super::*;

/// Parses; a name that starts with `_` is the anonymous dim of that number.
fn d(text: &str) -> Dim {
    let expr = syn::parse_str(text).expect("the text of a test parses");
    Dim::parse(&expr, &mut |i| Some(Dim::name(&i.to_string()))).expect("the text of a test is a dim")
}

#[test]
fn normal_form_does_not_depend_on_spelling() {
    for (a, b) in [
        ("2 * K", "K + K"),
        ("(B + 1) * (B - 1)", "B * B - 1"),
        ("(H + 1) * N", "N + N * H"),
        ("B * H - H * B", "0"),
        ("{ 2 * K } + 1", "1 + K * 2"),
        ("(2 * K) / 2", "K"),
        ("(N * D) / N", "D"),
        ("(2 * K + 2) / (K + 1)", "2"),
        ("(B * B - 1) / (B + 1)", "B - 1"),
        ("(2 * K + 1) / 2", "K"),
        ("(D * 4) / (N * 2)", "2 * D / N"),
        ("D / N / M", "D / (M * N)"),
        ("(7 * B) / (3 * B)", "2"),
        ("D.min(D + 2)", "D"),
        ("D.max(D + 2)", "D + 2"),
        ("N.min(D)", "D.min(N)"),
        ("N.min(D) + N.max(D)", "N + D"),
        ("D - D.min(1)", "(D - 1).max(0)"),
        ("D.max(N).max(0)", "D.max(N)"),
        ("(0 - D).max(0)", "0"),
        ("D.div_ceil(4)", "(D + 3) / 4"),
        ("(4 * D).div_ceil(4)", "D"),
        ("7 / 2", "3"),
        ("D as isize", "D"),
    ] {
        assert_eq!(d(a), d(b), "{a} and {b}");
    }
    assert_ne!(d("D / 2 + D / 2"), d("D"), "odd D");
    assert_ne!(d("(D - 1) / 2"), d("D / 2"));
}

#[test]
fn texts() {
    let all: Vec<_> = [
        "K * 2 + 1",
        "1 - K",
        "B * H * B - 2 * H + 3",
        "D / N",
        "N * (D / N)",
        "(D + 1) / 2",
        "D / (N * M)",
        "-D",
        "0",
        "D / N + 1",
        "D.min(4)",
        "D.max(N - 1) * 2",
    ]
    .iter()
    .map(|t| d(t).to_string())
    .chain([
        Dim::unknown().to_string(),
        Dim::unknown().join(&d("H")).to_string(),
        (&Dim::int(2) * &Dim::unknown().join(&d("H + 1"))).to_string(),
    ])
    .collect();
    expect![[r"
        2*K + 1
        -K + 1
        B*B*H - 2*H + 3
        D / N
        N*(D / N)
        (D + 1) / 2
        D / (M*N)
        -D
        0
        D / N + 1
        D - max(D - 4, 0)
        2*N + 2*max(D - N + 1, 0) - 2
        _
        _|H
        2*(_|(H + 1))"]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn names_never_match_by_accident() {
    for (a, b) in [
        ("B", "H"),
        ("B", "1"),
        ("2 * K", "K * K"),
        ("B + 1", "B"),
        ("3", "4"),
        ("D / 2", "H"),
        ("D / N", "1"),
    ] {
        assert_eq!(d(a).same(&d(b)), Some(false), "{a} and {b}");
    }
}

#[test]
fn forms_that_may_agree_are_left_to_run_time() {
    for (a, b) in [
        ("D / 2 + D / 2", "D"),
        ("N * (D / N)", "D"),
        ("(D + 1) / 2", "D / 2"),
        ("(D + 2) / 3", "D / 3"),
        ("D.min(4)", "4"),
        ("D.min(N)", "D"),
        ("B * N * (D / N)", "B * D"),
    ] {
        assert_eq!(d(a).same(&d(b)), None, "{a} and {b}");
    }
    let (p, q) = (Dim::unknown(), Dim::unknown());
    assert_eq!(p.same(&q), None);
    assert_eq!(p.same(&p), Some(true));
    assert_eq!(p.same(&Dim::int(1)), None);
    assert_eq!((&p + &Dim::int(1)).same(&p), Some(false));
    assert_eq!((&p * &d("B")).same(&d("B")), None);
    assert_eq!((&p * &d("B")).div(&p), d("B"));
}

#[test]
fn joins_are_sets() {
    let (p, q) = (Dim::unknown(), Dim::unknown());
    assert_eq!(p.join(&q), q.join(&p));
    assert_eq!(p.join(&q).join(&p), p.join(&q));
    assert_eq!(p.join(&p), p);
    assert_eq!(p.join(&Dim::int(1)), p);
    assert_eq!(p.join(&q).join(&Dim::int(3)), Dim::int(3));
    assert!(p.join(&d("H")).is_open());
    assert!(!d("D / N").is_open());
}

#[test]
fn huge_coefficients_make_a_dim_unknown() {
    let big = Dim::int(i64::MAX);
    let over = &(&big * &big) * &d("B");
    assert!(over.is_open());
    assert!((&big + &Dim::int(1)).is_open());
    assert!(Dim::int(i64::MIN).div(&Dim::int(-1)).is_open());
    assert!(d("B").div(&Dim::int(0)).is_open());
    assert_eq!(Dim::int(i64::MIN).to_string(), i64::MIN.to_string());
}

#[test]
fn order_is_total_and_hash_agrees() {
    use std::hash::{BuildHasher, RandomState};
    let dims: Vec<_> = ["B", "H", "2 * B", "B * H", "B + H", "0", "1", "D / N", "D.min(N)"].map(d).to_vec();
    let s = RandomState::new();
    for a in &dims {
        assert_eq!(s.hash_one(a), s.hash_one(a.clone()));
        for b in &dims {
            assert_eq!(a == b, a.cmp(b).is_eq());
            assert_eq!(a.cmp(b), b.cmp(a).reverse());
            for c in &dims {
                assert!(!(a <= b && b <= c) || a <= c);
            }
        }
    }
}

#[test]
fn host_expressions() {
    let text = |dim: &str| {
        let name = |n: &str| syn::Ident::new(n, proc_macro2::Span::call_site());
        let tokens = d(dim).tokens(&|n| {
            let n = name(n);
            quote::quote!(#n)
        });
        tokens.map_or("-".to_owned(), |t| t.to_string().replace(' ', ""))
    };
    let all: Vec<_> = ["2 * K + 1", "1 - K", "D / N", "B * B * H", "D.min(4)", "3", "0", "(D + 1) / 2 - H"]
        .map(text)
        .to_vec();
    expect![[r"
        K.saturating_mul(2).saturating_add(1isize)
        0isize.saturating_sub(K).saturating_add(1isize)
        (D).checked_div(N).unwrap_or(0)
        B.saturating_mul(B).saturating_mul(H)
        D.saturating_sub((D.saturating_sub(4)).max(0))
        3isize
        0isize
        0isize.saturating_sub(H).saturating_add((D.saturating_add(1isize)).checked_div(2isize).unwrap_or(0))"]]
    .assert_eq(&all.join("\n"));
    assert!(Dim::unknown().tokens(&|_| quote::quote!(x)).is_none());
}

#[test]
fn what_is_no_dim() {
    let parse = |text: &str| {
        let expr = syn::parse_str(text).expect("parses");
        let known = |i: &syn::Ident| (i != "x").then(|| Dim::name(&i.to_string()));
        Dim::parse(&expr, &mut |i| known(i)).map_or_else(|e| format!("error: {e}"), |dim| dim.to_string())
    };
    let all: Vec<_> = ["{2 * K}", "\"x\"", "{f(3)}", "{K % 2}", "x + 1"].map(parse).to_vec();
    expect![[r"
        2*K
        error: a dim is a name, an integer, `_`, or an expression of these with `+ - * /` such as `{2 * K}`
        error: a dim is a name, an integer, `_`, or an expression of these with `+ - * /` such as `{2 * K}`
        error: a dim is a name, an integer, `_`, or an expression of these with `+ - * /` such as `{2 * K}`
        error: `x` is no dim"]]
    .assert_eq(&all.join("\n"));
}
