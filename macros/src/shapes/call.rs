//! The arguments of a call as shape functions read them: by the names of the row's parameters.

use crate::dims::{self, Dim, from_front};
use crate::ir::{Graph, Known, Op, Shape, Ty, Value};
use crate::rules::{Param, ParamKind, Row};

/// The knowledge of an argument at expansion.
#[derive(Clone)]
pub(crate) struct Arg<'a> {
    pub is: Is<'a>,
    /// The user's name for it, for messages.
    pub name: Option<&'a str>,
    /// The user's expression for it, where that is short and the argument has no name.
    pub text: Option<&'a str>,
    /// `name` belongs to a value of the user's, and the called op makes the argument from this value.
    pub made: bool,
}

#[derive(Clone)]
pub(crate) enum Is<'a> {
    Tensor(&'a Shape),
    Host(Option<Known>),
    /// A host value that is the shape of a tensor.
    ShapeOf(&'a Shape),
}

impl<'a> Arg<'a> {
    pub(crate) fn of(graph: &'a Graph, value: Value) -> Self {
        let node = graph.node(value);
        let is = match (&node.ty, &node.op) {
            (Ty::Tensor(t) | Ty::List(t), _) => Is::Tensor(&t.shape),
            (_, Op::ShapeOf) if !graph.is_list(node.args[0]) => Is::ShapeOf(graph.shape(node.args[0])),
            _ => Is::Host(graph.known(value)),
        };
        Self { is, name: node.name.as_deref(), text: None, made: false }
    }
}

/// A call of a row.
pub(crate) struct Call<'a> {
    pub op: &'static str,
    /// The name that errors begin with: that of the op that the user called.
    pub title: &'static str,
    pub row: &'a Row,
    args: &'a [Arg<'a>],
    /// The parameter of each argument, and which item of it, if it is a list.
    place: Vec<(usize, Option<usize>)>,
}

/// Axes that a call names.
pub(crate) enum Axes {
    All,
    /// These axes, in order, from the front, different.
    Some(Vec<usize>),
    /// This many, if known.
    Unknown(Option<usize>),
}

