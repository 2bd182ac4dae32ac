//! Every op in every float type: the value and the cotangents in f32, f16 and bf16 against those in f64. Here ops are
//! methods where they have one; the gradient checks and the walk call the functions.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::case::Case;
use super::{Kind, Subject};

pub(super) fn tests(subjects: &[Subject]) -> TokenStream {
    let tests = subjects.iter().filter(|s| s.has_derivative()).map(test);
    quote!(#(#tests)*)
}

/// The op at its own sample.
fn test(subject: &Subject) -> TokenStream {
    let (case, _) = Case::all(subject).next().expect("a row has a sample");
    let case = case.by_method();
    let body = case.body(&quote!(T));
    let params = case.parameters(&quote!(T), |_| false);
    let (name, text) = (subject.name, &case.text);
    let test = format_ident!("{}", name);
    let drawn = case.inputs.iter().map(|i| &i.drawn);
    let names: Vec<_> = case.inputs.iter().map(|i| &i.name).collect();
    let read = (0..names.len()).map(|i| {
        let x = case.read(i);
        if matches!(case.inputs[i].kind, Kind::Int | Kind::Bool) { x } else { quote!(#x.cast::<T>()?) }
    });
    let hosts = case.hosts.iter().map(|host| {
        let (ty, value) = (host.ty(), &host.value);
        quote!({ let host: #ty = #value; host })
    });
    let grads = case.floats().into_iter().map(|name| quote!(g.#name.cast::<f64>()?));
    quote! {
        #[test]
        fn #test() {
            #[::cotangent::differentiable]
            fn op<T: Float>(#params) -> Tensor<T> { #body value }
            fn run<T: Float>(x: &[Input], u: &Tensor<f64>) -> Result<Vec<Tensor<f64>>> {
                let (y, pullback) = op::<T>::vjp(#(&#read,)* #(#hosts,)*)?;
                let g = pullback.pull(&u.broadcast_to(y.shape())?.cast::<T>()?)?;
                Ok(vec![y.cast::<f64>()?, #(#grads),*])
            }
            use ::cotangent::{Float, Pullback as _, Result, Tensor};
            use ::cotangent_tests::gradcheck::{Draw, Input};
            let mut draw = Draw::new(#name);
            let inputs = vec![#(#drawn),*];
            ::cotangent_tests::types::Op { name: #name, case: #text, run: [run::<f64>, run::<f32>, run::<f16>, run::<bf16>] }
                .pass(&inputs);
        }
    }
}
