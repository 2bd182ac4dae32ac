use std::path::Path;

use expect_test::{expect, expect_file};
use quote::quote;

use super::*;

fn parsed(text: TokenStream) -> ItemFn {
    syn::parse2(text).expect("a function")
}

/// What an output holds is read before any is written, and the source names host numbers in the order in which they are given.
#[test]
fn a_kernel_in_all_its_forms() {
    let item = parsed(quote! {
        fn Turn<T: Float>(x: &mut T, y: &mut T::Compute, g: &T, low: f64, by: f64) {
            (y * by - g * low, x)
        }
    });
    let text = text(&item, &RuleCache::default(), true).expect("a kernel");
    let file = syn::parse_file(&text).expect("Rust");
    expect_file![Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/kernels/turn.rs")]
        .assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn what_is_no_kernel_is_refused() {
    let rules = RuleCache::default();
    let refused = |item: TokenStream| match text(&parsed(item), &rules, true) {
        Ok(text) => panic!("accepted: {text}"),
        Err(error) => error.to_string(),
    };
    let all = [
        refused(quote! { fn A<T: Float>(x: &T) -> f64 { x } }),
        refused(quote! { fn A<T: Float>(x: &mut T, y: &T) -> T { x + y } }),
        refused(quote! { fn A<T: Float>(x: &T, y: &mut T) { x + y } }),
        refused(quote! { fn A<T: Float>(x: &mut T, a: f64, b: f64) { x * (a - b) } }),
        refused(quote! { fn A<T: Float>(x: &T) -> T { x.sum() } }),
        refused(quote! { fn A<T: Float>(x: T) -> T { x } }),
        refused(quote! { fn A(x: &f32) -> f32 { x } }),
        refused(quote! { fn A<T: Float>(x: &T, y: &f64) -> T { x + y } }),
        refused(quote! { #[inline] fn A<T: Float>(x: &T) -> T { x } }),
    ];
    expect![[r"
        a kernel gives what its signature says
        a kernel gives what its signature says
        what is changed comes before what is read
        arithmetic of host numbers is done where the kernel is made
        a kernel has elementwise ops alone
        a parameter is `x: &T`, `x: &mut T` or `n: f64`
        a kernel has type parameters, of one bound
        add: `x` is `T` but `y` is `f64`; cast one of them, `.cast::<T>()`
        a kernel has no attribute but `#[cost(n)]`"]]
    .assert_eq(&all.join("\n"));
}
