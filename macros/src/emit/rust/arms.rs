//! The residuals of one of several arms, as one value. Few arms make leaves of a tree, many make variants of an enum of
//! their own.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rustc_hash::FxHashMap as HashMap;

use super::branch::{all_bytes, weighed};
use crate::fuse::Program;
use crate::ir::{Branch, Graph, Op, Part, Tie, Ty, Unwind, Value};
use crate::names::own;

/// As many branches within one another are written out in the type of the outermost: rustc's recursion ends at a depth of some
/// forty. It is as many as are not declared for their arms, whose number rustc's time grows with the square of.
const FEW: usize = Branch::FEW;
/// As many arms as this may each have a parameter for what no type is known of: a value of the enum infers all of them.
const UNKNOWN: usize = 8;

/// The declarations made for branches while bodies are printed.
#[derive(Default)]
pub(super) struct Arms {
    pub items: TokenStream,
    /// Names by what is declared.
    names: HashMap<String, Ident>,
    /// The last for a tie is the one of the body that is printed.
    declared: Vec<(Tie, Vec<usize>, Rc<Declared>)>,
}

/// An enum.
pub(super) struct Declared {
    name: Ident,
    params: Vec<Param>,
    /// Where an arm is in the tree of those of unknown types, and how many these are.
    apart: Vec<Option<[usize; 2]>>,
}

