//! The knowledge that functions of a marked module have of each other, as it is gathered.

use std::collections::BTreeMap;
use std::rc::Rc;

use syn::{Item, ItemFn, ItemStruct, Type};

use super::{is_inert, methods_of};
use crate::args::Args;
use crate::error::Errors;
use crate::ir::{Graph, Node};
use crate::lower::module::{Calls, Inlinable, Module, Names};
use crate::signature::Signature;
use crate::table::RuleCache;
use crate::{check, lower, names};

/// Those among `functions` and the methods of blocks that are differentiable for themselves and have no rules of their
/// own; functions that come back to themselves are not among them.
pub(crate) fn of(rules: &RuleCache, args: &Args, functions: &[(Args, ItemFn)], items: &[Item]) -> Module {
    let name_of = |item: &ItemFn| names::unmarked(&item.sig.ident);
    // They are reported where the function is expanded.
    let mut errors = Errors::new();
    let mut signature = |(args, item): &(Args, ItemFn)| {
        (name_of(item), Signature::parse(&mut errors, args, item).map(Rc::new))
    };
    let marked = functions.iter().map(&mut signature).collect();
    errors.forget();
    let calls = Calls::of(functions.iter().map(|(_, item)| item));
    let alone = |name: &str| functions.iter().filter(|(_, item)| name_of(item) == name).count() == 1;
    let found = functions.iter().filter_map(|(args, item)| {
        let name = name_of(item);
        let fits = alone(&name) && !calls.return_to(&name);
        Some((name, Rc::new(inlinable(rules, None, args, item).filter(|_| fits)?)))
    });
    let functions = found.collect();
    let mut methods: BTreeMap<String, Vec<Rc<Inlinable>>> = BTreeMap::new();
    for (of, args, item) in methods_of(args, items) {
        if item.attrs.iter().all(is_inert)
            && let Some(method) = inlinable(rules, Some(of), &args, &item)
        {
            methods.entry(name_of(&item)).or_default().push(Rc::new(method));
        }
    }
    let fixed = |s: &ItemStruct| {
        let of_fields = s.fields.iter().flat_map(|f| &f.attrs);
        !s.attrs.iter().chain(of_fields).any(|a| a.path().is_ident("cfg") || a.path().is_ident("cfg_attr"))
    };
    let structs = items.iter().filter_map(|item| match item {
        Item::Struct(s) if fixed(s) => Some((names::unmarked(&s.ident), s.clone())),
        _ => None,
    });
    Module { functions, methods, structs: structs.collect(), marked }
}

fn inlinable(rules: &RuleCache, of: Option<Type>, args: &Args, item: &ItemFn) -> Option<Inlinable> {
    if args.vjp.is_some() {
        return None;
    }
    let mut errors = Errors::new();
    let function = lower::text(&mut errors, rules, args, item);
    if let Some(function) = function.as_ref().filter(|_| errors.is_empty()) {
        check::all(&mut errors, rules, function);
    }
    // They are reported where the function itself is expanded.
    let wrong = errors.forget();
    let function = function.filter(|_| !wrong)?;
    let (nodes, names) = (count(&function.graph), Names::of(item));
    Some(Inlinable { item: item.clone(), sig: function.sig, of, nodes, names })
}

/// The number of nodes, with those of regions.
fn count(graph: &Graph) -> usize {
    let inside = graph.nodes.iter().flat_map(Node::regions).map(|region| count(&region.graph));
    graph.nodes.len() + inside.sum::<usize>()
}
