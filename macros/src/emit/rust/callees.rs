//! The functions that bodies call, under names of ours: where there are no transforms, because the function is not
//! differentiable, something stands in for them that says so.
//!
//! `use f as __callee_0` imports whatever is called `f`: the function, and the type beside it if there is one. A module of
//! stand-ins is imported by `*`, which names a type only where nothing else does. What a stand-in returns is refused by
//! `calls::of`, in each transform with the same words in the same place, which rustc says once; and after that it says nothing
//! of uses of this value. Stand-ins for methods are on types with the derive alone: for a smart pointer, method lookup would
//! find a stand-in before the method of the value behind the pointer. Stand-ins take `&mut self`, which is looked for last. Of
//! other types the condition of the trait has the words. Functions of types are treated alike.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{GenericParam, Path, PathArguments, Token, Visibility};

use crate::lower::closest;
use crate::names::{self, camel, context, own};

#[derive(Default)]
pub(super) struct Callees {
    functions: RefCell<Vec<Callee>>,
    /// Methods, and which of their transforms are called with which arguments, in the order of the calls.
    methods: RefCell<BTreeMap<String, BTreeMap<String, Forms>>>,
    /// The names by which they are asked how many arguments they take.
    arities: RefCell<BTreeSet<String>>,
    /// The transforms of functions of types that are called.
    associated: RefCell<BTreeSet<String>>,
}

/// The arguments of calls, each list once.
type Forms = Vec<Vec<Arg>>;

/// How a stand-in takes an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Arg {
    /// The runtime hands it over, and rustc has to know as what.
    Given,
    /// As above, with its tangent.
    Moving,
    /// It is there as the callee takes it.
    Made,
}

struct Callee {
    /// Tells it from others.
    key: String,
    /// The path without generic arguments, as it was written.
    path: Path,
    name: Ident,
    generics: usize,
    args: Vec<Arg>,
    /// It is a function of numbers, whose twin has the transforms.
    numbers: bool,
}

impl Callees {
    /// A path to the transforms of a function that is called with such arguments.
    pub(super) fn name(&self, path: &Path, args: Vec<Arg>, numbers: bool) -> Path {
        let mut plain = path.clone();
        let Some(last) = plain.segments.last_mut() else { return path.clone() };
        let arguments = std::mem::take(&mut last.arguments);
        let generics = match &arguments {
            PathArguments::AngleBracketed(given) => given.args.len(),
            _ => 0,
        };
        if plain.segments.iter().any(|s| !s.arguments.is_none()) {
            return path.clone();
        }
        let at = path.segments.first().and_then(|s| context(s.ident.span()));
        let key = format!("{} {generics} {args:?} {numbers} {at:?}", plain.to_token_stream());
        let mut all = self.functions.borrow_mut();
        let known = all.iter().find(|c| c.key == key).map(|c| c.name.clone());
        let mut name = known.unwrap_or_else(|| {
            let name = own(format_args!("callee{}", all.len()));
            all.push(Callee { key, path: plain.clone(), name: name.clone(), generics, args, numbers });
            name
        });
        // All tokens of the call stand where the user's does.
        name.set_span(span(path));
        let mut named = Path::from(name);
        if let Some(only) = named.segments.last_mut() {
            only.arguments = arguments;
        }
        named
    }

