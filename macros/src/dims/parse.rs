//! Dims as they are written: `B`, `3`, `{2 * K}`, `D / N`, `_`.

use syn::{BinOp, Expr, Ident, Lit, Type, UnOp};

use super::Dim;

const FORM: &str =
    "a dim is a name, an integer, `_`, or an expression of these with `+ - * /` such as `{2 * K}`";

impl Dim {
    /// An expression over dims; `lookup` says which names are dims, and with which value.
    pub(crate) fn parse(expr: &Expr, lookup: &mut dyn FnMut(&Ident) -> Option<Self>) -> syn::Result<Self> {
        let refuse = || syn::Error::new_spanned(expr, FORM);
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(n) => Ok(Self::int(n.base10_parse()?)),
                _ => Err(refuse()),
            },
            Expr::Path(p) => {
                let name = p.path.get_ident().ok_or_else(refuse)?;
                lookup(name).ok_or_else(|| syn::Error::new_spanned(expr, format!("`{name}` is no dim")))
            }
            Expr::Infer(_) => Ok(Self::unknown()),
            Expr::Paren(e) => Self::parse(&e.expr, lookup),
            Expr::Group(e) => Self::parse(&e.expr, lookup),
            Expr::Reference(e) => Self::parse(&e.expr, lookup),
            Expr::Cast(e) if integer(&e.ty) => Self::parse(&e.expr, lookup),
            Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => match b.block.stmts.as_slice() {
                [syn::Stmt::Expr(e, None)] => Self::parse(e, lookup),
                _ => Err(refuse()),
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => {
                Ok(&Self::int(0) - &Self::parse(&u.expr, lookup)?)
            }
            Expr::Binary(b) => {
                let op: fn(&Self, &Self) -> Self = match b.op {
                    BinOp::Add(_) => |a, b| a + b,
                    BinOp::Sub(_) => |a, b| a - b,
                    BinOp::Mul(_) => |a, b| a * b,
                    BinOp::Div(_) => Self::div,
                    _ => return Err(refuse()),
                };
                let (left, right) = (Self::parse(&b.left, lookup)?, Self::parse(&b.right, lookup)?);
                Ok(op(&left, &right))
            }
            Expr::MethodCall(call) => {
                let op: fn(&Self, &Self) -> Self = match call.method.to_string().as_str() {
                    "min" => Self::minimum,
                    "max" => Self::maximum,
                    "div_ceil" => Self::div_ceil,
                    _ => return Err(refuse()),
                };
                let [other] = call.args.iter().collect::<Vec<_>>()[..] else { return Err(refuse()) };
                let (left, right) = (Self::parse(&call.receiver, lookup)?, Self::parse(other, lookup)?);
                Ok(op(&left, &right))
            }
            _ => Err(refuse()),
        }
    }
}

/// Casts between these keep the number of a dim.
fn integer(ty: &Type) -> bool {
    let Type::Path(p) = ty else { return false };
    p.path
        .get_ident()
        .is_some_and(|i| ["usize", "isize", "u32", "i32", "u64", "i64"].contains(&i.to_string().as_str()))
}
