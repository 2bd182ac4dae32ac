//! What every emitted body begins with: inputs as references, dims bound and compared.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Emitter, own};
use crate::ir::Graph;
use crate::signature::{DimSpec, ParamKind, TensorParam};

impl Emitter<'_> {
    /// `Input(n)` under its name, as `&Tensor` (as `Tensor` where it is owned) or as the host value; then the declared dims.
    pub(super) fn entry(&self) -> TokenStream {
        let sig = &self.f.sig;
        let mut out = TokenStream::new();
        for (input, name) in sig.inputs.iter().zip(&self.inputs) {
            let param = &sig.params[input.param].name;
            let Some(tensor) = &input.tensor else { continue };
            if input.path.is_empty() {
                continue;
            }
            let place = self.place(input.param, &input.path, quote!(#param));
            let borrow = if tensor.by_ref { quote!() } else { quote!(&) };
            out.extend(quote!(let #name = #borrow #place;));
        }
        out.extend(self.dims());
        out
    }

    /// Input `n` by reference.
    fn reference(&self, n: usize) -> TokenStream {
        let name = &self.inputs[n];
        if self.owned[n] { quote!(&#name) } else { quote!(#name) }
    }

    /// The expression of a leaf of a parameter.
    fn place(&self, param: usize, path: &[usize], root: TokenStream) -> TokenStream {
        let param = &self.f.sig.params[param];
        let mut kind = &param.kind;
        let mut place = root;
        for &i in path {
            match kind {
                ParamKind::Tuple { parts, .. } => {
                    let index = Literal::usize_unsuffixed(i);
                    place = quote!(#place.#index);
                    kind = &parts[i];
                }
                ParamKind::Array { parts, .. } => {
                    let index = Literal::usize_unsuffixed(i);
                    place = quote!(#place[#index]);
                    kind = &parts[i];
                }
                ParamKind::Slice { parts } => {
                    let (index, function, name) =
                        (Literal::usize_unsuffixed(i), &self.function, param.name.to_string());
                    place = quote!((*rt::item(#place, #index, #function, #name)?));
                    kind = &parts[i];
                }
                ParamKind::Tensor(_) | ParamKind::Host(_) => unreachable!("a path ends at a leaf"),
            }
        }
        place
    }

    /// The first bare mention of a name binds it, every other mention is compared.
    fn dims(&self) -> TokenStream {
        let mut bound: Vec<String> =
            self.f.sig.dims.iter().filter(|d| d.constant).map(|d| d.name.clone()).collect();
        let (mut declared, mut checks, mut late) = (Vec::new(), TokenStream::new(), TokenStream::new());
        for (n, input) in self.f.sig.inputs.iter().enumerate() {
            let name = self.reference(n);
            let Some(TensorParam { ty, .. }) = &input.tensor else { continue };
            let Some(dims) = &ty.dims else { continue };
            let path = self.f.sig.path(input);
            let before = bound.len();
            let mut has_expression = false;
            let mut each =
                |only_bare: bool, declared: &mut Vec<Ident>, bound: &mut Vec<String>| -> Vec<TokenStream> {
                    dims.iter()
                        .map(|spec| match (spec, spec.bare()) {
                            (DimSpec::Any, _) => quote!(rt::Dim::Any),
                            (_, Some(dim)) if only_bare && !bound.contains(&dim.to_string()) => {
                                bound.push(dim.to_string());
                                declared.push(dim.clone());
                                quote!(rt::Dim::Bind(&mut #dim))
                            }
                            (DimSpec::Expr(expr), bare) => {
                                let literal = matches!(expr, syn::Expr::Lit(_));
                                // In `[N, N]` the second is compared once the first has its size.
                                let again = bare.is_some_and(|b| bound[before..].contains(&b.to_string()));
                                if only_bare && (again || bare.is_none() && !literal) {
                                    has_expression = true;
                                    return quote!(rt::Dim::Any);
                                }
                                let text = quote!(#expr).to_string();
                                quote!(rt::Dim::Equal(#text, #expr))
                            }
                        })
                        .collect()
                };
            let specs = each(true, &mut declared, &mut bound);
            checks.extend(quote!(rt::check_dims(&SITE, #path, &rt::shape_of(#name), &mut [#(#specs),*])?;));
            if has_expression {
                let mut all: Vec<TokenStream> = Vec::new();
                for spec in dims {
                    all.push(match spec {
                        DimSpec::Expr(expr) => {
                            let text = quote!(#expr).to_string();
                            quote!(rt::Dim::Equal(#text, #expr))
                        }
                        DimSpec::Any => quote!(rt::Dim::Any),
                    });
                }
                late.extend(quote!(rt::check_dims(&SITE, #path, &rt::shape_of(#name), &mut [#(#all),*])?;));
            }
        }
        if checks.is_empty() {
            return checks;
        }
        let function = &self.function;
        let line = quote::quote_spanned!(self.f.sig.name.span()=> ::core::line!());
        quote! {
            #(let mut #declared = 0usize;)*
            {
                const SITE: rt::Site = rt::Site { function: #function, op: "", file: ::core::file!(), line: #line };
                #checks
                #late
            }
        }
    }

    /// Parameters `x_dot` of the active inputs, and their names per input.
    pub(super) fn tangents(&self) -> (TokenStream, TokenStream, Vec<Ident>) {
        let sig = &self.f.sig;
        let mut params = TokenStream::new();
        let mut entry = TokenStream::new();
        let mut names = Vec::new();
        for (p, param) in sig.params.iter().enumerate() {
            let leaves: Vec<usize> =
                self.active.iter().copied().filter(|&i| sig.inputs[i].param == p).collect();
            if leaves.is_empty() {
                continue;
            }
            let root = format_ident!("{}_dot", param.name);
            let ty = Self::field_type(&param.kind);
            params.extend(quote!(#root: &#ty,));
            for leaf in leaves {
                let input = &sig.inputs[leaf];
                let name = format_ident!("{}_dot", self.inputs[leaf]);
                if !input.path.is_empty() {
                    let place = self.place(input.param, &input.path, quote!(#root));
                    entry.extend(quote!(let #name = &#place;));
                }
                let (x, path, function) = (self.reference(leaf), sig.path(input), &self.function);
                entry.extend(quote!(rt::check_tangent(#x, #name, #function, #path)?;));
                names.push(name);
            }
        }
        (params, entry, names)
    }

    /// Before the results are moved out: the shapes of those that have a cotangent.
    pub(super) fn cotangent_shapes(&self, primal: &Graph, outputs: &[TokenStream]) -> TokenStream {
        let shapes = self.float_results(primal).into_iter().map(|i| {
            let (name, result) = (own(&format!("shape_of_result{i}")), &outputs[i]);
            quote!(let #name = rt::shape_of(&#result);)
        });
        quote!(#(#shapes)*)
    }

    /// Cotangents by name, compared with their results; zeros for the absent ones.
    pub(super) fn unpack_cotangents(&self, primal: &Graph) -> (TokenStream, Vec<Ident>) {
        let floats = self.float_results(primal);
        let mut out = TokenStream::new();
        let mut names = Vec::new();
        let function = &self.function;
        for (k, &i) in floats.iter().enumerate() {
            let (name, shape) = (own(&format!("cotangent{i}")), own(&format!("shape_of_result{i}")));
            let k = Literal::usize_unsuffixed(k);
            let given = own("cotangent");
            let place = if floats.len() == 1 { quote!(#given) } else { quote!(#given.#k) };
            out.extend(quote!(let #name = &rt::cotangent(#place, &#shape, #function)?;));
            names.push(name);
        }
        (out, names)
    }
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
