//! Every stage of twelve programs against `tests/golden`; `UPDATE_EXPECT=1` rewrites what changed.
//!
//! Crate `cotangent-tests` compiles the same inputs and checks their gradients.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use expect_test::expect_file;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;

use crate::args::Args;
use crate::emit::function::{Emitter, Programs};
use crate::error::Errors;
use crate::lower::module::Module;
use crate::signature::Function;
use crate::table::RuleCache;
use crate::transform::Transforms;
use crate::{attribute, modules, pipeline};

mod fused;
mod time;

/// Each is here for one feature, which the first line of its `input.rs` names.
const PROGRAMS: [&str; 12] = [
    "elementwise",
    "layer",
    "broadcast",
    "cross_entropy",
    "attention",
    "guarded",
    "solve",
    "mixed",
    "slices",
    "calls",
    "rounds",
    "module",
];

fn folder(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden").join(program)
}

/// The annotated function of a file, with what the annotation says; of a module the last one, beside the others.
fn annotated(file: &syn::File) -> (Args, syn::ItemFn, Option<Rc<Module>>) {
    let mut errors = Errors::new();
    let marked = |attr: &syn::Attribute| attr.path().is_ident("differentiable");
    let items: Vec<syn::Item> = match file.items.iter().find(|item| matches!(item, syn::Item::Mod(_))) {
        Some(syn::Item::Mod(module)) => {
            assert!(module.attrs.iter().any(marked), "the module is annotated");
            module.content.as_ref().expect("it is in the file").1.clone()
        }
        _ => file.items.iter().find(|item| matches!(item, syn::Item::Fn(_))).cloned().into_iter().collect(),
    };
    let outer = Args::default();
    let mut functions = modules::functions(&mut errors, &outer, &items);
    let unit = || modules::unit::of(&RuleCache::default(), &outer, &functions, &items);
    let module = (functions.len() > 1).then(|| Rc::new(unit()));
    let messages = errors.messages();
    assert!(messages.is_empty(), "the annotation is accepted: {messages:#?}");
    let (args, item) = functions.pop().expect("a golden input holds a function that is annotated");
    (args, item, module)
}

/// The stages from which every file of a program is printed.
struct Stages {
    rules: RuleCache,
    function: Function,
    transforms: Transforms,
    programs: Programs,
}

impl Stages {
    fn of((args, item, module): &(Args, syn::ItemFn, Option<Rc<Module>>)) -> Self {
        let (mut errors, rules) = (Errors::new(), RuleCache::default());
        let made = pipeline::made(&mut errors, &rules, args, item, module.as_ref());
        let messages = errors.messages();
        assert!(messages.is_empty(), "a golden program is accepted and differentiable: {messages:#?}");
        let (function, transforms) = made.expect("no errors");
        let programs = Programs::new(&transforms);
        Self { rules, function, transforms, programs }
    }

    fn joint(&self) -> String {
        let t = &self.transforms;
        let graphs = [
            ("joint", Some(&t.joint)),
            ("vjp, forward", Some(&t.vjp.forward)),
            ("vjp, pullback", Some(&t.vjp.pullback)),
            ("value_and_grad", t.value_and_grad.as_ref()),
            ("jvp", Some(&t.jvp)),
            ("hvp", t.hvp.as_ref()),
        ];
        let mut text = String::new();
        for (title, graph) in graphs {
            if let Some(graph) = graph {
                let gap = if text.is_empty() { "" } else { "\n" };
                write!(text, "{gap}{title}\n{graph}").expect("a string takes all");
            }
        }
        text
    }

    fn expanded(&self) -> String {
        let emitter = Emitter::new(&self.function, &self.rules, quote!(::cotangent::__private));
        let file = syn::parse2(emitter.items(&self.transforms, &self.programs)).expect("items");
        prettyplease::unparse(&file)
    }
}

#[test]
fn stages() {
    for program in PROGRAMS {
        let folder = folder(program);
        let input = std::fs::read_to_string(folder.join("input.rs")).expect("the input is there");
        let stages = Stages::of(&annotated(&syn::parse_file(&input).expect("Rust")));
        let expect = |name: &str, text: &str| expect_file![folder.join(name)].assert_eq(text);
        expect("1-primal.ir", &stages.transforms.primal.to_string());
        expect("2-joint.ir", &stages.joint());
        expect("3-fused.txt", &fused::text(&stages.function, &stages.transforms, &stages.programs));
        expect("expanded.rs", &stages.expanded());
    }
}

