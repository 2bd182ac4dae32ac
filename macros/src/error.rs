//! Errors of expansion: collected over all stages, each one sentence at the smallest token.
//!
//! A message says what is wrong and, after a semicolon, what to write instead. One function a message, so that
//! the wording lives here and the callers read as what they check.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Everything that went wrong so far. Dropping it unread is a bug of the macro.
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    read: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { list: Vec::new(), read: false }
    }

    /// The same sentence at the same place is said once.
    pub(crate) fn push(&mut self, error: syn::Error) {
        for e in error {
            let same = |o: &syn::Error| o.to_string() == e.to_string() && same_place(o.span(), e.span());
            if !self.list.iter().any(same) {
                self.list.push(e);
            }
        }
        self.read = false;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets what came after the first `len`: it was said of an attempt.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// `Ok` if nothing went wrong, all of it as `compile_error!`s otherwise.
    pub(crate) fn propagate(&mut self) -> Result<(), TokenStream> {
        self.read = true;
        if self.list.is_empty() {
            return Ok(());
        }
        Err(self.list.drain(..).map(syn::Error::into_compile_error).collect())
    }

    /// Whether anything went wrong, of an attempt that nobody hears of.
    pub(crate) fn forget(mut self) -> bool {
        self.read = true;
        !self.list.is_empty()
    }

    /// The errors that came after the first `len`.
    pub(crate) fn after(&mut self, len: usize) -> Vec<syn::Error> {
        self.list.split_off(len)
    }

    /// Everything so far, for a caller that places it elsewhere.
    pub(crate) fn take(&mut self) -> Vec<syn::Error> {
        std::mem::take(&mut self.list)
    }

    #[cfg(test)]
    pub(crate) fn messages(&mut self) -> Vec<String> {
        self.read = true;
        self.list.drain(..).map(|e| e.to_string()).collect()
    }
}

/// Spans cannot be compared; what they print can.
fn same_place(a: Span, b: Span) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

impl Drop for Errors {
    fn drop(&mut self) {
        if !self.read && !self.list.is_empty() && !std::thread::panicking() {
            unreachable!("errors were collected and nobody read them");
        }
    }
}

fn at(tokens: impl ToTokens, message: impl std::fmt::Display) -> syn::Error {
    syn::Error::new_spanned(tokens, message)
}

fn spot(span: Span, message: impl std::fmt::Display) -> syn::Error {
    syn::Error::new(span, message)
}

mod attribute;
mod body;
mod derivative;
mod derive;
mod modules;
mod types;

pub(crate) use attribute::*;
pub(crate) use body::*;
pub(crate) use derivative::*;
pub(crate) use derive::*;
pub(crate) use modules::*;
pub(crate) use types::*;
