//! The library's functions in the element types that tests use them in, so that one crate compiles them for all tests. What is
//! not optimised takes an instance from a crate before it that has it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::case::Case;
use super::{Class, Kind, Subject};

/// Every op in f64. Those whose loops are no kernels of emitted code also in the other float types, as transforms call them.
pub(super) fn items(subjects: &[Subject]) -> TokenStream {
    // The element type of what takes no tensor of floats is that of its result.
    let takes =
        |s: &&Subject| s.params.iter().any(|(_, kind)| matches!(kind, Kind::Float { .. } | Kind::List));
    let subjects = || subjects.iter().filter(takes).filter(|s| s.name != "cast");
    let functions = subjects().map(function);
    let names = subjects().map(|s| format_ident!("{}", s.name));
    let called = |s: &&Subject| s.class.is_some_and(|class| class != Class::Map);
    let rows = subjects().filter(called).map(|s| format_ident!("{}", s.name));
    let rows: Vec<_> = rows.collect();
    quote! {
        use ::cotangent::{bf16, f16};
        mod calls {
            use ::cotangent::{Float, Tensor};
            #(#functions)*
        }
        /// Addresses of the instances, which are compiled as these are taken.
        pub fn all() -> Vec<*const ()> {
            vec![
                #(calls::#names::<f64> as *const (),)*
                #(
                    calls::#rows::<f32> as *const (),
                    calls::#rows::<f16> as *const (),
                    calls::#rows::<bf16> as *const (),
                )*
            ]
        }
    }
}

/// A call with the arguments that a sample has.
fn function(subject: &Subject) -> TokenStream {
    let (case, _) = Case::all(subject).next().expect("a row has a sample");
    let params = case.parameters(&quote!(T), |_| false);
    let (name, call) = (format_ident!("{}", subject.name), case.library());
    quote! {
        pub(super) fn #name<T: Float>(#params) {
            let _ = #call;
        }
    }
}
