//! The cotangent of what is cut into pieces: the cotangents of all pieces, one behind the other.
//!
//! Each piece alone would be zeros of the whole shape around its cotangent, and the sum of these. A cell with four gates would write
//! four times its gates and read them again.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap as HashMap;

use super::Differentiator;
use crate::ir::{Graph, Known, Op, Opaque, Value, View};

/// A cotangent of a piece.
pub(super) struct Piece {
    /// The node that cuts it.
    view: Value,
    cotangent: Value,
    cut: Cut,
    number: usize,
}

/// What a tensor is cut by: a number of pieces or their sizes, and the axis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    by: Value,
    axis: Value,
    count: usize,
}

impl Piece {
    /// `cotangent` as that of a piece, if `view` cuts into as many pieces as expansion knows.
    pub(super) fn of(graph: &Graph, view: Value, cotangent: Value) -> Option<Self> {
        let node = graph.node(view);
        let (Op::View(View::ChunkPart | View::SplitPart), &[_, by, axis, number]) =
            (&node.op, &node.args[..])
        else {
            return None;
        };
        let count = match graph.known(by)? {
            Known::Int(count) => count.as_int()?,
            Known::List(sizes) => i64::try_from(sizes.len()).ok()?,
            _ => return None,
        };
        let Some(Known::Int(number)) = graph.known(number) else { return None };
        let (count, number) = (usize::try_from(count).ok()?, usize::try_from(number.as_int()?).ok()?);
        Some(Self { view, cotangent, cut: Cut { by, axis, count }, number })
    }
}

/// Puts one contribution to `v` in the place of those of all pieces of a cut. A piece that nothing is made of keeps them apart.
pub(super) fn join(
    d: &mut Differentiator<'_>,
    pieces: &HashMap<Value, Piece>,
    v: Value,
    contributions: &mut Vec<Value>,
) {
    let mut cuts: BTreeMap<Cut, BTreeMap<usize, Value>> = BTreeMap::new();
    for c in &*contributions {
        if let Some(piece) = pieces.get(c) {
            cuts.entry(piece.cut).or_default().insert(piece.number, *c);
        }
    }
    for (cut, of) in cuts {
        let is_whole = cut.count > 1 && of.keys().copied().eq(0..cut.count);
        let (Some(first), true) = (of.get(&0), is_whole) else { continue };
        let (node, ty) = (d.graph.node(pieces[first].view).clone(), d.graph.node(v).ty.clone());
        let args = of.values().map(|c| pieces[c].cotangent).chain([cut.axis]).collect();
        let joined = d.beside(&node, Op::Opaque(Opaque::Concat), args, ty);
        let mut joined = Some(joined);
        // At the place of the first, since the order of a sum is its bits.
        contributions.retain_mut(|c| {
            let is_piece = of.values().any(|piece| piece == c);
            let stays = if is_piece { joined.take() } else { Some(*c) };
            stays.is_some_and(|stays| {
                *c = stays;
                true
            })
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::args::Args;
    use crate::error::Errors;
    use crate::ir::{Op, Opaque};
    use crate::pipeline::made;
    use crate::table::RuleCache;

    /// Concatenations and padded pieces in the gradient of a body over `x`.
    fn found(body: &str) -> [usize; 2] {
        let text = format!("fn f(x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {{ {body} }}");
        let item = syn::parse_str(&text).expect("the test's text is a function");
        let (mut errors, args) = (Errors::new(), Args::default());
        let made = made(&mut errors, &RuleCache::default(), &args, &item, None);
        let Some((_, transforms)) = made else { panic!("{:?}", errors.messages()) };
        let count = |op: Opaque| {
            let of = |node: &&crate::ir::Node| matches!(node.op, Op::Opaque(o) if o == op);
            transforms.joint.nodes.iter().filter(of).count()
        };
        [count(Opaque::Concat), count(Opaque::SliceCotangent)]
    }

    #[test]
    fn all_pieces_are_joined_and_some_are_not() {
        assert_eq!(found("let [a, b, c] = x.chunk(3, 0); Ok((a * b * c).sum())"), [1, 0]);
        assert_eq!(found("let [a, b] = x.split([2, 3], -1); Ok(a.sum() * b.sum() + x.sum())"), [1, 0]);
        assert_eq!(found("let [a, b] = x.unbind(1); Ok((a * b).sum())"), [1, 0]);
        assert_eq!(found("let [a, _b, c] = x.chunk(3, 0); Ok((a * c).sum())"), [0, 2]);
        // As many as only the call knows, of which these are three.
        assert_eq!(found("let [a, b, c] = x.chunk(n, 0); Ok((a * b * c).sum())"), [0, 3]);
        // Each of its own cut.
        assert_eq!(
            found("let [a, _b] = x.chunk(2, 0); let [_c, d] = x.chunk(2, 1); Ok(a.sum() * d.sum())"),
            [0, 2]
        );
    }
}
