//! `#[differentiable] impl` and `trait`: each method becomes a function of its receiver, whose transforms stand beside the
//! method.

mod declared;
mod still;

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, FnArg, Generics, ImplItem, ItemFn, ItemImpl, PathArguments, ReturnType, Signature, Type,
    Visibility,
};

use crate::args::{Args, Method, Place};
use crate::bounds;
use crate::error::{self, Errors};
use crate::fallback;
use crate::lower;
use crate::lower::module::Module;
use crate::manifest;
use crate::names;
use crate::pipeline;
use crate::signature::{self, is_integer_tensor, mentions_tensor};
use crate::spans;
use crate::table::RuleCache;

pub(crate) use declared::declaration;

/// The facts that the methods of a block have in common.
struct Block {
    generics: Generics,
    /// The receiver's type, and how an expression names it: `Mlp::<T>`.
    receiver: TokenStream,
    whole: TokenStream,
    /// The prefix of the types beside the methods: `Mlp`, `LinearLayer`.
    prefix: String,
    plain: Rc<[String]>,
    open: Rc<[String]>,
}

/// A method as it stands in any of the blocks.
struct Written<'w> {
    attrs: &'w [Attribute],
    vis: Visibility,
    sig: &'w Signature,
    body: &'w syn::Block,
}

/// The block as it is without an attribute.
pub(crate) fn unmarked(mut block: ItemImpl) -> TokenStream {
    for item in &mut block.items {
        if let ImplItem::Fn(f) = item {
            *item = ImplItem::Verbatim(fallback::function(&f.attrs, &f.vis, &f.sig));
        }
    }
    block.into_token_stream()
}

