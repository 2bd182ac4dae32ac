//! Sizes as statements: what they read stands in its place.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Printer, at_site, placed};
use crate::ir::{Node, Position, Size, Value};

impl Printer<'_> {
    /// The statement of a size.
    pub(super) fn size(&self, at: usize, v: Value, node: &Node, size: &Size) -> TokenStream {
        let local = self.local(v);
        if let Some(sizes) = size.sizes() {
            let site = self.cx.kernels.site_number(node.called.unwrap_or(""), node);
            return self.sequences.call(at, &quote!(#local), "sized", &quote!([#(#sizes),*], #site));
        }
        let arg = |n: usize, position| {
            let v = node.args[n];
            match position {
                Position::Place => self.local(v).into_token_stream(),
                Position::Reference => self.host_ref(v).into_token_stream(),
                Position::Copy if !self.input(v).lent && self.constant(v).is_none() => {
                    self.local(v).into_token_stream()
                }
                _ if size.reads(n) == 1 && self.gives_up(at, node, v) => self.local(v).into_token_stream(),
                _ => self.by_value(v),
            }
        };
        let code = self.sequences.host(at, size.tokens(&arg));
        let code = if size.asks() { at_site(code, &self.site(node)) } else { code };
        // What does not convert is said of the user's text.
        let code = if size.converts() { placed(code, node.span) } else { code };
        quote!(let #local = #code;)
    }
}
