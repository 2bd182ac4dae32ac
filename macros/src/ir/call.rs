//! Calls of other functions.

use std::rc::Rc;

use super::{Pack, Runs};
use crate::names;

/// The transform of a callee that is run. Arguments are its own first, leaf by leaf.
#[derive(Clone)]
pub(crate) enum Call {
    /// The value, as part 0.
    Value(Rc<Callee>),
    /// The value and the pullback.
    Vjp(Rc<Callee>),
    /// `args`: the pullback, the cotangent. Gives one part a parameter.
    Pull,
    /// `args`: the arguments, then the tangents of those that have one. Gives the value and its tangent.
    Jvp(Rc<Callee>),
    /// Plain Rust. Gives the value, out of its `Result` if it is one, as part 0.
    Plain(Rc<Callee>),
    /// Plain Rust with rules.
    Ruled(Rc<Ruled>),
    /// There is no forward rule for the function of this name.
    Refused(String),
    /// As `Jvp`, of `Vjp`: gives the value, a pullback that takes a tangent beside a cotangent, and the value's tangent.
    Vjp2(Rc<Callee>),
    /// `args`: such a pullback, a cotangent, its tangent. Gives the parts, and their tangents.
    Pull2,
}

/// A function that is called, and how its arguments are put together from leaves.
#[derive(Clone)]
pub(crate) struct Callee {
    pub path: syn::Path,
    pub how: How,
    pub args: Vec<Leaves>,
    /// A checkpoint runs it again: behind its arguments stand the notes of that and its place there.
    pub noted: bool,
    /// A function may do anything, so a call in the user's text is `InOrder`: in its place, whoever reads its value. What the sweeps call,
    /// and what has run before, is called where its value is needed.
    pub runs: Runs,
}

/// Where the transforms of a callee are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// On the type of its name: `f::vjp`.
    Function,
    /// On that of a twin: the callee is a function of numbers.
    Numbers,
    /// Beside it: `Mlp::new_vjp`.
    Associated,
    /// As methods of the first argument: `mlp.forward_vjp`. The path is the method's name.
    Method,
}

/// A body that is not read, and the functions that are its rules.
#[derive(Clone)]
pub(crate) struct Ruled {
    pub name: String,
    pub body: Rc<Callee>,
    /// Takes the arguments, the value and its cotangent; gives the cotangents of the active arguments.
    pub vjp: syn::Path,
    /// Takes the arguments, the value and the tangents of the active arguments; gives that of the value.
    pub jvp: Option<syn::Path>,
    /// Which leaves have a cotangent, and what they are called.
    pub active: Vec<Option<String>>,
    /// The rules are differentiable functions themselves.
    pub order_2: bool,
}

/// An argument.
#[derive(Clone)]
pub(crate) enum Leaves {
    /// A value, given as the parameter takes it.
    One,
    Group(Pack, Vec<Leaves>),
    /// A reference to what was written on the spot.
    Ref(Box<Leaves>),
    /// A tuple or list that has a name, which may be one of references.
    Named(Box<Leaves>),
}

impl Call {
    /// The function that it calls.
    pub(crate) fn callee(&self) -> Option<&Callee> {
        match self {
            Self::Value(c) | Self::Vjp(c) | Self::Jvp(c) | Self::Vjp2(c) | Self::Plain(c) => Some(c),
            Self::Ruled(ruled) => Some(&ruled.body),
            Self::Pull | Self::Pull2 | Self::Refused(_) => None,
        }
    }

    /// When it runs, seen from the rest of the program.
    pub(crate) fn runs(&self) -> Runs {
        match self {
            Self::Value(c) | Self::Vjp(c) | Self::Jvp(c) | Self::Vjp2(c) | Self::Plain(c) => c.runs,
            Self::Ruled(r) => r.body.runs,
            Self::Pull | Self::Pull2 | Self::Refused(_) => Runs::Freely,
        }
    }

    /// This call, where it has run before.
    pub(super) fn ran(&self) -> Self {
        let ran = |c: &Rc<Callee>| Rc::new(Callee { runs: Runs::Freely, ..(**c).clone() });
        match self {
            Self::Value(c) => Self::Value(ran(c)),
            Self::Vjp(c) => Self::Vjp(ran(c)),
            Self::Jvp(c) => Self::Jvp(ran(c)),
            Self::Vjp2(c) => Self::Vjp2(ran(c)),
            Self::Plain(c) => Self::Plain(ran(c)),
            Self::Ruled(r) => Self::Ruled(Rc::new(Ruled { body: ran(&r.body), ..(**r).clone() })),
            Self::Pull | Self::Pull2 | Self::Refused(_) => self.clone(),
        }
    }
}

impl Callee {
    /// How many values its arguments are.
    pub(crate) fn leaves(&self) -> usize {
        self.args.iter().map(Leaves::count).sum()
    }

    /// Which of the arguments of its node are the notes and the place, if a checkpoint runs it again.
    pub(crate) fn told(&self) -> std::ops::Range<usize> {
        let leaves = self.leaves();
        leaves..leaves + if self.noted { 2 } else { 0 }
    }

    /// As the user wrote it.
    pub(crate) fn text(&self) -> String {
        let path = names::plain(&self.path).replace(' ', "");
        if self.how == How::Method { format!(".{path}") } else { path }
    }
}

impl Leaves {
    /// How many values it takes.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::One => 1,
            Self::Group(_, parts) => parts.iter().map(Self::count).sum(),
            Self::Ref(inner) | Self::Named(inner) => inner.count(),
        }
    }

    /// The way to each leaf, below `path`.
    pub(crate) fn paths(&self, path: &mut Vec<u32>, out: &mut Vec<Vec<u32>>) {
        match self {
            Self::One => out.push(path.clone()),
            Self::Ref(inner) | Self::Named(inner) => inner.paths(path, out),
            Self::Group(_, parts) => {
                for (i, part) in parts.iter().enumerate() {
                    path.push(i as u32);
                    part.paths(path, out);
                    path.pop();
                }
            }
        }
    }
}
