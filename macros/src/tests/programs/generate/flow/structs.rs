//! Structs and enums that a body makes, and `match` over enums.

use super::place::Place;
use super::{Act, Amount, Node, Of, Owner, bound};

impl Place<'_> {
    /// A `State`, or another one in its place; fields of states are assigned as every variable that may change.
    pub(super) fn state(&mut self, nodes: &mut Vec<Node>) {
        let there = self.states().pop();
        let assigned = there.is_some() && self.random.chance(0.5);
        if !assigned && self.new_state(nodes).is_none() {
            return self.assign(nodes);
        }
        if let (true, Some((text, fields, t))) = (assigned, there) {
            let h = self.bounded(fields[0], nodes);
            let (rest, c, amount) = if self.random.chance(0.5) {
                (Some(text.clone()), fields[1], Amount::Number(t))
            } else {
                (None, self.bounded(fields[1], nodes), self.amount())
            };
            let t = (t, amount);
            nodes.push(Node::State { text, fields, from: [h, c], assigned, rest, t });
        }
    }

    /// States that the body made, with their fields and numbers.
    pub(super) fn states(&self) -> Vec<(String, [usize; 2], usize)> {
        let made = self.owners.iter().filter(|o| o.of == Of::State && o.local);
        made.filter_map(|o| Some((o.text.clone(), o.fields, o.t?))).collect()
    }

    /// `let mut st = State { .. }`, where there is something to make it of; its number.
    pub(super) fn new_state(&mut self, nodes: &mut Vec<Node>) -> Option<usize> {
        let mut from = [0; 2];
        let another = self.owners.iter().rev().find(|o| o.of == Of::State).cloned();
        for (from, dims) in from.iter_mut().zip(Of::State.dims()) {
            let like = self.visible.iter().copied().find(|&v| self.func.vars[v].dims == dims)?;
            *from = self.bounded(like, nodes);
        }
        let rest = another.filter(|_| self.random.chance(0.3));
        let mut amount = self.amount();
        if let Some(Owner { fields, t: Some(t), .. }) = &rest {
            (from[1], amount) = (fields[1], Amount::Number(*t));
        }
        let rest = rest.map(|o| format!("{}.clone()", o.text));
        let (text, fields, t) = self.place_of_state();
        nodes.push(Node::State { text, fields, from, assigned: false, rest, t: (t, amount) });
        Some(t)
    }

    /// The name and the fields of a new state.
    pub(super) fn place_of_state(&mut self) -> (String, [usize; 2], usize) {
        let text = format!("st{}", self.func.vars.len());
        let owner = self.func.owner(Of::State, &text, true);
        let fields = owner.fields;
        for f in fields {
            self.func.mutable[f] = true;
        }
        self.visible.extend(fields);
        let t = owner.t.expect("every state has one");
        self.numbers.push(t);
        self.changing.push(t);
        self.owners.push(owner);
        (text, fields, t)
    }

    /// The enum of the latest layer.
    pub(super) fn held(&self) -> Act {
        let layer = self.owners.iter().rev().find(|o| o.of == Of::Layer);
        let layer = layer.expect("asked for where a layer is in scope");
        Act::Layer(layer.text.clone(), layer.fields[0])
    }

    /// A `match` over an enum in scope, or over a new enum made for the `match`.
    pub(super) fn variants(&mut self, nodes: &mut Vec<Node>) {
        let layer = self.owners.iter().any(|o| o.of == Of::Layer);
        let on = match self.acts.last() {
            _ if layer && self.random.chance(0.6) => self.held(),
            Some(&id) if self.random.chance(0.4) => Act::Local(id),
            _ => {
                let Some(id) = self.act(nodes) else { return self.assign(nodes) };
                Act::Local(id)
            }
        };
        let small = self.small();
        let like = small[self.random.below(small.len())];
        self.variants_of(on, &[like], nodes);
    }

    /// `let act = if .. { Act::Scale(..) } else { .. };`
    fn act(&mut self, nodes: &mut Vec<Node>) -> Option<usize> {
        let [vector, _] = Of::Layer.dims();
        let like = self.visible.iter().copied().find(|&v| self.func.vars[v].dims == vector)?;
        let test = self.test();
        // `Plain` in both arms is a host value, which patterns take no tensors out of.
        let first = self.random.below(2);
        let arms = [first, (first + 1 + self.random.below(2)) % 3].map(|k| (k, self.bounded(like, nodes)));
        let id = self.func.acts;
        self.func.acts += 1;
        self.acts.push(id);
        nodes.push(Node::Act { id, test, arms });
        Some(id)
    }

    /// The `match`, whose arms give values like these.
    pub(super) fn variants_of(&mut self, on: Act, likes: &[usize], nodes: &mut Vec<Node>) -> Vec<usize> {
        let [vector, _] = Of::Layer.dims();
        let short = self.random.chance(0.3);
        // Where a layer is, every variant counts.
        let short = short && matches!(on, Act::Local(_));
        let bound = [(); 2].map(|()| self.func.new_var(bound(vector.clone())));
        let mut arms = Vec::new();
        // Of the first variant there may be two arms.
        let guard = (!short && self.random.chance(0.4)).then(|| self.test());
        let kinds: &[usize] = if short { &[0, 2] } else { &[0, 1, 2] };
        for &k in guard.iter().flat_map(|_| &[0]).chain(kinds) {
            let held = bound.get(k).copied();
            let mut block = self.arm_with(likes, |place, _| place.visible.extend(held));
            let Some(held) = held else {
                arms.push(block);
                continue;
            };
            // The value has something of what the variant holds.
            let of = |place: &mut Self, nodes: &mut Vec<Node>, x: usize| {
                let along = place.func.vars[x].dims.last() == vector.last();
                let (dsl, eager) = match (along, k) {
                    (true, 0) => ("({0} * {1}).sin()", "{0}.mul(&{1})?.sin()?"),
                    (true, _) => ("({0} + {1} * slope).tanh()", "{0}.add({1}.mul(0.25)?)?.tanh()?"),
                    _ => ("({0} + {1}.mean()).sin()", "{0}.add({1}.mean()?)?.sin()?"),
                };
                place.fixed(&[x, held], dsl, eager, nodes)
            };
            block.tail[0] = self.inside(|place| of(place, &mut block.nodes, block.tail[0]));
            arms.push(block);
        }
        let defs = self.defs(likes);
        nodes.push(Node::Variants { on, bound, arms, defs: defs.clone(), short, guard });
        defs
    }
}
