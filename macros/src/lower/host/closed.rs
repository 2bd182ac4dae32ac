//! Host code that is a [`Size`]: over literals, values and what tensors are asked for, by its functions alone.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, UnOp};

use super::sizes::Checked;
use crate::error;
use crate::ir::{Check, Does, INTEGERS, Infix, Known, METHODS, NUMBERS, Op, Pack, Runs, Size, Value};
use crate::lower::state::{Binding, Lowerer, bare};
use crate::names::PRIMITIVES;

/// An argument, before there is a node for it.
#[derive(PartialEq)]
enum Leaf {
    Host(Value),
    Dim(String),
    /// The shape of a tensor.
    Shape(Value),
}

/// A size that is read.
pub(super) struct Closed<'a, 'g> {
    lowerer: &'a Lowerer<'g>,
    leaves: Vec<Leaf>,
    /// A check that does not hold.
    wrong: Option<syn::Error>,
}

impl Lowerer<'_> {
    /// Host code as a size, if it is one. `ty`: the type that a `let` declares.
    pub(super) fn closed(&mut self, e: &Expr, ty: Option<&syn::Type>, span: Span) -> Option<Value> {
        self.closed_as(e, ty, span, |closed| closed.size(e))
    }

    /// A list of integers of whatever types.
    pub(super) fn closed_list(&mut self, e: &syn::ExprArray) -> Option<Value> {
        let is_size = |this: &Self, elem: &Expr| this.reading().size(elem).is_some();
        if !e.elems.iter().all(|elem| is_size(self, elem) || self.host_at(elem).is_some()) {
            return None;
        }
        // What is no integer is said of the element.
        let other = |this: &mut Self, elem: &Expr| match this.host_at(elem) {
            Some(v) if !is_size(this, elem) => Some(this.convert(v, "isize", elem.span())),
            _ => None,
        };
        let others: Vec<Option<Value>> = e.elems.iter().map(|elem| other(self, elem)).collect();
        self.closed_as(&Expr::Array(e.clone()), None, e.span(), |closed| {
            let sizes = e.elems.iter().zip(others).map(|(elem, other)| match other {
                Some(v) => Some(closed.leaf(Leaf::Host(v))),
                None => Some(closed.size(elem)?.to("isize")),
            });
            Some(Size::of(Does::List, sizes.collect::<Option<Vec<_>>>()?))
        })
    }

    /// What tensor `x` is asked for, where that is there for certain and runs nothing.
    pub(super) fn size_of_tensor(&mut self, c: &syn::ExprMethodCall, x: Value) -> Option<Value> {
        if !c.args.iter().all(|arg| self.runs(arg) == Runs::Freely) {
            return None;
        }
        let e = Expr::MethodCall(c.clone());
        self.closed_as(&e, None, c.method.span(), |closed| closed.of_tensor(c, x).filter(|size| !size.asks()))
    }

    /// A host value that has a name.
    fn host_at(&self, e: &Expr) -> Option<Value> {
        match self.binding_at(e)? {
            Binding::Host(v) => Some(*v),
            _ => None,
        }
    }

    fn reading(&self) -> Closed<'_, '_> {
        Closed { lowerer: self, leaves: Vec::new(), wrong: None }
    }

    fn closed_as(
        &mut self,
        e: &Expr,
        ty: Option<&syn::Type>,
        span: Span,
        read: impl FnOnce(&mut Closed<'_, '_>) -> Option<Size>,
    ) -> Option<Value> {
        let mut closed = self.reading();
        let size = read(&mut closed)?;
        let size = match ty {
            Some(ty) => declared(size, &ty.to_token_stream().to_string())?,
            None => size,
        };
        let (leaves, wrong) = (closed.leaves, closed.wrong);
        if let Some(wrong) = wrong {
            self.mismatch(wrong);
        }
        let told = self.at.is_none() && (size.asks() || self.runs(e) != Runs::Freely);
        let size = if told { Size::of(Does::Told, [size]) } else { size };
        let args = leaves.into_iter().map(|leaf| match leaf {
            Leaf::Host(v) => v,
            Leaf::Dim(name) => self.dim_value(&name, span),
            Leaf::Shape(x) => self.shape_of(x, span),
        });
        let args: Vec<Value> = args.collect();
        match size {
            Size::Arg(n, _) => Some(args[n]),
            size => Some(self.size_node(size, args, span)),
        }
    }

    /// What is known of a size.
    pub(super) fn known_size(&self, e: &Expr) -> Option<Known> {
        self.reading().size(e)?.known()
    }
}