/// A type that the enum does not name, which rustc infers.
#[derive(Clone, PartialEq)]
enum Param {
    /// Tensors of this element type.
    Tensor(String),
    /// Host values of which expansion knows the type.
    Host(&'static str),
    /// An input of the branch.
    Given(u32),
    /// One value's.
    Own,
}

/// How arms pack what they keep.
pub(super) enum Packing {
    Tree(usize),
    Enum(Rc<Declared>),
}

impl Packing {
    /// The value that arm `at` keeps, from `values` of its graph.
    pub(super) fn value(
        &self,
        at: usize,
        graph: &Graph,
        values: &[Value],
        kept: &[TokenStream],
    ) -> TokenStream {
        let declared = match self {
            Self::Tree(count) => return leaf(at, *count, &weighed(graph, values, kept)),
            Self::Enum(declared) => declared,
        };
        let (name, all) = (&declared.name, own("all"));
        let bytes = all_bytes(graph, values, &all).unwrap_or(quote!(0));
        let made = if let Some([at, count]) = declared.apart[at] {
            let leaf = leaf(at, count, &all);
            quote!(__kernels::#name::Apart(#bytes, #leaf))
        } else {
            let variant = variant(at);
            let fields = (0..values.len()).map(Literal::usize_unsuffixed);
            quote!(__kernels::#name::#variant(#bytes, #(#all.#fields),*))
        };
        quote!({ let #all = (#(#kept,)*); #made })
    }

    /// The pattern for what arm `at` kept.
    pub(super) fn pattern(&self, at: usize, names: &[Ident]) -> TokenStream {
        let declared = match self {
            Self::Tree(count) => {
                return leaf(at, *count, &quote!(__rt::Kept { values: (#(#names,)*), .. }));
            }
            Self::Enum(declared) => declared,
        };
        let name = &declared.name;
        if let Some([at, count]) = declared.apart[at] {
            let leaf = leaf(at, count, &quote!((#(#names,)*)));
            return quote!(__kernels::#name::Apart(_, #leaf));
        }
        let variant = variant(at);
        quote!(__kernels::#name::#variant(_, #(#names),*))
    }
}

/// Leaf `at` of `count` in a balanced tree, an expression or a pattern.
fn leaf(at: usize, count: usize, kept: &impl ToTokens) -> TokenStream {
    if count == 1 {
        return kept.to_token_stream();
    }
    let first = count / 2;
    if at < first {
        let inner = leaf(at, first, kept);
        quote!(__rt::Arm::First(#inner))
    } else {
        let inner = leaf(at - first, count - first, kept);
        quote!(__rt::Arm::Rest(#inner))
    }
}

/// The arms of branch `v` that end, and what they keep.
fn lasting(program: &Program, v: Value) -> Vec<(&Program, &[Value])> {
    let branch = branch_of(&program.graph, v).expect("a branch keeps it");
    let arms = branch.arms.iter().zip(&program.regions[&v]).filter(|(arm, _)| !arm.diverges);
    arms.map(|(_, arm)| (arm, &arm.graph.outputs[branch.results..])).collect()
}

fn branch_of(graph: &Graph, v: Value) -> Option<&Branch> {
    match &graph.node(v).op {
        Op::Branch(branch) => Some(branch),
        _ => None,
    }
}

/// The branch that `v` is the kept values of.
fn keeper(graph: &Graph, v: Value) -> Option<Value> {
    let node = graph.node(v);
    let of = matches!(node.op, Op::Part(Part::Kept)).then(|| node.args[0])?;
    branch_of(graph, of).map(|_| of)
}

/// How many branches within one another the kept values of `v` come from.
fn height(program: &Program, v: Value) -> usize {
    let within = |(arm, kept): (&Program, &[Value])| {
        kept.iter().filter_map(|&k| keeper(&arm.graph, k)).map(|b| height(arm, b)).max().unwrap_or(0)
    };
    1 + lasting(program, v).into_iter().map(within).max().unwrap_or(0)
}

impl Arms {
    pub(super) fn packing(&mut self, program: &Program, v: Value) -> Packing {
        let arms = lasting(program, v);
        let (count, deep) = (arms.len(), height(program, v) > FEW);
        if count <= FEW && !deep || count < 2 {
            return Packing::Tree(count);
        }
        let tie = branch_of(&program.graph, v).expect("a branch keeps it").tie.clone();
        let counts = arms.iter().map(|(_, kept)| kept.len()).collect();
        let declared = Rc::new(self.declare(&arms));
        self.declared.push((tie, counts, Rc::clone(&declared)));
        Packing::Enum(declared)
    }

    pub(super) fn packed(&self, unwind: &Unwind) -> Packing {
        match self.of(&unwind.tie, &unwind.kept) {
            Some(declared) => Packing::Enum(declared),
            None => Packing::Tree(unwind.arms.len()),
        }
    }

    fn of(&self, tie: &Tie, counts: &[usize]) -> Option<Rc<Declared>> {
        let mut last = self.declared.iter().rev();
        last.find(|(t, c, _)| t.is(tie) && c == counts).map(|(.., declared)| Rc::clone(declared))
    }

    fn declare(&mut self, arms: &[(&Program, &[Value])]) -> Declared {
        let known = |(arm, kept): &(&Program, &[Value])| {
            kept.iter().all(|&v| keeper(&arm.graph, v).is_some() || Param::of(&arm.graph, v, true).is_some())
        };
        let unknown: Vec<usize> = (0..arms.len()).filter(|&k| !known(&arms[k])).collect();
        let mut apart = vec![None; arms.len()];
        if unknown.len() > UNKNOWN {
            unknown.iter().enumerate().for_each(|(at, &k)| apart[k] = Some([at, unknown.len()]));
        }
        let mut params = Vec::new();
        let (mut variants, mut fields) = (Vec::new(), Vec::new());
        for (k, (arm, kept)) in arms.iter().enumerate().filter(|(k, _)| apart[*k].is_none()) {
            let types: Vec<_> = kept.iter().map(|&v| self.type_of(arm, v, true, &mut params)).collect();
            variants.push(variant(k));
            fields.push(quote!(#(#types),*));
        }
        if unknown.len() > UNKNOWN {
            variants.push(format_ident!("Apart"));
            fields.push(own_type(&mut params));
        }
        let types: Vec<Ident> = (0..params.len()).map(|n| format_ident!("T{n}")).collect();
        let definition = quote!(<#(#types),*> { #(#variants(usize, #fields),)* });
        let count = self.names.len();
        let name = self.names.entry(definition.to_string()).or_insert_with(|| {
            let name = format_ident!("Kept{count}");
            self.items.extend(quote! {
                #[derive(::core::clone::Clone)]
                pub enum #name #definition
                impl<#(#types),*> rt::calls::Held for #name<#(#types),*> {
                    #[inline]
                    fn bytes(&self) -> usize {
                        match self { #(Self::#variants(bytes, ..))|* => *bytes }
                    }
                }
            });
            name
        });
        Declared { name: name.clone(), params, apart }
    }

    /// The type of a value that the arm `arm` keeps. `given`: its inputs are those of every arm of the enum.
    fn type_of(&self, arm: &Program, v: Value, given: bool, params: &mut Vec<Param>) -> TokenStream {
        let Some(branch) = keeper(&arm.graph, v) else {
            return match Param::of(&arm.graph, v, given) {
                Some(param) => type_named(param, params),
                None => own_type(params),
            };
        };
        let within = lasting(arm, branch);
        let counts: Vec<usize> = within.iter().map(|(_, kept)| kept.len()).collect();
        let tie = &branch_of(&arm.graph, branch).expect("a branch keeps it").tie;
        if let Some(declared) = self.of(tie, &counts) {
            let args = declared.params.iter().map(|param| match param {
                Param::Own | Param::Given(_) => own_type(params),
                shared => type_named(shared.clone(), params),
            });
            let (name, args) = (&declared.name, args.collect::<Vec<_>>());
            return quote!(#name<#(#args),*>);
        }
        let mut leaves: Vec<TokenStream> = Vec::new();
        for (arm, kept) in within {
            let types = kept.iter().map(|&v| self.type_of(arm, v, false, params));
            let types: Vec<_> = types.collect();
            leaves.push(quote!(rt::Kept<(#(#types,)*)>));
        }
        tree_type(&leaves)
    }
}

impl Param {
    fn of(graph: &Graph, v: Value, given: bool) -> Option<Self> {
        let node = graph.node(v);
        Some(match (&node.ty, &node.op) {
            (Ty::Tensor(t), _) => Self::Tensor(t.elem.to_string()),
            (_, Op::ShapeOf) if matches!(graph.node(node.args[0]).ty, Ty::Tensor(_)) => Self::Host("Shape"),
            (_, Op::Host(_) | Op::Size(_)) => Self::Host(node.op.host_type()?),
            (Ty::Host, Op::Input(n)) if given => Self::Given(*n),
            _ => return None,
        })
    }
}

fn variant(arm: usize) -> Ident {
    format_ident!("Arm{arm}")
}

fn type_named(param: Param, params: &mut Vec<Param>) -> TokenStream {
    let at = params.iter().position(|p| *p == param && param != Param::Own).unwrap_or_else(|| {
        params.push(param);
        params.len() - 1
    });
    format_ident!("T{at}").into_token_stream()
}

fn own_type(params: &mut Vec<Param>) -> TokenStream {
    type_named(Param::Own, params)
}

/// The type of a tree of these, see [`leaf`].
fn tree_type(leaves: &[TokenStream]) -> TokenStream {
    let [one] = leaves else {
        let (first, rest) = leaves.split_at(leaves.len() / 2);
        let (first, rest) = (tree_type(first), tree_type(rest));
        return quote!(rt::Arm<#first, #rest>);
    };
    one.clone()
}
