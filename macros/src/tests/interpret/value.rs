//! Host values, and what a name stands for.

/// A value of the host language.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Host {
    Int(i64),
    Float(f64),
    Bool(bool),
    List(Vec<Host>),
    All,
    /// All axes but the first.
    Rest,
    /// `Padding::SAME`.
    Same,
}

impl Host {
    pub(crate) fn list(sizes: &[usize]) -> Self {
        Self::List(sizes.iter().map(|d| Self::Int(*d as i64)).collect())
    }
    pub(crate) fn int(&self) -> i64 {
        match self {
            Self::Int(i) => *i,
            Self::Bool(b) => i64::from(*b),
            _ => panic!("{self:?} is no integer"),
        }
    }
    pub(crate) fn float(&self) -> f64 {
        match self {
            Self::Float(f) => *f,
            _ => self.int() as f64,
        }
    }
    pub(crate) fn bool(&self) -> bool {
        match self {
            Self::Bool(b) => *b,
            _ => panic!("{self:?} is no truth value"),
        }
    }
    pub(crate) fn ints(&self) -> Vec<i64> {
        match self {
            Self::List(l) => l.iter().map(Self::int).collect(),
            _ => vec![self.int()],
        }
    }
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        let Self::List(pairs) = self else { panic!("{self:?} is no list of pairs") };
        pairs.iter().map(|p| (p.ints()[0] as usize, p.ints()[1] as usize)).collect()
    }
    pub(crate) fn axes(&self, rank: usize) -> Vec<usize> {
        match self {
            Self::All => (0..rank).collect(),
            Self::Rest => (1..rank).collect(),
            _ => self.ints().iter().map(|a| if *a < 0 { *a + rank as i64 } else { *a } as usize).collect(),
        }
    }

    /// The methods that rule texts call on host values; the runtime's definitions are in its `Shape`, `Sizes`, `Axes`.
    pub(crate) fn method(&self, name: &str, args: &[Host]) -> Host {
        match name {
            "count" => {
                let shape = self.ints();
                Self::Int(args[0].axes(shape.len()).iter().map(|a| shape[*a]).product())
            }
            "start" => Self::Int(self.ints()[..args[0].int() as usize].iter().sum()),
            "chunk_start" => {
                let shape = self.ints();
                let dim = shape[args[0].axes(shape.len())[0]];
                Self::Int((args[2].int() * ((dim + args[1].int() - 1) / args[1].int())).min(dim))
            }
            "saturating_add" => Self::Int(self.int() + args[0].int()),
            "saturating_mul" => Self::Int(self.int() * args[0].int()),
            "saturating_sub" => Self::Int(self.int() - args[0].int()),
            "wrapping_neg" => Self::Int(-self.int()),
            "sqrt" => Self::Float(self.float().sqrt()),
            "max" if matches!(self, Self::Int(_)) => Self::Int(self.int().max(args[0].int())),
            "min" => Self::Int(self.int().min(args[0].int())),
            "max" => Self::Float(self.float().max(args[0].float())),
            _ => panic!("rule texts may not call `{name}` on a host value"),
        }
    }
}

/// The value of a name in a rule text; a tensor is the number of an array.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Tensor(usize),
    Host(Host),
    /// Several results, or a list of tensors.
    Many(Vec<Value>),
}

impl Value {
    pub(crate) fn tensor(&self) -> usize {
        match self {
            Self::Tensor(t) => *t,
            _ => panic!("{self:?} is no tensor"),
        }
    }
    pub(crate) fn host(&self) -> &Host {
        match self {
            Self::Host(h) => h,
            _ => panic!("{self:?} is no host value"),
        }
    }
}
