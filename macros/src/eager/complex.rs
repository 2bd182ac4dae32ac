//! Methods of `Complex`: composites that take one, and linear rows, which are done to each part.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, ReturnType, Type};

use super::{EagerKind, conventions, docs, host_type, row_params};
use crate::ir::Op;
use crate::rules::{COMPOSITES, Composite, Opaque, Reduce, Row, RowText, View, definition};
use crate::signature::{is_complex, is_tensor};
use crate::table::RuleCache;

pub(crate) fn methods() -> TokenStream {
    let rules = RuleCache::default();
    let rows = Reduce::ALL.iter().map(|&r| (Op::Reduce(r), r.text()));
    let rows = rows.chain(View::ALL.iter().map(|&r| (Op::View(r), r.text())));
    let rows = rows.chain(Opaque::ALL.iter().map(|&r| (Op::Opaque(r), r.text())));
    let rows = rows.map(|(op, text)| (rules.of(&op), text)).filter(|(row, _)| row.linear && !row.internal);
    let rows = rows.filter_map(|(row, text)| of_each_part(&row, text));
    let own = COMPOSITES
        .iter()
        .filter(|c| c.is_complex() && c.wants().is_none())
        .filter_map(|c| of_composite(c, true));
    let methods = rows.chain(own);
    let of_real = COMPOSITES.iter().filter(|c| c.is_complex() && c.wants().is_none() && !c.internal);
    let of_real = of_real.filter_map(|c| of_composite(c, false));
    quote! {
        impl<T: __rt::Float> Complex<T> { #(#methods)* }
        impl<T: __rt::Float> Tensor<T> { #(#of_real)* }
    }
}

/// A row whose first operand alone has numbers.
fn of_each_part(row: &Row, text: RowText) -> Option<TokenStream> {
    let params = row_params(row);
    let is_generic = |kind: &EagerKind| matches!(kind, EagerKind::Tensor(t) if t.to_string() == "T");
    let (first, others) = params.split_first()?;
    let lists = params.iter().any(|p| matches!(p.kind, EagerKind::List));
    if lists || !is_generic(&first.kind) || others.iter().any(|p| is_generic(&p.kind)) {
        return None;
    }
    let is_reduction = ["axes", "keep"].iter().all(|n| others.iter().any(|p| p.name == n));
    let suffixes: &[&str] = if is_reduction { &["", "_axis", "_keep"] } else { &[""] };
    let methods = suffixes.iter().map(|suffix| {
        let method = format_ident!("{}{suffix}", text.name);
        let left_out = |name: &Ident| is_reduction && (name == "keep" || suffix.is_empty());
        let (mut taken, mut lets, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        for p in others.iter().filter(|p| !left_out(&p.name)) {
            let name = &p.name;
            let EagerKind::Host(ty) = &p.kind else {
                taken.push(quote!(#name: &Tensor<i32>));
                passed.push(quote!(#name));
                continue;
            };
            let ty = host_type(ty);
            taken.push(quote!(#name: #ty));
            if ty.to_string().starts_with("impl") {
                lets.push(quote!(let #name = ::core::convert::Into::into(#name);));
            }
            passed.push(quote!(::core::clone::Clone::clone(&#name)));
        }
        let doc = docs(text.docs);
        quote! {
            #doc
            #[allow(clippy::clone_on_copy)]
            pub fn #method(&self, #(#taken),*) -> Result<Self> {
                #(#lets)*
                Ok(Self { re: self.re.#method(#(#passed),*)?, im: self.im.#method(#(#passed),*)? })
            }
        }
    });
    Some(quote!(#(#methods)*))
}

/// A method of complex tensors, or of real ones.
fn of_composite(composite: &'static Composite, of_complex: bool) -> Option<TokenStream> {
    let item = composite.written().expect("a law over the table: composites parse");
    let mut args = item.sig.inputs.iter().zip(Composite::params(&item));
    let of = |arg: &FnArg| match arg {
        FnArg::Typed(p) => (*p.ty).clone(),
        FnArg::Receiver(_) => unreachable!("composites have no receiver"),
    };
    let (first, _) = args.next()?;
    let name = composite.name.strip_prefix("complex_").unwrap_or(composite.name);
    let takes = if of_complex { is_complex(&of(first)) } else { is_tensor(&of(first)) };
    if !takes || name.ends_with("_real") {
        return None;
    }
    let this = if of_complex { vec![quote!(&self.re), quote!(&self.im)] } else { vec![quote!(self)] };
    let (mut taken, mut passed) = (Vec::new(), this);
    for (arg, name) in args {
        let (ty, name) = (of(arg), format_ident!("{name}"));
        if is_complex(&ty) {
            taken.push(quote!(#name: &Complex<T>));
            passed.extend([quote!(&#name.re), quote!(&#name.im)]);
        } else if is_tensor(&ty) {
            taken.push(quote!(#name: impl crate::bounds::Operand<T>));
            passed.push(quote!(&#name.operand(self.device())));
        } else {
            let ty = host_type(&ty);
            taken.push(quote!(#name: #ty));
            passed.push(quote!(#name));
        }
    }
    let ReturnType::Type(_, result) = &item.sig.output else { return None };
    let results: Vec<&Type> = match &**result {
        Type::Tuple(t) => t.elems.iter().collect(),
        one => vec![one],
    };
    let (mut names, mut values, mut types) = (Vec::new(), Vec::new(), Vec::new());
    for (i, ty) in results.into_iter().enumerate() {
        if is_complex(ty) {
            let [re, im] = Composite::parts(&format!("y{i}"));
            values.push(quote!(Complex { re: #re, im: #im }));
            types.push(quote!(Complex<T>));
            names.extend([re, im]);
        } else {
            let name = format_ident!("y{i}");
            values.push(quote!(#name));
            types.push(quote!(Tensor<T>));
            names.push(name);
        }
    }
    let (function, method) = (format_ident!("{}", composite.name), format_ident!("{name}"));
    let mut doc: Vec<String> = composite.docs.iter().map(ToString::to_string).collect();
    doc.extend(["", "# Definition", ""].map(ToOwned::to_owned));
    doc.push(format!("`{}`", definition(composite)));
    doc.extend(conventions(composite.note));
    let doc = docs(&doc);
    Some(quote! {
        #doc
        pub fn #method(&self, #(#taken),*) -> Result<(#(#types),*)> {
            let (#(#names),*) = ops::#function(#(#passed),*)?;
            Ok((#(#values),*))
        }
    })
}
