//! `u::grad(x)?.x` in a body: the callee's text in place, and what asks for its gradients behind it.

use std::rc::Rc;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Path, Token};

use super::{InPlace, Leaf};
use crate::error;
use crate::ir::{Op, Shape, Value};
use crate::lower::{Binding, GraphOf, Lowerer};
use crate::names;

impl Lowerer<'_> {
    /// `None` where the path names no transform of a function.
    pub(in crate::lower) fn gradient(
        &mut self,
        path: &Path,
        args: &Punctuated<Expr, Token![,]>,
    ) -> Option<Binding> {
        let what = path.segments.last()?.ident.clone();
        let mut function = path.clone();
        function.segments.pop();
        function.segments.pop_punct();
        let is_transform = names::TRANSFORMS.iter().any(|name| what == name);
        let of = function.segments.last().filter(|_| is_transform && self.at.is_none())?;
        let Some((callee, said)) = self.function_of(&function) else {
            // Types and parts of paths have names of another kind.
            let is_function = !["self", "super", "crate", "Self"].iter().any(|word| of.ident == word)
                && of.ident.to_string().starts_with(|c: char| c.is_lowercase() || c == '_');
            return (is_function && self.graph_of == GraphOf::Function)
                .then(|| self.error(error::transform_elsewhere(&what, &function)));
        };
        let callee = callee.clone();
        let with_value = match what.to_string().as_str() {
            "grad" => false,
            "value_and_grad" => true,
            _ => return Some(self.error(error::transform_inside(&what, &function))),
        };
        let outer = self.unit.as_mut().map(|unit| std::mem::take(&mut unit.apart));
        let call = InPlace { said, receiver: None, args, span: function.span(), apart: true };
        let before = self.errors.len();
        let value = self.attempt(&callee, call);
        let found =
            self.unit.as_mut().map(|unit| std::mem::replace(&mut unit.apart, outer.unwrap_or_default()));
        let loss = match value {
            Some(Binding::Tensor(v)) if *self.graph.shape(v) == Shape::scalar() => v,
            Some(Binding::Poison) => return Some(Binding::Poison),
            Some(_) => return Some(self.error(error::gradient_of_no_loss(&what, &function))),
            None if self.errors.len() > before => return Some(Binding::Poison),
            None => return Some(self.error(error::gradient_inside(&what, &function))),
        };
        let mut fields = Vec::new();
        for (param, x) in found.unwrap_or_default() {
            let ty = self.graph.node(x).ty.clone();
            fields.push((vec![param], self.push(Op::Inside, vec![loss, x], ty, what.span())));
        }
        let grads = Binding::Fields(Rc::from(fields));
        Some(if with_value { Binding::Tuple(vec![Binding::Tensor(loss), grads]) } else { grads })
    }

    /// The active tensors of parameters that are one tensor, each as a node of its own.
    pub(super) fn told_apart(&mut self, leaves: &[Leaf], values: &[Value]) -> Vec<Value> {
        let mut told = values.to_vec();
        for (i, leaf) in leaves.iter().enumerate() {
            let alone = leaves.iter().filter(|other| other.param == leaf.param).count() == 1;
            if !(leaf.active && leaf.ty.elem.is_float() && alone) {
                continue;
            }
            let ty = self.graph.node(values[i]).ty.clone();
            told[i] = self.push(Op::Apart, vec![values[i]], ty, leaf.span);
            if let Some(unit) = &mut self.unit {
                unit.apart.push((leaf.param.clone(), told[i]));
            }
        }
        told
    }
}
