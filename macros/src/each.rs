//! `for_each_op!`: the table leaves the macro crate as gradient checks, so that an op that is added is checked without a
//! line in the tests. For each differentiable row and composite it prints two differentiable functions, the op as it is
//! and the op weighted and summed, and a test that hands their transforms to `cotangent_tests::gradcheck` with the
//! arguments that the `sample` column and the table of variants describe.

// One expansion of a test crate: sizes and copies do not matter, and pairs of cases read best as a `match`.
#![allow(clippy::large_enum_variant, clippy::needless_pass_by_value, clippy::single_match_else)]

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;
use syn::{Expr, FnArg, Pat, Type};

use crate::ir::Op;
use crate::rules::{
    COMPOSITES, Class, Composite, Cotangent, ElemClass, Map, Opaque, Param, ParamKind, Reduce, RowText,
    RuleCache, View, Vjp, sample_fields, variants::VARIANTS,
};
use crate::signature::is_tensor;

/// Constants by definition: what differences see is not what the rule says.
const CONSTANT: &[&str] = &["stop_gradient", "detach"];

/// What a parameter is to the checks.
#[derive(Clone)]
enum Kind {
    /// `open`: the op has a derivative by it.
    Float {
        open: bool,
    },
    Int,
    Bool,
    /// As many float tensors as the sample has.
    List,
    Host(Type),
}

#[derive(Clone, Copy, PartialEq)]
enum Elem {
    Float,
    Bool,
    Int,
}

type Fields = Vec<(Ident, TokenStream)>;

struct Subject {
    name: &'static str,
    params: Vec<(Ident, Kind)>,
    /// Element type of each result.
    results: Vec<Elem>,
    sample: Fields,
}