/// `module`: whose calls are inlined.
pub(crate) fn implementation(
    errors: &mut Errors,
    args: &Args,
    mut block: ItemImpl,
    module: Option<&Rc<Module>>,
) -> TokenStream {
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(f) => {
            let kind = kind(&merged(&block.generics, &f.sig.generics), &f.attrs, &f.sig);
            (kind == Kind::Differentiable).then(|| f.sig.clone())
        }
        _ => None,
    });
    let functions: Vec<Signature> = functions.collect();
    let rt = manifest::runtime_path(args.krate.as_ref());
    bounds::of_functions(errors, &mut block.generics, functions.iter(), &rt);
    let asks = functions.iter().any(|sig| sig.receiver().is_some());
    let assumed = if asks { bounds::of_blocks(&mut block.generics, &block.self_ty, &rt) } else { None };
    let of_trait = block.trait_.as_ref().map(|(path, _)| path.clone());
    let path = self_path(&block.self_ty);
    if path.is_none() && of_trait.is_none() {
        errors.push(error::self_type(&block.self_ty));
        return unmarked(block);
    }
    if let Some(name) = &args.name {
        errors.push(error::name_of_many(name));
    }
    args.without_vmap(errors);
    if let (Some(word), None) = (&args.inherent, &of_trait) {
        errors.push(error::inherent_without_trait(word));
    }
    if let Some(path) = &of_trait {
        qualify(&mut block, path);
    }
    let inherent = of_trait.is_none() || args.inherent.is_some();
    let (impl_generics, _, predicates) = block.generics.split_for_impl();
    let self_ty = &block.self_ty;
    let header = quote!(impl #impl_generics #self_ty #predicates);
    let outer = match &of_trait {
        Some(path) => {
            let unsafety = &block.unsafety;
            quote!(#unsafety impl #impl_generics #path for #self_ty #predicates)
        }
        None => header.clone(),
    };
    let mut shared = Block::of(&block, path);
    shared.decide(args, &block);
    let (mut items, mut beside, mut still) = (Vec::new(), TokenStream::new(), TokenStream::new());
    for item in &block.items {
        let ImplItem::Fn(f) = item else {
            items.push(item.to_token_stream());
            continue;
        };
        if shared.is_plain(&f.sig) {
            let mut f = f.clone();
            f.attrs.retain(|a| !a.path().is_ident("constant"));
            if inherent && shared.is_open(&f.sig) {
                beside.extend(still::undecided(&f.sig, &f.vis, &rt, &header));
            } else if inherent {
                still.extend(still::beside(&f.sig, &f.vis, &rt, &TokenStream::new()));
            }
            items.push(f.into_token_stream());
            continue;
        }
        let place = if inherent { Place::Type(header.clone()) } else { Place::Implementation };
        // A method of a trait is as visible as the trait; what is written is said of methods of the type.
        let vis = if of_trait.is_some() { Visibility::Inherited } else { f.vis.clone() };
        let written = Written { attrs: &f.attrs, vis: f.vis.clone(), sig: &f.sig, body: &f.block };
        let (own, function) = shared.function(errors, args, place, vis, &written);
        let made = pipeline::method(errors, &own, &function, module);
        items.push(made.plain);
        beside.extend(made.beside);
    }
    if !inherent {
        let at = of_trait.as_ref().and_then(|path| path.segments.last()).map(|s| s.ident.span());
        let reminder = declared::reminder(&quote!({}));
        items.insert(0, at.map_or(reminder.clone(), |at| spans::settled(reminder, at)));
    }
    let attrs = &block.attrs;
    let still = (!still.is_empty()).then(|| quote!(#header { #still }));
    quote! {
        #(#attrs)*
        #outer { #(#items)* }
        #still
        #beside
        #assumed
    }
}

/// The methods of a block of a type that have derivatives, as functions of the receiver.
pub(crate) fn functions(errors: &mut Errors, args: &Args, block: &ItemImpl) -> Vec<(Args, ItemFn)> {
    let Some(path) = self_path(&block.self_ty) else { return Vec::new() };
    let mut shared = Block::of(block, Some(path));
    shared.decide(args, block);
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(f) if !shared.is_plain(&f.sig) => {
            let written = Written { attrs: &f.attrs, vis: f.vis.clone(), sig: &f.sig, body: &f.block };
            let place = Place::Type(TokenStream::new());
            Some(shared.function(errors, args, place, f.vis.clone(), &written))
        }
        _ => None,
    });
    methods.collect()
}

impl Block {
    /// `path`: the type's, if it has one.
    fn of(block: &ItemImpl, path: Option<syn::Path>) -> Self {
        let methods = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(f) => Some((f.attrs.as_slice(), &f.sig)),
            _ => None,
        });
        let [plain, open] = not_differentiable(&block.generics, methods);
        let self_ty = &block.self_ty;
        let mut prefix = path.as_ref().map_or_else(|| told_of(self_ty), |p| told(p, &block.generics));
        if let Some((path, _)) = &block.trait_ {
            prefix += &told(path, &block.generics);
        }
        Self {
            generics: block.generics.clone(),
            receiver: self_ty.to_token_stream(),
            whole: path.map_or_else(|| self_ty.to_token_stream(), |p| p.to_token_stream()),
            prefix,
            plain,
            open,
        }
    }

    fn is_plain(&self, sig: &Signature) -> bool {
        self.is_open(sig) || self.plain.iter().any(|name| sig.ident == name)
    }

    fn is_open(&self, sig: &Signature) -> bool {
        self.open.iter().any(|name| sig.ident == name)
    }

    /// Open methods that give the type of the block, and take nothing but tensors, it and constants, have derivatives, if their
    /// bodies do. Of a trait the declaration decides, which may have no body.
    fn decide(&mut self, args: &Args, block: &ItemImpl) {
        if block.trait_.is_some() {
            return;
        }
        let own = self_path(&block.self_ty).and_then(|path| path.segments.last().map(|s| s.ident.clone()));
        let is_own = |ty: &dyn ToTokens| {
            names_in(ty.to_token_stream()).iter().any(|n| n == "Self" || own.as_ref() == Some(n))
        };
        let gives_own = |sig: &Signature| {
            let numbers = signature::numbers(&merged(&block.generics, &sig.generics));
            let takes = |arg: &FnArg| match arg {
                FnArg::Receiver(_) => true,
                FnArg::Typed(p) => {
                    signature::is_constant(&p.ty, &numbers) || mentions_tensor(&p.ty) || is_own(&p.ty)
                }
            };
            is_own(&sig.output) && sig.inputs.iter().all(takes)
        };
        let candidates = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(f) if self.is_open(&f.sig) && gives_own(&f.sig) => Some(f),
            _ => None,
        });
        let mut found: Vec<_> = candidates.collect();
        let all = self.open.clone();
        let without = |found: &[&syn::ImplItemFn]| {
            all.iter().filter(|name| !found.iter().any(|f| f.sig.ident == **name)).cloned().collect()
        };
        self.open = without(&found);
        let rules = RuleCache::default();
        let has_derivative = |f: &syn::ImplItemFn| {
            let mut errors = Errors::new();
            let written = Written { attrs: &f.attrs, vis: f.vis.clone(), sig: &f.sig, body: &f.block };
            let place = Place::Type(TokenStream::new());
            let (own, function) = self.function(&mut errors, args, place, f.vis.clone(), &written);
            let lowered = lower::function(&mut errors, &rules, &own, &function).is_some();
            errors.take().is_empty() && lowered
        };
        found.retain(|f| has_derivative(f));
        self.open = without(&found);
    }

    /// The method as a function of its receiver, and what its attribute says. `vis`: the method's own; the types beside it
    /// have that of `written`.
    fn function(
        &self,
        errors: &mut Errors,
        args: &Args,
        place: Place,
        vis: Visibility,
        written: &Written<'_>,
    ) -> (Args, ItemFn) {
        let mut function = self.of_receiver(written);
        let mut generics = written.sig.generics.clone();
        if !matches!(place, Place::Type(_)) {
            let rt = manifest::runtime_path(args.krate.as_ref());
            let tangents = bounds::of_arguments(&function.sig, &rt);
            for generics in [&mut function.sig.generics, &mut generics] {
                if !tangents.is_empty() {
                    generics.make_where_clause().predicates.extend(tangents.iter().cloned());
                }
            }
        }
        let mut own = method_args(errors, args, &mut function, &self.whole);
        if own.name.is_none() {
            own.name = Some(self.marker(&written.sig.ident));
        }
        let mut sig = written.sig.clone();
        if let Some(FnArg::Receiver(r)) = sig.inputs.first_mut()
            && matches!(r.kind, syn::ReceiverKind::Value)
        {
            r.mutability = None;
        }
        own.method = Some(Rc::new(Method {
            place,
            vis,
            generics,
            sig,
            plain: self.plain.clone(),
            open: self.open.clone(),
        }));
        (own, function)
    }

    /// `__MlpForward`
    fn marker(&self, method: &Ident) -> Ident {
        let name = format!("__{}{}", self.prefix, names::camel(&method.to_string()));
        Ident::new(&name, Span::call_site().located_at(method.span()))
    }

    fn of_receiver(&self, written: &Written<'_>) -> ItemFn {
        let (mut sig, mut body) = (written.sig.clone(), written.body.clone());
        let receiver = &self.receiver;
        if let Some(first) = sig.inputs.first_mut()
            && let FnArg::Receiver(r) = &*first
            && let Some(lifetime) = lent(r)
        {
            let this = Ident::new(names::THIS, r.self_token.span);
            if r.mutability.is_some() && matches!(r.kind, syn::ReceiverKind::Value) {
                body.stmts.insert(0, syn::parse_quote!(let mut #this: #receiver = #this.clone();));
            }
            *first = syn::parse_quote!(#this: & #lifetime #receiver);
        }
        sig.generics = merged(&self.generics, &sig.generics);
        let (attrs, vis) = (written.attrs, &written.vis);
        let text = without_self(quote!(#sig #body), &self.whole);
        match syn::parse2::<ItemFn>(text) {
            Ok(mut function) => {
                (function.attrs, function.vis) = (attrs.to_vec(), vis.clone());
                function
            }
            // What cannot be read again stays as it is, and is refused for its receiver.
            Err(_) => ItemFn {
                attrs: attrs.to_vec(),
                vis: vis.clone(),
                modifiers: syn::FnModifiers::default(),
                sig,
                block: Box::new(body),
            },
        }
    }
}

/// The lifetime of a receiver that is looked at: that of a reference, and none of one that is taken by value. Bodies only
/// look, or change a copy, so transforms take such a receiver by reference, and may be called with what is somebody else's.
fn lent(receiver: &syn::Receiver) -> Option<TokenStream> {
    match &receiver.kind {
        syn::ReceiverKind::Reference(_, lifetime, None) => Some(lifetime.to_token_stream()),
        syn::ReceiverKind::Value => Some(TokenStream::new()),
        _ => None,
    }
}

/// The names of what has no derivatives: what is plain, and what is open.
fn not_differentiable<'m>(
    block: &Generics,
    methods: impl Iterator<Item = (&'m [Attribute], &'m Signature)>,
) -> [Rc<[String]>; 2] {
    let (mut plain, mut open) = (Vec::new(), Vec::new());
    for (attrs, sig) in methods {
        match kind(&merged(block, &sig.generics), attrs, sig) {
            Kind::Differentiable => {}
            Kind::Plain => plain.push(sig.ident.to_string()),
            Kind::Open => open.push(sig.ident.to_string()),
        }
    }
    [plain.into(), open.into()]
}

/// The words that tell a type or a trait from others: its name, and those in its generics that are no parameters.
fn told(path: &syn::Path, generics: &Generics) -> String {
    let Some(last) = path.segments.last() else { return String::new() };
    let names = names_in(last.arguments.to_token_stream());
    let is_param = |name: &Ident| {
        generics.type_params().any(|p| p.ident == *name) || generics.const_params().any(|p| p.ident == *name)
    };
    let lifetimes = |name: &Ident| generics.lifetimes().any(|l| l.lifetime.ident == *name) || name == "_";
    let more = names.iter().filter(|n| !is_param(n) && !lifetimes(n)).map(|n| names::camel(&n.to_string()));
    std::iter::once(last.ident.to_string()).chain(more).collect()
}

/// The words for a type without a name: the names in it.
fn told_of(ty: &Type) -> String {
    let names = names_in(ty.to_token_stream());
    std::iter::once("Of".to_owned()).chain(names.iter().map(|n| names::camel(&n.to_string()))).collect()
}

fn names_in(tokens: TokenStream) -> Vec<Ident> {
    let each = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(ident) => vec![ident],
        TokenTree::Group(group) => names_in(group.stream()),
        _ => Vec::new(),
    });
    each.collect()
}

/// `#[differentiable(..)]` on the method, over that on the block. `whole`: what `Self` is called.
fn method_args(errors: &mut Errors, outer: &Args, function: &mut ItemFn, whole: &TokenStream) -> Args {
    let mut args = outer.clone();
    args.name = None;
    args.vmap.clear();
    function.attrs.retain(|attr| {
        if !attr.path().is_ident("differentiable") {
            return true;
        }
        let tokens = match &attr.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        args = Args::parse(errors, tokens).over(outer);
        false
    });
    for rule in [&mut args.vjp, &mut args.jvp].into_iter().flatten() {
        if let Ok(path) = syn::parse2(without_self(rule.to_token_stream(), whole)) {
            *rule = path;
        }
    }
    args
}

/// The kind of a method of the block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It has derivatives.
    Differentiable,
    Plain,
    /// It gives a type of the user's, which may hold tensors, and takes none by its text. It is plain Rust, but differentiable
    /// bodies do not take it for that: what it gives might silently have no derivative.
    Open,
}

