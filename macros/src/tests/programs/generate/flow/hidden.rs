//! A branch that hides a name and may be left early, before what reads the hidden variable.

use super::place::Place;
use super::{Block, Count, Node, Test, bound, stmt};

impl Place<'_> {
    /// `if .. { let h = ..; if .. { return ..; } y = .. h ..; }`, and `h` behind it. With two rounds, and in the second of
    /// a loop, the branch is gone through to its end.
    pub(super) fn hiding(&mut self, nodes: &mut Vec<Node>) {
        let in_loop = self.loops > 0;
        let small = self.small();
        let like = small[self.random.below(small.len())];
        let outer = self.bounded(like, nodes);
        let mutable = self.visible.iter().copied().filter(|&v| self.func.mutable[v] && v != outer);
        let mutable: Vec<usize> = mutable.collect();
        let to = *self.random.pick(&mutable);
        let count = if in_loop { Count::Round(self.loops - 1) } else { Count::N };
        let enters = *self.random.pick(&[Test::More(count, 0), Test::Is(count, if in_loop { 1 } else { 2 })]);
        let leaves = *self.random.pick(&[Test::More(count, 2), Test::Is(count, 4)]);
        let arm = self.inside(|place| {
            place.arms += 1;
            let mut body = Vec::new();
            let inner = place.bounded(outer, &mut body);
            place.func.names[inner] = super::super::write::over(inner, &place.func.names[outer]);
            place.visible.retain(|&v| v != outer);
            let exit = if in_loop {
                Node::Exit { test: leaves, before: Vec::new(), how: "continue", to: None }
            } else {
                place.returned(leaves)
            };
            body.push(exit);
            let def = place.func.new_var(bound(place.func.vars[to].dims.clone()));
            let (dsl, eager) = ("({0} * 0.5 + {1}.mean()).sin()", "{0}.mul(0.5)?.add({1}.mean()?)?.sin()?");
            body.push(Node::Set { to, stmt: stmt(&[to, inner], dsl, eager, def), compound: None });
            place.arms -= 1;
            body
        });
        let arm = Block { nodes: arm, tail: Vec::new() };
        nodes.push(Node::If { tests: vec![enters], arms: vec![arm], defs: Vec::new() });
        // What follows begins with an assignment or with a new variable.
        let read = if self.random.chance(0.5) { outer } else { self.mixed(outer, to, nodes) };
        let def = self.func.new_var(bound(self.func.vars[to].dims.clone()));
        let (dsl, eager) = ("({0} + {1}.mean()).sin()", "{0}.add({1}.mean()?)?.sin()?");
        nodes.push(Node::Set { to, stmt: stmt(&[to, read], dsl, eager, def), compound: None });
        self.mixed(outer, to, nodes);
    }
}
