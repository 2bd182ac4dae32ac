//! How a body names what an op reads.

use proc_macro2::{Ident, Punct, Spacing, TokenStream};
use quote::{ToTokens, TokenStreamExt};

/// Tokens that go one by one to where they stand: a stream of their own costs calls into the compiler, and these are half of
/// what is printed.
pub(super) enum Operand {
    /// A local that is a reference, or is moved.
    Local(Ident),
    /// A reference to a local.
    Of(Ident),
    /// An expression that is made where it is read.
    Made(TokenStream),
}

impl ToTokens for Operand {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Local(name) => tokens.append(name.clone()),
            Self::Of(name) => {
                tokens.append(Punct::new('&', Spacing::Alone));
                tokens.append(name.clone());
            }
            Self::Made(made) => made.to_tokens(tokens),
        }
    }
}

impl From<TokenStream> for Operand {
    fn from(made: TokenStream) -> Self {
        Self::Made(made)
    }
}
