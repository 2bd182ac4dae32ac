//! Which fields are constant, as far as their text says it.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::error::{self, Stands};
use crate::names::PRIMITIVES;
use crate::signature::is_of_elements;

/// Types of the standard library that hold no tensor.
const PLAIN: &[&str] = &["String", "PathBuf", "OsString", "Duration", "Instant", "PhantomData", "NonZero"];

/// Types of the standard library that hold what they are of.
const HOLDERS: &[&str] = &[
    "Vec",
    "Option",
    "Box",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Mutex",
    "RwLock",
    "OnceLock",
    "VecDeque",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "Range",
    "RangeInclusive",
];

/// Whether no value of the type holds a tensor of floats. `numbers`: type parameters that are element types.
pub(crate) fn is_constant(ty: &Type, numbers: &[String]) -> bool {
    let constant = |ty: &Type| is_constant(ty, numbers);
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return false };
            // `Cell` alone is a model's, unless it is of what no model's is.
            if path.path.segments.len() == 1 && last.ident == "Cell" {
                return is_integers(last);
            }
            let alone = path.path.get_ident().map(ToString::to_string);
            alone.is_some_and(|name| numbers.contains(&name)) || is_constant_name(last, &constant)
        }
        Type::Reference(reference) => constant(&reference.elem),
        Type::Array(array) => constant(&array.elem),
        Type::Slice(slice) => constant(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(constant),
        Type::Paren(inner) => constant(&inner.elem),
        Type::Group(inner) => constant(&inner.elem),
        Type::FnPtr(_) | Type::Ptr(_) | Type::Never(_) => true,
        _ => false,
    }
}

/// The error for a type that holds tensors and has no tangent, as far as its text says it.
pub(crate) fn without_tangent(ty: &Type, stands: Stands) -> Option<syn::Error> {
    let inner = |ty: &Type| without_tangent(ty, stands);
    match ty {
        Type::Reference(reference) if stands == Stands::Field => {
            Some(error::reference_field(&reference.and_token, &reference.elem))
        }
        Type::TraitObject(object) => Some(error::object(object, stands)),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match last.ident.to_string().as_str() {
                "Rc" | "Arc" => return Some(error::shared(&last.ident, stands)),
                "RefCell" | "Mutex" | "RwLock" | "OnceLock" => {
                    return Some(error::guarded(&last.ident, stands));
                }
                "HashMap" | "BTreeMap" => return Some(error::map(&last.ident, stands)),
                "Vec" | "Option" | "Box" => {}
                _ => return None,
            }
            let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
            args.args.iter().find_map(|arg| match arg {
                GenericArgument::Type(Type::Slice(slice)) if last.ident == "Box" => {
                    Some(error::boxed_slice(slice))
                }
                GenericArgument::Type(ty) => inner(ty),
                _ => None,
            })
        }
        Type::Array(array) => inner(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(inner),
        Type::Paren(paren) => inner(&paren.elem),
        Type::Group(group) => inner(&group.elem),
        _ => None,
    }
}

fn is_constant_name(segment: &PathSegment, constant: &dyn Fn(&Type) -> bool) -> bool {
    let name = segment.ident.to_string();
    match &segment.arguments {
        PathArguments::None => PRIMITIVES.contains(&&*name) || PLAIN.contains(&&*name),
        PathArguments::AngleBracketed(args) => {
            let mut types = args.args.iter().filter_map(|arg| match arg {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            match &*name {
                "Tensor" | "Scalar" => types.next().is_some_and(is_integer),
                name if PLAIN.contains(&name) => true,
                name => HOLDERS.contains(&name) && types.all(constant),
            }
        }
        PathArguments::Parenthesized(_) => false,
    }
}

/// Whether a constant type is copied: a number, a text, a tensor, or one or several of these that are no list.
pub(crate) fn is_copied(ty: &Type, numbers: &[String]) -> bool {
    let copied = |ty: &Type| is_copied(ty, numbers);
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            let single =
                ["Tensor", "Scalar", "Complex", "PhantomData", "Duration", "String", "PathBuf", "OsString"];
            if single.contains(&&*name) || numbers.contains(&name) {
                return true;
            }
            match &last.arguments {
                PathArguments::None => PRIMITIVES.contains(&&*name) || name == "Key",
                PathArguments::AngleBracketed(args) if name == "Option" => {
                    args.args.iter().all(|arg| matches!(arg, GenericArgument::Type(ty) if copied(ty)))
                }
                _ => false,
            }
        }),
        Type::Tuple(tuple) => tuple.elems.iter().all(copied),
        Type::Paren(inner) => copied(&inner.elem),
        Type::Group(inner) => copied(&inner.elem),
        Type::FnPtr(_) | Type::Reference(_) => true,
        _ => false,
    }
}

