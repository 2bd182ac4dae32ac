//! Ops of the runtime: one call each.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::operand::Operand;
use super::{Printer, elem_type};
use crate::ir::{List, Node, Op, Ty, Value};
use crate::rules::{ParamKind, Row};

impl Printer<'_> {
    pub(super) fn call(&self, at: usize, v: Value, row: &Row, node: &Node, local: &Ident) -> TokenStream {
        let extra = node.args.len() + 1 - row.params.len();
        let mut args = node.args.iter();
        let mut printed: Vec<Operand> = Vec::new();
        let mut sides = String::new();
        for param in &row.params {
            printed.push(match param.kind {
                // A list that nobody reads later changes in place.
                _ if changes_list(&node.op, node.args.len() - args.len()) => {
                    self.taken(at, *args.next().expect("lowering counts arguments")).into()
                }
                ParamKind::Tensor { .. } => {
                    let (arg, turned) = self.turned.of(*args.next().expect("lowering counts arguments"));
                    sides.push(if turned { 't' } else { 'n' });
                    self.by_ref(arg)
                }
                ParamKind::Host(_) => self.by_value(*args.next().expect("lowering counts arguments")).into(),
                ParamKind::List => {
                    let items: Vec<_> = args.by_ref().take(extra).map(|&a| self.by_ref(a)).collect();
                    quote!(&[#(#items),*]).into()
                }
            });
        }
        let name = node.op.name();
        if name.starts_with("key_") {
            // Drawn where the function runs, not sent there.
            let (key, device) = (&printed[0], self.device());
            printed[0] = quote!(__rt::ops::DrawnOn(#key, #device)).into();
        }
        let is_made_there = name == "tri_mask";
        if is_made_there {
            let device = self.device();
            printed.push(quote!(#device).into());
        }
        let function = if is_made_there {
            format_ident!("{name}_on")
        } else if sides.contains('t') {
            format_ident!("{name}_{sides}")
        } else {
            format_ident!("{name}")
        };
        // What a view shows was looked through when it was made.
        let views = match node.op {
            Op::View(_) => true,
            Op::List(op) => {
                !matches!(op, List::Add | List::AddTo | List::Concat | List::Stack | List::Push | List::Set)
            }
            _ => false,
        };
        let done = if views { "viewed" } else { "done" };
        let site = self.cx.kernels.site_number(node.call(), node);
        // The compiler need not be told what the operands say.
        let ty = match &node.ty {
            _ if row.says_elements() => None,
            Ty::Tensor(t) => {
                let elem = elem_type(&t.elem);
                Some(quote!(__rt::Tensor<#elem>))
            }
            Ty::Tuple(ts) => {
                let elems = ts.iter().map(|t| elem_type(&t.elem));
                Some(quote!((#(__rt::Tensor<#elems>,)*)))
            }
            Ty::List(t) => {
                let elem = elem_type(&t.elem);
                Some(quote!(__rt::Vec<__rt::Tensor<#elem>>))
            }
            Ty::Other | Ty::Gathered(_) | Ty::Host => None,
        };
        let made_as = ty.map_or_else(|| quote!(#local), |ty| quote!(#local: #ty));
        if let Op::List(List::Item | List::Set) = node.op {
            printed.push(self.list_name(node.args[0]).into());
        }
        let home = if matches!(node.op, Op::List(_)) { quote!(lists) } else { quote!(ops) };
        let mut made = self.if_wanted(v, quote!(__rt::#home::#function(#(#printed),*)), &printed);
        if !is_made_there && row.params.iter().all(|p| matches!(p.kind, ParamKind::Host(_))) {
            let device = self.device();
            made = quote!(__rt::on(#made, #device));
        }
        self.sequences.call(at, &made_as, done, &quote!(#made, #site))
    }

    /// The user's name for a list, for messages; empty where it is none of theirs.
    fn list_name(&self, list: Value) -> TokenStream {
        let name = self.graph.node(list).name.as_deref().unwrap_or_default();
        let name = name.split_once("[..]").map_or(name, |(slice, _)| slice);
        quote!(#name)
    }
}

/// Whether argument `i` of an op is a list that it makes another of, or what goes into that.
pub(super) fn changes_list(op: &Op, i: usize) -> bool {
    match op {
        Op::List(List::Push) => true,
        Op::List(List::Set) => i < 2,
        Op::List(List::Pop | List::AddTo | List::Cleared) => i == 0,
        _ => false,
    }
}
