//! Text of a row → [`Row`].

use std::cell::OnceCell;

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Stmt, Token, Type, braced, bracketed, parenthesized};

use super::RowText;
use super::template::Template;
use crate::names;

/// The cost of a row that does not say it.
const TRANSCENDENTAL: usize = 20;

/// The class of an op, by which passes treat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Map,
    Reduce,
    View,
    Opaque,
    List,
}

/// A parsed row.
#[derive(Clone)]
pub(crate) struct Row {
    pub params: Vec<Param>,
    pub results: Vec<Param>,
    pub vjp: Vjp,
    /// `None`: derived from the vjp (Map), or the op itself applied to the tangents (`linear`).
    pub jvp: Option<Vec<Stmt>>,
    /// Linear in all its tensor inputs together: the jvp is the op on the tangents.
    pub linear: bool,
    /// Linear in each of its two tensor inputs: the jvp is that of a product.
    pub bilinear: bool,
    /// Expression templates over `{param}`: cpu, cuda, wgsl.
    pub spell: Option<[String; 3]>,
    /// The first of them taken apart: once for each expansion, for it is read for each statement of each kernel.
    pub cpu: OnceCell<Template>,
    /// For rules and composites, not for users: no method, not in the documentation, not suggested.
    pub internal: bool,
    /// Rough additions per element of a Map row: when threads pay.
    pub cost: usize,
    /// Function of `shapes` that infers the result where the signature does not say it.
    pub shape: Option<Ident>,
    /// Function of `batch/special.rs` for operands with the axis of a batch in front, where the signature does not say it.
    pub batch: Option<Ident>,
    /// How the tile driver folds a Reduce row.
    pub combine: Option<Fold>,
    /// Conventions at kinks, ties and singular points: for people, in RULES.md.
    #[cfg_attr(not(test), allow(dead_code))]
    pub note: Option<String>,
    /// Operands at which the op and all its derivatives are finite; listed where that is not so everywhere.
    pub safe: Vec<(Ident, f64)>,
    pub sample: Vec<(Ident, TokenStream)>,
}

/// The operation of a reduction. A sum of truth values is `any` and a product `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Sum,
    Prod,
    Max,
    Min,
}

#[derive(Clone)]
pub(crate) struct Param {
    pub name: Ident,
    pub kind: ParamKind,
    /// A list of such tensors, as many as there are at run time.
    pub list: bool,
    pub role: Role,
}

/// What a host parameter says of the axes of tensors: so it is changed where they have one more in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing.
    Still,
    /// `Axis` in the table, an `isize`; or `Axes`.
    Axes,
    /// `Order`, `Axes` that are all there are.
    Order,
    /// `Shape`; or `Extent`, which are `Sizes`: those of all axes, one of them perhaps -1.
    Shape,
    /// `Widths`, of all axes.
    Widths,
}

impl Param {
    /// Whether it is a shape, or those of a list, and not sizes.
    pub(crate) fn is_shape(&self) -> bool {
        let ParamKind::Host(ty) = &self.kind else { return false };
        matches!(&**ty, Type::Path(path) if path.path.is_ident("Shape") || path.path.is_ident("Shapes"))
    }
}

impl Role {
    /// That of a parameter of this type in the table, and the type that it has in Rust.
    fn of(ty: Type) -> (Self, Type) {
        let Type::Path(path) = &ty else { return (Self::Still, ty) };
        let name = path.path.get_ident().map(ToString::to_string);
        match name.as_deref() {
            Some("Axis") => (Self::Axes, syn::parse_quote!(isize)),
            Some("Axes") => (Self::Axes, ty),
            Some("Order") => (Self::Order, syn::parse_quote!(Axes)),
            Some("Shape" | "Shapes") => (Self::Shape, ty),
            Some("Extent") => (Self::Shape, syn::parse_quote!(Sizes)),
            Some("Widths") => (Self::Widths, ty),
            _ => (Self::Still, ty),
        }
    }
}

#[derive(Clone)]
pub(crate) enum ParamKind {
    Tensor {
        elem: ElemClass,
        dims: Option<Vec<DimPat>>,
    },
    /// `xs: ..`: any number of tensors, known at expansion.
    List,
    /// `#axis: isize`
    Host(Box<Type>),
}

/// Element types that a parameter admits. Equal classes within a row are one and the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElemClass {
    Float,
    Num,
    Ordered,
    Any,
    Bool,
    I32,
    /// The type that the call asks for: `cast`, constructors.
    Target,
}

