//! Sizes as Rust: the one place that knows how they are written.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::{Check, Does, Infix, Size};
use crate::dims::Dim;
use crate::ir::HostExpr;
use crate::names::{self, own, primitive, rt};

/// How an argument is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// What is called or indexed, and stays.
    Place,
    Reference,
    Value,
    /// As above, and it is a number.
    Copy,
}

/// How closely an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Compare,
    Sum,
    Product,
    Cast,
    Unary,
    Call,
}

/// The words for arguments.
type Words<'a> = &'a dyn Fn(usize, Position) -> TokenStream;

impl Size {
    /// `arg` gives the words for an argument. What may fail names [`HostExpr::site`].
    pub(crate) fn tokens(&self, arg: Words<'_>) -> TokenStream {
        match self {
            Self::Arg(n, fact) if Self::is_number(fact.ty) => arg(*n, Position::Copy),
            Self::Arg(n, _) => arg(*n, Position::Value),
            Self::Int(dim, ty) => int(dim, *ty),
            Self::Float(bits, ty) => float(f64::from_bits(*bits), *ty),
            Self::Bool(b) => quote!(#b),
            Self::All => {
                let rt = rt();
                quote!(#rt::Axes::ALL)
            }
            Self::Of(does, parts) => does.tokens(parts, arg),
        }
    }

    /// For a reader.
    pub(crate) fn text(&self) -> String {
        let arg = |n: usize, position| {
            let name = own(format_args!("h{n}"));
            if position == Position::Reference { quote!(&#name) } else { name.into_token_stream() }
        };
        names::written(&self.tokens(&arg))
    }

    /// The sizes, where it is a shape of declared names and of numbers.
    pub(crate) fn sizes(&self) -> Option<Vec<TokenStream>> {
        let Self::Of(Does::Shape, parts) = self else { return None };
        let size = |part: &Self| match part {
            Self::Int(dim, _) => dim.plain(&|name| names::dim(name)),
            _ => None,
        };
        parts.iter().map(size).collect()
    }

    fn at(&self, arg: Words<'_>, position: Position) -> TokenStream {
        match (self, position) {
            (Self::Arg(n, _), Position::Place | Position::Reference) => arg(*n, position),
            (_, Position::Place) => self.above(arg, Level::Call),
            (_, Position::Reference) => {
                let of = self.above(arg, Level::Unary);
                quote!(&#of)
            }
            (_, Position::Value | Position::Copy) => self.tokens(arg),
        }
    }

    fn above(&self, arg: Words<'_>, level: Level) -> TokenStream {
        let tokens = self.tokens(arg);
        if self.level() < level { quote!((#tokens)) } else { tokens }
    }

    fn level(&self) -> Level {
        match self {
            Self::Of(does, parts) => match does {
                Does::Told => parts[0].level(),
                Does::Neg | Does::Not => Level::Unary,
                Does::Cast(_) => Level::Cast,
                Does::Infix(op) => op.level(),
                _ => Level::Call,
            },
            Self::Int(dim, _) if dim.as_int().is_some_and(|n| n < 0) => Level::Unary,
            Self::Float(bits, _) if f64::from_bits(*bits).is_sign_negative() => Level::Unary,
            _ => Level::Call,
        }
    }

    /// An axis as the runtime takes it.
    fn as_axis(&self, arg: Words<'_>) -> TokenStream {
        let (axis, isize) = (self.tokens(arg), primitive("isize"));
        let fits = self.ty() == Some("isize") || self.ty().is_none() && self.is_literal();
        if fits { axis } else { quote!((#axis) as #isize) }
    }
}

impl Does {
    fn tokens(&self, parts: &[Size], arg: Words<'_>) -> TokenStream {
        let at = |i: usize, position| parts[i].at(arg, position);
        let (place, by) = (|| at(0, Position::Place), |i: usize| at(i, Position::Reference));
        let all = || parts.iter().map(|part| part.tokens(arg));
        let rt = rt();
        match self {
            Self::Told => parts[0].tokens(arg),
            Self::Neg => {
                let of = parts[0].above(arg, Level::Unary);
                quote!(-#of)
            }
            Self::Not => {
                let of = parts[0].above(arg, Level::Unary);
                quote!(!#of)
            }
            Self::Infix(op) => {
                // Behind a type a `<` would begin its arguments.
                let left = if *op == Infix::Lt { Level::Unary } else { op.level() };
                let left = if op.compares() { left.max(Level::Sum) } else { left };
                let right = match op.level() {
                    Level::Compare => Level::Sum,
                    Level::Sum => Level::Product,
                    _ => Level::Cast,
                };
                let (left, right, op) = (parts[0].above(arg, left), parts[1].above(arg, right), op.tokens());
                quote!(#left #op #right)
            }
            Self::Cast(ty) => {
                let (of, ty) = (parts[0].above(arg, Level::Cast), primitive(ty));
                quote!(#of as #ty)
            }
            Self::Method(name) => {
                let (of, name) = (parts[0].above(arg, Level::Call), word(name));
                let args = parts[1..].iter().map(|part| part.tokens(arg));
                quote!(#of.#name(#(#args),*))
            }
            Self::List => {
                let all = all();
                quote!([#(#all),*])
            }
            Self::Tuple => {
                let all = all();
                quote!((#(#all),*))
            }
            Self::Axis => {
                if let Some(i) = Size::front(&parts[0], &parts[1]) {
                    let (of, i) = (place(), Literal::usize_unsuffixed(i));
                    return quote!(#of[#i]);
                }
                let (of, axis) = (by(0), parts[1].as_axis(arg));
                HostExpr::placed(&quote!(#rt::dim(#of, #axis)))
            }
            Self::AxisIfAny => {
                let (of, axis) = (place(), at(1, Position::Value));
                quote!(#of.get(#axis).copied().unwrap_or(0))
            }
            Self::Rank | Self::Numel | Self::Len | Self::ChunkStart | Self::Start | Self::Behind(_) => {
                let (of, name) = (place(), word(self.method()));
                let args = parts[1..].iter().map(|part| part.tokens(arg));
                quote!(#of.#name(#(#args),*))
            }
            Self::Count => {
                let (of, axes) = (place(), by(1));
                quote!(#of.count(#axes))
            }
            Self::To(ty) => to(ty, &parts[0], arg),
            Self::Shape => shape(parts, arg),
            Self::Broadcast => {
                let (a, b) = (by(0), by(1));
                HostExpr::placed(&quote!(#rt::broadcast_shapes(#a, #b)))
            }
            Self::ItemShape => {
                let (shapes, n) = (by(0), at(1, Position::Value));
                HostExpr::placed(&quote!(#rt::item_shape(#shapes, #n)))
            }
            Self::Item => {
                let of = by(0);
                HostExpr::placed(&quote!(#rt::item(#of)))
            }
            Self::Front => {
                let (n, of, rank) = (at(0, Position::Value), by(1), at(2, Position::Value));
                HostExpr::placed(&quote!(#rt::in_front(#n, #of, #rank)))
            }
            Self::NormOrder => {
                let p = at(0, Position::Value);
                HostExpr::placed(&quote!(#rt::norm_order(#p)))
            }
            Self::Checked(check, name) => {
                let of = by(0);
                let function = match check {
                    Check::By => quote!(dim_by),
                    Check::Of => quote!(dim_of),
                    Check::Some => quote!(dim_some),
                    Check::Rank => quote!(rank_of),
                };
                let args = parts[1..].iter().enumerate().map(|(i, part)| {
                    if i == 0 && *check != Check::Rank { part.as_axis(arg) } else { part.tokens(arg) }
                });
                HostExpr::placed(&quote!(#rt::#function(#of, #name, #(#args),*)))
            }
        }
    }
}

impl Does {
    /// The method of the runtime's type.
    fn method(&self) -> &'static str {
        match self {
            Self::Numel => "numel",
            Self::Len => "len",
            Self::ChunkStart => "chunk_start",
            Self::Start => "start",
            Self::Behind(name) => name,
            _ => "rank",
        }
    }
}

fn to(ty: &str, of: &Size, arg: Words<'_>) -> TokenStream {
    let (rt, h) = (rt(), of.tokens(arg));
    match ty {
        // Shapes rely on the name: another constant of that name is an error of types.
        "Padding" if of.known() == Some(crate::ir::Known::Same) => quote!(#rt::same(#h)),
        "Shape" => HostExpr::placed(&quote!(#rt::Sizes::from(#h).shape())),
        "isize" => quote!(#rt::size(#h)),
        "usize" => quote!(#rt::natural(#h)),
        "i32" => quote!(#rt::int32(#h)),
        "f64" => {
            let h = of.at(arg, Position::Reference);
            quote!(#rt::number(#h))
        }
        _ => {
            let ty = word(ty);
            quote!(#rt::#ty::from(#h))
        }
    }
}

fn shape(parts: &[Size], arg: Words<'_>) -> TokenStream {
    let (rt, site, isize, rank) = (rt(), HostExpr::site(), primitive("isize"), parts.len());
    if let Some(sizes) = Size::of(Does::Shape, parts).sizes() {
        return quote!(#rt::sized([#(#sizes),*], #site)?);
    }
    let sizes = parts.iter().map(|part| match part {
        Size::Int(dim, _) => signed(dim),
        part => {
            let part = part.tokens(arg);
            quote!(#rt::size(#part))
        }
    });
    HostExpr::placed(&quote!(#rt::Sizes::from([#(#sizes),*] as [#isize; #rank]).shape()))
}

/// A dim in `isize`, where differences of sizes may stand.
fn signed(dim: &Dim) -> TokenStream {
    let name = |name: &str| {
        let (name, isize) = (names::dim(name), primitive("isize"));
        quote!((#name as #isize))
    };
    dim.tokens(&name).expect("a size is over names alone")
}

fn int(dim: &Dim, ty: Option<&str>) -> TokenStream {
    let Some(n) = dim.as_int() else {
        let usize = primitive("usize");
        return dim.plain(&|name| names::dim(name)).unwrap_or_else(|| {
            let dim = signed(dim);
            quote!((#dim as #usize))
        });
    };
    let literal = match ty {
        Some(ty) => format!("{n}{ty}").parse().expect("a number with its type is a literal"),
        None => Literal::i64_unsuffixed(n),
    };
    literal.into_token_stream()
}

fn float(x: f64, ty: Option<&str>) -> TokenStream {
    if !x.is_finite() {
        let (f64, name) = (primitive("f64"), word(if x < 0.0 { "NEG_INFINITY" } else { "INFINITY" }));
        return quote!(#f64::#name);
    }
    let literal = match ty {
        Some("f64") => Literal::f64_suffixed(x),
        Some("f32") => Literal::f32_suffixed(x as f32),
        _ => Literal::f64_unsuffixed(x),
    };
    literal.into_token_stream()
}

impl Infix {
    fn level(self) -> Level {
        match self {
            Self::Mul | Self::Div | Self::Rem => Level::Product,
            Self::Add | Self::Sub => Level::Sum,
            _ => Level::Compare,
        }
    }

    fn tokens(self) -> TokenStream {
        match self {
            Self::Add => quote!(+),
            Self::Sub => quote!(-),
            Self::Mul => quote!(*),
            Self::Div => quote!(/),
            Self::Rem => quote!(%),
            Self::Eq => quote!(==),
            Self::Ne => quote!(!=),
            Self::Lt => quote!(<),
            Self::Le => quote!(<=),
            Self::Gt => quote!(>),
            Self::Ge => quote!(>=),
        }
    }
}

fn word(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