/// No folder of a program is forgotten.
#[test]
fn every_folder_is_a_program() {
    let entries = std::fs::read_dir(folder("")).expect("the goldens are there");
    let with_input = entries.filter_map(Result::ok).filter(|e| e.path().join("input.rs").exists());
    let mut found: Vec<_> = with_input.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    found.sort();
    let mut programs = PROGRAMS.map(str::to_owned);
    programs.sort();
    assert_eq!(found, programs);
}

/// The tokens that a golden holds are those that the attribute gives.
#[test]
fn the_attribute_gives_the_golden() {
    let input = std::fs::read_to_string(folder("layer").join("input.rs")).expect("the input is there");
    let all = annotated(&syn::parse_file(&input).expect("Rust"));
    let tokens = attribute::differentiable(TokenStream::new(), &all.1.to_token_stream());
    let file = syn::parse2(tokens).expect("items");
    assert_eq!(prettyplease::unparse(&file), Stages::of(&all).expanded());
}

/// The text of each kernel without its name, and how many groups of ops they run.
fn kernels(expanded: &str) -> (Vec<String>, usize) {
    #[derive(Default)]
    struct Found {
        kernels: Vec<String>,
        groups: usize,
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
            let of = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
            if of.is_some_and(|last| last.ident == "Point" || last.ident == "Kernel") {
                let items = item.items.iter().map(|i| i.to_token_stream().to_string());
                self.kernels.push(items.collect::<Vec<_>>().join(" "));
            }
        }

        fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
            if let (syn::Member::Named(name), syn::Expr::Reference(list)) = (&field.member, &field.expr)
                && let (true, syn::Expr::Array(list)) = (name == "groups", &*list.expr)
            {
                self.groups += list.elems.len();
            }
        }
    }
    let mut found = Found::default();
    found.visit_file(&syn::parse_file(expanded).expect("Rust"));
    (found.kernels, found.groups)
}

/// A kernel is checked and compiled once for all places that compute the same.
#[test]
fn no_two_kernels_are_equal() {
    let mut texts: Vec<syn::File> = Vec::new();
    for program in PROGRAMS {
        let input = std::fs::read_to_string(folder(program).join("input.rs")).expect("the input is there");
        texts.push(syn::parse_file(&input).expect("Rust"));
    }
    // The same three times, on three lines.
    let layers = "#[differentiable]\nfn f(x: &Tensor<B, D>, w: &Tensor<D, D>) -> Scalar {\nlet a = x.matmul(w).tanh();\n\
                  let b = a.matmul(w).tanh();\nlet c = b.matmul(w).tanh();\nc.matmul(w).sum()\n}";
    texts.push(syn::parse_file(layers).expect("Rust"));
    let mut shared = 0;
    for text in &texts {
        let (mut kernels, tables) = kernels(&Stages::of(&annotated(text)).expanded());
        let all = kernels.len();
        assert!(tables >= all && all > 0, "{tables} tables of {all} kernels");
        shared = tables - all;
        kernels.sort();
        kernels.dedup();
        assert_eq!(kernels.len(), all, "equal kernels");
    }
    // `value`, `value_and_grad`, `forward`, `jvp`: one `tanh` each for the second and the third layer, and its derivatives.
    assert!(shared >= 4, "{shared} kernels are shared");
}

/// Transforms that nobody calls are checked and not compiled to machine code, in a library too. There every function
/// that is neither generic nor `#[inline]` is compiled where it stands. Crate `cotangent-tests` looks for symbols in a
/// program.
#[test]
fn transforms_are_compiled_where_they_are_called() {
    struct Eager(Vec<String>);
    impl<'ast> Visit<'ast> for Eager {
        fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
            if item.generics.type_params().next().is_none() {
                syn::visit::visit_item_impl(self, item);
            }
        }
        fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
            let generic =
                item.sig.generics.params.iter().any(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
            if !generic && !item.attrs.iter().any(|a| a.path().is_ident("inline")) {
                self.0.push(item.sig.ident.to_string());
            }
        }
    }
    for program in PROGRAMS {
        let text = std::fs::read_to_string(folder(program).join("expanded.rs")).expect("the golden is there");
        let mut eager = Eager(Vec::new());
        eager.visit_file(&syn::parse_file(&text).expect("Rust"));
        assert_eq!(eager.0, <[String; 0]>::default(), "functions of `{program}` without `#[inline]`");
    }
}
