//! `#[derive(Differentiable)]`: the tangent of a struct or enum, and how it is walked.
//!
//! Beside `M` stands `MTangent`, with the fields that move under their names and visibilities. Where fields have no
//! names, constant ones are `()`, so that `.1` is the same field in both. In an anonymous constant stand the
//! implementations, the form (shapes without tensors), and what emitted code uses of both, as it knows fields by
//! name and not by type. For a field `w` of a struct there are, as visible as the field,
//!
//! * `MTangent::__of_w(&self) -> &Tangent`: its part, `()` where it is constant;
//! * `MTangent::__put_w(&mut self, Tangent) -> Result<()>`: adds to it in place; where it is constant it takes anything
//!   and does nothing;
//! * `MTangent::__set_w(&mut self, Tangent)`: in place of it; where it is constant it takes anything and does nothing;
//! * `Form::__form_w(&self) -> Form`, and `Form::__put_w`, which is that of a tangent that starts with the form;
//! * `M::__of_w(&self)`: the field itself. All of these are `()` where it is constant.
//!
//! Positions go by number (`__of_0`), fields of variants by both names (`__of_Conv__w`) with a `Result` around what
//! comes out, as a tangent may be of another variant. Inherent methods, because a field may be private and its type
//! too, which no trait's associated type can be. Below a constant field all is `()`, which has no such methods: emitted
//! code brings them, see [`accessors_of_others`].

mod declared;
mod generics;
mod items;
mod tree;

pub(crate) use generics::operators;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Index, Member, Type, Visibility};
pub(crate) use tree::{Walked, nest, tree_methods};

use crate::bounds;
use crate::error::{self, Errors};
use crate::known;
use crate::manifest::runtime_path;
use crate::names;
use crate::signature::{self, held};

/// The generics, without lifetimes, that types mention.
pub(crate) fn kept(generics: &Generics, types: &[&Type]) -> Generics {
    generics::kept(generics, types).0
}

/// The type, as far as its tangent depends on it.
struct Model {
    vis: Visibility,
    name: Ident,
    tangent: Ident,
    form: Ident,
    /// The runtime's hidden module.
    rt: TokenStream,
    generics: Generics,
    is_enum: bool,
    variants: Vec<Variant>,
    /// Names that stand in its fields as dims, which they have none: each is an error, that no type is called so is not.
    dims: Vec<Ident>,
    /// Whether pullbacks may hold references into it, whatever its fields are.
    lends: Option<bool>,
}

impl Model {
    /// Its tensors of floats are all there is of it.
    fn is_own_tangent(&self) -> bool {
        self.tangent == self.name
    }
}

/// A variant, or all there is of a struct.
struct Variant {
    /// `None` in a struct.
    name: Option<Ident>,
    named: bool,
    fields: Vec<Field>,
}

struct Field {
    member: Member,
    vis: Visibility,
    /// The type without `Self`, which is another type in the tangent.
    ty: Type,
    constant: bool,
    /// Constant, but made of tensors: it has a device.
    buffer: bool,
    /// Constant, and nothing in it can be held by a reference alone: numbers and tensors.
    copied: bool,
    /// The constant that has it looked at, see [`crate::known`].
    known: Option<Ident>,
}

impl Field {
    /// Whether the field is a tensor by the text of its type.
    fn is_tensor(&self) -> bool {
        let last = |p: &syn::TypePath| p.path.segments.last().map(|s| s.ident.to_string());
        matches!(&self.ty, Type::Path(p) if last(p).is_some_and(|name| name == "Tensor" || name == "Scalar"))
    }

    /// Its name in paths and methods.
    fn text(&self) -> String {
        names::member(&self.member)
    }
}

