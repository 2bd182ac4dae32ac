//! The attribute: which item it stands on.

use proc_macro2::TokenStream;
use quote::quote;

use crate::args::Args;
use crate::error::{self, Errors};
use crate::{methods, modules, pipeline};

/// `#[differentiable]` on a function. On any error: the function as written with stubs beside it, and every error.
pub(crate) fn differentiable(args: TokenStream, item: &TokenStream) -> TokenStream {
    let mut item: syn::ItemFn = match syn::parse2(item.clone()) {
        Ok(item) => item,
        Err(error) => {
            let mut errors = Errors::new();
            let items = match syn::parse2::<syn::Item>(item.clone()) {
                Ok(syn::Item::Impl(mut block)) => {
                    once(&mut errors, &mut block.attrs);
                    let args = Args::parse(&mut errors, args);
                    methods::implementation(&mut errors, &args, block, None)
                }
                Ok(syn::Item::Trait(mut declared)) => {
                    once(&mut errors, &mut declared.attrs);
                    let args = Args::parse(&mut errors, args);
                    methods::declaration(&mut errors, &args, &declared, None)
                }
                Ok(syn::Item::Mod(mut module)) => {
                    once(&mut errors, &mut module.attrs);
                    let args = Args::parse(&mut errors, args);
                    modules::expand(&mut errors, &args, &module)
                }
                Ok(_) => {
                    errors.push(error::not_a_function(error.span()));
                    item.clone()
                }
                Err(_) => {
                    errors.push(error);
                    item.clone()
                }
            };
            let report = errors.propagate().err();
            return quote!(#items #report);
        }
    };
    let mut errors = Errors::new();
    once(&mut errors, &mut item.attrs);
    let args = Args::parse(&mut errors, args);
    pipeline::function(errors, args, &item, None)
}

/// One attribute is enough: the inner one would differentiate what the outer one has made.
fn once(errors: &mut Errors, attrs: &mut Vec<syn::Attribute>) {
    attrs.retain(|attr| {
        let again = modules::is_marker(attr);
        if again {
            errors.push(error::marked_twice(attr));
        }
        !again
    });
}
