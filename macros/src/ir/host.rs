//! Host code: its arguments, when it runs, and what expansion knows of its value.

use proc_macro2::TokenStream;

use crate::dims::Dim;
use crate::names;

/// `expr` with `binds[i]` standing for argument `i`.
#[derive(Clone)]
pub(crate) struct HostExpr {
    pub expr: TokenStream,
    pub binds: Vec<proc_macro2::Ident>,
    /// Known at expansion, where it is.
    pub known: Option<Known>,
    /// The type that expansion itself gave it: a conversion, a literal with a suffix.
    pub ty: Option<&'static str>,
    pub runs: Runs,
}

/// When host code runs, seen from the rest of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Runs {
    /// It does nothing but give its value: where that is needed, if it is.
    Freely,
    /// It gives the same value each time, or panics: after what stands before it, and once or more.
    InOrder,
    /// It may do anything (`assert!`, `f(n)?`): once, behind all earlier code and before all later code.
    Once,
}

/// The knowledge of a host value at expansion.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Known {
    /// An integer, possibly symbolic in the named dims.
    Int(Dim),
    Float(f64),
    Bool(bool),
    List(Vec<Known>),
    /// Every axis: `Axes::All`.
    All,
    /// `Padding::SAME`.
    Same,
}

impl HostExpr {
    /// The value in an `Ok` of `result`; its error is placed where the node stands.
    pub(crate) fn placed(result: &TokenStream) -> TokenStream {
        let site = Self::site();
        quote::quote!(__rt::placed(#result, #site)?)
    }

    /// The shapes of no tensors, of which an empty list is made.
    pub(crate) fn no_shapes() -> Self {
        Self { ty: Some("Shapes"), ..Self::plain(quote::quote!(__rt::lists::no_shapes())) }
    }

    /// Its argument, so that this is computed in its place.
    pub(crate) fn read() -> Self {
        let name = names::own("read");
        let expr = quote::quote!({ let _ = &#name; });
        Self { binds: vec![name], runs: Runs::InOrder, ..Self::plain(expr) }
    }

    pub(crate) fn is_read(&self) -> bool {
        self.expr.to_string() == Self::read().expr.to_string()
    }

    /// Whether it is the `Result` of `x.item()`, which nothing has taken apart.
    pub(crate) fn is_item(&self) -> bool {
        let mut tokens = self.expr.clone().into_iter();
        let words: String = tokens.by_ref().take(4).map(|token| token.to_string()).collect();
        let call = tokens.next().map(TokenStream::from).unwrap_or_default();
        words == "__rt::placed" && names::mentions(&call, "item") && tokens.next().is_none()
    }

    /// The place of the node, in its own text.
    pub(crate) fn site() -> proc_macro2::Ident {
        names::own("site")
    }

    /// Whether the text names its place.
    pub(crate) fn is_placed(text: &TokenStream) -> bool {
        let site = Self::site();
        text.clone().into_iter().any(|token| match token {
            proc_macro2::TokenTree::Group(group) => Self::is_placed(&group.stream()),
            proc_macro2::TokenTree::Ident(ident) => ident == site,
            _ => false,
        })
    }

    /// The expression for a reader: tokens print with a space at either side of each.
    pub(crate) fn text(&self) -> String {
        names::written(&self.expr)
    }
}
