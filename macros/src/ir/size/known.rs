//! What expansion knows of a size.

use super::{Check, Does, Infix, Size};
use crate::dims::{Dim, from_front};
use crate::ir::Known;

impl Size {
    pub(crate) fn known(&self) -> Option<Known> {
        match self {
            Self::Arg(_, fact) => fact.known.clone(),
            Self::Int(dim, _) => Some(Known::Int(dim.clone())),
            Self::Float(bits, ty) => {
                let x = f64::from_bits(*bits);
                Some(Known::Float(if *ty == Some("f32") { f64::from(x as f32) } else { x }))
            }
            Self::Bool(b) => Some(Known::Bool(*b)),
            Self::All => Some(Known::All),
            Self::Of(does, parts) => does.value(parts),
        }
    }

    pub(crate) fn dim_known(&self) -> Option<Dim> {
        match self.known()? {
            Known::Int(dim) => Some(dim),
            _ => None,
        }
    }

    fn dims_known(&self) -> Option<Vec<Dim>> {
        let Known::List(list) = self.known()? else { return None };
        let dim = |known| if let Known::Int(dim) = known { Some(dim) } else { None };
        list.into_iter().map(dim).collect()
    }

    /// The axis of a shape from the front, where both are known and there is one.
    pub(super) fn front(shape: &Self, axis: &Self) -> Option<usize> {
        let rank = match shape.known()? {
            Known::List(list) => list.len(),
            _ => return None,
        };
        from_front(axis.dim_known()?.as_int()?, rank)
    }

    /// Made of literals alone, none of them `f32`: arithmetic on variables may be in that.
    pub(super) fn is_literal(&self) -> bool {
        match self {
            Self::Int(..) | Self::Float(_, None | Some("f64")) => true,
            Self::Of(Does::Neg | Does::Infix(_), parts) => parts.iter().all(Self::is_literal),
            _ => false,
        }
    }

    /// The natural `n` of a divisor `n.max(1)`. They differ at 0 alone, where what is divided has no elements either.
    fn guarded(&self) -> Option<Dim> {
        let Self::Of(Does::Method("max"), parts) = self else { return None };
        let [n, one] = &parts[..] else { return None };
        let n = one.dim_known().filter(Dim::is_one).and_then(|_| n.dim_known())?;
        (n.is_natural() && n.as_int() != Some(0)).then_some(n)
    }
}

impl Does {
    fn value(&self, parts: &[Size]) -> Option<Known> {
        let dim = |i: usize| parts.get(i)?.dim_known();
        let size = || parts[0].dims_known()?.get(Size::front(&parts[0], &parts[1])?).cloned();
        Some(match self {
            Self::To(_) | Self::Told | Self::NormOrder => return parts[0].known(),
            Self::Neg => match parts[0].known()? {
                Known::Int(d) => Known::Int(&Dim::int(0) - &d),
                Known::Float(x) => Known::Float(-x),
                _ => return None,
            },
            Self::Not => match parts[0].known()? {
                Known::Bool(b) => Known::Bool(!b),
                _ => return None,
            },
            Self::Infix(op) => return op.value(&parts[0], &parts[1]),
            Self::Cast(ty) => match (parts[0].known()?, *ty) {
                (Known::Int(d), "f64" | "f32") => Known::Float(d.as_int()? as f64),
                (int @ Known::Int(_), _) => int,
                (Known::Bool(b), ty) if crate::ir::INTEGERS.contains(&ty) => {
                    Known::Int(Dim::int(i64::from(b)))
                }
                _ => return None,
            },
            Self::Method(name) => Known::Int(method(name, &dim(0)?, &dim(1)?)?),
            Self::List | Self::Tuple | Self::Shape => {
                Known::List(parts.iter().map(Size::known).collect::<Option<_>>()?)
            }
            Self::Axis | Self::AxisIfAny | Self::Checked(Check::Of | Check::Some, _) => Known::Int(size()?),
            Self::Checked(Check::By, _) => match dim(2)? {
                n if n.as_int() == Some(0) => return None,
                n => Known::Int(size()?.div(&n)),
            },
            Self::Rank | Self::Len | Self::Checked(Check::Rank, _) => match parts[0].known()? {
                Known::List(list) => Known::Int(Dim::int(list.len() as i64)),
                _ => return None,
            },
            Self::Numel => Known::Int(Dim::product(&parts[0].dims_known()?)),
            Self::Item => match parts[0].known()? {
                Known::List(list) => Known::List(list.get(1..)?.to_vec()),
                _ => return None,
            },
            Self::Front => {
                let (shape, rank) = (parts[1].dims_known()?, usize::try_from(dim(2)?.as_int()?).ok()?);
                let ones = vec![Dim::int(1); rank.saturating_sub(shape.len())];
                let dims = std::iter::once(dim(0)?).chain(ones).chain(shape);
                Known::List(dims.map(Known::Int).collect())
            }
            Self::Behind(_)
            | Self::Count
            | Self::ChunkStart
            | Self::Start
            | Self::Broadcast
            | Self::ItemShape => return None,
        })
    }
}

fn method(name: &str, a: &Dim, b: &Dim) -> Option<Dim> {
    Some(match name {
        "min" => a.minimum(b),
        "max" => a.maximum(b),
        "div_ceil" => a.div_ceil(b),
        // What saturates at the top is no dim of a tensor. Below 0 signed integers go on.
        "saturating_add" => a + b,
        "saturating_mul" => a * b,
        "saturating_sub" if (a - b).is_natural() => a - b,
        _ => return None,
    })
}

impl Infix {
    fn value(self, left: &Size, right: &Size) -> Option<Known> {
        match (left.known()?, right.known()?) {
            (Known::Int(l), Known::Int(r)) => match self {
                Self::Eq => l.same(&r).map(Known::Bool),
                Self::Ne => l.same(&r).map(|same| Known::Bool(!same)),
                Self::Lt | Self::Le | Self::Gt | Self::Ge => {
                    let (l, r) = (l.as_int()?, r.as_int()?);
                    Some(Known::Bool(match self {
                        Self::Lt => l < r,
                        Self::Le => l <= r,
                        Self::Gt => l > r,
                        _ => l >= r,
                    }))
                }
                Self::Add => Some(Known::Int(&l + &r)),
                Self::Sub => Some(Known::Int(&l - &r)),
                Self::Mul => Some(Known::Int(&l * &r)),
                Self::Div => match right.guarded() {
                    Some(divisor) => Some(Known::Int(l.div(&divisor))),
                    None if r.as_int() == Some(0) => None,
                    None => Some(Known::Int(l.div(&r))),
                },
                Self::Rem => None,
            },
            (Known::Float(l), Known::Float(r)) if left.is_literal() && right.is_literal() => {
                Some(Known::Float(match self {
                    Self::Add => l + r,
                    Self::Sub => l - r,
                    Self::Mul => l * r,
                    Self::Div => l / r,
                    _ => return None,
                }))
            }
            _ => None,
        }
    }
}
