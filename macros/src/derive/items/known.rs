//! Fields by way of what looks at them, see [`crate::known`].

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

use super::{Field, Model};
use crate::{known, spans};

impl Field {
    /// Its type, or one in that, if it has a tangent.
    pub(super) fn known(&self, ty: &Type, rt: &TokenStream) -> TokenStream {
        let known = self.known.as_ref().map(|constant| known::ty(ty, constant, spans::place(&self.ty), rt));
        known.unwrap_or_else(|| self.placed(ty.to_token_stream()))
    }

    /// `<type as Differentiable>::name`
    pub(super) fn of(&self, name: &str, rt: &TokenStream) -> TokenStream {
        let (known, name) = (self.known(&self.ty, rt), Ident::new(name, proc_macro2::Span::call_site()));
        self.placed(quote!(<#known as #rt::Differentiable>::#name))
    }
}

impl Model {
    /// What looks at the fields.
    pub(super) fn known(&self) -> Option<TokenStream> {
        let fields = || self.variants.iter().flat_map(|v| &v.fields).filter(|f| f.known.is_some());
        let name = fields().find_map(|f| f.known.as_ref())?;
        Some(known::constant(&self.vis, name, fields().map(|f| &f.ty), &self.rt))
    }
}
