//! Lists that tensors are pushed to, and what is made of them.

use super::place::Place;
use super::{At, Gather, Node, Over, bound, stmt};

/// `hs` is the list. Its entries are alike, and what is made of them is like one, or like `{0}`.
const GATHERS: [Gather; 6] = [
    ("stack(&hs, 0).mean_axis(0)", "ops::stack(&[hs], 0)?.mean_axis(0)?"),
    ("stack(&hs, 0).sin().sum_axis(0).tanh()", "ops::stack(&[hs], 0)?.sin()?.sum_axis(0)?.tanh()?"),
    ("stack(&hs, -1).max_axis(-1)", "ops::stack(&[hs], -1)?.max_axis(-1)?"),
    ("({0} * stack(&hs, 0).mean()).sin()", "{0}.mul(ops::stack(&[hs], 0)?.mean()?)?.sin()?"),
    ("(&hs[hs.len() - 1] * 0.5 + &hs[0]).sin()", "hs[hs.len() - 1].mul(0.5)?.add(&hs[0])?.sin()?"),
    (
        "({0} + hs[hs.len() / 2].mean() * hs.len()).sin()",
        "{0}.add(hs[hs.len() / 2].mean()?.mul(hs.len())?)?.sin()?",
    ),
];

/// `{0}` is the entry that is assigned, `{1}` is like it.
const PUTS: [Gather; 5] = [
    ("= {1}.clone()", "{1}.clone()"),
    ("= (&{0} * &{1}).sin()", "{0}.mul(&{1})?.sin()?"),
    ("= &{1} * 0.5", "{1}.mul(0.5)?"),
    ("*= 0.5", "{0}.mul(0.5)?"),
    ("*= {1}.cos()", "{0}.mul(&{1}.cos()?)?"),
];

impl Place<'_> {
    /// Something is pushed, to a list that is there or to a new one.
    pub(super) fn push(&mut self, nodes: &mut Vec<Node>) {
        let free = self.lists.iter().filter(|(list, _)| !self.busy.contains(list)).copied();
        let free: Vec<_> = free.collect();
        if free.is_empty() || (self.lists.len() < 2 && self.random.chance(0.2)) {
            self.list(nodes);
            return;
        }
        let picked = *self.random.pick(&free);
        if self.nested == 0 && self.random.chance(0.6) {
            return self.gather(picked, nodes);
        }
        if self.random.chance(0.4) {
            return self.put_in(picked, nodes);
        }
        self.push_to(picked, nodes);
    }

    /// An entry is another from here on.
    pub(super) fn put_in(&mut self, (list, like): (usize, usize), nodes: &mut Vec<Node>) {
        let from = self.bounded(like, nodes);
        let at = match self.random.below(4) {
            0 => At::First,
            1 => At::Last,
            _ => At::Count(self.count()),
        };
        let def = self.func.new_var(bound(self.func.vars[like].dims.clone()));
        nodes.push(Node::Put { list, at, from, how: *self.random.pick(&PUTS), def });
    }

    pub(super) fn push_to(&mut self, (list, like): (usize, usize), nodes: &mut Vec<Node>) {
        let from = self.bounded(like, nodes);
        let (dsl, eager) = *self.random.pick(&[
            ("{0}.clone()", "{0}.clone()"),
            ("{0}", "{0}.clone()"),
            ("&{0} * 0.5", "{0}.mul(0.5)?"),
        ]);
        if dsl == "{0}" {
            // It is moved into the list.
            self.visible.retain(|&v| v != from);
        }
        let def = self.func.new_var(bound(self.func.vars[like].dims.clone()));
        nodes.push(Node::Push { list, stmt: stmt(&[from], dsl, eager, def) });
    }

    /// A new list, which begins with a tensor, so that it can be stacked after no round.
    pub(super) fn list(&mut self, nodes: &mut Vec<Node>) -> (usize, usize) {
        let small = self.small();
        let like = small[self.random.below(small.len())];
        let first = self.bounded(like, nodes);
        let list = self.func.lists;
        self.func.lists += 1;
        self.lists.push((list, first));
        let literal = self.random.chance(0.5);
        nodes.push(Node::List { list, first, literal });
        if literal {
            // What is written out is no list to a loop before something is pushed to it.
            self.push_to((list, first), nodes);
        }
        (list, first)
    }

    pub(super) fn gather(&mut self, (list, like): (usize, usize), nodes: &mut Vec<Node>) {
        let how = *self.random.pick(&GATHERS);
        let small = self.small();
        let arg = small[self.random.below(small.len())];
        let like = if how.0.contains("{0}") { arg } else { like };
        let dims = self.func.vars[like].dims.clone();
        let def = self.func.new_var(bound(dims));
        self.visible.push(def);
        self.left = self.left.saturating_sub(1);
        nodes.push(Node::Gather { list, how, arg, def });
    }

    /// A loop over the entries of a list.
    pub(super) fn entries(&mut self, nodes: &mut Vec<Node>) {
        let free = self.lists.iter().filter(|(list, _)| !self.busy.contains(list)).copied();
        let Some((list, like)) = free.last() else { return self.push(nodes) };
        let item = self.func.new_var(bound(self.func.vars[like].dims.clone()));
        let over = *self.random.pick(&[Over::Entries, Over::Backwards, Over::Counted]);
        self.busy.push(list);
        self.looped(over(list, item), nodes, |place, body| {
            place.visible.push(item);
            place.mixed(0, item, body);
        });
        self.busy.pop();
    }
}