pub(crate) fn differentiable(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::new();
    let model = read(&mut errors, input);
    // The items stand beside the errors, so that nothing else is reported.
    let items = model.map(|model| items::all(&model));
    let report = errors.propagate().err();
    quote!(#items #report)
}

fn read(errors: &mut Errors, mut input: DeriveInput) -> Option<Model> {
    let (krate, tangent, lends) = options(errors, &input.attrs);
    for attr in input.attrs.iter().filter(|a| a.path().is_ident("constant")) {
        errors.push(error::constant_type(attr));
    }
    let whole = {
        let (name, (_, generics, _)) = (&input.ident, input.generics.split_for_impl());
        let turbofish = generics.as_turbofish();
        quote!(#name #turbofish)
    };
    let rt = runtime_path(krate.as_ref());
    let moves = |f: &&syn::Field| !f.attrs.iter().any(|a| a.path().is_ident("constant"));
    let types: Vec<Type> = fields_of(&input.data).filter(moves).map(|f| f.ty.clone()).collect();
    bounds::of_fields(errors, &mut input.generics, types.iter(), &rt);
    let numbers = signature::numbers(&input.generics);
    let all: Vec<String> = input.generics.type_params().map(|p| p.ident.to_string()).collect();
    let mut dims = Vec::new();
    let mut variant = |name: Option<Ident>, fields: Fields| {
        let named = matches!(fields, Fields::Named(_));
        let fields = fields.into_iter().enumerate();
        let fields =
            fields.map(|(i, f)| read_field(errors, i, f, &whole, (&numbers, &all), &mut dims)).collect();
        Variant { name, named, fields }
    };
    let (is_enum, mut variants) = match input.data {
        Data::Struct(data) => (false, vec![variant(None, data.fields)]),
        Data::Enum(data) => {
            let variants: Vec<_> = data.variants.into_iter().collect();
            let marked: Vec<Attribute> = variants
                .iter()
                .flat_map(|v| &v.attrs)
                .filter(|a| a.path().is_ident("constant"))
                .cloned()
                .collect();
            let variants = variants.into_iter().map(|v| variant(Some(v.ident), v.fields)).collect();
            for attr in &marked {
                errors.push(error::constant_variant(attr));
            }
            (true, variants)
        }
        Data::Union(data) => {
            errors.push(error::derive_on_union(&data.union_token));
            return None;
        }
    };
    for field in variants.iter_mut().flat_map(|v| &mut v.fields) {
        let looked_at = !field.constant && !field.is_tensor() && known::may_be(&field.ty, &input.generics);
        field.known = looked_at.then(|| known::constant_of(&input.ident));
    }
    Some(Model {
        tangent: tangent.unwrap_or_else(|| format_ident!("{}Tangent", input.ident)),
        form: format_ident!("__{}Form", input.ident, span = Span::call_site()),
        vis: input.vis,
        name: input.ident,
        rt,
        generics: input.generics,
        is_enum,
        variants,
        lends,
        dims,
    })
}

fn fields_of(data: &Data) -> Box<dyn Iterator<Item = &syn::Field> + '_> {
    match data {
        Data::Struct(data) => Box::new(data.fields.iter()),
        Data::Enum(data) => Box::new(data.variants.iter().flat_map(|v| &v.fields)),
        Data::Union(_) => Box::new(std::iter::empty()),
    }
}

fn read_field(
    errors: &mut Errors,
    i: usize,
    mut field: syn::Field,
    whole: &TokenStream,
    (numbers, generics): (&[String], &[String]),
    dims: &mut Vec<Ident>,
) -> Field {
    let mut marked = false;
    for attr in field.attrs.iter().filter(|a| a.path().is_ident("constant")) {
        marked = true;
        if attr.meta.require_path_only().is_err() {
            errors.push(error::constant_with_arguments(attr));
        }
    }
    let mut constant = marked || held::is_constant(&field.ty, numbers);
    if let (Some(error), false) = (held::without_tangent(&field.ty, error::Stands::Field), constant) {
        errors.push(error);
        constant = true;
    }
    if let Some(with) = declared::with_dims(&field.ty, generics) {
        errors.push(error::field_with_dims(&with.dims));
        field.ty = with.erased;
        dims.extend(with.names);
    }
    let buffer = constant && held::holds_tensors(&field.ty);
    let copied = constant && held::is_copied(&field.ty, numbers);
    let ty = syn::parse2(names::renamed(field.ty.to_token_stream(), &|name| {
        (name == "Self").then(|| whole.clone())
    }))
    .unwrap_or(field.ty);
    Field {
        member: field.ident.map_or_else(|| Member::Unnamed(Index::from(i)), Member::Named),
        vis: field.vis,
        ty,
        constant,
        buffer,
        copied,
        known: None,
    }
}

/// `#[cotangent(crate = path, tangent = Name, lends = false)]`
fn options(errors: &mut Errors, attrs: &[Attribute]) -> (Option<syn::Path>, Option<Ident>, Option<bool>) {
    let (mut krate, mut tangent, mut lends) = (None, None, None);
    for attr in attrs.iter().filter(|a| a.path().is_ident("cotangent")) {
        let read = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                krate = Some(meta.value()?.call(syn::Path::parse_mod_style)?);
            } else if meta.path.is_ident("tangent") {
                tangent = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("lends") {
                lends = Some(meta.value()?.parse::<syn::LitBool>()?.value);
            } else {
                return Err(error::unknown_derive_option(&meta.path));
            }
            Ok(())
        });
        if let Err(error) = read {
            errors.push(error);
        }
    }
    (krate, tangent, lends)
}

