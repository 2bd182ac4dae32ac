use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use quote::quote;
use syn::visit::Visit;

use super::*;
use crate::emit::tests::headed;

const WGSL: Sources = Sources { wgsl: true, cuda: false };

fn parsed(text: TokenStream) -> ItemFn {
    syn::parse2(text).expect("a function")
}

/// The kernels that a file of the runtime declares.
#[derive(Default)]
struct Declared(Vec<ItemFn>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if mac.path.is_ident("kernels") {
            let file: syn::File = mac.parse_body().expect("functions");
            self.0.extend(file.items.into_iter().map(|item| match item {
                syn::Item::Fn(item) => item,
                other => panic!("{}", other.to_token_stream()),
            }));
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the runtime is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Every kernel of the runtime has a text for each type that it may have, or is of f64. Naga reads the golden (`tests/tests/wgsl`).
#[test]
fn every_kernel_of_the_runtime() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut found, rules) = (Vec::new(), RuleCache::default());
    sources(&root.join("runtime/src"), &mut found);
    found.sort();
    let (mut golden, mut wide) = (String::new(), Vec::new());
    for path in found {
        let file = syn::parse_file(&std::fs::read_to_string(&path).expect("a text")).expect("Rust");
        let mut declared = Declared::default();
        declared.visit_file(&file);
        let stem = path.file_stem().expect("a file").to_string_lossy().into_owned();
        for item in declared.0 {
            let lowered = lowered(&item, &rules).expect("a kernel");
            let types = if lowered.bound == "Element" {
                vec![Elem::F32, Elem::I32, Elem::Bool]
            } else {
                vec![Elem::F32]
            };
            let mut is_wide = false;
            for (a, b) in types.iter().flat_map(|a| types.iter().map(move |b| (a, b))) {
                if lowered.generics.len() < 2 && a != b {
                    continue;
                }
                let of = |elem: &Elem| match elem {
                    Elem::Param(name) if lowered.generics[0] == name.as_str() => a.clone(),
                    Elem::Param(_) => b.clone(),
                    elem => elem.clone(),
                };
                let name = format!("{stem}, {}", item.sig.ident);
                let text = headed(&name, &lowered.group, &lowered.graph, &rules, &of);
                is_wide |= text.lines().nth(1).is_some_and(|line| line.starts_with("f64"));
                golden += &text;
            }
            if is_wide {
                wide.push(item.sig.ident.to_string());
            }
        }
    }
    expect!["Absolute Products Magnitudes Squares"].assert_eq(&wide.join(" "));
    expect_file![root.join("tests/golden/kernels/own.wgsl")].assert_eq(&golden);
}

/// What an output holds is read before any is written, and the text names host numbers in the order in which they are given.
#[test]
fn a_kernel_in_all_its_forms() {
    let item = parsed(quote! {
        fn Turn<T: Float>(x: &mut T, y: &mut T::Compute, g: &T, low: f64, by: f64) {
            (y * by - g * low, x)
        }
    });
    let text = text(&item, &RuleCache::default(), WGSL).expect("a kernel");
    let file = syn::parse_file(&text).expect("Rust");
    expect_file![Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/kernels/turn.rs")]
        .assert_eq(&prettyplease::unparse(&file));
}

/// A type that chooses: integers have functions of their own, truth values no arithmetic.
#[test]
fn a_bound_on_more_than_floats_has_a_text_for_each_type() {
    let rules = RuleCache::default();
    let source = |item: TokenStream| {
        let text = text(&parsed(item), &rules, WGSL).expect("a kernel");
        let (_, source) = text.split_once("with_wgsl(").expect("it has a source");
        source.split_once("; ").expect("to the end").0.to_owned()
    };
    let larger = source(quote! { fn Larger<T: Num>(a: &T, b: &T) -> T { a.maximum(b) } });
    expect![[r#"
        match (<T0 as rt::Element>::DTYPE, ) { (rt::DType::I32, ) => "\nlet t0: i32 = ct_maximum_i32(x0, x1);\nt0", (_, ) => "\nlet t0: f32 = ct_maximum(x0, x1);\nt0", })"#]]
    .assert_eq(&larger);
    // One text serves all.
    expect![[r#""\nx0")"#]].assert_eq(&source(quote! { fn Same<T: Element>(x: &T) -> T { x } }));
}

#[test]
fn what_is_no_kernel_is_refused() {
    let rules = RuleCache::default();
    let refused = |item: TokenStream| match text(&parsed(item), &rules, WGSL) {
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
