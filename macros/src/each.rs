//! `for_each_op!`: the table leaves the macro crate as tests, so that an op that is added is tested without a line in the
//! tests. For each row and composite it prints differentiable functions around the op and a test that hands their
//! transforms to `cotangent_tests`, with the arguments that the `sample` column and the table of variants describe:
//! gradient checks of what has a derivative, the same in every float type, and a walk of everything through bad input.

mod case;
mod example;
mod fuzz;
mod gradient;
mod instances;
mod types;
mod walk;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::{FnArg, Pat, Type};

use crate::ir::Op;
use crate::rules::{
    COMPOSITES, Class, Composite, Cotangent, ElemClass, Map, Opaque, Param, ParamKind, Reduce, RowText, View,
    Vjp, sample_fields, variants::VARIANTS,
};
use crate::signature::is_tensor;
use crate::table::RuleCache;

/// Constants by definition: what differences see is not what the rule says.
const CONSTANT: &[&str] = &["stop_gradient", "detach", "ctc_states"];

/// Parameters of composites by which these, or their first results, have no derivative.
const CLOSED: &[(&str, &str)] = &[
    ("grid_nearest", "grid"),
    ("grid_nearest_border", "grid"),
    ("grid_nearest_reflect", "grid"),
    ("grid_nearest3d", "grid"),
    ("grid_nearest3d_border", "grid"),
    ("grid_nearest3d_reflect", "grid"),
    ("re", "z_im"),
    ("im", "z_re"),
];

/// The role of a parameter in the tests.
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
    Host(Box<Type>),
}

#[derive(Clone, Copy, PartialEq)]
enum Elem {
    Float,
    Bool,
    Int,
}

type Fields = Vec<(Ident, TokenStream)>;

/// A row or a composite.
struct Subject {
    name: &'static str,
    /// `None` of a composite.
    class: Option<Class>,
    /// Whether the op is for rules alone.
    internal: bool,
    params: Vec<(Ident, Kind)>,
    /// Element type of each result.
    results: Vec<Elem>,
    /// Its operands are parts of complex ones, of one shape and on one device whoever calls.
    of_parts: bool,
    /// The two results are parts of a complex one: they are looked at together.
    is_complex: bool,
    /// The row's own sample and its variants.
    samples: Vec<Fields>,
}

/// The tests of a part of the table: `map`, `layout` (reductions, views and other rows) or `composites` are checked by
/// their gradients; `types` compares the float types; `refusals` walks everything through bad input; `examples` are those of the
/// pages of methods. `instances` are the library's functions that these call, and `fuzz` are all of these for a fuzzer.
pub(crate) fn for_each_op(part: &TokenStream) -> TokenStream {
    match part.to_string().as_str() {
        "map" => gradient::checks(rows(|class| class == Class::Map)),
        "layout" => gradient::checks(rows(|class| class != Class::Map)),
        "composites" => gradient::checks(COMPOSITES.iter().map(composite).collect()),
        "types" => types::tests(&everything()),
        "refusals" => walk::tests(&everything()),
        "examples" => example::tests(&everything()),
        "instances" => instances::items(&everything()),
        "fuzz" => fuzz::items(&everything()),
        _ => {
            quote!(compile_error! { "map, layout, composites, types, refusals, examples, instances or fuzz" })
        }
    }
}