/// Accessors of what has none by the derive, for emitted code that knows fields by name alone. Inherent ones come before these.
///
/// `()` has accessors of the fields below a field that may be constant (`m.config.width`). A struct has accessors of fields that it lacks:
/// rustc reports the missing field where the body reads it, and after this error never asks for the accessor's type.
pub(crate) fn accessors_of_others(fields: &[(String, &'static str)]) -> TokenStream {
    let (mut below, mut lacking) = (TokenStream::new(), TokenStream::new());
    for (field, what) in fields {
        let name = names::accessor(what, field, Span::call_site());
        let (head, of_variant) = (quote!(fn #name), field.contains("__"));
        let (none, any) = match *what {
            "put" => {
                let put = quote!(#head<__V>(&mut self, _: __V) -> __rt::Result<()> { __rt::Ok(()) });
                (put.clone(), put)
            }
            "set" => {
                let set = quote!(#head<__V>(&mut self, _: __V) {});
                (set.clone(), set)
            }
            "form" => (quote!(#head(&self) {}), quote!(#head<__V>(&self) -> __V { loop {} })),
            _ if of_variant => (
                quote!(#head(&self) -> __rt::Result<&()> { __rt::Ok(&()) }),
                quote!(#head<__V>(&self) -> __rt::Result<&__V> { loop {} }),
            ),
            _ => (quote!(#head(&self) -> &() { &() }), quote!(#head<__V>(&self) -> &__V { loop {} })),
        };
        below.extend(none);
        lacking.extend(any);
    }
    quote! {
        trait __BelowConstants { #below }
        impl __BelowConstants for () {}
        trait __Lacking { #lacking }
        impl<__X: __rt::calls::Fields> __Lacking for __X {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The derive names accessors of fields that move as emitted code does below those that do not.
    #[test]
    fn accessors_have_the_same_names() {
        let derived = differentiable(quote!(
            struct M {
                w: Tensor,
                n: usize,
            }
        ))
        .to_string();
        let all = ["w", "n"].map(|f| ["of", "put", "set", "form"].map(|what| (f.to_owned(), what)));
        let below = accessors_of_others(&all.concat());
        syn::parse2::<syn::File>(below.clone()).expect("items");
        for name in ["__of_w", "__put_w", "__set_w", "__form_w", "__of_n", "__put_n", "__set_n", "__form_n"] {
            let method = format!("fn {name}");
            assert!(derived.contains(&method) && below.to_string().contains(&method), "{name}");
        }
    }
}
