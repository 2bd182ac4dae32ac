//! Ops that are functions of other ops: inlined by the front end and differentiated like user code.

/// A function of the language, as text: `fn silu(x: Tensor) -> Tensor { x * x.sigmoid() }`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Composite {
    pub name: &'static str,
    pub docs: &'static [&'static str],
    pub text: &'static str,
}

pub(crate) const COMPOSITES: &[Composite] = &[];
