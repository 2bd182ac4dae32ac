//! Patterns over what may hold tensors, taken apart to the names that they bind.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Pat;

use super::state::{Binding, Lowerer};
use crate::error;
use crate::ir::{HostExpr, Op, Part, Ty};
use crate::names::{member, own};

impl Lowerer<'_> {
    /// Binds what a pattern takes out of the scrutinee.
    pub(super) fn bind_parts(&mut self, pat: &Pat, opened: Option<&Opened>) {
        if let Some(opened) = opened {
            for taken in &opened.taken {
                self.bind_part(taken);
            }
            return;
        }
        self.error(error::nested_pattern(pat));
        let mut names = Vec::new();
        super::pattern::idents(pat, &mut names);
        for (name, _) in names {
            self.declare(&name, Binding::Poison, false);
        }
    }

    fn bind_part(&mut self, taken: &Taken) {
        let Some(Binding::Other(of)) = self.get(&taken.of).cloned() else { return };
        let (name, span) = (&taken.name, taken.name.span());
        let v = match &taken.step {
            Step::Whole => of,
            Step::Field(field) => self.field_value(of, field, span),
            Step::Tuple(i, n) => match self.entry(of, Part::Tuple(*i, *n), span) {
                Binding::Other(v) => v,
                _ => return,
            },
            Step::Variant(part) => {
                let expr = name.to_token_stream();
                let host = HostExpr::plain(expr);
                let host = self.host_node(host, vec![], span);
                self.push(Op::Part(Part::Bound(part.clone())), vec![of, host], Ty::Other, span)
            }
        };
        if self.graph.node(v).name.is_none() && !crate::names::is_reserved(name) {
            self.graph.nodes[v.ix()].name = Some(name.to_string());
        }
        let ty = self.type_of_part(&taken.of, &taken.step);
        self.declare(name, Binding::Other(v), false);
        if let Some(ty) = ty {
            self.type_name(name, &ty);
        }
    }

    fn type_of_part(&self, of: &Ident, step: &Step) -> Option<syn::Type> {
        match step {
            Step::Whole => self.type_of_name(of),
            Step::Field(field) => self.type_of_field(&self.type_of_name(of)?, field),
            Step::Variant(part) if part == "Some__0" => {
                super::inline::item_type(&self.type_of_name(of)?, "Option")
            }
            Step::Tuple(..) | Step::Variant(_) => None,
        }
    }
}

/// A pattern over what may hold tensors. What is taken apart further has a name of ours in it.
pub(super) struct Opened {
    pub pat: Pat,
    taken: Vec<Taken>,
}

/// A name in a pattern, with the part that it stands for.
struct Taken {
    name: Ident,
    /// The name of the whole that it is a part of.
    of: Ident,
    step: Step,
}

enum Step {
    Whole,
    /// A part of a variant or a struct, as accessors have it.
    Variant(String),
    Field(String),
    Tuple(u32, usize),
}

impl Opened {
    /// `None`: the pattern looks where expansion does not.
    pub(super) fn new(pat: &Pat) -> Option<Self> {
        let mut opened = Self { pat: pat.clone(), taken: Vec::new() };
        let mut pat = pat.clone();
        opened.part(&mut pat, &own("scrutinee"), Step::Whole)?;
        opened.pat = pat;
        Some(opened)
    }

    /// The part `step` of `of`.
    fn part(&mut self, pat: &mut Pat, of: &Ident, step: Step) -> Option<()> {
        match pat {
            Pat::Paren(p) => self.part(&mut p.pat, of, step),
            Pat::Reference(p) => self.part(&mut p.pat, of, step),
            Pat::Ident(p) if is_variable(&p.ident) => {
                // What is matched is lent already.
                p.by_ref = None;
                let name = p.ident.clone();
                self.taken.push(Taken { name: name.clone(), of: of.clone(), step });
                match &mut p.subpat {
                    Some((_, inner)) => self.below(inner, &name),
                    None => Some(()),
                }
            }
            pat if binds_nothing(pat) => Some(()),
            pat => {
                if matches!(step, Step::Whole) {
                    return self.below(pat, of);
                }
                let name = own(format_args!("part{}", self.taken.len()));
                self.taken.push(Taken { name: name.clone(), of: of.clone(), step });
                self.below(pat, &name)?;
                let inner = pat.clone();
                *pat = syn::parse::Parser::parse2(Pat::parse_single, quote::quote!(#name @ #inner)).ok()?;
                Some(())
            }
        }
    }

    /// The parts of what is called `of`.
    fn below(&mut self, pat: &mut Pat, of: &Ident) -> Option<()> {
        let part = |path: &syn::Path, field: String| {
            let variant = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            // An enum has its variants behind `Self::`.
            if path.is_ident("Self") {
                Step::Field(field)
            } else {
                Step::Variant(format!("{variant}__{field}"))
            }
        };
        match pat {
            Pat::Paren(p) => self.below(&mut p.pat, of),
            Pat::Reference(p) => self.below(&mut p.pat, of),
            Pat::TupleStruct(p) => {
                for (i, e) in p.elems.iter_mut().take_while(|e| !matches!(e, Pat::Rest(_))).enumerate() {
                    self.part(e, of, part(&p.path, i.to_string()))?;
                }
                ends_in_rest(&p.elems)
            }
            Pat::Struct(p) => {
                for f in &mut p.fields {
                    let step = part(&p.path, member(&f.member));
                    if f.colon_token.is_none() && !matches!(*f.pat, Pat::Ident(_)) {
                        return None;
                    }
                    self.part(&mut f.pat, of, step)?;
                }
                Some(())
            }
            Pat::Tuple(p) => {
                let all = !p.elems.iter().any(|e| matches!(e, Pat::Rest(_)));
                let n = if all { p.elems.len() } else { 0 };
                for (i, e) in p.elems.iter_mut().take_while(|e| !matches!(e, Pat::Rest(_))).enumerate() {
                    self.part(e, of, Step::Tuple(i as u32, n))?;
                }
                ends_in_rest(&p.elems)
            }
            pat => binds_nothing(pat).then_some(()),
        }
    }
}

/// Whether no names stand behind `..`, whose positions are not known.
fn ends_in_rest(pats: &syn::punctuated::Punctuated<Pat, syn::Token![,]>) -> Option<()> {
    pats.iter().skip_while(|e| !matches!(e, Pat::Rest(_))).skip(1).all(binds_nothing).then_some(())
}

/// Constants and variants begin with a capital letter.
pub(super) fn is_variable(name: &Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

fn binds_nothing(pat: &Pat) -> bool {
    let mut names = Vec::new();
    super::pattern::idents(pat, &mut names);
    names.iter().all(|(name, _)| !is_variable(name))
}
