//! Values and places. A value that a statement emits is a constant of the function, named for its number; places are written where
//! they are used.

use naga::{
    BinaryOperator as B, Expression, Handle, Literal, MathFunction as M, Module, ScalarKind, TypeInner,
};
use naga::{Type, UnaryOperator};

use super::{Body, Refusal, argument_name, constant_name, global_name, literal, scalar_name, type_name};

/// A value outside of functions.
pub(super) fn global(module: &Module, handle: Handle<Expression>) -> Result<String, Refusal> {
    let list = |all: &[Handle<Expression>]| {
        all.iter().map(|one| global(module, *one)).collect::<Result<Vec<_>, _>>()
    };
    match &module.global_expressions[handle] {
        Expression::Literal(value) => literal(*value),
        Expression::Constant(of) => global(module, module.constants[*of].init),
        Expression::ZeroValue(ty) => Ok(format!("{}{{}}", type_name(module, *ty)?)),
        Expression::Compose { ty, components } => Ok(composed(module, *ty, &list(components)?)?),
        Expression::Splat { size, value } => {
            Ok(format!("{{{}}}", vec![global(module, *value)?; *size as usize].join(", ")))
        }
        other => Err(format!("no constant is {other:?}")),
    }
}

/// An aggregate of values.
fn composed(module: &Module, ty: Handle<Type>, values: &[String]) -> Result<String, Refusal> {
    let (name, all) = (type_name(module, ty)?, values.join(", "));
    Ok(match module.types[ty].inner {
        TypeInner::Struct { .. } => format!("{name}{{{all}}}"),
        _ => format!("{name}{{{{{all}}}}}"),
    })
}

