//! Element types: the one table of them.

use std::fmt;

/// What elements of a type are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ElemKind {
    /// They have derivatives.
    Float,
    /// Arithmetic without derivatives.
    Int,
    /// Order, and neither.
    Order,
    /// None of these.
    Truth,
}

/// What is known of a type that is no parameter.
pub(crate) struct Stored {
    pub name: &'static str,
    pub kind: ElemKind,
    /// Of an element in memory.
    pub bytes: i64,
    /// The type that kernels compute in.
    pub computed: &'static str,
}

/// A new type is a row here, and an `impl` of `Element` in the kernels.
macro_rules! elements {
    ($($Elem:ident = $name:literal: $kind:ident of $bytes:literal bytes, computed in $computed:literal;)*) => {
        /// Element type: concrete, or a type parameter of the function.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Elem {
            $($Elem,)*
            /// A generic parameter `T: Float`.
            Param(String),
            /// Not yet known; resolved before lowering ends.
            Var(u32),
        }

        impl Elem {
            /// Those that are no parameters.
            pub(crate) const ALL: &[Self] = &[$(Self::$Elem),*];

            pub(crate) fn stored(&self) -> Option<&'static Stored> {
                match self {
                    $(Self::$Elem => Some(&Stored { name: $name, kind: ElemKind::$kind, bytes: $bytes, computed: $computed }),)*
                    Self::Param(_) | Self::Var(_) => None,
                }
            }
        }
    };
}

elements! {
    F32 = "f32": Float of 4 bytes, computed in "f32";
    F64 = "f64": Float of 8 bytes, computed in "f64";
    F16 = "f16": Float of 2 bytes, computed in "f32";
    Bf16 = "bf16": Float of 2 bytes, computed in "f32";
    I32 = "i32": Int of 4 bytes, computed in "i32";
    Bool = "bool": Truth of 1 bytes, computed in "bool";
    U8 = "u8": Order of 1 bytes, computed in "u8";
}

impl Elem {
    /// The type of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|elem| elem.stored().is_some_and(|row| row.name == name)).cloned()
    }

    /// Whether it is known to have derivatives, as type parameters do.
    pub(crate) fn is_float(&self) -> bool {
        self.may_be_float() && !matches!(self, Self::Var(_))
    }

    /// Whether it has derivatives, as far as is known.
    pub(crate) fn may_be_float(&self) -> bool {
        self.stored().is_none_or(|row| row.kind == ElemKind::Float)
    }

    /// Whether kernels compute in another type, as the language has not this one.
    pub(crate) fn is_half(&self) -> bool {
        self.stored().is_some_and(|row| row.computed != row.name)
    }

    /// Whether a constant may be such an element: of an integer's, its name says the sign.
    pub(crate) fn holds(&self, number: f64) -> bool {
        let Some(row) = self.stored().filter(|row| matches!(row.kind, ElemKind::Int | ElemKind::Order))
        else {
            return true;
        };
        let (signed, end) = (row.name.starts_with('i'), (8.0 * row.bytes as f64).exp2());
        let (low, end) = if signed { (-end / 2.0, end / 2.0) } else { (0.0, end) };
        number.fract() == 0.0 && low <= number && number < end
    }

    /// Bytes of an element in memory; of what is not known the most that they may be.
    pub(crate) fn bytes(&self) -> i64 {
        self.stored().map_or(8, |row| row.bytes)
    }

    /// Whether memory rounds what kernels compute, or may: a half type, or one that may be.
    pub(crate) fn is_rounded(&self) -> bool {
        self.stored().is_none() || self.is_half()
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Param(name) => f.write_str(name),
            elem => f.write_str(elem.stored().map_or("_", |row| row.name)),
        }
    }
}
