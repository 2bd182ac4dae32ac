//! Ops of complex tensors. A complex tensor is two real ones, so what an op does with it is said in ops of real ones:
//!
//! * a composite `complex_exp` says it for `exp`, and `complex_div_real` for `div` where the last operand is real;
//! * what is linear in all operands together is done to the real and to the imaginary parts;
//! * a product, linear in each of its operands, is one of each pair of parts;
//! * the text of a composite that is linear in each operand holds for complex ones as it stands;
//! * everything else takes real tensors alone: of a norm or a maximum there is more than one reading.

mod degrees;

use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

use super::call::Written;
use super::names::{self, Callee};
use super::op::Said;
use super::state::{Binding, Lowerer};
use crate::error;
use crate::ir::{Op, Pack, Ty, Value, View};
use crate::rules::{COMPOSITES, ElemClass, Map, ParamKind};
use crate::signature::TensorType;

/// A method that complex tensors alone have.
pub(super) fn is_own(method: &str) -> bool {
    COMPOSITES.iter().any(|c| c.name == method && c.is_of_complex())
}

/// The transform of one axis and that of all further ones, of which a transform of several consists.
pub(super) fn of_axes(method: &str) -> Option<[&'static str; 2]> {
    match method {
        "fftn" => Some(["fft"; 2]),
        "ifftn" => Some(["ifft"; 2]),
        "rfftn" => Some(["rfft", "fft"]),
        _ => None,
    }
}