impl<'a> Call<'a> {
    /// A list parameter takes the arguments that the others leave.
    pub(crate) fn new(op: &'static str, row: &'a Row, args: &'a [Arg<'a>]) -> Result<Self, String> {
        let is_list = |p: &Param| matches!(p.kind, ParamKind::List);
        let (params, given) = (row.params.len(), args.len());
        let lists = row.params.iter().filter(|p| is_list(p)).count();
        if lists > 1 || given + lists < params || (lists == 0 && given != params) {
            return Err(format!("{op}: takes {params} arguments, not {given}"));
        }
        let mut place = Vec::with_capacity(given);
        for (i, p) in row.params.iter().enumerate() {
            if is_list(p) {
                place.extend((0..given + 1 - params).map(|k| (i, Some(k))));
            } else {
                place.push((i, None));
            }
        }
        Ok(Self { op, title: op, row, args, place })
    }

    /// Whether the user called this op, in whatever spelling, and not one that is made of it.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.title.strip_prefix(self.op), Some("" | "_axis" | "_keep"))
    }

    /// An error: the op, then `what`.
    pub(crate) fn error<T>(&self, what: impl std::fmt::Display) -> Result<T, String> {
        Err(format!("{}: {what}", self.title))
    }

    /// The tensors with the positions of the arguments.
    pub(crate) fn tensors(&self) -> impl Iterator<Item = (usize, &'a Shape)> {
        self.args.iter().enumerate().filter_map(|(at, a)| match a.is {
            Is::Tensor(shape) => Some((at, shape)),
            _ => None,
        })
    }

    /// The parameter that argument `at` is for.
    pub(crate) fn param_of(&self, at: usize) -> &'a Param {
        &self.row.params[self.place[at].0]
    }

    pub(crate) fn param(&self, name: &str) -> Option<usize> {
        self.row.params.iter().position(|p| p.name == name)
    }

    /// The argument of the first of `names` that the row has.
    fn at(&self, names: &[&str]) -> Option<usize> {
        let param = names.iter().find_map(|n| self.param(n))?;
        self.place.iter().position(|(p, _)| *p == param)
    }

    fn arg(&self, names: &[&str]) -> Option<&'a Arg<'a>> {
        self.at(names).map(|at| &self.args[at])
    }

    /// The tensor of the first of `names` that the row has, with the argument's position.
    pub(crate) fn tensor(&self, names: &[&str]) -> Option<(usize, &'a Shape)> {
        let at = self.at(names)?;
        match self.args[at].is {
            Is::Tensor(shape) => Some((at, shape)),
            _ => None,
        }
    }

    /// The shape of the first tensor.
    pub(crate) fn first(&self) -> Shape {
        self.tensors().next().map_or_else(|| Shape::unknown(dims::fresh()), |(_, s)| s.clone())
    }

    /// How a message speaks of argument `at`: by the user's name, else by the row's parameter. Another op's parameters are not the
    /// user's, who called that which is made of the row.
    pub(crate) fn called(&self, at: usize) -> String {
        let param = &self.param_of(at).name;
        match (self.args[at].name, self.place[at].1) {
            (Some(user), _) if self.args[at].made => format!("what is made of `{user}`"),
            (Some(user), _) => format!("`{user}`"),
            _ if self.args[at].text.is_some() => format!("`{}`", self.args[at].text.unwrap_or_default()),
            _ if !self.is_own() => "an operand".to_owned(),
            (None, None) => format!("`{param}`"),
            (None, Some(item)) => format!("item {item} of `{param}`"),
        }
    }

    /// The names of what a remedy changes: of these arguments those that the user knows.
    pub(crate) fn sources(&self, args: &[usize]) -> String {
        let name = |&at: &usize| match &self.args[at] {
            Arg { name: Some(user), .. } => Some(format!("`{user}`")),
            _ => Some(self.called(at)).filter(|_| self.is_own()),
        };
        let names: Vec<String> = args.iter().filter_map(name).collect();
        if names.is_empty() { "one".to_owned() } else { names.join(" or ") }
    }

    pub(crate) fn known(&self, names: &[&str]) -> Option<&'a Known> {
        match &self.arg(names)?.is {
            Is::Host(known) => known.as_ref(),
            _ => None,
        }
    }

    /// An integer, symbolic or not.
    pub(crate) fn int(&self, names: &[&str]) -> Option<Dim> {
        match self.known(names)? {
            Known::Int(d) => Some(d.clone()),
            _ => None,
        }
    }

    pub(crate) fn bool(&self, names: &[&str]) -> Option<bool> {
        match self.known(names)? {
            Known::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// A list of integers; a single one is a list of one.
    pub(crate) fn ints(&self, names: &[&str]) -> Option<Vec<Dim>> {
        let int = |k: &Known| match k {
            Known::Int(d) => Some(d.clone()),
            _ => None,
        };
        match self.known(names)? {
            Known::List(list) => list.iter().map(int).collect(),
            one => int(one).map(|d| vec![d]),
        }
    }

    /// A shape given as a host value.
    pub(crate) fn shape_given(&self, names: &[&str]) -> Option<Shape> {
        match self.arg(names)?.is {
            Is::ShapeOf(shape) => Some(shape.clone()),
            Is::Host(_) => self.ints(names).map(Shape::Dims),
            Is::Tensor(_) => None,
        }
    }

    /// An axis of `rank` axes, negative from the end.
    pub(crate) fn axis(&self, names: &[&str], rank: usize) -> Result<Option<usize>, String> {
        match self.int(names).and_then(|d| d.as_int()) {
            Some(axis) => self.normal(axis, rank).map(Some),
            None => Ok(None),
        }
    }

    pub(crate) fn normal(&self, axis: i64, rank: usize) -> Result<usize, String> {
        match from_front(axis, rank) {
            Some(a) => Ok(a),
            None if rank == 0 => self.error(format_args!("axis {axis} of a scalar, which has no axes")),
            None => {
                self.error(format_args!("axis {axis} is out of range for rank {rank}; use {}", range(rank)))
            }
        }
    }

    /// Several axes; `rank` is that of the tensor, if known.
    pub(crate) fn axes(&self, names: &[&str], rank: Option<usize>) -> Result<Axes, String> {
        if let Some(Known::All) = self.known(names) {
            return Ok(Axes::All);
        }
        let Some(list) = self.ints(names) else { return Ok(Axes::Unknown(None)) };
        let (count, Some(rank)) = (list.len(), rank) else { return Ok(Axes::Unknown(Some(list.len()))) };
        let Some(list) = list.iter().map(Dim::as_int).collect::<Option<Vec<_>>>() else {
            return Ok(Axes::Unknown(Some(count)));
        };
        let mut axes = list.iter().map(|a| self.normal(*a, rank)).collect::<Result<Vec<_>, _>>()?;
        axes.sort_unstable();
        match axes.windows(2).find(|w| w[0] == w[1]) {
            Some(w) => self.error(format_args!("axis {} is named twice", w[0])),
            None => Ok(Axes::Some(axes)),
        }
    }

    /// Several axes in the order of the call, from the front; `None` where they are not known.
    pub(crate) fn ordered(&self, names: &[&str], rank: usize) -> Result<Option<Vec<usize>>, String> {
        let list = self.ints(names).and_then(|list| list.iter().map(Dim::as_int).collect::<Option<Vec<_>>>());
        let Some(list) = list else { return Ok(None) };
        let axes = list.iter().map(|a| self.normal(*a, rank)).collect::<Result<Vec<_>, _>>()?;
        match (1..axes.len()).find(|&i| axes[..i].contains(&axes[i])) {
            Some(twice) => self.error(format_args!("axis {} is named twice", axes[twice])),
            None => Ok(Some(axes)),
        }
    }

    /// Nothing is known of any result.
    pub(crate) fn unknown(&self) -> Vec<Shape> {
        self.row.results.iter().map(|_| Shape::unknown(dims::fresh())).collect()
    }

    /// `shape` for every result.
    pub(crate) fn all(&self, shape: &Shape) -> Vec<Shape> {
        vec![shape.clone(); self.row.results.len()]
    }
}

fn range(rank: usize) -> String {
    match rank {
        1 => "0 or -1".to_owned(),
        _ => format!("0 to {}, or -{rank} to -1 from the end", rank - 1),
    }
}