impl Closed<'_, '_> {
    fn size(&mut self, e: &Expr) -> Option<Size> {
        let e = bare(e);
        Some(match e {
            Expr::Lit(l) => literal(&l.lit)?,
            Expr::Path(p) if let Some(name) = p.path.get_ident() => match self.lowerer.get(name)? {
                Binding::Host(v) => self.value(*v)?,
                Binding::Dim(name) => self.leaf(Leaf::Dim(name.clone())),
                _ => return None,
            },
            Expr::Path(p) if self.in_text() && p.path.segments.last()?.ident == "NEG_INFINITY" => {
                Size::float(f64::NEG_INFINITY, Some("f64"))
            }
            Expr::Unary(u) => {
                let does = match u.op {
                    UnOp::Neg(_) => Does::Neg,
                    UnOp::Not(_) => Does::Not,
                    _ => return None,
                };
                Size::of(does, [self.size(&u.expr)?])
            }
            Expr::Binary(b) => {
                let (op, left, right) = (infix(&b.op)?, self.size(&b.left)?, self.size(&b.right)?);
                self.alike(&left, &right).then(|| left.infix(op, right))?
            }
            Expr::Cast(c) => {
                let name = c.ty.to_token_stream().to_string();
                let cast = Does::Cast(NUMBERS.iter().find(|ty| **ty == name)?);
                let of = match self.lowerer.host_at(&c.expr) {
                    // Whatever can be cast is a number.
                    Some(v) => self.leaf(Leaf::Host(v)),
                    None => self.size(&c.expr)?,
                };
                Size::of(cast, [of])
            }
            Expr::Array(a) => {
                let parts = a.elems.iter().map(|e| self.size(e)).collect::<Option<Vec<_>>>()?;
                let alike = parts.windows(2).all(|pair| self.alike(&pair[0], &pair[1]));
                alike.then(|| Size::of(Does::List, parts))?
            }
            Expr::Tuple(t) if !t.elems.is_empty() => {
                let parts = t.elems.iter().map(|e| self.size(e)).collect::<Option<Vec<_>>>()?;
                Size::of(Does::Tuple, parts)
            }
            Expr::MethodCall(c) => self.method(c)?,
            Expr::Try(t) if self.in_text() => self.call(&t.expr)?,
            _ => return None,
        })
    }

    /// A function of the runtime, which a text of the table calls.
    fn call(&mut self, e: &Expr) -> Option<Size> {
        let Expr::Call(c) = e else { return None };
        let is_it = matches!(&*c.func, Expr::Path(p) if p.path.segments.last()?.ident == "norm_order");
        is_it.then(|| Some(Size::of(Does::NormOrder, [self.size(c.args.first()?)?])))?
    }

    /// The text of the table, which rustc never sees with types that do not fit.
    fn in_text(&self) -> bool {
        self.lowerer.at.is_some()
    }