impl Lowerer<'_> {
    /// A value of any form as the complex tensor that it is used as.
    pub(super) fn as_complex(&mut self, v: Value, span: Span) -> Binding {
        let parts = self.entries(v, Pack::Complex, 2, span);
        let parts = parts.into_iter().map(|part| self.tensor_of(part)).collect();
        self.together(parts, span)
    }

    /// A binding in whose complex tensors both parts have one shape.
    pub(super) fn of_one_shape(&mut self, binding: Binding, span: Span) -> Binding {
        match binding {
            Binding::Group(Pack::Complex, parts) => self.together(parts, span),
            Binding::Group(pack, parts) => {
                Binding::Group(pack, parts.into_iter().map(|part| self.of_one_shape(part, span)).collect())
            }
            other => other,
        }
    }

    /// Parts that others made: they broadcast with one another, so that both have one shape.
    fn together(&mut self, parts: Vec<Binding>, span: Span) -> Binding {
        let [Binding::Tensor(re), Binding::Tensor(im)] = parts[..] else {
            return Binding::Group(Pack::Complex, parts);
        };
        if self.graph.shape(re) == self.graph.shape(im) {
            return Binding::Group(Pack::Complex, parts);
        }
        let both = self.calling("Complex::new", |this| this.call_bound("add", parts.clone(), span));
        let Binding::Tensor(both) = both else { return Binding::Poison };
        let shape = self.shape_of(both, span);
        let whole = |part| self.call_bound("broadcast_to", vec![part, Binding::Host(shape)], span);
        Binding::Group(Pack::Complex, parts.into_iter().map(whole).collect())
    }

    /// `Complex::new(re, im)`; `Complex::of(re, im)` in texts of the table, where the two are made alike.
    pub(super) fn new_complex(&mut self, c: &syn::ExprCall, alike: bool) -> Binding {
        let span = c.func.span();
        let parts: Vec<_> = c
            .args
            .iter()
            .map(|e| {
                let part = self.side(e);
                self.operand(part, e.span())
            })
            .collect();
        let [Some(re), Some(im)] = parts[..] else { return Binding::Poison };
        let parts = [re, im].map(Binding::Tensor).to_vec();
        if alike && self.at.is_some() { self.alike(parts) } else { self.together(parts, span) }
    }

    /// Parts that were made of parts of one shape by one op: what expansion does not know of the shape is the same.
    fn alike(&mut self, parts: Vec<Binding>) -> Binding {
        if let [Binding::Tensor(re), Binding::Tensor(im)] = parts[..]
            && self.graph.shape(re).rank().is_none()
            && self.graph.shape(im).rank().is_none()
        {
            let shape = self.graph.shape(re).clone();
            if let Ty::Tensor(ty) = &mut self.graph.nodes[im.ix()].ty {
                ty.shape = shape;
            }
        }
        Binding::Group(Pack::Complex, parts)
    }

    /// A real tensor as a complex one.
    pub(super) fn of_real(&mut self, real: Value, span: Span) -> Binding {
        let zeros = self.zeros_beside(real, span);
        Binding::Group(Pack::Complex, vec![Binding::Tensor(real), Binding::Tensor(zeros)])
    }

    fn zeros_beside(&mut self, real: Value, span: Span) -> Value {
        let zero = self.constant(0.0, span);
        let elem = self.elem(real);
        let _ = self.expect_elem(zero, &elem);
        if self.graph.shape(real).rank() == Some(0) {
            return zero;
        }
        let shape = self.shape_of(real, span);
        self.value(Op::View(View::BroadcastTo), vec![zero, shape], span).unwrap_or(zero)
    }

    /// The parts, as their type is declared.
    pub(super) fn check_parts(
        &mut self,
        parts: Vec<Binding>,
        ty: &TensorType,
        what: &str,
        at: &syn::Type,
    ) -> Binding {
        let each = |part| match self.tensor_of(part) {
            Binding::Tensor(v) => Binding::Tensor(self.check_type(v, ty, what, at)),
            other => other,
        };
        Binding::Group(Pack::Complex, parts.into_iter().map(each).collect())
    }

    /// A call of which an operand is complex.
    pub(super) fn of_complex(
        &mut self,
        callee: &Callee,
        args: Vec<Binding>,
        written: &Written<'_>,
        said: &[Said<'_>],
    ) -> Binding {
        let span = written.name.span();
        let name = callee.name();
        let is_real =
            args.iter().rev().find(|a| !matches!(a, Binding::Host(_))).is_some_and(|a| !a.holds_complex());
        let by_real = is_real.then(|| format!("complex_{name}_real"));
        for own in by_real.into_iter().chain([format!("complex_{name}")]) {
            if let Some(found) = names::find(&own) {
                let given = args.into_iter().map(|arg| super::call::Given::Bound(arg, span)).collect();
                let written = Written { name: written.name, method: false, target: None, flat: false };
                return self.call_op(found, &written, given).unwrap_or(Binding::Poison);
            }
        }
        match callee {
            Callee::Row(Op::Map(Map::Powi)) => self.complex_power(&args, span),
            Callee::Row(op) if self.rules.of(op).linear => self.each_part(op, &args, span),
            Callee::Row(op) if self.rules.of(op).bilinear => self.product_of(op, &args, span),
            Callee::Composite(c) if degrees::is_multilinear(c, self.rules) => {
                let Some(item) = self.composite(c, written.name, false) else { return Binding::Poison };
                self.inline(c.name, &item, args, span, said)
            }
            _ => {
                let complex = args.iter().position(Binding::holds_complex).unwrap_or_default();
                let text = said.get(complex).and_then(Said::text);
                let operand = text.map_or_else(|| "an operand".to_owned(), |text| format!("`{text}`"));
                let name = written.name;
                self.error(error::not_complex(name, &operand))
            }
        }
    }

    /// `op` of the real parts and of the imaginary ones.
    fn each_part(&mut self, op: &Op, args: &[Binding], span: Span) -> Binding {
        let (row, mut is_wrong) = (self.rules.of(op), false);
        let each = [0, 1].map(|i| {
            let of = row.params.iter().zip(args).map(|(param, arg)| {
                let moves = !matches!(
                    param.kind,
                    ParamKind::Host(_) | ParamKind::Tensor { elem: ElemClass::Bool | ElemClass::I32, .. }
                );
                if moves { self.part_of_operand(arg, i, span) } else { arg.clone() }
            });
            let of = of.collect();
            self.after(&mut is_wrong, op, of, span)
        });
        self.alike(each.into())
    }

    /// `op` of parts; what is wrong with them is said of the first alone.
    fn after(&mut self, is_wrong: &mut bool, op: &Op, args: Vec<Binding>, span: Span) -> Binding {
        if *is_wrong {
            return Binding::Poison;
        }
        let made = self.call_bound(op.name(), args, span);
        *is_wrong = matches!(made, Binding::Poison);
        made
    }

    /// The real (0) or imaginary (1) part of a tensor or of each in a list.
    fn part_of_operand(&mut self, arg: &Binding, i: usize, span: Span) -> Binding {
        match arg {
            Binding::Group(Pack::Complex, parts) => parts[i].clone(),
            Binding::Group(pack, items) => {
                let items = items.iter().map(|item| self.part_of_operand(item, i, span));
                Binding::Group(*pack, items.collect())
            }
            Binding::Tensor(v) if i == 1 => Binding::Tensor(self.zeros_beside(*v, span)),
            other => other.clone(),
        }
    }

    /// `op` of each pair of parts, for the two operands in which it is linear.
    fn product_of(&mut self, op: &Op, args: &[Binding], span: Span) -> Binding {
        let complex: Vec<usize> = (0..args.len()).filter(|&i| args[i].holds_complex()).collect();
        let mut is_wrong = false;
        let mut of = |parts: &[usize]| {
            let mut given = args.to_vec();
            for (&at, &i) in complex.iter().zip(parts) {
                given[at] = self.part_of_operand(&args[at], i, span);
            }
            self.after(&mut is_wrong, op, given, span)
        };
        let parts = if complex.len() == 1 {
            vec![of(&[0]), of(&[1])]
        } else {
            let [a, b, c, d] = [[0, 0], [1, 1], [0, 1], [1, 0]].map(|parts| of(&parts));
            vec![self.call_bound("sub", vec![a, b], span), self.call_bound("add", vec![c, d], span)]
        };
        Binding::Group(Pack::Complex, parts)
    }

    /// `z.fftn([-2, -1])`: the last axis first.
    pub(super) fn along_axes(
        &mut self,
        c: &syn::ExprMethodCall,
        receiver: Binding,
        [first, further]: [&'static str; 2],
    ) -> Binding {
        let span = c.method.span();
        let list = match c.args.first().map(super::state::bare) {
            Some(Expr::Array(list)) if c.args.len() == 1 => list.elems.clone(),
            _ => return self.error(error::listed_axes(&c.method)),
        };
        let mut given = receiver;
        for (i, axis) in list.iter().rev().enumerate() {
            let axis = Binding::Host(self.host(axis));
            given = self.call_bound(if i == 0 { first } else { further }, vec![given, axis], span);
        }
        given
    }

    /// `z.powi(n)` by products: the exponent is known.
    fn complex_power(&mut self, args: &[Binding], span: Span) -> Binding {
        let [z, Binding::Host(n)] = args else { return Binding::Poison };
        let known = match self.graph.known(*n) {
            Some(crate::ir::Known::Int(n)) => n.as_int().filter(|n| n.unsigned_abs() <= 1024),
            _ => None,
        };
        let Some(n) = known else {
            return self.error(error::complex_power(super::state::spanned(span)));
        };
        let mut power = if n < 0 { self.call_bound("recip", vec![z.clone()], span) } else { z.clone() };
        let (mut left, mut product) = (n.unsigned_abs(), None);
        while left > 0 {
            if left % 2 == 1 {
                product = Some(match product {
                    Some(done) => self.call_bound("mul", vec![done, power.clone()], span),
                    None => power.clone(),
                });
            }
            left /= 2;
            if left > 0 {
                power = self.call_bound("mul", vec![power.clone(), power], span);
            }
        }
        product.unwrap_or_else(|| {
            let Binding::Tensor(re) = self.part_of_operand(z, 0, span) else { return Binding::Poison };
            let shape = Binding::Host(self.shape_of(re, span));
            match self.call_bound("ones", vec![shape], span) {
                Binding::Tensor(ones) => self.of_real(ones, span),
                other => other,
            }
        })
    }
}
