//! Broadcasting and its reverse.

use std::collections::BTreeSet;

use super::call::Call;
use crate::dims::Dim;
use crate::ir::{Atom, Graph, Shape, Ty, Value};

/// Two dims that cannot be broadcast together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clash {
    /// Counted from the end, 1 being the last axis.
    pub from_end: usize,
    pub left: Dim,
    pub right: Dim,
}

/// How the cotangent of a broadcast result becomes that of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// As it is.
    Same,
    /// Summed over the first `leading` axes, which go, and over the axes `ones` of what is left, which stay with
    /// length 1.
    Reduce { leading: usize, ones: Vec<usize> },
    /// Decided at run time.
    Unknown,
}

pub(crate) fn broadcast(a: &Shape, b: &Shape) -> Result<Shape, Clash> {
    if let (Shape::Dims(a), Shape::Dims(b)) = (a, b) {
        return dims(a, b).map(Shape::Dims);
    }
    let mut unknown = BTreeSet::new();
    let mut known = Vec::new();
    for shape in [a, b] {
        match shape {
            Shape::Dims(d) => known = dims(&known, d)?,
            Shape::Open(atoms) => {
                for atom in atoms {
                    match atom {
                        Atom::Unknown(_) | Atom::Kept { .. } => unknown.extend([atom.clone()]),
                        Atom::Dims(d) => known = dims(&known, d)?,
                    }
                }
            }
        }
    }
    // A scalar broadcasts to anything and leaves no trace.
    if !known.is_empty() {
        unknown.insert(Atom::Dims(known));
    }
    // A reduced shape with its axes kept leaves none in that which was reduced.
    let leaves_none =
        |atom: &Atom| matches!(atom, Atom::Kept { of, .. } if of.iter().all(|a| a.is_within(&unknown)));
    let traces = unknown.iter().filter(|atom| !leaves_none(atom)).cloned().collect();
    Ok(Shape::Open(traces))
}

/// The tensors among the arguments of an elementwise op, broadcast together.
pub(crate) fn operands(graph: &Graph, args: &[Value]) -> Result<Shape, Clash> {
    let tensors = args.iter().filter(|a| graph.node(**a).ty != Ty::Host);
    tensors.map(|a| graph.shape(*a)).try_fold(Shape::scalar(), |a, b| broadcast(&a, b))
}

fn dims(a: &[Dim], b: &[Dim]) -> Result<Vec<Dim>, Clash> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let missing = long.len() - short.len();
    let mut out = long[..missing].to_vec();
    for (i, (x, y)) in long[missing..].iter().zip(short).enumerate() {
        let dim = match x.same(y) {
            Some(true) => x.clone(),
            _ if y.is_one() => x.clone(),
            _ if x.is_one() => y.clone(),
            None => x.join(y),
            Some(false) => {
                let (left, right) = if a.len() >= b.len() { (x, y) } else { (y, x) };
                return Err(Clash { from_end: short.len() - i, left: left.clone(), right: right.clone() });
            }
        };
        out.push(dim);
    }
    Ok(out)
}

/// The relation of `from`, the shape of a result's cotangent, to `to`, that of an operand: the axes that
/// un-broadcasting sums.
pub(crate) fn relation(from: &Shape, to: &Shape) -> Relation {
    if from == to {
        return Relation::Same;
    }
    let (Shape::Dims(from), Shape::Dims(to)) = (from, to) else { return Relation::Unknown };
    let Some(leading) = from.len().checked_sub(to.len()) else { return Relation::Unknown };
    let mut ones = Vec::new();
    for (i, (f, t)) in from[leading..].iter().zip(to).enumerate() {
        if f == t {
            continue;
        }
        if !t.is_one() {
            return Relation::Unknown;
        }
        // Right also where `f` is open: a sum over one element is that element.
        ones.push(i);
    }
    if leading == 0 && ones.is_empty() { Relation::Same } else { Relation::Reduce { leading, ones } }
}

/// Elementwise: the tensors are broadcast together.
pub(super) fn map(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let mut result = Shape::scalar();
    let mut before: Vec<(usize, &Shape)> = Vec::new();
    for (i, shape) in call.tensors() {
        match broadcast(&result, shape) {
            Ok(wider) => result = wider,
            Err(clash) => return Err(clash_of(call, &before, (i, shape), &clash)),
        }
        before.push((i, shape));
    }
    Ok(call.all(&result))
}

/// Names the operand that `shape` disagrees with, which need not be the one before it.
pub(super) fn clash_of(
    call: &Call<'_>,
    before: &[(usize, &Shape)],
    (i, shape): (usize, &Shape),
    clash: &Clash,
) -> String {
    let culprit = before.iter().find(|(_, other)| broadcast(other, shape).is_err());
    let first =
        culprit.map_or("the others".to_owned(), |(j, other)| format!("{} is `{other}`", call.called(*j)));
    let (left, right, from_end) = (&clash.left, &clash.right, clash.from_end);
    let place = if from_end == 1 { "the last axis".to_owned() } else { format!("axis -{from_end}") };
    format!(
        "{}: {first} but {} is `{shape}`: `{left}` and `{right}` differ in {place}; only a literal `1` or a missing \
         leading axis broadcasts",
        call.title,
        call.called(i),
    )
}
