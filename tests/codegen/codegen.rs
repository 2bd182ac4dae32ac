//! A transform that nobody calls costs no code: it is checked, and never becomes machine code.
//!
//! The program looks at itself. A compiled function has a symbol, whose mangled name holds the names of the function and
//! of what it belongs to, and the symbols are text in the executable; no tool and no unstable flag is needed. That this
//! finds a transform where there is one is checked on `called`. (In a library the same holds as long as all that is
//! emitted is generic or `#[inline]`; a test of the macro crate says so of every golden expansion.)
//!
//! And a kernel is compiled for the element types in use alone. Symbols do not tell instances apart, but debug information
//! names them in full, and the tables of lines that this package is built with have these names.
#![cfg(test)]

use std::collections::BTreeSet;

use cotangent::prelude::*;

#[differentiable]
fn alone(x: &Tensor<N>, w: &Tensor<N>) -> Scalar {
    ((x * w).tanh() + x.exp()).sum()
}

#[differentiable]
fn called(x: &Tensor<N>, w: &Tensor<N>) -> Scalar {
    ((x * w).tanh() + x.exp()).sum()
}

/// Called for f32 alone.
mod one_type {
    use cotangent::prelude::*;

    #[differentiable]
    pub(super) fn generic<T: Float>(x: &Tensor<T, N>, w: &Tensor<T, N>) -> Scalar<T> {
        ((x * w).tanh() + x.exp()).sum()
    }
}

/// Called for three types.
mod three_types {
    use cotangent::prelude::*;

    #[differentiable]
    pub(super) fn generic<T: Float>(x: &Tensor<T, N>, w: &Tensor<T, N>) -> Scalar<T> {
        ((x * w).tanh() + x.exp()).sum()
    }
}

/// Symbols of this program that hold both words.
fn symbols(program: &[u8], of: &str, word: &str) -> Vec<String> {
    let is_part = |b: &u8| matches!(b, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'.');
    program
        .split(|b| !is_part(b))
        .filter(|text| text.starts_with(b"_ZN") || text.starts_with(b"_R"))
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .filter(|text| text.contains(&format!("{}{of}", of.len())) || text.contains(&format!("..{of}$")))
        .filter(|text| text.contains(word))
        .collect()
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "symbols are looked for in an ELF file")]
fn what_nobody_calls_is_not_compiled() -> Result<()> {
    let (x, w): (Tensor, Tensor) = (tensor![0.5, -1.0], tensor![2.0, 0.25]);
    let value = alone(&x, &w).item()?;
    let (same, grads) = called::value_and_grad(&x, &w)?;
    assert_eq!(value, same.item()?);
    assert_eq!(grads.x.shape(), [2]);
    let program = std::env::current_exe().and_then(std::fs::read).expect("the program can read itself");
    assert!(!symbols(&program, "called", "value_and_grad").is_empty(), "the symbols are not found");
    for transform in ["value_and_grad", "vjp", "jvp", "pullback", "Pullback", "grad"] {
        let found = symbols(&program, "alone", transform);
        assert!(found.is_empty(), "`{transform}` is compiled: {found:#?}");
    }
    for transform in ["vjp", "jvp"] {
        let found = symbols(&program, "called", transform);
        assert!(found.is_empty(), "`{transform}` is compiled: {found:#?}");
    }
    Ok(())
}

/// The element types that loops of kernels of a module of this file are compiled for.
fn element_types(program: &[u8], module: &str) -> BTreeSet<String> {
    let kernel = format!("<codegen::{module}::_::__kernels::");
    let names = program.split(|b| *b == 0).filter(|text| text.starts_with(b"tile_"));
    let names = names.map(String::from_utf8_lossy).filter(|name| name.contains(&kernel));
    names
        .map(|name| {
            let (_, arguments) = name[kernel.len()..].split_once('<').expect("the kernel is generic");
            arguments.trim_end_matches('>').to_owned()
        })
        .collect()
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "debug information is looked for in an ELF file")]
fn kernels_are_compiled_for_the_types_in_use() -> Result<()> {
    fn gradients<T: Float>(
        value_and_grad: fn(&Tensor<T>, &Tensor<T>) -> Result<(Scalar<T>, Tensor<T>)>,
    ) -> Result<()> {
        let (x, w): (Tensor, Tensor) = (tensor![0.5, -1.0], tensor![2.0, 0.25]);
        let (value, grad) = value_and_grad(&x.cast()?, &w.cast()?)?;
        assert!(value.item()?.to_f64().is_finite());
        assert_eq!(grad.shape(), [2]);
        Ok(())
    }
    gradients::<f32>(|x, w| one_type::generic::value_and_grad(x, w).map(|(y, g)| (y, g.x)))?;
    gradients::<f32>(|x, w| three_types::generic::value_and_grad(x, w).map(|(y, g)| (y, g.x)))?;
    gradients::<f64>(|x, w| three_types::generic::value_and_grad(x, w).map(|(y, g)| (y, g.x)))?;
    gradients::<f16>(|x, w| three_types::generic::value_and_grad(x, w).map(|(y, g)| (y, g.x)))?;
    let program = std::env::current_exe().and_then(std::fs::read).expect("the program can read itself");
    let three = element_types(&program, "three_types");
    assert!(
        ["f32", "f64", "f16"].iter().all(|t| three.iter().any(|name| name.ends_with(t))) && three.len() == 3,
        "the instances are not found: {three:?}"
    );
    assert_eq!(element_types(&program, "one_type"), BTreeSet::from(["f32".to_owned()]));
    Ok(())
}
