//! Fused groups: one launch each.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::operand::Operand;
use super::{Printer, kernel};
use crate::derive::nest;
use crate::fuse::{OutKind, ScaleBy};
use crate::ir::{Known, Node, Op, Value};
use crate::rules::Fold;

/// As many inputs of a launch may be a tuple: see `Inputs` of the runtime.
const TUPLE: usize = 12;

impl Printer<'_> {
    pub(super) fn group(&self, at: usize, index: usize) -> TokenStream {
        let group = &self.program.groups[index];
        let (kernel, ops) = self.cx.kernels.name(group, self.graph, index, self.cx);
        let dies = |v: &Value| self.last_use.get(v) == Some(&at) && self.is_owned_tensor(*v);
        let moved = |v: &Value| dies(v) || self.cx.operands;
        let arg = |v: &Value| if moved(v) { Operand::Local(self.local(*v)) } else { self.by_ref(*v) };
        let args: Vec<_> = group.inputs.iter().map(arg).collect();
        let made: Vec<_> = group.outputs.iter().map(|o| self.local(o.value)).collect();
        let uniform = kernel::uniform(group, self.graph).is_some();
        let pattern = if uniform { quote!([#(#made),*]) } else { nest(&made) };
        let ins = match args.len() {
            _ if !uniform => nest(&args),
            0 if !self.cx.operands => quote!(()),
            2..=TUPLE if !self.cx.operands => quote!((#(#args),*)),
            n if n > TUPLE && !self.cx.operands => {
                let kinds =
                    group.inputs.iter().map(|v| format_ident!("{}", if dies(v) { "Own" } else { "Ref" }));
                quote!([#(__rt::Arg::#kinds(#args)),*])
            }
            _ => quote!([#(#args),*]),
        };
        // None: one element per point.
        let full = group.outputs.iter().all(|o| matches!(o.kind, OutKind::Full));
        let specs = group.outputs.iter().filter(|_| !full).map(|o| self.spec(&o.kind));
        let fields = group.scalars.iter().map(|s| {
            let scalar = |n: &&Node| matches!(n.op, Op::Scalar) && n.args[0] == s.host;
            let span = self.graph.nodes.iter().find(scalar).map_or_else(Span::call_site, |n| n.span);
            self.host_number(s.host, span)
        });
        let types = (!self.cx.generics.is_empty()).then(|| quote!(__rt::PhantomData));
        let fields: Vec<_> = fields.chain(types).collect();
        // A kernel over truth values and constants alone would leave the types open.
        let generics = self.cx.generics;
        let given = (!generics.is_empty()).then(|| quote!(::<#(#generics),*>));
        let fields = (!fields.is_empty()).then(|| quote!((#(#fields),*)));
        let kernel = quote!(__kernels::#kernel #given #fields);
        // Numbers alone do not say where.
        let home = group.inputs.is_empty().then(|| self.device());
        let (launch, described) = match home {
            Some(_) => ("launch_on", true),
            None if full => ("launch", false),
            None if group.may_hand_on() => ("launch_or_hand_on", true),
            None => ("launch_to", true),
        };
        let home = home.map(|device| quote!(#device,));
        let outs = described.then(|| quote!(, &[#(#specs),*]));
        self.sequences.call(at, &pattern, launch, &quote!(#home #kernel, #ops, #ins #outs))
    }

    pub(super) fn spec(&self, kind: &OutKind) -> TokenStream {
        match kind {
            OutKind::Full => quote!(__rt::OutSpec::FULL),
            OutKind::Partial(mask) => {
                let mask = Literal::u64_unsuffixed(*mask);
                quote!(__rt::OutSpec::of_inputs(#mask))
            }
            OutKind::Axes { op, axes, keep, scale } => {
                let keep = match self.graph.known(*keep) {
                    Some(Known::Bool(keep)) => quote!(#keep),
                    _ => self.by_value(*keep),
                };
                let row = self.cx.rules.of(&Op::Reduce(*op));
                let combine = match row.combine.expect("a law over the table: reductions say how they fold") {
                    Fold::Sum => quote!(sum),
                    Fold::Prod => quote!(prod),
                    Fold::Max => quote!(max),
                    Fold::Min => quote!(min),
                };
                let axes = match self.graph.known(*axes) {
                    Some(Known::All) => quote!(__rt::Axes::ALL),
                    _ => self.converted(*axes, "Axes", |axes| quote!(__rt::Axes::from(#axes))),
                };
                let scale = self.scale(scale);
                quote!(__rt::OutSpec::#combine(&#axes, #keep, #scale))
            }
            OutKind::To { shape, scale } => {
                let shape =
                    self.converted(*shape, "Shape", |shape| quote!(__rt::Sizes::from(#shape).shape()?));
                let scale = self.scale(scale);
                quote!(__rt::OutSpec::sum_to(&#shape, #scale))
            }
        }
    }

    /// A host value to be borrowed as `ty`: itself, where it is known to be one.
    fn converted(&self, v: Value, ty: &str, convert: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let local = self.local(v);
        match &self.graph.node(v).op {
            _ if self.graph.host_type(v) == Some(ty) => quote!(#local),
            _ => convert(self.by_value(v)),
        }
    }

    fn scale(&self, factors: &[ScaleBy]) -> TokenStream {
        let number = |f: &ScaleBy| match f {
            ScaleBy::Const(c) => Literal::f64_suffixed(*c).into_token_stream(),
            ScaleBy::Host(v) => {
                let host = self.host_ref(*v);
                quote!(__rt::number(#host))
            }
        };
        match factors {
            // The description takes a number of any type.
            [ScaleBy::Host(v)] => self.host_ref(*v).into_token_stream(),
            _ => factors.iter().map(number).reduce(|a, b| quote!(#a * #b)).unwrap_or(quote!(1f64)),
        }
    }
}