fn everything() -> Vec<Subject> {
    rows(|_| true).into_iter().chain(COMPOSITES.iter().map(composite)).collect()
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
        ParamKind::Host(ty) => Kind::Host(ty.clone()),
    };
    let result = |p: &Param| match p.kind {
        ParamKind::Tensor { elem: ElemClass::Bool, .. } => Elem::Bool,
        ParamKind::Tensor { elem: ElemClass::I32, .. } => Elem::Int,
        _ => Elem::Float,
    };
    Subject {
        name: text.name,
        class: Some(text.class),
        internal: row.internal,
        params: row.params.iter().map(|p| (p.name.clone(), kind(p))).collect(),
        results: row.results.iter().map(result).collect(),
        of_parts: false,
        is_complex: false,
        samples: [row.sample.clone()].into_iter().chain(samples(text.name, VARIANTS)).collect(),
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
            _ if !is_tensor(&p.ty) => Kind::Host(p.ty.clone()),
            Elem::Float => Kind::Float {
                open: !CLOSED.iter().any(|(op, closed)| *op == composite.name && name.ident == closed),
            },
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
    let sample = composite.samples().expect("a law over the table: samples parse");
    Subject {
        name: composite.name,
        class: None,
        internal: composite.internal || composite.is_complex(),
        params: item.sig.inputs.iter().map(param).collect(),
        of_parts: composite.is_complex(),
        is_complex: composite.is_complex() && results.len() == 2,
        results,
        samples: [sample].into_iter().chain(samples(composite.name, VARIANTS)).collect(),
    }
}

/// What a table has of an op.
fn samples(name: &str, table: &[(&str, &str)]) -> Vec<Fields> {
    let fields = |(_, text): &(&str, &str)| {
        sample_fields.parse_str(text).expect("a law over the table: variants parse")
    };
    table.iter().filter(|(of, _)| *of == name).map(fields).collect()
}

impl Subject {
    /// Whether something of the result is differentiable by something.
    fn has_derivative(&self) -> bool {
        let float = self.params.iter().any(|(_, k)| matches!(k, Kind::Float { .. } | Kind::List));
        float && self.results.iter().any(|r| *r != Elem::Int) && !CONSTANT.contains(&self.name)
    }

    /// Whether it is a method of its first parameter.
    fn has_method(&self) -> bool {
        !self.internal && !matches!(self.params[0].1, Kind::List | Kind::Host(_))
    }

    /// Which result is looked at: the first, but the sign of a determinant and a permutation have no derivative.
    fn result(&self) -> usize {
        usize::from(["slogdet", "lu"].contains(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::case::Case;
    use crate::args::Args;
    use crate::error::Errors;
    use crate::table::RuleCache;

    /// In either form, and those for rules alone too: a name that is not an op's would be a call of a user's function.
    #[test]
    fn every_body_is_of_ops() {
        let rules = RuleCache::default();
        for subject in super::everything() {
            let first = || Case::all(&subject).next().expect("a row has a sample").0;
            for case in [first(), first().by_method()] {
                let (bind, result) = case.bound(&quote!(f64));
                let params = case.parameters(&quote!(f64), |_| false);
                let item = syn::parse_quote!(fn f(#params) -> Tensor<f64> { #bind #result });
                let mut errors = Errors::new();
                let function = crate::lower::function(&mut errors, &rules, &Args::default(), &item);
                let graph = function.expect("a signature that can be read").graph.to_string();
                let told = errors.messages().join("\n");
                // What the result is, truth values or two tensors, is not the matter here.
                let other_op = told.contains("no op") || graph.contains("= call ");
                assert!(!other_op, "`{}` as `{bind}`:\n{told}\n{graph}", subject.name);
            }
        }
    }

    #[test]
    fn every_part_is_printed() {
        for part in [quote!(map), quote!(layout), quote!(composites), quote!(types), quote!(refusals)] {
            let items = syn::parse2::<syn::File>(super::for_each_op(&part)).expect("tests are items");
            assert!(items.items.len() > 80);
        }
        let examples = super::for_each_op(&quote!(examples)).to_string();
        assert!(examples.matches("method :").count() > 200);
        let fuzz = super::for_each_op(&quote!(fuzz)).to_string();
        assert!(fuzz.matches("Typed :: F16").count() > 300 && fuzz.matches("Typed :: Bool").count() > 40);
        let instances = super::for_each_op(&quote!(instances)).to_string();
        assert!(
            instances.matches(":: < f64 >").count() > 300 && instances.matches(":: < bf16 >").count() > 80
        );
    }
}
