//! Branches, loops and the ways out of them.

use super::place::Place;
use super::{Block, Count, Node, Of, On, Over, TOTAL, Test, bound, stmt};

impl Place<'_> {
    pub(super) fn count(&mut self) -> Count {
        match self.random.below(3) {
            0 => Count::N,
            _ if self.loops > 0 => Count::Round(self.random.below(self.loops)),
            _ => Count::N,
        }
    }

    pub(super) fn test(&mut self) -> Test {
        let (count, k) = (self.count(), self.random.below(4));
        match self.random.below(9) {
            7 | 8 if !self.numbers.is_empty() => {
                let number = self.numbers[self.random.below(self.numbers.len())];
                Test::Above(number, *self.random.pick(&[0.4, 0.7, 1.1]))
            }
            0 | 1 => Test::Even(count),
            2 | 3 => Test::Is(count, k),
            4 | 5 => Test::More(count, k),
            _ => Test::Positive,
        }
    }

    /// An arm: statements, and a value of the dims of each of `likes`.
    fn arm(&mut self, likes: &[usize]) -> Block {
        self.arm_with(likes, |_, _| {})
    }

    /// An arm that begins with something else.
    pub(super) fn arm_with(
        &mut self,
        likes: &[usize],
        begin: impl FnOnce(&mut Self, &mut Vec<Node>),
    ) -> Block {
        // Out of a round there is no return from where a value is on its way.
        let gives = self.gives.clone();
        if self.nested > 0 && !likes.is_empty() {
            self.gives.clear();
        }
        let arm = self.inside(|place| {
            place.arms += 1;
            let mut nodes = Vec::new();
            begin(place, &mut nodes);
            let items = 1 + place.random.below(2);
            place.items(items, &mut nodes);
            let mut tail = Vec::new();
            for &like in likes {
                // Sometimes what was there before.
                let value = place.random.chance(0.8);
                tail.push(if value { place.bounded(like, &mut nodes) } else { like });
            }
            if likes.is_empty() {
                place.assign(&mut nodes);
                place.effect_at_end(&mut nodes);
            }
            place.arms -= 1;
            Block { nodes, tail }
        });
        self.gives = gives;
        arm
    }

    /// Variables in scope that the values of arms are like: one or two, or none where arms give nothing.
    fn likes(&mut self) -> Vec<usize> {
        let small = self.small();
        (0..self.random.below(3)).map(|_| small[self.random.below(small.len())]).collect()
    }

    pub(super) fn defs(&mut self, likes: &[usize]) -> Vec<usize> {
        let dims: Vec<_> = likes.iter().map(|&l| self.func.vars[l].dims.clone()).collect();
        let defs: Vec<usize> = dims.into_iter().map(|dims| self.func.new_var(bound(dims))).collect();
        self.visible.extend(&defs);
        defs
    }

    pub(super) fn branch(&mut self, nodes: &mut Vec<Node>) {
        let likes = self.likes();
        let tests: Vec<Test> = (0..=self.random.below(2)).map(|_| self.test()).collect();
        let arms = (0..=tests.len()).map(|_| self.arm(&likes)).collect();
        let defs = self.defs(&likes);
        nodes.push(Node::If { tests, arms, defs });
    }

    pub(super) fn matched(&mut self, nodes: &mut Vec<Node>) {
        let (likes, on) = (self.likes(), On(self.count()));
        let arms = (0..3).map(|_| self.arm(&likes)).collect();
        let defs = self.defs(&likes);
        nodes.push(Node::Match { on, arms, defs });
    }

    pub(super) fn rounds(&mut self, nodes: &mut Vec<Node>) {
        self.rounds_with(nodes, |_, _| {});
    }

    /// A loop whose body begins with something else.
    pub(super) fn rounds_with(
        &mut self,
        nodes: &mut Vec<Node>,
        begin: impl FnOnce(&mut Self, &mut Vec<Node>),
    ) {
        let model = self.func.owner.as_ref().is_some_and(|o| o.of == Of::Model);
        let over = match self.random.below(8) {
            0 => Over::UpFromOne,
            1 => Over::Down,
            2 => Over::While,
            3 => Over::Fixed(2),
            4 | 5 if model => {
                return self.layers(nodes, begin);
            }
            _ => Over::Up,
        };
        self.looped(over, nodes, begin);
    }

    /// A loop over the layers.
    pub(super) fn layers(&mut self, nodes: &mut Vec<Node>, begin: impl FnOnce(&mut Self, &mut Vec<Node>)) {
        let text = format!("layer{}", self.func.vars.len());
        let layer = self.func.owner(Of::Layer, &text, false);
        let fields = layer.fields;
        let over = if self.random.chance(0.5) { Over::Layers(fields) } else { Over::Numbered(fields) };
        self.looped(over, nodes, |place, body| {
            place.owners.push(layer);
            place.visible.extend(fields);
            begin(place, body);
        });
    }

    pub(super) fn looped(
        &mut self,
        over: Over,
        nodes: &mut Vec<Node>,
        begin: impl FnOnce(&mut Self, &mut Vec<Node>),
    ) {
        let depth = self.loops;
        // A sum beside the variables that change.
        let like = self.visible[self.random.below(self.visible.len())];
        let total = self.total(like, nodes);
        let numbered = over.numbered();
        // Each loop has a sum of its own, which is its label.
        self.around.push((total, false));
        let body = self.inside(|place| {
            place.nested += 1;
            place.loops += usize::from(numbered);
            let mut body = Vec::new();
            begin(place, &mut body);
            let items = 1 + place.random.below(2);
            place.items(items, &mut body);
            if place.random.chance(0.4) {
                place.exit(&mut body);
                // Loops with ways out of their own, behind one of the loop around them.
                if place.nested < 2 && place.random.chance(0.3) {
                    place.rounds(&mut body);
                }
                let behind = place.random.below(3);
                place.items(behind, &mut body);
            }
            place.assign(&mut body);
            let step = place.bounded(total, &mut body);
            place.add_to(total, step, &mut body);
            place.effect_at_end(&mut body);
            place.loops -= usize::from(numbered);
            place.nested -= 1;
            body
        });
        let kinds = ["", "(every = 2)", "(sqrt)", "(slots = 2)", "(slots = n + 1)", "(every = 3)"];
        let checkpoint = *self.random.pick(&kinds);
        let checkpoint = (self.checkpoints && self.random.chance(0.7)).then_some(checkpoint);
        let label = self.around.pop().and_then(|(label, named)| named.then_some(label));
        nodes.push(Node::For { depth, over, body, checkpoint, label });
    }

    /// A sum that begins with half of `like`.
    fn total(&mut self, like: usize, nodes: &mut Vec<Node>) -> usize {
        let mut var = self.func.vars[like].clone();
        (var.lo, var.hi) = (-TOTAL, TOTAL);
        let total = self.func.new_var(var);
        self.func.mutable[total] = true;
        nodes.push(Node::Let(stmt(&[like], "{0} * 0.5", "{0}.mul(0.5)?", total)));
        self.visible.push(total);
        total
    }

    fn add_to(&mut self, total: usize, step: usize, nodes: &mut Vec<Node>) {
        let sum = self.func.new_var(self.func.vars[total].clone());
        let stmt = stmt(&[total, step], "{1}", "{0}.add(&{1})?", sum);
        nodes.push(Node::Set { to: total, stmt, compound: Some("+=") });
    }

    /// A loop to which each layer matters, what its enum holds too; what comes of it.
    pub(super) fn every_layer(
        &mut self,
        like: usize,
        nodes: &mut Vec<Node>,
        begin: impl FnOnce(&mut Self, &mut Vec<Node>),
    ) -> usize {
        let total = self.total(like, nodes);
        // Nothing else is assigned to it.
        self.func.mutable[total] = false;
        let text = format!("layer{}", self.func.vars.len());
        let layer = self.func.owner(Of::Layer, &text, false);
        let fields = layer.fields;
        let body = self.inside(|place| {
            place.nested += 1;
            place.visible.extend(fields);
            place.owners.push(layer);
            let mut body = Vec::new();
            begin(place, &mut body);
            let [w, u] = fields;
            let step = place.fixed(
                &[w, u],
                "({0} * {1}.mean() + 0.5).sin()",
                "{0}.mul({1}.mean()?)?.add(0.5)?.sin()?",
                &mut body,
            );
            let held = place.variants_of(place.held(), &[step], &mut body)[0];
            let step = place.mixed(step, held, &mut body);
            place.add_to(total, step, &mut body);
            place.nested -= 1;
            body
        });
        self.func.mutable[total] = true;
        nodes.push(Node::For {
            depth: self.loops,
            over: Over::Layers(fields),
            body,
            checkpoint: None,
            label: None,
        });
        self.fixed(&[total], "{0}.sin()", "{0}.sin()?", nodes)
    }

    pub(super) fn exit(&mut self, nodes: &mut Vec<Node>) {
        let test = self.way_out();
        let before = self.inside(|place| {
            let mut before = Vec::new();
            if place.random.chance(0.5) {
                place.assign(&mut before);
            }
            before
        });
        let how = if self.random.chance(0.5) { "break" } else { "continue" };
        let outer = self.around.len() - 1;
        let to = if outer > 0 && self.random.chance(0.4) {
            let (label, named) = &mut self.around[self.random.below(outer)];
            *named = true;
            Some(*label)
        } else {
            None
        };
        nodes.push(Node::Exit { test, before, how, to });
    }

    fn way_out(&mut self) -> Test {
        match self.random.below(3) {
            0 if self.loops > 0 => Test::Is(Count::Round(self.loops - 1), self.random.below(3)),
            1 if self.loops > 0 => Test::More(Count::Round(self.loops - 1), self.random.below(3)),
            0 => Test::Is(Count::N, self.random.below(5)),
            1 => Test::More(Count::N, 1 + self.random.below(3)),
            _ => self.test(),
        }
    }

    /// `return`, where it is known what.
    pub(super) fn early(&mut self, nodes: &mut Vec<Node>) {
        // Out of loops only tensors are returned.
        if self.gives.is_empty() || (self.func.makes_state && self.nested > 0) {
            return self.assign(nodes);
        }
        let test = self.way_out();
        nodes.push(self.returned(test));
    }

    pub(super) fn returned(&mut self, test: Test) -> Node {
        let gives = self.gives.clone();
        let (before, results) = self.inside(|place| {
            let mut before = Vec::new();
            if place.random.chance(0.4) {
                place.assign(&mut before);
            }
            let results = if place.is_main {
                place.results()
            } else {
                gives.iter().map(|&like| place.bounded(like, &mut before)).collect()
            };
            (before, results)
        });
        Node::Return { test, before, results }
    }

    /// The variables that a loss is made of: the latest, all parameters, and what every result needs.
    pub(super) fn results(&self) -> Vec<usize> {
        let mut results: Vec<usize> = self.visible.iter().rev().take(4).copied().collect();
        for v in (0..self.func.params).chain(self.gives.iter().copied()) {
            if !results.contains(&v) {
                results.push(v);
            }
        }
        results
    }

    /// A block with a value, or without one.
    pub(super) fn block(&mut self, nodes: &mut Vec<Node>) {
        let checkpoint = self.checkpoints && self.random.chance(0.6);
        if !checkpoint && self.random.chance(0.6) {
            let block = self.arm(&[]);
            return nodes.push(Node::Block { block, def: None, checkpoint });
        }
        let like = self.visible[self.random.below(self.visible.len())];
        let block = self.inside(|place| {
            let mut nodes = Vec::new();
            place.statements(3, &mut nodes);
            let tail = vec![place.bounded(like, &mut nodes)];
            Block { nodes, tail }
        });
        let def = Some(self.defs(&[like])[0]);
        nodes.push(Node::Block { block, def, checkpoint });
    }
}
