//! Host values that change, and locals that hold a tensor or none.

use super::place::Place;
use super::{Amount, Block, Effect, Node, bound, stmt};

impl Place<'_> {
    /// `let mut num = 0.5;`
    pub(super) fn number(&mut self, nodes: &mut Vec<Node>) -> usize {
        let name = format!("num{}", self.func.numbers.len());
        let number = self.func.number(&name);
        self.numbers.push(number);
        self.changing.push(number);
        nodes.push(Node::Number { number, first: *self.random.pick(&[0.25, 0.5, 1.0]) });
        number
    }

    /// Small, so that many rounds stay small.
    pub(super) fn amount(&mut self) -> Amount {
        match self.random.below(3) {
            0 => Amount::Count(self.count()),
            1 if !self.numbers.is_empty() => {
                Amount::Number(self.numbers[self.random.below(self.numbers.len())])
            }
            _ => Amount::Literal(*self.random.pick(&[0.125, 0.3, 0.5])),
        }
    }

    /// A number or a list of numbers, or something done to one.
    pub(super) fn numbered(&mut self, nodes: &mut Vec<Node>) {
        match self.random.below(5) {
            0 => {
                self.number(nodes);
            }
            1 => {
                let tally = self.func.tallies;
                self.func.tallies += 1;
                self.tallies.push(tally);
                nodes.push(Node::Tally { tally });
            }
            _ => self.effect(nodes),
        }
    }

    fn effect(&mut self, nodes: &mut Vec<Node>) {
        let push = !self.tallies.is_empty() && self.random.chance(0.5);
        if push {
            let tally = self.tallies[self.random.below(self.tallies.len())];
            let amount = self.amount();
            return nodes.push(Node::Effect(Effect::Push(tally, amount)));
        }
        if self.changing.is_empty() {
            return;
        }
        let number = self.changing[self.random.below(self.changing.len())];
        let effect = match self.amount() {
            // Twice as much, round after round, would be too much.
            Amount::Number(from) if from == number || self.nested > 0 => Effect::Times(number, 0.75),
            amount => Effect::Add(number, amount),
        };
        nodes.push(Node::Effect(effect));
    }

    /// The end of a block without a value.
    pub(super) fn effect_at_end(&mut self, nodes: &mut Vec<Node>) {
        if self.random.chance(0.5) {
            self.effect(nodes);
        }
    }

    /// Something of `{0}` and of a number (`@`) or the sum of a list (`#`), bounded whatever they are.
    pub(super) fn of_numbers(&mut self) -> Option<(String, String)> {
        let all =
            self.numbers.iter().map(|k| format!("@{k}")).chain(self.tallies.iter().map(|k| format!("#{k}")));
        let all: Vec<String> = all.collect();
        if all.is_empty() || self.random.chance(0.7) {
            return None;
        }
        let read = self.random.pick(&all).clone();
        let (dsl, eager) = *self.random.pick(&[
            ("({0} * 0.5 + $ * 0.3).sin()", "{0}.mul(0.5)?.add($ * 0.3)?.sin()?"),
            ("({0} * (1.0 + $ * 0.1)).tanh()", "{0}.mul(1.0 + $ * 0.1)?.tanh()?"),
        ]);
        Some((dsl.replace('$', &read), eager.replace('$', &read)))
    }

    /// `let mut last: Option<Tensor<f64>> = None;`
    pub(super) fn option(&mut self, nodes: &mut Vec<Node>) -> (usize, usize) {
        let small = self.small();
        let like = small[self.random.below(small.len())];
        let option = self.func.options;
        self.func.options += 1;
        self.options.push((option, like));
        nodes.push(Node::Option { option });
        (option, like)
    }

    /// Draws a held value that a round finds there, and the value that it leaves.
    pub(super) fn carried(&mut self, (option, like): (usize, usize), nodes: &mut Vec<Node>) {
        let def = self.held_of((option, like), nodes);
        let from = self.bounded(def, nodes);
        nodes.push(Node::Hold { option, from });
    }

    pub(super) fn held_or_not(&mut self, nodes: &mut Vec<Node>) {
        let Some(&(option, like)) = self.options.last() else {
            self.option(nodes);
            return;
        };
        if self.random.chance(0.5) {
            let from = self.bounded(like, nodes);
            return nodes.push(Node::Hold { option, from });
        }
        self.held_of((option, like), nodes);
    }

    /// Something like what may be held, and of that where it is.
    pub(super) fn held_of(&mut self, (option, like): (usize, usize), nodes: &mut Vec<Node>) -> usize {
        let guard = self.random.chance(0.4).then(|| self.test());
        let held = self.func.new_var(bound(self.func.vars[like].dims.clone()));
        let mut some: Block = self.arm_with(&[like], |place, _| place.visible.push(held));
        let x = some.tail[0];
        let mixed = self.func.new_var(bound(self.func.vars[like].dims.clone()));
        let (dsl, eager) = ("({0} + {1} * 0.5).sin()", "{0}.add({1}.mul(0.5)?)?.sin()?");
        some.nodes.push(Node::Let(stmt(&[x, held], dsl, eager, mixed)));
        some.tail[0] = mixed;
        let none = self.arm_with(&[like], |_, _| {});
        let defs = self.defs(&[like]);
        nodes.push(Node::Held { option, bound: held, guard, arms: vec![some, none], defs: defs.clone() });
        defs[0]
    }
}