/// Whether a method of a marked block has derivatives by what is written of it.
pub(crate) fn is_differentiable(generics: &Generics, attrs: &[Attribute], sig: &Signature) -> bool {
    kind(&merged(generics, &sig.generics), attrs, sig) == Kind::Differentiable
}

fn kind(generics: &Generics, attrs: &[Attribute], sig: &Signature) -> Kind {
    let marked = |name: &str| attrs.iter().any(|a| a.path().is_ident(name));
    if marked("constant") {
        return Kind::Plain;
    }
    if marked("differentiable") {
        return Kind::Differentiable;
    }
    let numbers = signature::numbers(generics);
    let ReturnType::Type(_, ty) = &sig.output else { return Kind::Plain };
    let given = signature::result_of(ty).unwrap_or(ty);
    let moves = |arg: &FnArg| match arg {
        FnArg::Receiver(_) => true,
        FnArg::Typed(p) => {
            let constant = p.attrs.iter().any(|a| a.path().is_ident("constant"));
            !constant && !signature::is_constant(&p.ty, &numbers)
        }
    };
    let constant = is_integer_tensor(ty) || signature::is_constant(given, &numbers);
    if constant || matches!(given, Type::Reference(_)) || !sig.inputs.iter().any(moves) {
        return Kind::Plain;
    }
    let tensor = |arg: &FnArg| matches!(arg, FnArg::Typed(p) if moves(arg) && mentions_tensor(&p.ty));
    let takes_both = sig.receiver().is_some() && sig.inputs.iter().any(tensor);
    if mentions_tensor(ty) || takes_both { Kind::Differentiable } else { Kind::Open }
}

