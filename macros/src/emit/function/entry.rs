//! The beginning of every emitted body: inputs as references, dims bound and compared.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;

use super::Emitter;
use super::grads::at_its_type;
use crate::batch;
use crate::emit::rust::elem_type;
use crate::ir::{Graph, Ty};
use crate::names::{self, own};
use crate::signature::{DimSpec, Input, NamedDim, OtherParam, ParamKind, ReturnKind, TensorParam};
use crate::spans;

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
            let check = self.transform("dims");
            out.extend(quote!(let [#(#bound),*] = Self::#check(#(#given),*)?;));
        }
        out.extend(self.items_of_structs());
        out
    }

    /// The size of a batch by the structs that have its axis, compared with what tensors say of it.
    fn items_of_structs(&self) -> TokenStream {
        let inputs =
            self.f.sig.inputs.iter().enumerate().filter(|(n, _)| self.batch && batch::has_axis(self.f, *n));
        let inputs = inputs.filter(|(_, input)| input.tensor.is_some() || input.other.is_some());
        let (of_tensors, others): (Vec<_>, Vec<_>) = inputs.partition(|(_, input)| input.tensor.is_some());
        let (size, site) = (names::dim(batch::SIZE), self.kernels.site("", self.f.sig.name.span()));
        let checks = others.into_iter().enumerate().map(|(k, (n, input))| {
            let (x, path) = (self.reference(n), self.f.sig.path(input));
            let known = !of_tensors.is_empty() || k > 0;
            let known = if known { quote!(__rt::Some(#size)) } else { quote!(__rt::None) };
            quote!(let #size = __rt::items_of(#site, #path, #x, #known)?;)
        });
        quote!(#(#checks)*)
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
                    let (x, of) = (&self.inputs[n], if other.slice { "device_in_list" } else { "device" });
                    spans::called(&other.ty, of, &quote!(#x))
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
        let (count, usize, check) = (bound.len(), names::primitive("usize"), self.transform("dims"));
        quote! {
            #[inline]
            fn #check(#(#params),*) -> __rt::Result<[#usize; #count]> {
                #checks
            }
        }
    }

    fn checked(&self) -> Option<&Entry> {
        self.checked.get_or_init(|| self.checked_dims()).as_ref()
    }

    /// The first bare mention of a name binds it, every other mention is compared.
    fn checked_dims(&self) -> Option<Entry> {
        let constants = self.f.sig.dims.iter().filter(|d| d.constant);
        let begun: Vec<Ident> = constants.clone().map(|d| Ident::new(&d.name, d.span)).collect();
        let mut bound: Vec<String> = constants.map(|d| d.name.clone()).collect();
        let (mut params, mut given) = (Vec::new(), Vec::new());
        let (mut tensors, mut lists, mut late) = (Vec::new(), Vec::new(), Vec::new());
        let (site, sizes) = (self.kernels.site("", self.f.sig.name.span()), own("sizes"));
        // A slice may be empty: its items bind what nothing else does.
        let (of_lists, others): (Vec<_>, Vec<_>) =
            self.f.sig.inputs.iter().enumerate().partition(|(_, input)| input.slice.is_some());
        for (n, input) in others.into_iter().chain(of_lists) {
            let Some(TensorParam { ty, .. }) = &input.tensor else { continue };
            let Some(dims) = &ty.dims else { continue };
            let (name, elem, path) =
                (own(format_args!("of{n}")), elem_type(&ty.elem), self.f.sig.path(input));
            let is_list = input.slice.is_some();
            given.push(self.reference(n));
            params.push(if is_list {
                quote!(#name: &[impl ::core::borrow::Borrow<__rt::Tensor<#elem>>])
            } else {
                quote!(#name: &__rt::Tensor<#elem>)
            });
            // What is written of sizes is known once all names are.
            let is_late = |spec: &DimSpec| match spec {
                DimSpec::Expr(expr) => spec.bare().is_none() && !matches!(**expr, syn::Expr::Lit(_)),
                DimSpec::Any | DimSpec::Rest => false,
            };
            let specs: Vec<_> = dims
                .iter()
                .map(|spec| match (spec, spec.bare()) {
                    _ if is_late(spec) => quote!(__rt::Dim::Any),
                    (_, Some(name)) => bind(&name.to_string(), &mut bound, is_list),
                    _ => self.equal(spec),
                })
                .collect();
            if is_list {
                lists.push(quote!(__rt::lists::bind_dims::<#elem, _>(#site, &mut #sizes, #path, #name, &[#(#specs),*])?;));
            } else {
                tensors.push(quote!((#path, #name, &[#(#specs),*])));
            }
            if dims.iter().any(is_late) {
                let specs: Vec<_> = dims
                    .iter()
                    .map(|spec| if is_late(spec) { self.equal(spec) } else { quote!(__rt::Dim::Any) })
                    .collect();
                late.push(if is_list {
                    quote!(__rt::lists::check_dims::<#elem, _>(#site, #path, #name, &[#(#specs),*]))
                } else {
                    quote!(__rt::check_dims(#site, #path, &__rt::shape_of(#name), &[#(#specs),*]))
                });
            }
        }
        if begun.is_empty() && params.is_empty() {
            return None;
        }
        let bound: Vec<Ident> = bound.iter().map(names::dim).collect();
        let zeros = vec![quote!(0); bound.len() - begun.len()];
        let given_sizes = quote!([#(#begun,)* #(#zeros),*]);
        let of_tensors = quote!(__rt::bound_dims(#site, #given_sizes, &[#(#tensors),*]));
        let late = asked(&late);
        let named = (!late.is_empty()).then(|| quote!(let [#(#bound),*] = #sizes;));
        let checks = if lists.is_empty() && late.is_empty() {
            of_tensors
        } else {
            quote! {
                let mut #sizes = #of_tensors?;
                #(#lists)*
                #named
                #late
                __rt::Ok(#sizes)
            }
        };
        Some(Entry { bound, params, given, checks })
    }

    /// A declared size, which may be an expression over named dims.
    fn equal(&self, spec: &DimSpec) -> TokenStream {
        struct Own<'a>(&'a [NamedDim]);
        impl VisitMut for Own<'_> {
            fn visit_ident_mut(&mut self, name: &mut Ident) {
                if self.0.iter().any(|d| *name == d.name.as_str()) {
                    *name = names::dim(&name);
                }
            }
        }
        let expr = match spec {
            DimSpec::Expr(expr) => expr,
            DimSpec::Any => return quote!(__rt::Dim::Any),
            DimSpec::Rest => return quote!(__rt::Dim::Rest),
        };
        let text = quote!(#expr).to_string();
        let mut expr = (**expr).clone();
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
            let ty = at_its_type(&param.kind, quote!(&#ty));
            params.extend(quote!(#root: #ty,));
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

    /// The names of the parameters that are tangents.
    pub(super) fn tangent_names(&self) -> Vec<Ident> {
        let is_active = |p: &usize| self.active.iter().any(|&i| self.f.sig.inputs[i].param == *p);
        let params = &self.f.sig.params;
        (0..params.len()).filter(is_active).map(|p| names::dot(&params[p].name)).collect()
    }

    /// Before the results are moved out: the shapes of those that have a cotangent, and where they live.
    pub(super) fn cotangent_shapes(&self, primal: &Graph, outputs: &[TokenStream]) -> TokenStream {
        let kinds = self.f.sig.returns.leaves();
        let shapes = self.float_results(primal).into_iter().map(|i| {
            let (name, result) = (own(format_args!("form{i}")), &outputs[i]);
            let form = if let ReturnKind::Other(ty, _) = kinds[i] {
                spans::called(ty, "form", &quote!(&#result))
            } else {
                quote!(__rt::Differentiable::form(&#result))
            };
            quote!(let #name = #form;)
        });
        quote!(#(#shapes)*)
    }

    /// Cotangents by name, compared with their results; zeros for the absent ones.
    /// `of`: what is given, and what the names begin with.
    pub(super) fn unpack_cotangents(&self, primal: &Graph, of: &str) -> (TokenStream, Vec<Ident>) {
        let floats = self.float_results(primal);
        let mut out = TokenStream::new();
        let mut names = Vec::new();
        for (k, &i) in floats.iter().enumerate() {
            let (name, form) = (own(format_args!("{of}{i}")), own(format_args!("form{i}")));
            let k = Literal::usize_unsuffixed(k);
            let given = own(of);
            let place = if floats.len() == 1 { quote!(#given) } else { quote!(#given.#k) };
            let other = primal.node(primal.outputs[i]).ty == Ty::Other;
            let check = if other { quote!(cotangent_of) } else { quote!(cotangent) };
            out.extend(quote!(let #name = &__OPS.#check(#place, &#form)?;));
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
        match kind {
            ParamKind::Group { pack, parts, .. } => {
                place = pack.place(&place, i);
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
        Output::Group(pack, parts) => {
            parts.iter().enumerate().find_map(|(k, part)| output_place(part, leaf, pack.place(&root, k)))
        }
    }
}

/// The declaration of an axis by the user's `name`. A new name binds the size of the axis, a known name is compared with its size.
fn bind(name: &str, bound: &mut Vec<String>, is_list: bool) -> TokenStream {
    let known = bound.iter().position(|other| other == name);
    let at = Literal::usize_unsuffixed(known.unwrap_or(bound.len()));
    let text = name.trim_start_matches(names::OWN);
    if known.is_some() {
        return quote!(__rt::Dim::Same(#text, #at));
    }
    bound.push(name.to_owned());
    if is_list { quote!(__rt::Dim::First(#text, #at)) } else { quote!(__rt::Dim::Bind(#at)) }
}

/// Checks that only ask: all at once, as a `?` for each is another way out.
fn asked(checks: &[TokenStream]) -> TokenStream {
    match checks {
        [] => quote!(),
        [one] => quote!(#one?;),
        several => quote!(__rt::all([#(#several),*])?;),
    }
}
