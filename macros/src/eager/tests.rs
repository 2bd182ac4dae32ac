//! The items that are printed for use outside differentiable functions: everything, in both forms.

use std::collections::BTreeMap;

use syn::FnArg;

use super::*;
use crate::rules::texts;

fn items(printed: TokenStream) -> Vec<syn::Item> {
    syn::parse2::<syn::File>(printed).expect("items").items
}

#[test]
fn every_op_of_the_table_is_printed() {
    assert!(items(functions()).len() > 100 && items(methods()).len() > 100);
}

/// Names and types of parameters, those of tensors as `tensor T`, which a function takes by reference and a method as
/// anything that is an operand.
fn parameters<'a>(inputs: impl IntoIterator<Item = &'a FnArg>) -> Vec<(String, String)> {
    let typed = inputs.into_iter().filter_map(|arg| match arg {
        FnArg::Typed(p) => Some((p.pat.to_token_stream().to_string(), p.ty.to_token_stream().to_string())),
        FnArg::Receiver(_) => None,
    });
    typed
        .map(|(name, ty)| {
            let elem = ["& Tensor < ", "impl Operand < "].iter().find_map(|start| ty.strip_prefix(start));
            (name, elem.map_or_else(|| ty.clone(), |e| format!("tensor {}", e.trim_end_matches([' ', '>']))))
        })
        .collect()
}

/// A method: its parameters, and what it hands to which function.
struct Method {
    params: Vec<(String, String)>,
    function: String,
    passed: Vec<String>,
}

fn printed_methods() -> BTreeMap<String, Method> {
    let items = items(methods());
    let functions = items.iter().flat_map(|item| match item {
        syn::Item::Impl(block) => block.items.iter(),
        _ => panic!("methods stand in `impl` blocks"),
    });
    let read = |item: &syn::ImplItem| {
        let syn::ImplItem::Fn(method) = item else { panic!("a method") };
        let [syn::Stmt::Expr(value, None)] = &method.block.stmts[..] else { panic!("a method is one value") };
        // A reduction's error has its spelling.
        let value = if let syn::Expr::MethodCall(spelled) = value { &*spelled.receiver } else { value };
        let syn::Expr::Call(call) = value else { panic!("a method is one call") };
        let passed = call.args.iter().map(|a| a.to_token_stream().to_string()).collect();
        let params = parameters(&method.sig.inputs);
        let function = call.func.to_token_stream().to_string();
        (method.sig.ident.to_string(), Method { params, function, passed })
    };
    functions.map(read).collect()
}

/// The ops by name, with their parameters, and whether their function is printed here. For other rows it is in the
/// runtime, where rustc compares the method's call of it.
fn ops() -> Vec<(&'static str, Vec<Eager>, bool)> {
    let rows = texts().filter(|t| t.class != crate::rules::Class::List && t.name != "cast");
    let rows = rows.map(|t| (t, t.parse().expect("rows parse"))).filter(|(_, row)| !row.internal);
    let rows = rows.map(|(t, row)| (t.name, row_params(&row), t.class == crate::rules::Class::Map));
    let composites = COMPOSITES.iter().filter(|c| !c.internal && !c.is_complex());
    rows.chain(composites.map(|c| (c.name, composites::params_of(&composites::item_of(c)), true))).collect()
}