    /// Whether two operands are of one type for certain: rustc says of the user's words what is wrong with them.
    fn alike(&self, a: &Size, b: &Size) -> bool {
        if let (Size::Of(Does::Tuple, a), Size::Of(Does::Tuple, b)) = (a, b) {
            return a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.alike(a, b));
        }
        let kind = |size: &Size| match (size.ty(), size.known()) {
            (Some(ty), _) => Some(ty),
            (None, Some(Known::Int(_))) => Some("integer"),
            (None, Some(Known::Float(_))) => Some("float"),
            _ => None,
        };
        self.in_text()
            || match (kind(a), kind(b)) {
                (Some(a), Some(b)) if a == b => true,
                (Some("integer"), Some(ty)) | (Some(ty), Some("integer")) => INTEGERS.contains(&ty),
                (Some("float"), Some(ty)) | (Some(ty), Some("float")) => ["f32", "f64"].contains(&ty),
                _ => false,
            }
    }

    fn leaf(&mut self, leaf: Leaf) -> Size {
        let n = self.leaves.iter().position(|other| *other == leaf).unwrap_or(self.leaves.len());
        let size = match &leaf {
            Leaf::Host(v) => self.lowerer.graph.arg(n, *v),
            Leaf::Dim(name) => Size::dim(name).as_arg(n),
            Leaf::Shape(x) => self.lowerer.graph.shape_as_arg(n, *x),
        };
        if n == self.leaves.len() {
            self.leaves.push(leaf);
        }
        size
    }

    /// A host value; of the user's only one of which expansion knows that it is a size or a number.
    fn value(&mut self, v: Value) -> Option<Size> {
        let graph = &self.lowerer.graph;
        let is_size = matches!(graph.node(v).op, Op::Size(_) | Op::ShapeOf)
            || matches!(graph.known(v), Some(Known::Int(_) | Known::Float(_) | Known::Bool(_)))
            || Size::is_number(graph.host_type(v));
        (is_size || self.in_text()).then(|| self.leaf(Leaf::Host(v)))
    }

    fn method(&mut self, c: &syn::ExprMethodCall) -> Option<Size> {
        let name = c.method.to_string();
        match (self.lowerer.binding_at(&c.receiver), &*name) {
            (Some(Binding::Tensor(x)), _) => return self.of_tensor(c, *x),
            (Some(Binding::Group(Pack::Complex, parts)), _) => {
                let Binding::Tensor(x) = parts[0] else { return None };
                return self.of_tensor(c, x);
            }
            (Some(Binding::Group(Pack::Array, parts)), "len") => return Some(Size::usize(parts.len())),
            (Some(Binding::Group(Pack::Array, parts)), "is_empty") => {
                return Some(Size::Bool(parts.is_empty()));
            }
            _ => {}
        }
        let of = self.size(&c.receiver)?;
        let args = c.args.iter().map(|e| self.size(e)).collect::<Option<Vec<_>>>()?;
        let does = match (of.ty(), &*name, args.len()) {
            (Some("Shape"), "rank", 0) => Does::Rank,
            (Some("Shape"), "numel", 0) => Does::Numel,
            (Some("Shape"), "count", 1) if self.in_text() => Does::Count,
            (Some("Shape"), "chunk_start", 3) if self.in_text() => Does::ChunkStart,
            (Some("Sizes"), "start", 1) if self.in_text() => Does::Start,
            (ty, _, _)
                if self.in_text() || Size::is_number(ty) && args.iter().all(|arg| self.alike(&of, arg)) =>
            {
                Does::Method(METHODS.iter().find(|method| **method == name)?)
            }
            _ => return None,
        };
        Some(Size::of(does, [vec![of], args].concat()))
    }

    /// What a tensor is asked for; in the text of a composite also what must be something. What is wrong with that is said of
    /// the user's argument, here or at run time.
    fn of_tensor(&mut self, c: &syn::ExprMethodCall, x: Value) -> Option<Size> {
        let name = c.method.to_string();
        let args = c.args.iter().map(|e| self.size(e)).collect::<Option<Vec<_>>>()?;
        let check = match (&*name, args.len()) {
            ("dim_by", 2) => Check::By,
            ("dim_of", 2) => Check::Of,
            ("dim_some", 1) => Check::Some,
            ("rank_of", 1) => Check::Rank,
            ("dim", 1) => return Some(self.leaf(Leaf::Shape(x)).axis(args[0].clone())),
            ("rank", 0) => return Some(Size::of(Does::Rank, [self.leaf(Leaf::Shape(x))])),
            ("numel", 0) => return Some(Size::of(Does::Numel, [self.leaf(Leaf::Shape(x))])),
            ("shape", 0) => return Some(self.leaf(Leaf::Shape(x))),
            _ => return None,
        };
        if !self.in_text() {
            return None;
        }
        let ints: Vec<_> = args.iter().map(Size::dim_known).collect();
        let (of, text) = (self.leaf(Leaf::Shape(x)), c.receiver.to_token_stream().to_string());
        let lowerer = self.lowerer;
        let of_user = lowerer.origins.of(lowerer.graph, x).map_or(text, str::to_owned);
        let parts = [vec![of], args].concat();
        Some(match lowerer.checked_size(check, x, &ints) {
            Checked::Right => Size::unchecked(check, parts),
            Checked::Unknown => Size::of(Does::Checked(check, of_user), parts),
            Checked::Wrong(what) => {
                let called = lowerer.called.unwrap_or_default();
                let text = format!("{called}: {}", what.replace("{}", &of_user));
                self.wrong = Some(error::shape(c.method.span(), &text));
                Size::unchecked(check, parts)
            }
        })
    }
}

/// The size as a `let` of type `ty` has it, where that is certain.
fn declared(size: Size, ty: &str) -> Option<Size> {
    let ty = *NUMBERS.iter().find(|known| **known == ty)?;
    Some(match size {
        size if size.ty() == Some(ty) => size,
        Size::Int(n, None) if INTEGERS.contains(&ty) => Size::Int(n, Some(ty)),
        Size::Float(bits, None) if ["f32", "f64"].contains(&ty) => Size::Float(bits, Some(ty)),
        Size::Of(Does::Neg, parts) => Size::of(Does::Neg, [declared(parts.into_iter().next()?, ty)?]),
        _ => return None,
    })
}

fn literal(lit: &Lit) -> Option<Size> {
    let ty = |suffix: &str| PRIMITIVES.iter().find(|ty| **ty == suffix).copied();
    Some(match lit {
        Lit::Int(n) if matches!(n.suffix(), "f32" | "f64") => {
            Size::float(n.base10_parse().ok()?, ty(n.suffix()))
        }
        Lit::Int(n) => Size::Int(crate::dims::Dim::int(n.base10_parse().ok()?), ty(n.suffix())),
        Lit::Float(x) => Size::float(x.base10_parse().ok()?, ty(x.suffix())),
        Lit::Bool(b) => Size::Bool(b.value),
        _ => return None,
    })
}

fn infix(op: &BinOp) -> Option<Infix> {
    Some(match op {
        BinOp::Add(_) => Infix::Add,
        BinOp::Sub(_) => Infix::Sub,
        BinOp::Mul(_) => Infix::Mul,
        BinOp::Div(_) => Infix::Div,
        BinOp::Rem(_) => Infix::Rem,
        BinOp::Eq(_) => Infix::Eq,
        BinOp::Ne(_) => Infix::Ne,
        BinOp::Lt(_) => Infix::Lt,
        BinOp::Le(_) => Infix::Le,
        BinOp::Gt(_) => Infix::Gt,
        BinOp::Ge(_) => Infix::Ge,
        _ => return None,
    })
}