/// The checks of `map`, `layout` (reductions, views and other rows) or `composites`.
pub(crate) fn gradient_checks(part: TokenStream) -> TokenStream {
    let subjects: Vec<Subject> = match part.to_string().as_str() {
        "map" => rows(|class| class == Class::Map),
        "layout" => rows(|class| class != Class::Map),
        "composites" => COMPOSITES.iter().map(composite).collect(),
        _ => return quote!(compile_error! { "map, layout or composites" }),
    };
    let (checked, left): (Vec<Subject>, Vec<Subject>) = subjects.into_iter().partition(is_checked);
    let tests = checked.iter().map(test);
    let (checked, left) = (checked.iter().map(|s| s.name), left.iter().map(|s| s.name));
    quote! {
        #(#tests)*
        /// Ops that are checked here.
        const CHECKED: &[&str] = &[#(#checked),*];
        /// Ops without a derivative.
        const LEFT: &[&str] = &[#(#left),*];
    }
}

fn rows(keep: impl Fn(Class) -> bool) -> Vec<Subject> {
    let rules = RuleCache::default();
    let ops = (Map::ALL.iter().map(|&r| (Op::Map(r), r.text())))
        .chain(Reduce::ALL.iter().map(|&r| (Op::Reduce(r), r.text())))
        .chain(View::ALL.iter().map(|&r| (Op::View(r), r.text())))
        .chain(Opaque::ALL.iter().map(|&r| (Op::Opaque(r), r.text())));
    ops.filter(|(_, text)| keep(text.class)).map(|(op, text)| row(&op, text, &rules)).collect()
}

fn row(op: &Op, text: RowText, rules: &RuleCache) -> Subject {
    let row = rules.of(op);
    let open = |name: &Ident| match &row.vjp {
        Vjp::Hatch(_) => true,
        Vjp::Text { cotangents, .. } => {
            cotangents.iter().any(|(n, c)| n == name && matches!(c, Cotangent::Expr(_)))
        }
    };
    let kind = |p: &Param| match &p.kind {
        ParamKind::Tensor { elem: ElemClass::Bool, .. } => Kind::Bool,
        ParamKind::Tensor { elem: ElemClass::I32, .. } => Kind::Int,
        ParamKind::Tensor { .. } => Kind::Float { open: open(&p.name) },
        ParamKind::List => Kind::List,
        ParamKind::Host(ty) => Kind::Host((**ty).clone()),
    };
    let result = |p: &Param| match p.kind {
        ParamKind::Tensor { elem: ElemClass::Bool, .. } => Elem::Bool,
        ParamKind::Tensor { elem: ElemClass::I32, .. } => Elem::Int,
        _ => Elem::Float,
    };
    Subject {
        name: text.name,
        params: row.params.iter().map(|p| (p.name.clone(), kind(p))).collect(),
        results: row.results.iter().map(result).collect(),
        sample: row.sample.clone(),
    }
}

fn composite(composite: &'static Composite) -> Subject {
    let item = composite.parse().expect("a law over the table: composites parse");
    let elem = |ty: &Type| match ty.to_token_stream().to_string() {
        text if text.contains("bool") => Elem::Bool,
        text if text.contains("i32") => Elem::Int,
        _ => Elem::Float,
    };
    let param = |arg: &FnArg| {
        let FnArg::Typed(p) = arg else { unreachable!("composites have no receiver") };
        let Pat::Ident(name) = &*p.pat else { unreachable!("composites name their parameters") };
        let kind = match elem(&p.ty) {
            _ if !is_tensor(&p.ty) => Kind::Host((*p.ty).clone()),
            Elem::Float => Kind::Float { open: true },
            Elem::Bool => Kind::Bool,
            Elem::Int => Kind::Int,
        };
        (name.ident.clone(), kind)
    };
    let results = match &item.sig.output {
        syn::ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(t) => t.elems.iter().map(elem).collect(),
            ty => vec![elem(ty)],
        },
        syn::ReturnType::Default => unreachable!("composites return something"),
    };
    Subject {
        name: composite.name,
        params: item.sig.inputs.iter().map(param).collect(),
        results,
        sample: composite.samples().expect("a law over the table: samples parse"),
    }
}

fn is_checked(subject: &Subject) -> bool {
    let float = subject.params.iter().any(|(_, k)| matches!(k, Kind::Float { .. } | Kind::List));
    float && subject.results.iter().any(|r| *r != Elem::Int) && !CONSTANT.contains(&subject.name)
}

/// A function per number of tensors in a list, and one test over all samples.
fn test(subject: &Subject) -> TokenStream {
    let variants = VARIANTS.iter().filter(|(name, _)| *name == subject.name);
    let fields = |(_, text): &(&str, &str)| {
        sample_fields.parse_str(text).expect("a law over the table: variants parse")
    };
    let samples: Vec<Fields> = [subject.sample.clone()].into_iter().chain(variants.map(fields)).collect();
    let (mut modules, mut cases) = (Vec::new(), Vec::new());
    for (i, sample) in samples.iter().enumerate() {
        let case = Case::new(subject, sample, if i == 0 { String::new() } else { format!("_{i}") });
        // Only lists make another function; everything else is an argument.
        if i == 0 || case.is_list {
            modules.push(case.functions());
        } else {
            cases.push(Case::new(subject, sample, String::new()).check());
            continue;
        }
        cases.push(case.check());
    }
    let (test, name) = (format_ident!("{}", subject.name), subject.name);
    quote! {
        #(#modules)*
        #[test]
        fn #test() {
            let mut draw = ::cotangent_tests::gradcheck::Draw::new(#name);
            #(#cases)*
        }
    }
}

/// A tensor argument of a function.
struct Input {
    name: Ident,
    kind: Kind,
    /// How it is drawn.
    drawn: TokenStream,
}

struct Case<'a> {
    subject: &'a Subject,
    module: Ident,
    inputs: Vec<Input>,
    hosts: Vec<(&'a Ident, &'a Type, TokenStream)>,
    is_list: bool,
    text: String,
}

impl<'a> Case<'a> {
    fn new(subject: &'a Subject, sample: &Fields, suffix: String) -> Self {
        let mut case = Self {
            subject,
            module: format_ident!("{}{}", subject.name, suffix),
            inputs: Vec::new(),
            hosts: Vec::new(),
            is_list: false,
            text: sample.iter().map(|(n, t)| format!("{n}: {t}")).collect::<Vec<_>>().join(", "),
        };
        for ((name, kind), (_, tokens)) in subject.params.iter().zip(sample) {
            let expr: Expr =
                syn::parse2(tokens.clone()).expect("a law over the table: samples are expressions");
            match (kind, &expr) {
                (Kind::Host(ty), _) => case.hosts.push((name, ty, host(ty, &expr))),
                (Kind::List, Expr::Call(list)) => {
                    case.is_list = true;
                    for (i, shape) in list.args.iter().enumerate() {
                        let name = format_ident!("{}{}", name, i);
                        case.inputs.push(Input {
                            name,
                            kind: Kind::Float { open: true },
                            drawn: drawn(shape),
                        });
                    }
                }
                _ => case.inputs.push(Input { name: name.clone(), kind: kind.clone(), drawn: drawn(&expr) }),
            }
        }
        case
    }