/// Every op has a function; what has a tensor first has the method with the same parameters, reductions in three
/// spellings that leave out what they say.
#[test]
fn both_forms_have_the_same_parameters() {
    let functions: BTreeMap<String, Vec<(String, String)>> = items(functions())
        .iter()
        .filter_map(|item| match item {
            syn::Item::Fn(f) => Some((f.sig.ident.to_string(), parameters(&f.sig.inputs))),
            _ => None,
        })
        .collect();
    let mut methods = printed_methods();
    let mut functions_alone = Vec::new();
    for (name, params, here) in ops() {
        let expected = parameters(
            &signature(&params).into_iter().map(|p| syn::parse_quote!(#p)).collect::<Vec<FnArg>>(),
        );
        if here {
            assert_eq!(functions.get(name), Some(&expected), "the function `{name}`");
        }
        if !matches!(params.first(), Some(Eager { kind: EagerKind::Tensor(_), .. })) {
            functions_alone.push(name);
            continue;
        }
        let has = |what: &str| expected.iter().any(|(n, _)| n == what);
        let spellings: &[(&str, &[(&str, &str)])] = if has("axes") && has("keep") {
            &[
                ("", &[("axes", "__rt :: Axes :: ALL"), ("keep", "false")]),
                ("_axis", &[("keep", "false")]),
                ("_keep", &[("keep", "true")]),
            ]
        } else {
            &[("", &[])]
        };
        for (suffix, said) in spellings {
            let spelled = format!("{name}{suffix}");
            let method = methods.remove(&spelled).unwrap_or_else(|| panic!("there is no method `{spelled}`"));
            let said = |name: &str| said.iter().find(|(n, _)| *n == name).map(|(_, value)| *value);
            let left: Vec<_> = expected[1..].iter().filter(|(n, _)| said(n).is_none()).cloned().collect();
            assert_eq!(method.params, left, "the method `{spelled}`");
            assert_eq!(method.function, format!("ops :: {name}"), "the method `{spelled}`");
            let passed = expected[1..].iter().map(|(n, ty)| match said(n) {
                Some(value) => value.to_owned(),
                None if ty.starts_with("tensor ") => format!("& {n} . operand (self . device ())"),
                None => n.clone(),
            });
            let passed: Vec<String> = ["self".to_owned()].into_iter().chain(passed).collect();
            assert_eq!(method.passed, passed, "the method `{spelled}`");
        }
    }
    let no_tensor_first = [
        "concat",
        "stack",
        "iota",
        "rope_table",
        "mel_bank",
        "causal_mask",
        "window_mask",
        "zeros",
        "ones",
        "full",
        "eye",
        "hann_window",
        "hamming_window",
        "blackman_window",
        "kaiser_window",
        "dct_matrix",
        "fftfreq",
        "rfftfreq",
    ];
    assert_eq!(functions_alone, no_tensor_first, "a receiver is a tensor");
    assert!(methods.is_empty(), "methods of no op: {:?}", methods.keys());
}

/// What only moves elements is there for integers and truth values too.
#[test]
fn composites_that_move_take_all_types() {
    let all: Vec<(String, String)> = items(functions())
        .iter()
        .filter_map(|item| match item {
            syn::Item::Fn(f) => Some((f.sig.ident.to_string(), f.sig.generics.to_token_stream().to_string())),
            _ => None,
        })
        .collect();
    let moving: Vec<&str> = COMPOSITES
        .iter()
        .filter(|c| all.iter().any(|(name, bound)| name == c.name && bound.contains("Element")))
        .map(|c| c.name)
        .collect();
    expect_test::expect![[r#"
        [
            "resize_nearest",
            "resize_nearest_exact",
            "neighbour",
            "by_part",
            "flatten",
            "transpose",
            "repeat",
            "take_along_axis",
            "update_slice",
            "pixel_shuffle",
            "pixel_unshuffle",
            "third",
            "detach",
            "by_channel",
            "patches",
            "unfold",
            "in_chunks",
            "mirrored_ends",
            "fftshift",
            "ifftshift",
            "of_pairs",
            "part_of",
        ]
    "#]]
    .assert_debug_eq(&moving);
}

/// A row is a kernel with every type that it may have, and names what is spelled.
#[test]
fn every_row_is_spelled_with_its_types() {
    let text = spelled().to_string();
    let kernels = text.matches("Source {").count();
    assert!(
        kernels > Map::ALL.len() && Map::ALL.iter().all(|m| text.contains(&m.name().to_uppercase())),
        "{kernels}"
    );
    let maximum = text.matches("op : & MAXIMUM , dtype : DType :: I32").count();
    assert_eq!(maximum, 1, "a row of numbers is one of integers too");
    assert!(text.contains(r#"static SELECT : Spelling = Spelling { name : "select" , cuda : "{0} ? {1} : {2}" , wgsl : "select({2}, {1}, {0})" }"#));
}
