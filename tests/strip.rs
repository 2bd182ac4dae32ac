//! A program of differentiable functions as plain Rust: the same text without what the attributes of cotangent read.
//! Errors of functions that declare no `Result` are handed on as panics, which is what such functions do.

use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Block, Expr, FnArg, GenericArgument, Ident, Pat, PathArguments, ReturnType, Signature,
    Token, Type,
};

/// Attributes of ours.
const OURS: [&str; 4] = ["differentiable", "checkpoint", "tap", "constant"];

/// # Panics
/// Where the text is no Rust.
pub(crate) fn stripped(text: &str) -> String {
    let mut file = syn::parse_file(text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
    Strip::default().visit_file_mut(&mut file);
    file.into_token_stream().to_string()
}

#[derive(Default)]
struct Strip {
    /// `return` hands on a value that is to be wrapped.
    wraps: bool,
}

impl Strip {
    /// The body of a function: named dims are numbers in it, and its errors are handed on.
    fn function(&mut self, signature: &Signature, block: &mut Block) {
        let result = match &signature.output {
            ReturnType::Type(_, ty) => {
                matches!(&**ty, Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Result"))
            }
            ReturnType::Default => false,
        };
        let dims = dims(signature);
        let outer = std::mem::replace(&mut self.wraps, !result);
        visit_mut::visit_block_mut(self, block);
        self.wraps = outer;
        let stmts = &block.stmts;
        let body = quote!({ #dims #(#stmts)* });
        *block =
            syn::parse2(if result { body } else { quote!({ infallible(|| Ok(#body)) }) }).expect("a block");
    }
}

/// A number for each named dim of the parameters.
fn dims(signature: &Signature) -> proc_macro2::TokenStream {
    let mut names: Vec<Ident> = Vec::new();
    let mut lets = quote!();
    for input in &signature.inputs {
        let FnArg::Typed(param) = input else { continue };
        let (Pat::Ident(x), Type::Reference(ty)) = (&*param.pat, &*param.ty) else { continue };
        let Type::Path(path) = &*ty.elem else { continue };
        let Some(last) = path.path.segments.last().filter(|s| s.ident == "Tensor") else { continue };
        let PathArguments::AngleBracketed(args) = &last.arguments else { continue };
        for (axis, dim) in args.args.iter().skip(1).enumerate() {
            let GenericArgument::Type(Type::Path(dim)) = dim else { continue };
            let (Some(dim), x) = (dim.path.get_ident(), &x.ident) else { continue };
            if dim != "_" && !names.contains(dim) {
                names.push(dim.clone());
                lets.extend(quote!(let #dim = #x.dim(#axis);));
            }
        }
    }
    lets
}

impl VisitMut for Strip {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|a| !OURS.iter().any(|ours| a.path().is_ident(ours)));
        for attribute in attributes.iter_mut().filter(|a| a.path().is_ident("derive")) {
            let kept = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
            let kept: Vec<syn::Path> =
                kept.into_iter().flatten().filter(|p| !p.is_ident("Differentiable")).collect();
            *attribute = syn::parse_quote!(#[derive(#(#kept),*)]);
        }
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        let marked = marked(&item.attrs);
        self.visit_attributes_mut(&mut item.attrs);
        if marked {
            self.function(&item.sig, &mut item.block);
        }
        self.visit_signature_mut(&mut item.sig);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        let marked_block = marked(&item.attrs);
        self.visit_attributes_mut(&mut item.attrs);
        for member in &mut item.items {
            let syn::ImplItem::Fn(method) = member else { continue };
            self.visit_attributes_mut(&mut method.attrs);
            // What takes and gives no tensors is plain Rust already, and is written as such.
            if marked_block {
                self.function(&method.sig, &mut method.block);
            }
            self.visit_signature_mut(&mut method.sig);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let outer = std::mem::replace(&mut self.wraps, false);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.wraps = outer;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Try(e) => {
                let asked = &e.expr;
                *expr = syn::parse_quote!(asked(#asked)?);
            }
            Expr::Return(e) if self.wraps => {
                let value = &e.expr;
                *expr = syn::parse_quote!(return Ok(#value));
            }
            Expr::Assign(syn::ExprAssign { left, .. })
            | Expr::Binary(syn::ExprBinary {
                left,
                op: BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_),
                ..
            }) => {
                if let Some(index) = lent_twice(left) {
                    let at = std::mem::replace(index, syn::parse_quote!(at));
                    *expr = syn::parse_quote!({ let at = #at; #expr });
                }
            }
            _ => {}
        }
    }

    /// What lists are made of; of other macros the text stays.
    fn visit_macro_mut(&mut self, of: &mut syn::Macro) {
        let items = of.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        if let (true, Ok(mut items)) = (of.path.is_ident("vec"), items) {
            items.iter_mut().for_each(|item| self.visit_expr_mut(item));
            of.tokens = items.into_token_stream();
        }
    }

    fn visit_path_segment_mut(&mut self, segment: &mut syn::PathSegment) {
        if segment.ident == "Scalar" {
            segment.ident = Ident::new("Tensor", segment.ident.span());
        }
        if segment.ident == "Tensor" {
            segment.arguments = PathArguments::None;
        }
        visit_mut::visit_path_segment_mut(self, segment);
    }
}

/// The index of an entry to which something is assigned, where it reads its list: bodies lend what rustc would not.
fn lent_twice(place: &mut Expr) -> Option<&mut Expr> {
    let Expr::Index(syn::ExprIndex { expr, index, .. }) = place else { return None };
    let Expr::Path(list) = &**expr else { return None };
    let list = list.path.get_ident()?.to_string();
    let words = index.to_token_stream().to_string();
    words.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == list).then_some(&mut **index)
}

fn marked(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| a.path().is_ident("differentiable"))
}