    fn float_names(&self) -> Vec<&Ident> {
        self.inputs.iter().filter(|i| matches!(i.kind, Kind::Float { .. })).map(|i| &i.name).collect()
    }

    /// The arguments of the op: `tensor` of each input, and the hosts.
    fn arguments(
        &self,
        tensor: impl Fn(usize, &Ident) -> TokenStream,
        host: impl Fn(&Ident) -> TokenStream,
    ) -> TokenStream {
        let mut rest = self.inputs.iter().enumerate();
        let args = self.subject.params.iter().map(|(name, kind)| match kind {
            Kind::Host(_) => host(name),
            Kind::List => {
                let all = rest.by_ref().map(|(i, input)| tensor(i, &input.name));
                quote!(&[#(#all),*])
            }
            _ => {
                let (i, input) = rest.next().expect("an input for each tensor");
                tensor(i, &input.name)
            }
        });
        quote!(#(#args),*)
    }

    /// Operands without a derivative: the result is multiplied by them, so that there is something to differentiate.
    fn closed(&self) -> impl Iterator<Item = (usize, &Ident)> {
        let inputs = self.inputs.iter().enumerate();
        inputs.filter(|(_, i)| matches!(i.kind, Kind::Float { open: false })).map(|(k, i)| (k, &i.name))
    }

    /// Which result is differentiated: the first, but the sign of a determinant has no derivative.
    fn result(&self) -> usize {
        usize::from(self.subject.name == "slogdet")
    }

    fn functions(&self) -> TokenStream {
        let op = format_ident!("{}", self.subject.name);
        let call = match self.subject.name {
            "cast" => quote!(x.cast::<f64>()),
            _ => {
                let args = self.arguments(|_, name| name.to_token_stream(), ToTokens::to_token_stream);
                quote!(#op(#args))
            }
        };
        let names: Vec<Ident> =
            (0..self.subject.results.len()).map(|i| format_ident!("result{}", i)).collect();
        let result = &names[self.result()];
        let bind = match &names[..] {
            [one] => quote!(let #one = #call;),
            many => quote!(let (#(#many),*) = #call;),
        };
        let value = match self.subject.results[self.result()] {
            Elem::Bool => quote!(select(#result, 1.0, 0.0)),
            _ => quote!(#result),
        };
        let closed = self.closed().map(|(_, name)| name);
        let body = quote!(#bind let value = #value #(* #closed)*;);
        let params = self.parameters();
        let (module, doc) =
            (&self.module, format!("`{}` as it is, and weighted and summed.", self.subject.name));
        quote! {
            #[doc = #doc]
            mod #module {
                #[::cotangent::differentiable]
                pub(super) fn plain(#params) -> Tensor<f64> { #body value }
                #[::cotangent::differentiable(order = 2)]
                pub(super) fn weighted(#params #[constant] upstream: &Tensor<f64>) -> Scalar<f64> {
                    #body
                    (value * upstream).sum()
                }
                use ::cotangent::{Tensor, Scalar};
            }
        }
    }

    fn parameters(&self) -> TokenStream {
        let tensors = self.inputs.iter().map(|i| {
            let (name, elem) = (
                &i.name,
                match i.kind {
                    Kind::Int => quote!(i32),
                    Kind::Bool => quote!(bool),
                    _ => quote!(f64),
                },
            );
            quote!(#name: &Tensor<#elem>)
        });
        let hosts = self.hosts.iter().map(|(name, ty, _)| {
            let ty = qualified(ty);
            quote!(#name: #ty)
        });
        quote!(#(#tensors,)* #(#hosts,)*)
    }

    fn check(&self) -> TokenStream {
        let (module, name, text) = (&self.module, self.subject.name, &self.text);
        let read = |i: usize| match self.inputs[i].kind {
            Kind::Int => quote!(x[#i].int()),
            Kind::Bool => quote!(x[#i].bool()),
            _ => quote!(x[#i].float()),
        };
        let drawn = self.inputs.iter().map(|i| &i.drawn);
        let hosts = self.hosts.iter().map(|(name, ty, value)| {
            let ty = qualified(ty);
            quote!(let #name: #ty = #value;)
        });
        let tensors: Vec<_> = (0..self.inputs.len()).map(&read).collect();
        let cloned: Vec<_> = self.hosts.iter().map(|(name, ..)| quote!(#name.clone())).collect();
        let args = quote!(#(#tensors,)* #(#cloned,)*);
        let floats = self.float_names();
        let grads = quote!(vec![#(g.#floats),*]);
        let tangents: Vec<_> = (0..floats.len()).map(|i| quote!(&d[#i])).collect();
        let eager = self.eager(read);
        quote! {
            {
                let inputs = vec![#(#drawn),*];
                #(#hosts)*
                ::cotangent_tests::gradcheck::Subject {
                    name: #name,
                    case: #text,
                    eager: &|x| { #eager },
                    call: &|x| #module::plain::call(#args),
                    vjp: &|x, us| {
                        let (y, pullback) = #module::plain::vjp(#args)?;
                        let pull = |u: &&::cotangent::Tensor<f64>| {
                            ::cotangent::Pullback::pull(pullback.clone(), *u).map(|g| #grads)
                        };
                        Ok((y, us.iter().map(pull).collect::<::cotangent::Result<_>>()?))
                    },
                    jvp: &|x, d| #module::plain::jvp(#args #(#tangents),*),
                    value_and_grad: &|x, w| {
                        let (value, g) = #module::weighted::value_and_grad(#args w)?;
                        Ok((value.item()?, #grads))
                    },
                    hvp: &|x, w, d| {
                        let (g, h) = #module::weighted::hvp(#args w, #(#tangents),*)?;
                        Ok((#grads, { let g = h; #grads }))
                    },
                }
                .pass(inputs);
            }
        }
    }

    /// The same through the functions of the library.
    fn eager(&self, read: impl Fn(usize) -> TokenStream) -> TokenStream {
        let op = format_ident!("{}", self.subject.name);
        let call = match self.subject.name {
            "cast" => quote!(x[0].float().cast::<f64>()?),
            _ => {
                let args = self.arguments(|i, _| read(i), |name| quote!(#name.clone()));
                quote!(::cotangent::ops::#op(#args)?)
            }
        };
        let value = if self.subject.results.len() == 1 {
            call
        } else {
            let at = proc_macro2::Literal::usize_unsuffixed(self.result());
            quote!(#call.#at)
        };
        let value = match self.subject.results[self.result()] {
            Elem::Bool => quote!(#value.cast::<f64>()?),
            _ => value,
        };
        let value = self.closed().fold(value, |value, (i, _)| {
            let operand = read(i);
            quote!(::cotangent::ops::mul(&#value, #operand)?)
        });
        quote!(Ok(#value))
    }
}

fn qualified(ty: &Type) -> TokenStream {
    match ty.to_token_stream().to_string().as_str() {
        "Axes" | "Sizes" | "Widths" | "Shape" => quote!(::cotangent::#ty),
        _ => quote!(#ty),
    }
}

/// A host value of a sample, as its type.
fn host(ty: &Type, value: &Expr) -> TokenStream {
    let list = match value {
        Expr::Array(list) => list.elems.to_token_stream(),
        one => one.to_token_stream(),
    };
    match ty.to_token_stream().to_string().as_str() {
        "Axes" => quote!(::cotangent::Axes::from(Vec::<isize>::from([#list]))),
        "Sizes" => quote!(::cotangent::Sizes::from(Vec::<isize>::from([#list]))),
        "Widths" => quote!(::cotangent::Widths::from(Vec::<(usize, usize)>::from([#list]))),
        "Shape" => quote!(::cotangent::Shape::new(&[#list]).expect("a rank that tensors have")),
        _ => quote!(#value),
    }
}

/// A tensor of a sample.
fn drawn(expr: &Expr) -> TokenStream {
    let bounds = |e: &Expr| match e {
        Expr::Range(r) => {
            let (lo, hi) = (&r.start, &r.end);
            quote!(#lo, #hi)
        }
        other => quote!(#other),
    };
    match expr {
        Expr::Range(_) => {
            let bounds = bounds(expr);
            quote!(draw.uniform(#bounds, &[2, 3]))
        }
        Expr::Array(shape) => quote!(draw.uniform(-1.0, 1.0, &#shape)),
        Expr::Call(call) => {
            let name = &call.func;
            let args = call.args.iter().map(|a| match a {
                Expr::Array(shape) => quote!(&#shape),
                other => bounds(other),
            });
            quote!(draw.#name(#(#args),*))
        }
        _ => unreachable!("a law over the table: a sample is a range, a shape or a distribution"),
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    #[test]
    fn every_part_is_printed() {
        for part in [quote!(map), quote!(layout), quote!(composites)] {
            let items = syn::parse2::<syn::File>(super::gradient_checks(part)).expect("checks are items");
            assert!(items.items.len() > 80);
        }
    }
}
