//! An op at one sample: its arguments, drawn, named, passed on.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, Type};

use super::{Elem, Fields, Kind, Subject};

/// A tensor argument of a function.
pub(super) struct Input {
    pub(super) name: Ident,
    pub(super) kind: Kind,
    /// How it is drawn.
    pub(super) drawn: TokenStream,
}

/// A host argument of a function.
pub(super) struct Host<'a> {
    pub(super) name: &'a Ident,
    ty: &'a Type,
    /// Its value in the sample.
    pub(super) value: TokenStream,
}

impl Host<'_> {
    pub(super) fn ty(&self) -> TokenStream {
        let ty = self.ty;
        match self.word().as_str() {
            "Widths" => quote!(::cotangent::bounds::#ty),
            "Axes" | "Sizes" | "Padding" | "Shape" | "Key" => quote!(::cotangent::#ty),
            _ => quote!(#ty),
        }
    }

    /// The type as a word.
    pub(super) fn word(&self) -> String {
        self.ty.to_token_stream().to_string()
    }
}

pub(super) struct Case<'a> {
    pub(super) subject: &'a Subject,
    pub(super) module: Ident,
    pub(super) inputs: Vec<Input>,
    pub(super) hosts: Vec<Host<'a>>,
    pub(super) is_list: bool,
    pub(super) text: String,
    /// The op is written as this method.
    method: Option<String>,
}

impl<'a> Case<'a> {
    /// The cases of all samples, and whether each needs functions of its own: only lists do, everything else is an
    /// argument.
    pub(super) fn all(subject: &'a Subject) -> impl Iterator<Item = (Self, bool)> {
        subject.samples.iter().enumerate().map(move |(i, sample)| {
            let mut case = Self::new(subject, sample);
            let own = i == 0 || case.is_list;
            if i > 0 && own {
                case.module = format_ident!("{}_{i}", subject.name);
            }
            (case, own)
        })
    }

    fn new(subject: &'a Subject, sample: &Fields) -> Self {
        let mut case = Self {
            subject,
            module: format_ident!("{}", subject.name),
            inputs: Vec::new(),
            hosts: Vec::new(),
            is_list: false,
            text: sample.iter().map(|(n, t)| format!("{n}: {t}")).collect::<Vec<_>>().join(", "),
            method: None,
        };
        for ((name, kind), (_, tokens)) in subject.params.iter().zip(sample) {
            let expr: Expr =
                syn::parse2(tokens.clone()).expect("a law over the table: samples are expressions");
            match (kind, &expr) {
                (Kind::Host(ty), _) => case.hosts.push(Host { name, ty, value: host(ty, &expr) }),
                (Kind::List, Expr::Call(list)) => {
                    case.is_list = true;
                    for (i, shape) in list.args.iter().enumerate() {
                        let kind = Kind::Float { open: true };
                        case.inputs.push(Input {
                            name: format_ident!("{name}{i}"),
                            kind,
                            drawn: drawn(shape),
                        });
                    }
                }
                _ => case.inputs.push(Input { name: name.clone(), kind: kind.clone(), drawn: drawn(&expr) }),
            }
        }
        case
    }

    /// The same case with the op as a method, where the op has methods. Of the methods of a reduction, the sample's `keep`
    /// chooses one.
    pub(super) fn by_method(mut self) -> Self {
        if !self.subject.has_method() {
            return self;
        }
        let keep = self.hosts.iter().position(|h| h.name == "keep").map(|at| self.hosts.remove(at));
        let suffix = keep.map_or("", |k| if k.value.to_string() == "true" { "_keep" } else { "_axis" });
        self.method = Some(format!("{}{suffix}", self.subject.name));
        self
    }

    /// The arguments of the op: `tensor` of each input, and the hosts.
    fn arguments(
        &self,
        tensor: impl Fn(usize, &Ident) -> TokenStream,
        host: impl Fn(&Ident) -> TokenStream,
    ) -> Vec<TokenStream> {
        let mut rest = self.inputs.iter().enumerate();
        let left = |name: &Ident| self.method.is_some() && name == "keep";
        let params = self.subject.params.iter().filter(|(name, _)| !left(name));
        let args = params.map(|(name, kind)| match kind {
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
        args.collect()
    }

    /// The op in a differentiable body over tensors of type `float`, bound, and the name of the result that is looked at.
    pub(super) fn bound(&self, float: &TokenStream) -> (TokenStream, Ident) {
        let op = format_ident!("{}", self.subject.name);
        let args = self.arguments(|_, name| name.to_token_stream(), ToTokens::to_token_stream);
        let call = match (&self.method, &args[..]) {
            _ if op == "cast" => quote!(x.cast::<#float>()),
            (Some(method), [this, rest @ ..]) => {
                let method = format_ident!("{method}");
                quote!(#this.#method(#(#rest),*))
            }
            // What is there for rules alone has no name in a body, but a path.
            _ if self.subject.internal => quote!(::cotangent::ops::#op(#(#args),*)),
            _ => quote!(#op(#(#args),*)),
        };
        if self.subject.is_complex {
            return (
                quote!(let (re, im) = #call; let result = stack(&[re, im], 0);),
                format_ident!("result"),
            );
        }
        let looked_at = self.subject.result();
        let names: Vec<Ident> = (0..self.subject.results.len())
            .map(|i| if i == looked_at { format_ident!("result{i}") } else { format_ident!("_result{i}") })
            .collect();
        let bind = match &names[..] {
            [one] => quote!(let #one = #call;),
            many => quote!(let (#(#many),*) = #call;),
        };
        (bind, names[looked_at].clone())
    }

    pub(super) fn is_bool(&self) -> bool {
        self.subject.results[self.subject.result()] == Elem::Bool
    }

    /// The names of the inputs that gradients are for.
    pub(super) fn floats(&self) -> Vec<&Ident> {
        self.inputs.iter().filter(|i| matches!(i.kind, Kind::Float { .. })).map(|i| &i.name).collect()
    }

    /// Operands without a derivative: the result is multiplied by them, so that there is something to differentiate.
    pub(super) fn closed(&self) -> impl Iterator<Item = (usize, &Input)> {
        self.inputs.iter().enumerate().filter(|(_, i)| matches!(i.kind, Kind::Float { open: false }))
    }

    /// Statements that leave a `value` that depends on every float input.
    pub(super) fn body(&self, float: &TokenStream) -> TokenStream {
        let (bind, result) = self.bound(float);
        let value = if self.is_bool() { quote!(select(#result, 1.0, 0.0)) } else { quote!(#result) };
        let closed = self.closed().map(|(_, input)| &input.name);
        quote!(#bind let value = #value #(* #closed)*;)
    }

    /// The op as a function of the library, of inputs `x`; `host` reads a host argument.
    pub(super) fn eager(&self, host: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let op = format_ident!("{}", self.subject.name);
        let call = if op == "cast" {
            quote!(x[0].float().cast::<f64>()?)
        } else {
            let args = self.arguments(|i, _| self.read(i), host);
            quote!(::cotangent::ops::#op(#(#args),*)?)
        };
        if self.subject.is_complex {
            return quote!({ let (re, im) = #call; ::cotangent::ops::stack(&[re, im], 0)? });
        }
        if self.subject.results.len() == 1 {
            return call;
        }
        let at = proc_macro2::Literal::usize_unsuffixed(self.subject.result());
        quote!(#call.#at)
    }

    /// The library's function of arguments that have the names of the op's.
    pub(super) fn library(&self) -> TokenStream {
        let op = format_ident!("{}", self.subject.name);
        let args = self.arguments(|_, name| name.to_token_stream(), ToTokens::to_token_stream);
        quote!(::cotangent::ops::#op(#(#args),*))
    }

    /// Input number `i` of `x`.
    pub(super) fn read(&self, i: usize) -> TokenStream {
        match self.inputs[i].kind {
            Kind::Int => quote!(x[#i].int()),
            Kind::Bool => quote!(x[#i].bool()),
            _ => quote!(x[#i].float()),
        }
    }

    /// The parameters of a differentiable function over tensors of type `float`; what `constant` says is marked as that.
    pub(super) fn parameters(&self, float: &TokenStream, constant: impl Fn(&Input) -> bool) -> TokenStream {
        let tensors = self.inputs.iter().map(|i| {
            let elem = match i.kind {
                Kind::Int => quote!(i32),
                Kind::Bool => quote!(bool),
                _ => float.clone(),
            };
            let (name, mark) = (&i.name, constant(i).then(|| quote!(#[constant])));
            quote!(#mark #name: &Tensor<#elem>)
        });
        let hosts = self.hosts.iter().map(|host| {
            let (name, ty) = (host.name, host.ty());
            quote!(#name: #ty)
        });
        quote!(#(#tensors,)* #(#hosts,)*)
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
        "Key" => quote!(::cotangent::Key::new(#list)),
        "Widths" => quote!(::cotangent::bounds::Widths::from(Vec::<(usize, usize)>::from([#list]))),
        "Padding" if matches!(value, Expr::Path(_)) => quote!(::cotangent::Padding::#value),
        "Padding" => quote!(::cotangent::Padding::from(#value)),
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