/// The generics of the block and of the method.
fn merged(block: &Generics, own: &Generics) -> Generics {
    let mut generics = block.clone();
    generics.params.extend(own.params.iter().cloned());
    // Lifetimes come first.
    let (lifetimes, others): (Vec<_>, Vec<_>) =
        generics.params.into_iter().partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
    generics.params = lifetimes.into_iter().chain(others).collect();
    if let Some(own) = &own.where_clause {
        generics.make_where_clause().predicates.extend(own.predicates.iter().cloned());
    }
    generics
}

/// The type of the block where an expression names it: `Mlp::<T>`.
fn self_path(ty: &Type) -> Option<syn::Path> {
    let Type::Path(p) = ty else { return None };
    if p.qself.is_some() {
        return None;
    }
    let mut path = p.path.clone();
    for segment in &mut path.segments {
        if let PathArguments::AngleBracketed(args) = &mut segment.arguments {
            args.colon2_token.get_or_insert_with(Default::default);
        }
    }
    Some(path)
}

/// `Self::Input` becomes `<Self as Layer>::Input`: outside of the block the type alone does not say whose it is.
fn qualify(block: &mut ItemImpl, of: &syn::Path) {
    struct Qualify<'q> {
        of: &'q syn::Path,
        types: Vec<Ident>,
    }
    impl VisitMut for Qualify<'_> {
        fn visit_type_path_mut(&mut self, ty: &mut syn::TypePath) {
            let segments = &ty.path.segments;
            if ty.qself.is_none()
                && segments.len() > 1
                && segments[0].ident == "Self"
                && self.types.contains(&segments[1].ident)
            {
                let (of, rest) = (self.of, segments.iter().skip(1));
                *ty = syn::parse_quote!(<Self as #of>::#(#rest)::*);
            }
            syn::visit_mut::visit_type_path_mut(self, ty);
        }
    }
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(t) => Some(t.ident.clone()),
        _ => None,
    });
    let mut qualify = Qualify { of, types: types.collect() };
    for item in &mut block.items {
        if let ImplItem::Fn(f) = item {
            qualify.visit_impl_item_fn_mut(f);
        }
    }
}

fn without_self(tokens: TokenStream, whole: &TokenStream) -> TokenStream {
    names::renamed(tokens, &|name| match name.to_string().as_str() {
        "Self" => {
            let at_name = |mut token: TokenTree| {
                token.set_span(name.span());
                token
            };
            Some(whole.clone().into_iter().map(at_name).collect())
        }
        "self" => Some(Ident::new(names::THIS, name.span()).to_token_stream()),
        _ => None,
    })
}