/// The structs that a type which moves is made of, tensors left out; `None` where there is other data among them.
pub(crate) fn within<'t>(ty: &'t Type, numbers: &[String]) -> Option<Vec<&'t Type>> {
    let all = |types: &mut dyn Iterator<Item = &'t Type>| -> Option<Vec<&'t Type>> {
        let each: Option<Vec<Vec<&Type>>> = types.map(|ty| within(ty, numbers)).collect();
        Some(each?.concat())
    };
    if is_constant(ty, numbers) {
        return is_copied(ty, numbers).then(Vec::new);
    }
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            match &last.arguments {
                _ if is_of_elements(&last.ident) => Some(Vec::new()),
                PathArguments::AngleBracketed(args) if ["Vec", "Option", "Box"].contains(&&*name) => {
                    all(&mut args.args.iter().filter_map(|arg| match arg {
                        GenericArgument::Type(ty) => Some(ty),
                        _ => None,
                    }))
                }
                _ => Some(vec![ty]),
            }
        }
        Type::Array(array) => within(&array.elem, numbers),
        Type::Tuple(tuple) => all(&mut tuple.elems.iter()),
        Type::Paren(inner) => within(&inner.elem, numbers),
        Type::Group(inner) => within(&inner.elem, numbers),
        _ => Some(vec![ty]),
    }
}

fn is_integers(segment: &PathSegment) -> bool {
    let PathArguments::AngleBracketed(args) = &segment.arguments else { return false };
    args.args.iter().all(|arg| matches!(arg, GenericArgument::Type(ty) if is_integer(ty)))
}

/// An element type without derivatives.
fn is_integer(ty: &Type) -> bool {
    let name = ty.to_token_stream().to_string();
    PRIMITIVES.contains(&&*name) && !name.starts_with('f')
}

/// Whether a constant type holds tensors, and the library walks what is in it.
pub(crate) fn holds_tensors(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let walked = ["Vec", "Option", "Box"].iter().any(|name| last.ident == name);
            let holds = |arg: &GenericArgument| matches!(arg, GenericArgument::Type(ty) if holds_tensors(ty));
            let inside = || match &last.arguments {
                PathArguments::AngleBracketed(args) => args.args.iter().any(holds),
                _ => false,
            };
            is_of_elements(&last.ident) || walked && inside()
        }),
        Type::Array(array) => holds_tensors(&array.elem),
        Type::Paren(inner) => holds_tensors(&inner.elem),
        Type::Group(inner) => holds_tensors(&inner.elem),
        _ => false,
    }
}

/// The type parameters among `names` that a field of this type needs to be differentiable: all that stand in it, but for
/// element types of tensors.
pub(crate) fn needs(ty: &Type, names: &[String], found: &mut Vec<String>) {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            if let Some(name) = path.path.get_ident().map(ToString::to_string)
                && names.contains(&name)
            {
                found.push(name);
            }
            for segment in &path.path.segments {
                let PathArguments::AngleBracketed(args) = &segment.arguments else { continue };
                if is_of_elements(&segment.ident) || segment.ident == "PhantomData" {
                    continue;
                }
                for arg in &args.args {
                    if let GenericArgument::Type(ty) = arg {
                        needs(ty, names, found);
                    }
                }
            }
        }
        Type::Array(array) => needs(&array.elem, names, found),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| needs(ty, names, found)),
        Type::Paren(inner) => needs(&inner.elem, names, found),
        Type::Group(inner) => needs(&inner.elem, names, found),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(text: &str) -> bool {
        is_constant(&syn::parse_str(text).expect("a type"), &["T".to_owned()])
    }

    #[test]
    fn what_holds_no_tensor() {
        for text in [
            "usize",
            "bool",
            "f32",
            "String",
            "&'a str",
            "std::path::PathBuf",
            "T",
            "()",
            "(f32, T)",
            "[usize; 4]",
            "Vec<usize>",
            "Option<Vec<(u8, String)>>",
            "HashMap<String, f64>",
            "PhantomData<Tensor<T>>",
            "fn(Tensor) -> Tensor",
            "*const Tensor",
            "Tensor<i32>",
            "Vec<Tensor<bool>>",
            "core::ops::Range<usize>",
            "Cell<usize>",
            "std::cell::Cell<f64>",
        ] {
            assert!(constant(text), "{text}");
        }
    }

    #[test]
    fn what_may_hold_one() {
        for text in [
            "Tensor",
            "Tensor<f64>",
            "Tensor<T>",
            "Vec<Tensor>",
            "Option<Layer>",
            "Layer",
            "(usize, Tensor)",
            "U",
            "[Layer; 2]",
            "Box<dyn Fn(f32) -> f32>",
            "Arc<Weights>",
            "T::Layer",
            "&'a Tensor",
            "Cell<T>",
            "String<f32>::X",
        ] {
            assert!(!constant(text), "{text}");
        }
    }
}