impl Body<'_> {
    pub(super) fn inner(&self, handle: Handle<Expression>) -> &TypeInner {
        self.of[handle].ty.inner_with(&self.module.types)
    }

    fn kind(&self, handle: Handle<Expression>) -> Option<ScalarKind> {
        self.inner(handle).scalar_kind()
    }

    /// The bits of a number.
    fn bits(&self, handle: Handle<Expression>) -> u32 {
        self.inner(handle).scalar_width().map_or(32, |bytes| 8 * u32::from(bytes))
    }

    pub(super) fn is_place(&self, handle: Handle<Expression>) -> bool {
        self.inner(handle).pointer_space().is_some()
    }

    /// A pointer to a place, for a function that takes one.
    pub(super) fn pointer(&self, handle: Handle<Expression>) -> Result<String, Refusal> {
        Ok(format!("&{}", self.place(handle)?))
    }

    /// What an expression of a pointer's type points to.
    pub(super) fn place(&self, handle: Handle<Expression>) -> Result<String, Refusal> {
        Ok(match self.expression(handle) {
            Expression::LocalVariable(local) => format!("l{}", local.index()),
            Expression::FunctionArgument(i) => format!("(*{})", argument_name(self.function, *i as usize)),
            Expression::GlobalVariable(of) => {
                let name = global_name(self.module, *of);
                match self.module.global_variables[*of].space {
                    naga::AddressSpace::Storage { .. } | naga::AddressSpace::Uniform => {
                        format!("given.{name}")
                    }
                    _ => name,
                }
            }
            Expression::Access { base, index } => self.within(*base, &self.value(*index)?)?,
            Expression::AccessIndex { base, index } => self.within(*base, &index.to_string())?,
            other => return Err(format!("no place is {other:?}")),
        })
    }

    /// An element of a place.
    fn within(&self, base: Handle<Expression>, index: &str) -> Result<String, Refusal> {
        let place = self.place(base)?;
        let TypeInner::Pointer { base, .. } = *self.inner(base) else {
            return Err("a place in a value".into());
        };
        Ok(match self.module.types[base].inner {
            TypeInner::Struct { .. } => format!("{place}.m{index}"),
            TypeInner::Array { size: naga::ArraySize::Dynamic, .. } => format!("{place}[{index}]"),
            _ => format!("{place}.at[{index}]"),
        })
    }

    /// A value by its name, or as it stands where it has none.
    pub(super) fn value(&self, handle: Handle<Expression>) -> Result<String, Refusal> {
        match self.expression(handle) {
            Expression::Literal(value) => literal(*value),
            Expression::Constant(of) => Ok(constant_name(self.module, *of)),
            Expression::FunctionArgument(i) => Ok(argument_name(self.function, *i as usize)),
            Expression::ZeroValue(ty) => Ok(format!("{}{{}}", type_name(self.module, *ty)?)),
            _ => Ok(format!("e{}", handle.index())),
        }
    }

    /// An element of a vector, or a number for all of them.
    fn part(&self, handle: Handle<Expression>, lane: Option<u8>) -> Result<String, Refusal> {
        let value = self.value(handle)?;
        Ok(match (lane, self.inner(handle)) {
            (Some(lane), TypeInner::Vector { .. }) => format!("{value}.at[{lane}]"),
            _ => value,
        })
    }

    /// What a value is made of.
    pub(super) fn written(&self, handle: Handle<Expression>) -> Result<String, Refusal> {
        let is_by_elements = matches!(
            self.expression(handle),
            Expression::Unary { .. }
                | Expression::Binary { .. }
                | Expression::Select { .. }
                | Expression::Math { .. }
                | Expression::As { .. }
        );
        match *self.inner(handle) {
            TypeInner::Vector { size, scalar } if is_by_elements => {
                let all = (0..size as u8).map(|lane| self.computed(handle, scalar_name(scalar)?, Some(lane)));
                let all = all.collect::<Result<Vec<_>, _>>()?.join(", ");
                Ok(format!("{}{{{{{all}}}}}", self.inner_name(handle)?))
            }
            _ if is_by_elements => self.computed(handle, &self.inner_name(handle)?, None),
            _ => self.made(handle),
        }
    }

    /// A number of type `to`, or that of one element of a vector.
    fn computed(&self, handle: Handle<Expression>, to: &str, lane: Option<u8>) -> Result<String, Refusal> {
        let is_vector = |x| matches!(self.inner(x), TypeInner::Vector { .. });
        Ok(match *self.expression(handle) {
            Expression::Unary { op, expr } => self.unary(op, expr, lane)?,
            Expression::Binary { op, left, right } => self.binary(op, [left, right], lane)?,
            Expression::Select { condition, accept, reject } => {
                let [c, a, b] = [condition, accept, reject].map(|x| self.part(x, lane));
                format!("{} ? {} : {}", c?, a?, b?)
            }
            Expression::Math { fun: M::Dot, arg, arg1: Some(other), .. } => {
                format!("ct_dot({}, {})", self.value(arg)?, self.value(other)?)
            }
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                if lane.is_none() && is_vector(arg) {
                    return Err(format!("no function of a vector is {fun:?}"));
                }
                let all = [Some(arg), arg1, arg2, arg3].into_iter().flatten().map(|x| self.part(x, lane));
                let all = all.collect::<Result<Vec<_>, _>>()?.join(", ");
                format!("{}({all})", function(fun)?)
            }
            Expression::As { expr, kind, convert } => self.cast(to, expr, kind, convert.is_some(), lane)?,
            ref other => return Err(format!("no number is {other:?}")),
        })
    }

    fn made(&self, handle: Handle<Expression>) -> Result<String, Refusal> {
        Ok(match *self.expression(handle) {
            Expression::Load { pointer } => self.place(pointer)?,
            Expression::Access { base, index } => format!("{}.at[{}]", self.value(base)?, self.value(index)?),
            Expression::AccessIndex { base, index } => match self.inner(base) {
                TypeInner::Struct { .. } => format!("{}.m{index}", self.value(base)?),
                _ => format!("{}.at[{index}]", self.value(base)?),
            },
            Expression::Compose { ty, ref components } => {
                let mut values = Vec::new();
                let is_vector = matches!(self.module.types[ty].inner, TypeInner::Vector { .. });
                for &one in components {
                    let value = self.value(one)?;
                    match *self.inner(one) {
                        TypeInner::Vector { size, .. } if is_vector => {
                            values.extend((0..size as u8).map(|i| format!("{value}.at[{i}]")));
                        }
                        _ => values.push(value),
                    }
                }
                composed(self.module, ty, &values)?
            }
            Expression::Splat { size, value } => {
                let TypeInner::Scalar(scalar) = *self.inner(value) else {
                    return Err("a vector of no numbers".into());
                };
                let all = vec![self.value(value)?; size as usize].join(", ");
                format!("ct_vec<{}, {}>{{{{{all}}}}}", scalar_name(scalar)?, size as u8)
            }
            Expression::Swizzle { size, vector, pattern } => {
                let TypeInner::Vector { scalar, .. } = *self.inner(vector) else {
                    return Err("parts of no vector".into());
                };
                let from = self.value(vector)?;
                let parts: Vec<_> =
                    pattern[..size as usize].iter().map(|p| format!("{from}.at[{}]", *p as u8)).collect();
                format!("ct_vec<{}, {}>{{{{{}}}}}", scalar_name(scalar)?, size as u8, parts.join(", "))
            }
            Expression::Relational { fun, argument } => {
                let x = self.value(argument)?;
                match fun {
                    naga::RelationalFunction::All => format!("ct_all({x})"),
                    other => return Err(format!("no function is {other:?}")),
                }
            }
            ref other => return Err(format!("no value is {other:?}")),
        })
    }

    fn unary(&self, op: UnaryOperator, of: Handle<Expression>, lane: Option<u8>) -> Result<String, Refusal> {
        let value = self.part(of, lane)?;
        Ok(match (op, self.kind(of)) {
            // What leaves the range wraps.
            (UnaryOperator::Negate, Some(ScalarKind::Sint)) => format!("ct_negative({value})"),
            (UnaryOperator::Negate, _) => format!("-{value}"),
            (UnaryOperator::LogicalNot, _) => format!("!{value}"),
            (UnaryOperator::BitwiseNot, _) => format!("~{value}"),
        })
    }

    fn binary(
        &self,
        op: B,
        [left, right]: [Handle<Expression>; 2],
        lane: Option<u8>,
    ) -> Result<String, Refusal> {
        if [left, right].iter().any(|x| matches!(self.inner(*x), TypeInner::Matrix { .. })) {
            return Err("products of matrices".into());
        }
        let (a, b, kind) = (self.part(left, lane)?, self.part(right, lane)?, self.kind(left));
        let is_signed = kind == Some(ScalarKind::Sint);
        let sign = match op {
            // What leaves the range of integers wraps, which C++ leaves open.
            B::Add if is_signed => return Ok(format!("ct_add({a}, {b})")),
            B::Subtract if is_signed => return Ok(format!("ct_subtract({a}, {b})")),
            B::Multiply if is_signed => return Ok(format!("ct_multiply({a}, {b})")),
            B::Divide if is_signed => return Ok(format!("ct_divide({a}, {b})")),
            B::Modulo if is_signed => return Ok(format!("ct_modulo({a}, {b})")),
            B::Modulo if kind == Some(ScalarKind::Float) => return Ok(format!("fmod({a}, {b})")),
            B::Add => "+",
            B::Subtract => "-",
            B::Multiply => "*",
            B::Divide => "/",
            B::Modulo => "%",
            B::Equal => "==",
            B::NotEqual => "!=",
            B::Less => "<",
            B::LessEqual => "<=",
            B::Greater => ">",
            B::GreaterEqual => ">=",
            B::And if kind == Some(ScalarKind::Bool) => "&&",
            B::InclusiveOr if kind == Some(ScalarKind::Bool) => "||",
            B::And => "&",
            B::ExclusiveOr => "^",
            B::InclusiveOr => "|",
            B::LogicalAnd => "&&",
            B::LogicalOr => "||",
            // By the number of bits and more is by what is over.
            B::ShiftLeft => return Ok(format!("{a} << ({b} & {}u)", self.bits(left) - 1)),
            B::ShiftRight => return Ok(format!("{a} >> ({b} & {}u)", self.bits(left) - 1)),
        };
        Ok(format!("{a} {sign} {b}"))
    }

    fn cast(
        &self,
        to: &str,
        of: Handle<Expression>,
        kind: ScalarKind,
        converts: bool,
        lane: Option<u8>,
    ) -> Result<String, Refusal> {
        let value = self.part(of, lane)?;
        Ok(match (converts, self.kind(of), kind) {
            (false, from, to) if self.is_double && [from, Some(to)].contains(&Some(ScalarKind::Float)) => {
                return Err("the bits of f64".into());
            }
            (false, ..) => format!("ct_bits<{to}>({value})"),
            // What leaves the range ends at its ends.
            (_, Some(ScalarKind::Float), ScalarKind::Sint | ScalarKind::Uint) => {
                format!("ct_whole<{to}>({value})")
            }
            (_, _, ScalarKind::Bool) => format!("{value} != {}", literal(zero(self.kind(of)))?),
            _ => format!("ct_cast<{to}>({value})"),
        })
    }

    pub(super) fn inner_name(&self, handle: Handle<Expression>) -> Result<String, Refusal> {
        match &self.of[handle].ty {
            naga::proc::TypeResolution::Handle(ty) => type_name(self.module, *ty),
            naga::proc::TypeResolution::Value(inner) => super::inner_name(self.module, inner),
        }
    }
}

