//! Calls of other differentiable functions, and values of types that rustc alone knows.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::args::{Argument, applied, closed};
use super::callees::Arg;
use super::{Printer, elem_type, placed};
use crate::ir::{Call, Callee, How, Leaves, Node, Op, Part, Ty, Value, parts_of};
use crate::names::{self, own};

impl Printer<'_> {
    /// Types are compared by rustc, so what it finds is placed at the call.
    pub(super) fn called(&self, at: usize, v: Value, node: &Node, call: &Call, local: &Ident) -> TokenStream {
        let span = node.span;
        match call {
            Call::Value(callee) => {
                let called = self.transform(callee, node, "call", &[]);
                let called = self.giving(v, &called, "given_alone", span);
                quote_spanned!(span=> let #local = (#called,);)
            }
            Call::Plain(callee) => {
                let args = self.arguments(callee, node);
                let (path, args) = (&callee.path, args.iter().map(|a| a.made(span)));
                quote_spanned!(span=> let #local = (__rt::calls::made(#path(#(#args),*))?,);)
            }
            Call::Ruled(ruled) => self.called(at, v, node, &Call::Plain(ruled.body.clone()), local),
            Call::Refused(name) => quote!(let #local = __rt::calls::no_forward_rule(#name)?;),
            Call::Vjp(callee) => {
                let called = self.transform(callee, node, "vjp", &[]);
                let called = self.giving(v, &called, "given_first", span);
                quote_spanned!(span=> let #local = __rt::calls::boxed(#called);)
            }
            Call::Jvp(callee) | Call::Vjp2(callee) => {
                let function = if let Call::Jvp(_) = call { "__jvp" } else { "order_2_vjp" };
                let primals = &node.args[..callee.leaves()];
                let mut tangents = node.args[callee.told().end..].iter();
                let each: Vec<_> = primals
                    .iter()
                    .map(|&v| (v, self.has_tangent(v).then(|| tangents.next().copied()).flatten()))
                    .collect();
                let mut each = each.into_iter();
                let tangents: Vec<_> = callee.args.iter().map(|a| self.along(a, &mut each)).collect();
                let called = self.transform(callee, node, function, &tangents);
                if let Call::Vjp2(_) = call {
                    let made = self.giving(v, &called, "given_before", span);
                    quote!(let #local = __rt::calls::boxed_2(#made);)
                } else {
                    let made = self.giving(v, &called, "given_first", span);
                    quote!(let #local = #made;)
                }
            }
            Call::Pull => {
                let (pullback, g) = (self.taken(at, node.args[0]), self.taken(at, node.args[1]));
                let hooks = self.reading(v, self.hooks_of(v));
                placed(quote!(let #local = __rt::calls::pull(#pullback, #g, #hooks)?;), span)
            }
            Call::Pull2 => {
                let [pullback, g, dg] = [0, 1, 2].map(|i| self.taken(at, node.args[i]));
                placed(quote!(let #local = __rt::calls::pull_2(#pullback, #g, #dg)?;), span)
            }
        }
    }

    /// What a callee's transform gives, where the body takes its value for a tensor. `place`: how to
    /// find the value in it.
    fn giving(&self, v: Value, called: &TokenStream, place: &str, span: Span) -> TokenStream {
        let graph = self.graph;
        let value = |of: Value| {
            let node = graph.node(of);
            matches!(node.op, Op::Part(Part::Of(0))) && node.args[0] == v && !graph.may_be_number(of)
        };
        let wanted = graph.nodes.iter().find_map(|node| match (&node.op, &node.ty) {
            (Op::AsTensor(_), Ty::Tensor(t)) if value(node.args[0]) => Some(elem_type(&t.elem)),
            _ => None,
        });
        let Some(elem) = wanted else { return quote_spanned!(span=> #called?) };
        let place = Ident::new(place, span);
        quote_spanned!(span=> __rt::calls::giving::<#elem, _, _>(#called?, __rt::calls::#place))
    }

    /// The tangent of an argument behind a reference, from its values with theirs.
    fn along(
        &self,
        leaves: &Leaves,
        values: &mut impl Iterator<Item = (Value, Option<Value>)>,
    ) -> TokenStream {
        match leaves {
            Leaves::One => {
                let (v, t) = values.next().expect("one value a leaf");
                self.tangent_of(v, t)
            }
            Leaves::Ref(inner) | Leaves::Named(inner) => self.along(inner, values),
            Leaves::Group(..) => {
                let mut each = values.by_ref().take(leaves.count()).map(|(v, t)| {
                    let tangent = self.tangent_of(v, t);
                    match (t, &self.graph.node(v).ty) {
                        (Some(t), Ty::Tensor(_) | Ty::List(_)) => self.by_value(t),
                        (None, Ty::Tensor(_) | Ty::List(_)) => quote!(()),
                        _ => quote!(__rt::calls::Handed::owned(#tangent)),
                    }
                });
                let whole = put_together(leaves, &mut each);
                quote!(&#whole)
            }
        }
    }

    fn tangent_of(&self, v: Value, tangent: Option<Value>) -> TokenStream {
        let node = self.graph.node(v);
        match (tangent, &node.op) {
            (Some(t), _) if node.ty == Ty::Other => {
                let (x, t) = (self.by_ref(v), self.by_ref(t));
                quote!((&__rt::calls::Asked(#x)).__along(#t)?)
            }
            (Some(t), _) if self.graph.is_list(t) => {
                let t = self.by_value(t);
                quote!(&#t)
            }
            (Some(t), _) => self.by_ref(t).into_token_stream(),
            // A struct of tensors that plain Rust has made, perhaps.
            (None, Op::Host(h)) if h.known.is_none() && h.ty.is_none() => {
                let x = self.local(v);
                quote!((&__rt::calls::Asked(&#x)).__along(&())?)
            }
            _ => quote!(&()),
        }
    }

    /// Whether the leaf of an argument has a tangent, by [`crate::ir::Ty::is_float`].
    fn has_tangent(&self, v: Value) -> bool {
        self.graph.node(v).ty.is_float()
    }

    /// A call of one of the functions that stand beside the callee, which may be the caller.
    fn transform(&self, callee: &Callee, node: &Node, what: &str, more: &[TokenStream]) -> TokenStream {
        let span = node.span;
        let mut args = self.arguments(callee, node);
        // Before the call: they may end the caller.
        let tangents: Vec<Ident> = (0..more.len()).map(|i| own(format_args!("along{i}"))).collect();
        let along: Vec<TokenStream> = tangents.iter().map(|t| placed(quote!(&*#t), span)).collect();
        let called = match callee.how {
            How::Function | How::Numbers => {
                let numbers = callee.how == How::Numbers;
                let path =
                    self.cx.kernels.callee(&callee.path, args.iter().map(Argument::taken).collect(), numbers);
                let function = Ident::new(what, span);
                let function = quote_spanned!(span=> #path::#function);
                if what == "order_2_vjp" {
                    closed(
                        &args,
                        &along,
                        span,
                        |args, along| quote_spanned!(span=> #function(#(#args,)* #(#along),*)),
                    )
                } else {
                    applied(&function, &args, &along, span)
                }
            }
            How::Associated => {
                let mut path = callee.path.clone();
                if let Some(last) = path.segments.last_mut() {
                    last.ident = names::method(&last.ident, what);
                    self.cx.kernels.of_type(&last.ident);
                }
                if along.is_empty() {
                    applied(&path.to_token_stream(), &args, &along, span)
                } else {
                    closed(
                        &args,
                        &along,
                        span,
                        |args, along| quote_spanned!(span=> #path(#(#args,)* #(#along),*)),
                    )
                }
            }
            How::Method => {
                let receiver = self.by_ref(node.args[0]);
                let what = if what == "vjp" { "start" } else { what };
                let lent =
                    ["start", "order_2_vjp"].contains(&what).then(|| self.lent_receiver(node.args[0], span));
                args.remove(0);
                let given = lent.iter().map(|_| Arg::Made).chain(args.iter().map(Argument::taken));
                let given = given.chain(tangents.iter().map(|_| Arg::Made)).collect();
                let method = callee.path.get_ident().map(|name| {
                    let (method, arity) = (names::method(name, what), names::arity(name, args.len()));
                    let form = self.cx.kernels.method(name, &method, &arity, given);
                    (form, method, arity)
                });
                let Some((form, method, arity)) = method else { unreachable!("a method has a name") };
                let answering = if form == 0 {
                    quote_spanned!(span=> __rt::calls::callee)
                } else {
                    quote_spanned!(span=> __rt::calls::callee_of::<#form, _, _>)
                };
                let lent = lent.into_iter();
                let (own, along) = along.split_at(along.len().min(1));
                // Of what stands behind the reference: rustc's words for types alone can be ours.
                closed(&args, along, span, |args, along| {
                    let fitting = quote_spanned!(span=> #answering((*#receiver).#arity(), &*#receiver));
                    quote_spanned!(span=> #fitting.#method(#(#lent,)* #(#args,)* #(#own,)* #(#along),*))
                })
            }
        };
        let called = match &node.args[callee.told()] {
            &[notes, place] => {
                let (notes, place) = (self.local(notes), self.host_ref(place));
                quote_spanned!(span=> #notes.run(#place, || #called))
            }
            _ => called,
        };
        let of = Ident::new(if let How::Method = callee.how { "of_method" } else { "of" }, span);
        let called = quote_spanned!(span=> __rt::calls::#of(#called));
        if more.is_empty() {
            return called;
        }
        quote_spanned!(span=> { #(let #tangents = #more;)* #called })
    }

    /// A receiver once more, for as long as the callee's pullback may need it.
    fn lent_receiver(&self, v: Value, span: Span) -> TokenStream {
        let lending = self.cx.lending;
        match (&self.graph.node(v).op, lending.own) {
            (Op::Input(i), Some((n, own))) if *i as usize == n => own.to_token_stream(),
            _ => {
                let (receiver, method) = (self.by_ref(v), Ident::new(lending.method, span));
                quote_spanned!(span=> (&__rt::calls::Asked(#receiver)).#method())
            }
        }
    }

    fn arguments(&self, callee: &Callee, call: &Node) -> Vec<Argument> {
        let mut values = call.args.iter().copied();
        callee.args.iter().map(|a| self.argument(a, &mut values, call.span)).collect()
    }

    fn argument(&self, leaves: &Leaves, values: &mut impl Iterator<Item = Value>, at: Span) -> Argument {
        match leaves {
            Leaves::One => {
                let v = values.next().expect("one value a leaf");
                let x = if self.graph.node(v).ty == Ty::Host { self.host_ref(v) } else { self.by_ref(v) };
                Argument::Given(at_the_call(x.into_token_stream(), at))
            }
            Leaves::Group(pack, parts) => {
                let parts = parts.iter().map(|p| self.argument(p, values, at).made(at));
                Argument::Made(pack.made(parts))
            }
            Leaves::Ref(inner) => {
                let inner = self.argument(inner, values, at).made(at);
                Argument::Made(quote!(&#inner))
            }
            Leaves::Named(inner) => {
                let mut copies = values.by_ref().take(inner.count()).map(|v| self.by_value(v));
                let whole = put_together(inner, &mut copies);
                Argument::Given(quote_spanned!(at=> &__rt::calls::Whole(#whole)))
            }
        }
    }

    /// The value itself where nothing reads it later.
    pub(super) fn taken(&self, at: usize, v: Value) -> TokenStream {
        let node = self.graph.node(v);
        let input = (matches!(node.op, Op::Input(_)) || self.is_lent(v)) && !self.is_owned(v);
        let made = !matches!(node.op, Op::Const(_) | Op::Scalar) && self.constant(v).is_none();
        if self.last_use.get(&v) == Some(&at) && !input && made && !self.is_held(v) {
            let local = self.local(v);
            quote!(#local)
        } else {
            self.by_value(v)
        }
    }

    pub(super) fn part(&self, at: usize, node: &Node, part: &Part, local: &Ident) -> TokenStream {
        let whole = self.local(node.args[0]);
        let index = |i: &u32| Literal::u32_unsuffixed(*i);
        let picked = own("part");
        // The other entries stand there too, so that rustc counts them.
        let entries = |i: u32, n: usize| {
            let entry = |k| if k == i as usize { quote!(#picked) } else { quote!(_) };
            (0..n).map(entry).collect::<Vec<_>>()
        };
        if let Some(made) = self.field_part(at, node, part, local) {
            return made;
        }
        match part {
            Part::Of(i) => {
                let i = index(i);
                quote!(let #local = #whole.#i;)
            }
            // Behind the results.
            Part::Kept => {
                let results = match &self.graph.node(node.args[0]).op {
                    Op::Branch(branch) => branch.results,
                    Op::Loop(held) => held.carried,
                    _ => unreachable!("regions keep things"),
                };
                let i = Literal::usize_unsuffixed(results);
                quote!(let #local = #whole.#i;)
            }
            Part::Tuple(i, 0) => {
                let i = index(i);
                quote!(let #local = __rt::clone(&#whole.#i);)
            }
            Part::Tuple(i, n) => {
                let entries = entries(*i, *n);
                quote!(let #local = { let (#(#entries,)*) = &#whole; __rt::clone(#picked) };)
            }
            Part::Array(i, n) => {
                let entries = entries(*i, *n);
                quote!(let #local = { let [#(#entries),*] = &#whole; __rt::clone(#picked) };)
            }
            Part::Made(function, param) => {
                let form = self.by_value(node.args[1]);
                match &node.ty {
                    Ty::Tensor(t) => {
                        let elem = elem_type(&t.elem);
                        quote!(let #local = __rt::calls::fitting::<#elem>(__rt::clone(&#whole), &#form, #function, #param)?;)
                    }
                    Ty::List(t) => {
                        let elem = elem_type(&t.elem);
                        quote!(let #local = __rt::calls::list_fitting::<#elem>(__rt::clone(&#whole), &#form, #function, #param)?;)
                    }
                    _ => {
                        let form = self.host_ref(node.args[1]);
                        quote!(let #local = __rt::calls::tree_fitting(&#whole, #form, #function, #param)?;)
                    }
                }
            }
            Part::Slot(path) | Part::SlotTangent(path) => {
                let whole = match (part, &self.graph.node(node.args[0]).op) {
                    (Part::SlotTangent(_), _) => quote!(#whole.1),
                    (_, Op::Call(Call::Pull2)) => quote!(#whole.0),
                    _ => quote!(#whole),
                };
                self.received(&placed(Self::slot(path, &whole), node.span), node, local)
            }
            _ => unreachable!("printed as a field"),
        }
    }

    pub(super) fn as_tensor(&self, at: usize, node: &Node, lenient: bool, local: &Ident) -> TokenStream {
        let value = self.taken(at, node.args[0]);
        let made = if let Ty::List(t) = &node.ty {
            let elem = elem_type(&t.elem);
            quote!(let #local = __rt::calls::tensors::<#elem>(#value);)
        } else {
            let elem = elem_type(&node.ty.tensor().elem);
            if self.graph.may_be_number(node.args[0]) {
                let function = format_ident!("{}", if lenient { "operand" } else { "real" });
                let device = self.device();
                quote!(let #local = __rt::calls::#function::<#elem>(#value, #device)?;)
            } else {
                quote!(let #local: __rt::Tensor<#elem> = #value;)
            }
        };
        placed(made, node.span)
    }

    pub(super) fn assemble(&self, at: usize, node: &Node, parts: &[Part], local: &Ident) -> TokenStream {
        let form = self.host_ref(node.args[0]);
        let sets = parts_of(parts, &node.args[1..]).map(|(part, args)| {
            let value = self.taken_of(at, args[0], &node.args);
            match part {
                // The whole may stand in a constant field, where nothing is put.
                Part::Array(i, _) | Part::Tuple(i, _) => {
                    let i = Literal::usize_unsuffixed(*i as usize);
                    quote!(__rt::calls::PutEntry::<#i, _>::set_entry(&mut #local, #value);)
                }
                Part::Of(i) => {
                    let i = Literal::u32_unsuffixed(*i);
                    quote!(#local.#i = #value;)
                }
                _ => self.added(part, args, &value, local),
            }
        });
        quote!(let mut #local = __rt::Form::start(#form)?; #(#sets)* let #local = __rt::calls::whole_of(#form, #local)?;)
    }

    /// A part of a tangent that is there already.
    pub(super) fn put(&self, at: usize, node: &Node, parts: &[Part], local: &Ident) -> TokenStream {
        let whole = self.taken(at, node.args[0]);
        let sets = parts_of(parts, &node.args[1..]).map(|(part, args)| {
            let value = self.taken_of(at, args[0], &node.args);
            self.added(part, args, &value, local)
        });
        quote!(let mut #local = #whole; #(#sets)*)
    }

    fn added(&self, part: &Part, args: &[Value], value: &TokenStream, local: &Ident) -> TokenStream {
        match part {
            Part::Field(name) | Part::Bound(name) => {
                let at = self.graph.node(args[0]).span;
                let put = self.cx.kernels.accessor("put", name, at);
                placed(quote!(#local.#put(#value)?;), at)
            }
            Part::Item => {
                let at = self.by_value(args[1]);
                quote!(__rt::calls::Items::put(&mut #local, #at, #value)?;)
            }
            Part::Array(i, _) | Part::Tuple(i, _) => {
                let i = Literal::usize_unsuffixed(*i as usize);
                quote!(__rt::calls::PutEntry::<#i, _>::put_entry(&mut #local, #value)?;)
            }
            Part::Of(i) => {
                let i = Literal::u32_unsuffixed(*i);
                quote!(__rt::tree::add(&mut #local.#i, &#value)?;)
            }
            _ => unreachable!("slots are read, not put together"),
        }
    }

    pub(super) fn join(&self, node: &Node, local: &Ident) -> TokenStream {
        let parts = node.args.iter().map(|&v| self.by_value(v));
        quote!(let #local = (#(#parts,)*);)
    }

    /// Cotangents of a tap; those that nobody reads later are moved.
    pub(super) fn gather(&self, at: usize, node: &Node, local: &Ident) -> TokenStream {
        let taken = |i: usize| self.taken(at, node.args[i]);
        match node.args.len() {
            0 => {
                let Ty::Gathered(elem) = &node.ty else {
                    unreachable!("cotangents are gathered of their type")
                };
                let elem = elem_type(elem);
                quote!(let #local = __rt::Vec::<__rt::Tensor<#elem>>::new();)
            }
            2 => {
                let (all, more) = (taken(0), taken(1));
                quote!(let #local = __rt::lists::gathered(#all, #more);)
            }
            _ => {
                let (all, one) = (taken(0), taken(1));
                quote!(let #local = __rt::lists::list_push(#all, #one)?;)
            }
        }
    }

    pub(super) fn sum(&self, node: &Node, local: &Ident) -> TokenStream {
        let (a, b) = (self.by_ref(node.args[0]), self.by_ref(node.args[1]));
        quote!(let #local = __rt::calls::Asked(#a).__sum(#b)?;)
    }
}

/// What is of another type than the callee takes is said of the call, not of where the value was bound. rustc looks into
/// `&`, and at the place of the whole macro for what is of another context; parentheses are of the call's.
fn at_the_call(reference: TokenStream, at: Span) -> TokenStream {
    let mut tokens = placed(reference, at).into_iter().peekable();
    let borrowed = tokens.next_if(|t| matches!(t, TokenTree::Punct(mark) if mark.as_char() == '&'));
    let borrowed = borrowed.map(|_| quote_spanned!(at=> &));
    quote_spanned!(at=> #borrowed (#(#tokens)*))
}

/// Leaves in the form of the argument.
fn put_together(leaves: &Leaves, values: &mut impl Iterator<Item = TokenStream>) -> TokenStream {
    match leaves {
        Leaves::One => values.next().expect("one value a leaf"),
        Leaves::Ref(inner) | Leaves::Named(inner) => put_together(inner, values),
        Leaves::Group(pack, parts) => {
            pack.made(parts.iter().map(|p| put_together(p, values)).collect::<Vec<_>>())
        }
    }
}
