//! What every emitted body begins with: inputs as references, dims bound and compared.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;

use super::Emitter;
use crate::emit::rust::elem_type;
use crate::ir::{Graph, Ty};
use crate::names::{self, own};
use crate::signature::{DimSpec, Input, NamedDim, OtherParam, ParamKind, TensorParam};

/// How the arguments are compared with what is declared of them.
pub(super) struct Entry {
    /// The sizes of named dims.
    bound: Vec<Ident>,
    /// Shapes and lists of the arguments that have declared dims, as parameters and as arguments.
    params: Vec<TokenStream>,
    given: Vec<TokenStream>,
    checks: TokenStream,
}

impl Emitter<'_> {
    /// `Input(n)` under its name, as `&Tensor` (as `Tensor` where it is owned), as a list `&[..]` or as the host value;
    /// then the declared dims.
    pub(super) fn entry(&self) -> TokenStream {
        let sig = &self.f.sig;
        let mut out = TokenStream::new();
        for (input, name) in sig.inputs.iter().zip(&self.inputs) {
            let param = &sig.params[input.param].name;
            let Some(tensor) = &input.tensor else {
                if let Some(other) = &input.other {
                    let place = place(&sig.params[input.param].kind, &input.path, quote!(#param)).0;
                    if !(other.by_ref && input.path.is_empty()) {
                        let borrow = if other.by_ref { quote!() } else { quote!(&) };
                        out.extend(quote!(let #name = #borrow #place;));
                    }
                }
                continue;
            };
            if input.slice.is_some() {
                out.extend(self.list(input, name, &quote!(#param), tensor.by_ref));
                continue;
            }
            if input.path.is_empty() {
                continue;
            }
            let place = place(&sig.params[input.param].kind, &input.path, quote!(#param)).0;
            let borrow = if tensor.by_ref { quote!() } else { quote!(&) };
            out.extend(quote!(let #name = #borrow #place;));
        }
        if let Some(Entry { bound, given, .. }) = self.checked() {
            out.extend(quote!(let [#(#bound),*] = Self::__dims(#(#given),*)?;));
        }
        out
    }

    /// Where constants of a body are made: with the first tensor. Nothing, where there are none.
    pub(super) fn device(&self, places: bool) -> TokenStream {
        if !places {
            return TokenStream::new();
        }
        let inputs = || self.f.sig.inputs.iter().enumerate();
        let tensor = inputs().find(|(_, input)| input.tensor.is_some() && input.slice.is_none());
        let list = || inputs().find_map(|(n, input)| input.slice.and(input.tensor.as_ref()).map(|t| (n, t)));
        let found = match (tensor, list()) {
            (Some((n, _)), _) => {
                let x = self.reference(n);
                quote!(__rt::device_of(#x))
            }
            (None, Some((n, tensor))) => {
                let (xs, elem) = (&self.inputs[n], elem_type(&tensor.ty.elem));
                quote!(__rt::lists::device_of::<#elem, _>(#xs))
            }
            (None, None) => {
                let of = |(n, other): (usize, &OtherParam)| {
                    let (x, ty) = (&self.inputs[n], &other.ty);
                    let of = if other.slice { quote!(device_in_list) } else { quote!(device_in) };
                    quote!(__rt::calls::#of::<#ty>(#x))
                };
                let mut others = inputs().filter_map(|(n, input)| Some((n, input.other.as_ref()?)));
                others.find(|(_, o)| o.active).map_or(quote!(__rt::Device::CPU), of)
            }
        };
        let device = crate::emit::rust::device();
        quote!(let #device = #found;)
    }

    /// Input `n` by reference.
    fn reference(&self, n: usize) -> TokenStream {
        let name = &self.inputs[n];
        if self.owned[n] { quote!(&#name) } else { quote!(#name) }
    }

    /// The list of one tensor of each item of a slice, below `root`; `by_ref`: the items hold references.
    pub(super) fn list(&self, input: &Input, name: &Ident, root: &TokenStream, by_ref: bool) -> TokenStream {
        let kind = &self.f.sig.params[input.param].kind;
        let (front, back) = input.path.split_at(input.slice.unwrap_or(0));
        let (slice, kind) = place(kind, front, root.clone());
        let ParamKind::Slice { part } = kind else { unreachable!("the path leads to a slice") };
        if back.is_empty() {
            return quote!(let #name = &#slice[..];);
        }
        let item = place(part, back, quote!(__item)).0;
        let borrow = if by_ref { quote!() } else { quote!(&) };
        quote! { let #name: __rt::Vec<_> = __rt::Iterator::collect(__rt::Iterator::map(#slice.iter(), |__item| #borrow #item));
            let #name = &#name[..];
        }
    }

    /// The function that compares the arguments with what is declared of them: once for all transforms.
    pub(super) fn dims(&self) -> TokenStream {
        let Some(Entry { bound, params, checks, .. }) = self.checked() else { return TokenStream::new() };
        let (count, usize) = (bound.len(), names::primitive("usize"));
        quote! {
            #[doc(hidden)]
            #[inline]
            fn __dims(#(#params),*) -> __rt::Result<[#usize; #count]> {
                #checks
                __rt::Ok([#(#bound),*])
            }
        }
    }

    fn checked(&self) -> Option<&Entry> {
        self.checked.get_or_init(|| self.checked_dims()).as_ref()
    }

    /// The first bare mention of a name binds it, every other mention is compared.
    fn checked_dims(&self) -> Option<Entry> {
        let mut bound: Vec<String> =
            self.f.sig.dims.iter().filter(|d| d.constant).map(|d| d.name.clone()).collect();
        let (mut declared, mut checks, mut late) = (Vec::new(), Vec::new(), Vec::new());
        let (mut params, mut given) = (Vec::new(), Vec::new());
        let site = self.kernels.site("", self.f.sig.name.span());
        // A slice may be empty: its items bind what nothing else does.
        let (lists, others): (Vec<_>, Vec<_>) =
            self.f.sig.inputs.iter().enumerate().partition(|(_, input)| input.slice.is_some());
        for (n, input) in others.into_iter().chain(lists) {
            let (name, argument) = (own(format_args!("of{n}")), self.reference(n));
            let Some(TensorParam { ty, .. }) = &input.tensor else { continue };
            let Some(dims) = &ty.dims else { continue };
            let elem = elem_type(&ty.elem);
            if input.slice.is_some() {
                params.push(quote!(#name: &[impl ::core::borrow::Borrow<__rt::Tensor<#elem>>]));
                given.push(argument);
            } else {
                params.push(quote!(#name: __rt::Shape));
                given.push(quote!(__rt::shape_of(#argument)));
            }
            let path = self.f.sig.path(input);
            let before = bound.len();
            let mut has_expression = false;
            let mut each =
                |only_bare: bool, declared: &mut Vec<Ident>, bound: &mut Vec<String>| -> Vec<TokenStream> {
                    dims.iter()
                        .map(|spec| match (spec, spec.bare()) {
                            (DimSpec::Any, _) => quote!(__rt::Dim::Any),
                            (_, Some(dim)) if only_bare && !bound.contains(&dim.to_string()) => {
                                bound.push(dim.to_string());
                                declared.push(dim.clone());
                                let (text, dim) = (dim.to_string(), names::dim(dim));
                                if input.slice.is_some() {
                                    return quote!(__rt::Dim::First(#text, &mut #dim));
                                }
                                quote!(__rt::Dim::Bind(&mut #dim))
                            }
                            (DimSpec::Expr(expr), bare) => {
                                let literal = matches!(**expr, syn::Expr::Lit(_));
                                // In `[N, N]` the second is compared once the first has its size.
                                let again = bare.is_some_and(|b| bound[before..].contains(&b.to_string()));
                                if only_bare && (again || bare.is_none() && !literal) {
                                    has_expression = true;
                                    return quote!(__rt::Dim::Any);
                                }
                                self.equal(expr)
                            }
                        })
                        .collect()
                };
            let specs = each(true, &mut declared, &mut bound);
            let check = |specs: &[TokenStream]| {
                if input.slice.is_some() {
                    quote!(__rt::lists::check_dims::<#elem, _>(#site, #path, #name, &mut [#(#specs),*]))
                } else {
                    quote!(__rt::check_dims(#site, #path, &#name, &mut [#(#specs),*]))
                }
            };
            checks.push(check(&specs));
            if has_expression {
                let mut all: Vec<TokenStream> = Vec::new();
                for spec in dims {
                    all.push(match spec {
                        DimSpec::Expr(expr) => self.equal(expr),
                        DimSpec::Any => quote!(__rt::Dim::Any),
                    });
                }
                late.push(check(&all));
            }
        }
        let constants = self.f.sig.dims.iter().filter(|d| d.constant);
        let (fixed, values): (Vec<_>, Vec<_>) =
            constants.map(|d| (names::dim(&d.name), Ident::new(&d.name, d.span))).unzip();
        let declared: Vec<_> = declared.iter().map(names::dim).collect();
        if fixed.is_empty() && checks.is_empty() {
            return None;
        }
        // Expressions are of sizes that are known by then.
        let (checks, late) = (asked(&checks), asked(&late));
        let checks = quote! {
            #(let #fixed = #values;)*
            #(let mut #declared = 0usize;)*
            #checks
            #late
        };
        Some(Entry { bound: [fixed, declared].concat(), params, given, checks })
    }

    /// A declared size, which may be an expression over named dims.
    fn equal(&self, expr: &syn::Expr) -> TokenStream {
        struct Own<'a>(&'a [NamedDim]);
        impl VisitMut for Own<'_> {
            fn visit_ident_mut(&mut self, name: &mut Ident) {
                if self.0.iter().any(|d| *name == d.name.as_str()) {
                    *name = names::dim(&name);
                }
            }
        }
        let text = quote!(#expr).to_string();
        let mut expr = expr.clone();
        Own(&self.f.sig.dims).visit_expr_mut(&mut expr);
        quote!(__rt::Dim::Equal(#text, #expr))
    }

    /// Parameters `x_dot` of the active inputs, and their names per input.
    pub(super) fn tangents(&self) -> (TokenStream, TokenStream, Vec<Ident>) {
        let sig = &self.f.sig;
        let mut params = TokenStream::new();
        let mut entry = TokenStream::new();
        let (mut names, mut checks) = (Vec::new(), Vec::new());
        for (p, param) in sig.params.iter().enumerate() {
            let leaves: Vec<usize> =
                self.active.iter().copied().filter(|&i| sig.inputs[i].param == p).collect();
            if leaves.is_empty() {
                continue;
            }
            let root = names::dot(&param.name);
            let ty = match &param.kind {
                ParamKind::Slice { part } => {
                    let one = Self::field_type(part);
                    quote!([#one])
                }
                ParamKind::Other(other) if other.slice => {
                    entry.extend(quote!(let #root = &__rt::owned(#root);));
                    let one = ParamKind::Other(OtherParam { slice: false, ..other.clone() });
                    let one = Self::field_type(&one);
                    quote!([#one])
                }
                kind => Self::field_type(kind),
            };
            params.extend(quote!(#root: &#ty,));
            for leaf in leaves {
                let input = &sig.inputs[leaf];
                let name = if input.path.is_empty() && input.slice.is_none() {
                    root.clone()
                } else {
                    own(format_args!("dot{leaf}"))
                };
                let (x, path, function) = (&self.inputs[leaf], sig.path(input), &self.function);
                if input.slice.is_some() {
                    entry.extend(self.list(input, &name, &quote!(#root), false));
                    checks.push(quote!(__rt::lists::check_tangent(#x, #name, #function, #path)));
                    names.push(name);
                    continue;
                }
                if !input.path.is_empty() {
                    let place = place(&param.kind, &input.path, quote!(#root)).0;
                    entry.extend(quote!(let #name = &#place;));
                }
                if input.tensor.is_some() {
                    let x = self.reference(leaf);
                    checks.push(quote!(__rt::check_tangent(#x, #name, #function, #path)));
                }
                names.push(name);
            }
        }
        entry.extend(asked(&checks));
        (params, entry, names)
    }

    /// What the parameters of tangents are called.
    pub(super) fn tangent_names(&self) -> Vec<Ident> {
        let is_active = |p: &usize| self.active.iter().any(|&i| self.f.sig.inputs[i].param == *p);
        let params = &self.f.sig.params;
        (0..params.len()).filter(is_active).map(|p| names::dot(&params[p].name)).collect()
    }

    /// Before the results are moved out: the shapes of those that have a cotangent, and where they live.
    pub(super) fn cotangent_shapes(&self, primal: &Graph, outputs: &[TokenStream]) -> TokenStream {
        let shapes = self.float_results(primal).into_iter().map(|i| {
            let (name, result) = (own(format_args!("form_of_result{i}")), &outputs[i]);
            quote!(let #name = __rt::Differentiable::form(&#result);)
        });
        quote!(#(#shapes)*)
    }

    /// Cotangents by name, compared with their results; zeros for the absent ones.
    /// `of`: what is given, and what the names begin with.
    pub(super) fn unpack_cotangents(&self, primal: &Graph, of: &str) -> (TokenStream, Vec<Ident>) {
        let floats = self.float_results(primal);
        let mut out = TokenStream::new();
        let mut names = Vec::new();
        let function = &self.function;
        for (k, &i) in floats.iter().enumerate() {
            let (name, form) = (own(format_args!("{of}{i}")), own(format_args!("form_of_result{i}")));
            let k = Literal::usize_unsuffixed(k);
            let given = own(of);
            let place = if floats.len() == 1 { quote!(#given) } else { quote!(#given.#k) };
            let other = primal.node(primal.outputs[i]).ty == Ty::Other;
            let check = if other { quote!(cotangent_of) } else { quote!(cotangent) };
            out.extend(quote!(let #name = &__rt::#check(#place, &#form, #function)?;));
            names.push(name);
        }
        (out, names)
    }
}

/// The expression of a part of a parameter, and what the part is.
pub(super) fn place<'k>(
    mut kind: &'k ParamKind,
    path: &[usize],
    root: TokenStream,
) -> (TokenStream, &'k ParamKind) {
    let mut place = root;
    for &i in path {
        let index = Literal::usize_unsuffixed(i);
        match kind {
            ParamKind::Tuple { parts, .. } => {
                place = quote!(#place.#index);
                kind = &parts[i];
            }
            ParamKind::Array { parts, .. } => {
                place = quote!(#place[#index]);
                kind = &parts[i];
            }
            ParamKind::Tensor(_) | ParamKind::Host | ParamKind::Other(_) | ParamKind::Slice { .. } => {
                unreachable!("a path ends at a leaf or a slice")
            }
        }
    }
    (place, kind)
}

pub(super) fn output_place(
    form: &crate::signature::Output,
    leaf: usize,
    root: TokenStream,
) -> Option<TokenStream> {
    use crate::signature::Output;
    match form {
        Output::Tensor(i) => (*i == leaf).then_some(root),
        Output::Tuple(parts) => parts.iter().enumerate().find_map(|(k, part)| {
            let k = Literal::usize_unsuffixed(k);
            output_place(part, leaf, quote!(#root.#k))
        }),
        Output::Array(parts) => parts.iter().enumerate().find_map(|(k, part)| {
            let k = Literal::usize_unsuffixed(k);
            output_place(part, leaf, quote!(#root[#k]))
        }),
    }
}

/// Checks that only ask: all at once, as a `?` for each is another way out.
fn asked(checks: &[TokenStream]) -> TokenStream {
    match checks {
        [] => quote!(),
        [one] => quote!(#one?;),
        several => quote!(__rt::all([#(#several),*])?;),
    }
}