    /// The imports.
    pub(super) fn items(&self) -> TokenStream {
        let (all, methods) = (self.functions.borrow(), self.methods());
        let uses = all.iter().map(|c| {
            let (path, name) = (imported(&c.path), &c.name);
            if c.numbers {
                let (of, at) = (of_numbers(name), span(&c.path));
                let twin = quote_spanned!(at=> <#of as __rt::Numbers>::Tensors);
                return quote!(use #path as #of; type #name = #twin;);
            }
            quote!(use #path as #name;)
        });
        let associated = self.associated();
        quote!(#(#uses)* #methods #associated)
    }

    /// Notes that a body calls `transform`, as which a function of a type is differentiated.
    pub(super) fn of_type(&self, transform: &Ident) {
        self.associated.borrow_mut().insert(transform.to_string());
    }

    /// A trait that no type has: where a type lacks these functions, rustc says what our condition says.
    fn associated(&self) -> Option<TokenStream> {
        let names = self.associated.borrow();
        let each = names.iter().map(|name| Ident::new(name, Span::call_site()));
        (!names.is_empty()).then(|| {
            quote! {
                trait __LackedFunctions { #(fn #each() {})* }
                impl<T: ?Sized + __rt::calls::FunctionOf> __LackedFunctions for T {}
            }
        })
    }

    /// The stand-ins for missing functions, for a block around that of the imports. A name that is nowhere is an error
    /// of its own there, and one error is enough.
    pub(super) fn stand_ins(&self, rt: &TokenStream) -> Option<TokenStream> {
        let all = self.functions.borrow();
        let stand_ins = all.iter().enumerate().map(|(i, c)| {
            let (home, name) = (format_ident!("of{i}"), &c.name);
            let Some(last) = c.path.segments.last() else { return TokenStream::new() };
            let ty = &last.ident;
            let generics: Vec<Ident> = (0..c.generics).map(|k| format_ident!("G{k}")).collect();
            let functions = stand_ins(&quote!(pub), None, &c.args, rt, &quote!(Self), &|what| {
                Ident::new(what, Span::call_site())
            });
            // Of numbers the twin is asked for.
            let (numbers, name) = if c.numbers {
                (Some(quote!(impl #rt::Numbers for #ty { type Tensors = Self; })), of_numbers(name))
            } else {
                (None, name.clone())
            };
            quote! {
                mod #home {
                    #numbers
                    pub struct #ty<#(#generics),*>(#(#generics),*);
                    impl<#(#generics),*> #ty<#(#generics),*> { #functions }
                }
                pub use #home::#ty as #name;
            }
        });
        (!all.is_empty()).then(|| {
            quote! {
                #[allow(non_camel_case_types)]
                mod __stand_ins { #(#stand_ins)* }
                use __stand_ins::*;
            }
        })
    }

    /// Notes that a body calls `transform` of a method, with such arguments; which of those of its name they are.
    pub(super) fn method(&self, method: &Ident, transform: &Ident, arity: &Ident, args: Vec<Arg>) -> usize {
        self.arities.borrow_mut().insert(arity.to_string());
        let mut all = self.methods.borrow_mut();
        let forms = all.entry(method.to_string()).or_default().entry(transform.to_string()).or_default();
        forms.iter().position(|known| *known == args).unwrap_or_else(|| {
            forms.push(args);
            forms.len() - 1
        })
    }

    fn methods(&self) -> TokenStream {
        let all = self.methods.borrow();
        if all.is_empty() {
            return TokenStream::new();
        }
        let (mut like_ops, mut forms) = (TokenStream::new(), Vec::new());
        for (method, transforms) in all.iter() {
            let near = closest(method).map(|op| {
                let message = like_an_op(method, &op);
                let [near, op] = ["Near", "Op"].map(|kind| format_ident!("__{kind}{}", camel(method)));
                like_ops.extend(quote! {
                    struct #near;
                    #[diagnostic::on_unimplemented(message = #message, label = "called here")]
                    trait #op {}
                    impl<R: ?Sized + #op> __rt::calls::MethodOf<R> for #near {}
                });
                quote!(, #near)
            });
            for (name, args) in transforms {
                let name = Ident::new(name, Span::call_site());
                forms.resize_with(args.len().max(forms.len()), TokenStream::new);
                for (args, functions) in args.iter().zip(&mut forms) {
                    let Taken { generics, types } = taken(args, "A", &quote!(__rt));
                    functions.extend(quote! {
                        fn #name<#(#generics),*>(&self #(, _: #types)*) -> __rt::calls::NoMethod<R #near> { loop {} }
                    });
                }
            }
        }
        // A trait has one function of a name.
        let lacked = forms.iter().enumerate().map(|(form, functions)| {
            let number = (form > 0).then_some(form);
            let name =
                format_ident!("__LackedDifferentiable{}", number.map_or_else(String::new, |n| n.to_string()));
            let number = number.into_iter();
            quote! {
                trait #name<R: ?Sized> { #functions }
                impl<R: ?Sized> #name<R> for __rt::calls::Lacks<R #(, #number)*> {}
            }
        });
        let arities = self.arities.borrow();
        let arities = arities.iter().map(|name| Ident::new(name, Span::call_site()));
        quote! {
            #like_ops
            trait __MarkedDifferentiable {
                #(fn #arities(&mut self) -> __rt::calls::Lacks<Self> { loop {} })*
            }
            impl<T: ?Sized + __rt::calls::Marked> __MarkedDifferentiable for T {}
            #(#lacked)*
        }
    }
}

/// The name of a callee itself, where another one is its twin's.
fn of_numbers(name: &Ident) -> Ident {
    format_ident!("{name}_of_numbers", span = Span::call_site())
}

/// The message for a method that has the name of an op, or nearly, and whose receiver is not known to be a tensor.
fn like_an_op(method: &str, op: &str) -> String {
    if method == op {
        return format!(
            "`{method}` is an op, and `{{Self}}` is not known to be a tensor here; write `Tensor<..>` as its type, not an alias"
        );
    }
    format!("`{{Self}}` has no op and no `#[differentiable]` method `{method}`; did you mean `{op}`?")
}

/// The parameters of a stand-in.
struct Taken {
    generics: Vec<Ident>,
    types: Vec<TokenStream>,
}

fn taken(args: &[Arg], name: &str, rt: &TokenStream) -> Taken {
    let mut generics = Vec::new();
    let mut types = Vec::new();
    for arg in args {
        if let Arg::Given = arg {
            types.push(quote!(#rt::calls::Anything));
            continue;
        }
        let free = format_ident!("{name}{}", generics.len());
        types.push(match arg {
            Arg::Moving => quote!(#rt::calls::Pair<#rt::calls::Anything, #free>),
            _ => free.to_token_stream(),
        });
        generics.push(free);
    }
    Taken { generics, types }
}

/// The item by which a method says that it takes so many arguments beside its receiver.
pub(crate) fn arity(
    vis: &impl ToTokens,
    method: &Ident,
    arguments: usize,
    rt: &impl ToTokens,
) -> TokenStream {
    let name = names::arity(method, arguments);
    quote! {
        #[doc(hidden)]
        #[inline]
        #[allow(dead_code, missing_docs, non_snake_case)]
        #vis fn #name(&self) -> #rt::calls::Accepts { #rt::calls::Accepts }
    }
}

/// The stand-ins for transforms that bodies call, of a function or method with such arguments beside its receiver.
/// Each gives what `calls::of` refuses.
pub(crate) fn stand_ins(
    vis: &TokenStream,
    receiver: Option<&TokenStream>,
    args: &[Arg],
    rt: &TokenStream,
    gives: &TokenStream,
    named: &dyn Fn(&str) -> Ident,
) -> TokenStream {
    let plain = args.to_vec();
    let tangents = vec![Arg::Made; args.len() + usize::from(receiver.is_some())];
    let moving = [args, &tangents].concat();
    // A function takes each argument with its tangent.
    let pairs = args.iter().map(|arg| if let Arg::Given = arg { Arg::Moving } else { *arg }).collect();
    // A receiver is lent beside itself.
    let (vjp, lent) = if receiver.is_some() { ("start", &[Arg::Made][..]) } else { ("vjp", &[][..]) };
    let with = |args: &[Arg]| [lent, args].concat();
    let all = [
        ("call", plain.clone()),
        (vjp, with(&plain)),
        ("__jvp", if receiver.is_some() { moving.clone() } else { pairs }),
        ("order_2_vjp", with(&moving)),
    ];
    let each = all.map(|(what, args)| {
        let (name, Taken { generics, types }) = (named(what), taken(&args, "__A", rt));
        quote!(#vis fn #name<#(#generics),*>(#receiver #(_: #types),*) -> #gives { loop {} })
    });
    quote!(#(#each)*)
}

/// The stand-ins for what a function of order 1 with so many parameters lacks, as one of order 2 calls it: with
/// tangents, and with what is lent of a receiver.
pub(crate) fn of_order_1(
    vis: &Visibility,
    receiver: Option<&TokenStream>,
    params: usize,
    name: &Ident,
    function: &impl ToTokens,
    own: &Punctuated<GenericParam, Token![,]>,
    more: &TokenStream,
) -> TokenStream {
    let given = params - usize::from(receiver.is_some());
    let args = [vec![Arg::Made; params - given], vec![Arg::Given; given], vec![Arg::Made; params]].concat();
    let Taken { generics, types } = taken(&args, "__A", &quote!(__rt));
    let Some(first) = generics.first() else { return TokenStream::new() };
    let own = own.iter();
    quote! {
        #[doc(hidden)]
        #vis fn #name<#(#own,)* #(#generics),*>(#receiver #(_: #types),*) -> __rt::calls::Once<#function>
        where
            #function: __rt::calls::OfOrder2<#first>,
            #more
        {
            loop {}
        }
    }
}

/// The path as an import takes it: of the edition of emitted code, in which it begins with what is in scope.
fn imported(path: &Path) -> Path {
    let mut path = path.clone();
    if let Some(first) = path.segments.first_mut()
        && first.ident != "$crate"
    {
        first.ident.set_span(Span::call_site().located_at(first.ident.span()));
    }
    path
}

fn span(path: &Path) -> Span {
    path.segments.last().map_or_else(Span::call_site, |s| s.ident.span())
}