impl ElemClass {
    /// The word for people.
    #[cfg(test)]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Num => "num",
            Self::Ordered => "ord",
            Self::Any => "any",
            Self::Bool => "bool",
            Self::I32 => "i32",
            Self::Target => "asked",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DimPat {
    /// `..`: any leading dims; broadcast together over the parameters of the row.
    Batch,
    /// A name: equal names are equal dims.
    Name(String),
    One,
}

#[derive(Clone)]
pub(crate) enum Vjp {
    /// `let`s, then one cotangent per tensor parameter, in order.
    Text { lets: Vec<Stmt>, cotangents: Vec<(Ident, Cotangent)> },
    /// A Rust function of `differentiate::hatches`.
    Hatch(Ident),
}

#[derive(Clone)]
pub(crate) enum Cotangent {
    Expr(Box<Expr>),
    /// The derivative vanishes almost everywhere.
    Zero,
    /// Integers and truth values have none.
    None,
    /// A compile error at the use site that quotes the reason.
    Todo(String),
}

impl Row {
    /// Whether the element types of its results are those of tensors that it takes.
    pub(crate) fn says_elements(&self) -> bool {
        let class = |p: &Param| match p.kind {
            ParamKind::Tensor { elem, .. } => Some(elem),
            ParamKind::List | ParamKind::Host(_) => None,
        };
        self.results.iter().all(|result| match class(result) {
            Some(ElemClass::Bool | ElemClass::I32) => true,
            Some(ElemClass::Target) | None => false,
            told => self.params.iter().any(|p| class(p) == told),
        })
    }
}

impl Row {
    /// The jvp of a product of this name.
    fn of_product(&self, name: &str) -> Vec<Stmt> {
        let name = names::user(name);
        let moves = |p: &&Param| matches!(p.kind, ParamKind::Tensor { elem, .. } if !matches!(elem, ElemClass::Bool | ElemClass::I32));
        let terms = self.params.iter().filter(moves).map(|of| {
            let args = self.params.iter().map(|p| {
                let name = &p.name;
                if name == &of.name { names::user(&format!("d{name}")) } else { name.clone() }
            });
            quote::quote!(#name(#(#args),*))
        });
        vec![syn::parse_quote!(#(#terms)+*)].into_iter().map(|e| Stmt::Expr(e, None)).collect()
    }
}

impl RowText {
    pub(crate) fn parse(&self) -> syn::Result<Row> {
        let mut row: Row = syn::parse2(names::tokens(self.text))?;
        if row.bilinear && self.class != Class::Map {
            row.jvp = Some(row.of_product(self.name));
        }
        Ok(row)
    }
}

impl Parse for Row {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let sig;
        parenthesized!(sig in input);
        let params = Punctuated::<Param, Token![,]>::parse_terminated(&sig)?.into_iter().collect();
        input.parse::<Token![->]>()?;
        let results = if input.peek(syn::token::Paren) {
            let inner;
            parenthesized!(inner in input);
            Punctuated::<Param, Token![,]>::parse_terminated(&inner)?.into_iter().collect()
        } else {
            vec![input.parse()?]
        };
        let mut row = Self {
            params,
            results,
            vjp: Vjp::Text { lets: Vec::new(), cotangents: Vec::new() },
            jvp: None,
            linear: false,
            bilinear: false,
            spell: None,
            cpu: OnceCell::new(),
            internal: false,
            cost: TRANSCENDENTAL,
            shape: None,
            batch: None,
            combine: None,
            note: None,
            safe: Vec::new(),
            sample: Vec::new(),
        };
        let body;
        braced!(body in input);
        while !body.is_empty() {
            let word: Ident = body.parse()?;
            match word.to_string().as_str() {
                "vjp" => row.vjp = parse_vjp(&body)?,
                "jvp" => {
                    let inner;
                    braced!(inner in body);
                    row.jvp = Some(inner.call(syn::Block::parse_within)?);
                }
                "linear" => {
                    row.linear = true;
                    body.parse::<Token![;]>()?;
                }
                "bilinear" => {
                    row.bilinear = true;
                    body.parse::<Token![;]>()?;
                }
                "cpu" => {
                    let cpu: LitStr = body.parse()?;
                    body.parse::<Ident>()?;
                    let cuda: LitStr = body.parse()?;
                    body.parse::<Ident>()?;
                    let wgsl: LitStr = body.parse()?;
                    body.parse::<Token![;]>()?;
                    row.spell = Some([cpu.value(), cuda.value(), wgsl.value()]);
                }
                "internal" => {
                    row.internal = true;
                    body.parse::<Token![;]>()?;
                }
                "cost" => {
                    row.cost = body.parse::<syn::LitInt>()?.base10_parse()?;
                    body.parse::<Token![;]>()?;
                }
                "shape" => {
                    row.shape = Some(body.parse()?);
                    body.parse::<Token![;]>()?;
                }
                "batch" => {
                    row.batch = Some(body.parse()?);
                    body.parse::<Token![;]>()?;
                }
                "combine" => {
                    row.combine = Some(fold(&body)?);
                    body.parse::<Token![;]>()?;
                }
                "note" => {
                    row.note = Some(body.parse::<LitStr>()?.value());
                    body.parse::<Token![;]>()?;
                }
                "safe" => {
                    for (name, tokens) in fields(&body)? {
                        let value = syn::parse2::<Expr>(tokens)?;
                        row.safe.push((name, float(&value)?));
                    }
                }
                "sample" => row.sample = fields(&body)?,
                other => return Err(syn::Error::new(word.span(), format!("no column is called `{other}`"))),
            }
        }
        Ok(row)
    }
}

/// `{ name: tokens, .. }`
pub(crate) fn fields(input: ParseStream<'_>) -> syn::Result<Vec<(Ident, TokenStream)>> {
    let inner;
    braced!(inner in input);
    let mut fields = Vec::new();
    while !inner.is_empty() {
        let name: Ident = inner.parse()?;
        inner.parse::<Token![:]>()?;
        let mut tokens = TokenStream::new();
        while !inner.is_empty() && !inner.peek(Token![,]) {
            tokens.extend([inner.parse::<proc_macro2::TokenTree>()?]);
        }
        inner.parse::<Option<Token![,]>>()?;
        fields.push((name, tokens));
    }
    Ok(fields)
}

fn fold(input: ParseStream<'_>) -> syn::Result<Fold> {
    let word: Ident = input.parse()?;
    match word.to_string().as_str() {
        "sum" => Ok(Fold::Sum),
        "prod" => Ok(Fold::Prod),
        "max" => Ok(Fold::Max),
        "min" => Ok(Fold::Min),
        _ => Err(syn::Error::new(word.span(), "sum, prod, max or min")),
    }
}

fn float(expr: &Expr) -> syn::Result<f64> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(f), .. }) => f.base10_parse(),
        _ => Err(syn::Error::new_spanned(expr, "a float literal")),
    }
}

