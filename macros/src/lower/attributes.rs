//! Attributes of expressions: `#[checkpoint]` on what computes something, and none that would change what is computed.

use super::state::{Binding, Lowerer};
use syn::{Attribute, Expr};

macro_rules! kinds {
    ($($Kind:ident)*) => {
        /// The attributes of an expression; loops read theirs themselves.
        pub(super) fn of(e: &Expr) -> Option<&[Attribute]> {
            match e {
                $(Expr::$Kind(e) => Some(&e.attrs),)*
                _ => None,
            }
        }

        fn of_mut(e: &mut Expr) -> Option<&mut Vec<Attribute>> {
            match e {
                $(Expr::$Kind(e) => Some(&mut e.attrs),)*
                _ => None,
            }
        }
    };
}
kinds! {
    Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field Group If Index Infer Let Lit Macro Match
    MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe Yield
}

/// The attributes of an expression, of a loop too.
pub(super) fn all(e: &Expr) -> &[Attribute] {
    match e {
        Expr::ForLoop(l) => &l.attrs,
        Expr::While(l) => &l.attrs,
        Expr::Loop(l) => &l.attrs,
        e => of(e).unwrap_or_default(),
    }
}

pub(super) fn any(e: &Expr) -> bool {
    of(e).is_some_and(|attrs| !attrs.is_empty())
}

pub(super) fn without(e: &Expr) -> Expr {
    let mut bare = e.clone();
    if let Some(attrs) = of_mut(&mut bare) {
        attrs.clear();
    }
    bare
}

impl Lowerer<'_> {
    /// The two sides of an assignment: the attributes of the statement are read as those of its target, and are meant for
    /// what is computed.
    pub(super) fn sides(&mut self, left: &Expr, right: &Expr) -> [Box<Expr>; 2] {
        let computes = self.mentions_or_makes(right);
        let (ours, others): (Vec<_>, Vec<_>) = of(left)
            .unwrap_or_default()
            .iter()
            .cloned()
            .partition(|attr| computes && attr.path().is_ident("checkpoint"));
        self.refuse_attributes(&others);
        let left = without(left);
        let right = if ours.is_empty() { right.clone() } else { syn::parse_quote!(#(#ours)* { #right }) };
        [left, right].map(Box::new)
    }

    /// An expression with attributes.
    pub(super) fn attributed(&mut self, e: &Expr, attrs: &[Attribute]) -> Binding {
        let inner = without(e);
        let computes = matches!(
            e,
            Expr::Block(_)
                | Expr::Call(_)
                | Expr::If(_)
                | Expr::Match(_)
                | Expr::MethodCall(_)
                | Expr::Paren(_)
                | Expr::Try(_)
        );
        if !computes {
            self.refuse_attributes(attrs);
        } else if self.is_checkpoint(attrs) {
            return self.checkpointed(&inner);
        }
        self.expr(&inner)
    }
}
