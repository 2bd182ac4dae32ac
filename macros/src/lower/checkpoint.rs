//! `#[checkpoint]` and its schedules.

use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Meta, Token};

use super::state::{Lowerer, bare, hidden};
use crate::error;
use crate::ir::{HostExpr, Known, Runs, Schedule, Value};

/// The options of the attribute.
pub(super) enum Checkpoint {
    Alone,
    Schedule(Schedule, Option<Box<Expr>>),
}

/// The checkpoint of a loop: whether there is one, its schedule, and the number of that.
pub(super) type OfLoop = (bool, Option<Schedule>, Option<Value>);

impl Parse for Checkpoint {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        let schedule = match &*name.to_string() {
            "sqrt" if input.is_empty() => return Ok(Self::Schedule(Schedule::Sqrt, None)),
            "every" => Schedule::Every,
            "slots" => Schedule::Slots,
            _ => return Err(error::checkpoint(&name)),
        };
        if input.parse::<Token![=]>().is_err() || input.is_empty() {
            return Err(error::checkpoint_number(&name));
        }
        let count = input.parse()?;
        if input.is_empty() {
            Ok(Self::Schedule(schedule, Some(Box::new(count))))
        } else {
            Err(error::checkpoint(&name))
        }
    }
}

impl Lowerer<'_> {
    /// The `#[checkpoint]` among the attributes; others are refused.
    fn checkpoint(&mut self, attrs: &[Attribute]) -> Option<(Attribute, Checkpoint)> {
        let (ours, others): (Vec<_>, Vec<_>) =
            attrs.iter().cloned().partition(|a| a.path().is_ident("checkpoint"));
        self.refuse_attributes(&others);
        if let Some(second) = ours.get(1) {
            self.error(error::checkpoint_twice(second));
        }
        let attr = ours.into_iter().next()?;
        let parsed = match &attr.meta {
            Meta::Path(_) => Ok(Checkpoint::Alone),
            Meta::List(list) => list.parse_args(),
            Meta::NameValue(_) => Err(error::checkpoint(&attr)),
        };
        match parsed {
            Ok(checkpoint) => Some((attr, checkpoint)),
            Err(e) => {
                self.error(e);
                None
            }
        }
    }

    /// Whether there is one, on what is computed once.
    pub(super) fn is_checkpoint(&mut self, attrs: &[Attribute]) -> bool {
        match self.checkpoint(attrs) {
            Some((_, Checkpoint::Alone)) => true,
            Some((attr, Checkpoint::Schedule(..))) => {
                self.error(error::checkpoint_schedule(&attr));
                true
            }
            None => false,
        }
    }

    /// The checkpoint of a loop.
    pub(super) fn checkpoint_of_loop(&mut self, attrs: &[Attribute]) -> OfLoop {
        match self.checkpoint(attrs) {
            None => (false, None, None),
            Some((_, Checkpoint::Alone)) => (true, None, None),
            Some((_, Checkpoint::Schedule(schedule, None))) => (true, Some(schedule), None),
            Some((_, Checkpoint::Schedule(schedule, Some(count)))) => {
                (true, Some(schedule), self.count(schedule, &count))
            }
        }
    }

    /// The number of a schedule, which is looked at once, in front of the loop.
    fn count(&mut self, schedule: Schedule, e: &Expr) -> Option<Value> {
        if self.mentions(e).is_some() {
            self.error(error::checkpoint_tensor(e));
            return None;
        }
        let serves = match self.known_of(bare(e)) {
            Some(Known::Int(n)) => n.as_int().is_none_or(|n| n > 0),
            Some(_) => false,
            None => !matches!(bare(e), Expr::Lit(_)),
        };
        if !serves {
            self.error(error::checkpoint_count(e));
            return None;
        }
        let (given, h) = (self.host(e), hidden("h", 0));
        let option = if schedule == Schedule::Every { "every" } else { "slots" };
        let expr = HostExpr::placed(&quote!(__rt::rounds::count(#h, #option)));
        let host = HostExpr { expr, binds: vec![h], known: None, ty: Some("usize"), runs: Runs::Once };
        Some(self.host_node(host, vec![given], e.span()))
    }
}