fn zero(kind: Option<ScalarKind>) -> Literal {
    match kind {
        Some(ScalarKind::Float) => Literal::F32(0.0),
        Some(ScalarKind::Sint) => Literal::I32(0),
        Some(ScalarKind::Bool) => Literal::Bool(false),
        _ => Literal::U32(0),
    }
}

/// The name of a function, in `wgsl.cuh` or of CUDA.
fn function(fun: M) -> Result<&'static str, Refusal> {
    Ok(match fun {
        M::Abs => "ct_abs",
        M::Min => "ct_least_of",
        M::Max => "ct_largest_of",
        M::Clamp => "ct_between",
        M::Cos => "cos",
        M::Cosh => "cosh",
        M::Sin => "sin",
        M::Sinh => "sinh",
        M::Tan => "tan",
        M::Tanh => "tanh",
        M::Acos => "acos",
        M::Asin => "asin",
        M::Atan => "atan",
        M::Atan2 => "atan2",
        M::Asinh => "asinh",
        M::Acosh => "acosh",
        M::Atanh => "atanh",
        M::Ceil => "ceil",
        M::Floor => "floor",
        M::Round => "rint",
        M::Trunc => "trunc",
        M::Exp => "exp",
        M::Exp2 => "exp2",
        M::Log => "log",
        M::Log2 => "log2",
        M::Pow => "pow",
        M::Sign => "ct_sign_of",
        M::Fma => "ct_fma",
        M::Sqrt => "sqrt",
        M::InverseSqrt => "rsqrt",
        M::Ldexp => "ldexp",
        M::CountLeadingZeros => "ct_leading_zeros",
        M::CountTrailingZeros => "ct_trailing_zeros",
        M::CountOneBits => "ct_ones",
        M::FirstLeadingBit => "ct_first_leading",
        other => return Err(format!("no function is {other:?}")),
    })
}