fn parse_vjp(input: ParseStream<'_>) -> syn::Result<Vjp> {
    if input.parse::<Option<Token![fn]>>()?.is_some() {
        let name = input.parse()?;
        input.parse::<Token![;]>()?;
        return Ok(Vjp::Hatch(name));
    }
    let inner;
    braced!(inner in input);
    let mut lets = Vec::new();
    while inner.peek(Token![let]) {
        lets.push(inner.parse()?);
    }
    let mut cotangents = Vec::new();
    while !inner.is_empty() {
        let name: Ident = inner.parse()?;
        inner.parse::<Token![:]>()?;
        let expr: Expr = inner.parse()?;
        cotangents.push((name, cotangent(expr)?));
        if inner.parse::<Option<Token![,]>>()?.is_none() {
            break;
        }
    }
    Ok(Vjp::Text { lets, cotangents })
}

fn cotangent(expr: Expr) -> syn::Result<Cotangent> {
    match &expr {
        Expr::Path(p) if p.path.is_ident("zero") => Ok(Cotangent::Zero),
        Expr::Path(p) if p.path.is_ident("none") => Ok(Cotangent::None),
        Expr::Call(c) if matches!(&*c.func, Expr::Path(p) if p.path.is_ident("todo")) => match c.args.first()
        {
            Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(why), .. })) => Ok(Cotangent::Todo(why.value())),
            _ => Err(syn::Error::new_spanned(c, "todo takes the reason as a string")),
        },
        _ => Ok(Cotangent::Expr(Box::new(expr))),
    }
}

impl Parse for Param {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let host = input.parse::<Option<Token![#]>>()?.is_some();
        let name: Ident = input.parse()?;
        if host {
            input.parse::<Token![:]>()?;
            let (role, ty) = Role::of(input.parse()?);
            return Ok(Self { name, kind: ParamKind::Host(Box::new(ty)), list: false, role });
        }
        let (mut elem, mut list) = (ElemClass::Float, false);
        let mut dims = None;
        if input.parse::<Option<Token![:]>>()?.is_some() {
            if input.parse::<Option<Token![..]>>()?.is_some() {
                return Ok(Self { name, kind: ParamKind::List, list: false, role: Role::Still });
            }
            if input.peek(Ident) {
                let mut class: Ident = input.parse()?;
                if class == "list" {
                    list = true;
                    class = input.parse()?;
                }
                elem = match class.to_string().as_str() {
                    "num" => ElemClass::Num,
                    "ord" => ElemClass::Ordered,
                    "any" => ElemClass::Any,
                    "bool" => ElemClass::Bool,
                    "i32" => ElemClass::I32,
                    "target" => ElemClass::Target,
                    _ => return Err(syn::Error::new(class.span(), "num, ord, any, bool, i32 or target")),
                };
            }
            if input.peek(syn::token::Bracket) {
                let inner;
                bracketed!(inner in input);
                dims = Some(Punctuated::<DimPat, Token![,]>::parse_terminated(&inner)?.into_iter().collect());
            }
        }
        Ok(Self { name, kind: ParamKind::Tensor { elem, dims }, list, role: Role::Still })
    }
}

impl Parse for DimPat {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.parse::<Option<Token![..]>>()?.is_some() {
            return Ok(Self::Batch);
        }
        if input.parse::<Option<syn::LitInt>>()?.is_some() {
            return Ok(Self::One);
        }
        Ok(Self::Name(input.parse::<Ident>()?.to_string()))
    }
}
