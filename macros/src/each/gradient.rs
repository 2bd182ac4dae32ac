//! Gradient checks: the op as it is, and weighted and summed, in every transform.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Subject;
use super::case::Case;

pub(super) fn checks(subjects: Vec<Subject>) -> TokenStream {
    let (checked, left): (Vec<Subject>, Vec<Subject>) =
        subjects.into_iter().partition(Subject::has_derivative);
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

/// A function per number of tensors in a list, and one test over all samples.
fn test(subject: &Subject) -> TokenStream {
    let (mut modules, mut cases) = (Vec::new(), Vec::new());
    for (case, own) in Case::all(subject) {
        if own {
            modules.push(functions(&case));
        }
        cases.push(check(&case));
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

fn functions(case: &Case<'_>) -> TokenStream {
    let body = case.body(&quote!(f64));
    let params = case.parameters(&quote!(f64), |_| false);
    let (module, doc) = (&case.module, format!("`{}` as it is, and weighted and summed.", case.subject.name));
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

fn check(case: &Case<'_>) -> TokenStream {
    let (module, name, text) = (&case.module, case.subject.name, &case.text);
    let drawn = case.inputs.iter().map(|i| &i.drawn);
    let hosts = case.hosts.iter().map(|host| {
        let (name, ty, value) = (host.name, host.ty(), &host.value);
        quote!(let #name: #ty = #value;)
    });
    let tensors = (0..case.inputs.len()).map(|i| case.read(i));
    let cloned = case.hosts.iter().map(|host| host.name).map(|name| quote!(#name.clone()));
    let args = quote!(#(#tensors,)* #(#cloned,)*);
    let floats = case.floats();
    let grads = quote!(vec![#(g.#floats),*]);
    let tangents: Vec<_> = (0..floats.len()).map(|i| quote!(&__d[#i])).collect();
    let eager = eager(case);
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
                jvp: &|x, __d| #module::plain::jvp(#args #(#tangents),*),
                value_and_grad: &|x, __w| {
                    let (value, g) = #module::weighted::value_and_grad(#args __w)?;
                    Ok((value.item()?, #grads))
                },
                hvp: &|x, __w, __d| {
                    let (g, h) = #module::weighted::hvp(#args __w, #(#tangents),*)?;
                    Ok((#grads, { let g = h; #grads }))
                },
            }
            .pass(inputs);
        }
    }
}

/// The same through the functions of the library.
fn eager(case: &Case<'_>) -> TokenStream {
    let value = case.eager(|name| quote!(#name.clone()));
    let value = if case.is_bool() { quote!(#value.cast::<f64>()?) } else { value };
    let value = case.closed().fold(value, |value, (i, _)| {
        let operand = case.read(i);
        quote!(::cotangent::ops::mul(&#value, #operand)?)
    });
    quote!(Ok(#value))
}
